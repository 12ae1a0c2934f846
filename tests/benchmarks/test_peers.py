"""Peers of the comparison: their pages are read as they write them, and the oracle answers in their own schemas."""

import json

import pytest

from actwright import ConfigError
from actwright.compare.case import OracleStep
from actwright.compare.oracle import BilledReply
from actwright.compare.row import CaseRow
from actwright.schemas.exchange import Message, Request, TextBlock, ToolCall, ToolResult
from actwright.schemas.usage import Usage
from actwright.testing import Answer
from actwright.testing.prompt_caches import CommonPrefixes
from actwright.testing.wires.wire_server import answer_mistakes
from benchmarks import architecture_tables, architectures
from benchmarks.peers import browser_use_peer, known, playwright_mcp_peer
from benchmarks.suites.forms_site.oracle import oracle
from benchmarks.suites.reading import read

SNAPSHOT = """- generic [active] [ref=e1]:
  - navigation "Main" [ref=e5]:
    - link "The market" [ref=e6] [cursor=pointer]:
      - /url: /market
  - heading "Your \\"stall\\"" [level=1] [ref=e14]
  - paragraph [ref=e13]: "Application for a stall: page 1 of 2"
  - textbox "Full name" [ref=e20]
  - textbox "Town" [ref=e21]: Whitby
  - textbox "Say more" [ref=e22]:
    - /placeholder: anything
    - text: "12"
  - spinbutton "Width" [ref=e23]: "3"
  - group "You apply as" [ref=e28]:
    - generic [ref=e30]:
      - radio "Sole trader" [checked] [ref=e31]
      - text: Sole trader
    - radio "Charity" [ref=e37]
  - checkbox "I am at least 18" [ref=e38]
  - 'button "Next: send" [ref=e39]'"""
STATE = """<browser_state>
<page_stats>8 links, 22 interactive</page_stats>
Current tab: 0F82

Interactive elements:
[Start of page]
[34]<a />
\tThe market
Your stall
Full name
As on your passport.
|SHADOW(open)|[2]<input id=full_name type=text required=true />
Town
*[3]<input id=town type=text value=Whitby required=true />
Say more
[4]<textarea id=say_more required=true />
You apply as
[103]<label />
\t[5]<input type=radio name=you_apply_as value=Sole trader checked=true />
\tSole trader
[106]<label />
\t[6]<input type=radio name=you_apply_as value=Charity checked=false />
\tCharity
[109]<label />
\t[7]<input id=i_am_at_least_18 type=checkbox name=i_am_at_least_18 value=yes checked=false />
\tI am at least 18
[118]<button type=submit />
\tNext
</browser_state>"""
TASK = (
    "Apply:\nYour stall: Full name: Ada; Town: Oban; You apply as: Charity; I am at least 18: ticked\n"
    'It is done when the page says "Application received".'
)
BROWSER_USE_STEP = {
    "type": "object",
    "properties": {
        **{name: {"type": ["string", "null"]} for name in ("thinking", "evaluation_previous_goal", "memory", "next_goal")},
        "action": {"type": "array", "items": {"type": "object"}},
    },
    "required": ["thinking", "evaluation_previous_goal", "memory", "next_goal", "action"],
    "additionalProperties": False,
}  # fmt: skip
JUDGE = {
    "type": "object",
    "properties": {
        "reasoning": {"type": ["string", "null"]},
        "verdict": {"type": "boolean"},
        "failure_reason": {"type": ["string", "null"]},
        "impossible_task": {"type": "boolean"},
    },
    "required": ["reasoning", "verdict", "failure_reason", "impossible_task"],
    "additionalProperties": False,
}


def told(page):
    return {(each.role, each.label): (each.id, each.group, each.value, each.checked) for each in read(page).controls}


def test_a_snapshot_of_playwright_is_read():
    assert told(SNAPSHOT) == {
        ("link", "The market"): ("e6", "", "", None),
        ("textbox", "Full name"): ("e20", "", "", None),
        ("textbox", "Town"): ("e21", "", "Whitby", None),
        ("textbox", "Say more"): ("e22", "", "12", None),
        ("spinbutton", "Width"): ("e23", "", "3", None),
        ("radio", "Sole trader"): ("e31", "You apply as", "", True),
        ("radio", "Charity"): ("e37", "You apply as", "", False),
        ("checkbox", "I am at least 18"): ("e38", "", "", False),
        ("button", "Next: send"): ("e39", "", "", None),
    }
    assert read(SNAPSHOT).shows('Your "stall"')
    assert read(SNAPSHOT).shows("Application for a stall: page 1 of 2")


