"""Asks the person at the terminal to permit an effect, or to act in the browser window."""

from __future__ import annotations

import queue
import sys
import threading
from typing import TYPE_CHECKING, TextIO

from actwright.schemas.confirmation import AskHumanRequest, ConfirmRequest
from actwright.text import one_line, printable, shortened

if TYPE_CHECKING:
    from rich.status import Status


class Terminal:
    """Asks one question at a time. A line typed before a question, or too late, answers nothing.

    Args:
        read: Where answers come from.
        write: Where questions go.

    Attributes:
        status: The status line that is shown while no question is asked; None if there is none.
    """

    def __init__(self, read: TextIO | None = None, write: TextIO | None = None) -> None:
        self._read = read or sys.stdin
        self._write = write or sys.stderr
        self._answers: queue.Queue[str | None] = queue.Queue()
        self._reads = self._ended = False
        self.status: Status | None = None

    @property
    def is_attended(self) -> bool:
        """Whether there is a terminal on which somebody can answer."""
        return self._read.isatty()

    def confirm(self, request: ConfirmRequest) -> bool:
        """Whether the answer is yes."""
        return (self._ask(question(request)) or "").strip().lower() in {"y", "yes"}

    def ask_human(self, request: AskHumanRequest) -> bool:
        """Whether the person answers that they have acted."""
        answer = self._ask(call(request))
        return answer is not None and answer.strip().lower() in {"", "y", "yes"}

    def _ask(self, text: str) -> str | None:
        """Returns the line that answers; None if nobody can."""
        if not self._reads:
            self._reads = True
            threading.Thread(target=self._follow, name="actwright-answers", daemon=True).start()
        answers = self._answers = queue.Queue()  # an earlier question that still waits gets none of these lines
        ended = self._ended
        if self.status is not None:
            self.status.stop()
        self._write.write(text)
        self._write.flush()
        answer = None if ended else answers.get()
        if self.status is not None:
            self.status.start()
        return answer

    def _follow(self) -> None:
        for line in self._read:
            self._answers.put(line)
        self._ended = True  # nobody can answer any more
        self._answers.put(None)


def question(request: ConfirmRequest) -> str:
    """Returns the question about an effect as the terminal shows it."""

    def shown(text: str) -> str:
        return printable(shortened(one_line(text), 200))

    lines = [f"{request.tool} {shown(request.target)} on {shown(request.origin) or 'a document without an address'}"]
    lines += [f"  page     {shown(request.url)}", f"  why      {shown(request.why)}"]
    lines += [f"  reason   {shown(request.reason)}"] * bool(request.reason)
    lines += [f"  value    {shown(name)}: {shown(text)}" for name, text in request.values.items()]
    lines += [f"  picture  {request.picture}"] * (request.picture is not None)
    return "\n" + "\n".join(lines) + "\nDo it? [y/N] "


def call(request: AskHumanRequest) -> str:
    """Returns what the terminal shows when a person is asked to act."""
    reason, url = (printable(shortened(one_line(text), 200)) for text in (request.reason, request.url))
    return f"\nAct in the browser window: {reason}\n  page     {url}\nPress Enter when it is done; n refuses. "
