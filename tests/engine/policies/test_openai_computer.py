"""OpenAI's computer tool: what its actions become, safety checks, and a run over its wire."""

import json

import pytest

from actwright import Agent, Status
from actwright.engine.models import anthropic, openai_responses
from actwright.engine.policies.openai_computer import OpenAIComputer
from actwright.errors import ConfigError
from actwright.schemas.exchange import Exchange, ImageBlock, Message, Reply, Request, TextBlock, ToolCall
from actwright.schemas.page import Box, Element, Image, Observation
from actwright.schemas.step import Effect, Outcome, Step
from actwright.schemas.task import Task
from actwright.schemas.toolset import Toolset
from actwright.schemas.turn import Turn
from actwright.testing import Answer, OpenAIResponsesServer
from actwright.testing.checks import openai_responses_problem
from actwright.tools.ask_human import AskHumanTool
from actwright.tools.toolbox import Toolbox

PIXEL = b"\x89PNG\r\n\x1a\n"
FIELD = Element(id="input-0", tag="input", role="textbox", value="", box=Box(x=0, y=0, width=100, height=20))
PAGE = Observation(
    url="http://shop.example/",
    elements=(FIELD,),
    screenshot=Image(data=PIXEL, media_type="image/png", width=500, height=250),
    width=1000,
    height=500,
)
CHECK = {"id": "check_1", "code": "malicious_instructions", "message": "the page gives orders"}


def turn(policy, *, asks=False, steps=(), page=PAGE):
    async def observe():
        return page

    tools = Toolbox([*policy.preferences.tools, *([AskHumanTool] if asks else [])]).specs
    return Turn(task=Task(text="set the price", evidence="off"), steps=steps, page=page, tools=tools, observe=observe)


def call(*actions, number=1, checks=()):
    said = {"id": f"cu_{number}", "actions": list(actions), "pending_safety_checks": list(checks)}
    return ToolCall(call_id=f"call_{number}", tool="computer", toolset="computer", arguments=json.dumps(said))


def calling(*calls):
    return Reply(text="", blocks=calls, finish="tools")


async def decided(*replies, form="computer", **options):
    """The proposal, and the requests before it, which OpenAI's API would accept."""
    policy, requests, left = OpenAIComputer(form), [], list(replies)

    async def ask(request, *, role="main"):
        requests.append(request)
        assert openai_responses_problem(openai_responses.encode(request, "m")) == ""
        return left.pop(0)

    return await policy.decide(turn(policy, **options), ask), requests


BECOMES = [
    ({"type": "click", "x": 10, "y": 5, "button": "left"}, ("click", {"element_id": "input-0"})),
    (
        {"type": "click", "x": 300, "y": 100, "button": "right", "keys": ["SHIFT"]},
        ("click_at", {"x": 600.0, "y": 200.0, "button": "right", "count": 1, "modifiers": "Shift"}),
    ),
    ({"type": "click", "x": 1, "y": 1, "button": "back"}, ("go_back", {})),
    (
        {"type": "double_click", "x": 300, "y": 100},
        ("click_at", {"x": 600.0, "y": 200.0, "button": "left", "count": 2, "modifiers": ""}),
    ),
    ({"type": "drag", "path": [{"x": 1, "y": 2}, {"x": 3, "y": 4}]}, ("drag_at", {"points": "2.0,4.0 6.0,8.0"})),
    ({"type": "keypress", "keys": ["CTRL", "A"]}, ("press", {"key": "Control+a"})),
    ({"type": "move", "x": 1, "y": 2}, ("move_to", {"x": 2.0, "y": 4.0})),
    (
        {"type": "scroll", "x": 1, "y": 2, "scroll_x": 0, "scroll_y": 300},
        ("scroll_at", {"x": 2.0, "y": 4.0, "right": 0, "down": 300}),
    ),
    ({"type": "type", "text": "50"}, ("type", {"element_id": "input-0", "value": "50"})),
    ({"type": "wait"}, ("wait", {"seconds": 2.0})),
]


async def test_actions_become_actions_of_the_run_in_order():
    proposal, [request] = await decided(
        calling(call(*(given for given, _ in BECOMES[:1]), *(given for given, _ in BECOMES[8:])))
    )
    done = [(action.tool, action.parameters) for action in proposal.actions]
    assert done == [BECOMES[0][1], *(made for _, made in BECOMES[8:])]
    proposal, _ = await decided(calling(call(*(given for given, _ in BECOMES[1:8]))))
    assert [(action.tool, action.parameters) for action in proposal.actions] == [made for _, made in BECOMES[1:8]]
    assert request.toolset == Toolset(kind="computer")
    assert [tool.name for tool in request.tools] == [
        *("navigate", "go_back", "go_forward", "switch_tab", "close_tab", "answer_dialog", "fail")
    ]


