import random

import pytest
from axe_checks import open_details, problems_in_every_look
from inline_snapshot import snapshot

from actwright.compare.manifest import CaseHash, Manifest, Setting
from actwright.compare.results_page import page_of
from actwright.compare.row import CaseRow
from actwright.schemas.usage import Usage

pytestmark = pytest.mark.slow

HOSTILE = "</script><script>window.owned = 1</script><img src=x onerror='owned=1'>\"'&amp;\u202eevil\u2066\x07\ud800"
SPELLED = (
    "</script><script>window.owned = 1</script><img src=x onerror='owned=1'>\"'&amp;\\u202eevil\\u2066\\u0007\\ud800"
)
COVERING = """() => [...document.querySelectorAll("svg.plot")].filter((svg) => svg.checkVisibility()).flatMap((svg) => {
  const texts = [...svg.querySelectorAll("text")].map((node) => ({ text: node.lastChild.data, box: node.getBoundingClientRect() }));
  const frame = svg.getBoundingClientRect();
  const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 4 || b.bottom <= a.top + 4;
  return texts.flatMap(({ text, box }, index) => [
    ...texts.slice(index + 1).filter((other) => !apart(box, other.box)).map((other) => `${text} on ${other.text}`),
    ...(box.left < frame.left - 2 || box.right > frame.right + 2 ? [`${text} sticks out`] : []),
  ]);
})"""
"""Texts of plots that lie on each other or beside the plot."""


