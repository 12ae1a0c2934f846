"""Whole runs: a real browser, the bundled site, the official SDKs over real HTTP; only the model's words are scripted."""

import asyncio
import json
import re
from typing import get_args

import pytest
from builders import action, reply

from actwright import Agent, BrowserError, ConfigError, Limits, ModelError, PageOptions, Status, TaskFailed
from actwright.engine.records.run_folder import RunFolder
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.status import FailKind
from actwright.testing import Answer, AnthropicServer, HttpError, OpenAIChatServer, ScriptedModel, Site

pytestmark = pytest.mark.usefixtures("no_pictures")


@pytest.fixture
def agent_for(tmp_path):
    def make(replies=(), **options):
        model = replies if isinstance(replies, str) else ScriptedModel(replies)
        return Agent(model, **{"out": tmp_path / "runs", **options})

    return make


PRICE = reply(
    action("fill", element_id="input-0", value="50"),
    action("click", element_id="button-0"),
    action("expect", text=["Your listing has been created with price $50"]),
    complete=True,
    message="Filled the price and submitted it.",
)
TASK = "Fill the price as $50 and submit"


@pytest.mark.parametrize(("server", "wire"), [(AnthropicServer, "anthropic"), (OpenAIChatServer, "openai-chat")])
async def test_the_main_job_takes_one_call_on_each_wire(page, site, agent_for, server, wire):
    with server([Answer(said=PRICE)]) as provider:
        agent = agent_for(f"{wire}:some-model@{provider.url}", page_options=PageOptions())
        await page.goto(f"{site.url}/price")
        result = await agent.run(TASK, page=page)
    assert result.status is Status.COMPLETE
    assert result.raise_for_status() is result
    assert (len(result.steps), len(result.exchanges)) == (1, 1)
    assert [(each.kind, each.passed, each.passed_before) for each in result.evidence] == [("text", True, False)]
    assert [post.fields for post in site.posts] == [{"price": ("50",)}]
    assert sum(result.input_by_part.values()) == result.usage.input > 0
    assert result.cost is None  # the price of an unknown model is not known, and not 0
    sent = json.dumps(provider.received[0].body)
    assert "input-0" in sent
    assert "image" in sent


async def test_the_run_folder_holds_the_run_and_a_report(page, site, agent_for):
    await page.goto(f"{site.url}/price")
    result = await agent_for([PRICE], page_options=PageOptions()).run(TASK, page=page)
    recorded = RunFolder.read(result.run_dir)
    assert recorded.status == Status.COMPLETE
    assert [step.proposal for step in recorded.steps] == [step.proposal for step in result.steps]
    assert recorded.steps[0].page.screenshot.data == result.steps[0].page.screenshot.data
    assert [intent.action.tool for intent in recorded.journal] == ["click"]
    assert "Filled the price and submitted it." in (result.run_dir / "report.html").read_text("utf-8")


@pytest.mark.slow
async def test_a_run_opens_a_browser_of_its_own_and_leaves_none(site, agent_for):
    result = await agent_for([PRICE]).run(TASK, url=f"{site.url}/price")
    assert result.complete


async def test_data_goes_in_by_reference_and_is_read_back(page, site, agent_for):
    with_reference = reply(
        action("fill", element_id="input-0", value="{{price}}"),
        action("click", element_id="button-0"),
        action("expect", text=["with price $50"]),
        complete=True,
    )
    model = ScriptedModel([with_reference])
    await page.goto(f"{site.url}/price")
    result = await Agent(model, out=None).run("Fill in the price", page=page, data={"price": 50})
    assert result.complete
    assert result.data == {"price": "50"}
    assert '"50"' not in model.requests[0].model_dump_json()


async def test_a_refused_claim_is_explained_in_the_next_request(page, site):
    early = reply(complete=True, message="All done, trust me.")
    model = ScriptedModel([early, PRICE])
    await page.goto(f"{site.url}/price")
    result = await Agent(model, out=None).run(TASK, page=page)
    assert result.complete
    assert not result.steps[0].claim.accepted
    assert "no evidence: quote text that is on the page" in text_of(model.requests[1])


SAVING = """<form onsubmit="event.preventDefault(); said.textContent = 'Saved'"><label>Price <input></label><button>Save</button></form>
<p id=said></p>"""


async def test_a_field_that_was_filled_does_not_prove_its_submit_in_a_later_step_either(page):
    await page.set_content(SAVING)
    filled = reply(action("fill", element_id="input-0", value="50"), action("click", element_id="button-0"))
    holds = reply(action("expect_value", element_id="input-0", value="50"), complete=True)
    saved = reply(action("expect", text=["Saved"]), complete=True)
    result = await Agent(ScriptedModel([filled, holds, saved]), out=None).run("Save a price of 50", page=page)
    claims = [step.claim for step in result.steps]
    assert [claim and claim.accepted for claim in claims] == [None, False, True]
    assert claims[1].reason.startswith("the evidence was already true just before the last action")
    assert [each.wanted for each in result.evidence] == ['the page shows "Saved"']


