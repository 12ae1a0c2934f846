"""What came of calls, as a conversation says it."""

import pytest

from actwright.prompts.conversation import conversation
from actwright.schemas.exchange import Exchange, Reply, Request, ToolCall, ToolResult
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Action
from actwright.schemas.step import Outcome, Step
from actwright.schemas.task import Task
from actwright.schemas.turn import Turn

PAGE = Observation(url="http://shop.example", title="Shop", tree='- button-0 "Send"')
CALL = ToolCall(call_id="1", tool="click", arguments='{"element_id": "button-0"}')
SENT = Exchange(
    role="main",
    model="m",
    wire="none",
    request=Request(messages=()),
    reply=Reply(text="", blocks=(CALL,), finish="tools"),
)


@pytest.mark.parametrize(
    ("status", "failed"), [("done", False), ("unknown", False), ("failed", True), ("skipped", True)]
)
def test_what_may_have_taken_effect_is_plain_text_and_no_error(status, failed):
    """An error would ask the model to try again."""
    action = Action(reason="", tool="click", parameters={"element_id": "button-0"})
    outcome = Outcome(action=action, status=status, detail="no answer")
    step = Step(number=1, page=PAGE, proposal=None, outcomes=(outcome,), exchanges=(SENT,))
    request = conversation(Turn(task=Task(text="Send it"), steps=(step,), page=PAGE, tools=(), observe=None))
    (result,) = (block for message in request.messages for block in message.blocks if isinstance(block, ToolResult))
    assert (result.text.splitlines()[0], result.failed) == (f"{status}: no answer", failed)
