"""What a model is to the engine, and how a model string becomes one."""

from __future__ import annotations

from typing import Protocol

from actwright.schemas.exchange import Reply, Request

__all__ = ["Model"]


class Model(Protocol):
    """One model behind one wire; a single attempt per call, no retries of its own.

    Attributes:
        name: As the provider names it.
        wire: `anthropic`, `openai_chat`, …; `none` for a scripted model.
    """

    @property
    def name(self) -> str:
        """See the class."""
        ...

    @property
    def wire(self) -> str:
        """See the class."""
        ...

    def price(self, reply: Reply) -> float | None:
        """USD of a reply; None if the price is not known."""
        ...

    async def send(self, request: Request, *, timeout: float) -> Reply:  # noqa: ASYNC109 - handed on to the SDK's own
        """One attempt, at most `timeout` seconds.

        Raises:
            ModelError: The attempt failed; `retryable` says whether another may succeed.
        """
        ...

    async def close(self) -> None:
        """Closes its connections."""
        ...
