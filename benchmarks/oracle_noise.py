"""Errors that an oracle makes at stated rates, so that a comparison shows which of them each design catches.

The rates are assumptions and say nothing about any model. With them, a comparison shows which design wins at which
rates.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Annotated, TypeAlias

from pydantic import Field

from actwright.compare.case import OracleErrors, OracleStep
from actwright.schemas.base import Frozen
from actwright.schemas.page import tree_line

WRITES = ("append", "fill", "select", "type")
GOES_ON = "click"
QUOTABLE = re.compile(r'"([^"\\|\n]{8,80})"$', re.MULTILINE)
"""Matches a text of a page that can be quoted."""

Action = tuple[str, Mapping[str, object]]


Share: TypeAlias = Annotated[float, Field(ge=0, le=1)]


class Noise(Frozen):
    """How often an oracle errs. Each rate is a share from 0 to 1.

    Attributes:
        misread: The share of typed values in which one character is wrong.
        wrong_element: The share of actions on a wrong element of the same kind on the page.
        forgotten: The share of actions other than clicks that are left out.
        false_done: The share of answers about an unfinished task that say that it is done.
        weak_proof: The share of these false answers that quote a text that the page shows anyway, and not the outcome
            of the task.
    """

    misread: Share = 0.0
    wrong_element: Share = 0.0
    forgotten: Share = 0.0
    false_done: Share = 0.0
    weak_proof: Share = 0.0

    def __str__(self) -> str:
        rates = {
            "of values misread": self.misread,
            "of actions on a wrong element": self.wrong_element,
            "of fields forgotten": self.forgotten,
            'of answers falsely "done"': self.false_done,
            "of these with a weak proof": self.weak_proof,
        }
        return ", ".join(f"{rate:.3g} {what}" for what, rate in rates.items() if rate) or "no errors"

    def __call__(self, seed: str) -> NoisyErrors:
        """Returns the errors of the run with a seed."""
        return NoisyErrors(self, seed)


class NoisyErrors(OracleErrors):
    """The errors of one run. Equal seeds give equal errors for equal pages and answers."""

    def __init__(self, noise: Noise, seed: str) -> None:
        self._noise = noise
        self._random = Random(seed)

    def in_step(self, step: OracleStep, page: str) -> OracleStep:
        """Returns what is done in place of a step."""
        acted = [each for action in step.actions if (each := self._action(action, page)) is not None]
        return OracleStep(actions=acted, proof=step.proof, finished=step.finished)

    def says_done(self) -> bool:
        """Whether an answer says that the task is done although it is not."""
        return self._happens(self._noise.false_done)

    def weak_proof(self, page: str) -> str:
        """Returns the text of the page that a false claim quotes; empty if it names the outcome of the task."""
        texts = QUOTABLE.findall(page)
        return self._random.choice(texts) if texts and self._happens(self._noise.weak_proof) else ""

    def _action(self, action: Action, page: str) -> Action | None:
        tool, parameters = action
        if tool != GOES_ON and self._happens(self._noise.forgotten):
            return None
        changed = dict(parameters)
        if tool in WRITES and self._happens(self._noise.misread):
            changed["value"] = self._misread(str(changed["value"]))
        if self._happens(self._noise.wrong_element):
            changed["element_id"] = self._another(str(changed["element_id"]), page)
        return tool, changed

    def _happens(self, rate: float) -> bool:
        return self._random.random() < rate

    def _misread(self, value: str) -> str:
        """Returns the value with one letter or digit changed into another of its kind."""
        places = [index for index, character in enumerate(value) if _kind(character)]
        if not places:
            return value
        at = self._random.choice(places)
        others = _kind(value[at]).replace(value[at], "")
        return f"{value[:at]}{self._random.choice(others)}{value[at + 1 :]}"

    def _another(self, element_id: str, page: str) -> str:
        """Returns another element of the same tag and type; the same one if there is none."""
        lines = [line for written in page.splitlines() if (line := tree_line(written))]
        kinds = {line.head: (line.head.rpartition("-")[0], line.attributes.get("type", "")) for line in lines}
        alike = [id for id, kind in kinds.items() if kind == kinds.get(element_id) and id != element_id]
        return self._random.choice(alike) if alike else element_id


def _kind(character: str) -> str:
    """Returns the digits, or the letters of the same case, for a digit or ASCII letter; else an empty text."""
    return next((kind for kind in (digits, ascii_lowercase, ascii_uppercase) if character in kind), "")
