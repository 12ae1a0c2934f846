"""What a document selects or copies is pasted nowhere else: not on another site, not in another frame, not by another run."""

import re
from contextlib import ExitStack

import pytest
from reused_page import close_all
from served_pages import ServedPages

from actwright import Agent, BrowserOptions, Limits, Permissions
from actwright.engine.page.browser.launch import open_browser, started
from actwright.engine.page.page_options import PageOptions
from actwright.schemas.exchange import text_of
from actwright.testing import ScriptedModel

pytestmark = pytest.mark.slow

VALUE = "kestrel-4929-7781"
PASTED = """<!doctype html><title>Other</title><label>Comment <input></label><div contenteditable role=textbox aria-label=Note></div>
<script>
  const tell = (text) => text && fetch('/got?' + encodeURIComponent(text));
  addEventListener('paste', (event) => tell(event.clipboardData.getData('text/plain')), true);
  addEventListener('drop', (event) => (event.preventDefault(), tell(event.dataTransfer.getData('text/plain'))), true);
  addEventListener('dragover', (event) => event.preventDefault(), true);
  addEventListener('input', (event) => tell(event.target.value || event.target.textContent), true);
  for (const type of ['keydown', 'mousedown', 'mouseup']) addEventListener(type, (event) => event.stopImmediatePropagation(), true);
</script>"""
"""Reports whatever is inserted, before anything else can stop the event, and hides keys and buttons from everything else."""
FIELDS = {
    "password": "<label>Account <input type=password></label>",
    "textarea": "<label>Account <textarea></textarea></label>",
    "editor": "<div contenteditable role=textbox aria-label=Account></div>",
    "shadow root": "<script>customElements.define('a-field', class extends HTMLElement { constructor() { super(); "
    "this.attachShadow({mode: 'open'}).innerHTML = '<label>Account <input></label>' } })</script><a-field></a-field>",
    "grouped": "<label>Account <input oninput=\"this.value = this.value.replace(/-/g, ' ')\"></label>",
}
ECHO = (
    "<label>Account <input></label><p tabindex=0 role=button aria-label=Echo></p><script>document.querySelector('input')"
    ".oninput = (event) => document.querySelector('p').textContent = event.target.value</script>"
)
BY_PAGE = (
    "<label>Account <input></label><button onclick=\"document.querySelector('input').select()\">Mark</button>"
    "<button onclick=\"document.querySelector('input').select(); document.execCommand('copy')\">Copy</button>"
)
FILL = ("fill", "Account", {"value": "{{account}}"})
BY_KEYS = [("click", "Account", {}), ("press", None, {"key": "Control+A"}), ("press", None, {"key": "Control+C"})]
ECHOED = [("select_text", "Echo", {}), ("press", None, {"key": "Control+C"})]
CUT = [("press", "Account", {"key": "Shift+Home"}), ("press", None, {"key": "Control+X"})]
ALL = [("press", "Echo", {"key": "Control+A"}), ("press", None, {"key": "Control+Insert"})]
WAYS = {
    **{field: (markup, [FILL, BY_KEYS]) for field, markup in FIELDS.items()},
    "double click": (FIELDS["textarea"], [FILL, ("double_click", "Account", {})]),
    "shift": (FIELDS["textarea"], [FILL, CUT]),
    "select_text": (FIELDS["textarea"], [FILL, ("select_text", "Account", {})]),
    "whole page": (ECHO, [FILL, ALL]),
    "echo": (ECHO, [FILL, ECHOED]),
    "echo of an empty field": (ECHO.replace("= event", "+= event"), [FILL, ("fill", "Account", {"value": ""}), ECHOED]),
    "the page's script": (BY_PAGE, [FILL, ("click", "Mark", {})]),
    "the page's copying": (BY_PAGE, [FILL, ("click", "Copy", {})]),
}
INSERTED = [
    ("click_with", "Comment", {"button": "middle"}),
    ("click_with", "Note", {"button": "middle", "hold": 0.1}),
    *(("press", "Comment", {"key": key}) for key in ("Control+v", "Control+Shift+KeyV", "Shift+Insert")),
    ("press", None, {"key": "Control+v"}),
]
BY_BUFFER = [INSERTED[0], INSERTED[2]]
"""One insertion of the primary selection and one of the clipboard: for ways of selecting that differ in what these contain."""


