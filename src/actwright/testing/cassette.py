"""Model requests and replies in a file: recorded once, replayed in tests and in CI without a key or network."""

from __future__ import annotations

import difflib
import hashlib
import json
import re
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import ValidationError

from actwright.engine.models.base import Model, find_model, model_parts
from actwright.engine.models.streaming import Progress, ignored
from actwright.errors import ConfigError
from actwright.notes import note
from actwright.schemas.base import Frozen
from actwright.schemas.exchange import (
    Block,
    FileBlock,
    ImageBlock,
    LinkBlock,
    Reasoning,
    Reply,
    Request,
    ToolResult,
    text_of,
)
from actwright.text import counted, shortened
from actwright.untrusted import check_storable, read_text

Mode = Literal["off", "record", "replay", "auto"]

_VERSION = 2
_LARGEST = 50_000_000
"""Bytes of a cassette that is read."""
_MOST_LINES = 2_000_000
"""How many lines the requests of a cassette have together, so that a small file cannot take all memory."""
MOST_PAIRS = 3
"""How many pairs of differing lines an error shows: those that are most alike."""
MOST_COMPARED = 200
"""How many lines are compared, from the first that differs: comparing takes time that grows faster than their number."""
LONGEST_LINE = 160
ALIKE = 0.5
"""The likeness, from 0 to 1, from which two lines are shown as one that changed."""
OUR_OWN = frozenset({"system", "tools", "history"})
"""Sections of a request whose text is this library's, or follows from recorded replies."""
_PAGE = re.compile(r"^\[page \*\]\n.*^\[end of page \*\]$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^# .*\n?", re.MULTILINE)
_PAGE_KEY = re.compile(r"(?<=\[page )[0-9a-f]{12}(?=\])|(?<=\[end of page )[0-9a-f]{12}(?=\])")
_PORT = re.compile(r"(?<=//127\.0\.0\.1:)\d+|(?<=//localhost:)\d+")
"""Match what differs in every run of a test: the key in the page's markers, and the ports of local servers."""
_SURROGATE = re.compile("[\ud800-\udfff]")
"""Matches half of a UTF-16 surrogate pair. A Python text may contain a lone one, which UTF-8 cannot encode."""


class _RequestKey(Frozen):
    """A request as it is matched: its key in lines that a person can read, and digests of the rest.

    Attributes:
        request: The key: the task, the page, and the tools by name.
        prompt: A digest of what this library and the sampling add.
        history: A digest of the earlier steps.
    """

    request: tuple[str, ...]
    prompt: str = ""
    history: str = ""


class _RecordedExchange(_RequestKey):
    """One exchange."""

    reply: Reply


class _Tape(Frozen):
    """The file."""

    version: Literal[2] = _VERSION
    model: str = ""
    wire: str = ""
    exchanges: tuple[_RecordedExchange, ...] = ()


