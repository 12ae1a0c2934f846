"""Finds the ground truth, without any system: what can be acted on in a page, and what a person reads in the viewport.

`truth.js` decides what counts. It runs in the main world of every frame, including those of other origins, where it
also sees listeners and, through the protocol, closed shadow roots. It stays there to answer which target the mark of a
system stands for, so that marks are matched by the element itself and never by a selector:

- the element of a target, or a label of its control, is the target;
- another element is the target if one contains the other and the centre of each is in the other's box: a click on
  either is then a click on both;
- an element that is neither required nor wrong is `tolerated`;
- a mark on any other element stands for no target, and is spurious.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from playwright.async_api import CDPSession, Error, Frame, Locator, Page

__all__ = ["KINDS", "Answer", "Key", "Mark", "Target", "Truth", "by_attribute", "by_locator", "by_node", "survey"]

KEY = "globalThis[Symbol.for('page-bench')]"
KINDS = ("native", "link", "aria", "pointer", "listener", "label", "other")
FRAME_SECONDS = 30.0
LOOKUP_MS = 5_000
AT_ONCE = 16

Key = tuple[int, int]
"""The key of a target: the number of its frame in the survey, and its index in the frame."""

Answer = Key | Literal["tolerated"] | None
"""What a mark stands for: a target, `tolerated` or nothing."""

_SCRIPT = Path(__file__).with_name("truth.js")
_SEE = """Object.defineProperty(globalThis, Symbol.for('page-bench'), {
  value: { ...globalThis[Symbol.for('page-bench')], listeners: getEventListeners, roots: new WeakMap() },
  configurable: true, enumerable: false,
})"""
_KEEP_ROOT = """function () {
  const root = this.getRootNode();
  if (root.host) globalThis[Symbol.for('page-bench')]?.roots.set(root.host, root);
}"""
_ELEMENT = 1


@dataclass(frozen=True, slots=True)
class Target:
    """Something a person can act on.

    Attributes:
        key: Identifies it in the survey.
        kind: One of `KINDS`.
        tag, role, name: For people, and to find it again after a re-render; `role` is the explicit role.
        box: Its x, y, width and height in CSS px of the viewport of the page.
        in_view: Whether a hit test at some point of it in the viewport reaches it, through all frames.
        disabled: Whether it takes no input; disabled targets are counted separately.
        closed: Whether it is in a closed shadow root.
        known: Whether the previous survey of the same document saw the same node.
    """

    key: Key
    kind: str
    tag: str
    role: str
    name: str
    box: tuple[float, float, float, float]
    in_view: bool
    disabled: bool = False
    closed: bool = False
    known: bool = False

    @property
    def title(self) -> str:
        """The text for it in a list of misses."""
        x, y, width, height = (round(number) for number in self.box)
        role = f" role={self.role}" if self.role else ""
        return f'{self.kind} <{self.tag}{role}> "{self.name}" {x},{y} {width}x{height}'


@dataclass(frozen=True, slots=True)
class Truth:
    """The answer for one page at one moment.

    Attributes:
        targets: All targets, in view or not.
        words: The words in view, in document order, as written.
        elements: The number of elements in the documents.
        frames: The frames by the number in `Target.key`.
        notes: Frames that could not be surveyed.
    """

    targets: tuple[Target, ...]
    words: tuple[str, ...]
    elements: int
    frames: tuple[Frame, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """An element that the text of a system marks as actionable.

    Attributes:
        id: The system's own ID.
        answer: What the mark stands for.
        what: A description of the element.
    """

    id: str
    answer: Answer
    what: str = ""


async def survey(page: Page) -> Truth:
    """Returns everything that can be acted on in the page as it is now."""
    frames = tuple(page.frames)
    for session in await sessions(page):
        await _see_listeners(session)
        await _see_closed_roots(session)
        await session.detach()
    targets: list[Target] = []
    words: list[str] = []
    notes: list[str] = []
    elements = 0
    for number, frame in enumerate(frames):
        try:
            async with asyncio.timeout(FRAME_SECONDS):
                answer = await frame.evaluate(_SCRIPT.read_text("utf-8"), number)
                answer["targets"] = [_target(line) for line in answer["targets"].split("\n")[:-1]]
                await _place(frame, answer)
        except (Error, TimeoutError) as error:
            if not frame.is_detached():
                notes.append(f"{frame.url}: {str(error).splitlines()[0] if str(error) else 'does not answer'}")
            continue
        elements += answer["elements"]
        words += [word for word, reached in answer["words"] if reached]
        targets += [
            Target(
                key=(number, index),
                in_view=any(reached for *_, reached in each["points"]),
                box=tuple(each["box"]),
                **{name: each[name] for name in ("kind", "tag", "role", "name", "disabled", "closed", "known")},
            )
            for index, each in enumerate(answer["targets"])
        ]
    return Truth(tuple(targets), tuple(words), elements, frames, tuple(notes))


def _target(line: str) -> dict[str, Any]:
    """Parses a line of the script's answer: kind, tag, role, name, flags, box, and the points that hit the target."""
    kind, tag, role, name, flags, box, points = line.split("\t")
    return {
        "kind": kind,
        "tag": tag,
        "role": role,
        "name": name,
        "disabled": "d" in flags,
        "closed": "c" in flags,
        "known": "k" in flags,
        "box": [float(number) for number in box.split()],
        "points": [[float(number) for number in point.split(",")] for point in points.split()],
    }


