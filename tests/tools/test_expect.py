import json

import pytest
from pydantic import ValidationError

from actwright.errors import ToolError
from actwright.schemas.page import Download, Element, Observation, Option
from actwright.schemas.step import Evidence
from actwright.tools.expect import Expect, evaluate, url_matches

PAGE = Observation(
    url="https://shop.test/listings/7?new=1#top",
    text="Your  listing was\ncreated with price $50. View listing. View all",
    elements=(
        Element(id="input-0", tag="input", name="Price", type="text", value="50.00"),
        Element(id="input-1", tag="input", name="Terms", type="checkbox", checked=True, disabled=True),
        Element(id="input-2", tag="input", name="Key", type="password", value="filled", secret=True),
        Element(
            id="select-0",
            tag="select",
            name="Size",
            value="m",
            options=(Option(label="Medium", value="m", selected=True), Option(label="Small", value="s")),
        ),
        Element(id="button-0", tag="button", name="Menu", expanded=False),
    ),
    downloads=(Download(name="report.pdf", bytes=1200), Download(name="big.zip", error="cancelled")),
)


@pytest.mark.parametrize(
    ("check", "held", "wanted", "found"),
    [
        ({"kind": "text", "expected": "listing was created"}, True, 'the page shows "listing was created"', "it does"),
        (
            {"kind": "text", "expected": "Listing was created"},
            False,
            'the page shows "Listing was created"',
            f'it does not; the closest is "listing was created"; the page is {PAGE.url}',
        ),
        (
            {"kind": "text", "expected": "zzzzqqqq"},
            False,
            'the page shows "zzzzqqqq"',
            f"it does not; the page is {PAGE.url}",
        ),
        (
            {"kind": "text", "expected": "Price", "element_id": "input-0"},
            True,
            'input-0 "Price" shows "Price"',
            "it does",
        ),
        ({"kind": "url", "expected": "/listings/7"}, True, "the URL is /listings/7", f"the URL is {PAGE.url}"),
        (
            {"kind": "value", "expected": "50.00", "element_id": "input-0"},
            True,
            'input-0 "Price" holds "50.00"',
            'it holds "50.00"',
        ),
        (
            {"kind": "value", "expected": "50", "element_id": "input-0"},
            False,
            'input-0 "Price" holds "50"',
            'it holds "50.00"',
        ),
        (
            {"kind": "value", "expected": "Medium", "element_id": "select-0"},
            True,
            'select-0 "Size" holds "Medium"',
            'it holds "Medium"',
        ),
        (
            {"kind": "value", "expected": "filled", "element_id": "input-2"},
            False,
            'input-2 "Key" holds "filled"',
            "its value is withheld, a secret proves nothing",
        ),
        (
            {"kind": "value", "expected": "", "element_id": "button-0"},
            False,
            'button-0 "Menu" holds ""',
            'button-0 "Menu" is a button and holds no value',
        ),
        (
            {"kind": "state", "expected": "checked", "element_id": "input-1"},
            True,
            'input-1 "Terms" is checked',
            "it is checked, disabled, valid",
        ),
        (
            {"kind": "state", "expected": "expanded", "element_id": "button-0"},
            False,
            'button-0 "Menu" is expanded',
            "it is collapsed, enabled, valid",
        ),
        (
            {"kind": "state", "expected": "enabled", "element_id": "button-9"},
            False,
            "button-9 is enabled",
            f"button-9 is not there; the page is {PAGE.url}",
        ),
        ({"kind": "gone", "element_id": "button-9"}, True, "button-9 is gone", "it is"),
        ({"kind": "gone", "element_id": "button-0"}, False, "button-0 is gone", 'button-0 "Menu" is there'),
        ({"kind": "gone", "expected": "Submit"}, True, '"Submit" is gone', "it is"),
        ({"kind": "gone", "expected": "View all"}, False, '"View all" is gone', "the page shows it"),
        (
            {"kind": "count", "expected": "View", "count": 2},
            True,
            '"View" occurs 2 times on the page',
            "it occurs 2 times",
        ),
        (
            {"kind": "download", "expected": "*.pdf"},
            True,
            "the file *.pdf arrived",
            "report.pdf arrived, 1,200 bytes",
        ),
        (
            {"kind": "download", "expected": "big.zip"},
            False,
            "the file big.zip arrived",
            "big.zip is incomplete: cancelled",
        ),
        (
            {"kind": "download", "expected": "a.csv"},
            False,
            "the file a.csv arrived",
            "there are only report.pdf, big.zip",
        ),
    ],
)
def test_a_check_says_whether_it_holds_and_what_the_page_shows_instead(check, held, wanted, found):
    evidence = evaluate(PAGE, Expect(**check))
    assert evidence == Evidence(
        kind=check["kind"], wanted=wanted, found=found, held=held, parameters=evidence.parameters
    )
    repeated = Expect.model_validate(json.loads(evidence.parameters))
    assert evaluate(PAGE, repeated) == evidence


