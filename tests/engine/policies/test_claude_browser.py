"""Anthropic's browser toolset: what its calls become, what the model reads, and two runs over its wire."""

import io
import json

import pytest
from PIL import Image as Picture
from served_pages import ServedPages

from actwright import Agent, Status
from actwright.engine.models import anthropic, openai_chat, openai_responses
from actwright.engine.page.page_options import PageOptions
from actwright.engine.policies.claude_browser import ClaudeBrowser
from actwright.engine.policies.input_actions import chord
from actwright.errors import ConfigError
from actwright.recording.record import record
from actwright.schemas.exchange import Exchange, ImageBlock, Message, Reply, Request, StateBlock, TextBlock, ToolCall
from actwright.schemas.page import Box, Element, Image, Observation, Option, Tab
from actwright.schemas.step import Effect, Outcome, Step
from actwright.schemas.task import Task
from actwright.schemas.toolset import Toolset
from actwright.schemas.turn import Turn
from actwright.testing import Answer, AnthropicServer
from actwright.testing.checks import anthropic_problem
from actwright.tools.toolbox import Toolbox


def picture(width=1000, height=500):
    made = io.BytesIO()
    Picture.new("RGB", (width, height), "tan").save(made, "JPEG")
    return Image(data=made.getvalue(), media_type="image/jpeg", width=width, height=height)


def element(id, role, x, y, width=100, height=20, **more):
    box = Box(x=x, y=y, width=width, height=height)
    return Element(id=id, tag=id.partition("-")[0], role=role, box=box, **more)


UNSEEN = PageOptions(screenshot="never")
PAGE = Observation(
    url="http://shop.example/",
    tree='- main\n  - input-0 (label="Price")\n  - form\n    - button-0 "Save"\n  - "a text"',
    text="Price a text",
    elements=(
        element("input-0", "textbox", 0, 0, name="Price", value=""),
        element("button-0", "button", 0, 40, name="Save"),
        element("canvas-0", "", 200, 0, 200, 200),
        element("input-1", "checkbox", 0, 80, checked=False, name="Terms"),
        element("select-0", "combobox", 0, 120, name="Size", options=(Option(label="Large", value="l"),)),
        element("input-2", "textbox", 0, 160, name="Note", value="old", focused=True),
    ),
    tabs=(Tab(id="tab-1", title="Shop", url="http://shop.example/", active=True), Tab(id="tab-2", title="", url="")),
    screenshot=picture(),
    width=1000,
    height=500,
)


def turn(policy, *, page=PAGE, steps=(), evidence="off"):
    async def observe():
        return page

    task = Task(text="set the price", evidence=evidence)
    tools = Toolbox(policy.preferences.tools).specs
    return Turn(task=task, steps=steps, page=page, tools=tools, observe=observe)


def call(member, number=0, /, toolset="browser", **given):
    return ToolCall(call_id=f"call_{member}_{number}", tool=member, toolset=toolset, arguments=json.dumps(given))


def calling(*calls):
    return Reply(text="", blocks=calls, finish="tools")


async def decided(*replies, enabled="", **options):
    """The proposal, and the requests before it, which Anthropic's API would accept."""
    policy, requests, left = ClaudeBrowser(enabled), [], list(replies)

    async def ask(request, *, role="main"):
        requests.append(request)
        body = anthropic.encode(request, "m")
        assert anthropic_problem(body, {"anthropic-version": "1"}) == ""
        return left.pop(0)

    return await policy.decide(turn(policy, **options), ask), requests


def ref(id):
    return {"target": {"type": "ref", "ref": id}}


def at(x, y, name="target"):
    return {name: {"type": "coordinate", "x": x, "y": y}}


