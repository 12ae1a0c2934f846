import pytest

from actwright.errors import ToolError
from actwright.tools.base import Done
from actwright.tools.navigation import GoBack, GoForward, Navigate, Reload, checked_url


@pytest.fixture
async def shop(page):
    async def answer(route):
        status = 404 if route.request.url.endswith("/missing") else 200
        await route.fulfill(status=status, body=f"<h1>{route.request.url}</h1>", content_type="text/html")

    await page.route("https://shop.test/**", answer)


async def test_navigate_go_back_forward_and_reload(surface_on, page, shop):
    surface = await surface_on("<p>start</p>")
    steps = [
        (Navigate(url="https://shop.test/a"), "a", "opened"),
        (Navigate(url="https://shop.test/b"), "b", "opened"),
        (GoBack(), "a", "now at https://shop.test/a"),
        (GoForward(), "b", "now at https://shop.test/b"),
        (Reload(), "b", "now at https://shop.test/b"),
    ]
    for tool, at, told in steps:
        assert await tool.run(surface) == Done(told)
        assert page.url == f"https://shop.test/{at}"
        await page.wait_for_load_state()


async def test_going_forward_from_the_last_page_is_an_error(surface_on):
    surface = await surface_on("<p>start</p>")
    with pytest.raises(ToolError, match="no later page"):
        await GoForward().run(surface)


async def test_navigate_says_when_the_server_refuses(surface_on, shop):
    surface = await surface_on("<p>start</p>")
    done = await Navigate(url="https://shop.test/missing").run(surface)
    assert done.detail == "now at https://shop.test/missing; the server answered 404 Not Found"


async def test_going_back_from_the_first_page_is_an_error(surface_on):
    surface = await surface_on("<p>start</p>")
    with pytest.raises(ToolError, match="no earlier page"):
        await GoBack().run(surface)


@pytest.mark.parametrize(
    "url", ["https://ok.test/a?b=c#d", "http://127.0.0.1:8080/", "http://[::1]/", "about:blank", "https://ok.test."]
)
def test_web_urls_may_be_opened(url):
    assert checked_url(url, current="https://ok.test/") == url


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("https://ok.test:pw@evil.test", "the host would be evil.test"),
        ("https://ok.test@evil.test/", "the host would be evil.test"),
        ("https://evil.test\\@ok.test/", "a backslash"),
        ("https:evil.test", "names no host"),
        ("http:///evil.test", "names no host"),
        ("data:text/html,x", "absolute http:// or https:// URL"),
        ("blob:https://ok.test/1", "absolute http:// or https:// URL"),
        ("javascript:alert(1)", "absolute http:// or https:// URL"),
        ("file:///etc/passwd", "absolute http:// or https:// URL"),
        ("about:config", "absolute http:// or https:// URL"),
        ("/listings", "absolute http:// or https:// URL"),
        ("java\nscript:alert(1)", "a control character"),
        ("http://[::1", "is not a URL"),
        ("http://ok.test:99999/", "is not a URL"),
        ("", "absolute http:// or https:// URL"),
    ],
)
def test_other_urls_are_refused_with_the_reason(url, message):
    with pytest.raises(ToolError, match=message):
        checked_url(url, current="https://ok.test/")


def test_a_local_file_opens_only_from_a_local_file():
    assert checked_url("file:///tmp/b.html", current="file:///tmp/a.html") == "file:///tmp/b.html"
    with pytest.raises(ToolError):
        checked_url("file://server/share", current="file:///tmp/a.html")
