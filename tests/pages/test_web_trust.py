"""Certificates that nobody vouches for, and passwords that a server asks for in the browser's own prompt."""

from base64 import b64encode

import pytest
from inline_snapshot import snapshot
from installed_browser import launch_options

from actwright import Agent, BrowserError, BrowserOptions
from actwright.engine.page.browser.browser_options import HttpCredentials
from actwright.testing import ScriptedModel

pytestmark = pytest.mark.slow

PASSWORD = "tulip-77-orchid"
PAIR = b64encode(f"ada:{PASSWORD}".encode()).decode()


def expecting(text):
    action = {"reason": "r", "tool": "expect", "parameters": {"text": [text]}}
    return ScriptedModel([{"complete": True, "message": "m", "actions": [action]}])


def lab(web):
    """A page behind a prompt, which shows again what the browser sent."""

    def guarded(headers, _body):
        sent = headers.get("authorization", "")
        return (
            f"<h1>Inside</h1><p>{PASSWORD}</p><input value='{sent}'>"
            if sent == f"Basic {PAIR}"
            else (401, {"WWW-Authenticate": 'Basic realm="Lab"'}, "<h1>Who are you?</h1>")
        )

    web.pages["/lab"] = guarded


async def test_a_certificate_that_is_not_trusted_is_said(visit, web, secure_web):
    """Clicked, navigated to, or opened at the start: the model reads what happened and who can do something about it."""
    web.pages["/"] = f"<a href={secure_web.url}/>Shop</a>"
    page = await visit(url=web.url + "/")
    await page.see()
    said = [await page.do("click", element_id="a-0"), await page.do("navigate", url=secure_web.url)]
    with pytest.raises(BrowserError) as raised:
        await page.surface.open(secure_web.url)
    assert [each.replace(str(secure_web.port), "PORT") for each in (*said, str(raised.value))] == snapshot(
        [
            'done: clicked a-0 "Shop"; https://localhost:PORT/ cannot be opened: the browser does not trust its certificate; only the caller can allow it, by `ignore_https_errors`',
            "failed: https://localhost:PORT cannot be opened: the browser does not trust its certificate; only the caller can allow it, by `ignore_https_errors`",
            "https://localhost:PORT cannot be opened: the browser does not trust its certificate; only the caller can allow it, by `ignore_https_errors`. Nothing was done",
        ]
    )
    assert secure_web.requests == []


@pytest.mark.usefixtures("one_browser")
async def test_a_caller_may_ignore_certificates(secure_web, tmp_path):
    """Then the page opens, and is acted on like any other."""
    secure_web.pages["/"] = "<h1>Shop</h1>"
    agent = Agent(expecting("Shop"), browser=BrowserOptions(ignore_https_errors=True), out=tmp_path)
    assert (await agent.run("look", url=secure_web.url)).complete


@pytest.mark.usefixtures("one_browser")
async def test_a_password_for_one_origin(web, tmp_path):
    """The server gets it; the model, the trace and the report show its name where the page shows it."""
    lab(web)
    login = HttpCredentials(username="ada", password=PASSWORD, origin=web.url + "/lab")
    model = expecting("Inside")
    result = await Agent(model, browser=BrowserOptions(http_credentials=login), out=tmp_path).run(
        "look", url=f"{web.url}/lab"
    )
    assert result.complete
    assert result.steps[0].page.tree == snapshot("""\
- h1 "Inside"
- p "{{http_password}}"
- input-0 (value="Basic {{http_password}}")\
""")
    written = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    for secret in (PASSWORD, PAIR):
        assert secret.encode() not in written
        assert secret not in repr(model.requests)
        assert secret not in repr(login)


@pytest.mark.usefixtures("one_browser")
async def test_a_password_in_the_url_is_masked_too(web, tmp_path):
    lab(web)
    model = expecting("Inside")
    url = f"{web.url}/lab".replace("://", f"://ada:{PASSWORD}@")
    result = await Agent(model, out=tmp_path).run("look", url=url)
    assert result.complete
    written = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    for secret in (PASSWORD, PAIR):
        assert secret.encode() not in written
        assert secret not in repr(model.requests)


@pytest.mark.parametrize(
    "login",
    [None, HttpCredentials(username="ada", password=PASSWORD, origin="http://elsewhere.test")],
    ids=["none", "another origin"],
)
async def test_without_a_password_for_the_origin_the_caller_is_told(web, tmp_path, login):
    """A password for another origin does not leave the browser. (The headless shell has no prompt: it shows the answer.)"""
    lab(web)
    browser = BrowserOptions(http_credentials=login, executable=launch_options(shell=False)["executable_path"])
    agent = Agent(expecting("Inside"), browser=browser, out=tmp_path)
    with pytest.raises(BrowserError) as raised:
        await agent.run("look", url=f"{web.url}/lab")
    assert str(raised.value).replace(str(web.port), "PORT") == snapshot(
        "http://localhost:PORT/lab asks for a user name and a password in a prompt of the browser: only the caller can give them, as `http_credentials`. Nothing was done"
    )


@pytest.mark.usefixtures("one_browser")
async def test_a_wrong_password_is_no_loop(web, tmp_path):
    """The server's refusal is the page."""
    lab(web)
    login = HttpCredentials(username="ada", password="wrong-one", origin=web.url)
    agent = Agent(expecting("Who are you?"), browser=BrowserOptions(http_credentials=login), out=tmp_path)
    result = await agent.run("look", url=f"{web.url}/lab")
    assert result.steps[0].page.tree == '- h1 "Who are you?"'
    assert len([request for request in web.requests if request[1] == "/lab"]) < 5
