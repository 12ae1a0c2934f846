import pytest
from builders import click, fill, propose
from pydantic import ValidationError

from actwright.engine.act import act
from actwright.errors import ReplyError
from actwright.schemas.step import Effect
from actwright.tools.function import tool
from actwright.tools.surface import Surface
from actwright.tools.toolbox import Toolbox, builtin_tools

TOOLBOX = Toolbox(builtin_tools())


def text(*expected):
    return ("expect", {"text": list(expected)})


def statuses(outcomes):
    return [outcome.status for outcome in outcomes]


FORM = """
<form onsubmit="event.preventDefault(); document.title = 'sent ' + price.value; said.textContent = 'Saved'">
  <label>Price <input name=price></label><label>City <input name=city></label><button>Save</button>
  <button type=button onclick="document.title = 'preview'">Preview</button>
</form><p id=said></p>"""


async def test_a_batch_is_done_in_order_with_receipts(surface_on, page):
    surface = await surface_on(FORM, data={"price": "50"})
    outcomes = await act(propose(fill("input-0", "{{price}}"), click("button-0"), text("Saved")), TOOLBOX, surface)
    assert statuses(outcomes) == ["done", "done", "done"]
    assert await page.title() == "sent 50"
    receipt = outcomes[0].receipts[0]
    assert (receipt.field, receipt.wanted, receipt.got, receipt.match, receipt.reference) == (
        'input-0 "Price"',
        "50",
        "50",
        True,
        "price",
    )
    assert outcomes[2].evidence[0].passed


async def test_what_a_field_holds_before_the_submit_is_no_proof_of_it(surface_on):
    """What held just before the last action that may submit is not brought about by it, though the batch did."""
    surface = await surface_on(FORM)
    holds = ("expect_value", {"element_id": "input-0", "value": "50"})
    calls = (fill("input-0", "50"), holds, click("button-0"), holds, text("Saved", "no such text"))
    outcomes = await act(propose(*calls, complete=True), TOOLBOX, surface)
    assert statuses(outcomes) == ["done"] * 5
    assert [[each.passed_before for each in outcome.evidence] for outcome in outcomes] == [
        [],
        [True],
        [],
        [True],
        [False],
    ]


async def test_what_a_field_holds_is_proof_where_nothing_is_submitted(surface_on):
    surface = await surface_on(FORM)
    holds = ("expect_value", {"element_id": "input-0", "value": "50"})
    outcomes = await act(propose(fill("input-0", "50"), holds, complete=True), TOOLBOX, surface)
    assert [each.passed_before for each in outcomes[1].evidence] == [False]


async def test_evidence_knows_whether_it_held_before(surface_on):
    surface = await surface_on(FORM)
    proposal = propose(click("button-0"), text("Saved"), text("Price"), complete=True)
    outcomes = await act(proposal, TOOLBOX, surface)
    assert [outcome.evidence[0].passed_before for outcome in outcomes[1:]] == [False, True]


async def test_a_submit_button_is_an_effect_and_another_is_an_edit(surface_on):
    surface = await surface_on(FORM)
    outcomes = await act(propose(click("button-1"), click("button-0")), TOOLBOX, surface)
    assert [outcome.effect for outcome in outcomes] == [Effect.EDIT, Effect.EFFECT]


async def test_an_effect_is_journalled_before_it_is_dispatched(surface_on, page):
    written = []
    surface = await surface_on(FORM, journal=lambda action, *_: written.append((action.tool, page.url)))
    await act(propose(fill("input-0", "5"), click("button-0")), TOOLBOX, surface)
    assert written == [("click", "about:blank")]


