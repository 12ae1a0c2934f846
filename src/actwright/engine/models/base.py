"""The protocol of a model, and how a model string becomes one."""

from __future__ import annotations

import importlib
import re
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from typing import Protocol, runtime_checkable
from urllib.parse import urlsplit

from actwright.engine.models.streaming import Progress, ignored
from actwright.engine.models.wire import WITHOUT_KEY, Endpoint, Wire, without_credentials
from actwright.errors import ConfigError
from actwright.schemas.exchange import Reply, Request
from actwright.suggestions import unknown

__all__ = [
    "Model",
    "UsedInRuns",
    "at_address",
    "check_model",
    "check_wire",
    "find_model",
    "model_parts",
    "open_model",
    "wire_names",
    "without_address",
]


class Model(Protocol):
    """One model behind one wire. Each call is a single attempt, without retries.

    Attributes:
        name: The provider's name of the model.
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

    async def send(self, request: Request, *, timeout: float, progress: Progress = ignored) -> Reply:  # noqa: ASYNC109 - handed on to the SDK's own
        """Makes one attempt; `progress` gets the number of characters received so far.

        Args:
            request: What is sent.
            timeout: The longest silence in seconds, before the reply and between its pieces.
            progress: Called for every piece.

        Raises:
            ModelError: The attempt failed; `retryable` says whether another one may succeed.
        """
        ...

    async def close(self) -> None:
        """Closes its connections."""
        ...


@runtime_checkable
class UsedInRuns(Protocol):
    """A caller's model with its own connections, which must not outlive their event loop."""

    def used(self) -> AbstractAsyncContextManager[None]:
        """A context for each run that may ask the model; when the last one ends, what was opened is closed."""
        ...


WIRES = ("anthropic", "openai_chat", "openai_responses")
"""The modules with the wires; each has a `WIRE`."""

PREFERRED = {"openai": "openai_responses"}
"""Names that stand for another wire."""

MAKERS = {"anthropic": r"claude", "openai": r"gpt|chatgpt|o\d"}
"""Prefixes of model names, by which a missing wire is guessed for the message."""

COMPATIBLE = {
    "google": "https://generativelanguage.googleapis.com/v1beta/openai",
    "gemini": "https://generativelanguage.googleapis.com/v1beta/openai",
    "groq": "https://api.groq.com/openai/v1",
    "mistral": "https://api.mistral.ai/v1",
    "ollama": "http://127.0.0.1:11434/v1",
    "openrouter": "https://openrouter.ai/api/v1",
}
"""Addresses at which others speak the Chat Completions wire, by their own documentation; used only in messages."""

ENDPOINT = re.compile(r"/(chat/completions|completions|responses|messages)/*$")
"""What the SDKs add to a base URL themselves."""

LIKE_AN_ADDRESS = r"|(localhost|[\w.-]+(?=:\d)|\[.*\]|\d+(\.\d+){3}|([\w-]+\.)+[a-z]{2,})(:\d+)?(/.*)?"
"""Text after an `@` that is not part of a model's name, as `20250101` is: nothing, a host, or a host and a port."""


def wire_names() -> tuple[str, ...]:
    """What may stand before the colon of a model string."""
    return (*PREFERRED, *(name.replace("_", "-") for name in WIRES))


async def open_model(stack: AsyncExitStack, given: str | Model, *, base_url: str | None) -> Model:
    """The given model, or a model made from a string and closed with `stack`; a caller's own model stays open."""
    if isinstance(given, UsedInRuns):
        await stack.enter_async_context(given.used())
    if not isinstance(given, str):
        return given
    model = find_model(given, base_url=base_url)
    stack.push_async_callback(model.close)
    return model


def find_model(text: str, *, base_url: str | None = None, api_key: str | None = None) -> Model:
    """The model of a string such as `anthropic:NAME`, `openai:NAME` or `openai-chat:NAME@http://127.0.0.1:8000/v1`.

    Args:
        text: The wire, a colon, the provider's name of the model, and optionally `@` and the base URL.
        base_url: Where to reach the provider; by default from the settings, else the provider's own address.
        api_key: By default from the settings. At a custom base URL none is needed.

    Raises:
        ConfigError: There is no such wire or no key, or something is malformed; the message says what to change.
    """
    from actwright.engine.models.client import SdkModel  # noqa: PLC0415 - loads an HTTP library

    return SdkModel(*_resolved(text, base_url, api_key))


def check_model(text: str, *, base_url: str | None = None) -> None:
    """Raises ConfigError where `find_model` would, without opening anything."""
    _resolved(text, base_url, None)


