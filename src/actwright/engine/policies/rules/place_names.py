"""Countries, and states of the USA, by the names and codes that lists of options give them."""

from __future__ import annotations

import re
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

_STATES = """
    AL Alabama AK Alaska AZ Arizona AR Arkansas CA California CO Colorado CT Connecticut DE Delaware FL Florida GA Georgia
    HI Hawaii ID Idaho IL Illinois IN Indiana IA Iowa KS Kansas KY Kentucky LA Louisiana ME Maine MD Maryland
    MA Massachusetts MI Michigan MN Minnesota MS Mississippi MO Missouri MT Montana NE Nebraska NV Nevada
    NH New Hampshire NJ New Jersey NM New Mexico NY New York NC North Carolina ND North Dakota OH Ohio OK Oklahoma
    OR Oregon PA Pennsylvania RI Rhode Island SC South Carolina SD South Dakota TN Tennessee TX Texas UT Utah VT Vermont
    VA Virginia WA Washington WV West Virginia WI Wisconsin WY Wyoming DC District of Columbia
"""
_STATE = re.compile(r"\b([A-Z]{2}) ([A-Z][a-z]+(?: (?:of|[A-Z][a-z]+))*)")


def is_same_place(value: str, option: str) -> bool:
    """Whether a value and an option name one country, as `USA` and `United States`, or one state, as `CA` and `California`."""
    if _bare(option) in _states().get(_bare(value), ()):
        return True
    line = _lines().get(_bare(value))
    return line is not None and line == _lines().get(_bare(option))


def _bare(text: str) -> str:
    words = "".join(each if each.isalnum() else " " for each in plain(text).replace("'", "").replace("\u2019", ""))
    return " ".join(words.split())


@lru_cache(maxsize=1)
def _lines() -> dict[str, int]:
    lines = enumerate(_NAMES.strip().splitlines())
    return {name.strip(): number for number, line in lines for name in line.split(",")}


@lru_cache(maxsize=1)
def _states() -> dict[str, tuple[str, str]]:
    pairs = [(code.lower(), name.lower()) for code, name in _STATE.findall(" ".join(_STATES.split()))]
    return {text: pair for pair in pairs for text in pair}
