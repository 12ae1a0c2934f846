"""Countries by the names and codes that lists of options give them."""

from __future__ import annotations

from functools import lru_cache

from actwright.folding import plain

_NAMES = """
    united states, united states of america, usa, us, u s a, u s, the united states
    united kingdom, uk, great britain, gb, united kingdom of great britain and northern ireland
    germany, deutschland, de
    netherlands, the netherlands, holland, nl
    czechia, czech republic
    south korea, korea south, republic of korea, korea republic of
    north korea, korea north, democratic peoples republic of korea
    russia, russian federation
    vietnam, viet nam
    turkey, turkiye
    united arab emirates, uae
    ivory coast, cote divoire
    iran, iran islamic republic of, islamic republic of iran
    syria, syrian arab republic
    tanzania, united republic of tanzania, tanzania united republic of
    bolivia, bolivia plurinational state of
    venezuela, venezuela bolivarian republic of
    moldova, republic of moldova, moldova republic of
    laos, lao peoples democratic republic
    eswatini, swaziland
    north macedonia, macedonia
    cape verde, cabo verde
    myanmar, burma
"""
"""One line per country; the names are in plain form."""


def is_same_country(value: str, option: str) -> bool:
    """Whether a value and an option are names of one country, as `USA` and `United States of America`."""
    line = _lines().get(_bare(value))
    return line is not None and line == _lines().get(_bare(option))


def _bare(text: str) -> str:
    words = "".join(each if each.isalnum() else " " for each in plain(text).replace("'", "").replace("\u2019", ""))
    return " ".join(words.split())


@lru_cache(maxsize=1)
def _lines() -> dict[str, int]:
    lines = enumerate(_NAMES.strip().splitlines())
    return {name.strip(): number for number, line in lines for name in line.split(",")}
