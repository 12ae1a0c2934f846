"""Before the press: enters what a part asks for on the current page, and presses what ends it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from actwright.engine.policies.rules import controls
from actwright.engine.policies.rules.barrier import SILENT
from actwright.engine.policies.rules.fields import fields_of, frame_of
from actwright.engine.policies.rules.form_plan import FormPlan, plan_form
from actwright.engine.policies.rules.history import Deed, act, marked
from actwright.engine.policies.rules.instructions import LONGEST_CLAUSE, Instruction
from actwright.engine.policies.rules.mention import is_about, is_plain, says_act, texts_around, unmentioned, verb_of
from actwright.engine.policies.rules.placement import Scope
from actwright.engine.policies.rules.progress import Progress
from actwright.engine.policies.rules.similarity import Choice
from actwright.engine.policies.rules.waiting import last_waits, wait
from actwright.schemas.page import Element, Observation
from actwright.schemas.proposal import Action, Proposal
from actwright.text import shortened

__all__ = ["enter_and_press"]

PRESSES = 3
"""How often a form is submitted at most: once, and then again after its errors were corrected."""
GATE = 3
"""A login has at most this many fields."""
FAILURES = 2
"""An action that failed this many times is not tried again."""


def enter_and_press(s: Progress, *, again: bool = False) -> Proposal | None:  # noqa: PLR0911 - one exit per obstacle
    """Enters what the part asks for, and presses what ends it; None if nothing of it is left to do.

    Args:
        s: The progress.
        again: The form came back with errors.
    """
    part, ending = s.part, s.part.ending
    if ending and ending.kind == "goto":
        return _go_to(s, ending)
    failure = s.history.last_failure(s.number)
    if failure and (problem := _beyond_repair(s, failure)):
        of_the_value = failure.role == "enter" and SILENT not in failure.outcome.detail
        return s.give_up_here(problem, "invalid_data" if of_the_value else "not_found")
    plan = plan_form(
        s.page,
        s.items,
        s.history,
        part=s.number,
        one_form=part.submits,
        again=again,
        bonus=partial(_bonus, s),
    )
    if plan.stuck:
        return s.give_up(plan.stuck, "refused_by_page" if again else plan.kind)
    if plan.blocked:
        return s.give_up("; ".join(plan.unplaced[key] for key in plan.blocked), plan.kind)
    if banner := _banner(s, plan):
        return banner
    if ending is None:
        return _only_edit(s, plan)
    if ending.kind in ("open", "press"):
        return _press_named(s, plan, ending)
    return _submit(s, plan, ending, again=again)


def _submit(s: Progress, plan: FormPlan, ending: Instruction, *, again: bool) -> Proposal:  # noqa: PLR0911 - one exit per obstacle
    """Fills in the form and submits it, or goes on to its next page while something has no place yet."""
    if s.items and not plan.filled and plan.unplaced:
        return _find_the_form(s, plan)
    chosen = controls.submit_control(s.page, plan.scope, ending.target, more_to_come=bool(plan.unplaced))
    if again and not plan.actions:
        why = "the form came back with errors, and nothing could be corrected: " + _errors(s)
        return s.give_up(why, "refused_by_page")
    if chosen.found is None:
        if plan.actions and plan.unplaced:
            return s.propose("entering what has a place here", plan.actions)
        return _no_submit(s, plan, ending, chosen)
    control = chosen.found
    if plan.missing and s.items:
        return _missing(s, plan)
    gate = bool(plan.unplaced) and _is_gate(s, plan, control.element)
    if not gate and (words := _unmentioned(s, plan, ending, control.element)):
        return _not_meant(s, ending, control.element, words)
    onward = control.onward or gate
    if plan.unplaced and not onward and not _comes_later(s, plan):
        return _unplaced(s, plan)
    if _pressed(s, control.element) >= PRESSES:
        why = f"the form was submitted {PRESSES} times and still has errors: " + _errors(s)
        return s.give_up(why, "refused_by_page")
    role = "onward" if onward else "finish"
    name = controls.name_of(control.element)
    reason = marked(s.number, role, f'press "{name}"')
    actions = [*plan.actions, act(reason, "click", element_id=control.element.id)]
    if role == "onward" or s.part.answer is not None:
        return s.propose(f'Filling this page and pressing "{name}"', actions)
    return s.with_proofs(f'Filling the form and pressing "{name}"', actions)


def _no_submit(s: Progress, plan: FormPlan, ending: Instruction, chosen: Choice[controls.Control]) -> Proposal:
    """No button sends the form, or only one that says that it does something else."""
    other = controls.submit_control(s.page, plan.scope, "submit", more_to_come=False).found
    if other and not chosen.tied:
        return _not_meant(s, ending, other.element, [verb_of(ending.target)])
    return _no_control(s, "submits the form", chosen.near, tied=chosen.tied)


def _press_named(s: Progress, plan: FormPlan, ending: Instruction) -> Proposal:  # noqa: PLR0911 - one exit per obstacle
    """Presses the button or follows the link that the task names."""
    if plan.unplaced and any(item.key in plan.unplaced for item in s.part.items):
        return _unplaced(s, plan)
    named = partial(controls.control_named, s.page, ending.target, link=ending.kind == "open", scope=plan.scope)
    chosen = named(meant=lambda one: is_about(s.page, one, ending.about)) if ending.about else named()
    element = chosen.found
    if element is None:
        if ending.about and not chosen.tied and ((other := named()).found or other.tied):
            words = unmentioned(ending.about, texts_around(s.page, other.near[0]))
            return _not_meant(s, ending, other.near[0], words or ending.about)
        if (key := controls.key_named(ending.target)) and not chosen.tied:
            return _press_key(s, plan, key)
        return _no_control(s, f'is called "{ending.target}"', chosen.near, tied=chosen.tied)
    sends = element.role != "link" and (frame_of(element), element.form) == plan.scope
    if sends and s.items and plan.missing and element.submits:
        return _missing(s, plan)
    if sends and plan.unplaced and not _comes_later(s, plan):
        return _unplaced(s, plan)
    actions = list(plan.actions) if sends else _own(s, plan)
    reason = marked(s.number, "finish", f'press "{controls.name_of(element)}"')
    actions.append(act(reason, "click", element_id=element.id))
    message = f'Pressing "{controls.name_of(element)}"'
    if s.part.answer is not None:
        return s.propose(message, actions)
    if not s.part.proofs and s.is_last and _leads_elsewhere(element, s.page):
        path = re.sub(r"^[a-z]+://[^/]*", "", element.href).partition("#")[0] or "/"
        expected = marked(s.number, "prove", f"the link leads to {path}")
        actions.append(act(expected, "expect_url", url=path))
        return Proposal(complete=True, message=message, actions=tuple(actions))
    return s.with_proofs(message, actions)


def _own(s: Progress, plan: FormPlan) -> list[Action]:
    """The actions that enter what the part itself names; the task's other data wait for the right form."""
    own = tuple(marked(s.number, "enter", "", key=item.key) for item in s.part.items)
    return [action for action in plan.actions if action.reason.startswith(own)]


