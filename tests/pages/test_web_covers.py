"""Things that lie over other things: bars that stick, banners, toasts, backdrops, modals, adornments, popovers, menus."""

import pytest
from inline_snapshot import snapshot

from actwright.engine.page.reading.capture import PageReader

MODAL = """
<label>Name <input></label> <label><input type=checkbox> Agree</label>
<select aria-label=Size><option>S<option>M</select> <button onclick="log.push('saved')">Save</button>
<div id=back style="position:fixed;inset:0;background:#0008"><div role=dialog aria-modal=true aria-label=Cookies
  style="background:#fff;margin:200px;padding:20px">We use cookies <button onclick="back.remove()">Fine</button></div></div>"""


@pytest.mark.slow
async def test_nothing_behind_a_modal_is_acted_on(visit):
    """Neither clicks nor keys reach what a backdrop covers; once it is gone, all work."""
    page = await visit(MODAL)
    assert await page.tree() == snapshot("""\
… fold-0: 4 more behind the dialog (2 input, 1 select)
- dialog (label="Cookies" modal) "We use cookies"
  - button-1 "Fine"\
""")
    calls = [
        ("fill", {"element_id": "input-0", "value": "Ada"}),
        ("type", {"element_id": "input-0", "value": "Ada"}),
        ("check", {"element_id": "input-1"}),
        ("select", {"element_id": "select-0", "value": "M"}),
        ("press", {"element_id": "input-0", "key": "a"}),
        ("click", {"element_id": "button-0"}),
    ]
    assert [await page.do(tool, **parameters) for tool, parameters in calls] == snapshot(
        [
            'failed: input-0 "Name" is covered by dialog: Cookies; deal with that first',
            'failed: input-0 "Name" is covered by dialog: Cookies; deal with that first',
            'failed: input-1 "Agree" is covered by dialog: Cookies; deal with that first',
            'failed: select-0 "Size" is covered by dialog: Cookies; deal with that first',
            'failed: input-0 "Name" is covered by dialog: Cookies; deal with that first',
            'failed: button-0 "Save" is covered by dialog: Cookies; deal with that first',
        ]
    )
    passed = "[...document.querySelectorAll('input, select')].map((e) => `${e.value} ${e.checked}`)"
    assert await page.page.evaluate(passed) == [" false", "on false", "S undefined"]
    assert await page.do("click", element_id="button-1") == snapshot('done: clicked button-1 "Fine"')
    assert await page.batch(*calls) == snapshot(
        [
            'done: input-0 "Name" holds "Ada"',
            'done: input-0 "Name" holds "Ada"',
            'done: input-1 "Agree" is checked',
            'done: select-0 "Size" has "M" selected',
            'done: pressed a on input-0 "Name"',
            'done: clicked button-0 "Save"',
        ]
    )
    assert await page.page.evaluate(passed) == ["aAda false", "on true", "M undefined"]
    assert await page.said() == ["saved"]


ADORNED = """
<style>.f {position:relative;width:200px;height:40px;margin:8px} .f input, .f select {width:100%;height:100%}
.f span {position:absolute;inset:0;padding:10px;background:#fff8}</style>
<div class=f><input aria-label=Name><span>Name</span></div>
<div class=f><input aria-label=Search><span onclick="log.push('icon')">?</span></div>
<div class=f><select aria-label=Size><option>S<option>M</select><span>S</span></div>"""


async def test_a_field_under_its_own_placeholder_takes_text(visit):
    """A placeholder, an icon or a styled face of a field's own size is no obstacle to typing and choosing."""
    page = await visit(ADORNED)
    assert await page.tree() == snapshot("""\
- input-0 (label="Name")
- text "Name"
- input-1 (label="Search" covered-by="span: ?")
- span-0 "?"
- select-0 (label="Size" options=["S", "M"] selected="S")
- text "S"\
""")
    assert await page.batch(
        ("fill", {"element_id": "input-0", "value": "Ada"}),
        ("type", {"element_id": "input-1", "value": "x"}),
        ("select", {"element_id": "select-0", "value": "M"}),
    ) == snapshot(
        [
            'done: input-0 "Name" holds "Ada"',
            'done: input-1 "Search" holds "x"',
            'done: select-0 "Size" has "M" selected',
        ]
    )
    assert await page.page.evaluate("[...document.querySelectorAll('input, select')].map((e) => e.value)") == [
        "Ada",
        "x",
        "M",
    ]


