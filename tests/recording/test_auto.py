"""A recording is followed, and from the first step that does not fit a model goes on: nothing is done twice, nothing less is proven."""

import pytest
from builders import action, reply
from recorded_shop import shop
from served_pages import ServedPages

from actwright import Agent, ConfigError, Limits
from actwright.engine.policies.auto import Auto
from actwright.engine.records.run_folder import read_run
from actwright.recording import record, write_recording
from actwright.schemas.exchange import text_of
from actwright.schemas.status import Reason
from actwright.testing import Answer, OpenAIChatServer, ScriptedModel, ToolCall

pytestmark = pytest.mark.slow

BUY = action("click", element_id="button-1")
ORDER = (
    action("fill", element_id="input-0", value="{{name}}"), action("click", element_id="button-3"),
    action("expect", text=["Thank you, Ada Lovelace"]),
)  # fmt: skip


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr("actwright.engine.policies.replay.policy.PATIENCE", 0.3)


async def played(recording, page, url, *replies, then="single_call", **options):
    model = ScriptedModel(replies)
    agent = Agent(model, policy=Auto(recording, then=then), **({"out": None} | options))
    result = await agent.run("Buy the Kayak", url=url, page=page, data={"name": "Ada Lovelace"})
    return result, model


async def test_a_page_that_fits_is_replayed_to_its_end_without_a_call_or_a_picture(bought, page, site):
    result, model = await played(record(bought), page, site.url)
    assert (result.complete, result.healed, result.replayed, result.fallback_reason) == (True, False, 2, "")
    assert not model.requests
    assert all(step.page.screenshot is None for step in result.steps)


async def test_the_model_goes_on_where_the_page_does_not_fit(bought, page, tmp_path):
    with ServedPages(shop(buy="Purchase")) as other:
        result, model = await played(
            record(bought), page, other.url, reply(BUY), reply(*ORDER, complete=True), out=tmp_path / "auto"
        )
        assert [path for path in other.asked if path.startswith("/order")] == ["/order/Kayak"]
    assert result.complete, result
    assert (result.healed, result.replayed) == (True, 0)
    assert 'there is no button "Buy" in the row "Kayak | $320"' in result.fallback_reason
    assert [step.decided_by for step in result.steps] == ["replay", "single_call", "single_call"]
    assert [bool(step.fallback_reason) for step in result.steps] == [True, False, False]
    assert [step.page.screenshot is None for step in result.steps] == [True, False, False]
    assert result.fallback_reason in "".join(
        text_of(block) for message in model.requests[0].messages for block in message.blocks
    )
    again = read_run(result.run_dir)
    assert (again.healed, again.fallback_reason) == (True, result.fallback_reason)
    assert [step.decided_by for step in again.steps] == [step.decided_by for step in result.steps]


async def test_what_was_replayed_before_stays_done(bought, page):
    with ServedPages(shop(label="Your full name", order="Send")) as other:
        result, model = await played(
            record(bought), page, other.url, reply(action("click", element_id="button-3"), complete=True)
        )
        assert [path for path in other.asked if path.startswith("/order")] == ["/order/Kayak"]
    assert result.complete, result
    assert [step.decided_by for step in result.steps] == ["replay", "replay", "replay", "single_call"]
    assert len(model.requests) == 1
    assert await page.inner_text("p") == "Thank you, Ada Lovelace"


async def test_a_claim_must_show_what_the_recording_proves(bought, page):
    """The model's own proof holds, and the recorded one does not: it is told, and the second time the run ends."""
    claim = reply(action("expect", text=["Thank you"]), complete=True)
    with ServedPages(shop(buy="Purchase", confirmed="refused")) as other:
        result, model = await played(
            record(bought), page, other.url, reply(BUY), reply(*ORDER, complete=True), claim, claim
        )
    assert not result.complete
    assert result.reason is Reason.UNCONFIRMED
    assert "confirmed" in result.message
    assert len(model.requests) == 3


