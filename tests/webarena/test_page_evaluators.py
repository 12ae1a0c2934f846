"""Evaluators that look at pages, each alone, and where upstream scores otherwise."""

import io
import sys
import time

import pytest
from PIL import Image
from served_pages import ServedPages

from actwright import ConfigError
from actwright.testing import ScriptedModel, Site
from actwright.webarena import (
    HELPERS,
    BenchmarkSites,
    ModelJudge,
    PrivateEval,
    TaskScore,
    evaluate,
    matching,
    page_image_query,
    program_html,
    string_match,
)
from actwright.webarena.task_form import EvalConfig

pytestmark = pytest.mark.slow

VWA, WA = "visualwebarena", "webarena"
BRIEFLY = "Answer from the picture, in as few words as possible."
PAGES = {
    "/": "<title>Boats</title><h1>All boats</h1><p id=count>1,204</p><a href='/f/boats/12/x'>post</a>",
    "/kayak": "<title>Kayak</title><h1>Kayak &amp; co</h1><p>Olympus, no Canon</p>",
    "/f/boats/12/x": "<title>Comments</title>",
    "/f/boats/12/": "<title>Post</title><h1>Which boat?</h1>",
    "/price": """<div id=maincontent><div class=columns><div><div class=product-info-main><div class=product-info-price>
        <div class="price-box price-final_price"><span><span>$1,299.00</span></span></div></div></div></div></div></div>""",
}


@pytest.fixture
async def shop(page):
    """A page on `http://shop.test/`, whose pages are those above."""

    async def answer(route):
        path = route.request.url.removeprefix("http://shop.test").partition("?")[0]
        found = PAGES.get(path)
        await route.fulfill(status=200 if found else 404, body=found or "", content_type="text/html; charset=utf-8")

    await page.context.route("http://shop.test/**", answer)
    await page.goto("http://shop.test/")
    return page


def target(locator, needs, *, url="last", **more):
    return {"url": url, "locator": locator, "required_contents": needs, **more}


LOCATORS = {
    "the whole page": ("", {"must_include": ["All boats"]}, 1.0),
    "a script": ("document.title", {"exact_match": "boats"}, 1.0),
    "a script that fails": ("document.querySelector('b').textContent", {"must_include": ["boats"]}, 0.0),
    "a script that fails has no text": ("document.querySelector('b').textContent", {"must_exclude": ["boats"]}, 1.0),
    "a script that finds nothing": ("document.querySelector('b')", {"exact_match": "None"}, 1.0),
    "a list": ("[...document.querySelectorAll('h1')].map((each) => each.id === '')", {"exact_match": "[True]"}, 1.0),
    "a function": ("lambda:() => document.title", {"exact_match": "Boats"}, 1.0),
    "a function that finds nothing": ("lambda:() => ''", {"must_exclude": ["boats"]}, 0.0),
    "a function that fails": ("lambda:() => missing()", {"must_exclude": ["boats"]}, 0.0),
    "a number": ("lambda:() => 7", {"required_values": ["== 7"]}, 1.0),
    "a number in words": ("document.querySelector('#count').textContent", {"required_values": [">= 1204"]}, 1.0),
    "no number": ("document.title", {"required_values": [">= 0"]}, 0.0),
    "a helper": ("func:get_query_text(__page__, 'h1')", {"must_include": ["all |OR| every"]}, 1.0),
    "a helper and quotes": ("""func:get_query_text(__page__, "p[id='count']")""", {"exact_match": "1,204"}, 1.0),
    "a helper that finds nothing": ("func:get_query_text(__page__, 'b')", {"exact_match": ""}, 1.0),
    "a selector that is none": ("func:get_query_text(__page__, 'h1[')", {"exact_match": ""}, 1.0),
    "what is to be judged": ("document.title", {"fuzzy_match": "ships"}, None),
}


async def test_a_locator_finds_what_is_compared(shop):
    for name, (locator, needs, score) in LOCATORS.items():
        parts = await program_html(shop, [target(locator, needs)], dialect=VWA)
        assert TaskScore(parts=parts).score == score, (name, parts)


async def test_webarena_reads_entities_and_looks_for_substrings(shop):
    whole = [target("", {"must_include": ["Kayak & co", "anon"]}, url="http://shop.test/kayak")]
    assert TaskScore(parts=await program_html(shop, whole, dialect=WA)).score == 1.0
    assert [part.factor for part in await program_html(shop, whole, dialect=VWA)] == [0.0, 0.0]


