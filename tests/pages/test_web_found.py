"""What can be acted on beyond plain links, buttons and fields: each is found once, and the click lands where it was meant."""

import pytest
from inline_snapshot import snapshot

IMAGE_MAP = """
<img usemap="#plan" width=300 height=200 alt="Floor plan" style="border:4px solid; padding:6px"
  src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E">
<map name=plan onclick="log.push(event.target.alt); event.preventDefault()">
  <area alt=Kitchen href=#k shape=rect coords="0,0,100,100">
  <area alt=Bath href=#b shape=circle coords="200,60,30">
  <area alt=Hall href=#h shape=poly coords="0,110,300,110,300,200,280,200,280,130,0,130">
  <area alt=Wall shape=rect coords="110,0,120,20">
</map><div style="height:2000px"></div>
<map name=unused><area alt=Nowhere href=#n coords="0,0,9,9"></map>"""


async def test_areas_of_an_image_map(visit):
    """Areas that lead somewhere are links on their image; a click hits inside the shape, brought into view before."""
    page = await visit(IMAGE_MAP)
    seen = await page.see()
    assert seen.tree == snapshot("""\
- page (scrollable, 2.7 screens below)
- img (label="Floor plan")
- area-0 (role=link label="Kitchen")
- area-1 (role=link label="Bath")
- area-2 (role=link label="Hall")\
""")
    assert [(e.box.x, e.box.y, e.box.width, e.box.height) for e in seen.elements] == snapshot(
        [(18.0, 18.0, 100.0, 100.0), (188.0, 48.0, 60.0, 60.0), (18.0, 128.0, 300.0, 90.0)]
    )
    await page.page.evaluate("scrollTo(0, 2000)")
    assert await page.tree() == snapshot("""\
- page (scrollable, 2.7 screens above)
- img (label="Floor plan")
- area-0 (role=link label="Kitchen" above)
- area-1 (role=link label="Bath" above)
- area-2 (role=link label="Hall" above)\
""")
    for element in seen.elements:
        await page.do("click", element_id=element.id)
    assert await page.do("hover", element_id="area-1") == snapshot('done: the mouse is over area-1 "Bath"')
    assert await page.said() == ["Kitchen", "Bath", "Hall"]


async def test_an_area_under_something_else_is_covered(visit):
    """What lies over an area is named, and the click is refused."""
    page = await visit(IMAGE_MAP + "<div style='position:fixed;left:0;top:0;width:120px;height:120px'>Banner</div>")
    assert await page.tree() == snapshot("""\
- page (scrollable, 2.7 screens below)
- img (label="Floor plan")
- area-0 (role=link label="Kitchen" covered-by="div: Banner")
- area-1 (role=link label="Bath")
- area-2 (role=link label="Hall")
- text "Banner"\
""")
    assert await page.do("click", element_id="area-0") == snapshot(
        'failed: area-0 "Kitchen" is covered by div: Banner; deal with that first'
    )
    assert await page.said() == []


async def test_a_canvas_is_clicked_by_position(visit):
    """A canvas has an ID, and `x` and `y` say where on it in percent; one that lets clicks through is none."""
    page = await visit("""
        <canvas width=200 height=100 aria-label=Board style="border:5px solid"></canvas>
        <canvas width=800 height=600 style="position:absolute;left:0;top:0;pointer-events:none"></canvas><script>
        document.querySelector('canvas').onclick = (event) => log.push([event.offsetX, event.offsetY])</script>""")
    assert await page.tree() == snapshot('- canvas-0 (label="Board")')
    await page.do("click", element_id="canvas-0")
    await page.do("click_with", element_id="canvas-0", x=0, y=100)
    await page.do("click_with", element_id="canvas-0", x=25)
    assert await page.said() == snapshot([[100, 50], [0, 99], [50, 50]])
    assert await page.refusal("click_with", element_id="canvas-0", x=101) == snapshot(
        "click_with: x: Input should be less than or equal to 100; its parameters are: element_id, x, y, button, modifiers, hold"
    )


async def test_a_canvas_below_everything_is_no_target(visit):
    """A layer of effects that something else takes every click of is not even a line; with a part in the open it is one."""
    page = await visit("""
        <canvas width=300 height=100></canvas><div style="position:absolute;inset:0;height:200px">The page</div>
        <canvas width=300 height=300 style="position:absolute;left:0;top:150px"></canvas>""")
    assert await page.tree() == snapshot("""\
- text "The page"
- canvas-0\
""")


