"""Writes statements as source code, with variables for the locators that do not fit on one line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from actwright.recording.export.locators import Chain, LocatorCall

__all__ = ["Statement", "written"]

WIDTH = 88
"""The longest line, as for black and ruff."""
INDENT = 4


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement about one locator: `expect(LOCATOR).to_be_visible()`.

    Attributes:
        before, after: The code around the locator.
        chain: The locator.
        awaits: Whether it is awaited in an async program.
        assign: The variable that the value is assigned to; empty for none.
        opens: Whether it opens a block: `with STATEMENT`.
        inside: Whether it is inside the block that the statement before it opened.
    """

    chain: Chain
    after: str = ""
    before: str = ""
    awaits: bool = True
    assign: str = ""
    opens: bool = False
    inside: bool = False


def written(
    statement: Statement, names: Mapping[str, str], *, is_async: bool, content: dict[str, str]
) -> Iterator[str]:
    """The lines of a statement in a function, each as long as it is.

    Args:
        statement: The statement.
        names: The variable for each value, by the name of the value.
        is_async: Whether the function is async.
        content: The source code that the variables of the lines above hold; the variables of these lines are added.
    """
    space = " " * INDENT * (1 + statement.inside)
    start = f"{statement.assign} = " if statement.assign else ""
    if statement.opens:
        start = "async with " if is_async else "with "
    elif is_async and statement.awaits:
        start += "await "
    locator = statement.chain.code(names)
    line = f"{space}{start}{statement.before}{locator}{statement.after}"
    if len(line) > WIDTH and statement.chain.calls:
        locator, lines = _named(statement.chain, names, space, content)
        yield from lines
    yield f"{space}{start}{statement.before}{locator}{statement.after}"


def _named(chain: Chain, names: Mapping[str, str], space: str, content: dict[str, str]) -> tuple[str, list[str]]:
    """A variable for a locator, and the lines that assign it; no lines if one above already does."""
    variable, whole = re.sub(r"\W", "_", chain.kind), chain.code(names)
    variable = f"{variable}_" if variable in names.values() or variable == chain.base else variable
    if content.get(variable) == whole:
        return variable, []
    lines: list[str] = []
    if len(f"{space}{variable} = {whole}") > WIDTH:
        chain, lines = _without_inner(chain, names, space, content)
        if len(f"{space}{variable} = {chain.code(names)}") > WIDTH and len(chain.calls) > 1:
            cut = 2 if chain.calls[-1].is_property else 1
            outer, more = _named(replace(chain, calls=chain.calls[:-cut]), names, space, content)
            lines += more
            chain = Chain(outer, chain.calls[-cut:])
    content[variable] = whole
    return variable, [*lines, f"{space}{variable} = {chain.code(names)}"]


def _without_inner(
    chain: Chain, names: Mapping[str, str], space: str, content: dict[str, str]
) -> tuple[Chain, list[str]]:
    """The chain with variables in place of the locators in its arguments, and the lines that assign them."""
    lines: list[str] = []
    calls: list[LocatorCall] = []
    for call in chain.calls:
        named: list[tuple[str, object]] = []
        for name, each in call.named:
            if isinstance(each, Chain) and each.calls:
                variable, more = _named(each, names, space, content)
                lines += more
                named.append((name, Chain(variable)))
            else:
                named.append((name, each))
        calls.append(replace(call, named=tuple(named)))
    return replace(chain, calls=tuple(calls)), lines
