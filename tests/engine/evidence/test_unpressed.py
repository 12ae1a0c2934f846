"""Controls that would have done what a task says, while another was pressed."""

import pytest

from actwright.engine.evidence.asked_controls import left_for_another
from actwright.engine.evidence.sent_requests import SentRequests
from actwright.schemas.hosts import host_and_port
from actwright.schemas.page import Element, Observation
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.step import Effect, Outcome, Receipt, SentRequest, SentValue, Step
from actwright.schemas.task import Task

URL = "https://shop.test/"
SENT = SentRequest(request=f"POST {URL}render", status=200, values=(SentValue(name="x", wanted="x", match=True),))


def control(name, number=0, *, role="button", **more):
    return Element(id=f"button-{number}", tag="button", role=role, name=name, **more)


def pressed(element, *requests, **parameters):
    action = Action(reason="", tool="click", parameters={"element_id": element.id} | parameters)
    return Outcome(action=action, status="done", effect=Effect.EFFECT, target=element.title, sent=requests)


def left(task, elements, *outcomes, now=None, tree=""):
    page = Observation(url=URL, elements=tuple(elements), tree=tree)
    step = Step(number=1, page=page, proposal=Proposal(complete=False, message="m", actions=()), outcomes=outcomes)
    sent = SentRequests(Task(text=task), outcomes, host_and_port(URL))
    return left_for_another(sent, task, [step], now or page)


@pytest.mark.parametrize(
    ("task", "used", "other", "sent", "found"),
    [
        ("Archive the conversation", "Actions", "Archive", False, True),
        ("Publish the post", "Preview", "Publish", True, True),
        ("Find the post and publish it", "Search", "Publish", True, False),  # to look for it is a part of the task
        ("Add the kettle to the cart", "Search", "Add to cart", True, True),
        ("Close ticket 7", "Like", "Close ticket", True, True),
        ("Rename the board", "OK", "Rename", True, False),
        ("Delete the file", "Delete for ever", "Delete", True, False),
        ("Do not publish the post, like it", "Like", "Publish", True, False),
        ("Is there a way to publish the post?", "Preview", "Publish", True, False),
        ("Publish the post", "", "Publish", True, False),
        ("Remove Kim", "Trash Kim", "Remove", True, False),
    ],
)
def test_a_button_that_the_task_names_while_another_was_pressed(task, used, other, sent, found):
    one, two = control(used), control(other, 1)
    outcome = pressed(one, *([SENT] if sent else []))
    assert bool(left(task, (one, two), outcome)) is found
    assert not left(task, (one, two), outcome, pressed(two))


def test_a_key_that_sends_presses_no_button():
    field = Element(id="input-0", tag="input", role="textbox", name="Name")
    assert not left("Rename the list", (field, control("Rename", 1)), pressed(field, SENT, key="Enter"))


def test_what_was_only_entered_and_a_button_that_the_task_names():
    field = Element(id="input-0", tag="input", role="textbox", name="Filter")
    receipt = Receipt(field=field.title, wanted="Olsen", got="Olsen", match=True)
    action = Action(reason="", tool="fill", parameters={"element_id": field.id, "value": "Olsen"})
    filled = Outcome(action=action, status="done", effect=Effect.EDIT, receipts=(receipt,))
    delete = control("Delete Novak", 1)
    assert "Delete Novak" in left("Delete the client Novak", (field, delete), filled)
    assert not left("Delete the client Novak", (field, delete), filled, pressed(delete))


def test_what_was_only_entered_while_a_picture_was_pressed():
    door, ask, lock = (
        Element(id="input-0", tag="input", role="textbox", name="Door"),
        control("?", 1),
        control("Lock", 2),
    )
    receipt = Receipt(field=door.title, wanted="garage", got="garage", match=True)
    action = Action(reason="", tool="fill", parameters={"element_id": door.id, "value": "garage"})
    filled = Outcome(action=action, status="done", effect=Effect.EDIT, receipts=(receipt,))
    assert '"Lock"' in left("Lock the garage", (door, ask, lock), filled, pressed(ask))
    assert not left("Lock the garage", (door, ask, lock), filled, pressed(ask, SENT))


def test_a_switch_beside_the_one_that_the_task_names():
    mail, sms = control("E-mail", role="switch", checked=False), control("SMS", 1, role="switch", checked=False)
    task = "Turn on the notifications by SMS"
    assert '"SMS"' in left(task, (mail, sms), pressed(mail, SENT))
    assert not left(task, (mail, sms), pressed(sms, SENT))
    chosen = pressed(mail, SENT).model_copy(update={"receipts": (Receipt(field="", wanted="1", got="1", match=True),)})
    assert '"SMS"' in left(task, (mail, sms), chosen)
    assert not left("Turn on all notifications", (mail, sms), pressed(mail, SENT), pressed(sms, SENT))


def test_one_of_two_boxes_that_the_task_names():
    bug, urgent = control("bug", role="checkbox", checked=False), control("urgent", 1, role="checkbox", checked=False)
    task = "Label it with bug and urgent"
    assert '"urgent"' in left(task, (bug, urgent), pressed(bug, SENT))
    assert not left(task, (bug, urgent), pressed(bug), pressed(urgent, SENT))
    assert not left(task, (bug, control("urgent", 1, role="checkbox", checked=True)), pressed(bug, SENT))
    assert not left("Label it with bug, not urgent", (bug, urgent), pressed(bug, SENT))


def test_a_plan_that_was_pressed_already():
    month, year = control("Monthly", form=1), control("Yearly", 1, form=1)
    subscribe = control("Subscribe", 2, form=1, submits=True)
    tree = '- button-0 (pressed=true) "Monthly"\n- button-1 (pressed=false) "Yearly"\n- button-2 "Subscribe"'
    page = (month, year, subscribe)
    assert '"Yearly"' in left("Subscribe to the yearly plan", page, pressed(subscribe, SENT), tree=tree)
    assert not left("Subscribe to a plan", page, pressed(subscribe, SENT), tree=tree)
    assert not left("Subscribe to the yearly plan", page, pressed(year), pressed(subscribe, SENT), tree=tree)
