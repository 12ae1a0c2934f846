"""Pages and answers that browsers meet in the wild: slow, redirected, empty, late, endless, downloaded, blocked."""

from __future__ import annotations

from actwright.testing.site.request_response import SiteRequest, SiteResponse, json, message, page, redirect, text
from actwright.testing.site.state import State

LONGEST_WAIT_MS = 60_000
ITEMS_PER_LOAD = 20
ITEMS_IN_ALL = 200
STATIC = {
    "/popup": "popup.html",
    "/popup/preview": "popup_preview.html",
    "/dialogs": "dialogs.html",
    "/download": "download.html",
    "/infinite": "infinite.html",
    "/long": "long.html",
    "/shadow": "shadow.html",
}
REPORT = "id,title,price\n1,Touring bicycle,420\n2,Folding reading chair,65\n"


def page_of(state: State, request: SiteRequest) -> SiteResponse:
    """A page without any state on the server."""
    return page(STATIC[request.path], user=None)


def slow(state: State, request: SiteRequest) -> SiteResponse:
    """Answer after `?ms=`, 1,000 by default."""
    waited = request.number("ms", 1_000, most=LONGEST_WAIT_MS)
    return message("Slow page", f"This page took {waited} ms.").after(waited)


def redirects(state: State, request: SiteRequest) -> SiteResponse:
    """Redirect `?n=` times, 3 by default, then say so."""
    asked = request.number("n", 3, most=100)
    left = request.number("left", asked, most=100)
    if left:
        return redirect(f"/redirect?n={asked}&left={left - 1}", status=302)
    return message("Redirected", f"You were redirected {asked} times.")


def no_content(state: State, request: SiteRequest) -> SiteResponse:
    """Nothing: the browser stays where it is."""
    return SiteResponse(status=204)


def hang(state: State, request: SiteRequest) -> SiteResponse:
    """A page with a button that blocks its main thread for `?ms=`, 30,000 by default."""
    return page("hang.html", user=None, ms=request.number("ms", 30_000, most=600_000))


def late(state: State, request: SiteRequest) -> SiteResponse:
    """A page whose form arrives `?ms=` after its script asked for it, 500 by default."""
    return page("late.html", user=None, ms=request.number("ms", 500, most=LONGEST_WAIT_MS))


def late_part(state: State, request: SiteRequest) -> SiteResponse:
    """The form that arrives late."""
    return page("late_part.html").after(request.number("ms", 500, most=LONGEST_WAIT_MS))


def endless_items(state: State, request: SiteRequest) -> SiteResponse:
    """The next items of the scrolling list, from `?after=`; an empty list at the end."""
    after = request.number("after", 0, most=ITEMS_IN_ALL)
    return json([f"Item {number}" for number in range(after + 1, min(after + ITEMS_PER_LOAD, ITEMS_IN_ALL) + 1)])


def download(state: State, request: SiteRequest) -> SiteResponse:
    """A file that the browser saves."""
    saved = text(REPORT, type="text/csv")
    disposition = ("Content-Disposition", 'attachment; filename="listings.csv"')
    return saved.model_copy(update={"headers": (*saved.headers, disposition)})
