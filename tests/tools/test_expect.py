import pytest
from pydantic import ValidationError

from actwright.errors import ToolError
from actwright.schemas.page import Download, Element, Observation, Option
from actwright.schemas.step import Evidence
from actwright.tools.expect import (
    CHECKS,
    Expect,
    ExpectCount,
    ExpectDownload,
    ExpectGone,
    ExpectState,
    ExpectUrl,
    ExpectValue,
    shows,
    url_matches,
)

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
    ("check", "passed", "wanted", "found"),
    [
        (Expect(text=["listing was created"]), True, 'the page shows "listing was created"', "it does"),
        (
            Expect(text=["Listing was created"]),
            False,
            'the page shows "Listing was created"',
            f'it does not; the closest is "listing was created"; the page is {PAGE.url}',
        ),
        (Expect(text=["zzzzqqqq"]), False, 'the page shows "zzzzqqqq"', f"it does not; the page is {PAGE.url}"),
        (ExpectUrl(url="/listings/7"), True, "the URL is /listings/7", f"the URL is {PAGE.url}"),
        (ExpectValue(element_id="input-0", value="50.00"), True, 'input-0 "Price" holds "50.00"', 'it holds "50.00"'),
        (ExpectValue(element_id="input-0", value="50"), False, 'input-0 "Price" holds "50"', 'it holds "50.00"'),
        (
            ExpectValue(element_id="select-0", value="Medium"),
            True,
            'select-0 "Size" holds "Medium"',
            'it holds "Medium"',
        ),
        (
            ExpectValue(element_id="input-2", value="filled"),
            False,
            'input-2 "Key" holds "filled"',
            "its value is withheld, a secret proves nothing",
        ),
        (ExpectValue(element_id="button-0", value="Save"), False, 'button-0 "Menu" shows "Save"', 'it shows "Menu"'),
        (
            ExpectState(element_id="input-1", value="checked"),
            True,
            'input-1 "Terms" is checked',
            "it is checked, disabled, valid",
        ),
        (
            ExpectState(element_id="button-0", value="expanded"),
            False,
            'button-0 "Menu" is expanded',
            "it is collapsed, enabled, valid",
        ),
        (
            ExpectState(element_id="button-9", value="enabled"),
            False,
            "button-9 is enabled",
            f"button-9 is not there; the page is {PAGE.url}",
        ),
        (ExpectGone(element_id="button-9"), True, "button-9 is gone", "it is"),
        (ExpectGone(element_id="button-0"), False, "button-0 is gone", 'button-0 "Menu" is there'),
        (ExpectGone(value="Submit"), True, '"Submit" is gone', "it occurs 0 times"),
        (ExpectGone(value="View all"), False, '"View all" is gone', "it occurs 1 time"),
        (ExpectCount(text="Submit", count=0), True, '"Submit" is gone', "it occurs 0 times"),
        (ExpectCount(text="View all", count=0), False, '"View all" is gone', "it occurs 1 time"),
        (ExpectCount(text="View", count=2), True, '"View" occurs 2 times on the page', "it occurs 2 times"),
        (ExpectDownload(file="*.pdf"), True, "the file *.pdf arrived", "report.pdf arrived, 1,200 bytes"),
        (ExpectDownload(file="big.zip"), False, "the file big.zip arrived", "big.zip is incomplete: cancelled"),
        (ExpectDownload(file="a.csv"), False, "the file a.csv arrived", "there are only report.pdf, big.zip"),
    ],
)
def test_a_check_says_whether_it_holds_and_what_the_page_shows_instead(check, passed, wanted, found):
    (evidence,) = check.probe(PAGE)
    assert evidence == Evidence(
        kind=check.kind, wanted=wanted, found=found, passed=passed, parameters=check.model_dump_json()
    )
    repeated = CHECKS[evidence.kind].model_validate_json(evidence.parameters)
    assert repeated.probe(PAGE) == (evidence,)


def test_each_of_several_texts_is_a_fact_of_its_own():
    """So that one which is new proves something beside one that was there before."""
    facts = Expect(text=["Thank you", "listing was created"]).probe(PAGE)
    assert [(fact.wanted, fact.passed, fact.parameters) for fact in facts] == [
        ('the page shows "Thank you"', False, '{"text":["Thank you"]}'),
        ('the page shows "listing was created"', True, '{"text":["listing was created"]}'),
    ]


def test_one_text_need_not_stand_in_a_list():
    assert Expect.model_validate({"text": "Saved"}) == Expect(text=["Saved"])


@pytest.mark.parametrize("expected", ["{{token}}", "{{other}}"])
def test_text_withheld_as_secret_proves_nothing(expected):
    """Neither its presence nor its absence: the page's text has the name of a secret where its value stood."""
    page = PAGE.model_copy(update={"text": "token {{token}}"})
    for check in (Expect(text=[expected]), *(ExpectCount(text=expected, count=count) for count in (0, 1))):
        assert not check.probe(page)[0].passed


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
        ("https://shop.test/orders/4711", "/orders/*", True),
        ("https://shop.test/en/orders/4711/?x=1", "/orders/*", True),
        ("https://shop.test/orders/4711/failed", "/orders/*", False),
        ("https://shop.test/orders", "/orders/*", False),
        ("https://shop.test/reorders/4711", "/orders/*", False),
        ("https://shop.test/a?order=4711", "/a?order=*", True),
        ("https://shop.test/a?order=4711&failed=1", "/a?order=*", False),
        ("https://shop.test/a/7", "/*", False),
    ],
)
def test_a_url_matches_whole_by_pattern_or_by_the_end_of_its_path(url, expected, matches):
    assert url_matches(url, expected) is matches


