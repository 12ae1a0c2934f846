"""The page tree: nodes to lines a model reads, `- tag[-n] (attributes and live state) "text"`, within a budget.

Text of a page only ever appears between quotes, on one line, with quotes and backslashes escaped and without characters
that are not seen: no page can forge an ID or a line of structure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import urlsplit, urlunsplit

from actwright.engine.page.prune import Line, prune
from actwright.schemas.page import Element

__all__ = ["Node", "Text", "View", "clean", "quote", "render"]

Rect = tuple[float, float, float, float]
"""x, y, width, height in CSS px of the page's viewport."""

_NOT_SPACE = re.compile(r"[^\S ]+| {2,}")
_MOST_OPTIONS = 12
_FIRST_OPTIONS = 8
_LONGEST_TEXT = 400
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


@dataclass(slots=True)
class Text:
    """Text between elements."""

    text: str
    box: Rect | None = None


@dataclass(slots=True)
class Node:
    """An element of the tree: one that can be acted on (`element`), or structure with a meaning."""

    tag: str
    kids: list[Node | Text] = field(default_factory=list["Node | Text"])
    element: Element | None = None
    extras: tuple[tuple[str, str], ...] = ()
    label: str = ""
    box: Rect | None = None
    modal: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """What of the page the viewport shows: sizes in CSS px, the page's address, screens beyond."""

    width: int
    height: int
    url: str = ""
    above: float = 0.0
    below: float = 0.0


def clean(text: str) -> str:
    """The text without control, bidi, zero-width, private-use and tag characters, whitespace folded."""
    if not text.isprintable():
        text = "".join(character if character.isprintable() else _instead(character) for character in text)
    elif "  " not in text:
        return text.strip()
    return _NOT_SPACE.sub(" ", text).strip()


def _instead(character: str) -> str:
    return " " if character.isspace() else ""


def quote(text: str, longest: int = _LONGEST_TEXT) -> str:
    """The text as a quoted string on one line, cut after `longest` characters."""
    text = clean(text)
    if len(text) > longest:
        text = text[: longest - 1].rstrip() + "…"
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def render(root: Node, view: View, *, budget: int = 24_000) -> str:
    """The tree of a page as text of at most `budget` characters.

    Lines are left out by priority, the open modal and what has the focus last of all; what was left out is counted in
    its place.
    """
    kids = [kept for kid in root.kids for kept in _simplify(kid)]
    lines: list[Line] = []
    if view.above or view.below:
        lines.append(Line(_page_line(view), 0, -1, (0, 0.0)))
    for kid in kids:
        _emit(kid, 0, -1, view, lines, in_modal=False)
    return "\n".join(prune(lines, budget))


def _page_line(view: View) -> str:
    beyond = [f"{view.above:g} screens above"] * bool(view.above) + [f"{view.below:g} screens below"] * bool(view.below)
    return f"- page (scrollable, {', '.join(beyond)})"


def _simplify(kid: Node | Text) -> Iterator[Node | Text]:
    """The node without wrappers that say nothing."""
    if isinstance(kid, Text):
        yield kid
        return
    kid.kids = [kept for inner in kid.kids for kept in _simplify(inner)]
    if kid.element is not None or kid.label or kid.modal or kid.extras:
        yield kid
    elif kid.tag in _CONTAINERS and len(kid.kids) <= 1:
        yield from kid.kids
    elif kid.tag in _UNWRAPPED and len(kid.kids) == 1 and isinstance(kid.kids[0], Node):
        yield kid.kids[0]
    elif kid.tag == "tr":
        yield _row(kid)
    elif kid.kids or kid.tag not in {"td", "th", "li", "p"}:
        yield kid


def _row(row: Node) -> Node:
    """A row of text alone is one line: `- tr "Name | Price"`."""
    cells = [kid.kids for kid in row.kids if isinstance(kid, Node) and kid.tag in {"td", "th"} and not kid.label]
    texts = [cell[0].text for cell in cells if len(cell) == 1 and isinstance(cell[0], Text)]
    if len(texts) < len(row.kids):
        return row
    row.kids = [Text(" | ".join(texts), row.box)]
    return row


def _emit(kid: Node | Text, depth: int, parent: int, view: View, lines: list[Line], *, in_modal: bool) -> None:
    if isinstance(kid, Text):
        lines.append(
            Line(f"{'  ' * depth}- text {quote(kid.text)}", depth, parent, _rank(kid, view, in_modal=in_modal))
        )
        return
    in_modal = in_modal or kid.modal
    kids = kid.kids
    text = ""
    if kids and isinstance(kids[0], Text):
        text, kids = kids[0].text, kids[1:]
    lines.append(Line(_line(kid, text, depth, view), depth, parent, _rank(kid, view, in_modal=in_modal)))
    here = len(lines) - 1
    for inner in kids:
        _emit(inner, depth + 1, here, view, lines, in_modal=in_modal)


def _line(node: Node, text: str, depth: int, view: View) -> str:
    element = node.element
    head = node.tag if element is None else f"{'*' if element.new else ''}{element.id}"
    attributes = _structure(node) if element is None else _attributes(node, element, _said(node), view)
    parts = [f"{'  ' * depth}- {head}"]
    if attributes:
        parts.append(f"({' '.join(attributes)})")
    if text:
        parts.append(quote(text))
    return " ".join(parts)


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


def _attributes(node: Node, element: Element, said: str, view: View) -> list[str]:
    found = [*_identity(element, said), *_holding(element), *_rules(element)]
    found += ["modal"] * node.modal + _extras(node) + _situation(element, view)
    return found


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


def _squeeze(text: str) -> str:
    return re.sub(r"\s+", "", text)


def _holding(element: Element) -> Iterator[str]:
    """The live state."""
    if element.value is not None and element.tag != "select" and element.checked is None:
        yield f"value={quote(element.value, _LONGEST_ATTRIBUTE)}"
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
    labels = [quote(option.label, 60) for option in shown]
    rest = len(element.options) - len(shown)
    yield f"{name}=[{', '.join([*labels, f'… {rest} more'] if rest else labels)}]"
    chosen = [quote(option.label, 60) for option in element.options if option.selected]
    if element.tag == "select":
        yield f"selected={chosen[0]}" if len(chosen) == 1 else f"selected=[{', '.join(chosen)}]"


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
    elif element.description and element.tag in _FIELDS:
        yield f"description={quote(element.description, _LONGEST_ATTRIBUTE)}"


def _situation(element: Element, view: View) -> list[str]:
    found: list[str] = []
    if element.href:
        found.append(f"href={quote(_short_link(element.href, view.url), _LONGEST_HREF)}")
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


def _rank(kid: Node | Text, view: View, *, in_modal: bool) -> tuple[int, float]:
    """Priority class, then distance from the viewport in px; lower goes first."""
    element = kid.element if isinstance(kid, Node) else None
    box = kid.box
    if element is not None and element.box is not None:
        box = (element.box.x, element.box.y, element.box.width, element.box.height)
    distance = 0.0 if box is None else max(0.0, box[1] - view.height, -(box[1] + box[3]))
    if in_modal:
        return (0, distance)
    if element is not None and (element.focused or element.new):
        return (1 if element.focused else 2, distance)
    if box is not None and distance == 0.0:
        return (3, 0.0)
    return (4 if distance <= view.height else 5, distance)
