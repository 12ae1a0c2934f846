import json

import pytest

from actwright.engine.models.schema import lowered
from actwright.schemas.step import Effect
from actwright.schemas.tool import ToolSpec, miscounts, paired, proposal_schema
from actwright.tools.toolbox import Toolbox, builtin_tools

BY_ID = {
    "type": "object",
    "title": "Check",
    "additionalProperties": False,
    "required": ["element_id"],
    "properties": {"element_id": {"type": "string", "title": "Element Id", "description": "which"}},
}


def spec(name, parameters):
    return ToolSpec(name=name, description="d", parameters=parameters, effect=Effect.READ)


def closed(**properties):
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


TEXT = {"type": "string"}
TEXTS = {"type": "array", "items": TEXT}


def test_it_is_the_contract_with_parameters_as_texts_in_their_order():
    """Tools add only their names, so that the schema is nearly the same size for all of them."""
    schema = proposal_schema([spec("check", BY_ID), spec("uncheck", BY_ID)])
    action = closed(reason=TEXT, tool={"type": "string", "enum": ["check", "uncheck"]}, parameters=TEXTS)
    actions = {"type": "array", "items": action}
    assert schema == closed(complete={"type": "boolean"}, message=TEXT, actions=actions)
    assert list(schema["properties"]) == ["complete", "message", "actions"]


def test_tools_leave_the_providers_limit_of_union_types_to_the_answer():
    """Anthropic takes 16 properties of more than one type per request."""

    def unions(schema):
        if isinstance(schema, list):
            return sum(map(unions, schema))
        if not isinstance(schema, dict):
            return 0
        return ("anyOf" in schema) + sum(map(unions, schema.values()))

    assert unions(proposal_schema(Toolbox(builtin_tools()).specs)) == 0


def test_a_schema_tool_by_tool_says_how_many_parameters_each_takes():
    tools = Toolbox(builtin_tools()).specs
    schema = lowered(paired(proposal_schema(tools), tools), lengths=True)
    variants = [each["properties"] for each in schema["properties"]["actions"]["items"]["anyOf"]]
    assert [each["tool"]["enum"] for each in variants] == [[tool.name] for tool in tools]
    by_name = {each["tool"]["enum"][0]: each["parameters"] for each in variants}
    assert by_name["fill"] == {**TEXTS, "minItems": 2, "maxItems": 2}
    assert by_name["press"] == {**TEXTS, "minItems": 1, "maxItems": 2}
    assert by_name["select_several"] == {**TEXTS, "minItems": 1}
    assert lowered(schema)["properties"]["actions"]["items"]["anyOf"][0]["properties"]["parameters"] == TEXTS


@pytest.mark.parametrize(
    ("tool", "parameters", "wrong"),
    [
        ("fill", ["input-0", "1"], False),
        ("wait", [], False),
        ("expect", ["a", "b", "c"], False),
        ("click", ["button-0", "1"], True),
        ("fill", ["input-0"], True),
        ("click", {"element_id": "button-0", "value": "1"}, False),
        ("no_such_tool", ["1"], False),
    ],
)
def test_whether_an_answer_miscounts_parameters(tool, parameters, wrong):
    """By name they are not counted, and an unknown tool is another mistake."""
    tools = Toolbox(builtin_tools()).specs
    answer = {"complete": False, "actions": [{"reason": "", "tool": tool, "parameters": parameters}]}
    assert miscounts(json.dumps(answer), paired(proposal_schema(tools), tools)) is wrong
