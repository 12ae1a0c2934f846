"""Values are masked in each form of their letters and digits, and nothing else is."""

import hashlib
import json
import string
from base64 import b64encode
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from actwright.engine.values.canonical import canonical
from actwright.engine.values.forms import DISTINCT, is_distinct
from actwright.engine.values.masks import Masks

CARD, SPACED, PHONE = "4929135780862244", "4929 1357 8086 2244", "+49 170 1234567"
IBAN, TOKEN, CODE = "DE89370400440532013000", "PWCANARY-771", "493817"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (CARD, SPACED),
        (CARD, "4929-1357-8086-2244"),
        (CARD, "4929.1357.8086.2244"),
        (CARD, "4929\u00a01357\u20098086\u200b2244"),
        (CARD, "4 9 2 9 1 3 5 7 8 0 8 6 2 2 4 4"),
        (CARD, "4929\t1357\t8086\n2244"),
        (CARD, "４９２９１３５７８０８６２２４４"),  # noqa: RUF001 - full width
        (CARD, "٤٩٢٩١٣٥٧٨٠٨٦٢٢٤٤"),
        (CARD, "4929%201357%208086%202244"),
        (CARD, "4929%25201357%25208086%25202244"),
        (CARD, "".join(f"%{ord(digit):02x}" for digit in CARD)),
        (CARD, "4929&nbsp;1357&#32;8086&amp;nbsp;2244"),
        (CARD, "4929\\u00a01357\\n8086\\x202244"),
        (CARD, "".join(f"&#{ord(digit)}" for digit in CARD)),
        (CARD, "".join(f"\\{ord(digit):03o}" for digit in CARD)),
        (CARD, "".join(f"\\{ord(digit):x} " for digit in CARD)),
        (CARD, "".join(f"\\{ord(digit):06x}" for digit in CARD)),
        (CARD, "".join(f"={ord(digit):X}" for digit in CARD)),
        (CARD, CARD.encode().hex(" ").upper()),
        (CARD, b64encode(SPACED.encode()).decode()),
        (SPACED, b64encode(b64encode(CARD.encode())).decode()),
        (CARD, b64encode(json.dumps({"card": SPACED}).encode()).decode()),
        ("Zoë-Müller-99", "Zo\\xc3\\xab-M\\303\\274ller-99"),
        ("Zoë-Müller-99", "Zo=C3=AB-M=C3=BCller-99"),
        ("Zoë-Müller-99", "Zoë-Müller-99".encode().decode("cp1252")),
        ("Łukasz-Søren-9", "Łukasz-Søren-9".encode().decode("latin-1")),
        ("Zoë Ångströmović-Lundquist", "zo-ngstr-movi-lundquist"),
        ("Łukasz Großmüller 7b", "ukasz-gromuller-7b"),
        ("kayak7bluemoon", "ᴋᴀʏᴀᴋ7 ʙʟᴜᴇᴍᴏᴏɴ"),  # noqa: RUF001 - small capitals
        (CARD, "".join(f"&#{ord(digit):012};" for digit in CARD)),
        ("kayak7=bluemoon", "kayak7=3Dbluemoon"),
        ("Zoë-Müller-99", "ZOE MUELLER 99"),
        ("Zoe-Mueller-99", "Zoë Müller 99"),
        ("Sue Kjær-Ångström", "SUE KJAER AANGSTROEM"),
        ("Sue Aangstroem 7", "Sue Ångström 7"),
        (SPACED, CARD),
        (SPACED, "4929-1357-8086-2244"),
        (CARD, "〤〩〢〩〡〣〥〧〨〇〨〦〢〢〤〤"),
        ("Łukasz-Søren-9", "LUKASZ SOREN 9"),
        ("Ayşe Y\u0131ld\u0131r\u0131m 7", "AYSE YILDIRIM 7"),
        ("Æthelred-Œuvrard", "aethelred_oeuvrard"),
        (IBAN, "DE89 3704 0044 0532 0130 00"),
        (IBAN, "de89-3704-0044-0532-0130-00"),
        ("DE89 3704 0044 0532 0130 00", IBAN),
        (PHONE, "+491701234567"),
        (PHONE, "+49 (0)170 / 123 45 67"),
        (PHONE, "0170 1234567"),
        (PHONE, "0049 170 1234567"),
        ("+491701234567", "0170-123-4567"),
        ("0170 1234567", "+49 170 1234567"),
        ("(555) 123-4567", "+1 555 123 4567"),
        ("0012345678", "12345678"),
        (TOKEN, "pwcanary771"),
        (TOKEN, "PWCAN ARY77 1"),
        ("kayak7bluemoon", "KAYAK7-BLUE-MOON"),
        ("Zoë-Müller-99", "ZOE MULLER 99"),
        ("Zoë-Müller-99", quote("Zoë Müller 99")),
        ("1815-12-10", "18151210"),
        ("1815-12-10", "1815/12/10"),
        ("SW1A 1AA", "sw1a1aa"),
        (CODE, "493 817"),
        (CODE, "49-38-17"),
        (CODE, "\uff14\uff19\uff13\uff18\uff11\uff17"),
        (CODE, "4\u20609\u20603·8_1\u03017"),
        (CODE, "&#52;93817"),
        ("kayak7bluemoon", "\\U0000006bayak7bluemoon"),
    ],
)
def test_a_value_is_masked_in_another_form(value, shown):
    masked = Masks({"it": value}).mask(f"Sent: {shown}, thank you")
    assert "{{it}}" in masked
    assert canonical(masked.replace("{{it}}", "")) in {
        "sentthankyou",
        *(f"sent{prefix}thankyou" for prefix in ("49", "490", "0", "00", "0049", "1")),
    }


