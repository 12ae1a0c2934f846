"""Settling waits for what an action started, and not for what a page does by itself all the time."""

import asyncio
import time

import pytest

from actwright.engine.act import act
from actwright.engine.page.surface import SETTLE_SECONDS
from actwright.schemas.proposal import Action, Proposal
from actwright.tools.toolbox import Toolbox, builtin_tools

TOOLBOX = Toolbox(builtin_tools())
CLICK = Proposal(
    complete=False,
    message="m",
    actions=(Action(reason="r", tool="click", parameters={"element_id": "button-0"}),),
)
BUTTON = "<!doctype html><button onclick=\"said.textContent += 'x'\">Go</button><p id=said></p>"
RESTLESS = {
    "a long poll": "(async () => { for (;;) await fetch('/slow'); })()",
    "a short poll": "(async () => { for (;;) { await fetch('/quick'); await new Promise(done => setTimeout(done, 20)); } })()",
    "a poll by POST": "setInterval(() => fetch('/quick', {method: 'POST', body: 'x'}), 60)",
    "a ticker": "setInterval(() => document.querySelector('i').textContent = Math.random(), 15)",
}


@pytest.fixture
async def served():
    """`served(html)` is the address of a page whose server answers /slow after 0.8 s, and notes each POST."""
    pages, posts, working = {}, [], set()

    async def answer(reader, writer):
        working.add(asyncio.current_task())
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            method, path, _ = head.split(" ", 2)
            if method == "POST":
                posts.append(path)
            if path == "/never":
                await asyncio.sleep(60)
            if path == "/slow":
                await asyncio.sleep(0.8)
            body = pages.get(path, "ok").encode()
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n" + body)
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            return
        finally:
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"

    def serve(html):
        pages["/page"] = html
        return f"{url}/page"

    serve.posts = posts
    yield serve
    server.close()
    for task in working:
        task.cancel()
    await asyncio.gather(*working, return_exceptions=True)


@pytest.mark.parametrize("script", RESTLESS.values(), ids=RESTLESS.keys())
async def test_a_page_that_never_rests_does_not_slow_every_step(surface_on, served, script):
    surface = await surface_on(url=served(f"{BUTTON}<i></i><script>{script}</script>"))
    outcomes = [(await act(CLICK, TOOLBOX, surface))[0] for _ in range(4)]
    assert [outcome.status for outcome in outcomes] == ["done"] * 4
    assert min(outcome.milliseconds for outcome in outcomes) < SETTLE_SECONDS * 1000


async def test_a_page_whose_own_post_hangs_is_opened_in_time(surface_on, served):
    began = time.monotonic()
    url = served(f"{BUTTON}<script>fetch('/never', {{method: 'POST', body: 'beacon'}})</script>")
    surface = await surface_on(url=url)
    assert time.monotonic() - began < 12
    (outcome,) = await act(CLICK, TOOLBOX, surface)
    assert (outcome.status, outcome.effect) == ("done", "edit")


async def test_a_second_post_like_one_without_an_answer_is_still_seen(surface_on, served):
    """What an action sent is never taken for the page's chatter."""
    pay = "fetch('/never', {method: 'POST', body: 'pay'})"
    surface = await surface_on(url=served(f'<!doctype html><button onclick="{pay}">Pay</button>'))
    first = (await act(CLICK, TOOLBOX, surface))[0]
    second = (await act(CLICK, TOOLBOX, surface))[0]
    assert [first.status, second.status] == ["unknown", "unknown"]
    assert "has no answer yet" in second.detail
    assert served.posts == ["/never"] * 2
