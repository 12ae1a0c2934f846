"""The result of one capture of a page."""

from __future__ import annotations

from dataclasses import dataclass

from actwright.schemas.page import Box, Element

__all__ = ["Snapshot"]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One capture of a page.

    Attributes:
        url, title: Of the page, with secrets masked.
        tree: What a model reads.
        text: Visible text of all frames in document order, whitespace folded: that within a screen of the view, or all.
        elements: All elements with an ID in document order; also those the tree left out, but none that is folded.
        notes: What could not be seen, in plain sentences.
        width, height: The viewport in CSS px.
        scroll: Left and top of the viewport in the page, and the page's width and height, CSS px.
        shown: What a picture shows of the viewport, less than all of it if the page is pinched; None if that is not known.
        secret_boxes: Where something secret shows; a picture must hide it.
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
