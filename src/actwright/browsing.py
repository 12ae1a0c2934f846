"""`BrowsingAgent`: answers a question from web pages, and cites only pages that were read."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Collection, Mapping, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Literal, get_args

from actwright.engine.agent import Agent, Choice
from actwright.engine.blocking import run_apart
from actwright.engine.limits import Limits
from actwright.engine.page.browser.browser_options import BrowserOptions
from actwright.engine.policies.auto import Auto
from actwright.engine.policies.base import POLICIES, Policy, find_policy, preferences_of
from actwright.engine.policies.code_as_action import CodeAsAction
from actwright.engine.policies.fields import Fields
from actwright.engine.policies.plan_then_execute import PlanThenExecute
from actwright.engine.records.wording import why_ended
from actwright.engine.run import Run
from actwright.errors import ConfigError, RunError
from actwright.net.guard import Guard
from actwright.schemas.base import Frozen
from actwright.schemas.event import Event
from actwright.schemas.permissions import Permissions
from actwright.schemas.result import Result
from actwright.schemas.step import Step
from actwright.schemas.visit import Verdict
from actwright.settings import settings
from actwright.text import counted
from actwright.tools.web import web_tools
from actwright.web.local_index import LocalIndex
from actwright.web.sanitize import sanitized
from actwright.web.search import BraveSearch, SearchBackend
from actwright.web.sources import TRUSTED, Source, Sources

Searched = SearchBackend | str | Path | Sequence[str | Path]
"""What to search: a backend, `brave`, or folders and URLs of sites."""


class BrowseAnswer(Frozen):
    """The answer to a question.

    Attributes:
        answer: The answer in markdown. The only URLs in it are URLs of verified pages.
        sources: The verified pages, in the order in which they were read.
        rejected: Why the other pages do not count, by requested URL.
        result: The result of the run: how it ended, every step, tokens and cost.
    """

    answer: str
    sources: tuple[Source, ...]
    rejected: Mapping[str, str]
    result: Result

    @property
    def complete(self) -> bool:
        """Whether the model finished its answer, and the answer rests on at least one verified page."""
        return self.result.complete and bool(self.sources)


class BrowsingAgent:
    """Answers questions from the web: a model searches, reads pages, and answers with its sources.

    ```python
    answer = await BrowsingAgent("openai:gpt-5", search="docs/").browse("Which port does the server use?")
    print(answer.answer, answer.sources)
    ```

    Code classifies each page. A URL stays in the answer only if it is that of a page that was read and counts, however
    the run ended.

    Args:
        model: As for `Agent`.
        policy: As for `Agent`; one that can use the web tools: `tool_loop`, `single_call` or `two_call`.
        search: `brave`, folders and URLs of sites, or a backend. None means Brave if `BRAVE_API_KEY` is set, else no
            search.
        allow_loopback: Whether pages of this machine may be read too. Other addresses that are not public never are.
        max_steps: The maximum number of steps, 1 to 20 in most uses.
        max_pages: The maximum number of pages to load.
        seconds: The maximum wall time, in seconds.
        silence: The seconds after which a model whose reply does not go on is asked again.
        usd: The maximum cost in USD; None means no limit.
        verdicts: The kinds of pages that count. The model reads that the others are not valid.
        output_gate: Which of the kinds that count may be cited: with `product`, only URLs of products; lists may only
            be read.
        min_verified: How many verified pages are wanted. If there are fewer, or none at all, the answer begins by
            saying so.
        same_host_substitution: Whether to replace an unverified URL by a verified one of the same host, which may be
            another page.
        browser: How to get the browser that renders pages.
        base_url: As for `Agent`.
        permissions: As for `Agent`. With `hosts`, pages are read only there and on sites that the question names.
        out: As for `Agent`.

    Raises:
        ConfigError: As for `Agent`; or `search` is not valid, the key for Brave is missing, or a library of the extra
            `[web]` is missing.
    """

    def __init__(
        self,
        model: Choice | Mapping[str, Choice],
        *,
        policy: str | Policy = "tool_loop",
        search: Searched | None = None,
        allow_loopback: bool = False,
        max_steps: int = 10,
        max_pages: int = 8,
        seconds: float = 600.0,
        silence: float = 120.0,
        usd: float | None = None,
        verdicts: Collection[Verdict] = TRUSTED,
        output_gate: Literal["product"] | None = None,
        min_verified: int = 0,
        same_host_substitution: bool = False,
        browser: BrowserOptions | None = None,
        base_url: str | None = None,
        permissions: Permissions | None = None,
        out: str | Path | None = None,
    ) -> None:
        if max_pages < 1:
            raise ConfigError(f"max_pages is {max_pages}; it must be at least 1")
        chosen = find_policy(policy) if isinstance(policy, str) else policy
        if not _reads(chosen):
            able = ", ".join(name for name in POLICIES if _reads(find_policy(name)))
            raise ConfigError(f"the policy {policy!r} cannot use the web tools; these policies can: {able}")
        guard = Guard(allow_loopback=allow_loopback)
        self._counting = _checked(verdicts)
        self._citable = _checked(self._counting & {output_gate} if output_gate else self._counting)
        self._min_verified = min_verified
        self._same_host = same_host_substitution
        self._agent = Agent(
            model,
            policy=policy,
            tools=web_tools(_backend(search, guard), guard=guard, page_limit=max_pages, verdicts=self._counting),
            limits=Limits(steps=max_steps, seconds=seconds, silence=silence, usd=usd),
            evidence="off",
            browser=browser,
            base_url=base_url,
            permissions=permissions,
            out=out,
        )

    async def browse(self, prompt: str) -> BrowseAnswer:
        """Answers a question.

        If a limit is reached, the answer begins with a note and has what was found so far.

        Raises:
            ConfigError: The question is empty or too long.
            ModelError, BrowserError: The provider gave up, or the browser is gone. Their `partial` is a `BrowseAnswer`
                with what was found so far.
        """
        run = self.play(prompt)
        try:
            async with run:
                async for _ in run:
                    pass
        except RunError as error:
            error.partial = self.answer_of(run.result)
            raise
        return self.answer_of(run.result)

    async def events(self, prompt: str | Run) -> AsyncGenerator[Event | BrowseAnswer]:
        """Like `browse`, but yields the events of the run as they happen, and the answer last.

        The events do not have the model's messages, which may contain URLs that were not verified.

        Args:
            prompt: The question; or a run that `play` returned, so that you can call `answer_of` if you leave the
                events early.

        Raises:
            ConfigError, ModelError, BrowserError: As for `browse`.
        """
        run = self.play(prompt) if isinstance(prompt, str) else prompt
        try:
            async with aclosing(run.events()) as events:
                async for event in events:
                    unsaid = {"message": ""} if "message" in type(event).model_fields else {}
                    yield event.model_copy(update=unsaid)
        except RunError as error:
            error.partial = self.answer_of(run.result)
            raise
        yield self.answer_of(run.result)

    def play(self, prompt: str) -> Run:
        """Like `browse`, step by step: `async for step in agent.play(…)`; `answer_of(run.result)` is the answer so far.

        Raises:
            ConfigError: The question is empty or too long.
        """
        if not prompt.strip():
            raise ConfigError("the question is empty; write what to find out")
        return self._agent.play(self._task(prompt))

    def browse_sync(self, prompt: str) -> BrowseAnswer:
        """Like `browse`, for programs without asyncio."""
        return run_apart(self.browse(prompt))

    def answer_of(self, result: Result) -> BrowseAnswer:
        """Returns the answer from the result of a run of this agent, whatever ended it."""
        sources = sources_of(result.steps, verdicts=self._citable)
        text = "\n\n".join(filter(None, (self._shortage(sources), *_parts(result, sources))))
        return BrowseAnswer(
            answer=sanitized(text, sources, same_host=self._same_host),
            sources=tuple(
                source.model_copy(update={"title": sanitized(source.title, sources)}) for source in sources.verified
            ),
            rejected=sources.rejected,
            result=result,
        )

    def _task(self, prompt: str) -> str:
        wanted = f"The answer needs {counted(self._min_verified, 'verified page')}." if self._min_verified else ""
        if self._citable != TRUSTED:
            kinds = " or ".join(f'"{kind.replace("_", " ")}"' for kind in sorted(self._citable))
            wanted += f" Only URLs of pages that are reported as {kinds} may be in the answer."
        return f"{prompt.strip()}\n\n{wanted.strip()}" if wanted else prompt.strip()

    def _shortage(self, sources: Sources) -> str:
        found = len(sources.verified)
        if found < self._min_verified:
            return f"[Note: {found} of {self._min_verified} verified pages]"
        return "" if found else "[Note: Rests on no verified page]"


def sources_of(steps: Sequence[Step], *, verdicts: Collection[Verdict] = TRUSTED) -> Sources:
    """Returns the pages that the web tools read in these steps."""
    visits = (visit for step in steps for outcome in step.outcomes for visit in outcome.visits)
    return Sources(visits, verdicts=verdicts)


def _parts(result: Result, sources: Sources) -> Sequence[str]:
    """Returns the answer; or a note on what ended the run, the model's last message, and the verified pages."""
    last = next((words for step in reversed(result.steps) if (words := _words(step))), "")
    if result.complete:
        return (last,)
    listed = "\n".join(f"- {source.title or source.url}: {source.url}" for source in sources.verified)
    return (_note(result), last, f"Verified pages:\n{listed}" if listed else "")


