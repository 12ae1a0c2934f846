"""Choosing one of several: native selects, suggestions, and the dropdowns that pages build themselves."""

from inline_snapshot import snapshot

SELECTS = """
<form onchange="log.push(event.target.name + '=' + [...event.target.selectedOptions].map(o => o.value))">
  <label>Size <select name=size><option value="">Choose<option value=s>Small<option value=l>Large
    <option value=xl disabled>Sold out</select></label>
  <label>Car <select name=car>
    <optgroup label=Swedish><option>Volvo<option>Saab</optgroup>
    <optgroup label=German disabled><option>Audi</optgroup></select></label>
  <label>Tags <select name=tags multiple size=3><option>red<option selected>green<option>blue</select></label>
</form>"""


async def test_native_selects_show_and_take_their_options(visit):
    """Short lists show all options, groups and disabled ones too; the page sees one change per choice."""
    page = await visit(SELECTS)
    assert await page.tree() == snapshot("""\
- form
  - select-0 (label="Size" options=["Choose", "Small", "Large", "Sold out" disabled] selected="Choose")
  - select-1 (label="Car" options=["Swedish": ["Volvo", "Saab"], "German": ["Audi" disabled]] selected="Volvo")
  - select-2 (label="Tags" options=["red", "green", "blue"] selected="green" multiple)\
""")
    assert await page.do("select", element_id="select-0", value="Large") == snapshot(
        'done: select-0 "Size" has "Large" selected'
    )
    assert await page.do("select", element_id="select-1", value="Saab") == snapshot(
        'done: select-1 "Car" has "Saab" selected'
    )
    assert await page.do("select_several", element_id="select-2", values=["red", "blue"]) == snapshot(
        'done: select-2 "Tags" has "red, blue" selected'
    )
    assert await page.said() == ["size=l", "car=Saab", "tags=red,blue"]
    assert await page.tree() == snapshot("""\
- form
  - select-0 (label="Size" options=["Choose", "Small", "Large", "Sold out" disabled] selected="Large")
  - select-1 (label="Car" options=["Swedish": ["Volvo", "Saab"], "German": ["Audi" disabled]] selected="Saab")
  - select-2 (label="Tags" options=["red", "green", "blue"] selected=["red", "blue"] multiple)\
""")


async def test_a_disabled_or_missing_option_is_refused_before_anything_changes(visit):
    """The refusal says what there is instead; the page sees nothing."""
    page = await visit(SELECTS)
    await page.see()
    assert await page.do("select", element_id="select-0", value="Sold out") == snapshot(
        'failed: option "Sold out" of select-0 "Size" is disabled'
    )
    assert await page.do("select", element_id="select-1", value="Audi") == snapshot(
        'failed: option "Audi" of select-1 "Car" is disabled'
    )
    assert await page.do("select", element_id="select-1", value="Fiat") == snapshot(
        'failed: select-1 "Car" has no option \'Fiat\'; it has "Volvo", "Saab"'
    )
    assert await page.said() == []


async def test_a_long_select_is_cut_in_the_tree_but_not_for_choosing(visit):
    """An option beyond those that are shown can be chosen by its label."""
    options = "".join(f"<option value=c{number}>City {number}" for number in range(300))
    page = await visit(f"<label>City <select onchange='log.push(this.value)'>{options}</select></label>")
    assert await page.tree() == snapshot(
        '- select-0 (label="City" options=["City 0", "City 1", "City 2", "City 3", "City 4", "City 5", "City 6", "City 7", … 292 more] selected="City 0")'
    )
    assert await page.do("select", element_id="select-0", value="City 299") == snapshot(
        'done: select-0 "City" has "City 299" selected'
    )
    assert await page.tree() == snapshot(
        '- select-0 (label="City" options=["City 0", "City 1", "City 2", "City 3", "City 4", "City 5", "City 6", "City 7", … 292 more] selected="City 299")'
    )
    assert (await page.do("expect_value", element_id="select-0", value="City 299")).startswith("done")
    assert await page.do("select", element_id="select-0", value="City 150") == snapshot(
        'done: select-0 "City" has "City 150" selected'
    )
    assert await page.do("select", element_id="select-0", value="Nowhere") == snapshot(
        'failed: select-0 "City" has 300 options, none is "Nowhere"; closest are "City 0", "City 1", "City 2", "City 3", "City 4"'
    )
    assert await page.said() == ["c299", "c150"]


