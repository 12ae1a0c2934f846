"""Actions -> outcomes: each is checked, recorded in the journal, performed and watched; the batch stops where it should."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout

from actwright.engine.clearance import Clearance
from actwright.engine.journal import Journal
from actwright.engine.repeats import Repeats
from actwright.engine.window import Window
from actwright.errors import BrowserError, NotPermitted, ReplyError, ToolError, Unread
from actwright.schemas.ending import acted
from actwright.schemas.page import Element
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.step import Effect, Outcome, Receipt
from actwright.schemas.task import references_in
from actwright.text import one_line, shortened
from actwright.tools.base import Done, Tool
from actwright.tools.parameters import ELEMENT_ID, VALUE, marked_fields
from actwright.tools.surface import Surface
from actwright.tools.toolbox import Toolbox

__all__ = ["ActingSurface", "act"]


class ActingSurface(Surface, Protocol):
    """What the executor needs of the page beyond what tools may touch."""

    def expand(self, text: str) -> str:
        """`text` with its data references resolved. Raises ToolError for unknown and secret ones."""
        ...

    def check_value(self, text: str) -> None:
        """Raises ToolError if a value parameter refers to something unknown."""
        ...

    async def clear(self, action: Action, tool: Tool, *, effects: int) -> Clearance:
        """What an action may do after `effects` effects of the run; asked once, a moment before it is dispatched.

        Raises:
            ToolError: The page does not say where the action would go.
        """
        ...

    def came(self, tool: Tool, outcome: Outcome) -> None:
        """What became of a call; the links that it reports are links that were shown."""
        ...

    def mask(self, text: str) -> str:
        """`text` with secrets replaced by their names."""
        ...

    def known(self, element_id: str) -> Element:
        """The element as it was last seen. Raises ToolError, naming what exists instead."""
        ...

    def watch(self, action: Action, effect: Effect, *, stirs: bool, reach: bool) -> AbstractAsyncContextManager[Window]:
        """Journals the action, watches the page while it runs, and settles at the end if it may have stirred the page.

        After an edit that set nothing off but a change of its own field, settling is owed until `catch_up`. With `reach`,
        input that reached none of the elements it was meant for is refused afterwards.
        """
        ...

    async def catch_up(self, *, briefly: bool = False) -> str:
        """Waits for what is owed for the edits before, and charges it to the last of them; no longer than it must, if so.

        Returns why the rest of the batch must not go on; empty if it may.
        """
        ...

    def seconds_left(self) -> float:
        """Until the deadline of the run; 0 or less when it has passed."""
        ...

    async def until_dialog(self) -> None:
        """Returns when a dialog opens that waits for an answer."""
        ...


@dataclass(frozen=True, slots=True)
class Call:
    """An action and its validated tool call."""

    action: Action
    tool: Tool

    @property
    def looks_only(self) -> bool:
        return self.tool.effect is Effect.READ

    @property
    def stirs(self) -> bool:
        return self.tool.stirs or not self.looks_only

    @property
    def proves(self) -> bool:
        return type(self.tool).probe is not Tool.probe


@dataclass(frozen=True, slots=True)
class Performed:
    """A call and what came of it: what its tool says, and what its window holds."""

    call: Call
    target: Element | None
    done: Done
    problem: str
    maybe: bool
    window: Window
    clearance: Clearance | None = None
    refused: str = ""
    unread: bool = False

    @property
    def went_on(self) -> bool:
        """Whether the element could not be read back because its document is replaced, or is to be."""
        window = self.window
        stopped = window.refused or window.held or window.blocked
        return self.unread and not stopped and bool(window.left or window.unanswered)


async def act(
    proposal: Proposal,
    toolbox: Toolbox,
    surface: ActingSurface,
    journal: Journal | None = None,
    *,
    effects: int = 0,
) -> tuple[Outcome, ...]:
    """Performs a proposal's actions in order, on the live page.

    The batch goes on through ordinary changes of the page. It stops at the first failure, navigation, new tab, dialog,
    or modal, and where it repeats an effect that changed nothing on the page; what is left is recorded as skipped, except
    that looking (`expect`) goes on after a navigation. `effects` is how many the run has had, which its permissions bound.

    Returns:
        One outcome per action; those that were performed are given to the journal one by one, as they come.

    Raises:
        ReplyError: An unknown tool, parameter, reference or element; then nothing has acted.
    """
    calls = [_bound(action, toolbox, surface) for action in proposal.actions]
    batch = _Batch(calls, surface, journal or Journal())
    before: dict[tuple[str, str], bool] = {}
    from_here = _last_to_prove(calls)
    for index in range(len(calls)):
        await batch.check(index)
        if batch.is_over(index):
            batch.skip(index)
            continue
        if index == from_here:
            before = await _held_before(calls, surface)
        await batch.perform(index, effects)
    await surface.catch_up()
    batch.judge_late()
    return tuple(_with_before(outcome, before) for outcome in batch.outcomes)


class _Batch:
    """The calls of a proposal in order: what became of them so far, and why the rest is not tried."""

    def __init__(self, calls: Sequence[Call], surface: ActingSurface, journal: Journal) -> None:
        self.outcomes: list[Outcome] = []
        self._calls = calls
        self._surface = surface
        self._journal = journal
        self._repeats = Repeats([call.tool for call in calls])
        self._edits: dict[int, Performed] = {}
        self._why, self._may_look = "", True

    async def check(self, index: int) -> None:
        """Finds out whether a call may still be tried: after what edits before set off, and what it would do again."""
        effect = self._calls[index].tool.effect
        if not self._why:
            why = "" if effect is Effect.EDIT else await self._surface.catch_up(briefly=effect is Effect.EFFECT)
            lost = self.judge_late()
            self._stop(lost or why, may_look=not lost)
        if not self._why and effect is Effect.EFFECT:
            self._stop(await self._repeats.in_vain(index, self.outcomes, self._surface), may_look=self._may_look)
        if self._surface.seconds_left() <= 0:
            self._stop("the time of the run is up", may_look=False)

    def is_over(self, index: int) -> bool:
        """Whether a call is not tried: the batch has stopped, and it neither only looks nor goes on with its like."""
        call = self._calls[index]
        again = call.tool.repeats and index > 0 and call.tool == self._calls[index - 1].tool
        return bool(self._why) and not ((call.looks_only or again) and self._may_look)

    def skip(self, index: int) -> None:
        """Records a call as skipped, and those after it."""
        action, detail = self._calls[index].action, self._surface.mask(f"not tried, because {self._why}")
        self.outcomes.append(Outcome(action=action, status="skipped", effect=Effect.READ, detail=detail))
        self._may_look = False

    async def perform(self, index: int, effects: int) -> None:
        """Performs a call, when the run had so many effects before this batch."""
        call = self._calls[index]
        self._journal.performs(call.action)
        performed = await _perform(call, self._surface, effects + sum(map(acted, self.outcomes)))
        outcome, window = _outcome(performed, self._surface), performed.window
        self.outcomes.append(outcome)
        self._surface.came(call.tool, outcome)
        if call.tool.effect is Effect.EDIT:
            self._edits[index] = performed
        self._journal.came(outcome)
        if outcome.status != "done":
            self._stop(f"action {index + 1} {_ENDINGS[outcome.status]}", may_look=False)
        else:
            self._stop(window.stop, may_look=not window.blocked)

    def judge_late(self) -> str:
        """Judges edits again of which more is known by now. Returns why the batch must not go on; empty if it may."""
        lost = ""
        for index, performed in self._edits.items():
            if performed.window.late:
                performed.window.late = False
                earlier, outcome = self.outcomes[index], _outcome(performed, self._surface)
                self.outcomes[index] = outcome
                self._journal.corrected(earlier, outcome)
                if outcome.status != "done":
                    lost = f"action {index + 1} {_ENDINGS[outcome.status]}"
        return lost

    def _stop(self, why: str, *, may_look: bool) -> None:
        if why:
            self._why, self._may_look = why, may_look


SHOWN_OBSTACLE = 100
"""Characters of an element that covers another."""


_ENDINGS = {"failed": "failed", "unknown": "has an unknown outcome"}


def _bound(action: Action, toolbox: Toolbox, surface: ActingSurface) -> Call:
    try:
        tool = toolbox.bind(action, expand=surface.expand)
        for name in marked_fields(type(tool), ELEMENT_ID):
            element_id = getattr(tool, name)
            if element_id:
                surface.known(element_id)
        for value in _values_of(tool):
            surface.check_value(value)
    except ToolError as error:
        raise ReplyError(f"{action.tool}: {error}") from error
    return Call(action, tool)


def _values_of(tool: Tool) -> list[str]:
    found = [getattr(tool, name) for name in marked_fields(type(tool), VALUE)]
    return [text for value in found if value is not None for text in ([value] if isinstance(value, str) else value)]


def _last_to_prove(calls: Sequence[Call]) -> int | None:
    """The last call that may submit something, else the first that acts: what held before it is no proof of it."""
    if not any(call.proves for call in calls):
        return None
    submitting = [index for index, call in enumerate(calls) if call.tool.effect is Effect.EFFECT]
    acting = (index for index, call in enumerate(calls) if not call.looks_only)
    return submitting[-1] if submitting else next(acting, None)


async def _held_before(calls: Sequence[Call], surface: ActingSurface) -> dict[tuple[str, str], bool]:
    """Whether what the batch's checks look for holds already, by their kinds and parameters."""
    try:
        page = await surface.look()
    except ToolError:
        return {}
    found = (evidence for call in calls for evidence in call.tool.probe(page))
    return {(evidence.kind, evidence.parameters): evidence.held for evidence in found}


