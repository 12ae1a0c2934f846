"""Options that several commands share, in groups by subject. Each group reads its own values.

Annotations are evaluated here: commands extend these classes in modules that do not have all of their names.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from cyclopts import Group, Parameter
from cyclopts.validators import Number
from typing_extensions import dataclass_transform

from actwright.errors import ConfigError

if TYPE_CHECKING:
    from actwright.cli.run_recordings import RunRecordings
    from actwright.cli.values import Scalar
    from actwright.engine.limits import Limits
    from actwright.engine.page.browser.browser_options import BrowserOptions
    from actwright.engine.page.page_options import PageOptions
    from actwright.schemas.permissions import Permissions
    from actwright.schemas.task import Secret

C = TypeVar("C")
OPTIONS = Group("Options", sort_key=0)
"""The panel of options that belong to no other one."""

StorageState = Annotated[Path | None, Parameter(metavar="FILE")]
Count = Annotated[int, Parameter(metavar="N", validator=Number(gte=1))]
Usd = Annotated[float, Parameter(metavar="USD", validator=Number(gte=0.0001))]
Seconds = Annotated[float, Parameter(metavar="S", validator=Number(gte=1))]
Port = Annotated[int, Parameter(metavar="PORT", validator=Number(gte=0, lte=65_535))]
Text = Annotated[str, Parameter(metavar="TEXT")]
Name = Annotated[str, Parameter(metavar="NAME")]
Url = Annotated[str, Parameter(metavar="URL")]
Sites = Annotated[Sequence[str], Parameter(metavar="SITE")]
TreeBudget = Annotated[
    int,
    Parameter(metavar="N", validator=Number(gte=200), help="The maximum size of the page tree, in tokens."),
]
Force = Annotated[bool, Parameter(help="Overwrite an existing file.")]
Json = Annotated[bool, Parameter(name="--json", help="Print one JSON object.")]
RunFolderPath = Annotated[Path, Parameter(name="RUN")]
RunsFolder = Annotated[Path | None, Parameter(metavar="DIR", help="Folder for run folders; runs by default.")]
AllowHost = Annotated[
    Sequence[str],
    Parameter(metavar="HOST", help="Reach only this host and home, as in *.cdn.example; repeatable."),
]


@dataclass_transform(kw_only_default=True, frozen_default=True)
def panel(title: str, place: int) -> Callable[[type[C]], type[C]]:
    """Makes a class a group of options: a command with a parameter of this type has its fields as options.

    Their help is in the docstring of the class.

    Args:
        title: The title above the options in the help.
        place: The place of the panel among the others.
    """
    flattened = Parameter(name="*", group=Group(title, sort_key=place))
    return lambda group: flattened(dataclass(frozen=True, kw_only=True)(group))


@panel("Model", 10)
class ModelOptions:
    """The model that decides.

    Attributes:
        model: anthropic:NAME, openai:NAME or openai-chat:NAME; with A,B, B is asked if A fails.
        base_url: The address of the model's provider.
    """

    model: Annotated[str | None, Parameter(metavar="WIRE:NAME")] = None
    base_url: Url | None = None


@panel("Recordings", 11)
class RecordingOptions:
    """The recordings of a run.

    Attributes:
        record: Write a recording of the run once it is complete.
        force: Let --record overwrite an existing file.
        heal: What --policy auto:FILE does with its recording after a healed run: suggest (write a patch beside it, the
            default), apply (change it) or off.
    """

    record: Annotated[Path | None, Parameter(metavar="FILE.yaml")] = None
    force: bool = False
    heal: Annotated[Literal["off", "suggest", "apply"] | None, Parameter(metavar="HOW")] = None

    def begin(self, policy: str) -> "RunRecordings":
        """Returns the recordings of a run with this policy. Raises ConfigError as `RunRecordings.begin` does."""
        from actwright.cli.run_recordings import RunRecordings

        return RunRecordings.begin(policy, record=self.record, force=self.force, heal=self.heal)


@panel("Values", 12)
class DataOptions:
    """Data.

    Attributes:
        data: A value that the task may use as {{KEY}}; repeatable.
        data_file: Values that the task may use: a file with one JSON object.
    """

    data: Annotated[Sequence[str], Parameter(metavar="KEY=VALUE")] = ()
    data_file: Annotated[Path | None, Parameter(metavar="F.json")] = None

    def values(self) -> "dict[str, Scalar]":
        """Returns the data. Raises ConfigError as `read_data` does."""
        from actwright.cli.values import read_data

        return read_data(self.data, self.data_file)


@panel("Values", 12)
class SecretOptions:
    """Secrets.

    Attributes:
        secret: A value that no model sees, from the environment variable KEY or a hidden prompt; an otpauth:// address
            stands for its one-time codes; repeatable.
    """

    secret: Annotated[Sequence[str], Parameter(metavar=r"KEY\[@ORIGIN]")] = ()

    def secrets(self, fields: Sequence[str] = ()) -> "dict[str, Secret]":
        """Returns the secrets, with the fields that may receive them. Raises ConfigError as `read_secrets` does."""
        from actwright.cli.values import read_secrets

        return read_secrets(self.secret, fields)


@dataclass(frozen=True, kw_only=True)
class DataAndSecrets(SecretOptions, DataOptions):
    """Data and secrets."""


@dataclass(frozen=True, kw_only=True)
class ValueOptions(DataAndSecrets):
    """All values that a task can have.

    Attributes:
        secret_field: A field that may receive a secret although it is not marked up for passwords, one-time codes or
            payment cards; repeatable.
        private: A value that is typed but never shown to a model; KEY alone makes a value of --data-file private;
            repeatable.
        file: A file that the task may upload, as {{KEY}}; repeatable.
    """

    secret_field: Annotated[Sequence[str], Parameter(metavar="KEY=FIELD")] = ()
    private: Annotated[Sequence[str], Parameter(metavar="KEY[=VALUE]")] = ()
    file: Annotated[Sequence[str], Parameter(metavar="KEY=PATH")] = ()

    def read(self) -> dict[str, Any]:
        """Returns the values as the parameters `data`, `private` and `secrets` of a run.

        Raises:
            ConfigError: As the functions of `values`, or a value and a file have the same name.
        """
        from actwright.cli.values import read_files, read_private

        private, data = read_private(self.private, self.values())
        files = read_files(self.file)
        if twice := next((name for name in files if name in data), None):
            raise ConfigError(f"--file {twice}: --data gives a value of that name; rename one")
        return {"data": {**data, **files}, "private": private, "secrets": self.secrets(self.secret_field)}


@panel("Limits", 13)
class LimitOptions:
    """When a run stops.

    Attributes:
        max_steps: Stop a run after N steps.
        max_cost: Stop a run when this much is spent.
        timeout: Stop a run after S seconds.
        silence: Ask a model again after S seconds in which nothing of its reply arrived.
    """

    max_steps: Count = 25
    max_cost: Usd | None = None
    timeout: Seconds = 600
    silence: Seconds = 120

    def read(self) -> "Limits":
        """Returns the limits of a run."""
        from actwright.engine.limits import Limits

        return Limits(steps=self.max_steps, usd=self.max_cost, seconds=self.timeout, silence=self.silence)


@panel("What the model sees", 14)
class PageViewOptions:
    """How much of a page a model sees.

    Attributes:
        screenshot: When the model gets a screenshot.
    """

    screenshot: Annotated[Literal["always", "on-change", "never"], Parameter(metavar="WHEN")] = "always"
    budget: TreeBudget = 4_000

    def read(self) -> "PageOptions":
        """Returns the options of the page."""
        from actwright.engine.page.page_options import PageOptions

        when = "on_change" if self.screenshot == "on-change" else self.screenshot
        return PageOptions(budget=self.budget, screenshot=when)


@panel("Permissions", 15)
class PermissionOptions:
    """What a run may do.

    Attributes:
        allow_site: Give values and submit on this site too, as in pay.example; repeatable.
        allow_navigate: Open any URL of this site, to read; repeatable.
        allow_effects: Submit or send something at most N times.
        allow_effects_on: Submit only on this site; repeatable.
        allow_tool: Use only this tool; repeatable.
        allow_upload: Upload only this file; repeatable.
        allow_values: any (default), or given: type only what is in the task, its data or on a page.
        no_downloads: Keep no downloads.
    """

    allow_site: Sites = ()
    allow_navigate: Sites = ()
    allow_host: AllowHost = ()
    allow_effects: Annotated[int | None, Parameter(metavar="N", validator=Number(gte=0))] = None
    allow_effects_on: Sites = ()
    allow_tool: Annotated[Sequence[str], Parameter(metavar="TOOL")] = ()
    allow_upload: Annotated[Sequence[Path], Parameter(metavar="FILE")] = ()
    allow_values: Annotated[Literal["any", "given"] | None, Parameter(metavar="FROM")] = None
    no_downloads: bool = False

    def read(self) -> "Permissions":
        """Returns the permissions. Raises ConfigError for an invalid entry; the message names the option."""
        given = {name: getattr(self, f"allow_{option}") for name, option in ALLOWED.items()}
        return permissions_of(given | {"downloads": not self.no_downloads})


ALLOWED = {
    "sites": "site",
    "navigate": "navigate",
    "hosts": "host",
    "effects": "effects",
    "effects_on": "effects_on",
    "tools": "tool",
    "uploads": "upload",
    "values": "values",
}
"""The end of the name of each `--allow-…` option, by the field of `Permissions`."""


def permissions_of(given: dict[str, Any]) -> "Permissions":
    """Returns permissions; a field without entries gets its default.

    Raises:
        ConfigError: An entry is no site, host or file. The message names the option.
    """
    from actwright.schemas.permissions import Permissions

    try:
        return Permissions.model_validate({name: value for name, value in given.items() if value not in (None, ())})
    except ConfigError as error:
        field, _, said = str(error).removeprefix("Permissions: ").partition(": ")
        option = f"--allow-{ALLOWED[field].replace('_', '-')}" if field in ALLOWED else field
        raise ConfigError(f"{option}: {said}") from None


def signed_in(given: Path | None) -> Path | None:
    """Returns the file with cookies and storage to start with: as given, else as configured."""
    from actwright.settings import settings

    return given or settings().storage_state


@panel("Browser", 16)
class BrowserChoice:
    """Which browser is used.

    Attributes:
        headed: Show the browser window.
        browser: Use this browser instead of starting one: a Playwright server (ws://host:3000/) or a debugging port
            (http://host:9222).
        storage_state: Start signed in: cookies and storage from this file, as Playwright saves it.
        webmcp: Let the model call the tools that pages offer (WebMCP).
    """

    headed: bool = False
    browser: Url | None = None
    storage_state: StorageState = None
    webmcp: bool = False

    def read(self) -> "BrowserOptions":
        """Returns how to get the browser."""
        from actwright.engine.page.browser.browser_options import BrowserOptions

        state = signed_in(self.storage_state)
        return BrowserOptions(
            headless=False if self.headed else None, endpoint=self.browser, storage_state=state, webmcp=self.webmcp
        )


@dataclass(frozen=True, kw_only=True)
class BrowserAccess(BrowserChoice):
    """Which browser is used, and how it gets to guarded servers.

    Attributes:
        login: Credentials for HTTP authentication; the password comes from ACTWRIGHT_HTTP_PASSWORD or a hidden prompt.
        ignore_https_errors: Accept certificates that are not trusted.
    """

    login: Annotated[str | None, Parameter(metavar="USER@ORIGIN")] = None
    ignore_https_errors: bool = False

    def read(self) -> "BrowserOptions":
        """Returns how to get the browser. Raises ConfigError as `read_login` does."""
        from actwright.cli.values import read_login

        credentials = read_login(self.login) if self.login else None
        return (
            super()
            .read()
            .model_copy(update={"ignore_https_errors": self.ignore_https_errors, "http_credentials": credentials})
        )