BECOMES = [
    (("navigate", {"url": "shop.example/a"}), [("navigate", {"url": "https://shop.example/a"})]),
    (("navigate", {"url": "back"}), [("go_back", {})]),
    (("new_tab", {}), [("new_tab", {})]),
    (("switch_tab", {"tab_id": "tab-2"}), [("switch_tab", {"tab_id": "tab-2"})]),
    (("form_input", {**ref("input-0"), "value": 50.0}), [("fill", {"element_id": "input-0", "value": "50"})]),
    (("form_input", {**ref("input-1"), "value": True}), [("check", {"element_id": "input-1"})]),
    (("form_input", {**ref("select-0"), "value": "Large"}), [("select", {"element_id": "select-0", "value": "Large"})]),
    (("left_click", at(10, 45)), [("click", {"element_id": "button-0"})]),
    (
        ("left_click", {**ref("button-0"), "modifiers": "cmd"}),
        [("click_with", {"element_id": "button-0", "button": "left", "modifiers": "Control"})],
    ),
    (
        ("right_click", at(250, 100)),
        [("click_with", {"element_id": "canvas-0", "x": 25.0, "y": 50.0, "button": "right", "modifiers": ""})],
    ),
    (
        ("left_click", at(900, 400)),
        [("click_at", {"x": 900.0, "y": 400.0, "button": "left", "count": 1, "modifiers": ""})],
    ),
    (
        ("triple_click", ref("input-0")),
        [("click_at", {"x": 50.0, "y": 10.0, "button": "left", "count": 3, "modifiers": ""})],
    ),
    (("hover", ref("button-0")), [("hover", {"element_id": "button-0"})]),
    (("mouse_move", at(5, 6)), [("move_to", {"x": 5.0, "y": 6.0})]),
    (("left_click_drag", {**at(5, 6, "from"), **at(50, 60)}), [("drag_at", {"points": "5.0,6.0 50.0,60.0"})]),
    (("left_mouse_down", at(5, 6)), [("mouse_down", {"x": 5.0, "y": 6.0})]),
    (
        ("scroll", {**at(5, 6), "scroll_direction": "up"}),
        [("scroll_at", {"x": 5.0, "y": 6.0, "right": 0, "down": -300})],
    ),
    (("scroll_to", ref("button-0")), [("scroll", {"element_id": "button-0"})]),
    (("type", {"text": " new"}), [("append", {"element_id": "input-2", "value": " new"})]),
    (("key", {"text": "BackSpace ctrl+A"}), [("press", {"key": "Backspace"}), ("press", {"key": "Control+a"})]),
    (("hold_key", {"text": "Right", "duration": 2}), [("press_for", {"key": "ArrowRight", "seconds": 2.0})]),
    (("wait", {"duration": 15}), [("wait", {"seconds": 7.5}), ("wait", {"seconds": 7.5})]),
]


@pytest.mark.parametrize(("made", "actions"), BECOMES, ids=[f"{each[0][0]}-{n}" for n, each in enumerate(BECOMES)])
async def test_a_call_becomes_actions_of_the_run(made, actions):
    proposal, _ = await decided(calling(call(made[0], **made[1])))
    assert [(action.tool, action.parameters) for action in proposal.actions] == actions
    assert not proposal.complete


async def test_text_goes_to_the_field_that_was_clicked_before_or_to_the_focus():
    typed = [
        *(call("left_click", 1, **ref("input-0")), call("type", 1, text="5"), call("type", 2, text="0")),
        *(call("left_click", 2, **ref("input-2")), call("key", 1, text="ctrl+a"), call("type", 3, text="all")),
        *(call("key", 2, text="Tab"), call("type", 4, text="{{pin}}")),
    ]
    proposal, _ = await decided(calling(*typed))
    said = [
        (action.tool, action.parameters.get("element_id"), action.parameters.get("value"))
        for action in proposal.actions
    ]
    assert [each for each in said if each[2]] == [
        ("type", "input-0", "5"),
        ("append", "input-0", "0"),
        ("type", "input-2", "all"),
        ("type_at_focus", None, "{{pin}}"),
    ]


def test_keys_have_playwrights_names():
    written = ["Return", "ctrl+shift+T", "Page_Down", "ctrl++", "+", "f5", "a", "A", "cmd+plus"]
    names = ["Enter", "Control+Shift+T", "PageDown", "Control++", "+", "F5", "a", "A", "ControlOrMeta++"]
    assert list(map(chord, written)) == names


def blocks_of(request, number):
    [found] = [
        block for block in request.messages[-1].blocks if getattr(block, "call_id", "").startswith(f"call_{number}")
    ]
    return found


