"""A comparison in the terminal, in tables that fit its width."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.table import Table
from rich.text import Text

from actwright.compare.figures import POLICY, FigureTable, curve_tables, difference_table, standing_tables
from actwright.compare.figures_text import NONE, amount, intervals, notes, plain, usd, why
from actwright.compare.row import CaseRow
from actwright.compare.summary_schema import Summary
from actwright.text import shortened

STYLES = {"passed": "green", "failed": "red", "crashed": "bold red", "not judged": "yellow"}
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
    tables = [
        *standing_tables(summary),
        difference_table("Differences on the same cases", summary.differences),
        difference_table("Effect of screenshots on the same cases", summary.screenshots),
        *curve_tables(summary),
    ]
    return Group(
        *map(_shown, filter(None, tables)), *(Text(note, style="dim") for note in [*notes(summary), intervals(summary)])
    )


def _shown(table: FigureTable) -> Group:
    figures = _Figures(table.names, [_cut(head) for head in table.heads])
    for names, cells in table.rows:
        figures.add_row(*map(_cut, names), *(cell.replace(" (", "\n(", 1) for cell in cells))
    return Group(Text(_cut(table.title), "bold"), figures, "")


def row_by_row(rows: Sequence[CaseRow]) -> Group:
    """Returns a table with a line per case and contender and, below it, why each one that did not pass failed."""
    seeds = len({row.seed for row in rows}) > 1
    figures = [*(["Seed"] if seeds else []), "N", "Steps", "Calls", "Input", "Output", "USD", "Seconds"]
    table = _Figures(["Task", POLICY, "Outcome"], figures)
    for row in rows:
        table.add_row(*_row_cells(row, seeds=seeds))
    return Group(table, "", *(_why(row, seeds=seeds) for row in rows if row.outcome != "passed"), "")


def _row_cells(row: CaseRow, *, seeds: bool) -> list[str | Text]:
    return [
        _cut(plain(row.case)),
        _cut(plain(row.contender)),
        Text(row.outcome, STYLES[row.outcome]),
        *([str(row.seed)] if seeds else []),
        NONE if row.size is None else str(row.size),
        str(row.steps),
        str(row.calls),
        amount(row.usage.input),
        amount(row.usage.output),
        usd(row.cost),
        amount(row.seconds),
    ]


def _cut(text: str) -> str:
    return shortened(text, LONGEST)


def _why(row: CaseRow, *, seeds: bool) -> Text:
    seed = f" seed {row.seed}" if seeds else ""
    where = f"{_cut(plain(row.case))}{seed}, {_cut(plain(row.contender))}: "
    return Text.assemble((where, STYLES[row.outcome]), _cut(plain(why(row))))


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
