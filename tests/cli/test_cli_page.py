"""`actwright page` shows a page as the model sees it."""

import json

import pytest
from PIL import Image

pytestmark = pytest.mark.slow

HTML = """<!doctype html><title>Sell</title>
<form><label>Price <input name="price" value="12"></label> <button>Submit</button></form>"""


def test_the_tree_and_its_size(actwright, tmp_path):
    """The last line counts characters and estimates tokens."""
    (tmp_path / "sell.html").write_text(HTML)
    done = actwright("page", (tmp_path / "sell.html").as_uri())
    assert (done.returncode, done.stderr) == (0, "")
    *tree, size = done.stdout.splitlines()
    assert any("input-0" in line and "Price" in line for line in tree)
    assert any("button-0" in line and "Submit" in line for line in tree)
    characters = len("\n".join(tree))
    assert size == f"{characters:,} characters, about {round(characters / 4):,} tokens (estimated: characters / 4)"


def test_one_json_object(actwright, tmp_path):
    """Elements and size are in it; nothing else is on stdout."""
    (tmp_path / "sell.html").write_text(HTML)
    done = actwright("page", (tmp_path / "sell.html").as_uri(), "--json")
    page = json.loads(done.stdout)
    assert [(element["id"], element["name"], element["value"]) for element in page["elements"]] == [
        ("input-0", "Price", "12"),
        ("button-0", "Submit", None),
    ]
    assert page["title"] == "Sell"
    assert page["size"]["characters"] == len(page["tree"])


def test_an_error_of_the_server_is_said(actwright, site):
    """The page it sent is shown all the same."""
    url = f"{site.url}/no-such-page"
    assert "(the server answered 404)\n" in actwright("page", url).stdout
    assert json.loads(actwright("page", url, "--json").stdout)["status"] == 404


def test_the_annotated_picture(actwright, tmp_path):
    """It is saved in the format of the file's name, in the size of the viewport."""
    (tmp_path / "sell.html").write_text(HTML)
    done = actwright("page", (tmp_path / "sell.html").as_uri(), "--screenshot", "out.png")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "Screenshot: out.png"), done.stderr
    with Image.open(tmp_path / "out.png") as picture:
        assert (picture.format, picture.size) == ("PNG", (1280, 800))


def test_the_tree_fits_the_budget(actwright, tmp_path):
    """What is left out is counted."""
    (tmp_path / "long.html").write_text("".join(f"<p>Paragraph {n} of a long text</p>" for n in range(400)))
    url = (tmp_path / "long.html").as_uri()
    page = json.loads(actwright("page", url, "--json", "--budget", "300").stdout)
    assert page["size"]["characters"] <= 300 * 4
    assert "more" in page["tree"]


def test_pictures_that_cannot_be_saved(actwright, tmp_path):
    """A missing folder is said before the browser starts; an unknown format after."""
    (tmp_path / "sell.html").write_text(HTML)
    url = (tmp_path / "sell.html").as_uri()
    missing = actwright("page", url, "--screenshot", "nowhere/out.png")
    unknown = actwright("page", url, "--screenshot", "out.document")
    assert (missing.returncode, unknown.returncode) == (2, 2)
    assert "the folder nowhere does not exist" in missing.stderr
    assert "out.document" in unknown.stderr


def test_a_page_that_does_not_open(actwright):
    """The browser gave up: exit status 3, one paragraph."""
    done = actwright("page", "http://127.0.0.1:9/")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (3, "", 1)
    assert "http://127.0.0.1:9/ could not be opened" in done.stderr