def _unmentioned(s: Progress, plan: FormPlan, ending: Instruction, element: Element) -> list[str]:
    """Words of the task that a form's button should be about, and that neither the pages so far nor the values have.

    A verb that any button could mean needs nothing else; another must be mentioned itself if the task names no object,
    unless something was entered.
    """
    earlier = s.history.of_part(s.number, "onward", "finish")
    seen = [(s.page, element), *((deed.page, deed.page.by_id.get(deed.element_id)) for deed in earlier)]
    texts = [text for page, one in seen if one for text in texts_around(page, one)]
    texts += [text for item in s.items for text in (item.name, item.value or "", item.reference)]
    words = unmentioned(ending.about, texts)
    verb = verb_of(ending.target)
    if ending.kind == "login":
        sure = any(one.type == "password" and one.form == element.form for one in s.page.elements)
    else:
        sure = bool(ending.about or plan.filled) or is_plain(verb)
    return words if sure or says_act(verb, controls.name_of(element)) else [*words, *unmentioned([verb], texts)]


def _not_meant(s: Progress, ending: Instruction, element: Element, words: Sequence[str]) -> Proposal:
    """What could be pressed may do something else than the task wants: the control that is meant may appear later."""
    if waiting := _wait(s, "nothing that the task speaks of shows yet"):
        return waiting
    name = controls.name_of(element)
    advice = f'; if it is meant, write: Press "{name}"' if ending.kind != "press" else ""
    said = ", ".join(f'"{word}"' for word in words)
    why = f'"{shortened(ending.clause, LONGEST_CLAUSE)}" may not mean {element.id} "{name}": nothing there says {said}'
    return s.give_up_here(why + advice, "unclear")


