"""Which element is still the same: lists that reuse their nodes, and text inside an element that shows its state."""

import pytest
from inline_snapshot import snapshot

PEOPLE = """<ul id=list></ul><script>
const show = (...names) => { names.forEach((name, n) => { const li = list.children[n] || list.appendChild(document.createElement('li'));
  const a = li.firstElementChild || li.appendChild(document.createElement('a')); a.textContent = name; a.href = '/people/' + name.toLowerCase(); }); };
show('Ada', 'Bob', 'Cy');</script>"""


async def test_a_node_that_a_list_gives_to_another_record_gets_a_new_id(visit):
    """Lists without keys put other records into the nodes they have: an ID is of what was seen under it."""
    page = await visit(PEOPLE)
    assert await page.tree() == snapshot("""\
- ul
  - a-0 "Ada"
  - a-1 "Bob"
  - a-2 "Cy"\
""")
    await page.page.evaluate("show('Keneth', 'Bob', 'Ada')")
    assert await page.tree() == snapshot("""\
- ul
  - *a-3 "Keneth"
  - a-1 "Bob"
  - *a-4 "Ada"\
""")
    assert await page.refusal("click", element_id="a-0") == snapshot(
        'click: there is no element \'a-0\' on the page; closest are a-3 "Keneth", a-1 "Bob", a-4 "Ada"'
    )


async def test_a_node_of_the_same_record_keeps_its_id(visit):
    """A button that says something else after it was pressed, in a row that tells how often, is the same button."""
    page = await visit("""<ul><li>Tea <span>0</span> <button onclick="this.previousElementSibling.textContent = ++n;
        this.textContent = 'Added'">Add</button><li>Coffee <span>0</span> <button>Add</button></ul><script>let n = 0</script>""")
    await page.see()
    await page.do("click", element_id="button-0")
    assert await page.tree() == snapshot("""\
- ul
  - li "Tea 1"
    - button-0 (focused) "Added"
  - li "Coffee 0"
    - button-1 "Add"\
""")


async def test_buttons_with_another_value_are_others(visit):
    """Where names are equal, what a button sends tells records apart."""
    page = await visit("<div><button value=7>Delete</button><button value=8>Delete</button></div>")
    await page.see()
    await page.page.evaluate("document.querySelectorAll('button').forEach((button, n) => { button.value = 8 + n; })")
    assert await page.tree() == snapshot("""\
- *button-2 "Delete"
- *button-3 "Delete"\
""")


async def test_the_next_page_is_under_the_same_link(visit):
    """A link that is alone with its name stays the same when its address goes on."""
    page = await visit("<nav><a href='?page=2'>Next</a></nav>")
    await page.see()
    await page.page.evaluate("document.querySelector('a').href = '?page=3'")
    assert await page.tree() == snapshot('- a-0 "Next"')


COUNTER = """<div id=pane style="height:60px;width:200px;overflow:auto"><div style="height:400px" id=inner>Apples <button>-</button>
<span id=count></span><button>+</button> in the basket of today</div></div>"""


@pytest.mark.parametrize(
    ("tool", "parameters"),
    [
        ("scroll", {"direction": "down"}),
        ("hover", {}),
        ("read", {}),
        ("drag", {"right": 20}),
        ("hover_at", {"points": "5,90"}),
    ],
)
async def test_text_inside_an_element_may_change_before_it_is_looked_at_or_dragged(visit, tool, parameters):
    """A counter in a scroll container is its state; the container is the same."""
    page = await visit(COUNTER)
    await page.see()
    await page.page.evaluate("count.textContent = '1'")
    outcome = await page.do(tool, element_id="div-0", **parameters)
    assert outcome.startswith("done: ")


async def test_another_label_is_another_element(visit):
    """What an author calls an element names it, whatever is done with it."""
    page = await visit(
        "<div role=region aria-label=Inbox style='height:50px;overflow:auto' id=pane><p style='height:300px'>Mail</p></div>"
    )
    await page.see()
    await page.page.evaluate("pane.setAttribute('aria-label', 'Trash')")
    assert await page.do("scroll", element_id="div-0", direction="down") == snapshot(
        'failed: div-0 changed since you saw it: it was region "Inbox", now it is region "Trash"; look again'
    )


