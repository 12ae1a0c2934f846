"""A caller who must confirm is asked about what a page sends because of an edit, before it leaves; in real Chromium."""

import asyncio
from functools import partial

import pytest

from actwright import BrowserError, Permissions
from actwright.engine.page.browser.routing import router_of
from actwright.engine.page.page_options import PageOptions
from actwright.engine.records.run_folder import RunFolder
from actwright.schemas.step import Effect
from actwright.tools.suggested import SECONDS as SUGGESTION_SECONDS

pytestmark = pytest.mark.slow

PAGES = {
    "a form that is sent at once": (
        "<form method=post action=/save><select name=c onchange='this.form.submit()'><option>A<option>B</select></form>",
        ("select", {"element_id": "select-0", "value": "B"}),
    ),
    "a form that opens a tab": (
        (
            "<form method=post action=/save target=_blank>"
            "<select name=c onchange='this.form.submit()'><option>A<option>B</select></form>"
        ),
        ("select", {"element_id": "select-0", "value": "B"}),
    ),
    "a request that the page stands still for": (
        "<input aria-label=Name oninput=\"x = new XMLHttpRequest(); x.open('POST', '/save', false); x.send()\">",
        ("fill", {"element_id": "input-0", "value": "Ada"}),
    ),
    "a box that saves itself": (
        "<input type=checkbox aria-label=News onchange=\"fetch('/save', {method: 'POST', body: 'on'})\">",
        ("check", {"element_id": "input-0"}),
    ),
    "a beacon": (
        "<input aria-label=Name oninput=\"navigator.sendBeacon('/save', this.value)\">",
        ("fill", {"element_id": "input-0", "value": "Ada"}),
    ),
    "a field that saves itself soon": (
        "<input aria-label=Name oninput=\"setTimeout(() => fetch('/save', {method: 'POST', body: this.value}), 200)\">",
        ("fill", {"element_id": "input-0", "value": "Ada"}),
    ),
}


def outcomes(result):
    """The outcomes of the actions, without the one that ends the run."""
    return [each for step in result.steps for each in step.outcomes][:-1]


@pytest.mark.parametrize("case", PAGES)
async def test_what_an_edit_sends_leaves_once_it_is_confirmed(home, run, case):
    page, step = PAGES[case]
    home.pages = {"/": f"<title>Shop</title>{page}", "/save": "<title>Saved</title>"}
    asked = []

    def confirm(request):
        asked.append((request, list(home.posts)))
        return True

    result = await run(home.url, step, agent={"confirm": confirm})
    [(request, sent)] = asked
    assert (request.tool, request.sends, request.origin) == (
        result.steps[0].outcomes[0].action.tool,
        f"POST {home.url}/save",
        home.url,
    )
    assert (sent, home.posts) == ([], ["/save"])
    [first] = outcomes(result)
    assert (first.status, first.effect, [each.request for each in first.sent]) == (
        "done",
        Effect.EFFECT,
        [request.sends],
    )
    journal = RunFolder.read(result.run_dir).journal
    assert [(each.action.tool, each.confirmed) for each in journal if each.confirmed] == [(request.tool, "yes")]
    assert result.unsettled == ()


@pytest.mark.parametrize("case", PAGES)
async def test_what_an_edit_sends_is_blocked_unless_it_is_confirmed(home, run, case):
    page, step = PAGES[case]
    home.pages = {"/": f"<title>Shop</title>{page}", "/save": "<title>Saved</title>"}
    asked = []
    result = await run(home.url, step, agent={"confirm": lambda request: bool(asked.append(request))})
    assert len(asked) == 1
    assert home.posts == []
    assert result.steps[-1].page.title == "Shop"
    [first] = outcomes(result)
    refused = f"POST {home.url}/save was blocked: it was not confirmed: the answer is no"
    assert (first.status, first.effect, first.sent, first.refused) == ("failed", Effect.EDIT, (), refused)


