"""Inputs with a form of their own: dates, times, numbers, colours, ranges, and pickers that pages build themselves."""

from inline_snapshot import snapshot

FORM = """
<form onchange="log.push(event.target.type + '=' + event.target.value)">
<label>Day <input type=date min=2026-01-01 max=2026-12-31></label>
<label>Hour <input type=time></label>
<label>Start <input type=datetime-local></label>
<label>Month <input type=month></label>
<label>Week <input type=week></label>
<label>Colour <input type=color></label>
<label>Count <input type=number min=1 max=10 step=1></label>
<label>Volume <input type=range min=0 max=100 step=10></label>
</form>"""


async def test_typed_inputs_take_their_own_forms(visit):
    """Each holds the value and the page saw one change."""
    page = await visit(FORM)
    assert await page.tree() == snapshot("""\
- form
  - input-0 (type=date label="Day" min="2026-01-01" max="2026-12-31")
  - input-1 (type=time label="Hour")
  - input-2 (type=datetime-local label="Start")
  - input-3 (type=month label="Month")
  - input-4 (type=week label="Week")
  - input-5 (type=color label="Colour" value="#000000")
  - input-6 (type=number label="Count" min="1" max="10" step="1")
  - input-7 (type=range label="Volume" value="50" min="0" max="100" step="10")\
""")
    values = ["2026-05-04", "14:30", "2026-05-04T14:30", "2026-05", "2026-W19", "#00ff7f", "7", "70"]
    calls = [("fill", {"element_id": f"input-{n}", "value": value}) for n, value in enumerate(values)]
    assert await page.batch(*calls) == snapshot(
        [
            'done: input-0 "Day" holds "2026-05-04"',
            'done: input-1 "Hour" holds "14:30"',
            'done: input-2 "Start" holds "2026-05-04T14:30"',
            'done: input-3 "Month" holds "2026-05"',
            'done: input-4 "Week" holds "2026-W19"',
            'done: input-5 "Colour" holds "#00ff7f"',
            'done: input-6 "Count" holds "7"',
            'done: input-7 "Volume" holds "70"',
        ]
    )
    said = await page.said()
    assert [line.partition("=")[2] for line in said if not line.startswith("number")] == [v for v in values if v != "7"]
    assert await page.tree() == snapshot("""\
- form
  - input-0 (type=date label="Day" value="2026-05-04" min="2026-01-01" max="2026-12-31")
  - input-1 (type=time label="Hour" value="14:30")
  - input-2 (type=datetime-local label="Start" value="2026-05-04T14:30")
  - input-3 (type=month label="Month" value="2026-05")
  - input-4 (type=week label="Week" value="2026-W19")
  - input-5 (type=color label="Colour" value="#00ff7f")
  - input-6 (type=number label="Count" value="7" min="1" max="10" step="1")
  - input-7 (type=range label="Volume" value="70" min="0" max="100" step="10" focused)\
""")


WRONG = {
    "input-0": ("31.12.2026", "2026-02-30"),
    "input-1": ("2 pm", "25:00"),
    "input-2": ("4.5.2026 14:30", "2026-05-04"),
    "input-3": ("May 2026",),
    "input-4": ("2026-19",),
    "input-5": ("red",),
    "input-6": ("seven",),
    "input-7": ("loud",),
}


async def test_a_wrong_form_is_refused_with_the_right_one(visit):
    """The error names the form and the limits; the page hears of nothing."""
    page = await visit(FORM)
    await page.see()
    tries = [(field, value) for field, values in WRONG.items() for value in values]
    assert [await page.do("fill", element_id=field, value=value) for field, value in tries] == snapshot(
        [
            'failed: input-0 "Day" does not take "31.12.2026": it takes YYYY-MM-DD, at least 2026-01-01, at most 2026-12-31',
            'failed: input-0 "Day" does not take "2026-02-30": it takes YYYY-MM-DD, at least 2026-01-01, at most 2026-12-31',
            'failed: input-1 "Hour" does not take "2 pm": it takes HH:MM',
            'failed: input-1 "Hour" does not take "25:00": it takes HH:MM',
            'failed: input-2 "Start" does not take "4.5.2026 14:30": it takes YYYY-MM-DDTHH:MM',
            'failed: input-2 "Start" does not take "2026-05-04": it takes YYYY-MM-DDTHH:MM',
            'failed: input-3 "Month" does not take "May 2026": it takes YYYY-MM',
            'failed: input-4 "Week" does not take "2026-19": it takes YYYY-Www',
            'failed: input-5 "Colour" does not take "red": it takes #rrggbb',
            'failed: input-6 "Count" does not take "seven": it takes a number, at least 1, at most 10, in steps of 1',
            'failed: input-7 "Volume" does not take "loud": it takes a number, at least 0, at most 100, in steps of 10',
        ]
    )
    assert await page.said() == []


