"""The agent of WebArena and VisualWebArena: one call per step, one action per reply, only the last action shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import ClassVar, get_args

from actwright.engine.policies.base import Ask, Preferences
from actwright.engine.policies.chain_of_thought.commands import Compat, between, parse
from actwright.engine.policies.chain_of_thought.history import early_stop, previous_action, unparsable
from actwright.engine.policies.chain_of_thought.translate import TOOLS, proposed
from actwright.engine.policies.chain_of_thought.truncate import beginning
from actwright.engine.task_images import as_images
from actwright.errors import ConfigError, ReplyError
from actwright.prompts.chain_of_thought.instruction import load
from actwright.prompts.chain_of_thought.messages import Shot, objective, request
from actwright.prompts.chain_of_thought.observation import PageText, shown
from actwright.schemas.exchange import Request
from actwright.schemas.page import Image
from actwright.schemas.proposal import Proposal
from actwright.schemas.task import Task
from actwright.schemas.turn import Turn
from actwright.text import one_line, shortened

LONGEST_URL = 1_000
"""Characters of an address that are shown."""
LEAST_REPEATS = 2


class ChainOfThought:
    """Asks the `main` model once per step, as the benchmark's agent does, and keeps nothing between turns.

    Its sampling parameters come from its file, by default the benchmark's: temperature 1, `top_p` 0.9, at most 384
    tokens, which is too few for a model that reasons first (`Agent(sampling=Sampling(max_output_tokens=8_000))` allows
    more).

    The model's answer is trusted unless the caller requires evidence. Numbers mark the elements in the screenshot, as
    in the text. The messages are the benchmark's for chat models. Its prompts for completions and for Llama 2 need a
    call that no wire here has.

    Args:
        instruction: A file in the benchmark's format, or one that ships with this package: `cot`, `direct`,
            `multimodal` or `som`.
        compat: `fixed` fixes what does not work in the benchmark's code; `upstream` keeps it, and then does not report
            failures to the model either.
        max_obs_length: The most tokens of a page (of o200k_base, see `beginning`); 0 means no limit.
        captioner: Describes an image of the task in words, for an instruction that shows no images, and in addition to
            images.
        urls: What the model sees instead of a URL or the beginning of one: `{"http://10.0.0.5:7770":
            "http://onestopmarket.com"}`. URLs that it opens are translated back, also with https.
        repeats: This many equivalent actions end the run as failed; 5 in VisualWebArena, 3 in WebArena.

    Raises:
        ConfigError: There is no such file, it is not an instruction, or another value is not allowed.
    """

    roles: tuple[str, ...] = ("main",)
    preferences: ClassVar = Preferences(evidence="off", tools=TOOLS, marks="numbers")

    def __init__(
        self,
        instruction: str | Path = "cot",
        *,
        compat: Compat = "fixed",
        max_obs_length: int = 3_840,
        captioner: Callable[[Image], str] | None = None,
        urls: Mapping[str, str] | None = None,
        repeats: int = 5,
    ) -> None:
        if compat not in get_args(Compat):
            raise ConfigError(f"compat is {compat!r}; it must be one of {', '.join(get_args(Compat))}")
        if max_obs_length < 0 or repeats < LEAST_REPEATS:
            raise ConfigError(f"max_obs_length must be 0 or more, and repeats at least {LEAST_REPEATS}")
        self._instruction = load(instruction)
        self._meta = self._instruction.meta_data
        self._compat: Compat = compat
        self._max_obs_length = max_obs_length
        self._captioner = captioner
        self._urls = dict(urls or {})
        self._back = {each: here for here, there in self._urls.items() for each in (there, _secure(there))}
        self._repeats = repeats
        self._shots = tuple(
            Shot(example.turn, example.reply, as_images([example.picture])[0] if example.picture else None)
            for example in self._instruction.examples
        )

    async def decide(self, turn: Turn, ask: Ask) -> Proposal:
        """The action of the reply, or the end of a run that repeats itself.

        Raises:
            ConfigError: The task has images, which the instruction does not show.
            ReplyError: The reply is cut off, a refusal, not one action, or an impossible action; the next turn shows
                the message.
        """
        if stop := early_stop(turn.steps, self._repeats):
            return stop
        page = shown(turn.page, form=self._meta.form)
        reply = await ask(self._request(turn, page), role="main")
        return self._proposal(turn, page, reply.text)

    def _request(self, turn: Turn, page: PageText) -> Request:
        asked = self._instruction.turn(
            {
                "objective": objective(turn.task, self._captions(turn.task)),
                "url": shortened(one_line(_replaced(turn.page.url, self._urls)), LONGEST_URL),
                "observation": beginning(page.text, self._max_obs_length),
                "previous_action": previous_action(turn.steps, turn.page, self._compat),
            }
        )
        return request(
            self._instruction.intro,
            self._shots,
            asked,
            screenshot=turn.page.screenshot if self._meta.multimodal else None,
            images=turn.task.images if self._meta.multimodal else (),
            always_system=self._compat == "upstream",
            sampling=self._meta.sampling,
        )

    def _captions(self, task: Task) -> list[str]:
        if self._captioner is not None:
            return list(map(self._captioner, task.images))
        if task.images and not self._meta.multimodal:
            raise ConfigError(
                f"the task has images, but the instruction with {self._meta.prompt_constructor} shows none: give one that "
                "does, such as policy='chain_of_thought:multimodal', or a captioner"
            )
        return []

    def _proposal(self, turn: Turn, page: PageText, reply: str) -> Proposal:
        prefix, splitter = self._meta.force_prefix, self._meta.action_splitter
        said = reply if reply.startswith(prefix) else prefix + reply
        try:
            command = parse(between(said, splitter), self._compat)
        except ReplyError as error:
            raise ReplyError(unparsable(said, splitter, str(error), self._compat)) from error
        if command.verb == "goto":
            command = replace(command, text=_replaced(command.text, self._back))
        thought = said.partition(splitter)[0]
        return proposed(command, turn, page, thought=thought, som=self._meta.som, compat=self._compat)


def _replaced(text: str, urls: Mapping[str, str]) -> str:
    """The text with URLs replaced by others, the longest first."""
    for url in sorted(urls, key=len, reverse=True):
        text = text.replace(url, urls[url])
    return text


def _secure(url: str) -> str:
    return url.replace("http://", "https://")


POLICY = ChainOfThought
