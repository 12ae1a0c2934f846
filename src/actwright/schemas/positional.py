"""Parameters by position, as models write them: `["button-0", "button=right"]` for those of `click_with`.

The values are texts in the order of the tool's signature: the required ones, then the optional ones. If the last
required one is a list of texts or numbers, it takes all values that are left. Numbers and booleans are written as in
JSON, and so are objects, and lists that do not come last.

After the required ones, `name=value` gives an optional one by its name, and only such follow; `["", "price=5"]` finds
`price=5` with `read`, which has no such parameter. A required one in its place may have its own name before it, too:
`["input-0", "value=5"]` fills in 5. A text that itself begins so has the name twice: `find=offset=3`, `value=value=5`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from pydantic import JsonValue

from actwright.errors import ReplyError
from actwright.schemas.strict_json import strict_json
from actwright.suggestions import unknown

if TYPE_CHECKING:
    from actwright.schemas.tool import ToolSpec

Schema = Mapping[str, Any]

NESTED = {"array", "object"}


class Order(NamedTuple):
    """The names of a tool's parameters: required ones, the list that takes what is left (or ""), and optional ones."""

    fixed: tuple[str, ...]
    rest: str
    optional: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """All of them, in their order."""
        return (*self.fixed, *filter(None, [self.rest]), *self.optional)

    def takes(self, count: int) -> bool:
        """Whether so many values, or fewer, have their places."""
        return bool(self.rest) or count <= len(self.names)

    def named(self, values: Sequence[Any]) -> dict[str, Any]:
        """The values by name, each in its place; those that are left may be one list."""
        found: dict[str, Any] = dict(zip(self.fixed if self.rest else self.names, values, strict=False))
        if self.rest and (left := values[len(self.fixed) :]):
            found[self.rest] = left[0] if len(left) == 1 and isinstance(left[0], list) else [*left]
        return found


def order(spec: ToolSpec) -> Order:
    """The order in which the parameters of a tool are given."""
    properties: Schema = spec.parameters.get("properties", {})
    required = [name for name in properties if name in spec.parameters.get("required", ())]
    optional = tuple(name for name in properties if name not in required)
    if required and _items(properties[required[-1]], spec.parameters) is not None:
        return Order(tuple(required[:-1]), required[-1], optional)
    return Order(tuple(required), "", optional)


def by_name(tool: str, values: Sequence[JsonValue], specs: Sequence[ToolSpec]) -> dict[str, JsonValue]:
    """The parameters of a call by name.

    What does not fit its parameter stays a text, and is refused when the call is bound.

    Raises:
        ValueError: There is no such tool, or it does not take so many values.
    """
    spec = next((each for each in specs if each.name == tool), None)
    if spec is None:
        raise ValueError(unknown("tool", tool, [each.name for each in specs]))
    places = order(spec)
    least = len(places.fixed)
    if len(values) < least:
        raise _refusal(spec, f"{places.fixed[len(values)]} is missing")
    named = next((at for at, each in enumerate(values) if at >= least and _name(each) in places.optional), len(values))
    if not places.takes(named):
        raise _refusal(spec, "there are too many values")
    given = [_without_name(each, name) for each, name in zip(values, places.fixed, strict=False)]
    found: dict[str, Any] = {
        **({places.rest: []} if places.rest else {}),
        **places.named([*given, *values[least:named]]),
    }
    for each in values[named:]:
        name = _name(each)
        if name not in places.optional or name in found:
            raise _refusal(spec, "after a parameter by name, only other optional ones follow, by their names")
        found[name] = cast(str, each).partition("=")[2]
    properties: Schema = spec.parameters.get("properties", {})
    return {name: _read(value, properties[name], spec.parameters) for name, value in found.items()}


def by_position(spec: ToolSpec, parameters: Mapping[str, JsonValue]) -> list[str] | None:
    """The values as a model writes them; None if these parameters cannot be read again from such a list."""
    fixed, rest, optional = order(spec)
    by_order = not rest
    with suppress(KeyError, TypeError, ValueError):
        texts = [(name, _text(parameters[name])) for name in fixed]
        written = [f"{name}={text}" if _name(text) == name else text for name, text in texts]
        written += map(_text, cast("list[JsonValue]", parameters[rest])) if rest else []
        for name in optional:
            text = _text(parameters[name]) if name in parameters else None
            by_order = by_order and text is not None and _name(text) not in optional
            written += [] if text is None else [text if by_order else f"{name}={text}"]
        return written if by_name(spec.name, written, [spec]) == parameters else None
    return None


