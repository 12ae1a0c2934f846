"""The page as a run sees it: whole trees of real pages, and IDs that denote one element for a whole run."""

import asyncio
import time
from textwrap import dedent

import pytest
from resolved import assert_resolved
from reused_page import own_page

from actwright.engine.page.reading import looks
from actwright.engine.page.reading.capture import PageReader
from actwright.engine.page.reading.isolated_world import register
from actwright.engine.values.masks import Masks
from actwright.errors import BrowserError, ToolError


def lines(text):
    return dedent(text).strip("\n")


async def tree_of(page, html, reader=None):
    """The tree of a document, after every ID in it has been resolved to exactly one element."""
    await page.set_content(html)
    reader = reader or PageReader()
    snapshot = await reader.capture(page)
    await assert_resolved(reader, snapshot.elements)
    return snapshot.tree


async def test_a_form_with_inputs_of_every_type(page):
    """Every native control shows its type, label, live value and rules."""
    tree = await tree_of(
        page,
        """
        <h1>Sell an item</h1>
        <form>
          <label for=title>Title</label> <input id=title name=title required maxlength=80>
          <label>Category <select><option>Choose…<option>Bikes<option>Boats</select></label>
          <label>Price <input type=number min=1 max=999 step=0.5 value=50></label>
          <label>E-mail <input type=email placeholder="you@example.com"></label>
          <label>Phone <input type=tel></label>
          <label>Site <input type=url></label>
          <label>Day <input type=date min=2026-01-01 value=2026-05-04></label>
          <label>Hour <input type=time value=10:30></label>
          <label>Week <input type=week></label>
          <label>Colour <input type=color value=#ff0000></label>
          <label>Volume <input type=range min=0 max=10 value=3></label>
          <label>Find <input type=search></label>
          <label>Password <input type=password value=hunter2></label>
          <label>Code <input autocomplete=one-time-code value=123456></label>
          <label>Photos <input type=file accept="image/*" multiple></label>
          <fieldset><legend>Condition</legend>
            <label><input type=radio name=c value=new> New</label>
            <label><input type=radio name=c value=used checked> Used</label>
          </fieldset>
          <fieldset disabled><legend>Extras</legend><label><input type=checkbox checked> Gift wrap</label></fieldset>
          <label>Notes <textarea readonly>two
        lines "quoted"</textarea></label>
          <input list=towns aria-label=Town><datalist id=towns><option value=Oslo><option value=Rome></datalist>
          <input type=hidden name=token value=abc>
          <p>Total <b>5</b> items</p>
          <input type=reset> <button type=button>Preview</button> <button>Create listing</button>
        </form>
        """,
    )
    assert tree == lines("""
        - h1 "Sell an item"
        - form
          - input-0 (label="Title" required)
          - select-0 (label="Category" options=["Choose…", "Bikes", "Boats"] selected="Choose…")
          - input-1 (type=number label="Price" value="50" min="1" max="999" step="0.5")
          - input-2 (type=email label="E-mail" placeholder="you@example.com")
          - input-3 (type=tel label="Phone")
          - input-4 (type=url label="Site")
          - input-5 (type=date label="Day" value="2026-05-04" min="2026-01-01")
          - input-6 (type=time label="Hour" value="10:30")
          - input-7 (type=week label="Week")
          - input-8 (type=color label="Colour" value="#ff0000")
          - input-9 (type=range label="Volume" value="3" min="0" max="10")
          - input-10 (type=search label="Find")
          - input-11 (type=password label="Password" value="filled")
          - input-12 (label="Code" value="filled")
          - input-13 (type=file label="Photos" multiple accept="image/*")
          - fieldset (label="Condition")
            - input-14 (type=radio label="New" unchecked)
            - input-15 (type=radio label="Used" checked)
          - fieldset (label="Extras")
            - input-16 (type=checkbox label="Gift wrap" checked disabled)
          - textarea-0 (label="Notes" value="two\\n        lines \\"quoted\\"" readonly)
          - input-17 (label="Town" suggestions=["Oslo", "Rome"])
          - p "Total 5 items"
          - input-18 (type=reset label="Reset")
          - button-0 "Preview"
          - button-1 (type=submit) "Create listing"
    """)


async def test_what_an_element_carries(page):
    """An element's fields hold names, groups, options, descriptions and the validation message."""
    await page.set_content("""
        <form><fieldset><legend>Bank</legend>
          <label for=i>IBAN</label><input id=i name=iban required pattern=DE.* aria-describedby=h value=FR1>
          <small id=h>Starts with DE</small><button>Send</button>
        </fieldset></form>""")
    await page.locator("#i").fill("FR2")
    await page.locator("button").click()
    reader = PageReader()
    field, button = (await reader.capture(page)).elements
    assert field.model_dump(include={"name", "label", "group", "form", "description", "attribute_name", "value"}) == {
        "name": "IBAN",
        "label": "IBAN",
        "group": "Bank",
        "form": 0,
        "description": "Starts with DE",
        "attribute_name": "iban",
        "value": "FR2",
    }
    assert (field.invalid, field.error, field.focused) == (True, "Please match the requested format.", True)
    assert (button.role, button.submits, button.form) == ("button", True, 0)


