"""Turns input at points of a picture, and at the focus, into actions on elements wherever the page tree knows them."""

from __future__ import annotations

import math
import re

from pydantic import JsonValue

from actwright.schemas.page import Element, Observation
from actwright.schemas.proposal import Action

NATIVE_TOOLS = (
    *("click", "double_click", "right_click", "click_with", "hover", "select", "type", "append", "press", "wait"),
    *("click_at", "drag_at", "mouse_down", "mouse_up", "move_to", "scroll_at", "press_for", "type_at_focus"),
)
"""The tools that input in a provider's own form becomes."""

WHOLE = frozenset(
    {
        *("button", "checkbox", "combobox", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "option"),
        *("radio", "searchbox", "spinbutton", "switch", "tab", "textbox"),
    }
)
"""Roles of controls for which it does not matter where a click hits them."""
FIELDS = frozenset({"combobox", "searchbox", "spinbutton", "textbox"})
LONGEST_WAIT = 10.0
KEYS = {
    "return": "Enter", "esc": "Escape", "del": "Delete", "bksp": "Backspace", "up": "ArrowUp", "down": "ArrowDown",
    "left": "ArrowLeft", "right": "ArrowRight", "page_up": "PageUp", "page_down": "PageDown", "prior": "PageUp",
    "next": "PageDown", "pgup": "PageUp", "pgdn": "PageDown", "ctrl": "Control", "cmd": "ControlOrMeta",
    "command": "ControlOrMeta", "super": "ControlOrMeta", "win": "ControlOrMeta", "meta": "ControlOrMeta",
    "option": "Alt", "plus": "+", "minus": "-", "spacebar": "Space", " ": "Space",
    "enter": "Enter", "escape": "Escape", "delete": "Delete", "backspace": "Backspace", "tab": "Tab", "space": "Space",
    "home": "Home", "end": "End", "insert": "Insert", "pageup": "PageUp", "pagedown": "PageDown", "arrowup": "ArrowUp",
    "arrowdown": "ArrowDown", "arrowleft": "ArrowLeft", "arrowright": "ArrowRight", "control": "Control",
    "shift": "Shift", "alt": "Alt",
}  # fmt: skip
"""Playwright's names of keys, by how models write them, in lower case."""
COMMANDS = frozenset({"Control", "ControlOrMeta"})

Point = tuple[float, float]


class UnplannedError(Exception):
    """A call that nothing can be done for; the message is for the model."""


def action(tool: str, **parameters: JsonValue) -> Action:
    """An action without a reason, since native calls give none."""
    return Action(reason="", tool=tool, parameters=parameters)


def chord(written: str) -> str:
    """Playwright's name of a key or chord such as `ctrl+a`, `Return` or `Page_Down`."""
    names = [each for each in re.split(r"(?<=[^+])\+|^\+(?=.)", written.strip(" ") or " ") if each]
    keys = [KEYS.get(each.lower(), each.upper() if re.fullmatch(r"f\d\d?", each) else each) for each in names]
    if len(keys) > 1 and len(keys[-1]) == 1 and "Shift" not in keys:
        keys[-1] = keys[-1].lower()
    return "+".join(keys)


