"""The command line. `main` turns errors into one paragraph and an exit status.

Exit status: 0 complete, 1 not complete, 2 the caller's mistake, 3 the provider or the browser gave up, 130 and 143
after Ctrl-C and SIGTERM.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from actwright.cli.demo import demo
from actwright.cli.doctor import doctor
from actwright.cli.interrupts import Interrupted
from actwright.cli.page import page
from actwright.cli.run import run
from actwright.cli.show import show
from actwright.errors import ActwrightError, ConfigError, RunError

__all__ = ["app", "main"]

app = typer.Typer(
    name="actwright",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for command in (run, page, doctor, show, demo):
    app.command()(command)


def _version(wanted: bool) -> None:  # noqa: FBT001 - as typer calls it
    if wanted:
        from importlib.metadata import version

        typer.echo(f"actwright {version('actwright')}")
        raise typer.Exit


@app.callback()
def actwright(
    version: Annotated[
        bool, typer.Option("--version", metavar="", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Drives a real browser with one language-model call per step, and proves that the job is done."""


def main() -> None:
    """The program `actwright`."""
    try:
        app(prog_name="actwright")
    except Interrupted as error:
        _complain(str(error), title="Stopped", run_dir=error.run_dir)
        sys.exit(error.status)
    except ActwrightError as error:
        _complain(_paragraph(error), run_dir=error.run_dir if isinstance(error, RunError) else None)
        sys.exit(2 if isinstance(error, ConfigError) else 3 if isinstance(error, RunError) else 1)


def _paragraph(error: ActwrightError) -> str:
    """What happened and what to do, as the error says; and whether something may have happened on the page."""
    sentences = [f"{error}".rstrip(". ") + "."]
    if isinstance(error, RunError):
        if error.may_have_acted:
            sentences.append("An action was under way: it may have had its effect on the page.")
        elif error.steps:
            played = "The step" if len(error.steps) == 1 else f"The {len(error.steps)} steps"
            sentences.append(f"{played} before it took place as shown; nothing else was done on the page.")
    return " ".join(sentences)


def _complain(text: str, *, title: str = "Error", run_dir: Path | None = None) -> None:
    """What happened, and below it where the report is, if the run came far enough to have one."""
    from rich.console import Console
    from rich.text import Text

    from actwright.cli.live import printable

    console = Console(stderr=True, soft_wrap=True, highlight=False)
    console.print(Text.assemble((f"{title}: ", "bold red"), (printable(text), "red")))
    if run_dir:
        console.print(f"Report: {run_dir / 'report.html'}", markup=False)
