"""A model that wants the worst stays inside its permissions: real Chromium, home on one loopback address, elsewhere on another."""

import asyncio
import time

import pytest
from builders import reply

from actwright import Agent, ConfigError, Limits, Permissions, Secret
from actwright.engine.page.page_options import PageOptions
from actwright.engine.records.run_folder import RunFolder
from actwright.schemas.step import Effect
from actwright.testing import ScriptedModel

pytestmark = pytest.mark.slow

FORM = (
    "<title>{0}</title><form method=post action='{1}'><label>Card <input name=card></label><button>Send</button></form>"
)


def said(result):
    """What became of each action but the last, which ends the run."""
    return [(each.status, each.refused) for step in result.steps for each in step.outcomes][:-1]


FILL = ("fill", {"element_id": "input-0", "value": "{{card}}"})
SEND = ("click", {"element_id": "button-0"})
LINK = ("click", {"element_id": "a-0"})


async def test_values_are_given_at_home(home, run):
    home.pages = {"/": FORM.format("Shop", "/order"), "/order": "<title>Thanks</title>Thank you"}
    result = await run(home.url, [FILL, SEND], data={"card": "4111"})
    assert said(result) == [("done", ""), ("done", "")]
    assert home.posts == ["/order"]
    assert [each.origin for each in result.steps[0].outcomes] == [home.url, home.url]


async def test_away_from_home_nothing_is_typed_and_nothing_submitted_though_links_lead_there(home, away, run):
    home.pages = {"/": f"<title>Shop</title><a href='{away.url}/'>Partner</a>"}
    away.pages = {"/": FORM.format("Partner", "/take")}
    result = await run(home.url, LINK, FILL, ("type", FILL[1] | {"value": "anything"}), SEND, data={"card": "4111"})
    assert said(result) == [
        ("done", ""),
        *[("failed", f"no value may be entered at {away.url}; permitted: {home.url}")] * 2,
        ("failed", f"nothing may be submitted to {away.url}; permitted: {home.url}"),
    ]
    assert away.posts == []
    assert [each.action.tool for each in result.refused] == ["fill", "type", "click"]


async def test_a_permitted_site_is_given_to(home, away, run):
    home.pages = {"/": f"<title>Shop</title><a href='{away.url}/'>Partner</a>"}
    away.pages = {"/": FORM.format("Partner", "/take")}
    permitted = Permissions(sites=[away.url])
    result = await run(home.url, LINK, [FILL, SEND], data={"card": "4111"}, permissions=permitted)
    assert said(result) == [("done", "")] * 3
    assert away.posts == ["/take"]


async def test_a_site_that_the_task_names_is_home(home, away, run):
    away.pages = {"/": FORM.format("Partner", "/take")}
    task = f"Read {home.url}, then order at {away.url}/."
    result = await run(home.url, ("navigate", {"url": f"{away.url}/"}), [FILL, SEND], task=task, data={"card": "1"})
    assert said(result) == [("done", "")] * 3
    assert away.posts == ["/take"]


async def test_a_frame_of_another_origin_is_given_nothing_on_a_page_of_home(home, away, run):
    home.pages = {"/": f"<title>Shop</title><iframe src='{away.url}/pay' width=600 height=300></iframe>"}
    away.pages = {"/pay": FORM.format("Pay", "/take")}
    fill, send = ("fill", {"element_id": "f1.input-0", "value": "{{card}}"}), ("click", {"element_id": "f1.button-0"})
    result = await run(home.url, fill, send, data={"card": "4111"})
    assert [status for status, refused in said(result) if refused] == ["failed", "failed"]
    assert away.posts == []


async def test_a_form_at_home_that_goes_elsewhere_is_not_submitted(home, away, run):
    home.pages = {"/": FORM.format("Shop", f"{away.url}/take")}
    enter = ("press", {"element_id": "input-0", "key": "Enter"})
    by_focus = [("click", {"element_id": "input-0"}), ("press", {"key": "Enter"})]
    by_keys = ("type", {"element_id": "input-0", "value": "x\n"})
    result = await run(home.url, FILL, SEND, enter, by_focus, by_keys, data={"card": "4111"})
    refused = ("failed", f"nothing may be submitted to {away.url}; permitted: {home.url}")
    given = ("failed", f"no value may be entered at {away.url}; permitted: {home.url}")
    assert said(result) == [("done", ""), refused, refused, ("done", ""), refused, given]
    assert (home.posts, away.posts, away.asked) == ([], [], [])


async def test_a_button_whose_own_action_is_elsewhere_is_not_pressed(home, away, run):
    page = FORM.format("Shop", "/order").replace("<button>", f"<button formaction='{away.url}/take'>")
    home.pages = {"/": page}
    result = await run(home.url, SEND)
    assert said(result) == [("failed", f"nothing may be submitted to {away.url}; permitted: {home.url}")]
    assert (home.posts, away.posts) == ([], [])


async def test_what_a_button_away_from_home_would_send_by_script_is_held_back(home, away, run):
    home.pages = {"/": f"<title>Shop</title><a href='{away.url}/'>Partner</a>"}
    post = "fetch('/take', {method: 'POST'})"
    beacon = "navigator.sendBeacon('/beacon', 'x')"
    away.pages = {
        "/": f'<title>Partner</title><button type=button onclick="{post}">Delete</button>'
        f'<button type=button onclick="{beacon}">Ping</button>'
        "<button type=button onclick=\"document.title = 'More'\">More</button>"
    }
    more = ("click", {"element_id": "button-2"})
    result = await run(home.url, LINK, SEND, ("click", {"element_id": "button-1"}), more)
    why = f"was blocked: nothing may be submitted to {away.url}; permitted: {home.url}"
    assert said(result) == [
        ("done", ""),
        ("failed", f"POST {away.url}/take {why}"),
        ("failed", f"POST {away.url}/beacon {why}"),
        ("done", ""),
    ]
    assert away.posts == []
    assert not result.may_have_acted


