import base64
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from actwright.engine.values.forms import SHORT
from actwright.engine.values.values import Values
from actwright.errors import ConfigError, ToolError
from actwright.schemas.sites import origin_of
from actwright.schemas.task import Secret, only_reference, value_name
from actwright.text import one_line

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
    assert kept.reveal("{{password}}", HOME, for_secrets=True) == "hunter2!"
    with pytest.raises(ToolError, match=r"bound to https://shop\.example; this field is on https://evil\.test"):
        kept.reveal("{{password}}", "https://evil.test", for_secrets=True)


def test_a_secret_with_origins_is_not_for_the_start_origin():
    secret = Secret.model_validate({"value": "hunter2!", "origins": ("https://pay.example",)})
    kept = Values({}, {"pin": secret}, home=HOME)
    assert kept.reveal("{{pin}}", "https://pay.example", for_secrets=True) == "hunter2!"
    with pytest.raises(ToolError):
        kept.reveal("{{pin}}", HOME, for_secrets=True)


def test_a_secret_without_any_origin_is_never_revealed():
    kept = Values({}, {"pin": Secret.model_validate({"value": "1234"})})
    with pytest.raises(ToolError, match="bound to no origin"):
        kept.reveal("{{pin}}", "", for_secrets=True)


def test_a_datum_that_holds_a_secret_reference_does_not_reveal_it():
    """References are resolved in one pass, so data from outside cannot ask for a secret."""
    secret = Secret.model_validate({"value": "hunter2!"})
    kept = Values({"comment": "{{password}}"}, {"password": secret}, home=HOME)
    assert kept.reveal("{{comment}}", HOME, for_secrets=True) == "{{password}}"


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


@pytest.mark.parametrize("before", ["", "x", "xy", "xyz"])
@pytest.mark.parametrize("after", ["", "!", SECRET])
@pytest.mark.parametrize("encode", [base64.b64encode, base64.urlsafe_b64encode])
def test_base64_of_a_text_around_it_tells_nothing_of_it(before, after, encode):
    """Such as a field that holds it twice, or a header `user:password`. Two letters at its borders may stay."""
    written = encode(f"{before}{SECRET}{after}".encode()).decode()
    masked = values(password=SECRET).mask(written)
    assert "{{password}}" in masked
    rest = "".join(masked.split("{{password}}"))
    alone = encode(SECRET.encode()).decode()
    assert not any(alone[at : at + 4] in rest for at in range(len(alone) - 4))


SECRETS = st.text(min_size=3, max_size=40).map(lambda text: f"q7{text}")


@given(SECRETS.filter(lambda secret: len(one_line(secret)) >= SHORT), st.text(), st.text())
def test_no_masked_text_holds_the_secret(secret, before, after):
    """Wherever it stands, whatever is around it: it does not look like a word, and is longer than what any page may show."""
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


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("{{a}}", "a"),
        (" {{ a.b-c }} ", "a.b-c"),
        ("{{Full  name}}", "Full name"),
        ("x{{a}}", ""),
        ("a", ""),
        ("{{ }}", ""),
    ],
)
def test_a_single_reference_is_told_from_other_text(text, name):
    assert only_reference(text) == name


def test_the_origins_of_a_secret_are_compared_as_browsers_write_them():
    secret = Secret.model_validate({"value": "hunter2!", "origins": ("https://Pay.Example:443/login",)})
    assert secret.origins == ("https://pay.example",)
    with pytest.raises(ConfigError, match=r"'pay\.example' is not an origin"):
        Secret("hunter2!", ("pay.example",))


def test_a_secret_is_made_of_its_value_and_says_what_is_wrong_with_it():
    assert Secret("hunter2!").value.get_secret_value() == "hunter2!"
    with pytest.raises(ConfigError) as short:
        Secret("x", origins="https://shop.example")
    assert str(short.value) == "Secret: value: it needs at least 3 characters so that it can be masked"
    with pytest.raises(ConfigError, match=r"Secret: there is no option 'origin'; did you mean 'origins'\? "):
        Secret("hunter2!", origin="https://shop.example")


