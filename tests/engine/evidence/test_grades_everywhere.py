"""Every way to play a run has its claims judged and graded: every policy, the HTTP service and the MCP server."""

import json
import re

import httpx2
import pytest
from builders import action, reply
from installed_browser import launch_options
from mcp import Client
from served_pages import ServedPages

from actwright import Agent, BrowserOptions, BrowsingAgent, Limits, PageOptions
from actwright.engine.policies.auto import Auto
from actwright.engine.policies.replay import Replay
from actwright.recording import record
from actwright.schemas.exchange import ToolCall
from actwright.service.app import service_app
from actwright.service.config import ServiceConfig
from actwright.service.mcp import mcp_server
from actwright.service.runs import Runs
from actwright.testing import (
    Answer,
    AnthropicServer,
    OpenAIChatServer,
    OpenAIResponsesServer,
    ScriptedModel,
)

pytestmark = [pytest.mark.slow, pytest.mark.long]

FORM = """<style>* {position: absolute; margin: 0} input {left: 100px; top: 0} button {left: 0; top: 60px}</style>
<form method=post action=/orders><label>Price <input name=price></label><button>Save</button></form>"""
THANKS = "<h1>Thank you, your price was noted</h1>"
SITES = {"kept": (303, {"Location": "/done"}, ""), "refused": (500, {}, THANKS)}
TASK = {"task": "Set the price to {{price}}", "data": {"price": "50"}}
QUOTED = 'It is done: "Thank you, your price was noted"'
FILL, CLICK = action("fill", element_id="input-0", value="{{price}}"), action("click", element_id="button-0")
EXPECT = action("expect", text=["Thank you, your price was noted"])
GIVE_UP = reply(action("fail", reason="it cannot be proved"))
CLAIMED = reply(FILL, CLICK, EXPECT, complete=True)
LIMITS = Limits(steps=4, seconds=60)


def tool(name, /, toolset="", **given):
    return ToolCall(call_id=f"call_{name}", tool=name, toolset=toolset, arguments=json.dumps(given))


def in_brackets(command):
    """A command of the (Visual)WebArena agent, with the number of the element for `<its line>`."""

    def said(body):
        page = body["messages"][-1]["content"][0]["text"]
        number = re.sub(r"<(.+)>", lambda match: re.search(rf"\[(\d+)\] {re.escape(match[1])}", page)[1], command)
        return f"In summary, the next action I will perform is ```{number}```"

    return said


def of_browser_toolset():
    to = {"type": "ref", "ref": "input-0"}, {"type": "ref", "ref": "button-0"}
    entered = tool("form_input", "browser", target=to[0], value="{{price}}")
    return [Answer(calls=(entered, tool("left_click", "browser", target=to[1]))), QUOTED]


def of_computer_tool():
    into, submit = ({"type": "click", "button": "left", "x": x, "y": y} for x, y in ((110, 8), (10, 68)))
    acts = {
        "id": "cu_1",
        "actions": [into, {"type": "type", "text": "{{price}}"}, submit],
        "pending_safety_checks": [],
    }
    return [Answer(calls=(tool("computer", "computer", **acts),)), QUOTED]


def by_title(request):
    """A reply of the policy `fields`: the value of the one field, by its key."""
    return json.dumps(dict.fromkeys(request.answer_schema["properties"], "50"))


PLAN = {"complete": True, "message": "as planned", "steps": [{"shows": "", "actions": [FILL, CLICK, EXPECT]}]}
GIVEN_UP = {"complete": False, "message": "lost", "steps": [{"shows": "", "actions": GIVE_UP["actions"]}]}
TYPED, SENT, STOP = "type [<textbox 'Price'>] [{{price}}] [0]", "click [<button 'Save'>]", f"stop [{QUOTED}]"
POLICIES = {
    "single_call": (None, [CLAIMED, GIVE_UP]),
    "two_call": (None, [{"actions": [FILL, CLICK]}, {"complete": True, "message": QUOTED}, {"actions": GIVE_UP["actions"]}]),
    "plan_then_execute": (None, [PLAN, GIVEN_UP]),
    "fields": (None, [by_title] * 4),
    "rules": (None, []),
    "tool_loop": (OpenAIChatServer, [Answer(calls=(tool("fill", **FILL["parameters"]), tool("click", **CLICK["parameters"]))), QUOTED]),
    "chain_of_thought": (OpenAIChatServer, [*map(in_brackets, (TYPED, SENT, STOP))]),
    "claude_browser": (AnthropicServer, of_browser_toolset()),
    "openai_computer": (OpenAIResponsesServer, of_computer_tool()),
}  # fmt: skip
WIRES = {OpenAIChatServer: "openai-chat", AnthropicServer: "anthropic", OpenAIResponsesServer: "openai"}


