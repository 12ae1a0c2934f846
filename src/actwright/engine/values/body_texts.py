"""Takes texts that were sent apart: JSON, URL-encoded pairs, GraphQL, XML, frames of message protocols."""

from __future__ import annotations

import json
import re
from itertools import islice
from typing import Any, cast
from urllib.parse import unquote_plus
from xml.parsers import expat

MOST_FIELDS, DEEPEST = 2_000, 50
"""The most fields of a request that are read, and the most members below each other."""

_MOST_LEVELS = 3
"""How often a text in a text is taken apart, such as JSON in a form field."""

_LONGEST_NAME = 200

_SURROGATES = re.compile("[\ud800-\udfff]")
_PAIRS = re.compile(r"[^\s=&?/<{]{1,200}=[^\s&]*(?:&[^\s=&]{1,200}=[^\s&]*)+&?")
_LINE = re.compile(r"([^\s=<>{}]{1,200})=(.*)", re.DOTALL)
_STOMP = re.compile(r"(?:SEND|MESSAGE|CONNECT)\r?\n(?:[^\n:]{1,200}:[^\n]*\n)*\r?\n")
_QUERY = re.compile(r"\s*(?:(?:query|mutation|subscription|fragment)\b[^{]*)?\{\s*[^\s\"']")
_ARGUMENT = re.compile(
    r"\b([A-Za-z_]\w{0,99})\s{0,20}:\s{0,20}(\"(?:[^\"\\\n]|\\.)*\"|-?\d[\d.eE+-]{0,40}|true\b|false\b)"
)


class FieldTexts:
    """Names and texts that are collected from one request, and why some could not be.

    Attributes:
        fields: The names and texts, in order.
        notes: The reasons, each once.
    """

    def __init__(self) -> None:
        self.fields: list[tuple[str, str]] = []
        self.notes: list[str] = []

    @property
    def is_full(self) -> bool:
        """Whether no more fields are collected."""
        return len(self.fields) >= MOST_FIELDS

    def add(self, name: str, text: str) -> None:
        """Adds a field. Lone surrogates, which no text for others may have, become U+FFFD."""
        if self.is_full:
            self.note_full()
        else:
            self.fields.append((_SURROGATES.sub("\ufffd", name), _SURROGATES.sub("\ufffd", text)))

    def note_full(self) -> None:
        """Notes that there are more fields than are read."""
        self.note(f"it has more than {MOST_FIELDS:,} fields")

    def note(self, reason: str) -> None:
        """Adds a reason why not all could be read."""
        if reason not in self.notes:
            self.notes.append(reason)


def add_text(texts: FieldTexts, text: str, *, whole: str) -> None:
    """Adds what a body or message carries; if it cannot be taken apart, as a field with the name `whole`."""
    is_apart = whole != "query" and (add_inner(texts, "", text) or _add_lines(texts, text))
    if not is_apart:
        text = text.strip("\x00\x1e")
        add_leaf(texts, whole, _unquoted(text) if text[:1] == '"' else text)


def add_pairs(texts: FieldTexts, pairs: str, *, name: str = "", levels: int = _MOST_LEVELS) -> None:
    """Adds URL-encoded names and values; a text without any `=` is a field named `query`."""
    if "=" not in pairs:
        add_leaf(texts, _joined(name, "query"), unquote_plus(pairs), levels)
        return
    for pair in pairs.strip().split("&"):
        if pair and not texts.is_full:
            key, _, text = map(unquote_plus, pair.partition("="))
            add_leaf(texts, _joined(name, key), text, levels)
        elif pair:
            texts.note_full()
            return


def add_inner(texts: FieldTexts, name: str, text: str, levels: int = _MOST_LEVELS) -> bool:
    """Adds what a text carries if it is JSON, pairs, XML or a frame; returns whether it is one of them.

    Args:
        texts: Where it is added.
        name: The name of the text, which precedes the names of its parts.
        text: The text.
        levels: How many levels of texts in texts are taken apart.
    """
    begin = text[:200].lstrip()[:1]
    if levels < 0:
        return False
    if "\x1e" in text:
        messages = [each for each in text.split("\x1e", MOST_FIELDS) if each.strip("\x1e")]
        return max([add_inner(texts, name, each, levels - 1) for each in messages], default=False)
    if begin in {"{", "["}:
        return _add_json(texts, name, text, levels)
    if begin == "<":
        return _add_xml(texts, name, text)
    return _add_frame_or_pairs(texts, name, text, levels)


def _add_frame_or_pairs(texts: FieldTexts, name: str, text: str, levels: int) -> bool:
    frame = _STOMP.match(text)
    if frame:
        add_inner(texts, name, text[frame.end() :].partition("\x00")[0], levels - 1)
        return True
    is_pairs = "&" in text and _PAIRS.fullmatch(text.strip()) is not None
    if is_pairs:
        add_pairs(texts, text, name=name, levels=levels)
    return is_pairs


