"""From a model string to a model."""

import subprocess
import sys

import pytest

from actwright.engine.models.base import find_model, wire_names
from actwright.errors import ConfigError

KEY = "sk-test-0123456789"


@pytest.fixture(autouse=True)
def bare_settings(monkeypatch, tmp_path):
    """No keys and no files of the machine that runs the test."""
    for name in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "ANTHROPIC_BASE_URL", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("text", "wire", "name", "where"),
    [
        ("anthropic:claude-opus-4-8", "anthropic", "claude-opus-4-8", "the provider"),
        ("openai-chat:gpt-5", "openai_chat", "gpt-5", "the provider"),
        ("openai_chat:gpt-5", "openai_chat", "gpt-5", "the provider"),
        ("openai:gpt-5", "openai_responses", "gpt-5", "the provider"),
        ("openai-chat:llama3:8b@http://localhost:11434/v1", "openai_chat", "llama3:8b", "http://localhost:11434/v1"),
        ("openai-chat:org/name@2@https://host/v1", "openai_chat", "org/name@2", "https://host/v1"),
        ("anthropic:claude@20250101", "anthropic", "claude@20250101", "the provider"),
        ("anthropic:claude@v1.2", "anthropic", "claude@v1.2", "the provider"),
        ("openai-chat:@cf/meta/llama-3.1-8b", "openai_chat", "@cf/meta/llama-3.1-8b", "the provider"),
        ("openai-chat:m@HTTP://localhost/v1", "openai_chat", "m", "localhost/v1"),
        ("openai:m@http://user:pw@host:8000/v1?key=pw#pw", "openai_responses", "m", "(http://host:8000/v1, key"),
    ],
)
def test_a_model_string(text, wire, name, where):
    """The wire before the first colon, the provider's own name, an address behind the @."""
    model = find_model(text, api_key=KEY)
    assert (model.wire, model.name) == (wire, name)
    assert where in repr(model)
    assert KEY not in repr(model)
    assert "pw" not in repr(model)


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        ("gpt-5", {}, "'gpt-5' is not a model; did you mean openai:gpt-5"),
        ("", {}, "'' is not a model"),
        ("openai:", {}, "'openai:' is not a model"),
        ("openai: @http://h/v1", {}, "is not a model"),
        (
            "gemini:pro",
            {},
            "there is no wire 'gemini'; to use its models, write openai-chat:NAME@https://generativelanguage.googleapis.com",
        ),
        ("retry:x", {}, "there is no wire 'retry'"),
        (
            "anthropic:claude",
            {},
            "no key for 'anthropic:claude': set ANTHROPIC_API_KEY in the environment, or give the base URL of a server",
        ),
        ("openai:gpt-5", {"api_key": "  "}, "set OPENAI_API_KEY"),
        ("openai:gpt-5", {"api_key": "sk with space"}, "the key in OPENAI_API_KEY has characters that no key can have"),
        ("openai:gpt-5", {"base_url": "localhost:80"}, "base URL 'localhost:80': write the whole URL"),
        ("openai:gpt-5", {"base_url": "user:pw@host:80/v1?key=pw"}, "base URL 'host:80/v1': write the whole URL"),
        ("openai:gpt-5", {"base_url": "http://user:p/w@host/v1"}, "base URL 'host/v1': write the whole URL"),
        ("openai:gpt-5@http://host:port/v1", {}, "base URL 'http://host:port/v1': write the whole URL"),
        ("openai:@http://user:pw@host/v1", {}, "'openai:' is not a model"),
        ("anthropic:m@", {}, "'' after the @ is not a base URL; write the whole URL, as in anthropic:NAME@http://127"),
        ("anthropic:m@localhost", {}, "'localhost' after the @"),
        ("anthropic:m@localhost:8000", {}, "'localhost:8000' after the @"),
        ("openai-chat:m@10.0.0.7/v1", {}, "'10.0.0.7/v1' after the @"),
        ("openai-chat:m@[::1]:8000/v1", {}, r"'\[::1\]:8000/v1' after the @"),
        ("openai-chat:m@gateway:8000", {}, "'gateway:8000' after the @"),
        ("openai-chat:m@llm.example.com", {}, "'llm.example.com' after the @"),
        ("openai-chat:m@ftp://user:pw@host", {}, "'host' after the @"),
        ("openai-chat:m@user:pw@host:80/v1?key=pw", {}, "'host:80/v1' after the @"),
        ("openai-chat:m@ws://host:80/v1?key=pw", {}, "'host:80/v1' after the @"),
    ],
)
def test_a_wrong_model_string(text, options, words):
    """Every mistake says what to write instead, and no message shows a key."""
    with pytest.raises(ConfigError, match=words) as raised:
        find_model(text, **options)
    assert "with space" not in str(raised.value)
    assert "pw" not in str(raised.value)


def test_keys_and_addresses_come_from_the_settings(monkeypatch):
    """What is set in the environment serves when nothing is passed."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:8000/v1")
    assert repr(find_model("anthropic:m")) == "anthropic:m at Endpoint(the provider, key from ANTHROPIC_API_KEY)"
    assert "http://127.0.0.1:8000/v1" in repr(find_model("openai:m"))


def test_requests_are_not_traced(monkeypatch):
    """Anthropic's SDK puts prompts into traces if a variable of its own says so."""
    monkeypatch.setenv("ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE", "content")
    client = find_model("anthropic:m", api_key=KEY).client
    assert not client.open_telemetry["traces"]["enabled"]


def test_a_wire_is_a_module():
    """The names come from the modules that define a wire; `openai` stands for the best of that provider."""
    assert wire_names() == ("openai", "anthropic", "openai-chat", "openai-responses")


def test_sdks_load_when_a_model_is_made():
    """Looking up names imports neither SDK."""
    code = (
        "import sys; from actwright.engine.models.base import wire_names; wire_names(); import actwright.engine.meter;"
        "sys.exit(bool({'anthropic', 'openai', 'genai_prices'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
