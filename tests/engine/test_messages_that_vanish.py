"""A message that was there only for a moment after an effect is a fact; one from before it is none."""

import pytest
from builders import click, propose

from actwright.engine.act import act
from actwright.errors import ToolError
from actwright.tools.expect import Expect
from actwright.tools.toolbox import Toolbox, builtin_tools

PAGE = """<p>Draft</p><button onclick="document.querySelector('p').textContent = 'Saved'">Save</button>"""


async def test_message_that_was_seen_since_the_effect_counts(surface_on, page):
    surface = await surface_on(PAGE)
    await act(propose(click("button-0")), Toolbox(builtin_tools()), surface)
    await surface.observe()
    await page.locator("p").evaluate("each => each.textContent = 'Ready'")
    done = await Expect(text=["Saved"]).run(surface)
    assert [(each.passed, each.found) for each in done.evidence] == [(True, "it did so only for a moment")]
    with pytest.raises(ToolError, match="does not"):
        await Expect(text=["Draft"]).run(surface)


TOASTS = """<style>.off { display: none }</style><div id=list>Orders</div><script>
function toast(text, milliseconds, style = '') {
  const box = document.body.appendChild(document.createElement('div'));
  box.className = 'toast', box.style = style, box.textContent = text;
  if (milliseconds) setTimeout(() => box.remove(), milliseconds); else box.remove();
}
</script><button onclick="toast('Order 5 saved', 150)">Save</button>
<button onclick="toast('Order 6 saved', 0)">Flash</button>
<button onclick="toast('Order 7 saved', 150, 'opacity: 0')">Hide</button>
<button onclick="toast('Order 8 not saved', 150)">Fail</button>
<button onclick="for (let at = 0; at < 500; at += 1) toast('Noise ' + at, 150)">Flood</button>"""


async def gone(page):
    await page.locator(".toast").first.wait_for(state="detached")


async def test_message_that_no_look_has_seen_counts_if_it_was_painted(surface_on, page):
    surface = await surface_on(TOASTS)
    toolbox = Toolbox(builtin_tools())
    await act(propose(click("button-0")), toolbox, surface)
    await gone(page)
    look = await surface.observe()
    assert look.moments == ("Order 5 saved",)
    assert 'shown for a moment, and gone: "Order 5 saved"' in look.notes
    assert (await surface.observe()).moments == ()
    done = await Expect(text=["Order {int} saved"]).run(surface)
    assert [each.found for each in done.evidence] == ["it did so only for a moment"]
    for button in ("button-1", "button-2", "button-3"):
        await act(propose(click(button)), toolbox, surface)
        await gone(page)
        await surface.observe()
        assert not any(each.passed for look in surface.seen for each in Expect(text=["saved"]).probe(look))


async def test_number_of_remembered_messages_is_bounded(surface_on, page):
    surface = await surface_on(TOASTS)
    await act(propose(click("button-4")), Toolbox(builtin_tools()), surface)
    await gone(page)
    assert len((await surface.observe()).moments) == 3
    assert 0 < len(surface.seen) < 80


async def test_a_check_that_fails_says_what_is_gone_and_nothing_that_still_stands(surface_on, page):
    surface = await surface_on(TOASTS)
    await act(propose(click("button-0")), Toolbox(builtin_tools()), surface)
    with pytest.raises(ToolError) as kept:
        await Expect(text=["Orders saved"]).run(surface)
    await gone(page)
    with pytest.raises(ToolError, match='for a moment it showed "Order 5 saved"'):
        await Expect(text=["Order 5 stored"]).run(surface)
    assert 'showed "Orders"' not in str(kept.value)
