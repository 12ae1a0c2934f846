"""A recording as a program without this library: what is written, that it does the same, and when nothing is written."""

import asyncio
import re
import subprocess
import sys
from contextlib import ExitStack

import pytest
from exported_programs import NODE_MODULES, SCENARIOS, playwright_test, received, recorded, run
from reused_page import close_all
from served_pages import ServedPages

from actwright import ConfigError
from actwright.cli.export import _kept, _start
from actwright.recording import record
from actwright.recording.export import translated, write_program
from actwright.recording.export.actions import REFUSED, SILENT, TRANSLATED
from actwright.recording.export.line_layout import Statement
from actwright.recording.export.literals import variables
from actwright.recording.export.live_pass import ProgramAction
from actwright.recording.export.locators import Answer, Chain, LocatorCall, LocatorText, Pattern, call
from actwright.recording.export.program import Program
from actwright.recording.export.proofs import PROOFS
from actwright.schemas.recording import RecordedAction, RecordedStep, RecordedTarget, Recording
from actwright.schemas.task import Task
from actwright.testing import Site
from actwright.tools.toolbox import builtin_tools, shipped_tools

pytestmark = pytest.mark.slow


def recording(*actions, inputs=None):
    return Recording(task="Do it", inputs=inputs or {}, steps=(RecordedStep(actions=actions),))


def act(tool, target=None, onto=None, **parameters):
    targets = {name: each for name, each in (("element_id", target), ("onto", onto)) if each}
    return RecordedAction(tool=tool, targets=targets, parameters=parameters)


SAVING = """<button onclick="fetch('/orders', {method: 'POST', body: 'price=50', headers:
{'Content-Type': 'application/x-www-form-urlencoded'}}); p.textContent = 'Saved'">Save</button><p id=p></p>"""


def button(name, **more):
    return RecordedTarget(role="button", name=name, tag="button", **more)


def field(name, **more):
    return RecordedTarget(role="textbox", name=name, tag="input", type="text", **more)


def shows(text):
    return act("expect", text=[text])


async def exported(made, body, page, to="pytest-async", **given):
    """The program of a recording on a page of this HTML, replayed in a tab of its own; by default the async one."""
    tab = await page.context.new_page()
    with ServedPages({"/": body, "/orders": ""} if isinstance(body, str) else body) as site:
        program = await translated(made, url=f"{site.url}/", page=tab, **given)
    await close_all(*set(page.context.pages) - {page})
    return program.code(to)


async def done(code, page, pages, **values):
    """Does what the program does, on pages that are served at another address."""
    namespace = {}
    exec(compile(code, "exported", "exec"), namespace)
    [test] = [each for name, each in namespace.items() if name.startswith("test_")]
    with ServedPages({"/": pages} if isinstance(pages, str) else pages) as site:
        test.__globals__["URL"] = f"{site.url}/"
        await test(page, **values)


def lines(code):
    """The statements of the test, one a line."""
    return [line.strip() for line in code.partition("page.goto(URL)\n")[2].splitlines()]


def ruff(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "ruff", *arguments], capture_output=True, text=True, timeout=120, check=False
    )


def clean(folder):
    """What ruff finds to lint or to format in the programs of a folder."""
    linted = ruff("check", "--isolated", "--select", "E4,E7,E9,F,I,UP,PT,B,W,SIM", str(folder))
    return [linted.stdout] * linted.returncode + [ruff("format", "--isolated", "--diff", str(folder)).stdout]