async def test_what_prepares_a_script_may_fail(shop):
    """What comes after it is left out; the locator is read all the same."""
    shown = target(
        "document.title",
        {"exact_match": "one"},
        prep_actions=["document.title = 'one'", "document.none.click()", "document.title = 'two'"],
    )
    assert TaskScore(parts=await program_html(shop, [shown], dialect=WA)).score == 1.0


DEFECTS = {
    "characters of lambda: are stripped": ([target("lambda:all()", {"exact_match": "found"})], (), 1.0, 0.0),
    "what must be missing is not looked at": (
        [target("", {"must_include": ["Olympus"], "must_exclude": ["Canon"]}, url="http://shop.test/kayak")],
        (), 0.0, 1.0,
    ),
    "every choice is needed": (
        [target("document.title", {"fuzzy_match": "cars |OR| ships"})], ("incorrect", "correct") * 2, 1.0, 0.0,
    ),
    "the bound is taken in": ([target("lambda:() => 7", {"required_values": ["< 7"]})], (), 0.0, 1.0),
    "thousands are cut off": (
        [target("func:shopping_get_product_price(__page__)", {"required_values": ["< 700"]}, url="http://shop.test/price")],
        (), 0.0, 1.0,
    ),
}  # fmt: skip


async def test_defects_of_upstream_are_repeated_on_request_alone(shop):
    await shop.evaluate("window.all = () => 'found'")
    for name, (targets, said, fixed, upstream) in DEFECTS.items():
        judge = ModelJudge(ScriptedModel(said)) if said else None
        scores = []
        for compat in ("fixed", "upstream"):
            sites = BenchmarkSites(compat=compat)
            parts = await program_html(shop, targets, surroundings=sites, dialect=VWA, judge=judge)
            scores.append(TaskScore(parts=parts).score)
        assert scores == [fixed, upstream], name


def rules(**fields):
    return PrivateEval(rules=EvalConfig.model_validate(fields))


async def test_the_url_is_that_at_which_the_agent_ended(shop):
    """Upstream asks for it when the evaluators before have gone elsewhere."""
    private = rules(
        eval_types=["program_html", "url_match"],
        reference_url="http://shop.test/kayak",
        program_html=[target("document.title", {"exact_match": "Kayak"}, url="http://shop.test/kayak")],
    )
    verdict = await evaluate(private, page=shop, answer="")
    assert (verdict.score, [part.factor for part in verdict.parts]) == (0.0, [1.0, 0.0])
    await shop.goto("http://shop.test/")
    assert (await evaluate(private, page=shop, answer="", compat="upstream")).score == 1.0


async def test_the_last_url_is_that_at_which_the_agent_ended(shop):
    """`last` is the page that is open when its turn comes, in both."""
    await shop.goto("http://shop.test/f/boats/12/x")
    private = rules(
        eval_types=["program_html"],
        program_html=[
            target("document.title", {"exact_match": "Kayak"}, url="http://shop.test/kayak"),
            target("document.title", {"exact_match": "Kayak"}),
            target("document.title", {"exact_match": "Post"}, url="func:reddit_get_post_url('__last_url__')"),
        ],
    )
    verdict = await evaluate(private, page=shop, answer="")
    assert (verdict.score, len(verdict.parts)) == (1.0, 3), verdict.parts
    await shop.goto("http://shop.test/f/boats/12/x")
    verdict = await evaluate(private, page=shop, answer="", compat="upstream")
    assert [part.factor for part in verdict.parts] == [1.0, 1.0, 0.0]


async def test_what_cannot_be_reached_is_not_judged(page):
    """A site that is down says nothing about the agent."""
    gone = "http://127.0.0.1:9"
    for url in (f"{gone}/x", "func:shopping_get_latest_order_url()"):
        parts = await program_html(
            page,
            [target("", {"must_include": ["x"]}, url=url)],
            surroundings=BenchmarkSites(sites={"SHOPPING": gone}),
            dialect=VWA,
        )
        assert TaskScore(parts=parts).score is None
        assert gone in parts[0].reason
    (part,) = await program_html(
        page, [target("func:shopping_get_sku_latest_review_text('X')", {"exact_match": "x"})], dialect=VWA
    )
    assert part.factor is None
    assert part.reason == (
        "the base URL of SHOPPING was not given: sites={'SHOPPING': 'http://…'}, "
        "on the command line --site SHOPPING=http://…"
    )


