"""What a run took and why it ended, from its steps alone."""

import pytest

from actwright.engine.totals import Totals, totals_of, why_ended
from actwright.schemas.exchange import Exchange, Request, Usage
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.result import Result, Status
from actwright.schemas.step import Outcome, Step
from actwright.schemas.task import Task

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


def test_totals_follow_from_the_steps():
    """Time counts from the run's beginning, with what came before the first step."""
    assert totals_of(STEPS) == Totals(
        steps=2, calls=3, captures=3, usage=Usage(fresh=2700, output=300), cost=0.06, seconds=4.25, opening=1.5
    )


def test_no_step_takes_nothing():
    """A run that ended before its first step."""
    assert totals_of(()) == Totals(steps=0, calls=0, captures=0, usage=Usage(), cost=0.0, seconds=0, opening=0)


@pytest.mark.parametrize(
    ("status", "steps", "why"),
    [
        (Status.FAILED, STEPS, "there is no such field"),
        (Status.STUCK, STEPS, "the last steps repeated what had been tried, or changed nothing on the page"),
        (Status.STEP_LIMIT, STEPS, "2 steps were played, as many as it may take"),
        (Status.STEP_LIMIT, STEPS[:1], "1 step was played, as many as it may take"),
        (Status.CALL_LIMIT, STEPS, "3 model calls were made, as many as it may take"),
        (Status.TOKEN_LIMIT, STEPS, "3,000 tokens were used, which is all it may use"),
        (Status.COST_LIMIT, STEPS, "$0.0600 was spent, which is all it may cost"),
        (Status.TIME_LIMIT, STEPS, "it had run for 4.2 s, which is all the time it has"),
        (Status.BAD_REPLIES, STEPS[:1], "the model's replies could not be used; the last: not JSON"),
        (Status.COMPLETE, STEPS, ""),
        (Status.RUNNING, STEPS, ""),
        (Status.ERROR, STEPS, ""),
        (Status.INTERRUPTED, STEPS, ""),
    ],
)
def test_a_run_that_is_not_complete_says_what_ended_it(status, steps, why):
    """In words, with the figure that reached the limit; what came from outside is told by whoever knows it."""
    assert why_ended(Result(task=Task(intent="x"), status=status, steps=steps)) == why
