"""The bench's own truth: what counts as a target, what a mark stands for, and what is made of both."""

from io import StringIO
from itertools import pairwise

import pytest
from rich.console import Console

from actwright.testing import Site
from benchmarks.page import report
from benchmarks.page.measure import Measured, times
from benchmarks.page.score import Kept, found, ids_kept, ninetieth, same_targets, words_found
from benchmarks.page.systems import marked_in_actwright, marked_in_playwright
from benchmarks.page.truth import Mark, Target, by_attribute, by_locator, survey

PAGE = """
<style>body { margin: 0 } .gone { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0 0 0 0) }</style>
<button id=save>Save</button> <button disabled>Closed</button> <a href=#x>Link</a> <a>no link</a> <input type=hidden>
<div role=switch aria-checked=true>Switch</div>
<div id=card style="cursor: pointer; width: 300px; padding: 20px"><span id=inner>Card</span> <a href=#y>In card</a></div>
<div id=plain style="width: 80px; height: 20px">Plain</div>
<div id=list><p>One</p> <button>Two</button></div>
<p id=handler onclick="1" style="width: 90px">Handler</p>
<label id=face>Agree <input id=agree type=checkbox style="position: absolute; opacity: 0; width: 0; height: 0"></label>
<div id=editor contenteditable style="width: 90px">Editor <a href=#z>z</a></div>
<details><summary>More</summary></details>
<input id=upload type=file style="display: none">
<a class=gone href=#skip>Skip</a> <a href=#h style="visibility: hidden">Hidden</a>
<div id=opened></div> <div id=shut></div>
<div style="position: relative; width: 90px; height: 30px"><button id=covered style="width: 80px; height: 20px">Covered</button>
  <div style="position: absolute; inset: 0; background: #fff"></div></div>
<div style="height: 3000px"></div> <button id=far>Far</button>
<script>
  document.body.addEventListener('click', () => {});
  plain.addEventListener('pointerdown', () => {});
  list.addEventListener('click', () => {});
  opened.attachShadow({ mode: 'open' }).innerHTML = '<button>Open root</button>';
  shut.attachShadow({ mode: 'closed' }).innerHTML = '<button>Closed root</button>';
</script>
"""
TARGETS = [
    ("native", "Save", True),
    ("native", "Closed", True),
    ("link", "Link", True),
    ("aria", "Switch", True),
    ("pointer", "Card In card", True),
    ("link", "In card", True),
    ("listener", "Plain", True),
    ("native", "Two", True),
    ("other", "Handler", True),
    ("label", "Agree", True),
    ("other", "Editor z", True),
    ("other", "More", True),
    ("native", "Open root", True),
    ("native", "Closed root", True),
    ("native", "Covered", False),
    ("native", "Far", False),
]


def seen(truth):
    return [(target.kind, target.name, target.in_view) for target in truth.targets]


def target(index, *, kind="link", name="", box=(0, 0, 10, 10), **more):
    return Target(key=(0, index), kind=kind, tag="a", role="", name=name, box=box, in_view=True, **more)


@pytest.mark.slow
async def test_everything_a_person_can_act_on_is_a_target_once(page):
    """Kinds, closed roots and listeners are told apart; hidden, covered, delegating and far elements are told too."""
    await page.set_content(PAGE)
    truth = await survey(page)
    assert seen(truth) == TARGETS
    assert [each.name for each in truth.targets if each.disabled] == ["Closed"]
    assert [each.name for each in truth.targets if each.closed] == ["Closed root"]
    assert not truth.notes


