"""The HTTP service over real sockets: runs from request to result, their events, and everything that it refuses."""

import asyncio
import base64
import itertools
import json
import os
import re
import signal
import sys
from contextlib import asynccontextmanager, nullcontext, suppress

import pytest
import uvicorn
from http_clients import async_client
from installed_browser import launch_options
from served_pages import ServedPages
from standardwebhooks import Webhook, WebhookVerificationError
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

from actwright import BrowserOptions, Permissions, Secret
from actwright.cli.http_listener import listener_on
from actwright.schemas.exchange import ToolCall
from actwright.service.app import service_app
from actwright.service.config import ServiceConfig
from actwright.service.entries import read_entries
from actwright.service.guarding import MOST_BYTES, AccessGuard
from actwright.service.prepared import answer_type
from actwright.service.webhooks import Webhooks
from actwright.testing import Answer, OpenAIChatServer, Site

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_browser")]

TOKEN = "a-token-of-this-test"
TASK = "Fill the price as $50 and submit"


def owner(tmp_path, **given):
    options = launch_options()
    browser = BrowserOptions(executable=options["executable_path"], args=tuple(options["args"]))
    return ServiceConfig(**{"browser": browser, "out": tmp_path} | given)


@asynccontextmanager
async def listening(app, port=0, **options):
    with listener_on(port, "port") as listener:
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1, **options))
        server.capture_signals = nullcontext
        serving = asyncio.create_task(server.serve([listener]))
        try:
            yield listener.getsockname()[1], app
        finally:
            server.should_exit = True
            await serving


@asynccontextmanager
async def service(tmp_path, *, webhooks=None, per_minute=600, port=0, **given):
    """The service on a port of its own, and a client with its token."""
    app = service_app(owner(tmp_path, **given), folder=tmp_path / "service", token=TOKEN, webhooks=webhooks)
    inner = AccessGuard(app, token=TOKEN, hosts=frozenset(), per_minute=per_minute)
    async with listening(inner, port) as (taken, _):
        inner._hosts = frozenset({f"127.0.0.1:{taken}"})
        headers = {"Authorization": f"Bearer {TOKEN}"}
        async with async_client(base_url=f"http://127.0.0.1:{taken}", headers=headers, timeout=60) as client:
            client.app = app
            yield client


async def told(client, where, *, after=None, until=None):
    """Events as (number, name, fields)."""
    headers = {} if after is None else {"Last-Event-ID": str(after)}
    seen, current = [], {}
    async with client.stream("GET", f"{where}/events", headers=headers) as response:
        assert response.status_code == 200
        async for line in response.aiter_lines():
            if line:
                name, _, value = line.partition(": ")
                current[name] = value
                continue
            if "event" in current:
                seen.append((int(current.get("id", 0)), current["event"], json.loads(current["data"])))
            current = {}
            if until is not None and seen and seen[-1][1] == until:
                break
    return seen


async def asked(client, site, **given):
    values = {} if "private" in given else {"data": {"price": "50"}}
    answer = await client.post("/runs", json={"task": TASK, "url": f"{site.url}/price"} | values | given)
    assert answer.status_code == 202, answer.text
    return answer.json()["url"]


async def test_a_run_from_its_request_to_its_report(site, tmp_path):
    """Its events are numbered without a gap, and a connection that broke goes on where it was."""
    async with service(tmp_path) as client:
        where = await asked(client, site)
        first = await told(client, where, until="step.proposed")
        rest = await told(client, where, after=first[-1][0])
        whole = await told(client, where, after=0)
        kept = [each for each in first + rest if each[0]]
        assert [number for number, _, _ in kept] == list(range(1, len(kept) + 1))
        assert [each for each in whole if each[0]] == kept
        names = [name for _, name, _ in kept]
        assert names[:4] == ["run.queued", "run.recorded", "run.started", "step.started"]
        assert {"page.looked", "action.started", "effect.announced", "action.ended", "evidence.checked"} < set(names)
        assert names[-1] == "run.ended"
        result = kept[-1][2]["result"]
        assert (result["status"], result["complete"], result["steps"]) == ("complete", True, 2)
        found = (await client.get(where)).json()
        assert (found["state"], found["result"], len(found["steps"])) == ("complete", result, 2)
        assert (await client.get(f"{where}/events", headers={"Last-Event-ID": str(len(kept))})).status_code == 204
        report = await client.get(f"{where}/report")
        assert "Fill the price" in report.text
        assert "sandbox" in report.headers["content-security-policy"]
        listed = (await client.get("/runs")).json()
        assert [each["id"] for each in listed["items"]] == [found["id"]]
    assert [post.fields["price"] for post in site.posts] == [("50",)]


