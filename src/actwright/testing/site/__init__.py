"""The bundled site: a small marketplace on loopback, with an oracle outside the browser."""

from __future__ import annotations

from actwright.testing.site.records import Listing, Post, SiteOrder, UploadedFile
from actwright.testing.site.site_server import Site

__all__ = ["Listing", "Post", "Site", "SiteOrder", "UploadedFile"]
