"""What a page tree is made of: elements, structure, folds and text, as the frames of a page answered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from actwright.schemas.page import Element

__all__ = ["Fold", "Node", "Rect", "Text", "nodes"]

Rect = tuple[float, float, float, float]
"""x, y, width, height in CSS px of the page's viewport."""


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
    """An element of the tree: one that can be acted on (`element`), structure with a meaning, or a fold.

    Attributes:
        heads: It is a row of column headers.
    """

    tag: str
    kids: list[Node | Text] = field(default_factory=list["Node | Text"])
    element: Element | None = None
    extras: tuple[tuple[str, str], ...] = ()
    label: str = ""
    box: Rect | None = None
    modal: bool = False
    fold: Fold | None = None
    heads: bool = False


def nodes(root: Node) -> Iterator[Node]:
    """The node and all nodes in it, in no order."""
    stack: list[Node | Text] = [root]
    while stack:
        one = stack.pop()
        if isinstance(one, Node):
            yield one
            stack += one.kids
