"""`--log`: what runs report of themselves, on stderr."""

import json

import pytest

COMMANDS = ("run", "browse", "page", "compare", "doctor", "show", "permissions", "demo")


@pytest.mark.slow
def test_json_is_one_object_a_line(process, actwright, site):
    """Whatever else the command prints; nothing of it without the option."""
    task = ("run", "Fill the price and submit", "--url", f"{site.url}/price", "--data", "price=50", "--policy", "rules")
    done = process(*task, "--log", "json")
    logged = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]
    names = [each["event"] for each in logged]
    assert (done.returncode, names[0], names[-1]) == (0, "run_started", "run_ended")
    assert {"action", "effect", "step"} <= set(names)
    assert {each["run"] for each in logged} == {logged[0]["run"]}
    assert {each["level"] for each in logged} == {"info"}
    assert (logged[-1]["status"], logged[-1]["calls"]) == ("complete", 0)
    assert not [line for line in actwright(*task).stderr.splitlines() if line.startswith("{")]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_it(actwright, command):
    assert "--log" in actwright(command, "--help").stdout


def test_a_form_that_there_is_not(actwright):
    done = actwright("doctor", "--log", "xml")
    assert (done.returncode, "--log xml: write text or json, or text:debug or json:debug" in done.stderr) == (2, True)
