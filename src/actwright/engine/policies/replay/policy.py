"""Follows a recording on the live page, and stops where the page does not fit it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from urllib.parse import urljoin

from pydantic import JsonValue

from actwright.engine.matching.elements import Match, find, record_numbers
from actwright.engine.matching.page_news import news_of, row_elsewhere
from actwright.engine.matching.patterns import lines_of, newest_in
from actwright.engine.matching.recording_files import read_recording
from actwright.engine.matching.references import filled, value_filled, with_numbers, with_numbers_in
from actwright.engine.matching.same_task import other_words, unused_values
from actwright.engine.matching.surroundings import described
from actwright.engine.policies.base import Ask
from actwright.errors import ConfigError
from actwright.schemas.ending import acted, refused_outright, server_failed
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.recording import RecordedAction, RecordedTarget, Recording
from actwright.schemas.status import FailKind
from actwright.schemas.step import REPLAY, Effect, Outcome, Step
from actwright.schemas.task import Task, references_in
from actwright.schemas.turn import Turn
from actwright.suggestions import unknown
from actwright.text import counted

PATIENCE = 10.0
"""How long a page may take to show what the recording acts on next, in seconds."""
BETWEEN = 0.2
"""The pause between two looks at a page that does not show it yet, in seconds."""
AS_RECORDED = "as recorded"
"""The reason of actions that a recording gives."""

LEAST_NUMBER = 4
"""The fewest characters of a number that means its record wherever it stands; shorter ones may count something else."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """Where a page does not fit a recording.

    Attributes:
        reason: What was sought, and what is there, in a sentence for people.
        kind: The same as a fixed word.
        final: Whether no policy may go on from here: something may have had an effect, and nothing shows whether it
            did.
    """

    reason: str
    kind: FailKind
    final: bool = False

    @property
    def end(self) -> Proposal:
        """The proposal that ends the run."""
        given: dict[str, JsonValue] = {"reason": self.reason, "kind": self.kind}
        action = Action(reason="the recording does not fit", tool="fail", parameters=given)
        return Proposal(complete=False, message=self.reason, actions=(action,), decided_by=REPLAY)


class Replay:
    """Does what a recording did: it asks no model, takes no picture, and keeps nothing between turns.

    Each element is found again by what identifies it to a person (role, name, row, heading, …), by a score with a
    margin. The policy stops with `fail` if an element is not found beyond doubt, an action failed, or the recorded
    checks do not hold.

    Args:
        recording: The recording, or its file; without one, no task can be run.
        any_task: Whether to follow it for a task of other words or with other data than it needs. Otherwise that is an
            error.

    Raises:
        ConfigError: The file is not a recording.
    """

    roles: tuple[str, ...] = ()

    def __init__(self, recording: Recording | str | Path | None = None, *, any_task: bool = False) -> None:
        self._given = recording if recording is None or isinstance(recording, Recording) else read_recording(recording)
        self._any_task = any_task

    @property
    def recording(self) -> Recording:
        """The recording to follow. Raises ConfigError if none was given."""
        if self._given is None:
            raise ConfigError(
                "the policy 'replay' needs a recording: replay:FILE.yaml, as `actwright record RUN FILE.yaml` makes it"
            )
        return self._given

    def check(self, task: Task) -> None:
        """Raises ConfigError before anything is opened if the recording is of another task.

        It also is if the task lacks a value that the recording needs, or has one that it does not use.
        """
        if not self._any_task and (other := other_words(self.recording, task)):
            raise ConfigError(other)
        given = {*task.data, *task.private, *task.secrets}
        used = [each for action in self.recording.actions for each in references_in(action.model_dump_json())]
        needed = dict.fromkeys([*self.recording.inputs, *(name for name in used if name in self.recording.fixed)])
        missing = [f"{{{{{name}}}}}" for name in needed if name not in given]
        if missing:
            raise ConfigError(
                f"the recording needs {counted(len(missing), 'value')} that the task does not have: {', '.join(missing)}"
            )
        if not self._any_task and (unused := unused_values(self.recording, task)):
            raise ConfigError(unused)

    def pictured(self, steps: Sequence[Step]) -> bool:  # noqa: ARG002 - the protocol's
        """Whether the screenshot of the next turn is used; a replay uses none. One is taken where it gives up."""
        return False

    async def decide(self, turn: Turn, ask: Ask) -> Proposal:  # noqa: ARG002 - the protocol's; no model is asked
        """The recorded actions that come next, on the elements of the page; `fail` where the page does not fit."""
        found = await self.follow(turn)
        return found.end if isinstance(found, Misfit) else found

    async def follow(self, turn: Turn) -> Proposal | Misfit:
        """The recorded actions that come next, or why they cannot be done and what the page says about it."""
        found = await self._next(turn)
        if isinstance(found, Proposal):
            return found
        news, why = self.news(turn), found.reason.rstrip(".")
        if found.kind == "refused_by_page":
            return replace(found, reason=f"the server refused what was sent.{news} {why[0].upper()}{why[1:]}")
        return replace(found, reason=f"{why}.{news}") if news else found

    def news(self, turn: Turn) -> str:
        """What the page says since the last action, in sentences, each with a space before it; see `news_of`."""
        acted = [
            at for at, step in enumerate(turn.steps) if any(each.effect is not Effect.READ for each in step.outcomes)
        ]
        login = any(each.type == "password" for action in self.recording.actions for each in action.targets.values())
        since = turn.steps[acted[-1] + 1 :] if acted else ()
        before = turn.steps[acted[-1]].page if acted else None
        return news_of([*(step.page for step in since), turn.page], before, expects_login=login)

    async def _next(self, turn: Turn) -> Proposal | Misfit:
        if stop := _stopped(turn):
            return stop
        actions = self.recording.actions
        done = self.done(turn.steps)
        if done >= len(actions):
            return Misfit(
                "everything was done as recorded, but the page does not show the recorded proof", _kind(turn.steps)
            )
        if not done and turn.task.evidence != "off" and not self.checks(turn):
            reason = (
                "the recording does not end with a check, so nothing could prove that the task is done: is it cut off?"
            )
            return Misfit(reason, "unclear")
        task = informed(self.recording, turn.task, [*(step.page for step in turn.steps), turn.page])
        if reason := self._lacks(actions[done], task, turn):
            return Misfit(f"action {done + 1} of the recording, {actions[done].tool}: {reason}", "not_found")
        numbers = self._numbers(turn.steps)
        page, there, missing = await _found(turn, task, actions[done], numbers)
        if missing.why:
            why = f"{missing.why}{row_elsewhere(page, actions[done].targets.values())}"
            return Misfit(f"action {done + 1} of the recording, {actions[done].tool}: {why}", "not_found")
        batch = self._batch(turn, task, page.url, there, done)
        complete = done + len(batch) == len(actions)
        message = f'The recording of "{turn.task.text}" was followed'
        return Proposal(complete=complete, message=message, actions=tuple(batch), decided_by=REPLAY)

    def _lacks(self, action: RecordedAction, task: Task, turn: Turn) -> str:
        """What an action needs and the run does not have; empty if nothing."""
        if all(tool.name != action.tool for tool in turn.tools):
            said = unknown("tool", action.tool, [tool.name for tool in turn.tools])
            return f"{said}; or give this run the options that the recorded one had"
        missing = [name for name in self._needs(action) if name not in task.data]
        text = self.recording.captures[missing[0]] if missing else ""
        return f'no page has shown {{{{{missing[0]}}}}} as "{text}", or one has shown several' if missing else ""

    def _captured(self, task: Task) -> dict[str, str]:
        """The values that came from pages; the executor fills in the others."""
        return {name: task.data[name] for name in self.recording.captures if name in task.data}

    def _acted_on(self, steps: Sequence[Step]) -> Iterator[tuple[RecordedTarget, RecordedTarget]]:
        """The recorded elements that were acted on so far, each beside what it was now; those alone that may differ."""
        acted = [
            (step, outcome)
            for step in steps
            if step.decided_by == REPLAY
            for outcome in step.outcomes
            if outcome.status == "done"
        ]
        for (step, outcome), recorded in zip(acted, self.recording.actions, strict=False):
            for name, target in recorded.targets.items():
                found = described(step.page) if target.cells or target.field else {}
                if now := found.get(str(outcome.action.parameters.get(name))):
                    yield target, now

    def _numbers(self, steps: Sequence[Step]) -> dict[str, str]:
        """The numbers of the records that were used so far, by the recorded ones, where a row was found by its words."""
        numbers: dict[str, str] = {}
        for target, found in self._acted_on(steps):
            was, now = record_numbers(target.row), record_numbers(found.row)
            numbers |= dict(zip(was, now, strict=True)) if target.cells and len(was) == len(now) else {}
        return {was: now for was, now in numbers.items() if was != now and len(was) >= LEAST_NUMBER}

    def _needs(self, action: RecordedAction) -> list[str]:
        """The names of the values from pages that an action uses."""
        return [name for name in references_in(action.model_dump_json()) if name in self.recording.captures]

    def done(self, steps: Sequence[Step]) -> int:
        """How many of the recorded actions were done so far."""
        replayed = (step for step in steps if step.decided_by == REPLAY)
        return sum(outcome.status == "done" for step in replayed for outcome in step.outcomes)

    async def closing(self, turn: Turn, *, wait: bool) -> list[Action] | Misfit:
        """The recorded checks that prove the end: what follows the last action that did something.

        Args:
            turn: The turn in which they are to be made.
            wait: Whether to wait for the elements that they are about.

        Returns:
            The checks, or a misfit if an element that they are about is not there.
        """
        checks = self.checks(turn)
        page = turn.page
        task = informed(self.recording, turn.task, [*(step.page for step in turn.steps), turn.page])
        for check in checks:
            if check.targets and wait:
                page, _, missing = await _found(turn, task, check, {})
                if missing.why:
                    return Misfit(f"what proved the recorded run is not there: {missing.why}", _kind(turn.steps))
        there = described(page) if any(check.targets for check in checks) else {}
        actions = [_action(check, task, self._captured(task), page.url, there, numbers={}) for check in checks]
        if not all(actions):
            return Misfit("what proved the recorded run is not there yet", _kind(turn.steps))
        return [action for action in actions if action]

    def checks(self, turn: Turn) -> list[RecordedAction]:
        """The checks after the last recorded action that did something."""
        looking = {tool.name for tool in turn.tools if tool.effect is Effect.READ}
        closing = takewhile(lambda action: action.tool in looking, reversed(self.recording.actions))
        return list(reversed(list(closing)))

    def _batch(self, turn: Turn, task: Task, url: str, there: Mapping[str, RecordedTarget], done: int) -> list[Action]:
        """The actions of the recorded step under way whose elements are there."""
        actions: list[Action] = []
        numbers = self._numbers(turn.steps)
        fields = {was.field: now.field for was, now in self._acted_on(turn.steps) if was.field and now.field}
        at = 0
        for step in self.recording.steps:
            for recorded in step.actions:
                if at >= done:
                    action = _action(recorded, task, self._captured(task), url, there, numbers=numbers)
                    if action is None or any(name not in task.data for name in self._needs(recorded)):
                        return actions
                    for name, target in recorded.targets.items():
                        fields[target.field] = there[str(action.parameters[name])].field or target.field
                    actions.append(_as_named(action, fields))
                at += 1
            if actions:
                break
        return actions


def _stopped(turn: Turn) -> Misfit | None:
    """What did not go as recorded in the last step. Actions skipped because the page moved on still have to be done."""
    for step in turn.steps[-1:]:
        if step.problem:
            return Misfit(f"what was recorded cannot be done: {step.problem}", "unconfirmed")
        for outcome in step.outcomes:
            if outcome.status in {"failed", "unknown"}:
                how = "failed" if outcome.status == "failed" else "has an unknown outcome"
                reason = f"the recorded {outcome.action.tool} {how}: {outcome.detail}"
                final = _unknown(outcome) or any(map(_failed_there, step.outcomes))
                return Misfit(reason, _kind(turn.steps), final=final)
        moved_on = any(outcome.status == "skipped" for outcome in step.outcomes)
        if step.claim is not None and not step.claim.accepted and not moved_on:
            reason = f"what proved the recorded run does not prove this one: {step.claim.reason}"
            final = any(map(_failed_there, step.outcomes)) or _proved_nothing(step)
            return Misfit(reason, _kind(turn.steps), final=final)
    return None


def _kind(steps: Sequence[Step]) -> FailKind:
    """Why a run whose recorded proof fails ends: the server refused all that was sent last, or nothing is certain."""
    outcomes = next((step.outcomes for step in reversed(steps) if any(map(acted, step.outcomes))), ())
    refused = any(map(refused_outright, outcomes)) and all(outcome.status != "unknown" for outcome in outcomes)
    return "refused_by_page" if refused else "unconfirmed"


def _proved_nothing(step: Step) -> bool:
    """Whether the page showed the proof of the last effect even before it, so nothing shows whether it happened."""
    found = [evidence for outcome in step.outcomes for evidence in outcome.evidence]
    return any(evidence.passed_before for evidence in (*found, *(step.claim.evidence if step.claim else ())))


def _unknown(outcome: Outcome) -> bool:
    return outcome.status == "unknown" and outcome.effect is Effect.EFFECT


def _failed_there(outcome: Outcome) -> bool:
    """Whether the server failed at what was submitted, which may or may not have taken effect."""
    return server_failed(outcome) is not None


async def _found(
    turn: Turn, task: Task, recorded: RecordedAction, numbers: Mapping[str, str]
) -> tuple[Observation, Mapping[str, RecordedTarget], Match]:
    """The page and its elements once it shows an action's elements; the match says why if it does not in time."""
    page, until = turn.page, time.monotonic() + PATIENCE
    while True:
        there = described(page)
        sought = (with_numbers(filled(target, task), numbers) for target in recorded.targets.values())
        matches = [find(target, there) for target in sought]
        missing = next((match for match in matches if not match.id), None)
        if missing is None or page.dialog is not None or time.monotonic() > until:
            return page, there, missing or Match()
        await asyncio.sleep(BETWEEN)
        page = await turn.observe()


