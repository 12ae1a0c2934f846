"""The MCP server, by the official client in both eras of the protocol: tasks, questions, open pages, and what clients may not do."""

import asyncio
import json
import os
import re
import signal
import stat
import sys
import urllib.error
import urllib.request

import pytest
import tiktoken
from builders import action
from http_clients import async_client
from installed_browser import launch_options

from actwright import BrowserOptions, ConfigError, Secret
from actwright.schemas.confirmation import ConfirmRequest
from actwright.schemas.exchange import ToolCall
from actwright.service.background_runs import BackgroundRun
from actwright.service.config import ServiceConfig
from actwright.service.runs import Runs
from actwright.testing import Answer, OpenAIChatServer

pytestmark = pytest.mark.usefixtures("one_browser")

TASK = "Fill the price as $50 and submit"
FILL = {"tool": "fill", "element_id": "input-0", "value": "50"}
SUBMIT = {"tool": "click", "element_id": "button-0"}
PROOF = {"tool": "expect", "text": ["created with price $50"]}
ERAS = pytest.mark.parametrize("era", ["legacy", "auto"])


def owner(**given):
    options = launch_options()
    browser = BrowserOptions(executable=options["executable_path"], args=tuple(options["args"]))
    return ServiceConfig(browser=browser, **given)


def said(result):
    return result.content[0].text


def session_of(result):
    return re.search(r"session (\w+)", said(result))[1]


def client_of(runs, **options):
    """A client of a server of these runs. What it takes is imported here: it takes longer than all other imports of the tests."""
    from mcp import Client

    from actwright.service.mcp import mcp_server

    return Client(mcp_server(runs), **options)


async def permits(_context, _params):
    from mcp_types import ElicitResult

    return ElicitResult(action="accept", content={"permit": True})


async def declines(_context, _params):
    from mcp_types import ElicitResult

    return ElicitResult(action="decline")


@pytest.mark.slow
@ERAS
async def test_a_task_is_done_once_its_effect_was_permitted(site, era):
    """The client's user is asked what would be sent where; the steps come as progress."""
    asked, steps = [], []

    async def permit(context, params):
        asked.append(params.message)
        return await permits(context, params)

    async def progressed(progress, total, message):
        steps.append((progress, total, message))

    async with (
        Runs(owner(confirm=True)) as runs,
        client_of(runs, mode=era, elicitation_callback=permit) as client,
    ):
        result = await client.call_tool(
            "run_task",
            {"task": TASK, "url": f"{site.url}/price", "data": {"price": "50"}, "max_steps": 9},
            progress_callback=progressed,
        )
    told = json.loads(said(result))
    assert (told["status"], told["steps"], result.is_error) == ("complete", 2, False)
    assert told["evidence"]
    (question,) = asked
    assert 'click button-0 "Submit"' in question
    assert 'input-0 "Price": 50' in question
    assert site.url in question
    assert [step[:2] for step in steps][-1] == (2, 9)
    assert all(step[2].startswith(told["id"]) for step in steps)
    assert [post.fields["price"] for post in site.posts] == [("50",)]


@pytest.mark.slow
@ERAS
@pytest.mark.parametrize("callback", [declines, None], ids=["declined", "cannot ask"])
async def test_nothing_is_sent_that_was_not_permitted(site, era, callback):
    async with (
        Runs(owner(confirm=True)) as runs,
        client_of(runs, mode=era, elicitation_callback=callback) as client,
    ):
        opened = await client.call_tool("look", {"url": f"{site.url}/price"})
        acted = await client.call_tool("act", {"session": session_of(opened), "actions": [FILL, SUBMIT, PROOF]})
    assert "2. click: failed: it was not confirmed" in said(acted)
    assert "3. expect: skipped" in said(acted)
    assert site.posts == ()


