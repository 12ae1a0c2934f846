"""Lists of hosts: the forms of an entry, and the hosts and ports that it means."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from actwright.errors import ConfigError

__all__ = ["HostPattern", "host_and_port", "host_patterns", "plain_host", "with_port"]

WEB_PORTS = frozenset({80, 443})
LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
LONGEST_HOST = 253
"""Characters of a host name (RFC 1035, 2.3.4, less what frames a name on the wire)."""
LAST_PORT = 65_535
FORMS = "write a host as in shop.example, *.shop.example, shop.example:8443, 127.0.0.1:8000 or [::1]:8000"


@dataclass(frozen=True, slots=True)
class HostPattern:
    """An entry of a list of hosts.

    Attributes:
        host: In lower case, without a dot at the end; an IPv6 address without brackets.
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
            ConfigError: It is not valid; the message shows the form that is.
        """
        entry = text.strip().lower()
        _check_form(text, entry)
        host, ports = _split(text, entry)
        if host.startswith("["):
            return cls(_bracketed(text, host), ports)
        subdomains = host.startswith("*.")
        host = host.removeprefix("*.").removesuffix(".")
        _check_name(text, host)
        if subdomains and "." not in host and host != "localhost":
            raise ConfigError(
                f"{text!r} would permit everything below {host!r}; name the site too, as in *.shop.{host}"
            )
        if address := _number(host):
            if subdomains or str(address) != host:
                raise ConfigError(f"{text!r} is another way to write an address; write {address}")
            return cls(host, ports)
        return cls(host, ports, subdomains)

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
    return tuple(map(HostPattern.of, texts))


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


def _check_form(text: str, entry: str) -> None:
    """Raises a more specific error for an entry that is not a host but something else that people write."""
    if not entry or re.search(r"[\s\\\x00-\x1f\x7f]", entry):
        raise ConfigError(f"{text!r} is not a host; {FORMS}")
    if "://" in entry:
        better = host_and_port(entry)
        raise ConfigError(f"{text!r} is a URL and not a host; " + (f"write {better}" if better else FORMS))
    if "@" in entry:
        raise ConfigError(f"{text!r} carries credentials before an @; write {entry.rpartition('@')[2]}")
    if "/" in entry:
        try:
            ip_network(entry, strict=False)
        except ValueError:
            raise ConfigError(f"{text!r} holds a path; write {entry.partition('/')[0]}") from None
        raise ConfigError(f"{text!r} is a range of addresses; list each address, as in 10.0.0.5")
    if entry.partition(":")[0] == "*":
        raise ConfigError(f"{text!r} would permit every host; leave the list out to permit every public one")


def _split(text: str, entry: str) -> tuple[str, frozenset[int] | None]:
    """Host and ports of an entry."""
    if entry.count(":") > 1 and not entry.startswith("["):
        try:
            better = f"[{ip_address(entry)}]"
        except ValueError:
            raise ConfigError(f"{text!r} is not a host; {FORMS}") from None
        raise ConfigError(f"{text!r} is an IPv6 address without brackets; write {better}")
    host, colon, port = entry.rpartition(":") if ":" in entry.rpartition("]")[2] else (entry, "", "")
    if not colon:
        return host, WEB_PORTS
    if port == "*":
        return host, None
    if not re.fullmatch(r"[1-9][0-9]{0,4}", port) or int(port) > LAST_PORT:
        raise ConfigError(f"{text!r}: {port!r} is not a port; write a number from 1 to {LAST_PORT}, as in {host}:8443")
    return host, frozenset({int(port)})


def _bracketed(text: str, host: str) -> str:
    inside = host.removeprefix("[").removesuffix("]").partition("%")[0]
    try:
        address = IPv6Address(inside)
    except ValueError:
        raise ConfigError(f"{text!r} is not an IPv6 address in brackets; write one as in [::1]") from None
    if host != f"[{inside}]":
        raise ConfigError(f"{text!r} is not an IPv6 address in brackets; write [{address}]")
    if address.ipv4_mapped is not None:
        raise ConfigError(f"{text!r} is an IPv4 address within IPv6; write {address.ipv4_mapped}")
    return str(address)


def _check_name(text: str, host: str) -> None:
    if not host.isascii():
        better = _punycode(host)
        raise ConfigError(f"{text!r} has non-ASCII letters, some of which look like others; write {better}")
    if "*" in host:
        better = f"*.{host.rpartition('*')[2].lstrip('.')}"
        raise ConfigError(
            f"{text!r} has a * inside; a * may stand only for everything that comes first, as in {better}"
        )
    if len(host) > LONGEST_HOST or not all(LABEL.fullmatch(label) for label in host.split(".")):
        raise ConfigError(f"{text!r} is not a host; {FORMS}")


def _punycode(host: str) -> str:
    """The name as browsers send it (UTS 46)."""
    import idna  # noqa: PLC0415 - comes with httpx2; needed only for a message

    try:
        return "what the address bar shows, in ASCII" if "*" in host else idna.encode(host, uts46=True).decode()
    except idna.IDNAError:
        return "the name in ASCII, as in xn--bcher-kva.example"


def _number(host: str) -> IPv4Address | None:
    """The address that browsers read in a host whose last label is a number; None if it is not a number.

    See https://url.spec.whatwg.org/#ends-in-a-number-checker.
    """
    if not re.fullmatch(r"[0-9]+|0x[0-9a-f]*", host.rpartition(".")[2]):
        return None
    try:
        return IPv4Address(socket.inet_aton(host))
    except OSError:
        raise ConfigError(f"{host!r} is neither an address nor a name; {FORMS}") from None