async def test_what_listens_around_other_targets_does_not_stand_for_them(page):
    """Options of a popup that has a listener itself are targets each; so are the rows of a box that takes focus."""
    await page.set_content(
        """<style>p { cursor: pointer; margin: 0; width: 200px }</style>
        <div id=popup><p>One</p><p>Two</p><p>Three</p></div> <div tabindex=0 style="padding: 40px"><p>Row</p></div>
        <div id=wrap style="width: 200px"><p>Wrapped</p></div>
        <script>for (const id of ['popup', 'wrap']) document.getElementById(id).addEventListener('mousedown', () => {});</script>"""
    )
    truth = await survey(page)
    assert seen(truth) == [
        ("pointer", "One", True),
        ("pointer", "Two", True),
        ("pointer", "Three", True),
        ("other", "Row", True),
        ("pointer", "Row", True),
        ("pointer", "Wrapped", True),
    ]
    await page.evaluate(
        "wrap.before(Object.assign(new Image(9, 9), { id: 'icon', __reactProps$x: { onMouseEnter() {} } }))"
    )
    await survey(page)
    marks = await by_locator({id: page.locator(id) for id in ("#popup", "#icon")})
    assert [mark.answer for mark in marks] == ["tolerated", "tolerated"]


async def test_the_words_in_view_are_those_a_person_reads(page):
    """Covered, hidden, transparent, clipped and far text is not read; text of shadow roots is."""
    await page.set_content(
        """<p>Read me <b>twice</b></p> <p style="visibility: hidden">not</p> <p style="opacity: 0">not</p>
        <div style="position: relative; width: 90px"><p>under</p><i style="position: absolute; inset: 0; background: red"></i></div>
        <div style="height: 20px; overflow: hidden">shown<br><br>cut</div><div id=host></div>
        <div style="height: 2000px"></div><p>far</p><script>host.attachShadow({ mode: 'open' }).innerHTML = 'root'</script>"""
    )
    assert (await survey(page)).words == ("Read", "me", "twice", "shown", "root")


async def test_every_frame_changes_before_each_time_that_is_taken_unless_it_must_not(page):
    """What a system keeps of the last look is no look; a look at an unchanged page is timed apart."""
    await page.set_content("<p>Text</p><iframe srcdoc='<p>Inside</p>'></iframe>")
    looks = []

    async def look():
        looks.append([await frame.evaluate("document.documentElement.outerHTML") for frame in page.frames])
        return float(len(looks))

    assert await times(page, look, rounds=3) == (2.0, 3.0, 4.0)
    before, *changed = looks
    assert [[old != new for old, new in zip(*pair, strict=True)] for pair in pairwise([before, *changed])] == [
        [True, True]
    ] * 3
    looks.clear()
    assert await times(page, look, rounds=2, changed=False) == (2.0, 3.0)
    assert looks[0] == looks[1] == looks[2]


async def test_frames_of_any_origin_are_surveyed_and_placed_in_the_page(page):
    """A target in a frame has its place in the page, and is in view only where the frame itself can be reached."""
    with Site() as site:
        other = site.url.replace("127.0.0.1", "localhost") + "/price"
        await page.goto(site.url + "/price")
        await page.set_content(
            f"""<body style="margin: 0"><iframe src="{other}" style="margin: 50px; border: 0; width: 600px; height: 400px"></iframe>
            <iframe srcdoc="<button>Under</button>" style="position: absolute; left: 700px; top: 0"></iframe>
            <div style="position: absolute; left: 690px; top: 0; width: 400px; height: 300px; background: #fff"></div>"""
        )
        await page.frames[1].wait_for_load_state()
        truth = await survey(page)
        inner = [each for each in truth.targets if truth.frames[each.key[0]].url == other]
        expected = await page.frames[1].locator("a:visible, button:visible, input:visible").count()
        first = await page.frames[1].locator("a:visible, button:visible, input:visible").first.bounding_box()
        assert len(inner) == expected > 0
        assert min(each.box[0] for each in inner) >= 50
        assert any(abs(each.box[0] - first["x"]) < 1 and abs(each.box[1] - first["y"]) < 1 for each in inner)
        assert any(each.in_view for each in inner)
        assert [each.in_view for each in truth.targets if each.name == "Under"] == [False]