async def test_a_journal_that_cannot_be_written_stops_the_action(surface_on, page):
    def full(*_):
        raise OSError("disk full")

    surface = await surface_on(FORM, journal=full)
    with pytest.raises(OSError, match="disk full"):
        await act(propose(click("button-0")), TOOLBOX, surface)
    assert await page.title() == ""


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        (("fly", {}), "there is no tool 'fly'"),
        (
            ("click", {"element": "button-0"}),
            r"click: element_id: Field required \(and 1 more\); its parameters are: element_id",
        ),
        (("click", {}), "element_id: Field required"),
        (("click", {"element_id": 7}), "element_id: Input should be a valid string"),
        (click("button-9"), "there is no element 'button-9' on the page; closest are button-"),
        (click("1e1"), "there is no element '1e1'"),
        (click("-1"), "there is no element '-1'"),
        (click("true"), "there is no element 'true'"),
        (("fill", {"element_id": "input-0", "value": "{{nobody}}"}), r"fill: there is no value \{\{nobody\}\}"),
        (text("{{nobody}}"), r"there is no value \{\{nobody\}\}; the values are: none"),
    ],
)
async def test_one_unknown_thing_and_nothing_of_the_reply_acts(surface_on, page, call, problem):
    surface = await surface_on(FORM)
    with pytest.raises(ReplyError, match=problem):
        await act(propose(fill("input-0", "5"), call), TOOLBOX, surface)
    assert await page.input_value("[name=price]") == ""


async def test_a_secret_in_an_ordinary_parameter_is_refused(surface_on):
    surface = await surface_on(FORM, secrets={"pin": "1234"})
    with pytest.raises(ReplyError, match="is secret"):
        await act(propose(text("{{pin}}")), TOOLBOX, surface)


async def test_a_failure_stops_the_batch_and_the_rest_is_skipped_with_the_reason(surface_on, page):
    surface = await surface_on("<button disabled>No</button><input aria-label=City>")
    outcomes = await act(propose(click("button-0"), fill("input-0", "Oslo"), text("Oslo")), TOOLBOX, surface)
    assert statuses(outcomes) == ["failed", "skipped", "skipped"]
    assert 'button-0 "No" is disabled' in outcomes[0].detail
    assert outcomes[1].detail == "not tried, because action 1 failed"
    assert await page.input_value("input") == ""


async def test_a_navigation_stops_acting_but_not_looking(surface_on, page):
    await page.route("http://next.test/", lambda route: route.fulfill(content_type="text/html", body="Welcome"))
    surface = await surface_on("<a href='http://next.test/'>Go</a><input aria-label=City>")
    outcomes = await act(propose(click("a-0"), text("Welcome")), TOOLBOX, surface)
    assert statuses(outcomes) == ["done", "done"]
    await page.go_back()
    await page.set_content("<a href='http://next.test/'>Go</a><input aria-label=City>")
    await surface.observe()
    link, field = (element.id for element in (await surface.look()).elements)
    outcomes = await act(propose(click(link), fill(field, "Oslo"), text("Welcome")), TOOLBOX, surface)
    assert statuses(outcomes) == ["done", "skipped", "skipped"]
    assert outcomes[1].detail == "not tried, because the page went to http://next.test/"


async def test_a_removed_element_is_refused_at_once_and_says_what_is_there(surface_on, page):
    surface = await surface_on("<button id=old>Delete</button><button>Keep</button>")
    await page.evaluate("document.getElementById('old').remove()")
    outcomes = await act(propose(click("button-0")), TOOLBOX, surface)
    assert outcomes[0].status == "failed"
    assert outcomes[0].detail.startswith('button-0 "Delete" is no longer on the page')


async def test_an_element_that_changed_its_name_is_refused_with_both_names(surface_on, page):
    surface = await surface_on("<button onclick='document.title = 1'>Preview order</button>")
    await page.evaluate("document.querySelector('button').textContent = 'Confirm purchase'")
    outcomes = await act(propose(click("button-0")), TOOLBOX, surface)
    assert outcomes[0].status == "failed"
    assert 'it was button "Preview order", now it is button "Confirm purchase"' in outcomes[0].detail
    assert await page.title() == ""


async def test_a_covered_element_is_refused_and_the_cover_named(surface_on):
    surface = await surface_on(
        "<button>Buy</button><div role=dialog aria-label=Cookies style='position:fixed;inset:0;background:#fff'></div>"
    )
    outcomes = await act(propose(click("button-0")), TOOLBOX, surface)
    assert outcomes[0].status == "failed"
    assert "covered by" in outcomes[0].detail
    assert "Cookies" in outcomes[0].detail


