"""The result of one capture of a page."""

from __future__ import annotations

from dataclasses import dataclass

from actwright.schemas.page import Box, Element


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One capture of a page.

    Attributes:
        url, title: The address and title of the page, with secrets masked.
        tree: The page tree that a model reads.
        text: Visible text of all frames in document order, with whitespace collapsed: all of it, or what lies within a
            screen of the viewport.
        elements: All elements with an ID in document order, including those that the tree omits, but not folded ones.
        notes: What could not be captured, in plain sentences.
        width, height: The size of the viewport, CSS px.
        scroll: Left and top of the viewport in the page, and the page's width and height, CSS px.
        shown: The part of the viewport that a picture shows, less than all of it if the page is pinch-zoomed; None if
            that is not known.
        secret_boxes: The bounding boxes of secret values, which a picture must hide.
        modal: A short label of the topmost open modal dialog; empty if there is none.
        answered: False if the page did not answer in time.
    """

    url: str
    title: str = ""
    tree: str = ""
    text: str = ""
    elements: tuple[Element, ...] = ()
    notes: tuple[str, ...] = ()
    width: int = 0
    height: int = 0
    scroll: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    shown: Box | None = None
    secret_boxes: tuple[Box, ...] = ()
    modal: str = ""
    answered: bool = True