@pytest.mark.slow
async def test_a_client_looks_and_acts_on_a_page_of_its_own(site):
    """With the receipts and the evidence of a run; a mistake does nothing and says what there is."""
    async with Runs(owner()) as runs, client_of(runs) as client:
        opened = await client.call_tool("look", {"url": f"{site.url}/price", "picture": True})
        session = session_of(opened)
        assert "input-0 (label=" in said(opened)
        assert (opened.content[1].type, opened.content[1].mime_type) == ("image", "image/jpeg")
        wrong = await client.call_tool(
            "act", {"session": session, "actions": [{"tool": "clik", "element_id": "button-0"}]}
        )
        assert "nothing was done: there is no tool 'clik'; did you mean 'click'?" in said(wrong)
        acted = await client.call_tool("act", {"session": session, "actions": [FILL, SUBMIT, PROOF]})
        assert '1. fill: done: input-0 "Price" holds "50"' in said(acted)
        assert '3. expect: done: the page shows "created with price $50": yes' in said(acted)
        assert 'h1 "Success!"' in said(acted)
        again = await client.call_tool("look", {"session": session})
        assert len(again.content) == 1
        ended = json.loads(said(await client.call_tool("result", {"id": session, "end": True})))
        assert (ended["status"], ended["may_have_acted"]) == ("complete", True)
        late = await client.call_tool("act", {"session": session, "actions": [FILL]})
        assert late.is_error
        assert f"the session {session} has ended" in said(late)
    assert [post.fields["price"] for post in site.posts] == [("50",)]


@pytest.mark.slow
async def test_a_run_outlives_the_connection_that_began_it(site):
    async with Runs(owner()) as runs:
        async with client_of(runs) as client:
            begun = json.loads(
                said(
                    await client.call_tool(
                        "run_task", {"task": TASK, "url": f"{site.url}/price", "data": {"price": "50"}, "wait": 0}
                    )
                )
            )
        assert begun["status"] == "running"
        async with client_of(runs) as client:
            ended = json.loads(said(await client.call_tool("result", {"id": begun["id"], "wait": 60})))
            assert ended["status"] == "complete"
            unknown = await client.call_tool("result", {"id": "nothing"})
            assert "there is no run or session 'nothing'" in said(unknown)


@pytest.mark.slow
async def test_a_question_is_answered_from_the_web(site):
    """With the pages that were read."""
    page = f"{site.url}/kitchen"
    read = ToolCall(call_id="c0", tool="fetch_url", arguments=json.dumps({"url": page}))
    with OpenAIChatServer([Answer(said="", calls=(read,)), f"A boat: {page}, not https://evil.test/"]) as server:
        settings = owner(models=("openai-chat:m",), base_url=server.url, allow_loopback=True)
        async with Runs(settings) as runs, client_of(runs) as client:
            told = json.loads(said(await client.call_tool("browse", {"question": f"What is a kayak? See {page}"})))
    assert (told["status"], told["sources"][0]["url"]) == ("complete", page)
    assert "A boat" in told["message"]
    assert "evil.test" not in told["message"]


@pytest.mark.parametrize(
    ("tool", "given", "why"),
    [
        ("look", {"url": "file:///etc/passwd"}, "is not the URL of a web page"),
        ("run_task", {"task": "read it", "url": "chrome://settings"}, "is not the URL of a web page"),
        ("look", {}, "give either url"),
        ("act", {"session": "none", "actions": []}, "there is no run or session 'none'"),
        ("browse", {"question": "What is a kayak?"}, "browsing needs a model"),
        ("run_task", {"task": "", "url": "http://127.0.0.1:9/"}, "the request is not valid"),
        ("run_task", {"task": TASK, "url": "http://127.0.0.1:9/", "wait": 1e9}, "less than or equal to 600"),
        ("look", {"url": "http://127.0.0.1:99999/"}, "its host or port is not valid"),
        ("look", {"url": "http://127.0.0.1:abc/"}, "its host or port is not valid"),
        ("look", {"url": "http://[::1/"}, "its host or port is not valid"),
        ("look", {"url": "http://\u2100/"}, "its host or port is not valid"),
        ("run_task", {"task": TASK, "url": "http://127.0.0.1:-1/"}, "its host or port is not valid"),
        ("act", {"session": "x" * 100_000, "actions": []}, "there is no run or session 'xxx"),
    ],
)
async def test_what_cannot_be_done_is_an_error_that_says_why(tool, given, why):
    """No browser is started for it."""
    async with Runs(owner()) as runs, client_of(runs) as client:
        result = await client.call_tool(tool, given)
    assert result.is_error
    assert why in said(result)
    assert "Traceback" not in said(result)
    assert len(said(result)) < 2_000


