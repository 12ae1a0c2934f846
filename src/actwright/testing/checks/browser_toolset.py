"""Checks what Anthropic's Messages API refuses about the browser toolset: its entry, its calls and their results.

Calls are compared with the types of Anthropic's SDK.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, cast, get_args

from pydantic import BaseModel, TypeAdapter, ValidationError

from actwright.testing.checks.shapes import mapping, mappings, texts

Part = Mapping[str, Any]

ENTRY = "browser_toolset_20260801"
STATE = "browser_state"
OFF = ("file_upload", "javascript_exec", "read_console", "read_network")
"""The members that are disabled unless the request enables them."""
TABS = ("close_tab", "list_tabs", "new_tab", "switch_tab")
"""The members whose whole result is the state of the browser."""
PICTURES = ("screenshot", "zoom")
MOST_TABS = 100


def is_toolset(tool: Part) -> bool:
    """Whether an entry of `tools` is a toolset, which has no name."""
    return tool.get("type") == ENTRY


@cache
def _members() -> Mapping[str, TypeAdapter[Any]]:
    """The types of the calls, by the names of the members."""
    from anthropic.types import browser_tool_use_block as sdk  # noqa: PLC0415 - takes 2 s

    kinds = [each for name, each in vars(sdk).items() if name.endswith("ToolUseBlock") and isinstance(each, type)]
    blocks = cast("list[type[BaseModel]]", kinds)
    return {get_args(block.model_fields["name"].annotation)[0]: TypeAdapter(block) for block in blocks}


def browser_toolset_problems(messages: Sequence[Part], tools: Sequence[Part]) -> Iterator[str]:
    """Yields what the API refuses about the entries, the calls, and the results of the calls before them."""
    entries = [tool for tool in tools if is_toolset(tool)]
    if len(entries) > 1:
        yield f"tools: at most one {ENTRY} may be given"
    for entry in entries:
        yield from (f"tools.{ENTRY}.{name}: Extra inputs are not permitted" for name in entry if name not in KEYS)
        for name, config in mapping(entry.get("configs")).items():
            if name not in _members() or not set(mapping(config)) <= {"enabled", "defer_loading"}:
                yield f"tools.{ENTRY}.configs.{name}: Extra inputs are not permitted"
    called: dict[str, Part] = {}
    for index, message in enumerate(messages):
        for part in mappings(message.get("content")):
            if part.get("type") == "tool_use":
                called[str(part.get("id"))] = part
            elif part.get("type") == "tool_result":
                yield from _result_problems(f"messages.{index}.content.tool_result", part, called)


KEYS = ("type", "configs", "cache_control")


def _result_problems(where: str, result: Part, called: Mapping[str, Part]) -> Iterator[str]:
    call = called.get(str(result.get("tool_use_id")), {})
    toolset, member = call.get("toolset_name"), call.get("name")
    if result.get("toolset_name") != toolset:
        yield f"{where}.toolset_name: must be {toolset!r}, as in the tool_use block"
    content = mappings(result.get("content"))
    kinds = texts(content, "type")
    if result.get("is_error") and not content:
        yield f"{where}.content: an error must not be empty"
    if STATE in kinds and (result.get("is_error") or not toolset or kinds.count(STATE) > 1):
        yield f"{where}.content: {STATE} may stand once, in a result of the browser toolset that is not an error"
    if not toolset or result.get("is_error"):
        return
    if member in TABS and kinds != [STATE]:
        yield f"{where}.content: the result of {member} is its {STATE} alone"
    if member in PICTURES and "image" not in kinds:
        yield f"{where}.content: the result of {member} has an image"
    if member == "new_tab" and not _opens_its_tab(content[0]):
        yield f"{where}.content: the tab that new_tab opened must be active, and its tab_opened the only one"


def _opens_its_tab(state: Part) -> bool:
    active = texts([tab for tab in mappings(state.get("tabs")) if tab.get("active")], "tab_id")
    return texts(mappings(state.get("state_changes")), "tab_id") == active


def state_problems(where: str, state: Part) -> Iterator[str]:
    """Yields what the API refuses about a `browser_state` block."""
    tabs = mappings(state.get("tabs"))
    ids = texts(tabs, "tab_id")
    if len(tabs) > MOST_TABS or len(set(ids)) < len(ids):
        yield f"{where}.{STATE}.tabs: at most {MOST_TABS} tabs, each with another tab_id"
    if tabs and sum(tab.get("active") is True for tab in tabs) != 1:
        yield f"{where}.{STATE}.tabs: exactly one tab must be active"
    if "state_changes" in state and not state["state_changes"]:
        yield f"{where}.{STATE}.state_changes: must not be empty; leave it out"
    for change in mappings(state.get("state_changes")):
        if change.get("type") == "tab_opened" and change.get("tab_id") not in ids:
            yield f"{where}.{STATE}.state_changes: there is no tab {change.get('tab_id')}"


def called_members_problem(content: Sequence[Part], body: Part) -> Iterator[str]:
    """Yields why a model cannot have made the calls of an answer: the request does not offer them, or they do not fit."""
    entry = next((tool for tool in mappings(body.get("tools")) if is_toolset(tool)), None)
    for part in content:
        if not part.get("toolset_name"):
            continue
        name = str(part["name"])
        config = mapping(mapping(entry and entry.get("configs")).get(name))
        if entry is None or name not in _members() or not config.get("enabled", name not in OFF):
            yield f"the request does not offer {name!r} of the browser toolset"
            continue
        try:
            _members()[name].validate_python(dict(part), strict=False)
        except ValidationError as error:
            yield f"{name}: {error.errors()[0]['loc']}: {error.errors()[0]['msg']}"
