"""Why claims that what was sent would prove are merely shown."""

import pytest

from actwright.engine.evidence.reservations import reservation_about
from actwright.engine.evidence.sent_requests import SentRequests
from actwright.schemas.hosts import host_and_port
from actwright.schemas.page import Element, Observation, Option
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.step import Effect, Outcome, Receipt, SentRequest, SentValue, Step
from actwright.schemas.task import Task

URL = "https://shop.test/"
SAVE = Element(id="button-0", tag="button", role="button", name="Save", form=1, submits=True)


def saved(**values):
    sent = [SentValue(name=name, wanted=text, match=True, reference=name) for name, text in values.items()]
    return SentRequest(request=f"POST {URL}save", status=200, values=tuple(sent))


def pressed(element=SAVE, *requests):
    action = Action(reason="", tool="click", parameters={"element_id": element.id})
    return Outcome(
        action=action, status="done", effect=Effect.EFFECT, target=element.title, sent=requests or (saved(),)
    )


def touched(element):
    action = Action(reason="", tool="check", parameters={"element_id": element.id})
    return Outcome(action=action, status="done", effect=Effect.EDIT, target=element.title)


def page(*elements, tree="", text=""):
    return Observation(url=URL, text=text, tree=tree, elements=elements)


def reservation(text, seen, *outcomes, now=None, claimed=(), **data):
    task = Task(text=text, data=data)
    step = Step(number=1, page=seen, proposal=Proposal(complete=False, message="m", actions=()), outcomes=outcomes)
    sent = SentRequests(task, outcomes, host_and_port(URL))
    return reservation_about(sent, task=task, steps=[step], before=seen, now=now or page(), claimed=claimed)


def button(name, number=1, *, form: int | None = 1):
    return Element(id=f"button-{number}", tag="button", role="button", name=name, form=form)


@pytest.mark.parametrize(
    ("task", "other", "found"),
    [
        ("Publish the post", button("Publish"), True),
        ("Publish the post", button("Publish", form=2), False),
        ("Save the post, do not publish it", button("Publish"), False),
        ("Save it", button("Save draft"), False),
    ],
)
def test_a_button_beside_the_pressed_one_that_fits_better(task, other, found):
    assert bool(reservation(task, page(SAVE, other), pressed())) is found
    assert not reservation(task, page(SAVE, other), pressed(), pressed(other))


ADMIN = Element(
    id="input-0", tag="input", type="checkbox", role="checkbox", name="Administrator", checked=False, form=1
)


@pytest.mark.parametrize(
    ("task", "found"),
    [
        ("Create Ada as an administrator", True),
        ("Create two administrators", True),
        ("Create Ada", False),
        ("Create Ada, not as an administrator", False),
    ],
)
def test_a_box_that_the_task_names(task, found):
    assert bool(reservation(task, page(ADMIN, SAVE), pressed())) is found
    assert not reservation(task, page(ADMIN, SAVE), touched(ADMIN), pressed())
    assert not reservation(task, page(ADMIN.model_copy(update={"checked": True}), SAVE), pressed())
    assert not reservation(task, page(ADMIN.model_copy(update={"form": 2}), SAVE), pressed())


def radio(name, number, *, checked):
    return Element(
        id=f"input-{number}",
        tag="input",
        type="radio",
        role="radio",
        name=name,
        attribute_name="room",
        checked=checked,
        form=1,
    )


def test_the_other_one_of_a_group():
    rooms = radio("Single", 1, checked=False), radio("Double", 2, checked=True)
    assert (
        reservation("Book a single room", page(*rooms, SAVE), pressed())
        == '"Single", which the task names, was not chosen'
    )
    assert not reservation("Book a double room", page(*rooms, SAVE), pressed())
    assert not reservation("Book a single room", page(*rooms, SAVE), touched(rooms[1]), pressed())


@pytest.mark.parametrize(
    ("task", "found"),
    [("Send 50 euros", True), ("Send {{sum}}", True), ("Send 50 US dollars", False), ("Send 50", False)],
)
def test_the_option_that_was_there(task, found):
    options = Option(label="US dollar", value="USD", selected=True), Option(label="Euro", value="EUR")
    currency = Element(id="select-0", tag="select", role="combobox", name="Currency", options=options, form=1)
    assert bool(reservation(task, page(currency, SAVE), pressed(), sum="50 euro")) is found


def test_what_the_page_says_is_pending():
    now = page(tree='- p "Your payment is pending"', text="Your payment is pending")
    assert reservation("Pay it", page(SAVE), pressed(), now=now) == 'the page says "Your payment is pending"'