async def test_a_confirm_dialog_waits_for_the_model(surface_on, page):
    surface = await surface_on("<button onclick=\"document.title = confirm('Delete it?')\">Delete</button>")
    outcomes = await act(propose(click("button-0"), text("x")), TOOLBOX, surface)
    assert statuses(outcomes) == ["done", "skipped"]
    assert 'a confirm dialog opened: "Delete it?"' in outcomes[0].detail
    seen = await surface.observe()
    assert seen.dialog.message == "Delete it?"
    answered = await act(propose(("answer_dialog", {"accept": False})), TOOLBOX, surface)
    assert statuses(answered) == ["done"]
    assert await page.title() == "false"


async def test_looking_and_waiting_are_refused_while_a_dialog_is_open(surface_on):
    surface = await surface_on("<button onclick=\"confirm('Delete it?')\">Delete</button>")
    await act(propose(click("button-0")), TOOLBOX, surface)
    for call in (text("Delete"), ("wait", {"seconds": 1.0})):
        (outcome,) = await act(propose(call), TOOLBOX, surface)
        assert (outcome.status, outcome.evidence) == ("failed", ())
        assert 'the page waits for an answer to the dialog "Delete it?"; use answer_dialog' in outcome.detail


async def test_alerts_are_accepted_and_reported(surface_on):
    surface = await surface_on("<button onclick=\"alert('Saved'); alert('Saved')\">Save</button>")
    await act(propose(click("button-0")), TOOLBOX, surface)
    seen = await surface.observe()
    assert 'the page showed an alert "Saved", which was accepted (2 times)' in seen.notes


async def test_a_new_tab_comes_to_the_front(surface_on, page):
    await page.route("**/*", lambda route: route.fulfill(content_type="text/html", body="<h1>Terms</h1>"))
    await page.context.route("**/*", lambda route: route.fulfill(content_type="text/html", body="<h1>Terms</h1>"))
    surface = await surface_on("<a target=_blank href='http://terms.test/'>Terms</a>")
    outcomes = await act(propose(click("a-0"), text("Terms")), TOOLBOX, surface)
    assert statuses(outcomes) == ["done", "done"]
    seen = await surface.observe()
    assert [(tab.id, tab.active) for tab in seen.tabs] == [("tab-1", False), ("tab-2", True)]
    assert "Terms" in seen.tree
    assert statuses(await act(propose(("close_tab", {"tab_id": "tab-2"})), TOOLBOX, surface)) == ["done"]
    assert (await surface.observe()).tabs[0].active


async def test_a_request_that_gets_no_answer_leaves_the_outcome_unknown(surface_on, page):
    await page.route("http://shop.test/buy", lambda route: route.abort("connectionreset"))
    surface = await surface_on("<form method=post action='http://shop.test/buy'><button>Buy</button></form>")
    outcomes = await act(propose(click("button-0"), text("Thanks")), TOOLBOX, surface)
    assert statuses(outcomes) == ["unknown", "skipped"]
    assert "it may have taken effect: look before you repeat it" in outcomes[0].detail


@pytest.mark.slow
async def test_a_click_that_is_still_being_handled_when_the_page_hangs_is_unknown(surface_on):
    """The click was dispatched, then the main thread never came back."""
    surface = await surface_on("<form><button onclick='while (true);'>Buy</button></form>")
    outcomes = await act(propose(click("button-0")), TOOLBOX, surface)
    assert statuses(outcomes) == ["unknown"]
    seen = await surface.observe()
    assert seen.notes == ("the page does not answer",)


async def test_a_secret_goes_into_a_field_of_its_origin_and_nowhere_else(surface_on, page):
    await page.route(
        "http://shop.test/", lambda route: route.fulfill(content_type="text/html", body="<input aria-label=Code>")
    )
    surface = await surface_on(url="http://shop.test/", secrets={"code": "s3cr3t-77"}, fields=("Code",))
    outcomes = await act(propose(fill("input-0", "{{code}}")), TOOLBOX, surface)
    assert statuses(outcomes) == ["done"]
    assert await page.input_value("input") == "s3cr3t-77"
    seen = await surface.observe()
    for text_ in (seen.model_dump_json(exclude={"screenshot"}), *(each.model_dump_json() for each in outcomes)):
        assert "s3cr3t-77" not in text_
    assert outcomes[0].receipts[0].got == "{{code}}"


