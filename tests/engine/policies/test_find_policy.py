import pytest

from actwright import Agent, PageOptions
from actwright.engine.policies import single_call
from actwright.engine.policies.base import find_policy
from actwright.errors import ConfigError
from actwright.testing import ScriptedModel


class Told(single_call.SingleCall):
    """A policy that takes one argument, and says how a run is set up for it."""

    marks = "numbers"
    tools = ("click", "new_tab", "fail", "expect")

    def __init__(self, told):
        self.told = told


def test_what_follows_a_colon_is_the_policys_argument(monkeypatch):
    monkeypatch.setattr(single_call, "POLICY", Told)
    assert find_policy("single_call:a:b.json").told == "a:b.json"


@pytest.mark.parametrize("name", ["single_call:x", "rules:", "rules:x"])
def test_a_policy_that_takes_no_argument_is_given_none(name):
    with pytest.raises(ConfigError, match=r"takes nothing after its name; write '(rules|single_call)' alone"):
        find_policy(name)


def test_a_name_that_is_none_is_said_without_its_argument():
    with pytest.raises(ConfigError, match=r"there is no policy 'magic'; there are .*rules, single_call"):
        find_policy("magic:x")


def setup_of(**chosen):
    setup = Agent(ScriptedModel([]), policy=Told(""), out=None, **chosen)._setup
    return setup.page_options, [spec.name for spec in setup.toolbox.specs]


def test_a_run_is_set_up_as_its_policy_wants_unless_the_caller_chooses():
    wanted = ["click", "new_tab", "fail", "expect"]
    assert setup_of() == (PageOptions(marks="numbers"), wanted)
    assert setup_of(page_options=PageOptions(budget=900)) == (PageOptions(budget=900, marks="numbers"), wanted)
    assert setup_of(page_options=PageOptions(marks="ids"), tools=["click"]) == (PageOptions(marks="ids"), ["click"])
    assert Agent(ScriptedModel([]), out=None)._setup.page_options.marks == "ids"
