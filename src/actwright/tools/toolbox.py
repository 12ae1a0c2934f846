"""The tools of a run: checked when they are added, bound when an action calls one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from pydantic import PydanticInvalidForJsonSchema, ValidationError

from actwright.errors import ConfigError, ReplyError
from actwright.schemas.proposal import Action, first_problem, without_refused_nulls
from actwright.schemas.step import Effect
from actwright.schemas.tool import ToolSpec
from actwright.suggestions import unknown
from actwright.text import shortened, with_texts
from actwright.tools import (
    ask_human,
    at_point,
    checkboxes,
    choosing,
    column_facts,
    devtools,
    dialogs,
    drag,
    expect,
    expect_request,
    fields,
    keyboard,
    navigation,
    page_tools,
    picture,
    pointer,
    read_text,
    selection,
    table_facts,
    tabs,
    upload,
    wait_and_fail,
)
from actwright.tools.base import Tool, Trait
from actwright.tools.parameters import AS_WRITTEN, VALUE, marked_fields

NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")


BUILTIN: tuple[type[Tool], ...] = (
    *(pointer.Click, pointer.DoubleClick, pointer.RightClick, pointer.ClickWith),
    *(pointer.Hover, pointer.HoverAt, pointer.Scroll, drag.Drag, drag.DragAlong),
    *(fields.Fill, fields.Append, choosing.Select, choosing.SelectSeveral, checkboxes.Check, checkboxes.Uncheck),
    *(upload.Upload, keyboard.Type, keyboard.Press),
    *(read_text.Read, selection.SelectText, picture.Look, wait_and_fail.Wait),
    *(navigation.Navigate, navigation.GoBack, navigation.Reload),
    *(tabs.SwitchTab, tabs.CloseTab, dialogs.AnswerDialog),
    *(expect.Expect, expect.ExpectUrl, expect.ExpectValue, expect.ExpectState),
    *(expect.ExpectGone, expect.ExpectCount, expect.ExpectDownload, expect_request.ExpectRequest, wait_and_fail.Fail),
)
"""The tools that a run has by default. Requests list them in this order, and another order invalidates prompt caches."""

BY_NAME: tuple[type[Tool], ...] = (
    *(tabs.NewTab, navigation.GoForward),
    *(
        table_facts.ExpectShown,
        table_facts.ExpectRows,
        table_facts.ExpectNumber,
        table_facts.ExpectOrder,
        table_facts.ExpectSame,
        column_facts.ExpectSorted,
        column_facts.ExpectEvery,
        column_facts.ExpectSum,
    ),
    ask_human.AskHumanTool,
    *(at_point.ClickAt, at_point.DragAt, at_point.MouseDown, at_point.MouseUp, at_point.MoveTo, at_point.ScrollAt),
    *(keyboard.PressFor, keyboard.TypeAtFocus),
    page_tools.CallPageTool,
    *(devtools.RunScript, devtools.ReadConsole, devtools.ReadNetwork),
)
"""Tools that ship, and that a run has only if they are named, which keeps requests small."""

SHIPPED = (*BUILTIN, *BY_NAME)


def builtin_tools() -> tuple[type[Tool], ...]:
    """The tools that a run has by default. A few more ship, such as `new_tab`: a run has them only if they are named."""
    return BUILTIN


def shipped_tools() -> dict[str, type[Tool]]:
    """All tools that ship, by name."""
    return {tool.name: tool for tool in SHIPPED}


class Toolbox:
    """The tools that a policy may call in one run.

    Args:
        tools: Tools, and names of tools that ship; None for the built-in ones.

    Raises:
        ConfigError: An entry is neither a tool nor the name of one that ships, two share a name, or one is badly
            defined.
    """

    def __init__(self, tools: Iterable[str | type[Tool]] | None) -> None:
        self._tools: dict[str, type[Tool]] = {}
        specs: list[ToolSpec] = []
        for given in _several(builtin_tools() if tools is None else tools):
            tool_class = _builtin(given) if isinstance(given, str) else given
            specs.append(_checked(tool_class))
            if tool_class.name in self._tools:
                raise ConfigError(f"two tools are called {tool_class.name!r}; give one another name")
            self._tools[tool_class.name] = tool_class
        if not specs:
            raise ConfigError("a run needs at least one tool")
        self.specs = tuple(specs)

    @property
    def only_reads_web(self) -> bool:
        """Whether no tool needs the page of the run, because all of them read the web apart from it."""
        apart = Trait.READS_WEB | Trait.WORKS_DURING_DIALOG
        return all(apart in tool.traits and tool.effect is Effect.READ for tool in self._tools.values())

    def narrowed(self, tools: Iterable[str | type[Tool]], *, always: Iterable[str] = ()) -> Toolbox:
        """The toolbox of one run: some of these tools, by name or class, and further classes.

        Args:
            tools: The choice. The result has the order of this toolbox, so that equal choices make equal prompts.
            always: Names of tools that stay, if this toolbox has them.

        Raises:
            ConfigError: This toolbox has no tool of that name; or whatever `Toolbox` raises.
        """
        chosen = _several(tools)
        for name in chosen:
            if isinstance(name, str) and name not in self._tools:
                raise ConfigError(unknown("tool", name, self._tools))
        names = {each for each in chosen if isinstance(each, str)} | set(always)
        own = [each for name, each in self._tools.items() if name in names or each in chosen]
        return Toolbox([*own, *(each for each in chosen if not isinstance(each, str) and each not in own)])

    def having(self, tool: type[Tool]) -> Toolbox:
        """The toolbox with this tool added at the end, unless it has it already."""
        return self if tool.name in self._tools else Toolbox([*self._tools.values(), tool])

    def only_look(self, actions: Iterable[Action]) -> bool:
        """Whether all of these actions call tools that only look."""
        return all(
            action.tool not in self._tools or self._tools[action.tool].effect is Effect.READ for action in actions
        )

    def bind(self, action: Action, *, expand: Callable[[str], str]) -> Tool:
        """The validated call of an action.

        Args:
            action: As proposed.
            expand: Resolves the data references of a string; raises ToolError for unknown or secret ones.

        Raises:
            ReplyError: There is no such tool, or its parameters do not fit.
        """
        tool_class = self._tools.get(action.tool)
        if tool_class is None:
            raise ReplyError(unknown("tool", action.tool, self._tools))
        raw = {*marked_fields(tool_class, VALUE), *marked_fields(tool_class, AS_WRITTEN)}
        parameters = {
            key: value if key in raw else with_texts(value, expand) for key, value in action.parameters.items()
        }
        try:
            return without_refused_nulls(tool_class.model_validate, parameters)
        except ValidationError as error:
            wanted = ", ".join(tool_class.model_fields) or "none"
            raise ReplyError(
                f"{action.tool}: {shortened(first_problem(error), 500)}; its parameters are: {wanted}"
            ) from error


def _several(tools: Iterable[str | type[Tool]]) -> list[str | type[Tool]]:
    if isinstance(tools, str):
        raise ConfigError(f"tools is the text {tools!r}; give a list of tools or of their names, as in [{tools!r}]")
    return list(tools)


def _builtin(name: str) -> type[Tool]:
    known = shipped_tools()
    if name not in known:
        raise ConfigError(unknown("built-in tool", name, known))
    return known[name]


def _checked(tool_class: Any) -> ToolSpec:
    if not (isinstance(tool_class, type) and issubclass(tool_class, Tool)):
        raise ConfigError(
            f"{tool_class!r} is not a tool: subclass actwright.Tool or decorate an async function with @tool"
        )
    label = f"tool {tool_class.name!r} ({tool_class.__module__}.{tool_class.__qualname__})"
    if not NAME.fullmatch(tool_class.name):
        raise ConfigError(f"{label}: a name is lower-case letters, digits and underscores, at most 64")
    if not (tool_class.__doc__ or "").strip() or tool_class.__doc__ == Tool.__doc__:
        raise ConfigError(f"{label}: needs a docstring; it is what the model reads")
    if tool_class.run is Tool.run:
        raise ConfigError(f"{label}: define `async def run(self, surface)`")
    try:
        return tool_class.spec()
    except PydanticInvalidForJsonSchema as error:
        raise ConfigError(f"{label}: a parameter's type has no JSON schema: {error}") from error
