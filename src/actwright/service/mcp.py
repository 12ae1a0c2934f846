"""Actwright as an MCP server: tasks, questions, and pages that a client looks at and acts on itself.

Clients pass the IDs of runs and open pages as arguments. Both outlive the request that started them, so any connection
can continue where another ended. The client's user is asked to approve effects, in the ways of both the older and the
newer versions of the protocol.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from importlib.metadata import version
from typing import Annotated, Any, TypeVar

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.shared.exceptions import MCPError, NoBackChannelError
from mcp_types import (
    CallToolResult,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitRequestURLParams,
    ElicitResult,
    ImageContent,
    InputRequiredResult,
    TextContent,
)
from pydantic import BaseModel, Field, ValidationError

from actwright.engine.records.totals import totals_of
from actwright.errors import ActwrightError
from actwright.schemas.confirmation import AskHumanRequest, ConfirmRequest
from actwright.schemas.page import Observation
from actwright.schemas.proposal import first_problem
from actwright.schemas.step import Step
from actwright.schemas.tool import ToolSpec
from actwright.service.background_runs import BackgroundRun, OpenQuestion
from actwright.service.run_requests import BrowseRequest, ClientRunRequest
from actwright.service.runs import STEERED_TOOLS, Runs, act_on
from actwright.text import shortened, visible
from actwright.tools.ask_human import AskHumanTool
from actwright.tools.toolbox import Toolbox

OPENING_SECONDS = 60.0
ACTING_SECONDS = 120.0
LONGEST_ERROR = 1_000
"""Characters of an error; some repeat what the client sent."""
WAIT_SECONDS = 50.0
"""How long a call waits for a run by default; many clients give a call one minute."""

INSTRUCTIONS = "Elements are named by IDs of the page tree (button-0); names in {{braces}} stand for values that only the browser is given."

M = TypeVar("M", bound=BaseModel)
Answer = CallToolResult | InputRequiredResult
Wait = Annotated[float, Field(ge=0, le=600, description="seconds")]


class ApprovalPrompt(BaseModel):
    """The question to a person before an effect."""

    permit: bool = Field(description="Permit it")


def mcp_server(runs: Runs) -> MCPServer[Any]:
    """Returns a server with five tools for these runs. The caller opens and closes the runs.

    `run_stdio_async()` serves it; `streamable_http_app()` returns it as an application.
    """
    server = MCPServer[Any]("actwright", instructions=INSTRUCTIONS, version=version("actwright"), log_level="WARNING")
    tools = _Tools(runs)
    for tool, described in (
        (tools.run_task, "Do a task on a web page and prove it done. Still running after `wait`: ask `result`."),
        (tools.browse, "Answer a question from the web, with sources that were read."),
        (
            tools.look,
            "Open a page, or look again at an open session: its tree with element IDs, and a picture on request.",
        ),
        (
            tools.act,
            f'Act on an open session, in order until one fails: {{"tool": name, …parameters}}. Tools: {_signatures(attended=runs.attended)}',
        ),
        (tools.result, "How a run or session stands; `end` closes it."),
    ):
        server.add_tool(_answered(tool), description=described, structured_output=False)
    return server


class _Tools:
    """The tools. A call that answers a question continues the run that asked it, and starts no new run."""

    def __init__(self, runs: Runs) -> None:
        self._runs = runs

    async def run_task(
        self,
        task: str,
        url: str,
        *,
        ctx: Context[Any, Any],
        data: dict[str, str] | None = None,
        max_steps: int | None = None,
        wait: Wait = WAIT_SECONDS,
    ) -> Answer:
        limit = self._runs.owner.limits.steps
        playing = self._resumed(ctx) or self._runs.run(_wanted(task, url, data or {}, max_steps))
        return await self._told(ctx, playing, wait, total=min(max_steps or limit, limit))

    async def browse(self, question: str, *, ctx: Context[Any, Any], wait: Wait = WAIT_SECONDS) -> Answer:
        playing = self._runs.browse(_valid(BrowseRequest, prompt=question))
        return await self._told(ctx, playing, wait)

    async def look(self, *, ctx: Context[Any, Any], url: str = "", session: str = "", picture: bool = False) -> Answer:
        if bool(url) == bool(session):
            raise ToolError("give either url, to open a page, or the session of an open page")
        playing = self._runs.find(session) if session else self._runs.open(url, picture=picture)
        if session:
            act_on(playing, [], picture=picture)
        return await self._told(ctx, playing, OPENING_SECONDS)

    async def act(
        self, session: str, actions: list[dict[str, Any]], *, ctx: Context[Any, Any], picture: bool = False
    ) -> Answer:
        playing = self._resumed(ctx)
        if playing is None:
            playing = self._runs.find(session)
            act_on(playing, actions, picture=picture)
        return await self._told(ctx, playing, ACTING_SECONDS)

    async def result(self, id: str, *, ctx: Context[Any, Any], wait: Wait = 0, end: bool = False) -> Answer:
        playing = self._runs.find(id)
        if end:
            await playing.close()
        self._resumed(ctx)
        return await self._told(ctx, playing, wait, total=self._runs.owner.limits.steps)

    def _resumed(self, ctx: Context[Any, Any]) -> BackgroundRun | None:
        """Passes on the answer in this call. Returns the run that asked; None if the call answers no question."""
        if ctx.request_state is None:
            return None
        name, _, question = ctx.request_state.partition(" ")
        playing = self._runs.find(name)
        answers = ctx.input_responses or {}
        opened, answer = answers.get("open"), answers.get("permit")
        if isinstance(opened, ElicitResult):
            _shown(playing, question, opened.action)
        else:
            permitted = isinstance(answer, ElicitResult) and _allows(answer.action, answer.content)
            playing.answer(question, permitted=permitted)
        return playing

    async def _told(
        self, ctx: Context[Any, Any], playing: BackgroundRun, seconds: float, *, total: int | None = None
    ) -> Answer:
        """The state of a run, once it has ended, has a page to act on or a question, or the time to wait is over."""

        async def heard(steps: int) -> None:
            last = playing.run.steps[-1].proposal
            await ctx.report_progress(steps, total, f"{playing.id}: {last.message}" if last else playing.id)

        while await playing.settled(seconds=seconds, heard=heard):
            if (asked := playing.question) is not None:
                required = await _asked(ctx, playing, asked)
            elif (wanted := playing.wanted) is not None and wanted.id not in playing.shown:
                required = await self._called(ctx, playing, wanted)
            else:
                break
            if required is not None:
                return required
        return CallToolResult(content=[*_contents(playing, self._where(playing))], is_error=bool(playing.error))

    async def _called(
        self, ctx: Context[Any, Any], playing: BackgroundRun, wanted: OpenQuestion[AskHumanRequest]
    ) -> Answer | None:
        """Shows the client's user where to act. Returns None if the call waits for that, else what the call returns."""
        where, capability = self._where(playing), ctx.client_capabilities and ctx.client_capabilities.elicitation
        if capability is None or capability.url is None:  # the client may still pass the address on
            return CallToolResult(content=[*_contents(playing, where)])
        message = f"{wanted.request.reason} ({wanted.request.url})"
        try:
            answer = await ctx.elicit_url(message, where, wanted.id)
        except NoBackChannelError:
            request = ElicitRequest(params=ElicitRequestURLParams(message=message, url=where))
            return InputRequiredResult(input_requests={"open": request}, request_state=f"{playing.id} {wanted.id}")
        except (MCPError, ValueError):
            return CallToolResult(content=[*_contents(playing, where)])
        _shown(playing, wanted.id, answer.action)
        return None

    def _where(self, playing: BackgroundRun) -> str:
        """The address at which people act on the page of a run; empty if there is none."""
        return self._runs.live.of(playing) if self._runs.live is not None else ""