async def test_what_is_written_is_what_a_person_would_write(bought, site, page, tmp_path):
    """The row by its cell, the field by its label, exact names, the data as a parameter; clean for ruff in all forms."""
    program = await translated(record(bought), url=site.url, page=page, data={"name": "Ada Lovelace"})
    assert lines(program.code("pytest")) == [
        'cell = page.get_by_role("cell", name="Kayak", exact=True)',
        'row = page.get_by_role("row").filter(has=cell)',
        'button = row.get_by_role("button", name="Buy", exact=True)',
        "button.click()",
        'page.get_by_label("Your name", exact=True).fill(name)',
        'page.get_by_role("button", name="Order", exact=True).click()',
        'body = page.locator("body")',
        "expect(body).to_contain_text(",
        r're.compile(r"Order\s+(\d+)\s+confirmed"), use_inner_text=True',
        ")",
    ]
    written = program.code("ts")
    assert [line.strip() for line in written.partition("page.goto(START);\n")[2].splitlines()][:-2] == [
        'const cell = page.getByRole("cell", { name: "Kayak", exact: true });',
        'const row = page.getByRole("row").filter({ has: cell });',
        'const button = row.getByRole("button", { name: "Buy", exact: true });',
        "await button.click();",
        'await page.getByLabel("Your name", { exact: true }).fill(name);',
        'await page.getByRole("button", { name: "Order", exact: true }).click();',
        'const body = page.locator("body");',
        r"await expect(body).toContainText(/Order\s+(\d+)\s+confirmed/, { useInnerText: true });",
    ]
    assert (
        '@pytest.mark.parametrize("name", ["Ada Lovelace"])\ndef test_buy_the_kayak(page: Page, name: str) -> None:'
        in program.code("pytest")
    )
    for form in ("pytest", "pytest-async", "script"):
        (tmp_path / f"{form.replace('-', '_')}.py").write_text(program.code(form))
    assert clean(tmp_path) == [""]


FORMS = {"listing": "pytest", "frame": "pytest-async", "price": "script", "wizard": "ts"}
ALWAYS = ("listing", "price")
"""The others are left to `make test-slow`."""
NEEDS_NPM = pytest.mark.skipif(
    not (NODE_MODULES / "@playwright").exists(), reason="npm ci installs Playwright's own test runner"
)


def _marks(name):
    """None for those in the fast suite; CI leaves out the others but some."""
    if name in ALWAYS:
        return []
    long = [] if name in {"listing", "wizard", "frame"} else [pytest.mark.long]
    return [pytest.mark.slow, *long, *([NEEDS_NPM] if FORMS.get(name) == "ts" else [])]


@pytest.mark.parametrize(
    ("name", "to"),
    [pytest.param(each, FORMS.get(each, "pytest"), marks=_marks(each)) for each in SCENARIOS],
)
@pytest.mark.usefixtures("one_browser")
async def test_scenarios_of_the_bundled_site_run_green_unchanged(name, to, tmp_path):
    """In a process of its own the program sends the forms that the recorded run sent."""
    scenario = SCENARIOS[name]
    given = {"data": scenario.data, "secrets": scenario.secrets, "permissions": scenario.permissions}
    with Site() as site:
        made, wanted = await recorded(scenario, site), received(site)
        site.reset()
        code = (await translated(made, url=site.url + scenario.path, **given)).code(to)
        site.reset()
        ran = await asyncio.to_thread(run, code, to, tmp_path, scenario.secrets)
        assert ran.returncode == 0, f"{ran.stdout[-3000:]}{ran.stderr[-3000:]}\n{code}"
        assert received(site) == wanted
    assert not [secret for secret in scenario.secrets.values() if secret in code]


async def test_a_name_that_is_part_of_another_is_exact(page):
    """By default Playwright takes "Save" for "save draft" too."""
    body = "<button>Save draft</button><button onclick=\"document.body.innerHTML = '<h1>Saved</h1>'\">Save</button>"
    code = await exported(recording(act("click", button("Save")), shows("Saved")), body, page)
    assert lines(code)[0] == 'await page.get_by_role("button", name="Save", exact=True).click()'
    assert lines(code)[1] == 'await expect(page.get_by_role("heading", name="Saved", exact=True)).to_be_visible()'
    await done(code, page, body)


ROWS = "<h1>Books</h1><ul>{}</ul>"
BOOK = "<li>{0} <button onclick=\"document.querySelector('h1').textContent = 'Without {0}'; this.parentElement.remove()\">Remove</button>"


OF_A_ROW = recording(
    act("click", button("Remove", row="{{book}}", heading="Books")), shows("Without {{book}}"), inputs={"book": "data"}
)