async def test_the_same_key_is_answered_the_same_and_nothing_is_done_twice(site, tmp_path):
    async with service(tmp_path) as client:
        body = {"task": TASK, "url": f"{site.url}/price", "data": {"price": "50"}}
        key = {"Idempotency-Key": "order-17"}
        answers = await asyncio.gather(*(client.post("/runs", json=body, headers=key) for _ in range(3)))
        assert len({answer.json()["id"] for answer in answers}) == 1
        other = await client.post("/runs", json=body | {"task": "another"}, headers=key)
        assert (other.status_code, "another request" in other.json()["error"]) == (409, True)
        await told(client, answers[0].json()["url"])
    async with service(tmp_path) as client:
        again = await client.post("/runs", json=body, headers=key)
        assert again.json()["id"] == answers[0].json()["id"]
    assert len(site.posts) == 1


async def test_runs_wait_for_their_turn_and_are_cancelled_in_order(tmp_path):
    """One that has not begun is taken out of the queue; a second cancellation is no error."""
    with Site(latency_ms=30_000) as slow:
        async with service(tmp_path, most_runs=1) as client:
            first, second = await asked(client, slow), await asked(client, slow)
            await told(client, first, until="run.started")
            assert (await client.get(second)).json()["state"] == "queued"
            for where in (second, first, first):
                cancelled = (await client.delete(where)).json()
                assert (cancelled["state"], cancelled["may_have_acted"]) == ("cancelled", False)
            assert [name for _, name, _ in await told(client, second)] == ["run.queued", "run.ended"]
            assert (await client.delete("/runs/none")).status_code == 404


async def test_an_effect_waits_for_an_answer_that_counts_once(site, tmp_path):
    async with service(tmp_path, confirm=True) as client:
        where = await asked(client, site)
        (*_, (_, _, asks)) = await told(client, where, until="approval.requested")
        waiting = (await client.get(where)).json()
        assert (waiting["state"], waiting["approval"]["question"]) == ("needs_action", asks["question"])
        assert (asks["tool"], asks["values"]) == ("click", {'input-0 "Price"': "50"})
        assert site.posts == ()
        for question, status in (("another", 409), (asks["question"], 200), (asks["question"], 409)):
            answer = await client.post(f"{where}/approvals/{question}", json={"permit": True})
            assert answer.status_code == status
        names = [name for _, name, _ in await told(client, where)]
        assert names.index("approval.answered") < names.index("run.ended")
    assert len(site.posts) == 1


SENDS_AT_ONCE = "<input type=checkbox aria-label=News onchange=\"fetch('/save', {method: 'POST', body: 'on'})\">"


