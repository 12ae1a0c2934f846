"""What a person decides about rows: approve, reject, or say whether one had arrived."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from actwright.errors import ConfigError
from actwright.jobs.book import Book
from actwright.jobs.entries import State
from actwright.text import counted

__all__ = ["FOUND", "decide"]

FOUND = {"done": State.DONE, "pending": State.PENDING, "failed": State.FAILED}
"""What a person may find out about a row of which it was not known whether it arrived."""


def decide(ledger: Book, form: Mapping[str, Sequence[str]]) -> str:
    """Does what the form of the page says, for all rows that are marked in it, or for none.

    Args:
        ledger: The ledger.
        form: `decision`, and each `row` with the digest of what was seen of it, as in `7:3f…`.

    Returns:
        What was done, for the person.

    Raises:
        ConfigError: It is no decision, or a row is not in a state for it.
    """
    decision = "".join(form.get("decision", ()))
    seen = [each.partition(":") for each in form.get("row", ())]
    if not all(number.isdigit() for number, _, _ in seen):
        raise ConfigError("a row is named by its number")
    numbers = {int(number): digest for number, _, digest in seen}
    if not numbers:
        return "No row was marked."
    rows = counted(len(numbers), "row")
    if decision == "approve":
        ledger.approve(numbers)
        return f"{rows} approved. `actwright jobs resume` sends what you have approved."
    if decision == "reject":
        ledger.reject(numbers)
        return f"{rows} rejected."
    if decision not in FOUND:
        raise ConfigError(f"{decision!r} is no decision")
    ledger.resolve_all(numbers, FOUND[decision], by="person")
    return f"{rows} marked as {FOUND[decision]}."
