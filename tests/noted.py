"""Expects messages to the user."""

import re
from contextlib import contextmanager

from actwright.notes import listening


@contextmanager
def noted(match):
    """Yields the messages of the block, in order; at least one must match."""
    said = []
    with listening(said.append):
        yield said
    assert any(re.search(match, each) for each in said), said


@contextmanager
def nothing_noted():
    """Expects that the block has no message for the user."""
    said = []
    with listening(said.append):
        yield
    assert said == []


def without_waits(stderr):
    """What was printed on stderr, without the lines about what takes long: a busy machine has more of these."""
    return "".join(line for line in stderr.splitlines(keepends=True) if not line.startswith("… "))
