"""What policies need that go on without a call: whether all went well, what a page shows, whom a label stands for."""

from __future__ import annotations

from actwright.folding import folded, plain
from actwright.schemas.page import Element, Observation
from actwright.schemas.proposal import Action
from actwright.schemas.step import Step

ENTRY_TOOLS = frozenset({"append", "check", "fill", "select", "select_several", "type", "uncheck", "upload"})
"""Tools for fields. All others prefer what is no field where a label stands for both."""
FIELD_TAGS = frozenset({"input", "select", "textarea"})
PRESSED = frozenset({"button", "image", "reset", "submit"})
"""The types of inputs that are buttons."""


def went_well(step: Step) -> bool:
    """Whether everything in a step was done, and no claim in it was refused."""
    refused = step.claim is not None and not step.claim.accepted
    return not step.problem and not refused and all(outcome.status == "done" for outcome in step.outcomes)


def shows(page: Observation, words: str) -> bool:
    """Whether a page shows these words: in its title, address, tree or text."""
    return bool(words.strip()) and folded(words) in folded(f"{page.title}\n{page.url}\n{page.tree}\n{page.text}")


def by_label(action: Action, page: Observation) -> Action | None:
    """The action with the ID of the element that its label stands for; None if that is not exactly one."""
    named = action.parameters.get("element_id")
    if not isinstance(named, str) or not named or any(element.id == named for element in page.elements):
        return action
    alike = [element for element in page.elements if plain(element.name or element.label) == plain(named)]
    fitting = [element for element in alike if _is_field(element) == (action.tool in ENTRY_TOOLS)] or alike
    if len(fitting) != 1:
        return None
    return action.model_copy(update={"parameters": {**action.parameters, "element_id": fitting[0].id}})


def _is_field(element: Element) -> bool:
    return element.value is not None or (element.tag in FIELD_TAGS and element.type not in PRESSED)
