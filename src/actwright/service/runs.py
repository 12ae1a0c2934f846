"""All runs of one service, and what its owner lets its clients do."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

from actwright.browsing import BrowsingAgent
from actwright.engine.agent import Agent
from actwright.engine.limits import Limits
from actwright.engine.page.browser.launch import BrowserOptions
from actwright.engine.page.options import PageOptions
from actwright.engine.run import Run
from actwright.errors import ConfigError
from actwright.schemas.permissions import Permissions
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.task import Secret
from actwright.service.playing import Playing
from actwright.suggestions import unknown
from actwright.tools.toolbox import builtin_tools

__all__ = ["STEERED_TOOLS", "Owner", "Runs", "act_on"]

STEERED_TOOLS = tuple(tool.name for tool in builtin_tools() if tool.name != "fail")
"""What a client may do on a page that it steers; it ends the session itself."""

MOST_KEPT = 200
"""Runs that have ended and can still be asked for; the oldest are forgotten, and stay in their folders."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Owner:
    """What whoever starts a service decides; a client has no say in it.

    Attributes:
        model: As for `Agent`; None lets runs be played by `rules`, and nobody browse.
        base_url: Where to reach the model's provider.
        policy: As for `Agent`; None is `single_call` with a model, `rules` without.
        permissions: What runs may do.
        confirm: Whether effects wait for an answer.
        limits: Of each run; a client may ask for fewer steps.
        secrets: Values that runs may use by name. Each names the origins that may get it: a client says where a run starts.
        search: What `browse` searches, as for `BrowsingAgent`.
        allow_loopback: Whether `browse` may read pages of this machine.
        browser: How to get a browser.
        page_options: How much of a page is shown.
        most_runs: Runs and open pages at a time.
        idle_seconds: An open page that nobody asks for is closed after this.
        session_seconds: One is closed after this whoever asks for it.
        out: Where the records go.
    """

    model: str | None = None
    base_url: str | None = None
    policy: str | None = None
    permissions: Permissions = field(default_factory=Permissions)
    confirm: bool = False
    limits: Limits = field(default_factory=Limits)
    secrets: Mapping[str, Secret] = field(default_factory=dict[str, Secret])
    search: tuple[str, ...] = ()
    allow_loopback: bool = False
    browser: BrowserOptions = field(default_factory=BrowserOptions)
    page_options: PageOptions = field(default_factory=PageOptions)
    most_runs: int = 4
    idle_seconds: float = 900.0
    session_seconds: float = 3_600.0
    out: Path | None = None

    def __post_init__(self) -> None:
        """Raises ConfigError for a secret that any page could be given."""
        for name, secret in self.secrets.items():
            if not secret.origins:
                raise ConfigError(
                    f"the secret {name!r} names no origin; clients choose where a run starts, so say where it may go: "
                    f"{name}@https://shop.example"
                )


