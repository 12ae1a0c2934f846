"""Which option a value names: by its text, or by the range that a number lies in."""

import pytest

from actwright.engine.policies.rules.field_values import options_for, pick_option
from actwright.engine.policies.rules.option_matching import option_in_range, reads_like, without_note
from actwright.engine.policies.rules.page_fields import Field
from actwright.schemas.page import Element, Option

AGES = ("Select", "Under 18", "18-24", "25 \N{EN DASH} 34", "35-44", "65+")
INCOMES = ("Under $50,000", "$50,000 - $74,999", "$75k to $100k", "Over $100,000")


@pytest.mark.parametrize(
    ("value", "options", "found"),
    [
        ("34", AGES, ("25 \N{EN DASH} 34",)),
        ("17", AGES, ("Under 18",)),
        ("18", AGES, ("18-24",)),
        ("65", AGES, ("65+",)),
        ("50", AGES, ()),
        ("24.5", AGES, ()),
        ("PhD", AGES, None),
        ("42000", INCOMES, ("Under $50,000",)),
        ("$62,000", INCOMES, ("$50,000 - $74,999",)),
        ("80k", INCOMES, ("$75k to $100k",)),
        ("100000", INCOMES, ("$75k to $100k",)),
        ("100,001", INCOMES, ("Over $100,000",)),
        ("\N{EURO SIGN}60,000", INCOMES, ()),
        ("5", ("0-5 years", "5-10 years"), ("0-5 years", "5-10 years")),
        ("2", ("Less than 1 year", "1-3 years", "10+ years"), ("1-3 years",)),
        ("6", ("0-6 months", "1-2 years"), ()),
        ("10", ("Small (1-10 employees)", "Medium (11-50 employees)"), ("Small (1-10 employees)",)),
        ("3", ("Monday 1-5", "Tuesday 1-5"), None),
        ("3", ("1-5", "Other"), None),
    ],
)
def test_a_number_is_in_the_range_of_an_option(value, options, found):
    """Bounds belong to their range; units and currencies must agree; one range alone is no scale."""
    assert option_in_range(value, options) == found


@pytest.mark.parametrize(
    ("value", "option", "same"),
    [
        ("part time", "Part-time", True),
        ("High- Work Blocked", "High - Work Blocked", True),
        ("Bachelors Degree", "Bachelor\N{RIGHT SINGLE QUOTATION MARK}s Degree", True),
        ("Mr", "Mr.", True),
        ("Research and Development", "Research & Development", True),
        ("R & D", "R&D", True),
        ("A+", "A-", False),
        ("C", "C++", False),
        ("1.5", "15", False),
        ("Austria", "Australia", False),
        ("PhD", "Doctorate", False),
    ],
)
def test_a_text_reads_like_an_option(value, option, same):
    """What stands between words makes no difference; signs and digits do."""
    assert reads_like(value, option) is same


def test_a_hidden_value_never_names_another_range():
    """`2` is in the first range, though the hidden value of the second is 2; outside of all ranges it is none."""
    options = (
        Option(label="1-3 years", value="1"),
        Option(label="4-6 years", value="2"),
        Option(label="7+", value="9"),
    )
    field = Field("select", (Element(id="select-0", tag="select", options=options),))

    assert [options_for(value, field)[0].found for value in ("2", "9", "0")] == ["1-3 years", "7+", None]


@pytest.mark.parametrize(
    ("option", "bare"),
    [
        ("Express, 1 day", "Express"),
        ("Standard (3-5 days), free", "Standard"),
        ("Regular \N{EURO SIGN}450", "Regular"),
        ("Erwachsene (12,00 \N{EURO SIGN} im Monat)", "Erwachsene"),
        ("Small - for two", "Small"),
        ("Part-time", "Part-time"),
        ("Room 5", "Room 5"),
        ("25-34", "25-34"),
    ],
)
def test_notes_and_prices_of_an_option_are_no_part_of_its_name(option, bare):
    assert without_note(option) == bare


@pytest.mark.parametrize(
    ("value", "found"),
    [("USA", "United States of America"), ("Great Britain", "UK"), ("Niger", None), ("Korea", None)],
)
def test_a_country_is_chosen_by_another_of_its_names(value, found):
    names = ("Nigeria", "UK", "United States of America", "South Korea", "North Korea")
    options = tuple(Option(label=name, value=str(place)) for place, name in enumerate(names))
    assert (
        options_for(value, Field("select", (Element(id="select-0", tag="select", options=options),)))[0].found == found
    )


@pytest.mark.parametrize(
    ("value", "options", "found"),
    [
        ("05", ("4", "5", "15"), "5"),
        ("5", ("05", "15"), "05"),
        ("3", ("January", "March"), "March"),
        ("Sept.", ("August", "September"), "September"),
        ("03", ("Januar", "M\u00e4rz"), "M\u00e4rz"),
        ("March", ("fevereiro", "mar\u00e7o"), "mar\u00e7o"),
        ("10", ("In", "Out"), None),
        ("3", ("Marble", "Decor"), None),
        ("California", ("AZ", "CA"), "CA"),
        ("ca", ("California", "Colorado"), "California"),
        ("Virginia", ("VA", "WV"), "VA"),
        ("DE", ("Germany", "Denmark"), "Germany"),
        ("DE", ("Delaware", "Germany"), None),
        ("Robotics", ("Track A: Robotics", "Track B: Vision"), "Track A: Robotics"),
        ("B", ("Track A: Robotics", "Track B: Vision"), "Track B: Vision"),
        ("Good", ("5 - Excellent", "4 - Good"), "4 - Good"),
        ("US Dollar", ("USD - US Dollar", "CAD - Canadian Dollar"), "USD - US Dollar"),
        ("Hardware", ("IT - Hardware", "HR - Hardware"), None),
        ("10", ("0 - 5 calls", "5 - 10 clients"), None),
        ("Support", ("IT Support", "HR"), None),
        ("LLC", ("C-Corporation", "Limited Liability Company (LLC)"), "Limited Liability Company (LLC)"),
        ("please specify", ("None", "Other (please specify)"), None),
    ],
)
def test_an_option_has_several_spellings(value, options, found):
    assert pick_option(value, options).found == found


@pytest.mark.parametrize("value", ["Ohio: Springfield", "Springfield (Ohio)", "Ohio Springfield"])
def test_a_value_may_name_an_option_with_its_group(value):
    cities = (
        Option(label="Springfield", value="il", group="Illinois"),
        Option(label="Springfield", value="oh", group="Ohio"),
    )
    field = Field("select", (Element(id="select-0", tag="select", name="City", options=cities),))
    assert [choice.found for choice in options_for(value, field)] == ["Ohio > Springfield"]


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("Algebra, Sets and Logic", ["Algebra", "Sets and Logic"]),
        ("Heat, electric; Algebra", ["Heat, electric", "Algebra"]),
        ("Algebra and Music", ["Algebra", "Music"]),
        ("Algebra, Sets", ["Algebra", None]),
    ],
)
def test_several_options_may_have_separators_in_their_names(value, found):
    options = tuple(
        Option(label=label, value=label) for label in ("Algebra", "Sets and Logic", "Heat, electric", "Music")
    )
    field = Field("select", (Element(id="select-0", tag="select", name="Topics", multiple=True, options=options),))
    assert [choice.found for choice in options_for(value, field)] == found
