"""The page tree: nodes to lines a model reads, `- tag[-n] (attributes and live state) "text"`, within a budget.

Text of a page only ever appears between quotes, on one line, with quotes and backslashes escaped and without characters
that are not seen: no page can forge an ID or a line of structure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from urllib.parse import urlsplit, urlunsplit

from actwright.engine.page.prune import AS_CLOSE, Line, Rank, prune
from actwright.schemas.page import Element, Option

__all__ = ["Fold", "Node", "Text", "View", "clean", "quote", "render"]

Rect = tuple[float, float, float, float]
"""x, y, width, height in CSS px of the page's viewport."""

_NOT_SPACE = re.compile(r"[^\S ]+| {2,}")
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Fillers and variation selectors: letters and marks to Unicode, but nothing to see."""
_MOST_OPTIONS = 12
_FIRST_OPTIONS = 8
_LONGEST_TEXT = 400
_LONGEST_IN_VIEW = 2_000
_LONGEST_OUTSIDE = 160
_LONGEST_ATTRIBUTE = 120
_LONGEST_HREF = 48

_NATIVE_ROLES: dict[str, frozenset[str]] = {
    "a": frozenset({"link", ""}),
    "button": frozenset({"button"}),
    "input": frozenset(
        {"textbox", "checkbox", "radio", "spinbutton", "slider", "searchbox", "button", "combobox", ""},
    ),
    "select": frozenset({"combobox", "listbox"}),
    "summary": frozenset({"button"}),
    "textarea": frozenset({"textbox"}),
}
_FIELDS = frozenset({"input", "select", "textarea"})
_UNWRAPPED = frozenset({"li", "td", "th", "dd", "dt", "p", "pre", "blockquote"})
"""Lines that say nothing when they hold one other line."""
_CONTAINERS = frozenset({"ul", "ol", "table", "header", "footer", "aside", "article", "menu", "main", "nav", "toolbar"})
"""Lines that are left out when they hold at most one other line and have no name."""
_LISTS = frozenset({"ul", "ol"})
"""Lines that are left out when what they hold is one line each."""
_LONGEST_JOINED = 120


@dataclass(slots=True)
class Text:
    """Text between elements."""

    text: str
    box: Rect | None = None


@dataclass(frozen=True, slots=True)
class Fold:
    """Neighbours far from the view, in place of which one line stands.

    Attributes:
        tag: Of most of them.
        side: `above`, `below` or `beside` the view.
        holds: How many links, buttons and fields lie in them; empty for a long list.
        headings: The first few.
    """

    id: str
    tag: str
    count: int
    side: str
    holds: dict[str, int]
    headings: tuple[str, ...] = ()


@dataclass(slots=True)
class Node:
    """An element of the tree: one that can be acted on (`element`), structure with a meaning, or a fold."""

    tag: str
    kids: list[Node | Text] = field(default_factory=list["Node | Text"])
    element: Element | None = None
    extras: tuple[tuple[str, str], ...] = ()
    label: str = ""
    box: Rect | None = None
    modal: bool = False
    fold: Fold | None = None


@dataclass(frozen=True, slots=True)
class View:
    """What of the page the viewport shows: sizes in CSS px, the page's address, screens beyond."""

    width: int
    height: int
    url: str = ""
    above: float = 0.0
    below: float = 0.0


def clean(text: str) -> str:
    """The text without control, bidi, zero-width, private-use, filler and tag characters, whitespace folded."""
    if not text.isascii():
        text = _UNSEEN.sub("", text)
    if not text.isprintable():
        text = " ".join(line if line.isprintable() else _printable(line) for line in text.splitlines())
    return _NOT_SPACE.sub(" ", text).strip() if "  " in text or not text.isascii() else text.strip()


def _printable(text: str) -> str:
    return "".join(character if character.isprintable() else _instead(character) for character in text)


def _instead(character: str) -> str:
    return " " if character.isspace() else ""


