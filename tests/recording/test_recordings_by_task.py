"""The runs of a test find their recordings by their tasks, in whatever order they come."""

from pathlib import Path

import pytest

from actwright import ConfigError
from actwright.recording import read_recording, write_recording
from actwright.runners.recordings_of_tests import Recordings
from actwright.runners.suite_test import SuiteSession, SuiteTest
from actwright.schemas.recording import RecordedAction, RecordedStep, Recording
from actwright.schemas.result import Result
from actwright.schemas.status import Status
from actwright.schemas.task import Task

STEPS = (RecordedStep(actions=(RecordedAction(tool="click"),)),)


@pytest.fixture
def made(tmp_path):
    """Makes the recordings of a test in a mode, beside files for two tasks."""
    folder = tmp_path / "recordings" / "test_shop"
    for name, task in (("test_buy", "Buy it"), ("test_buy-2", "Send it back")):
        write_recording(Recording(task=task, steps=STEPS), folder / f"{name}.actwright.yaml")

    def recordings(mode, heal="off", variant="", **more):
        test = SuiteTest(
            id=f"test_shop.py::test_buy{variant}",
            file=tmp_path / "test_shop.py",
            name="test_buy",
            folder=tmp_path / "runs",
            options={"mode": mode, "heal": heal},
            session=SuiteSession(),
            **more,
        )
        return Recordings(test)

    return recordings


def test_runs_that_changed_places_keep_their_recordings(made):
    recordings = made("replay")
    found = [recordings.next(task, None, typed=False).path.name for task in ("Send it back", "buy it.")]
    assert found == ["test_buy-2.actwright.yaml", "test_buy.actwright.yaml"]


def test_another_task_is_an_error_or_is_recorded_anew(made):
    for more in ({}, {"has_variants": True}):
        with pytest.raises(ConfigError, match=r'made for "Buy it"; .* for "Send it back", and this run is "Buy two"'):
            made("replay", **more).next("Buy two", None, typed=False)
    use = made("auto").next("Buy two", None, typed=False)
    assert use.anew
    assert use.policy("single_call", has_model=True) == "single_call"
    assert use.policy("single_call", has_model=False) == f"replay:{Path(use.path)}"


def test_a_recording_of_another_task_stays_unless_healing_is_applied(made):
    done = Result(task=Task(text="Buy two"), status=Status.COMPLETE, steps=())
    for heal in ("off", "suggest"):
        recordings = made("auto", heal)
        use = recordings.next("Buy two", None, typed=False)
        assert "is of another task, and stays" in recordings.ended(use, done)
        assert read_recording(use.path).task == "Buy it"


def test_variants_with_other_tasks_do_not_take_each_others_files(made):
    for task, name in (("Buy it", "test_buy"), ("Buy two", "test_buy-3")):
        use = made("record", variant="[two]", has_variants=True).next(task, None, typed=False)
        assert use.path.name == f"{name}.actwright.yaml"


@pytest.mark.parametrize(("task", "name"), [("Buy it today", "test_buy"), ("Send it all back", "test_buy-2")])
def test_the_changed_task_of_a_variant_replaces_its_recording(made, task, name):
    use = made("record", variant="[it]", has_variants=True).next(task, None, typed=False)
    assert (use.path.name, use.anew) == (f"{name}.actwright.yaml", True)


def test_a_test_may_have_any_number_of_runs(made):
    recordings = made("auto")
    names = [recordings.next("Buy it", None, typed=False).path.name for _ in range(120)]
    assert names[-1] == "test_buy-120.actwright.yaml"
