"""A test gets the page of the one before only if nothing of that is left on it."""

import asyncio

import pytest
from reused_page import ReusedPage, close_all
from served_pages import ServedPages


@pytest.fixture
async def pages(chromium):
    contexts = []

    async def new_context():
        contexts.append(await chromium.new_context())
        return contexts[-1]

    yield ReusedPage(chromium, new_context)
    await close_all(*contexts)


async def test_contents_and_scripts_leave_nothing(pages):
    """No variable, listener, timer, text or place of the mouse is there for the next test, which gets the same page."""
    page = await pages.take()
    await page.set_content(
        "<button onclick='window.mine = 1'>Go</button><script>setInterval(() => window.mine++)</script>"
    )
    await page.locator("button").click()
    await page.keyboard.type("x")
    await pages.give_back()
    again = await pages.take()
    assert again is page
    assert await page.evaluate("[typeof mine, document.body.innerHTML, history.length, location.href]") == [
        "undefined", "", 1, "about:blank",
    ]  # fmt: skip
    await page.set_content("<body style='margin: 0'><button style='width: 100vw; height: 100vh'>Wide</button>")
    assert (
        await page.evaluate(
            "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(document.querySelectorAll(':hover').length))))"
        )
        == 0
    )


async def test_addresses_history_and_storage_are_cleared(pages):
    with ServedPages({"/": "<script>localStorage.x = sessionStorage.x = 1; history.pushState(1, '')</script>"}) as site:
        page = await pages.take()
        await page.goto("about:blank#there")
        await page.goto(site.url)
        await pages.give_back()
        assert await pages.take() is page
        assert await page.evaluate("[history.length, location.href]") == [1, "about:blank"]
        await page.route("**/*", lambda route: route.fulfill(body="Empty", content_type="text/html"))
        await page.goto(site.url)
        assert await page.evaluate("[localStorage.length, sessionStorage.length]") == [0, 0]


async def test_a_context_with_a_service_worker_is_not_used_again(pages):
    """It outlives its page; once it stands still, the context cannot route requests any more."""
    script = {"/worker.js": (200, {"Content-Type": "text/javascript"}, "onfetch = () => 0")}
    with ServedPages({"/": "<title>Shop</title>", **script}) as site:
        page = await pages.take()
        await page.goto(site.url)
        await page.evaluate(
            "navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready).then(() => 1)"
        )
        await pages.give_back()
        await pages.tidy()
    assert (await pages.take()).context is not page.context


@pytest.mark.parametrize(
    "left",
    [
        lambda page: page.set_viewport_size({"width": 500, "height": 500}),
        lambda page: page.add_init_script("window.mine = 1"),
        lambda page: page.expose_function("mine", lambda: 1),
        lambda page: page.emulate_media(media="print"),
        lambda page: page.route("**/*", lambda route: route.abort()),
        lambda page: page.keyboard.down("Shift"),
        lambda page: page.evaluate("() => { window.name = 'mine'; }"),
        lambda page: page.evaluate("() => { open('about:blank'); }"),
        lambda page: page.context.new_cdp_session(page),
        lambda page: page.context.new_page(),
        lambda page: page.close(),
    ],
)  # fmt: skip
async def test_what_might_be_left_costs_a_page(pages, left):
    page = await pages.take()
    await left(page)
    await pages.give_back()
    again = await pages.take()
    assert again is not page
    assert again.context.pages == [again]


async def test_a_page_that_does_not_close_is_not_among_those_of_the_next_test(pages, monkeypatch):
    page = await pages.take()
    stuck = await page.context.new_page()
    monkeypatch.setattr("reused_page.CLOSE_SECONDS", 0.1)
    monkeypatch.setattr(stuck, "close", asyncio.Event().wait)
    await pages.give_back()
    await pages.close()  # as when its renderer goes on
    again = await pages.take()
    assert again.context.pages == [again]
    monkeypatch.undo()
    await stuck.close()


@pytest.mark.parametrize(
    "left", [lambda page: page.on("console", lambda _: None), lambda page: page.set_default_timeout(5)]
)
async def test_what_is_left_in_this_process_does_so_too(pages, left):
    page = await pages.take()
    left(page)
    await pages.give_back()
    assert await pages.take() is not page
