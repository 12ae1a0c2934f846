"""Labels and names are compared by meaning, not by letters."""

import pytest

from actwright.engine.policies.rules.phrases import terms
from actwright.engine.policies.rules.similarity import ENOUGH, choose, similarity


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Your E-mail address *", ("email",)),
        ("txtFirstName", ("firstname",)),
        ("user[zip_code]", ("username", "zip")),
        ("I agree to the Terms and Conditions", ("terms",)),
        ("Ville Zürich", ("city", "zurich")),
        ("Categories", ("category",)),
        ("the", ("the",)),
    ],
)
def test_terms(text, expected):
    """Case, accents, plurals, camelCase and synonyms are folded; words that tell nothing go."""
    assert terms(text) == expected


@pytest.mark.parametrize(
    ("asked", "offered"),
    [
        ("email", "E-Mail-Address"),
        ("zip", "ZIP / Postal code"),
        ("phone", "Mobile phone (optional)"),
        ("title", "Listing title"),
        ("company_name", "Compnay name"),
        ("terms", "I have read and agree to the Terms of Service"),
        ("contact_email", "Email"),
        ("message", "Anything else we should know (message)"),
        ("Wohnort", "Ort*"),
        ("Téléphone", "Telefonnummer"),
        ("Nom de l'élève", "Nom de l\N{RIGHT SINGLE QUOTATION MARK}élève *"),
        ("Type of organization", "Organization type"),
        ("Name", "Applicant's full name"),
    ],
)
def test_what_is_meant_is_alike(asked, offered):
    """Each reaches the threshold."""
    assert similarity(asked, offered) >= ENOUGH


@pytest.mark.parametrize(
    ("asked", "offered"),
    [
        ("name", "First name"),
        ("name", "Company name"),
        ("name", "User name"),
        ("country", "County"),
        ("price", "Prize"),
        ("date", "Date of birth"),
        ("email", "Work email"),
        ("address", "Address line 2"),
        ("condition", "Terms and conditions"),
        ("title", "Job title"),
        ("password", "Confirm password"),
        ("Student ID", "Student name"),
    ],
)
def test_what_only_sounds_alike_is_not(asked, offered):
    """None reaches the threshold."""
    assert similarity(asked, offered) < ENOUGH


def test_a_choice_without_a_margin_is_a_tie():
    """Two equally good candidates are both named, and neither is taken."""
    choice = choose(("a", "b", "c"), {"a": 80.0, "b": 78.0, "c": 10.0}.__getitem__)

    assert (choice.found, choice.tied, choice.near) == (None, True, ("a", "b", "c"))
