"""The rule about hosts: requests go only where the guard permits."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from urllib.parse import urlsplit

from actwright.engine.permissions.request_firewall import Block, PageRequest, RequestRule
from actwright.net.guard import ConnectionRefused, Guard, Unreachable
from actwright.schemas.hosts import with_port

PORTS = {"http": 80, "ws": 80, "https": 443, "wss": 443}


class HostRule(RequestRule):
    """Blocks requests to hosts that a guard does not permit.

    Args:
        guard: Decides which hosts may be reached.
        others: The tabs whose requests are not decided here.
    """

    subject = "hosts"
    sees_sockets = True

    def __init__(self, guard: Guard, others: Collection[Hashable] = ()) -> None:
        self._guard = guard
        self._others = others
        self._answers: dict[tuple[str, int], str] = {}

    async def decide(self, request: PageRequest) -> Block | None:
        """Looks a host up once; see `RequestRule`."""
        parts = urlsplit(request.url)
        if parts.scheme not in PORTS or request.page in self._others:
            return None
        host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
        if (host, port) not in self._answers:
            self._answers[host, port] = await self._reason(host, port)
        reason = self._answers[host, port]
        return Block(reason, target=with_port(host, port)) if reason else None

    async def _reason(self, host: str, port: int) -> str:
        """Why a host may not be reached; empty if it may."""
        try:
            if self._guard.upstream is not None:
                self._guard.check_upstream(host, port)
            else:
                await self._guard.checked(host, port)
        except Unreachable as error:  # the browser reports that itself, or has a proxy that knows the name
            return str(error) if isinstance(error, ConnectionRefused) else ""
        return ""
