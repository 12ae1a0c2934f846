"""Checks in plain language: one model call turns a statement into facts, and code evaluates them on the live page."""

from __future__ import annotations

import tempfile
import time
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.async_api import Page

from actwright.engine.evidence.facts import BLANK, as_recorded, checked
from actwright.engine.evidence.uncovered import uncovered
from actwright.engine.matching.surroundings import described
from actwright.engine.models.base import open_model
from actwright.engine.page.browser.launch import open_browser
from actwright.engine.page.browser.sync_bridge import as_async, is_sync, run_sync
from actwright.engine.page.page_options import PageOptions
from actwright.engine.page.reading.isolated_world import register
from actwright.engine.page.surface import BrowserSurface
from actwright.engine.run_clock import RunClock
from actwright.engine.run_options import Datum, Seen
from actwright.engine.values.task_values import task_of
from actwright.engine.values.values import Values
from actwright.errors import BrowserError, ConfigError, LimitError, ReplyError
from actwright.net.guard import Guard
from actwright.prompts.check import check_request
from actwright.schemas.check import CheckedFact, CheckResult, CheckVerdict, FactsReply, SeenInPicture, parse_facts
from actwright.schemas.options import arguments
from actwright.schemas.page import Observation
from actwright.schemas.recording import RecordedAction, RecordedCheck
from actwright.schemas.result import Result
from actwright.schemas.sampling import Sampling
from actwright.schemas.sites import origin_of
from actwright.schemas.step import Effect
from actwright.schemas.task import Secret, Task
from actwright.tools.expect import Expect
from actwright.tools.polling import until
from actwright.tools.table_facts import ASKED_FOR

if TYPE_CHECKING:
    from playwright import sync_api

    from actwright.engine.agent_config import AgentConfig

CHECK_SECONDS = 5.0
"""How long to wait for facts to hold, in seconds."""
REST_SECONDS = 2.0
"""How long to wait for a page to settle before a look counts; until then, what is not there may only be late."""
TEXTS = frozenset({"expect", "expect_shown"})
"""Facts about texts that may be there only for a moment."""
ROLE = "check"


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementCheck:
    """One check to be made.

    Attributes:
        task: The statement, its URL and its data.
        page: The caller's page; None opens the URL in a new browser.
        private, secrets: Values that are masked wherever they appear.
        before: The page on which the statement must not hold yet.
        picture: Whether the model gets a screenshot, and may judge from it.
        seconds: How long to wait for facts to hold.
    """

    task: Task
    page: Page | None
    private: Mapping[str, str]
    secrets: Mapping[str, Secret]
    before: Seen | None = None
    picture: bool = False
    seconds: float = CHECK_SECONDS


def stated(
    statement: str,
    *,
    page: Page | None,
    url: str | None = None,
    data: Mapping[str, Datum] | None = None,
    private: Mapping[str, Datum] | None = None,
    secrets: Mapping[str, str | Secret] | None = None,
    before: Seen | None = None,
    picture: bool,
    seconds: float = CHECK_SECONDS,
) -> StatementCheck:
    """The check of a statement with the caller's options. Raises ConfigError if it cannot be checked."""
    if page is not None and is_sync(page):
        raise ConfigError("this is a page of Playwright's sync API; use `check_sync` or `evaluate_sync`")
    if page is None and url is None:
        raise ConfigError("a check needs a page; give page=… or url=…")
    if not statement.strip():
        raise ConfigError("the statement to check is empty; say what the page shows, as in 'the cart is empty'")
    task, withheld, guarded = task_of(
        statement, data=data, private=private, secrets=secrets, cannot="this cannot be checked", url=url, evidence="off"
    )
    return StatementCheck(
        task=task,
        page=page,
        private=withheld,
        secrets=guarded,
        before=before,
        picture=picture,
        seconds=seconds,
    )


async def ask_and_check(check: StatementCheck, setup: AgentConfig) -> CheckResult:
    """The verdict on a statement, after one question to the model of an agent; see `Agent.check`."""
    role = next((each for each in (*setup.policy.roles, *setup.models) if setup.models.get(each)), None)
    if role is None:
        raise ConfigError(
            "a check in plain language needs a model, once: name one in Agent(model=…), --model (in pytest --actwright-model) or "
            "ACTWRIGHT_MODEL. A recorded check needs none: evaluate(recorded, page)"
        )
    ends = time.monotonic() + setup.limits.seconds
    hosts = setup.permissions.hosts
    async with AsyncExitStack() as stack:
        models = [await open_model(stack, each, base_url=setup.base_url) for each in setup.models[role]]
        options = setup.page_options.model_copy(
            update={"marks": "ids", **({} if check.picture else {"screenshot": "never"})}
        )
        page = check.page
        if page is None:
            guard = None if hosts is None else Guard(hosts=hosts)
            shared = setup.shared
            opening = shared.page(guard=guard) if shared else open_browser(setup.browser, guard=guard)
            page = (await stack.enter_async_context(opening)).page
        looking = await stack.enter_async_context(_looking(check, page, options, ends=ends))
        sampling = {**setup.sampling, ROLE: setup.sampling.get(role, Sampling())}
        meter = replace(setup, sampling=sampling).meter({ROLE: models}, seconds_left=lambda: ends - time.monotonic())
        await looking.rest()
        seen = await looking.surface.observe()
        request = check_request(check.task, seen, [kind.spec() for kind in ASKED_FOR])
        try:
            reply = parse_facts((await meter.ask(request, role=ROLE)).text)
            facts = await _facts(reply, looking, shown=seen.screenshot is not None)
        except (ReplyError, LimitError) as error:
            result = looking.result("undecided", f"there are no facts to judge by: {error}")
        else:
            result = await looking.judged(facts, reply.picture)
        return result.model_copy(update={"exchanges": meter.drain()})


