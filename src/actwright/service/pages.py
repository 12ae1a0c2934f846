"""The pages of the service: the list of runs, with a form for a new one; the live view of a run; a step's requests."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, TypeVar

from fastapi import FastAPI, Query, Request
from fastapi import Path as InPath
from fastapi.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from pydantic import Field
from starlette.exceptions import HTTPException

from actwright.engine.records.html import environment, host_time, styled
from actwright.engine.records.request_view import asked_in
from actwright.engine.records.run_folder import newest_picture, read_step
from actwright.engine.task_images import thumbnail
from actwright.schemas.step import Step
from actwright.service.cast import Cast
from actwright.service.entries import RequestedRun
from actwright.service.run_queue import Queue
from actwright.service.run_requests import Body
from actwright.service.viewers import Viewers

FOLDER = Path(__file__).parent / "web"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
STYLE, SCRIPTS = "app.css", frozenset({"common.js", "signin.js", "runs.js", "run.js", "driving.js", "beside.js"})
FRAME_SECONDS = 10.0
MOST_SHOWN = 100
MOST_STEPS = 100_000

Number = Annotated[int, InPath(ge=1, le=MOST_STEPS)]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class HomePage:
    """What the pages show, and what a person may do there.

    Attributes:
        title: The title of the list; empty if there is only one run, whose view is at `/`.
        models: The models that a new run may use.
        asks: Whether there is a form for new runs.
        drives: Whether runs can be paused, stopped and taken over.
        counts: How many rows are in each state, shown above the list; None shows nothing.
        viewers: Counts the open pages; None counts nothing.
    """

    title: str = "Runs"
    models: tuple[str, ...] = ()
    asks: bool = True
    drives: bool = True
    counts: Callable[[], Mapping[str, int]] | None = None
    viewers: Viewers | None = None


class SignInForm(Body):
    """The body of a request to sign in."""

    token: str = Field(max_length=200)


def add_pages(app: FastAPI, offer: HomePage, token: str) -> None:
    """Adds the pages to the application. A browser exchanges the token for a cookie."""
    pages = _Pages(app, offer, token)
    app.get("/", include_in_schema=False)(pages.runs)
    app.get("/list", include_in_schema=False)(pages.listed)
    app.get("/view/{id}", include_in_schema=False)(pages.run)
    app.get("/view/{id}/steps/{number}", include_in_schema=False)(pages.step)
    app.get("/static/{name}", include_in_schema=False)(pages.static)
    app.get("/here", include_in_schema=False)(pages.here)
    app.post("/session", include_in_schema=False)(pages.sign_in)
    one = "/runs/{id}"
    app.get(f"{one}/frame", summary="The newest live picture after a number, JPEG")(pages.frame)
    app.get(
        f"{one}/beside",
        summary="What that picture cannot show: a dialog and, for the person who controls the page, the control in focus",
    )(pages.beside)
    app.get(f"{one}/picture", summary="The last recorded picture, small")(pages.last_picture)
    app.get(f"{one}/steps/{{number}}/picture", summary="The picture of a step as the model saw it")(pages.picture)


class _Pages:
    def __init__(self, app: FastAPI, offer: HomePage, token: str) -> None:
        self._app = app
        self._offer = offer
        self._token = token
        self._casts: dict[str, Cast] = {}
        self._pictured: dict[str, bool] = {}
        self._templates = environment(FOLDER, host_time=host_time)

    @property
    def _queue(self) -> Queue:
        return self._app.state.queue

    async def runs(self, request: Request) -> Response:
        if not request.scope["state"].get("known"):
            return self._sign_in()
        if not self._offer.title:
            return self._page("run.html.j2", entry=next(iter(self._queue.entries.values())))
        return self._page("runs.html.j2", **self._listed())

    async def listed(self) -> HTMLResponse:
        """The list alone, which the page fetches periodically."""
        return self._page("list.html.j2", **self._listed())

    async def run(self, request: Request, id: str) -> HTMLResponse:
        if not request.scope["state"].get("known"):
            return self._sign_in(status=401)
        return self._page("run.html.j2", entry=self._found(id))

    async def step(self, request: Request, id: str, number: Number) -> HTMLResponse:
        """The requests of a step, as recorded."""
        if not request.scope["state"].get("known"):
            return self._sign_in(status=401)
        entry = self._found(id)
        step = await self._step(entry, number)
        return self._page("step.html.j2", entry=entry, step=step, requests=asked_in(step), last=_last(entry))

    async def static(self, name: str) -> Response:
        if name == STYLE:
            return Response(styled((FOLDER / STYLE).read_text("utf-8")), media_type="text/css")
        if name not in SCRIPTS:
            raise HTTPException(404, "there is no such file")
        return Response((FOLDER / name).read_bytes(), media_type="text/javascript")

    async def sign_in(self, request: Request, body: SignInForm) -> JSONResponse:
        if not hmac.compare_digest(body.token.encode(), self._token.encode()):
            raise HTTPException(401, "this is not the token of the service; open the address that the terminal shows")
        answer = JSONResponse({"signed_in": True})
        cookie = request.scope["state"]["cookie"]
        answer.set_cookie(cookie, self._token, httponly=True, samesite="strict", path="/")
        return answer

    async def here(self) -> Response:
        """A stream that each open page holds, so that open pages can be counted."""
        if self._offer.viewers is None:
            return Response(status_code=204)
        return StreamingResponse(self._offer.viewers.stay(), media_type="text/event-stream")

    async def frame(
        self,
        request: Request,
        id: str,
        after: Annotated[int, Query(ge=0)] = 0,
        wait: Annotated[float, Query(ge=0, le=FRAME_SECONDS)] = FRAME_SECONDS,
    ) -> Response:
        entry = self._found(id)
        watched = self._queue.watched(entry)
        if watched is None:
            return Response(status_code=204 if not entry.ended else 410)
        cast = self._casts.get(id)
        if cast is None or cast.watched is not watched:
            cast = self._casts[id] = Cast(watched, lambda: self._leave(id))
        frame = await _unless_gone(request, cast.frame(after, seconds=wait))
        if frame is None:
            return Response(status_code=204)
        return Response(frame.data, media_type="image/jpeg", headers={"X-Frame": str(frame.number)})

    async def beside(self, id: str, lease: Annotated[str, Query(max_length=64)] = "") -> dict[str, Any]:
        taken = self._queue.take_over(self._found(id))
        return {} if taken is None else (await taken.beside(lease)).model_dump(mode="json", exclude_defaults=True)

    async def last_picture(self, id: str) -> Response:
        record = _record(self._found(id))
        file = None if record is None else newest_picture(record)
        small = b"" if file is None else await asyncio.to_thread(lambda: thumbnail(file.read_bytes()))
        if not small:
            raise HTTPException(404, "there is no picture of this run")
        return Response(small, media_type="image/jpeg")

    async def picture(self, id: str, number: Number, *, small: bool = False) -> Response:
        image = (await self._step(self._found(id), number)).page.screenshot
        if image is None or not image.data:
            raise HTTPException(404, "there is no picture of this step")
        if small:
            return Response(await asyncio.to_thread(thumbnail, image.data), media_type="image/jpeg")
        return Response(image.data, media_type=image.media_type)

    async def _step(self, entry: RequestedRun, number: int) -> Step:
        record = _record(entry)
        step = None if record is None else await asyncio.to_thread(read_step, record, number)
        if step is None:
            raise HTTPException(404, "this step is not recorded (yet)")
        return step

    def _leave(self, id: str) -> None:
        """Forgets a cast that has ended, and with it its run."""
        cast = self._casts.get(id)
        if cast is not None and not cast.watched_by_any:
            del self._casts[id]

    def _listed(self) -> dict[str, Any]:
        """What the list shows: runs under way first, then the others, each newest first."""
        entries = list(reversed(self._queue.entries.values()))
        shown = sorted(entries, key=lambda each: each.ended)[:MOST_SHOWN]
        self._pictured = {each.id: self._has_picture(each) for each in shown if each.ended}
        counts: Mapping[str, int] = {} if self._offer.counts is None else self._offer.counts()
        return {"entries": shown, "pictured": self._pictured, "counts": counts, "all": len(entries)}

    def _has_picture(self, ended: RequestedRun) -> bool:
        if ended.id in self._pictured:
            return self._pictured[ended.id]
        record = _record(ended)
        return record is not None and newest_picture(record) is not None

    def _found(self, name: str) -> RequestedRun:
        entry = self._queue.entries.get(name)
        if entry is None:
            raise HTTPException(404, f"there is no run {name!r}")
        return entry

    def _sign_in(self, status: int = 200) -> HTMLResponse:
        return self._page("signin.html.j2", status=status)

    def _page(self, name: str, *, status: int = 200, **shown: Any) -> HTMLResponse:
        text = self._templates.get_template(name).render(version=version("actwright"), offer=self._offer, **shown)
        return HTMLResponse(text, status_code=status, headers={"Content-Security-Policy": POLICY})


def _record(entry: RequestedRun) -> Path | None:
    """The record of an entry's last run; None if there is none."""
    record = (entry.result or {}).get("record")
    if record is None and not entry.ended:
        record = next((told.fields["record"] for told in reversed(entry.events) if told.name == "run.recorded"), None)
    return None if record is None else Path(record)


def _last(entry: RequestedRun) -> int:
    """The number of the last recorded step."""
    if entry.ended:
        return (entry.result or {}).get("steps") or 1
    return max((told.fields["step"] for told in entry.events if told.name == "step.proposed"), default=1)


async def _unless_gone(request: Request, work: Coroutine[Any, Any, T]) -> T | None:
    """The result of some work; None if the client disconnected first."""
    doing, gone = asyncio.ensure_future(work), asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait([doing, gone], return_when=asyncio.FIRST_COMPLETED)
        return doing.result() if doing.done() else None
    finally:
        for task in (doing, gone):
            task.cancel()
        await asyncio.wait([doing, gone])


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
