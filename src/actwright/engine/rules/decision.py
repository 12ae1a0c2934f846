"""The next step of a task, from the task, the steps so far and the page. Nothing is remembered in between."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from actwright.engine.rules import controls
from actwright.engine.rules.arrangement import Scope
from actwright.engine.rules.fields import fields_of, frame_of
from actwright.engine.rules.form_plan import FormPlan, plan_form
from actwright.engine.rules.instructions import Instruction, UnclearError
from actwright.engine.rules.parts import Item, Part, Script, read_task
from actwright.engine.rules.story import Deed, Story, act, marked
from actwright.engine.rules.verdict import Verdict, judge
from actwright.schemas.page import Element, Observation
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.turn import Turn

__all__ = ["decide"]

PRESSES = 3
"""How often a form is submitted at most: once, and again after its errors were corrected."""
GATE = 3
"""A login has at most this many fields."""
PATIENCE = 2.0
"""Seconds to wait, once, for a press to show an effect."""


def decide(turn: Turn) -> Proposal:
    """The proposal for this turn. Pure: the same turn gives the same proposal."""
    try:
        script = read_task(turn.task)
    except UnclearError as error:
        return _give_up(1, str(error))
    story = Story.of(turn.steps)
    return _Decision(script, story, turn.page, min(story.part, len(script.parts))).next()


@dataclass(frozen=True, slots=True)
class _Decision:
    script: Script
    story: Story
    page: Observation
    number: int

    @property
    def part(self) -> Part:
        return self.script.parts[self.number - 1]

    @property
    def is_last(self) -> bool:
        return self.number == len(self.script.parts)

    @property
    def items(self) -> tuple[Item, ...]:
        return (*self.part.items, *(self.script.data if self.part.uses_data else ()))

    def next(self) -> Proposal:
        if self.page.dialog:
            return self._answer_dialog()
        press = self.story.press(self.number)
        if press:
            return self._after(press)
        return self._work()

    # --- before the press -------------------------------------------------------------------------------------------

    def _work(self, *, again: bool = False) -> Proposal:
        """Enters what the part asks for, and presses what ends it."""
        part, ending = self.part, self.part.ending
        if ending and ending.kind == "goto":
            return self._go_to(ending)
        if failure := self.story.last_failure(self.number):
            if problem := self._beyond_repair(failure):
                return _give_up(self.number, problem)
        plan = plan_form(
            self.page,
            self.items,
            self.story,
            part=self.number,
            one_form=part.submits,
            again=again,
            bonus=self._bonus,
        )
        if plan.stuck:
            return _give_up(self.number, plan.stuck)
        if plan.blocked:
            return _give_up(self.number, "; ".join(plan.unplaced[key] for key in plan.blocked))
        if banner := self._banner(plan):
            return banner
        if ending is None:
            return self._only_edit(plan)
        if ending.kind in ("open", "press"):
            return self._press_named(plan, ending)
        return self._submit(plan, ending, again=again)

    def _submit(self, plan: FormPlan, ending: Instruction, *, again: bool) -> Proposal:
        """Fills, and submits; leads on to the next page of the form while something has no place yet."""
        if self.items and not plan.filled and not self._nothing_left(plan):
            return self._find_the_form(plan)
        chosen = controls.submit_control(self.page, plan.scope, ending.target, more_to_come=bool(plan.unplaced))
        if again and not plan.actions:
            return _give_up(
                self.number, "the form came back with errors, and nothing could be corrected: " + self._errors()
            )
        if chosen.found is None:
            if plan.actions and plan.unplaced:
                return self._propose("entering what has a place here", plan.actions)
            return _give_up(self.number, _no_control("submits the form", chosen.near, tied=chosen.tied))
        control = chosen.found
        if plan.missing and self.items:
            return self._missing(plan)
        onward = control.onward or (bool(plan.unplaced) and self._is_gate(plan, control.element))
        if plan.unplaced and not onward and not self._comes_later(plan):
            return self._unplaced(plan)
        if len(self.story.of_part(self.number, "finish")) >= PRESSES:
            return _give_up(
                self.number, f"the form was submitted {PRESSES} times and still has errors: " + self._errors()
            )
        role = "onward" if onward else "finish"
        name = controls.name_of(control.element)
        reason = marked(self.number, role, f'press "{name}"')
        actions = [*plan.actions, act(reason, "click", element_id=control.element.id)]
        if role == "onward" or self.part.answer is not None:
            return self._propose(f'Filling this page and pressing "{name}"', actions)
        return self._with_proofs(f'Filling the form and pressing "{name}"', actions)

    def _press_named(self, plan: FormPlan, ending: Instruction) -> Proposal:
        """Presses the button or follows the link that the task names."""
        if plan.unplaced and any(item.key in plan.unplaced for item in self.part.items):
            return self._unplaced(plan)
        chosen = controls.control_named(self.page, ending.target, link=ending.kind == "open", scope=plan.scope)
        element = chosen.found
        if element is None:
            if (key := controls.key_named(ending.target)) and not chosen.tied:
                return self._press_key(plan, key)
            return _give_up(self.number, _no_control(f'is called "{ending.target}"', chosen.near, tied=chosen.tied))
        actions = list(plan.actions)
        if element.submits and self.items:
            if plan.missing:
                return self._missing(plan)
            lacking = plan.unplaced and not self._comes_later(plan)
            if lacking and self.script.data:
                return self._unplaced(plan)
        reason = marked(self.number, "finish", f'press "{controls.name_of(element)}"')
        actions.append(act(reason, "click", element_id=element.id))
        message = f'Pressing "{controls.name_of(element)}"'
        if self.part.answer is not None:
            return self._propose(message, actions)
        if not self.part.proofs and self.is_last and _leads_elsewhere(element, self.page):
            path = re.sub(r"^[a-z]+://[^/]*", "", element.href).partition("#")[0] or "/"
            expected = marked(self.number, "prove", f"the link leads to {path}")
            actions.append(act(expected, "expect", kind="url", expected=path))
            return Proposal(complete=True, message=message, actions=tuple(actions))
        return self._with_proofs(message, actions)

    def _press_key(self, plan: FormPlan, key: str) -> Proposal:
        last = [*self.story.of_part(self.number, "enter")]
        target = plan.filled[-1].element.id if plan.filled else (last[-1].element_id if last else None)
        parameters = {"key": key, **({"element_id": target} if target else {})}
        actions = [*plan.actions, act(marked(self.number, "finish", f"press {key}"), "press", **parameters)]
        return self._with_proofs(f"Pressing {key}", actions)

    def _only_edit(self, plan: FormPlan) -> Proposal:
        """A part without a press: done when the fields hold what they should."""
        if plan.unplaced:
            return self._unplaced(plan)
        if not self.is_last:
            if plan.actions:
                return self._propose("Entering the values", plan.actions)
            return self._following()
        proofs = self._named_proofs() or plan.proofs
        if not proofs and plan.actions:
            return self._propose("Entering the values", plan.actions)
        if not proofs:
            return _give_up(self.number, "there is nothing on the page that could prove that this is done")
        return Proposal(complete=True, message="Entering the values", actions=(*plan.actions, *proofs))

    def _go_to(self, ending: Instruction) -> Proposal:
        if failure := self.story.last_failure(self.number):
            return _give_up(self.number, failure.outcome.detail)
        url = _absolute(ending.value, self.page.url)
        action = act(marked(self.number, "finish", f"open {url}"), "navigate", url=url)
        return self._with_proofs(f"Opening {url}", [action])

    # --- after the press --------------------------------------------------------------------------------------------

    def _after(self, press: Deed) -> Proposal:
        """Judges what the last press brought about."""
        scope = _scope_of(press)
        verdict = judge(press.page, self.page, values=self._values(), scope=scope)
        unknown = press.outcome.status == "unknown"
        if verdict.kind == "refused":
            if unknown:
                return _give_up(self.number, f"{_unsure(press)}; the page says: {_quoted(verdict.errors)}")
            if press.role == "finish" and not self.part.submits and not verdict.fields:
                return _give_up(self.number, f"the page refused it: {_quoted(verdict.errors)}")
            return self._correct(verdict)
        if press.role == "onward" and verdict.kind in ("moved", "accepted"):
            if verdict.kind == "accepted" and not self._has_form() and self._all_entered():
                return self._passed(press, verdict)
            return self._work()
        if self.part.answer is not None and not self._since(press, "answer"):
            if answered := self._answer_on_page(press):
                return answered
        if verdict.kind == "accepted" or (verdict.kind == "moved" and (verdict.left or not self._was_submit(press))):
            return self._passed(press, verdict)
        if press.role == "finish" and self.part.ending and self.part.ending.kind == "goto":
            return self._passed(press, verdict)
        if not self._since(press, "wait"):
            reason = marked(self.number, "wait", "nothing tells yet whether it worked")
            return self._propose("Waiting for the page", [act(reason, "wait", seconds=PATIENCE)])
        if unknown:
            return _give_up(self.number, f"{_unsure(press)}, and the page does not tell; it is not repeated")
        seen = f"; new on the page: {_quoted(verdict.proof)}" if verdict.proof else ""
        return _give_up(
            self.number, f"{press.outcome.target or 'it'} was pressed, but nothing shows that it worked{seen}"
        )

    def _correct(self, verdict: Verdict) -> Proposal:
        """Enters again what the form lost, or in another spelling what it refused; gives up if neither helps."""
        proposal = self._work(again=True)
        acts = any(action.tool not in ("click", "fail", "expect") for action in proposal.actions)
        if acts:
            return proposal
        return _give_up(self.number, f"the page refused it: {_quoted(verdict.errors)}")

    def _passed(self, press: Deed, verdict: Verdict) -> Proposal:
        """The part is done: on to the next, or the claim with what the page shows."""
        if self.part.proofs:
            refuted = [deed for deed in self._since(press, "prove") if deed.outcome.status == "failed"]
            if refuted:
                return _give_up(self.number, refuted[-1].outcome.detail)
        if not self.is_last:
            return self._following()
        proofs = self._named_proofs()
        if not proofs:
            why = marked(self.number, "prove", "new on the page since then")
            proofs = [act(why, "expect", kind="text", expected=text) for text in verdict.proof[:2]]
            if verdict.left and press.page.url != self.page.url and "{{" not in self.page.url:
                proofs.append(
                    act(marked(self.number, "prove", "where it led"), "expect", kind="url", expected=self.page.url)
                )
        if not proofs:
            return _give_up(self.number, f"{press.outcome.target or 'it'} was pressed, but the page shows no result")
        quoted = f': the page shows "{verdict.proof[0]}"' if verdict.proof else ""
        return Proposal(complete=True, message=f"Done{quoted}", actions=tuple(proofs))

    def _following(self) -> Proposal:
        return _Decision(self.script, self.story, self.page, self.number + 1).next()

    def _answer_dialog(self) -> Proposal:
        dialog = self.page.dialog
        assert dialog is not None
        answer = self.part.answer
        reason = marked(self.number, "answer", f'the page asks "{dialog.message}"')
        if answer is None and dialog.kind in ("confirm", "prompt"):
            stop = f'the page asks "{dialog.message}" and the task does not say whether to confirm; it was dismissed'
            return Proposal(
                complete=False,
                message=stop,
                actions=(act(reason, "answer_dialog", accept=False), _fail(self.number, stop)),
            )
        parameters = {"accept": answer is not False}
        text = {"text": self.part.answer_text} if dialog.kind == "prompt" and self.part.answer_text else {}
        return self._with_proofs(f'Answering "{dialog.message}"', [act(reason, "answer_dialog", **parameters, **text)])

    def _answer_on_page(self, press: Deed) -> Proposal | None:
        """Presses the button that answers a question asked on the page itself, if just one came up that does."""
        yes = self.part.answer
        pattern = (
            r"(?i)\b(yes|ok|okay|confirm|delete|remove|proceed|continue)\b"
            if yes
            else r"(?i)\b(no|cancel|keep|dismiss|close)\b"
        )
        found = [
            one
            for one in self.page.elements
            if one.id not in press.page.by_id
            and not one.covered_by
            and one.role == "button"
            and re.search(pattern, one.name)
        ]
        if len(found) != 1:
            return None
        reason = marked(self.number, "answer", f'press "{found[0].name}"')
        return self._with_proofs(f'Pressing "{found[0].name}"', [act(reason, "click", element_id=found[0].id)])

    # --- what both need ---------------------------------------------------------------------------------------------

    def _propose(self, message: str, actions: Sequence[Action]) -> Proposal:
        return Proposal(complete=False, message=message, actions=tuple(actions))

    def _with_proofs(self, message: str, actions: Sequence[Action]) -> Proposal:
        """Adds the checks that the task names; with them the last part's press is already the claim."""
        proofs = self._named_proofs()
        return Proposal(complete=bool(proofs) and self.is_last, message=message, actions=(*actions, *proofs))

    def _named_proofs(self) -> list[Action]:
        return [
            act(marked(self.number, "prove", one.clause), "expect", kind=one.kind, expected=_expected(one))
            for one in self.part.proofs
        ]

    def _bonus(self, scope: Scope) -> float:
        """Points for the form whose button the task names."""
        ending = self.part.ending
        if ending is None or ending.kind not in ("submit", "login", "press"):
            return 0.0
        chosen = controls.submit_control(self.page, scope, ending.target, more_to_come=False)
        hinted = chosen.found is not None and controls.speaks_of(ending.target, chosen.found.element)
        return 3.0 if hinted else 0.0

    def _banner(self, plan: FormPlan) -> Proposal | None:
        """Clears away what covers the fields or the buttons, once."""
        covered = [one for one in plan.targets if one.covered_by]
        if not plan.filled:
            covered = [
                one for one in self.page.elements if one.covered_by and (one.submits or one.role in ("link", "button"))
            ]
        if not covered or self.story.of_part(self.number, "clear"):
            return None
        button = controls.way_out(self.page, covered, plan.scope)
        if button is None:
            return None
        reason = marked(self.number, "clear", f"{covered[0].covered_by} covers {covered[0].title}")
        message = f'Closing what covers the page with "{controls.name_of(button)}"'
        return self._propose(message, [act(reason, "click", element_id=button.id)])

    def _find_the_form(self, plan: FormPlan) -> Proposal:
        """Nothing has a place here: a page that only leads on is passed, anything else is named."""
        tried = self.story.of_part(self.number, "onward")
        element = self._way_to_the_form()
        if element is None or any(deed.page.url == self.page.url for deed in tried):
            return self._unplaced(plan)
        name = controls.name_of(element)
        reason = marked(self.number, "onward", f'press "{name}"')
        return self._propose(f'Pressing "{name}"', [act(reason, "click", element_id=element.id)])

    def _way_to_the_form(self) -> Element | None:
        """A button that leads on, or the link that is called what the task wants done (`Log in`)."""
        chosen = controls.submit_control(self.page, None, "", more_to_come=True).found
        if chosen and chosen.onward and not self._would_skip(chosen.element):
            return chosen.element
        hint = self.part.ending.target if self.part.ending else ""
        named = controls.control_named(self.page, hint, link=True).found
        return named if named and not named.submits and controls.speaks_of(hint, named) else None

    def _would_skip(self, element: Element) -> bool:
        """Whether pressing a button would send a form with a required field left empty."""
        scope = (frame_of(element), element.form)
        return any(field.form == scope and field.required and field.empty for field in fields_of(self.page))

    def _nothing_left(self, plan: FormPlan) -> bool:
        return not plan.unplaced

    def _comes_later(self, plan: FormPlan) -> bool:
        """Whether what has no place here may be used by a later part."""
        own = any(item.key in plan.unplaced for item in self.part.items)
        return not own and self.script.fills_later(self.number)

    def _is_gate(self, plan: FormPlan, element: Element) -> bool:
        """Whether the form is only a login that stands before the form that is meant."""
        passwords = [one for one in plan.filled if one.element.type == "password"]
        hint = self.part.ending.target if self.part.ending else ""
        meant = controls.speaks_of(hint, element)
        return len(passwords) == 1 and len(plan.filled) <= GATE and not meant and controls.speaks_of("log in", element)

    def _was_submit(self, press: Deed) -> bool:
        element = press.page.by_id.get(press.element_id)
        return element is not None and element.submits

    def _has_form(self) -> bool:
        return any(one.submits and one.form is not None for one in self.page.elements)

    def _all_entered(self) -> bool:
        return all(self.story.entered(item.key) for item in self.items)

    def _since(self, press: Deed, role: str) -> list[Deed]:
        return [deed for deed in self.story.since(press) if deed.role == role and deed.outcome.status != "skipped"]

    def _values(self) -> list[str]:
        entered = [item for item in self.items if self.story.entered(item.key)]
        return [item.value for item in entered if item.value]

    def _beyond_repair(self, failure: Deed) -> str:
        """Why a failure of the last step cannot be tried again; empty if it can."""
        same = [
            deed
            for deed in self.story.of_part(self.number, failure.role)
            if deed.key == failure.key and deed.outcome.status == "failed"
        ]
        if failure.role in ("enter", "finish", "onward") and len(same) < 2:
            return ""
        target = failure.outcome.target or failure.outcome.action.tool
        return f"{target}: {failure.outcome.detail}"

    def _errors(self) -> str:
        messages = [f'"{one.name}": {one.error}' for one in self.page.elements if one.error]
        return "; ".join(messages) or "the page names none"

    def _missing(self, plan: FormPlan) -> Proposal:
        names = ", ".join(f'{one.element.id} "{one.name}"' for one in plan.missing)
        return _give_up(self.number, f"the form requires {names}, and nothing in the task says what to enter there")

    def _unplaced(self, plan: FormPlan) -> Proposal:
        if not any(one.value is not None or one.options for one in self.page.elements):
            names = ", ".join(item.title for item in self.items if item.key in plan.unplaced)
            return _give_up(self.number, f"the page {self.page.url} has nothing to fill in; still to enter: {names}")
        return _give_up(self.number, "; ".join(plan.unplaced.values()))


