"""Lines, ports and nodes of diagrams, as in Node-RED, React Flow, Drawflow and jsPlumb."""

from inline_snapshot import snapshot

LEVEL = """<style>body{margin:0} svg *{fill:none;stroke:#999;stroke-width:4px} .wide{stroke-width:20px;opacity:0}</style>
<svg width=500 height=300><g><path class=wide d="M 100 40 H 300"></path><path style="pointer-events:none" d="M 100 40 H 300"></path></g>
<g tabindex=0 role=button aria-label="Edge from A to B"><path d="M 400 20 V 200"></path></g>
<path id=bow d="M 100 100 C 200 250 200 250 300 100"></path></svg><script>
for (const part of document.querySelectorAll('.wide, g[role], #bow'))
  for (const type of ['click', 'dblclick', 'mouseenter']) part.addEventListener(type, (e) => log.push(`${type} ${part.id || part.localName}`));
</script>"""


async def test_a_level_line_of_a_diagram_is_clicked_though_its_box_has_no_area(visit):
    """Also a group of such lines, and a bow, of which the middle of its box is no part."""
    page = await visit(LEVEL)
    assert await page.tree() == snapshot("""\
- path-0 (at="200,40")
- g-0 (role=button label="Edge from A to B")
- path-1 (hint="bow" at="200,156")\
""")
    assert await page.do("click", element_id="path-0") == snapshot("done: clicked path-0")
    assert await page.said() == ["mouseenter path", "click path"]
    assert await page.do("double_click", element_id="g-0") == snapshot('done: double-clicked g-0 "Edge from A to B"')
    assert await page.said() == ["mouseenter g", "click g", "click g", "dblclick g"]
    await page.do("click_with", element_id="path-0", x=10, y=50)
    await page.do("click", element_id="path-1")
    assert (await page.said())[-1] == "click bow"


async def test_a_level_line_that_something_covers_is_not_clicked(visit):
    page = await visit(
        LEVEL + "<div style='position:fixed;left:90px;top:20px;width:220px;height:40px;background:red'>Sold out</div>"
    )
    await page.tree()
    assert await page.do("click", element_id="path-0") == snapshot(
        "failed: path-0 is covered by div: Sold out; deal with that first"
    )
    assert await page.said() == []


async def test_the_lines_of_a_grid_are_not_counted_among_what_is_far(visit):
    lines = "".join(f'<line x1=0 x2=9000 y1={20 * n} y2={20 * n} stroke="#eee"></line>' for n in range(300))
    page = await visit(f"<button>Save</button><svg width=9000 height=6000 style='display:block'>{lines}</svg>")
    assert await page.tree() == snapshot("""\
- page (scrollable, 9.1 screens below)
- button-0 "Save"\
""")


NODES = """<style>.node{position:absolute;background:#8ff;width:120px;height:60px} svg{position:absolute;pointer-events:none}
path{fill:none;stroke:#456;stroke-width:4px;pointer-events:visibleStroke}</style>
<div id=editor style="position:relative;height:400px"><div class=node style="left:20px;top:20px">Mail</div>
<div class=node style="left:300px;top:20px">Log</div><div class=node style="left:300px;top:200px">Bin</div>
<svg style="left:140px;top:46px" width=164 height=8><path id=level d="M 0 4 H 160"></path></svg>
<svg style="left:0;top:0" width=600 height=400><path id=bent d="M 140 50 C 220 50 220 230 300 230"></path></svg></div>
<script>for (const type of ['mousedown', 'mousemove', 'mouseup']) editor.addEventListener(type, (e) => type == 'mousedown' && log.push(e.target.id));</script>"""


async def test_lines_that_alone_take_presses_in_their_drawing_have_ids(visit):
    """The editor around them listens for all it holds; a drawing as thin as its line is no icon."""
    page = await visit(NODES)
    assert await page.tree() == snapshot("""\
- div-0 "Mail"
- div-1 "Log"
- div-2 "Bin"
- path-0 (hint="level" at="228,58")
- path-1 (hint="bent" at="228,148")\
""")
    for each in ("path-0", "path-1"):
        await page.do("click", element_id=each)
    assert await page.said() == ["level", "bent"]


