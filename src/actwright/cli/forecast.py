"""`actwright forecast`: what coming runs will cost, from recorded ones."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from actwright.cli import options
from actwright.cli.progress import progress
from actwright.text import counted


def forecast(
    folders: Annotated[Sequence[Path], Parameter(name="FOLDER")],
    /,
    *,
    runs: options.Count = 1,
    policy: str = "",
    latency: Annotated[float | None, Parameter(metavar="S", validator=Number(gte=0))] = None,
    as_json: options.Json = False,
) -> None:
    """Predict calls, tokens, USD and seconds of coming runs from recorded runs of the same kind.

    Args:
        folders: Run folders, folders of run folders, or folders of comparisons.
        runs: The number of coming runs, such as the rows of a job.
        policy: Only recorded runs of this policy; in a comparison, of the contender with this label.
        latency: Seconds that the model will take for a call; by default as recorded, and an oracle takes none.
    """
    from actwright.cli.json_summary import json_line
    from actwright.compare import forecast as foretelling

    with progress("reading recorded runs"):
        recorded = [cost for folder in folders for cost in foretelling.costs_in(folder, policy=policy)]
        recorded = recorded if latency is None else [cost.at_latency(latency) for cost in recorded]
        found = foretelling.forecast(recorded, runs=runs)
    if as_json:
        print(json_line(found.model_dump(mode="json")))
        return
    print(f"{counted(runs, 'run')}, from {counted(found.recorded, 'recorded run')}:")
    for measure, foretold in found.measures.items():
        if foretold is None:
            print(f"  {measure:13} unknown, because the price of a model is not known")
            continue
        between = foretold.interval
        likely = (
            f" (95 %: {_short(between.low)} to {_short(between.high)})"
            if between
            else " (too few runs for an interval)"
        )
        print(f"  {measure:13} {_short(foretold.expected)}{likely}")


def _short(number: float) -> str:
    """A number as people read it: `76,300`, `0.1273`."""
    text = f"{number:,.4g}"
    return f"{number:,.0f}" if "e+" in text else text