async def test_one_of_many_is_told_by_its_row_whatever_its_place(page):
    code = await exported(
        OF_A_ROW, ROWS.format("".join(map(BOOK.format, ("Dune", "Emma", "Dune II")))), page, data={"book": "Emma"}
    )
    assert r'has_text=re.compile(rf"^\s*{re.escape(book)}\s*Remove")' in code
    await done(code, page, ROWS.format("".join(map(BOOK.format, ("It", "Dune II", "Dune", "Emma")))), book="Dune")
    assert await page.inner_text("h1") == "Without Dune"


async def test_a_button_of_which_the_counter_goes_up_is_found_another_day(page):
    body = "<button onclick=\"document.body.innerHTML = '<h1>Basket</h1>'\">Basket ({})</button>"
    code = await exported(recording(act("click", button("Basket (2)")), shows("Basket")), body.format(2), page)
    assert r'name=re.compile(r"^Basket \S+$")' in code
    await done(code, page, body.format(17))


async def test_two_that_only_a_place_tells_apart_are_refused(page):
    """The replay tells them by what stands before and after them; no locator that a person would write does."""
    body = "<div><p>One</p><i><button>Go</button></i><p>Two</p></div><div><p>One</p><i><button>Go</button></i><p>Two</p></div>"
    target = button("Go", near=("One", "Two"))
    with pytest.raises(ConfigError, match=r"does not fit the page.*two elements are alike"):
        await exported(recording(act("click", target)), body, page)
    card = (
        "<div><div><span>{0}</span></div><div><button onclick=\"document.title = '{0}'\"><b></b></button></div></div>"
    )
    body = "<h1>A</h1>" + card.format("x") + "<h2>B</h2>" + card.format("x")
    nameless = RecordedTarget(role="button", tag="button", heading="B")
    with pytest.raises(ConfigError, match=r"no locator finds only this element.*accessible name or a data-testid"):
        await exported(recording(act("click", nameless)), body, page)


TOOLS = """<title>Tools</title><h1>Tools</h1>
<label>Name <input id=n></label><label>Notes <textarea></textarea></label>
<label>Fruit <select><option value=a>Apple<option value=p>Pear</select></label>
<label>Colours <select multiple><option>Red<option>Green<option>Blue</select></label>
<label>Day <input type=date></label>
<label><input type=checkbox checked> News</label> <label><input type=checkbox style="display: none"> Terms</label>
<fieldset><legend>Size</legend><label><input type=radio name=s>Small</label><label><input type=radio name=s>Large</label></fieldset>
<label>Photo <input type=file multiple></label>
<button ondblclick="said.textContent += ' twice'">Twice</button>
<button oncontextmenu="said.textContent += ' right'; return false">Right</button>
<button onclick="said.textContent += event.offsetX < this.offsetWidth / 2 ? ' left' : ' middle'">Side</button>
<button onmouseover="said.textContent += ' over'">Over</button>
<button onclick="said.textContent += confirm('Sure?') ? ' sure' : ' unsure'">Ask</button>
<div draggable=true role=button aria-label=Card style="width: 60px" ondragstart="event.dataTransfer.setData('text', 'card')">Card</div>
<div role=button aria-label=Bin style="width: 90px; height: 60px" ondragover="event.preventDefault()" ondrop="said.textContent += ' dropped'">Bin</div>
<p id=said role=status></p>
<script>n.onkeydown = (event) => { if (event.key == 'Enter') said.textContent += ' entered ' + n.value }</script>"""


FRUIT = RecordedTarget(role="combobox", name="Fruit", tag="select")
LARGE = RecordedTarget(role="radio", name="Large", tag="input", type="radio", group="Size")
NEWS = RecordedTarget(role="checkbox", name="News", tag="input", type="checkbox")
FIELDS = recording(
    act("fill", field("Name"), value="{{name}}"),
    act("append", field("Name"), value=" jr"),
    act("type", RecordedTarget(role="textbox", name="Notes", tag="textarea"), value="two\nlines"),
    act("select", FRUIT, value="Pear"),
    act("select_several", RecordedTarget(role="listbox", name="Colours", tag="select"), values=["Red", "Blue"]),
    act("fill", RecordedTarget(role="textbox", name="Day", tag="input", type="date"), value="2026-01-31"),
    act("uncheck", NEWS),
    act("check", RecordedTarget(role="checkbox", name="Terms", tag="input", type="checkbox")),
    act("check", LARGE),
    act("upload", RecordedTarget(role="button", name="Photo", tag="input", type="file"), files=["{{photo}}"]),
    act("expect_value", field("Name"), value="{{name}} jr"),
    act("expect_state", NEWS, value="unchecked"),
    act("expect_state", LARGE, value="checked"),
    act("expect_value", FRUIT, value="Pear"),
    inputs={"name": "data", "photo": "file"},
)


