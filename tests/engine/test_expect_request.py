"""`expect_request` on pages that send forms, JSON and GraphQL, and on servers that answer as they like."""

import time

import pytest
from builders import click, fill, propose
from pydantic import ValidationError
from served_pages import ServedPages

from actwright.engine.act import act
from actwright.schemas.step import SentRequest, SentValue
from actwright.tools.expect_request import ExpectRequest
from actwright.tools.toolbox import Toolbox, builtin_tools

TOOLBOX = Toolbox(builtin_tools())
FORM = "<form method=post action=/orders><label>Price <input name=price></label><button>Save</button></form>"
LOGIN = """<form method=post action=/login><label>User <input name=user></label>
<label>Password <input type=password name=password></label><button>Log in</button></form>"""


def script(path, body, kind="application/json"):
    """A page whose button sends the price as a script does."""
    return f"""<label>Price <input id=price></label><button onclick="fetch('{path}', {{method: 'PUT', headers:
    {{'Content-Type': '{kind}'}}, body: JSON.stringify({body})}})">Save</button><button>Nothing</button>"""


def expected(*text, **parameters):
    return ("expect_request", parameters or {"text": list(text)})


@pytest.fixture
def played(surface_on):
    """`await played(pages, calls, …)`: the outcome of the last call, and the page's surface."""

    async def play(pages, *batches, **options):
        with ServedPages(pages) as site:
            surface = await surface_on(url=f"{site.url}/", **options)
            for calls in batches:
                outcomes = await act(propose(*calls), TOOLBOX, surface)
            return outcomes[-1], site.url

    return play


SAVE = (fill("input-0", "{{price}}"), click("button-0"))
THANKS = "<h1>Thanks</h1>"
GRAPHQL = "{query: 'mutation Set($price: Int) { set(price: $price) }', variables: {input: {price: price.value}}}"

TRUE = {
    "a form": (FORM, {"/orders": THANKS}, expected("POST /orders", "price={{price}}")),
    "a form that redirects": (FORM, {"/orders": (303, {"Location": "/"}, "")}, expected("/orders", "price=50")),
    "the status before the redirect": (FORM, {"/orders": (303, {"Location": "/"}, "")}, expected("/orders", "303")),
    "another writing of the value": (FORM, {"/orders": THANKS}, expected("/orders", "price=50.00")),
    "named parameters": (
        FORM,
        {"/orders": THANKS},
        expected(path="/orders", method="post", status=200, values={"price": 50}),
    ),
    "JSON in a script": (
        script("/api/items/7", "{item: {price: Number(price.value)}}"),
        {"/api/items/7": (201, {}, "")},
        expected("PUT /api/items/*", "2xx", "price={{price}}"),
    ),
    "variables of GraphQL": (
        script("/graphql", GRAPHQL),
        {"/graphql": (200, {"Content-Type": "application/json"}, "{}")},
        expected("PUT /graphql", "input.price={{price}}"),
    ),
    "an error that was asked for": (FORM, {"/orders": (401, {}, "no")}, expected("/orders", "4xx", "price={{price}}")),
}


@pytest.mark.parametrize(("html", "pages", "check"), TRUE.values(), ids=TRUE)
async def test_a_request_proves_what_was_sent_and_how_it_was_answered(played, html, pages, check):
    outcome, _ = await played({"/": html, **pages}, (*SAVE, check), data={"price": "50"})
    assert outcome.status == "done", outcome.detail
    (fact,) = outcome.evidence
    assert (fact.kind, fact.passed, fact.passed_before) == ("request", True, False)


FALSE = {
    "another value": (
        {"/orders": THANKS},
        expected("POST /orders", "price=60"),
        'expected that POST /orders was sent with price "60" and answered 2xx or 3xx, but POST {url}/orders 200 (price): its price differs',
    ),
    "a field that it does not have": (
        {"/orders": THANKS},
        expected("/orders", "amount=50"),
        'expected that /orders was sent with amount "50" and answered 2xx or 3xx, but POST {url}/orders 200 (price): it has no field amount',
    ),
    "another path": (
        {"/orders": THANKS},
        expected("POST /orders/*"),
        "expected that POST /orders/* was sent and answered 2xx or 3xx, but no such request was sent; the last 1 request: POST {url}/orders 200 (price)",
    ),
    "another method": (
        {"/orders": THANKS},
        expected("DELETE /orders"),
        "expected that DELETE /orders was sent and answered 2xx or 3xx, but no such request was sent; the last 1 request: POST {url}/orders 200 (price)",
    ),
    "an error that was not asked for": (
        {"/orders": (500, {}, "no")},
        expected("http://127.0.0.1:*/orders"),
        "expected that http://127.0.0.1:*/orders was sent and answered 2xx or 3xx, but POST {url}/orders 500 (price): it was answered 500",
    ),
    "a success where an error was asked for": (
        {"/orders": THANKS},
        expected("/orders", "422"),
        "expected that /orders was sent and answered 422, but POST {url}/orders 200 (price): it was answered 200",
    ),
}


@pytest.mark.parametrize(("pages", "check", "said"), FALSE.values(), ids=FALSE)
async def test_a_request_that_differs_fails_the_check_which_says_what_was_sent(played, pages, check, said):
    outcome, url = await played({"/": FORM, **pages}, SAVE, (check,), data={"price": "50"})
    assert outcome.status == "failed"
    assert outcome.detail == said.replace("{url}", url)
    assert not outcome.evidence


async def test_a_request_that_is_still_under_way_is_waited_for(played):
    def slow(handler):
        time.sleep(1.5)
        return THANKS

    html = "<button onclick=\"setTimeout(() => fetch('/late', {method: 'POST'}), 500)\">Save</button>"
    outcome, _ = await played({"/": html, "/late": slow}, (click("button-0"), expected("POST /late")))
    assert outcome.status == "done", outcome.detail


