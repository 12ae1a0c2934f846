"""The `auto` policy: follows a recording, and falls back to another policy at the first step that does not fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from actwright.engine.matching.elements import same_place, takes_text
from actwright.engine.matching.references import filled
from actwright.engine.matching.same_task import another_task
from actwright.engine.matching.surroundings import described
from actwright.engine.policies.base import Ask, Policy, Preferences, find_policy, preferences_of
from actwright.engine.policies.replay.policy import AS_RECORDED, Misfit, Replay, informed
from actwright.errors import ReplyError
from actwright.schemas.ending import acted
from actwright.schemas.proposal import MAX_ACTIONS, Proposal
from actwright.schemas.recording import RecordedAction, RecordedTarget, Recording
from actwright.schemas.step import REPLAY, Effect, Step
from actwright.schemas.task import Task
from actwright.schemas.turn import Turn

TRIES = 2
"""How often the other policy may claim what lacks the recorded proof, or repeat an effect, before the run ends."""
NOT_AGAIN = "no effect is repeated"


class Auto:
    """Follows a recording without a model as long as the page fits; then another policy takes over.

    The step that falls back gives the reason (`Step.fallback_reason`), and every step names who decided it
    (`Step.decided_by`). Two rules bind the other policy: its claim of completion must also show what proved the
    recorded run, so that a healed run proves no less; and it must not repeat an effect of the replay. If the outcome of
    an effect of the replay is not known, the run ends.

    Args:
        recording: The recording, or its file; without one, no task can be run.
        then: The policy that takes over, or its name.

    Raises:
        ConfigError: The file is not a recording, or there is no such policy.
    """

    def __init__(self, recording: Recording | str | Path | None = None, *, then: str | Policy = "single_call") -> None:
        self._replay = Replay(recording)
        self._then = find_policy(then) if isinstance(then, str) else then
        self._name = then if isinstance(then, str) else type(then).__name__
        self.roles: tuple[str, ...] = tuple(self._then.roles)
        wanted = preferences_of(self._then)
        self.preferences = Preferences(marks=wanted.marks, pictures=wanted.pictures)

    @property
    def recording(self) -> Recording:
        """The recording to follow. Raises ConfigError if none was given."""
        return self._replay.recording

    def check(self, task: Task) -> None:
        """Raises ConfigError if the task lacks a value that the recording needs, or the other policy cannot do it."""
        if not another_task(self.recording, task):
            self._replay.check(task)
        if check := getattr(self._then, "check", None):
            check(task)

    def pictured(self, steps: Sequence[Step]) -> bool:
        """Whether the screenshot of the next turn is used; a replay uses none."""
        return any(step.fallback_reason for step in steps)

    async def decide(self, turn: Turn, ask: Ask) -> Proposal:
        """The recorded actions; a step that falls back; or what the other policy proposes.

        Raises:
            ReplyError: The reply cannot be used, or repeats an effect of the replay.
        """
        if other := another_task(self.recording, turn.task):
            if not turn.steps:
                message = f"{other[0].upper()}{other[1:]}. {self._name} does this task from its beginning."
                return Proposal(complete=False, message=message, actions=(), decided_by=REPLAY)
            return (await self._then.decide(turn, ask)).model_copy(update={"decided_by": self._name})
        if not any(step.fallback_reason for step in turn.steps):
            found = await self._replay.follow(turn)
            if isinstance(found, Proposal):
                return found
            return found.end if found.final else self._fall_back(found, turn)
        if stop := self._stop(turn):
            return stop.end
        proposal = await self._then.decide(turn, ask)
        self._refuse_what_was_done(proposal, turn)
        return (await self._proven(proposal, turn)).model_copy(update={"decided_by": self._name})

    def _stop(self, turn: Turn) -> Misfit | None:
        """Why the other policy does not go on: it claimed without the recorded proof, or repeated an effect, too often."""
        if missed := list(_missed(turn.steps))[TRIES - 1 :]:
            return Misfit(f"what proved the recorded run does not hold: {missed[0]}", "unconfirmed")
        if sum(NOT_AGAIN in step.problem for step in turn.steps) < TRIES:
            return None
        done = f"the replay did already what was asked for again, and {NOT_AGAIN}"
        return Misfit(f"{done}.{self._replay.news(turn)} Record this task again", "unconfirmed")

    def _fall_back(self, misfit: Misfit, turn: Turn) -> Proposal:
        """A step that does nothing: it says why the recording does not fit, and what must be proved in the end."""
        checks = "; ".join(_in_words(check) for check in self._replay.checks(turn))
        proof = f" A claim of completion is checked against this as well: {checks}." if checks else ""
        message = f"A recorded run was followed until here, and it does not fit: {misfit.reason.rstrip('.')}. {self._name} goes on.{proof}"
        return Proposal(complete=False, message=message, actions=(), decided_by=REPLAY)

    async def _proven(self, proposal: Proposal, turn: Turn) -> Proposal:
        """The proposal; if it claims completion, with the recorded checks behind it."""
        if not proposal.complete:
            return proposal
        acts = _acts(proposal, turn)
        checks = await self._replay.closing(turn, wait=not acts)
        if isinstance(checks, Misfit):
            return proposal.model_copy(update={"complete": False}) if acts else checks.end
        if len(proposal.actions) + len(checks) > MAX_ACTIONS:
            return proposal.model_copy(update={"complete": False})
        return proposal.model_copy(update={"actions": (*proposal.actions, *checks)})

    def _refuse_what_was_done(self, proposal: Proposal, turn: Turn) -> None:
        """Raises ReplyError if an action would repeat an effect of the replay."""
        there = described(turn.page)
        again = [target for target in there.values() if self._was_done(target, turn)]
        if not again:
            return
        may = {tool.name for tool in turn.tools if tool.effect is Effect.EFFECT}
        for action in proposal.actions:
            ids = (value for value in action.parameters.values() if isinstance(value, str))
            for target in (there[id] for id in ids if id in there) if action.tool in may else ():
                if target in again or takes_text(target):  # Enter in a field presses its form's button
                    raise ReplyError(
                        f"{action.tool} on {target}: the replay used {again[0]} already, and {NOT_AGAIN}; "
                        "check its result and go on from there, or fail"
                    )

    def _was_done(self, target: RecordedTarget, turn: Turn) -> bool:
        """Whether the replay used this element with an effect, and the run used it as often as the recording does."""
        if not any(same_place(target, each) for each in _effects(turn.steps, by=REPLAY)):
            return False
        task = informed(self.recording, turn.task, [*(step.page for step in turn.steps), turn.page])
        recorded = (filled(each, task) for action in self.recording.actions for each in action.targets.values())
        return sum(same_place(target, each) for each in _effects(turn.steps)) >= sum(
            same_place(target, each) for each in recorded
        )


def _acts(proposal: Proposal, turn: Turn) -> bool:
    looking = {tool.name for tool in turn.tools if tool.effect is Effect.READ}
    return any(action.tool not in looking for action in proposal.actions)


def _effects(steps: Sequence[Step], by: str = "") -> Iterator[RecordedTarget]:
    """The elements that were used with an effect beyond the page, in all steps or in the steps of one policy."""
    for step in steps:
        outcomes = [outcome for outcome in step.outcomes if acted(outcome)]
        page = described(step.page) if outcomes and by in ("", step.decided_by) else {}
        for outcome in outcomes:
            ids = (value for value in outcome.action.parameters.values() if isinstance(value, str))
            yield from (page[id] for id in ids if id in page)


def _missed(steps: Sequence[Step]) -> Iterator[str]:
    """For each claim of the other policy that lacked something that the recording proves, what it lacked."""
    for step in steps:
        if step.decided_by not in {"", REPLAY}:
            failed = (each for each in step.outcomes if each.action.reason == AS_RECORDED and each.status == "failed")
            yield from (outcome.detail for outcome in list(failed)[:1])


def _in_words(check: RecordedAction) -> str:
    given = ", ".join(f"{name}={value!r}" for name, value in check.parameters.items())
    about = ", ".join(map(str, check.targets.values()))
    return f"{check.tool} {about}{' ' if about and given else ''}{given}"


POLICY = Auto
