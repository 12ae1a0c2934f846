"""A person takes over the page of a run: nothing of the run is dispatched meanwhile, and the model looks anew."""

import asyncio

import pytest
from builders import action, reply

from actwright import Agent, ConfigError, Limits
from actwright.engine.meter import Meter
from actwright.engine.people.page_control import PageControl
from actwright.schemas.exchange import Message, Request, TextBlock
from actwright.testing import ScriptedModel

pytestmark = pytest.mark.usefixtures("one_browser", "no_pictures")


FILL, SUBMIT = action("fill", element_id="input-0", value="50"), action("click", element_id="button-0")
PROOF = action("expect", text=["created with price $70"])


class Taken(ScriptedModel):
    """A model during whose second call a person takes over the page, for longer than the run may take."""

    def __init__(self, replies, person):
        super().__init__(replies)
        self.person = person
        self.given_back = None

    async def send(self, request, *, timeout, **more):  # noqa: ASYNC109 - as of a model
        answer = await super().send(request, timeout=timeout, **more)
        if len(self.requests) == 2:
            taken = asyncio.Event()
            self.given_back = asyncio.create_task(self.person(taken))
            await taken.wait()
        return answer


@pytest.mark.slow
async def test_what_was_decided_before_is_not_done_and_the_model_reads_that_a_person_acted(site, own_browser):
    """The time in which a person had the page is not the run's."""
    seconds = 6.0

    async def person(taken):
        assert await run.page_control.take()
        assert not await run.page_control.take()
        taken.set()
        await asyncio.sleep(seconds)  # the batch waits; the run's limit has passed by then
        assert site.posts == ()
        await run.showing.get_by_label("Price").fill("70")
        run.page_control.give_back(acted=True)

    model = Taken([reply(FILL), reply(SUBMIT), reply(SUBMIT, PROOF, complete=True)], person)
    limits = Limits(seconds=seconds)
    agent = Agent(model, browser=own_browser, limits=limits, out=None)
    run = agent.play("Fill the price", url=f"{site.url}/price")
    async with run:
        async for _ in run:
            pass
    await model.given_back
    assert run.result.complete, run.result.message
    (refused,) = run.result.steps[1].outcomes
    assert (refused.status, "a person acted on the page" in refused.detail) == ("failed", True)
    assert "a person took over this page and acted on it" in str(run.result.steps[2].page.notes)
    assert [post.fields["price"] for post in site.posts] == [("70",)]
    assert run.page_control.seconds >= seconds


@pytest.mark.slow
async def test_a_page_that_was_only_looked_at_changes_nothing(site, own_browser):
    async def person(taken):
        await run.page_control.take()
        taken.set()
        run.page_control.give_back(acted=False)

    model = Taken([reply(FILL), reply(SUBMIT, action("expect", text=["$50"]), complete=True)], person)
    run = Agent(model, browser=own_browser, out=None).play("Fill the price", url=f"{site.url}/price")
    async with run:
        async for _ in run:
            pass
    assert [outcome.status for outcome in run.result.steps[1].outcomes] == ["done", "done"]
    assert run.result.steps[1].page.notes == ()


async def waited(page_control):
    """Begins an action and ends it; why it may not happen."""
    async with page_control.acting() as refused:
        return refused


async def test_whoever_takes_over_waits_for_the_action_under_way():
    page_control = PageControl()
    async with page_control.acting() as refused:
        assert refused == ""
        taking = asyncio.create_task(page_control.take())
        await asyncio.sleep(0)
        assert page_control.taken
        assert not taking.done()
        waiting = asyncio.create_task(waited(page_control))
        await asyncio.sleep(0)
    assert await taking
    assert not waiting.done()
    page_control.give_back(acted=True)
    assert "a person acted" in await waiting
    assert "took over" in await page_control.looked()
    assert await page_control.looked() == ""
    assert await waited(page_control) == ""


