"""Where an answer may come from."""

from actwright.schemas.visit import Visit
from actwright.web.sources import Source, Sources

A, B, C = "https://shop.test/a", "https://shop.test/b", "https://shop.test/c"


def visit(requested, final="", **given):
    return Visit(**{"requested": requested, "final": final or requested, "verdict": "product", "status": 200} | given)


def test_requested_final_and_canonical_url_are_one_page():
    sources = Sources([visit(A, B, canonical=C, title="Kayak")])
    assert [sources.is_verified(url) for url in (A, B, C, A + "x")] == [True, True, True, False]
    assert sources.verified == (Source(url=B, title="Kayak"),)


def test_only_pages_that_count_are_verified():
    kinds = ("listing_empty", "blocked", "generic", "error", "unreachable")
    visits = [visit(f"https://shop.test/{kind}", verdict=kind, reason="why") for kind in kinds]
    failed = visit(A, status=500)
    sources = Sources([*visits, failed, visit(B, verdict="content"), visit(C, verdict="listing_with_products")])
    assert [source.url for source in sources.verified] == [B, C]
    assert sources.rejected == {f"https://shop.test/{kind}": f"{kind}: why" for kind in kinds} | {A: "product: "}
    assert [
        source.url for source in Sources([visit(B, verdict="content"), visit(A)], verdicts=("product",)).verified
    ] == [A]


def test_a_page_that_was_verified_stays_so_and_a_rejected_one_can_become_it():
    rejected = visit(A, verdict="blocked")
    assert Sources([visit(A), rejected]).is_verified(A)
    assert Sources([rejected, visit(A, method="render")]).is_verified(A)


def test_what_was_read_there_weighs_more_than_what_another_page_says():
    sources = Sources([visit(A, canonical=B), visit(B, verdict="error")])
    assert (sources.is_verified(A), sources.is_verified(B)) == (True, False)


def test_the_canonical_url_is_preferred_if_it_was_read_and_is_the_same_product():
    other = visit(B, sku="1")
    assert Sources([visit(A, canonical=B, sku="1"), other]).verified == (Source(url=B),)
    assert Sources([visit(A, canonical=B, sku="2"), other]).verified == (Source(url=A), Source(url=B))
    assert Sources([visit(A, canonical=B, sku="1")]).verified == (Source(url=A),)


def test_a_verified_url_of_the_same_host():
    sources = Sources([visit(A)])
    assert (
        sources.on_host_of("https://www.shop.test/x"),
        sources.on_host_of("https://evil.test/"),
        sources.on_host_of("x"),
    ) == (A, "", "")