async def test_a_rerender_of_the_same_nodes_keeps_ids(page):
    """Siblings that are inserted or moved change no ID; what is new is marked."""
    await page.set_content("<ul><li><button>One</button><li><button>Two</button></ul>")
    reader = PageReader()
    first = await reader.capture(page)
    assert [element.title for element in first.elements] == ['button-0 "One"', 'button-1 "Two"']
    await page.evaluate("""() => {
        const list = document.querySelector('ul');
        list.prepend(list.lastElementChild);
        list.insertAdjacentHTML('afterbegin', '<li><button>Zero</button>');
    }""")
    assert (await reader.capture(page)).tree == lines("""
        - ul
          - *button-2 "Zero"
          - button-1 "Two"
          - button-0 "One"
    """)


async def test_a_look_in_between_leaves_new_elements_new(page):
    """A capture that is not remembered does not use up the mark of what is new."""
    await page.set_content("<button>Old</button>")
    reader = PageReader()
    await reader.capture(page)
    await page.evaluate("document.body.insertAdjacentHTML('beforeend', '<button>Late</button>')")
    assert (await reader.capture(page, remember=False)).elements[1].new
    assert (await reader.capture(page)).elements[1].new
    assert not (await reader.capture(page)).elements[1].new


async def test_a_replaced_node_inherits_its_id_only_when_it_is_unique(page):
    """A re-render hands IDs on by fingerprint; elements that look alike get new ones."""
    html = "<label>Name <input name=name></label><button>Delete</button><button>Delete</button>"
    await page.set_content(f"<main>{html}</main>")
    reader = PageReader()
    assert [element.id for element in (await reader.capture(page)).elements] == ["input-0", "button-0", "button-1"]
    await page.evaluate("html => { document.querySelector('main').innerHTML = html }", html)
    after = await reader.capture(page)
    assert [(element.id, element.new) for element in after.elements] == [
        ("input-0", False),
        ("button-2", True),
        ("button-3", True),
    ]
    assert await reader.locator("input-0").count() == 1
    assert await reader.locator("button-0").count() == 0
    assert not (await reader.guard.check("button-0")).found


async def test_a_new_row_does_not_take_the_id_of_a_deleted_one(page):
    """When one of several alike is removed and another comes, the ID of the removed one stays dead."""
    await page.set_content("<div id=a><button>Delete</button></div><div><p>x<button>Delete</button></p></div>")
    reader = PageReader()
    await reader.capture(page)
    await page.evaluate("""() => {
        const [first, second] = document.querySelectorAll('button');
        const twin = second.cloneNode(true);
        second.parentNode.append(twin, second.cloneNode(true));
        second.remove();
    }""")
    assert [element.id for element in (await reader.capture(page)).elements] == ["button-0", "button-2", "button-3"]


async def test_ids_are_not_reused_after_a_navigation(page):
    """A fresh document goes on counting, so that an old ID hits nothing."""
    await page.set_content("<button>Buy</button><a href=#>x</a>")
    reader = PageReader()
    await reader.capture(page)
    await page.goto("data:text/html,<button>Sell</button><button>Rent</button>")
    after = await reader.capture(page)
    assert [element.title for element in after.elements] == ['button-1 "Sell"', 'button-2 "Rent"']
    assert "*" not in after.tree
    assert await reader.locator("button-0").count() == 0


async def test_two_runs_on_one_page_have_their_own_ids(page):
    """A second run starts from zero and does not disturb the first."""
    await page.set_content("<button>One</button>")
    one, two = PageReader(), PageReader()
    await page.evaluate("document.body.insertAdjacentHTML('afterbegin', '<button>Zero</button>')")
    await asyncio.gather(one.capture(page), two.capture(page))
    assert await one.locator("button-1").text_content() == await two.locator("button-1").text_content() == "One"


async def test_a_page_that_playwright_touched_before_is_seen_whole(chromium):
    """The engine reaches documents in which a test had worked before the first run registered it."""
    async with own_page(chromium) as page:
        await page.set_content("<p>x</p><iframe srcdoc='<button>In</button>'></iframe>")
        await page.frame_locator("iframe").locator("button").click()
        assert await tree_of(page, "<p>y</p><iframe srcdoc='<button>In</button>'></iframe>") == lines("""
            - p "y"
            - iframe
              - f1.button-0 "In"
        """)


