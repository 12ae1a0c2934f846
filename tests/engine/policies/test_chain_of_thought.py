"""The agent of WebArena: what it sends on each wire, what it makes of replies, and one run of it in a browser."""

import json
import re

import pytest
from inline_snapshot import snapshot

from actwright import Agent, ConfigError, PageOptions, Status
from actwright.engine.models import anthropic, openai_chat, openai_responses
from actwright.engine.policies.base import POLICIES, find_policy
from actwright.engine.policies.chain_of_thought import ChainOfThought
from actwright.errors import ReplyError
from actwright.schemas.exchange import Reply
from actwright.schemas.page import Box, Element, Image, Observation
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.step import Outcome, Step
from actwright.schemas.task import Task
from actwright.schemas.turn import Turn
from actwright.testing import OpenAIChatServer
from actwright.tools.toolbox import Toolbox

INSTRUCTION = {
    "intro": "You browse.",
    "examples": [["OBSERVATION: [1] button 'Go'", "So I will ```click [1]```"]],
    "template": "OBSERVATION: {observation}\nURL: {url}\nOBJECTIVE: {objective}\nPREVIOUS ACTION: {previous_action}",
    "meta_data": {
        "observation": "accessibility_tree",
        "action_type": "id_accessibility_tree",
        "keywords": ["observation", "url", "objective", "previous_action"],
        "prompt_constructor": "CoTPromptConstructor",
        "answer_phrase": "So I will",
        "action_splitter": "```",
    },
}
SOM = {"observation": "image_som", "action_type": "som", "prompt_constructor": "MultimodalCoTPromptConstructor"}
SAVE = Element(id="button-0", tag="button", role="button", name="Save", box=Box(x=8, y=8, width=60, height=20))
SHOT, GIVEN = (Image(data=data, media_type="image/png", width=2, height=1) for data in (b"page", b"task"))
PAGE = Observation(
    url="https://shop.test/",
    title="Shop",
    tree='- button-0 "Save"',
    elements=(SAVE,),
    screenshot=SHOT,
    width=800,
    height=600,
)
CLICKED = Action(reason="", tool="click", parameters={"element_id": "button-0"})
STEP = Step(
    number=1,
    page=PAGE,
    proposal=Proposal(complete=False, message="click [1] where [1] is button 'Save'", actions=(CLICKED,)),
    outcomes=(Outcome(action=CLICKED, status="failed", detail='button-0 "Save" is disabled'),),
)


@pytest.fixture
def file(tmp_path):
    def write(*, example=(), **meta):
        path = tmp_path / "instruction.json"
        examples = [[*INSTRUCTION["examples"][0], *example]]
        path.write_text(json.dumps({**INSTRUCTION, "examples": examples, "meta_data": INSTRUCTION["meta_data"] | meta}))
        return path

    return write


class Answers:
    def __init__(self, text="```click [1]```"):
        self.text, self.asked = text, []

    async def __call__(self, request, *, role="main"):
        self.asked.append(request)
        return Reply(text=self.text)


def turn(*, steps=(), page=PAGE, evidence="off", **task):
    async def observe():
        raise AssertionError("one look is all it needs")

    specs = Toolbox(ChainOfThought.preferences.tools).specs
    return Turn(
        task=Task(text="Save it", evidence=evidence, **task), steps=steps, page=page, tools=specs, observe=observe
    )


async def asked(policy, now):
    answers = Answers()
    await policy.decide(now, answers)
    (request,) = answers.asked
    return request


