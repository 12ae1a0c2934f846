"""The options that `serve` and `mcp` share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from cyclopts.validators import Number

from actwright.cli import options

if TYPE_CHECKING:
    from actwright.service.config import ServiceConfig


@dataclass(frozen=True, kw_only=True)
class OriginSecrets(options.SecretOptions):
    """Secrets of a service, whose clients choose where a run starts.

    Attributes:
        secret: A value that runs may use as {{KEY}}, on this origin only; read from the environment variable KEY;
            repeatable.
    """

    secret: Annotated[Sequence[str], Parameter(metavar="KEY@ORIGIN")] = ()


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class ServiceOptions:
    """What a service may do, whatever its clients ask for.

    Attributes:
        model: A model that runs may use; repeatable. The first is used unless a request names another. Without one,
            runs use the policy rules, and questions get no answer.
        base_url: The address of the model's provider.
        policy: As in run.
        search: What questions search: brave, or a folder or the URL of a site; repeatable.
        allow_loopback: Let questions read pages on this machine too.
        confirm: Have a person permit each effect before it happens.
        ask_human: Wait up to S seconds when a run asks for a person, as at a login or a captcha; 0: runs do not ask.
        concurrency: At most N runs and open pages at once.
    """

    model: Annotated[Sequence[str], Parameter(metavar="WIRE:NAME")] = ()
    base_url: options.Url | None = None
    policy: options.Name | None = None
    search: Annotated[Sequence[str], Parameter(metavar="WHERE")] = ()
    allow_loopback: bool = False
    confirm: bool = False
    ask_human: Annotated[float, Parameter(metavar="S", validator=Number(gte=0))] = 600
    concurrency: options.Count = 4
    budget: options.TreeBudget = 4_000
    out: options.RunsFolder = None
    secrets: OriginSecrets = OriginSecrets()
    limits: options.LimitOptions = options.LimitOptions()
    permissions: options.PermissionOptions = options.PermissionOptions()
    browser: options.BrowserChoice = options.BrowserChoice()

    def config(self, **more: Any) -> ServiceConfig:
        """Returns the configuration, with further fields. Raises ConfigError, which names the option."""
        from actwright.engine.page.page_options import PageOptions
        from actwright.service.config import ServiceConfig
        from actwright.settings import settings

        configured = settings()
        return ServiceConfig(
            models=tuple(self.model or filter(None, [configured.model])),
            base_url=self.base_url,
            policy=self.policy or configured.policy,
            permissions=self.permissions.read(),
            confirm=self.confirm,
            ask_human_seconds=self.ask_human,
            limits=self.limits.read(),
            secrets=self.secrets.secrets(),
            search=tuple(self.search),
            allow_loopback=self.allow_loopback,
            browser=self.browser.read(),
            page_options=PageOptions(budget=self.budget),
            most_runs=self.concurrency,
            out=self.out or configured.runs,
            **more,
        )
