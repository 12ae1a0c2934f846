"""What a field opens over the next control and leaves open: a batch goes on as a person would."""

import pytest
from builders import click, fill, propose

from actwright.engine.act import act
from actwright.tools.toolbox import Toolbox, builtin_tools

PAGE = """<style>form > div {{ position: relative; margin: 20px; height: 30px }}
.popup {{ position: absolute; left: 0; top: 24px; width: 300px; height: 200px; background: #eee; z-index: 1 }}</style>
<form onsubmit="event.preventDefault(); document.title = i.value + ' ' + n.value">
<div><label>Arrival <input id=i autocomplete=off></label><div class=popup id=p hidden {marked}>November</div></div>
<div><label>Nights <input id=n></label></div><div><button>Save</button></div></form>
<script>
i.oninput = () => p.hidden = false;
p.onmousedown = (event) => event.preventDefault();
const close = () => p.hidden = true;
{closes}
</script>"""
ON_LEAVING = "i.onblur = close"
ON_A_PRESS = "document.onmousedown = (event) => { if (!p.contains(event.target) && event.target !== i) close() }"
ON_ESCAPE = "i.onkeydown = (event) => { if (event.key === 'Escape') close() }"
MODAL = "role=dialog aria-modal=true aria-label='Choose Date'"


@pytest.mark.parametrize(
    ("closes", "marked"),
    [(ON_LEAVING, ""), (ON_LEAVING, MODAL), (ON_A_PRESS, MODAL), (ON_A_PRESS, ""), (ON_ESCAPE, "")],
)
async def test_a_popup_of_the_field_that_was_filled_is_closed(surface_on, page, closes, marked):
    surface = await surface_on(PAGE.format(closes=closes, marked=marked))
    edits = (fill("input-0", "30 November"), fill("input-1", "2"))
    outcomes = await act(propose(*edits, click("button-0")), Toolbox(builtin_tools()), surface)
    assert [(each.status, each.detail) for each in outcomes if each.status != "done"] == []
    assert await page.title() == "30 November 2"


async def test_what_does_not_close_is_told_as_a_cover(surface_on, page):
    surface = await surface_on(PAGE.format(closes="", marked=""))
    outcomes = await act(propose(fill("input-0", "30 November"), click("button-0")), Toolbox(builtin_tools()), surface)
    assert [each.status for each in outcomes] == ["done", "failed"]
    assert "is covered by div: Arrival" in outcomes[1].detail
    assert await page.title() == ""
