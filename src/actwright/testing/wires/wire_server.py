"""A scripted HTTP server on loopback, shared by all wires."""

from __future__ import annotations

import json
import threading
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from http.server import BaseHTTPRequestHandler
from typing import Any, ClassVar, Literal, cast

from actwright.schemas.exchange import Request, ToolCall
from actwright.schemas.proposal import Proposal
from actwright.schemas.usage import Usage
from actwright.testing.checks.reply_schema import Mistake, mistakes
from actwright.testing.checks.shapes import mapping
from actwright.testing.loopback import LoopbackServer
from actwright.testing.requests import request_of
from actwright.testing.scripted import CHARACTERS_PER_TOKEN
from actwright.testing.wires.reply_script import Answer, Event, HttpError, Line, Received, Silence
from actwright.testing.wires.response import Response

MASKED_HEADERS = ("authorization", "x-api-key")


def _chunk(data: bytes) -> bytes:
    """Returns a chunk of a body without a stated length; an empty chunk ends the body."""
    return b"%x\r\n%s\r\n" % (len(data), data)


class _Handler(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1  # headers and body leave in one packet

    @property
    def wire(self) -> WireServer:
        return cast(Any, self.server).owner

    def do_POST(self) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        raw = self.rfile.read(int(headers.get("content-length", "0")))
        event, response = self.wire.respond(self.command, self.path, headers, raw)
        try:
            self._play(event, response)
            self.wfile.flush()
        except OSError:  # the client has closed the connection
            self.close_connection = True

    do_GET = do_POST  # noqa: N815 - the name http.server calls

    def log_message(self, format: str, *args: object) -> None:
        """Servers in tests are quiet."""

    def _play(self, event: Event, response: Response | None) -> None:
        if isinstance(event, Answer) and event.delay:
            self.wire.wait(event.delay)
        if response is None:
            if isinstance(event, Silence):
                self.wire.wait(None)
            self.close_connection = True
            return
        self.send_response(response.status)
        for name, value in {**response.headers, **self._framing(response)}.items():
            self.send_header(name, value)
        self.end_headers()
        body = b"".join(map(_chunk, response.chunks)) if response.chunks else response.body
        if isinstance(event, Answer) and (event.cut or event.stall):
            self.wfile.write(body[: len(body) // 2 if event.cut is True or event.stall else event.cut])
            self.wfile.flush()
            if event.stall:
                self.wire.wait(None)
            self.close_connection = True
        elif isinstance(event, Answer) and event.drip:
            self._drip(body, event.drip)
        else:
            self.wfile.write(body)

    def _framing(self, response: Response) -> dict[str, str]:
        return {"transfer-encoding": "chunked"} if response.chunks else {"content-length": str(len(response.body))}

    def _drip(self, body: bytes, seconds: float) -> None:
        for byte in body:
            self.wfile.write(bytes([byte]))
            self.wfile.flush()
            if self.wire.wait(seconds):
                self.close_connection = True
                return


class WireServer(LoopbackServer, ABC):
    """Base of the servers. Start it with `with` or `async with`; `url` is the base URL for the provider's SDK.

    Args:
        script: A line for each request that reaches the model. When it is exhausted, the response is HTTP 400.
        key: The only key that is accepted; None accepts any.
        models: The only models that exist; None accepts any name.
        context_characters: A request with more characters of text than this overflows the context window.
        refuses: What the endpoint rejects: a `schema` for the answer, `json` without one, `images`, a `stream`; for
            Chat Completions also the newer name of the token limit (`cap`), and contents in `parts`.
        strict: Whether a line that does not match the request's own schemas (a missing required parameter, an unknown
            one, a wrong type) is answered with HTTP 400.

    Attributes:
        received: All requests so far, oldest first, including refused ones.
    """

    handler = _Handler
    path: ClassVar[str] = ""
    wire: ClassVar[str] = ""
    wording: ClassVar[staticmethod[[Mistake], str]]
    """The provider's words for a value that does not fit a schema."""

    def __init__(
        self,
        script: Iterable[Line] = (),
        *,
        key: str | None = None,
        models: Sequence[str] | None = None,
        context_characters: int | None = None,
        refuses: Collection[Refused] = (),
        strict: bool = False,
    ) -> None:
        self.received: list[Received] = []
        self._script = iter(script)
        self._key = key
        self._models = models
        self._context_characters = context_characters
        self._refuses = refuses
        self._strict = strict
        self._lock = threading.Lock()
        self._closing = threading.Event()
        super().__init__()

    def close(self) -> None:
        """Stops serving, and ends responses that are delayed."""
        self._closing.set()
        super().close()

    @abstractmethod
    def error(self, error: HttpError, body: Mapping[str, Any]) -> Response:
        """Returns an error in the provider's form."""

    @abstractmethod
    def no_such_path(self, method: str, path: str) -> Response:
        """Returns the provider's response to an unknown address."""

    @abstractmethod
    def problem(self, body: dict[str, Any], headers: Mapping[str, str]) -> str:
        """Returns why the provider would refuse the request; empty if it would not."""

    @abstractmethod
    def overflow(self, characters: int) -> HttpError:
        """Returns the provider's error for a request that is too long."""

    @abstractmethod
    def answer(self, answer: Answer, body: dict[str, Any]) -> Response:
        """Returns a model's answer in the provider's form, whole or as a stream of events."""

    def respond(self, method: str, path: str, headers: Mapping[str, str], raw: bytes) -> tuple[Event, Response | None]:
        """Returns what to do for one request: the line of the script, and the response unless there is none.

        Called in the request's thread.
        """
        try:
            body: Any = json.loads(raw) if raw else {}
        except ValueError:
            body = None
        masked = {name: "***" if name in MASKED_HEADERS else value for name, value in headers.items()}
        with self._lock:
            known: dict[str, Any] = cast(dict[str, Any], body) if isinstance(body, dict) else {}
            self.received.append(Received(path=path, headers=masked, body=known, wire=self.wire))
            if method != "POST" or path.partition("?")[0] != self.path:
                return HttpError(404), self.no_such_path(method, path)
            event = self._refused(known, headers) if body is known else HttpError(400, "The body is not a JSON object.")
            event = event or self._waiting(self._next(known), known)
        if isinstance(event, HttpError):
            return event, self.error(event, known)
        return event, self.answer(event, known) if isinstance(event, Answer) else None

    def wait(self, seconds: float | None) -> bool:
        """Waits, at most until the server closes. Returns True if it closes."""
        return self._closing.wait(seconds)

    def _refused(self, body: dict[str, Any], headers: Mapping[str, str]) -> HttpError | None:
        sent = headers.get("x-api-key") or headers.get("authorization", "").removeprefix("Bearer ")
        if self._key is not None and sent != self._key:
            return HttpError(401)
        problem = self.problem(body, headers) or capability_problem(body, self._refuses)
        if problem:
            return HttpError(400, problem)
        if self._models is not None and body["model"] not in self._models:
            return HttpError(404)
        characters = text_characters(body)
        if self._context_characters is not None and characters > self._context_characters:
            return self.overflow(characters)
        return None

    def _waiting(self, event: Event, body: dict[str, Any]) -> Event:
        """Returns the line or, if it is checked against the request's schemas and does not fit, an error."""
        if not self._strict or not isinstance(event, Answer):
            return event
        mistake = next(answer_mistakes(event, request_of(body, wire=self.wire)), None)
        return event if mistake is None else HttpError(400, self.wording(mistake))

    def _next(self, body: dict[str, Any]) -> Event:
        missing = HttpError(400, f"the script of this test server is exhausted at request {len(self.received)}")
        line: Line = next(self._script, missing)
        while callable(line):
            line = line(body)
        if isinstance(line, ToolCall):
            return Answer(calls=(line,))
        return Answer(said=line) if isinstance(line, Proposal | Mapping | str) else line


def answer_mistakes(answer: Answer, request: Request) -> Iterator[Mistake]:
    """Yields where an answer that was not cut off does not fit the request's schemas."""
    if answer.ended not in ("stop", "tools"):
        return
    known = {tool.name: tool.parameters for tool in request.tools}
    for index, call in enumerate(answer.called):
        where = ("tool_calls", index)
        if call.toolset:  # checked as the provider's toolset is
            continue
        if call.tool not in known:
            yield "value", (*where, "name"), ", ".join(known), call.tool
        else:
            yield from mistakes(known[call.tool], _parsed(call.arguments or "{}"), (*where, "arguments"))
    if request.answer_schema is not None and not answer.called:
        yield from mistakes(request.answer_schema, _parsed(answer.text))


def _parsed(text: str) -> Any:
    """Returns the value of a JSON text, or the text itself."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def estimated(answer: Answer, body: Mapping[str, Any]) -> Usage:
    """Returns the usage that an answer reports."""
    if answer.usage is not None:
        return answer.usage
    written = len(answer.text) + len(answer.thought) + sum(len(call.arguments) for call in answer.called)
    return Usage(
        fresh=text_characters(body) // CHARACTERS_PER_TOKEN,
        output=max(1, written // CHARACTERS_PER_TOKEN),
        reasoning=len(answer.thought) // CHARACTERS_PER_TOKEN,
    )


def retry_header(error: HttpError) -> dict[str, str]:
    """Returns the header that says when to try again."""
    return {} if error.retry_after is None else {"retry-after": str(error.retry_after)}


TEXTS = ("text", "content", "system", "instructions", "input", "output", "arguments")


def text_characters(value: Any) -> int:
    """Counts the characters of all text parts and plain contents in a request, without pictures."""
    if isinstance(value, Mapping):
        found = cast(Mapping[str, Any], value)
        own = sum(len(found[key]) for key in TEXTS if isinstance(found.get(key), str))
        return own + sum(text_characters(inner) for key, inner in found.items() if key != "schema")
    if isinstance(value, list):
        return sum(text_characters(inner) for inner in cast(list[Any], value))
    return 0


Refused = Literal["schema", "json", "images", "stream", "cap", "parts"]
"""The features that some endpoints refuse."""


def capability_problem(body: Mapping[str, Any], refuses: Collection[Refused]) -> str:
    """Returns the endpoint's error for a feature that it refuses; empty if the request uses none of them."""
    return next((said for name, asked, said in _asked(body) if asked and name in refuses), "")


def _asked(body: Mapping[str, Any]) -> Iterator[tuple[Refused, bool, str]]:
    """Yields each feature that may be refused, whether a request uses it, and the words of the refusal."""
    form = mapping(body.get("response_format") or mapping(body.get("text")).get("format")).get("type")
    contents = [message.get("content") for message in body.get("messages", ())]
    not_taken = "Invalid parameter: 'response_format' of type '{}' is not supported with this model."
    yield "cap", "max_completion_tokens" in body, "body.max_completion_tokens: Extra inputs are not permitted"
    yield "parts", any(isinstance(content, list) for content in contents), "messages[0].content must be a string"
    yield "stream", bool(body.get("stream")), "stream: streaming is not supported by this endpoint"
    yield "schema", "format" in mapping(body.get("output_config")), "output_config: Extra inputs are not permitted"
    yield "schema", form == "json_schema", not_taken.format(form)
    yield "json", form == "json_object", not_taken.format(form)
    yield "images", _has_picture(body), "Invalid content type. Images are only supported by certain models."


def _has_picture(value: Any) -> bool:
    if isinstance(value, Mapping):
        found = mapping(value)
        return found.get("type") in ("image", "image_url", "input_image") or any(map(_has_picture, found.values()))
    return isinstance(value, list) and any(map(_has_picture, cast(list[Any], value)))
