"""OpenAI's computer tool: the model sees screenshots alone and acts by coordinates, each call with a screenshot as result."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Literal

from pydantic import BaseModel, Field, ValidationError

from actwright.engine.policies.base import Ask, Preferences
from actwright.engine.policies.input_actions import NATIVE_TOOLS, InputActions, UnplannedError, action
from actwright.engine.policies.native_step import BESIDE, native_step, tools_beside
from actwright.errors import ConfigError, ReplyError
from actwright.prompts.conversation import native_request
from actwright.prompts.history import outcome_text
from actwright.schemas.exchange import Block, ImageBlock, TextBlock, ToolCall, ToolResult
from actwright.schemas.page import Image, Observation
from actwright.schemas.proposal import Action, Proposal, first_problem, parse_arguments
from actwright.schemas.step import Outcome, Step
from actwright.schemas.toolset import SafetyCheck, Toolset
from actwright.schemas.turn import Turn

TABS = ("navigate", "go_back", "go_forward", "switch_tab", "close_tab")
"""What a person does outside of the page; these tools stand beside the computer tool."""
BUTTONS = {"left": "left", "right": "right", "wheel": "middle"}
HISTORY = {"back": "go_back", "forward": "go_forward"}
PAUSE = 2.0
"""Seconds of a `wait`, which says none."""
ASKS, FAILS = "ask_human", "fail"
CONSENT = "OpenAI's safety check: "


class OpenAIComputer:
    """Asks the `main` model by OpenAI's computer tool over the Responses API.

    A call that only takes a screenshot is answered at once from the look of the step, at most 8 times. All other actions
    are one proposal, and the result of each call is the screenshot of the next look. Before a call with safety checks, a
    person is asked; without their consent nothing of the reply is done, and the run ends. The model's last words are
    trusted unless the caller requires evidence.

    Args:
        form: `computer`, or `preview` for the older tool `computer_use_preview`.

    Raises:
        ConfigError: There is no such form.
    """

    roles: ClassVar[tuple[str, ...]] = ("main",)
    wire: ClassVar = "openai_responses"
    preferences: ClassVar = Preferences(evidence="off", tools=(*NATIVE_TOOLS, *TABS, *BESIDE), marks="none")

    def __init__(self, form: str = "computer") -> None:
        if form not in ("computer", "preview"):
            raise ConfigError(
                f"openai_computer:{form}: there is no such form; write openai_computer or openai_computer:preview"
            )
        self._is_preview = form == "preview"

    async def decide(self, turn: Turn, ask: Ask) -> Proposal:
        """The actions of a reply as one proposal; a reply without calls ends the run.

        Raises:
            ReplyError: The reply is cut off, a refusal or empty, or it asks for too much at once.
        """
        if refused := _not_accepted(turn):
            return _giving_up(refused)
        asks = any(spec.name == ASKS for spec in turn.tools)
        pictures = [step.page.screenshot for step in turn.steps]
        answer = partial(_answered, pictures)
        request = native_request(
            turn, "openai_computer", self._toolset(turn.page), tools_beside(turn, NATIVE_TOOLS), answer
        )
        return await native_step(
            turn,
            ask,
            request,
            actions=lambda calls: [each for plan in _planned(calls, turn.page, asks=asks) for each in plan.actions],
            answer=lambda calls: _results(_planned(calls, turn.page, asks=asks), (), _picture(turn.page, pictures)),
        )

    def _toolset(self, page: Observation) -> Toolset:
        if not self._is_preview:
            return Toolset(kind="computer")
        shown = page.screenshot
        size = (shown.width, shown.height) if shown else (page.width, page.height)
        return Toolset(kind="computer_use_preview", width=size[0], height=size[1])


class _Point(BaseModel):
    x: int = 0
    y: int = 0


class _Act(_Point):
    """One action of a call."""

    type: Literal["click", "double_click", "drag", "keypress", "move", "screenshot", "scroll", "type", "wait"]
    button: Literal["left", "right", "wheel", "back", "forward"] = "left"
    keys: list[str] | None = None
    path: list[_Point] = Field(default_factory=list[_Point])
    scroll_x: int = 0
    scroll_y: int = 0
    text: str = ""


class _Call(BaseModel):
    """What a computer call says: one action, or several in order."""

    action: _Act | None = None
    actions: list[_Act] | None = None
    pending_safety_checks: list[SafetyCheck] = Field(default_factory=list[SafetyCheck])


@dataclass(frozen=True, slots=True)
class _Plan:
    """A call with the actions that it becomes, or why nothing is done for it; and its safety checks."""

    call: ToolCall
    actions: tuple[Action, ...] = ()
    problem: str = ""
    checks: tuple[SafetyCheck, ...] = ()


def _planned(calls: Sequence[ToolCall], page: Observation, *, asks: bool) -> list[_Plan]:
    """What each call becomes; nothing is done after a call that cannot be done.

    If a call has safety checks, a person is asked before anything else is done; the run ends if it asks nobody.
    """
    inputs, plans = InputActions(page), list[_Plan]()
    for call in calls:
        plan = _plan(call, inputs)
        failed = bool(plans and plans[-1].problem)
        plans.append(replace(plan, actions=(), problem="not done: an earlier call failed") if failed else plan)
    checks = [check for plan in plans for check in plan.checks]
    if checks and not asks:
        why = f"a person must accept OpenAI's safety check ({_named(checks)}), and this run asks nobody"
        return [replace(plans[0], actions=_giving_up(why).actions)]
    if checks:
        plans[0] = replace(plans[0], actions=(_consent(checks, plans), *plans[0].actions))
    return plans


def _plan(call: ToolCall, inputs: InputActions) -> _Plan:
    checks: tuple[SafetyCheck, ...] = ()
    try:
        arguments = parse_arguments(call.arguments)
        if not call.toolset:
            return _Plan(call, (Action(reason="", tool=call.tool, parameters=arguments),))
        said = _Call.model_validate(arguments)
        checks = tuple(said.pending_safety_checks)
        acts = said.actions or ([said.action] if said.action else [])
        return _Plan(call, tuple(each for act in acts for each in _actions(act, inputs)), checks=checks)
    except ValidationError as error:
        return _Plan(call, problem=f"the call does not fit: {first_problem(error)}", checks=checks)
    except (ReplyError, UnplannedError) as error:
        return _Plan(call, problem=str(error), checks=checks)


def _actions(act: _Act, inputs: InputActions) -> list[Action]:  # noqa: C901, PLR0911 - a line for each kind
    """The actions of the run for one of the model. Raises UnplannedError if there are none."""
    at = inputs.point(act.x, act.y)
    xy, keys = {"x": round(at[0], 1), "y": round(at[1], 1)}, "+".join(act.keys or ())
    match act.type:
        case "click" if act.button in HISTORY:
            return [action(HISTORY[act.button])]
        case "click":
            return inputs.click(at, button=BUTTONS[act.button], modifiers=keys)
        case "double_click":
            return inputs.click(at, count=2, modifiers=keys)
        case "drag":
            points = [inputs.point(each.x, each.y) for each in act.path]
            if len(points) < 2:  # noqa: PLR2004 - from here to there
                raise UnplannedError("a drag needs at least two points")
            return [action("drag_at", points=" ".join(f"{x:.1f},{y:.1f}" for x, y in points))]
        case "keypress":
            return inputs.press(keys.lower() if len(keys) == 1 else keys)
        case "move":
            return [action("move_to", **xy)]
        case "scroll":
            return [action("scroll_at", **xy, right=act.scroll_x, down=act.scroll_y)]
        case "type":
            return inputs.type(act.text)
        case "wait":
            return inputs.wait(PAUSE)
        case "screenshot":
            return []


def _named(checks: Sequence[SafetyCheck]) -> str:
    return "; ".join(": ".join(filter(None, (check.code, check.message))) or check.id for check in checks)


def _consent(checks: Sequence[SafetyCheck], plans: Sequence[_Plan]) -> Action:
    meant = "; ".join(
        f"{each.tool} {json.dumps(each.parameters, ensure_ascii=False)}" for plan in plans for each in plan.actions
    )
    return action(ASKS, reason=f"{CONSENT}{_named(checks)}. Look at the page, and accept that the run goes on: {meant}")


def _giving_up(why: str) -> Proposal:
    return Proposal(complete=False, message=why, actions=(action(FAILS, reason=why),))


def _not_accepted(turn: Turn) -> str:
    """Why the run cannot go on: the API takes no result of a call whose safety checks nobody accepted."""
    last = turn.steps[-1] if turn.steps else None
    if last is None or last.proposal is None or not last.proposal.actions or not _asks(last.proposal.actions[0]):
        return ""
    asked = last.outcomes[0] if last.outcomes else None
    if asked is not None and asked.status == "done":
        return ""
    return f"OpenAI's safety check was not accepted: {asked.detail if asked else last.problem}"


def _asks(made: Action) -> bool:
    """Whether an action asks a person to accept safety checks."""
    return made.tool == ASKS and str(made.parameters.get("reason")).startswith(CONSENT)


def _answered(
    pictures: Sequence[Image | None], calls: Sequence[ToolCall], step: Step, after: Observation
) -> tuple[Block, ...]:
    """The results of the calls of a step's last reply, with the picture of the look after it."""
    plans = _planned(calls, step.page, asks=True)
    return _results(plans, step.outcomes, _picture(after, pictures), problem=step.problem)