COMBOBOX = """
<label for=town>Town</label>
<input id=town role=combobox aria-expanded=false aria-controls=list aria-autocomplete=list autocomplete=off>
<ul id=list role=listbox hidden></ul>
<script>
const towns = ['Bergen', 'Berlin', 'Bern', 'Oslo'];
let timer;
town.addEventListener('keyup', (event) => {
  if (event.key.length > 1 && event.key !== 'Backspace') return;
  clearTimeout(timer);
  timer = setTimeout(() => {
    const found = towns.filter((each) => each.toLowerCase().startsWith(town.value.toLowerCase()));
    list.innerHTML = found.map((each) => `<li role=option aria-selected=false>${each}</li>`).join('');
    list.hidden = !found.length;
    town.setAttribute('aria-expanded', String(!list.hidden));
  }, 250);
});
list.addEventListener('mousedown', (event) => {
  event.preventDefault();
  town.value = event.target.textContent;
  list.hidden = true;
  town.setAttribute('aria-expanded', 'false');
  log.push('picked ' + town.value);
});
</script>"""


async def test_a_combobox_is_typed_into_waited_for_and_picked_from(visit):
    """Typing by keys waits for suggestions that come late; the option is clicked; the field holds the choice."""
    page = await visit(COMBOBOX)
    assert await page.tree() == snapshot('- input-0 (label="Town" collapsed)')
    assert await page.do("type", element_id="input-0", value="ber") == snapshot(
        'done: input-0 "Town" holds "ber"; its list shows 3 options: "Bergen", "Berlin", "Bern"'
    )
    assert await page.tree() == snapshot("""\
- input-0 (label="Town" value="ber" expanded focused)
- *ul-0 (role=listbox)
  - *li-0 (role=option) "Bergen"
  - *li-1 (role=option) "Berlin"
  - *li-2 (role=option) "Bern"\
""")
    assert await page.do("click", element_id="li-2") == snapshot('done: clicked li-2 "Bern"')
    assert await page.said() == ["picked Bern"]
    assert await page.tree() == snapshot('- input-0 (label="Town" value="Bern" collapsed focused)')


REACT_SELECT = """
<style>#menu {position: absolute; top: 80px; left: 8px; border: 1px solid} #menu div {padding: 4px}</style>
<div id=control style="border:1px solid;width:200px;padding:6px"><span id=shown>Select a colour…</span>
  <input id=inner role=combobox aria-label=Colour aria-expanded=false aria-haspopup=true
    style="opacity:1;border:0;width:4px;outline:0"></div>
<div id=root></div>
<script>
const open = () => {
  if (document.querySelector('#menu')) return;
  const menu = document.createElement('div');
  menu.id = 'menu'; menu.setAttribute('role', 'listbox');
  menu.innerHTML = ['Red', 'Green', 'Blue'].map((c, i) => `<div role=option id=o${i}>${c}</div>`).join('');
  menu.onmousedown = (event) => event.preventDefault();
  document.body.append(menu);
  inner.setAttribute('aria-expanded', 'true');
  menu.onclick = (event) => { shown.textContent = event.target.textContent; log.push(event.target.textContent); close(); };
};
const close = () => { document.querySelector('#menu')?.remove(); inner.setAttribute('aria-expanded', 'false'); };
control.addEventListener('mousedown', (event) => { event.preventDefault(); inner.focus(); open(); });
inner.addEventListener('blur', close);
</script>"""


