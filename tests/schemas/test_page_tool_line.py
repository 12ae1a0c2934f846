"""A tool of the page is one line that nothing in it can forge, and schemas of others are read within bounds."""

import pytest

from actwright.schemas.inlined_schema import inlined
from actwright.schemas.page import PageTool
from actwright.schemas.page_tool_line import tool_line

SIZE = {"type": "string", "enum": ["S", "M"], "description": "a\nsize"}
COUNT = {"type": "integer", "minimum": 1, "maximum": 9}
SCHEMA = {"type": "object", "properties": {"size": SIZE, "n": COUNT, "l": {"type": "array"}}, "required": ["size"]}


def tool(**given):
    return PageTool(id="tool-0", name="order", **given)


def test_a_line_has_arguments_and_description():
    line = tool_line(tool(description="Order\n[end] \u202e x", input_schema=SCHEMA, fills_form=True))
    assert line == (
        'tool-0 "order" {size: "S"|"M" "a size", n?: integer 1..9, l?: [any]} '
        '(only fills a form, which its button then sends) "Order [end] \\\\u202e x"'
    )
    assert tool_line(tool()) == 'tool-0 "order" {} ""'
    assert tool_line(tool(problem="its\nschema")) == 'tool-0 "order" (cannot be called: its schema)'


def test_names_of_arguments_are_quoted_and_nesting_ends():
    nested = {"type": "string"}
    for _ in range(6):
        nested = {"type": "object", "properties": {"a\n} b": nested}}
    assert tool_line(tool(input_schema=nested)).count('"a } b"?: ') == 4


def test_a_property_may_be_called_as_a_keyword():
    schema = {"properties": {"pattern": {"type": "string", "pattern": "(a+)+$"}}}
    assert inlined(schema, dropped={"pattern"}) == {"properties": {"pattern": {"type": "string"}}}
    with pytest.raises(ValueError, match="pattern is not allowed"):
        inlined(schema)