async def _facts(reply: FactsReply, looking: _CheckOnPage, *, shown: bool) -> tuple[RecordedAction, ...]:
    """The facts of a reply, in the form of a recording.

    Raises:
        ReplyError: There are none, or they cannot decide the statement.
    """
    task = looking.check.task
    if reply.problem.strip():
        raise ReplyError(f"the model says: {reply.problem.strip()}")
    if not reply.facts and reply.picture is None:
        raise ReplyError("the model gave none")
    if reply.picture is not None and not shown:
        raise ReplyError("the model judged from a picture, but got none")
    page = await looking.surface.survey()
    there = described(page)
    facts = tuple(as_recorded(each, page, there, task) for each in reply.facts)
    if why := uncovered(task.text, facts, reply, task, page):
        raise ReplyError(why)
    return facts


async def evaluate(
    check: RecordedCheck,
    page: Page,
    *,
    url: str | None = None,
    data: Mapping[str, Datum] | None = None,
    private: Mapping[str, Datum] | None = None,
    secrets: Mapping[str, str | Secret] | None = None,
    before: Seen | None = None,
    seconds: float = CHECK_SECONDS,
) -> CheckResult:
    """Repeats a recorded check without a model.

    Its elements are found as in a replay, by what identifies them to a person. A doubtful match counts as not found.

    Args:
        check: `CheckResult.recorded` of a check that passed, or a check from `read_checks`.
        page: Your Playwright page; it stays open, and nothing is done on it.
        url: The page to go to first; by default the page stays where it is.
        data: Values for the `{{name}}` in the statement and its facts; they may differ from the recorded ones.
        private, secrets: Values that are masked wherever they appear.
        before: A page on which the check must not hold yet; see `Agent.check`.
        seconds: How long to wait for the facts to hold; 5 by default.

    Returns:
        The result. It is `undecided` if an element cannot be found without doubt, or if a part needs a screenshot.

    Raises:
        ConfigError: A value is missing, or the page is one of the sync API.
        BrowserError: The page is gone.
    """
    given = {name: option for name, option in arguments(locals()).items() if name != "check"}
    wanted = stated(check.statement, picture=False, **given)
    async with _looking(wanted, page, PageOptions(screenshot="never")) as looking:
        result = await looking.judged(check.facts, None)
        if not check.picture or result.verdict == "failed":
            return result
        reason = f"judging from a picture needs a model: {check.picture}"
        return result.model_copy(
            update={"verdict": "undecided", "reason": reason, "judged_by": None, "picture": check.picture}
        )


def evaluate_sync(
    check: RecordedCheck,
    page: sync_api.Page,
    *,
    url: str | None = None,
    data: Mapping[str, Datum] | None = None,
    private: Mapping[str, Datum] | None = None,
    secrets: Mapping[str, str | Secret] | None = None,
    before: Seen | None = None,
    seconds: float = CHECK_SECONDS,
) -> CheckResult:
    """Like `evaluate`, for a page of Playwright's sync API."""
    given: dict[str, Any] = {**arguments(locals()), "page": as_async(page)}
    return run_sync(page, evaluate(**given))


