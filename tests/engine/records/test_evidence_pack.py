"""The files beside the record with which others can check a run, on real pages in a real browser."""

import base64
import html
import json
import zipfile
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import pytest
import yaml
from noted import noted, nothing_noted
from pydantic import BaseModel
from reused_page import close_all
from served_pages import ServedPages

from actwright import Agent, Limits
from actwright.errors import ConfigError
from actwright.testing import ScriptedModel

pytestmark = pytest.mark.slow

FORM = (
    "<title>Shop</title><form method=post action=/order><label>Item <input name=item></label>"
    "<label>Qty <input name=qty></label><button>Order</button></form>"
)
DONE = "<title>Done</title><h1>Thank you for your order</h1><p>Order 7001"
TASK = {"task": "Order {{qty}} {{item}}", "data": {"item": "red kettle", "qty": "2"}}
FILES = {"run.har", "trace.zip", "answer.txt", "spec.yaml"}


def actions(*calls):
    return [{"reason": "r", "tool": tool, "parameters": given} for tool, given in calls]


def fill(element, value):
    return "fill", {"element_id": element, "value": value}


def step(*calls):
    return {"complete": False, "message": "working", "actions": actions(*calls)}


def claim(message, *calls):
    return {"complete": True, "message": message, "actions": actions(*calls)}


ORDERS = step(fill("input-0", "{{item}}"), fill("input-1", "{{qty}}"), ("click", {"element_id": "button-0"}))
SAYS = claim('Ordered: "Thank you for your order"')


def shop(**more):
    return ServedPages({"/": FORM, "/order": (303, {"Location": "/done"}, ""), "/done": DONE} | more)


def agent(out, *replies, **options):
    return Agent(
        ScriptedModel(replies), out=out, evidence_pack=True, limits=Limits(steps=len(replies), seconds=60), **options
    )


def packed(result):
    """The files of the pack that there are."""
    return FILES & {path.name for path in result.run_dir.iterdir()}


def har_of(result):
    return json.loads((result.run_dir / "run.har").read_text())["log"]


def lines(result, name):
    with zipfile.ZipFile(result.run_dir / "trace.zip") as file:
        return [json.loads(line) for line in file.read(name).decode().split("\n") if line]


def snapshots(result):
    return [each["snapshot"] for each in lines(result, "trace.trace") if each["type"] == "frame-snapshot"]


def contents(result):
    """All that the pack contains, by file; members of the trace by their names."""
    found = {name: (result.run_dir / name).read_text() for name in packed(result) - {"trace.zip"}}
    with zipfile.ZipFile(result.run_dir / "trace.zip") as file:
        return found | {name: f"{name}\n{file.read(name).decode()}" for name in file.namelist()}


@pytest.mark.usefixtures("one_browser")
async def test_pack(tmp_path):
    """A run writes its requests with bodies, a trace that ends on the settled page, its answer, and a spec of its data."""

    class Order(BaseModel):
        number: int

    says = SAYS | {"output": {"number": 7001}}
    with shop() as site, nothing_noted():
        result = await agent(tmp_path, ORDERS, says).run(**TASK, url=f"{site.url}/", output=Order)
    assert result.complete
    assert packed(result) == FILES
    sent = {each["request"]["method"]: each for each in har_of(result)["entries"]}
    assert sent["POST"]["request"]["url"] == f"{site.url}/order"
    assert sent["POST"]["request"]["postData"]["text"] == "item=red+kettle&qty=2"
    assert sent["POST"]["response"]["status"] == 303
    assert "Thank you" in json.dumps(snapshots(result)[-6:])  # the last may only refer to one before it
    assert snapshots(result)[-1]["frameUrl"] == f"{site.url}/done"
    assert (result.run_dir / "answer.txt").read_text() == 'Ordered: "Thank you for your order"\n{\n "number": 7001\n}\n'
    spec = yaml.safe_load((result.run_dir / "spec.yaml").read_text())
    assert (spec["site"], spec["task"]) == (site.url, "Order {{qty}} {{item}}")
    assert [each["id"] for each in spec["expect"]] == ["qty", "item"]
    assert {"kind": "request", "method": "POST", "body_contains": ["=red+kettle"]} in spec["expect"][1]["any"]
    assert {path.stat().st_mode & 0o077 for path in result.run_dir.iterdir() if path.name in FILES} == {0}
    assert not list(result.run_dir.glob("*.part"))