async def test_a_secret_is_not_typed_on_another_origin(surface_on, page):
    await page.route("http://evil.test/", lambda route: route.fulfill(content_type="text/html", body="<input>"))
    await page.route("http://shop.test/", lambda route: route.fulfill(content_type="text/html", body="<p>shop"))
    surface = await surface_on(url="http://shop.test/", secrets={"code": "s3cr3t-77"}, fields=("Code",))
    await page.goto("http://evil.test/")
    await surface.observe()
    outcomes = await act(propose(fill("input-0", "{{code}}")), TOOLBOX, surface)
    assert statuses(outcomes) == ["failed"]
    assert "bound to http://shop.test; this field is on http://evil.test" in outcomes[0].detail
    assert await page.input_value("input") == ""


async def test_a_tool_of_the_callers_own_works_like_any_other(surface_on):
    @tool(effect="read")
    async def shout(surface: Surface, word: str) -> str:
        """Say it loudly."""
        return f"{word.upper()} on {surface.page.url}"

    surface = await surface_on("<p>x", data={"who": "ada"})
    outcomes = await act(propose(("shout", {"word": "{{who}}"})), Toolbox([shout]), surface)
    assert (outcomes[0].status, outcomes[0].detail) == ("done", "ADA on about:blank")


async def test_private_values_in_what_a_custom_tool_reports_are_masked(surface_on):
    @tool(effect="read")
    async def owner(surface: Surface) -> str:
        """Say who owns it."""
        return "its owner is ada@lovelace.test"

    surface = await surface_on("<p>x", private={"owner": "ada@lovelace.test"})
    (outcome,) = await act(propose(("owner", {})), Toolbox([owner]), surface)
    assert outcome.detail == "its owner is {{owner}}"


async def test_an_action_is_given_up_at_the_deadline_of_the_run(surface_on):
    surface = await surface_on(FORM)
    left = iter([1.0, 0.2])
    surface.clock.seconds_left = lambda: next(left, 0.0)
    outcomes = await act(propose(("wait", {"seconds": 10}), fill("input-0", "5")), TOOLBOX, surface)
    assert statuses(outcomes) == ["failed", "skipped"]
    assert outcomes[0].detail == "gave up after 0.2 s"
    assert outcomes[1].detail == "not tried, because the time of the run is up"


@pytest.mark.parametrize("count", [51, 10_000])
def test_a_reply_with_too_many_actions_is_no_proposal(count):
    with pytest.raises(ValidationError, match="at most 50 items"):
        propose(*[click("button-0")] * count)


async def test_a_modal_that_opens_stops_the_batch(surface_on, page):
    surface = await surface_on(
        "<button onclick='d.showModal()'>Details</button><input aria-label=City><dialog id=d aria-label=Terms>Read</dialog>"
    )
    outcomes = await act(propose(click("button-0"), fill("input-0", "Oslo"), text("Read")), TOOLBOX, surface)
    assert statuses(outcomes) == ["done", "skipped", "skipped"]
    assert outcomes[1].detail == 'not tried, because "dialog: Terms" opened in the page'
    assert await page.input_value("input") == ""


async def test_looking_goes_on_when_a_modal_opens(surface_on):
    surface = await surface_on("<button onclick='d.showModal()'>Pay</button><dialog id=d aria-label=Done>Paid</dialog>")
    assert statuses(await act(propose(click("button-0"), text("Paid")), TOOLBOX, surface)) == ["done", "done"]


async def test_going_back_twice_is_one_batch(surface_on, page):
    """It needs nothing of the page between; what else stands there is skipped."""
    for name in "abc":
        await page.goto(f"data:text/html,<title>{name}</title><button>{name}</button>")
    surface = await surface_on()
    back = ("go_back", {})
    outcomes = await act(propose(back, back, click("button-0")), TOOLBOX, surface)
    assert statuses(outcomes) == ["done", "done", "skipped"]
    assert await page.title() == "a"
