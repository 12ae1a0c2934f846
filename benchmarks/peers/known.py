"""The peers that are compared, and what they need: a Python environment and an npm folder of their own."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

from benchmarks.page.environments import environment, npm_folder
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


def known_peers(work: Path, say: Callable[[str], None]) -> Mapping[str, Peer]:
    """Returns the peers by label, and installs what they need if it is missing.

    Args:
        work: The folder of the environments.
        say: Called with messages about what is being installed.

    Raises:
        RuntimeError: Something cannot be installed; the message says what.
    """
    try:
        python = environment(work, "browser-use", say)
    except (OSError, subprocess.CalledProcessError) as error:
        raise RuntimeError(f"browser-use cannot be installed from PyPI ({error}); leave --peers out") from error
    try:
        folder = npm_folder(work, "@playwright/mcp", say)
    except (OSError, subprocess.CalledProcessError) as error:
        raise RuntimeError(f"@playwright/mcp cannot be installed from npm ({error}); leave --peers out") from error
    return {
        "browser_use": BrowserUse(python),
        "browser_use:flash": BrowserUse(python, {"flash_mode": True, "use_judge": False}),
        "playwright_mcp": PlaywrightMcp(folder),
        "playwright_mcp:several": PlaywrightMcp(folder, several=True),
    }
