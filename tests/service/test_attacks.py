"""What somebody without the token, another page, or a client that keeps to no rules tries against the service."""

import asyncio
import json
import os
import re
import signal
from pathlib import Path

import httpx2
import pytest
from http_clients import async_client
from test_serve import TOKEN, asked, listening, owner, service, service_process, told

from actwright.service.app import service_app
from actwright.service.entries import read_entries
from actwright.service.guarding import AccessGuard, ReadDeadlineConnections

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_browser")]

ROUTES = (
    ("GET", "/runs"),
    ("POST", "/runs"),
    ("GET", "/runs/x"),
    ("DELETE", "/runs/x"),
    ("GET", "/runs/x/events"),
    ("GET", "/runs/x/frame"),
    ("GET", "/runs/x/report"),
    ("POST", "/runs/x/approvals/q"),
    ("POST", "/runs/x/human-requests/h"),
    ("POST", "/runs/x/pause"),
    ("POST", "/runs/x/resume"),
    ("POST", "/runs/x/take-over"),
    ("POST", "/runs/x/take-over/lease"),
    ("DELETE", "/runs/x/take-over/lease"),
    ("GET", "/browse"),
    ("POST", "/browse"),
    ("GET", "/browse/x"),
    ("GET", "/browse/x/events"),
    ("GET", "/runs/x/picture"),
    ("GET", "/runs/x/beside"),
    ("GET", "/runs/x/steps/x/picture"),
    ("GET", "/view/x"),
    ("GET", "/view/x/steps/1"),
    ("GET", "/openapi.json"),
    ("GET", "/nothing"),
)
STRANGERS = (
    ({"Authorization": ""}, 401),
    ({"Authorization": f"Bearer {TOKEN}x"}, 401),
    ({"Authorization": f"Basic {TOKEN}"}, 401),
    ({"Authorization": "", "Cookie": f"actwright={TOKEN}"}, 401),
    ({"Host": "evil.test"}, 421),
    ({"Host": "127.0.0.1"}, 421),
    ({"Origin": "https://evil.test"}, 403),
    ({"Origin": "null"}, 403),
    ({"Origin": "http://127.0.0.1:1"}, 403),
    ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}, 403),
    ({"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors"}, 403),
)


@pytest.fixture
async def guarded(tmp_path):
    """The service without a socket, and a client with the token."""
    app = service_app(owner(tmp_path), folder=tmp_path / "service", token=TOKEN)
    async with app.router.lifespan_context(app):
        inner = AccessGuard(app, token=TOKEN, hosts=frozenset({"127.0.0.1:7"}), per_minute=10_000)
        transport = httpx2.ASGITransport(app=inner)
        headers = {"Authorization": f"Bearer {TOKEN}"}
        async with httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1:7", headers=headers) as client:
            yield client


async def test_every_route_is_guarded(guarded):
    """By the token, the name that is asked for, and where a page comes from; no token counts that stands in an address."""
    described = (await guarded.get("/openapi.json")).json()["paths"]
    known = {
        (method.upper(), re.sub(r"\{\w+\}", "x", path)) for path, methods in described.items() for method in methods
    }
    tried = {(method, re.sub(r"(?<=/)(?:q|h|lease)$", "x", path)) for method, path in ROUTES}
    assert known <= tried | {("GET", "/browse/x/report"), ("DELETE", "/browse/x")}
    for method, path in ROUTES:
        for headers, status in STRANGERS:
            answer = await guarded.request(method, path, headers=headers, json={})
            assert (answer.status_code, "error" in answer.json()) == (status, True), (method, path, headers)
        for given in (f"?token={TOKEN}", f"?access_token={TOKEN}", f"?Authorization=Bearer%20{TOKEN}"):
            answer = await guarded.request(method, path + given, headers={"Authorization": ""}, json={})
            assert answer.status_code == 401
    page = await guarded.get("/view/x", headers={"Authorization": "", "Accept": "text/html"})
    assert (page.status_code, "#token=" in page.text) == (401, True)
    shown = await guarded.get("/", headers={"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"})
    assert shown.headers["cross-origin-resource-policy"] == "same-origin"


