"""Counts the tokens that the tools of an MCP server cost its client from the start: names, descriptions, input schemas.

The servers are those of Actwright, Playwright MCP and browser-use. The official client asks each over stdio. The peers
are installed from npm and PyPI in their own environments. The tokens are those of the JSON list, by o200k_base.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from mcp import Client
from mcp.client.stdio import StdioServerParameters
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from benchmarks.page.environments import environment, npm_folder, tokenizer  # noqa: E402 - the repository's root comes first

WORK = ROOT / "build" / "bench-page"
SECONDS = 120.0


async def tools_of(command: Sequence[str]) -> list[dict[str, object]]:
    """Returns the tools of a server that a command starts."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        environ = {**os.environ, "HOME": home, "ANONYMIZED_TELEMETRY": "false"}
        server = StdioServerParameters(command=command[0], args=[*command[1:]], env=environ, cwd=home)
        async with asyncio.timeout(SECONDS), Client(server) as client:
            listed = (await client.list_tools()).tools
    return [{"name": each.name, "description": each.description, "inputSchema": each.input_schema} for each in listed]


async def main() -> None:
    """Prints a line for each server."""
    console = Console()
    count = tokenizer(WORK)
    playwright = npm_folder(WORK, "@playwright/mcp", console.print) / "node_modules" / "@playwright" / "mcp"
    version = json.loads((playwright / "package.json").read_text("utf-8"))["version"]
    browser_use = environment(WORK, "browser-use", console.print)
    servers = {
        "actwright mcp": (sys.executable, "-m", "actwright", "mcp"),
        f"@playwright/mcp {version}": ("node", str(playwright / "cli.js"), "--headless"),
        "browser-use --mcp": (str(browser_use.with_name("browser-use")), "--mcp"),
    }
    table = Table("server", "tools", "tokens", title="What the list of tools costs (o200k_base)")
    for name, command in servers.items():
        try:
            tools = await tools_of(command)
        except (OSError, TimeoutError, ExceptionGroup) as error:
            table.add_row(name, "", f"did not answer: {type(error).__name__}")
        else:
            table.add_row(name, str(len(tools)), f"{count(json.dumps(tools)):,}")
    console.print(table)


if __name__ == "__main__":
    asyncio.run(main())
