"""Whole runs of the `rules` policy on the bundled site, in a real browser: what the server received, exactly once."""

import pytest

from actwright.engine.agent import Agent
from actwright.engine.page.page_options import PageOptions
from actwright.errors import ConfigError
from actwright.testing import Site

pytestmark = pytest.mark.slow

LISTING = {
    "title": "Lake kayak",
    "price": "$50",
    "category": "Boats",
    "condition": "like new",
    "available_from": "21 Nov 2026",
    "description": "Red, fast",
    "photo": Site.photo,
    "terms": True,
}
ACCOUNT = {"data": {"email": Site.EMAIL}, "secrets": {"password": Site.PASSWORD}}


async def run(page, site, task, path, data=None, secrets=None):
    agent = Agent(policy="rules", out=None, page_options=PageOptions(screenshot="never"))
    return await agent.run(task, page=page, url=site.url + path, data=data or {}, secrets=secrets or {})


def received(site):
    """Path and fields of every POST, values joined."""
    return [(post.path, {name: ", ".join(values) for name, values in post.fields.items()}) for post in site.posts]


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("/price", "/price"),
        ("/frame", "/frame/form"),
        ("/shadow", "/shadow"),
        ("/late", "/price"),
        ("/overlay", "/overlay"),
    ],
)
async def test_the_price_form_wherever_it_lives(page, site, path, target):
    """In a page, a frame, a shadow root, late, or behind a banner: 50 arrives once, and the success page proves it."""
    result = await run(page, site, "Set the price", path, {"price": "$50"})

    assert (result.complete, received(site)) == (True, [(target, {"price": "50"})]), result.message
    assert all(evidence.passed for evidence in result.evidence)
    assert result.evidence


async def test_login_and_a_listing_with_every_kind_of_field(page, site):
    """The login stands in between; the listing is created once, photo included."""
    result = await run(page, site, "Create a listing", "/sell", ACCOUNT["data"] | LISTING, ACCOUNT["secrets"])

    assert result.complete, result.message
    assert [path for path, _ in received(site)] == ["/login", "/sell"]
    assert received(site)[1][1] == {
        "title": "Lake kayak",
        "price": "50",
        "category": "Boats",
        "condition": "Like new",
        "available": "2026-11-21",
        "description": "Red, fast",
        "terms": "yes",
    }
    assert [upload.name for upload in site.posts[1].files] == [Site.photo.name]
    assert len(result.steps) == 3


async def test_a_form_of_several_pages(page, site):
    """Each page takes what it asks for; the last button is pressed once."""
    data = {
        "name": "Ada Lovelace",
        "street": "1 Main St",
        "city": "London",
        "postcode": "8001",
        "country": "United Kingdom",
        "delivery": "Express",
    }
    result = await run(page, site, "Place an order", "/wizard", data)

    assert result.complete, result.message
    assert [path for path, _ in received(site)] == ["/wizard/address", "/wizard/delivery", "/wizard/review"]
    assert len(site.orders) == 1


async def test_every_kind_of_input(page, site):
    """Each type takes its value in its own form."""
    data = {
        "text": "hello",
        "email": "a@b.org",
        "telephone": "+41 44 123",
        "web_address": "https://x.org/",
        "search": "bikes",
        "number": "12.5",
        "range": "75",
        "date": "21 Nov 2026",
        "time": "2:30 pm",
        "month": "November 2026",
        "week": "2026-W47",
        "datetime": "2026-11-21 14:30",
        "colour": "#ff8800",
        "select": "pear",
        "city": "Oslo",
        "several": "Red, Blue",
        "long_text": "a long text",
        "size": "Large",
        "extras": "Bell, Basket",
        "note": "a note",
        "file": Site.photo,
        "news": True,
    }
    result = await run(page, site, "Fill in the form and press Send", "/kitchen", data, {"password": "pw-pw-pw"})

    assert result.complete, result.message
    [(path, fields)] = received(site)
    expected = {
        "text": "hello",
        "email": "a@b.org",
        "tel": "+41 44 123",
        "url": "https://x.org/",
        "search": "bikes",
        "password": "pw-pw-pw",
        "number": "12.5",
        "range": "75",
        "date": "2026-11-21",
        "time": "14:30",
        "month": "2026-11",
        "week": "2026-W47",
        "datetime": "2026-11-21T14:30",
        "color": "#ff8800",
        "select": "pear",
        "city": "Oslo",
        "multiple": "red, blue",
        "textarea": "a long text",
        "size": "L",
        "note": "a note",
        "switch": "on",
        "button": "send",
    }
    assert (path, {name: fields.get(name) for name in expected}) == ("/kitchen", expected)
    assert {"bell", "basket"} <= set(fields["extras"].split(", "))


@pytest.mark.parametrize("path", ["/spa/new", "/spa/new?keyed=0"])
async def test_a_single_page_app(page, site, path):
    """The listing is sent once, also when every render replaces the nodes."""
    data = {"title": "Kayak", "price": "$50", "category": "Boats", "condition": "Good", "available": "2026-11-21"}
    result = await run(page, site, "Create a listing", path, {**data, "terms": True})

    assert (result.complete, len(received(site)), len(site.listings)) == (True, 1, 1), result.message


async def test_what_the_page_refuses_is_quoted(page, site):
    """No second try without another spelling, no claim of success."""
    result = await run(page, site, "Set the price", "/price", {"price": "abc"})

    assert (result.status.value, len(received(site))) == ("failed", 1)
    assert result.message == 'the page refused it: "Price": Enter the price as a number, such as 25 or 25.50.'


async def test_a_wrong_password_is_tried_once(page, site):
    """An account is not locked by guessing."""
    result = await run(page, site, "Log in", "/login", {"email": Site.EMAIL}, {"password": "wrong-one"})

    assert (result.status.value, len(received(site))) == ("failed", 1)
    assert "is not right" in result.message


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"flavour": "mint"}, "data 'flavour' fits no field"),
        ({"category": "Spaceships"}, 'no option fits "Spaceships"'),
        ({"available_from": "03/04/2026"}, "2026-03-04 or 2026-04-03"),
        ({"terms": None}, 'requires input-10 "I accept the terms of sale"'),
    ],
)
async def test_nothing_is_sent_that_is_not_whole(page, site, change, reason):
    """What does not fit, is ambiguous or is lacking stops the run before the form is sent."""
    data = {name: value for name, value in (ACCOUNT["data"] | LISTING | change).items() if value is not None}
    result = await run(page, site, "Create a listing", "/sell", data, ACCOUNT["secrets"])

    assert (result.status.value, [path for path, _ in received(site)]) == ("failed", ["/login"])
    assert reason in result.message


async def test_a_task_without_data_is_the_callers_mistake(page, site):
    """It is refused before anything is done: no values are taken from a sentence."""
    with pytest.raises(ConfigError, match="pass the values as data"):
        await run(page, site, "Fill the price as $50 and submit", "/price")