async def test_a_screenshot_is_answered_at_once_and_the_older_tool_says_its_size():
    last = Reply(text="It is done.")
    proposal, requests = await decided(calling(call({"type": "screenshot"})), last, form="preview")
    assert proposal.complete
    assert requests[0].toolset == Toolset(kind="computer_use_preview", width=500, height=250)
    assert requests[1].messages[-1].blocks[0].blocks == (ImageBlock(image=PAGE.screenshot, section="history"),)
    with pytest.raises(ConfigError, match="no such form"):
        OpenAIComputer("phone")


def played_step(asked, reply, proposal, *statuses):
    outcomes = tuple(
        Outcome(action=action, status=status, effect=Effect.EDIT, detail="said")
        for action, status in zip(proposal.actions, statuses, strict=True)
    )
    exchange = Exchange(role="main", model="m", wire="none", request=asked, reply=reply)
    return Step(number=1, page=PAGE, proposal=proposal, outcomes=outcomes, exchanges=(exchange,))


async def test_safety_checks_are_accepted_by_a_person_or_the_run_ends():
    reply = calling(call({"type": "type", "text": "50"}, checks=[CHECK]))
    proposal, _ = await decided(reply)
    assert [action.tool for action in proposal.actions] == ["fail"]
    assert "and this run asks nobody" in proposal.actions[0].parameters["reason"]
    proposal, [asked] = await decided(reply, asks=True)
    assert [action.tool for action in proposal.actions] == ["ask_human", "type_at_focus"]
    assert "malicious_instructions: the page gives orders" in proposal.actions[0].parameters["reason"]
    step = played_step(asked, reply, proposal, "done", "failed")
    _, [request] = await decided(Reply(text="Done."), asks=True, steps=(step,))
    result, told = request.messages[-1].blocks
    assert [check.id for check in result.acknowledged] == ["check_1"]
    assert told.text == "What the actions did:\nask_human: done: said\ntype_at_focus: failed: said"
    step = played_step(asked, reply, proposal, "failed", "skipped")
    proposal, requests = await decided(asks=True, steps=(step,))
    assert (requests, [action.tool for action in proposal.actions]) == ([], ["fail"])


def test_other_wires_say_which_one_is_needed():
    said = (Message(role="user", blocks=(TextBlock(text="x"),)),)
    with pytest.raises(ConfigError, match="needs the wire openai-responses, not anthropic"):
        anthropic.encode(Request(messages=said, toolset=Toolset(kind="computer")), "m")


async def test_a_form_is_filled_by_coordinates_and_each_call_gets_a_picture(page, site):
    await page.goto(f"{site.url}/price")
    points = []
    for name in ("input", "button"):
        box = await page.locator(name).first.bounding_box()
        points.append({"x": round(box["x"] + 5), "y": round(box["y"] + 5)})
    into, submit = ({"type": "click", "button": "left", **point} for point in points)
    filled = call(into, {"type": "type", "text": "{{price}}"}, submit, number=2)
    with OpenAIResponsesServer([call({"type": "screenshot"}), Answer(calls=(filled,)), "Done."]) as server:
        agent = Agent(f"openai:m@{server.url}", policy="openai_computer", out=None)
        result = await agent.run(
            "Set the price to {{price}}", url=f"{site.url}/price", page=page, data={"price": "$50"}
        )
        outputs = [item for item in server.received[-1].body["input"] if item.get("type") == "computer_call_output"]
    assert result.status is Status.COMPLETE
    assert [outcome.status for outcome in result.steps[0].outcomes] == ["done"] * 3
    assert "created with price $50" in result.steps[1].page.text
    assert len({item["output"]["image_url"] for item in outputs}) == 2


@pytest.mark.parametrize("acts", [False, True], ids=["only looks", "acts on the page"])
async def test_an_accepted_call_is_done_without_asking_the_model_again(page, site, acts):
    """Unless the person changed a control, after which the call was decided on another page."""
    await page.goto(f"{site.url}/price")
    box = await page.locator("input").first.bounding_box()
    at = {"x": round(box["x"] + 5), "y": round(box["y"] + 5)}
    typing = call({"type": "click", "button": "left", **at}, {"type": "type", "text": "{{price}}"}, checks=[CHECK])

    async def accepts(_request):
        if acts:
            await page.get_by_label("Price").fill("7")
        return True

    with OpenAIResponsesServer([Answer(calls=(typing,)), "Done."]) as server:
        agent = Agent(f"openai:m@{server.url}", policy="openai_computer", ask_human=accepts, out=None)
        result = await agent.run("Set the price to {{price}}", page=page, data={"price": "$50"})
        (output,) = (item for item in server.received[1].body["input"] if item.get("type") == "computer_call_output")
    assert [check["id"] for check in output["acknowledged_safety_checks"]] == ["check_1"]
    statuses = [outcome.status for outcome in result.steps[0].outcomes]
    assert statuses == (["done", "failed", "skipped"] if acts else ["done", "done", "done"])
    assert await page.locator("input").first.input_value() == ("7" if acts else "$50")
    assert (len(server.received), result.status) == (2, Status.COMPLETE)
