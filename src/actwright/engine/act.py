"""Performs the actions of a proposal: checks, journals and watches each, and stops the batch where it must stop."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

from playwright.async_api import Error as PlaywrightError

from actwright.engine.acting_surface import ActingSurface
from actwright.engine.action_effects import ActionEffects, Note
from actwright.engine.action_outcome import ActionCall, ActionResult, outcome_of
from actwright.engine.permissions.authorization import Authorization
from actwright.engine.playwright_errors import in_words, was_dispatched
from actwright.engine.records.stream import EventStream
from actwright.engine.repeats import Repeats
from actwright.errors import BrowserError, NotPermitted, ReplyError, ToolError, Unread
from actwright.schemas.ending import acted
from actwright.schemas.page import Element
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.step import Effect, Outcome, Receipt
from actwright.text import shortened
from actwright.tools.base import Done, Tool, Trait
from actwright.tools.parameters import VALUE, element_ids, marked_texts
from actwright.tools.toolbox import SHIPPED, Toolbox


async def act(
    proposal: Proposal,
    toolbox: Toolbox,
    surface: ActingSurface,
    events: EventStream | None = None,
    *,
    effects: int = 0,
) -> tuple[Outcome, ...]:
    """Performs a proposal's actions in order, on the live page.

    The batch goes on through ordinary changes of the page. It stops at the first failure, navigation, new tab, dialog,
    or modal, and where it repeats an effect that changed nothing on the page; what is left is recorded as skipped,
    except that looking (`expect`) goes on after a navigation. `effects` is how many the run has had; its permissions
    limit them.

    Returns:
        One outcome per action. The outcome of each performed action is reported to `events` at once.

    Raises:
        ReplyError: An unknown tool, parameter, reference or element; then nothing has acted.
    """
    surface.values.note_written(_texts_in(proposal.model_dump()))
    calls = [_bound(action, toolbox, surface) for action in proposal.actions]
    batch = _Batch(calls, surface, events or EventStream())
    before: dict[tuple[str, str], bool] = {}
    from_here = _last_to_prove(calls)
    for index in range(len(calls)):
        await batch.check(index)
        if batch.is_over(index):
            batch.skip(index)
            continue
        if index == from_here:
            before = await _passed_before(calls, surface)
        await batch.perform(index, effects)
    await surface.catch_up()
    batch.judge_late()
    await batch.reread(last=True)
    return tuple(_with_before(outcome, before) for outcome in batch.outcomes)


class _Batch:
    """The calls of a proposal in order, their outcomes so far, and why the rest is skipped."""

    def __init__(self, calls: Sequence[ActionCall], surface: ActingSurface, events: EventStream) -> None:
        self.outcomes: list[Outcome] = []
        self._calls = calls
        self._surface = surface
        self._events = events
        self._repeats = Repeats([call.tool for call in calls])
        self._edits: dict[int, ActionResult] = {}
        self._taken_back: list[Receipt] = []
        self._why, self._may_look = "", True

    async def check(self, index: int) -> None:
        """Stops the batch before a call, if earlier edits set something off, it repeats an effect, or time is up."""
        effect = self._calls[index].tool.effect
        if not self._why:
            if effect is Effect.EFFECT:
                await self._surface.leave_fields(self._calls[index].tool, edited=bool(self._edits))
            why = "" if effect is Effect.EDIT else await self._surface.catch_up(briefly=effect is Effect.EFFECT)
            lost = self.judge_late()
            self._stop(lost or why, may_look=not lost)
        if not self._why and effect is Effect.EFFECT:
            await self.reread()
            self._stop(self._mismatch(), may_look=False)
        if not self._why and effect is Effect.EFFECT:
            self._stop(await self._repeats.in_vain(index, self.outcomes, self._surface), may_look=self._may_look)
        if self._surface.clock.seconds_left() <= 0:
            self._stop("the time of the run is up", may_look=False)

    def is_over(self, index: int) -> bool:
        """Whether to skip a call. After the batch stopped, only reads and repetitions of the previous call still run."""
        call = self._calls[index]
        again = (
            Trait.REPEATABLE_AFTER_NAVIGATION in call.tool.traits
            and index > 0
            and call.tool == self._calls[index - 1].tool
        )
        return bool(self._why) and not ((call.looks_only or again) and self._may_look)

    def skip(self, index: int) -> None:
        """Records a call as skipped; calls after it that only look are skipped too."""
        action, detail = (
            self._calls[index].action,
            self._surface.values.mask_sentence(f"not tried, because {self._why}"),
        )
        receipts, self._taken_back = tuple(self._taken_back), []
        self.outcomes.append(
            Outcome(action=action, status="skipped", effect=Effect.READ, detail=detail, receipts=receipts)
        )
        self._may_look = False

    async def perform(self, index: int, count: int) -> None:
        """Performs a call. `count` is how many effects the run had before this batch."""
        call = self._calls[index]
        self._events.action_started(call.action, position=index + 1)
        self._note_typed(call.tool)
        performed = await _perform(call, self._surface, count + sum(map(acted, self.outcomes)))
        outcome, effects = outcome_of(performed, self._surface.values), performed.effects
        self.outcomes.append(outcome)
        self._surface.record_outcome(call.tool, outcome)
        if call.tool.effect is Effect.EDIT:
            self._edits[index] = performed
        self._events.action(outcome, position=index + 1)
        if outcome.status != "done":
            self._stop(f"action {index + 1} {_ENDINGS[outcome.status]}", may_look=False)
        else:
            self._stop(effects.stop, may_look=not effects.blocked)

    def _note_typed(self, tool: Tool) -> None:
        """Notes what a call types, with what was typed into the field before if it is added to that."""
        field = next(iter(element_ids(tool)), "")
        for text in (tool.added_text(),) if tool.added_text() else marked_texts(tool, VALUE):
            self._surface.values.note_typed(field, text, behind=bool(tool.added_text()))

    async def reread(self, *, last: bool = False) -> None:
        """Reads fields again that pages may have changed since, and corrects what is known of the edits.

        What is found of edits in earlier steps is told by the next action that is skipped, or by the `last` outcome.
        """
        for element_id, receipt in await self._surface.reread_fields(before_effect=not last):
            edits = [at for at, edit in self._edits.items() if element_id in element_ids(edit.call.tool)]
            if not edits:
                self._taken_back.append(receipt)
                continue
            performed = self._edits[edits[-1]]
            detail = f'{receipt.field} now holds "{receipt.got}", not "{receipt.wanted}": the page changed it'
            done = replace(performed.done, detail=detail, receipts=(receipt,))
            performed = self._edits[edits[-1]] = replace(performed, done=done)
            self._correct(edits[-1], performed)
        if last and self._taken_back and self.outcomes:
            receipts = (*self.outcomes[-1].receipts, *self._taken_back)
            self.outcomes[-1] = self.outcomes[-1].model_copy(update={"receipts": receipts})

    def _mismatch(self) -> str:
        """The first field that is known to contain something else than what was meant; empty if there is none."""
        receipts = [receipt for outcome in self.outcomes for receipt in outcome.receipts]
        last = {receipt.field: receipt for receipt in (*receipts, *self._taken_back)}
        wrong = next((each for each in last.values() if not each.match), None)
        return f'{wrong.field} holds "{wrong.got}", not "{wrong.wanted}"' if wrong else ""

    def _correct(self, index: int, performed: ActionResult) -> Outcome:
        outcome = self.outcomes[index] = outcome_of(performed, self._surface.values)
        self._events.action(outcome, position=index + 1, corrected=True)
        return outcome

    def judge_late(self) -> str:
        """Judges edits again if more is known about them by now.

        Returns why the batch must not go on; empty if it may.
        """
        lost = ""
        for index, performed in self._edits.items():
            if performed.effects.late:
                performed.effects.late = False
                self._edits[index] = performed if performed.refused else _stopped(performed)
                outcome = self._correct(index, self._edits[index])
                if outcome.status != "done":
                    lost = f"action {index + 1} {_ENDINGS[outcome.status]}"
        return lost

    def _stop(self, why: str, *, may_look: bool) -> None:
        if why:
            self._why, self._may_look = why, may_look


LONGEST_PROBLEM = 2_000
"""The most characters of an error; some repeat what was asked for."""


_ENDINGS = {"failed": "failed", "unknown": "has an unknown outcome"}


def _texts_in(value: object) -> Iterator[str]:
    """The strings in a value of JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (
            text for pair in cast("dict[str, object]", value).items() for each in pair for text in _texts_in(each)
        )
    elif isinstance(value, (list, tuple)):
        yield from (text for each in cast("Sequence[object]", value) for text in _texts_in(each))


