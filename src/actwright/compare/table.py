"""A comparison in the terminal, in tables that fit its width."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.table import Table
from rich.text import Text

from actwright.compare.row import CaseRow
from actwright.compare.summary import ContenderResult, Difference, Measure, Point, Summary
from actwright.compare.wording import (
    INTERVALS,
    NONE,
    amount,
    change,
    mean,
    notes,
    per_success,
    plain,
    success,
    success_change,
    total,
    usd,
    why,
)
from actwright.text import shortened

__all__ = ["comparison", "curve_tables", "difference_table", "row_by_row", "standing_tables"]

POLICY = "Policy"
STYLES = {"passed": "green", "failed": "red", "crashed": "bold red", "not judged": "yellow"}
SHOWN: tuple[Measure, ...] = ("calls", "input", "usd", "seconds")
WIDEST = 22
"""How many characters of a label are never wrapped."""
GAP = 2
"""How many characters are between columns."""
LONGEST = 120
"""The maximum length of a label or a reason, in characters."""


def comparison(summary: Summary) -> Group:
    """Returns all tables but that of single rows, with notes below."""
    if not summary.contenders:
        return Group("No cases were played.")
    parts: list[RenderableType] = [*standing_tables(summary)]
    if summary.differences:
        parts.append(difference_table("Differences on the same cases", summary.differences))
    if summary.screenshots:
        parts.append(difference_table("Effect of screenshots on the same cases", summary.screenshots))
    parts += curve_tables(summary)
    parts += [Text(note, style="dim") for note in [*notes(summary), INTERVALS]]
    return Group(*parts)


def standing_tables(summary: Summary) -> Iterator[Group]:
    """Yields tables of each contender's results: success and cost, tokens, work and errors."""
    cost = ["Passed", "Success", "Calls", "Input\ntokens", "USD", "USD\nno cache", "USD per\nsuccess", "Seconds"]
    tokens = ["Fresh", "Cache\nread", "Cache\nwrite", "Image", "Output", "Reasoning"]
    work = ["Steps", "Calls", "Page\nlooks", "Unusable\nreplies", "Failed\nactions", "Not\njudged", "Crashed"]
    for title, columns, cells in (
        ("Success and cost, mean per case", cost, _cost_cells),
        ("Tokens, mean per case; images are part of the input, reasoning of the output", tokens, _token_cells),
        ("Work (mean per case) and errors (total)", work, _work_cells),
    ):
        table = _Figures([POLICY], columns)
        for standing in summary.contenders:
            table.add_row(_label(standing.contender), *cells(standing))
        yield _titled(title, table)


def difference_table(title: str, differences: Sequence[Difference]) -> Group:
    """Returns a table of paired differences.

    A pair is won if the policy passed and the other did not, and lost if it is the other way round.
    """
    baselines = list(dict.fromkeys(each.baseline for each in differences))
    several = len(baselines) > 1
    names = [POLICY, *(["Against"] if several else [])]
    table = _Figures(names, ["Pairs", "Won", "Lost", "Success", "Calls", "Input tokens", "USD", "Seconds"])
    for each in differences:
        labels = [_label(each.contender), *([_label(each.baseline)] if several else [])]
        table.add_row(*labels, *_difference_cells(each))
    return _titled(title if several else f"{title}, against {shortened(plain(baselines[0]), LONGEST)}", table)


def curve_tables(summary: Summary) -> Iterator[Group]:
    """Yields tables of input tokens, calls and USD by the least number of acting steps; none if no size is known."""
    of_points: list[tuple[str, Callable[[Point], str]]] = [
        ("Input tokens", lambda point: amount(point.input)),
        ("Model calls", lambda point: amount(point.calls)),
    ]
    if any(point.usd is not None for point in summary.curve):
        of_points.append(("USD", lambda point: usd(point.usd)))
    for name, words in of_points:
        yield from _curve(summary, f"{name} by task length N (least number of acting steps), mean per case", words)


def row_by_row(rows: Sequence[CaseRow]) -> Group:
    """Returns a table with a line per case and contender and, below it, why each one that did not pass failed."""
    seeds = len({row.seed for row in rows}) > 1
    figures = [*(["Seed"] if seeds else []), "N", "Steps", "Calls", "Input", "Output", "USD", "Seconds"]
    table = _Figures(["Task", POLICY, "Outcome"], figures)
    for row in rows:
        table.add_row(*_row_cells(row, seeds=seeds))
    return Group(table, "", *(_why(row, seeds=seeds) for row in rows if row.outcome != "passed"), "")


