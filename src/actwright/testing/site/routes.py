"""The routes of the site: which function responds to which address."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.resources import files

from actwright.testing.site import applications, corners, forms_apart, market, wizard
from actwright.testing.site.request_response import SiteRequest, SiteResponse, message, page, text
from actwright.testing.site.state import State

Route = Callable[..., SiteResponse]

PAGES = {
    "/price": "one field and a button",
    "/sell": "the listing form, after logging in",
    "/spa": "the listing form as a single-page app",
    "/spa?render=unkeyed": "the same, which replaces its whole document on every change",
    "/frame": "a form in a frame",
    "/frame?host=other": "a form in a frame of another origin",
    "/shadow": "a form in a web component",
    "/wizard": "an order in three pages",
    "/apply": "an application of twelve fields",
    "/kitchen": "every kind of native input",
    "/sloppy": "a form without labels",
    "/overlay": "a form under a cookie banner",
    "/popup": "links and scripts that open tabs",
    "/dialogs": "alert, confirm, prompt and leaving",
    "/download": "a file to save",
    "/late": "a form that arrives late",
    "/infinite": "a list that grows as it scrolls",
    "/long": "containers that scroll",
    "/slow?ms=1000": "a slow answer",
    "/redirect?n=3": "a chain of redirects",
    "/204": "no content: the browser stays here",
    "/hang": "a button that blocks the page",
}


def contents(state: State, request: SiteRequest) -> SiteResponse:
    """All pages of the site."""
    return page("contents.html", user=state.user(request), pages=PAGES)


STATIC_TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml", "jpg": "image/jpeg"}


def static(state: State, request: SiteRequest, name: str) -> SiteResponse:
    """A bundled file. The route's pattern allows only a bare name, so no path can leave the folder."""
    found = files("actwright.testing.site").joinpath("static", name)
    if not found.is_file():
        return text("Not found.", status=404)
    kind = STATIC_TYPES[name.rpartition(".")[2]]
    return SiteResponse(headers=(("Content-Type", kind), ("Cache-Control", "max-age=300")), body=found.read_bytes())


ID = r"(\d{1,9})"
ROUTES: dict[str, dict[str, Route]] = {
    "/": {"GET": market.home},
    "/login": {"GET": market.login, "POST": market.log_in},
    "/logout": {"POST": market.log_out},
    "/sell": {"GET": market.sell, "POST": market.create_listing},
    "/listings": {"GET": market.show_listings},
    f"/listings/{ID}": {"GET": market.show_listing},
    f"/listings/{ID}/delete": {"GET": market.confirm_deletion, "POST": market.delete_listing},
    f"/photos/{ID}": {"GET": market.photo},
    r"/spa(?:/.*)?": {"GET": market.spa},
    "/api/listings": {"GET": market.list_by_api, "POST": market.create_listing_by_api},
    "/wizard": {"GET": wizard.start},
    "/wizard/address": {"GET": wizard.ask_address, "POST": wizard.take_address},
    "/wizard/delivery": {"GET": wizard.ask_delivery, "POST": wizard.take_delivery},
    "/wizard/review": {"GET": wizard.review, "POST": wizard.confirm},
    f"/wizard/done/{ID}": {"GET": wizard.thanks},
    "/apply": {"GET": applications.apply, "POST": applications.take_application},
    f"/apply/{ID}": {"GET": applications.received},
    "/applications": {"GET": applications.find_application},
    "/frame": {"GET": forms_apart.frame},
    "/kitchen": {"GET": forms_apart.kitchen, "POST": forms_apart.take_kitchen},
    f"/kitchen/{ID}": {"GET": forms_apart.kitchen_received},
    "/slow": {"GET": corners.slow},
    "/redirect": {"GET": corners.redirects},
    "/204": {"GET": corners.no_content, "POST": corners.no_content},
    "/hang": {"GET": corners.hang},
    "/late": {"GET": corners.late},
    "/late/part": {"GET": corners.late_part},
    "/infinite/items": {"GET": corners.endless_items},
    "/download/listings.csv": {"GET": corners.download},
    "/pages": {"GET": contents},
    r"/static/([a-z_]+\.(?:css|js|svg|jpg))": {"GET": static},
    **{path: {"GET": corners.page_of} for path in corners.STATIC},
    **{path: {"GET": forms_apart.ask_price, "POST": forms_apart.take_price} for path in forms_apart.FORMS},
    **{f"{path}/success": {"GET": forms_apart.price_success} for path in forms_apart.FORMS},
}
ROUTES["/shadow"] |= {"POST": forms_apart.shadow_received}


def answer(state: State, request: SiteRequest) -> SiteResponse:
    """Returns the response to a request; 404 for an unknown address, 405 for a method that it does not accept."""
    for pattern, methods in ROUTES.items():
        if found := re.fullmatch(pattern, request.path, re.ASCII):
            route = methods.get("GET" if request.method == "HEAD" else request.method)
            if route is None:
                return text("Method not allowed.", status=405)
            return route(state, request, *found.groups())
    return message("Page not found", request.path, status=404, user=state.user(request))
