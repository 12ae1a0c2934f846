"""The site of the market: an application over several pages, with the other pages of a real site."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any

from jinja2 import Environment, FileSystemLoader

from actwright.testing.site.request_response import SiteRequest, SiteResponse, redirect, text
from actwright.testing.site.site_server import LoopbackSite
from benchmarks.suites.forms_site.application import RECEIVED, Application

__all__ = ["MarketSite"]

TEMPLATES = Path(__file__).parent / "templates"
ABOUT = {"market": "The market", "stalls": "Stalls", "news": "News", "rules": "Rules", "contact": "Contact"}
"""The pages that only inform."""


class MarketSite(LoopbackSite):
    """Takes one applicant through the pages of an application.

    The site keeps each page once it is valid; the last page sends everything, and a second POST of it sends it again.

    Attributes:
        received: Every application that was sent, as values by the names of fields.
        strayed: The paths that received a form other than those of the application.
    """

    def __init__(self, application: Application) -> None:
        super().__init__()
        self.received: list[dict[str, tuple[str, ...]]] = []
        self.strayed: list[str] = []
        self._application = application
        self._kept: dict[int, Mapping[str, tuple[str, ...]]] = {}
        self._lock = Lock()

    def answer(self, request: SiteRequest) -> SiteResponse:
        """See the base class."""
        with self._lock:
            return self._answer(request)

    def _answer(self, request: SiteRequest) -> SiteResponse:
        head, _, tail = request.path.strip("/").partition("/")
        number = int(tail) if tail.isascii() and tail.isdigit() else 0
        if head == "apply" and 1 <= number <= len(self._application.sheets):
            return self._apply(number, request)
        if request.method not in {"GET", "HEAD"}:
            self.strayed.append(request.path)
            return _page("about.html", heading="Thank you", about="You are on the list now.")
        if head == "received" and 1 <= number <= len(self.received):
            sent = self.received[number - 1]
            return _page("received.html", heading=RECEIVED, reference=reference(sent), count=len(sent))
        if head in ABOUT:
            return _page("about.html", heading=ABOUT[head], about="There is nothing to fill in here.")
        if not head:
            return redirect("/apply/1")
        return _page("about.html", status=404, heading="Page not found", about=request.path)

    def _apply(self, number: int, request: SiteRequest) -> SiteResponse:
        missing = next((page for page in range(1, number) if page not in self._kept), None)
        if missing is not None:
            return redirect(f"/apply/{missing}")
        return self._take(number, request) if request.method == "POST" else self._ask(number)

    def _ask(self, number: int) -> SiteResponse:
        sheet = self._application.sheets[number - 1]
        at_first = {field.name: ("yes",) for field in sheet.fields if field.ticked}
        return self._sheet(number, self._kept.get(number, at_first), {})

    def _take(self, number: int, request: SiteRequest) -> SiteResponse:
        fields = self._application.sheets[number - 1].fields
        problems = {field.name: problem for field in fields if (problem := field.problem(request.value(field.name)))}
        if problems:
            return self._sheet(number, request.fields, problems)
        self._kept[number] = request.fields
        if number < len(self._application.sheets):
            return redirect(f"/apply/{number + 1}")
        self.received.append({name: sent for page in sorted(self._kept) for name, sent in self._kept[page].items()})
        return redirect(f"/received/{len(self.received)}")

    def _sheet(self, number: int, answers: Mapping[str, tuple[str, ...]], problems: Mapping[str, str]) -> SiteResponse:
        sheets = self._application.sheets
        values = {name: sent[0] for name, sent in answers.items()}
        return _page(
            "sheet.html",
            status=422 if problems else 200,
            sheet=sheets[number - 1],
            heading=sheets[number - 1].heading,
            number=number,
            count=len(sheets),
            values=values,
            problems=problems,
        )


def reference(sent: Mapping[str, tuple[str, ...]]) -> str:
    """Returns the number of an application; equal answers give equal numbers."""
    return f"HM-{sha256(json.dumps(sent, sort_keys=True).encode()).hexdigest()[:8].upper()}"


def _page(template: str, *, status: int = 200, **values: Any) -> SiteResponse:
    return text(_templates().get_template(template).render(values, pages=ABOUT), status=status, type="text/html")


@cache
def _templates() -> Environment:
    return Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True, lstrip_blocks=True)