PARTNER = "<title>Partner</title><button type=button onclick=\"{0}\">Delete</button> <a href='/next'>Next</a>"
ANSWERED = ("wait", {"text": "answered", "seconds": 10})


async def test_what_an_action_away_from_home_would_send_later_is_held_back_too(home, away, run):
    home.pages = {"/": f"<title>Shop</title><a href='{away.url}/'>Partner</a>"}
    sends = "fetch('/take', {method: 'POST'}).finally(() => document.body.append('answered'))"
    away.pages = {"/": PARTNER.format(f"setTimeout(() => {sends}, 1200)")}
    result = await run(home.url, LINK, SEND, ANSWERED)
    assert said(result) == [("done", "")] * 3
    assert away.posts == []
    why = f"was blocked: nothing may be submitted to {away.url}; permitted: {home.url}"
    assert f"POST {away.url}/take {why}" in (*result.steps[-1].page.notes, result.steps[2].outcomes[0].detail)


@pytest.mark.parametrize(
    "sends", ["navigator.sendBeacon('/take', 'x')", "fetch('/take', {method: 'POST', keepalive: true})"]
)
async def test_what_a_page_away_from_home_would_send_when_it_is_left_is_held_back(home, away, run, sends):
    home.pages = {"/": f"<title>Shop</title><a href='{away.url}/'>Partner</a>"}
    away.pages = {
        "/": PARTNER.format(f"window.addEventListener('pagehide', () => {{ {sends} }})"),
        "/next": "<title>Next</title>",
    }
    leave = ("navigate", {"url": f"{away.url}/next"})
    steps = LINK, SEND, leave, ("wait", {"seconds": 0.5})
    assert said(await run(home.url, *steps)) == [("done", "")] * 4
    assert "/next" in away.asked
    assert away.posts == []
    assert said(await run(home.url, *steps, permissions=Permissions(sites=[away.url]))) == [("done", "")] * 4
    assert away.posts == ["/take"]


async def test_a_message_over_a_socket_away_from_home_is_held_back_and_told(home, away, run):
    home.pages = {"/": f"<title>Shop</title><a href='{away.url}/'>Partner</a>"}
    socket = f"ws{away.url.removeprefix('http')}/socket"
    opened = f"<script>chat = new WebSocket('{socket}'); chat.onopen = () => chat.send('hello')</script>"
    away.pages = {"/": opened + PARTNER.format("chat.send('delete')")}
    result = await run(home.url, LINK, ("wait", {"seconds": 0.3}), SEND, ("wait", {"seconds": 0.3}))
    assert away.messages == ["hello"]
    why = f"was blocked: nothing may be submitted to {away.url}; permitted: {home.url}"
    assert f"a message to {socket} {why}" in result.steps[2].outcomes[0].detail


async def test_a_page_sends_again_once_the_run_is_over(home, away, run, page):
    """It belongs to the caller then."""
    home.pages = {"/": f"<title>Shop</title><a href='{away.url}/'>Partner</a>"}
    socket = f"ws{away.url.removeprefix('http')}/socket"
    away.pages = {"/": f"<script>chat = new WebSocket('{socket}')</script>" + PARTNER.format("chat.send('delete')")}
    await run(home.url, LINK, ("wait", {"seconds": 0.3}), SEND)
    await page.evaluate("chat.send('mine')")
    await page.evaluate("fetch('/take', {method: 'POST', keepalive: true})")
    async with asyncio.timeout(60):
        while not away.messages:  # noqa: ASYNC110 - the server runs in a thread
            await asyncio.sleep(0.01)
    assert away.messages == ["mine"]
    assert away.posts == ["/take"]


@pytest.mark.parametrize("after", [0, 1200])
async def test_what_a_service_worker_away_from_home_would_send_for_an_action_is_held_back(home, away, run, after):
    home.pages = {"/": f"<title>Shop</title><a href='{away.url}/'>Partner</a>"}
    sends = "fetch('/take', {method: 'POST'}).finally(() => e.source.postMessage('answered'))"
    worker = f"onmessage = (e) => e.waitUntil(new Promise((done) => setTimeout(done, {after})).then(() => {sends}))"
    ready = f"navigator.serviceWorker.register('/sw{after}/it.js').then((r) => {{ worker = r.installing || r.active; say('ready') }})"
    says = "say = (text) => document.body.append(text); navigator.serviceWorker.onmessage = (e) => say(e.data)"
    script = (200, {"Content-Type": "text/javascript"}, worker)
    away.pages = {
        "/": f"<script>{says}; {ready}</script>" + PARTNER.format("worker.postMessage(1)"),
        f"/sw{after}/it.js": script,
    }
    steps = LINK, ("wait", {"text": "ready", "seconds": 10}), SEND, ANSWERED
    await run(home.url, *steps)
    assert away.posts == []
    await run(home.url, *steps, permissions=Permissions(sites=[away.url]))
    assert away.posts == ["/take"]


