"""Dragging: native drag and drop, pointer-based lists, sliders' handles, and across frames."""

from itertools import pairwise

import pytest
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
- li-0 "Write tests"
- div-0 (role=group) "Done"\
""")
    assert await page.do("drag", element_id="li-0", onto="div-0") == snapshot(
        'done: dragged li-0 onto div-0 "Done"; it is now the only one where it was dropped'
    )
    assert await page.said() == ["start", "drop", "end"]
    assert await page.tree() == snapshot("""\
- div-0 (role=group) "Done"
  - li-0 "Write tests"\
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
  - li-0 "One"
  - li-1 "Two"
  - li-2 "Three"\
""")
    assert await page.do("drag", element_id="li-0", onto="li-2") == snapshot(
        'done: dragged li-0 onto li-2; it is now 3 of 3, after "Three"'
    )
    assert await page.said() == ["Two,Three,One"]
    assert await page.tree() == snapshot("""\
- ul
  - li-1 "Two"
  - li-2 "Three"
  - li-0 "One"\
""")


ONE_STEP = """over.insertAdjacentElement(after ? 'afterend' : 'beforebegin', item);
  const moved = item; item = null;"""


@pytest.mark.parametrize(
    ("then", "told"),
    [
        (
            "setTimeout(() => { item = moved; }, 30)",
            'done: dragged li-2 onto li-0; it is now 1 of 3, before "One"',
        ),
        (
            "",
            (
                'unknown: li-2 did not get the place of what it was dragged onto: it is now 2 of 3, after "One"; '
                "it may have taken effect: look before you repeat it"
            ),
        ),
    ],
)
async def test_a_list_that_swaps_two_items_and_looks_away_is_waited_for(visit, then, told):
    """The item gets the place of the one that it was dragged onto, or the action fails."""
    swap = "over.insertAdjacentElement(after ? 'afterend' : 'beforebegin', item);"
    page = await visit(SORTABLE.replace(swap, ONE_STEP + then))
    await page.see()
    assert await page.do("drag", element_id="li-2", onto="li-0") == told


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
        'done: dragged div-0 "Price" by 90 px right; it moved 90 px right'
    )
    assert await page.said() == ["50"]
    assert await page.do("drag", element_id="div-0", right=-500, down=3) == snapshot(
        'done: dragged div-0 "Price" by 500 px left and 3 px down; it moved 90 px left'
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
    assert await page.do("drag", element_id="li-0", onto="div-0") == snapshot(
        'done: dragged li-0 onto div-0 "Done"; it is now the only one where it was dropped'
    )
    assert await page.said() == ["start", "drop", "end"]


async def test_a_drag_that_goes_nowhere_is_refused(visit):
    """Neither a target nor a distance: the reply cannot be used."""
    page = await visit(BOARD)
    await page.see()
    assert await page.refusal("drag", element_id="li-0") == snapshot(
        "drag: give `onto`, or how far to the `right` or `down`; its parameters are: element_id, onto, right, down"
    )


SWAPPING = """
<style>#grid {width: 186px; padding: 0; margin: 0} li {float: left; width: 60px; height: 40px; list-style: none; border: 1px solid;
  cursor: move; user-select: none}</style>
