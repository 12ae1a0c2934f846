"""Dates in fields that open a calendar which the page draws."""

import pytest
from inline_snapshot import snapshot

CALENDAR = """<form><label>Arrival <input id=f name=arrival {attributes}></label>
<div id=c hidden style="position:absolute;z-index:1;background:#fff"><div style="display:flex;width:220px">
<button type=button id=p>&lt;</button><b id=t style="width:150px"></b><button type=button id=n>&gt;</button></div>
<table><tbody id=d></tbody></table></div></form>
<script>
let [at, chosen] = [new Date(2026, 8, 1), ""];
const draw = () => {{
  t.textContent = at.toLocaleDateString("en", {{month: "long", year: "numeric"}});
  const days = Array.from({{length: 42}}, (_, n) => new Date(at.getFullYear(), at.getMonth(), n - at.getDay() + 1));
  d.innerHTML = "";
  for (let row = 0; row < 6; row += 1) {{
    const line = d.insertRow();
    for (const day of days.slice(row * 7, row * 7 + 7)) {{
      const cell = line.insertCell();
      cell.textContent = day.getDate();
      cell.onclick = () => {{ chosen = f.value = day.toLocaleDateString("en-CA"); c.hidden = true; }};
    }}
  }}
}};
f.onfocus = f.onclick = () => {{ c.hidden = false; draw(); }};
p.onclick = () => {{ at.setMonth(at.getMonth() - 1); draw(); }};
n.onclick = () => {{ at.setMonth(at.getMonth() + 1); draw(); }};
</script>"""


@pytest.mark.parametrize(("attributes", "day"), [("readonly", "2026-11-30"), ("", "2026-08-02")])
async def test_the_day_is_pressed_in_the_calendar_that_a_field_opens(visit, attributes, day):
    """In the month that the calendar then shows; a text that the page does not read is not the date."""
    page = await visit(CALENDAR.format(attributes=attributes))
    await page.see()

    said = await page.do("fill", element_id="input-0", value=day)

    assert said == f'done: input-0 "Arrival" holds "{day}", after the day was pressed in its calendar'
    assert await page.page.evaluate("chosen") == day


BUTTON = "f.onfocus = f.onclick = null; o.onclick = () => { c.hidden = false; draw(); };"
RANGE = """d.addEventListener('click', (event) => {
  const day = chosen; all = all.length === 1 ? [...all, day].sort() : [day];
  f.value = all.join(' to '); c.hidden = all.length === 2; }); let all = ['2026-09-02'];"""
TIME = (
    "c.insertAdjacentHTML('beforeend', '<input aria-label=Hour id=h><input aria-label=Minute id=m>');"
    "for (const one of [h, m]) one.onchange = () => { f.value = `${chosen} ${h.value}:${m.value}`; };"
    "d.addEventListener('click', () => { c.hidden = false; });"
)


@pytest.mark.parametrize(
    ("extra", "script", "value", "told"),
    [
        ("<button type=button id=o aria-label='Choose date'>x</button>", BUTTON, "30 Nov 2026", 'holds "2026-11-30"'),
        ("", RANGE, "2026-11-10 to 2026-11-14", 'holds "2026-11-10 to 2026-11-14"'),
        ("", TIME, "2026-11-30 14:30", 'holds "2026-11-30 14:30"'),
    ],
)
async def test_other_calendars_are_set_as_well(visit, extra, script, value, told):
    """One that a button beside the field opens, one that takes a range, and one with the time of day."""
    page = await visit(
        CALENDAR.format(attributes="readonly").replace("</label>", f"{extra}</label>") + f"<script>{script}</script>"
    )
    await page.see()
    said = await page.do("fill", element_id="input-0", value=value)
    assert told in said


async def test_a_button_that_opens_a_calendar_takes_a_date_and_another_button_none(visit):
    """A button is pressed only if it says that it opens something, or names a date, and then shows the date."""
    pressing = "f.onfocus = f.onclick = null; b.onclick = () => { c.hidden = false; draw(); };"
    shows = "d.addEventListener('click', () => { b.textContent = new Date(chosen).toLocaleDateString('en', {dateStyle: 'long'}); });"
    buttons = "<button type=button id=b aria-haspopup=dialog>Arrival</button><button type=button onclick='log.push(1)'>Delete</button>"
    page = await visit(
        CALENDAR.format(attributes="hidden").replace("<form>", f"<form>{buttons}")
        + f"<script>{pressing}{shows}</script>"
    )
    await page.see()
    assert await page.do("fill", element_id="button-0", value="2026-11-30") == snapshot(
        'done: button-0 "Arrival" holds "November 30, 2026", after the day was pressed in its calendar'
    )
    assert "is a button without text of its own" in await page.do("fill", element_id="button-1", value="2026-11-30")
    assert await page.said() == []


async def test_a_day_that_draws_a_ripple_is_a_day_too(visit):
    """A button that shows no date is asked for its calendar again, in which the chosen day is marked."""
    pressing = "f.onfocus = f.onclick = null; b.onclick = () => { c.hidden = false; draw(); mark(); };"
    marks = """const mark = () => { for (const one of c.querySelectorAll('td')) if (chosen && one.textContent === String(new Date(chosen).getDate()))
        { one.setAttribute('aria-selected', 'true'); one.append(document.createElement('span')); } };"""
    page = await visit(
        CALENDAR.format(attributes="hidden").replace(
            "<form>", "<form><button type=button id=b aria-haspopup=dialog>Choose date</button>"
        )
        + f"<script>{pressing}{marks}</script>"
    )
    await page.see()
    assert await page.do("fill", element_id="button-0", value="2026-11-30") == snapshot(
        'done: button-0 "Choose date" holds "2026-11-30", after the day was pressed in its calendar'
    )


async def test_a_date_is_written_as_the_placeholder_asks(visit):
    """A page that shows a pattern may read nothing else."""
    page = await visit(
        "<label>Arrival <input id=f placeholder=mm/dd/yyyy onchange='if (/-/.test(value)) value = ``'></label>"
    )
    await page.see()
    assert await page.do("fill", element_id="input-0", value="2026-03-04") == snapshot(
        'done: input-0 "Arrival" holds "03/04/2026"'
    )


async def test_a_month_that_is_far_away_is_left_to_the_model(visit):
    """The message says what to do."""
    page = await visit(CALENDAR.format(attributes="readonly"))
    await page.see()

    assert await page.do("fill", element_id="input-0", value="1990-05-04") == snapshot(
        """\
failed: the calendar of input-0 "Arrival" offers no 1990-05-04 here: go to its month by the calendar's own controls, and \
click the day\
"""
    )
    assert await page.page.evaluate("chosen") == ""


async def test_typing_on_a_control_that_shows_no_value_stops_there(visit):
    """What follows might send the form without the text."""
    page = await visit("<form><div tabindex=0 onclick=1>Colour</div></form>")
    await page.see()

    assert await page.do("type", element_id="div-0", value="#00aa55") == snapshot(
        'failed: typed into div-0 "Colour", which shows no value: look whether it took the text'
    )
