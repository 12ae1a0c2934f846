"""An oracle as a model behind a provider's protocol: it reads the request as a model does, and answers in its form."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from actwright.compare.case import OracleErrors, OracleStep, Solver
from actwright.compare.oracle_fields import field_values
from actwright.prompts.chain_of_thought.instruction import load
from actwright.prompts.code import ASKS_FOR_PROGRAM
from actwright.schemas.exchange import ImageBlock, Request, ToolCall, ToolResult, text_of
from actwright.schemas.positional import by_position
from actwright.schemas.usage import Usage
from actwright.testing.checks.reply_schema import mistakes
from actwright.testing.checks.shapes import mapping, mappings
from actwright.testing.prompt_caches import Count, PromptCache, input_usage, pieces
from actwright.testing.requests import request_of
from actwright.testing.wires.reply_script import Answer
from actwright.text import estimated_tokens
from actwright.tools.toolbox import shipped_tools

KEPT_COUNTS = 4_096


class BilledReply:
    """A line for the script of a wire server. It answers every request of a run and reports the usage.

    Args:
        answer: Returns the answer to a request.
        wire: `anthropic`, `openai_chat` or `openai_responses`.
        count: Counts the tokens of a text; an estimate by default.
        cache: The provider's prompt cache; with None, no cached tokens are reported.

    Attributes:
        calls: Each request that was answered, with its answer and usage.
    """

    def __init__(
        self,
        answer: Callable[[Request], Answer],
        *,
        wire: str,
        count: Count = estimated_tokens,
        cache: PromptCache | None = None,
    ) -> None:
        self.calls: list[tuple[Request, Answer, Usage]] = []
        self._answer = answer
        self._wire = wire
        self._count = lru_cache(KEPT_COUNTS)(count)
        self._cache = cache

    def __call__(self, body: dict[str, Any]) -> Answer:
        """Returns the answer to the request with this body."""
        request = request_of(body, wire=self._wire)
        answer = self._answer(request)
        written = answer.text + "".join(map(text_of, answer.called))
        usage = input_usage(pieces(request, model=body["model"], count=self._count), self._cache, count=self._count)
        usage = usage.model_copy(update={"output": math.ceil(self._count(written))})
        self.calls.append((request, answer, usage))
        return Answer(said=answer.said, calls=answer.calls, usage=usage)


PAGE = re.compile(r"\[page ([0-9a-f]{12})\]\n(.*?)\n\[end of page \1\]", re.DOTALL)
"""Matches a page as policies with a page tree show it."""
OBSERVATION = re.compile(r"Tab \d+.*\n\n(?:\t*\[\d*\] .*(?:\n|$))+")
"""Matches a page as WebArena's agents see it: the line of tabs, and an accessibility tree or a set-of-marks."""

LAST_MEANING = "the task is done"
MEANING = "fills in what this page asks for"
WHY = "the task says so"
THOUGHT = "{}. {} ```{}```"
"""The reason, the phrase that introduces an action in WebArena's format, and the action."""
QUOTED = re.compile('"([^"]*)"')
CLICKS = {"check", "click", "uncheck"}


