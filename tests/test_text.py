import pytest

from actwright.text import counted, first_line, one_line, printable, shortened


def test_white_space_of_every_kind_is_folded():
    """Line breaks, tabs and no-break spaces count as white space."""
    assert one_line(" a\r\n\tb\u00a0 c ") == "a b c"


@pytest.mark.parametrize(("most", "shown"), [(4, "abcd"), (3, "ab…"), (1, "…")])
def test_a_shortened_text_is_never_longer_than_allowed(most, shown):
    """A text that fits stays as it is; the ellipsis counts."""
    assert shortened("abcd", most) == shown


def test_a_message_without_text_has_a_first_line():
    """What Playwright logs below its message is left out; an empty message says so."""
    assert first_line("Timeout 5 ms exceeded.\nCall log:\n") == "Timeout 5 ms exceeded."
    assert first_line("") == "no reason given"


def test_one_is_counted_in_the_singular():
    """Large numbers are grouped."""
    assert [counted(number, "step") for number in (0, 1, 1200)] == ["0 steps", "1 step", "1,200 steps"]


@pytest.mark.parametrize("character", [*"\x1b\x07\x9b\u202e\u2066\u200b\u061c\ufeff\u2028\t\r", "\U000e0041"])
def test_what_steers_a_terminal_or_hides_is_not_printable(character):
    assert printable(f"a{character}b\nc") == "a\ufffdb\nc"


def test_the_joiners_of_emoji_and_words_are_printable():
    assert printable("👩\u200d💻 x\u200cy") == "👩\u200d💻 x\u200cy"
