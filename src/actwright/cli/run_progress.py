"""Shows in the terminal where a run stands, its steps and its result."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from actwright.cli.interrupts import Interrupted, run_to_end
from actwright.cli.progress import progress_lines
from actwright.engine.records import step_lines
from actwright.schemas.result import Result, Status

if TYPE_CHECKING:  # printing needs no engine
    from actwright.cli.terminal import Terminal
    from actwright.engine.run import Run
    from actwright.schemas.event import Event
    from actwright.schemas.proposal import Action

OPTIONS = {Status.STEP_LIMIT: "--max-steps", Status.COST_LIMIT: "--max-cost", Status.TIME_LIMIT: "--timeout"}
"""The option that sets each limit at which a run can end."""

NEXT = "finding what to do next"
DOING = {"step_started": "looking at the page", "look": NEXT, "call": NEXT, "call_started": "waiting for the model",
         "action_started": "acting on the page"}  # fmt: skip
"""What is under way after an event of this name."""


class LiveLine:
    """A line that shows where a run stands and is redrawn while it is shown."""

    def __init__(self, playing: Run) -> None:
        self._playing, self._doing = playing, ""
        playing.listen(self.hear)

    def hear(self, event: Event) -> None:
        """Takes in an event of the run."""
        self._doing = DOING.get(event.name, self._doing)

    def __str__(self) -> str:
        """The number of the step and what is under way in it, as far as the model has written its reply."""
        if not self._doing:
            return "opening the page"
        if self._playing.page_control.paused:
            return "paused in the browser"
        written = self._playing.written
        doing = f"{written:,} characters of the reply" if written else self._doing
        return f"step {len(self._playing.steps) + 1}: {doing}"

    def __rich__(self) -> Text:
        """The same for a terminal."""
        return Text(str(self))


def print_result(console: Console, result: Result) -> None:
    """Prints how a run ended and, if a limit ended it, which option raises that limit."""
    step_lines.print_result(console, result, raised_by=OPTIONS)


def show_run(playing: Run, console: Console, *, asks: Terminal | None = None) -> Result:
    """Plays a run. Prints each step when it is done, then the result and the path of the report.

    Raises:
        Interrupted: A signal stopped it. The message says where the run stood.
        ActwrightError: An error ended it.
    """
    return run_interruptibly(play_shown(playing, console, asks), playing)


def run_interruptibly(work: Coroutine[Any, Any, Result], playing: Run) -> Result:
    """Does the work of playing a run; if a signal stops it, fills in where the run stood."""
    try:
        return run_to_end(work)
    except Interrupted as stopped:
        stopped.run_dir, stopped.standing = playing.run_dir, _standing(playing)
        stopped.may_have_acted = playing.result.may_have_acted
        raise


async def play_shown(playing: Run, console: Console, asks: Terminal | None = None) -> Result:
    """Plays a run as `show_run` does. The line that shows where it stands is hidden while `asks` asks."""
    line = LiveLine(playing)
    lines = progress_lines(line, quiet=console.quiet or console.is_terminal)
    with console.status(line) as status, lines as show:
        async with playing:
            if asks is not None:
                asks.status = status
            async for step in playing:
                step_lines.print_step(console, step)
                show(line)
            status.update("writing the record")
    print_result(console, playing.result)
    if playing.run_dir:
        if not playing.result.complete:
            console.print(f"Failure: {playing.run_dir / 'failure.md'}", soft_wrap=True, markup=False)
        console.print(f"Report: {playing.run_dir / 'report.html'}", soft_wrap=True, markup=False)
    return playing.result


def _standing(playing: Run) -> str:
    """Says in which step a run was stopped, and whether that step may have had an effect beyond the page."""
    from actwright.engine.records.run_folder import RunFolder

    if playing.run_dir is None:
        return "The page was not open yet; nothing was done."
    result = RunFolder.read(playing.run_dir).result
    where = f"In step {sum(not step.cut_off for step in result.steps) + 1}"
    if not result.unsettled:
        return f"{where}, nothing had begun that may have an effect beyond the page."
    begun = " and ".join(_named(intent.action) for intent in result.unsettled)
    return f"{where}, {begun} had begun: whether it took effect is not known."


def _named(action: Action) -> str:
    return " ".join([action.tool, str(action.parameters.get("element_id") or "")]).strip()
