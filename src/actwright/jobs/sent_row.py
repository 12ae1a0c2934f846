"""Compares a row with what its requests carry, before each of them leaves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from actwright.engine.permissions.request_firewall import PageRequest
from actwright.engine.values.canonical import canonical
from actwright.engine.values.opaque_text import is_opaque
from actwright.engine.values.request_content import RequestContent, SentField, content_of
from actwright.engine.values.same_value import means_same, surely_differs
from actwright.engine.values.sought_values import found_in, may_reveal
from actwright.folding import folded
from actwright.jobs.row_columns import LONGEST, Column
from actwright.schemas.sites import origin_of
from actwright.text import counted, one_line, shortened

MOST_SAID = 3
SHORTEST_NAME = 3
"""The fewest characters of a name that is looked for in a longer one."""
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
PATH = "path"
LIST = re.compile(r"[,;|\n]+")
WORD = re.compile(rf"[^\W_]{{{SHORTEST_NAME},}}")
BETWEEN_WORDS = re.compile(r"[\s,;|/]+")
TAG = re.compile(r"<[^<>]*>")
LATER = (
    "if the form does not send it, make it optional or ignore it; if a later request sends it, name that request "
    "with submit (--submit)"
)


@dataclass(frozen=True, slots=True)
class RowInRequest:
    """What one request carries of a row.

    Attributes:
        label: The request, without its query and body.
        origin: Where it goes.
        carried: The names of the columns whose value it has.
        differing: What is wrong, in words, by the names of the columns that it has another value of.
        unclear: Why it is not known whether it has the value, by the names of those columns.
        other: As `differing`, for a column whose name it has with something that is not surely another value.
        unread: Why its fields could not be read whole; empty if they could.
    """

    label: str
    origin: str
    carried: frozenset[str]
    differing: Mapping[str, str]
    unclear: Mapping[str, str]
    other: Mapping[str, str]
    unread: str

    @property
    def is_of_row(self) -> bool:
        """Whether it has, or may have, something of the row."""
        return bool(self.carried or self.differing or self.unclear or self.unread)


@dataclass
class SentRow:
    """What the requests of one row have carried so far.

    Attributes:
        required: Whether a column must be in what is sent, by its name; of those that were looked for.
    """

    required: dict[str, bool] = field(default_factory=dict[str, bool])
    _carried: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    _unclear: dict[str, str] = field(default_factory=dict[str, str])
    _unread: list[str] = field(default_factory=list[str])
    _final: set[str] = field(default_factory=set[str])

    def add(self, sent: RowInRequest, columns: Sequence[Column], *, final: bool) -> None:
        """Notes what a request carries that may leave; `final` if it submits the row."""
        self.required |= {each.name: each.required and not each.is_off for each in columns}
        for name in sent.carried:
            self._carried.setdefault(name, set()).add(sent.origin)
        self._unclear |= sent.unclear
        if sent.unread:
            self._unread.append(f"{sent.label}: {sent.unread}")
        if final:
            self._final.add(sent.origin)

    def is_final(self, sent: RowInRequest, columns: Sequence[Column]) -> bool:
        """Whether a request has at least half of the values that no request had before, so that it submits the row."""
        left = {each.name for each in columns if each.required and each.name not in self._carried}
        return bool(sent.carried) and len(left & {*sent.carried, *sent.differing}) * 2 >= len(left)

    def missing(self, sent: RowInRequest, columns: Sequence[Column], *, elsewhere: Iterable[str]) -> str:
        """What would be missing from all that was sent if a request left as the last one, in words; empty if nothing.

        Args:
            sent: What the request carries.
            columns: The columns of the row.
            elsewhere: The names of columns that were entered into a document of another origin.
        """
        if sent.unread or self._unread:
            return ""
        known = {*self._carried, *self._unclear, *sent.carried, *sent.unclear, *elsewhere}
        for each in columns:
            if each.required and not each.is_off and each.name not in known:
                lacks = f"column {each.name!r}: {each.shown!r} is not in what {sent.label} would send; {LATER}"
                return sent.other.get(each.name, lacks)
        return ""

    def left_out(self, elsewhere: Iterable[str]) -> str:
        """A column that must be in what is sent and was in no request, in words; empty if there is none.

        Nothing is known if a request could not be read.
        """
        known = {*self._carried, *self._unclear, *elsewhere}
        name = next((name for name, required in self.required.items() if required and name not in known), "")
        return f"column {name!r} is in nothing that was sent" if name and not self._unread else ""

    def unread(self, elsewhere: Iterable[str]) -> str:
        """Which columns could not be compared with what was sent, and why, in words; empty if all could."""
        said = [why for name in self.required if (why := self._unread_column(name, elsewhere))]
        more = f", and {counted(len(said) - MOST_SAID, 'more column')}" if len(said) > MOST_SAID else ""
        return f"unread: {'; '.join(said[:MOST_SAID])}{more}" if said else ""

    def _unread_column(self, name: str, elsewhere: Iterable[str]) -> str:
        origins = self._carried.get(name, set())
        if origins & (self._final or origins):
            return ""
        if origins:
            return f"column {name!r} was only sent to {', '.join(sorted(origins))}"
        if name in self._unclear:
            return f"column {name!r} was sent as {self._unclear[name]}"
        if name in elsewhere:
            return f"column {name!r} was entered into a form of another origin"
        if self.required[name] and self._unread:
            return f"column {name!r} may be in what could not be read ({self._unread[0]})"
        return ""


def read_request(request: PageRequest, columns: Sequence[Column]) -> RowInRequest:
    """Compares a request with the columns of a row. Never raises."""
    body, kind = request.read_body(), request.headers.get("content-type", "")
    content = content_of(request.url, kind, body, has_body=not request.is_safe and (body is not None or bool(kind)))
    found = found_in(content, [sought for each in columns for sought in each.sought])
    lacking = _without_field_of_its_own(content, columns)
    carried = {each.reference for each in found if each.match} - lacking
    carried |= _merged(content, columns) | {
        each.name for each in columns if _is_list_in(each, content) or _has_markup(each, content)
    }
    is_form = kind.lower().startswith(FORMS) or request.is_safe
    changed = {each.name: text for each in columns if is_form and (text := _changed(each, content, columns))}
    other = {each.reference: each.sent for each in found if not each.match and each.reference not in carried}
    if not (carried or changed or request.navigates or len(columns) == 1):
        other = {}  # a page may send other things under the same names
    differing = other | changed
    left = [each for each in columns if each.name not in {*carried, *differing}]
    unclear = {each.name: why for each in left if (why := _unclear(each, content, is_lacking=each.name in lacking))}
    named = {each.name: _other_text(each, content) for each in left if each.name not in unclear}
    return RowInRequest(
        label=request.label,
        origin=origin_of(request.url),
        carried=frozenset(carried - {*differing}),
        differing={name: _otherwise(name, request.label, text, columns) for name, text in differing.items()},
        unclear=unclear,
        other={name: _otherwise(name, request.label, text, columns) for name, text in named.items() if text},
        unread="" if content.has_all_fields else content.unread,
    )


def _otherwise(name: str, label: str, found: str, columns: Sequence[Column]) -> str:
    """What a request has in place of a value, in words, without anything that may reveal a withheld value."""
    column = next(each for each in columns if each.name == name)
    hidden = [text for each in columns if each.withheld for text in each.texts if text]
    is_hidden = not found or column.withheld or any(may_reveal(found, text) for text in hidden)
    sent = "another value" if is_hidden else repr(shortened(one_line(found), LONGEST))
    return f"column {name!r}: {label} would send {sent} instead of {column.shown!r}"


def _has(column: Column, text: str) -> bool:
    return any(means_same(each, text) for each in column.texts)


def _named(column: Column, sent: SentField) -> bool:
    """Whether a field has a name of the column, whole or as its last member."""
    members = [each for each in re.split(r"[.\[\]]+", sent.name) if each and not each.isdigit()]
    return not column.names.isdisjoint(map(canonical, (sent.name, *members[-1:])))


def _without_field_of_its_own(content: RequestContent, columns: Sequence[Column]) -> set[str]:
    """The columns of equal values for which a request does not have as many fields as there are such columns."""
    equal: dict[str, list[Column]] = {}
    for each in columns:
        equal.setdefault(folded(each.value), []).append(each)
    lacking: set[str] = set()
    for same in equal.values():
        if len(same) > 1 and sum(_has(same[0], each.text) for each in content.fields) < len(same):
            own = {
                each.name for each in same for sent in content.fields if _named(each, sent) and _has(each, sent.text)
            }
            lacking |= {each.name for each in same} - own
    return lacking


def _merged(content: RequestContent, columns: Sequence[Column]) -> set[str]:
    """The columns whose values make up the whole text of a field together: first name and last name."""
    words = {each.name: BETWEEN_WORDS.split(folded(each.value)) for each in columns}
    carried: set[str] = set()
    for sent in content.fields:
        left, parts = BETWEEN_WORDS.split(folded(sent.text)), list[str]()
        for name, each in sorted(words.items(), key=lambda item: -len(item[1])):
            at = next((at for at in range(len(left)) if left[at : at + len(each)] == each), None)
            if at is not None:
                del left[at : at + len(each)]
                parts.append(name)
        if not any(left) and len(parts) > 1:
            carried |= {*parts}
    return carried


def _is_list_in(column: Column, content: RequestContent) -> bool:
    """Whether each item of a list is in a field of its own, as of several boxes that were ticked."""
    items = [each for each in map(str.strip, LIST.split(column.value)) if each]
    return len(items) > 1 and all(any(means_same(item, sent.text) for sent in content.fields) for item in items)


def _changed(column: Column, content: RequestContent, columns: Sequence[Column]) -> str:
    """What a form has in a field in place of what was entered into it; empty if nothing, or if it is not known."""
    for entered in column.sought:
        if not entered.field or column.is_off:
            continue
        own = [each for each in content.fields if each.name in entered.names and each.name != PATH]
        filled = [
            each
            for each in own
            if each.text.strip() and not is_opaque(each.text) and not _is_of_another(column, each, columns)
        ]
        texts = (entered.text, *entered.forms)
        if filled and not any(
            means_same(text, each.text) or _is_markup_of(text, each) for text in texts for each in own
        ):
            return filled[0].text
    return ""


def _is_of_another(column: Column, sent: SentField, columns: Sequence[Column]) -> bool:
    """Whether a field of the same name on another page was given what is sent."""
    others = (each for each in columns if each is not column)
    return any(_has(each, sent.text) and any(sent.name in one.names for one in each.fields) for each in others)


def _has_markup(column: Column, content: RequestContent) -> bool:
    """Whether a field has the value as the HTML of an editor."""
    return any(_is_markup_of(text, sent) for text in column.texts for sent in content.fields)


def _is_markup_of(text: str, sent: SentField) -> bool:
    return "<" in sent.text and folded(text) == folded(TAG.sub(" ", sent.text))


def _unclear(column: Column, content: RequestContent, *, is_lacking: bool) -> str:
    """What a column may have been sent as that cannot be compared with its value; empty if nothing."""
    fields = [each for each in content.fields if each.name != PATH and each.text.strip()]
    for sent in fields:
        name = canonical(sent.name)
        called = any(len(each) >= SHORTEST_NAME and each in name for each in column.names)
        if is_opaque(sent.text) and called:
            return "something hashed or encrypted"
        is_chosen = any(each.chosen for each in column.fields)
        called |= name in map(canonical, WORD.findall(column.name))  # `doctor` for `Preferred doctor`
        if (_named(column, sent) or (is_chosen and called)) and _may_be_id(column, sent):
            return "what may be an ID"
    if not is_lacking and any(_has(column, sent.text) for sent in fields):
        return "a field whose name does not identify it"
    return ""


def _may_be_id(column: Column, sent: SentField) -> bool:
    """Whether a field may have the ID of an option that was chosen by its label; a field that was typed into has none."""
    is_typed = any(sent.name in each.names and not (each.forms or each.chosen) for each in column.fields)
    code = canonical(sent.text)
    begins = len(code) >= SHORTEST_NAME and any(canonical(each).startswith(code) for each in column.texts)
    is_code = " " not in sent.text.strip() and (begins or any(map(str.isdigit, sent.text)))
    return is_code and not is_typed and not any(surely_differs(each, sent.text) for each in column.texts)


def _other_text(column: Column, content: RequestContent) -> str:
    """What a request has under the name of a column; empty if nothing."""
    return next((each.text for each in content.fields if each.text.strip() and _named(column, each)), "")