def add_leaf(texts: FieldTexts, name: str, text: str, levels: int = _MOST_LEVELS) -> None:
    """Adds a text and what it carries; of a GraphQL document only its arguments, which are the values in it."""
    if name.rpartition(".")[2] == "query" and _QUERY.match(text):
        for argument in islice(_ARGUMENT.finditer(text), MOST_FIELDS + 1):
            value = argument[2]
            texts.add(_joined(name, argument[1]), _unquoted(value) if value.startswith('"') else value)
        return
    texts.add(name, text)
    if levels > 0 and len(text) > len("a&b"):
        add_inner(texts, name, text, levels - 1)


def _unquoted(literal: str) -> str:
    """The text of a JSON string; the same text if it is none."""
    try:
        value = json.loads(literal, strict=False)
    except ValueError:
        return literal
    return value if isinstance(value, str) else literal


def _add_json(texts: FieldTexts, name: str, text: str, levels: int) -> bool:
    """Adds the members of a JSON text, or of JSON texts in lines; returns whether it is one."""
    try:
        values = {"": _parsed(text)}
    except ValueError:
        lines = [line for line in text.split("\n", MOST_FIELDS) if line.strip()]
        try:
            values = {str(number): _parsed(line) for number, line in enumerate(lines)} if len(lines) > 1 else {}
        except (ValueError, RecursionError):
            return False
    except RecursionError:
        texts.note(f"it has more than {DEEPEST} levels")
        return True
    for key, value in values.items():
        _add_members(texts, _joined(name, key), value, levels)
    return bool(values)


def _parsed(text: str) -> Any:
    """A JSON value, with numbers, true, false and null as they are written."""
    return json.loads(text.strip("\ufeff\x00"), parse_int=str, parse_float=str, parse_constant=str, strict=False)


def _add_members(texts: FieldTexts, name: str, value: Any, levels: int) -> None:
    """Adds all leaves of a JSON value, in order."""
    stack: list[tuple[str, Any, int]] = [(name, value, 0)]
    while stack:
        path, each, depth = stack.pop()
        if texts.is_full:
            texts.note_full()
            return
        if isinstance(each, dict | list):
            members = _members(cast("dict[str, Any] | list[Any]", each))
            if depth >= DEEPEST:
                texts.note(f"it has more than {DEEPEST} levels")
                continue
            if len(members) > MOST_FIELDS:
                texts.note_full()
            stack += [(_joined(path, key), member, depth + 1) for key, member in reversed(members[:MOST_FIELDS])]
        elif isinstance(each, str):
            add_leaf(texts, path or "body", each, levels)
        else:
            texts.add(path or "body", {True: "true", False: "false", None: "null"}[each])


def _members(value: dict[str, Any] | list[Any]) -> list[tuple[str, Any]]:
    """The members of an object by name, and those of an array by number."""
    return [*value.items()] if isinstance(value, dict) else [(str(at), each) for at, each in enumerate(value)]


def _add_lines(texts: FieldTexts, text: str) -> bool:
    """Adds `name=value` lines, as forms of the type text/plain send them; returns whether the text consists of them."""
    found: list[list[str]] = []
    for line in text.strip("\r\n").split("\n", MOST_FIELDS):
        match = _LINE.fullmatch(line)
        if match:
            found.append([match[1], match[2].rstrip("\r")])
        elif found:
            found[-1].append(line.rstrip("\r"))
        else:
            return False
    for name, *lines in found:
        add_leaf(texts, name, "\n".join(lines))
    return bool(found)


def _add_xml(texts: FieldTexts, name: str, text: str) -> bool:
    """Adds the texts and attributes of XML, and of HTML that is well-formed; returns whether it is one.

    A text with a document type, which could declare entities, is not read.
    """
    if re.search(r"<!(?:DOCTYPE|ENTITY)", text, re.IGNORECASE):
        return False
    found: list[tuple[str, str]] = []
    path: list[str] = [name] if name else []
    data: list[str] = []

    def flush() -> None:
        if (written := "".join(data).strip()) and len(path) <= DEEPEST and len(found) <= MOST_FIELDS:
            found.append((".".join(path)[-_LONGEST_NAME:], written))
        data.clear()

    def start(tag: str, attributes: dict[str, str]) -> None:
        flush()
        path.append(tag.rpartition(":")[2][:_LONGEST_NAME])
        if len(path) <= DEEPEST and len(found) <= MOST_FIELDS:
            found.extend((_joined(".".join(path), key), value) for key, value in attributes.items())

    def end(_: str) -> None:
        flush()
        path.pop()

    parser = expat.ParserCreate("utf-8")
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, data.append
    try:
        parser.Parse(_SURROGATES.sub("\ufffd", text.strip()).encode(), True)
    except expat.ExpatError:
        return False
    for each in found:
        texts.add(*each)
    return True


def _joined(name: str, member: str) -> str:
    """The name of a member of what has a name; the end of it if it is long."""
    member = member[-_LONGEST_NAME:]
    return f"{name}.{member}"[-_LONGEST_NAME:] if name and member else name or member
