"""Controls that a task names, and that a run left although no other does what the task says."""

import pytest

from actwright.engine.evidence.asked_controls import surely_left
from actwright.schemas.page import Element, Observation, Option
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.step import Effect, Outcome, Receipt, SentRequest, Step

URL = "https://shop.test/"
SENT = SentRequest(request=f"POST {URL}save", status=200)
NAME = Element(id="input-0", tag="input", role="textbox", name="Name", form=1)


def button(name, number=1, *, form: int | None = 1):
    return Element(id=f"button-{number}", tag="button", role="button", name=name, form=form, submits=form is not None)


def pressed(element, *requests):
    action = Action(reason="", tool="click", parameters={"element_id": element.id})
    return Outcome(action=action, status="done", effect=Effect.EFFECT, target=element.title, sent=requests)


def filled(element=NAME):
    receipt = Receipt(field=element.title, wanted="Ada", got="Ada", match=True)
    action = Action(reason="", tool="fill", parameters={"element_id": element.id, "value": "Ada"})
    return Outcome(action=action, status="done", effect=Effect.EDIT, receipts=(receipt,))


def left(task, elements, *outcomes, now=None):
    page = Observation(url=URL, elements=elements)
    step = Step(number=1, page=page, proposal=Proposal(complete=False, message="m", actions=()), outcomes=outcomes)
    return surely_left(task, [step], now or page)


def test_a_question_that_was_not_answered():
    delete, yes = button("Delete", form=None), button("Yes, delete", 2, form=None)
    asked = Observation(
        url=URL, elements=(delete, yes), tree='- button-1 "Delete"\n- dialog\n  - button-2 "Yes, delete"'
    )
    assert "Yes, delete" in left("Delete the project", (delete,), pressed(delete), now=asked)
    assert not left("Show how to delete the project", (delete,), pressed(delete), now=asked)
    assert not left("Delete the project", (delete, yes), pressed(delete), pressed(yes), now=asked)
    assert not left("Delete the project", (delete,), pressed(delete, SENT), now=asked)


@pytest.mark.parametrize(
    ("task", "name", "found"),
    [
        ("Publish the post", "Save draft", True),
        ("Publish the post on Monday", "Schedule", False),
        ("Publish the post", "Save", True),
        ("Approve the request", "Reject", True),
        ("Save a draft, publish nothing", "Save draft", False),
    ],
)
def test_a_button_that_does_not_do_it(task, name, found):
    used, publish, approve = button(name), button("Publish", 2), button("Approve", 3)
    assert bool(left(task, (NAME, used, publish, approve), pressed(used, SENT))) is found
    assert not left(task, (NAME, used, publish, approve), pressed(used, SENT), pressed(publish), pressed(approve))


@pytest.mark.parametrize(
    ("task", "found"),
    [("Book a single room", True), ("Book a double room", False), ("Book a room", False), ("Book single", False)],
)
def test_a_choice_that_was_left(task, found):
    save = button("Book")
    radios = [
        Element(id=f"input-{at}", tag="input", type="radio", name=name, checked=at == 2, form=1, group="Room", attribute_name="room")
        for at, name in ((1, "Single"), (2, "Double"))
    ]  # fmt: skip
    options = (Option(label="Single", value="s"), Option(label="Double", value="d", selected=True))
    select = Element(id="select-0", tag="select", name="Room", form=1, options=options)
    assert bool(left(task, (*radios, save), pressed(save, SENT))) is found
    assert bool(left(task, (select, save), pressed(save, SENT))) is found
    assert not left(task, (*radios, save), pressed(radios[0]), pressed(save, SENT))


def test_a_choice_that_was_made_before_it_was_sent_again():
    save = button("Book")
    first, again = (
        Element(id="select-0", tag="select", name="Room", form=1, options=(Option(label="Single", value="s", selected=one), Option(label="Double", value="d", selected=not one)))
        for one in (False, True)
    )  # fmt: skip
    proposal = Proposal(complete=False, message="m", actions=())
    steps = [
        Step(number=at, page=Observation(url=URL, elements=(room, save)), proposal=proposal, outcomes=(pressed(save, SENT),))
        for at, room in enumerate((first, again), 1)
    ]  # fmt: skip
    assert surely_left("Book a single room", steps[:1], Observation(url=URL))
    assert not surely_left("Book a single room", steps, Observation(url=URL))


def number(name, value):
    return Element(id="input-1", tag="input", role="spinbutton", name=name, value=value, form=1)


def choices(*options, chosen=0, name="To"):
    listed = tuple(Option(label=each, value=each, selected=at == chosen) for at, each in enumerate(options))
    return Element(id="select-0", tag="select", role="combobox", name=name, form=1, options=listed)


@pytest.mark.parametrize(
    ("task", "field", "found"),
    [
        ("Pay Maria Gonzalez", choices("Maria Gonzales", "Maria Gonzalez"), True),
        ("Pay everyone but not Maria Gonzalez", choices("Everyone", "Maria Gonzalez"), False),
        ("Give 50 EUR", choices("20 EUR", "50 EUR", name="Amount"), True),
        ("Report that water drips", choices("General", "Water", name="Kind"), False),
        ("Move it from North to South", choices("North", "South", chosen=1), False),
        ("Order 3 packs", number("Packs", "1"), True),
        ("Order 3 packs", number("Packs", "3"), False),
        ("Order 3 packs", number("Floor", "1"), False),
    ],
)
def test_a_choice_or_number_of_the_form_that_is_not_the_one_the_task_has(task, field, found):
    save = button("Save")
    assert bool(left(task, (NAME, field, save), pressed(save, SENT))) is found
