"""Input tokens of an image: rules, one for each family of models.

A rule that the provider publishes counts as exact; a rule that others measured, or the commonest rule, is marked as an
estimate. No provider states the count before a call, and few do afterwards; where the provider's count is known, it is
used instead.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Detail = Literal["auto", "low", "high", "original"]


@dataclass(frozen=True, slots=True)
class Patches:
    """Some tokens for each square patch of the image, which is first shrunk until it fits both limits.

    Attributes:
        side: The side of a patch, in px.
        most: The most patches.
        edge: The longest edge, in px; 0 means no limit.
        each: Tokens per patch.
        original: The most patches if the image is requested in its original detail; 0 means `most`.
    """

    side: int
    most: int
    edge: int = 0
    each: float = 1.0
    original: int = 0

    def __call__(self, width: int, height: int, detail: Detail) -> int:
        """Tokens of an image."""
        most = self.original if detail == "original" and self.original else self.most
        long, short = max(width, height), min(width, height)
        columns = math.ceil((min(long, self.edge) if self.edge else long) / self.side)
        rows = self._rows(columns, long, short)
        while columns * rows > most and columns > 1:
            columns -= 1
            rows = self._rows(columns, long, short)
        return math.ceil(columns * rows * self.each)

    def _rows(self, columns: int, long: int, short: int) -> int:
        return max(1, math.ceil(min(columns * self.side, long) * short / long / self.side))


@dataclass(frozen=True, slots=True)
class Tiles:
    """A base number of tokens, and more per 512 px tile, once the image fits 2048 px and its short side 768 px."""

    base: int
    each: int

    def __call__(self, width: int, height: int, detail: Detail) -> int:
        """Tokens of an image."""
        if detail == "low":
            return self.base
        scale = min(1.0, 2048 / max(width, height), 768 / min(width, height))
        return self.base + self.each * math.ceil(width * scale / 512) * math.ceil(height * scale / 512)


@dataclass(frozen=True, slots=True)
class AreaTokens:
    """One token per `pixels` px of area, once the longest edge is at most `edge` px."""

    pixels: int
    edge: int

    def __call__(self, width: int, height: int, detail: Detail) -> int:  # noqa: ARG002 - the same for each
        """Tokens of an image."""
        scale = min(1.0, self.edge / max(width, height))
        return math.ceil(width * height * scale * scale / self.pixels)


@dataclass(frozen=True, slots=True)
class FixedTokens:
    """The same number of tokens for every image."""

    tokens: int

    def __call__(self, width: int, height: int, detail: Detail) -> int:  # noqa: ARG002 - see above
        """Tokens of an image."""
        return self.tokens


@dataclass(frozen=True, slots=True)
class Rule:
    """The rule of a family.

    Attributes:
        models: A pattern that is searched for in the model's name.
        tokens: The tokens of an image, from its width and height in px and its detail.
        source: Where it comes from.
        published: Whether the provider publishes the rule; otherwise its result is an estimate.
    """

    models: str
    tokens: Callable[[int, int, Detail], int]
    source: str
    published: bool = True


OPENAI = "OpenAI's guide to images and vision"
RULES = (
    Rule(r"claude-(instant|[123])\b", AreaTokens(750, 1568), "older versions of Anthropic's vision guide"),
    Rule(r"claude-(\w+-)?4[-.][78]\b", Patches(28, 4784, 2576), "Anthropic's vision guide, high-resolution tier"),
    Rule(
        r"claude-(\w+-)?[5-9]\b",
        Patches(28, 3000, 2576),
        "measured by others on Claude 5.5: 1920x1080 took 2,691, 2560x1440 took 2,992",
        published=False,
    ),
    Rule(r"claude", Patches(28, 1568, 1568), "Anthropic's vision guide, standard tier"),
    Rule(r"gpt-4\.1-nano", Patches(32, 1536, each=2.46), OPENAI),
    Rule(r"gpt-4\.1-mini", Patches(32, 1536, each=1.62), OPENAI),
    Rule(r"o4-mini", Patches(32, 1536, each=1.72), OPENAI),
    Rule(
        r"gpt-5-(mini|nano)",
        Patches(32, 1536, each=1.2),
        "measured by others on gpt-5-mini: 1280x720 took 1,104; OpenAI's guide says 1.62 and 2.46 tokens a patch",
        published=False,
    ),
    Rule(r"gpt-5(?![\d.])", Tiles(70, 140), OPENAI),
    Rule(r"gpt-4o-mini", Tiles(2_833, 5_667), OPENAI),
    Rule(r"gpt-4|chatgpt-4o", Tiles(85, 170), OPENAI),
    Rule(r"\bo[13]\b", Tiles(75, 150), OPENAI),
    Rule(r"computer-use", Tiles(65, 129), OPENAI),
    Rule(
        r"gpt-|\bo\d",
        Patches(32, 2500, each=1.2, original=10_000),
        "measured by others on GPT-5.5 and 6: 1280x720 took 1,104",
        published=False,
    ),
    Rule(r"gemini", FixedTokens(1_101), "measured by others on Gemini 3: 1,065 to 1,101 at any size", published=False),
    Rule(r"", Patches(28, 1568, 1568), "none: the commonest rule is assumed for other models", published=False),
)
"""The first rule that matches a model's name applies; as of November 2026."""


def image_rule(model: str) -> Rule:
    """The rule for a model, by its name."""
    return next(rule for rule in RULES if re.search(rule.models, model.lower()))


def image_tokens(width: int, height: int, *, model: str, detail: Detail = "high") -> int:
    """About how many input tokens of a model an image of this size, in px, takes."""
    rule = image_rule(model)
    return rule.tokens(max(1, width), max(1, height), detail)
