"""Every model call and its price."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Mapping

from actwright.engine.models.base import Model
from actwright.engine.models.retry import RetryPolicy
from actwright.errors import ConfigError, ModelError, ReplyError
from actwright.schemas.exchange import Block, Exchange, Message, Reply, Request, TextBlock, Usage

__all__ = ["Meter"]

ATTEMPT_SECONDS = 120.0


def _no_deadline() -> float:
    return float("inf")


class Meter:
    """Asks the models of a run, and keeps a row for every attempt that left: answered, failed or cancelled.

    Args:
        models: The model of each role.
        seconds_left: Until the run's deadline; no attempt and no wait goes past it.
        retry: When a failed attempt is tried again.
        attempt_seconds: How long one attempt may take.
        sleep: Waits between attempts; replaced in tests.
    """

    def __init__(
        self,
        models: Mapping[str, Model],
        *,
        seconds_left: Callable[[], float] = _no_deadline,
        retry: RetryPolicy | None = None,
        attempt_seconds: float = ATTEMPT_SECONDS,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._models = dict(models)
        self._seconds_left = seconds_left
        self._retry = retry or RetryPolicy()
        self._attempt_seconds = attempt_seconds
        self._sleep = sleep
        self._rows: list[Exchange] = []
        self._before: dict[str, Request] = {}

    def drain(self) -> tuple[Exchange, ...]:
        """The rows since the last drain, oldest first. Each is given once, to the step that it belongs to."""
        rows, self._rows = tuple(self._rows), []
        return rows

    async def ask(self, request: Request, *, role: str = "main") -> Reply:
        """The whole reply of a role's model.

        Raises:
            ReplyError: The reply was cut off or is a refusal (it is billed all the same), or the deadline came first.
            ModelError: The provider refused the request, or kept failing.
            ConfigError: No model has this role.
        """
        model = self._models.get(role)
        if model is None:
            known = ", ".join(self._models) or "none"
            raise ConfigError(f"no model for the role {role!r}; there is: {known}. Pass models={{{role!r}: ...}}")
        request = self._before[role] = _sharing(request, self._before.get(role))
        return _usable(await self._retried(model, request, role), request)

    async def _retried(self, model: Model, request: Request, role: str) -> Reply:
        attempt = 1
        while True:
            try:
                return await self._attempt(model, request, role=role, attempt=attempt)
            except ModelError as error:
                left = self._seconds_left()
                if left <= 0:
                    raise ReplyError(f"no reply before the time limit of the run: {error}") from error
                wait = self._retry.wait(error, attempt=attempt, seconds_left=left, jitter=random.random())
                if wait is None:
                    raise _given_up(error, attempt) from error
            await self._sleep(wait)
            attempt += 1

    async def _attempt(self, model: Model, request: Request, *, role: str, attempt: int) -> Reply:
        seconds = min(self._attempt_seconds, self._seconds_left())
        if seconds <= 0:
            raise ReplyError("no reply before the time limit of the run: none was left to ask in")
        started = time.perf_counter()
        reply: Reply | None = None
        problem, cost = "cancelled before an answer came", None
        try:
            reply = await _within(seconds, model, request)
        except ModelError as error:
            # A refused request is not billed. One that got no answer may have been, so its cost is not known.
            problem, cost = str(error), 0.0 if error.status is not None else None
            raise
        else:
            problem, cost = "", model.price(reply)
            return reply
        finally:
            self._rows.append(
                Exchange(
                    role=role,
                    model=model.name,
                    wire=model.wire,
                    attempt=attempt,
                    request=request,
                    reply=reply,
                    usage=(reply and reply.usage) or Usage(),
                    cost=cost,
                    milliseconds=(time.perf_counter() - started) * 1000,
                    error=problem,
                )
            )


def _sharing(request: Request, before: Request | None) -> Request:
    """The same request, made of parts of the one before where they are equal: a run keeps all its requests."""
    if before is None:
        return request
    known: dict[Block, Block] = {
        block: block for message in before.messages for block in message.blocks if isinstance(block, TextBlock)
    }

    def shared(message: Message) -> Message:
        return message.model_copy(update={"blocks": tuple(known.get(block, block) for block in message.blocks)})

    parts = {name: getattr(before, name) for name in ("system", "answer_schema")}
    same = {name: part for name, part in parts.items() if part == getattr(request, name)}
    return request.model_copy(update={**same, "messages": tuple(map(shared, request.messages))})


async def _within(seconds: float, model: Model, request: Request) -> Reply:
    """One attempt by the total time: an SDK's own timeout starts anew with every byte that drips in."""
    try:
        async with asyncio.timeout(seconds if seconds < float("inf") else None):
            return await model.send(request, timeout=seconds)
    except TimeoutError as error:
        raise ModelError(f"{model.name}: no complete reply within {seconds:.3g} s", retryable=True) from error


def _given_up(error: ModelError, attempts: int) -> ModelError:
    if not error.retryable:
        return error
    tried = "1 attempt" if attempts == 1 else f"{attempts} attempts"
    given_up = ModelError(
        f"{error} (gave up after {tried})", status=error.status, retryable=True, retry_after=error.retry_after
    )
    given_up.__cause__ = error
    return given_up


def _usable(reply: Reply, request: Request) -> Reply:
    if reply.finish == "length":
        raise ReplyError(
            f"the reply was cut off at the cap of {request.max_output_tokens:,} output tokens, reasoning included; "
            "nothing of it was used. Answer more briefly, with fewer actions at a time"
        )
    if reply.finish == "refusal":
        said = reply.text.strip()
        raise ReplyError("the model refused to answer" + (f": {said[:500]}" if said else ""))
    return reply
