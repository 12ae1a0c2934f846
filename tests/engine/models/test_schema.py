"""The lowering of schemas to what every provider's strict mode takes."""

import json
from copy import deepcopy
from datetime import date
from enum import Enum
from typing import Annotated, Any, Literal, Union

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field, create_model

from actwright.engine.models.schema import lowered
from actwright.errors import ConfigError
from actwright.testing.checks import anthropic_problem, openai_chat_problem


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Point(BaseModel):
    x: int = Field(ge=0, description="px")
    y: int = 3


class Circle(BaseModel):
    kind: Literal["circle"]
    centre: Point


class Square(BaseModel):
    kind: Literal["square"]
    corners: list[Point] = Field(max_length=4)


Shape = Annotated[Circle | Square, Field(discriminator="kind")]


class Everything(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1, max_length=9, pattern="^a", description="who")
    colour: Colour = Colour.RED
    nickname: str | None = None
    when: date
    size: tuple[int, str]
    shape: Shape
    mixed: Literal["a", 3, None]  # noqa: PYI061 - one enum that holds a null


POINT = {
    "type": "object",
    "properties": {"x": {"type": "integer", "description": "px"}, "y": {"type": ["integer", "null"]}},
    "required": ["x", "y"],
    "additionalProperties": False,
}


def closed(**properties):
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def test_everything_pydantic_makes():
    """References, unions, enums, tuples, dates, bounds and titles all come out in the strict subset."""
    schema = Everything.model_json_schema()
    before = deepcopy(schema)
    assert lowered(schema) == closed(
        name={"type": "string", "description": "who"},
        colour={"anyOf": [{"type": "string", "enum": ["red", "blue"]}, {"type": "null"}]},
        nickname={"type": ["string", "null"]},
        when={"type": "string"},
        size={"type": "array", "items": {"type": ["integer", "string"]}},
        shape={
            "anyOf": [
                closed(kind={"type": "string", "const": "circle"}, centre=POINT),
                closed(kind={"type": "string", "const": "square"}, corners={"type": "array", "items": POINT}),
            ]
        },
        mixed={"anyOf": [{"type": "string", "enum": ["a"]}, {"type": "integer", "enum": [3]}, {"type": "null"}]},
    )
    assert schema == before


def test_optional_properties_may_be_absent_instead():
    """The first so many optional properties leave `required`; a null that only meant the default leaves their type."""
    schema = create_model(
        "M", a=(str | None, None), b=(int, 3), c=(str | None, None), d=(str | None, "x")
    ).model_json_schema()
    result = lowered(schema, may_be_absent=2)
    assert result["required"] == ["c", "d"]
    assert result["properties"] == {
        "a": {"type": "string"},
        "b": {"type": "integer"},
        "c": {"type": ["string", "null"]},
        "d": {"type": ["string", "null"]},
    }


def test_a_schema_inside_a_schema_keeps_its_own_definitions():
    """Two tools may both define `Point`, each its own."""
    other = {"$defs": {"Point": {"type": "string"}}, "type": "object", "properties": {"p": {"$ref": "#/$defs/Point"}}}
    own = {**other, "$defs": {"Point": {"type": "number"}}, "required": ["p"]}
    root = {"type": "object", "properties": {"own": own, "p": {"$ref": "#/$defs/Point"}}, "required": ["own", "p"]}
    root["$defs"] = other["$defs"]
    assert lowered(root) == closed(own=closed(p={"type": "number"}), p={"type": "string"})


def test_properties_named_like_keywords_stay():
    """A parameter may be called title, default or format."""
    model = create_model("M", title=(str, ...), default=(int, ...), format=(bool, ...))
    assert list(lowered(model.model_json_schema())["properties"]) == ["title", "default", "format"]


class Node(BaseModel):
    children: list["Node"]


@pytest.mark.parametrize(
    ("type_", "words"),
    [
        (dict[str, str], "the field 'outer.inner' is an object with free keys.*use a list of objects with `key`"),
        (dict, "the field 'outer.inner' is an object with free keys"),
        (Any, "the field 'outer.inner' is a value of any type"),
        (list, r"the field 'outer.inner\[\]' is a value of any type"),
        (Node, r"the field 'outer.inner.children\[\]' is Node, which contains itself"),
    ],
)
def test_what_no_provider_can_hold_a_model_to(type_, words):
    """Free-form parts are refused with the path of the field and what to write instead."""
    inner = create_model("Inner", inner=(type_, ...))
    with pytest.raises(ConfigError, match=words):
        lowered(create_model("Outer", outer=(inner, ...)).model_json_schema())