RIGHT = {"task": "Set the price", "url": "http://127.0.0.1:9/", "data": {"price": "50"}}
DEEP = "[" * 5_000 + "]" * 5_000
RAW = {
    "no JSON": b"{",
    "nothing": b"",
    "null": b"null",
    "a list": b"[]",
    "other bytes": b'{"task": "\xff"}',
    "half a character": b'{"task": "Fill \\ud800", "url": "http://127.0.0.1:9/"}',
    "deep": DEEP.encode(),
    "a deep schema": json.dumps(RIGHT | {"output": 0}).replace("0}", '{"a":' * 3_000 + "1" + "}" * 3_001).encode(),
    "a schema of 300 levels": json.dumps(RIGHT | {"output": 0}).replace("0}", '{"a":' * 300 + "1" + "}" * 301).encode(),
    "a number of 5,000 digits": json.dumps(RIGHT | {"data": {"a": 1}}).replace(": 1}", f": {'9' * 5_000}}}").encode(),
    "no number": json.dumps(RIGHT | {"data": {"a": float("nan")}}).encode(),
    "no end": json.dumps(RIGHT | {"limits": {"seconds": float("inf")}}).encode(),
}
FIELDS = {
    "runs": (
        *("task", "url", "data", "private", "secrets", "model", "policy", "limits", "permissions", "output"),
        *("limits.steps", "limits.usd", "limits.seconds", "permissions.effects", "permissions.effects_on"),
        *("permissions.hosts", "permissions.tools", "permissions.downloads", "permissions.values"),
    ),
    "browse": ("prompt", "model"),
}
KINDS = (7, -1.5, "", "\x00", "x" * 20_001, True, [], [[]], [7], {}, {"": ""}, {"x": {"y": 1}}, None)


async def test_each_field_is_wrong_in_turn(guarded):
    """4xx with one sentence, and nothing is begun; never a traceback."""
    for name, content in RAW.items():
        answer = await guarded.post("/runs", content=content, headers={"Content-Type": "application/json"})
        assert (answer.status_code in {400, 422}, list(answer.json())) == (True, ["error"]), name
    right = {"runs": RIGHT, "browse": {"prompt": "What is a kayak?"}}
    for where, fields in FIELDS.items():
        for field in fields:
            for kind in KINDS:
                outer, _, inner = field.partition(".")
                body = right[where] | {outer: {inner: kind} if inner else kind}
                answer = await guarded.post(f"/{where}", json=body)
                if answer.status_code == 202:
                    assert _is_right(field, kind), (field, kind)
                    assert (await guarded.delete(answer.json()["url"])).json()["state"] == "cancelled"
                    continue
                assert (answer.status_code, list(answer.json())) == (422, ["error"]), (field, kind, answer.text)
                assert "Traceback" not in answer.text


def _is_right(field, kind):
    """Values of the kinds above that a field takes."""
    if kind is None:
        return field not in {"task", "url", "data", "private", "secrets", "limits", "permissions", "prompt"}
    if field == "task":
        return kind == "\x00"
    if field in {"limits.steps", "limits.usd", "limits.seconds", "permissions.effects"}:
        return kind == 7 and kind is not True
    if field in {"data", "private", "limits", "permissions"}:
        return kind == {}
    if field in {"secrets", "permissions.effects_on", "permissions.hosts", "permissions.tools"}:
        return kind == []
    return field == "permissions.downloads" and kind is True


