"""Finds what to press: the button that sends a form, or the button that closes a banner.

The words that buttons are called are known in several languages. A form's only button needs none of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from actwright.engine.policies.rules.headings import headings_of
from actwright.engine.policies.rules.page_fields import Scope, frame_of, scope_of
from actwright.engine.policies.rules.phrases import TaskWords
from actwright.engine.policies.rules.similarity import Choice, choose
from actwright.folding import plain
from actwright.schemas.page import Element, Observation

_ROLES = frozenset({"button", "link", "tab", "menuitem", "menuitemradio", "menuitemcheckbox", "option", "treeitem"})
_FIELD_ROLES = frozenset(
    {"textbox", "searchbox", "combobox", "listbox", "checkbox", "radio", "switch", "slider", "spinbutton"}
)


def _called(*words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join('|'.join(each.split(', ')) for each in words)})\b")


_FINAL = _called(
    "submit, save, create, send, publish, post, finish, done, confirm, place, order, buy, pay, book, register",
    "sign ?up, join, apply, add, update, log ?in, sign ?in, subscribe, request, search, go, ok, complete, check ?out",
    "reserve, donate, vote, report, list, sell, start, upload, import, share, reply, comment, change, set",
    "absenden, senden, abschicken, einreichen, speichern, bestellen, kaufen, buchen, registrieren, erstellen, anlegen",
    "bestatigen, fertig, suchen, anmelden, hinzufugen, envoyer, soumettre, enregistrer, valider, confirmer, creer",
    "commander, reserver, ajouter, enviar, guardar, registrar, crear, confirmar, comprar, reservar, anadir, invia",
    "salva, conferma, crea, acquista, prenota, salvar, criar, cadastrar, adicionar, verzenden, versturen, opslaan",
    "bevestigen, indienen, aanmaken, bestel",
)
_ONWARD = re.compile(
    _called(
        "next, continue, proceed, forward, go on, step \\d, begin, start now, get started, weiter, suivant, continuer, siguiente, continuar, avanti",
        "continua, proximo, seguinte, avancar, volgende, verder, beginnen, commencer, empezar, comenzar, inizia, comecar",
    ).pattern
    + r"|^[\s\u203a\u00bb\u2192>]+$"
)
_GOES_ON = re.compile(r"ok(?:ay)?")
"""What leads on only while there is more to enter, and sends no form."""
_AWAY = _called(
    "cancel, reset, clear, back, previous, delete, remove, discard, close, preview, draft, show, hide, forgot, another",
    "upload a, choose file, browse, edit, log ?out, sign ?out, google, facebook, apple, github, help, skip, later",
    "generate, copy, abbrechen, zuruck, zurucksetzen, loschen, entfernen, schliessen, vorschau, entwurf, annuler",
    "retour, effacer, supprimer, fermer, apercu, brouillon, cancelar, volver, borrar, eliminar, cerrar, borrador",
    "annulla, indietro, elimina, chiudi, bozza, voltar, apagar, excluir, fechar, rascunho, annuleren, terug",
    "verwijderen, sluiten",
)
_LOGIN = _called(
    "log ?in, log on, sign ?in, anmelden, einloggen, connexion, se connecter, iniciar sesion, acceder, ingresar",
    "accedi, entrar, inloggen, aanmelden",
)
_REJECT = _called(
    "reject, decline, refuse, deny, necessary, essential, needed, without accepting, opt out, disagree, ablehnen",
    "notwendige, refuser, rechazar, rifiuta, rejeitar, recusar, weigeren",
)
_CLOSE = re.compile(
    _called(
        "close, dismiss, no,? thanks, not now, maybe later, schliessen, fermer, cerrar, chiudi, fechar, sluiten"
    ).pattern
    + r"|^[\s\u00d7\u2715\u2716x]$"
)
_ACCEPT = _called(
    "accept, agree, allow, got it, ok(?:ay)?, understood, consent, akzeptieren, zustimmen, accepter, aceptar, accetta",
    "aceitar, accepteren, akkoord",
)
_CONSENT = re.compile(r"cookie|consent|privacy|gdpr|datenschutz|confidentialite|privacidad")


@dataclass(frozen=True, slots=True)
class Button:
    """A button that sends a form; `onward` if it leads to the next page of the same form."""

    element: Element
    onward: bool


def name_of(element: Element) -> str:
    """What a button is called."""
    return element.name or element.value or element.description or element.attribute_name


def is_login(element: Element) -> bool:
    """Whether a button logs in."""
    return bool(_LOGIN.search(plain(name_of(element))))


def submit_button(
    page: Observation, scope: Scope | None, words: TaskWords, *, more_to_come: bool, disabled: bool = False
) -> Choice[Button]:
    """The button that sends the form; never one of another form.

    Args:
        page: The page.
        scope: The form that was filled in; None if none was, so the button of any form may be meant.
        words: The words of the task, which choose between buttons that would all do.
        more_to_come: Whether something still to be entered has no place here, so a button that leads on is preferred.
        disabled: Whether it is one of those that cannot be pressed yet.
    """
    ready = (one for one in page.elements if one.disabled is disabled and _pressable(one))
    buttons = [Button(one, _leads_on(one, more_to_come=more_to_come)) for one in _buttons_of(scope, ready)]
    return choose(buttons, lambda button: _points(button, words, more_to_come=more_to_come))


def _leads_on(element: Element, *, more_to_come: bool) -> bool:
    name = plain(name_of(element))
    return bool(_ONWARD.search(name) or (more_to_come and not element.submits and _GOES_ON.fullmatch(name)))


def only_opener(page: Observation) -> Element | None:
    """The only button of a page, which may show the form, if it sends none itself and its name says nothing else."""
    buttons = [one for one in page.elements if one.role == "button" and not one.disabled]
    one = buttons[0] if len(buttons) == 1 else None
    is_other = one is None or one.submits or any(each.search(plain(name_of(one))) for each in (_AWAY, _FINAL, _LOGIN))
    return None if is_other else one


def words_said(page: Observation, scope: Scope, words: TaskWords) -> int:
    """How many words of a form the task says: of its button, fields and groups, and the heading that it stands under."""
    inside, over = [one for one in page.elements if scope_of(one) == scope], headings_of(page)
    headings = {over[one.id] for one in inside if one.id in over}
    own = (text for one in inside for text in (one.label or one.beside or name_of(one), one.group))
    return words.said_in({*own, *headings})


def way_out(page: Observation, covered: Sequence[Element], scope: Scope | None) -> Element | None:
    """The one button that closes what covers the form, refusing rather than agreeing; None if it is unclear."""
    over = plain(" ".join(one.covered_by for one in covered))
    buttons = [
        one
        for one in page.elements
        if (one.role in ("button", "link") or one.tag == "button")
        and not (one.covered_by or one.disabled)
        and (scope is None or scope_of(one) != scope or one.form is None)
    ]
    consent = _CONSENT.search(over) or _CONSENT.search(plain(page.text))
    for pattern in (_REJECT, _CLOSE, _ACCEPT) if consent else (_CLOSE,):
        found = [one for one in buttons if pattern.search(plain(name_of(one))) and not one.href.startswith("http")]
        if len(found) == 1:
            return found[0]
        if len(found) > 1:
            return None
    return None


def _buttons_of(scope: Scope | None, pressable: Iterable[Element]) -> list[Element]:
    buttons = [one for one in pressable if one.submits or one.role != "link"]
    if scope is None:
        return [one for one in buttons if one.submits or one.form is None]
    frame, form = scope
    inside = [one for one in buttons if scope_of(one) == scope]
    ends = any(one.submits or _FINAL.search(plain(name_of(one))) for one in inside)
    if form is None or ends or any(_ONWARD.search(plain(name_of(one))) for one in inside):
        return inside
    return [*inside, *(one for one in buttons if frame_of(one) == frame and one.form is None)]


def _points(button: Button, words: TaskWords, *, more_to_come: bool) -> float:
    """How well a button would do, 0 to 100, and up to 14 points more for what the task says of its name."""
    one, name = button.element, plain(name_of(button.element))
    said = words.share_of(name)
    if _AWAY.search(name) and not (one.submits and said == 1.0):
        return 0.0
    if button.onward and more_to_come:
        return 97.0
    kinds = (
        (button.onward, 78.0),
        (one.submits, 80.0),
        (bool(_FINAL.search(name)), 72.0),
        (one.form is not None and bool(re.search(r"[^\W\d_]{2}", name)), 64.0),
    )
    points = next((worth for true, worth in kinds if true), 0.0)
    return points + 14.0 * said if points else 0.0


def _pressable(element: Element) -> bool:
    if element.role in _FIELD_ROLES or element.tag in ("select", "textarea", "label", "option"):
        return False
    if element.tag == "input" and element.type not in ("submit", "button", "image", "reset"):
        return False
    return bool(element.role in _ROLES or element.submits or element.tag in ("button", "a", "summary") or element.name)
