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
icon.onmouseenter = () => { icon.className = 'over'; icon.onmouseenter = null; setTimeout(() => { icon.className = ''; }, 100); };
icon.onclick = () => log.push('clicked');</script>"""


async def test_an_icon_that_changes_under_the_mouse_is_pressed_when_it_is_back(visit):
    """Its other picture is loaded only then, and until that is there the icon is somewhere else."""
    page = await visit(SWAP)
    await page.see()
    assert (await page.do("click", element_id="span-0")).startswith("done: clicked span-0")
    assert await page.said() == ["clicked"]


REPLACED = """<style>span {display: block; width: 20px; height: 20px; background: #888}</style><span id=icon></span><script>
icon.onclick = () => log.push('early');
icon.onmouseenter = () => { const other = document.createElement('span'); other.id = '%s'; other.onclick = () => log.push('clicked'); icon.replaceWith(other); };
</script>"""


@pytest.mark.parametrize(
    ("other", "outcome", "said"),
    [
        ("icon", "done: clicked span-0", ["clicked"]),
        ("another", "failed: span-0 is no longer on the page; no other element of the page can be acted on", []),
    ],
    ids=["like it", "unlike it"],
)
async def test_an_icon_that_gives_way_to_another_one_under_the_mouse_is_looked_for_again(visit, other, outcome, said):
    """Hovering over it is no effect: what could not be pressed was not pressed."""
    page = await visit(REPLACED % other)
    await page.see()
    assert await page.do("click", element_id="span-0") == outcome
    assert await page.said() == said


SUGGESTING = """<input aria-label=State %s id=field style="display:block;width:150px"><ul id=menu style="display:none;margin:0">
</ul><datalist id=none></datalist><button>Search</button><script>const states = ['Ohio', 'Oklahoma', 'Oregon', 'Utah'];
field.oninput = () => setTimeout(() => { menu.style.display = 'block';
  menu.innerHTML = states.filter((one) => one.startsWith(field.value)).map((one) => `%s`).join(''); }, 200);
menu.onclick = (event) => { field.value = event.target.textContent; };
</script>"""


@pytest.mark.parametrize(
    ("field", "option"),
    [
        ('class="ui-autocomplete-input" autocomplete=off', "<li><div tabindex=-1 role=menuitem>${one}</div></li>"),
        ("autocomplete=off", "<li onclick=1><b>${one[0]}</b>${one.slice(1)}</li>"),
        ("role=combobox", "<li>${one}</li>"),
        ("role=combobox aria-expanded=false", "<li>${one}</li>"),
        ("list=none", "<li>${one}</li>"),
    ],
)
async def test_what_a_field_suggests_is_said_after_typing(visit, field, option):
    """Whatever tells that it suggests, and whatever its options are: the list that holds them is none."""
    page = await visit(SUGGESTING % (field, option))
    await page.see()
    assert await page.do("type", element_id="input-0", value="O") == snapshot(
        'done: input-0 "State" holds "O"; its list shows 3 options: "Ohio", "Oklahoma", "Oregon"'
    )


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("role=combobox", 'done: input-0 "State" holds "X"; no suggestions opened'),
        ("autocomplete=off", 'done: input-0 "State" holds "X"'),
        ("list=none", 'done: input-0 "State" holds "X"'),
    ],
)
async def test_that_nothing_is_suggested_is_said_of_a_field_that_promises_a_list_of_the_page(visit, field, said):
    """A datalist is shown by the browser, where it cannot be seen; and what stands below a field is not its list."""
    page = await visit(SUGGESTING % (field, "<li>${one}</li>"))
    await page.see()
    assert await page.do("type", element_id="input-0", value="X") == said


PANES = """<div style="height:80px;overflow:auto" tabindex=0 role=region aria-label=One id=one><p style="height:300px">Top</p><p>Terms</p></div>
<div style="height:80px;overflow:auto" tabindex=0 role=region aria-label=Two id=two><p style="height:300px">Top</p><p>Terms</p></div>"""


async def test_a_text_is_scrolled_to_inside_the_element(visit):
    """The same text stands in the pane before."""
    page = await visit(PANES)
    await page.see()
    assert await page.do("scroll", element_id="div-1", text="Terms") == snapshot('done: "Terms" is in view')
    assert await page.page.evaluate("[one.scrollTop > 0, two.scrollTop > 0]") == [False, True]
    assert await page.do("scroll", element_id="div-1", text="Other") == snapshot(
        'failed: "Other" is not shown in div-1 "Two"'
    )
