"""The options on the command line, in the ini file and in the marker, and their validation."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

MARKER = "actwright(**options): options of `actwright.Agent` and of the plugin for this test (model, policy, limits, …)"


@dataclass(frozen=True, slots=True)
class ValueKind:
    """What an option may be.

    Attributes:
        name: What it must be, as in `a number above 0`.
        read: Reads it. Raises ValueError for another value.
    """

    name: str
    read: Callable[[str], Any]


def _above_zero(number: Callable[[str], float]) -> Callable[[str], float]:
    def read(text: str) -> float:
        if not 0 < (value := number(text)) < float("inf"):
            raise ValueError
        return value

    return read


def _one_of(*known: str) -> ValueKind:
    return ValueKind(f"{', '.join(known[:-1])} or {known[-1]}", lambda text: known[known.index(text)])


TEXT = ValueKind("a text", str)
WHOLE = ValueKind("a whole number above 0", _above_zero(int))
NUMBER = ValueKind("a number above 0", _above_zero(float))


@dataclass(frozen=True, slots=True)
class PluginOption:
    """An option: `--actwright-NAME` on the command line and `actwright_NAME` in the ini file."""

    name: str
    metavar: str
    help: str
    kind: ValueKind = TEXT


OPTIONS = (
    PluginOption(
        "model",
        "NAME",
        "the model, as in anthropic:NAME or openai:NAME; with A,B, B is asked if A fails",
    ),
    PluginOption("policy", "NAME", "the policy that decides steps; single_call by default; rules needs no model"),
    PluginOption(
        "mode",
        "HOW",
        "replay asks no model and needs a recording; record writes one; auto (default) follows a recording if there is "
        "one, and falls back to the model where the page does not fit",
        _one_of("replay", "auto", "record"),
    ),
    PluginOption(
        "heal",
        "HOW",
        "what auto does with a recording that did not fit: off, suggest a patch (default) or apply it",
        _one_of("off", "suggest", "apply"),
    ),
    PluginOption(
        "token-baseline",
        "FILE",
        "compare the tokens of each test by block with this file, and fail a test if a block grew",
    ),
    PluginOption("token-tolerance", "PERCENT", "how much a block may grow; 10 by default", NUMBER),
    PluginOption(
        "runs",
        "DIR",
        "folder for the records of runs; by default the folder of pytest-playwright's artifacts, or actwright-runs",
    ),
    PluginOption(
        "fail-on",
        "WHAT",
        "what else fails a test with a run: console, http, slow:SECONDS, axe, axe:IMPACT, separated by commas",
    ),
    PluginOption(
        "cassettes",
        "DIR",
        "folder of cassettes: a file for each test with the requests to its model and the replies; see --record-mode",
    ),
    PluginOption("steps", "N", "the maximum number of steps of a run", WHOLE),
    PluginOption("seconds", "N", "the maximum duration of a run, in seconds", NUMBER),
    PluginOption("test-calls", "N", "the maximum number of model calls for all runs of a test", WHOLE),
    PluginOption("test-tokens", "N", "the maximum number of tokens for all runs of a test", WHOLE),
    PluginOption("test-usd", "N", "the maximum cost of all runs of a test, in USD", NUMBER),
    PluginOption(
        "session-calls", "N", "the maximum number of model calls per session; a run that needs more fails", WHOLE
    ),
    PluginOption("session-tokens", "N", "the maximum number of tokens per session", WHOLE),
    PluginOption("session-usd", "N", "the maximum cost of a session, in USD", NUMBER),
)
UPDATE = "--actwright-token-baseline-update"
RECORD_MODE, RECORD_MODES = "--record-mode", ("none", "once", "new_episodes", "all", "rewrite")
PYTEST_RECORDING = "recording"
"""The plugin that already has the option `--record-mode`."""
IGNORED = "actwright_cassette_ignore"


def add_options(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    """Adds the command-line options and the ini values."""
    group = parser.getgroup("actwright", "Actwright")
    for each in OPTIONS:
        group.addoption(f"--actwright-{each.name}", metavar=each.metavar, default=None, help=each.help)
        parser.addini(_ini(each), each.help, type="string", default=None)
    group.addoption(
        UPDATE,
        action="store_true",
        help="write the tokens of the tests that pass into the file of --actwright-token-baseline",
    )
    if not _has_record_mode(pluginmanager):
        group.addoption(
            RECORD_MODE,
            metavar="HOW",
            choices=RECORD_MODES,
            default=None,
            help="with --actwright-cassettes: none (default) asks no model; once asks only where a test has no "
            "cassette yet; new_episodes asks only what a cassette has no reply to, and adds it; all and rewrite ask "
            "everything again and overwrite it",
        )
    parser.addini("actwright_record_mode", "like --record-mode, for cassettes of models", type="string", default=None)
    parser.addini(
        IGNORED,
        "regular expressions for text that differs in each run, such as a clock; cassettes ignore it",
        type="linelist",
    )


def check_options(config: pytest.Config) -> None:
    """Registers the marker, and refuses invalid values."""
    config.addinivalue_line("markers", MARKER)
    if config.getoption(UPDATE) and not option(config, "token-baseline"):
        raise pytest.UsageError(f"{UPDATE} needs --actwright-token-baseline FILE")
    if record_mode(config) not in RECORD_MODES:
        raise pytest.UsageError(
            f"actwright_record_mode is {record_mode(config)!r}; it must be one of {', '.join(RECORD_MODES)}"
        )
    for each in OPTIONS:
        given = _given(config, each)
        try:
            _read(each, given)
        except ValueError:
            message = f"--actwright-{each.name} ({_ini(each)}) is {given!r}; it must be {each.kind.name}"
            raise pytest.UsageError(message) from None


def option(config: pytest.Config, name: str) -> Any:
    """Returns the value of an option from the command line, else from the ini file; None if neither has it."""
    each = next(each for each in OPTIONS if each.name == name)
    return _read(each, _given(config, each))


def path_option(config: pytest.Config, name: str) -> Path | None:
    """Returns the path of an option; None if it is not set.

    It is relative to where pytest was started or, from the ini file, to that file's folder.
    """
    given = option(config, name)
    if given is None:
        return None
    said = bool(config.getoption(f"--actwright-{name}"))
    return (config.invocation_params.dir if said else config.rootpath) / given


def record_mode(config: pytest.Config) -> str:
    """Returns the record mode of cassettes: one of `RECORD_MODES`; `none` by default."""
    return config.getoption(RECORD_MODE) or config.getini("actwright_record_mode") or RECORD_MODES[0]


def ignored_by_cassettes(config: pytest.Config) -> list[str]:
    """Returns the regular expressions for text that cassettes ignore."""
    return config.getini(IGNORED)


def _has_record_mode(pluginmanager: pytest.PytestPluginManager) -> bool:
    """Whether pytest-recording is loaded, or will be: an option can be added only once."""
    if pluginmanager.hasplugin(PYTEST_RECORDING):
        return True
    loads = not (pluginmanager.is_blocked(PYTEST_RECORDING) or os.environ.get("PYTEST_DISABLE_PLUGIN_AUTOLOAD"))
    return loads and bool(entry_points(group="pytest11", name=PYTEST_RECORDING))


def marked(item: pytest.Item) -> dict[str, Any]:
    """Returns the options of a test's markers; the test's own override the options of its class and module."""
    return {
        name: value
        for marker in reversed(list(item.iter_markers("actwright")))
        for name, value in marker.kwargs.items()
    }


def check_marker(item: pytest.Item) -> None:
    """Fails the test if its marker has positional arguments or unknown options, which would have no effect."""
    markers = list(item.iter_markers("actwright"))
    for marker in markers:
        if marker.args:
            given = ", ".join(map(repr, marker.args))
            message = (
                f'the marker actwright takes named options, as in actwright(policy="rules"), not actwright({given})'
            )
            pytest.fail(message, pytrace=False)
    if markers:
        from actwright.errors import ConfigError  # noqa: PLC0415 - only for tests with the marker
        from actwright.runners.suite_test import check_names  # noqa: PLC0415 - as above

        try:
            check_names(marked(item), "the marker actwright")
        except ConfigError as error:
            pytest.fail(str(error), pytrace=False)


def _ini(each: PluginOption) -> str:
    return f"actwright_{each.name.replace('-', '_')}"


def _given(config: pytest.Config, each: PluginOption) -> str | None:
    return config.getoption(f"--actwright-{each.name}") or config.getini(_ini(each))


def _read(each: PluginOption, given: str | None) -> Any:
    return each.kind.read(given) if given else None
