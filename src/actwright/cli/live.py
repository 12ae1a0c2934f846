"""Shows in the terminal where a run stands, and its result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from actwright.engine.records import step_lines
from actwright.schemas.result import Result, Status

if TYPE_CHECKING:  # printing needs no engine
    from actwright.engine.run import Run

__all__ = ["LiveLine", "print_result"]

OPTIONS = {Status.STEP_LIMIT: "--max-steps", Status.COST_LIMIT: "--max-cost", Status.TIME_LIMIT: "--timeout"}
"""The option that sets each limit at which a run can end."""


class LiveLine:
    """A line that shows where a run stands and is redrawn while it is shown."""

    def __init__(self, playing: Run) -> None:
        self._playing = playing

    def __rich__(self) -> Text:
        """Returns the number of the step, and how much the model has written in it."""
        if not self._playing.steps and self._playing.run_dir is None:
            return Text("opening the page")
        if self._playing.page_control.paused:
            return Text("paused in the browser")
        written = self._playing.written
        return Text(
            f"step {len(self._playing.steps) + 1}" + (f": {written:,} characters of the reply" if written else "")
        )


def print_result(console: Console, result: Result) -> None:
    """Prints how a run ended and, if a limit ended it, which option raises that limit."""
    step_lines.print_result(console, result, raised_by=OPTIONS)
