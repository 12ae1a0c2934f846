"""Translates each tool into Playwright's own calls."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Locator

from actwright.engine.matching.references import filled_text
from actwright.engine.page.surface import BrowserSurface
from actwright.errors import ConfigError
from actwright.recording.export.finding import Finder, Reach
from actwright.recording.export.line_layout import Statement
from actwright.recording.export.locators import BODY, Address, Chain, LocatorCall, LocatorText, PointOf, call, prop
from actwright.schemas.page import Element
from actwright.schemas.recording import RecordedAction
from actwright.schemas.task import REFERENCE
from actwright.text import one_line
from actwright.tools.drag import points_of
from actwright.tools.expect_request import ExpectRequest
from actwright.tools.formats import has_format

STRIDE = 12
"""The number of moves in which the mouse goes from one point to the next."""

SILENT = frozenset({"look", "read"})
"""Tools that change nothing and prove nothing; a program has no line for them."""

REFUSED: Mapping[str, str] = {
    "fail": "a recording of a failed run is not a test",
    "expect_number": "Playwright has no assertion that compares numbers; expect the text of the number",
    "expect_rows": "Playwright has no assertion that compares the number of rows; use expect_count",
    "expect_sorted": "Playwright has no assertion that a list is in order; use expect_order",
    **dict.fromkeys(
        ("expect_every", "expect_sum", "expect_same"), "Playwright has no such assertion; expect the texts of the rows"
    ),
    "call_page_tool": "a test by Playwright uses the page as a person does; record a run that uses its controls",
    "hover_at": "moving the mouse over points of an element has no counterpart in Playwright; use hover",
}
"""Tools without a counterpart in Playwright: the reason, and what to use instead."""


@dataclass(frozen=True, slots=True)
class PendingAction:
    """One action that is about to be performed.

    Attributes:
        action: The recorded action.
        ids: The IDs of its elements on the live page, by parameter.
        surface: The surface of the run.
        finder: Finds locators on the page.
        names: The variable for each value, by the name of the value.
    """

    action: RecordedAction
    ids: Mapping[str, str]
    surface: BrowserSurface
    finder: Finder
    names: Mapping[str, str]

    @property
    def page(self) -> Chain:
        """The page in front."""
        return Chain(self.finder.variable(self.surface.page))

    def element(self, name: str = "element_id") -> Element:
        """An element as it was last seen."""
        return self.surface.known(self.ids[name])

    def locator(self, name: str = "element_id") -> Locator:
        """A locator that resolves to exactly this element."""
        return self.surface.resolving(self.ids[name])[1]

    async def find(self, reach: Reach = "", name: str = "element_id") -> Chain:
        """A locator that was checked to find exactly this element. Raises ConfigError if there is none."""
        frame, sought = self.surface.resolving(self.ids[name])
        return await self.finder.find(frame, sought, self.action.targets[name], self.element(name), reach)

    def said(self, name: str, default: str = "") -> str:
        """A parameter as text, which may contain references."""
        return str(self.action.parameters.get(name, default))

    def number(self, name: str, default: float = 0) -> float:
        """A parameter as a number."""
        value = self.action.parameters.get(name, default)
        return float(value) if isinstance(value, int | float) else default

    def text(self, name: str) -> LocatorText:
        """A parameter as a text of the program, with variables in place of references."""
        return LocatorText(self.said(name))


Translation = Callable[[PendingAction], Awaitable[list[Statement]]]


def _mouse(reach: Reach, does: LocatorCall) -> Translation:
    async def translated(acting: PendingAction) -> list[Statement]:
        return [Statement(await acting.find(reach), does)]

    return translated


async def _click_with(acting: PendingAction) -> list[Statement]:
    given: dict[str, Any] = {}
    x, y = acting.number("x", 50), acting.number("y", 50)
    if (x, y) != (50, 50):
        box = await acting.locator().bounding_box()
        if box is None:
            raise ConfigError(f"{acting.action.targets['element_id']} is not on the screen")
        given["position"] = {"x": round(box["width"] * x / 100), "y": round(box["height"] * y / 100)}
    if button := acting.said("button"):
        given["button"] = button
    if modifiers := [name.strip() for name in acting.said("modifiers").split("+") if name.strip()]:
        given["modifiers"] = modifiers
    if hold := acting.number("hold"):
        given["delay"] = round(hold * 1000)
    return [Statement(await acting.find(), call("click", **given))]


async def _fill(acting: PendingAction) -> list[Statement]:
    return [Statement(await acting.find(), call("fill", acting.text("value")))]


async def _type(acting: PendingAction) -> list[Statement]:
    element, found = acting.element(), await acting.find()
    if has_format(element) and element.type != "number":
        return await _fill(acting)
    keys = Statement(found, call("press_sequentially", acting.text("value")))
    empties = element.value is not None and element.tag != "select"
    return [Statement(found, call("clear")), keys] if empties else [keys]


async def _append(acting: PendingAction) -> list[Statement]:
    found = await acting.find()
    end = "End" if acting.element().tag == "input" else "Control+End"
    return [
        Statement(found, call("press", end)),
        Statement(found, call("press_sequentially", acting.text("value"))),
    ]


async def _select(acting: PendingAction) -> list[Statement]:
    return [Statement(await acting.find(), call("select_option", _option(acting, acting.said("value"))))]


async def _select_several(acting: PendingAction) -> list[Statement]:
    values = acting.action.parameters.get("values")
    several = [_option(acting, str(value)) for value in values] if isinstance(values, list) else []
    return [Statement(await acting.find(), call("select_option", several))]


def _option(acting: PendingAction, value: str) -> LocatorText | str:
    """The argument for an option. Playwright takes its value or its label, and is case-sensitive."""
    text = filled_text(value, acting.finder.data)
    options = acting.element().options
    if any(text in {option.value, option.label} for option in options) or not options:
        return LocatorText(value)
    close = [option for option in options if _loose(text) in {_loose(option.label), _loose(option.value)}]
    if not _is_known(acting, value):
        return LocatorText(value)
    return close[0].label if len(close) == 1 else text


def _is_known(acting: PendingAction, value: str) -> bool:
    """Whether all references in a value are to values that may be written into the program."""
    return all(one_line(name) in acting.finder.data for name in REFERENCE.findall(value))


def _loose(text: str) -> str:
    return one_line(text).casefold()


async def _upload(acting: PendingAction) -> list[Statement]:
    files = acting.action.parameters.get("files")
    several = [LocatorText(str(file)) for file in files] if isinstance(files, list) else []
    given = several[0] if len(several) == 1 else several
    kind = await acting.locator().evaluate(TAKES_FILES)
    found = await acting.find()
    if kind == "input":
        return [Statement(found, call("set_input_files", given))]
    if kind == "inner":
        inner = found.then(call("locator", 'input[type="file"]', kind="field"))
        if await acting.finder.live(inner).count() == 1:
            return [Statement(inner, call("set_input_files", given))]
    if kind == "drop":
        raise ConfigError(
            f"upload: files were dropped on {acting.action.targets['element_id']}, and Playwright has no call for that"
        )
    return [
        Statement(acting.page, call("expect_file_chooser"), assign="chooser_info", opens=True),
        Statement(found, call("click"), inside=True),
        Statement(Chain("chooser_info"), prop("value"), assign="chooser"),
        Statement(Chain("chooser"), call("set_files", given)),
    ]


TAKES_FILES = """(element) => {
  const control = element.localName === 'label' ? element.control : element;
  if (control instanceof HTMLInputElement && control.type === 'file') return 'input';
  if (element.querySelector('input[type=file]')) return 'inner';
  return element.closest('button, a, label, [role=button]') ? 'chooser' : 'drop';
}"""


async def _press(acting: PendingAction) -> list[Statement]:
    press = call("press", acting.text("key"))
    if acting.ids.get("element_id"):
        return [Statement(await acting.find(), press)]
    return [Statement(Chain(f"{acting.page.base}.keyboard"), press)]


async def _drag(acting: PendingAction) -> list[Statement]:
    found = await acting.find("hover")
    right, down = acting.number("right"), acting.number("down")
    if acting.ids.get("onto") and not (right or down):
        onto = await acting.find(name="onto")
        variable = onto.kind if onto.kind != found.kind else f"other_{onto.kind}"
        return [
            Statement(onto, assign=variable, awaits=False),
            Statement(found, call("drag_to", Chain(variable), steps=STRIDE)),
        ]
    goal = await acting.find(name="onto") if acting.ids.get("onto") else found
    ways = [("box", 0.5, 0.5, 0.0, 0.0), ("goal" if goal is not found else "box", 0.5, 0.5, right, down)]
    lines = [Statement(found, call("scroll_into_view_if_needed")), _box(found, "box")]
    if goal is not found:
        lines.append(_box(goal, "goal"))
    return [*lines, *_along(acting, ways)]


async def _drag_along(acting: PendingAction) -> list[Statement]:
    found = await acting.find()
    ways = [("box", x / 100, y / 100, 0.0, 0.0) for x, y in points_of(acting.said("points"))]
    return [
        Statement(found, call("scroll_into_view_if_needed")),
        _box(found, "box"),
        *_along(acting, ways),
    ]


def _box(found: Chain, variable: str) -> Statement:
    return Statement(found, call("bounding_box"), assign=variable, required=True)


def _along(acting: PendingAction, ways: list[tuple[str, float, float, float, float]]) -> list[Statement]:
    """Drags with the mouse from point to point; each point is a fraction of a bounding box plus an offset in CSS px."""
    mouse, slowly = Chain(f"{acting.page.base}.mouse"), (("steps", STRIDE),)
    moves = [
        Statement(
            mouse,
            LocatorCall("move", (PointOf(box, "x", x, right), PointOf(box, "y", y, down)), slowly if at else ()),
        )
        for at, (box, x, y, right, down) in enumerate(ways)
    ]
    return [moves[0], Statement(mouse, call("down")), *moves[1:], Statement(mouse, call("up"))]


async def _navigate(acting: PendingAction) -> list[Statement]:
    url = acting.said("url")
    return [
        Statement(
            acting.page, call("goto", LocatorText(url) if "://" in url or url.startswith("about:") else Address(url))
        )
    ]


def _of_page(method: str) -> Translation:
    async def translated(acting: PendingAction) -> list[Statement]:
        return [Statement(acting.page, call(method))]

    return translated


async def _nothing(acting: PendingAction) -> list[Statement]:  # noqa: ARG001 - its statements are added once it is done
    return []


async def _expect_request(acting: PendingAction) -> list[Statement]:
    """A comment: Playwright waits for a request only around the action that sends it, and does not read what it carries."""
    said = one_line(ExpectRequest.model_validate(dict(acting.action.parameters)).wanted)
    return [Statement(comment=f"Not checked here: {said}")]


async def _select_text(acting: PendingAction) -> list[Statement]:
    if acting.said("text") or not acting.ids.get("element_id"):
        raise ConfigError("select_text: selecting a phrase has no counterpart in Playwright; select the whole element")
    return [Statement(await acting.find(), call("select_text"))]


async def _scroll(acting: PendingAction) -> list[Statement]:
    way = acting.said("direction")
    if acting.said("text") or (way and acting.ids.get("element_id")):
        raise ConfigError("scroll: Playwright can only scroll the page by screens, or an element into view")
    if not way:
        return [Statement(await acting.find(), call("scroll_into_view_if_needed"))]
    size = acting.surface.page.viewport_size or {"width": 1280, "height": 720}
    across, along = way in {"left", "right"}, -1 if way in {"left", "up"} else 1
    px = round(along * acting.number("amount", 1) * size["width" if across else "height"])
    return [Statement(Chain(f"{acting.page.base}.mouse"), call("wheel", px if across else 0, 0 if across else px))]


async def _wait(acting: PendingAction) -> list[Statement]:
    if acting.said("text"):
        verb = "not_to_contain_text" if acting.action.parameters.get("gone") else "to_contain_text"
        return [Statement(acting.page.then(BODY), expects=call(verb, acting.text("text"), use_inner_text=True))]
    return [Statement(acting.page, call("wait_for_timeout", round(acting.number("seconds", 5) * 1000)))]


TRANSLATED: Mapping[str, Translation] = {
    "click": _mouse("click", call("click")),
    "double_click": _mouse("click", call("dblclick")),
    "right_click": _mouse("click", call("click", button="right")),
    "click_with": _click_with,
    "hover": _mouse("hover", call("hover")),
    "check": _mouse("check", call("check")),
    "uncheck": _mouse("uncheck", call("uncheck")),
    "fill": _fill,
    "type": _type,
    "append": _append,
    "select": _select,
    "select_several": _select_several,
    "upload": _upload,
    "press": _press,
    "drag": _drag,
    "drag_along": _drag_along,
    "select_text": _select_text,
    "scroll": _scroll,
    "wait": _wait,
    "navigate": _navigate,
    "go_back": _of_page("go_back"),
    "go_forward": _of_page("go_forward"),
    "reload": _of_page("reload"),
    "switch_tab": _nothing,
    "close_tab": _nothing,
    "new_tab": _nothing,
    "answer_dialog": _nothing,
    "expect_download": _nothing,
    "expect_request": _expect_request,
}
"""The translations, by the name of the tool.

Checks of the page are in `proofs`. The statements for tabs, dialogs and downloads are added once these have appeared.
"""