def _with_before(outcome: Outcome, before: Mapping[tuple[str, str], bool]) -> Outcome:
    if not outcome.evidence:
        return outcome
    held = (before.get((each.kind, each.parameters)) for each in outcome.evidence)
    told = (each.model_copy(update={"held_before": was}) for each, was in zip(outcome.evidence, held, strict=True))
    return outcome.model_copy(update={"evidence": tuple(told)})


async def _perform(call: Call, surface: ActingSurface, effects: int) -> Performed:
    target = _target_of(call.tool, surface)
    done, problem, maybe, refused, unread = Done(), "", False, "", False
    window = Window()
    try:
        clearance = await surface.clear(call.action, call.tool, effects=effects)
    except ToolError as error:
        return Performed(call, target, done, str(error), maybe, Window(dispatched=False, silent=True))
    if clearance.refused:
        window = Window(dispatched=False, silent=True)
        return Performed(call, target, done, clearance.refused, maybe, window, clearance, clearance.refused)
    try:
        reach = call.tool.reaches and target is not None
        async with surface.watch(call.action, call.tool.effect, stirs=call.stirs, reach=reach) as window:
            try:
                done = await _run(call.tool, surface)
                window.finished = True
            except ToolError as error:
                problem, maybe, unread = str(error), error.may_have_acted, isinstance(error, Unread)
                refused = problem if isinstance(error, NotPermitted) else ""
                window.dispatched = maybe
            except TimeoutError as error:
                problem, maybe = str(error), True
            except PlaywrightError as error:
                problem, maybe = _in_words(error, surface.mask), _was_dispatched(error)
    except BrowserError as error:
        window.stop, window.blocked = "the page is gone", True
        problem, maybe = problem or str(error), True
    if window.refused:
        rest = "the rest of the action was stopped" if window.dispatched else "nothing was done, look again"
        problem, maybe = f"{window.refused}; {rest}", window.dispatched
    if window.held:
        refused = f"{', '.join(window.held)} was held back: {clearance.held}"
        problem = "; ".join(filter(None, (problem, refused)))
        maybe = maybe and bool(window.sent)
    return Performed(call, target, done, problem, maybe, window, clearance, refused, unread)


