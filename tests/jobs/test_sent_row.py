"""What a request carries of a row, and what would be missing from it."""

import json
from types import MappingProxyType

import pytest

from actwright.engine.permissions.request_firewall import PageRequest
from actwright.engine.values.sought_values import SoughtValue
from actwright.jobs.job_rows import JobRow
from actwright.jobs.row_columns import columns_of
from actwright.jobs.sent_row import SentRow, read_request
from actwright.schemas.step import Receipt

HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"


def row(data, **private):
    return JobRow(number=1, data=data, private=private, secret={}, key="", digest="")


def entered(name, text, *forms, control="", reference=None):
    names = frozenset(filter(None, (control, name)))
    known = name if reference is None else reference
    return SoughtValue(text, text, known, f'input "{name}"', names, forms)


def request(body, url="https://shop.example/order", *, is_json=False):
    kind = "application/json" if is_json else "application/x-www-form-urlencoded"
    content = (json.dumps(body) if is_json else body).encode()
    headers = MappingProxyType({"content-type": kind})
    return PageRequest(method="POST", url=url, headers=headers, read_body=lambda: content)


def columns(data, *sought, optional=()):
    return columns_of(row(data), optional, sought, [])


def verdict(sent, known):
    """The columns that it has, has otherwise, and may have; then what would be missing."""
    read = read_request(sent, known)
    missing = SentRow().missing(read, known, elsewhere=())
    return sorted(read.carried), sorted(read.differing), sorted(read.unclear), missing.split("'")[1:2]


NAMED = {"First name": "Ada", "Last name": "Lovelace"}


@pytest.mark.parametrize(
    ("body", "data", "expected"),
    [
        ("n=Ada+Lovelace", NAMED, (["First name", "Last name"], [], [], [])),
        ("first=Ada&last=Lovelace", NAMED, (["First name", "Last name"], [], [], [])),
        ("first_name=Ada&last_name=Byron", NAMED, (["First name"], [], [], ["Last name"])),
        ("first=Mary&last=Ann", {"Name": "Mary Ann"}, (["Name"], [], [], [])),
        ("y=2026&m=4&d=3", {"Visit": "2026-04-03"}, (["Visit"], [], [], [])),
        ("email=a%40b.example&confirm=a%40b.example", {"Email": "a@b.example"}, (["Email"], [], [], [])),
        ("tag=red&tag=blue", {"Colours": "red, blue"}, (["Colours"], [], [], [])),
        ("qty=2", {"Qty": "2"}, (["Qty"], [], [], [])),
        ("q7=2", {"Qty": "2"}, ([], [], ["Qty"], [])),
        ("q7=3", {"Qty": "2"}, ([], [], [], ["Qty"])),
        ("qty=200", {"Qty": "20", "Name": "Ada L"}, ([], [], [], ["Qty"])),
        ("qty=250&name=Ada+L", {"Qty": "20", "Name": "Ada L"}, (["Name"], ["Qty"], [], ["Qty"])),
        (f"password={HASH}", {"Password": "open sesame"}, ([], [], ["Password"], [])),
        (f"csrf={HASH}&a=b", {"Password": "open sesame"}, ([], [], [], ["Password"])),
        ("billing_city=Paris", {"Billing city": "Paris", "Shipping city": "Paris"}, (["Billing city"], [], [], ["Shipping city"])),
        ("billing_city=Paris&s=Paris", {"Billing city": "Paris", "Shipping city": "Paris"}, (["Billing city", "Shipping city"], [], [], [])),
        ("name=Ada", {"Name": "Ada", "Newsletter": "no"}, (["Name"], [], [], [])),
    ],
)  # fmt: skip
def test_form_is_compared_with_columns_that_no_field_is_known_of(body, data, expected):
    assert verdict(request(body), columns(data)) == expected


@pytest.mark.parametrize(
    ("body", "sought", "expected"),
    [
        ({"plan": "p3"}, entered("Plan", "Gold", "p3", control="plan"), (["Plan"], [], [], [])),
        ({"plan": "p2"}, entered("Plan", "Gold", "p3", control="x"), ([], [], ["Plan"], [])),
        ({"plan": "silver"}, entered("Plan", "Gold", "p3", control="x"), ([], [], [], ["Plan"])),
        ("plan=p3", entered("Plan", "Gold", "p3", control="plan"), (["Plan"], [], [], [])),
        ("plan=p2", entered("Plan", "Gold", "p3", control="plan"), ([], ["Plan"], [], ["Plan"])),
        ("plan=%3Cp%3EGold%3C%2Fp%3E", entered("Plan", "Gold", control="plan"), (["Plan"], [], [], [])),
    ],
)
def test_option_is_compared_by_what_its_form_sends(body, sought, expected):
    sent = request(body, is_json=isinstance(body, dict))
    assert verdict(sent, columns({"Plan": "Gold"}, sought)) == expected


