"""A small language of tool calls, with the syntax of Python: it is read, and nothing of it is ever run as Python."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import cast

from pydantic import JsonValue

from actwright.errors import ReplyError
from actwright.schemas.positional import Order, order
from actwright.schemas.proposal import MAX_ACTIONS, Action
from actwright.schemas.tool import ToolSpec
from actwright.text import shortened

FENCED = re.compile(r"```[a-z]*\n(.*?)\n?```", re.DOTALL)
COMMENT = re.compile(r"\s*#\s*(.+)")
LONGEST = 20_000
"""Characters of a program."""
DEEPEST = 4
"""How many `if` and `for` may stand in each other."""
LONGEST_SHOWN = 80

Shows = Callable[[str], bool]
"""Whether the page shows these words."""
Names = Mapping[str, JsonValue]
OWN_WORDS = {"shows": Order(("words",), "", ()), "complete": Order(("message",), "", ("output",))}
"""The calls that are no tools, and what they take."""
CONSTANTS: Names = {"true": True, "false": False, "null": None}
"""Words of JSON that models write in place of Python's."""


@dataclass(frozen=True, slots=True)
class Batch:
    """What a program does on one page.

    Attributes:
        actions: Its actions.
        complete: Whether it completes the task with them.
        message: What it says to the user if it does; else empty.
        output: The typed answer.
    """

    actions: tuple[Action, ...] = ()
    complete: bool = False
    message: str = ""
    output: dict[str, JsonValue] | None = None


class Program:
    """A program: calls of tools, `shows`, `complete`, `if shows(…)` and `for name in [texts]`.

    Attributes:
        why: The comment at its beginning.
    """

    def __init__(self, text: str, tools: Sequence[ToolSpec]) -> None:
        """Reads a program, alone or in the only fence of a text.

        Raises:
            ReplyError: It is not a program of this language.
        """
        fenced = FENCED.findall(text)
        source = fenced[0] if len(fenced) == 1 else text
        if len(source) > LONGEST:
            raise ReplyError(f"the program has {len(source):,} characters; at most {LONGEST:,} are read")
        try:
            self._body = ast.parse(source).body
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            raise ReplyError(f"the reply is not a program: {shortened(str(error), LONGEST_SHOWN)}") from error
        comment = COMMENT.match(source)
        self.why = comment[1].strip() if comment else ""
        self._orders = {spec.name: order(spec) for spec in tools}
        _check(self._body, self._orders, frozenset())

    def batches(self) -> Generator[Batch, Shows]:
        """Yields what to do page by page, an empty batch first; each is answered by what the page then shows.

        It ends where a `shows` does not hold, or behind the last line.

        Raises:
            ReplyError: It has more actions than a program may have.
        """
        page, pending, count = (yield Batch()), list[Action](), 0
        lines = _lines(self._body, {})
        answer = False
        with suppress(StopIteration):
            line = next(lines)
            while True:
                call, names = line.call, line.names
                name, given = cast(ast.Name, call.func).id, [_value(each, line.names) for each in call.args]
                if name == "complete":
                    output = given[1] if len(given) > 1 and isinstance(given[1], dict) else None
                    yield Batch(tuple(pending), complete=True, message=str(given[0]), output=output)
                    return
                if name == "shows":
                    if pending:
                        page = yield Batch(tuple(pending))
                        pending = []
                    answer = page(str(given[0]))
                    if not answer and not line.is_condition:
                        return
                else:
                    count += 1
                    if count > MAX_ACTIONS:
                        raise ReplyError(f"the program has more than {MAX_ACTIONS} actions")
                    named = {cast(str, each.arg): _value(each.value, names) for each in call.keywords}
                    parameters = {**self._orders[name].named(given), **named}
                    pending.append(Action(reason=f"line {call.lineno}", tool=name, parameters=parameters))
                line = lines.send(answer)
        if pending:
            yield Batch(tuple(pending))


@dataclass(frozen=True, slots=True)
class _Line:
    call: ast.Call
    names: Names
    is_condition: bool = False