@pytest.mark.parametrize("permit", [True, False])
async def test_what_an_edit_sends_waits_for_an_answer_too(tmp_path, permit):
    """The action is under way meanwhile."""
    check = {"reason": "r", "tool": "check", "parameters": {"element_id": "input-0"}}
    steps = itertools.repeat({"complete": False, "message": "m", "actions": [check]})
    pages = {"/": f"<title>News</title>{SENDS_AT_ONCE}", "/save": "saved"}
    with ServedPages(pages) as site, OpenAIChatServer(steps) as server:
        async with service(tmp_path, confirm=True, models=("openai-chat:m",), base_url=server.url) as client:
            where = await asked(client, site, url=f"{site.url}/", limits={"steps": 1}, policy="single_call")
            events = await told(client, where, until="approval.requested")
            (*_, (_, started, _), (_, _, asks)) = events
            assert (started, asks["tool"], asks["sends"]) == ("action.started", "check", f"POST {site.url}/save")
            assert ((await client.get(where)).json()["state"], site.posts) == ("needs_action", [])
            answer = await client.post(f"{where}/approvals/{asks['question']}", json={"permit": permit})
            assert answer.status_code == 200
            ended = [fields for _, name, fields in await told(client, where) if name == "action.ended"]
    assert [each["status"] for each in ended] == ["done" if permit else "failed"]
    assert site.posts == [b"on"] * permit


@asynccontextmanager
async def service_process(folder):
    """A service in a process of its own, which is killed at the end; gives the process, its URL and its token."""
    command = ("-m", "actwright", "serve", "--port", "0", "--out", str(folder), "--confirm")
    server = await asyncio.create_subprocess_exec(
        sys.executable, *command, stderr=asyncio.subprocess.PIPE, start_new_session=True
    )
    try:
        async with asyncio.timeout(60):
            line = (await server.stderr.readline()).decode()
            yield (server, *re.match(r"(\S+) \(Authorization: Bearer (\S+);", line).groups())
    finally:
        with suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGKILL)
        await server.wait()


async def test_a_service_that_died_says_what_was_under_way(site, tmp_path):
    """After kill -9: an old run is listed, as interrupted, with what it may have done; nothing is played again."""
    async with (
        service_process(tmp_path) as (_, url, token),
        async_client(base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=60) as client,
    ):
        where = await asked(client, site)
        await told(client, where, until="approval.requested")
    (entry,) = read_entries(tmp_path / "service")
    assert (entry.state, entry.result["may_have_acted"]) == ("interrupted", False)
    assert entry.events[-1].name == "run.ended"
    async with service(tmp_path) as client:
        found = (await client.get(where)).json()
        assert (found["state"], found["result"]["record"]) == ("interrupted", entry.result["record"])
    assert site.posts == ()


async def test_nothing_that_was_withheld_is_in_what_the_service_writes_and_says(site, tmp_path):
    """Private values are typed, and stand in no request that is kept, no event and no answer."""
    secret = Secret(value="hunter2-canary", origins=(site.url,))
    async with service(tmp_path, secrets={"password": secret}) as client:
        where = await asked(client, site, task="Fill the price as {{price}} and submit", private={"price": "73519"})
        events = await told(client, where)
        found = (await client.get(where)).text
    assert site.posts[0].fields["price"] == ("73519",)
    written = b"".join(file.read_bytes() for file in (tmp_path / "service").rglob("*") if file.is_file())
    for text in (json.dumps(events), found, written.decode()):
        assert "hunter2-canary" not in text
        assert "73519" not in text.replace("price=73519", "")


async def test_an_answer_fits_the_schema_that_the_client_gave(site, tmp_path):
    schema = {"type": "object", "properties": {"total": {"type": "integer", "minimum": 40}}, "required": ["total"]}
    read = {"reason": "r", "tool": "expect", "parameters": {"text": ["One field and a button"]}}
    done = {"complete": True, "message": "read", "actions": [read]}
    with OpenAIChatServer([done | {"output": {"total": 12}}, done | {"output": {"total": 50}}]) as server:
        async with service(tmp_path, models=("openai-chat:m",), base_url=server.url) as client:
            where = await asked(client, site, output=schema)
            result = (await told(client, where))[-1][2]["result"]
    assert (result["status"], result["output"], result["steps"]) == ("complete", {"total": 50}, 2)