class Cassette:
    """A `Model` that keeps the requests and replies of another one in a readable file, or replies from that file.

    ```python
    agent = Agent(model=Cassette("tests/cassettes/sell.json", "anthropic:claude-sonnet-5-5", mode="auto"))
    ```

    A request is matched by what the caller controls: the task, the page, documents (by name, type and content) and
    tools (by name). If several recorded requests match, the one with the same earlier steps is replayed, else the
    first. The library's prompt, the parameters of tools and the sampling are not compared; if they differ from the
    recorded ones, one warning says so. Images, ports of servers on this machine and reasoning are not compared either.
    A lone surrogate in a reply is kept; one in a request counts as U+FFFD. Requests contain no secrets and no keys:
    they are recorded as the engine makes them, before any wire adds its headers.

    Args:
        path: The file. Its folder is created if needed.
        model: A model string or a model, which is asked when something is recorded. Replaying needs no key.
        mode: `off` asks the model and keeps nothing; `record` asks it and rewrites the file; `replay` never asks;
            `auto` replays recorded requests, and asks and adds the others.
        ignore: Regular expressions for text that differs between two runs of the same test, such as a clock or a
            greeting. What they match in a line counts as `*`.

    Raises:
        ConfigError: The mode is unknown, the file cannot be read, the mode needs a model and none is given, or a
            regular expression is not valid.
    """

    def __init__(
        self, path: str | Path, model: str | Model | None = None, *, mode: Mode = "auto", ignore: Iterable[str] = ()
    ) -> None:
        if mode not in get_args(Mode):
            raise ConfigError(f"a cassette has no mode {mode!r}; the modes are {', '.join(get_args(Mode))}")
        if model is None and mode in {"off", "record"}:
            raise ConfigError(f"a cassette in mode {mode!r} needs a model to ask; give one")
        self.path = Path(path)
        self._ignored = (_PAGE_KEY, _PORT, *map(_compiled, [ignore] if isinstance(ignore, str) else ignore))
        self._warned = False
        self._source = model
        self._mode: Mode = mode
        self._inner: Model | None = None
        self._runs = 0
        self._tape = _Tape() if mode in {"off", "record"} else _read(self.path, missing_ok=mode == "auto")
        self._left = list(self._tape.exchanges)

    @property
    def name(self) -> str:
        """The name of the model that replied, or that will be asked."""
        if self._tape.model:
            return self._tape.model
        return model_parts(self._source)[1] if isinstance(self._source, str) else self._asked.name

    @property
    def wire(self) -> str:
        """The wire of that model."""
        return self._tape.wire or self._asked.wire

    def price(self, reply: Reply) -> float | None:
        """Returns the price of a reply in USD; 0.0 if it was replayed, or if no model can be asked."""
        if reply.replayed or self._source is None or self._mode == "replay":
            return 0.0
        try:
            return self._asked.price(reply)
        except ConfigError:  # no key; `send` raises it if it has to ask
            return 0.0

    async def send(self, request: Request, *, timeout: float, progress: Progress = ignored) -> Reply:  # noqa: ASYNC109 - handed on
        """Returns the recorded reply to this request, or the model's.

        Raises:
            ConfigError: The request is not on the cassette, and no model may be asked. The message shows what differs
                from the most similar recorded request.
            ModelError: The model failed.
        """
        said = self._said(request)
        if self._mode in {"replay", "auto"} and (found := self._find(said)) is not None:
            self._left.remove(found)
            return found.reply.model_copy(update={"replayed": True})
        if self._mode == "replay" or (self._mode == "auto" and self._source is None):
            raise ConfigError(_missing(said.request, self._left, self._tape.exchanges, self.path))
        reply = await self._asked.send(request, timeout=timeout, progress=progress)
        if self._mode != "off":
            self._keep(_RecordedExchange(**dict(said), reply=reply))
        return reply

    def _said(self, request: Request) -> _RequestKey:
        def plain(lines: Iterable[str]) -> Iterator[str]:
            for line in lines:
                for pattern in self._ignored:
                    line = pattern.sub("*", line)  # noqa: PLW2901 - one pattern after another
                yield _SURROGATE.sub("\ufffd", line)

        blocks = [block for message in request.messages for block in message.blocks]
        ours = [block for block in (*request.system, *blocks) if block.section in ("system", "tools", "instructions")]
        added = [text_of(block) for block in ours]
        added += [json.dumps([tool.name, tool.description, tool.parameters], sort_keys=True) for tool in request.tools]
        added += [json.dumps(request.answer_schema, sort_keys=True), request.sampling.model_dump_json()]
        before = [line for block in blocks if block.section == "history" for line in text_of(block).split("\n")]
        return _RequestKey(
            request=tuple(plain(_lines(request))), prompt=_digest(plain(added)), history=_digest(plain(before))
        )

    def _find(self, said: _RequestKey) -> _RecordedExchange | None:
        """Finds the reply to the request, preferably one after the same steps and with the same prompt."""
        alike = [one for one in self._left if one.request == said.request]
        if not alike:
            return None
        found = max(alike, key=lambda one: (one.history == said.history, one.prompt == said.prompt))
        if found.prompt != said.prompt and not self._warned:
            self._warned = True
            note(
                f"{self.path} was recorded with another prompt, other tools or other sampling parameters, so a model "
                "might reply differently now; record it again to find out"
            )
        return found

    @asynccontextmanager
    async def used(self) -> AsyncGenerator[None]:
        """Keeps the model open during a run. One made from a model string is closed after the last run that uses it."""
        self._runs += 1
        try:
            yield
        finally:
            self._runs -= 1
            if not self._runs and isinstance(self._source, str):
                await self.close()

    async def close(self) -> None:
        """Closes the model if it was used. A model string makes a new one when it is needed again."""
        inner, self._inner = self._inner, None
        if inner is not None:
            await inner.close()

    @property
    def _asked(self) -> Model:
        if self._inner is None:
            if self._source is None:
                raise ConfigError(f"{self.path} names no model, and none was given")
            self._inner = find_model(self._source) if isinstance(self._source, str) else self._source
        return self._inner

    def _keep(self, exchange: _RecordedExchange) -> None:
        exchanges = (*self._tape.exchanges, exchange)
        self._tape = _Tape(model=self._asked.name, wire=self._asked.wire, exchanges=exchanges)
        written = self.path.with_suffix(f"{self.path.suffix}.new")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            written.write_text(_readable_json(_packed(self._tape)), "utf-8")
            written.replace(self.path)
        except OSError as error:
            raise ConfigError(f"the cassette {self.path} cannot be written: {error.strerror}") from error


