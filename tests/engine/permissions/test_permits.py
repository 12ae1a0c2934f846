"""The rules alone: where home is, what a task names, and what a URL leads to."""

import pytest

from actwright import Permissions
from actwright.engine.permissions.rules import PermissionRules
from actwright.engine.permissions.sites_in_text import is_private, named_sites, site_of
from actwright.schemas.task import Task


def permits(start="", text="do it", data=None, **permissions):
    return PermissionRules.of(Permissions(**permissions), Task(text=text, data=data or {}), start=start)


@pytest.mark.parametrize(
    ("start", "home", "elsewhere"),
    [
        ("https://www.shop.co.uk/a", ["https://shop.co.uk", "https://pay.shop.co.uk:8443"], ["https://other.co.uk"]),
        ("https://shop.example", ["https://shop.example"], ["http://shop.example", "https://shop.example.evil.test"]),
        ("http://shop.example", ["http://shop.example", "https://www.shop.example"], ["http://myshop.example"]),
        ("https://ada.github.io/", ["https://ada.github.io"], ["https://mallory.github.io", "https://github.io"]),
        ("http://127.0.0.1:8000", ["http://127.0.0.1:8000"], ["http://127.0.0.1:9000", "http://localhost:8000"]),
        ("http://localhost:3000", ["http://localhost:3000"], ["http://localhost", "http://x.localhost:3000"]),
        ("http://10.0.0.5/", ["http://10.0.0.5"], ["http://10.0.0.5:8080", "http://10.0.0.6"]),
        ("http://wiki.internal/", ["http://wiki.internal"], ["http://jira.internal", "http://x.wiki.internal"]),
        ("http://[::1]:8000/", ["http://[::1]:8000"], ["http://127.0.0.1:8000"]),
        ("https://8.8.8.8/", ["https://8.8.8.8"], ["https://8.8.8.8:444"]),
    ],
)
def test_home_is_the_site_of_the_start(start, home, elsewhere):
    rules = permits(start)
    assert [place for place in home if not rules.may_enter_at(place)] == []
    assert [place for place in elsewhere if rules.may_enter_at(place)] == []


@pytest.mark.parametrize(
    ("text", "sites"),
    [
        ("Go to https://shop.example/a?x=1.", ["shop.example (over https alone)"]),
        ("Compare (http://shop.example/x) with pay.test, then end.", ["shop.example", "pay.test"]),
        ("On www.news.example.com and EXAMPLE.com.", ["example.com"]),
        ("Open localhost:3000/x and 127.0.0.1:8000", ["http://localhost:3000", "http://127.0.0.1:8000"]),
        ("Write to ada@shop.example about v1.2.3, e.g. Fig.3 in README.md, main.py or cv.pdf; 3.50 of it", []),
        ("Take {{site.com}} with key=foo.com", []),
        ("Read example.md/ and www.foo.sh", ["example.md", "foo.sh"]),
    ],
)
def test_a_task_names_sites_by_urls_and_host_names(text, sites):
    assert list(map(str, named_sites(text))) == sites


def test_sites_in_the_data_are_home_too():
    rules = permits("https://shop.example", data={"partner": "https://pay.example/x"})
    assert rules.may_enter_at("https://pay.example")
    assert not rules.may_enter_at("https://evil.test")


@pytest.mark.parametrize(
    ("host", "private"),
    [
        *((host, True) for host in ("localhost", "x.localhost", "intranet", "wiki.internal", "nas.local", "[::1]")),
        *((host, True) for host in ("127.0.0.1", "10.1.2.3", "169.254.169.254", "[fe80::1]", "0.0.0.0")),
        *((host, False) for host in ("shop.example", "8.8.8.8", "local.shop.example")),
    ],
)
def test_names_and_addresses_of_private_networks_are_known(host, private):
    assert is_private(host) is private


def test_a_link_to_a_private_address_is_opened_only_from_one():
    link = "http://10.0.0.5/"
    assert (
        permits("https://shop.example")
        .check_navigation(link, seen={link})
        .startswith("http://10.0.0.5 is in a private network")
    )
    assert permits("http://10.0.0.1/").check_navigation(link, seen={link}) == ""


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("Ada Lovelace", True),
        ("ada   lovelace", True),
        ("1250", True),
        ("1,250", True),
        ("Ada L", False),
        ("125", False),
        ("Mallory", False),
        ("", True),
    ],
)
def test_a_given_value_stands_in_the_words_of_the_task_as_words_of_its_own(text, typed):
    rules = permits("https://shop.example", text="Enter Ada Lovelace, 1.250 EUR", values="given")
    assert (rules.check_value(text, ()) == "") is typed


def test_a_site_of_no_url_is_none():
    assert [site_of(url) for url in ("", "about:blank", "data:text/html,x", "file:///x", "http://a b")] == [None] * 5


@pytest.mark.parametrize(
    ("path", "permitted"),
    [
        *(
            (path, True)
            for path in ("/out", "/search?q=blue+kayak", "/docs/index.html?v=1.2", "/?next=https://shop.example/b")
        ),
        *(
            (f"/out?to={to}", False)
            for to in ("http://evil.example/4111", "//evil.example/4111", "http:evil.example", "evil.example")
        ),
        *(
            (f"/out?to={to}", False)
            for to in ("http%3A%2F%2Fevil.example", "http%253A%252F%252Fevil.example", "http://2130706434/")
        ),
        *(
            (f"/out?to={to}", False)
            for to in ("/%09/2130706434:80", "/%2509/0x7f000002", "/%0A%5Cevil%E3%80%82com", "http:/%09/017700000002")
        ),
        *((path, False) for path in ("/out/https://evil.example/", "//evil.example/4111", "/#https://evil.example/")),
    ],
)
def test_a_url_of_home_that_carries_an_address_elsewhere_is_opened_only_as_a_link_showed_it(path, permitted):
    """Home may redirect to it, with whatever the model wrote into it."""
    home, url = permits("https://shop.example/"), f"https://shop.example{path}"
    assert (home.check_navigation(url) == "") is permitted
    assert home.check_navigation(url, seen={url}) == ""
    assert permits("https://shop.example/", text=f"Open {url} please").check_navigation(url) == ""


@pytest.mark.parametrize(
    ("path", "permitted"),
    [
        ("/login", True),
        ("/account/orders", True),
        ("/go?id=7", False),
        ("/go/aHR0cHM6Ly9zc28uZXhhbXBsZS8_cT1QQUdFLVRFWFQ", False),
        ("/to/sso.example", False),
        ("/to/SSO%2Eexample", False),
    ],
)
def test_a_made_up_url_leads_elsewhere_only_if_it_says_little(path, permitted):
    """As a redirect of a short path to a page for signing in."""
    home, url, sso = permits("https://shop.example/"), f"https://shop.example{path}", "https://sso.example/in?next=/"
    assert (home.check_document(sso, carries=False, made_up=url, seen=()) == "") is permitted
    assert home.check_document(sso, carries=False, made_up=url, seen={sso}) == ""
    assert home.check_document(sso, carries=False, made_up="", seen=()) == ""
    assert home.check_document("https://pay.shop.example/in", carries=True, made_up=url, seen=()) == ""
    assert "a value may not leave in a request to https://sso.example" in home.check_document(
        sso, carries=True, made_up="", seen={sso}
    )
