"""The options of a job, as a job file (TOML) holds them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationInfo, field_validator

from actwright.errors import ConfigError
from actwright.schemas.options import Options
from actwright.schemas.sites import start_url
from actwright.schemas.task import references_in
from actwright.untrusted import read_text

__all__ = ["KEY", "TASK", "JobOptions", "Login", "Verify", "read_options"]

TASK = "Fill in the form and submit it"
"""What to do for each row of a job without a task of its own: the rows and the form say the rest."""
KEY = "ACTWRIGHT_JOBS_KEY"
"""The environment variable with the key that encrypts private and secret values in a database."""


class Verify(Options):
    """How to find out whether a row arrived, without sending anything.

    Attributes:
        url: The page to open; `{{name}}` stands for the row's value.
        expect: The text that the page shows if the row arrived, as in `Application of {{email}}`. The bare value is no
            proof: a page of search results repeats it even if it found nothing.
    """

    url: str
    expect: str = Field(min_length=1)

    @field_validator("url")
    @classmethod
    def _is_of_the_web(cls, url: str) -> str:
        if not url.startswith(("http://", "https://")):
            message = (
                f"{url!r} is not a web address; write it in full, as in https://shop.example/orders?email={{{{email}}}}"
            )
            raise ValueError(message)
        return url


class Login(Options):
    """How to log in, once for all rows.

    Attributes:
        url: The page with the login.
        task: What to do there, as in `Log in as {{user}} with the password {{password}}`. The names stand for values
            of the job or for secrets; rows get none of those that only the login names.
    """

    url: str
    task: str = Field(min_length=1)


class JobOptions(Options):
    """The options of a job. They are the same for every row.

    Attributes:
        task: What to do, in plain words; `{{name}}` stands for the row's value. It is needed only where the rows and
            the form do not say it: to choose between several forms, or to tell a model more.
        url: Where each row starts.
        columns: Other names for columns, by heading.
        ignore: Headings of columns that do not belong in the form.
        private, secret: Names of columns that no model sees and no record holds. A secret goes only into fields for
            passwords, one-time codes and payment cards.
        key: Names of the columns that identify a row; without any, all columns do.
        required: Names of columns that must not be empty; a row with an empty one is `invalid`.
        optional: Names of columns that the form may lack. All others must be entered before a row is submitted.
        duplicates: What to do about rows with the same key: `refuse` to begin the job, or `skip` all but the first.
        values: More values, the same for every row.
        replace: Other values for cells, by column and by what the cell says, as in `{"Degree": {"PhD": "Doctorate"}}`;
            case and extra spaces make no difference.
        files: The folder of the files that rows may upload; a cell has a path below it. Without it, none may be.
        submit: The address of the request that submits a row, with `*` for anything, as in `*/orders`. Without it, the
            first button that submits counts, so everything must be entered by then; a form of several pages needs it.
        verify: How to find out whether an unknown row arrived.
        policy: `auto`, or the name of one policy for every row. `auto` replays an earlier row, or else matches labels
            by rules; the model, if there is one, is asked only if neither works.
        model, base_url: As for `Agent`.
        concurrency: The number of rows at a time, in one browser.
        rate: The most rows to begin per minute, as 30 or "30/min".
        max_cost: USD; once this much is spent, no further row begins.
        retries: How often a row that failed before anything was sent is tried again.
        stop_after: The job stops when this many consecutive rows end alike for a reason that is not in the rows.
        seconds, steps: Limits for each row.
        state: A file with Playwright's storage state (the cookies of a login) that every row starts with.
        login: How to log in once, before the first row. The session stays in the job's folder until a row is blocked.
        secret_names: The environment variables that the command line reads secrets from, as `password` or
            `password@https://site.example`; never their values.
        sites: Sites where values may be entered, besides the site of `url`.
        encoding, sheet: The encoding of the file of rows, or its sheet.
        dry_run: Fill in every form and submit none; keep a screenshot and the fields of each for review.
        records: The rows whose full record is kept: `none`, `failed` (those that are not done) or `all`.
        evidence_pack: Whether to write evidence packs beside the records, as `Agent` does. Needs `records="all"`.
    """

    task: str = Field(default=TASK, min_length=1)
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
    replace: Mapping[str, Mapping[str, str]] = {}
    files: Path | None = None
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
    evidence_pack: bool = False

    @field_validator(
        "ignore", "private", "secret", "key", "required", "optional", "sites", "secret_names", mode="before"
    )
    @classmethod
    def _one_is_a_list(cls, given: Any) -> Any:
        return (given,) if isinstance(given, str) else given

    @field_validator("rate", mode="before")
    @classmethod
    def _per_minute(cls, given: Any) -> Any:
        return given.removesuffix("/min") if isinstance(given, str) else given

    @field_validator("url")
    @classmethod
    def _can_be_opened(cls, url: str) -> str:
        return start_url(url)

    @field_validator("verify")
    @classmethod
    def _secrets_stay_here(cls, verify: Verify | None, info: ValidationInfo) -> Verify | None:
        secret: tuple[str, ...] = info.data.get("secret", ())
        named = {*references_in(verify.url), *references_in(verify.expect)} if verify else set[str]()
        if both := named & set(secret):
            message = f"{min(both)!r} is secret, and a secret must not be in an address"
            raise ValueError(message)
        return verify

    @field_validator("evidence_pack")
    @classmethod
    def _goes_with_all_records(cls, asked: bool, info: ValidationInfo) -> bool:  # noqa: FBT001 - as pydantic calls it
        if asked and info.data.get("records") != "all":
            message = 'it is written beside the record of each row, which needs records = "all"'
            raise ValueError(message)
        return asked


def read_options(path: Path) -> tuple[Path, dict[str, Any]]:
    """Reads a job file. Returns the path of the rows, and the options; paths are relative to the file's folder.

    Raises:
        ConfigError: The file cannot be read, is not TOML, or does not name the rows.
    """
    try:
        found = tomllib.loads(read_text(path, "a job file"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConfigError(f"{path}: not a TOML file: {error}") from error
    rows = found.pop("rows", None)
    if not isinstance(rows, str):
        raise ConfigError(f'{path}: it does not name the rows; write rows = "applicants.csv"')
    for name in ("state", "files"):
        if isinstance(given := found.get(name), str):
            found[name] = path.parent / given
    return path.parent / rows, found
