"""What of a screenshot is kept, and when two of them look alike."""

import io

import pytest
from builders import in_parts
from PIL import Image as Pillow

from actwright.engine.page.picture.screenshot import develop, look_alike


def blank(width=400, height=300):
    picture = io.BytesIO()
    Pillow.new("RGB", (width, height), "white").save(picture, "PNG")
    return picture.getvalue()


@pytest.mark.parametrize(
    ("viewport", "scale", "longest", "size"),
    [
        ((1280, 800), 2, 1568, (1280, 800)),
        ((1280, 800), 1, 1568, (1280, 800)),
        ((1920, 1080), 1, 1568, (1429, 804)),
        ((600, 2400), 1, 1568, (392, 1568)),
        ((1000, 500), 1, 400, (400, 200)),
        ((1, 4000), 1, 1568, (1, 1568)),
    ],
)
def test_size_fits_image_rules_and_keeps_the_aspect(viewport, scale, longest, size):
    """At most the longest side, 1.15 megapixels and one px per CSS px."""
    picture = blank(viewport[0] * scale, viewport[1] * scale)
    photo = develop(picture, width=viewport[0], height=viewport[1], longest_side=longest)
    assert photo.canvas.size == size


@pytest.mark.parametrize("picture", [b"", b"GIF89a", blank()[:100]], ids=["empty", "not a picture", "cut off"])
def test_broken_picture_is_refused(picture):
    """A picture that cannot be read raises, it is never half drawn."""
    with pytest.raises(ValueError, match="not a whole PNG or JPEG"):
        develop(picture, width=400, height=300)


def test_viewport_without_size_is_refused():
    """There is nothing to draw on."""
    with pytest.raises(ValueError, match="0 x 300"):
        develop(blank(), width=0, height=300)


DOCUMENT = """<style>body {font: 15px sans-serif; margin: 40px} input {font: 15px sans-serif; width: 300px}
@keyframes turn {to {transform: rotate(1turn)}}
.spinner {width: 24px; height: 24px; box-sizing: border-box; border: 3px solid #ddd; border-top-color: #06c;
border-radius: 50%; animation: turn 1s linear infinite; animation-play-state: paused}</style>
<h1>Create a listing</h1><p><label>Title <input id=title></label> <label><input type=checkbox> Used</label></p>
<p id=error>&nbsp;</p><div class=spinner></div><button>Publish</button><p id=count>Items: 3</p>"""

CHANGES = {
    "nothing": ("1", True),
    "a caret": ("document.querySelector('#title').style.caretColor = 'transparent'", True),
    "a spinner": ("document.querySelector('.spinner').style.animationDelay = '-0.4s'", True),
    "an error": ("document.querySelector('#error').textContent = 'Required'", False),
    "a typed word": ("document.querySelector('#title').value = 'Kayak'", False),
    "a button's name": ("document.querySelector('button').textContent = 'Published already'", False),
    "a moved heading": ("document.querySelector('h1').style.paddingTop = '3px'", False),
    "a pale veil": ("document.body.style.background = '#ddd'", False),
}


@in_parts(CHANGES, 2)
async def test_what_blinks_or_spins_is_no_difference(page, rows):
    """Words, fields and moved things are one; a caret and a spinner are none."""
    for name, (script, alike) in rows:
        await page.set_content(DOCUMENT)
        await page.focus("#title")
        photos = []
        for change in ("1", script):
            await page.evaluate(change)
            raw = await page.screenshot(type="jpeg", quality=90, caret="initial")
            photos.append(develop(raw, width=1280, height=800))
        assert look_alike(*photos) is alike, name


def test_pictures_of_different_size_do_not_look_alike():
    """A resized window is a new picture."""
    assert not look_alike(
        develop(blank(400, 300), width=400, height=300), develop(blank(400, 301), width=400, height=301)
    )
