"""What shows of an element, and what lies behind others: the picture draws no more than that."""

import pytest

from actwright.schemas.page import Box

FORM = "<style>body { margin: 0 } input, button { position: absolute; box-sizing: border-box; margin: 0 }</style>"
FIELD = f"{FORM}<input aria-label=City style='left: 100px; top: 100px; width: 400px; height: 40px'>"


async def shown_of(page, name):
    (found,) = [element for element in (await page.see()).elements if element.name == name]
    return found


@pytest.mark.parametrize(
    ("over", "box"),
    [
        ("left: 80px; top: 120px; width: 500px; height: 300px", Box(x=100, y=100, width=400, height=20)),
        ("left: 80px; top: 80px; width: 220px; height: 300px", Box(x=300, y=100, width=200, height=40)),
        ("left: 400px; top: 80px; width: 300px; height: 30px", Box(x=100, y=100, width=300, height=40)),
        ("left: 0; top: 0; width: 900px; height: 110px; position: fixed", Box(x=100, y=110, width=400, height=30)),
    ],
    ids=["below", "at its left", "over a corner", "a bar"],
)
async def test_a_popup_cuts_the_field_under_it(visit, over, box):
    """The largest part that shows is left; nothing says that the field is covered, for it can be used."""
    page = await visit(f"{FIELD}<div style='position: absolute; background: #eee; {over}'>March</div>")
    field = await shown_of(page, "City")
    assert (field.box, field.shown, field.covered_by) == (Box(x=100, y=100, width=400, height=40), box, "")


@pytest.mark.parametrize(
    "over",
    [
        "left: 470px; top: 105px; width: 25px; height: 30px",
        "left: 120px; top: 88px; width: 60px; height: 24px",
        "left: 80px; top: 80px; width: 500px; height: 300px; pointer-events: none",
        "left: 80px; top: 80px; width: 500px; height: 300px; z-index: -1",
    ],
    ids=["its own icon", "its own label, on its edge", "a veil that clicks go through", "something under it"],
)
async def test_what_is_part_of_a_field_or_under_it_cuts_nothing(visit, over):
    """All of it shows."""
    page = await visit(f"{FIELD}<div style='position: absolute; {over}'>x</div>")
    assert (await shown_of(page, "City")).shown is None


async def test_a_scroll_area_cuts_what_it_clips(visit):
    """A button half scrolled out of a list ends where the list does."""
    page = await visit(
        f"{FORM}<div style='position: relative; width: 300px; height: 100px; overflow: auto'><div style='height: 900px'>"
        "<button style='left: 10px; top: 80px; width: 100px; height: 60px'>Save</button></div></div>"
    )
    save = await shown_of(page, "Save")
    assert (save.box, save.shown) == (Box(x=10, y=80, width=100, height=60), Box(x=10, y=80, width=100, height=20))


async def test_a_link_that_breaks_is_its_longest_line(visit):
    """The box around both of its lines would be around other words too."""
    page = await visit(
        "<body style='margin: 0; font: 20px/30px monospace; width: 400px'>mmmmmmmmmmmmmmmmmmmmmmm <a href=#>mmm mmmmmmmm</a>"
    )
    link = await shown_of(page, "mmm mmmmmmmm")
    assert link.box.height > 40
    assert link.shown.height < 30
    assert link.shown.x == 0


async def test_a_frame_cuts_what_reaches_out_of_it(visit):
    """A button in a frame ends where the frame does."""
    inner = "<button style='position: absolute; left: 50px; top: 20px; width: 200px; height: 30px'>Pay</button>"
    page = await visit(
        f'<body style="margin: 0"><iframe srcdoc="{inner}" style="border: 0; width: 150px; height: 100px"></iframe>'
    )
    assert (await shown_of(page, "Pay")).shown == Box(x=50, y=20, width=100, height=30)


BEHIND = """<style>button:disabled, .off { pointer-events: none } #over { position: fixed; inset: 0; background: #0008 }</style>
<p><button disabled>Next</button> <a href=# class=off>Terms</a> <button>Back</button></p>"""


async def test_what_takes_no_clicks_is_covered_like_anything_else(visit):
    """`pointer-events: none` lets hit tests through: what is hit instead lies over it, or holds it."""
    plain = await visit(BEHIND)
    assert [element.covered_by for element in (await plain.see()).elements] == ["", "", ""]
    page = await visit(f"{BEHIND}<div id=over><div role=dialog aria-label=Sure style='margin: 100px'>Sure?</div></div>")
    assert [element.covered_by for element in (await page.see()).elements] == ["dialog: Sure"] * 3
