"""The scenarios that are recorded, and the same written by hand, with role locators and with CSS locators.

A step names its element in two ways. `Place` is where the element is on the unchanged page, and serves only to give it
its hidden identity; `role` and `css` are what a tester would write. In the alphabetical order of each application, the
first, third, fifth … scenario may be used to tune the matcher; the others are only reported.
"""

from __future__ import annotations

from itertools import groupby

from benchmarks.mutate.steps import Place, Scenario, Step, choice, field, in_row, press

__all__ = ["SCENARIOS", "held_out"]


ADMIN = "^/admin/shop"
SITE = (
    Scenario(
        "site/frame", "/frame",
        (
            field("/frame/form", "price", "Price", "50"),
            press("/frame/form", "submit", "Submit", "form button[type=submit]"),
        ),
        "Success!", "h1", frame="iframe",
    ),
    Scenario(
        "site/kitchen", "/kitchen",
        (
            field("^/kitchen$", "text", "Text", "Kayak", exact=True),
            field("^/kitchen$", "email", "Email", "ada@example.org"),
            field("^/kitchen$", "number", "Number", "7"),
            field("^/kitchen$", "date", "Date", "2026-05-04", exact=True),
            field("^/kitchen$", "select", "Select", "Pear", does="select", kind="combobox", exact=True),
            choice("^/kitchen$", "size", "Medium", "input[name=size][value=M]", kind="radio"),
            choice("^/kitchen$", "basket", "Basket", "input[name=extras][value=basket]"),
            field("^/kitchen$", "textarea", "Long text", "A long way"),
            press("^/kitchen$", "send", "Send", "button[value=send]", exact=True),
        ),
        "Exactly what the form sent", "caption",
    ),
    Scenario(
        "site/listings", "/",
        (
            press("^/$", "olive", "Potted olive tree", "ul.grid > li:nth-child(6) a", kind="link"),
            press("^/listings/6$", "all", "View all listings", ".actions a.button", kind="link"),
        ),
        "All listings", "h1",
    ),
    Scenario(
        "site/login", "/login",
        (
            field("^/login$", "email", "Email", "ada@example.org"),
            field("^/login$", "password", "Password", "lovelace-1843"),
            press("^/login$", "submit", "Log in", "form[action='/login'] button[type=submit]"),
        ),
        "Good things, second time round", "h1",
    ),
    Scenario(
        "site/price", "/price",
        (field("^/price$", "price", "Price", "50"), press("^/price$", "submit", "Submit", "form button[type=submit]")),
        "Success!", "h1",
    ),
    Scenario(
        "site/sell", "/sell",
        (
            field("^/sell$", "title", "Title", "Canvas kayak"),
            field("^/sell$", "price", "Price", "320"),
            field("^/sell$", "category", "Category", "Boats", does="select", kind="combobox"),
            choice("^/sell$", "good", "Good", "input[name=condition][value=Good]", kind="radio"),
            field("^/sell$", "available", "Date available", "2026-05-04"),
            field("^/sell$", "description", "Description", "Folds into a bag."),
            choice("^/sell$", "terms", "I accept the terms of sale", "#terms"),
            press("^/sell$", "create", "Create listing", "form.card button[type=submit]"),
        ),
        "Listing created", ".good", logged_in=True,
    ),
    Scenario(
        "site/wizard", "/wizard",
        (
            field("^/wizard/address$", "full_name", "Full name", "Ada Lovelace"),
            field("^/wizard/address$", "street", "Street and number", "St James's Square 12"),
            field("^/wizard/address$", "city", "City", "London"),
            field("^/wizard/address$", "postcode", "Postcode", "SW1Y 4JH"),
            field("^/wizard/address$", "country", "Country", "United Kingdom", does="select", kind="combobox"),
            press("^/wizard/address$", "to_delivery", "Continue", "form.card button[type=submit]"),
            choice("^/wizard/delivery$", "express", "Express, next day, $12", "input[value=express]", kind="radio"),
            field("^/wizard/delivery$", "window", "Time of day", "Morning (8-12)", does="select", kind="combobox"),
            choice("^/wizard/delivery$", "gift", "Gift wrap", "input[value=gift]"),
            press("^/wizard/delivery$", "to_review", "Continue", "form.card button[type=submit]"),
            press("^/wizard/review$", "place", "Place order", "form.actions button[type=submit]"),
        ),
        "Order confirmed", "h1",
    ),
)  # fmt: skip
DJANGO = (
    Scenario(
        "django/add an author", "/admin/",
        (
            in_row("^/admin/$", "add", "Add", row="Authors", css="tr.model-author", inner="a.addlink", nth=1, kind="link"),
            field(f"{ADMIN}/author/add", "name", "Name", "Mary Somerville", css="#id_name"),
            field(f"{ADMIN}/author/add", "born", "Born", "1780-12-26", css="#id_born"),
            press(f"{ADMIN}/author/add", "save", "Save", "input[name=_save]", exact=True),
        ),
        "was added successfully", ".messagelist .success", logged_in=True,
    ),
    Scenario(
        "django/add a user", "/admin/auth/user/add/",
        (
            field("/auth/user/add", "username", "Username", "grace", css="#id_username"),
            field("/auth/user/add", "password", "Password:", "cobol-1959-navy", css="#id_password1", exact=True),
            field("/auth/user/add", "again", "Password confirmation", "cobol-1959-navy", css="#id_password2"),
            press("/auth/user/add", "save", "Save", "input[name=_save]", exact=True),
        ),
        "was added successfully", ".messagelist .success", logged_in=True,
    ),
    Scenario(
        "django/change an order", "/admin/shop/order/",
        (
            in_row(f"{ADMIN}/order/$", "order", "B-2296", row="B-2296", css="#result_list tbody tr", inner="th a", nth=4, kind="link"),
            field(f"{ADMIN}/order/\\d+/change", "customer", "Customer", "Mary Somerville", css="#id_customer"),
            field(f"{ADMIN}/order/\\d+/change", "status", "Status", "Returned", css="#id_status", does="select", kind="combobox"),
            press(f"{ADMIN}/order/\\d+/change", "save", "Save", "input[name=_save]", exact=True),
        ),
        "was changed successfully", ".messagelist .success", logged_in=True,
    ),
    Scenario(
        "django/delete an order", "/admin/shop/order/",
        (
            in_row(f"{ADMIN}/order/$", "tick", "Select this object", row="B-2297", css="#result_list tbody tr", inner="input.action-select", nth=3, kind="checkbox", does="check"),
            field(f"{ADMIN}/order/$", "action", "Action", "Delete selected orders", css="select[name=action]", does="select", kind="combobox", labelled=False),
            press(f"{ADMIN}/order/$", "go", "Go", ".actions button[name=index]"),
            press(f"{ADMIN}/order/$", "sure", "Yes, I\u2019m sure", ".delete-confirmation form input[type=submit]"),
        ),
        "Successfully deleted", ".messagelist .success", logged_in=True,
    ),
    Scenario(
        "django/find a book", "/admin/shop/book/",
        (
            field(f"{ADMIN}/book/$", "query", "Search", "Clocks", css="#searchbar", labelled=False),
            press(f"{ADMIN}/book/$", "search", "Search", "#changelist-search input[type=submit]"),
            in_row(f"{ADMIN}/book/$", "book", "Clocks of the 3. kind", row="Clocks of the 3.", css="#result_list tbody tr", inner="th a", nth=3, kind="link"),
            field(f"{ADMIN}/book/\\d+/change", "price", "Price", "19.50", css="#id_price", kind="spinbutton"),
            press(f"{ADMIN}/book/\\d+/change", "save", "Save", "input[name=_save]", exact=True),
        ),
        "was changed successfully", ".messagelist .success", logged_in=True,
    ),
)  # fmt: skip
MUI = (
    Scenario(
        "mui/block a member", "/mui-members.html",
        (
            in_row("", "more", "More", row="member4@example.org", css="tbody tr", inner="button[aria-label=More]", nth=4),
            press("", "block", "Block", "[role=menu] li:nth-child(3)", kind="menuitem"),
        ),
        "The member has been told", ".MuiAlert-message",
    ),
    Scenario(
        "mui/invite a member", "/mui-members.html",
        (
            press("", "invite", "Invite", "header button"),
            field("", "mail", "E-mail", "ada@example.org", css="[role=dialog] input[type=email]"),
            press("", "send", "Send", "[role=dialog] button:nth-of-type(2)"),
        ),
        "The member has been told", ".MuiAlert-message",
    ),
)  # fmt: skip
BOOTSTRAP = (
    Scenario(
        "bootstrap/pay", "/bootstrap-shop.html",
        (
            field("", "mail", "E-mail", "ada@example.org", css="#mail"),
            field("", "country", "Country", "Norway", css="select.form-select", does="select", kind="combobox"),
            press("", "pay", "Pay", "#address button[data-bs-target='#pay']"),
            field("", "card", "Card number", "4111 1111 1111 1111", css="#card"),
            choice("", "keep", "Keep the card", "#keep"),
            press("", "sure", "Pay € 40", ".modal-footer .btn-primary", says="Thank you for your order"),
        ),
        "Thank you for your order", "p[role=status]",
    ),
    Scenario(
        "bootstrap/remove an order", "/bootstrap-shop.html",
        (
            press("", "tab", "Orders", ".nav-tabs .nav-item:nth-child(2) button", kind="tab"),
            in_row("", "remove", "Remove", row="A-1002", css="#orders tbody tr", inner="button.btn-close", nth=3, says="The order was removed"),
        ),
        "The order was removed", "p[role=status]",
    ),
)  # fmt: skip


