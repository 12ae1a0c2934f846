"""Events -> OpenTelemetry spans: run > step > call and action.

If the program has loaded OpenTelemetry, its tracer provider gets the spans; otherwise nothing is loaded. Names and
attributes follow the semantic conventions for generative AI (`gen_ai.*`); what these do not define is `actwright.*`.
Only call spans have tokens, so that a sum over all spans counts them once. During a call, instrumentations of the
providers' SDKs add no span of their own.

Text of pages, models and the caller is left out unless the environment variable
`OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT` requests it; private values and secrets are masked even then.
"""

from __future__ import annotations

import os
import sys
from functools import singledispatchmethod
from importlib.metadata import version
from typing import Any, NamedTuple

from actwright.schemas.event import (
    ActionEvent,
    ActionStarted,
    CallEvent,
    CallStarted,
    EffectEvent,
    Event,
    EvidenceEvent,
    LookEvent,
    RefusalEvent,
    RetryEvent,
    RunEnded,
    RunStarted,
    StepEvent,
    StepStarted,
    said_fields,
)

CAPTURE = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"
QUIET = "suppress_language_model_instrumentation"
"""The context key that makes OpenLLMetry's instrumentations add no span."""
PROVIDERS = {"anthropic": "anthropic", "openai": "openai", "openai-chat": "openai"}


def spans() -> Spans | None:
    """A `Spans` for the events of one run; None if the program has not loaded OpenTelemetry."""
    return Spans() if "opentelemetry.trace" in sys.modules else None