def test_a_day_beside():
    now = page(tree='- p "Booked for 2 April 2026"', text="Booked for 2 April 2026")
    found = reservation("Book {{day}}", page(SAVE), pressed(), now=now, day="2026-04-03")
    assert found == "the page now shows 2026-04-02, and not 2026-04-03"


def test_another_value_in_its_place_afterwards():
    named, other = saved(price="45"), SentValue(name="price", wanted="54", match=True)
    later = SentRequest(request=named.request, status=200, values=(other,))
    said = reservation("Set it to {{price}}", page(SAVE), pressed(SAVE, named), pressed(SAVE, later), price="45")
    assert said == 'price was sent as "45", and later as "54"'
    again = pressed(SAVE, later), pressed(SAVE, named)
    assert not reservation("Set it to {{price}}", page(SAVE), pressed(SAVE, named), *again, price="45")


def test_another_value_that_the_page_sends_in_its_place_afterwards():
    named, other = saved(price="45"), SentValue(name="price", wanted="45", match=False, sent="40", reference="price")
    later = SentRequest(request=named.request, status=200, values=(other,))
    said = reservation("Set it to {{price}}", page(SAVE), pressed(SAVE, named, later), price="45")
    assert said == 'price was sent as "45", and later as "40"'
    assert not reservation("Set it to {{price}}", page(SAVE), pressed(SAVE, later, named), price="45")


def test_one_of_two_names():
    task = "Send {{note}} to Ann and Ben"
    to_ann, to_ben = saved(note="Hello", to="Ann"), saved(note="Hello", to="Ben")
    assert '"Ben", which the task lists' in reservation(task, page(SAVE), pressed(SAVE, to_ann), note="Hello")
    assert not reservation(task, page(SAVE), pressed(SAVE, to_ann, to_ben), note="Hello")
    assert not reservation(task, page(SAVE), pressed(SAVE, saved(note="Hello")), note="Hello")


def test_what_was_undone():
    undo = button("Undo", form=None)
    assert reservation("Archive it", page(SAVE, undo), pressed(), pressed(undo)) == 'button-1 "Undo" was pressed last'
    assert not reservation("Archive it and undo it", page(SAVE, undo), pressed(), pressed(undo))
    assert not reservation("Archive it", page(SAVE, undo), pressed(undo), pressed())


YEARLY = button("Yearly", 2)
TOGGLES = '- button-1 (pressed="true") "Monthly"\n- button-2 (pressed="false") "Yearly"'


def test_a_button_that_stays_pressed():
    seen = page(SAVE, button("Monthly"), YEARLY, tree=TOGGLES)
    assert "Yearly" in reservation("Subscribe to the yearly plan", seen, pressed())
    assert not reservation("Subscribe to the yearly plan", seen, touched(YEARLY), pressed())
    assert not reservation("Subscribe", seen, pressed())


def test_the_same_values_again_with_another_key():
    first, again = (saved(item="kettle").model_copy(update={"digest": digest}) for digest in "ab")
    assert "again with the same values" in reservation("Order", page(SAVE), pressed(SAVE, first), pressed(SAVE, again))
    failed = first.model_copy(update={"status": 503})
    assert not reservation("Order", page(SAVE), pressed(SAVE, failed), pressed(SAVE, again))
    assert not reservation("Order", page(SAVE), pressed(SAVE, first))
    assert not reservation("Order", page(SAVE), pressed(SAVE, first), entered("2"), pressed(SAVE, again))


COUNT = Element(id="input-7", tag="input", role="textbox", name="Chairs", value="1")


def entered(text):
    receipt = Receipt(field=COUNT.title, wanted=text, got=text, match=True)
    action = Action(reason="", tool="fill", parameters={"element_id": COUNT.id, "value": text})
    return Outcome(action=action, status="done", effect=Effect.EDIT, receipts=(receipt,))


def with_count(value):
    return page(COUNT.model_copy(update={"id": "input-9", "value": value}))


def test_the_old_value_in_the_field():
    seen = page(SAVE, COUNT)
    assert 'shows "1" in input-9 "Chairs" again' in reservation(
        "Order", seen, entered("5"), pressed(), now=with_count("1")
    )
    for value in ("5", ""):
        assert not reservation("Order", seen, entered("5"), pressed(), now=with_count(value))


def test_an_alert_that_the_claim_leaves_out():
    now = page(tree='- h1 "Osoite"\n- alert "Tietoja ei muutettu"', text="Osoite Tietoja ei muutettu")
    assert "Tietoja ei muutettu" in reservation("Change it", page(SAVE), pressed(), now=now)
    assert not reservation("Change it", page(SAVE), pressed(), now=now, claimed=["Tietoja ei muutettu"])
