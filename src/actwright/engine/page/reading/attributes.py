"""Writes the attributes and the live state in a line of a page's tree."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from actwright.engine.page.reading.addresses import LONGEST_ADDRESS, short_link
from actwright.engine.page.reading.node import Node, Text, Viewport
from actwright.engine.page.reading.page_text import clean, quote
from actwright.engine.page.reading.simplify import described
from actwright.schemas.page import Element, Option

_MOST_OPTIONS = 12
_FIRST_OPTIONS = 8
_LONGEST_ATTRIBUTE = 120
_LONGEST_NAME = 200
"""A longer name is cut when the page is read."""
_NAMED_BY_CONTENT = frozenset({"", "cell", "gridcell", "listitem", "row", "treeitem"})
"""Roles of boxes that hold other controls; a box without a role is named by its content, too."""
_NATIVE_ROLES: dict[str, frozenset[str]] = {
    "a": frozenset({"link", ""}),
    "button": frozenset({"button"}),
    "input": frozenset(
        {"textbox", "checkbox", "radio", "spinbutton", "slider", "searchbox", "button", "combobox", ""},
    ),
    "li": frozenset({"listitem"}),
    "select": frozenset({"combobox", "listbox"}),
    "summary": frozenset({"button"}),
    "td": frozenset({"cell"}),
    "textarea": frozenset({"textbox"}),
    "th": frozenset({"columnheader"}),
    "tr": frozenset({"row"}),
}


def structure_attributes(node: Node) -> list[str]:
    """The attributes of a node that is not an element with an ID: a label, `modal`, and what only it has."""
    label = [f"label={quote(node.label, _LONGEST_ATTRIBUTE)}"] if node.label else []
    return label + ["modal"] * node.modal + _extras(node)


def element_attributes(
    node: Node,
    element: Element,
    *,
    longest: int,
    view: Viewport,
    distinctions: Mapping[tuple[str, ...], str],
    covers: Mapping[str, str],
    around: str = "",
) -> list[str]:
    """The attributes and the live state of an element, as `type=submit`, `checked`, `value="…"`.

    Args:
        node: Its node.
        element: The element.
        longest: The most characters of a value that has several lines.
        view: The viewport.
        distinctions: What distinguishes elements that share a name, by name and address, or by name, field and value.
        covers: The short names of what covers several elements.
        around: Where an element around it is, if that is out of view; its lines do not repeat it.
    """
    on_hover = any(name == "on-hover" for name, _ in node.extras)
    name = "" if on_hover or _is_cut(node) else _untold(node, element)
    found = [*_identity(element, name, _text_in(node)), *_contents(element, longest), *_rules(element)]
    found += ["modal"] * node.modal + _extras(node)
    if element.href:
        link = short_link(element.href, view.url)
        shown = distinctions.get((element.name, link), "" if element.name else link)
        found += [f"href={quote(shown, LONGEST_ADDRESS)}"] * bool(shown)
    elif (value := distinctions.get((element.name, element.attribute_name, element.value or ""))) and not described(
        element
    ):
        found.append(f"value={quote(value, _LONGEST_ATTRIBUTE)}")
    return found + _situation(element, view, covers, around)


def _extras(node: Node) -> list[str]:
    return [f"{name}={quote(value, _LONGEST_ATTRIBUTE)}" if value else name for name, value in node.extras]


def _text_in(node: Node | Text) -> str:
    """The text that the lines of a node already show."""
    if isinstance(node, Text):
        return node.text
    return " ".join(_text_in(kid) for kid in node.kids)


def _identity(element: Element, name: str, text: str) -> Iterator[str]:
    if element.tag == "input" and element.type not in {"", "text"}:
        yield f"type={clean(element.type)}"
    elif element.submits:
        yield "type=submit"
    if element.role and element.role not in _NATIVE_ROLES.get(element.tag, frozenset()):
        yield f"role={re.sub(r'[^a-z-]', '', element.role)}"
    if name and name not in text and _squeeze(name) not in _squeeze(text):
        yield f"label={quote(name, _LONGEST_ATTRIBUTE)}"
    if element.placeholder and element.placeholder != element.name:
        yield f"placeholder={quote(element.placeholder, _LONGEST_ATTRIBUTE)}"


def _is_cut(node: Node) -> bool:
    """Whether an element takes its accessible name from its content, and a part of that is folded."""
    return not (node.element and node.element.role) and any(isinstance(kid, Node) and kid.fold for kid in node.kids)


def _untold(node: Node, element: Element) -> str:
    """The name of an element, without the words that the lines inside it show if these are half of it."""
    if element.role not in _NAMED_BY_CONTENT or not any(isinstance(kid, Node) for kid in node.kids):
        return element.name
    inside, words = set(_words_in(node)), element.name.split()[: -1 if len(element.name) >= _LONGEST_NAME else None]
    rest = [word for word in words if word not in inside]
    return " ".join(rest) if 2 * len(rest) <= len(words) else element.name


def _words_in(node: Node | Text) -> Iterator[str]:
    if isinstance(node, Text):
        yield from node.text.split()
        return
    for kid in node.kids:
        if isinstance(kid, Node):
            yield from kid.label.split()
            yield from f"{kid.element.name} {kid.element.value or ''}".split() if kid.element else ()
        yield from _words_in(kid)


def _squeeze(text: str) -> str:
    return re.sub(r"[\s|]+", "", text)


def _contents(element: Element, longest: int) -> Iterator[str]:
    """The live state, with up to `longest` characters of a value that has several lines."""
    if element.value and element.tag != "select" and element.checked is None:
        yield f"value={quote(element.value, _LONGEST_ATTRIBUTE if element.tag == 'input' else longest, lines=True)}"
    if element.checked is not None and element.role != "button":  # whose `pressed` is shown
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
    """`"Red", "Blue" disabled`; the options of an `optgroup` as `"Warm": ["Red", "Orange"]`."""
    for group, members in groupby(options, key=lambda option: option.group):
        labels = [quote(option.label, 60) + " disabled" * option.disabled for option in members]
        yield f"{quote(group, 60)}: [{', '.join(labels)}]" if group else ", ".join(labels)


def _rules(element: Element) -> Iterator[str]:
    """The constraints of a field, and its error or description."""
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
    elif description := described(element):
        yield f"description={quote(description, _LONGEST_ATTRIBUTE)}"


def _situation(element: Element, view: Viewport, covers: Mapping[str, str], around: str) -> list[str]:
    found: list[str] = []
    if element.focused:
        found.append("focused")
    if element.covered_by:
        found.append(f"covered-by={covers.get(element.covered_by) or quote(element.covered_by, 80)}")
    where = where_of(element, view)
    return found + [where] * bool(where and where != around)


def where_of(element: Element, view: Viewport) -> str:
    """Where an element is that is not in view; empty for others."""
    if element.in_view or element.box is None:
        return ""
    top, bottom = element.box.y, element.box.y + element.box.height
    if top >= view.height:
        return "below"
    return "above" if bottom <= 0 else "out-of-view"
