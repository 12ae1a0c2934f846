"""The one-time codes of one run: each is computed when an action types it, and typed by one action alone."""

from __future__ import annotations

import json
from asyncio import sleep
from collections.abc import Callable, Mapping

from actwright.errors import ToolError
from actwright.notes import note as warn
from actwright.schemas.task import Secret, references_in
from actwright.schemas.totp import TotpSecret


class OneTimeCodes:
    """Issues the codes of a run.

    Args:
        secrets: The secrets of the run, by name.
        withhold: Masks a code from now on, by the name of its seed.

    Attributes:
        typed: The last code of each seed, by its name.
    """

    def __init__(self, secrets: Mapping[str, Secret], withhold: Callable[[str, str], None]) -> None:
        self._seeds = {name: secret for name, secret in secrets.items() if isinstance(secret, TotpSecret)}
        self._withhold = withhold
        self.typed: dict[str, str] = {}
        self._renewed: set[str] = set()

    async def renew(self, parameters: Mapping[str, object], seconds_left: Callable[[], float]) -> None:
        """Waits until there is a new code for each seed that an action refers to; what it types from now on is new.

        Raises:
            ToolError: The run ends before that.
        """
        if not self._seeds:
            return
        for name in self._seeds.keys() & set(references_in(json.dumps(parameters, ensure_ascii=False))):
            await self._wait(name, seconds_left)
            self._renewed.add(name)

    async def _wait(self, name: str, seconds_left: Callable[[], float]) -> None:
        while (seconds := self._seeds[name].seconds_until_unused()) > 0:
            said = f"the code of {{{{{name}}}}} was used, and the next one begins in {seconds:.0f} s"
            if seconds > seconds_left():
                raise ToolError(f"{said}, after the time limit of the run")
            warn(f"{said}; waiting for it")
            await sleep(seconds)

    def current(self, name: str) -> str | None:
        """The code that the present action types; None if the name is not that of a seed.

        Raises:
            ToolError: The code of the moment was used, by another run perhaps.
        """
        if name not in self._seeds:
            return None
        if name not in self.typed or name in self._renewed:
            code = self._seeds[name].issue()
            if code is None:
                raise ToolError(f"the code of {{{{{name}}}}} was used meanwhile; try again for the next one")
            self._renewed.discard(name)
            self.typed[name] = code
            self._withhold(name, code)
        return self.typed[name]
