"""The oracle of an application: it reads only the task and the text of a page, and determines what to do there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from actwright.compare.case import OracleStep, Solver
from benchmarks.suites.reading import Control, PageText, read

__all__ = ["oracle"]

WRITTEN = {"textbox", "spinbutton"}
TICKS = {"ticked": True, "not ticked": False}
GO_ON, SEND = "Next", "Submit application"

Action = tuple[str, Mapping[str, object]]


def oracle(task: str) -> Solver:
    """Returns the oracle for a task in the words of `Application.foretelling_task`."""
    done = re.search(r'"([^"]+)"', task)
    assert done is not None
    pages = dict(map(_answers, task.splitlines()[1:-1]))

    def solve(page: str) -> OracleStep:
        shown = read(page)
        if shown.shows(done[1]):
            return OracleStep(finished=done[1])
        heading = next(filter(shown.shows, pages), None)
        if heading is None:
            raise LookupError(f"the page is none of {', '.join(pages)}")
        needed = [action for label, value in pages[heading].items() for action in _needed(shown, label, value)]
        button = shown.one(lambda control: control.role == "button" and control.label in {GO_ON, SEND}, "way on")
        proof = done[1] if button.label == SEND else ""
        return OracleStep(actions=[*needed, ("click", {"element_id": button.id})], proof=proof)

    return solve


def _answers(line: str) -> tuple[str, dict[str, str]]:
    """Returns the heading of a page, and its answers by label."""
    heading, _, rest = line.partition(": ")
    pairs = [each.partition(": ") for each in rest.split("; ")]
    return heading, {label: value for label, _, value in pairs}


def _needed(shown: PageText, label: str, value: str) -> Iterator[Action]:
    """Returns the actions that set a control to the wanted value; none if it has that value already."""
    control = shown.one(lambda control: _asks(control, label, value), f"{label!r} for {value!r}")
    at = {"element_id": control.id}
    if control.role == "radio" and not control.checked:
        yield "check", at
    elif control.role == "checkbox" and control.checked is not TICKS[value]:
        yield "check" if TICKS[value] else "uncheck", at
    elif control.role == "combobox" and control.value != value:
        option = control.options.get(value)
        yield ("click", {"element_id": option}) if option else ("select", {**at, "value": value})
    elif control.role in WRITTEN and control.value != value:
        yield "fill", {**at, "value": value}


def _asks(control: Control, label: str, value: str) -> bool:
    if control.role == "radio":
        return (control.group, control.label) == (label, value)
    return control.label == label and control.role in {"checkbox", "combobox", *WRITTEN}
