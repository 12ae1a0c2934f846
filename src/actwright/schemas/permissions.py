"""What a run may do beyond looking: where it may go, where it may give values, and how many effects it may have."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast

from pydantic import Field, field_validator

from actwright.schemas.hosts import HostPattern
from actwright.schemas.options import Options
from actwright.schemas.sites import SiteEntry

ValueSource: TypeAlias = Literal["any", "given"]
"""Where typed text may come from: anywhere; or only from the task's words, its data, and what its pages showed."""


class Permissions(Options):
    """What a run may do, whatever its model proposes. Code checks this before anything is dispatched.

    By default, a run reads wherever links lead and gives values only at home. Home is the site of its start URL and the
    sites that its task names.

    Attributes:
        sites: Where, besides home, values may be typed, files uploaded and effects caused: `shop.example` and
            everything below it, `*.shop.example`, `https://pay.example:8443` (that origin alone), `127.0.0.1:8000`.
        navigate: Further sites whose URLs may be opened. URLs of home and of `sites` may always be opened; any other
            URL only if a page showed it as a link.
        hosts: The only hosts, besides home, that the browser may reach at all: `cdn.example`, `*.cdn.example`,
            `cdn.example:8443`. None means no restriction.
        effects: How many effects the run may have: actions that submitted or sent something, or may have, including
            edits that a page saves at once. None means no limit. The default of 100 is more than a long form that saves
            each field needs, and far less than a run can do in 25 steps of 50 actions.
        effects_on: The only sites, among home and `sites`, on which the run may have an effect. None means all of them.
        tools: The names of the only tools that the model may call, besides the checks and `fail`. None means all of the
            agent's.
        uploads: The only files, and folders of files, of the task that may be uploaded. None means all of them.
        downloads: Whether downloads are kept.
        values: Where typed text may come from: `any`; or `given`, only from the task's words, its data, or what a page
            of the run showed.
        data_sites: Whether sites that the data name are home too. Form jobs turn it off: others may have written their
            rows.

    Raises:
        ConfigError: An entry is not valid; the message shows the valid forms.
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
    data_sites: bool = True

    def added_to(self, others: Permissions) -> Permissions:
        """Both combined: `sites` and `navigate` of either; any other field as set here, else as set there."""
        chosen = {name: getattr(self, name) for name in self.model_dump(exclude_defaults=True)}
        sites, navigate = (*others.sites, *self.sites), (*others.navigate, *self.navigate)
        return others.model_copy(update={**chosen, "sites": sites, "navigate": navigate})

    @field_validator("sites", "navigate", "hosts", "effects_on", "tools", "uploads", mode="before")
    @classmethod
    def _is_a_list(cls, given: Any) -> Any:
        if isinstance(given, str | Path):
            message = f"this must be a list, not the text {str(given)!r}; write [{str(given)!r}]"
            raise ValueError(message)  # noqa: TRY004 - pydantic reports ValueError as the caller's mistake
        return tuple(cast("Iterable[Any]", given)) if isinstance(given, Iterable) else given

    @field_validator("sites", "navigate", "effects_on")
    @classmethod
    def _are_sites(cls, entries: Sequence[str] | None) -> tuple[str, ...] | None:
        return None if entries is None else tuple(str(SiteEntry.of(entry)) for entry in entries)

    @field_validator("hosts")
    @classmethod
    def _are_hosts(cls, entries: Sequence[str] | None) -> tuple[str, ...] | None:
        return None if entries is None else tuple(str(HostPattern.of(entry)) for entry in entries)

    @field_validator("uploads")
    @classmethod
    def _are_whole_paths(cls, paths: Sequence[str | Path] | None) -> tuple[Path, ...] | None:
        return None if paths is None else tuple(Path(path).expanduser().resolve() for path in paths)