def test_a_value_in_several_texts_is_masked_in_each():
    """As in the cells of a table."""
    texts = ["Card", "4929", "1357", "80862", "244 (Visa)", "2244"]
    assert Masks({"it": CARD}).mask_series(texts) == ["Card", "{{it}}", "{{it}}", "{{it}}", "{{it}} (Visa)", "2244"]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (CARD, "4929 1357 8086 then 2244"),
        (CARD, "ends in 2244, begins with 4929"),
        ("1815-12-10", "10.12.1815"),
        ("1250", "12 50 and 1 250"),
        (CODE, "49 of 38 and 17"),
        (CODE, "9493 8172"),
        (CODE, "493, 817"),
        (CODE, "1,493,817"),
        (CODE, "493\n817"),
        ("AB1234", "A B 12 34"),
        ("female", "fem-ale"),
    ],
)
def test_text_that_is_not_the_value_stays(value, shown):
    masks = Masks({"it": value}, phrases={"it"})
    masks.note_used("it")
    assert masks.mask(shown) == shown


@pytest.mark.parametrize("shown", [CARD[::-1], hashlib.sha256(CARD.encode()).hexdigest(), "4929 1357 xx 8086 2244"])
def test_what_is_not_recognized(shown):
    """As the documentation says: reversed, as a hash, and with text between its parts."""
    assert Masks({"it": CARD}).mask(shown) == shown


@pytest.mark.parametrize("shown", ["ADA LOVELACE", "Ada-Lovelace", "ada%20lovelace", "Ada\n  Lovelace"])
def test_several_words_are_masked_in_another_form_once_they_were_used(shown):
    masks = Masks({"it": "Ada Lovelace"}, phrases={"it"})
    assert masks.mask(f"for {shown}!") == f"for {shown}!"
    masks.note_used("it")
    assert masks.mask(f"for {shown}!") == "for {{it}}!"
    assert masks.mask("Canada lovelace") == "Canada lovelace"
    assert masks.mask("Ada Lovelaces Card, NameAda LovelaceCity") == "{{it}}s Card, Name{{it}}City"
    assert masks.mask("Ada Lovelaceans") == "Ada Lovelaceans"


LETTERS = string.ascii_letters + string.digits + "éßÄøж語"
SEPARATORS = ["", " ", "-", ".", "/", "\u00a0", "\u200b", "\n", "\t", ", ", " | ", "%20", "&nbsp;", "_", "·"]
DISTINCT_VALUES = st.text(LETTERS, min_size=DISTINCT, max_size=30).filter(lambda value: is_distinct(canonical(value)))


def wide(letter):
    return chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter


