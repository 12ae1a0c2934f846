"""Finds what lies behind an open modal dialog and cannot be reached until the dialog is closed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from actwright.engine.page.reading.node import Node, Text, nodes

_MESSAGES = frozenset({"alert", "status"})
"""Roles of messages that a page shows beside a dialog, such as one that something was saved."""


def behind_modal(page: Node) -> frozenset[int]:
    """The `id()` of each node and text behind the modal dialogs of a page and its frames, without the nodes in these.

    It leaves out what can be reached beside a dialog: a list of options that a field opened, a button on the backdrop.
    """
    found: set[int] = set()
    for scope in (page, *(node for node in nodes(page) if node.tag == "iframe")):
        path = _path_to_modal(scope)
        if path and _blocks(scope, path[-1]):
            found.update(_behind(path))
    return frozenset(found)


def _path_to_modal(scope: Node) -> list[Node]:
    """The nodes from the root of a document to its modal dialog, both included; empty if there is no dialog."""
    for kid in scope.kids:
        if not isinstance(kid, Node) or kid.tag == "iframe":
            continue
        if kid.modal:
            return [scope, kid]
        if path := _path_to_modal(kid):
            return [scope, *path]
    return []


def _blocks(scope: Node, modal: Node) -> bool:
    """Whether a dialog covers an element, or no element is in view beside it."""
    inside = {id(node) for node in nodes(modal)}
    outside = [node.element for node in nodes(scope) if node.element and id(node) not in inside]
    return any(one.covered_by for one in outside) or not any(one.in_view for one in outside)


def _behind(path: list[Node]) -> Iterator[int]:
    """The `id()` of what lies beside the path to the dialog and cannot be reached."""
    for node, inner in pairwise(path):
        for kid in node.kids:
            if kid is not inner and not _stays(kid):
                yield id(kid)
            elif kid is not inner and isinstance(kid, Node):
                yield from _unreached(kid)


def _unreached(node: Node) -> Iterator[int]:
    """The `id()` of the parts that cannot be reached, in a node of which another part can be."""
    if node.tag in _MESSAGES or _is_free(node):
        return
    alike = {_kind(kid) for kid in node.kids if isinstance(kid, Node) and _is_free(kid)}
    for kid in node.kids:
        if isinstance(kid, Text):
            continue
        if _stays(kid):
            yield from _unreached(kid)
        elif _kind(kid) not in alike or (kid.element and kid.element.covered_by):
            yield id(kid)


def _stays(kid: Node | Text) -> bool:
    """Whether something in it can be reached, or it shows a message about what just happened."""
    return isinstance(kid, Node) and any(_is_free(node) or node.tag in _MESSAGES for node in nodes(kid))


def _is_free(node: Node) -> bool:
    one = node.element
    return one is not None and one.in_view and not (one.covered_by or one.disabled)


def _kind(node: Node) -> tuple[str, str]:
    return (node.tag, node.element.role if node.element else "")