async def test_a_handle_without_a_name_is_not_its_rail(visit):
    """Of two things without a name, one in the other, both stand where a click on either is not the same."""
    page = await visit("""
        <div id=rail style="position:relative;width:200px;height:20px;background:silver">
        <span id=handle tabindex=0 class=slider-handle style="position:absolute;width:14px;height:20px;left:40px;background:navy"></span></div>
        <script>rail.onmousedown = (event) => { handle.style.left = event.offsetX + 'px'; log.push('moved') }
        handle.onkeydown = (event) => log.push(event.key)</script>""")
    assert await page.tree() == snapshot("""\
- div-0 (hint="rail")
  - span-0 (hint="handle")\
""")
    await page.do("press", element_id="span-0", key="ArrowRight")
    assert await page.said() == ["ArrowRight"]


async def test_a_page_in_an_object_is_read_like_a_frame(visit):
    """What it shows has IDs, and is clicked where it is."""
    page = await visit("""
        <h1>Outside</h1><object type="text/html" width=400 height=200
        data="data:text/html,<button onclick='this.textContent = 1'>Inside</button>"></object>""")
    assert await page.tree() == snapshot("""\
- h1 "Outside"
- iframe
  - f1.button-0 "Inside"\
""")
    await page.do("click", element_id="f1.button-0")
    assert await page.tree() == snapshot("""\
- h1 "Outside"
- iframe
  - f1.button-0 (focused) "1"\
""")


async def test_a_card_and_what_is_in_it_are_clicked_apart(visit):
    """Card, link and button have an ID each; a click on the card misses the button in its middle."""
    page = await visit("""
        <div style="cursor:pointer;width:300px;padding:20px;border:1px solid" onclick="log.push('card')">
        <button style="width:280px;height:90px" onclick="log.push('buy'); event.stopPropagation()">Buy</button>
        <a href="#shoes" onclick="log.push('link'); event.stopPropagation()">Shoes</a></div>""")
    assert await page.tree() == snapshot("""\
- div-0
  - button-0 "Buy"
  - a-0 "Shoes"\
""")
    for target in ("div-0", "button-0", "a-0"):
        await page.do("click", element_id=target)
    assert await page.said() == ["card", "buy", "link"]


async def test_an_open_item_of_a_tree_is_clicked_in_its_own_row(visit):
    """The middle of an open branch is one of its leaves; the click goes to the branch's own row."""
    page = await visit("""
        <ul role=tree aria-label=Files onclick="log.push(event.target.closest('[role=treeitem]').id)">
        <li role=treeitem aria-expanded=true tabindex=0 id=docs>
          <div style="cursor:pointer"><span style="cursor:pointer">Docs</span></div>
          <ul role=group><li role=treeitem tabindex=-1 id=a>A.txt</li><li role=treeitem tabindex=-1 id=b>B.txt</li></ul>
        </li></ul>""")
    assert await page.tree() == snapshot("""\
- ul-0 (role=tree label="Files")
  - li-0 (role=treeitem expanded) "Docs"
    - li-1 (role=treeitem) "A.txt"
    - li-2 (role=treeitem) "B.txt"\
""")
    for target in ("li-0", "li-1", "li-2"):
        await page.do("click", element_id=target)
    assert await page.said() == ["docs", "a", "b"]


async def test_controls_in_drawings(visit):
    """Links, roles, listeners and pointers inside an SVG are targets, its text is read; icons stay whole."""
    page = await visit("""
        <svg width=400 height=60 onclick="log.push(event.target.closest('[id]').id)"><defs><text>Unused</text></defs>
          <a href="#x" id=link><text x=5 y=20>Linked</text></a>
          <g role=button tabindex=0 aria-label=Zoom id=zoom><rect x=80 width=30 height=30 /></g>
          <rect id=bar x=130 width=30 height=30><title>May: 7</title></rect>
          <g id=node style="cursor:pointer"><circle cx=200 cy=20 r=15></circle><text x=190 y=25>Start</text></g>
          <text x=300 y=20 id=axis>Axis</text></svg>
        <button id=icon onclick="log.push('icon')"><svg width=50 height=50><text y=20>i</text></svg>Help</button>
        <script>document.querySelector('#bar').addEventListener('click', () => log.push('heard'))</script>""")
    await page.see()
    seen = await page.see()
    assert seen.tree == snapshot("""\
- svg-0
  - a-0 "Linked"
  - g-0 (role=button label="Zoom")
  - rect-0 (label="May: 7")
  - g-1 "Start"
  - text "Axis"
- button-0 "Help"\
""")
    for element in seen.elements:
        await page.do("click", element_id=element.id)
    assert await page.said() == snapshot(["axis", "link", "zoom", "heard", "bar", "node", "icon"])