@pytest.mark.slow
@given(DISTINCT_VALUES, st.data())
def test_a_value_in_any_form_is_not_shown(value, data):
    """Whatever separates its characters, in any case and width, anywhere in a text."""
    masks = Masks({"it": value})
    masks.note_used("it")
    if value.isalpha() and masks.mask(value.swapcase()) == value.swapcase():
        return  # a single word, which may be ordinary
    change = st.sampled_from([str, str.upper, str.lower, wide, lambda letter: quote(letter, safe="")])
    shown = "".join(data.draw(change)(letter) + data.draw(st.sampled_from(SEPARATORS)) for letter in value)
    before, after = (data.draw(st.text("xyz .,!?", max_size=9)) for _ in range(2))
    masked = masks.mask(before + shown + after)
    assert canonical(value) not in canonical(masked)
    assert "{{it}}" in masked


@given(st.text(string.digits, min_size=DISTINCT, max_size=20), st.data())
def test_a_number_in_any_cells_is_not_shown(value, data):
    cuts = sorted(data.draw(st.sets(st.integers(1, len(value) - 1), max_size=5)))
    cells = [value[first:last] for first, last in zip([0, *cuts], [*cuts, len(value)], strict=True)]
    assert set(Masks({"it": value}).mask_series(["Total", *cells, "EUR"])[1:-1]) == {"{{it}}"}


@given(st.text(), st.text(LETTERS, min_size=1, max_size=20))
def test_text_without_the_characters_of_a_value_stays(text, value):
    if canonical(value) not in canonical(text) and not set(value) & set(text):
        assert Masks({"it": value + "Qq7Qq7"}).mask(text) == text


TYPICAL = {
    "card": "4111 1111 1111 1111", "iban": "DE89 3704 0044 0532 0130 00", "phone": "+49 170 1234567",
    "born": "1815-12-10", "name": "Ada Lovelace", "mail": "ada@lovelace.example", "street": "221B Baker Street",
    "postcode": "SW1A 1AA", "passport": "C01X00T47", "password": "kayak7bluemoon", "code": "493817", "tax": "12/345/67890",
}  # fmt: skip


def test_ordinary_pages_are_left_as_they_are():
    """The templates of the practice site and the guarantees, none of which has one of these values."""
    root = Path(__file__).parents[3]
    masks = Masks(TYPICAL, phrases=TYPICAL.keys())
    for name in TYPICAL:
        masks.note_used(name)
    pages = [*(root / "src/actwright/testing/site/templates").glob("*.html"), root / "GUARANTEES.md"]
    texts = [page.read_text("utf-8") for page in pages]
    assert len(texts) > 10
    assert masks.mask_series(texts) == texts


SAYINGS = [
    "no person can act on this page now; look again",
    '"unheard of" is not in the task or a page of this run; only values from there may be typed',
    "action 1 failed: nothing was done, look before you repeat it",
]


@pytest.mark.parametrize("sentence", SAYINGS)
@pytest.mark.parametrize("joint", ["", "-", " "])
def test_sentences_of_ours_stay_whatever_the_values_are(sentence, joint):
    """Words of the sentence as values, some in fields."""
    words = sentence.split()
    values = {f"v{at}": joint.join(words[at : at + 3]) + end for at in range(len(words) - 2) for end in ("", "-7731")}
    masks = Masks(values | dict(zip(words, words, strict=True)))
    masks.note_tainted(frozenset(values))
    for name in words:
        masks.note_used(name)
    quoted = '"unheard of"'
    assert masks.mask_sentence(sentence.replace(quoted, '"x"')) == sentence.replace(quoted, '"x"')


def test_what_a_sentence_quotes_is_masked():
    masks = Masks({"pw": "kayak7bluemoon", "card": CARD, "word": "page"})
    masks.note_used("word")
    said = f'the page shows "page kayak7-bluemoon" at https://shop.example/page?c=kayak7bluemoon and {SPACED}'
    assert masks.mask_sentence(said) == (
        'the page shows "{{word}} {{pw}}" at https://shop.example/{{word}}?c={{pw}} and {{card}}'
    )


def test_pieces_with_letters_are_not_made_of_the_ends_of_words():
    masks = Masks({"pw": TOKEN})
    masks.note_tainted({"pw"})
    assert masks.mask("you can act, can a dog?") == "you can act, can a dog?"
    shown = "it begins with PWCA or P W C A or PWC-ANA or ＰＷＣＡＮ"  # noqa: RUF001 - full width
    assert masks.mask(shown) == "it begins with {{pw}} or {{pw}} or {{pw}} or {{pw}}"
