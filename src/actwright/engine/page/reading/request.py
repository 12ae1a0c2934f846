"""Requests to our code in a document, as `inject/operations.js` defines them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

_FRAME_SECONDS = 0.034
"""Two animation frames. If the document cannot report when it has drawn, it has drawn after this time."""


@dataclass(frozen=True, slots=True)
class InPageWait:
    """What a document waits for before it answers a request.

    Attributes:
        turn: Whether it waits for a turn of its event loop.
        drawn: How many animation frames it draws first; it then has a turn of its event loop.
        settled: Whether the page may have reacted to an edit by then: it has had a turn of its event loop, and has
            drawn a frame if it requested one.
        most: The longest wait, in milliseconds; the answer says `late` if it was over. 0 for no limit.
    """

    turn: bool = False
    drawn: int = 0
    settled: bool = False
    most: int = 0

    @property
    def seconds(self) -> float:
        """How long the page takes for that, if it cannot be asked."""
        return _FRAME_SECONDS * (self.drawn + self.settled)


NOW = InPageWait()
"""No wait."""


@dataclass(frozen=True, slots=True)
class InPageRequest:
    """A request to our code in a document.

    Attributes:
        run: The name of the run that asks.
        op: An operation of `inject/operations.js`.
        args: Its arguments, as JSON.
        before: What the document waits for first.
        expect: What the answer must contain for the next request to be answered.
    """

    run: str
    op: str
    args: Mapping[str, Any] = field(default_factory=dict[str, Any])
    before: InPageWait = NOW
    expect: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def as_json(self) -> dict[str, Any]:
        """The form in which our code in the document receives it."""
        request: dict[str, Any] = {"run": self.run, "op": self.op, "args": self.args}
        if self.before != NOW:
            wait = self.before
            request["before"] = {
                "turn": wait.turn, "drawn": wait.drawn, "settled": wait.settled, "most": wait.most,
            }  # fmt: skip
        return request | ({"expect": self.expect} if self.expect else {})

    def is_met_by(self, answer: Any) -> bool:
        """Whether an answer contains what is expected."""
        return all(answer.get(name) == value for name, value in self.expect.items())


def perform_expression(requests: Sequence[InPageRequest]) -> str:
    """The expression that answers requests in a document, up to the first answer that is not as expected."""
    return f"actwright.perform({json.dumps([each.as_json() for each in requests])})"
