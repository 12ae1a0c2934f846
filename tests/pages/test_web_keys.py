"""Fields whose pages listen to keys, lists that fields open, boxes for one character each, and what leaving a field does."""

import pytest
from inline_snapshot import snapshot

KNOWN_BY_KEYS = """
<form id=f onsubmit="log.push([a.value, b.known, c.value, d.value, e.value].join()); return false">
<label>Arrival <input id=a value="01/01/2026"></label>
<label>Phone <input id=b></label>
<div id=box><label>Code <input id=c></label></div>
<label>Nights <input id=d value=1></label>
<label>Name <input id=e></label>
<button>Send</button></form>
<script>
let known = a.value;
a.onkeyup = () => { known = a.value; };
a.onblur = () => { a.value = known; };
f.addEventListener('keyup', (event) => { if (event.target === b) b.known = b.value; });
box.addEventListener('keydown', () => { box.heard = true; });
c.oninput = () => { if (!box.heard) c.value = ''; };
d.oninput = () => { if (d.value === '') d.value = '1'; };
d.onkeydown = () => {};
e.oninput = () => {};
</script>"""


async def test_fields_whose_pages_listen_to_keys_are_filled_in_one_action_each(visit):
    """Keys are pressed where the field or its widget listens to them; elsewhere a fill is enough, also for its form."""
    page = await visit(KNOWN_BY_KEYS)
    await page.see()
    values = {"input-0": "02/02/2026", "input-1": "555", "input-2": "AB", "input-3": "5", "input-4": "Ada"}
    fills = [("fill", {"element_id": name, "value": value}) for name, value in values.items()]
    assert await page.batch(*fills, ("click", {"element_id": "button-0"})) == snapshot(
        [
            'done: typed key by key: input-0 "Arrival" holds "02/02/2026"',
            'done: input-1 "Phone" holds "555"',
            'done: typed key by key: input-2 "Code" holds "AB"',
            'done: typed key by key: input-3 "Nights" holds "5"',
            'done: input-4 "Name" holds "Ada"',
            'done: clicked button-0 "Send"',
        ]
    )
    assert await page.said() == ["02/02/2026,555,AB,5,Ada"]


LISTS = """
<form id=f onsubmit="log.push('sent'); return false">
<label>Town <input id=a role=combobox aria-expanded=false aria-controls=l aria-autocomplete=list></label><b id=shown></b>
<button>Send</button></form><ul id=l role=listbox></ul>
<script>
const towns = ['York', 'New York', 'Berlin', 'Berlin'];
const close = () => { l.innerHTML = ''; a.setAttribute('aria-expanded', 'false'); };
a.oninput = () => {
  close();
  setTimeout(() => {
    const found = towns.filter((town) => a.value && town.toLowerCase().includes(a.value.toLowerCase()));
    l.innerHTML = found.map((town) => `<li role=option>${town}</li>`).join('');
    a.setAttribute('aria-expanded', String(found.length > 0));
  }, 250);
};
a.onkeydown = (event) => { if (event.key === 'Enter' && l.children.length) { event.preventDefault(); take(l.firstChild); } };
const take = (option) => { log.push('chose ' + option.textContent); %s; close(); };
l.onclick = (event) => take(event.target);
</script>"""
INSIDE, BESIDE = "a.value = option.textContent", "shown.textContent = option.textContent; a.value = ''"


@pytest.mark.parametrize("where", [INSIDE, BESIDE])
@pytest.mark.parametrize(("tool", "value"), [("fill", "York"), ("type", "york"), ("type", "York\n")])
async def test_an_option_of_that_name_is_chosen_from_the_list_that_a_field_opens(visit, where, tool, value):
    """The list is waited for, also before Enter, which would take its first option or send the form."""
    page = await visit(LISTS % where)
    await page.see()
    (said,) = await page.batch((tool, {"element_id": "input-0", "value": value}))
    assert said.endswith('input-0 "Town" holds "York", chosen from its list')
    assert [receipt.match for receipt in page.outcomes[0].receipts] == [True]
    assert await page.said() == ["chose York"]


async def test_a_text_that_is_no_option_is_not_the_value_of_a_field_that_chooses(visit):
    """Nothing is chosen, sent or proved; the message says what there is."""
    page = await visit(LISTS % INSIDE)
    await page.see()
    send = ("click", {"element_id": "button-0"})
    assert await page.batch(("fill", {"element_id": "input-0", "value": "ork"}), send) == snapshot(
        [
            (
                'failed: input-0 "Town" takes a choice from a list, and "ork" is not one: its list shows 2 options: '
                '"York", "New York"; click one. If it takes any text, press Enter in it'
            ),
            "skipped: not tried, because action 1 failed",
        ]
    )
    said = await page.do("fill", element_id="input-0", value="Berlin")
    assert said.startswith('failed: the list of input-0 "Town" has several such options: li-')
    assert await page.do("type", element_id="input-0", value="Rome\n") == snapshot(
        'failed: input-0 "Town" takes a choice from a list, and "Rome" is not one: it has opened no list. If it takes any '
        "text, press Enter in it"
    )
    await page.do("type", element_id="input-0", value="ork")
    assert page.outcomes[0].receipts == ()
    assert await page.said() == []


BOXES = """<p>Code</p><input maxlength=1 aria-label=One><input maxlength=1 aria-label=Two><input maxlength=1 aria-label=Three>
<script>const boxes = [...document.querySelectorAll('input')];
boxes.forEach((box, at) => box.addEventListener('%s', () => %s));</script>"""


