"""A model that replies from a script."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from actwright.engine.models.streaming import Progress, ignored
from actwright.errors import ConfigError
from actwright.schemas.exchange import Reply, Request, text_of
from actwright.schemas.proposal import Proposal
from actwright.schemas.usage import Usage

Said = Proposal | Mapping[str, Any] | str | Reply | Exception
"""A scripted reply: a proposal, the same as a dict, raw text, a whole `Reply`, or an error to raise."""

Scripted = Said | Callable[[Request], Said]
"""A line of a script. A callable gets the request and returns the reply."""

CHARACTERS_PER_TOKEN = 4


class ScriptedModel:
    """A `Model` without a network. It returns its replies in order and keeps the requests that it received.

    Token usage is estimated as one token per 4 characters of text (images are not counted). The cost is 0.

    ```python
    model = ScriptedModel([{"complete": False, "message": "filling", "actions": [...]}, "not JSON"])
    ```

    Args:
        replies: The script. An iterator is read as needed, so it may be endless.
        name: The name of the model in the record.

    Attributes:
        requests: All requests so far, oldest first.
    """

    wire = "none"

    def __init__(self, replies: Iterable[Scripted], *, name: str = "scripted") -> None:
        self.name = name
        self.requests: list[Request] = []
        self._replies = iter(replies)

    def price(self, reply: Reply) -> float | None:  # noqa: ARG002 - the same for every reply
        """Always 0.0 USD."""
        return 0.0

    async def send(self, request: Request, *, timeout: float, progress: Progress = ignored) -> Reply:  # noqa: ARG002, ASYNC109 - never waits
        """Returns the next reply of the script.

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
    """Returns the text of a reply for a proposal, a dict or a text."""
    if isinstance(said, str):
        return said
    return said.model_dump_json() if isinstance(said, Proposal) else json.dumps(said, ensure_ascii=False)


def estimated_usage(request: Request, text: str) -> Usage:
    """Estimates tokens at 4 characters each, none of them cached; images are not counted."""
    blocks = [*request.system, *(block for message in request.messages for block in message.blocks)]
    characters = sum(len(text_of(block)) for block in blocks)
    return Usage(fresh=characters // CHARACTERS_PER_TOKEN, output=max(1, len(text) // CHARACTERS_PER_TOKEN))
