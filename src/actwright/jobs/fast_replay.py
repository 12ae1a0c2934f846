"""Does a row the way an earlier one was done, with Playwright's own locators, at the speed of a hand-written script.

This is the common case: a form on one page. Each field is found by its label and its name, without ambiguity, and
read back before the button is pressed; the guard decides on the press and on every request. If anything differs
before the press, the row is left to the replay, which looks more closely. After the press nothing is repeated, and the
page must show what proved the earlier row.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import reduce
from typing import cast
from urllib.parse import urlsplit

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Locator, Page
from playwright.async_api import TimeoutError as PlaywrightTimeout

from actwright.engine.matching.references import filled_text
from actwright.engine.policies.rules.press_result import judge
from actwright.engine.values.sought_values import SoughtValue
from actwright.jobs.confirmation_text import confirmation_in
from actwright.jobs.job_rows import JobRow
from actwright.jobs.ledger_row import LedgerRow, RowState
from actwright.jobs.submission_guard import SubmissionGuard
from actwright.jobs.submission_state import CLIENT_ERRORS, DISAGREES, SERVER_ERRORS
from actwright.schemas.confirmation import ConfirmRequest
from actwright.schemas.page import Observation
from actwright.schemas.recording import RecordedAction, RecordedTarget, Recording
from actwright.schemas.step import Evidence, Receipt
from actwright.schemas.task import REFERENCE
from actwright.text import one_line
from actwright.tools.denial import denied
from actwright.tools.expect import shows, url_matches

OPEN_SECONDS = 30.0
FIELD_SECONDS = 2.0
"""How long a field may take to appear and to accept its value; after that, the row is left to the replay."""
PRESS_SECONDS = 5.0
ANSWER_SECONDS = 30.0
"""How long the page may take to show what proved the earlier row."""
OBJECTION_SECONDS = 2.0
"""A page that shows errors and still lacks the proof after this time has refused the row."""
LOOK_SECONDS = 0.5
"""How long to wait for the text that proves the row before reading the whole page."""
BETWEEN = 0.02
PERFORMING = "performing click action"
"""The text that Playwright's log contains once the click was sent to the browser."""


@dataclass(frozen=True, slots=True)
class FieldEntry:
    """One field and the value to enter in it.

    Attributes:
        target: The field as the recording describes it.
        value: What to enter; may contain references.
        chosen: Whether the field is a select.
    """

    target: RecordedTarget
    value: str
    chosen: bool

    def found(self, page: Page) -> Locator:
        """The locator of the field, by label, tag and `name`. Playwright refuses to act if several fields match."""
        named = f'[name="{_quoted(self.target.field)}"]' if self.target.field else ""
        return page.get_by_label(self.target.name, exact=True).and_(page.locator(f"{self.target.tag}{named}"))


@dataclass(frozen=True, slots=True)
class FastReplay:
    """The fixed actions for each row: fill in the fields, press the button, check the proof.

    Attributes:
        fields: The fields, in order.
        press: The button.
        texts: For each check, the texts of which the page must show at least one; they may contain references.
        urls: The patterns that the address must match afterwards.
    """

    fields: tuple[FieldEntry, ...]
    press: RecordedTarget
    texts: tuple[tuple[str, ...], ...]
    urls: tuple[str, ...]

    @classmethod
    def of(cls, recording: Recording) -> FastReplay | None:
        """Returns the fast replay for a recording.

        Returns None if the recording does more than fill in fields, press a button, and check texts or the address.
        """
        if recording.captures:
            return None
        fields: list[FieldEntry] = []
        press: RecordedTarget | None = None
        texts: list[tuple[str, ...]] = []
        urls: list[str] = []
        for action in recording.actions:
            if action.tool in {"fill", "select"} and press is None and (entered := _entered(action)):
                fields.append(entered)
            elif action.tool == "click" and press is None and _is_button(action):
                press = action.targets["element_id"]
            elif action.tool == "expect" and press is not None:
                given = action.parameters["text"]
                texts.append(tuple(map(str, given)) if isinstance(given, list) else (str(given),))
            elif action.tool == "expect_url" and press is not None:
                urls.append(str(action.parameters["url"]))
            elif action.tool == "expect_request" and press is not None:
                continue  # every request of a row is checked anyway
            else:
                return None
        if press is None or not fields or not texts:
            return None
        return cls(tuple(fields), press, tuple(texts), tuple(urls))

    async def played(
        self, row: JobRow, guard: SubmissionGuard, page: Page, *, url: str, values: Mapping[str, str], seconds: float
    ) -> LedgerRow | None:
        """Does a row. Returns None if it is left to the replay; nothing of the row was sent then.

        Args:
            row: The row.
            guard: Decides what is sent; every request of the page passes through it.
            page: An empty page.
            url: Where the row starts.
            values: The values that the references stand for, by name.
            seconds: How long the row may take.
        """
        under_way = _RowInProgress(self, row, guard, page, values)
        guard.receipts, guard.sought, guard.at_home = lambda: under_way.receipts, lambda: under_way.sought, True
        try:
            async with asyncio.timeout(seconds):
                return await under_way.played(url)
        except (PlaywrightError, TimeoutError) as error:
            if guard.state.pressed or guard.intended:
                return under_way.entry(
                    RowState.UNKNOWN, "unconfirmed", f"the browser stopped answering ({type(error).__name__})"
                )
            return None


