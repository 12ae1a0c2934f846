"""The suite `small_forms`: 60 forms of one page, whose values stand in the task as a list, in sentences, or in a mail.

The forms have 1 to 8 fields that the task names, in ten layouts, and up to four that it does not name and that must
stay empty. A mail also has names, places and numbers that belong into no field. A case is passed if the site received
the form exactly once, with exactly the wanted values.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from html import escape
from pathlib import Path
from random import Random
from typing import Literal

from playwright.async_api import Browser, Page

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from actwright.compare.case import Case, Score, Stage  # noqa: E402 - the repository's root comes first
from actwright.schemas.page import Image  # noqa: E402
from actwright.schemas.result import Result  # noqa: E402
from actwright.testing.site.request_response import SiteRequest, SiteResponse, text  # noqa: E402
from actwright.testing.site.site_server import LoopbackSite  # noqa: E402

__all__ = ["LEFT_OUT", "NOTHING", "SIZES", "WORDINGS", "case_of", "cases", "problem"]

SIZES = (1, 2, 3, 5, 8)
WORDINGS = ("list", "sentences", "mail")
ROUNDS = 4
NOTHING, LEFT_OUT = "nothing was sent", "sent without "

Kind = Literal["text", "email", "tel", "number", "date", "textarea", "select", "radio", "checkbox"]
CHOICES = ("select", "radio")


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form; for a choice `values` are its options, and for a checkbox `yes` and `no`."""

    label: str
    name: str
    kind: Kind
    sentence: str
    values: tuple[str, ...]


CATALOGUE = (
    Field("Full name", "name", "text", "The guest is {}.", ("Ada Lovelace", "Grace Hopper", "Mary Somerville")),
    Field("E-mail", "email", "email", "Please write to {}.", ("ada@example.org", "g.hopper@example.com")),
    Field("Phone", "phone", "tel", "Call {} if anything is unclear.", ("+44 20 7946 0958", "030 901820")),
    Field("City", "city", "text", "The guest lives in {}.", ("London", "Rotterdam", "São Paulo")),
    Field("Postcode", "postcode", "text", "The postcode is {}.", ("SW1A 2AA", "10115", "3011 AD")),
    Field("Company", "company", "text", "The invoice goes to {}.", ("Analytical Engines Ltd", "Harbour & Sons")),
    Field("Invoice number", "invoice", "text", "It is about invoice {}.", ("INV-2027-113", "77041")),
    Field("Guests", "guests", "number", "There will be {} guests.", ("2", "3", "12")),
    Field("Budget in EUR", "budget", "number", "The budget is {} euros.", ("450", "1200")),
    Field("Arrival", "arrival", "date", "Arrival is on {}.", ("2027-03-05", "2027-11-21")),
    Field("Departure", "departure", "date", "Departure is on {}.", ("2027-03-09", "2027-11-30")),
    Field("Room", "room", "select", "A {} room, please.", ("Single", "Double", "Family")),
    Field("Meals", "meals", "select", "The guest takes {}.", ("Breakfast", "Half board", "Full board")),
    Field("Payment", "payment", "radio", "Payment is by {}.", ("Card", "Invoice", "Cash")),
    Field("Size", "size", "radio", "The shirt is a {} one.", ("Small", "Medium", "Large")),
    Field("Parking space", "parking", "checkbox", "A parking space: {}.", ("yes", "no")),
    Field("Newsletter", "news", "checkbox", "Subscribe to the newsletter: {}.", ("yes", "no")),
    Field("Remarks", "remarks", "textarea", "Remark: {}.", ("Late arrival", "Ground floor if possible")),
)
MAIL = """Hello,

my colleague Tom Brown in Paris gave me your address. {}
I hope that was all. We were last with you in 2019, in room 214.

Kind regards"""
TASKS = {
    "list": "Fill in the form and submit it once.\n\n{}",
    "sentences": "Fill in the form and submit it once. {}",
    "mail": f"Enter what this mail says into the form, and submit it once.\n\n{MAIL}",
}


def cases(seed: int) -> Sequence[Case]:
    """Returns the 60 forms of a seed."""
    places = [(wording, size, turn) for turn in range(ROUNDS) for size in SIZES for wording in WORDINGS]
    return [_generated(seed, number, *place) for number, place in enumerate(places)]


