"""A row: how one contender did on one case, and what it cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from actwright.schemas.base import Frozen
from actwright.schemas.usage import Usage

Outcome: TypeAlias = Literal["passed", "failed", "not judged", "crashed"]


class CaseRow(Frozen):
    """One case, played once by one contender.

    Attributes:
        case, seed, size: The case, the seed with which it was made, and its least number of acting steps if known.
        contender: The label of the contender: a policy and its options (`single_call`, `single_call+plain`).
        policy, evidence, screenshot, model: What the contender is made of.
        passed: Whether it was solved; None if that could not be judged. A crash is False.
        reward, reason: As the suite scored it.
        status, ended: How the run ended, and why (`actwright.Reason`).
        proof: The grade of its claim, as in `Result.proof`; empty if it is not complete or needed no evidence.
        may_have_acted: Whether the run may have had an effect beyond the page.
        error: What broke the run or its setting (provider, browser, suite); empty if nothing did.
        steps, calls, captures: Turns of the loop; model calls, retries included; looks at the page.
        unusable, failed_actions: Replies that could not be used; actions that failed or whose outcome is unknown.
        usage: Tokens of all calls.
        estimated: Whether any of the tokens are an estimate, because the provider reported none.
        input_by_part: What the input tokens were spent on.
        cost: USD; None if a price is not known. `cost_uncached` is what the same tokens would have cost without any
            prompt cache.
        seconds: From the first look at the page to the end of the last step; `model_seconds` is the part for calls, and
            `call_seconds` has each answered call's.
        judge_calls, judge_cost: What scoring took, in calls and USD; None if a price is not known. They are in no other
            figure.
        run_dir: The run folder, relative to the comparison's.
    """

    case: str
    seed: int
    size: int | None = None
    contender: str
    policy: str
    evidence: str
    screenshot: str
    model: str = ""
    passed: bool | None
    reward: float | None = None
    reason: str = ""
    status: str
    ended: str = ""
    proof: str = ""
    may_have_acted: bool = False
    error: str = ""
    steps: int = 0
    calls: int = 0
    captures: int = 0
    unusable: int = 0
    failed_actions: int = 0
    usage: Usage = Usage()
    estimated: bool = False
    input_by_part: Mapping[str, int] = {}
    cost: float | None = None
    cost_uncached: float | None = None
    seconds: float = 0.0
    model_seconds: float = 0.0
    call_seconds: tuple[float, ...] = ()
    judge_calls: int = 0
    judge_cost: float | None = 0.0
    run_dir: str = ""

    @property
    def key(self) -> tuple[str, int, str]:
        """The case, the seed and the contender, which identify the row in a comparison."""
        return self.case, self.seed, self.contender

    @property
    def outcome(self) -> Outcome:
        """The outcome of the case."""
        if self.error:
            return "crashed"
        return "not judged" if self.passed is None else "passed" if self.passed else "failed"

    @property
    def pair(self) -> tuple[str, int]:
        """The case and the seed, by which rows of different contenders are paired."""
        return self.case, self.seed