def _bound(action: Action, toolbox: Toolbox, surface: ActingSurface) -> ActionCall:
    try:
        tool = toolbox.bind(action, expand=surface.values.expand)
        for element_id in element_ids(tool):
            tool.check_element(surface.known(element_id))
        for value in marked_texts(tool, VALUE):
            surface.values.check(value)
    except ToolError as error:
        raise ReplyError(shortened(f"{action.tool}: {error}", LONGEST_PROBLEM)) from error
    return ActionCall(action, tool)


def _last_to_prove(calls: Sequence[ActionCall]) -> int | None:
    """The last call that may submit something, else the first that acts: what held before that call does not prove it.

    None if there is no such call, or if no call checks a fact.
    """
    if not any(call.proves for call in calls):
        return None
    submitting = [index for index, call in enumerate(calls) if call.tool.effect is Effect.EFFECT]
    acting = (index for index, call in enumerate(calls) if not call.looks_only)
    return submitting[-1] if submitting else next(acting, None)


async def _passed_before(calls: Sequence[ActionCall], surface: ActingSurface) -> dict[tuple[str, str], bool]:
    """Whether each fact that the batch checks holds already, by its kind and parameters."""
    try:
        page = await surface.look()
    except ToolError:
        return {}
    found = (evidence for call in calls for evidence in call.tool.probe(page))
    return {(evidence.kind, evidence.parameters): evidence.passed for evidence in found}


