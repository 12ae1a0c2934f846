"""Proposals: their wire form, the parts that some policies request one by one, and a strict parser.

The wire form has exactly these keys, in this order:
`{"complete": bool, "message": str, "actions": [{"reason": str, "tool": str, "parameters": [str, …]}]}`. A run with a
typed answer has one more: `"output": {…} | null`. The parameters are given by position (`schemas.positional`); by name,
as in `Action`, they are accepted, too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import not_
from typing import TYPE_CHECKING, Any, TypeVar, cast

from pydantic import Field, JsonValue, StrictBool, StrictStr, ValidationError, ValidationInfo, field_validator

from actwright.errors import ReplyError
from actwright.schemas.base import Frozen
from actwright.schemas.positional import by_name
from actwright.schemas.strict_json import MAX_REPLY_CHARS, strict_json

if TYPE_CHECKING:
    from actwright.schemas.tool import ToolSpec

__all__ = [
    "MAX_ACTIONS",
    "MAX_REPLY_CHARS",
    "Action",
    "FinalAnswer",
    "Plan",
    "PlannedStep",
    "Proposal",
    "Verdict",
    "final_proposal",
    "first_problem",
    "parse_actions",
    "parse_answer",
    "parse_arguments",
    "parse_plan",
    "parse_proposal",
    "parse_verdict",
    "parsed",
    "problems",
    "without_refused_nulls",
]

T = TypeVar("T")
F = TypeVar("F", bound=Frozen)

MAX_ACTIONS = 50
MAX_STEPS = 20
"""The most steps of a plan."""
MOST_SHOWN = 5
"""The most validation errors in one message."""


class Action(Frozen):
    """One tool call, with the reason for it."""

    reason: StrictStr
    tool: StrictStr
    parameters: dict[str, JsonValue]

    @field_validator("parameters", mode="before")
    @classmethod
    def _by_name(cls, given: object, info: ValidationInfo) -> object:
        """Parameters by position need the tools, which only the parsers of replies have."""
        if isinstance(given, list) and info.context:
            return by_name(info.data.get("tool", ""), cast("list[JsonValue]", given), info.context)
        return cast("object", given)


class Proposal(Frozen):
    """Whether the task is complete, what to tell the user, and what to do next.

    Attributes:
        output: The typed answer, as the model wrote it, if the run asks for one.
        decided_by: If the policy combines several, the one that decided: `replay`, or the policy that took over. No
            model can set it.
    """

    complete: StrictBool
    message: StrictStr = Field(min_length=1)
    actions: tuple[Action, ...] = Field(max_length=MAX_ACTIONS)
    output: dict[str, JsonValue] | None = Field(default=None, exclude_if=lambda output: output is None)
    decided_by: str = Field(default="", exclude_if=not_)


class PlannedStep(Frozen):
    """What to do on one page, once it shows some words."""

    shows: StrictStr
    actions: tuple[Action, ...] = Field(min_length=1, max_length=MAX_ACTIONS)


class Plan(Frozen):
    """Everything that is left to do, page by page; `complete`, `message` and `output` as in `Proposal`."""

    complete: StrictBool
    message: StrictStr = Field(min_length=1)
    steps: tuple[PlannedStep, ...] = Field(min_length=1, max_length=MAX_STEPS)
    output: dict[str, JsonValue] | None = None


class Verdict(Frozen):
    """Whether the task is complete, as judged by a verifier; `message` and `output` as in `Proposal`."""

    complete: StrictBool
    message: StrictStr = Field(min_length=1)
    output: dict[str, JsonValue] | None = None


class FinalAnswer(Frozen):
    """The final answer of a conversation in a run with a typed answer; `message` and `output` as in `Proposal`."""

    message: StrictStr = Field(min_length=1)
    output: dict[str, JsonValue]


class _Actions(Frozen):
    actions: tuple[Action, ...] = Field(max_length=MAX_ACTIONS)


def parse_proposal(text: str, *, tools: Sequence[ToolSpec] = (), output: bool = False) -> Proposal:
    """Reads a model's reply; nothing is repaired or coerced.

    Args:
        text: The reply.
        tools: Those that the model was offered; parameters by position need them.
        output: Whether the reply may have a typed answer.

    Raises:
        ReplyError: The text is not exactly one proposal: empty, prose, truncated, duplicate or unknown keys, wrong
            types, NaN, lone surrogates, or beyond the limits of size and depth.
    """
    return parsed(text, Proposal, "{complete, message, actions}", tools=tools, output=output)


def parse_plan(text: str, *, tools: Sequence[ToolSpec] = (), output: bool = False) -> Plan:
    """Reads `{complete, message, steps}`, as strictly as `parse_proposal` and with the same errors."""
    return parsed(text, Plan, "{complete, message, steps}", tools=tools, output=output)


def parse_actions(text: str, *, tools: Sequence[ToolSpec] = ()) -> tuple[Action, ...]:
    """Reads `{actions}`, as strictly as `parse_proposal` and with the same errors."""
    return parsed(text, _Actions, "{actions}", tools=tools).actions


def parse_verdict(text: str, *, output: bool = False) -> Verdict:
    """Reads `{complete, message}`, as strictly as `parse_proposal` and with the same errors."""
    return parsed(text, Verdict, "{complete, message}", output=output)


def parse_answer(text: str) -> FinalAnswer:
    """Reads `{message, output}`, as strictly as `parse_proposal` and with the same errors."""
    return parsed(text, FinalAnswer, "{message, output}", output=True)


def final_proposal(text: str, *, typed: bool) -> Proposal:
    """The claim of completion that a conversation ends with: words, or a `typed` answer.

    Raises:
        ReplyError: The text is empty, or not the typed answer.
    """
    if typed:
        answer = parse_answer(text)
        return Proposal(complete=True, message=answer.message, actions=(), output=answer.output)
    if not text.strip():
        raise ReplyError("the reply is empty: call a tool, or say in words how the task ended")
    return Proposal(complete=True, message=text.strip(), actions=())


def parse_arguments(text: str) -> dict[str, JsonValue]:
    """Reads the arguments of a native call, as strictly as `parse_proposal`; an empty text counts as `{}`.

    Raises:
        ReplyError: They are not one JSON object.
    """
    found: Any = strict_json(text) if text.strip() else {}
    if not isinstance(found, dict):
        raise ReplyError("the arguments are not one JSON object")
    return cast("dict[str, JsonValue]", found)


def parsed(text: str, form: type[F], wanted: str, *, tools: Sequence[ToolSpec] = (), output: bool = False) -> F:
    """Reads one object of another form, as strictly as `parse_proposal` and with the same errors."""
    if not text.strip():
        raise ReplyError(f"the reply is empty; answer with one JSON object {wanted}")
    found = strict_json(text)
    if isinstance(found, dict) and "output" in found and not output:
        raise ReplyError("the reply does not fit the contract: output: this run has no such key")
    if isinstance(found, dict) and "decided_by" in found:
        raise ReplyError("the reply does not fit the contract: decided_by: there is no such key")
    try:
        return form.model_validate(found, context=tools)
    except ValidationError as error:
        raise ReplyError(f"the reply does not fit the contract: {first_problem(error)}") from error


def without_refused_nulls(validate: Callable[[Any], T], value: Any) -> T:
    """Returns `validate(value)`, and if nulls are refused, at any depth, leaves those fields at their defaults.

    On the wire, an optional field that is left out is null.

    Raises:
        ValidationError: The value does not fit without those nulls either.
    """
    try:
        return validate(value)
    except ValidationError as error:
        nulls = [problem["loc"] for problem in error.errors(include_url=False) if problem["input"] is None]
        if not nulls:
            raise
        return validate(_without(value, [_path(value, loc) for loc in nulls], ()))


def _path(value: Any, loc: Sequence[int | str]) -> tuple[int | str, ...]:
    """The keys that lead to an error in the value; its location also names members of unions, which are not keys."""
    path: list[int | str] = []
    for part in loc:
        try:
            value = value[part]
        except (KeyError, IndexError, TypeError):
            continue
        path.append(part)
    return tuple(path)


def _without(value: Any, paths: Sequence[tuple[int | str, ...]], here: tuple[int | str, ...]) -> Any:
    if isinstance(value, list):
        items = cast("list[Any]", value)
        return [_without(item, paths, (*here, index)) for index, item in enumerate(items)]
    if isinstance(value, dict):
        members = cast("dict[str, Any]", value)
        return {key: _without(item, paths, (*here, key)) for key, item in members.items() if (*here, key) not in paths}
    return value


def first_problem(error: ValidationError) -> str:
    """The first validation error in one line, with the path to the field: `actions.0.tool: Field required`."""
    return problems(error, most=1)


def problems(error: ValidationError, *, most: int = MOST_SHOWN) -> str:
    """The first validation errors in one line, and how many more there are."""
    found = error.errors(include_url=False, include_input=False)
    shown = (
        ": ".join(filter(None, (".".join(map(str, each["loc"])), each["msg"].removeprefix("Value error, "))))
        for each in found[:most]
    )
    more = len(found) - most
    return "; ".join(shown) + (f" (and {more} more)" if more > 0 else "")