@pytest.mark.parametrize("kind", ["text", "gone", "count"])
def test_text_withheld_as_secret_proves_nothing(kind):
    """Neither its presence nor its absence: the page's text has the name of a secret where its value stood."""
    page = PAGE.model_copy(update={"text": "token {{token}}"})
    for expected, count in (("{{token}}", 1), ("{{other}}", 0)):
        assert not evaluate(page, Expect(kind=kind, expected=expected, count=count)).held


@pytest.mark.parametrize(
    ("url", "expected", "matches"),
    [
        ("https://shop.test/a/b?x=1", "https://shop.test/a/b?x=1", True),
        ("https://shop.test/a/b?x=1", "https://shop.test/a/b", False),
        ("https://shop.test/", "https://shop.test", True),
        ("https://shop.test/a/b?x=1", "/b", True),
        ("https://shop.test/a/b/", "/a/b", True),
        ("https://shop.test/a/b?x=1", "/b?x=1", True),
        ("https://shop.test/a/b?x=1", "/b?x=2", False),
        ("https://shop.test/a/xb", "/b", False),
        ("https://shop.test/a#/done", "/a#/done", True),
        ("https://shop.test/a", "/", False),
        ("https://shop.test/", "/", True),
        ("https://shop.test/a/7?ok=[1]", "https://shop.test/*?ok=[1]", True),
        ("https://shop.test/a/7", "*/a/?", False),
        ("https://evil.test/?shop.test/a", "https://shop.test/*", False),
        ("https://shop.test/A", "/a", False),
    ],
)
def test_a_url_matches_whole_by_pattern_or_by_the_end_of_its_path(url, expected, matches):
    assert url_matches(url, expected) is matches


@pytest.mark.parametrize(
    ("check", "message"),
    [
        ({"kind": "text"}, "`text` needs `expected`"),
        ({"kind": "text", "expected": "  "}, "`text` needs `expected`"),
        ({"kind": "gone"}, "`gone` needs `expected`"),
        ({"kind": "value", "expected": "x"}, "`value` needs `element_id`"),
        ({"kind": "state", "expected": "blue", "element_id": "a-0"}, "`expected` must be one of checked"),
        ({"kind": "colour", "expected": "x"}, "Input should be 'text'"),
    ],
)
def test_a_check_that_means_nothing_is_refused(check, message):
    with pytest.raises(ValidationError, match=message):
        Expect(**check)


async def test_expect_waits_until_it_holds(surface_on, page):
    surface = await surface_on("<p>Saving…</p>")
    check = Expect(kind="text", expected="Saved")
    assert not (await check.probe(surface)).held
    await page.evaluate("setTimeout(() => document.querySelector('p').textContent = 'Saved', 300)")
    done = await check.run(surface)
    assert done.detail == 'the page shows "Saved": yes'
    assert [evidence.held for evidence in done.evidence] == [True]


async def test_expect_says_what_the_page_shows_instead(surface_on):
    surface = await surface_on("<p>Price must be a number</p><label>Price <input value=abc></label>")
    with pytest.raises(ToolError) as raised:
        await Expect(kind="text", expected="Price must be saved", seconds=0).run(surface)
    assert str(raised.value) == (
        'expected that the page shows "Price must be saved", but it does not; '
        'the closest is "Price must be a number"; the page is about:blank'
    )
    with pytest.raises(ToolError, match='input-0 "Price" holds "50", but it holds "abc"'):
        await Expect(kind="value", expected="50", element_id="input-0", seconds=0).run(surface)


async def test_expect_sees_an_element_go(surface_on, page):
    surface = await surface_on("<button>Delete</button>")
    await page.evaluate("setTimeout(() => document.querySelector('button').remove(), 200)")
    done = await Expect(kind="gone", element_id="button-0").run(surface)
    assert done.detail == "button-0 is gone: yes"
