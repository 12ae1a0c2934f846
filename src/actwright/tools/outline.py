"""The page tree as an outline: sections under headings, rows, cells, and the numbers in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import takewhile

from actwright.schemas.page import Observation, TreeLine, tree_line
from actwright.text import one_line

HEADING = re.compile(r"(?:f\d+\.)?(?:h([1-6])|legend|caption)(?:-\d+)?")
LABELLED = re.compile(r"(?:f\d+\.)?(?:table|region|group|form|fieldset|ul|ol|feed|article)(?:-\d+)?")
"""What a label names as a heading does, if no heading has that text: a table by its caption."""
ROW = re.compile(r"(?:f\d+\.)?(?:tr|li|article|option)(?:-\d+)?")
TERM, DESCRIPTION = re.compile(r"(?:f\d+\.)?dt(?:-\d+)?"), re.compile(r"(?:f\d+\.)?dd(?:-\d+)?")
PRESSED = re.compile(r"(?:f\d+\.)?(?:button|a|summary)-\d+")
LEAST, CHAPTER = 7, 2
"""The level of a heading that is not one of h1 to h6, and the deepest level that divides a page into chapters."""
SAID = ("label", "value", "error", "description")
"""Attributes of a line that a person reads."""
CELLS = " | "
LEAST_PART = 3
"""From this length on, a part of a word may be what was meant."""
SPACED = re.compile(r"[^\W_\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""Letters and digits of scripts that separate words by spaces. Thai, Lao, Burmese, Khmer, Japanese, Chinese and Korean
do not, or not always."""
ABOUT_THE_PAGE = frozenset({"page", "selection", "cover"})
NOT_NUMBERS = re.compile(r"\b\d{1,4}([-/.])\d{1,2}\1\d{1,4}\b|\b\d{1,2}:\d{2}(?::\d{2})?\b|\b\w*[^\W\d_]\w*-?\d+\w*\b")
"""Dates, times, and digits within words, as in `A-4711`."""
NUMBER = re.compile(
    r"(?:(?<![\w.,])[-\u2212])?(?:[$\u20ac\u00a3\u00a5]\s?)?(?<![\d.,])(\d(?:[\d.,'\u2019]|[ \u00a0\u202f](?=\d{3}(?!\d)))*)"
)


