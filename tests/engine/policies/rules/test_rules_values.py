"""A value is spelled as its field takes it."""

import pytest

from actwright.engine.policies.rules.field_values import RefusedValueError, other_spellings, pick_option, spell
from actwright.engine.policies.rules.page_fields import Field, fields_of
from actwright.schemas.page import Element, Observation


def text(**attributes):
    return Field("text", (Element(id="input-0", tag="input", **attributes),))


@pytest.mark.parametrize(
    ("value", "attributes", "expected"),
    [
        ("$50", {"type": "text", "label": "Price"}, "50"),
        ("$1,250.00", {"type": "text", "attribute_name": "asking_price"}, "1250.00"),
        ("$50", {"type": "text", "label": "Title"}, "$50"),
        ("50 EUR", {"type": "number", "label": "Weight"}, "50"),
        ("1.250,50", {"type": "number", "label": "X"}, "1250.50"),
        ("12.5%", {"type": "number", "beside": "Discount %"}, "12.5"),
        ("21 Nov 2026", {"type": "date", "label": "When"}, "2026-11-21"),
        ("21 Nov 2026", {"type": "text", "label": "When", "placeholder": "mm/dd/yyyy"}, "11/21/2026"),
        ("21 Nov 2026", {"type": "text", "label": "When"}, "21 Nov 2026"),
        ("2:30 pm", {"type": "time", "label": "At"}, "14:30"),
        ("November 2026", {"type": "month", "label": "M"}, "2026-11"),
        ("2026-11-21 14:30", {"type": "datetime-local", "label": "D"}, "2026-11-21T14:30"),
        ("21 Nov 2026 at 2:30 pm", {"type": "datetime-local", "label": "D"}, "2026-11-21T14:30"),
        ("#F80", {"type": "color", "label": "C"}, "#ff8800"),
        ("red", {"type": "color", "label": "C"}, "#ff0000"),
        ("\N{EURO SIGN}1.250", {"type": "number", "label": "Fee"}, "1250"),
        ("21 Nov 2026", {"type": "text", "label": "Geburtsdatum (TT.MM.JJJJ)"}, "21.11.2026"),
        ("21 Nov 2026", {"type": "text", "label": "Naissance", "placeholder": "JJ/MM/AAAA"}, "21/11/2026"),
    ],
)
def test_a_value_in_the_form_of_its_field(value, attributes, expected):
    """Money is a bare number in money fields, dates follow the input type or the placeholder."""
    assert spell(value, text(**attributes)) == expected


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("a few", "number"),
        ("soon", "date"),
        ("03/04/2026", "date"),
        ("noon", "time"),
        ("sunset", "color"),
        ("1999-02-30", "text"),
    ],
)
def test_a_value_that_cannot_stand_there_is_refused(value, kind):
    """The message names the field and the value."""
    with pytest.raises(RefusedValueError, match=r'"X"'):
        spell(value, text(type=kind, label="X"))


def test_other_spellings_come_from_the_error():
    """A date as the error asks, then in the two common forms; a number without its currency."""
    field = text(label="Birthday", error="Use the form DD/MM/YYYY", invalid=True)

    assert other_spellings("1815-12-10", field) == ("10/12/1815", "1815-12-10", "10.12.1815")
    assert other_spellings("$1,250", text(label="Worth", error="Digits only")) == ("1250",)
    assert other_spellings("+44 20 7946", text(label="Phone", error="Digits only")) == ("+44207946", "44207946")


@pytest.mark.parametrize(
    ("value", "choices", "found", "tied"),
    [
        ("Used", ("used", "New"), "used", False),
        ("2", ("-Adult-", "1 Adult", "2 Adults", "2 Adults, 1 child"), "2 Adults", False),
        ("express", ("Standard, 3 days", "Express, 1 day"), "Express, 1 day", False),
        ("Pune", ("Pune City", "Pune Camp"), None, True),
        ("true", ("Yes", "No"), "Yes", False),
        ("Boats", ("Bikes", "Books"), None, False),
        ("Used", ("Used", "used"), "Used", False),
    ],
)
def test_options_are_picked_with_a_margin(value, choices, found, tied):
    """Exact before case before the only one that says it; a tie is none."""
    choice = pick_option(value, choices)

    assert (choice.found, choice.tied) == (found, tied)


@pytest.mark.parametrize(
    ("asked", "found"),
    [(["Birthday"], [3]), (["Birth day", "Birth month", "Birth year"], [1, 1, 1]), (["Year"], [1, 1, 1])],
)
def test_a_date_in_parts_is_one_field_unless_its_parts_are_asked_for(asked, found):
    """Columns for the day, the month and the year are placed one by one."""
    parts = ("day", "month", "year")
    controls = [
        Element(
            id=f"input-{at}", tag="input", part=each, beside="" if at else "Birthday", name=each, question="Birthday"
        )
        for at, each in enumerate(parts)
    ]
    page = Observation(url="https://a.example", title="", text="", tree="", elements=tuple(controls))
    fields = fields_of(page, asked=asked)
    assert [len(each.elements) for each in fields] == found
    if found == [3]:
        assert spell("5 March 2001", fields[0]) == "2001-03-05"


def test_a_pattern_beside_a_field_says_how_a_date_is_written():
    field = Field("text", (Element(id="input-0", tag="input", beside="Born (dd.mm.yyyy):"),))
    assert spell("1969-12-05", field) == "05.12.1969"
