"""What `--allow-…` and `--confirm` mean."""

from __future__ import annotations

import queue
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from actwright.errors import ConfigError
from actwright.schemas.confirmation import ConfirmRequest
from actwright.schemas.permissions import Permissions

if TYPE_CHECKING:
    from rich.status import Status

__all__ = ["TerminalConfirm", "read_permissions"]


def read_permissions(
    *,
    sites: Sequence[str],
    navigate: Sequence[str],
    hosts: Sequence[str],
    effects: int | None,
    effects_on: Sequence[str],
    tools: Sequence[str],
    uploads: Sequence[Path],
    no_downloads: bool,
    values: str | None,
) -> Permissions:
    """The permissions of `--allow-site` and its like; a list that was not given is no list.

    Raises:
        ConfigError: An entry that is no site, host or file; names the option.
    """
    given: dict[str, Any] = {
        "sites": sites,
        "navigate": navigate,
        "hosts": hosts or None,
        "effects_on": effects_on or None,
        "tools": tools or None,
        "uploads": uploads or None,
        "downloads": not no_downloads,
        "values": values or "any",
    }
    if effects is not None:
        given["effects"] = effects
    try:
        return Permissions.model_validate(given)
    except ConfigError as error:
        field, _, said = str(error).removeprefix("Permissions: ").partition(": ")
        raise ConfigError(f"{OPTIONS.get(field, field)}: {said}") from None


OPTIONS = {
    "sites": "--allow-site",
    "navigate": "--allow-navigate",
    "hosts": "--allow-host",
    "effects": "--allow-effects",
    "effects_on": "--allow-effects-on",
    "tools": "--allow-tool",
    "uploads": "--allow-upload",
    "values": "--allow-values",
}


class TerminalConfirm:
    """Asks in the terminal: what is about to be done, and y or N. What was typed before a question answers none.

    Args:
        read: Where answers come from.
        write: Where questions go.
    """

    def __init__(self, read: TextIO | None = None, write: TextIO | None = None) -> None:
        self._read = read or sys.stdin
        self._write = write or sys.stderr
        self._lines: queue.Queue[str] = queue.Queue()
        self._reads = self._ended = False
        self.status: Status | None = None

    def __call__(self, request: ConfirmRequest) -> bool:
        """Whether the answer is yes."""
        if not self._reads:
            self._reads = True
            threading.Thread(target=self._follow, name="actwright-answers", daemon=True).start()
        while not self._lines.empty():
            self._lines.get()
        ended = self._ended
        if self.status is not None:
            self.status.stop()
        self._write.write(question(request))
        self._write.flush()
        answer = "" if ended else self._lines.get()
        if self.status is not None:
            self.status.start()
        return answer.strip().lower() in {"y", "yes"}

    def _follow(self) -> None:
        for line in self._read:
            self._lines.put(line)
        self._ended = True  # nobody can answer any more
        self._lines.put("")


def question(request: ConfirmRequest) -> str:
    """A question as the terminal shows it."""
    from actwright.text import one_line, printable, shortened

    def shown(text: str) -> str:
        return printable(shortened(one_line(text), 200))

    lines = [f"{request.tool} {shown(request.target)} on {shown(request.origin) or 'a document without an address'}"]
    lines += [f"  page     {shown(request.url)}", f"  why      {shown(request.why)}"]
    lines += [f"  reason   {shown(request.reason)}"] * bool(request.reason)
    lines += [f"  value    {shown(name)}: {shown(text)}" for name, text in request.values.items()]
    lines += [f"  picture  {request.picture}"] * (request.picture is not None)
    return "\n" + "\n".join(lines) + "\nDo it? [y/N] "