async def test_the_messages_on_each_wire(file):
    request = await asked(ChainOfThought(file()), turn(steps=(STEP,), data={"price": "50"}))
    chat = openai_chat.encode(request, "m")
    assert chat["messages"] == snapshot(
        [
            {"role": "system", "content": [{"type": "text", "text": "You browse."}]},
            {
                "role": "system",
                "content": [{"type": "text", "text": "OBSERVATION: [1] button 'Go'"}],
                "name": "example_user",
            },
            {
                "role": "system",
                "content": [{"type": "text", "text": "So I will ```click [1]```"}],
                "name": "example_assistant",
            },
            {
                "role": "user",
                "content": [
                    {
                        "type": "text",
                        "text": """\
OBSERVATION: Tab 0 (current): Shop

[2] RootWebArea 'Shop'
	[1] button 'Save'
URL: https://shop.test/
OBJECTIVE: Save it

Values:
- {{price}}: "50"
PREVIOUS ACTION: click [1] where [1] is button 'Save'. It failed: [1] "Save" is disabled\
""",
                    }
                ],
            },
        ]
    )
    assert anthropic.encode(request, "m")["messages"] == snapshot(
        [
            {"role": "user", "content": [{"type": "text", "text": "OBSERVATION: [1] button 'Go'"}]},
            {"role": "assistant", "content": [{"type": "text", "text": "So I will ```click [1]```"}]},
            {
                "role": "user",
                "content": [
                    {
                        "type": "text",
                        "text": """\
OBSERVATION: Tab 0 (current): Shop

[2] RootWebArea 'Shop'
	[1] button 'Save'
URL: https://shop.test/
OBJECTIVE: Save it

Values:
- {{price}}: "50"
PREVIOUS ACTION: click [1] where [1] is button 'Save'. It failed: [1] "Save" is disabled\
""",
                    }
                ],
            },
        ]
    )
    responses = openai_responses.encode(request, "m")
    assert [responses["instructions"], *responses["input"]] == snapshot(
        [
            "You browse.",
            {"role": "user", "content": [{"type": "input_text", "text": "OBSERVATION: [1] button 'Go'"}]},
            {"role": "assistant", "content": [{"type": "output_text", "text": "So I will ```click [1]```"}]},
            {
                "role": "user",
                "content": [
                    {
                        "type": "input_text",
                        "text": """\
OBSERVATION: Tab 0 (current): Shop

[2] RootWebArea 'Shop'
	[1] button 'Save'
URL: https://shop.test/
OBJECTIVE: Save it

Values:
- {{price}}: "50"
PREVIOUS ACTION: click [1] where [1] is button 'Save'. It failed: [1] "Save" is disabled\
""",
                    }
                ],
            },
        ]
    )
    assert "response_format" not in chat


def parts(message):
    """Role, name, and what is said or shown, of a message for OpenAI's Chat Completions."""
    said = [part.get("text") or part["image_url"]["url"].partition(",")[2] for part in message["content"]]
    return message["role"], message.get("name", ""), said


@pytest.fixture
def png(tmp_path):
    from PIL import Image as Pillow

    path = tmp_path / "one.png"
    Pillow.new("RGB", (1, 1)).save(path)
    return path


@pytest.mark.parametrize("compat", ["fixed", "upstream"])
async def test_the_messages_with_pictures(file, png, compat):
    """Examples with a picture are system messages only where the benchmark's layout is asked for: OpenAI refuses them."""
    policy = ChainOfThought(file(example=["one.png"], **SOM), compat=compat)
    request = await asked(policy, turn(images=(GIVEN, GIVEN)))
    system, *examples, last = map(parts, openai_chat.encode(request, "m")["messages"])
    roles = ["user", "assistant"] if compat == "fixed" else ["system", "system"]
    assert system == ("system", "", ["You browse."])
    assert [(role, name) for role, name, _ in examples] == [
        *zip(roles, ["example_user", "example_assistant"], strict=True)
    ]
    assert examples[0][2][:2] == ["OBSERVATION: [1] button 'Go'", "IMAGES: (1) current page screenshot"]
    assert len(examples[0][2]) == 3
    assert last == snapshot(
        (
            "user",
            "",
            [
                """\
OBSERVATION: Tab 0 (current): Shop

[1] [BUTTON] [Save]
URL: https://shop.test/
OBJECTIVE: Save it
PREVIOUS ACTION: None\
""",
                "IMAGES: (1) current page screenshot",
                "cGFnZQ==",
                "(2) input image 1",
                "dGFzaw==",
                "(3) input image 2",
                "dGFzaw==",
            ],
        )
    )


async def test_a_long_page_is_cut_and_a_long_prefix_is_marked_for_caches(file):
    tree = "\n".join(f'- text "Row {number}"' for number in range(2_000))
    page = PAGE.model_copy(update={"tree": tree})
    texts = [
        (await asked(ChainOfThought(file(), max_obs_length=most), turn(page=page))).messages[-1].blocks[0].text
        for most in (0, 100)
    ]
    assert "Row 1999" in texts[0]
    assert re.search(r"Row \d+'\n\t\[.*\nURL: https://shop.test/\nOBJECTIVE: Save it\nPREV", texts[1])
    assert len(texts[1]) < 800
    own = await asked(ChainOfThought(), turn())
    (marked,) = [block.text for message in own.messages for block in message.blocks if getattr(block, "cache", False)]
    assert marked == own.messages[-2].blocks[0].text


