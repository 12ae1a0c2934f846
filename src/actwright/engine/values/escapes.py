"""Characters as addresses, HTML, scripts, style sheets, mail and base64 write them."""

from __future__ import annotations

import base64
import binascii
import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_MOST_LAYERS = 3
"""How often a text is taken out of base64."""


def _any_run(*units: str, alone: str = "") -> re.Pattern[str]:
    """A pattern of runs of one of the units. Each must begin with a plain character: `re` skips to those fast."""
    return re.compile("|".join([*(f"{unit}(?:{unit})*" for unit in units), *filter(None, [alone])]))


_COMMON = _any_run(
    r"%(?:25)*[0-9A-Fa-f]{2}",
    r"%u[0-9A-Fa-f]{4}",
    r"\\\\*u[0-9A-Fa-f]{4}",
    r"\\\\*U[0-9A-Fa-f]{8}",
    r"\\\\*u\{[0-9A-Fa-f]{1,6}\}",
    r"\\\\*x[0-9A-Fa-f]{2}",
    r"\\\\*[0-3][0-7]{2}(?![0-9A-Fa-f])",
    alone=r"&(?:amp;)*(?:#0{0,99}\d{1,7};?|#[xX]0{0,99}[0-9A-Fa-f]{1,6};?|[A-Za-z]\w{1,30};)|\\\\*[nrtbf]",
)
"""Those of addresses, HTML, JSON and programs, however many times over."""

_STYLE_OR_MAIL = _any_run(r"\\\\*[0-9A-Fa-f]{1,6}\s?", alone=r"=[0-9A-Fa-f]{2}(?:=[0-9A-Fa-f]{2}|=\s)+|=3[Dd]")
"""Those of style sheets, and of mail as quoted-printable."""

_BASE64 = re.compile(r"[\w+/-]{11,}(?:=|%3[Dd]){0,2}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Escapes:
    """One way to read texts.

    Attributes:
        pattern: What it reads, in runs.
        read: What such a run stands for; nothing if it is none.
        signs: Characters one of which a text has if it has such a run.
        is_alone: Whether nothing that stands between the runs belongs to them.
    """

    pattern: re.Pattern[str]
    read: Callable[[str], str]
    signs: str = ""
    is_alone: bool = False

    def are_in(self, text: str) -> bool:
        """Whether a text has any."""
        return (not self.signs or any(map(text.__contains__, self.signs))) and bool(self.pattern.search(text))

    def read_in(self, text: str) -> str:
        """A text with what they stand for."""
        if self.is_alone:
            return "".join(map(self.read, self.pattern.findall(text)))
        return self.pattern.sub(lambda run: self.read(run[0]), text)

    def places_in(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Where each run begins and ends, and what it stands for."""
        return ((*run.span(), self.read(run[0])) for run in self.pattern.finditer(text))


def _read_common(run: str) -> str:
    if run.startswith("&"):
        return html.unescape(re.sub(r"&(?:amp;)+", "&", run))
    run = run.replace("U", "u")
    if run.startswith("%") and "u" not in run:
        return _decoded(bytes.fromhex("".join(re.findall(r"%(?:25)*([0-9A-Fa-f]{2})", run))))
    if "x" in run:
        return _decoded(bytes.fromhex("".join(re.findall(r"x(..)", run))))
    if "u" not in run:
        return _decoded(bytes(int(octet, 8) for octet in re.findall(r"[0-7]{3}", run)))
    return _of_units(re.findall(r"u\{?([0-9A-Fa-f]+)", run))


def _read_style_or_mail(run: str) -> str:
    if run.startswith("="):
        return _decoded(bytes.fromhex("".join(re.findall(r"=([0-9A-Fa-f]{2})", run))))
    return _of_units(re.findall(r"[0-9A-Fa-f]+", run))


def _read_base64(run: str) -> str:
    whole = text = run.partition("%")[0].rstrip("=")
    for _ in range(_MOST_LAYERS):
        if len(text) % 4 == 1 or text.islower() or text.isdigit():
            break
        try:
            octets = base64.b64decode(text.translate(_OTHER_ALPHABET) + "=" * (-len(text) % 4), validate=True)
            text = octets.decode()
        except (binascii.Error, UnicodeDecodeError):
            break
        if not _BASE64.fullmatch(text):
            break
        text = text.rstrip("=")
    return "" if text == whole else text


_OTHER_ALPHABET = str.maketrans("-_", "+/")


def _decoded(octets: bytes) -> str:
    try:
        return octets.decode()
    except UnicodeDecodeError:
        return octets.decode("latin-1")


def _of_units(units: list[str]) -> str:
    text = "".join(chr(min(int(unit, 16), 0x10FFFF)) for unit in units)
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


EVERY_KIND = (
    Escapes(_COMMON, _read_common, "%&\\"),
    Escapes(_STYLE_OR_MAIL, _read_style_or_mail, "\\="),
    Escapes(_BASE64, _read_base64, is_alone=True),
)
