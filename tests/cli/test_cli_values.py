"""`--data`, `--data-file` and `--secret` mean what they say, and mistakes in them are named."""

import io
import json
import re
from pathlib import Path

import pytest

from actwright.cli.options import BrowserAccess, BrowserChoice
from actwright.cli.values import read_data, read_login, read_private, read_sampling, read_secrets
from actwright.errors import ConfigError
from actwright.schemas.sampling import Sampling


def test_data_is_text_up_to_the_end():
    """Only the first equals sign divides; an empty value is a value."""
    assert read_data(["price=$50", "note=a=b", "empty="], None) == {"price": "$50", "note": "a=b", "empty": ""}


def test_a_file_gives_values_and_the_command_line_overrides_them(tmp_path):
    """Numbers and truth values keep their type."""
    file = tmp_path / "row.json"
    file.write_text(json.dumps({"price": 50, "used": True, "title": "Kayak", "weight": 21.5}))
    assert read_data(["title=Canoe"], file) == {"price": 50, "used": True, "title": "Canoe", "weight": 21.5}


@pytest.mark.parametrize(
    ("pairs", "text", "complaint"),
    [
        (["price"], None, "--data price: write it as KEY=VALUE"),
        (["=50"], None, "--data: '' is not a valid name for a value"),
        (["{{a}}=50"], None, "'{{a}}' is not a valid name for a value; use words with a letter"),
        (["a=1", "b=2", "a=3"], None, "--data a is given 2 times; give each value once"),
        ([], '{"a": 1, "a": 2}', "row.json: the name 'a' appears twice"),
        ([], "[1]", "must hold one object"),
        ([], "{", "not valid JSON"),
        ([], '{"a": null}', "'a' is a null"),
        ([], '{"a": [1]}', "'a' is a list"),
        ([], '{"a": {}}', "'a' is a dict"),
        ([], '{"a\\nb": 1, "--": 1}', "'--' is not a valid name for a value"),
    ],
)
def test_data_of_another_form_is_refused(tmp_path, pairs, text, complaint):
    """Each mistake is a ConfigError that says what was expected."""
    file = None
    if text is not None:
        file = tmp_path / "row.json"
        file.write_text(text)
    with pytest.raises(ConfigError, match=complaint):
        read_data(pairs, file)


def test_private_values_stand_in_the_option_or_are_named_of_the_data():
    """Those that are named are no data any more."""
    data = read_data(["Full name=Ada Lovelace", "iban=DE89"], None)
    assert read_private(["iban", "born=1815"], data) == (
        {"iban": "DE89", "born": "1815"},
        {"Full name": "Ada Lovelace"},
    )
    with pytest.raises(ConfigError, match="--private ibann: write it as KEY=VALUE, or give the name of a value"):
        read_private(["ibann"], data)
    with pytest.raises(ConfigError, match="--private a is given 2 times"):
        read_private(["a=1", "a=2"], data)


def test_a_missing_file_is_named():
    """The path is in the message."""
    with pytest.raises(ConfigError, match=r"/nowhere/row\.json: No such file"):
        read_data([], Path("/nowhere/row.json"))


def test_a_secret_comes_from_the_environment(monkeypatch):
    """Its value does not show, and its origin is kept."""
    monkeypatch.setenv("SHOP_PASSWORD", "tulip-77")
    secrets = read_secrets(["SHOP_PASSWORD@https://shop.example/"])
    assert {name: secret.origins for name, secret in secrets.items()} == {"SHOP_PASSWORD": ("https://shop.example",)}
    assert secrets["SHOP_PASSWORD"].value.get_secret_value() == "tulip-77"
    assert "tulip" not in repr(secrets)


def test_a_secret_is_asked_for_on_a_terminal(monkeypatch):
    """The prompt does not echo."""
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdin", terminal)
    monkeypatch.setattr("getpass.getpass", lambda prompt: {"PIN: ": "4711"}[prompt])
    monkeypatch.delenv("PIN", raising=False)
    assert read_secrets(["PIN"])["PIN"].value.get_secret_value() == "4711"


@pytest.mark.parametrize(
    ("argument", "complaint"),
    [
        ("NOT_SET_ANYWHERE", "the environment variable NOT_SET_ANYWHERE is not set"),
        ("PIN=4711", "can be read by others"),
        ("{b}", "'{b}' is not a valid name for a value"),
        ("LONG@shop.example", "not an origin"),
        ("LONG@https://shop.example/login", "not an origin"),
        ("SHORT", "--secret SHORT: value: it needs at least 3 characters"),
    ],
)
def test_a_secret_of_another_form_is_refused_without_showing_it(monkeypatch, argument, complaint):
    """The message helps and never holds the value."""
    monkeypatch.setattr("sys.stdin", io.StringIO())
    monkeypatch.setenv("LONG", "tulip-77")
    monkeypatch.setenv("SHORT", "ab")
    with pytest.raises(ConfigError, match=complaint) as caught:
        read_secrets([argument])
    assert "4711" not in str(caught.value)
    assert "tulip-77" not in str(caught.value)


def test_a_login_is_a_user_at_an_origin(monkeypatch):
    """The password comes from the environment and shows nowhere; a login of another form is refused without it."""
    monkeypatch.setenv("ACTWRIGHT_HTTP_PASSWORD", "tulip-77")
    login = read_login("ada@example.org@https://shop.example/lab")
    assert (login.username, login.origin) == ("ada@example.org", "https://shop.example")
    assert login.password.get_secret_value() == "tulip-77"
    with pytest.raises(ConfigError, match=r"--login ada: .*write USER@ORIGIN") as caught:
        read_login("ada")
    assert "tulip" not in f"{login!r} {caught.value}"


def test_how_a_model_is_to_answer():
    assert read_sampling(["temperature=0", "effort=low", "max_output_tokens=2000"]) == Sampling(
        temperature=0, effort="low", max_output_tokens=2_000
    )


@pytest.mark.parametrize(
    ("pairs", "told"),
    [
        (["heat=1"], "--sampling there is no option 'heat'; there are temperature, top_p, max_output_tokens, effort"),
        (["temperature=hot"], "--sampling temperature: Input should be a valid number"),
        (["temperature=3"], "--sampling temperature: Input should be less than or equal to 2"),
        (["temperature"], "write it as KEY=VALUE"),
        (["top_p=1", "top_p=0.5"], "--sampling"),
    ],
)
def test_a_sampling_that_is_none_is_told(pairs, told):
    with pytest.raises(ConfigError, match=re.escape(told)):
        read_sampling(pairs)


def test_browsers_start_signed_in_as_given_or_as_configured(monkeypatch, tmp_path):
    """A file that is named for one command comes before the configured one."""
    monkeypatch.setenv("ACTWRIGHT_STORAGE_STATE", str(tmp_path / "team.json"))
    given = [BrowserAccess(), BrowserAccess(storage_state=tmp_path / "ada.json"), BrowserChoice()]
    states = [each.read().storage_state for each in given]
    assert states == [tmp_path / "team.json", tmp_path / "ada.json", tmp_path / "team.json"]
