"""What clients of the service may request: never more than the owner of the service permits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from actwright.engine.limits import Limits
from actwright.errors import ConfigError
from actwright.schemas.base import Frozen
from actwright.schemas.permissions import Permissions
from actwright.service.config import ServiceConfig
from actwright.suggestions import unknown
from actwright.untrusted import check_storable

Short = Annotated[str, Field(max_length=200)]
Name = Annotated[str, Field(min_length=1, max_length=200)]
Datum = Annotated[str, Field(max_length=100_000)] | int | Annotated[float, Field(allow_inf_nan=False)] | bool


class Body(Frozen):
    """The body of a request. It can be stored and sent on, with all its texts and names; see `check_storable`."""

    @model_validator(mode="before")
    @classmethod
    def _is_storable(cls, given: Any) -> Any:
        check_storable(given)
        return given


class WantedLimits(Frozen):
    """The limits of one run; the owner's limits still apply."""

    steps: int | None = Field(default=None, ge=1, strict=True)
    usd: float | None = Field(default=None, gt=0, allow_inf_nan=False, strict=True)
    seconds: float | None = Field(default=None, gt=0, allow_inf_nan=False, strict=True)


class WantedPermissions(Frozen):
    """What one run may do, as in `Permissions`; it cannot be more than the owner permits."""

    effects: int | None = Field(default=None, ge=0, strict=True)
    effects_on: tuple[Short, ...] | None = None
    hosts: tuple[Short, ...] | None = None
    tools: tuple[Short, ...] | None = None
    downloads: bool = Field(default=True, strict=True)
    values: Literal["any", "given"] = "any"


class ClientRunRequest(Body):
    """A task to do.

    Attributes:
        task: What to do, in plain words.
        url: Where to start: an http or https URL.
        data: Values that the task may use as `{{name}}`; the model sees them.
        private: Values that are typed, but that no model sees.
        secrets: Names of the owner's secrets that the task may use.
        model: One of the owner's models; by default the first.
        policy: The name of a policy; by default the owner's.
        limits, permissions: The limits and permissions of this run, within the owner's.
        output: The JSON schema of an object, which the answer must fit.
    """

    task: Annotated[str, Field(min_length=1, max_length=20_000)]
    url: Annotated[str, Field(max_length=8_000)]
    data: Mapping[Name, Datum] = {}
    private: Mapping[Name, Datum] = {}
    secrets: tuple[Name, ...] = ()
    model: Short | None = None
    policy: Short | None = None
    limits: WantedLimits = WantedLimits()
    permissions: WantedPermissions = WantedPermissions()
    output: dict[str, Any] | None = None


class BrowseRequest(Body):
    """A question to answer from the web.

    Attributes:
        prompt: The question.
        model: As in `ClientRunRequest`.
    """

    prompt: Annotated[str, Field(min_length=1, max_length=20_000)]
    model: Short | None = None


def limits_of(wanted: WantedLimits, owner: ServiceConfig) -> Limits:
    """The limits of a run: the request's, but at most the owner's."""
    chosen: dict[str, Any] = {}
    for name in WantedLimits.model_fields:
        given = [each for each in (getattr(wanted, name), getattr(owner.limits, name)) if each is not None]
        chosen[name] = min(given) if given else None
    return owner.limits.model_copy(update=chosen)


def permissions_of(wanted: WantedPermissions, owner: Permissions) -> Permissions:
    """The owner's permissions, narrowed by the request's.

    Raises:
        ConfigError: An entry is not valid, or the owner does not permit it.
    """
    asked = Permissions(effects_on=wanted.effects_on, hosts=wanted.hosts, tools=wanted.tools)
    effects = [each for each in (wanted.effects, owner.effects) if each is not None]
    return owner.model_copy(
        update={
            "effects": min(effects) if effects else None,
            "effects_on": _narrowed("effects_on", asked.effects_on, owner.effects_on),
            "hosts": _narrowed("hosts", asked.hosts, owner.hosts),
            "tools": _narrowed("tools", asked.tools, owner.tools),
            "downloads": owner.downloads and wanted.downloads,
            "values": "given" if "given" in (owner.values, wanted.values) else "any",
        }
    )


def _narrowed(name: str, wanted: Sequence[str] | None, permitted: Sequence[str] | None) -> Sequence[str] | None:
    if wanted is None or permitted is None:
        return permitted if wanted is None else wanted
    for each in wanted:
        if each not in permitted:
            raise ConfigError(
                f"permissions.{name}: {unknown('entry', each, tuple(permitted))}; the service permits no more"
            )
    return wanted


def model_of(wanted: str | None, owner: ServiceConfig) -> str | None:
    """The model to use. Raises ConfigError for one that the owner does not offer."""
    if wanted is None:
        return owner.models[0] if owner.models else None
    if wanted not in owner.models:
        raise ConfigError(f"{unknown('model', wanted, owner.models)}; the service offers no other")
    return wanted


def policy_of(wanted: str | None, model: str | None, owner: ServiceConfig) -> str:
    """The policy to use. Raises ConfigError for one with an argument, because that names a file on this machine."""
    if wanted is not None and ":" in wanted:
        raise ConfigError(f"the policy {wanted!r} names a file, which only the owner of the service may do")
    return wanted if wanted is not None else owner.policy or ("single_call" if model else "rules")


def shown(request: ClientRunRequest | BrowseRequest) -> dict[str, Any]:
    """The request as it is stored and shown, with only the names of private values."""
    fields = request.model_dump(mode="json", exclude_defaults=True)
    if "private" in fields:
        fields["private"] = sorted(fields["private"])
    return fields
