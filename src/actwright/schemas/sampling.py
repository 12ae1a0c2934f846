"""How a model is to answer: how much chance there is in it, how long it may be, and how long it thinks."""

from __future__ import annotations

from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field

from actwright.schemas.base import Frozen

__all__ = ["Effort", "Sampling"]

Effort: TypeAlias = Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"]


class Sampling(Frozen):
    """What a request says of the answer; None leaves it to the policy, and then to the provider.

    Sent where the wire has it: Anthropic's has neither `temperature` nor `top_p`, and an `effort` from `low` on. What a model
    refuses all the same is left out from then on, with a note.

    Attributes:
        temperature: 0 takes the likeliest token each time, 2 is the most chance.
        top_p: Tokens are drawn from the likeliest that have this share together.
        max_output_tokens: Cap on the answer, reasoning included.
        effort: How long a model that reasons may think.
    """

    temperature: Annotated[float, Field(ge=0, le=2)] | None = None
    top_p: Annotated[float, Field(gt=0, le=1)] | None = None
    max_output_tokens: Annotated[int, Field(ge=1)] | None = None
    effort: Effort | None = None

    def over(self, other: Self) -> Self:
        """This, with what it leaves open as the other has it."""
        return other.model_copy(update=self.model_dump(exclude_none=True))
