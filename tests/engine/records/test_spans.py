"""Spans of a run: run > step > call and action, tokens once, no text unless it is asked for, nothing withheld ever."""

import asyncio
import json

import pytest
from eventful_run import DONE, PRIVATE, SECRET, eventful_run
from openai import AsyncOpenAI
from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.instrumentation.openai import OpenAIInstrumentor
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from served_pages import ServedPages

from actwright import Agent
from actwright.testing import OpenAIChatServer, ScriptedModel

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_browser")]


@pytest.fixture(scope="module")
def exported():
    """What a program with OpenTelemetry's SDK exports; its provider can be set once in a process."""
    provider, exporter = TracerProvider(), InMemorySpanExporter()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    trace.set_tracer_provider(provider)
    return exporter


@pytest.fixture
def spans(exported):
    exported.clear()
    return exported


def tree(finished):
    """The names as they are nested, in the order in which they began."""
    spans = sorted(finished, key=lambda span: span.start_time)

    def below(parent):
        found = (span for span in spans if (span.parent.span_id if span.parent else None) == parent)
        return [(span.name, below(span.context.span_id)) for span in found]

    return below(None)


def written(finished):
    return json.dumps([json.loads(span.to_json()) for span in finished])


async def test_a_run_is_a_tree_of_spans(site, own_browser, spans):
    """Tokens stand on the calls and add up to those of the result; failures are errors; the caller's span stays its own."""
    tracer = trace.get_tracer("the caller")
    with tracer.start_as_current_span("a test") as around:
        result = await eventful_run(site, own_browser)
        assert trace.get_current_span() is around
    finished = spans.get_finished_spans()
    acted = [(f"execute_tool {name}", []) for name in ("fill", "click", "expect")]
    assert tree(finished) == [
        (
            "a test",
            [
                (
                    "invoke_agent actwright",
                    [
                        ("step 1", [("chat m", []), ("chat m", [])]),
                        ("step 2", [("chat m", []), ("execute_tool navigate", [])]),
                        ("step 3", [("chat m", []), *acted]),
                    ],
                )
            ],
        )
    ]
    by_name = {span.name: span for span in finished}
    chats = sorted((span for span in finished if span.name == "chat m"), key=lambda span: span.start_time)
    assert sum(span.attributes.get("gen_ai.usage.input_tokens", 0) for span in finished) == result.usage.input
    assert [span.attributes.get("error.type") for span in chats] == ["429", None, None, None]
    assert chats[0].kind is trace.SpanKind.CLIENT
    assert dict(chats[1].attributes) | {"actwright.cost_usd": 0} == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "m",
        "gen_ai.usage.input_tokens": chats[1].attributes["gen_ai.usage.input_tokens"],
        "gen_ai.usage.output_tokens": chats[1].attributes["gen_ai.usage.output_tokens"],
        "gen_ai.usage.cache_read.input_tokens": 0,
        "actwright.role": "main",
        "actwright.attempt": 2,
        "actwright.cost_usd": 0,
    }
    run, click = by_name["invoke_agent actwright"].attributes, by_name["execute_tool click"].attributes
    assert (run["actwright.status"], run["actwright.may_have_acted"], run["actwright.steps"]) == ("complete", True, 3)
    assert (click["actwright.effect"], click["actwright.requests_sent"]) == ("effect", 1)
    assert by_name["execute_tool navigate"].status.status_code is trace.StatusCode.ERROR
    events = {event.name: event for span in finished for event in span.events}
    assert {"look", "retry", "refusal", "effect", "gen_ai.evaluation.result"} == set(events)
    assert events["gen_ai.evaluation.result"].attributes["gen_ai.evaluation.score.label"] == "pass"


async def test_no_text_unless_it_is_asked_for_and_nothing_withheld_even_then(site, own_browser, spans, monkeypatch):
    await eventful_run(site, own_browser)
    plain = written(spans.get_finished_spans())
    assert not any(word in plain for word in ("Submit", "listing", "created", "/price", SECRET, PRIVATE))
    spans.clear()
    monkeypatch.setenv("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT", "true")
    await eventful_run(site, own_browser)
    quoted = written(spans.get_finished_spans())
    assert "created with price $50" in quoted
    assert "{{password}}" in quoted
    assert SECRET not in quoted
    assert PRIVATE not in quoted


async def test_a_call_is_counted_once_beside_an_instrumented_sdk(site, own_browser, spans):
    """An instrumentation of the provider's package makes spans of the program's own calls, and no second one of a run's."""
    OpenAIInstrumentor().instrument()
    try:
        with OpenAIChatServer(["hello"]) as server:
            async with AsyncOpenAI(base_url=server.url, api_key="k", max_retries=0) as client:
                await client.chat.completions.create(model="m", messages=[{"role": "user", "content": "hello"}])
        own = spans.get_finished_spans()
        spans.clear()
        result = await eventful_run(site, own_browser)
    finally:
        OpenAIInstrumentor().uninstrument()
    assert [span.instrumentation_scope.name for span in own] == ["opentelemetry.instrumentation.openai.v1"]
    counted = [span for span in spans.get_finished_spans() if "gen_ai.usage.input_tokens" in span.attributes]
    assert {span.instrumentation_scope.name for span in counted} == {"actwright"}
    assert sum(span.attributes["gen_ai.usage.input_tokens"] for span in counted) == result.usage.input


async def test_a_cancelled_run_leaves_no_span_open(site, own_browser, spans):
    """Spans of what it was in the middle of end with it, as errors."""
    asked = asyncio.Event()

    class Silent(ScriptedModel):
        async def send(self, request, *, timeout, progress=None):  # noqa: ASYNC109 - it never answers
            asked.set()
            await asyncio.Event().wait()

    agent = Agent(Silent([]), browser=own_browser, out=None)
    running = asyncio.create_task(agent.run("x", url=f"{site.url}/price"))
    await asked.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    finished = spans.get_finished_spans()
    assert tree(finished) == [("invoke_agent actwright", [("step 1", [("chat scripted", [])])])]
    assert all(span.status.status_code is trace.StatusCode.ERROR for span in finished)
    assert trace.get_current_span() is trace.INVALID_SPAN


async def test_a_collector_gets_the_spans(site, own_browser, spans):
    """Over the wire, as protobuf."""
    model = ScriptedModel([DONE])
    await Agent(model, browser=own_browser, out=None).run("Fill the price as $50", url=f"{site.url}/price")
    with ServedPages({"/v1/traces": ""}) as collector:
        OTLPSpanExporter(f"{collector.url}/v1/traces").export(spans.get_finished_spans())
    (sent,) = collector.posts
    ((scope,),) = ([*resource.scope_spans] for resource in ExportTraceServiceRequest.FromString(sent).resource_spans)
    acted = [f"execute_tool {tool}" for tool in ("fill", "click", "expect")]
    assert (collector.asked, scope.scope.name) == (["/v1/traces"], "actwright")
    assert {span.name for span in scope.spans} == {"invoke_agent actwright", "step 1", "chat scripted", *acted}