@pytest.mark.slow
async def test_a_dialog_element_makes_the_rest_inert(visit):
    """`showModal` covers the page; Escape closes it; nested dialogs close one by one."""
    page = await visit("""
        <button onclick="one.showModal()">Open</button> <label>Name <input></label>
        <dialog id=one>First <button onclick="two.showModal()">More</button></dialog>
        <dialog id=two onclose="log.push('two closed')">Second <button autofocus>Fine</button></dialog>""")
    await page.see()
    assert await page.do("click", element_id="button-0") == snapshot(
        'done: clicked button-0 "Open"; "dialog: First More" opened in the page'
    )
    assert await page.tree() == snapshot("""\
… fold-0: 2 more behind the dialog (1 button, 1 input)
- dialog (modal) "First"
  - *button-1 (focused) "More"\
""")
    assert await page.do("fill", element_id="input-0", value="x") == snapshot(
        'failed: input-0 "Name" is covered by dialog: First More; deal with that first'
    )
    assert await page.do("click", element_id="button-1") == snapshot(
        'done: clicked button-1 "More"; "dialog: Second Fine" opened in the page'
    )
    assert await page.tree() == snapshot("""\
… fold-1: 4 more behind the dialog (2 button, 1 input)
- dialog (modal) "Second"
  - *button-2 (focused) "Fine"\
""")
    assert await page.do("press", key="Escape") == snapshot("done: pressed Escape")
    assert await page.said() == ["two closed"]
    assert await page.tree() == snapshot("""\
… fold-2: 2 more behind the dialog (1 button, 1 input)
- dialog (modal) "First"
  - button-1 (focused) "More"\
""")


async def test_a_dialog_that_a_nested_one_leaves_is_no_new_one(visit):
    """A batch goes on when a dialog closes over another that was open, even if that says something else now."""
    page = await visit("""
        <button onclick="one.showModal()">Open</button>
        <dialog id=one>Chosen: <b id=chosen>none</b> <button onclick="two.showModal()">Choose</button>
        <button onclick="log.push('done'); one.close()">Done</button></dialog>
        <dialog id=two><button onclick="chosen.textContent = 'red'; two.close()">Red</button></dialog>""")
    await page.see()
    await page.do("click", element_id="button-0")
    await page.see()
    await page.do("click", element_id="button-1")
    await page.see()
    both = (
        ("click", {"element_id": "button-3"}),
        ("click", {"element_id": "button-2"}),
        ("click", {"element_id": "button-0"}),
    )
    assert await page.batch(*both) == snapshot(
        [
            'done: clicked button-3 "Red"',
            'done: clicked button-2 "Done"',
            'done: clicked button-0 "Open"; "dialog: Chosen: red Choose Done" opened in the page',
        ]
    )
    assert await page.said() == ["done"]


STICKY = """
<style>body {margin:0} header, footer {position:fixed;left:0;right:0;height:120px;background:#ddd;z-index:1} header {top:0}
footer {bottom:0} main {height:2400px;position:relative} main > * {position:absolute}</style>
<header>Shop</header><footer>Cookies?</footer>
<main><button style="top:300px" onclick="log.push('under header')">Top</button>
<button style="top:540px" onclick="log.push('under footer')">Bottom</button>
<input aria-label=Field style="top:560px;left:200px">
<button style="top:1500px" onclick="log.push('far')">Far</button></main>"""


async def test_bars_that_stick_are_scrolled_away_from(visit):
    """What lies under a fixed header or footer is brought into the open and clicked there."""
    page = await visit(STICKY)
    assert await page.tree() == snapshot("""\
- page (scrollable, 3 screens below)
- cover (c1="contentinfo: Cookies?" over=2)
- text "Shop | Cookies?"
- main
  - button-0 "Top"
  - button-1 (covered-by=c1) "Bottom"
  - input-0 (label="Field" covered-by=c1)
  - button-2 (below) "Far"\
""")
    assert await page.do("click", element_id="button-1") == snapshot('done: clicked button-1 "Bottom"')
    assert await page.do("click", element_id="button-2") == snapshot('done: clicked button-2 "Far"')
    assert await page.do("fill", element_id="input-0", value="x") == snapshot('done: input-0 "Field" holds "x"')
    await page.page.evaluate("scrollTo(0, 250)")
    await page.see()
    assert await page.do("click", element_id="button-0") == snapshot('done: clicked button-0 "Top"')
    assert await page.said() == ["under footer", "far", "under header"]


