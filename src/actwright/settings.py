"""The only reader of the environment and of configuration files.

Values come from environment variables (`ACTWRIGHT_MODEL`), then from `actwright.toml`, then from `[tool.actwright]` in
`pyproject.toml`, both in the current directory; the first one found wins. Nothing is read until `settings()` is called.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Any, cast

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from actwright.errors import ConfigError
from actwright.schemas.proposal import first_problem
from actwright.suggestions import unknown

KEYS = ("anthropic_api_key", "openai_api_key", "brave_api_key")
FILES = (("actwright.toml", ()), ("pyproject.toml", ("tool", "actwright")))


def _both(name: str) -> AliasChoices:
    """`name` in files and code, `NAME` in the environment, as in the providers' own SDKs."""
    return AliasChoices(name, name.upper())


class OwnPrice(BaseModel):
    """What a model costs, in USD per million tokens."""

    model_config = ConfigDict(extra="forbid")

    input: Annotated[float, Field(ge=0)]
    output: Annotated[float, Field(ge=0)]
    cache_read: Annotated[float, Field(ge=0)] | None = None
    cache_write: Annotated[float, Field(ge=0)] | None = None


class Settings(BaseSettings):
    """Settings that are configured once instead of in each call.

    Attributes:
        anthropic_api_key, openai_api_key, brave_api_key: From `ANTHROPIC_API_KEY`, `OPENAI_API_KEY` and
            `BRAVE_API_KEY`, never from a file.
        anthropic_base_url, openai_base_url: The addresses of the providers; None means their own.
        browser: Path of the browser to start (`ACTWRIGHT_BROWSER`).
        headless: Whether browsers start without a window.
        storage_state: File with cookies and storage with which the browsers of commands start, as Playwright saves it.
        model, policy: The defaults of `actwright run`. Models are asked in order; a file may list them.
        mode, heal: How the tests of a suite use their recordings: `replay`, `auto` or `record`; `off`, `suggest` or
            `apply`.
        instructions: Standing instructions for every task of `actwright run` and of test suites.
        runs: The folder for run folders.
        prices: USD per million tokens of models whose prices are not known, by model name: `input`, `output` and, if
            they differ from `input`, `cache_read` and `cache_write`.
        evidence_pack: Whether the runs of `actwright run` and of test suites write evidence packs.
    """

    model_config = SettingsConfigDict(
        env_prefix="ACTWRIGHT_", frozen=True, extra="forbid", populate_by_name=True, env_ignore_empty=True
    )

    anthropic_api_key: SecretStr | None = Field(default=None, validation_alias=_both("anthropic_api_key"))
    openai_api_key: SecretStr | None = Field(default=None, validation_alias=_both("openai_api_key"))
    brave_api_key: SecretStr | None = Field(default=None, validation_alias=_both("brave_api_key"))
    anthropic_base_url: str | None = Field(default=None, validation_alias=_both("anthropic_base_url"))
    openai_base_url: str | None = Field(default=None, validation_alias=_both("openai_base_url"))
    browser: Path | None = None
    headless: bool = True
    storage_state: Path | None = None
    model: str | None = None
    policy: str | None = None
    mode: str | None = None
    heal: str | None = None
    instructions: str = ""
    runs: Path = Path("runs")
    evidence_pack: bool = False
    prices: Mapping[str, OwnPrice] = {}

    @field_validator("model", mode="before")
    @classmethod
    def _a_list_is_in_order(cls, model: object) -> object:
        if not isinstance(model, list):
            return model
        names = cast(list[object], model)
        return ",".join(map(str, names)) if names and all(isinstance(name, str) for name in names) else names

    @field_validator("browser", "storage_state", "runs")
    @classmethod
    def _home_is_expanded(cls, path: Path | None) -> Path | None:
        return path.expanduser() if path else None

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - .env files are not read
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - nor secret folders
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The sources, in the order that the module's docstring gives."""
        files = [_TableSource(settings_cls, Path(name), table) for name, table in FILES]
        return init_settings, env_settings, *files


