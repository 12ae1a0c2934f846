"""Makes a recording of what a person does once by hand in a browser."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from playwright.async_api import Error, Page

from actwright.engine.matching.patterns import repeatable
from actwright.errors import ConfigError
from actwright.recording.codegen.deeds import Deeds, PersonStep
from actwright.recording.codegen.person_recorder import Listener, PersonAction
from actwright.recording.codegen.sent import PersonRequests
from actwright.recording.record import record
from actwright.schemas.page import Observation, tree_line
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.recording import Recording
from actwright.schemas.result import Result, Status
from actwright.schemas.step import Effect, Outcome, Step
from actwright.schemas.task import Task, value_name
from actwright.schemas.typed_text import kind_of, without_types
from actwright.text import one_line, shortened
from actwright.tools.expect import shows, url_matches
from actwright.tools.toolbox import shipped_tools

__all__ = ["Demonstration", "proposals", "watched"]

HEADING = re.compile(r"h[1-6](?:-\d+)?")
OPEN_MILLISECONDS = 60_000
LONGEST_PROOF = 120
LONGEST_ERROR = 200


@dataclass(frozen=True, slots=True)
class Demonstration:
    """The actions of a person, and the page at the end.

    Attributes:
        url: Where the person began.
        done: The actions, in order.
        last: The last look, after all actions.
        shown: The looks since the last action, oldest first, with messages that may have gone.
        data: The values that the actions refer to.
        secrets: The names of the secrets that the actions refer to.
        files: The names of the files that were uploaded, by the names that the actions refer to.
        problems: What the person did that could not be recorded.
    """

    url: str
    done: tuple[PersonStep, ...]
    last: Observation
    shown: tuple[Observation, ...] = ()
    data: Mapping[str, str] = field(default_factory=dict[str, str])
    secrets: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict[str, str])
    problems: tuple[str, ...] = ()

    def recording(self, task: str, *, proof: str = "") -> Recording:
        """Makes a recording of the actions, in the same way as of a run.

        Args:
            task: What was done, in words.
            proof: A text that the page shows at the end or has shown since the last action, or the path of its address,
                such as `/orders/7`. Without it, the recording checks nothing.

        Raises:
            ConfigError: No action was done, one could not be recorded, or the proof does not hold or held before the
                last action.
        """
        if self.problems:
            raise ConfigError(f"not everything could be recorded: {'; '.join(self.problems)}. Start again")
        if not self.done:
            raise ConfigError("there is nothing to record: no action was done")
        last, tools = len(self.done) - 1, shipped_tools()
        outcomes = [
            (
                each.look,
                Outcome(
                    action=each.action,
                    status="done",
                    target=each.title,
                    sent=tuple(request.sent(self.data) for request in each.sent),
                    effect=Effect.EFFECT
                    if (at == last or each.sent) and tools[each.action.tool].effect is Effect.EFFECT
                    else Effect.READ,
                ),
            )
            for at, each in enumerate(self.done)
        ]
        if proof:
            outcomes.append((self.last, Outcome(action=self._check(proof), status="done")))
        given = Task(
            text=task,
            url=self.url,
            data={**self.data, **self.files},
            files=tuple(self.files),
            secrets=self.secrets,
            evidence="required" if proof else "off",
        )
        proposal = Proposal(complete=False, message="as shown", actions=())
        steps = tuple(
            Step(number=at, page=look, proposal=proposal, outcomes=(outcome,))
            for at, (look, outcome) in enumerate(outcomes, 1)
        )
        return record(Result(task=given, status=Status.COMPLETE, steps=steps))

    @property
    def typed_dates(self) -> dict[str, str]:
        """The dates that the person typed, with the titles of their fields; another run may need others."""
        typed = (
            (str(each.action.parameters.get("value", "")), each) for each in self.done if each.action.tool == "fill"
        )
        return {value: each.title for value, each in typed if kind_of(value) == "date"}

    def with_value(self, name: str, value: str) -> Demonstration:
        """The same with a reference in place of a value that was typed.

        Raises:
            ConfigError: The name cannot be that of a value, or another value has it.
        """
        try:
            name = value_name(name)
        except ValueError as error:
            raise ConfigError(str(error)) from error
        if name in {*self.data, *self.secrets, *self.files}:
            raise ConfigError(f"another value is called {name!r}; give this one another name")
        reference = f"{{{{{name}}}}}"
        done = tuple(
            replace(each, action=_with_parameters(each.action, value=reference))
            if each.action.parameters.get("value") == value
            else each
            for each in self.done
        )
        return replace(self, done=done, data={**self.data, name: value})

    def _check(self, proof: str) -> Action:
        """The check for a proof, which must hold at the end but not before the last action."""
        before = self.done[-1].look
        address = proof.startswith("/") and not shows(self.last.text, proof)
        looks = (self.last, *self.shown)
        if not any(url_matches(look.url, proof) if address else shows(look.text, proof) for look in looks):
            raise ConfigError(
                f"the last page, {self.last.url}, does not show {proof!r}, and has not shown it since the last action"
            )
        if url_matches(before.url, proof) if address else shows(before.text, proof):
            raise ConfigError(
                f"{proof!r} already held before the last action, so it proves nothing; give something that the last action led to"
            )
        if address:
            return Action(reason="proof", tool="expect_url", parameters={"url": proof})
        return Action(reason="proof", tool="expect", parameters={"text": [proof]})


def _with_parameters(action: Action, **changed: str) -> Action:
    return action.model_copy(update={"parameters": {**action.parameters, **changed}})


def proposals(demonstration: Demonstration) -> list[str]:
    """Possible proofs: headings and short texts that appeared after the last action, and the address if it changed.

    Numbers in them are types, and what would have held before the last action is left out.
    """
    if not demonstration.done:
        return []
    before, last = demonstration.done[-1].look, demonstration.last
    known = "\n".join(demonstration.data.values())
    words = [text for look in (last, *reversed(demonstration.shown)) for text in _texts(look)]
    typed = [
        repeatable(text, lambda number: number in known)
        for text in words
        if text and len(text) <= LONGEST_PROOF and not shows(before.text, text)
    ]
    found = [text for text in typed if re.search(r"\w", without_types(text)) and not shows(before.text, text)]
    path, earlier = urlsplit(last.url).path, urlsplit(before.url).path
    return [*dict.fromkeys(found), *([path] if path != earlier and path.strip("/") else [])]


def _texts(look: Observation) -> list[str]:
    """The texts of a page that it shows, headings first."""
    lines = [line for text in look.tree.splitlines() if (line := tree_line(text))]
    lines.sort(key=lambda line: not HEADING.fullmatch(line.head))
    words = [one_line(part) for line in lines for part in line.text.split(" | ")]
    return [text for text in words if shows(look.text, text)]


async def watched(
    page: Page,
    url: str,
    *,
    data: Mapping[str, str] | None = None,
    say: Callable[[str], None] = print,
    until: asyncio.Event | None = None,
    ready: Callable[[Listener], object] | None = None,
    heard: Callable[[Demonstration], object] | None = None,
) -> Demonstration:
    """Opens an address, and records what a person does in the browser until all its tabs are closed.

    Args:
        page: The tab to begin in; the other tabs of its context are watched too.
        url: Where to begin.
        data: Values by name; typed text that equals one becomes a reference to it.
        say: Receives a line for each action.
        until: Ends the recording before the tabs are closed.
        ready: Called with the listener once the person may begin.
        heard: Called after each action with what was done so far.

    Raises:
        ConfigError: The address cannot be opened.
    """
    deeds = Deeds({name: str(value) for name, value in (data or {}).items()}, say)

    def so_far() -> Demonstration:
        return Demonstration(
            url,
            tuple(deeds.done),
            listener.front,
            tuple(listener.shown),
            deeds.data,
            tuple(deeds.secrets),
            deeds.files,
            tuple(deeds.problems),
        )

    def hear(deed: PersonAction) -> None:
        deeds.hear(deed)
        if heard is not None:
            heard(so_far())

    listener, requests = Listener(page.context, hear), PersonRequests(page.context, deeds.hear_request)
    try:
        await page.goto(url, timeout=OPEN_MILLISECONDS)
    except Error as error:
        raise ConfigError(f"{url} cannot be opened: {shortened(one_line(error.message), LONGEST_ERROR)}") from error
    listener.listen()
    try:
        if ready is not None:
            await listener.settled()
            ready(listener)
        ends = [asyncio.create_task(listener.closed.wait())]
        if until is not None:
            ends.append(asyncio.create_task(until.wait()))
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for each in ends:
            each.cancel()
        if not listener.closed.is_set():
            await listener.settled()
    finally:
        requests.close()
        await listener.close()
    return so_far()