async def test_a_toast_that_goes_away_is_waited_for(visit):
    """A message that covers the target for a second delays the click and does not fail it."""
    page = await visit("""
        <button onclick="log.push('clicked')" style="width:200px;height:40px">Next</button>
        <div id=t role=status style="position:fixed;left:0;top:0;width:300px;height:80px;background:#fea">Saved</div>
        <script>addEventListener('load', () => setTimeout(() => t.remove(), 1000))</script>""")
    assert await page.tree() == snapshot("""\
- button-0 (covered-by="status: Saved") "Next"
- status "Saved"\
""")
    assert await page.do("click", element_id="button-0") == snapshot('done: clicked button-0 "Next"')
    assert await page.said() == ["clicked"]


async def test_a_banner_that_stays_is_named(visit):
    """What covers the target and how to go on is said; with the banner gone the click lands."""
    page = await visit("""
        <button onclick="log.push('clicked')">Buy</button>
        <div id=c role=region aria-label="Cookie consent" style="position:fixed;inset:0 0 auto 0;height:100px;background:#fff">
        <button onclick="c.remove()" style="margin-left:300px">Reject all</button></div>""")
    assert await page.tree() == snapshot("""\
- button-0 (covered-by="region: Cookie consent") "Buy"
- region (label="Cookie consent")
  - button-1 "Reject all"\
""")
    assert await page.do("click", element_id="button-0") == snapshot(
        'failed: button-0 "Buy" is covered by region: Cookie consent; deal with that first'
    )
    assert await page.batch(("click", {"element_id": "button-1"}), ("click", {"element_id": "button-0"})) == snapshot(
        ['done: clicked button-1 "Reject all"', 'done: clicked button-0 "Buy"']
    )
    assert await page.said() == ["clicked"]


async def test_a_popover_opens_and_closes_lightly(visit):
    """A popover shows in the tree while it is open; a click elsewhere closes it."""
    page = await visit("""
        <button popovertarget=p>Menu</button> <p onclick="log.push('p')">Text</p>
        <div id=p popover ontoggle="log.push(event.newState)"><button onclick="log.push('copied')">Copy</button></div>""")
    await page.see()
    assert await page.do("click", element_id="button-0") == snapshot('done: clicked button-0 "Menu"')
    assert await page.tree() == snapshot("""\
- button-0 (focused) "Menu"
- p-0 "Text"
- *button-1 "Copy"\
""")
    assert await page.do("click", element_id="button-1") == snapshot('done: clicked button-1 "Copy"')
    assert await page.do("press", key="Escape") == snapshot("done: pressed Escape")
    assert await page.said() == ["open", "copied", "closed"]
    assert await page.tree() == snapshot("""\
- button-0 (focused) "Menu"
- p-0 "Text"\
""")


HOVER = """
<style>nav ul {display:none} nav:hover ul {display:block} .tip {display:none} button:hover + .tip {display:block}</style>
<nav aria-label=Shop><a href="#all">Products</a><ul><li><a href="#boats" onclick="log.push('boats')">Boats</a></ul></nav>
<button>Help</button><div class=tip role=tooltip>Opens at nine</div>"""


async def test_a_submenu_that_opens_under_the_mouse(visit):
    """Hovering shows it, and the entry can be clicked while the mouse stays inside."""
    page = await visit(HOVER)
    assert await page.tree() == snapshot("""\
- nav (label="Shop")
  - a-0 "Products"
- button-0 "Help"\
""")
    assert await page.do("hover", element_id="a-0") == snapshot('done: the mouse is over a-0 "Products"')
    assert await page.tree() == snapshot("""\
- nav (label="Shop")
  - a-0 "Products"
  - *a-1 "Boats"
- button-0 "Help"\
""")
    assert await page.do("click", element_id="a-1") == snapshot('done: clicked a-1 "Boats"')
    assert await page.said() == ["boats"]
    assert await page.do("hover", element_id="button-0") == snapshot('done: the mouse is over button-0 "Help"')
    assert await page.tree() == snapshot("""\
- nav (label="Shop")
  - a-0 "Products"
- button-0 "Help"
- text "Opens at nine"\
""")


