"""Sampling parameters: how random an answer is, how long it may be, and how long the model thinks."""

from __future__ import annotations

from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field

from actwright.schemas.options import Options

Effort: TypeAlias = Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"]


class Sampling(Options):
    """Sampling parameters of a request. None leaves a parameter to the policy, and then to the provider.

    A parameter is sent only if the wire has it: Anthropic's has neither `temperature` nor `top_p`, and `effort` only
    from `low` up. A parameter that a model rejects is left out from then on, with a note.

    Attributes:
        temperature: 0 always takes the likeliest token; 2 is the most random.
        top_p: Tokens are drawn from the likeliest ones whose probabilities add up to this share.
        max_output_tokens: The longest answer in tokens, reasoning included.
        effort: How long a reasoning model may think.

    Raises:
        ConfigError: An unknown parameter, or a value that is not allowed.
    """

    temperature: Annotated[float, Field(ge=0, le=2)] | None = None
    top_p: Annotated[float, Field(gt=0, le=1)] | None = None
    max_output_tokens: Annotated[int, Field(ge=1)] | None = None
    effort: Effort | None = None

    def over(self, other: Self) -> Self:
        """These parameters, with those that are None taken from the other."""
        return other.model_copy(update=self.model_dump(exclude_none=True))
