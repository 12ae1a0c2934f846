"""Serving HTTP on this machine: the socket, the token that guards it, and the server."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from actwright.errors import ConfigError

if TYPE_CHECKING:
    from uvicorn import Server

END_SECONDS = 2
"""How long the server waits for open connections when it ends, in seconds."""


@contextmanager
def listener_on(port: int, option: str) -> Generator[socket.socket]:
    """Opens a socket that listens on the loopback interface; port 0 is any free port.

    Raises:
        ConfigError: The port cannot be used.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("127.0.0.1", port))
            listener.listen()
        except OSError as error:
            raise ConfigError(f"port {port} cannot be used: {error.strerror}; give another one to {option}") from error
        yield listener


@contextmanager
def token_in(file: Path) -> Generator[str]:
    """Makes a new token and keeps it, while the block runs, in a file that nobody else may read.

    An existing file is replaced.

    Raises:
        ConfigError: The file cannot be written.
    """
    token = secrets.token_urlsafe(32)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.unlink(missing_ok=True)
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise ConfigError(f"{file} cannot be written: {error.strerror}; name another one with --token-file") from error
    with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
        opened.write(token)
    try:
        yield token
    finally:
        file.unlink(missing_ok=True)


def guarded(app: Any, listener: socket.socket, token: str, per_minute: int) -> Any:
    """Wraps an application; only requests with the token and with a host name of this machine reach it."""
    from actwright.service.guarding import AccessGuard

    port = listener.getsockname()[1]
    hosts = frozenset(f"{name}:{port}" for name in ("127.0.0.1", "localhost"))
    return AccessGuard(app, token=token, hosts=hosts, per_minute=per_minute)


async def served(app: Any, listener: socket.socket) -> None:
    """Serves an application until a signal ends it cleanly."""
    await _server(app).serve([listener])


@asynccontextmanager
async def served_beside(app: Any, listener: socket.socket) -> AsyncGenerator[None]:
    """Serves an application in the background while the block runs. The caller handles its lifespan and signals."""
    server = _server(app, lifespan="off")
    vars(server)["capture_signals"] = nullcontext  # the program handles signals itself
    serving = asyncio.create_task(server.serve([listener]), name="actwright-served")
    try:
        yield
    finally:
        server.should_exit = True
        await serving


def _server(app: Any, *, lifespan: Literal["auto", "off"] = "auto") -> Server:
    from uvicorn import Config, Server

    from actwright.service.guarding import ReadDeadlineConnections

    return Server(
        Config(
            app,
            http=ReadDeadlineConnections,
            log_level="warning",
            timeout_graceful_shutdown=END_SECONDS,
            lifespan=lifespan,
        )
    )
