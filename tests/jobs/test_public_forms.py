"""Twelve forms as public pages have them, and rows with the headings that people would give: each row arrives whole, or not at all."""

import json
from pathlib import Path

import pytest
from order_site import html_page

from actwright.jobs import Job
from actwright.testing.site.site_server import LoopbackSite

FORMS = Path(__file__).with_name("public_forms")
GOLD = json.loads((FORMS / "rows.json").read_text())

pytestmark = [pytest.mark.slow, pytest.mark.long, pytest.mark.usefixtures("one_browser")]


class FormSite(LoopbackSite):
    """Serves the forms of the folder. `posts` has the fields of each form that was sent, without empty ones."""

    def __init__(self):
        super().__init__()
        self.posts = []

    def answer(self, request):
        if request.method == "POST":
            files = {each.upload.field: [each.upload.name] for each in request.form.files if each.upload.name}
            fields = {
                name: [text.replace("\r\n", "\n") for text in texts if text] for name, texts in request.fields.items()
            }
            self.posts.append({name: texts for name, texts in (fields | files).items() if texts})
            return html_page("<h1>Thank you</h1><p>We have received your form.")
        file = FORMS / f"{request.path.strip('/')}.html"
        return html_page(file.read_text() if file.is_file() else "<h1>Not found")


async def play(name, folder):
    """What the rows of a form sent, and how they ended."""
    form = GOLD[name]
    (folder / "cv.pdf").write_bytes(b"%PDF-1.4\n%%EOF\n")
    rows = [dict(zip(form["columns"], each["values"], strict=True)) for each in form["rows"]]
    with FormSite() as site:
        options = {"files": folder, "stop_after": 9, **form.get("options", {})}
        job = Job(rows, url=f"{site.url}/{name}", out=folder / "x.job", **options)
        await job.run()
        entries = job.ledger.entries()
        job.ledger.close()
        return site.posts, entries


@pytest.mark.parametrize("name", GOLD)
async def test_rows_of_a_public_form_arrive_as_they_are_or_are_refused_with_the_column(name, tmp_path):
    sent, entries = await play(name, tmp_path)
    gold = [each["sent"] for each in GOLD[name]["rows"]]
    wanted = [
        {name: text if isinstance(text, list) else [text] for name, text in each.items()}
        for each in gold
        if isinstance(each, dict)
    ]
    assert sent == wanted
    for each, entry in zip(gold, entries, strict=True):
        assert (str(entry.state) == "done") if isinstance(each, dict) else (each in entry.detail), entry.detail
