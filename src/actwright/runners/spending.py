"""What runs spent, by test."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

from actwright.engine.records.step_lines import money
from actwright.schemas.exchange import Exchange, cost_of, usage_of
from actwright.schemas.result import Result

BUDGETS = ("calls", "tokens", "usd")
"""What is limited for all runs of a test together, and for all runs of a session."""


@dataclass(frozen=True, slots=True)
class SessionSpending:
    """What runs spent together. Replies from a cassette cost nothing now and are not counted.

    Attributes:
        unpriced: Calls whose price is not known; `usd` does not include them.
        replayed: Runs that asked no model because a recording or a cassette had everything.
        healed: Runs that are complete although their recording did not fit.
    """

    runs: int = 0
    calls: int = 0
    tokens: int = 0
    usd: float = 0.0
    unpriced: int = 0
    replayed: int = 0
    healed: int = 0

    def __add__(self, other: SessionSpending) -> SessionSpending:
        return SessionSpending(
            *(getattr(self, each.name) + getattr(other, each.name) for each in fields(SessionSpending))
        )

    @property
    def cost(self) -> float | None:
        """USD; None if a price is not known."""
        return None if self.unpriced else self.usd


def spent_by(result: Result) -> SessionSpending:
    """Returns what a run spent."""
    spent = spent_on(result.exchanges)
    by_recording = result.replayed > 0 or bool(result.exchanges)
    return replace(spent, runs=1, replayed=int(by_recording and not spent.calls), healed=int(result.healed))


def spent_on(exchanges: Sequence[Exchange]) -> SessionSpending:
    """Returns what model calls spent."""
    paid = [each for each in exchanges if not (each.reply and each.reply.replayed)]
    return SessionSpending(
        calls=len(paid),
        tokens=usage_of(paid).total,
        usd=cost_of(each for each in paid if each.cost is not None) or 0.0,
        unpriced=sum(each.cost is None for each in paid),
    )


class SpendingLedger:
    """What the tests of a session spent, in the order in which their runs ended.

    Args:
        path: The file that several worker processes share; None in one process.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._rows: list[tuple[str, SessionSpending]] = []

    def add(self, test: str, spent: SessionSpending) -> None:
        """Records what an ended run or check of a test spent."""
        if self._path is None:
            self._rows.append((test, spent))
            return
        with self._path.open("ab", buffering=0) as file:  # one write is appended as a whole, even beside other workers
            file.write(json.dumps([test, asdict(spent)]).encode() + b"\n")

    @property
    def by_test(self) -> dict[str, SessionSpending]:
        """What each test spent; with several workers, including the ended runs of all of them."""
        rows = self._rows
        if self._path is not None and self._path.exists():
            lines = map(json.loads, self._path.read_text("utf-8").splitlines())
            rows = [(test, SessionSpending(**spent)) for test, spent in lines]
        found: dict[str, SessionSpending] = {}
        for test, spent in rows:
            found[test] = found.get(test, SessionSpending()) + spent
        return found


def table(by_test: Iterable[tuple[str, SessionSpending]]) -> str:
    """Returns a table of what each test spent, and the sum."""
    rows = [*by_test]
    named = [*rows, ("total", sum((spent for _, spent in rows), SessionSpending()))]
    width = max(len(name) for name, _ in named)
    head = f"{'test':<{width}}  runs  calls     tokens  USD"
    return "\n".join(
        [
            head,
            *(
                f"{name:<{width}}  {spent.runs:>4}  {spent.calls:>5}  {spent.tokens:>9,}  {money(spent.cost)}"
                for name, spent in named
            ),
        ]
    )
