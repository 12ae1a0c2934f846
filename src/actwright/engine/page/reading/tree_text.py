"""Writes the tree of a page for each look, and returns the content of its folds and of what was cut."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urldefrag

from playwright.async_api import Error, Frame

from actwright.engine.page.reading.assemble import assemble_part
from actwright.engine.page.reading.frames import Frames
from actwright.engine.page.reading.node import Node, Viewport
from actwright.engine.page.reading.tree import tree_of
from actwright.engine.values.masks import Masks
from actwright.errors import ToolError
from actwright.text import counted, estimated_tokens

_MOST_UNFOLDED = 50
"""The maximum number of elements of a fold that one call returns."""
_UNFOLDED_TOKENS = 3_000
"""About how many tokens their lines may have."""


class TreeText:
    """Writes the trees of one run's pages.

    Args:
        frames: The frames of the run's pages.
        masks: What is masked in what leaves a page.
        budget: About how many tokens a tree may have; see `render`.

    Attributes:
        counters: The next number for the IDs of each tag.
    """

    def __init__(
        self,
        frames: Frames,
        *,
        masks: Masks,
        budget: int,
    ) -> None:
        self.counters: dict[str, int] = {}
        self._frames = frames
        self._masks = masks
        self._budget = budget
        self._cuts = Cuts(self._number_fold, masks.mask_tree)
        self._main: Frame | None = None
        self._here: tuple[str, str] = ("", "")
        self._signs: frozenset[str] = frozenset()
        self._before: frozenset[str] = frozenset()
        self._read: set[str] = set()

    def write(self, root: Node, view: Viewport, token: str, *, main: Frame | None = None) -> str:
        """The text of a tree.

        Args:
            root: The root of the page.
            view: The viewport; a tree that is `unfolded` has no budget.
            token: The token of the main document.
            main: The main frame, if this look is remembered: its omitted lines can be read, and the next page is
                compared with it.
        """
        if view.unfolded:
            return self._masks.mask_tree(tree_of(root, view).within(math.inf))
        if main is None:
            return self._masks.mask_tree(tree_of(root, view, before=self._before).within(self._budget))
        self._main = main
        here = (token, urldefrag(view.url).url)
        if here != self._here:
            self._here, self._before = here, self._signs
            self._read.clear()
        tree = tree_of(root, view, before=self._before)
        self._signs = tree.signs
        self._cuts.begin()
        return self._masks.mask_tree(tree.within(self._budget, keep=self._cuts.keep, read=self._read))

    async def unfold(self, fold_id: str, *, start: int = 0, timeout: float = 5.0) -> str:  # noqa: ASYNC109 - a deadline that ends in an answer
        """The lines that a fold of the last capture stands for, or that its tree omitted.

        They have the IDs of the elements that can be acted on.

        Args:
            fold_id: The ID that the tree shows.
            start: How many of its elements to skip.
            timeout: Seconds.

        Raises:
            ToolError: It is not a fold of the last capture, it has no element `start`, or its frame does not answer.
            BrowserError: The page or its browser is gone.
        """
        if fold_id in self._cuts:
            return await self._read_cut(fold_id, start, timeout)
        options: dict[str, Any] = {
            "seeds": self.counters,
            "boxes": self._masks.has_secrets,
            "from": start,
            "most": _MOST_UNFOLDED,
        }
        answer = await self._frames.ask_of(fold_id, "unfold", seconds=timeout, **options)
        if not answer["found"]:
            raise ToolError(f"{fold_id} is no longer a fold of the page; look at the tree again")
        if not answer["shown"]:
            raise ToolError(f"{fold_id} has {answer['count']} elements; {start} is beyond them")
        self.counters |= answer["counters"]
        frame = self._frames.owner(fold_id)
        part = assemble_part(answer, self._frames.numbers.get(frame, 0), self._masks)
        self._frames.owners |= {element.id: frame for element in part.elements}
        view = Viewport(width=answer["width"], height=answer["height"], url=answer["url"])
        shown = tree_of(part.root, view).within(_UNFOLDED_TOKENS, keep=self._cuts.keep)
        self._read.update(line.strip() for line in shown.splitlines())
        lines = self._masks.mask_tree(shown)
        end = start + answer["shown"]
        rest = f"\nread it from {end} on for the other {answer['count'] - end}" if end < answer["count"] else ""
        return f"{fold_id}, elements {start} to {end} of {answer['count']}:\n{lines}{rest}"

    async def _read_cut(self, fold_id: str, start: int, seconds: float) -> str:
        """Lines that the last tree omitted, unless its document is gone."""
        frame, token = self._main, ""
        if frame is not None and not frame.is_detached():
            with contextlib.suppress(Error, TimeoutError):
                token = await self._frames.ask(frame, "token", seconds=seconds)
        if token != self._here[0]:
            raise ToolError(f"{fold_id} is no longer a fold of the page; look at the tree again")
        return self._cuts.read(fold_id, start=start, tokens=_UNFOLDED_TOKENS)

    def _number_fold(self) -> int:
        number = self.counters.get("fold", 0)
        self.counters["fold"] = number + 1
        return number


class Cuts:
    """The gaps in the tree of the last look.

    Args:
        number: Returns the next number for a fold, which is unique within the run.
        mask: Masks secret values.
    """

    def __init__(self, number: Callable[[], int], mask: Callable[[str], str]) -> None:
        self._number = number
        self._mask = mask
        self._lines: dict[str, tuple[str, ...]] = {}
        self._ids: dict[str, str] = {}

    def begin(self) -> None:
        """Begins a new look. A gap that begins with the same line as before keeps its ID; the others are forgotten."""
        self._ids = {lines[0]: id for id, lines in self._lines.items()}
        self._lines = {}

    def keep(self, lines: Sequence[str]) -> str:
        """Keeps the lines of a gap and returns its ID."""
        id = self._ids.get(lines[0])
        if id is None or id in self._lines:
            id = f"fold-{self._number()}"
        self._lines[id] = tuple(map(self._mask, lines))
        return id

    def __contains__(self, id: str) -> bool:
        return id in self._lines

    def read(self, id: str, *, start: int, tokens: float) -> str:
        """The lines of a gap from line `start` on, as many as take about `tokens` tokens.

        Raises:
            ToolError: The gap has no line `start`.
        """
        lines = self._lines[id]
        if start >= len(lines):
            raise ToolError(f"{id} has {counted(len(lines), 'line')}; {start} is beyond them")
        end, used = start, 0.0
        while end < len(lines) and (end == start or used + estimated_tokens(lines[end]) <= tokens):
            used += estimated_tokens(lines[end]) + 1
            end += 1
        rest = f"\nread it from {end} on for the other {len(lines) - end}" if end < len(lines) else ""
        return "\n".join([f"{id}, lines {start} to {end} of {len(lines)}:", *lines[start:end]]) + rest
