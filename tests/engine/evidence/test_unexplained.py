"""Why claims that what was sent would prove are merely shown: something of the task or of the page is not explained."""

import pytest

from actwright.engine.evidence.baselines import Baselines
from actwright.engine.evidence.claim_case import ClaimCase
from actwright.engine.evidence.unexplained import unexplained
from actwright.schemas.page import Element, Observation, Option
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.step import Effect, Outcome, Receipt, SentRequest, SentValue
from actwright.schemas.task import Task

URL = "https://shop.test/"
SAVE = Element(id="button-0", tag="button", role="button", name="Save", form=1, submits=True)
PRICE = Element(id="input-7", tag="input", role="textbox", name="Price", value="1", form=1)


def saved(**values):
    sent = [SentValue(name=name, wanted=text, match=True, reference=name) for name, text in values.items()]
    return SentRequest(request=f"POST {URL}save", status=200, values=tuple(sent))


def pressed(element=SAVE, *requests, effect=Effect.EFFECT):
    action = Action(reason="", tool="click", parameters={"element_id": element.id})
    return Outcome(action=action, status="done", effect=effect, target=element.title, sent=requests or (saved(),))


def filled(text):
    receipt = Receipt(field=PRICE.title, wanted=text, got=text, match=True)
    action = Action(reason="", tool="fill", parameters={"element_id": PRICE.id, "value": text})
    return Outcome(action=action, status="done", effect=Effect.EDIT, receipts=(receipt,))


def page(*elements, tree="", text=""):
    return Observation(url=URL, text=text, tree=tree, elements=elements)


def said(*lines):
    return page(tree="\n".join(f'- p "{line}"' for line in lines), text=" ".join(lines))


def left(text, *outcomes, seen=None, now=None, **data):
    seen = seen or page(PRICE, SAVE)
    return unexplained(
        ClaimCase(
            task=Task(text=text, data=data),
            proposal=Proposal(complete=True, message="Done", actions=()),
            outcomes=outcomes or (pressed(SAVE, saved(**data)),),
            seen=seen,
            now=now or page(),
            baselines=Baselines(start=seen, before_edit=seen, before_effect=seen),
        )
    )


BOX = Element(id="input-0", tag="input", type="checkbox", role="checkbox", name="Administrator", checked=False, form=1)
CURRENCY = Element(
    id="select-0", tag="select", role="combobox", name="Currency", form=1,
    options=(Option(label="US dollar", value="USD", selected=True), Option(label="Euro", value="EUR")),
)  # fmt: skip


@pytest.mark.parametrize(
    ("task", "other", "found"),
    [
        ("Publish the post", SAVE.model_copy(update={"id": "button-1", "name": "Publish"}), "publish"),
        ("Save it", SAVE.model_copy(update={"id": "button-1", "name": "Publish"}), ""),
        ("Save him as an administrator", BOX, "administrator"),
        ("Save an administrator", BOX.model_copy(update={"checked": True}), ""),
        ("Send 50 euros", CURRENCY, "50"),
        ("Send some euros", CURRENCY, "euros"),
        ("Send some US dollars", CURRENCY, ""),
        ("Send it to Ann and Ben", CURRENCY, "ann"),
        ("Save it for the next year", CURRENCY, ""),
        ("Save it at the stand 17", CURRENCY, "17"),
    ],
)
def test_a_word_of_the_task_that_is_in_nothing_that_was_used(task, other, found):
    reason = left(task, seen=page(SAVE, other))
    assert reason == (f'"{found}", which the task names, is in nothing that was used' if found else "")


def test_a_row_in_which_nothing_was_done():
    buttons = [SAVE.model_copy(update={"id": f"button-{at}", "form": None}) for at in range(2)]
    tree = '- ul\n  - li "Tea"\n    - button-0 "Save"\n  - li "Coffee"\n    - button-1 "Save"'
    seen = page(*buttons, tree=tree)
    assert '"coffee"' in left("Save the coffee", pressed(buttons[0]), seen=seen)
    assert not left("Save the coffee", pressed(buttons[1]), seen=seen)


@pytest.mark.parametrize(
    ("line", "explained"),
    [
        ("Price saved", True),
        ("Thank you, the price is now \u20ac 1,250.00.", True),
        ("Order 17 placed", True),
        ("Price: 1,520.00", False),
        ("It goes to a moderator", False),
        ("Saved, but not for everybody", False),
        ("Appears after approval", False),
        ("Save it again?", False),
        ("If something is missing, call us", False),
        ("2 of 3 prices saved", False),
        ("Tietoja ei muutettu", False),
        ("Price pending", False),
    ],
)
def test_a_sentence_that_says_something_else_than_what_was_done(line, explained):
    reason = left("Set the price to {{price}}", now=said(line), price="1250.00")
    assert reason == ("" if explained else f'the page says "{line}"')


