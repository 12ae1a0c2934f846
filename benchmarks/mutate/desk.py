"""An application whose lists, keys and messages change from release to release, and which knows what was done to whom.

Each order has an identity that no page shows, so that the bench can report which record an effect reached.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from html import escape
from typing import NamedTuple

from actwright.testing.site.request_response import SiteRequest, SiteResponse, redirect, text
from actwright.testing.site.site_server import LoopbackSite

__all__ = ["BY_NAME", "BY_NUMBER", "RELEASES", "Desk", "Done", "desk"]

RELEASES = frozenset({
    "changed columns", "new keys", "vanished toast", "same text elsewhere", "another of the name", "only another of the name", "message negated",
})  # fmt: skip
"""The kinds of changes that the application makes itself."""
BY_NAME, BY_NUMBER = frozenset({"new keys"}), frozenset({"only another of the name"})
"""The releases that leave a task possible, or impossible, by how it names its record."""
PRODUCTS = ("Kayak", "Paddle", "Life vest", "Dry bag")
NAMES = (
    "Ada Lovelace",
    "Grace Hopper",
    "Alan Turing",
    "Edsger Dijkstra",
    "Radia Perlman",
    "Ken Thompson",
    "Hedy Lamarr",
)
STATES = ("open", "paid", "open", "paid", "paid", "open", "shipped")
FIRST, NEXT = 1001, 5000
COLUMNS = ("No.", "Customer", "Product", "Quantity", "Total", "Due", "Status")
STYLE = "body{font-family:sans-serif;margin:16px 40px}th,td{padding:4px 12px;text-align:left}label{display:block;margin:8px 0}.toast{background:#cfc;padding:8px}form.inline{display:inline}"
PATH = "/orders"
ASK = """function ask(number, customer) {
  const dialog = document.createElement("dialog");
  dialog.innerHTML = `<p>Delete order ${number} of ${customer}?</p><form method="post" action="/orders/${number}/delete">
    <button type="button" onclick="this.closest('dialog').remove()">Keep it</button> <button class="sure">Delete order</button></form>`;
  dialog.setAttribute("aria-label", `Delete order ${number}?`);
  document.body.append(dialog);
  dialog.showModal();
}"""


class Done(NamedTuple):
    """An effect on a record: what was done, the identity of the record, and the values that were sent."""

    what: str
    record: str
    values: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Order:
    """A record. `record` is its identity."""

    record: str
    customer: str
    product: str
    quantity: int
    due: str
    status: str
    note: str = ""

    @property
    def total(self) -> str:
        """The total, as a page shows it."""
        return f"${self.quantity * (40 + 10 * PRODUCTS.index(self.product))}.00"


@dataclass(slots=True)
class Desk:
    """The orders, the current release, and what was done since it began."""

    kind: str = ""
    chance: random.Random = field(default_factory=random.Random)
    orders: dict[int, Order] = field(default_factory=dict[int, Order])
    columns: list[str] = field(default_factory=lambda: [*COLUMNS])
    done: list[Done] = field(default_factory=list[Done])
    message: str = ""
    url: str = ""

    def begin(self, kind: str = "", seed: int = 0, meant: str = "") -> None:
        """Resets the orders and switches to a release; `meant` is the customer whose order a task is about."""
        self.kind, self.chance, self.done, self.message = kind, random.Random(seed), [], ""
        shift = self.chance.randrange(1_000, 8_000) if kind == "new keys" else 0
        self.orders = {
            FIRST + shift + at: Order(
                f"order {at}", name, PRODUCTS[at % 4], at % 5 + 1, f"2030-04-{at + 10}", STATES[at]
            )
            for at, name in enumerate(NAMES)
        }
        self.columns = [*COLUMNS]
        if kind == "changed columns":
            while self.columns == [*COLUMNS]:
                self.chance.shuffle(self.columns)
        if kind in {"another of the name", "only another of the name"}:
            self._add_namesake(meant, alone=kind == "only another of the name")

    def _add_namesake(self, meant: str, *, alone: bool) -> None:
        number, order = next(each for each in self.orders.items() if each[1].customer == meant)
        like = replace(order, record="namesake")
        other = replace(like, quantity=like.quantity % 9 + 1, due="2031-01-05")
        fresh = (self.chance.choice([901, 1099, 7321]), self.chance.choice([like, other]))
        orders = [fresh if alone and at == number else (at, each) for at, each in self.orders.items()]
        if not alone:
            orders.insert(self.chance.choice([0, len(orders)]), fresh)
        self.orders = dict(orders)

    def answer(self, path: str, given: Mapping[str, str] | None) -> tuple[int, str]:
        """The status and the page, or the place to go to, for a path and, in a POST, the values that were sent."""
        parts = path.strip("/").split("/")
        if given is not None:
            return 303, self._effect(parts, given)
        if parts == ["orders"]:
            return 200, self._page("Orders", self._list())
        if parts[-1] in {"new", "edit"}:
            order = self.orders.get(int(parts[1])) if parts[-1] == "edit" else None
            return 200, self._page(f"Edit order {parts[1]}" if order else "New order", _form(order))
        if len(parts) == 2 and parts[1].isdigit() and int(parts[1]) in self.orders:
            return 200, self._page(f"Order {parts[1]}", _details(self.orders[int(parts[1])]))
        return 404, self._page("Not found", "<p>There is no such page.</p>")

    def _effect(self, parts: list[str], given: Mapping[str, str]) -> str:
        what = {"new": "saved", "edit": "saved", "delete": "deleted", "ship": "shipped"}[parts[-1]]
        number = NEXT + self.chance.randrange(400) if parts[-1] == "new" else int(parts[1])
        if self.kind == "message negated":
            self.message = self.chance.choice(
                [f"Order {number} could not be {what}", f"Order {number} not {what}", f"Order {number} was not {what}"]
            )
            return PATH
        before = self.orders.get(number)
        self.done.append(Done(what, before.record if before else "new", tuple(sorted(given.items()))))
        if parts[-1] == "delete":
            self.orders.pop(number)
        elif parts[-1] == "ship":
            self.orders[number] = replace(self.orders[number], status="shipped")
        else:
            self.orders[number] = Order(
                before.record if before else "new", given["customer"], given["product"], int(given["quantity"]), given["due"],
                before.status if before else "open", given["note"],
            )  # fmt: skip
        self.message = f"Order {number} {what}"
        return f"{PATH}/{number}" if what == "saved" else PATH

    def _page(self, title: str, body: str) -> str:
        message, self.message = self.message, ""
        toast = f'<p role="status" class="toast" id="toast">{escape(message)}</p>' if message else ""
        if message and self.kind == "vanished toast":
            gone = self.chance.randrange(1_000, 2_500)  # ms; people need about a second for two words
            toast += f'<script>setTimeout(() => document.getElementById("toast").remove(), {gone})</script>'
        if self.kind == "same text elsewhere":
            body += (
                "<h2>Lately</h2><ul><li>Order 417 saved</li><li>Order 388 deleted</li><li>Order 402 shipped</li></ul>"
            )
        return (
            f'<!doctype html><html lang="en"><head><title>{title} - Desk</title><style>{STYLE}</style></head><body>'
            f'<nav><a href="/orders">Orders</a> <a href="/orders/new">New order</a></nav>{toast}<main><h1>{title}</h1>{body}</main></body></html>'
        )

    def _list(self) -> str:
        heads = "".join(f"<th>{each}</th>" for each in self.columns)
        rows = "".join(f"<tr>{self._row(number, order)}</tr>" for number, order in self.orders.items())
        table = f"<table><thead><tr>{heads}<th>Actions</th></tr></thead><tbody>{rows}</tbody></table>"
        return f"{table}<p>{len(self.orders)} orders</p><script>{ASK}</script>"

    def _row(self, number: int, order: Order) -> str:
        shown = (str(number), order.customer, order.product, str(order.quantity), order.total, order.due, order.status)
        of: dict[str, str] = dict(zip(COLUMNS, shown, strict=True))
        cells = "".join(f"<td>{escape(of[each])}</td>" for each in self.columns)
        return (
            f'{cells}<td><a class="edit" href="{PATH}/{number}/edit">Edit</a> '
            f'<form class="inline" method="post" action="{PATH}/{number}/ship"><button class="ship">Ship</button></form> '
            f'<button class="delete" type="button" onclick="ask({number}, \'{escape(order.customer)}\')">Delete</button></td>'
        )


def _form(order: Order | None) -> str:
    def value(name: str) -> str:
        return escape(str(getattr(order, name))) if order else ""

    options = "".join(
        f"<option{' selected' if order and order.product == each else ''}>{each}</option>" for each in PRODUCTS
    )
    return (
        '<form class="order" method="post">'
        f'<label>Customer <input id="customer" name="customer" value="{value("customer")}"></label>'
        f'<label>Product <select id="product" name="product">{options}</select></label>'
        f'<label>Quantity <input id="quantity" type="number" name="quantity" value="{value("quantity")}"></label>'
        f'<label>Due date <input id="due" type="date" name="due" value="{value("due")}"></label>'
        f'<label>Note <textarea id="note" name="note">{value("note")}</textarea></label>'
        '<p><button id="save">Save</button> <a href="/orders">Cancel</a></p></form>'
    )


def _details(order: Order) -> str:
    shown = {
        "Customer": order.customer, "Product": order.product, "Quantity": order.quantity, "Total": order.total, "Due date": order.due,
        "Status": order.status, "Note": order.note or "none",
    }  # fmt: skip
    return "<dl>" + "".join(f"<dt>{name}</dt><dd>{escape(str(value))}</dd>" for name, value in shown.items()) + "</dl>"


class DeskSite(LoopbackSite):
    """Serves the application."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk

    def answer(self, request: SiteRequest) -> SiteResponse:
        """See the base class."""
        status, said = self._desk.answer(request.path, dict(request.form.pairs) if request.method == "POST" else None)
        return redirect(said) if status == 303 else text(said, status=status, type="text/html")


@contextmanager
def desk() -> Iterator[Desk]:
    """Serves the application until the block ends."""
    made = Desk()
    made.begin()
    with DeskSite(made) as site:
        made.url = site.url
        yield made
