"""Hosts: the forms of an entry in a list of hosts, and the hosts and ports that it permits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

from actwright.errors import ConfigError
from actwright.schemas.sites import HostText, is_public_suffix, port_number

WEB_PORTS = frozenset({80, 443})
FORMS = "write a host as in shop.example, *.shop.example, shop.example:8443, 127.0.0.1:8000 or [::1]:8000"


@dataclass(frozen=True, slots=True)
class HostPattern:
    """An entry of a list of hosts.

    Attributes:
        host: In lower case and ASCII, without a dot at the end; an IPv6 address without brackets.
        ports: The ports that it permits, 80 and 443 if the entry names none; None is every port (`shop.example:*`).
        subdomains: Whether it means every host below `host` (`*.shop.example`), at any depth, but not `host` itself.
    """

    host: str
    ports: frozenset[int] | None = WEB_PORTS
    subdomains: bool = False

    @classmethod
    def of(cls, text: str) -> HostPattern:
        """Parses an entry.

        Raises:
            ValueError: It is not valid; the message shows the form that is.
        """
        entry = text.strip()
        if "://" in entry:
            better = host_and_port(entry)
            raise ValueError(f"{text!r} is a URL and not a host; " + (f"write {better}" if better else FORMS))
        if entry.partition(":")[0] == "*":
            raise ValueError(f"{text!r} would permit every host; leave the list out to permit every public one")
        found = HostText.of(text, entry, forms=FORMS)
        host = plain_host(found.host)
        if found.subdomains and is_public_suffix(host):
            raise ValueError(f"{text!r} would permit every site below {host}; name one, as in *.shop.{host}")
        match found.port:
            case None:
                ports = WEB_PORTS
            case "*":
                ports = None
            case port:
                ports = frozenset({port_number(text, port)})
        return cls(host, ports, found.subdomains)

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.ports == WEB_PORTS else f":{'*' if self.ports is None else min(self.ports)}"
        return f"{'*.' * self.subdomains}{host}{port}"

    def names(self, host: str) -> bool:
        """Whether the entry means a host, given in the form of `plain_host`."""
        return host.endswith(f".{self.host}") if self.subdomains else host == self.host

    def allows(self, host: str, port: int) -> bool:
        """Whether the entry means a host, given in the form of `plain_host`, at that port."""
        return self.names(host) and (self.ports is None or port in self.ports)


def host_patterns(texts: Iterable[str]) -> tuple[HostPattern, ...]:
    """Parses the entries of a list.

    Raises:
        ConfigError: An entry is not a host, or the list is a single text.
    """
    if isinstance(texts, str):
        raise ConfigError(f"hosts must be a list, not the text {texts!r}; write [{texts!r}]")
    try:
        return tuple(map(HostPattern.of, texts))
    except ValueError as error:
        raise ConfigError(str(error)) from error


def plain_host(host: str) -> str:
    """A host as hosts are compared: lower case, without brackets or a final dot; IPv4 within IPv6 becomes IPv4."""
    name = host.lower().removesuffix(".")
    try:
        address = ip_address(name.removeprefix("[").removesuffix("]").partition("%")[0])
    except ValueError:
        return name
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return str(mapped or address)


def with_port(host: str, port: int) -> str:
    """A host and its port as a URL has them; an IPv6 address gets its brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def host_and_port(url: str) -> str:
    """The entry that permits the host of an http(s) URL, at its port only; empty for any other URL.

    If the URL has no port, or port 80 or 443, the entry permits both of these.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return ""
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        return ""
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return host if port is None or port in WEB_PORTS else f"{host}:{port}"