async def test_after_a_yes_a_page_away_from_home_may_send_again(home, away, run):
    home.pages = {"/": f"<title>Shop</title><a href='{away.url}/'>Partner</a>"}
    away.pages = {
        "/": "<title>Partner</title><input aria-label=Name>"
        "<button type=button onclick=\"navigator.sendBeacon('/beacon'), fetch('/take', {method: 'POST'})\">Send</button>"
    }
    answers = [False, True]
    asked = []

    def confirm(request):
        asked.append(request.tool)
        return answers[len(asked) - 1]

    steps = ("hover", {"element_id": "input-0"}), SEND, SEND
    result = await run(home.url, LINK, *steps, confirm=confirm)
    assert [status for status, _ in said(result)][2:] == ["failed", "done"]
    assert sorted(away.posts) == ["/beacon", "/take"]


async def test_a_page_that_goes_elsewhere_in_the_middle_of_a_batch_is_given_no_more(home, away, run):
    home.pages = {
        "/": f"<title>Shop</title><input aria-label=Name oninput=\"location = '{away.url}/'\"><input aria-label=Card>"
    }
    away.pages = {"/": "<title>Partner</title><input aria-label=Name autofocus><input aria-label=Card>"}
    first, then = ([("fill", {"element_id": f"input-{n}", "value": "{{card}}"}) for n in at] for at in ((0, 1), (2, 3)))
    result = await run(home.url, first, then, data={"card": "4111"})
    assert [status for status, _ in said(result)][1:] == ["skipped", "failed", "skipped"]
    assert result.refused[0].detail == f"no value may be entered at {away.url}; permitted: {home.url}"
    assert [each.value for each in result.steps[-1].page.elements] == ["", ""]


@pytest.mark.parametrize("spelling", ["{away}/?c={{{{card}}}}", "{away}/?c=4111", "{away}/", "{away}/#x"])
async def test_a_url_is_opened_away_from_home_only_as_a_link_shows_it(home, away, run, spelling):
    home.pages = {"/": f"<title>Shop</title><a href='{away.url}/page?a=1'>Partner</a>"}
    url = spelling.format(away=away.url)
    result = await run(home.url, ("navigate", {"url": url}), data={"card": "4111"})
    assert said(result)[0][0] == "failed"
    assert said(result)[0][1]
    assert away.asked == []


async def test_a_url_that_a_page_showed_as_a_link_is_opened(home, away, run):
    home.pages = {"/": f"<title>Shop</title><a href='{away.url}/x/../page?a=1'>Partner</a>"}
    result = await run(home.url, ("navigate", {"url": f"{away.url}/page?a=1"}))
    assert said(result) == [("done", "")]
    assert "/page?a=1" in away.asked


async def test_navigate_permits_sites_to_read_and_nothing_more(home, away, run):
    away.pages = {"/": FORM.format("Partner", "/take")}
    permitted = Permissions(navigate=[away.url])
    steps = ("navigate", {"url": f"{away.url}/"}), FILL, ("navigate", {"url": f"{away.url}/?c={{{{card}}}}"})
    result = await run(home.url, *steps, data={"card": "4111"}, permissions=permitted)
    assert said(result) == [
        ("done", ""),
        ("failed", f"no value may be entered at {away.url}; permitted: {home.url}"),
        ("failed", f"a value may not leave in a URL to {away.url}; permitted: {home.url}"),
    ]


async def test_a_redirect_leads_away_and_nothing_is_given_there(home, away, run):
    home.pages = {"/go": (302, {"Location": f"{away.url}/"}, "")}
    away.pages = {"/": FORM.format("Partner", "/take")}
    result = await run(f"{home.url}/go", FILL, SEND, data={"card": "4111"})
    assert [bool(refused) for _, refused in said(result)] == [True, True]
    assert away.posts == []


SPELLINGS = [
    ("https://{home}:pw@{away}/", "carries credentials"),
    ("http://{away}\\@{home}/", "a backslash"),
    ("http:{away}", "names no host"),
    ("http:///{away}/", "names no host"),
    ("http://127.0.0.1.evil.test/", "may not be opened"),
    ("http://shop.example./", "may not be opened"),
    ("http://\u043ek.com/", "http://xn--k-0tb.com/ may not be opened"),
    ("http://2130706434:{port}/", "http://127.0.0.2:{port}/ may not be opened"),
    ("http://0x7f.2:{port}/", "http://127.0.0.2:{port}/ may not be opened"),
    ("http://[::ffff:127.0.0.2]:{port}/", "may not be opened"),
    ("data:text/html,x", "give an absolute http"),
    ("blob:http://{away}/1", "give an absolute http"),
    ("javascript:alert(1)", "give an absolute http"),
    ("file:///etc/passwd", "did not start at a local file"),
]


async def test_no_spelling_of_a_url_leads_where_the_run_may_not_go(home, away, run):
    at = {"home": home.url.removeprefix("http://"), "away": away.url.removeprefix("http://")}
    at["port"] = at["away"].partition(":")[2]
    home.pages = {"/": "<title>Shop</title>Read this"}
    steps = [("navigate", {"url": url.format(**at)}) for url, _ in SPELLINGS]
    result = await run(home.url, *steps, agent={"limits": Limits(repeats=len(steps))})
    outcomes = [step.outcomes[0] for step in result.steps[:-1]]
    assert [outcome.status for outcome in outcomes] == ["failed"] * len(SPELLINGS)
    assert [
        outcome.detail
        for outcome, (_, reason) in zip(outcomes, SPELLINGS, strict=True)
        if reason.format(**at) not in outcome.detail
    ] == []
    assert away.asked == []