def played(contenders, *, sizes=(1, 2, 3, 5, 8, 10, 15, 20), cases=2, **more):
    """Made up: tokens grow with the size and, some more, with the history."""
    drawing = random.Random(3)
    rows = []
    for rank, contender in enumerate(contenders):
        for size in sizes:
            for number in range(cases):
                calls = size + rank + drawing.randint(0, 2)
                parts = {
                    "system": 560 * calls,
                    "tools": 900 * calls,
                    "history": 55 * calls * (calls + 1),
                    "page": 1200 * calls,
                }
                tokens = sum(parts.values())
                usage = Usage(fresh=tokens // 2, cache_read=tokens - tokens // 2, output=150 * calls)
                given = {
                    "policy": contender, "evidence": "required", "screenshot": "always", "status": "complete", "seed": 0,
                    "model": "anthropic:claude-sonnet-4-5", "passed": drawing.random() < 0.8, "steps": calls, "calls": calls,
                    "captures": calls, "usage": usage, "input_by_part": parts, "cost": tokens * 2e-6, "cost_uncached": tokens * 3e-6,
                    "seconds": 3.5 * calls, "run_dir": f"runs/{contender} {size}#{number}", **more,
                }  # fmt: skip
                rows.append(CaseRow(case=f"forms/{number}-{size:02}", size=size, contender=contender, **given))
    return rows


@pytest.fixture
async def opened(page, tmp_path):
    """Opens a comparison, and hears what the browser complains of."""

    async def opening(rows, manifest=None, *, change=str):
        heard = []
        page.on("console", lambda message: heard.append(message.text))
        page.on("pageerror", lambda error: heard.append(str(error)))
        file = tmp_path / "report.html"
        file.write_text(change(page_of(rows, manifest or Manifest())), encoding="utf-8")
        await page.goto(file.as_uri())
        return heard

    return opening


async def test_a_comparison_has_its_plots_and_tables(page, opened):
    heard = await opened(
        played(["single_call", "two_call"]), Manifest(suite="suites/forms.py", started="2026-01-31T12:00:00+00:00")
    )

    assert await page.title() == "single_call against two_call on forms"
    assert await page.locator("h2").all_inner_texts() == [
        "Success and cost, mean per case",
        "What input tokens were spent on",
        "Input tokens by task length",
        "Model calls by task length",
        "Cost by task length",
        "Success against cost",
        "Differences on the same cases, against single_call",
        "Tokens, mean per case; images are part of the input, reasoning of the output",
        "Work (mean per case) and errors (total)",
        "Latency in seconds, of answered calls and of runs",
        "Rows",
        "About the figures",
    ]
    assert await page.locator(".rows tbody tr").count() == 32
    await page.get_by_text("The same by task length N, in numbers").click()
    lengths = page.locator("details[open] table")
    assert [await lengths.nth(at).locator("tbody tr").nth(1).inner_text() for at in range(4)] == snapshot(
        [
            """\
2
	11,740	11,740\
""",
            """\
2
	4.0	4.0\
""",
            """\
2
	$0.0235	$0.0235\
""",
            """\
2
	2/2	2/2\
""",
        ]
    )
    link = page.locator(".rows tbody a").first
    assert await link.get_attribute("href") == "./runs/single_call%201%230/report.html"
    assert heard == []


@pytest.mark.parametrize(
    "contenders",
    [
        ["single_call"],
        ["single_call", "single_call+plain", "single_call+blind", "two_call", "tool_loop", "chain_of_thought"],
        [f"single_call+one-of-several-with-long-names-{number}" for number in range(12)],
    ],
    ids=len,
)
async def test_no_text_of_a_plot_lies_on_another_one(page, opened, contenders):
    heard = await opened(played(contenders, sizes=range(1, 21), cases=1))

    for width in (1280, 820, 400):
        await page.set_viewport_size({"width": width, "height": 900})
        assert await page.evaluate(COVERING) == []
        assert await page.evaluate("document.documentElement.scrollWidth") == width
    assert heard == []


CUT_OFF = """() => [...document.querySelectorAll('.scroll')].filter((each) => each.scrollWidth > each.clientWidth)
  .map((each) => each.closest('.card').querySelector('h2').innerText)"""


async def test_no_column_of_a_card_is_cut_off_on_a_wide_screen(page, opened):
    """Long names are wrapped before a column is out of sight; on a phone, a shade says that there is more."""
    await page.set_viewport_size({"width": 1280, "height": 900})
    await opened(played(["single_call", "single_call+foretold-0", "single_call+blind+foretold-0"]))
    assert await page.evaluate(CUT_OFF) == []
    await page.set_viewport_size({"width": 390, "height": 900})
    assert "Work (mean per case) and errors (total)" in await page.evaluate(CUT_OFF)
    shades = "() => getComputedStyle(document.querySelector('.scroll')).backgroundAttachment"
    assert await page.evaluate(shades) == "local, scroll"


async def test_rows_are_sorted_and_found(page, opened):
    await opened([*played(["two_call"], sizes=(1, 2, 10), cases=1), *played(["rules"], sizes=(1,), cases=1, cost=None)])
    names = page.locator(".rows tbody tr:visible td:nth-child(1)")

    await page.get_by_role("button", name="USD", exact=True).click()
    assert await names.all_inner_texts() == ["forms/0-01", "forms/0-02", "forms/0-10", "forms/0-01"]
    await page.get_by_role("button", name="USD", exact=True).click()
    assert await names.all_inner_texts() == ["forms/0-10", "forms/0-02", "forms/0-01", "forms/0-01"]

    await page.get_by_role("searchbox").fill("TWO_call -01")
    assert await names.all_inner_texts() == ["forms/0-01"]
    assert await page.locator(".find output").inner_text() == "1 of 4"


async def test_what_is_unknown_is_said(page, opened):
    crashed = played(
        ["two_call"], sizes=(1, 2), cost=None, cost_uncached=None, passed=False, error="BrowserError: gone"
    )
    heard = await opened([*played(["single_call"], sizes=(1, 2), cost=None, cost_uncached=None, passed=None), *crashed])

    assert await page.locator(".remarks li").all_inner_texts() == [
        "Crashed (not passed; in totals, not in means): two_call 4 cases.",
        "Not judged (left out of success): single_call 4 cases.",
        "Price not known for all cases: single_call none known; two_call none known.",
    ]
    assert await page.locator("dd.unknown-price").inner_text() == "unknown"
    assert heard == []


@pytest.mark.parametrize(
    "rows",
    [[], played(["one"], sizes=(3,), cases=1), played(["one", "two"], usage=Usage(), input_by_part={}, cost=0.0)],
    ids=["nothing", "one row", "no tokens"],
)
async def test_there_may_be_nothing_to_draw(page, opened, rows):
    assert await opened(rows) == []
    assert "nan" not in await page.locator("main").inner_html()


async def test_hostile_texts_are_inert(page, opened):
    texts = dict.fromkeys(
        ["case", "contender", "policy", "evidence", "screenshot", "model", "reason", "error", "status"], HOSTILE
    )
    rows = [CaseRow(**texts, seed=seed, size=seed, passed=False, run_dir=f"javascript:{HOSTILE}") for seed in (1, 2)]
    manifest = Manifest(
        command=(HOSTILE,), started=HOSTILE, ended=HOSTILE, versions={HOSTILE: HOSTILE, "genai-prices": HOSTILE}, platform=HOSTILE,
        browser=HOSTILE, suite=HOSTILE, contenders=(Setting(**dict.fromkeys(Setting.model_fields, HOSTILE)),),
        prompts={HOSTILE: HOSTILE}, tools={HOSTILE: HOSTILE}, cases=(CaseHash(case=HOSTILE, seed=1, source=HOSTILE),),
        limits={HOSTILE: HOSTILE}, tokens=HOSTILE,
    )  # fmt: skip

    heard = await opened(rows, manifest)

    assert await page.evaluate("typeof window.owned") == "undefined"
    assert await page.locator(".rows td.why").all_inner_texts() == [SPELLED, SPELLED]
    assert await page.locator(".manifest .mono").first.text_content() == SPELLED
    assert (await page.locator(".rows a").first.get_attribute("href")).startswith("./javascript%3A")
    assert not set(await page.content()) & set("\u202e\u2066\x07\ud800")
    assert heard == []


async def test_policy_lets_nothing_run_or_load(page, opened):
    """Were markup to get in all the same, the content security policy would stop it."""
    more = "<script>window.owned = 1</script><img src=http://127.0.0.1:9/x></main>"
    heard = await opened([], change=lambda html: html.replace("</main>", more))

    assert await page.evaluate("typeof window.owned") == "undefined"
    assert sum("Content Security Policy" in line for line in heard) == 2


@pytest.mark.long
async def test_everybody_can_read_it_whatever_the_screen(page, opened):
    """With all that is folded, and a name that is long."""
    manifest = Manifest(suite="suites/forms.py", started="2026-01-31T12:00:00+00:00")
    await opened(played(["single_call", "two_call", f"chain_of_thought:{'x' * 60}"]), manifest)
    await open_details(page)
    assert await problems_in_every_look(page) == []
