"""A request as a route sees it, and the response."""

from __future__ import annotations

import json as codec
from functools import cache
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING, Any, NamedTuple

from actwright.schemas.base import Frozen
from actwright.testing.site.form_bodies import Form, grouped
from actwright.testing.site.records import dollars

if TYPE_CHECKING:
    from jinja2 import Environment


class SiteRequest(NamedTuple):
    """A request with its query and body parsed.

    Attributes:
        host: The `Host` header, name and port.
        cookie: The raw `Cookie` header.
    """

    method: str
    path: str
    host: str
    cookie: str
    query: tuple[tuple[str, str], ...]
    form: Form

    def value(self, name: str) -> str:
        """The first value of a form field, or "" if it was not sent."""
        return next((value for key, value in self.form.pairs if key == name), "")

    def asked(self, name: str, default: str = "") -> str:
        """The first value of a query field."""
        return next((value for key, value in self.query if key == name), default)

    def number(self, name: str, default: int, *, most: int) -> int:
        """A query field as a whole number from 0 to `most`; `default` if it is not a number."""
        asked = self.asked(name)
        return min(int(asked), most) if asked.isascii() and asked.isdigit() else default

    @property
    def fields(self) -> dict[str, tuple[str, ...]]:
        """The form's fields by name."""
        return grouped(self.form.pairs)

    @property
    def session(self) -> str:
        """The session cookie, or "" if there is none."""
        try:
            cookies = SimpleCookie(self.cookie)
        except CookieError:
            return ""
        return cookies["session"].value if "session" in cookies else ""


class SiteResponse(Frozen):
    """A status, headers beyond the length, a body, and after how many ms the bundled site sends it."""

    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    delay_ms: float = 0

    def after(self, ms: float) -> SiteResponse:
        """The same response after this time."""
        return self.model_copy(update={"delay_ms": ms})

    def with_session(self, token: str) -> SiteResponse:
        """The same response, which also starts a session in the browser."""
        cookie = ("Set-Cookie", f"session={token}; Path=/; HttpOnly; SameSite=Lax")
        return self.model_copy(update={"headers": (*self.headers, cookie)})


def text(body: str, *, status: int = 200, type: str = "text/plain") -> SiteResponse:
    """A response of UTF-8 text."""
    return SiteResponse(status=status, headers=(("Content-Type", f"{type}; charset=utf-8"),), body=body.encode())


def json(value: Any, *, status: int = 200) -> SiteResponse:
    """A response of JSON."""
    return text(codec.dumps(value), status=status, type="application/json")


def redirect(path: str, *, status: int = 303) -> SiteResponse:
    """A redirect; 303 makes the browser GET the target, so that a reload does not submit again."""
    return SiteResponse(status=status, headers=(("Location", path),))


def page(template: str, *, status: int = 200, **values: Any) -> SiteResponse:
    """A response of HTML, rendered from a bundled template with every value escaped."""
    return text(environment().get_template(template).render(values), status=status, type="text/html")


def message(heading: str, body: str, *, status: int = 200, user: str | None = None) -> SiteResponse:
    """A page that says one thing."""
    return page("message.html", status=status, user=user, heading=heading, body=body)


@cache
def environment() -> Environment:
    """The bundled templates; escaping is on for all of them, and a field that was not sent is empty."""
    from jinja2 import Environment, PackageLoader  # noqa: PLC0415 - heavy, and needed only once a page is served

    found = Environment(
        loader=PackageLoader("actwright.testing.site"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters.update(dollars=dollars)  # pyright: ignore[reportUnknownMemberType] - jinja2 leaves it untyped
    return found