async def test_what_takes_no_input_is_no_target(visit):
    """An inert subtree is text; what the mouse goes through is disabled, unless something in it stops the mouse."""
    page = await visit("""
        <div inert><button>Old</button> <label><input type=checkbox> Box</label> <input type=file><p>Text</p></div>
        <button style="pointer-events:none">Off</button>
        <a href="#a" style="pointer-events:none"><b style="pointer-events:auto" onclick="log.push('b')">On</b></a>""")
    assert await page.tree() == snapshot("""\
- text "Old Box"
- p "Text"
- button-0 (disabled) "Off"
- a-0 "On"\
""")
    assert await page.do("click", element_id="button-0") == snapshot(
        'failed: button-0 "Off" is disabled; something else must be done first'
    )
    await page.do("click", element_id="a-0")
    assert await page.said() == ["b"]


async def test_what_says_nothing_has_a_hint(visit):
    """Nameless targets show a word or two of their markup."""
    page = await visit("""
        <style>.target, [draggable] { display:block; width:20px; height:20px; cursor:pointer }</style>
        <div class="css-1x9 row-handle" draggable=true></div><span class="target modal__closeBtn"></span>
        <button class="btn swiper-button-next"></button><i class="target"><svg data-testid="DeleteIcon" width=9 height=9></svg></i>
        <input name=coupon_code><div class=target title=Named></div>""")
    assert await page.tree() == snapshot("""\
- div-0 (hint="handle")
- span-0 (hint="close")
- button-0 (hint="next")
- i-0 (hint="delete")
- input-0 (hint="coupon code")
- div-1 (label="Named")\
""")


async def test_what_repeats_its_neighbour_is_left_out(visit):
    """Rails of sliders, texts of tree items, arrows of dropdowns and backdrops have no ID of their own."""
    page = await visit("""
        <div class=slider style="position:relative;width:200px;height:12px;cursor:pointer"><div class=rail></div>
          <div class=track style="width:90px;height:4px"></div><div role=slider tabindex=0 aria-label=Volume
            aria-valuenow=30 style="position:absolute;left:60px;top:0;width:12px;height:12px"></div></div>
        <div role=tree><div role=treeitem tabindex=0 style="width:400px"><i class=expand style="display:inline-block;
          width:9px;height:9px"></i><span class=label>Docs</span></div></div>
        <div tabindex=0 aria-haspopup=listbox style="width:300px">Pick one<i class="arrow-down"
          style="display:inline-block;width:9px;height:9px"></i></div>
        <div class=mask style="position:fixed;inset:0;z-index:-1;cursor:pointer"></div><script>
        for (const one of document.querySelectorAll('.track, .expand, .label, .arrow-down')) one.onclick = () => {}
        </script>""")
    await page.see()
    assert await page.tree() == snapshot("""\
- div-0 (role=slider label="Volume" value="30")
- tree
  - div-1 (role=treeitem)
    - i-0 (hint="expand")
    - text "Docs"
- div-2 (popup="listbox") "Pick one"\
""")


async def test_an_icon_that_hears_clicks_is_found_whatever_its_class_is_called(visit):
    """In a pane that scrolls and in a tree item alike; a box that hears clicks and shows nothing is what stands around it."""
    icon = "url(data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=)"
    page = await visit(f"""
        <style>i {{ display:inline-block; width:16px; height:16px }}</style>
        <div style="overflow:auto;height:60px"><p>Tortor<p><i class=reply style="content:{icon}"></i><p style="height:200px">Cursus</div>
        <div id=item style="width:300px">Folder <i class=hitarea style="background-image:{icon}"></i><i class=ripple></i></div><script>
        for (const one of document.querySelectorAll('i, #item')) one.onclick = (event) => {{
          log.push(one.className || one.id); event.stopPropagation() }};</script>""")
    await page.see()
    seen = await page.see()
    assert seen.tree == snapshot("""\
- div-0 (scrollable="4 screens below")
  - p "Tortor"
  - i-0 (hint="reply")
  - p "Cursus"
- div-1 "Folder"
  - i-1 (hint="hitarea")\
""")
    for element in seen.elements:
        if element.tag == "i":
            await page.do("click", element_id=element.id)
    assert await page.said() == ["reply", "hitarea"]


