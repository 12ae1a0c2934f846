"""What model calls use: tokens, and what counts against the limits of a run."""

from __future__ import annotations

from typing import Self

from actwright.schemas.base import Frozen

__all__ = ["Spend", "Usage"]


class Usage(Frozen):
    """Tokens of one call, in the same form for every provider. The three input counts are disjoint.

    Attributes:
        fresh, cache_read, cache_write: Input tokens that were not cached, read from the cache, and written to the
            cache.
        output: Output tokens.
        reasoning: The part of `output` that is reasoning.
        image: The part of the input that is images.
    """

    fresh: int = 0
    cache_read: int = 0
    cache_write: int = 0
    output: int = 0
    reasoning: int = 0
    image: int = 0

    @property
    def input(self) -> int:
        """All input tokens, cached or not."""
        return self.fresh + self.cache_read + self.cache_write

    @property
    def total(self) -> int:
        """Input and output tokens."""
        return self.input + self.output

    def __add__(self, other: Self) -> Usage:
        return Usage(**{name: getattr(self, name) + getattr(other, name) for name in Usage.model_fields})


class Spend(Frozen):
    """What counts against the limits of a run: calls, tokens, and USD as far as prices are known."""

    calls: int = 0
    tokens: int = 0
    usd: float = 0.0

    def __add__(self, other: Self) -> Spend:
        return Spend(calls=self.calls + other.calls, tokens=self.tokens + other.tokens, usd=self.usd + other.usd)
