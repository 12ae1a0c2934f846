"""What JupyterLab, Node-RED and Streamlit do that the small pages of other tests did not."""

from inline_snapshot import snapshot

MENU = """<div tabindex=0><ul role=menu style="list-style:none">
  <li tabindex=0 aria-haspopup=true onclick="log.push('Theme')"><div>Theme</div><div><svg width=16 height=16 aria-hidden=true></svg></div></li>
  <li tabindex=0 role=presentation style="height:9px"><div></div><div></div></li>
  <li tabindex=0 role=menuitem onclick="log.push('Bigger')">Bigger</li></ul></div>"""


async def test_a_line_between_the_items_of_a_menu_is_none_of_them(visit):
    """It can have the focus like them. An item that opens another menu is one, whose name messages give."""
    page = await visit(MENU)
    assert await page.tree() == snapshot("""\
- div-0
  - menu
    - li-0 (role=menuitem popup="menu") "Theme"
    - li-1 (role=menuitem) "Bigger"\
""")
    assert await page.do("click", element_id="li-0") == snapshot('done: clicked li-0 "Theme"')
    assert await page.said() == ["Theme"]


async def test_a_link_that_leads_nowhere_does_not_seem_to_lead_home(visit, web):
    """Scripts make buttons of links to nothing but "#"."""
    web.pages["/"] = (
        "<a href='#' onclick='1' style='font:20px/1 serif'><i class='fa fa-bars'></i>&nbsp;</a> <a href=/home><i class='fa fa-home'></i>&nbsp;</a>"
    )
    page = await visit(url=f"{web.url}/")
    assert await page.tree() == snapshot("""\
- a-0 (icon="fa-bars")
- a-1 (icon="fa-home" href="/home")\
""")


SWITCH = """<label style="display:flex"><span style="position:absolute;clip-path:inset(50%);height:1px;width:1px;overflow:hidden">
<input type=checkbox role=switch aria-label=Urgent></span>
<div style="width:32px;height:16px;background:#ccc"><div style="width:12px;height:12px;background:#fff"></div></div><div>Urgent</div></label>
<script>for (const type of ['pointerdown', 'pointermove']) document.addEventListener(type, () => {});</script>"""


async def test_the_drawing_of_a_labelled_switch_is_no_surface_to_drag(visit):
    """Also where the whole page listens to presses and moves, as component libraries do."""
    page = await visit(SWITCH)
    assert await page.tree() == snapshot('- input-0 (type=checkbox role=switch label="Urgent" unchecked)')


DIAGRAM = """<div id=flow tabindex=0><svg width=500 height=200>
<g><path style="opacity:0;stroke:#fff;stroke-width:20px;fill:none" d="M 130 40 L 300 120"></path>
<path style="pointer-events:none" stroke="#999" fill=none d="M 130 40 L 300 120"></path></g>
<g transform="translate(10,20)"><rect width=120 height=40 fill="#abd"></rect><g><text x=20 y=25>Every minute</text></g>
<g class="out-port" transform="translate(115,15)"><rect class="flow-port" width=10 height=10></rect></g></g>
<g transform="translate(300,100)"><rect width=120 height=40 fill="#dba"></rect><g><text x=20 y=25>Log</text></g></g>
</svg></div><script>
for (const part of document.querySelectorAll('rect, path')) part.addEventListener('mousedown', () => log.push(part.localName + (part.nextSibling?.textContent ?? '').trim()));
</script>"""


async def test_the_parts_of_a_diagram_have_the_text_in_them_as_name_and_its_lines_can_be_clicked(visit):
    """A line is drawn too thin to be hit: an unseen one along it takes its clicks."""
    page = await visit(DIAGRAM)
    assert await page.tree() == snapshot("""\
- div-0
  - path-0 (at="223,88")
  - rect-0 (label="Every minute")
  - text "Every minute"
  - rect-1 (hint="port" at="138,48")
  - rect-2 (label="Log")
  - text "Log"\
""")
    await page.do("click", element_id="path-0")
    assert await page.said() == ["path"]


