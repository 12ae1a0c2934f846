"""What Playwright says of a page that is gone, asked of a real browser."""

import pytest
from playwright.async_api import Error
from reused_page import own_page

from actwright.engine.playwright_errors import is_closed, is_crashed, is_gone


@pytest.fixture
async def own(chromium):
    """A page that no other test uses."""
    async with own_page(chromium) as page:
        yield page


async def failing(asked) -> Error:
    with pytest.raises(Error) as caught:
        await asked
    return caught.value


async def test_a_closed_page_is_closed_and_gone(own):
    await own.close()
    error = await failing(own.evaluate("1"))
    assert (is_closed(error), is_crashed(error), is_gone(own, error)) == (True, False, True)


async def test_a_crashed_page_is_gone_though_it_is_open(own):
    async with own.expect_event("crash"):
        await failing(own.goto("chrome://crash"))
    error = await failing(own.click("body", timeout=10_000))
    assert not own.is_closed()
    assert (is_closed(error), is_crashed(error), is_gone(own, error)) == (False, True, True)


async def test_a_page_that_only_speaks_of_it_is_not_gone(page):
    await page.set_content(
        "<button>Go</button><p style='position: fixed; inset: 0' title='has been closed'>Target crashed"
    )
    thrown = await failing(page.evaluate("() => { throw new Error('\\nTarget crashed'); }"))
    covered = await failing(page.click("button", timeout=2000))
    assert "has been closed" in covered.message
    for error in (thrown, covered):
        assert (is_closed(error), is_crashed(error), is_gone(page, error)) == (False, False, False)