def _outcome(performed: Performed, surface: ActingSurface) -> Outcome:
    call, target, done, window = performed.call, performed.target, performed.done, performed.window
    problem, maybe = performed.problem, performed.maybe
    if performed.went_on:
        title, problem, maybe = target.title if target else call.tool.name, "", False
        done = Done(f"{title} could not be read back because its page was left")
    effect = _effect(call.tool, target, window, finished=not maybe and not window.unanswered)
    lost = window.unanswered if effect is not Effect.READ else []
    if lost and not problem:
        problem, maybe = f"{lost[0]} has no answer yet", True
    status = "done" if not problem else "unknown" if effect is Effect.EFFECT and (maybe or window.sent) else "failed"
    if status == "unknown":
        problem += "; it may have taken effect: look before you repeat it"
    # A note begins with what it is about; the problem may say the rest already, of the same URL in another form.
    notes = [note for note in window.notes if note.partition(" ")[2] not in problem]
    notes = [note for note in notes if note.partition(" to ")[0] not in done.detail]
    if not problem:
        notes = [note for note in notes if not _known_already(note, done.detail, call.action)]
    detail = "; ".join(filter(None, (problem or done.detail, *notes)))
    return Outcome(
        action=call.action,
        status=status,
        effect=effect,
        detail=surface.mask(detail),
        target=target.title if target else "",
        receipts=_with_source(done.receipts, call, surface),
        evidence=done.evidence,
        visits=done.visits,
        sent=tuple(window.sent),
        nothing_sent=window.silent and call.tool.acts_through_page and not maybe,
        http_status=window.http_status,
        ends_run=done.ends_run,
        fail_kind=done.fail_kind,
        origin=performed.clearance.origin if performed.clearance else "",
        refused=surface.mask(performed.refused),
        milliseconds=round(window.milliseconds, 1),
    )


