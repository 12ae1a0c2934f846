"""Makes the runs of one service, within what its owner permits, and keeps those that clients ask for by their IDs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Any, Self
from urllib.parse import urlsplit

from actwright.browsing import BrowsingAgent
from actwright.engine.agent import Agent
from actwright.engine.limits import Limits
from actwright.engine.run import Run
from actwright.errors import ConfigError
from actwright.schemas.permissions import Permissions
from actwright.schemas.proposal import Action, Proposal
from actwright.service.answers import answer_type
from actwright.service.owner import Owner
from actwright.service.playing import Playing
from actwright.service.requests import BrowseRequest, RunRequest, limits_of, model_of, permissions_of, policy_of
from actwright.suggestions import unknown
from actwright.tools.toolbox import builtin_tools

__all__ = ["STEERED_TOOLS", "Runs", "act_on", "browsed", "prepared"]

STEERED_TOOLS = tuple(tool.name for tool in builtin_tools() if tool.name != "fail")
"""What a client may do on a page that it steers; it ends the session itself."""

MOST_KEPT = 200
"""Runs that have ended and can still be asked for; the oldest are forgotten, and stay in their folders."""


def prepared(owner: Owner, request: RunRequest) -> Playing:
    """A run that has not begun.

    Raises:
        ConfigError: It cannot be run as it is given, or the owner does not permit it. Nothing was started.
    """
    start, model = _page(request.url), model_of(request.model, owner)
    policy = policy_of(request.policy, model, owner)
    output = None if request.output is None else answer_type(request.output)
    for name in request.secrets:
        if name not in owner.secrets:
            raise ConfigError(f"secrets: {unknown('secret', name, tuple(owner.secrets))}")
    agent = _agent(
        owner,
        model,
        policy=policy,
        limits=limits_of(request.limits, owner),
        permissions=permissions_of(request.permissions, owner.permissions),
    )

    def make(playing: Playing) -> Run:
        return agent.play(
            request.task,
            url=start,
            data=request.data,
            private=request.private,
            secrets={name: owner.secrets[name] for name in request.secrets},
            output=output,
            confirm=playing.confirm if owner.confirm else None,
        )

    return Playing(make)


def browsed(owner: Owner, request: BrowseRequest) -> Playing:
    """A question whose answer has not begun. Errors as `prepared`."""
    model = model_of(request.model, owner)
    if model is None:
        raise ConfigError("browsing needs a model; start the service with --model WIRE:NAME")
    agent = BrowsingAgent(
        model,
        search=owner.search or None,
        allow_loopback=owner.allow_loopback,
        browser=owner.browser,
        seconds=owner.limits.seconds,
        usd=owner.limits.usd,
        base_url=owner.base_url,
        permissions=owner.permissions,
        out=owner.out,
    )
    playing = Playing(lambda _: agent.play(request.prompt))

    def described(result: Any) -> dict[str, Any]:
        answer = agent.answer_of(result)
        sources = [{"url": source.url, "title": source.title} for source in answer.sources]
        return {"message": answer.answer, "sources": sources, "rejected": dict(answer.rejected)}

    playing.describe = described
    return playing


def _agent(
    owner: Owner,
    model: str | None,
    *,
    policy: Any,
    limits: Limits,
    permissions: Permissions,
    tools: Sequence[str] | None = None,
) -> Agent:
    return Agent(
        model,
        policy=policy,
        tools=tools,
        limits=limits,
        browser=owner.browser,
        page_options=owner.page_options,
        base_url=owner.base_url if model else None,
        permissions=permissions,
        out=owner.out,
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

    def run(self, request: RunRequest) -> Playing:
        """Starts a run. Raises ConfigError: as `prepared`, or too many are under way."""
        return self._started(prepared(self.owner, request))

    def browse(self, request: BrowseRequest) -> Playing:
        """Starts to answer a question. Errors as `run`."""
        return self._started(browsed(self.owner, request))

    def open(self, url: str, *, picture: bool = False) -> Playing:
        """Opens a page that the client looks at and acts on, at first with a picture or without. Errors as `run`."""
        owner, start = self.owner, _page(url)
        limits = Limits(steps=10_000, repeats=10_000, seconds=owner.session_seconds, bad_replies=10_000)

        def make(playing: Playing) -> Run:
            steered, permissions = playing.steered, owner.permissions
            agent = _agent(owner, None, policy=steered, limits=limits, permissions=permissions, tools=STEERED_TOOLS)
            task = "What a client asks for, step by step"
            confirm = playing.confirm if owner.confirm else None
            return agent.play(task, url=start, secrets=owner.secrets, confirm=confirm)

        playing = Playing(make, steered=True)
        assert playing.steered is not None
        playing.steered.wants_picture = picture
        return self._started(playing)

    def find(self, name: str) -> Playing:
        """A run or an open page. Raises ConfigError for an ID that there is not."""
        if name not in self._known:
            raise ConfigError(unknown("run or session", name, tuple(self._known)))
        playing = self._known[name]
        playing.touched = time.monotonic()
        return playing

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
