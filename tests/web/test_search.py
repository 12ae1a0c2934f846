"""Finding pages: Brave over real HTTP, and an index of one's own folders and sites."""

import json
import time
from urllib.parse import parse_qs, urlsplit

import pytest
from noted import noted
from served_pages import ServedPages

from actwright.errors import ConfigError
from actwright.net.guard import Guard
from actwright.web import local_index
from actwright.web import search as searching
from actwright.web.local_index import LocalIndex
from actwright.web.search import BraveSearch, SearchError, SearchResult, seconds_of

HERE = Guard(allow_loopback=True)
ANSWER = {"web": {"results": [
    {"title": "<b>Red</b> kayak &amp; co", "url": "https://shop.test/1", "description": "A <strong>kayak</strong>"},
    {"title": "No URL"}, {"title": "Script", "url": "javascript:1"}, "noise", {"url": "https://shop.test/2"},
]}}  # fmt: skip


class Brave(ServedPages):
    """Brave's service: gives the answers in turn, the last one for ever."""

    def __init__(self, *answers):
        super().__init__({})
        self.answers, self.keys = list(answers), []
        self.pages = self

    def get(self, _path, _default):
        return self.answer

    def answer(self, handler):
        self.keys.append(handler.headers["x-subscription-token"])
        status, body = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return status, {"Content-Type": "application/json"}, body if isinstance(body, str) else json.dumps(body)


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch):
    monkeypatch.setattr(searching, "PAUSES", (0.0, 0.0))


async def test_brave_is_asked_with_key_and_count_and_its_markup_is_gone():
    with Brave((200, ANSWER)) as service:
        found = await BraveSearch("secret-key", url=service.url).search("red kayak", count=2)
    assert found == [
        SearchResult(title="Red kayak & co", url="https://shop.test/1", snippet="A kayak"),
        SearchResult(title="", url="https://shop.test/2"),
    ]
    assert parse_qs(urlsplit(service.asked[0]).query) == {"q": ["red kayak"], "count": ["2"]}
    assert service.keys == ["secret-key"]


async def test_nothing_found_is_no_error():
    with Brave((200, {"type": "search", "query": {}})) as service:
        assert await BraveSearch("key", url=service.url).search("x", count=5) == []


async def test_a_busy_service_is_asked_three_times():
    with Brave((429, {}), (503, {}), (200, ANSWER)) as service:
        assert len(await BraveSearch("key", url=service.url).search("x", count=5)) == 2
    assert len(service.asked) == 3


@pytest.mark.parametrize(
    ("answer", "reason", "asked"),
    [
        ((429, {}), "status 429", 3),
        ((401, {}), "BRAVE_API_KEY", 1),
        ((404, {}), "status 404", 1),
        ((200, "<html>"), "not JSON", 1),
        ((200, "[" * 100_000), "not JSON", 1),
    ],
)
async def test_a_service_that_is_down_says_so_without_the_key(answer, reason, asked):
    with Brave(answer) as service, pytest.raises(SearchError, match=reason) as failed:
        await BraveSearch("secret-key", url=service.url).search("x", count=5)
    assert (len(service.asked), "secret-key" in f"{failed.value}{BraveSearch('secret-key')!r}") == (asked, False)


async def test_a_service_that_is_not_there():
    with pytest.raises(SearchError, match="cannot be reached"):
        await BraveSearch("key", url="http://127.0.0.1:9/").search("x", count=5)


@pytest.fixture
def folder(tmp_path):
    docs = tmp_path / "docs"
    (docs / "guide").mkdir(parents=True)
    (docs / "guide" / "ports & more.md").write_text(
        "# Ports\nThe server listens on port 8200, configured in server.toml."
    )
    (docs / "index.html").write_text("<title>Welcome</title><p>Servers of all kinds.<p hidden>port port port secret")
    (docs / "notes.txt").write_text("Nothing of interest")
    (docs / "picture.png").write_bytes(b"port")
    (tmp_path / "outside.txt").write_text("port outside")
    (docs / "link.txt").symlink_to(tmp_path / "outside.txt")
    return docs


async def test_the_best_file_comes_first_and_its_page_is_served_from_the_index(folder):
    index = LocalIndex(folder)
    found = await index.search('which "port" does the servers* use? (AND', count=5)
    assert [(each.title, each.url) for each in found] == [
        ("Ports", "local://docs/guide/ports%20%26%20more.md"),
        ("Welcome", "local://docs/index.html"),
    ]
    assert "port 8200" in found[0].snippet
    page = await index.page(found[0].url)
    assert (page.body.partition("\n")[0], page.method, page.status) == ("# Ports", "index", 200)
    assert [await index.page(url) for url in ("local://docs/../outside.txt", "local://docs/none", "https://docs/")] == [
        None
    ] * 3


async def test_nothing_found_and_nothing_asked(folder):
    index = LocalIndex(str(folder))
    assert [await index.search(query, count=5) for query in ("zebra", "?!", "")] == [[], [], []]


async def test_files_that_are_on_the_web_have_their_url_there(folder):
    index = LocalIndex(folder, base_url="https://docs.test/v1/")
    (found,) = await index.search("toml", count=1)
    assert found.url == "https://docs.test/v1/guide/ports%20%26%20more.md"
    assert await index.page(found.url) is None