async def test_an_unusable_reply_acts_on_nothing_and_the_next_request_says_why(page, site):
    model = ScriptedModel(['{"complete": false, "message": "x", "actions": [{"reason": "cut', PRICE])
    await page.goto(f"{site.url}/price")
    result = await Agent(model, out=None).run(TASK, page=page)
    assert result.complete
    assert (result.steps[0].proposal, result.steps[0].outcomes) == (None, ())
    assert len(result.steps[0].exchanges) == 1
    assert "the reply is not one JSON object" in text_of(model.requests[1])


async def test_three_unusable_replies_end_the_run(page, site, agent_for):
    await page.goto(f"{site.url}/price")
    result = await agent_for(["no", "no", "no"]).run(TASK, page=page)
    assert result.status is Status.UNUSABLE_REPLIES
    assert len(result.steps) == 3
    assert site.posts == ()


async def test_the_model_may_say_that_it_cannot_be_done(page, site, agent_for):
    given_up = reply(action("fail", reason="there is no field for a colour"), message="This form has no colour.")
    await page.goto(f"{site.url}/price")
    result = await agent_for([given_up]).run("Set the colour to red", page=page)
    assert (result.status, result.complete) == (Status.FAILED, False)
    assert result.reason == "gave_up"
    with pytest.raises(TaskFailed, match="failed after 1 step: This form has no colour"):
        result.raise_for_status()


@pytest.mark.parametrize("kind", get_args(FailKind))
async def test_the_model_may_say_why_in_a_fixed_word(page, site, kind):
    given_up = reply(action("fail", reason="there is no field for a colour", kind=kind), message="No.")
    model = ScriptedModel([given_up])
    await page.goto(f"{site.url}/price")
    result = await Agent(model, out=None).run("Set the colour to red", page=page)
    blocked_requests = kind == "refused_by_page"  # nothing was submitted that could be refused
    assert (result.status, result.reason) == (Status.FAILED, "invalid_data" if blocked_requests else kind)
    assert f"|{kind}" in model.requests[0].system[-1].text


async def test_a_word_that_is_none_of_them_is_answered_with_all(page, site):
    wrong = reply(action("fail", reason="there is no field for a colour", kind="colourless"), message="No.")
    await page.goto(f"{site.url}/price")
    result = await Agent(ScriptedModel([wrong] * 3), out=None).run("Set the colour to red", page=page)
    assert result.status is Status.UNUSABLE_REPLIES
    assert all(f"'{kind}'" in result.message for kind in get_args(FailKind))


async def test_a_provider_that_gives_up_raises_with_the_steps_and_their_record(page, site, tmp_path):
    first = reply(action("fill", element_id="input-0", value="50"))
    with AnthropicServer([Answer(said=first), HttpError(400, message="no credit")]) as provider:
        agent = Agent(f"anthropic:some-model@{provider.url}", out=tmp_path)
        await page.goto(f"{site.url}/price")
        with pytest.raises(ModelError, match="no credit") as raised:
            await agent.run(TASK, page=page)
    assert [step.number for step in raised.value.steps] == [1, 2]
    assert raised.value.steps[1].exchanges[0].error
    recorded = RunFolder.read(raised.value.run_dir)
    assert (recorded.status, len(recorded.steps)) == (Status.ERROR, 2)
    assert (raised.value.run_dir / "report.html").is_file()


async def test_a_page_that_is_closed_during_the_run_ends_it_with_the_steps(page, site, agent_for):
    await page.goto(f"{site.url}/price")
    agent = agent_for([reply(action("fill", element_id="input-0", value="1"))] * 3)
    run = agent.play(TASK, page=page)

    async def close_after_each_step():
        async for _ in run:
            await page.close()

    with pytest.raises(BrowserError, match="the page was closed") as raised:
        await close_after_each_step()
    assert len(raised.value.steps) == 1


async def test_the_callers_page_stays_open_and_without_listeners(page, site, agent_for):
    await page.goto(f"{site.url}/price")
    await agent_for([PRICE]).run(TASK, page=page)
    assert not page.is_closed()
    page.on("dialog", lambda dialog: asyncio.ensure_future(dialog.dismiss()))
    assert await page.evaluate("confirm('still yours?')") is False


async def test_leaving_the_loop_early_records_an_interrupted_run(page, site, agent_for):
    await page.goto(f"{site.url}/price")
    agent = agent_for([reply(action("fill", element_id="input-0", value=str(n))) for n in range(5)])
    async with agent.play(TASK, page=page) as run:
        async for step in run:
            if step.number == 2:
                break
    recorded = RunFolder.read(run.run_dir)
    assert (recorded.status, len(recorded.steps)) == (Status.INTERRUPTED, 2)


