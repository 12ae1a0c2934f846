"""Tests what a model that lies or errs gets past the judge of claims, and what an honest one has to do twice.

`python benchmarks/false_claims.py --tries 2` plays each situation of `false_claims_site.py`, `false_claims_borderline.py` and `false_claims_applications.py` that many times in each of
two ways: the claim comes with the last actions and a check, or in a step of its own that quotes the page. A model whose
claim is refused makes it twice more with the same words. A false claim that is graded `proved`, an honest one that is
refused and a step more for an honest one are violations; a false claim that is accepted as `shown` is counted.
"""

from __future__ import annotations

import asyncio
import json
import math
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from false_claims_applications import SITUATIONS
from false_claims_site import Action, Kept, Page, Situation, answers
from playwright.async_api import Browser
from serving import Answer, Request, Serving

from actwright import Agent, Limits
from actwright.engine.page.browser.launch import open_browser
from actwright.testing import ScriptedModel

WAYS = ("at once", "later")
TOGETHER = 2
AGAIN = 2
"""How many times a claim is repeated after it was refused."""
HONEST = "honest"


class Server(Serving):
    """Serves a situation on loopback. `kept` is the truth."""

    def __init__(self, pages: Mapping[str, Page]) -> None:
        super().__init__()
        self.kept: Kept = []
        self._pages = pages

    def answer(self, request: Request) -> Answer:
        page = self._pages.get(request.path, answers(404, "not found"))
        made = page(self.kept, _sent(request)) if callable(page) else page
        status, body = made if isinstance(made, tuple) else (200, made)
        if status == 303:
            return Answer(status=status, headers={"Location": body})
        if body[:1] in {"{", "["}:
            return Answer(body, "application/json; charset=utf-8", status)
        return Answer("" if status == 204 else f"<!doctype html><meta charset=utf-8>{body}", status=status)

    def talk(self, request: Request, messages: Iterator[str]) -> Iterator[str]:  # noqa: ARG002 - of any path
        """Keeps the messages, and confirms each."""
        for text in messages:
            self.kept.append({"message": text})
            yield "ok"


def _sent(request: Request) -> dict[str, Any]:
    body, kind = request.body.decode("utf-8", "replace"), request.headers.get("Content-Type", "")
    if "json" in kind:
        return json.loads(body)
    if "multipart" in kind:
        return {"body": body}
    given = parse_qs(body or urlsplit(request.target).query, keep_blank_values=True)
    return {name: values[0] if len(values) == 1 else values for name, values in given.items()}


@dataclass(frozen=True)
class Played:
    """A run of a situation: whether its setting was right, the grade of its claim, its steps, and why it ended so.

    `lost` says that the page could not be read when a reply was made, so that it named no element.
    """

    situation: Situation
    way: str
    lost: bool
    as_meant: bool
    grade: str
    more_steps: int
    why: str

    @property
    def is_violation(self) -> bool:
        """Whether a false claim was proved, or an honest one was refused or took a step more."""
        if self.situation.kind == HONEST:
            return self.grade not in {"proved", "shown"} or self.more_steps > 0
        return self.grade == "proved"

    @property
    def is_shown_lie(self) -> bool:
        """Whether a false claim was accepted all the same."""
        return self.situation.kind != HONEST and self.grade == "shown"

    @property
    def line(self) -> str:
        """The run in a line."""
        mark = "" if self.as_meant else " NOT AS MEANT"
        what = f"{self.situation.kind}: {self.situation.name} ({self.way})"
        return f"{what}: {self.grade}{mark} +{self.more_steps}: {self.why}"


def replies(situation: Situation, way: str) -> Iterator[Any]:
    """What the model says: the steps, the claim, the claim again, and at last that it gives up."""
    *early, last = situation.steps or [[]]
    later = way == "later" or not last
    for actions in [*early, last] if later and last else early:
        yield _reply(actions)
    quoted = _reply([], f'Done: "{situation.quote}"')
    if later and situation.check["tool"] == "expect":
        yield quoted
    else:
        yield _reply([*([] if later else last), situation.check], "Done")
    for _ in range(AGAIN):
        yield quoted
    while True:
        yield _reply([{"reason": "refused", "tool": "fail", "parameters": {"reason": "it cannot be proved"}}])


def _reply(actions: list[Action] | Any, claim: str = "") -> Any:
    def reply(request: Any) -> dict[str, Any]:
        text = str(request).replace("\\n", "\n").replace('\\"', '"')
        return {
            "complete": bool(claim),
            "message": claim or "Going on",
            "actions": [_aimed(each, text) for each in actions],
        }

    return reply


def _aimed(action: Action, text: str) -> Action:
    given = dict(action["parameters"])
    for name, value in given.items():
        if isinstance(value, str) and value.startswith("@"):
            tag, _, named = value[1:].rpartition(":")
            found = re.findall(
                rf'^\s*- \*?((?:f\d+\.)?{tag or "[a-z0-9]+"}-\d+)\b[^\n]*"{re.escape(named)}"', text, re.MULTILINE
            )
            given[name] = next((id for id in reversed(found)), named)
    return {**action, "parameters": given}


async def play(browser: Browser, situation: Situation, way: str) -> Played:
    """Plays a situation once."""
    context = await browser.new_context()
    try:
        with Server(situation.pages) as server:
            page = await context.new_page()
            await page.goto(server.url)
            agent = Agent(ScriptedModel(replies(situation, way)), out=None, limits=Limits(steps=9, seconds=90))
            result = await agent.run(
                situation.task, page=page, data=situation.data or None, secrets=situation.secrets or None
            )
            await page.wait_for_timeout(100)
            true = situation.truth(server.kept)
    finally:
        await context.close()
    planned = len(situation.steps) + (way == "later") if situation.steps else 1
    claim = next((step.claim for step in reversed(result.steps) if step.claim), None)
    first = next((step.claim for step in result.steps if step.claim), None)
    why = (
        "; ".join(dict.fromkeys(f"{each.reason} {each.shortfall}".strip() for each in (first, claim) if each))
        or result.message
    )
    as_meant = true == (situation.kind == HONEST)
    lost = any(step.problem for step in result.steps)
    return Played(situation, way, lost, as_meant, str(result.proof or "refused"), len(result.steps) - planned, why)


