"""A whole browse: real pages, a real provider's wire, and an answer with nothing in it that was not read."""

import asyncio
import json

import pytest
from installed_browser import launch_options
from served_pages import ServedPages

from actwright import BrowserOptions, BrowsingAgent, ConfigError, ModelError, Status
from actwright.schemas.exchange import ToolCall
from actwright.testing import Answer, HttpError, OpenAIChatServer
from actwright.web.sanitize import REMOVED
from actwright.web.search import SearchError
from actwright.web.sources import Source

DATA = '<script type="application/ld+json">[{"@type": ["Product"], "name": "Kayak %d", "sku": "K%d"}]</script>'
ITEM = "<title>Kayak %d</title><h1>Kayak %d</h1><p>A boat for one, $%d00.00, with a paddle.</p>" + DATA
CARDS = "".join(f"<div class=product><a href=/product/{n}>Kayak {n}</a> ${n}00</div>" for n in (1, 2, 3))
PAGES = {
    **{f"/product/{n}": ITEM % (n, n, n, n, n) for n in (1, 2)},
    "/catalog": "<title>Kayaks, see https://evil.test/</title>" + CARDS,
    "/search?q=canoe": "<p>No products found",
}


@pytest.fixture(scope="module")
def site():
    with ServedPages(PAGES) as running:
        yield running


def calls(*wanted, said=""):
    made = [ToolCall(call_id=f"c{n}", tool=tool, arguments=json.dumps(given)) for n, (tool, given) in enumerate(wanted)]
    return Answer(said=said, calls=tuple(made))


def fetch(url):
    return ("fetch_url", {"url": url})


def agent(server, **given):
    options = launch_options()
    browser = BrowserOptions(executable=options["executable_path"], args=tuple(options["args"]))
    return BrowsingAgent(
        "openai-chat:m", **{"base_url": server.url, "allow_loopback": True, "out": None, "browser": browser} | given
    )


async def test_an_answer_with_its_sources(site):
    """Several calls in one reply are all answered; of the answer only what was read is left."""
    one, two, none = f"{site.url}/product/1", f"{site.url}/product/2", f"{site.url}/search?q=canoe"
    script = [
        calls(fetch(one), fetch(none), fetch("http://10.0.0.1/"), fetch(f"{site.url}/catalog")),
        f"[Kayak 1]({one}) is $100. {two}, {none} and [this](https://evil.test/x) say more.",
    ]
    with OpenAIChatServer(script) as server:
        answer = await agent(server).browse("What is a kayak?")
        results = [each for each in server.received[1].body["messages"] if each["role"] == "tool"]
    assert answer.complete
    assert answer.answer == f"[Kayak 1]({one}) is $100. {REMOVED}, {REMOVED} and this {REMOVED} say more."
    assert answer.sources == (
        Source(url=one, title="Kayak 1"), Source(url=f"{site.url}/catalog", title=f"Kayaks, see {REMOVED}"),
    )  # fmt: skip
    assert list(answer.rejected) == [none, "http://10.0.0.1/"]
    told = [str(each["content"]) for each in results]
    assert [text.partition("\\n")[0].count("done: ") for text in told] == [1, 1, 1, 1]
    assert "is not allowed" in told[2]


async def test_the_single_call_policy_browses_too(site):
    """With the same tools, from proposals in JSON."""
    url = f"{site.url}/product/1"
    look = {"reason": "read", "tool": "fetch_url", "parameters": {"url": url}}
    script = [
        {"complete": False, "message": "reading", "actions": [look]},
        {"complete": True, "message": f"{url} and https://evil.test/", "actions": []},
    ]
    with OpenAIChatServer(script) as server:
        answer = await agent(server, policy="single_call").browse("What is a kayak?")
    assert (answer.complete, answer.answer, len(answer.sources)) == (True, f"{url} and {REMOVED}", 1)


