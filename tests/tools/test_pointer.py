import pytest
from pydantic import ValidationError

from actwright.errors import ToolError
from actwright.tools.base import Done
from actwright.tools.pointer import Click, ClickWith, DoubleClick, Hover, RightClick, Scroll

BUTTON = """<button onclick="log(event)" ondblclick="log(event)" oncontextmenu="log(event)">Go</button><script>
const log = (e) => document.title += `${e.type}${e.shiftKey ? ' shift' : ''};`</script>"""


@pytest.mark.parametrize(
    ("click", "done", "events"),
    [
        (Click(element_id="button-0"), "clicked", "click;"),
        (DoubleClick(element_id="button-0"), "double-clicked", "click;click;dblclick;"),
        (RightClick(element_id="button-0"), "right-clicked", "contextmenu;"),
        (ClickWith(element_id="button-0"), "clicked", "click;"),
        (ClickWith(element_id="button-0", button="right"), "right-clicked", "contextmenu;"),
        (ClickWith(element_id="button-0", modifiers=["Shift"]), "clicked", "click shift;"),
        (ClickWith(element_id="button-0", modifiers="Shift"), "clicked", "click shift;"),
    ],
)
async def test_click_with_button_count_and_modifiers(surface_on, page, click, done, events):
    surface = await surface_on(BUTTON)
    assert await click.run(surface) == Done(f'{done} button-0 "Go"')
    await page.wait_for_function("events => document.title === events", arg=events)


async def test_a_control_under_its_own_label_is_clicked(surface_on, page):
    """A drawing in a label, or a label that floats over its field, takes the click for it."""
    surface = await surface_on("""<style>label, svg { position: absolute; inset: 0; background: #eee }</style>
        <p style="position:relative;height:40px"><input id=a style="width:99%"><label for=a>Name</label></p>
        <p style="position:relative;height:40px"><label><input type=radio aria-label=Four><svg></svg></label></p>""")
    for each in ("input-0", "input-1"):
        await Click(element_id=each).run(surface)
    assert await page.evaluate("[a.matches(':focus'), document.querySelector(':checked') !== null]") == [False, True]


STROKED = """<body style="margin: 0"><svg width=200 height=100 style="display: block">
<path onclick="hit(event)" cursor=pointer stroke=black stroke-width=4 d="M58,40A18,18,0,0,1,22,40A18,18,0,0,1,58,40Z"/>
<text onclick="document.title = 'sign'" cursor=pointer x=40 y=51 text-anchor=middle font-size=32>+</text></svg><script>
const hit = (e) => document.title = `${e.clientX},${e.clientY}`;</script>"""


async def test_a_shape_under_its_sign_is_hit_where_it_shows_however_thick_its_stroke_is(surface_on, page):
    surface = await surface_on(STROKED)
    assert await Click(element_id="path-0").run(surface) == Done("clicked path-0")
    x, y = map(float, (await page.title()).split(","))
    assert 22 < x < 58
    assert 22 < y < 58


async def test_a_point_of_a_shape_is_counted_without_its_stroke(surface_on, page):
    surface = await surface_on(STROKED)
    await ClickWith(element_id="path-0", x=10, y=50).run(surface)
    assert [*map(float, (await page.title()).split(","))] == pytest.approx([25.6, 40], abs=1)


@pytest.mark.parametrize("how", [{"button": "fourth"}, {"x": 101}, {"hold": -1}, {"modifiers": "Control+Hyper"}])
def test_click_refuses_what_no_mouse_does(how):
    with pytest.raises(ValidationError):
        ClickWith(element_id="button-0", **how)


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
