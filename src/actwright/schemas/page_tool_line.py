"""A tool of the page (WebMCP) on one line."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

from actwright.schemas.page import PageTool
from actwright.text import one_line, shortened, visible

LONGEST_DESCRIPTION, LONGEST_HINT, LONGEST_INPUT = 200, 80, 600
"""Characters that a line shows of the description, of the description of one argument, and of the whole input."""
MOST_CHOICES, MOST_LEVELS = 12, 3
PLAIN = re.compile(r"[A-Za-z_][\w-]{0,63}")
FORM = "only fills a form, which its button then sends"


def tool_line(tool: PageTool) -> str:
    """A tool on one line, which nothing in it can forge: ID, name, arguments, description."""
    said = [tool.id, _quoted(tool.name, LONGEST_HINT)]
    if tool.problem:
        return f"{' '.join(said)} (cannot be called: {one_line(tool.problem)})"
    said.append(shortened(_short(tool.input_schema, 0) if tool.input_schema else "{}", LONGEST_INPUT))
    notes = [FORM] * tool.fills_form + ["a person must confirm it"] * tool.consequential
    said += [f"({'; '.join(notes)})"] * bool(notes)
    return f"{' '.join(said)} {_quoted(tool.description, LONGEST_DESCRIPTION)}"


def _quoted(text: str, most: int) -> str:
    return json.dumps(shortened(one_line(visible(text)), most), ensure_ascii=False)


def _short(schema: Any, level: int) -> str:
    """A schema in short form, such as `{size: "s"|"m", count?: integer 1..9}`."""
    found: Mapping[str, Any] = cast("Mapping[str, Any]", schema) if isinstance(schema, Mapping) else {}
    if "const" in found or isinstance(found.get("enum"), list):
        choices: Sequence[Any] = [found["const"]] if "const" in found else found["enum"]
        more = "|…" if len(choices) > MOST_CHOICES else ""
        return "|".join(_value(each) for each in choices[:MOST_CHOICES]) + more
    several: Any = found.get("anyOf") or found.get("oneOf")
    if level > MOST_LEVELS:
        return "…"
    if isinstance(several, list):
        return "|".join(_short(each, level + 1) for each in cast("list[Any]", several)[:MOST_CHOICES])
    if isinstance(found.get("properties"), Mapping):
        return _object(found, level)
    return f"[{_short(found.get('items'), level + 1)}]" if found.get("type") == "array" else _plain(found)


def _plain(schema: Mapping[str, Any]) -> str:
    """A schema of a text, a number or the like: `integer 1..9`."""
    kind = schema.get("type")
    kinds = cast("list[Any]", kind) if isinstance(kind, list) else [kind]
    said = "|".join(each for each in kinds if isinstance(each, str) and PLAIN.fullmatch(each)) or "any"
    least, most = ("" if schema.get(name) is None else _value(schema[name]) for name in ("minimum", "maximum"))
    return said + (f" {least}..{most}" if least or most else "") + " date" * (schema.get("format") == "date")


def _object(schema: Mapping[str, Any], level: int) -> str:
    required: Any = schema.get("required")
    needed = (
        [each for each in cast("list[Any]", required) if isinstance(each, str)] if isinstance(required, list) else []
    )
    said: list[str] = []
    for name, value in cast("Mapping[str, Any]", schema["properties"]).items():
        called = name if PLAIN.fullmatch(name) else _quoted(name, LONGEST_HINT)
        hint = cast("Mapping[str, Any]", value).get("description") if isinstance(value, Mapping) else None
        told = f" {_quoted(hint, LONGEST_HINT)}" if isinstance(hint, str) and hint else ""
        said.append(f"{called}{'' if name in needed else '?'}: {_short(value, level + 1)}{told}")
    return f"{{{', '.join(said)}}}"


def _value(value: Any) -> str:
    return shortened(visible(json.dumps(value, ensure_ascii=False)), LONGEST_HINT)