async def test_open_shadow_roots_and_slots_come_in_painted_order(page):
    """Slotted children stand where they are painted; elements in shadow trees resolve."""
    tree = await tree_of(
        page,
        """
        <my-card><h2 slot=top>Head</h2><button>Light</button></my-card>
        <script>
          const root = document.querySelector('my-card').attachShadow({mode: 'open'});
          root.innerHTML = '<button>Before</button><slot></slot><slot name=top></slot>' +
            '<label for=q>Query</label><input id=q><slot name=none>Fallback</slot>';
        </script>
        """,
    )
    assert tree == lines("""
        - button-0 "Before"
        - button-1 "Light"
        - h2 "Head"
        - input-0 (label="Query")
        - text "Fallback"
    """)


async def test_a_hidden_input_stands_where_its_label_is(page):
    """Styled checkboxes and radios show as inputs; a click on their ID lands on the label."""
    await page.set_content("""
        <label><input type=checkbox style="display:none"> Agree to <a href="/terms">terms</a></label>
        <input type=radio id=r name=r style="position:absolute;opacity:0;width:1px;height:1px"><label for=r>Red</label>
        <input type=file id=f hidden><label for=f>Upload a photo</label>
        <input type=file hidden aria-label="Unlabelled"><input type=checkbox hidden aria-label="Nowhere">
        <label for=c>Color</label><p style="width:1px;height:1px;overflow:hidden"><input type=color id=c></p>
    """)
    reader = PageReader()
    assert (await reader.capture(page)).tree == lines("""
        - input-0 (type=checkbox label="Agree to terms" unchecked)
        - a-0 "terms"
        - input-1 (type=radio label="Red" unchecked)
        - input-2 (type=file label="Upload a photo")
        - input-3 (type=file label="Unlabelled" hidden)
        - input-4 (type=color label="Color" value="#000000")
    """)
    await reader.locator("input-0").check()
    await reader.locator("input-1").click()
    await reader.locator("input-3").set_input_files({"name": "a.png", "mimeType": "image/png", "buffer": b"x"})
    elements = (await reader.capture(page)).elements
    assert [element.checked for element in elements] == [True, None, True, None, None, None]
    assert elements[4].value == "a.png"


async def test_an_overlay_is_named_by_what_it_covers(page):
    """What covers a control is said in the check before an action, also where the tree leaves the control out."""
    await page.set_content("""
        <button>Buy</button>
        <div style="position:fixed;inset:0;background:#0008"><h2>We use cookies</h2><button>Accept</button></div>
    """)
    reader = PageReader()
    assert (await reader.capture(page)).tree == lines("""
        … fold-0: 1 more behind the dialog (1 button)
        - dialog (modal)
          - h2 "We use cookies"
          - button-1 "Accept"
    """)
    check = await reader.guard.check("button-0")
    assert (check.found, check.name, check.visible, check.covered_by) == (True, "Buy", True, "div: We use cookies")


async def test_a_modal_dialog_is_marked(page):
    """The topmost modal is named; what lies behind it is covered."""
    await page.set_content("""
        <button>Behind</button>
        <dialog aria-labelledby=h><h2 id=h>Delete it?</h2><button>Yes</button></dialog>
        <script>document.querySelector('dialog').showModal()</script>""")
    reader = PageReader()
    snapshot = await reader.capture(page)
    assert snapshot.tree == lines("""
        … fold-0: 1 more behind the dialog (1 button)
        - dialog (label="Delete it?" modal)
          - h2 "Delete it?"
          - button-1 (focused) "Yes"
    """)
    assert snapshot.modal == "dialog: Delete it?"


MENU = """<div style="position:fixed;inset:0"><div aria-hidden=true style="position:fixed;inset:0"></div>
    <ul role=menu style="position:absolute;left:200px;top:20px"><li role=menuitem tabindex=0>Profile</li></ul></div>"""


async def test_the_tag_of_a_modal_is_none_that_passes_for_an_id_or_a_fold(page):
    """Whatever a page calls the element, its line is that of a dialog."""
    for tag in ("fold", "page", "button-9", "x-card"):
        await page.set_content(f'<{tag} aria-modal="true" role="none" style="display: block">Pay</{tag}>')
        tree = (await PageReader().capture(page)).tree
        assert '- dialog (modal) "Pay"' in tree
        assert tag not in tree


async def test_what_a_backdrop_covers_is_left_out_though_nothing_marks_it_as_modal(page):
    """It is said once and can be read; the page gets no cover of its own from the box that holds all of it."""
    await page.set_content(f"<main><button>One</button><p>Words</p><a href=/x>Two</a></main>{MENU}")
    assert (await PageReader().capture(page)).tree == lines("""
        … fold-0: 4 more behind the dialog (1 main, 1 button)
        - dialog (modal)
          - li-0 (role=menuitem) "Profile"
    """)
    await page.set_content(f"<div style='position:fixed;inset:0'><button>One</button>{MENU}</div>")
    assert (await PageReader().capture(page)).tree == lines("""
        … fold-0: 1 more behind the dialog (1 button)
        - dialog (modal)
          - li-0 (role=menuitem) "Profile"
    """)


