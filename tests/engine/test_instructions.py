"""Standing instructions: in the system part of every request, the same in every step, counted and recorded."""

import pytest
from builders import action

from actwright import Agent, ConfigError
from actwright.engine.records.run_folder import read_run
from actwright.schemas.exchange import text_of
from actwright.testing import ScriptedModel

pytestmark = pytest.mark.usefixtures("no_pictures")

GUIDE = "Prices are without tax."
LOOK = {"complete": False, "message": "m", "actions": [action("wait", seconds=0.1)]}
DONE = {"complete": True, "message": "done", "actions": []}


@pytest.mark.parametrize("policy", ["single_call", "two_call", "tool_loop", "chain_of_thought"])
async def test_every_policy_that_asks_a_model_sends_them_in_the_system_part(policy, page):
    model = ScriptedModel([LOOK, DONE, LOOK, DONE])
    agent = Agent(model, policy=policy, instructions=GUIDE, evidence="off")
    async with agent.play("Look", page=page) as run:
        async for _ in run:
            break
    assert model.requests
    for request in model.requests:
        assert request.system[-1].section == "instructions"
        assert request.system[-1].text.endswith(GUIDE)


async def test_they_are_one_cached_prefix_over_the_steps_and_counted(page, tmp_path):
    model = ScriptedModel([LOOK, DONE])
    result = await Agent(model, instructions=GUIDE, evidence="off", out=tmp_path).run("Look", page=page)
    first, second = ([text_of(block) for block in request.system] for request in model.requests)
    assert first == second
    assert [block.cache for block in model.requests[0].system] == [False, False, True]
    assert result.input_by_part["instructions"] > 0
    assert read_run(result.run_dir).input_by_part["instructions"] == result.input_by_part["instructions"]


def test_they_are_bounded():
    with pytest.raises(ConfigError, match="instructions has 8,001 characters, and at most 8,000"):
        Agent(policy="rules", instructions="x" * 8_001)
