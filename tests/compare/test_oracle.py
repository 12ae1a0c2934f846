"""The oracle answers in the form that a request asks for, and reports what a provider would."""

import json

import pytest

from actwright.compare.case import Step
from actwright.compare.oracle import Oracle, newest_page
from actwright.schemas.exchange import Usage
from actwright.testing.requests import request_of

OLD, NOW = '- button-0 (type=submit) "Next"', '- input-0 (label="Price")'
TREE = "Task\n[page 00000000000a]\n{}\n[end of page 00000000000a]"
MARKED = (
    "OBSERVATION:\nTab 0 (current): Shop\n\n[3] RootWebArea 'Shop'\n\t[1] textbox 'Price'\nURL: http://shop.example"
)
LAST = Step(
    actions=[("fill", {"element_id": "input-0", "value": "50"}), ("click", {"element_id": "button-0"})], proof="Sold"
)
DONE = Step(finished="Sold")
FILL, CLICK, EXPECT = (
    {"reason": "the task says so", "tool": tool, "parameters": parameters}
    for tool, parameters in (*LAST.actions, ("expect", {"kind": "text", "expected": "Sold"}))
)
PROPOSAL, ACTIONS, VERDICT = ("complete", "message", "actions"), ("actions",), ("complete", "message")


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


def test_without_evidence_completion_is_claimed_on_the_next_page():
    said = answer(asked(*PROPOSAL), LAST, claims_early=False).said
    assert said == {"complete": False, "message": "fills in what this page asks for", "actions": [FILL, CLICK]}


def test_native_calls_have_ids_of_their_own_and_last_words_end_them():
    oracle = Oracle(lambda _: LAST, wire="openai_chat")
    calls = [call for _ in range(2) for call in oracle(asked(tools=["fill", "click"])).calls]
    assert [(call.tool, json.loads(call.arguments)) for call in calls[:2]] == LAST.actions
    assert len({call.call_id for call in calls}) == 4
    assert answer(asked(tools=["fill"]), DONE).said == 'The page says "Sold".'


@pytest.mark.parametrize(
    ("step", "action"),
    [
        (LAST, "type [input-0] [50] [0]"),
        (Step(actions=[("uncheck", {"element_id": "7"})]), "click [7]"),
        (DONE, "stop [Sold]"),
    ],
)
def test_webarena_is_answered_one_action_at_a_time(step, action):
    said = answer(asked(page=MARKED), step).said
    assert said.endswith(f"In summary, the next action I will perform is ```{action}```")


def test_what_is_not_found_gives_the_run_up():
    def blind(page):
        raise LookupError(f"no price on {page}")

    fail = {"reason": "the task says so", "tool": "fail", "parameters": {"reason": f"no price on {NOW}"}}
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
