"""Anthropic's browser toolset: the model calls its members, and each becomes an action of this run or a read of its page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Literal

from pydantic import BaseModel, Field, ValidationError

from actwright.engine.policies.base import Ask, Preferences
from actwright.engine.policies.input_actions import NATIVE_TOOLS, InputActions, UnplannedError, action
from actwright.engine.policies.native_step import BESIDE, native_step, tools_beside
from actwright.errors import ConfigError, ReplyError
from actwright.prompts.conversation import native_request
from actwright.prompts.history import outcome_text
from actwright.prompts.page_reads import find_elements, page_words, read_tree, zoomed
from actwright.schemas.exchange import Block, ImageBlock, StateBlock, TextBlock, ToolCall, ToolResult
from actwright.schemas.page import Observation
from actwright.schemas.proposal import MAX_ACTIONS, Action, Proposal, first_problem, parse_arguments
from actwright.schemas.step import Outcome, Step
from actwright.schemas.tool import ToolSpec
from actwright.schemas.toolset import Toolset
from actwright.schemas.turn import Turn

TOOLSET = "browser"
READS = frozenset({"find", "get_page_text", "list_tabs", "read_page", "screenshot", "zoom"})
TABS = frozenset({"close_tab", "list_tabs", "new_tab", "switch_tab"})
"""The members whose whole result is the list of tabs."""
OPTIONAL = {
    "file_upload": "upload",
    "javascript_exec": "run_script",
    "read_console": "read_console",
    "read_network": "read_network",
}
"""Members that the caller enables by name, with the tool that each needs. Each has a cost: see docs/policies.md."""
MEMBERS: dict[str, tuple[str, ...]] = {
    "navigate": ("navigate", "go_back", "go_forward", "reload"),
    "new_tab": ("new_tab",),
    "switch_tab": ("switch_tab",),
    "close_tab": ("close_tab",),
    "form_input": ("fill", "select", "check", "uncheck"),
    "scroll_to": ("scroll",),
    "left_click": ("click", "click_with", "click_at"),
    "right_click": ("right_click", "click_with", "click_at"),
    "middle_click": ("click_with",),
    "double_click": ("double_click", "click_at"),
    "triple_click": ("click_at",),
    "hover": ("hover", "move_to"),
    "left_click_drag": ("drag_at",),
    "left_mouse_down": ("mouse_down",),
    "left_mouse_up": ("mouse_up",),
    "mouse_move": ("move_to",),
    "scroll": ("scroll_at",),
    "type": ("type", "append", "type_at_focus"),
    "key": ("press",),
    "hold_key": ("press_for",),
    "wait": ("wait",),
}
"""The tools that each member needs. A member is disabled in a run that lacks one of them."""
ACTING = tuple(dict.fromkeys((*NATIVE_TOOLS, *(tool for tools in MEMBERS.values() for tool in tools))))
NOTCH = 100
"""CSS px that a notch of the mouse wheel scrolls."""
CLICKS = {
    "left_click": ("left", 1),
    "right_click": ("right", 1),
    "middle_click": ("middle", 1),
    "double_click": ("left", 2),
    "triple_click": ("left", 3),
}
WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
SWITCHED = frozenset({"checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"})


class ClaudeBrowser:
    """Asks the `main` model by Anthropic's `browser_toolset_20260801`, whose references are the element IDs of this run.

    What the model reads before the first act of a reply is answered at once from the look of the step, by asking again,
    at most 8 times. Its acts are one proposal. What it reads after an act is answered from the next look. Its last words
    are trusted unless the caller requires evidence.

    Args:
        enabled: Members to enable that are disabled by default, as in `file_upload:read_console`.

    Raises:
        ConfigError: There is no such member.
    """

    roles: ClassVar[tuple[str, ...]] = ("main",)
    wire: ClassVar = "anthropic"

    def __init__(self, enabled: str = "") -> None:
        members = dict.fromkeys(filter(None, enabled.split(":")))
        if wrong := next((each for each in members if each not in OPTIONAL), ""):
            can = ", ".join(OPTIONAL)
            raise ConfigError(f"claude_browser:{wrong}: there is no such member; what can be enabled: {can}")
        tools = (*ACTING, *(OPTIONAL[each] for each in members), *BESIDE)
        self.preferences = Preferences(evidence="off", tools=tools, marks="none")

    async def decide(self, turn: Turn, ask: Ask) -> Proposal:
        """The acts of a reply as one proposal; a reply without calls ends the run.

        Raises:
            ReplyError: The reply is cut off, a refusal or empty, or it asks for too much at once.
        """
        toolset, beside = _offered(turn)
        request = native_request(turn, "claude_browser", toolset, beside, partial(_answered, toolset))
        return await native_step(
            turn,
            ask,
            request,
            actions=lambda calls: [each for plan in _planned(calls, turn.page, toolset) for each in plan.actions],
            answer=lambda calls: _results(_planned(calls, turn.page, toolset), (), turn.page, turn.page),
        )


def _offered(turn: Turn) -> tuple[Toolset, list[ToolSpec]]:
    """The toolset with the members that the run's tools can serve, and the tools beside it."""
    names = {spec.name for spec in turn.tools}
    members = {member: False for member, needed in MEMBERS.items() if not names.issuperset(needed)}
    members |= {member: True for member, tool in OPTIONAL.items() if tool in names}
    taken = {*ACTING, *OPTIONAL.values()}
    return Toolset(kind="browser_toolset_20260801", members=members), tools_beside(turn, taken)


