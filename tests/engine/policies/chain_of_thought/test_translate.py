"""Commands as proposals."""

import re

import pytest

from actwright.engine.policies.chain_of_thought.commands import parse
from actwright.engine.policies.chain_of_thought.translate import TOOLS, proposed
from actwright.errors import ReplyError
from actwright.prompts.chain_of_thought.observation import shown
from actwright.schemas.page import Box, Dialog, Element, Observation, Option, Tab
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.task import Task
from actwright.schemas.turn import Turn
from actwright.tools.toolbox import Toolbox


def element(id, **more):
    return Element(id=id, tag=id.partition("-")[0], box=Box(x=10, y=10, width=200, height=30), **more)


OPTIONS = (Option(label="New", value="n", selected=True), Option(label="Used", value="u"))
PAGE = Observation(
    url="https://shop.test/",
    title="Shop",
    tree='- input-0 (label="Title" value="Desk")\n- input-1 (label="Day")\n- select-0\n- button-0 "Save"\n- h1 "Hi"',
    elements=(
        element("input-0", role="textbox", name="Title", value="Desk"),
        element("input-1", role="textbox", name="Day", type="date", value="2026-01-01"),
        element("select-0", role="combobox", name="Size", options=OPTIONS),
        element("button-0", role="button", name="Save"),
        element("input-2", role="textbox", name="Empty", value=""),
    ),
    tabs=(Tab(id="tab-1", title="A", url=""), Tab(id="tab-4", title="B", url="", active=True)),
    width=800,
    height=600,
)


def turn_on(page=PAGE, *, tools=TOOLS, output=None):
    async def observe():
        raise AssertionError

    return Turn(task=Task(text="x", output=output), steps=(), page=page, tools=Toolbox(tools).specs, observe=observe)


def moved(text, page=PAGE, **options):
    proposal = proposed(
        parse(text),
        turn_on(page),
        shown(page, form="som" if options.get("som") else "tree"),
        thought="why\nnot",
        **options,
    )
    assert {action.reason for action in proposal.actions} == {"why not"}
    return proposal.message, [(action.tool, action.parameters) for action in proposal.actions]


@pytest.mark.parametrize(
    ("text", "message", "calls"),
    [
        ("click [4]", "click [4] where [4] is button 'Save'", [("click", {"element_id": "button-0"})]),
        ("hover [4]", "hover [4] where [4] is button 'Save'", [("hover", {"element_id": "button-0"})]),
        ("clear [1]", "clear [1] where [1] is textbox 'Title'", [("fill", {"element_id": "input-0", "value": ""})]),
        (
            "type [1] [oak]",
            "type [1] [oak] where [1] is textbox 'Title'",
            [
                ("append", {"element_id": "input-0", "value": "oak"}),
                ("press", {"key": "Enter", "element_id": "input-0"}),
            ],
        ),
        (
            "type [5] [oak] [0]",
            "type [5] [oak] where [5] is textbox 'Empty'",
            [("type", {"element_id": "input-2", "value": "oak"})],
        ),
        (
            "type [2] [2026-02-01] [0]",
            "type [2] [2026-02-01] where [2] is textbox 'Day'",
            [("type", {"element_id": "input-1", "value": "2026-02-01"})],
        ),
        (
            "type [1] []",
            "type [1] [] where [1] is textbox 'Title'",
            [("press", {"key": "Enter", "element_id": "input-0"})],
        ),
        (
            "type [3] [Used]",
            "type [3] [Used] where [3] is combobox 'Size'",
            [("select", {"element_id": "select-0", "value": "Used"})],
        ),
        (
            "click [9]",
            "click [9] where [9] is option 'Used' selected: False",
            [("select", {"element_id": "select-0", "value": "Used"})],
        ),
        ("click [7]", "click [7] where [7] is StaticText 'Desk'", [("click", {"element_id": "input-0"})]),
        (
            "upload [1] [{{photo}}]",
            "upload [1] [{{photo}}]",
            [("upload", {"element_id": "input-0", "files": ["{{photo}}"]})],
        ),
        ("press [ctrl+a]", "press [ctrl+a]", [("press", {"key": "Control+a"})]),
        ("scroll [down]", "scroll [down]", [("scroll", {"direction": "down"})]),
        ("goto [https://a.test]", "goto [https://a.test]", [("navigate", {"url": "https://a.test"})]),
        ("tab_focus [0]", "tab_focus [0]", [("switch_tab", {"tab_id": "tab-1"})]),
        ("close_tab", "close_tab", [("close_tab", {"tab_id": "tab-4"})]),
        ("new_tab", "new_tab", [("new_tab", {})]),
        ("go_back", "go_back", [("go_back", {})]),
        ("go_forward", "go_forward", [("go_forward", {})]),
    ],
)
def test_each_command_is_one_or_two_calls(text, message, calls):
    """Each of them binds to its tool."""
    assert moved(text) == (message, calls)
    for tool, parameters in calls:
        Toolbox(TOOLS).bind(Action(reason="", tool=tool, parameters=parameters), expand=str)


