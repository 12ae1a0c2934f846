"""`RunRequest`: what one run is to do, with which configuration, page and values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Page
from pydantic import BaseModel, PydanticInvalidForJsonSchema, PydanticUserError

from actwright.engine.agent_config import AgentConfig
from actwright.engine.models.schema import lowered
from actwright.engine.page.browser.browser_options import hidden_in
from actwright.engine.page.browser.sync_bridge import is_sync
from actwright.engine.permissions.rules import PermissionRules
from actwright.engine.run_options import Datum
from actwright.engine.task_images import Picture, as_images
from actwright.engine.values.task_values import task_of
from actwright.engine.values.values import Values
from actwright.errors import ConfigError
from actwright.net.guard import Guard
from actwright.schemas.sites import origin_of
from actwright.schemas.task import Secret, Task


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
        hidden = hidden_in(self.start) | (login.hidden if login else {})
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


def request_of(
    config: AgentConfig,
    task: str,
    *,
    url: str | None,
    page: Page | None,
    tabs: Sequence[Page],
    data: Mapping[str, Datum] | None,
    private: Mapping[str, Datum] | None,
    secrets: Mapping[str, str | Secret] | None,
    images: Sequence[Picture],
    output: type[BaseModel] | None,
) -> RunRequest:
    """The request for a run with these options of `Agent.run`. Raises ConfigError if the task cannot be run as given."""
    if page is not None and is_sync(page):
        raise ConfigError("this is a page of Playwright's sync API; use `run_sync(…, page=page)`")
    if not task.strip():
        raise ConfigError("the task is empty; say what to do")
    asked, withheld, guarded = task_of(
        task,
        data=data,
        private=private,
        secrets=secrets,
        cannot="the task cannot be run",
        url=url,
        evidence=config.evidence,
        output=None if output is None else _answer_schema(output, config),
        images=as_images(images),
    )
    others = _checked(tabs, page)
    return RunRequest(
        config=config, task=asked, page=page, tabs=others, private=withheld, secrets=guarded, output=output
    )


def _answer_schema(output: Any, config: AgentConfig) -> dict[str, Any]:
    if not (isinstance(output, type) and issubclass(output, BaseModel)):
        raise ConfigError(
            f"output is {output!r}; give a pydantic model class, as in `class Answer(BaseModel): price: float`. "
            "Put a list into a field of it"
        )
    if not config.policy.roles:
        raise ConfigError(f"the policy {config.policy_name!r} asks no model, so it cannot return a typed output")
    try:
        schema = output.model_json_schema()
        lowered(schema)
    except (ConfigError, PydanticInvalidForJsonSchema, PydanticUserError) as error:
        raise ConfigError(f"output {output.__name__}: {error}") from error
    return schema


def _checked(tabs: Sequence[Page], page: Page | None) -> tuple[Page, ...]:
    """The tabs, each once and without the page itself."""
    if tabs and (page is None or any(tab.context is not page.context for tab in tabs)):
        raise ConfigError("tabs must be open pages of the same browser context as the page; give page=… as well")
    return tuple(dict.fromkeys(tab for tab in tabs if tab is not page))