async def test_double_right_modified_and_long_clicks(visit):
    """The page sees the kind of click that was meant; a context menu opens and is used."""
    page = await visit("""
        <button id=b ondblclick="log.push('double')" onclick="log.push((event.ctrlKey ? 'ctrl ' : '') + 'click')">File</button>
        <div id=m role=menu hidden><div role=menuitem tabindex=-1 onclick="log.push('renamed')">Rename</div></div>
        <script>
        b.oncontextmenu = (event) => { event.preventDefault(); m.hidden = false; };
        let timer; b.onpointerdown = () => { timer = setTimeout(() => log.push('long'), 500) };
        b.onpointerup = () => clearTimeout(timer);</script>""")
    await page.see()
    assert await page.do("double_click", element_id="button-0") == snapshot('done: double-clicked button-0 "File"')
    assert await page.said() == ["click", "click", "double"]
    assert await page.do("click_with", element_id="button-0", modifiers=["Control"]) == snapshot(
        'done: clicked button-0 "File"'
    )
    assert await page.said() == ["ctrl click"]
    assert await page.do("right_click", element_id="button-0") == snapshot('done: right-clicked button-0 "File"')
    assert await page.tree() == snapshot("""\
- button-0 (focused) "File"
- *div-0 (role=menuitem) "Rename"\
""")
    assert await page.do("click", element_id="div-0") == snapshot('done: clicked div-0 "Rename"')
    assert await page.said() == ["renamed"]
    assert await page.do("click_with", element_id="button-0", hold=0.7) == snapshot('done: clicked button-0 "File"')
    assert await page.said() == ["long", "click"]


async def test_a_backdrop_is_clicked_beside_what_lies_on_it(visit):
    """An empty box over the page that listens is a target; its middle is under the dialog."""
    page = await visit("""
        <script>log = []</script>
        <p>Behind</p>
        <div class="modal-backdrop" style="position:fixed; inset:0"></div>
        <div role="dialog" aria-label="News" style="position:fixed; left:200px; top:150px; width:400px; height:300px; background:white">
          <p>Hello</p><button>Close</button>
        </div>
        <script>document.querySelector('.modal-backdrop').addEventListener('click', () => log.push('backdrop'))</script>
    """)
    assert await page.tree() == snapshot("""\
- p "Behind"
- div-0 (hint="backdrop")
- dialog (label="News")
  - p "Hello"
  - button-0 "Close"\
""")
    assert await page.do("click", element_id="div-0") == snapshot("done: clicked div-0")
    assert await page.said() == ["backdrop"]


FREE_AT_A_CORNER = [
    (
        "<div style='position:absolute;left:130px;top:80px;width:40px;height:40px;overflow:hidden'>"
        "<div style='position:absolute;left:-200px;top:-200px;width:500px;height:500px;background:red'></div></div>"
    ),
    "<div style='position:absolute;left:-20px;top:95px;width:340px;height:10px;rotate:45deg;background:red'></div>",
    (
        "<div style='position:absolute;inset:0;width:300px;height:200px;transform:rotate(45deg);pointer-events:none'>"
        "<div style='position:absolute;left:-20px;top:95px;width:340px;height:10px;background:red;pointer-events:auto'></div></div>"
    ),
    (
        "<div style='position:absolute;left:0;top:0;width:300px;height:200px;clip-path:circle(30px at 150px 100px)'>"
        "<div style='width:300px;height:200px;background:red'></div></div>"
    ),
    (
        "<div style='position:absolute;left:48px;top:48px;width:204px;height:104px;border-radius:50%;overflow:hidden'>"
        "<div style='width:300px;height:200px;background:red'></div></div>"
    ),
    (
        "<div style='position:absolute;left:0;top:0;width:400px;height:300px;background:red'></div>"
        "<style>#inner{position:absolute;left:0;top:0;width:20px;height:20px;z-index:5}</style>"
    ),
]


@pytest.mark.parametrize("cover", FREE_AT_A_CORNER, ids=range(len(FREE_AT_A_CORNER)))
async def test_what_covers_the_middle_alone_covers_nothing(page, cover):
    """A look says of a control what the check before an action says: a corner of it is free."""
    await page.set_content(
        "<body style='margin:0'><button style='position:absolute;left:50px;top:50px;width:200px;height:100px'>"
        f"<i id=inner></i></button>{cover}"
    )
    reader = PageReader()
    (element, *_) = (await reader.capture(page)).elements
    assert (element.covered_by, (await reader.guard.check(element.id)).covered_by) == ("", "")
    await reader.close()


