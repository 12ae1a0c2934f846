"""Rows that are done as earlier ones were: by Playwright's own locators where nothing differs, looked at closer where something does."""

import pytest
from order_site import OrderSite
from played_jobs import played

from actwright.jobs.fast_replay import FastReplay
from actwright.jobs.shared_recording import common, without_numbers
from actwright.schemas.recording import RecordedAction, RecordedStep, RecordedTarget, Recording

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_browser")]

ROWS = [{"Id": f"K-{number}", "Name": f"Ada {number}"} for number in range(1, 7)]


async def test_two_rows_are_learned_from_and_the_others_are_done_as_they_were(site, tmp_path):
    """With receipts and the words of the site; what the site refuses or does not answer is told as from any other row."""
    site.refused, site.lost = {"K-4"}, {"K-5"}
    found = await played(site, tmp_path, ROWS, private="Name")
    assert [(str(each.state), each.policy) for each in found] == [
        ("done", "rules"),
        ("done", "rules"),
        ("done", "replay"),
        ("refused", "replay"),
        ("unknown", "replay"),
        ("done", "replay"),
    ]
    assert site.posts == ROWS
    assert [(each.field, each.wanted, each.got, each.match) for each in found[2].receipts] == [
        ('input "Id"', "K-3", "K-3", True),
        ('input "Name"', "{{Name}}", "{{Name}}", True),
    ]
    assert found[2].confirmation.endswith("of K-3 was received.")
    assert "The name is invalid." in found[3].detail
    assert found[4].reason == "no_answer"


async def test_a_form_that_is_not_as_it_was_is_looked_at_closer(site, tmp_path):
    """Before the press only. From the third row on the page changes what was entered, and nothing is sent."""
    opened = []

    def change():
        opened.append(1)
        if len(opened) > 2:
            site.script = "<script>document.querySelector('[name=Name]').oninput = () => setInterval(() => { document.querySelector('[name=Id]').value = 'other' }, 5)</script>"

    site.opened = change
    found = await played(site, tmp_path, ROWS[:3])
    assert [str(each.state) for each in found] == ["done", "done", "invalid"]
    assert found[2].reason in {"invalid_data", "not_as_wanted"}  # whether it is seen before or at the press
    assert ("'Id'" in found[2].detail, site.keys) == (True, ["K-1", "K-2"])


async def test_a_form_that_sends_elsewhere_gets_nothing(site, tmp_path):
    """From the third row on it sends to another site, which receives nothing."""
    with OrderSite() as other:
        opened = []

        def change():
            opened.append(1)
            if len(opened) > 2:
                site.script = f"<script>document.forms[0].action = '{other.url}/order'</script>"

        site.opened = change
        found = await played(site, tmp_path, ROWS[:3], retries=0)
        assert ([str(each.state) for each in found], other.posts, len(site.posts)) == (
            ["done", "done", "invalid"],
            [],
            2,
        )
        assert "does not go to the site of the job" in found[2].detail


def recording(*checks, last="click"):
    button = RecordedTarget(role="button", name="Send", tag="button")
    field = RecordedTarget(role="textbox", name="Id", tag="input", field="id")
    acts = (
        RecordedAction(tool="fill", targets={"element_id": field}, parameters={"value": "{{Id}}"}),
        RecordedAction(tool=last, targets={"element_id": button}),
    )
    proofs = tuple(RecordedAction(tool="expect", parameters={"text": [text]}) for text in checks)
    return Recording(task="x", steps=(RecordedStep(page="/", actions=acts), RecordedStep(page="/done", actions=proofs)))


def test_what_proves_one_row_alone_is_not_learned():
    """Numbers that the site gave, and what only one of two rows showed; without any check that is left, nothing is learned."""
    both = common(recording("Thank you", "By Maria"), recording("Thank you", "By Bert"))
    assert both.steps[-1].actions == recording("Thank you").steps[-1].actions
    assert (
        without_numbers(recording("Thank you, {{Line 2}}", "JobOptions 7")).steps[-1].actions
        == recording("Thank you, {{Line 2}}").steps[-1].actions
    )
    assert without_numbers(recording("JobOptions 7")) is None
    assert common(recording("A"), recording("B")) is None


def test_only_a_plain_form_has_a_drill():
    assert FastReplay.of(recording("Thank you")) is not None
    assert FastReplay.of(recording("Thank you", last="double_click")) is None
