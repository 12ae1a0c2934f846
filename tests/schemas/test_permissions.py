"""What a list of permissions may say."""

from pathlib import Path

import pytest

from actwright import ConfigError, Permissions


@pytest.mark.parametrize(
    ("entry", "kept"),
    [
        ("shop.example", "shop.example"),
        (" SHOP.Example ", "shop.example"),
        ("https://shop.example/", "https://shop.example"),
        ("*.shop.example", "*.shop.example"),
        ("https://*.shop.example", "https://*.shop.example"),
        ("https://pay.example:8443", "https://pay.example:8443"),
        ("https://pay.example:443", "https://pay.example"),
        ("shop.example:8443", "shop.example:8443"),
        ("m\u00fcnchen.de", "xn--mnchen-3ya.de"),
        ("\u043ek.com", "xn--k-0tb.com"),
        ("127.0.0.1:8000", "127.0.0.1:8000"),
        ("[::1]:8000", "[::1]:8000"),
        ("[0:0::1]", "[::1]"),
        ("intranet", "intranet"),
    ],
)
def test_a_site_is_kept_as_browsers_write_it(entry, kept):
    assert Permissions(sites=[entry]).sites == (kept,)
    assert Permissions(sites=[kept]).sites == (kept,)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("", "is not a host"),
        ("a b", "is not a host"),
        ("ok.com\\@evil.test", "is not a host"),
        ("ok.com.", "is not a site"),
        ("*", "a * may stand only for everything that comes first"),
        ("*.*.shop.example", "a * may stand only for everything that comes first"),
        ("sh*p.example", "a * may stand only for everything that comes first"),
        ("shop.*", "a * may stand only for everything that comes first"),
        ("*.127.0.0.1", "an address has no subdomains; write 127.0.0.1"),
        ("com", "would permit every site below com"),
        ("*.co.uk", "would permit every site below co.uk"),
        ("github.io", "would permit every site below github.io"),
        ("user@shop.example", "carries credentials before an @; write shop.example"),
        ("https://ok.com:pw@evil.test", "carries credentials before an @; write evil.test"),
        ("shop.example/path", "holds a path; write shop.example"),
        ("http:///evil.test", "holds a path"),
        ("https:evil.test", "is not a port"),
        ("ftp://shop.example", "is not a web site"),
        ("file:///etc/passwd", "is not a web site"),
        ("data:text/html", "holds a path"),
        ("blob:https://shop.example/1", "is not a web site"),
        ("javascript:alert(1)", "is not a port"),
        ("shop.example:0", "'0' is not a port; write a number from 1 to 65535"),
        ("shop.example:99999", "'99999' is not a port"),
        ("::1", "write an IPv6 address in brackets"),
        ("2130706433", "is another way to write an address; write 127.0.0.1"),
        ("0x7f.1", "is another way to write an address; write 127.0.0.1"),
        ("0177.0.0.1", "is another way to write an address; write 127.0.0.1"),
        ("[::ffff:127.0.0.1]", "is another way to write an address; write 127.0.0.1"),
    ],
)
@pytest.mark.parametrize("field", ["sites", "navigate", "effects_on"])
def test_what_is_no_site_is_refused_with_the_form_that_is(field, entry, message):
    with pytest.raises(ConfigError) as refused:
        Permissions(**{field: [entry]})
    assert str(refused.value).startswith(f"Permissions: {field}: ")
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"site": ["shop.example"]}, "there is no option 'site'; did you mean 'sites'?"),
        ({"sites": "shop.example"}, "this must be a list, not the text 'shop.example'; write ['shop.example']"),
        ({"uploads": Path("cv.pdf")}, "this must be a list, not the text 'cv.pdf'"),
        ({"hosts": ["*"]}, "'*' would permit every host"),
        ({"hosts": ["https://shop.example"]}, "is a URL and not a host; write shop.example"),
        ({"effects": -1}, "effects: Input should be greater than or equal to 0"),
        ({"effects": True}, "effects: Input should be a valid integer"),
        ({"values": "mine"}, "values: Input should be 'any' or 'given'"),
    ],
)
def test_other_mistakes_are_the_callers_too(options, message):
    with pytest.raises(ConfigError) as refused:
        Permissions(**options)
    assert message in str(refused.value)


def test_hosts_are_kept_as_browsers_send_them():
    assert Permissions(hosts=["cdn.example:8443", "*.b\u00fccher.example"]).hosts == (
        "cdn.example:8443",
        "*.xn--bcher-kva.example",
    )
