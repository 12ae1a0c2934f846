"""What the input was spent on, in numbers that add up."""

import json

import pytest
from recorded_events import RecordedEvents

from actwright.engine.models.image_tokens import RULES, image_rule, image_tokens
from actwright.engine.models.prices import repriced
from actwright.engine.records.report import write_report
from actwright.engine.records.run_folder import RunFolder
from actwright.engine.records.totals import attributed, attributed_in_all
from actwright.schemas.exchange import Exchange, ImageBlock, Message, Reply, Request, TextBlock, ToolResult
from actwright.schemas.page import Image, Observation
from actwright.schemas.result import Status
from actwright.schemas.step import Step
from actwright.schemas.task import Task
from actwright.schemas.usage import Usage

PICTURE = Image(data=b"\x89PNG", media_type="image/png", width=280, height=280)
REQUEST = Request(
    system=(TextBlock(text="r" * 360, section="system"), TextBlock(text="t" * 720, section="tools")),
    messages=(
        Message(
            role="user",
            blocks=(
                TextBlock(text="d" * 36, section="task"),
                ToolResult(call_id="1", blocks=(TextBlock(text="h" * 180),)),
                TextBlock(text="p" * 1_440, section="page"),
                ImageBlock(image=PICTURE),
            ),
        ),
    ),
    answer_schema={"type": "object", "title": "x" * 145},
)


def exchange(request=REQUEST, **usage):
    return Exchange(role="main", model="claude-sonnet-4-5", wire="anthropic", request=request, usage=Usage(**usage))


def test_each_part_of_the_input_has_its_tokens():
    """Estimates by characters and by the picture's rule; a provider that counts as much changes nothing."""
    schema = round(len(json.dumps(REQUEST.answer_schema, separators=(",", ":"))) / 3.6)
    parts = {"system": 100, "tools": 200, "task": 10, "history": 50, "page": 400, "schema": schema, "screenshot": 100}
    assert attributed(exchange(fresh=860 + schema, image=100, output=9)) == parts


