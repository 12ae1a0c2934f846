"""The bundled site over real HTTP and in real Chromium."""

import asyncio
import contextlib
import hashlib
import http.client
import re
import threading
from datetime import date
from decimal import Decimal

import httpx2 as httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.async_api import Error, expect

from actwright.testing import Site
from actwright.testing.site.form_bodies import BadForm, parse_form
from actwright.testing.site.listing_form import parse_price

RIGHT = {
    "title": "Red kayak",
    "price": "$1,250.50",
    "category": "Boats",
    "condition": "Good",
    "available": "2026-12-01",
    "description": "Stable & dry",
    "terms": "yes",
}


@pytest.fixture
def site():
    with Site() as site:
        yield site


@pytest.fixture
def client(site):
    with httpx.Client(base_url=site.url) as client:
        yield client


@pytest.fixture
def seller(client):
    client.post("/login", data={"email": Site.EMAIL, "password": Site.PASSWORD})
    return client


# ---- the server


def test_threads_end_and_the_port_is_free_after_close_although_a_connection_is_open():
    """Closing does not wait for idle keep-alive connections, and leaves no thread behind."""
    before = set(threading.enumerate())
    with httpx.Client() as client:
        with Site() as site:
            url = site.url
            assert client.get(url).status_code == 200
        assert set(threading.enumerate()) == before
        with pytest.raises(httpx.ConnectError):
            httpx.get(url)


def test_closing_ends_a_slow_answer():
    """A request that is being delayed does not delay the close."""
    before = set(threading.enumerate())
    started = threading.Event()
    with Site() as site:
        url = site.url

        def ask():
            started.set()
            with contextlib.suppress(httpx.TransportError):
                httpx.get(f"{url}/slow?ms=60000", timeout=60)

        asking = threading.Thread(target=ask)
        asking.start()
        started.wait()
    asking.join(10)
    assert set(threading.enumerate()) == before


async def test_async_context_serves_and_starts_again():
    """One site can be entered again, with a fresh port, from async code too."""
    site = Site()
    for _ in range(2):
        async with site, httpx.AsyncClient() as client:
            assert (await client.get(site.url)).status_code == 200
    with pytest.raises(RuntimeError, match="not running"):
        _ = site.url


def test_one_connection_carries_many_requests(site):
    """HTTP/1.1 connections are kept alive, also across empty and redirected answers."""
    connection = http.client.HTTPConnection(site.url.removeprefix("http://"))
    statuses = []
    for path in ("/", "/204", "/redirect", "/nowhere", "/price"):
        connection.request("GET", path)
        reply = connection.getresponse()
        reply.read()
        statuses.append((reply.status, reply.will_close))
    connection.close()
    assert statuses == [(200, False), (204, False), (302, False), (404, False), (200, False)]


@pytest.mark.parametrize(
    "path",
    [
        "/static/../server.py",
        "/static/%2e%2e/server.py",
        "/static/..%2fserver.py",
        "/static//etc/passwd",
        "/photos/../1",
    ],
)
def test_paths_cannot_leave_the_bundle(site, path):
    """No spelling of a parent folder is served."""
    connection = http.client.HTTPConnection(site.url.removeprefix("http://"))
    connection.request("GET", path)
    assert connection.getresponse().status == 404
    connection.close()


def test_latency_delays_every_answer():
    """`latency_ms` is a lower bound of each answer's time."""
    with Site(latency_ms=80) as site:
        assert httpx.get(site.url).elapsed.total_seconds() >= 0.08


def test_bad_bodies_are_refused_and_not_logged(site, client):
    """Half a form, a huge form and a form without length are answered with their status."""
    cut = client.post("/price", content=b"--x\r\n", headers={"Content-Type": "multipart/form-data; boundary=x"})
    connection = http.client.HTTPConnection(site.url.removeprefix("http://"))
    connection.request("POST", "/price", headers={"Content-Length": str(10**9)})
    huge = connection.getresponse().status
    connection.close()
    chunked = client.post("/price", content=iter([b"price=5"]))
    assert (cut.status_code, huge, chunked.status_code, site.posts) == (400, 413, 411, ())


