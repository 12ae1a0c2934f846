"""The runs of a test find their recordings by their tasks, in whatever order they come."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from actwright import ConfigError
from actwright.pytest_plugin.recordings_of_tests import Recordings
from actwright.recording import write_recording
from actwright.schemas.recording import RecordedAction, RecordedStep, Recording

STEPS = (RecordedStep(actions=(RecordedAction(tool="click"),)),)


@pytest.fixture
def made(tmp_path):
    """Makes the recordings of a test in a mode, beside files for two tasks."""
    folder = tmp_path / "recordings" / "test_shop"
    for name, task in (("test_buy", "Buy it"), ("test_buy-2", "Send it back")):
        write_recording(Recording(task=task, steps=STEPS), folder / f"{name}.actwright.yaml")
    item = SimpleNamespace(nodeid="test_shop.py::test_buy", path=tmp_path / "test_shop.py", config=None)
    return lambda mode: Recordings(item, {"mode": mode, "heal": "off"})


def test_runs_that_changed_places_keep_their_recordings(made):
    recordings = made("replay")
    found = [recordings.next(task, None, typed=False).path.name for task in ("Send it back", "buy it.")]
    assert found == ["test_buy-2.actwright.yaml", "test_buy.actwright.yaml"]


def test_another_task_is_an_error_or_is_recorded_anew(made):
    with pytest.raises(ConfigError, match='made for "Buy it", and this run is "Buy two"'):
        made("replay").next("Buy two", None, typed=False)
    use = made("auto").next("Buy two", None, typed=False)
    assert use.anew
    assert use.policy("single_call", has_model=True) == "single_call"
    assert use.policy("single_call", has_model=False) == f"replay:{Path(use.path)}"