def served(answer):
    return ServedPages({"/": FORM, "/orders": SITES[answer], "/done": THANKS})


SEE_THE_ANSWER = {"rules", "fields"}
"""Policies that see by themselves what was answered, and claim nothing then."""


def check(result, answer, *, contradicted=True):
    """A claim over what the server kept is proved; one over what it refused does not stand."""
    claims = [step.claim for step in result.steps if step.claim]
    if answer == "kept":
        assert (result.complete, result.proof) == (True, "proved"), result.shortfall or result.message
        return
    assert not result.complete
    assert not any(claim.accepted for claim in claims)
    assert result.proof == ("contradicted" if contradicted else None)


async def played(page, answer, policy, server=None, script=()):
    with served(answer) as site:
        url = f"{site.url}/"
        if server is None:
            model = ScriptedModel(list(script)) if script else None
            agent = Agent(model, policy=policy, out=None, limits=LIMITS, evidence="required")
            return await agent.run(url=url, page=page, **TASK)
        with server([*script, *[QUOTED] * 4]) as provider:
            where = f"{WIRES[server]}:m@{provider.url}"
            options = PageOptions(screenshot="never") if policy != "openai_computer" else None
            agent = Agent(
                where, policy=policy, out=None, limits=LIMITS, page_options=options, evidence="required"
            )  # those that are native to a model need no evidence by default
            return await agent.run(url=url, page=page, **TASK)


@pytest.mark.parametrize("answer", SITES)
@pytest.mark.parametrize("policy", POLICIES)
async def test_every_policy(page, policy, answer):
    result = await played(page, answer, policy, *POLICIES[policy])
    check(result, answer, contradicted=policy not in SEE_THE_ANSWER)


@pytest.mark.parametrize("answer", SITES)
async def test_replays_and_what_goes_on_after_them(page, answer):
    recording = record(await played(page, "kept", "single_call", None, [CLAIMED]))
    check(await played(page, answer, Replay(recording)), answer, contradicted=False)  # its check of the answer fails
    then = Auto(recording, then="single_call")
    check(await played(page, answer, then, None, [GIVE_UP]), answer, contradicted=False)


def owner(**given):
    options = launch_options()
    return ServiceConfig(
        browser=BrowserOptions(executable=options["executable_path"], args=tuple(options["args"])), **given
    )


def check_told(told, answer):
    """What a client reads of such a run."""
    wanted = ("complete", "proved") if answer == "kept" else ("failed", "contradicted")
    assert (told["status"], told["proof"]) == wanted


@pytest.mark.usefixtures("one_browser")
@pytest.mark.parametrize("answer", SITES)
async def test_the_mcp_server(answer):
    with served(answer) as site, OpenAIChatServer([json.dumps(each) for each in (CLAIMED, GIVE_UP)]) as provider:
        async with (
            Runs(owner(models=(f"openai-chat:m@{provider.url}",))) as runs,
            Client(mcp_server(runs), mode="auto") as client,
        ):
            result = await client.call_tool("run_task", {"url": f"{site.url}/", **TASK})
    check_told(json.loads(result.content[0].text), answer)


@pytest.mark.usefixtures("one_browser")
@pytest.mark.parametrize("answer", SITES)
async def test_the_service(tmp_path, answer):
    with served(answer) as site, OpenAIChatServer([json.dumps(each) for each in (CLAIMED, GIVE_UP)]) as provider:
        config = owner(models=(f"openai-chat:m@{provider.url}",), out=tmp_path)
        app = service_app(config, folder=tmp_path / "service", token="t")
        transport = httpx2.ASGITransport(app)
        async with (
            app.router.lifespan_context(app),
            httpx2.AsyncClient(transport=transport, base_url="http://service") as client,
        ):
            where = (await client.post("/runs", json={"url": f"{site.url}/", **TASK})).json()["url"]
            await client.get(f"{where}/events")  # it goes on to the end of the run
            told = (await client.get(where)).json()
    check_told(told["result"], answer)


async def test_a_browse_that_read_no_page_is_not_complete():
    """It changes nothing, so nothing can be proved; its answer needs a page that was read."""
    with served("kept") as site, OpenAIChatServer([f"It costs 50 euros, see {site.url}/done"] * 2) as provider:
        options = {"base_url": provider.url, "allow_loopback": True, "out": None}
        answer = await BrowsingAgent("openai-chat:m", **options).browse("What does it cost?")
    assert (answer.complete, answer.result.proof) == (False, None)
    assert site.url not in answer.answer
