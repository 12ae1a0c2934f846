"""The stream of events: what is stored is stored first, and a listener that fails ends nothing."""

import pytest
from builders import action, reply
from noted import noted

from actwright import Agent, Status
from actwright.engine.records.stream import EventStream
from actwright.errors import ConfigError
from actwright.schemas.proposal import Action
from actwright.testing import ScriptedModel

pytestmark = pytest.mark.usefixtures("no_pictures")

CLICK = Action(reason="r", tool="click", parameters={"element_id": "button-0"})
GIVE_UP = reply(action("fail", reason="no form", kind="not_found"), message="There is no form.")


def test_an_effect_is_stored_before_anybody_hears_of_it():
    """Both have happened when it may be dispatched."""
    seen = []
    events = EventStream(
        lambda event: seen.append(("heard", event.name)),
        store=lambda event, subject: seen.append(("stored", subject.url)) or subject,
    )
    events.effect(CLICK, "http://shop.test/")
    assert seen == [("stored", "http://shop.test/"), ("heard", "effect")]
    assert [intent.action for intent in events.state.intents] == [CLICK]


def test_what_cannot_be_stored_is_raised_and_heard_of():
    """It must not be done, and the log has it."""
    heard = []

    def full(event, subject):
        raise ConfigError("the disk is full")

    events = EventStream(heard.append, store=full)
    with pytest.raises(ConfigError, match="the disk is full"):
        events.effect(CLICK, "http://shop.test/")
    assert [event.name for event in heard] == ["effect"]


async def test_a_listener_that_fails_ends_no_run_and_is_reported(page, tmp_path):
    """The others hear of every event, and the record is whole."""
    heard = []

    def fails(event):
        if event.name == "look":
            raise KeyError("element")

    run = Agent(ScriptedModel([GIVE_UP]), out=tmp_path).play("Fill in the form", page=page)
    run.listen(fails)
    run.listen(heard.append)
    with noted("listener") as notes:
        async with run:
            assert [step.number async for step in run] == [1]
    assert notes == ["a listener failed at the event 'look' of a run: KeyError: 'element'"]
    assert (heard[0].name, heard[-1].name, run.result.status) == ("run_started", "run_ended", Status.FAILED)
    assert (run.run_dir / "report.html").exists()
