"""Turns the recording of one row into one for other rows: its checks must hold for every row, not for that one only."""

from __future__ import annotations

import re
from collections.abc import Callable

from actwright.schemas.recording import RecordedAction, RecordedStep, Recording
from actwright.schemas.task import REFERENCE

CHECKS = frozenset({"expect", "expect_url", "expect_request"})


def without_numbers(recording: Recording) -> Recording | None:
    """Returns the recording without checks of texts and addresses that contain digits, such as a number from the site.

    Digits in a reference to a value do not count. Returns None if no check of a text is left at the end.
    """
    return _checked(recording, lambda action: not re.search(r"\d", REFERENCE.sub("", _said(action))))


def common(one: Recording, other: Recording) -> Recording | None:
    """Returns the recording that two rows share, with the checks that both have.

    Returns None if their actions differ, or if no check of a text is left at the end.
    """
    deeds, others = ([_deed(each) for each in some.actions if each.tool not in CHECKS] for some in (one, other))
    if deeds != others:
        return None
    both = {_said(action) for action in other.actions if action.tool in CHECKS}
    return _checked(one, lambda action: _said(action) in both)


def _checked(recording: Recording, stays: Callable[[RecordedAction], bool]) -> Recording | None:
    steps: list[RecordedStep] = []
    for step in recording.steps:
        actions = tuple(action for action in step.actions if action.tool not in CHECKS or stays(action))
        if actions:
            steps.append(step.model_copy(update={"actions": actions}))
    if not steps or steps[-1].actions[-1].tool not in CHECKS:
        return None
    if not any(action.tool == "expect" for action in steps[-1].actions):
        return None
    return recording.model_copy(update={"steps": tuple(steps)})


def _said(action: RecordedAction) -> str:
    return f"{action.tool} {action.parameters}"


def _deed(action: RecordedAction) -> object:
    """What an action does, and to which element."""
    return (
        action.tool,
        action.parameters,
        {name: (each.role, each.name, each.field) for name, each in action.targets.items()},
    )
