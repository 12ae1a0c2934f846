"""A click goes without Playwright's waiting to an element that lies still; where that was not so, nothing else gets it."""

import pytest

from actwright.engine.act import act
from actwright.schemas.proposal import Action, Proposal
from actwright.tools.toolbox import Toolbox, builtin_tools

FORM = """<style>button {{ display: block; margin: 20px; }} {style}</style>
<p>Order</p><button>Save</button><label><input type=checkbox>Agree</label><p style="height: 2000px">Terms</p><button>Send</button><script>
window.hits = [];
for (const type of ['pointerdown', 'click']) addEventListener(type, (event) => hits.push(`${{type}} ${{event.target.textContent || event.target.localName}}`));
</script>"""
PRESS = frozenset({"press"})
TWO_FRAMES = "() => new Promise((done) => setTimeout(done, 40))"


@pytest.fixture
async def form(surface_on, page):
    """`await form(style)`: a run's surface on the form, two frames after it was looked at."""

    async def make(style=""):
        surface = await surface_on(FORM.format(style=style))
        await page.evaluate(TWO_FRAMES)
        return surface

    return make


async def perform(surface, tool, **parameters):
    action = Action(reason="", tool=tool, parameters=parameters)
    (outcome,) = await act(Proposal(complete=False, message="go", actions=(action,)), Toolbox(builtin_tools()), surface)
    return outcome


async def under_the_mouse(page, script):
    """Runs a script in the page when the mouse comes, just before it is pressed."""
    await page.evaluate(f"addEventListener('pointermove', () => {{ {script} }}, {{capture: true, once: true}})")


@pytest.mark.parametrize("element_id", ["button-0", "input-0", "button-1"])
async def test_what_has_not_moved_is_steady_also_out_of_view(form, element_id):
    target = await (await form()).target(element_id, also=PRESS)
    assert target.steady
    assert target.aim == {"force": True}


async def test_nothing_is_steady_that_was_not_asked_for(form):
    assert not (await (await form()).target("button-0")).steady


@pytest.mark.parametrize(
    "change",
    [
        "document.querySelector('button').style.marginTop = '30px'",
        "document.querySelector('button').animate({transform: ['none', 'translateX(90px)']}, 10_000)",
        "document.querySelector('button').style.pointerEvents = 'none'",
        "document.body.animate({opacity: [0.9, 1], marginLeft: ['0', '9px']}, 10_000)",
    ],
)
async def test_what_moved_or_moves_or_lets_clicks_through_is_not(form, page, change):
    surface = await form()
    await page.evaluate(change)
    assert not (await surface.target("button-0", also=PRESS, enabled=False, reachable=False)).steady


async def test_a_change_of_paint_alone_leaves_it_steady(form, page):
    surface = await form()
    await page.evaluate("document.querySelector('p').animate({backgroundColor: ['red', 'blue']}, 10_000)")
    assert (await surface.target("button-0", also=PRESS)).steady


async def test_in_a_frame_nothing_is(surface_on, page):
    surface = await surface_on("<iframe srcdoc='<button>Save</button>'></iframe>")
    await page.evaluate(TWO_FRAMES)
    (button,) = (await surface.look()).elements
    await page.evaluate(TWO_FRAMES)
    assert not (await surface.target(button.id, also=PRESS)).steady


@pytest.mark.parametrize(("tool", "element_id", "hit"), [("click", "button-0", "Save"), ("check", "input-0", "input")])
async def test_one_that_slips_from_under_the_mouse_is_hit_where_it_went(form, page, tool, element_id, hit):
    surface = await form()
    await under_the_mouse(page, "document.body.style.paddingTop = '300px'")
    outcome = await perform(surface, tool, element_id=element_id)
    assert outcome.status == "done", outcome.detail
    assert await page.evaluate("hits") == [f"pointerdown {hit}", f"click {hit}"]


async def test_what_comes_over_it_gets_nothing(form, page):
    surface = await form()
    over = "Object.assign(document.body.appendChild(document.createElement('div')), {textContent: 'Pay', style: 'position: fixed; inset: 0'})"
    await under_the_mouse(page, over)
    outcome = await perform(surface, "click", element_id="button-0")
    assert outcome.status != "done"
    assert await page.evaluate("hits") == []


async def test_in_a_closed_shadow_root_nothing_is(surface_on, page):
    root = "document.querySelector('div').attachShadow({mode: 'closed'}).innerHTML = '<button>Save</button>'"
    surface = await surface_on(f"<div></div><script>{root}</script>")
    await page.evaluate(TWO_FRAMES)
    assert not (await surface.target("button-0", also=PRESS)).steady