def _order(
    at: int, name: str, inner: str, *, named: str = "", kind: str = "button", row: str = "", id: str = "open"
) -> Step:
    """Returns a step on an element in the row of an order, which a person would find by its number or its customer."""
    return in_row("^/orders$", id, name, row=row or str(1001 + at), css="tbody tr", inner=inner, nth=at + 1, kind=kind, named=named)  # fmt: skip


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
            press("^/orders$", "new", "New order", "nav a[href='/orders/new']", kind="link"),
            field("^/orders/new$", "customer", "Customer", "Mary Somerville"),
            field("^/orders/new$", "product", "Product", "Paddle", does="select", kind="combobox"),
            field("^/orders/new$", "quantity", "Quantity", "3", kind="spinbutton"),
            field("^/orders/new$", "due", "Due date", "2030-05-04"),
            press("^/orders/new$", "save", "Save", SAVE),
        ),
        "Order 5197 saved", ".toast", task="Add an order of 3 paddles for Mary Somerville, due on 4 May 2030",
    ),
    Scenario(
        "desk/change a quantity", "/orders",
        (
            _order(1, "Edit", "a.edit", named="Grace Hopper", kind="link"),
            field(EDITED, "quantity", "Quantity", "4", kind="spinbutton"),
            press(EDITED, "save", "Save", SAVE),
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
            field(EDITED, "due", "Due date", "2030-05-04"),
            press(EDITED, "save", "Save", SAVE),
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
            field(EDITED, "note", "Note", "Fragile"),
            press(EDITED, "save", "Save", SAVE),
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