def test_the_elements_of_browser_use_are_named_by_the_texts_beside_them():
    assert told(STATE) == {
        ("link", "The market"): ("34", "", "", None),
        ("textbox", "Full name"): ("2", "", "", None),
        ("textbox", "Town"): ("3", "", "Whitby", None),
        ("textbox", "Say more"): ("4", "", "", None),
        ("label", ""): ("109", "", "", None),
        ("radio", "Sole trader"): ("5", "You apply as", "Sole trader", True),
        ("radio", "Charity"): ("6", "You apply as", "Charity", False),
        ("checkbox", "I am at least 18"): ("7", "", "yes", False),
        ("button", "Next"): ("118", "", "", None),
    }
    assert read(STATE).shows("Your stall")


def asked(page, schema=BROWSER_USE_STEP):
    return Request(messages=(Message(role="user", blocks=(TextBlock(text=page),)),), answer_schema=schema)


def test_browser_use_is_answered_with_a_step_of_its_actions_and_no_more_than_it_takes():
    answer = browser_use_peer.answers(oracle(TASK))
    said = answer(asked(STATE))
    assert said.said["action"] == [
        {"input": {"index": 2, "text": "Ada", "clear": True}},
        {"input": {"index": 3, "text": "Oban", "clear": True}},
        {"click": {"index": 6}},
        {"click": {"index": 7}},
        {"click": {"index": 118}},
    ]
    assert list(answer_mistakes(said, asked(STATE))) == []
    many = OracleStep(actions=[("fill", {"element_id": str(index), "value": "x"}) for index in range(9)])
    assert len(browser_use_peer.answers(lambda _: many)(asked(STATE)).said["action"]) == 5


@pytest.mark.parametrize(
    ("page", "success"),
    [
        ("<browser_state>\nApplication received\n[9]<a />\n\tThe market\n</browser_state>", True),
        ("<browser_state>\nNothing here\n[9]<a />\n\tThe market\n</browser_state>", False),
        ("no page", False),
    ],
)
def test_browser_use_is_told_that_it_is_done_by_the_page_alone(page, success):
    (action,) = browser_use_peer.answers(oracle(TASK))(asked(page)).said["action"]
    assert action["done"]["success"] is success


def test_the_judge_of_browser_use_gets_a_verdict_in_its_own_schema():
    request = asked("Evaluate this.", JUDGE)
    said = browser_use_peer.answers(oracle(TASK))(request)
    assert said.said["verdict"] is True
    assert list(answer_mistakes(said, request)) == []


def test_only_requests_that_show_a_page_are_looks_of_browser_use(tmp_path):
    peer = browser_use_peer.BrowserUse(tmp_path)
    assert peer.looks([asked(STATE), asked("Evaluate this.", JUDGE)]) == 1


def conversation(*results):
    """A request after these tools have returned these texts."""
    blocks = []
    for number, result in enumerate(results):
        blocks += [
            Message(role="assistant", blocks=(ToolCall(call_id=str(number), tool="t", arguments="{}"),)),
            Message(role="user", blocks=(ToolResult(call_id=str(number), blocks=(TextBlock(text=result),)),)),
        ]
    return Request(messages=(Message(role="user", blocks=(TextBlock(text=TASK),)), *blocks))


SEEN = "### Page\n- Page URL: http://x\n### Snapshot\n```yaml\n" + SNAPSHOT.replace('\\"stall\\"', "stall").replace(
    "Next: send", "Next"
) + "\n```"  # fmt: skip
FILLED = {
    "fields": [
        {"target": "e20", "name": "Full name", "type": "textbox", "value": "Ada"},
        {"target": "e21", "name": "Town", "type": "textbox", "value": "Oban"},
        {"target": "e37", "name": "Charity", "type": "radio", "value": "true"},
        {"target": "e38", "name": "I am at least 18", "type": "checkbox", "value": "true"},
    ]
}
LOOK, FILL, CLICK = ("browser_snapshot", {}), ("browser_fill_form", FILLED), ("browser_click", {"target": "e39"})


