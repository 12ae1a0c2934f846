"""Turns what a person did into the actions of a run.

Keystrokes in a field become one fill, two clicks a double click, and a secret becomes a reference.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from actwright.engine.matching.elements import find
from actwright.engine.matching.surroundings import described
from actwright.recording.codegen.person_recorder import PersonAction
from actwright.recording.codegen.sent import PersonRequest
from actwright.schemas.page import Element, Observation
from actwright.schemas.proposal import Action
from actwright.schemas.task import references_in


@dataclass(slots=True)
class PersonStep:
    """An action, the look before it, the title of its element, and what the pages sent after it."""

    action: Action
    look: Observation
    title: str = ""
    sent: list[PersonRequest] = field(default_factory=list[PersonRequest])


@dataclass
class Deeds:
    """Collects actions from what a listener reports.

    Attributes:
        data: Values that become references where they are typed.
        say: Receives a line for each action, and for each one that cannot be recorded.
        done: The actions.
        secrets: The names of the secrets that the recording needs.
        files: The names of the uploaded files, by the names of the values that stand for them.
        problems: What was done but cannot be recorded.
    """

    data: Mapping[str, str]
    say: Callable[[str], None] = print
    done: list[PersonStep] = field(default_factory=list[PersonStep])
    secrets: list[str] = field(default_factory=list[str])
    files: dict[str, str] = field(default_factory=dict[str, str])
    problems: list[str] = field(default_factory=list[str])
    _dragged: PersonAction | None = None

    def hear_request(self, request: PersonRequest) -> None:
        """Adds a request that left a page: it belongs to the last action."""
        if self.done:
            self.done[-1].sent.append(request)

    def hear(self, deed: PersonAction) -> None:
        """Adds one thing that the person did."""
        if deed.kind == "opened":
            return  # a run continues in a new tab by itself
        if missed := deed.details.get("missed"):
            self._problem(f'{deed.kind} on "{missed}" happened before the page could be read')
        elif deed.element and deed.kind in {"fill", "select", "select_several", "upload"}:
            self._entered(deed, deed.element)
        elif deed.element and deed.kind != "press":
            self._pointed(deed, deed.element)
        else:
            self._without_element(deed)

    def _entered(self, deed: PersonAction, element: Element) -> None:
        if deed.kind == "fill":
            self._add(deed, "fill", value=self._value(deed.details, element))
            return
        values = list(map(str, deed.details["values"]))
        if deed.kind == "upload":
            self._add(deed, "upload", files=[self._file(name, element, at) for at, name in enumerate(values)])
        else:
            self._add(deed, deed.kind, **({"value": values[0]} if deed.kind == "select" else {"values": values}))

    def _pointed(self, deed: PersonAction, element: Element) -> None:
        if deed.kind == "drag":
            self._dragged = deed
        elif deed.kind == "drop":
            if self._dragged and self._dragged.element:
                self._add(self._dragged, "drag", onto=element.id)
            self._dragged = None
        elif deed.kind == "dragged":
            self._add(deed, "drag", **_goal(deed.details))
        elif deed.kind == "middle_click":
            self._add(deed, "click_with", button="middle")
        elif deed.kind == "click" and (modifiers := str(deed.details.get("modifiers") or "")):
            self._add(deed, "click_with", modifiers=modifiers)
        elif deed.kind == "double_click":
            self._take_back_clicks(element)
            self._add(deed, deed.kind)
        else:
            self._add(deed, deed.kind)

    def _without_element(self, deed: PersonAction) -> None:
        details = deed.details
        match deed.kind:
            case "press":
                self._add(deed, "press", key=str(details["key"]))
            case "navigate":
                self._add(deed, "navigate", url=str(details["url"]))
            case "dialog":
                self._add(
                    deed,
                    "answer_dialog",
                    accept=bool(details["accept"]),
                    **({"text": details["text"]} if details["text"] else {}),
                )
            case "switch_tab" | "close_tab":
                self._add(deed, deed.kind, tab_id=f"tab-{deed.tab}")
            case "go_back" | "go_forward":
                self._add(deed, deed.kind)
            case _:
                return  # it was not done to an element, like a click on an empty place

    def _add(self, deed: PersonAction, tool: str, **parameters: Any) -> None:
        element = deed.element
        given = {"element_id": element.id, **parameters} if element else parameters
        action = Action(reason="as shown", tool=tool, parameters=given)
        last = self.done[-1].action if self.done else None
        if tool == "fill" and self._has_value(action):
            return  # a field reports its value once more when Enter is pressed in it
        again = tool in {"fill", "select", "select_several"} and last is not None
        if again and last and last.tool == tool and last.parameters.get("element_id") == given["element_id"]:
            self.done[-1].action = action
            return
        if element and (why := self._doubt(deed.look, element.id)):
            if tool == "hover":
                self.say(f"Left out: hover on {element.title}: {why}")  # the menu may have opened without it
            else:
                self._problem(f"{tool} on {element.title}: {why}")
            return
        self.done.append(PersonStep(action, deed.look, element.title if element else ""))
        name = f' "{element.name}"' if element and element.name else ""
        self.say(f"{len(self.done)}. {tool}{name}")

    def _has_value(self, action: Action) -> bool:
        """Whether the last fill of this field had the same value."""
        field = action.parameters.get("element_id")
        filled = (each.action for each in reversed(self.done) if each.action.tool == "fill")
        last = next((each for each in filled if each.parameters.get("element_id") == field), None)
        return last is not None and last.parameters == action.parameters

    def _doubt(self, look: Observation, id: str) -> str:
        """Why a replay would not find an element again; empty if it would."""
        there = described(look)
        if id not in there:
            return "it was not on its page when that was read"
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

    def _value(self, details: Mapping[str, Any], element: Element) -> str:
        """The typed text; a reference if it is secret or equals one of the values."""
        if details.get("secret") or element.secret or element.type == "password":
            name = self._name(element, "password")
            if name not in self.secrets:
                self.secrets.append(name)
            return f"{{{{{name}}}}}"
        value = str(details["value"])
        return next((f"{{{{{name}}}}}" for name, each in self.data.items() if each == value), value)

    def _file(self, file: str, element: Element, at: int) -> str:
        name = self._name(element, "file") + (f" {at + 1}" if at else "")
        self.files[name] = file
        return f"{{{{{name}}}}}"

    def _name(self, element: Element, otherwise: str) -> str:
        """A name for a value, made from the name of its field."""
        words = re.sub(r"[\W_]+", "_", (element.name or element.attribute_name).lower(), flags=re.ASCII).strip("_")
        name = words[:40].strip("_") or otherwise
        return f"{name}_typed" if name in self.data or references_in(name) else name


def _goal(details: Mapping[str, Any]) -> dict[str, Any]:
    """Where something was dragged: onto another element, or else by a distance in CSS px."""
    return {"onto": details["onto"]} if details["onto"] else {"right": details["right"], "down": details["down"]}
