"""Serves a boat shop with a forum and a team on its own loopback port.

The pages have the markup that the helpers of the benchmark expect.

The site keeps orders, reviews, posts and changes until `reset`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, TypeAlias
from urllib.parse import parse_qs, urlsplit

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from benchmarks.serving import Answer, Request, Serving

PAGES = Path(__file__).parent / "pages"
TYPES = {"png": "image/png", "jpg": "image/jpeg", "svg": "image/svg+xml"}
USER = "ada"
Row: TypeAlias = dict[str, Any]
Form: TypeAlias = dict[str, str]


@dataclass(frozen=True)
class Product:
    sku: str
    slug: str
    name: str
    price: str
    attributes: dict[str, str]
    options: tuple[str, ...] = ()


PRODUCTS = {
    product.sku: product
    for product in (
        Product("K1", "sea-kayak", "Sea kayak", "$1,299.00", {"Brand Name": "Nordwind", "Length": "5.2 m"}),
        Product("C1", "lake-canoe", "Lake canoe", "$750.00", {"Manufacturer": "Ahornwerk", "Length": "4.6 m"}),
        Product("P1", "paddle", "Paddle", "$24.50", {"Brand Name": "Nordwind & Sons", "Length": "2.1 m"}),
        Product(
            "V1", "life-vest", "Life vest", "$39.00", {"Brand Name": "Kork"}, options=("Bright orange", "Navy blue")
        ),
    )
}


def orders() -> list[Row]:
    return [{"sku": "P1", "quantity": 1, "option": ""}]


def reviews() -> dict[str, list[Row]]:
    said = (("Mia", 5, "Light and strong."), ("Tom", 4, "Good."), ("Lena", 3, "It floats."))
    return {"P1": [dict(zip(("nickname", "stars", "detail"), each, strict=True)) for each in said]}


def comments() -> list[Row]:
    return [
        {
            "id": 1,
            "level": 1,
            "user": "lena",
            "text": "A canoe does not tip over.",
            "time": "2026-03-01T09:00:00+00:00",
        },
        {"id": 2, "level": 2, "user": "tom", "text": "Mine did.", "time": "2026-03-01T10:00:00+00:00"},
        {"id": 3, "level": 1, "user": "mia", "text": "A kayak is faster.", "time": "2026-03-02T09:00:00+00:00"},
    ]


@dataclass
class State:
    orders: list[Row] = field(default_factory=orders)
    reviews: dict[str, list[Row]] = field(default_factory=reviews)
    comments: list[Row] = field(default_factory=comments)
    cart: list[str] = field(default_factory=lambda: ["P1"])
    roles: dict[str, str] = field(
        default_factory=lambda: {"lena": "Owner", "tom": "Developer", "mia": "Guest", "ada": "Owner"}
    )

    def ordered(self, form: Form) -> str:
        self.orders.append({"sku": form["sku"], "quantity": int(form["quantity"]), "option": form.get("option", "")})
        return f"/sales/order/view/order_id/{len(self.orders)}/"

    def reviewed(self, form: Form) -> str:
        said = {"nickname": form["nickname"], "stars": int(form["stars"]), "detail": form["detail"]}
        self.reviews.setdefault(form["sku"], []).append(said)
        return f"/{PRODUCTS[form['sku']].slug}.html"

    def put_in_cart(self, form: Form) -> str:
        self.cart.append(form["sku"])
        return "/cart"

    def taken_out(self, form: Form) -> str:
        self.cart.remove(form["sku"])
        return "/cart"

    def commented(self, form: Form) -> str:
        parent = int(form["parent"])
        place = next((at for at, each in enumerate(self.comments, 1) if each["id"] == parent), len(self.comments))
        level = 2 if parent else 1
        number = len(self.comments) + 1
        said = {
            "id": number,
            "level": level,
            "user": USER,
            "text": form["text"],
            "time": f"2026-04-01T09:00:{number:02}+00:00",
        }
        self.comments.insert(place, said)
        return "/f/boats/12/kayak-or-canoe"

    def promoted(self, form: Form) -> str:
        self.roles[form["account"]] = form["role"]
        return "/team"

    POSTS: ClassVar[dict[str, Callable[[Any, Form], str]]] = {
        "/orders": ordered,
        "/reviews": reviewed,
        "/cart": put_in_cart,
        "/cart/remove": taken_out,
        "/f/boats/12/comments": commented,
        "/team": promoted,
    }


class Harbour(Serving):
    """Serves the site inside `with Harbour() as harbour`; `harbour.url` has no slash at the end."""

    def __init__(self) -> None:
        super().__init__()
        self.state = State()
        self.templates = Environment(
            loader=FileSystemLoader(PAGES), autoescape=True, undefined=StrictUndefined, trim_blocks=True
        )

    def reset(self) -> None:
        self.state = State()

    @property
    def sites(self) -> dict[str, str]:
        """The arguments of `load_tasks` for this suite."""
        return {"SITE": self.url, "SHOPPING": self.url}

    def answer(self, request: Request) -> Answer:
        """Returns a page, a picture, an answer of the API, or where an act leads to."""
        if request.method == "POST":
            return self.acted(request.path, request.body.decode())
        picture = PAGES / "pictures" / Path(request.path).name
        if request.path.startswith("/rest/"):
            status = 200 if request.headers.get("Authorization") == "Bearer harbour" else 401
            return Answer(json.dumps(self.told(request.path)), "application/json", status)
        if request.path.startswith("/pictures/") and picture.is_file():
            return Answer(picture.read_bytes(), TYPES[picture.suffix[1:]])
        found = self.page(request.path, flat(urlsplit(request.target).query), request.headers.get("Cookie", ""))
        if found is None:
            return Answer("<title>Not found</title><h1>There is nothing here</h1>", status=404)
        return Answer(self.templates.get_template(found[0]).render(found[1]))

    def acted(self, path: str, body: str) -> Answer:
        """Does what a POST asks for."""
        if path == "/rest/default/V1/integration/admin/token":
            good = json.loads(body) == {"username": "admin", "password": "admin1234"}
            return Answer('"harbour"', "application/json", 200 if good else 401)
        return Answer(status=303, headers={"Location": State.POSTS[path](self.state, flat(body))})

    def page(self, path: str, query: Form, cookie: str) -> tuple[str, Row] | None:
        """Returns the name and the values of the template of a page; None if there is no such page."""
        state = self.state
        shared = {"user": USER if f"user={USER}" in cookie else "", "products": PRODUCTS, "query": query}
        if path.startswith("/sales/order/view/order_id/"):
            number = path.rstrip("/").rpartition("/")[2]
            if number.isdigit() and 0 < int(number) <= len(state.orders):
                order = state.orders[int(number) - 1]
                return "order.html", shared | {"number": number, "order": order, "product": PRODUCTS[order["sku"]]}
            return None
        for product in PRODUCTS.values():
            if path == f"/{product.slug}.html":
                return "product.html", shared | {"product": product, "reviews": state.reviews.get(product.sku, [])}
        pages = {
            "/": ("home.html", {}),
            "/cart": ("cart.html", {"cart": state.cart}),
            "/f/boats": ("forum.html", {}),
            "/f/boats/12/kayak-or-canoe": ("post.html", {"comments": nested(state.comments)}),
            "/f/boats/12": ("post.html", {"comments": nested(state.comments)}),
            "/team": ("team.html", {"roles": state.roles}),
            "/contact": ("contact.html", {}),
            "/gallery": ("gallery.html", {"shown": query.get("show", "kayak")}),
            "/here": ("here.html", {}),
        }
        found = pages.get(path.rstrip("/") or "/")
        return None if found is None else (found[0], shared | found[1])

    def told(self, path: str) -> Any:
        """Returns the answers of the shop's API."""
        if path == "/rest/V1/orders":
            return {"items": [{"increment_id": f"{len(self.state.orders):09}"}] if self.state.orders else []}
        sku = path.removeprefix("/rest/V1/products/").removesuffix("/reviews")
        return [
            {
                "nickname": each["nickname"],
                "detail": each["detail"],
                "ratings": [{"rating_name": "Rating", "percent": each["stars"] * 20}],
            }
            for each in self.state.reviews.get(sku, [])
        ]


def nested(comments: list[Row]) -> list[Row]:
    """Returns the comments of the first level, each with its replies."""
    threads: list[Row] = []
    for each in comments:
        if each["level"] == 1:
            threads.append({**each, "answers": []})
        else:
            threads[-1]["answers"].append(each)
    return threads


def flat(query: str) -> Form:
    return {key: values[-1] for key, values in parse_qs(query, keep_blank_values=True).items()}
