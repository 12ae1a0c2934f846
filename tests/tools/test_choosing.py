"""The tools `select` and `select_several`, on native selects and on lists that a page draws itself."""

import pytest

from actwright.errors import ToolError
from actwright.tools.choosing import Select, SelectSeveral

SELECT = """<label>Size <select><option value="">Choose<option value=s>Small<option value=m>  Medium
 size<option value=x disabled>Extra</select></label>"""


@pytest.mark.parametrize("option", ["Small", "s"])
async def test_select_takes_a_label_or_a_value(surface_on, page, option):
    surface = await surface_on(SELECT)
    done = await Select(element_id="select-0", value=option).run(surface)
    assert done.detail == 'select-0 "Size" has "Small" selected'
    assert done.receipts[0].match
    assert await page.locator("select").input_value() == "s"


async def test_select_lists_the_options_when_none_fits(surface_on, page):
    surface = await surface_on(SELECT)
    with pytest.raises(ToolError) as raised:
        await Select(element_id="select-0", value="Large").run(surface)
    assert str(raised.value) == 'select-0 "Size" has no option \'Large\'; it has "Choose", "Small", "Medium size"'
    assert await page.locator("select").input_value() == ""


async def test_select_refuses_a_disabled_option(surface_on):
    surface = await surface_on(SELECT)
    with pytest.raises(ToolError, match='option "Extra" of select-0 "Size" is disabled'):
        await Select(element_id="select-0", value="Extra").run(surface)


async def test_a_value_from_data_matches_an_option_loosely_if_only_one_fits(surface_on, page):
    surface = await surface_on(SELECT, data={"size": " medium  SIZE"})
    done = await Select(element_id="select-0", value="{{size}}").run(surface)
    assert (done.receipts[0].match, done.receipts[0].reference) == (True, "size")
    assert await page.locator("select").input_value() == "m"
    both = await surface_on("<select aria-label=S><option>AB<option>Ab</select>", data={"size": "ab"})
    with pytest.raises(ToolError, match="fits 2 options"):
        await Select(element_id="select-0", value="{{size}}").run(both)


async def test_select_replaces_the_selection_of_a_multiple_select(surface_on, page):
    surface = await surface_on("<select aria-label=S multiple><option selected>A<option>B<option>C</select>")
    done = await SelectSeveral(element_id="select-0", values=["B", "C"]).run(surface)
    assert done.detail == 'select-0 "S" has "B, C" selected'
    chosen = await page.locator("select").evaluate("s => [...s.selectedOptions].map(o => o.value)")
    assert chosen == ["B", "C"]


async def test_select_takes_one_option_unless_it_is_multiple(surface_on):
    surface = await surface_on(SELECT)
    with pytest.raises(ToolError, match="takes exactly one option, not 2"):
        await SelectSeveral(element_id="select-0", values=["Small", "Medium size"]).run(surface)


async def test_select_waits_for_options_that_load_late(surface_on, page):
    surface = await surface_on("<select aria-label=City></select>")
    await page.evaluate("setTimeout(() => document.querySelector('select').innerHTML = '<option>Bern', 400)")
    done = await Select(element_id="select-0", value="Bern").run(surface)
    assert done.detail == 'select-0 "City" has "Bern" selected'


async def test_a_selection_that_the_page_takes_back_is_reported(surface_on):
    html = "<select aria-label=S onchange='this.selectedIndex = 0'><option>A<option>B</select>"
    done = await Select(element_id="select-0", value="B").run(await surface_on(html))
    assert done.detail == 'select-0 "S" has "A" selected, not "B": the page changed it'
    assert [receipt.match for receipt in done.receipts] == [False]


NAMESAKES = """<label>City <select><option value="">-<optgroup label=Illinois><option value=il>Springfield</optgroup>
<optgroup label=Ohio><option value=oh>Springfield<option value=da>Dayton</optgroup><option value=x hidden>Dayton
<optgroup label=Gone style="display:none"><option value=g>Salem</optgroup></select></label>
<label>Table <select><option value=3>1<option value=1>2<option value=2>3<option value=z>Zu&#776;rich&nbsp;West</select></label>"""


