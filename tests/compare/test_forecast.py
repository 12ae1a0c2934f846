"""What coming runs will cost, from recorded ones."""

import random

import pytest

from actwright import ConfigError
from actwright.cli import app
from actwright.compare import forecast as foretelling
from actwright.compare.comparison_folder import ComparisonFolder
from actwright.compare.forecast import RunCost, costs_in, forecast
from actwright.compare.row import CaseRow
from actwright.engine.records.run_folder.recorded import read_folder
from actwright.schemas.usage import Usage


def cost(calls, usd=0.01):
    return RunCost(calls=calls, tokens=calls * 1_000, usd=usd, seconds=calls * 2.0)


def test_the_mean_times_the_number_with_an_interval_from_five_runs_on():
    found = forecast([cost(calls) for calls in (1, 2, 3, 4, 5)], runs=100)
    calls = found.measures["calls"]
    assert (found.recorded, calls.expected, found.measures["tokens"].expected) == (5, 300, 300_000)
    assert 150 < calls.interval.low < 300 < calls.interval.high < 600
    few = forecast([cost(2), cost(4, usd=None)], runs=10)
    assert (few.measures["calls"].expected, few.measures["calls"].interval, few.measures["usd"]) == (30, None, None)


def test_the_sum_of_held_out_runs_lies_in_the_interval(monkeypatch):
    """In about 95 of 100 draws; of 20 draws here, at least 17."""
    monkeypatch.setattr(foretelling, "RESAMPLES", 200)
    drawing, inside = random.Random(3), 0
    for _ in range(20):
        runs = [cost(drawing.randint(2, 9)) for _ in range(60)]
        between = forecast(runs[:20], runs=40).measures["calls"].interval
        inside += between.low <= sum(each.calls for each in runs[20:]) <= between.high
    assert inside >= 17


def row(contender, **given):
    usual = {"case": "a", "seed": 0, "policy": contender, "evidence": "required", "screenshot": "always"}
    return CaseRow(**usual, contender=contender, passed=True, status="complete", **given)


def test_a_run_folder_whose_files_are_devices_is_refused(tmp_path):
    """A device may have no end, as `/dev/zero`; this one is empty."""
    (tmp_path / "run.json").symlink_to("/dev/null")
    with pytest.raises(ConfigError, match="it is not a regular file"):
        read_folder(tmp_path)
    with pytest.raises(ConfigError, match="has no recorded run"):
        costs_in(tmp_path)


def test_the_rows_of_a_comparison_are_recorded_runs(tmp_path, capsys):
    folder = ComparisonFolder(tmp_path / "compared")
    folder.path.mkdir()
    for contender in ("one", "two"):
        folder.add(
            row(contender, calls=3, usage=Usage(fresh=90, output=10), cost=0.5, seconds=4.0, model_seconds=1.0), ()
        )
    folder.add(row("broken", error="gone", calls=9), ())
    assert [each.tokens for each in costs_in(folder.path)] == [100, 100]
    with pytest.raises(ConfigError, match="has no recorded run of three"):
        costs_in(folder.path, policy="three")
    with pytest.raises(ConfigError, match="has no recorded run"):
        costs_in(tmp_path)
    with pytest.raises(SystemExit):
        app(["forecast", str(folder.path), "--policy", "one", "--runs", "10"])
    printed = capsys.readouterr().out
    assert "10 runs, from 1 recorded run:" in printed
    assert "usd           5 (too few runs for an interval)" in printed
    with pytest.raises(SystemExit):
        app(["forecast", str(folder.path), "--policy", "one", "--runs", "1234"])
    assert "tokens        123,400 (too few" in capsys.readouterr().out  # no exponent
    with pytest.raises(SystemExit):
        app(["forecast", str(folder.path), "--policy", "one", "--runs", "10", "--latency", "2.5"])
    printed = capsys.readouterr().out  # 3 calls of 2.5 s instead of 1 s in calls
    assert "  seconds       105 (" in printed
    assert "  model_seconds 75 (" in printed
