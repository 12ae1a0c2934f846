import io
import itertools
import random

import pytest
from PIL import Image as Pillow
from reused_page import own_page

from actwright.engine.page.picture.annotate import COLOURS, annotate, place_labels
from actwright.engine.page.picture.screenshot import Area, develop
from actwright.schemas.page import Box, Element

FORM = """<!doctype html><style>
body {font: 15px sans-serif; margin: 24px; width: 700px} label {display: block; margin: 12px 0 4px}
input, select, textarea {width: 320px; padding: 8px} input[type=checkbox] {width: auto} #code {width: 200px}</style>
<h1>Create a listing</h1><a href=#>Home</a> <a href=#>Sell</a>
<form><label>Title</label><input value="Oak desk"><label>Category</label><select><option>Furniture</select>
<label>Code</label><input id=code value="HUNTER2-SECRET-0123"><label>Text</label><textarea>Two drawers</textarea>
<p><input type=checkbox> I accept the <a href=#>terms</a></p><button>Publish</button> <button>Save draft</button></form>"""

RECTANGLES = """() => [...document.querySelectorAll("a,button,input,select,textarea")].map((node, n) => {
  const {x, y, width, height} = node.getBoundingClientRect();
  return {id: `${node.localName}-${n}`, tag: node.localName, type: node.type || "", box: {x, y, width, height}};
})"""


def saved(canvas):
    picture = io.BytesIO()
    canvas.save(picture, "PNG")
    return picture.getvalue()


def blank(width=400, height=300, colour="white"):
    return saved(Pillow.new("RGB", (width, height), colour))


def photo_of(picture, width=400, height=300, masks=()):
    return develop(picture, width=width, height=height, masks=masks)


def annotated(picture, elements, **viewport):
    photo = photo_of(picture, **viewport)
    return annotate(photo, place_labels(photo, elements))


def opened(image):
    return Pillow.open(io.BytesIO(image.data)).convert("RGB")


def near(colour, wanted):
    """The same colour, as JPEG keeps it along edges."""
    return all(abs(one - other) <= 40 for one, other in zip(colour, wanted, strict=True))


def element(number, x, y, width, height, *, tag="button", **more):
    return Element(id=f"{tag}-{number}", tag=tag, box=Box(x=x, y=y, width=width, height=height), **more)


async def form(chromium, scale):
    async with own_page(chromium, viewport={"width": 800, "height": 600}, device_scale_factor=scale) as page:
        await page.set_content(FORM)
        elements = [Element(**fields) for fields in await page.evaluate(RECTANGLES)]
        picture = await page.screenshot()
    secret = next(element.box for element in elements if element.box.width == 200 + 20)
    return picture, elements, secret


@pytest.mark.parametrize("scale", [1, 2, 3])
async def test_real_form_is_boxed_at_any_device_scale(chromium, scale):
    """Each control's box is drawn in its kind's colour where the control is, at one px per CSS px."""
    picture, elements, _ = await form(chromium, scale)
    image = annotated(picture, elements, width=800, height=600)
    canvas = opened(image)
    assert (image.width, image.height) == canvas.size == (800, 600)
    assert image.media_type == "image/jpeg"
    kinds = {"a": "link", "button": "button", "input": "input", "select": "input", "textarea": "input"}
    for shown in elements:
        middle = int(shown.box.x + shown.box.width / 2)
        ends = (int(shown.box.y), int(shown.box.y + shown.box.height))
        edges = [canvas.getpixel((middle, end + off)) for end in ends for off in (-2, -1, 0, 1)]
        assert any(near(colour, COLOURS[kinds[shown.tag]]) for colour in edges), shown.id


@pytest.mark.parametrize("scale", [1, 1.5, 2, 3])
async def test_mask_leaves_nothing_of_what_it_hides(chromium, scale):
    """Under a mask all is black or white, the word hidden; the same with another secret is the same picture."""
    picture, _, secret = await form(chromium, scale)
    image = annotated(picture, [], width=800, height=600, masks=[secret])
    masked = opened(image).crop((int(secret.x), int(secret.y), int(secret.x + secret.width), int(secret.y + 30)))
    assert all(high <= 4 for _, high in masked.crop((2, 2, 60, 28)).getextrema())
    filled = Pillow.open(io.BytesIO(picture)).convert("RGB")
    over = (secret.x, secret.y, secret.x + secret.width, secret.y + secret.height)
    filled.paste((255, 0, 0), tuple(round(edge * scale) for edge in over))
    other = io.BytesIO()
    filled.save(other, "PNG")
    assert annotated(other.getvalue(), [], width=800, height=600, masks=[secret]).data == image.data


async def test_labels_of_a_real_form_hide_nothing(chromium):
    """No label lies over another label, and none over more than the rim of another element."""
    picture, elements, _ = await form(chromium, 1)
    placed = place_labels(photo_of(picture, 800, 600), elements)
    assert [one.element for one in placed] == elements
    for one, other in itertools.combinations(placed, 2):
        assert one.label.area.overlap(other.label.area) == 0
        assert one.label.area.overlap(other.area) < 0.05 * one.label.area.size
        assert other.label.area.overlap(one.area) < 0.05 * other.label.area.size