@pytest.mark.parametrize(
    ("place", "value", "sent"),
    [
        (0, "Ohio > Springfield", "oh"),
        (0, "Springfield (Illinois)", "il"),
        (0, "dayton", "da"),
        (0, "oh", "oh"),
        (1, "3", "2"),
        (1, "Z\u00fcrich West", "z"),
        (1, "ZURICH WEST", "z"),
    ],
)
async def test_an_option_is_chosen_by_what_it_shows(surface_on, page, place, value, sent):
    surface = await surface_on(NAMESAKES)
    done = await Select(element_id=f"select-{place}", value=value).run(surface)
    assert done.receipts[0].match
    assert await page.locator("select").nth(place).input_value() == sent


async def test_a_label_that_two_options_have_is_refused_with_both_named(surface_on, page):
    surface = await surface_on(NAMESAKES)
    with pytest.raises(
        ToolError, match=r'fits 2 options .*"Illinois > Springfield" and "Ohio > Springfield"; name one'
    ):
        await Select(element_id="select-0", value="Springfield").run(surface)
    for hidden in ("x", "Salem"):
        with pytest.raises(ToolError, match="has no option"):
            await Select(element_id="select-0", value=hidden).run(surface)
    assert await page.locator("select").first.input_value() == ""


async def test_options_far_down_a_long_list_can_be_chosen(surface_on, page):
    options = "".join(f"<option value=v{number}>Place {number}" for number in range(700))
    surface = await surface_on(f"<label>Place <select>{options}</select></label>")
    await Select(element_id="select-0", value="Place 650").run(surface)
    assert await page.locator("select").input_value() == "v650"
    with pytest.raises(ToolError, match='has 700 options, none is "Plaace 65"; closest are'):
        await Select(element_id="select-0", value="Plaace 65").run(surface)


DRAWN = """<style>.list{position:absolute; top:40px; left:0; width:260px; background:#fff; z-index:2} .item{cursor:pointer}</style>
<form><span id=l>Country</span> <button type=button id=b role=combobox aria-labelledby=l aria-haspopup=listbox
aria-expanded=false aria-controls=o>Choose</button>
<div id=o role=listbox class=list hidden><div role=option aria-disabled=true>Iceland</div><div role=option>Austria</div>
<div role=group aria-label=Ohio><div role=option>Springfield</div></div>
<div role=group aria-label=Illinois><div role=option>Springfield</div></div></div>
<p><button type=button id=send onclick="sent.push(b.textContent)">Send</button></p>
<div id=m class=menu tabindex=0 style="width:200px"><span>Colour</span><div class=list hidden><div class=item>Red</div>
<div class=item>Green</div></div></div></form>
<script>
const sent = [], open = (on) => { o.hidden = !on; b.setAttribute('aria-expanded', on) };
b.onclick = () => open(o.hidden);
o.onclick = (event) => { b.textContent = event.target.textContent; if (!window.stays) open(false) };
document.onkeydown = (event) => { if (event.key === 'Escape') open(false) };
m.onclick = (event) => {
  const list = m.querySelector('.list');
  if (event.target.className === 'item') m.firstChild.textContent = event.target.textContent;
  list.hidden = !list.hidden;
};
</script>"""


async def test_select_opens_a_drawn_list_chooses_and_closes_it(surface_on, page):
    surface = await surface_on(DRAWN)
    done = await Select(element_id="button-0", value="austria").run(surface)
    assert done.detail == 'button-0 "Country" has "Austria" selected'
    assert [(receipt.wanted, receipt.match) for receipt in done.receipts] == [("austria", True)]
    await page.evaluate("window.stays = true")
    await Select(element_id="button-0", value="Ohio > Springfield").run(surface)
    assert await page.locator("#o").is_hidden()
    assert await page.locator("#b").text_content() == "Springfield"


async def test_select_takes_a_list_without_roles(surface_on, page):
    surface = await surface_on(DRAWN)
    found = next(each.id for each in (await surface.look()).elements if each.name == "Colour" and each.tag == "div")
    done = await Select(element_id=found, value="Green").run(surface)
    assert (done.receipts[0].match, await page.locator("#m > span").text_content()) == (True, "Green")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("Springfield", 'fits 2 options .*"Ohio > Springfield" and "Illinois > Springfield"'),
        ("Atlantis", 'has no option \'Atlantis\'; it has "Austria", "Ohio > Springfield"'),
        ("Iceland", "has no option"),
    ],
)
async def test_select_closes_a_drawn_list_that_does_not_have_the_option(surface_on, page, value, message):
    surface = await surface_on(DRAWN)
    with pytest.raises(ToolError, match=message):
        await Select(element_id="button-0", value=value).run(surface)
    assert (await page.locator("#o").is_hidden(), await page.locator("#b").text_content()) == (True, "Choose")


