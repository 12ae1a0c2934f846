"""Evidence by a request: what the run sent since its last effect, and how it was answered."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, cast

from pydantic import BeforeValidator, Field, ValidationError, model_validator

from actwright.errors import ToolError
from actwright.schemas.http_methods import SAFE_METHODS
from actwright.schemas.step import Effect, Evidence, SentRequest
from actwright.schemas.tool import ToolSpec
from actwright.text import counted, shortened
from actwright.tools.base import Done, Tool
from actwright.tools.expect import LEAST_SECONDS, SECONDS, Kind, Said, starred, url_matches
from actwright.tools.parameters import AS_WRITTEN
from actwright.tools.polling import until
from actwright.tools.seen_request import SeenRequest
from actwright.tools.surface import Surface

MOST_LISTED, MOST_NAMES = 5, 12
"""How many requests, and how many names of fields of each, an error lists."""
LONGEST_URL = 100
ERRORS = 400
"""From this HTTP status on, an answer reports an error."""
STATUS = re.compile(r"([1-5](\d\d|xx))?")
REQUEST = re.compile(r"([A-Za-z]+ +)?(/|https?://)\S*")


def _as_text(value: Any) -> Any:
    """A number or a truth value as a request writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int | float) else value


def _as_texts(values: Any) -> Any:
    if not isinstance(values, Mapping):
        return values
    return {name: _as_text(value) for name, value in cast("Mapping[str, Any]", values).items()}


