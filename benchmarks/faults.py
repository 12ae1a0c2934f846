"""Plays runs under faults, one or two at once: the model, page, browser or network fails while a form is filled in.

`python benchmarks/faults.py --rounds 3 --schedules 1000 --seed 7 --processes 2`. The form is on a server in a separate
process that logs every POST (`faults_site.py`); the model speaks a provider's wire on loopback; the browser is real.
Each run must meet these conditions:

- It sends at most one POST, and exactly one if it ends as `complete`.
- It ends in a state or with an error of the library at most one second after its deadline.
- It reports everything that was sent as something that may have happened.
- Five seconds later, no task and no process of it is left.

A run that is late while others play is played again alone, and only that time counts, because runs on few cores starve
each other. In addition, the bench cuts every reply of a model at every byte, on each wire.

Faults of jobs over rows are not covered: a worker that dies, a full or corrupt ledger, two workers on one row, a soak
test over rows.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import multiprocessing
import random
import shutil
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402

from actwright import Agent, ModelError  # noqa: E402
from actwright.engine.meter import Meter  # noqa: E402
from actwright.engine.models.base import find_model  # noqa: E402
from actwright.engine.models.retry import RetryPolicy  # noqa: E402
from actwright.engine.page.browser.launch import open_browser  # noqa: E402
from actwright.engine.policies.base import find_policy  # noqa: E402
from actwright.errors import ReplyError  # noqa: E402
from actwright.schemas.proposal import Proposal  # noqa: E402
from actwright.schemas.turn import Turn  # noqa: E402
from actwright.testing import Answer  # noqa: E402
from benchmarks.faults_counted import SLACK_SECONDS, Counts, checked, is_late, judge  # noqa: E402
from benchmarks.faults_injected import FAULTS, Fault, Scene  # noqa: E402
from benchmarks.faults_played import LEFT_SECONDS, TASK, WIRES, Place, action, place, played, remembered, reply_of  # noqa: E402
from benchmarks.guarantees import Proof, proved, write  # noqa: E402

PROMISES = {
    "effects-once": "An effect is never repeated automatically: no fault leads to a second POST.",
    "partial-replies": "If a reply is cut off, nothing that it asks for is done, wherever it is cut.",
    "deadlines": f"Whatever hangs, a run ends at most {SLACK_SECONDS:g} s after its deadline.",
    "nothing-left": f"{LEFT_SECONDS:g} s after the end of a run, none of its tasks and browser processes is left.",
    "failures-told": (
        "A run ends with a status or a typed error that says whether something may have happened. If the status is "
        "`complete`, the task was done."
    ),
    "limits": "A run exceeds a limit by one call at most.",
}
NOT_COVERED = {
    "effects-once": (
        "a model that proposes the same effect again in a later step. If a connection that was already open is reset "
        "before any answer, Chromium itself sends the POST again; the run then reports that it may have acted"
    ),
    "partial-replies": "servers that end a cut reply as if it were whole, in valid JSON",
    "deadlines": (
        "runs that get too little CPU time because of other work: each run that was late was played again alone; a "
        "policy or tool of your own that blocks the event loop"
    ),
    "nothing-left": "systems other than Linux; processes that you started yourself",
    "failures-told": "effects without a POST, such as a GET that changes something on the server",
    "limits": "calls whose price is not known",
}


Schedule = tuple[tuple[int, ...], int, float]
"""The numbers of the faults, the seed of the run and its deadline in seconds."""


async def guarded(where: Place, schedule: Schedule, counts: Counts, *, alone: bool) -> bool:
    """Plays a schedule and counts it. Returns whether it was late while others played, and must be played again."""
    numbers, seed, seconds = schedule
    faults = tuple(FAULTS[number] for number in numbers)
    name = " + ".join(map(title, faults))
    scene = Scene(rng=random.Random(seed), seconds=seconds)
    for fault in faults:
        fault.apply(scene)
    seen = await played(where, scene)
    again = is_late(seen, scene) and not alone
    checked(seen, scene, name, counts, times=not again)
    key = name if len(faults) == 1 else "pairs"
    counts.seen[key][seen.words] += 1
    if len(faults) == 1:
        if faults[0].row == 3:
            counts.tries["partial-replies"] += 1
        if problem := faults[0].wrong(seen):
            counts.broken[name].append(
                f"required: {faults[0].required}; seen: {problem} {seen.error or seen.result.message}"[:300]
            )
    shutil.rmtree(seen.out.parent, ignore_errors=True)
    return again


def title(fault: Fault) -> str:
    return f"{fault.row} {fault.name}"


def schedules(options: argparse.Namespace) -> list[Schedule]:
    """Returns what to play: every fault `rounds` times, then pairs of faults of two layers; the same for one seed."""
    rng = random.Random(options.seed)
    wanted = [fault for fault in FAULTS if options.only in {None, fault.row}]
    singles = [
        ((FAULTS.index(fault),), rng.randrange(2**32), options.seconds)
        for fault in wanted
        for _ in range(options.rounds)
    ]
    shared = [fault for fault in wanted if fault.layer not in {"browser", "disk", "kept"}]
    own = [fault for fault in wanted if fault.layer == "browser"]
    pairs = []
    while len(pairs) < options.schedules:
        first = rng.choice(own if own and rng.random() < options.own_browsers else shared)
        second = rng.choice([fault for fault in shared if fault.layer != first.layer])
        pairs.append(((FAULTS.index(first), FAULTS.index(second)), rng.randrange(2**32), options.pair_seconds))
    return singles + pairs


async def played_all(listed: list[Schedule], counts: Counts, abreast: int, until: float) -> None:
    asyncio.get_running_loop().set_task_factory(remembered)
    async with place() as where:
        waiting = iter(listed)
        late: list[Schedule] = []
        done = 0

        async def work() -> None:
            nonlocal done
            for schedule in waiting:
                if time.monotonic() > until:
                    return
                if await asyncio.create_task(guarded(where, schedule, counts, alone=abreast == 1)):
                    late.append(schedule)
                done += 1
                if not done % 50:
                    wrong = {key: len(said) for key, said in counts.wrong.items()}
                    print(f"{done} of {len(listed)}, {len(late)} late", wrong, file=sys.stderr, flush=True)

        await asyncio.gather(*(work() for _ in range(abreast)))
        for schedule in late:
            await asyncio.create_task(guarded(where, schedule, counts, alone=True))
        counts.again += len(late)


class Caught:
    """A policy that keeps the turn that it gets."""

    roles = ()

    async def decide(self, turn: Turn, ask: Any) -> Proposal:  # noqa: ARG002 - no model is asked
        self.turn = turn
        return Proposal.model_validate(reply_of(action("fail", reason="that is all")))


async def cut_everywhere(counts: Counts, every: int, until: float) -> None:
    """Cuts the reply of each wire: the connection after each byte of the body, and the text after each character."""
    caught, policy = Caught(), find_policy("single_call")
    reply = reply_of(
        action("fill", element_id="input-0", value="a"), action("click", element_id="button-0"), complete=True
    )
    async with open_browser() as opened:
        await opened.page.set_content("<input aria-label=Name><button>Send</button>")
        await Agent(policy=caught, out=None).run(TASK, page=opened.page)
    whole = Proposal.model_validate(reply)
    for name, kind in WIRES.items():
        script: list[Any] = [Answer(said=reply)]
        with kind(iter(partial(script.__getitem__, 0), None)) as server:
            model = find_model(f"{name}@{server.url}")

            async def asked(model: Any = model) -> Proposal | Exception:
                meter = Meter({"main": model}, retry=RetryPolicy(attempts=1))
                try:
                    return await policy.decide(caught.turn, meter.ask)
                except (ModelError, ReplyError) as error:
                    return error

            assert await asked() == whole
            kept = range(0, len(json.dumps(reply)), every)
            texts = [Answer(said=reply, keep=at) for at in kept]
            for script[0] in texts if time.monotonic() < until else ():
                said = await asked()
                judge(counts, f"{name}, text cut at {script[0].keep}", isinstance(said, ReplyError | ModelError))
            response = server.answer(Answer(said=reply), server.received[-1].body)
            length = sum(len(chunk) + len(b"%x\r\n\r\n" % len(chunk)) for chunk in response.chunks) or len(
                response.body
            )
            for at in range(1, length, every):
                if time.monotonic() > until:
                    break
                script[0] = Answer(said=reply, cut=at)
                said = await asked()
                # after the provider's last event the reply is whole, although its connection breaks
                judge(
                    counts,
                    f"{name}, cut at byte {at} of {length}",
                    said == whole or isinstance(said, ReplyError | ModelError),
                )
            await model.close()


def worked(listed: list[Any], cuts: int, abreast: int, minutes: float) -> Counts:
    """Does the part of one process."""
    import anthropic  # noqa: F401, PLC0415 - both take seconds to load, which must not count for the first runs
    import openai  # noqa: F401, PLC0415

    counts = Counts()

    async def work() -> None:
        until = time.monotonic() + minutes * 60
        async with asyncio.TaskGroup() as group:
            group.create_task(played_all(listed, counts, abreast, until))
            if cuts:
                group.create_task(cut_everywhere(counts, cuts, until))
        gc.collect()

    asyncio.run(work())
    return counts.plain()


def shown(counts: Counts, options: argparse.Namespace) -> Table:
    table = Table("row", "injected", "required", "seen", "tries", "violations", title=f"Faults, seed {options.seed}")
    for fault in FAULTS:
        counted = counts.seen.get(title(fault))
        if counted:
            seen = ", ".join(f"{words} {number}" for words, number in counted.most_common())
            table.add_row(
                str(fault.row),
                fault.name,
                fault.required,
                seen,
                str(counted.total()),
                str(len(counts.broken.get(title(fault), ()))),
            )
    if pairs := counts.seen.get("pairs"):
        broken = sum(len(said) for name, said in counts.broken.items() if " + " in name)
        seen = ", ".join(f"{words} {number}" for words, number in pairs.most_common())
        table.add_row("", "two faults at once", "what every run must do", seen, str(pairs.total()), str(broken))
    for key, statement in PROMISES.items():
        table.add_row("", key, statement, "", str(counts.tries[key]), str(len(counts.wrong.get(key, ()))))
    beyond = [late for late in counts.late if late > 0]
    table.add_row(
        "22",
        "other runs in the same browser",
        "no word of another run reaches a model",
        "",
        str(counts.tries["apart"]),
        str(len(counts.wrong.get("apart", ()))),
    )
    table.caption = f"{len(beyond)} runs ended after their deadline, by {max(beyond, default=0):.1f} s at most; {counts.again} of them were late while others played, and were played again alone; Chromium itself repeated {counts.resent} POST"
    return table


def results(counts: Counts, options: argparse.Namespace) -> list[Proof]:
    return [
        proved(
            key, statement, tries=counts.tries[key], violations=len(counts.wrong.get(key, ())), seed=options.seed, not_covered=NOT_COVERED[key]
        )
        for key, statement in PROMISES.items()
    ]  # fmt: skip


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3, help="how often each fault is played alone")
    parser.add_argument("--schedules", type=int, default=1000, help="the number of pairs of faults")
    parser.add_argument(
        "--own-browsers", type=float, default=0.03, help="the share of pairs in which the run's own browser fails"
    )
    parser.add_argument("--cuts", type=int, default=1, help="cut replies at every Nth byte; 0 cuts none")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--only", type=int, help="only the faults of this row of the table")
    parser.add_argument("--seconds", type=float, default=20.0, help="the deadline of a run with one fault")
    parser.add_argument("--pair-seconds", type=float, default=6.0, help="the deadline of a run with two faults")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--abreast", type=int, default=4, help="the number of runs at once in each process")
    parser.add_argument(
        "--minutes", type=float, default=60.0, help="begin nothing after this many minutes; what was tried counts"
    )
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results" / "faults.json")
    return parser.parse_args()


def main() -> None:
    options = parsed()
    listed = schedules(options)
    parts = [listed[number :: options.processes] for number in range(options.processes)]
    counts = Counts()
    spawn = multiprocessing.get_context("spawn")
    with spawn.Pool(options.processes) as pool:
        work = [
            (part, options.cuts if number == 0 else 0, options.abreast, options.minutes)
            for number, part in enumerate(parts)
        ]
        for part in pool.starmap(worked, work):
            counts.add(part)
    Console(width=None if sys.stdout.isatty() else 200).print(shown(counts, options))
    for name, said in counts.broken.items():
        print(f"{name}:", *dict.fromkeys(said), sep="\n  ")
    if options.out and options.only is None:
        write(options.out, *results(counts, options))


if __name__ == "__main__":
    main()
