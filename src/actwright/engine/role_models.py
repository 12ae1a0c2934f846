"""Which models and which sampling parameters each role of a policy has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from actwright.engine.models.base import Model, model_parts, without_address
from actwright.errors import ConfigError
from actwright.schemas.sampling import Sampling
from actwright.suggestions import unknown
from actwright.text import shortened

Choice: TypeAlias = str | Model | Sequence[str | Model]
"""A model, or several that are asked in order."""


def by_role(model: Choice | Mapping[str, Choice] | None, roles: Sequence[str]) -> dict[str, tuple[str | Model, ...]]:
    """The models of each role, in the order in which they are asked; models that are given without a role serve all."""
    if model is None:
        return {}
    choices: Mapping[str, Choice] = model if isinstance(model, Mapping) else dict.fromkeys(roles or ("main",), model)
    return {role: _in_order(choice) for role, choice in choices.items()}


def sampling_by_name(
    given: Sampling | Mapping[str, Sampling] | None,
    roles: Sequence[str],
    models: Mapping[str, Sequence[str | Model]],
) -> dict[str, Sampling]:
    """Sampling parameters by role and by the provider's name of a model; those under "" apply to all.

    Raises:
        ConfigError: A role or model is unknown.
    """
    if given is None or isinstance(given, Sampling):
        return {"": given} if given else {}
    if not isinstance(given, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance] - of a caller without types
        raise ConfigError(f"Agent: sampling is {shortened(repr(given), 60)}; give a Sampling")
    each = [model for choices in models.values() for model in choices]
    written = {without_address(model): model_parts(model)[1] for model in each if isinstance(model, str)}
    names = {*written.values(), *(model.name for model in each if not isinstance(model, str))}
    known = {**{name: name for name in (*roles, *sorted(names))}, **written}
    for name, wanted in given.items():
        if name not in known:
            raise ConfigError(f"sampling: {unknown('role or model', name, known)}")
        if not isinstance(wanted, Sampling):  # pyright: ignore[reportUnnecessaryIsInstance] - callers may not use types
            raise ConfigError(f"sampling for {name!r} is {wanted!r}; give a Sampling, as in Sampling(temperature=0)")
    return {known[name]: wanted for name, wanted in given.items()}


def check_roles(given: Choice | Mapping[str, Choice] | None, roles: Sequence[str], policy_name: str) -> None:
    """Raises ConfigError if a role of the policy has no model, or a model has a role that the policy lacks."""
    asks = f"the policy {policy_name!r} asks {_roles_in_words(roles)}"
    example = ", ".join(f'"{role}": …' for role in roles)
    strange = [role for role in given if role not in roles] if isinstance(given, Mapping) else []
    if strange:
        instead = f"; give Agent(model={{{example}}})" if roles else ""
        raise ConfigError(f"{asks}, so a model for {strange[0]!r} would not be used{instead}")
    models = by_role(given, roles)
    missing = [role for role in roles if not models.get(role)]
    if not missing:
        return
    if not models:
        one, each = (
            ("one", "") if len(roles) == 1 else ("one for all", f", or one for each, Agent(model={{{example}}})")
        )
        example_of_one = 'as in Agent(model="anthropic:NAME") or --model anthropic:NAME'
        raise ConfigError(f"{asks}; give {one}, {example_of_one}{each}; or use the policy 'rules', which needs none")
    raise ConfigError(f"{asks}, and no model is given for {', '.join(missing)}; give Agent(model={{{example}}})")


def _in_order(choice: Choice) -> tuple[str | Model, ...]:
    if isinstance(choice, str):
        return tuple(name.strip() for name in choice.split(","))
    return tuple(choice) if isinstance(choice, Sequence) else (choice,)


def _roles_in_words(roles: Sequence[str]) -> str:
    if not roles:
        return "no model"
    return f"a model ({roles[0]})" if len(roles) == 1 else f"a model for each of {', '.join(roles)}"
