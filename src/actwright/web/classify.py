"""Classifies a page: first by whether a barrier hides it, then by its structured data and its links.

The order matters. A barrier may carry the data of the page behind it, an empty list may look like a home page, and a
long article is not a product.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import parse_qsl, urlsplit

from actwright.net.urls import joined
from actwright.schemas.ending import REFUSALS
from actwright.schemas.visit import Verdict, Visit
from actwright.text import counted, one_line
from actwright.web.document import Document, Link
from actwright.web.visible_text import printable

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

HARDLY_ANY, LITTLE, SHORT, LONG = 20, 200, 500, 1_000
"""How many characters of text a page shows. Like the other limits here, they are chosen from the ranges in which every
page of `tests/web/test_classify.py` is classified correctly: 8 to 30, 80 to 600, 200 to 680, and 680 (Cloudflare's
block page) to 1,220 (articles on captchas)."""
MOST_SCRIPTS = 5
ENOUGH_LINKS = 3
REFUSALS_OF_PROGRAMS = (401, 403)
"""The refusals that a browser may get past."""

CHALLENGE = re.compile(r"\b(?:(?:re |re|h)?captcha|turnstile|challenge|verify|verification)\b")
BARRIER = re.compile(rf"{CHALLENGE.pattern}|\b(?:blocked|block page|access denied|(?:access|age|geo|bot) gate)\b")
"""Matches a name split into words: `validateCaptcha` is "validate captcha". `wp-block-group` and `aggregate` do not."""
WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
NEEDS_SCRIPTS = re.compile(r"\b(?:enable|turn on|activate) (?:js|javascript|cookies)\b", re.IGNORECASE)
LEADS_ON = re.compile(r";\s*url\s*=", re.IGNORECASE)
"""A refresh without a URL only loads the page again."""
BARRIER_TITLE = re.compile(
    r"just a moment|attention required|access (?:to this page has been )?denied|are you (?:a )?(?:human|robot)|robot check|"
    r"pardon our interruption|security check|verify(?:ing)? you are|unusual traffic|captcha|ddos protection|checking your browser",
    re.IGNORECASE,
)
MISSING = re.compile(r"\b404\b|page not found|not found|no longer (?:available|exists)|does not exist", re.IGNORECASE)
NOTHING_FOUND = re.compile(
    r"\b(?:no|0) (?:\w+ ){0,3}(?:results?|products?|items?|matches|goods)\b|\bno \w+ that match|nothing (?:was )?found|"
    r"did not match any|could(?:n't| not) find any|нічого не знайдено|ничего не найдено|nic nie znaleziono|"
    r"\b(?:keine (?:ergebnisse|produkte|treffer)|aucun (?:résultat|produit)|sin resultados|no se encontr|"
    r"brak (?:wyników|produktów)|nessun (?:risultato|prodotto)|geen (?:resultaten|producten)|nenhum (?:resultado|produto))",
    re.IGNORECASE,
)
ONLY_IF = re.compile(r"\b(?:if|when|wenn|falls|si|se|cuando|jeśli|als|quando|якщо|если)\b", re.IGNORECASE)
"""Before these words, a page tells of lists that find nothing, and is none itself."""
LONGEST_NOTE, TOP = 120, 6
"""The characters of the line that says so, and the lines of a longer page among which it stands."""
CURRENCIES = r"(?:[$€£¥₴₽₹₺₩₫฿]|\b(?:USD|EUR|GBP|UAH|PLN|CHF|CZK|SEK|NOK|DKK|CAD|AUD|JPY|INR|TRY|RUB)\b|\b(?:грн|руб|zł|kr|Kč)\b\.?)"
PRICE = re.compile(rf"{CURRENCIES}\s?\d|(?<!\d)\d[\d.,\u00a0\u202f ]{{0,20}}\s?{CURRENCIES}", re.IGNORECASE)
"""Has no unbounded repetition: a page of nothing but digits would take quadratic time."""
SHOP = "a[href*='/cart'], a[href*='/basket'], a[href*='/checkout'], a[href*='/bag'], form[action*='/cart'], [class*=add-to-cart]"

HOMES = {"", "home", "index", "index.html", "index.htm", "index.php", "default.aspx"}
LISTINGS = {"search", "category", "categories", "catalog", "list", "products", "items", "shop", "collections"}
LISTINGS_OF = {"c", "l", "category", "categories", "catalog", "shop", "list", "collections", "search"}
"""Path segments before the name of a list."""
LISTING_PARAMETERS = {"q", "search", "category", "filter", "query", "s", "keyword", "keywords"}
DETAILS = {"product", "products", "p", "item", "items", "detail", "details", "buy", "dp"}
"""Path segments before the name of a product."""
NUMBERED = re.compile(r"-\d+\.html$|/\d+/?$|/p\d{3,}/?$")
CARD = re.compile(r"(?<![a-z])(?:product|item|card)", re.IGNORECASE)
CARDS = "[class*=product i], [class*=item i], [class*=card i]"
CARD_LINKS, CARD_TARGETS = 12, 3
"""The most links in a card, and pages to which they lead. A picture, a name, a button and a wish list take 4 and 2."""
MOST_CARDS = 1_000
"""The most cards of a page that are searched for links and a price."""

PRODUCT_TYPES = {
    "product",
    "productgroup",
    "individualproduct",
    "productmodel",
    "someproducts",
    "vehicle",
    "car",
    "book",
}
SOLD = ("offers", "sku", "mpn", "gtin", "gtin13", "price")
ARTICLES = {"article", "newsarticle", "blogposting", "techarticle", "reportagenewsarticle", "scholarlyarticle"}


@dataclass(frozen=True, slots=True)
class _Finding:
    verdict: Verdict
    reason: str
    products: int = 0
    sku: str = ""


def classified(document: Document) -> Visit:
    """Returns the record of a page: its verdict, and the reason for it."""
    loaded = document.loaded
    return Visit(
        requested=loaded.requested,
        final=loaded.final,
        canonical=document.canonical,
        title=document.title,
        status=loaded.status,
        method=loaded.method,
        **asdict(_judged(document)),
    )


def _judged(document: Document) -> _Finding:
    """Returns the first finding, in this order: failure, barrier, structured data, listing, home page, text."""
    return (
        _failed(document)
        or _blocked(document)
        or _by_structured_data(document)
        or _by_links(document)
        or _generic(document)
        or _by_text(document)
    )


def _failed(document: Document) -> _Finding | None:
    status = document.loaded.status
    if status in REFUSALS:
        return _Finding("blocked", f"the server refuses it with status {status}")
    if not 200 <= status < 300:  # noqa: PLR2004 - the successes of HTTP
        barrier = _blocked(document)  # a challenge comes with 503
        return barrier or _Finding("error", f"the server returned status {status}")
    if not document.loaded.body.strip():
        return _Finding("error", "it is empty")
    if document.loaded.is_html and MISSING.search(document.title) and len(document.text) < LONG:
        return _Finding("error", f'its title is "{document.title}"')
    return None


def _blocked(document: Document) -> _Finding | None:
    if not document.loaded.is_html:
        return None
    length, tree = len(document.text), document.tree
    reason = ""
    if length < LONG and BARRIER_TITLE.search(document.title):
        reason = f'its title is "{document.title}"'
    elif length < LONG and any(_names(form, CHALLENGE) for form in tree.css("form")):
        reason = "it asks for a proof of being human"
    elif length < LITTLE and any(_names(each, BARRIER) for each in tree.css("form, div")):
        reason = "it shows a barrier instead of the page"
    elif length < SHORT and LEADS_ON.search(document.refresh):
        reason = f"it only leads on, to {one_line(document.refresh)[:300]}"
    elif length < LITTLE and NEEDS_SCRIPTS.search(document.text):
        reason = "it asks for scripts or cookies"
    elif length < LITTLE and document.scripts > MOST_SCRIPTS and document.loaded.shown is None:
        reason = "it shows hardly anything without its scripts"
    return _Finding("blocked", reason) if reason else None


def _names(node: LexborNode, pattern: re.Pattern[str]) -> bool:
    """Whether one of an element's names contains the pattern, in whole words."""
    names = " ".join(node.attributes.get(name) or "" for name in ("action", "id", "class")).split()
    return any(pattern.search(" ".join(WORDS.findall(name)).lower()) for name in names)