class InputActions:
    """The actions for the input of one reply, in order: what is typed goes to the field that was clicked before.

    Args:
        page: What the model saw.
    """

    def __init__(self, page: Observation) -> None:
        self._page = page
        focused = next((each for each in page.elements if each.focused), None)
        self._field = focused if focused and _takes_text(focused) else None
        self._typed: set[str] = set()
        self._is_selected = False

    def element(self, ref: str) -> Element:
        """The element with an ID. Raises UnplannedError if the last look did not show it."""
        element = self._page.by_id.get(ref)
        if element is None:
            raise UnplannedError(f"there is no element {ref!r} on the page now; read the page again")
        return element

    def point(self, x: float, y: float) -> Point:
        """A point of the picture in CSS px of the viewport."""
        picture = self._page.screenshot
        if picture is None or not picture.width or not self._page.width:
            return x, y
        return x * self._page.width / picture.width, y * self._page.height / picture.height

    def click(
        self, place: Element | Point, *, button: str = "left", count: int = 1, modifiers: str = ""
    ) -> list[Action]:
        """A click on an element, or at a point in CSS px. Raises UnplannedError if it cannot be made."""
        keys = chord(modifiers).replace("ControlOrMeta", "Control") if modifiers else ""
        element = place if isinstance(place, Element) else self._at(place)
        self._field = element if element is not None and _takes_text(element) else None
        self._is_selected = count > 2  # noqa: PLR2004 - a third click selects the line
        plain = button == "left" and not keys
        if element is not None and isinstance(place, tuple) and element.role not in WHOLE:
            if count == 1:
                return [_click_part(element, place, button, keys)]
            return [_click_at(place, button, count, keys)]
        if element is None or count > 2 or (count > 1 and not plain):  # noqa: PLR2004 - no tool does it to an element
            return [_click_at(_middle(place) if isinstance(place, Element) else place, button, count, keys)]
        tool = {("left", 1): "click", ("left", 2): "double_click", ("right", 1): "right_click"}.get((button, count))
        if tool is None or keys:
            return [action("click_with", element_id=element.id, button=button, modifiers=keys)]
        return [action(tool, element_id=element.id)]

    def _at(self, point: Point) -> Element | None:
        """The smallest element at a point."""
        found = [each for each in self._page.elements if each.in_view and not each.covered_by and _has(each, point)]
        return min(found, key=_size, default=None)

    def type(self, text: str) -> list[Action]:
        """Text at the focus: over what is selected there, else behind what the field holds."""
        field, selected = self._field, self._is_selected
        self._is_selected = False
        if field is None:
            return [action("type_at_focus", value=text)]
        if field.tag == "select":
            return [action("select", element_id=field.id, value=text)]
        adds = bool(field.value) or field.id in self._typed
        self._typed.add(field.id)
        return [action("append" if adds and not selected else "type", element_id=field.id, value=text)]

    def press(self, written: str, *, times: int = 1) -> list[Action]:
        """A key or chord at the focus."""
        name = chord(written)
        *modifiers, last = name.split("+") if name != "+" else ["+"]
        if last == "a" and not COMMANDS.isdisjoint(modifiers):
            self._is_selected = True
        elif last in ("Tab", "Enter"):
            self._field, self._is_selected = None, False
        return [action("press", key=name)] * times

    def wait(self, seconds: float) -> list[Action]:
        """A pause, in pieces of at most 10 s."""
        count = max(1, math.ceil(seconds / LONGEST_WAIT))
        return [action("wait", seconds=max(0.1, round(seconds / count, 2)))] * count


def _click_at(point: Point, button: str, count: int, modifiers: str) -> Action:
    if button == "middle":
        raise UnplannedError("the page tree shows nothing there; a middle click needs an element")
    x, y = round(point[0], 1), round(point[1], 1)
    return action("click_at", x=x, y=y, button=button, count=count, modifiers=modifiers)


def _click_part(element: Element, point: Point, button: str, modifiers: str) -> Action:
    """A click at a place of an element, in % of it, which stays right where the element moves."""
    assert element.box
    x = round((point[0] - element.box.x) / element.box.width * 100, 2)
    y = round((point[1] - element.box.y) / element.box.height * 100, 2)
    return action("click_with", element_id=element.id, x=x, y=y, button=button, modifiers=modifiers)


def _has(element: Element, point: Point) -> bool:
    box = element.shown or element.box
    if box is None or element.box is None or not element.box.width or not element.box.height:
        return False
    return box.x <= point[0] <= box.x + box.width and box.y <= point[1] <= box.y + box.height


def _size(element: Element) -> float:
    return element.box.width * element.box.height if element.box else math.inf


def _middle(element: Element) -> Point:
    box = element.box if element.in_view else None
    if box is None:
        raise UnplannedError("this needs an element in view: scroll to it first")
    return box.x + box.width / 2, box.y + box.height / 2


def _takes_text(element: Element) -> bool:
    return element.tag == "select" or (element.role in FIELDS and not element.readonly)
