import re
from pathlib import Path

import pytest
from axe_checks import open_details, problems_in_every_look
from playwright.async_api import expect
from recorded_events import RecordedEvents

import actwright
from actwright.engine.page.picture.annotate import annotate, place_labels
from actwright.engine.page.picture.screenshot import develop
from actwright.engine.records.report import write_report
from actwright.errors import ConfigError
from actwright.schemas.exchange import Exchange, ImageBlock, Message, Reply, Request, TextBlock
from actwright.schemas.page import Dialog, Download, Element, Image, Observation
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.result import Status
from actwright.schemas.step import Claim, Effect, Evidence, Outcome, Receipt, SentRequest, SentValue, Step
from actwright.schemas.task import Task
from actwright.schemas.usage import Usage

SHOP = """<!doctype html><title>Sell an item · Tradepost</title><style>
body {font: 15px sans-serif; margin: 0; color: #1d2733} header {background: #17324d; color: #fff; padding: 14px 28px}
header a {color: #cfe3f7; margin-left: 22px} main {padding: 22px 28px; max-width: 860px}
label {display: block; margin: 14px 0 4px; font-size: 13px} .error {color: #b3261e}
input, select, textarea {width: 100%; box-sizing: border-box; padding: 9px; border: 1px solid #a9b8c6; border-radius: 6px}
input[type=checkbox] {width: auto} .row {display: grid; grid-template-columns: 1fr 1fr; gap: 22px}
button {margin-top: 18px; padding: 10px 22px; border: 0; border-radius: 6px; background: #17324d; color: #fff}</style>
<header><b>Tradepost</b><a href=#>Browse</a><a href=#>Sell</a><a href=#>Messages</a></header>"""
FORM = """<main><h1>Sell an item</h1><label>Title</label><input value="TITLE"><div class=row>
<div><label>Price</label><input value="PRICE"><span class=error>ERROR</span></div>
<div><label>Category</label><select><option>CATEGORY</select></div></div>
<label>Description</label><textarea rows=3>Solid oak, two drawers.</textarea>
<p><input type=checkbox> I accept the <a href=#>terms of sale</a></p><button>Publish</button></main>"""
LISTED = "<main><h1>Oak writing desk</h1><p>Listed for <b>$50</b> in Furniture.</p><a href=#>Edit</a></main>"
RECTANGLES = """() => { const seen = {}; return [...document.querySelectorAll("a,button,input,select,textarea")].map((node) => {
  const {x, y, width, height} = node.getBoundingClientRect(), tag = node.localName;
  seen[tag] = (seen[tag] ?? -1) + 1;
  return {id: `${tag}-${seen[tag]}`, tag, type: node.type || "", box: {x, y, width, height}};
}); }"""
HOSTILE = "</script><script>window.owned = 1</script><img src=x onerror='owned=1'>\"'&amp;\u202eevil\u2066\x07\ud800"

TASK = Task(
    text="Sell the oak desk for $50 in Furniture, accept the terms and publish it",
    url="http://shop.test/sell",
    data={"title": "Oak writing desk", "price": "50"},
    secrets=("password",),
)
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c4944415408d763f8cfc0000003010100c9fe92ef0000000049454e44ae426082"
)


async def picture(page, html):
    await page.set_viewport_size({"width": 1120, "height": 700})
    await page.set_content(SHOP + html)
    elements = tuple(Element(**fields) for fields in await page.evaluate(RECTANGLES))
    photo = develop(await page.screenshot(), width=1120, height=700)
    return elements, annotate(photo, place_labels(photo, elements))


def observed(look, url="http://shop.test/sell", **more):
    elements, image = look
    lines = "\n".join(f'  - {e.id} (name="{e.type or e.tag}" required)' for e in elements)
    tree = f'- heading "Sell an item"\n- form\n{lines}\n- text "Sold by people near you"'
    title = "Sell an item · Tradepost"
    return Observation(url=url, title=title, tree=tree, elements=elements, screenshot=image, **more)