def _by_structured_data(document: Document) -> _Finding | None:
    shown = f"{document.title}\n{document.text}".casefold()
    described = [each for each in document.structured if _is_product(each) and _is_shown(each, shown)]
    marked = [each for each in document.tree.css("[itemscope][itemtype]") if _is_marked_product(each)]
    names = {one_line(str(each.get("name"))) for each in described}
    count = max(len(names), len(marked))
    if not count:
        return None
    if count == 1 and not _is_listing(document.url):
        return _Finding("product", "its structured data describe a product", 1, _sku(described, marked))
    if _is_detail(document.url) and not any(_type_names(each) & {"itemlist"} for each in document.structured):
        return _Finding(
            "product",
            "its structured data describe a product, and others beside it",
            1,
            _sku(described[:1], marked[:1]),
        )
    return _Finding("listing_with_products", f"its structured data describe {counted(count, 'product')}", count)


def _type_names(item: Mapping[str, Any]) -> set[str]:
    kinds = item.get("@type", ())
    several: Iterable[Any] = cast("list[Any]", kinds) if isinstance(kinds, list) else (kinds,)
    return {re.split(r"[/#:]", str(kind))[-1].casefold() for kind in several}


def _is_product(item: Mapping[str, Any]) -> bool:
    names = _type_names(item) & PRODUCT_TYPES
    return bool(names) and (not names & {"book", "vehicle", "car"} or any(each in item for each in SOLD))


