"""Answers to questions in whole runs: those that stand elsewhere on the page are in doubt."""

import pytest

from actwright import Agent, Limits
from actwright.testing import ScriptedModel

pytestmark = pytest.mark.usefixtures("no_pictures")

STAFF = """<table><tr><th>Name</th><th>Phone</th><th>Fax</th></tr>
<tr><td>Kim Park</td><td>555-0142</td><td>555-0177</td></tr><tr><td>Lee Wood</td><td>555-0143</td><td>555-0178</td></tr></table>"""
ASKED = "What is the phone of Kim Park?"


async def answered(page, task, *quotes):
    await page.set_content(STAFF)
    replies = [{"complete": True, "message": f'It is "{quote}"', "actions": []} for quote in quotes]
    return await Agent(ScriptedModel(replies), out=None, limits=Limits(steps=len(quotes))).run(task, page=page)


async def test_the_asked_cell_is_accepted_at_once(page):
    result = await answered(page, ASKED, "555-0142")
    assert (result.proof, len(result.steps)) == ("shown", 1)


async def test_another_cell_is_in_doubt_and_the_same_again_is_refused(page):
    result = await answered(page, ASKED, "555-0177", "555-0177")
    assert not result.complete
    first, second = (step.claim for step in result.steps)
    assert first.doubt == "other_answer"
    assert '"Kim Park | 555-0142 | 555-0177" has "555-0142" for "Phone"' in first.reason
    assert second.reason.endswith("the same evidence does not answer that")


async def test_the_right_cell_answers_the_doubt(page):
    result = await answered(page, ASKED, "555-0143", "555-0142")
    assert (result.proof, len(result.steps)) == ("shown", 2)


async def test_words_of_a_question_may_be_what_it_asks_for(page):
    assert (await answered(page, "Who has the fax 555-0178, Kim Park or Lee Wood?", "Lee Wood")).complete
    assert not (await answered(page, "Call Kim Park or Lee Wood", "Lee Wood")).complete
