"""The fields of a page: single controls, and groups of radio buttons or checkboxes that form one question."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from os.path import commonprefix
from typing import Literal

from actwright.engine.policies.rules.headings import headings_of
from actwright.engine.policies.rules.phrases import terms, without_notes
from actwright.engine.policies.rules.similarity import ENOUGH, similarity
from actwright.folding import plain
from actwright.schemas.option_names import choosable, option_names, options_named
from actwright.schemas.page import Element, Observation
from actwright.text import one_line

Scope = tuple[str, int | None]
"""The frame and the form of a control; None for the form of what is outside of forms."""

Kind = Literal["text", "select", "choice", "radios", "tick", "ticks", "file"]

_NOT_FIELDS = frozenset({"hidden", "submit", "button", "reset", "image"})
_TEXT_ROLES = frozenset({"textbox", "searchbox", "spinbutton", "slider", "combobox"})
_DRAWN_ROLES = frozenset({"checkbox", "combobox", "listbox", "radio", "switch"})
"""What a button may be drawn as."""
_OF_A_DATE = frozenset({"day", "month", "year"})
_PARTS = re.compile(r"\s*/\s*|,\s+")
_STATEMENT = re.compile(
    r"(?i)^\W*(?:i|we)\s+(?:hereby\s+|have\s+read\s+and\s+)?(?:confirm|certify|declare|affirm|acknowledge|understand)"
    r"(?:\s+that)?\b"
)
"""What the sentence beside a checkbox begins with."""
_OF_A_STATEMENT = (
    (
        re.compile(
            r"(?i)\b(?:i|we)\b.*\b(?:confirm|certify|declare|affirm|acknowledge)\b|\b(?:ich|wir)\b.*\b(?:erkl|best\u00e4tig|versicher)"
            r"|\bje\b.*\b(?:d\u00e9clare|certifie|confirme)\b|\b(?:dichiaro|confermo|declaro|confirmo)\b|\bik\b.*\b(?:verklaar|bevestig)\b"
        ),
        "declaration",
    ),
    (
        re.compile(
            r"(?i)\b(?:i|we)\b.*\b(?:agree|accept|consent)\b|\b(?:ich|wir)\b.*(?:stimme|einverstanden|willige|akzeptiere)"
            r"|\b(?:j'|je\b.*)(?:accepte|consens|autorise)|\b(?:accetto|acconsento|autorizzo|acepto|autorizo|consiento|aceito)\b"
            r"|\bik\b.*\bakkoord\b"
        ),
        "consent",
    ),
)
"""What a checkbox is for whose label is a sentence in the first person; a column may be called so."""
_TYPE_MEANS = {
    "email": "email",
    "tel": "phone",
    "url": "website",
    "password": "password",
    "search": "search",
    "file": "file",
    "date": "date",
    "time": "time",
    "color": "color",
}


@dataclass(frozen=True, slots=True)
class Field:
    """One question of a form.

    Attributes:
        kind: `text` (anything that is typed, dates and sliders included), `select`, `choice` (a list that the page draws
            itself, whose options are not known until it is open), `radios`, `tick` (one checkbox or switch), `ticks`
            (several checkboxes of one name), `file`.
        elements: Its controls in document order; several for radios and ticks, and for a date or a code in parts.
        heading: The heading that it stands under; empty if there is none.
        title: Its part of a label that several fields share.
        only_in_code: Whether only its `name` attribute, which nobody sees, says what it is about, although the page
            labels other fields of its form.
        name: What people call it, for messages.
    """

    kind: Kind
    elements: tuple[Element, ...]
    heading: str = ""
    title: str = ""
    only_in_code: bool = False

    @property
    def element(self) -> Element:
        """Its first control."""
        return self.elements[0]

    @property
    def name(self) -> str:
        """Its most readable name."""
        one = self.element
        stem = self._stem if self.in_parts else one.attribute_name
        several = (one.question, one.group, stem) if self.kind in ("radios", "ticks") or self.in_parts else ()
        single = (
            self.title,
            one.label,
            one.beside,
            one.question,
            one.name,
            one.placeholder,
            one.attribute_name,
            one.description,
        )
        named = (_first_line(text) for text in (*several, *single))
        return next((text for text in named if text), one.id)

    @property
    def in_parts(self) -> bool:
        """Whether its value is divided among its controls."""
        return self.kind == "text" and len(self.elements) > 1

    @property
    def is_date(self) -> bool:
        """Whether its controls are for the day, the month and the year of a date."""
        return self.in_parts and self.element.part in _OF_A_DATE

    @property
    def _stem(self) -> str:
        """What the `name` attributes of its controls begin with: `dob` of `dob_day` and `dob_month`."""
        names = [each.attribute_name for each in self.elements]
        return commonprefix(names).rstrip("_-.[ ")  # noqa: RUF071 - the beginning of names, not of paths

    @property
    def key(self) -> str:
        """What identifies it across a reload, when element IDs change."""
        return plain(f"{self.name}|{self.element.attribute_name}")

    @property
    def form(self) -> Scope:
        """The frame and the form it belongs to."""
        return scope_of(self.element)

    @property
    def required(self) -> bool:
        """Whether it must not be left empty, and can be filled in."""
        return any(element.required and not element.readonly for element in self.elements)

    @property
    def has_label(self) -> bool:
        """Whether the page shows what it is about."""
        one = self.element
        return any((one.label, one.beside, one.question, one.name, one.placeholder, one.group, one.description))

    @property
    def error(self) -> str:
        """The message that is shown for it, or else `is invalid`; empty if it is valid."""
        return next((one.error or "is invalid" for one in self.elements if one.invalid or one.error), "")

    @property
    def choices(self) -> tuple[str, ...]:
        """The texts of its options; empty for a field that takes typed text."""
        if self.kind == "select":
            return tuple(one.label for one in choosable(self.element.options, required=self.element.required))
        return tuple(map(caption, self.elements)) if self.kind in ("radios", "ticks") else ()

    def label_of(self, value: str) -> str:
        """The text of the option with this hidden value (`United States` for `US`) or with this group and text.

        Empty if there is none.
        """
        if self.kind == "select":
            options = [one for one in self.element.options if not one.disabled]
            named = options_named(value, options)
            return option_names(named, options)[0] if len(named) == 1 else ""
        pairs = [(one.value or "", caption(one)) for one in self.elements] if self.kind in ("radios", "ticks") else []
        found = {label for hidden, label in pairs if hidden and plain(hidden) == plain(value)}
        return found.pop() if len(found) == 1 else ""

    @property
    def empty(self) -> bool:
        """Whether nothing has been entered or chosen yet."""
        if self.kind in ("radios", "ticks", "tick"):
            return not any(one.checked for one in self.elements)
        if self.in_parts:
            return not any(one.value for one in self.elements)
        if self.kind == "select" and self.element.options:
            return not any(one.selected and one.value for one in self.element.options)
        return not (self.element.value or "").strip()

    @property
    def within(self) -> tuple[str, ...]:
        """What it stands under: its group, the title row of its table, and the heading above it."""
        one = self.element
        is_question = self.kind in ("radios", "ticks") or self.in_parts
        own = "" if not is_question else one.question or one.group
        return tuple(dict.fromkeys(each for each in (one.group, one.section, self.heading) if each and each != own))

    def sources(self) -> tuple[tuple[str, float], ...]:
        """The texts that say what it is about, each with its weight from 0 to 1; the first ones are its labels."""
        one = self.element
        if self.kind in ("radios", "ticks") or self.in_parts:
            question = one.question or one.group or self.title
            code = "" if self.is_date or not self.in_parts else re.sub(r"\d+", "", one.label or one.name)
            texts = [
                (question, 1.0),
                (re.sub(r"\s*\([^()]*\)[\s*:]*$", "", question), 0.97),
                ("" if one.question else self._stem if self.in_parts else one.attribute_name, 0.95),
                (code, 0.95),
                (one.description, 0.7),
            ]
        else:
            label = one.label or one.beside or (one.question if self.kind == "tick" else "") or one.name
            texts = [
                (self.title or label, 1.0),
                ("" if self.title or (one.beside and _is_example(one.placeholder)) else one.name, 1.0),
                (without_notes(label), 0.97),
                *(_of_a_statement(label) if self.kind == "tick" else ()),
                (one.attribute_name, 0.95),
                (_leaf(one.attribute_name), 0.93),
                ("" if _is_example(one.placeholder) else one.placeholder, 0.92),
                (one.description, 0.7),
                (_TYPE_MEANS.get(one.type, ""), 0.9),
            ]
        return tuple((text, weight) for text, weight in texts if text.strip())


def fields_of(page: Observation, *, asked: Collection[str] = ()) -> tuple[Field, ...]:
    """The fields that can be filled in, in document order.

    A read-only field is one if no other has its name: a page may set it by a picker. So is a disabled one that is asked
    for. `asked` is what is to be entered: checkboxes of a group are one question if a name is about the group.
    """
    groups = {plain(name) for name in asked}
    writable = {plain(caption(one)) for one in page.elements if not (one.readonly or one.disabled) and _kind(one)}
    elements = [
        one
        for one in page.elements
        if not (one.readonly or one.disabled)
        or (plain(caption(one)) not in writable and (not one.disabled or plain(caption(one)) in groups))
    ]
    opened = {plain(caption(one)) for one in elements if one.role == "combobox" and one.expanded}
    elements = [one for one in elements if one.role != "listbox" or plain(caption(one)) not in opened]
    kinds = [(element, kind) for element in elements if (kind := _kind(element))]
    headings = headings_of(page)
    first_parts = _first_parts([element for element, _ in kinds], asked)
    others = [caption(element) for element, kind in kinds if kind not in ("tick", "radios")]
    unplaced = [name for name in asked if all(similarity(name, other) < ENOUGH for other in others)]
    found: dict[tuple[str, ...], list[Element]] = {}
    for element, kind in kinds:
        first = first_parts.get(element.id)
        key = ("text", first) if first else (kind, *_question(element, kind, asked, unplaced))
        found.setdefault(key, []).append(element)
    fields = [
        Field(_of_several(key[0], len(group)), tuple(group), headings.get(group[0].id, ""))
        for key, group in found.items()
    ]
    labelled = {field.form for field in fields if field.has_label}
    titled = zip(fields, _titles(fields), strict=True)
    fields = [
        replace(one, title=t, only_in_code=one.form in labelled and not (one.has_label or t)) for one, t in titled
    ]
    place = {element.id: number for number, element in enumerate(page.elements)}
    return tuple(sorted(fields, key=lambda field: place[field.element.id]))


def _titles(fields: Sequence[Field]) -> list[str]:
    """For each field its part of a label that adjacent fields share; empty if it has a label of its own, or none."""
    titles = list[str]()
    for _, run in groupby(fields, key=lambda each: (each.name, each.within, each.has_label and each.kind == "text")):
        same = list(run)
        parts = _PARTS.split(same[0].name) if len(same) > 1 and same[0].has_label else []
        titles += parts if len(parts) == len(same) else [""] * len(same)
    return titles


def asks_more(page: Observation, button: Element) -> bool:
    """Whether the form of a button has a field that nothing was entered or chosen in, as a search in a footer has."""
    inside = [field for field in fields_of(page) if field.form == scope_of(button)]
    return any(field.empty and field.kind in ("text", "select") for field in inside)


def frame_of(element: Element) -> str:
    """The prefix of the frame that an element is in; empty for the page itself."""
    return element.id.rpartition(".")[0]


def scope_of(element: Element) -> Scope:
    """The frame and the form that a control is in."""
    return frame_of(element), element.form


def caption(element: Element) -> str:
    """The first line beside a radio button or a checkbox, without the question if it begins with that: `Service: Good`."""
    text = element.beside or element.label or element.name or (element.value or "")
    asked = element.question or element.group
    return (text.removeprefix(asked).lstrip(" :,-\u2013") if asked else "") or text


def _kind(element: Element) -> str:
    is_drawn = element.tag == "button" or element.role in _DRAWN_ROLES
    if element.type in _NOT_FIELDS and not is_drawn:
        return ""
    return next((kind for kind, is_one in _KINDS if is_one(element)), "")


def _is_toggle(element: Element) -> bool:
    """Whether it is a button that stays pressed, as those of time slots and sizes do."""
    return element.role == "button" and element.checked is not None and not element.submits


def _is_drawn_choice(element: Element) -> bool:
    """Whether it opens a list that the page draws; a field with suggestions of its own takes any text."""
    if element.role in ("combobox", "listbox"):
        return not element.options
    return element.role == "button" and element.expanded is not None and bool(element.label)


_KINDS: tuple[tuple[str, Callable[[Element], bool]], ...] = (
    ("select", lambda one: one.tag == "select"),
    ("file", lambda one: one.type == "file"),
    ("radios", lambda one: "radio" in (one.type, one.role)),
    ("tick", lambda one: one.type == "checkbox" or one.role in ("checkbox", "switch") or _is_toggle(one)),
    ("choice", _is_drawn_choice),
    (
        "text",
        lambda one: one.tag in ("input", "textarea") or (one.role in _TEXT_ROLES and one.value is not None),
    ),
)
"""What a control is; the first that is true counts."""


def _question(element: Element, kind: str, names: Collection[str], unplaced: Collection[str]) -> tuple[str, ...]:
    """What the controls of one question share; the ID of one that stands alone. No other field fits `unplaced` names."""
    if kind == "radios" and (element.attribute_name or element.group):
        return (frame_of(element), str(element.form), element.attribute_name or element.group)
    if _is_toggle(element) and element.group:
        return (frame_of(element), str(element.form), element.group)
    asked = next((each for each in (element.question, element.group) if _is_about(names, each, element)), "")
    if kind == "tick" and asked:
        return (frame_of(element), str(element.form), asked)
    own = {plain(element.name), plain(caption(element))}
    if kind == "tick" and element.attribute_name and own.isdisjoint(map(plain, unplaced)):
        return (frame_of(element), str(element.form), element.attribute_name, element.question)
    return (element.id,)


def _is_about(names: Collection[str], question: str, tick: Element) -> bool:
    """Whether a name is that of the question that a checkbox may be an answer to, or fits it and not the checkbox."""
    if plain(_first_line(question)) in map(plain, names):
        return True
    alone = tick.attribute_name or any(similarity(name, caption(tick)) >= ENOUGH for name in names)
    return not alone and any(similarity(name, question) >= ENOUGH for name in names)


def _first_parts(elements: Sequence[Element], asked: Collection[str]) -> dict[str, str]:
    """The first control of the value that each control takes a part of, by their IDs; not of values that are asked in parts."""
    words = {word for name in asked for word in terms(name)}
    dated = [one for one in elements if one.part in _OF_A_DATE]
    called, captions = {*map(plain, asked)}, {plain(caption(one)) for one in dated}
    in_parts = len(words & _OF_A_DATE) > 1 or bool(called & captions - {plain(one.question) for one in dated})
    found = dict[str, str]()
    last, parts = "", set[str]()
    for one in elements:
        is_date = one.part in _OF_A_DATE
        if one.part in parts or is_date != bool(parts & _OF_A_DATE) or not parts:
            last, parts = one.id, set[str]()
        if one.part and not (is_date and in_parts):
            parts.add(one.part)
            found[one.id] = last
    named = {one.id: plain(caption(one)) for one in elements}
    codes = [(found[one.id], named[one.id]) for one in elements if one.part.isdecimal()]
    alone = {first for first, name in codes if name in called - {named[first]}}
    return {each: first for each, first in found.items() if first not in alone}


def _of_several(kind: str, number: int) -> Kind:
    if kind == "tick":
        return "ticks" if number > 1 else "tick"
    return kind  # pyright: ignore[reportReturnType] - the other kinds are named as they are


def _leaf(attribute_name: str) -> str:
    """The innermost part of a nested name: `full_name` of `user[full_name]` and `order.user.full_name`."""
    return next(iter(re.findall(r"[\[.]([^\[\].]+)\]?$", attribute_name)), "")


def _is_example(placeholder: str) -> bool:
    """Whether a placeholder shows a value (`you@example.org`, `e.g. 50`, `dd/mm/yyyy`) rather than a name."""
    return bool(re.search(r"@|\d|^e\.?g\b|https?:|\b(dd|mm|yyyy)\b", placeholder, re.IGNORECASE))


def _first_line(text: str) -> str:
    return one_line(text).strip(" *:")


def _of_a_statement(label: str) -> list[tuple[str, float]]:
    """What the sentence beside a checkbox is about: without how it begins, and the kind of statement that it is."""
    kinds = [kind for pattern, kind in _OF_A_STATEMENT if pattern.search(label)]
    bare = re.sub(r"\bother\b", "", label)
    return [
        (_STATEMENT.sub("", label), 0.95),
        *((f"{kind} {bare}", 0.95) for kind in kinds),
        *((kind, 0.75) for kind in kinds),
    ]