def _shown(playing: BackgroundRun, wanted: str, action: str) -> None:
    """Notes that the client's user was shown where to act, and whether they refused."""
    playing.shown.add(wanted)
    if action == "decline":
        playing.acted(wanted, done=False)


def _signatures(*, attended: bool) -> str:
    """Every tool that acts on pages, with its parameters; an optional parameter has a question mark."""
    tools = Toolbox(STEERED_TOOLS)
    return "; ".join(_signature(spec) for spec in (tools.having(AskHumanTool) if attended else tools).specs)


def _signature(spec: ToolSpec) -> str:
    needed = spec.parameters.get("required", ())
    names = (name if name in needed else f"{name}?" for name in spec.parameters.get("properties", {}))
    return f"{spec.name}({', '.join(names)})"


def _answered(tool: Callable[..., Awaitable[Answer]]) -> Callable[..., Awaitable[Answer]]:
    """The tool, with our errors turned into tool errors that a model can read."""

    @wraps(tool)
    async def answered(*given: Any, **named: Any) -> Answer:
        try:
            return await tool(*given, **named)
        except ActwrightError as error:
            raise ToolError(shortened(visible(str(error)), LONGEST_ERROR)) from error

    return answered


def _wanted(task: str, url: str, data: dict[str, str], max_steps: int | None) -> ClientRunRequest:
    return _valid(ClientRunRequest, task=task, url=url, data=data, limits={"steps": max_steps})


