"""`actwright compare`: plays the same tasks with several architectures and compares what each costs."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass
from datetime import datetime
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from actwright.cli import options
from actwright.cli.interrupts import Interrupted, run_to_end
from actwright.cli.progress import progress, progress_lines
from actwright.errors import ConfigError, RunError
from actwright.text import counted, shortened

if TYPE_CHECKING:
    from rich.console import Console

    from actwright.compare.case import Case
    from actwright.compare.comparison import Comparison
    from actwright.compare.comparison_folder import ComparisonFolder
    from actwright.compare.row import CaseRow

UNBROKEN = 400
"""The width in columns when the output is not a terminal: wide enough that no table is wrapped."""
LONGEST_TASK = 100


@dataclass(frozen=True, kw_only=True)
class ComparisonModel(options.ModelOptions):
    """The model of all contenders.

    Attributes:
        model: As for run; or oracle, to let the suite's own oracles answer, at no cost.
        verifier: The model that judges steps for two_call, by default the same.
        sampling: Sampling parameters of the models: temperature=0, top_p=0.9, max_output_tokens=2000, effort=low;
            repeatable.
        oracle_latency: Let an oracle take S seconds for each answer; without it, seconds are those without a model.
        judge: The model that judges what WebArena configs leave to a model.
    """

    verifier: Annotated[str | None, Parameter(metavar=r"WIRE:NAME\[@URL]")] = None
    sampling: Annotated[Sequence[str], Parameter(metavar="KEY=VALUE")] = ()
    oracle_latency: Annotated[float | None, Parameter(metavar="S", validator=Number(gte=0, lte=60))] = None
    judge: Annotated[str | None, Parameter(metavar=r"WIRE:NAME\[@URL]")] = None


@dataclass(frozen=True, kw_only=True)
class ComparisonLimits(options.LimitOptions):
    """When a run and the comparison stop.

    Attributes:
        max_cost: Start no further run once the comparison has cost this much.
    """

    max_steps: options.Count = 30


def compare(
    tasks: Path,
    /,
    *,
    policy: Annotated[str, Parameter(metavar="A,B,…")] = "single_call",
    seeds: options.Count = 1,
    concurrency: Annotated[int, Parameter(metavar="N", validator=Number(gte=1, lte=32))] = 1,
    only: Annotated[Sequence[str], Parameter(metavar="ID")] = (),
    show: Annotated[bool, Parameter(name="--list")] = False,
    site: Annotated[Sequence[str], Parameter(metavar="NAME=URL")] = (),
    out: Annotated[Path | None, Parameter(metavar="DIR")] = None,
    as_json: options.Json = False,
    model: ComparisonModel = ComparisonModel(),
    limits: ComparisonLimits = ComparisonLimits(),
    permissions: options.PermissionOptions = options.PermissionOptions(),
    browser: options.BrowserChoice = options.BrowserChoice(),
) -> int:
    """Run the same tasks with several policies, and compare what each costs.

    Pages, tools, model, limits and counting are the same for all. Rows, tables and an HTML report are written to the
    folder.

    Exit status:

    - 0 all runs took place, solved or not; 1 some could not take place, or --max-cost left some out;
    - 2 a mistake in what was given; 3 the provider refused, or no browser starts;
    - 130 stopped by Ctrl-C; 143 stopped by SIGTERM.

    Args:
        tasks: A suite (.py), tasks (.jsonl), or WebArena configs (.json or a folder of them).
        policy: The policies to compare, MODULE:CLASS for your own; the others are compared with the first. A name
            may be followed by +required, +quoted or +plain (the evidence that a claim needs), +pictures, +on-change or +blind (when there is a
            screenshot), and +foretold-0 to +foretold-100 (the percentage of runs in which an oracle knows the end
            before it shows).
        seeds: Run N variants of each task.
        concurrency: Runs at a time.
        only: Only tasks with this ID; * matches anything; repeatable.
        show: List the tasks and exit.
        site: The address of the site NAME of WebArena configs; repeatable.
        out: Folder of the comparison, by default a new one in runs; an unfinished comparison is resumed.
    """
    from actwright.cli.json_summary import an_end_in_json, json_line
    from actwright.cli.values import read_sampling
    from actwright.compare.comparison import Comparison
    from actwright.compare.contender import contenders
    from actwright.compare.play import Plan
    from actwright.compare.source import models_of, without_address
    from actwright.compare.tasks import load_cases, suite_files
    from actwright.engine.limits import Limits

    console = _console(quiet=as_json)
    with an_end_in_json(wanted=as_json):
        cases = _only(load_cases(tasks, seeds=range(seeds), sites=_sites(site), judge=model.judge), only)
        if show:
            _list([case for seed, case in cases if seed == 0])
            return 0
        compared, folder = contenders(policy), _folder(out)
        chosen = _chosen(model.model, asked=any(each.new_policy().roles for each in compared))
        comparison = Comparison(
            plan=Plan(
                cases=cases,
                contenders=compared,
                models=models_of(
                    chosen, base_url=model.base_url, verifier=model.verifier, latency=model.oracle_latency
                ),
                limits=Limits(steps=limits.max_steps, seconds=limits.timeout, silence=limits.silence),
                sampling=read_sampling(model.sampling),
                permissions=permissions.read(),
                concurrency=concurrency,
                browser=browser.read(),
                runs=folder.path / "runs",
                usd=limits.max_cost,
            ),
            folder=folder,
            suite=tasks,
            files=suite_files(tasks),
            judge=without_address(model.judge) if model.judge else "",
            command=["actwright", *sys.argv[1:]],
        )
        _run(comparison, console)
    if as_json:
        print(json_line(comparison.summary().model_dump(mode="json")))
    played = {row.key for row in comparison.rows if not row.error}
    return 0 if all(place.key in played for place in comparison.plan.places) else 1


def _chosen(model: str | None, *, asked: bool) -> str:
    """Returns the model that was given or configured; empty if there is none and no policy asks one, else ConfigError."""
    from actwright.settings import settings

    chosen = model or settings().model
    if chosen or not asked:
        return chosen or ""
    raise ConfigError("no model is set: give --model WIRE:NAME, or --model oracle for a suite that has oracles")


def _folder(out: Path | None) -> ComparisonFolder:
    """Returns the folder that was given, or a new one."""
    from actwright.compare.comparison_folder import ComparisonFolder
    from actwright.settings import settings

    return ComparisonFolder(out or settings().runs / f"compare-{datetime.now().astimezone():%Y%m%d-%H%M%S}")


def _run(comparison: Comparison, console: Console) -> None:
    """Plays a comparison and prints its results, even if an error or a signal ends it early.

    Raises:
        Interrupted: A signal stopped it. The message says how to resume.
        ActwrightError: An error ended it.
    """
    try:
        run_to_end(_play(comparison, console))
    except (Interrupted, RunError) as ended:
        _print(comparison, console)
        if isinstance(ended, Interrupted):
            path = comparison.folder.path
            ended.standing = f"The runs so far are in {path}; give --out {path} to resume."
        raise
    _print(comparison, console)


def _console(*, quiet: bool) -> Console:
    """Returns a console as wide as the terminal or, for files and pipes, wide enough for every table."""
    from rich.console import Console

    console = Console(quiet=quiet, highlight=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = UNBROKEN
    return console


def _list(cases: Sequence[Case]) -> None:
    """Prints a line for each task: its ID, how many acting steps it takes, and what to do."""
    from actwright.compare.figures_text import plain

    for case in cases:
        size = "" if case.size is None else f"  N={case.size}"
        print(f"{plain(case.id)}{size}  {shortened(plain(case.task), LONGEST_TASK)}")


def _print(comparison: Comparison, console: Console) -> None:
    from actwright.compare.figures_text import plain
    from actwright.compare.table import comparison as tables
    from actwright.compare.table import row_by_row

    rows = comparison.rows
    if not rows:
        return
    models = comparison.plan.models
    counted_by = f"; tokens by {models.tokens}" if models.tokens else ""
    console.print(f"Model: {plain(models.told)}{counted_by}", markup=False)
    console.print(row_by_row(rows))
    with progress("computing the results", quiet=console.quiet):
        summary = comparison.summary()
    console.print(tables(summary))
    console.print(f"Report: {comparison.folder.path / 'report.html'}", soft_wrap=True, markup=False)


async def _play(comparison: Comparison, console: Console) -> None:
    """Plays the comparison and shows a progress bar for each contender."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    places, labels = comparison.plan.places, [contender.label for contender in comparison.plan.contenders]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[note]}"))
    live = console.is_terminal and not console.quiet
    with Progress(*columns, TimeElapsedColumn(), console=console, disable=not live) as progress:
        bars = {label: progress.add_task(label, total=len(places) // len(labels), note="") for label in labels}
        so_far: dict[str, list[CaseRow]] = {label: [] for label in labels}

        def count(row: CaseRow) -> None:
            so_far[row.contender].append(row)
            progress.update(bars[row.contender], advance=1, note=_note(so_far[row.contender]))

        for row in comparison.rows:
            if row.contender in so_far and not row.error:  # what crashed is played again
                count(row)
        lines = progress_lines("waiting for the first run", quiet=live, again=10)
        async with aclosing(comparison.play()) as stream:
            with lines as under_way:
                async for played in stream:
                    count(played.row)
                    if not live:
                        print(_line(played.row), file=sys.stderr)
                        under_way("waiting for the next run")


def _note(rows: Sequence[CaseRow]) -> str:
    """Sums up the rows so far: `3 passed, 1 crashed, $0.12`."""
    from actwright.compare.figures_text import usd

    outcomes = Counter(row.outcome for row in rows)
    crashed = f", {outcomes['crashed']} crashed" if outcomes["crashed"] else ""
    return f"{outcomes['passed']} passed{crashed}, {usd(sum(row.cost or 0.0 for row in rows))}"


def _line(row: CaseRow) -> str:
    """Formats a finished row as a line, for output that is not a terminal and shows no bars."""
    from actwright.compare.figures_text import plain, usd

    what = f"{plain(row.case)} seed {row.seed}, {plain(row.contender)}: {row.outcome}"
    return f"{what}, {counted(row.calls, 'call')}, {usd(row.cost)}"


def _only(cases: Sequence[tuple[int, Case]], wanted: Sequence[str]) -> list[tuple[int, Case]]:
    for pattern in wanted:
        if not any(fnmatchcase(case.id, _pattern(pattern)) for _, case in cases):
            raise ConfigError(
                f"there is no task {pattern!r}; --list shows all tasks, and * matches anything, as in --only 'apply-*'"
            )
    return [
        (seed, case)
        for seed, case in cases
        if not wanted or any(fnmatchcase(case.id, _pattern(each)) for each in wanted)
    ]


def _pattern(text: str) -> str:
    """Escapes a pattern so that only `*` has a special meaning."""
    return text.replace("[", "[[]").replace("?", "[?]")


def _sites(given: Sequence[str]) -> dict[str, str]:
    """Reads each `NAME=URL` and returns the URLs by name."""
    found: dict[str, str] = {}
    for each in given:
        name, equals, url = each.partition("=")
        if not equals or not name or "://" not in url:
            raise ConfigError(f"--site {each}: write NAME=URL, as in SHOPPING=http://127.0.0.1:7770")
        found[name] = url
    return found
