"""Files that are no recordings, or were damaged: each is refused with what is wrong and where."""

import os

import pytest
from builders import action, reply
from recorded_shop import shop
from served_pages import ServedPages

from actwright import Agent, ConfigError
from actwright.engine.policies.replay import Replay
from actwright.recording import contents_of, read_recording, record, write_recording

pytestmark = pytest.mark.usefixtures("no_pictures")

GOOD = """version: 1
task: Buy
steps:
- page: /
  actions:
  - tool: click
    targets:
      element_id:
        role: button
        name: Buy
  - tool: expect
    parameters:
      text: [Thanks]
"""


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("version: 1", "version: 2"), "a recording of version 2, but only version 1 can be read; record it again"),
        (("version: 1\n", ""), "a recording of version None"),
        (("    targets:", "    target:"), "line 7: steps.0.actions.0.target: extra inputs are not permitted"),
        (("        role: button", "        rolle: button"), "line 9: .*rolle: extra inputs are not permitted"),
        (("        name: Buy", "        name: 7"), "line 10: .*name: input should be a valid string"),
        (("  - tool: click\n", "  -\n"), "line 7: steps.0.actions.0.tool: field required"),
        (("task: Buy", "task: Buy\ntask: Sell"), "line 3: task appears twice"),
        (("        name: Buy", "        name: Buy\n        name: Sell"), "line 11: name appears twice"),
        (("task: Buy", "task: [Buy"), "line 3: not valid YAML"),
        (("task: Buy", "\ttask: Buy"), "line 2: not valid YAML"),
        (
            ("task: Buy", "task: Buy\ncaptures: {order: no type}"),
            "captures.order: 'no type' must have exactly one type in it",
        ),
        (("text: [Thanks]", "text: !!python/object:os.system [Thanks]"), r"line 13: tags \(!\)"),
    ],
)
def test_what_is_wrong_and_where(tmp_path, change, says):
    assert read_recording(_written(tmp_path, GOOD)).task == "Buy"
    with pytest.raises(ConfigError, match=rf"x\.yaml.*{says}"):
        read_recording(_written(tmp_path, GOOD.replace(*change)))


def _written(folder, text):
    (folder / "x.yaml").write_text(text)
    return folder / "x.yaml"


def test_what_is_no_file_of_text(tmp_path):
    with pytest.raises(ConfigError, match="cannot be read: Is a directory"):
        read_recording(tmp_path)
    with pytest.raises(ConfigError, match="cannot be read: No such file"):
        read_recording(tmp_path / "gone.yaml")
    (tmp_path / "x.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="not text in UTF-8"):
        read_recording(tmp_path / "x.yaml")
    (tmp_path / "x.yaml").write_text("version: 1\n" + "#" * 5_000_000)
    with pytest.raises(ConfigError, match="more than 5,000,000 bytes"):
        read_recording(tmp_path / "x.yaml")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tmp_path):
    _written(tmp_path, GOOD).chmod(0)
    with pytest.raises(ConfigError, match="cannot be read: Permission denied"):
        read_recording(tmp_path / "x.yaml")


@pytest.mark.slow
async def test_a_recording_that_was_cut_off_does_nothing(bought, page, tmp_path):
    """Cut between two actions it is good YAML still; without its checks at the end nothing would prove what is done."""
    write_recording(record(bought), tmp_path / "buy.yaml")
    text = (tmp_path / "buy.yaml").read_text()
    (tmp_path / "buy.yaml").write_text(text[: text.index("  - tool: expect")])
    with ServedPages(shop()) as site:
        result = await Agent(policy=Replay(tmp_path / "buy.yaml"), out=None).run(
            "Buy the Kayak", url=site.url, page=page, data={"name": "Ada"}
        )
        assert not [path for path in site.asked if path.startswith("/order")]
    assert not result.complete
    assert "does not end with a check" in result.message


@pytest.mark.slow
async def test_an_action_that_does_not_exist_is_told(bought, page):
    recording = record(bought)
    first = recording.steps[0]
    wrong = first.actions[0].model_copy(update={"tool": "clik"})
    recording = recording.model_copy(
        update={"steps": (first.model_copy(update={"actions": (wrong,)}), *recording.steps[1:])}
    )
    with ServedPages(shop()) as site:
        result = await Agent(policy=Replay(recording), out=None).run(
            "Buy the Kayak", url=site.url, page=page, data={"name": "Ada"}
        )
    assert "'clik'" in result.message
    assert "click" in result.message


async def test_an_element_that_nothing_names_is_not_recorded(page):
    """Alone on its page it would be found again, and so would be any other button without a name."""
    from actwright.testing import ScriptedModel

    done = "document.body.innerHTML = '<p>It is done</p>'"
    with ServedPages({"/": f'<title>x</title><button onclick="{done}"></button>'}) as site:
        steps = [
            reply(
                action("click", element_id="button-0"),
                action("expect", text=["It is done"]),
                complete=True,
                message="m",
            )
        ]
        result = await Agent(ScriptedModel(steps), out=None).run("Press it", url=site.url, page=page)
    assert result.complete, result
    with pytest.raises(ConfigError, match="nothing names it: no label, no text, no row around it"):
        record(result)


def test_of_two_that_write_one_file_the_second_is_refused(tmp_path, monkeypatch):
    first = read_recording(_written(tmp_path, GOOD))
    passed = contents_of(tmp_path / "new.yaml")
    write_recording(first, tmp_path / "new.yaml", over=passed)
    with pytest.raises(ConfigError, match="was written by someone else in the meantime"):
        write_recording(first.model_copy(update={"task": "Sell"}), tmp_path / "new.yaml", over=passed)
    assert read_recording(tmp_path / "new.yaml").task == "Buy"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["new.yaml", "x.yaml"]


def test_an_error_does_not_repeat_a_long_name_whole(tmp_path):
    with pytest.raises(ConfigError, match=r"x…$") as refused:
        read_recording(_written(tmp_path, f"{GOOD}\n? {'x' * 100_000}\n: 1\n"))
    assert len(str(refused.value)) < 6_000


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom"])
def test_a_device_is_not_read_for_a_comparison(tmp_path, device):
    (tmp_path / "x.yaml").symlink_to(device)
    with pytest.raises(ConfigError, match="a pipe or a device"):
        contents_of(tmp_path / "x.yaml")


def test_an_interrupt_while_it_is_written_leaves_the_old_file(tmp_path, monkeypatch):
    old = _written(tmp_path, GOOD)

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("pathlib.Path.replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_recording(read_recording(old).model_copy(update={"task": "Sell"}), old)
    assert old.read_text() == GOOD
    assert [each.name for each in tmp_path.iterdir()] == ["x.yaml"]
