"""A native tool-calling conversation, over real HTTP on every wire."""

import json
from itertools import pairwise

import pytest
from inline_snapshot import snapshot
from pydantic import BaseModel

from actwright import Agent, ConfigError, Limits, Status
from actwright.engine.page.page_options import PageOptions
from actwright.schemas.exchange import ImageBlock, TextBlock, ToolCall, ToolResult
from actwright.testing import Answer, AnthropicServer, OpenAIChatServer, OpenAIResponsesServer

pytestmark = pytest.mark.slow

SERVERS = {"anthropic": AnthropicServer, "openai-chat": OpenAIChatServer, "openai-responses": OpenAIResponsesServer}
TASK = "Fill the price as {{price}} and submit"


def call(number, tool, /, **arguments):
    return ToolCall(call_id=f"call_{number}", tool=tool, arguments=json.dumps(arguments))


FILL = call(1, "fill", element_id="input-0", value="{{price}}")
SUBMIT = call(2, "click", element_id="button-0")
LAST = 'The listing is there: "created with price $50".'


async def played(page, site, script, *, wire="openai-chat", pictures=False, **options):
    """The result, and the requests as they came in."""
    output = options.pop("output", None)
    with SERVERS[wire](script) as server:
        model, pages = f"{wire}:m@{server.url}", PageOptions(screenshot="always" if pictures else "never")
        agent = Agent(model, out=None, page_options=pages, **{"policy": "tool_loop", "evidence": "off", **options})
        result = await agent.run(TASK, url=f"{site.url}/price", page=page, data={"price": "$50"}, output=output)
        return result, [received.request for received in server.received]


def results(request):
    return [block for message in request.messages for block in message.blocks if isinstance(block, ToolResult)]


def told(request):
    return {result.call_id: (result.blocks[0].text.splitlines()[0], result.failed) for result in results(request)}


@pytest.mark.parametrize("wire", SERVERS)
async def test_it_calls_tools_reads_what_came_of_it_and_ends_in_words(page, site, wire):
    result, requests = await played(page, site, [Answer(calls=(FILL, SUBMIT)), LAST], wire=wire)
    assert (result.status, result.message) == (Status.COMPLETE, LAST)
    assert [outcome.status for outcome in result.steps[0].outcomes] == ["done", "done"]
    assert len(requests) == 2
    assert {"fill", "click"} <= {tool.name for tool in requests[0].tools}
    answered = told(requests[1])
    assert [*answered] == ["call_1", "call_2"]
    assert answered["call_1"] == snapshot(('done: input-0 "Price" holds "$50"', False))
    assert not answered["call_2"][1]
    said = "".join(
        block.text for result in results(requests[1]) for block in result.blocks if isinstance(block, TextBlock)
    )
    assert "created with price $50" in said


def pages_and_pictures(request):
    shown = [
        inner
        for message in request.messages
        for block in message.blocks
        for inner in (block.blocks if isinstance(block, ToolResult) else [block])
    ]
    texts = [block.text for block in shown if isinstance(block, TextBlock)]
    return sum(text.count("# Page now") for text in texts), sum(isinstance(block, ImageBlock) for block in shown)


THREE_FILLS = [
    FILL,
    call(2, "fill", element_id="input-0", value="60"),
    call(3, "fill", element_id="input-0", value="70"),
    "done",
]


@pytest.mark.parametrize("wire", SERVERS)
async def test_only_the_newest_page_and_picture_are_sent(page, site, wire):
    """The rest of a request is the beginning of the next, and says where the task started; the page is where the prefix ends."""
    _, requests = await played(page, site, THREE_FILLS, wire=wire, pictures=True)
    assert list(map(pages_and_pictures, requests)) == [(1, 1)] * 4
    assert f"Started at: {site.url}/price" in requests[3].messages[0].blocks[0].text
    for earlier, later in pairwise(requests):
        assert unmarked(later.messages)[: len(earlier.messages) - 1] == unmarked(earlier.messages)[:-1]


async def test_what_the_next_request_repeats_is_marked_for_the_cache(page, site):
    _, requests = await played(page, site, THREE_FILLS, wire="anthropic")
    for request in requests:
        blocks = [block for message in request.messages for block in message.blocks]
        inner = [one for block in blocks for one in getattr(block, "blocks", (block,))]
        marked = [block.text for block in inner if getattr(block, "cache", False)]
        assert len(marked) == min(2, len(results(request)) + 1)
        assert not any("# Page now" in text for text in marked)


