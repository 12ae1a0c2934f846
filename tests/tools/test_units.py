"""A number has its unit and its sign: $150 is neither €150 nor -$150, and 150 kg are not 150 g."""

import pytest

from actwright.schemas.page import Observation
from actwright.tools.rest_of_list import rest_of_list
from actwright.tools.table_facts import ExpectNumber
from actwright.tools.units import quantities_in, unit_in, with_unit


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("$150", 150, "$"),
        ("€ 150.00", 150, "€"),
        ("1,250.00 EUR", 1250, "€"),
        ("US$150", 150, "$"),
        ("C$ 20", 20, "C$"),
        ("$-5", -5, "$"),
        ("-$5", -5, "$"),
        ("(150.00)", -150, ""),
        ("$(150.00)", -150, "$"),
        ("Balance (150.00) USD", -150, "$"),
        ("Fees (2)", 2, ""),
        ("150kg", 150, "kg"),
        ("15 %", 15, "%"),
        ("3 Tagen", 3, "days"),
        ("218 inches", 218, "inch"),
        ("80 mAh", 80, "mAh"),
        ("18 pieces", 18, ""),
    ],
)
def test_a_number_is_read_with_its_unit_and_sign(text, value, unit):
    [found] = quantities_in(text)
    assert (found.values, found.unit) == ({value}, unit)


def test_labels_name_units_and_units_are_written_as_people_do():
    assert [unit_in(label) for label in ("Price (€)", "Weight in kg", "Total")] == ["€", "kg", ""]
    assert [with_unit("80", unit) for unit in ("$", "kg", "")] == ["$80", "80 kg", "80"]


@pytest.mark.parametrize(
    ("number", "passed", "undecided"),
    [
        ("€150", True, False),
        ("150", True, False),
        ("$150", False, False),
        ("€149", False, False),
        ("150 kg", False, True),
    ],
)
def test_another_currency_is_another_number(number, passed, undecided):
    page = Observation(url="http://x/", tree='- table\n  - tr "Total | €150.00"', text="Total €150.00")
    check = ExpectNumber(label="Total", compare="=", number=number)
    assert check.probe(page)[0].passed is passed
    assert bool(check.doubt(page)) is undecided


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("12 orders, page 1 of 3", "page 1 of 3"),
        ("page 3 of 3", "page 3 of 3"),
        ("page 1 of 1", ""),
        ("1-5 of 12", "1-5 of 12"),
        ("Showing 11 to 12 of 12 entries", "11 to 12 of 12"),
        ("Showing 1 to 1,012 of 1,012 entries", ""),
        ("12 orders", ""),
    ],
)
def test_a_list_goes_on_where_the_page_says_so(text, more):
    assert rest_of_list(Observation(url="http://x/", tree=f'- p "{text}"', text=text)) == more


@pytest.mark.parametrize(("number", "verdict"), [("150 kr", True), ("150 SEK", True), ("150 NOK", False)])
def test_crowns_are_not_all_the_same(number, verdict):
    page = Observation(url="http://x/", tree='- table\n  - tr "Total | SEK 150"', text="Total SEK 150")
    check = ExpectNumber(label="Total", compare="=", number=number)
    assert (check.probe(page)[0].passed, bool(check.doubt(page))) == (verdict and "SEK" in number, number == "150 kr")


def test_a_whole_number_in_brackets_may_be_a_count_or_negative():
    (count,) = quantities_in("(12)")
    (amount,) = quantities_in("(12.50)")
    assert (count.values, amount.values) == ({12.0, -12.0}, {-12.5})
