"""Instruction files of WebArena and VisualWebArena: the system prompt, the examples, and the form of a turn.

Format of `agent/prompts/jsons` in web-arena-x/visualwebarena. The texts that come with this package are its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Literal, TypeAlias, cast

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PlainValidator,
    ValidationError,
    ValidationInfo,
    field_validator,
)

from actwright.errors import ConfigError
from actwright.prompts.chain_of_thought.observation import Form
from actwright.schemas.proposal import problems
from actwright.schemas.sampling import Sampling
from actwright.untrusted import parse_json, read_text

OWN = ("cot", "direct", "multimodal", "som")
"""The instructions that come with this package: a chain of thought, or the action alone, both on the page's
accessibility tree; and a chain of thought with a picture beside that tree, or beside a set-of-marks."""

Keyword: TypeAlias = Literal["objective", "url", "observation", "previous_action"]

PLACE = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
"""As in `str.format`: a name in braces, a doubled brace, or a brace that is neither."""


class _Read(BaseModel):
    """A part of an instruction file; unknown keys are ignored."""

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")


class MetaData(_Read):
    """How the texts of the file are used.

    Attributes:
        observation: The form of the page: an accessibility tree, a set-of-marks, its elements as `html`, or its picture
            alone (`image`). There is no captioner: `accessibility_tree_with_captioner` has the names of images as they
            are.
        action_type: What the IDs of actions stand for; all kinds are written the same.
        keywords: The placeholders of the template, each of which occurs at least once.
        prompt_constructor: Whether the model thinks first, and whether it gets pictures.
        answer_phrase: The words that introduce the action if the model thinks first.
        action_splitter: What stands before and after the action.
        force_prefix: Put before the model's reply if the reply does not begin with it.
        temperature, top_p, max_tokens: The sampling of the model; by default the benchmark's.
    """

    observation: Literal["accessibility_tree", "accessibility_tree_with_captioner", "html", "image", "image_som"]
    action_type: Literal["id_accessibility_tree", "id_accessibility_tree_with_captioner", "id_html_tree", "som"]
    keywords: list[Keyword]
    prompt_constructor: Literal["DirectPromptConstructor", "CoTPromptConstructor", "MultimodalCoTPromptConstructor"]
    answer_phrase: str = ""
    action_splitter: str = Field(min_length=1)
    force_prefix: str = ""
    temperature: float = Field(default=1.0, ge=0, le=2)
    top_p: float = Field(default=0.9, gt=0, le=1)
    max_tokens: int = Field(default=384, ge=1)

    @property
    def form(self) -> Form:
        """The form of the page as text."""
        forms: Mapping[str, Form] = {"html": "html", "image": "image", "image_som": "som"}
        return forms.get(self.observation, "tree")

    @property
    def som(self) -> bool:
        """Whether pages are shown as sets-of-marks."""
        return self.observation == "image_som"

    @property
    def sampling(self) -> Sampling:
        """The sampling of the model."""
        return Sampling(temperature=self.temperature, top_p=self.top_p, max_output_tokens=self.max_tokens)

    @property
    def multimodal(self) -> bool:
        """Whether the model is shown pictures."""
        return self.prompt_constructor == "MultimodalCoTPromptConstructor"

    @field_validator("action_type")
    @classmethod
    def _fits_the_observation(cls, action_type: str, info: ValidationInfo) -> str:
        observation = info.data.get("observation")
        if observation is not None and (observation == "image_som") != (action_type == "som"):
            raise ValueError(f"{action_type} does not go with the observation {observation}")
        return action_type

    @field_validator("prompt_constructor")
    @classmethod
    def _shows_the_marks(cls, constructor: str, info: ValidationInfo) -> str:
        observation = str(info.data.get("observation"))
        if observation.startswith("image") and constructor != "MultimodalCoTPromptConstructor":
            raise ValueError(f"{constructor} shows no pictures, and the observation {observation} is one")
        return constructor

    @field_validator("answer_phrase")
    @classmethod
    def _thoughts_end_with_it(cls, phrase: str, info: ValidationInfo) -> str:
        constructor = info.data.get("prompt_constructor", "")
        if "CoT" in constructor and not phrase.strip():
            raise ValueError(f"{constructor} needs one")
        return phrase


@dataclass(frozen=True, slots=True)
class Example:
    """A turn and its reply, and the picture of the page in that turn, if there is one."""

    turn: str
    reply: str
    picture: Path | None = None


def _example(value: object, info: ValidationInfo) -> Example:
    """Makes an example. Files of the benchmark give the path of a picture from the root of their repository."""
    texts = (
        [text for text in cast("list[object]", value) if isinstance(text, str) and text]
        if isinstance(value, list)
        else []
    )
    if texts != value or len(texts) not in {2, 3}:
        raise ValueError("must be a list of a turn, its reply, and the path of a picture if there is one")
    turn, reply, *pictures = texts
    if not pictures:
        return Example(turn, reply)
    meta: MetaData | None = info.data.get("meta_data")
    if meta is not None and not meta.multimodal:
        raise ValueError(f"has a picture, and {meta.prompt_constructor} shows none")
    context: Mapping[str, Path] = info.context or {}
    file = context["file"]
    found = next((path for place in (Path(), *file.resolve().parents) if (path := place / pictures[0]).is_file()), None)
    if found is None:
        raise ValueError(
            f"there is no picture {pictures[0]} in the current folder, nor in that of the file or one above it"
        )
    return Example(turn, reply, found)


Text: TypeAlias = Annotated[str, Field(min_length=1)]


class Instruction(_Read):
    """One instruction file.

    Attributes:
        meta_data: How the texts are used.
        intro: The system prompt.
        examples: Turns with their replies.
        template: The form of a turn, with a placeholder for each keyword.
    """

    meta_data: MetaData
    intro: Text
    examples: tuple[Annotated[Example, PlainValidator(_example)], ...] = Field(strict=False)
    template: Text

    @field_validator("template")
    @classmethod
    def _has_a_place_for_each_keyword(cls, template: str, info: ValidationInfo) -> str:
        found = list(PLACE.finditer(template))
        odd = [match[0] for match in found if match[0] in {"{", "}"}]
        if odd:
            raise ValueError(f"has a single {odd[0]}; a brace that is meant as such is written twice")
        meta: MetaData | None = info.data.get("meta_data")
        if meta is None:
            return template
        places = {match[1] for match in found if match[1] is not None}
        for place in sorted(places.difference(meta.keywords)):
            raise ValueError(
                f"has the place {{{place}}}, which is not among meta_data.keywords ({', '.join(meta.keywords)})"
            )
        for keyword in meta.keywords:
            if keyword not in places:
                raise ValueError(f"has no place {{{keyword}}}, which meta_data.keywords names")
        return template

    def turn(self, values: Mapping[Keyword, str]) -> str:
        """The template with its placeholders filled; the values are not searched for placeholders."""
        words = {"{{": "{", "}}": "}", **{f"{{{name}}}": value for name, value in values.items()}}
        return PLACE.sub(lambda match: words[match[0]], self.template)


def load(given: str | Path) -> Instruction:
    """Loads an instruction: one of `OWN` by its name, or a file.

    Raises:
        ConfigError: There is no such file, it is not an instruction, or one of its pictures is missing; the message
            says what is wrong with which field.
    """
    own = str(given) in OWN
    path = Path(str(files("actwright.prompts.chain_of_thought") / f"{given}.json")) if own else Path(given).expanduser()
    try:
        text = read_text(path, "an instruction file")
    except ConfigError as error:
        raise ConfigError(f"instruction file: {error}; give a file, or one of {', '.join(OWN)}") from error
    try:
        return Instruction.model_validate(parse_json(text), context={"file": path})
    except ConfigError as error:
        raise ConfigError(f"instruction file {path}: {error}") from error
    except ValidationError as error:
        raise ConfigError(f"instruction file {path}: {problems(error)}") from error