async def test_fields_are_translated(page, tmp_path):
    """Each tool for fields is in Playwright's words, and does the same."""
    photo = tmp_path / "a.png"
    photo.write_bytes(b"png")
    code = await exported(FIELDS, TOOLS, page, data={"name": "Ada", "photo": photo})
    for part in (
        '.press("End")', '.press_sequentially(" jr")', '.press_sequentially("two\\nlines")', '.select_option("Pear")',
        '.select_option(["Red", "Blue"])', '.fill("2026-01-31")', ".uncheck()", ".check()", ".set_input_files(photo)",
        ".not_to_be_checked()", '.to_have_value("p")',
    ):  # fmt: skip
        assert part in code
    (tmp_path / "test_tools.py").write_text(code)
    assert clean(tmp_path) == [""]
    await done(code, page, TOOLS, name="Grace", photo=str(photo))
    assert await page.input_value("#n") == "Grace jr"


MOUSE = recording(
    act("double_click", button("Twice")),
    act("right_click", button("Right")),
    act("click_with", button("Side"), x=20.0),
    act("hover", button("Over")),
    act(
        "drag",
        RecordedTarget(role="button", name="Card", tag="div"),
        RecordedTarget(role="button", name="Bin", tag="div"),
    ),
    act("click", button("Ask")),
    act("answer_dialog", accept=True),
    act("press", field("Name"), key="Enter"),
    act("expect_count", text="Tools", count=1),
    act("expect", text=["nothing", "dropped sure entered"]),
    act("expect_url", url="/"),
)


async def test_the_mouse_the_keyboard_and_dialogs_are_translated(page):
    code = await exported(MOUSE, TOOLS, page)
    for part in (
        ".dblclick()", '.click(button="right")', '.click(position={"x": ', ".hover()", ".drag_to(", ".to_have_count(1)",
        'page.once("dialog", lambda dialog: dialog.accept())', '.press("Enter")',
    ):  # fmt: skip
        assert part in code
    await done(code, page, TOOLS)
    assert (await page.inner_text("#said")).strip() == "twice right left over dropped sure entered"


LIST = (200, {"Content-Type": "text/csv", "Content-Disposition": "attachment; filename=list-7.csv"}, "a,b")
PAGES = {
    "/": "<h1>Start</h1><a href=/other target=_blank>Other</a> <a href=/list>Export</a>",
    "/list": LIST,
    "/other": "<h1>Other</h1><a href=/third>Third</a>",
    "/third": "<h1>Third</h1>",
    "/fourth": "<h1>Fourth</h1>",
}


def link(name):
    return RecordedTarget(role="link", name=name, tag="a")


TABS = Recording(
    task="Do it",
    steps=tuple(
        RecordedStep(actions=actions)
        for actions in (
            (act("click", link("Export")), act("expect_download", file="list-*.csv")),
            (act("click", link("Other")),),
            (act("click", link("Third")), shows("Third")),
            (act("go_back"),),
            (act("expect_url", url="/other"),),
            (act("switch_tab", tab_id="tab-1"), shows("Start")),
            (act("navigate", url="/fourth"),),
            (shows("Fourth"),),
        )
    ),
)


async def test_tabs_downloads_and_addresses_are_translated(page):
    code = await exported(TABS, PAGES, page)
    assert "async with page.expect_download() as download_info:" in code
    assert 'assert fnmatch(download.suggested_filename, "list-*.csv")' in code
    assert "async with page.expect_popup() as page1_info:" in code
    assert "page1 = await page1_info.value" in code
    assert "await page1.go_back()" in code
    assert 'await page.goto(urljoin(URL, "/fourth"))' in code
    await done(code, page, PAGES)


