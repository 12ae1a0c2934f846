"""What the rows of a job have in common: how a row is done, and what was learned from earlier rows."""

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_bytes

from playwright.async_api import Page

from actwright.engine.agent import Agent, Choice
from actwright.engine.limits import Limits
from actwright.engine.page.page_options import PageOptions
from actwright.engine.permissions.rules import PermissionRules
from actwright.engine.policies.base import Ask, Policy, Preferences, find_policy, preferences_of
from actwright.engine.policies.replay.policy import Replay
from actwright.engine.policies.rules import Rules
from actwright.engine.run import Run
from actwright.errors import ConfigError
from actwright.jobs.fast_replay import FastReplay
from actwright.jobs.job_options import JobOptions
from actwright.jobs.job_rows import JobRow, Rows, SignInForm, read_rows
from actwright.jobs.login import for_rows
from actwright.jobs.request_rules import RequestRules
from actwright.jobs.row_claim import RowClaim
from actwright.jobs.row_files import check_folder, files_of
from actwright.jobs.row_match import RowMatch
from actwright.jobs.shared_recording import common, without_numbers
from actwright.jobs.submission_guard import PROVEN, SubmissionGuard
from actwright.recording import record
from actwright.schemas.permissions import Permissions
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.recording import Recording
from actwright.schemas.result import Result
from actwright.schemas.step import Outcome
from actwright.schemas.task import Secret, Task, references_in
from actwright.schemas.turn import Turn
from actwright.written_dates import is_impossible_day

MODEL = "single_call"
SALT_BYTES = 16
RUNS = "runs"
"""The folder for full records, in the job's folder."""
MISSES = 3
"""Once a fast replay has failed to do this many rows, the remaining rows are left to the replay.

Once a model was asked for this many rows without anything being learned, the remaining rows ask it without waiting for
each other.
"""


Shown = Callable[[JobRow, Run | Page], object]
"""Called with each run of a row before it begins, or with the page of a row that a fast replay does."""