def _is_shown(item: Mapping[str, Any], shown: str) -> bool:
    """Whether the page shows the item that its data describe: most words of its name."""
    words = re.findall(r"\w{2,}", str(item.get("name") or "").casefold())
    return bool(words) and 2 * sum(word in shown for word in words) >= len(words)


def _is_marked_product(node: LexborNode) -> bool:
    kinds = {re.split(r"[/#]", kind)[-1].casefold() for kind in (node.attributes.get("itemtype") or "").split()}
    return bool(kinds & PRODUCT_TYPES) and bool(node.text(deep=True).strip())


def _sku(described: Iterable[Mapping[str, Any]], marked: Iterable[LexborNode]) -> str:
    for item in described:
        for name in ("sku", "productID", "mpn", "gtin13", "gtin"):
            if item.get(name):
                return one_line(printable(str(item[name])))[:100]
    for node in marked:
        inner = node.css_first("[itemprop=sku], [itemprop=productID], [itemprop=mpn]")
        if inner is not None:
            return one_line(printable(inner.attributes.get("content") or inner.text(deep=True)))[:100]
    return ""


def _by_links(document: Document) -> _Finding | None:
    """Classifies a page without structured data by the products to which it links, and by its URL."""
    if not document.loaded.is_html:
        return None
    links = len(product_links(document))
    count = links if links >= ENOUGH_LINKS else min(links, 1)
    if _is_listing(document.url):
        return _listing(document, count)
    if _is_sold(document):
        return _Finding("product", "its URL looks like a product's, and it shows a price", 1)
    if count >= ENOUGH_LINKS and not _is_article(document):
        return _Finding("listing_with_products", f"it links to {counted(count, 'product')}", count)
    if not count and _says_nothing_found(document.content_text()):
        return _Finding("listing_empty", "it says that nothing was found")
    return None