def quote(text: str, longest: int = _LONGEST_TEXT, *, lines: bool = False) -> str:
    r"""The text as a quoted string on one line, cut after `longest` characters; with `lines`, a break of it is `\n`."""
    text = "\n".join(map(clean, text.split("\n"))) if lines else clean(text)
    if len(text) > longest:
        text = text[: longest - 1].rstrip() + "…"
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def render(root: Node, view: View, *, budget: float = 4_000) -> str:
    """The tree of a page as text of about `budget` tokens at the most.

    What is in view goes in first, the open modal and what has the focus before all; then fields outside of the view, up
    to half the budget; then what else is near, and what an open modal covers, up to a quarter. What was left out is counted
    in its place.
    """
    lines = _Lines(view, _told_apart(root), modal=any(node.modal for node in _nodes(root)))
    if view.above or view.below:
        lines.add(_page_line(view), 0, -1, Rank.MODAL)
    for top in _simplified(root.kids):
        lines.emit(top, 0, -1, in_modal=False)
    return "\n".join(prune(lines.lines, budget))


def _page_line(view: View) -> str:
    beyond = [f"{view.above:g} screens above"] * bool(view.above) + [f"{view.below:g} screens below"] * bool(view.below)
    return f"- page (scrollable, {', '.join(beyond)})"


def _told_apart(root: Node) -> frozenset[str]:
    """The names that links to different addresses share: only the address tells those apart."""
    addresses: dict[str, str] = {}
    shared: set[str] = set()
    for element in _elements(root):
        if element.href and addresses.setdefault(element.name, element.href) != element.href:
            shared.add(element.name)
    return frozenset(shared)


def _elements(root: Node) -> Iterator[Element]:
    return (node.element for node in _nodes(root) if node.element)


def _nodes(root: Node) -> Iterator[Node]:
    stack: list[Node | Text] = [root]
    while stack:
        one = stack.pop()
        if isinstance(one, Node):
            yield one
            stack += one.kids


def _simplified(kids: list[Node | Text]) -> list[Node | Text]:
    """The nodes without wrappers that say nothing."""
    kept: list[Node | Text] = []
    for kid in kids:
        if isinstance(kid, Text):
            kept.append(kid)
        else:
            kid.kids = _simplified(kid.kids)
            kept += _unwrapped(kid)
    return _joined(kept) if len(kept) > 1 else kept


def _unwrapped(node: Node) -> list[Node | Text]:
    """The node, or what it holds if it says nothing itself."""
    kids, tag = node.kids, node.tag
    if node.element is not None or node.label or node.modal or node.extras or node.fold:
        return [node]
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
    """Short texts that follow each other, as one: `"$420 | Bicycles"`."""
    joined: list[Node | Text] = []
    for kid in kids:
        before = joined[-1] if joined else None
        if isinstance(kid, Text) and isinstance(before, Text) and len(before.text) + len(kid.text) < _LONGEST_JOINED:
            joined[-1] = Text(f"{before.text} | {kid.text}", before.box)
        else:
            joined.append(kid)
    return joined


def _row(row: Node) -> Node:
    """A row whose cells of text alone are one line where they follow each other: `- tr "Name | Price"`."""
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
    """The text of a cell that holds nothing else; None for any other node."""
    if isinstance(kid, Text) or kid.tag not in {"td", "th"} or kid.element or kid.label or kid.extras:
        return None
    return kid.kids[0].text if len(kid.kids) == 1 and isinstance(kid.kids[0], Text) else None


