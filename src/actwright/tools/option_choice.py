"""What a choice among options says when it cannot be made."""

from __future__ import annotations

from collections.abc import Sequence

from actwright.errors import ToolError
from actwright.schemas.option_names import option_names
from actwright.schemas.page import Option
from actwright.text import one_line
from actwright.tools.target import Target

SHOWN = 40
"""The most options that a message lists."""
CLOSEST = 5


def among(found: Sequence[Option], options: Sequence[Option], written_as: str, target: Target) -> Option:
    """The only option that a text names.

    Raises:
        ToolError: Several fit; the message names them, and says how to write the one that is meant.
    """
    if len(found) == 1:
        return found[0]
    names = option_names(found, options)
    if len(set(names)) == len(names):
        several = " and ".join(f'"{name}"' for name in names)
        raise ToolError(f"{written_as!r} fits {len(found)} options of {target.title}: {several}; name one of these")
    several = " and ".join(f'"{option.label}" (value "{option.value}")' for option in found)
    raise ToolError(f"{written_as!r} fits {len(found)} options of {target.title}: {several}; name it by its value")


def no_such_option(written_as: str, text: str, names: Sequence[str], target: Target) -> ToolError:
    """The error for a text that names no option: it lists all, or the closest of a long list."""
    if len(names) <= SHOWN:
        listed = ", ".join(f'"{name}"' for name in names) or "no options"
        return ToolError(f"{target.title} has no option {written_as!r}; it has {listed}")
    from rapidfuzz import process  # noqa: PLC0415 - only a very long list needs it

    close = process.extract(one_line(text), names, limit=CLOSEST)
    listed = ", ".join(f'"{match[0]}"' for match in close)
    return ToolError(f'{target.title} has {len(names)} options, none is "{written_as}"; closest are {listed}')
