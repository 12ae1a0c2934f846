from datetime import date

import pytest

from actwright.engine.evidence.page_after import (
    dates_in,
    new_pairs,
    new_texts,
    other_unit,
    own_texts,
    said_texts,
    says_another_number,
    says_fewer,
    shows_otherwise,
    shows_under_label,
)
from actwright.schemas.page import Element, Observation
from actwright.schemas.step import Receipt


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2026-04-03", [date(2026, 4, 3)]),
        ("on 3 April 2026", [date(2026, 4, 3)]),
        ("April 3rd, 2026", [date(2026, 4, 3)]),
        ("3. April 2026", [date(2026, 4, 3)]),
        ("le 3 avril 2026", [date(2026, 4, 3)]),
        ("3 de abril de 2026", []),
        ("03.04.2026", [date(2026, 4, 3)]),
        ("03/04/2026", []),
        ("23/04/2026", [date(2026, 4, 23)]),
        ("04/23/2026", [date(2026, 4, 23)]),
        ("31.02.2026", []),
        ("12345-04-03", []),
    ],
)
def test_dates_that_can_be_read_in_one_way(text, found):
    assert list(dates_in(text)) == found


LONG = "Please ring twice, the bell is broken"


@pytest.mark.parametrize(
    ("values", "task", "texts", "wrong"),
    [
        ((), "Book 3 April 2026", ("Booked for 2026-03-04",), "2026-03-04"),
        (("2026-04-03",), "Book it", ("Booked for 4 March 2026",), "2026-03-04"),
        ((), "Book 3 April 2026", ("Booked for 2026-04-03", "Cancel by 2026-03-04"), ""),
        ((), "Book 3 April 2026", ("Booked on 2026-01-02",), ""),
        (("1.500,00",), "Pay it", ("Paid: 1.50 EUR",), "1.50"),
        (("1234.5",), "Pay it", ("Paid: € 1,234.50",), ""),
        (("10",), "Buy ten", ("Total: 100",), ""),
        (("1.5",), "Weigh it", ("Weight: 1500 g",), ""),
        (("1.5 kg",), "Weigh it", ("Weight: 1500 kg",), "1500 kg"),
        (("50",), "Send 50 euros", ("Sent: $50.00",), "$50.00"),
        (("50",), "Send 50 in EUR", ("Sent: 50.00 USD",), "USD"),
        (("50",), "Send 50 euros", ("Sent: 50.00 € ($54.10)", "Fee: $2"), ""),
        (("50",), "Send 50 euros", ("Sent: 50.00",), ""),
        (("50",), "Send $50", ("Sent: A$50",), ""),
        ((LONG,), "Send it", ("Please ring twice, the",), "Please ring"),
        ((LONG,), "Send it", ("Sent: Please ring twice, the",), "Please ring"),
        ((LONG,), "Send it", ("Please ring twice, the …",), ""),
        ((LONG,), "Send it", ("Please",), ""),
        ((LONG,), "Send it", ("Please ring",), ""),
        ((LONG,), "Send it", ("Please rin",), "Please rin"),
        ((LONG,), "Send it", ("Please ring twice, the", LONG), ""),
    ],
)
def test_a_page_that_shows_something_else_contradicts(values, task, texts, wrong):
    said = shows_otherwise(values, task, texts, texts, " ".join(texts))
    assert (wrong in said) if wrong else said == ""


def test_the_day_before_is_another_day_only_beside_what_it_is_said_of():
    values, day = ["Birch", "2026-09-04"], "3 September 2026"
    shown = [shows_otherwise(values, "", [text], [text], text) for text in (f"Birch, {day}", f"Free until {day}")]
    assert [bool(each) for each in shown] == [True, False]


def test_new_texts_are_those_of_lines_that_were_not_there():
    before = Observation(url="u", text="Orders 17 open Approve")
    tree = '- h1 "Orders"\n- p "17 approved"\n- button-0 "Approved by me"\n- p "Orders"'
    button = Element(id="button-0", tag="button", name="Approved by me")
    now = Observation(url="u", text="Orders 17 approved Approved by me", tree=tree, elements=(button,))
    assert new_texts(before, now) == ("17 approved", "Approved by me")
    assert said_texts(before, now, []) == ("17 approved",)


def test_new_pairs_are_rows_of_two_cells_that_say_something_else_now():
    before = Observation(url="u", text="", tree='- dt "Seats"\n- dd "1"\n- tr "Date | 3 May"')
    now = Observation(
        url="u", text="", tree='- dt "Seats"\n- dd "2 (the last ones)"\n- tr "Date | 3 May"\n- tr "A | 1 | 2"'
    )
    assert new_pairs(before, now) == ("Seats: 2 (the last ones)",)


def test_a_product_is_not_another_amount():
    texts = ["10 pieces", "Total: 125.00"]
    assert shows_otherwise(["12.50"], "", texts, texts, " ".join(texts)) == ""
    assert shows_otherwise(["12.50"], "", texts[1:], texts[1:], texts[1])


@pytest.mark.parametrize(
    ("texts", "wrong"),
    [
        (["Quantity: 10"], "Quantity: 10"),
        (["Quantity: 12"], ""),
        (["Quantity: 10", "Quantity: 12"], ""),
        (["Quantity: 10", "Quantity: 11"], ""),
        (["Size: 10"], ""),
        (["Quantity: twelve pieces"], ""),
        (["Quantity: 2 (only two left in stock)"], "Quantity: 2"),
        (["Quantity: 2 h 12 min"], ""),
    ],
)
def test_another_value_under_the_label_of_a_field(texts, wrong):
    receipts = [Receipt(field='input-0 "Quantity"', wanted="12", got="12", match=True)]
    said = shows_under_label(receipts, texts, " ".join(texts), {})
    assert (wrong in said) if wrong else said == ""