async def sessions(page: Page) -> list[CDPSession]:
    """Opens a protocol session with each process that shows a part of the page."""
    found = [await page.context.new_cdp_session(page)]
    for frame in page.frames:
        try:
            found.append(await page.context.new_cdp_session(frame))
        except Error:  # the frame is in the process of its parent
            continue
    return found


async def _see_listeners(session: CDPSession) -> None:
    """Gives the debugger's `getEventListeners` to the main world of every frame of a process."""
    worlds: list[int] = []

    def note(event: dict[str, Any]) -> None:
        if event["context"].get("auxData", {}).get("isDefault"):
            worlds.append(event["context"]["id"])

    session.on("Runtime.executionContextCreated", note)
    await session.send("Runtime.enable")
    for world in worlds:
        try:
            await session.send(
                "Runtime.evaluate", {"contextId": world, "expression": _SEE, "includeCommandLineAPI": True}
            )
        except Error:  # the document is gone
            continue


async def _see_closed_roots(session: CDPSession) -> None:
    seen = await session.send("DOMSnapshot.captureSnapshot", {"computedStyles": []})
    kinds: list[str] = seen["strings"]
    for document in seen["documents"]:
        nodes = document["nodes"]
        rare = nodes.get("shadowRootType", {"index": [], "value": []})
        inside = {index for index, kind in zip(rare["index"], rare["value"], strict=True) if kinds[kind] == "closed"}
        closed = [
            index
            for index in sorted(inside)
            if nodes["nodeType"][index] == _ELEMENT and _begins_root(nodes, kinds, index, inside)
        ]
        for index in closed:
            node = nodes["backendNodeId"][index]
            try:
                held = await session.send("DOM.resolveNode", {"backendNodeId": node})
                await session.send(
                    "Runtime.callFunctionOn",
                    {"objectId": held["object"]["objectId"], "functionDeclaration": _KEEP_ROOT},
                )
            except Error:  # the node is gone
                continue


def _begins_root(nodes: dict[str, Any], names: list[str], index: int, inside: set[int]) -> bool:
    """Whether a node may be at the top of a closed tree: its parent is in none, or is a custom element in one."""
    parent = nodes["parentIndex"][index]
    return parent not in inside or "-" in names[nodes["nodeName"][parent]]


