"""What the local servers refuse of requests with a provider's own toolset."""

import pytest

from actwright.testing.checks import anthropic_problem, openai_responses_problem

ENTRY = {"type": "browser_toolset_20260801"}
TAB = {"tab_id": "tab-1", "title": "", "url": "", "active": True}
STATE = {"type": "browser_state", "tabs": [TAB]}
TEXT = {"type": "text", "text": "Clicked."}
IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AA=="}}


def problem(member, *content, tools=(ENTRY,), toolset="browser", **options):
    call = {"type": "tool_use", "id": "a", "name": member, "toolset_name": "browser", "input": {}}
    result = {"type": "tool_result", "tool_use_id": "a", "toolset_name": toolset, "content": [*content], **options}
    messages = [{"role": "user", "content": [TEXT]}, {"role": "assistant", "content": [call]}]
    body = {"model": "m", "max_tokens": 9, "messages": [*messages, {"role": "user", "content": [result]}]}
    return anthropic_problem({**body, "tools": [*tools]}, {"anthropic-version": "1"})


@pytest.mark.parametrize(
    ("said", "given"),
    [
        ("", ("left_click", TEXT, STATE)),
        ("", ("screenshot", IMAGE)),
        ("", ("new_tab", {**STATE, "state_changes": [{"type": "tab_opened", "tab_id": "tab-1"}]})),
        ("has an image", ("zoom", TEXT)),
        ("is its browser_state alone", ("list_tabs", TEXT, STATE)),
        ("must be active, and its tab_opened", ("new_tab", STATE)),
        ("may stand once", ("left_click", STATE, STATE)),
        ("exactly one tab must be active", ("left_click", {**STATE, "tabs": [TAB, {**TAB, "tab_id": "tab-2"}]})),
        ("each with another tab_id", ("left_click", {**STATE, "tabs": [TAB, TAB]})),
        ("must not be empty; leave it out", ("left_click", {**STATE, "state_changes": []})),
        ("no tab tab-9", ("left_click", {**STATE, "state_changes": [{"type": "tab_opened", "tab_id": "tab-9"}]})),
    ],
)
def test_results_of_the_browser_toolset(said, given):
    found = problem(*given)
    assert said in found if said else found == ""


def test_entries_and_errors_of_the_browser_toolset():
    assert "at most one" in problem("left_click", TEXT, tools=(ENTRY, ENTRY))
    assert "configs.fly" in problem("left_click", TEXT, tools=({**ENTRY, "configs": {"fly": {"enabled": True}}},))
    assert "name: Extra inputs" in problem("left_click", TEXT, tools=({**ENTRY, "name": "browser"},))
    assert "must be 'browser'" in problem("left_click", TEXT, toolset=None)
    assert "must not be empty" in problem("left_click", is_error=True)
    assert "that is not an error" in problem("left_click", TEXT, STATE, is_error=True)


SHOWN = {"type": "computer_screenshot", "image_url": "data:image/png;base64,AA=="}
CALL = {
    "type": "computer_call",
    "id": "cu",
    "call_id": "a",
    "actions": [],
    "pending_safety_checks": [],
    "status": "completed",
}
CHECK = {"id": "check_1", "code": None, "message": None}


def computed(call=CALL, tools=({"type": "computer"},), **output):
    answer = {"type": "computer_call_output", "call_id": "a", "output": SHOWN, **output}
    items = [{"role": "user", "content": "x"}, call, *([answer] if answer["output"] else [])]
    return openai_responses_problem({"model": "m", "input": items, "tools": [*tools]})


def test_calls_and_outputs_of_the_computer_tool():
    doubted = {**CALL, "pending_safety_checks": [CHECK]}
    assert computed() == ""
    assert computed(doubted, acknowledged_safety_checks=[CHECK]) == ""
    assert "was not acknowledged: check_1" in computed(doubted)
    assert "no pending safety check check_1" in computed(acknowledged_safety_checks=[CHECK])
    assert "No tool output found for computer call a" in computed(output=None)
    assert "image_url" in computed(output={**SHOWN, "image_url": ""})
    assert "Exactly one" in computed({**CALL, "action": {"type": "wait"}})
    assert "Only one computer tool" in computed(tools=({"type": "computer"}, {"type": "computer"}))
    assert "display_width" in computed(tools=({"type": "computer_use_preview", "environment": "browser"},))