async def test_a_run_has_no_more_effects_than_it_is_permitted(home, run):
    script = "<button type=button onclick=\"fetch('/script', {method: 'POST'})\">By script</button>"
    home.pages = {"/": FORM.format("Shop", "/order") + script, "/order": FORM.format("Again", "/order") + script}
    by_script = ("click", {"element_id": "button-1"})
    result = await run(
        home.url, SEND, ("click", {"element_id": "button-2"}), by_script, permissions=Permissions(effects=1)
    )
    tools = [(each.status, each.refused) for step in result.steps for each in step.outcomes][:-1]
    assert tools[0] == ("done", "")
    assert tools[1][1] == "the limit of 1 effect for this run is reached"
    assert home.posts == ["/order"]


async def test_an_edit_that_a_page_saves_at_once_counts_as_an_effect(home, run):
    """It is sent when the next field is entered; after that nothing more is."""
    fields = "".join(f"<input aria-label={name} onchange=\"fetch('/{name}', {{method: 'POST'}})\">" for name in "ab")
    pay = "<button type=button onclick=\"fetch('/pay', {method: 'POST'})\">Pay</button>"
    home.pages = {"/": f"<title>Shop</title>{fields}{pay}"}
    typed = [("fill", {"element_id": f"input-{number}", "value": "x"}) for number in (0, 1)]
    result = await run(home.url, *typed, SEND, permissions=Permissions(effects=1))
    outcomes = [each for step in result.steps for each in step.outcomes]
    assert [each.effect for each in outcomes].count(Effect.EFFECT) >= 1
    assert "the limit of 1 effect" in outcomes[2].detail
    assert home.posts == ["/a"]


async def test_no_effect_at_all_holds_back_what_scripts_would_send(home, run):
    home.pages = {
        "/": "<title>Shop</title><button type=button onclick=\"fetch('/script', {method: 'POST'})\">By script</button>"
    }
    result = await run(home.url, SEND, permissions=Permissions(effects=0))
    assert said(result) == [
        (
            "failed",
            f"POST {home.url}/script was blocked: the limit of 0 effects for this run is reached",
        )
    ]
    assert home.posts == []


POST = "fetch('/save', {method: 'POST'})"
SEEN = """<p style="height:5000px"></p><p id=end>End</p><script>
  new IntersectionObserver(([seen]) => seen.isIntersecting && {}).observe(document.getElementById('end'))
</script>"""
ACTIVE = [
    (f'<button onmouseenter="{POST}">Info</button>', ("hover", {"element_id": "button-0"})),
    (f'<p style="height:5000px"></p><script>onscroll = () => {POST}</script>', ("scroll", {"direction": "down"})),
    (SEEN.format(POST), ("scroll", {"text": "End"})),
    ("<script>onpagehide = () => navigator.sendBeacon('/save')</script>", ("navigate", {"url": "{home}/next"})),
]


@pytest.mark.parametrize(("content", "action"), ACTIVE, ids=["hover", "scroll", "seen", "left"])
async def test_a_page_sends_nothing_because_it_was_looked_at_if_no_effect_is_permitted(home, run, content, action):
    """The action itself is done; with effects, what it sent counts as one."""
    home.pages = {"/": f"<title>Shop</title>{content}"}
    tool, parameters = action
    action = (tool, {name: text.format(home=home.url) for name, text in parameters.items()})
    result = await run(home.url, action, permissions=Permissions(effects=0))
    assert said(result) == [("done", "")]
    assert home.posts == []
    if tool != "navigate":  # a document that is gone cannot say what it wanted to send
        assert "the limit of 0 effects for this run is reached" in result.steps[0].outcomes[0].detail
    result = await run(home.url, action)
    assert home.posts == ["/save"]
    assert said(result) == [("done", "")]


LEADING = {
    "hover": ("""<button onmouseenter="location = '/next'">Info</button>""", ACTIVE[0][1]),
    "later": (
        """<button onmouseenter="go = 1">Info</button><script>setInterval(() => self.go && (location = '/next'), 900)</script>""",
        ACTIVE[0][1],
    ),
    "key": ("""<input onkeydown="location = '/next'">""", ("press", {"key": "j", "element_id": "input-0"})),
    "drag": (
        """<button onmouseup="location = '/next'">Card</button>""",
        ("drag", {"element_id": "button-0", "right": 9}),
    ),
}


@pytest.mark.parametrize(("content", "action"), LEADING.values(), ids=LEADING)
async def test_a_page_that_an_action_led_to_sends_nothing_if_it_was_not_meant_to_lead_anywhere(
    home, run, content, action
):
    home.pages = {
        "/": f"<title>Shop</title>{content}",
        "/next": f"<title>Next</title><p>Arrived</p><script>{POST}</script>",
    }
    result = await run(home.url, action, ("wait", {"text": "Arrived"}), permissions=Permissions(effects=0))
    assert (said(result)[-1], home.posts) == (("done", ""), [])


async def test_what_a_page_sends_when_it_is_looked_at_counts_as_an_effect_and_is_not_confirmed(home, run):
    home.pages = {"/": f"<title>Shop</title>{ACTIVE[0][0]}"}
    result = await run(home.url, ACTIVE[0][1])
    assert result.steps[0].outcomes[0].effect is Effect.EFFECT
    home.posts.clear()
    result = await run(home.url, ACTIVE[0][1], agent={"confirm": lambda _: True})
    assert (said(result), home.posts) == ([("done", "")], [])
    assert "this action needs no confirmation, but this would send something" in result.steps[0].outcomes[0].detail


