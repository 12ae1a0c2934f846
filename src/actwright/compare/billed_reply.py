"""Answers with the usage that a provider would report for them, so that one meter counts all contenders."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from actwright.schemas.exchange import Request, text_of
from actwright.schemas.usage import Usage
from actwright.testing.prompt_caches import Count, PromptCache, input_usage, pieces
from actwright.testing.requests import request_of
from actwright.testing.wires.reply_script import Answer
from actwright.text import estimated_tokens

KEPT_COUNTS = 4_096


class BilledReply:
    """A line for the script of a wire server. It answers every request of a run and reports the usage.

    Args:
        answer: Returns the answer to a request.
        wire: `anthropic`, `openai_chat` or `openai_responses`.
        reasoning: Reasoning tokens that each answer reports. This is an assumption: nothing reasons here.
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
        reasoning: int = 0,
        count: Count = estimated_tokens,
        cache: PromptCache | None = None,
    ) -> None:
        self.calls: list[tuple[Request, Answer, Usage]] = []
        self._answer = answer
        self._wire = wire
        self._reasoning = reasoning
        self._count = lru_cache(KEPT_COUNTS)(count)
        self._cache = cache

    def __call__(self, body: dict[str, Any]) -> Answer:
        """Returns the answer to the request with this body."""
        request = request_of(body, wire=self._wire)
        answer = self._answer(request)
        written = answer.text + "".join(map(text_of, answer.called))
        usage = input_usage(pieces(request, model=body["model"], count=self._count), self._cache, count=self._count)
        output = math.ceil(self._count(written)) + self._reasoning
        usage = usage.model_copy(update={"output": output, "reasoning": self._reasoning})
        self.calls.append((request, answer, usage))
        return Answer(said=answer.said, calls=answer.calls, usage=usage)
