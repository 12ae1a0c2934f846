"""Lays statements out as lines of source code, with variables for the locators that do not fit on one line."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from actwright.recording.export.locators import Address, Answer, Chain, LocatorCall, LocatorText, Pattern, PointOf

WIDTH = 88
"""The longest line, as for black and ruff."""
INDENT = 4
FILE_NAME = "file_name"
"""The assertion that a name of a file is like a pattern with `*` and `?`."""


NOTHING = Chain("")


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement about one locator: `expect(LOCATOR).to_be_visible()`.

    Attributes:
        chain: The locator, or a page or another variable.
        does: The call on it.
        expects: The assertion about it.
        awaits: Whether it is awaited in an async program.
        assign: The variable that the value is assigned to; empty for none.
        required: Whether a value that is missing fails the program.
        opens: Whether it waits for something that the next statement sets off.
        inside: Whether it sets that off.
        comment: The text of a comment; it has nothing else then.
    """

    chain: Chain = NOTHING
    does: LocatorCall | None = None
    expects: LocatorCall | None = None
    awaits: bool = True
    assign: str = ""
    required: bool = False
    opens: bool = False
    inside: bool = False
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Code(ABC):
    """Writes source code in one language.

    Attributes:
        names: The variable for each value, by the name of the value.
    """

    names: Mapping[str, str]

    @abstractmethod
    def variable(self, name: str) -> str:
        """A variable, as it is written."""

    @abstractmethod
    def assigned(self, variable: str, code: str) -> str:
        """An assignment."""

    @abstractmethod
    def statement(self, statement: Statement, locator: str) -> list[str]:
        """The lines of a statement, in which `locator` is the source code of its locator."""

    @abstractmethod
    def call(self, call: LocatorCall) -> str:
        """A call or property of a chain."""

    @abstractmethod
    def text(self, text: LocatorText) -> str:
        """A text with variables."""

    @abstractmethod
    def pattern(self, pattern: Pattern) -> str:
        """A regular expression with variables."""

    @abstractmethod
    def address(self, address: Address) -> str:
        """A URL on the host where the program starts."""

    @abstractmethod
    def point(self, point: PointOf) -> str:
        """A coordinate."""

    @abstractmethod
    def answer(self, answer: Answer) -> str:
        """A function that answers a dialog."""

    @abstractmethod
    def literal(self, value: Any) -> str:
        """A text, a number or a truth value."""

    def chain(self, chain: Chain) -> str:
        """The source code of a locator."""
        return self.variable(chain.base) + "".join(map(self.call, chain.calls))

    def argument(self, argument: Any) -> str:
        """The source code of an argument of a call."""
        kinds: Mapping[type, Callable[[Any], str]] = {
            LocatorText: self.text,
            Pattern: self.pattern,
            Address: self.address,
            PointOf: self.point,
            Answer: self.answer,
            Chain: self.chain,
            list: lambda several: f"[{', '.join(map(self.argument, several))}]",
        }
        write = next((each for kind, each in kinds.items() if isinstance(argument, kind)), self.literal)
        return write(argument)


def written(statement: Statement, code: Code, content: dict[str, str]) -> Iterator[str]:
    """The lines of a statement in a function, each as long as it is.

    Args:
        statement: The statement.
        code: Writes the language.
        content: The source code that the variables of the lines above hold; the variables of these lines are added.
    """
    space = " " * INDENT * (1 + statement.inside)
    locator = code.chain(statement.chain)
    lines = code.statement(statement, locator)
    if len(f"{space}{lines[0]}") > WIDTH and statement.chain.calls:
        locator, named = _named(statement.chain, code, space, content)
        yield from named
        lines = code.statement(statement, locator)
    yield from (f"{space}{line}" for line in lines)


def _named(chain: Chain, code: Code, space: str, content: dict[str, str]) -> tuple[str, list[str]]:
    """A variable for a locator, and the lines that assign it; no lines if one above already does."""
    variable, whole = code.variable(re.sub(r"\W", "_", chain.kind)), code.chain(chain)
    variable = f"{variable}_" if variable in code.names.values() or variable == chain.base else variable
    if content.get(variable) == whole:
        return variable, []
    lines: list[str] = []
    if len(f"{space}{code.assigned(variable, whole)}") > WIDTH:
        chain, lines = _without_inner(chain, code, space, content)
        if len(f"{space}{code.assigned(variable, code.chain(chain))}") > WIDTH and len(chain.calls) > 1:
            cut = 2 if chain.calls[-1].is_property else 1
            outer, more = _named(replace(chain, calls=chain.calls[:-cut]), code, space, content)
            lines += more
            chain = Chain(outer, chain.calls[-cut:])
    content[variable] = whole
    return variable, [*lines, f"{space}{code.assigned(variable, code.chain(chain))}"]


def _without_inner(chain: Chain, code: Code, space: str, content: dict[str, str]) -> tuple[Chain, list[str]]:
    """The chain with variables in place of the locators in its arguments, and the lines that assign them."""
    lines: list[str] = []
    calls: list[LocatorCall] = []
    for call in chain.calls:
        named: list[tuple[str, object]] = []
        for name, each in call.named:
            if isinstance(each, Chain) and each.calls:
                variable, more = _named(each, code, space, content)
                lines += more
                named.append((name, Chain(variable)))
            else:
                named.append((name, each))
        calls.append(replace(call, named=tuple(named)))
    return replace(chain, calls=tuple(calls)), lines
