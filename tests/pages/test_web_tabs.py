"""Windows, tabs, frames and the browser's own dialogs."""

import asyncio
import re

import pytest
from inline_snapshot import snapshot

pytestmark = pytest.mark.slow


async def test_tabs_that_open_and_close_themselves(visit, web):
    """A new tab comes to the front; when it closes itself the old one is in front again, and both are said."""
    web.pages["/"] = "<a href=/two target=_blank>Two</a><button onclick=\"window.open('/three')\">Three</button>"
    web.pages["/two"] = "<h1>Two</h1>"
    web.pages["/three"] = "<button onclick='window.close()'>Done</button>"
    page = await visit(url=web.url + "/")
    await page.see()
    assert await page.do("click", element_id="a-0") == snapshot('done: clicked a-0 "Two"; a new tab tab-2 opened')
    assert (await page.see()).tree == snapshot('- h1 "Two"')
    assert await page.do("switch_tab", tab_id="tab-1") == snapshot('done: tab-1 "" is in front; tab-1 is in front now')
    await page.see()
    assert await page.do("click", element_id="button-0") == snapshot(
        'done: clicked button-0 "Three"; a new tab tab-3 opened'
    )
    seen = await page.see()
    assert [tab.id for tab in seen.tabs if tab.active] == ["tab-3"]
    told = await page.do("click", element_id=seen.elements[0].id)
    assert re.fullmatch(
        r'(done: clicked button-1 "Done"|unknown: its tab closed meanwhile); tab-1 is in front now', told
    )
    seen = await page.see()
    assert ([tab.id for tab in seen.tabs if tab.active], seen.notes) == snapshot(
        (["tab-1"], ("tab-3 closed; tab-1 is in front",))
    )


async def test_dialogs_in_the_middle_of_a_click(visit):
    """An alert is accepted and told; a confirm and a prompt wait for the model's answer."""
    page = await visit("""
        <button onclick="alert('Careful'); log.push('alerted')">A</button>
        <button onclick="log.push(confirm('Sure?'))">B</button>
        <button onclick="log.push(prompt('Name?', 'Ada'))">C</button>""")
    await page.see()
    assert await page.do("click", element_id="button-0") == snapshot('done: clicked button-0 "A"')
    assert (await page.see()).notes == snapshot(('the page showed an alert "Careful", which was accepted',))
    assert await page.do("click", element_id="button-1") == snapshot(
        'done: click opened a dialog; a confirm dialog opened: "Sure?"'
    )
    assert await page.do("click", element_id="button-0") == snapshot(
        'failed: the page waits for an answer to the dialog "Sure?"; use answer_dialog; a confirm dialog opened: "Sure?"'
    )
    assert await page.do("answer_dialog", accept=True) == snapshot('done: accepted the dialog "Sure?"')
    assert await page.do("click", element_id="button-2") == snapshot(
        'done: click opened a dialog; a prompt dialog opened: "Name?"'
    )
    assert await page.do("answer_dialog", accept=True, text="Grace") == snapshot('done: accepted the dialog "Name?"')
    assert await page.said() == ["alerted", True, "Grace"]


async def test_printing_and_leaving_do_not_hang(visit, web):
    """`window.print` returns; a page that asks before it is left is left, and that is told."""
    web.pages["/"] = (
        "<button onclick=\"print(); document.title = 'printed'\">Print</button><a href=/two>Leave</a>"
        "<script>onbeforeunload = (event) => event.preventDefault()</script>"
    )
    web.pages["/two"] = "<h1>Two</h1>"
    page = await visit(url=web.url + "/")
    await page.see()
    assert await page.do("click", element_id="button-0") == snapshot('done: clicked button-0 "Print"')
    assert await page.page.title() == "printed"
    await page.do("click", element_id="a-0")
    seen = await page.see()
    assert (seen.tree, seen.notes) == snapshot(
        ('- h1 "Two"', ("the page asked whether to leave it, which was accepted",))
    )


async def test_a_frame_that_loads_anew_keeps_its_number(visit, web):
    """What is in a frame after it was reloaded has the frame's old number; what was there before is gone."""
    web.pages["/"] = (
        "<iframe src=/inner title=Inner></iframe><button onclick='frames[0].location.reload()'>Again</button>"
    )
    web.pages["/inner"] = "<iframe src=/deep title=Deep></iframe><button>In</button>"
    web.pages["/deep"] = "<input aria-label=Deep>"
    page = await visit(url=web.url + "/")
    assert await page.tree() == snapshot("""\
- iframe (label="Inner")
  - iframe (label="Deep")
    - f2.input-0 (label="Deep")
  - f1.button-0 (out-of-view) "In"
- button-0 "Again"\
""")
    assert await page.do("fill", element_id="f2.input-0", value="x") == snapshot('done: f2.input-0 "Deep" holds "x"')
    assert await page.do("click", element_id="button-0") == snapshot('done: clicked button-0 "Again"')
    assert await page.do("fill", element_id="f2.input-0", value="x") == snapshot(
        'failed: f2.input-0 "Deep" is no longer on the page; closest are button-0 "Again"'
    )
    assert await page.tree() == snapshot("""\
- iframe (label="Inner")
  - iframe (label="Deep")
    - f3.input-1 (label="Deep")
  - f1.button-1 (out-of-view) "In"
- button-0 (focused) "Again"\
""")


