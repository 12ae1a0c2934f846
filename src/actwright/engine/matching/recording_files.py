"""Recordings as YAML files that people read, review and edit."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import EllipsisType
from typing import Any, cast

from pydantic import ValidationError

from actwright.engine.matching.patterns import HOLE
from actwright.errors import ConfigError
from actwright.schemas.recording import VERSION, Recording
from actwright.untrusted import LARGEST, check_regular, parse_yaml, read_text

HEAD = "# A run to be replayed without a model: actwright run … --policy replay:THIS FILE\n"


def read_recording(path: str | Path) -> Recording:
    """The recording in a file.

    Raises:
        ConfigError: There is no such file, or it is not a recording of this version; the message says what is wrong and
            where.
    """
    return parsed_recording(read_text(path, "a recording"), str(path))


def parsed_recording(text: str, path: str) -> Recording:
    """The recording in a text. `path` names it in errors; it raises what `read_recording` raises."""
    found, node = parse_yaml(text, path)
    if not isinstance(found, dict):
        raise ConfigError(f"{path} is not a recording: it has no names with values")
    version: Any = cast("dict[Any, Any]", found).get("version")
    if version != VERSION:
        raise ConfigError(
            f"{path} is a recording of version {version!r}, but only version {VERSION} can be read; record it again"
        )
    if (twice := _named_twice(node)) is not None:
        raise ConfigError(f"{path}, line {twice.start_mark.line + 1}: {twice.value} appears twice")
    try:
        recording = Recording.model_validate(found)
    except ValidationError as error:
        problem = error.errors()[0]
        where, line = ".".join(map(str, problem["loc"])), _line_of(node, problem["loc"])
        raise ConfigError(f"{path}, line {line}: {where}: {problem['msg'][:1].lower()}{problem['msg'][1:]}") from error
    _check_captures(recording, path)
    return recording


def _check_captures(recording: Recording, path: str) -> None:
    for name, text in recording.captures.items():
        if len(HOLE.findall(text)) != 1:
            raise ConfigError(
                f"{path}: captures.{name}: {text!r} must have exactly one type in it, as in 'Order {{int}} confirmed'"
            )


def _named_twice(node: Any) -> Any:
    """The first key that an object has twice, as YAML's own node; None if there is none. YAML would use the second."""
    for part in _parts_of(node):
        seen: set[str] = set()
        for key, _ in _pairs(part):
            if key.value in seen:
                return key
            seen.add(key.value)
    return None


def _parts_of(node: Any) -> Iterator[Any]:
    """A YAML node and all nodes in it, each once."""
    left: list[Any] = [node]
    seen: set[int] = set()
    while left:
        part: Any = left.pop()
        if id(part) not in seen:
            seen.add(id(part))
            yield part
            left += reversed([*_items(part), *(each for pair in _pairs(part) for each in pair)])


def _pairs(node: Any) -> list[tuple[Any, Any]]:
    """The keys and values of an object; none for any other node."""
    return node.value if node.id == "mapping" else []


def _items(node: Any) -> list[Any]:
    """The items of a list; none for any other node."""
    return node.value if node.id == "sequence" else []


def _line_of(node: Any, place: Sequence[int | str]) -> int:
    """The line that an error is about, or of the object in which something is missing."""
    line = 1
    for part in place:
        found: list[tuple[Any, Any]] = [pair for pair in _pairs(node) if pair[0].value == str(part)]
        found += [(each, each) for each in _items(node)[part : part + 1]] if isinstance(part, int) else []
        if not found:
            break
        line, node = int(found[0][0].start_mark.line) + 1, found[0][1]
    return line


def recording_text(recording: Recording) -> str:
    """A recording as the text of its file."""
    import yaml  # noqa: PLC0415 - loaded when used, so that importing actwright stays fast

    return HEAD + yaml.safe_dump(recording.model_dump(mode="json"), sort_keys=False, allow_unicode=True, width=120)


def write_recording(recording: Recording, path: str | Path, *, over: bytes | EllipsisType | None = ...) -> None:
    """Writes the file whole or not at all.

    Args:
        recording: What is written.
        path: The file; its folder is made if it is missing.
        over: What the file must still contain, as returned by `contents_of` (None: there was no file). If two processes
            write one file, the second then fails, and nothing is lost. By default, the file is overwritten.

    Raises:
        ConfigError: It cannot be written, or contains something else by now.
    """
    write_whole(path, recording_text(recording), over=over)


def contents_of(path: str | Path) -> bytes | None:
    """What a file contains; None if there is no such file.

    Raises:
        ConfigError: It cannot be read.
    """
    try:
        check_regular(Path(path))
        with Path(path).open("rb") as file:
            content = file.read(LARGEST + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror or error}") from error
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from error
    if len(content) > LARGEST:
        raise ConfigError(f"{path} is not a recording: it has more than {LARGEST:,} bytes")
    return content


def write_whole(path: str | Path, text: str, *, over: bytes | EllipsisType | None = ...) -> None:
    """Writes a file whole or not at all, like `write_recording` and with the same errors."""
    target = Path(path)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            Path(name).chmod(0o666 & ~_mask())
            with _alone(target.parent):
                if over is not ...:
                    _check_unchanged(target, over)
                Path(name).replace(target)
        finally:
            Path(name).unlink(missing_ok=True)  # nothing is left of it once it has replaced the file
    except OSError as error:
        raise ConfigError(f"{path} cannot be written: {error.strerror or error}") from error


def _check_unchanged(path: Path, was: bytes | None) -> None:
    """Raises ConfigError if a file has changed."""
    if contents_of(path) != was:
        raise ConfigError(
            f"{path} was written by someone else in the meantime, and is left as it is; "
            "let each run or test write a file of its own"
        )


@contextmanager
def _alone(folder: Path) -> Generator[None]:
    """A block that only one process at a time can be in, for each folder."""
    import fcntl  # noqa: PLC0415 - not every system has it, and only writing needs it

    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _mask() -> int:
    """The permissions that new files do not get (the umask)."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
