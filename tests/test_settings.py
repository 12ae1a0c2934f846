"""Settings come from the environment and two files, and mistakes in them are named."""

from pathlib import Path

import pytest

from actwright.errors import ConfigError
from actwright.settings import Settings, child_environment, environment_value, settings


@pytest.fixture(autouse=True)
def bare(tmp_path, monkeypatch):
    """An empty folder to work in and none of our variables."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(f"ACTWRIGHT_{name.upper()}", raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    return tmp_path


def test_defaults():
    """Without any configuration, everything has a value."""
    assert settings().model_dump() == {
        "anthropic_api_key": None,
        "openai_api_key": None,
        "brave_api_key": None,
        "anthropic_base_url": None,
        "openai_base_url": None,
        "browser": None,
        "headless": True,
        "model": None,
        "policy": None,
        "mode": None,
        "heal": None,
        "instructions": "",
        "runs": Path("runs"),
        "evidence_pack": False,
        "prices": {},
        "storage_state": None,
    }


def test_the_environment_is_read_when_asked_and_each_time(monkeypatch):
    """A change of the environment is seen by the next call."""
    monkeypatch.setenv("ACTWRIGHT_MODEL", "anthropic:one")
    assert settings().model == "anthropic:one"
    monkeypatch.setenv("ACTWRIGHT_MODEL", "openai:two")
    assert settings().model == "openai:two"


def test_keys_have_the_providers_own_names_and_do_not_show(monkeypatch):
    """ANTHROPIC_API_KEY and OPENAI_API_KEY are read; printing settings does not reveal them."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-secret")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    found = settings()
    assert found.anthropic_api_key is not None
    assert found.anthropic_api_key.get_secret_value() == "sk-ant-secret"
    assert found.openai_api_key is not None
    assert found.openai_api_key.get_secret_value() == "sk-secret"
    assert "secret" not in repr(found).replace("SecretStr", "")


def test_base_urls_have_the_providers_own_names(monkeypatch):
    """ANTHROPIC_BASE_URL and OPENAI_BASE_URL are read."""
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:1")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:2/v1")
    assert (settings().anthropic_base_url, settings().openai_base_url) == (
        "http://127.0.0.1:1",
        "http://127.0.0.1:2/v1",
    )


def test_an_empty_variable_is_no_value(monkeypatch):
    """`ACTWRIGHT_BROWSER=` is the same as not setting it."""
    monkeypatch.setenv("ACTWRIGHT_BROWSER", "")
    assert settings().browser is None


def test_the_environment_comes_before_actwright_toml_and_that_before_pyproject(bare, monkeypatch):
    """Each source fills in what those before it leave open."""
    (bare / "pyproject.toml").write_text('[tool.actwright]\nmodel = "c"\npolicy = "c"\nruns = "c"\n')
    (bare / "actwright.toml").write_text('model = "b"\npolicy = "b"\n')
    monkeypatch.setenv("ACTWRIGHT_MODEL", "a")
    assert (settings().model, settings().policy, settings().runs) == ("a", "b", Path("c"))


def test_models_in_a_list_are_asked_in_order(bare):
    """As if they were written with commas."""
    (bare / "actwright.toml").write_text('model = ["anthropic:a", "openai:b"]\n')
    assert settings().model == "anthropic:a,openai:b"


def test_other_tables_of_pyproject_are_not_ours(bare):
    """A pyproject.toml without our table changes nothing."""
    (bare / "pyproject.toml").write_text('[project]\nname = "x"\n[tool.other]\nmodel = "y"\n')
    assert settings().model is None


def test_a_home_folder_is_expanded(monkeypatch):
    """`~` means what it means in a shell."""
    monkeypatch.setenv("HOME", "/home/ada")
    monkeypatch.setenv("ACTWRIGHT_BROWSER", "~/chrome")
    assert settings().browser == Path("/home/ada/chrome")


@pytest.mark.parametrize(
    ("file", "text", "complaint"),
    [
        (
            "actwright.toml",
            'modell = "x"',
            "actwright.toml: there is no setting 'modell'; did you mean 'model'\\? There are .*model",
        ),
        (
            "pyproject.toml",
            "[tool.actwright]\nspeed = 1",
            r"pyproject.toml \[tool.actwright\]: there is no setting 'speed'",
        ),
        ("actwright.toml", 'openai_api_key = "sk"', "keys are not read from a file; set OPENAI_API_KEY"),
        ("actwright.toml", "model = ", "actwright.toml: not a valid TOML file"),
        pytest.param("actwright.toml", f"model = {'[' * 50_000}", "not a valid TOML file", id="deep"),
        ("actwright.toml", 'headless = "perhaps"', "configuration: headless: .*boolean"),
        ("actwright.toml", "model = []", "configuration: model: .*string .*actwright.toml"),
        ("actwright.toml", "model = [3]", "configuration: model: .*string .*actwright.toml"),
        ("pyproject.toml", "[tool]\nactwright = 3", r"pyproject.toml \[tool.actwright\]: this is not a table"),
        ("pyproject.toml", "tool = 3", r"pyproject.toml \[tool.actwright\]: this is not a table"),
    ],
)
def test_mistakes_in_a_file_name_the_file_and_the_key(bare, file, text, complaint):
    """The error says where to look and what is allowed."""
    (bare / file).write_text(text + "\n")
    with pytest.raises(ConfigError, match=complaint):
        settings()


def test_a_wrong_value_in_the_environment_is_named(monkeypatch):
    """The variable's name is in the error."""
    monkeypatch.setenv("ACTWRIGHT_HEADLESS", "perhaps")
    with pytest.raises(ConfigError, match="headless"):
        settings()


def test_the_value_of_a_named_variable(monkeypatch):
    """Set, empty, and not set."""
    monkeypatch.setenv("SHOP_PASSWORD", "tulip")
    monkeypatch.setenv("EMPTY", "")
    values = [environment_value(name) for name in ("SHOP_PASSWORD", "EMPTY", "ACTWRIGHT_NOT_SET")]
    assert values == ["tulip", None, None]


def test_a_process_that_is_started_gets_no_variable_that_may_be_a_secret():
    needed = {"PATH": "/bin", "HOME": "/h", "DISPLAY": ":0", "https_proxy": "http://p", "PLAYWRIGHT_BROWSERS_PATH": "0"}
    others = {
        "OPENAI_API_KEY": "k",
        "SHOP": "pw",
        "DEBUG_PIN": "1",
        "PLAYWRIGHT_TEST_PASSWORD": "p",
        "PYTHON_TOKEN": "t",
    }
    assert child_environment(needed | others) == needed
