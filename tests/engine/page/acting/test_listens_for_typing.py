"""Who types is waited for only where something listens."""

import pytest

from actwright.engine.page.reading.capture import PageReader
from actwright.engine.page.reading.isolated_world import register

HEARD = {
    "nothing": ("<input id=f>", "", False),
    "a key listener elsewhere": ("<input id=f><input id=g onkeyup='1'>", "", False),
    "a click listener around it": ("<div onclick='1'><input id=f></div>", "", False),
    "the field": ("<input id=f>", "f.addEventListener('input', () => 1)", True),
    "an attribute of a form around it": ("<form role=search oninput='1'><input id=f></form>", "", True),
    "an object that listens at the document": (
        "<input id=f>",
        "document.addEventListener('keyup', { handleEvent() {} })",
        True,
    ),
    "the window": ("<input id=f>", "addEventListener('change', () => 1, true)", True),
    "a host around a shadow root": (
        "<x-f id=host></x-f>",
        "host.attachShadow({mode: 'open'}).innerHTML = '<input id=f>'; host.oninput = () => 1",
        True,
    ),
    "the field, which gave the focus away": (
        "<input id=f onkeyup='1'><input id=g>",
        "f.oninput = () => g.focus()",
        True,
    ),
}


@pytest.mark.slow
async def test_only_typing_that_something_listens_to_may_be_answered(page):
    """A listener for typing on the field or around it counts, ours and those elsewhere do not."""
    await register(page)
    body = ""
    await page.route("http://field.test/", lambda route: route.fulfill(body=body, content_type="text/html"))
    for name, (html, script, heard) in HEARD.items():
        body = f"<!doctype html>{html}<iframe srcdoc='A frame'></iframe><script>{script}</script>"
        await page.goto("http://field.test/")
        reader = PageReader()
        await reader.capture(page)
        await reader.work.begin(page)
        await page.locator("#f").fill("kayak")
        signs = await reader.work.signs(page)
        assert signs is not None, name
        assert signs.typed is not None, name
        assert await reader.work.listens_for_typing() is heard, name
        await reader.close()


async def test_a_page_sees_nothing_of_the_engine_when_playwright_holds_its_elements(page):
    """Playwright loads the engine in the page's own world too; there it leaves no name and listens to nothing."""
    await register(page)
    body = "<!doctype html><script>heard = []; const add = addEventListener; window.addEventListener = (...it) => {"
    body += " heard.push(it[0]); add(...it); }</script><input><iframe srcdoc='A frame'></iframe>"
    await page.route("http://field.test/", lambda route: route.fulfill(body=body, content_type="text/html"))
    await page.goto("http://field.test/")
    reader = PageReader()
    await reader.capture(page)
    handle = await page.evaluate_handle("document.querySelector('input')")
    await handle.as_element().fill("x")
    assert await page.evaluate("['actwright' in window, heard.includes('beforeinput')]") == [False, False]
    await reader.close()
