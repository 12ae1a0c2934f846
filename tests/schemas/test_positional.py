"""Parameters by position, as models write them, and by name, as everything else reads them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from actwright.errors import ReplyError
from actwright.prompts.render import signature
from actwright.schemas.positional import by_name, by_position, head, order
from actwright.schemas.proposal import Action, parse_actions, parse_plan, parse_proposal
from actwright.tools.base import Tool
from actwright.tools.toolbox import Toolbox, builtin_tools, shipped_tools

SHIPPED = Toolbox(shipped_tools()).specs


class Address(BaseModel):
    city: str


class Deliver(Tool):
    """Deliver it."""

    to: list[Address]
    floors: list[int] = Field(default=[])
    lift: bool | None = None
    note: str | None = None

    async def run(self, surface):
        return ""


class Pick(Tool):
    """Pick some."""

    tags: list[str] = Field(default=["new"])
    express: bool
    sizes: list[int]
    note: str = ""

    async def run(self, surface):
        return ""


OWN = Toolbox([Deliver, Pick]).specs


def read(tool, *values, tools=SHIPPED):
    """The parameters by name that a reply with these values has."""
    action = {"reason": "r", "tool": tool, "parameters": [*values]}
    (found,) = parse_actions(json.dumps({"actions": [action]}), tools=tools)
    return found.parameters


def bound(tool, *values):
    (action,) = parse_actions(
        json.dumps({"actions": [{"reason": "r", "tool": tool, "parameters": [*values]}]}), tools=SHIPPED
    )
    return Toolbox(builtin_tools()).bind(action, expand=str)


@pytest.mark.parametrize(
    ("tool", "values", "parameters"),
    [
        ("click", ["button-0"], {"element_id": "button-0"}),
        ("go_back", [], {}),
        ("fill", ["input-0", "value=5"], {"element_id": "input-0", "value": "5"}),
        ("fill", ["element_id=input-0", "value=value=5"], {"element_id": "input-0", "value": "value=5"}),
        ("fill", ["input-0", "price=5"], {"element_id": "input-0", "value": "price=5"}),
        ("fill", ["input-0", "null"], {"element_id": "input-0", "value": "null"}),
        ("click_with", ["a-0", "button=right"], {"element_id": "a-0", "button": "right"}),
        ("click_with", ["a-0", "20", "80.5"], {"element_id": "a-0", "x": 20, "y": 80.5}),
        ("scroll", ["down", "amount=2"], {"direction": "down", "amount": 2}),
        ("scroll", ["text=Terms"], {"text": "Terms"}),
        ("wait", ["text=a=b", "gone=true"], {"text": "a=b", "gone": True}),
        ("read", ["", "price=5"], {"element_id": "", "find": "price=5"}),
        ("read", ["find=offset=3"], {"find": "offset=3"}),
        ("select_text", ["text=to=Ann", "to=Bob"], {"text": "to=Ann", "to": "Bob"}),
        ("press_for", ["Enter", "3", "input-0"], {"key": "Enter", "seconds": 3, "element_id": "input-0"}),
        ("expect", ["Sold", "text=5"], {"text": ["Sold", "text=5"]}),
        ("expect_request", ["POST /orders", "price=5"], {"text": ["POST /orders", "price=5"]}),
        ("select_several", ["select-0", "S", "L"], {"element_id": "select-0", "values": ["S", "L"]}),
        ("select_several", ["select-0"], {"element_id": "select-0", "values": []}),
        ("expect_order", ["a", "b", "under=Prices"], {"texts": ["a", "b"], "under": "Prices"}),
    ],
)
def test_values_have_their_places_and_optional_ones_may_have_names(tool, values, parameters):
    assert read(tool, *values) == parameters


@pytest.mark.parametrize(
    ("tool", "values", "parameters"),
    [
        ("fill", ["input-0", 50], {"element_id": "input-0", "value": "50"}),
        ("wait", [3], {"seconds": 3}),
        ("answer_dialog", [True], {"accept": True}),
        ("press", ["Enter", None], {"key": "Enter", "element_id": None}),
        ("expect", [["Sold", "Gone"]], {"text": ["Sold", "Gone"]}),
        ("upload", ["input-0", ["a.png"]], {"element_id": "input-0", "files": ["a.png"]}),
    ],
)
def test_a_server_that_ignores_the_schema_may_answer_with_numbers_and_lists(tool, values, parameters):
    assert read(tool, *values) == parameters


@pytest.mark.parametrize(
    ("tool", "values", "message"),
    [
        ("fill", ["input-0"], "actions.0.parameters: value is missing: the parameters are fill(element_id, value)"),
        ("click", ["a-0", "b-0"], "there are too many values: the parameters are click(element_id)"),
        ("scroll", ["text=Terms", "down"], "after a parameter by name, only other optional ones follow"),
        ("scroll", ["text=Terms", "text=Prices"], "after a parameter by name, only other optional ones follow"),
        ("scroll", ["down", "direction=up"], "after a parameter by name, only other optional ones follow"),
        ("clik", ["a-0"], "there is no tool 'clik'; did you mean 'click'?"),
    ],
)
def test_what_has_no_place_is_refused_with_the_signature(tool, values, message):
    with pytest.raises(ReplyError) as refused:
        read(tool, *values)
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("tool", "values", "message"),
    [
        ("wait", ["three"], "wait: seconds: Input should be a valid number"),
        ("wait", ["NaN"], "wait: seconds: Input should be a valid number"),
        ("wait", ["600"], "wait: seconds: Input should be less than or equal to 10"),
        ("answer_dialog", ["yes"], "answer_dialog: accept: Input should be a valid boolean"),
        ("fill", ["input-0", 5.5], "fill: value: Input should be a valid string"),
        ("click_with", ["a-0", "colour=red"], "click_with: x: Input should be a valid number"),
        ("expect", [], "expect: text: Value should have at least 1 item"),
    ],
)
def test_what_is_not_of_its_type_is_refused_as_by_name(tool, values, message):
    """5.5 may have been 5.50, which a number does not tell."""
    with pytest.raises(ReplyError) as refused:
        bound(tool, *values)
    assert str(refused.value).startswith(message)


def test_what_is_no_text_is_written_as_json():
    """A list of texts or numbers that comes last among the required ones takes the rest, and any other is one text."""
    addresses = '[{"city": "Oslo"}]'
    assert read("deliver", addresses, "[1, 2]", "lift=true", tools=OWN) == {
        "to": [{"city": "Oslo"}],
        "floors": [1, 2],
        "lift": True,
    }
    assert read("deliver", addresses, "note=null", "lift=null", tools=OWN)["note"] is None
    assert read("pick", "true", "3", "4", 'tags=["old"]', tools=OWN) == {
        "express": True,
        "sizes": [3, 4],
        "tags": ["old"],
    }


def test_a_signature_has_the_order_the_defaults_and_the_types_that_these_do_not_tell():
    heads = {spec.name: head(spec) for spec in (*SHIPPED, *OWN)}
    assert heads["wait"] == 'wait(seconds=5, text="", gone=false)'
    assert heads["press_for"] == 'press_for(key, seconds:number, element_id="")'
    assert heads["click_at"] == 'click_at(x:number, y:number, button=left|right, count=1, modifiers="")'
    assert heads["expect_sorted"] == 'expect_sorted(column, direction:rising|falling, under="")'
    assert heads["select_several"] == "select_several(element_id, *values)"
    assert heads["answer_dialog"] == 'answer_dialog(accept:true|false, text="")'
    assert heads["pick"] == 'pick(express:true|false, *sizes, tags=["new"], note="")'
    assert heads["deliver"] == "deliver(to:JSON, floors=[], lift:true|false=null, note=null)"
    said = signature(OWN[0])
    assert 'to: JSON {"items":{"$ref":"#/$defs/Address"},"type":"array","$defs":{"Address":' in said
    assert 'floors: JSON {"items":{"type":"integer"},"type":"array"}.' in said


def test_an_object_by_name_is_read_as_ever():
    """Also for tools that no reader knows, and without any tools."""
    named = {"actions": [{"reason": "r", "tool": "fill", "parameters": {"element_id": "input-0", "value": "50"}}]}
    placed = {"actions": [{"reason": "r", "tool": "fill", "parameters": ["input-0", "50"]}]}
    assert parse_actions(json.dumps(named)) == parse_actions(json.dumps(placed), tools=SHIPPED)
    with pytest.raises(ReplyError, match=r"actions\.0\.parameters: Input should be a valid dictionary"):
        parse_actions(json.dumps(placed))
    head = {"complete": False, "message": "m"}
    plan = {**head, "steps": [{"shows": "", **placed}]}
    assert parse_plan(json.dumps(plan), tools=SHIPPED).steps[0].actions == parse_actions(json.dumps(named))
    assert parse_proposal(json.dumps({**head, **placed}), tools=SHIPPED).actions == parse_actions(json.dumps(named))


NAMES = sorted({name for spec in SHIPPED for name in spec.parameters.get("properties", {})})
TEXTS = st.text(max_size=5) | st.builds("{}={}".format, st.sampled_from(NAMES), st.text(max_size=3))
VALUES = {
    "string": TEXTS,
    "integer": st.integers(-(10**20), 10**20),
    "number": st.floats(allow_nan=False, allow_infinity=False) | st.integers(-99, 99),
    "boolean": st.booleans(),
    "array": st.lists(TEXTS, max_size=3),
}


@st.composite
def calls(draw):
    """A tool that ships, and parameters that its schema allows."""
    spec = draw(st.sampled_from(SHIPPED))
    properties, required = spec.parameters.get("properties", {}), spec.parameters.get("required", ())
    given = {
        name: draw(st.sampled_from(schema["enum"]) if "enum" in schema else VALUES[schema["type"]])
        for name, schema in properties.items()
        if name in required or draw(st.booleans())
    }
    return spec, given


@given(calls())
def test_what_is_written_by_position_is_read_as_the_same_by_name(call):
    """Every call of a tool that ships can be written so, but for a list that repeats the name of an optional parameter."""
    spec, parameters = call
    written = by_position(spec, parameters)
    places = order(spec)
    if written is None:
        assert any(text.partition("=")[0] in places.optional for text in parameters[places.rest])
    else:
        assert all(isinstance(text, str) for text in written)
        assert by_name(spec.name, json.loads(json.dumps(written)), SHIPPED) == parameters


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=2),
    max_leaves=6,
)


@given(st.sampled_from((*SHIPPED, *OWN)), st.lists(ANYTHING, max_size=5))
def test_whatever_a_list_contains_is_a_call_or_a_reply_error(spec, values):
    toolbox = Toolbox([*shipped_tools(), Deliver, Pick])
    try:
        action = Action(reason="r", tool=spec.name, parameters=read(spec.name, *values, tools=(spec,)))
        call = toolbox.bind(action, expand=str)
    except ReplyError:
        return
    assert call.name == spec.name


def test_what_a_tool_does_not_take_cannot_be_written_by_position():
    fill = next(spec for spec in SHIPPED if spec.name == "fill")
    assert by_position(fill, {"element_id": "input-0"}) is None
    assert by_position(fill, {"element_id": "input-0", "value": "5", "append": False}) is None
    assert by_position(fill, {"element_id": "input-0", "value": 5.5}) is None
