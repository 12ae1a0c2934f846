"""Frames in a capture: same origin, srcdoc, cross-origin, nested, covered, scrolled, slow."""

import asyncio
from textwrap import dedent

import pytest
from reused_page import own_page
from served_pages import ServedPages

from actwright.engine.page.reading.capture import PageReader
from actwright.engine.page.reading.looks import answered

pytestmark = pytest.mark.slow


def lines(text):
    return dedent(text).strip("\n")


PAGES = {
    "/inner": "<h2>Card</h2><label>Number <input></label><button>Pay</button>",
    "/middle": "<style>body{margin:0}</style><p>Middle</p><iframe src='/inner' title=Deep></iframe>",
}


@pytest.fixture
async def page(chromium, spinning):
    """A page of its own for each test: documents that were replaced are the subject here."""
    async with own_page(chromium, viewport={"width": 1280, "height": 800}) as page:
        yield page
        await spinning()


@pytest.fixture(scope="module")
def port():
    """A loopback server for `PAGES`; each host name it is reached by is an origin of its own."""
    with ServedPages({}) as site:
        site.pages = PAGES
        yield site.url.rpartition(":")[2]


async def test_frames_of_any_origin_stand_in_their_places(page, port):
    """Same-origin, srcdoc and cross-origin frames are read, nested ones too; their IDs resolve and can be clicked."""
    PAGES["/outer"] = f"""
        <style>body{{margin:0}} iframe{{display:block;border:0;height:150px}}</style>
        <p>Before</p><iframe src="/inner"></iframe><p>Between</p>
        <iframe srcdoc="<button>Local</button>"></iframe>
        <iframe src="http://localhost:{port}/middle" title=Bank style="border:5px solid;padding:7px;height:300px"></iframe>
        <p>After</p>"""
    await page.goto(f"http://127.0.0.1:{port}/outer")
    reader = PageReader()
    snapshot = await reader.capture(page)
    assert snapshot.tree == lines("""
        - p "Before"
        - iframe
          - h2 "Card"
          - f1.input-0 (label="Number")
          - f1.button-0 "Pay"
        - p "Between"
        - iframe
          - f2.button-0 "Local"
        - iframe (label="Bank")
          - p "Middle"
          - iframe (label="Deep")
            - h2 "Card"
            - f4.input-0 (label="Number")
            - f4.button-0 "Pay"
        - p "After"
    """)
    assert snapshot.text == "Before Card Number Pay Between Local Middle Card Number Pay After"
    for element in snapshot.elements:
        await page.mouse.click(element.box.x + element.box.width / 2, element.box.y + element.box.height / 2)
        assert [found.id for found in (await reader.capture(page)).elements if found.focused] == [element.id]
    await reader.locator("f4.input-0").fill("4111")
    assert (await reader.capture(page)).elements[3].value == "4111"
    assert reader.frames.frame_of("f4.input-0").url == f"http://localhost:{port}/inner"
    assert (await reader.guard.check("f4.button-0")).origin == f"http://localhost:{port}"


async def test_a_click_lands_in_a_frame_of_another_origin(page, port):
    """An ID of a cross-origin frame resolves with Playwright's own waiting and hit test."""
    PAGES["/shop"] = f"<iframe src='http://localhost:{port}/inner'></iframe>"
    await page.goto(f"http://127.0.0.1:{port}/shop")
    reader = PageReader()
    await reader.capture(page)
    await reader.locator("f1.button-0").click()
    assert [element.id for element in (await reader.capture(page)).elements if element.focused] == ["f1.button-0"]


async def test_a_frame_that_navigates_keeps_its_number_but_no_ids(page, port):
    """A new document in a frame goes on counting; the old IDs resolve to nothing."""
    await page.set_content(f"<iframe src='http://127.0.0.1:{port}/inner'></iframe>")
    await page.frames[1].wait_for_selector("button")
    reader = PageReader()
    assert [e.id for e in (await reader.capture(page)).elements] == ["f1.input-0", "f1.button-0"]
    await page.frames[1].goto(f"http://localhost:{port}/inner")
    assert [e.id for e in (await reader.capture(page)).elements] == ["f1.input-1", "f1.button-1"]
    assert await reader.locator("f1.button-0").count() == 0


