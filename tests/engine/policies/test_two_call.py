"""The older design: a proposer and a verifier, each with a page of its own."""

import json

import pytest
from builders import action
from inline_snapshot import snapshot
from pydantic import BaseModel

from actwright import Agent, Limits, Status
from actwright.testing import AnthropicServer, OpenAIChatServer, OpenAIResponsesServer, ScriptedModel

pytestmark = pytest.mark.slow

SERVERS = {"anthropic": AnthropicServer, "openai-chat": OpenAIChatServer, "openai-responses": OpenAIResponsesServer}
TASK = "Fill the price as $50 and submit"


FILL = {"actions": [action("fill", element_id="input-0", value="50")]}
SUBMIT = {"actions": [action("click", element_id="button-0")]}
NOT_YET = {"complete": False, "message": "The price is in, not submitted."}
DONE = {"complete": True, "message": 'The page says "created with price $50".'}


def play(page, site, replies, **options):
    model = replies if isinstance(replies, str) else ScriptedModel(replies)
    agent = Agent(model, policy="two_call", out=None, **{"evidence": "off", **options})
    return agent.run(TASK, url=f"{site.url}/price", page=page)


@pytest.mark.parametrize("wire", SERVERS)
async def test_two_acting_steps_take_four_calls_and_four_looks(page, site, wire):
    with SERVERS[wire]([FILL, NOT_YET, SUBMIT, DONE]) as server:
        result = await play(page, site, f"{wire}:m@{server.url}")
    assert (result.status, result.message) == (Status.COMPLETE, DONE["message"])
    assert [exchange.role for exchange in result.exchanges] == ["main", "verifier", "main", "verifier"]
    assert result.captures == 4
    assert [step.captures for step in result.steps] == [1, 2, 1]
    proposer, verifier, *_ = (received.request for received in server.received)
    assert list(proposer.answer_schema["properties"]) == ["actions"]
    assert list(verifier.answer_schema["properties"]) == ["complete", "message"]
    assert "fill(" in repr(proposer.system)
    assert "fill(" not in repr(verifier.system)


async def test_the_verifier_reads_the_page_after_the_actions_and_the_proposer_what_it_said(page, site):
    model = ScriptedModel([FILL, NOT_YET, SUBMIT, DONE])
    await Agent(model, policy="two_call", out=None, evidence="off").run(TASK, url=f"{site.url}/price", page=page)
    _, first_verdict, second_proposal, _ = (request.messages[-1].blocks for request in model.requests)
    assert 'value="50"' in first_verdict[-2].text
    assert [block.section for block in first_verdict] == ["task", "history", "page", "screenshot"]
    assert first_verdict[1].text == snapshot("""\
## Step 1: incomplete
Message: calls fill
1. fill ["input-0","50"] (r) -> done: input-0 "Price" holds "50"
""")
    assert second_proposal[-2].text.endswith(f"# Verdict on the steps so far\n{NOT_YET['message']}")
    assert [block.text for block in second_proposal[:-2]] == [block.text for block in first_verdict[:-2]]
    last = model.requests[-1].messages[-1].blocks
    assert "Message: The price is in, not submitted." in last[2].text


async def test_a_verdict_is_held_to_the_evidence_that_the_run_demands(page, site):
    bare = {"complete": True, "message": "All done."}
    result = await play(page, site, [FILL, bare, SUBMIT, DONE], evidence="required")
    assert result.status is Status.COMPLETE
    assert [step.claim.accepted for step in result.steps if step.claim] == [False, True]
    assert [exchange.role for exchange in result.exchanges] == ["main", "verifier", "main", "verifier"]
    verifier = result.exchanges[1].request
    assert 'must quote, word for word in "double quotes", text that the page shows now' in verifier.system[0].text


async def test_what_the_proposer_checked_is_evidence_for_the_verifiers_verdict(page, site):
    proof = action("expect", text=["created with price $50"])
    done = {"actions": [*FILL["actions"], *SUBMIT["actions"], proof]}
    result = await play(page, site, [done, {"complete": True, "message": "All done."}], evidence="required")
    assert (result.status, len(result.steps)) == (Status.COMPLETE, 2)
    assert [each.wanted for each in result.evidence] == ['the page shows "created with price $50"']


async def test_what_a_verifier_says_in_no_usable_way_is_asked_again(page, site):
    result = await play(page, site, [SUBMIT, "Looks good!", DONE])
    assert [exchange.role for exchange in result.exchanges] == ["main", "verifier", "verifier"]
    assert "not one JSON object" in result.steps[1].problem
    assert result.complete


async def test_a_bad_proposal_is_not_judged_again(page, site):
    replies = [FILL, NOT_YET, {"actions": [], "complete": True}, SUBMIT, DONE]
    result = await play(page, site, replies)
    assert [exchange.role for exchange in result.exchanges] == ["main", "verifier", "main", "main", "verifier"]
    assert result.complete
    assert result.steps[2].proposal.message == NOT_YET["message"]


async def test_the_last_step_may_end_without_a_verdict(page, site):
    result = await play(page, site, [FILL], limits=Limits(steps=1))
    assert result.status is Status.STEP_LIMIT


async def test_each_role_may_have_a_model_of_its_own(page, site):
    proposer, verifier = ScriptedModel([SUBMIT], name="large"), ScriptedModel([DONE], name="small")
    agent = Agent({"main": proposer, "verifier": verifier}, policy="two_call", out=None, evidence="off")
    result = await agent.run(TASK, url=f"{site.url}/price", page=page)
    assert [(exchange.role, exchange.model) for exchange in result.exchanges] == [
        ("main", "large"),
        ("verifier", "small"),
    ]


async def test_the_verifier_gives_the_typed_answer(page, site):
    class Price(BaseModel):
        dollars: int

    agent = Agent(
        ScriptedModel([FILL, {**DONE, "output": {"dollars": 50}}]), policy="two_call", out=None, evidence="off"
    )
    result = await agent.run(TASK, url=f"{site.url}/price", page=page, output=Price)
    assert result.output == Price(dollars=50)
    assert json.dumps(result.exchanges[0].request.answer_schema).count("dollars") == 0
