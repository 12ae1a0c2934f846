"""Labels on real pages that are full of controls, at every zoom and device scale."""

import itertools

import pytest
from reused_page import own_page

from actwright.engine.page.picture.annotate import place_labels
from actwright.engine.page.picture.run_pictures import Camera
from actwright.engine.page.picture.screenshot import develop
from actwright.engine.page.reading.capture import PageReader

pytestmark = pytest.mark.slow

DENSE = {
    "a grid of buttons": "<style>button { width: 60px; height: 34px; padding: 0; margin: 1px }</style>"
    + ("<div style='white-space: nowrap'>" + "<button>Go</button>" * 20 + "</div>") * 20,
    "a toolbar of icons": "<div style='display: flex; gap: 4px'>"
    + "<button aria-label=x style='width: 16px; height: 16px; padding: 0; border: 0; background: #678'></button>" * 40
    + "</div><p>A document</p>",
    "a month": "<style>td { padding: 0 } button { width: 36px; height: 32px }</style><table>"
    + ("<tr>" + "<td><button>7</button></td>" * 7 + "</tr>") * 5
    + "</table>",
    "four links per cell": "<table>"
    + ("<tr>" + "<td><a href=#v>View</a> <a href=#e>Edit</a> <a href=#c>Copy</a> <a href=#d>Delete</a></td>" * 6 + "</tr>")
    * 10
    + "</table>",
    "right to left": "<div dir=rtl>" + "<p><label>שם <input></label> <button>שמור</button> <a href=#>עוד</a></p>" * 12 + "</div>",
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "scale", "zooms"),
    [
        *((name, 1, (0.5, 1)) for name in DENSE),
        ("a toolbar of icons", 2, (2,)),
        ("four links per cell", 2, (2,)),
        ("a month", 3, (1,)),
        ("right to left", 3, (1,)),
    ],
)
async def test_no_label_hides_another_or_the_page(chromium, name, scale, zooms):
    """Every label lies inside the picture, over no other, and mostly over nothing but its own control or bare ground."""
    async with own_page(chromium, viewport={"width": 1280, "height": 800}, device_scale_factor=scale) as page:
        await page.set_content(DENSE[name])
        for zoom in zooms:
            await page.evaluate("zoom => { document.documentElement.style.zoom = zoom; }", zoom)
            reader = PageReader()
            seen = await reader.capture(page, timeout=60)
            raw = await Camera(reader.frames.protocol).shoot(page, seconds=60)
            photo = develop(raw, width=seen.width, height=seen.height, shown=seen.shown)
            placed = place_labels(photo, seen.elements)
            labels = [each.label.area for each in placed if each.label]
            assert labels
            assert [one for one, other in itertools.combinations(labels, 2) if one.overlap(other)] == []
            assert all(photo.frame.overlap(area) == area.size for area in labels)
            for each in placed:
                others = (
                    sum(each.label.area.overlap(other.area) for other in placed if other != each) if each.label else 0
                )
                assert not each.label or others < each.label.area.size * 2 / 3
