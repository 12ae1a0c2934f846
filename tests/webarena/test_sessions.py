"""The browser of a task as it begins."""

import json

import pytest

from actwright import BrowserError, ConfigError
from actwright.testing import Site
from actwright.webarena import load_tasks

TASK = {"task_id": 7, "intent": "Look", "eval": {"eval_types": ["string_match"], "reference_answers": ["x"]}}


def loaded(folder, **fields):
    path = folder / "7.json"
    path.write_text(json.dumps({**TASK, **fields}))
    return load_tasks(path)[0]


async def test_a_start_that_cannot_be_opened_is_named(chromium, tmp_path, site):
    """Nothing stays open."""
    before = len(chromium.contexts)
    task = loaded(tmp_path, start_url=f"{site.url}/price |AND| http://127.0.0.1:9/")
    with pytest.raises(BrowserError, match=r"7.json: start_url: http://127.0.0.1:9/: .*ERR_"):
        async with task.open(chromium):
            pass
    assert len(chromium.contexts) == before


@pytest.mark.parametrize(
    ("state", "rule"),
    [
        (
            None,
            r"storage_state: .*ada.json cannot be read: No such file or directory; log in and save it there first",
        ),
        ("{", "storage_state: it is not valid JSON"),
        ('{"cookies": 7}', "no browser context: .*cookies"),
    ],
)
async def test_a_storage_state_that_cannot_be_used_is_named(chromium, tmp_path, state, rule):
    """When the task is opened: its rules can be loaded without it."""
    if state is not None:
        (tmp_path / "ada.json").write_text(state)
    (tmp_path / "tasks").mkdir()
    task = loaded(tmp_path / "tasks", storage_state="./ada.json")
    with pytest.raises(ConfigError, match=f"7.json: {rule}"):
        async with task.open(chromium):
            pass


async def test_without_a_start_there_is_one_empty_tab(chromium, tmp_path):
    async with loaded(tmp_path).open(chromium) as page:
        assert [each.url for each in page.context.pages] == ["about:blank"]


async def test_pictures_come_from_files_and_from_sites(chromium, tmp_path, site):
    """They are at hand once the task is open; one that cannot be had is named."""
    (tmp_path / "boat.jpg").write_bytes(Site.photo.read_bytes())
    task = loaded(tmp_path, image=["boat.jpg", f"{site.url}/static/kayak.jpg"])
    async with task.open(chromium):
        assert "images" in vars(task.public)
    first, second = task.public.images
    assert first == second
    assert first.data == Site.photo.read_bytes()
    for url, rule in (
        (f"{site.url}/none.jpg", "image: .*/none.jpg cannot be fetched: .*404"),
        (f"{site.url}/price", "images: picture 1: not a complete image"),
    ):
        with pytest.raises(ConfigError, match=rule):
            async with loaded(tmp_path, image=url).open(chromium):
                pass
