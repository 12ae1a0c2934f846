import pytest

from actwright.engine.limits import Limits
from actwright.engine.page.page_options import PageOptions
from actwright.errors import ConfigError, LimitError
from actwright.schemas.exchange import Exchange, Message, Request, TextBlock
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.result import Status
from actwright.schemas.step import Claim, Effect, Outcome, Step
from actwright.schemas.usage import Spend, Usage

REQUEST = Request(messages=(Message(role="user", blocks=(TextBlock(text="hi"),)),))


def call(**usage):
    cost = usage.pop("cost", None)
    return Exchange(role="main", model="m", wire="none", request=REQUEST, usage=Usage(**usage), cost=cost)


def step(number=1, *, tool="click", parameters=None, tree="- a-0", effect=Effect.EDIT, status="done", **more):
    action = Action(reason="", tool=tool, parameters=parameters or {})
    outcome = Outcome(action=action, status=status, effect=effect, ends_run=more.pop("ends_run", False))
    return Step(
        number=number,
        page=Observation(url="https://shop.example", tree=tree),
        proposal=Proposal(complete=False, message="m", actions=(action,)),
        outcomes=(outcome,),
        **more,
    )


def problem(number=1):
    return Step(number=number, page=Observation(url="u"), proposal=None, problem="not JSON")


def different(count):
    return [step(number, tree=f"page {number}", ended=float(number)) for number in range(1, count + 1)]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"calls": 0}, "Limits: calls: Input should be greater than or equal to 1"),
        ({"usd": 0, "seconds": -1}, r"Limits: usd: Input should be greater than 0 \(and 1 more\)"),
        ({"step": 3}, "Limits: there is no option 'step'; did you mean 'steps'"),
    ],
)
def test_a_limit_that_is_none_is_the_callers_mistake(options, said):
    with pytest.raises(ConfigError, match=said):
        Limits(**options)


def test_page_options_that_are_none_are_the_callers_mistake():
    with pytest.raises(ConfigError, match="PageOptions: budget: Input should be greater than or equal to 200"):
        PageOptions(budget=10)


def test_a_run_without_steps_is_running():
    assert Limits().status([]) is Status.RUNNING


def test_an_accepted_claim_completes():
    assert Limits().status([step(claim=Claim(accepted=True, reason=""))]) is Status.COMPLETE


def test_a_refused_claim_goes_on():
    assert Limits().status([step(claim=Claim(accepted=False, reason=""))]) is Status.RUNNING


def test_the_model_may_give_up():
    assert Limits().status([step(tool="fail", effect=Effect.READ, ends_run=True)]) is Status.FAILED


def test_a_skipped_fail_does_not_end_the_run():
    assert Limits().status([step(tool="fail", ends_run=True, status="skipped")]) is Status.RUNNING


@pytest.mark.parametrize(
    ("limits", "status"),
    [(Limits(steps=3), Status.STEP_LIMIT), (Limits(seconds=3), Status.TIME_LIMIT), (Limits(steps=4), Status.RUNNING)],
)
def test_steps_and_seconds_end_a_run(limits, status):
    assert limits.status(different(3)) is status


@pytest.mark.parametrize(
    ("limits", "status"),
    [
        (Limits(calls=2), Status.CALL_LIMIT),
        (Limits(tokens=30), Status.TOKEN_LIMIT),
        (Limits(tokens=31), Status.RUNNING),
        (Limits(usd=0.3), Status.COST_LIMIT),
        (Limits(usd=0.31), Status.RUNNING),
    ],
)
def test_calls_tokens_and_cost_end_a_run(limits, status):
    """A call whose price is not known counts as a call and as tokens, not as cost."""
    rows = (call(fresh=10, output=5, cost=0.3), call(cache_read=10, output=5))
    assert limits.status([step(exchanges=rows)]) is status


SPENT = Spend(calls=2, tokens=900, usd=0.25)