async def test_covered_and_scrolled_frames_say_so(page):
    """What covers a frame covers what is in it; what its frame does not show is not in view."""
    await page.set_content("""<style>body{margin:0} iframe{display:block;border:0;height:100px}</style>
        <iframe srcdoc="<button>Under</button>"></iframe>
        <iframe srcdoc="<div style='height:400px'></div><button>Deep</button>"></iframe>
        <iframe srcdoc="<button>Gone</button>" style="width:0;height:0"></iframe>
        <div role=alert aria-label=Banner style="position:absolute;inset:0 0 auto 0;height:100px">!</div>""")
    for frame in page.frames:
        await frame.wait_for_load_state()
    snapshot = await PageReader().capture(page)
    assert snapshot.tree == lines("""
        - iframe (covered-by="alert: Banner")
          - f1.button-0 (covered-by="alert: Banner") "Under"
        - iframe
          - f2.button-0 (out-of-view) "Deep"
        - alert (label="Banner") "!"
    """)


async def test_a_frame_that_hangs_becomes_a_note(page, port):
    """A frame in another process whose main thread hangs costs its second; the rest of the page is there."""
    PAGES["/hang"] = "<button>Never</button><script>onmessage = () => { console.log('hangs'); while (true); }</script>"
    PAGES["/host"] = f"<button>Here</button><iframe src='http://localhost:{port}/hang'></iframe>"
    await page.goto(f"http://127.0.0.1:{port}/host")
    reader = PageReader()
    await reader.capture(page)
    async with page.expect_console_message():
        await page.evaluate("frames[0].postMessage('hang', '*')")
    snapshot = await reader.capture(page)
    assert snapshot.tree == '- button-0 "Here"\n- iframe'
    assert snapshot.notes == (f"frame f1 (http://localhost:{port}/hang) does not answer",)


async def test_frames_that_are_gone_are_let_go_and_their_numbers_are_not_given_again(page):
    """A run that meets thousands of frames holds those that are there."""
    reader = PageReader()
    for number in range(1, 4):
        await page.set_content("<iframe srcdoc='<button>Pay</button>'></iframe>")
        await page.frame_locator("iframe").get_by_role("button").wait_for()
        seen = await reader.capture(page)
        assert [element.id for element in seen.elements] == [f"f{number}.button-{number - 1}"]
    assert (len(reader.frames.numbers), len(reader._looks._marked), len(reader.frames.owners)) == (1, 1, 1)


async def test_playwright_finds_frames_that_are_added_after_a_run_has_looked(page):
    """Who looks on at the contexts of scripts and then stops keeps Chromium's headless shell from making those of new frames."""
    await page.set_content("<iframe srcdoc='<button>One</button>'></iframe>")
    frames = PageReader()
    await frames.capture(page)
    await frames.close()
    await page.evaluate(
        "document.body.append(Object.assign(document.createElement('iframe'), {id: 'late', srcdoc: '<button>Two</button>'}))"
    )
    await page.frame_locator("#late").get_by_role("button", name="Two").click(timeout=20_000)


async def test_many_frames_without_an_answer_are_named_in_a_few_notes(page, port):
    """A page full of frames that hang does not keep its own content from being seen."""
    PAGES["/hang"] = "<button>Never</button><script>onmessage = () => { console.log('hangs'); while (true); }</script>"
    frame = f'<iframe src="http://localhost:{port}/hang"></iframe>'
    PAGES["/full"] = f"<button>Stay</button>{frame * 8}"
    await page.goto(f"http://127.0.0.1:{port}/full")
    async with page.expect_console_message():
        await page.evaluate("frames[0].postMessage('hang', '*')")
    seen = await PageReader().capture(page)
    assert '- button-0 "Stay"' in seen.tree
    assert len(seen.notes) == 6
    assert seen.notes[-1] == "3 more frames do not answer"


async def test_frames_are_waited_for_longer_where_others_took_long():
    """Many frames of one busy process go on in turns, and all end late."""
    for first, is_slow in ((0.5, True), (0.0, False)):
        frames = [asyncio.create_task(asyncio.sleep(seconds)) for seconds in (first, first + 1.25)]
        await answered([], frames, 30.0, pause=1.0)
        assert frames[1].cancelled() is not is_slow
