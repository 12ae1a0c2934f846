import pytest
from pydantic import ValidationError

from actwright.errors import ToolError
from actwright.tools.base import Done
from actwright.tools.pointer import Click, Hover, Scroll

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
    await page.wait_for_function("events => document.title === events", arg=events)


@pytest.mark.parametrize("how", [{"button": "fourth"}, {"count": 0}, {"count": 9}, {"modifiers": ["Hyper"]}])
def test_click_refuses_what_no_mouse_does(how):
    with pytest.raises(ValidationError):
        Click(element_id="button-0", **how)


async def test_hover_moves_the_mouse_there(surface_on, page):
    surface = await surface_on("<button onmouseenter=\"document.title = 'over'\">Menu</button>")
    assert await Hover(element_id="button-0").run(surface) == Done('the mouse is over button-0 "Menu"')
    assert await page.title() == "over"


LONG = "<body style='margin: 0'><div style='height: 2400px'>top</div><button>Last</button>"
PANE = """<body style='margin: 0'><div style='height: 800px; overflow: auto'><div style='height: 4000px'>
<button>In</button></div></div>"""


async def test_scroll_goes_by_screens_and_says_what_is_left(surface_on, page):
    surface = await surface_on(LONG)
    done = await Scroll(direction="down").run(surface)
    assert done == Done("scrolled the page down by 1.0 screens, 1.0 left that way")
    assert await page.evaluate("scrollY") == 800
    done = await Scroll(direction="down", amount=5).run(surface)
    assert done.detail.endswith("0.0 left that way")
    with pytest.raises(ToolError, match="the page cannot scroll further down"):
        await Scroll(direction="down").run(surface)


async def test_scroll_brings_an_element_into_view(surface_on, page):
    surface = await surface_on(LONG)
    assert await Scroll(element_id="button-0").run(surface) == Done('button-0 "Last" is in view')
    assert await page.evaluate("scrollY") > 1000


@pytest.mark.parametrize("where", [{}, {"element_id": "button-0"}])
async def test_scroll_finds_the_pane_that_scrolls(surface_on, page, where):
    surface = await surface_on(PANE)
    await Scroll(direction="down", amount=0.5, **where).run(surface)
    assert await page.evaluate("document.querySelector('div').scrollTop") == 400


def test_scroll_needs_a_direction_or_an_element():
    with pytest.raises(ValidationError, match="give a direction, an element_id or a text"):
        Scroll()