def check_wire(text: str, needed: str, policy: str) -> None:
    """Raises ConfigError if a model string names another wire than the one that a policy needs; "" needs none."""
    wire = model_parts(text)[0].replace("-", "_")
    if needed and PREFERRED.get(wire, wire) != needed:
        name = needed.replace("_", "-")
        raise ConfigError(f"the policy {policy!r} needs a model on the wire {name}, as in {name}:NAME, not {text!r}")


def model_parts(text: str) -> tuple[str, str, str | None]:
    """The parts of a model string: the wire as it is written, the model's name, and the base URL if there is one.

    Raises:
        ConfigError: It has no wire or no name, or what looks like an address is not complete.
    """
    said, *url = re.split(r"@(?=https?://)", text, maxsplit=1, flags=re.IGNORECASE)
    wire, _, name = said.partition(":")
    _, at, end = name.rpartition("@")
    if at and ("//" in name or re.fullmatch(LIKE_AN_ADDRESS, end.strip(), re.IGNORECASE)):
        shown = end.strip().rpartition("//")[2].partition("?")[0]
        raise ConfigError(
            f"{shown!r} after the @ is not a base URL; write the whole URL, as in {wire}:NAME@http://127.0.0.1:8000/v1"
        )
    if not name.strip():
        maker = next((maker for maker, names in MAKERS.items() if re.match(names, said.strip(), re.IGNORECASE)), "")
        meant = f"; did you mean {maker}:{said.strip()}? Write" if maker else "; write"
        raise ConfigError(f"{said!r} is not a model{meant} WIRE:NAME, with one of {', '.join(wire_names())} as WIRE")
    return wire, name.strip(), url[0] if url else None


def without_address(text: str) -> str:
    """A model string without the base URL in it."""
    wire, name, _ = model_parts(text)
    return f"{wire}:{name}"


def at_address(text: str, base_url: str | None) -> str:
    """A model string with its base URL in it: its own, else this one, else none."""
    wire, name, own_url = model_parts(text)
    url = own_url or base_url
    return f"{wire}:{name}@{url}" if url else f"{wire}:{name}"


def _resolved(text: str, base_url: str | None, api_key: str | None) -> tuple[Wire, str, Endpoint]:
    wire_text, name, own_url = model_parts(text)
    wire = _find_wire(wire_text)
    return wire, name, _endpoint(wire, text, base_url=own_url or base_url, api_key=api_key)


def _find_wire(text: str) -> Wire:
    name = text.strip().replace("-", "_")
    name = PREFERRED.get(name, name)
    if name in WIRES:
        return importlib.import_module(f"actwright.engine.models.{name}").WIRE
    if address := COMPATIBLE.get(text.strip().lower()):
        raise ConfigError(
            f"there is no wire {text!r}; to use its models, write openai-chat:NAME@{address} and set its key in "
            f"OPENAI_API_KEY. The wires are {', '.join(wire_names())}"
        )
    raise ConfigError(
        f"{unknown('wire', text, wire_names())}. For other providers and local servers, write "
        "openai-chat:NAME@BASE_URL and set their key in OPENAI_API_KEY"
    )


def _endpoint(wire: Wire, text: str, *, base_url: str | None, api_key: str | None) -> Endpoint:
    from actwright.settings import settings  # noqa: PLC0415 - reads nothing until here

    known = settings()
    key_name = f"{wire.provider}_api_key"
    url = base_url or getattr(known, f"{wire.provider}_base_url", None)
    if url is not None and not _is_whole(url):
        shown = url.rpartition("@")[2].partition("?")[0]
        raise ConfigError(f"base URL {shown!r}: write the whole URL, as in http://127.0.0.1:8000/v1")
    if url is not None and (end := ENDPOINT.search(urlsplit(url).path)):
        raise ConfigError(f"base URL {without_credentials(url)}: leave out {end[0]}, which is added automatically")
    if url is not None and wire.provider == "anthropic" and urlsplit(url).path.rstrip("/").endswith("/v1"):
        raise ConfigError(f"base URL {without_credentials(url)}: leave out /v1, which this wire adds automatically")
    stored = getattr(known, key_name)
    key = (api_key or (stored.get_secret_value() if stored else "")).strip()
    if not key and url is None:
        raise ConfigError(
            f"no key for {text!r}: set {key_name.upper()} in the environment, or give the base URL of a server that "
            "needs none"
        )
    if not re.fullmatch(r"[!-~]*", key):
        raise ConfigError(f"the key in {key_name.upper()} has characters that no key can have; copy it again")
    return Endpoint(base_url=url, key=key or WITHOUT_KEY, key_name=key_name.upper())


def _is_whole(url: str) -> bool:
    try:
        found = urlsplit(url)
        return (
            found.scheme in {"http", "https"} and found.port != 0 and bool(found.hostname) and not re.search(r"\s", url)
        )
    except ValueError:  # a port that is not a number, or a bracket that is not closed
        return False
