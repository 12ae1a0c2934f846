"""What the next turn tells of a run, and when a run goes in circles."""

import pytest

from actwright.engine.policies.chain_of_thought.history import early_stop, previous_action, unparsable
from actwright.schemas.page import Element, Observation
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.step import Claim, Outcome, Receipt, Step

PAGE = Observation(url="", elements=(Element(id="a-0", tag="a"), Element(id="f1.input-0", tag="input")))


def step(*calls, message="click [1]", outcomes=(), complete=False, **more):
    actions = tuple(Action(reason="", tool=tool, parameters=parameters) for tool, parameters in calls)
    proposal = Proposal(complete=complete, message=message, actions=actions)
    return Step(number=1, page=PAGE, proposal=proposal, outcomes=outcomes, **more)


def outcome(status, detail="", **more):
    return Outcome(action=Action(reason="", tool="click", parameters={}), status=status, detail=detail, **more)


WRONG = Receipt(field="f1.input-0", wanted="a", got="b", match=False)
CLAIMED = step(message="$50", complete=True, claim=Claim(accepted=False, reason="no evidence"))


@pytest.mark.parametrize(
    ("steps", "fixed", "upstream"),
    [
        ((), "None", "None"),
        ((step(), step(message="scroll [down]")), "scroll [down]", "scroll [down]"),
        ((step(outcomes=(outcome("done", "clicked"),)),), "click [1]", "click [1]"),
        (
            (step(outcomes=(outcome("failed", 'f1.input-0 "Price" is gone; input-9 too'),)),),
            'click [1]. It failed: [2] "Price" is gone; input-9 too',
            "click [1]",
        ),
        (
            (step(outcomes=(outcome("done"), outcome("unknown", "no answer"))),),
            "click [1]. Its outcome is unknown: no answer",
            "click [1]",
        ),
        (
            (step(outcomes=(outcome("done", 'holds "b"', receipts=(WRONG,)),)),),
            'click [1]. Its result: holds "b"',
            "click [1]",
        ),
        ((step(problem="there is no tool"),), "click [1]. It could not be done: there is no tool", "click [1]"),
        ((CLAIMED,), "stop [$50]. It was refused: no evidence", "stop [$50]"),
        ((Step(number=1, page=PAGE, proposal=None, problem="Your last reply"),), "Your last reply", "Your last reply"),
    ],
)
def test_only_the_last_action_is_told_and_what_went_wrong(steps, fixed, upstream):
    assert (previous_action(steps, PAGE), previous_action(steps, PAGE, "upstream")) == (fixed, upstream)


def test_a_reply_without_an_action_is_quoted():
    told = (
        'Your last reply has no action: "I click". Write one action between two ```, each argument in square brackets, '
        "as in ```verb [argument]```."
    )
    assert unparsable("I click", "```", "there is none", "upstream") == told
    assert unparsable("I click", "```", "there is none", "fixed") == f"{told} (there is none)"
    assert len(unparsable("x" * 50_000, "```", "", "upstream")) < 5_000


def click(element_id):
    return step(("click", {"element_id": element_id}))


def type_(element_id, value, *, enter=True):
    typed = ("append" if value else "type", {"element_id": element_id, "value": value})
    return step(typed, *[("press", {"key": "Enter", "element_id": element_id})] * enter)


UNREAD = Step(number=1, page=PAGE, proposal=None, problem="unread")
A, B = click("a-0"), click("a-1")


@pytest.mark.parametrize(
    ("steps", "stops"),
    [
        ((), ""),
        ((A, A), ""),
        ((A, A, A), "same action"),
        ((B, A, A, A), "same action"),
        ((A, A, B, A), ""),
        ((A, UNREAD, A, A), ""),
        ((UNREAD, UNREAD, UNREAD), ""),
        ((type_("input-0", "x"), type_("input-0", ""), type_("input-0", "y", enter=False)), "same typing action"),
        ((type_("input-0", "x"), A, type_("input-0", "y"), B, type_("input-0", "z")), "same typing action"),
        ((type_("input-0", "x"), type_("input-1", "x"), type_("input-0", "x")), ""),
        ((step(("fill", {"element_id": "input-0", "value": ""})),) * 3, "same action"),
        (tuple(step(("upload", {"element_id": "input-0", "files": [name]})) for name in "abc"), "same action"),
        (tuple(step(("upload", {"element_id": f"input-{at}", "files": ["a"]})) for at in range(3)), ""),
        (tuple(step(("close_tab", {"tab_id": f"tab-{at}"})) for at in range(3)), "same action"),
        (tuple(step(("navigate", {"url": f"http://{at}"})) for at in range(3)), ""),
        ((step(("scroll", {"direction": "down"})),) * 3, "same action"),
        ((step(("scroll", {"direction": "down"})), step(("scroll", {"direction": "up"}))) * 2, ""),
        ((step(("press", {"key": "a"})), step(("press", {"key": "b"})), step(("press", {"key": "a"}))), ""),
        ((CLAIMED,) * 3, "same action"),
    ],
)
def test_equivalent_actions_end_a_run(steps, stops):
    found = early_stop(steps, 3)
    if not stops:
        assert found is None
        return
    reason = f"ended early: the {stops}, 3 times"
    fail = Action(reason=reason, tool="fail", parameters={"reason": reason})
    assert found == Proposal(complete=False, message=reason, actions=(fail,))
    assert early_stop(steps, 5) is None
