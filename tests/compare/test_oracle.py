"""The oracle answers in the form that a request asks for, and reports what a provider would."""

import json
from itertools import product
from pathlib import Path

import pytest

from actwright.compare import oracle
from actwright.compare.case import OracleStep
from actwright.compare.oracle import Oracle, newest_page
from actwright.engine.models import anthropic, openai_chat, openai_responses
from actwright.prompts.chain_of_thought.instruction import load
from actwright.prompts.conversation import conversation
from actwright.prompts.fields import Question, fields_request
from actwright.prompts.render import request
from actwright.prompts.two_call import proposer_request, verifier_request
from actwright.schemas.exchange import Message, Request, TextBlock, ToolResult
from actwright.schemas.page import Observation
from actwright.schemas.task import Task
from actwright.schemas.toolset import Toolset
from actwright.schemas.turn import Turn
from actwright.schemas.usage import Usage
from actwright.testing import Answer
from actwright.testing.requests import request_of
from actwright.testing.wires.wire_server import answer_mistakes
from actwright.tools.toolbox import Toolbox

OLD, NOW = '- button-0 (type=submit) "Next"', '- input-0 (label="Price")'
TREE = "Task\n[page 00000000000a]\n{}\n[end of page 00000000000a]"
MARKED = (
    "OBSERVATION:\nTab 0 (current): Shop\n\n[3] RootWebArea 'Shop'\n\t[1] textbox 'Price'\nURL: http://shop.example"
)
LAST = OracleStep(
    actions=[("fill", {"element_id": "input-0", "value": "50"}), ("click", {"element_id": "button-0"})], proof="Sold"
)
DONE = OracleStep(finished="Sold")
FILL, CLICK, EXPECT = (
    {"reason": "the task says so", "tool": tool, "parameters": parameters}
    for tool, parameters in (("fill", ["input-0", "50"]), ("click", ["button-0"]), ("expect", ["Sold"]))
)
PROPOSAL, ACTIONS, VERDICT = ("complete", "message", "actions"), ("actions",), ("complete", "message")
ENCODERS = {"anthropic": anthropic, "openai_chat": openai_chat, "openai_responses": openai_responses}


def a_turn():
    page = Observation(url="http://shop.example", title="Shop", tree=NOW)
    return Turn(task=Task(text="Sell it"), steps=(), page=page, tools=Toolbox(None).specs, observe=None)


def asked(*properties, page="", tools=()):
    page = page or TREE.format(NOW)
    messages = [{"role": "user", "content": TREE.format(OLD)}, {"role": "user", "content": page}]
    body = {"model": "gpt-5", "messages": messages}
    if properties:
        schema = {"type": "object", "properties": {name: {} for name in properties}}
        body["response_format"] = {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema}}
    if tools:
        body["tools"] = [{"function": {"name": name, "parameters": {}}} for name in tools]
    return body


def answer(body, step, **options):
    return Oracle(lambda _: step, wire="openai_chat", **options)(body)


@pytest.mark.parametrize(
    ("properties", "step", "said"),
    [
        (PROPOSAL, LAST, {"complete": True, "message": "the task is done", "actions": [FILL, CLICK, EXPECT]}),
        (PROPOSAL, DONE, {"complete": True, "message": 'The page says "Sold".', "actions": []}),
        (ACTIONS, LAST, {"actions": [FILL, CLICK]}),
        (VERDICT, LAST, {"complete": False, "message": "There is more to do."}),
        (VERDICT, DONE, {"complete": True, "message": 'The page says "Sold".'}),
    ],
)
def test_the_schema_tells_what_is_asked_for(properties, step, said):
    assert answer(asked(*properties), step).said == said


def test_what_cannot_be_foretold_is_claimed_on_the_next_page():
    said = answer(asked(*PROPOSAL), LAST, foretells=False).said
    assert said == {"complete": False, "message": "fills in what this page asks for", "actions": [FILL, CLICK]}


def test_without_evidence_completion_is_claimed_with_the_last_actions_and_no_proof():
    said = answer(asked(*PROPOSAL), LAST, proves=False).said
    assert said == {"complete": True, "message": "the task is done", "actions": [FILL, CLICK]}


@pytest.mark.parametrize("wire", ["anthropic", "openai_chat", "openai_responses"])
def test_an_answer_has_all_that_the_schemas_of_a_real_request_require(wire):
    """So says the server, which refuses what leaves something out, adds to it, or has another type."""
    encode, turn = ENCODERS[wire].encode, a_turn()
    requests = [
        encode(each, "gpt-5")
        for each in (request(turn), proposer_request(turn, turn.page), verifier_request(turn), conversation(turn))
    ]
    fails = OracleStep(
        actions=[("fail", {"reason": "no"}), ("press", {"key": "Enter"}), ("scroll", {"direction": "down"})]
    )
    for body, step in product(requests, (LAST, DONE, fails)):
        oracle = Oracle(lambda _, step=step: step, wire=wire)
        assert list(answer_mistakes(oracle(body), request_of(body, wire=wire))) == []
    fail = {"reason": "", "tool": "fail", "parameters": {"reason": "no"}}
    named = Answer(said={"complete": False, "message": "m", "actions": [FILL, fail]})
    (found,) = answer_mistakes(named, request_of(requests[0], wire=wire))
    assert found[:3] == ("type", ("actions", 1, "parameters"), "array")


