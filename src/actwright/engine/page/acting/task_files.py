"""The files that a task names, and no others."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from actwright.engine.permissions.rules import PermissionRules
from actwright.engine.values.values import Values
from actwright.errors import NotPermitted, ToolError
from actwright.schemas.task import Task, paths_in


class TaskFiles:
    """Finds the files of one task.

    Args:
        task: The task.
        values: Resolves references to data.
        permission_rules: Which files may be uploaded; None permits all that the task names.
    """

    def __init__(self, task: Task, values: Values, permission_rules: PermissionRules | None) -> None:
        self._task = task
        self._values = values
        self._permission_rules = permission_rules

    def named(self, names: Sequence[str]) -> list[Path]:
        """The files that `names` stand for: paths from the task's data, or in the text of the task."""
        return [self._file(self._values.expand(name)) for name in names]

    def _file(self, name: str) -> Path:
        given = name in {self._task.data[key] for key in self._task.files}
        if not given and name not in paths_in(self._task.text):
            offered = ", ".join(f"{{{{{key}}}}}" for key in self._task.files)
            raise ToolError(f"{name!r} is not a file of this task; refer to one of: {offered or 'none'}")
        path = Path(name).expanduser()
        if self._permission_rules is not None:  # before a look at the disk, which would show what exists
            refusal = self._permission_rules.check_uploads([path.resolve()])
            if refusal:
                raise NotPermitted(refusal)
        if not given and path.is_symlink():
            raise ToolError(f"{name!r} is a link to another file; the caller can give it as data")
        if not path.is_file():
            raise ToolError(f"the file {name!r} does not exist")
        return path.resolve()
