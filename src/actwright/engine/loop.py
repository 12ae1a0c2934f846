"""The loop: look, decide, act, judge; step after step until the limits end the run."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import suppress
from typing import Protocol

from pydantic import BaseModel

from actwright.engine.act import act
from actwright.engine.acting_surface import ActingSurface
from actwright.engine.evidence.baselines import Baselines
from actwright.engine.evidence.claims import judged
from actwright.engine.limits import Limits
from actwright.engine.meter import Meter
from actwright.engine.policies.base import Policy, wants_picture
from actwright.engine.records.stream import EventStream
from actwright.errors import ActwrightError, BrowserError, LimitError, ReplyError
from actwright.schemas.ending import acted
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Proposal
from actwright.schemas.result import Status
from actwright.schemas.step import Step
from actwright.schemas.task import Task
from actwright.schemas.turn import Turn
from actwright.tools.toolbox import Toolbox
from actwright.tools.wait_and_fail import Fail


class PlayingSurface(ActingSurface, Protocol):
    """What the loop needs from the page: everything that acting needs, and a look with a picture."""

    async def observe(self, *, picture: bool = True) -> Observation:
        """The page as a policy sees it, with or without a picture. Raises BrowserError if the page is gone."""
        ...


class CountedLook:
    """Looks at the page, and counts how often."""

    def __init__(self, surface: PlayingSurface, *, picture: bool) -> None:
        self.count = 0
        self._surface = surface
        self._picture = picture

    async def __call__(self) -> Observation:
        """A look, with a picture if one is wanted."""
        self.count += 1
        return await self._surface.observe(picture=self._picture)


async def play(
    task: Task,
    *,
    policy: Policy,
    meter: Meter,
    surface: PlayingSurface,
    toolbox: Toolbox,
    limits: Limits,
    clock: Callable[[], float],
    output: type[BaseModel] | None = None,
    events: EventStream | None = None,
) -> AsyncGenerator[Step]:
    """Plays a task and yields each step when it is done. The status follows from the steps: `limits.status(steps)`.

    `clock` returns the seconds since the run began, which was before its browser started. `output` is the type that the
    answer of a claim must fit. `events` stores each step, and each action that may have an effect before it is dispatched.

    Raises:
        ModelError: The provider gave up.
        BrowserError: The page is gone.
        ConfigError: What is about to be done cannot be recorded, or a tool or policy is not usable.
            The step in which any of them happened is yielded first, with its calls and what it had reached.
    """
    events = events or EventStream()
    steps, baselines = events.state.steps, Baselines()
    while limits.status(steps) is Status.RUNNING:
        started = clock()
        events.step_started()
        look = CountedLook(surface, picture=wants_picture(policy, steps))
        page = await look()
        events.look(page)
        turn = Turn(task=task, steps=tuple(steps), page=page, tools=toolbox.specs, observe=look)
        proposal, outcomes, claim, problem, limit, gave_up = None, (), None, "", "", None
        try:
            proposal = await policy.decide(turn, meter.ask)
            page = await _with_picture(page, proposal, surface)
            begun = Step(number=turn.number, page=page, proposal=proposal, exchanges=meter.rows, started=started)
            events.proposal(begun)
            await baselines.take(page, surface, acts=not toolbox.only_look(proposal.actions))
            outcomes = await act(proposal, toolbox, surface, events, effects=_effects(steps))
            baselines.acted(outcomes)
            claim = await judged(proposal, outcomes, turn=turn, surface=surface, output=output, baselines=baselines)
        except ReplyError as error:
            problem = str(error)  # the policy reads it next turn; the call is counted anyway
        except LimitError as error:
            problem, limit = str(error), error.limit
        except ActwrightError as error:
            problem, gave_up = str(error), error
        step = Step(
            number=len(steps) + 1,
            page=page,
            proposal=proposal,
            outcomes=outcomes,
            problem=problem,
            limit=limit,
            exchanges=meter.drain(),
            claim=claim,
            captures=look.count,
            started=started,
            ended=clock(),
        )
        events.step(step)
        yield steps[-1]
        if gave_up is not None:
            raise gave_up


def _effects(steps: Sequence[Step]) -> int:
    return sum(acted(outcome) for step in steps for outcome in step.outcomes)


async def _with_picture(page: Observation, proposal: Proposal, surface: PlayingSurface) -> Observation:
    """The page, with a picture if the run gives up on it and has none: whoever reads the record needs it."""
    if page.screenshot is not None or all(action.tool != Fail.name for action in proposal.actions):
        return page
    with suppress(BrowserError):  # why the run gives up is more important
        look = await surface.observe()
        return page.model_copy(update={"screenshot": look.screenshot})
    return page