def calls(*wanted):
    """A step that calls tools on the elements with these names in what the model sees."""

    def answer(request):
        shown = "\n".join(text_of(block) for block in request.messages[-1].blocks)

        def action(tool, name, parameters):
            found = re.findall(rf'((?:f\d+\.)?[a-z0-9_-]+-\d+) [^\n]*"{name}', shown) if name else []
            ids = {"element_id": found[-1]} if found else {}
            return {"reason": "r", "tool": tool, "parameters": ids | parameters}

        return {"complete": False, "message": "m", "actions": [action(*each) for each in wanted]}

    return answer


async def play(page, url, *steps, **options):
    """Plays a run; a step is one call, or a list of calls."""
    replies = [calls(*([step] if isinstance(step, tuple) else step)) for step in steps]
    model = ScriptedModel([*replies, calls(("fail", None, {"reason": "enough"}))])
    agent = Agent(model, out=None, limits=Limits(repeats=20), page_options=PageOptions(screenshot="never"))
    result = await agent.run("do it", url=url, page=page, **options)
    assert all(step.outcomes for step in result.steps), "a reply was refused as a whole"
    return result


def told(result, tool="press"):
    return [each.detail for step in result.steps for each in step.outcomes if each.action.tool == tool]


@pytest.fixture
def other():
    with ServedPages({"/": PASTED}) as site:
        yield site


@pytest.fixture
def home_with():
    with ExitStack() as stack:
        yield lambda **pages: stack.enter_context(
            ServedPages({f"/{'' if name == 'start' else name}": body for name, body in pages.items()})
        )


@pytest.fixture
async def new_page(chromium, page):
    """`await new_page()`: another page each time, in a context of its own, in a browser that was started elsewhere."""
    contexts, first = [], [page]

    async def make():
        if first:
            return first.pop()
        contexts.append(await chromium.new_context())
        return await contexts[-1].new_page()

    yield make
    await close_all(*contexts)


async def received(site, page):
    """What the site received, once the requests that its pages sent have arrived."""
    await page.wait_for_timeout(150)
    return [path for path in site.asked if path.startswith("/got")]


async def test_the_browser_of_these_tests_shares_a_primary_selection(new_page, other):
    """Otherwise the tests below could not fail."""
    page, second = await new_page(), await new_page()
    await page.set_content(f"<input value={VALUE}>")
    await page.locator("input").press("Control+A")
    await second.goto(other.url)
    await second.locator("input").click(button="middle")
    assert await received(other, second) == [f"/got?{VALUE}"] * 2


@pytest.mark.parametrize("way", WAYS)
async def test_another_run_pastes_nothing(new_page, home_with, other, way):
    """In no way of inserting, and whatever way of selecting filled either buffer."""
    markup, select = WAYS[way]
    await play(await new_page(), home_with(start=markup).url, *select, private={"account": VALUE})
    page, inserted = await new_page(), INSERTED if way == "password" else BY_BUFFER
    result = await play(page, other.url, *inserted)
    assert await received(other, page) == []
    assert [step.outcomes[0].status for step in result.steps[:-1]] == ["failed"] * len(inserted)


PLACES = {
    "link": ("{markup}<a href={other}>Partner</a>", [("click", "Partner", {})]),
    "new tab": ("{markup}<a href={other} target=_blank>Partner</a>", [("click", "Partner", {})]),
    "frame": ("{markup}<iframe src={other} width=600 height=300></iframe>", []),
}


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"], ids=["another origin", "another site"])
@pytest.mark.parametrize("place", PLACES)
async def test_no_other_site_is_pasted_into(new_page, home_with, other, place, host):
    """Each place is entered from a field with the value on one host, and from an echo without one on the other."""
    from_field = (host == "localhost") == (place == "new tab")
    markup, select = WAYS["password" if from_field else "echo of an empty field"]
    around, lead = PLACES[place]
    home = home_with(start=around.format(markup=markup, other=other.url.replace("127.0.0.1", host)))
    page = await new_page()
    result = await play(page, home.url, *select, *lead, *INSERTED, private={"account": VALUE})
    assert await received(other, page) == []
    assert len(result.refused) == len(INSERTED)


@pytest.mark.parametrize("place", PLACES)
async def test_not_even_a_permitted_site_is_pasted_into(new_page, home_with, other, place):
    markup, select = WAYS["echo of an empty field"]
    around, lead = PLACES[place]
    home, permitted = home_with(start=around.format(markup=markup, other=other.url)), Permissions(sites=[other.url])
    page, private = await new_page(), {"account": VALUE}
    result = await play(page, home.url, *select, *lead, *INSERTED, private=private, permissions=permitted)
    assert await received(other, page) == []
    assert "nothing else in the clipboard is pasted" in told(result)[-2]


