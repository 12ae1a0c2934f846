"""An application form of twelve fields, which refuses a wrong email address, and a search for applications."""

from __future__ import annotations

import re
from collections.abc import Mapping

from actwright.testing.site.request_response import SiteRequest, SiteResponse, message, page, redirect
from actwright.testing.site.state import State

PATH = "/apply"
EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
COUNTRIES = ("Austria", "France", "Germany", "Italy", "Poland", "Spain")
POSITIONS = ("Baker", "Carpenter", "Driver", "Gardener", "Nurse")
FIELDS: Mapping[str, tuple[str, str]] = {
    "reference": ("Reference", "text"),
    "name": ("Full name", "text"),
    "email": ("Email", "email"),
    "phone": ("Phone", "tel"),
    "born": ("Date of birth", "date"),
    "street": ("Street", "text"),
    "city": ("City", "text"),
    "postcode": ("Postcode", "text"),
    "country": ("Country", "select"),
    "position": ("Position", "select"),
    "years": ("Years of experience", "number"),
    "letter": ("Cover letter", "textarea"),
}
"""Name -> label and kind."""


def apply(state: State, request: SiteRequest) -> SiteResponse:
    """The empty form."""
    return form({}, "")


def take_application(state: State, request: SiteRequest) -> SiteResponse:
    """Take an application, and say so on a page of its own; a wrong address is refused."""
    values = {name: request.value(name).strip() for name in FIELDS}
    if not EMAIL.fullmatch(values["email"]):
        return form(values, "Enter an email address, such as ada@example.org.")
    number = max(at for at, post in enumerate(state.posts, 1) if post.fields == request.fields)
    return redirect(f"{PATH}/{number}")


def form(values: Mapping[str, str], error: str) -> SiteResponse:
    """The form with what was sent and what is wrong with it."""
    known = {"fields": FIELDS, "options": {"country": COUNTRIES, "position": POSITIONS}, "values": values}
    return page("apply.html", status=422 if error else 200, user=None, error=error, **known)


def received(state: State, request: SiteRequest, id: str) -> SiteResponse:
    """The page after an application was taken, with its number."""
    posts = state.posts
    if not 0 < int(id) <= len(posts):
        return message("No such application", "Send the form first.", status=404)
    name = posts[int(id) - 1].fields.get("name", ("",))[0]
    return message("Application received", f"Thank you, {name}. Your application {id} was received.")


def find_application(state: State, request: SiteRequest) -> SiteResponse:
    """The applications with a reference, by their numbers."""
    wanted = request.asked("reference")
    found = [
        number
        for number, post in enumerate(state.posts, 1)
        if post.path == PATH and post.fields.get("reference") == (wanted,)
    ]
    body = "; ".join(f"Application {number} has reference {wanted}" for number in found) or "Nothing was found."
    return message("Applications", body)