SEVERAL = """<div id=f tabindex=0 role=combobox aria-haspopup=listbox aria-expanded=false aria-label=Toppings>Choose</div>
<ul id=u role=listbox aria-multiselectable=true hidden style="position:absolute;margin:0;width:220px;background:#fff">
<li role=option aria-selected=false>Ham<li role=option aria-selected=false>Olives</ul><br><button id=b>Order</button><script>
const shown = () => [...u.children].filter((o) => o.ariaSelected === 'true').map((o) => o.textContent).join();
const close = () => { u.hidden = true; f.ariaExpanded = 'false'; };
f.onclick = () => { u.hidden = false; f.ariaExpanded = 'true'; };
u.onclick = ({ target }) => { target.ariaSelected = String(target.ariaSelected !== 'true'); };
onmousedown = ({ target }) => { if (!f.contains(target) && !u.contains(target)) close(); };
onkeydown = ({ key }) => { if (key === 'Escape') { for (const o of u.children) o.ariaSelected = 'false'; close(); } };
b.onclick = () => log.push(shown());</script>"""


async def test_a_list_in_which_several_were_chosen_is_closed_before_what_it_covers_is_pressed(visit):
    """Such a list stays open after a choice; a press elsewhere closes it, and Escape would take the choices back."""
    page = await visit(SEVERAL)
    await page.see()
    await page.do("click", element_id="div-0")
    await page.see()
    assert await page.batch(
        ("click", {"element_id": "li-0"}), ("click", {"element_id": "li-1"}), ("click", {"element_id": "button-0"})
    ) == ['done: clicked li-0 "Ham"', 'done: clicked li-1 "Olives"', 'done: clicked button-0 "Order"']
    assert await page.said() == ["Ham,Olives"]


async def test_a_menu_in_which_nothing_was_used_stays_open(visit):
    """Only what the run has used is closed by itself: the rest may be there to be read."""
    page = await visit("""<button onclick="u.hidden = false">File</button><ul id=u role=menu hidden style="position:absolute;margin:0;width:160px;
        height:90px;background:#fff"><li role=menuitem>Print</ul><br><button onclick="log.push('published')">Publish</button>
        <script>onmousedown = ({ target }) => { if (!u.contains(target)) u.hidden = true; };</script>""")
    await page.see()
    await page.do("click", element_id="button-0")
    await page.see()
    assert "is covered by menu: Print" in await page.do("click", element_id="button-1")
    assert await page.said() == []


async def test_a_form_over_the_page_is_not_closed_by_itself(visit):
    """What was entered in it would be lost."""
    page = await visit("""<form id=f style="position:absolute;background:#fff;width:300px;height:200px">
        <button type=button onclick="log.push('ticked')">All</button></form><br><br><button onclick="log.push('left')">Leave</button>
        <script>onmousedown = ({ target }) => { if (!f.contains(target)) f.remove(); };</script>""")
    await page.see()
    assert await page.do("click", element_id="button-0") == 'done: clicked button-0 "All"'
    assert "is covered by" in await page.do("click", element_id="button-1")
    assert await page.said() == ["ticked"]


async def test_what_escape_takes_back_with_its_list_is_put_back(visit):
    """A list that only Escape closes may cost the text of its field: the text stays, or what is covered is refused."""
    page = await visit("""<label>City <input id=i></label><ul id=u hidden style="position:absolute;margin:0;width:220px;background:#fff"><li>Oslo
        <li>Oslofjord</ul><br><button onclick="log.push(i.value)">Find</button><script>i.oninput = () => { u.hidden = false; };
        i.onkeydown = ({ key }) => { if (key === 'Escape') { i.value = ''; u.hidden = true; } };</script>""")
    await page.see()
    filled, pressed = await page.batch(
        ("fill", {"element_id": "input-0", "value": "Oslo"}), ("click", {"element_id": "button-0"})
    )
    assert 'holds "Oslo"' in filled
    assert "is covered by" in pressed
    assert await page.page.input_value("input") == "Oslo"
    assert await page.said() == []