@pytest.mark.parametrize(
    "source", ["<p draggable=true>Echo {value}</p>", "<a href=/{value}>Echo</a>", "<p>Echo {value}</p>"]
)
async def test_nothing_is_dragged_into_a_frame_of_another_origin(new_page, home_with, other, source):
    source = source.format(value=VALUE)
    home = home_with(
        start=f"<div role=button tabindex=0 aria-label=Echo>{source}</div><iframe src={other.url}></iframe>"
    )
    drag = ("drag", "Echo", {"down": 60}), ("drag", "Echo", {"down": 60, "right": 30})
    page = await new_page()
    await play(page, home.url, ("select_text", "Echo", {}), *drag, private={"account": VALUE})
    assert await received(other, page) == []


PAIR = "<label>First <input value=lamp-17></label><label>Second <input></label>"
COPY = [("press", "First", {"key": "Control+A"}), ("press", "First", {"key": "Control+C"})]
PASTE = ("press", "Second", {"key": "Control+V"})
WITHIN = {
    "the same document": ("", []),
    "the next page": ("<a href=/next>Next</a>", [("click", "Next", {})]),
    "a new tab": ("<a href=/next target=_blank>Next</a>", [("click", "Next", {})]),
    "a frame": ("<iframe src=/next></iframe>", []),
}


@pytest.mark.parametrize("way", WITHIN)
async def test_what_a_run_copies_is_pasted_on_the_same_origin(new_page, home_with, way):
    markup, lead = WITHIN[way]
    home = home_with(start=PAIR + markup, next="<title>Next</title><label>Second <input></label>")
    page = await new_page()
    result = await play(page, home.url, COPY, *lead, PASTE)
    shown = page.context.pages[-1].frames[-1].get_by_label("Second")
    assert await shown.input_value() == "lamp-17", told(result)


async def test_what_was_copied_last_elsewhere_is_not_pasted_where_the_run_copied_before(new_page, home_with):
    heard = "<script>addEventListener('paste', () => document.title = 'heard', true)</script>"
    second, page = home_with(start=PAIR.replace("lamp-17", "rope-5")), await new_page()
    home, permitted = home_with(start=f"{PAIR}<a href={second.url}>Partner</a>{heard}"), Permissions(sites=[second.url])
    back = ("navigate", None, {"url": home.url})
    result = await play(page, home.url, COPY, ("click", "Partner", {}), COPY, back, PASTE, permissions=permitted)
    assert "nothing else in the clipboard is pasted" in told(result)[-1]
    assert await page.title() == ""


OWN_TEXT = "addEventListener('copy', (event) => (event.preventDefault(), event.clipboardData.setData('text/plain', 'order 9')))"


@pytest.mark.parametrize(("script", "pasted"), [("", "lamp-17"), (OWN_TEXT, "order 9")])
async def test_what_a_page_copies_is_pasted_on_the_same_origin(new_page, home_with, script, pasted):
    copying = "document.querySelector('input').select(); document.execCommand('copy')"
    home = home_with(start=f'{PAIR}<button onclick="{copying}">Copy</button><script>{script}</script>')
    page = await new_page()
    await play(page, home.url, ("click", "Copy", {}), PASTE)
    assert await page.get_by_label("Second").input_value() == pasted


async def test_a_persons_clipboard_is_neither_pasted_nor_changed(new_page, home_with):
    """A run that fills, selects and copies a value leaves the clipboard alone, and a person pastes as before."""
    home, persons, page = home_with(start=WAYS["password"][0] + PAIR), await new_page(), await new_page()
    await persons.set_content("<input value='a letter to Ada'>")
    await persons.locator("input").press("Control+A")
    await persons.locator("input").press("Control+C")
    result = await play(page, home.url, *WAYS["password"][1], PASTE, private={"account": VALUE})
    assert "nothing else in the clipboard is pasted" in told(result)[-1]
    assert await page.get_by_label("Second").input_value() == ""
    await page.get_by_label("Second").press("Control+V")
    assert await page.get_by_label("Second").input_value() == "a letter to Ada"


async def test_what_is_copied_elsewhere_meanwhile_is_not_pasted(new_page, home_with):
    home, persons, page = home_with(start=PAIR), await new_page(), await new_page()
    await persons.set_content("<input value='a letter to Ada'>")
    run = Agent(ScriptedModel([calls(*COPY), calls(PASTE)]), out=None).play("do it", url=home.url, page=page)
    async for _ in run:
        if len(run.steps) > 1:
            break
        await persons.locator("input").press("Control+A")
        await persons.locator("input").press("Control+C")
    assert "was not copied by this run on the same site" in run.steps[-1].outcomes[0].detail
    assert await page.get_by_label("Second").input_value() == ""


