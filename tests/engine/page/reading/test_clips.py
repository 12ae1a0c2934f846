"""What is painted is in the tree, and what nothing can bring to view is not; the browser's own picture is the judge."""

import io

import pytest
from builders import in_parts
from PIL import Image

from actwright.engine.page.reading.capture import PageReader

pytestmark = pytest.mark.slow

STYLE = """<!doctype html><style>
body { margin: 0 } p, button { margin: 0; border: 0; font-size: 20px; width: 120px; height: 40px }
.yes { background: #f0f } .no { background: #0ff } .yes, .no { color: #000; display: block }
.flat { height: 0; overflow: hidden } .box { width: 200px; height: 100px; overflow: hidden }
.fixed { position: fixed; top: 50px; left: 50px } .absolute { position: absolute; top: 50px; left: 50px }
.over { position: absolute; inset: 0 } .clips { overflow: hidden }
</style>"""
COLOURS = {"Yes": (255, 0, 255), "No": (0, 255, 255)}
YES, NO = "<button class=yes>Yes</button>", "<button class=no>No</button>"
TEXT_YES, TEXT_NO = "<p class=yes>Yes</p>", "<p class=no>No</p>"

STILL = {
    "overflow of body goes to the viewport": f"<body style='overflow:hidden'><div class='over clips'>{YES}</div>",
    "overflow of html goes to the viewport": f"<html style='overflow:hidden'><body><div class='over clips'>{YES}</div>",
    "overflow of both: that of body clips": (
        f"<html style='overflow:hidden'><body class=flat>{NO}<div class=fixed>{YES}</div>"
    ),
    "contain on body keeps its overflow": f"<body style='overflow:hidden;height:0;contain:style'>{NO}<div class=fixed>{YES}</div>",
    "text in a fixed application": f"<body class=clips><div class=clips style='position:fixed;inset:0'>{TEXT_YES}</div>",
    "nested boxes without height": (
        f"<body class=flat><div class=flat><div class=flat>{NO}<div class=fixed>{YES}</div></div></div>"
    ),
    "fixed out of a flat box": f"<div class=flat>{NO}<div class=fixed>{YES}</div></div>",
    "absolute out of a flat box": f"<div class=flat>{TEXT_NO}<div class=absolute>{TEXT_YES}</div></div>",
    "absolute in a positioned flat box": f"{YES}<div class=flat style='position:relative'><div class=absolute>{NO}</div></div>",
    "fixed out of a positioned flat box": (
        f"<div class=flat style='position:relative'><div class=absolute>{NO}</div><div class=fixed>{YES}</div></div>"
    ),
    "a block between": (
        f"<div style='position:relative;height:200px'><div class=flat><div class=absolute>{YES}</div></div></div>"
    ),
    "fixed in an absolute flat box": (
        f"<div class='absolute flat' style='width:9px'>{NO}<div class=fixed>{YES}</div></div>"
    ),
    "display: contents between": (
        f"<div class=flat><div style='display:contents;position:relative;transform:none'><div class=absolute>{YES}</div></div></div>"
    ),
    "overflow of display: contents": f"<div style='display:contents;overflow:hidden;height:0'>{YES}</div>",
    "overflow of an inline element": f"<span class=flat>{YES}</span>",
    "overflow of table rows": (
        f"<div style='display:table'><div style='display:table-row;overflow:hidden;height:0'><div style='position:relative;left:300px'>{YES}</div></div></div>"
    ),
    "overflow of a table cell": (
        f"{YES}<table style='table-layout:fixed;width:50px'><td style='overflow:hidden;padding:0;height:50px'><div style='position:relative;left:200px'>{NO}</div></table>"
    ),
    "clip-path around a fixed element": f"{YES}<div style='clip-path:inset(50%)'><div class=fixed>{NO}</div></div>",
    "clip-path that leaves a part": f"<div style='clip-path:inset(0 0 50% 0);height:80px'>{YES}{NO}</div>",
    "clip-path to a circle of no size": f"{YES}<div style='clip-path:circle(0)'>{NO}</div>",
    "clip-path to a polygon elsewhere": f"{YES}<div style='clip-path:polygon(0 0,9px 0,0 9px);padding-left:60px'>{NO}</div>",
    "clip-path to a circle": f"<div style='clip-path:circle(60px at 60px 20px);height:90px'>{YES}<div style='height:50px'></div>{NO}</div>",
    "clip of an absolute element": f"{YES}<div class=absolute style='clip:rect(0,0,0,0)'>{NO}</div>",
    "clip cuts fixed elements inside": f"{YES}<div class=absolute style='clip:rect(0,0,0,0)'><div class=fixed>{NO}</div></div>",
    "clip of a static element": f"<div style='clip:rect(0,0,0,0)'>{YES}</div>",
    "screen reader text": (
        f"{YES}<span style='position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)'>{TEXT_NO}</span>"
    ),
    "overflow: clip on one axis": (
        f"<div style='width:60px;height:0;overflow-x:clip'>{YES}<div style='margin-left:90px'>{NO}</div></div>"
    ),
    "overflow: clip with a margin": (
        f"<div style='height:10px;overflow:clip;overflow-clip-margin:60px'><div style='height:20px'></div>{YES}<div style='height:90px'></div>{NO}</div>"
    ),
    "beyond a box that does not scroll": f"<div class=box>{YES}<div style='height:200px'></div>{NO}</div>",
    "beside a box that does not scroll": (
        f"<div class=box style='display:flex'>{YES}<div style='margin-left:200px'>{NO}</div></div>"
    ),
    "border of a flat box": f"{YES}<div class=flat style='border:2px solid'>{NO}</div>",
    "contain: paint": f"{YES}<div style='contain:paint;height:0'>{NO}</div>",
    "contain: paint beyond its box": f"<div style='contain:paint;height:60px'>{YES}<div style='height:90px'></div>{NO}</div>",
    "contain: strict without a size": f"{YES}<div style='contain:strict'>{TEXT_NO}</div>",
    "contain: layout does not clip": f"<div style='contain:layout;height:0'>{YES}</div>",
    "content-visibility: hidden": f"{YES}<div style='content-visibility:hidden'>{NO}</div>",
    "content-visibility: auto": f"<div style='content-visibility:auto'>{YES}</div>",
    "opacity with a child": f"{YES}<div style='opacity:0'>{NO}</div>",
    "visible in hidden": f"<div style='visibility:hidden'>{NO}<div style='visibility:visible'>{YES}</div></div>",
    "visible in hidden and flat": (
        f"<div class=flat style='visibility:hidden'>{NO}<div class=fixed style='visibility:visible'>{YES}</div></div>"
    ),
    "modal dialog in a flat box": (
        f"<div class=flat>{NO}<dialog id=d>{YES}</dialog></div><script>d.showModal()</script>"
    ),
    "modal dialog in a transparent clipped box": (
        f"<div style='opacity:0;clip-path:inset(50%);transform:scale(0)'>{NO}<dialog id=d>{YES}</dialog></div><script>d.showModal()</script>"
    ),
    "dialog that is not modal": (
        f"{YES}<div class=flat style='position:relative'><dialog id=d>{NO}</dialog></div><script>d.show()</script>"
    ),
    "popover in a flat box": (
        f"<div class=flat style='transform:none;contain:paint'>{NO}<div popover id=d>{YES}</div></div><script>d.showPopover()</script>"
    ),
    "closed popover": f"{YES}<div popover>{NO}</div>",
    "drawer to the left": f"{YES}<div style='position:fixed;left:0;top:90px;transform:translateX(-100%)'>{NO}</div>",
    "drawer to the right": f"{YES}<div style='position:fixed;right:0;top:90px;transform:translateX(100%)'>{NO}</div>",
    "drawer below": f"{YES}<div style='position:fixed;bottom:0;transform:translateY(100%)'>{TEXT_NO}</div>",
    "drawer with a handle": (
        f"<div style='position:fixed;left:0;top:90px;width:200px;transform:translateX(-100%)'>{NO}<div style='position:absolute;left:100%'>{YES}</div></div>"
    ),
    "absolute left of the page": f"{YES}<div style='position:absolute;left:-9999px'>{NO}{TEXT_NO}</div>",
    "absolute above the page": f"{YES}<div style='position:absolute;top:-500px'>{TEXT_NO}</div>",
    "static left of the page": f"{YES}<div style='margin-left:-500px;width:200px'>{TEXT_NO}</div>",
    "drawer in a page that does not scroll sideways": (
        f"<body style='overflow-x:hidden'>{YES}<div style='position:absolute;top:90px;left:100%'>{NO}</div>"
    ),
    "modal drawer off the screen": (
        f"{YES}<div role=dialog aria-modal=true style='position:fixed;right:0;top:0;transform:translateX(100%)'>{NO}</div>"
    ),
    "left of a scroller": (
        f"<div style='overflow:auto;width:300px;height:90px'><div style='margin-left:-400px;width:200px'>{NO}</div>{YES}</div>"
    ),
    "zoom": f"<div class=box style='zoom:2;height:60px'>{YES}<div style='height:30px'></div>{NO}</div>",
    "scaled down": f"<div class=box style='transform:scale(.5);height:50px'>{YES}<div style='height:30px'></div>{NO}</div>",
    "scaled to nothing": f"{YES}<div style='transform:scale(0)'>{NO}</div>",
    "iframe of no size": f"{YES}<iframe style='width:0;height:0;border:0' srcdoc='{NO}'></iframe>",
    "iframe in a flat box": f"{YES}<div class=flat><iframe style='width:200px;height:90px' srcdoc='{NO}'></iframe></div>",
    "iframe out of a flat box": (
        f"<div class=flat><iframe class=fixed style='width:200px;height:90px' srcdoc='<style>.yes{{background:#f0f;width:120px;height:40px;border:0}}</style>{YES}'></iframe></div>"
    ),
    "slot in a flat host": (
        f"<div id=h><div class=fixed>{YES}</div>{NO}</div><script>h.attachShadow({{mode:'open'}}).innerHTML='<div style=\"height:0;overflow:hidden\"><slot></slot></div>'</script>"
    ),
    "shadow root in a flat host": (
        f"<div class=flat id=h></div>{YES}<script>h.attachShadow({{mode:'open'}}).innerHTML='<button>No</button>'</script>"
    ),
    "inert": f"<div inert>{TEXT_YES}</div>",
    "aria-hidden": f"<div aria-hidden=true>{YES}</div>",
    "accordion that is shut": f"{YES}<div style='display:grid;grid-template-rows:0fr'><div class=clips style='min-height:0'>{NO}</div></div>",
    "max-height of 0": f"{YES}<div class=clips style='max-height:0'>{TEXT_NO}<a href=/ class=no>No</a></div>",
}  # fmt: skip
CONTAINING = [
    *("transform:translateX(0)", "translate:1px", "rotate:1deg", "scale:1.01", "filter:blur(0px)", "perspective:100px"),
    *("backdrop-filter:blur(1px)", "will-change:transform", "will-change:filter", "will-change:contain"),
    *("contain:layout", "contain:paint", "contain:content", "content-visibility:auto", "transform-style:preserve-3d"),
    "offset-path:ray(45deg)",
]
NOT_CONTAINING = [
    *("container-type:size", "container-type:inline-size", "contain:size", "contain:style", "will-change:opacity"),
    *("isolation:isolate", "clip-path:none", "transform:none", "mix-blend-mode:normal"),
]
SCROLLED = {
    "down the page": f"{YES}<div style='height:1500px'></div>{YES}{TEXT_YES}",
    "to the side of the page": f"<div style='width:200px;padding-left:2800px'>{YES}</div>",
    "down a box": f"<div class=box style='overflow:auto'><div style='height:300px'></div>{YES}</div>",
    "down a box, sideways": f"<div class=box style='overflow:auto'><div style='width:200px;padding-left:700px'>{YES}</div></div>",
    "right to left": f"<html dir=rtl><body><div style='position:absolute;left:-1500px'>{YES}</div>",
    "right to left in a box": (
        f"<div class=box dir=rtl style='overflow:auto'><div style='width:900px;text-align:left'>{YES}<span style='position:relative;left:1200px'>{NO}</span></div></div>"
    ),
    "from below in a column": (
        f"<div class=box style='overflow:auto;display:flex;flex-direction:column-reverse'><div style='flex:none;height:300px'></div>{YES.replace('class', 'style=flex:none class')}</div>"
    ),
    "from the right in a row": (
        f"<div class=box style='overflow:auto;display:flex;flex-direction:row-reverse'><div style='flex:none;width:500px'></div>{YES.replace('class', 'style=flex:none class')}</div>"
    ),
    "a box in a box": (
        f"<div class=box style='overflow:auto'><div style='height:300px'></div><div style='height:60px;overflow:auto'><div style='height:200px'></div>{YES}</div></div>"
    ),
    "absolute in a positioned scroller": (
        f"<div class=box style='overflow:auto;position:relative'><div style='position:absolute;top:400px'>{YES}</div></div>"
    ),
    "a page that begins at the right": f"<html style='writing-mode:vertical-rl'><body><div style='width:2000px'></div>{YES}",
    "above a box": f"<div class=box style='overflow:auto'><div style='margin-top:-100px;height:60px'>{NO}</div><div style='height:400px'></div>{YES}</div>",
}  # fmt: skip


