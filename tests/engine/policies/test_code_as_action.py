"""A program is read and never run as Python; it goes on without a call while its pages are as it says."""

from functools import partial

import pytest
from inline_snapshot import snapshot
from two_pages import SECOND, ordered

from actwright import Status
from actwright.engine.policies.programs import Program
from actwright.errors import ReplyError
from actwright.prompts.code import ASKS_FOR_PROGRAM
from actwright.tools.toolbox import Toolbox, builtin_tools

TOOLS = Toolbox(builtin_tools()).specs
FIRST_PAGE = """# the name comes first
fill("input-0", "Ada")
click(element_id="button-0")
"""
SECOND_PAGE = """shows("Two")
fill("City", "London")
click("Send")
expect(["Thank you, order 7"])
complete("Ordered.")
"""


played = partial(ordered, "code_as_action")


async def test_two_pages_take_one_call(page):
    result, model = await played(page, SECOND, f"Here it is:\n```python\n{FIRST_PAGE}{SECOND_PAGE}```\n")
    assert (result.status, len(result.exchanges), len(result.steps)) == (Status.COMPLETE, 1, 2)
    assert result.message == "Ordered."
    assert model.requests[0].answer_schema is None
    assert ASKS_FOR_PROGRAM in model.requests[0].system[0].text


async def test_a_condition_chooses_by_what_the_page_shows(page):
    program = (
        FIRST_PAGE
        + 'if not shows("Two"):\n    fail("another page")\nelse:\n    fill("City", "London")\n    click("Send")\n'
    )
    result, _ = await played(page, SECOND, program + 'expect("Thank you, order 7")\ncomplete("Ordered.")')
    assert (result.status, len(result.exchanges)) == (Status.COMPLETE, 1)


@pytest.mark.parametrize(
    "second",
    [SECOND.replace("Two", "Three"), SECOND.replace("<button>", "<label>City <input></label><button>")],
    ids=["another page", "a label that stands for two fields"],
)
async def test_a_page_that_is_not_as_the_program_says_costs_a_call(page, second):
    again = SECOND_PAGE.replace('shows("Two")\n', "").replace("City", "input-1")
    result, _ = await played(page, second, FIRST_PAGE + SECOND_PAGE, again)
    assert (result.status, len(result.exchanges)) == (Status.COMPLETE, 2)


async def test_an_action_that_failed_ends_the_program(page):
    lost = FIRST_PAGE.replace("fill", 'expect(["never shown"])\nfill')
    result, _ = await played(page, SECOND, lost + SECOND_PAGE, 'fail("lost")')
    assert (result.status, len(result.exchanges)) == (Status.FAILED, 2)


async def test_a_reply_that_is_no_program_does_nothing(page):
    result, _ = await played(page, SECOND, "import os\nos.remove('x')", 'fail("lost")')
    assert "line 1 of the program: only calls of tools" in result.steps[0].problem
    assert result.steps[0].outcomes == ()


def batches(text, *pages):
    running = Program(text, TOOLS).batches()
    next(running)
    return [running.send(lambda words, page=page: words in page) for page in pages]


def test_repetition_and_names_become_plain_actions():
    (batch,) = batches(
        'for city in ["Oslo", "Rome"]:\n    fill("input-0", f"to {city}")\n    append("input-1", city)', ""
    )
    assert [(each.tool, *each.parameters.values()) for each in batch.actions] == [
        ("fill", "input-0", "to Oslo"),
        ("append", "input-1", "Oslo"),
        ("fill", "input-0", "to Rome"),
        ("append", "input-1", "Rome"),
    ]


def test_a_list_at_the_end_takes_what_is_left_as_the_signature_says():
    (batch,) = batches(
        'select_several("a", "S", "L")\nselect_several("a", ["S", "L"])\nselect_several("a", values=["S"])\nexpect("x")',
        "",
    )
    assert [list(each.parameters.values()) for each in batch.actions] == [
        ["a", ["S", "L"]],
        ["a", ["S", "L"]],
        ["a", ["S"]],
        [["x"]],
    ]


def test_an_answer_and_words_of_json():
    (batch,) = batches('wait(1, text="x", gone=true)\ncomplete("ok", {"count": 2, "of": [null, -1.5]})', "")
    assert batch.actions[0].parameters == {"seconds": 1, "text": "x", "gone": True}
    assert (batch.complete, batch.message, batch.output) == (True, "ok", {"count": 2, "of": [None, -1.5]})


@pytest.mark.parametrize(
    "program",
    [
        "__import__('os')",
        "click(open('x'))",
        "fill('a', 'b').c",
        "x = 1",
        "while True: click('a')",
        "def f(): pass",
        "fill('a', b)",
        "fill('a', f'{1 + 1}')",
        "fill('a', f'{a!r}')",
        "fill('a', 2 ** 99999999)",
        "fill('a', *['b'])",
        "fill('a', **{'value': 'b'})",
        "fill('a', 'b', 'c')",
        "fill('a', element_id='b')",
        "select_several('a', 'S', values=['L'])",
        "launch('a')",
        "shows()",
        "if True: click('a')",
        "for a in b: click('a')",
        "for a in ['x']: click('a')\nelse: click('b')",
        "[click(a) for a in ['b']]",
        "lambda: click('a')",
        "(" * 500 + ")" * 500,
        "click('a'",
        "Sure, I click the button.",
        "# " + "x" * 20_001,
    ],
)
def test_what_is_not_of_the_language_is_refused_before_anything_is_done(program):
    with pytest.raises(ReplyError):
        Program(program, TOOLS)


def test_repetition_is_bounded():
    nested = 'for a in ["1", "2", "3", "4", "5", "6", "7", "8"]:\n for b in ["1", "2", "3", "4", "5", "6", "7", "8"]:\n  click(a)'
    with pytest.raises(ReplyError, match="more than 50 actions"):
        batches(nested, "")


def test_refusals_name_the_line():
    with pytest.raises(ReplyError) as refused:
        Program('click("button-0")\nfill("input-0", value=open)', TOOLS)
    assert str(refused.value) == snapshot(
        "line 2 of the program: open is not a text, a number, True, False or a list of these"
    )
