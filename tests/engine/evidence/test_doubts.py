"""Doubts about a claim by what a page says."""

import pytest

from actwright.engine.evidence.doubts import doubt_about
from actwright.engine.evidence.sent_requests import SentRequests
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Action
from actwright.schemas.step import Effect, Outcome, SentRequest, SentValue
from actwright.schemas.task import Task

URL = "https://shop.test/"


@pytest.mark.parametrize(
    ("lines", "status", "doubted"),
    [
        (["4 seats in row F are yours", "Rows A and B are sold out"], 200, False),
        (["Your play", "Rows A and B are sold out"], 200, True),
        (["4 seats are sold out"], 200, True),
        (["4 seats in row F are yours", "Rows A and B are sold out"], None, True),
    ],
)
def test_what_a_page_refuses_beside_all_that_was_sent(lines, status, doubted):
    value = SentValue(name="seats", wanted="4", match=True, reference="seats")
    request = SentRequest(request=f"POST {URL}book", status=status, values=(value,))
    action = Action(reason="", tool="click", parameters={"element_id": "button-0"})
    outcome = Outcome(action=action, status="done", effect=Effect.EFFECT, target='button-0 "Book"', sent=(request,))
    task = Task(text="Book {{seats}} seats", data={"seats": "4"})
    now = Observation(url=URL, text=" ".join(lines), tree="\n".join(f'- p "{line}"' for line in lines))
    sent = SentRequests(task, [outcome], "shop.test")
    doubt = doubt_about(sent, [], task=task, steps=[], before=Observation(url=URL), now=now)
    assert (doubt is not None and doubt.kind == "refusal") is doubted
