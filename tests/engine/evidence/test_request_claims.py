"""Claims of completion that rest on `expect_request`, in whole runs."""

import pytest
from builders import action, reply
from served_pages import ServedPages

from actwright import Agent, Limits
from actwright.testing import ScriptedModel

pytestmark = pytest.mark.usefixtures("no_pictures")

FORM = "<form method=post action=/orders><label>Price <input name=price></label><button>Save</button></form>"
LOGIN = "<form method=post action=/orders><label>Code <input name=code></label><button>Log in</button></form>"
DONE = "<h1>Thank you</h1>"


def sent(*text):
    return action("expect_request", text=["POST /orders", *text])


def save(value):
    return action("fill", element_id="input-0", value=value), action("click", element_id="button-0")


GIVE_UP = reply(action("fail", reason="it cannot be proved"))


async def played(page, html, answer, task, *replies, **options):
    with ServedPages({"/": html, "/orders": answer}) as site:
        await page.goto(f"{site.url}/")
        agent = Agent(ScriptedModel([*replies, GIVE_UP, GIVE_UP]), out=None, limits=Limits(steps=6, seconds=60))
        return await agent.run(task, page=page, **options)


async def test_a_request_is_evidence_and_proves_named_values(page):
    made = reply(*save("{{price}}"), sent("price={{price}}"), complete=True)
    result = await played(page, FORM, DONE, "Set the price to {{price}}", made, data={"price": "50"})
    assert (result.complete, result.proof) == (True, "proved")
    assert [each.kind for each in result.steps[-1].claim.evidence] == ["request"]


async def test_a_request_that_was_proved_after_the_last_action_stays_so(page):
    """The page has changed since, but what was sent has not."""
    steps = reply(*save("{{price}}"), sent("price={{price}}")), reply(complete=True, message="It is saved")
    result = await played(page, FORM, DONE, "Set the price to {{price}}", *steps, data={"price": "50"})
    assert (result.complete, result.proof) == (True, "proved")


async def test_values_that_only_the_check_of_the_claim_names_prove_nothing(page):
    """A model that errs would name the values that it sent."""
    made = reply(*save("60"), sent("price=60"), complete=True)
    result = await played(page, FORM, DONE, "Raise the price to 50", made)
    assert (result.complete, result.proof) == (True, "shown")
    assert result.steps[-1].claim.shortfall.startswith("no value was named")


@pytest.mark.parametrize(("value", "proof"), [("50", "proved"), ("60", "shown")])
async def test_values_that_a_check_names_before_the_effect_count_if_the_task_has_them(page, value, proof):
    steps = reply(sent(f"price={value}")), reply(*save(value), sent(), complete=True)
    result = await played(page, FORM, DONE, "Set the price to 50", *steps)
    assert [each.status for each in result.steps[0].outcomes] == ["failed"]
    assert (result.complete, result.proof) == (True, proof)


async def test_a_value_named_before_the_effect_must_have_been_sent(page):
    steps = reply(sent("price={{price}}", "size={{size}}")), reply(*save("{{price}}"), sent(), complete=True)
    result = await played(
        page, FORM, DONE, "Set the price to {{price}}", *steps, data={"price": "50", "size": "12 inch"}
    )
    assert result.steps[-1].claim.shortfall == "{{size}} was not found in what was sent"


async def test_an_error_that_was_asked_for_is_no_contradiction(page):
    task, data = "Try to log in with {{code}}", {"code": "wrong-code"}
    refused = (401, {}, "<h1>That did not work</h1>")
    shown = action("expect", text=["That did not work"])
    plain = await played(page, LOGIN, refused, task, reply(*save("{{code}}"), shown, complete=True), data=data)
    assert plain.steps[0].claim.grade == "contradicted"
    made = reply(*save("{{code}}"), shown, sent("401"), complete=True)
    asked = await played(page, LOGIN, refused, task, made, data=data)
    assert (asked.complete, asked.proof) == (True, "shown")
    assert asked.steps[-1].claim.shortfall == "what was sent was answered with an error"