async def test_a_list_that_a_page_renders_elsewhere_is_opened_and_picked_from(visit):
    """A react-select-like control opens on mouse down; its options are at the end of the body."""
    page = await visit(REACT_SELECT)
    assert await page.tree() == snapshot("""\
- text "Select a colour…"
- input-0 (label="Colour" collapsed popup="menu")\
""")
    assert await page.do("click", element_id="input-0") == snapshot('done: clicked input-0 "Colour"')
    assert await page.tree() == snapshot("""\
- text "Select a colour…"
- input-0 (label="Colour" expanded popup="menu" focused)
- *div-0 (role=listbox)
  - *div-1 (role=option) "Red"
  - *div-2 (role=option) "Green"
  - *div-3 (role=option) "Blue"\
""")
    assert await page.do("click", element_id="div-2") == snapshot('done: clicked div-2 "Green"')
    assert await page.said() == ["Green"]
    assert await page.tree() == snapshot("""\
- text "Green"
- input-0 (label="Colour" value="Green" collapsed popup="menu" focused)\
""")


LISTBOX = """
<span id=l>Fruit</span>
<button id=b aria-haspopup=listbox aria-expanded=false aria-labelledby="l b">Apple</button>
<ul id=u role=listbox tabindex=-1 hidden aria-labelledby=l>
  <li role=option aria-selected=true>Apple<li role=option>Pear<li role=option aria-disabled=true>Quince</ul>
<script>
b.onclick = () => { u.hidden = !u.hidden; b.setAttribute('aria-expanded', !u.hidden); if (!u.hidden) u.focus(); };
u.onclick = ({target}) => {
  if (target.ariaDisabled) return;
  [...u.children].forEach((li) => li.setAttribute('aria-selected', li === target));
  b.textContent = target.textContent; u.hidden = true; b.setAttribute('aria-expanded', 'false'); log.push(b.textContent);
};
</script>"""


async def test_a_button_with_a_listbox(visit):
    """Clicks open it and choose; a disabled option is refused."""
    page = await visit(LISTBOX)
    assert await page.tree() == snapshot("""\
- text "Fruit"
- button-0 (label="Fruit Apple" collapsed popup="listbox") "Apple"\
""")
    assert await page.do("click", element_id="button-0") == snapshot('done: clicked button-0 "Fruit Apple"')
    assert await page.tree() == snapshot("""\
- text "Fruit"
- button-0 (label="Fruit Apple" expanded popup="listbox") "Apple"
- *ul-0 (role=listbox label="Fruit" focused)
  - *li-0 (role=option selected) "Apple"
  - *li-1 (role=option) "Pear"
  - *li-2 (role=option disabled) "Quince"\
""")
    assert await page.do("click", element_id="li-2") == snapshot(
        'failed: li-2 "Quince" is disabled; something else must be done first'
    )
    assert await page.do("click", element_id="li-1") == snapshot('done: clicked li-1 "Pear"')
    assert await page.said() == ["Pear"]
    assert await page.tree() == snapshot("""\
- text "Fruit"
- button-0 (label="Fruit Pear" collapsed popup="listbox") "Pear"\
""")


async def test_a_field_with_a_datalist_shows_its_suggestions_and_takes_any_text(visit):
    """Suggestions are part of the tree; what is filled need not be one of them."""
    page = await visit("""
        <label>Browser <input list=known onchange="log.push(this.value)"></label>
        <datalist id=known><option value=Chrome><option value=Firefox><option value=Safari></datalist>""")
    assert await page.tree() == snapshot('- input-0 (label="Browser" suggestions=["Chrome", "Firefox", "Safari"])')
    assert await page.do("fill", element_id="input-0", value="Firefox") == snapshot(
        'done: input-0 "Browser" holds "Firefox"'
    )
    assert await page.do("press", element_id="input-0", key="Tab") == snapshot('done: pressed Tab on input-0 "Browser"')
    assert await page.said() == ["Firefox"]


async def test_an_autocomplete_that_only_keys_wake_up(visit):
    """Fill presses keys where they are listened to, as type does, and the list is there."""
    page = await visit("""
        <input aria-label=Search><p id=hint></p>
        <script>document.querySelector('input').onkeydown = () => { hint.innerHTML = '<a href=#x>Suggestion</a>'; }</script>""")
    await page.see()
    assert await page.do("fill", element_id="input-0", value="su") == snapshot(
        'done: typed key by key: input-0 "Search" holds "su"'
    )
    assert await page.tree() == snapshot("""\
- input-0 (label="Search" value="su" focused)
- *a-0 "Suggestion"\
""")


