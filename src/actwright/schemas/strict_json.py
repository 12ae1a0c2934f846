"""Reads the JSON of a reply strictly."""

from __future__ import annotations

import json
import math
from typing import Any, cast

from actwright.errors import ReplyError
from actwright.untrusted import is_unicode

MAX_REPLY_CHARS = 200_000
MAX_DEPTH = 32
MAX_DIGITS = 30


def strict_json(text: str) -> Any:
    """Reads JSON; nothing is repaired or coerced.

    Raises:
        ReplyError: It is not one JSON value: prose, truncated, duplicate keys, NaN, lone surrogates, or beyond the
            limits of size and depth.
    """
    if len(text) > MAX_REPLY_CHARS:
        raise ReplyError(f"the reply has {len(text):,} characters; at most {MAX_REPLY_CHARS:,} are read")
    too_deep = ReplyError(f"the reply is nested deeper than {MAX_DEPTH} levels")
    try:
        value = json.loads(
            text,
            object_pairs_hook=_no_duplicates,
            parse_constant=_no_constant,
            parse_int=_bounded_int,
            parse_float=_finite_float,
        )
        if _depth(value) > MAX_DEPTH:
            raise too_deep
    except json.JSONDecodeError as error:
        raise ReplyError(
            f"the reply is not one JSON object: {error.msg} at character {error.pos} of {len(text)}"
        ) from error
    except RecursionError as error:
        raise too_deep from error
    if not is_unicode(json.dumps(value, ensure_ascii=False)):
        raise ReplyError("the reply contains a lone surrogate, which is not text")
    return value


def _depth(value: Any) -> int:
    """How deep the lists and objects in a value are nested."""
    if isinstance(value, dict):
        value = [*cast("dict[str, Any]", value).values()]
    return 1 + max(map(_depth, cast("list[Any]", value)), default=0) if isinstance(value, list) else 0


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise ReplyError(f"the reply names the key {key!r} twice in one object")
        result[key] = value
    return result


def _no_constant(name: str) -> Any:
    raise ReplyError(f"the reply contains {name}, which is not JSON")


def _bounded_int(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise ReplyError(f"the reply contains a number of {len(digits)} digits; at most {MAX_DIGITS} are read")
    return int(digits)


def _finite_float(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ReplyError(f"the reply contains the number {digits[:MAX_DIGITS]}, which is beyond all bounds")
    return number
