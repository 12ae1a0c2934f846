"""What happened on the pages of a run while one action was performed."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["Window"]


@dataclass(slots=True)
class Window:
    """What happened on the run's pages between the dispatch of an action and the moment the page had settled.

    Attributes:
        sent: Requests other than GET that left, as `POST https://…`.
        unanswered: Those of them that failed or are still without an answer.
        stop: Why the rest of the batch must not go on; empty if it may.
        blocked: True if not even a look at the page is possible (a dialog, the page is gone).
        refused: Why input of the action was stopped on its way to the page; empty if none was.
        notes: What the model should know of it, in plain sentences.
        dispatched: False once it is known that the action was refused before it touched the page.
        milliseconds: From dispatch until settled.
    """

    sent: list[str] = field(default_factory=list[str])
    unanswered: list[str] = field(default_factory=list[str])
    stop: str = ""
    blocked: bool = False
    refused: str = ""
    notes: list[str] = field(default_factory=list[str])
    dispatched: bool = True
    milliseconds: float = 0.0
