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
