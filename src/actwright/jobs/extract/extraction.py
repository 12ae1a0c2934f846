"""Asks a model once per document for the values that it states, and checks each value against the document."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import KW_ONLY, dataclass, field, replace
from pathlib import Path

from pydantic import Field, StrictStr

from actwright.engine.limits import Limits
from actwright.engine.meter import Meter
from actwright.engine.models.base import check_model, open_model
from actwright.engine.role_models import Choice, by_role
from actwright.errors import ConfigError, ReplyError
from actwright.jobs.extract.columns import MOST_COLUMNS, Column
from actwright.jobs.extract.documents import Document, read_document
from actwright.jobs.extract.doubts import FROM_IMAGE, doubt_of, page_of, words_of
from actwright.jobs.extract.mail import Attachment
from actwright.jobs.row_table import LONGEST_CELL
from actwright.prompts.extract import extract_request, values_request
from actwright.prompts.fields import answer_key
from actwright.schemas.base import Frozen
from actwright.schemas.exchange import Exchange
from actwright.schemas.proposal import parse_arguments, parsed
from actwright.text import printable

ROLE = "extract"


@dataclass(frozen=True, slots=True)
class ExtractedValue:
    """A value that a document states.

    Attributes:
        value: The value; never empty.
        quote: The words of the document that state it.
        page: The page with these words, from 1 on; 0 if no page has them.
        doubt: Why a person must look at it; empty if code found the value in the words, and the words on the page.
    """

    value: str
    quote: str
    page: int
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """What became of one document.

    Attributes:
        document: Its path.
        digest: The SHA-256 of its bytes; empty if it could not be read.
        values: What it states, by the heading of the column.
        problem: What the model found that a person must look at; in a stranger's words, perhaps.
        failure: Why the document gives no row; empty if it gives one.
        attachments: The files of a mail.
        exchanges: The model call, and the attempts of it that failed.
    """

    document: str
    _: KW_ONLY
    digest: str = ""
    values: Mapping[str, ExtractedValue] = field(default_factory=dict[str, ExtractedValue])
    problem: str = ""
    failure: str = ""
    attachments: tuple[Attachment, ...] = ()
    exchanges: tuple[Exchange, ...] = ()


class _StatedValue(Frozen):
    column: StrictStr
    value: StrictStr = Field(max_length=LONGEST_CELL)
    quote: StrictStr = Field(max_length=LONGEST_CELL)


class _StatedValues(Frozen):
    problem: StrictStr
    values: tuple[_StatedValue, ...] = Field(max_length=MOST_COLUMNS)


async def extract(
    documents: Iterable[str | Path],
    columns: Sequence[Column],
    *,
    model: Choice,
    base_url: str | None = None,
    max_cost: float | None = None,
    values_only: bool = False,
) -> AsyncGenerator[DocumentRow]:
    """Yields a row for each document, in order: a text, a mail, a PDF or an image of one record.

    The model is asked once per document, without tools, so the most that a hostile document can do is state wrong
    values. One that cannot be read, or whose answer is unusable, gives no row but its `failure`.

    Args:
        documents: The paths of the documents.
        columns: The columns to fill in.
        model, base_url: As for `Agent`.
        max_cost: USD; a call that could exceed it with all calls before it is not made.
        values_only: Asks for one value per column and no quotes, which small models can do. Code looks for the words
            that state it; a value that is not beside the name of its column is doubtful.

    Raises:
        ConfigError: The model cannot be used.
        LimitError: The next call could exceed `max_cost`.
        ModelError: The provider refused, or kept failing.
    """
    chosen = by_role(model, [ROLE])[ROLE]
    for each in chosen:
        if isinstance(each, str):
            check_model(each, base_url=base_url)
    async with AsyncExitStack() as stack:
        models = [await open_model(stack, each, base_url=base_url) for each in chosen]
        meter = Meter({ROLE: models}, check=Limits(usd=max_cost).check, capped_in_usd=max_cost is not None)
        for path in documents:
            try:
                document = await asyncio.to_thread(read_document, Path(path))
            except ConfigError as error:
                yield DocumentRow(str(path), failure=str(error))
            else:
                yield await (_row_of_values if values_only else _row)(document, columns, meter)


async def _row(document: Document, columns: Sequence[Column], meter: Meter) -> DocumentRow:
    row = DocumentRow(document.name, digest=document.digest, attachments=document.attachments)
    asked = [(column.heading, column.about) for column in columns]
    request = extract_request(asked, document.pages, document.image)
    try:
        reply = parsed((await meter.ask(request, role=ROLE)).text, _StatedValues, "{problem, values}")
        values = _checked(reply, document, {column.heading for column in columns})
    except ReplyError as error:
        return replace(row, failure=str(error), exchanges=meter.drain())
    problem = reply.problem.strip()
    failure = "" if values else f"it states no value of these columns. {problem}".strip()
    return replace(row, values=values, problem=problem, failure=failure, exchanges=meter.drain())


async def _row_of_values(document: Document, columns: Sequence[Column], meter: Meter) -> DocumentRow:
    row = DocumentRow(document.name, digest=document.digest, attachments=document.attachments)
    keys = {answer_key(column.heading, number): column for number, column in enumerate(columns, 1)}
    asked = {key: (column.heading, column.about) for key, column in keys.items()}
    values: dict[str, ExtractedValue] = {}
    try:
        said = parse_arguments((await meter.ask(values_request(asked, document.pages, document.image), role=ROLE)).text)
    except ReplyError as error:
        return replace(row, failure=str(error), exchanges=meter.drain())
    for key, column in keys.items():
        value = _plain(str(said.get(key) or ""))[:LONGEST_CELL]
        if value and document.image is not None:
            values[column.heading] = ExtractedValue(value, "", 1, FROM_IMAGE)
        elif value:
            values[column.heading] = ExtractedValue(value, *words_of(value, column.heading, document.pages))
    failure = "" if values else "it states no value of these columns"
    return replace(row, values=values, failure=failure, exchanges=meter.drain())


def _checked(reply: _StatedValues, document: Document, headings: set[str]) -> dict[str, ExtractedValue]:
    """The values of a reply, each with its doubt. Raises ReplyError for a column that is unknown or repeated."""
    found: dict[str, ExtractedValue] = {}
    for each in reply.values:
        if each.column not in headings or each.column in found:
            raise ReplyError(f"the reply names a column that is unknown, or named twice: {printable(each.column)!r}")
        value = _plain(each.value)
        if not value:
            continue
        if document.image is not None:
            found[each.column] = ExtractedValue(value, each.quote, 1, FROM_IMAGE)
            continue
        page = page_of(each.quote, document.pages)
        found[each.column] = ExtractedValue(value, each.quote, page, doubt_of(value, each.quote, page))
    return found


def _plain(value: str) -> str:
    """A value without invisible characters, which no document has in the form that the model reads."""
    lines = printable(value.replace("\t", " ")).replace("\ufffd", "").splitlines()
    return "\n".join(line.strip() for line in lines).strip()