async def test_what_follows_a_page_that_cannot_be_opened_is_not_looked_at(shop):
    """It would look at another page, and fail there."""
    private = rules(
        eval_types=["program_html", "page_image_query", "string_match"],
        reference_answers={"exact_match": "x"},
        program_html=[
            target("document.title", {"exact_match": "Boats"}),
            target("document.title", {"exact_match": "Gone"}, url="http://127.0.0.1:9/"),
            target("document.title", {"exact_match": "Gone"}),
        ],
        page_image_query=[query(eval_vqa=[{"question": "Is it gone?", "answer": "yes"}])],
    )
    verdict = await evaluate(private, page=shop, answer="x")
    assert [(part.field, part.factor) for part in verdict.parts] == [
        ("program_html.0.required_contents.exact_match", 1.0),
        ("program_html.1.url", None),
        ("reference_answers.exact_match", 1.0),
    ]
    assert verdict.score is None
    assert (await evaluate(private, page=shop, answer="y")).score == 0.0


async def test_a_page_that_is_closed_tells_nothing(chromium):
    """Whatever the locator: empty text would fail, and what must be missing would pass."""
    page = await chromium.new_page()
    await page.close()
    for locator in ("", "document.title", "lambda:() => 1", "func:get_query_text(__page__, 'h1')"):
        (part,) = await program_html(page, [target(locator, {"must_exclude": ["x"]})], dialect=VWA)
        assert (part.factor, part.reason) == (None, "the page at about:blank does not answer")
    (part,) = await page_image_query(page, [query(eval_vqa=[{"question": "?", "answer": "yes"}])])
    assert part.factor is None


async def test_a_helper_of_ones_own(shop):
    async def count(surroundings, page, selector):
        return await page.locator(selector).count()

    links = [target("func:count(__page__, 'a')", {"exact_match": "1"})]
    parts = await program_html(shop, links, dialect=VWA, helpers={**HELPERS, "count": count})
    assert TaskScore(parts=parts).score == 1.0


# ---- pictures


def query(**fields):
    return {"eval_image_url": "last", "eval_image_class": "", **fields}