async def test_a_mark_stands_for_the_target_that_its_click_reaches(page):
    """The element, its label and what shares its click point stand for a target; a part of it or plain text does not."""
    await page.set_content(PAGE + "<button id=wide style='width: 300px; text-align: left'><i id=icon>i</i></button>")
    truth = await survey(page)
    index = {each.name: each.key for each in truth.targets}
    selectors = ["#save", "#face", "#agree", "#inner", "#list", "#upload", "#icon", "body", "p >> nth=0", "#nowhere"]
    marks = await by_locator({selector: page.locator(selector) for selector in selectors[:-1]})
    assert {mark.id: mark.answer for mark in marks} == {
        "#save": index["Save"],
        "#face": index["Agree"],
        "#agree": index["Agree"],
        "#inner": None,
        "#list": "tolerated",
        "#upload": "tolerated",
        "#icon": None,
        "body": None,
        "p >> nth=0": None,
    }


async def test_marks_that_are_attributes_are_found_in_every_frame_and_open_root(page):
    """An attribute's value names an element wherever it is; a value that no element has stands for nothing."""
    await page.set_content(
        """<iframe srcdoc="<button n=a1>In</button>"></iframe><div id=host></div>
        <script>host.attachShadow({ mode: 'open' }).innerHTML = '<button n=2>Root</button>'</script>"""
    )
    truth = await survey(page)
    named = {each.name: each.key for each in truth.targets}
    marks = await by_attribute(truth, "n", ["a1", "2", "3"])
    assert [mark.answer for mark in marks] == [named["In"], named["Root"], None]


async def test_a_survey_knows_the_nodes_of_the_one_before(page):
    """What a re-render replaced is new, what it kept is known."""
    await page.set_content("<button>Kept</button><p><button>Made anew</button></p>")
    await survey(page)
    await page.evaluate("document.querySelector('p').innerHTML = '<button>Made anew</button>'")
    assert [(each.name, each.known) for each in (await survey(page)).targets] == [("Kept", True), ("Made anew", False)]


def test_recall_counts_targets_and_spurious_counts_marks():
    """Two marks of one target find it once; disabled targets and tolerated marks count neither for nor against."""
    targets = [
        target(0),
        target(1, kind="listener"),
        target(2, disabled=True),
        Target(key=(0, 3), kind="link", tag="a", role="", name="far", box=(0, 9000, 1, 1), in_view=False),
    ]
    marks = [Mark("a", (0, 0)), Mark("b", (0, 0)), Mark("c", "tolerated"), Mark("d", None), Mark("e", (0, 3))]
    finding = found(targets, marks)
    assert finding.recall() == 0.5
    assert finding.recall(without="listener") == 1.0
    assert finding.recall(whole=True) == pytest.approx(2 / 3)
    assert finding.spurious_share == 0.2
    assert [each.key for each in finding.missed] == [(0, 1)]
    assert (finding.disabled, finding.disabled_found) == (1, 0)


def test_an_empty_page_has_no_recall():
    """Nothing to find is no figure, not a perfect one."""
    finding = found([], [])
    assert finding.recall() is None
    assert finding.spurious_share is None


def test_words_are_counted_as_often_as_they_are_in_view():
    """Case and punctuation do not matter, repetition does."""
    assert words_found(["Read", "more", "Read", "più"], '- a-1 "read MORE (più)"') == (3, ["read"])
    assert words_found(["Dear", "Ada"], r'(value="Dear\nAda")') == (2, [])


