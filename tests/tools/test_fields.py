import pytest

from actwright.errors import ToolError
from actwright.schemas.step import Receipt
from actwright.tools.base import Done
from actwright.tools.fields import Fill

TYPED = """<label>Field <input type="{type}" {extra}></label>"""


INPUTS = [
    ("text", "", "Zürich 😀"),
    ("email", "", "a@b.test"),
    ("number", "step=any", "12.5"),
    ("date", "", "2026-01-31"),
    ("time", "", "14:30"),
    ("datetime-local", "", "2026-01-31T14:30"),
    ("month", "", "2026-01"),
    ("week", "", "2026-W05"),
    ("color", "", "#ff8800"),
    ("range", "min=0 max=10 step=0.5", "7.5"),
    ("search", "value=old", ""),
]


async def test_fill_sets_every_kind_of_input_and_reads_it_back(surface_on, page):
    for kind, extra, value in INPUTS:
        surface = await surface_on(TYPED.format(type=kind, extra=extra))
        done = await Fill(element_id="input-0", value=value).run(surface)
        title = 'input-0 "Field"'
        receipt = Receipt(field=title, wanted=value, got=value, match=True, reference="")
        assert done == Done(f'{title} holds "{value}"', (receipt,)), kind
        assert await page.locator("input").input_value() == value


HEARD = "for (const type of ['focus', 'input', 'change']) document.querySelector('input').addEventListener(type, () => (window.heard ??= []).push(type))"


@pytest.mark.parametrize(("type", "value"), [("date", "2026-01-31"), ("color", "#FF8800")])
async def test_an_input_without_text_tells_its_page_once_that_it_was_set(surface_on, page, type, value):
    surface = await surface_on(f"{TYPED.format(type=type, extra='')}<script>{HEARD}</script>")
    done = await Fill(element_id="input-0", value=value).run(surface)
    assert [receipt.match for receipt in done.receipts] == [True]
    assert await page.locator("input").input_value() == value.lower()
    assert await page.evaluate("heard") == ["focus", "input", "change"]


@pytest.mark.parametrize(
    ("type", "extra", "value", "message"),
    [
        (
            "date",
            "min=2026-01-01",
            "31.01.2026",
            'does not take "31.01.2026": it takes YYYY-MM-DD, at least 2026-01-01',
        ),
        ("time", "value=10:00", "2 pm", 'does not take "2 pm": it takes HH:MM'),
        ("number", "", "fifty", 'does not take "fifty": it takes a number'),
    ],
)
async def test_fill_states_the_format_that_a_field_wants(surface_on, type, extra, value, message):
    surface = await surface_on(TYPED.format(type=type, extra=extra))
    with pytest.raises(ToolError) as raised:
        await Fill(element_id="input-0", value=value).run(surface)
    assert str(raised.value) == f'input-0 "Field" {message}'


async def test_a_value_beyond_a_range_is_reported_with_the_bounds(surface_on):
    surface = await surface_on(TYPED.format(type="range", extra="min=0 max=10"))
    done = await Fill(element_id="input-0", value="99").run(surface)
    assert done.detail == 'input-0 "Field" holds "10", not "99"; it takes a number, at least 0, at most 10'


@pytest.mark.parametrize(
    ("html", "element_id", "message"),
    [
        ("<label>A <input type=checkbox></label>", "input-0", "is an input of type checkbox: use check or uncheck"),
        ("<label>A <input type=file></label>", "input-0", "is an input of type file: use upload"),
        ("<label>A <select><option>x</select></label>", "select-0", "is a select: use select"),
        ("<button>A</button>", "button-0", "without text of its own"),
    ],
)
async def test_fill_names_the_tool_that_fits_another_control(surface_on, html, element_id, message):
    surface = await surface_on(html)
    with pytest.raises(ToolError, match=message):
        await Fill(element_id=element_id, value="x").run(surface)


async def test_fill_writes_into_contenteditable(surface_on, page):
    surface = await surface_on("<div contenteditable role=textbox aria-label=Notes>old</div>")
    done = await Fill(element_id="div-0", value="new text").run(surface)
    assert done.receipts[0].match
    assert await page.locator("div").inner_text() == "new text"


async def test_a_value_that_the_page_changed_is_reported_with_what_the_field_holds(surface_on):
    surface = await surface_on("<label>Code <input oninput='this.value = this.value.slice(0, 4)'></label>")
    done = await Fill(element_id="input-0", value="ABCDEFGH").run(surface)
    assert done.detail == 'input-0 "Code" holds "ABCD", not "ABCDEFGH": it takes no more'
    assert [receipt.match for receipt in done.receipts] == [False]


@pytest.mark.parametrize(("before", "state"), [("", "stayed empty"), ("7", 'still holds "7"')])
async def test_a_field_that_refuses_the_value_is_an_error(surface_on, before, state):
    surface = await surface_on(f"<label>Code <input value='{before}' oninput='this.value = \"{before}\"'></label>")
    with pytest.raises(ToolError) as raised:
        await Fill(element_id="input-0", value="abc").run(surface)
    assert str(raised.value) == f'input-0 "Code" did not take "abc": it {state}'
    assert raised.value.may_have_acted


async def test_a_secret_is_typed_but_never_told(surface_on, page):
    surface = await surface_on(
        "<label>Key <input></label>", url="data:text/html,x", secrets={"key": "s3cret!"}, fields=("Key",)
    )
    with pytest.raises(ToolError, match="bound to no origin"):
        await Fill(element_id="input-0", value="{{key}}").run(surface)
    await page.route(
        "https://shop.test/", lambda route: route.fulfill(body="<label>Key <input></label>", content_type="text/html")
    )
    surface = await surface_on(url="https://shop.test/", secrets={"key": "s3cret!"}, fields=("Key",))
    done = await Fill(element_id="input-0", value="{{key}}").run(surface)
    assert done.detail == 'input-0 "Key" holds "{{key}}"'
    assert await page.locator("input").input_value() == "s3cret!"


async def test_a_field_that_a_dialog_came_over_says_so(surface_on):
    """It is no mistake of the tool, and another one would meet the same dialog."""
    surface = await surface_on("""<label>Name <input></label>
    <div role=dialog hidden style="position: fixed; inset: 0; background: white">Pick one <button>OK</button></div><script>
    document.querySelector('input').onfocus = (event) => {
      event.target.value = ''; event.target.blur(); document.querySelector('[role=dialog]').hidden = false;
    };
    document.querySelector('input').oninput = (event) => { event.target.value = ''; };</script>""")
    with pytest.raises(ToolError) as raised:
        await Fill(element_id="input-0", value="thaddeus").run(surface)
    assert str(raised.value) == (
        'input-0 "Name" did not take "thaddeus": it stayed empty; it is now covered by "dialog: Pick one OK"'
    )


async def test_a_value_from_data_is_masked_in_the_receipt_of_a_password_field(surface_on, page):
    surface = await surface_on("<input type=password aria-label=Number>", data={"number": "123-45-6789"})
    done = await Fill(element_id="input-0", value="{{number}}").run(surface)
    assert (done.receipts[0].got, done.receipts[0].match) == ("{{number}}", True)
    assert await page.input_value("input") == "123-45-6789"