TWO = (
    "<title>Shop</title><input aria-label=Name oninput=\"for (const at of ['/a', '/b']) fetch(at, {method: 'POST'})\">"
)
FILL = ("fill", {"element_id": "input-0", "value": "{{name}}"})


@pytest.mark.parametrize("answer", [True, False])
async def test_what_one_edit_sends_is_asked_about_once(home, run, answer):
    home.pages = {"/": TWO}
    asked = []

    async def confirm(request):
        asked.append(request)
        await asyncio.sleep(0.3)
        return answer

    again = ("fill", {"element_id": "input-0", "value": "Grace"})
    result = await run(home.url, FILL, again, data={"name": "Ada"}, agent={"confirm": confirm})
    assert [dict(each.values) for each in asked] == [{'input-0 "Name"': "{{name}}"}, {'input-0 "Name"': "Grace"}]
    assert sorted(home.posts) == (["/a", "/a", "/b", "/b"] if answer else [])
    assert {each.status for each in outcomes(result)} == {"done" if answer else "failed"}


async def test_an_edit_waits_for_the_answer_and_then_for_the_page(home, run):
    """Both take longer than the action may."""
    page, step = PAGES["a form that is sent at once"]
    home.pages = {"/": f"<title>Shop</title>{page}", "/save": "<title>Saved</title>"}

    async def confirm(_):
        await asyncio.sleep(1.5)
        return True

    options = PageOptions(screenshot="never", answer_seconds=1)
    result = await run(home.url, step, agent={"confirm": confirm, "page_options": options})
    assert [(each.status, [one.status for one in each.sent]) for each in outcomes(result)] == [("done", [200])]
    assert result.steps[-1].page.title == "Saved"


async def test_no_answer_about_an_edit_and_a_failing_hook_are_a_no(home, run, capsys):
    home.pages = {"/": TWO}

    async def silent(_):
        await asyncio.sleep(60)

    def failing(_):
        raise ValueError("no such window")

    told = []
    for hook in (silent, failing, lambda _: "yes"):
        result = await run(home.url, FILL, data={"name": "Ada"}, agent={"confirm": hook, "confirm_seconds": 0.3})
        told += [each.refused.partition("was not confirmed: ")[2] for each in outcomes(result)]
    assert told == ["no answer within 0.3 s", "the question failed (ValueError: no such window)", "the answer is no"]
    assert home.posts == []


async def test_no_request_is_routed_without_confirm_or_once_the_edits_are_over(home, run, page, monkeypatch):
    home.pages = {"/": TWO}
    routes = []

    async def counted(route, *given):
        routes.append(given)
        await route(*given)

    for confirm in (None, lambda _: True):
        with monkeypatch.context() as patch:
            patch.setattr(page.context, "route", partial(counted, page.context.route))
            result = await run(home.url, FILL, data={"name": "Ada"}, agent={"confirm": confirm})
        assert [(each.status, each.effect) for each in outcomes(result)] == [("done", Effect.EFFECT)]
        assert router_of(page.context).firewall.rules == ()
    assert len(routes) == 1


async def test_where_no_effect_is_left_an_edit_sends_nothing_and_is_not_asked_about(home, run):
    home.pages = {"/": TWO}
    asked = []

    def confirm(request):
        asked.append(request.sends)
        return True

    permissions = Permissions(effects=1)
    again = ("fill", {"element_id": "input-0", "value": "Grace"})
    result = await run(home.url, FILL, again, data={"name": "Ada"}, agent={"confirm": confirm}, permissions=permissions)
    assert outcomes(result)[0].effect is Effect.EFFECT
    assert (len(asked), sorted(home.posts)) == (1, ["/a", "/b"])


