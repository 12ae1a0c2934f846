"""What runs spent, by test, and what the limits of the test and the session leave for the next run."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

import pytest

from actwright.engine.limits import Limits
from actwright.engine.records.step_lines import money
from actwright.pytest_plugin.plugin_options import BUDGETS, option
from actwright.pytest_plugin.record_folders import shared_folder
from actwright.schemas.exchange import Exchange, cost_of, usage_of
from actwright.schemas.result import Result
from actwright.schemas.status import Status

__all__ = ["Budget", "SessionSpending", "SpendingLedger", "budget_of", "ledger_of", "spent_by", "spent_on", "table"]

LEDGER: pytest.StashKey[SpendingLedger] = pytest.StashKey()
LIMITS = {Status.CALL_LIMIT: "calls", Status.TOKEN_LIMIT: "tokens", Status.COST_LIMIT: "usd"}


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
        path: The file that the workers of pytest-xdist share; None in one process.
    """

    def __init__(self, path: Path | None) -> None:
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
        """What each test spent; under pytest-xdist, including the ended runs of all workers."""
        rows = self._rows
        if self._path is not None and self._path.exists():
            lines = map(json.loads, self._path.read_text("utf-8").splitlines())
            rows = [(test, SessionSpending(**spent)) for test, spent in lines]
        found: dict[str, SessionSpending] = {}
        for test, spent in rows:
            found[test] = found.get(test, SessionSpending()) + spent
        return found


def ledger_of(config: pytest.Config) -> SpendingLedger:
    """Returns the ledger of this session."""
    if LEDGER not in config.stash:
        shared = shared_folder(config)
        config.stash[LEDGER] = SpendingLedger(shared / "spent.jsonl" if shared else None)
    return config.stash[LEDGER]


@dataclass(frozen=True, slots=True)
class Budget:
    """What the next run of a test may spend.

    Attributes:
        left: The calls, tokens and USD that are left, for those that are limited.
        whose: For each name in `left`, whose limit is the tighter one (`test` or `session`), and that limit.
    """

    left: Mapping[str, float]
    whose: Mapping[str, tuple[str, float]]

    def lowered(self, limits: Limits) -> Limits:
        """Returns the limits of a run, lowered to what is left."""
        lower = {name: left for name, left in self.left.items() if left < (getattr(limits, name) or float("inf"))}
        return limits.model_copy(update=lower)

    def spent(self) -> str:
        """Says which limit is used up; empty if none is."""
        return next((self._said(name) for name, left in self.left.items() if left <= 0), "")

    def ended(self, result: Result, limits: Limits) -> str:
        """Says which of these limits ended a run with its own `limits`; empty if none did."""
        name = LIMITS.get(result.status, "")
        return self._said(name) if name in self.left and self.lowered(limits) != limits else ""

    def _said(self, name: str) -> str:
        whose, most = self.whose[name]
        amount = money(most) if name == "usd" else f"{most:,} {name}"
        option = f"--actwright-{whose}-{name}"
        return f"the limit of the {whose} is reached: {amount} in all ({option})"


def budget_of(config: pytest.Config, test: str, options: Mapping[str, Any]) -> Budget:
    """Returns what the limits of the test and of the session leave; where both are set, the smaller amount."""
    by_test = ledger_of(config).by_test
    in_all = sum(by_test.values(), SessionSpending())
    left: dict[str, float] = {}
    whose: dict[str, tuple[str, float]] = {}
    for name in BUDGETS:
        for owner, most, spent in (
            (
                "test",
                options.get(f"test_{name}") or option(config, f"test-{name}"),
                by_test.get(test, SessionSpending()),
            ),
            ("session", option(config, f"session-{name}"), in_all),
        ):
            if most is not None and most - getattr(spent, name) < left.get(name, float("inf")):
                left[name], whose[name] = most - getattr(spent, name), (owner, most)
    return Budget(left, whose)


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
