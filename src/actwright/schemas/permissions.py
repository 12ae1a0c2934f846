"""What a run may do beyond looking: where it may go, where it may give values, and how much it may set off."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast

from pydantic import Field, field_validator

from actwright.errors import ConfigError
from actwright.schemas.hosts import host_patterns
from actwright.schemas.options import Options
from actwright.schemas.sites import Site, ascii_host

__all__ = ["Permissions", "ValueSource"]

ValueSource: TypeAlias = Literal["any", "given"]
"""Where what is typed may come from: anywhere; or from the task's words, its data, and what its pages showed."""


class Permissions(Options):
    """What a run may do, whatever its model proposes. Code checks it before anything is dispatched.

    Nobody has to write any: by default a run reads where links lead and gives values at home alone. Home is the site of its start
    URL and the sites that its task names.

    Attributes:
        sites: Where, besides home, values may be typed, files given and effects set off: `shop.example` with all below it,
            `*.shop.example`, `https://pay.example:8443` (that origin alone), `127.0.0.1:8000`.
        navigate: Further sites that may be opened by URL. Home and `sites` may be; others only by a URL that a page showed as
            a link.
        hosts: The only hosts that the browser may reach at all, with home: `cdn.example`, `*.cdn.example`,
            `cdn.example:8443`. None is no list.
        effects: How many effects the run may have: actions that submitted or sent something, or may have, edits that a page saves
            at once included. None is no limit. 100 is more than a long form needs that saves each field, and far less than a
            run can do in 25 steps of 50 actions.
        effects_on: The only sites, of home and `sites`, that may have an effect. None is all of them.
        tools: Names of the only tools that the model may call, beside the checks and `fail`. None is all of the agent's.
        uploads: The only files, and folders of files, that may be uploaded, of those that the task gives. None is all of
            those.
        downloads: Whether files that pages hand over are kept.
        values: Where what is typed may come from: `any`; or `given`, from the task's words, its data, or what a page of
            the run showed.

    Raises:
        ConfigError: An entry that is none of these; the message shows the form that is.
    """

    sites: Sequence[str] = ()
    navigate: Sequence[str] = ()
    hosts: Sequence[str] | None = None
    effects: int | None = Field(default=100, ge=0, strict=True)
    effects_on: Sequence[str] | None = None
    tools: Sequence[str] | None = None
    uploads: Sequence[str | Path] | None = None
    downloads: bool = True
    values: ValueSource = "any"

    def added_to(self, others: Permissions) -> Permissions:
        """Both: sites and what may be opened are those of either, and anything else is as it was chosen here, else there."""
        chosen = {name: getattr(self, name) for name in self.model_dump(exclude_defaults=True)}
        sites, navigate = (*others.sites, *self.sites), (*others.navigate, *self.navigate)
        return others.model_copy(update={**chosen, "sites": sites, "navigate": navigate})

    @field_validator("sites", "navigate", "hosts", "effects_on", "tools", "uploads", mode="before")
    @classmethod
    def _is_a_list(cls, given: Any) -> Any:
        if isinstance(given, str | Path):
            message = f"a list is wanted, and {str(given)!r} is one text; write [{str(given)!r}]"
            raise ValueError(message)  # noqa: TRY004 - pydantic reports ValueError as the caller's mistake
        return tuple(cast("Iterable[Any]", given)) if isinstance(given, Iterable) else given

    @field_validator("sites", "navigate", "effects_on")
    @classmethod
    def _are_sites(cls, entries: Sequence[str] | None) -> tuple[str, ...] | None:
        return None if entries is None else tuple(str(Site.of(entry)) for entry in entries)

    @field_validator("hosts")
    @classmethod
    def _are_hosts(cls, entries: Sequence[str] | None) -> tuple[str, ...] | None:
        if entries is None:
            return None
        plain = tuple(map(_in_ascii, entries))
        try:
            host_patterns(plain)
        except ConfigError as error:
            raise ValueError(str(error)) from error
        return plain

    @field_validator("uploads")
    @classmethod
    def _are_whole_paths(cls, paths: Sequence[str | Path] | None) -> tuple[Path, ...] | None:
        return None if paths is None else tuple(Path(path).expanduser().resolve() for path in paths)


def _in_ascii(entry: str) -> str:
    """An entry of a list of hosts with its letters beyond ASCII as browsers send them."""
    if entry.isascii():
        return entry
    wildcard = "*." if entry.startswith("*.") else ""
    name, colon, port = entry.removeprefix(wildcard).partition(":")
    return f"{wildcard}{ascii_host(name) or name}{colon}{port}"