QUESTIONS = (
    Question("price_1", "Price (in dollars)", "text"),
    Question("size_2", "Size", "one", ("S", "L")),
    Question("news_3", "News", "tick"),
    Question("gift_4", "Gift", "tick"),
    Question("phone_5", "Phone", "text"),
)
VALUES = {"Price (in dollars)": "50", "Price": "9", "Size": "L", "News": "no", "Gift": "yes"}


@pytest.mark.parametrize("wire", ENCODERS)
def test_a_question_about_the_fields_of_a_form_is_answered_with_the_values_of_the_task(wire):
    body = ENCODERS[wire].encode(fields_request(Task(text="Sell it"), QUESTIONS), "gpt-5")
    answered = Oracle(lambda _: LAST, wire=wire, data=VALUES)(body)
    assert list(answer_mistakes(answered, request_of(body, wire=wire))) == []
    said = {key: value for key, value in answered.said.items() if value is not None}
    assert said == {"price_1": "50", "size_2": "L", "news_3": False, "gift_4": True}


def test_native_calls_have_ids_of_their_own_and_last_words_end_them():
    oracle = Oracle(lambda _: LAST, wire="openai_chat")
    calls = [call for _ in range(2) for call in oracle(asked(tools=["fill", "click"])).calls]
    assert [(call.tool, json.loads(call.arguments)) for call in calls[:2]] == LAST.actions
    assert len({call.call_id for call in calls}) == 4
    assert answer(asked(tools=["fill"]), DONE).said == 'The page says "Sold".'


def test_anthropics_toolset_is_read_before_and_after_each_act():
    toolset = Toolset(kind="browser_toolset_20260801")
    first = Request(messages=(Message(role="user", blocks=(TextBlock(text="Sell it"),)),), toolset=toolset)
    spoken = Oracle(lambda _: LAST, wire="anthropic")
    [read] = spoken(anthropic.encode(first, "m")).calls
    result = ToolResult(call_id=read.call_id, toolset="browser", blocks=(TextBlock(text=TREE.format(NOW)),))
    said = (*first.messages, Message(role="assistant", blocks=(read,)), Message(role="user", blocks=(result,)))
    calls = spoken(anthropic.encode(first.model_copy(update={"messages": said}), "m")).calls
    assert [(call.tool, call.toolset) for call in (read, *calls)] == [
        (name, "browser") for name in ("read_page", "form_input", "left_click", "read_page")
    ]
    assert json.loads(calls[0].arguments) == {"target": {"type": "ref", "ref": "input-0"}, "value": "50"}


@pytest.mark.parametrize(
    ("step", "action"),
    [
        (LAST, "type [input-0] [50] [0]"),
        (OracleStep(actions=[("uncheck", {"element_id": "7"})]), "click [7]"),
        (DONE, "stop [Sold]"),
    ],
)
def test_webarena_is_answered_one_action_at_a_time(step, action):
    said = answer(asked(page=MARKED), step).said
    assert said.endswith(f"In summary, the next action I will perform is ```{action}```")


def test_of_webarenas_words_the_oracle_has_the_phrase_of_the_instruction_file_and_no_others():
    """The phrase belongs to the format; `THIRD_PARTY.md` says so."""
    phrase = load("cot").meta_data.answer_phrase
    assert answer(asked(page=MARKED), DONE).said == f"the task is done. {phrase} ```stop [Sold]```"
    assert phrase not in Path(oracle.__file__).read_text(encoding="utf-8")


def test_what_is_not_found_gives_the_run_up():
    def blind(page):
        raise LookupError(f"no price on {page}")

    fail = {"reason": "the task says so", "tool": "fail", "parameters": [f"no price on {NOW}"]}
    assert Oracle(blind, wire="openai_chat")(asked(*ACTIONS)).said == {"actions": [fail]}
    assert Oracle(blind, wire="openai_chat")(asked(page=MARKED)).said.endswith("```stop [N/A]```")


@pytest.mark.parametrize(
    ("page", "text"),
    [
        (TREE.format(NOW), NOW),
        (MARKED, "Tab 0 (current): Shop\n\n[3] RootWebArea 'Shop'\n\t[1] textbox 'Price'\n"),
        ("nothing new", OLD),
    ],
)
def test_the_solver_gets_the_newest_page(page, text):
    assert newest_page(request_of(asked(page=page), wire="openai_chat")) == text


def test_usage_counts_all_that_was_sent_and_written():
    body = asked(*VERDICT)
    sent = sum(len(message["content"]) for message in body["messages"])
    schema = len(json.dumps(body["response_format"]["json_schema"]["schema"], separators=(",", ":")))
    written = len(json.dumps({"complete": True, "message": 'The page says "Sold".'}))
    assert answer(body, DONE, count=len).usage == Usage(fresh=sent + schema, output=written)