def smaller(path, folder):
    picture = Image.open(io.BytesIO(path.read_bytes()))
    made = folder / "smaller.png"
    picture.resize((picture.width // 2, picture.height // 2)).save(made)
    return str(made)


async def test_a_smaller_copy_is_like_its_picture(page, site, tmp_path):
    """A drawing that cannot be read as a picture is passed over; without any picture nothing is alike."""
    await page.goto(f"{site.url}/price")
    await page.set_content(
        f"<img src='/static/logo.svg' alt=logo><p class=photo><img src='{site.url}/static/kayak.jpg' alt=boat></p>"
    )
    copy = smaller(Site.photo, tmp_path)
    for locator, score in (("", 1.0), (".photo", 1.0), (".none", 0.0), ("  ", 1.0)):
        asked = query(eval_image_class=locator, eval_fuzzy_image_match=f"{site.url}/static/kayak.jpg |OR| {copy}")
        parts = await page_image_query(page, [asked])
        assert TaskScore(parts=parts).score == score, (locator, parts)
    only_copy = query(eval_fuzzy_image_match=copy)
    assert TaskScore(parts=await page_image_query(page, [only_copy])).score == 1.0
    missing = query(eval_fuzzy_image_match=str(tmp_path / "none.png"))
    assert TaskScore(parts=await page_image_query(page, [missing])).score is None


async def test_upstream_lets_the_last_query_alone_decide(page, site, tmp_path):
    """Unless one before it finds no picture at all."""
    other = tmp_path / "other.png"
    Image.effect_noise((300, 200), 90).save(other)
    await page.goto(f"{site.url}/price")
    await page.set_content(f"<img src='{site.url}/static/kayak.jpg' alt=boat>")
    like, unlike = query(eval_fuzzy_image_match=str(Site.photo)), query(eval_fuzzy_image_match=str(other))
    none = query(eval_image_class=".none", eval_fuzzy_image_match=str(other))
    for queries, fixed, upstream in (((unlike, like), 0.0, 1.0), ((like, unlike), 0.0, 0.0), ((none, like), 0.0, 0.0)):
        scores = [
            TaskScore(parts=await page_image_query(page, queries, surroundings=BenchmarkSites(compat=compat))).score
            for compat in ("fixed", "upstream")
        ]
        assert scores == [fixed, upstream]


async def test_a_question_needs_one_picture_that_answers_it(page, site):
    """The judge sees each picture with the question; SVG is not among them."""
    await page.goto(f"{site.url}/price")
    await page.set_content(f"<img src='{site.url}/static/kayak.jpg' alt=boat><img src='/static/logo.svg' alt=logo>")
    asked = query(
        eval_vqa=[{"question": "Is it a boat?", "answer": "Yes"}, {"question": "What colour?", "answer": "red"}]
    )
    model = ScriptedModel(["yes, it is", "It is blue"])
    parts = await page_image_query(page, [asked], judge=ModelJudge(model))
    assert [part.factor for part in parts] == [1.0, 0.0]
    blocks = [block for request in model.requests for block in request.messages[0].blocks]
    assert [getattr(block, "text", "picture") for block in blocks] == [
        "picture", f"Is it a boat?\n{BRIEFLY}", "picture", f"What colour?\n{BRIEFLY}",
    ]  # fmt: skip
    assert [part.factor for part in await page_image_query(page, [asked])] == [None, None]


# ---- what is missing


async def test_what_an_evaluator_cannot_use_is_named(page):
    """As in a file: the field and the rule."""
    with pytest.raises(ConfigError, match=r"^required_values.0: '=> 3' is not a condition"):
        await string_match("3", {"required_values": ["=> 3"]}, dialect=VWA)
    with pytest.raises(ConfigError, match=r"^lokator: unknown key; did you mean 'locator'\?$"):
        await program_html(page, [{**target("", {"must_include": ["x"]}), "lokator": ""}], dialect=VWA)
    with pytest.raises(ConfigError, match=r"^needs eval_vqa or eval_fuzzy_image_match$"):
        await page_image_query(page, [query()])


async def test_a_missing_package_is_named(monkeypatch, page, site):
    monkeypatch.setitem(sys.modules, "nltk.tokenize.destructive", None)
    monkeypatch.setitem(sys.modules, "skimage.metrics", None)
    matching._splitters.cache_clear()
    with pytest.raises(ConfigError, match=r"with NLTK; run `pip install nltk`"):
        await string_match("red", {"must_include": ["red"]}, dialect=VWA)
    await page.goto(f"{site.url}/price")
    await page.set_content(f"<img src='{site.url}/static/kayak.jpg' alt=boat>")
    with pytest.raises(ConfigError, match=r"with scikit-image; run `pip install scikit-image"):
        await page_image_query(page, [query(eval_fuzzy_image_match=str(Site.photo))])
    matching._splitters.cache_clear()


async def test_a_page_is_asked_for_where_it_is_needed():
    private = rules(
        eval_types=["string_match", "url_match"], reference_url="http://a.test/", reference_answers={"exact_match": "x"}
    )
    with pytest.raises(ConfigError, match="string_match, url_match: this needs a page; give page"):
        await evaluate(private, page=None, answer="x")


async def test_a_judge_counts_what_it_asks():
    model = ScriptedModel(["correct", "same"])
    async with ModelJudge(model) as judge:
        await judge.same_meaning(question="How many?", reference="2", answer="two")
        await judge.same_reason(task="Buy it", reason="sold out", reported="there is none")
        assert [(each.role, each.cost) for each in judge.exchanges] == [("judge", 0.0)] * 2
        assert len(judge.exchanges) == 2
    first, second = (request.messages[0].blocks[0].text for request in model.requests)
    assert "\nQuestion: How many?\nRight: 2\nJudge this: two\n" in first
    assert "\nTask: Buy it\nKnown cause: sold out\nNamed cause: there is none\n" in second


async def test_a_page_that_is_still_loading_is_waited_for(page):
    """An agent ends with a click, and the page that it leads to is not whole yet."""

    def slowly(handler):
        head, tail = b"<p>First</p>" + b" " * 2_000, b"<p id=last>Last</p>"
        handler.send_response(200)
        handler.send_header("Content-Type", "text/html")
        handler.send_header("Content-Length", str(len(head) + len(tail)))
        handler.end_headers()
        handler.wfile.write(head)
        handler.wfile.flush()
        time.sleep(0.5)
        handler.wfile.write(tail)

    target = {
        "url": "last",
        "locator": "document.querySelector('#last').textContent",
        "required_contents": {"exact_match": "Last"},
    }
    with ServedPages({"/slow": slowly}) as site:
        await page.goto(f"{site.url}/slow", wait_until="commit")
        (part,) = await program_html(page, [target], dialect="visualwebarena")
    assert part.factor == 1.0, part.reason