def test_every_listed_page_answers(client):
    """The contents page links only to pages that are there."""
    links = re.findall(r'<li><a href="([^"]+)"', client.get("/pages").text)
    statuses = {link: client.get(link, follow_redirects=True).status_code for link in links}
    assert len(statuses) == 22
    assert statuses.pop("/204") == 204
    assert set(statuses.values()) == {200}


def test_unknown_methods_of_a_page_are_405(client):
    """A known address refuses the methods it has no answer for."""
    assert client.delete("/price").status_code == 405


# ---- forms


@given(content=st.binary(max_size=400), name=st.text("abc é\"'-_.", min_size=1).map(str.strip).filter(len))
@settings(max_examples=60)
def test_multipart_files_arrive_byte_for_byte(content, name):
    """Any bytes survive the parser, whatever line ends or dashes they hold."""
    request = httpx.Request(
        "POST", "http://x", data={"a": "ü\r\n"}, files={"f": (name, content, "application/octet-stream")}
    )
    form = parse_form(request.headers["content-type"], request.read())
    assert form.pairs == (("a", "ü\r\n"),)
    assert [file.content for file in form.files] == [content]
    assert form.files[0].upload.sha256 == hashlib.sha256(content).hexdigest()


def test_an_uploaded_mail_stays_a_file():
    """A part that is itself a MIME message is kept as the bytes that were sent."""
    mail = b"Subject: hi\r\nContent-Type: multipart/mixed; boundary=q\r\n\r\n--q\r\n\r\nx\r\n--q--\r\n"
    request = httpx.Request("POST", "http://x", files={"f": ("a.eml", mail, "message/rfc822")})
    form = parse_form(request.headers["content-type"], request.read())
    assert [file.content for file in form.files] == [mail]