class _TableSource(TomlConfigSettingsSource):
    """One table of a TOML file. An unknown key in it is an error that names the file."""

    def __init__(self, settings_cls: type[BaseSettings], path: Path, table: tuple[str, ...]) -> None:
        self._table = table
        super().__init__(settings_cls, path)

    def _read_file(self, file_path: Path | Traversable) -> dict[str, Any]:
        where = f"{file_path}" + (f" [{'.'.join(self._table)}]" if self._table else "")
        try:
            values: object = tomllib.loads(file_path.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
            raise ConfigError(f"{file_path}: not a valid TOML file: {error}") from error
        except OSError as error:
            raise ConfigError(f"{file_path}: cannot be read: {error.strerror}") from error
        for name in self._table:
            values = cast(dict[str, object], values).get(name, {}) if isinstance(values, dict) else values
        return _checked(values, where)


def _checked(values: object, where: str) -> dict[str, Any]:
    if not isinstance(values, dict):
        raise ConfigError(f"{where}: this is not a table of settings")
    known = [name for name in Settings.model_fields if name not in KEYS]
    table = cast(dict[str, Any], values)
    for name in table:
        if name in KEYS:
            raise ConfigError(f"{where}: {name}: keys are not read from a file; set {name.upper()} in the environment")
        if name not in known:
            raise ConfigError(f"{where}: {unknown('setting', name, known)}")
    return table


def settings() -> Settings:
    """Reads the environment and the files now.

    Raises:
        ConfigError: A file is not valid TOML or has an unknown setting, or a value has the wrong type.
    """
    try:
        return Settings()
    except ValidationError as error:
        raise ConfigError(
            f"configuration: {first_problem(error)} (read from ACTWRIGHT_* and {' and '.join(name for name, _ in FILES)})"
        ) from error


def environment_value(name: str) -> str | None:
    """The value of an environment variable, such as one that the caller named for a secret; None if unset or empty."""
    return os.environ.get(name) or None


_FOR_CHILDREN = re.compile(
    r"""(?!\w*(PASS|SECRET|TOKEN|CREDENTIAL|AUTH(?!ORITY\b)|_KEY))(
    PATH | PATHEXT | HOME | PWD | USER | USERNAME | LOGNAME | SHELL | TERM | TZ | LANG | LANGUAGE | LC_\w+
    | TMP | TEMP | TMPDIR | SYSTEMROOT | WINDIR | SYSTEMDRIVE | COMSPEC | USERPROFILE | HOMEDRIVE | HOMEPATH
    | APPDATA | LOCALAPPDATA | PROGRAM(DATA|FILES(\(X86\))?|W6432) | PROCESSOR_\w+ | NUMBER_OF_PROCESSORS
    | LD_LIBRARY_PATH | DYLD_\w+ | __CF\w+ | GLIBC_TUNABLES | MALLOC_\w+ | PYTHON\w+
    | DISPLAY | XAUTHORITY | WAYLAND_\w+ | XDG_\w+ | DBUS_\w+_BUS_ADDRESS | GDK_\w+ | GTK_\w+ | QT_\w+ | XCURSOR_\w+
    | FONTCONFIG_\w+ | PULSE_SERVER | LIBGL_\w+ | MESA_\w+ | VK_\w+ | CUDA_\w+ | WSL\w*
    | (HTTP|HTTPS|FTP|ALL|NO)_PROXY | SSL_CERT_(FILE|DIR) | NODE_EXTRA_CA_CERTS | NODE_OPTIONS | NODE_PATH
    | PLAYWRIGHT_\w+ | PWDEBUG | PW_?TEST_\w+ | DEBUG | DEBUG_(COLORS|FILE) | CHROME_(CONFIG_HOME|DEVEL_SANDBOX|LOG_FILE|WRAPPER)
    )""",
    re.VERBOSE | re.IGNORECASE,
)


def child_environment(environment: Mapping[str, str] | None = None) -> dict[str, str]:
    """The variables that a process which is started here needs, out of an environment, by default our own.

    These are the variables of the system, the display, fonts, proxies, Python, Node.js, Playwright and Chromium. Any
    other may be a secret.
    """
    return {
        name: value
        for name, value in (os.environ if environment is None else environment).items()
        if _FOR_CHILDREN.fullmatch(name)
    }
