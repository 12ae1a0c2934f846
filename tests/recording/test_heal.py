"""A healed run proposes a patch: targets and steps change, values and what proves the run do not; a person or `apply` puts it in."""

import subprocess

import pytest
from builders import action, reply
from recorded_shop import shop
from served_pages import ServedPages

from actwright import Agent, ConfigError
from actwright.engine.policies.auto import Auto
from actwright.engine.records.run_folder import read_run
from actwright.recording import heal, heal_file, patch_path, read_recording, record, write_recording
from actwright.schemas.recording import RecordedAction, RecordedStep
from actwright.testing import ScriptedModel

pytestmark = pytest.mark.slow

BUY = action("click", element_id="button-1")
FILL = action("fill", element_id="input-0", value="{{name}}")
SEND = action("click", element_id="button-3")


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr("actwright.engine.policies.replay.policy.PATIENCE", 0.3)


def git(*arguments, at):
    subprocess.run(["git", *arguments], cwd=at, check=True)


async def healed(recording, page, changed, *replies, out=None, data=None):
    with ServedPages(changed) as other:
        agent = Agent(ScriptedModel(replies), policy=Auto(recording), out=out)
        return await agent.run("Buy the Kayak", url=other.url, page=page, data=data or {"name": "Ada Lovelace"})


async def test_a_renamed_button_becomes_a_patch_of_its_name_alone(bought, page, tmp_path):
    recording = record(bought)
    result = await healed(
        recording, page, shop(buy="Purchase"), reply(BUY), reply(FILL, SEND, complete=True), out=tmp_path
    )
    patch = heal(result, recording)
    assert (patch.refused, patch.review) == ("", "")
    (change,) = patch.changes
    assert (change.kind, change.differs) == ("target", {"name": ("Buy", "Purchase")})
    assert 0.5 < change.score < 1
    assert change.runner_up < change.score
    assert [each.tool for each in patch.recording.actions] == [each.tool for each in recording.actions]
    assert [each.parameters for each in patch.recording.actions] == [each.parameters for each in recording.actions]
    assert patch.recording.actions[0].targets["element_id"].name == "Purchase"
    assert patch.recording.actions[1:] == recording.actions[1:]
    assert heal(read_run(result.run_dir), recording) == patch


async def test_the_healed_recording_is_replayed_on_the_page_that_changed(bought, page):
    recording = record(bought)
    result = await healed(recording, page, shop(buy="Purchase"), reply(BUY), reply(FILL, SEND, complete=True))
    again = await healed(heal(result, recording).recording, page, shop(buy="Purchase"), data={"name": "Grace Hopper"})
    assert (again.complete, again.healed) == (True, False), again
    assert heal(again, recording).changes == ()


async def test_a_step_that_is_new_is_added(bought, page):
    """A banner has to be answered before the list shows."""
    banner = "<button onclick=\"document.querySelector('table').hidden = false; this.remove()\">Accept all</button>"
    changed = shop(extra=banner)
    changed["/"] = changed["/"].replace("<table>", "<table hidden>")
    recording = record(bought)
    accept = action("click", element_id="button-0")
    # The IDs of the list come after that of the banner's button.
    result = await healed(
        recording, page, changed, reply(accept), reply(action("click", element_id="button-2")),
        reply(FILL, action("click", element_id="button-4"), complete=True),
    )  # fmt: skip
    assert result.healed, result
    patch = heal(result, recording)
    assert [(each.kind, str(each)) for each in patch.changes] == [
        ("added", 'click on button "Accept all" under "" is added')
    ] or [each.kind for each in patch.changes] == ["added"]
    assert [each.tool for each in patch.recording.actions] == ["click", *(each.tool for each in recording.actions)]
    again = await healed(patch.recording, page, changed)
    assert (again.complete, again.healed) == (True, False), again


async def test_another_value_is_never_a_patch(bought, page):
    recording = record(bought)
    other = action("fill", element_id="input-0", value="Somebody else")
    result = await healed(recording, page, shop(buy="Purchase"), reply(BUY), reply(other, SEND, complete=True))
    assert result.healed
    patch = heal(result, recording)
    assert patch.changes == ()
    assert 'was given value="Somebody else" instead of value="{{name}}"' in patch.refused


