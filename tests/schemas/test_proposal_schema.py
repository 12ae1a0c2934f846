from actwright.schemas.step import Effect
from actwright.schemas.tool import ToolSpec, proposal_schema
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
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def test_it_is_the_contract_with_one_variant_per_kind_of_call():
    """Tools with equal parameters share a variant; defaults that are values are demanded, those that are null not."""
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
    variants = [
        closed(reason=text, tool={"enum": ["check", "uncheck"]}, parameters=closed(element_id=text)),
        closed(reason=text, tool={"const": "note"}, parameters=note),
    ]
    actions = {"type": "array", "items": {"anyOf": variants}}
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

    assert unions(proposal_schema(Toolbox(builtin_tools()).specs)) == 14


def test_tools_without_an_element_share_variants():
    """As long as no call must leave more than three parameters null; what all of them take stays as it is."""
    text, number = {"type": "string"}, {"type": "number"}

    def taking(**properties):
        return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}

    nullable = {name: {"anyOf": [text, {"type": "null"}]} for name in ("url", "tab")}
    specs = [
        spec("wait", taking(text=text, seconds=number, gone=text)),
        spec("open", taking(url=text)),
        spec("show", taking(tab=text)),
        spec("reload", taking()),
        spec("answer", taking(text=text, accept=text)),
        spec("count", taking(text=number)),
    ]
    forms = proposal_schema(specs)["properties"]["actions"]["items"]["anyOf"]
    shared = {
        tuple(form["properties"]["tool"].get("enum", ["count"])): form["properties"]["parameters"] for form in forms
    }
    assert list(shared) == [("reload", "open", "show", "count"), ("answer", "wait")]
    first = shared["reload", "open", "show", "count"]
    assert first["properties"] == {**nullable, "text": {"anyOf": [number, {"type": "null"}]}}
    assert first["required"] == []
    assert shared["answer", "wait"]["required"] == ["text"]
    assert shared["answer", "wait"]["properties"]["text"] == text
