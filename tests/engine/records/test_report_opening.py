"""What the report of a run opens on."""

from actwright.engine.records.report_opening import requests_sent
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.step import Effect, Outcome, SentRequest, SentValue, Step


def test_a_value_that_was_found_twice_is_shown_once():
    size, colour = SentValue(name="size", wanted="L", match=True), SentValue(name="colour", wanted="red", match=True)
    again = size.model_copy(update={"field": 'input-0 "Large"'})
    other = SentValue(name="size", wanted="M", match=True)
    request = SentRequest(request="POST https://shop.test/", status=200, values=(size, again, colour, other))
    action = Action(reason="", tool="click", parameters={})
    outcome = Outcome(action=action, status="done", effect=Effect.EFFECT, sent=(request,))
    proposal = Proposal(complete=False, message="m", actions=())
    step = Step(number=1, page=Observation(url="https://shop.test/"), proposal=proposal, outcomes=(outcome,))
    assert requests_sent([step])[0].request.values == (size, colour, other)
