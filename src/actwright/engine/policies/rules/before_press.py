"""Before the press: enters what has a place on the current page, and presses what sends the form or leads on."""

from __future__ import annotations

from collections.abc import Callable

from actwright.engine.policies.rules.buttons import Button, is_login, name_of, only_opener, submit_button, way_out
from actwright.engine.policies.rules.form_plan import FormPlan, plan_form
from actwright.engine.policies.rules.page_fields import asks_more, fields_of, scope_of
from actwright.engine.policies.rules.progress import SILENT, PastAction, Progress, act, give_up, marked, propose
from actwright.engine.policies.rules.similarity import Choice
from actwright.schemas.page import Element, Observation
from actwright.schemas.proposal import Proposal

PRESSES = 3
"""How often a form is submitted at most: once, and then again after its errors were corrected."""
GATE = 3
"""A login has at most this many fields."""
FAILURES = 2
"""An action that failed this many times is not tried again."""
_CHOICES = frozenset({"check", "select", "select_several", "uncheck"})


def fill_and_press(progress: Progress, *, again: bool = False) -> Proposal:
    """Enters what has a place here, and presses what sends it.

    Args:
        progress: The progress.
        again: The form came back with errors.
    """
    plan = plan_form(progress, again=again)
    if stopped := _repeated_failure(progress) or _hopeless(progress, plan, again=again):
        return stopped
    if cleared := _clear_banner(progress, plan):
        return cleared
    if plan.unplaced and not plan.filled:
        return _find_the_form(progress, plan)
    return _press(progress, plan)


def _hopeless(progress: Progress, plan: FormPlan, *, again: bool) -> Proposal | None:
    """Gives up if no entry or press on this page would help."""
    if plan.stuck:
        return give_up(plan.stuck, "refused_by_page" if again else plan.kind)
    if plan.blocked:
        return give_up("; ".join(plan.unplaced[name] for name in plan.blocked), plan.kind)
    if again and not plan.actions:
        why = "the form came back with errors, and nothing could be corrected: " + _errors(progress)
        return give_up(why, "refused_by_page")
    return None


def _press(progress: Progress, plan: FormPlan) -> Proposal:
    """Presses the form's button, unless something is in the way; entering what has a place may clear that away."""
    chosen = submit_button(progress.page, plan.scope, progress.words, more_to_come=bool(plan.unplaced))
    button = chosen.found
    gate = button is not None and _is_gate(plan, button.element)
    onward = button is not None and (button.onward or gate)
    obstacles: tuple[tuple[bool, Callable[[], Proposal]], ...] = (
        (bool(plan.unplaced) and not onward, lambda: _report_unplaced(progress, plan)),
        (button is None, lambda: _report_no_button(progress, chosen, plan)),
        (bool(plan.missing), lambda: _report_missing(progress, plan)),
        (
            not plan.filled and button is not None and asks_more(progress.page, button.element),
            lambda: _report_other_form(progress, chosen),
        ),
    )
    report = next((report for blocked, report in obstacles if blocked), None)
    waits = report or _waits_for_values(progress, plan) or (onward and _may_ask_more(plan))
    if plan.actions and not chosen.tied and waits:
        return propose("Entering the values that belong here", plan.actions)
    if button is None or report:
        return report() if report else _report_no_button(progress, chosen, plan)
    if _times_pressed(progress, button.element) >= PRESSES:
        why = f"the form was submitted {PRESSES} times and still has errors: " + _errors(progress)
        return give_up(why, "refused_by_page")
    name = name_of(button.element)
    press = act(marked("onward" if onward else "finish", f'press "{name}"'), "click", element_id=button.element.id)
    return propose(f'Filling in the form and pressing "{name}"', [*plan.actions, press])


def _may_ask_more(plan: FormPlan) -> bool:
    """Whether what is chosen may show fields on this page that take what has no place yet, or lead on by itself."""
    return bool(plan.unplaced) and any(action.tool in _CHOICES for action in plan.actions)


def _waits_for_values(progress: Progress, plan: FormPlan) -> bool:
    """Whether a button of the form is disabled, as it may be until the fields are filled in, or stays pressed.

    Of buttons that stay pressed, one may release the others.
    """
    return any(
        one.disabled and (one.submits or one.role == "button") and scope_of(one) == plan.scope
        for one in progress.page.elements
    ) or any(one.role == "button" and one.checked is not None for one in plan.targets)


def _clear_banner(progress: Progress, plan: FormPlan) -> Proposal | None:
    """Closes what covers the fields or the buttons, once."""
    covered = [one for one in plan.targets if one.covered_by]
    if not plan.filled:
        covered = [
            one for one in progress.page.elements if one.covered_by and (one.submits or one.role in ("link", "button"))
        ]
    if not covered or progress.history.begun("clear"):
        return None
    button = way_out(progress.page, covered, plan.scope)
    if button is None:
        return None
    reason = marked("clear", f"{covered[0].covered_by} covers {covered[0].title}")
    return propose(
        f'Closing what covers the page with "{name_of(button)}"', [act(reason, "click", element_id=button.id)]
    )


def _find_the_form(progress: Progress, plan: FormPlan) -> Proposal:
    """Goes on from a page where nothing has a place, if it only leads to another; else reports what has no place."""
    found = submit_button(progress.page, None, progress.words, more_to_come=True).found
    button = found.element if found and found.onward else only_opener(progress.page) if not found else None
    tried = any(_is_same_page(past.page, progress.page) for past in progress.history.begun("onward"))
    if button is None or tried or _would_send(progress, button):
        return _report_unplaced(progress, plan)
    name = name_of(button)
    press = act(marked("onward", f'press "{name}"'), "click", element_id=button.id)
    return propose(f'Pressing "{name}"', [press])


