"""The back/forward cache: a page that comes back as it was left. Playwright turns it off unless it is told not to."""

import pytest
from inline_snapshot import snapshot
from installed_browser import launch_options
from playwright.async_api import async_playwright
from reused_page import close_all, own_page

pytestmark = pytest.mark.slow

FIRST = """
<input aria-label=Name><button onclick="log.push('one'); n.textContent = 'counted'">Count</button><p id=n></p><a href=/two>Two</a>
<script>onpageshow = (event) => { document.title = event.persisted ? 'restored' : 'loaded' }</script>"""


@pytest.fixture(scope="module")
async def chromium():
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            **launch_options(shell=False), ignore_default_args=["--disable-back-forward-cache"]
        )
        yield browser
        await close_all(browser)


@pytest.fixture
async def page(chromium):
    async with own_page(chromium) as page:
        await page.context.add_init_script("window.log = []")
        yield page


async def test_a_page_that_comes_back_as_it_was_left(visit, web):
    """Its state is shown, its elements have the IDs that they had, and no ID of the page that was left reaches anything."""
    web.pages["/"] = FIRST
    web.pages["/two"] = "<input aria-label=Other><button onclick=\"log.push('two'); history.back()\">Back</button>"
    page = await visit(url=web.url + "/")
    await page.see()
    await page.batch(
        ("fill", {"element_id": "input-0", "value": "Ada"}),
        ("click", {"element_id": "button-0"}),
        ("click", {"element_id": "a-0"}),
    )
    assert await page.tree() == snapshot("""\
- input-1 (label="Other")
- button-1 "Back"\
""")
    await page.do("click", element_id="button-1")
    seen = await page.see()
    assert (seen.title, seen.tree) == snapshot(
        (
            "restored",
            """\
- input-0 (label="Name" value="Ada")
- button-0 "Count"
- p "counted"
- a-0 (focused) "Two"\
""",
        )
    )
    assert await page.refusal("click", element_id="button-1") == snapshot(
        'click: there is no element \'button-1\' on the page; closest are button-0 "Count", input-0 "Name", a-0 "Two"'
    )
    assert await page.do("fill", element_id=seen.elements[0].id, value="Grace") == snapshot(
        'done: input-0 "Name" holds "Grace"'
    )
    await page.do("click", element_id=seen.elements[1].id)
    assert await page.said() == ["one", "one"]
    await page.do("click", element_id=seen.elements[2].id)
    await page.see()
    await page.do("go_back")
    seen = await page.see()
    assert (seen.title, [element.value for element in seen.elements][:1]) == ("restored", ["Grace"])