@pytest.mark.parametrize("wire", ["anthropic", "openai-chat"])
async def test_all_pages_are_sent_on_demand_and_the_conversation_only_grows(page, site, wire):
    _, requests = await played(page, site, THREE_FILLS, wire=wire, policy="tool_loop:all", pictures=True)
    assert list(map(pages_and_pictures, requests)) == [(1, 1), (2, 2), (3, 3), (4, 4)]
    for earlier, later in pairwise(requests):
        assert later.system[0].text == earlier.system[0].text
        assert unmarked(later.messages)[: len(earlier.messages)] == unmarked(earlier.messages)


def unmarked(messages):
    """Without cache marks, which are not part of what is cached; a picture of Chat Completions follows its results."""
    return json.loads(
        json.dumps([message.model_dump(mode="json", exclude={"cache"}) for message in messages]).replace(
            '"cache": true', '"cache": false'
        )
    )


def test_there_are_no_other_pages_to_show():
    with pytest.raises(ConfigError, match="write tool_loop:all instead of 'some'"):
        Agent("openai-chat:m@http://127.0.0.1:9/v1", policy="tool_loop:some")


async def test_every_call_is_answered_also_with_arguments_that_are_none(page, site):
    broken = ToolCall(call_id="call_9", tool="click", arguments='{"element_id": ')
    script = [Answer(calls=(FILL, broken)), Answer(calls=(FILL,)), SUBMIT, LAST]
    result, requests = await played(page, site, script)
    assert result.complete
    assert result.steps[0].outcomes == ()
    problem = "not done: click: the reply is not one JSON object"
    assert {call_id: (text[: len(problem)], failed) for call_id, (text, failed) in told(requests[1]).items()} == {
        "call_1": (problem, True),
        "call_9": (problem, True),
    }


async def test_an_unknown_tool_or_element_is_answered_and_nothing_acts(page, site):
    script = [Answer(calls=(FILL, call(5, "fly"))), Answer(calls=(call(6, "click", element_id="button-77"),)), LAST]
    result, requests = await played(page, site, script)
    assert [step.outcomes for step in result.steps] == [(), (), ()]
    assert told(requests[1])["call_1"][0].startswith("not done: there is no tool 'fly'")
    assert told(requests[2])["call_6"][0].startswith("not done: click: there is no element 'button-77'")


async def test_what_a_stopped_batch_left_out_is_answered_too(page, site):
    script = [Answer(calls=(SUBMIT, call(7, "fill", element_id="input-0", value="1"))), LAST]
    _, requests = await played(page, site, script)
    text, failed = told(requests[1])["call_7"]
    assert text.startswith("skipped: not tried, because the page went to")
    assert failed


async def test_a_reply_that_was_cut_off_is_no_turn_of_the_conversation(page, site):
    script = [Answer(said="I will fill the price and then I", keep=10), FILL, LAST]
    result, requests = await played(page, site, script)
    assert result.complete
    assert [message.role for message in requests[1].messages] == ["user"] * len(requests[1].messages)
    assert "cannot be used; nothing was done" in repr(requests[1].messages[-1])


async def test_last_words_are_held_to_the_evidence_that_the_run_demands(page, site):
    script = [Answer(calls=(FILL, SUBMIT)), "All done.", LAST]
    result, requests = await played(page, site, script, evidence="required")
    assert [step.claim.accepted for step in result.steps if step.claim] == [False, True]
    assert "Your claim was refused: no evidence" in repr(requests[2].messages[-1])
    assert "your last words must quote" in requests[0].system[0].text


async def test_silence_is_no_answer(page, site):
    result, requests = await played(page, site, ["", LAST])
    assert "the reply is empty" in result.steps[0].problem
    assert len(requests) == 2


@pytest.mark.parametrize("wire", ["anthropic", "openai-responses"])
async def test_last_words_may_have_a_form(page, site, wire):
    class Price(BaseModel):
        dollars: int

    script = [Answer(calls=(FILL, SUBMIT)), {"message": LAST, "output": {"dollars": 50}}]
    result, _ = await played(page, site, script, wire=wire, output=Price)
    assert (result.message, result.output) == (LAST, Price(dollars=50))


