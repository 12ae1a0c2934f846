"""What a person did as the actions of a run: keystrokes are one fill, two clicks a double click, what is secret a reference."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from actwright.engine.policies.replay.matching import find
from actwright.engine.policies.replay.surroundings import described
from actwright.recording.codegen.listening import Deed
from actwright.schemas.page import Element, Observation
from actwright.schemas.proposal import Action
from actwright.schemas.task import references_in

__all__ = ["Deeds", "Done"]

ENDS = frozenset(
    {"click", "click_with", "double_click", "right_click", "press", "navigate", "go_back", "go_forward", "drag"}
)
"""What the page may change altogether after, so that the next action is looked for anew."""


@dataclass(slots=True)
class Done:
    """An action, and the page before it."""

    action: Action
    look: Observation
    title: str = ""


@dataclass
class Deeds:
    """Gathers actions from what is heard.

    Attributes:
        data: Values that are written as references where they are typed.
        say: Receives a line for each action, and for each thing that cannot be recorded.
        done: The actions.
        secrets, files: The names of values that the recording needs besides the data.
        problems: What was done and cannot be recorded.
    """

    data: Mapping[str, str]
    say: Callable[[str], None] = print
    done: list[Done] = field(default_factory=list[Done])
    secrets: list[str] = field(default_factory=list[str])
    files: dict[str, str] = field(default_factory=dict[str, str])
    problems: list[str] = field(default_factory=list[str])
    _dragged: Deed | None = None

    def hear(self, deed: Deed) -> None:
        """Takes in one thing that was done."""
        if deed.kind == "opened":
            return  # a run goes on in a new tab by itself
        if missed := deed.told.get("missed"):
            self._problem(f'{deed.kind} on "{missed}" came before the page could be looked at')
        elif deed.element and deed.kind in {"fill", "select", "select_several", "upload"}:
            self._entered(deed, deed.element)
        elif deed.element and deed.kind != "press":
            self._pointed(deed, deed.element)
        else:
            self._without_element(deed)

    def _entered(self, deed: Deed, element: Element) -> None:
        told = deed.told
        if deed.kind == "fill":
            self._add(deed, "fill", value=self._value(told, element))
            return
        values = list(map(str, told["values"]))
        if deed.kind == "upload":
            self._add(deed, "upload", files=[self._file(name, element, at) for at, name in enumerate(values)])
        else:
            self._add(deed, deed.kind, **({"value": values[0]} if deed.kind == "select" else {"values": values}))

    def _pointed(self, deed: Deed, element: Element) -> None:
        if deed.kind == "drag":
            self._dragged = deed
        elif deed.kind == "drop":
            if self._dragged and self._dragged.element:
                self._add(self._dragged, "drag", onto=element.id)
            self._dragged = None
        elif deed.kind == "dragged":
            self._add(deed, "drag", **_goal(deed.told))
        elif deed.kind == "middle_click":
            self._add(deed, "click_with", button="middle")
        elif deed.kind == "click" and (modifiers := str(deed.told.get("modifiers") or "")):
            self._add(deed, "click_with", modifiers=modifiers)
        elif deed.kind == "double_click":
            self._take_back_clicks(element)
            self._add(deed, deed.kind)
        else:
            self._add(deed, deed.kind)

    def _without_element(self, deed: Deed) -> None:
        told = deed.told
        match deed.kind:
            case "press":
                self._add(deed, "press", key=str(told["key"]))
            case "navigate":
                self._add(deed, "navigate", url=str(told["url"]))
            case "dialog":
                self._add(
                    deed,
                    "answer_dialog",
                    accept=bool(told["accept"]),
                    **({"text": told["text"]} if told["text"] else {}),
                )
            case "switch_tab" | "close_tab":
                self._add(deed, deed.kind, tab_id=f"tab-{deed.tab}")
            case "go_back" | "go_forward":
                self._add(deed, deed.kind)
            case _:
                return  # on nothing in particular, as a click beside everything

    def _add(self, deed: Deed, tool: str, **parameters: Any) -> None:
        element = deed.element
        given = {"element_id": element.id, **parameters} if element else parameters
        action = Action(reason="as shown", tool=tool, parameters=given)
        last = self.done[-1].action if self.done else None
        if tool == "fill" and self._holds(action):
            return  # a field tells of its value once more when Enter is pressed in it
        again = tool in {"fill", "select", "select_several"} and last is not None
        if again and last and last.tool == tool and last.parameters.get("element_id") == given["element_id"]:
            self.done[-1].action = action
            return
        if element and (why := self._doubt(deed.look, element.id)):
            if tool == "hover":
                self.say(f"Left out: hover on {element.title}: {why}")  # it may have shown without that
            else:
                self._problem(f"{tool} on {element.title}: {why}")
            return
        self.done.append(Done(action, deed.look, element.title if element else ""))
        name = f' "{element.name}"' if element and element.name else ""
        self.say(f"{len(self.done)}. {tool}{name}")

    def _holds(self, action: Action) -> bool:
        """Whether a field was given this value when it was filled last."""
        field = action.parameters.get("element_id")
        filled = (each.action for each in reversed(self.done) if each.action.tool == "fill")
        last = next((each for each in filled if each.parameters.get("element_id") == field), None)
        return last is not None and last.parameters == action.parameters

    def _doubt(self, look: Observation, id: str) -> str:
        """Why a replay could not find an element again; empty if it could."""
        there = described(look)
        if id not in there:
            return "it is not in the look at its page"
        match = find(there[id], there)
        return "" if match.id == id else match.why or "a replay would find another one"

    def _problem(self, text: str) -> None:
        self.problems.append(text)
        self.say(f"Not recorded: {text}")

    def _take_back_clicks(self, element: Element) -> None:
        for _ in range(2):
            last = self.done[-1].action if self.done else None
            if last and last.tool == "click" and last.parameters.get("element_id") == element.id:
                self.done.pop()

    def _value(self, told: Mapping[str, Any], element: Element) -> str:
        """What was typed, as a reference where it is secret or one of the values."""
        if told.get("secret") or element.secret or element.type == "password":
            name = self._name(element, "password")
            if name not in self.secrets:
                self.secrets.append(name)
            return f"{{{{{name}}}}}"
        value = str(told["value"])
        return next((f"{{{{{name}}}}}" for name, each in self.data.items() if each == value), value)

    def _file(self, file: str, element: Element, at: int) -> str:
        name = self._name(element, "file") + (f" {at + 1}" if at else "")
        self.files[name] = file
        return f"{{{{{name}}}}}"

    def _name(self, element: Element, otherwise: str) -> str:
        """A name for a value that only the field says something of."""
        words = re.sub(r"[\W_]+", "_", (element.name or element.attribute_name).lower(), flags=re.ASCII).strip("_")
        name = words[:40].strip("_") or otherwise
        return f"{name}_typed" if name in self.data or references_in(name) else name


def _goal(told: Mapping[str, Any]) -> dict[str, Any]:
    """Where something was dragged: onto another element, else by a distance."""
    return {"onto": told["onto"]} if told["onto"] else {"right": told["right"], "down": told["down"]}
