"""Makes an error that ends a run say what was done before it, and what it may have interrupted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from actwright.engine.records.stream import RunState
from actwright.errors import ActwrightError, BrowserError, RunError


def add_progress(error: ActwrightError, state: RunState, run_dir: Path | None) -> None:
    """Adds what was done so far to an error that ends a run."""
    if isinstance(error, RunError):
        error.steps, error.run_dir = tuple(state.steps), run_dir
        error.may_have_acted = error.may_have_acted or state.has_unknown_outcome
    elif any(step.outcomes for step in state.steps):
        report = f" (report: {run_dir / 'report.html'})" if run_dir else ""
        error.args = (f"{error}\nThis happened in step {len(state.steps)}; what was done before is not undone{report}",)


def name_death(
    died: Callable[[], str],
    state: RunState,
    _kind: type[BaseException] | None,
    error: BaseException | None,
    _trace: TracebackType | None,
) -> None:
    """Makes an error say that the browser is gone, if it is, and what that may have interrupted.

    Args:
        died: Returns what is gone, as in "the browser died"; empty if nothing is.
        state: The run.
    """
    if not isinstance(error, BrowserError) or not (who := died()):
        return
    error.may_have_acted |= state.has_unknown_outcome
    what = "an action was under way and may have taken effect" if error.may_have_acted else "no action was under way"
    error.args = (f"{who} during the run; {what}",)