@pytest.mark.parametrize(
    ("limits", "worst", "limit", "said"),
    [
        (Limits(calls=2), Spend(calls=1), "calls", "all 2 calls are used up"),
        (
            Limits(tokens=1_000),
            Spend(calls=1, tokens=101),
            "tokens",
            "100 of 1,000 tokens are left, and the next call may take 101, if its answer has the maximum length",
        ),
        (
            Limits(usd=0.5),
            Spend(calls=1, usd=0.26),
            "usd",
            r"\$0.2500 of \$0.5000 are left, and the next call may cost \$0.2600, if its answer has the",
        ),
    ],
)
def test_a_call_that_may_go_beyond_a_limit_is_refused(limits, worst, limit, said):
    with pytest.raises(LimitError, match=said) as raised:
        limits.check(SPENT, worst)
    assert raised.value.limit == limit


@pytest.mark.parametrize("limits", [Limits(), Limits(calls=3), Limits(tokens=1_000), Limits(usd=0.5)])
def test_a_call_that_just_fits_passes(limits):
    limits.check(SPENT, Spend(calls=1, tokens=100, usd=0.25))


@pytest.mark.parametrize(
    ("limit", "status"),
    [
        ("calls", Status.CALL_LIMIT),
        ("tokens", Status.TOKEN_LIMIT),
        ("usd", Status.COST_LIMIT),
        ("seconds", Status.TIME_LIMIT),
    ],
)
def test_a_step_whose_call_was_refused_ends_the_run(limit, status):
    """Even where the limit itself is not reached."""
    refused = Step(number=2, page=Observation(url="u"), proposal=None, problem="100 of 1,000 are left", limit=limit)
    assert Limits().status([step(), refused]) is status


def test_three_unusable_replies_in_a_row_end_a_run():
    assert Limits().status([problem(1), problem(2)]) is Status.RUNNING
    assert Limits().status([problem(1), problem(2), problem(3)]) is Status.UNUSABLE_REPLIES
    assert Limits().status([problem(1), problem(2), step(3), problem(4)]) is Status.RUNNING


def test_the_same_actions_on_the_same_page_are_stuck():
    assert Limits().status([step(1), step(2)]) is Status.RUNNING
    assert Limits().status([step(1), step(2), step(3)]) is Status.STUCK


def test_going_round_in_a_circle_is_stuck():
    circle = [step(number, tree=tree) for number, tree in enumerate(["a", "b", "a", "b"], 1)]
    assert Limits().status(circle[:3]) is Status.RUNNING
    assert Limits().status(circle) is Status.STUCK


def test_the_same_button_on_changing_pages_is_progress():
    pages = [step(number, tree=f"page {number}") for number in range(1, 10)]
    assert Limits().status(pages) is Status.RUNNING


def test_waiting_is_given_twice_as_many_steps():
    waits = [step(number, tool="wait", effect=Effect.READ) for number in range(1, 7)]
    assert Limits().status(waits[:5]) is Status.RUNNING
    assert Limits().status(waits) is Status.STUCK


def test_trying_this_and_that_without_any_change_is_stuck():
    tries = [step(number, parameters={"n": number}) for number in range(1, 7)]
    assert Limits().status(tries[:5]) is Status.RUNNING
    assert Limits().status(tries) is Status.STUCK


def test_reading_on_through_a_long_text_is_progress():
    reads = [step(number, tool="read", effect=Effect.READ, parameters={"n": number}) for number in range(1, 9)]
    told = [
        each.model_copy(update={"outcomes": (each.outcomes[0].model_copy(update={"detail": f"part {each.number}"}),)})
        for each in reads
    ]
    assert Limits().status(told) is Status.RUNNING


def test_proposing_nothing_again_and_again_is_stuck():
    idle = [
        Step(number=n, page=Observation(url="u"), proposal=Proposal(complete=False, message="hm", actions=()))
        for n in (1, 2, 3)
    ]
    assert Limits().status(idle) is Status.STUCK