@pytest.mark.parametrize(
    ("event", "moves"),
    [
        ("keyup", "boxes[at + 1]?.focus()"),
        ("input", "setTimeout(() => boxes[at + 1]?.focus())"),
        ("input", "requestAnimationFrame(() => boxes[at + 1]?.focus())"),
    ],
)
async def test_a_code_is_filled_into_its_boxes_by_one_action(visit, event, moves):
    """Whenever the page moves on to the next box, the keys go there."""
    page = await visit(BOXES % (event, moves))
    await page.see()
    assert await page.do("fill", element_id="input-0", value="471") == snapshot(
        'done: typed key by key: input-0 "One" and the boxes after it hold "471"'
    )
    assert await page.page.evaluate("boxes.map((box) => box.value)") == ["4", "7", "1"]


LEFT = """<label>Due <input id=a></label><label>Mail <input id=b></label><button type=button id=c disabled>Next</button>
<button type=button onclick="log.push(a.value)">Save</button><form><button id=d disabled>Send</button></form>
<script>a.onblur = () => { a.value = ''; }; b.onblur = () => { d.disabled = false; };
d.onclick = (event) => { event.preventDefault(); log.push('sent'); };
b.onfocus = () => { b.setAttribute('aria-label', 'Use the arrow keys'); };</script>"""


async def test_a_field_is_judged_once_it_was_left_for_any_button(visit):
    """The page empties it, and shows its value nowhere else."""
    page = await visit(LEFT)
    await page.see()
    save = ("click", {"element_id": "button-1"})
    assert await page.batch(("fill", {"element_id": "input-0", "value": "2026-03-15"}), save) == snapshot(
        [
            'done: input-0 "Due" now holds "", not "2026-03-15": the page changed it',
            'skipped: not tried, because input-0 "Due" holds "", not "2026-03-15"',
        ]
    )
    assert await page.said() == []


async def test_a_button_that_waits_for_its_field_to_be_left_is_pressed(visit):
    """Until then it is disabled. A field may have another name while it has the focus."""
    page = await visit(LEFT)
    await page.see()
    send = ("click", {"element_id": "button-2"})
    assert await page.batch(("fill", {"element_id": "input-1", "value": "a@b.example"}), send) == snapshot(
        ['done: input-1 "Mail" holds "a@b.example"', 'done: clicked button-2 "Send"']
    )
    assert await page.said() == ["sent"]


TAKES_FOCUS = {
    "a cover": """document.body.insertAdjacentHTML('beforeend', '<div style="position:fixed;inset:0;background:white"><button>Go</button></div>');
      document.querySelector('button').focus();""",
    "another field": "setTimeout(() => document.querySelector('[aria-label=Three]').focus(), 30);",
}


@pytest.mark.parametrize("takes", TAKES_FOCUS.values(), ids=TAKES_FOCUS)
async def test_a_field_had_the_focus_that_the_page_moved_on(visit, takes):
    """It is proved that the action focused it, though something else has the focus now."""
    page = await visit(f"""<input aria-label=One><input aria-label=Two><input aria-label=Three><script>
    document.querySelector('[aria-label=Two]').onfocus = () => {{ {takes} }};</script>""")
    await page.see()
    focused = ("expect_state", {"element_id": "input-1", "value": "focused"})
    first = ("expect_state", focused[1] | {"element_id": "input-0"})
    said = await page.batch(("click", {"element_id": "input-1"}), focused, first)
    assert [each.split(":")[0] for each in said] == ["done", "done", "failed"]


LINES = {
    "blocks": ("<div># Notes</div><div><br></div><div>- buy</div><div><br></div>", "# Notes\n\n- buy"),
    "paragraphs": ("<p>One</p>\n<p>Two <b>bold</b></p>", "One\nTwo bold"),
    "a first line without a block": ("One<div>Two<br>Three</div>", "One\nTwo\nThree"),
    "breaks": ("One<br><br>Two<br>", "One\n\nTwo"),
    "a list": ("<ul><li>One</li><li>Two</li></ul>", "One\nTwo"),
}


async def test_the_value_of_an_editor_is_its_text_in_lines(visit):
    """An empty line is one, and paragraphs have none between them."""
    editors = "".join(f"<div role=textbox contenteditable>{html}</div>" for html, _ in LINES.values())
    page = await visit(editors)
    seen = await page.see()
    assert [each.value for each in seen.elements] == [value for _, value in LINES.values()]


DRAWN = """<div id=d role=combobox tabindex=0 aria-expanded=false aria-labelledby=t style="width:200px;border:1px solid">
<label id=t>Country</label> <span id=chosen></span></div>
<div style="display:flex"><span id=v>Choose</span><input id=a role=combobox aria-expanded=false aria-label=Town></div>
<ul role=listbox hidden><li role=option>Oslo</li></ul>"""


async def test_the_value_of_a_drawn_select_is_what_is_chosen(visit):
    """Neither its label nor its placeholder is; what stands beside its search field is, if it is one of the options."""
    page = await visit(DRAWN)
    assert [each.value for each in (await page.see()).elements] == ["", ""]
    await page.page.evaluate("chosen.textContent = 'Norway'; v.textContent = 'Oslo'")
    assert [each.value for each in (await page.see()).elements] == ["Norway", "Oslo"]