class Oracle:
    """A line for the script of a wire server: it answers every request of a run, as a model would, by the solver.

    ```python
    oracle = Oracle(case.solver, wire="openai_chat", cache=CommonPrefixes())
    with OpenAIChatServer(itertools.repeat(oracle)) as server:
        agent = Agent(f"openai-chat:gpt-5@{server.url}", evidence="required")
    ```

    The request shows what it asks for: a proposal, a plan, a program, actions alone, a verdict, native tool calls, Anthropic's toolset
    or, if it has neither a schema nor tools, one action in WebArena's syntax (which adds to the text of a field, where
    `fill` replaces it). A native call has everything that its schema requires: null, or the default, for a parameter
    that the solver does not name. If the solver does not find what the task needs, the answer gives up and says why.

    Args:
        solver: The oracle of the case.
        wire: `anthropic`, `openai_chat` or `openai_responses`.
        foretells: Whether it knows in advance what the page will show after the last actions. It then claims completion
            together with them, if the answer is a proposal; else it does so once the page shows it.
        proves: Whether such a claim comes with an `expect` of what the page will show.
        errors: The errors that it makes; none by default.
        data: The values of the task by label, for the policy that asks for the values of a form's fields.
        count: Counts the tokens of a text, for the usage that answers report; an estimate by default.
        cache: The provider's prompt cache; with None, no cached tokens are reported.
    """

    def __init__(
        self,
        solver: Solver,
        *,
        wire: str,
        foretells: bool = True,
        proves: bool = True,
        errors: OracleErrors | None = None,
        data: Mapping[str, str] | None = None,
        count: Count = estimated_tokens,
        cache: PromptCache | None = None,
    ) -> None:
        self._solver = solver
        self._foretells = foretells
        self._proves = proves
        self._errors = errors or OracleErrors()
        self._data = data or {}
        self._billed = BilledReply(self._answer, wire=wire, count=count, cache=cache)
        self._calls = 0

    def __call__(self, body: dict[str, Any]) -> Answer:
        """Returns the answer to the request with this body."""
        return self._billed(body)

    def _answer(self, request: Request) -> Answer:
        if (values := field_values(request, self._data, self._errors)) is not None:
            return Answer(said=values)
        form = self._form(request)
        if request.toolset is not None:
            try:  # what was read before the last acts is of another page
                newest_page(request.model_copy(update={"messages": request.messages[-1:]}))
            except LookupError:
                return Answer(calls=(self._member("read_page", {}),))
        try:
            page = newest_page(request)
            return form(self._errors.in_step(self._solver(page), page), page)
        except Exception as error:  # noqa: BLE001 - a suite's error breaks its run, not the server
            return form(OracleStep(actions=[("fail", {"reason": why_not(error)})]), "")

    def _form(self, request: Request) -> Callable[[OracleStep, str], Answer]:
        if request.toolset is not None:
            return lambda step, _: self._by_toolset(self._judged(step))
        if request.tools:
            tools = {tool.name: tool.parameters for tool in request.tools}
            return lambda step, _: self._calling(self._judged(step), tools)
        if request.answer_schema is None and any(ASKS_FOR_PROGRAM in text_of(block) for block in request.system):
            return lambda step, page: _as_program(self._proposal(step, page, by_name=True))
        if request.answer_schema is None:
            return lambda step, _: _action_text(self._judged(step))
        return self._form_of(request.answer_schema)

    def _form_of(self, schema: Mapping[str, Any]) -> Callable[[OracleStep, str], Answer]:
        asked = set(schema["properties"])
        if "steps" in asked:
            return lambda step, page: _as_plan(self._proposal(step, page))
        if "complete" not in asked:
            return lambda step, _: Answer(said={"actions": _actions(step.actions)})
        if "actions" in asked:
            return self._proposal
        return lambda step, _: self._verdict(step)

    def _proposal(self, step: OracleStep, page: str, *, by_name: bool = False) -> Answer:
        if step.finished:
            return _claim(quoting(step.finished))
        foretold = step.proof if self._foretells else ""
        falsely = not foretold and _acts(step) and self._errors.says_done()
        if falsely and self._proves and (weak := self._errors.weak_proof(page)):
            return _claim(quoting(weak))
        done = bool(foretold) or falsely
        proof = [("expect", {"text": [foretold or LAST_MEANING]})] if done and self._proves else []
        message = LAST_MEANING if done else MEANING
        return _claim(message, _actions([*step.actions, *proof], by_name=by_name), complete=done)

    def _verdict(self, step: OracleStep) -> Answer:
        if step.finished:
            return Answer(said={"complete": True, "message": quoting(step.finished)})
        falsely = self._errors.says_done()
        return Answer(said={"complete": falsely, "message": LAST_MEANING if falsely else "There is more to do."})

    def _judged(self, step: OracleStep) -> OracleStep:
        """Returns the step, or the end of the run if that is falsely claimed."""
        return (
            OracleStep(finished=LAST_MEANING)
            if not step.finished and _acts(step) and self._errors.says_done()
            else step
        )

    def _calling(self, step: OracleStep, tools: Mapping[str, Mapping[str, Any]]) -> Answer:
        if step.finished:
            return Answer(said=quoting(step.finished))
        self._calls += 1
        return Answer(
            calls=tuple(
                ToolCall(
                    call_id=f"call_{self._calls}_{position}",
                    tool=tool,
                    arguments=json.dumps(_whole(tool, parameters, tools.get(tool, {}))),
                )
                for position, (tool, parameters) in enumerate(step.actions, 1)
            )
        )

    def _by_toolset(self, step: OracleStep) -> Answer:
        """Returns calls of Anthropic's browser toolset, and a read of what they lead to."""
        if step.finished:
            return Answer(said=quoting(step.finished))
        calls = [self._member(*_as_member(tool, parameters)) for tool, parameters in step.actions]
        return Answer(calls=(*calls, *([self._member("read_page", {})] if _acts(step) else [])))

    def _member(self, name: str, given: Mapping[str, object]) -> ToolCall:
        self._calls += 1
        toolset = "" if name == "fail" else "browser"
        return ToolCall(call_id=f"call_{self._calls}", tool=name, toolset=toolset, arguments=json.dumps(given))


def _as_member(tool: str, parameters: Mapping[str, object]) -> tuple[str, Mapping[str, object]]:
    """Returns the member of the browser toolset that does what a tool does, and its input."""
    target = {"target": {"type": "ref", "ref": parameters.get("element_id")}}
    match tool:
        case "fill" | "select" | "type":
            return "form_input", {**target, "value": parameters["value"]}
        case "check" | "uncheck":
            return "form_input", {**target, "value": tool == "check"}
        case "click":
            return "left_click", target
        case "fail" | "navigate":
            return tool, parameters
        case _:
            raise ValueError(f"the browser toolset has no word for {tool!r}")


