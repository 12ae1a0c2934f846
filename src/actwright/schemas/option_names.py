"""Which option of a select a text names: what the page shows comes first, a hidden value only where no label fits."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence

from actwright.folding import plain
from actwright.schemas.page import Option
from actwright.text import one_line

BETWEEN = re.compile(r"\s*(?:[>\u203a\u00bb/|:,()\u2192]|\s[-\u2010-\u2015]\s)\s*")
"""What people write between the name of a group and that of an option."""


def choosable(options: Sequence[Option], *, required: bool = False) -> tuple[Option, ...]:
    """The options that can be chosen as a value: neither disabled ones nor placeholders.

    Args:
        options: The visible options of a select.
        required: Whether the select must have a value, so that an option without one is only a placeholder.
    """
    return tuple(each for each in options if not each.disabled and not _is_placeholder(each, required))


def option_names(named: Sequence[Option], options: Sequence[Option]) -> list[str]:
    """What names each of some options among all: its label, with its group where another group has the same label."""
    groups = defaultdict[str, set[str]](set)
    for each in options:
        groups[plain(each.label)].add(each.group)
    return [
        f"{each.group} > {each.label or each.value}"
        if each.group and groups[plain(each.label)] - {each.group}
        else each.label or each.value
        for each in named
    ]


def options_named(text: str, options: Sequence[Option], *, has_values: bool = True) -> tuple[Option, ...]:
    """The options that a text names: none, one, or several among which it does not decide.

    A label comes first, then a label with its group (`Ohio > Springfield`), and last the hidden value.

    Args:
        text: What was asked for.
        options: The options to choose from.
        has_values: Whether options of the same label and value are the same in different groups too.
    """
    wanted, line, in_group = plain(text), one_line(text), _in_group(text)
    ways: tuple[Callable[[Option], bool], ...] = (
        lambda option: line == one_line(option.label),
        lambda option: wanted == plain(option.label),
        lambda option: bool(option.group) and in_group in _with_group(option),
        lambda option: text == option.value,
        lambda option: bool(option.value) and wanted == plain(option.value),
    )
    for names in ways:
        if found := [option for option in options if names(option)]:
            same = {(option.label, option.value, "" if has_values else option.group) for option in found}
            return tuple(found[:1]) if len(same) == 1 else tuple(found)
    return ()


def _is_placeholder(option: Option, required: bool) -> bool:  # noqa: FBT001 - as in `choosable`
    if option.value and option.label:
        return False
    label = plain(option.label)
    return required or not re.search(r"\w", label) or label.endswith("...")


def _in_group(text: str) -> str:
    return one_line(BETWEEN.sub(" ", plain(text)))


def _with_group(option: Option) -> tuple[str, str]:
    return _in_group(f"{option.group} {option.label}"), _in_group(f"{option.label} {option.group}")
