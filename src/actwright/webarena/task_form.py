"""The strict form of a task file: what each field may contain.

The real files of WebArena and VisualWebArena are accepted with their oddities: keys that only some of them have,
answers as a plain list, an empty target where no page is checked, one image or several or none, and viewports without a
height.
Everything here is private except `intent` and `image`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Self, cast, get_args
from urllib.parse import urlsplit

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PrivateAttr,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticCustomError

from actwright.webarena.dialect import VISUAL_ANSWERS, VISUAL_CONTENTS
from actwright.webarena.field_checks import (
    EMPTY,
    UNCOMPARED,
    Choices,
    Choosable,
    Exact,
    ExactReference,
    Excluded,
    FuzzyAnswers,
    Locator,
    Note,
    Place,
    Reference,
    Required,
    Several,
    check_url,
    dialect_of,
    emptiness,
)
from actwright.webarena.matching import OR
from actwright.webarena.score import Evaluator
from actwright.webarena.url_match import UrlNote, any_page_fits

ANY_OF = "(a list)"
"""The key for answers that an old config gives as a plain list; the agent's answer must be one of them."""

AND = " |AND| "
MOST_TABS = 10
LARGEST_VIEWPORT = 10_000


def _listed(value: Any) -> Any:
    """Returns None as no items, and a single text as a list."""
    return [] if value is None else [value] if isinstance(value, str) else value


def _problem(field: str, rule: str) -> PydanticCustomError:
    """Returns an error about a field, for the model that contains it."""
    return PydanticCustomError("rule", "{rule}", {"field": field, "rule": rule})


class Strict(BaseModel):
    """Base of the models: converts nothing and refuses unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Answers(Strict):
    """`reference_answers`."""

    exact_match: ExactReference | None = None
    must_include: Several[Choosable] = ()
    must_exclude: Several[Excluded] = ()
    one_of: Several[Reference] = ()
    required_values: Several[Required] = ()
    fuzzy_match: FuzzyAnswers = None
    any_of: Several[Reference] = Field((), alias=ANY_OF)

    _order: tuple[str, ...] = PrivateAttr(())

    @model_validator(mode="wrap")
    @classmethod
    def _keeps_order(cls, raw: Any, handler: ValidatorFunctionWrapHandler, info: ValidationInfo) -> Self:
        made: Self = handler(raw)
        if isinstance(raw, Mapping):
            made._order = tuple(cast("Mapping[str, Any]", raw))
            _check_given(made.in_order, VISUAL_ANSWERS, info)
        return made

    @property
    def in_order(self) -> Mapping[str, Any]:
        """The given keys in the order of the file, which matters for upstream's defects."""
        names = {ANY_OF: "any_of"}
        return {key: getattr(self, names.get(key, key)) for key in self._order}


class Contents(Strict):
    """`required_contents` of a page. The text of `exact_match` may be empty, because a field can be."""

    exact_match: Exact | None = None
    must_include: Several[Choosable] = ()
    must_exclude: Several[Excluded] = ()
    required_values: Several[Required] = ()
    fuzzy_match: Choosable | None = None

    @model_validator(mode="after")
    def _something_is_required(self, info: ValidationInfo) -> Self:
        if not self.model_fields_set:
            raise ValueError(f"needs one of {', '.join(type(self).model_fields)}")
        given = {name: getattr(self, name) for name in self.model_fields_set}
        _check_given(given, VISUAL_CONTENTS, info)
        return self


class HtmlTarget(Strict):
    """One item of `program_html`.

    Attributes:
        prep_actions: Scripts to run before a script of the locator.
    """

    url: Place
    locator: Locator
    required_contents: Contents
    prep_actions: Several[str] = ()


class PictureQuestion(Strict):
    """One item of `eval_vqa`."""

    question: str
    answer: Reference


class ImageQuery(Strict):
    """One item of `page_image_query`."""

    eval_image_url: Place
    eval_image_class: str
    eval_vqa: Several[PictureQuestion] = ()
    eval_fuzzy_image_match: Choices = ()
    ssim_threshold: float = Field(0.8, ge=-1, lt=1)

    @field_validator("eval_image_class")
    @classmethod
    def _class_is_one(cls, locator: str) -> str:
        if locator.strip() and not locator.startswith("."):
            raise ValueError(f"{locator!r} is not a class; leave it empty for all images, or begin it with a full stop")
        return locator

    @model_validator(mode="after")
    def _something_is_asked(self) -> Self:
        if not self.eval_vqa and not self.eval_fuzzy_image_match:
            raise ValueError("needs eval_vqa or eval_fuzzy_image_match")
        return self


LEGACY_TARGET: Mapping[str, Any] = {"url": "", "required_contents": []}
"""The content of `program_html` in old configs when no page is checked."""


