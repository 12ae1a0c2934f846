"""What stands around a control, as the page's tree shows it: its row, the headings above it, its form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from actwright.engine.policies.rules.fields import frame_of
from actwright.schemas.page import Element, Observation

__all__ = ["Surroundings", "surroundings_of"]

_STRING = r'"((?:[^"\\]|\\.)*)"'
_LINE = re.compile(rf"( *)- \*?(\S+)(?: \((.*)\))?(?: {_STRING})?")
_LABEL = re.compile(rf"\blabel={_STRING}")
_TAG = re.compile(r"(?:f\d+\.)?([a-z0-9-]*?)(?:-\d+)?")
_HEADING = re.compile(r"h[1-6]")
_ROWS = frozenset({"tr", "li", "article"})
_OPEN = frozenset({"header", "hgroup", "div", "span", "main"})
"""What a heading may lie in and still be the heading of what follows."""


@dataclass(frozen=True, slots=True)
class _Node:
    depth: int
    head: str
    tag: str
    texts: tuple[str, ...]
    parent: int


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Texts around a control.

    Attributes:
        row: Its table row, list item or article, without the control itself; None if it is in none.
        columns: The headers of its table.
        headings: The headings that it stands under, the nearest first, and the labels of what it is in.
        form: The headings, fields and groups of its form.
    """

    row: tuple[str, ...] | None = None
    columns: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()
    form: tuple[str, ...] = ()


def surroundings_of(page: Observation, element: Element) -> Surroundings:
    """What stands around a control; only its fields if the tree left it out."""
    scope = (frame_of(element), element.form)
    inside = [one for one in page.elements if (frame_of(one), one.form) == scope and one.value is not None]
    fields = tuple(text for one in inside for text in (one.label or one.name, one.group) if text)
    nodes = _nodes(page.tree)
    at = next((number for number, node in enumerate(nodes) if node.head == element.id), None)
    if at is None:
        return Surroundings(form=fields)
    around = list(_ancestors(nodes, at))
    row = next((n for n in around if nodes[n].tag in _ROWS and not _is_bare_item(nodes, n, at)), None)
    form = next((n for n in around if nodes[n].tag == "form"), None)
    labels = tuple(text for n in around for text in nodes[n].texts)
    return Surroundings(
        None if row is None or not _said(nodes, row, at) else _row_texts(page, nodes, row, element),
        () if row is None else _columns(nodes, row),
        (*_headings(nodes, at, {*around}), *labels),
        (*fields, *(() if form is None else _texts_of(nodes, form, _HEADING))),
    )


@lru_cache(maxsize=8)
def _nodes(tree: str) -> tuple[_Node, ...]:
    nodes: list[_Node] = []
    path: list[int] = []
    for line in tree.splitlines():
        match = _LINE.fullmatch(line)
        if match is None:
            continue
        depth = len(match[1]) // 2
        path = [n for n in path if nodes[n].depth < depth]
        tag = _TAG.fullmatch(match[2])
        label = _LABEL.search(match[3] or "")
        texts = tuple(re.sub(r"\\(.)", r"\1", text) for text in (label and label[1], match[4]) if text)
        nodes.append(_Node(depth, match[2], tag[1] if tag else "", texts, path[-1] if path else -1))
        path.append(len(nodes) - 1)
    return tuple(nodes)


def _ancestors(nodes: Sequence[_Node], at: int) -> Iterator[int]:
    while (at := nodes[at].parent) >= 0:
        yield at


def _inside(nodes: Sequence[_Node], at: int) -> range:
    end = at + 1
    while end < len(nodes) and nodes[end].depth > nodes[at].depth:
        end += 1
    return range(at, end)


def _said(nodes: Sequence[_Node], row: int, at: int) -> tuple[str, ...]:
    return tuple(text for n in _inside(nodes, row) if n != at for text in nodes[n].texts)


def _is_bare_item(nodes: Sequence[_Node], row: int, at: int) -> bool:
    """Whether a list item holds the control alone, as in a list of what can be done with a record."""
    return nodes[row].tag == "li" and not _said(nodes, row, at)


def _row_texts(page: Observation, nodes: Sequence[_Node], row: int, element: Element) -> tuple[str, ...]:
    """The texts of a row; none if it holds another control of that name, so that it is about more than one thing."""
    known = [page.by_id.get(nodes[n].head) for n in _inside(nodes, row)]
    alike = [one for one in known if one and (one.role, one.name) == (element.role, element.name)]
    if len(alike) > 1:
        return ()
    return tuple(text for n in _inside(nodes, row) if nodes[n].head != element.id for text in nodes[n].texts)


def _columns(nodes: Sequence[_Node], row: int) -> tuple[str, ...]:
    """The first row of the table, if nothing in it can be acted on."""
    if nodes[row].tag != "tr" or nodes[row].parent < 0:
        return ()
    first = next((n for n in _inside(nodes, nodes[row].parent) if nodes[n].tag == "tr"), row)
    inside = _inside(nodes, first)
    if first == row or any(re.search(r"-\d+$", nodes[n].head) for n in inside):
        return ()
    return tuple(text for n in inside for text in nodes[n].texts)


def _headings(nodes: Sequence[_Node], at: int, around: set[int]) -> Iterator[str]:
    """The headings before it, each of a higher level than the one after it; none from inside other parts of the page."""
    level = "h7"
    for n in range(at, -1, -1):
        node = nodes[n]
        if not _HEADING.fullmatch(node.tag) or node.tag >= level:
            continue
        if all(one in around or nodes[one].tag in _OPEN for one in _ancestors(nodes, n)):
            level = node.tag
            yield from node.texts


def _texts_of(nodes: Sequence[_Node], at: int, tag: re.Pattern[str]) -> tuple[str, ...]:
    return tuple(text for n in _inside(nodes, at) if tag.fullmatch(nodes[n].tag) for text in nodes[n].texts)
