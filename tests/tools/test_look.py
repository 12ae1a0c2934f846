"""A picture without marks, or a part of it enlarged, in the place of the next one."""

import io
import json

import pytest
from PIL import Image as Pillow

from actwright import Agent
from actwright.engine.page.page_options import PageOptions
from actwright.engine.page.surface import BrowserSurface
from actwright.engine.values.values import Values
from actwright.errors import ToolError
from actwright.schemas.exchange import ImageBlock, Reply, ToolCall
from actwright.schemas.page import Box
from actwright.schemas.sites import origin_of
from actwright.schemas.task import Secret, Task
from actwright.testing import ScriptedModel
from actwright.tools.picture import Look

PAGE = """<style>body { margin: 0; background: #fff } button, div { position: absolute; border: 0 }</style>
<button aria-label=Red style="left: 100px; top: 100px; width: 40px; height: 20px; background: #f00"></button>
<button aria-label=Far style="left: 100px; top: 3000px; width: 40px; height: 20px; background: #00f"></button>"""
BUTTON, RED, BLUE = (213, 94, 0), (255, 0, 0), (0, 0, 255)


@pytest.fixture
async def seeing(page, tmp_path):
    """`await seeing(html)`: a surface that has looked at the page once, with a picture."""
    made = []

    async def make(html, *, secrets=None, screenshot="always"):
        await page.set_viewport_size({"width": 800, "height": 600})
        await page.set_content(html)
        guarded = {name: Secret.model_validate({"value": value}) for name, value in (secrets or {}).items()}
        surface = BrowserSurface(
            page,
            task=Task(text="look", secrets=tuple(guarded)),
            values=Values({}, guarded, home=origin_of(page.url)),
            downloads_dir=lambda: tmp_path,
            options=PageOptions(screenshot=screenshot),
        )
        made.append(surface)
        await surface.observe()
        return surface

    yield make
    for surface in made:
        await surface.close()


def opened(seen):
    return Pillow.open(io.BytesIO(seen.screenshot.data)).convert("RGB")


def has(canvas, colour):
    return any(
        all(abs(one - other) < 40 for one, other in zip(found, colour, strict=True))
        for _, found in canvas.getcolors(canvas.width * canvas.height)
    )


async def test_the_next_picture_alone_has_no_marks(seeing):
    """A note says so; the picture after it is marked again."""
    surface = await seeing(PAGE)
    done = await Look().run(surface)
    plain, after = await surface.observe(), await surface.observe()
    assert done.detail == "the next picture is without marks"
    assert plain.notes == ("the picture is of the whole page, without marks",)
    assert (plain.screenshot.width, plain.screenshot.height) == (800, 600)
    assert [has(opened(seen), BUTTON) for seen in (plain, after)] == [False, True]
    assert has(opened(plain), RED)
    assert after.notes == ()


async def test_an_element_is_shown_enlarged(seeing):
    """With what is close around it, four times as large; one out of view is scrolled to."""
    surface = await seeing(PAGE)
    await Look(element_id="button-0").run(surface)
    seen = await surface.observe()
    assert (seen.screenshot.width, seen.screenshot.height) == (4 * 56, 4 * 36)
    assert seen.notes == ("the picture is button-0, enlarged, without marks",)
    canvas = opened(seen)
    assert (has(canvas, RED), has(canvas, BUTTON)) == (True, False)
    assert max(abs(one - other) for one, other in zip(canvas.getpixel((112, 72)), RED, strict=True)) < 10
    done = await Look(element_id="button-1").run(surface)
    assert done.detail == 'the next picture is of button-1 "Far"'
    far = opened(await surface.observe())
    assert (has(far, BLUE), has(far, RED)) == (True, False)


