"""Translates a command of WebArena's agent into a proposal: one or two tool calls, or the claim of completion."""

from __future__ import annotations

import json
from typing import cast

from pydantic import JsonValue

from actwright.engine.policies.chain_of_thought.commands import Command, Compat
from actwright.errors import ReplyError
from actwright.prompts.chain_of_thought.messages import only_text
from actwright.prompts.chain_of_thought.observation import ObservationMark, PageText
from actwright.schemas.page import Element
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.turn import Turn
from actwright.text import one_line, shortened

Move = tuple[str, dict[str, JsonValue]]
"""A tool and its parameters."""

TOOLS = (
    *("click", "hover", "type", "append", "fill", "select", "press", "scroll", "upload", "answer_dialog"),
    *("new_tab", "switch_tab", "close_tab", "navigate", "go_back", "go_forward", "fail"),
)
"""The tools that commands become, and the one that ends a run which repeats itself."""

DONE = "The task is done."
"""The answer of a `stop` without one."""
NO_ELEMENT = "the observation has no such element"
LONGEST_REASON = 300
FORMED = frozenset({"date", "time", "datetime-local", "month", "week", "color", "number", "range"})
"""Types of inputs whose value cannot be added to."""
PRESSED = frozenset({"button", "checkbox", "file", "hidden", "image", "radio", "reset", "submit"})
"""Types of inputs that take no text."""
WRITTEN = frozenset({"combobox", "searchbox", "spinbutton", "textbox"})
"""Roles of what takes text, whatever its tag."""


def proposed(
    command: Command, turn: Turn, shown: PageText, *, thought: str, som: bool = False, compat: Compat = "fixed"
) -> Proposal:
    """The proposal for a command. Its message is the command with its element, as the next turn shows it.

    Args:
        command: The command.
        turn: The turn in which it was given.
        shown: The page as the model saw it.
        thought: What the model wrote before the command.
        som: Whether the model saw a set-of-marks.
        compat: How the next turn shows commands.

    Raises:
        ReplyError: There is no such element, tab or tool, or the answer does not fit.
    """
    if command.verb == "stop":
        return _answered(command, turn)
    moves = _moves(command, turn, shown, compat)
    known = {tool.name for tool in turn.tools}
    missing = next((tool for tool, _ in moves if tool not in known), None)
    if missing:
        raise ReplyError(f"{command.verb} is not possible, because this run lacks the tool {missing}")
    reason = shortened(one_line(thought), LONGEST_REASON)
    actions = tuple(Action(reason=reason, tool=tool, parameters=parameters) for tool, parameters in moves)
    return Proposal(complete=False, message=_as_shown_next(command, shown, som, compat), actions=actions)


def _answered(command: Command, turn: Turn) -> Proposal:
    output = None if turn.task.output is None else _output(command.text, turn)
    return Proposal(complete=True, message=command.text.strip() or DONE, actions=(), output=output)


def _output(answer: str, turn: Turn) -> dict[str, JsonValue]:
    """The typed answer: the text itself if the output has only one text, else JSON."""
    if only := only_text(turn.task):
        return {only: answer}
    try:
        found: object = json.loads(answer)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        names = ", ".join((turn.task.output or {}).get("properties", {}))
        raise ReplyError(f"the answer of stop is not a JSON object with {names}")
    return cast("dict[str, JsonValue]", found)


def _moves(command: Command, turn: Turn, shown: PageText, compat: Compat) -> list[Move]:  # noqa: PLR0911 - one line for each verb
    match command.verb:
        case "scroll":
            return [("scroll", {"direction": command.text})]
        case "press":
            return [("press", {"key": combination(command.text)})]
        case "goto":
            return [("navigate", {"url": command.text.strip()})]
        case "tab_focus":
            return [("switch_tab", {"tab_id": _tab(command.number, turn)})]
        case "close_tab":
            front = next((tab.id for tab in turn.page.tabs if tab.active), "")
            return [("close_tab", {"tab_id": front})]
        case "new_tab" | "go_back" | "go_forward":
            return [(command.verb, {})]
        case _:
            return _on_element(command, shown, compat)


def _tab(number: int, turn: Turn) -> str:
    tabs = turn.page.tabs
    if number >= len(tabs):
        raise ReplyError(f"there is no tab {number}; there are 0 to {len(tabs) - 1}")
    return tabs[number].id