class ExpectRequest(Tool):
    """The last action sent text: ["POST /orders/*", "price={{price}}"], answered 2xx/3xx, or as another text says: "4xx"."""

    effect: ClassVar[Effect] = Effect.READ
    kind: ClassVar[Kind] = "request"

    path: Said
    method: str = ""
    status: Annotated[str, BeforeValidator(_as_text), Field(pattern=rf"^{STATUS.pattern}$")] = ""
    values: Annotated[dict[str, str], AS_WRITTEN, BeforeValidator(_as_texts)] = Field(default={})
    text: Annotated[list[str], AS_WRITTEN] = Field(default=[], exclude=True)

    @model_validator(mode="before")
    @classmethod
    def _from_texts(cls, given: Any) -> Any:
        """Reads the one list that models give: four parameters would take twice the tokens in the schema of answers."""
        named = dict(cast("Mapping[str, Any]", given)) if isinstance(given, Mapping) else {}
        if "text" not in named:
            return cast("Any", given)
        texts = named.pop("text")
        for text in [texts] if isinstance(texts, str) else texts:
            named |= _parsed(str(text).strip(), named)
        return named

    @classmethod
    def spec(cls) -> ToolSpec:
        """The description for policies, with one parameter in place of four; see `_from_texts`."""
        schema = {
            "type": "object",
            "properties": {"text": {"type": "array", "items": {"type": "string"}}},
            "required": ["text"],
            "additionalProperties": False,
        }
        return super().spec().model_copy(update={"parameters": schema})

    async def run(self, surface: Surface) -> Done:
        """Waits until the last such request has that answer and those values.

        Raises:
            ToolError: It did not in time, or there is none; the message says what was sent instead.
        """
        path = surface.requests.expand(self.path)

        async def look() -> str:
            return self.shortcoming(await surface.requests.since_effect(self.values), path)

        async def over(since: float) -> bool:
            return time.monotonic() - since >= LEAST_SECONDS and await surface.is_idle(since=since)

        passed, found = await until(look, lambda missing: not missing, seconds=SECONDS, over=over)
        if not passed:
            raise ToolError(f"expected that {self.wanted}, but {found}")
        fact = Evidence(
            kind=self.kind,
            wanted=self.wanted,
            found="it was",
            passed=True,
            passed_before=False,
            parameters=self.model_dump_json(),
        )
        return Done(f"{self.wanted}: yes", evidence=(fact,))

    @classmethod
    def values_in(cls, parameters: Mapping[str, Any]) -> tuple[str, ...]:
        """The values that a call names, with their references; none if its parameters do not fit."""
        try:
            return tuple(cls.model_validate(dict(parameters)).values.values())
        except ValidationError:
            return ()

    @property
    def wanted(self) -> str:
        """The fact in words."""
        carried = ", ".join(f'{name} "{text}"' for name, text in self.values.items())
        request = f"{self.method.upper()} {self.path}".strip()
        return f"{request} was sent{f' with {carried}' if carried else ''} and answered {self.status or '2xx or 3xx'}"

    @property
    def asks_for_error(self) -> bool:
        """Whether the answer that is expected reports an error."""
        return self.status >= "4"

    def shortcoming(self, requests: Sequence[SeenRequest], path: str) -> str:
        """What keeps the last request to a path from being the expected one; empty if nothing does."""
        last = next((each for each in reversed(requests) if self._is_asked_for(each, path)), None)
        if last is None:
            return _sent_instead(requests)
        found = [*self._flaws_of_answer(last), *(f"its {name} differs" for name in last.differing)]
        unread = f", and could not all be read: {last.unread}" if last.unread and last.absent else ""
        found += [f"it has no field {', '.join(last.absent)}{unread}"] if last.absent else []
        return f"{_shown(last)}: {'; '.join(found)}" if found else ""

    def _is_asked_for(self, request: SeenRequest, path: str) -> bool:
        """Whether a request is of this kind. Without a method, those that only ask for something are not."""
        method = self.method.upper()
        if request.method != method if method else request.method in SAFE_METHODS:
            return False
        if path.startswith("/"):
            return url_matches(request.url, path)
        url = request.url if "?" in path else request.url.partition("?")[0]
        return re.fullmatch(starred(path.rstrip("/")), url.rstrip("/")) is not None

    def fits(self, sent: SentRequest) -> bool:
        """Whether a request that a run recorded is the expected one: method, URL, status and values."""
        method, _, url = sent.request.partition(" ")
        has = {(value.name, value.wanted) for value in sent.values if value.match}
        asked_for = self.method.upper() in {method, ""} and url_matches(url, self.path)
        return asked_for and self._has_status(sent.status) and self.values.items() <= has

    def _has_status(self, status: int | None) -> bool:
        """Whether an answer has the expected status: 2xx or 3xx if none is named."""
        expected = self.status.replace("x", r"\d") or r"[23]\d\d"
        return re.fullmatch(expected, str(status)) is not None

    def _flaws_of_answer(self, request: SeenRequest) -> list[str]:
        if request.status is None:
            return [f"it failed: {request.failed}" if request.failed else "it has no answer yet"]
        if not self.status:
            flaw = f"it was answered {request.status}" if request.status >= ERRORS else request.problem
            return [flaw] if flaw else []
        is_as_asked = any(map(self._has_status, request.statuses))
        return [] if is_as_asked else [f"it was answered {request.status}"]


def _parsed(text: str, known: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters in a text: method and path, a status, or a field and its value."""
    if STATUS.fullmatch(text):
        return {"status": text}
    method, _, path = text.rpartition(" ")
    if REQUEST.fullmatch(text):
        return {"method": method.strip(), "path": path}
    name, equals, value = text.partition("=")
    if not equals:
        message = f'{text!r} is neither a request ("POST /orders"), nor a status ("422"), nor a value ("price=50")'
        raise ValueError(message)
    return {"values": {**known.get("values", {}), name.strip(): value.strip()}}


def _sent_instead(requests: Sequence[SeenRequest]) -> str:
    if not requests:
        return "nothing was sent since the last action that could send something"
    changing = [each for each in requests if each.method not in SAFE_METHODS]
    listed = (changing or requests)[-MOST_LISTED:]
    return f"no such request was sent; the last {counted(len(listed), 'request')}: {'; '.join(map(_shown, listed))}"


def _shown(request: SeenRequest) -> str:
    """A request as an error lists it: method, URL, status and names of fields."""
    names = ", ".join(request.names[:MOST_NAMES])
    more = f" and {len(request.names) - MOST_NAMES} more" if len(request.names) > MOST_NAMES else ""
    answer = request.status or "without an answer"
    return f"{request.method} {shortened(request.url, LONGEST_URL)} {answer}{f' ({names}{more})' if names else ''}"