def test_a_cut_off_multipart_body_is_a_bad_form():
    """Nothing is taken from half a form."""
    with pytest.raises(BadForm):
        parse_form("multipart/form-data; boundary=x", b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1')


@pytest.mark.parametrize(
    ("text", "price"),
    [
        ("50", Decimal(50)),
        (" $1,250.50 ", Decimal("1250.50")),
        ("", "Enter a price."),
        ("fifty", "Enter the price as a number, such as 25 or 25.50."),
        ("0", "Enter a price above $0 and up to $100,000."),
        ("-1", "Enter a price above $0 and up to $100,000."),
        ("NaN", "Enter a price above $0 and up to $100,000."),
        ("1e9", "Enter a price above $0 and up to $100,000."),
        ("1.005", "Enter a price with at most two decimals."),
    ],
)
def test_prices(text, price):
    """A price is read as people write it, or the error says what to do."""
    assert parse_price(text) == price


# ---- the marketplace over HTTP


def test_selling_needs_a_login_and_comes_back(client):
    """Without a session the form leads to the log-in, which leads back."""
    reply = client.get("/sell")
    assert (reply.status_code, reply.headers["location"]) == (303, "/login?next=/sell")
    wrong = client.post("/login", data={"email": Site.EMAIL, "password": "no", "next": "/sell"})
    assert wrong.status_code == 422
    assert "The email address or the password is not right." in wrong.text
    right = client.post("/login", data={"email": Site.EMAIL, "password": Site.PASSWORD, "next": "/sell"})
    assert (right.status_code, right.headers["location"]) == (303, "/sell")


@pytest.mark.parametrize("next", ["//evil.example", "/\\evil.example", "https://evil.example", "/a\r\nX: y", ""])
def test_login_never_leads_to_another_site(client, next):
    """Only a path of this site is followed after logging in."""
    reply = client.post("/login", data={"email": Site.EMAIL, "password": Site.PASSWORD, "next": next})
    assert reply.headers["location"] == "/"


def test_a_listing_is_created_once_and_logged(site, seller):
    """POST, 303, GET; the listing and the log hold what was sent."""
    photo = Site.photo.read_bytes()
    reply = seller.post("/sell", data=RIGHT, files={"photo": ("kayak.jpg", photo, "image/jpeg")})
    assert (reply.status_code, reply.headers["location"]) == (303, "/listings/101?created=1")
    shown = seller.get("/listings/101?created=1").text
    assert all(text in shown for text in ("Listing created", "Red kayak", "$1,250.50", "Stable &amp; dry"))
    [listing] = site.listings
    assert (listing.title, listing.price, listing.available) == ("Red kayak", Decimal("1250.50"), date(2026, 12, 1))
    post = site.posts[-1]
    assert (post.method, post.path, post.fields) == ("POST", "/sell", {name: (value,) for name, value in RIGHT.items()})
    assert [(file.name, file.size, file.sha256) for file in post.files] == [
        ("kayak.jpg", len(photo), hashlib.sha256(photo).hexdigest())
    ]
    assert seller.get("/photos/101").content == photo
    assert len(photo) < 30_000


def test_deleting_a_listing_takes_it_away_for_its_owner_only(site, seller):
    """A stranger is sent to log in; the owner's POST removes it."""
    seller.post("/sell", data=RIGHT)
    assert httpx.post(f"{site.url}/listings/101/delete").headers["location"] == "/login?next=/listings/101/delete"
    assert len(site.listings) == 1
    assert "Listing deleted" in seller.post("/listings/101/delete").text
    assert (site.listings, seller.get("/listings/101").status_code) == ((), 404)


def test_reset_forgets_everything(site, seller):
    """After a reset there are no listings, posts or sessions."""
    seller.post("/sell", data=RIGHT)
    site.reset()
    assert (site.listings, site.orders, site.posts, seller.get("/sell").status_code) == ((), (), (), 303)


def test_hostile_text_is_escaped(site, seller):
    """Markup in a field is shown, never run, on the listing, the home page and the refilled form."""
    attack = '"><script>alert(1)</script>'
    seller.post("/sell", data=RIGHT | {"title": attack, "description": "</textarea><b>"})
    again = seller.post("/sell", data={"title": attack, "description": "</textarea><b>"})
    for html in (seller.get("/listings/101").text, seller.get("/").text, again.text):
        assert "<script>alert" not in html
        assert "</textarea><b>" not in html
    assert site.listings[0].title == attack


# ---- in the browser


async def log_in(page, site):
    await page.goto(f"{site.url}/sell")
    await page.get_by_label("Email").fill(Site.EMAIL)
    await page.get_by_label("Password").fill(Site.PASSWORD)
    await page.get_by_role("button", name="Log in").click()


async def fill_listing(page):
    await page.get_by_label("Title").fill("Red kayak")
    await page.get_by_label("Price").fill("50")
    await page.get_by_label("Category").select_option("Boats")
    await page.get_by_role("radio", name="Good").check()
    await page.get_by_label("Date available").fill("2026-12-01")
    await page.get_by_label("Photo").set_input_files(Site.photo)
    await page.get_by_label("Description").fill("Stable")
    await page.get_by_label("I accept the terms").check()


@pytest.mark.slow
async def test_login_sell_success_and_delete(page, site):
    """The main path: log in, create a listing with a photo, see it, refuse and accept its deletion."""
    await log_in(page, site)
    await fill_listing(page)
    await page.get_by_role("button", name="Create listing").click()
    await expect(page.get_by_role("status")).to_have_text("Listing created")
    await expect(page.get_by_role("img", name="Red kayak")).to_have_js_property("naturalWidth", 800)
    assert [post.path for post in site.posts] == ["/login", "/sell"]
    asked = []

    async def decide(dialog):
        asked.append(dialog.message)
        await (dialog.dismiss() if len(asked) == 1 else dialog.accept())

    page.on("dialog", decide)
    await page.get_by_role("button", name="Delete listing").click()
    assert len(site.listings) == 1
    await page.get_by_role("button", name="Delete listing").click()
    await expect(page.get_by_role("heading", name="Listing deleted")).to_be_visible()
    assert (asked, site.listings) == (["Delete this listing?"] * 2, ())


@pytest.mark.slow
async def test_validation_errors_stand_beside_fields_and_values_stay(page, site):
    """What was right is kept; each wrong field is invalid, described by its error, and in the summary."""
    await log_in(page, site)
    await page.get_by_label("Title").fill("Red kayak")
    await page.get_by_label("Price").fill("a lot")
    await page.get_by_role("button", name="Create listing").click()
    await expect(page.get_by_role("alert").get_by_role("listitem")).to_have_text(
        [
            "Enter the price as a number, such as 25 or 25.50.",
            "Choose a category.",
            "Choose a condition.",
            "Choose the day from which it is available.",
            "Accept the terms to continue.",
        ]
    )
    await expect(page.get_by_label("Title")).to_have_value("Red kayak")
    await expect(page.get_by_label("Price")).to_have_value("a lot")
    await expect(page.get_by_label("Price")).to_have_attribute("aria-invalid", "true")
    await expect(page.get_by_label("Price")).to_have_accessible_description(
        "Enter the price as a number, such as 25 or 25.50."
    )
    await expect(page.get_by_role("radiogroup", name="Condition")).to_have_accessible_description("Choose a condition.")
    assert site.listings == ()


@pytest.mark.slow
@pytest.mark.parametrize("render", ["keyed", "unkeyed"])
async def test_single_page_app(page, site, render):
    """Typing survives the re-renders; errors and success come without a navigation; Back goes back."""
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    await page.goto(f"{site.url}/spa?render={render}")
    await page.get_by_role("link", name="Sell something").click()
    title = await page.get_by_label("Title").element_handle()
    await page.get_by_label("Title").press_sequentially("Red kayak")
    assert await title.evaluate("node => node.isConnected") is (render == "keyed")
    await expect(page.get_by_label("Title")).to_have_value("Red kayak")
    await page.get_by_role("button", name="Create listing").click()
    await expect(page.get_by_role("button", name="Creating…")).to_be_disabled()
    await expect(page.get_by_role("alert").get_by_role("listitem")).to_have_count(5)
    await fill_listing(page)
    await page.get_by_role("button", name="Create listing").click()
    await expect(page.get_by_role("status")).to_have_text("Listing created")
    await expect(page).to_have_url(f"{site.url}/spa/listings/101?render={render}")
    [listing] = site.listings
    assert (listing.title, listing.price, listing.condition, listing.photo.name) == (
        "Red kayak",
        Decimal(50),
        "Good",
        "kayak.jpg",
    )
    await page.go_back()
    await expect(page.get_by_role("heading", name="Create a listing")).to_be_visible()
    await page.reload()
    await expect(page.get_by_label("Title")).to_have_value("")
    assert errors == []


async def test_shadow(page, site):
    """The web component's nested fields submit, and it shows errors and success itself."""
    await page.goto(f"{site.url}/shadow")
    await page.get_by_role("button", name="Submit").click()
    await expect(page.get_by_text("Enter a price.")).to_be_visible()
    await page.get_by_placeholder("Enter price").fill("50")
    await page.get_by_label("Open to offers").check()
    await page.get_by_role("button", name="Submit").click()
    await expect(page.get_by_role("status")).to_have_text("Success! Your listing has been created with price $50")
    assert site.posts[-1].fields == {"price": ("50",), "haggle": ("yes",)}


@pytest.mark.slow
async def test_wizard(page, site):
    """Three pages, an error on the way, and one order with the answers of all."""
    await page.goto(f"{site.url}/wizard")
    for label, value in {"Full name": "Ada", "Street and number": "Main 1", "City": "Oslo", "Postcode": "0150"}.items():
        await page.get_by_label(label).fill(value)
    await page.get_by_label("Country").select_option("Japan")
    await page.get_by_role("button", name="Continue").click()
    await page.get_by_role("button", name="Continue").click()
    await expect(page.get_by_role("alert")).to_contain_text("Choose how it should be delivered.")
    await page.get_by_label("Express").check()
    await page.get_by_label("Gift wrap").check()
    await page.get_by_label("Insurance").check()
    await page.get_by_role("button", name="Continue").click()
    await expect(page.get_by_role("definition")).to_have_text(
        ["Ada", "Main 1", "Oslo", "0150", "Japan", "Express, next day, $12", "Any time", "Gift wrap, Insurance"]
    )
    await page.get_by_role("button", name="Place order").click()
    await expect(page.get_by_text("Your order number is 1.")).to_be_visible()
    [order] = site.orders
    assert (order.answers["full_name"], order.answers["extras"]) == (("Ada",), ("gift", "insurance"))


@pytest.mark.slow
async def test_kitchen_shows_exactly_what_was_received(page, site, tmp_path):
    """Every kind of input arrives as it was set, and the table repeats the log."""
    upload = tmp_path / "nöte.txt"
    upload.write_bytes(b"\r\n--x\r\n\x00")
    values = {
        "Text": ("text", " a <b> & 'ü' "),
        "Email": ("email", "ada@example.org"),
        "Telephone": ("tel", "+44 20"),
        "Web address": ("url", "https://example.org/?a=1&b"),
        "Search": ("search", "kayak"),
        "Password": ("password", "p w"),
        "Number": ("number", "2.5"),
        "Range": ("range", "75"),
        "Date": ("date", "2026-02-28"),
        "Time": ("time", "23:59"),
        "Month": ("month", "2026-02"),
        "Week": ("week", "2026-W09"),
        "Date and time": ("datetime", "2026-02-28T23:59"),
        "Colour": ("color", "#ff8800"),
        "City": ("city", "Oslo"),
    }
    await page.goto(f"{site.url}/kitchen")
    for label, (_, value) in values.items():
        await page.get_by_label(label, exact=True).fill(value)
    await page.get_by_label("Select").select_option("Pear")
    await page.get_by_label("Several").select_option(["Red", "Blue"])
    await page.get_by_label("Long text").fill("one\ntwo")
    await page.get_by_label("Medium").check()
    await page.get_by_label("Bell").check()
    await page.get_by_role("textbox", name="Note").fill("noted")
    await page.get_by_text("Send me news").click()
    await page.get_by_label("File").set_input_files(upload)
    await page.get_by_role("button", name="Send").click()
    await expect(page.get_by_role("heading", name="Received")).to_be_visible()
    [post] = site.posts
    assert post.fields == {name: (value,) for name, value in values.values()} | {
        "select": ("pear",),
        "multiple": ("red", "blue"),
        "textarea": ("one\r\ntwo",),
        "size": ("M",),
        "extras": ("bell", "lights"),
        "switch": ("on",),
        "fixed": ("KX-1843",),
        "token": ("kitchen-1",),
        "button": ("send",),
        "note": ("noted",),
    }
    assert [(file.name, file.size) for file in post.files] == [("nöte.txt", 8)]
    shown = await page.locator("td").evaluate_all("cells => cells.map(cell => cell.textContent)")
    sent = [value.replace("\r\n", "\n") for values in post.fields.values() for value in values]
    assert shown == [*sent, f"nöte.txt, 8 bytes, SHA-256 {post.files[0].sha256}"]


async def test_popup(page, site):
    """The link and the script each open a tab that reports back."""
    await page.goto(f"{site.url}/popup")
    for role, name, colour in (("link", "Open the preview", "Red"), ("button", "Open by script", "Blue")):
        async with page.expect_popup() as opened:
            await page.get_by_role(role, name=name).click()
        preview = await opened.value
        with contextlib.suppress(Error):  # the tab closes at the click, at times before the click has been answered
            await preview.get_by_role("button", name=colour).click()
        await expect(page.get_by_role("status")).to_have_text(f"You chose {colour}")


async def test_dialogs(page, site):
    """Each dialog appears, and the page tells how it was answered."""
    await page.goto(f"{site.url}/dialogs")
    seen = []

    async def accept(dialog):
        seen.append((dialog.type, dialog.message))
        await dialog.accept("Grace" if dialog.type == "prompt" else None)

    page.on("dialog", accept)
    for name, told in (("Alert", "Alert closed"), ("Confirm", "Confirmed"), ("Prompt", "Hello, Grace")):
        await page.get_by_role("button", name=name).click()
        await expect(page.get_by_role("status")).to_have_text(told)
    await page.get_by_label("Draft").press_sequentially("x")
    await page.get_by_role("link", name="Leave this page").click()
    await expect(page).to_have_url(f"{site.url}/")
    assert seen == [
        ("alert", "The price has changed."),
        ("confirm", "Delete everything?"),
        ("prompt", "What is your name?"),
        ("beforeunload", ""),
    ]


async def test_download(page, site):
    """The link saves a file under its name."""
    await page.goto(f"{site.url}/download")
    async with page.expect_download() as saved:
        await page.get_by_role("link", name="Download listings.csv").click()
    download = await saved.value
    content = await asyncio.to_thread((await download.path()).read_text)
    assert (download.suggested_filename, content.splitlines()[0]) == ("listings.csv", "id,title,price")


async def test_overlay_covers_the_form_until_it_is_answered(page, site):
    """The banner is what a click on the form would hit; afterwards the form works."""
    await page.goto(f"{site.url}/overlay")
    box = await page.get_by_role("button", name="Submit", include_hidden=True).bounding_box()
    hit = "([x, y]) => document.elementFromPoint(x, y).closest('#cookies') !== null"
    point = [box["x"] + 5, box["y"] + 5]
    assert await page.evaluate(hit, point) is True
    await page.get_by_role("button", name="Only what is needed").click()
    assert await page.evaluate(hit, point) is False
    await page.get_by_label("Price").fill("9.90")
    await page.get_by_role("button", name="Submit").click()
    await expect(page.get_by_text("created with price $9.90")).to_be_visible()


async def test_sloppy_has_no_labels_and_still_submits(page, site):
    """Neither a label nor a role names the fields; the submit is an icon with a title."""
    await page.goto(f"{site.url}/sloppy")
    assert await page.locator("main label").count() == 0
    await page.get_by_placeholder("Price").fill("50")
    await page.get_by_title("Submit").click()
    await expect(page.get_by_role("heading", name="Success!")).to_be_visible()


async def test_late_form_appears(page, site):
    """The form is absent at load and comes by fetch."""
    at_load = await (await page.request.get(f"{site.url}/late")).text()
    assert "Loading…" in at_load
    assert "Enter price" not in at_load
    await page.goto(f"{site.url}/late", wait_until="domcontentloaded")
    await page.get_by_label("Price").fill("50")
    await page.get_by_role("button", name="Submit").click()
    await expect(page.get_by_text("created with price $50")).to_be_visible()


@pytest.mark.slow
async def test_infinite_list_grows_as_it_scrolls(page, site):
    """Scrolling to the end loads more, until all 200 are there."""
    await page.goto(f"{site.url}/infinite")
    items = page.get_by_role("listitem")
    for loaded in range(20, 220, 20):
        await expect(items).to_have_count(loaded)
        await page.locator("#more").scroll_into_view_if_needed()
    await expect(page.get_by_text("That was all")).to_be_visible()


async def test_long_containers_scroll(page, site):
    """A row far down and a button far below the page can be reached."""
    await page.goto(f"{site.url}/long")
    await page.get_by_role("button", name="Pick row 90").click()
    await expect(page.get_by_role("status")).to_have_text("Picked Row 90")
    await page.get_by_role("button", name="Finish").click()
    await expect(page.get_by_role("status")).to_have_text("Finished")


async def test_hang_blocks_the_main_thread(page, site):
    """While the button's script runs, the page answers nothing."""
    await page.goto(f"{site.url}/hang?ms=600")
    began = await page.evaluate("performance.now()")
    await page.evaluate("setTimeout(() => document.getElementById('hang').click())")
    await expect(page.get_by_role("status")).to_have_text("Responsive again")
    assert await page.evaluate("performance.now()") - began >= 600


@pytest.mark.slow
async def test_slow_redirect_and_no_content(page, site):
    """A slow page says how slow it was, a chain ends, and 204 leaves the browser where it is."""
    await page.goto(f"{site.url}/slow?ms=120")
    await expect(page.get_by_text("This page took 120 ms.")).to_be_visible()
    await page.goto(f"{site.url}/redirect?n=3")
    await expect(page.get_by_text("You were redirected 3 times.")).to_be_visible()
    with pytest.raises(Error, match="ERR_ABORTED"):
        await page.goto(f"{site.url}/204")
    await expect(page.get_by_role("heading", name="Redirected")).to_be_visible()


@pytest.mark.slow
async def test_pages_ask_nothing_of_other_hosts(page, site):
    """Every page loads only from the site itself, and without an error in its console."""
    hosts, errors = set(), []
    page.on("request", lambda request: hosts.add(request.url.split("/")[2].split(":")[0]))
    page.on("pageerror", lambda error: errors.append(str(error)))
    for path in ("/", "/login", "/spa", "/frame?host=other", "/shadow", "/wizard", "/kitchen", "/overlay", "/late"):
        await page.goto(site.url + path, wait_until="load")
    assert (hosts, errors) == ({"127.0.0.1", "localhost"}, [])
