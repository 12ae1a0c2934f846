"""Scores the marks and the text of a system against the truth, with pure functions."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchmarks.page.truth import Key, Mark, Target

__all__ = ["Finding", "Kept", "found", "ids_kept", "ninetieth", "same_targets", "words_found"]

_WORD = re.compile(r"[^\W_]+")
_NEAR = 6.0
"""How far the centre of a target may move in a re-render, in CSS px, if it is to count as the same target."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The targets that a system found, and its other marks.

    Attributes:
        in_view, in_view_found: The enabled targets in view, by kind, and those of them that are marked.
        whole, whole_found: The same on the whole page.
        disabled, disabled_found: The disabled targets in view, and those of them that are marked.
        marks: The number of marked elements.
        missed: The targets in view that are not marked.
        spurious: The marks that stand for no target.
    """

    in_view: dict[str, int]
    in_view_found: dict[str, int]
    whole: dict[str, int]
    whole_found: dict[str, int]
    disabled: int
    disabled_found: int
    marks: int
    missed: tuple[Target, ...]
    spurious: tuple[Mark, ...]

    def recall(self, *, whole: bool = False, without: str = "") -> float | None:
        """Returns the share of targets that were found, optionally without a kind; None if there are no targets."""
        asked, got = (self.whole, self.whole_found) if whole else (self.in_view, self.in_view_found)
        count = sum(number for kind, number in asked.items() if kind != without)
        return sum(number for kind, number in got.items() if kind != without) / count if count else None

    @property
    def spurious_share(self) -> float | None:
        """The share of marks that stand for no target; None if there are no marks."""
        return len(self.spurious) / self.marks if self.marks else None


def found(targets: Iterable[Target], marks: Sequence[Mark]) -> Finding:
    """Compares marks with targets. Two marks of one target find it once, and neither is spurious."""
    answers = {mark.answer for mark in marks}
    targets = tuple(targets)
    enabled = [target for target in targets if not target.disabled]
    viewed = [target for target in enabled if target.in_view]
    disabled = [target for target in targets if target.disabled and target.in_view]

    def by_kind(some: Iterable[Target]) -> dict[str, int]:
        return dict(Counter(target.kind for target in some))

    def marked(some: Iterable[Target]) -> list[Target]:
        return [target for target in some if target.key in answers]

    return Finding(
        in_view=by_kind(viewed),
        in_view_found=by_kind(marked(viewed)),
        whole=by_kind(enabled),
        whole_found=by_kind(marked(enabled)),
        disabled=len(disabled),
        disabled_found=len(marked(disabled)),
        marks=len(marks),
        missed=tuple(target for target in viewed if target.key not in answers),
        spurious=tuple(mark for mark in marks if mark.answer is None),
    )


def words_found(words: Iterable[str], text: str) -> tuple[int, list[str]]:
    """Returns how many of the words in view a text has, each as often as it is in view, and the words that it lacks."""
    there = Counter(
        _WORD.findall(text.replace("\\n", " ").casefold())
    )  # some systems write the line breaks of a value so
    asked = Counter(part for word in words for part in _WORD.findall(word.casefold()))
    missing = asked - there
    return asked.total() - missing.total(), sorted(missing.elements())


def same_targets(before: Iterable[Target], after: Iterable[Target]) -> list[tuple[Target, Target]]:
    """Pairs targets in view that are the same to a person: the same frame, kind, tag, role, name and place."""
    waiting: dict[tuple[object, ...], list[Target]] = defaultdict(list)
    for target in after:
        if target.in_view:
            waiting[_look(target)].append(target)
    pairs: list[tuple[Target, Target]] = []
    for target in before:
        alike = waiting[_look(target)]
        if not target.in_view or not alike:
            continue
        nearest = min(alike, key=lambda other: _distance(target, other))
        if _distance(target, nearest) <= _NEAR:
            alike.remove(nearest)
            pairs.append((target, nearest))
    return pairs


def _look(target: Target) -> tuple[object, ...]:
    return (target.key[0], target.kind, target.tag, target.role, target.name)


def _distance(one: Target, other: Target) -> float:
    (x, y, width, height), (left, top, wide, high) = one.box, other.box
    return max(abs(x + width / 2 - left - wide / 2), abs(y + height / 2 - top - high / 2))


@dataclass(frozen=True, slots=True)
class Kept:
    """The IDs across a re-render.

    Attributes:
        pairs: The number of targets that are in view before and after, and had an ID before.
        kept: The number of them with the same ID after.
        replaced: The number of pairs whose node was replaced; the other pairs are easy.
        wrong: The number of IDs that denote another target than before.
    """

    pairs: int
    kept: int
    replaced: int
    wrong: int


def ids_kept(pairs: Sequence[tuple[Target, Target]], before: Iterable[Mark], after: Iterable[Mark]) -> Kept:
    """Counts the IDs that denote the same target after a re-render as before."""
    old, new = _ids(before), _ids(after)
    denoted = {id: key for key, ids in new.items() for id in ids}
    had = [(one, other) for one, other in pairs if one.key in old]
    known = {other.key for _, other in pairs}
    wrong = sum(
        any(denoted.get(id) not in {None, other.key} and denoted.get(id) in known for id in old[one.key])
        for one, other in had
    )
    return Kept(
        pairs=len(had),
        kept=sum(bool(old[one.key] & new.get(other.key, set())) for one, other in had),
        replaced=sum(not other.known for _, other in had),
        wrong=wrong,
    )


def _ids(marks: Iterable[Mark]) -> dict[Key, set[str]]:
    ids: dict[Key, set[str]] = defaultdict(set)
    for mark in marks:
        if isinstance(mark.answer, tuple):
            ids[mark.answer].add(mark.id)
    return ids


def ninetieth(numbers: Sequence[float]) -> float:
    """Returns the 90th percentile: the smallest of the numbers that at least nine tenths of them do not exceed."""
    ordered = sorted(numbers)
    return ordered[max(0, -(-len(ordered) * 9 // 10) - 1)]
