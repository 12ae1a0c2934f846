import pytest

from actwright import Agent, PageOptions
from actwright.engine.policies import single_call
from actwright.engine.policies.base import POLICIES, Preferences, find_policy
from actwright.errors import ConfigError
from actwright.testing import ScriptedModel


class ClientEvent(single_call.SingleCall):
    """A policy that takes one argument, and says how a run is set up for it."""

    preferences = Preferences(evidence="quoted", tools=("click", "new_tab", "fail", "expect"), marks="numbers")

    def __init__(self, told):
        self.told = told


def test_what_follows_a_colon_is_the_policys_argument(monkeypatch):
    monkeypatch.setattr(single_call, "POLICY", ClientEvent)
    assert find_policy("single_call:a:b.json").told == "a:b.json"


@pytest.mark.parametrize("name", ["single_call:x", "rules:", "rules:x"])
def test_a_policy_that_takes_no_argument_is_given_none(name):
    with pytest.raises(ConfigError, match=r"takes no argument; write only '(rules|single_call)'"):
        find_policy(name)


def test_a_name_that_is_none_is_said_without_its_argument():
    with pytest.raises(ConfigError, match=r"there is no policy 'magic'; there are .*rules, single_call"):
        find_policy("magic:x")


def setup_of(**chosen):
    agent = Agent(ScriptedModel([]), policy=ClientEvent(""), out=None, **chosen)
    return agent._setup.page_options, [spec.name for spec in agent._setup.toolbox.specs], agent.evidence


def test_a_run_is_set_up_as_its_policy_wants_unless_the_caller_chooses():
    wanted = ["click", "new_tab", "fail", "expect"]
    assert setup_of() == (PageOptions(marks="numbers"), wanted, "quoted")
    assert setup_of(page_options=PageOptions(budget=900)) == (
        PageOptions(budget=900, marks="numbers"),
        wanted,
        "quoted",
    )
    chosen = {"page_options": PageOptions(marks="ids"), "tools": ["click"], "evidence": "off"}
    assert setup_of(**chosen) == (PageOptions(marks="ids"), ["click"], "off")


def test_older_designs_take_a_model_at_its_word():
    models = {name: None if name in {"replay", "rules"} else ScriptedModel([]) for name in POLICIES}
    assert {name: Agent(model, policy=name, out=None).evidence for name, model in models.items()} == {
        "auto": "required",
        "chain_of_thought": "off",
        "claude_browser": "off",
        "code_as_action": "required",
        "openai_computer": "off",
        "replay": "required",
        "fields": "required",
        "plan_then_execute": "required",
        "rules": "required",
        "single_call": "required",
        "tool_loop": "off",
        "two_call": "off",
    }