async def test_a_request_without_an_answer_proves_nothing(played):
    html = "<button onclick=\"fetch('/gone', {method: 'POST'}).catch(() => 0)\">Save</button>"
    outcome, url = await played(
        {"/": html, "/gone": lambda handler: handler.connection.close()},
        (click("button-0"),),
        (expected("POST /gone"),),
    )
    assert (
        outcome.detail
        == f"expected that POST /gone was sent and answered 2xx or 3xx, but POST {url}/gone without an answer: it failed: net::ERR_EMPTY_RESPONSE"
    )


@pytest.mark.slow
async def test_the_last_such_request_counts_and_none_before_the_last_effect(played):
    """A second press that sends nothing is no effect; one that sends something else ends what was sent before."""
    html = """<label>Price <input id=p></label><button onclick="fetch('/a?' + p.value, {method: 'POST'})">A</button>
    <button onclick="fetch('/b', {method: 'POST'})">B</button><button>Nothing</button>"""
    pages = {"/": html, "/a?1": "", "/a?2": "", "/b": ""}
    first = (fill("input-0", "1"), click("button-0"), fill("input-0", "2"), click("button-0"))
    outcome, _ = await played(pages, first, (click("button-2"),), (expected("POST /a?2"),))
    assert outcome.status == "done", outcome.detail
    outcome, _ = await played(pages, first, (click("button-1"),), (expected("POST /a?2"),))
    assert "no such request was sent" in outcome.detail


async def test_what_a_page_sends_by_itself_before_anything_was_done_is_not_counted(played):
    html = "<script>fetch('/hello', {method: 'POST'})</script><p>Hello</p>"
    outcome, _ = await played({"/": html, "/hello": ""}, (expected("POST /hello"),))
    assert outcome.detail == (
        "expected that POST /hello was sent and answered 2xx or 3xx, but nothing was sent since the last action that could send something"
    )


@pytest.mark.slow
async def test_a_secret_is_compared_by_reference_and_never_guessed(played):
    """A literal that is the secret reads like any other that differs; the field is not hidden, its value is."""
    secrets = {"password": "kingfisher-77"}
    log_in = (fill("input-0", "ada"), fill("input-1", "{{password}}"), click("button-0"))
    pages = {"/": LOGIN, "/login": THANKS}
    checks = [
        expected("/login", f"password={text}")
        for text in ("{{password}}", "kingfisher-77", "kingfishes-77", "{{password}}!")
    ]
    outcomes = [(await played(pages, log_in, (check,), secrets=secrets))[0] for check in checks]
    assert [each.status for each in outcomes] == ["done", "failed", "failed", "failed"]
    assert outcomes[0].evidence[0].wanted == '/login was sent with password "{{password}}" and answered 2xx or 3xx'
    told = [each.detail.partition(", but ")[2].partition(" 200 ")[2] for each in outcomes[1:3]]
    assert told == ["(user, password): its password differs"] * 2
    assert outcomes[3].detail == "{{password}}! has a private or secret value in it; give the reference alone, {{name}}"


@pytest.mark.slow
async def test_what_is_made_from_a_secret_is_not_compared_with_literals(played):
    html = """<label>PIN <input type=password id=pin></label><button
    onclick="fetch('/pin', {method: 'POST', body: JSON.stringify({end: pin.value.slice(-2), step: 3})})">Send</button>"""
    send = (fill("input-0", "{{pin}}"), click("button-0"))
    for text in ("end=34", "end=35"):
        outcome, _ = await played({"/": html, "/pin": ""}, send, (expected("/pin", text),), secrets={"pin": "1234"})
        assert outcome.detail.endswith("200 (end, step): its end differs")
    outcome, _ = await played(
        {"/": html, "/pin": ""}, send, (expected("/pin", "step={{step}}"),), secrets={"pin": "1234"}, data={"step": "3"}
    )
    assert outcome.status == "done", outcome.detail


@pytest.mark.parametrize(
    ("text", "made"),
    [
        (["post /a/*", "a=b=c", "4xx"], {"path": "/a/*", "method": "post", "status": "4xx", "values": {"a": "b=c"}}),
        ("https://a.test/x?y=1", {"path": "https://a.test/x?y=1", "method": "", "status": "", "values": {}}),
    ],
)
def test_the_list_that_models_give_means_the_same_as_named_parameters(text, made):
    assert ExpectRequest.model_validate({"text": text}).model_dump() == made
    assert ExpectRequest.model_validate(made).model_dump() == made


@pytest.mark.parametrize("text", [["POST orders"], ["price=50"], ["/orders", "soon"], [], ["/orders", "4x"]])
def test_a_list_that_says_no_request_is_refused(text):
    with pytest.raises(ValidationError):
        ExpectRequest.model_validate({"text": text})


@pytest.mark.parametrize(
    ("request_", "status", "price", "fits"),
    [
        ("POST http://shop.test/orders/7", 200, "50", True),
        ("POST http://shop.test/orders/7", 422, "50", False),
        ("POST http://shop.test/orders/7", None, "50", False),
        ("POST http://shop.test/orders/7", 200, "60", False),
        ("GET http://shop.test/orders/7", 200, "50", False),
        ("POST http://shop.test/drafts/7", 200, "50", False),
    ],
)
def test_a_recorded_request_is_compared_with_what_is_expected(request_, status, price, fits):
    """A healed run shows by its records that it sent what the recording proves on the way."""
    value = SentValue(name="price", wanted=price, match=True)
    sent = SentRequest(request=request_, status=status, values=(value,))
    check = ExpectRequest(method="POST", path="/orders/*", status="2xx", values={"price": "50"})
    assert check.fits(sent) is fits
