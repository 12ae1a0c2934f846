"""Finds the JSON object of an answer among what models and servers put around it: fences, sentences, thoughts, tokens."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, cast

from actwright.schemas.exchange import Reply, Request

END_OF_THOUGHTS = re.compile(
    r"</(?:\w+:)?(?:think|thinking|thought|reasoning)>|◁/think▷|<\|end_(?:thinking|of_thought)\|>|\[/THINK\]|<\|channel\|>final(?:<\|constrain\|>\w*)?<\|message\|>",
    re.IGNORECASE,
)
"""Some servers leave out the mark at the beginning of a model's thoughts."""
THOUGHTS = re.compile(
    r"\s*(?:<(?:\w+:)?(?:think|thinking|thought|reasoning)>|<\|(?:start_thinking|begin_of_thought)\|>|◁think▷|\[THINK\]|<\|channel\|>analysis)",
    re.IGNORECASE,
)
MOST_STARTS = 200
"""How many braces are tried as the beginning of an object."""
LONGEST = 1_000_000


def with_bare_json(reply: Reply, request: Request) -> Reply:
    """The reply, reduced to the object that the request asks for if that is the only one in its text."""
    if request.answer_schema is None or reply.finish not in ("stop", "other"):
        return reply
    found = json_alone(reply.text, keys=request.answer_schema.get("required", ()))
    return reply if found is None or found == reply.text else reply.model_copy(update={"text": found})


def json_alone(text: str, *, keys: Iterable[str] = ()) -> str | None:
    """The only JSON object with these keys in a text, as it is written there.

    Objects in thoughts are not counted, nor are objects inside another one. Returns None if there is no such object,
    or if there are several that differ.
    """
    if (value := _read(text)) is not None or len(text) > LONGEST:
        return text if isinstance(value, dict) else json_alone(value, keys=keys) if isinstance(value, str) else None
    ends = [mark.end() for mark in END_OF_THOUGHTS.finditer(text)]
    after = text[ends[-1] :] if ends else text
    if THOUGHTS.match(after):
        return None
    wanted = set(keys)
    found = [(written, value) for written, value in _objects(after) if wanted <= value.keys()]
    return found[-1][0] if found and all(value == found[0][1] for _, value in found) else None


def _read(text: str) -> object:
    """The object, or the text that it was written as, if that is all of the text; else None."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return cast(object, value) if isinstance(value, dict | str) else None


def _objects(text: str) -> list[tuple[str, dict[str, Any]]]:
    """The objects in a text that are not part of another one, each as written and as read."""
    read, found, start = json.JSONDecoder().raw_decode, list[tuple[str, dict[str, Any]]](), text.find("{")
    for _ in range(MOST_STARTS):
        if start < 0:
            break
        try:
            value, end = read(text, start)
        except (ValueError, RecursionError):
            start = text.find("{", start + 1)
            continue
        found.append((text[start:end], cast(dict[str, Any], value)))
        start = text.find("{", end)
    return found