async def test_the_reply_becomes_a_proposal(file):
    proposal = await ChainOfThought(file()).decide(turn(), Answers("The page has a button. So I will ```click [1]```"))
    assert proposal == Proposal(
        complete=False,
        message="click [1] where [1] is button 'Save'",
        actions=(
            Action(reason="The page has a button. So I will", tool="click", parameters={"element_id": "button-0"}),
        ),
    )


async def test_a_prefix_that_the_reply_leaves_out_is_put_before_it(file):
    policy = ChainOfThought(file(force_prefix="```"))
    for said in ("click [1]```", "```click [1]```"):
        assert (await policy.decide(turn(), Answers(said))).actions[0].tool == "click"


async def test_addresses_are_shown_as_others_and_put_back(file):
    urls = {"https://shop.test": "http://onestopmarket.com", "https://shop.test/admin": "http://luma.com"}
    policy = ChainOfThought(file(), urls=urls)
    answers = Answers("```goto [https://luma.com/x]```")
    proposal = await policy.decide(turn(), answers)
    assert "URL: http://onestopmarket.com/\n" in answers.asked[0].messages[-1].blocks[0].text
    assert proposal.actions[0].parameters == {"url": "https://shop.test/admin/x"}


async def test_pictures_of_the_task_are_shown_or_told_in_words_or_refused(file):
    with pytest.raises(
        ConfigError, match="CoTPromptConstructor shows none: give one that does, such as policy='chain_"
    ):
        await asked(ChainOfThought(file()), turn(images=(GIVEN,)))
    policy = ChainOfThought(file(), captioner=lambda image: image.data.decode())
    (block,) = (await asked(policy, turn(images=(GIVEN, SHOT)))).messages[-1].blocks
    assert 'OBJECTIVE: Input image 1: "task", input image 2: "page"\nIntent: Save it\n' in block.text


ROWS = {"properties": {"rows": {"type": "array"}}}
TITLE = {"properties": {"title": {"type": "string"}}}
CONFIRMED = '\nCode checks that the task is done: the answer of stop must quote, word for word in "double quotes", text'


@pytest.mark.parametrize(
    ("task", "told"),
    [
        ({}, "Save it\nPREVIOUS ACTION"),
        ({"evidence": "required"}, "Save it" + CONFIRMED),
        ({"output": TITLE}, "Save it\nPREVIOUS ACTION"),
        (
            {"output": ROWS},
            f"Save it\nThe answer of stop must be one JSON value that fits this schema: {json.dumps(ROWS)}",
        ),
    ],
)
async def test_the_objective_says_what_else_is_asked_of_an_answer(file, task, told):
    request = await asked(ChainOfThought(file()), turn(**task))
    assert f"OBJECTIVE: {told}" in request.messages[-1].blocks[0].text


async def test_a_reply_without_an_action_is_told_back(file):
    policy = ChainOfThought(file())
    with pytest.raises(ReplyError) as raised:
        await policy.decide(turn(), Answers("I click on it"))
    problem = str(raised.value)
    assert problem.startswith('Your last reply has no action: "I click on it". Write one action between two ')
    after = Step(number=1, page=PAGE, proposal=None, problem=problem)
    request = await asked(policy, turn(steps=(after,)))
    assert request.messages[-1].blocks[0].text.endswith(f"PREVIOUS ACTION: {problem}")


async def test_a_run_in_circles_ends_without_a_call(file):
    answers = Answers()
    proposal = await ChainOfThought(file(), repeats=3).decide(turn(steps=(STEP,) * 3), answers)
    assert (proposal.message, answers.asked) == ("ended early: the same action, 3 times", [])
    assert [action.tool for action in proposal.actions] == ["fail"]


def test_it_is_found_by_its_name_and_by_its_file(file):
    assert "chain_of_thought" in POLICIES
    assert find_policy("chain_of_thought").roles == ("main",)
    assert find_policy(f"chain_of_thought:{file()}")._instruction.intro == "You browse."
    assert find_policy("chain_of_thought:som")._meta.som
    with pytest.raises(ConfigError, match=r"instruction file: no\.json cannot be read: No such file"):
        find_policy("chain_of_thought:no.json")