@pytest.mark.parametrize("ends", ["the run is stopped", "the tab is closed"])
async def test_nothing_hangs_if_it_ends_while_an_edit_is_asked_about(home, run, page, caplog, ends):
    """Chromium sends what waits in a tab that is closed."""
    home.pages = {"/": TWO}
    asked, ended = asyncio.Event(), asyncio.Event()

    async def confirm(_):
        try:
            await asyncio.sleep(0.3)
            asked.set()
            await asyncio.sleep(60)
        finally:
            ended.set()

    playing = asyncio.ensure_future(run(home.url, FILL, data={"name": "Ada"}, agent={"confirm": confirm}))
    await asked.wait()
    if ends == "the run is stopped":
        playing.cancel()
    else:
        await page.close()
    async with asyncio.timeout(10):
        await asyncio.wait({playing})
    assert ended.is_set()
    if ends == "the run is stopped":
        assert playing.cancelled()
        assert home.posts == []
        assert router_of(page.context).firewall.rules == ()
        await page.evaluate("fetch('/after', {method: 'POST'})")
        assert home.posts == ["/after"]
    else:
        assert isinstance(playing.exception(), BrowserError)
        assert "status=unknown effect=effect sent=2" in caplog.text


async def test_a_page_that_sends_again_and_again_by_itself_is_not_asked_about(home, run):
    home.pages = {
        "/": "<title>Shop</title><input aria-label=Name><script>setInterval(() => fetch('/beat', {method: 'POST'}), 40)</script>"
    }
    asked = []

    def confirm(request):
        asked.append(request.sends)
        return True

    steps = [("fill", {"element_id": "input-0", "value": str(number)}) for number in range(4)]
    await run(home.url, ("wait", {"seconds": 1}), *steps, agent={"confirm": confirm})
    assert len(asked) <= 1


async def test_where_an_edit_leads_waits_for_the_answer_about_what_it_sends(home, run):
    """A document that is replaced would not send it any more."""
    leaves = "fetch('/save', {method: 'POST'}); location = '/next'"
    home.pages = {
        "/": f'<title>Shop</title><input type=checkbox aria-label=News onchange="{leaves}">',
        "/next": "<title>Next</title>",
    }
    seen = []

    async def confirm(_):
        await asyncio.sleep(0.5)
        seen.append(list(home.asked))
        return True

    result = await run(home.url, ("check", {"element_id": "input-0"}), agent={"confirm": confirm})
    assert (seen, home.posts) == ([["/"]], ["/save"])
    assert result.steps[-1].page.title == "Next"


async def test_an_edit_that_only_asks_for_something_is_not_asked_about(home, run):
    home.pages = {
        "/": "<title>Shop</title><form><select name=c onchange='fetch(`/x`); this.form.submit()'><option>A<option>B</select></form>",
    }
    asked = []
    select = ("select", {"element_id": "select-0", "value": "B"})
    result = await run(home.url, select, agent={"confirm": asked.append})
    assert ([each.status for each in outcomes(result)], asked) == (["done"], [])
    assert "/?c=B" in home.asked


async def test_suggestions_that_a_page_asks_for_by_post_are_waited_for_after_the_answer(home, run):
    """The answer takes longer than suggestions may."""
    shows = "(await (await fetch('/towns', {method: 'POST', body: this.value})).text())"
    home.pages = {
        "/": "<title>Shop</title><input role=combobox aria-autocomplete=list aria-label=Town aria-controls=found "
        f'oninput="(async () => {{ found.innerHTML = {shows} }})()"><div role=listbox id=found></div>',
        "/towns": "<div role=option onclick=\"document.querySelector('input').value = 'Rome'; found.innerHTML = ''\">Rome</div>",
    }

    async def confirm(_):
        await asyncio.sleep(SUGGESTION_SECONDS + 1)
        return True

    result = await run(home.url, ("fill", {"element_id": "input-0", "value": "Rome"}), agent={"confirm": confirm})
    [outcome] = outcomes(result)
    assert (outcome.status, outcome.effect, [each.match for each in outcome.receipts]) == (
        "done",
        Effect.EFFECT,
        [True],
    )
    assert "chose" in outcome.detail