def _read(path: Path, *, missing_ok: bool) -> _Tape:
    if not path.exists():
        if missing_ok:
            return _Tape()
        raise ConfigError(f"there is no cassette {path}; record it once with mode='record' or 'auto'")
    try:
        found = json.loads(read_text(path, "a cassette", most=_LARGEST))
        if found["version"] != _VERSION:
            raise ConfigError(
                f"the cassette {path} has the form {found['version']!r}, and this version of Actwright reads form "
                f"{_VERSION}; delete it and record it again with mode='record' or 'auto'"
            )
        check_storable([found.get("model"), found.get("wire")])
        return _Tape.model_validate(_unpacked(found))
    except (ValueError, KeyError, TypeError, ValidationError, RecursionError) as error:
        raise ConfigError(
            f"{path} is not a cassette: it is not JSON of the form {{version, model, wire, exchanges}}; name another "
            "file, or delete it and record it again with mode='record' or 'auto'"
        ) from error


def _compiled(pattern: str) -> re.Pattern[str]:
    try:
        return re.compile(pattern)
    except re.error as error:
        raise ConfigError(f"ignore: {pattern!r} is not a regular expression: {error}") from None


def _digest(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]


def _lines(request: Request) -> Iterator[str]:
    """Yields the lines of a request that the caller controls."""
    yield f"# {request.schema_name}"
    yield from (f"# tool {tool.name}" for tool in request.tools)
    for message in request.messages:
        for block in message.blocks:
            if block.section not in OUR_OWN or isinstance(block, ToolResult):
                yield from _block_lines(block)


def _block_lines(block: Block) -> Iterator[str]:
    match block:
        case ImageBlock() | Reasoning():
            pass  # an endpoint that takes no images, or another wire, gets the request without them
        case LinkBlock():
            yield f"({block.kind} {block.url}{block.file_id})"
        case FileBlock():
            yield f"(document {block.name} {block.media_type} {hashlib.sha256(block.data).hexdigest()[:16]})"
        case ToolResult():
            for part in block.blocks:
                if part.section not in OUR_OWN:
                    yield from _block_lines(part)
        case _:
            text = _PAGE_KEY.sub("*", text_of(block))
            if block.section == "page" and (page := _PAGE.search(text)):
                text = page[0]
            elif block.section == "task":
                text = _HEADING.sub("", text)
            yield from text.rstrip().split("\n")


