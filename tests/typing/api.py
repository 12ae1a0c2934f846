"""The public API as its users write it. Nothing here runs: a strict type checker reads it."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Unpack, assert_type

from playwright import async_api, sync_api
from pydantic import BaseModel, Field, SecretStr

from actwright import (
    ActwrightError,
    Agent,
    AskHuman,
    AskHumanRequest,
    BrowseAnswer,
    Browser,
    BrowserError,
    BrowserOptions,
    BrowsingAgent,
    CheckFailed,
    CheckResult,
    CheckUndecided,
    ConfigError,
    Confirm,
    ConfirmRequest,
    Done,
    Event,
    Job,
    Limits,
    ModelError,
    NotPermitted,
    PageOptions,
    Permissions,
    RateLimit,
    Reason,
    Result,
    Run,
    RunError,
    RunOptions,
    Sampling,
    Secret,
    Status,
    Step,
    Surface,
    TaskFailed,
    Tool,
    ToolError,
    Trait,
    Unread,
    builtin_tools,
    evaluate,
    evaluate_sync,
    read_run,
    tool,
    totp,
    web_tools,
)
from actwright.engine.models.base import Model
from actwright.engine.models.prices import repriced
from actwright.engine.models.stored import sendable_input
from actwright.engine.page.browser.browser_options import HttpCredentials
from actwright.engine.policies.base import Ask, Policy
from actwright.engine.policies.chain_of_thought import ChainOfThought
from actwright.errors import LimitError, ReplyError
from actwright.net.guard import Guard
from actwright.pytest_plugin import ActwrightFixture, AsyncActwrightFixture
from actwright.schemas.check import CheckedFact
from actwright.schemas.exchange import Exchange, Request
from actwright.schemas.page import Image, Observation
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.recording import RecordedCheck
from actwright.schemas.step import Claim, Effect, Evidence, Intent, Outcome, Receipt, SentRequest
from actwright.schemas.task import Task
from actwright.schemas.tool import ToolSpec
from actwright.schemas.turn import Turn
from actwright.schemas.usage import Usage
from actwright.schemas.visit import Visit
from actwright.testing import Answer, Cassette, HttpError, OpenAIResponsesServer, ScriptedModel, ToolCall, request_of
from actwright.tools.parameters import ElementId, Value
from actwright.web.local_index import LocalIndex
from actwright.web.search import BraveSearch, SearchError, SearchResult
from actwright.web.sources import Source, Sources

# ---- running a task


async def run_a_task() -> None:
    """A model by name, a page that Actwright opens."""
    agent = Agent(model="anthropic:claude-sonnet-5-5")
    result = await agent.run("Fill the price as $50 and submit", url="https://shop.example/sell")
    assert_type(result, Result)
    assert_type(result.raise_for_status(), Result)


async def run_with_everything(page: async_api.Page, scripted: Model) -> None:
    """Every parameter, with the kinds of values it takes."""
    agent = Agent(
        {"main": [scripted, "openai:gpt-5"], "planner": "openai:gpt-5-mini"},
        policy=Planned(),
        tools=["fill", "click", Barcode, look_up],
        limits=Limits(steps=10, calls=None, tokens=100_000, usd=0.5, seconds=120, repeats=3, bad_replies=3),
        evidence="quoted",
        browser=BrowserOptions(
            ignore_https_errors=True,
            http_credentials=HttpCredentials(
                username="ada", password=SecretStr("correct horse"), origin="https://shop.example"
            ),
        ),
        page_options=PageOptions(budget=2_000, screenshot="on_change"),
        sampling={"main": Sampling(temperature=0, max_output_tokens=2_000), "gpt-5": Sampling(effort="low")},
        base_url="https://gateway.example/v1",
        rate_limit=RateLimit(requests_per_minute=50, tokens_per_minute=200_000),
        out=None,
    )
    await agent.run(
        "List the bicycle of {{row}}",
        url=None,
        page=page,
        data={"row": "A 17", "price": 50, "weight": 11.5, "used": True, "photo": Path("bicycle.jpg")},
        private={"Full name": "Ada Lovelace", "children": 3},
        secrets={
            "password": "correct horse",
            "pin": Secret(value=SecretStr("4711"), origins=("https://bank.example",)),
            "code": Secret("tulip-77", ["https://bank.example"]),
            "otp": totp("JBSWY3DPEHPK3PXP", origins="https://bank.example"),
        },
        tabs=page.context.pages,
        images=[
            "bicycle.jpg",
            Path("lock.png"),
            b"\x89PNG",
            Image(data=b"", media_type="image/png", width=1, height=1),
        ],
    )


class Listing(BaseModel):
    """What was published."""

    number: int = Field(description="as the page shows it")
    url: str


async def ask_for_a_typed_answer(agent: Agent) -> None:
    """The answer is an instance of the model that was asked for; fewer tools are a shorter prompt."""
    result = await agent.run("Publish it", url="https://shop.example/sell", tools=["fill", "click"], output=Listing)
    assert_type(result, Result[Listing])
    assert_type(result.output, Listing | None)
    assert_type(result.raise_for_status(), Result[Listing])
    assert_type(agent.run_sync("Publish it", tools=[look_up], output=Listing), Result[Listing])


async def keep_a_run_to_its_task(agent: Agent, window: Mapping[str, bool]) -> None:
    """What it may do, and a question before each effect."""
    permissions = Permissions(
        sites=["pay.example", "https://pay.example:8443"],
        navigate=["docs.example"],
        hosts=["*.cdn.example"],
        effects=2,
        effects_on=["pay.example"],
        tools=["fill", "click"],
        uploads=[Path("cv.pdf")],
        downloads=False,
        values="given",
    )

    async def confirm(request: ConfirmRequest) -> bool:
        assert_type(request.values, Mapping[str, str])
        assert_type(request.picture, Path | None)
        return window[f"{request.tool} {request.target} {request.origin} {request.url} {request.reason} {request.why}"]

    result = await agent.run("Pay", url="https://shop.example/cart", permissions=permissions, confirm=confirm)
    assert_type(result.refused, tuple[Outcome, ...])
    Agent("openai:gpt-5", permissions=permissions, confirm=lambda request: request.tool == "click", confirm_seconds=30)

    async def ask_human(request: AskHumanRequest) -> bool:
        return bool(request.reason and request.url and request.seconds)

    await agent.run("Pay", url="https://shop.example/cart", ask_human=ask_human)
    Agent("openai:gpt-5", ask_human=lambda request: "log in" in request.reason, ask_human_seconds=60)


async def share_a_browser(urls: Sequence[str], guide: str) -> None:
    """One browser for many runs, guidance for each task, and options of a single run."""
    async with Browser(BrowserOptions(headless=True)) as browser:
        agent = Agent("openai:gpt-5", browser=browser, instructions=guide)
        for url in urls:
            run = agent.play(
                task="Pay", url=url, limits=Limits(steps=5), model="openai:gpt-5-mini", policy="single_call"
            )
            assert_type(run, Run)
        await agent.run("Pay", url=urls[0], sampling=Sampling(effort="low"), confirm=always, ask_human=nobody)
    confirm: Confirm = always
    ask_human: AskHuman = nobody
    Agent("openai:gpt-5", confirm=confirm, ask_human=ask_human)


def always(request: ConfirmRequest) -> bool:
    """Permits every effect."""
    return bool(request.tool)


async def nobody(request: AskHumanRequest) -> bool:
    """Refuses."""
    return not request.reason


def run_on_a_sync_page(page: sync_api.Page) -> Result:
    """The page of a sync suite."""
    return Agent(policy="rules", out=Path("runs")).run_sync("Set the price", page=page, data={"price": "50"})


async def follow_the_steps(agent: Agent) -> None:
    """Step by step, with or without closing it early."""
    async for step in agent.play("Fill the price as $50 and submit", url="https://shop.example/sell"):
        assert_type(step, Step)
    async with agent.play("Look for a bicycle", url="https://shop.example") as run:
        assert_type(run, Run)
        async for step in run:
            if step.number == 3:
                break
    assert_type(run.result, Result)
    assert_type(run.run_dir, Path | None)
    async for event in agent.play("Look for a bicycle", url="https://shop.example").events():
        assert_type(event, Event)
        assert_type(event.name, str)


# ---- reading a result


def read_a_result(result: Result) -> None:
    """How it ended, what it proved and what it took."""
    assert_type(result.task, Task)
    assert_type(result.status, Status)
    assert_type(result.reason, Reason)
    assert_type(result.reason is Reason.SERVER_ERROR, bool)
    assert_type(result.may_have_acted, bool)
    assert_type(result.http_status, int | None)
    assert_type(result.journal, tuple[Intent, ...])
    assert_type([intent.action for intent in result.unsettled], list[Action])
    assert_type(result.error, str)
    assert_type(result.complete, bool)
    assert_type(result.message, str)
    assert_type(result.data, dict[str, str])
    assert_type(result.evidence, tuple[Evidence, ...])
    assert_type(result.steps, tuple[Step, ...])
    assert_type(result.exchanges, tuple[Exchange, ...])
    assert_type(result.usage, Usage)
    assert_type(result.cost, float | None)
    assert_type(result.run_dir, Path | None)
    assert_type(result.status is Status.STEP_LIMIT, bool)
    assert_type([repriced(row).cost for row in read_run("runs/1").exchanges], list[float | None])


def read_a_step(step: Step) -> None:
    """What was seen, proposed and done."""
    assert_type(step.number, int)
    assert_type(step.page, Observation)
    assert_type(step.page.tree, str)
    assert_type(step.proposal, Proposal | None)
    assert_type(step.outcomes, tuple[Outcome, ...])
    assert_type(step.problem, str)
    assert_type(step.claim, Claim | None)
    for outcome in step.outcomes:
        assert_type(outcome.action, Action)
        assert_type(outcome.effect, Effect)
        assert_type(outcome.receipts, tuple[Receipt, ...])
        assert_type(outcome.sent, tuple[SentRequest, ...])
        assert_type(outcome.http_status, int | None)
        if outcome.status == "unknown":
            assert_type(outcome.detail, str)


async def handle_errors(agent: Agent) -> str:
    """Each error knows what its reader needs."""
    try:
        result = await agent.run("Fill the price as $50 and submit", url="https://shop.example/sell")
        result.raise_for_status()
    except TaskFailed as failed:
        return str(failed.result)
    except ModelError as error:
        assert_type(error.status, int | None)
        assert_type(error.retryable, bool)
        assert_type(error.retry_after, float | None)
        assert_type(error.steps, Sequence[Any])
        return str(error.run_dir)
    except BrowserError as error:
        assert_type(error.may_have_acted, bool)
        return "again" if not error.may_have_acted else "look first"
    except ConfigError as error:
        return str(error)
    except ActwrightError as error:
        return repr(error)
    return result.message


def read_what_a_tool_may_raise(error: NotPermitted | Unread, ended: RunError) -> None:
    """A refusal, input that could not be read back, and the base of what ends a run."""
    assert_type(error.may_have_acted, bool)
    assert_type(ended.run_dir, Path | None)


def read_a_limit(error: LimitError) -> None:
    """What a policy may see of a call that was not made."""
    assert_type(error.limit, Literal["calls", "tokens", "usd", "seconds"])


# ---- tools of one's own


class Barcode(Tool):
    """Type the barcode of a product into a field."""

    effect: ClassVar[Effect] = Effect.EDIT

    element_id: ElementId
    code: Value = Field(description="13 digits")
    check: bool = True

    async def run(self, surface: Surface) -> Done:
        """Types it and reads it back."""
        target = await surface.target(self.element_id)
        assert_type(surface.page, async_api.Page)
        await target.locator.fill(surface.fields.reveal(self.code, target), timeout=surface.timeout)
        receipt = await surface.fields.read_back(target, self.code)
        assert_type(receipt, Receipt)
        if self.check and not receipt.match:
            raise ToolError(f"{target.title} took {receipt.got}")
        return Done(f"typed into {target.title}", receipts=(receipt,))


@tool
async def look_up(surface: Surface, isbn: Annotated[str, Field(description="10 or 13 digits")]) -> str:
    """Look up the title of a book."""
    return f"{isbn} on {surface.page.url}"


@tool(name="approve", effect="effect", traits=Trait.EFFECTS_ONLY_VIA_PAGE | Trait.NAVIGATES, timeout_seconds=10)
async def approve_order(surface: Surface, order: int, note: str = "") -> Done:
    """Approve an order."""
    return Done(f"approved {order} {note} on {surface.page.url}")


def read_a_tool(barcode: Barcode) -> None:
    """A tool is a validated value, and tells what a policy may know."""
    assert_type(barcode.code, str)
    assert_type(Barcode.spec(), ToolSpec)
    assert_type(Barcode.spec().parameters, Mapping[str, Any])
    assert_type(builtin_tools(), tuple[type[Tool], ...])


# ---- a policy and a model of one's own


class Patient:
    """A policy that waits for ever."""

    roles: tuple[str, ...] = ("main",)

    async def decide(self, turn: Turn, ask: Ask) -> Proposal:
        """Waits, or says that it cannot read the page."""
        del ask
        if not turn.page.tree:
            raise ReplyError(f"nothing to see at step {turn.number}")
        return Proposal(
            complete=False,
            message="waiting",
            actions=(Action(reason="it loads", tool="wait", parameters={"seconds": 1}),),
        )


class Planned(Patient):
    """The same with a second model."""

    roles = ("main", "planner")


def use_own_parts() -> Agent:
    """Objects instead of names."""
    policy: Policy = Patient()
    model: Model = ScriptedModel(["not JSON", {"complete": False, "message": "look", "actions": []}])
    model = Cassette("tests/cassettes/sell.json", model, mode="auto")
    return Agent(model=model, policy=policy)


def use_webarenas_agent(page: async_api.Page) -> Run:
    """Its instruction file, its quirks, its limit of repeated actions; pictures with the numbers of its text."""
    policy = ChainOfThought(
        Path("p_som_cot_id_actree_3s.json"),
        compat="upstream",
        max_obs_length=1_920,
        captioner=lambda image: f"a picture of {image.width} px",
        urls={"http://127.0.0.1:7770": "http://onestopmarket.com"},
        repeats=3,
    )
    agent = Agent(
        "openai-chat:gpt-4o",
        policy=policy,
        tools=[*builtin_tools(), "new_tab", "go_forward"],
        evidence="off",
        page_options=PageOptions(marks="numbers"),
    )
    return agent.play("Find the cheapest kayak", page=page)


def use_a_local_server() -> None:
    """A script of calls, thoughts and failures; what was sent is read back."""
    call = ToolCall(call_id="call_1", tool="look", arguments="{}")
    with OpenAIResponsesServer([HttpError(429), call, Answer(said="done", calls=(call,), thought="hm")]) as server:
        Agent(model="openai:gpt-5", base_url=server.url)
    assert_type(server.received[0].request, Request)
    assert_type(request_of(server.received[0].body, wire="openai_responses"), Request)


async def browse_the_web() -> None:
    """An answer with sources; the tools alone; a backend of one's own."""
    answer = await BrowsingAgent("openai:gpt-5", search=["docs", "https://docs.example/"]).browse("Which port?")
    assert_type(answer, BrowseAnswer)
    assert_type([source.url for source in answer.sources], list[str])
    assert_type(answer.result, Result)

    class Catalogue:
        async def search(self, query: str, *, count: int) -> Sequence[SearchResult]:
            if not query:
                raise SearchError("no words")
            return [SearchResult(title="Kayak", url="https://shop.example/1")][:count]

    for backend in (Catalogue(), BraveSearch("key"), LocalIndex("docs", guard=Guard(allow_loopback=True))):
        tools = web_tools(backend, page_limit=3)
        result = await Agent("openai:gpt-5", tools=[*builtin_tools(), *tools]).run("Find a kayak")
        visits = [visit for step in result.steps for outcome in step.outcomes for visit in outcome.visits]
        assert_type(visits, list[Visit])
        assert_type(Sources(visits).verified, tuple[Source, ...])
    async for event in BrowsingAgent("openai:gpt-5", search="docs").events("Which port?"):
        assert_type(event, Event | BrowseAnswer)
    BrowsingAgent("openai:gpt-5", search=Catalogue(), output_gate="product", min_verified=5).browse_sync("Kayaks?")


