"""Model traffic in a file: recorded once, replayed in tests and in CI, where there is no key and no network."""

from __future__ import annotations

import difflib
import hashlib
import json
import re
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import ValidationError

from actwright.engine.models.base import Model, find_model, model_parts
from actwright.engine.models.streaming import Progress, ignored
from actwright.errors import ConfigError
from actwright.schemas.base import Frozen
from actwright.schemas.exchange import Block, FileBlock, ImageBlock, LinkBlock, Reasoning, Reply, Request, text_of
from actwright.text import counted, shortened

__all__ = ["Cassette", "Mode"]

Mode = Literal["off", "record", "replay", "auto"]

_VERSION = 1
MOST_LINES = 12
"""Of a difference that an error shows."""
LONGEST_LINE = 160
_VOLATILE = (
    (re.compile(r"(?<=\[page )[0-9a-f]{12}(?=\])|(?<=\[end of page )[0-9a-f]{12}(?=\])"), "*"),
    (re.compile(r"(?<=//127\.0\.0\.1:)\d+|(?<=//localhost:)\d+"), "*"),
)
"""What differs between two runs of the same test: the ports of local servers, and the key of the page's markers."""
_SURROGATE = re.compile("[\ud800-\udfff]")
"""Half of a character that UTF-16 writes as two. A Python text may hold one alone, and UTF-8 has no form for it."""


class _Recorded(Frozen):
    """One exchange: the request as lines that a person can read, and the reply."""

    request: tuple[str, ...]
    reply: Reply


class _Tape(Frozen):
    """The file."""

    version: Literal[1] = _VERSION
    model: str = ""
    wire: str = ""
    exchanges: tuple[_Recorded, ...] = ()