async def test_secrets_are_called_by_name_alone(page, site):
    with OpenAIChatServer([call(1, "fill", element_id="input-0", value="{{pin}}"), LAST]) as server:
        agent = Agent(f"openai-chat:m@{server.url}", policy="tool_loop", out=None, evidence="off")
        await agent.run("Fill in {{pin}}", url=f"{site.url}/price", page=page, secrets={"pin": "73519"})
        assert "73519" not in json.dumps([received.body for received in server.received])


EXPECT = call(3, "expect", text=["created with price $50"])


async def test_what_an_expect_found_counts_for_the_words_after_it(page, site):
    """A turn with a call never claims, so the check that it made is made again when the words come."""
    script = [Answer(calls=(FILL, SUBMIT)), "It is done.", Answer(calls=(EXPECT,)), "The listing is there."]
    result, _ = await played(page, site, script, evidence="required")
    assert (result.status, result.message) == (Status.COMPLETE, "The listing is there.")
    claims = [(step.claim.accepted, step.claim.reason) for step in result.steps if step.claim]
    assert claims == snapshot(
        [
            (
                False,
                'no evidence: quote text that is on the page in "double quotes", or let an `expect` succeed after the last action, before the claim or together with it',
            ),
            (True, "the page shows it"),
        ]
    )
    assert [each.wanted for each in result.evidence] == ['the page shows "created with price $50"']


async def test_what_an_expect_found_does_not_count_once_something_acted(page, site):
    back = call(4, "navigate", url=f"{site.url}/price")
    script = [Answer(calls=(FILL, SUBMIT, EXPECT)), Answer(calls=(back,)), "It is done.", LAST]
    result, _ = await played(page, site, script, evidence="required", limits=Limits(steps=4))
    assert [step.claim.accepted for step in result.steps if step.claim] == [False, False]


async def test_what_an_expect_found_must_still_hold_on_the_live_page(page):
    await page.set_content("<p id=p>Saved</p>")
    script = [Answer(calls=(call(1, "expect", text=["Saved"]),)), "It is done."]
    with OpenAIChatServer(script) as server:
        agent = Agent(f"openai-chat:m@{server.url}", policy="tool_loop", out=None, evidence="required")
        async with agent.play("Save", page=page) as run:
            steps = aiter(run)
            first = await anext(steps)
            await page.evaluate("() => { p.textContent = 'Lost' }")
            second = await anext(steps)
    assert first.outcomes[0].status == "done"
    assert not second.claim.accepted
    assert second.claim.reason.startswith(
        'the evidence is gone: an earlier step found that the page shows "Saved", but'
    )


@pytest.mark.parametrize(
    ("wire", "ids"),
    [*((wire, ("", "")) for wire in SERVERS), ("openai-chat", ("same", "same")), ("anthropic", ("call_2", ""))],
)
async def test_calls_without_an_id_of_their_own_get_one(page, site, wire, ids):
    """Some servers give none, or the same one in every reply; providers refuse to have them repeated."""
    fill, submit = (
        each.model_copy(update={"call_id": call_id}) for each, call_id in zip((FILL, SUBMIT), ids, strict=True)
    )
    script = [Answer(calls=(fill,)), Answer(calls=(submit,)), LAST]
    result, requests = await played(page, site, script, wire=wire)
    assert result.complete
    said = [
        block.call_id for message in requests[-1].messages for block in message.blocks if isinstance(block, ToolCall)
    ]
    assert [*told(requests[-1])] == said
    assert len(set(said)) == 2
    assert all(said)


@pytest.mark.parametrize("name", ["", "a b/<é>", "b" * 65])
async def test_a_call_of_what_cannot_be_a_tool_is_told_and_not_repeated(page, site, name):
    script = [Answer(calls=(call(1, name),)), Answer(calls=(FILL, SUBMIT)), LAST]
    result, requests = await played(page, site, script)
    assert result.complete
    assert not any(isinstance(block, ToolCall) for message in requests[1].messages for block in message.blocks)
    (remark,) = (
        block.text
        for message in requests[1].messages
        for block in message.blocks
        if isinstance(block, TextBlock) and "cannot be used" in block.text
    )
    assert remark.startswith("Your reply cannot be used; nothing was done: ")
