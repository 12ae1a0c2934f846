"""The steps of feature files, the same for all runners of such files."""

from __future__ import annotations

from collections.abc import Sequence

from actwright.errors import ConfigError

OPENS = 'the page "{url}" is open'
RUNS = 'Actwright runs "{task}"'
CHECKS = 'Actwright checks "{statement}"'


def data_of(table: Sequence[Sequence[str]] | None) -> dict[str, str]:
    """The values in the table of a step: rows of a name and a value, below the heads `name` and `value`.

    Raises:
        ConfigError: The table has other heads.
    """
    if not table:
        return {}
    heads, *rows = table
    if list(heads) != ["name", "value"]:
        raise ConfigError(f"the table of a step has the columns name and value, not {' and '.join(heads)}")
    return {row[0]: row[1] for row in rows}
