import base64
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from actwright.engine.values import Values, origin_of
from actwright.errors import ToolError
from actwright.schemas.task import Secret

HOME = "https://shop.example"


def values(**secrets):
    made = {name: Secret.model_validate({"value": value}) for name, value in secrets.items()}
    return Values({"title": "Red kayak", "odd": "{{title}}"}, made, home=HOME)


def test_data_references_are_resolved_once():
    """A value that looks like a reference is typed as it is."""
    assert values().expand("{{title}} / {{ odd }}") == "Red kayak / {{title}}"


def test_an_unknown_reference_is_an_error_that_names_what_exists():
    with pytest.raises(ToolError, match=r"there is no value \{\{price\}\}; the values are: \{\{title\}\}, \{\{odd\}\}"):
        values().expand("{{price}}")


def test_a_secret_is_not_expanded_outside_of_fields():
    with pytest.raises(ToolError, match="is secret"):
        values(password="hunter2!").expand("my password is {{password}}")


def test_a_secret_is_revealed_on_its_own_origin_only():
    kept = values(password="hunter2!")
    assert kept.reveal("{{password}}", HOME) == "hunter2!"
    with pytest.raises(ToolError, match=r"bound to https://shop\.example; this field is on https://evil\.test"):
        kept.reveal("{{password}}", "https://evil.test")


def test_a_secret_with_origins_is_not_for_the_start_origin():
    secret = Secret.model_validate({"value": "hunter2!", "origins": ("https://pay.example",)})
    kept = Values({}, {"pin": secret}, home=HOME)
    assert kept.reveal("{{pin}}", "https://pay.example") == "hunter2!"
    with pytest.raises(ToolError):
        kept.reveal("{{pin}}", HOME)


def test_a_secret_without_any_origin_is_never_revealed():
    kept = Values({}, {"pin": Secret.model_validate({"value": "1234"})})
    with pytest.raises(ToolError, match="bound to no origin"):
        kept.reveal("{{pin}}", "")


def test_a_datum_that_holds_a_secret_reference_does_not_reveal_it():
    """References are resolved in one pass, so data from outside cannot ask for a secret."""
    secret = Secret.model_validate({"value": "hunter2!"})
    kept = Values({"comment": "{{password}}"}, {"password": secret}, home=HOME)
    assert kept.reveal("{{comment}}", HOME) == "{{password}}"


SECRET = 'p&ss "wö/rd"<1>'


@pytest.mark.parametrize(
    "written",
    [
        SECRET,
        quote(SECRET, safe=""),
        quote_plus(SECRET),
        quote(SECRET, safe="").lower(),
        base64.b64encode(SECRET.encode()).decode(),
        "p&amp;ss &quot;wö/rd&quot;&lt;1&gt;",
        'p&ss \\"wö/rd\\"<1>',
        'p&ss \\"w\\u00f6/rd\\"<1>',
    ],
)
def test_a_secret_is_masked_however_it_is_written(written):
    masked = values(password=SECRET).mask(f"before {written} after")
    assert masked.replace("=", "") == "before {{password}} after"


@given(st.text(min_size=3, max_size=40).filter(lambda text: text.strip() == text), st.text(), st.text())
def test_no_masked_text_holds_the_secret(secret, before, after):
    masked = values(pin=secret).mask(before + secret + after)
    assert secret not in masked.replace("{{pin}}", "")


def test_without_secrets_nothing_is_masked():
    assert values().mask("plain") == "plain"
    assert not values().has_secrets
    assert values(pin="123").has_secrets


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://shop.example/a?b#c", "https://shop.example"),
        ("https://user:pw@shop.example:443/", "https://shop.example"),
        ("http://127.0.0.1:8000/x", "http://127.0.0.1:8000"),
        ("http://[::1]:80/x", "http://[::1]"),
        ("about:blank", ""),
        ("file:///etc/passwd", ""),
    ],
)
def test_origins_are_those_of_browsers(url, origin):
    assert origin_of(url) == origin


@pytest.mark.parametrize(("text", "name"), [("{{a}}", "a"), (" {{ a.b-c }} ", "a.b-c"), ("x{{a}}", ""), ("a", "")])
def test_a_single_reference_is_told_from_other_text(text, name):
    assert Values.reference(text) == name


def test_the_origins_of_a_secret_are_compared_as_browsers_write_them():
    secret = Secret.model_validate({"value": "hunter2!", "origins": ("https://Pay.Example:443/login",)})
    assert secret.origins == ("https://pay.example",)
    with pytest.raises(ValidationError, match=r"'pay\.example' is no origin"):
        Secret.model_validate({"value": "hunter2!", "origins": ("pay.example",)})