@pytest.mark.usefixtures("one_browser")
async def test_spec_does_not_depend_on_the_model(tmp_path):
    """A model that orders something else, or nothing, changes nothing in the spec."""
    other = step(fill("input-0", "blue pan"), fill("input-1", "20"), ("click", {"element_id": "button-0"}))
    with shop() as site:
        specs = {
            (await agent(tmp_path, *replies).run(**TASK, url=f"{site.url}/")).run_dir / "spec.yaml"
            for replies in ((ORDERS, SAYS), (other, SAYS), (SAYS,))
        }
    assert len({path.read_text() for path in specs}) == 1
    assert len(specs) == 3


@pytest.mark.usefixtures("one_browser")
async def test_calls_of_the_library_are_not_in_the_trace(tmp_path):
    """The trace has what was done on the page, in a tab that opened as well, and no session with the developer tools."""
    opener = "<title>Home</title><a href=/ target=_blank>Shop</a>"
    with shop(**{"/home": opener}) as site:
        result = await agent(tmp_path, step(("click", {"element_id": "a-0"})), ORDERS, SAYS).run(
            **TASK, url=f"{site.url}/home"
        )
    calls = [(each["class"], each["method"]) for each in lines(result, "trace.trace") if each["type"] == "before"]
    assert result.complete
    assert [each for each in calls if each[1] in {"goto", "click"}] == [
        ("Frame", "goto"),
        ("Frame", "click"),
        ("Frame", "click"),
    ]
    assert not [each for each in calls if "CDP" in each[0] or "CDP" in each[1]]
    assert "result" not in {name for each in lines(result, "trace.trace") for name in each}


PASSWORD, CARD, COOKIE, BEARER = (
    "Tr0ub4dor&3 <horse>é",
    "4929123412341234",
    "c00kie-canary-8812345",
    "eyJhbGciOi.J9canary77123",
)
PREFILLED = "prefilled-Pa55"


def forms(value):
    """How a value may stand in a file."""
    plain = value.encode()
    groups = [value[at : at + 4] for at in range(0, len(value), 4)]
    return {
        value,
        quote(value),
        quote(value, safe=""),
        html.escape(value),
        json.dumps(value)[1:-1],
        json.dumps(json.dumps(value))[3:-3],
        base64.b64encode(plain).decode().rstrip("=")[:-1],
        base64.b64encode(b"x" + plain).decode()[2:-4],
        " ".join(groups),
        "-".join(groups),
        value[::-1],
        value.upper(),
    }


def echo(value):
    """A page that shows a value in many ways."""
    groups = [value[at : at + 4] for at in range(0, len(value), 4)]
    cells = "".join(f"<td>{html.escape(each)}" for each in groups)
    boxes = "".join(f'<input value="{html.escape(each)}">' for each in groups)
    shown = [html.escape(value), quote(value, safe=""), base64.b64encode(value.encode()).decode(), value[::-1]]
    return f'<table><tr>{cells}</table>{boxes}<p title="{html.escape(value)}">' + "".join(
        f"<p>{html.escape(each)}" for each in shown
    )