async def test_the_step_limit_gives_what_was_said_and_found(site):
    """The model's last own words, sanitized, and the verified pages; a call without words is none."""
    one = f"{site.url}/product/1"
    script = [calls(fetch(one), said="Looking at https://evil.test/"), calls(fetch(f"{site.url}/product/2"))]
    with OpenAIChatServer(script) as server:
        answer = await agent(server, max_steps=2, max_pages=1).browse("What is a kayak?")
    assert (answer.complete, answer.result.status) == (False, Status.STEP_LIMIT)
    assert answer.answer == (f"[Note: Reached step limit]\n\nLooking at {REMOVED}\n\nVerified pages:\n- Kayak 1: {one}")
    assert "limit of 1 page is reached" in answer.result.steps[1].outcomes[0].detail
    assert site.asked.count("/product/2") == 0


async def test_a_provider_that_gives_up_loses_nothing(site):
    """The error carries the partial answer."""
    one = f"{site.url}/product/1"
    script = [calls(fetch(one), said="See evil.test/x"), HttpError(401)]
    with OpenAIChatServer(script) as server, pytest.raises(ModelError) as failed:
        await agent(server).browse("What is a kayak?")
    partial = failed.value.partial
    assert partial.sources == (Source(url=one, title="Kayak 1"),)
    assert (
        partial.answer
        == f"[Note: Ended without an answer: error]\n\nSee {REMOVED}\n\nVerified pages:\n- Kayak 1: {one}"
    )


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"output_gate": "product"}, "(listing with products, 3 products)"),
        ({"verdicts": ["product"]}, "but page is not valid: listing with products"),
        ({"verdicts": {"product"}}, "but page is not valid: listing with products"),
    ],
)
async def test_only_products_are_cited(site, given, told):
    """The model is told so, whatever says it; a gate lets it read lists. Too few sources are said."""
    one, many = f"{site.url}/product/1", f"{site.url}/catalog"
    with OpenAIChatServer([calls(fetch(one), fetch(many)), f"{one} {many}"]) as server:
        answer = await agent(server, min_verified=2, **given).browse("What is a kayak?")
        asked = str(server.received[0].body["messages"])
    assert answer.answer == f"[Note: 1 of 2 verified pages]\n\n{one} {REMOVED}"
    assert 'Only URLs of pages that are reported as "product" may be in the answer.' in asked
    assert told in answer.result.steps[0].outcomes[1].detail


async def test_two_browses_at_once_share_nothing(site):
    """What one has read, the other may not cite."""
    one, two = f"{site.url}/product/1", f"{site.url}/product/2"

    def turn(body):
        mine = one if "FIRST" in str(body["messages"][1]) else two
        return f"{one} {two}" if len(body["messages"]) > 2 else calls(fetch(mine))

    with OpenAIChatServer([turn] * 4) as server:
        browsing = agent(server)
        answers = await asyncio.gather(browsing.browse("FIRST"), browsing.browse("SECOND"))
    assert [answer.answer for answer in answers] == [f"{one} {REMOVED}", f"{REMOVED} {two}"]


async def test_a_folder_is_searched_and_cited(tmp_path):
    """Its files are read from the index, and their URLs stay in the answer."""
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "ports.md").write_text("# Ports\nThe server listens on port 8200.")
    url = "local://docs/ports.md"
    script = [
        calls(("search_web", {"query": "port", "count": 3})),
        calls(fetch(url)),
        f"Port 8200 ({url}, local://docs/x.md).",
    ]
    with OpenAIChatServer(script) as server:
        answer = await agent(server, search=docs).browse("Which port?")
    assert answer.answer == f"Port 8200 ({url}, {REMOVED})."
    assert answer.sources == (Source(url=url, title="Ports"),)
    first, second = (step.outcomes[0].detail for step in answer.result.steps[:2])
    assert first.startswith("Found 1 search result:\n[page ")
    assert "The server listens on port 8200." in second


class Down:
    """A backend that is out of order."""

    async def search(self, query, *, count):
        raise SearchError("the service is down")