async def test_cancelling_a_run_records_it_too(page, site, agent_for, tmp_path):
    await page.goto(f"{site.url}/price")
    first = reply(action("fill", element_id="input-0", value="1"), action("wait", seconds=10))
    task = asyncio.ensure_future(agent_for([first]).run(TASK, page=page))
    await page.wait_for_function("document.querySelector('#price, [name=price]').value === '1'")
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    (folder,) = (tmp_path / "runs").iterdir()
    assert RunFolder.read(folder).status == Status.INTERRUPTED


async def test_step_limit_and_time_limit_end_a_run(page, site, agent_for):
    await page.goto(f"{site.url}/price")
    endless = [reply(action("fill", element_id="input-0", value=str(n))) for n in range(9)]
    result = await agent_for(endless, limits=Limits(steps=2)).run(TASK, page=page)
    assert (result.status, len(result.steps)) == (Status.STEP_LIMIT, 2)
    result = await agent_for(endless, limits=Limits(seconds=0.1)).run(TASK, page=page)
    assert result.status is Status.TIME_LIMIT
    assert len(result.steps) < len(endless)


@pytest.mark.slow
async def test_a_run_ends_before_a_call_that_may_go_beyond_a_limit(page, site, agent_for):
    """What was played until then is kept, and the message names what was left."""
    await page.goto(f"{site.url}/price")
    endless = [reply(action("fill", element_id="input-0", value=str(n))) for n in range(9)]
    result = await agent_for(endless, limits=Limits(tokens=20_000)).run(TASK, page=page)
    assert result.status is Status.TOKEN_LIMIT
    assert 0 < result.usage.total <= 20_000
    assert re.search(r"of 20,000 tokens are left, and the next call may take [\d,]+", result.message)
    assert [step.limit for step in result.steps] == [*[""] * (len(result.steps) - 1), "tokens"]
    assert len(result.exchanges) == len(result.steps) - 1 > 0


@pytest.mark.slow
async def test_the_next_model_takes_over_when_one_fails(page, site, tmp_path):
    """Over another wire; both are in the record."""
    refused = HttpError(400, message="no credit")
    with AnthropicServer([refused]) as first, OpenAIChatServer([Answer(said=PRICE)]) as second:
        agent = Agent(f"anthropic:a@{first.url}, openai-chat:b@{second.url}", out=tmp_path)
        await page.goto(f"{site.url}/price")
        result = await agent.run(TASK, page=page)
    assert result.complete
    assert [(row.model, bool(row.error)) for row in result.exchanges] == [("a", True), ("b", False)]
    assert RunFolder.read(result.run_dir).manifest["models"] == {"main": "anthropic:a, openai-chat:b"}


async def test_an_endpoint_that_takes_words_alone_does_the_job(page, site, tmp_path):
    """No schema, no JSON mode, no pictures: the prompt holds the contract, and the answer is read from its fence."""
    said = f"Sure:\n```json\n{json.dumps(PRICE)}\n```"
    with OpenAIChatServer([said], refuses={"schema", "json", "images"}) as server:
        await page.goto(f"{site.url}/price")
        agent = Agent(f"openai-chat:small@{server.url}", out=tmp_path, page_options=PageOptions())
        result = await agent.run(TASK, page=page)
    assert result.complete
    recorded = [row.note for row in RunFolder.read(result.run_dir).result.exchanges]
    assert recorded == [
        "it does not accept a schema for the answer; it is asked for a JSON object instead",
        "it does not support JSON answers; the prompt describes the form instead",
        "it does not accept images; it reads the page as text only",
        "",
    ]


@pytest.mark.slow
async def test_a_secret_is_in_no_request_and_no_file(page, site, tmp_path):
    secret = Site.PASSWORD
    log_in = reply(
        action("fill", element_id="input-0", value="{{email}}"),
        action("fill", element_id="input-1", value="{{password}}"),
        action("click", element_id="button-0"),
        action("expect_count", text="Password", count=0),
        complete=True,
    )
    with OpenAIChatServer([Answer(said=log_in)]) as provider:
        agent = Agent(f"openai-chat:some-model@{provider.url}", out=tmp_path)
        await page.goto(f"{site.url}/login")
        result = await agent.run("Log in", page=page, data={"email": Site.EMAIL}, secrets={"password": secret})
    assert result.complete, result.steps[-1]
    assert site.posts[0].fields["password"] == (secret,)
    assert secret not in json.dumps([each.body for each in provider.received])
    for file in result.run_dir.rglob("*"):
        assert not file.is_file() or secret.encode() not in file.read_bytes(), file


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (
            {"model": None},
            'asks a model \\(main\\); give one, as in Agent\\(model="anthropic:NAME"\\) or --model anthropic:NAME; or use',
        ),
        ({"model": "claude"}, "is not a model; did you mean anthropic:claude"),
        ({"model": "gopher:x"}, "there is no wire 'gopher'"),
        ({"policy": "magic"}, "there is no policy 'magic'; there are"),
        ({"tools": [print]}, "is not a tool"),
        ({"tools": []}, "at least one tool"),
    ],
)
def test_a_mistake_in_the_agent_is_told_when_it_is_made(options, problem):
    with pytest.raises(ConfigError, match=problem):
        Agent(**{"model": ScriptedModel([]), **options})