LINK = """<a href=/next>Next</a><script>addEventListener('mousedown', (event) => {
  event.preventDefault(); document.querySelector('input').focus(); document.querySelector('a').remove();
}, true)</script>"""


async def test_a_middle_click_on_a_link_pastes_nothing_into_the_field_that_takes_the_focus(new_page, home_with):
    markup, select = WAYS["textarea"]
    await play(await new_page(), home_with(start=markup).url, *select, private={"account": VALUE})
    page, site = await new_page(), home_with(start=LINK + PASTED, next="<title>Next</title>")
    await play(page, site.url, ("click_with", "Next", {"button": "middle"}))
    assert await received(site, page) == []


CTRL_C = ("press", None, {"key": "Control+C"})
SHORTER = ("press", None, {"key": "Shift+ArrowLeft"})
NOT_COPIED = {
    "whole": [("select_text", "Echo", {}), CTRL_C],
    "a part": [("select_text", "Echo", {}), SHORTER, SHORTER, CTRL_C],
    "a part of a field": [("press", "Copy", {"key": "Control+A"}), SHORTER, SHORTER, CTRL_C],
    "cut": [("press", "Copy", {"key": "Control+A"}), ("press", None, {"key": "Shift+Delete"})],
}
ECHOES = ECHO.replace("= event", "+= event") + f"<label>Copy <input value={VALUE}></label>"
EMPTIED = [FILL, ("fill", "Account", {"value": ""})]


@pytest.mark.parametrize("way", NOT_COPIED)
async def test_no_key_copies_an_echo_of_a_value(new_page, home_with, way):
    page = await new_page()
    result = await play(page, home_with(start=ECHOES).url, *EMPTIED, NOT_COPIED[way], private={"account": VALUE})
    assert "which is therefore not copied" in told(result)[-1]


async def test_an_echo_that_the_page_copies_is_not_pasted(new_page, home_with):
    copying = "getSelection().selectAllChildren(document.querySelector('p')); document.execCommand('copy')"
    home, page = home_with(start=f'{ECHOES}{PAIR}<button onclick="{copying}">Take</button>'), await new_page()
    result = await play(page, home.url, *EMPTIED, COPY, ("click", "Take", {}), PASTE, private={"account": VALUE})
    assert "nothing else in the clipboard is pasted" in told(result)[-1]
    assert await page.get_by_label("Second").input_value() == ""


@pytest.mark.parametrize("key", ["Control", "V"])
async def test_nothing_is_pasted_into_a_frame_that_takes_the_focus(new_page, home_with, other, key):
    moving = f"""<script>let copied = false;
      addEventListener('copy', () => copied = true);
      addEventListener('keydown', ({{ key }}) => copied && key === '{key}' && document.querySelector('iframe').focus());
    </script>"""
    page = await new_page()
    await play(page, home_with(start=f"{PAIR}<iframe src={other.url}></iframe>{moving}").url, COPY, PASTE)
    assert await page.evaluate("document.activeElement.localName") == "iframe"
    assert await received(other, page) == []


async def test_a_middle_click_at_home_still_opens_a_link(new_page, home_with):
    home, page = home_with(start="<a href=/next>Next</a>", next="<title>Next</title>"), await new_page()
    await play(page, home.url, ("click_with", "Next", {"button": "middle"}))
    assert [each.url.removeprefix(home.url) for each in page.context.pages] == ["/", "/next"]


@pytest.mark.parametrize(("args", "size"), [((), "16px"), (("--blink-settings=minimumFontSize=20",), "20px")])
async def test_a_browser_that_is_started_has_no_primary_selection(other, args, size, one_driver):
    """The caller's settings of Blink, and those that Playwright makes without a window, stay."""
    async with open_browser(BrowserOptions(args=args)) as opened:
        assert opened.page.context.browser in started
        await opened.page.goto(other.url)
        await opened.page.locator("input").fill(VALUE)
        await opened.page.locator("input").select_text()
        before = await received(other, opened.page)
        await opened.page.get_by_role("textbox", name="Note").click(button="middle")
        assert await received(other, opened.page) == before
        drawn = "[getComputedStyle(document.body).fontSize, matchMedia('(hover: hover) and (pointer: fine)').matches]"
        assert await opened.page.evaluate(drawn) == [size, True]
