"""Removes lines from a page tree that carry no information or repeat another line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from actwright.engine.page.reading.node import Node, Text, nodes
from actwright.schemas.page import Element
from actwright.text import one_line

_UNWRAPPED = frozenset({"li", "td", "th", "dd", "dt", "p", "pre", "blockquote"})
"""Tags of lines that are left out when they hold exactly one other line and have no text."""
_CONTAINERS = frozenset({"ul", "ol", "table", "header", "footer", "aside", "article", "menu", "main", "nav", "toolbar"})
"""Tags of lines that are left out when they hold at most one other line and have no name."""
_LISTS = frozenset({"ul", "ol"})
"""Tags of lines that are left out when each of the nodes they hold is one line."""
_LONGEST_JOINED = 120
LONGEST_DESCRIPTION = 120
_CUT = 200
"""A description of this many characters may have been cut."""
_BESIDE = 200
"""The maximum distance, in letters, at which text is still taken for the description of a field."""
_FIELDS = frozenset({"input", "select", "textarea"})
_BRACKETS = {"[": "]", "(": ")", "{": "}"}


def simplified(page: Node) -> Node:
    """The page without meaningless wrappers, and with each field description only once: as an attribute or as text."""
    _remove_shown_descriptions(page, _remove_repeated_texts(page))
    page.kids = _simplified(page.kids)
    return page


def described(element: Element) -> str:
    """What a field states about its value besides its name, or a picture to press: the error, or else the description."""
    if element.error:
        return element.error
    wanted = element.tag in {*_FIELDS, "img"} or not any(map(str.isalnum, element.name))
    return element.description if wanted and element.description != element.name else ""


def _remove_repeated_texts(page: Node) -> Collection[str]:
    """Removes and returns texts that are the description or the error of a field, which shows them itself."""
    shown = Counter(
        words
        for node in nodes(page)
        if node.element and (words := one_line(described(node.element))) and len(words) <= LONGEST_DESCRIPTION
    )
    taken: set[str] = set()
    if not shown:
        return taken
    for node in nodes(page):
        if node.tag in {"alert", "status"}:
            continue
        for kid in [kid for kid in node.kids if isinstance(kid, Text)]:
            if shown[words := one_line(kid.text)] > 0:
                shown[words] -= 1
                taken.add(words)
                node.kids = [other for other in node.kids if other is not kid]
    return taken


def _remove_shown_descriptions(page: Node, kept: Collection[str]) -> None:
    """Removes descriptions of fields whose text the page shows beside the field: long ones, and those in several parts.

    Args:
        page: The page.
        kept: The descriptions that only their fields show.
    """
    fields: list[tuple[Node, Element, int]] = []
    parts = [0]
    text = ""
    waiting: list[Node | Text] = [page]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Text):
            text += "".join(one.text.split())
            parts.append(len(text))
            continue
        waiting += reversed(one.kids)
        if one.element and not one.element.error and one_line(described(one.element)) not in {"", *kept}:
            fields.append((one, one.element, len(text)))
    bounds = frozenset(parts)
    for node, element, at in fields:
        words = "".join(element.description.split())
        begin = text.find(words, max(0, at - _BESIDE - len(words)), at + _BESIDE + len(words))
        if begin in bounds and (begin + len(words) in bounds or len(element.description) >= _CUT):
            node.element = element.model_copy(update={"description": ""})


def _simplified(kids: list[Node | Text]) -> list[Node | Text]:
    """The nodes without meaningless wrappers."""
    kept: list[Node | Text] = []
    for kid in kids:
        if isinstance(kid, Text):
            kept.append(kid)
        else:
            kid.header_row = _is_header_row(kid)
            kid.kids = _simplified(kid.kids)
            kept += _unwrapped(kid)
    return _joined(_unbracketed(kept)) if len(kept) > 1 else kept


def _is_header_row(row: Node) -> bool:
    """Whether a row consists of column headers."""
    cells = [kid for kid in row.kids if isinstance(kid, Node)]
    roles = {cell.element.role if cell.element and cell.tag not in {"td", "th"} else cell.tag for cell in cells}
    return row.tag == "tr" and bool(roles) and roles <= {"th", "columnheader"}


def _unbracketed(kids: list[Node | Text]) -> list[Node | Text]:
    """The same without brackets around controls: `Fees[` and `]` around a link `edit` are `Fees`."""
    kept = list(kids)
    for at, kid in enumerate(kept):
        following = kept[at + 1] if at + 1 < len(kept) else None
        if not isinstance(kid, Text) or not isinstance(following, Node) or following.element is None:
            continue
        closing = _BRACKETS.get(kid.text[-1:])
        end = next((i for i in range(at + 2, len(kept)) if isinstance(kept[i], Text)), None)
        if closing is None or end is None or not (last := kept[end]) or not isinstance(last, Text):
            continue
        if last.text.startswith(closing):
            kept[at] = Text(kid.text[:-1].rstrip(), kid.box)
            kept[end] = Text(last.text[1:].lstrip(), last.box)
    return [kid for kid in kept if not isinstance(kid, Text) or kid.text]


def _unwrapped(node: Node) -> list[Node | Text]:
    """The node, or what it holds if the node itself carries no information."""
    kids, tag = node.kids, node.tag
    if node.element is not None or node.label or node.modal or node.extras or node.fold:
        return [_row(node) if tag == "tr" else node]
    if tag in _CONTAINERS and len(kids) <= 1:
        return kids
    if tag in _UNWRAPPED and len(kids) == 1 and isinstance(kids[0], Node):
        return kids
    if tag in _LISTS and all(isinstance(inner, Node) and not inner.kids for inner in kids):
        return kids
    if tag == "tr":
        return [_row(node)]
    return [node] if kids or tag not in {"td", "th", "li", "p"} else []


def _joined(kids: list[Node | Text]) -> list[Node | Text]:
    """The same with consecutive short texts joined: `"$420 | Bicycles"`."""
    joined: list[Node | Text] = []
    for kid in kids:
        before = joined[-1] if joined else None
        if isinstance(kid, Text) and isinstance(before, Text) and len(before.text) + len(kid.text) < _LONGEST_JOINED:
            joined[-1] = Text(f"{before.text} | {kid.text}", before.box)
        else:
            joined.append(kid)
    return joined


def _row(row: Node) -> Node:
    """The row with consecutive cells that hold only text joined in one line: `- tr "Name | Price"`."""
    cells: list[Node | Text] = []
    for kid in row.kids:
        text, before = _cell_text(kid), cells[-1] if cells else None
        if text is not None and isinstance(before, Node) and (left := _cell_text(before)) is not None:
            cells[-1] = Node(before.tag, [Text(f"{left} | {text}", before.box)], box=before.box)
        else:
            cells.append(kid)
    if len(cells) == 1 and (text := _cell_text(cells[0])) is not None:
        cells = [Text(text, row.box)]
    row.kids = cells
    return row


def _cell_text(kid: Node | Text) -> str | None:
    """The text of a cell that holds only text; None for any other node."""
    if isinstance(kid, Text) or kid.tag not in {"td", "th"} or kid.element or kid.label or kid.extras:
        return None
    return kid.kids[0].text if len(kid.kids) == 1 and isinstance(kid.kids[0], Text) else None
