"""The values of one run that its requests are searched for: given by name, quoted by the task, or entered into fields."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from actwright.engine.values.same_value import truth_of
from actwright.engine.values.sought_values import SoughtValue
from actwright.engine.values.values import Values
from actwright.folding import folded
from actwright.schemas.step import SentRequest, SentValue
from actwright.schemas.task import Task, only_reference
from actwright.text import one_line, shortened

LONGEST_SHOWN = 100
"""Characters of a value that are shown of what was meant and of what was sent."""

_QUOTED = re.compile(
    r'"([^"\n]+)"|“([^”\n]+)”|„([^“”\n]+)[“”]|«([^»\n]+)»|`([^`\n]+)`|\u2018([^\u2019\n]+)\u2019(?!\w)|(?<!\w)\'([^\'\n]+)\'(?!\w)'
)
_ON, _OFF = ("true", "on", "1", "yes"), ("false", "off", "0", "no")


@dataclass(frozen=True, slots=True)
class _Entry:
    """A value in a field.

    Attributes:
        value: The value.
        is_due: Whether it is still to be sent: its document is there, and no request had it.
    """

    value: SoughtValue
    is_due: bool = True


class RunValues:
    """Knows the true values of one run. Nothing of it may be recorded or shown, except what `SoughtValue.shown` says.

    Args:
        values: Data, private values and secrets.
        task: The task, whose text may quote values, and whose data may be files.
    """

    def __init__(self, values: Values, task: Task) -> None:
        self._values = values
        named = (self._named(name, text, task) for name, text in values.by_name().items())
        self._named_values = {each.reference: each for each in named if each.text}
        self._literals = tuple(SoughtValue(text, self._shown(text)) for text in quoted_literals(task.text))
        self._entries: dict[str, _Entry] = {}
        self._files: dict[str, SoughtValue] = {}

    @property
    def has_files(self) -> bool:
        """Whether files were given to the page."""
        return bool(self._files)

    def enter(
        self,
        key: str,
        text: str,
        *,
        written_as: str,
        field: str,
        names: Sequence[str],
        forms: Sequence[str],
        chosen: bool = False,
    ) -> None:
        """Notes that a field was given a value; what it was given before no longer counts.

        Args:
            key: What the field has in common with those that it shares its value with, such as other radio buttons.
            text: The value, with its references resolved.
            written_as: The value with its references.
            field: The title of the field.
            names: What a request may call it.
            forms: Other texts that mean the value here.
            chosen: Whether it was chosen from a list.
        """
        withheld = self._values.withholds(written_as)
        value = SoughtValue(
            text=text,
            shown=written_as if withheld else self._shown(text),
            reference=only_reference(written_as),
            field=field,
            names=frozenset(filter(None, names)),
            forms=_others(text, forms),
            withheld=withheld,
            chosen=chosen,
        )
        self._entries.pop(key, None)
        self._entries[key] = _Entry(value)

    def switch(self, key: str, label: str, value: str, *, on: bool, field: str, names: Sequence[str]) -> str:
        """Notes that a checkbox, radio button or switch was set; `value` is what its form sends if it is on.

        Returns:
            The data name that it was set for; empty if none is known.
        """
        forms = (value, label, *_ON) if on else _OFF
        self.enter(key, value if on and value else forms[0], written_as="", field=field, names=names, forms=forms)
        entered = self._entries[key].value
        reference = self._switch_reference(label, (label, field, *names), on=on)
        shown = self._shown(label) if on and label else entered.shown
        self._replace(key, replace(entered, shown=shown, reference=reference))
        return reference

    def add_form(self, key: str, text: str) -> None:
        """Notes another text that means the value of a field: what it contained after it was left."""
        if (entry := self._entries.get(key)) is not None:
            forms = _others(entry.value.text, (*entry.value.forms, text))
            self._replace(key, replace(entry.value, forms=forms))

    def upload(self, name: str, field: str, control: str) -> None:
        """Notes that a file with this name was given to the page."""
        references = [each.reference for each in self._named_values.values() if each.text == name]
        own = (each for each in references if folded(each) in folded(field))
        reference = next(own, next(iter(references), ""))
        names = frozenset(filter(None, (control,)))
        self._files[f"{field}: {name}"] = SoughtValue(name, self._shown(name), reference, field, names)

    def sought(self) -> tuple[SoughtValue, ...]:
        """What requests are searched for now: what was entered, and what else was given by name or in quotes."""
        entered = (*(each.value for each in self._entries.values() if each.value.text), *self._files.values())
        references, texts = {each.reference for each in entered}, {each.text for each in entered}
        named = (each for name, each in self._named_values.items() if name not in references)
        return (*entered, *named, *(each for each in self._literals if each.text not in texts))

    def may_carry_withheld(self, text: str, *, unread: bool) -> bool:
        """Whether a request may have a value in it that no model may see, in whatever form."""
        withheld = [entry for entry in self._entries.values() if entry.value.withheld]
        live = any(entry.is_due for entry in withheld) or (unread and bool(withheld))
        return live or self._values.mask(text) != text

    def mismatch_in(self, requests: Sequence[SentRequest]) -> str:
        """Which entered value an action sent otherwise than it was meant, in a sentence; empty if it sent none so.

        Pages send other things under the same name, such as analytics. So a request counts only if it has another value
        that was entered, or if no other request may have the value.
        """
        due = {entry.value.field for entry in self._entries.values() if entry.is_due}
        found = [[each for each in request.values if each.field in due] for request in requests]
        whole = {each.field for values in found for each in values if each.match}
        alone = len(requests) == 1 and not requests[0].unread
        for values in found:
            differing = [each for each in values if not each.match and each.field not in whole]
            if differing and (alone or any(each.match for each in values)):
                return _in_words(differing[0])
        return ""

    def end_window(self, requests: Sequence[SentRequest], *, new_document: bool) -> None:
        """Notes what an action sent: what was sent whole, or belongs to a document that is gone, is no longer due."""
        whole = {each.field for request in requests for each in request.values if each.match}
        for key, entry in self._entries.items():
            if new_document or entry.value.field in whole:
                self._entries[key] = replace(entry, is_due=False)

    def _replace(self, key: str, value: SoughtValue) -> None:
        self._entries[key] = replace(self._entries[key], value=value)

    def _switch_reference(self, label: str, names: Sequence[str], *, on: bool) -> str:
        """The data name that a switch with these names stands for; empty if none or several may be.

        Its value is the label of the choice, or a yes or no, whose name must then be among the names.
        """
        whole = [f" {folded(name)} " for name in names]
        answer = truth_of(label)
        means = answer if on and answer is not None else on
        named = set[str]()
        for each in self._named_values.values():
            if (truth := truth_of(each.text)) is None:
                fits = on and not each.withheld and folded(each.text) == folded(label)
            else:
                fits = truth is means and any(f" {folded(each.reference)} " in name for name in whole)
            if fits:
                named.add(each.reference)
        return named.pop() if len(named) == 1 else ""

    def _named(self, name: str, text: str, task: Task) -> SoughtValue:
        text = Path(text).name if name in task.files else text
        withheld = self._values.withholds(f"{{{{{name}}}}}")
        shown = f"{{{{{name}}}}}" if withheld else self._shown(text)
        return SoughtValue(text, shown, name, names=frozenset({name}), withheld=withheld)

    def _shown(self, text: str) -> str:
        return shortened(self._values.mask(text), LONGEST_SHOWN)


def _in_words(value: SentValue) -> str:
    if not value.sent:
        return f"{value.field} was sent with another value than was entered"
    return f'{value.field} was sent as "{value.sent}", but "{value.wanted}" was entered'


def quoted_literals(text: str) -> tuple[str, ...]:
    """The values that a task quotes, each once; those with references in them are left out."""
    return tuple(dict.fromkeys(_quoted(text)))


def _quoted(text: str) -> Iterator[str]:
    for match in _QUOTED.finditer(text):
        literal = next(filter(None, match.groups())).strip()
        if literal and "{{" not in literal:
            yield literal


def _others(text: str, forms: Sequence[str]) -> tuple[str, ...]:
    """The forms that differ from the text, each once."""
    return tuple(dict.fromkeys(form for form in map(one_line, forms) if form and form != text))
