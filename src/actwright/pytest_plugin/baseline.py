"""Compares the tokens of each test, by block, with a committed file.

Input tokens are estimated from the requests. So the same request counts the same in every session, even if a cassette
replies, and a change of the prompt shows before any provider has counted it. Output tokens are as counted by the
provider.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from actwright.pytest_plugin.record_folders import replacing

if TYPE_CHECKING:
    from actwright.schemas.exchange import Exchange

BLOCKS = "actwright_blocks"
"""The property of a test report that has the tokens of the test by block."""
VERSION = 1
TOLERANCE = 10.0
"""By how much a block may grow by default, in percent."""
LEAST = 20
"""By how many tokens a block must grow to count: the estimates of small blocks are rough."""


def measured(exchanges: Sequence[Exchange]) -> dict[str, int]:
    """Returns the tokens of calls by block: the parts of their requests, and `output`."""
    from actwright.engine.models.estimates import estimate  # noqa: PLC0415 - only a session with a baseline needs it

    total: Counter[str] = Counter()
    for exchange in exchanges:
        read = estimate(exchange.request, model=exchange.model)
        for part, tokens in (*read.text.items(), *read.pictures.items()):
            total[part] += round(tokens)
        total["output"] += exchange.usage.output
    return {block: total[block] for block in sorted(total) if total[block]}


def grown(before: Mapping[str, int], now: Mapping[str, int], *, tolerance: float | None) -> list[str]:
    """Returns a line for each block that grew beyond the tolerance (in percent), largest growth first."""
    most = 1 + (TOLERANCE if tolerance is None else tolerance) / 100
    more = {block: now[block] - before.get(block, 0) for block in now}
    beyond = [block for block in now if more[block] >= LEAST and now[block] > before.get(block, 0) * most]
    return [
        f"{block}: {before.get(block, 0):,} -> {now[block]:,} tokens (+{more[block]:,})"
        for block in sorted(beyond, key=lambda block: -more[block])
    ]


def read_baseline(path: Path) -> dict[str, dict[str, int]]:
    """Returns the tokens of each test by block; empty if there is no file.

    Raises:
        pytest.UsageError: The file is not a baseline, or is of another version.
    """
    try:
        found: Any = json.loads(path.read_text("utf-8"))
        tests = {
            str(test): {str(block): int(tokens) for block, tokens in blocks.items()}
            for test, blocks in found["tests"].items()
        }
        version = found["version"]
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise pytest.UsageError(f"{path} is not a token baseline: {error!r}; write it again") from error
    if version != VERSION:
        raise pytest.UsageError(
            f"{path} is a token baseline of version {version!r}, but only version {VERSION} can be read; write it again"
        )
    return tests


def write_baseline(path: Path, tests: Mapping[str, Mapping[str, int]]) -> None:
    """Writes the file atomically. Tests that were not run keep their entries."""
    text = json.dumps({"version": VERSION, "tests": {**read_baseline(path), **tests}}, indent=1, sort_keys=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as file:
        file.write(f"{text}\n".encode())
        Path(file.name).chmod(0o644)
