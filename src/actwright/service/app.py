"""The HTTP API: runs and questions as resources, and their events as a stream."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager, nullcontext, suppress
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, Header, Query, Request
from fastapi import Path as InPath
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, Response, StreamingResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from actwright.errors import ConfigError
from actwright.service.config import ServiceConfig
from actwright.service.entries import ClientEvent, Kind, RequestedRun
from actwright.service.pages import HomePage, add_pages
from actwright.service.run_queue import AnotherRequestError, FullError, Queue, described
from actwright.service.run_requests import BrowseRequest, ClientRunRequest
from actwright.service.takeover import LEASE_SECONDS, Input, NotInControlError, TakenError, TakeOver
from actwright.service.webhooks import Webhooks
from actwright.text import shortened, visible

BEAT_SECONDS = 15.0
"""After how many seconds without an event a stream sends a comment, to keep the connection open."""
MOST_LISTED = 100
LONGEST_WAIT = 600.0
"""How long a client may wait for the answer to a question in one request, in seconds."""
LONGEST_ERROR = 1_000
"""Characters of an error; some repeat what the client sent."""

Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        pattern=r"^[!-~]{1,255}$",
        description="The same key and body get the first answer; another body gets 409.",
    ),
]
Last = Annotated[int | None, Header(alias="Last-Event-ID", ge=0)]
Id = Annotated[str, InPath(max_length=64)]
REPORT_POLICY = (
    "sandbox allow-scripts; default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
    "frame-ancestors 'none'"
)
"""A report quotes pages, so it is isolated from the service's own origin."""


class ApprovalAnswer(BaseModel):
    """The answer to a request for approval."""

    permit: bool = Field(strict=True)