def _give_up(part: int, why: str) -> Proposal:
    return Proposal(complete=False, message=why, actions=(_fail(part, why),))


def _fail(part: int, why: str) -> Action:
    plain = why.replace("{{", "{").replace("}}", "}")  # a reference in a parameter would be resolved
    return act(marked(part, "stop", "it cannot be done without guessing"), "fail", reason=plain)


def _no_control(what: str, near: Sequence[controls.Control | Element], *, tied: bool) -> str:
    elements = [one.element if isinstance(one, controls.Control) else one for one in near]
    names = ", ".join(f'{one.id} "{controls.name_of(one)}"' for one in elements) or "none"
    return (
        f"several controls fit equally well where one {what}: {names}"
        if tied
        else f"nothing on the page {what} (closest: {names})"
    )


def _scope_of(press: Deed) -> Scope | None:
    element = press.page.by_id.get(press.element_id)
    return (frame_of(element), element.form) if element and element.form is not None else None


def _unsure(press: Deed) -> str:
    return (
        f"{press.outcome.target or press.outcome.action.tool} may or may not have taken effect ({press.outcome.detail})"
    )


def _quoted(texts: Sequence[str]) -> str:
    return "; ".join(text if '"' in text else f'"{text}"' for text in texts) or "nothing"


def _expected(one: Instruction) -> str:
    """An expected URL as the `expect` tool reads it: a part of it becomes a pattern."""
    if one.kind != "url" or one.value.startswith(("/", "http")) or "*" in one.value:
        return one.value
    return f"*{one.value}*"


def _leads_elsewhere(element: Element, page: Observation) -> bool:
    there = element.href.partition("#")[0]
    return there.startswith("http") and there != page.url.partition("#")[0]


def _absolute(url: str, current: str) -> str:
    return re.sub(r"^([a-z]+://[^/]*).*", r"\1", current) + url if url.startswith("/") else url