async def test_what_lets_the_page_be_reached_is_no_backdrop(page):
    """It takes no clicks, leaves a part of the page free, or lies below."""
    buttons = "<button style='position:absolute;bottom:9px'>One</button><button>Two</button>"
    for style in ("inset:0;pointer-events:none", "inset:0 0 30% 0", "inset:0;z-index:-1"):
        await page.set_content(f"{buttons}<div style='position:fixed;{style}'><p>Over</p></div>")
        tree = (await PageReader().capture(page)).tree
        assert "modal" not in tree, style
        assert [line.split()[1] for line in tree.splitlines() if "button" in line] == ["button-0", "button-1"], style


async def test_a_page_that_lies_in_one_box_is_behind_nothing(page):
    """What fills the viewport and holds all controls covers none."""
    await page.set_content("<div style='position:fixed;inset:0'><button>One</button><p>Words</p></div>")
    assert (await PageReader().capture(page)).tree == lines("""
        - button-0 "One"
        - p "Words"
    """)


FACES = """<style>
    .card { position: relative; width: 90px; height: 60px; transform-style: preserve-3d }
    .card > div { position: absolute; inset: 0; backface-visibility: hidden }
    .back { transform: rotateY(180deg) }
    .turned { rotate: y 180deg }
    .blank { font-size: 0; width: 40px; height: 60px; cursor: pointer; background: red }
</style>
<button class=card><div>Question</div><div class=back>Answer</div></button>
<div class="card turned"><div>Front <a href=/x>of it</a></div><div class=back>Back <a href=/y>of it</a></div></div>
<div style="transform: rotateY(180deg)"><p style="backface-visibility: hidden">Mirrored</p></div>
<div class=blank onclick="1"><span>7</span></div><button style="font-size: 0">Close<svg></svg></button>"""


async def test_what_stands_on_the_back_of_a_card_is_not_told(page):
    """Neither its text nor what is in it, in the tree, in names and in the page's text; a button with an icon keeps its words."""
    await page.set_content(FACES)
    snapshot = await PageReader().capture(page)
    assert snapshot.tree == lines("""
        - button-0 "Question"
        - text "Back"
        - a-0 "of it"
        - p "Mirrored"
        - div-0
        - button-1 (label="Close")
    """)
    assert "Answer" not in snapshot.text
    assert "7" not in snapshot.text


async def test_shapes_without_a_name_say_where_they_are(page):
    """The points of a grid are told apart by their middle in CSS px; one with a name needs none."""
    await page.set_content("""<body style="margin:0"><svg width=200 height=100 style="display:block">
        <circle onclick="1" cx=40 cy=30 r=9></circle><circle onclick="1" cx=90 cy=30 r=9></circle>
        <circle onclick="1" cx=140 cy=30 r=9><title>Third</title></circle></svg>""")
    assert (await PageReader().capture(page)).tree == lines("""
        - circle-0 (at="40,30")
        - circle-1 (at="90,30")
        - circle-2 (label="Third")
    """)


async def test_what_is_laid_over_rows_stands_at_the_row_where_it_begins(page):
    """As the events of a day over its hours; a box without rows before it, and one beside them, stay where they are."""
    hours = "".join(f"<div class=hour style='height: 40px'>{hour} am</div>" for hour in range(6, 11))
    event = "position: absolute; left: 60px; width: 90px; height: 30px; top"
    await page.set_content(
        f"<body style='margin: 0'><div style='position: relative; width: 200px'>{hours}"
        f"<a href=/2 style='{event}: 130px'>Gym</a><div style='{event}: 40px'>Breakfast</div>"
        f"<div style='{event}: 50px'>Mail</div><div style='{event}: 10px; left: 250px'>Beside</div></div>"
        f"<div style='position: relative; margin-top: 9px'><p>One<p>Two<div style='{event}: 0'>Over</div></div>"
    )
    assert (await PageReader().capture(page)).tree == lines("""
        - text "6 am | 7 am | Breakfast | Mail | 8 am | 9 am"
        - a-0 "Gym"
        - text "10 am | Beside"
        - p "One"
        - p "Two"
        - text "Over"
    """)


async def test_long_selects_show_their_start_and_what_is_chosen(page):
    """More than twelve options are counted; the element has them all."""
    options = "".join(f"<option{' selected' * (n == 30)}>Item {n}" for n in range(40))
    await page.set_content(f"<select aria-label=Item>{options}</select>")
    snapshot = await PageReader().capture(page)
    first = ", ".join(f'"Item {n}"' for n in range(8))
    assert snapshot.tree == f'- select-0 (label="Item" options=[{first}, … 32 more] selected="Item 30")'
    assert len(snapshot.elements[0].options) == 40