@pytest.mark.parametrize(
    ("task", "problem"),
    [
        ({"task": ""}, "the task is empty; say what to do"),
        ({"data": {"{first}": "Ada"}}, "'{first}' is not a valid name for a value"),
        ({"data": {"row": ["a"]}}, "'row' is a list; give text"),
        ({"secrets": {"pin": "12"}}, "at least 3 characters"),
        ({"data": {"pin": "1"}, "secrets": {"pin": "1234"}}, "named both as data and as secret"),
        ({"dat": {"pin": "1"}}, "there is no option 'dat'; did you mean 'data'"),
        ({"tabs_": ()}, "there is no option 'tabs_'; did you mean 'tabs'"),
    ],
)
def test_a_mistake_in_a_task_is_told_before_anything_runs(agent_for, task, problem):
    with pytest.raises(ConfigError, match=problem):
        agent_for().play(**{"task": TASK, **task})


@pytest.mark.parametrize(
    ("url", "error", "problem"),
    [
        ("shop.example/sell", ConfigError, "write it in full, as in https://shop.example/sell"),
        ("http://127.0.0.1:9/", BrowserError, "could not be opened: .*Nothing was done"),
    ],
)
async def test_an_address_that_cannot_be_opened_is_told(page, agent_for, url, error, problem):
    with pytest.raises(error, match=problem):
        await agent_for().run(TASK, page=page, url=url)


def text_of(request):
    return "\n".join(block.text for message in request.messages for block in message.blocks if hasattr(block, "text"))


async def test_a_result_prints_as_one_short_line(page, site, agent_for):
    await page.goto(f"{site.url}/price")
    result = await agent_for([PRICE]).run(TASK, page=page)
    said = r"<Result complete: 1 step, 1 call, \d+ tokens, 0\.0000 USD, 'Filled the price and submitted it\.'>"
    assert re.fullmatch(said, repr(result))
    assert str(result.steps[0]) == "<Step 1: 'Filled the price and submitted it.'; fill done, click done, expect done>"


@pytest.mark.slow
async def test_run_sync_works_where_a_loop_runs_already(site, tmp_path):
    """As in Jupyter, or in a suite after a test with pytest-playwright's sync page."""
    agent = Agent(ScriptedModel([PRICE]), out=None)
    assert agent.run_sync(TASK, url=f"{site.url}/price").complete


async def test_a_policy_that_looks_again_is_counted(page, site):
    class Careful:
        roles = ()

        async def decide(self, turn, ask):
            fresh = await turn.observe()
            assert fresh.tree == turn.page.tree
            give_up = Action(reason="r", tool="fail", parameters={"reason": "seen twice"})
            return Proposal(complete=False, message="m", actions=(give_up,))

    await page.goto(f"{site.url}/price")
    result = await Agent(policy=Careful(), out=None).run(TASK, page=page)
    assert (result.status, result.captures) == (Status.FAILED, 2)


async def test_a_mistake_in_a_policy_is_recorded_as_what_it_is(page, site, tmp_path):
    """Its own exception comes out, and the record says that an error ended the run, not that somebody stopped it."""

    class Mistaken:
        roles = ()

        async def decide(self, turn, ask):
            return {}["page"]

    await page.goto(f"{site.url}/price")
    with pytest.raises(KeyError):
        await Agent(policy=Mistaken(), out=tmp_path).run(TASK, page=page)
    (run_dir,) = tmp_path.iterdir()
    ended = json.loads((run_dir / "run.json").read_text())
    assert (ended["status"], ended["error"]) == ("error", "KeyError: 'page'")


async def test_a_policy_that_never_answers_is_given_up(page, site, tmp_path):
    class Silent:
        roles = ()

        async def decide(self, turn, ask):
            await asyncio.Event().wait()

    await page.goto(f"{site.url}/price")
    result = await Agent(policy=Silent(), limits=Limits(seconds=3), out=tmp_path).run(TASK, page=page)
    recorded = RunFolder.read(result.run_dir)
    assert recorded.status == result.status == Status.TIME_LIMIT
    assert "a policy does not respond" in recorded.error
