"""`string_match`: checks the agent's answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from actwright.webarena.compared_text import ComparedText
from actwright.webarena.dialect import Compat, Dialect
from actwright.webarena.field_checks import UNACHIEVABLE
from actwright.webarena.judge import Judge, NoJudge
from actwright.webarena.matching import Condition, cleaned, same, whole_number
from actwright.webarena.problems import parsed
from actwright.webarena.score import CannotTell, FactScore, discarded, part
from actwright.webarena.task_form import ANY_OF, Answers


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
    compared = ComparedText(
        evaluator="string_match",
        field="reference_answers",
        source="the answer",
        text=cleaned(answer, dialect),
        dialect=dialect,
        judge=judge or NoJudge(),
        upstream=compat == "upstream",
    )
    evaluation = AnswerEvaluation(answer=compared, task=task, note=note)
    parts: list[FactScore] = []
    for key, value in parsed(Answers, references, dialect=dialect).in_order.items():
        parts = await evaluation.checked(key, value, parts)
    return tuple(parts)


@dataclass(slots=True, kw_only=True)
class AnswerEvaluation:
    """A cleaned answer under evaluation. It is cleaned again for most keys, as upstream does.

    Attributes:
        answer: The answer; the number in it once upstream has read one.
        task, note: As for `string_match`.
        is_number: Whether upstream has made a number of the answer.
    """

    answer: ComparedText
    task: str
    note: str
    is_number: bool = False

    async def checked(self, key: str, value: Any, before: list[FactScore]) -> list[FactScore]:
        """Returns the parts so far and those of one more key."""
        match key:
            case "exact_match":
                return [*before, self.answer.exact(key, value)]
            case "required_values":
                return before + self._values(key, value)
            case "fuzzy_match" if value == UNACHIEVABLE:
                return await self._unachievable(before)
            case "fuzzy_match":
                return before + [await self._meaning(f"{key}.{at}", each) for at, each in enumerate(value)]
            case _:
                return before + self._worded(key, value)

    def _worded(self, key: str, references: Sequence[str]) -> list[FactScore]:
        if self.is_number:
            why = "upstream stops here with an error: required_values has made a number of the answer"
            return [part("string_match", f"reference_answers.{key}", None, why)]
        if key in ("one_of", ANY_OF):
            return [self._any(key, references)]
        visual = self.answer.dialect == "visualwebarena"
        alone = len(references) == 1
        return self.answer.includes(key, references, wanted=key == "must_include", alone=alone, choices=visual)

    def _any(self, key: str, references: Sequence[str]) -> FactScore:
        text, dialect = self.answer.text, self.answer.dialect
        if key == ANY_OF:
            verb, found = "is", [each for each in references if same(each, text, dialect)]
        else:
            verb, found = "holds", [each for each in references if cleaned(each, dialect) in text]
        return self.answer.part(
            key, bool(found), f"{verb} {found[0]!r}" if found else f"{verb} none of {list(references)}"
        )

    def _values(self, key: str, conditions: Sequence[Condition]) -> list[FactScore]:
        number = whole_number(self.answer.text)
        found = self.answer.values(key, conditions, number)
        if self.answer.upstream:
            self.answer = replace(self.answer, text="" if number is None else str(number))
            self.is_number = True
        return found

    async def _meaning(self, key: str, reference: str) -> FactScore:
        return self._unanswered(key) or await self.answer.meaning(key, reference, question=self.task)

    async def _unachievable(self, before: list[FactScore]) -> list[FactScore]:
        exact = self.answer.exact("fuzzy_match", UNACHIEVABLE)
        if not self.answer.upstream:
            return [*before, exact if exact.factor else await self._reason()]
        if exact.factor and all(each.factor for each in before):
            return [*before, exact]
        return [*discarded(before, 'fuzzy_match: "N/A"'), await self._reason()]

    async def _reason(self) -> FactScore:
        answer, key = self.answer, "fuzzy_match"
        if unanswered := self._unanswered(key):
            return unanswered
        if not self.note and not answer.upstream:
            return answer.part(key, False, 'is not "N/A", and the config gives no reason to compare it with')
        try:
            alike = await answer.judge.same_reason(task=self.task, reason=self.note, reported=answer.text)
        except CannotTell as error:
            wanted = f'says why the task cannot be done, as {self.note!r}, or is "N/A"'
            return answer.part(key, None, f"{wanted}: {error}")
        return answer.part(key, alike, f"{'gives' if alike else 'does not give'} the reason {self.note!r}")

    def _unanswered(self, key: str) -> FactScore | None:
        """Returns the part of an empty answer, about which upstream asks the judge too."""
        if self.answer.upstream or self.answer.text.strip():
            return None
        return part("string_match", f"reference_answers.{key}", False, "no answer was given")
