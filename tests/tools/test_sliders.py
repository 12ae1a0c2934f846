"""Sliders that a page draws itself: `fill` and `press` reach what takes their keys."""

import pytest
from builders import reply
from served_pages import ServedPages

from actwright import Agent
from actwright.errors import ToolError
from actwright.testing import ScriptedModel
from actwright.tools.fields import Fill
from actwright.tools.keyboard import Press

SLIDERS = """<div id=v role=slider tabindex=0 aria-label=Volume aria-valuemin=0 aria-valuemax=100 aria-valuenow=50
data-step=5 style="width:200px; height:20px"></div>
<div id=g role=slider aria-label=Guests aria-valuemin=1 aria-valuemax=9 aria-valuenow=4 data-step=1>
<div tabindex=0 style="width:200px; height:20px">handle</div></div>
<div id=r role=slider tabindex=0 aria-label=Reversed aria-valuemin=0 aria-valuemax=9 aria-valuenow=4 data-step=-1
style="width:200px; height:20px"></div>
<div id=d role=slider tabindex=0 aria-label=Stuck aria-valuemin=0 aria-valuemax=9 aria-valuenow=4 data-step=0
style="width:200px; height:20px"></div>
<script>
for (const slider of document.querySelectorAll('[role=slider]')) slider.onkeydown = (event) => {
  const by = slider.dataset.step * ((event.key === 'ArrowRight') - (event.key === 'ArrowLeft'));
  slider.setAttribute('aria-valuenow', +slider.getAttribute('aria-valuenow') + by);
};
</script>"""


async def test_fill_sets_a_slider_by_its_keys(surface_on, page):
    surface = await surface_on(SLIDERS)
    ids = {each.name: each.id for each in surface.view.observer.last.elements if each.role == "slider"}
    done = await Fill(element_id=ids["Volume"], value="70").run(surface)
    assert (done.receipts[0].got, done.receipts[0].match) == ("70", True)
    await Press(element_id=ids["Guests"], key="ArrowRight").run(surface)
    assert (await Fill(element_id=ids["Guests"], value="2").run(surface)).receipts[0].match
    assert (await Fill(element_id=ids["Reversed"], value="7").run(surface)).receipts[0].match
    values = await page.locator("[role=slider]").evaluate_all("all => all.map(one => one.ariaValueNow)")
    assert values == ["70", "2", "7", "4"]


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("Volume", "120", "takes 0 to 100"),
        ("Volume", "loud", "takes a number"),
        ("Volume", "nan", "takes a number"),
        ("Stuck", "5", "does not follow the arrow keys: drag it"),
    ],
)
async def test_a_slider_that_cannot_be_set_says_why(surface_on, name, value, message):
    surface = await surface_on(SLIDERS)
    ids = {each.name: each.id for each in surface.view.observer.last.elements if each.role == "slider"}
    with pytest.raises(ToolError, match=message):
        await Fill(element_id=ids[name], value=value).run(surface)


async def test_a_value_between_the_steps_is_a_mismatch(surface_on):
    surface = await surface_on(SLIDERS)
    ids = {each.name: each.id for each in surface.view.observer.last.elements if each.role == "slider"}
    done = await Fill(element_id=ids["Volume"], value="62").run(surface)
    assert not done.receipts[0].match


@pytest.mark.parametrize(("value", "step"), [("45", "5"), ("0", "5"), ("100", "5"), ("37", "any")])
async def test_a_range_that_is_used_once_a_key_is_released_is_left_at_its_value(surface_on, page, value, step):
    html = f"<input type=range aria-label=Least step={step} value=50 onkeyup='document.title = value'>"
    surface = await surface_on(html)
    done = await Fill(element_id="input-0", value=value).run(surface)
    assert (done.receipts[0].got, done.receipts[0].match) == (value, True)
    assert await page.title() == value


async def test_a_private_value_is_not_shown_by_its_slider(page):
    html = "<input type=range aria-label=Age value=50 onkeyup='document.title = 1'><p>Aged 47"
    fill, enough = ("fill", {"element_id": "input-0", "value": "{{age}}"}), ("fail", {"reason": "enough"})
    with ServedPages({"/": html}) as site:
        agent = Agent(ScriptedModel([reply(fill), reply(enough)]))
        result = await agent.run("Set it", url=f"{site.url}/", page=page, private={"age": "47"})
    (receipt,) = result.steps[0].outcomes[0].receipts
    assert (receipt.match, receipt.got, await page.locator("input").input_value()) == (True, "{{age}}", "47")
    assert 'value="47"' not in result.steps[1].page.tree
