"""The models of a comparison: a named model, or the oracles of its cases behind a provider's protocol."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass, replace
from itertools import repeat
from random import Random
from typing import TypeAlias

from actwright.compare.case import Case, OracleErrors
from actwright.compare.contender import Contender
from actwright.compare.oracle import Oracle
from actwright.engine.agent import Choice
from actwright.engine.models.base import at_address, check_model, model_parts, without_address
from actwright.engine.models.image_tokens import image_rule
from actwright.engine.policies.chain_of_thought.truncate import exact_count
from actwright.errors import ConfigError
from actwright.testing import AnthropicServer, OpenAIChatServer, OpenAIResponsesServer
from actwright.testing.prompt_caches import CommonPrefixes, MarkedPrefixes
from actwright.text import estimated_tokens

ORACLE = "oracle"
SERVERS = {
    "anthropic": (AnthropicServer, MarkedPrefixes),
    "openai_chat": (OpenAIChatServer, CommonPrefixes),
    "openai_responses": (OpenAIResponsesServer, CommonPrefixes),
}
USUAL = "openai-chat:gpt-5"
"""The protocol and model name of oracles by default; the prices are those of the model."""


@dataclass(frozen=True, slots=True)
class NamedModels:
    """The same models for every run, asked in order.

    Attributes:
        names: The models, each with its base URL if it has one; none if no policy asks one.
        verifier: The model that judges for policies with a verifier; empty for the same.
    """

    names: tuple[str, ...]
    verifier: str = ""

    @property
    def told(self) -> str:
        """The models in a few words, without addresses and keys."""
        judged = f", verified by {without_address(self.verifier)}" if self.verifier else ""
        return (",".join(map(without_address, self.names)) or "no model") + judged

    @property
    def tokens(self) -> str:
        """Empty: the provider counts the tokens."""
        return ""

    def check(self, case: Case) -> None:
        """Raises nothing: there is a model for every case."""

    def model(
        self,
        case: Case,  # noqa: ARG002 - the same for all
        contender: Contender,
        seed: int = 0,  # noqa: ARG002 - the same for all
    ) -> AbstractAsyncContextManager[Choice | Mapping[str, Choice]]:
        """Returns a context with the models for one run."""
        if contender.foretold is not None:
            raise ConfigError(f"{contender.label}: only an oracle can foretell; leave +foretold out")
        if not self.verifier or "verifier" not in contender.new_policy().roles:
            return nullcontext(self.names)
        return nullcontext({"main": self.names, "verifier": self.verifier})


@dataclass(frozen=True, slots=True)
class Oracles:
    """For every run, a local server that speaks a provider's protocol and answers as the case's oracle does.

    It counts text tokens with o200k_base if its ranks are on disk (`TIKTOKEN_CACHE_DIR`), else by the library's
    estimate, and pictures by the rules of the model's family. It keeps a prompt cache by the provider's documented
    rules. An answer that does not fit the request's schema is refused, because providers give no such answer.

    Attributes:
        wire: The protocol: `anthropic`, `openai_chat` or `openai_responses`.
        name: The model that it stands in for, whose prices are shown.
        latency: Seconds before each answer: an assumption. With 0, the seconds of runs are those without a model.
        errors: The errors of one run, by the text of its case, its seed and its contender; its name is in `told`.
    """

    wire: str
    name: str
    latency: float = 0.0
    errors: Callable[[str], OracleErrors] | None = None

    @property
    def told(self) -> str:
        """The oracles in a few words."""
        errors = f", {self.errors}" if self.errors else ""
        seconds = f"{self.latency:g} s a call" if self.latency else "no time for calls"
        return f"oracle, priced as {self.wire.replace('_', '-')}:{self.name}, {seconds}{errors}"

    @property
    def tokens(self) -> str:
        """What counts the tokens: the name of a tokenizer, and the rule for pictures."""
        rule = image_rule(self.name)
        pictures = f"pictures by {rule.source}" if rule.published else f"pictures estimated ({rule.source})"
        texts = "o200k_base" if exact_count() else "the library's estimate"
        return f"{texts}, {pictures}"

    def check(self, case: Case) -> None:
        """Raises ConfigError if there is no oracle for this case."""
        if case.solver is None:
            raise ConfigError(f"the task {case.id!r} has no oracle; give a model, as in --model anthropic:NAME")

    @asynccontextmanager
    async def model(self, case: Case, contender: Contender, seed: int = 0) -> AsyncGenerator[str]:
        """The model for one run of a case with this seed."""
        assert case.solver is not None
        if contender.policy.startswith("openai_computer"):
            raise ConfigError(f"{contender.label} sees only pictures, and oracles read text; give a model")
        server, cache = SERVERS[self.wire]
        rate = 1.0 if contender.foretold is None else contender.foretold
        oracle = Oracle(
            case.solver,
            wire=self.wire,
            foretells=Random(f"{case.id}/{seed}").random() < rate,
            proves=contender.evidence != "off",
            errors=self.errors and self.errors(f"{case.id}/{seed}/{contender.label}"),
            data=case.data,
            count=exact_count() or estimated_tokens,
            cache=cache(),
        )
        with server(repeat(lambda body: replace(oracle(body), delay=self.latency)), strict=True) as serving:
            yield f"{self.wire.replace('_', '-')}:{self.name}@{serving.url}"


Models: TypeAlias = NamedModels | Oracles
"""The source of the models of a comparison."""


def models_of(
    text: str, *, base_url: str | None = None, verifier: str | None = None, latency: float | None = None
) -> Models:
    """Returns the models that `--model` names: `anthropic:NAME` and the like, or `oracle`, `oracle:openai-chat:gpt-5`.

    Args:
        text: The models; empty for none.
        base_url: The address of the models' provider.
        verifier: The model of the role `verifier`; None for the same.
        latency: Seconds that an oracle takes for an answer.

    Raises:
        ConfigError: The model is unknown, or there is no key for it.
    """
    said, _, spoken = text.partition(":")
    if said != ORACLE:
        names = [each.strip() for each in text.split(",") if text]
        if latency is not None:
            raise ConfigError("only an oracle's latency can be set; a model takes the time that it takes")
        for each in (*names, *filter(None, [verifier])):
            check_model(each, base_url=base_url)
        return NamedModels(
            tuple(at_address(each, base_url) for each in names), at_address(verifier, base_url) if verifier else ""
        )
    if verifier:
        raise ConfigError("an oracle answers in every role; leave out --verifier")
    wire, name, _ = model_parts(spoken or USUAL)
    known = "openai_responses" if wire == "openai" else wire.replace("-", "_")
    if known not in SERVERS:
        raise ConfigError(f"oracles do not speak {wire!r}; they speak {', '.join(SERVERS)}".replace("_", "-"))
    return Oracles(known, name, latency=latency or 0.0)