def _press_key(s: Progress, plan: FormPlan, key: str) -> Proposal:
    last = [*s.history.of_part(s.number, "enter")]
    target = plan.filled[-1].element.id if plan.filled else (last[-1].element_id if last else None)
    parameters = {"key": key, **({"element_id": target} if target else {})}
    actions = [*plan.actions, act(marked(s.number, "finish", f"press {key}"), "press", **parameters)]
    return s.with_proofs(f"Pressing {key}", actions)


def _only_edit(s: Progress, plan: FormPlan) -> Proposal | None:
    """A part without a press: done when the fields hold what they should."""
    if plan.unplaced:
        return _unplaced(s, plan)
    if not s.is_last:
        if plan.actions:
            return s.propose("Entering the values", plan.actions)
        return None
    proofs = s.named_proofs() or plan.proofs
    if not proofs and plan.actions:
        return s.propose("Entering the values", plan.actions)
    if not proofs:
        return s.give_up_here("it could not be judged: nothing on the page shows whether this is done", "unclear")
    message = "Entering the values" if s.items else _clauses(s)
    return Proposal(complete=True, message=message, actions=(*plan.actions, *proofs))


def _clauses(s: Progress) -> str:
    """What the task wants checked, in its own words."""
    return "; ".join(dict.fromkeys(one.clause for one in s.part.proofs))


def _go_to(s: Progress, ending: Instruction) -> Proposal:
    if failure := s.history.last_failure(s.number):
        return s.give_up_here(failure.outcome.detail, "not_found")
    url = _absolute(ending.value, s.page.url)
    action = act(marked(s.number, "finish", f"open {url}"), "navigate", url=url)
    return s.with_proofs(f"Opening {url}", [action])


def _bonus(s: Progress, scope: Scope) -> float:
    """Bonus points for the form whose button the task names."""
    ending = s.part.ending
    if ending is None or ending.kind not in ("submit", "login", "press"):
        return 0.0
    chosen = controls.submit_control(s.page, scope, ending.target, more_to_come=False)
    hinted = chosen.found is not None and controls.speaks_of(ending.target, chosen.found.element)
    return 3.0 if hinted else 0.0


def _names_what_is_on_top(s: Progress) -> bool:
    """Whether the task itself says what to press, and nothing covers that."""
    ending = s.part.ending
    if ending is None or ending.kind not in {"press", "open"}:
        return False
    found = controls.control_named(s.page, ending.target, link=ending.kind == "open").found
    return found is not None and not found.covered_by


def _banner(s: Progress, plan: FormPlan) -> Proposal | None:
    """Closes what covers the fields or the buttons, once."""
    covered = [one for one in plan.targets if one.covered_by]
    if not plan.filled:
        covered = [one for one in s.page.elements if one.covered_by and (one.submits or one.role in ("link", "button"))]
    if not covered or s.history.of_part(s.number, "clear") or _names_what_is_on_top(s):
        return None
    button = controls.way_out(s.page, covered, plan.scope)
    if button is None:
        return None
    reason = marked(s.number, "clear", f"{covered[0].covered_by} covers {covered[0].title}")
    message = f'Closing what covers the page with "{controls.name_of(button)}"'
    return s.propose(message, [act(reason, "click", element_id=button.id)])


def _find_the_form(s: Progress, plan: FormPlan) -> Proposal:
    """Goes on from a page where nothing has a place, if it only leads to another; else reports what has no place."""
    tried = s.history.of_part(s.number, "onward")
    element = _way_to_the_form(s)
    if element is None or any(deed.page.url == s.page.url for deed in tried):
        return _unplaced(s, plan)
    name = controls.name_of(element)
    reason = marked(s.number, "onward", f'press "{name}"')
    return s.propose(f'Pressing "{name}"', [act(reason, "click", element_id=element.id)])


def _way_to_the_form(s: Progress) -> Element | None:
    """A button that leads on, or the link that is called what the task wants done (`Log in`)."""
    chosen = controls.submit_control(s.page, None, "", more_to_come=True).found
    if chosen and chosen.onward and not _would_skip(s, chosen.element):
        return chosen.element
    hint = s.part.ending.target if s.part.ending else ""
    named = controls.control_named(s.page, hint, link=True).found
    return named if named and not named.submits and controls.speaks_of(hint, named) else None


