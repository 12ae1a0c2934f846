"""Replies as models write them, and proposals that the engine makes of them, with the fewest words for a test."""

import pytest

from actwright.schemas.proposal import Action, Proposal


def in_parts(table, parts):
    """Parametrizes a test by several `rows` of a table at a time, because a page for each takes as long as the rest of most."""
    rows = list(table.items() if isinstance(table, dict) else table)
    return pytest.mark.parametrize("rows", [rows[part::parts] for part in range(parts)], ids=range(parts))


def action(tool, **parameters):
    """An action of a reply."""
    return {"reason": "r", "tool": tool, "parameters": parameters}


def reply(*actions, complete=False, message="going on"):
    """A reply with these actions, each of them one of `action`, or a tool with its parameters."""
    listed = [each if isinstance(each, dict) else action(each[0], **each[1]) for each in actions]
    return {"complete": complete, "message": message, "actions": listed}


def propose(*calls, complete=False):
    """A proposal of actions, each a tool with its parameters, as `fill` and `click` return."""
    actions = tuple(Action(reason="r", tool=tool, parameters=parameters) for tool, parameters in calls)
    return Proposal(complete=complete, message="m", actions=actions)


def fill(element_id, value):
    return ("fill", {"element_id": element_id, "value": value})


def click(element_id):
    return ("click", {"element_id": element_id})