@dataclass(frozen=True, slots=True)
class Outline:
    """The lines of a tree, in the order of the page. The *place* of a line is its index among them.

    Attributes:
        lines: As the tree has them.
        said: What each line says to a person: its label, its text, its value.
        rows: The row that each line is in: the place of the innermost `tr`, `li`, `article` or `option` around it, or
            its own place if it is in none. A term (`dt`) and its descriptions are a row as well.
        members: The places of the lines of each row.
    """

    lines: tuple[TreeLine, ...] = ()
    said: tuple[str, ...] = ()
    rows: tuple[int, ...] = ()
    members: Mapping[int, Sequence[int]] = field(default_factory=dict[int, list[int]])

    def sections(self, under: str) -> list[range]:
        """The places of the lines under each heading, or in each table or group, with that name; all if it is empty."""
        if not under.strip():
            return [range(len(self.lines))]
        headings = [at for at in range(len(self.lines)) if self.is_heading(at) and same_words(self.said[at], under)]
        if headings:
            return [self.section(at) for at in headings]
        labelled = (at for at, line in enumerate(self.lines) if LABELLED.fullmatch(line.head))
        return [self.inside(at) for at in labelled if same_words(self.lines[at].attributes.get("label", ""), under)]

    def inside(self, at: int) -> range:
        """The places of the lines within a line."""
        ends = (place for place in range(at + 1, len(self.lines)) if self.lines[place].depth <= self.lines[at].depth)
        return range(at + 1, next(ends, len(self.lines)))

    def parts(self) -> dict[int, list[int]]:
        """The places of the lines in each part of the page, by the place of its heading.

        A line belongs to the innermost heading, h1 to h6, that it stands under. The lines under no heading, under the
        first one or under an h1 are the main part, whose key is -1.
        """
        headings = [at for at in range(len(self.lines)) if self.is_heading(at) and self._level(at) < LEAST]
        owner = [-1] * len(self.lines)
        for heading in headings[1:]:
            for at in self.section(heading):
                owner[at] = heading if self._level(heading) > 1 else -1
        parts: dict[int, list[int]] = {}
        for at, heading in enumerate(owner):
            parts.setdefault(heading, []).append(at)
        return parts

    def cells(self, row: int) -> list[str]:
        """The texts of a row, one for each cell."""
        return [cell for at in self.members[row] for cell in self.said[at].split(CELLS) if cell]

    def is_row(self, at: int) -> bool:
        """Whether the line is a row, and not just a line outside all rows."""
        return _is_row(self.lines[at]) and self.rows[at] == at

    def is_term(self, at: int) -> bool:
        """Whether the line is a term, whose descriptions are its row."""
        return TERM.fullmatch(self.lines[at].head) is not None

    def is_head(self, row: int) -> bool:
        """Whether a row is the first of a table with others below it, and has no number: the heads of its columns."""
        table = self.table(row)
        return len(table) > 1 and table[0] == row and not any(map(numbers_in, self.cells(row)))

    def rows_with(self, cells: str, *, loosely: bool = False) -> list[int]:
        """The rows, or lines outside of rows, that have these texts, which are written with ` | ` between them.

        Args:
            cells: The texts.
            loosely: Whether another case, and a part of a word, will do.
        """
        wanted = [one_line(cell) for cell in cells.split(CELLS) if cell.strip()]
        return [row for row in self.members if all(_has(CELLS.join(self.cells(row)), each, loosely) for each in wanted)]

    def column(self, row: int, head: str) -> tuple[dict[int, str], str]:
        """The cells of one column of the table that a row is in, by row; or why it is not known which they are.

        The head is the nearest row above that has a cell with that text. A page tree leaves out empty cells, so that a
        row with fewer cells than others does not show which one is missing; such rows are left out.
        """
        table = self.table(row)
        above = [at for at in table if at < row and any(same_words(cell, head) for cell in self.cells(at))]
        if not above:
            return {}, f'no column is called "{one_line(head)}"'
        heads = self.cells(above[-1])
        at = next(index for index, cell in enumerate(heads) if same_words(cell, head))
        rows = [each for each in table if each > above[-1]]
        whole = max(len(self.cells(each)) for each in rows)
        full = [each for each in rows if len(self.cells(each)) == whole]
        if row in full and all(whole - self._buttons(each) <= len(heads) <= whole for each in full):
            return {each: self.cells(each)[at] for each in full}, ""
        unknown = "which is in which column is not known"
        return {}, f"the row has {len(self.cells(row))} cells, others {whole}, and its head {len(heads)}: {unknown}"

    def below(self, row: int) -> list[int]:
        """The rows of its table or list that come after a row."""
        return [at for at in self.table(row) if at > row]

    def table(self, row: int) -> list[int]:
        """The places of the rows of a table or list: those that follow each other at one depth."""
        depth = self.lines[row].depth
        table = [row]
        for way in (range(row - 1, -1, -1), range(row + 1, len(self.lines))):
            for at in way:
                if self.lines[at].depth > depth:
                    continue
                if self.lines[at].depth < depth or not (self.is_row(at) or self._goes_on(at)):
                    break
                if self.is_row(at):
                    table.append(at)
        return sorted(table)

    def _goes_on(self, at: int) -> bool:
        """Whether a line belongs to a row of its own depth, as a description belongs to its term."""
        row = self.rows[at]
        return row != at and self.lines[row].depth == self.lines[at].depth

    def _buttons(self, row: int) -> int:
        """How many buttons and links stand at the end of a row; their columns often have no head."""
        ends = takewhile(lambda at: PRESSED.fullmatch(self.lines[at].head), reversed(self.members[row]))
        return sum(1 for at in ends if self.said[at])

    def is_heading(self, at: int) -> bool:
        """Whether the line is a heading."""
        return HEADING.fullmatch(self.lines[at].head) is not None

    def around(self, at: int) -> int:
        """The place of the line that holds this one; -1 for the page itself."""
        depth = self.lines[at].depth
        return next((place for place in range(at - 1, -1, -1) if self.lines[place].depth < depth), -1)

    def chapter(self, at: int) -> int:
        """The place of the nearest h1 or h2 before a line; -1 if there is none."""
        found = (place for place in range(at - 1, -1, -1) if self.is_heading(place) and self._level(place) <= CHAPTER)
        return next(found, -1)

    def _level(self, at: int) -> int:
        match = HEADING.fullmatch(self.lines[at].head)
        return int(match[1]) if match and match[1] else LEAST

    def section(self, heading: int) -> range:
        """The lines under a heading: to the next one of its level or higher, or to the end of what the heading is in.

        If a heading is in a `header`, its lines go on after that.
        """
        depth, level = self.lines[heading].depth, self._level(heading)
        around = next((line for line in reversed(self.lines[:heading]) if line.depth < depth), None)
        least = 0 if around is None or around.head == "header" else depth
        for at in range(heading + 1, len(self.lines)):
            if self.lines[at].depth < least or (self.is_heading(at) and self._level(at) <= level):
                return range(heading + 1, at)
        return range(heading + 1, len(self.lines))


def outline_of(page: Observation) -> Outline:
    """The outline of a page's tree. For a complete outline, the tree must have been made without a budget."""
    return _outline(page.tree)


