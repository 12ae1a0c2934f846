"""A run as it happens in the terminal: one block per step, and what it came to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from actwright.engine import step_lines
from actwright.schemas.result import Result, Status

if TYPE_CHECKING:  # what only prints need not load what drives
    from actwright.engine.run import Run

__all__ = ["Standing", "print_result"]

OPTIONS = {Status.STEP_LIMIT: "--max-steps", Status.COST_LIMIT: "--max-cost", Status.TIME_LIMIT: "--timeout"}
"""What sets a limit that a run came to."""


class Standing:
    """Where a run stands, in a line that is drawn anew while it is shown."""

    def __init__(self, playing: Run) -> None:
        self._playing = playing

    def __rich__(self) -> Text:
        """The number of the step, and how much the model has written in it."""
        if not self._playing.steps and self._playing.run_dir is None:
            return Text("opening the page")
        if self._playing.hold.paused:
            return Text("paused in the browser")
        written = self._playing.written
        return Text(
            f"step {len(self._playing.steps) + 1}" + (f": {written:,} characters of the reply" if written else "")
        )


def print_result(console: Console, result: Result) -> None:
    """How it ended, and which option raises the limit that ended it."""
    step_lines.print_result(console, result, raised_by=OPTIONS)
