"""Runs `actwright run` with the same task on every wire, each with a local server that speaks the provider's protocol.

Tokens are those that the server reports: an estimate of one token per 4 characters of text. Prices are the providers'
own.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from typing import Any

from rich.console import Console
from rich.table import Table

from actwright.testing import AnthropicServer, OpenAIChatServer, OpenAIResponsesServer, Site

WIRES: dict[str, type[Any]] = {
    "anthropic:claude-sonnet-4-5": AnthropicServer,
    "openai-chat:gpt-5": OpenAIChatServer,
    "openai-responses:gpt-5": OpenAIResponsesServer,
}
TASK = "Fill the price as {{price}} and submit"


def _action(tool: str, **parameters: object) -> dict[str, object]:
    return {"reason": f"{tool} it", "tool": tool, "parameters": parameters}


SCRIPT = (
    {
        "complete": False,
        "message": "fills the price",
        "actions": [_action("fill", element_id="input-0", value="{{price}}")],
    },
    {
        "complete": True,
        "message": "the listing is created",
        "actions": [
            _action("click", element_id="button-0"),
            _action("expect", text=["created with price $50"]),
        ],
    },
)


async def main() -> None:
    table = Table(
        *("model", "status", "steps", "calls", "fresh", "cache read", "cache write", "output", "of which reasoning"),
        *("image", "USD", "seconds"),
        title="actwright run, one task on each wire (tokens as the local server estimates them)",
    )
    for model, kind in WIRES.items():
        with Site() as site, kind(SCRIPT) as server, tempfile.TemporaryDirectory() as out:
            ended = await _run(TASK, f"--url={site.url}/price", f"--model={model}@{server.url}", f"--out={out}")
        usage = ended["usage"]
        counts = (usage[name] for name in ("fresh", "cache_read", "cache_write", "output", "reasoning", "image"))
        table.add_row(
            *(model, ended["status"], str(len(ended["steps"])), str(ended["calls"])),
            *(f"{count:,}" for count in counts),
            f"{ended['cost']:.4f}",
            f"{ended['seconds']:.1f}",
        )
    Console(width=None if sys.stdout.isatty() else 160).print(table)


async def _run(*arguments: str) -> dict[str, Any]:
    """Runs the command, and returns what it prints."""
    environment = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "actwright", "run", *arguments, "--data=price=$50", "--json"),
        stdout=asyncio.subprocess.PIPE,
        env=environment,
    )
    printed, _ = await process.communicate()
    ended: dict[str, Any] = json.loads(printed)
    if process.returncode:
        raise RuntimeError(f"the command ended with status {process.returncode}: {ended['message']}")
    return ended
