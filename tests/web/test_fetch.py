"""One page over HTTP, and everything that may be wrong with it."""

import codecs
import gzip
import time

import pytest
from served_pages import ServedPages

from actwright.errors import ToolError
from actwright.net.guard import Guard
from actwright.web.fetch import CHARSETS, NoPage, fetch

HERE = Guard(allow_loopback=True)


def redirect(to, status=302):
    return (status, {"Location": to}, "")


def endless(handler):
    handler.send_response(200)
    handler.send_header("Content-Type", "text/html")
    handler.end_headers()
    while True:
        try:
            handler.wfile.write(b"<p>more</p>" * 10_000)
        except OSError:
            return


def byte_by_byte(handler):
    handler.send_response(200)
    handler.send_header("Content-Encoding", "gzip")
    handler.end_headers()
    for byte in gzip.compress(b"<h1>One</h1>") + gzip.compress(b"<h1>Two</h1>"):
        handler.wfile.write(bytes([byte]))
        handler.wfile.flush()


def silent(_handler):
    time.sleep(1.5)


PAGES = {
    "/page": "<h1>Page</h1>",
    "/latin": (200, {"Content-Type": "text/html; charset=iso-8859-1"}, "<p>café</p>".encode("latin-1")),
    "/meta": (200, {"Content-Type": "text/html"}, '<meta charset="windows-1251"><p>привет</p>'.encode("cp1251")),
    "/no-such-charset": (200, {"Content-Type": "text/html; charset=base64"}, "<p>é</p>"),
    "/no-text-charset": (200, {"Content-Type": "text/html; charset=undefined"}, "<p>é</p>"),
    "/punycode": (200, {"Content-Type": "text/html; charset=punycode"}, "<p>é</p>"),
    "/unicode-escape": (200, {"Content-Type": "text/html"}, r'<meta charset="unicode_escape"><p>\x41</p>'),
    "/sjis": (200, {"Content-Type": "text/html; charset=Shift_JIS"}, "<p>カヤック</p>".encode("shift_jis")),
    "/to-long-host": redirect(f"http://{'a.' * 200}test/"),
    "/gzip": (200, {"Content-Encoding": "gzip"}, gzip.compress(b"<h1>Packed</h1>")),
    "/gzips": (
        200,
        {"Content-Encoding": "gzip"},
        gzip.compress(b"<h1>One</h1>") + gzip.compress(b"<h1>Two</h1>") + b"\0\0\0",
    ),
    "/in-bytes": byte_by_byte,
    "/bomb": lambda _: (200, {"Content-Encoding": "gzip"}, gzip.compress(b"<p>x</p>" * 4_000_000, 1)),
    "/broken-gzip": (200, {"Content-Encoding": "gzip"}, b"no gzip"),
    "/brotli": (200, {"Content-Encoding": "br"}, b"?"),
    "/pdf": (200, {"Content-Type": "application/pdf"}, b"%PDF"),
    "/json": (200, {"Content-Type": "application/ld+json"}, '{"a": 1}'),
    "/missing": (404, {}, "<h1>Gone</h1>"),
    "/to-page": redirect("/page#part"),
    "/circle": redirect("/circle"),
    "/to-file": redirect("file:///etc/passwd"),
    "/to-metadata": redirect("http://169.254.169.254/latest/meta-data/"),
    "/to-credentials": redirect("http://me@127.0.0.1/"),
    "/endless": endless,
    "/silent": silent,
}


@pytest.fixture(scope="module")
def site():
    with ServedPages(PAGES) as running:
        yield running


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/page", "<h1>Page</h1>"),
        ("/latin", "<p>café</p>"),
        ("/meta", '<meta charset="windows-1251"><p>привет</p>'),
        ("/no-such-charset", "<p>é</p>"),
        ("/no-text-charset", "<p>é</p>"),
        ("/punycode", "<p>é</p>"),
        ("/unicode-escape", r'<meta charset="unicode_escape"><p>\x41</p>'),
        ("/sjis", "<p>カヤック</p>"),
        ("/gzip", "<h1>Packed</h1>"),
        ("/gzips", "<h1>One</h1><h1>Two</h1>"),
        ("/in-bytes", "<h1>One</h1><h1>Two</h1>"),
        ("/json", '{"a": 1}'),
    ],
)
async def test_a_page_is_read_in_its_own_charset_and_coding(site, path, body):
    assert (await fetch(site.url + path, guard=HERE)).body == body


async def test_redirects_are_followed_to_the_final_url(site):
    loaded = await fetch(f"{site.url}/to-page", guard=HERE)
    assert (loaded.requested, loaded.final, loaded.status) == (f"{site.url}/to-page", f"{site.url}/page", 200)


async def test_a_status_is_a_finding(site):
    assert (await fetch(f"{site.url}/missing", guard=HERE)).status == 404


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/circle", "redirects more than 10 times: "),
        ("/to-file", "redirects to what cannot be opened: 'file:///etc/passwd' cannot be opened"),
        ("/to-metadata", "is not allowed: it is a link-local address"),
        ("/to-credentials", "carries credentials"),
        ("/to-long-host", "names a host of 404 characters; none has more than 253"),
        ("/pdf", "is not a page but a file (application/pdf)"),
        ("/broken-gzip", "cannot be unpacked"),
        ("/brotli", "is packed as br, which is not read"),
    ],
)
async def test_what_cannot_be_read_says_why(site, path, reason):
    before = len(site.asked)
    with pytest.raises(NoPage) as failed:
        await fetch(site.url + path, guard=HERE)
    assert reason in str(failed.value)
    assert len(site.asked) - before <= 11


async def test_a_page_that_is_too_large_is_cut_whether_it_ends_or_not(site):
    for path in ("/bomb", "/endless"):
        loaded = await fetch(site.url + path, guard=HERE, most_bytes=100_000)
        assert (len(loaded.body), loaded.cut) == (100_000, True), path


async def test_nothing_goes_on_beyond_its_time(site):
    with pytest.raises(NoPage, match=r"did not come within 0\.3 s"):
        await fetch(f"{site.url}/silent", guard=HERE, seconds=0.3)


async def test_loopback_is_not_fetched_without_permission(site):
    before = list(site.asked)
    with pytest.raises(NoPage, match="this machine itself") as refused:
        await fetch(f"{site.url}/page", guard=Guard())
    assert refused.value.permanent
    assert site.asked == before


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "ftp://a.test/",
        "https:///x",
        "https://me:pw@a.test/",
        "https://a.test\\@b.test/",
        "a.test",
        "",
    ],
)
async def test_what_is_no_url_of_the_web_is_refused_before_anything_is_sent(url):
    with pytest.raises(ToolError) as refused:
        await fetch(url, guard=HERE)
    assert not isinstance(refused.value, NoPage)


def test_every_charset_of_the_web_is_one_of_pythons():
    assert {codecs.lookup(each).name for each in CHARSETS} == CHARSETS
