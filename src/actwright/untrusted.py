"""Files that others may have written: read within bounds of bytes, depth and parts, or refused."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from stat import S_ISDIR, S_ISFIFO, S_ISREG
from typing import Any, cast

from actwright.errors import ConfigError

LARGEST = 5_000_000
"""Bytes of a file."""
MOST_PARTS = 100_000
"""Texts, numbers, lists and objects of a YAML file: some 4,000 recorded actions."""
MOST_DEPTH = 64
SURROGATE = "a text has half of a surrogate pair, which is not a character"
LONGEST_NUMBER = 100
"""Characters of a number or date: PyYAML's time for some forms grows with the square of the length."""


def read_text(path: str | Path, kind: str, *, most: int = LARGEST) -> str:
    """Returns the text of a file, without a byte order mark.

    Args:
        path: The file.
        kind: What the file should contain, for messages: `a recording`.
        most: The most bytes that are read.

    Raises:
        ConfigError: It cannot be read, is larger, or is not UTF-8.
    """
    try:
        if S_ISFIFO(Path(path).stat().st_mode):  # reading it may wait for ever
            raise ConfigError(f"{path} is not {kind}: it is a pipe; write its content into a file")
        with Path(path).open("rb") as file:
            content = file.read(most + 1)
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror or error}") from error
    if len(content) > most:
        raise ConfigError(f"{path} is not {kind}: it has more than {most:,} bytes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is not {kind}: it is not text in UTF-8") from error


def check_regular(path: Path) -> None:
    """Raises ConfigError for a pipe or a device, which may have no end; OSError if there is nothing."""
    mode = path.stat().st_mode
    if not (S_ISREG(mode) or S_ISDIR(mode)):
        raise ConfigError("it is a pipe or a device; write its content into a file")


def parse_yaml(text: str, path: str) -> tuple[Any, Any]:
    """Returns the value of a YAML text, and its node, which knows lines.

    Only what JSON has too may be in it: no anchors, aliases, merge keys or tags.

    Args:
        text: The text.
        path: What it comes from, for messages.

    Raises:
        ConfigError: It is not YAML, or exceeds a bound; the message names the line where it can.
    """
    import yaml  # noqa: PLC0415 - loaded when used, so that importing actwright stays fast

    load: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # libyaml is many times faster, but not everywhere
    try:
        _check_events(yaml.parse(text, Loader=load), path)
        loader = load(text)
        try:
            node = loader.get_single_node()
            return (None if node is None else loader.construct_document(node)), node
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        line = f", line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise ConfigError(
            f"{path}{line}: not valid YAML: {error.problem or error.context or 'it cannot be read'}"
        ) from error
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise ConfigError(f"{path} is not valid YAML: {' '.join(str(error).split())}") from error


def _check_events(events: Any, path: str) -> None:
    """Raises ConfigError for what would take more time or memory than the text suggests, before it is unfolded."""
    import yaml  # noqa: PLC0415 - as above

    parts = depth = 0
    for event in events:
        if isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        elif isinstance(event, yaml.NodeEvent) and event.start_mark is not None:
            parts += 1
            depth += isinstance(event, yaml.CollectionStartEvent)
            if problem := _problem(event, parts, depth):
                raise ConfigError(f"{path}, line {event.start_mark.line + 1}: {problem}")


def _problem(event: Any, parts: int, depth: int) -> str:
    if parts > MOST_PARTS or depth > MOST_DEPTH:
        return f"it has more than {MOST_PARTS:,} values, or more than {MOST_DEPTH} levels"
    if event.anchor is not None:
        return "anchors and aliases (& and *) are not allowed; write the value out, or put it in quotes"
    tag, value = getattr(event, "tag", None), getattr(event, "value", "")
    if tag is not None or (value == "<<" and event.implicit[0]):
        return "tags (!) and merge keys (<<) are not allowed; write the value out, or put it in quotes"
    if len(value) > LONGEST_NUMBER and event.implicit[0] and _is_number(value):
        return f"a number has more than {LONGEST_NUMBER} digits; put it in quotes"
    return "" if is_unicode(value) else SURROGATE


def _is_number(text: str) -> bool:
    """Whether YAML reads a text without quotes as anything but a text."""
    import yaml  # noqa: PLC0415 - as above

    resolvers: Any = yaml.SafeLoader.yaml_implicit_resolvers
    return any(pattern.match(text) for _, pattern in resolvers.get(text[0], ()))


def parse_json(text: str, **options: Any) -> Any:
    """Returns the value of a JSON text in which no object has a name twice.

    Args:
        text: The text.
        options: Further options of `json.loads`.

    Raises:
        ConfigError: It is not JSON, is nested too deeply, has a name twice, or is not valid Unicode.
    """
    try:
        value: Any = json.loads(text, object_pairs_hook=_once, **options)
        if "\\u" in text or not is_unicode(text):
            check_storable(value)
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"it is not valid JSON: {error}") from error
    return value


def check_storable(value: Any) -> None:
    """Raises ValueError if a value of JSON cannot be stored and sent: it has too many levels, or is not Unicode."""
    level: list[Any] = [value]
    for _ in range(MOST_DEPTH):
        level = [inner for each in level if isinstance(each, (dict, list)) for inner in _inner(cast("list[Any]", each))]
    if level:
        raise ValueError(f"it has more than {MOST_DEPTH} levels")
    if not is_unicode(json.dumps(value, ensure_ascii=False)):
        raise ValueError(SURROGATE)


def _inner(value: dict[str, Any] | list[Any]) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value


def is_unicode(text: str) -> bool:
    """Whether a text can be stored and sent: half of a surrogate pair cannot."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ConfigError(f"the name {name[:100]!r} appears twice; give each value once")
        found[name] = value
    return found
