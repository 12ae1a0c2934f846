"""Values of a run are found in what a request carries, or said to have been sent otherwise."""

import json

import pytest

from actwright.engine.values.request_content import content_of
from actwright.engine.values.sought_values import SoughtValue, found_in
from actwright.schemas.step import SentValue


def sent(members):
    return content_of("https://shop.example/x", "application/json", json.dumps(members).encode(), has_body=True)


def form(pairs):
    return content_of("https://shop.example/x", "application/x-www-form-urlencoded", pairs.encode(), has_body=True)


def sought(text, *names, **more):
    return SoughtValue(text, more.pop("shown", text), names=frozenset(names), **more)


def verdict(content, *values):
    """The name and, if it is another value, what was sent, of each value that was found."""
    return [each.name if each.match else (each.name, each.sent) for each in found_in(content, values)]


def test_value_has_its_origin():
    value = SoughtValue("50", "50", reference="price", field='input-0 "Price"', names=frozenset({"price", "Price"}))
    assert found_in(form("price=50"), [value]) == (
        SentValue(name="price", wanted="50", match=True, reference="price", field='input-0 "Price"'),
    )
    assert found_in(form("price=500"), [value]) == (
        SentValue(name="price", wanted="50", match=False, sent="500", reference="price", field='input-0 "Price"'),
    )


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("order[price]", "price"),
        ("order[price]", "order[price]"),
        ("variables.input.unitPrice", "Unit price"),
        ("unit_price", "Unit price (EUR)"),
        ("unit-price", "Unit price *"),
        ("ctl00$Main$price", "Price"),
        ("1_price", "Price"),
        ("address.line1", "Address line 1"),
        ("items.0.qty", "qty"),
        ("tags[]", "Tags"),
    ],
)
def test_short_value_is_found_under_a_name_that_resembles_its_own(name, called):
    assert verdict(sent({"other": "7", name: "50"}), sought("50", called)) == [name]


def test_short_value_is_not_found_under_other_names():
    content = sent({"width": 50, "ok": True, "id": 7, "step": "ab"})
    assert verdict(content, sought("50"), sought("yes"), sought("7"), sought("ab"), sought("5.0", "price")) == []


def test_short_value_is_found_under_its_reference():
    assert verdict(sent({"price": 50}), sought("50", reference="new price")) == ["price"]


@pytest.mark.parametrize(
    ("wanted", "members"),
    [
        ("50", {"price": 500}),
        ("50", {"note": "50 and more"}),
        ("kettle", {"a": "kettles", "b": "a-kettle"}),
        ("Ada", {"name": "Ada Lovelace"}),
        ("shop", {"url": "https://shop.example/x"}),
        ("123456", {"a": "1234567"}),
    ],
)
def test_value_is_not_found_as_a_part_of_another(wanted, members):
    assert verdict(sent(members), sought(wanted)) == []


def test_distinct_value_is_found_as_a_separate_piece():
    content = sent({"tags": "red,kettle;new", "text": "Dear Ada Lovelace\nyour code is 123456"})
    assert verdict(content, sought("kettle"), sought("Ada Lovelace"), sought("123456")) == ["tags", "text", "text"]


def test_words_around_a_value_in_its_own_field_are_neither_a_match_nor_a_mismatch():
    assert verdict(form("note=don%27t+call+Bob"), sought("call Bob", "note")) == []
    assert verdict(form("tags=a,kettle"), sought("kettle", "tags")) == ["tags"]


@pytest.mark.parametrize(
    ("wanted", "pairs"),
    [
        ("2026-04-03", "day=3&month=4&year=2026"),
        ("3 April 2026", "x=1&month=04&day=03&year=2026"),
        ("4111 1111 1111 1111", "c1=4111&c2=1111&c3=1111&c4=1111"),
        ("+49 30 1234567", "code=%2B49&number=301234567"),
        ("030 1234567", "area=030&number=1234567"),
        ("Ada Lovelace", "first=Ada&last=Lovelace"),
    ],
)
def test_value_is_found_in_fields_that_follow_each_other(wanted, pairs):
    assert [each.match for each in found_in(form(pairs), [sought(wanted)])] == [True]


def test_parts_that_are_apart_are_not_a_value():
    assert verdict(form("day=3&x=1&month=4&year=2026"), sought("2026-04-03")) == []
    assert verdict(form("a=4111&b=1112"), sought("41111111")) == []


