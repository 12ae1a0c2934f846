"""Looks at the form of a job before its first row is done, and reports what does not fit."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from actwright.engine.page.browser.reusable_browser import Browser
from actwright.engine.page.reading.isolated_world import register
from actwright.engine.policies.base import Ask
from actwright.engine.policies.rules.form_check import Misfit, check_form
from actwright.errors import ActwrightError
from actwright.jobs.job_context import JobContext
from actwright.jobs.job_rows import JobRow
from actwright.jobs.row_files import files_of
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.turn import Turn


async def look_at_form(rows: Sequence[JobRow], job: JobContext, shared: Browser) -> tuple[Misfit, ...]:
    """What of the rows does not fit the first page of the form; nothing is entered. Empty if no page opens.

    Rows that rules do not fill in have no misfits.
    """
    if job.options.policy not in ("auto", "rules") or not rows:
        return ()
    first: dict[str, dict[str, str]] = {"data": {}, "private": {}, "secret": {}}
    for row in rows:
        for kind, values in first.items():
            for name, value in getattr(row, kind).items():
                values.setdefault(name, value)
    look = _Look()
    with suppress(ActwrightError):
        async with shared.context() as context:
            page = await context.new_page()
            await register(page, only_there=True)
            run = job.run(replace(rows[0], **first), look, None, page=page)
            async with run:
                async for _ in run:
                    pass
    if look.turn is None:
        return ()
    given = [row.data for row in rows]
    files = {data[name] for data in given for name in files_of(data, job.options.files)}
    return check_form(look.turn, given, files, job.options.optional, rows[0].readings)


class _Look:
    """A policy that looks at the page, and ends the run."""

    roles: tuple[str, ...] = ()

    def __init__(self) -> None:
        self.turn: Turn | None = None

    async def decide(self, turn: Turn, ask: Ask) -> Proposal:  # noqa: ARG002 - the protocol's; no model is asked
        """Keeps the turn, and gives up."""
        self.turn = turn
        reason = "this is only a look at the form"
        action = Action(reason=reason, tool="fail", parameters={"reason": reason, "kind": "unconfirmed"})
        return Proposal(complete=False, message=reason, actions=(action,))
