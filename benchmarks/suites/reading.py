"""Page texts read back, as models get them: the page tree of this library, and the accessibility tree of WebArena's agents."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from actwright.schemas.tree_line import tree_line

__all__ = ["Control", "PageText", "read"]

ID = re.compile(r"(?:f\d+\.)*([a-z][a-z0-9-]*)-\d+")

QUOTED = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""
MARKED_LINE = re.compile(rf"(\t*)\[(\d+)\] (\S+) ({QUOTED})(.*)")
"""Indentation, number, role, name, and properties: `\t[12] radio 'Small' checked: true`."""
PROPERTY = re.compile(r"(\w+): (\S+)")

ROLES = {"a": "link", "button": "button", "select": "combobox", "textarea": "textbox"}
GROUPS = {"group", "radiogroup"}
TYPES = {"checkbox": "checkbox", "radio": "radio", "submit": "button", "button": "button", "image": "button"}
"""Roles of inputs by their type; all others are written into."""


@dataclass(frozen=True, slots=True)
class Control:
    """Something that can be acted on.

    Attributes:
        id: As the text names it.
        role: `textbox`, `checkbox`, `radio`, `combobox`, `button`, `link`, ….
        label: Its accessible name.
        group: The name of the group that it is in.
        value: What it holds; of a combobox what is selected.
        checked: None if it cannot be.
        options: IDs of a combobox's options by their names, where the text gives them any.
    """

    id: str
    role: str
    label: str
    group: str = ""
    value: str = ""
    checked: bool | None = None
    options: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class PageText:
    """A page as its text tells it."""

    controls: tuple[Control, ...]
    words: tuple[str, ...]

    def shows(self, words: str) -> bool:
        """Whether some element or text says exactly this."""
        return words in self.words

    def one(self, wanted: Callable[[Control], bool], what: str) -> Control:
        """The only control that is wanted.

        Raises:
            LookupError: There is none, or several.
        """
        found = list(filter(wanted, self.controls))
        if len(found) != 1:
            raise LookupError(f"the page shows {len(found) or 'no'} {what}")
        return found[0]


@dataclass(frozen=True, slots=True)
class _Line:
    depth: int
    id: str
    role: str
    name: str
    attributes: Mapping[str, str]
    text: str = ""


def read(text: str) -> PageText:
    """What a page's text says, whichever of the two forms it has."""
    lines = list(_marked_lines(text)) or list(_tree_lines(text))
    controls: list[Control] = []
    around: list[tuple[int, _Line]] = []
    for line in lines:
        while around and around[-1][0] >= line.depth:
            around.pop()
        _belongs(line, around[-1][1] if around else None, controls)
        if line.id and line.role not in {"StaticText", "option"}:
            group = next((outer.name for _, outer in reversed(around) if outer.role in GROUPS and outer.name), "")
            controls.append(_control(line, group))
        around.append((line.depth, line))
    words = tuple(words for line in lines for words in (line.name, *line.text.split(" | ")) if words)
    return PageText(tuple(controls), words)


def _tree_lines(text: str) -> Iterator[_Line]:
    for line in filter(None, map(tree_line, text.splitlines())):
        found, id = line.attributes, ID.fullmatch(line.head)
        role = found.get("role") or _role(id[1], found) if id else "group" if line.head == "fieldset" else line.head
        yield _Line(line.depth, line.head if id else "", role, found.get("label") or line.text, found, line.text)


def _role(tag: str, attributes: Mapping[str, str]) -> str:
    return TYPES.get(attributes.get("type", ""), "textbox") if tag == "input" else ROLES.get(tag, tag)


def _marked_lines(text: str) -> Iterator[_Line]:
    for written in text.splitlines():
        if match := MARKED_LINE.fullmatch(written):
            name = ast.literal_eval(match[4])
            found = dict(PROPERTY.findall(match[5]))
            yield _Line(len(match[1]), match[2], match[3], name, found)


def _control(line: _Line, group: str) -> Control:
    said = line.attributes
    checked = said.get("checked", "false") != "false" if said.keys() & {"checked", "unchecked"} else None
    value = said.get("value") or said.get("selected") or ""
    return Control(id=line.id, role=line.role, label=line.name, group=group, value=value, checked=checked)


def _belongs(line: _Line, outer: _Line | None, controls: list[Control]) -> None:
    """Adds what a field holds, where that stands below it: a text in it, or its options."""
    if outer is None or not controls or controls[-1].id != outer.id:
        return
    field = controls[-1]
    if line.role == "StaticText" and field.role in {"textbox", "spinbutton"}:
        controls[-1] = replace(field, role="textbox", value=line.name)
    if line.role == "option":
        value = line.name if line.attributes.get("selected") == "True" else field.value
        controls[-1] = replace(field, value=value, options={**field.options, line.name: line.id})