PORTS = """<style>.node{position:absolute;top:40px;width:120px;height:40px;border:1px solid;cursor:grab}
.handle{position:absolute;top:12px;width:12px;height:12px;background:#222;cursor:crosshair} .right{right:-6px} .left{left:-6px}</style>
<div class=node role=button tabindex=0 style="left:20px">Read<div class="handle right source"></div></div>
<div class=node role=button tabindex=0 style="left:300px"><div class="handle left target"></div>Write</div><script>
for (const each of document.querySelectorAll('.handle'))
  for (const type of ['mousedown', 'mouseup']) each.addEventListener(type, () => log.push(`${type} ${each.className}`));
</script>"""


async def test_ports_of_nodes_that_are_buttons_have_ids(visit):
    """Their own cursor shows that they are dragged from."""
    page = await visit(PORTS)
    assert await page.tree() == snapshot("""\
- div-0 (role=button) "Read"
  - div-1 (hint="handle source")
- div-2 (role=button)
  - div-3 (hint="handle target")
  - text "Write"\
""")
    await page.do("drag", element_id="div-1", onto="div-3")
    assert await page.said() == ["mousedown handle right source", "mouseup handle left target"]


LINK = """<style>.part{position:absolute;cursor:pointer}</style><div role=img aria-label="Link from A to B" id=link style="position:absolute">
<div class=part style="left:100px;top:40px;width:80px;height:20px"></div><div class=part style="left:170px;top:50px;width:20px;height:90px"></div>
<div class=part style="left:180px;top:130px;width:40px;height:20px"></div></div>
<div role=img aria-label="Sales by month" style="position:absolute;left:300px;top:20px"><div class=part style="left:0;width:40px;height:90px"></div>
<div class=part style="left:40px;width:40px;height:60px"></div></div>
<script>for (const part of document.querySelectorAll('.part')) part.onclick = () => log.push(part.parentNode.ariaLabel);</script>"""


async def test_a_line_that_is_drawn_with_boxes_is_one_control(visit):
    """The bars of a chart are none: they are thicker than a line."""
    page = await visit(LINK)
    assert await page.tree() == snapshot("""\
- img (label="Link from A to B")
  - div-0
- img (label="Sales by month")
  - div-1
  - div-2\
""")
    await page.do("click", element_id="div-0")
    assert await page.said() == ["Link from A to B"]


SHEET = """<style>table{border-collapse:collapse} th{width:80px;height:30px;padding:0}</style><div style="position:relative">
<table><tr><th role=button tabindex=-1 aria-label="Select all" onclick="1"></th><th>Who</th></tr></table>
<table style="position:absolute;left:0;top:0"><tr><th role=button tabindex=-1 aria-label="Select all" onclick="log.push('above')"></th></tr></table></div>
<button>Edit</button> <button>Edit</button>"""


async def test_a_header_under_its_own_copy_is_listed_once(visit):
    page = await visit(SHEET)
    assert await page.tree() == snapshot("""\
- tr "Who"
- tr
  - th-0 (role=button label="Select all")
- button-0 "Edit"
- button-1 "Edit"\
""")
    await page.do("click", element_id="th-0")
    assert await page.said() == ["above"]


CELLS = """<div style="position:relative;width:400px;height:300px"><canvas width=400 height=300 style="position:absolute;pointer-events:none"></canvas>
<div id=over style="position:absolute;inset:0"><div style="position:absolute;top:20px;left:20px;width:600px;height:400px"></div></div></div>
<script>over.addEventListener('mousedown', (e) => log.push(`${e.clientX - over.getBoundingClientRect().left}`));</script>"""


async def test_what_takes_the_presses_for_a_drawing_has_an_id(visit):
    """A sheet may be drawn on a canvas that takes none, under a box that does."""
    page = await visit(CELLS)
    assert await page.tree() == snapshot('- div-0 (hint="canvas")')
    await page.do("click_with", element_id="div-0", x=25, y=50)
    assert await page.said() == ["100"]


async def test_a_control_without_a_name_has_its_tooltip_or_the_icon_that_shows_as_a_hint(visit):
    page = await visit("""<style>i{display:inline-block;width:9px;height:9px}</style><button data-tips="Paint format" id=p></button>
        <button><i class="fa fa-eye" style="display:none"></i><i class="fa fa-eye-slash"></i></button>""")
    assert await page.tree() == snapshot("""\
- button-0 (hint="Paint format")
- button-1 (icon="fa-eye-slash")\
""")
