"""Says what each player did with a change, and counts it by kind and group."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

from rich.table import Table

from actwright.compare.intervals import wilson
from benchmarks.mutate.desk import Done
from benchmarks.mutate.kinds import GROUPS, IS_OVER, LOST, SAME, group_of
from benchmarks.mutate.stage import STALE, Hit, Mutation, Played

PLAYERS = ("replay", "healing", "roles", "css")
VERDICTS = ("right", "healed", "stopped", "wrong", "gone", "false pass")
MUTATION = tuple(each.name for each in fields(Mutation))


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The verdicts on one change, by player."""

    mutation: Mutation
    of: Mapping[str, str]
    said: Mapping[str, str]


def verdict(mutation: Mutation, expected: Sequence[Hit], played: Played, effects: Sequence[Done] = ()) -> str:
    """Returns the verdict on a play from the elements that it reached and its effects on records."""
    if any(each not in effects for each in played.done) or len(played.done) > len(effects):
        return "wrong"
    if mutation.kind == STALE and played.hits:
        return "wrong"
    for wanted, hit in zip([*expected, None], played.hits, strict=False):
        if hit != wanted:
            return "gone" if mutation.kind in IS_OVER and (wanted is None or wanted.id == mutation.victim) else "wrong"
    reached = len(played.hits) == len(expected) and len(played.done) == len(effects)
    done = reached and mutation.kind not in LOST | {STALE} and not played.lost
    if played.finished:
        return "false pass" if not done else "healed" if played.healed else "right"
    return "stopped"


def choice_verdict(kind: str, meant: str, chosen: str) -> str:
    """Returns the verdict on the choice of an element."""
    if not chosen:
        return "stopped"
    if kind in IS_OVER:
        return "gone"
    return "right" if chosen == meant else "wrong"


def kept(file: Path | None) -> list[Verdicts]:
    """Reads the verdicts in a file of rows, which may end in the middle of a row if a bench was interrupted."""
    if file is None or not file.exists():
        return []
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.endswith("}")]
    return [Verdicts(Mutation(**{name: row.pop(name) for name in MUTATION}), **row) for row in rows]


def report(judged: Sequence[Verdicts], title: str) -> Table:
    """Returns a table with a row for each kind and each group, and a column for each verdict that a player got."""
    columns = [
        (player, verdict)
        for player in PLAYERS
        for verdict in VERDICTS
        if any(each.of.get(player) == verdict for each in judged)
    ]

    def counts(some: Sequence[Verdicts]) -> Iterator[str]:
        tally = Counter(given for each in some for given in each.of.items())
        return (str(tally[column] or "") for column in columns)

    table = Table("change", "pages", *(f"{player}: {verdict}" for player, verdict in columns), title=title)
    for group, kinds in GROUPS.items():
        for kind in kinds:
            if some := [each for each in judged if each.mutation.kind == kind]:
                table.add_row(kind, str(len(some)), *counts(some))
        if some := [each for each in judged if group_of(each.mutation.kind) == group]:
            table.add_row(f"[bold]{group}", str(len(some)), *counts(some), end_section=True)
    table.add_row("[bold]all", str(len(judged)), *counts(judged))
    return table


def shares(judged: Sequence[Verdicts]) -> Iterator[str]:
    """Yields sentences with bounds: the share that each player did right, and the share of what it must never do."""
    for group in GROUPS:
        of_group = [each for each in judged if group_of(each.mutation.kind) == group]
        for player in PLAYERS:
            some = [each for each in of_group if player in each.of]
            if not some:
                continue
            good = {"right", "healed"} if group in SAME else {"right", "healed", "stopped"}
            count = sum(each.of[player] in good for each in some)
            bounds = wilson(count, len(some))
            assert bounds
            yield (
                f"{group}: {player}: {' or '.join(sorted(good))} {count} of {len(some)}, {count / len(some):.1%} "
                f"(95 %: {bounds.low:.1%} to {bounds.high:.1%})"
            )
    for player in PLAYERS:
        of_player = [each for each in judged if player in each.of]
        bad = Counter(each.of[player] for each in of_player)
        if not of_player:
            continue
        counts = {"wrong or gone": bad["wrong"] + bad["gone"]}
        if any(each.mutation.kind in LOST for each in of_player):  # a walk does not report success
            counts["false pass"] = bad["false pass"]
        for name, count in counts.items():
            bounds = wilson(count, len(of_player))
            assert bounds
            high = bounds.high if count else 3 / len(of_player)
            yield f"all: {player}: {name} {count} of {len(of_player)} (95 %: below {high:.2%})"


def violations(judged: Sequence[Verdicts]) -> list[Verdicts]:
    """Returns the changes on which the replay did what it must never do."""
    bad = {"wrong", "gone", "false pass"}
    return [each for each in judged if bad & {each.of["replay"], each.of.get("healing")}]
