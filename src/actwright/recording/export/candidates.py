"""The locators that a person would write for an element, best first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from actwright.recording.export.locators import Chain, LocatorCall, LocatorText, Pattern
from actwright.recording.export.words import escaped, filled
from actwright.schemas.page import Element
from actwright.schemas.recording import Target
from actwright.schemas.task import REFERENCE
from actwright.text import one_line

__all__ = ["candidates", "frame_candidates"]

VARYING = re.compile(
    r"[(\[]\d[\d.,+]*[)\]]|#?\d{4,}|#\d+|\b\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b|\b\d{1,2}:\d{2}(?::\d{2})?\b"
)
"""Numbers that differ on another day: counters, order numbers, dates and times."""
ONE_OF_A_KIND = frozenset({"banner", "complementary", "contentinfo", "dialog", "main", "navigation", "search"})
REPEATED = frozenset({"article", "group", "listitem", "option", "radiogroup", "row", "treeitem"})
FIELDS = frozenset({"combobox", "listbox", "searchbox", "slider", "spinbutton", "textbox"})
NAMELESS = FIELDS | {"button", "checkbox", "img", "link", "radio", "tab"}
"""Roles by which an element without a name may be found if it is the only one with that role."""
LEAST_LETTERS = 1
MOST_TEXTS = 6


def candidates(
    base: Chain, target: Target, element: Element, info: Mapping[str, Any], data: Mapping[str, str]
) -> Iterator[Chain]:
    """Locators for an element, from the plainest to chains that begin at the elements around it.

    Args:
        base: The page, or the frame in it.
        target: The element as it was recorded, with `{{name}}` in its texts.
        element: The element on the live page.
        info: The description that `around.js` returns.
        data: The values of the run that may be written into the program.
    """
    named = _name(target, element, data)
    own = list(_own(named, element, info))
    scopes = list(_scopes(base, target, info, data))
    by_data = [scope for scope in scopes if _refers(scope)]
    plain = (base.then(call) for call in own)
    first, second = ((scope.then(call) for scope in by_data for call in own), plain) if by_data else (plain, iter(()))
    inside = (scope.then(call) for scope in scopes for call in own)
    nested = (
        outer.then(*inner.calls[len(base.calls) :], call)
        for at, inner in enumerate(scopes)
        for outer in scopes[at + 1 :]
        for call in own[:2]
    )
    field = [LocatorCall("locator", (f'{info["tag"]}[name="{info["field"]}"]',), kind="field")] if info["field"] else []
    return chain(
        first, second, inside, nested, (base.then(call) for call in field), _from_anchors(base, own, info, data)
    )


def frame_candidates(base: Chain, attributes: Mapping[str, str], *, only: bool) -> Iterator[Chain]:
    """Locators for the element that holds a frame."""
    tag = attributes["tag"]
    for name in ("title", "name", "id", "src"):
        value = attributes.get(name, "")
        if value and '"' not in value and not (name in {"id", "name"} and VARYING.search(value)):
            yield base.then(LocatorCall("locator", (f'{tag}[{name}="{value}"]',), kind="frame"))
    if only:
        yield base.then(LocatorCall("locator", (tag,), kind="frame"))


def _name(target: Target, element: Element, data: Mapping[str, str]) -> str:
    """The accessible name as a template: the recorded template if it still gives that name, else the name itself."""
    name = one_line(element.name)
    return target.name if target.name and one_line(filled(target.name, data)) == name else name


def _own(name: str, element: Element, info: Mapping[str, Any]) -> Iterator[LocatorCall]:
    """Calls that find the element by its own name, label, text and attributes."""
    kind, exact = _kind(element), ("exact", True)
    yield from _by_name(name, element, info)
    for label in info["labels"]:
        yield LocatorCall("get_by_label", (LocatorText(label),), (exact,), kind)
    if info["placeholder"]:
        yield LocatorCall("get_by_placeholder", (LocatorText(info["placeholder"]),), (exact,), kind)
    if info["alt"]:
        yield LocatorCall("get_by_alt_text", (LocatorText(info["alt"]),), (exact,), kind)
    if info["testid"]:
        yield LocatorCall("get_by_test_id", (info["testid"],), kind=kind)
    text = info["own"] or ("" if element.role in FIELDS else info["text"])
    if text and info["tag"] not in {"select", "textarea"}:
        if pattern := _pattern(text):
            yield LocatorCall("get_by_text", (pattern,), kind=kind)
        yield LocatorCall("get_by_text", (LocatorText(text),), (exact,), kind)
    if info["title"]:
        yield LocatorCall("get_by_title", (LocatorText(info["title"]),), (exact,), kind)
    if not name and element.role in NAMELESS:
        yield LocatorCall("get_by_role", (element.role,), kind=kind)


def _by_name(name: str, element: Element, info: Mapping[str, Any]) -> Iterator[LocatorCall]:
    """Calls by the accessible name: a field is found by its label first, anything else by its role and name first."""
    kind, exact = _kind(element), ("exact", True)
    by_label = LocatorCall("get_by_label", (LocatorText(name),), (exact,), kind)
    if name and element.role not in {"", "generic", "none", "presentation"}:
        by_role = LocatorCall("get_by_role", (element.role,), (("name", LocatorText(name)), exact), kind)
        if pattern := _pattern(name):
            yield LocatorCall("get_by_role", (element.role,), (("name", pattern),), kind)
        labelled = element.role in FIELDS and (element.label or info["label"])
        yield from (by_label, by_role) if labelled else (by_role, by_label)
    elif name and element.tag in {"input", "textarea", "select"}:
        yield by_label


def _kind(element: Element) -> str:
    if element.role in FIELDS or element.tag in {"input", "textarea"}:
        return "field" if element.role not in {"checkbox", "radio", "button", "switch"} else element.role
    return element.role or "element"


def _pattern(text: str) -> Pattern | None:
    """A pattern for a text that contains numbers that differ on another day; None for any other text."""
    pieces = REFERENCE.split(text)
    if not any(VARYING.search(piece) for piece in pieces[::2]):
        return None
    kept = [f"{{{{{piece}}}}}" if at % 2 else _without_numbers(piece) for at, piece in enumerate(pieces)]
    return Pattern(f"^{''.join(kept)}$")


def _without_numbers(text: str) -> str:
    gaps = [match.span() for match in VARYING.finditer(text)]
    ends = [0, *(at for gap in gaps for at in gap), len(text)]
    return re.sub(r"\d+", r"\\d+", "") + r"\S+".join(
        escaped(text[start:end]) for start, end in zip(ends[::2], ends[1::2], strict=True)
    )


def _scopes(base: Chain, target: Target, info: Mapping[str, Any], data: Mapping[str, str]) -> Iterator[Chain]:
    """Locators for the elements around the element, from the innermost to the outermost."""
    for each in info["around"]:
        role, name = str(each["role"]), one_line(str(each["name"]))
        if name:
            yield base.then(LocatorCall("get_by_role", (role,), (("name", LocatorText(name)), ("exact", True)), role))
        if role in REPEATED:
            for inner in _inner(Chain(base.base), _preferred(each["texts"], target, data)):
                yield base.then(
                    LocatorCall("get_by_role", (role,), kind=f"{role}s"), LocatorCall("filter", (), (inner,), role)
                )
        if role in ONE_OF_A_KIND:
            yield base.then(LocatorCall("get_by_role", (role,), kind=role))


def _preferred(
    texts: Iterable[Mapping[str, Any]], target: Target, data: Mapping[str, str]
) -> list[tuple[str, Mapping[str, Any]]]:
    """Templates for the texts of a row: texts with values of the data first, then the others in their order."""
    recorded = {one_line(filled(cell, data)): cell for cell in target.row.split(" | ") if cell}
    values = {value: name for name, value in data.items() if len(value) > LEAST_LETTERS}
    found: list[tuple[int, str, Mapping[str, Any]]] = []
    for at, each in enumerate(texts):
        text = one_line(each["text"])
        template = f"{{{{{values[text]}}}}}" if text in values else recorded.get(text, text)
        if not re.search(r"[^\W\d_]", text) or VARYING.search(text):
            continue
        found.append((at - 100 * bool(REFERENCE.search(template)), template, each))
    return [(template, each) for _, template, each in sorted(found, key=lambda one: one[0])[:MOST_TEXTS]]


def _inner(page: Chain, texts: Sequence[tuple[str, Mapping[str, Any]]]) -> Iterator[tuple[str, Chain | Pattern]]:
    """Filters that distinguish a row from others: a cell, a heading or a text in it."""
    for template, each in texts:
        kind = each["kind"]
        if kind in {"cell", "rowheader", "heading"}:
            yield (
                "has",
                page.then(
                    LocatorCall("get_by_role", (kind,), (("name", LocatorText(template)), ("exact", True)), kind)
                ),
            )
        if kind != "own":
            yield "has", page.then(LocatorCall("get_by_text", (LocatorText(template),), (("exact", True),), "text"))
        elif each["after"] and not re.search(r"\d", each["after"]):
            start = r"^\s*" if each["first"] else ""
            yield "has_text", Pattern(rf"{start}{_source(template)}\s*{escaped(each['after'])}")
    for template, _ in texts:
        yield "has_text", Pattern(rf"(?<!\w){_source(template)}(?!\w)")


def _source(template: str) -> str:
    pieces = REFERENCE.split(template)
    return "".join(f"{{{{{piece}}}}}" if at % 2 else escaped(piece) for at, piece in enumerate(pieces))


def _refers(scope: Chain) -> bool:
    return "{{" in repr(scope)


def _from_anchors(
    base: Chain, own: Sequence[LocatorCall], info: Mapping[str, Any], data: Mapping[str, str]
) -> Iterator[Chain]:
    """Locators that go from a heading or text nearby up to the first ancestor with an element of this tag, and down."""
    values = {value: name for name, value in data.items() if len(value) > LEAST_LETTERS}
    up = LocatorCall("locator", (f"xpath=ancestor::*[.//{info['tag']}][1]",), kind="card")
    for each in info["anchors"]:
        text = one_line(each["text"])
        if not re.search(r"[^\W\d_]", text) or VARYING.search(text):
            continue
        template = f"{{{{{values[text]}}}}}" if text in values else text
        exact = ("exact", True)
        calls = [LocatorCall("get_by_text", (LocatorText(template),), (exact,), "text")]
        if each["kind"] == "heading":
            calls.insert(
                0, LocatorCall("get_by_role", ("heading",), (("name", LocatorText(template)), exact), "heading")
            )
        for call in calls:
            yield from (base.then(call, up, mine) for mine in own[:2])
