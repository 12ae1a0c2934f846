"""Reads a look at a page in parts: its tree, the elements that words describe, an enlarged part of its picture."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence

from actwright.prompts.render import page_text
from actwright.schemas.page import Element, Image, Observation, tree_line
from actwright.text import between_markers, shortened

MOST_READ = 50_000
MOST_FOUND = 20
MOST_ENLARGED, LARGEST = 4.0, 1_024
"""How many times a part of a picture is enlarged, up to how many px a side."""


def read_tree(page: Observation, *, depth: int, interactive: bool, ref: str = "") -> str:
    """The page with its tree, or the part of the tree below an element.

    Args:
        page: The look.
        depth: How many levels of the tree are read.
        interactive: Whether only elements with an ID are read.
        ref: The ID of an element or a fold.

    Raises:
        LookupError: The tree has no such element.
    """
    lines = page.tree.splitlines()
    if ref:
        lines = list(_below(lines, ref))
    kept = [line for line in lines if _level(line) - _level(lines[0]) < depth]
    if interactive:
        kept = [line for line in kept if (read := tree_line(line)) is not None and read.head in page.by_id]
    return page_text(page.model_copy(update={"tree": shortened("\n".join(kept), MOST_READ)}))


def _below(lines: Sequence[str], ref: str) -> Iterator[str]:
    heads = [read.head if (read := tree_line(line)) else "" for line in lines]
    if ref not in heads:
        raise LookupError(f"the page tree has no element {ref!r} now; read the page again")
    start = heads.index(ref)
    yield lines[start]
    for line in lines[start + 1 :]:
        if _level(line) <= _level(lines[start]):
            return
        yield line


def _level(line: str) -> int:
    return (len(line) - len(line.lstrip(" "))) // 2


def page_words(page: Observation) -> str:
    """The text of the page within one screen of the viewport."""
    return (
        between_markers(shortened(page.text, MOST_READ), what="page")
        + "\n(Text farther than a screen away is left out.)"
    )


def find_elements(page: Observation, query: str) -> str:
    """The elements that most words of a query describe, best first; names are compared, not meanings."""
    words = set(re.findall(r"\w+", query.casefold()))
    scored = [(len(words & set(re.findall(r"\w+", _described(each).casefold()))), each) for each in page.elements]
    best = sorted((pair for pair in scored if pair[0]), key=lambda pair: -pair[0])[:MOST_FOUND]
    if not best:
        return (
            "No element has these words in its name or role. The words are compared, not their meaning: read the page."
        )
    lines = "\n".join(f"{each.title} ({each.role or each.tag})" for _, each in best)
    return between_markers(lines, what="page") + "\n(Found by comparing words.)"


def _described(element: Element) -> str:
    options = " ".join(option.label for option in element.options[:MOST_FOUND])
    named = (element.name, element.label, element.placeholder, element.description, element.value or "", options)
    return " ".join((element.role, element.tag, element.type, *named))


def zoomed(image: Image, region: Sequence[int]) -> Image:
    """A part of a picture, enlarged; `region` is left, top, right and bottom in px.

    Raises:
        ValueError: The region is not in the picture.
    """
    from PIL import Image as Pillow  # noqa: PLC0415 - loaded when a picture is cut

    if len(region) != 4:  # noqa: PLR2004 - the edges
        raise ValueError("a region is left, top, right and bottom")
    box = max(0, region[0]), max(0, region[1]), min(image.width, region[2]), min(image.height, region[3])
    if box[0] >= box[2] or box[1] >= box[3]:
        raise ValueError(f"the region lies outside of the picture, which is {image.width} x {image.height} px")
    part = Pillow.open(io.BytesIO(image.data)).convert("RGB").crop(box)
    factor = max(1.0, min(MOST_ENLARGED, LARGEST / max(part.size)))
    part = part.resize((round(part.width * factor), round(part.height * factor)), Pillow.Resampling.BICUBIC)  # pyright: ignore[reportUnknownMemberType]
    kept = io.BytesIO()
    part.save(kept, "JPEG", quality=90)
    return Image(data=kept.getvalue(), media_type="image/jpeg", width=part.width, height=part.height)
