"""A run asks a person to act on its page: through the HTTP service, and through MCP in both eras of the protocol."""

import asyncio
import json

import pytest
from builders import action, reply
from mcp import Client
from mcp_types import ElicitResult
from served_pages import ServedPages
from test_mcp import ERAS, session_of
from test_mcp import said as said_by
from test_pages import problems_of, signed_in
from test_serve import asked, owner, service, told
from test_view import shown

from actwright.service.mcp import mcp_server
from actwright.service.run_queue import Queue
from actwright.service.runs import Live, Runs
from actwright.testing import OpenAIChatServer

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_browser")]

CANARY, SPOKEN = "canary-of-a-person-77", "canary-of-a-dialog-88"
ASKING = """<!doctype html><title>Log in</title><style>label, button, p { position: fixed; left: 20vw; width: 60vw; height: 10vh }</style>
<label style="top: 10vh">Code <input style="width: 80%; height: 100%" oninput="if (value === '4711') said.textContent = 'Welcome'"></label>
<button style="top: 30vh" onclick="said.textContent = prompt('Your name?', 'Ann')">Name</button><p id=said style="top: 50vh"></p>"""


ASKS = reply(action("ask_human", reason="enter the code of your phone"))
GIVES_UP = reply(action("fail", reason="it cannot be done", kind=""))
IN_THE_FIELD, ON_THE_BUTTON = {"x": 0.5, "y": 0.15}, {"x": 0.5, "y": 0.35}


@pytest.fixture
def model():
    """A model that asks a person, and then gives up; and what the service is started with for it."""
    with OpenAIChatServer([ASKS, GIVES_UP]) as server:
        server.given = {"models": ("openai-chat:m",), "base_url": server.url}
        yield server


@pytest.fixture
def pages():
    with ServedPages({"/price": ASKING}) as pages:
        yield pages


