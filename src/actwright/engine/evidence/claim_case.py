"""All that a claim of completion is judged by, and what is known of its facts before."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from actwright.engine.evidence.asked_controls import presses
from actwright.engine.evidence.baselines import Baselines, holds_on, with_contents
from actwright.engine.evidence.own_words import entered_texts, has_words, shown_texts, with_values, words_of
from actwright.engine.evidence.page_after import texts_of
from actwright.engine.evidence.refusals import words_for
from actwright.engine.evidence.sent_requests import SentRequests, is_message
from actwright.schemas.hosts import host_and_port
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Proposal
from actwright.schemas.step import Effect, Evidence, Outcome, Step
from actwright.schemas.task import EvidenceRule, Task, references_in
from actwright.text import one_line

QUOTED = re.compile(r'["“]([^"“”]{1,300})["”]')

SHORTEST = 3
"""Characters of a text that is quoted; a shorter one counts if it is all that a line or cell says."""
NAMED = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]*\w|(?<![\w.,])\d[\d ()/-]{4,}\d(?![\w.,])")
"""An e-mail address, or a number so long that it names something."""


@dataclass(frozen=True, kw_only=True)
class ClaimCase:
    """All that a claim is judged by.

    Attributes:
        task: The task.
        proposal: What was proposed.
        outcomes: The outcomes of its actions.
        seen: The page that the policy saw when it claimed.
        now: The page after the actions; None if it could not be looked at, or need not be.
        again: The current results of checks in earlier steps after which nothing acted.
        steps: The steps before.
        baselines: Earlier looks of the run.
        may_check: Whether the run has `expect`; if so, a refusal names it.
    """

    task: Task
    proposal: Proposal
    outcomes: Sequence[Outcome]
    seen: Observation
    now: Observation | None
    again: Sequence[Evidence] = ()
    steps: Sequence[Step] = ()
    baselines: Baselines = field(default_factory=Baselines)
    may_check: bool = True

    @property
    def rule(self) -> EvidenceRule:
        """The evidence that the claim needs."""
        return self.task.evidence

    @property
    def acts(self) -> bool:
        """Whether the claim came with actions that do more than look."""
        return any(outcome.effect is not Effect.READ for outcome in self.outcomes)

    @cached_property
    def all_outcomes(self) -> tuple[Outcome, ...]:
        """The outcomes of the whole run."""
        return (*(each for step in self.steps for each in step.outcomes), *self.outcomes)

    @cached_property
    def all_steps(self) -> tuple[Step, ...]:
        """All steps, with that of the claim."""
        last = Step(number=len(self.steps) + 1, page=self.seen, proposal=self.proposal, outcomes=tuple(self.outcomes))
        return (*self.steps, last)

    @cached_property
    def sent(self) -> SentRequests:
        """What the run sent."""
        return SentRequests(self.task, self.all_outcomes, host_and_port(self.seen.url))

    @cached_property
    def facts(self) -> tuple[Evidence, ...]:
        """The facts of the claim, with what is known of each before."""
        quotes: tuple[Evidence, ...] = ()
        if self.acts:
            checks = tuple(each for outcome in self.outcomes for each in outcome.evidence)
            if self.rule == "quoted" and self.now is not None:
                quotes = quotes_on(self.now, self.proposal.message)
        else:
            own = tuple(each for outcome in self.outcomes for each in outcome.evidence)
            checks = own or tuple(self.again)
            quotes = quotes_on(self.seen, self.proposal.message)
        return tuple(map(self._with_baselines, (*checks, *quotes)))

    def _with_baselines(self, fact: Evidence) -> Evidence:
        before = fact.passed_before
        if before is None and (page := self.before_last_effect) is not None:
            before = holds_on(fact, page)
        return fact.model_copy(
            update={"passed_before": before, "passed_at_start": self.baselines.passed_at_start(fact)}
        )

    @cached_property
    def before_last_effect(self) -> Observation | None:
        """The page just before the last effect, with what its fields contained by then; None if there was no effect."""
        sends = any(each.sent for each in self.all_outcomes)
        for step in reversed(self.all_steps):
            effects = [at for at, each in enumerate(step.outcomes) if _had_effect(each) and (each.sent or not sends)]
            if effects:
                whole = self.baselines.before_effect if sends else None
                return with_contents(whole or step.page, step.outcomes[: effects[-1]])
        return None

    @property
    def before_effect(self) -> Observation:
        """The page before the last effect; before the first edit, or as it was claimed on, if there was none."""
        return self.baselines.before_effect or self.before_last_effect or self.baselines.before_edit or self.seen

    def is_new(self, fact: Evidence) -> bool:
        """Whether a fact holds now, did not hold before, and is more than what the run typed itself."""
        if not fact.passed or fact.passed_before or fact.passed_at_start:
            return False
        return not self._is_echo(fact)

    def _is_echo(self, fact: Evidence) -> bool:
        texts = shown_texts(fact)
        return bool(texts) and all(has_words(self._entered, text) for text in texts)

    @cached_property
    def _entered(self) -> tuple[str, ...]:
        return entered_texts(self.all_outcomes, self.task)

    def is_words_of_task(self, fact: Evidence) -> bool:
        """Whether a fact is nothing but words of the task, or of what was entered."""
        phrases = (with_values(self.task.text, self.task), *self._entered)
        texts = shown_texts(fact)
        return bool(texts) and all(has_words(phrases, text) for text in texts)

    @property
    def closed_by_message(self) -> bool:
        """Whether what a run entered in was closed by a message that a button sent which has a word of the task."""
        pressed = next((each for each in reversed(self.all_outcomes) if presses(each)), None)
        gone = any(fact.passed and fact.kind == "gone" and fact.passed_before is False for fact in self.facts)
        if pressed is None or not gone or not self._entered:
            return False
        meant = {*words_of(self.task.text)} - words_for("small")
        return not meant.isdisjoint(words_of(pressed.target.partition(" ")[2])) and any(map(is_message, pressed.sent))

    @cached_property
    def downloaded(self) -> bool:
        """Whether a file arrived in the run."""
        start, now = self.baselines.start, self.now or self.seen
        return start is not None and any(not file.error for file in now.downloads[len(start.downloads) :])

    def unmentioned(self) -> str:
        """A value that the task names although the page does not show it; empty if there is none."""
        page = self.now or self.seen
        values = (each.value or "" for each in page.elements)
        shown = [page.text, page.title, page.url, *values, *(fact.wanted for fact in self.facts)]
        task = with_values(self.task.text, self.task)
        named = [*(self.task.data.get(name, "") for name in references_in(self.task.text)), *NAMED.findall(task)]
        return next((value for value in named if value and not has_words(shown, value)), "")

    @property
    def did_something(self) -> bool:
        """Whether the run entered or submitted anything."""
        return any(each.receipts or _had_effect(each) for each in self.all_outcomes)


def _had_effect(outcome: Outcome) -> bool:
    return bool(outcome.sent) or (outcome.effect is Effect.EFFECT and outcome.status in {"done", "unknown"})


def quotes_on(page: Observation, message: str) -> tuple[Evidence, ...]:
    """Evidence for each text that the message quotes and the page shows."""
    text, lines = one_line(page.text), texts_of(page)
    quoted = [one_line(match) for match in QUOTED.findall(message)]
    return tuple(
        Evidence(kind="quote", wanted=each, found=f'the page shows "{each}"', passed=True)
        for each in quoted
        if (re.search(r"\w{2}", each) and each in text and len(each) >= SHORTEST)
        or (re.search(r"\w", each) and each in lines)
    )
