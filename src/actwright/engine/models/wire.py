"""What a wire is made of: how requests and replies look, and which call of which SDK sends them where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from actwright.engine.models.streaming import Gathering
from actwright.errors import ConfigError
from actwright.schemas.exchange import Reply, Request

WITHOUT_KEY = "not-needed"
SHORTEST_KEY = 8
"""The fewest characters of a real key; providers' keys have many more."""


TOOLSETS = {
    "browser_toolset_20260801": "anthropic",
    "computer": "openai_responses",
    "computer_use_preview": "openai_responses",
}
"""The only wire that carries each provider's toolset."""


def check_toolset(request: Request, wire: str) -> None:
    """Raises ConfigError if a request has a toolset that a wire does not carry."""
    if request.toolset is None or (needed := TOOLSETS[request.toolset.kind]) == wire:
        return
    raise ConfigError(
        f"the toolset {request.toolset.kind!r} of this policy needs the wire {needed.replace('_', '-')}, not "
        f"{wire.replace('_', '-')}; write the model as {needed.replace('_', '-')}:NAME, or choose another policy"
    )


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a wire's requests go, and with what key.

    Attributes:
        base_url: A custom address; None means the provider's own. No error or repr shows its user, password or query.
        key: Sent as the bearer of each request. No error or repr shows it if it is `secret`.
        key_name: The environment variable that holds the key, for messages.
    """

    base_url: str | None
    key: str
    key_name: str

    def __repr__(self) -> str:
        place = without_credentials(self.base_url) if self.base_url else "the provider"
        return f"Endpoint({place}, key from {self.key_name})"

    @property
    def secret(self) -> str:
        """The key if it is real; empty for a placeholder (`WITHOUT_KEY`, `x`, `EMPTY`), which any text may have."""
        return self.key if len(self.key) >= SHORTEST_KEY and self.key != WITHOUT_KEY else ""


@dataclass(frozen=True, slots=True)
class Wire:
    """One protocol.

    Attributes:
        name: `openai_chat`.
        provider: Whose prices, keys and address apply (the settings `{provider}_api_key` and `{provider}_base_url`), and
            the module of the SDK.
        client: Makes the SDK's client for an endpoint.
        call: The call of the client, as in `chat.completions`.
        encode: The body of a request, for a model's name.
        gathering: Makes the collector of one streamed reply's pieces.
        decode: The reply in a response's body.
        extras: More members of the body for the provider's own servers, because others refuse them.
    """

    name: str
    provider: str
    client: Callable[[Endpoint], Any]
    call: str
    encode: Callable[[Request, str], dict[str, Any]]
    gathering: Callable[[], Gathering]
    decode: Callable[[dict[str, Any]], Reply]
    extras: Callable[[Request], dict[str, Any]] = lambda _: {}


def without_credentials(url: str) -> str:
    """Scheme, host, port and path."""
    found = urlsplit(url)
    return f"{found.scheme}://{found.netloc.rpartition('@')[2]}{found.path}"
