"""The scenarios that are recorded, and the same written by hand, with role locators and with CSS locators.

A step names its element in two ways. `Place` is where the element is on the unchanged page, and serves only to give it
its hidden identity; `role` and `css` are what a tester would write. In the alphabetical order of each application, the
first, third, fifth … scenario may be used to tune the matcher; the others are only reported.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby

from playwright.async_api import FrameLocator, Locator, Page

__all__ = ["SCENARIOS", "Place", "Scenario", "Scope", "Step", "held_out"]

Scope = Page | FrameLocator
Locate = Callable[[Scope], Locator]


@dataclass(frozen=True, slots=True)
class Place:
    """Where an element is on the unchanged page.

    Attributes:
        path: A pattern that matches the path of its document.
        css: A selector; if it finds several elements, the first one counts.
        row: Text in the element, if the selector finds rows.
        named: Text in the row by which it is found if no row has `row`, as where keys are new at each run.
        inner: A selector of the element in that row.
        says: The text that the page shows after a click, if the saved application has no answer of its own.
    """

    path: str
    css: str
    row: str = ""
    inner: str = ""
    says: str = ""
    named: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One action.

    Attributes:
        id: The ID of the element within the scenario.
        does: `fill`, `select`, `check` or `click`.
        place: The place of the element.
        role: The locator that a tester writes with roles and labels.
        css: The locator that a tester writes with CSS.
        value: The value that is filled in or selected.
        kind, name: The role and the accessible name of the element.
    """

    id: str
    does: str
    place: Place
    role: Locate
    css: str
    value: str = ""
    kind: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A flow through an application.

    Attributes:
        name: `application/flow`.
        start: The path on which it begins.
        steps: The steps in order.
        proof: The text on the page that shows that the flow is done.
        css_proof: The selector of the element with that text, for the test with CSS.
        frame: The selector of the frame with the flow, if it is in a frame.
        logged_in: Whether the flow begins with a user who is logged in.
        task: What the user wants done; the name by default.
        record: The customer whose order the task is about.
        by_name: Whether the task names that customer, and not the number of the order.
    """

    name: str
    start: str
    steps: tuple[Step, ...]
    proof: str
    css_proof: str
    frame: str = ""
    logged_in: bool = False
    task: str = ""
    record: str = ""
    by_name: bool = False

    @property
    def wanted(self) -> str:
        """The task as a run gets it."""
        return self.task or self.name

    @property
    def application(self) -> str:
        """The name of the application."""
        return self.name.partition("/")[0]


def _field(
    path: str,
    id: str,
    label: str,
    value: str,
    *,
    css: str = "",
    does: str = "fill",
    kind: str = "textbox",
    exact: bool = False,
) -> Step:
    selector = css or f"#{id}"
    return Step(
        id,
        does,
        Place(path, selector),
        lambda page: page.get_by_label(label, exact=exact),
        selector,
        value,
        kind,
        label,
    )


def _press(
    path: str, id: str, name: str, css: str, *, kind: str = "button", exact: bool = False, says: str = ""
) -> Step:
    role: Locate = lambda page: page.get_by_role(kind, name=name, exact=exact)  # type: ignore[arg-type]  # noqa: E731
    return Step(id, "click", Place(path, css, says=says), role, css, kind=kind, name=name)


def _choice(path: str, id: str, name: str, css: str, *, kind: str = "checkbox") -> Step:
    return Step(id, "check", Place(path, css), lambda page: page.get_by_label(name), css, kind=kind, name=name)


def _in_row(
    path: str, id: str, name: str, *, row: str, css: str, inner: str, nth: int, kind: str = "button", does: str = "click",
    rows: str = "row", says: str = "", named: str = "",
) -> Step:  # fmt: skip
    """Returns a step on an element in a row. The text identifies the row; the test with CSS counts rows."""

    def role(page: Scope) -> Locator:
        return page.get_by_role(rows).filter(has_text=named or row).get_by_role(kind, name=name)  # type: ignore[arg-type]

    place = Place(path, css, row=row, inner=inner, says=says, named=named)
    return Step(id, does, place, role, f"{css}:nth-child({nth}) {inner}", kind=kind, name=name)


ADMIN = "^/admin/shop"
SITE = (
    Scenario(
        "site/frame", "/frame",
        (
            _field("/frame/form", "price", "Price", "50"),
            _press("/frame/form", "submit", "Submit", "form button[type=submit]"),
        ),
        "Success!", "h1", frame="iframe",
    ),
    Scenario(
        "site/kitchen", "/kitchen",
        (
            _field("^/kitchen$", "text", "Text", "Kayak", exact=True),
            _field("^/kitchen$", "email", "Email", "ada@example.org"),
            _field("^/kitchen$", "number", "Number", "7"),
            _field("^/kitchen$", "date", "Date", "2026-05-04", exact=True),
            _field("^/kitchen$", "select", "Select", "Pear", does="select", kind="combobox", exact=True),
            _choice("^/kitchen$", "size", "Medium", "input[name=size][value=M]", kind="radio"),
            _choice("^/kitchen$", "basket", "Basket", "input[name=extras][value=basket]"),
            _field("^/kitchen$", "textarea", "Long text", "A long way"),
            _press("^/kitchen$", "send", "Send", "button[value=send]", exact=True),
        ),
        "Exactly what the form sent", "caption",
    ),
    Scenario(
        "site/listings", "/",
        (
            _press("^/$", "olive", "Potted olive tree", "ul.grid > li:nth-child(6) a", kind="link"),
            _press("^/listings/6$", "all", "View all listings", ".actions a.button", kind="link"),
        ),
        "All listings", "h1",
    ),
    Scenario(
        "site/login", "/login",
        (
            _field("^/login$", "email", "Email", "ada@example.org"),
            _field("^/login$", "password", "Password", "lovelace-1843"),
            _press("^/login$", "submit", "Log in", "form[action='/login'] button[type=submit]"),
        ),
        "Good things, second time round", "h1",
    ),
    Scenario(
        "site/price", "/price",
        (_field("^/price$", "price", "Price", "50"), _press("^/price$", "submit", "Submit", "form button[type=submit]")),
        "Success!", "h1",
    ),
    Scenario(
        "site/sell", "/sell",
        (
            _field("^/sell$", "title", "Title", "Canvas kayak"),
            _field("^/sell$", "price", "Price", "320"),
            _field("^/sell$", "category", "Category", "Boats", does="select", kind="combobox"),
            _choice("^/sell$", "good", "Good", "input[name=condition][value=Good]", kind="radio"),
            _field("^/sell$", "available", "Date available", "2026-05-04"),
            _field("^/sell$", "description", "Description", "Folds into a bag."),
            _choice("^/sell$", "terms", "I accept the terms of sale", "#terms"),
            _press("^/sell$", "create", "Create listing", "form.card button[type=submit]"),
        ),
        "Listing created", ".good", logged_in=True,
    ),
    Scenario(
        "site/wizard", "/wizard",
        (
            _field("^/wizard/address$", "full_name", "Full name", "Ada Lovelace"),
            _field("^/wizard/address$", "street", "Street and number", "St James's Square 12"),
            _field("^/wizard/address$", "city", "City", "London"),
            _field("^/wizard/address$", "postcode", "Postcode", "SW1Y 4JH"),
            _field("^/wizard/address$", "country", "Country", "United Kingdom", does="select", kind="combobox"),
            _press("^/wizard/address$", "to_delivery", "Continue", "form.card button[type=submit]"),
            _choice("^/wizard/delivery$", "express", "Express, next day, $12", "input[value=express]", kind="radio"),
            _field("^/wizard/delivery$", "window", "Time of day", "Morning (8-12)", does="select", kind="combobox"),
            _choice("^/wizard/delivery$", "gift", "Gift wrap", "input[value=gift]"),
            _press("^/wizard/delivery$", "to_review", "Continue", "form.card button[type=submit]"),
            _press("^/wizard/review$", "place", "Place order", "form.actions button[type=submit]"),
        ),
        "Order confirmed", "h1",
    ),
)  # fmt: skip
DJANGO = (
    Scenario(
        "django/add an author", "/admin/",
        (
            _in_row("^/admin/$", "add", "Add", row="Authors", css="tr.model-author", inner="a.addlink", nth=1, kind="link"),
            _field(f"{ADMIN}/author/add", "name", "Name", "Mary Somerville", css="#id_name"),
            _field(f"{ADMIN}/author/add", "born", "Born", "1780-12-26", css="#id_born"),
            _press(f"{ADMIN}/author/add", "save", "Save", "input[name=_save]", exact=True),
        ),
        "was added successfully", ".messagelist .success", logged_in=True,
    ),
    Scenario(
        "django/add a user", "/admin/auth/user/add/",
        (
            _field("/auth/user/add", "username", "Username", "grace", css="#id_username"),
            _field("/auth/user/add", "password", "Password:", "cobol-1959-navy", css="#id_password1", exact=True),
            _field("/auth/user/add", "again", "Password confirmation", "cobol-1959-navy", css="#id_password2"),
            _press("/auth/user/add", "save", "Save", "input[name=_save]", exact=True),
        ),
        "was added successfully", ".messagelist .success", logged_in=True,
    ),
    Scenario(
        "django/change an order", "/admin/shop/order/",
        (
            _in_row(f"{ADMIN}/order/$", "order", "B-2296", row="B-2296", css="#result_list tbody tr", inner="th a", nth=4, kind="link"),
            _field(f"{ADMIN}/order/\\d+/change", "customer", "Customer", "Mary Somerville", css="#id_customer"),
            _field(f"{ADMIN}/order/\\d+/change", "status", "Status", "Returned", css="#id_status", does="select", kind="combobox"),
            _press(f"{ADMIN}/order/\\d+/change", "save", "Save", "input[name=_save]", exact=True),
        ),
        "was changed successfully", ".messagelist .success", logged_in=True,
    ),
    Scenario(
        "django/delete an order", "/admin/shop/order/",
        (
            _in_row(f"{ADMIN}/order/$", "tick", "Select this object", row="B-2297", css="#result_list tbody tr", inner="input.action-select", nth=3, kind="checkbox", does="check"),
            Step(
                "action",
                "select",
                Place(f"{ADMIN}/order/$", "select[name=action]"),
                lambda page: page.get_by_role("combobox", name="Action"),
                "select[name=action]",
                "Delete selected orders",
                "combobox",
                "Action",
            ),
            _press(f"{ADMIN}/order/$", "go", "Go", ".actions button[name=index]"),
            _press(f"{ADMIN}/order/$", "sure", "Yes, I\u2019m sure", ".delete-confirmation form input[type=submit]"),
        ),
        "Successfully deleted", ".messagelist .success", logged_in=True,
    ),
    Scenario(
        "django/find a book", "/admin/shop/book/",
        (
            Step(
                "query",
                "fill",
                Place(f"{ADMIN}/book/$", "#searchbar"),
                lambda page: page.get_by_role("textbox", name="Search"),
                "#searchbar",
                "Clocks",
                "textbox",
                "Search",
            ),
            _press(f"{ADMIN}/book/$", "search", "Search", "#changelist-search input[type=submit]"),
            _in_row(f"{ADMIN}/book/$", "book", "Clocks of the 3. kind", row="Clocks of the 3.", css="#result_list tbody tr", inner="th a", nth=3, kind="link"),
            _field(f"{ADMIN}/book/\\d+/change", "price", "Price", "19.50", css="#id_price", kind="spinbutton"),
            _press(f"{ADMIN}/book/\\d+/change", "save", "Save", "input[name=_save]", exact=True),
        ),
        "was changed successfully", ".messagelist .success", logged_in=True,
    ),
)  # fmt: skip
MUI = (
    Scenario(
        "mui/block a member", "/mui-members.html",
        (
            _in_row("", "more", "More", row="member4@example.org", css="tbody tr", inner="button[aria-label=More]", nth=4),
            _press("", "block", "Block", "[role=menu] li:nth-child(3)", kind="menuitem"),
        ),
        "The member has been told", ".MuiAlert-message",
    ),
    Scenario(
        "mui/invite a member", "/mui-members.html",
        (
            _press("", "invite", "Invite", "header button"),
            _field("", "mail", "E-mail", "ada@example.org", css="[role=dialog] input[type=email]"),
            _press("", "send", "Send", "[role=dialog] button:nth-of-type(2)"),
        ),
        "The member has been told", ".MuiAlert-message",
    ),
)  # fmt: skip
BOOTSTRAP = (
    Scenario(
        "bootstrap/pay", "/bootstrap-shop.html",
        (
            _field("", "mail", "E-mail", "ada@example.org", css="#mail"),
            _field("", "country", "Country", "Norway", css="select.form-select", does="select", kind="combobox"),
            _press("", "pay", "Pay", "#address button[data-bs-target='#pay']"),
            _field("", "card", "Card number", "4111 1111 1111 1111", css="#card"),
            _choice("", "keep", "Keep the card", "#keep"),
            _press("", "sure", "Pay € 40", ".modal-footer .btn-primary", says="Thank you for your order"),
        ),
        "Thank you for your order", "p[role=status]",
    ),
    Scenario(
        "bootstrap/remove an order", "/bootstrap-shop.html",
        (
            _press("", "tab", "Orders", ".nav-tabs .nav-item:nth-child(2) button", kind="tab"),
            _in_row("", "remove", "Remove", row="A-1002", css="#orders tbody tr", inner="button.btn-close", nth=3, says="The order was removed"),
        ),
        "The order was removed", "p[role=status]",
    ),
)  # fmt: skip


def _order(
    at: int, name: str, inner: str, *, named: str = "", kind: str = "button", row: str = "", id: str = "open"
) -> Step:
    """Returns a step on an element in the row of an order, which a person would find by its number or its customer."""
    return _in_row("^/orders$", id, name, row=row or str(1001 + at), css="tbody tr", inner=inner, nth=at + 1, kind=kind, named=named)  # fmt: skip


EDITED = r"^/orders/\d+/edit$"
SAVE = "form.order #save"
SURE = Step(
    "sure", "click", Place("^/orders$", "dialog .sure"), lambda page: page.get_by_role("button", name="Delete order"),
    "dialog .sure", kind="button", name="Delete order",
)  # fmt: skip
DESK = (
    Scenario(
        "desk/add an order", "/orders",
        (
            _press("^/orders$", "new", "New order", "nav a[href='/orders/new']", kind="link"),
            _field("^/orders/new$", "customer", "Customer", "Mary Somerville"),
            _field("^/orders/new$", "product", "Product", "Paddle", does="select", kind="combobox"),
            _field("^/orders/new$", "quantity", "Quantity", "3", kind="spinbutton"),
            _field("^/orders/new$", "due", "Due date", "2030-05-04"),
            _press("^/orders/new$", "save", "Save", SAVE),
        ),
        "Order 5197 saved", ".toast", task="Add an order of 3 paddles for Mary Somerville, due on 4 May 2030",
    ),
    Scenario(
        "desk/change a quantity", "/orders",
        (
            _order(1, "Edit", "a.edit", named="Grace Hopper", kind="link"),
            _field(EDITED, "quantity", "Quantity", "4", kind="spinbutton"),
            _press(EDITED, "save", "Save", SAVE),
        ),
        "Order 1002 saved", ".toast", task="Change the quantity of the order of Grace Hopper to 4", record="Grace Hopper", by_name=True,
    ),
    Scenario(
        "desk/delete an order", "/orders", (_order(3, "Delete", "button.delete", row="1004"), SURE),
        "Order 1004 deleted", ".toast", task="Delete order 1004", record="Edsger Dijkstra",
    ),
    Scenario(
        "desk/delete by name", "/orders", (_order(4, "Delete", "button.delete", named="Radia Perlman"), SURE),
        "deleted", ".toast", task="Delete the order of Radia Perlman", record="Radia Perlman", by_name=True,
    ),
    Scenario(
        "desk/move a due date", "/orders",
        (
            _order(2, "Edit", "a.edit", kind="link"),
            _field(EDITED, "due", "Due date", "2030-05-04"),
            _press(EDITED, "save", "Save", SAVE),
        ),
        "Order 1003 saved", ".toast", task="Move the due date of order 1003 to 4 May 2030", record="Alan Turing",
    ),
    Scenario(
        "desk/ship an order", "/orders", (_order(5, "Ship", "button.ship", named="Ken Thompson"),),
        "Order 1006 shipped", ".toast", task="Ship the order of Ken Thompson", record="Ken Thompson", by_name=True,
    ),
    Scenario(
        "desk/ship by number", "/orders", (_order(1, "Ship", "button.ship"),),
        "shipped", ".toast", task="Ship order 1002", record="Grace Hopper",
    ),
    Scenario(
        "desk/write a note", "/orders",
        (
            _order(2, "Edit", "a.edit", kind="link"),
            _field(EDITED, "note", "Note", "Fragile"),
            _press(EDITED, "save", "Save", SAVE),
        ),
        "saved", ".toast", task="Write the note Fragile to order 1003", record="Alan Turing",
    ),
)  # fmt: skip
SCENARIOS = tuple(sorted((*SITE, *DESK, *DJANGO, *MUI, *BOOTSTRAP), key=lambda each: each.name))


def held_out() -> frozenset[str]:
    """Returns the names of the scenarios that are not used for tuning: every second one of each application."""
    names: set[str] = set()
    for _, group in groupby(SCENARIOS, key=lambda each: each.application):
        names.update(each.name for each in list(group)[1::2])
    return frozenset(names)
