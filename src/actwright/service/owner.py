"""What whoever starts a service decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from actwright.engine.hand_over import HAND_OVER_SECONDS
from actwright.engine.limits import Limits
from actwright.engine.page.browser.options import BrowserOptions
from actwright.engine.page.options import PageOptions
from actwright.errors import ConfigError
from actwright.schemas.permissions import Permissions
from actwright.schemas.task import Secret

__all__ = ["Owner"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Owner:
    """What whoever starts a service decides; a client has no say in it.

    Attributes:
        models: What may be asked, each as for `Agent`; the first unless a client chooses another. None lets runs be played by
            `rules`, and nobody browse.
        base_url: Where to reach the model's provider.
        policy: As for `Agent`; None is `single_call` with a model, `rules` without.
        permissions: What runs may do.
        confirm: Whether effects wait for an answer.
        hand_over_seconds: How long a run waits for a person whom it asks to act on its page; 0 lets it ask none.
        limits: Of each run; a client may ask for fewer steps.
        secrets: Values that runs may use by name. Each names the origins that may get it: a client says where a run starts.
        search: What `browse` searches, as for `BrowsingAgent`.
        allow_loopback: Whether `browse` may read pages of this machine.
        browser: How to get a browser.
        page_options: How much of a page is shown.
        most_runs: Runs and open pages at a time.
        idle_seconds: An open page that nobody asks for is closed after this.
        session_seconds: One is closed after this whoever asks for it.
        out: Where the records go.
    """

    models: tuple[str, ...] = ()
    base_url: str | None = None
    policy: str | None = None
    permissions: Permissions = field(default_factory=Permissions)
    confirm: bool = False
    hand_over_seconds: float = HAND_OVER_SECONDS
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
        """Where the records go, also if none was named."""
        return self.out or Path("runs")

    def __post_init__(self) -> None:
        """Raises ConfigError for a secret that any page could be given."""
        for name, secret in self.secrets.items():
            if not secret.origins:
                raise ConfigError(
                    f"the secret {name!r} names no origin; clients choose where a run starts, so say where it may go: "
                    f"{name}@https://shop.example"
                )
