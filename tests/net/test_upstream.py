"""The user's own proxy, by the URL that names it."""

import pytest

from actwright.errors import ConfigError
from actwright.net.upstream import Upstream


@pytest.mark.parametrize(
    ("url", "proxy"),
    [
        ("http://proxy.test:3128", Upstream("http", "proxy.test", 3128)),
        ("https://proxy.test", Upstream("https", "proxy.test", 443)),
        ("socks5h://a%40b:p%3Aw@[::1]/", Upstream("socks5", "::1", 1080, "a@b", "p:w")),
    ],
)
def test_a_proxy_is_named_by_a_url(url, proxy):
    assert Upstream.of(url) == proxy


@pytest.mark.parametrize(
    "url",
    ["", "proxy.test:3128", "ftp://u:canary@p.test", "http://u:canary@p.test:x", "http://u:canary@p.test/a", "http://"],
)
def test_what_names_no_proxy_is_refused_without_showing_its_password(url):
    with pytest.raises(ConfigError, match=r"http://user:password@proxy\.example:3128") as caught:
        Upstream.of(url)
    assert "canary" not in str(caught.value)


def test_credentials_are_not_in_its_representation():
    assert "canary" not in repr(Upstream.of("http://canary:canary@proxy.test"))
