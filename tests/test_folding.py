"""What makes no difference in names and labels, and what does."""

import pytest

from actwright.folding import plain


@pytest.mark.parametrize(
    ("one", "other"),
    [("Łódź", "lodz"), ("Ænima", "aenima"), ("\uff21\uff22", "ab"), ("שָׁלוֹם", "שלום"), ("é", "e\u0301")],
)
def test_accents_width_and_optional_points_make_none(one, other):
    assert plain(one) == plain(other)


@pytest.mark.parametrize(("one", "other"), [("バス", "パス"), ("ปี", "ปู"), ("हिन्दी", "हन्द")])
def test_marks_that_are_letters_do(one, other):
    assert plain(one) != plain(other)
