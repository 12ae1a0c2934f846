"""Judges by a model what code cannot compare."""

from __future__ import annotations

import asyncio
import math
import re
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Never, Protocol, Self

from actwright.engine.meter import Meter
from actwright.engine.models.base import Model, find_model
from actwright.errors import ModelError, ReplyError
from actwright.prompts.render import load
from actwright.schemas.exchange import Exchange, ImageBlock, Message, Request, TextBlock
from actwright.schemas.page import Image
from actwright.schemas.sampling import Sampling
from actwright.text import one_line, shortened
from actwright.webarena.score import CannotTell

LONGEST_ANSWER = 4_000
"""The most tokens of a judgement, including reasoning. Upstream allows 768, for models that do not reason."""

LONGEST_QUOTE = 200
INSTRUCTION = "You judge by what you are given alone, and reply in the form that is asked for."


class Judge(Protocol):
    """Answers the three questions of the evaluators. Each method raises CannotTell if it has no answer."""

    async def same_meaning(self, *, question: str, reference: str, answer: str) -> bool:
        """Whether an answer means the same as the reference (`fuzzy_match`)."""
        ...

    async def same_reason(self, *, task: str, reason: str, reported: str) -> bool:
        """Whether the reported reason for giving up is the actual one (`fuzzy_match: "N/A"`)."""
        ...

    async def look(self, question: str, picture: Image) -> str:
        """The answer to a question about an image (`eval_vqa`)."""
        ...


class NoJudge:
    """Used if no judge is given. It judges nothing."""

    async def _refused(self, *_: object, **__: object) -> Never:
        raise CannotTell(
            "this needs a model to judge, and none was given: judge=ModelJudge(…), on the command line "
            "--judge WIRE:NAME"
        )

    same_meaning = same_reason = look = _refused


class ModelJudge:
    """A judge that asks a model, with its own prompts.

    Upstream asks `gpt-4-1106-preview` at temperature 0 with other prompts, and BLIP-2 about images: verdicts of this
    judge can be compared with each other, but not with published ones.

    Args:
        model: A model, which stays open; or its name, as for `Agent`: then use `async with`, or `close()`.
        base_url: The address of the provider of a model given by name.
        seconds: How long one question may take, with all attempts. After that, the part is not judged.
        seconds_in_all: How long all questions of this judge may take together, for a judge of one task. After that, it
            is not asked again.

    Raises:
        ConfigError: The model is unknown.
    """

    def __init__(
        self,
        model: str | Model,
        *,
        base_url: str | None = None,
        seconds: float = 90.0,
        seconds_in_all: float = math.inf,
    ) -> None:
        self._own = isinstance(model, str)
        self._model = find_model(model, base_url=base_url) if isinstance(model, str) else model
        self._meter = Meter({"judge": self._model})
        self._exchanges: list[Exchange] = []
        self._seconds = seconds
        self._left = self._in_all = seconds_in_all

    @property
    def exchanges(self) -> Sequence[Exchange]:
        """All calls so far with their cost, including those that were not answered. None of them is the agent's."""
        self._exchanges += self._meter.drain()
        return tuple(self._exchanges)

    async def same_meaning(self, *, question: str, reference: str, answer: str) -> bool:
        """See `Judge`. "Partially correct" is not."""
        said = await self._asked(load("judge_meaning", question=question, reference=reference, answer=answer))
        return _decided(said, no=("partially correct", "incorrect"), yes="correct")

    async def same_reason(self, *, task: str, reason: str, reported: str) -> bool:
        """See `Judge`."""
        said = await self._asked(load("judge_reason", task=task, reason=reason, reported=reported))
        return _decided(said, no=("different",), yes="same")

    async def look(self, question: str, picture: Image) -> str:
        """See `Judge`."""
        return await self._asked(load("judge_picture", question=question), picture)

    async def close(self) -> None:
        """Closes the model if it was given by name."""
        if self._own:
            await self._model.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _asked(self, text: str, picture: Image | None = None) -> str:
        shown = () if picture is None else (ImageBlock(image=picture, section="other"),)
        request = Request(
            system=(TextBlock(text=INSTRUCTION, section="system"),),
            messages=(Message(role="user", blocks=(*shown, TextBlock(text=text))),),
            max_output_tokens=LONGEST_ANSWER,
            sampling=Sampling(temperature=0),
        )
        try:
            async with self._in_time():
                return (await self._meter.ask(request, role="judge")).text
        except (ModelError, ReplyError) as error:
            raise CannotTell(f"the judge gave no answer: {error}") from error

    @asynccontextmanager
    async def _in_time(self) -> AsyncGenerator[None]:
        """Raises CannotTell if the block takes longer than one question may, or than the time left for all of them."""
        if self._left <= 0:
            raise CannotTell(f"the judge was not asked: its {self._in_all:g} s for all questions are used up")
        began, seconds = time.monotonic(), min(self._seconds, self._left)
        bound = asyncio.timeout(seconds if seconds < math.inf else None)
        try:
            async with bound:
                yield
        except TimeoutError as error:
            if not bound.expired():
                raise
            raise CannotTell(f"the judge gave no answer within {seconds:.3g} s") from error
        finally:
            self._left -= time.monotonic() - began


def _decided(said: str, *, no: tuple[str, ...], yes: str) -> bool:
    lower = said.lower()
    if any(each in lower for each in no):
        return False
    if yes in lower and not re.search(r"\bnot\b|n't\b", lower):
        return True
    quoted = shortened(one_line(said), LONGEST_QUOTE)
    raise CannotTell(f"the judge said neither {yes!r} nor {no[-1]!r}: {quoted!r}")