def _on_element(command: Command, shown: PageText, compat: Compat) -> list[Move]:
    mark = shown.marks.get(command.number)
    if mark is None or (mark.element is None and mark.accept is None):
        raise _not_possible(command, NO_ELEMENT)
    if mark.element is None:
        return _in_dialog(command, mark)
    element = mark.element
    match command.verb:
        case "click" if mark.option is not None:
            return [("select", {"element_id": element.id, "value": mark.option.label})]
        case "clear":
            return [("fill", {"element_id": element.id, "value": ""})]
        case "upload":
            return [("upload", {"element_id": element.id, "files": [command.text]})]
        case "type" if not _takes_text(element):
            raise _not_possible(command, NO_ELEMENT if compat == "upstream" else f"{mark.words} takes no text")
        case "type":
            return _typing(command, element)
        case _:
            return [(command.verb, {"element_id": element.id})]


def _not_possible(command: Command, why: str) -> ReplyError:
    return ReplyError(f"{command.verb} [{command.number}] is not possible: {why}. Take a number from the observation")


def _takes_text(element: Element) -> bool:
    """Whether text can be typed there: into a field, an editable region, or a select, where it chooses an option."""
    if element.tag == "input":
        return element.type not in PRESSED
    editable = not element.role and element.value is not None
    return element.tag in {"textarea", "select"} or element.role in WRITTEN or editable


def _in_dialog(command: Command, mark: ObservationMark) -> list[Move]:
    if command.verb not in {"click", "type"} or (
        command.verb == "type" and not mark.words.startswith(("textbox", "[IN"))
    ):
        raise ReplyError(f"{command.verb} is not possible while the dialog is open; click one of its buttons")
    text = {"text": command.text} if command.verb == "type" else {}
    return [("answer_dialog", {"accept": mark.accept, **text})]


def _typing(command: Command, element: Element) -> list[Move]:
    """Typing adds to what a field holds, and chooses in a select, as it does for people."""
    if element.tag == "select":
        return [("select", {"element_id": element.id, "value": command.text})]
    append = bool(element.value) and not (element.tag == "input" and element.type in FORMED)
    moves: list[Move] = []
    if command.text:
        moves.append(("append" if append else "type", {"element_id": element.id, "value": command.text}))
    if command.enter:
        moves.append(("press", {"key": "Enter", "element_id": element.id}))
    if not moves:
        raise ReplyError("type has nothing to type; write type [id] [text], or clear [id] to empty a field")
    return moves


def _as_shown_next(command: Command, shown: PageText, som: bool, compat: Compat) -> str:  # noqa: FBT001 - as `proposed`
    """The command as the next turn shows it: `click [12] where [12] is button 'Save'`."""
    mark = shown.marks.get(command.number)
    match command.verb:
        case "click" | "hover" | "clear" | "type":
            text = f" [{command.text}]" if command.verb == "type" else ""
            words = mark.words if mark else ""
            described = f" is {words}" if compat == "fixed" or not som else ""
            return f"{command.verb} [{command.number}]{text} where [{command.number}]{described}"
        case "upload" if compat == "upstream":
            return f"upload [{command.text}] to [{command.number}]"
        case "upload":
            return f"upload [{command.number}] [{command.text}]"
        case "tab_focus":
            return f"{'page_focus' if compat == 'upstream' else 'tab_focus'} [{command.number}]"
        case "press" | "scroll" | "goto":
            return f"{command.verb} [{command.text}]"
        case _:
            return command.verb


NAMED = (
    "Alt", "ArrowDown", "ArrowLeft", "ArrowRight", "ArrowUp", "Backspace", "CapsLock", "Control", "Delete", "End", "Enter",
    "Escape", "Home", "Insert", "Meta", "PageDown", "PageUp", "Shift", "Space", "Tab", *(f"F{number}" for number in range(1, 13)),
)  # fmt: skip
OTHERWISE = {
    "cmd": "ControlOrMeta",
    "command": "ControlOrMeta",
    "meta": "ControlOrMeta",
    "ctrl": "Control",
    "option": "Alt",
    "del": "Delete",
    "esc": "Escape",
    "return": "Enter",
    "up": "ArrowUp",
    "down": "ArrowDown",
    "left": "ArrowLeft",
    "right": "ArrowRight",
    "pgup": "PageUp",
    "pgdn": "PageDown",
    "spacebar": "Space",
}
"""WebArena takes Meta for Control where there is no Meta key."""
KEYS = {name.lower(): name for name in NAMED} | OTHERWISE


def combination(written: str) -> str:
    """`Control+a` for `ctrl+a`, `Enter` for `enter`; anything that is not the name of a key stays as it is."""
    text = written.strip()
    plus = text.endswith("+")  # the key + itself, alone or after others
    parts = text.removesuffix("+").split("+") if plus else text.split("+")
    names = [KEYS.get(part.strip().lower(), part.strip()) for part in parts if part.strip()]
    return "+".join([*names, *["+"] * plus])
