"""`actwright export`: writes a recording as a test or a script for Playwright that works without this library."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from actwright.cli.interrupts import run_to_end
from actwright.cli.options import BrowserAccess, Force, PermissionOptions, Url, ValueOptions
from actwright.cli.progress import progress
from actwright.cli.run_recordings import check_new
from actwright.errors import ConfigError

if TYPE_CHECKING:
    from actwright.schemas.recording import Recording
    from actwright.schemas.task import Task


def export(
    source: Annotated[Path, Parameter(name="RUN|RECORDING")],
    /,
    *,
    to: Annotated[Literal["pytest", "pytest-async", "script", "ts"], Parameter(metavar="FORM")] = "pytest",
    out: Annotated[Path | None, Parameter(name=["--out", "-o"], metavar="FILE")] = None,
    url: Url | None = None,
    force: Force = False,
    values: ValueOptions = ValueOptions(),
    permissions: PermissionOptions = PermissionOptions(),
    browser: BrowserAccess = BrowserAccess(),
) -> None:
    """Write a recording as a test for pytest-playwright or for Playwright's own runner, or as a script.

    Replays the recording once in a browser, so its effects are real. Checks at each action that the locator finds only
    the right element, and that each assertion holds. If one cannot be written, writes nothing.

    Private values and secrets are typed, but not written to the file.

    Args:
        source: A run folder, or a recording.
        to: pytest (sync pages), pytest-async, script, or ts (a test in TypeScript).
        out: The file to write; stdout by default.
        url: The page to start on; by default, where the run started.
    """
    from actwright.recording.export import translated, write_program

    check_new(out, force=force)
    recording, task = _read(source)
    given = values.read()
    data = {**_kept(task), **given["data"]}
    translating = translated(
        recording,
        url=_start(url, task, source, has_values=bool(values.private or values.secret or values.file)),
        data={name: value for name, value in data.items() if name in {*recording.inputs, *recording.fixed}},
        private=given["private"],
        secrets=given["secrets"],
        browser=browser.read(),
        permissions=permissions.read(),
    )
    with progress(f"replaying {source} in a browser"):
        code = run_to_end(translating).code(to)
    if out is None:
        sys.stdout.write(code)
        return
    write_program(code, out)
    print(f"{out}: {recording.size}")


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
    from actwright.engine.permissions.sites_in_text import named_sites

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