def _with_before(outcome: Outcome, before: Mapping[tuple[str, str], bool]) -> Outcome:
    if not outcome.evidence:
        return outcome
    passed = (before.get((each.kind, each.parameters), each.passed_before) for each in outcome.evidence)
    checked = (
        each.model_copy(update={"passed_before": was}) for each, was in zip(outcome.evidence, passed, strict=True)
    )
    return outcome.model_copy(update={"evidence": tuple(checked)})


async def _perform(call: ActionCall, surface: ActingSurface, count: int) -> ActionResult:
    effects = ActionEffects(Authorization(call.action, call.tool), dispatched=False, silent=True)
    performed = ActionResult(call, _target_of(call.tool, surface), effects)
    try:
        async with surface.authorized(call.action, call.tool, count=count) as effects:
            refused = effects.authorization.refused
            performed = replace(performed, effects=effects, problem=refused, refused=refused)
            if not refused:
                performed = await _attempt(performed, surface)
    except ToolError as error:
        problem = performed.problem or shortened(str(error), LONGEST_PROBLEM)
        performed = replace(performed, problem=problem, maybe=performed.maybe or effects.dispatched)
    except BrowserError as error:
        effects.stop, effects.blocked = "the page is gone", True
        performed = replace(
            performed, problem=performed.problem or str(error), maybe=performed.maybe or effects.dispatched
        )
    return _stopped(performed)