async def _place(frame: Frame, answer: dict[str, Any]) -> None:
    """Maps points and boxes of a frame to the page, and repeats the hit test of its points in every frame around it."""
    words = answer["words"]
    points = [[x, y] for _, x, y in words] + [point for each in answer["targets"] for point in each["points"]]
    corners = [
        corner
        for each in answer["targets"]
        for corner in (each["box"][:2], [each["box"][0] + each["box"][2], each["box"][1] + each["box"][3]])
    ]
    reached = [True] * len(points)
    while frame.parent_frame is not None:
        holder = await frame.frame_element()
        mapped = await holder.evaluate(f"(holder, points) => {KEY}.through(holder, points)", points + corners)
        await holder.dispose()
        reached = [was and now for was, (_, _, now) in zip(reached, mapped, strict=False)]
        points = [[x, y] for x, y, _ in mapped[: len(points)]]
        corners = [[x, y] for x, y, _ in mapped[len(points) :]]
        frame = frame.parent_frame
    answer["words"] = [(word, ok) for (word, *_), ok in zip(words, reached, strict=False)]
    rest = iter(zip(points[len(words) :], reached[len(words) :], strict=True))
    ends = iter(corners)
    for each in answer["targets"]:
        each["points"] = [(*point, ok) for _ in each["points"] for point, ok in [next(rest)]]
        (left, top), (right, bottom) = next(ends), next(ends)
        each["box"] = [left, top, right - left, bottom - top]


async def by_locator(marks: Mapping[str, Locator]) -> list[Mark]:
    """Returns what marks stand for that locators find; a mark whose locator finds nothing stands for nothing."""
    turn = asyncio.Semaphore(AT_ONCE)

    async def ask(id: str, locator: Locator) -> Mark:
        async with turn:
            try:
                return _mark(id, await locator.evaluate(f"(element) => {KEY}?.find(element)", timeout=LOOKUP_MS))
            except Error as error:
                return Mark(id, None, f"does not resolve: {error.message.splitlines()[0]}")

    return list(await asyncio.gather(*(ask(id, locator) for id, locator in marks.items())))


async def by_node(page: Page, marks: Mapping[str, tuple[int, str]]) -> list[Mark]:
    """Returns what marks stand for that are given as (backend node ID, target ID of the process)."""
    opened = await sessions(page)
    by_target: dict[str, CDPSession] = {}
    for session in opened:
        info = await session.send("Target.getTargetInfo")
        by_target[info["targetInfo"]["targetId"]] = session

    async def ask(id: str, node: int, target: str) -> Mark:
        session = by_target.get(target)
        if session is None:
            return Mark(id, None, f"target {target} is gone")
        try:
            held = await session.send("DOM.resolveNode", {"backendNodeId": node})
            answer = await session.send(
                "Runtime.callFunctionOn",
                {
                    "objectId": held["object"]["objectId"],
                    "functionDeclaration": f"function () {{ return {KEY}?.find(this); }}",
                    "returnByValue": True,
                },
            )
        except Error as error:
            return Mark(id, None, f"does not resolve: {error.message.splitlines()[0]}")
        return _mark(id, answer["result"].get("value"))

    found = await asyncio.gather(*(ask(id, node, target) for id, (node, target) in marks.items()))
    for session in opened:
        await session.detach()
    return list(found)


async def by_attribute(truth: Truth, name: str, marks: Collection[str]) -> list[Mark]:
    """Returns what marks stand for that are values of an attribute of elements in any frame."""
    found: dict[str, Any] = {}
    for frame in truth.frames:
        try:
            found.update(await frame.evaluate(f"(name) => {KEY}?.byAttribute(name) ?? []", name))
        except Error:  # a note of the survey reports it
            continue
    return [_mark(id, found.get(id)) for id in marks]


def _mark(id: str, found: list[Any] | None) -> Mark:
    if found is None:
        return Mark(id, None, "not in any surveyed document")
    frame, index, what = found
    return Mark(id, (frame, index) if isinstance(index, int) else index, what)