NODES = """<style>.node{position:absolute;background:#8ff;width:120px;height:60px} .port{position:absolute;right:-8px;top:20px;width:16px;
height:16px;border:1px solid;cursor:crosshair}</style>
<div id=editor style="position:relative;height:400px"><div><div class=node style="left:20px;top:20px">Mail<input><div class="port output"></div></div>
<div class=node style="left:300px;top:120px">Log</div></div></div>
<script>editor.addEventListener('mousedown', (event) => log.push(event.target.className)); editor.addEventListener('dblclick', () => {});</script>"""


async def test_what_a_script_has_placed_in_a_box_that_listens_for_it_can_be_dragged(visit):
    """Nodes of a diagram or bars of a plan, and the ports that a cursor of their own shows."""
    page = await visit(NODES)
    assert await page.tree() == snapshot("""\
- div-0 "Mail"
  - input-0
  - div-1 (hint="port output")
- div-2 "Log"\
""")
    assert await page.do("drag", element_id="div-1", onto="div-2") == snapshot('done: dragged div-1 onto div-2 "Log"')
    assert await page.said() == ["port output"]


SHAPE = """<svg width=300 height=200 tabindex=0 id=canvas><g data-element-id="Process_1"><g data-element-id="StartEvent_1x7"><circle cx=60 cy=60 r=20 fill="#fff"
stroke="#000"></circle></g></g></svg><script>canvas.addEventListener('click', (event) => log.push(event.target.localName));</script>"""


async def test_the_only_shape_of_a_diagram_has_an_id(visit):
    page = await visit(SHAPE)
    assert await page.tree() == snapshot("""\
- svg-0 (hint="canvas")
  - g-0 (hint="start event" at="68,68")\
""")
    await page.do("click", element_id="g-0")
    assert await page.said() == ["circle"]


SHEET = """<style>td{min-width:60px;height:20px}</style><div id=sheet><table><tr><td>1<td data-x=0 data-y=0>Ann<td data-x=1 data-y=0><input type=checkbox>
<td data-x=2 data-y=0><td data-x=3 data-y=0>ok<tr><td>2<td data-x=0 data-y=1><td data-x=1 data-y=1><input type=checkbox>
<td data-x=2 data-y=1><td data-x=3 data-y=1></table></div>
<script>document.addEventListener('mousedown', (event) => log.push(event.target.dataset.x));</script>"""


async def test_empty_cells_of_a_sheet_have_ids_beside_cells_that_are_controls(visit):
    page = await visit(SHEET)
    assert await page.tree() == snapshot("""\
- table
  - tr
    - td "1"
    - td-0 "Ann"
    - input-0 (type=checkbox unchecked)
    - td-1 (hint="x 2")
    - td-2 "ok"
  - tr
    - td "2"
    - td-3
    - input-1 (type=checkbox unchecked)
    - td-4 (hint="x 2")
    - td-5 (hint="x 3")\
""")
    await page.do("click", element_id="td-3")
    assert await page.said() == ["0"]


GRID = """<style>[role=gridcell]{display:inline-block;width:80px;height:24px} .grip{display:inline-block;width:6px;height:24px}</style>
<div role=grid id=grid><div role=row><div role=gridcell tabindex=0>Ann</div><span class=grip></span><div role=gridcell tabindex=0 aria-checked=true><svg
width=14 height=14></svg></div><span class=grip></span><div role=gridcell><svg width=14 height=14 fill=red></svg></div><span class=grip></span></div></div>
<script>for (const grip of document.querySelectorAll('.grip')) grip.addEventListener('mousedown', () => {});
grid.addEventListener('click', (event) => log.push(event.target.closest('[role]').innerHTML.includes('red') ? 'deleted' : 'other'));</script>"""


async def test_cells_with_nothing_but_an_icon_have_ids_and_states_and_handles_between_them_no_line(visit):
    page = await visit(GRID)
    assert await page.tree() == snapshot("""\
- tr
  - div-0 (role=gridcell) "Ann"
  - div-1 (role=gridcell checked)
  - div-2 (role=gridcell)\
""")
    await page.do("click", element_id="div-2")
    assert await page.said() == ["deleted"]