async def test_another_item_in_the_same_node_is_not_dragged(visit):
    """A few words inside an element are its name."""
    page = await visit("""<div draggable=true id=item>Pay rent</div>
        <div tabindex=0 role=group aria-label=Bin style='height:60px'>Bin</div>""")
    await page.see()
    await page.page.evaluate("item.textContent = 'Call home'")
    assert await page.do("drag", element_id="div-0", onto="div-1") == snapshot(
        'failed: div-0 changed since you saw it: it was an element "Pay rent", now it is an element "Call home"; look again'
    )


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ("alpha " * 20, "beta " * 20, f'"{"alpha " * 9}alpha…", now it is an element "{"beta " * 11}beta…"'),
        (
            "Inbox of Ada Lovelace, with 40 messages from people, of whom 17 wait for an answer since the day before yesterday",
            "Inbox of Ada Lovelace, with 40 messages from people, of whom 18 wait for an answer since the day before yesterday",
            (
                '"…om people, of whom 17 wait for an answer since the day bef…", '
                'now it is an element "…om people, of whom 18 wait for an answer since the day bef…"'
            ),
        ),
    ],
)
async def test_of_a_long_name_that_changed_the_part_is_told_that_did(visit, was, now, told):
    page = await visit(f"<div tabindex=0 onclick='1' id=row>{was}</div>")
    await page.see()
    await page.page.evaluate("(now) => { row.textContent = now; }", now)
    assert await page.do("click", element_id="div-0") == (
        f"failed: div-0 changed since you saw it: it was an element {told}; look again"
    )


async def test_only_what_is_in_the_tree_is_suggested(visit):
    """What went away with the same change is no help."""
    page = await visit("<div id=old><button>Save</button><button>Save as</button></div><button>Help</button>")
    await page.see()
    await page.page.evaluate("old.innerHTML = '<a href=/x>Saved</a>'")
    assert await page.do("click", element_id="button-0") == snapshot(
        'failed: button-0 "Save" is no longer on the page; closest are button-2 "Help"'
    )
    await page.page.evaluate("document.body.innerHTML = '<p>Thank you</p>'")
    assert await page.do("click", element_id="button-2") == snapshot(
        'failed: button-2 "Help" is no longer on the page; no other element of the page can be acted on'
    )


RENAMED = """<ul id=list><li tabindex=0>Austria</li><li tabindex=0>Germany</li></ul>
<ul><li id=row tabindex=0 title="Name: plan.txt Size: 1008 B Changed: 13:40">plan.txt</li></ul>
<button id=inbox>Inbox (3)</button><button id=pay>Pay $10</button><button id=slot>13:40</button><button id=drop>Delete</button><script>
  list.onmouseover = (event) => { if (event.target.localName === 'li') event.target.insertAdjacentHTML('beforeend', ' <i>Press to select</i>'); };
  drop.onmouseover = () => { drop.textContent = 'Delete all'; };
  pay.onmouseover = () => { pay.textContent = 'Pay $10 or $100'; };
  onclick = (event) => { const at = event.target.closest('li, button'); if (at) log.push(at.id || at.firstChild.data.trim()); };
</script>"""


async def test_an_element_that_renames_itself_is_the_same(visit):
    """By a hint while it is pointed at, and by its own size, time or count; not by a number or a word in its text."""
    page = await visit(RENAMED)
    await page.see()
    await page.page.evaluate(
        """row.title = 'Name: plan.txt Size: 1.4 KB Changed: 13:48'; inbox.textContent = 'Inbox (4)'"""
    )
    assert await page.batch(
        ("click", {"element_id": "li-1"}), ("click", {"element_id": "li-2"}), ("click", {"element_id": "button-0"})
    ) == snapshot(
        [
            "done: clicked li-1",
            'done: clicked li-2 "Name: plan.txt Size: 1008 B Changed: 13:40"',
            'done: clicked button-0 "Inbox (3)"',
        ]
    )
    assert await page.said() == ["Germany", "row", "inbox"]
    assert await page.do("click", element_id="button-1") == snapshot(
        'failed: button-1 changed: it was button "Pay $10", now it is button "Pay $10 or $100"; nothing was done, look again'
    )
    assert await page.do("click", element_id="button-3") == snapshot(
        'failed: button-3 changed: it was button "Delete", now it is button "Delete all"; nothing was done, look again'
    )
    assert await page.said() == []