async def test_a_number_beyond_its_limits_is_said(visit):
    """The field takes it, as browsers do, but is invalid: the model is told at once."""
    page = await visit(FORM)
    await page.see()
    assert await page.do("fill", element_id="input-6", value="50") == snapshot(
        'done: input-6 "Count" holds "50", which is invalid: it must be at most 10'
    )
    assert await page.do("fill", element_id="input-6", value="2.5") == snapshot(
        'done: input-6 "Count" holds "2.5", which is invalid: it must be in steps of 1'
    )
    assert await page.do("fill", element_id="input-0", value="2031-01-01") == snapshot(
        'done: input-0 "Day" holds "2031-01-01", which is invalid: it must be at most 2026-12-31'
    )
    assert await page.do("fill", element_id="input-7", value="74") == snapshot(
        'done: input-7 "Volume" holds "70", not "74"; it takes a number, at least 0, at most 100, in steps of 10'
    )


CALENDAR = """
<label>Arrival <input id=day readonly></label>
<div id=cal role=dialog aria-label="Choose a date" hidden><button id=prev aria-label="Previous month">&lt;</button>
<span id=title></span><button id=next aria-label="Next month">&gt;</button><table role=grid id=grid></table></div>
<script>
let month = 0;
const names = ['January', 'February', 'March'];
const draw = () => { title.textContent = names[month] + ' 2026';
  grid.innerHTML = '<tr>' + [1, 2, 3].map((d) => `<td role=gridcell><button aria-label="${names[month]} ${d}, 2026">${d}</button>`).join('');
};
day.onclick = () => { cal.hidden = false; draw(); };
next.onclick = () => { month++; draw(); };
grid.onclick = ({target}) => { if (target.tagName !== 'BUTTON') return;
  day.value = target.ariaLabel; cal.hidden = true; log.push(day.value); };
</script>"""


async def test_a_calendar_is_clicked_through(visit):
    """A read-only field opens a grid; months are turned and a day is chosen."""
    page = await visit(CALENDAR)
    assert await page.tree() == snapshot('- input-0 (label="Arrival" readonly)')
    assert await page.do("fill", element_id="input-0", value="2026-02-03") == snapshot(
        'failed: input-0 "Arrival" is read-only: click it if it opens something to choose from'
    )
    assert await page.do("click", element_id="input-0") == snapshot('done: clicked input-0 "Arrival"')
    assert await page.tree() == snapshot("""\
- input-0 (label="Arrival" readonly focused)
- dialog (label="Choose a date")
  - *button-0 (label="Previous month") "<"
  - text "January 2026"
  - *button-1 (label="Next month") ">"
  - tr
    - *button-2 (label="January 1, 2026") "1"
    - *button-3 (label="January 2, 2026") "2"
    - *button-4 (label="January 3, 2026") "3"\
""")
    assert await page.do("click", element_id="button-1") == snapshot('done: clicked button-1 "Next month"')
    assert await page.tree() == snapshot("""\
- input-0 (label="Arrival" readonly)
- dialog (label="Choose a date")
  - button-0 (label="Previous month") "<"
  - text "February 2026"
  - button-1 (label="Next month" focused) ">"
  - tr
    - *button-5 (label="February 1, 2026") "1"
    - *button-6 (label="February 2, 2026") "2"
    - *button-7 (label="February 3, 2026") "3"\
""")


