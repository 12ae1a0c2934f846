"""Makes, counts and prices every model call."""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import partial
from itertools import zip_longest
from typing import Any

from actwright.engine.models.base import Model
from actwright.engine.models.capabilities import NOTES, Capabilities, fitted, learned
from actwright.engine.models.estimates import estimate, estimated_usage, with_pictures
from actwright.engine.models.rate import Departure, RateLimit
from actwright.engine.models.retry import RetryPolicy
from actwright.engine.models.streaming import prolonging
from actwright.engine.records.stream import EventStream
from actwright.errors import ConfigError, LimitError, ModelError, ReplyError
from actwright.notes import note as warn
from actwright.prompts.render import instructed
from actwright.schemas.answer_json import with_bare_json
from actwright.schemas.exchange import Block, Exchange, Message, Reply, Request, TextBlock, spend_of
from actwright.schemas.sampling import Sampling
from actwright.schemas.tool import miscounts
from actwright.schemas.usage import Spend, Usage
from actwright.text import counted, one_line, shortened

LONGEST_ATTEMPT = 1_800.0
"""Seconds after which a reply is given up that still streams, if no deadline of a run comes before."""
LONGEST_REFUSAL = 200
WORTH_REPORTING = 5.0
"""Waits of this many seconds or more are reported to the user."""


def _no_deadline() -> float:
    return float("inf")


async def _at_once() -> None:
    """Waits for nothing."""


def _no_limit(spent: Spend, worst: Spend) -> None:
    """Lets every call pass."""


