"""Watches an action, waits for what it started, and records its effects."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial

from playwright.async_api import Frame

from actwright.engine.action_effects import ActionEffects, Note
from actwright.engine.page.acting.page_view import CHECK_SECONDS, PageView
from actwright.engine.page.acting.request_values import RequestValues
from actwright.engine.page.activity.activity import RunTab
from actwright.engine.page.activity.requests import OutgoingRequest
from actwright.engine.page.activity.settle import CHANGING, After, is_idle, settle
from actwright.engine.page.activity.traffic import BAD_REQUEST
from actwright.engine.page.reading.element_report import ElementCheck, Rest
from actwright.engine.page.reading.page_text import quote
from actwright.engine.values.run_values import RunValues
from actwright.schemas.step import Effect
from actwright.tools.base import Trait
from actwright.tools.parameters import element_ids
from actwright.tools.target import Also, Sameness

ERROR_PAGE = "chrome-error:"
SETTLE_SECONDS = 3.0
FIRST_SETTLE_SECONDS = 8.0
LEAVING_SECONDS = 0.006
"""Seconds until Playwright reports what a page sends because a field lost the focus; the next edit arrives later."""
REST_SECONDS = 0.3
"""How long a page may take to draw after an edit. If it takes longer, it is waited for as after any other action."""


class ActionWatch:
    """Watches the actions of one run.

    After an edit that changed only its own field, settling is deferred until `catch_up`.

    Args:
        view: The page in front; the `pending` of its observer receives what was still under way.
        requests: Reads what was sent.
        run_values: What was entered, and whether it was sent.
        answer_seconds: How long to wait for a request that an action set off.
        answered: Waits for the answers about what edits send, and returns how many questions there were so far.
    """

    def __init__(
        self,
        view: PageView,
        requests: RequestValues,
        run_values: RunValues,
        *,
        answer_seconds: float,
        answered: Callable[[], Awaitable[int]],
    ) -> None:
        self._view = view
        self._activity = view.activity
        self._observer = view.observer
        self._requests = requests
        self._run_values = run_values
        self._answered, self._answers = answered, 0
        self._last_edit: ActionEffects | None = None
        self._answer_seconds = answer_seconds
        self._restless = False
        self._deferred: ActionEffects | None = None
        self._edited = 0.0
        self._left: tuple[ActionEffects, float] | None = None
        self._leaving = False
        self._charged = 0
        self._footprint: tuple[object, ...] = ()
        self._aimed: Frame | None = None
        self._beginning = False

    @property
    def owes(self) -> bool:
        """Whether settling after earlier edits was deferred."""
        return self._deferred is not None

    def charged_until(self) -> float | None:
        """Monotonic time until which requests count as caused by leaving the previous field.

        None if no field was left.
        """
        return None if self._left is None else self._left[1]

    @property
    def sending_edit(self) -> ActionEffects | None:
        """The edit that is charged with what is sent now; None if the last action was none."""
        if self._leaving:
            return self._deferred or self._last_edit
        is_left = self._left is not None and time.monotonic() < self._left[1]
        return self._left[0] if is_left and self._left is not None else self._last_edit

    async def arrived(self) -> None:
        """Waits until the page at the start of a task is worth looking at."""
        since = time.monotonic()
        if not self._activity.traffic.documents:
            await self._observer.signs()  # the changes of a page that is there already are seen from now on
        self._observer.pending = await settle(
            self._activity,
            self._observer.signs,
            ceiling=self._view.clock.within(FIRST_SETTLE_SECONDS),
            longest=self._view.clock.within(FIRST_SETTLE_SECONDS),
            since=since,
        )
        self._restless = CHANGING in self._observer.pending

    async def typed(self) -> None:
        """Waits for the page's reaction to what was typed before."""
        self._observer.pending = await self._settle(since=self._observer.typed_at, after=After.TYPING)

    async def is_idle(self, *, since: float) -> bool:
        """Whether nothing is under way that may still change the page; see `Surface.is_idle`."""
        if await self._has_answer():
            await self._settle(since=time.monotonic())
        return await is_idle(self._activity, self._observer.signs, since=since, restless=self._restless)

    @asynccontextmanager
    async def during(self, effects: ActionEffects) -> AsyncGenerator[None]:
        """Watches the page while the block acts, and settles at its end if the action may have changed the page.

        If its input is for an element that the action names, it has failed if that element got none; the page is then
        informed in `armed` that the action begins.

        Args:
            effects: Receives what the action led to.
        """
        tool = effects.authorization.tool
        may_change_page = tool.effect is not Effect.READ or Trait.MAY_CHANGE_PAGE in tool.traits
        reach = Trait.TARGETS_ELEMENT in tool.traits and bool(element_ids(tool))
        began = time.monotonic()
        before = self._activity.active
        self._observer.reader.guard.begin()
        self._last_edit = effects if tool.effect is Effect.EDIT else None
        self._beginning = self._deferred is None and may_change_page and reach
        if before is not None:
            await self._requests.follow(before.page)
        if self._deferred is None:
            await self._begin(signs=may_change_page and not reach)
        if before is not None and self._activity.dialog is None:
            await self._observer.reader.guard.clipboard.share(before.page)
        effects.documents = self._activity.traffic.documents
        yield
        done = time.monotonic()
        self._observer.forget_signs()
        rest, waited = Rest(stirred=True), False
        if self._activity.dialog is not None or before is None or self._activity.active is not before:
            front = self._activity.active
            refusal = (
                None if self._activity.dialog or not front else await self._observer.reader.guard.disarm(front.page)
            )
        elif tool.effect is Effect.EDIT:
            refusal, rest = await self._observer.reader.guard.rest(before.page, timeout=REST_SECONDS)
        else:
            disarmed = self._observer.reader.guard.disarm(before.page, reach=reach and effects.finished)
            waited = may_change_page and self._activity.traffic.started > 0
            if waited:  # a document that is being replaced answers late
                refusal, _ = await asyncio.gather(disarmed, self._wait(since=done))
            else:
                refusal = await disarmed
        if refusal:
            effects.input_refused, effects.dispatched = refusal.reason, refusal.acted
        elif not rest.stirred and not effects.blocked_requests and self._activity.footprint == self._footprint:
            self._deferred, self._edited = effects, done
            effects.milliseconds = (time.monotonic() - began) * 1000
            return
        if may_change_page and not waited and (effects.dispatched or self._activity.traffic.started):
            await self._wait(since=done, after=After.TYPING if rest.timed else After.ACTION)
        modal = await self._observer.new_modal() if may_change_page else ""
        await self._close(effects, before, modal)
        effects.milliseconds = (time.monotonic() - began) * 1000

    async def catch_up(self, *, briefly: bool = False) -> str:
        """Lets the page settle if that is owed for earlier edits, and charges what it did to the last of them.

        Args:
            briefly: Whether the page is only acted on next, and not looked at.

        Returns:
            Why the rest of the batch must not go on; empty if it may.
        """
        if self._deferred is None:
            return ""
        effects, before = self._deferred, self._activity.active
        if briefly and before is not None:
            self._observer.reader.frames.cdp.prepare(before.page.main_frame)
        await self._wait(since=self._edited, after=After.EDITS_BEFORE_ACTION if briefly else After.EDITS)
        await self._close(effects, before, await self._observer.new_modal())
        effects.late = bool(effects.stop or effects.sent or effects.notes or effects.blocked_requests)
        return effects.stop

    def reopen(self) -> None:
        """Charges what happens from now on to the last edit, until `catch_up`: its field is about to be left."""
        if self._deferred is None and self._last_edit is not None:
            self._deferred = self._last_edit
            self._activity.traffic.resume()
        self._edited = time.monotonic()

    async def armed(self, element_id: str, *, leave: bool, same: Sameness, also: Also) -> ElementCheck:
        """Arms the guard of an element, and returns the state of the element.

        If leaving the previous field sets something off, that is waited for first, and charged to that field's edit.

        Args:
            element_id: The ID in the page tree.
            leave: Whether the action takes the focus from the previous field.
            same: What must be as the model saw it.
            also: What else to ask.
        """
        guard, self._aimed = self._observer.reader.guard, self._observer.reader.frames.frame_of(element_id)
        armed = partial(
            guard.check, element_id, arm=True, effect=self._observer.reader.work.effect, same=same, also=also
        )
        begin, self._beginning = self._beginning, False
        if leave and self._deferred is not None:
            self._leaving = True
            try:
                check = await armed(leave=True, timeout=CHECK_SECONDS)
                if not check.stirred and self._activity.footprint == self._footprint:
                    self._left = self._deferred, time.monotonic() + LEAVING_SECONDS
                    return check
                await guard.disarm(self._view.page)
                await self.catch_up()
            finally:
                self._leaving = False
            await self._begin()
        return await armed(begin=begin, timeout=CHECK_SECONDS)

    async def _begin(self, *, signs: bool = True) -> None:
        """Begins to record effects: what happens from now on is charged to the action that follows.

        Args:
            signs: Whether to inform the documents; if not, `armed` may do it in the same question.
        """
        self._activity.mark()
        self._observer.forget_signs()
        if signs:
            await self._observer.begin()
        self._charged, self._footprint, self._left = 0, self._activity.footprint, None

    async def _wait(self, *, since: float, after: After = After.ACTION) -> None:
        self._observer.pending = await self._settle(since=since, after=after)
        while await self._has_answer():
            self._observer.pending = await self._settle(since=time.monotonic())
        self._restless = CHANGING in self._observer.pending

    async def _has_answer(self) -> bool:
        """Waits until no question about an edit is open. Returns whether one was answered since the last call."""
        before, self._answers = self._answers, await self._answered()
        return self._answers > before

    async def _settle(self, *, since: float, after: After = After.ACTION) -> list[str]:
        return await settle(
            self._activity,
            self._observer.signs,
            ceiling=self._view.clock.within(SETTLE_SECONDS),
            longest=self._view.clock.within(max(self._answer_seconds, SETTLE_SECONDS)),
            since=since,
            restless=self._restless,
            after=after,
        )

    async def _close(self, effects: ActionEffects, before: RunTab | None, modal: str) -> None:
        activity, self._deferred = self._activity, None
        activity.traffic.rest()
        sent, self._charged = activity.traffic.sent[self._charged :], len(activity.traffic.sent)
        if self._left is not None:
            earlier, until = self._left
            await self._charge(earlier, [each for each in sent if each.at < until])
            earlier.late = bool(earlier.sent or earlier.notes or earlier.blocked_requests)
            sent = [each for each in sent if each.at >= until]
        self._left = None
        effects.left = bool(activity.navigations) or self._aimed in activity.replaced
        effects.silent = not activity.traffic.left and not self._observer.pending
        if activity.active is not None and (activity.traffic.documents or activity.opened):
            effects.http_status = activity.active.status
        stop, effects.blocked = self._stop(before, modal)
        if stop:
            effects.stop = stop.text
            effects.notes.append(stop)
        await self._charge(effects, sent)
        if effects.authorization.tool.effect is not Effect.READ:
            activity.traffic.log.end_action(had_effect=bool(effects.sent))
        self._run_values.end_window(effects.sent, new_document=activity.traffic.documents > 0)

    def _stop(self, before: RunTab | None, modal: str) -> tuple[Note | None, bool]:
        """Why a batch must not go on after an action (None if it may), and whether not even a look is possible."""
        activity, traffic = self._activity, self._activity.traffic
        if activity.dialog is not None:
            message = quote(self._view.values.mask(activity.dialog.message))
            return Note(f"a {activity.dialog.type} dialog opened: {message}"), True
        if activity.active is None or activity.crashed:
            return Note("the page is gone"), True
        if activity.opened:
            return Note(f"a new tab {activity.opened[-1]} opened"), False
        if activity.active is not before:
            return Note(f"{activity.active.id} is in front now"), False
        if activity.navigations:
            url = activity.navigations[-1]
            lost = traffic.broken if url.startswith(ERROR_PAGE) else None
            return lost or Note(f"the page went to {url}", url=url), False
        return Note(f"{quote(modal)} opened in the page") if modal else None, False

    async def _charge(self, effects: ActionEffects, sent: Sequence[OutgoingRequest]) -> None:
        effects.sent += await self._requests.sent(sent)
        effects.asked += self._requests.asked(sent)
        effects.mismatch = self._run_values.mismatch_in(effects.sent)
        effects.unanswered += [each.label for each in sent if each.unanswered]
        failed = [each for each in sent if each.changes and each.failed]
        effects.notes += [Note(f"{each.label} failed: {each.failed}") for each in failed]
        refused = [each for each in sent if each.status >= BAD_REQUEST and not self._activity.traffic.broken]
        answers = [(f"the server answered {each.answer}", each.label) for each in refused]
        effects.notes += [Note(f"{answer} to {label}", gist=answer) for answer, label in answers]
