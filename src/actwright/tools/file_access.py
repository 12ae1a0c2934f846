"""The files that a task names, as tools may ask for them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol


class FileAccess(Protocol):
    """Finds the files that a task names."""

    def named(self, names: Sequence[str]) -> list[Path]:
        """The files that `names` stand for: paths from the task's data, or in the text of the task.

        Raises:
            ToolError: The caller did not name the path, or there is no such file.
        """
        ...