async def test_what_a_page_sends_by_itself_does_not_fail_a_look(home, run):
    home.pages = {"/": f"<title>Shop</title>Here<script>setInterval(() => {POST}, 50)</script>"}
    result = await run(
        home.url, ("expect", {"text": ["Here"]}), ("wait", {"seconds": 1}), permissions=Permissions(effects=0)
    )
    assert said(result) == [("done", "")] * 2
    assert {each.effect for step in result.steps for each in step.outcomes} == {Effect.READ}


async def test_effects_may_be_kept_to_some_of_the_sites(home, away, run):
    home.pages = {"/": FORM.format("Shop", "/order")}
    permitted = Permissions(sites=[away.url], effects_on=[away.url])
    result = await run(home.url, FILL, SEND, data={"card": "1"}, permissions=permitted)
    assert said(result) == [
        ("done", ""),
        ("failed", f"no effect is permitted at {home.url}; permitted: {away.url}"),
    ]
    assert home.posts == []


async def test_only_given_values_are_typed_if_the_caller_says_so(home, run):
    home.pages = {"/": "<title>Shop</title><p>Order 77-12</p><input aria-label=Name>"}
    typed = [{"element_id": "input-0", "value": each} for each in ("Ada", "{{card}}", "77-12", "Mallory", "{{card}}x")]
    result = await run(
        home.url,
        *(("fill", each) for each in typed),
        task="Enter the name Ada",
        data={"card": "4111"},
        permissions=Permissions(values="given"),
    )
    assert [status for status, _ in said(result)] == ["done", "done", "done", "failed", "failed"]
    assert said(result)[3][1] == (
        '"Mallory" is not in the task, its data or a page of this run; only values from there may be typed'
    )


SPELLED = [
    ("append", {"element_id": "input-0", "value": "b"}),
    ("press", {"element_id": "input-0", "key": "b"}),
    [("press", {"element_id": "input-0", "key": "End"}), ("press", {"key": "b"})],
    ("append", {"element_id": "input-0", "value": "b Ada"}),
]


@pytest.mark.parametrize("addition", SPELLED)
async def test_what_a_field_contains_in_the_end_is_given_too(home, run, addition):
    """Not only each part of it."""
    home.pages = {
        "/": "<title>Shop</title><p>a b c</p><form action=/save><input name=note><button>Save</button></form>"
    }
    fill = ("fill", {"element_id": "input-0", "value": "a"})
    result = await run(home.url, fill, addition, SEND, task="Write Ada", permissions=Permissions(values="given"))
    assert [bool(refused) for _, refused in said(result)][-2:] == [True, False]
    assert home.asked[-1] == "/save?note=a"


async def test_what_is_left_in_a_field_is_given_too(home, run):
    """Without its space, two given words make another one."""
    home.pages = {"/": "<title>Shop</title><form action=/save><input name=note><button>Save</button></form>"}
    fill = ("fill", {"element_id": "input-0", "value": "no tice"})
    keys = [("press", {"element_id": "input-0", "key": key}) for key in ("Home", "ArrowRight", "ArrowRight", "Delete")]
    result = await run(home.url, fill, *keys, SEND, task="Write no tice", permissions=Permissions(values="given"))
    assert [bool(refused) for _, refused in said(result)] == [False] * 5 + [True]
    assert home.asked[-1] == "/"


@pytest.mark.parametrize(("kind", "key"), [("type=number", "ArrowUp"), ("type=range max=9000", "ArrowRight")])
async def test_what_keys_step_to_is_given_too(home, run, kind, key):
    home.pages = {
        "/": f"<title>Shop</title><form action=/save><input {kind} aria-label=Sum name=sum><button>Save</button></form>"
    }
    fill, step = ("fill", {"element_id": "input-0", "value": "4000"}), ("press", {"element_id": "input-0", "key": key})
    result = await run(home.url, fill, step, SEND, task="Pay 4000", permissions=Permissions(values="given"))
    assert [bool(refused) for _, refused in said(result)] == [False, False, True]
    assert home.asked[-1] == "/"


async def test_given_values_may_be_put_together(home, run):
    """As words, and letter by letter if the whole word is given; half a word is not sent."""
    home.pages = {
        "/": "<title>Shop</title><p>A d a</p><form action=/save><input name=note><button>Save</button></form>"
    }
    keys = [("press", {"element_id": "input-0", "key": key}) for key in "Ada"]
    words = ("append", {"element_id": "input-0", "value": " Lovelace"})
    task = "Write Ada, then Lovelace"
    result = await run(
        home.url, *keys[:2], SEND, keys[2], words, SEND, task=task, permissions=Permissions(values="given")
    )
    assert [bool(refused) for _, refused in said(result)] == [False, False, True, False, False, False]
    assert home.asked[-1] == "/save?note=Ada+Lovelace"


async def test_keys_that_type_or_paste_are_values_too(home, away, run):
    home.pages = {"/": f"<title>Shop</title><a href='{away.url}/'>Partner</a>"}
    away.pages = {"/": "<title>Partner</title><input aria-label=Card autofocus><a href='/next'>Next</a>"}
    keys = [("press", {"key": key}) for key in ("4", "Control+V", "Shift+Insert", "Shift+A", "Tab", "ArrowDown")]
    result = await run(home.url, LINK, *keys)
    assert [bool(refused) for _, refused in said(result)] == [False, True, True, True, True, False, False]


