"""Unpacks workbooks within bounds: a few kilobytes of XLSX can name more cells than a machine has memory for."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any
from xml.parsers import expat
from zipfile import ZipFile, ZipInfo

from actwright.errors import ConfigError

MOST_CELLS = 250_000
"""Cells from the first to the last one that is used; also those that merged ranges and links cover."""
MOST_BYTES = 64_000_000
"""Bytes of all parts, unpacked."""
MOST_ELEMENTS = 500_000
"""XML elements of all parts; a cell with a value has two."""
OF_CELLS = frozenset({"row", "c", "v", "f", "is", "t", "r"})
"""The elements of rows and cells."""
MOST_OTHERS = 50_000
"""Elements of styles, rules, different texts and the like, which take far more time and memory than cells."""
PER_SHEET = 100
"""What a sheet counts for among them: it takes as much time, even if it has no part of its own."""
MOST_PARTS = 2_000
MOST_READS = 1.5
"""How many times the whole workbook may be read. Its parts name each other, and are read again for each name."""
READ_BESIDES = 1_000_000
"""Bytes that may be read besides."""
LONGEST_TAG = 1_000_000
"""Bytes. Each piece of a tag that does not end makes a parser read the tag from its start."""
PIECE = 65_536
RANGE = re.compile(r"\$?[A-Z]{1,3}\$?\d{1,7}:\$?[A-Z]{1,3}\$?\d{1,7}", re.IGNORECASE)
INSTEAD = "remove what is not part of the table, or save the sheet as CSV"


def unpacked(path: Path) -> io.BytesIO:
    """Returns a workbook whose parts are not compressed, and have the sizes that they declare.

    Raises:
        ConfigError: It exceeds a bound, or has a document type.
        BadZipFile, zlib.error, RuntimeError: It is not a ZIP file, is damaged, or is encrypted.
    """
    if path.stat().st_size > MOST_BYTES:
        raise _too_much(f"{MOST_BYTES:,} bytes")
    bounds, made = _Bounds(), _ReadBoundedFile()
    with ZipFile(path) as archive, ZipFile(made, "w") as copy:
        if len(archive.infolist()) > MOST_PARTS:
            raise _too_much(f"{MOST_PARTS:,} parts")
        for part in {each.filename: each for each in archive.infolist()}.values():
            copy.writestr(part.filename, bounds.read(archive, part))
    made.limit()
    return made


class _ReadBoundedFile(io.BytesIO):
    """A file in memory, of which only so many bytes can be read after `limit`."""

    _left: float | None = None

    def limit(self) -> None:
        """Goes to the start of what was written, which may be read `MOST_READS` times."""
        self._left = MOST_READS * self.tell() + READ_BESIDES
        self.seek(0)

    def read(self, size: int | None = -1, /) -> bytes:
        """Reads bytes. Raises ConfigError if too many were read."""
        found = super().read(size)
        if self._left is not None:
            self._left -= len(found)
            if self._left < 0:
                raise ConfigError(f"the workbook names the same parts again and again; {INSTEAD}")
        return found


class _Bounds:
    """What may still be unpacked."""

    def __init__(self) -> None:
        self._bytes, self._covered = MOST_BYTES, MOST_CELLS
        self._elements, self._others = MOST_ELEMENTS, MOST_OTHERS

    def read(self, archive: ZipFile, part: ZipInfo) -> bytes:
        """Returns the content of a part, and counts what is in it."""
        parser: expat.XMLParserType | None = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler, parser.StartDoctypeDeclHandler = self._element, _refuse_doctype
        pieces: list[bytes] = []
        read = 0
        with archive.open(part) as packed:
            while piece := packed.read(PIECE):
                self._bytes -= len(piece)
                read += len(piece)
                if self._bytes < 0:
                    raise _too_much(f"{MOST_BYTES:,} bytes unpacked")
                pieces.append(piece)
                try:
                    if parser is not None:
                        parser.Parse(piece, False)
                except expat.ExpatError:  # a picture, or XML that is damaged, which nobody can read
                    parser = None
                if parser is not None and read - parser.CurrentByteIndex > LONGEST_TAG:
                    raise _too_much(f"{LONGEST_TAG:,} bytes in a tag")
        return b"".join(pieces)

    def _element(self, name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition(" ")[2]
        self._elements -= 1
        self._others -= PER_SHEET if local == "sheet" else local not in OF_CELLS
        if self._elements < 0 or self._others < 0:
            raise _too_much(f"{MOST_ELEMENTS:,} XML elements, or {MOST_OTHERS:,} besides its cells")
        if local in {"mergeCell", "hyperlink"}:
            self._covered -= _cells(attributes.get("ref", ""))
            if self._covered < 0:
                raise _too_much(f"{MOST_CELLS:,} cells that are merged or links")


def _refuse_doctype(*_: object) -> None:
    raise ConfigError("it is not a workbook that can be read: its XML has a document type")


def _too_much(what: str) -> ConfigError:
    return ConfigError(f"the workbook has more than {what}; {INSTEAD}")


def _cells(reference: str) -> int:
    """The number of cells in a range such as `A1:B2`; 1 for anything else."""
    from openpyxl.utils import range_boundaries  # noqa: PLC0415 - from an extra, and only workbooks need it

    if RANGE.fullmatch(reference) is None:
        return 1
    bounds: Any = range_boundaries(reference.upper())
    left, top, right, bottom = bounds
    return (abs(right - left) + 1) * (abs(bottom - top) + 1)
