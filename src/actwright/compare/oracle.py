"""An oracle as a model behind a provider's protocol: it reads the request like any model, and answers in the form it asks for."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from actwright.compare.case import Solver, Step
from actwright.schemas.exchange import ImageBlock, Request, ToolCall, ToolResult, text_of
from actwright.testing.prompt_caches import Count, PromptCache, input_usage, pieces
from actwright.testing.requests import request_of
from actwright.testing.wires.script import Answer
from actwright.text import estimated_tokens

__all__ = ["Oracle", "newest_page"]

PAGE = re.compile(r"\[page ([0-9a-f]{12})\]\n(.*?)\n\[end of page \1\]", re.DOTALL)
"""A page as the policies with a page tree show it."""
OBSERVATION = re.compile(r"Tab \d+.*\n\n(?:\t*\[\d*\] .*(?:\n|$))+")
"""A page as WebArena's agents are shown it: the line of tabs, and an accessibility tree or a set-of-marks."""

LAST_MEANING = "the task is done"
MEANING = "fills in what this page asks for"
WHY = "the task says so"
THOUGHT = "Let's think step-by-step. {}. In summary, the next action I will perform is ```{}```"
CLICKS = {"check", "click", "uncheck"}
KEPT_COUNTS = 4_096


class Oracle:
    """A line for the script of a wire server, for every request of a run: what the solver would do, as a model says it.

    ```python
    oracle = Oracle(case.solver, wire="openai_chat", cache=CommonPrefixes())
    with OpenAIChatServer(itertools.repeat(oracle)) as server:
        agent = Agent(f"openai-chat:gpt-5@{server.url}", evidence="required")
    ```

    What is asked for shows in the request: a proposal, actions alone, a verdict, native calls of tools, or, if it has neither
    schema nor tools, one action in WebArena's syntax (which adds to what a field holds, where `fill` replaces it). Where the solver does not find what the task needs, the answer gives the
    run up and says why.

    Args:
        solver: The oracle of the case.
        wire: `anthropic`, `openai_chat` or `openai_responses`.
        claims_early: Whether it claims completion together with the last actions, with an `expect` of the proof, where a
            proposal can; else once the page shows it.
        count: The tokens of texts, for the usage that answers report; an estimate by default.
        cache: The provider's prompt cache; None reports none.
    """

    def __init__(
        self,
        solver: Solver,
        *,
        wire: str,
        claims_early: bool = True,
        count: Count = estimated_tokens,
        cache: PromptCache | None = None,
    ) -> None:
        self._solver = solver
        self._wire = wire
        self._claims_early = claims_early
        self._count = lru_cache(KEPT_COUNTS)(count)
        self._cache = cache
        self._calls = 0

    def __call__(self, body: dict[str, Any]) -> Answer:
        """The answer to a request, by its body."""
        request = request_of(body, wire=self._wire)
        form = self._form(request)
        try:
            answer = form(self._solver(newest_page(request)))
        except Exception as error:  # noqa: BLE001 - of a suite; here the run, and not the server that this stands in for, is what breaks
            why = str(error) if isinstance(error, LookupError) else f"{type(error).__name__}: {error}"
            answer = form(Step(actions=[("fail", {"reason": why or "the oracle found nothing to do"})]))
        written = answer.text + "".join(map(text_of, answer.called))
        usage = input_usage(pieces(request, model=body["model"], count=self._count), self._cache, count=self._count)
        usage = usage.model_copy(update={"output": math.ceil(self._count(written))})
        return Answer(said=answer.said, calls=answer.calls, usage=usage)

    def _form(self, request: Request) -> Callable[[Step], Answer]:
        if request.tools:
            return self._calling
        if request.answer_schema is None:
            return _action_text
        asked = set(request.answer_schema["properties"])
        if "complete" not in asked:
            return lambda step: Answer(said={"actions": _actions(step.actions)})
        return self._proposal if "actions" in asked else _verdict

    def _proposal(self, step: Step) -> Answer:
        if step.finished:
            return Answer(said={"complete": True, "message": _quoting(step.finished), "actions": []})
        done = self._claims_early and bool(step.proof)
        proof = [("expect", {"kind": "text", "expected": step.proof})] if done else []
        message = LAST_MEANING if done else MEANING
        return Answer(said={"complete": done, "message": message, "actions": _actions([*step.actions, *proof])})

    def _calling(self, step: Step) -> Answer:
        if step.finished:
            return Answer(said=_quoting(step.finished))
        self._calls += 1
        return Answer(
            calls=tuple(
                ToolCall(call_id=f"call_{self._calls}_{position}", tool=tool, arguments=json.dumps(dict(parameters)))
                for position, (tool, parameters) in enumerate(step.actions, 1)
            )
        )


def newest_page(request: Request) -> str:
    """The newest page in a request, as text.

    Raises:
        LookupError: There is none.
    """
    blocks = [block for message in request.messages for block in message.blocks if not isinstance(block, ImageBlock)]
    for block in reversed(blocks):
        texts = [text_of(block)] if not isinstance(block, ToolResult) else [text_of(inner) for inner in block.blocks]
        for text in reversed(texts):
            pages = [match[2] for match in PAGE.finditer(text)] or OBSERVATION.findall(text)
            if pages:
                return pages[-1]
    raise LookupError("the request shows no page")


def _actions(actions: Sequence[tuple[str, Mapping[str, object]]]) -> list[dict[str, object]]:
    return [{"reason": WHY, "tool": tool, "parameters": dict(parameters)} for tool, parameters in actions]


def _verdict(step: Step) -> Answer:
    message = _quoting(step.finished) if step.finished else "There is more to do."
    return Answer(said={"complete": bool(step.finished), "message": message})


def _quoting(words: str) -> str:
    return f'The page says "{words}".'


def _action_text(step: Step) -> Answer:
    """The first action alone, as WebArena's agents write it."""
    if step.finished:
        return Answer(said=THOUGHT.format(LAST_MEANING, f"stop [{step.finished}]"))
    tool, parameters = step.actions[0]
    return Answer(said=THOUGHT.format(WHY, _written(tool, parameters)))


def _written(tool: str, parameters: Mapping[str, object]) -> str:
    if tool == "fail":
        return "stop [N/A]"
    if tool == "fill":
        return f"type [{parameters['element_id']}] [{parameters['value']}] [0]"
    if tool in CLICKS:
        return f"click [{parameters['element_id']}]"
    raise ValueError(f"WebArena's syntax has no word for {tool!r}")
