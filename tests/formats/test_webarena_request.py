"""The example of a WebArena config, the cheapest blue kayak: what of it becomes a request, and the messages on the wire."""

import json

from actwright.engine.models import openai_chat
from actwright.engine.policies.base import find_policy
from actwright.prompts.chain_of_thought.instruction import load
from actwright.schemas.exchange import Reply
from actwright.schemas.page import Element, Observation
from actwright.schemas.task import Task
from actwright.schemas.turn import Turn
from actwright.tools.toolbox import Toolbox
from actwright.webarena import load_tasks

CONFIG = {
    "sites": ["classifieds"],
    "task_id": 0,
    "require_login": True,
    "storage_state": "./.auth/classifieds_state.json",
    "start_url": "http://158.130.4.229:9980",
    "geolocation": None,
    "intent_template": "Find me the {{attribute}} {{item}} on this site.",
    "intent": "Find me the cheapest blue kayak on this site.",
    "image": None,
    "instantiation_dict": {"attribute": "cheapest", "item": "blue kayak"},
    "require_reset": False,
    "eval": {
        "eval_types": ["url_match"],
        "reference_answers": None,
        "reference_url": "http://158.130.4.229:9980/index.php?page=item&id=4799",
        "program_html": [],
        "url_note": "EXACT",
    },
    "reasoning_difficulty": "medium",
    "visual_difficulty": "easy",
    "overall_difficulty": "medium",
    "comments": "",
    "intent_template_id": 0,
}
LINK = Element(id="a-0", tag="a", role="link", name="Boats", href="http://158.130.4.229:9980/boats")
PAGE = Observation(url="http://158.130.4.229:9980", title="Classifieds", tree='- a-0 "Boats"', elements=(LINK,))
NOT_SENT = (
    "{{attribute}}",
    "instantiation",
    "url_match",
    "4799",
    "medium",
    "task_id",
    "classifieds_state",
    "require_login",
)


async def sent(task):
    """The body that the agent of the benchmark sends for a task on its first page."""
    policy, bodies = find_policy("chain_of_thought"), []

    async def ask(request, *, role="main"):
        bodies.append(openai_chat.encode(request, "gpt-3.5-turbo-0613"))
        return Reply(text="```stop []```")

    specs = Toolbox(policy.preferences.tools).specs
    await policy.decide(Turn(task=task, steps=(), page=PAGE, tools=specs, observe=None), ask)
    return bodies[0]


async def test_the_request_of_the_first_step(tmp_path):
    """The intent as it is, the page, its URL and the last action; the examples between have names."""
    (tmp_path / "0.json").write_text(json.dumps(CONFIG))
    (tmp_path / ".auth").mkdir()
    (tmp_path / ".auth" / "classifieds_state.json").write_text('{"cookies": [], "origins": []}')
    (task,) = load_tasks(tmp_path / "0.json")
    body = await sent(Task(text=task.public.text, evidence="off"))
    instruction = load("cot")
    assert body["model"] == "gpt-3.5-turbo-0613"
    assert (body["temperature"], body["top_p"], body["max_completion_tokens"]) == (1.0, 0.9, 384)
    system, *examples, user = body["messages"]
    assert (system["role"], text_of(system)) == ("system", instruction.intro)
    assert [(each["role"], each["name"]) for each in examples] == [
        ("system", "example_user"),
        ("system", "example_assistant"),
    ] * (len(examples) // 2)
    assert len(examples) >= 2
    shown = (
        "OBSERVATION:\nTab 0 (current): Classifieds\n\n[2] RootWebArea 'Classifieds'\n\t[1] link 'Boats'\n"
        "URL: http://158.130.4.229:9980\nOBJECTIVE: Find me the cheapest blue kayak on this site.\nPREVIOUS ACTION: None"
    )
    assert (user["role"], text_of(user)) == ("user", shown)
    said = json.dumps(body["messages"])
    assert not [word for word in NOT_SENT if word in said]


def text_of(message):
    return "".join(part["text"] for part in message["content"])
