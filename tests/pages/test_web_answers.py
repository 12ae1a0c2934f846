"""What servers answer: errors, nothing, redirects, passwords, files; and going back and forth."""

import base64

import pytest
from inline_snapshot import snapshot

from actwright.errors import BrowserError

pytestmark = pytest.mark.slow


async def test_answers_other_than_pages(visit, web):
    """An error page is said with its status; a 204 leaves the page; redirects and refreshes are followed to their end."""
    web.pages["/"] = (
        "<a href=/nothing>Nothing</a><a href=/a>Chain</a><a href=/refresh>Refresh</a><a href=/broken>Broken</a>"
    )
    web.pages["/nothing"] = (204, {}, "")
    web.pages["/a"] = (302, {"Location": "/b"}, "")
    web.pages["/b"] = (307, {"Location": "/end"}, "")
    web.pages["/refresh"] = "<meta http-equiv=refresh content='0;url=/end'>"
    web.pages["/end"] = "<h1>End</h1>"
    web.pages["/broken"] = (500, {}, "<h1>Broken</h1>")
    page = await visit(url=web.url + "/")
    port = str(web.port)

    async def do(tool, **parameters):
        return (await page.do(tool, **parameters)).replace(port, "PORT")

    await page.see()
    assert await do("click", element_id="a-0") == snapshot('done: clicked a-0 "Nothing"')
    assert await do("navigate", url=web.url + "/nothing") == snapshot(
        "failed: http://localhost:PORT/nothing brought no page (an answer without content, or cancelled); this tab stays where it was"
    )
    assert await do("click", element_id="a-1") == snapshot(
        'done: clicked a-1 "Chain"; the page went to http://localhost:PORT/end'
    )
    assert await page.tree() == snapshot('- h1 "End"')
    assert await do("go_back") == snapshot("done: now at http://localhost:PORT/")
    again = (await page.see()).elements
    assert await do("click", element_id=again[2].id) == snapshot(
        'done: clicked a-6 "Refresh"; the page went to http://localhost:PORT/end'
    )
    assert await page.tree() == snapshot('- h1 "End"')
    assert await do("navigate", url=web.url + "/missing") == snapshot(
        "done: now at http://localhost:PORT/missing; the server answered 404 Not Found"
    )
    assert await do("navigate", url=web.url + "/broken") == snapshot(
        "done: now at http://localhost:PORT/broken; the server answered 500 Internal Server Error"
    )
    assert await do("navigate", url="http://nowhere.invalid/") == snapshot(
        "failed: http://nowhere.invalid/ cannot be opened: there is no such host"
    )
    await do("navigate", url=web.url + "/")
    again = (await page.see()).elements
    assert await do("click", element_id=again[3].id) == snapshot(
        'done: clicked a-11 "Broken"; the page went to http://localhost:PORT/broken; the server answered 500 Internal Server Error to GET http://localhost:PORT/broken'
    )
    seen = await page.see()
    assert (seen.tree, [note.replace(port, "PORT") for note in seen.notes]) == snapshot(('- h1 "Broken"', []))


async def test_a_page_behind_the_browser_s_own_password_prompt(visit, web):
    """The model is told that the server wants a name and a password, and who can give them; the headless shell shows no prompt."""

    def guarded(headers, _body):
        known = headers.get("authorization") == "Basic " + base64.b64encode(b"ada:pw").decode()
        return "<h1>Inside</h1>" if known else (401, {"WWW-Authenticate": 'Basic realm="Lab"'}, "")

    web.pages["/"] = "<a href=/lab>Lab</a>"
    web.pages["/lab"] = guarded
    page = await visit(url=web.url + "/")
    await page.see()
    asks = "asks for a user name and a password in a prompt of the browser: only the caller can give them, as `http_credentials`"
    clicked = await page.do("click", element_id="a-0")
    assert clicked.startswith('done: clicked a-0 "Lab"; ')
    assert asks in clicked
    detail = await page.do("navigate", url=web.url + "/lab")
    assert asks in detail
    assert detail.startswith(
        (f"failed: {web.url}/lab asks", f"done: now at {web.url}/lab; the server answered 401 Unauth")
    )


async def test_a_circle_of_redirects_ends(visit, web):
    """Clicked, navigated to, or opened at the start: the browser gives up, and that is said."""
    web.pages["/"] = "<a href=/a>In</a>"
    web.pages["/a"] = (302, {"Location": "/b"}, "")
    web.pages["/b"] = (302, {"Location": "/a"}, "")
    page = await visit(url=web.url + "/")
    await page.see()
    said = [await page.do("click", element_id="a-0"), await page.do("navigate", url=web.url + "/b")]
    with pytest.raises(BrowserError) as raised:
        await page.surface.open(web.url + "/a")
    assert [each.replace(str(web.port), "PORT") for each in (*said, str(raised.value))] == snapshot(
        [
            'done: clicked a-0 "In"; http://localhost:PORT/b cannot be opened: it redirects in a circle',
            "failed: http://localhost:PORT/b cannot be opened: it redirects in a circle",
            "http://localhost:PORT/a cannot be opened: it redirects in a circle. Nothing was done",
        ]
    )
    assert len(web.requests) < 100


