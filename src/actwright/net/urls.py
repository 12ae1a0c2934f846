"""Checks which URLs may be opened, and compares which of them are the same page."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import SplitResult, urljoin, urlsplit

from actwright.errors import ToolError

IGNORED = re.compile(r"utm_\w+|gclid|gbraid|wbraid|fbclid|msclkid|yclid|dclid|igshid|mc_cid|mc_eid|ref|ref_src|source")
"""Query parameters that say where a visitor came from, and not which page it is."""

UNREADABLE = re.compile(r"[\x00-\x20\x7f-\xa0\\\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\U000e0000-\U000e007f]")
"""Matches white space, backslashes and invisible characters, which programs interpret differently."""

LONGEST_HOST = 253
"""The maximum length of a host in characters (RFC 1035, 2.3.4, less the framing of a name on the wire)."""

RESERVED_HEX = re.compile(r"%([0-9a-fA-F]{2})")
UNRESERVED = re.compile(r"[A-Za-z0-9._~-]")


def http_url(url: str) -> str:
    """Returns the URL if it is an http(s) URL that all programs and people read alike.

    Raises:
        ToolError: It has another scheme, no host, credentials, a space, a backslash or a control character.
    """
    parts = parts_of(url)
    if parts.scheme not in {"http", "https"}:
        raise ToolError(f"{url!r} cannot be opened: give an absolute http:// or https:// URL")
    if not parts.hostname:
        raise ToolError(f"{url!r} names no host; write {parts.scheme}://host/path")
    if len(parts.hostname) > LONGEST_HOST:
        raise ToolError(
            f"{url[:80]!r}… names a host of {len(parts.hostname)} characters; none has more than {LONGEST_HOST}"
        )
    if "@" in parts.netloc:
        raise ToolError(f"{url!r} carries credentials before an @; the host would be {parts.hostname}")
    return url


def parts_of(url: str) -> SplitResult:
    """Returns the parts of a URL with any scheme.

    Raises:
        ToolError: It is not a URL, or has a space, a backslash or a control character.
    """
    if any(character <= " " or character == "\\" for character in url):
        raise ToolError(
            f"{url!r} is not a URL: it contains a space, a backslash or a control character; percent-encode it"
        )
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError as error:
        raise ToolError(f"{url!r} is not a URL: {error}") from error
    return parts


def joined(base: str, href: str) -> str:
    """Resolves `href` on the page `base` to an absolute http(s) URL without a fragment; empty if it is none."""
    try:
        url = urljoin(base, href.strip()).partition("#")[0]
    except ValueError:
        return ""
    return url if url.lower().startswith(("http://", "https://")) and not UNREADABLE.search(url) else ""


def host_of(url: str) -> str:
    """Returns the host in lower case, without `www.` and a final dot; empty if there is none."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return ""
    return host.rstrip(".").removeprefix("www.")


@lru_cache(4_096)
def page_key(url: str) -> str:
    """Returns a key that is equal for all spellings of a page's URL; empty for a URL that is invalid or ambiguous.

    The fragment, parameters that track where a visitor came from, a default port and a final slash do not count; case
    counts only in path and query.
    """
    import httpx2  # noqa: PLC0415 - navigation checks URLs too, and needs none of it

    if UNREADABLE.search(url):
        return ""
    scheme, colon, rest = url.partition("://")
    try:
        parsed = httpx2.URL(scheme.lower() + colon + rest)
    except (httpx2.InvalidURL, ValueError):
        return ""
    if parsed.scheme not in {"http", "https", "local"} or not parsed.host or parsed.userinfo:
        return ""
    host = parsed.raw_host.decode("ascii").rstrip(".")
    port = f":{parsed.port}" if parsed.port is not None else ""
    path, _, query = parsed.raw_path.decode("ascii").partition("?")
    kept = [pair for pair in query.split("&") if pair and not IGNORED.fullmatch(pair.partition("=")[0].lower())]
    place = f"{_decoded(path).removesuffix('/')}?{_decoded('&'.join(kept))}".rstrip("?")
    return f"{parsed.scheme}://{host}{port}{place}"


def without_origin(url: str) -> str:
    """Returns the URL without parameters that say where a visitor came from."""
    place, mark, fragment = url.partition("#")
    path, _, query = place.partition("?")
    kept = [pair for pair in query.split("&") if pair and not IGNORED.fullmatch(pair.partition("=")[0].lower())]
    return "?".join(filter(None, (path, "&".join(kept)))) + mark + fragment


def _decoded(text: str) -> str:
    """Percent-encodes only where needed, in upper case (RFC 3986, 6.2.2)."""

    def spelled(match: re.Match[str]) -> str:
        character = chr(int(match[1], 16))
        return character if UNRESERVED.fullmatch(character) else match[0].upper()

    return RESERVED_HEX.sub(spelled, text.replace("|", "%7C").replace("^", "%5E"))