def called(page, text, number, *, attempt=1, error=""):
    history = "".join(f"Step {n}: filled the form\n" for n in range(1, number))
    blocks = (
        TextBlock(text=f"Task: {TASK.text}\nData: title, price", section="task"),
        TextBlock(text=history or "No steps yet.", section="history", cache=True),
        TextBlock(text=f"<page>\n{page.tree}\n</page>", section="page"),
        *([ImageBlock(image=page.screenshot)] if page.screenshot else []),
    )
    request = Request(
        system=(TextBlock(text="You do a task in a web browser.\n" * 40, section="system", cache=True),),
        messages=(Message(role="user", blocks=blocks),),
        answer_schema={"type": "object", "properties": {"complete": {"type": "boolean"}}},
    )
    return Exchange(
        role="main",
        model="claude-sonnet-4-6",
        wire="anthropic",
        attempt=attempt,
        request=request,
        reply=None if error else Reply(text=text),
        usage=Usage() if error else Usage(fresh=1480, cache_read=2900 * (number > 1), cache_write=210, output=168),
        cost=0.0 if error else 0.0093,
        milliseconds=240 if error else 2310,
        error=error,
    )


def acted(tool, parameters, reason, status="done", **more):
    return Outcome(action=Action(reason=reason, tool=tool, parameters=parameters), status=status, **more)


def proposed(outcomes, message, *, complete=False):
    return Proposal(complete=complete, message=message, actions=tuple(outcome.action for outcome in outcomes))


async def sample(page, base):
    """A run of four steps as they happen: a retry, a refused field, an unusable reply, a proven end."""
    empty = await picture(
        page, FORM.replace("TITLE", "").replace("PRICE", "").replace("ERROR", "").replace("CATEGORY", "Choose")
    )
    invalid = await picture(
        page,
        FORM.replace("TITLE", "Oak writing desk")
        .replace("PRICE", "$50")
        .replace("ERROR", "Digits only, please")
        .replace("CATEGORY", "Furniture"),
    )
    listed = await picture(page, LISTED)
    one, two = observed(empty, milliseconds=31), observed(invalid, notes=("1 request was still pending",))
    four = observed(listed, url="http://shop.test/items/4711")
    fills = (
        acted("fill", {"element_id": "input-0", "value": "{{title}}"}, "the title", effect=Effect.EDIT,
              target='input-0 "Title"', detail='the field holds "Oak writing desk"', milliseconds=41,
              receipts=(Receipt(field='input-0 "Title"', wanted="Oak writing desk", got="Oak writing desk", match=True, reference="title"),)),
        acted("fill", {"element_id": "input-1", "value": "${{price}}"}, "the price", effect=Effect.EDIT,
              target='input-1 "Price"', detail='the field holds "$50"', milliseconds=38,
              receipts=(Receipt(field='input-1 "Price"', wanted="$50", got="$50", match=True),)),
        acted("select", {"element_id": "select-0", "value": "Furniture"}, "the category", effect=Effect.EDIT,
              target='select-0 "Category"', detail='selected "Furniture"', milliseconds=22),
        acted("click", {"element_id": "button-0", "button": None, "count": None}, "publish the item", effect=Effect.EFFECT,
              target='button-0 "Publish"', detail="clicked; the form shows an error: Digits only, please", milliseconds=412),
        acted("expect", {"text": ["$50"]}, "the listing shows the price", "failed", milliseconds=2005,
              detail='"$50" is not on the page after 2 s',
              evidence=(Evidence(kind="text", wanted='"Listed for $50"', found="", passed=False, passed_before=False),)),
        acted("click", {"element_id": "a-4"}, "look at it", "skipped", detail="skipped: an action before it failed"),
    )  # fmt: skip
    again = (
        acted("fill", {"element_id": "input-1", "value": "{{price}}"}, "digits only", effect=Effect.EDIT,
              target='input-1 "Price"', detail='the field holds "50"', milliseconds=37,
              receipts=(Receipt(field='input-1 "Price"', wanted="50", got="50", match=True, reference="price"),)),
        acted("check", {"element_id": "input-2"}, "accept the terms", effect=Effect.EDIT, target='input-2 "I accept"', milliseconds=20),
        acted("click", {"element_id": "button-0"}, "publish the item", "unknown", effect=Effect.EFFECT, target='button-0 "Publish"',
              detail="the page navigated while it was clicked; it may have been submitted", milliseconds=980),
    )  # fmt: skip
    passed = Evidence(
        kind="text", wanted='"Listed for $50"', found='"Listed for $50 in Furniture."', passed=True, passed_before=False
    )
    url = Evidence(kind="url", wanted="/items/", found="http://shop.test/items/4711", passed=True, passed_before=False)
    end = (
        acted("expect", {"text": ["Listed for $50"]}, "the price", evidence=(passed,), milliseconds=6),
        acted("expect_url", {"url": "/items/"}, "a page of its own", evidence=(url,), milliseconds=2),
    )
    steps = (
        Step(number=1, page=one, proposal=proposed(fills, "Filling the form with the desk's details and publishing it.", complete=True),
             outcomes=fills, exchanges=(called(one, "", 1, error="529 overloaded; retried after 0.3 s"), called(one, "{}", 1, attempt=2)),
             claim=Claim(accepted=False, reason='an action failed: expect text "Listed for $50"'), started=0.4, ended=6.1),
        Step(number=2, page=two, proposal=None, problem="the reply is not one JSON object: Expecting value at character 0 of 31",
             exchanges=(called(two, "Sure! I will correct the price.", 2),), started=6.1, ended=8.6),
        Step(number=3, page=two, proposal=proposed(again, "The price must be digits only; correcting it, accepting the terms."),
             outcomes=again, exchanges=(called(two, "{}", 3),), started=8.6, ended=12.3),
        Step(number=4, page=four, proposal=proposed(end, 'The desk is listed: the page says "Listed for $50 in Furniture."', complete=True),
             outcomes=end, exchanges=(called(four, '{"complete": true}', 4),),
             claim=Claim(accepted=True, reason="2 facts held on the page that did not hold before", evidence=(passed, url)), started=12.3, ended=15.0),
    )  # fmt: skip
    manifest = {"policy": "single_call", "models": {"main": "anthropic:claude-sonnet-4-6"}, "browser": "Chromium 156.0"}
    events = RecordedEvents(base, TASK, manifest)
    for step in steps:
        events.step(step)
    events.end(Status.COMPLETE)
    return events.path


