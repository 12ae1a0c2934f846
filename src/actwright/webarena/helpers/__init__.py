"""The helpers that `func:` may call, each an async function in the file of its site.

Upstream writes arguments into the scripts that it runs. These helpers pass them as arguments, because a selector may
contain quotes.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from actwright.webarena.calls import Helper
from actwright.webarena.helpers import pages, reddit, shop, shop_pages

__all__ = ["HELPERS"]

HELPERS: Mapping[str, Helper] = MappingProxyType(
    {name: getattr(module, name) for module in (pages, reddit, shop, shop_pages) for name in sorted(module.__all__)}
)
"""The helpers, by the names that configs use."""