def test_one_origin_or_field_of_a_secret_may_be_a_text():
    assert Secret("hunter2!", origins="https://shop.example/", fields="PIN") == Secret(
        "hunter2!", ("https://shop.example",), ("PIN",)
    )


WRONG = "Wrong user name or password; nothing is wrong with 12 of your 1200 wrongs"


def test_a_secret_that_is_a_word_eats_no_words():
    """Before it is used it is not told from any other text; then only what was typed is hidden, as a word of its own."""
    kept = values(password="wrong")
    assert kept.mask(WRONG) == WRONG
    kept.reveal("{{password}}", HOME, for_secrets=True)
    assert kept.mask(WRONG) == ("Wrong user name or password; nothing is {{password}} with 12 of your 1200 wrongs")


def test_a_word_that_stands_in_a_field_by_itself_is_masked():
    kept = values(password="wrong")
    assert not kept.found_in_fields(["wrong side", "right"])
    assert kept.found_in_fields(["right", " wrong "])
    assert kept.mask("is it wrong?") == "is it {{password}}?"
    assert not kept.found_in_fields(["wrong"]), "it is known by now"


@pytest.mark.parametrize(
    ("value", "shown", "masked"),
    [
        ("Ada Lovelace", "Ada Lovelace and Ada", "{{it}} and Ada"),
        ("1250", "1250 of 1250.75 on 2026-1250", "{{it}} of 1250.75 on 2026-1250"),
        ("12", "12 of 12 seats", "12 of 12 seats"),
        ("12", " 12 ", "{{it}}"),
        ("", "nothing", "nothing"),
        ("female", "Female or female", "Female or {{it}}"),
        ("DE89 3704 0044", "x de89 3704 0044x", "x {{it}}x"),
        ("Müller", "M\\u00fcller, Müllerin", "{{it}}, Müllerin"),
    ],
)
def test_a_private_value_is_masked_once_it_was_used(value, shown, masked):
    kept = Values({}, private={"it": value})
    assert kept.reveal("{{it}}", "https://anywhere.test", for_secrets=True) == value
    assert kept.mask(shown) == masked
    assert kept.mask(kept.mask(shown)) == masked


@pytest.mark.parametrize("value", ["hunter2", "xKqPwZtR", "abcdefghijklmnop", "correct horse", "123456"])
def test_what_looks_like_a_secret_is_masked_before_it_is_used(value):
    assert values(it=value).mask(f"at{value.upper()}once") == "at{{it}}once"


def test_a_reference_that_masking_left_is_not_masked_again():
    kept = values(password="password")
    kept.reveal("{{password}}", HOME, for_secrets=True)
    assert kept.mask(kept.mask("the password")) == "the {{password}}"


def test_a_private_value_is_for_fields_alone():
    kept = Values({}, private={"iban": "DE89"})
    with pytest.raises(ToolError, match=r"\{\{iban\}\} is private; it can only be the value that is filled or typed"):
        kept.expand("https://shop.example/?to={{iban}}")


def test_any_heading_of_a_column_is_a_name():
    kept = Values({"Full name": "Ada", "Größe (cm)": "170", "# of seats": "2"})
    assert kept.expand("{{Full name}}, {{ Größe  (cm) }}, {{# of seats}}") == "Ada, 170, 2"
    with pytest.raises(
        ToolError, match=r"there is no value \{\{Ful name\}\}; did you mean \{\{Full name\}\}\? The values are: "
    ):
        kept.expand("{{Ful name}}")


@pytest.mark.parametrize("name", ["", " ", "{{x}}", "a{b", "--", "a\u202eb", "a\x00b", "x" * 501])
def test_nonsense_is_no_name(name):
    with pytest.raises(ValueError, match="is not a valid name for a value"):
        value_name(name)
