"""Plain sentences become instructions, or a refusal that says what was understood."""

import pytest

from actwright.engine.policies.rules.grammar import understand
from actwright.engine.policies.rules.instructions import UnclearError

SENTENCES = {
    "Fill the price as $50 and submit": [("fill", "price", "$50"), ("submit", "submit", "")],
    "Set Category to Bikes, tick 'I agree' and press Save": [
        ("fill", "Category", "Bikes"),
        ("tick", "I agree", ""),
        ("press", "Save", ""),
    ],
    "Log in with email ada@example.org and password {{password}}": [
        ("fill", "email", "ada@example.org"),
        ("fill", "password", "{{password}}"),
        ("login", "log in", ""),
    ],
    "log in using {{email}} and {{pass}}": [
        ("fill", "email", "{{email}}"),
        ("fill", "pass", "{{pass}}"),
        ("login", "log in", ""),
    ],
    "Open Sell": [("open", "Sell", "")],
    'Click "Delete" and confirm': [("press", "Delete", ""), ("confirm", "", "")],
    "Choose 'Used' for condition": [("choose", "condition", "Used")],
    "Select Bikes from the Category dropdown": [("choose", "Category", "Bikes")],
    "Enter Ada as first name. Then type 'x, and y' into Description": [
        ("fill", "first name", "Ada"),
        ("fill", "Description", "x, and y"),
    ],
    "Set title to Road bike and tyres and price to 50": [
        ("fill", "title", "Road bike and tyres"),
        ("fill", "price", "50"),
    ],
    "Set due date to November 21, 2026 and press Save until 'Listing created' appears": [
        ("fill", "due date", "November 21, 2026"),
        ("press", "Save", ""),
        ("text", "", "Listing created"),
    ],
    "set status to open and close date to 2026-01-01": [
        ("fill", "status", "open"),
        ("fill", "close date", "2026-01-01"),
    ],
    "Register with first name Ada, last name Lovelace and postal code 8001": [
        ("fill", "first name", "Ada"),
        ("fill", "last name", "Lovelace"),
        ("fill", "postal code", "8001"),
        ("submit", "Register", ""),
    ],
    "Go to /sell then fill in the form and submit it": [
        ("goto", "", "/sell"),
        ("form", "", ""),
        ("submit", "submit it", ""),
    ],
    'Tick "A", "B" and "C"': [("tick", "A", ""), ("tick", "B", ""), ("tick", "C", "")],
    "Uncheck newsletter and click on the Save button and expect the text Saved": [
        ("untick", "newsletter", ""),
        ("press", "Save", ""),
        ("text", "", "Saved"),
    ],
    "Search for red bikes": [("fill", "search", "red bikes"), ("submit", "search", "")],
    "Upload {{photo}} as photo and submit": [("upload", "photo", "{{photo}}"), ("submit", "submit", "")],
    "Enter email and password and log in": [("fill", "email", ""), ("fill", "password", ""), ("login", "log in", "")],
    "Save and check that the url contains /done": [("submit", "Save", ""), ("url", "", "/done")],
    "Delete the listing": [("press", "Delete", ""), ("confirm", "", "")],
    "Accept the terms and conditions": [("tick", "terms and conditions", "")],
}


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_sentence_is_read_clause_by_clause(sentence):
    """Verbs part the clauses; quotes, references and dates stay whole."""
    assert [(one.kind, one.target, one.value) for one in understand(sentence)] == SENTENCES[sentence]


ABOUT = {
    "Delete the order 4711": ("order", "4711"),
    'Remove "Old lamp" from the cart': ("Old lamp", "cart"),
    "Delete it": (),
    "Book a table in Room A": ("table", "Room", "A"),
    "Create a listing with title Lamp": ("listing",),
    "Submit the form": (),
    "Save all changes": (),
    "Cancel Ann's order": ("Ann's", "order"),
}


@pytest.mark.parametrize("sentence", ABOUT)
def test_what_a_press_is_about_is_kept(sentence):
    """Word by word, quoted text whole; articles, and words that mean any form, are left out."""
    pressing = next(one for one in understand(sentence) if one.kind in ("submit", "press", "dismiss"))

    assert pressing.about == ABOUT[sentence]


def test_an_unknown_verb_is_refused_with_what_was_understood():
    """The message quotes the clause, what came before it, and examples."""
    with pytest.raises(UnclearError) as refusal:
        understand("Dance a little")

    message = str(refusal.value)
    assert message.startswith(
        'cannot understand "Dance a little" (understood: nothing before it). Write it like: Fill the'
    )


@pytest.mark.parametrize("quoted", ['"a, and b"', "“a, and b”", "'a, and b'", "«a, and b»"])
def test_quotes_of_every_kind_keep_their_text_whole(quoted):
    """A comma and an `and` inside quotes part nothing."""
    assert [(one.target, one.value) for one in understand(f"Set Note to {quoted}")] == [("Note", "a, and b")]