@pytest.mark.parametrize("total", [0, 1, 7, 999, 1_000, 123_457])
@pytest.mark.parametrize("image", [0, 333])
def test_the_parts_add_up_to_the_input(total, image):
    """Whatever the provider counted, in whichever of the three inputs."""
    usage = {"fresh": total // 2, "cache_read": total - total // 2, "image": min(image, total)}
    parts = attributed(exchange(**usage))
    assert sum(parts.values()) == total
    assert parts.get("screenshot", 0) == usage["image"]
    assert min(parts.values(), default=1) > 0


def test_input_without_any_part_is_other():
    assert attributed(exchange(Request(messages=()), fresh=5)) == {"other": 5}


def test_rows_add_up_to_the_result_and_to_the_record(tmp_path):
    """Sum of the rows, `result.usage`, `run.json`, the report and the steps that are read back say the same."""
    rows = tuple(
        exchange(fresh=500 + n, cache_read=n, cache_write=2, output=30, reasoning=3, image=90) for n in range(3)
    )
    steps = [
        Step(number=n, page=Observation(url="u"), proposal=None, problem="x", exchanges=rows[:n]) for n in (1, 2, 3)
    ]
    events = RecordedEvents(tmp_path, Task(text="count"), {})
    for step in steps:
        events.step(step)
    events.end(Status.UNUSABLE_REPLIES)
    result = RunFolder.read(events.path).result
    summary = json.loads((events.path / "run.json").read_text())["summary"]
    every = [row for step in steps for row in step.exchanges]
    assert result.usage == sum((row.usage for row in every), Usage())
    assert summary["usage"] == result.usage.model_dump()
    assert summary["calls"] == len(every) == 6
    assert summary["input_by_part"] == attributed_in_all(every)
    assert sum(summary["input_by_part"].values()) == result.usage.input
    report = write_report(events.path).read_text("utf-8")
    assert f"<dt>Tokens</dt><dd>{result.usage.total:,}</dd>" in report
    assert all(f"{part} {tokens:,}" in report for part, tokens in summary["input_by_part"].items())


@pytest.mark.parametrize(
    ("model", "size", "detail", "tokens"),
    [
        ("claude-sonnet-4-5", (1280, 720), "high", 1196),
        ("claude-sonnet-4-5", (1920, 1080), "high", 1560),
        ("claude-opus-4-8", (1920, 1080), "high", 2691),
        ("claude-sonnet-5-5", (1920, 1080), "high", 2691),
        ("claude-3-5-sonnet-latest", (1000, 750), "high", 1000),
        ("gpt-5.5", (1280, 720), "high", 1104),
        ("gpt-5", (1024, 1024), "high", 630),
        ("gpt-5-2025-08-07", (1280, 720), "high", 910),
        ("gpt-5", (1280, 720), "low", 70),
        ("gpt-5-mini", (1280, 720), "high", 1104),
        ("o3", (1024, 1024), "high", 675),
        ("o4-mini", (1024, 1024), "high", 1762),
        ("gpt-4o-mini", (1024, 1024), "high", 25_501),
        ("gpt-4o", (1024, 1024), "high", 765),
        ("gpt-4o", (1024, 1024), "low", 85),
        ("gemini-3-pro", (10, 10), "high", 1101),
    ],
)
def test_what_a_picture_takes(model, size, detail, tokens):
    """Figures that were published or measured."""
    assert image_tokens(*size, model=model, detail=detail) == tokens


def test_every_rule_says_when_and_whence():
    assert all(rule.source for rule in RULES)


@pytest.mark.parametrize(
    ("model", "published"),
    [
        ("gpt-5", True),
        ("gpt-4o", True),
        ("claude-opus-4-8", True),
        ("gpt-5.5", False),
        ("claude-sonnet-5-5", False),
        ("llama", False),
    ],
)
def test_what_no_provider_publishes_is_an_estimate(model, published):
    assert image_rule(model).published is published


@pytest.mark.parametrize("model", ["claude-opus-4-8", "claude-sonnet-4-5", "gpt-5.5", "gpt-4o", "llama"])
def test_a_picture_of_any_size_is_bounded(model):
    """Also one that is long and thin."""
    assert all(1 <= image_tokens(*size, model=model) <= 6_000 for size in [(1, 1), (9_000, 9_000), (20_000, 3)])


RAW = {
    "anthropic": {
        "input_tokens": 1_000,
        "cache_read_input_tokens": 400,
        "cache_creation_input_tokens": 100,
        "output_tokens": 50,
    },
    "openai_chat": {
        "prompt_tokens": 1_500,
        "completion_tokens": 50,
        "prompt_tokens_details": {"cached_tokens": 400, "cache_write_tokens": 100},
    },
    "openai_responses": {
        "input_tokens": 1_500,
        "output_tokens": 50,
        "input_tokens_details": {"cached_tokens": 400, "cache_write_tokens": 100},
    },
}


@pytest.mark.parametrize("wire", RAW)
def test_a_stored_row_is_priced_again_from_what_the_provider_counted(wire):
    """The stored cost and the normalised tokens are not read; both providers' counts come to the same tokens."""
    model = {"anthropic": "claude-opus-4-8"}.get(wire, "gpt-5")
    reply = Reply(text="", raw_usage=RAW[wire])
    row = Exchange(role="main", model=model, wire=wire, request=REQUEST, reply=reply, cost=99.0)
    expected = {"anthropic": 7_075 / 1e6}.get(wire)
    cost = repriced(row).cost
    assert cost == pytest.approx(expected) if expected else 0 < cost < 0.01


def test_a_row_without_an_answer_keeps_its_cost():
    row = exchange().model_copy(update={"cost": 0.0})
    assert repriced(row) is row
