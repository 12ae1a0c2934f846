"""Runs under one fault each. The bench plays all of them, and two at once: `benchmarks/faults.py`."""

import asyncio

import pytest

from benchmarks import faults

pytestmark = pytest.mark.slow

EARLY = 14
"""A seed with which a fault that strikes at some moment strikes after a tenth of the time in which it may."""
AT_A_WAIT = 43
"""A seed that cancels a run at its tenth wait."""
SECONDS = 60.0
HELD_UP_SECONDS = 5.0
"""The time limit of a run that its fault holds up until then."""


@pytest.fixture(scope="module")
async def place():
    """The browser and the site of all runs here. Tasks are known by the run in which they were made."""
    loop = asyncio.get_running_loop()
    before = loop.get_task_factory()
    loop.set_task_factory(faults.remembered)
    async with faults.place() as place:
        yield place
    loop.set_task_factory(before)


@pytest.mark.parametrize(
    ("name", "seconds", "ends"),
    [
        ("429, 500 or 503, once or twice", SECONDS, {"complete"}),
        ("connection broken before a byte", SECONDS, {"complete"}),
        ("reply cut at the output cap", SECONDS, {"complete"}),
        ("malformed reply", SECONDS, {"complete"}),
        ("renderer crashes", SECONDS, {"BrowserError"}),
        ("browser killed", SECONDS, {"BrowserError"}),
        ("two buttons trade places and names", SECONDS, {"complete", "failed", "stuck", "step_limit"}),
        ("connection reset after the POST", SECONDS, {"failed"}),
        ("the POST is answered after 60 s", HELD_UP_SECONDS, {"failed", "time_limit"}),
        ("the POST is answered with 503", SECONDS, {"complete", "failed", "stuck"}),
        ("confirm before sending", SECONDS, {"failed"}),
        ("a window that closes itself", SECONDS, {"complete"}),
        ("effects cannot be recorded", SECONDS, {"ConfigError"}),
        ("cancelled at any wait", SECONDS, {"CancelledError"}),
    ],
)
async def test_a_fault_ends_a_run_as_promised(place, name, seconds, ends):
    """It acts once, is complete only if it is done, says what may have happened, and leaves nothing running."""
    number, fault = next((number, fault) for number, fault in enumerate(faults.FAULTS) if fault.name == name)
    counts = faults.Counts()
    seed = AT_A_WAIT if name == "cancelled at any wait" else EARLY
    await asyncio.create_task(faults.guarded(place, ((number,), seed, seconds), counts, alone=False))
    assert dict(counts.broken) == {}
    assert set(counts.seen[faults.title(fault)]) <= ends
