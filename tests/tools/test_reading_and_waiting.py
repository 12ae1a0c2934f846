import pytest

from actwright.errors import ToolError
from actwright.tools.base import Done
from actwright.tools.dialogs import AnswerDialog
from actwright.tools.read_text import Read
from actwright.tools.tabs import CloseTab, SwitchTab
from actwright.tools.wait_and_fail import Fail, Wait

LONG = "<textarea aria-label=Terms>" + "".join(f"Clause {n}. " for n in range(200)) + "</textarea>"


async def test_read_gives_the_text_of_the_page_or_of_an_element(surface_on):
    surface = await surface_on(
        "<h1>Orders</h1><button>Save it</button><select aria-label=S><option>A<option>B</select>"
    )
    page = await Read().run(surface)
    assert page.detail.startswith("the page, characters 0-")
    assert "Orders" in page.detail
    element = await Read(element_id="button-0").run(surface)
    assert element.detail == 'button-0 "Save it", characters 0-7 of 7:\nSave it'
    assert (await Read(element_id="select-0").run(surface)).detail.endswith(":\nA\nB")


async def test_what_is_read_is_named_as_it_is_now(surface_on, page):
    surface = await surface_on("<div onclick='1' id=heat>Cold</div>")
    await page.evaluate("heat.textContent = 'Hot'")
    assert (await Read(element_id="div-0").run(surface)).detail == 'div-0 "Hot", characters 0-3 of 3:\nHot'


async def test_read_pages_through_a_long_text(surface_on):
    surface = await surface_on(LONG)
    done = await Read(element_id="textarea-0", offset=11).run(surface)
    text = "".join(f"Clause {n}. " for n in range(200))
    assert done.detail.endswith(f" of {len(text)}:\n{text[11:]}")
    with pytest.raises(ToolError, match="offset 99999 is beyond them"):
        await Read(element_id="textarea-0", offset=99_999).run(surface)


async def test_read_finds_a_text_and_shows_what_stands_around_it(surface_on):
    surface = await surface_on(LONG)
    done = await Read(element_id="textarea-0", find="clause 199").run(surface)
    assert done.detail.startswith('"clause 199" occurs 1 time in textarea-0 "Terms":\nat ')
    assert "Clause 198. Clause 199." in done.detail
    with pytest.raises(ToolError, match='"penalty" does not occur'):
        await Read(element_id="textarea-0", find="penalty").run(surface)


async def test_places_close_to_each_other_are_shown_once(surface_on):
    surface = await surface_on(f"<p>Flight one, flight two. {'x ' * 500} The last flight.</p>")
    done = await Read(find="flight").run(surface)
    first, last = done.detail.splitlines()[1:]
    assert first.startswith("at 0, 12: Flight one, flight two. x x")
    assert last.endswith("The last flight.")


async def test_reading_an_element_gives_the_ids_of_what_is_in_it(surface_on):
    surface = await surface_on(
        "<div role=tabpanel aria-label=Fees tabindex=0><p>From 10 to 20</p><button>Pay</button>"
        "<ul><li><a href=/a>Terms</a></ul></div><button>Outside</button>"
    )
    panel = next(element.id for element in (await surface.look()).elements if element.name == "Fees")
    read = await Read(element_id=panel).run(surface)
    assert read.detail.splitlines()[1:] == [
        "From 10 to 20",
        "Pay",
        "Terms",
        "In it:",
        '- button-0 "Pay"',
        '- a-0 "Terms"',
    ]


async def test_a_password_is_not_read(surface_on):
    surface = await surface_on("<label>Password <input type=password value=hunter2></label>")
    with pytest.raises(ToolError, match="holds a secret and is not read"):
        await Read(element_id="input-0").run(surface)


async def test_what_was_a_password_is_not_read_when_the_page_shows_it(surface_on, page):
    surface = await surface_on("<label>Password <input type=password value=hunter2></label>")
    await page.evaluate("document.querySelector('input').type = 'text'")
    await surface.observe()
    with pytest.raises(ToolError, match="holds a secret and is not read"):
        await Read(element_id="input-0").run(surface)


async def test_a_one_time_code_is_not_read(surface_on):
    surface = await surface_on("<label>Code <input autocomplete=one-time-code value=123456></label>")
    with pytest.raises(ToolError, match="holds a secret and is not read"):
        await Read(element_id="input-0").run(surface)


async def test_read_sees_into_a_web_component(surface_on):
    surface = await surface_on(
        "<x-card tabindex=0><template shadowrootmode=open><p>In the shadow</p></template></x-card>"
        "<script>const card = document.querySelector('x-card'); if (!card.shadowRoot) {"
        "card.attachShadow({ mode: 'open' }).innerHTML = '<p>In the shadow</p>' }</script>"
    )
    assert (await Read(element_id="x-card-0").run(surface)).detail.endswith(":\nIn the shadow")


async def test_wait_returns_when_the_text_appears_or_disappears(surface_on, page):
    surface = await surface_on("<p>Loading</p>")
    await page.evaluate("setTimeout(() => document.querySelector('p').textContent = 'Ready', 200)")
    assert await Wait(text="Ready").run(surface) == Done('"Ready" is there')
    assert await Wait(text="Loading", gone=True).run(surface) == Done('"Loading" is gone')
    with pytest.raises(ToolError, match=r'"Never" is not there after 0\.2 s'):
        await Wait(text="Never", seconds=0.2).run(surface)


async def test_wait_without_a_text_waits(surface_on):
    surface = await surface_on("<p></p>")
    assert await Wait(seconds=0.05).run(surface) == Done("waited 0.05 s")


async def test_fail_ends_the_run_with_the_reason(surface_on):
    surface = await surface_on("<p></p>")
    assert await Fail(reason="the shop is closed").run(surface) == Done("the shop is closed", ends_run=True)


@pytest.mark.parametrize(("accept", "result"), [(True, "true"), (False, "false")])
async def test_a_confirm_is_answered_as_the_model_decides(surface_on, page, accept, result):
    surface = await surface_on("<p></p>")
    await page.evaluate("setTimeout(() => document.title = confirm('Delete?'))")
    await surface.until_dialog()
    done = await AnswerDialog(accept=accept).run(surface)
    assert done.detail == f'{"accepted" if accept else "dismissed"} the dialog "Delete?"'
    await page.wait_for_function(f"document.title == '{result}'")


async def test_a_prompt_receives_the_text(surface_on, page):
    surface = await surface_on("<p></p>")
    await page.evaluate("setTimeout(() => document.title = prompt('Name?'))")
    await surface.until_dialog()
    await AnswerDialog(accept=True, text="Ada").run(surface)
    await page.wait_for_function("document.title == 'Ada'")


async def test_answering_no_dialog_is_an_error(surface_on):
    surface = await surface_on("<p></p>")
    with pytest.raises(ToolError, match="no dialog is open"):
        await AnswerDialog(accept=True).run(surface)


async def test_tabs_are_switched_and_closed(surface_on, page):
    surface = await surface_on("<a href='about:blank' target=_blank>Open</a>")
    async with page.expect_popup():
        await page.click("a")
    tabs = [tab.id for tab in (await surface.look()).tabs]
    assert len(tabs) == 2
    switched = await SwitchTab(tab_id=tabs[0]).run(surface)
    assert switched.detail.startswith(tabs[0])
    assert surface.page == page
    assert await CloseTab(tab_id=tabs[1]).run(surface) == Done(f"closed {tabs[1]}; {tabs[0]} is in front")
    with pytest.raises(ToolError, match="there is no tab 'tab-9'"):
        await SwitchTab(tab_id="tab-9").run(surface)
