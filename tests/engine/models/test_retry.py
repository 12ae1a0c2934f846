"""The retry policy, as arithmetic."""

import pytest

from actwright.engine.models.retry import RetryPolicy
from actwright.errors import ModelError

DOWN = ModelError("down", status=500, retryable=True)
FOREVER = float("inf")


def waits(policy, jitter):
    return [policy.wait(DOWN, attempt=attempt, seconds_left=FOREVER, jitter=jitter) for attempt in range(1, 8)]


def test_backoff_doubles_up_to_its_ceiling():
    """With the most jitter each wait is twice the one before, never above the ceiling; after the last attempt: none."""
    policy = RetryPolicy(attempts=7, first_seconds=1, most_seconds=10)
    assert waits(policy, 1.0) == [1, 2, 4, 8, 10, 10, None]
    assert waits(policy, 0.0) == [0.5, 1, 2, 4, 5, 5, None]


@pytest.mark.parametrize(
    ("error", "seconds_left", "expected"),
    [
        (ModelError("no", status=400), FOREVER, None),
        (ModelError("busy", retryable=True, retry_after=7.0), FOREVER, 7.0),
        (ModelError("busy", retryable=True, retry_after=0.0), FOREVER, 0.0),
        (ModelError("busy", retryable=True, retry_after=-5.0), FOREVER, 0.0),
        (ModelError("busy", retryable=True, retry_after=7.0), 7.0, None),
        (ModelError("busy", retryable=True, retry_after=3600.0), FOREVER, None),
        (DOWN, 0.5, None),
        (DOWN, 0.6, 0.5),
    ],
)
def test_when_and_how_long(error, seconds_left, expected):
    """Only retryable errors are retried, after the time the provider named, and never into the deadline."""
    assert RetryPolicy().wait(error, attempt=1, seconds_left=seconds_left, jitter=0.0) == expected
