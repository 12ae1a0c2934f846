"""Elements that act although another one listens for them, and controls of which only the browser knows what they are."""

from inline_snapshot import snapshot

DELEGATED = """<style>td { padding: 4px } .stars span, .board div div { display: inline-block; width: 24px; height: 24px }</style>
<table id=days><tr><th>Mo<th>Tu<tr><td>14<td>15</table>
<div class=stars id=stars><span>*</span><span>*</span><span>*</span></div>
<div class=board id=board><div><div>a</div><div></div><div></div></div><div><div></div><div></div><div>b</div></div><div><div></div><div></div><div></div></div></div>
<section id=files><h3>Files</h3><ul><li>plan.txt<li>notes.txt</ul></section>
<div id=card style="width:200px"><div>Title of a card</div><div>Its text</div></div>
<table id=prices><tr><td>Tea<td><a href=#1>Buy</a><tr><td>Coffee<td><a href=#2>Buy</a></table>
<script>for (const one of [days, stars, board, files, card, prices]) one.addEventListener('mousedown', (event) => {
  log.push(`${one.id}: ${event.target.textContent}`); });</script>"""


async def test_cells_and_items_whose_presses_their_container_handles_are_targets(visit):
    """Days, stars, squares and rows of a list are; the parts of one card are not, nor a table with controls of its own."""
    page = await visit(DELEGATED)
    assert await page.tree() == snapshot("""\
- table
  - tr "Mo | Tu"
  - tr
    - td-0 "14"
    - td-1 "15"
- span-0 "*"
- span-1 "*"
- span-2 "*"
- div-0 "a"
- div-1
- div-2
- div-3
- div-4
- div-5 "b"
- div-6
- div-7
- div-8
- h3 "Files"
- ul
  - li-0 "plan.txt"
  - li-1 "notes.txt"
- div-9 "Title of a card | Its text"
- table
  - tr
    - td "Tea"
    - a-0 (href="#1") "Buy"
  - tr
    - td "Coffee"
    - a-1 (href="#2") "Buy"\
""")
    assert await page.do("click", element_id="td-1") == snapshot('done: clicked td-1 "15"')
    assert await page.do("click", element_id="li-1") == snapshot("done: clicked li-1")
    assert await page.said() == ["days: 15", "files: notes.txt"]


async def test_days_and_stars_are_targets_though_all_clicks_go_to_the_document(visit):
    """Only what is surely clicked: not other cells and boxes, though they have data, too."""
    week = "".join(f"<td>{day}" for day in range(1, 8))
    weeks = week + "".join("<tr>" + "".join(f"<td>{day}" for day in range(start, start + 7)) for start in (8, 15, 22))
    page = await visit(f"""<table><tr><th>Mo<tr>{weeks}</table><table><tr><td>3<td>4<tr><td>5<td>6</table>
        <p data-index=1>One</p><div><i data-star=1>*</i><i data-star=2>*</i><i data-star=3>*</i></div>
        <script>addEventListener('click', (event) => log.push(event.target.dataset.star ?? event.target.textContent));</script>""")
    seen = await page.see()
    assert [each.id for each in seen.elements] == [*(f"td-{n}" for n in range(28)), "i-0", "i-1", "i-2"]
    await page.batch(("click", {"element_id": "td-14"}), ("click", {"element_id": "i-1"}))
    assert await page.said() == ["15", "2"]


async def test_the_cells_of_a_grid_that_a_field_opens_are_its_suggestions(visit):
    """The rows are not: their cells are pressed, and a text that is that of a cell chooses it."""
    page = await visit("""<input aria-label=Food role=combobox aria-haspopup=grid aria-controls=g aria-autocomplete=list
        id=food aria-expanded=false><div role=grid id=g></div><script>food.oninput = () => { g.innerHTML = ['Apple', 'Leek'].map((name) =>
        `<div role=row><b role=gridcell>${name}</b> <i role=gridcell>fresh</i></div>`).join(''); food.ariaExpanded = 'true'; };
        g.onclick = (event) => { log.push(event.target.textContent); food.value = event.target.textContent; g.innerHTML = ''; };
        </script>""")
    await page.see()
    assert 'its list shows 4 options: "Apple", "fresh", "Leek"' in await page.do(
        "type", element_id="input-0", value="Ap"
    )
    assert await page.do("type", element_id="input-0", value="Leek") == snapshot(
        'done: input-0 "Food" holds "Leek", chosen from its list'
    )
    assert await page.said() == ["Leek"]


