"""Actions -> outcomes: each is checked, journalled, performed and watched; the batch stops where it should."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout

from actwright.engine.values import REFERENCE
from actwright.engine.window import Window
from actwright.errors import BrowserError, ReplyError, ToolError
from actwright.schemas.page import Element
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.step import Effect, Evidence, Outcome, Receipt
from actwright.tools.base import ELEMENT_ID, VALUE, Done, Surface, Tool, marked_fields
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

    def mask(self, text: str) -> str:
        """`text` with secrets replaced by their names."""
        ...

    def known(self, element_id: str) -> Element:
        """The element as it was last seen. Raises ToolError, naming what exists instead."""
        ...

    def watch(self, action: Action, effect: Effect, *, stirs: bool) -> AbstractAsyncContextManager[Window]:
        """Journals the action, watches the page while it runs, and settles at the end if it may have stirred the page."""
        ...

    def seconds_left(self) -> float:
        """Until the deadline of the run; 0 or less when it has passed."""
        ...

    async def until_dialog(self) -> None:
        """Returns when a dialog opens that waits for an answer."""
        ...


@dataclass(frozen=True, slots=True)
class Call:
    """An action and the validated tool call that it stands for."""

    action: Action
    tool: Tool

    @property
    def looks_only(self) -> bool:
        return self.tool.effect is Effect.READ

    @property
    def stirs(self) -> bool:
        return self.tool.stirs or not self.looks_only


async def act(proposal: Proposal, toolbox: Toolbox, surface: ActingSurface) -> tuple[Outcome, ...]:
    """Performs a proposal's actions in order, on the live page.

    The batch goes on through ordinary changes of the page. It stops at the first failure, navigation, new tab, dialog,
    or modal; what is left is recorded as skipped, except that looking (`expect`) goes on after a navigation.

    Returns:
        One outcome per action.

    Raises:
        ReplyError: An unknown tool, parameter, reference or element; then nothing has acted.
    """
    calls = [_bound(action, toolbox, surface) for action in proposal.actions]
    before = await _held_before(calls, surface) if proposal.complete else {}
    outcomes: list[Outcome] = []
    stop, may_look = "", True
    for index, call in enumerate(calls):
        if surface.seconds_left() <= 0:
            stop, may_look = "not tried, because the time of the run is up", False
        if stop and not (call.looks_only and may_look):
            outcomes.append(Outcome(action=call.action, status="skipped", effect=Effect.READ, detail=stop))
            may_look = False
            continue
        outcome, window = await _perform(call, surface)
        outcomes.append(_with_before(outcome, before.get(index)))
        if outcome.status != "done":
            stop, may_look = f"not tried, because action {index + 1} {_ENDINGS[outcome.status]}", False
        elif window.stop:
            stop, may_look = f"not tried, because {window.stop}", not window.blocked
    return tuple(outcomes)


_ENDINGS = {"failed": "failed", "unknown": "has an unknown outcome"}


def _bound(action: Action, toolbox: Toolbox, surface: ActingSurface) -> Call:
    try:
        tool = toolbox.bind(action, expand=surface.expand)
        for name in marked_fields(type(tool), ELEMENT_ID):
            element_id = getattr(tool, name)
            if element_id is not None:
                surface.known(element_id)
        for value in _values_of(tool):
            surface.check_value(value)
    except ToolError as error:
        raise ReplyError(f"{action.tool}: {error}") from error
    return Call(action, tool)


def _values_of(tool: Tool) -> list[str]:
    found = [getattr(tool, name) for name in marked_fields(type(tool), VALUE)]
    return [text for value in found if value is not None for text in ([value] if isinstance(value, str) else value)]


async def _held_before(calls: Sequence[Call], surface: ActingSurface) -> dict[int, Evidence]:
    """What the batch's checks find before its actions; a claim may not rest on what was so already."""
    if all(call.looks_only for call in calls):
        return {}
    found: dict[int, Evidence] = {}
    for index, call in enumerate(calls):
        try:
            evidence = await call.tool.probe(surface)
        except ToolError:
            continue  # cannot be looked at yet: it did not hold
        if evidence is not None:
            found[index] = evidence
    return found


def _with_before(outcome: Outcome, before: Evidence | None) -> Outcome:
    if not outcome.evidence:
        return outcome
    held = before.held if before is not None else None
    return outcome.model_copy(
        update={"evidence": tuple(each.model_copy(update={"held_before": held}) for each in outcome.evidence)}
    )


