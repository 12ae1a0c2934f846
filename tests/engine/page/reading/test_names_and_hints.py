"""What the tree calls what has no name of its own, and what it says of fields that a page marks, in a real browser."""

from actwright.engine.page.reading.capture import PageReader


async def tree_of(page, html):
    await page.set_content(html)
    return (await PageReader().capture(page)).tree


HINTS = [
    ("<a href=#><span style='display:inline-block;width:9px;height:9px' title='Choose a date'></span></a>", '- a-0 (label="Choose a date")'),
    ("<input class='oo-ui-inputWidget-input' name=wpNewTitle>", '- input-0 (hint="new title")'),
    ("<input class='ant-picker-var oo-ui'>", "- input-0"),
    ("<input type=number name=quantity class=form-control value=1>", '- input-0 (type=number value="1" hint="quantity")'),
    ("<button class='arrow-right' style='width:20px;height:20px'></button>", '- button-0 (hint="right")'),
    ("<div onclick=1 class='pull-right' style='width:50px;height:50px'></div>", "- div-0"),
    ("<div onclick=1 class='handle-right' style='width:9px;height:50px;cursor:col-resize'></div>", '- div-0 (hint="resize")'),
    (
        "<ul tabindex=0 role=menu><li onclick=1><img src=disk.png width=9 height=9>Save</li><li onclick=1>Load</li></ul>",
        '- ul-0 (role=menu)\n  - li-0 "Save"\n  - li-1 "Load"',
    ),
    (
        ("<label>Agree <span style='position:relative'><input type=checkbox style='cursor:pointer'>"
        "<span style='position:absolute;inset:0;cursor:pointer'></span></span></label>"),
        '- input-0 (type=checkbox label="Agree" unchecked)',
    ),
]  # fmt: skip


async def test_hints_say_what_something_is_for(page):
    """They come from titles, names and IDs; of classes only words that say what something does count."""
    assert [(html, await tree_of(page, html)) for html, _ in HINTS] == HINTS


BOX = "display:inline-block;width:20px;height:20px"
AROUND = (
    f"<span id=w style='{BOX};cursor:pointer'><input type=checkbox id=c style='opacity:0'><b style='{BOX}'></b></span>"
)
LISTENS = (
    "<script>for (const one of document.querySelectorAll('#w, #l, #m')) one.onmouseup = one.onclick = () => 0</script>"
)


PASSED_ON = [
    (f"{AROUND}<label for=c>Watch</label>{LISTENS}", '- input-0 (type=checkbox label="Watch" unchecked)'),
    ("<p onclick=1><input type=radio id=c></p><label for=c>One</label>", '- input-0 (type=radio label="One" unchecked)'),
    (f"<label id=l><input type=checkbox>Staff</label>{LISTENS}", '- input-0 (type=checkbox label="Staff" unchecked)'),
    (
        f"<label onclick=1><input type=checkbox>Staff<b onclick=1 style='{BOX}'></b></label>",
        '- input-0 (type=checkbox label="Staff" unchecked)',
    ),
    (f"<span onclick=1 style='{BOX}'><input type=checkbox hidden></span>", "- span-0"),
    (
        "<div onclick=1 style='width:200px;height:150px'><input type=checkbox></div>",
        "- div-0\n  - input-0 (type=checkbox unchecked)",
    ),
    ("<p onclick=1>Ada<input type=checkbox></p>", '- p-0 "Ada"\n  - input-0 (type=checkbox unchecked)'),
]  # fmt: skip


async def test_what_only_passes_clicks_on_to_a_checkbox_is_none_of_its_own(page):
    """A listening label, and what lies around a checkbox and says nothing; not a tile, a row, or the face of a hidden one."""
    assert [(html, await tree_of(page, html)) for html, _ in PASSED_ON] == PASSED_ON


RED = [
    ("<input aria-label=Name class=is-invalid style='border:1px solid #dc3545'>", True),
    ("<div class='field error'><input aria-label=Name style='background:#ffecec'></div>", True),
    ("<input aria-label=Name class=is-invalid>", False),
    ("<input aria-label=Name style='border:1px solid red'>", False),
    ("<div class=no-errors-yet><input aria-label=Name></div>", False),
]


async def test_fields_that_a_class_turns_red_are_invalid(page):
    """Neither a class nor a colour alone says so."""
    trees = [(html, f'- input-0 (label="Name"{" invalid" if invalid else ""})') for html, invalid in RED]
    assert [(html, await tree_of(page, html)) for html, _ in RED] == trees