@NEEDS_NPM
@pytest.mark.long
async def test_programs_in_typescript_do_the_same(page, tmp_path):
    """Playwright's own runner: fields, mouse, keyboard, dialogs, tabs, downloads, addresses and values in patterns."""
    photo = tmp_path / "a.png"
    photo.write_bytes(b"png")
    rows = ROWS.format("".join(map(BOOK.format, ("Dune", "Emma", "Dune II"))))
    given = {
        "fields": (FIELDS, TOOLS, {"name": "Ada", "photo": photo}),
        "mouse": (MOUSE, TOOLS, {}),
        "tabs": (TABS, PAGES, {}),
        "rows": (OF_A_ROW, rows, {"book": "Emma"}),
    }
    with ExitStack() as stack:
        for name, (made, body, data) in given.items():
            code = await exported(made, body, page, to="ts", data=data)
            pages = {"/": body, "/orders": ""} if isinstance(body, str) else body
            site = stack.enter_context(ServedPages(pages))
            code = re.sub(r'START = ".*"', f'START = "{site.url}/"', code)
            (tmp_path / f"{name}.spec.ts").write_text(code)
        command = playwright_test(tmp_path)
        ran = await asyncio.to_thread(
            subprocess.run, command, cwd=tmp_path, capture_output=True, text=True, timeout=120
        )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "4 passed" in ran.stdout


async def test_each_tool_is_translated_or_refused_with_a_reason():
    known = {*TRANSLATED, *PROOFS, *SILENT, *REFUSED}
    assert {tool.name for tool in builtin_tools()} <= known
    others = dict.fromkeys({*shipped_tools()} - known, "it has no counterpart in Playwright")
    for tool, why in {**REFUSED, **others}.items():
        with pytest.raises(ConfigError, match=f"{tool} cannot be exported: {why}"):
            await translated(recording(act(tool)), url="http://127.0.0.1:9/")


async def test_secrets_come_from_the_environment(page, monkeypatch):
    body = (
        "<label>Password <input type=password></label>"
        "<button onclick=\"document.body.innerHTML = '<h1>Hello, ' + document.querySelector('input').value.length + '</h1>'\">Log in</button>"
    )
    secret = RecordedTarget(role="textbox", name="Password", tag="input", type="password")
    made = recording(
        act("fill", secret, value="{{pass word}}"),
        act("click", button("Log in")),
        shows("Hello, 7"),
        inputs={"pass word": "secret"},
    )
    code = await exported(made, body, page, secrets={"pass word": "hunter2"})
    assert "hunter2" not in code
    assert "Set the environment variable PASS_WORD to the value of {{pass word}}." in code
    monkeypatch.setenv("PASS_WORD", "1234567")
    await done(code, page, body)


async def test_a_page_that_does_not_fit_writes_nothing(page, monkeypatch):
    monkeypatch.setattr("actwright.engine.policies.replay.policy.PATIENCE", 0.3)
    with pytest.raises(ConfigError, match=r"does not fit the page at .*there is no button \"Save\""):
        await exported(recording(act("click", button("Save"))), "<button>Delete</button>", page)


LONG = 'A name that goes on and on, with "quotes", an apostrophe\'s {braces} and a back\\slash'


def test_long_statements_are_laid_out_as_ruff_does(tmp_path):
    """Names of all lengths, in chains, in arguments and in signatures."""
    names = variables(["name", "Full name", "class", "page"])
    for length in range(4, len(LONG) + 1, 3):
        name = LocatorText(LONG[:length].strip())
        exact = (("name", name), ("exact", True))
        cell = Chain("page", (LocatorCall("get_by_role", ("cell",), exact, "cell"),))
        row = Chain(
            "page",
            (LocatorCall("get_by_role", ("row",), kind="rows"), LocatorCall("filter", (), (("has", cell),), "row")),
        )
        group = Chain("page", (LocatorCall("get_by_role", ("group",), exact, "group"),))
        pressed = row.then(LocatorCall("get_by_role", ("button",), exact, "button"))
        statements = [
            Statement(pressed, call("click")),
            Statement(group.then(LocatorCall("get_by_label", (name,), (("exact", True),), "field")), call("fill", name)),
            Statement(cell, expects=call("to_contain_text", name)),
            Statement(Chain("page"), expects=call("to_have_url", Pattern("x" * length))),
            Statement(Chain("page"), call("once", "dialog", Answer(accepts=True, text=name.template)), awaits=False),
        ]  # fmt: skip
        values = {"name": LONG[:length], "Full name": "x" * length, "class": LONG, "page": ""}
        some = dict(list(values.items())[: length % 5])
        entries = [ProgramAction("click", "page", [each]) for each in statements]
        program = Program(f"Do {LONG[:length]}", "http://x/", entries, {each: names[each] for each in some}, some)
        for form in ("pytest", "pytest-async", "script"):
            (tmp_path / f"test_{form.replace('-', '_')}_{length}.py").write_text(program.code(form))
    assert clean(tmp_path) == [""]