async def check_in_words(page: async_api.Page, sync_page: sync_api.Page) -> None:
    """A statement becomes facts, which are evaluated again without a model."""
    agent = Agent("openai:gpt-5")
    before = await agent.run("Add a kayak", page=page)
    result = await agent.check(
        "there are {{n}} kayaks", page=page, before=before, data={"n": 2}, seconds=2, picture=False
    )
    assert_type(result.raise_for_status(), CheckResult)
    assert_type(result.verdict, Literal["passed", "failed", "undecided"])
    assert_type(result.judged_by, Literal["facts", "model"] | None)
    assert_type(result.facts, tuple[CheckedFact, ...])
    assert_type(result.recorded, RecordedCheck)
    assert_type(await evaluate(result.recorded, page, data={"n": 3}), CheckResult)
    assert_type(agent.check_sync("there are 2 kayaks", page=sync_page), CheckResult)
    try:
        evaluate_sync(result.recorded, sync_page, data={"n": 3}).raise_for_status()
    except (CheckFailed, CheckUndecided) as error:
        assert_type(str(error), str)


def send_a_stored_conversation() -> None:
    """What may be sent of it."""
    assert_type(sendable_input([{"role": "user", "content": "hello"}]), list[dict[str, Any]])


async def form_jobs(url: str) -> None:
    """A form for each row of a file, or of an iterable."""
    job = Job("applicants.csv", task="Fill in the form and submit it", url=url, private=["Phone"], concurrency=4)
    states: list[str] = []
    report = await job.run(lambda row: states.append(row.state))
    assert_type((report.counts.total(), report.stopped, report.cost), tuple[int, str, float])

    async def arrived(values: Mapping[str, str]) -> bool | None:
        return values["Reference"] == "A-001"

    rows = [{"Reference": "A-001", "Years": 7}]
    await Job(rows, task="Fill in the form and submit it", url=url, out="x.job", key="Reference", verify=arrived).run()
    await Job.opened("x.job", rows=rows, verify=arrived).run(resume=True)