SITE = {
    "/": "<title>Home</title><a href=/a>A</a><a href=/b#x>B</a><a href=/private/c>C</a><a href=http://other.invalid/>O</a><a href=/i.png>I</a>",
    "/a": "<title>Kayaks</title><p>Paddles of ash wood</p><a href=/>Home</a><a href=/gone>Gone</a><a href=/b>B</a>",
    "/b": (302, {"Location": "/a?from=b"}, ""),
    "/a?from=b": "<title>More kayaks</title><p>Paddles of carbon</p>",
    "/private/c": "<title>Private paddles</title>",
    "/robots.txt": (200, {"Content-Type": "text/plain"}, "User-agent: *\nDisallow: /private/"),
}


async def test_a_site_is_read_from_its_root_as_far_as_it_allows():
    with ServedPages(SITE) as site:
        index = LocalIndex(f"{site.url}/", guard=HERE)
        found = await index.search("paddles", count=9)
        assert sorted(each.url for each in found) == [f"{site.url}/a", f"{site.url}/a?from=b"]
        assert sorted(site.asked) == ["/", "/a", "/a?from=b", "/b", "/gone", "/robots.txt"]
        await index.search("again", count=1)
        assert len(site.asked) == 6


async def test_a_site_that_cannot_be_read_is_a_clear_error():
    """What was given is named, and why nothing of it is there."""
    pages = {"/robots.txt": (200, {"Content-Type": "text/plain"}, "User-agent: *\nDisallow: /")}
    moved = {"/": (302, {"Location": "http://localhost:9/"}, "")}
    with ServedPages(pages) as closed, ServedPages({}) as missing, ServedPages(moved) as gone:
        for url, guard, why in (
            ("http://127.0.0.1:9/", HERE, "cannot be opened: port 9 is not a web port"),
            (closed.url, HERE, "may not be read by programs, says its robots.txt"),
            (f"{missing.url}/x", HERE, "returned status 404"),
            (gone.url, HERE, "cannot be opened: port 9 is not a web port"),
            (missing.url, Guard(), "is not allowed: it is this machine itself (127.0.0.1)"),
        ):
            with pytest.raises(SearchError) as failed:
                await LocalIndex(url, guard=guard).search("x", count=1)
            assert str(failed.value) == f"nothing could be read of what is searched: {url} {why}"


async def test_one_site_that_cannot_be_read_is_warned_of(folder):
    index = LocalIndex(folder, "http://127.0.0.1:9/", guard=HERE)
    with noted(match=r"not everything can be searched: http://127\.0\.0\.1:9/ cannot be opened"):
        assert len(await index.search("port", count=5)) == 1


def turns_up_late(handler):
    time.sleep(3)
    return "<p>Too late"


async def test_all_sites_together_have_one_deadline(monkeypatch):
    """They are read at once; what came until then is searched."""
    monkeypatch.setattr(local_index, "CRAWL_SECONDS", 1.5)
    pages = {"/": "<p>Paddles of ash wood<a href=/late>On</a>", "/late": turns_up_late}
    with ServedPages(pages) as one, ServedPages(pages) as two:
        found = await LocalIndex(one.url, two.url, guard=HERE).search("paddles", count=5)
        assert [one.asked[-1], two.asked[-1]] == ["/late", "/late"]
    assert sorted(each.url for each in found) == sorted([one.url, two.url])


async def test_files_and_pages_are_read_for_so_long_and_no_longer(folder, monkeypatch):
    monkeypatch.setattr(local_index, "READ_SECONDS", -1.0)
    with pytest.raises(SearchError, match="within -1 s was left out"):
        await LocalIndex(folder).search("port", count=5)


async def test_a_file_that_cannot_be_read_is_warned_of(folder, monkeypatch):
    monkeypatch.setattr(local_index, "MOST_FILE_BYTES", 30)
    with noted(match=r"more\.md has more than 30 bytes"):
        assert await LocalIndex(folder).search("port", count=5) == []


async def test_folders_of_one_name_have_urls_of_their_own(tmp_path):
    for parent in ("a", "b"):
        (tmp_path / parent / "My Docs").mkdir(parents=True)
        (tmp_path / parent / "My Docs" / "ports.md").write_text(f"The port of {parent}")
    index = LocalIndex(*(tmp_path / parent / "My Docs" for parent in "aba"))
    found = [each.url for each in await index.search("port", count=5)]
    assert found == ["local://My%20Docs/ports.md", "local://My%20Docs-2/ports.md"]
    assert [(await index.page(url)).body for url in found] == ["The port of a", "The port of b"]


def test_what_cannot_be_searched_is_the_callers_mistake(tmp_path):
    (tmp_path / "picture.png").write_bytes(b"port")
    for places, reason in (
        ((), "an index needs a folder or the URL of a site"),
        ((tmp_path / "none",), "is not a folder that can be searched; give a folder, or the URL of a site"),
        ((tmp_path,), r"has no \.html, \.htm, \.md, \.txt or \.rst file that can be searched"),
        (
            ("ftp://host.test/",),
            "'ftp://host.test/' cannot be opened: give an absolute http:// or https:// URL; or give a folder",
        ),
        (("http://me@host.test/",), "carries credentials"),
    ):
        with pytest.raises(ConfigError, match=reason):
            LocalIndex(*places)


async def test_a_backend_says_how_long_it_takes(folder):
    class Catalogue:
        async def search(self, query, *, count):
            return []

    assert [seconds_of(each) for each in (LocalIndex(folder), BraveSearch("key"), Catalogue())] == [100.0, 48.0, 90.0]


@pytest.mark.parametrize("key", ["", " ", "a\nb", "ключ"])
def test_a_key_that_no_service_gave_is_the_callers_mistake(key):
    with pytest.raises(ConfigError, match="the key for Brave"):
        BraveSearch(key)