async def test_what_only_looks_like_a_control_is_none(visit):
    """A line between items, an icon that takes no clicks, a label of nothing."""
    page = await visit(
        "<ul style='list-style:none' id=tools><li style='cursor:pointer'>Undo</li><li style='cursor:pointer;width:17px'><div style='width:1px;height:24px;"
        "background:#444'></div></li><li style='cursor:pointer'>Crop</li></ul><script>tools.addEventListener('click', () => {})</script>"
        "<label style='cursor:pointer'>Repeat</label> <select><option>never</select>"
        "<svg width=18 height=18 style='cursor:pointer;pointer-events:none'><path d='M5 8l4 4 4-4z'></path></svg>"
    )
    assert await page.tree() == snapshot("""\
- ul
  - li-0 "Undo"
  - li-1 "Crop"
- text "Repeat"
- select-0 (options=["never"] selected="never")\
""")


async def test_a_link_in_the_chosen_item_of_a_list_is_selected(visit):
    """Style sheets mark the link, or the item around it."""
    page = await visit(
        "<ul><li><a class='nav-link active' href='#a'>Structure</a></li><li><a class=nav-link href='#b'>Content</a></li></ul>"
        "<ul><li><a href='#c'>Day</a></li><li class=active><a href='#d'>Week</a></li></ul>"
    )
    assert await page.tree() == snapshot("""\
- ul
  - a-0 (selected) "Structure"
  - a-1 "Content"
- ul
  - a-2 "Day"
  - a-3 (selected) "Week"\
""")


async def test_an_icon_with_a_cursor_of_its_own_can_be_clicked(visit):
    """The arrow that opens an item of a tree: a picture behind an empty element."""
    page = await visit(
        "<style>i{display:inline-block;width:24px;height:24px;cursor:pointer;background-image:url('data:image/gif;base64,R0lGODlhAQABAAAAACw=')}</style>"
        "<div role=tree tabindex=0 id=tree><ul role=group><li><i class=toggle></i><a href='#' role=treeitem aria-expanded=false>Root</a></li></ul></div>"
        "<script>tree.addEventListener('click', (event) => log.push(event.target.localName))</script>"
    )
    assert await page.tree() == snapshot("""\
- div-0 (role=tree)
  - li
    - i-0 (hint="toggle")
    - a-0 (role=treeitem collapsed) "Root"\
""")
    await page.do("click", element_id="i-0")
    assert await page.said() == ["i"]


SEATS = """<style>#seats div{display:inline-block;width:30px;height:30px;cursor:pointer} .taken{background:#999}</style>
<div id=seats><div>A1</div><div class=taken>A2</div><div>A3</div></div>
<svg width=200 height=40><g onclick="1"><title>Seat B1</title><rect width=30 height=30></rect></g>
<g onclick="1" transform="translate(40)"><title>Seat B2</title><rect class=is-occupied width=30 height=30></rect></g></svg>
<a class="btn disabled" href="#a">Deploy</a> <a class=btn href="#b">Save</a> <a class="btn w-full" href="#c">Full</a>
<table><tr><td>Ann<td><i class=icon-ok></i><tr><td>Bob<td><svg class=cross width=14 height=14></svg></table>
<script>seats.addEventListener('click', () => {})</script>"""


async def test_a_state_that_only_a_class_shows_is_told_and_so_is_the_icon_of_a_cell(visit):
    """Of one among several of its kind; the shape in a group of a drawing may have it."""
    page = await visit(SEATS)
    assert await page.tree() == snapshot("""\
- div-0
  - div-1 "A1"
  - div-2 (marked="taken") "A2"
  - div-3 "A3"
- g-0 (label="Seat B1")
- g-1 (label="Seat B2" marked="occupied")
- a-0 (marked="disabled") "Deploy"
- a-1 "Save"
- a-2 "Full"
- table
  - tr
    - td "Ann"
    - td (icon="icon-ok")
  - tr
    - td "Bob"
    - td (icon="cross")\
""")