@dataclass
class Meter:
    """Asks the models of a run, and keeps a row for every attempt that was sent: answered, failed or cancelled.

    Args:
        models: The models of each role, in the order in which they are asked: the next one if the one before failed.
        check: Raises LimitError if a call could exceed a limit of the run; see `Limits.check`.
        capped_in_usd: Whether `check` limits USD; if not, no call is priced before its reply.
        rate: The rate limit that these calls share with other runs; None means no limit.
        sampling: Sampling parameters by role and by model name; the entry "" applies to all. A model's parameters override
            its role's, which override the parameters for all.
        instructions: Standing instructions of the user, for each request.
        known: What endpoints were found not to accept, by the repr of the model; new findings are added to it.
        seconds_left: Returns the seconds until the run's deadline; no attempt and no wait goes past it.
        retry: Decides when a failed attempt is retried.
        silence: How many seconds may pass without a piece of the reply before an attempt is given up.
        free: Waits as long as a person has paused the run or controls its page; no attempt begins meanwhile.
        events: Reports each attempt, and each wait before another one.
        sleep: Waits between attempts; replaced in tests.
    """

    models: Mapping[str, Model | Sequence[Model]]
    _: KW_ONLY
    check: Callable[[Spend, Spend], None] = _no_limit
    capped_in_usd: bool = True
    rate: RateLimit | None = None
    sampling: Mapping[str, Sampling] = field(default_factory=dict[str, Sampling])
    instructions: str = ""
    known: dict[str, Capabilities] = field(default_factory=dict[str, Capabilities])
    seconds_left: Callable[[], float] = _no_deadline
    retry: RetryPolicy = field(default=RetryPolicy())
    silence: float = 120.0
    free: Callable[[], Awaitable[object]] = _at_once
    events: EventStream = field(default_factory=EventStream)
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    _rows: list[Exchange] = field(default_factory=list[Exchange], init=False)
    _before: dict[str, Request] = field(default_factory=dict[str, Request], init=False)
    _spent: Spend = field(default=Spend(), init=False)
    _open: list[Spend] = field(default_factory=list[Spend], init=False)
    _failed: list[Model] = field(default_factory=list[Model], init=False)
    _off: dict[str, float] = field(default_factory=dict[str, float], init=False)

    @property
    def rows(self) -> tuple[Exchange, ...]:
        """The rows since the last drain, oldest first."""
        return tuple(self._rows)

    def drain(self) -> tuple[Exchange, ...]:
        """Takes the rows since the last drain, oldest first. Each is returned once, for the step that it belongs to."""
        rows, self._rows = tuple(self._rows), []
        return rows

    async def ask(self, request: Request, *, role: str = "main") -> Reply:
        """Asks the model of a role and returns its whole reply.

        Raises:
            ReplyError: The reply was cut off or is a refusal (it is billed anyway), or the deadline came first.
            LimitError: A call could exceed a limit of the run; it was not made.
            ModelError: The provider refused the request, or kept failing; with several models, all of them.
            ConfigError: No model has this role.
        """
        models = self.models.get(role)
        if not models:
            known = ", ".join(self.models) or "none"
            wanted = ", ".join(f'"{each}": …' for each in (*self.models, role))
            raise ConfigError(
                f"there is no model for the role {role!r}; roles with a model: {known}. Add the role to the policy's `roles`, and give "
                f"Agent(model={{{wanted}}})"
            )
        request = instructed(request, self.instructions)
        request = request.sampled(self._wanted("")).sampled(self._wanted(role))
        request = self._before[role] = _sharing(request, self._before.get(role))
        return _usable(await self._first(_in_order(models), request, role), request)

    async def _first(self, models: Sequence[Model], request: Request, role: str) -> Reply:
        """The reply of the first model that gives one. Those that failed before in this run are asked last."""
        errors: list[ModelError] = []
        order = sorted(models, key=lambda model: any(model is failed for failed in self._failed))
        for model, following in zip_longest(order, order[1:]):
            try:
                reply = await self._retried(model, request, role)
            except ModelError as error:
                errors.append(error)
                self._failed.append(model)
                if following:
                    warn(f"{_on_one_line(model, error)}; asking {named(following)} instead")
            else:
                self._failed = [failed for failed in self._failed if failed is not model]
                return reply
        raise _all_failed(errors)

    async def _retried(self, model: Model, request: Request, role: str) -> Reply:
        """The reply of one model, after as many attempts as it takes. Each leaves out what the model did not accept."""
        attempt = tries = 1
        while True:
            sent = fitted(request.sampled(self._wanted(model.name)), self._capabilities(model))
            try:
                reply = await self._attempt(model, sent, role=role, attempt=attempt)
                return self._read(model, request, sent, reply)
            except ModelError as error:
                problem = error
            if not self._learns(model, problem, sent):
                wait = self._wait(problem, tries)
                self.events.retry(
                    role=role, model=named(model), attempt=attempt, seconds=wait, http_status=problem.status
                )
                if wait >= WORTH_REPORTING:
                    warn(f"{_on_one_line(model, problem)}; retrying in {wait:.0f} s")
                await self.sleep(wait)
                tries += 1
            attempt += 1

    def _wanted(self, name: str) -> Sampling:
        return self.sampling.get(name, Sampling())

    def _wait(self, error: ModelError, tries: int) -> float:
        left = self.seconds_left()
        if left <= 0:
            raise ReplyError(f"no reply before the time limit of the run: {error}") from error
        wait = self.retry.wait(error, attempt=tries, seconds_left=left, jitter=random.random())
        if wait is None:
            raise _given_up(error, tries, seconds_left=left, patience=self.retry.patience_seconds) from error
        return wait

    async def _attempt(self, model: Model, request: Request, *, role: str, attempt: int) -> Reply:
        """Makes one attempt within the limits of the run, once the shared rate limit allows it."""
        await self.free()
        worst = self._worst(model, request)
        self.check(sum(self._open, self._spent), worst)
        self._open.append(worst)
        try:
            place = await self._turn(worst.tokens)
            try:
                reply = await self._sent(model, request, role=role, attempt=attempt)
            except (ModelError, asyncio.CancelledError) as error:
                may_be_billed = not isinstance(error, ModelError) or error.may_be_billed
                self._settle(place, worst.tokens if may_be_billed else 0)
                if may_be_billed:
                    self._spent += Spend(tokens=worst.tokens, usd=worst.usd)
                raise
        finally:
            self._open.remove(worst)
        self._settle(place, self._rows[-1].usage.total)
        return reply

    def _settle(self, place: Departure | None, tokens: int) -> None:
        if self.rate and place:
            self.rate.settle(place, tokens)

    def _worst(self, model: Model, request: Request) -> Spend:
        """The most that a call may use: with the longest answer, and its input at the highest price that may apply."""
        read = math.ceil(estimate(request, model=model.name).total * self._off.get(model.name, 1.0))
        longest = Usage(output=request.max_output_tokens)
        usages = (longest + Usage(fresh=read), longest + Usage(cache_write=read)) if self.capped_in_usd else ()
        costs = [model.price(Reply(text="", usage=usage)) or 0.0 for usage in usages]
        return Spend(calls=1, tokens=read + longest.total, usd=max(costs, default=0.0))

    async def _turn(self, tokens: int) -> Departure | None:
        """Waits until the shared rate limit allows the call. Raises LimitError if that is not before the deadline."""
        if self.rate is None:
            return None
        place = self.rate.book(tokens)
        wait, left = self.rate.seconds_until(place), self.seconds_left()
        if wait >= left:
            self.rate.give_back(place)
            message = f"{self.rate!r} allows the next call in {wait:.1f} s, but only {max(left, 0):.1f} s are left"
            raise LimitError(message, limit="seconds")
        try:
            if wait >= WORTH_REPORTING:
                warn(f"{self.rate!r}: waiting {wait:.0f} s before the next call")
            if wait:
                await self.sleep(wait)
        except asyncio.CancelledError:
            self.rate.give_back(place)
            raise
        return place

    async def _sent(self, model: Model, request: Request, *, role: str, attempt: int) -> Reply:
        if self.seconds_left() <= 0:
            raise ReplyError("no reply before the time limit of the run: no time was left for a call")
        row = Exchange(role=role, model=model.name, wire=model.wire, attempt=attempt, request=request)
        answered: dict[str, Any] = {"error": "ended before a reply arrived"}
        started, status = time.perf_counter(), None
        self.events.call_started(role=role, model=named(model), attempt=attempt)
        try:
            reply = await self._within(model, request)
            answered = self._counted(model, request, reply)
        except ModelError as error:
            answered, status = {"error": str(error), "cost": None if error.may_be_billed else 0.0}, error.status
            raise
        except asyncio.CancelledError:
            answered = {"error": "cancelled before a reply arrived"}
            raise
        else:
            return reply
        finally:
            milliseconds = (time.perf_counter() - started) * 1000
            self._rows.append(row.model_copy(update={**answered, "milliseconds": milliseconds}))
            self._spent += spend_of(self._rows[-1:])
            self.events.call(self._rows[-1], model=named(model), http_status=status)

    def _patience(self, began: float) -> float:
        """How long an attempt may now be silent, by the monotonic clock."""
        return min(self.silence, self.seconds_left(), began + LONGEST_ATTEMPT - time.monotonic())

    async def _within(self, model: Model, request: Request) -> Reply:
        """One attempt before the deadline, without a long silence; a custom model may have no limits of its own."""
        began = time.monotonic()
        seconds = self._patience(began)
        try:
            async with asyncio.timeout(seconds) as watch:
                progress = prolonging(watch, partial(self._patience, began), self.events.call_progress)
                return await model.send(request, timeout=seconds, progress=progress)
        except TimeoutError as error:
            said = (
                f"nothing arrived for {self.silence:.3g} s" if self.seconds_left() > 0 else "no complete reply in time"
            )
            raise ModelError(f"{model.name}: {said}", retryable=True) from error

    def _counted(self, model: Model, request: Request, reply: Reply) -> dict[str, Any]:
        """What a reply adds to its row: tokens and cost, which are estimated if the provider reported no tokens."""
        if reply.usage is None or not reply.usage.total:
            usage = estimated_usage(request, reply, model=model.name)
            cost = model.price(reply.model_copy(update={"usage": usage}))
            return {"reply": reply, "usage": usage, "estimated": True, "cost": cost, "note": self._no_usage(model)}
        guess = estimate(request, model=model.name).total
        self._off[model.name] = max(1.0, reply.usage.input / max(1, guess))
        usage = with_pictures(reply.usage, request, model=model.name)
        return {"reply": reply, "usage": usage, "cost": model.price(reply)}

    def _capabilities(self, model: Model) -> Capabilities:
        return self.known.get(repr(model), Capabilities())

    def _learns(self, model: Model, error: ModelError, sent: Request) -> bool:
        """Whether a refusal shows what the endpoint does not accept. It is remembered, and reported once."""
        lesson = learned(self._capabilities(model), error, sent)
        if lesson is None:
            return False
        capabilities, note = lesson
        said = str(error).partition("): ")[2]
        note = self._remembered(
            model, capabilities, note, said=f" ({shortened(said, LONGEST_REFUSAL)})" if said else ""
        )
        self._rows[-1] = self._rows[-1].model_copy(update={"note": note})
        return True

    def _read(self, model: Model, request: Request, sent: Request, reply: Reply) -> Reply:
        """The reply, reduced to its object. An endpoint that miscounts parameters twice in a row is remembered."""
        reply, known = with_bare_json(reply, request), self._capabilities(model)
        counted = sent.paired_schema if sent.answer_schema and model.wire != "anthropic" else None
        wrong = miscounts(reply.text, counted or {})
        if wrong and known.miscounted and known.pairs:
            self._remembered(model, known.model_copy(update={"pairs": False}), NOTES["pairs"])
        elif wrong != known.miscounted:
            self.known[repr(model)] = known.model_copy(update={"miscounted": wrong})
        return reply

    def _no_usage(self, model: Model) -> str:
        known = self._capabilities(model)
        if not known.usage:
            return ""
        return self._remembered(
            model, known.model_copy(update={"usage": False}), "it reports no tokens, so tokens and costs are estimates"
        )

    def _remembered(self, model: Model, capabilities: Capabilities, note: str, *, said: str = "") -> str:
        self.known[repr(model)] = capabilities
        warn(f"{named(model)}: {note}{said}")
        return note


