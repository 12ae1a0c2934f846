"""Doubts about a claim by what was done and by what a page says."""

import pytest

from actwright.engine.evidence.doubts import doubt_about
from actwright.engine.evidence.sent_requests import SentRequests
from actwright.schemas.hosts import host_and_port
from actwright.schemas.page import Element, Observation
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.step import Effect, Outcome, Receipt, SentRequest, SentValue, Step
from actwright.schemas.task import Task

URL = "https://shop.test/"


@pytest.mark.parametrize(
    ("lines", "status", "doubted"),
    [
        (["4 seats in row F are yours", "Rows A and B are sold out"], 200, False),
        (["Your play", "Rows A and B are sold out"], 200, True),
        (["4 seats are sold out"], 200, True),
        (["4 seats in row F are yours", "Rows A and B are sold out"], None, True),
    ],
)
def test_what_a_page_refuses_beside_all_that_was_sent(lines, status, doubted):
    value = SentValue(name="seats", wanted="4", match=True, reference="seats")
    request = SentRequest(request=f"POST {URL}book", status=status, values=(value,))
    action = Action(reason="", tool="click", parameters={"element_id": "button-0"})
    outcome = Outcome(action=action, status="done", effect=Effect.EFFECT, target='button-0 "Book"', sent=(request,))
    task = Task(text="Book {{seats}} seats", data={"seats": "4"})
    now = Observation(url=URL, text=" ".join(lines), tree="\n".join(f'- p "{line}"' for line in lines))
    sent = SentRequests(task, [outcome], "shop.test")
    doubt = doubt_about(sent, [], task=task, steps=[], before=Observation(url=URL), now=now)
    assert (doubt is not None and doubt.kind == "refusal") is doubted


SAVE = Element(id="button-0", tag="button", role="button", name="Save", form=1, submits=True)
UNDO = Element(id="button-1", tag="button", role="button", name="Undo")


def saved(**values):
    sent = [SentValue(name=name, wanted=text, match=True, reference=name) for name, text in values.items()]
    return SentRequest(request=f"POST {URL}save", status=200, values=tuple(sent))


def pressed(element, *requests):
    action = Action(reason="", tool="click", parameters={"element_id": element.id})
    return Outcome(
        action=action, status="done", effect=Effect.EFFECT, target=element.title, sent=requests or (saved(),)
    )


def why_doubted(text, *outcomes, **data):
    task, seen = Task(text=text, data=data), Observation(url=URL, elements=(SAVE, UNDO))
    step = Step(number=1, page=seen, proposal=Proposal(complete=False, message="m", actions=()), outcomes=outcomes)
    sent = SentRequests(task, outcomes, host_and_port(URL))
    doubt = doubt_about(sent, [], task=task, steps=[step], before=seen, now=Observation(url=URL))
    return doubt.reason if doubt else ""


@pytest.mark.parametrize(
    "other",
    [
        SentValue(name="price", wanted="54", match=True),
        SentValue(name="price", wanted="45", match=False, sent="54", reference="price"),
    ],
    ids=["entered", "changed by the page"],
)
def test_another_value_in_its_place_afterwards(other):
    named = saved(price="45")
    later = named.model_copy(update={"values": (other,)})
    task, first = "Set it to {{price}}", pressed(SAVE, named)
    assert 'price was sent as "45", and later as "54"' in why_doubted(task, first, pressed(SAVE, later), price="45")
    assert "and later as" not in why_doubted(task, first, pressed(SAVE, later), first, price="45")


def test_one_of_two_names():
    task = "Send {{note}} to Ann and Ben"
    to_ann, to_ben = saved(note="Hello", to="Ann"), saved(note="Hello", to="Ben")
    assert '"Ben", which the task lists' in why_doubted(task, pressed(SAVE, to_ann), note="Hello")
    assert "which the task lists" not in why_doubted(task, pressed(SAVE, to_ann, to_ben), note="Hello")


def test_what_was_undone():
    assert 'button-1 "Undo" was pressed last' in why_doubted("Archive it", pressed(SAVE), pressed(UNDO))
    assert "pressed last" not in why_doubted("Archive it and undo it", pressed(SAVE), pressed(UNDO))
    assert "pressed last" not in why_doubted("Archive it", pressed(UNDO), pressed(SAVE))


def doubt(task, *outcomes, tree=""):
    now = Observation(url=URL, text=tree, tree=tree)
    sent = SentRequests(Task(text=task), outcomes, "shop.test")
    before = Observation(url=URL, tree='- p "Step 1 of 4"')
    return doubt_about(sent, [], task=Task(text=task), steps=[], before=before, now=now)


def test_another_day_than_the_only_one_of_the_task():
    receipt = Receipt(field='input-0 "Day"', wanted="2026-06-13", got="2026-06-13", match=True)
    action = Action(reason="", tool="fill", parameters={"element_id": "input-0", "value": "2026-06-13"})
    entered = Outcome(action=action, status="done", effect=Effect.EDIT, receipts=(receipt,))
    tasks = "Book it for 14 June 2026", "Book it for 13 June 2026", "Book it two days before 14 June 2026"
    assert [doubt(task, entered, pressed(SAVE)) is not None for task in tasks] == [True, False, False]


def test_a_request_without_an_answer_is_doubted_until_it_is_repeated():
    lost = pressed(SAVE, SentRequest(request=f"POST {URL}save")).model_copy(update={"status": "unknown"})
    assert doubt("Save it", lost) is not None
    assert doubt("Save it", lost, pressed(SAVE)) is None


def test_a_page_that_goes_from_one_step_to_the_next():
    assert doubt("Apply for a permit", pressed(SAVE), tree='- p "Step 2 of 4"') is not None
    assert doubt("Finish the first step", pressed(SAVE), tree='- p "Step 2 of 4"') is None


def test_addresses_that_a_task_lists():
    value = SentValue(name="e", wanted="ada@mail.test", match=True)
    sent = pressed(SAVE, SentRequest(request=f"POST {URL}save", status=200, values=(value,)))
    assert doubt("Invite ada@mail.test and ben@mail.test", sent) is not None
    assert doubt("Invite ada@mail.test", sent) is None
