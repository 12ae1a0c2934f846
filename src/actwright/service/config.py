"""The settings of whoever starts a service."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from actwright.engine.limits import Limits
from actwright.engine.page.browser.browser_options import BrowserOptions
from actwright.engine.page.page_options import PageOptions
from actwright.engine.people.ask_human import ASK_HUMAN_SECONDS
from actwright.errors import ConfigError
from actwright.schemas.permissions import Permissions
from actwright.schemas.task import Secret


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceConfig:
    """The settings of whoever starts a service; clients cannot change them.

    Attributes:
        models: The models that may be called, each as for `Agent`; the first unless a client chooses another. Without
            any, runs use `rules`, and nobody can browse.
        base_url: The URL of the model's provider.
        policy: As for `Agent`; by default `single_call` with a model, `rules` without one.
        permissions: What runs may do. Clients write the tasks, so a path in a task permits nothing: only files that
            `uploads` lists may be uploaded, none if it is None.
        confirm: Whether effects wait for approval.
        ask_human_seconds: How long a run waits for a person whom it asks to act on its page; with 0, runs ask nobody.
        limits: The limits of each run; a client may set lower ones.
        secrets: Values that runs may use by name. Each must name the origins that may receive it, because clients
            choose where a run starts.
        search: What `browse` searches; as for `BrowsingAgent`.
        allow_loopback: Whether `browse` may read pages on this machine.
        browser: How to get a browser.
        page_options: How much of a page models see.
        most_runs: How many runs and open pages there may be at once.
        idle_seconds: After how long an open page that nobody uses is closed.
        session_seconds: After how long an open page is closed in any case.
        out: The folder for records.
    """

    models: tuple[str, ...] = ()
    base_url: str | None = None
    policy: str | None = None
    permissions: Permissions = field(default_factory=Permissions)
    confirm: bool = False
    ask_human_seconds: float = ASK_HUMAN_SECONDS
    limits: Limits = field(default_factory=Limits)
    secrets: Mapping[str, Secret] = field(default_factory=dict[str, Secret])
    search: tuple[str, ...] = ()
    allow_loopback: bool = False
    browser: BrowserOptions = field(default_factory=BrowserOptions)
    page_options: PageOptions = field(default_factory=PageOptions)
    most_runs: int = 4
    idle_seconds: float = 900.0
    session_seconds: float = 3_600.0
    out: Path | None = None

    @property
    def folder(self) -> Path:
        """The folder for records: `out`, or the default `runs`."""
        return self.out or Path("runs")

    def __post_init__(self) -> None:
        """Permits no upload unless one was listed. Raises ConfigError for a secret that any page could receive."""
        if self.permissions.uploads is None:
            object.__setattr__(self, "permissions", self.permissions.model_copy(update={"uploads": ()}))
        for name, secret in self.secrets.items():
            if not secret.origins:
                raise ConfigError(
                    f"the secret {name!r} names no origin; clients choose where a run starts, so name the origin that may receive it: "
                    f"{name}@https://shop.example"
                )