async def opened(page, report, **media):
    """The report in Chromium, with all that it said on the console and all that it asked for."""
    heard = []
    page.on("console", lambda message: heard.append(message.text))
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on(
        "request", lambda request: heard.append(request.url) if not request.url.startswith(("file:", "data:")) else None
    )
    await page.set_viewport_size({"width": 1280, "height": 900})
    await page.emulate_media(**media)
    await page.goto(report.as_uri())
    return heard


def recorded(base, *steps, status=Status.COMPLETE, task=TASK):
    events = RecordedEvents(base, task, {})
    for step in steps:
        events.step(step)
    events.end(status)
    return events.path


@pytest.mark.slow
async def test_report_of_a_real_run(page, chromium, tmp_path):
    """Task, verdict, proof, receipts, totals and each step are there; nothing is loaded and nothing complains."""
    report = write_report(await sample(page, tmp_path))
    heard = await opened(page, report)
    assert report.name == "report.html"
    assert await page.locator("h1").inner_text() == TASK.text
    assert await page.locator(".badge").inner_text() == "Complete"
    assert (
        await page.locator(".verdict .text").inner_text()
        == 'The desk is listed: the page says "Listed for $50 in Furniture."'
    )
    assert await page.locator(".tiles dd").all_inner_texts() == [
        "4",
        "5",
        "16,132",
        "$0.0372",
        (await page.locator(".tiles dd").all_inner_texts())[4],
        "4",
    ]
    legend = await page.locator(".tiles .key").all_inner_texts()
    assert legend == ["5,920 fresh", "840 written to cache", "8,700 cached", "672 output"]
    widths = await page.locator(".tiles rect").evaluate_all(
        "all => all.map(each => Number(each.getAttribute('width')))"
    )
    assert widths == [5_920, 840, 8_700, 672]
    assert "1,480 fresh · 210 written to cache · 0 cached · 168 out" in await page.locator("#step-1").inner_text()
    assert await page.locator(".proof > .facts li").count() == 2
    rows = await page.locator(".card tbody tr:has(.mark)").all_inner_texts()
    assert [row.split("\t")[:4] for row in rows] == [
        ["title", 'input-0 "Title"', "Oak writing desk", "Oak writing desk"],
        ["literal", 'input-1 "Price"', "$50", "$50"],
        ["price", 'input-1 "Price"', "50", "50"],
    ]
    assert await page.locator(".step").evaluate_all("steps => steps.map(step => step.id)") == [
        f"step-{n}" for n in range(1, 5)
    ]
    marks = page.locator("#step-1 .actions > li > .mark")
    assert await marks.evaluate_all("all => all.map(mark => mark.title)") == ["done"] * 4 + ["failed", "skipped"]
    assert "Unusable reply: the reply is not one JSON object" in await page.locator("#step-2").inner_text()
    assert await page.locator("#step-3 .actions > li.unknown .tag.unknown").inner_text() == "unknown"
    assert "Completion accepted: 2 facts held" in await page.locator("#step-4").inner_text()
    assert (
        await page.locator("figure img").evaluate_all(
            "all => Promise.all(all.map(i => i.decode().then(() => i.naturalWidth)))"
        )
        == [1120] * 4
    )
    assert heard == []


