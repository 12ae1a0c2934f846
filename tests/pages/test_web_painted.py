"""What is painted can be used, whatever lies around it in the document; what is clipped is found by a search."""

import pytest

CLIPPED = "position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip:rect(0 0 0 0);clip-path:inset(50%)"
LOG = "<script>document.onchange = e => log.push(e.target.type, String(e.target.checked), e.target.value)</script>"


@pytest.mark.parametrize(
    "around",
    [
        "<body style='overflow:hidden'><div style='position:absolute;inset:0;overflow:hidden'>",
        "<div style='height:0;overflow:hidden'><div style='position:fixed;right:9px;bottom:9px'>",
        "<div style='height:0;overflow:hidden'><div style='position:absolute;top:90px'>",
    ],
    ids=["application", "message", "menu"],
)
async def test_a_control_that_no_box_clips_is_pressed(visit, around):
    """Applications, messages and menus often lie in boxes of no height that contain them only in the document."""
    page = await visit(f"{around}<p>News?</p><button onclick='log.push(1)'>Yes</button></div>")
    assert "News?" in await page.tree()
    assert await page.do("click", element_id="button-0") == 'done: clicked button-0 "Yes"'
    assert await page.said() == [1]


async def test_a_checkbox_in_a_clipped_wrapper_is_checked(visit):
    """The label shows a drawn box; the input lies in a wrapper for assistive technology."""
    page = await visit(
        f"<label><span style='{CLIPPED}'><input type=checkbox></span><span style='padding:4px;border:1px solid'></span>"
        f" Checked by a second person</label>{LOG}"
    )
    assert await page.tree() == '- input-0 (type=checkbox label="Checked by a second person" unchecked)'
    assert (await page.do("check", element_id="input-0")).startswith("done: ")
    assert await page.said() == ["checkbox", "true", "on"]


async def test_a_slider_in_a_clipped_wrapper_is_set(visit):
    """The thumb is drawn; the input inside it is clipped."""
    page = await visit(
        "<div style='position:relative;width:200px;height:40px'><div style='position:absolute;width:12px;height:12px;"
        f"background:red'><div style='{CLIPPED}'><input type=range value=0 aria-label=Quantity></div></div></div>{LOG}"
    )
    assert await page.tree() == '- input-0 (type=range label="Quantity" value="0")'
    assert (await page.do("fill", element_id="input-0", value="40")).startswith("done: ")
    assert await page.said() == ["range", "false", "40"]


async def test_a_label_of_a_field_that_is_clipped_keeps_its_text(visit):
    """The text of a label is left out only where its control shows it: no key reaches this one."""
    page = await visit(f"<label>Country <span style='{CLIPPED}'><input tabindex=-1></span></label>")
    assert await page.tree() == '- text "Country"'


async def test_a_button_without_a_box_of_its_own_is_pressed(visit):
    """With `display: contents` what it contains is painted, and takes its clicks."""
    page = await visit("<button style='display:contents' onclick='log.push(1)'><span>Save</span></button>")
    assert await page.tree() == '- button-0 "Save"'
    assert await page.do("click", element_id="button-0") == 'done: clicked button-0 "Save"'
    assert await page.said() == [1]


async def test_a_search_finds_text_that_is_clipped(visit):
    """It says that the text may not be shown."""
    page = await visit("<p>Prices</p><div style='height:0;overflow:hidden'>Delivery is free</div>")
    found = await page.do("read", find="delivery")
    assert found == (
        'done: "delivery" occurs 1 time in text of the page that the tree does not have, and that may not be shown:\n'
        "at 7: Prices Delivery is free"
    )
    assert '"returns" does not occur in the page' in await page.do("read", find="returns")
