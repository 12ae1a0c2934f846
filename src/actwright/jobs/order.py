"""What is asked for every row of a job, as a job file (TOML) holds it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationInfo, field_validator

from actwright.errors import ConfigError
from actwright.schemas.options import Options
from actwright.schemas.task import references_in

__all__ = ["KEY", "Login", "Order", "Verify", "read_order"]

KEY = "ACTWRIGHT_JOBS_KEY"
"""The variable of the environment with the key that private and secret values are encrypted with in a database."""


class Verify(Options):
    """How to find out, by looking alone, whether a row had arrived.

    Attributes:
        url: The page to open; `{{name}}` stands for the value of the row.
        expect: The text that it shows if the row arrived, as in `Application of {{email}}`. A page that repeats what was searched
            for shows the bare value in any case.
    """

    url: str
    expect: str = Field(min_length=1)

    @field_validator("url")
    @classmethod
    def _is_of_the_web(cls, url: str) -> str:
        if not url.startswith(("http://", "https://")):
            message = f"{url!r} is no address; write it in full, as in https://shop.example/orders?email={{{{email}}}}"
            raise ValueError(message)
        return url


class Login(Options):
    """How to log in, once for all rows.

    Attributes:
        url: Where the login is.
        task: What to do there, as in `Log in as {{user}} with the password {{password}}`; a value of the job stands for a name, or a
            secret, which no row is given then.
    """

    url: str
    task: str = Field(min_length=1)


class Order(Options):
    """What is asked for every row.

    Attributes:
        task: What to do, in plain words; `{{name}}` stands for the value of the row.
        url: Where each row starts.
        columns: Other names for columns, by their headings.
        ignore: Headings of columns that are not for the form.
        private, secret: Names of columns that no model sees and nothing is written of; a secret goes only into fields for
            passwords, one-time codes and payment cards.
        key: Names of the columns that say which rows are the same; without any, two rows are if all that they hold is.
        required: Names of columns whose cells must not be empty; a row with an empty one is `invalid`.
        optional: Names of columns that the form may not have. Every other one must be entered before the row is submitted.
        duplicates: Whether a second row with the same key is refused before anything is submitted, or skipped.
        values: Further values, the same for every row.
        submit: The address of the request that submits a row, with `*` for anything, as in `*/orders`. Without it, the first button
            that submits does, so that all must be entered by then; a form of several pages needs it.
        verify: How to find out whether a row of which that is not known had arrived.
        policy: `auto`, or the name of one policy for every row. `auto` replays an earlier row, else matches labels by rules, and
            asks the model, if there is one, only where both found nothing that fits.
        model, base_url: As of `Agent`.
        concurrency: Rows at once, in one browser.
        rate: The most rows begun in a minute.
        max_cost: USD; no further row is begun once so much is spent.
        retries: How often a row is tried again that failed before anything was sent.
        stop_after: So many rows in a row that end alike, for a reason that is not theirs, stop the job.
        seconds, steps: Limits of each row.
        state: A file with Playwright's storage state (cookies of a login), for every row.
        login: How to log in once, before the first row; its cookies are kept in the folder of the job until a login stands in the way.
        secret_names: What the command line reads secrets from: names of environment variables, as `password` or
            `password@https://site.example`. Never their values.
        sites: Where values may be given besides the site of the start URL.
        encoding, sheet: Of the file of rows.
        dry_run: Everything is filled in and nothing is submitted; of each row there is the picture and what would be sent.
        records: Of which rows the whole record is kept: of none, of those that are not done, or of all.
    """

    task: str = Field(min_length=1)
    url: str
    columns: Mapping[str, str] = {}
    ignore: tuple[str, ...] = ()
    private: tuple[str, ...] = ()
    secret: tuple[str, ...] = ()
    key: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    duplicates: Literal["refuse", "skip"] = "refuse"
    values: Mapping[str, str] = {}
    submit: str = ""
    verify: Verify | None = None
    policy: str = "auto"
    model: str | None = None
    base_url: str | None = None
    concurrency: Annotated[int, Field(ge=1, le=64)] = 1
    rate: float | None = Field(default=None, gt=0)
    max_cost: float | None = Field(default=None, gt=0)
    retries: int = Field(default=1, ge=0, le=10)
    stop_after: int = Field(default=5, ge=2)
    seconds: float = Field(default=180, gt=0)
    steps: int = Field(default=25, ge=1)
    state: Path | None = None
    login: Login | None = None
    secret_names: tuple[str, ...] = ()
    sites: tuple[str, ...] = ()
    encoding: str | None = None
    sheet: str | None = None
    dry_run: bool = False
    records: Literal["none", "failed", "all"] = "failed"

    @field_validator(
        "ignore", "private", "secret", "key", "required", "optional", "sites", "secret_names", mode="before"
    )
    @classmethod
    def _one_is_a_list(cls, given: Any) -> Any:
        return (given,) if isinstance(given, str) else given

    @field_validator("verify")
    @classmethod
    def _secrets_stay_here(cls, verify: Verify | None, info: ValidationInfo) -> Verify | None:
        secret: tuple[str, ...] = info.data.get("secret", ())
        named = {*references_in(verify.url), *references_in(verify.expect)} if verify else set[str]()
        if both := named & set(secret):
            message = f"{min(both)!r} is secret, and a secret goes into no address"
            raise ValueError(message)
        return verify


def read_order(path: Path) -> tuple[Path, dict[str, Any]]:
    """The rows and the options of a job file; paths in it are relative to its folder.

    Raises:
        ConfigError: It cannot be read, is no TOML, or names no rows.
    """
    try:
        found = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: not a TOML file: {error}") from error
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror or error}") from error
    rows = found.pop("rows", None)
    if not isinstance(rows, str):
        raise ConfigError(f'{path}: it names no rows; write rows = "applicants.csv"')
    if isinstance(state := found.get("state"), str):
        found["state"] = path.parent / state
    return path.parent / rows, found
