"""Which URLs are the same page."""

import pytest

from actwright.net.urls import joined, page_key

SAME = [
    ("https://A.test/x", "https://a.test:443/x#part"),
    ("https://a.test", "HTTPS://a.test/"),
    ("https://a.test/x/", "https://a.test/x"),
    ("https://a.test./x", "https://a.test/x"),
    ("https://a.test/x?utm_source=b&utm_medium=c&gclid=1&fbclid=2&msclkid=3&ref=d&source=e", "https://a.test/x"),
    ("https://a.test/x?a=1&utm_campaign=z&b=2", "https://a.test/x?a=1&b=2"),
    ("https://a.test/%7eme/%c3%a9", "https://a.test/~me/é"),
    ("https://пример.test/x", "https://xn--e1afmkfd.test/x"),
    ("https://a.test/b|c^d?e|f", "https://a.test/b%7Cc%5Ed?e%7cf"),
    ("https://a.test/b/../c", "https://a.test/c"),
]
DIFFERENT = [
    ("https://a.test/x", "http://a.test/x"),
    ("https://a.test/x", "https://a.test/X"),
    ("https://a.test/x", "https://a.test/xy"),
    ("https://a.test/x/", "https://a.test/x//"),
    ("https://a.test/x", "https://www.a.test/x"),
    ("https://a.test/x", "https://a.test:8443/x"),
    ("https://a.test/x?a=1", "https://a.test/x?a=2"),
    ("https://a.test/x%2Fy", "https://a.test/x/y"),
]
NONE = [
    *(
        "",
        "x",
        "ftp://a.test/",
        "javascript:alert(1)",
        "https://me@a.test/",
        "https://a.test\\@b.test/",
        "https://a.test/ x",
    ),
    *("https://a\u200b.test/", "https:///x", "https://", "http://[::1/", "https://a.test:x/"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_spellings_of_one_page(one, other):
    assert page_key(one) == page_key(other) != ""


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different_pages(one, other):
    assert page_key(one) != page_key(other)


@pytest.mark.parametrize("url", NONE)
def test_what_is_no_url_that_everyone_reads_alike(url):
    assert page_key(url) == ""


def test_links_are_made_absolute_and_others_left_out():
    base = "https://a.test/b/c"
    assert [joined(base, href) for href in ("d#e", "/f", "//g.test", "mailto:x@y", "javascript:1", "http://[")] == [
        "https://a.test/b/d", "https://a.test/f", "https://g.test", "", "", "",
    ]  # fmt: skip
