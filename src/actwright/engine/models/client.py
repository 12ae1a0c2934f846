"""What the wires share: a model over an official SDK. Each wire adds its encoding and its call of the SDK."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any

from actwright.engine.models.base import SHORTEST_KEY, Endpoint
from actwright.engine.models.bounded import ACCEPTED, bounded
from actwright.engine.models.failures import answer
from actwright.engine.models.prices import price
from actwright.engine.models.streaming import Gathering, Progress, ignored
from actwright.errors import ModelError
from actwright.net.trusted import trusted
from actwright.schemas.exchange import Reply, Request

__all__ = ["Decode", "Dialect", "Encode", "SdkModel", "connections", "unaided"]

Encode = Callable[[Request, str], dict[str, Any]]
Decode = Callable[[dict[str, Any]], Reply]


@dataclass(frozen=True, slots=True)
class Dialect:
    """What distinguishes one wire from another.

    Attributes:
        wire: The wire's name, `openai_chat`.
        provider: Whose prices apply.
        sdk: The module `anthropic` or `openai`.
        client: The SDK's client, with its retries off.
        create: The client's `with_streaming_response` call.
        encode: The body of a request, for a model's name.
        gathering: Makes the collector of one streamed reply's pieces.
        decode: The reply in a response's body.
    """

    wire: str
    provider: str
    sdk: Any
    client: Any
    create: Callable[..., AbstractAsyncContextManager[Any]]
    encode: Encode
    gathering: Callable[[], Gathering]
    decode: Decode


def connections(sdk: Any) -> Any:
    """An SDK's own HTTP client that bounds replies, and follows no redirects, which would send requests elsewhere."""
    return sdk.DefaultAsyncHttpxClient(
        follow_redirects=False,
        headers=ACCEPTED,
        event_hooks={"request": [], "response": [bounded]},
        verify=trusted(),
    )


def unaided(client: Any) -> Any:
    """An SDK's client without the headers that it takes from the environment, which `settings()` alone reads.

    Neither SDK can be told to leave them out: they add those of `ANTHROPIC_CUSTOM_HEADERS` and `OPENAI_CUSTOM_HEADERS`
    to what they are given, and send them to any address.
    """
    client._custom_headers = {}  # noqa: SLF001 - there is no other way
    return client


class SdkModel:
    """A `Model` behind an endpoint."""

    def __init__(self, name: str, endpoint: Endpoint, dialect: Dialect) -> None:
        self.name = name
        self.wire = dialect.wire
        self._endpoint = endpoint
        self._dialect = dialect

    def __repr__(self) -> str:
        return f"{self._subject} at {self._endpoint!r}"

    @property
    def _subject(self) -> str:
        return f"{self.wire.replace('_', '-')}:{self.name}"

    def price(self, reply: Reply) -> float | None:
        """USD of a reply; None if the price is not known or no usage was reported."""
        if reply.usage is None:
            return None
        provider, base_url = self._dialect.provider, self._endpoint.base_url
        return price(reply.usage, model=self.name, provider=provider, base_url=base_url)

    async def send(self, request: Request, *, timeout: float, progress: Progress = ignored) -> Reply:  # noqa: ASYNC109 - handed on to the SDK
        """Makes one attempt, at most `timeout` seconds in all; `progress` is called for every piece of the reply.

        Raises:
            ModelError: The attempt failed.
        """
        try:
            return self._dialect.decode(
                await answer(
                    self._dialect.create(**self._dialect.encode(request, self.name), timeout=timeout),
                    sdk=self._dialect.sdk,
                    subject=self._subject,
                    key_name=self._endpoint.key_name,
                    timeout=timeout,
                    gathering=self._dialect.gathering(),
                    progress=progress,
                )
            )
        except ModelError as error:
            if self._endpoint.secret:
                _hide(self._endpoint.secret, error)
            raise

    async def close(self) -> None:
        """Closes the connections."""
        await self._dialect.client.close()


def _hide(key: str, error: ModelError) -> None:
    """Masks a key that the provider repeats; at the end, where long messages are cut, also the beginning of one."""
    text = str(error).replace(key, "***")
    cut = next((size for size in range(len(key) - 1, SHORTEST_KEY - 1, -1) if text.endswith(key[:size])), 0)
    error.args = (f"{text[:-cut]}***" if cut else text,)
    if key in "".join(traceback.format_exception(error)):
        error.__cause__ = error.__context__ = None