class Runs:
    """Starts runs and opens pages, finds them by their IDs, and ends what is left. Use it as an async context manager."""

    def __init__(self, owner: Owner) -> None:
        self.owner = owner
        self._known: dict[str, Playing] = {}
        self._sweeping: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._sweeping = asyncio.create_task(self._sweep())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._sweeping is not None:
            self._sweeping.cancel()
        await asyncio.gather(*(each.end() for each in self._known.values()))

    def run(self, task: str, url: str, *, data: Mapping[str, str], max_steps: int | None = None) -> Playing:
        """Starts a run. Raises ConfigError: it cannot be run as it is given, or too many are under way."""
        owner, start = self.owner, _page(url)
        policy = owner.policy or ("single_call" if owner.model else "rules")
        steps = min(max_steps or owner.limits.steps, owner.limits.steps)
        agent = self._agent(owner.model, policy=policy, limits=owner.limits.model_copy(update={"steps": steps}))

        def make(playing: Playing) -> Run:
            return agent.play(task, url=start, data=data, secrets=owner.secrets, confirm=self._asked(playing))

        return self._started(Playing(make))

    def open(self, url: str, *, picture: bool = False) -> Playing:
        """Opens a page that the client looks at and acts on, at first with a picture or without. Errors as `run`."""
        owner, start = self.owner, _page(url)
        limits = Limits(steps=10_000, repeats=10_000, seconds=owner.session_seconds, bad_replies=10_000)

        def make(playing: Playing) -> Run:
            assert playing.steered is not None
            agent = self._agent(None, policy=playing.steered, limits=limits, tools=STEERED_TOOLS)
            task = "What a client asks for, step by step"
            return agent.play(task, url=start, secrets=owner.secrets, confirm=self._asked(playing))

        playing = Playing(make, steered=True)
        assert playing.steered is not None
        playing.steered.wants_picture = picture
        return self._started(playing)

    def browse(self, question: str) -> tuple[BrowsingAgent, Playing]:
        """Starts to answer a question from the web; the agent makes its answer of the result. Errors as `run`."""
        owner = self.owner
        if owner.model is None:
            raise ConfigError("browsing needs a model; start the service with --model WIRE:NAME")
        agent = BrowsingAgent(
            owner.model,
            search=owner.search or None,
            allow_loopback=owner.allow_loopback,
            browser=owner.browser,
            seconds=owner.limits.seconds,
            usd=owner.limits.usd,
            base_url=owner.base_url,
            permissions=owner.permissions,
            out=owner.out,
        )
        return agent, self._started(Playing(lambda _: agent.play(question)))

    def find(self, name: str) -> Playing:
        """A run or an open page. Raises ConfigError for an ID that there is not."""
        if name not in self._known:
            raise ConfigError(unknown("run or session", name, tuple(self._known)))
        playing = self._known[name]
        playing.touched = time.monotonic()
        return playing

    def _agent(self, model: str | None, *, policy: Any, limits: Limits, tools: Sequence[str] | None = None) -> Agent:
        owner = self.owner
        return Agent(
            model,
            policy=policy,
            tools=tools,
            limits=limits,
            browser=owner.browser,
            page_options=owner.page_options,
            base_url=owner.base_url if model else None,
            permissions=owner.permissions,
            out=owner.out,
        )

    def _asked(self, playing: Playing) -> Any:
        return playing.confirm if self.owner.confirm else None

    def _started(self, playing: Playing) -> Playing:
        under_way = [each.id for each in self._known.values() if not each.ended]
        if len(under_way) >= self.owner.most_runs:
            raise ConfigError(
                f"{len(under_way)} runs and open pages are under way, as many as are allowed at a time: {', '.join(under_way)}. "
                "Wait for one, or end it"
            )
        ended = [name for name, each in self._known.items() if each.ended]
        for name in ended[: max(0, len(ended) - MOST_KEPT)]:
            del self._known[name]
        self._known[playing.id] = playing
        playing.start()
        return playing

    async def _sweep(self) -> None:
        """Closes open pages that nobody has asked for in a while."""
        while True:
            await asyncio.sleep(min(30.0, self.owner.idle_seconds / 4))
            for each in list(self._known.values()):
                idle = time.monotonic() - each.touched > self.owner.idle_seconds
                if each.steered is not None and each.steered.turn is not None and idle:
                    await each.close()


def act_on(playing: Playing, actions: list[dict[str, Any]], *, picture: bool) -> None:
    """Proposes what a client wants to do on its page; no action is a fresh look.

    Raises:
        ConfigError: It is no open page, it is busy, or an action is not one.
    """
    steered = playing.steered
    if steered is None:
        raise ConfigError(f"{playing.id} is a run, and decides itself; open a page of your own with `look`")
    if playing.ended:
        raise ConfigError(
            f"the session {playing.id} has ended: {playing.error or playing.result.message or 'it was closed'}"
        )
    if steered.turn is None:
        raise ConfigError(f"the session {playing.id} is still at work; ask for its `result` first")
    steered.wants_picture = picture
    message = "what the client asked for" if actions else "the client looks"
    steered.propose(Proposal(complete=False, message=message, actions=tuple(map(_action, actions))))


def _action(given: dict[str, Any]) -> Action:
    parameters = {name: value for name, value in given.items() if name not in {"tool", "reason"}}
    tool = given.get("tool")
    if not isinstance(tool, str):
        raise ConfigError(
            'each action is an object with its tool and parameters, as {"tool": "click", "element_id": "button-0"}'
        )
    return Action(reason=str(given.get("reason") or ""), tool=tool, parameters=parameters)


def _page(url: str) -> str:
    """The address of a page of the web: clients reach no file of this machine."""
    if urlsplit(url).scheme not in {"http", "https"}:
        raise ConfigError(f"{url[:200]!r} is no address of a page; write it whole, as in https://shop.example/")
    return url