async def test_a_dependent_select_is_waited_for(visit):
    """Options that the page loads after another choice are awaited within one batch."""
    page = await visit("""
        <label>Country <select id=a><option value="">-<option>Norway</select></label>
        <label>Town <select id=b disabled onchange="log.push(this.value)"></select></label>
        <script>a.onchange = () => setTimeout(() => { b.innerHTML = '<option>Oslo<option>Bergen'; b.disabled = false }, 400)
        </script>""")
    await page.see()
    assert await page.batch(
        ("select", {"element_id": "select-0", "value": "Norway"}),
        ("select", {"element_id": "select-1", "value": "Bergen"}),
    ) == snapshot(['done: select-0 "Country" has "Norway" selected', 'done: select-1 "Town" has "Bergen" selected'])
    assert await page.said() == ["Bergen"]


async def test_a_combobox_is_chosen_from_by_keys(visit):
    """Arrow keys move through a list that only the keyboard opens; Enter takes it, Escape closes it."""
    page = await visit("""
        <div role=combobox tabindex=0 aria-label=Level aria-expanded=false id=c>Low</div>
        <script>
        const levels = ['Low', 'Middle', 'High']; let at = 0;
        c.onkeydown = (event) => {
          if (event.key === 'ArrowDown') { at = Math.min(at + 1, 2); c.setAttribute('aria-expanded', 'true'); }
          if (event.key === 'Enter') { c.textContent = levels[at]; log.push(levels[at]); }
          if (['Enter', 'Escape'].includes(event.key)) c.setAttribute('aria-expanded', 'false');
        };</script>""")
    assert await page.tree() == snapshot('- div-0 (role=combobox label="Level" value="Low" collapsed) "Low"')
    assert await page.batch(
        ("press", {"element_id": "div-0", "key": "ArrowDown"}),
        ("press", {"element_id": "div-0", "key": "ArrowDown"}),
        ("press", {"element_id": "div-0", "key": "Enter"}),
    ) == snapshot(
        [
            'done: pressed ArrowDown on div-0 "Level"',
            'done: pressed ArrowDown on div-0 "Level"',
            'done: pressed Enter on div-0 "Level"',
        ]
    )
    assert await page.said() == ["High"]
    assert await page.tree() == snapshot('- div-0 (role=combobox label="Level" value="High" collapsed focused) "High"')


async def test_a_drawn_select_has_the_value_that_it_shows_and_no_placeholder(visit):
    """The part that shows it may be one of those that name it; a part that alone names it is its label."""
    page = await visit("""<b id=l>Country</b> <div role=combobox tabindex=0 aria-labelledby="l v"><span id=v>Austria</span></div>
        <div role=combobox tabindex=0 aria-labelledby=t><span id=t>Town</span></div>
        <button role=combobox aria-labelledby=l data-placeholder>Select one</button>
        <button role=combobox aria-label=Size><span class=select__placeholder>Choose</span></button>""")
    seen = await page.see()
    assert [(each.name, each.value) for each in seen.elements] == [
        ("Country Austria", "Austria"),
        ("Town", ""),
        ("Country", ""),
        ("Size", ""),
    ]


async def test_what_a_class_alone_marks_as_chosen_is_selected(visit):
    """Among elements of one kind side by side, not all of which are marked, and without states of their own."""
    page = await visit("""<div id=sizes><b class="size active">S</b><b class=size>M</b></div>
        <button class=is-active>Go</button><p><button class=is-active aria-pressed=false>Bold</button><button>Plain</button></p>
        <div><button data-state=off>Left</button><button data-state=on>Right</button></div>
        <script>for (const one of sizes.children) one.onclick = () => {
          for (const each of sizes.children) each.classList.toggle('active', each === one); };</script>""")
    assert await page.tree() == snapshot("""\
- b-0 (selected) "S"
- b-1 "M"
- button-0 "Go"
- p
  - button-1 (pressed="false") "Bold"
  - button-2 "Plain"
- button-3 "Left"
- button-4 (selected) "Right"\
""")
    await page.do("click", element_id="b-1")
    assert 'b-1 (selected) "M"' in await page.tree()


