"""Where the agent ended, by both rules."""

import pytest

from actwright.webarena import url_match

VISUAL = {
    "equal": ("http://a.test/x?b=1", "http://a.test/x?b=1", None, 1.0),
    "not equal": ("http://a.test/x?b=1", "http://a.test/x", None, 0.0),
    "a slash at the end": ("http://a.test/x/", "http://a.test/x", "EXACT", 1.0),
    "two slashes at the end": ("http://a.test/x//", "http://a.test/x", "EXACT", 0.0),
    "localhost": ("http://localhost:80/x", "http://127.0.0.1:80/x", "EXACT", 1.0),
    "one of two": ("http://a.test/y", "http://a.test/x |OR| http://a.test/y/", "EXACT", 1.0),
    "none of two": ("http://a.test/z", "http://a.test/x |OR| http://a.test/y", "EXACT", 0.0),
    "part": ("http://a.test/f/gaming/7", "f/gaming", "GOLD in PRED", 1.0),
    "not part": ("http://a.test/f/games/7", "f/gaming", "GOLD in PRED", 0.0),
    "part with a slash at its end": ("http://a.test/f/gaming", "f/gaming/", "GOLD in PRED", 1.0),
}
PLAIN = {
    "equal": ("http://a.test/x", "http://a.test/x", 1.0),
    "deeper": ("http://a.test/x/y", "http://a.test/x/", 1.0),
    "elsewhere": ("http://a.test/y", "http://a.test/x", 0.0),
    "the scheme does not count": ("https://a.test/x", "http://a.test/x", 1.0),
    "query": ("http://a.test/x?b=1&c=2", "http://a.test/x?b=1", 1.0),
    "another query": ("http://a.test/x?b=2", "http://a.test/x?b=1", 0.0),
    "no query": ("http://a.test/x", "http://a.test/x?b=1", 0.0),
    "values pooled": ("http://a.test/x?b=2", "http://a.test/x?b=1 |OR| http://a.test/y?b=2", 1.0),
    "keys of every reference": ("http://a.test/x?b=1", "http://a.test/x?b=1 |OR| http://a.test/y?c=2", 0.0),
    "localhost is not the loopback address": ("http://localhost/x", "http://127.0.0.1/x", 0.0),
}


@pytest.mark.parametrize(("url", "reference", "note", "factor"), VISUAL.values(), ids=VISUAL.keys())
def test_visualwebarena_compares_whole_urls(url, reference, note, factor):
    assert url_match(url, reference, note=note, dialect="visualwebarena").factor == factor


@pytest.mark.parametrize(("url", "reference", "factor"), PLAIN.values(), ids=PLAIN.keys())
def test_webarena_compares_host_path_and_query(url, reference, factor):
    part = url_match(url, reference, dialect="webarena")
    assert part.factor == factor
    assert url in part.reason