async def test_another_record_or_amount_in_the_same_node_is_refused(visit):
    """A time that a button is for, the name of a file, an amount."""
    page = await visit(RENAMED)
    await page.see()
    await page.page.evaluate("""row.title = 'Name: bill.txt Size: 1008 B Changed: 13:40'; pay.textContent = 'Pay $100';
        slot.textContent = '13:48'""")
    assert [await page.do("click", element_id=name) for name in ("li-2", "button-1", "button-2")] == snapshot(
        [
            'failed: li-2 changed since you saw it: it was listitem "Name: plan.txt Size: 1008 B Changed: 13:40", now it is listitem "Name: bill.txt Size: 1008 B Changed: 13:40"; look again',
            'failed: button-1 changed since you saw it: it was button "Pay $10", now it is button "Pay $100"; look again',
            'failed: button-2 changed since you saw it: it was button "13:40", now it is button "13:48"; look again',
        ]
    )
    assert await page.said() == []


RUNNING = """<button id=clock></button><button id=share></button><button id=count onclick="this.textContent = 'Apples ' + ++n">Apples 0</button>
<button id=pay>Pay $1</button><button id=order>Approve order 41</button><button id=slot>Book 10:30</button><script>
  let n = 0;
  const began = performance.now();
  const shown = (id, text) => { if (window[id].textContent !== text) window[id].textContent = text; };
  const tick = () => {
    const passed = (performance.now() - began) / 1000;
    shown('clock', 'Stop ' + new Date(passed * 1000).toISOString().slice(11, 19));
    shown('share', `Cancel ${Math.floor(10 * passed) % 100}%`);
  };
  tick();
  setInterval(tick, 20);
  onclick = (event) => log.push(event.target.id);
</script>"""
SEEN_RUNNING = "new Promise((done) => setTimeout(done, 3300))"
"""Waits until the clock of the page has gone on three times. How long that takes does not matter."""


@pytest.mark.slow
@pytest.mark.long
async def test_a_button_with_a_running_clock_is_the_same(visit):
    """A stopwatch, the share of work that is done, and the run's own clicks; not a number that jumps by itself."""
    page = await visit(RUNNING)
    await page.see()
    await page.page.evaluate(SEEN_RUNNING)
    await page.see()
    await page.page.evaluate("""new Promise((done) => setTimeout(() => {
      order.textContent = 'Approve order 42'; slot.textContent = 'Book 11:00'; pay.textContent = 'Pay $2'; done(); }, 1200))""")
    twice = ("click", {"element_id": "button-2"})
    clicks = [("click", {"element_id": f"button-{n}"}) for n in (0, 1)]
    assert [each.split(": ")[0] for each in await page.batch(*clicks, twice, twice)] == ["done"] * 4
    assert await page.said() == ["clock", "share", "count", "count"]
    assert [await page.do("click", element_id=f"button-{n}") for n in (3, 4, 5)] == snapshot(
        [
            'failed: button-3 changed since you saw it: it was button "Pay $1", now it is button "Pay $2"; look again',
            'failed: button-4 changed since you saw it: it was button "Approve order 41", now it is button "Approve order 42"; look again',
            'failed: button-5 changed since you saw it: it was button "Book 10:30", now it is button "Book 11:00"; look again',
        ]
    )
    assert await page.said() == []


async def test_another_record_is_not_a_running_number(visit):
    """A page that puts one record after another in the same button, one of a list, or an amount that it counts up."""
    page = await visit(
        """<button id=order>Approve order 41</button><button id=pay>Pay $1</button><ul><li><button id=item>Open 7</button><li><button>Open 8</button></ul>"""
    )
    await page.see()
    for n in range(1, 5):
        await page.page.evaluate(
            "(n) => { order.textContent = `Approve order ${41 + 7 * n}`; pay.textContent = `Pay $${1 + n}`; item.textContent = `Open ${70 + n}`; }",
            n,
        )
        await page.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    assert [await page.do("click", element_id=f"button-{n}") for n in (0, 1, 2)] == snapshot(
        [
            'failed: button-0 changed since you saw it: it was button "Approve order 41", now it is button "Approve order 69"; look again',
            'failed: button-1 changed since you saw it: it was button "Pay $1", now it is button "Pay $5"; look again',
            'failed: button-2 changed since you saw it: it was button "Open 7", now it is button "Open 74"; look again',
        ]
    )