@pytest.mark.parametrize("part", ["90,90,150,130", "[90, 90, 150, 130]", "90 90 150 130"])
async def test_a_region_is_shown_enlarged(seeing, part):
    """In px of the picture."""
    surface = await seeing(PAGE)
    await Look(element_id=part).run(surface)
    seen = await surface.observe()
    assert (seen.screenshot.width, seen.screenshot.height) == (240, 160)
    assert has(opened(seen), RED)


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ("button-9", "there is no element 'button-9'"),
        ("9,9,5,20", "is not a region"),
        ("900,0,990,20", "outside of the picture, which is 800 x 600 px"),
    ],
)
async def test_what_is_not_there_is_refused(seeing, part, said):
    surface = await seeing(PAGE)
    with pytest.raises(ToolError, match=said):
        await Look(element_id=part).run(surface)
    assert has(opened(await surface.observe()), BUTTON)


async def test_an_element_that_is_gone_leaves_the_whole_page(seeing, page):
    """The note says what became of it."""
    surface = await seeing(PAGE)
    await Look(element_id="button-0").run(surface)
    await page.evaluate("document.querySelector('button').remove()")
    seen = await surface.observe()
    assert seen.notes == ("button-0 is not in view; the picture is of the whole page, without marks",)
    assert (seen.screenshot.width, seen.screenshot.height) == (800, 600)


async def test_a_secret_stays_hidden_in_what_is_enlarged(seeing, page):
    """Where it shows, the part is black as in every picture."""
    surface = await seeing(
        "<button style='position: absolute; left: 50px; top: 50px; background: #fff; border: 0'>hunter22</button>",
        secrets={"pw": "hunter22"},
    )
    box = (await surface.look()).elements[0].box
    await Look(element_id="button-0").run(surface)
    canvas = opened(await surface.observe())
    middle = canvas.crop((4 * 8, 4 * 8, int(4 * (8 + box.width)), int(4 * (8 + box.height))))
    black = sum(count for count, colour in middle.getcolors(middle.width * middle.height) if max(colour) < 40)
    assert black > 0.8 * middle.width * middle.height


async def test_a_run_without_pictures_has_none_to_order(seeing):
    surface = await seeing(PAGE, screenshot="never")
    with pytest.raises(ToolError, match="this run shows no pictures"):
        surface.view.order_picture(Box(x=0, y=0, width=10, height=10))


async def test_where_only_changes_are_shown_it_is_shown_at_once(seeing):
    """And the marked picture again after it."""
    surface = await seeing(PAGE, screenshot="on_change")
    same = await surface.observe()
    await Look().run(surface)
    ordered, after = await surface.observe(), await surface.observe()
    assert [seen.screenshot is not None for seen in (same, ordered, after)] == [False, True, True]


def asked(tool, parameters, *, policy):
    """One call of a tool, as a model of the policy answers it."""
    if policy == "tool_loop":
        return Reply(
            text="", blocks=(ToolCall(call_id=tool, tool=tool, arguments=json.dumps(parameters)),), finish="tools"
        )
    return {"complete": False, "message": "m", "actions": [{"reason": "r", "tool": tool, "parameters": parameters}]}


@pytest.mark.parametrize("policy", ["single_call", "tool_loop"])
async def test_the_model_receives_it_with_its_next_request(page, policy):
    """The picture takes the place of the marked one, and is kept with the step."""
    await page.set_viewport_size({"width": 800, "height": 600})
    await page.set_content(PAGE)
    calls = ("look", {"element_id": "button-0"}), ("fail", {"reason": "enough"})
    model = ScriptedModel([asked(*call, policy=policy) for call in calls])
    result = await Agent(model, policy=policy, out=None).run("look at it", page=page)
    sizes = [(step.page.screenshot.width, step.page.screenshot.height) for step in result.steps]
    assert sizes == [(800, 600), (224, 144)]
    sent = [_pictures(request)[-1] for request in model.requests]
    assert [(image.width, image.height) for image in sent] == sizes


def _pictures(request):
    blocks = [block for message in request.messages for block in message.blocks]
    inner = [each for block in blocks for each in (getattr(block, "blocks", None) or (block,))]
    return [block.image for block in inner if isinstance(block, ImageBlock)]