@pytest.mark.parametrize(
    ("kind", "parameters", "message"),
    [
        ("text", {}, "text\n  Field required"),
        ("text", {"text": []}, "text\n  Value should have at least 1"),
        ("text", {"text": ["Saved", "  "]}, r"text\.1\n  String should match pattern"),
        ("text", {"text": "  "}, r"text\.0\n  String should match pattern"),
        ("count", {"text": "x", "count": -1}, "count\n  Input should be greater than or equal to 0"),
        ("state", {"element_id": "a-0", "value": "blue"}, "must be one of checked, unchecked"),
    ],
)
def test_a_check_that_means_nothing_is_refused(kind, parameters, message):
    with pytest.raises(ValidationError, match=message):
        CHECKS[kind].model_validate(parameters)


async def test_expect_waits_until_it_holds(surface_on, page):
    surface = await surface_on("<p>Saving…</p>")
    check = Expect(text=["Saved"])
    assert not check.probe(await surface.look())[0].passed
    await page.evaluate("setTimeout(() => document.querySelector('p').textContent = 'Saved', 300)")
    done = await check.run(surface)
    assert done.detail == 'the page shows "Saved": yes'
    assert [evidence.passed for evidence in done.evidence] == [True]


async def test_of_several_texts_any_will_do(surface_on):
    surface = await surface_on("<p>Thank you, Ada</p>")
    done = await Expect(text=["Saved", "Thank you"]).run(surface)
    assert done.detail == 'the page shows "Thank you": yes'
    assert [evidence.parameters for evidence in done.evidence] == ['{"text":["Thank you"]}']


async def test_expect_says_what_the_page_shows_instead(surface_on):
    surface = await surface_on("<p>Price must be a number</p><label>Price <input value=abc></label>")
    with pytest.raises(ToolError) as raised:
        await Expect(text=["Price must be saved", "Done"]).run(surface)
    assert str(raised.value) == (
        'expected that the page shows "Price must be saved" or the page shows "Done", but it does not; '
        'the closest is "Price must be a number"; the page is about:blank'
    )
    with pytest.raises(ToolError, match=r'shows "A" or the page shows "B" or one of 3 others, but'):
        await Expect(text=list("ABCDE")).run(surface)
    with pytest.raises(ToolError, match='input-0 "Price" holds "50", but it holds "abc"'):
        await ExpectValue(element_id="input-0", value="50").run(surface)


async def test_expect_sees_an_element_go(surface_on, page):
    surface = await surface_on("<button>Delete</button>")
    await page.evaluate("setTimeout(() => document.querySelector('button').remove(), 200)")
    done = await ExpectGone(element_id="button-0").run(surface)
    assert done.detail == "button-0 is gone: yes"


async def test_what_is_only_covered_is_not_gone_and_its_cover_is_named(surface_on):
    surface = await surface_on(
        "<button>Delete</button><div role=dialog aria-label=Busy style='position:fixed;inset:0;background:#fff'></div>"
    )
    with pytest.raises(ToolError) as raised:
        await ExpectGone(element_id="button-0").run(surface)
    assert str(raised.value) == (
        'expected that button-0 is gone, but button-0 "Delete" is there, covered by dialog: Busy'
    )


async def test_cells_of_different_rows_are_no_row(surface_on):
    surface = await surface_on("<table><tr><td>Ann<td>Paddle<tr><td>Ben<td>Oar</table>")
    with pytest.raises(ToolError):
        await Expect(text=["Paddle | Ben"]).run(surface)
    for row in ("Ben | Oar", "Ben|Oar"):
        assert (await Expect(text=[row]).run(surface)).evidence
        assert not ExpectGone(value=row).probe(await surface.look())[0].passed


@pytest.mark.parametrize(
    ("matches", "text", "wanted"),
    [
        (url_matches, f"http://h/{'a' * 2_000}", f"/{'*a' * 12}*b"),
        (shows, "1" * 2_000, f"{'{int}' * 12}x"),
        (shows, "a1-" * 500, f"{'{code}-' * 12}x"),
    ],
)
def test_many_stars_and_types_take_no_more_time_than_one(matches, text, wanted):
    """Otherwise, each multiplies the time by the length of the page's text, and the run would miss its deadline."""
    assert matches(text, wanted) is False


def test_the_label_of_another_option_is_not_the_value():
    """A hidden value counts only where no option is called so."""
    options = (Option(label="Small", value="Large", selected=True), Option(label="Large", value="Small"))
    size = Element(id="select-0", tag="select", name="Size", value="Large", options=options)
    page = Observation(url="https://shop.test/", elements=(size,))
    held = [ExpectValue(element_id="select-0", value=value).probe(page)[0].passed for value in ("Small", "Large")]
    assert held == [True, False]
