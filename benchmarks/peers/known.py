"""The peers that are compared, and what they need: a Python environment and an npm folder of their own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from benchmarks.page.sets.packages import npm_package, virtual_environment
from benchmarks.peers.browser_use_peer import BrowserUse
from benchmarks.peers.peer import Peer
from benchmarks.peers.playwright_mcp_peer import PlaywrightMcp

__all__ = ["NAMES", "known_peers"]

NAMES = {
    "browser_use": "`browser_use` as it comes, with screenshots",
    "browser_use:flash": "the same in flash mode, without its judge",
    "playwright_mcp": "Playwright MCP in a plain tool loop, text alone",
    "playwright_mcp:several": "the same, several tools a call",
}


async def known_peers(work: Path) -> Mapping[str, Peer]:
    """Returns the peers by label, and installs in this folder what they need if it is missing.

    Raises:
        ConfigError: Something cannot be installed; the message says what.
    """
    python = await virtual_environment(work / "browser-use", ("browser-use",), of="browser-use", alone=False)
    await npm_package(folder := work / "playwright-mcp", "@playwright/mcp")
    return {
        "browser_use": BrowserUse(python),
        "browser_use:flash": BrowserUse(python, {"flash_mode": True, "use_judge": False}),
        "playwright_mcp": PlaywrightMcp(folder),
        "playwright_mcp:several": PlaywrightMcp(folder, several=True),
    }