def _would_skip(s: Progress, element: Element) -> bool:
    """Whether pressing a button would send a form with a required field left empty."""
    scope = (frame_of(element), element.form)
    return any(field.form == scope and field.required and field.empty for field in fields_of(s.page))


def _comes_later(s: Progress, plan: FormPlan) -> bool:
    """Whether a later part may use what has no place here."""
    own = any(item.key in plan.unplaced for item in s.part.items)
    return not own and s.script.fills_later(s.number)


def _is_gate(s: Progress, plan: FormPlan, element: Element) -> bool:
    """Whether the form is only a login in front of the right form."""
    passwords = [one for one in plan.filled if one.element.type == "password"]
    hint = s.part.ending.target if s.part.ending else ""
    meant = controls.speaks_of(hint, element)
    return len(passwords) == 1 and len(plan.filled) <= GATE and not meant and controls.speaks_of("log in", element)


def _beyond_repair(s: Progress, failure: Deed) -> str:
    """Why a failure of the last step cannot be tried again; empty if it can."""
    same = [
        deed
        for deed in s.history.of_part(s.number, failure.role)
        if deed.key == failure.key and deed.outcome.status == "failed"
    ]
    if failure.role in ("enter", "finish", "onward") and len(same) < FAILURES:
        return ""
    if failure.role == "prove":
        return f"the check failed: {failure.outcome.detail}"
    target = failure.outcome.target or failure.outcome.action.tool
    return f"{target}: {failure.outcome.detail}"


def _errors(s: Progress) -> str:
    messages = [f'"{one.name}": {one.error}' for one in s.page.elements if one.error]
    return "; ".join(messages) or "the page names none"


def _missing(s: Progress, plan: FormPlan) -> Proposal:
    names = ", ".join(f'{one.element.id} "{one.name}"' for one in plan.missing)
    why = f"the form requires {names}, and nothing in the task says what to enter there"
    return s.give_up_here("; ".join([why, *plan.unplaced.values()]), "invalid_data")


def _unplaced(s: Progress, plan: FormPlan) -> Proposal:
    """Reports what has no place here. If nothing has one, it waits first: the form may appear later."""
    if not plan.filled and (waiting := _wait(s, "nothing to enter has a place yet")):
        return waiting
    if not any(one.value is not None or one.options for one in s.page.elements):
        names = ", ".join(item.title for item in s.items if item.key in plan.unplaced)
        if s.page.url == "about:blank" and not s.page.text:
            return s.give_up_here(f"no page is open; give a URL to start at; still to enter: {names}", "not_found")
        return s.give_up_here(f"the page {s.page.url} has nothing to fill in; still to enter: {names}", "not_found")
    return s.give_up_here("; ".join(plan.unplaced.values()), plan.kind)


def _wait(s: Progress, why: str) -> Proposal | None:
    return wait(s, last_waits(s), why, least=0)


def _no_control(s: Progress, what: str, near: Sequence[controls.Control | Element], *, tied: bool) -> Proposal:
    """Reports that nothing fits to be pressed, or several things do. It waits first: the right one may appear later."""
    if not tied and (waiting := _wait(s, f"nothing {what} yet")):
        return waiting
    elements = [one.element if isinstance(one, controls.Control) else one for one in near]
    names = ", ".join(f'{one.id} "{controls.name_of(one)}"' for one in elements) or "none"
    if tied:
        return s.give_up_here(f"several controls fit equally well where one {what}: {names}", "unclear")
    return s.give_up_here(f"nothing on the page {what} (closest: {names})", "not_found")


def _leads_elsewhere(element: Element, page: Observation) -> bool:
    there = element.href.partition("#")[0]
    return there.startswith("http") and there != page.url.partition("#")[0]


def _absolute(url: str, current: str) -> str:
    return re.sub(r"^([a-z]+://[^/]*).*", r"\1", current) + url if url.startswith("/") else url


def _pressed(s: Progress, element: Element) -> int:
    """How often a control of this name was pressed at this address in this part."""
    deeds = s.history.of_part(s.number, "finish", "onward")
    names = (deed.page.by_id.get(deed.element_id) for deed in deeds if deed.page.url == s.page.url)
    return sum(one is not None and controls.name_of(one) == controls.name_of(element) for one in names)