class _Target(BaseModel):
    type: Literal["coordinate", "ref"] = "ref"
    x: int = 0
    y: int = 0
    ref: str = ""


class _Input(BaseModel):
    """The input of any member."""

    target: _Target = _Target()
    start: _Target = Field(default=_Target(), alias="from")
    text: str = ""
    url: str = ""
    query: str = ""
    value: bool | float | str = ""
    modifiers: str | None = None
    tab_id: str | None = None
    repeat: int | None = Field(default=None, ge=1, le=MAX_ACTIONS)
    duration: float = Field(default=0, ge=0, le=30)
    scroll_direction: Literal["up", "down", "left", "right"] = "down"
    scroll_amount: int | None = Field(default=None, ge=1, le=10)
    region: list[int] = Field(default_factory=list[int])
    depth: int | None = Field(default=None, ge=1)
    filter: Literal["all", "interactive"] | None = None
    ref: str | None = None
    paths: list[str] | None = None
    document_ids: list[str] | None = None


@dataclass(frozen=True, slots=True)
class _Plan:
    """A call with the actions that it becomes; or a read; or why nothing is done for it."""

    call: ToolCall
    given: _Input
    actions: tuple[Action, ...] = ()
    problem: str = ""

    @property
    def is_member(self) -> bool:
        return bool(self.call.toolset)

    @property
    def is_read(self) -> bool:
        return self.is_member and self.call.tool in READS and not self.problem


def _planned(calls: Sequence[ToolCall], page: Observation, toolset: Toolset) -> list[_Plan]:
    """What each call becomes; nothing is done after a call that cannot be done."""
    inputs, plans, failed = InputActions(page), list[_Plan](), False
    for call in calls:
        plan = _Plan(call, _Input(), problem="Not executed: an earlier action in this turn failed.")
        plans.append(plan if failed else _plan(call, page, toolset, inputs))
        failed = failed or bool(plans[-1].problem)
    return plans


def _plan(call: ToolCall, page: Observation, toolset: Toolset, inputs: InputActions) -> _Plan:
    given = _Input()
    try:
        arguments = parse_arguments(call.arguments)
        if not call.toolset:
            return _Plan(call, given, (Action(reason="", tool=call.tool, parameters=arguments),))
        given = _checked(call.tool, _Input.model_validate(arguments), page, toolset)
        return _Plan(call, given, () if call.tool in READS else tuple(_actions(call.tool, given, inputs)))
    except ValidationError as error:
        return _Plan(call, given, problem=f"the input of {call.tool} does not fit: {first_problem(error)}")
    except (ReplyError, UnplannedError) as error:
        return _Plan(call, given, problem=str(error))