@pytest.mark.slow
async def test_request_is_shown_block_by_block_as_sent(page, tmp_path):
    """Each block with its size; the picture by reference; a retry's request once; every attempt as a row."""
    heard = await opened(page, write_report(await sample(page, tmp_path)))
    step = page.locator("#step-1")
    await step.locator("details.request > summary").click()
    titles = [" ".join(title.split()) for title in await step.locator("details.part > summary").all_inner_texts()]
    assert titles == [
        "system system · 1,280 characters · cache mark",
        "task user · 96 characters",
        "history user · 13 characters · cache mark",
        "page user · 422 characters",
        "answer schema: answer schema · 83 characters",
    ]
    assert await step.locator("p.part a").get_attribute("href") == "#picture-1"
    assert await step.locator("p.part img").count() == 0
    await step.locator("details.part > summary").first.click()
    assert (await step.locator("details.part pre").first.inner_text()).startswith(
        "You do a task in a web browser.\nYou"
    )
    await step.locator("details.calls > summary").click()
    rows = await step.locator("details.calls tbody tr").all_inner_texts()
    assert [row.split("\t")[3] for row in rows] == ["1", "2"]
    assert rows[0].endswith("529 overloaded; retried after 0.3 s")
    assert heard == []


@pytest.mark.slow
@pytest.mark.long
async def test_everybody_can_read_it_whatever_the_screen(page, tmp_path):
    """With all details open."""
    await opened(page, write_report(await sample(page, tmp_path)))
    await open_details(page)
    assert await problems_in_every_look(page) == []


@pytest.mark.slow
async def test_keyboard_search_and_enlarged_picture(page, tmp_path):
    """j and k move between steps, a picture opens and closes by key, the tree is searched."""
    heard = await opened(page, write_report(await sample(page, tmp_path)))
    focused = "document.activeElement.id"
    await page.keyboard.press("j")
    await page.keyboard.press("j")
    assert await page.evaluate(focused) == "step-2"
    await page.keyboard.press("k")
    assert await page.evaluate(focused) == "step-1"
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    assert await page.locator("dialog .caption").inner_text() == "The page at step 1, as the model saw it"
    await page.keyboard.press("ArrowRight")
    assert await page.locator("dialog .caption").inner_text() == "The page at step 2, as the model saw it"
    await page.keyboard.press("Escape")
    assert not await page.locator("dialog").is_visible()
    await page.locator("#step-1 .tree > summary").click()
    await page.locator("#step-1 input[type=search]").fill("TEXTAREA")
    assert await page.locator("#step-1 output").inner_text() == "1 line"
    assert await page.locator("#step-1 .hit").inner_text() == '  - textarea-0 (name="textarea" required)\n'
    assert heard == []