async def test_history_brings_pages_back_with_their_ids(visit, web):
    """Back, from a page and from the routes of one, shows what was there; what is seen then can be acted on."""
    web.pages["/"] = "<input aria-label=Name><a href=/two>Two</a>"
    web.pages["/two"] = (
        "<button onclick=\"history.pushState(1, '', '/route'); out.textContent = 'route'\">Go</button><p id=out></p>"
        "<a href='#part'>Part</a><script>onpopstate = () => { out.textContent = location.pathname + location.hash }</script>"
    )
    page = await visit(url=web.url + "/")
    await page.see()
    await page.batch(("fill", {"element_id": "input-0", "value": "Ada"}), ("click", {"element_id": "a-0"}))
    assert await page.tree() == snapshot("""\
- button-0 "Go"
- a-1 "Part"\
""")
    assert (await page.do("click", element_id="button-0")).replace(str(web.port), "PORT") == snapshot(
        'done: clicked button-0 "Go"; the page went to http://localhost:PORT/route'
    )
    assert await page.tree() == snapshot("""\
- button-0 (focused) "Go"
- p "route"
- a-1 "Part"\
""")
    assert (await page.do("go_back")).replace(str(web.port), "PORT") == snapshot(
        "done: now at http://localhost:PORT/two"
    )
    assert await page.tree() == snapshot("""\
- button-0 (focused) "Go"
- p "/two"
- a-1 "Part"\
""")
    await page.do("go_back")
    seen = await page.see()
    assert seen.tree == snapshot("""\
- input-1 (label="Name" value="Ada")
- a-2 "Two"\
""")
    assert (await page.do("fill", element_id=seen.elements[0].id, value="Grace")).startswith("done")
    assert await page.page.evaluate("document.querySelector('input').value") == "Grace"


async def test_downloads_of_every_kind(visit, web):
    """An attachment, a blob and a data URL arrive whole; one that fails midway is said to be incomplete."""
    web.pages["/"] = (
        "<a href=/file>File</a><a id=b download=b.txt>Blob</a><a download=d.txt href='data:text/plain,hello'>Data</a>"
        "<a href=/half>Half</a><script>b.href = URL.createObjectURL(new Blob(['blob']))</script>"
    )
    attachment = {"Content-Type": "text/csv", "Content-Disposition": 'attachment; filename="f.csv"'}
    web.pages["/file"] = (200, attachment, "a,b")
    web.pages["/half"] = (200, {**attachment, "Content-Length": "1000"}, "a,b")
    page = await visit(url=web.url + "/")
    await page.see()
    for number in range(4):
        await page.do("click", element_id=f"a-{number}")
    assert await page.do("expect_download", file="d.txt") == snapshot("done: the file d.txt arrived: yes")
    seen = await page.see()
    assert [note.partition(": ")[0] for note in seen.notes if "f (2)" in note] == ['"f (2).csv" is incomplete']
    files = seen.downloads
    assert [(file.name, file.bytes, bool(file.error)) for file in files] == snapshot(
        [("f.csv", 3, False), ("b.txt", 4, False), ("d.txt", 5, False), ("f (2).csv", 0, True)]
    )
    assert await page.do("navigate", url=web.url + "/file") != ""
    assert [file.name for file in (await page.see()).downloads][-1] == "f (3).csv"


async def test_a_service_worker_serves_a_page_without_a_network(visit, web):
    """A page that its worker answers is seen and acted on like any other."""
    web.pages["/"] = (
        "<script>navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => { document.title = 'ready' })</script>"
    )
    web.pages["/sw.js"] = (
        200,
        {"Content-Type": "text/javascript"},
        (
            "onactivate = (e) => e.waitUntil(clients.claim());"
            "onfetch = (e) => { if (e.request.url.endsWith('/offline')) e.respondWith(new Response("
            "'<button onclick=\"document.title = 1\">From the worker</button>', {headers: {'Content-Type': 'text/html'}})) };"
        ),
    )
    page = await visit(url=web.url + "/")
    await page.page.wait_for_function("document.title === 'ready' && navigator.serviceWorker.controller")
    await page.do("navigate", url=web.url + "/offline")
    assert await page.tree() == snapshot('- button-0 "From the worker"')
    assert await page.do("click", element_id="button-0") == snapshot('done: clicked button-0 "From the worker"')
    assert await page.page.title() == "1"
