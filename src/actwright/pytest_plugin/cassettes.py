"""The cassettes of a suite: a file for each test with the requests to its model and the replies.

With a cassette, the next session asks no model. The file is `DIR/tests/test_sell/TEST.json` for a test of
`tests/test_sell.py`, and `TEST[PARAMETERS].json` for one with parameters. If each role has its own model, there is a
file for each role. The values of `--record-mode` have the same meaning as in pytest-recording, and if that is
installed, the option is its own.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from actwright.engine.models.base import at_address
from actwright.engine.policies.base import find_policy
from actwright.errors import ConfigError
from actwright.pytest_plugin.plugin_options import ignored_by_cassettes, path_option, record_mode
from actwright.testing import Cassette
from actwright.testing.cassette import Mode

MODES: Mapping[str, Mode] = {"none": "replay", "new_episodes": "auto", "all": "record", "rewrite": "record"}
LONGEST_NAME = 100
FIRST_TIME: pytest.StashKey[set[Path]] = pytest.StashKey()
"""The cassettes that a test began in this session: its retries may add to them."""


class Cassettes:
    """The cassettes of a test, one for each role that has a model of its own.

    Args:
        item: The test.
        options: The options of the test.
    """

    def __init__(self, item: pytest.Item, options: Mapping[str, Any]) -> None:
        self._item = item
        self._options = options
        self._made: dict[Path, Cassette] = {}
        self._folder = path_option(item.config, "cassettes")

    @property
    def answer(self) -> bool:
        """Whether there is a cassette, so that no model has to be named."""
        return self._folder is not None and self._path("").exists()

    def model(self) -> Any:
        """Returns the models for an agent of this test, each wrapped in a cassette if the suite keeps cassettes.

        Raises:
            ConfigError: There is no cassette and the mode makes none, or it cannot be used.
        """
        given = self._options.get("model")
        if self._folder is None or (given is None and not self.answer and not self._needed):
            return given
        if isinstance(given, Mapping):
            return {str(role): self._cassette(each, f".{role}") for role, each in given.items()}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType] - the caller's
        return self._cassette(given, "")

    @property
    def _needed(self) -> bool:
        """Whether the policy of the test asks models."""
        policy: Any = self._options.get("policy", "single_call")
        return bool((find_policy(policy) if isinstance(policy, str) else policy).roles)

    def _cassette(self, source: Any, suffix: str) -> Any:
        path = self._path(suffix)
        if isinstance(source, Cassette) or (not path.exists() and not self._needed):
            return source
        if path not in self._made:
            self._made[path] = self._new(path, source)
        return self._made[path]

    def _new(self, path: Path, source: Any) -> Cassette:
        if isinstance(source, str) and "," not in source:
            source = at_address(source, self._options.get("base_url"))
        elif isinstance(source, str | list | tuple):
            raise ConfigError("a cassette keeps the replies of one model; name only one model")
        named = record_mode(self._item.config)
        mode = self._once(path) if named == "once" else MODES[named]
        if mode == "replay" and not path.exists():
            raise ConfigError(f"there is no cassette {path}; record it with a model and --record-mode once")
        if mode != "replay" and source is None:
            raise ConfigError(f"--record-mode {named} needs a model for {path}; name one, as in --actwright-model NAME")
        return Cassette(path, source, mode=mode, ignore=ignored_by_cassettes(self._item.config))

    def _once(self, path: Path) -> Mode:
        begun = self._item.stash.setdefault(FIRST_TIME, set())
        if path.exists() and path not in begun:
            return "replay"
        begun.add(path)
        return "auto"

    def _path(self, suffix: str) -> Path:
        assert self._folder is not None
        module, _, test = self._item.nodeid.partition("::")
        said = test.replace("::", ".")
        name = re.sub(r"[^\w.\[\]-]+", "-", said)[:LONGEST_NAME]
        digest = "" if name == said else f"-{hashlib.sha256(test.encode()).hexdigest()[:6]}"
        return self._folder / Path(module).with_suffix("") / f"{name}{digest}{suffix}.json"