async def test_ends_are_told_to_the_owners_address_and_signed(site, tmp_path):
    """Once more if it was not taken; the signature is that of Standard Webhooks."""
    got, key = [], b"0123456789abcdef0123456789abcdef"

    async def take(request):
        got.append((dict(request.headers), await request.body()))
        return Response(status_code=500 if len(got) == 1 else 204)

    async with listening(Starlette(routes=[Route("/hook", take, methods=["POST"])])) as (port, _):
        secret = f"whsec_{base64.b64encode(key).decode()}"
        webhooks = Webhooks(f"http://127.0.0.1:{port}/hook", secret, waits=(0.05, 0.05))
        async with service(tmp_path, webhooks=webhooks) as client:
            where = await asked(client, site)
            await told(client, where)
    (first, _), (second, body) = got
    assert first["webhook-id"] == second["webhook-id"]
    told_to_it = Webhook(secret).verify(body, second)
    assert (told_to_it["type"], told_to_it["data"]["state"]) == ("run.ended", "complete")
    with pytest.raises(WebhookVerificationError):
        Webhook(base64.b64encode(key[::-1]).decode()).verify(body, second)


PERMITTED = Permissions(effects=3, hosts=("*.shop.example",))
WRONG = {
    "no task": ({"task": ""}, "task: "),
    "a task that is no text": ({"task": 7}, "task: "),
    "a long task": ({"task": "x" * 20_001}, "task: "),
    "a file": ({"url": "file:///etc/passwd"}, "is not the URL of a web page"),
    "no url": ({"url": None}, "url: "),
    "an unknown field": ({"headless": False}, "headless: "),
    "a path": ({"policy": "replay:/etc/passwd"}, "names a file"),
    "an unknown policy": ({"policy": "rulez"}, "did you mean 'rules'?"),
    "a model of its own": ({"model": "openai-chat:m@http://evil.test/v1"}, "the service offers no other"),
    "an unknown secret": ({"secrets": ["password"]}, "there is no secret 'password'"),
    "data of data": ({"data": {"a": {"b": 1}}}, "data.a"),
    "a name of data": ({"data": {"": "x"}}, "data"),
    "an unknown value": ({"task": "Fill {{pric}}", "data": {"price": "1"}}, "pric"),
    "no steps": ({"limits": {"steps": 0}}, "limits.steps: "),
    "no money": ({"limits": {"usd": -1}}, "limits.usd: "),
    "no time": ({"limits": {"seconds": "soon"}}, "limits.seconds: "),
    "more hosts": ({"permissions": {"hosts": ["evil.test"]}}, "the service permits no more"),
    "an unknown tool": ({"permissions": {"tools": ["clik"]}}, "clik"),
    "permissions that are none": ({"permissions": {"sites": ["evil.test"]}}, "permissions.sites: "),
    "a schema of no object": ({"output": {"type": "string"}}, "schema of an object"),
    "a schema that fetches": (
        {"output": {"type": "object", "properties": {"a": {"$ref": "http://evil.test/"}}}},
        "may only point into",
    ),
    "a slow schema": (
        {"output": {"type": "object", "properties": {"a": {"pattern": "(a+)+$"}}}},
        "pattern is not allowed",
    ),
}


async def test_what_cannot_be_run_is_refused_with_a_sentence(site, tmp_path):
    """Each field wrong in turn: 422, before a browser is started; nothing is kept of it."""
    async with service(tmp_path, permissions=PERMITTED) as client:
        for name, (given, why) in WRONG.items():
            body = {"task": TASK, "url": f"{site.url}/price"} | given
            answer = await client.post("/runs", json=body)
            assert answer.status_code == 422, (name, answer.text)
            assert why in answer.json()["error"], name
            assert "Traceback" not in answer.text
        assert (await client.get("/runs")).json() == {"items": [], "total": 0}
        browse = await client.post("/browse", json={"prompt": "What is a kayak?"})
        assert (browse.status_code, "needs a model" in browse.json()["error"]) == (422, True)
    assert not list(tmp_path.glob("2*"))


