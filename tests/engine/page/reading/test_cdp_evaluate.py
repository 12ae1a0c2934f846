"""The short way to the engine: good for one document, given up where it ends."""

import asyncio

import pytest
from playwright.async_api import Error
from playwright.async_api import TimeoutError as PlaywrightTimeout
from reused_page import own_page

from actwright.engine.page.reading import cdp_evaluate
from actwright.engine.page.reading.capture import PageReader
from actwright.engine.page.reading.cdp import Protocol
from actwright.engine.page.reading.cdp_evaluate import CdpEvaluate
from actwright.engine.page.reading.isolated_world import ask, register
from actwright.engine.page.reading.request import InPageRequest
from actwright.testing import Site

MODAL = InPageRequest("run", "modal")


@pytest.fixture
async def page(chromium, spinning):
    """A page with which no run has opened a session before: what a first question does is the subject here."""
    async with own_page(chromium, viewport={"width": 1280, "height": 800}) as page:
        yield page
        await spinning()


@pytest.fixture
def long_way(monkeypatch):
    """The questions that were asked by a locator, in order."""
    asked = []

    async def noted(frame, request, *, seconds):
        asked.append(request.op)
        return await ask(frame, request, seconds=seconds)

    monkeypatch.setattr(cdp_evaluate, "ask", noted)
    return asked


@pytest.fixture
async def reader():
    reader = PageReader()
    yield reader
    await reader.close()


async def found(reader):
    """Waits until there is a direct connection to what was just captured."""
    async with asyncio.timeout(60):
        if connecting := reader.frames.cdp._connecting:
            await connecting


async def test_only_the_first_question_to_a_page_takes_the_long_way(page, reader, long_way):
    """Looks, checks and signs are asked over the protocol, and a locator finds what they have seen."""
    await page.set_content("<button>Go</button>")
    first = await reader.capture(page)
    again = await reader.capture(page)
    check = await reader.guard.check("button-0", arm=True)
    assert await reader.guard.disarm(page) is None
    signs = await reader.work.signs(page, timeout=60)
    assert long_way == ["token"]
    assert await reader.locator("button-0").inner_text() == "Go"
    assert (await reader.guard.check("button-0")).found
    assert (again.tree, again.elements[0].name) == (first.tree.replace("*", ""), "Go")
    assert check.found
    assert signs is not None
    assert signs.ready


@pytest.mark.slow
async def test_a_new_document_is_the_one_that_answers(page, reader, long_way):
    """Nothing of the document before shows."""
    with Site() as site:
        for path in ("/price", "/kitchen", "/price"):
            await page.goto(site.url + path)
            seen = await reader.capture(page)
            assert seen.url == site.url + path
            assert await reader.locator(seen.elements[0].id).count() == 1
    assert long_way == ["token"]


async def test_a_document_has_one_engine_whoever_puts_it_in(page, reader):
    """What a locator has found keeps its ID, also where that came first."""
    await register(page)
    await page.set_content("<button>Go</button>")
    first = await ask(page.main_frame, reader.frames.request("token"), seconds=60)
    await reader.capture(page)
    assert await reader.frames.ask(page.main_frame, "token", seconds=60) == first
    assert await reader.locator("button-0").inner_text() == "Go"


async def test_the_wait_for_two_frames_is_no_timer_of_the_page(page, reader):
    await page.set_content("<button>Go</button>")
    await reader.capture(page)
    await reader.work.begin(page)
    await reader.answer("button-0", "rect", drawn=2)
    signs = await reader.work.signs(page, timeout=60)
    assert (signs.timed, signs.pending) == (False, False)


@pytest.mark.slow
async def test_a_page_that_goes_back_is_answered_by_the_document_it_shows(page, reader):
    """Also where the browser keeps the documents of its history."""
    with Site() as site:
        for path in ("/price", "/kitchen"):
            await page.goto(site.url + path)
            await reader.capture(page)
        await page.go_back(wait_until="commit")
        assert (await reader.capture(page)).url == site.url + "/price"
        await page.go_forward(wait_until="commit")
        assert (await reader.capture(page)).url == site.url + "/kitchen"


@pytest.mark.slow
async def test_frames_have_ways_of_their_own(page, reader, long_way):
    """Each is asked over the protocol; one that is put in anew, or moves to another document, is asked as it is now."""
    await page.set_content(
        "<iframe srcdoc='<button>One</button>'></iframe><iframe srcdoc='<button>Two</button>'></iframe>"
    )
    await reader.capture(page)
    await found(reader)
    long_way.clear()
    assert [element.name for element in (await reader.capture(page)).elements] == ["One", "Two"]
    assert long_way == []
    await page.frames[1].goto("data:text/html,<button>Three</button>")
    await page.evaluate("document.querySelectorAll('iframe')[1].remove()")
    await page.evaluate(
        "document.body.append(Object.assign(document.createElement('iframe'), {srcdoc: '<b onclick=1>Four</b>'}))"
    )
    await page.frames[-1].wait_for_selector("b")
    names = []
    async with asyncio.timeout(60):
        while len(names) < len(["Three", "Four"]):  # a busy machine may leave a new frame out of a look
            names = [element.name for element in (await reader.capture(page)).elements]
    assert names == ["Three", "Four"]