async def test_hostile_text_is_inert_everywhere(page, tmp_path):
    """Whatever a page, a model or an error says is shown as text, its invisible characters spelled out."""
    action = Action(reason=HOSTILE, tool=HOSTILE, parameters={HOSTILE: HOSTILE, "list": [HOSTILE]})
    evidence = Evidence(kind=HOSTILE, wanted=HOSTILE, found=HOSTILE, passed=True)
    receipt = Receipt(field=HOSTILE, wanted=HOSTILE, got=HOSTILE, match=False, reference=HOSTILE)
    text = HOSTILE.replace("\ud800", "")
    request = Request(system=(TextBlock(text=HOSTILE),), messages=(), schema_name=HOSTILE, answer_schema={text: text})
    exchange = Exchange(
        role=HOSTILE, model=HOSTILE, wire=HOSTILE, request=request, reply=Reply(text=HOSTILE), error=HOSTILE
    )
    seen = Observation(
        url=f"javascript:{HOSTILE}", title=HOSTILE, tree=HOSTILE, notes=(HOSTILE,), dialog=Dialog(kind="alert", message=HOSTILE),
        downloads=(Download(name=HOSTILE, error=HOSTILE),), screenshot=Image(data=PIXEL, media_type="image/png", width=1, height=1),
    )  # fmt: skip
    outcome = Outcome(
        action=action,
        status="done",
        effect=Effect.EFFECT,
        detail=HOSTILE,
        target=HOSTILE,
        evidence=(evidence,),
        receipts=(receipt,),
    )
    step = Step(
        number=1, page=seen, proposal=Proposal(complete=True, message=text, actions=(action,)), outcomes=(outcome,),
        problem=HOSTILE, exchanges=(exchange,), claim=Claim(accepted=True, reason=HOSTILE, evidence=(evidence,)),
    )  # fmt: skip
    task = Task(text=text, url=f"https://shop.test/?{text}", data={text: text}, secrets=(f"x{text}",))
    events = RecordedEvents(tmp_path, task, {HOSTILE: HOSTILE})
    events.step(step)
    events.effect(action, HOSTILE)
    events.end(Status.ERROR, HOSTILE)
    report = write_report(events.path)
    heard = await opened(page, report)
    assert await page.evaluate("typeof window.owned") == "undefined"
    assert await page.locator("script").count() == 1
    assert await page.locator("img:not([src^='data:image/'])").count() == 1  # the empty frame of the enlarged picture
    assert await page.locator("a:not([href^='#'])").count() == 0
    spelled = text.replace("\u202e", r"\u202e").replace("\u2066", r"\u2066").replace("\x07", r"\u0007")
    assert await page.locator(".message").inner_text() == spelled
    assert await page.locator(".tree pre").text_content() == spelled + r"\ud800"
    assert not set(report.read_text(encoding="utf-8")) & set("\u202e\u2066\x07")
    assert heard == []


async def test_policy_lets_nothing_run_or_load(page, tmp_path):
    """Were markup to get in all the same, the content security policy would stop it."""
    report = write_report(recorded(tmp_path, Step(number=1, page=Observation(url="u"), proposal=None)))
    html = report.read_text(encoding="utf-8")
    report.write_text(
        html.replace("</main>", "<script>window.owned = 1</script><img src=http://127.0.0.1:9/x></main>"),
        encoding="utf-8",
    )
    heard = await opened(page, report)
    assert await page.evaluate("typeof window.owned") == "undefined"
    assert sum("Content Security Policy" in line for line in heard) == 2


async def test_run_without_model_or_pictures(page, tmp_path):
    """A policy that asks no model has no token figures, and no empty frames."""
    outcome = acted("click", {"element_id": "a-0"}, "open it")
    step = Step(
        number=1, page=Observation(url="http://x.test/"), proposal=proposed((outcome,), "Opening."), outcomes=(outcome,)
    )
    heard = await opened(page, write_report(recorded(tmp_path, step)))
    tiles = [" ".join(tile.split()) for tile in await page.locator(".tiles > div").all_inner_texts()]
    assert tiles[:4] == ["Steps 1 1 look at the page", "Model calls 0 no model was called", "Tokens 0", "Cost $0"]
    assert tiles[5] == "Screenshots 0"
    assert await page.locator("figure, .request, .reply, .calls").count() == 0
    assert await page.locator(".claim").count() == 0
    assert heard == []


async def test_tokens_that_a_cassette_replayed_are_said_not_to_be_spent(page, tmp_path):
    """Of two calls one was replayed; a run without any says nothing of it."""
    seen = Observation(url="u")
    spent, replayed = called(seen, "{}", 1), called(seen, "{}", 2)
    replayed = replayed.model_copy(update={"reply": Reply(text="{}", replayed=True)})
    for calls, said in (
        (
            (spent, replayed),
            [
                "1 call replayed from a cassette: 4,758 of these tokens were spent when it was recorded, not by this run."
            ],
        ),
        ((spent,), []),
    ):
        step = Step(number=1, page=seen, proposal=None, exchanges=calls)
        await opened(page, write_report(recorded(tmp_path, step)))
        assert await page.locator("p.warn", has_text="cassette").all_inner_texts() == said


