"""One date in three controls: `fill` and `select` on any of them set all three."""

import calendar

import pytest

from actwright.errors import ToolError
from actwright.tools.choosing import Select
from actwright.tools.fields import Fill

MONTHS = calendar.month_name[1:]
SELECTS = "<p>Birthday</p>" + "".join(
    f"<select name={name}><option value=''>{name}" + "".join(f"<option>{each}" for each in options) + "</select>"
    for name, options in {"d": range(1, 32), "m": MONTHS, "y": range(2030, 1990, -1)}.items()
)
BOXES = (
    "<fieldset><legend>Birthday</legend><label>Month <input placeholder=MM></label><label>Day <input type=number></label>"
    "<label>Year <input placeholder=YY></label></fieldset>"
)
READ = "[...document.querySelectorAll('select, input')].map((each) => each.value)"


@pytest.mark.parametrize(
    ("html", "element", "tool", "value", "held"),
    [
        (SELECTS, "select-0", Fill, "{{born}}", ["5", "March", "2001"]),
        (SELECTS, "select-1", Select, "2001-03-05", ["5", "March", "2001"]),
        (BOXES, "input-0", Fill, "5 March 2001", ["03", "5", "01"]),
        (SELECTS, "select-1", Select, "March", ["", "March", ""]),
        (BOXES, "input-1", Fill, "5", ["", "5", ""]),
    ],
)
async def test_a_date_is_divided_among_the_controls_of_its_parts(surface_on, page, html, element, tool, value, held):
    surface = await surface_on(html, data={"born": "2001-03-05"})
    done = await tool(element_id=element, value=value).run(surface)
    assert await page.evaluate(READ) == held
    assert all(each.match for each in done.receipts)
    assert {each.reference for each in done.receipts} == {"born" if "{{" in value else ""}


async def test_a_date_that_can_be_two_or_is_not_offered_is_refused(surface_on):
    surface = await surface_on(SELECTS)
    with pytest.raises(ToolError, match="can be 2001-03-04 or 2001-04-03"):
        await Fill(element_id="select-0", value="03/04/2001").run(surface)
    with pytest.raises(ToolError, match="offers no year of 1950-01-01"):
        await Fill(element_id="select-0", value="1950-01-01").run(surface)


SEGMENTS = """<div role=group aria-label=Delivery tabindex=-1 onclick="">
<span role=spinbutton aria-label="Monat, Delivery" aria-valuemin=1 aria-valuemax=12 data-of=m tabindex=0>mm</span>/<span
role=spinbutton aria-label="Tag, Delivery" aria-valuemin=1 aria-valuemax=31 aria-valuenow=27 data-of=d tabindex=0>27</span>/<span
role=spinbutton aria-label="Jahr, Delivery" aria-valuemin=1 aria-valuemax=9999 data-of=y tabindex=0>yyyy</span></div>
<script>for (const each of document.querySelectorAll('[data-of]')) {
  let typed = '';
  each.onfocus = () => { typed = ''; };
  each.onkeydown = ({ key }) => {
    if (!/^[0-9]$/.test(key)) return;
    typed += key;
    each.ariaValueNow = each.textContent = Number(typed);
    if (typed.length === (each.dataset.of === 'y' ? 4 : 2)) each.nextElementSibling?.focus();
  };
}</script>"""


@pytest.mark.parametrize(("name", "value"), [("Tag, Delivery", "2026-12-04"), ("Delivery", "{{day}}")])
async def test_a_date_is_typed_into_its_drawn_parts(surface_on, page, name, value):
    surface = await surface_on(SEGMENTS, data={"day": "2026-12-04"})
    ids = {each.name: each.id for each in surface.view.observer.last.elements}
    done = await Fill(element_id=ids[name], value=value).run(surface)
    assert await page.evaluate("[...document.querySelectorAll('span')].map((each) => each.ariaValueNow)") == [
        "12",
        "4",
        "2026",
    ]
    assert all(each.match for each in done.receipts)
