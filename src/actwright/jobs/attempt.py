"""One attempt at one row: which policies are tried, and how the row ends."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from playwright.async_api import BrowserContext

from actwright.engine.page.browser.reusable_browser import Browser
from actwright.engine.page.browser.routing import router_of
from actwright.engine.page.reading.isolated_world import register
from actwright.engine.policies.base import Policy
from actwright.engine.policies.replay.policy import Replay
from actwright.engine.policies.rules.placement import NO_FIELD
from actwright.engine.records.wording import why_ended
from actwright.engine.run import Run
from actwright.errors import ActwrightError, BrowserError, ConfigError, ModelError
from actwright.jobs.confirmation_text import confirmation
from actwright.jobs.fast_replay import ANSWER_SECONDS
from actwright.jobs.job_context import MODEL, RUNS, JobContext
from actwright.jobs.job_rows import JobRow
from actwright.jobs.leaving_pages import silence_leaving_pages
from actwright.jobs.ledger_row import LedgerError, LedgerRow, RowState
from actwright.jobs.login import for_rows
from actwright.jobs.row_claim import RowClaim
from actwright.jobs.submission_guard import SubmissionGuard
from actwright.jobs.submission_state import CLIENT_ERRORS, DISAGREES
from actwright.schemas.ending import acted
from actwright.schemas.result import Reason, Result
from actwright.schemas.sites import origin_of
from actwright.schemas.step import Step
from actwright.text import one_line, shortened

ERROR_PAGE = "chrome-error:"
"""The scheme of the page that a browser shows when it could not open a page."""
LONGEST = 500
"""The maximum number of characters of a text in the ledger."""

TRY_NEXT = frozenset(
    {Reason.UNCLEAR, Reason.NOT_FOUND, Reason.INVALID_DATA, Reason.BLOCKED, Reason.GAVE_UP, Reason.STUCK}
)
"""The reasons with which a policy ends when it does not know what to do; the next policy is then tried."""


@dataclass(frozen=True, slots=True)
class AttemptResult:
    """The result of an attempt.

    Attributes:
        entry: The row, for the ledger.
        alike: A text that is equal for rows that end for the same reason; empty if the reason is in the row itself.
        unplaced: The columns because of which it was refused, as the form has no field for them.
        fatal: An error that every row would run into; None if there is none.
    """

    entry: LedgerRow
    alike: str = ""
    unplaced: frozenset[str] = frozenset()
    fatal: ActwrightError | None = None


async def attempt_row(
    row: JobRow, job: JobContext, claim: RowClaim, shared: Browser, *, usd: float | None
) -> AttemptResult:
    """Makes one attempt. Any error that breaks it is recorded as the outcome of the row, and the job goes on.

    This is where a job catches the errors of a row. The ledger shows whether anything of the row may have been sent.

    Raises:
        LedgerError, BrowserError: As for `attempt`.
    """
    try:
        return await attempt(row, job, claim, shared, usd=usd)
    except (LedgerError, BrowserError):
        raise
    except Exception as error:  # noqa: BLE001 - see above
        state = RowState.UNKNOWN if claim.ledger.entry(row.number).intent else RowState.FAILED
        detail = shortened(one_line(f"{type(error).__name__}: {error}"), LONGEST)
        entry = LedgerRow(number=row.number, state=state, reason="error", detail=detail)
        return AttemptResult(entry, alike=f"{state}, error")


async def attempt(
    row: JobRow, job: JobContext, claim: RowClaim, shared: Browser, *, usd: float | None
) -> AttemptResult:
    """Fills in and submits one row, with one browser context per policy; tries the next one only if nothing was sent.

    Raises:
        LedgerError: The ledger could not be written. Nothing was submitted that it does not record.
        BrowserError: No browser starts.
    """
    trial = Attempt(row, job, claim, shared, usd)
    tried = AttemptResult(
        LedgerRow(number=row.number, state=RowState.FAILED, reason="error", detail="there is no policy for this row")
    )
    for way in job.ways(row):
        tried, goes_on = await (trial.asked() if way == MODEL and job.options.policy == "auto" else trial.by(way))
        if not goes_on:
            break
    return replace(tried, entry=tried.entry.model_copy(update=trial.spent.fields()))


@dataclass
class AttemptUsage:
    """The time, cost, calls and tokens of all the policies that were tried for a row."""

    began: float = field(default_factory=time.monotonic)
    cost: float | None = 0.0
    calls: int = 0
    tokens: int = 0

    def add(self, result: Result) -> None:
        """Adds what a run used."""
        self.cost = None if self.cost is None or result.cost is None else self.cost + result.cost
        self.calls += len(result.exchanges)
        self.tokens += result.usage.total

    def fields(self) -> dict[str, object]:
        """These figures as fields of an entry."""
        seconds = round(time.monotonic() - self.began, 3)
        return {"seconds": seconds, "cost": self.cost, "calls": self.calls, "tokens": self.tokens}


@dataclass
class Attempt:
    """One attempt at a row; each policy gets its own browser context."""

    row: JobRow
    job: JobContext
    claim: RowClaim
    shared: Browser
    usd: float | None
    spent: AttemptUsage = field(default_factory=AttemptUsage)

    async def asked(self) -> tuple[AttemptResult, bool]:
        """Asks a model, unless the run of another row has meanwhile shown what to do."""
        names, job = frozenset(self.row.values), self.job
        before = job.learned.get(names)
        async with job.turn(self.row):
            known = job.learned.get(names)
            if known is before:
                job.asked[names] += 1
                return await self.by(MODEL)
        tried, goes_on = await self.by(Replay(known, any_task=True)) if known else await self.by(MODEL)
        return await self.by(MODEL) if goes_on else (tried, goes_on)

    async def by(self, way: str | Policy) -> tuple[AttemptResult, bool]:
        """Tries one policy. Returns its result, and whether to try the next one."""
        if isinstance(way, Replay) and (tried := await self._replayed_fast()) is not None:
            return tried, False
        row, guard = self.row, self.job.guard(self.row, self.claim)
        name = way if isinstance(way, str) else "replay"
        async with self.shared.context() as context:
            await _guard_context(context, guard)
            page = await context.new_page()
            await register(page, only_there=True)  # rows that are replayed fast do without it
            try:
                run = self.job.run(row, way, guard, page=page, usd=self.usd)
            except ConfigError as mistake:
                said = shortened(one_line(str(mistake)), LONGEST)
                entry = LedgerRow(
                    number=row.number, state=RowState.INVALID, reason="invalid_data", detail=said, policy=name
                )
                return AttemptResult(entry, alike=_alike(entry, row)), True
            guard.receipts, guard.sought = lambda: run.receipts, lambda: run.sought
            guard.elsewhere = lambda: _entered_elsewhere(run)
            if self.job.shown is not None:
                self.job.shown(row, run)
            try:
                error = await _to_the_end(run, guard)
            finally:
                self.spent.add(run.result)
            await guard.state.answers(ANSWER_SECONDS)
            no_answer = guard.state.lost or guard.state.waiting
            if run.front is not None and run.front.url.startswith(ERROR_PAGE):
                no_answer = no_answer or run.front.url
            evidence = run.result.evidence if guard.intended else ()
            confirmed = await confirmation(evidence, run.front, hidden=self._hidden())
        if guard.problem:
            guard.settle()
        if guard.broken:
            raise guard.broken
        entry = self._entry(guard, run, error, name, no_answer)
        if entry.state is RowState.DONE:
            entry = entry.model_copy(update={"confirmation": confirmed})
            if not isinstance(way, Replay):
                self.job.learn(row, run.result)
        fatal = error if isinstance(error, ModelError) and not error.retryable and not guard.intended else None
        reasons = TRY_NEXT | {Reason.UNCONFIRMED} if isinstance(way, Replay) else TRY_NEXT  # of an earlier page
        found_nothing = bool(guard.problem) or (error is None and run.result.reason in reasons)
        goes_on = found_nothing and not (guard.intended or guard.dry_submit or fatal)
        unplaced = frozenset(name for name in row.values if f"data {name!r} {NO_FIELD}" in entry.detail)
        return AttemptResult(entry, alike=_alike(entry, row), unplaced=unplaced, fatal=fatal), goes_on

    async def _replayed_fast(self) -> AttemptResult | None:
        """Tries the fast replay. Returns None if the row is left to the replay."""
        row, fast_replay, options = self.row, self.job.fast_replay(self.row), self.job.options
        guard = self.job.guard(row, self.claim)
        if fast_replay is None or guard.dry or guard.match.approved:
            return None
        values = {**for_rows(options, options.values), **row.values}
        async with self.shared.context() as context:
            await _guard_context(context, guard)
            page = await context.new_page()
            if self.job.shown is not None:
                self.job.shown(row, page)
            entry = await fast_replay.played(row, guard, page, url=options.url, values=values, seconds=options.seconds)
        if guard.broken:
            raise guard.broken
        if entry is None:
            self.job.missed[frozenset(row.values)] += 1
            return None
        entry = entry.model_copy(update={"detail": shortened(one_line(entry.detail), LONGEST)})
        return AttemptResult(entry, alike=_alike(entry, row))

    def _hidden(self) -> list[str]:
        """The values that must not be written down."""
        secrets = (text for each in self.job.secrets.values() for text in each.texts)
        return [*self.row.private.values(), *self.row.secret.values(), *secrets]

    def _entry(
        self, guard: SubmissionGuard, run: Run, error: ActwrightError | None, policy: str, no_answer: str
    ) -> LedgerRow:
        folder, result = self.job.folder, run.result
        state, reason, detail = _ending(guard, result, error, no_answer)
        picture = ""
        if guard.dry_submit and (image := result.steps[-1].page.screenshot) is not None:
            file = folder / "pictures" / f"{self.row.number}.{image.media_type.partition('/')[2]}"
            file.parent.mkdir(exist_ok=True)
            file.write_bytes(image.data)
            picture = str(file.relative_to(folder))
        goes_wrong = state not in {RowState.DONE, RowState.FILLED}
        kept = run.keep(folder / RUNS) if self.job.options.records == "failed" and goes_wrong else run.run_dir
        receipts = (each for step in result.steps for outcome in step.outcomes for each in outcome.receipts)
        return LedgerRow(
            number=self.row.number,
            state=state,
            reason=reason,
            detail=shortened(one_line(detail), LONGEST),
            policy=policy,
            receipts=tuple({each.field: each for each in receipts}.values()),
            payload=guard.form if guard.dry_submit else {},
            picture=picture,
            record="" if kept is None else os.path.relpath(kept, folder),
        )


async def _guard_context(context: BrowserContext, guard: SubmissionGuard) -> None:
    """Lets a guard decide on all that the pages of a context send."""
    await silence_leaving_pages(context)
    await router_of(context).add(guard)
    context.on("request", guard.note_redirect)


async def _to_the_end(run: Run, guard: SubmissionGuard) -> ActwrightError | None:
    """Plays a run until it ends or the guard closes for good. Returns the error that ended it, if one did."""
    try:
        async with run:
            async for _ in run:
                if guard.problem or guard.broken:
                    break
                _settle(guard, run.steps)
    except (ModelError, BrowserError, ConfigError) as error:
        return error
    return None


def _entered_elsewhere(run: Run) -> frozenset[str]:
    """The columns that were entered into a document of another origin than that of the page around it."""
    around = origin_of(run.showing.url) if run.showing is not None else ""
    return frozenset(
        receipt.reference
        for outcome in run.outcomes
        for receipt in outcome.receipts
        if receipt.reference and around and outcome.origin and outcome.origin != around
    )


def _settle(guard: SubmissionGuard, steps: Sequence[Step]) -> None:
    if not any(acted(outcome) for step in steps for outcome in step.outcomes):
        guard.settle()


def _ending(
    guard: SubmissionGuard, result: Result, error: ActwrightError | None, no_answer: str
) -> tuple[RowState, str, str]:
    """Returns the state of a row after a run, the reason in fixed words, and the reason in a sentence."""
    said = str(error) if error else result.error or _why_ended(result)
    if guard.dry_submit:
        doubt = guard.match.row.doubt
        reason, why = ("doubtful_values", f"; look at {doubt}") if doubt else ("dry_run", "")
        return RowState.FILLED, reason, f"waits for approval of {guard.dry_submit}{why}"
    if guard.problem:
        reason = "not_as_approved" if guard.unapproved else "not_as_wanted"
        return RowState.UNKNOWN if guard.intended else RowState.INVALID, reason, guard.problem
    if guard.intended:
        return _ending_once_sent(guard, result, no_answer, said)
    if result.complete:
        state = RowState.UNKNOWN if result.may_have_acted else RowState.FAILED
        return state, "nothing_sent", f"the run is complete, but no submission was seen: {said}"
    return _not_sent(result.reason), str(result.reason), said


def _why_ended(result: Result) -> str:
    """Why a run ended, in words. What a policy claimed does not count if the claim was refused, or not even judged."""
    last = result.steps[-1] if result.steps else None
    if result.complete or last is None or last.proposal is None or not last.proposal.complete:
        return why_ended(result) or result.message
    refused = last.claim.reason if last.claim is not None and not last.claim.accepted else ""
    failed = next((each.detail for each in last.outcomes if each.status in {"failed", "unknown"} and each.detail), "")
    claimed = f'it is not confirmed that "{one_line(result.message)}"'
    return "; ".join(filter(None, (why_ended(result).removeprefix(result.message), refused or failed))) or claimed


def _ending_once_sent(guard: SubmissionGuard, result: Result, no_answer: str, said: str) -> tuple[RowState, str, str]:
    """As `_ending`, for a row that may have been sent."""
    if no_answer:
        return RowState.UNKNOWN, "no_answer", f"{no_answer} got no response"
    state = _sent(result.reason)
    if state is RowState.DONE and not guard.state.sent:
        return RowState.UNKNOWN, "nothing_sent", f"the run is complete, but no submission was seen: {said}"
    if state is RowState.DONE and guard.state.answered >= CLIENT_ERRORS:
        return RowState.UNKNOWN, "server_error", DISAGREES.format(status=guard.state.answered)
    if state is RowState.REFUSED and guard.state.unsettled:
        return RowState.UNKNOWN, "no_answer", f"{guard.state.unsettled}: {said}"
    if state is RowState.DONE:
        if guard.left_out:
            return RowState.UNKNOWN, "not_as_wanted", guard.left_out
        said = "; ".join(filter(None, (guard.unread, said)))
    return state, str(result.reason), said


def _sent(reason: Reason) -> RowState:
    refusals = {Reason.REFUSED_BY_PAGE: RowState.REFUSED, Reason.INVALID_DATA: RowState.REFUSED}
    return {Reason.COMPLETE: RowState.DONE, **refusals}.get(reason, RowState.UNKNOWN)


def _not_sent(reason: Reason) -> RowState:
    return {Reason.INVALID_DATA: RowState.INVALID, Reason.BLOCKED: RowState.BLOCKED}.get(reason, RowState.FAILED)


def _alike(entry: LedgerRow, row: JobRow) -> str:
    """A text that is equal for rows that end for the same reason; empty if the reason is in the row itself."""
    if entry.state in {RowState.DONE, RowState.FILLED}:
        return ""
    if entry.state in {
        RowState.INVALID,
        RowState.REFUSED,
    }:  # alike if equal word for word, apart from the row's own values
        text = entry.detail
        for value in sorted(row.values.values(), key=len, reverse=True):
            text = text.replace(value, "…") if value else text
        return f"{entry.state}, {entry.reason}: {text}"
    return f"{entry.state}, {entry.reason}"
