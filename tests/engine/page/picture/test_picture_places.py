"""Boxes and masks lie where things are seen: at any scale, zoomed, pinched, from right to left, inside frames."""

import io
import itertools
from html import escape

import pytest
from PIL import Image, ImageChops
from reused_page import close_all

from actwright.engine.page.picture.annotate import COLOURS, annotate, place_labels
from actwright.engine.page.picture.run_pictures import Camera
from actwright.engine.page.picture.screenshot import develop
from actwright.engine.page.reading.capture import PageReader
from actwright.engine.page.reading.isolated_world import register
from actwright.engine.values.masks import Masks

VIEWPORT = {"width": 640, "height": 480}
KNOWN = (0, 0, 255)
BUTTON = (
    "<button style='all:unset;position:absolute;left:120px;top:90px;width:100px;height:60px;background:blue'></button>"
)
SECRET = (
    "<input value=hunter2 style='all:unset;position:absolute;left:120px;top:90px;width:100px;"
    "height:60px;background:blue;color:blue'>"
)


def framed(inside, style):
    """An iframe of its own document; it can be put into another one."""
    return f'<iframe style="{style}" srcdoc="{escape("<body style=margin:0>" + inside)}"></iframe>'


FRAME = "position:absolute;left:37px;top:23px;width:400px;height:300px;border:9px solid gray;padding:13px"
PLACES = {
    "scale 1": (lambda it: it, {}),
    "scale 2": (lambda it: it, {"device_scale_factor": 2}),
    "scale 3": (lambda it: it, {"device_scale_factor": 3}),
    "zoomed": (lambda it: f"<style>html {{zoom: 1.5}}</style>{it}", {}),
    "scrolled": (lambda it: f"<div style='width:3000px;height:3000px'></div>{it}<script>scrollTo(40, 30)</script>", {}),
    "right to left": (
        lambda it: (
            f"<style>html {{direction: rtl}}</style><div style='width:2000px;height:2000px'></div>{it}"
            "<script>scrollTo(-60, 20)</script>"
        ),
        {},
    ),
    "frame": (lambda it: framed(it, FRAME), {}),
    "turned frame": (lambda it: framed(it, FRAME + ";transform:scale(0.75);transform-origin:0 0"), {}),
    "frame in a frame": (
        lambda it: framed(framed(it, "margin-left:31px;border:7px solid;width:300px;height:250px"), FRAME),
        {},
    ),
}


def taken(image):
    return Image.open(io.BytesIO(image)).convert("RGB")


def known_pixels(canvas):
    """The bounding box of what is blue."""
    wanted = Image.new("RGB", canvas.size, KNOWN)
    strongest = ImageChops.difference(canvas, wanted).convert("RGB").split()
    most = ImageChops.lighter(ImageChops.lighter(strongest[0], strongest[1]), strongest[2])
    return most.point(lambda value: 255 * (value < 60)).getbbox()


async def looks(chromium, *htmls, pinch=1.0, **options):
    """What is seen of each document in a page with these options: its picture, what is made of that, and the labels."""
    context = await chromium.new_context(viewport=VIEWPORT, **options)
    page = await context.new_page()
    seen = []
    try:
        await register(page)
        for html in htmls:
            reader = PageReader(masks=Masks({"password": "hunter2"}))
            await page.set_content(html)
            if pinch != 1.0:
                session = await context.new_cdp_session(page)
                await session.send("Emulation.setPageScaleFactor", {"pageScaleFactor": pinch})
                await page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            snapshot = await reader.capture(page, timeout=60)
            raw = await Camera(reader.frames.protocol).shoot(page, seconds=60)
            photo = develop(
                raw, width=snapshot.width, height=snapshot.height, shown=snapshot.shown, masks=snapshot.secret_boxes
            )
            seen.append((taken(raw), photo, place_labels(photo, snapshot.elements)))
            await reader.close()
    finally:
        await close_all(context)
    return seen


def encloses(area, seen):
    return all(abs(one - other) <= 2 for one, other in zip(area, seen, strict=True))


def check_mask(raw, photo):
    """Nothing of a field that holds a secret is left."""
    assert known_pixels(raw) is not None
    assert known_pixels(photo.canvas) is None


@pytest.mark.parametrize(("around", "options"), PLACES.values(), ids=PLACES)
async def test_boxes_enclose_and_masks_cover_what_is_seen(chromium, around, options):
    """A box within 2 px on each side, and it is drawn there."""
    (raw, photo, placed), (secret, masked, _) = await looks(chromium, around(BUTTON), around(SECRET), **options)
    (button,) = [each for each in placed if each.element.tag == "button"]
    seen = known_pixels(raw)
    assert encloses(button.area, seen), (button.area, seen)
    drawn = taken(annotate(photo, placed).data)
    middle = (seen[0] + seen[2]) // 2
    below = [drawn.getpixel((middle, seen[3] + off)) for off in range(-2, 3)]
    assert any(all(abs(a - b) <= 40 for a, b in zip(px, COLOURS["button"], strict=True)) for px in below)
    check_mask(secret, masked)


@pytest.mark.parametrize("pinch", [1.5, 2.0])
async def test_in_a_pinched_page_boxes_and_masks_are_where_things_are_seen(chromium, pinch):
    """The visual viewport shows less than the layout viewport, larger."""
    mobile = {"is_mobile": True, "device_scale_factor": 2, "has_touch": True}
    meta = "<meta name=viewport content='width=device-width, minimum-scale=1, maximum-scale=4'>"
    (raw, _, placed), (secret, masked, _) = await looks(chromium, meta + BUTTON, meta + SECRET, pinch=pinch, **mobile)
    (button,) = [each for each in placed if each.element.tag == "button"]
    seen = known_pixels(raw)
    assert seen[2] - seen[0] == pytest.approx(100 * pinch, abs=3)
    assert encloses(button.area, seen), (button.area, seen)
    check_mask(secret, masked)


# Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB.
BLIND = {
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def linear(colour):
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (c / 255 for c in colour)]


def lab(light):
    """CIE L*a*b* under D65, of linear sRGB."""
    red, green, blue = (min(1.0, max(0.0, part)) for part in light)
    xyz = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883,
    )
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("matrix", BLIND.values(), ids=BLIND)
def test_kinds_are_told_apart_by_the_colour_blind(matrix):
    """Any two colours are at least 15 apart in Lab, several times what is noticed."""
    seen = {}
    for kind, colour in COLOURS.items():
        light = linear(colour)
        seen[kind] = lab([sum(a * b for a, b in zip(row, light, strict=True)) for row in matrix])
    apart = {
        (one, other): sum((a - b) ** 2 for a, b in zip(seen[one], seen[other], strict=True)) ** 0.5
        for one, other in itertools.combinations(seen, 2)
    }
    assert min(apart.values()) >= 15, apart
