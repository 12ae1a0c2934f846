"""`SuiteTest`: one test of a suite, whatever runs it, and `SuiteSession`: what the tests of a session share."""

from __future__ import annotations

import hashlib
import inspect
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from actwright.engine.agent import Agent
from actwright.errors import ConfigError
from actwright.runners.record_folder import folder_name, own_folder
from actwright.runners.spending import BUDGETS, SpendingLedger
from actwright.settings import settings
from actwright.suggestions import unknown

OF_SUITES = ("fail_on", "mode", "heal", "steps", "seconds", *(f"test_{name}" for name in BUDGETS))
"""Options of a test that are not options of `Agent`."""
OF_AGENTS = ("model", "policy", "instructions", "evidence_pack")
"""Options of `Agent` that settings have, too."""


@dataclass(frozen=True, slots=True)
class SuiteSession:
    """What the tests of a session share.

    Attributes:
        limits: What all of them may spend together: `calls`, `tokens` and `usd`.
        shared: The folder that several worker processes share; None in one process.
        ledger: What each test spent.
        owners: In one process, the test that wrote a recording first, by the path of the recording.
    """

    limits: Mapping[str, float] = field(default_factory=dict[str, float])
    shared: Path | None = None
    ledger: SpendingLedger = field(default_factory=SpendingLedger)
    owners: dict[str, str] = field(default_factory=dict[str, str])

    def first_owner(self, path: Path, test: str) -> str:
        """Returns the test that has written the file first in this session; this one if none has."""
        if self.shared is None:
            return self.owners.setdefault(str(path), test)
        claim = self.shared / f"{hashlib.sha256(str(path).encode()).hexdigest()}.claim"
        mine = self.shared / f"{claim.name}.{os.getpid()}"
        mine.write_text(test, "utf-8")
        try:
            os.link(mine, claim)  # atomic: only the first succeeds
        except FileExistsError:
            pass
        finally:
            mine.unlink()
        return claim.read_text("utf-8")


@dataclass(frozen=True, slots=True)
class SuiteTest:
    """One test of a suite.

    Attributes:
        id: Its name in the session, with its parameters in brackets if it has any.
        file: The file in which it is written.
        name: Its name in that file, without parameters: `Class.test`.
        folder: The folder for the records of its runs.
        options: Options of `Agent`, and `mode`, `heal`, `fail_on`, `steps`, `seconds`, `test_calls`, `test_tokens`,
            `test_usd`.
        session: What it shares with the other tests.
        has_variants: Whether the same test is run with several sets of parameters.
    """

    id: str
    file: Path
    name: str
    folder: Path
    options: Mapping[str, Any]
    session: SuiteSession
    has_variants: bool = False

    @property
    def of_agent(self) -> dict[str, Any]:
        """The options of `Agent`."""
        return {name: value for name, value in self.options.items() if name not in OF_SUITES}


def check_names(options: Mapping[str, Any], where: str) -> None:
    """Raises ConfigError for an unknown option; the message names the closest one."""
    known = (*inspect.signature(Agent).parameters, *OF_SUITES)
    for name in options:
        if name not in known:
            raise ConfigError(f"{where}: {unknown('option', name, known)}")


def configured_options(*names: str) -> dict[str, Any]:
    """The options that the settings give to all tests: those with these names, or all."""
    configured = settings()
    given = {name: getattr(configured, name) for name in names or (*OF_AGENTS, "mode", "heal")}
    return {name: value for name, value in given.items() if value}


@cache
def _only_session() -> SuiteSession:
    """The session of a runner that plays one in each process."""
    return SuiteSession()


def suite_test(file: Path, name: str, options: Mapping[str, Any], *, variant: str = "") -> SuiteTest:
    """A test of a runner other than pytest, with the settings of all tests and the options of this one.

    Args:
        file: The file in which it is written.
        name: Its name in that file.
        options: Its options.
        variant: What tells it from other tests with the same name and other parameters.
    """
    identity = f"{os.path.relpath(file)}::{name}" + (f"[{variant}]" if variant else "")
    return SuiteTest(
        id=identity,
        file=file,
        name=name,
        folder=own_folder(Path.cwd()) / folder_name(identity),
        options={**configured_options(), **options},
        session=_only_session(),
        has_variants=bool(variant),
    )
