"""The record of a run stays small, whatever pages and providers send."""

import pytest
from builders import action, reply
from recorded_events import RecordedEvents

from actwright import Agent, Status
from actwright.engine.records.run_folder import RunFolder
from actwright.engine.records.run_folder import size as record_size
from actwright.schemas.page import Element, Observation
from actwright.schemas.step import Step
from actwright.schemas.task import Task
from actwright.testing import ScriptedModel

pytestmark = pytest.mark.slow

GIVE_UP = reply(action("fail", reason="no form", kind="not_found"), message="There is no form.")


async def test_a_page_and_a_reply_that_are_too_large_are_recorded_in_part(page, tmp_path, monkeypatch):
    """The run reads them whole, and its record says what it does not hold; a smaller limit, so that a busy machine reads the page too."""
    most = 3_000_000
    monkeypatch.setattr(record_size, "MOST_BYTES", most)
    await page.set_content("<h1>Prices</h1><div style='height: 40px; overflow: hidden'></div>")
    await page.evaluate("document.querySelector('div').textContent = 'word '.repeat(680_000)")
    model = ScriptedModel(["x" * 3_400_000, GIVE_UP])
    run = Agent(model, out=tmp_path).play("fill in the form", page=page)
    async with run:
        pages = [step.page async for step in run]
    assert run.result.status is Status.FAILED
    assert len(pages[1].text) > 3_399_000
    assert all(len(line) <= most for line in (run.result.run_dir / "steps.jsonl").read_bytes().splitlines())
    recorded = RunFolder.read(run.result.run_dir)
    assert [step.page.text for step in recorded.steps] == [page.text[:1_000_000] for page in pages]
    assert recorded.steps[0].exchanges[0].reply.text == "x" * 1_000_000
    assert (recorded.result.usage, recorded.result.message) == (run.result.usage, run.result.message)
    assert (
        f"steps.jsonl, line 2: page.text has {len(pages[1].text):,} characters, of which the first 1,000,000 are recorded"
        in recorded.notes
    )
    assert (run.result.run_dir / "report.html").stat().st_size < most


def test_a_page_with_very_many_elements_is_recorded_in_part(tmp_path):
    """What was done comes back whole."""
    link = Element(id="a-0", tag="a", name="n" * 200, href="h" * 2_000)
    seen = Observation(url="http://shop.test/", elements=(link,) * 9_000, notes=("late",))
    events = RecordedEvents(tmp_path, Task(text="look"), {})
    events.step(Step(number=1, page=seen, proposal=None, problem="not JSON"))
    recorded = RunFolder.read(events.path)
    assert recorded.steps == (
        Step(number=1, page=seen.model_copy(update={"elements": (link,) * 2_000}), proposal=None, problem="not JSON"),
    )
    assert (
        recorded.notes[0] == "steps.jsonl, line 1: page.elements has 9,000 items, of which the first 2,000 are recorded"
    )
