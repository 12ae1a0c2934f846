"""The types of the fields of a task file: texts, references, conditions, and where and at what to look on a page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias, TypeVar, cast
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, PlainValidator, ValidationInfo

from actwright.webarena.calls import PREFIX, HelperCall, parse_call
from actwright.webarena.dialect import Dialect
from actwright.webarena.helpers import HELPERS
from actwright.webarena.matching import OR, Condition, cleaned, parse_condition

SCRIPTS = ("document.", "[...document.")
LAMBDA = "lambda:"
UNACHIEVABLE = "N/A"
UNCOMPARED = "uncompared"
"""Marks a field that nothing opens or compares, so a placeholder without a base URL does no harm in it."""

EMPTY = "is empty, so anything would pass; leave it out"
EMPTY_CHOICE = f"has an empty choice beside {OR.strip()}, so anything would pass; leave it out"

T = TypeVar("T")


def emptiness(value: str) -> str:
    """Says what is wrong with a reference that anything meets."""
    return f"{value!r} {EMPTY_CHOICE}" if OR in value else EMPTY


def wrong_address(url: str) -> str:
    """Returns why a URL cannot be opened; empty if it can."""
    try:
        split = urlsplit(url)
        good = split.scheme in ("http", "https") and bool(split.hostname) and (split.port or 1) > 0
    except ValueError:
        good = False
    if good and not re.search(r"[\s\x00-\x1f\x7f]", url):
        return ""
    return f"{url!r} is not a URL that can be opened; write it in full, as in http://shop.example/"


def check_url(url: str) -> str:
    """Returns the URL. Raises ValueError if it cannot be opened."""
    if wrong := wrong_address(url):
        raise ValueError(wrong)
    return url


def dialect_of(info: ValidationInfo) -> Dialect:
    """Returns the dialect of the file; VisualWebArena's for configs made in code."""
    return context_of(info).get("dialect", "visualwebarena")


def context_of(info: ValidationInfo) -> Mapping[str, Any]:
    """Returns what the reader knows of the file; empty for configs made in code."""
    return info.context or {}


def _is_empty(value: str) -> bool:
    """Whether nothing is left of a reference after the evaluators' cleaning."""
    return not cleaned(value, "webarena").strip()


def _reference(value: str) -> str:
    if _is_empty(value):
        raise ValueError(EMPTY)
    return value


def _choosable(value: str) -> str:
    if any(map(_is_empty, value.split(OR))):
        raise ValueError(emptiness(value))
    return value


def _excluded(value: str) -> str:
    if _is_empty(value):
        raise ValueError("is empty, so nothing would pass; leave it out")
    if OR.strip() in value:
        raise ValueError(f"{OR.strip()} has no meaning where something must be missing; write a list of texts")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("must be a text")  # noqa: TRY004 - pydantic collects only ValueErrors
    return value


def _fuzzy(value: Any) -> Any:
    if value == UNACHIEVABLE:
        return value
    items = cast("list[Any]", value) if isinstance(value, (list, tuple)) else []
    if not items or not all(isinstance(each, str) for each in items):
        raise ValueError('must be a list of texts, or "N/A"')
    return tuple(map(_reference, items))


def _place(value: Any, info: ValidationInfo) -> str | HelperCall:
    url = _text(value)
    if url.startswith(PREFIX):
        return _call(url, info)
    if not url:
        raise ValueError('is empty; write an address, "last" or func:…')
    return url if url == "last" else check_url(url)


def _locator(value: Any, info: ValidationInfo) -> str | HelperCall:
    locator = _text(value)
    if locator.startswith(PREFIX):
        return _call(locator, info)
    if locator.startswith(LAMBDA):
        if dialect_of(info) == "webarena":
            raise ValueError("lambda: is VisualWebArena's")
    elif locator.strip() and not locator.startswith(SCRIPTS):
        raise ValueError(
            f"{locator!r} is not a locator; leave it empty for the whole page, or begin it with document., "
            "[...document., lambda: or func:"
        )
    return locator


def _call(text: str, info: ValidationInfo) -> HelperCall:
    call = parse_call(text)
    call.check(context_of(info).get("helpers", HELPERS))
    return call


def _spelled(value: Any) -> Any:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


Several: TypeAlias = Annotated[tuple[T, ...], Field(strict=False)]
Note: TypeAlias = Annotated[str | None, UNCOMPARED]
Exact: TypeAlias = Annotated[str, BeforeValidator(_spelled)]
Reference: TypeAlias = Annotated[str, AfterValidator(_reference)]
ExactReference: TypeAlias = Annotated[Exact, AfterValidator(_reference)]
Choosable: TypeAlias = Annotated[str, AfterValidator(_choosable)]
Excluded: TypeAlias = Annotated[str, AfterValidator(_excluded)]
FuzzyAnswers: TypeAlias = Annotated[Any, BeforeValidator(_fuzzy)]
Required: TypeAlias = Annotated[Condition, BeforeValidator(lambda value: parse_condition(_text(value)))]
Choices: TypeAlias = Annotated[
    tuple[str, ...], BeforeValidator(lambda value: () if value in (None, "") else tuple(_text(value).split(OR)))
]
Place: TypeAlias = Annotated[str | HelperCall, PlainValidator(_place)]
"""Where to look: the page that is open (`last`), the URL from a helper, or an address."""

Locator: TypeAlias = Annotated[str | HelperCall, PlainValidator(_locator)]
"""What to look at there: the whole page (empty), or what a script, a function or a helper finds."""