def _checked(member: str, given: _Input, page: Observation, toolset: Toolset) -> _Input:
    """The input of a member. Raises UnplannedError if the member is disabled, or if it is for a tab behind."""
    known = {*MEMBERS, *READS, *OPTIONAL}
    if member not in known or not toolset.members.get(member, member not in OPTIONAL):
        raise UnplannedError(f"The browser toolset member {member!r} is not available in this environment.")
    active = next((tab.id for tab in page.tabs if tab.active), None)
    if given.tab_id not in (None, active) and member not in TABS:
        raise UnplannedError(f"{given.tab_id} is not in front: call switch_tab first")
    return given


def _actions(member: str, given: _Input, inputs: InputActions) -> list[Action]:  # noqa: C901, PLR0911, PLR0912 - a line for each member
    """The actions for a member of the toolset. Raises UnplannedError if there are none."""
    target, at = given.target, inputs.point(given.target.x, given.target.y)
    xy = {"x": round(at[0], 1), "y": round(at[1], 1)}
    by_ref = target.type == "ref"
    match member:
        case "navigate":
            return [_navigation(given.url)]
        case "new_tab":
            return [action("new_tab")]
        case "switch_tab" | "close_tab":
            return [action(member, tab_id=given.tab_id)]
        case "form_input":
            return [_entry(given, inputs)]
        case "file_upload":
            if not given.paths:
                raise UnplannedError("name files of the task by `paths`; there are no staged documents")
            return [action("upload", element_id=inputs.element(target.ref).id, files=[*given.paths])]
        case "javascript_exec":
            return [action("run_script", script=given.text)]
        case "read_console" | "read_network":
            return [action(member)]
        case "scroll_to":
            return [action("scroll", element_id=inputs.element(target.ref).id)]
        case "hover" if by_ref:
            return [action("hover", element_id=inputs.element(target.ref).id)]
        case "hover" | "mouse_move":
            return [action("move_to", **xy)]
        case "left_click_drag":
            start = inputs.point(given.start.x, given.start.y)
            return [action("drag_at", points=" ".join(f"{x:.1f},{y:.1f}" for x, y in (start, at)))]
        case "left_mouse_down" | "left_mouse_up":
            return [action(member.removeprefix("left_"), **xy)]
        case "scroll":
            right, down = WAYS[given.scroll_direction]
            px = NOTCH * (given.scroll_amount or 3)
            return [action("scroll_at", **xy, right=right * px, down=down * px)]
        case "type":
            return inputs.type(given.text)
        case "key":
            return [each for keys in given.text.split() or [" "] for each in inputs.press(keys)] * (given.repeat or 1)
        case "hold_key":
            key = inputs.press(given.text)[0].parameters["key"]
            return [action("press_for", key=key, seconds=max(given.duration, 0.1))]
        case "wait":
            return inputs.wait(given.duration)
        case _:
            button, count = CLICKS[member]
            place = inputs.element(target.ref) if by_ref else at
            return inputs.click(place, button=button, count=count, modifiers=given.modifiers or "")


def _navigation(url: str) -> Action:
    ways = {"back": "go_back", "forward": "go_forward", "reload": "reload"}
    if url in ways:
        return action(ways[url])
    return action("navigate", url=url if "://" in url or url.startswith("about:") else f"https://{url}")


