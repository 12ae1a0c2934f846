"""Whatever is wrong with a reply, nothing of it acts: it is refused, whole, with the reason, in bounded time."""

import json

import pytest

from actwright.errors import ReplyError
from actwright.schemas.proposal import Action, Proposal, parse_proposal
from actwright.tools.toolbox import Toolbox, builtin_tools

TOOLBOX = Toolbox(builtin_tools())
CLICK = {"reason": "submit", "tool": "click", "parameters": {"element_id": "button-0"}}
GOOD = {"complete": False, "message": "going on", "actions": [CLICK]}
TEXT = json.dumps(GOOD)


def used(text):
    """What a run would do with a reply before anything acts."""
    proposal = parse_proposal(text)
    return [TOOLBOX.bind(action, expand=str) for action in proposal.actions]


def reply(**changes):
    return json.dumps({**GOOD, **changes}, ensure_ascii=False)


def call(**changes):
    return reply(actions=[{**CLICK, **changes}])


MALFORMED = {
    "empty": ("", "the reply is empty"),
    "blank": (" \n\t", "the reply is empty"),
    "prose before": (f"Here it is: {TEXT}", "not one JSON object"),
    "prose after": (f"{TEXT}\nDone!", "not one JSON object: Extra data"),
    "fenced": (f"```json\n{TEXT}\n```", "not one JSON object"),
    "prose alone": ("I clicked the button.", "not one JSON object"),
    "two objects": (TEXT + TEXT, "not one JSON object: Extra data"),
    "a list": (f"[{TEXT}]", "does not fit the contract"),
    "duplicate key": (TEXT.replace('"complete"', '"complete": true, "complete"', 1), "names the key 'complete' twice"),
    "duplicate inner key": (
        TEXT.replace('"element_id"', '"element_id": "button-9", "element_id"'),
        "names the key 'element_id' twice",
    ),
    "NaN": (call(parameters={"element_id": "button-0", "count": float("nan")}), "contains NaN"),
    "Infinity": (call(parameters={"element_id": "button-0", "count": float("inf")}), "contains Infinity"),
    "huge float": (TEXT.replace('"button-0"', "1e999"), "the number 1e999, which is beyond all bounds"),
    "depth 5,000": (TEXT.replace('"button-0"', "[" * 5_000 + "]" * 5_000), "nested deeper"),
    "5,000 digits": (TEXT.replace('"button-0"', "9" * 5_000), "a number of 5000 digits"),
    "lone surrogate": (TEXT.replace("going on", "\\ud83d"), "lone surrogate"),
    "50 MB": (lambda: " " * 50_000_000 + TEXT, "at most 200,000 are read"),
    "actions a string": (reply(actions="click"), "actions: "),
    "actions missing": (json.dumps({"complete": True, "message": "m"}), "actions: Field required"),
    "complete a string": (reply(complete="false"), "complete: Input should be a valid boolean"),
    "complete a number": (reply(complete=0), "complete: Input should be a valid boolean"),
    "message empty": (reply(message=""), "message: String should have at least 1 character"),
    "unknown key": (reply(outcome="success"), "outcome: Extra inputs are not permitted"),
    "unknown tool": (call(tool="evaluate"), "there is no tool 'evaluate'"),
    "no tool": (call(tool=None), "actions.0.tool: Input should be a valid string"),
    "id a number": (call(parameters={"element_id": 1e1}), "element_id: Input should be a valid string"),
    "id negative": (call(parameters={"element_id": -1}), "element_id: Input should be a valid string"),
    "id true": (call(parameters={"element_id": True}), "element_id: Input should be a valid string"),
    "10,000 actions": (reply(actions=[{"reason": "", "tool": "x", "parameters": {}}] * 10_000), "at most 200,000"),
    "60 actions": (reply(actions=[CLICK] * 60), "actions: Tuple should have at most 50 items"),
    "zero-width tool": (call(tool="cli\u200bck"), "there is no tool 'cli\\u200bck'"),
    "full-width tool": (call(tool="ｃｌｉｃｋ"), "there is no tool 'ｃｌｉｃｋ'"),  # noqa: RUF001 - the point of the row
    "capital tool": (call(tool="Click"), "there is no tool 'Click'"),
    "parameters a string": (call(parameters='{"element_id": "button-0"}'), "parameters: Input should be a valid dict"),
    "unknown parameter": (call(parameters={"element_id": "button-0", "force": True}), "force: Extra inputs"),
}


@pytest.mark.parametrize(("text", "reason"), MALFORMED.values(), ids=MALFORMED.keys())
def test_a_malformed_reply_is_refused_with_the_reason(text, reason):
    with pytest.raises(ReplyError) as raised:
        used(text() if callable(text) else text)
    assert reason in str(raised.value)
    assert len(str(raised.value)) < 1_000


def test_a_reply_cut_at_any_byte_is_refused():
    whole = json.dumps({**GOOD, "message": "Zürich 😀"}, ensure_ascii=False).encode()
    for end in range(len(whole)):
        with pytest.raises(ReplyError):
            used(whole[:end].decode(errors="ignore"))
    assert [type(each).__name__ for each in used(whole.decode())] == ["Click"]


def test_a_claim_may_come_with_actions():
    """Completion together with the last actions is the contract; whether it counts is for the evidence to say."""
    assert parse_proposal(reply(complete=True)) == Proposal(
        complete=True, message="going on", actions=(Action.model_validate(CLICK),)
    )
