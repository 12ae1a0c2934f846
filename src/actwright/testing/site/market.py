"""The marketplace itself: home, log-in, selling, a listing, and the same form for the single-page app."""

from __future__ import annotations

from secrets import token_urlsafe
from typing import Any
from urllib.parse import quote

from actwright.testing.site.listing_form import CATEGORIES, CONDITIONS, image_type, read_listing
from actwright.testing.site.records import Listing, dollars
from actwright.testing.site.request_response import SiteRequest, SiteResponse, json, message, page, redirect, text
from actwright.testing.site.state import State

EMAIL = "ada@example.org"
PASSWORD = "lovelace-1843"  # noqa: S105 - a documented fixture of a site on loopback


def home(state: State, request: SiteRequest) -> SiteResponse:
    """The front page."""
    return page("home.html", user=state.user(request), listings=state.shown(), heading="Good things, second time round")


def show_listings(state: State, request: SiteRequest) -> SiteResponse:
    """All listings, newest first."""
    return page("home.html", user=state.user(request), listings=state.shown(), heading="")


def login(state: State, request: SiteRequest) -> SiteResponse:
    """The log-in form."""
    return login_page(state, request, email="", error="")


def log_in(state: State, request: SiteRequest) -> SiteResponse:
    """Check email and password, and redirect to the page that the visitor wanted."""
    email = request.value("email").strip()
    if email.lower() != EMAIL or request.value("password") != PASSWORD:
        return login_page(state, request, email=email, error="The email address or the password is not right.")
    token = token_urlsafe(16)
    state.users[token] = EMAIL
    return redirect(local(request.value("next"))).with_session(token)


def login_page(state: State, request: SiteRequest, *, email: str, error: str) -> SiteResponse:
    """The log-in form with what was wrong with it."""
    wanted = local(request.value("next") or request.asked("next"))
    values = {"user": state.user(request), "next": wanted, "email": email, "error": error}
    return page("login.html", status=422 if error else 200, **values)


def log_out(state: State, request: SiteRequest) -> SiteResponse:
    """End the session."""
    state.users.pop(request.session, None)
    return redirect("/")


def local(path: str) -> str:
    """Returns a path on this site to redirect to; the home page in place of anything that could lead elsewhere."""
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable() else "/"


def to_login(request: SiteRequest) -> SiteResponse:
    """Send the visitor to log in first."""
    return redirect(f"/login?next={quote(request.path, safe='/')}")


def sell(state: State, request: SiteRequest) -> SiteResponse:
    """The empty listing form."""
    user = state.user(request)
    return sell_page(user, {}, {}) if user else to_login(request)


def create_listing(state: State, request: SiteRequest) -> SiteResponse:
    """Create a listing, or show the form again with what is wrong."""
    user = state.user(request)
    if not user:
        return to_login(request)
    filled = read_listing(request)
    if filled.draft is None:
        return sell_page(user, request.fields, filled.errors, photo=filled.photo is not None)
    listing = state.create(filled.draft, seller=user, photo=filled.photo)
    return redirect(f"/listings/{listing.id}?created=1")


def sell_page(user: str, fields: dict[str, Any], errors: dict[str, str], *, photo: bool = False) -> SiteResponse:
    """The listing form, with the values that were sent and the errors beside their fields."""
    values = {name: sent[0] for name, sent in fields.items()}
    choices = {"categories": CATEGORIES, "conditions": CONDITIONS}
    status = 422 if errors else 200
    return page("sell.html", status=status, user=user, values=values, errors=errors, had_photo=photo, **choices)


def show_listing(state: State, request: SiteRequest, id: str) -> SiteResponse:
    """One listing; with a confirmation right after it was created."""
    listing = state.listing(int(id))
    if listing is None:
        return message("No such listing", "It was sold.", status=404, user=state.user(request))
    user = state.user(request)
    owned = bool(user) and listing.seller == user
    return page("listing.html", user=user, listing=listing, created=request.asked("created") == "1", owned=owned)


def delete_listing(state: State, request: SiteRequest, id: str) -> SiteResponse:
    """Delete one of the visitor's own listings."""
    user, listing = state.user(request), state.listing(int(id))
    if not user:
        return to_login(request)
    if listing is None or listing.seller != user:
        return message("Nothing was deleted", "It is not yours.", status=404, user=user)
    del state.listings[listing.id]
    state.photos.pop(listing.id, None)
    return message("Listing deleted", f"“{listing.title}” is no longer for sale.", user=user)


def confirm_deletion(state: State, request: SiteRequest, id: str) -> SiteResponse:
    """Redirect a visitor who opens the address of a deletion to the listing, with its button."""
    return redirect(f"/listings/{int(id)}")


def photo(state: State, request: SiteRequest, id: str) -> SiteResponse:
    """The uploaded photo of a listing."""
    content = state.photos.get(int(id))
    if content is None:
        return text("No photo.", status=404)
    return SiteResponse(headers=(("Content-Type", image_type(content)),), body=content)


def spa(state: State, request: SiteRequest) -> SiteResponse:
    """The shell of the single-page app; every address below `/spa` gets it."""
    keyed = request.asked("render", "keyed") != "unkeyed"
    return page("spa.html", user=None, categories=CATEGORIES, conditions=CONDITIONS, keyed=keyed)


def create_listing_by_api(state: State, request: SiteRequest) -> SiteResponse:
    """Create a listing for the single-page app: 201 and the listing, or 422 and the errors by field."""
    filled = read_listing(request)
    if filled.draft is None:
        return json({"errors": filled.errors}, status=422)
    return json(as_json(state.create(filled.draft, seller="Guest", photo=filled.photo)), status=201)


def list_by_api(state: State, request: SiteRequest) -> SiteResponse:
    """All listings as JSON, newest first."""
    return json([as_json(listing) for listing in state.shown()])


def as_json(listing: Listing) -> dict[str, Any]:
    """A listing as the single-page app reads it."""
    return {**listing.model_dump(mode="json"), "dollars": dollars(listing.price)}