def guarded_site():
    """A login with a cookie, and a form whose scripts send and show what is typed in other forms."""
    login = (
        "<title>Log in</title><form method=post action=/in><label>Password <input name=word type=password></label>"
        f"<label>Old password <input name=old type=password value={PREFILLED}></label><button>Log in</button></form>"
    )
    form = f"""<title>Pay</title><form><label>Card <input name=card autocomplete=cc-number></label>
      <label>Item <input name=item></label><button type=button onclick="pay()">Pay</button></form><p id=said></p>
      <img src=/picture.png><script>
      async function pay() {{
        const card = document.querySelector('[name=card]').value, item = document.querySelector('[name=item]').value;
        const headers = {{Authorization: 'Bearer {BEARER}', 'X-Key': 'Key {BEARER}'}};
        await fetch('/pay', {{method: 'POST', headers: {{...headers, 'Content-Type': 'application/json'}},
          body: JSON.stringify({{item, parts: card.match(/.{{4}}/g), number: Number(card), text: btoa(card)}})}});
        const parts = new FormData(); parts.append('card', card); parts.append('item', item);
        await fetch('/pay', {{method: 'POST', headers, body: parts}});
        parts.append('file', new Blob([card]), 'card.txt');
        await fetch('/pay', {{method: 'POST', headers, body: parts}});
        const answer = await fetch('/pay', {{method: 'POST', headers, body: new URLSearchParams({{card, item, pin: '0815'}})}});
        console.log('paid with', card, Number(card)); console.error(new Error(card));
        document.querySelector('#said').innerHTML = await answer.text();
      }}</script>"""
    cookie = {"Set-Cookie": f"sid={COOKIE}; HttpOnly"}
    picture = (200, {"Content-Type": "image/png"}, b"\x89PNG" + PASSWORD.encode())
    return ServedPages({
        "/": login,
        "/in": (303, cookie | {"Location": "/form"}, ""),
        "/form": form + echo(PASSWORD) + f"<p>Session {COOKIE}, token {BEARER}",
        "/pay": echo(CARD) + "Paid: red kettle",
        "/picture.png": picture,
    })  # fmt: skip


LOGS_IN = step(fill("input-0", "{{password}}"), ("click", {"element_id": "button-0"}))
PAYS = step(fill("input-2", "{{card}}"), fill("input-3", "{{item}}"), ("click", {"element_id": "button-1"}))


async def paid(out, site, **where):
    given = {"data": {"item": "red kettle"}, "private": {"card": CARD}, "secrets": {"password": PASSWORD}}
    pays = claim('"Paid: red kettle", with {{card}}')
    asked = "Log in with {{password}} and order {{item}} with {{card}}"
    return await agent(out, LOGS_IN, PAYS, pays).run(asked, url=f"{site.url}/", **given, **where)


@pytest.mark.parametrize("whose", ["own", "caller's"])
async def test_nothing_that_is_withheld_is_in_any_file(tmp_path, page, one_browser, whose):
    """Secrets, private values, passwords, cookies and credentials are in no file, in no form that the masks know."""
    with guarded_site() as site:
        result = await paid(tmp_path, site, **({} if whose == "own" else {"page": page}))
    assert result.complete, result.message
    assert packed(result) == FILES
    texts = contents(result)
    for value in (PASSWORD, CARD, COOKIE, BEARER, PREFILLED):
        told = {(name, form) for name, text in texts.items() for form in forms(value) if form in text}
        assert told == set()
    posts = [each["request"] for each in har_of(result)["entries"] if each["request"]["method"] == "POST"]
    login, as_json, parts, *_, form = [each.get("postData", {}).get("text", "") for each in posts]
    assert login == "word={{password}}&old={{password}}"
    assert json.loads(as_json) == {
        "item": "red kettle",
        "parts": ["{{card}}"] * 4,
        "number": "{{card}}",
        "text": "{{card}}",
    }
    assert parts.split("\r\n")[1:4] == ['Content-Disposition: form-data; name="card"', "", "{{card}}"]
    assert "red kettle" in parts
    assert form == "card={{card}}&item=red+kettle&pin=***"
    headers = {name["name"].lower() for each in har_of(result)["entries"] for name in each["request"]["headers"]}
    assert headers.isdisjoint({"cookie", "authorization", "x-key"})
    assert not [name for name, text in texts.items() if "PNG" in text]


async def test_other_tabs_of_the_caller_are_left_out(tmp_path, page):
    """Of a caller's context, the files have what the run's tabs did; the caller's own recordings go on."""
    with shop(**{"/own": "<title>Own</title><p>Private-tab", "/beat": "beat"}) as site:
        own = await page.context.new_page()
        await own.goto(f"{site.url}/own")
        await own.evaluate("setInterval(() => fetch('/beat?tab'), 50)")
        await page.goto(f"{site.url}/")
        result = await agent(tmp_path, ORDERS, SAYS).run(**TASK, page=page)
        await own.close()
    assert result.complete
    assert packed(result) == FILES
    assert yaml.safe_load((result.run_dir / "spec.yaml").read_text())["site"] == site.url
    assert not [name for name, text in contents(result).items() if "Private-tab" in text or "beat" in text]
    assert "red kettle" in contents(result)["trace.trace"]