def _would_send(progress: Progress, element: Element) -> bool:
    """Whether pressing a button would send a form that is wrong or not filled in.

    Before anything was entered, any field makes it wrong; later, a required field that is empty does.
    """
    begun = bool(progress.history.begun("enter"))
    inside = [each for each in fields_of(progress.page) if each.form == scope_of(element)]
    return any(not begun or (each.required and each.empty) for each in inside)


def _is_gate(plan: FormPlan, element: Element) -> bool:
    """Whether the form is only a login in front of the right form."""
    passwords = [one for one in plan.filled if one.element.type == "password"]
    return bool(plan.unplaced) and len(passwords) == 1 and len(plan.filled) <= GATE and is_login(element)


def _repeated_failure(progress: Progress) -> Proposal | None:
    """Gives up if what failed in the last step failed before: the entry of a value, or a press of the same button."""
    failure = progress.history.last_failure
    if failure is None:
        return None
    same = [
        past
        for past in progress.history.begun(failure.role)
        if past.outcome.status == "failed"
        and (past.reference, past.outcome.action.tool) == (failure.reference, failure.outcome.action.tool)
        and (past.reference or past.outcome.action == failure.outcome.action)
    ]
    if failure.role in ("enter", "finish", "onward") and len(same) < FAILURES:
        return None
    target = failure.outcome.target or failure.outcome.action.tool
    item = next((each for each in progress.items if each.reference == failure.reference), None)
    source = f" ({item.title})" if item else ""
    detail = (
        failure.outcome.detail.replace(failure.reference, item.value) if item and item.value else failure.outcome.detail
    )
    of_the_value = failure.role == "enter" and SILENT not in failure.outcome.detail
    return progress.give_up_here(f"{target}: {detail}{source}", "invalid_data" if of_the_value else "not_found")


def _report_missing(progress: Progress, plan: FormPlan) -> Proposal:
    names = ", ".join(f'{one.element.id} "{one.name}"' for one in plan.missing)
    why = f"the form requires {names}, and the data does not say what to enter there"
    return progress.give_up_here("; ".join([why, *plan.unplaced.values()]), "invalid_data")


def _report_unplaced(progress: Progress, plan: FormPlan) -> Proposal:
    """Reports what has no place here. If nothing has one, it waits first: the form may appear later."""
    page = progress.page
    if not plan.filled and (waiting := _wait(progress, "no value belongs here yet")):
        return waiting
    if fields_of(page):
        return progress.give_up_here("; ".join(plan.unplaced.values()), plan.kind)
    names = ", ".join(item.title for item in progress.items if item.name in plan.unplaced)
    empty = page.url == "about:blank" and not page.text
    what = "no page is open; give a URL to start at" if empty else f"the page {page.url} has nothing to fill in"
    return progress.give_up_here(f"{what}; still to enter: {names}", "not_found")


def _report_other_form(progress: Progress, chosen: Choice[Button]) -> Proposal:
    """Reports that all values were entered on earlier pages, and that what could be pressed here is another form's."""
    names = ", ".join(f'{one.element.id} "{name_of(one.element)}"' for one in chosen.near)
    return progress.give_up_here(f"no value belongs here, and the form of {names} asks for more", "unconfirmed")


def _report_no_button(progress: Progress, chosen: Choice[Button], plan: FormPlan) -> Proposal:
    """Reports that nothing sends the form, or that several things do. It waits first: the button may appear later.

    One that is still disabled then is pressed: it may be enabled when the last field is left.
    """
    names = ", ".join(f'{one.element.id} "{name_of(one.element)}"' for one in chosen.near)
    if chosen.tied:
        return progress.give_up_here(f"several buttons fit equally well to submit the form: {names}", "unclear")
    entered = bool(progress.history.begun("enter"))
    if waiting := _wait(progress, "nothing submits the form yet", least=int(entered)):
        return waiting
    late = submit_button(progress.page, plan.scope, progress.words, more_to_come=False, disabled=True).found
    if entered and late is not None and not plan.unplaced and not plan.actions:
        press = act(marked("finish", f'press "{name_of(late.element)}"'), "click", element_id=late.element.id)
        return propose(f'Leaving the last field for "{name_of(late.element)}"', [press])
    return progress.give_up_here(f"nothing on the page submits the form (closest: {names or 'none'})", "not_found")


def _wait(progress: Progress, why: str, *, least: int = 0) -> Proposal | None:
    return progress.wait(progress.history.last_waits, why, least=least)


def _errors(progress: Progress) -> str:
    messages = [f'"{one.name}": {one.error}' for one in progress.page.elements if one.error]
    return "; ".join(messages) or "the page names none"


def _times_pressed(progress: Progress, element: Element) -> int:
    """How often a button of this name was pressed on this page."""
    presses: tuple[PastAction, ...] = progress.history.begun("finish", "onward")
    pressed = (past.page.by_id.get(past.element_id) for past in presses if _is_same_page(past.page, progress.page))
    return sum(one is not None and name_of(one) == name_of(element) for one in pressed)


def _is_same_page(one: Observation, other: Observation) -> bool:
    """Whether two looks are at the same page of a form; forms that ask one thing after another keep their address."""
    return one.url == other.url and {each.key for each in fields_of(one)} == {each.key for each in fields_of(other)}