class Spans:
    """Turns the events of one run into spans as they arrive.

    Spans of steps, calls and actions are current, while they last, in the asyncio task in which they last.
    """

    def __init__(self) -> None:
        from opentelemetry import context, trace  # noqa: PLC0415 - it is loaded already, or nobody would get spans

        self._context, self._trace = context, trace
        self._tracer = trace.get_tracer("actwright", version("actwright"))
        self._quotes = os.environ.get(CAPTURE, "").lower() in {"true", "span_only", "span_and_event"}
        self._run: _OpenSpan | None = None
        self._step: _OpenSpan | None = None
        self._calls: dict[tuple[str, str, int], _OpenSpan] = {}
        self._action: _OpenSpan | None = None

    def __call__(self, event: Event) -> None:
        """Opens, closes or annotates a span."""
        self._handle(event)

    @singledispatchmethod
    def _handle(self, event: Event) -> None:
        """Other events, such as the progress of a reply, have no span."""

    @_handle.register
    def _(self, event: RunStarted) -> None:
        main = event.models.split(",")[0].partition("=")[2]
        attributes: dict[str, Any] = {
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.provider.name": _provider(main) or "actwright",
            "gen_ai.agent.name": "actwright",
            "gen_ai.agent.version": version("actwright"),
            "gen_ai.conversation.id": event.run,
            **self._own(event, "policy", "models", "task"),
        }
        self._run = self._begin("invoke_agent actwright", None, attributes)

    @_handle.register
    def _(self, event: StepStarted) -> None:
        self._step = self._begin(f"step {event.step}", self._run, self._own(event, "step"), current=True)

    @_handle.register
    def _(self, event: LookEvent) -> None:
        self._note("look", self._own(event, "elements", "picture", "url", "title"))

    @_handle.register
    def _(self, event: CallStarted) -> None:
        model = event.model.partition(":")[2] or event.model
        attributes: dict[str, Any] = {
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": _provider(event.model),
            "gen_ai.request.model": model,
            **self._own(event, "role", "attempt"),
        }
        kind = self._trace.SpanKind.CLIENT
        opened = self._begin(f"chat {model}", self._step or self._run, attributes, kind=kind, current=True, quiet=True)
        self._calls[event.role, event.model, event.attempt] = opened

    @_handle.register
    def _(self, event: CallEvent) -> None:
        opened = self._calls.pop((event.role, event.model, event.attempt), None)
        figures: dict[str, Any] = {
            "gen_ai.usage.input_tokens": event.input,
            "gen_ai.usage.output_tokens": event.output,
            "gen_ai.usage.cache_read.input_tokens": event.cached,
            "actwright.cost_usd": event.cost,
            **self._own(event, "error"),
        }
        self._end(opened, figures, error="" if event.answered else str(event.http_status or "no_answer"))

    @_handle.register
    def _(self, event: RetryEvent) -> None:
        self._note("retry", self._own(event, "attempt", "seconds"))

    @_handle.register
    def _(self, event: ActionStarted) -> None:
        attributes: dict[str, Any] = {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": event.tool,
            "gen_ai.tool.type": "function",
            **self._own(event, "position", "element", "reason"),
        }
        self._action = self._begin(f"execute_tool {event.tool}", self._step or self._run, attributes, current=True)

    @_handle.register
    def _(self, event: EffectEvent) -> None:
        self._note("effect", {"gen_ai.tool.name": event.tool, **self._own(event, "confirmed", "url")})

    @_handle.register
    def _(self, event: ActionEvent) -> None:
        figures: dict[str, Any] = {
            "actwright.requests_sent": event.sent,
            "http.response.status_code": event.http_status,
            **self._own(event, "status", "effect", "target", "detail"),
        }
        if event.corrected:
            self._note("corrected", {"actwright.position": event.position, **figures})
            return
        opened, self._action = self._action, None
        self._end(opened, figures, error="" if event.status == "done" else event.status)

    @_handle.register
    def _(self, event: RefusalEvent) -> None:
        self._note("refusal", {"gen_ai.tool.name": event.tool, **self._own(event, "position", "why")})

    @_handle.register
    def _(self, event: EvidenceEvent) -> None:
        proves = event.passed and not event.passed_before
        attributes = {
            "gen_ai.evaluation.name": f"evidence {event.kind}",
            "gen_ai.evaluation.score.label": "pass" if proves else "fail",
            **self._own(event, "wanted", "found"),
        }
        self._note("gen_ai.evaluation.result", attributes)

    @_handle.register
    def _(self, event: StepEvent) -> None:
        opened, self._step = self._step, None
        figures = self._own(event, "actions", "skipped", "claim", "calls", "message", "problem", "url")
        self._end(opened, figures, error="" if event.usable else "unusable_reply")

    @_handle.register
    def _(self, event: RunEnded) -> None:
        for left in (self._action, *self._calls.values(), self._step):  # what a cancelled run was in the middle of
            self._end(left, {}, error=event.status)
        self._action, self._step = None, None
        self._calls.clear()
        names = ("status", "reason", "may_have_acted", "proof", "shortfall", "steps", "calls", "message", "error")
        opened, self._run = self._run, None
        figures = {**self._own(event, *names), "actwright.cost_usd": event.cost}
        self._end(opened, figures, error="" if event.status == "complete" else event.status)

    def _begin(
        self,
        name: str,
        parent: _OpenSpan | None,
        attributes: dict[str, Any],
        *,
        kind: Any = None,
        current: bool = False,
        quiet: bool = False,
    ) -> _OpenSpan:
        before = self._context.get_current()
        around = self._trace.set_span_in_context(parent.span, before) if parent else before
        span = self._tracer.start_span(
            name, context=around, kind=kind or self._trace.SpanKind.INTERNAL, attributes=_known(attributes)
        )
        if not current:
            return _OpenSpan(span, None)
        inside = self._trace.set_span_in_context(span, around)
        self._context.attach(self._quiet(inside) if quiet else inside)
        return _OpenSpan(span, before)

    def _quiet(self, inside: Any) -> Any:
        """A context in which OpenLLMetry's instrumentations, and OpenTelemetry's own if loaded, make no span."""
        inside = self._context.set_value(QUIET, True, inside)
        genai: Any = sys.modules.get("opentelemetry.util.genai.invocation")
        key, data = getattr(genai, "CLIENT_INFERENCE_CONTEXT_KEY", None), getattr(genai, "InferenceData", None)
        return inside if key is None or data is None else self._context.set_value(key, data(), inside)

    def _end(self, opened: _OpenSpan | None, attributes: dict[str, Any], *, error: str) -> None:
        if opened is None:
            return
        opened.span.set_attributes(_known(attributes))
        if error:
            opened.span.set_attribute("error.type", error)
            opened.span.set_status(self._trace.StatusCode.ERROR)
        opened.span.end()
        if opened.before is not None and self._trace.get_current_span() is opened.span:
            self._context.attach(opened.before)  # a token would not work where a run is cancelled from another task

    def _note(self, name: str, attributes: dict[str, Any]) -> None:
        if around := self._action or self._step or self._run:
            around.span.add_event(name, _known(attributes))

    def _own(self, event: Event, *names: str) -> dict[str, Any]:
        """Fields of an event as attributes of ours; those that quote somebody only if they are wanted."""
        unsaid = () if self._quotes else said_fields(event)
        return {f"actwright.{name}": getattr(event, name) for name in names if name not in unsaid}


class _OpenSpan(NamedTuple):
    """A span that has not ended, and the context in which it began; None if the span was not made current."""

    span: Any
    before: Any


def _known(attributes: dict[str, Any]) -> dict[str, Any]:
    """The attributes that have a value: an attribute cannot be None."""
    return {name: value for name, value in attributes.items() if value is not None and value != ""}


def _provider(model: str) -> str:
    wire = model.partition(":")[0]
    return PROVIDERS.get(wire, wire)
