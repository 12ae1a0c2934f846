"""The command line. `main` turns errors into one paragraph and an exit status.

Exit status: 0 complete, 1 not complete, 2 a mistake of the caller, 3 the provider refused, or the provider or the
browser failed, 4 complete although the recording did not fit, 130 and 143 after Ctrl-C and SIGTERM.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from cyclopts import App, Parameter

from actwright.cli.browse import browse
from actwright.cli.check import check
from actwright.cli.codegen import codegen
from actwright.cli.compare import compare
from actwright.cli.demo import demo
from actwright.cli.doctor import doctor
from actwright.cli.export import export
from actwright.cli.forecast import forecast
from actwright.cli.heal import heal
from actwright.cli.interrupts import Interrupted
from actwright.cli.jobs import app as jobs
from actwright.cli.mcp import mcp
from actwright.cli.options import OPTIONS
from actwright.cli.page import page
from actwright.cli.permissions import permissions
from actwright.cli.record import record
from actwright.cli.run import run
from actwright.cli.serve import serve
from actwright.cli.show import show
from actwright.cli.stderr_messages import notes_to_stderr, with_log
from actwright.errors import ActwrightError, ConfigError, RunError
from actwright.text import printable

if TYPE_CHECKING:
    from actwright.schemas.step import Step

__all__ = ["app", "main"]

app = App(
    name="actwright",
    help="Drives a real browser with one language-model call per step, and checks the proof of each run.",
    help_format="markdown",
    help_flags="--help",
    version=lambda: f"actwright {version('actwright')}",
    version_flags="--version",
    default_parameter=Parameter(negative=(), show_default=lambda default: default or None),
    group_parameters=OPTIONS,
)
COMMANDS = (
    run,
    check,
    browse,
    page,
    compare,
    doctor,
    show,
    forecast,
    permissions,
    record,
    heal,
    codegen,
    export,
    mcp,
    serve,
    demo,
)
for place, command in enumerate(COMMANDS):
    app.command(with_log(command), sort_key=place)
app.command(jobs)


def main() -> None:
    """The program `actwright`."""
    notes_to_stderr()
    try:
        app(sys.argv[1:])
    except BrokenPipeError:  # whoever read the output has ended; Python must not try to write the rest
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except Interrupted as error:
        _complain(str(error), title="Stopped", run_dir=error.run_dir)
        sys.exit(error.status)
    except ActwrightError as error:
        _complain(_paragraph(error), run_dir=error.run_dir if isinstance(error, RunError) else None)
        sys.exit(2 if isinstance(error, ConfigError) else 3 if isinstance(error, RunError) else 1)


def _paragraph(error: ActwrightError) -> str:
    """Returns the text of an error, and what was or may have been done on the page."""
    sentences = [f"{error}".rstrip(". ") + "."]
    if isinstance(error, RunError):
        if error.may_have_acted:
            sentences.append("An action was under way; it may have had an effect on the page.")
        elif error.steps:
            sentences.append(_played(error.steps))
    return " ".join(sentences)


def _played(steps: Sequence[Step]) -> str:
    """Says how many steps took place before an error. It occurred in the last step if that has no proposal."""
    count = len(steps) - (steps[-1].proposal is None)
    if not count:
        return "Nothing was done on the page."
    played = "The step" if count == 1 else f"The {count} steps"
    return f"{played} before it took place as shown; nothing else was done on the page."


def _complain(text: str, *, title: str = "Error", run_dir: Path | None = None) -> None:
    """Prints what happened and, if the run has a folder, the path of its report."""
    from rich.console import Console
    from rich.text import Text

    console = Console(stderr=True, soft_wrap=True, highlight=False)
    console.print(Text.assemble((f"{title}: ", "bold red"), (printable(text), "red")))
    if run_dir:
        console.print(f"Report: {run_dir / 'report.html'}", markup=False)