def _curve(summary: Summary, title: str, words: Callable[[Point], str]) -> Iterator[Group]:
    points = {(point.contender, point.size): words(point) for point in summary.curve}
    sizes = sorted({size for _, size in points})
    labels = list(dict.fromkeys(label for label, _ in points))
    table = _Figures(["N"], [_label(label) for label in labels])
    for size in sizes:
        table.add_row(str(size), *(points.get((label, size), NONE) for label in labels))
    if sizes:
        yield _titled(title, table)


def _cost_cells(standing: ContenderResult) -> list[str]:
    of = standing.measures
    return [
        f"{standing.passed}/{standing.judged}",
        success(standing),
        *(mean(of[measure]) for measure in ("calls", "input")),
        *(mean(of[measure], usd) for measure in ("usd", "usd_uncached")),
        per_success(standing),
        mean(of["seconds"]),
    ]


def _token_cells(standing: ContenderResult) -> list[str]:
    of = standing.measures
    return [mean(of[measure]) for measure in ("fresh", "cache_read", "cache_write", "image", "output", "reasoning")]


def _work_cells(standing: ContenderResult) -> list[str]:
    of = standing.measures
    return [
        *(mean(of[measure]) for measure in ("steps", "calls", "captures")),
        *(total(of[measure]) for measure in ("unusable", "failed_actions")),
        str(standing.not_judged),
        str(standing.crashed),
    ]


def _difference_cells(each: Difference) -> list[str]:
    found = each.success
    return [
        str(each.pairs),
        *([str(found.only_contender), str(found.only_baseline)] if found else [NONE, NONE]),
        _two_lines(success_change(found)),
        *(_two_lines(change(each.measures[measure])) if each.pairs else NONE for measure in SHOWN),
    ]


def _row_cells(row: CaseRow, *, seeds: bool) -> list[str | Text]:
    became = row.outcome
    return [
        Text(shortened(plain(row.case), LONGEST)),
        _label(row.contender),
        Text(became, STYLES[became]),
        *([str(row.seed)] if seeds else []),
        NONE if row.size is None else str(row.size),
        str(row.steps),
        str(row.calls),
        amount(row.usage.input),
        amount(row.usage.output),
        usd(row.cost),
        amount(row.seconds),
    ]


def _two_lines(figure: str) -> str:
    """Puts the interval of a figure on a second line."""
    return figure.replace(" (", "\n(", 1)


def _label(label: str) -> Text:
    return Text(shortened(plain(label), LONGEST))


def _why(row: CaseRow, *, seeds: bool) -> Text:
    seed = f" seed {row.seed}" if seeds else ""
    where = f"{shortened(plain(row.case), LONGEST)}{seed}, {shortened(plain(row.contender), LONGEST)}: "
    return Text.assemble((where, STYLES[row.outcome]), shortened(plain(why(row)), LONGEST))


def _titled(title: str, figures: _Figures) -> Group:
    return Group(Text(title, "bold"), figures, "")


class _Figures:
    """A table with columns of names and columns of figures; if it is too wide, several tables, each with the names.

    Figures are never cut, and names are wrapped only beyond 22 characters.
    """

    def __init__(self, names: Sequence[str], figures: Sequence[str | Text]) -> None:
        self._names = [Text(name) for name in names]
        self._figures = [Text.assemble(figure) for figure in figures]
        self._rows: list[list[Text]] = []

    def add_row(self, *cells: str | Text) -> None:
        """Adds a row with a cell for each column."""
        self._rows.append([Text.assemble(cell) for cell in cells])

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        named = len(self._names)
        left = options.max_width - sum(min(self._width(column), WIDEST) + GAP for column in range(named))
        for number, columns in enumerate(self._abreast(range(named, named + len(self._figures)), left)):
            yield from [Text("")] * bool(number)
            yield self._table(columns)

    def _abreast(self, columns: Iterable[int], width: int) -> Iterator[list[int]]:
        """Yields as many columns at a time as fit the width, at least one."""
        some: list[int] = []
        for column in columns:
            if some and sum(self._width(each) + GAP for each in (*some, column)) > width:
                yield some
                some = []
            some.append(column)
        yield some

    def _width(self, column: int) -> int:
        head = (*self._names, *self._figures)[column]
        return max(line.cell_len for cell in (head, *(row[column] for row in self._rows)) for line in cell.split("\n"))

    def _table(self, figures: Sequence[int]) -> Table:
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 0, 0, 1))
        for column, head in enumerate(self._names):
            table.add_column(head, overflow="fold", min_width=min(self._width(column), WIDEST))
        for column in figures:
            table.add_column(self._figures[column - len(self._names)], justify="right", no_wrap=True)
        for row in self._rows:
            table.add_row(*row[: len(self._names)], *(row[column] for column in figures))
        return table
