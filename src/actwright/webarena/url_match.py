"""`url_match`: checks the URL at which the agent ended."""

from __future__ import annotations

from collections import defaultdict
from typing import Literal, TypeAlias
from urllib.parse import parse_qs, urlparse

from actwright.webarena.dialect import Dialect
from actwright.webarena.matching import OR
from actwright.webarena.score import FactScore, part

UrlNote: TypeAlias = Literal["EXACT", "GOLD in PRED"]


def url_match(url: str, reference: str, *, note: UrlNote | None = None, dialect: Dialect) -> FactScore:
    """Checks whether the URL matches one of the references, which are separated by ` |OR| `.

    VisualWebArena compares whole URLs, with `localhost` replaced by `127.0.0.1` and without one final slash: `EXACT`,
    the default, requires equality, `GOLD in PRED` a substring. WebArena has only the latter, with another meaning: host
    and path of a reference are a substring of host and path of the URL, and each query key of any reference has in the
    URL one of the values that it has in all references together.

    Args:
        url: The URL of the page as the agent left it.
        reference: `reference_url` of the config.
        note: `url_note` of the config; None for the dialect's default.
        dialect: The benchmark whose rule applies.
    """
    references = reference.split(OR)
    if dialect == "webarena":
        holds = _gold_in_url(url, references)
    elif note == "GOLD in PRED":
        holds = any(_cleaned(each) in _cleaned(url) for each in references)
    else:
        holds = _cleaned(url) in map(_cleaned, references)
    rule = "GOLD in PRED" if dialect == "webarena" else note or "EXACT"
    reason = f"the page is at {url}, which {'fits' if holds else 'does not fit'} {reference} ({rule})"
    return part("url_match", "reference_url", holds, reason)


def any_page_fits(reference: str, dialect: Dialect) -> bool:
    """Whether one of the references is part of every URL."""
    if dialect == "webarena":
        return any(_parts(each.strip()) == ("", {}) for each in reference.split(OR))
    return any(not _cleaned(each.strip()) for each in reference.split(OR))


def _cleaned(url: str) -> str:
    return url.replace("localhost", "127.0.0.1").removesuffix("/")


def _gold_in_url(url: str, references: list[str]) -> bool:
    place, query = _parts(url)
    golden = [_parts(reference) for reference in references]
    values: defaultdict[str, set[str]] = defaultdict(set)
    for _, each in golden:
        for key, wanted in each.items():
            values[key].update(wanted)
    return any(each in place for each, _ in golden) and all(
        wanted.intersection(query.get(key, ())) for key, wanted in values.items()
    )


def _parts(url: str) -> tuple[str, dict[str, list[str]]]:
    split = urlparse(url.rstrip("/"))
    return split.netloc + split.path, parse_qs(split.query)
