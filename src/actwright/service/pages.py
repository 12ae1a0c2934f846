"""The pages of the service: the list of runs with a form for a new one, and the live view of a run."""

from __future__ import annotations

import hmac
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, Query, Request
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from actwright.service.cast import Cast
from actwright.service.entries import Entry
from actwright.service.owner import Owner
from actwright.service.queue import Queue

__all__ = ["add_pages"]

FOLDER = Path(__file__).parent / "web"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
STATIC = {"app.css": "text/css", "app.js": "text/javascript"}
FRAME_SECONDS = 10.0
MOST_SHOWN = 100


class Given(BaseModel):
    """What a browser signs in with."""

    token: str = Field(max_length=200)


def add_pages(app: FastAPI, owner: Owner, token: str) -> None:
    """Adds the pages to the application; the token is what a browser swaps for a cookie."""
    pages = _Pages(app, owner, token)
    app.get("/", include_in_schema=False)(pages.runs)
    app.get("/view/{id}", include_in_schema=False)(pages.run)
    app.get("/static/{name}", include_in_schema=False)(pages.static)
    app.post("/session", include_in_schema=False)(pages.sign_in)
    app.get("/runs/{id}/frame", summary="The newest picture of the browser after a number, JPEG")(pages.frame)


class _Pages:
    def __init__(self, app: FastAPI, owner: Owner, token: str) -> None:
        self._app = app
        self._owner = owner
        self._token = token
        self._casts: dict[str, Cast] = {}
        self._templates = Environment(
            loader=FileSystemLoader(FOLDER), autoescape=select_autoescape(("html.j2",)), undefined=StrictUndefined
        )

    @property
    def _queue(self) -> Queue:
        return self._app.state.queue

    async def runs(self, request: Request) -> HTMLResponse:
        if not request.scope["state"].get("known"):
            return self._sign_in()
        entries = [each for each in reversed(self._queue.entries.values()) if each.kind == "run"][:MOST_SHOWN]
        return self._page("runs.html.j2", entries=entries, models=self._owner.models)

    async def run(self, request: Request, id: str) -> HTMLResponse:
        if not request.scope["state"].get("known"):
            return self._sign_in(status=401)
        return self._page("run.html.j2", entry=self._found(id))

    async def static(self, name: str) -> FileResponse:
        if name not in STATIC:
            raise HTTPException(404, "there is no such file")
        return FileResponse(FOLDER / name, media_type=STATIC[name])

    async def sign_in(self, request: Request, body: Given) -> JSONResponse:
        if not hmac.compare_digest(body.token.encode(), self._token.encode()):
            raise HTTPException(401, "that is not the token of this service; open the address that the terminal shows")
        answer = JSONResponse({"signed_in": True})
        cookie = request.scope["state"]["cookie"]
        answer.set_cookie(cookie, self._token, httponly=True, samesite="strict", path="/")
        return answer

    async def frame(self, id: str, after: Annotated[int, Query(ge=0)] = 0) -> Response:
        entry = self._found(id)
        playing = self._queue.playing(entry)
        if playing is None:
            self._casts.pop(id, None)
            return Response(status_code=204 if not entry.ended else 410)
        cast = self._casts.setdefault(id, Cast(playing))
        frame = await cast.frame(after, seconds=FRAME_SECONDS)
        if frame is None:
            return Response(status_code=204)
        return Response(frame.data, media_type="image/jpeg", headers={"X-Frame": str(frame.number)})

    def _found(self, name: str) -> Entry:
        entry = self._queue.entries.get(name)
        if entry is None or entry.kind != "run":
            raise HTTPException(404, f"there is no run {name!r}")
        return entry

    def _sign_in(self, status: int = 200) -> HTMLResponse:
        return self._page("signin.html.j2", status=status)

    def _page(self, name: str, *, status: int = 200, **shown: Any) -> HTMLResponse:
        text = self._templates.get_template(name).render(version=version("actwright"), **shown)
        return HTMLResponse(text, status_code=status, headers={"Content-Security-Policy": POLICY})
