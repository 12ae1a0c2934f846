"""What an ID means at the moment of the action: the element as the model saw it, or nothing at all."""

import pytest

from actwright.engine.act import act
from actwright.errors import ToolError
from actwright.schemas.proposal import Action, Proposal
from actwright.tools.toolbox import Toolbox, builtin_tools

TABLE = """<table>{}</table><script>
    window.hits = [];
    document.addEventListener('click', (event) => {{
        const button = event.target.closest('button, input');
        if (event.isTrusted && button) hits.push(button.closest('tr').cells[0].innerText + ' ' + button.textContent);
    }});
</script>"""
PEOPLE = TABLE.format(
    "".join(
        f"<tr><td>{name}<td>{town}<td><button>Edit</button> <button>Delete</button>"
        for name, town in (("Alice Ames", "Oslo"), ("Bob Best", "Rome"), ("Carol Cox", "Oslo"))
    )
)


async def perform(surface, tool, **parameters):
    """The outcome of one action, as the loop performs it."""
    action = Action(reason="", tool=tool, parameters=parameters)
    (outcome,) = await act(Proposal(complete=False, message="go", actions=(action,)), Toolbox(builtin_tools()), surface)
    return outcome


async def at_press(page, script, event="pointerdown"):
    """Runs a script in the page right before the input of an action reaches it, ahead of every listener."""
    await page.evaluate(
        f"addEventListener('pointermove', () => queueMicrotask(() => {{ {script} }}), {{capture: true, once: true}})"
        if event == "pointerdown"
        else f"addEventListener('{event}', () => {{ {script} }}, {{capture: true, once: true}})"
    )


async def test_a_control_renamed_between_check_and_press_is_not_pressed(page, surface_on):
    """A name that changes under the mouse stops the click; both names are shown."""
    surface = await surface_on("<button onclick=\"hits.push('x')\">Preview order</button><script>hits = []</script>")
    await at_press(page, "document.querySelector('button').textContent = 'Confirm purchase'")
    outcome = await perform(surface, "click", element_id="button-0")
    assert outcome.status == "failed"
    assert outcome.detail == (
        'button-0 changed: it was button "Preview order", now it is button "Confirm purchase"; '
        "nothing was done, look again"
    )
    assert await page.evaluate("hits") == []


async def test_a_row_that_another_record_took_is_refused(page, surface_on):
    """An unkeyed list fills the nodes of a row with the next record: its buttons are no longer those that were seen."""
    surface = await surface_on(PEOPLE)
    await page.evaluate("""() => {
        const rows = [...document.querySelectorAll('tr')];
        rows.forEach((row, n) => [0, 1].forEach((cell) => {
            if (rows[n + 1]) row.cells[cell].textContent = rows[n + 1].cells[cell].textContent;
        }));
        rows.at(-1).remove();
    }""")
    with pytest.raises(ToolError) as raised:
        await surface.target("button-1")
    assert str(raised.value) == (
        'button-1 "Delete" was in "Alice Ames Oslo Edit", now it is in "Bob Best Rome Edit"; look again'
    )


async def test_a_row_that_changes_under_the_mouse_is_not_pressed(page, surface_on):
    """The same between the check and the press."""
    surface = await surface_on(PEOPLE)
    await at_press(page, "document.querySelector('td').textContent = 'Zoe Zink'")
    outcome = await perform(surface, "click", element_id="button-1")
    assert (outcome.status, outcome.detail) == (
        "failed",
        'button-1 was in "Alice Ames Oslo Edit", now it is in "Zoe Zink Oslo Edit"; nothing was done, look again',
    )
    assert await page.evaluate("hits") == []


