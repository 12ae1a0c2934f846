"""A model over an official SDK, and what the wires' clients of an SDK have in common."""

from __future__ import annotations

import importlib
import traceback
from operator import attrgetter
from typing import Any

from actwright.engine.models.bounded import bounded
from actwright.engine.models.failures import answer
from actwright.engine.models.prices import price
from actwright.engine.models.streaming import Progress, ignored
from actwright.engine.models.wire import SHORTEST_KEY, Endpoint, Wire
from actwright.errors import ModelError
from actwright.net.trusted import trusted
from actwright.net.unpacking import ACCEPTED
from actwright.schemas.exchange import Reply, Request


def connections(sdk: Any) -> Any:
    """An SDK's own HTTP client that bounds replies, and follows no redirects, which would send requests elsewhere."""
    return sdk.DefaultAsyncHttpxClient(
        follow_redirects=False,
        headers={"accept-encoding": ACCEPTED},
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

    def __init__(self, wire: Wire, name: str, endpoint: Endpoint) -> None:
        self.name, self.wire = name, wire.name
        self.client = wire.client(endpoint)
        self._wire, self._endpoint = wire, endpoint
        self._create: Any = attrgetter(f"{wire.call}.with_streaming_response.create")(self.client)

    def __repr__(self) -> str:
        return f"{self._subject} at {self._endpoint!r}"

    @property
    def _subject(self) -> str:
        return f"{self.wire.replace('_', '-')}:{self.name}"

    def price(self, reply: Reply) -> float | None:
        """USD of a reply; None if the price is not known or no usage was reported."""
        if reply.usage is None:
            return None
        provider, base_url = self._wire.provider, self._endpoint.base_url
        return price(reply.usage, model=self.name, provider=provider, base_url=base_url)

    async def send(self, request: Request, *, timeout: float, progress: Progress = ignored) -> Reply:  # noqa: ASYNC109 - handed on to the SDK
        """Makes one attempt with silences of at most `timeout` seconds; `progress` is called for every piece of the reply.

        Raises:
            ModelError: The attempt failed.
        """
        wire, own = self._wire, self._endpoint.base_url is None
        body = {**wire.encode(request, self.name), **(wire.extras(request) if own else {})}
        try:
            return wire.decode(
                await answer(
                    self._create(**body, timeout=timeout),
                    sdk=importlib.import_module(wire.provider),
                    subject=self._subject,
                    key_name=self._endpoint.key_name,
                    timeout=timeout,
                    gathering=wire.gathering(),
                    progress=progress,
                )
            )
        except ModelError as error:
            if self._endpoint.secret:
                _hide(self._endpoint.secret, error)
            raise

    async def close(self) -> None:
        """Closes the connections."""
        await self.client.close()


def _hide(key: str, error: ModelError) -> None:
    """Masks a key that the provider repeats; at the end, where long messages are cut, also the beginning of one."""
    text = str(error).replace(key, "***")
    cut = next((size for size in range(len(key) - 1, SHORTEST_KEY - 1, -1) if text.endswith(key[:size])), 0)
    error.args = (f"{text[:-cut]}***" if cut else text,)
    if key in "".join(traceback.format_exception(error)):
        error.__cause__ = error.__context__ = None
