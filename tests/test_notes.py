"""Messages to the user are in the program's log; what the program does with warnings does not matter."""

import logging
import subprocess
import sys
import warnings

import pytest
import structlog
from noted import noted

from actwright import Agent
from actwright.notes import NOTES, note
from actwright.testing import OpenAIChatServer, ScriptedModel

DONE = {"complete": True, "message": "done", "actions": []}


@pytest.fixture
def strict():
    """A suite whose warnings are errors."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


async def test_a_model_without_a_known_price_completes_under_strict_warnings(strict, page):
    with OpenAIChatServer(['{"complete": true, "message": "done", "actions": []}']) as server, noted("price of"):
        agent = Agent(f"openai-chat:unpriced-{id(server)}@{server.url}", evidence="off", out=None)
        result = await agent.run("Look", page=page)
    assert (result.complete, result.cost) == (True, None)


async def test_a_question_that_fails_is_a_no_under_strict_warnings(strict, page):
    def fails(_request):
        raise OSError("no terminal")

    await page.set_content("<button>Save</button>")
    click = {"reason": "save", "tool": "click", "parameters": {"element_id": "button-0"}}
    model = ScriptedModel([{**DONE, "complete": False, "actions": [click]}, DONE])
    with noted("confirm failed, which counts as no: OSError: no terminal"):
        result = await Agent(model, evidence="off", confirm=fails, out=None).run("Save", page=page)
    assert [outcome.status for outcome in result.steps[0].outcomes] == ["failed"]


def test_the_standard_library_logs_a_message(caplog):
    with caplog.at_level(logging.WARNING, NOTES):
        note("it costs 100 %")
    assert caplog.record_tuples == [(NOTES, logging.WARNING, "it costs 100 %")]


def test_structlog_logs_a_message_if_it_is_configured():
    with structlog.testing.capture_logs() as seen:
        structlog.configure(processors=structlog.get_config()["processors"])
        note("it costs 100 %")
    structlog.reset_defaults()
    assert seen == [{"event": "it costs 100 %", "log_level": "warning"}]


def test_a_program_that_configures_no_log_prints_it():
    code = "from actwright.notes import note; note('it costs 100 %')"
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "it costs 100 %\n")
