"""Elements with something over their middle are hit where they show."""

import pytest

DIAL = """<svg width=200 height=200><circle cx=100 cy=100 r=60 style="cursor: pointer" onclick="log.push('dial')" />
<text x=80 y=130 font-size=80 fill=red style="cursor: pointer" onclick="log.push('sign')">+</text></svg>"""
UNDER = """<style>button { position: absolute; left: 50px; top: 50px; width: 300px; height: 60px } div { position: absolute;
left: 150px; top: 40px; width: 400px; height: 200px; background: #eee }</style>
<button onclick="log.push('saved')">Save</button><div onclick="log.push('popup')">March</div>"""


@pytest.mark.parametrize(("html", "tag", "said"), [(DIAL, "circle", "dial"), (UNDER, "button", "saved")])
async def test_a_click_goes_where_the_element_shows(visit, html, tag, said):
    """A sign over the middle of a dial, or a popup over that of a button, is not clicked in its place."""
    page = await visit(html)
    (element,) = [each for each in (await page.see()).elements if each.tag == tag]
    assert element.covered_by == ""
    assert (await page.do("click", element_id=element.id)).startswith("done")
    assert await page.said() == [said]