@pytest.mark.parametrize(
    "update",
    [
        "row.cells[1].textContent = 'Bergen'",
        "row.cells[1].innerHTML += ' <i>saved just now</i>'",
        "row.insertCell(2).textContent = '00:59'",
        "row.insertAdjacentHTML('afterend', '<tr><td>New Nora<td>Rome<td><button>Edit</button> <button>Delete</button>')",
        "row.parentNode.append(row)",
        "row.parentNode.rows[1].remove()",
        "row.querySelector('button').textContent = 'Cancel'",
        "row.cells[0].innerHTML = '<input value=\"Alice Ames\">'",
    ],
)
async def test_a_row_that_lives_on_is_still_the_same(page, surface_on, update):
    """What ordinarily changes in or around a row refuses nothing."""
    surface = await surface_on(PEOPLE)
    await page.evaluate(f"(() => {{ const row = document.querySelector('tr'); {update} }})()")
    outcome = await perform(surface, "click", element_id="button-1")
    assert outcome.status == "done", outcome.detail


async def test_a_slide_that_changed_is_another_one(page, surface_on):
    """A control that is the only one of its name belongs to its heading, until the run itself has acted."""
    surface = await surface_on("<div><h2>Red bike</h2><button onclick='next()'>Next</button><button>Buy</button></div>")
    await page.evaluate("document.querySelector('h2').textContent = 'Blue boat'")
    outcome = await perform(surface, "click", element_id="button-1")
    assert outcome.detail == 'button-1 "Buy" was under "Red bike", now it is under "Blue boat"; look again'
    await surface.observe()
    await page.evaluate("() => { window.next = () => { document.querySelector('h2').textContent = 'Green car' } }")
    assert (await perform(surface, "click", element_id="button-0")).status == "done"
    assert (await perform(surface, "click", element_id="button-1")).status == "done"


@pytest.mark.slow
async def test_typing_that_another_field_would_take_is_stopped(page, surface_on):
    """When the page moves the focus by itself, keys do not land where it went."""
    surface = await surface_on("<label>Name <input id=a></label><label>Phone <input id=b></label>")
    await page.evaluate("setInterval(() => a.value.length > 2 && b.focus(), 1)")
    outcome = await perform(surface, "type", element_id="input-0", value="Alice Ames from Oslo in Norway " * 10)
    assert outcome.status == "failed"
    assert 'input-0 lost the keyboard to textbox "Phone"' in outcome.detail
    assert await page.evaluate("b.value") == ""


async def test_fields_that_hand_the_focus_on_are_typed_into(page, surface_on):
    """A page may move the focus in answer to a key, as code fields with one digit each do."""
    boxes = "".join(f"<input maxlength=1 aria-label='Digit {n}'>" for n in range(4))
    surface = await surface_on(f"{boxes}<script>oninput = (e) => e.target.nextElementSibling?.focus?.()</script>")
    await surface.target("input-0")
    await page.locator("input").first.press_sequentially("1234")
    assert await page.evaluate("[...document.querySelectorAll('input')].map((i) => i.value).join('')") == "1234"


async def test_what_a_press_itself_changes_is_no_refusal(page, surface_on):
    """A toggle that says the opposite as soon as it is pressed, a menu, a form sent by Enter and a label all work."""
    surface = await surface_on("""
        <button id=t onpointerdown="this.textContent = 'Pause'">Play</button>
        <form onsubmit="sent = true; return false"><input aria-label=Find><button>Go</button></form>
        <label><input type=checkbox style="position:absolute;opacity:0"> Agree</label>""")
    assert (await perform(surface, "click", element_id="button-0")).status == "done"
    assert (await perform(surface, "press", key="Enter", element_id="input-0")).status == "done"
    assert (await perform(surface, "check", element_id="input-1")).status == "done"
    assert await page.evaluate("[t.textContent, sent, document.querySelector('[type=checkbox]').checked]") == [
        "Pause",
        True,
        True,
    ]


async def test_outside_of_actions_the_page_is_left_alone(page, surface_on):
    """After an action, a click by anybody on a control that has another name by then goes through."""
    surface = await surface_on('<button onclick="hits.push(this.textContent)">One</button><script>hits = []</script>')
    assert (await perform(surface, "click", element_id="button-0")).status == "done"
    await page.evaluate("document.querySelector('button').textContent = 'Two'")
    await page.locator("button").click()
    assert await page.evaluate("hits") == ["One", "Two"]