def named(model: Model) -> str:
    """How people write a model: `openai-chat:gpt-5`."""
    return f"{model.wire.replace('_', '-')}:{model.name}"


def _on_one_line(model: Model, error: ModelError) -> str:
    """A failure on one line that names the model, as failures of our own wires do."""
    said, name = str(error), named(model)
    return shortened(one_line(said if name in said else f"{name}: {said}"), LONGEST_REFUSAL)


def _in_order(given: Model | Sequence[Model]) -> tuple[Model, ...]:
    return tuple(given) if isinstance(given, Sequence) else (given,)


def _sharing(request: Request, before: Request | None) -> Request:
    """The same request, made of parts of the one before where they are equal: a run keeps all its requests."""
    if before is None:
        return request
    blocks = (block for message in before.messages for block in message.blocks)
    known = {block: block for block in blocks if isinstance(block, TextBlock)}

    def same(block: Block) -> Block:
        return known.get(block, block) if isinstance(block, TextBlock) else block

    def shared(message: Message) -> Message:
        return message.model_copy(update={"blocks": tuple(map(same, message.blocks))})

    parts = {name: getattr(before, name) for name in ("system", "answer_schema")}
    equal = {name: part for name, part in parts.items() if part == getattr(request, name)}
    return request.model_copy(update={**equal, "messages": tuple(map(shared, request.messages))})