@lru_cache(maxsize=2)
def _outline(tree: str) -> Outline:
    """The same for the text of a tree; it is cached, because several facts are about the same look."""
    read = (tree_line(line) for line in tree.split("\n"))
    lines = tuple(line for line in read if line and not (line.head in ABOUT_THE_PAGE and line.depth == 0))
    rows = tuple(_rows(lines))
    members: dict[int, list[int]] = {}
    for at, row in enumerate(rows):
        members.setdefault(row, []).append(at)
    return Outline(lines, tuple(map(_said, lines)), rows, members)


def _said(line: TreeLine) -> str:
    attributes = line.attributes
    parts = (attributes.get("label", ""), line.text, *(attributes.get(name, "") for name in SAID[1:]))
    return CELLS.join(one_line(part) for part in parts if part.strip())


def _rows(lines: Sequence[TreeLine]) -> Iterator[int]:
    """The row of each line."""
    open_rows: list[int] = []
    for at, line in enumerate(lines):
        while open_rows and not _goes_on(lines, open_rows[-1], at):
            open_rows.pop()
        if _is_row(line) and not (open_rows and lines[open_rows[-1]].depth == line.depth):
            open_rows.append(at)
        yield open_rows[-1] if open_rows else at


def _is_row(line: TreeLine) -> bool:
    return ROW.fullmatch(line.head) is not None or TERM.fullmatch(line.head) is not None


def _goes_on(lines: Sequence[TreeLine], row: int, at: int) -> bool:
    """Whether a row that began at one place goes on at another: inside it, or with terms and then their descriptions."""
    if lines[at].depth != lines[row].depth or not TERM.fullmatch(lines[row].head):
        return lines[at].depth > lines[row].depth
    if not TERM.fullmatch(lines[at].head):
        return _describes(lines, at)
    return not any(_describes(lines, each) for each in range(row, at) if lines[each].depth == lines[row].depth)


def _describes(lines: Sequence[TreeLine], at: int) -> bool:
    """Whether a line is a description, or stands right after a term: a tree prints the only line of one in its place."""
    before = next(each for each in range(at - 1, -2, -1) if each < 0 or lines[each].depth <= lines[at].depth)
    alone = not any(kind.fullmatch(lines[at].head) for kind in (TERM, HEADING))
    return DESCRIPTION.fullmatch(lines[at].head) is not None or (
        alone and before >= 0 and TERM.fullmatch(lines[before].head) is not None
    )


def _has(row: str, cell: str, loosely: bool) -> bool:  # noqa: FBT001 - one caller
    part = loosely and len(cell) >= LEAST_PART and cell.casefold() in row.casefold()
    return part or bool(words_in(row, cell, any_case=loosely))


def same_words(one: str, other: str) -> bool:
    """Whether two headings say the same, apart from case and a colon or star at their ends."""
    return one_line(one).strip(" *:").casefold() == one_line(other).strip(" *:").casefold()


def words_in(text: str, words: str, *, any_case: bool = False) -> list[tuple[int, int]]:
    """The spans of a text in which words stand as whole words; none for a `{{name}}`, which is a withheld value."""
    wanted = one_line(words)
    if not wanted or "{{" in wanted:
        return []
    before, after = (r"(?<!\w)" if SPACED.match(wanted[0]) else ""), (r"(?!\w)" if SPACED.match(wanted[-1]) else "")
    pattern = re.compile(before + re.escape(wanted) + after, re.IGNORECASE if any_case else 0)
    return [match.span() for match in pattern.finditer(text)]


def numbers_in(text: str) -> list[tuple[int, frozenset[float]]]:
    """The numbers in a text: where each begins, and its possible values, as `1.250` may be 1.25 or 1250.

    Dates, times and digits within words are not numbers. A comma before three digits separates thousands.
    """
    plain = NOT_NUMBERS.sub(lambda match: " " * len(match[0]), text)
    found: list[tuple[int, frozenset[float]]] = []
    for match in NUMBER.finditer(plain):
        digits = re.sub(r"[\s'\u2019]", "", match[1]).rstrip(".,")
        sign = -1.0 if match[0].lstrip()[:1] in "-\u2212" else 1.0
        if values := _readings(digits):
            found.append((match.start(), frozenset(sign * value for value in values)))
    return found


def _readings(digits: str) -> set[float]:
    """The possible values of digits with points and commas; none if they are not a number, as `1,2,3`."""
    points, commas = digits.count("."), digits.count(",")
    if points and commas:
        decimal = max(".,", key=digits.rfind)
        whole = digits.replace("," if decimal == "." else ".", "")
        return {float(whole.replace(",", "."))} if whole.count(decimal) == 1 else set()
    if points + commas > 1:
        grouped = re.fullmatch(r"\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}", digits)
        return {float(re.sub(r"\D", "", digits))} if grouped else set()
    if commas:
        whole, _, rest = digits.partition(",")
        return {float(f"{whole}{rest}" if len(rest) == len("000") else f"{whole}.{rest}")}
    if points and len(digits.partition(".")[2]) == len("000") and not digits.startswith("0"):
        return {float(digits), float(digits.replace(".", ""))}
    return {float(digits)}
