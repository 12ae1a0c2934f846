"""Nothing of a task but its intent and its pictures ever reaches a model, whatever the policy."""

import itertools
import json

import pytest

from actwright import Agent, ConfigError, Limits, ModelError
from actwright.engine.policies.base import POLICIES, find_policy
from actwright.testing import AnthropicServer, OpenAIChatServer, OpenAIResponsesServer, Site
from actwright.webarena import load_tasks

pytestmark = pytest.mark.slow

CANARY = "canary-"
NUMBER = 739_421_866
ASKING = [*(name for name in POLICIES if find_policy(name).roles and name != "auto"), "chain_of_thought:som"]
"""Policies that ask a model; `auto` needs a recording, and asks as the policy does that goes on."""
SAID = [
    {"complete": True, "message": "Done.", "actions": []},
    "In summary, the next action I will perform is ```scroll [down]```",
    {"complete": False, "message": "Going on.", "actions": [{"reason": "", "tool": "wait", "parameters": {}}]},
]
"""Replies of several kinds; to most policies most of them are rubbish."""


class Listening:
    """Keeps the bytes of every request, its headers among them."""

    def respond(self, method, path, headers, body):
        self.bytes = [*getattr(self, "bytes", []), repr((method, path, headers)).encode() + body]
        return super().respond(method, path, headers, body)


class ListeningChat(Listening, OpenAIChatServer):
    pass


class ListeningAnthropic(Listening, AnthropicServer):
    pass


class ListeningResponses(Listening, OpenAIResponsesServer):
    pass


NATIVE = {
    "claude_browser": ("anthropic", ListeningAnthropic),
    "openai_computer": ("openai-responses", ListeningResponses),
}
"""The wires of the policies that speak a provider's own tools; the others are asked by Chat Completions."""


def task_full_of_canaries(site, state):
    """Every private field says so; the two that are public say so too."""
    marks = (f"{CANARY}{number}" for number in itertools.count())
    canary = lambda: next(marks)  # noqa: E731 - a word, a new one every time
    return {
        "sites": [canary()],
        "task_id": NUMBER,
        "require_login": True,
        "storage_state": str(state),
        "start_url": f"{site.url}/price",
        "geolocation": {"latitude": 12.739421866, "longitude": 12.739421866},
        "intent_template": canary(),
        "intent": "Look for the boat on the picture",
        "image": str(Site.photo),
        "instantiation_dict": {canary(): canary()},
        "require_reset": True,
        "viewport_size": {"width": 700, "height": 500},
        "reasoning_difficulty": canary(),
        "visual_difficulty": canary(),
        "overall_difficulty": canary(),
        "comments": canary(),
        "reference_url": canary(),
        "string_note": canary(),
        "intent_template_id": NUMBER,
        "reference_action_sequence": {"action_set_tag": canary(), "action_sequence": [canary()]},
        "eval": {
            "eval_types": ["string_match", "url_match", "program_html", "page_image_query"],
            "reference_answers": {
                "exact_match": canary(),
                "must_include": [canary()],
                "must_exclude": [canary()],
                "one_of": [canary()],
                "required_values": [f"== {NUMBER}"],
                "fuzzy_match": [canary()],
            },
            "reference_url": f"http://{canary()}.test/",
            "url_note": "EXACT",
            "program_html": [
                {
                    "url": f"{site.url}/?{canary()}",
                    "locator": f"document.{canary()}",
                    "required_contents": {
                        "exact_match": canary(),
                        "must_include": [canary()],
                        "must_exclude": [canary()],
                        "required_values": [f"== {NUMBER}"],
                        "fuzzy_match": canary(),
                    },
                    "prep_actions": [canary()],
                }
            ],
            "page_image_query": [
                {
                    "eval_image_url": f"{site.url}/?{canary()}",
                    "eval_image_class": f".{canary()}",
                    "eval_vqa": [{"question": canary(), "answer": canary()}],
                    "eval_fuzzy_image_match": str(Site.photo),
                    "ssim_threshold": 0.739421866,
                }
            ],
            "string_note": canary(),
            "reference_answer_raw_annotation": canary(),
            "annotation_note": canary(),
        },
    }


async def played(agent, page, public):
    """The result; of a script that a policy cannot go on from, the error that ends it. Some policies take no pictures."""
    try:
        return await agent.run(public.text, page=page, images=public.images)
    except ModelError as error:
        return error
    except ConfigError:  # the policy's instruction shows no pictures
        return await agent.run(public.text, page=page)


@pytest.mark.parametrize("policy", ASKING)
async def test_no_private_field_is_in_the_bytes_of_any_request(chromium, tmp_path, policy):
    """Nor in what is recorded of the run; the public part is in both."""
    wire, server_of = NATIVE.get(policy, ("openai-chat", ListeningChat))
    with Site() as site, server_of(itertools.cycle(SAID)) as server:
        state = tmp_path / f"{CANARY}state.json"
        state.write_text(json.dumps({"cookies": [], "origins": []}))
        path = tmp_path / f"{CANARY}file.json"
        path.write_text(json.dumps(task_full_of_canaries(site, state)))
        (task,) = load_tasks(path)
        model = f"{wire}:m@{server.url}"
        roles = find_policy(policy).roles
        agent = Agent(
            dict.fromkeys(roles, model),
            policy=policy,
            evidence="required",
            out=tmp_path / "runs",
            limits=Limits(steps=4, calls=8),
        )
        async with task.open(chromium) as page:
            result = await played(agent, page, task.public)
            verdict = await task.evaluate(page, "nothing")
    assert len(server.bytes) >= (1 if policy == "fields" else 2)
    sent = b"".join(server.bytes)
    recorded = b"".join(each.read_bytes() for each in result.run_dir.rglob("*.json*"))
    for bytes_ in (sent, recorded):
        assert b"Look for the boat" in bytes_
        assert [mark for mark in (CANARY, str(NUMBER), "0.739421866") if mark.encode() in bytes_] == []
    assert verdict.score == 0.0
    assert CANARY in str(verdict.reasons)


def test_private_parts_show_nothing_of_themselves(tmp_path):
    """A repr that gets into a message or a prompt gives nothing away."""
    with Site() as site:
        path = tmp_path / "7.json"
        path.write_text(json.dumps(task_full_of_canaries(site, tmp_path)))
        (task,) = load_tasks(path)
    shown = f"{task!r} {task.private!r} {task.session!r} {task.public!r}"
    assert CANARY not in shown
    assert str(NUMBER) not in shown
    assert set(vars(task.public)) == {"text", "_pictures"}
