import pytest
from pydantic import ValidationError

from actwright.tools.base import Done
from actwright.tools.pointer import Click, Hover

BUTTON = """<button onclick="log(event)" ondblclick="log(event)" oncontextmenu="log(event)">Go</button><script>
const log = (e) => document.title += `${e.type}${e.shiftKey ? ' shift' : ''};`</script>"""


@pytest.mark.parametrize(
    ("how", "events"),
    [
        ({}, "click;"),
        ({"count": 2}, "click;click;dblclick;"),
        ({"button": "right"}, "contextmenu;"),
        ({"modifiers": ["Shift"]}, "click shift;"),
    ],
)
async def test_click_with_button_count_and_modifiers(surface_on, page, how, events):
    surface = await surface_on(BUTTON)
    assert await Click(element_id="button-0", **how).run(surface) == Done('clicked button-0 "Go"')
    assert await page.title() == events


@pytest.mark.parametrize("how", [{"button": "fourth"}, {"count": 0}, {"count": 9}, {"modifiers": ["Hyper"]}])
def test_click_refuses_what_no_mouse_does(how):
    with pytest.raises(ValidationError):
        Click(element_id="button-0", **how)


async def test_hover_moves_the_mouse_there(surface_on, page):
    surface = await surface_on("<button onmouseenter=\"document.title = 'over'\">Menu</button>")
    assert await Hover(element_id="button-0").run(surface) == Done('the mouse is over button-0 "Menu"')
    assert await page.title() == "over"
