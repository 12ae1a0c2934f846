"""Replies as models write them, and proposals that the engine makes of them, with the fewest words for a test."""

from actwright.schemas.proposal import Action, Proposal


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