async def test_rows_and_cells_with_a_roving_focus_are_targets(visit):
    """The keyboard reaches those with the tabindex -1 from the others; their states are shown, too."""
    page = await visit("""<table role=treegrid><tr role=row tabindex=0 aria-expanded=false><td role=gridcell>Inbox
        <tr role=row tabindex=-1 aria-selected=true><td role=gridcell>Drafts</table>
        <table role=grid><tr><td tabindex=0>1<td tabindex=-1 aria-selected=true>2</table>""")
    assert await page.tree() == snapshot("""\
- table
  - tr-0 (collapsed) "Inbox"
  - tr-1 (selected) "Drafts"
- tr
  - td-0 (role=gridcell) "1"
  - td-1 (role=gridcell selected) "2"\
""")


async def test_a_box_that_opens_when_it_is_pressed_is_a_target(visit):
    """The field that takes its keys is out of sight."""
    page = await visit("""<div id=box style="border:1px solid;width:220px;padding:6px"><span>Pick a colour</span>
        <input readonly style="position:absolute;width:1px;height:1px;opacity:0"></div>
        <script>box.onmousedown = () => log.push('open');</script>""")
    assert await page.do("click", element_id=(await page.see()).elements[0].id) == snapshot(
        'done: clicked div-0 "Pick a colour"'
    )
    assert await page.said() == ["open"]


async def test_what_turns_with_the_mouse_is_a_target(visit):
    """Only the document listens; the box is drawn in perspective."""
    page = await visit("""<p>Turn it</p><div style="width:90px;height:90px;perspective:300px">
        <div id=face style="background:#fd8;width:90px;height:90px">1</div></div><script>let from = null;
        document.addEventListener('mousedown', (event) => { from = event.clientX; });
        document.addEventListener('mousemove', (event) => { if (from !== null) face.textContent = event.clientX - from; });
        document.addEventListener('mouseup', () => { log.push(face.textContent); from = null; });</script>""")
    assert await page.tree() == snapshot("""\
- p "Turn it"
- div-0 "1"\
""")
    assert await page.do("drag", element_id="div-0", right=60) == snapshot('done: dragged div-0 "1" by 60 px right')
    assert await page.said() == ["60"]


async def test_what_can_be_grabbed_in_a_drawing_is_a_target(visit):
    """Only the window listens; the cursor shows what can be turned."""
    page = await visit("""<svg width=90 height=90><g style="cursor:grab"><circle cx=45 cy=45 r=40></circle></g></svg><script>
        let from = null; addEventListener('pointerdown', (event) => { from = event.clientX; });
        addEventListener('pointerup', (event) => log.push(event.clientX - from));</script>""")
    (knob,) = (await page.see()).elements
    await page.do("drag", element_id=knob.id, right=20)
    assert await page.said() == [20]


async def test_custom_elements_have_the_names_and_values_that_the_browser_knows(visit):
    """Such a name is not the attribute `name`, and a value without a text of its own is its number."""
    page = await visit("""<x-field name=s label=Street></x-field> <x-rating>**</x-rating><script>
        const define = (name, tell) => customElements.define(name, class extends HTMLElement {
          static formAssociated = true;
          constructor() { super(); this.tabIndex = 0; this.style.cssText = 'display:inline-block;width:99px;height:20px'; tell(this, this.attachInternals()); }
        });
        define('x-field', (it, own) => { own.role = 'textbox'; own.ariaLabel = it.getAttribute('label'); it.contentEditable = 'true'; });
        define('x-rating', (it, own) => {
          Object.assign(own, { role: 'slider', ariaLabel: 'Rating', ariaValueMin: '1', ariaValueMax: '5', ariaValueNow: '2' });
          it.onkeydown = (event) => { own.ariaValueNow = String(+own.ariaValueNow + (event.key === 'ArrowRight') - (event.key === 'ArrowLeft')); };
        });</script>""")
    assert await page.tree() == snapshot("""\
- x-field-0 (role=textbox label="Street")
- x-rating-0 (role=slider label="Rating" value="2" min="1" max="5") "**"\
""")
    assert await page.batch(("fill", {"element_id": "x-rating-0", "value": "4"})) == snapshot(
        ['done: x-rating-0 "Rating" holds "4"']
    )