async def test_a_step_that_enters_one_value_less_is_for_a_person_to_apply(bought, page, tmp_path):
    """The form no longer asks for the name."""
    recording = record(bought)
    changed = shop(buy="Purchase")
    form = changed["/order/Kayak"]
    changed["/order/Kayak"] = lambda request: form(request).replace("<input name=customer>", "<input value=Ada hidden>")
    write_recording(recording, tmp_path / "buy.yaml")
    before = (tmp_path / "buy.yaml").read_bytes()
    result = await healed(recording, page, changed, reply(BUY), reply(SEND, complete=True))
    assert result.healed, result
    healing = heal_file(result, tmp_path / "buy.yaml", "apply")
    assert not healing.applied
    assert "no longer enters what was recorded" in str(healing)
    assert (tmp_path / "buy.yaml").read_bytes() == before
    assert "Look at it first" in patch_path(tmp_path / "buy.yaml").read_text()


async def test_what_is_proven_on_the_way_must_have_been_seen(bought, page):
    recording = record(bought)
    (first, *rest) = recording.steps
    check = RecordedAction(tool="expect", parameters={"text": ["In stock"]})
    recording = recording.model_copy(update={"steps": (RecordedStep(page="/", actions=(*first.actions, check)), *rest)})
    result = await healed(recording, page, shop(buy="Purchase"), reply(BUY), reply(FILL, SEND, complete=True))
    assert "did not hold in this run" in heal(result, recording).refused
    shown = shop(buy="Purchase")
    form = shown["/order/Kayak"]
    shown["/order/Kayak"] = lambda request: "<p>In stock</p>" + form(request)
    result = await healed(recording, page, shown, reply(BUY), reply(FILL, SEND, complete=True))
    patch = heal(result, recording)
    assert not patch.refused
    assert [each.tool for each in patch.recording.actions] == [each.tool for each in recording.actions]


async def test_a_run_that_is_not_complete_heals_nothing(bought, page):
    recording = record(bought)
    give_up = reply(action("fail", reason="nothing to buy", kind="not_found"))
    result = await healed(recording, page, shop(buy="Purchase"), give_up)
    assert heal(result, recording).refused == "the run ended as failed"


async def test_another_recording_than_the_one_that_was_followed_is_refused(bought, page):
    recording = record(bought)
    result = await healed(
        recording,
        page,
        shop(label="Your full name", order="Send"),
        reply(action("click", element_id="button-3"), complete=True),
    )
    other = recording.model_copy(update={"steps": recording.steps[1:]})
    assert "followed another recording" in heal(result, other).refused


class TestFile:
    """The patch as a file: what a reviewer reads, and git applies."""

    @pytest.fixture
    async def result(self, bought, page):
        return await healed(record(bought), page, shop(buy="Purchase"), reply(BUY), reply(FILL, SEND, complete=True))

    @pytest.fixture
    def path(self, bought, tmp_path):
        (tmp_path / "flows").mkdir()
        write_recording(record(bought), tmp_path / "flows" / "buy.actwright.yaml")
        return tmp_path / "flows" / "buy.actwright.yaml"

    async def test_git_applies_what_is_suggested(self, result, path):
        """In the repository's root and in the folder of the file alike, and also where the file has comments of its own."""
        text = path.read_text().replace("steps:\n", "# What a person wrote.\nsteps:\n")
        path.write_text(text)
        healing = heal_file(result, path)
        assert healing.suggested == path.with_name("buy.actwright.patch")
        assert not healing.applied
        assert path.read_text() == text
        patch = healing.suggested.read_text()
        assert 'name "Buy" is now "Purchase"' in patch
        assert [line for line in patch.splitlines() if line[:1] in {"-", "+"} and line[:3] not in {"---", "+++"}] == [
            "-        name: Buy", "+        name: Purchase",
        ]  # fmt: skip
        git("init", "-q", "..", at=path.parent)
        git("apply", healing.suggested.name, at=path.parent)
        assert path.read_text() == text.replace("name: Buy", "name: Purchase")
        assert read_recording(path) == healing.patch.recording

    async def test_applied_at_once_it_keeps_comments_and_leaves_nothing_beside(self, result, path):
        text = path.read_text().replace("steps:\n", "# What a person wrote.\nsteps:\n")
        path.write_text(text)
        healing = heal_file(result, path, "apply")
        assert healing.applied
        assert path.read_text() == text.replace("name: Buy", "name: Purchase")
        assert [each.name for each in path.parent.iterdir()] == [path.name]

    async def test_off_writes_nothing(self, result, path):
        healing = heal_file(result, path, "off")
        assert healing.patch.changes
        assert [each.name for each in path.parent.iterdir()] == [path.name]

    async def test_a_file_that_was_changed_meanwhile_is_left_alone(self, result, path):
        was = path.read_bytes()
        path.write_bytes(was + b"# edited\n")
        with pytest.raises(ConfigError, match="was changed during the run"):
            heal_file(result, path, "apply", was=was)
        assert path.read_bytes() == was + b"# edited\n"