async def test_scrolling_says_what_is_beyond(page):
    """The page and each scroll container tell how much lies outside; what does is marked and still resolves."""
    tree = await tree_of(
        page,
        """
        <style>body{margin:0}</style>
        <div style="height:100px;overflow:auto"><p style="margin:0;height:300px">In</p><button>Deep</button></div>
        <div style="height:1500px"></div><button>Far</button>
        """,
    )
    assert tree == lines("""
        - page (scrollable, 1 screens below)
        - div-0 (scrollable="2.2 screens below")
          - p "In"
          - button-0 (out-of-view) "Deep"
        - button-1 (below) "Far"
    """)


async def test_a_page_cannot_forge_lines(page):
    """Newlines, quotes, invisible characters and odd tags of a page stay inside quotes on one line."""
    tree = await tree_of(
        page,
        """
        <pre>fine\n- button-9 (type=submit) "Pay"\n  - input-1</pre>
        <button title='a" disabled) "x'>Say \\ "hi"\n- button-8</button>
        <p>pay\u200b\u202epal\u2066 \U000e0041\U000e0042 now</p>
        <button-7>Not a button</button-7><foo"x tabindex=0>odd</foo"x>
        """,
    )
    assert tree == lines(r"""
        - pre "fine - button-9 (type=submit) \"Pay\" - input-1"
        - button-0 "Say \\ \"hi\" - button-8"
        - p "paypal now"
        - text "Not a button"
        - foox-0 "odd"
    """)


async def test_hidden_things_are_left_out(page):
    """What cannot be seen is in neither tree nor text; text that CSS adds is."""
    await page.set_content("""
        <style>.req::after{content:" (required)"} .icon::before{content:"\\f007"}</style>
        <p style="display:none">a</p><p style="visibility:hidden">b <b style="visibility:visible">seen</b></p>
        <p style="opacity:0">c</p><p style="position:absolute;left:-9999px">d</p><p aria-hidden=true>shown</p>
        <details><summary>More</summary><p>e</p></details><div style="height:0;overflow:hidden"><button>f</button></div>
        <span class=req>Name</span> <i class=icon></i>""")
    snapshot = await PageReader().capture(page)
    assert snapshot.tree == lines("""
        - text "seen"
        - p "shown"
        - summary-0 (collapsed) "More"
        - text "Name (required)"
    """)
    assert snapshot.text == "seen shown More Name (required)"


async def test_things_made_clickable_by_style_or_role(page):
    """Pointer boundaries, ARIA widgets, tabindex, contenteditable, draggable and onclick get IDs, their content none."""
    tree = await tree_of(
        page,
        """
        <div style="cursor:pointer"><span>Card</span> <b>one</b></div>
        <div role=tab aria-selected=true>Tab</div><div role=switch aria-checked=false aria-label=Dark style="height:9px"></div>
        <div role=button aria-expanded=false aria-haspopup=menu>Menu</div>
        <div tabindex=0>Focus</div><div tabindex=-1>No</div><div contenteditable>Rich <b>text</b></div>
        <div draggable=true>Drag</div><span onclick="1">Old</span>
        <a href="/cart" style="cursor:pointer"><img src="/img/cart.png" width=20 height=20></a><a>no link</a>
        """,
    )
    assert tree == lines("""
        - div-0 "Card one"
        - div-1 (role=tab selected) "Tab"
        - div-2 (role=switch label="Dark" unchecked)
        - div-3 (role=button collapsed popup="menu") "Menu"
        - div-4 "Focus"
        - text "No"
        - div-5 (role=textbox value="Rich text")
        - div-6 "Drag"
        - span-0 "Old"
        - a-0 (icon="cart.png" href="/cart")
        - text "no link"
    """)


async def test_tables_and_lists_are_compact(page):
    """Rows of text are one line; cells and items with a single control are that control."""
    tree = await tree_of(
        page,
        """
        <table><caption>Orders</caption><tr><th>No<th>Sum</tr><tr><td>1<td>5 €</tr>
        <tr><td>2<td><button>Pay</button></tr></table>
        <ul><li><a href="#a">A</a><li>B</ul><nav><div><a href="https://other.test/x">C</a></div></nav>
        """,
    )
    assert tree == lines("""
        - table (label="Orders")
          - tr "No | Sum"
          - tr "1 | 5 €"
          - tr
            - td "2"
            - button-0 "Pay"
        - ul
          - a-0 "A"
          - li "B"
        - a-1 "C"
    """)


