"""The file of a failed run names what failed, where, what was sent, and what the page says."""

from actwright.engine.records.failure_file import failure_text
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.result import Result, Status
from actwright.schemas.step import REPLAY, Outcome, SentRequest, Step
from actwright.schemas.task import Task


def test_it_names_the_cause_the_request_the_picture_and_the_next_step():
    page = Observation(url="http://x/orders/new", title="New order", text="VAT number is required")
    sent = SentRequest(request="POST http://x/orders", status=422)
    outcomes = (
        Outcome(
            action=Action(reason="r", tool="click", parameters={}),
            status="done",
            target='button-0 "Save"',
            sent=(sent,),
        ),
        Outcome(
            action=Action(reason="r", tool="expect", parameters={}), status="failed", detail="the page does not show it"
        ),
    )
    proposal = Proposal(complete=True, message="m", actions=(), decided_by=REPLAY)
    step = Step(number=1, page=page, proposal=proposal, outcomes=outcomes)
    text = failure_text(Result(task=Task(text="Order it"), status=Status.FAILED, steps=(step,)), picture="step-01.png")
    for part in (
        "Order it", "http://x/orders/new", "step-01.png", 'click button-0 "Save": done', "sent POST http://x/orders, answered 422",
        "expect: failed, the page does not show it", "VAT number is required", "record this task again",
    ):  # fmt: skip
        assert part in text
