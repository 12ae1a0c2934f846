"""The certificates that connections trust."""

from __future__ import annotations

import ssl
from functools import cache


@cache
def trusted() -> ssl.SSLContext:
    """Returns the trusted certificates, read once in a process: reading them takes as long as loading a page (50 ms).

    They come from the operating system, or from `SSL_CERT_FILE` and `SSL_CERT_DIR`.
    """
    import httpx2  # noqa: PLC0415 - loaded when used

    return httpx2.create_ssl_context()