FOCUSED = """<label>Due date <input id=due></label><label>Mail <small hidden>We never share it</small><input id=mail></label>
<input id=town placeholder=Town><label>Phone <input id=phone></label><label>Send to Ann <input id=ann></label><label>Keep the note <input id=note></label>
<input id=pay aria-label="Pay $10"><input id=row aria-label="Note of row 41"><input id=own aria-label="Ann"><script>
  const called = (id, name) => { window[id].onfocus = () => queueMicrotask(() => window[id].setAttribute('aria-label', name)); };
  called('due', 'Use the arrow keys to pick a date');
  mail.onfocus = () => { mail.previousElementSibling.hidden = false; };
  town.onfocus = () => { town.placeholder = ''; };
  called('phone', 'Phone, required, never passed on');
  called('ann', 'Send to Bob');
  called('note', 'Drop the note');
  called('pay', 'Pay $100');
  called('row', 'Note of row 42');
  called('own', 'Use the arrow keys');
</script>"""


@pytest.mark.parametrize("tool", ["fill", "type"])
async def test_a_field_may_show_a_hint_while_it_has_the_focus(visit, tool):
    """In place of its name, which its label still says, or in its label; or it clears its placeholder."""
    page = await visit(FOCUSED)
    await page.see()
    for number in range(4):
        assert "done: " in await page.do(tool, element_id=f"input-{number}", value="Rome")
    assert await page.page.evaluate("[due, mail, town, phone].map((field) => field.value)") == ["Rome"] * 4


async def test_a_slider_may_show_its_value_in_its_name(visit):
    """The number in its label is its value; another number there may be another slider's."""
    page = await visit("""<label id=n for=v>Volume: 10</label><input type=range id=v value=10 oninput="n.textContent = 'Volume: ' + this.value">
        <label id=m for=w>Row 3</label><input type=range id=w value=10 oninput="m.textContent = 'Row 4'">""")
    await page.see()
    assert await page.batch(
        ("fill", {"element_id": "input-0", "value": "40"}), ("fill", {"element_id": "input-0", "value": "60"})
    ) == snapshot(['done: input-0 "Volume: 10" holds "40"', 'done: input-0 "Volume: 10" holds "60"'])
    assert "changed: it was" in await page.do("fill", element_id="input-1", value="40")


async def test_a_field_that_becomes_another_with_the_focus_is_refused(visit):
    """Another destination, verb, amount or row, and a name that nothing on the page says any more."""
    page = await visit(FOCUSED)
    await page.see()
    assert [await page.do("type", element_id=f"input-{number}", value="Rome") for number in range(4, 9)] == snapshot(
        [
            'failed: input-4 changed: it was textbox "Send to Ann", now it is textbox "Send to Bob"; nothing was done, look again',
            'failed: input-5 changed: it was textbox "Keep the note", now it is textbox "Drop the note"; nothing was done, look again',
            'failed: input-6 changed: it was textbox "Pay $10", now it is textbox "Pay $100"; nothing was done, look again',
            'failed: input-7 changed: it was textbox "Note of row 41", now it is textbox "Note of row 42"; nothing was done, look again',
            'failed: input-8 changed: it was textbox "Ann", now it is textbox "Use the arrow keys"; nothing was done, look again',
        ]
    )
    assert await page.page.evaluate("[ann, note, pay, row, own].map((field) => field.value)") == [""] * 5


async def test_a_button_that_moves_while_it_is_pressed_is_not_reported_as_clicked(visit):
    """The browser sends no click to it then; a popup that opens under the mouse is another matter."""
    page = await visit("""<button id=away style="position:absolute;top:40px">Save</button><button id=menu>Menu</button>
        <div id=list hidden style="position:fixed;inset:0;background:white">List</div><script>
        away.onpointerdown = () => { away.style.top = '300px'; }; away.onclick = () => log.push('saved');
        menu.onpointerdown = () => { list.hidden = false; log.push('menu'); };</script>""")
    await page.see()
    assert await page.do("click", element_id="button-0") == snapshot(
        "unknown: button-0 moved away while the mouse button was down, so it was pressed but not clicked; the rest of the action was stopped; it may have taken effect: look before you repeat it"
    )
    assert await page.said() == []
    await page.see()
    assert await page.do("click", element_id="button-1") == snapshot('done: clicked button-1 "Menu"')
    assert await page.said() == ["menu"]
