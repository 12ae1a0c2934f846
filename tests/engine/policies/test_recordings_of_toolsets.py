"""Runs by a provider's own browser and computer tools are recorded by the elements that they reached, and replayed."""

import json

import pytest

from actwright import Agent, ConfigError
from actwright.engine.policies.replay import Replay
from actwright.recording import record
from actwright.schemas.exchange import ToolCall
from actwright.testing import Answer, AnthropicServer, OpenAIResponsesServer

pytestmark = [pytest.mark.slow, pytest.mark.long]

TASK, PROOF = "Set the price to {{price}}", 'The page says "created with price $50".'


async def centers(page, site):
    """The middles of the field and of the button."""
    await page.goto(f"{site.url}/price")
    boxes = [await page.locator(name).first.bounding_box() for name in ("input", "button")]
    return [{"x": round(box["x"] + box["width"] / 2), "y": round(box["y"] + box["height"] / 2)} for box in boxes]


def browser_call(member, **given):
    return ToolCall(call_id=f"call_{member}_{len(given)}", tool=member, toolset="browser", arguments=json.dumps(given))


def computer_call(*actions):
    said = {"id": "cu_1", "actions": list(actions), "pending_safety_checks": []}
    return ToolCall(call_id="call_1", tool="computer", toolset="computer", arguments=json.dumps(said))


async def by_ids(points):
    del points
    field, button = ({"type": "ref", "ref": id} for id in ("input-0", "button-0"))
    acts = (browser_call("form_input", target=field, value="{{price}}"), browser_call("left_click", target=button))
    return AnthropicServer([browser_call("read_page"), Answer(calls=acts), PROOF]), "anthropic", "claude_browser"


async def by_points(points):
    field, button = ({"type": "coordinate", **point} for point in points)
    acts = (
        browser_call("left_click", target=field), browser_call("type", text="{{price}}"),
        ToolCall(call_id="call_9", tool="left_click", toolset="browser", arguments=json.dumps({"target": button})),
    )  # fmt: skip
    return AnthropicServer([browser_call("screenshot"), Answer(calls=acts), PROOF]), "anthropic", "claude_browser"


async def by_computer(points):
    into, submit = ({"type": "click", "button": "left", **point} for point in points)
    acts = computer_call(into, {"type": "type", "text": "{{price}}"}, submit)
    return OpenAIResponsesServer([Answer(calls=(acts,)), PROOF]), "openai", "openai_computer"


@pytest.mark.parametrize("way", [by_ids, by_points, by_computer])
async def test_it_is_recorded_by_its_elements_and_replayed_with_other_data(page, site, way):
    serving, provider, policy = await way(await centers(page, site))
    with serving as server:
        agent = Agent(f"{provider}:m@{server.url}", policy=policy, out=None, evidence="required")
        result = await agent.run(TASK, url=f"{site.url}/price", page=page, data={"price": "$50"})
    assert result.complete, result
    recording = record(result)
    assert not any(action.tool.endswith(("_at", "_at_focus")) for action in recording.actions)
    assert {target.name for action in recording.actions for target in action.targets.values()} == {"Price", "Submit"}
    site.reset()
    again = await Agent(policy=Replay(recording), out=None).run(
        TASK, url=f"{site.url}/price", page=page, data={"price": "$60"}
    )
    assert again.complete, again
    assert "created with price $60" in await page.inner_text("body")


async def test_a_click_on_what_is_no_control_is_not_recorded(page, site):
    acts = computer_call({"type": "click", "button": "left", "x": 3, "y": 3})
    with OpenAIResponsesServer([Answer(calls=(acts,)), "Done."]) as server:
        agent = Agent(f"openai:m@{server.url}", policy="openai_computer", out=None)
        result = await agent.run("Click", url=f"{site.url}/price", page=page)
    assert result.complete, result
    with pytest.raises(ConfigError, match="click_at used a point where no control was known"):
        record(result)
