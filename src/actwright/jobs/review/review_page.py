"""The HTML of the review: the rows in one state, with their fields, pictures and receipts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from actwright.engine.records.html import host_time, template
from actwright.jobs.extract.provenance import read_provenance
from actwright.jobs.job_options import JobOptions
from actwright.jobs.job_rows import cell_digest
from actwright.jobs.ledger import JobLedger
from actwright.jobs.ledger_row import LedgerRow, RowState, digest_of

if TYPE_CHECKING:
    from jinja2 import Template

PAGE = 100
"""Rows per page."""
FIRST = (RowState.FILLED, RowState.UNKNOWN, RowState.REFUSED, RowState.INVALID, RowState.BLOCKED, RowState.FAILED)
"""The page opens with the first of these states that has rows."""


def review_page(ledger: JobLedger, given: Mapping[str, str]) -> str:
    """Returns the HTML of the review.

    Args:
        ledger: The ledger.
        given: The query of the address: `state`, `page` and `said`.
    """
    counts = ledger.counts()
    first = next((state for state in FIRST if counts[state]), RowState.DONE)
    state = RowState(given["state"]) if given.get("state") in {*RowState} else first
    pages = max(1, -(-counts[state] // PAGE))
    asked = given.get("page", "")
    page = min(max(int(asked), 1), pages) if asked.isascii() and asked.isdigit() else 1
    sources = _Sources(ledger)
    entries = ledger.entries(state, first=(page - 1) * PAGE, most=PAGE)
    rows = [_shown(entry, [*sources.of(entry.number)]) for entry in entries]
    return _template().render(
        job=ledger.folder.name,
        counts=[(str(each), counts[each]) for each in RowState if counts[each]],
        state=str(state),
        rows=rows,
        page=page,
        pages=pages,
        said=given.get("said", ""),
        decisions=DECISIONS.get(state, ()),
    )


DECISIONS = {
    RowState.FILLED: (("approve", "Approve", "a"), ("reject", "Reject", "r")),
    RowState.UNKNOWN: (
        ("done", "It arrived", "a"),
        ("pending", "It did not arrive: submit it", "s"),
        ("failed", "Give up", "r"),
    ),
}
"""The decisions for each state: the value in the form, the label of the button, and its keyboard key."""


class _Sources:
    """Where the values of rows come from, if they were extracted from documents.

    Only values that the rows still have are shown, and none of private and secret columns.
    """

    def __init__(self, ledger: JobLedger) -> None:
        rows = ledger.note("rows")
        self._provenance = read_provenance(Path(rows)) if rows else None
        self._ledger = ledger

    def of(self, number: int) -> Iterator[tuple[str, str, str]]:
        """The column, the value and its source, for each value of a row whose source is known."""
        found = [*self._provenance.sources_of(number)] if self._provenance else []
        if not found:
            return
        cells = self._ledger.cells(number)
        for heading, value, source in found:
            name = self._names.get(heading, heading)
            if cells.get(name) == cell_digest(self._ledger.salt, name, value):
                yield name, value, source

    @cached_property
    def _names(self) -> Mapping[str, str]:
        return JobOptions.model_validate_json(self._ledger.note("order")).columns


def _shown(entry: LedgerRow, sources: Sequence[tuple[str, str, str]]) -> dict[str, object]:
    """A row for the template."""
    receipts = {each.field: each for each in entry.receipts}
    fields = [
        (
            title.partition(" ")[2].strip('"') or title,
            content,
            "" if title not in receipts else _checked(receipts[title].match),
        )
        for title, content in (entry.payload or {each.field: each.got for each in entry.receipts}).items()
    ]
    return {
        "entry": entry,
        "seen": f"{entry.number}:{digest_of(entry.payload)}",
        "fields": fields,
        "sources": sources,
        "picture": bool(entry.picture),
        "ended": host_time(entry.ended),
        "intended": host_time(entry.intended),
    }


def _checked(match: bool) -> str:  # noqa: FBT001 - the field of a receipt
    return "read back" if match else "not_as_wanted"


@cache
def _template() -> Template:
    return template(Path(__file__).with_name("review.html.j2").read_text("utf-8"))
