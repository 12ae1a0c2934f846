"""Calls a server of the Model Context Protocol, in a separate process, by JSON-RPC over its standard streams."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

__all__ = ["McpServer", "mcp_server"]

PROTOCOL = "2025-06-18"
SECONDS = 120.0
"""The longest time for an answer, in seconds."""
LONGEST_LINE = 64_000_000


@asynccontextmanager
async def mcp_server(command: Sequence[str], folder: Path) -> AsyncGenerator[McpServer]:
    """Starts and initializes a server, which ends with the block.

    Args:
        command: The command that starts it.
        folder: The folder in which it runs.

    Raises:
        RuntimeError, TimeoutError: The server does not answer as the protocol requires.
    """
    process = await asyncio.create_subprocess_exec(
        *command, cwd=folder, limit=LONGEST_LINE,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        server = McpServer(process)
        await server.greet()
        yield server
    finally:
        if process.returncode is None:
            process.terminate()
            await process.wait()


class McpServer:
    """The tools of a running server.

    Attributes:
        name: The name that the server gives itself.
    """

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.name = ""
        self._in, self._out = process.stdin, process.stdout
        self._asked = 0

    async def greet(self) -> None:
        """Agrees with the server on a version of the protocol."""
        client = {"name": "plain tool loop", "version": "1"}
        said = await self._ask("initialize", {"protocolVersion": PROTOCOL, "capabilities": {}, "clientInfo": client})
        self.name = said["serverInfo"]["name"]
        await self._send({"method": "notifications/initialized"})

    async def tools(self) -> list[dict[str, Any]]:
        """Returns the tools, each with name, description and schema."""
        return (await self._ask("tools/list", {}))["tools"]

    async def call(self, tool: str, arguments: dict[str, Any]) -> str:
        """Returns the result of a tool as text; an error that the tool reports is also text for the model."""
        said = await self._ask("tools/call", {"name": tool, "arguments": arguments})
        return "\n".join(part["text"] for part in said["content"] if part["type"] == "text")

    async def _ask(self, method: str, parameters: dict[str, Any]) -> dict[str, Any]:
        self._asked += 1
        await self._send({"id": self._asked, "method": method, "params": parameters})
        async with asyncio.timeout(SECONDS):
            while line := await self._out.readline():
                said = json.loads(line)
                if said.get("id") == self._asked and "method" not in said:
                    if "error" in said:
                        raise RuntimeError(f"{method}: {said['error'].get('message', said['error'])}")
                    return said["result"]
        raise RuntimeError(f"the server ended before it answered {method}")

    async def _send(self, message: dict[str, Any]) -> None:
        self._in.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        await self._in.drain()
