"""`actwright export`: writes a recording as a pytest-playwright test or a script that works without this library."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from actwright.cli.allowed import with_permissions
from actwright.cli.recordings import Force, check_new
from actwright.errors import ConfigError

if TYPE_CHECKING:
    from actwright.schemas.recording import Recording
    from actwright.schemas.task import Task

__all__ = ["export"]


@with_permissions()
def export(
    source: Annotated[Path, typer.Argument(metavar="RUN|RECORDING", help="A run folder, or a recording.")],
    to: Annotated[
        Literal["pytest", "pytest-async", "script"],
        typer.Option(metavar="FORM", help="pytest (sync pages), pytest-async, or script."),
    ] = "pytest",
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="The file to write; stdout by default.")
    ] = None,
    url: Annotated[
        str | None, typer.Option(metavar="URL", help="The page to start on; by default, where the run started.")
    ] = None,
    data: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="A value that the recording needs; repeatable.")
    ] = None,
    data_file: Annotated[
        Path | None,
        typer.Option(metavar="F.json", help="Values that the recording needs: a file with one JSON object."),
    ] = None,
    private: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY[=VALUE]", help="A value that is typed but not written to the file; repeatable."),
    ] = None,
    secret: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY[@ORIGIN]",
            help="A secret, from the environment variable KEY or a hidden prompt; repeatable.",
        ),
    ] = None,
    secret_field: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=FIELD", help="A field that may receive a secret; repeatable."),
    ] = None,
    file: Annotated[list[str] | None, typer.Option(metavar="KEY=PATH", help="A file to upload; repeatable.")] = None,
    permissions: Callable[[], Any] = dict,
    headed: Annotated[bool, typer.Option("--headed", metavar="", help="Show the browser window.")] = False,
    force: Force = False,
) -> None:
    """Write a recording as a pytest-playwright test or as a script.

    Replays the recording once in a browser, so its effects are real. Checks at each action that the locator finds only
    the right element, and that each assertion holds. If one cannot be written, writes nothing.
    """
    from actwright.cli.interrupts import run_to_end
    from actwright.cli.notes import notes_to_stderr
    from actwright.cli.values import read_data, read_files, read_private, read_secrets
    from actwright.engine.page.browser.options import BrowserOptions
    from actwright.recording.export import translated, write_program
    from actwright.text import counted

    notes_to_stderr()
    check_new(out, force=force)
    recording, task = _read(source)
    withheld, values = read_private(private or [], read_data(data or [], data_file))
    files = read_files(file or [])
    given = {**_kept(task), **values, **files}
    translating = translated(
        recording,
        url=_start(url, task, source, has_values=bool(private or secret or files)),
        data={name: value for name, value in given.items() if name in recording.inputs},
        private=withheld,
        secrets=read_secrets(secret or [], secret_field or []),
        browser=BrowserOptions(headless=False if headed else None),
        permissions=permissions(),
    )
    code = run_to_end(translating).code(to)
    if out is None:
        typer.echo(code, nl=False)
        return
    write_program(code, out)
    typer.echo(f"{out}: {counted(len(recording.actions), 'action')}")


def _start(url: str | None, task: Task | None, source: Path, *, has_values: bool) -> str:
    """Returns the URL at which the program begins. With `has_values`, it is not taken from a record, which others may have written."""
    if url is None and has_values:
        raise ConfigError("give --url: private values, secrets and files go only to a site that you name")
    start = url or (task.url if task else None)
    if start is None:
        raise ConfigError(f"{source} has no start URL; give --url")
    return start


def _kept(task: Task | None) -> dict[str, str]:
    """Returns the values that a run had, without those that would permit a file or a site."""
    from actwright.engine.permissions.rules import named_sites

    values = task.data.items() if task else ()
    return {
        name: value for name, value in values if name not in (task.files if task else ()) and not named_sites(value)
    }


def _read(source: Path) -> tuple[Recording, Task | None]:
    """Returns the recording and, if the source is a run folder, the task of that run."""
    from actwright.engine.records.run_folder import read_run
    from actwright.recording import read_recording, record

    if not source.is_dir():
        return read_recording(source), None
    result = read_run(source)
    return record(result), result.task
