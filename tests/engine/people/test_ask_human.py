"""The run asks a person to act on its page, and goes on from what they leave; what they type is nowhere afterwards."""

import asyncio
import io
import threading

import pytest
from builders import action, reply
from noted import noted
from PIL import Image

from actwright import Agent, ConfigError, Limits
from actwright.testing import ScriptedModel
from actwright.testing.site.market import EMAIL, PASSWORD

pytestmark = pytest.mark.slow

ASKS = action("ask_human", reason="log in")
GIVES_UP = action("fail", reason="it cannot be done", kind="")
NOTED = "the-canary-of-a-person"


def text_of(request):
    return "\n".join(block.text for message in request.messages for block in message.blocks if hasattr(block, "text"))


def written(folder):
    """All that a run wrote, by file."""
    return {str(file): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


async def test_a_person_logs_in_and_the_model_goes_on_without_what_they_typed(page, site, tmp_path):
    """Nothing else of the batch is done; the login, and what they left in a field, is in no request, record or event."""
    asked = []

    async def person(request):
        asked.append(request)
        await page.get_by_label("Email").fill(EMAIL)
        await page.get_by_label("Password").press_sequentially(PASSWORD, delay=5)
        await run.page_control.notice()  # as before what a person clicks in the live view
        await page.get_by_role("button", name="Log in").click()
        await page.get_by_label("Title").fill(NOTED)
        await page.get_by_label("Description").fill(f"about {NOTED}")
        return True

    proof = action("expect", text=["Price"])
    model = ScriptedModel(
        [reply(ASKS, action("click", element_id="button-0")), reply(proof, complete=True), reply(GIVES_UP)]
    )
    run = Agent(model, ask_human=person, out=tmp_path).play("Sell it", url=f"{site.url}/sell", page=page)
    events = [event async for event in run.events()]
    assert [(each.reason, each.url) for each in asked] == [("log in", f"{site.url}/login?next=/sell")]
    first = run.result.steps[0].outcomes
    assert [outcome.status for outcome in first] == ["done", "skipped"]
    assert "a person acted on the page, as asked (log in)" in first[0].detail
    second = text_of(model.requests[1])
    assert "a person took over this page and acted on it" in second
    assert 'value="{{typed by a person}}"' in second
    assert [post.path for post in site.posts] == ["/login"]
    told = {**written(tmp_path), "requests": repr(model.requests).encode(), "events": repr(events).encode()}
    for name, text in told.items():
        for canary in (NOTED, PASSWORD, EMAIL):
            assert canary.encode() not in text, name


async def test_pictures_hide_the_fields_that_a_person_changed(page, site, tmp_path):
    """Those that were there before stay as they were."""
    await page.goto(f"{site.url}/price")
    await page.evaluate(
        "document.querySelector('input').insertAdjacentHTML('afterend', '<input aria-label=Other value=left>')"
    )

    async def person(_request):
        await page.get_by_label("Price").fill("4321")
        return True

    model = ScriptedModel([reply(ASKS), reply(GIVES_UP)])
    result = await Agent(model, ask_human=person, out=None).run("Sell it", page=page)
    after = text_of(model.requests[1])
    seen = result.steps[1].page
    picture = Image.open(io.BytesIO(seen.screenshot.data)).convert("L")
    typed, left = (next(each.box for each in seen.elements if each.name == name) for name in ("Price", "Other"))
    inside = [picture.crop((int(box.x) + 8, int(box.y) + 8, int(box.x) + 60, int(box.y) + 20)) for box in (typed, left)]
    assert (inside[0].getextrema()[1] < 40, inside[1].getextrema()[1] > 200) == (True, True)
    assert ('value="{{typed by a person}}"' in after, 'value="left"' in after, "4321" in after) == (True, True, False)


async def test_time_in_which_nobody_comes_is_not_the_runs_and_ends_it(page, site):
    """With a reason of its own; nothing was done."""
    never = asyncio.Event()

    async def nobody(_request):
        await never.wait()

    model = ScriptedModel([reply(ASKS), reply(GIVES_UP)])
    agent = Agent(model, ask_human=nobody, ask_human_seconds=0.4, limits=Limits(seconds=20), out=None)
    run = agent.play("Sell it", url=f"{site.url}/login", page=page)
    async with run:
        async for _ in run:
            pass
    assert (run.result.status, run.result.reason, run.result.may_have_acted) == ("failed", "unattended", False)
    assert "no person did it in time: log in" in run.result.steps[0].outcomes[0].detail
    assert run.page_control.seconds >= 0.4
    assert len(model.requests) == 1


async def test_a_refusal_is_read_by_the_model_and_a_hook_that_fails_is_one(page, site):
    """The hook may be a plain function: it runs in a thread, so that it can wait for a keyboard."""
    threads = []

    def refuses(_request):
        threads.append(threading.current_thread() is threading.main_thread())
        return False

    def fails(_request):
        raise RuntimeError("no keyboard")

    for hook, why in ((refuses, "the person refused"), (fails, "no person could be asked")):
        model = ScriptedModel([reply(ASKS), reply(GIVES_UP)])
        agent = Agent(model, out=None)
        if hook is fails:
            with noted(match="no keyboard"):
                result = await agent.run("Sell it", url=f"{site.url}/login", page=page, ask_human=hook)
        else:
            result = await agent.run("Sell it", url=f"{site.url}/login", page=page, ask_human=hook)
        assert (result.reason, result.steps[0].outcomes[0].status) == ("gave_up", "failed")
        assert why in text_of(model.requests[1])
    assert threads == [False]


async def test_a_run_that_waits_for_a_person_can_be_ended(page, site, tmp_path):
    waits = asyncio.Event()

    async def person(_request):
        waits.set()
        await asyncio.Event().wait()

    run = Agent(ScriptedModel([reply(ASKS)]), ask_human=person, out=tmp_path).play("Sell it", url=site.url, page=page)

    async def played():
        async with run:
            async for _ in run:
                pass

    task = asyncio.create_task(played())
    await waits.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert (run.result.status, run.page_control.away) == ("interrupted", False)


async def test_nobody_to_ask_means_no_such_tool(page, site):
    """A model in an unattended run knows nothing of it; asking for it by name needs somebody to ask."""
    model = ScriptedModel([reply(GIVES_UP)])
    await Agent(model, out=None).run("Sell it", url=site.url, page=page)
    assert "ask_human" not in repr(model.requests)
    with pytest.raises(ConfigError, match="ask_human=…"):
        await Agent(model, tools=["click", "ask_human"], out=None).run("Sell it", url=site.url, page=page)
    narrow = ScriptedModel([reply(GIVES_UP)])
    await Agent(narrow, ask_human=lambda _: True, out=None).run("Sell it", url=site.url, page=page, tools=["click"])
    assert [spec.name for spec in narrow.requests[0].tools][-1:] == ["ask_human"] or "ask_human" in repr(
        narrow.requests
    )


async def test_rules_ask_a_person_once_where_a_login_stands_in_front(page, site):
    """And give up where it still stands there."""
    asked = []

    def person(request):
        asked.append(request.reason)
        return True

    agent = Agent(policy="rules", ask_human=person, out=None)
    result = await agent.run(
        "Fill in the title and publish", url=f"{site.url}/sell", page=page, data={"title": "Kayak"}
    )
    assert len(asked) == 1
    assert result.reason == "blocked"
    alone = await Agent(policy="rules", out=None).run(
        "Fill in the title and publish", url=f"{site.url}/sell", page=page, data={"title": "Kayak"}
    )
    assert (alone.reason, len(alone.steps)) == ("blocked", len(result.steps) - 1)