def service_app(owner: ServiceConfig, *, folder: Path, token: str = "", webhooks: Webhooks | None = None) -> FastAPI:
    """Returns the application. It plays the queue while it is up, and stops running runs in order when it shuts down.

    Args:
        owner: The settings of the owner: what runs may do.
        folder: The folder for requests and events. Those of earlier services in this folder are listed too.
        token: The token with which a browser signs in; without one, there are no pages.
        webhooks: Notified when runs end; None notifies nobody.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        async with Queue(owner, folder=folder) as queue, webhooks or nullcontext():
            app.state.queue = queue
            queue.ended = webhooks.ended if webhooks else None
            yield

    app = FastAPI(
        title="Actwright", version=version("actwright"), lifespan=lifespan, docs_url=None, redoc_url=None,
        description="Does tasks on web pages with one model call per step, and proves that they are done.",
    )  # fmt: skip
    _add_errors(app)
    _Resource(app, "run", "/runs").add()
    _Resource(app, "browse", "/browse").add()
    if token:
        add_pages(app, HomePage(models=owner.models), token)
    return app


def watch_app(queue: Queue, offer: HomePage, token: str) -> FastAPI:
    """Returns an application with the pages alone and the routes that they use, for runs that are played elsewhere."""
    app = FastAPI(title="Actwright", version=version("actwright"), docs_url=None, redoc_url=None, openapi_url=None)
    app.state.queue = queue
    _add_errors(app)
    _Resource(app, "run", "/runs").add_watching(drives=offer.drives)
    add_pages(app, offer, token)
    return app


class PersonAnswer(BaseModel):
    """The answer to a human request by somebody who has not taken over the page."""

    done: bool = Field(strict=True)


class _Resource:
    """The routes of runs, or of questions."""

    def __init__(self, app: FastAPI, kind: Kind, path: str) -> None:
        self._app = app
        self._kind: Kind = kind
        self._path = path

    @property
    def _queue(self) -> Queue:
        return self._app.state.queue

    def _found(self, name: str) -> RequestedRun:
        entry = self._queue.entries.get(name)
        if entry is None or entry.kind not in {self._kind, "browse"}:  # questions are watched as runs are
            raise HTTPException(404, f"there is no {self._kind} {name!r}")
        return entry

    def _driven(self, name: str) -> RequestedRun:
        """The entry, if it can be paused, answered and taken over: a question cannot."""
        entry = self._found(name)
        if entry.kind != "run":
            raise HTTPException(404, f"there is no run {name!r}")
        return entry

    async def run(self, body: ClientRunRequest, key: Key = None) -> JSONResponse:
        """Starts a run."""
        return self._asked(body, key)

    async def browse(
        self, body: BrowseRequest, key: Key = None, wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT)] = 0
    ) -> JSONResponse:
        """Asks a question. With `wait`, answers with 200 and the result if it is there within so many seconds."""
        response = self._asked(body, key)
        entry = self._found(response.headers["Location"].rpartition("/")[2])
        if not wait or not await _ended(entry, seconds=wait):
            return response
        return JSONResponse(_whole(entry, self._queue))

    def _asked(self, body: ClientRunRequest | BrowseRequest, key: str | None) -> JSONResponse:
        entry, _ = self._queue.add(self._kind, body, key=key or "")
        where = f"{self._path}/{entry.id}"
        head = {"id": entry.id, "state": "queued", "url": where, "events": f"{where}/events"}
        return JSONResponse(head, status_code=202, headers={"Location": where})

    async def listed(self, limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 20) -> dict[str, Any]:
        """Lists them, newest first."""
        entries = [each for each in reversed(self._queue.entries.values()) if each.kind == self._kind]
        return {"items": [_head(each) for each in entries[:limit]], "total": len(entries)}

    async def get(self, id: Id) -> dict[str, Any]:
        """Returns its state, steps and result."""
        return _whole(self._found(id), self._queue)

    async def cancel(self, id: Id) -> dict[str, Any]:
        """Stops it in order; stopping twice is allowed."""
        entry = self._found(id)
        await self._queue.cancel(entry)
        return _whole(entry, self._queue)

    async def events(self, id: Id, last: Last = None, after: Annotated[int, Query(ge=0)] = 0) -> Response:
        """Streams its events as server-sent events; Last-Event-ID resumes."""
        entry, start = self._found(id), after if last is None else last
        if entry.ended and start >= entry.count:
            return Response(status_code=204)  # tells a browser not to reconnect
        return StreamingResponse(_stream(entry, start), media_type="text/event-stream")

    async def approve(self, id: Id, question: Id, body: ApprovalAnswer) -> dict[str, Any]:
        """Permits or refuses an effect that waits for approval."""
        entry = self._driven(id)
        playing = self._queue.playing(entry)
        if playing is None or not playing.answer(question, permitted=body.permit):
            raise HTTPException(409, "this question is no longer open: it was answered, or its time ran out")
        return _head(entry)

    async def ask_human(self, id: Id, wanted: Id, body: PersonAnswer) -> dict[str, Any]:
        """Answers a run that asks for a person: it is done, or refused."""
        entry = self._driven(id)
        try:
            stood = self._queue.acted(entry, wanted, done=body.done)
        except TakenError as error:
            raise HTTPException(409, "somebody has taken over this run; only they can give it back") from error
        if not stood:
            raise HTTPException(
                409, "this request for a person is no longer open: it was done or refused, or its time ran out"
            )
        return _head(entry)

    async def pause(self, id: Id) -> dict[str, Any]:
        """Pauses it; an action or call under way ends first. Pausing twice is allowed."""
        return self._paused(id, paused=True)

    async def resume(self, id: Id) -> dict[str, Any]:
        """Resumes it after a pause; resuming twice is allowed."""
        return self._paused(id, paused=False)

    def _paused(self, name: str, *, paused: bool) -> dict[str, Any]:
        entry = self._driven(name)
        if not self._queue.pause(entry, paused=paused):
            raise HTTPException(409, _why_idle(entry))
        return _head(entry)

    async def take_over(self, id: Id) -> dict[str, Any]:
        """Takes over the page; the run does nothing until it is given back."""
        try:
            lease = await self._taken(id).take()
        except TakenError as error:
            raise HTTPException(409, "somebody has already taken over this run") from error
        except TimeoutError as error:
            raise HTTPException(409, "an action is still under way; try again") from error
        return {"lease": lease, "seconds": LEASE_SECONDS}

    async def drive(self, id: Id, lease: Id, body: Input) -> dict[str, Any]:
        """Sends input to the page; this renews the lease, even without events."""
        with _control_error():
            return {"problem": await self._taken(id).act(lease, body), "seconds": LEASE_SECONDS}

    async def give_back(self, id: Id, lease: Id, *, refused: bool = False) -> dict[str, Any]:
        """Gives the page back, and answers what the run asked a person to do: done, or refused."""
        with _control_error():
            self._taken(id).give_back(lease, refused=refused)
        return _head(self._driven(id))

    def _taken(self, name: str) -> TakeOver:
        entry = self._driven(name)
        taken = self._queue.take_over(entry)
        if taken is None:
            raise HTTPException(409, _why_idle(entry))
        return taken

    async def report(self, id: Id) -> FileResponse:
        """Returns its report, once it has ended."""
        record = (self._found(id).result or {}).get("record")
        file = Path(record) / "report.html" if record else None
        if file is None or not file.is_file():
            raise HTTPException(404, "there is no report yet")
        return FileResponse(file, media_type="text/html", headers={"Content-Security-Policy": REPORT_POLICY})

    def add(self) -> None:
        """Adds all routes to the application."""
        begin = self.run if self._kind == "run" else self.browse
        self._app.add_api_route(self._path, begin, methods=["POST"], status_code=202)
        self._app.add_api_route(self._path, self.listed, methods=["GET"])
        self.add_watching(drives=True)

    def add_watching(self, *, drives: bool) -> None:
        """Adds the routes for a run or question; with `drives`, it can be stopped, paused, answered and taken over."""
        routes: list[tuple[str, str, Callable[..., Any]]] = [
            ("GET", "", self.get),
            ("GET", "/events", self.events),
            ("GET", "/report", self.report),
        ]
        if drives:
            routes.append(("DELETE", "", self.cancel))
        if drives and self._kind == "run":
            routes += [
                ("POST", "/approvals/{question}", self.approve),
                ("POST", "/human-requests/{wanted}", self.ask_human),
                ("POST", "/pause", self.pause),
                ("POST", "/resume", self.resume),
                ("POST", "/take-over", self.take_over),
                ("POST", "/take-over/{lease}", self.drive),
                ("DELETE", "/take-over/{lease}", self.give_back),
            ]
        for method, end, handle in routes:
            self._app.add_api_route(f"{self._path}/{{id}}{end}", handle, methods=[method])


@contextmanager
def _control_error() -> Generator[None]:
    try:
        yield
    except NotInControlError as error:
        raise HTTPException(409, "you no longer have the page: it went back to the run") from error


def _why_idle(entry: RequestedRun) -> str:
    return "this run has ended" if entry.ended else "this run has not started yet"


def _head(entry: RequestedRun) -> dict[str, Any]:
    head = {"id": entry.id, "state": entry.state, "created": entry.created, "request": entry.request}
    return head | {name: (entry.result or {}).get(name) for name in ("reason", "may_have_acted", "usd", "seconds")}


def _whole(entry: RequestedRun, queue: Queue) -> dict[str, Any]:
    playing = queue.playing(entry)
    question, wanted = (playing.question, playing.wanted) if playing else (None, None)
    steps = [told.fields for told in entry.events if told.name == "step.ended"]
    return {
        **_head(entry),
        **queue.waits(entry),
        "result": entry.result,
        "steps": steps,
        "approval": described("question", question) if question else None,
        "ask_human": described("ask_human", wanted) if wanted else None,
        "events": entry.count,
    }


async def _ended(entry: RequestedRun, *, seconds: float) -> bool:
    """Whether a run has ended, or ends within this time."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            async for _ in entry.follow(entry.count):
                pass
    return entry.ended


