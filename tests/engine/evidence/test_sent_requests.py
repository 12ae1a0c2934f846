"""What requests say about a claim."""

import pytest

from actwright.engine.evidence.sent_requests import SentRequests
from actwright.schemas.hosts import host_and_port
from actwright.schemas.proposal import Action
from actwright.schemas.step import Effect, Evidence, Outcome, Receipt, SentRequest, SentValue
from actwright.schemas.task import Task

HOME = host_and_port("https://shop.test/")
ORDER = "POST https://shop.test/orders"


def sent(*values, request=ORDER, status=200, **more):
    return SentRequest(request=request, status=status, values=values, **more)


def value(reference="", wanted="50", *, match=True, field="", name="price", other=""):
    return SentValue(name=name, wanted=wanted, match=match, sent=other, reference=reference, field=field)


def did(*requests, tool="click", target='button-0 "Save"', receipts=(), **parameters):
    action = Action(reason="", tool=tool, parameters=parameters)
    effect = Effect.EFFECT if requests else Effect.EDIT
    return Outcome(action=action, status="done", effect=effect, target=target, sent=requests, receipts=receipts)


def of(*outcomes, text="Set the price to {{price}}", **data):
    return SentRequests(Task(text=text, data=data or {"price": "50"}), outcomes, HOME)


def receipt(reference="price", wanted="50"):
    return Receipt(field='input-0 "Price"', wanted=wanted, got=wanted, match=True, reference=reference)


@pytest.mark.parametrize(
    ("requests", "wrong"),
    [
        ([sent(value("price"))], ""),
        ([sent(value("price"), status=302)], ""),
        ([sent(value("price"), status=500)], "HTTP 500"),
        ([sent(value("price"), status=422), sent(value("price"))], ""),
        ([sent(value("price")), sent(value("price"), status=409)], "HTTP 409"),
        ([sent(value("price")), sent(request="POST https://shop.test/track", status=500)], ""),
        ([sent(value("price"), problem="errors: no stock")], "errors: no stock"),
        ([sent(status=500)], "HTTP 500"),
        ([sent(status=500), sent(request="POST https://shop.test/track", status=204)], ""),
        ([sent(request="POST https://ads.test/track", status=500)], ""),
        ([sent(value("price", match=False, other="500"))], 'price was sent as "500" instead of "50"'),
        ([sent(value("price", match=False, other="500")), sent(value("price"))], ""),
        ([sent(value("price")), sent(value("price", match=False, other="7"))], ""),
        ([sent(value("card", "{{card}}", match=False, name="card"))], "card was sent instead of"),
    ],
)
def test_answers_and_values_that_contradict_a_claim(requests, wrong):
    said = of(did(*requests)).contradiction(may_fail=False)
    assert (wrong in said) if wrong else said == ""


def test_a_failure_that_was_asked_for_contradicts_nothing():
    refused = did(sent(status=401))
    assert of(refused, text="Log in").contradiction(may_fail=False)
    assert not of(refused, text="A wrong password shows an error").contradiction(may_fail=False)
    assert not of(refused, text="Log in").contradiction(may_fail=True)


@pytest.mark.parametrize(
    ("request_", "names", "why"),
    [
        (ORDER, ["user", "password"], "a log-in"),
        ("POST https://shop.test/login", ["user", "customer no.", "Passwort"], "a log-in"),
        ("POST https://shop.test/signup", ["email", "password"], ""),
        (ORDER, ["password", "password"], ""),
        (ORDER, ["user", "note"], ""),
    ],
)
def test_a_log_in_proves_nothing_that_was_done(request_, names, why):
    values = [value("price", name=name) for name in names]
    assert why in of(did(sent(*values, request=request_))).shortfall([])
    assert bool(of(did(sent(*values, request=request_))).effective) is not bool(why)


FACT = Evidence(kind="text", wanted='the page shows "Saved"', found="it does", passed=True)


@pytest.mark.parametrize(
    ("outcomes", "text", "missing"),
    [
        ([did(sent(value("price")))], "Set the price to {{price}}", ""),
        ([did()], "Set the price to {{price}}", "nothing was sent"),
        ([did(sent(value("price"), status=None))], "Set the price to {{price}}", "how it was answered"),
        ([did(sent(request="SEND wss://shop.test/live", status=None))], "Say it", "a WebSocket"),
        ([did(sent(unread="it is encrypted"))], "Set the price to {{price}}", "could not be read: it is encrypted"),
        (
            [did(sent(value("price"), request="POST https://shop.test/api/search?v=2"))],
            "Set the price to {{price}}",
            "search",
        ),
        ([did(sent(value("price"), request="POST https://shop.test/api/search"))], "Search for {{price}}", ""),
        (
            [did(sent(value("price"), request="POST https://shop.test/checkPrice"))],
            "Set the price to {{price}}",
            "checks",
        ),
        ([did(sent(value("price"), request="POST https://shop.test/checkout"))], "Set the price to {{price}}", ""),
        ([did(sent(value("price"), queries=True))], "Set the price to {{price}}", "a query"),
        ([did(sent(value("price"), queries=True), sent(value("price")))], "Set the price to {{price}}", ""),
        (
            [did(sent(value("mail", "a@b.c")), sent(unread="it is encrypted"))],
            "Set the price to {{price}}",
            "{{price}} was not found in what was sent, which could not all be read: it is encrypted",
        ),
        ([did(sent())], "Set the price to {{price}}", "{{price}} was not found"),
        ([did(sent(value(wanted="milk")))], "Add 'milk'", ""),
        ([did(sent(value(wanted="beer")))], "Add 'milk'", '"milk" was not found'),
        ([did(sent(value(wanted="milk")))], "Add 'milk' until it says \"Saved\"", ""),
        (
            [
                did(
                    sent(
                        value(wanted="milk"),
                    )
                )
            ],
            "Add milk",
            "no value was named",
        ),
        ([did(sent(value(wanted="milk")), target='button-0 "Add"')], "Press 'Add' for 'milk'", ""),
    ],
)
def test_what_is_missing_for_a_proof(outcomes, text, missing):
    said = of(*outcomes, text=text).shortfall([FACT])
    assert (missing in said) if missing else said == ""