def _words(step: Step) -> str:
    """Returns the model's message in a step; empty if it only called tools."""
    reply = step.exchanges[-1].reply if step.exchanges else None
    silent = reply is not None and not reply.text.strip()
    return step.proposal.message if step.proposal and not silent else ""


def _note(result: Result) -> str:
    if result.status.is_limit:
        return f"[Note: Reached {result.status.words}]"
    return f"[Note: Ended without an answer: {why_ended(result) or result.status.words}]"


def _reads(policy: Policy) -> bool:
    """Whether a policy can use the web tools: it asks a model for actions, and prescribes no tools."""
    return (
        bool(policy.roles)
        and not isinstance(policy, Auto | CodeAsAction | Fields | PlanThenExecute)
        and preferences_of(policy).tools is None
    )


def _checked(verdicts: Collection[Verdict]) -> frozenset[Verdict]:
    """Returns the kinds of pages as a set. Raises ConfigError if there are none, or an unknown one."""
    known = get_args(Verdict)
    if strange := sorted(set(verdicts) - set(known)):
        raise ConfigError(f"there is no verdict {strange[0]!r}; there are {', '.join(known)}")
    if not verdicts:
        raise ConfigError(
            "no kind of page may be cited; `verdicts` must have at least one kind, and the kind in `output_gate`"
        )
    return frozenset(verdicts)


def _backend(search: Searched | None, guard: Guard) -> SearchBackend | None:
    if search is None or search == "brave":
        key = settings().brave_api_key
        if key is None and search is not None:
            raise ConfigError(
                "searching with Brave needs a key; set BRAVE_API_KEY, or search a folder or a site instead"
            )
        return None if key is None else BraveSearch(key.get_secret_value())
    if isinstance(search, str | Path | Sequence):
        return LocalIndex(*([search] if isinstance(search, str | Path) else search), guard=guard)
    return search
