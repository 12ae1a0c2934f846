"""Reads the roles and states that custom elements tell only the browser (`ElementInternals`), over CDP."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Mapping
from typing import Any

from playwright.async_api import CDPSession, Error, Frame

from actwright.engine.page.browser.sessions import call
from actwright.engine.page.reading.cdp import Protocol

_SECONDS = 1.0
_CUSTOMS = "globalThis.actwright.customs()"
_ROLES = frozenset({
    "button", "checkbox", "combobox", "gridcell", "link", "listbox", "menuitem", "menuitemcheckbox", "menuitemradio",
    "option", "radio", "searchbox", "slider", "spinbutton", "switch", "tab", "textbox", "treeitem",
})  # fmt: skip
_STATES = {
    "checked": "aria-checked", "disabled": "aria-disabled", "expanded": "aria-expanded", "invalid": "aria-invalid",
    "pressed": "aria-pressed", "readonly": "aria-readonly", "required": "aria-required", "selected": "aria-selected",
    "valuemax": "aria-valuemax", "valuemin": "aria-valuemin", "valuetext": "aria-valuetext",
}  # fmt: skip


async def read_internals(protocol: Protocol, frame: Frame, token: str) -> int:
    """Passes on to our world in a frame what the browser knows of the custom elements in it.

    Args:
        protocol: The run's sessions with its pages.
        frame: The frame.
        token: The token of its document.

    Returns:
        How many custom elements have a role of their own; 0 if the browser does not answer within a second.
    """
    with contextlib.suppress(Error, TimeoutError):
        async with asyncio.timeout(_SECONDS):
            session = await protocol.of(frame)
            if session is not None:
                ours, _ = await protocol.worlds(session, token)
                return await _read(session, ours.unique)
    return 0


async def _read(session: CDPSession, world: str) -> int:
    content = await call(session, "Runtime.evaluate", uniqueContextId=world, expression=_CUSTOMS)
    customs = content["result"]["objectId"]
    try:
        array: dict[str, Any] = await call(session, "Runtime.getProperties", objectId=customs, ownProperties=True)
        elements = [one["value"]["objectId"] for one in array["result"] if one["name"].isdigit()]
        answers = await asyncio.gather(*(_said(session, element) for element in elements))
    finally:
        await call(session, "Runtime.releaseObject", objectId=customs)
    expression = f"globalThis.actwright.accessible({json.dumps(answers)})"
    answer = await call(session, "Runtime.evaluate", uniqueContextId=world, expression=expression)
    return answer["result"].get("value", 0)


async def _said(session: CDPSession, element: str) -> Mapping[str, str] | None:
    """The role, name and states of an element in the accessibility tree; None if it is no control there."""
    try:
        tree = await call(session, "Accessibility.getPartialAXTree", objectId=element, fetchRelatives=False)
    except Error:  # the element has left the page; what is known of the others stays
        return None
    nodes: list[dict[str, Any]] = tree["nodes"]
    node = nodes[0] if nodes else dict[str, Any]()
    role = node.get("role", {}).get("value", "")
    if role not in _ROLES:
        return None
    states = {each["name"]: str(each["value"].get("value", "")) for each in node.get("properties", ())}
    said = {attribute: states[name].lower() for name, attribute in _STATES.items() if states.get(name)}
    value = node.get("value", {}).get("value")
    return {
        **said,
        **({} if value is None else {"aria-valuenow": str(value)}),
        "role": role,
        "name": node.get("name", {}).get("value", ""),
    }
