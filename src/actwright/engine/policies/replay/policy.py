"""Follows a recording on the live page, and stops where the page does not fit it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar
from urllib.parse import urljoin

from actwright.engine.policies.base import Ask, Preferences
from actwright.engine.policies.replay.files import read_recording
from actwright.engine.policies.replay.matching import Match, find
from actwright.engine.policies.replay.surroundings import described
from actwright.errors import ConfigError
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.recording import RecordedAction, Recording, Target
from actwright.schemas.task import REFERENCE, Task
from actwright.schemas.turn import Turn
from actwright.text import counted, one_line

__all__ = ["POLICY", "Replay"]

PATIENCE = 10.0
"""Seconds that a page may take to show what the recording acts on next."""
BETWEEN = 0.2
"""Seconds between two looks at a page that does not show it yet."""


class Replay:
    """Does what a recording did: it asks no model, takes no picture, and keeps nothing between turns.

    Each element is found again by what it is for a person (role, name, row, heading, …), by a score with a margin. It stops with
    `fail` where one is not found beyond doubt, where an action failed, and where the recorded checks do not hold.

    Args:
        recording: The recording, or its file; without one, no task can be run.

    Raises:
        ConfigError: The file is no recording.
    """

    roles: tuple[str, ...] = ()
    preferences: ClassVar = Preferences(pictures=False)

    def __init__(self, recording: Recording | str | Path | None = None) -> None:
        self._given = recording if recording is None or isinstance(recording, Recording) else read_recording(recording)

    @property
    def _recording(self) -> Recording:
        """What was given. Raises ConfigError if nothing was."""
        if self._given is None:
            raise ConfigError(
                "the policy 'replay' needs a recording: replay:FILE.yaml, as `actwright record RUN FILE.yaml` makes it"
            )
        return self._given

    def check(self, task: Task) -> None:
        """Raises ConfigError if the task lacks a value that the recording needs; nothing is opened for it then."""
        given = {*task.data, *task.private, *task.secrets}
        missing = [f"{{{{{name}}}}}" for name in self._recording.inputs if name not in given]
        if missing:
            raise ConfigError(
                f"the recording needs {counted(len(missing), 'value')} that the task has not: {', '.join(missing)}"
            )

    async def decide(self, turn: Turn, ask: Ask) -> Proposal:  # noqa: ARG002 - the protocol's; no model is asked
        """The recorded actions that come next, on the elements that they are for now."""
        if stop := _stopped(turn):
            return stop
        done = sum(outcome.status == "done" for step in turn.steps for outcome in step.outcomes)
        if done >= len(self._recording.actions):
            return _fail("everything was done as recorded, but the page does not show what proved it", "unconfirmed")
        page, missing = await _found(turn, self._recording.actions[done])
        if missing.why:
            return _fail(
                f"action {done + 1} of the recording, {self._recording.actions[done].tool}: {missing.why}", "not_found"
            )
        actions = self._batch(turn.task, page.url, described(page), done)
        complete = done + len(actions) == len(self._recording.actions)
        return Proposal(complete=complete, message=f"Replays {self._recording.task}", actions=tuple(actions))

    def _batch(self, task: Task, url: str, there: Mapping[str, Target], done: int) -> list[Action]:
        """The actions of the recorded step under way whose elements are there."""
        actions: list[Action] = []
        at = 0
        for step in self._recording.steps:
            for recorded in step.actions:
                if at >= done:
                    action = _action(recorded, task, url, there)
                    if action is None:
                        return actions
                    actions.append(action)
                at += 1
            if actions:
                break
        return actions


def _stopped(turn: Turn) -> Proposal | None:
    """The end of a run in which something did not go as recorded. What was skipped since the page moved on is still to be done."""
    for step in turn.steps[-1:]:
        for outcome in step.outcomes:
            if outcome.status in {"failed", "unknown"}:
                return _fail(f"{outcome.action.tool} was to be done as recorded: {outcome.detail}", "unconfirmed")
        moved_on = any(outcome.status == "skipped" for outcome in step.outcomes)
        if step.claim is not None and not step.claim.accepted and not moved_on:
            return _fail(f"what proved the recorded run does not prove this one: {step.claim.reason}", "unconfirmed")
    return None


async def _found(turn: Turn, recorded: RecordedAction) -> tuple[Observation, Match]:
    """The page once it shows what an action is for, and why it does not if it does not in time."""
    page, until = turn.page, time.monotonic() + PATIENCE
    while True:
        there = described(page) if recorded.targets else {}
        matches = [find(_filled(target, turn.task), there) for target in recorded.targets.values()]
        missing = next((match for match in matches if not match.id), None)
        if missing is None or page.dialog is not None or time.monotonic() > until:
            return page, missing or Match()
        await asyncio.sleep(BETWEEN)
        page = await turn.observe()


def _action(recorded: RecordedAction, task: Task, url: str, there: Mapping[str, Target]) -> Action | None:
    """The action on the page of that URL; None if an element that it is for is not there beyond doubt."""
    found = {name: find(_filled(target, task), there).id for name, target in recorded.targets.items()}
    if not all(found.values()):
        return None
    parameters = dict(recorded.parameters) | found
    if recorded.tool == "navigate":
        parameters["url"] = urljoin(url, str(parameters["url"]))
    return Action(reason="as recorded", tool=recorded.tool, parameters=parameters)


def _filled(target: Target, task: Task) -> Target:
    """The target with the values of this run in its texts."""

    def fill(text: str) -> str:
        return REFERENCE.sub(lambda match: task.data.get(one_line(match[1]), match[0]), text)

    texts = {name: fill(value) for name, value in target if isinstance(value, str)}
    return target.model_copy(update=texts | {"near": tuple(map(fill, target.near))})


def _fail(reason: str, kind: str) -> Proposal:
    action = Action(reason="the recording does not fit", tool="fail", parameters={"reason": reason, "kind": kind})
    return Proposal(complete=False, message=reason, actions=(action,))


POLICY = Replay