async def _stream(entry: RequestedRun, after: int) -> AsyncGenerator[str]:
    following = entry.follow(after)
    coming = asyncio.ensure_future(anext(following, None))
    try:
        while True:
            done, _ = await asyncio.wait([coming], timeout=BEAT_SECONDS)
            if not done:
                yield ": still here\n\n"
                continue
            told = coming.result()
            if told is None:
                return
            yield _as_sse(told)
            coming = asyncio.ensure_future(anext(following, None))
    finally:
        coming.cancel()
        await asyncio.gather(coming, return_exceptions=True)
        await following.aclose()


def _as_sse(told: ClientEvent) -> str:
    number = f"id: {told.number}\n" if told.number else ""
    return f"{number}event: {told.name}\ndata: {json.dumps(told.fields, ensure_ascii=False)}\n\n"


def _add_errors(app: FastAPI) -> None:
    """Answers every error with one sentence, as JSON."""

    def answered(status: int, why: str) -> JSONResponse:
        return JSONResponse({"error": shortened(visible(why), LONGEST_ERROR)}, status_code=status)

    async def invalid(_: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:] if isinstance(part, str | int))
        return answered(422, f"{where}: {first['msg']}" if where else str(first["msg"]))

    async def http(_: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, HTTPException)
        return answered(error.status_code, str(error.detail))

    async def refused(status: int, _: Request, error: Exception) -> JSONResponse:
        return answered(status, str(error))

    async def failed(_: Request, error: Exception) -> JSONResponse:
        return answered(500, f"the service failed ({type(error).__name__}); runs under way continue")

    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, http)
    for kind, status in ((ConfigError, 422), (AnotherRequestError, 409), (FullError, 503)):
        app.add_exception_handler(kind, partial(refused, status))
    app.add_exception_handler(Exception, failed)
