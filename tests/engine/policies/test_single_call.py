import pytest

from actwright.engine.policies.base import POLICIES, find_policy
from actwright.engine.policies.single_call import SingleCall
from actwright.errors import ReplyError
from actwright.prompts.render import request
from actwright.schemas.exchange import Reply
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.task import Task
from actwright.schemas.turn import Turn
from actwright.tools.toolbox import Toolbox, builtin_tools


def turn():
    async def observe():
        raise AssertionError("one look is all it needs")

    page = Observation(url="https://shop.test/", tree='- button-0 "Save"')
    return Turn(task=Task(text="Save"), steps=(), page=page, tools=Toolbox(builtin_tools()).specs, observe=observe)


class Answers:
    def __init__(self, text):
        self.text, self.asked = text, []

    async def __call__(self, request, *, role="main"):
        self.asked.append((role, request))
        return Reply(text=self.text)


async def test_it_asks_once_and_returns_the_proposal():
    ask = Answers(
        '{"complete": false, "message": "m", "actions": [{"reason": "r", "tool": "reload", "parameters": {}}]}'
    )
    now = turn()
    proposal = await SingleCall().decide(now, ask)
    assert proposal == Proposal(
        complete=False, message="m", actions=(Action(reason="r", tool="reload", parameters={}),)
    )
    assert ask.asked == [("main", request(now))]


async def test_an_unusable_reply_is_not_repaired():
    ask = Answers("Sure! Here it is")
    with pytest.raises(ReplyError, match="not one JSON object"):
        await SingleCall().decide(turn(), ask)
    assert len(ask.asked) == 1


def test_it_is_found_by_its_name():
    assert "single_call" in POLICIES
    assert isinstance(find_policy("single_call"), SingleCall)
    assert find_policy("single_call").roles == ("main",)