async def test_no_more_pages_are_open_than_the_owner_allows_and_idle_ones_are_closed(site):
    async with Runs(owner(most_runs=1, idle_seconds=20.0)) as runs, client_of(runs) as client:
        opened = await client.call_tool("look", {"url": f"{site.url}/price"})
        refused = await client.call_tool("look", {"url": f"{site.url}/price"})
        assert refused.is_error
        assert f"the most allowed at once: {session_of(opened)}" in said(refused)
        playing = runs.find(session_of(opened))
        playing.touched -= 20
        async with asyncio.timeout(60):
            while not playing.ended:  # noqa: ASYNC110 - nobody waits for it: it is closed because nobody does
                await asyncio.sleep(0.1)


def test_a_secret_of_the_owner_names_where_it_may_go():
    """Clients choose the page: its origin is none that the owner meant."""
    with pytest.raises(ConfigError, match="names no origin"):
        ServiceConfig(secrets={"password": Secret(value="lovelace-1843")})


async def test_an_answer_counts_for_the_question_that_was_asked_and_once():
    """A late one, or that of another question, permits nothing."""
    playing = BackgroundRun(lambda _: None)
    request = ConfirmRequest(url="http://a.test/", origin="http://a.test", tool="click")
    first = asyncio.create_task(playing.confirm(request))
    await asyncio.sleep(0)
    old = playing.question.id
    assert playing.answer(old, permitted=True)
    assert not playing.answer(old, permitted=True)
    assert await first
    second = asyncio.create_task(playing.confirm(request))
    await asyncio.sleep(0)
    assert not playing.answer(old, permitted=True)
    second.cancel()
    await asyncio.gather(second, return_exceptions=True)
    assert playing.question is None


async def test_the_tools_cost_a_client_little(monkeypatch):
    """Five, fewer than 1,000 tokens; every tool of a page is among those that are named."""
    async with Runs(owner()) as runs, client_of(runs) as client:
        tools = (await client.list_tools()).tools
    assert [tool.name for tool in tools] == ["run_task", "browse", "look", "act", "result"]
    text = json.dumps(
        [{"name": each.name, "description": each.description, "inputSchema": each.input_schema} for each in tools]
    )
    if os.environ.get("TIKTOKEN_CACHE_DIR"):
        assert len(tiktoken.get_encoding("o200k_base").encode(text)) < 1_000
    assert len(text) < 4_200
    assert "fill(element_id, value)" in text


def asked(url, **headers):
    """The status of a plain request."""
    request = urllib.request.Request(url, data=b"{}", headers={"Content-Type": "application/json", **headers})
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return response.status
    except urllib.error.HTTPError as error:
        return error.code


@pytest.mark.slow
async def test_over_http_only_who_has_the_token_is_served(site, tmp_path):
    """The token is in a file for its owner alone, which is gone with the server; another site's page gets nothing.

    With a live view beside it, of which another token opens what runs.
    """
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client

    token_file = tmp_path / "deep" / "token"
    command = (
        "-m",
        "actwright",
        "mcp",
        "--http",
        "0",
        "--token-file",
        str(token_file),
        "--out",
        str(tmp_path / "runs"),
        "--live",
        "0",
    )
    server = await asyncio.create_subprocess_exec(sys.executable, *command, stderr=asyncio.subprocess.PIPE)
    try:
        async with asyncio.timeout(60):
            line = (await server.stderr.readline()).decode()
            live, key = re.match(r"In your browser: (\S+)/#token=(\S+) ", line).groups()
            line = (await server.stderr.readline()).decode()
            url, token = re.match(r"(\S+) \(Authorization: Bearer (\S+);", line).groups()
            assert stat.S_IMODE(token_file.stat().st_mode) == 0o600
            assert await asyncio.to_thread(asked, url) == 401
            assert await asyncio.to_thread(asked, url, Authorization="Bearer wrong") == 401
            whole = {"Authorization": f"Bearer {token}"}
            assert await asyncio.to_thread(asked, url, **whole, Host="evil.test") == 421
            assert await asyncio.to_thread(asked, url, **whole, Origin="https://evil.test") == 403
            async with (
                async_client(headers=whole, timeout=60) as http,
                Client(streamable_http_client(url, http_client=http)) as client,
            ):
                opened = await client.call_tool("look", {"url": f"{site.url}/price"})
            assert "button-0" in said(opened)
            async with async_client(base_url=live, headers={"Accept": "text/html"}) as http:
                path, keyed = f"/view/{session_of(opened)}", {"Authorization": f"Bearer {key}"}
                assert (await http.get(path)).status_code == 401
                assert (await http.get(path, headers={"Authorization": f"Bearer {token}"})).status_code == 401
                assert "What a client asks for" in (await http.get(path, headers=keyed)).text
            server.send_signal(signal.SIGTERM)
            assert await server.wait() == 143
    finally:
        if server.returncode is None:
            server.kill()
    assert not token_file.exists()
    assert not (tmp_path / "runs" / "live-token").exists()
    (summary,) = tmp_path.glob("runs/2*/run.json")
    assert json.loads(summary.read_text())["status"] == "interrupted"


