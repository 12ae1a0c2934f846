"""`string_match`: checks the agent's answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from actwright.text import one_line, shortened
from actwright.webarena.config import ANY_OF, UNACHIEVABLE, Answers
from actwright.webarena.dialect import Compat, Dialect
from actwright.webarena.judge import Judge, NoJudge
from actwright.webarena.matching import OR, cleaned, includes, same
from actwright.webarena.numbers import Condition, whole_number
from actwright.webarena.problems import parsed
from actwright.webarena.quirks import Quirks, quirks_of
from actwright.webarena.verdict import CannotTell, FactScore, discarded, part

__all__ = ["string_match"]

LONGEST_QUOTE = 200


async def string_match(
    answer: str,
    references: Answers | Mapping[str, Any],
    *,
    task: str = "",
    note: str = "",
    dialect: Dialect,
    judge: Judge | None = None,
    compat: Compat = "fixed",
) -> tuple[FactScore, ...]:
    """Checks an answer against each key of `reference_answers`; all of them count.

    The keys: `exact_match` (a text), `must_include`, `must_exclude`, `one_of`, `required_values` (lists), `fuzzy_match`
    (a list, each item judged; or "N/A", in which case the answer must be "N/A" or give the reason). WebArena has the
    first, the second and the last. An empty answer has no meaning and gives no reason, so no judge is asked about it.
    Upstream does ask, continues with the whole number that `required_values` made of the answer, and forgets earlier
    results when `fuzzy_match: "N/A"` is judged.

    Args:
        answer: The agent's answer; empty if it gave none.
        references: `reference_answers` of the config, unchanged.
        task: The task, for the judge.
        note: `string_note` of the config: why the task cannot be done.
        dialect: The benchmark whose rules apply.
        judge: Decides fuzzy matches; without one, they are not judged.
        compat: Whether to reproduce upstream's defects.

    Raises:
        ConfigError: The references are malformed, or NLTK is needed and not installed.
    """
    answered = AnswerEvaluation(
        answer=cleaned(answer, dialect),
        task=task,
        note=note,
        dialect=dialect,
        judge=judge or NoJudge(),
        quirks=quirks_of(compat),
    )
    parts: list[FactScore] = []
    for kind, value in parsed(Answers, references, dialect=dialect).in_order.items():
        parts = await answered.checked(kind, value, parts)
    return tuple(parts)


@dataclass(slots=True, kw_only=True)
class AnswerEvaluation:
    """A cleaned answer under evaluation. It is cleaned again for most keys, as upstream does."""

    answer: str | int | None
    task: str
    note: str
    dialect: Dialect
    judge: Judge
    quirks: Quirks

    async def checked(self, kind: str, value: Any, before: list[FactScore]) -> list[FactScore]:
        """Returns the parts so far and those of one more key."""
        values: Any = [value] if isinstance(value, str) else value
        match kind:
            case "exact_match":
                return [*before, self._exact(kind, str(value))]
            case "required_values":
                return before + self._values(values)
            case "fuzzy_match" if value == UNACHIEVABLE:
                return await self._unachievable(before)
            case "fuzzy_match":
                return before + [await self._fuzzy(number, each) for number, each in enumerate(values)]
            case _:
                return before + self._worded(kind, values)

    def _worded(self, kind: str, references: Sequence[str]) -> list[FactScore]:
        if not isinstance(self.answer, str):
            why = "upstream stops here with an error: required_values has made a number of the answer"
            return [part("string_match", f"reference_answers.{kind}", None, why)]
        if kind in ("one_of", ANY_OF):
            return [self._any(kind, references, self.answer)]
        alone = len(references) == 1
        return [self._holding(kind, number, each, self.answer, alone=alone) for number, each in enumerate(references)]

    def _exact(self, kind: str, reference: str) -> FactScore:
        holds = self.answer is not None and same(reference, str(self.answer), self.dialect)
        return self._part(kind, holds, f"{'is' if holds else 'is not'} {reference!r}")

    def _any(self, kind: str, references: Sequence[str], answer: str) -> FactScore:
        if kind == ANY_OF:
            found = next((each for each in references if same(each, answer, self.dialect)), None)
        else:
            found = next((each for each in references if cleaned(each, self.dialect) in answer), None)
        verb = "is" if kind == ANY_OF else "holds"
        return self._part(
            kind, found is not None, f"{verb} {found!r}" if found is not None else f"{verb} none of {list(references)}"
        )

    def _holding(self, kind: str, number: int, reference: str, answer: str, *, alone: bool) -> FactScore:
        choices = reference.split(OR) if kind == "must_include" and self.dialect == "visualwebarena" else [reference]
        passed = any(includes(each, answer, self.dialect, alone=alone) for each in choices)
        holds = passed if kind == "must_include" else not passed
        return self._part(f"{kind}.{number}", holds, f"{'holds' if passed else 'does not hold'} {reference!r}")

    def _values(self, conditions: Sequence[Condition]) -> list[FactScore]:
        number = whole_number(self.answer) if isinstance(self.answer, str) else self.answer
        if self.quirks.number_stays:
            shown, self.answer = self.answer, number
        else:
            shown = self.answer
        if number is None:
            return [
                part("string_match", "reference_answers.required_values", False, f"{shown!r} is not a whole number")
            ]
        return [
            part(
                "string_match",
                f"reference_answers.required_values.{at}",
                (holds := condition.met_by(number, self.quirks)),
                f"{number} {'meets' if holds else 'does not meet'} {condition.text!r}",
            )
            for at, condition in enumerate(conditions)
        ]

    async def _fuzzy(self, number: int, reference: str) -> FactScore:
        field = f"fuzzy_match.{number}"
        if self._nothing_to_judge:
            return self._unanswered(field)
        try:
            alike = await self.judge.same_meaning(question=self.task, reference=reference, answer=str(self.answer))
        except CannotTell as error:
            return self._part(field, None, f"cannot be compared with {reference!r}: {error}")
        return self._part(field, alike, f"{'means' if alike else 'does not mean'} {reference!r}, says the judge")

    async def _unachievable(self, before: list[FactScore]) -> list[FactScore]:
        exact = self._exact("fuzzy_match", UNACHIEVABLE)
        if not self.quirks.reason_discards:
            return [*before, exact if exact.factor else await self._reason()]
        if exact.factor and all(each.factor for each in before):
            return [*before, exact]
        return [*discarded(before, 'fuzzy_match: "N/A"'), await self._reason()]

    async def _reason(self) -> FactScore:
        if self._nothing_to_judge:
            return self._unanswered("fuzzy_match")
        wanted = f'says why the task cannot be done, as {self.note!r}, or is "N/A"'
        if not self.note and not self.quirks.reason_without_note:
            return self._part("fuzzy_match", False, 'is not "N/A", and the config gives no reason to compare it with')
        try:
            alike = await self.judge.same_reason(task=self.task, reason=self.note, reported=str(self.answer))
        except CannotTell as error:
            return self._part("fuzzy_match", None, f"{wanted}: {error}")
        return self._part("fuzzy_match", alike, f"{'gives' if alike else 'does not give'} the reason {self.note!r}")

    @property
    def _nothing_to_judge(self) -> bool:
        return not self.quirks.nothing_judged and not str(self.answer).strip()

    def _unanswered(self, field: str) -> FactScore:
        return part("string_match", f"reference_answers.{field}", False, "no answer was given")

    def _part(self, field: str, holds: bool | None, said: str) -> FactScore:  # noqa: FBT001 - the fact itself
        answer = shortened(one_line(str(self.answer)), LONGEST_QUOTE)
        return part("string_match", f"reference_answers.{field}", holds, f"the answer {answer!r} {said}")