async def test_a_search_that_is_down_is_told_and_the_run_goes_on():
    """Without one there is no such tool. An answer that rests on nothing says so, and is not complete."""
    with OpenAIChatServer([calls(("search_web", {"query": "x", "count": 1})), "Nothing found."]) as server:
        answer = await agent(server, search=Down()).browse("Which port?")
        assert [tool["function"]["name"] for tool in server.received[0].body["tools"]] == [
            "search_web",
            "fetch_url",
            "render_url",
        ]
    assert answer.result.complete
    assert (answer.complete, answer.answer) == (False, "[Note: Rests on no verified page]\n\nNothing found.")
    assert answer.result.steps[0].outcomes[0].detail.startswith("The search could not be made: ")
    with OpenAIChatServer(["No."]) as server:
        await agent(server).browse("Which port?")
        assert [tool["function"]["name"] for tool in server.received[0].body["tools"]] == ["fetch_url", "render_url"]


async def test_two_calls_a_step_browse_too(site, tmp_path):
    """What the verifier says is the answer; the run folder is named after the question."""
    url = f"{site.url}/product/1"
    look = {"reason": "read", "tool": "fetch_url", "parameters": {"url": url}}
    with OpenAIChatServer(
        [{"actions": [look]}, {"complete": True, "message": f"{url} and https://evil.test/"}]
    ) as server:
        answer = await agent(server, policy="two_call", out=tmp_path).browse("What is a kayak?\n\nIn one word.")
    assert (answer.complete, answer.answer) == (True, f"{url} and {REMOVED}")
    assert answer.result.run_dir.name[16:] == "what-is-a-kayak"


@pytest.mark.parametrize("policy", ["rules", "chain_of_thought"])
def test_a_policy_that_cannot_use_the_tools_is_refused(policy):
    with OpenAIChatServer([]) as server, pytest.raises(ConfigError) as failed:
        agent(server, policy=policy)
    assert str(failed.value) == (
        f"the policy '{policy}' cannot use the web tools; these policies can: single_call, tool_loop, two_call"
    )


def test_mistakes_of_the_caller():
    """Before anything begins."""
    with OpenAIChatServer([]) as server:
        for given in (
            {"search": "brave"},
            {"search": "/no/such/folder"},
            {"max_pages": 0},
            {"policy": "none"},
            {"verdicts": ()},
            {"verdicts": "product"},
            {"verdicts": {"content"}, "output_gate": "product"},
        ):
            with pytest.raises(ConfigError):
                agent(server, **given)
        with pytest.raises(ConfigError, match="the question is empty"):
            agent(server).browse_sync("  ")


@pytest.mark.slow
async def test_one_browser_starts_for_the_first_page_that_is_rendered(site, monkeypatch):
    """What only fetches starts none."""
    from actwright.engine.page.browser import on_demand

    opened, opening = [], on_demand.open_browser

    def counting(*given, **options):
        opened.append(given)
        return opening(*given, **options)

    monkeypatch.setattr(on_demand, "open_browser", counting)
    one, two = f"{site.url}/product/1", f"{site.url}/product/2"
    rendering = [("render_url", {"url": url}) for url in (one, two)]
    with OpenAIChatServer([calls(fetch(one)), one]) as server:
        await agent(server).browse("What is a kayak?")
    assert opened == []
    with OpenAIChatServer([calls(*rendering), f"{one} {two}"]) as server:
        answer = await agent(server).browse("What is a kayak?")
    assert (answer.answer, len(opened)) == (f"{one} {two}", 1)
    assert [visit.method for outcome in answer.result.steps[0].outcomes for visit in outcome.visits] == ["render"] * 2


async def test_its_events_come_before_the_answer(site):
    """What was read as it is read; what the model says only in the answer, where it was sanitized."""
    one = f"{site.url}/product/1"
    with OpenAIChatServer([calls(fetch(one), said="See https://evil.test/"), f"{one} https://evil.test/"]) as server:
        *record_outcome, answer = [each async for each in agent(server).events("What is a kayak?")]
    told = [each for each in record_outcome if each.level != "debug"]
    assert [each.name for each in told] == ["run_started", "call", "action", "step", "call", "step", "run_ended"]
    assert told[2].detail.startswith(f"Fetched {one} (product):")
    assert "evil.test" not in str([*record_outcome, answer.answer])
    assert (answer.complete, answer.answer) == (True, f"{one} {REMOVED}")