def _says_nothing_found(text: str) -> bool:
    """Whether a line of a short text says so, or one of the first lines of a text with little more than hints."""
    lines = [line for line in text.splitlines() if line.strip()]
    return any(
        (found := NOTHING_FOUND.search(line)) and not ONLY_IF.search(line[: found.start()])
        for line in (lines if len(text) < SHORT else lines[:TOP] if len(text) < 2 * LONG else [])
        if len(line) <= LONGEST_NOTE and not line.rstrip().endswith("?")
    )


def _is_sold(document: Document) -> bool:
    """Whether a page shows a price at a product's URL. A URL that only ends in a number must also have a cart."""
    if not PRICE.search(document.text):
        return False
    if _is_detail(document.url, certainly=True):
        return True
    return _is_detail(document.url) and document.tree.css_first(SHOP) is not None


def _listing(document: Document, count: int) -> _Finding | None:
    if count:
        return _Finding(
            "listing_with_products", f"its URL looks like a list's, with {counted(count, 'product')}", count
        )
    text = document.content_text()
    if len(text) < SHORT or NOTHING_FOUND.search(text) or document.tree.css_first(SHOP) is not None:
        return _Finding("listing_empty", "its URL looks like a list's, and it shows no products")
    return None


def _is_article(document: Document) -> bool:
    kind = document.tree.css_first("meta[property='og:type']")
    named = kind is not None and kind.attributes.get("content") == "article"
    return named or any(_type_names(each) & ARTICLES for each in document.structured)


def _generic(document: Document) -> _Finding | None:
    parts = urlsplit(document.url)
    if parts.path.strip("/").lower() in HOMES and not parts.query:
        return _Finding("generic", "it is a home page, which is not a source for anything in particular")
    return None


def _by_text(document: Document) -> _Finding:
    length = len(document.text)
    if document.loaded.is_html and length < HARDLY_ANY:
        return _Finding("error", "it shows hardly any text")
    return _Finding("content", f"it has {length:,} characters of text")


def product_links(document: Document) -> list[Link]:
    """Returns the links of a page that seem to lead to products, by their URL or by the card that contains them."""
    in_cards = _linked_from_cards(document)
    return [link for link in document.links if _is_detail(link.url, certainly=True) or link.url in in_cards]


def _linked_from_cards(document: Document) -> set[str]:
    """Returns the first link of each element with a product's class, a price and few other targets."""
    found: set[str] = set()
    for node in document.tree.css(CARDS)[:MOST_CARDS]:
        if not CARD.search(node.attributes.get("class") or ""):
            continue
        links = node.css("a[href]")
        if not 0 < len(links) <= CARD_LINKS:
            continue
        urls = [joined(document.url, each.attributes.get("href") or "") for each in links]
        if len(set(urls)) <= CARD_TARGETS and PRICE.search(node.text(deep=True, separator=" ")):
            found.add(urls[0])
    return found


def _segments(url: str) -> list[str]:
    return [each for each in urlsplit(url).path.lower().split("/") if each]


def _is_detail(url: str, *, certainly: bool = False) -> bool:
    """Whether a URL looks like one product's; with `certainly`, not one that only ends in a number."""
    segments = _segments(url)
    if any(before in DETAILS for before in segments[:-1]):
        return True
    return not certainly and NUMBERED.search(urlsplit(url).path) is not None


def _is_listing(url: str) -> bool:
    """Whether a URL looks like a list's, such as `/products` and `/search?q=x`, but not `/products/x`."""
    if any(name.lower() in LISTING_PARAMETERS for name, _ in parse_qsl(urlsplit(url).query, keep_blank_values=True)):
        return True
    segments = _segments(url)
    if _is_detail(url, certainly=True):
        return False
    return bool(segments) and (segments[-1] in LISTINGS or any(each in LISTINGS_OF for each in segments[:-1]))