def _generated(seed: int, number: int, wording: str, size: int, turn: int) -> Case:
    random = Random(f"{seed}/{number}")
    chosen = random.sample(CATALOGUE, size + size // 2)
    values = {field.name: random.choice(field.values) for field in chosen[:size]}
    shown = random.sample(chosen, len(chosen))
    layout = [*LAYOUTS][number % len(LAYOUTS)]
    rows = "\n".join(LAYOUTS[layout](field, "required" if field.name in values and turn % 2 else "") for field in shown)
    before, after = ("<table>", "</table>") if layout == "table" else ("", "")
    page = f"<!doctype html><title>Booking</title><h1>Booking</h1><form method=post action=/sent>{before}{rows}{after}"
    lines = [f"{field.label}: {values[field.name]}" for field in chosen[:size]]
    said = [field.sentence.format(values[field.name]) for field in chosen[:size]]
    task = TASKS[wording].format("\n".join(lines) if wording == "list" else " ".join(said))
    wanted = {field.name: _sent(field, values.get(field.name, "")) for field in chosen}
    id = f"{wording}-{size}-{layout}-{turn}"
    return case_of(id, task, f"{page}<button>Send booking</button></form>", wanted, size=size)


def _sent(field: Field, value: str) -> str:
    return {"yes": "on", "no": ""}[value] if field.kind == "checkbox" and value else value


def _control(field: Field, more: str = "") -> str:
    """The control of a field that is no radio group."""
    at = f"name={field.name} id={field.name} {more}".strip()
    if field.kind == "select":
        options = "".join(f"<option>{escape(value)}" for value in field.values)
        return f'<select {at}><option value="">Please choose{options}</select>'
    return f"<textarea {at}></textarea>" if field.kind == "textarea" else f"<input type={field.kind} {at}>"


def _row(pattern: str) -> Callable[[Field, str], str]:
    """A layout by its HTML, with `{label}`, `{for_}` (a label element) and `{control}`."""

    def row(field: Field, required: str) -> str:
        if field.kind == "radio":
            ticks = "".join(
                f'<label><input type=radio name={field.name} value="{each}" {required}> {each}</label> '
                for each in field.values
            )
            inner = f"<fieldset><legend>{field.label}</legend>{ticks}</fieldset>"
            return f"<tr><td colspan=2>{inner}" if pattern.startswith("<tr>") else inner
        named = f'aria-label="{field.label}"' if "{for_}" not in pattern and "{label}" not in pattern else ""
        if "<b id" in pattern:
            named = f"aria-labelledby={field.name}-label"
        for_ = f"<label for={field.name}>{field.label}</label>"
        more = " ".join(filter(None, (named, "" if field.kind == "checkbox" else required)))
        return pattern.format(label=field.label, for_=for_, control=_control(field, more), name=field.name)

    return row


LAYOUTS: Mapping[str, Callable[[Field, str], str]] = {
    "wrapped": _row("<p><label>{label} {control}</label>"),
    "for": _row("<p>{for_}<br>{control}"),
    "table": _row("<tr><th>{for_}<td>{control}"),
    "definitions": _row("<dl><dt>{for_}<dd>{control}</dl>"),
    "aria": _row("<p>{control}"),
    "labelledby": _row("<div><b id={name}-label>{label}</b><div>{control}</div></div>"),
    "floating": _row("<div>{control}{for_}</div>"),
    "hint": _row("<p>{for_} <small>as on your booking</small><br>{control}"),
    "grid": _row("<div style='display:grid;grid-template-columns:1fr 3fr'><div>{for_}</div><div>{control}</div></div>"),
    "nested": _row("<section><div><div>{for_}</div></div><span><span>{control}</span></span></section>"),
}


class FormSite(LoopbackSite):
    """Shows one form, and keeps each one that is sent.

    Attributes:
        received: The values of each, by the names of fields.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.received: list[dict[str, tuple[str, ...]]] = []
        self._html = html

    def answer(self, request: SiteRequest) -> SiteResponse:
        """See the base class."""
        if request.method == "POST":
            self.received.append(request.fields)
            return text(f"<h1>Thank you</h1><p>Reference {4_710 + len(self.received)}", type="text/html")
        return text(self._html, type="text/html")


def case_of(id: str, task: str, html: str, wanted: Mapping[str, str], *, size: int | None = None) -> Case:
    """Returns a case of one form.

    Args:
        id: Its name.
        task: The task with the values.
        html: The page, whose form posts to any path.
        wanted: What must be sent by the name of each field; empty for one that must stay empty.
        size: How many fields the task names.
    """

    @asynccontextmanager
    async def stage(browser: Browser) -> AsyncGenerator[Stage]:
        async with FormSite(html) as site:
            context = await browser.new_context(viewport={"width": 1280, "height": 800})
            try:
                page = await context.new_page()
                await page.goto(site.url)
                yield _Filling(page, site, wanted)
            finally:
                await context.close()

    return Case(id=id, task=task, stage=stage, size=size, source=html)


@dataclass(frozen=True, slots=True)
class _Filling:
    page: Page
    site: FormSite
    wanted: Mapping[str, str]
    images: tuple[Image, ...] = ()

    async def score(self, result: Result, page: Page) -> Score:  # noqa: ARG002 - only what the site received counts
        """Returns whether the site received the wanted values."""
        reason = problem(self.site.received, self.wanted)
        return Score(passed=not reason, reason=reason)


def problem(received: Sequence[Mapping[str, tuple[str, ...]]], wanted: Mapping[str, str]) -> str:
    """Returns what is wrong with what a site received; empty if nothing is."""
    if not received:
        return NOTHING
    if len(received) > 1:
        return f"sent {len(received)} times"
    sent = {name: " ".join("".join(received[0].get(name, ())).split()) for name in wanted}
    other = {name: value for name, value in sent.items() if value and value != " ".join(wanted[name].split())}
    if other:
        return "sent " + ", ".join(f"{name}={value!r} for {wanted[name]!r}" for name, value in other.items())
    missing = [name for name, value in wanted.items() if value and not sent[name]]
    return LEFT_OUT + ", ".join(missing) if missing else ""
