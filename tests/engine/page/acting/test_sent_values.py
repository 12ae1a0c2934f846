"""What an action sent is recorded: which values of the run were in it, by name, whatever carried them."""

import json

import pytest
from builders import click, fill, propose
from served_pages import ServedPages
from served_sockets import ServedSocket

from actwright.engine.act import act
from actwright.schemas.ending import acted
from actwright.schemas.step import Effect
from actwright.tools.toolbox import Toolbox, builtin_tools

pytestmark = pytest.mark.slow

TOOLBOX = Toolbox(builtin_tools())
FILL, SEND = fill("input-0", "{{price}}"), click("button-0")
FIELD = 'input-0 "Price"'
PASSWORD = "Tr0ub4dor&3-horse"


def page(script="", attributes="", more=""):
    return (
        f"<!doctype html><form {attributes}><label>Price <input name=price id=p></label>{more}<button>Send</button></form>"
        "<script>const json = {'content-type': 'application/json'}, form = document.forms[0];"
        "const post = (url, body, headers = {}, more = {}) => fetch(url, {method: 'POST', body, headers, ...more});"
        f"</script><script>{script}</script>"
    )


def on_submit(script):
    return page(f"form.onsubmit = (event) => {{ event.preventDefault(); {script} }}")


@pytest.fixture
def site():
    with ServedPages({"/ok": "Thank you", "/ok?price=50": "Thank you", "/socket": ServedSocket()}) as served:
        yield served


@pytest.fixture
def sent(site, surface_on):
    """`await sent(html, *calls)`: plays the calls on a page, and returns the outcome of the last."""

    async def play(html, *calls, **options):
        site.pages["/page"] = html
        surface = await surface_on(url=f"{site.url}/page", **{"data": {"price": "50"}, **options})
        return (await act(propose(*(calls or (FILL, SEND))), TOOLBOX, surface))[-1]

    return play


def told(outcome):
    """The values that an outcome says were sent, under their names, and whether they are what was meant."""
    return [(value.name, value.wanted, value.match) for request in outcome.sent for value in request.values]


CHANNELS = {
    "a form": (page(attributes="method=post action=/ok"), "price"),
    "a form in a new tab": (page(attributes="method=post action=/ok target=_blank"), "price"),
    "a multipart form": (page(attributes="method=post action=/ok enctype=multipart/form-data"), "price"),
    "JSON at some depth": (
        on_submit("post('/ok', JSON.stringify({item: {price: +p.value}}), json)"),
        "item.price",
    ),
    "variables of GraphQL": (
        on_submit("post('/ok', JSON.stringify({query: 'mutation', variables: {price: p.value}}), json)"),
        "variables.price",
    ),
    "XMLHttpRequest": (
        on_submit(
            "const x = new XMLHttpRequest(); x.open('POST', '/ok'); x.send(new URLSearchParams({price: p.value}))"
        ),
        "price",
    ),
    "a beacon": (on_submit("navigator.sendBeacon('/ok', new URLSearchParams({price: p.value}))"), "price"),
    "a message over a WebSocket": (
        page(
            "const socket = new WebSocket(`ws://${location.host}/socket`); socket.onopen = () => document.title = 'open';"
            "form.onsubmit = (event) => { event.preventDefault(); socket.send(JSON.stringify({price: p.value})) }"
        ),
        "price",
    ),
}


@pytest.mark.parametrize("channel", CHANNELS)
async def test_a_value_is_found_in_what_is_sent_by(sent, channel):
    html, name = CHANNELS[channel]
    outcome = await sent(html)
    assert (outcome.status, outcome.effect) == ("done", Effect.EFFECT)
    assert told(outcome) == [(name, "50", True)]
    (request,) = outcome.sent
    assert (request.values[0].reference, request.values[0].field) == ("price", FIELD)
    assert not request.unread
    assert len(request.digest) == 32


async def test_a_value_is_found_in_a_request_of_a_page_that_is_left(sent):
    """Its answer may come too late to be seen."""
    leaves = "form.onsubmit = (event) => { event.preventDefault(); location = '/ok' }"
    saves = "onbeforeunload = () => post('/ok', 'price=' + p.value, {}, {keepalive: true});"
    assert told(await sent(page(saves + leaves))) == [("price", "50", True)]


async def test_a_value_in_the_address_of_a_document_is_recorded_apart(sent):
    """Asking for something changes nothing."""
    outcome = await sent(page(attributes="action=/ok"))
    assert outcome.sent == ()
    (request,) = outcome.asked
    assert [(value.name, value.match) for value in request.values] == [("price", True)]