async def test_no_action_begins_if_a_person_takes_the_page_again_at_once():
    page_control = PageControl()
    assert await page_control.take()
    waiting, looking = asyncio.create_task(waited(page_control)), asyncio.create_task(page_control.looked())
    await asyncio.sleep(0)
    page_control.give_back(acted=False)
    assert await page_control.take()
    for _ in range(10):
        await asyncio.sleep(0)
    assert not waiting.done()
    assert not looking.done()
    page_control.give_back(acted=False)
    assert (await waiting, await looking) == ("", "")


@pytest.mark.slow
async def test_a_person_gets_the_page_although_the_run_could_not_be_recorded(page, tmp_path):
    """The disk fails between the decision on an action and its dispatch."""
    await page.set_content("<button onclick=\"document.title = 'pressed'\">Save")

    def lose(request):
        (folder,) = tmp_path.iterdir()
        (folder / "journal.jsonl").unlink()
        (folder / "journal.jsonl").mkdir()
        return reply(("click", {"element_id": "button-0"}))

    async with Agent(ScriptedModel([lose]), out=tmp_path).play("Save", page=page) as run:
        with pytest.raises(ConfigError, match="was not performed"):
            [step async for step in run]
        async with asyncio.timeout(60):
            assert await run.page_control.take()
    assert await page.title() == ""


@pytest.mark.slow
async def test_a_call_under_way_ends_and_nothing_of_it_is_done_before_the_run_is_resumed(site, own_browser):
    reached = asyncio.Event()

    async def person(taken):
        run.page_control.pause()
        taken.set()
        await reached.wait()
        assert await run.showing.get_by_label("Price").input_value() == "50"
        run.page_control.resume()

    def heard(event):
        if event.name == "action_started" and event.step == 2:
            reached.set()

    again = action("fill", element_id="input-0", value="70")
    model = Taken([reply(FILL), reply(again, SUBMIT, PROOF, complete=True)], person)
    run = Agent(model, browser=own_browser, out=None).play("Fill the price", url=f"{site.url}/price")
    run.listen(heard)
    async with run:
        async for _ in run:
            pass
    await model.given_back
    assert run.result.complete, run.result.message
    assert run.result.steps[1].page.notes == ()
    assert [post.fields["price"] for post in site.posts] == [("70",)]


async def test_a_pause_and_a_take_over_end_each_for_itself():
    """In each order; all of that time is not the run's."""
    now = 0.0
    page_control = PageControl(lambda: now)
    assert (page_control.pause(), page_control.pause()) == (True, False)
    waiting = asyncio.create_task(waited(page_control))
    now = 5.0
    assert await page_control.take()
    page_control.give_back(acted=False)
    await asyncio.sleep(0)
    assert page_control.away
    assert not page_control.with_person
    assert await page_control.take()
    assert (page_control.resume(), page_control.resume()) == (True, False)
    await asyncio.sleep(0)
    assert not waiting.done()
    now = 9.0
    page_control.give_back(acted=False)
    assert await waiting == ""
    assert page_control.seconds == 9.0


async def test_no_time_runs_out_and_no_call_begins_while_a_run_is_paused():
    page_control, model = PageControl(), ScriptedModel([reply(FILL)])
    request = Request(messages=(Message(role="user", blocks=(TextBlock(text="x"),)),))
    answer = asyncio.get_running_loop().create_future()
    page_control.pause()
    answered = asyncio.create_task(page_control.answered(answer, seconds=0.0))
    asking = asyncio.create_task(Meter({"main": model}, free=page_control.free).ask(request))
    for _ in range(10):
        await asyncio.sleep(0)
    assert not answered.done()
    assert model.requests == []
    answer.set_result(True)
    assert await answered is True
    page_control.resume()
    await asking
    assert len(model.requests) == 1
    assert await page_control.answered(asyncio.get_running_loop().create_future(), seconds=0.0) is None