@pytest.mark.parametrize(
    ("results", "one", "several"),
    [
        ((), [LOOK], [LOOK]),
        ((SEEN,), [FILL], [FILL, CLICK, LOOK]),
        ((SEEN, "filled"), [CLICK], [CLICK, LOOK]),
        ((SEEN, "filled", "clicked: [Snapshot](page.yml)"), [LOOK], [LOOK]),
        ((SEEN, "filled", "clicked", "no snapshot, an error"), [LOOK], [LOOK]),
    ],
)
def test_playwright_mcp_is_answered_with_the_next_tools(results, one, several):
    for allowed, wanted in ((False, one), (True, several)):
        answer = playwright_mcp_peer.answers(oracle(TASK.replace('"stall"', "stall")), several=allowed)
        calls = answer(conversation(*results)).calls
        assert [(call.tool, json.loads(call.arguments)) for call in calls] == wanted


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ('- heading "Application received" [ref=e1]', 'The page says "Application received".'),
        ('- heading "Elsewhere" [ref=e1]', "the page is none of Your stall"),
    ],
)
def test_the_loop_ends_with_words_where_there_is_nothing_to_call(page, said):
    request = conversation(f"### Snapshot\n```yaml\n{page}\n```")
    answer = playwright_mcp_peer.answers(oracle(TASK), several=False)(request)
    assert (answer.said, answer.calls) == (said, ())


def test_the_looks_of_playwright_mcp_are_its_snapshots(tmp_path):
    peer = playwright_mcp_peer.PlaywrightMcp(tmp_path)
    assert peer.looks([conversation(), conversation(SEEN, "filled", "clicked", SEEN)]) == 2


def test_what_a_peer_is_told_is_counted_as_a_provider_counts_it():
    billed = BilledReply(lambda _: Answer(said="x" * 40), wire="openai_chat", count=len, cache=CommonPrefixes())
    body = {"model": "gpt-5", "messages": [{"role": "user", "content": "p" * 2_000}]}
    first, second = (billed(body).usage for _ in range(2))
    assert first == Usage(fresh=2_000, output=40)
    assert (second.input, second.cache_read) == (2_000, 1_920)
    assert [(request.messages[0].blocks[0].text, usage) for request, _, usage in billed.calls] == [
        ("p" * 2_000, first),
        ("p" * 2_000, second),
    ]


async def test_a_peer_that_cannot_be_installed_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr("sys.executable", "false")  # what should make the environment fails
    with pytest.raises(ConfigError, match=r"browser-use could not be fetched or built: `false .*leave it out"):
        await known.known_peers(tmp_path)


def row(contender, tokens, *, passed=True, cost=0.01):
    return CaseRow(
        case="apply-1", seed=0, size=1, contender=contender, policy=f"{contender} 1.2", evidence="off",
        screenshot="never", passed=passed, status="complete", calls=2, captures=2,
        usage=Usage(fresh=tokens, output=50), cost=cost, cost_uncached=cost,
    )  # fmt: skip


def test_peers_are_lines_of_the_table_only_where_they_played():
    own = [
        row(label, 1_000)
        for label in [*architecture_tables.NAMES, *architecture_tables.BLIND]
        if label != architecture_tables.HALF
    ]
    peers = [row(label, 3_000, cost=0.02, passed=label != "playwright_mcp") for label in architectures.PEERS]
    assert "Playwright MCP" not in architecture_tables.markdown(own) + architecture_tables.conclusions(own)
    lines = architecture_tables.markdown([*own, *peers]).splitlines()
    assert [line.split(" | ")[1] for line in lines[-4:]] == [
        "3,000 (300 %)",
        "3,000 (300 %)",
        "3,000 (300 %), not solved",
        "3,000 (300 %)",
    ]
    said = " ".join(architecture_tables.conclusions([*own, *peers]).split())
    assert "`browser_use` (browser_use 1.2) reads 3.00 times as much and costs 2.00 times as much" in said
