"""A plan is followed without calls while its guards hold, and made anew where one fails."""

from functools import partial

import pytest
from builders import action
from two_pages import SECOND, ordered

from actwright import Status

pytestmark = pytest.mark.usefixtures("no_pictures")


def plan(*steps, complete=True):
    found = [{"shows": shows, "actions": list(actions)} for shows, actions in steps]
    return {"complete": complete, "message": "as planned", "steps": found}


FIRST_STEP = [action("fill", element_id="input-0", value="Ada"), action("click", element_id="button-0")]
SECOND_STEP = [
    action("fill", element_id="City", value="London"),
    action("click", element_id="Send"),
    action("expect", text=["Thank you, order 7"]),
]


played = partial(ordered, "plan_then_execute")


async def test_two_pages_take_one_call(page):
    result, _ = await played(page, SECOND, plan(("", FIRST_STEP), ("Two", SECOND_STEP)))
    assert (result.status, len(result.exchanges), len(result.steps)) == (Status.COMPLETE, 1, 2)
    assert [each.action.parameters.get("element_id") for each in result.steps[1].outcomes][:2] == [
        "input-1",
        "button-1",
    ]


async def test_a_guard_that_fails_costs_a_call(page):
    """Other words than planned, and a label that stands for two fields."""
    twice = SECOND.replace("<button>", "<label>City <input></label><button>")
    again = [action("fill", element_id="input-1", value="London"), *SECOND_STEP[1:]]
    for second, shows in ((SECOND, "Three"), (twice, "Two")):
        result, model = await played(page, second, plan(("", FIRST_STEP), (shows, SECOND_STEP)), plan(("", again)))
        assert (result.status, len(result.exchanges)) == (Status.COMPLETE, 2)
        assert "Thank you" not in model.requests[1].messages[-1].blocks[-1].model_dump_json()


async def test_a_step_that_failed_is_not_followed_by_the_next(page):
    lost = [*FIRST_STEP, action("expect", text=["never shown"])]
    result, _ = await played(
        page, SECOND, plan(("", lost), ("Two", SECOND_STEP)), plan(("", [action("fail", reason="lost")]))
    )
    assert (result.status, len(result.exchanges)) == (Status.FAILED, 2)
