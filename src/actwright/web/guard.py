"""Which machines may be reached: the one place where a connection of fetching, rendering and crawling is made.

A host is resolved once, every address it has is checked, and the connection goes to an address that was checked. So a name
whose answer changes afterwards (DNS rebinding), a redirect, an image or a script of a page reach nothing else than what a URL
given by hand would.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

__all__ = ["Guard", "Refused", "Unreachable", "why_not_public"]

CONNECT_SECONDS = 10.0
RESOLVE_SECONDS = 10.0

_UNSAFE_PORTS = (
    *(1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109),
    *(
        110,
        111,
        113,
        115,
        117,
        119,
        123,
        135,
        137,
        139,
        143,
        161,
        179,
        389,
        427,
        465,
        512,
        513,
        514,
        515,
        526,
        530,
        531,
    ),
    *(532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060),
    *(5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080),
)
UNSAFE_PORTS = frozenset(_UNSAFE_PORTS)
"""Ports of other services than the web, which browsers refuse (https://fetch.spec.whatwg.org/#port-blocking)."""

_NETWORKS = (
    # What `is_global` of Python 3.11 takes for public, and is not, or leads to another address.
    *("192.0.0.0/24", "192.88.99.0/24", "168.63.129.16/32", "64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/23"),
    *("::/96", "fec0::/10", "3fff::/20", "5f00::/16", "100::/64"),
)
NOT_PUBLIC = tuple(map(ip_network, _NETWORKS))
"""Special-purpose ranges of IANA's registries, the translations of IPv4 (NAT64, 6to4, Teredo), and Azure's wire server."""


class Unreachable(OSError):  # noqa: N818 - what the proxy tells its client
    """No connection can be made; says why, to be read after the host."""


class Refused(Unreachable):
    """The guard does not allow the connection."""


def why_not_public(address: IPv4Address | IPv6Address) -> str:
    """What an address is that is not of the public internet; empty if it is."""
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return why_not_public(address.ipv4_mapped)
    if address.is_loopback or address.is_unspecified:
        return "this machine itself"
    if address.is_link_local:
        return "a link-local address, where clouds keep their metadata"
    if address.is_multicast:
        return "a multicast address"
    if not address.is_global or any(address in network for network in NOT_PUBLIC):
        return "an address of a private or reserved network"
    return ""


@dataclass(frozen=True, slots=True)
class Guard:
    """Decides which hosts may be reached, and connects to them.

    Attributes:
        allow_loopback: Whether this machine itself may be reached, at its loopback addresses.
        allow_hosts: Hosts that may be reached wherever they are, in lower case, as `wiki.corp.example`.
    """

    allow_loopback: bool = False
    allow_hosts: frozenset[str] = frozenset()

    async def connect(self, host: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection to an address of the host that was checked.

        Raises:
            Refused: It is not allowed.
            Unreachable: There is no such host, or nothing answers there in time.
        """
        problem = ""
        for address in await self._checked(host, port):
            try:
                async with asyncio.timeout(CONNECT_SECONDS):
                    return await asyncio.open_connection(str(address), port)
            except TimeoutError:
                problem = f"does not answer within {CONNECT_SECONDS:g} s"
            except OSError:
                problem = problem or f"refuses connections at port {port}"
        raise Unreachable(problem)

    async def _checked(self, host: str, port: int) -> list[IPv4Address | IPv6Address]:
        """The addresses of the host, all of which are allowed."""
        if port in UNSAFE_PORTS:
            raise Refused(f"cannot be opened: port {port} is not one of the web")
        name = host.lower().rstrip(".")
        addresses = await _resolved(name, port)
        if name not in self.allow_hosts:
            for address in addresses:
                self._check(address)
        return addresses

    def _check(self, address: IPv4Address | IPv6Address) -> None:
        if self.allow_loopback and address.is_loopback:
            return
        if problem := why_not_public(address):
            raise Refused(f"is not allowed: it is {problem} ({address})")


async def _resolved(host: str, port: int) -> list[IPv4Address | IPv6Address]:
    try:
        async with asyncio.timeout(RESOLVE_SECONDS):
            found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except TimeoutError as error:
        raise Unreachable(f"could not be looked up within {RESOLVE_SECONDS:g} s") from error
    except (OSError, UnicodeError) as error:
        raise Unreachable("cannot be opened: there is no such host") from error
    return list(dict.fromkeys(_addresses(entry[4][0] for entry in found)))


def _addresses(texts: Iterable[str | int]) -> Iterable[IPv4Address | IPv6Address]:
    for text in texts:
        yield ip_address(str(text).partition("%")[0])