async def test_unknown_price_is_never_zero(page, tmp_path):
    """One call without a price makes the sum unknown."""
    seen = Observation(url="u")
    calls = (called(seen, "{}", 1), called(seen, "{}", 1).model_copy(update={"cost": None}))
    heard = await opened(
        page, write_report(recorded(tmp_path, Step(number=1, page=seen, proposal=None, exchanges=calls)))
    )
    assert await page.locator(".tiles dd").nth(3).inner_text() == "price unknown"
    assert heard == []


async def test_crashed_run_shows_what_there_is_and_why(page, tmp_path):
    """The steps until then, the effect that is not known, the torn line, the missing picture."""
    seen = Observation(url="u", screenshot=Image(data=PIXEL, media_type="image/png", width=1, height=1))
    events = RecordedEvents(tmp_path, TASK, {})
    events.step(Step(number=1, page=seen, proposal=None, problem="odd"))
    events.effect(Action(reason="pay", tool="click", parameters={"element_id": "button-0"}), "http://shop.test/pay")
    (events.path / "step-01.png").unlink()
    with (events.path / "steps.jsonl").open("ab") as file:
        file.write(b'{"number": 2')
    heard = await opened(page, write_report(events.path))
    text = await page.locator("main").inner_text()
    assert await page.locator(".badge").inner_text() == "Interrupted"
    assert await page.locator(".banner.limit li").all_inner_texts() == [
        'step 2: click {"element_id": "button-0"} on http://shop.test/pay'
    ]
    assert "steps.jsonl ends in a torn line of 12 bytes" in text
    assert "the run has no recorded end" in text
    assert "The screenshot is missing from the run folder." in text
    assert heard == []


async def test_run_that_ended_by_an_error_says_so(page, tmp_path):
    """No step at all is a report too."""
    events = RecordedEvents(tmp_path, TASK, {})
    events.end(Status.ERROR, "the page crashed")
    heard = await opened(page, write_report(events.path))
    assert await page.locator(".badge.bad").inner_text() == "Error"
    assert await page.locator(".verdict .text").inner_text() == "the page crashed"
    assert await page.locator(".film, .step").count() == 0
    assert heard == []


async def test_run_that_was_taken_at_its_word_says_that_it_was_not_checked(page, tmp_path):
    """In the title, beside the verdict, and where the evidence would stand."""
    proposal = Proposal(complete=True, message="Submitted.", actions=())
    claim = Claim(accepted=True, reason="taken at its word")
    step = Step(number=1, page=Observation(url="u"), proposal=proposal, claim=claim)
    task = Task(text="Submit it", evidence="off")
    await opened(page, write_report(recorded(tmp_path, step, task=task)))
    assert await page.title() == "complete (not checked): Submit it"
    assert await page.locator(".verdict").inner_text() == "Complete\n(not checked)\nSubmitted."
    assert "Completion was not checked: the run required no evidence." in await page.locator(".proof").inner_text()


async def test_run_that_was_not_completed_leads_with_the_reason(page, tmp_path):
    """A limit is named before the last message, and giving up is no green tick."""
    click = acted("click", {"element_id": "a-0"}, "open it")
    looking = Step(number=1, page=Observation(url="u"), proposal=proposed((click,), "Looking."), outcomes=(click,))
    await opened(page, write_report(recorded(tmp_path, looking, status=Status.STEP_LIMIT)))
    assert await page.locator(".verdict").inner_text() == "Step Limit\nthe limit of 1 step was reached"
    assert "last message: Looking." in await page.locator(".top").inner_text()
    fail = acted("fail", {"reason": "sold out"}, "no way on", detail="it is sold out", ends_run=True)
    given_up = Step(number=1, page=Observation(url="u"), proposal=proposed((fail,), "I stop."), outcomes=(fail,))
    await page.goto(write_report(recorded(tmp_path, given_up, status=Status.FAILED)).as_uri())
    assert await page.locator(".verdict").inner_text() == "Failed\nit is sold out"
    assert await page.locator(".actions .mark").get_attribute("class") == "mark gave-up"
    assert await page.locator(".step.bad").count() == 1