class _Lines:
    """The lines of a tree in document order, each with its rank."""

    def __init__(self, view: View, told_apart: frozenset[str], *, modal: bool) -> None:
        self.lines: list[Line] = []
        self._view = view
        self._told_apart = told_apart
        self._modal = modal

    def add(self, text: str, depth: int, parent: int, rank: Rank, distance: float = 0.0) -> int:
        self.lines.append(Line(f"{'  ' * depth}{text}", depth, parent, rank, distance))
        return len(self.lines) - 1

    def emit(self, kid: Node | Text, depth: int, parent: int, *, in_modal: bool) -> None:
        rank, distance = self._rank(kid, in_modal=in_modal)
        longest = _LONGEST_IN_VIEW if rank <= Rank.IN_VIEW else _LONGEST_OUTSIDE
        if isinstance(kid, Text):
            self.add(f"- text {quote(kid.text, longest)}", depth, parent, rank, distance)
            return
        text, kids = "", kid.kids
        if kids and isinstance(kids[0], Text):
            text, kids = kids[0].text, kids[1:]
        here = self.add(self._line(kid, text, longest), depth, parent, rank, distance)
        for inner in kids:
            self.emit(inner, depth + 1, here, in_modal=in_modal or kid.modal)

    def _line(self, node: Node, text: str, longest: int) -> str:
        if node.fold is not None:
            return _fold_line(node.fold)
        element = node.element
        head = node.tag if element is None else f"{'*' if element.new else ''}{element.id}"
        attributes = _structure(node) if element is None else self._attributes(node, element, longest)
        parts = [f"- {head}"]
        if attributes:
            parts.append(f"({' '.join(attributes)})")
        if text:
            parts.append(quote(text, longest))
        return " ".join(parts)

    def _attributes(self, node: Node, element: Element, longest: int) -> list[str]:
        said = element.name if _is_cut(node) else _said(node)
        found = [*_identity(element, said), *_holding(element, longest), *_rules(element)]
        found += ["modal"] * node.modal + _extras(node)
        if element.href and (not element.name or element.name in self._told_apart):
            found.append(f"href={quote(_short_link(element.href, self._view.url), _LONGEST_HREF)}")
        return found + _situation(element, self._view)

    def _rank(self, kid: Node | Text, *, in_modal: bool) -> tuple[Rank, float]:
        """The rank, and the distance from the viewport in px."""
        element = kid.element if isinstance(kid, Node) else None
        box = kid.box
        if element is not None and element.box is not None:
            box = (element.box.x, element.box.y, element.box.width, element.box.height)
        height = self._view.height
        distance = 0.0 if box is None else max(0.0, box[1] - height, -(box[1] + box[3]))
        near = distance <= height
        if in_modal or (isinstance(kid, Node) and kid.modal):
            return Rank.MODAL, distance
        if element is not None and (element.focused or (element.new and near)):
            return Rank.FOCUSED if element.focused else Rank.NEW, distance
        if box is not None and distance == 0.0 and (element is None or element.in_view):
            covered = element is not None and bool(element.covered_by)
            return (Rank.NEAR if covered and self._modal else Rank.IN_VIEW), float(AS_CLOSE * covered)
        if isinstance(kid, Node) and kid.fold:
            return Rank.FIELD, 0.0
        if element is not None and (element.tag in _FIELDS or element.submits or element.checked is not None):
            return Rank.FIELD, distance
        return (Rank.NEAR if near else Rank.REST), distance


def _fold_line(fold: Fold) -> str:
    holds = "".join(f", {count} {kind if count > 1 else kind[:-1]}" for kind, count in fold.holds.items())
    headings = f", headings=[{', '.join(quote(heading, 40) for heading in fold.headings)}]" if fold.headings else ""
    return f"- {fold.id} ({fold.count} more {clean(fold.tag)} {fold.side}{holds}{headings})"


def _structure(node: Node) -> list[str]:
    label = [f"label={quote(node.label, _LONGEST_ATTRIBUTE)}"] if node.label else []
    return label + ["modal"] * node.modal + _extras(node)


def _extras(node: Node) -> list[str]:
    return [f"{name}={quote(value, _LONGEST_ATTRIBUTE)}" if value else name for name, value in node.extras]


def _said(node: Node | Text) -> str:
    """What the lines of a node already say."""
    if isinstance(node, Text):
        return node.text
    return " ".join(_said(kid) for kid in node.kids)


def _identity(element: Element, said: str) -> Iterator[str]:
    if element.tag == "input" and element.type not in {"", "text"}:
        yield f"type={clean(element.type)}"
    elif element.submits:
        yield "type=submit"
    if element.role and element.role not in _NATIVE_ROLES.get(element.tag, frozenset()):
        yield f"role={re.sub(r'[^a-z-]', '', element.role)}"
    if element.name and element.name not in said and _squeeze(element.name) not in _squeeze(said):
        yield f"label={quote(element.name, _LONGEST_ATTRIBUTE)}"
    if element.placeholder and element.placeholder != element.name:
        yield f"placeholder={quote(element.placeholder, _LONGEST_ATTRIBUTE)}"


