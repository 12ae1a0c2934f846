"""Pictures that come with a task: what callers may give, what the model gets, what is recorded and shown."""

import base64
import io
from pathlib import Path

import pytest
from builders import action, reply
from PIL import Image as Pillow
from playwright.async_api import expect

from actwright import Agent, ConfigError, Limits, PageOptions
from actwright.engine.records.run_folder import RunFolder, read_run
from actwright.engine.task_images import as_images
from actwright.schemas.page import Image
from actwright.testing import AnthropicServer, OpenAIChatServer, OpenAIResponsesServer, Site

SERVERS = {"anthropic": AnthropicServer, "openai-chat": OpenAIChatServer, "openai-responses": OpenAIResponsesServer}
GOING_ON = reply(action("fill", element_id="input-0", value="1"), message="Going on.")


def encoded(form, size=(40, 30), colour="teal", mode="RGB", **options):
    passed = io.BytesIO()
    Pillow.new(mode, size, colour).save(passed, form, **options)
    return passed.getvalue()


def sideways():
    exif = Pillow.Exif()
    exif[0x0112] = 6
    return encoded("JPEG", exif=exif)


@pytest.mark.parametrize(
    ("given", "media_type", "size", "kept"),
    [
        (encoded("PNG"), "image/png", (40, 30), True),
        (encoded("JPEG"), "image/jpeg", (40, 30), True),
        (encoded("WEBP"), "image/webp", (40, 30), True),
        (encoded("GIF"), "image/png", (40, 30), False),
        (encoded("PNG", size=(3136, 1000)), "image/png", (1568, 500), False),
        (encoded("PNG", mode="P", colour=3, size=(1600, 10)), "image/png", (1568, 10), False),
        (sideways(), "image/jpeg", (30, 40), False),
    ],
    ids=["png", "jpeg", "webp", "gif", "large", "large with a palette", "sideways"],
)
def test_a_picture_becomes_what_every_provider_takes(given, media_type, size, kept):
    """Bytes stay as they are where they can."""
    (image,) = as_images([given])
    assert (image.media_type, image.width, image.height, image.data == given) == (media_type, *size, kept)
    with Pillow.open(io.BytesIO(image.data)) as opened:
        assert opened.size == size


def test_files_and_images_are_given_alike(tmp_path):
    path = tmp_path / "one.png"
    path.write_bytes(encoded("PNG"))
    image = Image(data=encoded("PNG"), media_type="image/png", width=40, height=30)
    assert as_images([path, str(path), image]) == (image, image, image)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (["/nowhere/kayak.png"], "images: /nowhere/kayak.png: No such file or directory"),
        ([Path(__file__)], "test_task_images.py: not a complete image"),
        ([encoded("PNG"), b"no picture"], "images: picture 2: not a complete image"),
        ([encoded("PNG")[:60]], "images: picture 1: not a"),
        ("kayak.png", "write images="),
    ],
)
def test_what_is_no_picture_is_named(given, reason):
    with pytest.raises(ConfigError, match=reason):
        Agent(policy="rules").play("Find it", images=given)


def pictures(value):
    """The base64 data of all pictures in a body, in order."""
    if isinstance(value, list):
        return [found for each in value for found in pictures(each)]
    if isinstance(value, dict):
        if isinstance(data := value.get("data"), str):
            return [data]
        return [found for each in value.values() for found in pictures(each)]
    return [value.partition("base64,")[2]] if isinstance(value, str) and value.startswith("data:image/") else []


@pytest.mark.parametrize("wire", SERVERS)
async def test_the_model_gets_them_after_the_task_and_in_every_request(page, wire):
    """They stand before the history, so that a prompt cache keeps them; the screenshot comes last."""
    given = [Site.photo.read_bytes(), encoded("PNG")]
    sent = [base64.b64encode(data).decode() for data in given]
    await page.set_content("<label>Price <input></label>")
    with SERVERS[wire]([GOING_ON] * 2) as server:
        agent = Agent(f"{wire}:m@{server.url}", out=None, limits=Limits(steps=2))
        await agent.run("Find the boat of image 1", page=page, images=given)
        first, second = (request.body for request in server.received)
    for body in (first, second):
        found = pictures(body.get("input") or body["messages"])
        assert (found[:2], len(found)) == (sent, 3)
    said = [block.get("text", "picture") for block in (second.get("input") or second["messages"])[-1]["content"]]
    assert said[:5] == [
        "# Task\nFind the boat of image 1\n\nStarted at: about:blank\n\nInput image 1:",
        "picture",
        "Input image 2:",
        "picture",
        "# Steps so far\n",
    ]


async def test_they_are_recorded_once_and_shown_in_the_report(page, tmp_path):
    """Requests name the file that came with the task; the report shows it under the task."""
    given = [Site.photo, encoded("PNG"), encoded("PNG")]
    await page.set_content("<label>Price <input></label>")
    with OpenAIChatServer([GOING_ON]) as server:
        agent = Agent(
            f"openai-chat:m@{server.url}",
            out=tmp_path,
            limits=Limits(steps=1),
            page_options=PageOptions(screenshot="never"),
        )
        result = await agent.run("Find them", page=page, images=given)
    assert sorted(path.name for path in result.run_dir.glob("*.[pj][np]g")) == ["task-2.png", "task.jpg"]
    assert read_run(result.run_dir).task == result.task

    await page.set_viewport_size({"width": 1000, "height": 700})
    await page.goto((result.run_dir / "report.html").as_uri())
    shown = page.locator(".given img")
    await expect(shown).to_have_count(3)
    sizes = await shown.evaluate_all("all => all.map((one) => one.naturalWidth)")
    assert sizes == [result.task.images[0].width, 40, 40]
    assert await page.locator(".part.picture img").count() == 0
    assert await page.locator(".part.picture a").all_text_contents() == [
        "input image 1",
        "input image 2",
        "input image 2",
    ]

    (result.run_dir / "task.jpg").unlink()
    recorded = RunFolder.read(result.run_dir)
    assert [note for note in recorded.notes if "task.jpg" in note] == [
        "the picture task.jpg cannot be read: No such file or directory"
    ]
    assert [len(image.data) > 0 for image in recorded.task.images] == [False, True, True]
