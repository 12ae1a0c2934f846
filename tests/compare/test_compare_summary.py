import json
import random
from statistics import fmean, stdev
from typing import get_args

import pytest
from inline_snapshot import snapshot

from actwright.compare.intervals import newcombe, wilson
from actwright.compare.row import CaseRow
from actwright.compare.summary import PARTS, difference, summary_of
from actwright.engine.models.estimates import Part
from actwright.schemas.usage import Usage


def row(contender, case, *, passed=True, size=None, seed=0, screenshot="always", tokens=1000, cost=0.01, **more):
    given = {
        "policy": contender.partition("+")[0],
        "evidence": "required",
        "status": "complete",
        "steps": 2,
        "calls": 2,
        "captures": 3,
        "usage": Usage(fresh=tokens // 4, cache_read=tokens - tokens // 4, output=100, reasoning=40, image=tokens // 2),
        "input_by_part": {"page": tokens // 2, "screenshot": tokens // 2},
        "cost": cost,
        "cost_uncached": None if cost is None else cost * 2,
        "seconds": 4.0,
        "model_seconds": 3.0,
        **more,
    }
    return CaseRow(contender=contender, case=case, seed=seed, size=size, passed=passed, screenshot=screenshot, **given)


def outline(value, path=""):
    """The whole value in lines of moderate length, each with its path."""
    text = json.dumps(value)
    if len(text) < 140 or not isinstance(value, dict | list):
        yield f"{path}: {text}"
        return
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        yield from outline(item, f"{path}.{key}" if path else key)


def rounded(interval):
    return round(interval.low, 4), round(interval.high, 4)


@pytest.mark.parametrize(
    ("passed", "cases", "published"),
    [
        (81, 263, (0.2553, 0.3662)),
        (15, 148, (0.0624, 0.1605)),
        (0, 20, (0.0, 0.1611)),
        (1, 29, (0.0061, 0.1718)),
        (20, 20, (0.8389, 1.0)),
    ],
)
def test_wilson_intervals_are_those_of_newcombe_1998_table_1(passed, cases, published):
    assert rounded(wilson(passed, cases)) == published


def test_no_case_has_no_interval():
    assert wilson(0, 0) is None


@pytest.mark.parametrize(
    ("pairs", "published"),
    [((36, 12, 2, 0), (0.0569, 0.3404)), ((36, 14, 0, 0), (0.1528, 0.4167)), ((0, 0, 0, 10), (-0.2775, 0.2775))],
)
def test_intervals_of_paired_differences_are_those_of_newcombe_1998_method_10(pairs, published):
    assert rounded(newcombe(*pairs)) == published


def test_parts_are_all_that_a_request_is_made_of():
    named = {name for part in get_args(Part) for name in get_args(part) or [part]}

    assert set(PARTS) == named


def test_a_whole_summary():
    rows = [
        row("one", "a", tokens=1000, cost=0.01, size=1),
        row("one", "b", tokens=3000, cost=0.03, size=2, passed=False, steps=4, calls=4),
        row("two", "a", tokens=2000, cost=0.02, size=1, calls=4),
        row("two", "b", tokens=6000, cost=0.06, size=2, calls=8),
    ]

    assert "\n".join(outline(summary_of(rows).model_dump(mode="json"))) == snapshot("""\
contenders.0.contender: "one"
contenders.0.policy: "one"
contenders.0.evidence: "required"
contenders.0.screenshot: "always"
contenders.0.model: ""
contenders.0.cases: 2
contenders.0.passed: 1
contenders.0.failed: 1
contenders.0.not_judged: 0
contenders.0.crashed: 0
contenders.0.tasks: 2
contenders.0.success: 0.5
contenders.0.success_interval: null
contenders.0.measures.steps: {"total": 6.0, "mean": 3.0, "median": 3.0, "interval": null}
contenders.0.measures.calls: {"total": 6.0, "mean": 3.0, "median": 3.0, "interval": null}
contenders.0.measures.captures: {"total": 6.0, "mean": 3.0, "median": 3.0, "interval": null}
contenders.0.measures.input: {"total": 4000.0, "mean": 2000.0, "median": 2000.0, "interval": null}
contenders.0.measures.fresh: {"total": 1000.0, "mean": 500.0, "median": 500.0, "interval": null}
contenders.0.measures.cache_read: {"total": 3000.0, "mean": 1500.0, "median": 1500.0, "interval": null}
contenders.0.measures.cache_write: {"total": 0.0, "mean": 0.0, "median": 0.0, "interval": null}
contenders.0.measures.output: {"total": 200.0, "mean": 100.0, "median": 100.0, "interval": null}
contenders.0.measures.reasoning: {"total": 80.0, "mean": 40.0, "median": 40.0, "interval": null}
contenders.0.measures.image: {"total": 2000.0, "mean": 1000.0, "median": 1000.0, "interval": null}
contenders.0.measures.usd: {"total": 0.04, "mean": 0.02, "median": 0.02, "interval": null}
contenders.0.measures.usd_uncached: {"total": 0.08, "mean": 0.04, "median": 0.04, "interval": null}
contenders.0.measures.seconds: {"total": 8.0, "mean": 4.0, "median": 4.0, "interval": null}
contenders.0.measures.model_seconds: {"total": 6.0, "mean": 3.0, "median": 3.0, "interval": null}
contenders.0.measures.unusable: {"total": 0.0, "mean": 0.0, "median": 0.0, "interval": null}
contenders.0.measures.failed_actions: {"total": 0.0, "mean": 0.0, "median": 0.0, "interval": null}
contenders.0.call_latency: null
contenders.0.run_latency: {"median": 4.0, "p90": 4.0}
contenders.0.parts.system: 0.0
contenders.0.parts.tools: 0.0
contenders.0.parts.instructions: 0.0
contenders.0.parts.schema: 0.0
contenders.0.parts.task: 0.0
contenders.0.parts.history: 0.0
contenders.0.parts.page: 1000.0
contenders.0.parts.screenshot: 1000.0
contenders.0.parts.other: 0.0
contenders.0.priced: 2
contenders.0.usd_priced: 0.04
contenders.0.usd_per_success: 0.04
contenders.0.usd_uncached_per_success: 0.08
contenders.0.input_per_success: 4000.0
contenders.0.estimated: 0
contenders.0.judge_calls: 0
contenders.0.judge_usd: 0.0
contenders.1.contender: "two"
contenders.1.policy: "two"
contenders.1.evidence: "required"
contenders.1.screenshot: "always"
contenders.1.model: ""
contenders.1.cases: 2
contenders.1.passed: 2
contenders.1.failed: 0
contenders.1.not_judged: 0
contenders.1.crashed: 0
contenders.1.tasks: 2
contenders.1.success: 1.0
contenders.1.success_interval: null
contenders.1.measures.steps: {"total": 4.0, "mean": 2.0, "median": 2.0, "interval": null}
contenders.1.measures.calls: {"total": 12.0, "mean": 6.0, "median": 6.0, "interval": null}
contenders.1.measures.captures: {"total": 6.0, "mean": 3.0, "median": 3.0, "interval": null}
contenders.1.measures.input: {"total": 8000.0, "mean": 4000.0, "median": 4000.0, "interval": null}
contenders.1.measures.fresh: {"total": 2000.0, "mean": 1000.0, "median": 1000.0, "interval": null}
contenders.1.measures.cache_read: {"total": 6000.0, "mean": 3000.0, "median": 3000.0, "interval": null}
contenders.1.measures.cache_write: {"total": 0.0, "mean": 0.0, "median": 0.0, "interval": null}
contenders.1.measures.output: {"total": 200.0, "mean": 100.0, "median": 100.0, "interval": null}
contenders.1.measures.reasoning: {"total": 80.0, "mean": 40.0, "median": 40.0, "interval": null}
contenders.1.measures.image: {"total": 4000.0, "mean": 2000.0, "median": 2000.0, "interval": null}
contenders.1.measures.usd: {"total": 0.08, "mean": 0.04, "median": 0.04, "interval": null}
contenders.1.measures.usd_uncached: {"total": 0.16, "mean": 0.08, "median": 0.08, "interval": null}
contenders.1.measures.seconds: {"total": 8.0, "mean": 4.0, "median": 4.0, "interval": null}
contenders.1.measures.model_seconds: {"total": 6.0, "mean": 3.0, "median": 3.0, "interval": null}
contenders.1.measures.unusable: {"total": 0.0, "mean": 0.0, "median": 0.0, "interval": null}
contenders.1.measures.failed_actions: {"total": 0.0, "mean": 0.0, "median": 0.0, "interval": null}
contenders.1.call_latency: null
contenders.1.run_latency: {"median": 4.0, "p90": 4.0}
contenders.1.parts.system: 0.0
contenders.1.parts.tools: 0.0
contenders.1.parts.instructions: 0.0
contenders.1.parts.schema: 0.0
contenders.1.parts.task: 0.0
contenders.1.parts.history: 0.0
contenders.1.parts.page: 2000.0
contenders.1.parts.screenshot: 2000.0
contenders.1.parts.other: 0.0
contenders.1.priced: 2
contenders.1.usd_priced: 0.08
contenders.1.usd_per_success: 0.04
contenders.1.usd_uncached_per_success: 0.08
contenders.1.input_per_success: 4000.0
contenders.1.estimated: 0
contenders.1.judge_calls: 0
contenders.1.judge_usd: 0.0
differences.0.contender: "two"
differences.0.baseline: "one"
differences.0.success: {"pairs": 2, "difference": 0.5, "interval": null, "only_contender": 1, "only_baseline": 0}
differences.0.pairs: 2
differences.0.measures.steps: {"mean_difference": -1.0, "interval": null, "ratio": 0.6666666666666666, "ratio_interval": null}
differences.0.measures.calls: {"mean_difference": 3.0, "interval": null, "ratio": 2.0, "ratio_interval": null}
differences.0.measures.captures: {"mean_difference": 0.0, "interval": null, "ratio": 1.0, "ratio_interval": null}
differences.0.measures.input: {"mean_difference": 2000.0, "interval": null, "ratio": 2.0, "ratio_interval": null}
differences.0.measures.fresh: {"mean_difference": 500.0, "interval": null, "ratio": 2.0, "ratio_interval": null}
differences.0.measures.output: {"mean_difference": 0.0, "interval": null, "ratio": 1.0, "ratio_interval": null}
differences.0.measures.usd: {"mean_difference": 0.02, "interval": null, "ratio": 2.0, "ratio_interval": null}
differences.0.measures.usd_uncached: {"mean_difference": 0.04, "interval": null, "ratio": 2.0, "ratio_interval": null}
differences.0.measures.seconds: {"mean_difference": 0.0, "interval": null, "ratio": 1.0, "ratio_interval": null}
differences.0.both_passed: 1
differences.0.measures_both_passed.steps: {"mean_difference": 0.0, "interval": null, "ratio": 1.0, "ratio_interval": null}
differences.0.measures_both_passed.calls: {"mean_difference": 2.0, "interval": null, "ratio": 2.0, "ratio_interval": null}
differences.0.measures_both_passed.captures: {"mean_difference": 0.0, "interval": null, "ratio": 1.0, "ratio_interval": null}
differences.0.measures_both_passed.input: {"mean_difference": 1000.0, "interval": null, "ratio": 2.0, "ratio_interval": null}
differences.0.measures_both_passed.fresh: {"mean_difference": 250.0, "interval": null, "ratio": 2.0, "ratio_interval": null}
differences.0.measures_both_passed.output: {"mean_difference": 0.0, "interval": null, "ratio": 1.0, "ratio_interval": null}
differences.0.measures_both_passed.usd: {"mean_difference": 0.01, "interval": null, "ratio": 2.0, "ratio_interval": null}
differences.0.measures_both_passed.usd_uncached: {"mean_difference": 0.02, "interval": null, "ratio": 2.0, "ratio_interval": null}
differences.0.measures_both_passed.seconds: {"mean_difference": 0.0, "interval": null, "ratio": 1.0, "ratio_interval": null}
screenshots: []
curve.0: {"contender": "one", "size": 1, "cases": 1, "passed": 1, "input": 1000.0, "calls": 2.0, "seconds": 4.0, "usd": 0.01, "usd_uncached": 0.02}
curve.1: {"contender": "one", "size": 2, "cases": 1, "passed": 0, "input": 3000.0, "calls": 4.0, "seconds": 4.0, "usd": 0.03, "usd_uncached": 0.06}
curve.2: {"contender": "two", "size": 1, "cases": 1, "passed": 1, "input": 2000.0, "calls": 4.0, "seconds": 4.0, "usd": 0.02, "usd_uncached": 0.04}
curve.3: {"contender": "two", "size": 2, "cases": 1, "passed": 1, "input": 6000.0, "calls": 8.0, "seconds": 4.0, "usd": 0.06, "usd_uncached": 0.12}\
""")


def test_totals_hold_a_crash_and_means_leave_it_out():
    crash = row("one", "c", passed=False, tokens=100, cost=0.5, error="BrowserError: gone")
    rows = [row("one", "a", tokens=1000, cost=0.01), row("one", "b", tokens=2000, cost=0.01, passed=None), crash]

    standing = summary_of(rows).contenders[0]

    counts = (standing.cases, standing.passed, standing.failed, standing.not_judged, standing.crashed)
    assert counts == (3, 1, 0, 1, 1)
    assert standing.success == 0.5
    assert standing.success_interval is None
    assert (standing.measures["input"].total, standing.measures["input"].mean) == (3100, 1500)
    assert standing.usd_per_success == pytest.approx(0.52)


def test_one_unknown_price_makes_the_cost_unknown_and_nothing_else():
    rows = [row("one", "a", cost=0.01), row("one", "b", cost=None), row("two", "a"), row("two", "b")]

    summary = summary_of(rows)

    standing = summary.contenders[0]
    assert (standing.measures["usd"], standing.usd_per_success, standing.priced, standing.usd_priced) == (
        None,
        None,
        1,
        0.01,
    )
    assert summary.differences[0].measures["usd"] is None
    assert summary.differences[0].measures["input"].ratio == 1.0


def test_only_cases_that_both_played_are_paired():
    before = [row("one", "a", tokens=1000), row("one", "b", tokens=9000), row("one", "c", tokens=50, error="gone")]
    after = [row("two", "a", tokens=500, passed=False), row("two", "c", tokens=700), row("two", "d", tokens=1)]

    found = difference(before, after)

    assert (found.pairs, found.both_passed, found.measures_both_passed) == (1, 0, {})
    assert found.measures["input"].model_dump() == {
        "mean_difference": -500.0,
        "interval": None,
        "ratio": 0.5,
        "ratio_interval": None,
    }
    assert (found.success.pairs, found.success.only_contender, found.success.only_baseline) == (2, 1, 1)


def test_seeds_of_a_case_count_as_one():
    """Ten seeds of five cases tell as little as one seed of each; fewer cases have no intervals, whatever the seeds."""
    cases = [("a", 1000), ("b", 2000), ("c", 3000), ("d", 4000), ("e", 5000)]

    def standing(count, seeds):
        rows = [
            row("one", case, seed=seed, tokens=tokens, passed=tokens < 4000)
            for case, tokens in cases[:count]
            for seed in range(seeds)
        ]
        return summary_of(rows).contenders[0]

    many, few, four = standing(5, 10), standing(5, 1), standing(4, 10)
    assert many.measures["input"].interval == few.measures["input"].interval
    assert many.success_interval == few.success_interval == wilson(3, 5)
    assert (four.measures["input"].interval, four.success_interval, four.tasks) == (None, None, 4)


def test_contenders_that_differ_in_more_than_pictures_are_no_pair():
    labels = ("one", "one+blind", "one+foretold-0", "one+foretold-0+blind")
    rows = [row(label, "a", screenshot="never" if "blind" in label else "always") for label in labels]
    pairs = [(each.contender, each.baseline) for each in summary_of(rows).screenshots]
    assert sorted(pairs) == [("one", "one+blind"), ("one+foretold-0", "one+foretold-0+blind")]


def test_latency_is_of_answered_calls_and_of_runs():
    rows = [row("one", str(n), call_seconds=(n / 10, n / 10), seconds=float(n)) for n in range(1, 12)]
    standing = summary_of([*rows, row("one", "x", error="gone", call_seconds=(90.0,))]).contenders[0]
    assert (standing.call_latency.median, standing.run_latency.median) == (pytest.approx(0.6), 6.0)
    assert (standing.call_latency.p90, standing.run_latency.p90) == (pytest.approx(1.0), 10.0)


def test_the_bootstrap_is_near_the_normal_interval_of_many_pairs():
    drawing = random.Random(7)
    tokens = [(drawing.randint(1000, 3000), drawing.randint(1000, 3000)) for _ in range(200)]
    before = [row("one", f"{case:03}", tokens=pair[0]) for case, pair in enumerate(tokens)]
    after = [row("two", f"{case:03}", tokens=pair[1]) for case, pair in enumerate(tokens)]
    differences = [second - first for first, second in tokens]
    half_width = 1.96 * stdev(differences) / len(differences) ** 0.5

    change = difference(before, after).measures["input"]

    assert change.mean_difference == pytest.approx(fmean(differences))
    assert change.interval.low == pytest.approx(fmean(differences) - half_width, abs=half_width / 10)
    assert change.interval.high == pytest.approx(fmean(differences) + half_width, abs=half_width / 10)


def test_the_order_of_rows_changes_nothing_but_the_order_of_contenders():
    rows = [row(who, case, tokens=1000 * n) for n, case in enumerate("abcd", start=1) for who in ("one", "two")]

    assert summary_of(rows[::-1], contenders=["one", "two", "three"]) == summary_of(rows)


def test_pictures_are_compared_between_contenders_that_differ_in_nothing_else():
    rows = [
        row("one", "a", tokens=2000),
        row("one+blind", "a", tokens=1000, screenshot="never"),
        row("one+on-change", "a", tokens=1500, screenshot="on_change"),
        row("two+blind", "a", tokens=10, screenshot="never"),
    ]

    found = [(pair.baseline, pair.contender, pair.measures["input"].ratio) for pair in summary_of(rows).screenshots]

    assert found == [("one+blind", "one+on-change", 1.5), ("one+blind", "one", 2.0)]


def test_nothing_played_is_an_empty_summary():
    assert summary_of([]).model_dump() == {"contenders": (), "differences": (), "screenshots": (), "curve": ()}


def test_a_contender_that_always_crashed_has_no_means():
    standing = summary_of([row("one", "a", passed=False, error="gone", cost=0.0, tokens=0)]).contenders[0]

    assert standing.measures["usd"].model_dump() == {"total": 0.0, "mean": None, "median": None, "interval": None}
    assert (standing.success, standing.parts, standing.usd_per_success) == (0.0, {}, None)