async def test_handlers_that_react_keeps_to_itself(visit):
    """Under a root that listens for everything, the handlers in the properties of a node count."""
    page = await visit("""
        <div id=root><div id=card>Card</div><p id=note>Note</p><span id=grip>Grip</span></div><script>
        const root = document.querySelector('#root'), key = '__reactProps$x1';
        for (const type in root) if (type.startsWith('on')) root.addEventListener(type.slice(2), () => {});
        const give = (id, props) => { document.querySelector('#' + id)[key] = props; };
        give('card', {onDoubleClick() { log.push('card') }}); give('note', {}); give('grip', {onMouseDown() {}});
        root.addEventListener('dblclick', (event) => event.target[key].onDoubleClick?.());</script>""")
    await page.see()
    assert await page.tree() == snapshot("""\
- div-0 "Card"
- p "Note"
- span-0 "Grip"\
""")
    await page.do("double_click", element_id="div-0")
    assert await page.said() == ["card"]


async def test_popovers_and_dialogs_open_by_their_invokers(visit):
    """What is closed is not shown; an invoker opens it, and a modal dialog is marked."""
    page = await visit("""
        <button popovertarget=menu>Menu</button><div id=menu popover><button onclick="log.push('inside')">Inside</button></div>
        <button onclick="ask.showModal()">Ask</button><dialog id=ask><p>Sure?</p><button onclick="ask.close(); log.push('ok')">OK
        </button></dialog>""")
    assert await page.tree() == snapshot("""\
- button-0 "Menu"
- button-1 "Ask"\
""")
    await page.do("click", element_id="button-0")
    assert await page.tree() == snapshot("""\
- button-0 (focused) "Menu"
- *button-2 "Inside"
- button-1 "Ask"\
""")
    await page.do("click", element_id="button-2")
    await page.do("press", key="Escape")
    await page.do("click", element_id="button-1")
    assert await page.tree() == snapshot("""\
… fold-0: 2 more behind the dialog (2 button)
- dialog (modal)
  - p "Sure?"
  - *button-3 (focused) "OK"\
""")
    await page.do("click", element_id="button-3")
    assert await page.said() == ["inside", "ok"]


@pytest.mark.slow
async def test_options_cells_headers_and_summaries(visit):
    """Options of a list, cells that take the focus, headers that sort and summaries are targets, with their state."""
    page = await visit("""
        <ul role=listbox aria-label=Size><li role=option aria-selected=true>S<li role=option id=m>M</ul>
        <div role=grid aria-label=Days><div role=row><div role=gridcell tabindex=0 id=one>1</div>
          <div role=gridcell tabindex=-1>2</div></div></div>
        <table><tr><th id=name aria-sort=ascending>Name<th style="cursor:pointer" id=age>Age<th>Plain</table>
        <details><summary id=more>More</summary><p>Hidden</p></details>
        <audio controls></audio><style>.new::before { content: "New " }</style><button class=new>mail</button><script>
        for (const one of document.querySelectorAll('[id]')) one.onclick = () => { log.push(one.id) };</script>""")
    await page.see()
    seen = await page.see()
    assert seen.tree == snapshot("""\
- ul-0 (role=listbox label="Size")
  - li-0 (role=option selected) "S"
  - li-1 (role=option) "M"
- table (label="Days")
  - tr
    - div-0 (role=gridcell) "1"
    - div-1 (role=gridcell) "2"
- tr
  - th-0 (sort="ascending") "Name"
  - th-1 "Age"
  - th "Plain"
- summary-0 (collapsed) "More"
- audio-0
- button-0 "New mail"\
""")
    for element in seen.elements:
        await page.do("click", element_id=element.id)
    assert await page.said() == snapshot(["m", "one", "name", "age", "more"])
    assert "Hidden" in await page.tree()