@pytest.mark.parametrize(
    ("line", "explained"),
    [
        ("Valid until 3 April 2026", True),
        ("Valid until Friday, 3 April", True),
        ("Valid until 2 April 2026", False),
        ("Valid until Friday, 4 April", False),
        ("Valid until 3 April 2025", False),
        ("From 1 March 2026 until 3 April 2026", True),
    ],
)
def test_another_day(line, explained):
    tree = '- h1 "Valid from or until"'
    assert bool(left("Set {{day}}", seen=page(SAVE, tree=tree), now=said(line), day="2026-04-03")) is not explained


def test_an_option_that_was_not_chosen():
    options = (Option(label="Oak", value="1"), Option(label="Birch", value="2", selected=True))
    room = Element(id="select-0", tag="select", role="combobox", name="Room", form=1, options=options)
    shown = [
        left("Set {{room}}", seen=page(SAVE, room), now=said(f"{each} is set"), room="Birch")
        for each in ("Birch", "Oak")
    ]
    assert shown == ["", 'the page says "Oak is set"']


@pytest.mark.parametrize(("line", "explained"), [("Price: 4,500 kg", True), ("Price: 4,500 tonnes", False)])
def test_another_unit(line, explained):
    assert bool(left("Set the price to {{price}} kg", now=said(line), price="4500")) is not explained


def test_what_the_page_said_before_and_what_others_say():
    seen = said("Drop us a line at any time")
    seen = page(SAVE, tree=seen.tree, text=seen.text)
    assert not left("Save it", seen=seen, now=said("Saved", "Drop us a line at any time"))
    aside = page(tree='- p "Saved"\n- footer\n  - p "Made by friends of trees"', text="Saved Made by friends of trees")
    assert not left("Save it", now=aside)


def test_a_name_that_only_the_page_knows():
    assert not left("Save it for Ada", now=said("Saved for Ada"))
    assert '"ada"' in left("Save it for Ada", now=said("Saved"))


def test_a_page_that_asks_for_more():
    street = PRICE.model_copy(update={"name": "Street", "value": ""})
    assert left("Save it", now=page(street, SAVE)) == 'the page now asks for "Street"'
    assert left("Save it", now=page(street.model_copy(update={"form": None})))
    assert not left("Save it", now=page(street.model_copy(update={"name": "Search orders"}), SAVE))
    assert not left("Save it", now=page(CURRENCY.model_copy(update={"value": "", "name": "Action"}), SAVE))
    assert not left("Save it", now=page(street))
    assert not left("Save it", now=page(PRICE.model_copy(update={"value": ""}), SAVE))


def test_the_old_value_in_the_field():
    again = PRICE.model_copy(update={"id": "input-9"})
    outcomes = filled("5"), pressed()
    assert 'shows "1" in input-9 "Price" again' in left("Save the price", *outcomes, now=page(again))
    for value in ("5", ""):
        assert not left("Save the price", *outcomes, now=page(again.model_copy(update={"value": value})))


def test_what_was_pressed_last():
    back = SAVE.model_copy(update={"id": "button-1", "name": "\u00c5ngra"})
    seen, first = page(PRICE, SAVE, back), pressed(SAVE, saved(price="5"))
    assert left("Set the price", first, pressed(back), seen=seen) == 'button-1 "\u00c5ngra" was pressed last'
    assert not left("Set the price", pressed(back), first, seen=seen)
    assert not left("Set the price", first, pressed(back.model_copy(update={"name": "OK"})), seen=seen)


def test_the_same_values_again_with_another_key():
    first, again = (saved(item="kettle").model_copy(update={"digest": digest}) for digest in "ab")
    assert "again with the same values" in left("Order", pressed(SAVE, first), pressed(SAVE, again))
    failed = first.model_copy(update={"status": 503})
    assert not left("Order", pressed(SAVE, failed), pressed(SAVE, again))
    assert not left("Order", pressed(SAVE, first), filled("2"), pressed(SAVE, again))


def test_what_the_form_kept_is_said_by_its_own_record():
    name = PRICE.model_copy(update={"id": "input-8", "name": "Name", "value": "Grace Hopper"})
    now = said("Saved: 45, Grace Hopper")
    entered, kept = filled("45"), (PRICE, name, SAVE)
    assert not left(
        "Set it to {{price}}", entered, pressed(SAVE, saved(price="45")), seen=page(*kept), now=now, price="45"
    )
    other = PRICE, name.model_copy(update={"form": 2}), SAVE
    assert left(
        "Set it to {{price}}", entered, pressed(SAVE, saved(price="45")), seen=page(*other), now=now, price="45"
    )
