"""The kinds of changes, grouped by how a person would react to them, and the order in which changes are tried."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence

from benchmarks.mutate.desk import BY_NAME, BY_NUMBER, RELEASES
from benchmarks.mutate.stage import Mutation
from benchmarks.mutate.steps import Scenario, Step

__all__ = ["AWAY", "GROUPS", "IN_BETWEEN", "IS_OVER", "KINDS", "LOST", "SAME", "group_of", "tries"]

GROUPS = {
    "control": ("nothing",),
    "unnoticed": (
        "classes renamed", "ids renamed", "field names renamed", "all renamed", "wrapped", "unwrapped", "button to link",
        "link to button", "slow answers", "arrives late",
    ),
    "same job": (
        "rows reordered", "fields reordered", "moved on the page", "rows prepended", "other data", "name polished", "banner",
        "decoy elsewhere", "changed columns", "new keys", "vanished toast", "same text elsewhere",
    ),
    "a person would think": (
        "name reworded", "translated", "behind a tab", "on another page", "consent wall", "confirm dialog", "confirm step",
        "decoy beside", "another of the name",
    ),
    "must stop": (
        "removed", "row removed", "another in its place", "a near name in its place", "effect lost", "effect refused",
        "old success, effect lost", "another's success, effect lost", "message negated", "only another of the name", "stale task",
    ),
}  # fmt: skip
"""The kinds by group.

control: nothing is changed, so a failure is the fault of the player.
unnoticed: the page looks and reads the same, and a person who follows the steps would notice nothing.
same job: a person sees the difference and does the same without thinking.
a person would think: a person has to think about what is meant now; the correct action and a stop are both right.
must stop: the recorded actions are no longer possible, or have no effect.
"""
AWAY = frozenset({"behind a tab", "on another page"})
"""The target is hidden until something else is done."""
IN_BETWEEN = frozenset({"consent wall", "confirm dialog", "confirm step"})
"""Something else must be done before or after the action."""
SAME = frozenset({"control", "unnoticed", "same job"})
"""The groups in which a person would do the same, so that a stop is a fault."""
KINDS = tuple(kind for group in GROUPS.values() for kind in group)
WHOLE_PAGE = frozenset({
    "nothing", "classes renamed", "ids renamed", "field names renamed", "all renamed", "slow answers", "other data", "translated", "banner",
    "consent wall", "confirm dialog", "confirm step", "effect lost", "effect refused", "old success, effect lost",
    "another's success, effect lost", "stale task", *RELEASES,
})  # fmt: skip
IS_OVER = frozenset({
    "removed", "row removed", "another in its place", "a near name in its place", "only another of the name", "stale task",
})  # fmt: skip
"""The target is gone, or is not the one that the task is about."""
LOST = frozenset({
    "effect lost", "effect refused", "old success, effect lost", "another's success, effect lost", "message negated",
})  # fmt: skip
"""The last action has no effect, whatever reaches it."""
ON_DESK = RELEASES | {"another's success, effect lost"}
"""The kinds that only the desk can have, because its effects are requests and its records have identities."""
POSSIBLE: Mapping[str, Callable[[Step], bool]] = {
    "button to link": lambda step: step.kind == "button",
    "link to button": lambda step: step.kind == "link",
    **dict.fromkeys(("rows reordered", "rows prepended", "row removed"), lambda step: bool(step.place.row or "li" in step.place.css)),
}  # fmt: skip
"""The elements that some kinds can change at all. For the other kinds, the page shows whether a change is possible."""
ONCE = frozenset(
    {"nothing", "translated", "consent wall", "confirm dialog", "confirm step", "effect lost", "effect refused"}
)
"""The changes of these kinds do not depend on the seed."""


def is_possible(kind: str, scenario: Scenario) -> bool:
    """Whether a scenario can have a change of this kind."""
    if kind not in ON_DESK:
        return True
    named = scenario.by_name or not scenario.record if kind in BY_NAME else not scenario.by_name
    of_a_record = kind not in {"another of the name", "only another of the name"} or bool(scenario.record)
    return scenario.application == "desk" and of_a_record and (named or kind not in BY_NAME | BY_NUMBER)


def group_of(kind: str) -> str:
    """Returns the group of a kind."""
    return next(name for name, kinds in GROUPS.items() if kind in kinds)


def tries(
    kind: str, scenarios: Sequence[Scenario], *, seed: int, groups: Mapping[str, Sequence[Sequence[str]]] | None = None
) -> Iterator[Mutation]:
    """Yields changes of a kind, no two the same.

    They cover each scenario, or each element of it, in random order, and then again with other seeds. `groups` has the
    elements of each scenario that are on one page; with it, these are changed at once.
    """
    chance = random.Random(f"{seed} {kind}")
    possible = POSSIBLE.get(kind, lambda _: True)
    places: list[tuple[str, str]] = []
    for scenario in scenarios:
        if not is_possible(kind, scenario):
            continue
        if kind in WHOLE_PAGE:
            places.append((scenario.name, ""))
            continue
        ids = [step.id for step in scenario.steps if possible(step)]
        together = groups[scenario.name] if groups else [[id] for id in ids]
        kept = (",".join(id for id in each if id in ids) for each in together)
        places += [(scenario.name, victims) for victims in kept if victims]
    for _ in range(1 if kind in ONCE else 6):
        chance.shuffle(places)
        for name, victim in places:
            yield Mutation(name, kind, victim, chance.randrange(1_000_000))
