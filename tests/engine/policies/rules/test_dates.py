"""Dates and times are read as people write them, and refused when they can be read in two ways."""

from datetime import date, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from actwright.date_patterns import write_date
from actwright.engine.policies.rules.field_values import (
    AmbiguousDateError,
    read_date,
    read_month,
    read_time,
)


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-21",
        "2026/11/21",
        "21 Nov 2026",
        "21st of November 2026",
        "November 21, 2026",
        "Nov 21 2026",
        "21.11.2026",
        "21/11/2026",
        "11/21/2026",
        "2026-11-21 00:00:00",
        "2026-11-21T00:00:00",
        "11/21/2026 12:00:00 AM",
        "21 novembre 2026",
        "21 de noviembre de 2026",
    ],
)
def test_one_day_in_many_spellings(text):
    """All of them are the same day."""
    assert read_date(text) == date(2026, 11, 21)


def test_a_date_that_can_be_two_days_is_refused():
    """The message names both."""
    with pytest.raises(AmbiguousDateError, match="2026-03-04 or 2026-04-03"):
        read_date("03/04/2026")


@pytest.mark.parametrize("text", ["", "soon", "2026-13-01", "31/31/2026", "2026-02-30", "21 2026", "2026-11-21 09:30"])
def test_what_is_no_date_is_none(text):
    """Nothing is made up."""
    assert read_date(text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("14:30", time(14, 30)),
        ("2:30 pm", time(14, 30)),
        ("9am", time(9)),
        ("12 am", time(0)),
        ("25:00", None),
        ("9", None),
    ],
)
def test_times(text, expected):
    """With a colon or with am and pm; a bare number is no time."""
    assert read_time(text) == expected


def test_months():
    """A month by itself, or the month of a date."""
    spellings = ("2026-11", "November 2026", "21.11.2026", "11/2026", "soon", "13/2026")
    assert [read_month(text) for text in spellings] == [*["2026-11"] * 4, None, None]


@given(st.dates(min_value=date(1000, 1, 1)), st.sampled_from(["DD.MM.YYYY", "YYYY-MM-DD"]))
def test_what_was_written_is_read_again(day, pattern):
    """Writing in an unambiguous pattern and reading gives the same day."""
    assert read_date(write_date(day, f"(as {pattern})") or "") == day


def test_a_hint_without_a_pattern_writes_nothing():
    """Only a text with day, month and year is a pattern."""
    assert write_date(date(2026, 11, 21), "in the year YYYY") is None
