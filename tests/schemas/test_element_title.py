"""How messages name an element."""

import pytest

from actwright.schemas.page import Element

LONG = "Kayak " * 30


@pytest.mark.parametrize(
    ("element", "title"),
    [
        (Element(id="div-0", tag="div"), "div-0"),
        (Element(id="div-0", tag="div", name=LONG), f'div-0 "{LONG[:59]}…"'),
        (Element(id="button-0", tag="button", name="Save"), 'button-0 "Save"'),
        (Element(id="input-0", tag="input", name=LONG, value=""), f'input-0 "{LONG}"'),
    ],
)
def test_only_a_field_is_named_by_more_than_60_characters(element, title):
    """What stands inside a container is its content; the label of a field tells it from the next question."""
    assert element.title == title
