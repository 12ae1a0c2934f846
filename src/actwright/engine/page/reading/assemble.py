"""Assembles the answers of all frames of a page into one tree, one list of elements and one text, secrets masked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from actwright.engine.page.reading.masked import FREE_TEXT, MaskedTexts
from actwright.engine.page.reading.node import Fold, Node, Rect, Text
from actwright.engine.page.reading.page_text import clean, clean_value
from actwright.engine.values.masks import Masks
from actwright.schemas.page import Box, Element

_LONGEST = 200
_LONGEST_VALUE = 4_000
_SHOWN = ("label", "group")
"""The texts that an option shows."""


def frame_prefix(number: int) -> str:
    """The prefix of the IDs in a frame; empty for a main frame, whose number is 0."""
    return f"f{number}." if number else ""


@dataclass(frozen=True, slots=True)
class FramePlacement:
    """Where a frame's content lies in the page's viewport.

    Attributes:
        left, top: The position of the frame's content, CSS px.
        scale: CSS px of the page per CSS px of the frame.
        clip: The part of the viewport in which the content is visible; None if it is not.
        cover: A label of what covers the frame; empty if nothing does.
    """

    left: float = 0.0
    top: float = 0.0
    scale: float = 1.0
    clip: Rect | None = None
    cover: str = ""

    def rect(self, box: Rect) -> Rect:
        """Converts a rectangle of the frame to the page's viewport."""
        x, y, width, height = box
        if self.left == self.top == 0.0 and self.scale == 1.0:
            return (x, y, width, height)
        return (
            round(self.left + self.scale * x, 1),
            round(self.top + self.scale * y, 1),
            round(self.scale * width, 1),
            round(self.scale * height, 1),
        )

    def inner(self, offset: Mapping[str, Any]) -> FramePlacement:
        """The placement of a frame inside this one."""
        left, top, _, _ = self.rect((offset["left"], offset["top"], 0, 0))
        clip = offset["clip"] and _overlap(self.rect(tuple(offset["clip"])), self.clip)
        return FramePlacement(left, top, self.scale * offset["scale"], clip or None, self.cover or offset["cover"])


@dataclass(frozen=True, slots=True)
class Made:
    """An element, and what it was made of.

    Attributes:
        element: The element.
        raw: Its state, as its frame answered.
        placement: Where the frame was.
    """

    element: Element
    raw: Mapping[str, Any]
    placement: FramePlacement


@dataclass(slots=True)
class Assembly:
    """A page as a whole.

    Attributes:
        root: The root of its tree.
        elements: All elements with an ID, in document order.
        folds: The IDs of the folds in the tree.
        made: The elements by their IDs, with what they were made of.
        text: The visible text of all frames.
        secret_boxes: Where secret values are visible.
        frames: The numbers of the frames in the tree.
    """

    root: Node = field(default_factory=lambda: Node("page"))
    elements: list[Element] = field(default_factory=list[Element])
    made: dict[str, Made] = field(default_factory=dict[str, Made])
    folds: list[str] = field(default_factory=list[str])
    text: str = ""
    secret_boxes: list[Box] = field(default_factory=list[Box])
    frames: set[int] = field(default_factory=set[int])


def assemble(
    answers: Mapping[int, Mapping[str, Any]],
    masks: Masks,
    *,
    before: Mapping[str, Made] | None = None,
) -> Assembly:
    """Assembles the answers of all frames of a page.

    Args:
        answers: The answer of each frame to `capture`, by the frame's number; 0 is the main frame.
        masks: What is masked.
        before: The elements of an earlier look with the same masks; each that would be the same is used again.
    """
    main = answers[0]
    whole = Assembly()
    builder = _Builder(answers, MaskedTexts([*answers.values()], masks), whole, before or {})
    placement = FramePlacement(clip=(0.0, 0.0, float(main["width"]), float(main["height"])))
    whole.root.kids = builder.frame(0, placement)
    whole.text = builder.masked.mask("".join(builder.text(0)))
    return whole


def assemble_part(answer: Mapping[str, Any], number: int, masks: Masks) -> Assembly:
    """Assembles the answer of a frame about a part of its tree.

    Args:
        answer: The answer to `unfold`.
        number: The number of the frame.
        masks: What is masked.
    """
    whole = Assembly()
    builder = _Builder({}, MaskedTexts([answer], masks), whole, {})
    whole.root.kids = builder.kids(answer["root"]["kids"], number, FramePlacement())
    return whole