def _lines(body: Sequence[ast.stmt], names: Names) -> Generator[_Line, bool]:
    """Yields the calls in their order. Each is answered by whether it holds, which matters for conditions."""
    for each in body:
        match each:
            case ast.Expr(value=ast.Call() as call):
                yield _Line(call, names)
            case ast.If(test=ast.UnaryOp(operand=ast.Call() as call)):
                yield from _lines(each.orelse if (yield _Line(call, names, is_condition=True)) else each.body, names)
            case ast.If(test=ast.Call() as call):
                yield from _lines(each.body if (yield _Line(call, names, is_condition=True)) else each.orelse, names)
            case ast.For(target=ast.Name(id=name), iter=ast.List(elts=items)):
                for item in items:
                    yield from _lines(each.body, {**names, name: _value(item, names)})
            case _:
                pass


def _check(body: Sequence[ast.stmt], tools: Mapping[str, Order], names: frozenset[str], depth: int = 0) -> None:
    """Raises ReplyError for what does not belong to the language, before anything of the program is done."""
    if depth > DEEPEST:
        raise _refusal(body[0], f"more than {DEEPEST} nested `if` and `for`")
    for each in body:
        match each:
            case ast.Expr(value=ast.Call() as call):
                _check_call(call, tools, names)
            case ast.Pass() | ast.Expr(value=ast.Constant()):
                pass
            case (
                ast.If(test=ast.Call(func=ast.Name(id="shows")) as call)
                | ast.If(test=ast.UnaryOp(op=ast.Not(), operand=ast.Call(func=ast.Name(id="shows")) as call))
            ):
                _check_call(call, tools, names)
                _check(each.body, tools, names, depth + 1)
                _check(each.orelse, tools, names, depth + 1)
            case ast.For(target=ast.Name(id=name), iter=ast.List(elts=items), orelse=[]):
                for item in items:
                    _check_value(item, names)
                _check(each.body, tools, names | {name}, depth + 1)
            case _:
                raise _refusal(
                    each, "only calls of tools, `shows`, `complete`, `if shows(…)` and `for name in [texts]`"
                )


def _check_call(call: ast.Call, tools: Mapping[str, Order], names: frozenset[str]) -> None:
    tool = call.func.id if isinstance(call.func, ast.Name) else ""
    known = tools.get(tool, OWN_WORDS.get(tool))
    if known is None:
        raise _refusal(call, f"there is no tool {shortened(ast.unparse(call.func), LONGEST_SHOWN)}")
    given = [*known.named(call.args), *(each.arg for each in call.keywords)]
    if not known.takes(len(call.args)) or not set(given) <= set(known.names) or len(set(given)) < len(given):
        raise _refusal(call, f"{tool} takes {', '.join(known.names) or 'nothing'}, each once")
    if tool in OWN_WORDS and (not call.args or call.keywords):
        raise _refusal(call, f"{tool} takes positional arguments only")
    for value in [*call.args, *(each.value for each in call.keywords)]:
        _check_value(value, names)


def _check_value(node: ast.expr, names: frozenset[str]) -> None:
    try:
        _value(node, dict.fromkeys((*names, "")))
    except (KeyError, TypeError, ValueError) as error:
        shown = shortened(ast.unparse(node), LONGEST_SHOWN)
        raise _refusal(node, f"{shown} is not a text, a number, True, False or a list of these") from error


def _value(node: ast.expr, names: Names) -> JsonValue:
    """What an argument stands for. Raises KeyError, TypeError or ValueError if it is none of this language."""
    match node:
        case ast.Name(id=name):
            return CONSTANTS[name] if name in CONSTANTS else names[name]
        case ast.JoinedStr(values=parts):
            return "".join(str(_value(part, names)) for part in parts)
        case ast.FormattedValue(value=ast.Name() as name, conversion=-1, format_spec=None):
            return _value(name, names)
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return [_value(item, names) for item in items]
        case ast.Dict(keys=keys, values=values):
            return {
                str(_value(key or node, names)): _value(each, names) for key, each in zip(keys, values, strict=True)
            }
        case _:
            found = ast.literal_eval(node)
            if not isinstance(found, str | int | float | bool | None):
                raise TypeError
            return found


def _refusal(node: ast.stmt | ast.expr, why: str) -> ReplyError:
    return ReplyError(f"line {node.lineno} of the program: {why}")
