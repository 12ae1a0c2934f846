"""Splits a task into parts, each of edits, the press that ends them, and what proves it; and lists what to enter."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from actwright.engine.policies.rules.grammar import understand
from actwright.engine.policies.rules.instructions import EXAMPLES, LONGEST_CLAUSE, Instruction, UnclearError
from actwright.engine.policies.rules.similarity import choose, similarity
from actwright.schemas.task import REFERENCE, Task, references_in
from actwright.suggestions import did_you_mean
from actwright.text import one_line, shortened

__all__ = ["Item", "Part", "Script", "read_task"]

_EDITS = frozenset({"fill", "choose", "tick", "untick", "upload", "form"})
_ENDINGS = frozenset({"press", "open", "goto", "submit", "login"})
_PROOFS = frozenset({"text", "url", "gone"})
_PLAIN_SUBMIT = re.compile(r"(?i)(submit|save|send|continue|finish|complete|proceed)( (it|form|them|data|all))?")


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to enter.

    Attributes:
        key: `data price` or `instruction 2`; names it in the reasons of actions.
        name: What to look for among the fields; empty if the sentence names no field.
        value: The value; None for a private one or a secret, which only the executor knows.
        reference: `{{price}}` if it comes from the task's values; empty for a literal.
        want: What it needs: `any` field, one with choices (`choice`), a `file` field, or a box to `tick` or `untick`.
    """

    key: str
    name: str
    value: str | None
    reference: str = ""
    want: str = "any"

    @property
    def title(self) -> str:
        """Its name in messages; its value only if the sentence names no field."""
        return f'"{self.name or self.value}"' if self.key.startswith("instruction") else f"data {self.name!r}"


@dataclass(frozen=True, slots=True)
class Part:
    """Edits, then at most one ending; then perhaps an answer to the question that it raises, and proofs.

    Attributes:
        items: What its own instructions enter.
        uses_data: Whether the task's remaining data are filled in as well.
        ending: The instruction that presses something or goes somewhere; None if the part only edits or checks.
        answer: True to confirm and False to dismiss the question of the ending; None if the task does not say.
        proofs: What the task says will show that it worked.
    """

    items: tuple[Item, ...] = ()
    uses_data: bool = False
    ending: Instruction | None = None
    answer: bool | None = None
    answer_text: str = ""
    proofs: tuple[Instruction, ...] = ()

    @property
    def submits(self) -> bool:
        """Whether it ends with a form's own button."""
        return self.ending is not None and self.ending.kind in ("submit", "login")


@dataclass(frozen=True, slots=True)
class Script:
    """The whole task: its parts, and the data that no sentence mentions."""

    parts: tuple[Part, ...]
    data: tuple[Item, ...]

    def fills_later(self, number: int) -> bool:
        """Whether a part after this one (from 1) may use data, in which case what is left now is not lost."""
        return any(part.uses_data for part in self.parts[number:])


def read_task(task: Task) -> Script:
    """The script of a task.

    Raises:
        UnclearError: Its sentence cannot be understood, or refers to data that do not exist.
    """
    instructions = _pressed_once(understand(task.text))
    names = task.names
    used: set[str] = set()
    parts = [Part()]
    for number, one in enumerate(instructions, 1):
        last = parts[-1]
        if one.kind in _EDITS:
            if last.ending or last.proofs:
                parts.append(last := Part())
            if one.kind == "form":
                parts[-1] = replace(last, uses_data=True)
            else:
                item = _item(number, one, task, names)
                used |= set(references_in(item.reference))
                parts[-1] = replace(last, items=(*last.items, item))
        elif one.kind in _ENDINGS:
            if one.kind == "press":  # what it acts on is there already, so that it is not to be entered
                used |= {name for word in one.about for name in references_in(word)}
            _add_ending(parts, _with_values(one, task))
        elif one.kind in _PROOFS:
            parts[-1] = replace(last, proofs=(*last.proofs, _with_values(one, task)))
        elif last.ending is None:
            press = replace(one, kind="press", target="confirm" if one.kind == "confirm" else "cancel")
            used |= {name for word in one.about for name in references_in(word)}
            _add_ending(parts, _with_values(press, task))
        else:
            parts[-1] = replace(last, answer=one.kind == "confirm", answer_text=one.target)
    data = tuple(
        Item(f"data {name}", name, task.data.get(name), f"{{{{{name}}}}}") for name in names if name not in used
    )
    if not data and not any(part.items or part.ending or part.proofs for part in parts):
        raise UnclearError(
            f'"{shortened(task.text, LONGEST_CLAUSE)}" names nothing to enter, to press or to check, and no data are given. Write it like: {EXAMPLES}'
        )
    return Script(tuple(parts), data)


def _pressed_once(instructions: Sequence[Instruction]) -> list[Instruction]:
    """`Create a listing with …, tick "I agree" and submit` presses once: at the end, the button for creating it."""
    found = list(instructions)
    for place, one in enumerate(instructions):
        if one.kind != "submit" or _PLAIN_SUBMIT.fullmatch(one.target):
            continue
        following = next((n for n in range(place + 1, len(found)) if found[n].kind not in _EDITS), None)
        if (
            following is None
            or found[following].kind != "submit"
            or not _PLAIN_SUBMIT.fullmatch(found[following].target)
        ):
            continue
        found[following] = replace(found[following], target=one.target, about=one.about)
        found[place] = replace(one, kind="form")
    return found


def _add_ending(parts: list[Part], one: Instruction) -> None:
    last = parts[-1]
    if last.ending or last.proofs:
        parts.append(last := Part())
    uses_data = last.uses_data or one.kind in ("submit", "login", "press")
    parts[-1] = replace(last, ending=one, uses_data=uses_data)


def _item(number: int, one: Instruction, task: Task, names: Sequence[str]) -> Item:
    key = f"instruction {number}"
    if one.kind in ("tick", "untick"):
        return Item(key, one.target, None, want=one.kind)
    want = {"choose": "choice", "upload": "file"}.get(one.kind, "any")
    if reference := REFERENCE.fullmatch(one.value):
        name = _known(one_line(reference[1]), names)
        return Item(key, one.target or name, task.data.get(name), one.value, want)
    if one.value:
        for name in references_in(one.value):
            _known(name, names)
        return Item(key, one.target, one.value, want=want)
    found = choose(names, lambda name: similarity(one.target, name)).found
    if found is None:
        known = ", ".join(names) or "none"
        raise UnclearError(
            f'"{shortened(one.clause, LONGEST_CLAUSE)}" names no value for "{shortened(one.target, LONGEST_CLAUSE)}", and no data fit it (data: {known})'
        )
    return Item(key, one.target, task.data.get(found), f"{{{{{found}}}}}", want)


def _known(name: str, names: Sequence[str]) -> str:
    if name not in names:
        meant = did_you_mean(name, names)
        raise UnclearError(
            f"there is no data named {name!r}{meant}{' There' if meant else '; there'} are: {', '.join(names) or 'none'}"
        )
    return name


def _with_values(one: Instruction, task: Task) -> Instruction:
    def known(text: str) -> str:
        return REFERENCE.sub(lambda match: task.data.get(one_line(match[1]), match[0]), text)

    return replace(one, value=known(one.value), about=tuple(map(known, one.about)))
