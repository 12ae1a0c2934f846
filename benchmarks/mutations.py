"""Compares replays with hand-written tests on pages that change as releases change them.

`python benchmarks/mutations.py --tries 1200 --seed 1` records flows on the bundled site, an order
desk with releases of its own, Django's admin and pages made with MUI and Bootstrap. It changes the pages and plays each flow on each changed page with four players: a replay; a
replay with a helper that knows the elements and continues where the replay stops (healing); and two hand-written
Playwright tests, one with role locators and one with CSS. Each element has a hidden identity, which nothing in the
document shows, so that the bench can report which element an action reached.

Each play gets one verdict:

right: the player did everything, on the right elements, and reported success.
healed: the same, with the help of the helper.
stopped: the player did nothing wrong and did not report success.
wrong: the player reached another element.
gone: the player reached another element in place of one that no longer exists.
false pass: the player reported success, but the flow was not done.

The report covers the scenarios that were not used for tuning; `--set tune` covers the others.

With `--walk`, no player acts: the helper walks through the changed pages, and the bench asks each player which element
it would act on. A walk takes a small part of the time. It counts elements: those that were changed or, if whole pages
were changed, all elements that the flow acts on.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, nullcontext
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.async_api import Error as PlaywrightError
from rich.console import Console

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

import actwright.engine.policies.replay.policy as replay_policy  # noqa: E402 - the repository's root comes first
from actwright import ActwrightError, ConfigError  # noqa: E402 - the repository's root comes first
from actwright.engine.page.browser.launch import open_browser  # noqa: E402
from actwright.engine.page.reading.isolated_world import register  # noqa: E402
from actwright.schemas.recording import Recording  # noqa: E402
from benchmarks import guarantees  # noqa: E402
from benchmarks.mutate.applications import fetched, served  # noqa: E402
from benchmarks.mutate.choose import on_elements, walked  # noqa: E402
from benchmarks.mutate.kinds import AWAY, GROUPS, IN_BETWEEN, IS_OVER, KINDS, LOST, SAME, group_of, tries  # noqa: E402
from benchmarks.mutate.play import BETWEEN, PATIENCE, RecordedRun, by_hand, by_healing, by_replay, recorded, still_works  # noqa: E402
from benchmarks.mutate.scenarios import SCENARIOS, Scenario, held_out  # noqa: E402
from benchmarks.mutate.stage import STALE, Mutation, Stage, staged  # noqa: E402
from benchmarks.mutate.verdicts import PLAYERS, Verdicts, choice_verdict, kept, report, shares, verdict, violations  # noqa: E402

WORKERS = 3
"""The number of changes that are played at once."""
LONGEST = 300.0
"""Seconds after which the bench gives up on a change, because a page that crashed answers nothing."""
WORK = ROOT / "build" / "mutate"


STATEMENT = (
    "A replay acts only on the records and elements that were recorded, or it stops, and it reports that it is done "
    "only if everything was done. Pages are changed as releases change them: elements are renamed, reordered, reworded "
    "or translated, the data and keys differ, decoys of the same name appear, and parts are removed or moved. This also "
    "holds where a message denies what was done, another policy goes on from the first step that does not fit, or pages "
    "ask for consent. Identities that no page shows determine which element would be reached."
)
APPLICATIONS = {
    "site": "the bundled site",
    "desk": "the order desk",
    "django": "Django's admin",
    "mui": "pages made with MUI",
    "bootstrap": "pages made with Bootstrap",
}
NOT_COVERED = (
    "applications other than {}; two kinds of change at once; a control that looks and reads as before but does "
    "something else; models that judge wrongly where a replay stops. Changes of one kind to one element differ only in "
    "details, so the tries are not independent"
)


@dataclass(slots=True)
class Worker:
    """One of several workers that play at once, each with its own applications."""

    stage: Stage
    recordings: Mapping[str, RecordedRun]
    players: Sequence[str] = PLAYERS
    walks: bool = False

    async def judge(self, mutation: Mutation) -> Sequence[Verdicts]:
        """Returns the verdicts on a change; none if it cannot be made there or leaves a page that nobody can use."""
        scenario = _scenario(mutation.scenario)
        made = self.recordings[scenario.name]
        if self.walks:
            return await self._walked(scenario, mutation, made)
        given = (self.stage, scenario, mutation)
        replayed = await by_replay(*given, made.recording)
        if not replayed.changed:
            return ()
        played = {"replay": replayed}
        if "healing" in self.players:
            stopped = verdict(mutation, made.hits, replayed, made.done) == "stopped" and mutation.kind != STALE
            played["healing"] = await by_healing(*given, made.recording) if stopped else replayed
        for player in {"roles", "css"}.intersection(self.players) if mutation.kind != STALE else ():
            played[player] = await by_hand(*given, css=player == "css")
        of = {player: verdict(mutation, made.hits, each, made.done) for player, each in played.items()}
        usable = group_of(mutation.kind) not in SAME or {"right", "healed"} & {*of.values()}
        if not usable and not await still_works(*given):
            return ()
        return (Verdicts(mutation, of, {player: each.message for player, each in played.items()}),)

    async def _walked(self, scenario: Scenario, mutation: Mutation, made: RecordedRun) -> Sequence[Verdicts]:
        absent = mutation.kind in IS_OVER | AWAY
        played, choices = await walked(self.stage, scenario, mutation, made.recording, absent=absent)
        if not played.changed:
            return ()
        return [
            Verdicts(
                replace(mutation, victim=meant),
                {player: choice_verdict(mutation.kind, meant, what) for player, what in chosen.items()},
                chosen,
            )
            for meant, chosen in choices.items()
            if chosen
        ]


def _scenario(name: str) -> Scenario:
    return next(each for each in SCENARIOS if each.name == name)


@dataclass(slots=True)
class Kind:
    """The changes of one kind that are still to be made.

    Attributes:
        name: The name of the kind.
        left: The changes that have not been tried.
        impossible: The scenarios and elements on which this kind of change cannot be made.
        judged: The number of changes that were made.
    """

    name: str
    left: Iterator[Mutation]
    impossible: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    judged: int = 0

    def next(self) -> Mutation | None:
        """Returns the next change, or None if none is left.

        If a change could not be made on an element, no other seed is tried on that element.
        """
        return next((each for each in self.left if (each.scenario, each.victim) not in self.impossible), None)


async def measure(
    chosen: Sequence[Scenario],
    kinds: Sequence[str],
    *,
    wanted: int,
    seed: int,
    players: Sequence[str] = PLAYERS,
    walks: bool = False,
    workers: int = WORKERS,
    known: Sequence[Verdicts] = (),
    minutes: float = math.inf,
    say: Callable[[str], None] = lambda _: None,
    keep: Callable[[Verdicts], None] = lambda _: None,
) -> None:
    """Judges about `wanted` changes, the same number of each kind.

    There are fewer if a kind has no more changes or if the time is up. The kinds take turns, so that the results of a
    bench that is interrupted cover all kinds.

    Args:
        chosen: The scenarios.
        kinds: The kinds of changes to try.
        wanted: The number of changes.
        seed: The seed that the changes are drawn from.
        players: The players.
        walks: Whether to walk through the pages and ask what each player would choose, instead of playing.
        workers: The number of changes that are played at once.
        known: Changes that are judged already and are not played again. One that cannot be made has no verdicts.
        minutes: No change begins after this many minutes.
        say: Called with messages about progress.
        keep: Called with the verdicts on each change as soon as they are known, also for a change that cannot be made.
    """
    found = await fetched(WORK, frozenset(each.application for each in chosen))
    each_kind = -(-wanted // len(kinds))
    tried = {each.mutation for each in known}
    began = time.monotonic()
    async with AsyncExitStack() as stack:
        opened = await stack.enter_async_context(open_browser())
        await register(opened.page)
        place = Path(stack.enter_context(TemporaryDirectory()))
        data = [place / str(number) for number in range(workers)]
        worlds = [await stack.enter_async_context(served(found, each)) for each in data]
        stages = [await stack.enter_async_context(staged(opened.browser, world)) for world in worlds]
        recordings = await _all_recorded(stages, chosen, say)
        chosen = [each for each in chosen if each.name in recordings]
        say(f"recorded {len(recordings)} scenarios, {time.monotonic() - began:.0f} s")
        groups = (
            {name: _groups(_scenario(name), made.recording) for name, made in recordings.items()} if walks else None
        )
        count = Counter(each.mutation.kind for each in known if each.of)
        all_kinds = [Kind(name, tries(name, chosen, seed=seed, groups=groups), judged=count[name]) for name in kinds]
        queue: asyncio.Queue[Kind] = asyncio.Queue()
        for kind in all_kinds:
            queue.put_nowait(kind)

        async def work(stage: Stage) -> None:
            worker = Worker(stage, recordings, players, walks)
            while not queue.empty() and time.monotonic() - began < minutes * 60:
                kind = queue.get_nowait()
                mutation = kind.next()
                if mutation is None:
                    continue
                if mutation not in tried:
                    start = time.monotonic()
                    results = await _judged(worker, mutation, say)
                    for each in results:
                        keep(each)
                    kind.judged += sum(bool(each.of) for each in results)
                    if not any(each.said for each in results):
                        kind.impossible.add((mutation.scenario, mutation.victim))
                    found_of = Counter(
                        f"{player}: {verdict}" for each in results for player, verdict in each.of.items()
                    )
                    say(
                        f"{time.monotonic() - began:.0f} s: {mutation}: {dict(found_of)}, {time.monotonic() - start:.0f} s"
                    )
                if kind.judged < each_kind:
                    queue.put_nowait(kind)

        async with asyncio.TaskGroup() as group:
            for stage in stages:
                group.create_task(work(stage))


async def _judged(worker: Worker, mutation: Mutation, say: Callable[[str], None]) -> Sequence[Verdicts]:
    """Returns the change with its verdicts; with none if it cannot be made, or if the browser failed on it twice."""
    for _ in range(2):
        try:
            async with asyncio.timeout(LONGEST):
                results = await worker.judge(mutation)
        except (PlaywrightError, ActwrightError, TimeoutError) as error:
            say(f"BROKEN: {mutation}: {error!r}")
            await worker.stage.renew()
            continue
        if any(each.mutation == mutation for each in results):
            return results
        return (*results, Verdicts(mutation, {}, {"bench": "its elements"} if results else {}))
    return (Verdicts(mutation, {}, {"bench": "broken twice"}),)


def _groups(scenario: Scenario, recording: Recording) -> Sequence[Sequence[str]]:
    """Returns the elements that each look at a page led to actions on."""
    left = [step.id for step in scenario.steps]
    return [[left.pop(0) for _ in on_elements(step.actions)[: len(left)]] for step in recording.steps]


async def _all_recorded(
    stages: Sequence[Stage], chosen: Sequence[Scenario], say: Callable[[str], None]
) -> dict[str, RecordedRun]:
    """Returns the recordings by the names of their scenarios; a message reports each one that cannot be made."""
    made: dict[str, RecordedRun] = {}
    left = list(chosen)

    async def work(stage: Stage) -> None:
        while left:
            scenario = left.pop()
            try:
                made[scenario.name] = await recorded(stage, scenario)
            except ConfigError as error:
                say(f"LEFT OUT: {error}")

    async with asyncio.TaskGroup() as group:
        for stage in stages:
            group.create_task(work(stage))
    return made


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--tries", type=int, default=1200, help="the approximate number of changes, in equal parts of each kind"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", choices=("report", "tune", "both"), default="report", help="the scenarios to play")
    parser.add_argument(
        "--application",
        action="append",
        help="only scenarios of this application; site and desk need no other packages",
    )
    parser.add_argument("--kind", action="append", choices=KINDS, help="only changes of this kind")
    parser.add_argument("--group", action="append", choices=GROUPS, help="only the changes of this group")
    parser.add_argument("--replay-only", action="store_true", help="without the hand-written tests")
    parser.add_argument("--walk", action="store_true", help="show what each player would choose, and play nothing")
    parser.add_argument("--workers", type=int, default=WORKERS, help="the number of changes played at once")
    parser.add_argument(
        "--minutes",
        type=float,
        default=math.inf,
        help="begin no change after this many minutes; 0 only reports on the changes in --rows",
    )
    parser.add_argument(
        "--rows",
        type=Path,
        help="a file for the verdicts, a line of JSON for each change; changes in it are not played again",
    )
    parser.add_argument("--out", type=Path, help="the results file")
    return parser.parse_args()


async def main() -> None:
    """Measures, and prints the verdicts."""
    given = _options()
    chosen = [
        each
        for each in SCENARIOS
        if (given.set == "both" or (each.name in held_out()) == (given.set == "report"))
        and (not given.application or each.application in given.application)
    ]
    replay_policy.PATIENCE, replay_policy.BETWEEN = PATIENCE, BETWEEN
    began = time.monotonic()
    kinds = given.kind or [
        kind
        for kind in KINDS
        if not (given.walk and kind in LOST | IN_BETWEEN | {STALE, "vanished toast", "same text elsewhere"})
        and group_of(kind) in (given.group or GROUPS)
    ]
    console = Console(width=200)
    known = kept(given.rows)
    judged = [each for each in known if each.of]
    with given.rows.open("a", encoding="utf-8") if given.rows else nullcontext() as rows:

        def keep(each: Verdicts) -> None:
            judged.extend([each] if each.of else [])
            if rows:
                print(json.dumps(asdict(each.mutation) | {"of": each.of, "said": each.said}), file=rows, flush=True)

        if given.minutes:
            await measure(
                chosen,
                kinds,
                wanted=given.tries,
                seed=given.seed,
                players=PLAYERS[:1] if given.replay_only else PLAYERS,
                walks=given.walk,
                workers=given.workers,
                minutes=given.minutes,
                known=known,
                say=lambda text: print(text, file=sys.stderr, flush=True),
                keep=keep,
            )
    console.print(
        report(
            judged,
            f"{len(judged)} changes of {len({each.mutation.scenario for each in judged})} scenarios, seed {given.seed}, {time.monotonic() - began:.0f} s",
        )
    )
    for line in shares(judged):
        console.print(line)
    bad = violations(judged)
    for each in bad:
        console.print(each.mutation, each.of, each.said)
    *others, last = (APPLICATIONS[name] for name in given.application or APPLICATIONS)
    not_covered = NOT_COVERED.format(" and ".join(filter(None, [", ".join(others), last])))
    tried = {"tries": len(judged), "violations": len(bad), "seed": given.seed, "not_covered": not_covered}
    guarantees.write(given.out, guarantees.proved("replays-fit", STATEMENT, **tried))


if __name__ == "__main__":
    asyncio.run(main())