async def test_a_rich_text_editor_is_one_element(visit):
    """What is edited in an editor is its value; links and lists in it are no targets, and it is filled as a whole."""
    page = await visit("""
        <div contenteditable aria-label=Body oninput="log.push(this.innerText)" style="width:300px"><h1>Head</h1><p>One
        <a href="#x">link</a></p></div><x-tip><b slot=tip>Slotted</b></x-tip><script>
        document.querySelector('x-tip').attachShadow({mode: 'open'}).innerHTML =
          '<div style="cursor:pointer" onclick="log.push(1)"><slot name=tip></slot></div>'</script>""")
    assert await page.tree() == snapshot("""\
- div-0 (role=textbox label="Body" value="Head\\nOne link")
- div-1 "Slotted"\
""")
    await page.do("fill", element_id="div-0", value="New text")
    await page.do("click", element_id="div-1")
    assert await page.said() == ["New text", 1]


async def test_a_sign_is_explained_by_its_title(visit):
    """A button called by a sign alone says what its title says."""
    page = await visit("<button title='Next page'>\u203a</button><button title='Saves the form'>Save</button>")
    assert await page.tree() == snapshot("""\
- button-0 (description="Next page") "\u203a"
- button-1 "Save"\
""")


ON_HOVER = """<style>.acts {visibility: hidden} tr:hover .acts {visibility: visible}
.row {display: flex; width: 400px} .row .x {opacity: 0} .row:hover .x {opacity: 1}
ul ul {visibility: hidden; position: absolute; top: 100%} li {position: relative; display: inline-block}</style>
<ul><li><a href=#products>Products</a><ul><li><a href=#anvils>Anvils</a></ul><li><a href=#prices>Prices</a></ul>
<table><tr><th>No.<th>Client<th></th><tr><td>1001<td>Acme<td class=acts><button>Edit</button>
<button onclick="log.push('1001 deleted')">Delete</button></table>
<div class=row><span>Buy milk</span> <span class=x><button aria-label="Delete milk">x</button></span></div>
<div class=row><span>Call Ann</span> <span class=x><button aria-label="Delete Ann">x</button></span></div>"""


async def test_a_row_whose_buttons_appear_under_the_mouse_has_an_id(visit):
    """Its line names them; a menu that opens outside of its item is not part of it."""
    page = await visit(ON_HOVER)
    assert await page.tree() == snapshot("""\
- ul
  - a-0 "Products"
  - a-1 "Prices"
- table
  - tr "No. | Client"
  - tr-0 (on-hover="Edit, Delete") "1001 | Acme"
- div-0 (on-hover="Delete milk") "Buy milk"
- div-1 (on-hover="Delete Ann") "Call Ann"\
""")
    assert (await page.do("hover", element_id="tr-0")).startswith("done")
    assert '- *button-1 "Delete"' in await page.tree()
    assert (await page.do("click", element_id="button-1")).startswith("done")
    assert await page.said() == ["1001 deleted"]


STARS = "".join(
    f"<input type=radio name=stars id=s{n} value={n} style='position:absolute; opacity:0'><label for=s{n} %s>★</label>"
    for n in (1, 2)
)


@pytest.mark.parametrize(
    ("title", "told"),
    [("title='of two stars'", 'description="of two stars"'), ("", 'value="2"')],
    ids=["title", "value"],
)
async def test_radio_buttons_with_the_same_label_are_told_apart(visit, title, told):
    """By the tooltip of the label, or by their values."""
    page = await visit(STARS % ("", title))
    assert f'- input-1 (type=radio label="★" unchecked {told})' in await page.tree()


async def test_an_image_in_the_markup_names_no_icon(visit):
    page = await visit('<button><img src="data:image/gif;base64,R0lGODlhAQABAA==" width=20 height=20></button>')
    assert await page.tree() == "- button-0"


async def test_the_current_step_of_a_list_is_marked(visit):
    page = await visit("<ol><li>Cart<li aria-current=step>Address</ol>")
    assert await page.tree() == '- ol\n  - li "Cart"\n  - li (current="step") "Address"'


async def test_data_tell_elements_without_a_name_apart(visit):
    """Only what differs from the elements beside it is told."""
    seats = "".join(
        f"<rect x={x} width=20 height=20 data-row=A data-seat=A{x} style='cursor:pointer'/>" for x in (10, 40)
    )
    page = await visit(f"<svg width=200 height=100>{seats}</svg>")
    tree = await page.tree()
    assert 'rect-0 (hint="seat A10"' in tree
    assert 'rect-1 (hint="seat A40"' in tree