async def test_a_page_cannot_answer_in_the_engines_place(page, reader, long_way):
    """Variables and elements of the page that are called as the engine's are of another world."""
    await page.set_content(
        "<form id=actwright><input name=answer></form><button>Real</button>"
        "<script>window.answer = () => '{}'; Object.defineProperty(window, 'actwright', {value: {answer: () => '{}'}})</script>"
    )
    assert [element.name for element in (await reader.capture(page)).elements][-1] == "Real"
    assert long_way == ["token"]
    await page.goto("data:text/html,<form id=actwright><input name=answer></form><button>Real</button>")
    assert [element.name for element in (await reader.capture(page)).elements][-1] == "Real"
    assert long_way == ["token"]


@pytest.fixture
async def straight(page):
    """What knows the way to the page's main document."""
    await register(page)
    await page.set_content("<p>busy</p>")
    protocol = Protocol()
    straight = CdpEvaluate(protocol)
    await straight.perform(page.main_frame, InPageRequest("run", "token"), seconds=60)
    yield straight
    await straight.close()
    protocol.close()


async def busy(page, seconds):
    """Freezes the page for some seconds, from now on."""
    async with page.expect_console_message():
        await page.evaluate(
            "(ms) => setTimeout(() => { console.log('now'); for (const end = Date.now() + ms; Date.now() < end;); }, 10)",
            seconds * 1000,
        )


async def test_a_frozen_page_is_given_up_in_time(page, straight):
    """With the error that a locator has; when the page is back, it answers."""
    await busy(page, 2.5)
    with pytest.raises(PlaywrightTimeout):
        await straight.perform(page.main_frame, MODAL, seconds=0.4)
    assert await straight.perform(page.main_frame, MODAL, seconds=60) == [""]


async def test_a_crash_ends_a_question_at_once(page, straight):
    """The protocol itself would never answer."""
    other = await page.context.new_cdp_session(page)
    await busy(page, 30)
    asking = asyncio.ensure_future(straight.perform(page.main_frame, MODAL, seconds=60))
    await asyncio.sleep(0)
    crashing = asyncio.ensure_future(other.send("Page.crash"))
    async with asyncio.timeout(25):
        with pytest.raises(Error, match="crashed"):
            await asking
    crashing.cancel()
    await asyncio.gather(crashing, return_exceptions=True)


FRAMED = "<button>Go</button><iframe srcdoc='<button>In</button>'></iframe>"


async def test_what_a_process_counts_is_asked_once_for_all_its_documents(page, reader, monkeypatch):
    """And only after all of them: a document that is not up to date yet would change the counts."""
    await page.set_content(FRAMED)
    await reader.capture(page)
    await found(reader)
    asked = []
    evaluated, counts = cdp_evaluate._evaluated, cdp_evaluate._counts

    async def noted(connection, expression, seconds):
        answer = await evaluated(connection, expression, seconds)
        asked.append("capture" if "capture" in expression else "still")
        return answer

    monkeypatch.setattr(cdp_evaluate, "_evaluated", noted)
    monkeypatch.setattr(cdp_evaluate, "_counts", lambda metrics: asked.append("counts") or counts(metrics))
    assert (await reader.capture(page)).answered
    assert asked == ["still", "still", "counts", "capture", "capture"]
    asked.clear()
    again = await reader.capture(page)
    assert asked == ["still", "still", "counts"]  # nothing has changed, so nothing is read again
    assert again.tree == '- button-0 "Go"\n- iframe\n  - f1.button-0 "In"'
    asked.clear()
    await page.evaluate("document.styleSheets.length || document.head.append(document.createElement('style'))")
    await page.evaluate("document.styleSheets[0].insertRule('iframe { visibility: hidden }')")
    assert (await reader.capture(page)).tree == '- button-0 "Go"'
    assert "capture" in asked


async def test_a_document_that_is_gone_meanwhile_keeps_no_other_waiting(page, reader, monkeypatch):
    """The others get the counts, and it gets none."""
    await page.set_content(FRAMED)
    await reader.capture(page)
    await found(reader)
    evaluated, token = cdp_evaluate._evaluated, reader.frames.cdp._connections[page.main_frame].token

    async def without_one(connection, expression, seconds):
        if connection.token == token:
            raise Error("the frame is gone")
        return await evaluated(connection, expression, seconds)

    monkeypatch.setattr(cdp_evaluate, "_evaluated", without_one)
    still = reader.frames.request("still")
    counts = await asyncio.gather(*(reader.frames.cdp.counts(each, still, seconds=60) for each in page.frames))
    assert (counts[0].drawn, bool(counts[1].drawn)) == ("", True)


async def test_a_question_for_counts_that_is_never_answered_is_over_when_the_run_is(page, reader, monkeypatch):
    """A page that has crashed answers nothing any more."""
    await page.set_content(FRAMED)
    await reader.capture(page)
    await found(reader)
    asked, silent, call = asyncio.Event(), asyncio.Event(), cdp_evaluate.call

    async def unanswered(session, method, **parameters):
        if method == "Performance.getMetrics":
            asked.set()
            await silent.wait()
        return await call(session, method, **parameters)

    monkeypatch.setattr(cdp_evaluate, "call", unanswered)
    before = asyncio.all_tasks()
    counting = asyncio.create_task(
        reader.frames.cdp.counts(page.main_frame, reader.frames.request("still"), seconds=60)
    )
    await asked.wait()
    counting.cancel()
    await reader.frames.cdp.close()
    await asyncio.gather(counting, return_exceptions=True)
    assert asyncio.all_tasks() <= before
