"""The texts of the DOM snapshots in Playwright's trace, and the passwords in their fields.

A snapshot is a tree: a text, `[name, attributes, child, …]`, or `[[back, index]]`, which stands for a node of the
snapshot that was taken `back` snapshots before of the same frame. Nodes are counted in post-order, without references
(`packages/isomorphic/trace/snapshotRenderer.ts` of Playwright).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, TypeAlias, cast

from actwright.engine.records.evidence_pack.masking import Cell, PackMasks
from actwright.engine.records.evidence_pack.sensitive import HIDDEN

Html: TypeAlias = list[Any]

VALUE = "__playwright_value_"
"""The attribute with what a field contains."""
TEXT = "#text"
SHORTEST = 4
"""The fewest characters of a password that is masked outside its field."""


class DomSnapshots:
    """The snapshots of one trace. Masking changes them where they are."""

    def __init__(self) -> None:
        self._frames: defaultdict[str, list[_Snapshot]] = defaultdict(list)

    def add(self, snapshot: dict[str, Any]) -> None:
        """Adds the next snapshot, as a `frame-snapshot` event has it."""
        self._frames[str(snapshot.get("frameId"))].append(_Snapshot(snapshot.get("html")))

    def passwords(self) -> set[str]:
        """What password fields contained. It is left out of the snapshots."""
        found: set[str] = set()
        for each in self._each():
            for node in each.nodes:
                attributes = _attributes(node)
                if str(attributes.get("type", "")).lower() != "password":
                    continue
                for name in (VALUE, "value"):
                    if value := attributes.get(name):
                        found.add(str(value))
                        attributes[name] = HIDDEN
        return {value for value in found if len(value) >= SHORTEST and value != HIDDEN}

    def mask(self, masks: PackMasks) -> None:
        """Masks all texts: page texts as they are read one after the other, and so the attributes of each name; then names.

        A text that several snapshots share is masked in all of them if it is part of a value in one.
        """
        for snapshots in self._frames.values():
            for number, each in enumerate(snapshots):
                if _reference(each.html) is not None:
                    continue  # the same page as before
                series: defaultdict[str, list[Cell]] = defaultdict(list)
                for name, cell in _cells(snapshots, number):
                    series[name].append(cell)
                for cells in series.values():
                    masks.cells(cells)
        for each in self._each():
            for cell in each.nodes:
                _mask_names(cell, masks)

    def _each(self) -> Iterator[_Snapshot]:
        return (each for snapshots in self._frames.values() for each in snapshots)


class _Snapshot:
    """One snapshot.

    Attributes:
        html: Its tree.
        nodes: Its nodes by index, each as the place that contains it; references are not nodes.
    """

    def __init__(self, html: Any) -> None:
        self.html: Html = cast(Html, html) if isinstance(html, list) else []
        self.nodes: list[Cell] = []
        holder = [self.html]
        stack: list[tuple[Cell, bool]] = [((holder, 0), False)]
        while stack:
            cell, done = stack.pop()
            node = cell[0][cell[1]]
            if done or isinstance(node, str):
                self.nodes.append(cell)
            elif isinstance(node, list) and _reference(cast(Html, node)) is None:
                stack.append((cell, True))
                stack += [((node, at), False) for at in reversed(range(2, len(cast(Html, node))))]


def _reference(node: Html) -> tuple[int, int] | None:
    """The snapshot, counted back, and the node that a reference stands for; None if it is no reference."""
    if len(node) == 1 and isinstance(node[0], list):
        back, index = cast(list[int], node[0])
        return back, index
    return None


def _attributes(cell: Cell) -> dict[str, Any]:
    """The attributes of the element in a place; empty if there is a text."""
    node = cell[0][cell[1]]
    found: Any = cast(Html, node)[1] if isinstance(node, list) and len(cast(Html, node)) > 1 else None
    return cast(dict[str, Any], found) if isinstance(found, dict) else {}


def _mask_names(cell: Cell, masks: PackMasks) -> None:
    """Masks the tag of an element, and the names of its attributes."""
    node = cell[0][cell[1]]
    if not isinstance(node, list) or not node or not isinstance(node[0], str):
        return
    node[0] = masks.text(node[0])
    attributes = _attributes(cell)
    if (named := {masks.text(name): value for name, value in attributes.items()}).keys() != attributes.keys():
        attributes.clear()
        attributes.update(named)


def _cells(snapshots: list[_Snapshot], number: int) -> Iterator[tuple[str, Cell]]:
    """The places of all texts of a snapshot in document order, those of earlier ones that it refers to included.

    Each comes with the name of its attribute, or `TEXT`.
    """
    holder = [snapshots[number].html]
    stack: list[tuple[int, Cell]] = [(number, (holder, 0))]
    while stack:
        at, cell = stack.pop()
        node: Any = cell[0][cell[1]]
        if isinstance(node, str):
            yield TEXT, cell
            continue
        if not isinstance(node, list) or not node:
            continue
        if (reference := _reference(cast(Html, node))) is not None:
            back, index = reference
            if 0 < back <= at and index < len(snapshots[at - back].nodes):
                stack.append((at - back, snapshots[at - back].nodes[index]))
            continue
        attributes = _attributes(cell)
        yield from ((name, (attributes, name)) for name in attributes)
        stack += [(at, (node, child)) for child in reversed(range(2, len(cast(Html, node))))]