async def test_what_is_read_before_an_act_is_answered_from_the_look_of_the_step():
    reads = [
        *(call("screenshot"), call("read_page", 1, filter="interactive"), call("find", query="the save button")),
        *(call("zoom", region=[0, 0, 100, 50]), call("get_page_text"), call("list_tabs")),
    ]
    lost = calling(call("read_page", 2, ref="div-9"), call("screenshot", 2))
    last = calling(call("left_click", **ref("button-0")))
    proposal, requests = await decided(calling(*reads), lost, last)
    assert [action.tool for action in proposal.actions] == ["click"]
    first, second, third = requests
    assert [tool.name for tool in first.tools] == ["answer_dialog", "fail"]
    assert first.toolset == Toolset(kind="browser_toolset_20260801")
    shown = {block.tool: blocks_of(second, block.tool) for block in reads}
    assert shown["screenshot"].blocks == (ImageBlock(image=PAGE.screenshot),)
    assert shown["zoom"].blocks[0].image.width == 400
    tree = shown["read_page"].blocks[0].text
    assert "- input-0" in tree
    assert "a text" not in tree
    assert shown["find"].blocks[0].text.splitlines()[1] == 'button-0 "Save" (button)'
    assert shown["list_tabs"].blocks == (StateBlock(tabs=PAGE.tabs),)
    assert blocks_of(third, "read_page_2").failed
    assert "no element 'div-9'" in blocks_of(third, "read_page_2").text
    assert third.messages[: len(second.messages) - 1] == second.messages[:-1]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (call("javascript_exec", text="1"), "'javascript_exec' is not available"),
        (call("file_upload", **ref("input-0"), paths=["a"]), "'file_upload' is not available"),
        (call("left_click", **ref("button-7")), "no element 'button-7'"),
        (call("form_input", **ref("input-1"), value="yes"), "give true or false"),
        (call("left_click", **ref("button-0"), tab_id="tab-2"), "call switch_tab first"),
        (call("wait", duration=99), "duration"),
    ],
)
async def test_what_cannot_be_done_is_answered_and_nothing_after_it_is_done(given, said):
    after = call("left_click", 9, **ref("button-0"))
    proposal, requests = await decided(calling(given, after), Reply(text="It cannot be done."))
    assert proposal.complete
    results = [block for block in requests[1].messages[-1].blocks if hasattr(block, "failed")]
    assert [each.failed for each in results] == [True, True]
    assert said in results[0].text
    assert results[1].text == "Not executed: an earlier action in this turn failed."


async def test_an_upload_is_enabled_by_its_name():
    given = call("file_upload", **ref("input-0"), paths=["{{cv}}"])
    proposal, requests = await decided(calling(given), enabled="file_upload")
    assert proposal.actions[0].parameters == {"element_id": "input-0", "files": ["{{cv}}"]}
    assert requests[0].toolset.members == {"file_upload": True}
    with pytest.raises(ConfigError, match="claude_browser:fly: there is no such member"):
        ClaudeBrowser("file_upload:fly")


def outcome(action, status="done", detail="did it"):
    return Outcome(action=action, status=status, effect=Effect.EDIT, detail=detail)


async def test_what_was_done_is_answered_in_the_next_step_from_its_look():
    acts = [call("screenshot", 1), call("new_tab"), call("left_click", 5, **ref("button-0")), call("screenshot", 2)]
    proposal, [asked] = await decided(calling(*acts))
    outcomes = (outcome(proposal.actions[0]), outcome(proposal.actions[1], "skipped", "not tried"))
    exchange = Exchange(role="main", model="m", wire="none", request=asked, reply=calling(*acts))
    step = Step(number=1, page=PAGE, proposal=proposal, outcomes=outcomes, exchanges=(exchange,))
    tabs = (PAGE.tabs[0].model_copy(update={"active": False}), Tab(id="tab-3", title="", url="", active=True))
    later = PAGE.model_copy(update={"tabs": tabs, "screenshot": picture(800, 400)})
    _, [request] = await decided(Reply(text="Done."), page=later, steps=(step,))
    assert request.messages[: len(asked.messages)] == asked.messages
    shown = request.messages[-1].blocks
    assert [(each.failed, each.toolset) for each in shown] == [(False, "browser")] * 2 + [
        (True, "browser"),
        (False, "browser"),
    ]
    assert shown[0].blocks[0].image.width == 1000
    assert shown[1].blocks == (StateBlock(tabs=tabs, opened=("tab-3",)),)
    assert shown[2].text == "skipped: not tried"
    assert (shown[3].blocks[0].image.width, shown[3].blocks[1]) == (800, StateBlock(tabs=tabs))


