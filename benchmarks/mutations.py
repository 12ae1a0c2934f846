"""Pages that change as releases change them: what does a replay do on them, and what a hand-written test?

`python benchmarks/mutations.py --tries 1200 --seed 1` records flows on the bundled site, Django's admin and pages made with MUI and
Bootstrap, changes the pages, and plays each flow on each changed page three times: by replay, and by two hand-written Playwright tests,
with role locators and with CSS. Each element has a hidden identity that nothing in the document shows; what was reached is told by it.

right: everything was done, on the right elements, and the player said so. stopped: nothing wrong was done, and the player did not say
that it is done. wrong: another element was reached. gone: another was reached in place of one that is not there any more. false pass:
the player said that it is done, and it is not. The report is on the scenarios that nothing was tuned on; `--set tune` shows the others.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

import actwright.engine.policies.replay.policy as replay_policy  # noqa: E402 - the repository's root comes first
from actwright import ConfigError  # noqa: E402 - the repository's root comes first
from actwright.compare.intervals import wilson  # noqa: E402
from actwright.engine.page.browser.launch import open_browser  # noqa: E402
from actwright.engine.page.reading.isolated_world import register  # noqa: E402
from benchmarks.mutate.applications import fetched, served  # noqa: E402
from benchmarks.mutate.kinds import GROUPS, IS_OVER, KINDS, LOST, group_of, tries  # noqa: E402
from benchmarks.mutate.play import (  # noqa: E402
    PATIENCE,
    Hit,
    Mutation,
    Played,
    Recorded,
    Stage,
    by_hand,
    by_replay,
    recorded,
    staged,
    still_works,
)
from benchmarks.mutate.scenarios import SCENARIOS, Scenario, held_out  # noqa: E402

WORKERS = 3
PLAYERS = ("replay", "roles", "css")
VERDICTS = ("right", "stopped", "wrong", "gone", "false pass")
WORK = ROOT / "build" / "mutate"


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What came of one change, by player."""

    mutation: Mutation
    of: Mapping[str, str]
    said: Mapping[str, str]


def verdict(mutation: Mutation, expected: Sequence[Hit], played: Played) -> str:
    """What a play was, by what it reached."""
    for wanted, hit in zip([*expected, None], played.hits, strict=False):
        if hit != wanted:
            return "gone" if mutation.kind in IS_OVER and (wanted is None or wanted.id == mutation.victim) else "wrong"
    done = len(played.hits) == len(expected) and mutation.kind not in LOST
    if played.finished:
        return "right" if done else "false pass"
    return "stopped"


@dataclass(slots=True)
class Worker:
    """One of several that play side by side, each with applications of its own."""

    stage: Stage
    recordings: Mapping[str, Recorded]
    players: Sequence[str] = PLAYERS

    async def judge(self, mutation: Mutation) -> Verdicts | None:
        """What each player does with a change; None if it cannot be made there, or leaves a page that nobody can use."""
        scenario = _scenario(mutation.scenario)
        made = self.recordings[scenario.name]
        given = (self.stage, scenario, mutation)
        replayed = await by_replay(*given, made.recording)
        if not replayed.changed:
            return None
        played = {"replay": replayed}
        for player in self.players[1:]:
            played[player] = await by_hand(*given, css=player == "css")
        of = {player: verdict(mutation, made.hits, each) for player, each in played.items()}
        usable = group_of(mutation.kind) not in {"control", "unnoticed", "same job"} or "right" in of.values()
        if not usable and not await still_works(*given):
            return None
        return Verdicts(mutation, of, {player: each.message for player, each in played.items()})


def _scenario(name: str) -> Scenario:
    return next(each for each in SCENARIOS if each.name == name)


