"""Earlier looks of a run, by which a fact is known to be new: the first, before the first edit, before the last effect."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from pydantic import ValidationError

from actwright.errors import ToolError
from actwright.schemas.page import Element, Observation
from actwright.schemas.step import Evidence, Outcome
from actwright.text import one_line
from actwright.tools.expect import CHECKS
from actwright.tools.expect_request import ExpectRequest

BEYOND = re.compile(r"screens (?:above|below)\b")
"""What the first line of a tree says if the page goes on beyond the viewport; the text of such a page is not whole."""


class LookingSurface(Protocol):
    """What a baseline is taken from."""

    async def look(self) -> Observation:
        """The page, with the text of all of it."""
        ...


@dataclass(slots=True)
class Baselines:
    """The pages of a run before it changed anything, before its first edit, and before its last effect.

    Attributes:
        start: The first look of the run.
        before_edit: The page before the first actions that were not looks.
        before_effect: The page before the last actions that sent something; None if none did.
    """

    start: Observation | None = None
    before_edit: Observation | None = None
    before_effect: Observation | None = None
    _latest: Observation | None = None

    async def take(self, page: Observation, surface: LookingSurface, *, acts: bool) -> None:
        """Remembers the page of a step before its actions. `acts` says whether any of them does more than look."""
        if self.start is not None and not acts:
            return
        whole = await _whole(page, surface) if acts else page
        self.start = self.start or whole
        if acts:
            self.before_edit = self.before_edit or whole
            self._latest = whole

    def acted(self, outcomes: tuple[Outcome, ...]) -> None:
        """Notes whether the actions of the step sent something, so that its page is the last before an effect."""
        if any(each.sent for each in outcomes):
            self.before_effect = self._latest

    def passed_at_start(self, evidence: Evidence) -> bool | None:
        """Whether a fact held at the start or before the first edit; None if that cannot be known."""
        answers = [holds_on(evidence, page) for page in (self.start, self.before_edit) if page is not None]
        return True if True in answers else False if False in answers else None


async def _whole(page: Observation, surface: LookingSurface) -> Observation:
    """The page with its whole text, which a look for a policy has only if the page is no longer than its viewport."""
    if not BEYOND.search(page.tree.partition("\n")[0]):
        return page
    try:
        return await surface.look()
    except ToolError:  # a dialog hides it
        return page


def holds_on(evidence: Evidence, page: Observation) -> bool | None:
    """Whether a fact holds on a page; None if that cannot be known."""
    if evidence.kind == ExpectRequest.kind:
        return None
    if evidence.kind == "quote":
        return one_line(evidence.wanted) in one_line(page.text)
    again = check_again(evidence, page)
    return None if again is None else again.passed


def check_again(evidence: Evidence, page: Observation) -> Evidence | None:
    """Repeats the check behind a fact on a page; None if there is no check that can be repeated.

    What was sent stays sent: such a fact is returned as it is.
    """
    if evidence.kind == ExpectRequest.kind:
        return evidence
    if evidence.kind not in CHECKS:
        return None
    try:
        check = CHECKS[evidence.kind].model_validate_json(evidence.parameters)
    except ValidationError:
        return None
    update = {"passed_before": evidence.passed_before, "passed_at_start": evidence.passed_at_start}
    return check.probe(page)[0].model_copy(update=update)


def with_contents(page: Observation, outcomes: tuple[Outcome, ...]) -> Observation:
    """A page with what these actions entered into its fields."""
    got = {receipt.field.partition(" ")[0]: receipt.got for outcome in outcomes for receipt in outcome.receipts}
    elements = tuple(_with_content(each, got[each.id]) if each.id in got else each for each in page.elements)
    return Observation(  # a copy would keep its `by_id`
        url=page.url, title=page.title, text=page.text, tree=page.tree, elements=elements, downloads=page.downloads
    )


def _with_content(element: Element, got: str) -> Element:
    """The element once its receipt said what it holds."""
    update = {"value": got} if element.checked is None else {"checked": got == "checked"}
    return element.model_copy(update=update)