def _missing(
    said: tuple[str, ...], left: list[_RecordedExchange], known: tuple[_RecordedExchange, ...], path: Path
) -> str:
    """Returns why a request has no reply, with the lines that differ from the most similar recorded one."""
    if not known:
        return f"the cassette {path} is empty; record it with mode='record' or 'auto' and a model"
    if any(one.request == said for one in known):
        return f"the cassette {path} replies to this request only as often as it was recorded; record it again"
    alike = difflib.SequenceMatcher[str](None, b=said)

    def likeness(one: _RecordedExchange) -> float:
        alike.set_seq1(one.request)
        return alike.quick_ratio()

    nearest = max(left or known, key=likeness)
    pairs = list(_differing(nearest.request, said))
    shown = sorted(range(len(pairs)), key=lambda at: -_likeness(*pairs[at]))[:MOST_PAIRS]
    lines = [line for at in sorted(shown) for line in _pair(*pairs[at])]
    more = [f"… and {counted(len(pairs) - MOST_PAIRS, 'more line')}"] if len(pairs) > MOST_PAIRS else []
    return "\n".join([f"the cassette {path} has no reply to this request; what changed:", *lines, *more])


def _differing(recorded: Sequence[str], said: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yields the lines that differ, each with its replacement; a side is empty if there is no such line."""
    shorter = min(len(recorded), len(said))
    first = next((at for at in range(shorter) if recorded[at] != said[at]), shorter)
    compared = recorded[first : first + MOST_COMPARED], said[first : first + MOST_COMPARED]
    for kind, start, end, now, until in difflib.SequenceMatcher(None, *compared, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        old, new = list(compared[0][start:end]), list(compared[1][now:until])
        while old and new and _likeness(old[0], new[0]) >= ALIKE:
            yield old.pop(0), new.pop(0)
        yield from ((line, "") for line in old)
        yield from (("", line) for line in new)


def _likeness(recorded: str, now: str) -> float:
    return (
        difflib.SequenceMatcher(None, recorded[:LONGEST_LINE], now[:LONGEST_LINE]).ratio() if recorded and now else 0.0
    )


def _pair(recorded: str, now: str) -> Iterator[str]:
    yield from (shortened(f"{sign}{line}", LONGEST_LINE) for sign, line in (("-", recorded), ("+", now)) if line)


def _readable_json(value: dict[str, Any]) -> str:
    """Returns readable JSON: every character as it is, except lone surrogates, which a file cannot hold."""
    text = json.dumps(value, ensure_ascii=False, indent=1)
    return _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text) + "\n"


def _packed(tape: _Tape) -> dict[str, Any]:
    """Returns the file's form: a request states how many first lines it shares with the previous one, and the rest."""
    exchanges: list[dict[str, Any]] = []
    before: tuple[str, ...] = ()
    for one in tape.exchanges:
        same = next((at for at, pair in enumerate(zip(before, one.request, strict=False)) if pair[0] != pair[1]), None)
        shared = min(len(before), len(one.request)) if same is None else same
        exchanges.append(
            {
                "same_lines": shared,
                "prompt": one.prompt,
                "history": one.history,
                "request": list(one.request[shared:]),
                "reply": one.reply.model_dump(mode="json", exclude_defaults=True),
            }
        )
        before = one.request
    return {"version": tape.version, "model": tape.model, "wire": tape.wire, "exchanges": exchanges}


def _unpacked(found: Mapping[str, Any]) -> dict[str, Any]:
    exchanges: list[dict[str, Any]] = []
    before: list[str] = []
    count = 0
    for one in found["exchanges"]:
        before = [*before[: one["same_lines"]], *one["request"]]
        count += len(before)
        if count > _MOST_LINES:
            message = f"its requests have more than {_MOST_LINES:,} lines"
            raise ValueError(message)
        exchanges.append({name: one[name] for name in ("prompt", "history", "reply")} | {"request": tuple(before)})
    return {**found, "exchanges": tuple(exchanges)}