async def test_files_are_given_only_where_they_are_permitted(home, away, run, tmp_path):
    file = tmp_path / "cv.txt"
    file.write_text("me")
    other = tmp_path / "key.txt"
    other.write_text("key")
    field = "<title>Shop</title><input type=file aria-label=File>"
    home.pages = {"/": field + f"<a href='{away.url}/'>Partner</a>"}
    away.pages = {"/": field}
    give = [("upload", {"element_id": "input-0", "files": [f"{{{{{name}}}}}"]}) for name in ("cv", "key")]
    permitted = Permissions(uploads=[file])
    elsewhere = ("upload", {"element_id": "input-1", "files": ["{{cv}}"]})
    result = await run(home.url, *give, LINK, elsewhere, data={"cv": file, "key": other}, permissions=permitted)
    refused = [refused for _, refused in said(result)]
    assert refused == [
        "",
        f"key.txt may not be uploaded; permitted: {file}",
        "",
        f"no value may be entered at {away.url}; permitted: {home.url}",
    ]


async def test_downloads_are_not_kept_if_they_are_not_permitted(home, run):
    home.pages = {
        "/": "<title>Shop</title><a href='/file'>Get</a>",
        "/file": (200, {"Content-Disposition": "attachment; filename=a.txt"}, "text"),
    }
    result = await run(home.url, LINK, ("wait", {"seconds": 0.2}), permissions=Permissions(downloads=False))
    kept = result.steps[-1].page.downloads
    assert [(each.name, each.path, each.error) for each in kept] == [("a.txt", "", "this run keeps no downloads")]
    assert list((result.run_dir / "downloads").iterdir()) == []


async def test_local_files_are_opened_only_below_the_start_and_no_site_after_them(home, run, tmp_path):
    folder = tmp_path / "site"
    folder.mkdir()
    (tmp_path / "secret.html").write_text("<title>Secret</title>secret")
    (folder / "next.html").write_text("<title>Next</title>next")
    (folder / "link.html").symlink_to(tmp_path / "secret.html")
    (folder / "index.html").write_text(
        f"<title>Start</title><a href='../secret.html'>Up</a> <a href='{home.url}/'>Web</a> <input aria-label=Name>"
    )
    start = (folder / "index.html").as_uri()
    urls = [
        "{f}/next.html",
        "{f}/../secret.html",
        "{f}/%2e%2e/secret.html",
        "{f}/link.html",
        "file:///etc/passwd",
        home.url,
    ]
    visits = [("navigate", {"url": url.format(f=folder.as_uri())}) for url in urls]
    result = await run(start, FILL, LINK, ("click", {"element_id": "a-1"}), *visits, data={"card": "x"})
    assert [bool(refused) for _, refused in said(result)] == [False, True, True, False, True, True, True, True, True]
    assert home.asked == []


async def test_a_local_page_goes_nowhere_by_itself_but_to_what_lies_beside_it(home, run, tmp_path):
    (tmp_path / "secret.html").write_text("<title>Secret</title>secret words")
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "next.html").write_text("<title>Next</title>next")
    went = []
    for to in ("../secret.html", f"{home.url}/?x=1", "next.html"):
        frame = "<iframe src='../secret.html'></iframe>"
        (folder / "index.html").write_text(
            f"<title>Start</title>{frame}<button onclick=\"location = '{to}'\">Go</button>"
        )
        result = await run((folder / "index.html").as_uri(), SEND)
        assert not any("secret words" in step.page.tree for step in result.steps)
        went.append(result.steps[-1].page.title)
        told = [note for note in result.steps[1].page.notes if note.startswith("the page was not allowed to go to")]
        assert bool(told) == (to != "next.html")
    assert went == ["Start", "Start", "Next"]
    assert home.asked == []


async def test_a_run_that_begins_on_the_page_of_a_test_has_its_home_there(page, home, away, run):
    home.pages = {"/": FORM.format("Shop", "/order")}
    await page.goto(home.url)
    assert said(await run(None, FILL, SEND, data={"card": "x"})) == [("done", ""), ("done", "")]
    await page.set_content("<input aria-label=Name>")
    assert said(await run(None, FILL, data={"card": "x"})) == [("done", "")]


async def test_a_secret_goes_to_the_origin_that_it_is_bound_to(home, away, run):
    home.pages = {"/": f"<title>Shop</title><a href='{away.url}/'>Log in</a>"}
    away.pages = {"/": "<title>Log in</title><input type=password aria-label=Password>"}
    secret = Secret("hunter2hunter2", origins=[away.url])
    fill = ("fill", {"element_id": "input-0", "value": "{{password}}"})
    assert said(await run(home.url, LINK, fill, secrets={"password": secret})) == [("done", "")] * 2


@pytest.mark.parametrize(
    ("permissions", "message"),
    [
        (
            {"effects_on": ["pay.example"]},
            "effects_on has pay.example, where values may not be entered; add it to sites",
        ),
        ({"uploads": ["/nowhere/cv.pdf"]}, "uploads has /nowhere/cv.pdf, which does not exist"),
        ({"tools": ["clik"]}, "there is no tool 'clik'; did you mean 'click'?"),
    ],
)
async def test_permissions_that_contradict_the_run_are_a_mistake_before_a_browser_starts(permissions, message):
    agent = Agent(ScriptedModel([]), out=None, permissions=Permissions(**permissions))
    with pytest.raises(ConfigError, match=message.replace("?", r"\?")):
        agent.play("do it", url="https://shop.example/")