def test_a_program_is_a_file_like_any_other(tmp_path):
    """Whoever reads its neighbours reads it too, and nothing of the way it was written is left."""
    (tmp_path / "beside.py").touch()
    write_program("print()\n", tmp_path / "test_sell.py")
    assert (tmp_path / "test_sell.py").stat().st_mode == (tmp_path / "beside.py").stat().st_mode
    assert sorted(path.name for path in tmp_path.iterdir()) == ["beside.py", "test_sell.py"]
    assert (tmp_path / "test_sell.py").read_text("utf-8") == "print()\n"


FORM = "<form method=post action=/sent enctype=multipart/form-data><label>File <input type=file name=file></label><label>Name <input name=name></label><button>Send</button></form>"


async def test_the_words_of_a_recording_permit_no_site(page):
    """A site that its own task, its name of a value or a step names gets no value."""
    got = []
    with ServedPages({"/": FORM, "/sent": lambda handler: got.append(handler.path) or "Thank you"}) as served:
        other = served.url.replace("127.0.0.1", "localhost")
        send = (act("fill", field("Name", field="name"), value="{{card}}"), act("click", button("Send", type="submit")))
        steps = (
            RecordedStep(actions=(act("navigate", url=f"{other}/"),)),
            RecordedStep(actions=(*send, shows("Thank you"))),
        )
        made = Recording(task=f"Send {{{{card}}}} to {other}", inputs={"card": "private"}, steps=steps)
        with pytest.raises(ConfigError, match="does not fit the page"):
            await exported(made, "<h1>Shop</h1>", page, private={"card": "4111 1111 1111 1111"})
    assert not got


async def test_the_words_of_a_recording_permit_no_file(page, tmp_path):
    (tmp_path / "keys.txt").write_text("USER-ONLY")
    path = str(tmp_path / "keys.txt")
    upload = act(
        "upload", RecordedTarget(role="button", name="File", tag="input", type="file", field="file"), files=[path]
    )
    made = Recording(task=f"Send {path}", steps=(RecordedStep(actions=(upload, shows("File"))),))
    with pytest.raises(ConfigError, match="is not a file of this task"):
        await exported(made, FORM, page)


def test_a_record_of_a_run_permits_no_file_and_no_site():
    """A record may be somebody else's too."""
    data = {"name": "Ada", "cv": "/etc/passwd", "place": "see https://evil.test/", "note": "pay.evil.test"}
    task = Task(text="Send {{cv}}", url="https://evil.test/", data=data, files=("cv",))
    assert _kept(task) == {"name": "Ada"}
    assert _start(None, task, "run", has_values=False) == "https://evil.test/"
    with pytest.raises(ConfigError, match="give --url"):
        _start(None, task, "run", has_values=True)


async def test_a_check_of_a_request_becomes_a_comment_and_needs_another_check(page):
    """Playwright reads no bodies; a program without any other check would check nothing."""
    sent = act("expect_request", path="/orders", values={"price": "50"})
    press = act("click", button("Save"))
    code = await exported(recording(press, sent, shows("Saved")), SAVING, page)
    assert '# Not checked here: /orders was sent with price "50" and answered 2xx or 3xx' in lines(code)
    with pytest.raises(ConfigError, match="which would then check nothing"):
        await exported(recording(press, sent), SAVING, page)