# ---- in pytest


def test_sync(page: sync_api.Page, actwright: ActwrightFixture) -> None:
    """A sync page gives the result."""
    assert_type(actwright.run("Fill the price as $50 and submit", page=page), Result)
    assert_type(actwright.run("Which number?", page=page, output=Listing, check=False), Result[Listing])
    assert_type(actwright.check("the price is $50", page=page, before=None), CheckResult)
    for finding in actwright.findings:
        assert_type(finding.kind, Literal["console", "http", "slow", "axe"])
    for step in actwright.play("Fill the price as $50 and submit", page=page, tabs=page.context.pages[1:]):
        assert_type(step, Step)
    assert_type(actwright.result, Result)


async def test_async(page: async_api.Page, actwright: AsyncActwrightFixture) -> None:
    """An async page gives something to await."""
    await assert_type(actwright.run("Fill {{price}}", page=page, data={"price": 50}), Coroutine[Any, Any, Result])
    assert_type(await actwright.run("Fill the price as $50 and submit", page=page), Result)
    await assert_type(actwright.check("the price is $50", page=page), Coroutine[Any, Any, CheckResult])
    async for step in actwright.play("Fill the price as $50 and submit", page=page):
        assert_type(step, Step)


async def pass_the_options_on(agent: Agent, **options: Unpack[RunOptions]) -> str:
    return (await agent.run("Log in", **options)).message
