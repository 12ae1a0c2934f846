"""The runs and open pages of an MCP server, to which clients refer by ID."""

from __future__ import annotations

import asyncio
import time
from typing import Any, Self

from pydantic import ValidationError
from pydantic_core import PydanticSerializationError

from actwright.engine.limits import Limits
from actwright.engine.run import Run
from actwright.errors import ConfigError, ToolError
from actwright.schemas.confirmation import AskHumanRequest
from actwright.schemas.proposal import Action, Proposal, first_problem
from actwright.service.background_runs import BackgroundRun
from actwright.service.config import ServiceConfig
from actwright.service.entries import Kind
from actwright.service.prepared import agent_of, browsed, page_at, prepared
from actwright.service.run_queue import Queue
from actwright.service.run_requests import BrowseRequest, ClientRunRequest, shown
from actwright.suggestions import unknown
from actwright.tools.toolbox import builtin_tools, shipped_tools

STEERED_TOOLS = tuple(tool.name for tool in builtin_tools() if tool.name != "fail")
"""The tools that a client has on a page that it steers; it ends the session itself, without `fail`."""

STEERED = "What a client asks for, step by step"
"""The task of the run behind a page that a client steers."""

MOST_KEPT = 200
"""How many ended runs can still be asked for; older ones are forgotten, but stay in their folders."""


class Live:
    """The live view of runs, where people watch them and can act on their pages.

    Args:
        queue: The runs that the view shows.
        address: The URL of the view.
    """

    def __init__(self, queue: Queue, address: str) -> None:
        self.queue = queue
        self._address = address

    def of(self, playing: BackgroundRun) -> str:
        """The URL of one run's view, where people sign in."""
        return f"{self._address}/view/{playing.id}"


class Runs:
    """Starts runs, opens pages, and finds both by ID. Use it as an async context manager, which ends them all.

    Args:
        owner: The settings of the owner: what runs may do.
        live: The live view, where people watch the runs. Without one (None), nobody can be asked to act.
    """

    def __init__(self, owner: ServiceConfig, *, live: Live | None = None) -> None:
        self.owner = owner
        self.live = live
        self._known: dict[str, BackgroundRun] = {}
        self._sweeping: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._sweeping = asyncio.create_task(self._sweep())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._sweeping is not None:
            self._sweeping.cancel()
        await asyncio.gather(*(each.end() for each in self._known.values()))

    @property
    def attended(self) -> bool:
        """Whether people can be asked to act."""
        return self.live is not None and self.owner.ask_human_seconds > 0

    def run(self, request: ClientRunRequest) -> BackgroundRun:
        """Starts a run. Raises ConfigError as `prepared` does, and if too many are under way."""
        return self._started(prepared(self.owner, request, attended=self.attended), request=shown(request))

    def browse(self, request: BrowseRequest) -> BackgroundRun:
        """Starts to answer a question. Raises the same as `run`."""
        return self._started(browsed(self.owner, request), "browse", request=shown(request))

    def open(self, url: str, *, picture: bool = False) -> BackgroundRun:
        """Opens a page for the client to look at and act on; `picture` adds a picture to the first look.

        Raises the same as `run`.
        """
        owner, start = self.owner, page_at(url)
        limits = Limits(steps=10_000, repeats=10_000, seconds=owner.session_seconds, bad_replies=10_000)

        def make(playing: BackgroundRun) -> Run:
            steered, permissions = playing.steered, owner.permissions
            agent = agent_of(owner, None, policy=steered, limits=limits, permissions=permissions, tools=STEERED_TOOLS)
            confirm = playing.confirm if owner.confirm else None
            ask_human = playing.ask_human if self.attended else _asks_nobody
            return agent.play(STEERED, url=start, secrets=owner.secrets, confirm=confirm, ask_human=ask_human)

        playing = BackgroundRun(make, steered=True)
        assert playing.steered is not None
        playing.steered.wants_picture = picture
        return self._started(playing, request={"task": STEERED, "url": start})

    def find(self, name: str) -> BackgroundRun:
        """Returns a run or an open page. Raises ConfigError for an unknown ID."""
        if name not in self._known:
            raise ConfigError(unknown("run or session", name, tuple(self._known)))
        playing = self._known[name]
        playing.touched = time.monotonic()
        return playing

    def _started(self, playing: BackgroundRun, kind: Kind = "run", *, request: dict[str, Any]) -> BackgroundRun:
        under_way = [each.id for each in self._known.values() if not each.ended]
        if len(under_way) >= self.owner.most_runs:
            raise ConfigError(
                f"{len(under_way)} runs and open pages are under way, the most allowed at once: {', '.join(under_way)}. "
                "Wait for one to end, or end one"
            )
        ended = [name for name, each in self._known.items() if each.ended]
        for name in ended[: max(0, len(ended) - MOST_KEPT)]:
            del self._known[name]
        self._known[playing.id] = playing
        if self.live is not None:
            self.live.queue.play(kind, request, playing)
        else:
            playing.start()
        return playing

    async def _sweep(self) -> None:
        """Closes open pages that nobody has used for a while."""
        while True:
            await asyncio.sleep(min(30.0, self.owner.idle_seconds / 4))
            for each in list(self._known.values()):
                idle = time.monotonic() - each.touched > self.owner.idle_seconds
                if each.steered is not None and each.steered.turn is not None and idle:
                    await each.close()


async def _asks_nobody(_request: AskHumanRequest) -> bool:
    raise ToolError(
        "no person can act on this page: the server has no live view (its owner can start one with --live PORT)"
    )


def act_on(playing: BackgroundRun, actions: list[dict[str, Any]], *, picture: bool) -> None:
    """Proposes the actions that a client wants on its page; without actions, there is only a fresh look.

    Raises:
        ConfigError: It is not an open page, it is busy, or an action is not valid.
    """
    steered = playing.steered
    if steered is None:
        raise ConfigError(f"{playing.id} is a run, which decides its own actions; open a page of your own with `look`")
    if playing.ended:
        raise ConfigError(
            f"the session {playing.id} has ended: {playing.error or playing.result.message or 'it was closed'}"
        )
    if steered.turn is None:
        raise ConfigError(f"the session {playing.id} is still busy; ask for its `result` first")
    message = "what the client asked for" if actions else "the client looks"
    try:
        proposal = Proposal(complete=False, message=message, actions=tuple(map(_action, actions)))
        proposal.model_dump_json()  # fails for text that is not Unicode, which could be neither sent nor stored
    except ValidationError as error:
        raise ConfigError(f"the request is not valid: {first_problem(error)}") from error
    except PydanticSerializationError as error:
        raise ConfigError("the request is not valid: a text has half of a surrogate pair") from error
    steered.wants_picture = picture
    steered.propose(proposal)


def _action(given: dict[str, Any]) -> Action:
    tool = given.get("tool")
    known = shipped_tools().get(tool) if isinstance(tool, str) else None
    own = {"reason"} & set(known.model_fields if known else ())  # then it is a parameter of the tool, not of the action
    parameters = {name: value for name, value in given.items() if name not in {"tool", "reason"} - own}
    if not isinstance(tool, str):
        raise ConfigError(
            'each action is an object with its tool and parameters, as {"tool": "click", "element_id": "button-0"}'
        )
    return Action(reason=str(given.get("reason") or ""), tool=tool, parameters=parameters)