async def test_a_run_that_its_policy_refuses_ends_with_the_reason(tmp_path):
    """Its client still gets an ID for it, and can ask for it and stop it."""
    async with service(tmp_path) as client:
        answer = await client.post("/runs", json={"task": TASK, "url": "http://127.0.0.1:9/"})
        assert answer.status_code == 202
        where = answer.json()["url"]
        (*_, (_, name, ended)) = await told(client, where)
        assert (name, ended["state"], ended["result"]["may_have_acted"]) == ("run.ended", "error", False)
        assert "got no data" in ended["result"]["error"]
        assert (await client.delete(where)).status_code == 200


async def test_only_who_has_the_token_asks_from_here(site, tmp_path):
    """Every route; whatever else is wrong with the request."""
    body = {"task": TASK, "url": f"{site.url}/price"}
    async with service(tmp_path, per_minute=8) as client:
        for path in ("/view/x", "/runs", "/runs/x", "/runs/x/events", "/openapi.json", "/nothing"):
            for headers, status in (
                ({"Authorization": "Bearer wrong"}, 401),
                ({"Authorization": ""}, 401),
                ({"Host": "evil.test"}, 421),
                ({"Origin": "https://evil.test"}, 403),
                ({"Origin": "null"}, 403),
            ):
                answer = await client.get(path, headers=headers)
                assert (answer.status_code, "error" in answer.json()) == (status, True), (path, headers)
        for given, status in (
            ({"content": json.dumps(body), "headers": {"Content-Type": "text/plain"}}, 415),
            ({"content": "{", "headers": {"Content-Type": "application/json"}}, 422),
            ({"json": body | {"task": "x" * MOST_BYTES}}, 413),
            ({"json": body, "headers": {"Idempotency-Key": "a b"}}, 422),
            ({"json": [body]}, 422),
        ):
            answer = await client.post("/runs", **given)
            assert (answer.status_code, "error" in answer.json()) == (status, True)
        assert (await client.put("/runs", json=body)).status_code == 405
        assert (await client.get("/runs?limit=0")).status_code == 422
        assert (await client.get("/runs/x/events", headers={"Last-Event-ID": "-1"})).status_code == 422
        seen = [(await client.post("/runs", json={})).status_code for _ in range(6)]
        assert seen[-1] == 429
        shown = await client.get("/openapi.json")
        assert set(shown.json()["paths"]) >= {"/runs", "/runs/{id}", "/runs/{id}/events", "/browse"}
        assert shown.headers["content-security-policy"].startswith("default-src 'none'")
        assert "access-control-allow-origin" not in shown.headers


async def test_a_question_is_answered_in_its_own_request_and_can_be_watched(tmp_path):
    """An answer that rests on no page is not complete, as for the command; the live view lists the question."""
    with OpenAIChatServer(["A boat."]) as server:
        async with service(tmp_path, models=("openai-chat:m",), base_url=server.url) as client:
            answer = await client.post("/browse?wait=60", json={"prompt": "What is a kayak?"})
            result = answer.json()["result"]
            one = answer.json()["id"]
            views = [(await client.get(path)).text for path in ("/", f"/view/{one}")]
            assert (await client.get(f"/runs/{one}")).json()["result"] == result
            assert (await client.get("/runs")).json()["total"] == 0
            assert (await client.post(f"/runs/{one}/pause", json={})).status_code == 404
            assert (await client.post(f"/runs/{one}/take-over", json={})).status_code == 404
    assert (answer.status_code, result["complete"], result["sources"]) == (200, False, [])
    assert "A boat." in result["answer"]
    assert all("What is a kayak?" in view for view in views)


UPLOAD = "<label>File <input type=file name=file></label><label>Note <input name=note></label>"