async def test_a_tab_that_closes_under_the_mouse_was_clicked(visit, web):
    """It is gone before the browser can say that it was pressed: the click is done all the same."""
    web.pages["/"] = "<button onclick=\"window.open('/login')\">Log in</button>"
    web.pages["/login"] = (
        "<button onpointerdown=\"console.log('pressed'); for (const end = Date.now() + 1000; Date.now() < end; );\">Allow</button>"
    )
    page = await visit(url=web.url + "/")
    await page.see()
    await page.do("click", element_id="button-0")
    await page.see()
    popup = page.page.context.pages[-1]
    closing = []
    popup.on("console", lambda _: closing.append(asyncio.ensure_future(popup.close())))
    assert await page.do("click", element_id="button-1") == 'done: clicked button-1 "Allow"; tab-1 is in front now'
    await asyncio.gather(*closing)


async def test_a_popup_leads_back_to_the_tab_that_opened_it(visit, web):
    """Whichever tabs are open: closed by itself or by the tool, the opener is in front; if that is gone, its opener."""
    web.pages["/"] = "<button onclick=\"window.open('/login')\">Log in</button><a href=/other target=_blank>Other</a>"
    web.pages["/other"] = "<h1>Other</h1>"
    web.pages["/login"] = (
        "<button onclick=\"opener.document.title = 'in'; window.close()\">Allow</button><a href=/terms target=_blank rel=opener>Terms</a>"
    )
    web.pages["/terms"] = "<h1>Terms</h1>"
    page = await visit(url=web.url + "/")

    async def click(name):
        return await page.do("click", element_id=next(e.id for e in (await page.see()).elements if e.name == name))

    async def front():
        return [tab.id for tab in (await page.see()).tabs if tab.active]

    await click("Other")
    await page.do("switch_tab", tab_id="tab-1")
    await click("Log in")
    assert await click("Allow") == snapshot('done: clicked button-1 "Allow"; tab-1 is in front now')
    assert await front() == ["tab-1"]
    assert await page.page.title() == "in"
    await click("Log in")
    await click("Terms")
    assert await page.do("close_tab", tab_id="tab-4") == snapshot("done: closed tab-4; tab-5 is in front")
    assert await page.do("close_tab", tab_id="tab-5") == snapshot(
        "done: closed tab-5; tab-1 is in front; tab-1 is in front now"
    )
    assert await front() == ["tab-1"]
    await page.do("switch_tab", tab_id="tab-2")
    assert await page.do("close_tab", tab_id="tab-1") == snapshot(
        "failed: tab-1 was open before the task began; it stays open"
    )
    assert await front() == ["tab-2"]


SLOWLY = "<button onclick=\"window.open('/{name}')\">Open</button><form action=/{name} method=post target=_blank><button>Send</button></form>"


async def held_up(reply, seconds=0.7):
    """An answer that takes its time, and the browser reports no tab before it has come."""
    await asyncio.sleep(seconds)
    return reply


@pytest.mark.parametrize("name", ["Open", "Send"])
async def test_a_tab_is_waited_for_as_a_page_is(visit, web, name):
    """However slowly its server answers: it is told of, in front, and its document is what is seen next."""
    web.pages["/"] = SLOWLY.format(name="slow")
    web.pages["/slow"] = lambda _headers, _body: held_up((201, {}, "<h1>There</h1>"))
    page = await visit(url=web.url + "/")
    told = await page.do("click", element_id=next(each.id for each in (await page.see()).elements if each.name == name))
    assert told.endswith("; a new tab tab-2 opened")
    [outcome] = page.outcomes
    assert [(each.request, each.status) for each in outcome.sent] == (
        [(f"POST {web.url}/slow", 201)] if name == "Send" else []
    )
    assert outcome.http_status == 201
    assert (await page.see()).tree == '- h1 "There"'


async def test_a_tab_that_stays_empty_is_not_waited_for_long(visit, web):
    """A server that answers with nothing to show leaves it so, and the browser never reports it."""
    web.pages["/"] = SLOWLY.format(name="nothing")
    web.pages["/nothing"] = (204, {}, "")
    page = await visit(url=web.url + "/")
    await page.see()
    for _ in range(2):
        assert await page.do("click", element_id="button-1") == 'done: clicked button-1 "Send"'
        [outcome] = page.outcomes
        assert [(each.request, each.status) for each in outcome.sent] == [(f"POST {web.url}/nothing", 204)]
        assert outcome.milliseconds < 25_000  # not the 30 s for which an answer is waited for


async def test_a_field_that_is_left_for_another_document_says_that_it_changed(visit, web):
    """Which is what was typed into it before, and no input that was meant for the other document."""
    web.pages["/"] = "<iframe src=/inner title=Inner></iframe><button>Next</button>"
    web.pages["/inner"] = "<input aria-label=In onchange='parent.log.push(value)'>"
    page = await visit(url=web.url + "/")
    await page.see()
    assert await page.do("fill", element_id="f1.input-0", value="x") == 'done: f1.input-0 "In" holds "x"'
    guard = page.surface._observer.reader.guard
    await guard.check("button-0", arm=True)
    await page.page.evaluate("document.querySelector('button').focus()")
    assert await guard.disarm(page.page) is None
    assert await page.said() == ["x"]