async def test_a_tampering_page_changes_nothing(page):
    """Overridden builtins of the page do not reach the engine, and nothing is written into the page."""
    await page.set_content("<button>Safe</button>")
    await page.evaluate("""() => {
        Array.prototype.map = () => ['forged'];
        JSON.stringify = () => '{}';
        Object.prototype.toJSON = () => 'forged';
        Element.prototype.getAttribute = () => 'forged';
        EventTarget.prototype.addEventListener = () => { throw new Error('no') };
    }""")
    before = await page.content()
    reader = PageReader()
    assert (await reader.capture(page)).tree == '- button-0 "Safe"'
    assert await page.content() == before


async def test_secrets_are_masked_wherever_they_show(page):
    """Masked values are in no string of a snapshot, and their rectangles are known."""
    await page.set_content("""<title>for s3cret</title><p>Your key is <b>s3</b>cret.</p>
        <input aria-label=Key value="s3cret"><button>Copy</button>""")
    reader = PageReader(masks=Masks({"key": "s3cret"}))
    snapshot = await reader.capture(page)
    assert "s3cret" not in repr(snapshot)
    assert snapshot.tree == lines("""
        - p "Your key is {{key}}."
        - input-0 (label="Key" value="{{key}}")
        - button-0 "Copy"
    """)
    assert [element.secret for element in snapshot.elements] == [True, False]
    assert len(snapshot.secret_boxes) == 2
    assert await reader.read_text("input-0") == "{{key}}"


async def test_a_shown_password_stays_withheld(page):
    """A field that was a password once is never read, even when the page reveals it."""
    await page.set_content("<input type=password aria-label=Pass value=hunter2>")
    reader = PageReader()
    await reader.capture(page)
    await page.evaluate("document.querySelector('input').type = 'text'")
    assert (await reader.capture(page)).elements[0].value == "filled"
    assert await reader.read_text("input-0") == "filled"


async def test_the_full_text_of_an_element(page):
    """Reading gives what the tree cuts."""
    await page.set_content(f"<textarea aria-label=Long>{'word ' * 200}</textarea><button>x</button>")
    reader = PageReader()
    snapshot = await reader.capture(page)
    assert snapshot.elements[0].value == "word " * 200
    assert await reader.read_text("textarea-0") == "word " * 200
    with pytest.raises(ToolError, match="button-7 is not an element of this page"):
        await reader.read_text("button-7")


@pytest.mark.slow
async def test_a_hung_page_returns_in_time(page):
    """A page whose main thread never answers gives a snapshot with a note within the deadline."""
    await page.set_content("<button>x</button>")
    reader = PageReader()
    await reader.capture(page)
    await page.evaluate("setTimeout(() => { const end = Date.now() + 60000; while (Date.now() < end); }, 0)")
    began = time.monotonic()
    snapshot = await reader.capture(page, timeout=1.0)
    assert time.monotonic() - began < 30
    assert (snapshot.tree, snapshot.notes) == ("", ("the page does not answer",))


async def test_a_closed_page_is_a_browser_error(chromium):
    """A page that is gone ends the run."""
    page = await chromium.new_page()
    reader = PageReader()
    await reader.capture(page)
    await page.close()
    with pytest.raises(BrowserError, match="the page is gone"):
        await reader.capture(page)


async def test_a_navigation_during_a_capture_is_waited_out(page):
    """A capture that meets a navigation shows the document that follows, or says that it could not."""
    await page.set_content("<button>Old</button>")
    reader = PageReader()
    await reader.capture(page)
    snapshot, _ = await asyncio.gather(reader.capture(page), page.goto("data:text/html,<button>New</button>"))
    begun = {""} if "New" in snapshot.url else set()  # the next document is there, and holds nothing yet
    assert snapshot.tree in {'- button-0 "Old"', '- button-1 "New"'} | begun
    assert (await reader.capture(page)).tree == '- button-1 "New"'


async def test_elements_of_documents_that_are_gone_are_let_go_of(page):
    """Of what a page showed before it went elsewhere, only the last document is still known."""
    await register(page)
    reader = PageReader()
    passed = []
    for path in ("/one", "/two", "/three"):
        await page.route(f"http://gone.test{path}", lambda route: route.fulfill(body="<button>Go</button>"))
        await page.goto(f"http://gone.test{path}")
        (element,) = (await reader.capture(page)).elements
        passed.append(
            (element.id, [name for name in ("button-0", "button-1", "button-2") if reader.frames.frame_of(name)])
        )
    assert passed == [
        ("button-0", ["button-0"]),
        ("button-1", ["button-0", "button-1"]),
        ("button-2", ["button-1", "button-2"]),
    ]
    await reader.close()


NESTED = """
<button>At the top</button><div id=root></div><script>{
  let place = root;
  for (let level = 0; level < %d; level += 1) place = place.appendChild(document.createElement('div'));
  place.innerHTML = '<p>Words</p><label>Name <input></label><button onclick="this.textContent = `Hit`">At the bottom</button>';
}</script>"""