def test_other_wires_say_which_one_is_needed():
    request = Request(
        messages=(Message(role="user", blocks=(TextBlock(text="x"),)),),
        toolset=Toolset(kind="browser_toolset_20260801"),
    )
    for wire in (openai_chat, openai_responses):
        with pytest.raises(ConfigError, match="needs the wire anthropic, not openai"):
            wire.encode(request, "m")
    with pytest.raises(ConfigError, match="needs a model on the wire anthropic, as in anthropic:NAME, not 'openai:m'"):
        Agent("openai:m", policy="claude_browser", base_url="http://127.0.0.1:9")


async def played(page, site, script, **options):
    with AnthropicServer(script) as server:
        agent = Agent(f"anthropic:m@{server.url}", policy="claude_browser", out=None, **options)
        result = await agent.run(
            "Set the price to {{price}}", url=f"{site.url}/price", page=page, data={"price": "$50"}
        )
        return result, [received.request for received in server.received]


async def test_a_form_is_filled_by_reference_and_proved(page, site):
    filled = Answer(
        calls=(call("form_input", **ref("input-0"), value="{{price}}"), call("left_click", **ref("button-0")))
    )
    proof = call("expect", toolset="", text=["created with price $50"])
    script = [call("read_page"), filled, "It is set.", proof, 'The page says "created with price $50".']
    result, requests = await played(page, site, script, evidence="required", page_options=UNSEEN)
    assert result.status is Status.COMPLETE
    assert [outcome.status for outcome in result.steps[0].outcomes] == ["done", "done"]
    assert result.steps[0].outcomes[0].receipts[0].match
    assert "input-0" in requests[1].messages[-1].blocks[0].text
    assert "Your claim was refused" in requests[3].messages[-1].blocks[-1].text


@pytest.mark.slow
async def test_a_form_is_filled_by_coordinates(page, site):
    places = {}
    await page.goto(f"{site.url}/price")
    for name in ("input", "button"):
        box = await page.locator(name).first.bounding_box()
        places[name] = {"type": "coordinate", "x": round(box["x"] + 5), "y": round(box["y"] + 5)}
    acts = (
        *(call("left_click", 1, target=places["input"]), call("type", text="{{price}}")),
        *(call("left_click", 2, target=places["button"]), call("screenshot", 2)),
    )
    result, requests = await played(page, site, [call("screenshot"), Answer(calls=acts), "Done."])
    assert result.status is Status.COMPLETE
    assert [outcome.status for outcome in result.steps[0].outcomes] == ["done"] * 3
    assert "created with price $50" in result.steps[1].page.text
    seen = requests[1].messages[-1].blocks[0].blocks[0].image
    assert (seen.width, seen.height) == (result.steps[0].page.width, result.steps[0].page.height)
    assert requests[2].messages[-1].blocks[-1].blocks[0].image != seen


BUSY = """<title>Shop</title><button onclick="log(1)">Buy</button><script>
console.log('hello'); console.error('two\\nlines'); setTimeout(() => { throw new Error('boom') });
fetch('/prices?key=hunter-2024')</script>"""


async def test_developers_members_are_enabled_by_their_names_and_their_results_masked(page):
    reads = Answer(calls=(call("read_console"), call("read_network", 1)))
    script = "fetch('/order', {method: 'POST', body: 'a=1'}); document.title + ' hunter-2024'"
    runs = Answer(calls=(call("javascript_exec", text=script), call("javascript_exec", 2, text="nope.x")))
    served = ServedPages({"/": BUSY, "/prices?key=hunter-2024": "1", "/order": "sent"})
    with served as pages, AnthropicServer([reads, runs, "Done."]) as server:
        policy = "claude_browser:javascript_exec:read_console:read_network"
        agent = Agent(f"anthropic:m@{server.url}", policy=policy, out=None, page_options=UNSEEN)
        result = await agent.run("Look", url=f"{pages.url}/", page=page, secrets={"key": "hunter-2024"})
    looked, ran = (step.outcomes for step in result.steps[:2])
    assert looked[0].detail.splitlines()[1:] == ["log: hello", "error: two lines", "not caught: boom"]
    assert "/prices?key={{key}} 200 text/html" in looked[1].detail
    assert (ran[0].effect, ran[0].detail) == (
        Effect.EFFECT,
        'the script returned (data of the page): "Shop {{key}}"',
    )
    assert [sent.request.split()[0] for sent in ran[0].sent] == ["POST"]
    assert "nope is not defined" in ran[1].detail
    with pytest.raises(ConfigError, match="run_script ran a script of the model, which no replay may run"):
        record(result)