@dataclass
class _RowInProgress:
    replay: FastReplay
    row: JobRow
    guard: SubmissionGuard
    page: Page
    values: Mapping[str, str]
    receipts: list[Receipt] = field(default_factory=list[Receipt])
    sought: list[SoughtValue] = field(default_factory=list[SoughtValue])
    before: str = ""

    @property
    def front(self) -> Page:
        """The page that answers: a form may be submitted into a new tab."""
        return self.page.context.pages[-1]

    async def played(self, url: str) -> LedgerRow | None:
        guard = self.guard
        await self.page.goto(url, wait_until="load", timeout=OPEN_SECONDS * 1000)
        if not guard.rules.ours(self.page.url):
            return None
        passed = [await self._put(each) for each in self.replay.fields]
        holds, self.before, presses = await asyncio.gather(self._read_back(passed), self._text(), self._can_press())
        if not (holds and presses) or any(shows(self.before, text) for texts in self._texts() for text in texts):
            return None
        if not await self._pressed():
            return self._ended() if guard.intended else None
        return await self._answered()

    async def _put(self, entered: FieldEntry) -> str:
        """Enters a value. Returns what the field should hold now."""
        value = filled_text(entered.value, self.values)
        names = REFERENCE.findall(entered.value)
        name = one_line(names[0]) if len(names) == 1 and entered.value.strip() == f"{{{{{names[0]}}}}}" else ""
        shown = value if not self._withheld(entered.value) else entered.value
        title = f'{entered.target.tag} "{entered.target.name}"'
        self.receipts.append(Receipt(field=title, wanted=shown, got="", match=False, reference=name))
        found, timeout = entered.found(self.page), FIELD_SECONDS * 1000
        content = value
        if entered.chosen:
            content = ", ".join(await found.select_option(value, timeout=timeout))
        else:
            await found.fill(value, timeout=timeout)
        names = frozenset(filter(None, (entered.target.field, entered.target.name)))
        withheld = self._withheld(entered.value)
        self.sought.append(SoughtValue(value, shown, name, title, names, (content,), withheld))
        return content

    async def _read_back(self, wanted: Sequence[str]) -> bool:
        """Reads all fields at the same moment, and updates the receipts. Returns whether they hold their values."""
        reads = (each.found(self.page).input_value(timeout=FIELD_SECONDS * 1000) for each in self.replay.fields)
        for at, (passed, want) in enumerate(zip(await asyncio.gather(*reads), wanted, strict=True)):
            if passed.replace("\r\n", "\n") != want.replace("\r\n", "\n"):
                return False
            self.receipts[at] = self.receipts[at].model_copy(update={"got": self.receipts[at].wanted, "match": True})
        return True

    @property
    def _button(self) -> Locator:
        return self.page.get_by_role("button", name=self.replay.press.name, exact=True)

    async def _can_press(self) -> bool:
        return await self._button.count() == 1 and await self._button.is_enabled()

    async def _pressed(self) -> bool:
        """Presses the button. Returns whether it was pressed."""
        parts = urlsplit(self.page.url)
        asked = ConfirmRequest(
            url=self.page.url,
            origin=f"{parts.scheme}://{parts.netloc}",
            tool="click",
            target=f'button "{self.replay.press.name}"',
            submits=True,
        )
        if not await self.guard.confirm(asked):
            return False
        try:
            await self._button.click(timeout=PRESS_SECONDS * 1000, no_wait_after=True)
        except PlaywrightError as error:
            if PERFORMING in str(error) or self.guard.state.sent:
                self.guard.state.pressed = True
                raise
            self.guard.settle()
            return False
        self.guard.state.pressed = True
        return True

    async def _answered(self) -> LedgerRow:
        """Waits until the page shows what proved the earlier row, shows errors, or the time is up."""
        began, text = time.monotonic(), ""
        guard = self.guard
        while (passed := time.monotonic() - began) < ANSWER_SECONDS and not (guard.state.lost or guard.problem):
            with suppress(PlaywrightError):  # while the page navigates
                with suppress(PlaywrightTimeout):
                    alternatives = map(self.front.get_by_text, self._texts()[0])
                    await reduce(Locator.or_, alternatives).first.wait_for(timeout=LOOK_SECONDS * 1000)
                text = await self._text()
                if not (guard.state.waiting or guard.state.lost) and self._proven(text):
                    return self._done(text)
            said_no = guard.state.answered >= CLIENT_ERRORS
            may_object = (passed > OBJECTION_SECONDS or said_no) and not guard.state.open
            if text and may_object and self._refused(text):
                break
            if said_no and may_object and passed > OBJECTION_SECONDS:
                break
            if guard.turned_away and not guard.state.sent and passed > PRESS_SECONDS:
                break
            await asyncio.sleep(BETWEEN)
        return self._ended(text)

    def _ended(self, text: str = "") -> LedgerRow:
        guard, errors = self.guard, self._refused(text)
        if guard.turned_away and not guard.state.sent:
            guard.problem = guard.problem or f"{guard.turned_away} does not go to the site of the job"
        if guard.problem:
            guard.settle()
            return self.entry(RowState.UNKNOWN if guard.intended else RowState.INVALID, "not_as_wanted", guard.problem)
        if unanswered := guard.state.lost or guard.state.waiting:
            return self.entry(RowState.UNKNOWN, "no_answer", f"{unanswered} got no response")
        if guard.state.answered >= SERVER_ERRORS:
            return self.entry(
                RowState.UNKNOWN,
                "server_error",
                f"the server failed (HTTP {guard.state.answered}); the submit may have taken effect",
            )
        if guard.state.unsettled:
            return self.entry(RowState.UNKNOWN, "no_answer", guard.state.unsettled)
        if errors or guard.state.answered >= CLIENT_ERRORS:
            said = f"the page refused it: {errors}" if errors else f"the response was HTTP {guard.state.answered}"
            return self.entry(RowState.REFUSED, "refused_by_page", said)
        return self.entry(
            RowState.UNKNOWN,
            "unconfirmed",
            "the button was pressed, but the page does not show what proved an earlier row",
        )

    def _done(self, text: str) -> LedgerRow:
        if not self.guard.state.sent:
            return self.entry(
                RowState.UNKNOWN,
                "nothing_sent",
                "the page shows what proved an earlier row, but no submission was seen",
            )
        if self.guard.state.answered >= CLIENT_ERRORS:
            return self.entry(RowState.UNKNOWN, "server_error", DISAGREES.format(status=self.guard.state.answered))
        if self.guard.left_out:
            return self.entry(RowState.UNKNOWN, "not_as_wanted", self.guard.left_out)
        evidence = [
            Evidence(kind="quote", wanted=text, found=text, passed=True) for texts in self._texts() for text in texts
        ]
        said = confirmation_in(text, evidence, hidden=self._hidden())
        return self.entry(RowState.DONE, "complete", self.guard.unread).model_copy(update={"confirmation": said})

    def entry(self, state: RowState, reason: str, detail: str) -> LedgerRow:
        """The row as the ledger records it; private and secret values are masked."""
        for name, value in {**self.row.private, **self.row.secret}.items():
            detail = detail.replace(value, f"{{{{{name}}}}}") if value.strip() else detail
        return LedgerRow(
            number=self.row.number,
            state=state,
            reason=reason,
            detail=detail,
            policy="replay",
            receipts=tuple(self.receipts),
        )

    def _proven(self, text: str) -> bool:
        texts = all(any(shows(text, one) and not denied(text, one) for one in several) for several in self._texts())
        return texts and all(url_matches(self.front.url, filled_text(url, self.values)) for url in self.replay.urls)

    def _refused(self, text: str) -> str:
        """The errors that the page shows; empty if there are none."""
        if not text or self.guard.state.answered >= SERVER_ERRORS:
            return ""
        before = Observation(url="about:before", tree="", text=self.before)
        now = Observation(url="about:before", tree="", text=text)
        result = judge(before, now, values=[], scope=None)
        return "; ".join(f'"{each}"' for each in result.errors) if result.kind == "refused" else ""

    async def _text(self) -> str:
        return await self.front.locator("body").inner_text(timeout=FIELD_SECONDS * 1000)

    def _texts(self) -> list[list[str]]:
        return [[filled_text(text, self.values) for text in several] for several in self.replay.texts]

    def _withheld(self, value: str) -> bool:
        return any(
            one_line(name) not in self.row.data and one_line(name) in self.row.values
            for name in REFERENCE.findall(value)
        )

    def _hidden(self) -> list[str]:
        return [*self.row.private.values(), *self.row.secret.values()]


def _entered(action: RecordedAction) -> FieldEntry | None:
    """The field of a recorded fill or select; None if Playwright cannot find it by its label."""
    target, value = action.targets.get("element_id"), action.parameters.get("value")
    if target is None or target.frame or target.row or not target.name or not isinstance(value, str):
        return None
    chosen = action.tool == "select"
    fits = target.tag == "select" if chosen else target.tag in {"input", "textarea"}
    return FieldEntry(target, value, chosen) if fits else None


def _is_button(action: RecordedAction) -> bool:
    target = action.targets.get("element_id")
    plain = not {*cast("Mapping[str, object]", action.parameters)} - {"element_id"}
    return (
        target is not None
        and plain
        and target.role == "button"
        and bool(target.name)
        and not (target.frame or target.row)
    )


def _quoted(name: str) -> str:
    return name.replace("\\", "\\\\").replace('"', '\\"')