SHOWN_IN_PART = ("elements nested more than 800 deep are shown only if they are controls",)
LACKING = "the tree lacks 2 of 3 elements that the page shows: see its picture; read(find=...) searches all of its text"


@pytest.mark.slow
@pytest.mark.parametrize(("levels", "words", "notes"), [(700, True, ()), (2000, False, (*SHOWN_IN_PART, LACKING))])
async def test_controls_are_found_however_deep_they_are_nested(page, levels, words, notes):
    """Chromium itself ends at about 3,000 boxes. What is left out is said."""
    await page.set_content(NESTED % levels)
    reader = PageReader()
    snapshot = await reader.capture(page)
    names = [element.name for element in snapshot.elements]
    assert names == ["At the top", "Name", "At the bottom"]
    assert ("Words" in snapshot.tree, snapshot.notes) == (words, notes)
    await reader.locator(snapshot.elements[2].id).click()
    assert '"Hit"' in (await reader.capture(page)).tree
    await reader.close()


@pytest.mark.slow
async def test_what_cannot_be_shown_of_deep_content_is_said(page):
    """Bare text is; and a control that takes no input is none down there either."""
    nested = NESTED % 900
    await page.set_content(nested.replace("<p>Words", "<div inert><button>Off</button></div><p>Words"))
    snapshot = await PageReader().capture(page)
    assert [element.name for element in snapshot.elements] == ["At the top", "Name", "At the bottom"]
    await page.set_content(nested.replace("place.innerHTML = '", "place.textContent = 'Bare'; //"))
    assert (await PageReader().capture(page)).notes == SHOWN_IN_PART


DEEP = {
    "<div style='display:none'><button>B</button></div>": [],
    "<div style='opacity:0'><button>B</button></div>": [],
    "<div style='height:0;overflow:hidden'><button>B</button></div>": [],
    "<details><summary>S</summary><button>B</button></details>": ["S"],
    "<div><template shadowrootmode=open><button>B</button></template></div>": ["B"],
    "<iframe srcdoc='<button>B</button>'></iframe>": ["B"],
    "<div onclick=1>B</div>": ["B"],
    "<a href=#>Go <b>now</b></a>": ["Go now"],
}


@pytest.mark.parametrize("levels", [20, 820])
async def test_deep_content_has_the_controls_that_it_would_have_elsewhere(page, levels):
    """Hidden ones are left out there, too; those in shadow roots and frames are not."""
    await page.set_content(
        f"<div id=deep></div><script>{{let p = deep; for (let i = 0; i < {levels}; i += 1) p = p.appendChild(document.createElement('div'))}}</script>"
    )
    await page.evaluate(
        "(html) => { let p = deep; while (p.firstElementChild) p = p.firstElementChild; p.setHTMLUnsafe(html) }",
        "".join(DEEP),
    )
    await page.frames[1].wait_for_selector("button")
    reader = PageReader()
    elements = (await reader.capture(page)).elements
    assert [element.name for element in elements] == [name for names in DEEP.values() for name in names]
    await reader.close()


async def test_a_control_among_many_levels_of_structure_says_its_text_once(page):
    """And stands around what is in it."""
    await page.set_content(
        f"<style>*{{margin:0!important;padding:0!important}}</style>{'<ul><li>' * 40}<a href=#>Go <b>now</b></a><div onclick=1>Card <button>Buy</button> end</div>"
    )
    tree = (await PageReader().capture(page)).tree
    assert [line.strip() for line in tree.splitlines()][-4:] == [
        '- a-0 "Go now"',
        '- div-0 "Card"',
        '- button-0 "Buy"',
        '- text "end"',
    ]