<ul id=grid><li tabindex=0>A<li tabindex=0>B<li tabindex=0>C<li tabindex=0>D<li tabindex=0>E<li tabindex=0>F</ul>
<script>
// As jQuery UI does it in a grid: a swap needs the pointer in the half of the other item that lies ahead.
let item, last;
grid.onmousedown = (event) => { item = event.target.closest('li'); last = [event.clientX, event.clientY]; };
document.onmousemove = (event) => {
  if (!item) return;
  const [right, down] = [event.clientX - last[0], event.clientY - last[1]];
  last = [event.clientX, event.clientY];
  for (const over of grid.children) {
    const box = over.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    if (over === item || x < 0 || y < 0 || x > box.width || y > box.height) continue;
    const ahead = right ? (right > 0) === (x >= box.width / 2) : down ? (down > 0) === (y >= box.height / 2) : false;
    if (ahead) over[(right || down) > 0 ? 'after' : 'before'](item);
  }
};
document.onmouseup = () => { item = null; log.push([...grid.children].map((li) => li.textContent).join('')); };
</script>"""


@pytest.mark.parametrize(
    ("dragged", "onto", "order", "said"),
    [
        ("li-0", "li-2", "BCADEF", 'done: dragged li-0 onto li-2; it is now 3 of 6, after "C"'),
        ("li-2", "li-0", "CABDEF", 'done: dragged li-2 onto li-0; it is now 1 of 6, before "A"'),
        ("li-5", "li-3", "ABCFDE", 'done: dragged li-5 onto li-3; it is now 4 of 6, after "C"'),
        ("li-4", "li-1", "AEBCDF", 'done: dragged li-4 onto li-1; it is now 2 of 6, after "A"'),
    ],
)
async def test_a_sortable_grid_is_sorted_in_both_directions(visit, dragged, onto, order, said):
    """The pointer goes a little beyond the middle of the goal, and the outcome says where the item is now."""
    page = await visit(SWAPPING)
    await page.see()
    assert await page.do("drag", element_id=dragged, onto=onto) == said
    assert await page.said() == [order]


DRAWING = """<svg id=paper tabindex=0 aria-label=Paper width=200 height=100 style="border:1px solid"></svg><script>
let down = false;
paper.onmousedown = (event) => { down = true; log.push(['down', event.offsetX, event.offsetY]); };
paper.onmousemove = (event) => { if (down) log.push(['move', event.offsetX, event.offsetY]); };
onmouseup = (event) => { if (down) log.push(['up', event.offsetX, event.offsetY]); down = false; };
</script>"""


async def test_a_drag_follows_a_path_of_points(visit):
    """It begins at the first point, passes through the others in short strides, and ends at the last."""
    page = await visit(DRAWING)
    await page.see()
    assert await page.do("drag_along", element_id="svg-0", points="10,50 50,20 90, 50") == snapshot(
        'done: dragged along 3 points of svg-0 "Paper"'
    )
    said = await page.said()
    passed = [tuple(map(round, point)) for _, *point in said]
    assert [kind for kind, *_ in said] == ["down", *["move"] * (len(said) - 2), "up"]
    assert passed[0] == (19, 50)
    assert passed[-1] == (181, 50)
    assert (100, 19) in passed
    strides = [abs(one[0] - other[0]) for one, other in pairwise(passed)]
    assert max(strides) <= 7


@pytest.mark.parametrize(
    ("points", "problem"),
    [("10,50", "at least 2 points"), ("10 50", "'10' is not a point"), ("a,b c,d", "'a,b' is not a point")],
)
async def test_a_path_that_is_none_is_refused(visit, points, problem):
    """One point, or something else than points: the reply cannot be used, and its answer shows how to write it."""
    page = await visit(DRAWING)
    await page.see()
    refusal = await page.refusal("drag_along", element_id="svg-0", points=points)
    assert problem in refusal
    assert "as in 25,50" in refusal


CORNER = """<div id=box style="position:relative;width:200px;height:100px;border:1px solid" tabindex=0 role=group aria-label=Box>
<div id=corner style="position:absolute;right:0;bottom:0;width:12px;height:12px;cursor:se-resize"></div></div><script>
let from;
box.onmousedown = (event) => { if (event.target === corner) from = [event.clientX - box.offsetWidth, event.clientY - box.offsetHeight]; };
onmousemove = (event) => { if (from) { box.style.width = event.clientX - from[0] + 'px'; box.style.height = event.clientY - from[1] + 'px'; } };
onmouseup = () => { if (from) log.push([box.offsetWidth > 250, box.offsetHeight > 130]); from = null; };
</script>"""


async def test_a_corner_is_pulled_from_where_nothing_has_an_id(visit):
    """A path may leave the element: its corner is pulled to the right and down."""
    page = await visit(CORNER)
    await page.see()
    outcome = await page.do("drag_along", element_id="div-0", points="98,97 130,140")
    assert outcome.startswith('done: dragged along 2 points of div-0 "Box"')
    assert await page.said() == [[True, True]]
