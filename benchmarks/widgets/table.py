"""The widgets of the bench, from `widgets.jsonl`, and the replies that a careful model would write for each of them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

__all__ = ["Call", "Reply", "Widget", "widgets"]

FILE = Path(__file__).with_name("widgets.jsonl")
LINE = re.compile(r"^\s*- \*?(?:(?P<id>[a-z0-9.]+(?:-[a-z0-9]+)*-\d+)\b)?(?P<rest>.*)$")
FIELD = re.compile(r"- \*?(input|select|textarea)-|role=(combobox|textbox|slider|spinbutton|switch|checkbox|radio)\b")
DIGITS = 4
ANY = ""
"""The first control that is not the button that sends the form: anyone who sees the picture takes it for the widget."""


@dataclass(frozen=True, slots=True)
class Call:
    """An action of a reply. Its element is the first line of the tree that one of the patterns fits, skipping `nth`."""

    tool: str
    patterns: tuple[str, ...] = ()
    parameters: Mapping[str, Any] = field(default_factory=dict[str, Any])
    nth: int = 0

    def aimed(self, tree: str) -> dict[str, Any]:
        """The action on the page that a tree shows.

        Raises:
            LookupError: The tree has no such element.
        """
        given = dict(self.parameters)
        if self.patterns:
            given["element_id"] = _found(tree, self.patterns, self.nth)
        for name, value in given.items():
            if isinstance(value, str) and value.startswith("@"):
                given[name] = _found(tree, (value[1:],), 0)
        return {"reason": "the task asks for it", "tool": self.tool, "parameters": given}


Reply = tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class Widget:
    """A widget on a page of its own.

    Attributes:
        library: The npm package, or `native` or `pages of our own`.
        widget: Its name; unique in its library.
        page: The script that draws it, and `name` is what the script calls it.
        label: What the form calls it.
        kind: What the replies depend on; with `given`, the row has them.
        value: What shall be set, in words of the page.
        wanted: What the widget then has itself.
        reads: How the page reads that from the widget or the form.
        settable: Whether it can be set right at all.
        on: Patterns of its line in the tree, in the order in which they are tried.
        data: The row that `rules` gets; None if it does not play this widget.
        replies: The ways in which a model would set it, each in one reply.
    """

    library: str
    widget: str
    page: str
    name: str
    label: str
    kind: str
    value: Any
    wanted: Any
    reads: str
    settable: bool
    on: tuple[str, ...]
    data: Mapping[str, str] | None
    replies: tuple[Reply, ...]


def widgets() -> tuple[Widget, ...]:
    """All widgets, in the order of the table."""
    return tuple(_widget(json.loads(line)) for line in FILE.read_text("utf-8").splitlines())


def _widget(row: dict[str, Any]) -> Widget:
    on = (*row.get("on", ()), re.escape(row["label"]), ANY)
    value = row["value"]
    given = [tuple(_call(call) for call in reply) for reply in row.get("replies", ())]
    data = row["data"] if "data" in row else {row["label"]: _in_words(value, " > " if row["kind"] == "path" else ", ")}
    return Widget(
        library=row["library"],
        widget=row["widget"],
        page=row["page"],
        name=row.get("name", row["widget"]),
        label=row["label"],
        kind=row["kind"],
        value=value,
        wanted=row["wanted"],
        reads=row["reads"],
        settable=row.get("settable", True),
        on=on,
        data=data,
        replies=tuple(given) or tuple(WAYS[row["kind"]](on, value, row.get("steps", DIGITS))),
    )


def _call(written: list[Any]) -> Call:
    tool, on, parameters = written
    patterns = () if on is None else (on,) if isinstance(on, str) else tuple(on)
    return Call(
        tool, patterns, {name: each for name, each in parameters.items() if name != "nth"}, parameters.get("nth", 0)
    )


def _in_words(value: Any, between: str) -> str:
    return between.join(map(str, value)) if isinstance(value, list) else str(value)


def _entered(on: tuple[str, ...], value: Any, _: int) -> list[Reply]:
    return [(Call(tool, on, {"value": str(value)}),) for tool in ("fill", "type")]


WAYS: dict[str, Callable[[tuple[str, ...], Any, int], list[Reply]]] = {
    "text": _entered,
    "date": _entered,
    "number": _entered,
    "choice": lambda on, value, _: [(Call("select", on, {"value": value}),)],
    "combobox": lambda on, value, _: [
        *((Call(tool, on, {"value": value}),) for tool in ("select", "fill")),
        (Call("type", on, {"value": f"{value}\n"}),),
    ],
    "several": lambda on, value, _: [(Call("select_several", on, {"values": value}),)],
    "tags": lambda on, value, _: [
        (Call("select_several", on, {"values": value}),),
        (Call("type", on, {"value": "".join(f"{each}\n" for each in value)}),),
    ],
    "path": lambda on, value, _: [(Call("select", on, {"value": said}),) for said in (" > ".join(value), value[-1])],
    "switch": lambda on, _value, _: [(Call("check", on),)],
    "radio": lambda _, value, _steps: [(Call("check", (re.escape(value),)),)],
    "boxes": lambda _, value, _steps: [tuple(Call("check", (re.escape(each),)) for each in value)],
    "slider": lambda on, value, steps: [
        (Call("press", on, {"key": "ArrowRight"}),) * steps,
        (Call("fill", on, {"value": str(value)}),),
    ],
    "code": lambda on, value, _: [
        *((Call(tool, on, {"value": value}),) for tool in ("type", "fill")),
        tuple(Call("fill", (r"input-\d",), {"value": digit}, number) for number, digit in enumerate(value)),
    ],
    "file": lambda on, _value, _: [(Call("upload", on, {"files": ["{{document}}"]}),)],
}
"""The replies by kind: what may be written from the first look at the page, without looking again."""


def _found(tree: str, patterns: tuple[str, ...], nth: int) -> str:
    """The ID of the control that a pattern names; if `ANY` is among them, also by the plain text above the control.

    Fields come before other controls, what something covers comes last, and labels are no controls.
    """
    lines = [match for line in tree.splitlines() if (match := LINE.match(line))]
    controls = [match for match in lines if match["id"] and not match["id"].startswith("label-")]
    named = [pattern for pattern in patterns if pattern != ANY]
    for pattern in named:
        fitting = [match for match in controls if re.search(pattern, match.group(0), re.IGNORECASE)]
        fitting.sort(key=lambda match: ("covered-by" in match.group(0), not FIELD.search(match.group(0))))
        if len(fitting) > nth:
            return fitting[nth]["id"]
    others = [match for match in controls if '"Send"' not in match.group(0)]
    if ANY not in patterns or not others or nth:
        raise LookupError(f"the tree shows no control like {patterns[0]!r}")
    for index, match in enumerate(lines):
        if match not in controls and any(re.search(pattern, match["rest"], re.IGNORECASE) for pattern in named):
            below = [each for each in lines[index + 1 : index + 4] if each in others]
            if below:
                return below[0]["id"]
    return others[0]["id"]