async def test_what_a_person_types_who_was_asked_is_in_no_record(pages, model, tmp_path):
    """Into a field and a dialog. They take over the page, and to give it back says that it is done; the model reads why they acted."""
    async with service(tmp_path, **model.given) as client:
        where = await asked(client, pages)
        (*_, (_, _, wanted)) = await told(client, where, until="ask_human.requested")
        assert (wanted["reason"], wanted["url"], wanted["seconds"]) == (
            "enter the code of your phone",
            f"{pages.url}/price",
            600.0,
        )
        waiting = (await client.get(where)).json()
        assert (waiting["state"], waiting["ask_human"]["ask_human"]) == ("needs_action", wanted["ask_human"])
        lease = (await client.post(f"{where}/take-over", json={})).json()["lease"]
        assert (await client.get(where)).json()["state"] == "paused"
        other = await client.post(f"{where}/human-requests/{wanted['ask_human']}", json={"done": True})
        assert (other.status_code, "only they can give it back" in other.json()["error"]) == (409, True)
        typed = [{"kind": "click", **IN_THE_FIELD}, *({"kind": "text", "text": each} for each in CANARY)]
        typed += [{"kind": "click", **ON_THE_BUTTON}, {"kind": "dialog", "accept": True, "text": SPOKEN}]
        assert (await client.post(f"{where}/take-over/{lease}", json={"events": typed})).json()["problem"] == ""
        assert (await client.delete(f"{where}/take-over/{lease}")).status_code == 200
        events = await told(client, where)
        found = await client.get(where)
        shown = [(await client.get(path)).text for path in ("/runs", f"{where}/report", f"/view{where[5:]}", "/")]
    names = [name for _, name, _ in events]
    assert [
        name for name in names if name.partition(".")[0] == "ask_human" or name in {"run.paused", "run.resumed"}
    ] == ["ask_human.requested", "run.paused", "run.resumed", "ask_human.ended"]
    assert next(fields for _, name, fields in events if name == "ask_human.ended")["done"] is True
    assert found.json()["reason"] == "gave_up"
    second = json.dumps(model.received[1].body)
    assert "a person acted on the page, as asked (enter the code of your phone)" in second
    assert second.count("{{typed by a person}}") == 2
    written = {str(file): file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    for name, text in {**written, "events": json.dumps(events).encode(), "request": second.encode()}.items():
        assert CANARY.encode() not in text, name
        assert SPOKEN.encode() not in text, name
    assert not [text for text in (found.text, *shown) if CANARY in text or SPOKEN in text]


async def test_the_live_view_calls_a_person_who_takes_over_types_and_gives_back(page, pages, tmp_path):
    """Then the run goes on with what they did."""
    read = reply(action("expect", text=["Welcome"])) | {"complete": True}
    with OpenAIChatServer([ASKS, read]) as server:
        async with service(tmp_path, models=("openai-chat:m",), base_url=server.url) as client:
            await signed_in(page, client)
            await shown(page, client, await asked(client, pages))
            wanted = page.get_by_role("alert", name="A person is wanted")
            await wanted.get_by_text("enter the code of your phone").wait_for()
            await page.locator("#frame").wait_for()
            assert await page.locator("#state").inner_text() == "needs action"
            assert await problems_of(page) == []
            await wanted.get_by_role("button", name="Take over").click()
            await page.get_by_text("paused", exact=True).wait_for()
            box = await page.locator("#frame").bounding_box()
            x, y = IN_THE_FIELD.values()
            await page.mouse.click(box["x"] + box["width"] * x, box["y"] + box["height"] * y)
            await page.keyboard.type("4711")
            await wanted.get_by_role("button", name="It is done").click()
            await page.get_by_role("link", name="Report").wait_for()
            assert await page.locator("#state").inner_text() == "complete"
            assert await wanted.count() == 0


async def test_it_is_done_or_refused_without_taking_over_and_only_once(site, model, tmp_path):
    async with service(tmp_path, **model.given) as client:
        where = await asked(client, site)
        (*_, (_, _, wanted)) = await told(client, where, until="ask_human.requested")
        one = f"{where}/human-requests/{wanted['ask_human']}"
        for path, body, status in (
            (f"{where}/human-requests/another", {"done": True}, 409),
            (one, {"done": "perhaps"}, 422),
            (one, {}, 422),
            (one, {"done": False}, 200),
            (one, {"done": True}, 409),
        ):
            assert (await client.post(path, json=body)).status_code == status
        await told(client, where)
        assert (await client.post(one, json={"done": True})).status_code == 409
    assert "the person refused" in json.dumps(model.received[1].body)


async def test_whoever_was_asked_and_goes_away_leaves_the_run_waiting_until_its_time_is_up(
    site, model, tmp_path, monkeypatch
):
    """The time in which they had the page does not count; the end says why."""
    monkeypatch.setattr("actwright.service.takeover.LEASE_SECONDS", 1.0)
    async with service(tmp_path, ask_human_seconds=0.8, **model.given) as client:
        where = await asked(client, site)
        await told(client, where, until="ask_human.requested")
        assert (await client.post(f"{where}/take-over", json={})).status_code == 200
        events = await told(client, where)
    names = [name for _, name, _ in events]
    assert names.index("run.resumed") < names.index("ask_human.ended")
    assert next(fields for _, name, fields in events if name == "ask_human.ended")["done"] is False
    assert (events[-1][2]["state"], events[-1][2]["result"]["reason"]) == ("failed", "unattended")


async def test_a_run_that_waits_is_cancelled_in_order_and_none_waits_where_nobody_is_asked(site, model, tmp_path):
    async with service(tmp_path, **model.given) as client:
        where = await asked(client, site)
        await told(client, where, until="ask_human.requested")
        assert (await client.delete(where)).json()["state"] == "cancelled"
        assert (await client.get(where)).json()["ask_human"] is None
    with OpenAIChatServer([GIVES_UP]) as server:
        async with service(tmp_path, ask_human_seconds=0, models=("openai-chat:m",), base_url=server.url) as client:
            await told(client, await asked(client, site))
        assert "ask_human" not in json.dumps([each.body for each in server.received])


def acts(queue, playing):
    """A person who opened the live view says that it is done."""
    assert queue.acted(queue.entries[playing.id], playing.wanted.id, done=True)


@ERAS
@pytest.mark.parametrize("action", ["accept", "decline"])
async def test_the_clients_user_is_sent_to_the_live_view(site, tmp_path, era, action):
    """An address of this machine without a token; only who acts there ends it, or who refuses."""
    opened = []
    settings = owner(tmp_path)

    async def elicited(_context, params):
        opened.append((params.mode, params.url, params.message))
        if action == "accept":
            (playing,) = runs._known.values()
            asyncio.get_running_loop().call_later(0.3, acts, queue, playing)
        return ElicitResult(action=action)

    async with Queue(settings, folder=tmp_path / "service") as queue:
        async with (
            Runs(settings, live=Live(queue, "http://127.0.0.1:7")) as runs,
            Client(mcp_server(runs), mode=era, elicitation_callback=elicited) as client,
        ):
            first = await client.call_tool("look", {"url": f"{site.url}/price"})
            session = session_of(first)
            asks = [{"tool": "ask_human", "reason": "log in"}]
            acted = said_by(await client.call_tool("act", {"session": session, "actions": asks}))
            assert opened[0] == ("url", f"http://127.0.0.1:7/view/{session}", f"log in ({site.url}/price)")
        assert queue.entries[session].ended
    if action == "accept":
        assert "1. ask_human: done: a person acted on the page, as asked (log in)" in acted
        assert "a person took over this page and acted on it" in acted
    else:
        assert "1. ask_human: failed: the person refused" in acted


async def test_a_client_that_cannot_show_an_address_gets_it_as_text(site, tmp_path):
    """And without a live view it reads that nobody can act."""
    settings = owner(tmp_path)
    asks = [{"tool": "ask_human", "reason": "log in"}]
    async with (
        Queue(settings, folder=tmp_path / "service") as queue,
        Runs(settings, live=Live(queue, "http://127.0.0.1:7")) as runs,
        Client(mcp_server(runs)) as client,
    ):
        session = session_of(await client.call_tool("look", {"url": f"{site.url}/price"}))
        waits = said_by(await client.call_tool("act", {"session": session, "actions": asks}))
        assert waits == (
            f"session {session} waits for a person: log in. They can act at http://127.0.0.1:7/view/{session}; then ask `result`"
        )
        acts(queue, runs.find(session))
        assert "1. ask_human: done" in said_by(await client.call_tool("result", {"id": session, "wait": 20}))
    async with Runs(settings) as runs, Client(mcp_server(runs)) as client:
        session = session_of(await client.call_tool("look", {"url": f"{site.url}/price"}))
        alone = said_by(await client.call_tool("act", {"session": session, "actions": asks}))
        assert "1. ask_human: failed: no person can act on this page: the server has no live view" in alone