def test_ids_are_kept_where_the_same_looking_target_has_the_same_one():
    """An ID that is gone is lost, one that moved to another target is wrong, a target without one does not count."""
    before = [target(0, name="a"), target(1, name="b"), target(2, name="c"), target(3, name="d")]
    after = [target(5, name="b"), target(4, name="a"), target(6, name="c", known=True), target(7, name="d")]
    pairs = same_targets(before, after)
    assert [(one.name, other.name) for one, other in pairs] == [("a", "a"), ("b", "b"), ("c", "c"), ("d", "d")]
    old = [Mark("1", (0, 0)), Mark("2", (0, 1)), Mark("3", (0, 2))]
    new = [Mark("1", (0, 4)), Mark("2", (0, 6)), Mark("9", (0, 5))]
    assert ids_kept(pairs, old, new) == Kept(pairs=3, kept=1, replaced=2, wrong=1)


def test_targets_are_not_the_same_when_they_look_alike_elsewhere():
    """Two alike are paired by place; one that is nowhere near is not taken."""
    before = [target(0, name="row", box=(0, 0, 10, 10)), target(1, name="row", box=(0, 20, 10, 10))]
    after = [target(2, name="row", box=(0, 21, 10, 10)), target(3, name="row", box=(0, 400, 10, 10))]
    assert [(one.key[1], other.key[1]) for one, other in same_targets(before, after)] == [(1, 2)]


def test_only_ids_outside_of_quotes_are_marks():
    """Text of a page that looks like an ID or a reference marks nothing."""
    tree = '- button-0 "see a-1 and \\"a-2\\""\n  - *f1.input-3 (label="x-4")\n- text "a-5"\n- li'
    known = {"button-0", "a-1", "a-2", "f1.input-3", "x-4", "a-5"}
    assert marked_in_actwright(tree, known) == ["button-0", "f1.input-3"]
    snapshot = """- main [ref=e1]:
  - button "Say [ref=e9]" [ref=e2]
  - generic [ref=e3] [cursor=pointer]: Card
  - 'link "a: b" [ref=f1e4]':
    - /url: "#"
  - heading "h [cursor=pointer]" [level=1] [ref=e5]"""
    assert marked_in_playwright(snapshot) == ["e2", "e3", "f1e4"]


def test_the_ninetieth_percentile_is_one_of_the_numbers():
    """Nine of ten are not above it."""
    assert ninetieth(range(1, 11)) == 9
    assert ninetieth([5.0]) == 5.0
    assert ninetieth(range(1, 94)) == 84


def test_targets_are_judged_on_the_states_that_both_systems_have():
    """A bound that another system sets comes from the same pages; what nobody measured is not judged."""
    finding = found([target(0)], [Mark("a", (0, 0))])

    def one(state, system, tokens, **more):
        return Measured(state, "applications", system, tokens=tokens, text="x", finding=finding, **more)

    measured = [one("a", "actwright", 60), one("b", "actwright", 5_000), one("a", "browser-use", 100)]
    verdicts = {claim.figure: claim.row()[1:] for claim in report.claims(measured)}
    assert verdicts["tokens, median"] == ("<= 1 x theirs: 100", "60", "pass")
    assert verdicts["tokens, applications, median"] == ("<= 0.7 x theirs: 70", "60", "pass")
    assert verdicts["recall in view, median"] == (">= 0.990", "1.000", "pass")
    assert verdicts["10,000 rows: tokens"] == ("<= 6,000", "not measured", "")


def test_a_state_that_failed_is_in_the_report_with_its_reason(tmp_path):
    """Nothing is dropped in silence: the table counts it out, the list says why."""
    measured = [
        Measured("x/good", "saved", "actwright", tree_ms=(1.0,), tokens=3, text="abc"),
        Measured("x/bad", "saved", "actwright", problems=("tree: it took too long",)),
    ]
    said = StringIO()
    report.table(measured, Console(file=said, width=240))
    assert "x/bad · actwright: tree: it took too long" in said.getvalue()
    saved = report.save(measured, {"date": "today"}, tmp_path).read_text("utf-8")
    assert "it took too long" in saved
    assert (tmp_path / "texts" / "x_good.actwright.txt").read_text("utf-8") == "abc"
