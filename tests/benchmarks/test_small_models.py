"""The bench of small models: what it counts as right, refused, left out and wrong, and how it reads forms of others."""

import pytest

from benchmarks.small_models import outcome_of
from benchmarks.suites.small_forms import cases, problem

WANTED = {"name": "Ada Lovelace", "news": "", "phone": "1"}


@pytest.mark.parametrize(
    ("received", "outcome"),
    [
        ([{"name": ("Ada  Lovelace",), "phone": ("1",)}], "right"),
        ([], "refused"),
        ([{"name": ("Ada Lovelace",), "phone": ("",)}], "left out"),
        ([{"name": ("Ada Lovelace",), "phone": ("1",), "news": ("on",)}], "wrong"),
        ([{"name": ("1",)}], "wrong"),
        ([{"name": ("Ada Lovelace",), "phone": ("1",)}] * 2, "wrong"),
    ],
)
def test_what_was_received_decides(received, outcome):
    assert outcome_of(problem(received, WANTED)) == outcome


def test_there_are_60_forms_and_equal_seeds_give_equal_ones():
    made = cases(0)
    assert len({case.id for case in made}) == 60
    assert [(case.task, case.source) for case in made] == [(case.task, case.source) for case in cases(0)]
    assert made[0].source != cases(1)[0].source
