"""The columns of a row, each with the fields that its value was entered into."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from actwright.engine.policies.rules.option_matching import says_none
from actwright.engine.values.canonical import canonical
from actwright.engine.values.same_value import surely_same, truth_of
from actwright.engine.values.sought_values import SoughtValue
from actwright.jobs.job_rows import JobRow
from actwright.schemas.step import Receipt
from actwright.text import one_line, shortened

LONGEST = 60
"""The maximum number of characters of a value in a message."""
DISTINCT = 4
"""The fewest characters of a value that is recognized in a field whose name says nothing."""
OFF = "off"
_COMMA_GROUPS = re.compile(r"[$\u00a3\u00a5\u20b9]|\b(?:USD|GBP|JPY|INR|AUD|CAD)\b")
"""Currencies whose amounts have commas between thousands alone."""


@dataclass(frozen=True, slots=True)
class Column:
    """A value of a row.

    Attributes:
        name: The name of the column.
        value: The value.
        withheld: Whether it must not be shown.
        required: Whether the form must have it.
        fields: What it was entered as, one for each field; may be empty.
    """

    name: str
    value: str
    withheld: bool
    required: bool
    fields: tuple[SoughtValue, ...]

    @property
    def shown(self) -> str:
        """The value, as messages show it."""
        return f"{{{{{self.name}}}}}" if self.withheld else shortened(one_line(self.value), LONGEST)

    @property
    def sought(self) -> tuple[SoughtValue, ...]:
        """What requests are searched for: the value and all that it was entered as, once for each of its fields."""
        alone = SoughtValue(self.value, self.shown, self.name, withheld=self.withheld)
        return tuple(
            replace(alone, field=each.field, names=each.names, forms=(each.text, *each.forms)) for each in self.fields
        ) or (alone,)

    @property
    def texts(self) -> frozenset[str]:
        """All texts that mean the value."""
        return frozenset(text for each in self.sought for text in (each.text, *each.forms))

    @property
    def names(self) -> frozenset[str]:
        """What a request may call it, in canonical form."""
        return frozenset(map(canonical, (self.name, *(name for each in self.fields for name in each.names)))) - {""}

    @property
    def is_off(self) -> bool:
        """Whether it is a no that a box stands for which is not ticked; a form sends nothing of such a box."""
        return truth_of(self.value) is False and all(OFF in each.forms for each in self.fields)


def columns_of(
    row: JobRow, optional: Collection[str], sought: Sequence[SoughtValue], receipts: Sequence[Receipt]
) -> tuple[Column, ...]:
    """The columns of a row that have a value.

    A field belongs to a column by the data name of what was entered; or else if it has the value in another form, such
    as a date as the field asks for it. Each field then belongs to one column.

    Args:
        row: The row.
        optional: The names of the columns that the form may lack.
        sought: What was entered so far.
        receipts: The receipts of that.
    """
    references = {each.field: each.reference for each in receipts}
    entered = [each for each in sought if each.field]
    named = [(each, each.reference or references.get(each.field, "")) for each in entered]
    free = [each for each, name in named if name not in row.values]
    columns: list[Column] = []
    for name, value in row.values.items():
        if not value.strip():
            continue
        fields = tuple(each for each, reference in named if reference == name)
        clear = row.readings.get(value.strip(), value)
        if not fields and (fits := [each for each in free if _is_written_as(name, value, each, clear)]):
            fields = (fits[0],)
            free.remove(fits[0])
        is_required = name not in optional and not says_none(value)  # a form may say none by an empty field
        columns.append(Column(name, value, name not in row.data, is_required, fields))
    return tuple(columns)


def _is_written_as(name: str, value: str, entered: SoughtValue, clear: str) -> bool:
    """Whether a field has the value of a column in another form, or as it is `clear`, so that it can be no other value."""
    texts, plain = (entered.text, *entered.forms), canonical(value)
    if len(Path(value).parts) > 1 and entered.text == Path(value).name:  # a file
        return True
    if canonical(name) not in map(canonical, entered.names) and (len(plain) < DISTINCT or truth_of(value) is not None):
        return False
    is_amount = _COMMA_GROUPS.search(f"{name} {entered.field}") is not None
    readings = [clear, f"{value} usd"] if is_amount and "," in value else [clear]  # which has no decimal comma
    same = any(surely_same(each, text) for each in readings for text in texts)
    return same or (plain.isalpha() and any(plain == canonical(text) for text in texts))
