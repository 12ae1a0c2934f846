"""Characters that hide or reorder text, in what a model reads of its own actions."""

import pytest

from actwright.prompts.history import outcome_text
from actwright.schemas.proposal import Action
from actwright.schemas.step import Outcome


@pytest.mark.parametrize(("character", "shown"), [("\u202e", "\\u202e"), ("\u200b", "\\u200b"), ("\u2067", "\\u2067")])
def test_they_are_spelled_out_in_what_became_of_an_action(character, shown):
    """A field may hold them although no tree line does."""
    action = Action(reason="r", tool="fill", parameters={"element_id": "input-0", "value": "a"})
    outcome = Outcome(action=action, status="done", detail=f'input-0 "Name" holds "a{character}b"')
    assert outcome_text(outcome) == f'done: input-0 "Name" holds "a{shown}b"'
