"""A field is read again after it was left; what the page has changed ends the batch before anything is sent."""

import pytest
from builders import click, fill, propose
from served_pages import ServedPages

from actwright.engine.act import act
from actwright.tools.toolbox import Toolbox, builtin_tools

TOOLBOX = Toolbox(builtin_tools())
SEND = click("button-0")


def form(script, kind="text"):
    return (
        f"<form onsubmit='event.preventDefault(); window.sent = p.value'><label>Price <input id=p type={kind} value=7></label>"
        f"<button>Send</button></form><script>{script}</script>"
    )


TAKEN_BACK = {
    "clamped": "p.onchange = () => { if (+p.value > 10) p.value = 10 }",
    "restored": "p.onblur = () => p.value = 10",
    "replaced at once": "p.oninput = () => p.value = 10",
    "clamped after a turn": "p.onchange = () => setTimeout(() => p.value = 10)",
}


@pytest.mark.parametrize("way", TAKEN_BACK)
async def test_a_form_is_not_sent_with_a_value_that_was(surface_on, page, way):
    surface = await surface_on(form(TAKEN_BACK[way]))
    filled, clicked = await act(propose(fill("input-0", "12"), SEND), TOOLBOX, surface)
    assert (clicked.status, clicked.detail) == ("skipped", 'not tried, because input-0 "Price" holds "10", not "12"')
    assert [(receipt.got, receipt.match) for receipt in filled.receipts] == [("10", False)]
    assert await page.evaluate("window.sent") is None


async def test_a_field_that_was_filled_in_an_earlier_step_is_read_again_too(surface_on, page):
    surface = await surface_on(form(TAKEN_BACK["clamped"]))
    await act(propose(fill("input-0", "12")), TOOLBOX, surface)
    (clicked,) = await act(propose(SEND), TOOLBOX, surface)
    assert (clicked.status, [receipt.got for receipt in clicked.receipts]) == ("skipped", ["10"])
    (clicked,) = await act(propose(SEND), TOOLBOX, surface)  # it knows now
    assert (clicked.status, await page.evaluate("window.sent")) == ("done", "10")


async def test_a_field_that_was_left_is_read_again_at_the_end_of_the_batch(surface_on):
    surface = await surface_on(form(TAKEN_BACK["restored"]) + "<input aria-label=Note>")
    filled, noted = await act(propose(fill("input-0", "12"), fill("input-1", "x")), TOOLBOX, surface)
    assert filled.detail == 'input-0 "Price" now holds "10", not "12": the page changed it'
    assert [receipt.match for receipt in (*filled.receipts, *noted.receipts)] == [False, True]


@pytest.mark.parametrize(
    ("script", "value"),
    [
        ("p.onchange = () => p.value = Number(p.value).toLocaleString('en', {minimumFractionDigits: 2})", "1234.5"),
        ("p.onblur = () => p.value = p.value.replace(/(...)(...)(....)/, '($1) $2-$3')", "5551234567"),
        ("p.onblur = () => p.value = p.value.trim().toUpperCase()", " abc "),
        ("p.onblur = () => { document.body.append(p.value); p.value = '' }", "tag"),
    ],
    ids=["amount", "phone", "capitals", "tag beside the field"],
)
async def test_a_page_that_writes_a_value_in_its_own_form_is_no_reason_to_stop(surface_on, page, script, value):
    surface = await surface_on(form(script))
    _, clicked = await act(propose(fill("input-0", value), SEND), TOOLBOX, surface)
    assert clicked.status == "done"
    assert await page.evaluate("typeof window.sent") == "string"


async def test_what_leaving_a_field_sends_belongs_to_its_edit(surface_on):
    """The page saves when a field is left, and the form is submitted next."""

    saves = "p.onchange = () => fetch('/save', {method: 'POST', body: p.value})"
    with ServedPages({"/": form(saves), "/save": "ok"}) as site:
        surface = await surface_on(url=f"{site.url}/")
        filled, clicked = await act(propose(fill("input-0", "12"), SEND), TOOLBOX, surface)
    assert [request.request for request in filled.sent] == [f"POST {site.url}/save"]
    assert (clicked.status, clicked.sent) == ("done", ())


@pytest.mark.parametrize("delay", [0, 200])
async def test_a_field_that_is_enabled_when_another_is_left_is_filled_in(surface_on, page, delay):
    """A person who goes on to it leaves the other; one that stays disabled is refused."""
    surface = await surface_on(
        "<label>ZIP <input id=z></label><label>Town <input id=t disabled></label><label>Note <input disabled></label>"
        f"<script>z.onblur = () => setTimeout(() => {{ t.disabled = !z.value }}, {delay})</script>"
    )
    calls = propose(fill("input-0", "8001"), fill("input-1", "Zurich"), fill("input-2", "none"))
    *done, refused = await act(calls, TOOLBOX, surface)
    assert [each.status for each in done] == ["done", "done"]
    assert (refused.status, "is disabled" in refused.detail) == ("failed", True)
    assert await page.evaluate("[z.value, t.value]") == ["8001", "Zurich"]


async def test_a_button_that_is_enabled_when_a_list_is_left_is_pressed(surface_on, page):
    """Choosing in a list by script gives it no focus, so that it cannot lose it either."""
    surface = await surface_on(
        "<label>Town <select id=t><option>-<option>Bonn</select></label><button id=b disabled>Go</button>"
        "<script>t.onblur = () => { b.disabled = t.value === '-' }</script>"
    )
    calls = propose(("select", {"element_id": "select-0", "value": "Bonn"}), ("click", {"element_id": "button-0"}))
    assert [each.status for each in await act(calls, TOOLBOX, surface)] == ["done", "done"]