async def test_select_presses_no_plain_button(surface_on, page):
    surface = await surface_on(DRAWN)
    with pytest.raises(ToolError, match="is not a select or dropdown: click it instead"):
        await Select(element_id="button-1", value="Send").run(surface)
    assert await page.evaluate("sent") == []


async def test_a_select_inside_a_drawn_one_is_set_by_the_drawn_one(surface_on, page):
    surface = await surface_on(
        """<div id=c role=combobox aria-expanded=false tabindex=0 style="width:200px; height:30px"><label>Country
        <select style="opacity:0; position:absolute; width:100px; height:20px"><option>Austria<option>Germany</select>
        </label><span>Choose</span></div><div id=o role=listbox hidden><div role=option>Austria</div>
        <div role=option>Germany</div></div><script>
        c.onclick = () => o.hidden = false;
        o.onclick = event => { c.querySelector('span').textContent = event.target.textContent; o.hidden = true };
        </script>"""
    )
    done = await Select(element_id="select-0", value="Germany").run(surface)
    assert done.receipts[0].match
    assert await page.locator("#c > span").text_content() == "Germany"


NEARLY = """<div id=b role=combobox tabindex=0 aria-label=Place aria-haspopup=listbox aria-expanded=false
style="width:200px; height:30px">Choose</div><div id=o role=listbox hidden><div role=option>Austria</div>
<div role=option>Austria South</div><div role=option>Vienna</div></div>
<script>
b.onclick = () => o.hidden = false;
o.onclick = (event) => { b.textContent = window.shows(event.target.textContent); o.hidden = true };
</script>"""


@pytest.mark.parametrize(
    ("value", "shows", "is_set"),
    [
        ("Vienna", "name => 'Europe / ' + name", True),
        ("Austria South", "name => name + ' (2 states)'", True),
        ("Austria South", "name => 'South'", True),
        ("Austria South", "name => 'Austria'", False),
        ("Vienna", "name => 'V'", False),
        ("Austria", "name => 'Austria South'", False),
    ],
)
async def test_what_a_drawn_list_shows_must_stand_for_the_option_alone(surface_on, page, value, shows, is_set):
    surface = await surface_on(NEARLY)
    await page.evaluate(f"window.shows = {shows}")
    if is_set:
        assert (await Select(element_id="div-0", value=value).run(surface)).receipts[0].match
    else:
        with pytest.raises(ToolError, match="after choosing"):
            await Select(element_id="div-0", value=value).run(surface)


TREE = """<div id=c role=combobox aria-haspopup=tree aria-expanded=false tabindex=0 style="width:200px;height:20px"></div>
<div id=t role=tree hidden></div><script>
const row = (name, indent, open) => `<div role=treeitem style="padding-left:${indent}px" ${indent ? '' : `aria-expanded=${open}`}>`
  + (indent ? '' : '<button class=toggle>+</button>') + `<span>${name}</span></div>`;
const open = new Set();
const draw = () => { t.innerHTML = ['Ohio', 'Oregon'].map((each) => row(each, 0, open.has(each))
  + (open.has(each) ? row('Springfield', 20) + row(each + ' City', 20) : '')).join(''); };
c.onclick = () => { t.hidden = false; draw(); };
t.onclick = (event) => { const node = event.target.closest('[role=treeitem]'); const name = node.querySelector('span').textContent;
  if (event.target.matches('.toggle')) { open.add(name); draw(); }
  else { c.textContent = name; t.hidden = true;
    c.dataset.at = [...t.children].slice(0, [...t.children].indexOf(node)).filter((one) => one.ariaExpanded).length; } };
</script>"""


@pytest.mark.parametrize(
    ("value", "at"), [("Oregon City", "2"), ("Oregon > Springfield", "2"), ("Ohio > Springfield", "1")]
)
async def test_branches_of_a_tree_are_unfolded_to_find_an_option(surface_on, page, value, at):
    surface = await surface_on(TREE)
    done = await Select(element_id="div-0", value=value).run(surface)
    assert done.receipts[0].match
    assert await page.locator("#c").get_attribute("data-at") == at


async def test_an_option_that_two_branches_of_a_tree_have_is_refused(surface_on):
    surface = await surface_on(TREE)
    await Select(element_id="div-0", value="Oregon City").run(surface)
    with pytest.raises(ToolError, match=r"fits 2 options of .*: \"Ohio > Springfield\" and \"Oregon > Springfield\""):
        await Select(element_id="div-0", value="Springfield").run(surface)