class EvalConfig(Strict):
    """`eval`: everything that decides the score."""

    eval_types: Several[Evaluator]
    reference_answers: Answers | None = None
    reference_url: str | None = None
    url_note: UrlNote | None = None
    program_html: Several[HtmlTarget] = ()
    page_image_query: Several[ImageQuery] = ()
    string_note: Note = None
    reference_answer_raw_annotation: Note = None
    annotation_note: Note = None

    @field_validator("reference_answers", mode="before")
    @classmethod
    def _list_is_legacy(cls, value: Any) -> Any:
        return {ANY_OF: cast("Any", value)} if isinstance(value, list) and value else cast("Any", value) or None

    @field_validator("program_html", "page_image_query", mode="before")
    @classmethod
    def _nothing_is_an_empty_list(cls, value: Any) -> Any:
        if isinstance(value, list):
            return [each for each in cast("list[Any]", value) if each != LEGACY_TARGET]
        return [] if value is None else value

    @model_validator(mode="after")
    def _each_type_has_what_it_checks(self, info: ValidationInfo) -> Self:
        if not self.eval_types:
            raise _problem("eval_types", f"is empty; name {', '.join(get_args(Evaluator))}")
        if len(set(self.eval_types)) < len(self.eval_types):
            raise _problem("eval_types", "names a type twice; its parts would count twice")
        needs = {
            "string_match": ("reference_answers", self.reference_answers and self.reference_answers.in_order),
            "url_match": ("reference_url", self.reference_url),
            "program_html": ("program_html", self.program_html),
            "page_image_query": ("page_image_query", self.page_image_query),
        }
        for kind in self.eval_types:
            field, given = needs[kind]
            if not given:
                raise _problem(field, f"is needed, because eval_types names {kind}")
        if dialect_of(info) == "webarena" and self.page_image_query:
            raise _problem("page_image_query", "is VisualWebArena's")
        return self

    @model_validator(mode="after")
    def _addresses_tell_pages_apart(self, info: ValidationInfo) -> Self:
        webarena = dialect_of(info) == "webarena"
        if webarena and self.url_note == "EXACT":
            raise _problem("url_note", "EXACT is VisualWebArena's; WebArena knows GOLD in PRED")
        if "url_match" not in self.eval_types:
            return self
        reference = self.reference_url or ""
        if any_page_fits(reference, dialect_of(info)):
            raise _problem("reference_url", emptiness(reference))
        if not webarena and self.url_note != "GOLD in PRED":
            for url in reference.split(OR):
                if not urlsplit(url).scheme:
                    raise _problem("reference_url", f"{url!r} is not a whole address, so no page can be at it")
        return self


class Viewport(Strict):
    """Width and height in CSS px; a missing one is the benchmark's default."""

    width: int | None = Field(None, gt=0, le=LARGEST_VIEWPORT)
    height: int | None = Field(None, gt=0, le=LARGEST_VIEWPORT)


class Geolocation(Strict):
    """A location, in degrees and metres."""

    latitude: float = Field(ge=-90, le=90)
    longitude: float = Field(ge=-180, le=180)
    accuracy: float | None = Field(None, ge=0)


class ActionSequence(Strict):
    """A way to do the task."""

    action_set_tag: str
    action_sequence: Several[str]


class TaskConfig(Strict):
    """One task, as its file has it."""

    task_id: int
    intent: str
    eval: EvalConfig
    sites: Several[str] = ()
    image: Annotated[Several[str], BeforeValidator(_listed)] = ()
    start_url: str | None = None
    storage_state: str | None = None
    require_login: bool = False
    require_reset: bool = False
    geolocation: Geolocation | None = None
    viewport_size: Viewport | None = None
    intent_template: Note = None
    intent_template_id: int | None = None
    instantiation_dict: Annotated[dict[str, Any] | None, UNCOMPARED] = None
    reasoning_difficulty: Note = None
    visual_difficulty: Note = None
    overall_difficulty: Note = None
    comments: Note = None
    reference_action_sequence: Annotated[ActionSequence | None, UNCOMPARED] = None
    reference_url: Note = None
    string_note: Note = None

    @property
    def start_urls(self) -> tuple[str, ...]:
        """The start URL of each tab."""
        return tuple(self.start_url.split(AND)) if self.start_url else ()

    @field_validator("image", "start_url", "storage_state")
    @classmethod
    def _is_not_empty(cls, value: str | tuple[str, ...] | None) -> Any:
        if value == "" or (isinstance(value, tuple) and "" in value):
            raise ValueError("is empty; leave it out, or write null")
        return value

    @field_validator("start_url")
    @classmethod
    def _starts_can_be_opened(cls, value: str | None) -> str | None:
        starts = value.split(AND) if value else []
        if len(starts) > MOST_TABS:
            raise ValueError(f"has {len(starts)} tabs; {MOST_TABS} are allowed")
        for each in starts:
            if AND.strip() in each:
                raise ValueError(f"write {AND!r} between addresses, with a space on each side")
            check_url(each)
        return value


def _check_given(given: Mapping[str, Any], visual: set[str], info: ValidationInfo) -> None:
    for key, value in given.items():
        if key in visual and dialect_of(info) == "webarena":
            raise _problem(key, "is not a key of webarena, whose evaluators would ignore it")
        if value is None or value == ():
            raise _problem(key, EMPTY)