class Cassette:
    """A `Model` that keeps what another one was asked and answered in one readable file, or answers from it.

    ```python
    agent = Agent(model=Cassette("tests/cassettes/sell.json", "anthropic:claude-sonnet-5-5", mode="auto"))
    ```

    A request is looked up by what it says, whatever came before it; of two that say the same, the first is replayed
    first. Documents count by their name, type and content, the provider's own tools by their name and parameters.
    Pictures, the ports of servers on this machine, thoughts, and how the answer is asked for (its schema, its cap) do
    not count. A lone surrogate in a reply is kept, and one in a request counts as U+FFFD. Requests hold no secrets and
    no keys: they are recorded as the engine makes them, before any wire adds its headers.

    Args:
        path: The file; its folder is made as needed.
        model: A model string or a model, asked when something is recorded; no key is needed for what is replayed.
        mode: `off` asks the model and keeps nothing; `record` asks it and writes the file anew; `replay` never asks;
            `auto` replays what is there, and asks and adds what is not.

    Raises:
        ConfigError: There is no such mode, the file cannot be read, or the mode needs a model and there is none.
    """

    def __init__(self, path: str | Path, model: str | Model | None = None, *, mode: Mode = "auto") -> None:
        if mode not in get_args(Mode):
            raise ConfigError(f"a cassette has no mode {mode!r}; there are {', '.join(get_args(Mode))}")
        if model is None and mode in {"off", "record"}:
            raise ConfigError(f"a cassette in the mode {mode!r} asks a model; give it one")
        self.path = Path(path)
        self._source = model
        self._mode: Mode = mode
        self._inner: Model | None = None
        self._runs = 0
        self._tape = _Tape() if mode in {"off", "record"} else _read(self.path, missing_ok=mode == "auto")
        self._left = list(self._tape.exchanges)

    @property
    def name(self) -> str:
        """Of the model that answered, or that will be asked."""
        if self._tape.model:
            return self._tape.model
        return model_parts(self._source)[1] if isinstance(self._source, str) else self._asked.name

    @property
    def wire(self) -> str:
        """Of the same."""
        return self._tape.wire or self._asked.wire

    def price(self, reply: Reply) -> float | None:
        """USD of a reply: nothing for one that was replayed, nor where no model can be asked."""
        if reply.replayed or self._source is None or self._mode == "replay":
            return 0.0
        try:
            return self._asked.price(reply)
        except ConfigError:  # no key: `send` says so if it has to ask
            return 0.0

    async def send(self, request: Request, *, timeout: float, progress: Progress = ignored) -> Reply:  # noqa: ASYNC109 - handed on
        """The recorded reply to this request, or the model's.

        Raises:
            ConfigError: It is not on the cassette, which may not ask; shows what differs from the nearest that is.
            ModelError: The model's own.
        """
        said = tuple(_lines(request))
        found = next((one for one in self._left if one.request == said), None)
        if found is not None and self._mode in {"replay", "auto"}:
            self._left.remove(found)
            return found.reply.model_copy(update={"replayed": True})
        if self._mode == "replay" or (self._mode == "auto" and self._source is None):
            raise ConfigError(_missing(said, self._left, self._tape.exchanges, self.path))
        reply = await self._asked.send(request, timeout=timeout, progress=progress)
        if self._mode != "off":
            self._keep(_Recorded(request=said, reply=reply))
        return reply

    @asynccontextmanager
    async def used(self) -> AsyncGenerator[None]:
        """For the time of a run: a model made of a model string is closed with the last run that uses it."""
        self._runs += 1
        try:
            yield
        finally:
            self._runs -= 1
            if not self._runs and isinstance(self._source, str):
                await self.close()

    async def close(self) -> None:
        """Closes the model that was asked, if one was; a model string is made into another when one is needed again."""
        inner, self._inner = self._inner, None
        if inner is not None:
            await inner.close()

    @property
    def _asked(self) -> Model:
        if self._inner is None:
            if self._source is None:
                raise ConfigError(f"{self.path} names no model and none was given")
            self._inner = find_model(self._source) if isinstance(self._source, str) else self._source
        return self._inner

    def _keep(self, exchange: _Recorded) -> None:
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
    try:
        return _Tape.model_validate(_unpacked(json.loads(path.read_text("utf-8"))))
    except FileNotFoundError:
        if missing_ok:
            return _Tape()
        raise ConfigError(f"there is no cassette {path}; record it once with mode='record' or 'auto'") from None
    except OSError as error:
        raise ConfigError(f"the cassette {path} cannot be read: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, ValidationError) as error:
        raise ConfigError(
            f"{path} is no cassette: it is not JSON of the form {{version, model, wire, exchanges}}; name another file, "
            "or delete it and record it anew with mode='record' or 'auto'"
        ) from error


def _lines(request: Request) -> Iterator[str]:
    """What a request says, as far as it is the same in every run of the same test."""
    for tool in request.tools:
        yield f"# tool {tool.name} {json.dumps(tool.parameters, ensure_ascii=False, sort_keys=True)}"
    yield "# system"
    for block in request.system:
        yield from _block_lines(block)
    for message in request.messages:
        yield f"# {message.role} {message.name}".rstrip()
        for block in message.blocks:
            yield from _block_lines(block)


def _block_lines(block: Block) -> Iterator[str]:
    match block:
        case ImageBlock() | Reasoning():
            pass  # an endpoint that takes no pictures, or another wire, gets the request without them
        case LinkBlock():
            yield f"({block.kind} {block.url}{block.file_id})"
        case FileBlock():
            yield f"(document {block.name} {block.media_type} {hashlib.sha256(block.data).hexdigest()[:16]})"
        case _:
            text = text_of(block)
            for pattern, instead in _VOLATILE:
                text = pattern.sub(instead, text)
            yield from _SURROGATE.sub("\ufffd", text).split("\n")


def _missing(said: tuple[str, ...], left: list[_Recorded], known: tuple[_Recorded, ...], path: Path) -> str:
    """Why a request has no reply, with the difference to the recorded one that is nearest."""
    if not known:
        return f"the cassette {path} is empty; record it with mode='record' or 'auto' and a model"
    if any(one.request == said for one in known):
        return f"the cassette {path} answers this request only as often as it was recorded; record it anew"
    nearest = max(left or known, key=lambda one: difflib.SequenceMatcher(None, one.request, said).ratio())
    changed = list(difflib.unified_diff(nearest.request, said, "recorded", "asked now", lineterm="", n=0))
    shown = [shortened(line, LONGEST_LINE) for line in changed[:MOST_LINES]]
    more = [f"… and {counted(len(changed) - MOST_LINES, 'more line')}"] if len(changed) > MOST_LINES else []
    return "\n".join([f"the cassette {path} has no reply to this request; what changed:", *shown, *more])


def _readable_json(value: dict[str, Any]) -> str:
    """JSON for people: every character as it is, but lone surrogates as escapes, because no file can hold them."""
    text = json.dumps(value, ensure_ascii=False, indent=1)
    return _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text) + "\n"


def _packed(tape: _Tape) -> dict[str, Any]:
    """The file's form: a request that begins as the one before says only how many of its lines it shares."""
    exchanges: list[dict[str, Any]] = []
    before: tuple[str, ...] = ()
    for one in tape.exchanges:
        same = next((at for at, pair in enumerate(zip(before, one.request, strict=False)) if pair[0] != pair[1]), None)
        shared = min(len(before), len(one.request)) if same is None else same
        exchanges.append(
            {
                "same_lines": shared,
                "request": list(one.request[shared:]),
                "reply": one.reply.model_dump(mode="json", exclude_defaults=True),
            }
        )
        before = one.request
    return {"version": tape.version, "model": tape.model, "wire": tape.wire, "exchanges": exchanges}


def _unpacked(found: Mapping[str, Any]) -> dict[str, Any]:
    exchanges: list[dict[str, Any]] = []
    before: list[str] = []
    for one in found["exchanges"]:
        before = [*before[: one["same_lines"]], *one["request"]]
        exchanges.append({"request": tuple(before), "reply": one["reply"]})
    return {**found, "exchanges": tuple(exchanges)}