async def test_a_list_that_is_still_closing_is_opened_again(visit):
    """It closes with an animation after each choice; its options move away until then."""
    page = await visit("""<style>@keyframes away { to { transform: translateY(300px) } }</style>
        <div role=combobox tabindex=0 aria-label=Languages aria-haspopup=listbox aria-expanded=false aria-controls=l>none</div>
        <div role=listbox id=l aria-multiselectable=true hidden>
          <div role=option aria-selected=false>French</div><div role=option aria-selected=false>German</div></div>
        <script>
          const box = document.querySelector('[role=combobox]'), list = document.getElementById('l');
          box.onclick = () => { list.hidden = false; list.style.animation = ''; box.setAttribute('aria-expanded', 'true'); };
          list.onclick = ({ target }) => {
            target.setAttribute('aria-selected', 'true');
            box.textContent = [...list.querySelectorAll('[aria-selected=true]')].map((one) => one.textContent).join(', ');
            list.style.animation = 'away 1s forwards';
            setTimeout(() => { list.hidden = true; box.setAttribute('aria-expanded', 'false'); }, 800);
          };
        </script>""")
    await page.see()
    done = await page.do("select_several", element_id="div-0", values=["French", "German"])
    assert done == 'done: div-0 "Languages" has "French, German" selected'


async def test_a_drawn_box_around_a_native_field_is_no_second_field_of_its_form(visit):
    """A drawn field in a shadow root belongs to the form around its host."""
    page = await visit("""<form><div role=combobox tabindex=0 aria-label=Country>
          <select aria-label=Country><option>Austria</select><div role=listbox tabindex=0 aria-label=Places>Vienna</div></div>
        <x-stars></x-stars><div role=slider tabindex=0 aria-label=Volume aria-valuenow=3>3</div></form>
        <script>document.querySelector('x-stars').attachShadow({ mode: 'open' }).innerHTML =
          '<div role=slider tabindex=0 aria-label=Quality aria-valuenow=0>0</div>';</script>""")
    forms = {each.id: each.form for each in (await page.see()).elements}
    assert forms == snapshot({"div-0": None, "select-0": 0, "div-1": None, "div-2": 0, "div-3": 0})


async def test_a_list_that_lets_nothing_through_while_it_opens(visit):
    """Its options are not disabled: a transition keeps the mouse from them for a moment."""
    page = await visit("""<input role=combobox aria-label=Country aria-expanded=false aria-controls=l readonly>
        <div role=listbox id=l hidden style="pointer-events: none">
          <div role=option>Austria</div><div role=option aria-disabled=true>Germany</div></div>
        <script>
          const box = document.querySelector('input'), list = document.getElementById('l');
          box.onclick = () => { list.hidden = false; setTimeout(() => { list.style.pointerEvents = 'auto'; }, 400); };
          list.onclick = ({ target }) => { box.value = target.textContent; list.hidden = true; };
        </script>""")
    await page.see()
    assert await page.do("select", element_id="input-0", value="Germany") == snapshot(
        'failed: input-0 "Country" has no option \'Germany\'; it has "Austria"'
    )
    assert await page.do("select", element_id="input-0", value="Austria") == snapshot(
        'done: input-0 "Country" has "Austria" selected'
    )


async def test_a_field_out_of_sight_that_only_opens_a_list_is_pressed_on_its_box(visit):
    """Its label would only move the focus."""
    page = await visit("""<label for=f>Country</label>
        <div style="width: 200px; height: 36px; border: 1px solid" onmousedown="l.hidden = false"><span id=shown>Select...</span>
          <input id=f role=combobox readonly style="position: relative; left: -300px; width: 1px; opacity: 0; padding: 0; border: 0"></div>
        <div role=listbox id=l hidden onclick="shown.textContent = event.target.textContent; l.hidden = true">
          <div role=option>Austria</div><div role=option>Germany</div></div>""")
    await page.see()
    assert await page.do("select", element_id="input-0", value="Germany") == snapshot(
        'done: input-0 "Country" has "Germany" selected'
    )
