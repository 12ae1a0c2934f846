"""The result of a check in plain language: a verdict, and the facts behind it."""

from __future__ import annotations

from collections.abc import Iterator
from operator import not_
from typing import Literal, Self, TypeAlias

from pydantic import Field, JsonValue, StrictBool, StrictStr

from actwright.errors import CheckFailed, CheckUndecided
from actwright.schemas.base import Frozen
from actwright.schemas.exchange import Exchange, cost_of, usage_of
from actwright.schemas.proposal import parsed
from actwright.schemas.recording import RecordedAction, RecordedCheck
from actwright.schemas.usage import Usage

__all__ = ["CheckResult", "CheckVerdict", "CheckedFact", "FactsReply", "GivenFact", "SeenInPicture", "parse_facts"]

CheckVerdict: TypeAlias = Literal["passed", "failed", "undecided"]

MOST_FACTS = 20


class GivenFact(Frozen):
    """A fact as a model gives it: the name of its kind, and its parameters."""

    fact: StrictStr
    parameters: dict[str, JsonValue]


class SeenInPicture(Frozen):
    """What a model judged from the screenshot: a part of the statement, what it saw, and whether that part is true."""

    about: StrictStr = Field(pattern=r"\S")
    found: StrictStr
    holds: StrictBool


class FactsReply(Frozen):
    """A model's reply: the facts that decide a statement, the part that needs the screenshot, and any problem."""

    problem: StrictStr
    facts: tuple[GivenFact, ...] = Field(max_length=MOST_FACTS)
    picture: SeenInPicture | None = None


def parse_facts(text: str) -> FactsReply:
    """Reads `{problem, facts, picture}`, as strictly as a proposal. Raises ReplyError."""
    return parsed(text, FactsReply, "{problem, facts, picture}")


class CheckedFact(Frozen):
    """One fact, and what the page showed.

    Attributes:
        fact: The check, with its elements in the form of a recording.
        wanted, found: What was expected, and what was there, in words.
        passed: Whether the fact held; None if the page does not decide it.
    """

    fact: RecordedAction
    wanted: str
    found: str
    passed: bool | None


class CheckResult(Frozen):
    """The verdict on a statement about a page.

    Attributes:
        statement: The statement as given.
        verdict: `passed`; `failed` (`reason` says what was there instead); or `undecided`: the statement could not be
            decided, which is an error and never a pass.
        reason: Why, in a sentence.
        judged_by: `facts` if code decided it; `model` if a part of it needed the screenshot and rests on a model's
            word; None if nothing decided it.
        facts: The facts that code evaluated.
        picture: The part of the statement that a model judged from the screenshot; empty if none.
        url: The URL of the page, with secrets masked.
        exchanges: The model calls that were made: one, and its retries; none if recorded facts were evaluated.
    """

    statement: str
    verdict: CheckVerdict
    reason: str
    judged_by: Literal["facts", "model"] | None = None
    facts: tuple[CheckedFact, ...] = ()
    picture: str = Field(default="", exclude_if=not_)
    url: str = ""
    exchanges: tuple[Exchange, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether the verdict is `passed`."""
        return self.verdict == "passed"

    @property
    def recorded(self) -> RecordedCheck:
        """The check in the form that `evaluate` takes, to repeat it without a model. Keep it if it passed."""
        return RecordedCheck(
            statement=self.statement, facts=tuple(each.fact for each in self.facts), picture=self.picture
        )

    @property
    def usage(self) -> Usage:
        """Tokens of all calls together."""
        return usage_of(self.exchanges)

    @property
    def cost(self) -> float | None:
        """USD of all calls together; None if any call's price is not known; 0.0 if no model was called."""
        return cost_of(self.exchanges)

    def raise_for_status(self) -> Self:
        """Returns this result if the verdict is `passed`.

        Raises:
            CheckFailed: The verdict is `failed`; this is also an AssertionError.
            CheckUndecided: The verdict is `undecided`.
        """
        __tracebackhide__ = True  # pytest then shows the line of the test
        if self.passed:
            return self
        raise (CheckFailed if self.verdict == "failed" else CheckUndecided)(str(self), result=self)

    def __str__(self) -> str:
        return "\n".join(self._lines())

    __repr__ = __str__

    def _lines(self) -> Iterator[str]:
        by = " by a model that looked at the screenshot" if self.judged_by == "model" else ""
        yield f'"{self.statement}": {self.verdict}{by}: {self.reason}'
        for each in self.facts:
            sign, found = ("yes", "") if each.passed else ("?" if each.passed is None else "no", f"; {each.found}")
            if each.wanted not in self.reason or found[2:] not in self.reason:
                yield f"  {sign}: {each.wanted}{found}"
        if self.url:
            yield f"  page: {self.url}"
