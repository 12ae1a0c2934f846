"""Single forms, each with one difficulty: a frame, a shadow root, an overlay, sloppy markup."""

from __future__ import annotations

from typing import Any

from actwright.testing.site.listing_form import parse_price
from actwright.testing.site.records import dollars
from actwright.testing.site.request_response import SiteRequest, SiteResponse, message, page, redirect, text
from actwright.testing.site.state import State

FORMS = {
    "/price": "price.html",
    "/frame/form": "frame_form.html",
    "/overlay": "overlay.html",
    "/sloppy": "sloppy.html",
}
OTHER_NAME = {"127.0.0.1": "localhost", "localhost": "127.0.0.1"}


def ask_price(state: State, request: SiteRequest) -> SiteResponse:
    """A form that asks for a price."""
    return price_page(request, error="")


def take_price(state: State, request: SiteRequest) -> SiteResponse:
    """Take the price, and say so on a page of its own."""
    price = parse_price(request.value("price"))
    if isinstance(price, str):
        return price_page(request, error=price)
    return redirect(f"{request.path}/success?price={price}")


def price_page(request: SiteRequest, *, error: str) -> SiteResponse:
    """The form with what was sent and what is wrong with it."""
    values: dict[str, Any] = {"path": request.path, "price": request.value("price"), "error": error}
    return page(FORMS[request.path], status=422 if error else 200, user=None, **values)


def price_success(state: State, request: SiteRequest) -> SiteResponse:
    """The page after a price was taken."""
    price = parse_price(request.asked("price"))
    if isinstance(price, str):
        return redirect(request.path.removesuffix("/success"))
    framed = request.path.startswith("/frame/")
    return page("price_success.html", user=None, price=dollars(price), framed=framed)


def frame(state: State, request: SiteRequest) -> SiteResponse:
    """A page with a form in a frame; `?host=other` loads it from the other name of the loopback address."""
    name, _, port = request.host.partition(":")
    other = request.asked("host") == "other" and name in OTHER_NAME
    source = f"http://{OTHER_NAME[name]}:{port}/frame/form" if other else "/frame/form"
    return page("frame.html", user=None, source=source, other=other)


def shadow_received(state: State, request: SiteRequest) -> SiteResponse:
    """Respond to the web component's form."""
    price = parse_price(request.value("price"))
    if isinstance(price, str):
        return text(price, status=422)
    return text(f"Your listing has been created with price {dollars(price)}", status=201)


def kitchen(state: State, request: SiteRequest) -> SiteResponse:
    """Every kind of native input once."""
    return page("kitchen.html", user=None)


def take_kitchen(state: State, request: SiteRequest) -> SiteResponse:
    """Redirect to the page that shows what was received; its number is the request's number in the log."""
    return redirect(f"/kitchen/{len(state.posts)}")


def kitchen_received(state: State, request: SiteRequest, id: str) -> SiteResponse:
    """A table of exactly what the form sent."""
    posts = state.posts
    if not 0 < int(id) <= len(posts):
        return message("Nothing received", "Submit the form first.", status=404)
    return page("received.html", user=None, post=posts[int(id) - 1])