def _action(
    recorded: RecordedAction,
    task: Task,
    captured: Mapping[str, str],
    url: str,
    there: Mapping[str, RecordedTarget],
    *,
    numbers: Mapping[str, str],
) -> Action | None:
    """The action on the page at this URL; None if an element that it needs is not found beyond doubt."""
    sought = {name: with_numbers(filled(target, task), numbers) for name, target in recorded.targets.items()}
    found = {name: find(target, there).id for name, target in sought.items()}
    if not all(found.values()):
        return None
    given = {name: value_filled(value, captured) for name, value in recorded.parameters.items()}
    if recorded.tool == "navigate" or recorded.tool.startswith("expect"):
        given = {name: with_numbers_in(value, numbers) for name, value in given.items()}
    parameters: dict[str, JsonValue] = given | found
    if recorded.tool == "navigate":
        parameters["url"] = urljoin(url, str(parameters["url"]))
    return Action(reason=AS_RECORDED, tool=recorded.tool, parameters=parameters)


def _as_named(action: Action, fields: Mapping[str, str]) -> Action:
    """The action; a check of what was sent has the names that the fields have now, by those that were recorded."""
    values = action.parameters.get("values")
    if action.tool != "expect_request" or not isinstance(values, dict):
        return action
    now = {fields.get(name, name): value for name, value in values.items()}
    return action.model_copy(update={"parameters": {**action.parameters, "values": now}})


def informed(recording: Recording, task: Task, pages: Sequence[Observation]) -> Task:
    """The task with values from its pages, each from the newest page that has it, if that page has just one value."""
    given: dict[str, str] = {}
    texts = [lines_of(page) for page in pages] if recording.captures else []
    for name, pattern in recording.captures.items():
        found = newest_in(texts, pattern)
        if len(found) == 1:
            given[name] = found[0]
    return task.model_copy(update={"data": {**task.data, **given}}) if given else task


POLICY = Replay