async def test_secrets_times_and_settings_in_words(page, tmp_path):
    """A secret is called one, the time before the first step is part of the time, and no JSON is shown."""
    receipt = Receipt(
        field='input-1 "Password"', wanted="{{password}}", got="{{password}}", match=True, reference="password"
    )
    fill = acted(
        "fill",
        {"value": "{{password}}"},
        "log in",
        detail='input-1 "Password" holds "{{password}}"',
        receipts=(receipt,),
    )
    step = Step(number=1, page=Observation(url="u"), proposal=proposed((fill,), "Log in."), outcomes=(fill,), started=1.2, ended=3.5)  # fmt: skip
    manifest = {"models": {}, "limits": {"steps": 25, "usd": None, "seconds": 600.0}, "tools": ["fill", "click"]}
    events = RecordedEvents(tmp_path, TASK, manifest)
    events.step(step)
    events.end(Status.STUCK)
    await opened(page, write_report(events.path))
    assert await page.locator(".detail").inner_text() == 'input-1 "Password" holds the secret {{password}}'
    time = await page.locator(".tiles > div").nth(4).inner_text()
    assert time.split("\n") == ["Time", "3.5 s", "", "startup 1.2 s"]
    await page.locator("details.run > summary").click()
    made = page.locator(".plain").nth(1)
    settings = dict(
        zip(await made.locator("dt").all_inner_texts(), await made.locator("dd").all_inner_texts(), strict=True)
    )
    assert settings.keys() >= {"evidence", "python", "models", "limits", "tools"}
    assert settings["models"] == "none"
    assert settings["limits"] == "steps 25, seconds 600"
    assert settings["tools"] == "fill, click"


@pytest.mark.parametrize(
    ("evidence", "found"),
    [
        (Evidence(kind="text", wanted='the page shows "Saved"', found="it does", passed=True), ""),
        (Evidence(kind="url", wanted="the URL is u", found="the URL is u", passed=True), ""),
        (Evidence(kind="quote", wanted="Saved", found='the page shows "Saved"', passed=True), ""),
        (Evidence(kind="value", wanted='input-0 holds "5"', found='it holds "5"', passed=True), ""),
        (Evidence(kind="download", wanted="a.csv arrived", found="3 bytes", passed=True), "found: 3 bytes"),
        (Evidence(kind="text", wanted='the page shows "Saved"', found="it does not", passed=False), "but it does not"),
    ],
)
async def test_what_was_found_is_told_only_if_it_adds_something(page, tmp_path, evidence, found):
    """A fact that held says nothing twice."""
    claim = Claim(accepted=True, reason="passed", evidence=(evidence,))
    step = Step(number=1, page=Observation(url="u"), proposal=proposed((), "Done."), claim=claim)
    await opened(page, write_report(recorded(tmp_path, step)))
    lines = await page.locator(".proof > .facts li > div").inner_text()
    assert " ".join(lines.split()) == f"{evidence.kind} {evidence.wanted} {found}".strip()


@pytest.mark.parametrize(("width", "columns"), [(600, 3), (1280, 6)])
async def test_totals_stand_in_an_even_grid(page, tmp_path, width, columns):
    """Every row of tiles is full and every tile as wide as the others; names of values are not broken."""
    await opened(page, write_report(await sample(page, tmp_path)))
    await page.set_viewport_size({"width": width, "height": 800})
    boxes = await page.locator(".tiles > div").evaluate_all(
        "all => all.map(tile => tile.getBoundingClientRect()).map(box => [Math.round(box.width), box.top])"
    )
    assert [top for _, top in boxes].count(boxes[0][1]) == columns
    assert max(wide for wide, _ in boxes) - min(wide for wide, _ in boxes) <= 1
    heights = await page.locator(".receipts .chip").evaluate_all("all => all.map(chip => chip.getClientRects().length)")
    assert heights == [1, 1]