def _given_up(error: ModelError, attempts: int, *, seconds_left: float, patience: float) -> ModelError:
    if not error.retryable:
        return error
    why = f"gave up after {counted(attempts, 'attempt')}"
    asked = error.retry_after or 0.0
    if asked >= seconds_left:
        why = f"{why}: the provider asks to wait {asked:.1f} s, but only {seconds_left:.1f} s are left"
    elif asked > patience:
        why = f"{why}: the provider asks to wait {asked:.1f} s, which is more than the maximum of {patience:g} s"
    given_up = ModelError(f"{error} ({why})", status=error.status, retryable=True, retry_after=error.retry_after)
    given_up.__cause__ = error
    return given_up


def _all_failed(errors: Sequence[ModelError]) -> ModelError:
    """The error of the only model, or one error that names all of them."""
    if len(errors) == 1:
        return errors[0]
    said = "; ".join(map(str, errors))
    last = errors[-1]
    failed = ModelError(
        f"none of {len(errors)} models answered: {said}",
        status=last.status,
        retryable=any(error.retryable for error in errors),
        retry_after=last.retry_after,
    )
    failed.__cause__ = last
    return failed


def _usable(reply: Reply, request: Request) -> Reply:
    if reply.finish == "length":
        written = reply.usage.output if reply.usage else 0
        at = f"at the cap of {request.max_output_tokens:,} output tokens, reasoning included"
        if reply.usage and 0 < written < request.max_output_tokens:
            at = (
                f"after {written:,} output tokens, before the cap of {request.max_output_tokens:,}: with the "
                f"{reply.usage.input:,} tokens of the request it filled the model's context, or the server has a lower cap"
            )
        raise ReplyError(
            f"the reply was cut off {at}; nothing of it was used. Answer more briefly, with fewer actions at a time"
        )
    if reply.finish == "refusal":
        said = reply.text.strip()
        raise ReplyError("the model refused to answer" + (f": {said[:500]}" if said else ""))
    return reply
