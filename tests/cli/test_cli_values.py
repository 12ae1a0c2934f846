"""`--data`, `--data-file` and `--secret` mean what they say, and mistakes in them are named."""

import io
import json
from pathlib import Path

import pytest

from actwright.cli.values import read_data, read_login, read_secrets
from actwright.errors import ConfigError


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
        (["=50"], None, "'' is not a name"),
        (["the price=50"], None, "'the price' is not a name"),
        ([], "[1]", "must hold one object"),
        ([], "{", "not JSON"),
        ([], '{"a": null}', "'a' is a null"),
        ([], '{"a": [1]}', "'a' is a list"),
        ([], '{"a": {}}', "'a' is a dict"),
        ([], '{"a b": 1}', "'a b' is not a name"),
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
        ("a b", "'a b' is not a name"),
        ("LONG@shop.example", "not an origin"),
        ("LONG@https://shop.example/login", "not an origin"),
        ("SHORT", "--secret SHORT: value"),
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