def head(spec: ToolSpec) -> str:
    """A tool's name and parameters: `wait(seconds=5, text="", gone=false)`, `select_several(element_id, *values)`."""
    fixed, rest, optional = order(spec)
    properties: Schema = spec.parameters.get("properties", {})
    shown = [_shown(name, properties[name], spec.parameters) for name in (*fixed, *optional)]
    shown[len(fixed) : len(fixed)] = [f"*{rest}"] if rest else []
    return f"{spec.name}({', '.join(shown)})"


def nested(spec: ToolSpec) -> Iterator[str]:
    """The schema of each parameter that is written as JSON, in words for a model."""
    root, rest = spec.parameters, order(spec).rest
    for name, schema in root.get("properties", {}).items():
        if name != rest and _is_nested(schema, root):
            of = {key: value for key, value in schema.items() if key not in ("title", "description", "default")}
            shown = _text(of)
            definitions = {"$defs": root["$defs"]} if "$ref" in shown else {}
            yield f"{name}: JSON {_text({**of, **definitions})}."


def shown_default(schema: Schema) -> str:
    """The default of an optional parameter, as a signature shows it."""
    default = schema.get("default")
    if isinstance(default, float):
        return f"{default:g}"
    return default if default and isinstance(default, str) else json.dumps(default, ensure_ascii=False)


def _shown(name: str, schema: Schema, root: Schema) -> str:
    """A parameter with its default, and with its choices or its type where the default does not tell them."""
    leaves, default = [*_leaves(schema, root)], shown_default(schema)
    if schema.get("default") is not None:
        others = (each for leaf in leaves if "enum" in leaf for each in _kinds(leaf) if each != default)
        return "|".join([f"{name}={default}", *others])
    kinds = "|".join(dict.fromkeys(kind for leaf in leaves for kind in _kinds(leaf)))
    optional = "" if name in root.get("required", ()) else f"={default}"
    return name + (f":{kinds}" if kinds else "") + optional


def _is_nested(schema: Schema, root: Schema) -> bool:
    return any(leaf.get("type") in NESTED for leaf in _leaves(schema, root))


def _kinds(leaf: Schema) -> Sequence[str]:
    """The choices of a type, or its name; nothing for a text."""
    if "enum" in leaf or "const" in leaf:
        return [shown_default({"default": each}) for each in leaf.get("enum", [leaf.get("const")])]
    named = {"boolean": ["true", "false"], "number": ["number"], "integer": ["integer"]}
    return ["JSON"] if leaf.get("type") in NESTED else named.get(leaf.get("type", ""), [])


def _leaves(schema: Schema, root: Schema) -> Iterator[Schema]:
    """The types that a schema is a union of, each alone."""
    variants = schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf")
    if "$ref" in schema:
        yield from _leaves(root["$defs"][str(schema["$ref"]).removeprefix("#/$defs/")], root)
    elif variants:
        for each in variants:
            yield from _leaves(each, root)
    elif isinstance(schema.get("type"), list):
        yield from ({**schema, "type": each} for each in schema["type"])
    else:
        yield schema


def _items(schema: Schema, root: Schema) -> Schema | None:
    """The type of the items, if the schema is a list of texts or other scalars."""
    leaves = [*_leaves(schema, root)]
    items = leaves[0].get("items") if len(leaves) == 1 and leaves[0].get("type") == "array" else None
    return items if items and not _is_nested(items, root) else None


def _read(value: JsonValue, schema: Schema, root: Schema) -> JsonValue:
    """A value that stands for a parameter of this type; unchanged if it does not."""
    if isinstance(value, list):
        items = _items(schema, root)
        return value if items is None else [_read(each, items, root) for each in value]
    types = {leaf.get("type", "string") for leaf in _leaves(schema, root)}
    if isinstance(value, str):
        if "string" in types:
            return None if value == "null" and "null" in types else value
        with suppress(ReplyError):
            return strict_json(value)
    elif isinstance(value, int) and types <= {"string", "null"}:  # written without quotation marks
        return json.dumps(value)
    return value


def _name(value: JsonValue) -> str:
    """The name in `name=value`; empty if there is none."""
    name, equals, _ = value.partition("=") if isinstance(value, str) else ("", "", "")
    return name if equals else ""


def _without_name(value: JsonValue, name: str) -> JsonValue:
    return value.removeprefix(f"{name}=") if isinstance(value, str) else value


def _text(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _refusal(spec: ToolSpec, why: str) -> ValueError:
    return ValueError(f"{why}: the parameters are {head(spec)}")
