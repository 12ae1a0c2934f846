"""Whether a form or a request contains the values of one row."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import unquote_plus, urlsplit

from actwright.engine.permissions.request_firewall import PageRequest
from actwright.engine.values.canonical import canonical
from actwright.engine.values.same_value import means_same
from actwright.jobs.job_options import JobOptions
from actwright.jobs.job_rows import JobRow
from actwright.jobs.ledger_row import digest_of
from actwright.jobs.row_columns import Column
from actwright.schemas.step import Receipt
from actwright.schemas.task import REFERENCE
from actwright.text import one_line

NO_FIELD = (
    "if the form has no field for it, make it optional or ignore it; if a later page has one, name the last request "
    "with submit (--submit)"
)
TWO_READINGS = (
    "column {name!r}: {value!r} can be read in more than one way, and {field} holds {got!r}; write it in the row as it "
    "is meant"
)
CHECKED = "checked"
"""The value shown for a checked checkbox or radio button."""
FILLED = "filled"
"""The value shown for a field whose content is never read, such as a password."""


@dataclass(frozen=True)
class RowMatch:
    """Compares forms and requests with one row.

    Attributes:
        row: The row.
        options: The options of the job.
        approved: The digest of the approved form; nothing else is sent. Empty if no approval is needed.
        seen: The fields of the form that a person approved.
    """

    row: JobRow
    options: JobOptions
    approved: str
    seen: Mapping[str, str]

    def is_in(self, request: PageRequest) -> bool:
        """Whether a request contains what identifies the row: its key, or else all of its values."""
        query = urlsplit(request.url).query
        content = query if request.is_safe else (request.read_body() or b"").decode("utf-8", "replace")
        texts = [one_line(text) for text in (content, unquote_plus(content), _unescaped(content))]
        names = self.options.key or [*self.row.values]
        values = [one_line(self.row.values.get(name, "")) for name in names]
        return any(all(_contains(text, value) for value in values) for text in texts) and any(values)

    def mismatch(self, columns: Sequence[Column], receipts: Sequence[Receipt], form: Mapping[str, str]) -> str:
        """How the form differs from the row; empty if it does not."""
        last = {each.reference: each for each in receipts if each.reference}
        by_field = {each.field: each for each in receipts}
        for each in columns:
            if entered := [by_field[one.field] for one in each.fields if one.field in by_field]:
                last.setdefault(each.name, entered[-1])
        others = _texts(
            {title: value for title, value in form.items() if title not in {each.field for each in last.values()}}
        )
        unnamed = [each for each in receipts if not each.reference]
        for each in columns:
            if (each.required or each.name in last) and (wrong := self._mismatch_of(each, last, others, form, unnamed)):
                return wrong
        return ""

    def unapproved(self, form: Mapping[str, str]) -> str:
        """How the form differs from the approved one; empty if it does not, or if no approval is needed."""
        if not self.approved or digest_of(form) == self.approved:
            return ""
        before, now = ({_untitled(title): value for title, value in each.items()} for each in (self.seen, form))
        names = [name for name in (*before, *now) if before.get(name) != now.get(name)]
        return f"the form differs from the approved one: {names[0] if names else 'its fields are in another order'}"

    def _mismatch_of(
        self,
        column: Column,
        last: Mapping[str, Receipt],
        others: Collection[str],
        form: Mapping[str, str],
        unnamed: Sequence[Receipt],
    ) -> str:
        """What is wrong with one column; `others` are the texts of the fields without a receipt.

        The receipts in `unnamed` are of texts that are no column's value for certain.
        """
        name, masked = column.name, column.withheld
        receipt = last.get(name)
        if receipt is None:
            wanted = column.shown if masked else one_line(column.value).casefold()
            if wanted in others:
                return ""
            doubtful = next((each for each in unnamed if means_same(column.value, each.wanted)), None)
            if doubtful is not None and not masked:
                return TWO_READINGS.format(name=name, value=column.value, field=doubtful.field, got=doubtful.got)
            return f"column {name!r} was not entered; {NO_FIELD}"
        if not receipt.match:
            return f"column {name!r}: {receipt.field} holds {receipt.got!r} instead of {receipt.wanted!r}"
        now = form.get(receipt.field)
        if (
            now is None
            or masked
            or now in {CHECKED, FILLED}
            or any(_same(now, text) or self._same_masked(now, text) for text in (receipt.got, receipt.wanted))
        ):
            return ""
        return f"column {name!r}: {receipt.field} held {receipt.got!r}, and now holds {now!r}"

    def _same_masked(self, text: str, other: str) -> bool:
        """Whether two texts are the same although pieces of the first that occur in private values are masked.

        An example is `A-0{{Phone}}`.
        """
        parts = REFERENCE.split(text)
        names = [one_line(name) for name in parts[1::2]]
        found = re.fullmatch("(.+)".join(map(re.escape, parts[::2])), other, re.DOTALL)
        if found is None or not names or not any(part.strip() for part in parts[::2]):
            return False
        return all(
            canonical(piece) in canonical(self.row.values.get(name, ""))
            for name, piece in zip(names, found.groups(), strict=True)
        )


def _texts(form: Mapping[str, str]) -> set[str]:
    """The values in a form and the names of what is checked, case-folded; masked values stay as they are."""
    names = [re.sub(r'^\S+ "?|"$', "", title) for title, value in form.items() if value == CHECKED]
    return {text if text.startswith("{{") else one_line(text).casefold() for text in (*form.values(), *names)}


def _untitled(title: str) -> str:
    """The title of a field without its element ID."""
    return title.partition(" ")[2] or title


def _same(text: str, other: str) -> bool:
    """Whether two texts are the same apart from case, spaces and separators, or mean the same: `1250` and `$1,250.00`."""

    def plain(value: str) -> tuple[bool, str]:
        return value.strip().startswith("-"), "".join(filter(str.isalnum, value.casefold()))

    if means_same(text, other) and means_same(other, text):
        return True
    return plain(text) == plain(other) if plain(other)[1] else text.strip() == other.strip()


def _unescaped(content: str) -> str:
    """A JSON text without its escapes; empty if the content is not JSON."""
    try:
        return json.dumps(json.loads(content), ensure_ascii=False)
    except (ValueError, RecursionError):
        return ""


def _contains(text: str, value: str) -> bool:
    """Whether a text contains a value as a whole, not as a part of a longer word or number."""
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text) is not None
