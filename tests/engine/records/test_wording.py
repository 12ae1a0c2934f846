"""What people are told of a run."""

import pytest

from actwright.engine.records.wording import detail_of, unchecked, why_ended
from actwright.schemas.exchange import Exchange, Request
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.result import Result, Status
from actwright.schemas.step import Claim, Evidence, Outcome, Receipt, Step
from actwright.schemas.task import Task
from actwright.schemas.usage import Usage

PAGE = Observation(url="https://shop.example/price")
CALL = Exchange(
    role="main",
    model="m",
    wire="anthropic",
    request=Request(messages=()),
    usage=Usage(fresh=900, output=100),
    cost=0.02,
)
GIVE_UP = Action(reason="no way on", tool="fail", parameters={"reason": "there is no such field"})
STEPS = (
    Step(number=1, page=PAGE, proposal=None, problem="not JSON", exchanges=(CALL, CALL), started=1.5, ended=2.0),
    Step(
        number=2,
        page=PAGE,
        proposal=Proposal(complete=False, message="It cannot be done.", actions=(GIVE_UP,)),
        outcomes=(Outcome(action=GIVE_UP, status="done", detail="there is no such field", ends_run=True),),
        exchanges=(CALL,),
        captures=2,
        started=2.0,
        ended=4.25,
    ),
)


@pytest.mark.parametrize(
    ("status", "steps", "why"),
    [
        (Status.FAILED, STEPS, "there is no such field"),
        (Status.STUCK, STEPS, "the last steps repeated earlier ones, or changed nothing on the page"),
        (Status.STEP_LIMIT, STEPS, "the limit of 2 steps was reached"),
        (Status.STEP_LIMIT, STEPS[:1], "the limit of 1 step was reached"),
        (Status.CALL_LIMIT, STEPS, "the limit of 3 model calls was reached"),
        (Status.TOKEN_LIMIT, STEPS, "3,000 tokens were used; the limit is reached"),
        (Status.COST_LIMIT, STEPS, "$0.0600 was spent; the limit is reached"),
        (Status.TIME_LIMIT, STEPS, "the run took 4.2 s; the limit is reached"),
        (Status.UNUSABLE_REPLIES, STEPS[:1], "the model's replies could not be used; the last: not JSON"),
        (Status.COMPLETE, STEPS, ""),
        (Status.RUNNING, STEPS, ""),
        (Status.ERROR, STEPS, ""),
        (Status.INTERRUPTED, STEPS, ""),
    ],
)
def test_a_run_that_is_not_complete_says_what_ended_it(status, steps, why):
    """In words, with the figure that reached the limit; what came from outside is told by whoever knows it."""
    assert why_ended(Result(task=Task(text="x"), status=status, steps=steps)) == why


def test_a_field_holds_the_secret_and_not_its_name():
    """Only where a receipt says that the value came from the secret; other values stay as they are."""
    fill = Action(reason="", tool="fill", parameters={})
    secret = Receipt(field="input-1", wanted="{{pin}}", got="{{pin}}", match=True, reference="pin")
    plain = Receipt(field="input-0", wanted="50", got="50", match=True, reference="price")
    told = [
        detail_of(
            Outcome(action=fill, status="done", detail=f'input-1 "PIN" holds "{receipt.got}"', receipts=(receipt,))
        )
        for receipt in (secret, plain)
    ]
    assert told == ['input-1 "PIN" holds the secret {{pin}}', 'input-1 "PIN" holds "50"']


PROOF = Evidence(kind="text", wanted="Saved", found="it does", passed=True)


@pytest.mark.parametrize(
    ("rule", "status", "evidence", "told"),
    [
        ("off", Status.COMPLETE, (), True),
        ("off", Status.COMPLETE, (PROOF,), False),
        ("off", Status.STEP_LIMIT, (), False),
        ("required", Status.COMPLETE, (PROOF,), False),
    ],
)
def test_a_run_that_was_taken_at_its_word_is_not_checked(rule, status, evidence, told):
    """What is not complete claims nothing, and what was checked without being asked to was checked."""
    claim = Claim(accepted=True, reason="r", evidence=evidence)
    step = Step(number=1, page=Observation(url="u"), proposal=None, claim=claim)
    assert unchecked(Result(task=Task(text="x", evidence=rule), status=status, steps=(step,))) is told