async def in_tree(page):
    tree = (await PageReader().capture(page)).tree
    return {word for word in COLOURS if f'"{word}"' in tree.replace(f'label="{word}"', "")}


async def painted(page, *scrolls):
    """The colours in the page's picture, at first and at the ends to which people can scroll."""
    found = set()
    for across, down in ((0, 0), *scrolls):
        for x, y in ((100, 60), (100, 60), (600, 500)):
            if across or down:
                await page.mouse.move(x, y)
                await page.mouse.wheel(across, down)
        if across or down:
            await page.wait_for_timeout(120)
        colours = Image.open(io.BytesIO(await page.screenshot())).convert("RGB").getcolors(1 << 10)
        found |= {word for word, colour in COLOURS.items() if any(colour == each for _, each in colours)}
    return found


@in_parts(STILL, 10)
async def test_what_is_painted_is_in_the_tree(page, rows):
    """Clips follow containing blocks: nothing that shows is missing, and nothing is there that cannot show."""
    for name, html in rows:
        await page.set_content(STYLE + html)
        assert (await painted(page), await in_tree(page)) == ({"Yes"}, {"Yes"}), name


@in_parts([*CONTAINING, *NOT_CONTAINING], 3)
async def test_a_box_clips_what_it_contains(page, rows):
    """What makes a flat box the containing block of fixed and absolute elements decides whether those are clipped."""
    lifted = f"<div class=fixed>{YES}</div><div class=absolute style='top:150px'>{NO}</div>"
    for style in rows:
        await page.set_content(f"{STYLE}<div class=flat style='{style}'>{lifted}</div>")
        shown = set() if style in CONTAINING else {"Yes", "No"}
        assert (await painted(page), await in_tree(page)) == (shown, shown), style


@pytest.mark.parametrize("html", SCROLLED.values(), ids=SCROLLED)
async def test_what_people_can_scroll_to_is_in_the_tree(page, html):
    """Also where scroll positions are negative; what lies before the beginning of a scroller cannot be reached."""
    await page.set_content(STYLE + html)
    assert await in_tree(page) == {"Yes"}
    assert await painted(page, (-4000, -4000), (4000, 4000)) == {"Yes"}