SLIDER = """
<div id=s role=slider tabindex=0 aria-label=Brightness aria-valuemin=0 aria-valuemax=10 aria-valuenow=4
  style="width:100px;height:20px;background:#ccc"></div>
<script>s.onkeydown = (event) => {
  const step = {ArrowRight: 1, ArrowLeft: -1}[event.key]; if (!step) return;
  s.setAttribute('aria-valuenow', Number(s.getAttribute('aria-valuenow')) + step); log.push(s.getAttribute('aria-valuenow')); };
</script>"""


async def test_an_aria_slider_is_moved_by_arrow_keys(visit):
    """Each key moves it by a step, `fill` by as many as it takes, and the tree shows its value."""
    page = await visit(SLIDER)
    assert await page.tree() == snapshot('- div-0 (role=slider label="Brightness" value="4" min="0" max="10")')
    press = ("press", {"element_id": "div-0", "key": "ArrowRight"})
    assert await page.batch(press, press) == snapshot(
        ['done: pressed ArrowRight on div-0 "Brightness"', 'done: pressed ArrowRight on div-0 "Brightness"']
    )
    assert await page.said() == ["5", "6"]
    assert await page.tree() == snapshot('- div-0 (role=slider label="Brightness" value="6" min="0" max="10" focused)')
    assert await page.do("fill", element_id="div-0", value="4") == snapshot('done: div-0 "Brightness" holds "4"')
    assert (await page.said())[-1] == "4"


async def test_a_spin_button_counts(visit):
    """Buttons beside a number and the arrow keys in it change it."""
    page = await visit("""
        <label>Guests <input id=n type=number value=2 oninput="log.push(this.value)"></label>
        <button onclick="n.stepUp(); log.push(n.value)" aria-label="One more">+</button>""")
    await page.see()
    assert await page.do("press", element_id="input-0", key="ArrowUp") == snapshot(
        'done: pressed ArrowUp on input-0 "Guests"'
    )
    assert await page.do("click", element_id="button-0") == snapshot('done: clicked button-0 "One more"')
    assert await page.said() == ["3", "4"]
    assert await page.tree() == snapshot("""\
- input-0 (type=number label="Guests" value="4")
- button-0 (label="One more" focused) "+"\
""")


CLIPPED = "position:absolute;width:1px;height:1px;padding:0;border:0;overflow:hidden;clip-path:inset(50%)"


async def test_a_text_field_clipped_to_nothing_is_in_the_tree_by_what_draws_it(visit):
    """A label, or a box that puts the keyboard into it, stands for the field."""
    page = await visit(f"""<label>Coupon code <input style="{CLIPPED}"><span style="display:inline-block;width:100px;height:16px"></span></label>
        <div id=box style="height:30px;cursor:text">Search <span style="{CLIPPED}"><input id=people aria-label="Find people"></span></div>
        <script>box.onclick = () => people.focus(); oninput = ({{ target }}) => log.push(target.value);</script>""")
    ids = {element.name: element.id for element in (await page.see()).elements}
    coupon, people = ids["Coupon code"], ids["Find people"]
    await page.batch(("fill", {"element_id": coupon, "value": "AB1"}), ("fill", {"element_id": people, "value": "Ida"}))
    assert await page.said() == ["AB1", "Ida"]
    assert 'label="Coupon code" value="AB1"' in await page.tree()


async def test_a_text_field_for_robots_is_not_in_the_tree(visit):
    page = await visit(f"""<label>Mail <input></label><span style="{CLIPPED}"><label>Website <input></label></span>
        <label for=zip>Zip</label><div style="height:0;overflow:hidden"><input id=zip tabindex=-1></div>""")
    assert [element.name for element in (await page.see()).elements] == ["Mail"]


async def test_a_spin_button_that_consists_of_a_field_and_buttons_is_filled_in(visit):
    page = await visit("""<div id=s role=spinbutton aria-label=Guests aria-valuenow=2 aria-valuemin=0 aria-valuemax=9><button tabindex=-1>-</button>
        <input id=i value=2><button tabindex=-1>+</button></div><script>i.oninput = () => { s.ariaValueNow = i.value; };</script>""")
    await page.see()
    assert await page.do("fill", element_id="div-0", value="5") == 'done: div-0 "Guests" holds "5"'
    assert await page.page.evaluate("s.ariaValueNow") == "5"