async def raw(port, data, more=b"", times=0):
    """What a connection is answered that sends these bytes, and then more of them; empty if it is closed without a word."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        async with asyncio.timeout(60):
            writer.write(data)
            for _ in range(times):
                writer.write(more)
                await writer.drain()
            return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


async def test_a_client_that_dawdles_or_never_ends_is_left(tmp_path, monkeypatch):
    """Slow heads and bodies, a body without an end, a socket to upgrade, and very many at a time; then all is as before."""
    monkeypatch.setattr("actwright.service.guarding.BODY_SECONDS", 0.3)
    monkeypatch.setattr("actwright.service.guarding.HEAD_SECONDS", 0.3)
    app = service_app(owner(tmp_path), folder=tmp_path / "service", token=TOKEN)
    inner = AccessGuard(app, token=TOKEN, hosts=frozenset(), per_minute=500)
    async with listening(inner, http=ReadDeadlineConnections) as (port, _):
        inner._hosts = frozenset({f"127.0.0.1:{port}"})
        head = f"POST /runs HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {TOKEN}\r\n".encode()
        head += b"Content-Type: application/json\r\nConnection: close\r\n"
        assert await raw(port, head[:40]) == b""
        assert b" 408 " in (await raw(port, head + b"Content-Length: 50\r\n\r\n{")).partition(b"\r\n")[0]
        chunk = b"10000\r\n" + b"x" * 65_536 + b"\r\n"
        endless = await raw(port, head + b"Transfer-Encoding: chunked\r\n\r\n", chunk, 400)
        assert endless == b"" or b" 413 " in endless.partition(b"\r\n")[0]
        upgrade = (
            f"GET /runs HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n".encode()
        )
        upgrade += b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        assert b" 101 " not in (await raw(port, upgrade)).partition(b"\r\n")[0]
        # of a thousand at once each takes longer
        monkeypatch.setattr("actwright.service.guarding.BODY_SECONDS", 60)
        monkeypatch.setattr("actwright.service.guarding.HEAD_SECONDS", 60)
        many = await asyncio.gather(*(raw(port, head + b"Content-Length: 2\r\n\r\n{}") for _ in range(1_000)))
        statuses = {each.split(b" ", 2)[1] for each in many}
        assert statuses == {b"422", b"429"}
        async with async_client(base_url=f"http://127.0.0.1:{port}") as client:
            listed = await client.get("/runs", headers={"Authorization": f"Bearer {TOKEN}"})
        assert listed.json() == {"items": [], "total": 0}


async def test_two_who_want_the_page_get_it_one_after_the_other(site, tmp_path):
    """However they hurry; an old lease drives nothing, ends nothing, and says nothing for the other."""
    async with service(tmp_path, confirm=True) as client:
        where = await asked(client, site)
        await told(client, where, until="approval.requested")
        leases = []
        for _ in range(2):
            answers = await asyncio.gather(*(client.post(f"{where}/take-over", json={}) for _ in range(8)))
            assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
            leases += [answer.json()["lease"] for answer in answers if answer.status_code == 200]
            if len(leases) == 1:
                assert (await client.delete(f"{where}/take-over/{leases[0]}")).status_code == 200
        old, new = leases
        typed = {"events": [{"kind": "text", "text": "x"}]}
        assert (await client.post(f"{where}/take-over/{old}", json=typed)).status_code == 409
        assert (await client.delete(f"{where}/take-over/{old}")).status_code == 409
        assert (await client.get(where)).json()["state"] == "paused"
        assert (await client.post(f"{where}/take-over/{new}", json=typed)).status_code == 200
        await client.delete(where)
        assert (await client.post(f"{where}/take-over/{new}", json=typed)).status_code == 409


async def test_a_yes_is_bound_to_what_was_shown(site, tmp_path):
    """Once the page holds something else, it permits nothing; nor does the same answer again."""
    async with service(tmp_path, confirm=True) as client:
        where = await asked(client, site)
        (*_, (_, _, asks)) = await told(client, where, until="approval.requested")
        queue = client.app.state.queue
        await queue.playing(queue.entries[where[6:]]).run.showing.get_by_label("Price").fill("9999")
        answer = {"permit": True}
        assert (await client.post(f"{where}/approvals/{asks['question']}", json=answer)).status_code == 200
        (_, _, refused) = (await told(client, where, until="action.refused"))[-1]
        assert "the page changed while the answer was waited for" in refused["why"]
        assert (await client.post(f"{where}/approvals/{asks['question']}", json=answer)).status_code == 409
        assert site.posts == ()
        effects = [
            fields["confirmed"]
            for _, name, fields in await told(client, where, until="effect.announced")
            if name == "effect.announced"
        ]
        assert effects == ["changed"]
        await client.delete(where)


async def test_a_server_that_is_killed_while_a_person_has_the_page_leaves_nothing_behind(site, tmp_path):
    """No browser; the run is interrupted, and the lease is worth nothing to the next server."""
    async with service_process(tmp_path) as (server, url, token):
        async with async_client(base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=60) as client:
            where = await asked(client, site)
            await told(client, where, until="approval.requested")
            lease = (await client.post(f"{where}/take-over", json={})).json()["lease"]
        os.kill(server.pid, signal.SIGKILL)
        await server.wait()
        while _left(server.pid):  # noqa: ASYNC110 - nothing tells when they are gone
            await asyncio.sleep(0.1)
    (entry,) = read_entries(tmp_path / "service")
    assert (entry.state, [told.name for told in entry.events][-2:]) == ("interrupted", ["run.paused", "run.ended"])
    async with service(tmp_path) as client:
        assert (await client.post(f"{where}/take-over/{lease}", json={})).status_code == 409
        assert (await client.post(f"{where}/take-over", json={})).status_code == 409


def _left(session):
    """The processes of a session that still run, on Linux."""
    found = []
    for process in filter(str.isdigit, (folder.name for folder in Path("/proc").iterdir())):
        try:
            state, _, _, of = Path("/proc", process, "stat").read_text("utf-8").rpartition(")")[2].split()[:4]
        except OSError:
            continue
        if of == str(session) and state != "Z":
            found.append(int(process))
    return found
