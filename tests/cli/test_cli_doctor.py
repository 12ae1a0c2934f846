"""`actwright doctor` says what is here and what is missing."""

import platform
import subprocess
from importlib import import_module
from importlib.metadata import version

import pytest

pytestmark = pytest.mark.slow


def test_a_machine_that_can_run(actwright):
    """Versions, browser and absent keys; exit status 0."""
    done = actwright("doctor")
    assert done.returncode == 0, done.stdout
    for text in (platform.python_version(), version("playwright"), "it starts", "not set", "A run is possible"):
        assert text in done.stdout


def test_keys_are_named_and_never_shown(actwright):
    """Present or not, that is all."""
    done = actwright("doctor", ANTHROPIC_API_KEY="sk-ant-tulip", OPENAI_API_KEY="sk-tulip")
    assert done.stdout.count("✓ ANTHROPIC_API_KEY set") == 1
    assert "tulip" not in done.stdout + done.stderr


def test_a_missing_browser(actwright):
    """Exit status 1, and what to do."""
    done = actwright("doctor", "--fix", ACTWRIGHT_BROWSER="/nowhere/chrome")  # a download would not help
    assert done.returncode == 1
    assert "Downloading" not in done.stdout + done.stderr
    assert "✗ browser" in done.stdout
    assert "No run is possible yet" in done.stdout


def test_a_broken_configuration(actwright, tmp_path):
    """It is one of the findings, not a crash."""
    (tmp_path / "actwright.toml").write_text("speed = 1\n")
    done = actwright("doctor")
    assert done.returncode == 1
    assert "there is no setting 'speed'" in done.stdout


def test_a_browser_is_downloaded_where_none_starts(monkeypatch):
    """On request, once, by Playwright's own command; then the browser is looked for again."""
    module = import_module("actwright.cli.doctor")
    found = [module.Diagnosis("browser", good, "said", needed=True, fixable=not good) for good in (False, True)]
    commands = []

    async def look():
        return found.pop(0)

    monkeypatch.setattr(module, "_browser", look)
    monkeypatch.setattr(subprocess, "run", lambda command, **_: commands.append(command[1:]))
    assert module.doctor(fix=True) == 0
    assert commands == [["-m", "playwright", "install", "chromium"]]
    assert found == []