@pytest.mark.parametrize(
    ("wanted", "pairs", "instead"),
    [
        ("50", "price=500", "500"),
        ("2026-04-03", "price=2026-03-04", "2026-03-04"),
        ("9:00", "price=10:00", "10:00"),
        ("yes", "price=off", "off"),
        ("Hello brave new world", "price=Hello+brave+n", "Hello brave n"),
        ("call Ada", "price=call+Bob", "call Bob"),
        ("Ada", "price=", ""),
        ("so " * 40, "price=" + "so+" * 30, ("so " * 20)[:59] + "\u2026"),
    ],
)
def test_another_value_under_the_name_is_a_mismatch(wanted, pairs, instead):
    assert verdict(form(pairs), sought(wanted, "price")) == [("price", instead)]


@pytest.mark.parametrize(
    ("wanted", "pairs"),
    [
        ("Germany", "price=49"),
        ("Red Kettle", "price=red-kettle-2"),
        ("50", "price=5000"),
        ("s3cret-word", "price=5ebe2294ecd0e0f08eab7690d2a6ee69"),
        ("Ada", "Price="),
        ("50", "price=45&price=46"),
        ("50", "prices=45"),
        ("50", "list.price=%C2%A0"),
    ],
)
def test_what_may_be_the_value_in_another_form_is_no_mismatch(wanted, pairs):
    assert verdict(form(pairs), sought(wanted, "price")) == []


def test_forms_of_a_value_are_looked_for():
    assert verdict(form("country=49"), sought("Germany", "country", forms=("49",))) == ["country"]
    assert verdict(form("country=50"), sought("2", "country", forms=("49", "2 adults"))) == [("country", "50")]
    assert verdict(form("x=49"), sought("Germany", "country", forms=("49",))) == []


def test_field_under_its_name_is_preferred():
    assert verdict(sent({"search": "Ada L.", "user": {"name": "Ada L."}}), sought("Ada L.", "name")) == ["user.name"]


def test_field_of_another_value_does_not_stand_for_one():
    content = form("price=500&deposit=1250")
    assert verdict(content, sought("1250", "price"), sought("1250", "deposit")) == [("price", "500"), "deposit"]


def test_rows_of_one_name_are_told_apart():
    content = sent({"items": [{"qty": 2}, {"qty": 30}]})
    assert verdict(content, sought("2", "qty"), sought("3", "qty")) == ["items.0.qty", ("items.1.qty", "30")]


def test_value_that_ends_at_a_mark_that_was_not_escaped_is_another():
    assert verdict(form("name=Meyer & Sons"), sought("Meyer & Sons", "name")) == [("name", "Meyer ".strip())]
    assert verdict(form("name=Meyer %26 Sons"), sought("Meyer & Sons", "name")) == ["name"]


def test_check_box_with_a_hidden_field_is_found():
    assert verdict(form("news=0&news=1"), sought("yes", "news")) == ["news"]
    assert verdict(form("news=0"), sought("yes", "news")) == [("news", "0")]


def secret(text, *names):
    return SoughtValue(text, "{{pass}}", reference="pass", names=frozenset(names), withheld=True)


def test_withheld_value_is_found_and_never_told():
    found = found_in(form("pass=hunter2-hunter2"), [secret("hunter2-hunter2", "pass")])
    assert found == (SentValue(name="pass", wanted="{{pass}}", match=True, reference="pass"),)
    found = found_in(form("pass=hunter2-hunter"), [secret("hunter2-hunter2", "pass")])
    assert found == (SentValue(name="pass", wanted="{{pass}}", match=False, reference="pass"),)


@pytest.mark.parametrize(
    "told",
    ["hunter2-hunter2", "2retnuh", "hunt", "H U N T E R 2", "aHVudGVyMi1odW50ZXIy", "68756e746572322d68756e74657232"],
)
def test_other_value_that_may_come_from_a_withheld_one_is_not_told(told):
    content = sent({"note": f"call Ada about the kettle, the price list and {told}"})
    found = found_in(
        content,
        [sought("call Ada about the kettle, the price list and more", "note"), secret("hunter2-hunter2", "pass")],
    )
    assert (found[0].match, found[0].sent) == (False, "")


def test_name_that_tells_a_withheld_value_is_not_told():
    found = found_in(form("hunter2-hunter2=Ada+Lovelace"), [sought("Ada Lovelace"), secret("hunter2-hunter2")])
    assert [each.name for each in found] == ["a field"]


def test_number_beside_a_withheld_number_is_not_told():
    found = found_in(form("price=9862"), [sought("50.00", "price"), secret("4931", "pin")])
    assert [(each.match, each.sent) for each in found] == [(False, "")]


def test_values_do_not_show_in_their_representation():
    assert "hunter2" not in repr(secret("hunter2-hunter2"))
