"""What a task's sentence asks for, instruction by instruction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["EXAMPLES", "LONGEST_CLAUSE", "Instruction", "InstructionKind", "UnclearError"]

InstructionKind = Literal[
    "fill", "choose", "tick", "untick", "upload", "form",
    "press", "open", "goto", "submit", "login",
    "confirm", "dismiss", "text", "url", "gone",
]  # fmt: skip
"""`form` fills in the task's data; `submit` and `login` do the same and then press the form's own button; `confirm` and
`dismiss` answer the dialog or question that the instruction before them caused; `text`, `url` and `gone` name what
proves success."""

EXAMPLES = (
    'Fill the price as $50 and submit; Set Category to Bikes, tick "I agree" and press Save; '
    'Log in with email ada@example.org and password {{password}}; Open Sell; Choose "Used" for condition; '
    'Click "Delete" and confirm; … and check that the page says "Saved"'
)
"""Examples of what can be understood, for messages."""
LONGEST_CLAUSE = 120
"""The longest part of a task in a message, in characters."""


@dataclass(frozen=True, slots=True)
class Instruction:
    """One thing to do.

    Attributes:
        kind: See `InstructionKind`.
        target: The words for the field, button or link; empty if the sentence names none.
        value: What to enter; empty means the value of the task's data that `target` names.
        clause: The words it was read from.
        about: What the sentence says it acts on, word by word, quoted text whole: `order` and `4711`.
    """

    kind: InstructionKind
    target: str = ""
    value: str = ""
    clause: str = ""
    about: tuple[str, ...] = ()


class UnclearError(ValueError):
    """The sentence could not be understood. The message says which part was not, and which parts were."""