@pytest.mark.parametrize(
    "tag",
    [
        "blockquote",
        "section aria-label=x",
        "fieldset",
        "table><tr><td",
        pytest.param("span onclick=1 style=display:block", marks=[pytest.mark.slow, pytest.mark.long]),
        "ul type=x",
    ],
)
async def test_structure_that_is_nested_without_end_is_levelled(page, tag):
    """The parser nests 512 deep; a tree of as many levels says no more than one of 60."""
    await page.set_content(
        f"<style>*{{margin:0!important;padding:0!important;border:0!important}}</style>{f'<{tag}>' * 600}<button>In</button>"
    )
    snapshot = await PageReader().capture(page, timeout=60.0)
    assert [element.name for element in snapshot.elements if element.tag == "button"] == ["In"]
    depths = [(len(line) - len(line.lstrip())) // 2 for line in snapshot.tree.splitlines()]
    assert max(depths) <= (121 if tag.startswith("span") else 61)


@pytest.mark.slow
async def test_frames_that_are_nested_without_end_do_not_end_a_run(page, monkeypatch):
    """Each is as deep as a tree may be; a look reads nothing of the page, and says why."""
    monkeypatch.setattr(looks, "_FRAME_SECONDS", 60)  # none is given up on a busy machine

    async def answer(route):
        number = int(route.request.url.rpartition("/")[2])
        inner = f"<iframe src=/{number + 1} style='width:900px;height:700px'></iframe>" if number < 12 else ""
        body = "<section aria-label=x>" * 58 + f"<button>B{number}</button>" + inner
        await route.fulfill(body=f"<style>*{{margin:0;padding:0;border:0}}</style>{body}", content_type="text/html")

    await page.route("http://frames.test/*", answer)
    await page.goto("http://frames.test/0")
    snapshot = await PageReader().capture(page, timeout=60)
    assert snapshot.notes == ("the page could not be read: its frames are nested too deep",)


GENERATED = {
    ".n::before { @media all { content: 'Nested ' } }": "<button class=n>Go</button>",
    "[title='a::before']::after { content: ' attribute' }": "<button title='a::before'>Go</button>",
    r".hover\:before\:x::before { content: 'Escaped ' }": "<button class='hover:before:x'>Go</button>",
    "b:before, .n::before { content: 'One of ' }": "<button class=n>Go</button>",
    "": "<x-host><template shadowrootmode=open><style>:host::before { content: 'Host ' }</style><slot></slot></template>"
    "<button>Go</button></x-host>",
    " ": "<x-host><template shadowrootmode=open><style>::slotted(button)::after { content: ' slotted' }</style><slot></slot>"
    "</template><button>Go</button></x-host>",
}
SAID = ["Nested Go", "Go attribute", "Escaped Go", "One of Go", "Go", "Go slotted"]


async def test_text_that_css_adds_is_part_of_a_name_however_its_rule_is_written(page):
    """In a look as in the check before an action, or the one would refuse what the other saw."""
    for (css, html), said in zip(GENERATED.items(), SAID, strict=True):
        await page.set_content("<div id=root></div>")
        await page.evaluate("(html) => root.setHTMLUnsafe(html)", f"<style>{css}</style>{html}")
        reader = PageReader()
        snapshot = await reader.capture(page)
        (element,) = snapshot.elements
        assert (element.name, (await reader.guard.check(element.id)).name) == (said, said)
        assert "Host" not in html or 'text "Host"' in snapshot.tree
        await reader.close()


async def test_an_element_that_stayed_as_it_was_is_the_same_object(page):
    await page.set_content("<input aria-label=A><input aria-label=B>")
    reader = PageReader()
    await reader.capture(page)
    before = await reader.capture(page)
    await page.get_by_label("A").fill("x")
    after = await reader.capture(page)
    assert [element.value for element in after.elements] == ["x", ""]
    assert [old is new for old, new in zip(before.elements, after.elements, strict=True)] == [False, True]


async def test_an_element_of_a_frame_that_moved_has_moved_with_it(page):
    await page.set_content("<p>Above</p><iframe srcdoc='<button>In</button>' style='display:block'></iframe>")
    reader = PageReader()
    await reader.capture(page)
    before = await reader.capture(page)
    await page.eval_on_selector("p", "p => p.style.height = '300px'")
    after = await reader.capture(page)
    (old,), (new,) = before.elements, after.elements
    assert (new.id, new.box.y > old.box.y + 200) == (old.id, True)


async def test_an_element_is_masked_once_there_is_something_to_mask(page):
    await page.set_content("<button>Call 555-1234</button>")
    masks = Masks({})
    reader = PageReader(masks=masks)
    await reader.capture(page)
    assert [element.name for element in (await reader.capture(page)).elements] == ["Call 555-1234"]
    masks.add("phone", "555-1234")
    assert [element.name for element in (await reader.capture(page)).elements] == ["Call {{phone}}"]


async def test_a_field_that_only_carries_a_value_for_its_form_is_left_out(page):
    """Component libraries put one beside a control that they draw; no person can reach it. Files are given to one all the same."""
    only_for_forms = "aria-hidden=true tabindex=-1 style='opacity: 0; pointer-events: none'"
    await page.set_content(
        f"<button role=checkbox aria-checked=false aria-label=Accept></button><input type=checkbox {only_for_forms}>"
        f"<div role=combobox tabindex=0 aria-label=Carrier>Post</div><input value=post {only_for_forms}>"
        f"<button>Upload</button><input type=file {only_for_forms}>"
        "<input aria-label=Covering style='opacity: 0'>"
    )
    snapshot = await PageReader().capture(page)
    assert [element.id for element in snapshot.elements] == ["button-0", "div-0", "button-1", "input-0", "input-1"]
    assert [element.type for element in snapshot.elements if element.tag == "input"] == ["file", "text"]