def why_not(error: Exception) -> str:
    """Returns why a solver gave up; in its own words if the page does not show what it looked for."""
    why = str(error) if isinstance(error, LookupError) else f"{type(error).__name__}: {error}"
    return why or "the oracle found nothing to do"


def newest_page(request: Request) -> str:
    """Returns the newest page in a request, as text.

    Raises:
        LookupError: The request shows no page.
    """
    blocks = [block for message in request.messages for block in message.blocks if not isinstance(block, ImageBlock)]
    for block in reversed(blocks):
        texts = [text_of(block)] if not isinstance(block, ToolResult) else [text_of(inner) for inner in block.blocks]
        for text in reversed(texts):
            pages = [match[2] for match in PAGE.finditer(text)] or OBSERVATION.findall(text)
            if pages:
                return pages[-1]
    raise LookupError("the request shows no page")


def _actions(actions: Sequence[tuple[str, Mapping[str, object]]], *, by_name: bool = False) -> list[dict[str, object]]:
    return [
        {"reason": WHY, "tool": tool, "parameters": parameters if by_name else _by_position(tool, parameters)}
        for tool, parameters in actions
    ]


def _by_position(tool: str, parameters: Mapping[str, Any]) -> object:
    known = shipped_tools().get(tool)
    found = by_position(known.spec(), parameters) if known else None
    return parameters if found is None else found


def _whole(tool: str, parameters: Mapping[str, object], form: Mapping[str, Any]) -> dict[str, object]:
    """Adds to the parameters what their schema requires: null if it permits that, else the tool's default."""
    known = shipped_tools().get(tool)
    usual = mapping(mapping(known.spec().parameters if known else None).get("properties"))
    properties = mapping(form.get("properties"))
    required = form.get("required", ())
    empty = {
        name: mapping(usual.get(name)).get("default")
        for name in required
        if next(mistakes(properties[name], None), None)
    }
    nulls = dict.fromkeys(name for name in required if name not in empty)
    said = {**nulls, **empty, **parameters}
    return {name: said[name] for name in [*properties, *parameters] if name in said}


def _as_plan(answer: Answer) -> Answer:
    """A proposal as a plan of one step: an oracle sees one page. What is claimed without actions is checked by one."""
    said = dict(mapping(answer.said))
    quoted = QUOTED.findall(str(said["message"]))
    proof = _actions([("expect", {"text": quoted})])
    actions = said.pop("actions") or proof
    return Answer(said={**said, "steps": [{"shows": "", "actions": actions}]})


def _as_program(answer: Answer) -> Answer:
    """A proposal as a program of calls; what is claimed without actions is checked by one."""
    said = mapping(answer.said)
    calls = [
        f"{each['tool']}({', '.join(f'{name}={json.dumps(value)}' for name, value in mapping(each['parameters']).items())})"
        for each in mappings(said["actions"])
    ]
    message = json.dumps(said["message"])
    if not calls:
        calls = [f"expect({json.dumps(QUOTED.findall(str(said['message'])))})"]
    return Answer(said="\n".join([f"# {WHY}", *calls, *([f"complete({message})"] if said["complete"] else [])]))


def _acts(step: OracleStep) -> bool:
    """Whether the run continues after this step."""
    return not any(tool == "fail" for tool, _ in step.actions)


def _claim(message: str, actions: Sequence[Mapping[str, object]] = (), *, complete: bool = True) -> Answer:
    return Answer(said={"complete": complete, "message": message, "actions": list(actions)})


def quoting(words: str) -> str:
    """Returns a message that quotes a page on which the task is done."""
    return f'The page says "{words}".'


def _action_text(step: OracleStep) -> Answer:
    """Returns only the first action, as WebArena's agents write it."""
    if step.finished:
        return Answer(said=THOUGHT.format(LAST_MEANING, _phrase(), f"stop [{step.finished}]"))
    tool, parameters = step.actions[0]
    return Answer(said=THOUGHT.format(WHY, _phrase(), _written(tool, parameters)))


@cache
def _phrase() -> str:
    """Returns the phrase that the instruction file requires before an action."""
    return load("cot").meta_data.answer_phrase


def _written(tool: str, parameters: Mapping[str, object]) -> str:
    if tool == "fail":
        return "stop [N/A]"
    if tool == "fill":
        return f"type [{parameters['element_id']}] [{parameters['value']}] [0]"
    if tool in CLICKS:
        return f"click [{parameters['element_id']}]"
    raise ValueError(f"WebArena's syntax has no word for {tool!r}")
