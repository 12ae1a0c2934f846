"""Twenty forms as public pages have them, and rows with the headings that people would give: each row arrives whole, or not at all."""

import json
from io import BytesIO
from pathlib import Path
from urllib.parse import urlencode

import pytest
from order_site import html_page

from actwright.jobs import Job
from actwright.testing.site.request_response import SiteResponse
from actwright.testing.site.site_server import Connection, LoopbackSite

FORMS = Path(__file__).with_name("public_forms")
GOLD = json.loads((FORMS / "rows.json").read_text())

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_browser")]


class FieldList(Connection):
    """Reads a JSON body `{"fields": [{"name": …, "value": …}]}` as the form that it stands for."""

    def do_POST(self):  # noqa: N802
        if not self.headers["Content-Type"].startswith("application/json"):
            self.serve()
            return
        fields = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["fields"]
        body = urlencode([(each["name"], each["value"]) for each in fields]).encode()
        self.headers.replace_header("Content-Type", "application/x-www-form-urlencoded")
        self.headers.replace_header("Content-Length", str(len(body)))
        connection, self.rfile = self.rfile, BytesIO(body)
        self.serve()
        self.rfile = connection


class FormSite(LoopbackSite):
    """Serves the forms of the folder, some of which have several pages.

    `posts` has the fields of each form that was sent to `/submit`, with those of its earlier pages and without empty ones.
    """

    handler = FieldList

    def __init__(self):
        super().__init__()
        self.posts = []
        self.earlier_pages = {}

    def answer(self, request):
        name, _, number = request.path.strip("/").partition("/")
        if request.method == "POST":
            return self.take(request, name)
        if not number:
            self.earlier_pages = {}
        file = FORMS / f"{name}.html"
        pages = file.read_text().split("<!--page-->") if file.is_file() else ["<h1>Not found"]
        return html_page(pages[int(number or 1) - 1])

    def take(self, request, name):
        files = {each.upload.field: [each.upload.name] for each in request.form.files if each.upload.name}
        fields = {
            name: [text.replace("\r\n", "\n") for text in texts if text] for name, texts in request.fields.items()
        }
        sent = {name: texts for name, texts in (fields | files).items() if texts}
        if name != "submit":
            self.earlier_pages |= sent
            return SiteResponse(status=303, headers=(("Location", request.path),))
        self.posts.append(self.earlier_pages | sent)
        return html_page("<h1>Thank you</h1><p>We have received your form.")


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
