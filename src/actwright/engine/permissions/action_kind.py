"""What kind of action a call is, as far as the decision on it depends on that, and what it gives."""

from __future__ import annotations

import json
import re

from actwright.schemas.page import Element
from actwright.schemas.proposal import Action
from actwright.schemas.step import Effect
from actwright.schemas.task import references_in
from actwright.tools.base import Tool, Trait
from actwright.tools.parameters import AS_WRITTEN, ELEMENT_ID, URL, VALUE, marked_fields, marked_texts

_NO_FRAGMENT = re.compile(r"^https?://[^#]+$", re.IGNORECASE)


def given_values(action: Action, tool: Tool) -> dict[str, str]:
    """The values that an action gives to the place it goes to, each under a name."""
    if tool.effect is Effect.READ:
        return {}
    texts = (*marked_texts(tool, VALUE), *tool.typed_values())
    given = {f"text {number}": text for number, text in enumerate(texts, 1) if text}
    marked = {name for mark in (VALUE, AS_WRITTEN, ELEMENT_ID, URL) for name in marked_fields(type(tool), mark)}
    for name, value in action.parameters.items():
        if name not in marked and references_in(json.dumps(value, ensure_ascii=False)):
            given[name] = str(value)
    return given


def may_submit(tool: Tool, target: Element | None) -> bool:
    """Whether an action may submit the form of its element."""
    return tool.effect is not Effect.READ and tool.submits(target)


def may_send(tool: Tool, *, submits: bool) -> bool:
    """Whether an action is there to send something, given whether it submits."""
    return tool.effect is Effect.EFFECT and (submits or Trait.EFFECTS_ONLY_VIA_PAGE not in tool.traits)


def toggles_button(tool: Tool, target: Element | None) -> bool:
    """Whether an edit presses a button that stays pressed, which may send as any button may."""
    return tool.effect is Effect.EDIT and target is not None and target.role == "button" and target.checked is not None


def only_goes(tool: Tool, target: Element | None) -> bool:
    """Whether an action only goes to a page: by its URL, through the history, or by a link to another page."""
    if goes_by_url(tool):
        return True
    return target is not None and not target.submits and bool(_NO_FRAGMENT.match(target.href)) and target.tag == "a"


def goes_by_url(tool: Tool) -> bool:
    """Whether an action opens a page by its URL, or through the history."""
    return Trait.NAVIGATES in tool.traits