async def test_recordings_of_the_caller_are_left_alone(tmp_path, chromium):
    """If the caller is already tracing, or records a HAR, ours is missing and a message says so; theirs is whole."""
    context = await chromium.new_context()
    await context.tracing.start(screenshots=False, snapshots=True, sources=True)
    await context.tracing.start_har(tmp_path / "own.har")
    with shop() as site, noted("trace.zip is missing from the evidence pack: the caller is recording a trace") as said:
        result = await agent(tmp_path / "runs", ORDERS, SAYS).run(
            **TASK, page=await context.new_page(), url=f"{site.url}/"
        )
    assert context.tracing._impl_obj._include_sources  # a call of ours would have changed it
    await context.tracing.stop(path=tmp_path / "own.zip")
    await context.tracing.stop_har()
    await close_all(context)
    assert result.complete
    assert packed(result) == {"answer.txt", "spec.yaml"}
    assert [each.partition(":")[0] for each in said] == [
        f"{name} is missing from the evidence pack" for name in ("run.har", "trace.zip")
    ]
    with zipfile.ZipFile(tmp_path / "own.zip") as file:
        assert "red kettle" in file.read("trace.trace").decode()
    assert "red+kettle" in (tmp_path / "own.har").read_text()


async def test_a_har_without_a_trace(tmp_path, chromium):
    """If only the trace is missing, the HAR has the responses as well."""
    context = await chromium.new_context()
    await context.tracing.start(snapshots=True)
    with shop() as site:
        result = await agent(tmp_path, ORDERS, SAYS).run(**TASK, page=await context.new_page(), url=f"{site.url}/")
    await close_all(context)
    assert packed(result) == FILES - {"trace.zip"}
    assert "Thank you for your order" in (result.run_dir / "run.har").read_text()


def breaks(_request):
    raise ValueError("the model is broken")


@pytest.mark.usefixtures("one_browser")
@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        (step(("fail", {"reason": "there are no kettles"})), "failed: there are no kettles"),
        (breaks, "error: ValueError: the model is broken"),
        (None, "interrupted: the run was stopped from outside"),
    ],
    ids=["gives up", "raises", "is left"],
)
async def test_runs_that_do_not_complete(tmp_path, reply, answer):
    """A run that fails, raises or is left has a pack of what it did, whose answer says how it ended."""
    with shop() as site:
        run = agent(tmp_path, ORDERS, reply or SAYS).play(**TASK, url=f"{site.url}/")
        with suppress(ValueError):
            async with run:
                async for _ in run:
                    if reply is None:
                        break
    assert not run.result.complete
    assert packed(run.result) == FILES
    assert "red+kettle" in (run.run_dir / "run.har").read_text()
    assert "Thank you" in json.dumps(snapshots(run.result))
    assert (run.run_dir / "answer.txt").read_text() == f"{answer}\n"


@pytest.mark.usefixtures("one_browser")
async def test_file_that_cannot_be_written(tmp_path, monkeypatch):
    """What cannot be written is missing, with a message; the run and the other files are whole."""
    monkeypatch.setattr(Path, "replace", _full(Path.replace, "run.har"))
    with shop() as site, noted("run.har is missing from the evidence pack: No space left on device"):
        result = await agent(tmp_path, ORDERS, SAYS).run(**TASK, url=f"{site.url}/")
    assert result.complete
    assert packed(result) == FILES - {"run.har"}
    assert not list(result.run_dir.glob("*.part"))


def _full(write, name):
    def failing(path, target):
        if Path(target).name == name:
            raise OSError(28, "No space left on device")
        return write(path, target)

    return failing


async def test_pack_needs_a_folder():
    """Without a folder for runs there is nowhere to write it."""
    with pytest.raises(ConfigError, match="evidence_pack writes into the run folder; say where that is"):
        Agent(ScriptedModel([]), evidence_pack=True)
    with pytest.raises(ConfigError, match="evidence_pack is 'yes'"):
        Agent(ScriptedModel([]), out="runs", evidence_pack="yes")