LIST_OF_CELL = """<style>td{width:90px;height:20px} .list{position:absolute;top:40px} .item{width:80px;height:20px}</style>
<table style="position:relative"><tr><td data-x=0 style="cursor:pointer">apple<div class=list><div class=item>pear</div><div class=item>plum</div></div>
<td data-x=1>1<td data-x=2>2<td data-x=3>3</table>
<script>document.addEventListener('mousedown', (event) => log.push(event.target.textContent));</script>"""


async def test_the_items_of_a_list_that_a_cell_opens_beside_itself_have_ids(visit):
    """They are in the cell, whose cursor they have, too."""
    page = await visit(LIST_OF_CELL)
    assert await page.tree() == snapshot("""\
- tr
  - td-0 "apple"
    - div-0 "pear"
    - div-1 "plum"
  - td-1 "1"
  - td-2 "2"
  - td-3 "3"\
""")
    await page.do("click", element_id="div-1")
    assert await page.said() == ["plum"]


async def test_the_label_of_what_has_no_area_is_no_part_of_a_name(visit):
    page = await visit(
        "<div onclick='1' style='display:flex'><button>Pets</button><div aria-label='Copy path' style='width:0;height:20px'></div></div>"
    )
    assert await page.tree() == snapshot('- button-0 "Pets"')


async def test_controls_without_a_box_that_show_text_alone_have_ids(visit):
    """Their text stands for them: it is where they are, and where they are clicked."""
    page = await visit(
        "<style>.bare{display:contents}</style><div style='padding:40px'><button class=bare onclick=\"log.push('saved')\">Save</button> or "
        "<a class=bare href='#help'>read the help</a></div>"
    )
    seen = await page.see()
    assert seen.tree == snapshot("""\
- button-0 "Save"
- text "or"
- a-0 "read the help"\
""")
    assert [(each.box.x, each.box.width < 100) for each in seen.elements if each.tag == "button"] == [(48, True)]
    assert await page.batch(("click", {"element_id": "button-0"}), ("click", {"element_id": "a-0"})) == snapshot(
        ['done: clicked button-0 "Save"', 'done: clicked a-0 "read the help"']
    )
    assert await page.said() == ["saved"]
    assert await page.page.evaluate("location.hash") == "#help"


CELL = """<div role=grid><div role=row><div role=gridcell tabindex=0 id=cell>Ann</div></div></div><script>
cell.addEventListener('mousedown', () => { if (!cell.children.length) cell.insertAdjacentHTML('beforeend', '<button aria-label="Open menu" style="float:right">v</button>'); });
cell.addEventListener('dblclick', () => log.push('edit'));</script>"""


async def test_a_cell_that_gets_buttons_once_it_is_pressed_stays_the_same(visit):
    """Its own text is what it was, so that a second press may follow."""
    page = await visit(CELL)
    await page.see()
    assert await page.do("double_click", element_id="div-0") == snapshot('done: double-clicked div-0 "Ann"')
    assert await page.said() == ["edit"]


DRAWN_SWITCH = """<div role=switch id=host aria-checked=false style="display:inline-block"></div><script>
const root = host.attachShadow({ mode: 'open' });
root.innerHTML = '<div style="display:flex;width:240px"><div style="width:200px">Alerts</div><div class=body style="width:32px;height:16px;background:#999;cursor:pointer"></div></div>';
root.querySelector('.body').addEventListener('click', () => { host.ariaChecked = String(host.ariaChecked !== 'true'); });
for (const type of ['pointerdown', 'pointermove']) document.addEventListener(type, () => {});</script>"""


async def test_a_switch_is_clicked_where_it_is_drawn_beside_its_label(visit):
    page = await visit(DRAWN_SWITCH)
    assert await page.tree() == snapshot('- div-0 (role=switch unchecked) "Alerts"')
    assert await page.do("check", element_id="div-0") == snapshot('done: div-0 "Alerts" is checked')


async def test_pictures_of_one_name_are_told_apart_by_their_tooltips(visit):
    """As the markers of a map."""
    page = await visit(
        "".join(
            f"<img role=button tabindex=0 alt=Marker title={title} width=20 height=20>" for title in ("Depot", "Shop")
        )
    )
    assert await page.tree() == snapshot("""\
- img-0 (role=button label="Marker" description="Depot")
- img-1 (role=button label="Marker" description="Shop")\
""")
