"""Compares a text, which is an agent's answer or stands on a page, with the references of a config."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from actwright.text import one_line, shortened
from actwright.webarena.dialect import Dialect
from actwright.webarena.judge import Judge
from actwright.webarena.matching import OR, Condition, includes, same
from actwright.webarena.score import CannotTell, Evaluator, FactScore, part

LONGEST_QUOTE = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedText:
    """A text under evaluation.

    Attributes:
        evaluator: The evaluator that compares it.
        field: Where its references are in `eval` of the config.
        source: What it is, for the reasons: `the answer`, `at http://…,`.
        text: The text.
        dialect: The benchmark whose rules apply.
        judge: Decides fuzzy matches.
        upstream: Whether to reproduce the defects of upstream.
    """

    evaluator: Evaluator
    field: str
    source: str
    text: str
    dialect: Dialect
    judge: Judge
    upstream: bool

    def part(self, key: str, holds: bool | None, words: str) -> FactScore:  # noqa: FBT001 - the fact itself
        """Makes the part for one key; `words` say what the text does: `is not 'Kayak'`."""
        quoted = shortened(one_line(self.text), LONGEST_QUOTE)
        return part(self.evaluator, f"{self.field}.{key}", holds, f"{self.source} {quoted!r} {words}")

    def exact(self, key: str, reference: str) -> FactScore:
        """Compares the whole text."""
        holds = same(reference, self.text, self.dialect)
        return self.part(key, holds, f"{'is' if holds else 'is not'} {reference!r}")

    def includes(
        self, key: str, references: Sequence[str], *, wanted: bool, alone: bool = False, choices: bool = True
    ) -> list[FactScore]:
        """Looks for each reference, which must be in the text, or must not.

        Args:
            key: The key of the config.
            references: The references.
            wanted: Whether they must be in the text.
            alone: See `includes` in `matching`.
            choices: Whether ` |OR| ` separates alternatives.
        """
        parts: list[FactScore] = []
        for at, reference in enumerate(references):
            alternatives = reference.split(OR) if choices else [reference]
            found = any(includes(each, self.text, self.dialect, alone=alone) for each in alternatives)
            parts.append(
                self.part(f"{key}.{at}", found == wanted, f"{'holds' if found else 'does not hold'} {reference!r}")
            )
        return parts

    def values(self, key: str, conditions: Sequence[Condition], number: float | None) -> list[FactScore]:
        """Compares the number that the text is with each condition; None if it is no whole number."""
        if number is None:
            return [self.part(key, False, "is not a whole number")]
        met = [condition.met_by(number, upstream=self.upstream) for condition in conditions]
        return [
            self.part(f"{key}.{at}", holds, f"{'meets' if holds else 'does not meet'} {condition.text!r}")
            for at, (condition, holds) in enumerate(zip(conditions, met, strict=True))
        ]

    async def meaning(self, key: str, reference: str, *, question: str, choices: bool = False) -> FactScore:
        """Asks the judge whether the text means the same. Upstream requires that of all alternatives."""
        alternatives = reference.split(OR) if choices else [reference]
        try:
            alike = [
                await self.judge.same_meaning(question=question, reference=each, answer=self.text)
                for each in alternatives
            ]
        except CannotTell as error:
            return self.part(key, None, f"cannot be compared with {reference!r}: {error}")
        holds = all(alike) if self.upstream else any(alike)
        return self.part(key, holds, f"{'means' if holds else 'does not mean'} {reference!r}, says the judge")
