import re
from inspect import signature

import pytest

from actwright import Agent, ConfigError, RunOptions, Surface, tool
from actwright.testing import ScriptedModel
from actwright.tools.expect import CHECKS
from actwright.tools.toolbox import builtin_tools

pytestmark = pytest.mark.usefixtures("no_pictures")


def test_a_tool_that_no_model_can_be_held_to_is_refused_at_construction():
    """Strict answers have no objects with free keys; a policy without a model does not mind."""

    @tool
    async def note(surface: Surface, facts: dict[str, str]) -> str:
        """Note facts."""
        return "noted"

    with pytest.raises(ConfigError, match="tool 'note': the field 'facts' is an object with free keys"):
        Agent(ScriptedModel([]), tools=[note])
    assert Agent(policy="rules", tools=[note])._setup.toolbox.specs[0].name == "note"


@pytest.mark.parametrize("method", [Agent.run, Agent.run_sync, Agent.play])
def test_the_parameters_of_a_run_are_named(method):
    """`help(Agent.run)` lists them, and those who pass them on have their types as `RunOptions`."""
    assert {*signature(method).parameters} == {"self", "task", *RunOptions.__annotations__}


@tool
async def weigh(surface: Surface, parcel: str) -> str:
    """Weigh a parcel."""
    return f"{parcel} weighs 2 kg"


async def tools_of(agent, page, **options):
    """The tools that the model of a run reads about, and those that its answer may name."""
    (model,) = agent._setup.models["main"]
    await page.set_content("<p>Hello</p>")
    await agent.run("Do it", page=page, **options)
    sent = model.requests[-1]
    described = [line.partition("(")[0] for line in sent.system[1].text.splitlines()]
    action = sent.answer_schema["properties"]["actions"]["items"]
    return described, set(action["properties"]["tool"]["enum"])


GIVE_UP = {
    "complete": False,
    "message": "No.",
    "actions": [{"reason": "r", "tool": "fail", "parameters": {"reason": "x"}}],
}


async def test_a_run_may_have_fewer_tools(page):
    """By name or class, in any order; what proves and what gives up stays."""
    agent = Agent(ScriptedModel([GIVE_UP] * 2), out=None)
    described, callable_ = await tools_of(agent, page, tools=["fill", "click", weigh])
    assert described == ["click", "fill", *(check.name for check in CHECKS.values()), "fail", "weigh"]
    assert callable_ == set(described)
    assert len((await tools_of(agent, page))[0]) == len(builtin_tools())


async def test_without_evidence_a_run_has_just_the_tools_that_are_named(page):
    """Nothing needs to be proven."""
    agent = Agent(ScriptedModel([{"complete": True, "message": "Done.", "actions": []}]), out=None, evidence="off")
    assert await tools_of(agent, page, tools=["click"]) == (["click"], {"click"})


def test_a_run_cannot_have_a_tool_that_is_not_there():
    """The error names those that are."""
    agent = Agent(ScriptedModel([]), tools=[weigh], out=None)
    with pytest.raises(ConfigError, match="there is no tool 'click'; there are weigh"):
        agent.play("Do it", tools=["click"])


def test_an_agent_takes_built_in_tools_by_name():
    """Beside tools of one's own, in the order given."""
    agent = Agent(ScriptedModel([]), tools=["fill", weigh], out=None)
    assert [spec.name for spec in agent._setup.toolbox.specs] == ["fill", "weigh"]
    with pytest.raises(
        ConfigError,
        match=r"there is no built-in tool 'filll'; did you mean 'fill'\? There are click, double_click, right_click",
    ):
        Agent(ScriptedModel([]), tools=["filll"])


def test_a_text_is_no_list_of_tools():
    """Its letters would be taken for names."""
    told = r"tools is the text 'fill'; give a list of tools or of their names, as in \['fill'\]"
    with pytest.raises(ConfigError, match=told):
        Agent(ScriptedModel([]), tools="fill")
    with pytest.raises(ConfigError, match=told):
        Agent(ScriptedModel([]), out=None).play("Do it", tools="fill")


class Planned:
    """A policy that asks two models."""

    roles = ("main", "planner")

    async def decide(self, turn, ask):
        raise NotImplementedError


MODEL = ScriptedModel([])


@pytest.mark.parametrize(
    ("policy", "model", "message"),
    [
        (
            Planned(),
            None,
            'give one for all, as in Agent(model="anthropic:NAME") or --model anthropic:NAME, or one for each, Agent(model={"main":',
        ),
        (Planned(), {"main": MODEL}, 'no model is given for planner; give Agent(model={"main": …, "planner": …})'),
        (
            Planned(),
            {"main": MODEL, "planner": MODEL, "planer": MODEL},
            "the policy 'Planned' asks a model for each of main, planner, so a model for 'planer' would not be used",
        ),
        (
            "single_call",
            {"mian": MODEL},
            "asks a model (main), so a model for 'mian' would not be used; give Agent(model={",
        ),
        ("rules", {"main": MODEL}, "the policy 'rules' asks no model, so a model for 'main' would not be used"),
    ],
)
def test_models_are_those_of_the_policys_roles(policy, model, message):
    """A role that is missing or misspelt is told where the agent is made."""
    with pytest.raises(ConfigError, match=re.escape(message)):
        Agent(model, policy=policy)


def test_a_model_that_a_policy_does_not_need_may_be_given():
    """A default for all runs, as of the command line, is no mistake under a policy without models."""
    assert Agent(MODEL, policy="rules", out=None)._setup.policy.roles == ()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"limits": {"step": 3}}, "Agent: limits is {'step': 3}; give a Limits"),
        ({"limits": 3}, "Agent: limits is 3; give a Limits"),
        ({"browser": {"headless": True}}, "Agent: browser is {'headless': True}; give a BrowserOptions or a Browser"),
        ({"page_options": {}}, "Agent: page_options is {}; give a PageOptions"),
        ({"permissions": "all"}, "Agent: permissions is 'all'; give a Permissions"),
        ({"sampling": 1}, "Agent: sampling is 1; give a Sampling"),
    ],
)
def test_options_of_another_kind_are_refused_at_construction(options, said):
    with pytest.raises(ConfigError) as told:
        Agent(policy="rules", **options)
    assert str(told.value) == said