async def test_only_permitted_tools_are_offered(home, run):
    home.pages = {"/": FORM.format("Shop", "/order")}
    result = await run(home.url, SEND, agent={"permissions": Permissions(tools=["fill"])})
    assert "there is no tool 'click'" in result.steps[0].problem
    assert home.posts == []


# Asking the caller


async def test_each_effect_is_asked_about_and_the_answer_is_journalled_before_it_is_dispatched(home, run):
    home.pages = {"/": FORM.format("Shop", "/order"), "/order": FORM.format("Again", "/order")}
    asked = []

    def confirm(request):
        asked.append(request)
        return len(asked) == 1

    result = await run(
        home.url,
        [FILL, SEND],
        ("click", {"element_id": "button-1"}),
        private={"card": "4111 1111"},
        agent={"confirm": confirm, "page_options": PageOptions()},
    )
    assert said(result) == [("done", ""), ("done", ""), ("failed", "it was not confirmed: the answer is no")]
    assert home.posts == ["/order"]
    first = asked[0]
    assert (first.url, first.origin, first.tool, first.target, first.reason) == (
        f"{home.url}/",
        home.url,
        "click",
        'button-0 "Send"',
        "r",
    )
    assert first.values == {'input-0 "Card"': "{{card}}"}
    assert first.picture is not None
    assert first.picture.exists()
    journal = RunFolder.read(result.run_dir).journal
    assert [(each.action.tool, each.confirmed) for each in journal if each.action.tool == "click"] == [
        ("click", "yes"),
        ("click", "no"),
    ]
    assert result.unsettled == ()


async def test_a_yes_permits_what_is_given_away_from_home_once(home, away, run):
    home.pages = {"/": f"<title>Shop</title><a href='{away.url}/'>Partner</a>"}
    away.pages = {"/": FORM.format("Partner", "/take")}
    asked = []

    async def confirm(request):
        asked.append((request.tool, request.origin, dict(request.values)))
        return len(asked) == 1

    result = await run(home.url, LINK, FILL, FILL, data={"card": "4111"}, confirm=confirm)
    assert [status for status, _ in said(result)] == ["done", "done", "failed"]
    assert asked == [("fill", away.url, {'input-0 "Card"': "{{card}}"})] * 2


async def test_no_answer_in_time_and_a_failing_hook_are_a_no(home, run, capsys):
    home.pages = {"/": FORM.format("Shop", "/order")}

    async def silent(_):
        await asyncio.sleep(60)
        return True

    def blocking(_):
        time.sleep(2)
        return True

    def failing(_):
        raise ValueError("no such window")

    answers = []
    for hook in (silent, blocking, failing, lambda _: "yes"):
        result = await run(home.url, SEND, agent={"confirm": hook, "confirm_seconds": 0.3})
        answers += [refused for _, refused in said(result)]
    assert answers == [
        "it was not confirmed: no answer within 0.3 s",
        "it was not confirmed: no answer within 0.3 s",
        "it was not confirmed: the question failed (ValueError: no such window)",
        "it was not confirmed: the answer is no",
    ]
    assert home.posts == []


async def test_going_to_a_page_is_not_asked_about_and_sends_nothing_on_the_way(home, run):
    home.pages = {"/": "<title>Shop</title><a href='/next' onclick=\"fetch('/sly', {method: 'POST'})\">Next</a>"}
    asked = []
    result = await run(home.url, LINK, ("navigate", {"url": f"{home.url}/b"}), agent={"confirm": asked.append})
    assert asked == []
    assert home.posts == []
    assert "POST" in said(result)[0][1]


async def test_a_button_that_stays_pressed_is_asked_about_also_when_it_is_checked(home, run):
    like = "this.ariaPressed = 'true'; fetch('/like', {method: 'POST'})"
    home.pages = {"/": f'<title>Shop</title><button aria-pressed=false onclick="{like}">Like</button>'}
    result = await run(home.url, ("check", {"element_id": "button-0"}), agent={"confirm": lambda _: False})
    assert said(result) == [("failed", "it was not confirmed: the answer is no")]
    assert home.posts == []


async def test_the_report_lists_what_was_refused(home, away, run):
    home.pages = {"/": FORM.format("Shop", f"{away.url}/take")}
    result = await run(home.url, SEND)
    report = (result.run_dir / "report.html").read_text("utf-8")
    assert "<b>Refused.</b>" in report
    assert f"nothing may be submitted to {away.url}; permitted: {home.url}" in report


async def test_a_browser_of_the_run_reaches_the_listed_hosts_alone(home, away, tmp_path):
    home.pages = {"/": f"<title>Shop</title><img src='{away.url}/pixel'><a href='/next'>Next</a>"}
    for hosts, reached in ((None, ["/pixel"]), ([], [])):
        away.asked.clear()
        agent = Agent(ScriptedModel([reply(LINK), reply(("fail", {"reason": "enough"}))]), out=tmp_path)
        result = await agent.run("do it", url=home.url, permissions=Permissions(hosts=hosts))
        assert away.asked == reached
        assert RunFolder.read(result.run_dir).hosts == tuple(each.url.removeprefix("http://") for each in (home, away))


