import pytest

from actwright.errors import ToolError
from actwright.tools.upload import Upload

INPUT = "<label>Photos <input type=file {extra}></label>"
BUTTON = "<input type=file style='display: none'><button onclick='this.previousSibling.click()'>Add photo</button>"


@pytest.fixture
def photos(tmp_path):
    paths = [tmp_path / "front.png", tmp_path / "back.png"]
    for path in paths:
        path.write_bytes(b"picture")
    return {"front": paths[0], "back": paths[1]}


async def test_upload_gives_files_to_an_input_and_reads_their_names_back(surface_on, page, photos):
    surface = await surface_on(INPUT.format(extra="multiple"), data=photos)
    done = await Upload(element_id="input-0", files=list(map(str, photos.values()))).run(surface)
    assert done.detail == 'input-0 "Photos" holds front.png, back.png'
    assert [(receipt.got, receipt.match) for receipt in done.receipts] == [("front.png", True), ("back.png", True)]
    assert await page.locator("input").evaluate("i => i.files[1].text()") == "picture"


async def test_upload_works_through_a_button_that_opens_a_file_chooser(surface_on, page, photos):
    surface = await surface_on(BUTTON, data=photos)
    done = await Upload(element_id="button-0", files=["{{front}}"]).run(surface)
    assert [receipt.reference for receipt in done.receipts] == ["front"]
    assert done.detail == 'button-0 "Add photo" holds front.png'
    assert await page.locator("input").evaluate("i => i.files.length") == 1


async def test_upload_says_what_the_field_holds_when_the_page_took_the_file_away(surface_on, photos):
    surface = await surface_on(INPUT.format(extra="onchange=\"this.value = ''\""), data=photos)
    done = await Upload(element_id="input-0", files=[str(photos["front"])]).run(surface)
    assert done.detail == 'gave front.png to input-0 "Photos"; the field now holds nothing'


@pytest.mark.parametrize(
    ("html", "element_id", "names", "message"),
    [
        (INPUT.format(extra=""), "input-0", ("front", "back"), "takes one file, not 2"),
        (BUTTON, "button-0", ("front", "back"), "takes one file, not 2"),
        ("<button>Save</button>", "button-0", ("front",), "opened no file chooser"),
    ],
)
async def test_upload_refuses_what_the_page_does_not_take(surface_on, photos, *, html, element_id, names, message):
    surface = await surface_on(html, data=photos, seconds=1.5)
    with pytest.raises(ToolError, match=message):
        await Upload(element_id=element_id, files=[str(photos[name]) for name in names]).run(surface)


async def test_upload_takes_no_file_that_the_task_did_not_name(surface_on, photos):
    surface = await surface_on(INPUT.format(extra=""), data=photos)
    with pytest.raises(ToolError, match="not a file of this task"):
        await Upload(element_id="input-0", files=["/etc/passwd"]).run(surface)
