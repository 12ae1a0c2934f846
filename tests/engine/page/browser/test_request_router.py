"""One route in a context puts each request to its firewall once."""

import asyncio
from contextlib import AsyncExitStack

import pytest
from playwright.async_api import BrowserContext
from reused_page import own_page
from served_pages import ServedPages

from actwright.engine.page.browser import routing
from actwright.engine.page.browser.routing import router_of, under_rule
from actwright.engine.permissions.request_firewall import Block, RequestRule
from actwright.errors import BrowserError


class Noted(RequestRule):
    """A rule that blocks requests other than GET if it `blocks`, and notes what it is asked about."""

    def __init__(self, subject, *, blocks=False):
        self.subject, self.blocks, self.asked = subject, blocks, []

    async def decide(self, request):
        self.asked.append((request.method, request.url.rpartition("/")[2], request.read_body()))
        return Block(f"by {self.subject}") if self.blocks and not request.is_safe else None


@pytest.fixture(scope="module")
def site():
    with ServedPages({"/": "<title>Shop</title>", "/order": "taken"}) as site:
        yield site


@pytest.fixture
async def tab(chromium):
    async with own_page(chromium) as page:
        yield page


async def sends(page):
    return await page.evaluate(
        "fetch('/order', {method: 'POST', body: 'card=4111'}).then((answer) => answer.text(), () => 'refused')"
    )


@pytest.mark.parametrize("turn", [1, -1])
async def test_a_request_that_two_rules_could_decide_is_decided_by_the_first(tab, site, turn):
    """Whichever was added first, and although the page has a route of its own."""
    await tab.route("**/order", lambda route: route.fulfill(body="by the caller"))
    hosts, submission = rules = Noted("hosts", blocks=True), Noted("submission", blocks=True)
    await tab.goto(site.url)
    async with AsyncExitStack() as stack:
        for rule in rules[::turn]:
            await stack.enter_async_context(under_rule(tab.context, rule, pages=[tab]))
        assert await sends(tab) == "refused"
        assert hosts.asked == [("POST", "order", b"card=4111")]
        assert submission.asked == []
        assert [str(each) for each in hosts.refusals] == [f"POST {site.url}/order by hosts, once"]
    assert await sends(tab) == "by the caller"


async def test_rules_share_one_route_and_each_is_asked_once(tab, site, monkeypatch):
    routed, unrouted = [], []
    route, unroute = BrowserContext.route, BrowserContext.unroute

    async def counted(self, *given):
        routed.append(given[0])
        await route(self, *given)

    async def ended(self, *given):
        unrouted.append(given[0])
        await unroute(self, *given)

    monkeypatch.setattr(BrowserContext, "route", counted)
    monkeypatch.setattr(BrowserContext, "unroute", ended)
    first, second = Noted("effects"), Noted("files")
    async with under_rule(tab.context, second, pages=[tab]):
        async with under_rule(tab.context, first):
            await tab.goto(site.url)
        assert unrouted == []
    assert first.asked == second.asked == [("GET", "", None)]
    assert (routed, unrouted) == (["**/*"], ["**/*"])
    assert router_of(tab.context).firewall.rules == ()


async def test_a_browser_that_does_not_confirm_its_routes_is_not_waited_for(tab, monkeypatch):
    """As with a service worker that stands still: Chromium asks it too."""

    async def never(*_):
        await asyncio.Event().wait()

    monkeypatch.setattr(BrowserContext, "route", never)
    monkeypatch.setattr(routing, "ROUTE_SECONDS", 0.1)
    with pytest.raises(BrowserError, match="does not confirm that requests are blocked"):
        async with under_rule(tab.context, Noted("effects")):
            raise AssertionError("the block began")
    assert router_of(tab.context).firewall.rules == ()
