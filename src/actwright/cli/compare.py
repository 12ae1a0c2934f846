"""`actwright compare`: the same tasks by several architectures, and what each costs."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from actwright.errors import ConfigError

if TYPE_CHECKING:
    from rich.console import Console

    from actwright.compare.case import Case
    from actwright.compare.comparison import Comparison
    from actwright.compare.row import Outcome, Row

__all__ = ["compare"]


def compare(
    tasks: Annotated[
        Path,
        typer.Argument(
            metavar="TASKS", help="A suite (.py), tasks (.jsonl), or WebArena configs (.json or a folder of them)."
        ),
    ],
    policy: Annotated[
        str,
        typer.Option(
            metavar="A,B,…",
            help="What is compared, the first with the others: policies, with +plain (no evidence) or +blind (no "
            "screenshots) after the name.",
        ),
    ],
    model: Annotated[
        str | None,
        typer.Option(
            metavar="WIRE:NAME", help="As in run; or oracle, to let the suite's own oracles answer, at no cost."
        ),
    ] = None,
    base_url: Annotated[str | None, typer.Option(metavar="URL", help="Where to reach the model's provider.")] = None,
    seeds: Annotated[int, typer.Option(min=1, metavar="N", help="Play N variants of each task.")] = 1,
    concurrency: Annotated[int, typer.Option(min=1, max=32, metavar="N", help="Play N at once.")] = 1,
    only: Annotated[
        list[str] | None, typer.Option(metavar="ID", help="Only tasks whose id has this in it; repeatable.")
    ] = None,
    site: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=URL", help="Where the site NAME of WebArena configs is; repeatable."),
    ] = None,
    judge: Annotated[
        str | None, typer.Option(metavar="WIRE:NAME[@URL]", help="The model that judges what WebArena leaves to one.")
    ] = None,
    max_steps: Annotated[int, typer.Option(min=1, metavar="N", help="Stop a run after N steps.")] = 30,
    timeout: Annotated[float, typer.Option(min=1, metavar="S", help="Stop a run after S seconds.")] = 600,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder of the comparison; one that was begun is gone on with."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", metavar="", help="Print the summary as one JSON object instead of tables.")
    ] = False,
) -> None:
    """Play the same tasks with several policies, and compare what each costs.

    Everything but the policy is the same: pages, tools, model, limits, counting. Rows, tables and an HTML report go to the folder.

    Exit status:
    0 all were played, solved or not; 1 some could not be played;
    2 a mistake in what you gave; 3 the provider refused, or no browser starts;
    130 after Ctrl-C; 143 after SIGTERM.
    """
    from rich.console import Console

    from actwright.cli.interrupts import Interrupted, run_to_end
    from actwright.cli.notes import notes_to_stderr
    from actwright.compare.comparison import Comparison
    from actwright.compare.contender import contenders
    from actwright.compare.files import ComparisonFolder
    from actwright.compare.play import Plan
    from actwright.compare.source import models_of
    from actwright.compare.table import comparison as tables
    from actwright.compare.table import row_by_row
    from actwright.compare.tasks import load_cases
    from actwright.engine.limits import Limits
    from actwright.settings import settings

    notes_to_stderr()
    console = Console(quiet=as_json, highlight=False)
    compared = contenders(policy)
    chosen = model or settings().model
    if chosen is None:
        raise ConfigError("no model: give one with --model, or --model oracle for a suite that has oracles")
    cases = load_cases(tasks, seeds=range(seeds), sites=_sites(site or []), judge=judge)
    folder = ComparisonFolder.open(out or settings().runs / f"compare-{datetime.now().astimezone():%Y%m%d-%H%M%S}")
    comparison = Comparison(
        plan=Plan(
            cases=_only(cases, only or []),
            contenders=compared,
            models=models_of(chosen, base_url=base_url),
            limits=Limits(steps=max_steps, seconds=timeout),
            concurrency=concurrency,
            runs=folder.path / "runs",
        ),
        folder=folder,
        suite=tasks,
        judge=(judge or "").partition("@")[0],
        command=["actwright", *sys.argv[1:]],
    )
    try:
        run_to_end(_play(comparison, console))
    except Interrupted as stopped:
        stopped.standing = f"What was played until then is in {folder.path}; give --out {folder.path} to go on."
        raise
    finally:
        if rows := comparison.rows:
            console.print(row_by_row(rows))
            console.print(tables(comparison.summary()))
            console.print(f"Report: {folder.path / 'report.html'}", soft_wrap=True, markup=False)
    if as_json:
        typer.echo(comparison.summary().model_dump_json())
    raise typer.Exit(1 if any(row.error for row in comparison.rows) else 0)


async def _play(comparison: Comparison, console: Console) -> None:
    """Plays it, with a bar for each contender."""
    from contextlib import aclosing

    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    places, labels = comparison.plan.places, [contender.label for contender in comparison.plan.contenders]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[note]}"))
    with Progress(*columns, TimeElapsedColumn(), console=console) as progress:
        bars = {label: progress.add_task(label, total=len(places) // len(labels), note="") for label in labels}
        outcomes: dict[str, Counter[Outcome]] = {label: Counter() for label in labels}

        def count(row: Row) -> None:
            outcomes[row.contender][row.outcome] += 1
            progress.update(bars[row.contender], advance=1, note=_note(outcomes[row.contender]))

        for row in comparison.rows:
            if not row.error:  # what crashed is played again
                count(row)
        async with aclosing(comparison.play()) as stream:
            async for played in stream:
                count(played.row)


def _note(outcomes: Counter[Outcome]) -> str:
    crashed = outcomes["crashed"]
    return f"{outcomes['passed']} passed" + (f", {crashed} crashed" if crashed else "")


def _only(cases: Sequence[tuple[int, Case]], wanted: Sequence[str]) -> list[tuple[int, Case]]:
    found = [(seed, case) for seed, case in cases if not wanted or any(part in case.id for part in wanted)]
    if not found:
        raise ConfigError(f"no task has {' or '.join(wanted)} in its id; the first is {cases[0][1].id!r}")
    return found


def _sites(given: Sequence[str]) -> dict[str, str]:
    """`NAME=URL`, by name."""
    found: dict[str, str] = {}
    for each in given:
        name, equals, url = each.partition("=")
        if not equals or not name or "://" not in url:
            raise ConfigError(f"--site {each}: write NAME=URL, as in SHOPPING=http://127.0.0.1:7770")
        found[name] = url
    return found
