"""Errors are drawn at their rates, from a seed, and show in what an oracle does and claims."""

import pytest

from actwright.compare.case import OracleStep
from actwright.compare.oracle import Oracle
from actwright.engine.models import openai_chat
from actwright.prompts.fields import Question, fields_request
from actwright.schemas.task import Task
from benchmarks.oracle_noise import Noise, NoisyErrors

PAGE = """\
- h1 "What you sell"
- input-0 (label="Price")
- input-1 (type=radio label="Small" unchecked)
- input-2 (type=radio label="Large" unchecked)
- input-3 (label="Name")
- button-0 (type=submit) "Next"
"""
FILL = ("fill", {"element_id": "input-0", "value": "450"})
CHECK = ("check", {"element_id": "input-1"})
CLICK = ("click", {"element_id": "button-0"})
STEP = OracleStep(actions=[FILL, CHECK, CLICK])
SHOWN = f"[page 00000000000a]\n{PAGE}\n[end of page 00000000000a]"


def done(noise, step=STEP, *, seed="1"):
    return NoisyErrors(noise, seed).in_step(step, PAGE).actions


def test_without_noise_a_step_is_done_as_it_is():
    assert done(Noise()) == STEP.actions


def test_what_is_misread_differs_in_one_character_of_the_same_kind():
    (_, parameters), *others = done(Noise(misread=1))
    value = parameters["value"]
    assert value.isdigit()
    assert sum(one != other for one, other in zip(value, "450", strict=True)) == 1
    assert others == [CHECK, CLICK]


def test_a_wrong_element_has_the_tag_and_type_of_the_right_one():
    changed = [parameters["element_id"] for _, parameters in done(Noise(wrong_element=1))]
    assert changed == ["input-3", "input-2", "button-0"]  # there is no other button


def test_what_goes_on_to_the_next_page_is_never_forgotten():
    assert done(Noise(forgotten=1)) == [CLICK]


@pytest.mark.parametrize(("field", "least", "most"), [("forgotten", 170, 230), ("misread", 170, 230)])
def test_errors_come_as_often_as_their_rate_says(field, least, most):
    errors = NoisyErrors(Noise(**{field: 0.2}), "seed")
    changed = sum(
        errors.in_step(OracleStep(actions=[FILL, CLICK]), PAGE).actions != [FILL, CLICK] for _ in range(1_000)
    )
    assert least <= changed <= most


def test_equal_seeds_make_equal_errors():
    noise = Noise(misread=0.5, wrong_element=0.5, forgotten=0.5)
    first, again, other = ([done(noise, seed=seed) for _ in range(1)] for seed in ("1", "1", "2"))
    assert first == again
    assert [done(noise, seed=str(seed)) for seed in range(9)] != [done(noise, seed="1")] * 9
    assert other is not first


def test_a_rate_is_a_share():
    with pytest.raises(ValueError, match="less than or equal to 1"):
        Noise(misread=2)


def answers(noise, **options):
    """What an oracle says to a request of each kind while the task is not done."""
    oracle = Oracle(lambda _: STEP, wire="openai_chat", errors=NoisyErrors(noise, "1"), **options)
    kinds = (("complete", "message", "actions"), ("complete", "message"))
    for asked in kinds:
        schema = {"type": "object", "properties": {name: {} for name in asked}}
        form = {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema}}
        body = {"model": "gpt-5", "messages": [{"role": "user", "content": SHOWN}], "response_format": form}
        yield oracle(body).said


def test_a_false_claim_of_a_proposal_comes_with_an_outcome_that_the_page_does_not_show():
    proposal, verdict = answers(Noise(false_done=1))
    assert proposal["complete"]
    assert [action["tool"] for action in proposal["actions"]] == ["fill", "check", "click", "expect"]
    assert verdict == {"complete": True, "message": "the task is done"}


def test_a_false_claim_with_a_weak_proof_quotes_what_the_page_shows_anyway():
    proposal, _ = answers(Noise(false_done=1, weak_proof=1))
    assert proposal == {"complete": True, "message": 'The page says "What you sell".', "actions": []}


def test_without_evidence_a_false_claim_proves_nothing():
    proposal, _ = answers(Noise(false_done=1, weak_proof=1), proves=False)
    assert [action["tool"] for action in proposal["actions"]] == ["fill", "check", "click"]


def test_an_oracle_errs_about_the_fields_of_a_form_too():
    questions = (Question("price_1", "Price (in dollars)", "text"), Question("size_2", "Size", "one", ("S", "L")))
    body = openai_chat.encode(fields_request(Task(text="Sell it"), questions), "gpt-5")
    data, errors = {"Price (in dollars)": "50", "Size": "L"}, NoisyErrors(Noise(misread=1), "seed")
    said = Oracle(lambda _: STEP, wire="openai_chat", data=data, errors=errors)(body).said
    assert said["price_1"] not in {None, "50"}
    assert said["size_2"] is None  # a misread option is none
