import pytest

from actwright.errors import ToolError
from actwright.schemas.step import Receipt
from actwright.tools.base import Done
from actwright.tools.checkboxes import Check, Uncheck

PLAIN = "<label><input type=checkbox> Terms</label>"
CLIPPED = """<style>input { position: absolute; width: 1px; height: 1px; clip: rect(0 0 0 0); opacity: 0 }</style>
<input type=checkbox id=t><label for=t>I accept the <a href="https://elsewhere.test/">terms and conditions</a></label>"""
NOT_SHOWN = """<style>input { display: none }</style><label><input type=checkbox><span>Terms</span></label>"""
COVERED = """<label style="position: relative"><input type=checkbox><span style="position: absolute; inset: 0;
 background: #ccc">Terms</span></label>"""
SWITCH = """<button role=switch aria-checked=false onclick="this.setAttribute('aria-checked', this.ariaChecked != 'true')">
 Terms</button>"""


@pytest.mark.parametrize("html", [PLAIN, CLIPPED, NOT_SHOWN, COVERED, SWITCH])
async def test_check_and_uncheck_work_however_the_control_is_drawn(surface_on, page, html):
    surface = await surface_on(html)
    kinds = ("checkbox", "switch")
    control = next(
        element.id for element in (await surface.look()).elements if element.type in kinds or element.role in kinds
    )
    box = page.locator("input, [role=switch]")
    on = await Check(element_id=control).run(surface)
    assert await box.is_checked()
    title = on.receipts[0].field
    assert on == Done(f"{title} is checked", (Receipt(field=title, wanted="checked", got="checked", match=True),))
    again = await Check(element_id=control).run(surface)
    assert again.detail == f"{title} was already checked"
    off = await Uncheck(element_id=control).run(surface)
    assert off.detail == f"{title} is unchecked"
    assert not await box.is_checked()
    assert page.url == "about:blank"


async def test_check_chooses_a_hidden_radio_button(surface_on, page):
    html = """<style>input { opacity: 0; width: 0; height: 0; position: absolute }</style>
    <label><input type=radio name=r value=a checked>A</label><label><input type=radio name=r value=b>B</label>"""
    surface = await surface_on(html)
    done = await Check(element_id="input-1").run(surface)
    assert done.receipts[0].match
    assert await page.locator("input >> nth=1").is_checked()


async def test_a_radio_button_cannot_be_unchecked(surface_on):
    surface = await surface_on("<label><input type=radio checked>A</label>")
    with pytest.raises(ToolError, match="check another one of its group"):
        await Uncheck(element_id="input-0").run(surface)


async def test_a_checkbox_that_the_page_resets_is_an_error(surface_on):
    surface = await surface_on("<label><input type=checkbox onclick='event.preventDefault()'>A</label>")
    with pytest.raises(ToolError, match='input-0 "A" stayed unchecked') as raised:
        await Check(element_id="input-0").run(surface)
    assert raised.value.may_have_acted


async def test_other_elements_are_not_checked(surface_on):
    surface = await surface_on("<button>Save</button>")
    with pytest.raises(ToolError, match="is not a checkbox, radio button or switch"):
        await Check(element_id="button-0").run(surface)


async def test_a_drawn_switch_whose_clicks_are_prevented_is_set_once(surface_on, page):
    surface = await surface_on(
        """<label for=c>Newsletter</label> <span id=w style="position:relative"><input id=c type=checkbox role=switch
        aria-checked=false style="opacity:0; width:0; height:0; position:absolute; margin:0"><span
        style="display:inline-block; width:40px; height:20px; background:#ccc"></span></span>
        <script>
        let on = false;
        w.onclick = event => { event.preventDefault(); on = !on; c.checked = on; c.setAttribute('aria-checked', on) };
        </script>"""
    )
    for said in ("is checked", "was already checked"):
        done = await Check(element_id="input-0").run(surface)
        assert done.detail == f'input-0 "Newsletter" {said}'
        assert await page.evaluate("on")