def test_a_field_that_repeats_a_value_is_compared_too():
    email, again = (entered("Email", "a@b.example", control=name) for name in ("email", "confirm"))
    known = columns({"Email": "a@b.example"}, email, again)
    read = read_request(request("email=a%40b.example&confirm=c%40d.example"), known)
    assert [*read.differing] == ["Email"]
    assert "would send 'c@d.example' instead of 'a@b.example'" in read.differing["Email"]


def test_value_in_another_form_belongs_to_its_column_only_if_it_can_be_no_other():
    data = {"Visit": "24.03.2026", "Start": "03/04/2026", "State": "CA", "News": "yes"}
    sought = [
        entered("a", "2026-03-24", reference=""),
        entered("b", "2026-04-03", reference=""),
        entered("State", "California", "CA", reference=""),
        entered("I accept the terms", "true", "on", reference=""),
    ]
    found = {each.name: [one.text for one in each.fields] for each in columns(data, *sought)}
    assert found == {"Visit": ["2026-03-24"], "Start": [], "State": ["California"], "News": []}
    named = columns_of(
        row(data), (), sought, [Receipt(field='input "b"', wanted="", got="", match=True, reference="Start")]
    )
    assert [one.text for one in named[1].fields] == ["2026-04-03"]


def test_pages_and_autosaves_count_together():
    """Nothing is missing that an earlier request had, that another site got, or that may be in what could not be read."""
    known = columns({"Id": "K-1", "Name": "Ada Lovelace", "Card": "4929 1234 1234 1234"})
    row_so_far = SentRow()
    page = read_request(request("id=K-1"), known)
    assert "'Name'" in row_so_far.missing(page, known, elsewhere=())
    row_so_far.add(page, known, final=False)
    card = read_request(request("number=4929123412341234", "https://pay.example/tokens"), known)
    row_so_far.add(card, known, final=False)
    last = read_request(request("name=Ada+Lovelace&token=x"), known)
    assert row_so_far.missing(last, known, elsewhere=()) == ""
    row_so_far.add(last, known, final=True)
    assert (row_so_far.left_out(()), row_so_far.unread(())) == (
        "",
        "unread: column 'Card' was only sent to https://pay.example",
    )
    binary = PageRequest(
        method="POST",
        url="https://shop.example/order",
        headers=MappingProxyType({"content-type": "application/x-protobuf"}),
        read_body=lambda: b"\x00\x01",
    )
    assert SentRow().missing(read_request(binary, known), known, elsewhere=()) == ""


def test_withheld_values_are_in_no_message():
    known = columns_of(row({"Id": "K-1"}, Card="4929123412341234"), (), [], [])
    read = read_request(request("id=K-1&card=4929123412341235"), known)
    assert [*read.differing.values()] == [
        "column 'Card': POST https://shop.example/order would send another value instead of '{{Card}}'"
    ]


def test_other_things_under_the_same_names_are_not_of_the_row():
    known = columns({"Value": "5.25", "Name": "Ada Lovelace"})
    read = read_request(request({"event": "press", "value": 1}, is_json=True), known)
    assert (read.is_of_row, SentRow().is_final(read, known)) == (False, False)


@pytest.mark.parametrize(
    ("body", "chosen", "expected"),
    [
        ({"owner": {"value": 42}}, True, ([], [], ["Owner"], [])),
        ({"owner_id": 42}, True, ([], [], ["Owner"], [])),
        ({"owner_id": 42}, False, ([], [], [], ["Owner"])),
        ({"owner": {"value": None}}, True, ([], [], [], ["Owner"])),
        ({"place_id": 42}, True, ([], [], [], ["Owner"])),
    ],
)
def test_an_id_may_be_sent_for_what_was_chosen_from_a_list(body, chosen, expected):
    known = columns({"Owner": "Anna"}, SoughtValue("Anna", "Anna", "Owner", 'button "Owner"', chosen=chosen))
    assert verdict(request(body, is_json=True), known) == expected


@pytest.mark.parametrize(
    ("body", "unclear"),
    [
        ({"doctor": "d3"}, ["Preferred doctor"]),
        ({"doctor": "castro"}, []),
        ({"doctor": "dr"}, []),
        ({"visit": "d3"}, []),
    ],
)
def test_the_id_of_a_choice_may_have_the_name_of_one_word_of_the_column(body, unclear):
    chosen = SoughtValue("Dr Castro", "Dr Castro", "Preferred doctor", 'list "Preferred doctor"', chosen=True)
    known = columns({"Preferred doctor": "Dr Castro"}, chosen)
    assert sorted(read_request(request(body, is_json=True), known).unclear) == unclear


@pytest.mark.parametrize(
    ("name", "value", "text", "is_same"),
    [
        ("Budget ($)", "15,000", "15000", True),
        ("Budget ($)", "15,000", "15", False),
        ("Budget ($)", "$15,000.50", "15000.50", True),
        ("Budget", "15,000", "15000", False),
        ("Preis (EUR)", "1,459", "1459", False),
    ],
)
def test_an_amount_of_dollars_has_commas_between_thousands(name, value, text, is_same):
    (column,) = columns({name: value}, entered(name, text, reference=""))
    assert bool(column.fields) is is_same
