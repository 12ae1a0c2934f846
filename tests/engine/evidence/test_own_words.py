"""The words that a run brought with it."""

import pytest

from actwright.engine.evidence.own_words import NAME, enumerated_in, is_form_of


@pytest.mark.parametrize(
    ("task", "lists"),
    [
        ('Delete the files "a.txt", "b.txt" and "c.txt"', (("a.txt", "b.txt", "c.txt"),)),
        ('Import "Ann", "Bob", and "Cem" into "Club"', (("Ann", "Bob", "Cem"),)),
        ("Add 'milk' und 'tea', and not 'rum'", (("milk", "tea"),)),
        ('Copy "a" to "b"', ()),
        ('Set the name to "Ada"', ()),
    ],
)
def test_texts_that_a_task_lists(task, lists):
    assert enumerated_in(task) == lists


@pytest.mark.parametrize(
    ("task", "lists"),
    [
        ("Write to Ann Lee, Bob and Zoë", (("Ann Lee", "Bob", "Zoë"),)),
        ("Send it. Ann and bob may read it", ()),
        ("Move it from Paris to Rome", ()),
    ],
)
def test_names_that_a_task_lists(task, lists):
    assert enumerated_in(task, NAME) == lists


@pytest.mark.parametrize(
    ("one", "other", "same"), [("arrives", "arrive", True), ("close", "closes", True), ("fee", "feed", False)]
)
def test_forms_of_a_word(one, other, same):
    assert is_form_of(one, other) is same