@pytest.mark.parametrize(
    ("policy", "task", "data", "named"),
    [
        ("single_call", "Upload PATH and send it", {}, "PATH"),
        ("single_call", "Upload 'PATH'", {}, "PATH"),
        ("single_call", "Upload {{cv}} and send it", {"cv": "PATH"}, "{{cv}}"),
        ("tool_loop", "Upload the file PATH of {{cv}}", {"cv": "file://PATH"}, "PATH"),
        ("two_call", "Upload {{cv}} and send it", {"cv": "PATH"}, "{{cv}}"),
    ],
)
async def test_a_clients_words_permit_no_file(tmp_path, policy, task, data, named):
    """Not even to find out whether it exists."""
    for path in (tmp_path / "keys.txt", tmp_path / "missing.txt"):
        (tmp_path / "keys.txt").write_text("OWNER-ONLY")
        here = str(path)
        values = {name: value.replace("PATH", here) for name, value in data.items()}
        upload = {
            "reason": "r",
            "tool": "upload",
            "parameters": {"element_id": "input-0", "files": [named.replace("PATH", here)]},
        }
        result, outcomes = await _played(tmp_path, policy, task.replace("PATH", here), values, upload, Permissions())
        assert not result["complete"]
        assert [each["status"] for each in outcomes][:1] == ["failed"]
        assert "does not exist" not in json.dumps(outcomes)


async def test_the_owners_list_permits_a_file_that_the_task_names(tmp_path):
    """A file beside it stays where it is."""
    (tmp_path / "cv.txt").write_text("for everyone")
    (tmp_path / "keys.txt").write_text("OWNER-ONLY")
    permissions = Permissions(uploads=[tmp_path / "cv.txt"])
    for name, status in (("cv.txt", "done"), ("keys.txt", "failed")):
        path = str(tmp_path / name)
        upload = {"reason": "r", "tool": "upload", "parameters": {"element_id": "input-0", "files": [path]}}
        _, outcomes = await _played(tmp_path, "single_call", f"Upload {path}", {}, upload, permissions)
        assert outcomes[0]["status"] == status, outcomes


async def _played(tmp_path, policy, task, data, action, permissions):
    """The result of a run whose model wants this action, and the outcomes of its first step."""
    steps = {"complete": False, "message": "m", "actions": [action]}
    if policy == "two_call":
        del steps["complete"], steps["message"]
    elif policy == "tool_loop":
        steps = Answer(calls=(ToolCall(call_id="c1", tool=action["tool"], arguments=json.dumps(action["parameters"])),))
    with ServedPages({"/": UPLOAD}) as pages, OpenAIChatServer(itertools.repeat(steps)) as server:
        given = {"models": ("openai-chat:m",), "base_url": server.url, "permissions": permissions}
        async with service(tmp_path, **given) as client:
            body = {"task": task, "url": f"{pages.url}/", "data": data, "policy": policy, "limits": {"steps": 1}}
            answer = await client.post("/runs", json=body)
            assert answer.status_code == 202, answer.text
            events = await told(client, answer.json()["url"])
    ended = [fields for _, name, fields in events if name == "action.ended"]
    return events[-1][2]["result"], ended


ODD_URLS = [
    "http://127.0.0.1:99999/",
    "http://127.0.0.1:-1/",
    "http://127.0.0.1:abc/",
    "http://127.0.0.1:65536/",
    "http://[::1/",
    "http://[::g]/",
    "http://\u2100/",
    "http://",
    "http:///",
    "http://a b/",
    "http://%00/",
    "http://1.2.3.256/",
    "http://user\u2100@127.0.0.1/",
    "https://:443/",
    "file:///etc/passwd",
    "FILE:///etc/passwd",
    "file://[::1/x",
    "view-source:file:///etc/passwd",
    "javascript:1",
    "//127.0.0.1/",
    "127.0.0.1:8000",
    "http://x/\ud800",
    "",
]


