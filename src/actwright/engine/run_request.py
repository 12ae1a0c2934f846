"""`RunRequest`: what one run is to do, with which configuration, page and values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from playwright.async_api import Page
from pydantic import BaseModel

from actwright.engine.agent_config import AgentConfig
from actwright.engine.permissions.rules import PermissionRules
from actwright.engine.values.values import Values, origin_of
from actwright.net.guard import Guard
from actwright.schemas.task import Secret, Task

__all__ = ["RunRequest"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRequest:
    """What one run is to do, and with what.

    Attributes:
        config: The options of the agent, with those of the run.
        task: The task.
        page: The caller's page; None opens one.
        tabs: Further pages of the caller that the run may use.
        private, secrets: The values that the model does not see.
        output: The type that the answer must fit; None for any.
    """

    config: AgentConfig
    task: Task
    page: Page | None
    tabs: Sequence[Page]
    private: Mapping[str, str]
    secrets: Mapping[str, Secret]
    output: type[BaseModel] | None

    @property
    def start(self) -> str:
        """The URL that the run starts at; empty if it has no page yet and the task names none."""
        return self.task.url or (self.page.url if self.page else "")

    @property
    def needs_page(self) -> bool:
        """Whether there is a page; a run that only reads the web, and is taken at its word, needs none."""
        needs_none = self.config.toolbox.only_reads_web and self.task.evidence == "off"
        return self.page is not None or self.task.url is not None or not needs_none

    def values(self) -> Values:
        """The data and secrets, at home where the run starts."""
        login = self.config.browser.http_credentials
        hidden = login.hidden if login else None
        home = origin_of(self.start)
        return Values(self.task.data, self.secrets, private=self.private, home=home, hidden=hidden)

    def permission_rules(self) -> PermissionRules:
        """What the run may do; its home is the site that it starts on. Raises ConfigError for a mistake in them."""
        return PermissionRules.of(
            self.config.permissions,
            self.task,
            start=self.start,
            tabs=[tab.url for tab in self.tabs],
            bound=[origin for secret in self.secrets.values() for origin in secret.origins],
        )

    def guard(self) -> Guard | None:
        """What keeps the browser to the hosts that the permissions list; None if they list none."""
        hosts = self.permission_rules().hosts
        return None if hosts is None else Guard(hosts=hosts)
