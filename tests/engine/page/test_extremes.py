"""Pages that are too large, never rest, break or fight back: a look at each ends, and says what it could not see."""

import pytest

from benchmarks.extremes import BY_NAME, EXTREMES, look_at
from benchmarks.forgery import forged


@pytest.mark.parametrize("name", [extreme.name for extreme in EXTREMES])
async def test_a_look_ends_and_what_is_not_seen_is_said(name):
    """Whatever the page does: the look returns, within the budget, forges nothing, and is not silently empty."""
    look = await look_at(BY_NAME[name])
    tree = look.seen.tree if look.seen else ""
    assert look.tokens < 6_000
    assert forged(tree) == []
    assert tree or look.said


@pytest.mark.parametrize(
    "name",
    [
        "overrides what scripts are made of",
        "fields with the names of members",
        "observers that answer each other",
        "asks to be printed",
    ],
)
async def test_what_a_page_does_to_scripts_does_not_keep_it_from_being_seen(name):
    look = await look_at(BY_NAME[name])
    assert look.said == ""
    assert '- button-0 "Stay"' in look.seen.tree


async def test_what_is_nested_very_deep_is_said_to_be_shown_in_part():
    look = await look_at(BY_NAME["1,000 deep"])
    assert look.said == "elements nested more than 800 deep are shown only if they are controls"
    assert '- button-0 "Stay"' in look.seen.tree


@pytest.mark.parametrize("name", ["microtasks without end", "frozen before the look", "an observer that wakes itself"])
async def test_a_page_that_hangs_is_said_to_give_no_answer(name):
    look = await look_at(BY_NAME[name])
    assert look.said.startswith("the page does not answer; no picture: the page gave none within 5 s")


async def test_a_table_of_ten_thousand_rows_shows_what_is_on_the_screen():
    """Every control in view, and the rest in a few lines."""
    look = await look_at(BY_NAME["a table of 10,000 rows"])
    assert look.tokens < 6_000
    shown = [element.id for element in look.seen.elements if element.in_view]
    assert len(shown) > 40
    assert [each for each in shown if f"{each} " not in look.seen.tree and f"{each}\n" not in look.seen.tree] == []
