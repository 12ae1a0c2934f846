"""An order in three server-rendered pages: address, delivery, review."""

from __future__ import annotations

from secrets import token_urlsafe

from actwright.testing.site.request_response import SiteRequest, SiteResponse, message, page, redirect
from actwright.testing.site.state import Answers, State

ADDRESS = {
    "full_name": ("Full name", "Enter your full name."),
    "street": ("Street and number", "Enter your street."),
    "city": ("City", "Enter your city."),
    "postcode": ("Postcode", "Enter your postcode."),
}
COUNTRIES = ("Austria", "Canada", "France", "Germany", "Japan", "United Kingdom", "United States")
SPEEDS = {"standard": "Standard, 3 to 5 days, free", "express": "Express, next day, $12", "pickup": "Pick up yourself"}
WINDOWS = ("Any time", "Morning (8-12)", "Afternoon (12-17)", "Evening (17-20)")
EXTRAS = {"gift": "Gift wrap", "insurance": "Insurance", "sms": "Text me before delivery"}


def start(state: State, request: SiteRequest) -> SiteResponse:
    """Begin a new order: forget the answers of this session."""
    token = request.session or token_urlsafe(16)
    state.answers[token] = {}
    return redirect("/wizard/address").with_session(token)


def ask_address(state: State, request: SiteRequest) -> SiteResponse:
    """The first page."""
    return address_page(state.answers.get(request.session, {}), {})


def address_page(answers: Answers, errors: dict[str, str]) -> SiteResponse:
    """The first page with what was answered and what is wrong."""
    asked = {"fields": ADDRESS, "countries": COUNTRIES}
    status = 422 if errors else 200
    return page("wizard_address.html", status=status, answers=answers, errors=errors, step=1, user=None, **asked)


def take_address(state: State, request: SiteRequest) -> SiteResponse:
    """Keep the address and go on to delivery."""
    token = request.session or token_urlsafe(16)
    errors = {name: error for name, (_, error) in ADDRESS.items() if not request.value(name).strip()}
    if request.value("country") not in COUNTRIES:
        errors["country"] = "Choose a country."
    if errors:
        return address_page(request.fields, errors)
    state.answers[token] = state.answers.get(token, {}) | request.fields
    return redirect("/wizard/delivery").with_session(token)


def ask_delivery(state: State, request: SiteRequest) -> SiteResponse:
    """The second page."""
    answers = state.answers.get(request.session, {})
    return delivery_page(answers, {}) if "street" in answers else redirect("/wizard/address")


def delivery_page(answers: Answers, errors: dict[str, str]) -> SiteResponse:
    """The second page with what was answered and what is wrong."""
    asked = {"speeds": SPEEDS, "windows": WINDOWS, "extras": EXTRAS}
    status = 422 if errors else 200
    return page("wizard_delivery.html", status=status, answers=answers, errors=errors, step=2, user=None, **asked)


def take_delivery(state: State, request: SiteRequest) -> SiteResponse:
    """Keep the delivery options and go on to the review."""
    answers = state.answers.get(request.session, {})
    if "street" not in answers:
        return redirect("/wizard/address")
    if request.value("speed") not in SPEEDS:
        return delivery_page(answers | request.fields, {"speed": "Choose how it should be delivered."})
    kept = {name: sent for name, sent in answers.items() if name in ADDRESS or name == "country"}
    state.answers[request.session] = kept | request.fields
    return redirect("/wizard/review")


def review(state: State, request: SiteRequest) -> SiteResponse:
    """The third page: everything that was answered, and the button that orders."""
    answers = state.answers.get(request.session, {})
    if "speed" not in answers:
        return redirect("/wizard/delivery")
    return page("wizard_review.html", step=3, user=None, rows=summary(answers))


def summary(answers: Answers) -> dict[str, str]:
    """The answers as a person reads them."""
    rows = {label: answers[name][0] for name, (label, _) in ADDRESS.items()}
    return rows | {
        "Country": answers["country"][0],
        "Delivery": SPEEDS[answers["speed"][0]],
        "Time": answers.get("window", WINDOWS)[0],
        "Extras": ", ".join(EXTRAS.get(extra, extra) for extra in answers.get("extras", ())) or "None",
    }


def confirm(state: State, request: SiteRequest) -> SiteResponse:
    """Place the order."""
    if "speed" not in state.answers.get(request.session, {}):
        return redirect("/wizard/delivery")
    return redirect(f"/wizard/done/{state.order(request.session).id}")


def thanks(state: State, request: SiteRequest, id: str) -> SiteResponse:
    """The page after the order."""
    if not 0 < int(id) <= len(state.orders):
        return message("No such order", "Start a new one.", status=404)
    return message("Order confirmed", f"Thank you. Your order number is {int(id)}.")