@dataclass
class JobContext:
    """What the rows of a job have in common: options, model, secrets, and what was learned from earlier rows.

    Attributes:
        options: The options of the job.
        folder: The job's folder.
        model: As for `Agent`; None for no model.
        secrets: Values that only the executor sees, the same for every row.
        learned: The recordings to replay, by the names that the recorded rows had values for.
        seen: Recordings of rows that the rules did, by the same names. One alone is not replayed, because its proof may
            fit only its own row.
        missed: By the same names, the number of rows that a fast replay could not do.
        asked: By the same names, the number of rows for which a model was asked.
        shown: Called with each run or page that is about to do a row.
    """

    options: JobOptions
    folder: Path
    model: Choice | None = None
    secrets: Mapping[str, Secret] = field(default_factory=dict[str, Secret])
    learned: dict[frozenset[str], Recording] = field(default_factory=dict[frozenset[str], Recording])
    seen: dict[frozenset[str], Recording] = field(default_factory=dict[frozenset[str], Recording])
    missed: Counter[frozenset[str]] = field(default_factory=Counter[frozenset[str]])
    asked: Counter[frozenset[str]] = field(default_factory=Counter[frozenset[str]])
    shown: Shown | None = None
    _turns: dict[frozenset[str], asyncio.Lock] = field(default_factory=dict[frozenset[str], asyncio.Lock])

    @asynccontextmanager
    async def turn(self, row: JobRow) -> AsyncGenerator[None]:
        """Lets the first rows with the same names ask a model one at a time, so that each may learn from the last."""
        names = frozenset(row.values)
        if self.asked[names] >= MISSES:
            yield
            return
        async with self._turns.setdefault(names, asyncio.Lock()):
            yield

    def ways(self, row: JobRow) -> list[str | Policy]:
        """The policies for a row, in the order in which they are tried."""
        if self.options.policy != "auto":
            return [self.options.policy]
        known = self._learned_for(row)
        found_out: list[str | Policy] = ["rules", *([MODEL] if self.model is not None else [])]
        return found_out if known is None else [Replay(known, any_task=True), *found_out]

    def fast_replay(self, row: JobRow) -> FastReplay | None:
        """The fast replay for a row; None if there is none, or if it failed for too many earlier rows."""
        names = frozenset(row.values)
        if row.secret or self.secrets or self.options.records == "all" or self.missed[names] >= MISSES:
            return None
        known = self._learned_for(row)
        return FastReplay.of(known) if known else None

    def _learned_for(self, row: JobRow) -> Recording | None:
        """The recording to replay for a row; none for a row whose values only a policy refuses."""
        is_wrong = any(map(is_impossible_day, row.values.values()))
        return None if is_wrong else self.learned.get(frozenset(row.values))

    def run(
        self,
        row: JobRow,
        way: str | Policy,
        guard: SubmissionGuard | None,
        *,
        page: Page | None = None,
        usd: float | None = None,
    ) -> Run:
        """The run of a row, not yet started. Raises ConfigError for a mistake in the options or values."""
        options = self.options
        policy = self._policy(way, row)
        data = {**for_rows(options, options.values), **row.data}
        agent = Agent(
            self.model if policy.roles else None,
            policy=DryRunPolicy(policy, guard) if guard and guard.dry else policy,
            limits=Limits(steps=options.steps, seconds=options.seconds, usd=usd),
            evidence="required",
            page_options=PageOptions(screenshot="always") if guard and guard.dry else None,
            base_url=options.base_url if isinstance(self.model, str) else None,
            permissions=Permissions(
                sites=options.sites,
                values="given" if policy.roles else "any",
                data_sites=False,
                uploads=None if options.files is None else (options.files,),
            ),
            confirm=guard.confirm if guard else None,
            out=self.folder / RUNS if options.records == "all" else None,
            evidence_pack=options.evidence_pack,
        )
        return agent.play(
            options.task,
            page=page,
            url=options.url,
            data={**data, **files_of(data, options.files)},
            private=row.private,
            secrets={**self.secrets, **row.secret},
        )

    def _policy(self, way: str | Policy, row: JobRow) -> Policy:
        if way == "rules":
            return Rules(optional=self.options.optional, readings=row.readings)
        return find_policy(way) if isinstance(way, str) else way

    def guard(self, row: JobRow, claim: RowClaim) -> SubmissionGuard:
        """A new, open guard for a row."""
        sites = Permissions(sites=self.options.sites)
        permission_rules = PermissionRules.of(
            sites, Task(text=self.options.task, url=self.options.url), start=self.options.url
        )
        match = RowMatch(row, self.options, claim.approved, claim.payload)
        return SubmissionGuard(
            claim,
            RequestRules(match, self.options.submit, permission_rules.may_enter_at),
            self.options,
            proven=bool(self.options.submit and claim.ledger.note(PROVEN)),
            dry=(self.options.dry_run or bool(row.doubt)) and not claim.approved,
        )

    def learn(self, row: JobRow, result: Result) -> None:
        """Keeps the recording of a row for other rows that have values for the same names.

        A recording of a model's run is used at once, because asking again costs money. A recording of a run by the rules is
        used only once two rows share it, because its proof may fit a single row.
        """
        names = frozenset(row.values)
        if any(map(_wrote_in_another_form, (outcome for step in result.steps for outcome in step.outcomes))):
            return  # the recording has this row's value as it was written, which is no other row's
        try:
            found = without_numbers(record(result))
        except ConfigError:
            return  # the run cannot be replayed, so the policy decides anew for each row
        if found is None:
            return
        if result.exchanges:
            self.learned[names] = found
        elif names not in self.seen:
            self.seen[names] = found
        elif both := common(self.seen[names], found):
            self.learned[names] = both
        else:
            self.seen[names] = found

    def check(self, row: JobRow) -> None:
        """Finds mistakes before a browser starts: raises ConfigError if no policy accepts the task."""
        mistakes: list[ConfigError] = []
        ways = self.ways(row)
        for way in ways:
            try:
                self.run(row, way, None)
            except ConfigError as error:
                mistakes.append(error)
        if len(mistakes) == len(ways):
            raise mistakes[-1]


def _wrote_in_another_form(outcome: Outcome) -> bool:
    """Whether an action entered a value of the row as its field asks for it, and not by its name."""
    given = references_in(json.dumps(outcome.action.parameters, ensure_ascii=False))
    return "value" in outcome.action.parameters and any(
        receipt.reference and receipt.reference not in given for receipt in outcome.receipts
    )


async def prepared(given: SignInForm, context: JobContext) -> tuple[Rows, dict[str, str]]:
    """Reads the rows of a new job. Returns them, and the notes for its ledger.

    Raises:
        ConfigError: A row or an option cannot be used, or no policy accepts the task.
    """
    check_folder(context.options.files)
    salt = token_bytes(SALT_BYTES)
    rows = await read_rows(given, context.options, salt=salt)
    context.check(rows.rows[0])
    order = context.options.model_dump_json(exclude_unset=True)
    file = os.path.abspath(given) if isinstance(given, str | Path) else ""  # noqa: ASYNC240, PTH100 - links are not resolved, and nothing is read
    return rows, {"order": order, "rows": file, "salt": salt.hex()}


class DryRunPolicy:
    """A policy that ends the run as soon as the submit is blocked, because more steps would be useless."""

    def __init__(self, policy: Policy, guard: SubmissionGuard) -> None:
        self._policy, self._guard = policy, guard
        self.roles = policy.roles
        given = preferences_of(policy)
        self.preferences = Preferences(evidence=given.evidence, tools=given.tools, marks=given.marks)

    async def decide(self, turn: Turn, ask: Ask) -> Proposal:
        """Returns the policy's proposal; once the submit is blocked, one that ends the run."""
        if not self._guard.dry_submit:
            return await self._policy.decide(turn, ask)
        reason = "blocked before the submit"
        action = Action(reason=reason, tool="fail", parameters={"reason": reason, "kind": "unconfirmed"})
        return Proposal(complete=False, message=reason, actions=(action,))