@pytest.mark.slow
async def test_over_stdio_the_browser_ends_with_its_client(site, tmp_path):
    from mcp import Client
    from mcp.client.stdio import StdioServerParameters

    command = StdioServerParameters(
        command=sys.executable, args=["-m", "actwright", "mcp", "--out", str(tmp_path)], env=dict(os.environ)
    )
    async with asyncio.timeout(90), Client(command) as client:
        opened = await client.call_tool("look", {"url": f"{site.url}/price"})
        assert "button-0" in said(opened)
    (summary,) = tmp_path.glob("*/run.json")
    assert json.loads(summary.read_text())["status"] in {"complete", "interrupted"}


async def test_what_cannot_be_done_on_an_open_page_has_a_short_reason(site):
    """The page can be acted on afterwards."""
    wrong = [
        ([{"tool": "press", "key": "Enter"}] * 51, "at most 50"),
        ([{"tool": "click", "element_id": "x" * 100_000}], "there is no element"),
        ([{"tool": "x" * 100_000}], "there is no tool"),
        ([{"tool": "navigate", "url": "http://[::1/"}], "is not a URL"),
        ([{"tool": "navigate", "url": "file://[::1/"}], "navigate: failed"),
        ([{"tool": "navigate", "url": "file:///etc/passwd"}], "navigate: failed"),
        ([{"tool": "expect_url", "url": "//[x"}], "expect_url"),
        ([{"tool": "upload", "element_id": "button-0", "files": ["/etc/passwd"]}], "is not a file of this task"),
        ([{"tool": 7}], "each action is an object"),
        ([{"tool": "fill", "element_id": "input-0", "value": "y" * 100_000, "more": "z" * 100_000}], "more"),
    ]
    async with Runs(owner()) as runs, client_of(runs) as client:
        session = session_of(await client.call_tool("look", {"url": f"{site.url}/price"}))
        for actions, why in wrong:
            result = said(await client.call_tool("act", {"session": session, "actions": actions}))
            assert (why in result, len(result) < 6_000) == (True, True), (why, result[:200])
        await client.call_tool("act", {"session": session, "actions": [FILL, SUBMIT, PROOF]})
    assert len(site.posts) == 1


async def test_a_clients_words_permit_no_file(site, tmp_path):
    (tmp_path / "keys.txt").write_text("OWNER-ONLY")
    path = str(tmp_path / "keys.txt")
    upload = action("upload", element_id="input-0", files=[path])
    reply = {"complete": False, "message": "m", "actions": [upload]}
    with OpenAIChatServer([reply, reply]) as server:
        async with (
            Runs(owner(models=("openai-chat:m",), base_url=server.url, out=tmp_path)) as runs,
            client_of(runs) as client,
        ):
            given = {"task": f"Upload {path}", "url": f"{site.url}/price", "max_steps": 2}
            await client.call_tool("run_task", given)
    assert "may not be uploaded" in json.dumps(server.received[1].body)
