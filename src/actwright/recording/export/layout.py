"""Lays out statements as ruff and black do: at most 88 characters per line, with long locators split into variables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from actwright.recording.export.locators import Chain, LocatorCall

__all__ = ["Statement", "laid_out", "written"]

WIDTH = 88
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
        comment: The comment on the line above it; empty for none.
    """

    chain: Chain
    after: str = ""
    before: str = ""
    awaits: bool = True
    assign: str = ""
    opens: bool = False
    inside: bool = False
    comment: str = ""


def written(
    statement: Statement, names: Mapping[str, str], *, is_async: bool, content: dict[str, str] | None = None
) -> Iterator[str]:
    """The lines of a statement in a function.

    Args:
        statement: The statement.
        names: The variable for each value, by the name of the value.
        is_async: Whether the function is async.
        content: The source code that the variables of the lines above hold; the variables of these lines are added.
    """
    content = {} if content is None else content
    space = " " * INDENT * (1 + statement.inside)
    if statement.comment:
        yield f"{space}# {statement.comment}"
    start = f"{statement.assign} = " if statement.assign else ""
    if statement.opens:
        start = "async with " if is_async else "with "
    elif is_async and statement.awaits:
        start += "await "
    line = f"{space}{start}{statement.before}{statement.chain.code(names)}{statement.after}"
    if len(line) <= WIDTH or not statement.chain.calls:
        yield from laid_out(line)
        return
    variable, lines = _named(statement.chain, names, space, content)
    yield from lines
    yield from laid_out(f"{space}{start}{statement.before}{variable}{statement.after}")


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
    return variable, [*lines, *laid_out(f"{space}{variable} = {chain.code(names)}")]


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


def laid_out(line: str) -> Iterator[str]:
    """Splits a line that is too long: what is in its last parentheses goes on lines of its own."""
    if len(line) <= WIDTH or (group := _last_group(line)) is None:
        yield line
        return
    start, end = group
    space = " " * (len(line) - len(line.lstrip()))
    inner, deeper = line[start + 1 : end], space + " " * INDENT
    yield line[: start + 1]
    arguments = _arguments(inner)
    if len(arguments) == 1:
        yield from laid_out(deeper + arguments[0])
    elif len(deeper + inner) <= WIDTH:
        yield deeper + inner
    else:
        for argument in arguments:
            *most, last = laid_out(deeper + argument)
            yield from most
            yield f"{last},"
    yield space + line[end:]


def _last_group(line: str) -> tuple[int, int] | None:
    """The positions at which the last outer, non-empty parentheses open and close; None if there are none."""
    groups: list[tuple[int, int]] = []
    opened: list[int] = []
    for at in _code(line):
        if line[at] in "([{":
            opened.append(at)
        elif line[at] in ")]}":
            start = opened.pop()
            if not opened and at > start + 1:
                groups.append((start, at))
    return groups[-1] if groups else None


def _arguments(inner: str) -> list[str]:
    cuts, depth = [-1], 0
    for at in _code(inner):
        depth += (inner[at] in "([{") - (inner[at] in ")]}")
        if inner[at] == "," and not depth:
            cuts.append(at)
    return [inner[start + 1 : end].strip() for start, end in zip(cuts, [*cuts[1:], len(inner)], strict=True)]


def _code(text: str) -> Iterator[int]:
    """The positions of the characters outside of string literals."""
    quote, at = "", 0
    while at < len(text):
        if quote:
            if text[at] == "\\":
                at += 1
            elif text[at] == quote:
                quote = ""
        elif text[at] in "\"'":
            quote = text[at]
        else:
            yield at
        at += 1
