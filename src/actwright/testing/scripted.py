"""A model that answers what a test scripts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from actwright.engine.models.streaming import Progress, ignored
from actwright.errors import ConfigError
from actwright.schemas.exchange import Reply, Request, Usage, text_of
from actwright.schemas.proposal import Proposal

__all__ = ["Scripted", "ScriptedModel", "reply_text"]

Said = Proposal | Mapping[str, Any] | str | Reply | Exception
"""What a scripted model can say: a proposal, the same as a dict, raw text, a whole reply, or an error to raise."""

Scripted = Said | Callable[[Request], Said]
"""One line of a script; a callable decides when it has seen the request."""

CHARACTERS_PER_TOKEN = 4


class ScriptedModel:
    """A `Model` without a network: gives its replies one after the other, and keeps the requests it got.

    Token usage is an estimate, one token for every 4 characters of text (pictures are not counted), and costs nothing.

    ```python
    model = ScriptedModel([{"complete": False, "message": "filling", "actions": [...]}, "not JSON"])
    ```

    Args:
        replies: The script; an iterator is read as needed, so it may be endless.
        name: What the model is called in the record.

    Attributes:
        requests: Every request so far, oldest first.
    """

    wire = "none"

    def __init__(self, replies: Iterable[Scripted], *, name: str = "scripted") -> None:
        self.name = name
        self.requests: list[Request] = []
        self._replies = iter(replies)

    def price(self, reply: Reply) -> float | None:  # noqa: ARG002 - the same for every reply
        """Nothing: 0.0 USD."""
        return 0.0

    async def send(self, request: Request, *, timeout: float, progress: Progress = ignored) -> Reply:  # noqa: ARG002, ASYNC109 - never waits
        """The next reply of the script.

        Raises:
            ConfigError: The script is exhausted.
        """
        self.requests.append(request)
        try:
            said = next(self._replies)
        except StopIteration:
            count = len(self.requests)
            raise ConfigError(
                f"the script of {self.name!r} is exhausted: it has {count - 1} replies and was asked {count} times"
            ) from None
        if callable(said):
            said = said(request)
        if isinstance(said, Exception):
            raise said
        if isinstance(said, Reply):
            return said
        text = reply_text(said)
        return Reply(text=text, usage=estimated_usage(request, text), model=self.name)

    async def close(self) -> None:
        """Nothing to close."""


def reply_text(said: Proposal | Mapping[str, Any] | str) -> str:
    """What a proposal, a dict or a text looks like as the text of a reply."""
    if isinstance(said, str):
        return said
    return said.model_dump_json() if isinstance(said, Proposal) else json.dumps(said, ensure_ascii=False)


def estimated_usage(request: Request, text: str) -> Usage:
    """Tokens at 4 characters each, everything fresh; pictures are not counted."""
    blocks = [*request.system, *(block for message in request.messages for block in message.blocks)]
    characters = sum(len(text_of(block)) for block in blocks)
    return Usage(fresh=characters // CHARACTERS_PER_TOKEN, output=max(1, len(text) // CHARACTERS_PER_TOKEN))
