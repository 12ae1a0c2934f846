"""The events of a run: in the log, and as they come. None holds what was withheld; what pages say is in debug events alone."""

import json
import logging
import re
from contextlib import aclosing

import pytest
import structlog
from builders import reply
from eventful_run import PRIVATE, PROOF, SECRET, SUBMIT, eventful_run

from actwright import Agent, ModelError
from actwright.schemas import event as events
from actwright.schemas.event import EVENTS, RunEnded, RunStarted, said_fields
from actwright.testing import ScriptedModel

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_browser")]


@pytest.fixture
def unconfigured():
    """Structlog as a program has it that has never heard of it."""
    structlog.reset_defaults()
    yield
    structlog.reset_defaults()


async def test_a_run_with_a_429_a_retry_and_an_unusable_reply(site, own_browser, unconfigured):
    """One event each, by structlog if the program has configured it; the tokens and USD are those of the result."""
    with structlog.testing.capture_logs() as seen:
        structlog.configure(processors=structlog.get_config()["processors"])
        result = await eventful_run(site, own_browser)
    seen = [each for each in seen if "run" in each]  # the others are messages to the user
    told = [each for each in seen if each["log_level"] != "debug"]
    assert [(each["event"], each["log_level"]) for each in told] == [
        ("run_started", "info"),
        ("call", "warning"),
        ("retry", "warning"),
        ("call", "info"),
        ("step", "warning"),
        ("call", "info"),
        ("action", "info"),
        ("refusal", "warning"),
        ("step", "info"),
        ("call", "info"),
        ("action", "info"),
        ("effect", "info"),
        ("action", "info"),
        ("action", "info"),
        ("step", "info"),
        ("run_ended", "info"),
    ]
    refused, answered = told[1], told[3]
    assert (refused["http_status"], refused["answered"], refused["attempt"]) == (429, False, 1)
    assert told[2] | {"seconds": 0, "run": ""} == {
        "event": "retry",
        "log_level": "warning",
        "run": "",
        "step": 1,
        "role": "main",
        "model": "openai-chat:m",
        "attempt": 1,
        "seconds": 0,
        "http_status": 429,
    }
    assert (answered["attempt"], answered["answered"], answered["step"]) == (2, True, 1)
    assert sum(each["input"] for each in told if each["event"] == "call") == result.usage.input == told[-1]["input"]
    assert [each["usable"] for each in told if each["event"] == "step"] == [False, True, True]
    filled, _, clicked, expected = told[10:14]
    assert (filled["tool"], filled["element"], filled["status"], filled["effect"]) == (
        "fill",
        "input-0",
        "done",
        "edit",
    )
    assert (clicked["tool"], clicked["effect"], clicked["sent"]) == ("click", "effect", 1)
    assert (expected["tool"], expected["position"], told[14]["claim"]) == ("expect", 3, "accepted")
    assert (told[-1]["status"], told[-1]["reason"], told[-1]["may_have_acted"]) == ("complete", "complete", True)
    kinds = {kind.name: kind for kind in EVENTS}
    for each in (each for each in seen if not each["event"].endswith("_said")):
        fields = set(each) - {"event", "log_level"}
        kind = kinds[each["event"]]
        assert fields == set(kind.model_fields) - set(said_fields(kind))


async def test_what_was_withheld_is_in_no_event_and_pages_only_at_debug(site, own_browser, unconfigured):
    """The masks of the record hold here too."""
    with structlog.testing.capture_logs() as seen:
        structlog.configure(processors=structlog.get_config()["processors"])
        await eventful_run(site, own_browser)
    everything = json.dumps(seen)
    assert SECRET not in everything
    assert PRIVATE not in everything
    assert "{{password}}" in everything
    for each in seen:
        quotes = each["event"].endswith("_said")
        assert not quotes or each["log_level"] == "debug"
        if not quotes:
            assert not re.search(r"Submit|listing|created|/price", json.dumps(each))
    assert any("created with price $50" in json.dumps(each) for each in seen if each["log_level"] == "debug")


async def test_a_library_says_nothing_by_itself(site, own_browser, unconfigured, capfd):
    """No handler, level or configuration of the program's is touched; structlog is not configured for it."""
    root, before = logging.getLogger(), (list(logging.getLogger().handlers), logging.getLogger().level)
    for handler in before[0]:
        root.removeHandler(handler)
    try:
        await eventful_run(site, own_browser)
        assert root.handlers == []
    finally:
        for handler in before[0]:
            root.addHandler(handler)
    assert (root.level, structlog.is_configured()) == (before[1], False)
    assert capfd.readouterr() == ("", "")


async def test_the_standard_library_gets_the_events(site, own_browser, unconfigured, caplog):
    """A line with the fields, which stand in `fields` for programs; nothing below the level that was set."""
    with caplog.at_level(logging.INFO, logger="actwright"):
        await eventful_run(site, own_browser)
    records = [record for record in caplog.records if record.name == "actwright"]
    retry = next(record for record in records if record.event == "retry")
    assert retry.levelname == "WARNING"
    assert re.fullmatch(
        r"retry run=\w{8} step=1 role=main model=openai-chat:m attempt=1 seconds=[\d.]+ http_status=429",
        retry.getMessage(),
    )
    assert retry.fields["http_status"] == 429
    assert not [record for record in records if record.event.endswith("_said")]


async def test_events_come_while_the_run_goes_on(site, own_browser):
    """A step is not waited for; the last one is the end, whose figures are the result's."""
    model = ScriptedModel([reply(*SUBMIT, PROOF, complete=True, message="created")])
    run = Agent(model, browser=own_browser, out=None).play("Fill the price as $50 and submit", url=f"{site.url}/price")
    async with aclosing(run.events()) as coming:
        seen = [(each.name, len(run.steps)) async for each in coming]
    assert [name for name, _ in seen] == [
        *("run_started", "step_started", "look", "call_started", "call", "proposal"),
        *("action_started", "action", "action_started", "effect", "action", "action_started", "action"),
        *("evidence", "step", "run_ended"),
    ]
    assert seen[5] == ("proposal", 0)
    assert run.result.complete


async def test_an_error_is_raised_after_the_event_of_the_end(site, own_browser):
    run = Agent(ScriptedModel([ModelError("gone")]), browser=own_browser, out=None).play("x", url=f"{site.url}/price")
    seen = []

    async def hear():
        async for each in run.events():
            seen.append(each)  # noqa: PERF401 - they are kept when it raises

    with pytest.raises(ModelError, match="gone"):
        await hear()
    assert isinstance(seen[0], RunStarted)
    assert isinstance(seen[-1], RunEnded)
    assert (seen[-1].status, seen[-1].error) == ("error", "gone")


def test_every_field_is_documented():
    """In one place, where the events are."""
    for kind in EVENTS:
        for field in kind.model_fields:
            if field != "run":
                assert re.search(rf"^ +(\w+, )*{field}(, \w+)*:", kind.__doc__, re.MULTILINE), (kind, field)
    assert {kind.__name__ for kind in EVENTS} <= set(events.__all__)
