"""Parses page texts as models get them.

The forms are this library's page tree, the accessibility tree of WebArena's agents, the snapshot of Playwright MCP, and
the indexed elements of browser-use.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import yaml

from actwright.schemas.page import tree_line

__all__ = ["Control", "PageText", "read"]

ID = re.compile(r"(?:f\d+\.)*([a-z][a-z0-9-]*)-\d+")

QUOTED = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""
MARKED_LINE = re.compile(rf"(\t*)\[(\d+)\] (\S+) ({QUOTED})(.*)")
"""A line with indentation, number, role, name and properties: `\t[12] radio 'Small' checked: true`."""
PROPERTY = re.compile(r"(\w+): (\S+)")

NODE = re.compile(r'(\S+)(?: ("(?:[^"\\]|\\.)*"))?((?: \[[^\]]*\])*)')
"""A key of Playwright's snapshot: `radio "Small" [checked] [ref=e31]`."""
FLAG = re.compile(r"\[(\w+)=?([^\]]*)\]")

INDEXED_LINE = re.compile(r"(\t*)(?:\|[^|]*\|)*\*?\[(\d+)\]<([\w-]+)(.*?) ?/>")
"""An element of browser-use: `|SHADOW(open)|[2]<input id=full_name type=text required=true />`."""
UNQUOTED = re.compile(r"([\w-]+)=(.*?)(?= [\w-]+=|$)")

ROLES = {"a": "link", "button": "button", "select": "combobox", "textarea": "textbox"}
GROUPS = {"group", "radiogroup"}
TYPES = {"checkbox": "checkbox", "radio": "radio", "submit": "button", "button": "button", "image": "button"}
"""The roles of inputs by their type; text is typed into all others."""
TICKED = {"checkbox", "radio", "switch"}
USED = {*TICKED, "button", "combobox", "link", "searchbox", "spinbutton", "textbox"}
"""The roles in a snapshot that are acted on."""


@dataclass(frozen=True, slots=True)
class Control:
    """Something that can be acted on.

    Attributes:
        id: The ID in the text.
        role: `textbox`, `checkbox`, `radio`, `combobox`, `button`, `link`, ….
        label: Its accessible name.
        group: The name of the group that contains it.
        value: Its value; for a combobox, the selected option.
        checked: Whether it is checked; None if it cannot be.
        options: The IDs of a combobox's options by name, if the text has any.
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
    """A page as its text describes it."""

    controls: tuple[Control, ...]
    words: tuple[str, ...]

    def shows(self, words: str) -> bool:
        """Whether some element or text has exactly this content."""
        return words in self.words

    def one(self, wanted: Callable[[Control], bool], what: str) -> Control:
        """Returns the only control that matches.

        Raises:
            LookupError: No control matches, or several do.
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
    group: str = ""


def read(text: str) -> PageText:
    """Parses the text of a page, in any of the forms."""
    forms = (_marked_lines, _snapshot_lines, _indexed_lines, _tree_lines)
    lines = next(filter(None, (list(form(text)) for form in forms)), [])
    controls: list[Control] = []
    around: list[tuple[int, _Line]] = []
    for line in lines:
        while around and around[-1][0] >= line.depth:
            around.pop()
        _belongs(line, around[-1][1] if around else None, controls)
        if line.id and line.role not in {"StaticText", "option"}:
            group = line.group or next(
                (outer.name for _, outer in reversed(around) if outer.role in GROUPS and outer.name), ""
            )
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


def _snapshot_lines(text: str) -> Iterator[_Line]:
    if "[ref=" in text:
        yield from _nodes(yaml.load(text, Loader=yaml.BaseLoader), 0)


def _nodes(nodes: Sequence[Any], depth: int) -> Iterator[_Line]:
    """Yields the lines of nodes; each node is a key, or a key with its text or its children."""
    for node in nodes:
        key, inside = next(iter(node.items())) if isinstance(node, dict) else (node, "")
        match = NODE.fullmatch(key)
        if match is None or key.startswith("/"):  # a property: /url, /placeholder
            continue
        role, flags, words = match[1], dict(FLAG.findall(match[3])), inside if isinstance(inside, str) else ""
        said = {"checked": "true" if "checked" in flags else "false"} if role in TICKED else {"value": words}
        name = json.loads(match[2]) if match[2] else words
        yield _Line(
            depth, flags.get("ref", "") if role in USED else "", "StaticText" if role == "text" else role, name, said
        )
        if not isinstance(inside, str):
            yield from _nodes(inside, depth + 1)


def _indexed_lines(text: str) -> Iterator[_Line]:
    """Yields the lines. A text labels the field beside it whose ID or name this site makes from the same words."""
    written = text.splitlines()
    if not any(map(INDEXED_LINE.fullmatch, written)):
        return
    texts: list[str] = []
    for line, following in zip(written, [*written[1:], ""], strict=True):
        match = INDEXED_LINE.fullmatch(line)
        if match is None:
            texts.append(line.strip())
            yield _Line(len(line) - len(line.lstrip("\t")), "", "text", texts[-1], {})
            continue
        said = dict(UNQUOTED.findall(match[4].strip()))
        role = _role(match[3], said)
        before = {_slug(each): each for each in texts}
        inside = "" if INDEXED_LINE.fullmatch(following) else following.strip()
        label = before.get(said.get("id", ""), "") if role == "textbox" else inside
        group = before.get(said.get("name", ""), "") if role == "radio" else ""
        yield _Line(len(match[1]), match[2], role, label, said, group=group)


def _slug(words: str) -> str:
    return re.sub(r"\W+", "_", words.lower()).strip("_")


def _control(line: _Line, group: str) -> Control:
    said = line.attributes
    checked = said.get("checked", "false") != "false" if said.keys() & {"checked", "unchecked"} else None
    value = said.get("value") or said.get("selected") or ""
    return Control(id=line.id, role=line.role, label=line.name, group=group, value=value, checked=checked)


def _belongs(line: _Line, outer: _Line | None, controls: list[Control]) -> None:
    """Adds the value of a field from the line below it: a text in the field, or its options."""
    if outer is None or not controls or controls[-1].id != outer.id:
        return
    field = controls[-1]
    if line.role == "StaticText" and field.role in {"textbox", "spinbutton"}:
        controls[-1] = replace(field, role="textbox", value=line.name)
    if line.role == "option":
        value = line.name if line.attributes.get("selected") == "True" else field.value
        controls[-1] = replace(field, value=value, options={**field.options, line.name: line.id})