def _results(
    plans: Sequence[_Plan], outcomes: Sequence[Outcome], picture: Image, *, problem: str = ""
) -> tuple[Block, ...]:
    """A result for each call, then what the actions did in words, because the result of a computer call is a picture."""
    left, found, said = list(outcomes), list[ToolResult](), list[str]()
    for plan in plans:
        mine, left = left[: len(plan.actions)], left[len(plan.actions) :]
        missing = len(mine) < len(plan.actions)
        lines = [f"{each.action.tool}: {outcome_text(each)}" for each in mine]
        lines += [plan.problem] if plan.problem else [f"not done: {problem}"] if missing else []
        if plan.call.toolset:
            said += lines
            accepted = plan.checks if outcomes and _asks(outcomes[0].action) else ()
            shown = (ImageBlock(image=picture, section="history"),)
            found.append(ToolResult(call_id=plan.call.call_id, toolset="computer", blocks=shown, acknowledged=accepted))
            continue
        failed = missing or bool(plan.problem) or any(each.status in ("failed", "skipped") for each in mine)
        text = TextBlock(text="\n".join(lines), section="history")
        found.append(ToolResult(call_id=plan.call.call_id, blocks=(text,), failed=failed))
    told = TextBlock(text="What the actions did:\n" + "\n".join(said), section="history")
    return (*found, told) if said else tuple(found)


def _picture(page: Observation, earlier: Sequence[Image | None]) -> Image:
    """The picture of a look; while there is none, as behind a dialog, the last one, else a grey one.

    Raises:
        ConfigError: The run takes no pictures.
    """
    known = next((each for each in (page.screenshot, *reversed(earlier)) if each is not None), None)
    if known is not None:
        return known
    if page.dialog is None and not page.notes:
        raise ConfigError("openai_computer works by screenshots; do not switch them off")
    from PIL import Image as Pillow  # noqa: PLC0415 - hardly ever needed

    made = io.BytesIO()
    Pillow.new("RGB", (page.width or 1, page.height or 1), "grey").save(made, "PNG")
    return Image(data=made.getvalue(), media_type="image/png", width=page.width or 1, height=page.height or 1)


POLICY = OpenAIComputer
