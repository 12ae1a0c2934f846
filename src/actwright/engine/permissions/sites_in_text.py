"""The sites and addresses that texts and URLs name."""

from __future__ import annotations

import re
from ipaddress import ip_address
from urllib.parse import unquote, urlsplit

from actwright.net.guard import why_not_public
from actwright.schemas.sites import Address, SiteEntry, is_address, is_public_suffix, registrable, whatwg

PRIVATE_NAMES = (".localhost", ".local", ".internal", ".home.arpa", ".lan", ".intranet")
"""Endings of names in private networks (RFC 6761, 6762, 8375, and what home routers use)."""
RESERVED = frozenset({"example", "test", "invalid", "localhost", "internal", "local"})
"""Last labels of names that are not on the public internet, but that tasks and documents do name."""
FILE_ENDINGS = frozenset({"cc", "md", "mov", "pl", "ps", "py", "rs", "sh", "so", "zip"})
"""Last labels of names that are far more often files than sites, unless `www.` or a path says otherwise."""

URLS = re.compile(r"\bhttps?://[^\s<>\"'`{}|\\^]+", re.IGNORECASE)
HOSTS = re.compile(
    r"(?<![\w@.:/\\{=-])((?:[\w-]+\.)+[\w-]*[^\W_]|localhost)(:\d{1,5})?(/?)(?![\w@{-]|\.\w)", re.IGNORECASE
)

ADDRESSED = re.compile(r"(?:\b[a-z][a-z0-9+.-]*:[/\\]*|[/\\]{2,})([^\s/\\?#&]+)", re.IGNORECASE)
"""What follows a scheme or two slashes."""

UNREAD = {ord("\t"): None, ord("\n"): None, ord("\r"): None, ord("\\"): "/"}
"""Characters that browsers drop from a URL, and the one that they take for another (https://url.spec.whatwg.org/)."""
SHORT_PATH = 32
"""Characters of a path that has no room for what a page says."""


def site_of(url: str) -> SiteEntry | None:
    """The site of an http(s) URL; None for any other URL.

    It is the registrable domain, at any port, and only over https if the URL is. For an IP address or a host in a
    private network, it is only that scheme, host and port.
    """
    address = whatwg(url)
    if address is None:
        return None
    domain = "" if is_private(address.host) or is_address(address.host) else registrable(address.host)
    if not domain:
        return SiteEntry(address.host, address.scheme, address.port, subdomains=False)
    return SiteEntry(domain, scheme="https" if address.scheme == "https" else "")


def named_sites(text: str) -> list[SiteEntry]:
    """The sites whose URLs or host names a text writes out, in order. An e-mail address names none."""
    found = [site for url in URLS.findall(text) if (site := site_of(url.rstrip(".,;:!?)]")))]
    for name, port, slash in HOSTS.findall(URLS.sub(" ", text)):
        address = whatwg(f"http://{name}{port}")
        if address is not None and _is_meant(name, address, marked=bool(port or slash)):
            site = site_of(address.href)
            private = site is not None and not site.subdomains
            found += [site] if private and site else [SiteEntry(registrable(address.host) or address.host)]
    return list(dict.fromkeys(found))


def carried_addresses(url: str) -> list[Address]:
    """The addresses in the path, query and fragment of a URL, encoded or not, with or without a scheme."""
    rest = _decoded(url.replace("\\", "/").partition("//")[2].partition("/")[2] or url.partition("?")[2])
    marked = [(name, True) for name in ADDRESSED.findall(rest)]
    plain = [(name, False) for name in re.split(r"[\s=&?#/\\,;@|()]+", rest) if "." in name or ":" in name]
    scheme = "https" if url.lower().startswith("https:") else "http"
    found = [(name, sure, whatwg(f"{scheme}://{name}")) for name, sure in (*marked, *plain)]
    return [
        address
        for name, sure, address in found
        if address and (sure or _is_meant(name.partition(":")[0], address, marked=":" in name))
    ]


def says_little(url: str, other: Address) -> bool:
    """Whether a URL that leads to another address has no room for a text: a short path without a query, as in `/login`.

    It also has no part that names the host of the other address in any spelling.
    """
    parts = urlsplit(url)
    names = (whatwg(f"http://{part}") for part in re.split(r"[^\w.%-]+", _decoded(parts.path)) if part)
    short = len(parts.path) <= SHORT_PATH and not parts.query and not parts.fragment
    return short and not any(name and name.host == other.host for name in names)


def _decoded(text: str) -> str:
    """A part of a URL as the last of several readers would read it: without escapes, and as the URL standard cleans it."""
    while (decoded := unquote(text).translate(UNREAD)) != text:
        text = decoded
    return text


def is_private(host: str) -> bool:
    """Whether a host is this machine or one of a private network, as far as its name or address says."""
    plain = host.removeprefix("[").removesuffix("]")
    try:
        return bool(why_not_public(ip_address(plain)))
    except ValueError:
        return "." not in plain.rstrip(".") or plain.rstrip(".").endswith(PRIVATE_NAMES)


def _is_meant(name: str, address: Address, *, marked: bool) -> bool:
    """Whether a name with dots in it is a host, and not a file, a version number or the end of a sentence."""
    last = address.host.rpartition(".")[2]
    if is_address(address.host):
        return address.host == name
    if last in FILE_ENDINGS and not (marked or name.lower().startswith("www.")):
        return False
    return last in RESERVED or (is_public_suffix(last) and bool(registrable(address.host)))