@dataclass(slots=True)
class _Builder:
    answers: Mapping[int, Mapping[str, Any]]
    masked: MaskedTexts
    whole: Assembly
    before: Mapping[str, Made]

    def frame(self, number: int, placement: FramePlacement) -> list[Node | Text]:
        """The tree of one frame, including the frames inside it."""
        if number in self.whole.frames or number not in self.answers:
            return []
        self.whole.frames.add(number)
        answer = self.answers[number]
        for run in answer["runs"]:
            text, *box = run
            if self.masked(run, "", plain := clean(text)) != plain:
                self.hide(placement.rect((box[0], box[1], box[2], box[3])))
        return self.kids(answer["root"]["kids"], number, placement)

    def text(self, number: int, outer: frozenset[int] = frozenset()) -> Iterator[str]:
        """All text of a frame in document order; the text of a frame inside it stands where that frame is."""
        if number in outer or number not in self.answers:
            return
        for part in self.answers[number]["text"]:
            if isinstance(part, int):
                yield from ("\n", *self.text(part, outer | {number}), "\n")
            else:
                yield part

    def kids(self, raw: list[Any], number: int, placement: FramePlacement) -> list[Node | Text]:
        return [self.kid(one, number, placement) for one in raw]

    def kid(self, raw: Mapping[str, Any], number: int, placement: FramePlacement) -> Node | Text:
        box = placement.rect(tuple(raw["box"])) if raw.get("box") else None
        if "text" in raw:
            return Text(self.masked(raw, "text", clean(raw["text"])), box)
        node = Node(raw["tag"], box=box, modal="modal" in raw)
        if "label" in raw:
            plain = clean(raw["label"])
            node.label = self.masked(raw, "label", plain)[:_LONGEST]
            if node.tag == "img" and box and node.label != plain[:_LONGEST]:
                self.hide(box)
        if "extras" in raw:
            node.extras = tuple(
                (extra[0], self.masked(extra, "", clean(extra[1])) if extra[1] else "") for extra in raw["extras"]
            )
        if "state" in raw:
            node.element = self.element(raw["state"], number, placement)
        if "fold" in raw:
            node.fold = self.fold(raw["fold"], number)
        node.kids = self.kids(raw["kids"], number, placement)
        if "frame" in raw:
            node.kids = self.frame(raw["frame"], placement.inner(raw["offset"]))
            cover = raw["offset"]["cover"]
            node.extras += (("covered-by", self.masked.mask(cover)),) if cover else ()
        return node

    def fold(self, raw: Mapping[str, Any], frame: int) -> Fold:
        headings = (self.masked(raw, str(number), clean(text)) for number, text in enumerate(raw["headings"]))
        fold = Fold(
            id=f"{frame_prefix(frame)}{raw['id']}",
            tag=raw["tag"],
            count=raw["count"],
            side=raw["side"],
            contents=dict(raw["holds"]),
            headings=tuple(filter(None, headings)),
        )
        self.whole.folds.append(fold.id)
        return fold

    def element(self, raw: Mapping[str, Any], number: int, placement: FramePlacement) -> Element:
        id = f"{frame_prefix(number)}{raw['id']}"
        made = self.before.get(id)
        if made is None or made.raw != raw or made.placement != placement:
            made = Made(self.new_element(id, raw, number, placement), raw, placement)
        element = made.element
        if element.secret and element.box:
            self.whole.secret_boxes.append(element.box)
        self.whole.made[id] = made
        self.whole.elements.append(element)
        return element

    def new_element(self, id: str, raw: Mapping[str, Any], number: int, placement: FramePlacement) -> Element:
        state = dict(raw)
        secret = bool(raw.get("secret"))
        for name, value in raw.items():
            if isinstance(value, str):
                state[name], changed = self.string(raw, name)
                secret = secret or changed
        if "options" in raw:
            state["options"], changed = self.options(raw["options"])
            secret = secret or changed
            shown = {
                clean(each["label"]): one["label"] for each, one in zip(raw["options"], state["options"], strict=True)
            }
            if "value" in state:
                state["value"] = shown.get(state["value"], state["value"])
        box = placement.rect(tuple(raw["box"])) if "box" in raw else None
        seen = raw.get("in_view", True) and box is not None and _overlap(box, placement.clip) is not None
        part = placement.rect(tuple(raw["shown"])) if "shown" in raw else box
        if part and number:
            part = _overlap(part, placement.clip) or part
        state |= {
            "id": id,
            "box": _box(box) if box else None,
            "shown": _box(part) if part and part != box else None,
            "in_view": seen,
            "covered_by": (state.get("covered_by", "") or self.masked.mask(placement.cover)) if seen else "",
            "secret": secret,
        }
        return Element.model_validate(state)

    def options(self, raw: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], bool]:
        """The options of a field, and whether a text that they show was masked."""
        changed = False
        options: list[dict[str, Any]] = []
        for option in raw:
            plain = {key: clean(option.get(key, "")) for key in (*_SHOWN, "value")}
            shown = {key: self.masked(option, key, text) for key, text in plain.items()}
            changed = changed or any(shown[key] != plain[key] for key in _SHOWN)
            options.append({**option, **shown})
        return options, changed

    def string(self, raw: Mapping[str, Any], name: str) -> tuple[str, bool]:
        """A string of an element's state, cleaned and masked, and whether something in it was masked."""
        keep_lines = name in FREE_TEXT
        plain = (clean_value if keep_lines else clean)(raw[name])
        masked = self.masked(raw, name, plain)
        return masked[: _LONGEST_VALUE if keep_lines else _LONGEST], masked != plain

    def hide(self, box: Rect) -> None:
        self.whole.secret_boxes.append(_box(box))


def _box(rect: Rect) -> Box:
    return Box(x=rect[0], y=rect[1], width=rect[2], height=rect[3])


def _overlap(one: Rect, other: Rect | None) -> Rect | None:
    if other is None:
        return None
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right, bottom = min(one[0] + one[2], other[0] + other[2]), min(one[1] + one[3], other[1] + other[3])
    return (left, top, right - left, bottom - top) if right > left and bottom > top else None
