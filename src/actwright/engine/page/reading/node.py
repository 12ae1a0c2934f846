"""The parts of a page tree: elements, structure, folds and text, as the frames of a page answered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from actwright.schemas.page import Element

Rect = tuple[float, float, float, float]
"""x, y, width, height in CSS px of the page's viewport."""


@dataclass(slots=True)
class Text:
    """Text between elements."""

    text: str
    box: Rect | None = None


@dataclass(frozen=True, slots=True)
class Fold:
    """One line that stands for neighbouring elements far from the viewport.

    Attributes:
        id: The ID by which they can be read.
        tag: The tag of most of them.
        count: How many there are.
        side: Where they lie: `above`, `below` or `beside` the viewport.
        contents: How many links, buttons and fields lie in them; empty for a long list.
        headings: The first few headings in them.
    """

    id: str
    tag: str
    count: int
    side: str
    contents: dict[str, int]
    headings: tuple[str, ...] = ()


@dataclass(slots=True)
class Node:
    """A node of the tree: an element that can be acted on (`element`), structure with a meaning, or a fold.

    Attributes:
        header_row: Whether it is a row of column headers.
    """

    tag: str
    kids: list[Node | Text] = field(default_factory=list["Node | Text"])
    element: Element | None = None
    extras: tuple[tuple[str, str], ...] = ()
    label: str = ""
    box: Rect | None = None
    modal: bool = False
    fold: Fold | None = None
    header_row: bool = False


@dataclass(frozen=True, slots=True)
class Viewport:
    """The viewport of a page.

    Attributes:
        width, height: Its size, CSS px.
        url: The address of the page.
        above, below: How many screens of the page lie above and below the viewport.
        selection: The selected text.
        unfolded: Whether the tree is one of the whole page: text out of view is then as long as text in view.
    """

    width: int
    height: int
    url: str = ""
    above: float = 0.0
    below: float = 0.0
    selection: str = ""
    unfolded: bool = False


def nodes(root: Node) -> Iterator[Node]:
    """The node and all nodes in it, in no particular order."""
    stack: list[Node | Text] = [root]
    while stack:
        one = stack.pop()
        if isinstance(one, Node):
            yield one
            stack += one.kids
