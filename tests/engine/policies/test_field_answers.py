"""What an answer about a field is worth, by the words of the task alone."""

import pytest

from actwright.engine.policies.field_answers import doubt_of, value_of
from actwright.prompts.fields import Question
from actwright.schemas.task import Task


def asked(title, kind="text", *options, type=""):
    return Question(key=title, title=title, kind=kind, options=options, type=type)


ROOM = asked("Room", "one", "Single", "Double")
MAIL = asked("E-mail", type="email")
DAY = asked("Arrival", type="date")
NEWS = asked("Newsletter", "tick")


@pytest.mark.parametrize(
    ("task", "question", "said", "value"),
    [
        ("Write to ada@example.org.", MAIL, "Ada@Example.org", "ada@example.org"),
        ("Please call 030 901820.", asked("Phone", type="tel"), "901820", "030 901820"),
        ("Come on 5 March 2027", DAY, "2027-03-05", "2027-03-05"),
        ("From 2027-03-09 on; we were last with you in 2019", DAY, "2019-03-09", None),
        ("Lovelace, Ada, of London", asked("Full name"), "Ada Lovelace", "Ada Lovelace"),
        ("A single room", ROOM, "Single", "Single"),
        ("A room for one", ROOM, "Single", "Single"),
        ("Register Ada", ROOM, "Single", None),
        ("She wants the newsletters", NEWS, True, "yes"),
        ("Newsletter: no, thanks", NEWS, True, "no"),
    ],
)
def test_an_answer_counts_if_the_task_says_it(task, question, said, value):
    assert (value_of(said, question, task) or None) == value


@pytest.mark.parametrize(
    ("task", "answers", "doubtful"),
    [
        ("The postcode is 1090, in Vienna", {"City": "1090", "Postcode": None}, True),
        ("The postcode is 1090, in Vienna", {"City": "Vienna", "Postcode": "1090"}, False),
        ("Write to ada@example.org", {"E-mail": "ada@example.org", "Repeat e-mail": "ada@example.org"}, False),
        ("Card number: 4711.", {"Card number": "471"}, True),
        ("She is Ada Lovelace, born 1815", {"Name": "Ada Lovelace", "Born": ""}, True),
        ("She is Ada Lovelace, born 1815", {"Name": "Ada Lovelace", "Born": None}, False),
        ("She is Ada Lovelace", {"Name": "Ada Lovelace", "Born": ""}, False),
        ("Arrival: 5 March 2027, early", {"Arrival": "2027-03-05"}, False),
    ],
)
def test_answers_are_doubtful_if_the_task_says_them_about_another_field(task, answers, doubtful):
    questions = [asked(title) for title in answers]
    assert bool(doubt_of(answers, questions, Task(text=task))) == doubtful
