"""The rows of a job as the live view shows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from playwright.async_api import Page

from actwright.errors import ActwrightError
from actwright.service.followed_runs import ExternalRun, RunWatcher
from actwright.service.pages import HomePage
from actwright.service.viewers import Viewers

if TYPE_CHECKING:
    from actwright.engine.run import Run
    from actwright.jobs import Job, LedgerRow
    from actwright.jobs.job_rows import JobRow


class WatchedRows:
    """Shows the rows that have begun, newest first, and how many rows are in each state.

    A person can only watch: what is sent depends on the values read back from the fields, not on what a person does.

    Attributes:
        watch: The rows shown.
        offer: What the pages of the live view offer.
    """

    def __init__(self, job: Job) -> None:
        self._job = job
        self.watch = RunWatcher()
        self.offer = HomePage(
            title=f"Rows of {job.folder.name}", asks=False, drives=False, counts=self._counts, viewers=Viewers()
        )

    def shown(self, row: JobRow, what: Run | Page) -> None:
        """Shows a row that begins: its run or, if it is done by a fast replay, its page."""
        entry = self.watch.begin(f"row-{row.number}", self._request(row.number, row.label))
        if isinstance(what, Page):
            self.watch.glimpse(entry, what)
        else:
            self.watch.follow(entry, ExternalRun(lambda _: what))

    def ended(self, row: LedgerRow) -> None:
        """Shows how a row has ended."""
        entry = self.watch.begin(f"row-{row.number}", self._request(row.number, row.label))
        record = self._job.folder / row.record if row.record else None
        result = {
            "status": str(row.state),
            "reason": row.reason,
            "message": row.confirmation or row.detail,
            "usd": row.cost,
            "seconds": row.seconds,
            "record": None if record is None else str(record.resolve()),
        }
        self.watch.end(entry, str(row.state), result)

    def _request(self, number: int, label: str) -> dict[str, str]:
        return {"task": f"Row {number}: {label}" if label else f"Row {number}", "url": self._job.order.url}

    def _counts(self) -> Mapping[str, int]:
        try:
            ledger = self._job.ledger
        except ActwrightError:
            return {}
        try:
            return {str(state): count for state, count in ledger.counts().items() if count}
        finally:
            ledger.close()
