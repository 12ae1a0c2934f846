import json

import pytest

from actwright.engine.models.schema import lowered
from actwright.schemas.step import Effect
from actwright.schemas.tool import ToolSpec, mixes_tools, paired, proposal_schema
from actwright.tools.toolbox import Toolbox, builtin_tools

BY_ID = {
    "type": "object",
    "title": "Check",
    "additionalProperties": False,
    "required": ["element_id"],
    "properties": {"element_id": {"type": "string", "title": "Element Id", "description": "which"}},
}
NAMED_LIKE_KEYWORDS = {
    "type": "object",
    "additionalProperties": False,
    "required": ["title"],
    "properties": {
        "title": {"type": "string", "title": "Title", "minLength": 1},
        "count": {"type": "integer", "default": 1, "minimum": 0},
        "description": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
    },
}


def spec(name, parameters):
    return ToolSpec(name=name, description="d", parameters=parameters, effect=Effect.READ)


def closed(**properties):
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def test_it_is_the_contract_with_one_form_per_kind_of_call():
    """Tools with equal parameters share a form; defaults that are values are demanded, those that are null not."""
    schema = proposal_schema([spec("check", BY_ID), spec("note", NAMED_LIKE_KEYWORDS), spec("uncheck", BY_ID)])
    text = {"type": "string"}
    note = {
        "type": "object",
        "additionalProperties": False,
        "required": ["title", "count"],
        "properties": {
            "title": text,
            "count": {"type": "integer"},
            "description": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        },
    }
    action = closed(
        reason=text,
        tool={"type": "string", "enum": ["check", "note", "uncheck"]},
        parameters={"anyOf": [closed(element_id=text), note]},
    )
    actions = {"type": "array", "items": action}
    assert schema == closed(complete={"type": "boolean"}, message=text, actions=actions)
    assert list(schema["properties"]) == ["complete", "message", "actions"]


def test_the_built_in_tools_stay_far_below_the_providers_limit_of_union_types():
    """Anthropic takes 16 properties of more than one type per request; custom tools need room too."""

    def unions(schema):
        if isinstance(schema, list):
            return sum(map(unions, schema))
        if not isinstance(schema, dict):
            return 0
        return ("anyOf" in schema) + sum(map(unions, schema.values()))

    forms_of_parameters = 1
    assert unions(proposal_schema(Toolbox(builtin_tools()).specs)) == forms_of_parameters


def test_tools_of_one_form_need_no_choice():
    schema = proposal_schema([spec("check", BY_ID), spec("uncheck", BY_ID)])
    action = schema["properties"]["actions"]["items"]
    assert action["properties"]["parameters"] == closed(element_id={"type": "string"})


def test_a_schema_tool_by_tool_binds_parameters_to_names():
    tools = Toolbox(builtin_tools()).specs
    schema = lowered(paired(proposal_schema(tools), tools))
    variants = schema["properties"]["actions"]["items"]["anyOf"]
    assert [each["properties"]["tool"]["enum"] for each in variants] == [[tool.name] for tool in tools]
    by_name = {each["properties"]["tool"]["enum"][0]: each["properties"]["parameters"] for each in variants}
    assert list(by_name["fill"]["properties"]) == ["element_id", "value"]
    assert list(by_name["click"]["properties"]) == ["element_id"]


@pytest.mark.parametrize(
    ("tool", "parameters", "mixed"),
    [
        ("fill", {"element_id": "input-0", "value": "1"}, False),
        ("wait", {"seconds": 1}, False),
        ("click", {"element_id": "button-0", "value": "1"}, True),
        ("navigate", {"element_id": "link-0"}, True),
        ("no_such_tool", {"value": "1"}, False),
    ],
)
def test_whether_an_answer_mixes_tools(tool, parameters, mixed):
    """An absent parameter may have a default, and an unknown tool is another mistake."""
    tools = Toolbox(builtin_tools()).specs
    answer = {"complete": False, "actions": [{"reason": "", "tool": tool, "parameters": parameters}]}
    assert mixes_tools(json.dumps(answer), paired(proposal_schema(tools), tools)) is mixed
