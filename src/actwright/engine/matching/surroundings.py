"""The surroundings of the elements of a page tree: the heading before each, its row, and its neighbours."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from urllib.parse import urlsplit

from actwright.engine.matching.table_cells import CELLS, cells_by_head
from actwright.schemas.page import Element, Observation, PageTool, TreeLine, tree_line
from actwright.schemas.recording import RecordedTarget
from actwright.schemas.sites import origin_of
from actwright.text import one_line, shortened

HEADING = re.compile(r"h[1-6](?:-\d+)?|legend|caption")
ROW = re.compile(r"(?:tr|li|article|dd)(?:-\d+)?")
LONGEST = 120
"""How many characters of a text around an element are kept."""


def described(page: Observation, *, least_cards: int = 1) -> dict[str, RecordedTarget]:
    """Every element and tool of the page, by its ID, with what is around it in the tree.

    Args:
        page: The page.
        least_cards: Under how many headings of one kind a control must stand, so that what is under each is its row; 0
            for no such rows.
    """
    lines = [line for text in page.tree.split("\n") if (line := tree_line(text))]
    places = {line.head: at for at, line in enumerate(lines)}
    cells, cards = cells_by_head(lines), _cards(lines, least_cards) if least_cards else {}
    tools = {tool.id: _tool(tool, page.url) for tool in page.page_tools}
    forms = _fields_by_form(page.elements)
    found = tools
    for each in page.elements:
        target = _target(each, lines, places, cells)
        card = cards.get(places.get(each.id, -1)) if not target.row else None
        form = forms.get((target.frame, each.form), ()) if each.submits else ()
        row = _joined(lines, card, places[each.id], target.name) if card else target.row
        found[each.id] = target.model_copy(update={"row": row, "form": form}) if row or form else target
    return found


def _fields_by_form(elements: Sequence[Element]) -> dict[tuple[str, int | None], tuple[str, ...]]:
    """The labels of the fields of each form, by its frame and number; none of forms that have the same."""
    fields: dict[tuple[str, int | None], dict[str, None]] = defaultdict(dict)
    for each in elements:
        if each.form is not None and not each.submits and (name := _said(each.name or each.attribute_name)):
            fields[each.id.rpartition(".")[0], each.form][name] = None
    times = Counter(map(frozenset, fields.values()))
    return {form: tuple(names) for form, names in fields.items() if times[frozenset(names)] == 1}


def _tool(tool: PageTool, url: str) -> RecordedTarget:
    frame, _, _ = tool.id.rpartition(".")
    origin = "" if tool.origin == origin_of(url) else tool.origin
    return RecordedTarget(
        frame=frame, role=tool.role, name=tool.name, tag=tool.tag, origin=origin, signature=tool.signature
    )


def _target(
    element: Element,
    lines: Sequence[TreeLine],
    places: Mapping[str, int],
    cells: Mapping[int, Mapping[str, str]],
) -> RecordedTarget:
    at = places.get(element.id)
    row = None if at is None else _row_of(lines, at)
    frame, _, _ = element.id.rpartition(".")
    link = urlsplit(element.href)
    return RecordedTarget(
        frame=frame,
        role=element.role,
        name=_said(element.name if re.search(r"\w", element.name) else element.description or element.name),
        tag=element.tag,
        type=element.type,
        field=element.attribute_name,
        placeholder=element.placeholder,
        href=f"{link.path}#{link.fragment}" if link.fragment else link.path,
        group=_said(element.group),
        heading="" if at is None else _heading(lines, at),
        row="" if at is None or row is None else _row(lines, row, at, element.name),
        cells={} if row is None else dict(cells.get(row, {})),
        near=() if at is None else tuple(_near(lines, at)),
    )


def _heading(lines: Sequence[TreeLine], at: int) -> str:
    """The nearest heading above."""
    return next((_text(line) for line in reversed(lines[:at]) if HEADING.fullmatch(line.head)), "")


def _row_of(lines: Sequence[TreeLine], at: int) -> int | None:
    """The place of the innermost row around a line; None if it is in none."""
    depth = lines[at].depth
    for above in range(at - 1, -1, -1):
        if lines[above].depth < depth:
            depth = lines[above].depth
            if ROW.fullmatch(lines[above].head):
                return above
    return None


def _cards(lines: Sequence[TreeLine], least: int) -> dict[int, range]:
    """The lines from a heading to the next one, for each control that stands just once under each of its headings."""
    heads = [at for at, line in enumerate(lines) if HEADING.fullmatch(line.head) and _tag(line) != "h1"]
    alike: dict[tuple[str, str], list[tuple[int, range]]] = defaultdict(list)
    for start, end in pairwise([*heads, len(lines)]):
        for at in range(start + 1, end):
            if (tag := _tag(lines[at])) != lines[at].head:
                alike[tag, _text(lines[at])].append((at, range(start, end)))
    return {
        at: card
        for found in alike.values()
        if len({card for _, card in found}) == len(found) >= least
        and len({(_tag(lines[card[0]]), lines[card[0]].depth) for _, card in found}) == 1
        for at, card in found
    }


def _tag(line: TreeLine) -> str:
    """What a line begins with, without its number."""
    return re.sub(r"-\d+$", "", line.head)


def _row(lines: Sequence[TreeLine], start: int, at: int, name: str) -> str:
    """The text of a row without the text of one line in it."""
    inside = [start]
    for below in range(start + 1, len(lines)):
        if lines[below].depth <= lines[start].depth:
            break
        inside.append(below)
    return _joined(lines, inside, at, name)


def _joined(lines: Sequence[TreeLine], inside: Sequence[int], at: int, name: str) -> str:
    said = [_text(lines[each]) for each in inside if each != at]
    return _said(CELLS.join(text for text in said if text and text != name))


def _near(lines: Sequence[TreeLine], at: int) -> Iterator[str]:
    """The nearest texts before and after the line, at its own level."""
    for way in (range(at - 1, -1, -1), range(at + 1, len(lines))):
        beside = (lines[each] for each in way if lines[each].depth <= lines[at].depth)
        if text := next((_text(line) for line in beside if _text(line)), ""):
            yield text


def _text(line: TreeLine) -> str:
    return _said(line.text or line.attributes.get("label", ""))


def _said(text: str) -> str:
    return shortened(one_line(text), LONGEST)
