"""What an entry of a list of hosts may say."""

import pytest

from actwright.errors import ConfigError
from actwright.schemas.hosts import HostPattern, host_and_port, host_patterns, plain_host

PERMITTED = [
    ("shop.example", "shop.example", 443),
    ("Shop.Example.", "shop.example", 80),
    ("*.shop.example", "a.b.shop.example", 443),
    ("shop.example:8443", "shop.example", 8443),
    ("shop.example:*", "shop.example", 9000),
    ("*.localhost:8000", "x.localhost", 8000),
    ("127.0.0.1:8000", "127.0.0.1", 8000),
    ("[::1]:8000", "::1", 8000),
    ("[0:0:0:0:0:0:0:1]", "::1", 80),
    ("xn--bcher-kva.example", "xn--bcher-kva.example", 443),
    ("b\u00fccher.example", "xn--bcher-kva.example", 443),
    ("\u043ek.com", "xn--k-0tb.com", 443),
    ("*.intranet:*", "wiki.intranet", 8080),
    ("my_host.example", "my_host.example", 443),
]
NOT_PERMITTED = [
    ("shop.example", "shop.example", 8443),
    ("shop.example", "evil-shop.example", 443),
    ("shop.example", "www.shop.example", 443),
    ("shop.example", "shop.example.evil.test", 443),
    ("*.shop.example", "shop.example", 443),
    ("*.shop.example", "evilshop.example", 443),
    ("shop.example:8443", "shop.example", 443),
    ("127.0.0.1:8000", "127.0.0.1", 8001),
]
ODD = [
    ("", "write a host as in shop.example"),
    ("shop example", "write a host as in shop.example"),
    ("evil.test\\@shop.example", "is not a host"),
    ("*", "leave the list out"),
    ("*:443", "leave the list out"),
    ("*.com", r"as in \*\.shop\.com"),
    ("*.co.uk", r"as in \*\.shop\.co\.uk"),
    ("*shop.example", r"a \* may stand only for everything that comes first"),
    ("a.*.example", r"a \* may stand only"),
    ("sho*.example", r"a \* may stand only"),
    ("https://shop.example/cart", "is a URL and not a host; write shop.example"),
    ("https://shop.example:8443", "write shop.example:8443"),
    ("https://[::1]:8000/", r"write \[::1\]:8000"),
    ("shop.example/cart", "holds a path; write shop.example"),
    ("10.0.0.0/8", "a range of addresses; list each address"),
    ("ok.example:pw@evil.test", "credentials before an @; write evil.test"),
    ("::1", r"in brackets, as in \[::1\]"),
    ("[::1", "is not a host"),
    ("[shop]", "is not a host"),
    ("[::ffff:127.0.0.1]", "write 127.0.0.1"),
    ("[fe80::1%eth0]", "is not a host"),
    ("2130706433", "write 127.0.0.1"),
    ("0x7f.1", "write 127.0.0.1"),
    ("0177.0.0.1", "write 127.0.0.1"),
    ("*.127.0.0.1", "write 127.0.0.1"),
    ("1.2.3.4.5", "is not a host"),
    ("shop.example:", "is not a port"),
    ("shop.example:0", "is not a port"),
    ("shop.example:65536", "is not a port"),
    ("shop.example:https", "is not a port"),
    ("-shop.example", "is not a host"),
    ("a..example", "is not a host"),
    (f"{'a' * 64}.example", "is not a host"),
    (f"{'a.' * 127}example", "is not a host"),
]


@pytest.mark.parametrize(("entry", "host", "port"), PERMITTED)
def test_an_entry_permits_what_it_names(entry, host, port):
    assert HostPattern.of(entry).allows(host, port)


@pytest.mark.parametrize(("entry", "host", "port"), NOT_PERMITTED)
def test_an_entry_permits_nothing_else(entry, host, port):
    assert not HostPattern.of(entry).allows(host, port)


@pytest.mark.parametrize(("entry", "advice"), ODD)
def test_an_odd_entry_is_the_callers_mistake_and_the_message_shows_the_right_form(entry, advice):
    with pytest.raises(ValueError, match=advice):
        HostPattern.of(entry)


def test_one_text_is_no_list():
    with pytest.raises(ConfigError, match=r"write \['shop.example'\]"):
        host_patterns("shop.example")


@pytest.mark.parametrize(
    ("host", "plain"),
    [
        ("OK.com.", "ok.com"),
        ("ok.com..", "ok.com."),
        ("[::FFFF:127.0.0.1]", "127.0.0.1"),
        ("[::1]", "::1"),
        ("a.b", "a.b"),
    ],
)
def test_hosts_are_compared_in_one_spelling(host, plain):
    assert plain_host(host) == plain


@pytest.mark.parametrize(
    ("url", "entry"),
    [
        ("http://shop.example/a", "shop.example"),
        ("https://shop.example:443/", "shop.example"),
        ("http://127.0.0.1:8000/", "127.0.0.1:8000"),
        ("http://[::1]:8000/", "[::1]:8000"),
        ("file:///tmp/x", ""),
        ("http://shop.example:x/", ""),
        ("", ""),
    ],
)
def test_a_url_gives_the_entry_for_its_site(url, entry):
    assert host_and_port(url) == entry