@dataclass(frozen=True, slots=True)
class _CheckOnPage:
    """A check, and the page on which it is made."""

    check: StatementCheck
    surface: BrowserSurface
    values: Values

    async def judged(self, facts: Sequence[RecordedAction], picture: SeenInPicture | None) -> CheckResult:
        """The verdict by the facts, and by what a model saw in the picture, once the facts hold or time is up."""
        if not facts and picture is None:
            return self.result("undecided", "there are no facts to judge by")
        if picture is None and (refused := self._proves_nothing(facts)):
            return refused
        await self.rest()

        async def look() -> tuple[Observation, tuple[CheckedFact, ...]]:
            page = await self.surface.survey()
            return page, checked(facts, page, task=self.check.task, values=self.values)

        _, (page, found) = await until(
            look, lambda looked: all(each.passed for each in looked[1]), seconds=self.check.seconds
        )
        return self._verdict(page, found, picture)

    def _verdict(self, page: Observation, found: tuple[CheckedFact, ...], picture: SeenInPicture | None) -> CheckResult:
        if not all(each.passed for each in found) and (gone := self._gone(found)):
            return gone
        if wrong := [each for each in found if each.passed is False]:
            reason = "; ".join(f"expected that {each.wanted}, but {each.found}" for each in wrong)
            return self.result("failed", reason, found, url=page.url, judged_by="facts", picture=picture)
        if doubts := [each for each in found if each.passed is None]:
            reason = "; ".join(f"{each.wanted} cannot be judged: {each.found}" for each in doubts)
            return self.result("undecided", reason, found, url=page.url, picture=picture)
        if picture is not None:
            verdict: CheckVerdict = "passed" if picture.holds else "failed"
            reason = f"{picture.about}: the model sees {picture.found}"
            return self.result(verdict, reason, found, url=page.url, judged_by="model", picture=picture)
        reason = "; ".join(each.wanted for each in found)
        return self.result("passed", reason, found, url=page.url, judged_by="facts")

    def _gone(self, found: Sequence[CheckedFact]) -> CheckResult | None:
        """The undecided result if the page showed all of it since the last effect and shows it no more, else None."""
        facts = tuple(each.fact for each in found)
        messages = {each.fact.tool for each in found if not each.passed} <= TEXTS
        for page in (*_shown_in(self.check.before), *self.surface.seen) if messages else ():
            shown = checked(facts, page, task=self.check.task, values=self.values)
            if all(each.passed for each in shown):
                return self._undecided(shown, "it was shown since the last action, and has gone")
        return None

    def _undecided(self, found: Sequence[CheckedFact], why: str, but: str = "") -> CheckResult:
        """The result if none of the facts decides the statement, for one reason."""
        said = "; ".join(each.wanted for each in found)
        undecided = tuple(each.model_copy(update={"found": why, "passed": None}) for each in found)
        return self.result("undecided", f"{but}{why}: {said}", undecided)

    def _proves_nothing(self, facts: Sequence[RecordedAction]) -> CheckResult | None:
        """The undecided result if the facts would prove nothing even if they held, else None."""
        before = self.check.before
        seen = before.steps[0].page if isinstance(before, Result) and before.steps else before
        pages = {"any page would pass, even an empty one": BLANK}
        if isinstance(seen, Observation):
            pages["the earlier page would pass as well, so the check does not show what was done since"] = seen
        for why, page in pages.items():
            found = checked(facts, page, task=self.check.task, values=self.values)
            if all(each.passed for each in found):
                return self._undecided(found, why, "it would prove nothing, because ")
        return None

    async def rest(self) -> None:
        """Waits for the page to rest, but not for long: some never do."""
        since = time.monotonic()
        await until(lambda: self.surface.is_idle(since=since), bool, seconds=REST_SECONDS)

    def result(
        self,
        verdict: CheckVerdict,
        reason: str,
        facts: tuple[CheckedFact, ...] = (),
        *,
        url: str = "",
        judged_by: str | None = None,
        picture: SeenInPicture | None = None,
    ) -> CheckResult:
        """The result of the check."""
        return CheckResult.model_validate(
            {
                "statement": self.check.task.text,
                "verdict": verdict,
                "reason": self.values.mask(reason),
                "facts": facts,
                "judged_by": judged_by,
                "picture": picture.about if picture else "",
                "url": url or self.values.mask(self.surface.front.url if self.surface.front else ""),
            }
        )


def _shown_in(before: Seen | None) -> Iterator[Observation]:
    """The looks of a run after the last action that did something, and the texts that it then found."""
    steps = before.steps if isinstance(before, Result) else ()
    acted = [at for at, step in enumerate(steps) if any(each.effect is not Effect.READ for each in step.outcomes)]
    for step in steps[acted[-1] :] if acted else ():
        if step is not steps[acted[-1]]:
            yield step.page
        texts = [
            text
            for outcome in step.outcomes
            for each in outcome.evidence
            if each.kind == Expect.kind and each.passed
            for text in Expect.model_validate_json(each.parameters).text
        ]
        if texts:
            yield BLANK.model_copy(update={"text": "\n".join(texts)})


@asynccontextmanager
async def _looking(
    check: StatementCheck, page: Page, options: PageOptions, *, ends: float = float("inf")
) -> AsyncGenerator[_CheckOnPage]:
    """The page of a check, at the URL of the check if it has one. Only what was opened here is closed."""
    if page.is_closed():
        raise BrowserError("the page that was given is closed. Nothing was done")
    task = check.task
    values = Values(task.data, check.secrets, private=check.private, home=origin_of(task.url or page.url))
    await register(page)
    surface = BrowserSurface(
        page,
        own=check.page is None,
        remembers=True,
        task=task,
        values=values,
        downloads_dir=lambda: Path(tempfile.mkdtemp(prefix="actwright-downloads-")),
        options=options,
        clock=RunClock(ends - time.monotonic()),
    )
    try:
        if task.url is not None:
            await surface.open(task.url)
        yield _CheckOnPage(check, surface, values)
    finally:
        with suppress(TimeoutError):
            await surface.close()
