"""What the limits of a test and of its session leave for the next run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from actwright.engine.limits import Limits
from actwright.engine.records.step_lines import money
from actwright.runners.spending import BUDGETS, SessionSpending
from actwright.runners.suite_test import SuiteTest
from actwright.schemas.result import Result
from actwright.schemas.status import Status

LIMITS = {Status.CALL_LIMIT: "calls", Status.TOKEN_LIMIT: "tokens", Status.COST_LIMIT: "usd"}


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
        option = f"{whose}_{name}" if whose == "test" else f"--actwright-{whose}-{name}"
        return f"the limit of the {whose} is reached: {amount} in all ({option})"


def budget_of(test: SuiteTest) -> Budget:
    """Returns what the limits of the test and of the session leave; where both are set, the smaller amount."""
    by_test = test.session.ledger.by_test
    in_all = sum(by_test.values(), SessionSpending())
    left: dict[str, float] = {}
    whose: dict[str, tuple[str, float]] = {}
    for name in BUDGETS:
        for owner, most, spent in (
            ("test", test.options.get(f"test_{name}"), by_test.get(test.id, SessionSpending())),
            ("session", test.session.limits.get(name), in_all),
        ):
            if most is not None and most - getattr(spent, name) < left.get(name, float("inf")):
                left[name], whose[name] = most - getattr(spent, name), (owner, most)
    return Budget(left, whose)