def _entry(given: _Input, inputs: InputActions) -> Action:
    """What sets a field to a value: by its kind, as the type of the value must fit it."""
    element, value = inputs.element(given.target.ref), given.value
    if element.role in SWITCHED or element.checked is not None:
        if not isinstance(value, bool):
            raise UnplannedError(f"{element.title} is on or off: give true or false")
        return action("check" if value else "uncheck", element_id=element.id)
    if isinstance(value, bool):
        raise UnplannedError(f"{element.title} takes a text, not {value}")
    text = value if isinstance(value, str) else f"{value:.15g}"
    chooses = element.tag == "select" or (element.role == "combobox" and element.tag not in ("input", "textarea"))
    return action("select" if chooses else "fill", element_id=element.id, value=text)


def _answered(toolset: Toolset, calls: Sequence[ToolCall], step: Step, after: Observation) -> tuple[Block, ...]:
    """The results of the calls of a step's last reply; one that only reads is answered from the look after it."""
    plans = _planned(calls, step.page, toolset)
    before = step.page if any(plan.actions for plan in plans) else after
    return _results(plans, step.outcomes, before, after, problem=step.problem)


def _results(
    plans: Sequence[_Plan], outcomes: Sequence[Outcome], before: Observation, after: Observation, *, problem: str = ""
) -> tuple[ToolResult, ...]:
    """A result for each call; the last one of the toolset that did not fail has the tabs, as all tab members have."""
    left, page, found = list(outcomes), before, list[ToolResult]()
    for plan in plans:
        count = len(plan.actions)
        mine, left = left[:count], left[count:]
        page = after if count else page
        found.append(_result(plan, mine, page, problem))
    states = [index for index, each in enumerate(found) if each.toolset and not each.failed]
    opened = tuple(tab.id for tab in after.tabs if tab.id not in {each.id for each in before.tabs})
    telling = next((index for index in states if plans[index].call.tool == "new_tab"), states[-1] if states else -1)
    for index in states:
        if index == states[-1] or plans[index].call.tool in TABS:
            shown = opened if index == telling else ()
            if plans[index].call.tool == "new_tab":
                shown = tuple(tab.id for tab in after.tabs if tab.active)
            state = StateBlock(tabs=after.tabs, opened=shown)
            found[index] = found[index].model_copy(update={"blocks": (*found[index].blocks, state)})
    return tuple(found)


def _result(plan: _Plan, outcomes: Sequence[Outcome], page: Observation, problem: str) -> ToolResult:
    failed, blocks = bool(plan.problem), tuple[TextBlock | ImageBlock, ...]()
    try:
        if plan.is_read:
            blocks = _read(plan, page)
    except (LookupError, ValueError) as error:
        failed, blocks = True, (TextBlock(text=str(error), section="history"),)
    if plan.problem or plan.actions:
        said = [plan.problem] if plan.problem else list(map(outcome_text, outcomes))
        missing = len(outcomes) < len(plan.actions)
        failed = failed or missing or any(each.status in ("failed", "skipped") for each in outcomes)
        said += [f"not done: {problem or 'the step ended before'}"] if missing else []
        is_shown = failed or not (plan.is_member and plan.call.tool in TABS)
        blocks = (TextBlock(text="\n".join(said), section="history"),) if is_shown else ()
    return ToolResult(call_id=plan.call.call_id, toolset=plan.call.toolset, blocks=blocks, failed=failed)


def _read(plan: _Plan, page: Observation) -> tuple[TextBlock | ImageBlock, ...]:
    """What a read shows of a page. Raises LookupError or ValueError if it shows nothing."""
    given = plan.given
    match plan.call.tool:
        case "read_page":
            interactive = given.filter == "interactive"
            text = read_tree(page, depth=given.depth or 15, interactive=interactive, ref=given.ref or "")
        case "get_page_text":
            text = page_words(page)
        case "find":
            text = find_elements(page, given.query)
        case "list_tabs":
            return ()
        case _:
            if page.screenshot is None:
                raise LookupError("; ".join(("there is no picture now: read the page", *page.notes)))
            is_part = plan.call.tool == "zoom"
            return (ImageBlock(image=zoomed(page.screenshot, given.region) if is_part else page.screenshot),)
    return (TextBlock(text=text, section="page"),)


POLICY = ClaudeBrowser