def _valid(kind: type[M], **given: Any) -> M:
    """A validated request of a client. Raises ToolError if it is not valid."""
    try:
        return kind.model_validate(given)
    except ValidationError as error:
        raise ToolError(f"the request is not valid: {first_problem(error)}") from error


def _allows(action: str, content: Mapping[str, Any] | None) -> bool:
    return action == "accept" and (content or {}).get("permit") is True


async def _asked(
    ctx: Context[Any, Any], playing: BackgroundRun, question: OpenQuestion[ConfirmRequest]
) -> InputRequiredResult | None:
    """Asks the client's user. Returns None if there is an answer, else what the client must answer in its next call."""
    request = question.request
    shown = "; ".join(f"{name}: {value}" for name, value in request.values.items())
    lines = (f"{request.tool} {request.target} on {request.url}", f"goes to {request.origin}", shown, request.why)
    message = "Permit this?\n" + "\n".join(filter(None, lines))
    permitted = False
    if ctx.client_capabilities and ctx.client_capabilities.elicitation:
        try:
            answer = await ctx.elicit(message, ApprovalPrompt)
            permitted = answer.action == "accept" and answer.data.permit
        except NoBackChannelError:
            params = ElicitRequestFormParams(message=message, requested_schema=ApprovalPrompt.model_json_schema())
            return InputRequiredResult(
                input_requests={"permit": ElicitRequest(params=params)}, request_state=f"{playing.id} {question.id}"
            )
        except (MCPError, ValueError):  # the client cannot ask
            permitted = False
    playing.answer(question.id, permitted=permitted)
    return None


def _contents(playing: BackgroundRun, where: str) -> list[TextContent | ImageContent]:
    steered = playing.steered
    if steered is None or playing.ended:
        return [_text(_result(playing, where))]
    if (wanted := playing.wanted) is not None:
        return [
            _text(
                f"session {playing.id} waits for a person: {wanted.request.reason}. They can act at {where}; then ask `result`"
            )
        ]
    if steered.turn is None:
        why = "paused by a person" if playing.run.page_control.paused else "still at work"
        return [_text(f"session {playing.id}: {why}; ask `result` again")]
    page, steps = steered.turn.page, steered.turn.steps
    said = "\n".join(filter(None, (*_arrived(steps[-1:]), f"session {playing.id}", _page(page))))
    picture = page.screenshot if steered.wants_picture else None
    if picture is None:
        return [_text(said)]
    data = base64.b64encode(picture.data).decode()
    return [_text(said), ImageContent(type="image", data=data, mime_type=picture.media_type)]


def _text(text: str) -> TextContent:
    return TextContent(type="text", text=text)


def _arrived(steps: Any) -> list[str]:
    """The outcomes of the last step, one line per action."""
    last: Step | None = steps[-1] if steps else None
    if last is None:
        return []
    lines = [
        f"{number}. {outcome.action.tool}: {outcome.status}{f': {outcome.detail}' if outcome.detail else ''}"
        for number, outcome in enumerate(last.outcomes, 1)
    ]
    return [*lines, *([f"nothing was done: {last.problem}"] if last.problem else [])]


def _page(page: Observation) -> str:
    dialog = f"a dialog is open: {page.dialog.kind} {page.dialog.message!r}" if page.dialog else ""
    return "\n".join(filter(None, (f"page: {page.title} ({page.url})", dialog, *page.notes, page.tree)))


def _result(playing: BackgroundRun, where: str) -> str:
    """The result of a run as one JSON object."""
    result = playing.result
    totals, wanted = totals_of(result.steps), playing.wanted
    found: dict[str, Any] = {
        "id": playing.id,
        "status": str(result.status) if playing.ended else "needs_action" if wanted else "running",
        "person_wanted": {"reason": wanted.request.reason, "act_at": where} if wanted else None,
        "reason": result.reason.value if playing.ended else None,
        "message": result.message,
        "error": playing.error,
        "may_have_acted": result.may_have_acted,
        "evidence": [each.wanted for each in result.evidence],
        "proof": result.proof,
        "shortfall": result.shortfall,
        **(playing.describe(result) if playing.describe and playing.ended else {}),
        "steps": totals.steps,
        "tokens": totals.usage.total,
        "usd": totals.cost,
        "record": str(result.run_dir) if result.run_dir else None,
    }
    return json.dumps({name: value for name, value in found.items() if value not in (None, "", [])}, ensure_ascii=False)
