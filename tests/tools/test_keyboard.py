import pytest

from actwright.errors import ToolError
from actwright.tools.base import Done
from actwright.tools.keyboard import Press, Type

SUGGEST = """<label>City <input value=old onkeypress="document.title += event.key"
 oninput="hints.textContent = this.value.length == 3 ? 'Bern' : ''"></label><p id=hints></p>"""


async def test_type_presses_every_key_in_the_emptied_field(surface_on, page):
    surface = await surface_on(SUGGEST)
    done = await Type(element_id="input-0", value="Ber").run(surface)
    assert done.detail == 'input-0 "City" holds "Ber"'
    assert done.receipts[0].match
    assert (await page.title(), await page.locator("p").inner_text()) == ("Ber", "Bern")


async def test_enter_after_one_of_several_texts_submits_no_form(surface_on, page):
    """A field that does not take a text with Enter leaves Enter to its form."""
    surface = await surface_on("<form onsubmit=\"document.title = 'sent'\"><label>Tags <input></label></form>")
    with pytest.raises(ToolError, match='did not take "red" with Enter'):
        await Type(element_id="input-0", value="red\nblue\n").run(surface)
    assert await page.title() == ""
    await page.keyboard.press("Enter")
    await page.wait_for_url("**?")


async def test_press_goes_to_the_element_or_to_the_focus(surface_on, page):
    surface = await surface_on("<input aria-label=A onkeydown=\"document.title += event.key + ';'\">")
    assert await Press(key="Enter", element_id="input-0").run(surface) == Done('pressed Enter on input-0 "A"')
    assert await Press(key="ArrowDown").run(surface) == Done("pressed ArrowDown")
    assert await page.title() == "Enter;ArrowDown;"


@pytest.mark.parametrize("element_id", ["", "input-0"])
async def test_press_names_keys_when_there_is_none_of_that_name(surface_on, element_id):
    surface = await surface_on("<input aria-label=A>")
    with pytest.raises(ToolError, match="there is no key 'Return2'; write Enter"):
        await Press(key="Return2", element_id=element_id).run(surface)
