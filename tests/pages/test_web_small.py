"""Small things of hands and eyes: spaces at the ends of values, icons that change under the mouse, suggestions, text in a pane."""

import pytest
from inline_snapshot import snapshot


@pytest.mark.parametrize(
    ("tag", "markup"), [("textarea", "<textarea aria-label=From></textarea>"), ("input", "<input aria-label=From>")]
)
async def test_spaces_at_the_ends_of_a_value_are_kept(visit, tag, markup):
    """In the tree, when it is read, and when it is filled in elsewhere: a page may compare exactly."""
    page = await visit(f"{markup}<input aria-label=To id=to>")
    await page.page.locator(tag).first.fill(" San  Juan ")
    target = "input-0" if tag == "textarea" else "input-1"
    assert f'{tag}-0 (label="From" value=" San  Juan " focused)' in await page.tree()
    assert (await page.do("read", element_id=f"{tag}-0")).endswith("of 11:\n San  Juan ")
    assert await page.do("fill", element_id=target, value=" San  Juan ") == f'done: {target} "To" holds " San  Juan "'
    assert await page.page.input_value("#to") == " San  Juan "


async def test_a_space_at_the_end_of_rich_text_is_kept(visit):
    """In the tree and when it is read, as in what the fill reports; blank lines of the editor's own are no value."""
    page = await visit(
        "<div contenteditable aria-label=To></div><div contenteditable aria-label=Body><p><br></p></div>"
    )
    assert await page.tree() == '- div-0 (role=textbox label="To")\n- div-1 (role=textbox label="Body")'
    assert await page.do("fill", element_id="div-0", value="San ") == 'done: div-0 "To" holds "San\u00a0"'
    assert '- div-0 (role=textbox label="To" value="San " focused)' in await page.tree()
    assert (await page.do("read", element_id="div-0")).endswith("of 4:\nSan ")


SWAP = """<style>#icon {width: 20px; height: 20px; background: #888; position: relative; display: block}
#icon.over {margin-left: 300px}</style><span id=icon style="cursor:pointer"></span><script>
icon.onmouseenter = () => { icon.className = 'over'; setTimeout(() => { icon.className = ''; }, 100); };
icon.onclick = () => log.push('clicked');</script>"""


async def test_an_icon_that_changes_under_the_mouse_is_pressed_when_it_is_back(visit):
    """Its other picture is loaded only then, and until that is there the icon is somewhere else."""
    page = await visit(SWAP)
    await page.see()
    assert (await page.do("click", element_id="span-0")).startswith("done: clicked span-0")
    assert await page.said() == ["clicked"]


SUGGESTING = """<input aria-label=State class="ui-autocomplete-input" autocomplete=off id=field style="display:block;width:150px"><ul id=menu style="display:none;margin:0">
</ul><script>const states = ['Ohio', 'Oklahoma', 'Oregon', 'Utah'];
field.oninput = () => setTimeout(() => { menu.style.display = 'block';
  menu.innerHTML = states.filter((one) => one.startsWith(field.value)).map((one) => `<li><div tabindex=-1 role=menuitem>${one}</div></li>`).join(''); }, 200);
</script>"""


async def test_what_a_field_suggests_is_said_after_typing(visit):
    """Also where nothing but its class tells that it suggests."""
    page = await visit(SUGGESTING)
    await page.see()
    assert await page.do("type", element_id="input-0", value="O") == snapshot(
        'done: input-0 "State" holds "O"; its list shows 3 options: "Ohio", "Oklahoma", "Oregon"'
    )


PANES = """<div style="height:80px;overflow:auto" tabindex=0 role=region aria-label=One id=one><p style="height:300px">Top</p><p>Terms</p></div>
<div style="height:80px;overflow:auto" tabindex=0 role=region aria-label=Two id=two><p style="height:300px">Top</p><p>Terms</p></div>"""


async def test_a_text_is_scrolled_to_inside_the_element(visit):
    """The same text stands in the pane before."""
    page = await visit(PANES)
    await page.see()
    assert await page.do("scroll", element_id="div-1", text="Terms") == snapshot('done: "Terms" is in view')
    assert await page.page.evaluate("[one.scrollTop > 0, two.scrollTop > 0]") == [False, True]
    assert await page.do("scroll", element_id="div-1", text="Other") == snapshot(
        'failed: "Other" does not show in div-1 "Two"'
    )
