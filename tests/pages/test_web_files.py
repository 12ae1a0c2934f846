"""Files: inputs, buttons, and places where they are dropped."""

import pytest
from inline_snapshot import snapshot


@pytest.fixture
def files(tmp_path):
    """Two files of a task, by name."""
    for name in ("front.png", "list.csv"):
        (tmp_path / name).write_bytes(b"data")
    return {"photo": str(tmp_path / "front.png"), "list": str(tmp_path / "list.csv")}


DROP = """
<style>#zone {width:300px;height:120px;border:2px dashed}</style>
<div id=zone>Drop photos here<p id=out></p></div>
<script>
for (const type of ['dragenter', 'dragover', 'dragleave']) zone.addEventListener(type, (event) => event.preventDefault());
zone.addEventListener('drop', async (event) => { event.preventDefault();
  for (const file of event.dataTransfer.files) { out.textContent += file.name; log.push(`${file.name} ${file.type} ${await file.text()}`); } });
</script>"""


async def test_a_place_that_takes_dropped_files(visit, files):
    """A zone without any input gets the files by a drop, which the page sees with their contents."""
    page = await visit(DROP, data=files)
    assert await page.tree() == snapshot('- div-0 "Drop photos here"')
    assert await page.do("upload", element_id="div-0", files=["{{photo}}", "{{list}}"]) == snapshot(
        'done: dropped front.png, list.csv on div-0 "Drop photos here", which took it'
    )
    assert await page.said() == snapshot(["front.png image/png data", "list.csv text/csv data"])
    assert await page.tree() == snapshot("""\
- div-0 "Drop photos here"
  - p "front.pnglist.csv"\
""")


async def test_a_zone_with_a_hidden_input(visit, files):
    """The input inside takes the files, whatever else the zone does."""
    page = await visit(
        DROP.replace(
            "Drop photos here",
            "Drop photos here <input type=file hidden accept='image/*' onchange='log.push(this.files[0].name)'>",
        ),
        data=files,
    )
    assert await page.tree() == snapshot("""\
- div-0 "Drop photos here"
  - input-0 (type=file accept="image/*" hidden)\
""")
    assert await page.do("upload", element_id="div-0", files=["{{photo}}"]) == snapshot(
        'done: div-0 "Drop photos here" holds front.png'
    )
    assert await page.said() == ["front.png"]
    (receipt,) = page.outcomes[0].receipts
    assert (receipt.got, receipt.match, receipt.reference) == ("front.png", True, "photo")


async def test_a_zone_that_opens_a_file_chooser(visit, files):
    """A click on a zone that has its input elsewhere opens the chooser, and nothing is dropped."""
    page = await visit(
        DROP + "<input id=far type=file hidden onchange='log.push(this.files[0].name)'>"
        "<script>zone.onclick = () => far.click()</script>",
        data=files,
    )
    await page.see()
    assert await page.do("upload", element_id="div-0", files=["{{photo}}"]) == snapshot(
        'done: div-0 "Drop photos here" holds front.png'
    )
    assert await page.said() == ["front.png"]


async def test_a_file_of_another_kind_is_refused(visit, files):
    """What `accept` does not name is not given, to an input or through a chooser, and what is taken is said."""
    page = await visit(
        """
        <label>Photo <input type=file accept="image/*, .PDF" onchange="log.push('photo')"></label>
        <input id=far type=file accept=.png hidden onchange="log.push('button')"><button onclick="far.click()">Add</button>
        <label>Any <input type=file onchange="log.push('any')"></label>""",
        data=files,
    )
    assert await page.tree() == snapshot("""\
- input-0 (type=file label="Photo" accept="image/*, .PDF")
- input-1 (type=file accept=".png" hidden hint="far")
- button-0 "Add"
- input-2 (type=file label="Any")\
""")
    assert await page.do("upload", element_id="input-0", files=["{{list}}"]) == snapshot(
        'failed: input-0 "Photo" does not take list.csv: it takes image/*, .PDF; nothing was given to it'
    )
    assert await page.do("upload", element_id="button-0", files=["{{list}}"]) == snapshot(
        'failed: button-0 "Add" does not take list.csv: it takes .png; nothing was given to it'
    )
    assert await page.said() == []
    for element in ("input-0", "button-0"):
        assert (await page.do("upload", element_id=element, files=["{{photo}}"])).startswith("done")
    assert await page.do("upload", element_id="input-2", files=["{{list}}"]) == snapshot(
        'done: input-2 "Any" holds list.csv'
    )
    assert await page.said() == ["photo", "button", "any"]


async def test_what_takes_no_files_is_told_so(visit, files):
    """A page that only keeps stray drops from opening the file takes none; neither does a button."""
    page = await visit(
        """
        <button onclick="log.push('clicked')">Save</button><div style="width:200px;height:80px" onclick="log.push('div')">Card</div>
        <script>for (const type of ['dragover', 'drop']) addEventListener(type, (event) => event.preventDefault())</script>""",
        data=files,
    )
    await page.see()
    assert await page.do("upload", element_id="div-0", files=["{{photo}}"]) == snapshot(
        'failed: clicking div-0 "Card" opened no file chooser; find the file input'
    )