def test_a_datum_that_was_used_for_nothing():
    typed = did(tool="fill", receipts=(receipt(),))
    assert of(did(sent())).unused([], []) == "price"
    assert of(typed, did(sent())).unused([], []) == ""
    assert of(did(sent(value("price")))).unused([], []) == ""
    assert of(did(target='a-0 "Kettle for 50"')).unused([], []) == ""
    assert of(did(tool="select_text", text="{{price}}")).unused([], []) == ""
    assert of(did(sent())).unused([], ["Kettle | 50"]) == ""
    assert of(did(sent())).unused([], ["Kettle | 500"]) == "price"
    assert of(did(sent()), text="Order it").unused([], []) == ""


def test_a_datum_that_was_entered_and_never_sent():
    typed = did(tool="fill", receipts=(receipt(),))
    assert of(did(sent(value("name"))), typed).unsent() == "price"
    assert of(typed, did(sent(value("price")))).unsent() == ""
    assert of(typed).unsent() == ""


def test_the_same_thing_sent_by_pressing_twice():
    twice = sent(digest="a")
    assert of(did(twice), did(twice)).repeated() == (ORDER, 2, frozenset(), True)
    assert of(did(twice), did(sent(digest="b"))).repeated() is None
    assert of(did(twice), did(twice, target='button-1 "Pay"')).repeated() is None
    plus = 'button-0 "+"'
    assert of(did(twice, target=plus), did(twice, target=plus)).repeated() is None
    assert of(did(sent(digest="a", status=500)), did(twice)).repeated() is None
    assert of(did(twice, twice)).repeated() is None


def test_the_same_values_sent_by_two_controls_are_not_proved():
    twice = sent(value("price"), digest="a")
    orders = of(did(twice), did(twice, target='button-1 "Pay"'))
    assert orders.repeated() == (ORDER, 2, {"price"}, False)
    assert orders.shortfall([]) == f"{ORDER} was sent 2 times with the same content"


def test_data_that_are_sent_under_each_others_names():
    places = {"from": "Rome", "to": "Oslo"}
    one, other = value("from", "Rome", name="to"), value("to", "Oslo", name="body.from")
    said = of(did(sent(one, other)), **places).contradiction(may_fail=False)
    assert said == f"{{{{from}}}} was sent as to, and {{{{to}}}} as from ({ORDER})"
    right = sent(value("from", "Rome", name="from"), value("to", "Oslo", name="to"))
    assert of(did(right), **places).contradiction(may_fail=False) == ""
    assert of(did(sent(one)), **places).contradiction(may_fail=False) == ""


@pytest.mark.parametrize(
    ("requests", "wrong"),
    [
        ([sent(value(wanted="5o", field="Price"), status=422), sent(value("price"))], ""),
        ([sent(value(wanted="5o", field="Price"), status=422)], "HTTP 422"),
        ([sent(value(wanted="Ada", field="Name"), status=500), sent(value("price"))], "HTTP 500"),
        ([sent(value("other"), status=500), sent(value("price"))], "HTTP 500"),
        ([sent(value("price")), sent(value("price"), request="POST https://shop.test/track?v=1", status=404)], ""),
        ([sent(value("price"), request="POST https://shop.test/check"), sent(value("price"), status=500)], "HTTP 500"),
    ],
)
def test_a_failed_request_matters_unless_it_was_corrected_or_only_reported(requests, wrong):
    said = of(did(*requests), text="Set the price of Ada to {{price}}").contradiction(may_fail=False)
    assert (wrong in said) if wrong else said == ""


def test_a_text_that_the_task_quotes_and_nothing_used():
    def unused(*outcomes, seen=()):
        return of(*outcomes, text='Rename the list to "Groceries"').unused_literal([], list(seen))

    assert unused(did(sent(value(wanted="Grocery")))) == "Groceries"
    assert unused(did(sent(value(wanted="Groceries")))) == ""
    assert unused(did(sent(value(wanted="Grocery"))), seen=["Groceries for Ada"]) == ""
    assert unused(did(sent(), target='button-0 "Groceries"')) == ""
    assert unused(did(sent(unread="binary"))) == ""
    assert unused(did()) == ""


@pytest.mark.parametrize(
    ("text", "name", "asks"),
    [
        ("Set the price to {{price}}", "Preview", True),
        ("Set the price to {{price}}", "Search prices", True),
        ("Set the price to {{price}}", "Find and replace", False),
        ("Show a preview of the price {{price}}", "Preview", False),
        ("Set the price to {{price}}", "Save", False),
    ],
)
def test_what_a_button_sent_that_only_asks_or_prepares_something(text, name, asks):
    requests = of(did(sent(value("price")), target=f'button-0 "{name}"'), text=text)
    assert ("by its name" in requests.shortfall(())) is asks
