"""What gets an ID though nothing in the markup says so: parts of drawings, handles, items that others listen for."""

from inline_snapshot import snapshot

SHAPES = """<svg width=200 height=100><rect id=a x=10 y=10 width=30 height=30 /><rect id=b x=100 y=10 width=30 height=30 /></svg>
<script>for (const shape of [a, b]) { shape.addEventListener('mouseenter', () => log.push('in ' + shape.id));
  shape.addEventListener('mouseleave', () => log.push('out ' + shape.id)); }</script>"""


async def test_parts_of_a_drawing_that_wait_for_the_mouse_are_hovered_over(visit):
    """A shape with nothing but a listener for the mouse that enters it."""
    page = await visit(SHAPES)
    assert await page.tree() == snapshot("""\
- rect-0 (at="33,33")
- rect-1 (at="123,33")\
""")
    assert await page.do("hover", element_id="rect-1") == snapshot("done: the mouse is over rect-1")
    assert await page.do("hover", element_id="rect-0") == snapshot("done: the mouse is over rect-0")
    assert await page.said() == ["in b", "out b", "in a"]


async def test_a_chart_of_many_hovered_parts_is_no_crowd_of_controls(visit):
    """Each bar tells its figure when the mouse comes over it: none is acted on."""
    bars = "".join(f"<rect class=bar x={n * 4} y=10 width=3 height=50 />" for n in range(60))
    page = await visit(f"""<svg width=300 height=100>{bars}</svg>
        <script>for (const bar of document.querySelectorAll('.bar')) bar.addEventListener('mouseover', () => 1)</script>""")
    assert await page.tree() == snapshot("")


async def test_the_mouse_goes_to_a_point_of_an_element(visit):
    """Over a picture, to a region that has no element of its own, by way of others."""
    page = await visit("""<canvas id=map width=200 height=100 aria-label=Map></canvas><script>
        map.onmousemove = (event) => log.push([event.offsetX, event.offsetY])</script>""")
    await page.see()
    assert await page.do("hover_at", element_id="canvas-0", points="25,50 75,20") == snapshot(
        'done: the mouse is over 75,20 % of canvas-0 "Map"'
    )
    said = await page.said()
    assert said[-1] == [150, 20]
    assert [50, 50] in said


RESIZABLE = """<div id=box style="position:relative;width:200px;height:100px;border:1px solid"><textarea aria-label=Note
  style="width:100%;height:100%;resize:none;box-sizing:border-box"></textarea>
<div data-edge style="position:absolute;right:1px;bottom:1px;width:12px;height:12px;cursor:se-resize"></div>
<div data-edge style="position:absolute;right:-5px;top:0;width:7px;height:100%;cursor:e-resize"></div></div>
<table><tr><th>Name<span style="cursor:col-resize;display:inline-block;width:5px;height:20px"></span></th></tr></table>
<script>
let from, which;  // as jQuery UI: the box listens, the handles have a cursor
box.addEventListener('mousedown', (event) => { if (!event.target.hasAttribute('data-edge')) return;
  which = event.target; from = [event.clientX - box.offsetWidth, event.clientY - box.offsetHeight]; });
document.addEventListener('mousemove', (event) => { if (!from) return; box.style.width = event.clientX - from[0] + 'px';
  if (which.style.cursor === 'se-resize') box.style.height = event.clientY - from[1] + 'px'; });
document.addEventListener('mouseup', () => { if (from) log.push([box.offsetWidth, box.offsetHeight]); from = null; });
</script>"""


async def test_handles_that_resize_are_dragged(visit):
    """What has a resizing cursor at an edge or a corner gets an ID and says what it pulls; columns of tables do not."""
    page = await visit(RESIZABLE)
    assert await page.tree() == snapshot("""\
- textarea-0 (label="Note")
- div-0 (resizes="bottom right")
- div-1 (resizes="right")
- tr "Name"\
""")
    assert await page.do("drag", element_id="div-0", right=40, down=30) == snapshot(
        "done: dragged div-0 by 40 px right and 30 px down; it moved 42 px right and 32 px down"
    )
    assert await page.do("drag", element_id="div-1", right=-60) == snapshot(
        "done: dragged div-1 by 60 px left; it moved 58 px left"
    )
    assert await page.said() == snapshot([[244, 134], [186, 134]])


HANGING = """<div style="padding:20px;position:relative"><span class=opens style="cursor:pointer"><span style="display:inline-block;width:14px;
  height:14px;background:#888" id=more title=More></span><ul id=menu style="display:none;position:absolute;left:40px;top:0;background:#fff">
  <li class=share>Share via DM</li><li class=copy>Copy link</li><li class=mute>Mute</li></ul></span></div><script>
more.addEventListener('click', () => { menu.style.display = 'block'; });
for (const item of menu.children) item.addEventListener('click', () => log.push(item.className));</script>"""


async def test_items_of_a_menu_that_hangs_from_an_icon_get_ids(visit):
    """The box around icon and menu has a pointer and a size of its own: the items lie beside it, not in it."""
    page = await visit(HANGING)
    await page.see()
    await page.do("click", element_id="span-0")
    assert await page.tree() == snapshot("""\
- span-0 (label="More")
  - *li-0 "Share via DM"
  - *li-1 "Copy link"
  - *li-2 "Mute"\
""")
    await page.do("click", element_id="li-1")
    assert await page.said() == ["copy"]


DELEGATED = """<div id=menu style="width:150px;cursor:pointer;border:1px solid"><div class="item">Open</div><div class="item">Rename</div>
<div class="item on">Delete</div></div><ul id=list><li>Fruit<ul><li>Apple</li><li>Pear</li></ul></li><li>Bread</li></ul><script>
menu.addEventListener('click', (event) => log.push(event.target.textContent));
list.addEventListener('click', (event) => log.push(event.target.firstChild.data.trim()));</script>"""


async def test_items_that_something_around_them_listens_for_get_ids(visit):
    """Boxes of one class in a box that listens to clicks, and the items of lists in lists."""
    page = await visit(DELEGATED)
    assert await page.tree() == snapshot("""\
- div-0 "Open"
- div-1 "Rename"
- div-2 "Delete"
- ul
  - li-0 "Fruit"
    - ul
      - li-1 "Apple"
      - li-2 "Pear"
  - li-3 "Bread"\
""")
    await page.batch(("click", {"element_id": "div-1"}), ("click", {"element_id": "li-2"}))
    assert await page.said() == ["Rename", "Pear"]