def test_other_items_of_a_list_and_what_stands_aside_say_nothing():
    tree = """- p "Ticket created"
- ul
  - li "Upload failed"
  - li "Lamp flickers"
- footer
  - p "Payment failed\""""
    before, now = Observation(url="u", text=""), Observation(url="u", text="x", tree=tree)
    assert said_texts(before, now, ["Lamp flickers"]) == ("Ticket created", "Lamp flickers")
    assert said_texts(before, now, ["Door"]) == ("Ticket created", "Upload failed", "Lamp flickers")


def test_rows_of_others_contradict_nothing():
    tree = """- p "Stored"
- table
  - tr "Roof | 1,250.00"
  - tr "Door | 99.00"
- table
  - tr "Amount | 125.00"
- table
  - tr "Amount | 1250"
  - tr "Payer | Ada\""""
    before, now = Observation(url="u", text=""), Observation(url="u", text="x", tree=tree)
    assert own_texts(before, now, ["Amount"]) == ("Stored", "Amount", "125.00", "1250")
    assert own_texts(before, now, ["Amount", "Door"])[1:3] == ("Door", "99.00")


@pytest.mark.parametrize(("entered", "said"), [("Please ring twice", "Please ring…"), ("a@x.org", "a***@x.org")])
def test_a_text_that_is_shown_shortened_or_masked_contradicts_nothing(entered, said):
    receipts = [Receipt(field='input-0 "Note"', wanted=entered, got=entered, match=True)]
    assert shows_under_label(receipts, [f"Note: {said}"], said, {}) == ""


@pytest.mark.parametrize(("said", "contradicts"), [("Berlin", True), ("BE", False), ("Bern (centre)", False)])
def test_another_option_under_the_label_of_a_choice(said, contradicts):
    receipts = [Receipt(field='select-0 "City"', wanted="Bern", got="Bern", match=True)]
    others = {'select-0 "City"': frozenset({"Berlin", "Basel"})}
    assert bool(shows_under_label(receipts, [f"City: {said}"], said, others)) is contradicts


@pytest.mark.parametrize(
    ("label", "got", "task", "differs"),
    [
        ("Weight in g", "2", "Set the weight to 2 kg", True),
        ("Weight in g", "2000", "Set the weight to 2 kg", False),
        ("Weight in kg", "2", "Set the weight to 2 kg", False),
        ("Weight in g", "2", "Set the weight to 2", False),
        ("Weight", "2", "Set the weight to 2 kg", False),
        ("Amount ($)", "50", "Send 50 euros", True),
        ("Amount ($)", "50", "Send A$50", False),
        ("Rest in min", "2", "Walk for 2 h with 2 min of rest", False),
    ],
)
def test_a_number_in_the_unit_of_another_field(label, got, task, differs):
    receipt = Receipt(field=f'input-0 "{label}"', wanted=got, got=got, match=True)
    assert bool(other_unit([receipt], task)) is differs


@pytest.mark.parametrize(
    ("wanted", "shown", "differs"),
    [("19.999", "20.00 €", False), ("12.345", "12.35", False), ("12.345", "12.36", True), ("12.5", "13", True)],
)
def test_an_amount_rounded_to_cents_is_the_same(wanted, shown, differs):
    receipt = Receipt(field="input-0 Price", wanted=wanted, got=wanted, match=True)
    text = f"Price: {shown}"
    assert bool(shows_under_label([receipt], [text], text, {})) is differs


def test_results_of_a_search_are_no_answer_to_what_was_done():
    before = Observation(url="u", text="Search", tree='- h1 "Search"')
    rows = '- h1 "2 results"\n- ul\n  - li "Blue kettle: sold out"\n  - li "Red kettle"'
    now = Observation(url="u", text="2 results Blue kettle: sold out Red kettle", tree=rows)
    assert said_texts(before, now, [], listed=False) == ("2 results",)
    assert said_texts(before, now, []) == ("2 results", "Blue kettle: sold out", "Red kettle")


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("We have set aside three chairs for you", True),
        ("We have set aside five chairs for you", False),
        ("It takes three days", False),
        ("Of your 5 chairs, three chairs are blue", False),
    ],
)
def test_another_number_in_words(said, found):
    receipt = Receipt(field='input-7 "Chairs"', wanted="5", got="5", match=True)
    assert bool(says_another_number([receipt], [said], said)) is found


@pytest.mark.parametrize(
    ("said", "found"), [("You come on ten days", True), ("We write to you within ten working days.", False)]
)
def test_a_term_counts_nothing_that_was_entered(said, found):
    receipt = Receipt(field='input-7 "Number of days this season"', wanted="17", got="17", match=True)
    assert bool(says_another_number([receipt], [said], said)) is found


@pytest.mark.parametrize(
    ("task", "said", "found"),
    [
        ("Raise all 10 prices by 5 percent", "9 prices raised, 1 left as it was", True),
        ("Raise all 10 prices by 5 percent", "10 prices raised. 2 price tags to print.", False),
        ("Delete all 10 drafts", "0 drafts", False),
        ("Raise 10 prices", "9 prices raised", False),
        ("Archive alle 12 Mails", "8 Mails archiviert", True),
    ],
)
def test_fewer_than_all(task, said, found):
    assert bool(says_fewer(task, [said])) is found
