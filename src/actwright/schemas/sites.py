"""Sites: the forms of an entry in a list of sites, the URLs that it covers, and URLs as browsers read them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from actwright.text import shortened, visible

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

WEB_PORTS = {"http": 80, "https": 443}
LAST_PORT = 65_535
OPENABLE = ("http://", "https://", "file://", "about:", "data:")
SHOWN_URL = 200
HOST = re.compile(
    r"(?=.{1,254}$)(\[[0-9a-f:]+\]|[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*\.?)"
)
FORMS = (
    "write a site as in shop.example (with all below it), *.shop.example, https://shop.example:8443 or 127.0.0.1:8000"
)


@dataclass(frozen=True, slots=True)
class Address:
    """The parts of an http(s) URL that say where it leads, as browsers read them (https://url.spec.whatwg.org/).

    Attributes:
        href: The whole URL, normalised.
        scheme: `http` or `https`.
        host: In lower case and ASCII; an IPv6 address in brackets.
        port: The port; the default port of the scheme if the URL has none.
    """

    href: str
    scheme: str
    host: str
    port: int

    @property
    def origin(self) -> str:
        """Scheme, host and port, as in `https://shop.example`; the usual port is left out."""
        return f"{self.scheme}://{self.host}" + ("" if self.port == WEB_PORTS[self.scheme] else f":{self.port}")


def whatwg(url: str) -> Address | None:
    """The address that a browser opens for a URL; None if it is not an http(s) URL."""
    from ada_url import URL  # noqa: PLC0415 - a native library; only runs need it

    try:
        parsed = URL(url)
    except ValueError:
        return None
    scheme = parsed.protocol.removesuffix(":")
    if scheme not in WEB_PORTS or not parsed.hostname:
        return None
    return Address(parsed.href, scheme, parsed.hostname, int(parsed.port or WEB_PORTS[scheme]))


def start_url(url: str) -> str:
    """Returns the URL if a browser can be sent to it: http, https, `file:`, `about:` or `data:`, written in full.

    Raises:
        ValueError: It has another scheme, or a host or port that does not exist, or is not valid Unicode.
    """
    shown = shortened(visible(url), SHOWN_URL)
    if not url.startswith(OPENABLE):
        message = f"{shown!r} is not a URL that can be opened; write it in full, as in https://{shown}"
        raise ValueError(message)
    try:
        url.encode()
        _ = urlsplit(url).port
        readable = not url.startswith("http") or whatwg(url) is not None
    except ValueError:
        readable = False
    if not readable:
        message = f"{shown!r} is not a URL that can be opened: its host or port is not valid"
        raise ValueError(message)
    return url


def origin_of(url: str) -> str:
    """The origin of an http(s) URL; empty for any other."""
    address = whatwg(url)
    return address.origin if address else ""


def ascii_host(host: str) -> str:
    """A host as browsers send it: lower case, with non-ASCII letters as punycode; empty if it is not a host."""
    found = whatwg(f"http://{host}")
    return found.host if found else ""


@dataclass(frozen=True, slots=True)
class SiteEntry:
    """An entry of a list of sites.

    Attributes:
        host: As browsers write it; an IPv6 address in brackets.
        scheme: The only scheme that it covers; empty for both http and https.
        port: The only port that it covers; None for every port.
        itself: Whether it covers `host` itself.
        subdomains: Whether it covers what is below `host`, at any depth.
    """

    host: str
    scheme: str = ""
    port: int | None = None
    itself: bool = True
    subdomains: bool = True

    @classmethod
    def of(cls, text: str) -> SiteEntry:
        """Parses an entry.

        `shop.example` covers that host and everything below it, `*.shop.example` only what is below it, over http and
        https at any port. With a port (`shop.example:8443`) it covers only that port. `https://shop.example` is one
        origin.

        Raises:
            ValueError: It is not valid; the message shows the form that is.
        """
        scheme, separator, rest = text.strip().rpartition("://")
        scheme = scheme.lower()
        if separator and scheme not in WEB_PORTS:
            raise _mistake(text, f"is not a web site; {FORMS}")
        found = HostText.of(text, rest.removesuffix("/"), forms=FORMS)
        host, below, address = found.host, found.subdomains, is_address(found.host)
        if host.endswith("."):
            raise _mistake(text, f"is not a site; {FORMS}")
        if is_public_suffix(host):
            raise _mistake(text, f"would permit every site below {host}; name one, as in shop.{host}")
        port = None if found.port is None else port_number(text, found.port)
        if not scheme:
            return cls(host, port=port, itself=not below, subdomains=not address)
        return cls(host, scheme, port or WEB_PORTS[scheme], itself=not below, subdomains=below)

    def covers(self, address: Address) -> bool:
        """Whether a URL is on this site."""
        if (self.scheme and address.scheme != self.scheme) or (self.port is not None and address.port != self.port):
            return False
        below = self.subdomains and address.host.endswith(f".{self.host}")
        return below or (self.itself and address.host == self.host)

    def __str__(self) -> str:
        host = self.host if self.itself else f"*.{self.host}"
        whole = self.scheme and (self.port is not None or not self.subdomains)
        usual = self.scheme and self.port == WEB_PORTS[self.scheme]
        port = "" if self.port is None or usual else f":{self.port}"
        written = f"{self.scheme}://{host}{port}" if whole else f"{host}{port}"
        return f"{written} (over {self.scheme} alone)" if self.scheme and not whole else written


def is_address(host: str) -> bool:
    """Whether a host is an IP address."""
    try:
        ip_address(host.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def is_public_suffix(host: str) -> bool:
    """Whether anybody can have a site below this name, as below `com`, `co.uk` or `github.io`."""
    return _suffixes(known_only=True).publicsuffix(host) == host


def registrable(host: str) -> str:
    """The part of a name that somebody registered: `shop.co.uk` of `www.shop.co.uk`; empty if there is none."""
    return _suffixes(known_only=False).privatesuffix(host) or ""


@cache
def _suffixes(*, known_only: bool) -> PublicSuffixList:
    """The list of https://publicsuffix.org as it came with its package; nothing is loaded from the network."""
    from publicsuffixlist import PublicSuffixList  # noqa: PLC0415 - it reads its list, which takes 0.1 s

    return PublicSuffixList(accept_unknown=not known_only)


@dataclass(frozen=True, slots=True)
class HostText:
    """The parts of an entry that names a host.

    Attributes:
        host: As browsers write it; an IPv6 address in brackets.
        port: What stands after the colon; None if there is none.
        subdomains: Whether the entry begins with `*.`.
    """

    host: str
    port: str | None
    subdomains: bool

    @classmethod
    def of(cls, text: str, entry: str, *, forms: str) -> HostText:
        """Parses an entry.

        Args:
            text: The entry as it was written, for messages.
            entry: The entry without a scheme.
            forms: The valid forms, for messages.

        Raises:
            ValueError: It is not a host; the message shows the form that is.
        """
        bare = entry.removeprefix("*.")
        odd = next((rule for form, rule in _ODD_FORMS if re.search(form, bare)), "")
        if odd:
            raise _mistake(
                text,
                odd.format(
                    before=re.split(r"[/?#]", entry)[0] or "shop.example", after=entry.rpartition("@")[2], forms=forms
                ),
            )
        name, colon, port = bare.rpartition(":") if ":" in bare.rpartition("]")[2] else (bare, "", "")
        host = ascii_host(name)
        if not HOST.fullmatch(host):
            raise _mistake(text, f"is not a host; {forms}")
        if is_address(host):
            address = getattr(ip_address(host.strip("[]")), "ipv4_mapped", None) or host
            if address != host or (not name.startswith("[") and name != host):
                raise _mistake(text, f"is another way to write an address; write {address}")
            if bare != entry:
                raise _mistake(text, f"is not valid: an address has no subdomains; write {host}")
        return cls(host, port if colon else None, bare != entry)


_ODD_FORMS = (
    (r"[\s\\\x00-\x1f\x7f]|^$", "is not a host; {forms}"),
    (r"@", "carries credentials before an @; write {after}"),
    (r"^[\d.:a-f]+/\d+$", "is a range of addresses; list each address, as in 10.0.0.5"),
    (r"[/?#]", "holds a path; write {before}"),
    (r"^[^:]*\*", "is not valid: a * may stand only for everything that comes first; {forms}"),
    (r"^[^\[]*:[^\]]*:", "is not valid; write an IPv6 address in brackets, as in [::1]:8000"),
)
"""What is no host but something else that people write, and what to write instead."""


def port_number(text: str, port: str) -> int:
    """The port in an entry. Raises ValueError if there is no such port."""
    if not re.fullmatch(r"[1-9][0-9]{0,4}", port) or int(port) > LAST_PORT:
        raise _mistake(text, f"is not valid: {port!r} is not a port; write a number from 1 to {LAST_PORT}")
    return int(port)


def _mistake(text: str, rule: str) -> ValueError:
    return ValueError(f"{text!r} {rule}")