@pytest.mark.parametrize("action", ["/ok", "/moved"])
@pytest.mark.parametrize(
    "script", ["", "form.onsubmit = (event) => { event.preventDefault(); post(form.action, new FormData(form)); }"]
)
async def test_a_file_is_found_by_its_name_among_other_fields(sent, site, tmp_path, action, script):
    site.pages["/moved"] = (303, {"Location": "/ok"}, "")
    file = tmp_path / "deed.pdf"
    file.write_bytes(b"%PDF\x00\x01")
    upload = ("upload", {"element_id": "input-1", "files": ["{{deed}}"]})
    form = f"method=post action={action} enctype=multipart/form-data"
    html = page(script, attributes=form, more="<input type=file name=scan aria-label=Scan>")
    outcome = await sent(html, FILL, upload, SEND, data={"price": "50", "deed": file})
    assert told(outcome) == [("price", "50", True), ("scan", "deed.pdf", True)]


@pytest.mark.parametrize(
    "body",
    [
        "crypto.subtle.digest('SHA-256', new TextEncoder().encode(p.value)).then((hash) => post('/ok', hash))",
        "post('/ok', new Blob([crypto.getRandomValues(new Uint8Array(64))]), {'content-type': 'application/octet-stream'})",
    ],
    ids=["hashed", "encrypted"],
)
async def test_a_body_that_cannot_be_read_is_said_to_be_unread_and_is_no_failure(sent, body):
    outcome = await sent(on_submit(body))
    assert (outcome.status, told(outcome)) == ("done", [])
    assert outcome.sent[0].unread


async def test_an_option_that_was_chosen_by_its_label_is_found_by_its_value(sent):
    html = (
        "<form method=post action=/ok><label>Country <select name=land><option value=x1>Austria"
        "<option value=x2>Germany</select></label><button>Send</button></form>"
    )
    choose = ("select", {"element_id": "select-0", "value": "{{country}}"})
    outcome = await sent(html, choose, SEND, data={"country": "Germany"})
    assert told(outcome) == [("land", "Germany", True)]


async def test_a_box_that_was_ticked_is_found_by_the_value_of_its_control(sent):
    html = (
        "<form method=post action=/ok><label><input type=checkbox name=terms value=agreed> I agree</label>"
        "<button>Send</button></form>"
    )
    outcome = await sent(html, ("check", {"element_id": "input-0"}), SEND)
    assert told(outcome) == [("terms", "I agree", True)]


@pytest.mark.parametrize(
    ("data", "references"),
    [
        ({"terms of sale": "yes"}, ["terms of sale"]),
        ({"terms of sale": "no"}, [""]),
        ({"terms": "yes", "sale": "yes"}, [""]),
    ],
    ids=["yes", "no", "two that fit"],
)
async def test_a_box_stands_for_the_yes_that_its_label_names(sent, data, references):
    html = (
        "<form method=post action=/ok><label><input type=checkbox name=agreed> I accept the terms of sale</label>"
        "<button>Send</button></form>"
    )
    outcome = await sent(html, ("check", {"element_id": "input-0"}), SEND, data=data)
    assert [value.reference for request in outcome.sent for value in request.values if value.match] == references


@pytest.mark.parametrize(
    ("script", "value"),
    [
        ("p.onchange = () => p.value = Number(p.value).toLocaleString('en', {minimumFractionDigits: 2})", "1234.5"),
        ("p.onchange = () => p.value = p.value.trim().toUpperCase()", "abc-7"),
        ("form.onsubmit = () => p.value = p.value.split('/').reverse().join('-')", "31/12/2026"),
        ("p.type = 'date'", "2026-12-31"),
    ],
    ids=["grouped", "in capitals", "a date in another order", "a date field"],
)
async def test_a_value_that_the_page_writes_in_its_own_form_is_still_that_value(sent, script, value):
    outcome = await sent(page(script, "method=post action=/ok"), data={"price": value})
    assert (outcome.status, told(outcome)) == ("done", [("price", value, True)])


async def test_what_is_sent_otherwise_than_entered_makes_the_action_fail(sent):
    html = page("form.onsubmit = () => { p.value = +p.value + 10 }", "method=post action=/ok")
    outcome = await sent(html)
    assert outcome.status == "failed"
    assert outcome.detail.startswith(f'{FIELD} was sent as "60", but "50" was entered; look before you repeat it')
    assert told(outcome) == [("price", "50", False)]
    assert acted(outcome)


async def test_the_rest_of_a_batch_is_skipped_after_that(sent):
    html = page("form.onsubmit = () => { p.value = +p.value + 10 }", "method=post action=/ok")
    outcome = await sent(html, FILL, SEND, ("expect", {"text": ["Thank you"]}))
    assert (outcome.status, outcome.detail) == ("skipped", "not tried, because action 2 failed")