@pytest.mark.parametrize(
    ("text", "fixed", "upstream"),
    [
        ("click [4]", "click [4] where [4] is [BUTTON] [Save]", "click [4] where [4]"),
        ("tab_focus [0]", "tab_focus [0]", "page_focus [0]"),
        ("upload [1] [a.png]", "upload [1] [a.png]", "upload [a.png] to [1]"),
    ],
)
def test_how_commands_on_marks_are_told(text, fixed, upstream):
    assert (moved(text, som=True)[0], moved(text, som=True, compat="upstream")[0]) == (fixed, upstream)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "click [99]",
            "click [99] is not possible: the observation has no such element. Take a number from the observation",
        ),
        ("type [10] [x]", "type [10] is not possible: the observation has no such element"),
        ("tab_focus [2]", "there is no tab 2; there are 0 to 1"),
        ("type [1] [] [0]", "type has nothing to type"),
    ],
)
def test_what_is_not_there_is_refused(text, told):
    with pytest.raises(ReplyError, match=re.escape(told)):
        moved(text)
    with pytest.raises(ReplyError, match=re.escape(told)):
        moved(text, compat="upstream")


def test_a_tool_that_the_run_has_not_is_named():
    with pytest.raises(ReplyError, match="new_tab is not possible, because this run lacks the tool new_tab"):
        proposed(parse("new_tab"), turn_on(tools=("click",)), shown(PAGE), thought="")


PROMPT = Observation(url="", dialog=Dialog(kind="prompt", message="Name?", default="Ada"))


@pytest.mark.parametrize(
    ("id", "more", "takes"),
    [
        ("button-0", {"role": "button"}, False),
        ("a-0", {"role": "link"}, False),
        *(("input-0", {"type": type, "role": "x", "value": "on"}, False) for type in ("submit", "checkbox", "file")),
        ("div-0", {"role": "checkbox", "value": "on"}, False),
        ("input-0", {"type": "email", "role": "textbox"}, True),
        ("div-0", {"role": "combobox"}, True),
        ("div-0", {"value": "a region that can be edited"}, True),
        ("textarea-0", {"role": "textbox"}, True),
    ],
)
def test_what_takes_no_text_is_not_typed_into(id, more, takes):
    """A click on a submit button, which typing there was, would have sent the form."""
    page = Observation(url="", title="", tree=f"- {id}", elements=(element(id, name="It", **more),))
    if takes:
        assert moved("type [1] [x] [0]", page)[1][0][0] in {"type", "append"}
        return
    with pytest.raises(ReplyError, match=r"type \[1\] is not possible: .* takes no text\. Take a number"):
        moved("type [1] [x]", page)
    with pytest.raises(ReplyError, match=r"type \[1\] is not possible: the observation has no such element"):
        moved("type [1] [x]", page, compat="upstream")


@pytest.mark.parametrize("som", [False, True])
def test_a_dialog_is_answered_by_its_buttons_and_its_field(som):
    numbers = {
        mark.words.strip("[]"): number for number, mark in shown(PROMPT, form="som" if som else "tree").marks.items()
    }
    field, ok, cancel = (
        numbers[each]
        for each in (
            ("INPUT] [Ada", "BUTTON] [OK", "BUTTON] [Cancel")
            if som
            else ("textbox 'Ada' focused: True", "button 'OK'", "button 'Cancel'")
        )
    )
    assert moved(f"click [{ok}]", PROMPT, som=som)[1] == [("answer_dialog", {"accept": True})]
    assert moved(f"click [{cancel}]", PROMPT, som=som)[1] == [("answer_dialog", {"accept": False})]
    assert moved(f"type [{field}] [Bob]", PROMPT, som=som)[1] == [("answer_dialog", {"accept": True, "text": "Bob"})]
    for refused in (f"type [{ok}] [x]", f"hover [{ok}]"):
        with pytest.raises(ReplyError, match="not possible while the dialog is open"):
            moved(refused, PROMPT, som=som)


def answered(text, output=None):
    return proposed(parse(text), turn_on(output=output), shown(PAGE), thought="")


TITLE = {"properties": {"title": {"type": "string"}}}
ROWS = {"properties": {"rows": {"type": "array"}, "total": {"type": "number"}}}


@pytest.mark.parametrize(
    ("text", "output", "message", "value"),
    [
        ("stop [$50]", None, "$50", None),
        ("stop", None, "The task is done.", None),
        ("stop [ ]", None, "The task is done.", None),
        ("stop [Oak]", TITLE, "Oak", {"title": "Oak"}),
        ('stop [{"rows": [1], "total": 1}]', ROWS, '{"rows": [1], "total": 1}', {"rows": [1], "total": 1}),
    ],
)
def test_stop_claims_that_the_task_is_done(text, output, message, value):
    assert answered(text, output) == Proposal(complete=True, message=message, actions=(), output=value)


@pytest.mark.parametrize("text", ["stop [Oak]", "stop [[1]]", "stop"])
def test_an_answer_of_several_parts_is_json(text):
    with pytest.raises(ReplyError, match="the answer of stop is not a JSON object with rows, total"):
        answered(text, ROWS)
