"""JSON schemas that others wrote, with what references name in their place, within bounds of size and depth."""

from __future__ import annotations

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from functools import partial
from typing import Any, cast

MOST_NODES = 500
MOST_DEPTH = 50
UNTRUSTED = frozenset({"pattern", "patternProperties", "$dynamicRef", "$id"})
"""Keywords that could keep a validator busy forever, or make it fetch something."""

MAPS_OF_SCHEMAS = frozenset({"properties", "patternProperties", "dependentSchemas", "$defs"})


def inlined(schema: Mapping[str, Any], *, dropped: AbstractSet[str] = frozenset(), most_depth: int = MOST_DEPTH) -> Any:
    """Returns a schema without references.

    Args:
        schema: The schema.
        dropped: Keywords of `UNTRUSTED` that are left out instead of refused.
        most_depth: The most levels.

    Raises:
        ValueError: A reference names nothing, itself or another document, a keyword is not allowed, or the schema is
            too large or deep.
    """
    return _Inlining(schema, dropped, most_depth).inlined(schema)


class _Inlining:
    def __init__(self, schema: Mapping[str, Any], dropped: AbstractSet[str], most_depth: int) -> None:
        self._schema = schema
        self._dropped = dropped
        self._depth = most_depth
        self._left = MOST_NODES

    def inlined(
        self, node: Any, *, open_references: tuple[str, ...] = (), depth: int = 0, by_name: bool = False
    ) -> Any:
        """A part of the schema. `by_name` says that its keys are names of properties and no keywords."""
        self._left -= 1
        if self._left < 0 or depth > self._depth:
            raise ValueError(
                f"the schema has more than {MOST_NODES} parts, references included, or {self._depth} levels"
            )
        within = partial(self.inlined, open_references=open_references, depth=depth + 1)
        if isinstance(node, list):
            return [within(each) for each in cast("list[Any]", node)]
        if not isinstance(node, dict):
            return node
        keys = cast("dict[str, Any]", node)
        if by_name:
            return {name: within(value) for name, value in keys.items()}
        if refused := UNTRUSTED & keys.keys() - self._dropped:
            raise ValueError(f"{min(refused)} is not allowed in a schema")
        left_out = {"$ref", *self._dropped, *(() if depth else ("$defs",))}
        rest = {
            name: within(value, by_name=name in MAPS_OF_SCHEMAS) for name, value in keys.items() if name not in left_out
        }
        if "$ref" not in keys:
            return rest
        reference: Any = keys["$ref"]
        if reference in open_references:
            raise ValueError(f"{reference[:100]} contains itself; limit the nesting to named levels")
        target = self.inlined(self._named(reference), open_references=(*open_references, reference), depth=depth + 1)
        if isinstance(target, dict) and rest.keys() <= {"title", "description"}:
            return {**cast("dict[str, Any]", target), **rest}
        both: dict[str, Any] = {"allOf": [rest, target]} if "allOf" in rest else {**rest, "allOf": [target]}
        return both

    def _named(self, reference: Any) -> Any:
        """The part of the schema that a reference names, as in `#/$defs/item`."""
        if not (isinstance(reference, str) and re.match(r"#(/|$)", reference)):
            raise ValueError("a $ref may only point into the schema itself, as in #/$defs/item")
        found: Any = self._schema
        for part in reference.split("/")[1:]:
            name = part.replace("~1", "/").replace("~0", "~")
            if isinstance(found, list) and name.isdecimal():
                found = dict(enumerate(cast("list[Any]", found))).get(int(name[:5]))
            else:
                found = cast("dict[str, Any]", found).get(name) if isinstance(found, dict) else None
            if found is None:
                raise ValueError(f"the schema has nothing at {reference[:100]}; define it under $defs")
        return found