async def test_another_request_with_the_same_name_is_no_mismatch(sent):
    """Pages tell their own servers what was clicked."""
    outcome = await sent(
        on_submit(
            "post('/ok', JSON.stringify({name: 'click', price: 9}), json); post('/ok', JSON.stringify({price: 50}), json)"
        )
    )
    assert outcome.status == "done"
    assert told(outcome) == [("price", "50", False), ("price", "50", True)]


SECRET_FORMS = {
    "as it is": "PASSWORD.value",
    "in base64": "btoa(PASSWORD.value)",
    "backwards": "[...PASSWORD.value].reverse().join('')",
}


@pytest.mark.parametrize("form", SECRET_FORMS)
async def test_nothing_of_a_secret_is_recorded_of_what_is_sent(sent, form):
    changed = SECRET_FORMS[form].replace("PASSWORD", "form.elements[1]")
    more = "<label>Password <input type=password name=pass></label>"
    html = page(f"form.onsubmit = () => {{ form.elements[1].value = {changed} }}", "method=post action=/ok", more)
    enter = fill("input-1", "{{password}}")
    outcome = await sent(html, FILL, enter, SEND, secrets={"password": PASSWORD})
    recorded = json.dumps(outcome.model_dump(mode="json"))
    assert ("pass", "{{password}}", True) in told(outcome) or form != "as it is"
    for text in (PASSWORD, PASSWORD[::-1], "VHIwdWI0ZG9y", "Tr0ub4"):
        assert text not in recorded
    assert outcome.sent[0].digest == ""
    assert all(not value.sent for value in outcome.sent[0].values)


async def test_the_same_request_has_the_same_digest_within_a_run(sent, site, surface_on):
    site.pages["/page"] = on_submit("post('/ok', p.value)")
    surface = await surface_on(url=f"{site.url}/page", data={"price": "50"})
    digests = []
    for value in ("{{price}}", "{{price}}", "51"):
        outcomes = await act(propose(fill("input-0", value), SEND), TOOLBOX, surface)
        digests.append(outcomes[-1].sent[0].digest)
    assert digests[0] == digests[1] != digests[2]


ANSWERS = {
    '{"errors": [{"message": "Price is too low"}]}': 'the answer says errors: "Price is too low"',
    '{"ok": false, "message": "No"}': 'the answer says ok: false: "No"',
    '{"status": "failed"}': "the answer says status: failed",
    '{"error": {"detail": "Gone"}}': 'the answer says error: "Gone"',
    '{"errors": [], "error": null, "ok": true, "status": "ok"}': "",
}


@pytest.mark.parametrize("answer", ANSWERS)
async def test_an_answer_with_status_200_that_says_what_went_wrong_is_recorded(sent, site, answer):
    site.pages["/ok"] = (200, {"Content-Type": "application/json"}, answer)
    outcome = await sent(on_submit("post('/ok', JSON.stringify({price: p.value}), json).then((it) => it.json())"))
    (request,) = outcome.sent
    assert (request.status, request.problem) == (200, ANSWERS[answer])


async def test_a_form_may_be_answered_with_json_that_says_what_went_wrong(sent, site):
    site.pages["/ok"] = (200, {"Content-Type": "application/json"}, '{"success": false, "message": "No more today"}')
    (request,) = (await sent(page(attributes="method=post action=/ok"))).sent
    assert (request.status, request.problem) == (200, 'the answer says success: false: "No more today"')


async def test_the_last_answer_of_a_chain_of_redirects_counts(sent, site):
    site.pages |= {"/ok": (303, {"Location": "/broken"}, ""), "/broken": (500, {}, "broken")}
    outcome = await sent(on_submit("post('/ok', 'price=' + p.value)"))
    assert [request.status for request in outcome.sent] == [500]


async def test_what_a_service_worker_sends_on_is_read_as_well(sent, site):
    worker = "onfetch = (event) => { if (event.request.method === 'POST') event.respondWith(fetch(event.request)) }"
    claims = "onactivate = (event) => event.waitUntil(clients.claim());"
    site.pages["/worker.js"] = (200, {"Content-Type": "text/javascript"}, claims + worker)
    ready = "navigator.serviceWorker.register('/worker.js');"
    submit = "form.onsubmit = (event) => { event.preventDefault(); post('/ok', 'price=' + p.value) };"
    shown = "navigator.serviceWorker.oncontrollerchange = () => document.body.append('ready')"
    outcome = await sent(page(ready + submit + shown), ("wait", {"text": "ready", "seconds": 10}), FILL, SEND)
    assert told(outcome)[0] == ("price", "50", True)
