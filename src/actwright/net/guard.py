"""Decides which hosts may be reached. All connections of fetching, rendering and a run's browser are made here.

A host is compared with the list of permitted hosts, if there is one, and resolved once. Each of its addresses is
checked, and the connection goes to a checked address. A name whose addresses change afterwards (DNS rebinding), a
redirect, an image or a script of a page can therefore reach nothing that a URL given directly could not.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from actwright.net.upstream import ConnectionRefused, Streams, Unreachable, Upstream
from actwright.schemas.hosts import HostPattern, host_and_port, host_patterns, plain_host

__all__ = ["ConnectionRefused", "Guard", "Resolver", "Unreachable", "resolved", "why_not_public"]

Address = IPv4Address | IPv6Address
Resolver = Callable[[str, int], Awaitable[Sequence[Address]]]
"""Returns all addresses of a host, for a connection to a port; raises `Unreachable` if there is no such host."""

CONNECT_SECONDS = 10.0
RESOLVE_SECONDS = 10.0

UNSAFE_PORTS = frozenset({
    1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111,
    113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548,
    554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566,
    6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
})  # fmt: skip
"""Ports of services other than the web, which browsers refuse (https://fetch.spec.whatwg.org/#port-blocking)."""

_NETWORKS = (
    # Ranges that `is_global` of Python 3.11 takes for public but that are not, or that lead to another address.
    *("192.0.0.0/24", "192.88.99.0/24", "168.63.129.16/32", "64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/23"),
    *("::/96", "fec0::/10", "3fff::/20", "5f00::/16", "100::/64"),
)
NOT_PUBLIC = tuple(map(ip_network, _NETWORKS))
"""Special-purpose ranges of IANA's registries, translations of IPv4 (NAT64, 6to4, Teredo), and Azure's wire server."""


def why_not_public(address: IPv4Address | IPv6Address) -> str:
    """Returns why an address is not on the public internet; empty if it is."""
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


async def resolved(host: str, port: int) -> list[Address]:
    """Returns all addresses of a host, by this machine's resolver.

    Raises:
        Unreachable: There is no such host, or no answer in time.
    """
    try:
        async with asyncio.timeout(RESOLVE_SECONDS):
            found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except TimeoutError as error:
        raise Unreachable(f"could not be looked up within {RESOLVE_SECONDS:g} s") from error
    except (OSError, UnicodeError) as error:
        raise Unreachable("cannot be opened: there is no such host") from error
    return list(dict.fromkeys(_addresses(entry[4][0] for entry in found)))


def _addresses(texts: Iterable[str | int]) -> Iterable[Address]:
    for text in texts:
        yield ip_address(str(text).partition("%")[0])


@dataclass(frozen=True, slots=True)
class Guard:
    """Decides which hosts may be reached, and connects to them.

    Without a list, every host of the public internet may be reached. With a list, only its hosts may be reached, at the
    ports that it permits. An address that is not public (this machine, a private network, the metadata service of a
    cloud) may be reached only if it is on the list itself: a listed name with a private address needs both entries.
    `localhost` needs no second entry.

    Attributes:
        allow_loopback: Whether this machine may be reached, at its loopback addresses.
        allow_hosts: Hosts that may be reached at any address and any web port, in lower case, such as
            `wiki.corp.example`.
        hosts: The list: `shop.example`, `*.shop.example` (every host below it), `shop.example:8443`, `shop.example:*`,
            `127.0.0.1:8000`, `[::1]:8000`. An entry without a port permits 80 and 443. None means no list; an empty
            list permits only `home`.
        home: A URL whose host and port are permitted in addition to the list.
        upstream: The proxy to connect through. It resolves names, so only names on the list, and addresses in URLs, are
            checked here.
        resolve: Returns the addresses of a name.

    Raises:
        ConfigError: An entry of the list is not valid; the message shows the valid forms.
    """

    allow_loopback: bool = False
    allow_hosts: frozenset[str] = frozenset()
    hosts: Sequence[str] | None = None
    home: str = ""
    upstream: Upstream | None = None
    resolve: Resolver = resolved
    _patterns: tuple[HostPattern, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Reads the list."""
        home = host_and_port(self.home)
        entries = host_patterns(self.hosts or ())
        object.__setattr__(self, "_patterns", (*entries, HostPattern.of(home)) if home else entries)

    def check_name(self, host: str, port: int) -> None:
        """Checks what can be checked before a host is resolved.

        Raises:
            ConnectionRefused: It is not allowed.
        """
        if port in UNSAFE_PORTS:
            raise ConnectionRefused(f"cannot be opened: port {port} is not a web port")
        name = plain_host(host)
        if self.hosts is None or name in self.allow_hosts or any(each.allows(name, port) for each in self._patterns):
            return
        if any(each.names(name) for each in self._patterns):
            raise ConnectionRefused(f"is not allowed: its host is permitted, but not at port {port}")
        raise ConnectionRefused("is not allowed: it is not among the permitted hosts")

    async def checked(self, host: str, port: int) -> Sequence[Address]:
        """Returns the addresses of the host, all of which are allowed.

        Raises:
            ConnectionRefused: The host, or one of its addresses, is not allowed.
            Unreachable: There is no such host.
        """
        self.check_name(host, port)
        name = plain_host(host)
        addresses = await self._found(name, port)
        for address in addresses:
            self._check_address(name, address, port)
        return addresses

    async def connect(self, host: str, port: int) -> Streams:
        """Connects to a checked address of the host, through the upstream proxy if there is one.

        Raises:
            ConnectionRefused: The host, or one of its addresses, is not allowed.
            Unreachable: There is no such host, or nothing answers there in time.
        """
        if self.upstream is not None:
            self.check_upstream(host, port)
            return await self.upstream.tunnel(plain_host(host), port)
        problem = ""
        for address in await self.checked(host, port):
            try:
                async with asyncio.timeout(CONNECT_SECONDS):
                    return await asyncio.open_connection(str(address), port)
            except TimeoutError:
                problem = f"does not answer within {CONNECT_SECONDS:g} s"
            except OSError:
                problem = problem or f"refuses connections at port {port}"
        raise Unreachable(problem)

    async def forward(self, host: str, port: int) -> tuple[Streams, bytes | None]:
        """Connects for an HTTP request: to the host itself, or to an upstream proxy that forwards requests.

        Returns:
            The connection, and the value of `Proxy-Authorization` for the upstream proxy (empty if it needs none); None
            if the connection leads to the host.

        Raises:
            ConnectionRefused: The host, or one of its addresses, is not allowed.
            Unreachable: There is no such host, or nothing answers there in time.
        """
        if self.upstream is None or not self.upstream.forwards:
            return await self.connect(host, port), None
        self.check_upstream(host, port)
        return await self.upstream.open(), self.upstream.authorization

    def check_upstream(self, host: str, port: int) -> None:
        """Checks a host that an upstream proxy will resolve.

        Raises:
            ConnectionRefused: The host is not allowed.
        """
        self.check_name(host, port)
        name = plain_host(host)
        if name == "localhost" or name.endswith(".localhost"):
            self._check_address(name, IPv4Address("127.0.0.1"), port)
        elif address := _literal(name):
            self._check_address(name, address, port)

    async def _found(self, name: str, port: int) -> Sequence[Address]:
        address = _literal(name)
        return [address] if address else await self.resolve(name, port)

    def _check_address(self, name: str, address: Address, port: int) -> None:
        if name in self.allow_hosts or (self.allow_loopback and address.is_loopback):
            return
        problem = why_not_public(address)
        if not problem or any(each.allows(plain_host(str(address)), port) for each in self._patterns):
            return
        local = name == "localhost" or name.endswith(".localhost")
        if local and address.is_loopback and any(each.allows(name, port) for each in self._patterns):
            return
        advice = f"; list {address} too, to permit it" if self.hosts is not None and str(address) != name else ""
        raise ConnectionRefused(f"is not allowed: it is {problem} ({address}){advice}")


def _literal(name: str) -> Address | None:
    """Returns the address if the host is one, written in any form that resolvers accept."""
    try:
        return ip_address(name)
    except ValueError:
        pass
    try:
        return (
            IPv4Address(socket.inet_aton(name))
            if name and name[-1] in "0123456789abcdefx" and name[0].isdigit()
            else None
        )
    except OSError:
        return None
