"""Masks the texts of an evidence pack: single ones, JSON, addresses and bodies of requests and responses."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from email import message_from_bytes
from email.message import Message
from email.policy import HTTP
from typing import Any, TypeAlias, cast
from urllib.parse import parse_qsl, urlencode

from actwright.engine.records.evidence_pack.sensitive import HIDDEN, is_sensitive_name

FORM, MULTIPART = "application/x-www-form-urlencoded", "multipart/form-data"
_TAG, _ATTRIBUTE = re.compile(r"(<[^<>]*>)"), re.compile(r"""((?<==")[^"]*(?=")|(?<==')[^']*(?='))""")

LEFT_OUT = "(left out)"
"""What is written instead of the content of an uploaded file."""

LONGEST_KNOWN = 500
"""Characters of the longest text that is remembered with its masked form: names, addresses and selectors repeat."""

Cell: TypeAlias = tuple[Any, Any]
"""The place of a text: a list or dict of JSON, and an index or key in it."""


class PackMasks:
    """The masks of one pack.

    Args:
        mask: Masks neighbouring texts, in the order in which they are read.
    """

    def __init__(self, mask: Callable[[Sequence[str]], list[str]]) -> None:
        self._mask = mask
        self._known: dict[str, str] = {}

    def text(self, text: str) -> str:
        """One text, masked."""
        if len(text) > LONGEST_KNOWN:
            return self._mask((text,))[0]
        if text not in self._known:
            self._known[text] = self._mask((text,))[0]
        return self._known[text]

    def cells(self, cells: Sequence[Cell]) -> bool:
        """Masks neighbouring texts where they are, also a value that is spread over several. Returns whether any changed."""
        texts = [str(place[key]) for place, key in cells]
        changed = False
        for (place, key), text, masked in zip(cells, texts, self._mask(texts), strict=True):
            if masked != text:
                place[key], changed = masked, True
        return changed

    def tree(self, tree: Any, *, fixed: frozenset[str] = frozenset()) -> Any:
        """JSON with all its texts, numbers and names masked, apart from the members with the names `fixed`."""
        if isinstance(tree, str):
            return self.text(tree)
        if isinstance(tree, int | float) and not isinstance(tree, bool):
            return tree if (masked := self.text(str(tree))) == str(tree) else masked
        if isinstance(tree, list):
            return [self.tree(each, fixed=fixed) for each in cast(list[Any], tree)]
        if isinstance(tree, dict):
            return {
                name if name in fixed else self.text(name): each if name in fixed else self.tree(each, fixed=fixed)
                for name, each in cast(dict[str, Any], tree).items()
            }
        return tree

    def body(self, body: str, media_type: str) -> str:
        """The body of a request or response, masked; also a value that several of its fields share."""
        kind = media_type.partition(";")[0].strip().lower()
        if kind == FORM:
            return self._form(body)
        if kind == MULTIPART:
            return self._multipart(body, media_type)
        if kind.endswith(("html", "xml")):
            return self.text(self._markup(body))
        try:
            tree = json.loads(body)
        except (ValueError, RecursionError):
            return self.text(body)
        if not isinstance(tree, list | dict):
            return self.text(body)
        leaves = list(_leaves(cast(list[Any], tree)))
        hidden = [_hide(each) for each in leaves]
        if self.cells(leaves) or any(hidden) or self.text(body) != body:
            body = json.dumps(self.tree(tree), ensure_ascii=False)
        return self.text(body)

    def pairs(self, pairs: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
        """The names and values of a form, masked; the values of passwords and tokens are left out."""
        names = [self.text(name) for name, _ in pairs]
        values = self._mask([HIDDEN if value and is_sensitive_name(name) else value for name, value in pairs])
        return list(zip(names, values, strict=True))

    def _form(self, body: str) -> str:
        pairs = parse_qsl(body, keep_blank_values=True)
        masked = self.pairs(pairs)
        body = body if masked == pairs else urlencode(masked, safe="{}*")
        return self.text(body)

    def _markup(self, body: str) -> str:
        """HTML or XML, in which the texts between tags are neighbours, and the values of attributes are."""
        texts = _TAG.split(body)
        texts[::2] = self._mask(texts[::2])
        values = _ATTRIBUTE.split("".join(texts))
        values[1::2] = self._mask(values[1::2])
        return "".join(values)

    def _multipart(self, body: str, media_type: str) -> str:
        """A body in parts. It is written anew, because the content of a file is left out."""
        head = f"Content-Type: {media_type}\r\n\r\n"
        parts = cast(Sequence[Message], message_from_bytes((head + body).encode(), policy=HTTP).get_payload())
        boundary = media_type.partition("boundary=")[2].partition(";")[0].strip('" ')
        if isinstance(parts, str):
            return self.text(body)
        named = [(str(part.get_param("name", "", "content-disposition")), part) for part in parts]
        values = [(name, LEFT_OUT if part.get_filename() else _payload(part)) for name, part in named]
        lines: list[str] = []
        for (_, value), part in zip(self.pairs(values), parts, strict=True):
            heads = [self.text(f"{name}: {text}") for name, text in part.items()]
            lines += [f"--{boundary}", *heads, "", value]
        return "\r\n".join([*lines, f"--{boundary}--", ""])


def text_of(body: bytes) -> str | None:
    """The text of a body; None if it is binary."""
    try:
        text = body.decode()
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text


def _payload(part: Message) -> str:
    payload = part.get_payload(decode=True)
    return payload.decode("utf-8", "replace") if isinstance(payload, bytes) else ""


def _leaves(tree: list[Any] | dict[str, Any]) -> Iterator[Cell]:
    """The places of the texts in JSON, in order."""
    at: Any = tree
    for key in tree if isinstance(tree, dict) else range(len(tree)):
        each: Any = at[key]
        if isinstance(each, list | dict):
            yield from _leaves(cast(list[Any], each))
        elif isinstance(each, str):
            yield tree, key


def _hide(cell: Cell) -> bool:
    """Leaves out a text in JSON if its name says that it is a password or the like. Returns whether it does."""
    place, key = cell
    if not place[key] or not isinstance(key, str) or not is_sensitive_name(key):
        return False
    place[key] = HIDDEN
    return True