async def _attempt(performed: ActionResult, surface: ActingSurface) -> ActionResult:
    """Runs the tool of a call that is authorized, and returns what it reported."""
    tool, effects = performed.call.tool, performed.effects
    done, problem, maybe, refused, unread = Done(), "", False, "", False
    try:
        done = await _run(tool, surface)
        effects.finished = True
    except ToolError as error:
        problem, maybe = shortened(str(error), LONGEST_PROBLEM), error.may_have_acted
        unread = isinstance(error, Unread)
        refused = problem if isinstance(error, NotPermitted) else ""
        effects.dispatched = maybe
    except TimeoutError as error:
        problem, maybe = str(error), True
    except PlaywrightError as error:
        problem, maybe = in_words(error, surface.values.mask), was_dispatched(error)
    if not isinstance(tool, SHIPPED):  # then it is not we who say it
        done, problem = replace(done, detail=surface.values.mask(done.detail)), surface.values.mask(problem)
    return replace(performed, done=done, problem=problem, maybe=maybe, refused=refused, unread=unread)


def _stopped(performed: ActionResult) -> ActionResult:
    """Adds why input was stopped on its way to the page, or requests on their way out, if any were."""
    effects, problem, maybe, refused = performed.effects, performed.problem, performed.maybe, performed.refused
    if effects.input_refused:
        rest = "the rest of the action was stopped" if effects.dispatched else "nothing was done, look again"
        problem, maybe = f"{effects.input_refused}; {rest}", effects.dispatched
    if effects.document_refused:
        problem = refused = effects.document_refused
        maybe = bool(effects.sent)
    if effects.blocked_requests:
        said = f"{', '.join(effects.blocked_requests)} was blocked: {effects.authorization.block_reason}"
        if performed.call.looks_only or Trait.NAVIGATES in performed.call.tool.traits:
            effects.notes.append(Note(said))  # it was not what the action was for
            return replace(performed, problem=problem, maybe=maybe, refused=refused)
        refused = said
        problem = "; ".join(filter(None, (problem, refused)))
        maybe = maybe and bool(effects.sent)
    return replace(performed, problem=problem, maybe=maybe, refused=refused)


async def _run(tool: Tool, surface: ActingSurface) -> Done:
    """Runs the tool. It is cancelled at its time limit, and when a dialog opens meanwhile.

    Raises:
        ToolError: A dialog is open that must be answered first.
        TimeoutError: It reached its time limit; the message says after how long.
    """
    during_dialog = Trait.WORKS_DURING_DIALOG in tool.traits
    if not during_dialog:
        _ = surface.page  # refused while a dialog is open
    seconds = (
        None
        if Trait.WAITS_FOR_PERSON in tool.traits
        else min(tool.timeout_seconds, max(surface.clock.seconds_left(), 0.0))
    )
    asked = await surface.answered()
    work = asyncio.ensure_future(tool.run(surface))
    dialog = asyncio.ensure_future(surface.until_dialog())
    waiters = {work} if during_dialog else {work, dialog}
    try:
        await asyncio.wait(waiters, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        while not (work.done() or dialog.done()) and (now := await surface.answered()) > asked:
            asked = now  # that time does not count
            await asyncio.wait(waiters, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if work.done():
            return _as_done(work.result())
        if dialog.done():
            return Done(f"{tool.name} opened a dialog")
        raise TimeoutError(f"gave up after {seconds or 0:.3g} s")
    finally:
        dialog.cancel()
        if not work.done():
            work.cancel()
            work.add_done_callback(_forget)


def _forget(task: asyncio.Task[Done | str | None]) -> None:
    if not task.cancelled():
        task.exception()


def _as_done(result: Done | str | None) -> Done:
    return result if isinstance(result, Done) else Done(result or "")


def _target_of(tool: Tool, surface: ActingSurface) -> Element | None:
    ids = element_ids(tool)
    return surface.known(ids[0]) if ids else None
