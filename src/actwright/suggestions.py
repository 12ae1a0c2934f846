"""What was probably meant by a name that does not exist."""

from __future__ import annotations

from collections.abc import Callable, Iterable

__all__ = ["did_you_mean", "unknown"]

CLOSE_ENOUGH = 60.0
"""From this similarity (0 to 100, `rapidfuzz.fuzz.ratio`) on, a name may have been meant."""


def did_you_mean(name: str, known: Iterable[str], *, shown: Callable[[str], str] = repr) -> str:
    """The known name that is closest, as the next clause of a message: `; did you mean 'steps'?`; empty if none is close.

    Args:
        name: What was written.
        known: What exists.
        shown: How messages write a name.
    """
    from rapidfuzz import fuzz, process, utils  # noqa: PLC0415 - only a mistake needs it

    close = process.extractOne(
        name, list(known), scorer=fuzz.ratio, processor=utils.default_process, score_cutoff=CLOSE_ENOUGH
    )
    return f"; did you mean {shown(close[0])}?" if close else ""


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """A message about a name that does not exist: what is closest, and all that exist.

    Args:
        what: What it would be the name of (`policy`).
        name: What was written.
        known: What exists.
    """
    names = tuple(known)
    meant = did_you_mean(name, names)
    return f"there is no {what} {name!r}{meant}{' There' if meant else '; there'} are {', '.join(names)}"
