"""Dragging: native drag and drop, pointer-based lists, sliders' handles, and across frames."""

from inline_snapshot import snapshot

BOARD = """
<ul id=from><li draggable=true id=task>Write tests</ul>
<div id=done tabindex=0 role=group aria-label=Done style="width:200px;height:80px;border:1px solid">Done</div>
<script>
task.ondragstart = (event) => { event.dataTransfer.setData('text/plain', 'task'); log.push('start'); };
done.ondragover = (event) => event.preventDefault();
done.ondrop = (event) => { event.preventDefault();
  done.append(document.getElementById(event.dataTransfer.getData('text/plain'))); log.push('drop'); };
task.ondragend = () => log.push('end');
</script>"""


async def test_native_drag_and_drop_carries_its_data(visit):
    """The page sees a drag from start to end, and the element is where it was dropped."""
    page = await visit(BOARD)
    assert await page.tree() == snapshot("""\
- li-0 (role=listitem) "Write tests"
- div-0 (role=group) "Done"\
""")
    assert await page.do("drag", element_id="li-0", onto="div-0") == snapshot('done: dragged li-0 onto div-0 "Done"')
    assert await page.said() == ["start", "drop", "end"]
    assert await page.tree() == snapshot("""\
- div-0 (role=group) "Done"
  - li-0 (role=listitem) "Write tests"\
""")


SORTABLE = """
<style>li {height: 30px; width: 120px; list-style: none; border: 1px solid; cursor: grab; user-select: none}</style>
<ul id=list><li tabindex=0>One<li tabindex=0>Two<li tabindex=0>Three</ul>
<script>
// As pointer-based libraries do it: a drag begins after 5 px, is followed on the document, and captures the pointer.
let item, startY, dragging;
list.onpointerdown = (event) => { item = event.target.closest('li'); startY = event.clientY; dragging = false; };
document.onpointermove = (event) => {
  if (!item) return;
  dragging ||= Math.abs(event.clientY - startY) > 5;
  if (!dragging) return;
  const over = [...list.children].find((li) => { const box = li.getBoundingClientRect();
    return li !== item && event.clientY > box.top && event.clientY < box.bottom; });
  if (!over) return;
  const after = [...list.children].indexOf(over) > [...list.children].indexOf(item);
  over.insertAdjacentElement(after ? 'afterend' : 'beforebegin', item);
};
document.onpointerup = () => { if (dragging) log.push([...list.children].map((li) => li.textContent).join()); item = null; };
</script>"""


async def test_a_pointer_based_list_is_sorted(visit):
    """The item passes the library's threshold, moves in steps, and lands in its new place; its ID stays."""
    page = await visit(SORTABLE)
    assert await page.tree() == snapshot("""\
- ul
  - li-0 (role=listitem) "One"
  - li-1 (role=listitem) "Two"
  - li-2 (role=listitem) "Three"\
""")
    assert await page.do("drag", element_id="li-0", onto="li-2") == snapshot("done: dragged li-0 onto li-2")
    assert await page.said() == ["Two,Three,One"]
    assert await page.tree() == snapshot("""\
- ul
  - li-1 (role=listitem) "Two"
  - li-2 (role=listitem) "Three"
  - li-0 (role=listitem) "One"\
""")


HANDLE = """
<div id=track style="width:200px;height:10px;background:#ddd;position:relative;margin:30px">
<div id=knob role=slider tabindex=0 aria-label=Price aria-valuemin=0 aria-valuemax=100 aria-valuenow=0
  style="position:absolute;left:0;top:-5px;width:20px;height:20px;background:#333"></div></div>
<script>
knob.onpointerdown = (event) => { knob.setPointerCapture(event.pointerId); knob.dataset.x = event.clientX; };
knob.onpointermove = (event) => { if (!knob.hasPointerCapture(event.pointerId)) return;
  const left = Math.max(0, Math.min(180, event.clientX - Number(knob.dataset.x)));
  knob.style.left = left + 'px'; knob.setAttribute('aria-valuenow', Math.round(left / 1.8)); };
knob.onpointerup = () => log.push(knob.getAttribute('aria-valuenow'));
</script>"""


async def test_a_handle_is_dragged_by_a_distance(visit):
    """A slider's handle follows the mouse by as many px as are asked for."""
    page = await visit(HANDLE)
    await page.see()
    assert await page.do("drag", element_id="div-0", right=90) == snapshot(
        'done: dragged div-0 "Price" by 90 px to the right and 0 px down'
    )
    assert await page.said() == ["50"]
    assert await page.do("drag", element_id="div-0", right=-500, down=3) == snapshot(
        'done: dragged div-0 "Price" by -500 px to the right and 3 px down'
    )
    assert await page.said() == ["0"]


async def test_a_drag_goes_from_one_frame_into_another(visit):
    """Native drag and drop crosses the border of a frame of the same origin."""
    page = await visit("""
        <div draggable=true ondragstart="event.dataTransfer.setData('text', 'card')" style="width:80px">Card</div>
        <iframe style="width:200px;height:120px" srcdoc="<body style='margin:0'><div tabindex=0 aria-label=Box role=group
          style='height:80px' ondragover='event.preventDefault()'
          ondrop='parent.log.push(event.dataTransfer.getData(`text`))'>Box</div>"></iframe>""")
    assert await page.tree() == snapshot("""\
- div-0 "Card"
- iframe
  - f1.div-0 (role=group) "Box"\
""")
    assert await page.do("drag", element_id="div-0", onto="f1.div-0") == snapshot(
        'done: dragged div-0 "Card" onto f1.div-0 "Box"'
    )
    assert await page.said() == ["card"]


async def test_a_drop_far_down_the_page_is_scrolled_to(visit):
    """A target that is out of view is brought into it first."""
    page = await visit(BOARD.replace("<div id=done", "<div style='height:480px'></div><div id=done"))
    await page.see()
    assert await page.do("drag", element_id="li-0", onto="div-0") == snapshot('done: dragged li-0 onto div-0 "Done"')
    assert await page.said() == ["start", "drop", "end"]


async def test_a_drag_that_goes_nowhere_is_refused(visit):
    """Neither a target nor a distance: the reply cannot be used."""
    page = await visit(BOARD)
    await page.see()
    assert await page.refusal("drag", element_id="li-0") == snapshot(
        "drag: reply: Value error, give `onto`, or how far to the `right` or `down`; its parameters are: element_id, onto, right, down"
    )