async def test_a_failed_run_opens_on_its_last_page_what_is_new_there_and_what_was_sent(page, tmp_path):
    """Values of data are shown in place of their names, private ones are not."""
    look = {
        "url": "http://shop.test/sell",
        "title": "Sell",
        "screenshot": Image(data=PIXEL, media_type="image/png", width=1, height=1),
    }
    values = (
        SentValue(name="price", wanted="50", match=False, sent="5", reference="price"),
        SentValue(name="pin", wanted="{{password}}", match=True, reference="password"),
    )
    sent = SentRequest(request="POST http://shop.test/items", status=422, values=values)
    click = acted("click", {"element_id": "button-0"}, "sell for {{price}}", effect=Effect.EFFECT, sent=(sent,))
    fail = acted("fail", {}, "no way on", detail="{{price}} is refused, as is {{password}}", ends_run=True)
    form, refused = '- h1 "Sell an item"', '- h1 "Sell an item"\n- alert "Enter at least 100"'
    steps = (
        Step(number=1, page=Observation(tree=form, **look), proposal=proposed((click,), "Selling."), outcomes=(click,)),
        Step(number=2, page=Observation(tree=refused, **look), proposal=proposed((fail,), "I stop."), outcomes=(fail,)),
    )
    task = Task(text="Sell it for {{price}}", data={"price": "50"}, private=("password",))
    await opened(page, write_report(recorded(tmp_path, *steps, status=Status.FAILED, task=task)))
    assert await page.locator(".verdict .text").inner_text() == "50 is refused, as is {{password}}"
    assert (
        await page.locator("main > *").first.locator("figcaption").inner_text() == "Step 2: Sell http://shop.test/sell"
    )
    assert await page.locator(".news .text").inner_text() == 'New on the page: "Enter at least 100".'
    assert " ".join((await page.locator(".sent li").inner_text()).split()) == (
        "✕ POST http://shop.test/items answered 422 · step 1 price 5 instead of 50 pin {{password}}"
    )
    assert await page.locator("#step-1 .reason").inner_text() == "sell for 50"
    assert "No value was read back from a field" in await page.locator("main").inner_text()


def test_every_colour_of_our_pages_is_named_in_one_file():
    """Reports, comparisons, the review and the service use its names."""
    root = Path(actwright.__file__).parent
    styles = [each for each in root.rglob("*.css") if "site" not in each.parts and each.name != "colours.css"]
    assert len(styles) == 4
    for each in (*styles, *root.rglob("*.html.j2")):
        if "site" not in each.parts:
            assert not re.search(r"#(?:[0-9a-f]{3}){1,2}\b(?!-)|rgb\(|light-dark", each.read_text("utf-8")), each


@pytest.mark.slow
async def test_hundred_steps_stay_usable(page, tmp_path):
    """Every step is there, the details closed; each picture is in the file once, and the last one at the top too."""
    picture = Image(data=PIXEL, media_type="image/png", width=1, height=1)
    page_text = '- text "row"\n' * 200
    steps = []
    for number in range(1, 101):
        seen = Observation(
            url=f"http://x.test/{number}",
            tree=page_text,
            screenshot=picture.model_copy(update={"data": PIXEL + bytes([number])}),
        )
        steps.append(
            Step(number=number, page=seen, proposal=None, problem="odd", exchanges=(called(seen, "x", number),))
        )
    report = write_report(recorded(tmp_path, *steps, status=Status.STEP_LIMIT))
    heard = await opened(page, report)
    assert await page.locator(".step").count() == await page.locator(".film li").count() == 100
    assert await page.locator(".deep details[open]").count() == 0
    assert await page.locator("img[src^='data:image/png']").count() == 101
    assert await page.locator(".badge").inner_text() == "Step Limit"
    await page.locator(".film a").last.click()
    await expect(page.locator("#title-100")).to_be_in_viewport()
    assert heard == []


@pytest.mark.slow
@pytest.mark.parametrize("width", [320, 600, 1280])
async def test_nothing_sticks_out_sideways(page, tmp_path, width):
    """The page itself never scrolls sideways; long lines wrap or scroll in their own frame."""
    report = write_report(await sample(page, tmp_path))
    await opened(page, report)
    await page.set_viewport_size({"width": width, "height": 800})
    await page.locator("[data-open=true]").click()
    assert await page.evaluate("document.documentElement.scrollWidth") <= width


async def test_report_is_replaced_and_private(page, tmp_path):
    """Writing again gives the same file; only its owner reads it."""
    folder = await sample(page, tmp_path)
    first = write_report(folder)
    before = first.read_bytes()
    assert write_report(folder) == first
    assert first.read_bytes() == before
    assert first.stat().st_mode & 0o777 == 0o600
    assert not list(folder.glob("*.part"))


def test_folder_without_a_run_is_refused(tmp_path):
    """There is nothing to report."""
    with pytest.raises(ConfigError, match="not a run folder"):
        write_report(Path(tmp_path))
