"""The mouse at points and the keyboard at the focus, on one page that has what no tree shows."""

import pytest
from builders import reply
from pydantic import ValidationError
from served_pages import ServedPages

from actwright import Agent, PageOptions, Permissions
from actwright.errors import ToolError
from actwright.schemas.step import Effect
from actwright.testing import ScriptedModel
from actwright.tools.at_point import ClickAt, DragAt, MouseDown, MouseUp, MoveTo, ScrollAt
from actwright.tools.keyboard import PressFor, TypeAtFocus

PAGE = """<body style="margin: 0; height: 3000px; user-select: none"><div id=board style="height: 100px; background: tan"></div>
<button style="position: absolute; left: 0; top: 100px; width: 80px; height: 30px">Save</button>
<input aria-label=Name value="Ada" style="position: absolute; left: 100px; top: 100px; width: 100px; height: 20px">
<iframe style="position: absolute; left: 300px; top: 100px; border: 0" width=100 height=50
  srcdoc="<body style='margin: 0' onmousedown=parent.log(event)><p style='margin: 0'>inner"></iframe><script>
const seen = [];
var log = (e) => seen.push([e.type, e.clientX, e.clientY, e.detail, e.shiftKey].join(' '));
for (const type of ['mousedown', 'mouseup', 'dblclick']) addEventListener(type, (e) => e.target === board && log(e));
addEventListener('keydown', (e) => seen.push('down ' + e.key));
addEventListener('keyup', (e) => seen.push('up ' + e.key));
</script>"""


@pytest.mark.slow
async def test_the_mouse_acts_where_the_tree_shows_nothing(surface_on, page):
    surface = await surface_on(PAGE)
    taken = "() => seen.splice(0)"
    done = await ClickAt(x=40, y=50, count=2, modifiers="Shift").run(surface)
    assert done.detail == "double-clicked div at 40, 50"
    clicks = ["mousedown 40 50 1 true", "mouseup 40 50 1 true", "mousedown 40 50 2 true", "mouseup 40 50 2 true"]
    assert await page.evaluate(taken) == ["down Shift", *clicks, "dblclick 40 50 2 true", "up Shift"]
    await DragAt(points="10,10 60,40 90,20").run(surface)
    assert await page.evaluate(taken) == ["mousedown 10 10 1 false", "mouseup 90 20 1 false"]
    await MouseDown(x=20, y=20).run(surface)
    await MoveTo(x=30, y=30).run(surface)
    assert await page.evaluate(taken) == ["mousedown 20 20 1 false"]
    await MouseUp(x=50, y=60).run(surface)
    assert await page.evaluate(taken) == ["mouseup 50 60 1 false"]
    assert (await ClickAt(x=310, y=110).run(surface)).detail == 'clicked p "inner" at 310, 110'
    assert await page.evaluate(taken) == ["mousedown 10 10 1 false"]
    assert (await ClickAt(x=10, y=110).run(surface)).detail == 'clicked button-0 "Save" at 10, 110'
    await PressFor(key="Shift+ArrowRight", seconds=0.01).run(surface)
    assert await page.evaluate(taken) == ["down Shift", "down ArrowRight", "up ArrowRight", "up Shift"]
    with pytest.raises(ToolError, match="nothing is at 10, 9000: the page shows"):
        await ClickAt(x=10, y=9000).run(surface)
    await ScrollAt(x=10, y=10, down=300).run(surface)
    await page.wait_for_function("() => scrollY === 300")
    assert not any(element.id.startswith("point") for element in (await surface.observe()).elements)


async def test_text_goes_to_the_focus_only_if_the_last_look_showed_it(surface_on, page):
    surface = await surface_on(PAGE, secrets={"pin": "4711"})
    with pytest.raises(ToolError, match="nothing that takes text has the focus"):
        await TypeAtFocus(value=" Lovelace").run(surface)
    await page.focus("input")
    done = await TypeAtFocus(value=" Lovelace").run(surface)
    assert [(receipt.got, receipt.match) for receipt in done.receipts] == [("Ada Lovelace", True)]
    await page.evaluate("() => document.body.append(document.createElement('textarea'))")
    await page.focus("textarea")
    with pytest.raises(ToolError, match="there is no element 'textarea-0'"):
        await TypeAtFocus(value="{{pin}}").run(surface)
    assert await page.evaluate("() => document.querySelector('textarea').value") == ""


@pytest.mark.parametrize(
    "made",
    [lambda: ClickAt(x=1, y=1, modifiers="Hyper"), lambda: DragAt(points="1,1"), lambda: PressFor(key="a", seconds=31)],
)
def test_what_no_mouse_or_key_does_is_refused(made):
    with pytest.raises(ValidationError):
        made()


POSTING = """<body style="margin: 0"><div id=board style="height: 100px"></div><iframe style="border: 0"
  srcdoc="<body style='margin: 0'><div style='height: 90px'>"></iframe><script>
addEventListener('click', (e) => e.target === board && fetch('/sold', { method: 'POST' }));</script>"""


@pytest.mark.slow
async def test_what_a_click_at_a_point_sends_is_limited_as_that_of_any_click(page):
    with ServedPages({"/": POSTING, "/sold": "sold"}) as site:
        model = ScriptedModel([reply(("click_at", {"x": 10, "y": 10})), reply(("fail", {"reason": "no"}))] * 2)
        agent = Agent(model, tools=["click_at", "fail"], out=None, page_options=PageOptions(screenshot="never"))
        limited = await agent.run("sell it", url=site.url, page=page, permissions=Permissions(effects=0))
        assert site.posts == []
        assert "/sold was blocked" in limited.steps[0].outcomes[0].detail
        sold = await agent.run("sell it", url=site.url, page=page)
        assert [outcome.effect for outcome in sold.steps[0].outcomes] == [Effect.EFFECT]
        assert len(site.posts) == 1