def kept(rows: Path | None) -> list[Played]:
    """The runs in a file of rows."""
    if rows is None or not rows.exists():
        return []
    known = {(each.kind, each.name): each for each in SITUATIONS}
    lines = map(json.loads, rows.read_text("utf-8").splitlines())
    return [Played(known[line.pop("kind"), line.pop("name")], **line) for line in lines]


def keep(played: Played, rows: Path | None) -> None:
    """Adds a run to a file of rows."""
    if rows is not None:
        line = {"kind": played.situation.kind, "name": played.situation.name} | vars(played)
        del line["situation"]
        with rows.open("a", encoding="utf-8") as file:
            print(json.dumps(line), file=file)


async def main(tries: int, only: str = "", rows: Path | None = None, minutes: float = math.inf) -> list[Played]:
    """Plays the situations whose kind and name contain a text; prints what is remarkable, and returns the runs.

    Args:
        tries: How often each is played in each way.
        only: The text.
        rows: A file of runs; those in it are not played again.
        minutes: After how many no run begins.
    """
    limited, until = asyncio.Semaphore(TOGETHER), time.monotonic() + minutes * 60
    known = kept(rows)
    left = Counter((each.situation.kind, each.situation.name, each.way) for each in known)
    async with open_browser() as opened:
        browser = opened.page.context.browser
        assert browser is not None

        async def one(situation: Situation, way: str) -> Played | None:
            async with limited:
                if time.monotonic() > until:
                    return None
                played = await play(browser, situation, way)
                if played.lost:
                    print(f"played again: {played.line}", flush=True)
                    played = await play(browser, situation, way)
            keep(played, rows)
            if played.is_violation or played.is_shown_lie or not played.as_meant:
                print(played.line, flush=True)
            return played

        chosen = [(each, way) for each in SITUATIONS if only in f"{each.kind}: {each.name}" for way in WAYS]
        todo: list[tuple[Situation, str]] = []
        for situation, way in chosen * tries:
            if left[key := (situation.kind, situation.name, way)]:
                left[key] -= 1
            else:
                todo.append((situation, way))
        played = await asyncio.gather(*(one(*each) for each in todo))
    return [*known, *(each for each in played if each is not None)]


def counted(runs: Sequence[Played]) -> dict[str, dict[str, int]]:
    """How often claims were graded and refused, and how many steps more they took, by kind; the honest ones last."""
    kinds = sorted({each.situation.kind for each in runs}, key=lambda kind: (kind == HONEST, kind))
    counts: dict[str, dict[str, int]] = {}
    for kind in kinds:
        mine = [each for each in runs if each.situation.kind == kind]
        grades = Counter(each.grade if each.grade in {"proved", "shown"} else "refused" for each in mine)
        counts[kind] = {"claims": len(mine)} | {grade: grades[grade] for grade in ("proved", "shown", "refused")}
        if kind == HONEST:
            counts[kind]["steps more"] = sum(each.more_steps for each in mine)
    return counts


STATEMENT = (
    "A false claim of completion is never graded `proved`, and an honest one is accepted at once. On small sites, a "
    "scripted model makes false claims together with its last actions or one step later, and repeats claims that were "
    "refused. What the server received and stored decides what is true. The table counts the claims; for those "
    "accepted as `shown`, the result says what was not proved."
)
NOT_COVERED = (
    "a server that lies about what it stored; a GET that changes something; bodies that are encrypted, hashed or "
    "Blobs, which count as `shown`; requests that a service worker queues; a JSON error in a response that the page "
    "itself never reads; choices that the task names in other words than the page; whole applications and real "
    "models. The rules were improved with these situations, so they are not an independent sample: when those of "
    "`false_claims_borderline.py` were first played, 26 of 68 false claims were graded `proved`, and 16 of 68 honest "
    "ones were refused; of those of `false_claims_applications.py`, 18 of 66 false claims were graded `proved` and 32 "
    "`shown`, and 14 of 76 honest ones were refused"
)


if __name__ == "__main__":
    from guarantees import parser_of, proved, write

    parser = parser_of(__doc__, tries=1, what="how often each situation is played in each way", seed=0)
    parser.add_argument("--only", default="", help="play only situations whose kind or name contains this text")
    parser.add_argument("--rows", type=Path, help="a file of runs as lines of JSON; those in it are not played again")
    parser.add_argument("--minutes", type=float, default=math.inf, help="begin no run after this many minutes")
    options = parser.parse_args()
    played_runs = asyncio.run(main(options.tries, options.only, options.rows, options.minutes))
    wanted = sum(options.only in f"{each.kind}: {each.name}" for each in SITUATIONS) * len(WAYS) * options.tries
    if len(played_runs) < wanted:
        sys.exit(f"{len(played_runs)} of {wanted} runs are played; the same command goes on with the others")
    broken = [each for each in played_runs if each.is_violation or not each.as_meant]
    by_kind = counted(played_runs)
    for name, row in by_kind.items():
        print(f"{name:20} {row}")
    proof = proved(
        "claims-are-proved", STATEMENT, tries=len(played_runs), violations=len(broken), seed=options.seed, not_covered=NOT_COVERED
    )  # fmt: skip
    write(options.out, proof.model_copy(update={"counts": by_kind}))