def test_labels_stay_inside_the_picture_and_apart_in_a_dense_grid():
    """A hundred small controls still get a hundred labels that do not overlap."""
    elements = [
        element(10 * row + column, 2 + 60 * column, 2 + 36 * row, 16, 16) for row in range(10) for column in range(10)
    ]
    placed = place_labels(photo_of(blank(620, 380), 620, 380), elements)
    assert len(placed) == 100
    labels = [label.area for *_, label in placed]
    assert all(label.left >= 0 and label.top >= 0 and label.right <= 620 and label.bottom <= 380 for label in labels)
    assert [one for one, other in itertools.combinations(labels, 2) if one.overlap(other)] == []


def test_numbers_instead_of_ids():
    """Elements without a number have no box, and the label of a number is as narrow as it."""
    elements = [element(0, 20, 40, 80, 30), element(1, 150, 40, 80, 30)]
    photo = photo_of(blank())
    (placed,) = place_labels(photo, elements, numbers={"button-1": 12})
    assert (placed.element, placed.name) == (elements[1], "12")
    by_id = place_labels(photo, elements)[1]
    assert by_id.name == "button-1"
    assert placed.label.area.size < by_id.label.area.size
    picture = opened(annotate(photo, [placed]))
    assert near(picture.getpixel((190, 39)), COLOURS["button"])
    assert near(picture.getpixel((60, 39)), (255, 255, 255))


def test_labels_avoid_text_of_the_page():
    """Where the usual place shows text, the label goes where the page is empty."""
    canvas = Pillow.new("RGB", (400, 200), "white")
    noise = random.Random(1)
    for x in range(90, 320):
        for y in range(70, 100):
            canvas.putpixel((x, y), (noise.randrange(256),) * 3)
    (placed,) = place_labels(photo_of(saved(canvas), 400, 200), [element(0, 100, 100, 200, 30)])
    assert placed.label.area.overlap(Area(90, 70, 320, 100)) == 0


@pytest.mark.parametrize(
    "left_out",
    [
        element(0, 50, 50, 80, 30, in_view=False),
        element(0, 50, 50, 80, 30, covered_by="div"),
        element(0, 50, 50, 2.5, 30),
        element(0, 50, 50, 80, 1),
        element(0, 0, 0, 400, 300, tag="div"),
        element(0, 5000, 50, 80, 30),
        element(0, float("nan"), 50, 80, 30),
        Element(id="button-0", tag="button"),
    ],
    ids=["out of view", "covered", "thin", "flat", "backdrop", "outside", "not a number", "no box"],
)
def test_what_cannot_be_seen_or_used_is_not_drawn(left_out):
    """Hidden, covered, tiny and backdrop elements leave the picture as it was."""
    canvas = opened(annotated(blank(), [left_out], width=400, height=300))
    assert canvas.getextrema() == ((255, 255), (255, 255), (255, 255))


def test_large_control_is_drawn():
    """A control that fills the viewport is boxed and its label lies inside."""
    canvas = opened(annotated(blank(), [element(0, 0, 0, 400, 300, tag="textarea")], width=400, height=300))
    assert any(near(colour, COLOURS["input"]) for _, colour in canvas.getcolors(120_000))


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({"tag": "input", "type": "submit"}, "button"),
        ({"tag": "div", "role": "button"}, "button"),
        ({"tag": "a", "role": "button"}, "button"),
        ({"tag": "input", "type": "date", "role": "textbox"}, "input"),
        ({"tag": "div", "role": "combobox"}, "input"),
        ({"tag": "a", "role": "link"}, "link"),
        ({"tag": "div"}, "other"),
    ],
)
def test_colour_tells_the_kind(fields, kind):
    """The outline is in the colour of what the element does, whatever its tag."""
    shown = Element(id="x-0", box=Box(x=100, y=100, width=100, height=40), **fields)
    canvas = opened(annotated(blank(), [shown], width=400, height=300))
    assert near(canvas.getpixel((150, 140)), COLOURS[kind])


def test_photo_is_sent_as_jpeg():
    """A picture that PNG cannot hold in 200 KB becomes a JPEG."""
    picture = io.BytesIO()
    Pillow.effect_noise((1280, 800), 90).convert("RGB").save(picture, "JPEG", quality=95)
    image = annotated(picture.getvalue(), [element(0, 10, 40, 80, 30)], width=1280, height=800)
    assert image.media_type == "image/jpeg"
    assert opened(image).format is None


def test_same_input_gives_the_same_bytes():
    """Drawing depends on nothing but its arguments."""
    elements = [element(n, 20 + 70 * (n % 5), 30 + 50 * (n // 5), 40, 20) for n in range(20)]
    first = annotated(blank(), elements, width=400, height=300, masks=[Box(x=0, y=250, width=90, height=40)])
    assert annotated(blank(), elements, width=400, height=300, masks=[Box(x=0, y=250, width=90, height=40)]) == first
