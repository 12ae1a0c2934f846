"""Finds what to press: the button that submits a form, a link or button by name, the button that closes a banner."""

# ruff: noqa: PLR2004 - scores are said where they count

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from actwright.engine.policies.rules.fields import frame_of
from actwright.engine.policies.rules.mention import does_something_else
from actwright.engine.policies.rules.placement import Scope
from actwright.engine.policies.rules.similarity import ENOUGH, Choice, choose, similarity, text_similarity
from actwright.engine.policies.rules.words import plain
from actwright.schemas.page import Element, Observation

__all__ = ["Control", "control_named", "key_named", "name_of", "speaks_of", "submit_control", "way_out"]

_ROLES = frozenset({"button", "link", "tab", "menuitem", "menuitemradio", "menuitemcheckbox", "option", "treeitem"})
_FIELD_ROLES = frozenset(
    {"textbox", "searchbox", "combobox", "listbox", "checkbox", "radio", "switch", "slider", "spinbutton"}
)
_FINAL = re.compile(
    r"(?i)\b(submit|save|create|send|publish|post|finish|done|confirm|place|order|buy|pay|book|register|sign ?up|join"
    r"|apply|add|update|log ?in|sign ?in|subscribe|request|search|go|ok|complete|check ?out|reserve|donate|vote|report"
    r"|list|sell|start|upload|import|share|reply|comment|change|set)\b"
)
_ONWARD = re.compile(r"(?i)\b(next|continue|proceed|forward|weiter|go on|step \d)\b|^[\s\u203a\u00bb\u2192>]+$")
_AWAY = re.compile(
    r"(?i)\b(cancel|reset|clear|back|previous|delete|remove|discard|close|preview|draft|show|hide|forgot|another"
    r"|upload a|choose file|browse|edit|log ?out|sign ?out|google|facebook|apple|github|help|skip|later|generate|copy)\b"
)
_LOGIN = re.compile(r"(?i)\b(log ?in|log on|login|sign ?in)\b")
_REJECT = re.compile(
    r"(?i)\b(reject|decline|refuse|deny|necessary|essential|needed|without accepting|opt out|disagree)\b"
)
_CLOSE = re.compile(r"(?i)\b(close|dismiss|no,? thanks|not now|maybe later)\b|^[\s\u00d7\u2715\u2716xX]$")
_ACCEPT = re.compile(r"(?i)\b(accept|agree|allow|got it|ok(ay)?|understood|consent)\b")
_CONSENT = re.compile(r"(?i)cookie|consent|privacy|gdpr")
_KEY = re.compile(r"(?i)enter|return|escape|esc|tab|space")


@dataclass(frozen=True, slots=True)
class Control:
    """A button that submits; `onward` if it leads to the next page of the same form."""

    element: Element
    onward: bool


def name_of(element: Element) -> str:
    """What a button is called."""
    return element.name or element.value or element.description or element.attribute_name


def submit_control(page: Observation, scope: Scope | None, hint: str, *, more_to_come: bool) -> Choice[Control]:
    """The button that sends the form; never one of another form.

    Args:
        page: The page.
        scope: The form that was filled in; None if none was, so the button of any form may be meant.
        hint: The task's own words (`create listing`, `save`, `log in`).
        more_to_come: Whether something still to be entered has no place here, so a button that leads on is preferred.
    """
    buttons = _buttons_of(page, scope)
    controls = [Control(one, bool(_ONWARD.search(name_of(one)))) for one in buttons]
    return choose(controls, lambda control: _submit_points(control, hint, more_to_come=more_to_come), enough=70.0)


def control_named(
    page: Observation,
    name: str,
    *,
    link: bool,
    scope: Scope | None = None,
    meant: Callable[[Element], bool] | None = None,
) -> Choice[Element]:
    """The button, link or tab of this name.

    Args:
        page: The page.
        name: What it is called.
        link: Whether links come first if links and buttons fit.
        scope: The form that was just filled in; its own buttons come first.
        meant: What else must be true of it.
    """
    candidates = [one for one in page.elements if _pressable(one)]
    if meant is not None:
        candidates = [one for one in candidates if _name_points(name, one) >= ENOUGH and meant(one)]
    points = {one.id: _name_points(name, one) for one in candidates}
    best = max(points.values(), default=0.0)
    alike = [one for one in candidates if points[one.id] >= best - 0.5]
    if best >= 90.0 and len(alike) > 1:
        alike = _inside(alike, scope) or alike
        alike = _of_role(alike, link=link) or alike
        alike = _uncovered(alike) or alike
        alike = _first_of_same_href(alike) or alike
        if len(alike) == 1:
            return Choice(alike[0], tuple(alike))
        return Choice(None, tuple(alike), tied=True)
    return choose(candidates, lambda one: points[one.id])


