"""What a run took, from its steps alone."""

from actwright.engine.records.totals import Totals, totals_of
from actwright.schemas.exchange import Exchange, Request
from actwright.schemas.page import Observation
from actwright.schemas.step import Step
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
STEPS = (
    Step(number=1, page=PAGE, proposal=None, problem="not JSON", exchanges=(CALL, CALL), started=1.5, ended=2.0),
    Step(number=2, page=PAGE, proposal=None, exchanges=(CALL,), captures=2, started=2.0, ended=4.25),
)


def test_totals_follow_from_the_steps():
    """Time counts from the run's beginning, with what came before the first step."""
    assert totals_of(STEPS) == Totals(
        steps=2,
        calls=3,
        captures=3,
        usage=Usage(fresh=2700, output=300),
        cost=0.06,
        seconds=4.25,
        opening=1.5,
        input_by_part={"other": 2700},
    )


def test_no_step_takes_nothing():
    """A run that ended before its first step."""
    assert totals_of(()) == Totals(
        steps=0, calls=0, captures=0, usage=Usage(), cost=0.0, seconds=0, opening=0, input_by_part={}
    )


def test_a_step_that_was_cut_off_does_not_take_the_time_of_the_others_away():
    """A run that was stopped took as long as it took, although its last step has no end."""
    cut_off = Step(number=3, page=PAGE, proposal=None, cut_off=True)
    assert totals_of((*STEPS, cut_off)).seconds == 4.25
