"""The outcome of a call, from what its tool reported and what it caused on the page."""

from __future__ import annotations

from dataclasses import dataclass, field

from actwright.date_patterns import write_date
from actwright.engine.action_effects import ActionEffects, Note
from actwright.engine.values.same_value import surely_same
from actwright.engine.values.values import Values
from actwright.schemas.page import Element
from actwright.schemas.proposal import Action
from actwright.schemas.step import Effect, Outcome, Receipt
from actwright.schemas.task import references_in
from actwright.tools.base import Done, Tool, Trait, may_cause_requests
from actwright.tools.parameters import VALUE, marked_fields
from actwright.written_dates import read_dates


@dataclass(frozen=True, slots=True)
class ActionCall:
    """An action and its validated tool call."""

    action: Action
    tool: Tool

    @property
    def looks_only(self) -> bool:
        """Whether it changes nothing."""
        return self.tool.effect is Effect.READ

    @property
    def proves(self) -> bool:
        """Whether it checks a fact."""
        return type(self.tool).probe is not Tool.probe


@dataclass(frozen=True, slots=True)
class ActionResult:
    """A call that was performed or refused, with the result of its tool and what it caused."""

    call: ActionCall
    target: Element | None
    effects: ActionEffects
    done: Done = field(default_factory=Done)
    problem: str = ""
    maybe: bool = False
    refused: str = ""
    unread: bool = False

    @property
    def went_on(self) -> bool:
        """Whether the read-back failed because the document was, or is being, replaced."""
        effects = self.effects
        stopped = effects.input_refused or effects.blocked_requests or effects.blocked
        return self.unread and not stopped and bool(effects.left or effects.unanswered)


def outcome_of(performed: ActionResult, values: Values) -> Outcome:
    """The outcome of a call that was performed or refused; `values` masks what no model may see."""
    call, target, done, effects = performed.call, performed.target, performed.done, performed.effects
    problem, maybe = performed.problem, performed.maybe
    if performed.went_on:
        title, problem, maybe = target.title if target else call.tool.name, "", False
        done = Done(f"{title} could not be read back because its page was left")
    effect = _effect(call.tool, target, effects, finished=not (maybe or effects.unanswered or done.goes_on))
    lost = effects.unanswered if effect is not Effect.READ else []
    if lost and not problem:
        problem, maybe = f"{lost[0]} has no answer yet", True
    if effects.mismatch:
        problem, status = "; ".join(filter(None, (problem, effects.mismatch, "look before you repeat it"))), "failed"
    else:
        is_unknown = effect is Effect.EFFECT and (maybe or effects.sent)
        status = "done" if not problem else "unknown" if is_unknown else "failed"
    if status == "unknown":
        problem += "; it may have taken effect: look before you repeat it"
    reported = problem or done.detail
    notes = [note.text for note in effects.notes if not _is_known(note, reported, call.action, failed=bool(problem))]
    detail = "; ".join(filter(None, (reported, *notes)))
    return Outcome(
        action=call.action,
        status=status,
        effect=effect,
        detail=values.mask_sentence(detail),
        target=target.title if target else "",
        receipts=_with_source(done.receipts, call, target, values),
        evidence=done.evidence,
        visits=done.visits,
        sent=tuple(effects.sent),
        asked=tuple(effects.asked),
        nothing_sent=effects.silent and Trait.EFFECTS_ONLY_VIA_PAGE in call.tool.traits and not (maybe or done.goes_on),
        http_status=effects.http_status,
        ends_run=done.ends_run,
        fail_kind=done.fail_kind,
        origin=effects.authorization.origin,
        refused=values.mask_sentence(performed.refused),
        milliseconds=round(effects.milliseconds, 1),
    )


def _is_known(note: Note, reported: str, action: Action, *, failed: bool) -> bool:
    """Whether a note only repeats what the tool reports, or a URL that the tool was given."""
    if (note.gist or note.text) in reported:
        return True
    return bool(note.url) and not failed and (note.url in reported or note.url in action.parameters.values())


def _with_source(
    receipts: tuple[Receipt, ...], call: ActionCall, target: Element | None, values: Values
) -> tuple[Receipt, ...]:
    """Adds the data name of a value to receipts that lack it.

    It is the name that the action's reason gives, for a tool that takes no value, such as `check`, and for an option.
    A text that was typed must also mean the value, because a field may only ask for it in another form.
    """
    takes_value = bool(marked_fields(type(call.tool), VALUE))
    options = {option.label for option in target.options} if target is not None else set[str]()
    named = set(references_in(call.action.reason)) & {*values.by_name()}
    asked = f"{target.placeholder} {target.description} {target.label} {target.beside}" if target else ""
    return tuple(
        each
        if each.reference
        else _with_name(each, named, values, types=takes_value and not _are_options(each.got, options), asked=asked)
        for each in receipts
    )


def _with_name(receipt: Receipt, named: set[str], values: Values, *, types: bool, asked: str) -> Receipt:
    known = values.by_name()
    if types:
        named = {
            name
            for name in named or {*known}
            if surely_same(known[name], receipt.wanted) or _is_date_as_asked(known[name], receipt.wanted, asked)
        }
        named -= {name for name in named if values.withholds(f"{{{{{name}}}}}")}
    return receipt.model_copy(update={"reference": min(named)}) if len(named) == 1 else receipt


def _are_options(text: str, options: set[str]) -> bool:
    """Whether a text is an option, or several."""
    return text in options or (bool(text) and options.issuperset(text.split(", ")))


def _is_date_as_asked(value: str, text: str, asked: str) -> bool:
    """Whether a text is the date that a value is, in the pattern that the field asks for, such as `MM/DD/YYYY`."""
    days = read_dates(value)
    return len(days) == 1 and write_date(min(days), asked) == text


def _effect(tool: Tool, target: Element | None, effects: ActionEffects, *, finished: bool) -> Effect:
    """The effect of a call. A finished call that acts only through the page and submitted nothing is an EDIT."""
    if tool.effect is not Effect.EFFECT or not (Trait.EFFECTS_ONLY_VIA_PAGE in tool.traits and finished):
        return Effect.EFFECT if effects.sent and may_cause_requests(tool) else tool.effect
    return Effect.EFFECT if effects.sent or (target is not None and target.submits) else Effect.EDIT