def _known_already(note: str, detail: str, action: Action) -> bool:
    """Whether a note only repeats the address that the tool was given, or reports itself."""
    went, _, url = note.rpartition(" ")
    return went == "the page went to" and (url in detail or url in action.parameters.values())


async def _run(tool: Tool, surface: ActingSurface) -> Done:
    """The tool's own work; given up at its time limit, and left waiting when a dialog opens in the middle of it.

    Raises:
        ToolError: A dialog is open that must be answered first.
        TimeoutError: It was given up; says after how long.
    """
    if not tool.works_during_dialog:
        _ = surface.page  # refused while a dialog is open
    seconds = None if tool.waits_for_person else min(tool.timeout_seconds, max(surface.seconds_left(), 0.0))
    work = asyncio.ensure_future(tool.run(surface))
    dialog = asyncio.ensure_future(surface.until_dialog())
    waiters = {work} if tool.works_during_dialog else {work, dialog}
    try:
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


def _with_source(receipts: tuple[Receipt, ...], call: Call, surface: ActingSurface) -> tuple[Receipt, ...]:
    """Receipts of a tool that takes no value, as `check`, with the data name that the action's reason gives."""
    names = set(references_in(call.action.reason))
    if len(names) != 1 or marked_fields(type(call.tool), VALUE):
        return receipts
    name = names.pop()
    try:
        surface.check_value(f"{{{{{name}}}}}")
    except ToolError:
        return receipts
    return tuple(receipt.model_copy(update={"reference": name}) for receipt in receipts)


def _target_of(tool: Tool, surface: ActingSurface) -> Element | None:
    names = [name for name in marked_fields(type(tool), ELEMENT_ID) if getattr(tool, name)]
    return surface.known(getattr(tool, names[0])) if names else None


def _effect(tool: Tool, target: Element | None, window: Window, *, finished: bool) -> Effect:
    """What the call amounted to: one that can act only through the page, finished and sent nothing, was an edit."""
    if tool.effect is not Effect.EFFECT or not (tool.acts_through_page and finished):
        return Effect.EFFECT if window.sent and tool.effect is Effect.EDIT else tool.effect
    return Effect.EFFECT if window.sent or (target is not None and target.submits) else Effect.EDIT


def _was_dispatched(error: PlaywrightError) -> bool:
    """Whether Playwright had begun the input when it failed; its call log says so, and a driver that died gives none."""
    text = str(error)
    died = "has been closed" in text and "Call log:" not in text
    return died or re.search(r"performing (?!hover)\w+ action", text) is not None


def _in_words(error: PlaywrightError, mask: Callable[[str], str]) -> str:
    """Playwright's message without its call log (which can hold typed text), with the obstacle it met."""
    text = str(error)
    if isinstance(error, PlaywrightTimeout):
        obstacle = _obstacle(text, mask)
        return "not possible in time" + (f": {obstacle}" if obstacle else "")
    first = text.splitlines()[0] if text else "failed"
    if "has been closed" in first:
        return "its tab closed meanwhile"
    return re.sub(r"^[\w.]+: ", "", first)[:300]


def _obstacle(log: str, mask: Callable[[str], str]) -> str:
    """What was in the way to the last, as Playwright's call log says it."""
    found = re.findall(
        r"^\s*- (?:(<.*>) (?:subtree )?intercepts pointer events|(element is not \w+|element was detached.{0,40}))",
        log,
        re.MULTILINE,
    )
    cover, state = found[-1] if found else ("", "")
    if not cover:
        return state
    covering = re.split(r"(?<=>) from (?=<)", mask(cover))[0]
    return f"{shortened(one_line(covering), SHOWN_OBSTACLE)} covers it"
