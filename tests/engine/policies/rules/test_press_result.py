"""What a page says after a press: long answers and short ones, and lists that have a new entry."""

import json

import pytest

from actwright.engine.policies.rules.page_fields import scope_of
from actwright.engine.policies.rules.press_result import judge
from actwright.schemas.page import Element, Observation

FORM = Observation(
    url="https://shop.example/",
    tree='form:\n  input-0 "Name"\n  button-0 "Send"',
    text="Send",
    elements=(Element(id="input-0", tag="input", type="text", name="Name", label="Name", value="Ada Lovelace"),),
)
ECHOED = {f"answer_{number}": f"This is answer number {number} of the applicant." for number in range(40)}


def answer(text, url="https://shop.example/order"):
    return Observation(url=url, tree=f"text {json.dumps(text[:200])}", text=text)


@pytest.mark.parametrize(
    ("text", "kind", "said"),
    [
        (json.dumps({"data": ECHOED, "message": "Application Submitted Successfully!"}), "accepted", "Application Submitted Successfully!"),
        (json.dumps({"data": ECHOED, "success": True}), "accepted", '"success": true'),
        (json.dumps({"data": ECHOED, "message": "Something is invalid"}), "refused", "Something is invalid"),
        (f"{' '.join(ECHOED.values())} Your application was received. Goodbye.", "accepted", "Your application was received."),
        (json.dumps({"data": ECHOED, "message": "Application was not submitted"}), "refused", "was not submitted"),
        (json.dumps({"data": ECHOED, "success": False}), "refused", '"success": false'),
        ("OK", "accepted", "OK"),
        (json.dumps(ECHOED), "moved", None),
    ],
)  # fmt: skip
def test_the_part_of_an_answer_that_says_something_is_found(text, kind, said):
    result = judge(FORM, answer(text), values=["Ada Lovelace"], scope=None)
    assert result.kind == kind
    assert said is None or said in " ".join((*result.proof, *result.errors))


def test_list_under_an_empty_form_that_has_a_new_entry_has_taken_it():
    """The form at the same address is empty again; one that still has its value says nothing."""
    empty = FORM.elements[0].model_copy(update={"value": ""})
    tree = f'{FORM.tree}\nlistitem "Ada Lovelace"'
    listed = FORM.model_copy(update={"tree": tree, "text": "Send\nAda Lovelace", "elements": (empty,)})
    scope = scope_of(FORM.elements[0])
    assert judge(FORM, listed, values=["Ada Lovelace"], scope=scope).proof == ("Ada Lovelace",)
    kept = listed.model_copy(update={"elements": FORM.elements})
    assert judge(FORM, kept, values=["Ada Lovelace"], scope=scope).kind == "moved"