@pytest.mark.parametrize("schema", [{"type": "string"}, {"anyOf": [POINT, {"type": "null"}]}])
def test_the_root_is_an_object(schema):
    """Providers refuse a root that is anything else."""
    with pytest.raises(ConfigError, match="must be an object at its root"):
        lowered(schema)


SCALARS = [str, int, bool, Literal["a", "b"], Colour, date]  # not float: JSON has no NaN


def models(types):
    fields = st.one_of(
        types.map(lambda type_: (type_, ...)), types.map(lambda type_: (type_ | None, None)), st.just((int, 7))
    )
    names = st.sampled_from(["a", "b", "title", "items", "type"])
    return st.dictionaries(names, fields, max_size=4).map(lambda found: create_model("Made", **found))


TYPES = st.recursive(
    st.sampled_from(SCALARS),
    lambda inner: st.one_of(
        inner.map(lambda type_: list[type_]),
        inner.map(lambda type_: type_ | None),
        st.tuples(inner, inner).map(lambda pair: tuple[pair]),
        st.lists(inner, min_size=2, max_size=3).map(lambda types: Union[tuple(types)]),  # noqa: UP007
        models(inner),
    ),
    max_leaves=6,
)


@settings(max_examples=25)
@given(model=models(TYPES), may_be_absent=st.integers(0, 4), data=st.data())
def test_a_valid_instance_stays_valid(model, may_be_absent, data):
    """Whatever the original takes, the lowered schema takes too; and both providers take the lowered schema."""
    schema = lowered(model.model_json_schema(), may_be_absent=may_be_absent)
    instance = json.loads(data.draw(st.from_type(model)).model_dump_json())
    assert fits(completed(instance, schema), schema)
    assert strict_problems(lowered(model.model_json_schema())) == ["", ""]


def strict_problems(schema):
    messages = [{"role": "user", "content": "x"}]
    form = {"type": "json_schema", "json_schema": {"name": "n", "schema": schema, "strict": True}}
    claude = {"model": "m", "max_tokens": 1, "messages": messages, "output_config": {"format": {"schema": schema}}}
    problems = [
        openai_chat_problem({"model": "m", "messages": messages, "response_format": form}),
        anthropic_problem(claude, {"anthropic-version": "2023-06-01"}),
    ]
    return ["" if "too many" in problem or "levels" in problem else problem for problem in problems]


def completed(value, schema):
    """The instance as a model would write it: nulls where they stand for nothing are absent if they may be."""
    for variant in schema.get("anyOf", ()):
        candidate = completed(value, variant)
        if fits(candidate, variant):
            return candidate
    if schema.get("type") == "array" and isinstance(value, list):
        return [completed(item, schema["items"]) for item in value]
    if schema.get("type") == "object" and isinstance(value, dict):
        properties = schema["properties"]
        made = {name: completed(value.get(name), properties[name]) for name in properties}
        return {name: made[name] for name in made if name in schema["required"] or made[name] is not None}
    return value


def fits(value, schema):  # noqa: PLR0911 - one per type
    """Validity by the keywords that a lowered schema may have."""
    if "anyOf" in schema:
        return any(fits(value, variant) for variant in schema["anyOf"])
    if isinstance(schema["type"], list):
        return any(fits(value, {"type": name}) for name in schema["type"])
    assert set(schema) <= {
        "type",
        "const",
        "enum",
        "items",
        "properties",
        "required",
        "additionalProperties",
        "description",
    }
    if value not in schema.get("enum", [value]) or value != schema.get("const", value):
        return False
    match schema["type"]:
        case "object":
            return (
                isinstance(value, dict)
                and set(schema["required"]) <= set(value) <= set(schema["properties"])
                and all(fits(inner, schema["properties"][name]) for name, inner in value.items())
            )
        case "array":
            return isinstance(value, list) and all(fits(item, schema["items"]) for item in value)
        case "number":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        case name:
            return isinstance(value, {"string": str, "boolean": bool, "null": type(None)}[name])


def test_a_choice_of_something_else_is_told():
    """JSON has no tuples."""
    with pytest.raises(ConfigError, match=r"the choice \[1, 2\] is not text, a number"):
        lowered({"type": "object", "properties": {"at": {"enum": [[1, 2]]}}})
