"""The score of a run: one factor for each checked fact, and their product."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Literal, TypeAlias

from actwright.errors import ActwrightError
from actwright.schemas.base import Frozen

Evaluator: TypeAlias = Literal["string_match", "url_match", "program_html", "page_image_query"]


class CannotTell(ActwrightError):  # noqa: N818 - the outcome of a check
    """A fact could not be checked: a site or a judge did not answer, or there is no judge.

    The message becomes a part's reason.
    """


class FactScore(Frozen):
    """One checked fact.

    Attributes:
        evaluator: The evaluator that checked it.
        field: Its place in `eval` of the config: `program_html.0.required_contents.must_include.1`.
        factor: 1.0 if it holds, 0.0 if not; None if that could not be judged.
        reason: Why, in a plain sentence. It quotes the reference: keep it away from the agent.
        lost_page: Whether a page could not be opened, so that later parts would look at another one.
    """

    evaluator: Evaluator
    field: str
    factor: float | None
    reason: str
    lost_page: bool = False


class TaskScore(Frozen):
    """The score of a task.

    Attributes:
        parts: All checked facts, in the order of checking.
    """

    parts: tuple[FactScore, ...] = ()

    @property
    def score(self) -> float | None:
        """The product of all factors, 1.0 or 0.0.

        None if no part is 0 and one could not be judged, or if there are no parts.
        """
        factors = [part.factor for part in self.parts]
        if 0.0 in factors:
            return 0.0
        return None if None in factors or not factors else math.prod(factor or 0.0 for factor in factors)

    @property
    def judged(self) -> bool:
        """Whether there is a score."""
        return self.score is not None

    @property
    def passed(self) -> bool:
        """Whether every fact holds."""
        return self.score == 1.0

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why the task did not pass: the field and reason of each part that does not hold or could not be judged."""
        return tuple(f"{part.field}: {part.reason}" for part in self.parts if part.factor != 1.0)


def part(evaluator: Evaluator, field: str, holds: bool | None, reason: str) -> FactScore:  # noqa: FBT001 - the fact itself
    """Makes a part from whether the fact holds; None if that could not be judged."""
    return FactScore(evaluator=evaluator, field=field, factor=None if holds is None else float(holds), reason=reason)


def unopened(evaluator: Evaluator, field: str, reason: str) -> FactScore:
    """Makes a part for a page that could not be opened."""
    return FactScore(evaluator=evaluator, field=field, factor=None, reason=reason, lost_page=True)


def discarded(parts: Iterable[FactScore], by: str) -> list[FactScore]:
    """Returns parts that upstream discards, because a later assignment replaces the score."""
    return [
        each.model_copy(update={"factor": 1.0, "reason": f"{each.reason}, which upstream discards for {by}"})
        for each in parts
    ]