async def test_requests_that_cannot_be_are_refused_and_start_nothing(tmp_path):
    """Every field in turn; nothing is HTTP 5xx, and no error repeats much of what was sent."""
    good = {"task": TASK, "url": "http://127.0.0.1:9/"}
    half, long = "x \ud800", "x" * 100_000
    odd = [{"url": url} for url in ODD_URLS]
    odd += [{name: half} for name in ("task", "model", "policy")]
    odd += [{"data": {"a": half}}, {"data": {half: "a"}}, {"private": {half: "a"}}, {"private": {"a": half}}, {half: 1}]
    odd += [{"secrets": [half]}, {"secrets": [long[:200]]}, {"model": long}, {"policy": long[:200]}, {long: 1}]
    odd += [
        {"permissions": {name: [entry]}}
        for name in ("hosts", "effects_on", "tools")
        for entry in (half, "http://[::1/", "a:99999")
    ]
    odd += [{"output": schema} for schema in IMPOSSIBLE]
    with OpenAIChatServer([]) as server:
        async with service(tmp_path, models=("openai-chat:m",), base_url=server.url) as client:
            for given in odd:
                answer = await client.post("/runs", content=json.dumps(good | given), headers=JSON)
                assert answer.status_code == 422, (str(given)[:100], answer.text[:300])
                assert len(answer.text) < 2_000
            for path, body in (("/browse", {"prompt": half}), ("/session", {"token": half})):
                assert (await client.post(path, content=json.dumps(body), headers=JSON)).status_code == 422
            assert (await client.get("/runs")).json()["total"] == 0


JSON = {"Content-Type": "application/json"}


def described(part, **more):
    return {"type": "object", "properties": {"a": part}} | more


def refers(to):
    return {"$ref": to}


DOUBLED = {
    f"d{number}": described(refers(f"#/$defs/d{number + 1}")) | {"title": f"{number}"} for number in range(40)
} | {"d40": {"type": "string"}}
DEEP = {"type": "string"}
for _ in range(200):
    DEEP = {"type": "array", "items": DEEP}
IMPOSSIBLE = [
    described(refers("#/properties/a")),
    described(refers("#")),
    described(refers("#/$defs/a"), **{"$defs": {"a": refers("#/$defs/b"), "b": refers("#/$defs/a")}}),
    described({"type": "array", "items": refers("#/properties/a")}),
    described(refers("#/$defs/missing")),
    described(refers("#/properties/b/items")),
    described(refers("#anchor")),
    described(refers("")),
    described(refers("https://example.test/schema")),
    described(refers("file:///etc/passwd")),
    described(refers(7)),
    described(refers("#/$defs/d0"), **{"$defs": DOUBLED}),
    described({"anyOf": [refers("#/$defs/d1"), refers("#/$defs/d1")]}, **{"$defs": DOUBLED}),
    described(DEEP),
    described({"type": "string", "title": "x \ud800"}),
    described({"type": "no type"}),
    described(refers("#/type")),
    {"type": "object", "properties": {}, "required": 7},
]


async def test_references_within_a_schema_are_followed(tmp_path):
    price = {"type": "object", "properties": {"total": {"type": "number"}}, "required": ["total"]}
    schema = described(refers("#/$defs/price"), required=["a"], **{"$defs": {"price": price}})
    answer = answer_type(schema)
    assert answer.model_json_schema()["properties"] == {"a": price}
    assert answer.model_validate({"a": {"total": 1}}).a == {"total": 1}
    with pytest.raises(ValueError, match="total"):
        answer.model_validate({"a": {}})


async def test_who_has_no_token_uses_up_nothing_of_those_who_do(tmp_path):
    """The owner still starts and stops runs, and still has a limit."""
    body = {"task": TASK, "url": "http://127.0.0.1:9/", "data": {"price": "50"}, "limits": {"steps": 1}}
    async with service(tmp_path, per_minute=4) as client:
        for number in range(12):
            for headers in ({"Authorization": ""}, {"Authorization": "Bearer wrong"}):
                answer = await client.post("/session", json={"token": f"guess {number}"}, headers=headers)
                assert answer.status_code == 401
        started = await client.post("/runs", json=body)
        assert started.status_code == 202
        assert (await client.delete(started.json()["url"])).status_code == 200
        assert [(await client.post("/runs", json={})).status_code for _ in range(4)] == [422, 422, 429, 429]
