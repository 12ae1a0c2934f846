"""Decisions of a person about rows: approve, reject, or say whether an unknown row arrived."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from actwright.errors import ConfigError
from actwright.jobs.ledger import JobLedger
from actwright.jobs.ledger_row import RowState
from actwright.text import counted

FOUND = {"done": RowState.DONE, "pending": RowState.PENDING, "failed": RowState.FAILED}
"""What a person can decide about an unknown row."""


def decide(ledger: JobLedger, form: Mapping[str, Sequence[str]]) -> str:
    """Carries out the decision of the page's form for all rows marked in it, or for none.

    Args:
        ledger: The ledger.
        form: `decision`, and for each marked row a `row` with its number and the digest of its form, as in `7:3f…`.

    Returns:
        What was done, in a sentence for the person.

    Raises:
        ConfigError: There is no such decision, or the state of a row does not allow it.
    """
    decision = "".join(form.get("decision", ()))
    seen = [each.partition(":") for each in form.get("row", ())]
    if not all(number.isdigit() for number, _, _ in seen):
        raise ConfigError("a row must be given by its number")
    numbers = {int(number): digest for number, _, digest in seen}
    if not numbers:
        return "No row is marked."
    rows = counted(len(numbers), "row")
    if decision == "approve":
        ledger.approve(numbers)
        return f"{rows} approved. Run `actwright jobs resume` to send what you approved."
    if decision == "reject":
        ledger.reject(numbers)
        return f"{rows} rejected."
    if decision not in FOUND:
        raise ConfigError(f"there is no decision {decision!r}")
    ledger.resolve_all(numbers, FOUND[decision], by="person")
    return f"{rows} marked as {FOUND[decision]}."