async def measure(
    chosen: Sequence[Scenario],
    kinds: Sequence[str],
    *,
    wanted: int,
    seed: int,
    players: Sequence[str] = PLAYERS,
    say: Callable[[str], None] = lambda _: None,
    keep: Callable[[Verdicts], None] = lambda _: None,
) -> list[Verdicts]:
    """About `wanted` changes in equal parts of each kind; fewer of a kind that has no more. `keep` is called with each at once."""
    found = await fetched(WORK, frozenset(each.application for each in chosen))
    each_kind = -(-wanted // len(kinds))
    queue: asyncio.Queue[str] = asyncio.Queue()
    for kind in kinds:
        queue.put_nowait(kind)
    judged = defaultdict[str, list[Verdicts]](list)
    began = time.monotonic()
    async with AsyncExitStack() as stack:
        opened = await stack.enter_async_context(open_browser())
        await register(opened.page)
        data = [WORK / "data" / str(number) for number in range(min(WORKERS, len(kinds)))]
        worlds = [await stack.enter_async_context(served(found, folder)) for folder in data]
        stages = [await stack.enter_async_context(staged(opened.browser, world)) for world in worlds]
        recordings = await _all_recorded(stages[0], chosen, say)
        chosen = [each for each in chosen if each.name in recordings]
        say(f"recorded {len(recordings)} scenarios, {time.monotonic() - began:.0f} s")

        async def work(stage: Stage) -> None:
            worker = Worker(stage, recordings, players)
            while not queue.empty():
                kind = queue.get_nowait()
                start = time.monotonic()
                for mutation in tries(kind, chosen, seed=seed):
                    if len(judged[kind]) == each_kind:
                        break
                    if result := await worker.judge(mutation):
                        judged[kind].append(result)
                        keep(result)
                say(f"{kind}: {len(judged[kind])}, {time.monotonic() - start:.0f} s")

        async with asyncio.TaskGroup() as group:
            for stage in stages:
                group.create_task(work(stage))
    return [each for kind in kinds for each in judged[kind]]


async def _all_recorded(stage: Stage, chosen: Sequence[Scenario], say: Callable[[str], None]) -> dict[str, Recorded]:
    """The recordings by the names of their scenarios; one that cannot be made is left out, and that is said."""
    made: dict[str, Recorded] = {}
    for each in chosen:
        try:
            made[each.name] = await recorded(stage, each)
        except ConfigError as error:
            say(f"LEFT OUT: {error}")
    return made


def report(judged: Sequence[Verdicts], title: str) -> Table:
    """A row for each kind and each group."""
    table = Table(
        "change", "pages", *(f"{player}: {verdict}" for player in PLAYERS for verdict in VERDICTS), title=title
    )
    for group, kinds in GROUPS.items():
        for kind in kinds:
            if some := [each for each in judged if each.mutation.kind == kind]:
                table.add_row(kind, str(len(some)), *_counts(some))
        if some := [each for each in judged if group_of(each.mutation.kind) == group]:
            table.add_row(f"[bold]{group}", str(len(some)), *_counts(some), end_section=True)
    table.add_row("[bold]all", str(len(judged)), *_counts(judged))
    return table


def _counts(some: Sequence[Verdicts]) -> Iterator[str]:
    for player in PLAYERS:
        tally = Counter(each.of.get(player, "") for each in some)
        yield from (str(tally[verdict] or "") for verdict in VERDICTS)


def shares(judged: Sequence[Verdicts]) -> Iterator[str]:
    """Sentences with bounds: what each player did right, and what it must never do."""
    for group in GROUPS:
        some = [each for each in judged if group_of(each.mutation.kind) == group]
        for player in some[0].of if some else ():
            good = {"right"} if group in {"control", "unnoticed", "same job"} else {"right", "stopped"}
            count = sum(each.of[player] in good for each in some)
            bounds = wilson(count, len(some))
            assert bounds
            yield (
                f"{group}: {player}: {' or '.join(sorted(good))} {count} of {len(some)}, {count / len(some):.1%} "
                f"(95 %: {bounds.low:.1%} to {bounds.high:.1%})"
            )
    for player in judged[0].of if judged else ():
        bad = Counter(each.of[player] for each in judged)
        for name, count in (("wrong or gone", bad["wrong"] + bad["gone"]), ("false pass", bad["false pass"])):
            bounds = wilson(count, len(judged))
            assert bounds
            high = bounds.high if count else 3 / len(judged)
            yield f"all: {player}: {name} {count} of {len(judged)} (95 %: below {high:.2%})"


def violations(judged: Sequence[Verdicts]) -> list[Verdicts]:
    """Where the replay did what it must never do."""
    return [each for each in judged if each.of["replay"] in {"wrong", "gone", "false pass"}]


async def main(arguments: Sequence[str]) -> list[Verdicts]:
    """Measures, prints, and returns what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tries", type=int, default=1200, help="changes, about, in equal parts of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", choices=("report", "tune", "both"), default="report", help="which scenarios")
    parser.add_argument("--application", action="append", help="only scenarios of these; site needs no other packages")
    parser.add_argument("--kind", action="append", choices=KINDS, help="only these changes")
    parser.add_argument("--replay-only", action="store_true", help="without the hand-written tests")
    parser.add_argument("--rows", type=Path, help="a file for what came of each change, a line of JSON each")
    parser.add_argument("--out", type=Path, help="the results file")
    given = parser.parse_args(arguments)
    chosen = [
        each
        for each in SCENARIOS
        if (given.set == "both" or (each.name in held_out()) == (given.set == "report"))
        and (not given.application or each.application in given.application)
    ]
    replay_policy.PATIENCE = PATIENCE
    began = time.monotonic()
    console = Console(width=200)
    with given.rows.open("w", encoding="utf-8") if given.rows else nullcontext() as rows:

        def keep(each: Verdicts) -> None:
            if rows:
                print(json.dumps(asdict(each.mutation) | {"of": each.of, "said": each.said}), file=rows, flush=True)

        judged = await measure(
            chosen,
            given.kind or KINDS,
            wanted=given.tries,
            seed=given.seed,
            players=PLAYERS[:1] if given.replay_only else PLAYERS,
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
    for each in violations(judged):
        console.print(each.mutation, each.of["replay"], each.said["replay"])
    return judged


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