async def test_a_given_page_is_routed_to_the_listed_hosts(home, away, run):
    home.pages = {"/": f"<title>Shop</title><img src='{away.url}/pixel'>"}
    await run(home.url, permissions=Permissions(hosts=[]))
    assert away.asked == []


async def test_enter_in_a_field_is_judged_by_where_the_default_button_submits_to(home, away, run):
    home.pages = {
        "/": f"<title>Shop</title><form method=post action=/in><input name=card><button formaction='{away.url}/take'>Go</button></form>"
    }
    enter = ("press", {"element_id": "input-0", "key": "Enter"})
    result = await run(home.url, FILL, enter, data={"card": "4111"})
    assert said(result)[1] == ("failed", f"nothing may be submitted to {away.url}; permitted: {home.url}")
    assert away.posts == []


async def test_an_open_redirect_at_home_takes_no_value_elsewhere(home, away, run):
    home.pages = {"/": "<title>Shop</title>", "/out": (302, {"Location": f"{away.url}/4111"}, "")}
    result = await run(home.url, ("navigate", {"url": f"{home.url}/out?to={away.url}/4111"}), data={"card": "4111"})
    ((status, refused),) = said(result)
    assert status == "failed"
    assert f"it carries the address {away.url}" in refused
    assert ([path for path in home.asked if path.startswith("/out")], away.asked) == ([], [])


REDIRECTS = [
    (302, {"Location": "{away}/?text=PAGE-5521"}, ""),
    "<meta http-equiv=refresh content='0;url={away}/?text=PAGE-5521'>",
    "<script>location = '{away}/?text=PAGE-5521'</script>",
]


@pytest.mark.parametrize("redirect", REDIRECTS, ids=["by HTTP", "by HTML", "by script"])
async def test_where_a_made_up_url_leads_is_judged_when_the_browser_goes_there(home, away, run, redirect):
    """No address is in it that anybody could read."""
    home.pages = {"/": "<title>Shop</title>", "/go": filled(redirect, away=away.url)}
    result = await run(home.url, ("navigate", {"url": f"{home.url}/go?to=YXdheS1QQUdFLTU1MjE"}))
    ((status, refused),) = said(result)
    assert (status, f"it leads to {away.url}" in refused) == ("failed", True)
    assert away.asked == []


def filled(page, **values):
    """A page or an answer with values put into it."""
    if isinstance(page, str):
        return page.format(**values)
    status, headers, body = page
    return status, {name: text.format(**values) for name, text in headers.items()}, body


async def test_a_short_path_at_home_may_lead_to_another_site(home, away, run):
    home.pages = {"/": "<title>Shop</title>", "/login": (302, {"Location": f"{away.url}/in?back=shop"}, "")}
    result = await run(home.url, ("navigate", {"url": f"{home.url}/login"}))
    assert said(result) == [("done", "")]
    assert away.asked == ["/in?back=shop"]


CARD = "4929411783520746"


async def test_a_made_up_url_leads_nowhere_else_later(home, away, run):
    page = "<body style='height: 3000px'>Going on<script>onscroll = () => { location.href = 'AWAY/' }</script>"
    home.pages = {"/": "<title>Shop</title>", "/go": page.replace("AWAY", away.url)}
    made_up = ("navigate", {"url": f"{home.url}/go?to=YXdheS1QQUdFLTU1MjE"})
    result = await run(home.url, made_up, ("scroll", {"direction": "down"}))
    assert said(result)[0] == ("done", "")
    assert f"it leads to {away.url}" in said(result)[1][1]
    assert away.asked == []


@pytest.mark.parametrize(("status", "path"), [(303, f"/?paid={CARD}"), (302, f"/#paid={CARD}"), (307, "/")])
async def test_no_redirect_takes_a_private_value_away_from_home(home, away, run, status, path):
    """In the address, in its fragment, which scripts there would read, or in the body, which is sent on."""
    home.pages = {"/": FORM.format("Shop", "/order"), "/order": (status, {"Location": f"{away.url}{path}"}, "")}
    result = await run(home.url, [FILL, SEND], private={"card": CARD})
    assert said(result) == [
        ("done", ""),
        ("unknown", f"a value may not leave in a request to {away.url}; permitted: {home.url}"),
    ]
    assert (home.posts, away.asked) == (["/order"], [])


async def test_a_redirect_away_from_home_without_a_value_is_followed(home, away, run):
    home.pages = {"/": FORM.format("Shop", "/order"), "/order": (303, {"Location": f"{away.url}/paid?order=7"}, "")}
    result = await run(home.url, [FILL, SEND], private={"card": CARD})
    assert said(result) == [("done", ""), ("done", "")]
    assert away.asked == ["/paid?order=7"]


@pytest.mark.parametrize("target", ["", "target=_blank"])
async def test_a_link_with_a_private_value_in_its_address_is_not_followed_away_from_home(home, away, run, target):
    home.pages = {
        "/": FORM.format("Shop", "/order"),
        "/order": f"<title>Thanks</title><a {target} href='{away.url}/?card={CARD}'>Share</a><a href='/?card={CARD}'>Back</a>",
    }
    back = ("click", {"element_id": "a-1"})
    result = await run(home.url, [FILL, SEND], LINK, back, private={"card": CARD})
    told = f"a value may not leave in a request to {away.url}; permitted: {home.url}"
    assert said(result)[2:] == [("failed", told), ("done", "")]
    assert (away.asked, home.asked[-1]) == ([], f"/?card={CARD}")