def _is_cut(node: Node) -> bool:
    """Whether an element is named by its content, of which some is folded."""
    return not (node.element and node.element.role) and any(isinstance(kid, Node) and kid.fold for kid in node.kids)


def _squeeze(text: str) -> str:
    return re.sub(r"[\s|]+", "", text)


def _holding(element: Element, longest: int) -> Iterator[str]:
    """The live state; `longest` characters of a text that shows on several lines."""
    if element.value and element.tag != "select" and element.checked is None:
        yield f"value={quote(element.value, _LONGEST_ATTRIBUTE if element.tag == 'input' else longest, lines=True)}"
    if element.checked is not None:
        yield "checked" if element.checked else "unchecked"
    if element.options:
        yield from _options(element)
    if element.selected:
        yield "selected"
    if element.expanded is not None:
        yield "expanded" if element.expanded else "collapsed"


def _options(element: Element) -> Iterator[str]:
    name = "options" if element.tag == "select" else "suggestions"
    shown = element.options if len(element.options) <= _MOST_OPTIONS else element.options[:_FIRST_OPTIONS]
    listed = [*_grouped(shown)]
    rest = max(element.option_count, len(element.options)) - len(shown)
    yield f"{name}=[{', '.join([*listed, f'… {rest} more'] if rest else listed)}]"
    chosen = [quote(option.label, 60) for option in element.options if option.selected]
    if element.tag == "select":
        yield f"selected={chosen[0]}" if len(chosen) == 1 else f"selected=[{', '.join(chosen)}]"


def _grouped(options: Sequence[Option]) -> Iterator[str]:
    """`"Red", "Blue" disabled`, and those of an `optgroup` as `"Warm": ["Red", "Orange"]`."""
    for group, members in groupby(options, key=lambda option: option.group):
        labels = [quote(option.label, 60) + " disabled" * option.disabled for option in members]
        yield f"{quote(group, 60)}: [{', '.join(labels)}]" if group else ", ".join(labels)


def _rules(element: Element) -> Iterator[str]:
    """What a field asks for, and what it says of its value."""
    for name in ("required", "readonly", "disabled", "multiple"):
        if getattr(element, name):
            yield name
    for name, value in (("min", element.minimum), ("max", element.maximum), ("accept", element.accept)):
        if value:
            yield f"{name}={quote(value, 40)}"
    if element.step and element.step != "any":
        yield f"step={quote(element.step, 40)}"
    if element.invalid:
        yield "invalid"
    if element.error:
        yield f"error={quote(element.error, _LONGEST_ATTRIBUTE)}"
    elif element.description not in {"", element.name} and (element.tag in _FIELDS or not _has_words(element.name)):
        yield f"description={quote(element.description, _LONGEST_ATTRIBUTE)}"


def _has_words(name: str) -> bool:
    """Whether a name is more than a sign, such as an arrow."""
    return any(map(str.isalnum, name))


def _situation(element: Element, view: View) -> list[str]:
    found: list[str] = []
    if element.focused:
        found.append("focused")
    if element.covered_by:
        found.append(f"covered-by={quote(element.covered_by, 80)}")
    if not element.in_view and element.box is not None:
        found.append(_where(element.box.y, element.box.y + element.box.height, view))
    return found


def _where(top: float, bottom: float, view: View) -> str:
    if top >= view.height:
        return "below"
    return "above" if bottom <= 0 else "out-of-view"


def _short_link(href: str, page_url: str) -> str:
    try:
        link, page = urlsplit(href), urlsplit(page_url)
    except ValueError:
        return href
    if link.fragment and link._replace(fragment="") == page._replace(fragment=""):
        return f"#{link.fragment}"
    if (link.scheme, link.netloc) != (page.scheme, page.netloc) or link.scheme not in {"http", "https"}:
        return href
    return urlunsplit(("", "", *link[2:]))
