"""Turns requests into runs that are not yet started, within what the owner of the service permits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError
from pydantic import BaseModel, ConfigDict, GetJsonSchemaHandler, create_model, model_validator
from pydantic_core import CoreSchema

from actwright.browsing import BrowsingAgent
from actwright.engine.agent import Agent
from actwright.engine.limits import Limits
from actwright.engine.run import Run
from actwright.errors import ConfigError
from actwright.schemas.inlined_schema import inlined
from actwright.schemas.permissions import Permissions
from actwright.schemas.sites import start_url
from actwright.service.background_runs import BackgroundRun
from actwright.service.config import ServiceConfig
from actwright.service.run_requests import (
    BrowseRequest,
    ClientRunRequest,
    limits_of,
    model_of,
    permissions_of,
    policy_of,
)
from actwright.suggestions import unknown


def prepared(owner: ServiceConfig, request: ClientRunRequest, *, attended: bool) -> BackgroundRun:
    """Returns a run that is not yet started.

    Args:
        owner: The settings of the owner: what the run may do.
        request: The client's request.
        attended: Whether there may be people who can act on the run's page.

    Raises:
        ConfigError: The request cannot be run, or the owner does not permit it. Nothing was started.
    """
    start, model = page_at(request.url), model_of(request.model, owner)
    policy = policy_of(request.policy, model, owner)
    output = None if request.output is None else answer_type(request.output)
    for name in request.secrets:
        if name not in owner.secrets:
            raise ConfigError(f"secrets: {unknown('secret', name, tuple(owner.secrets))}")
    agent = agent_of(
        owner,
        model,
        policy=policy,
        limits=limits_of(request.limits, owner),
        permissions=permissions_of(request.permissions, owner.permissions),
    )

    def make(playing: BackgroundRun) -> Run:
        return agent.play(
            request.task,
            url=start,
            data=request.data,
            private=request.private,
            secrets={name: owner.secrets[name] for name in request.secrets},
            output=output,
            confirm=playing.confirm if owner.confirm else None,
            ask_human=playing.ask_human if attended else None,
        )

    return BackgroundRun(make)


def browsed(owner: ServiceConfig, request: BrowseRequest) -> BackgroundRun:
    """Returns a run that answers a question and is not yet started. Raises the same as `prepared`."""
    model = model_of(request.model, owner)
    if model is None:
        raise ConfigError("browsing needs a model; start the service with --model WIRE:NAME")
    agent = BrowsingAgent(
        model,
        search=owner.search or None,
        allow_loopback=owner.allow_loopback,
        browser=owner.browser,
        seconds=owner.limits.seconds,
        usd=owner.limits.usd,
        base_url=owner.base_url,
        permissions=owner.permissions,
        out=owner.out,
    )
    playing = BackgroundRun(lambda _: agent.play(request.prompt))

    def described(result: Any) -> dict[str, Any]:
        answer = agent.answer_of(result)
        sources = [{"url": source.url, "title": source.title} for source in answer.sources]
        return {
            "message": answer.answer,
            "answer": answer.answer,
            "complete": answer.complete,
            "sources": sources,
            "rejected": dict(answer.rejected),
        }

    playing.describe = described
    return playing


def agent_of(
    owner: ServiceConfig,
    model: str | None,
    *,
    policy: Any,
    limits: Limits,
    permissions: Permissions,
    tools: Sequence[str] | None = None,
) -> Agent:
    """Returns an agent with the settings of the owner and of one run."""
    return Agent(
        model,
        policy=policy,
        tools=tools,
        limits=limits,
        browser=owner.browser,
        page_options=owner.page_options,
        ask_human_seconds=owner.ask_human_seconds,
        base_url=owner.base_url if model else None,
        permissions=permissions,
        out=owner.out,
    )


def page_at(url: str) -> str:
    """Returns the URL of a web page. Raises ConfigError for any other: clients must not reach files on this machine."""
    if not url.startswith(("http://", "https://")):
        raise ConfigError(f"{url[:200]!r} is not the URL of a web page; write it in full, as in https://shop.example/")
    try:
        return start_url(url)
    except ValueError as error:
        raise ConfigError(f"url: {error}") from error


def answer_type(schema: Mapping[str, Any]) -> type[BaseModel]:
    """Returns a pydantic model that accepts only what fits a schema.

    Raises:
        ConfigError: It is not the schema of an object, or it uses keywords that clients may not use.
    """
    if schema.get("type") != "object" or not isinstance(schema.get("properties"), dict):
        raise ConfigError(
            'output: give the JSON schema of an object, as in {"type": "object", "properties": {"total": {"type": "number"}}}'
        )
    try:
        whole = inlined(schema)
        Draft202012Validator.check_schema(whole)
    except ValueError as error:
        raise ConfigError(f"output: {error}") from error
    except SchemaError as error:
        raise ConfigError(f"output: {error.message[:300]}") from error
    return create_model("Answer", __base__=_bounded_by(whole))


def _bounded_by(schema: dict[str, Any]) -> type[BaseModel]:
    validator: Any = Draft202012Validator(schema)

    class AnswerLimit(BaseModel):
        model_config = ConfigDict(extra="allow")

        @model_validator(mode="before")
        @classmethod
        def _fits(cls, given: Any) -> Any:
            problem: Any = next(validator.iter_errors(given), None)
            if problem is not None:
                where = ".".join(map(str, problem.absolute_path))
                message = f"{where}: {problem.message}" if where else problem.message
                raise ValueError(message[:500])
            return given

        @classmethod
        def __get_pydantic_json_schema__(cls, _core: CoreSchema, _handler: GetJsonSchemaHandler) -> dict[str, Any]:
            return schema

    return AnswerLimit