async def test_custom_elements_have_the_labels_roles_and_states_that_the_browser_knows(visit):
    """A label names the field inside of one; a role and a state may be known to the browser alone."""
    page = await visit("""<label for=city>City</label> <x-field id=city></x-field>
        <label>Street <x-field></x-field></label> <x-switch on>Dark mode</x-switch> <x-switch>Sounds</x-switch>
        <x-plain>Nothing</x-plain><script>
        customElements.define('x-plain', class extends HTMLElement {});
        customElements.define('x-field', class extends HTMLElement {
          static formAssociated = true;
          constructor() {
            super(); this.attachInternals();
            this.attachShadow({ mode: 'open', delegatesFocus: true }).innerHTML = '<input>';
          }
        });
        customElements.define('x-switch', class extends HTMLElement {
          constructor() {
            super();
            const own = this.attachInternals();
            own.role = 'switch';
            own.ariaChecked = String(this.hasAttribute('on'));
            this.tabIndex = 0;
            this.style.cssText = 'display:inline-block;padding:5px';
            this.onclick = () => { own.ariaChecked = String(own.ariaChecked !== 'true'); log.push(this.textContent); };
          }
        });</script>""")
    assert await page.tree() == snapshot("""\
- input-0 (label="City")
- input-1 (label="Street")
- x-switch-0 (role=switch checked) "Dark mode"
- x-switch-1 (role=switch unchecked) "Sounds"
- text "Nothing"\
""")
    assert await page.batch(
        ("fill", {"element_id": "input-1", "value": "Main 1"}),
        ("uncheck", {"element_id": "x-switch-0"}),
        ("uncheck", {"element_id": "x-switch-1"}),
    ) == snapshot(
        [
            'done: input-1 "Street" holds "Main 1"',
            'done: x-switch-0 "Dark mode" is unchecked',
            'done: x-switch-1 "Sounds" was already unchecked',
        ]
    )
    assert await page.said() == ["Dark mode"]
    assert "x-switch-0 (role=switch unchecked" in await page.tree()


async def test_a_field_under_a_part_of_its_own_widget_is_pressed_there(visit):
    """The box that shows its value takes the click, as it does when a person clicks there."""
    page = await visit("""<label for=a>Country</label><div id=box style="position:relative;width:200px;height:30px">
        <input id=a role=combobox readonly style="position:absolute;inset:0;opacity:0">
        <div style="position:absolute;inset:0;background:#fff"><span>Choose</span></div></div>
        <script>box.onclick = (event) => log.push(event.target.textContent);</script>""")
    assert await page.tree() == snapshot("""\
- input-0 (label="Country" readonly)
- text "Choose"\
""")
    assert await page.do("click", element_id="input-0") == snapshot('done: clicked input-0 "Country"')
    assert await page.said() == ["Choose"]


async def test_the_text_of_a_canvas_can_be_read_and_proved(visit):
    """What stands in it for those who cannot see it, row by row."""
    rows = "".join(f"<tr><td>Bolt {n}<td>{n * 7}" for n in range(40))
    page = await visit(f"<canvas id=c width=300 height=90 tabindex=0><table role=grid>{rows}</table></canvas>")
    seen = await page.see()
    assert "Bolt 39 273" in seen.text
    assert "Bolt 39 273" in await page.do("read", element_id="canvas-0")


async def test_named_parts_of_a_drawing_that_listens_for_them_have_ids(visit):
    """Seats, countries and bars are often known to their drawing by a title or a class alone."""
    seats = "".join(
        f"<g class=seat><title>Seat {row}{n}</title><circle cx={40 * n} cy={40 * row_n} r=14></circle></g>"
        for row_n, row in enumerate("AB", 1)
        for n in (1, 2, 3)
    )
    page = await visit(f"""<svg id=hall width=200 height=120><rect width=200 height=10 fill=gray />{seats}</svg><script>
        hall.addEventListener('click', ({{ target }}) => log.push(target.closest('.seat')?.textContent));</script>""")
    seat = next(element for element in (await page.see()).elements if element.name == "Seat B2")
    await page.do("click", element_id=seat.id)
    assert await page.said() == ["Seat B2"]


async def test_seats_whose_presses_the_document_handles_are_targets_with_their_names(visit):
    """Each is a group of a shape with its key and a text, and the document acts when the button comes up."""
    seats = "".join(
        f"<g><rect data-seat={n} x={30 * n} width=24 height=24 /><text x={30 * n} y=20>A{n}</text></g>"
        for n in range(4)
    )
    page = await visit(f"""<svg width=200 height=80>{seats}</svg><script>
        document.onpointerup = (event) => log.push(event.target.closest('g')?.textContent);</script>""")
    assert await page.tree() == snapshot("""\
- g-0 "A0"
- g-1 "A1"
- g-2 "A2"
- g-3 "A3"\
""")
    assert await page.do("click", element_id="g-2") == snapshot('done: clicked g-2 "A2"')
    assert await page.said() == ["A2"]


async def test_the_box_of_a_text_field_is_no_target_of_its_own(visit):
    """It gives its field the keyboard; one that shows more than the field and its label is a target."""
    page = await visit("""<div id=one><label for=name>Name</label><input id=name value=Ann></div><div id=two><b>Clear</b><input></div>
        <script>one.onclick = () => document.getElementById('name').focus(); two.onclick = () => {};</script>""")
    assert await page.tree() == snapshot("""\
- input-0 (label="Name" value="Ann")
- div-0 "Clear"
  - input-1\
""")
