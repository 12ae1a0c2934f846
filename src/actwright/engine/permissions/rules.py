"""What a run may do: each check returns why something is not permitted, or nothing if it is.

Home is where a run may enter values by default: the site of its start URL (the registrable domain; for an IP address,
`localhost` or another name of a private network, only that host and port) and the sites that its task names. Elsewhere
it may read what links lead to, but enters nothing.

A *place* is where an action goes, in the form in which it is compared here: the origin of a document,
`https://shop.example`; the URL of a local file; or empty, for a document without an address (`about:blank`, `data:`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from actwright.engine.permissions.sites_in_text import carried_addresses, is_private, named_sites, says_little, site_of
from actwright.engine.values.same_value import surely_same
from actwright.errors import ConfigError
from actwright.schemas.permissions import Permissions
from actwright.schemas.sites import Address, SiteEntry, whatwg
from actwright.schemas.task import Task
from actwright.text import counted, one_line, shortened

SHOWN_URL = 100
SHOWN_SITES = 8


@dataclass(frozen=True, slots=True)
class PermissionRules:
    """The permissions of one run.

    Attributes:
        permissions: The permissions that the caller gave.
        home: The sites where values may always be entered.
        folder: The folder of the local file that the run starts at; None if it does not start at a file.
        rootless: Whether the run starts on a document without an address, where it may enter values too.
        words: What the caller wrote: the words of the task, and the values of its data.
    """

    permissions: Permissions
    home: tuple[SiteEntry, ...] = ()
    folder: Path | None = None
    rootless: bool = False
    words: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        permissions: Permissions,
        task: Task,
        *,
        start: str = "",
        tabs: Iterable[str] = (),
        bound: Iterable[str] = (),
    ) -> PermissionRules:
        """The permissions of a run.

        Args:
            permissions: The permissions that the caller gave.
            task: The task, whose words and data may name sites.
            start: The URL of the task, or of the page that the run starts on.
            tabs: The URLs of further pages that the caller gave.
            bound: The origins that secrets are bound to.

        Raises:
            ConfigError: The permissions contradict each other, or the start of the run.
        """
        words = (task.text, *task.data.values())
        naming = words if permissions.data_sites else (task.text,)
        given = (site_of(url) for url in (start, *tabs, *bound))
        home = (*(site for site in given if site), *(site for text in naming for site in named_sites(text)))
        folder = _folder_of(start)
        rootless = folder is None and whatwg(start) is None
        permission_rules = cls(permissions, tuple(dict.fromkeys(home)), folder, rootless, words)
        permission_rules.check_itself()
        return permission_rules

    def check_itself(self) -> None:
        """Raises ConfigError if the permissions contradict each other or the start of the run."""
        for entry in self.permissions.effects_on or ():
            if not any(_overlap(SiteEntry.of(entry), site) for site in self._giving):
                raise ConfigError(
                    f"Permissions: effects_on has {entry}, where values may not be entered; add it to sites; "
                    f"{self._permitted}"
                )
        for path in self._files or ():
            if not path.exists():
                raise ConfigError(f"Permissions: uploads has {path}, which does not exist")

    # Sites

    @property
    def _giving(self) -> tuple[SiteEntry, ...]:
        return (*self.home, *map(SiteEntry.of, self.permissions.sites))

    @property
    def _permitted(self) -> str:
        """The end of a message: the sites where values may be entered."""
        folder = () if self.folder is None else (f"the files in {self.folder}",)
        sites = (*folder, *map(str, self._giving))
        if not sites:
            return "no site is permitted, because the run has no start URL and its task names no site"
        return f"permitted: {_listed(sites)}"

    def may_enter_at(self, place: str) -> bool:
        """Whether values may be given at a place."""
        if not place:
            return self.rootless
        if place.startswith("file:"):
            return self._is_home(place)
        address = whatwg(place)
        return address is not None and any(site.covers(address) for site in self._giving)

    def check_giving(self, place: str) -> str:
        """Why nothing may be given at a place; empty if it may."""
        if self.may_enter_at(place):
            return ""
        return f"no value may be entered at {_shown(place)}; {self._permitted}"

    def check_effect(self, place: str, count: int) -> str:
        """Why no effect may be set off at a place after `count` effects of this run; empty if it may."""
        if refusal := self.check_count(count):
            return refusal
        if not self.may_enter_at(place):
            return f"nothing may be submitted to {_shown(place)}; {self._permitted}"
        only = self.permissions.effects_on
        address = whatwg(place)
        if only is not None and (address is None or not any(SiteEntry.of(entry).covers(address) for entry in only)):
            return f"no effect is permitted at {_shown(place)}; permitted: {_listed(only) or 'none'}"
        return ""

    def check_count(self, count: int) -> str:
        """Why no further effect may be set off after `count` effects of this run; empty if it may."""
        most = self.permissions.effects
        if most is None or count < most:
            return ""
        return f"the limit of {counted(most, 'effect')} for this run is reached"

    # Addresses

    @property
    def hosts(self) -> tuple[str, ...] | None:
        """The only hosts that may be reached, as `Guard` takes them: those listed, home and `sites`; None means any."""
        if self.permissions.hosts is None:
            return None
        own: list[str] = []
        for site in self._giving:
            port = site.port or "*"
            own += [f"{site.host}:{port}"] * site.itself + [f"*.{site.host}:{port}"] * site.subdomains
        return tuple(dict.fromkeys((*self.permissions.hosts, *own)))

    def check_navigation(self, url: str, *, seen: Collection[str] = (), refers: bool = False) -> str:
        """Why a URL may not be opened; empty if it may.

        Args:
            url: The URL as it would be opened.
            seen: The links that pages of this run showed, as browsers normalise them.
            refers: Whether the URL was written with a reference to a value.
        """
        if url == "about:blank":
            return ""
        if url.lower().startswith("file:"):
            return self._check_file(url)
        address = whatwg(url)
        if address is None:
            return f"{shortened(url, SHOWN_URL)!r} is not a web URL"
        if any(site.covers(address) for site in self._giving):
            return self._check_carried(url) if self.is_made_up(url, seen) else ""
        if refers:
            return f"a value may not leave in a URL to {address.origin}; {self._permitted}"
        named = any(SiteEntry.of(entry).covers(address) for entry in self.permissions.navigate)
        return "" if named else self._check_strange(address, seen)

    def is_made_up(self, url: str, seen: Collection[str]) -> bool:
        """Whether a URL is neither in what the caller wrote nor one of the links that pages showed (`seen`)."""
        address = whatwg(url)
        return (address is None or address.href not in seen) and not any(url in source for source in self.words)

    def check_document(self, url: str, *, carries: bool, made_up: str, seen: Collection[str]) -> str:
        """Why a page may not go on to a URL, as the browser is about to request it; empty if it may.

        Args:
            url: The URL.
            carries: Whether the request has a private value or a secret in it.
            made_up: The URL of the `navigate` that is under way, if the model made it up.
            seen: The links that pages of this run showed, as browsers normalise them.
        """
        address = whatwg(url)
        if address is None or any(site.covers(address) for site in self._giving):
            return ""
        if carries:
            return f"a value may not leave in a request to {address.origin}; {self._permitted}"
        named = any(SiteEntry.of(entry).covers(address) for entry in self.permissions.navigate)
        if not made_up or named or address.href in seen or says_little(made_up, address):
            return ""
        return (
            f"{shortened(made_up, SHOWN_URL)} may not be opened: it leads to {address.origin}, and neither the task nor a "
            f"link on a page of this run has this URL; {self._permitted}"
        )

    def _check_carried(self, url: str) -> str:
        """Why a URL at home that the model wrote may not be opened; empty if it may.

        The server may redirect a URL that contains another address to there, with whatever the model wrote into it.
        """
        for address in carried_addresses(url):
            if not any(site.covers(address) for site in self._giving):
                return (
                    f"{shortened(url, SHOWN_URL)} may not be opened: it carries the address {address.origin}, and neither the task nor "
                    f"a link on a page of this run has this URL; {self._permitted}"
                )
        return ""

    def _check_strange(self, address: Address, seen: Collection[str]) -> str:
        """Why a URL on none of the permitted sites may not be opened; empty if it may."""
        if self.folder is not None:
            return f"this run started at a local file and may not open websites; {self._permitted}"
        if is_private(address.host) and not any(is_private(site.host) for site in self.home):
            return f"{address.origin} is in a private network; {self._permitted}"
        if address.href in seen:
            return ""
        return (
            f"{shortened(address.href, SHOWN_URL)} may not be opened: neither the task nor a link on a page of this run has "
            f"this URL; links may be opened as pages show them; {self._permitted}"
        )

    def check_link(self, href: str, *, carries: bool) -> str:
        """Why the link that a page shows may not be followed; empty if it may. Links may lead away from home.

        `carries` says whether it has a private value or a secret in it.
        """
        if href.lower().startswith("file:"):
            return self._check_file(href)
        if whatwg(href) is not None and self.folder is not None:
            return self.check_navigation(href)
        return self.check_document(href, carries=carries, made_up="", seen=())

    def check_going(self, url: str, *, framed: bool) -> str:
        """Why a page of a run that started at a local file may not go to a URL by itself; empty if it may.

        Frames (`framed`) in it may show sites of the web: nothing is given there.
        """
        if url.lower().startswith("file:"):
            return self._check_file(url)
        address = whatwg(url)
        sites = (*self._giving, *map(SiteEntry.of, self.permissions.navigate))
        if address is None or framed or any(site.covers(address) for site in sites):
            return ""
        return self._check_strange(address, ())

    def _check_file(self, url: str) -> str:
        if self._is_home(url):
            return ""
        if self.folder is None:
            return "this run did not start at a local file, so it may not open one"
        return f"local files may be opened only in {self.folder}, where the run started, and below"

    def _is_home(self, url: str) -> bool:
        path = _path_of(url)
        return self.folder is not None and path is not None and path.is_relative_to(self.folder)

    # Values and files

    @property
    def _files(self) -> tuple[Path, ...] | None:
        uploads = self.permissions.uploads
        return None if uploads is None else tuple(map(Path, uploads))

    def check_value(self, text: str, shown: Iterable[str]) -> str:
        """Why a text may not be typed; empty if it may.

        Args:
            text: The text as written, without what references stand for.
            shown: The texts that pages of this run have shown.
        """
        if self.permissions.values == "any" or not text.strip():
            return ""
        wanted = _plain(text)
        if any(_stands_in(wanted, _plain(source)) for source in (*self.words, *shown)):
            return ""
        if any(surely_same(text, word) for word in self.words):  # as a field asks for it: a date in another form
            return ""
        said = f'"{shortened(one_line(text), SHOWN_URL)}" is not in the task, its data or a page of this run'
        return f"{said}; only values from there may be typed"

    def check_words(self, text: str, shown: Collection[str]) -> str:
        """The same for a text that may be put together of several given ones: it is given, or each of its words is."""
        words = re.findall(r"\w+", text) if self.check_value(text, shown) else ()
        return next((said for word in words if (said := self.check_value(word, shown))), "")

    def check_added(self, content: str, text: str, shown: Collection[str]) -> str:
        """Why a text may not be typed behind what a field contains; empty if it may.

        The word that both make where they meet must be a given one, or the beginning of one.
        """
        before, after = re.search(r"\w*$", content), re.match(r"\w*", text)
        assert before
        assert after
        word = _plain(before[0] + after[0])
        if not (before[0] and after[0]) or any(
            re.search(rf"(?<!\w){re.escape(word)}", _plain(source)) for source in (*self.words, *shown)
        ):
            return ""
        return self.check_value(word, shown)

    def check_uploads(self, paths: Sequence[Path]) -> str:
        """Why files may not be uploaded; empty if they may."""
        allowed = self._files
        if allowed is None:
            return ""
        for path in paths:
            if not any(path == each or path.is_relative_to(each) for each in allowed):
                return f"{path.name} may not be uploaded; permitted: {_listed(map(str, allowed)) or 'none'}"
        return ""


def _overlap(one: SiteEntry, other: SiteEntry) -> bool:
    """Whether some URL may be on both sites, judged by their hosts."""
    return one.host == other.host or one.host.endswith(f".{other.host}") or other.host.endswith(f".{one.host}")


def _folder_of(url: str) -> Path | None:
    path = _path_of(url)
    return path if path is None or urlsplit(url).path.endswith("/") else path.parent


def _path_of(url: str) -> Path | None:
    """The file that a `file:` URL opens, with links followed; None for any other URL."""
    if not url.lower().startswith("file:"):
        return None
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    if parts.netloc not in {"", "localhost"} or "\0" in unquote(parts.path):
        return None
    return Path(url2pathname(parts.path)).resolve()


def _shown(place: str) -> str:
    return shortened(place, SHOWN_URL) if place else "a document without an address"


def _listed(names: Iterable[str]) -> str:
    each = list(dict.fromkeys(names))
    more = f" and {len(each) - SHOWN_SITES} more" if len(each) > SHOWN_SITES else ""
    return f"{', '.join(each[:SHOWN_SITES])}{more}"


def _plain(text: str) -> str:
    return one_line(text).casefold()


def _stands_in(wanted: str, source: str) -> bool:
    """Whether a text occurs in another one as whole words; a number may have other separators there."""
    if re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", source):
        return True
    digits = re.sub(r"[\s().,/$€£+-]", "", wanted)
    if not digits.isdigit():
        return False
    numbers = re.findall(r"\+?\d[\d\s().,/-]*", source)
    return any(re.sub(r"\D", "", number) == digits for number in numbers)