@pytest.mark.parametrize("chosen", [{"compat": "strict"}, {"max_obs_length": -1}, {"repeats": 1}], ids=str)
def test_values_that_are_not_allowed(chosen):
    with pytest.raises(
        ConfigError, match=r"compat is 'strict'; it must be one of fixed, upstream|max_obs_length must be 0 or more"
    ):
        ChainOfThought(**chosen)


def doing(*commands):
    """A model that does these, each on the line of the page that ends so: `click [<checkbox 'Bell'>]`."""

    def said(command, body):
        page = body["messages"][-1]["content"][0]["text"]

        def number(match):
            return re.search(rf"\[(\d+)\] {re.escape(match[1])}", page)[1]

        return f"Next. In summary, the next action I will perform is ```{re.sub(r'<(.+)>', number, command)}```"

    return [lambda body, command=command: said(command, body) for command in commands]


@pytest.mark.slow
async def test_a_form_is_filled_and_sent_in_the_benchmarks_syntax(page, site, tmp_path):
    script = doing(
        "type [<textbox 'Text'>] [{{name}}] [0]",
        "type [<textbox 'Date'>] [2026-05-01] [0]",
        "click [<option 'Pear'>]",
        "click [<checkbox 'Bell'>]",
        "click [<button 'Send'>]",
        "stop [sent]",
    )
    with OpenAIChatServer(script) as provider:
        agent = Agent(
            f"openai-chat:some-model@{provider.url}", policy="chain_of_thought", evidence="off", out=tmp_path / "runs"
        )
        await page.goto(f"{site.url}/kitchen")
        result = await agent.run("Send the form", page=page, data={"name": "Ada"})
    assert (result.status, result.message) == (Status.COMPLETE, "sent")
    (post,) = site.posts
    sent = {name: post.fields[name] for name in ("text", "date", "select", "extras", "button")}
    assert sent == snapshot(
        {
            "text": ("Ada",),
            "date": ("2026-05-01",),
            "select": ("pear",),
            "extras": ("bell", "lights"),
            "button": ("send",),
        }
    )
    asked = [received.body["messages"][-1]["content"][0]["text"] for received in provider.received]
    assert [text.rpartition("PREVIOUS ACTION: ")[2] for text in asked] == snapshot(
        [
            "None",
            "type [5] [{{name}}] where [5] is textbox 'Text'",
            "type [13] [2026-05-01] where [13] is textbox 'Date'",
            "click [48] where [48] is option 'Pear' selected: False",
            "click [26] where [26] is checkbox 'Bell' checked: false",
            "click [33] where [33] is button 'Send'",
        ]
    )


async def test_a_dialog_is_answered_and_an_answer_is_proven_by_what_it_quotes(page, tmp_path):
    await page.set_content(
        "<button onclick=\"document.body.append(confirm('Delete it?') ? 'Deleted' : 'Kept')\">Go</button>"
    )
    script = doing("click [<button 'Go'>]", "click [<button 'OK'>]", "stop", 'stop [It says "Deleted"]')
    with OpenAIChatServer(script) as provider:
        agent = Agent(f"openai-chat:m@{provider.url}", policy="chain_of_thought", evidence="required", out=None)
        result = await agent.run("Delete it", page=page)
    assert (result.status, result.message) == (Status.COMPLETE, 'It says "Deleted"')
    told = [received.body["messages"][-1]["content"][0]["text"] for received in provider.received]
    assert "[1] alertdialog 'Delete it?' modal: True" in told[1]
    refused = 'It was refused: no evidence: quote text that is on the page in "double quotes"'
    assert f"PREVIOUS ACTION: stop [The task is done.]. {refused}" in told[3]
    assert "expect" not in told[3]  # it has no such action


@pytest.mark.slow
async def test_the_picture_has_the_numbers_of_the_text(page, site, tmp_path):
    """Where the policy chooses; the caller may choose otherwise."""
    with OpenAIChatServer(["```click [2]```", "```stop```"] * 2) as provider:
        await page.goto(f"{site.url}/price")
        for options in (None, PageOptions(marks="ids")):
            agent = Agent(
                f"openai-chat:m@{provider.url}",
                policy="chain_of_thought:som",
                evidence="off",
                out=None,
                page_options=options,
            )
            result = await agent.run("Look", page=page)
            assert result.complete
            assert agent._setup.page_options.marks == ("numbers" if options is None else "ids")
    parts_sent = provider.received[0].body["messages"][-1]["content"]
    assert [part["type"] for part in parts_sent] == ["text", "text", "image_url"]
    assert "[5] [INPUT] [Price]" in parts_sent[0]["text"]