def key_named(name: str) -> str:
    """The key of this name (`Enter`), as Playwright writes it; empty if there is no such key."""
    word = re.sub(r"(?i)\s+key$", "", name.strip())
    if not _KEY.fullmatch(word):
        return ""
    return {"return": "Enter", "esc": "Escape"}.get(word.lower(), word.capitalize())


def way_out(page: Observation, covered: Sequence[Element], scope: Scope | None) -> Element | None:
    """The one button that closes what covers the form, refusing rather than agreeing; None if it is unclear."""
    over = " ".join(one.covered_by for one in covered)
    buttons = [
        one
        for one in page.elements
        if (one.role in ("button", "link") or one.tag == "button")
        and not (one.covered_by or one.disabled)
        and (scope is None or (frame_of(one), one.form) != scope or one.form is None)
    ]
    consent = _CONSENT.search(over) or _CONSENT.search(page.text)
    for pattern in (_REJECT, _CLOSE, _ACCEPT) if consent else (_CLOSE,):
        found = [one for one in buttons if pattern.search(name_of(one)) and not one.href.startswith("http")]
        if len(found) == 1:
            return found[0]
        if len(found) > 1:
            return None
    return None


def _buttons_of(page: Observation, scope: Scope | None) -> list[Element]:
    buttons = [one for one in page.elements if _pressable(one) and (one.submits or one.role != "link")]
    if scope is None:
        return [one for one in buttons if one.submits or one.form is None]
    frame, form = scope
    inside = [one for one in buttons if (frame_of(one), one.form) == (frame, form)]
    forms = {one.form for one in page.elements if frame_of(one) == frame and one.form is not None}
    if form is None and len(forms) == 1 and not any(_FINAL.search(name_of(one)) for one in inside):
        return [
            one for one in buttons if frame_of(one) == frame and one.form in forms
        ]  # fields of a shadow root inside it
    if form is None or any(
        one.submits or _FINAL.search(name_of(one)) or _ONWARD.search(name_of(one)) for one in inside
    ):
        return inside
    return [*inside, *(one for one in buttons if frame_of(one) == frame and one.form is None)]


def _submit_points(control: Control, hint: str, *, more_to_come: bool) -> float:
    name = name_of(control.element)
    login = bool(_LOGIN.search(hint))
    hinted = max(text_similarity(hint, name), similarity(hint, name), 98.0 if login and _LOGIN.search(name) else 0.0)
    if (_AWAY.search(name) and hinted < 94.0) or does_something_else(hint, name):
        return 0.0
    if control.onward:
        return 97.0 if more_to_come else max(84.0, min(hinted, 97.0))
    general = 80.0 if control.element.submits else 72.0 if _FINAL.search(name) else 0.0
    if general and hinted >= 62.0:
        return max(general, min(hinted, 90.0) + 8.0 if hinted < 98.0 else hinted)
    first_word = hint.split(maxsplit=1)[0] if hint else ""
    if general and first_word and similarity(first_word, name) >= 75.0:
        return 88.0
    return max(general, hinted if hinted >= 94.0 else 0.0)


def _pressable(element: Element) -> bool:
    if element.disabled or element.role in _FIELD_ROLES or element.tag in ("select", "textarea", "label", "option"):
        return False
    if element.tag == "input" and element.type not in ("submit", "button", "image", "reset"):
        return False
    return bool(element.role in _ROLES or element.submits or element.tag in ("button", "a", "summary") or element.name)


def _name_points(name: str, element: Element) -> float:
    own = name_of(element)
    return max(text_similarity(name, own), 0.95 * similarity(name, own)) if _shares_a_word(name, own) else 0.0


def _shares_a_word(asked: str, own: str) -> bool:
    """Whether a name has a word of what is asked for; synonyms of fields do not apply to buttons."""
    from rapidfuzz import fuzz  # noqa: PLC0415 - loaded when used, so that importing actwright stays fast

    words = plain(own).split()
    return any(fuzz.ratio(one, other) >= 80.0 for one in plain(asked).split() for other in words)


def _inside(alike: Sequence[Element], scope: Scope | None) -> list[Element]:
    return [one for one in alike if scope is not None and (frame_of(one), one.form) == scope]


def _of_role(alike: Sequence[Element], *, link: bool) -> list[Element]:
    return [one for one in alike if (one.role == "link") == link]


def _uncovered(alike: Sequence[Element]) -> list[Element]:
    return [one for one in alike if not one.covered_by]


def _first_of_same_href(alike: Sequence[Element]) -> list[Element]:
    same = {one.href for one in alike}
    return [alike[0]] if len(same) == 1 and alike[0].href else []


def speaks_of(hint: str, element: Element) -> bool:
    """Whether a button is called what the task says, in these or other words."""
    name = name_of(element)
    if _LOGIN.search(hint):
        return bool(_LOGIN.search(name))
    return max(text_similarity(hint, name), similarity(hint, name)) >= 75.0