async def _perform(call: Call, surface: ActingSurface) -> tuple[Outcome, Window]:
    target = _target_of(call.tool, surface)
    done, problem, maybe = Done(), "", False
    window = Window()
    try:
        async with surface.watch(call.action, call.tool.effect, stirs=call.stirs) as window:
            try:
                done = await _run(call.tool, surface)
            except ToolError as error:
                problem, maybe = str(error), error.may_have_acted
                window.dispatched = maybe
            except TimeoutError as error:
                problem, maybe = str(error), True
            except PlaywrightError as error:
                problem, maybe = _in_words(error), _was_dispatched(error)
    except BrowserError as error:
        window.stop, window.blocked = "the page is gone", True
        problem, maybe = problem or str(error), True
    if window.refused:
        rest = "the rest of the action was stopped" if window.dispatched else "nothing was done, look again"
        problem, maybe = f"{window.refused}; {rest}", window.dispatched
    effect = _effect(call.tool, target, window, finished=not maybe)
    lost = window.unanswered if effect is Effect.EFFECT else []
    if lost and not problem:
        problem, maybe = f"{lost[0]} has no answer yet", True
    status = "done" if not problem else "unknown" if effect is Effect.EFFECT and (maybe or window.sent) else "failed"
    if status == "unknown":
        problem += "; it may have taken effect: look before you repeat it"
    # A note begins with what it is about; the problem may say the rest already, of the same URL in another form.
    notes = [note for note in window.notes if note.partition(" ")[2] not in problem]
    detail = "; ".join(filter(None, (problem or done.detail, *notes)))
    outcome = Outcome(
        action=call.action,
        status=status,
        effect=effect,
        detail=surface.mask(detail),
        target=target.title if target else "",
        receipts=_with_source(done.receipts, call, surface),
        evidence=done.evidence,
        visits=done.visits,
        ends_run=done.ends_run,
        milliseconds=round(window.milliseconds, 1),
    )
    return outcome, window


async def _run(tool: Tool, surface: ActingSurface) -> Done:
    """The tool's own work; given up at its time limit, and left waiting when a dialog opens in the middle of it.

    Raises:
        ToolError: A dialog is open that must be answered first.
        TimeoutError: It was given up; says after how long.
    """
    if not tool.works_during_dialog:
        _ = surface.page  # refused while a dialog is open
    seconds = min(tool.timeout_seconds, max(surface.seconds_left(), 0.0))
    work = asyncio.ensure_future(tool.run(surface))
    dialog = asyncio.ensure_future(surface.until_dialog())
    waiters = {work} if tool.works_during_dialog else {work, dialog}
    try:
        await asyncio.wait(waiters, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if work.done():
            return _as_done(work.result())
        if dialog.done():
            return Done(f"{tool.name} opened a dialog")
        raise TimeoutError(f"gave up after {seconds:.3g} s")
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
    names = {match[1] for match in REFERENCE.finditer(call.action.reason)}
    if len(names) != 1 or marked_fields(type(call.tool), VALUE):
        return receipts
    name = names.pop()
    try:
        surface.check_value(f"{{{{{name}}}}}")
    except ToolError:
        return receipts
    return tuple(receipt.model_copy(update={"reference": name}) for receipt in receipts)


def _target_of(tool: Tool, surface: ActingSurface) -> Element | None:
    names = [name for name in marked_fields(type(tool), ELEMENT_ID) if getattr(tool, name) is not None]
    return surface.known(getattr(tool, names[0])) if names else None


def _effect(tool: Tool, target: Element | None, window: Window, *, finished: bool) -> Effect:
    """What the call amounted to: one that can act only through the page, finished and sent nothing, was an edit."""
    if tool.effect is not Effect.EFFECT or not (tool.acts_through_page and finished):
        return Effect.EFFECT if window.sent and tool.effect is Effect.EDIT else tool.effect
    return Effect.EFFECT if window.sent or (target is not None and target.submits) else Effect.EDIT


def _was_dispatched(error: PlaywrightError) -> bool:
    """Whether Playwright had begun the input when it failed; its call log says so."""
    return re.search(r"performing \w+ action", str(error)) is not None


def _in_words(error: PlaywrightError) -> str:
    """Playwright's message without its call log (which can hold typed text), with the obstacle it met."""
    text = str(error)
    obstacle = re.search(
        r"- (?:<.*> )?(.{0,80}intercepts pointer events|element is not \w+|element was detached.{0,40})", text
    )
    if isinstance(error, PlaywrightTimeout):
        return "not possible in time" + (f": {obstacle[1]}" if obstacle else "")
    first = text.splitlines()[0] if text else "failed"
    if "has been closed" in first:
        return "its tab closed meanwhile"
    return re.sub(r"^[\w.]+: ", "", first)[:300]