async def test_what_the_replay_sent_is_not_sent_again(bought, page):
    """The order was sent, and the page stays as it is: pressing the button once more, or Enter in its form, is refused."""
    again = reply(action("click", element_id="button-3"), complete=True)
    enter = reply(action("press", element_id="input-0", key="Enter"), complete=True)
    sent = []
    pages = shop(send="fetch('/sent', {method: 'POST'}); document.body.append('A tax number is required')")
    with ServedPages(pages | {"/sent": lambda request: sent.append(request.command) or "ok"}) as other:
        result, _ = await played(record(bought), page, other.url, again, enter)
    assert sent == ["POST"]
    assert not result.complete
    assert 'New on the page: "A tax number is required". Record this task again' in result.message
    problems = [step.problem for step in result.steps if step.problem]
    assert len(problems) == 2
    assert all('"Order"' in problem and "no effect is repeated" in problem for problem in problems)


async def test_nobody_goes_on_after_an_effect_that_is_not_known(bought, page):
    """The server answers what was sent with an error: it may have taken effect."""
    pages = shop(send="fetch('/sent', {method: 'POST'})")
    with ServedPages(pages | {"/sent": (500, {}, "no")}) as other:
        result, model = await played(record(bought), page, other.url)
    assert not model.requests
    assert result.reason is Reason.SERVER_ERROR
    assert not result.fallback_reason


async def test_a_limit_holds_for_both_together(bought, page):
    with ServedPages(shop(buy="Purchase")) as other:
        result, model = await played(record(bought), page, other.url, reply(BUY), limits=Limits(steps=2))
    assert str(result.status) == "step_limit"
    assert len(model.requests) == 1


async def test_without_a_model_it_says_so():
    with pytest.raises(ConfigError, match="asks a model"):
        Agent(policy="auto", out=None)


async def test_a_file_is_named_behind_the_policy(bought, page, site, tmp_path):
    write_recording(record(bought), tmp_path / "buy.yaml")
    agent = Agent(ScriptedModel([]), policy=f"auto:{tmp_path / 'buy.yaml'}", out=None)
    result = await agent.run("Buy the Kayak", url=site.url, page=page, data={"name": "Ada Lovelace"})
    assert result.complete, result


async def test_no_model_can_say_who_decided(bought, page):
    said = reply(BUY) | {"decided_by": "replay"}
    with ServedPages(shop(buy="Purchase")) as other:
        result, _ = await played(record(bought), page, other.url, said, limits=Limits(steps=2))
    assert "decided_by" in result.steps[-1].problem


async def test_two_calls_a_step_go_on_as_well(bought, page):
    with ServedPages(shop(label="Your full name", order="Send")) as other:
        result, _ = await played(
            record(bought), page, other.url,
            {"actions": [action("click", element_id="button-3")]}, {"complete": True, "message": "Ordered"},
            then="two_call",
        )  # fmt: skip
    assert (result.complete, result.healed) == (True, True), result
    assert result.evidence


async def test_a_conversation_of_tool_calls_goes_on_and_is_shown_what_was_replayed(bought, page):
    call = ToolCall(call_id="1", tool="click", arguments='{"element_id": "button-3"}')
    with (
        ServedPages(shop(label="Your full name", order="Send")) as other,
        OpenAIChatServer([Answer(said="I send it.", calls=(call,)), "Ordered"]) as server,
    ):
        agent = Agent(f"openai-chat:gpt-5@{server.url}", policy=Auto(record(bought), then="tool_loop"), out=None)
        result = await agent.run("Buy the Kayak", url=other.url, page=page, data={"name": "Ada Lovelace"})
        asked = str(server.received[0].body)
    assert (result.complete, result.healed) == (True, True), result
    assert result.evidence
    assert "fill" in asked
    assert "A recorded run was followed until here" in asked


async def test_nobody_goes_on_where_the_proof_stood_on_the_page_before(bought, page):
    """The form shows before it is sent what proves the recorded run: whether it was sent, nothing shows."""
    with ServedPages(shop(label="Your name on Order 99 confirmed", send="void 0")) as other:
        result, model = await played(record(bought), page, other.url)
    assert not model.requests
    assert result.reason is Reason.UNCONFIRMED
    assert not result.fallback_reason
