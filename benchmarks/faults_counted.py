"""Counts what runs of `faults.py` did that no run may do."""

from __future__ import annotations

import asyncio
import sys
import traceback
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from actwright import ActwrightError, BrowserError, ModelError, Status
from actwright.schemas.ending import acted
from benchmarks.faults_injected import Scene, Seen

SLACK_SECONDS = 1.0

EXPECTED = (ActwrightError, asyncio.CancelledError)


@dataclass
class Counts:
    """The tries and the violations by promise, and the observed results by fault."""

    tries: Counter[str] = field(default_factory=Counter)
    wrong: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    seen: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    broken: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    late: list[float] = field(default_factory=list[float])
    resent: int = 0
    again: int = 0

    def add(self, other: Counts) -> None:
        self.tries += other.tries
        for mine, theirs in ((self.wrong, other.wrong), (self.broken, other.broken)):
            for key, said in theirs.items():
                mine[key] += said
        for key, counted in other.seen.items():
            self.seen[key] += counted
        self.late += other.late
        self.resent += other.resent
        self.again += other.again

    def plain(self) -> Counts:
        """The same counts without functions, so that another process can send them."""
        return Counts(
            self.tries, dict(self.wrong), dict(self.seen), dict(self.broken), self.late, self.resent, self.again
        )


def is_late(seen: Seen, scene: Scene) -> bool:
    return seen.seconds > scene.seconds + SLACK_SECONDS


def checked(seen: Seen, scene: Scene, name: str, counts: Counts, *, times: bool) -> None:
    """Counts a run and the requirements of every run that it broke; `times` says whether its time counts."""
    resent = (
        bool(scene.post.get("reset")) and seen.asked <= 1
    )  # by Chromium, which reports it to no page: see NOT_COVERED
    twice = len(seen.posts) > 1
    counts.resent += twice and resent
    counts.late.append(seen.seconds - scene.seconds)
    cut_off = isinstance(seen.error, TimeoutError) and not times  # its end is judged when it is played alone
    found = {
        "effects-once": f"posts: {seen.posts}"
        if (twice and not resent) or any("/wrong" in post for post in seen.posts)
        else "",
        "nothing-left": "; ".join(seen.left),
        "apart": f"the model of this run was shown what belongs to {seen.foreign}" if seen.foreign else "",
        **({} if cut_off else {"failures-told": untold(seen)}),
        **({"limits": exceeded(seen, scene)} if scene.limits else {}),
    }
    if times:
        found["deadlines"] = f"{seen.seconds:.1f} s of {scene.seconds:g}, {seen.words}" if is_late(seen, scene) else ""
    for key, said in found.items():
        counts.tries[key] += 1
        if said:
            counts.wrong[key].append(f"{name}: {said}")
            counts.broken[name].append(f"{key}: {said}")
    if seen.error is not None and not isinstance(seen.error, EXPECTED):
        print(name, *traceback.format_exception(seen.error), file=sys.stderr)


def exceeded(seen: Seen, scene: Scene) -> str:
    """Returns by how much a run exceeded a limit; empty if by one call at most."""
    calls = seen.result.exchanges
    most = scene.limits.get("calls") or scene.limits.get("steps")
    if most is not None and len(calls) > most + 1:
        return f"{len(calls)} calls of {most}"
    tokens = scene.limits.get("tokens")
    before = sum(exchange.usage.total for exchange in calls[:-1])
    return f"{before} of {tokens} tokens before the last call" if tokens is not None and before > tokens else ""


def untold(seen: Seen) -> str:
    """Returns what a run fails to report about its end and its actions; empty if it reports everything."""
    result, error = seen.result, seen.error
    if error is not None and not isinstance(error, EXPECTED):
        return f"it ends with {error!r}"
    if result.status is Status.RUNNING or (result.status is Status.COMPLETE and not seen.posts):
        return f"it is reported as {result.status}"
    if not seen.posts:
        return ""
    by_error = isinstance(error, ModelError | BrowserError) and not (
        error.may_have_acted or any(acted(outcome) for step in error.steps for outcome in step.outcomes)
    )
    silent = [
        name for name, is_silent in (("the result", not result.may_have_acted), ("the error", by_error)) if is_silent
    ]
    return (
        f"{len(seen.posts)} POST, of which {' and '.join(silent)} reports nothing ({seen.words} {error or ''})"
        if silent
        else ""
    )


def judge(counts: Counts, name: str, held: bool) -> None:  # noqa: FBT001 - what was found
    counts.tries["partial-replies"] += 1
    if not held:
        counts.wrong["partial-replies"].append(name)
