"""Values by reference: what `{{name}}` stands for, who may see it, and how withheld values are masked."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from itertools import cycle
from urllib.parse import quote, quote_plus

from actwright.errors import ToolError
from actwright.schemas.task import REFERENCE, Secret, origin_of, references_in
from actwright.suggestions import did_you_mean
from actwright.text import one_line

__all__ = ["REFERENCE", "Values", "origin_of"]

LONGEST_WORD, LONGEST_PHRASE, MOST_DIGITS = 12, 24, 5
"""The most characters and digits of what may be ordinary text. No word is masked because a longer value has it."""

PIECE = 4
"""How many characters of a value in a row make a piece of it, while a field holds it."""

_ADDRESS = re.compile(r"\w+://\S+")

_QUOTED = re.compile(r'("(?:[^"\\]|\\.)*")')
"""A text of the page in a line of its tree."""

_STRETCH = re.compile(r"\{\{[^{}]*\}\}|(?:[^\W_]|[ \t.,:;/_()·•*\u00a0\u2009\u200b\u202f\u2010-\u2014-])+")
"""Characters of one line, with what may separate the groups of a number."""

PIECE_OF_BASE64 = 8
"""How many characters make a piece of the base64 form of a value within a longer text."""

TINY, SHORT = 3, 4
"""Characters below which a value is masked only as a whole text, and below which any value may be ordinary text."""


class Values:
    """The values of one run.

    A value that looks like a secret is masked wherever it shows, in any usual encoding, in capitals or not. One that
    may be an ordinary word or number on any page (`wrong`, `Ada Lovelace`, `1250`) is masked once it was used or is in
    a field, as it was typed, and only as a word of its own; one of a character or two is masked only where it is the
    whole text.

    While a field holds a value that looks like a secret, pieces of it are masked as well, whatever separates them and
    in either direction, except pieces that the page showed before. In addresses, pieces are masked for the rest of the
    run.

    Args:
        data: Values by name; anyone may see them.
        secrets: Values by name that only `reveal` returns, each only for its origins.
        private: Values by name that only `reveal` returns, for any field.
        home: The origin of the task's start URL, where secrets without origins of their own belong.
        hidden: Further texts to mask, by name; references cannot name them.
    """

    def __init__(
        self,
        data: Mapping[str, str],
        secrets: Mapping[str, Secret] | None = None,
        *,
        private: Mapping[str, str] | None = None,
        home: str = "",
        hidden: Mapping[str, str] | None = None,
    ) -> None:
        self._data = dict(data)
        self._secrets = dict(secrets or {})
        self._private = dict(private or {})
        self._home = home
        withheld = {name: secret.value.get_secret_value() for name, secret in self._secrets.items()} | self._private
        withheld |= dict(hidden or {})
        self._dormant = {
            name: text for name, text in withheld.items() if _may_be_ordinary(text, phrase=name in self._private)
        }
        self._words: dict[str, str] = {}
        self._tiny: dict[str, str] = {}
        telling = {name: text for name, text in withheld.items() if name not in self._dormant}
        forms = {form: name for name, text in telling.items() for form in _written_forms(text)}
        self._folded = {form.lower(): name for form, name in forms.items()}
        self._names = frozenset(withheld)
        self._telling = telling
        self._shown = ""
        self._pieces: dict[str, _Pieces] = {}
        self._sent: dict[str, _Pieces] = {}
        self._forms = dict.fromkeys(forms)
        self._anywhere = _any_of(self._forms)
        self._outside = self._compiled(words=False)
        self._pattern = self._compiled()
        for name in hidden or {}:
            self._used(name)  # the browser sends it by itself

    @property
    def has_secrets(self) -> bool:
        """Whether there is anything to mask, now or once it was used."""
        return bool(self._names)

    def withhold(self, name: str, text: str) -> None:
        """Masks a further text from now on, wherever it shows as a whole, unless it is one of the data.

        Several texts may have one name; references cannot name them.
        """
        folded = one_line(text).strip()
        if folded in map(one_line, self._data.values()):
            return  # it is known
        self._names |= {name}
        if 0 < len(folded) < TINY:
            self._tiny[folded] = name
        elif folded and _may_be_ordinary(text, phrase=True):
            self._words |= dict.fromkeys(_written_forms(folded), name)
        elif folded:
            forms = list(_written_forms(text))
            self._forms |= dict.fromkeys(forms)
            self._folded |= {form.lower(): name for form in forms}
            self._anywhere = _any_of(self._forms)
        self._outside = self._compiled(words=False)
        self._pattern = self._compiled()

    def expand(self, text: str) -> str:
        """`text` with its data references resolved, once.

        Raises:
            ToolError: A reference that is unknown, or one that only a field may receive.
        """
        return REFERENCE.sub(lambda match: self._datum(one_line(match[1])), text)

    def reveal(self, text: str, origin: str, *, called: Iterable[str] = (), for_secrets: bool = False) -> str:
        """`text` with all its references resolved, once, for typing into a field.

        Args:
            text: The text, with references.
            origin: The origin of the field's document.
            called: What the field is called: its name, label and the like.
            for_secrets: Whether the field declares itself to be for a password, a one-time code or a payment card.

        Raises:
            ToolError: A reference that is unknown, or a secret that is not bound to `origin` or not meant for such a
                field.
        """
        names = frozenset(map(_as_called, called))
        return REFERENCE.sub(lambda match: self._revealed(one_line(match[1]), origin, names, for_secrets), text)

    def withheld_in(self, text: str) -> tuple[str, tuple[str, ...] | None] | None:
        """The first withheld value that `text` refers to, and its origins (None for any); None if there is none."""
        for name in references_in(text):
            if name in self._secrets:
                return name, self._origins(name)
            if name in self._private:
                return name, None
        return None

    def note_shown(self, text: str) -> None:
        """Notes what a page shows before anything withheld is typed into it."""
        self._shown = text

    def note_tainted(self, names: AbstractSet[str]) -> None:
        """Notes the names of the values that fields hold from now on."""
        held = names & self._telling.keys()
        if held == self._pieces.keys():
            return
        known = self._pieces
        self._pieces = {name: known.get(name) or _Pieces(name, self._telling[name], self._shown) for name in held}
        self._sent |= self._pieces

    def check(self, text: str) -> None:
        """Raises ToolError if `text` refers to a value that does not exist; what is withheld may be referred to."""
        for name in references_in(text):
            if not self._is_withheld(name):
                self._datum(name)

    def withholds(self, text: str) -> bool:
        """Whether `text` refers to a value that no model may see."""
        return any(map(self._is_withheld, references_in(text)))

    def found_in_fields(self, held: Iterable[str]) -> bool:
        """Whether the whole text of a field is a value that was not masked so far; from now on, it is masked."""
        texts = {one_line(text) for text in held} if self._dormant else set[str]()
        found = [name for name, value in self._dormant.items() if one_line(value) in texts]
        for name in found:
            self._used(name)
        return bool(found)

    def mask(self, text: str) -> str:
        """`text` with what must not be shown replaced by its `{{name}}`; see the class."""
        masked = self._without_pieces(self.mask_whole(text))
        if self._sent and "://" in masked:
            masked = _ADDRESS.sub(self._in_address, masked)
        return masked

    def mask_word(self, word: str) -> str:
        """The same for a tag, role or type, whose words are not those of the page: what may be ordinary text stays in it."""
        return self._without_pieces(self._without_wholes(word, self._outside))

    def _without_pieces(self, text: str) -> str:
        for pieces in self._pieces.values():
            text = pieces.mask(text)
        return text

    def _in_address(self, address: re.Match[str]) -> str:
        """An address, in which a form may have written what its fields held."""
        text = address[0]
        for pieces in self._sent.values():
            text = pieces.mask(text)
        return text

    def mask_whole(self, text: str) -> str:
        """`text` with only whole values masked; for text in which pieces are masked already."""
        if not self._names:
            return text
        if tiny := self._tiny.get(text.strip()):
            return _written(tiny)
        return self._without_wholes(text, self._pattern)

    def mask_tree(self, tree: str) -> str:
        """The same for the tree of a page: what may be ordinary text is masked in what it quotes, not in its own words."""
        if not self._words:
            return self.mask_whole(tree)
        parts = _QUOTED.split(tree)
        return "".join(
            self.mask_whole(part) if quoted else self._without_wholes(part, self._outside)
            for part, quoted in zip(parts, cycle((False, True)), strict=False)
        )

    def _without_wholes(self, text: str, pattern: re.Pattern[str] | None) -> str:
        return pattern.sub(self._instead, text) if pattern and text else text

    @staticmethod
    def reference(text: str) -> str:
        """The name, if `text` is one reference and nothing else; empty otherwise."""
        match = REFERENCE.fullmatch(text.strip())
        return one_line(match[1]) if match else ""

    def _is_withheld(self, name: str) -> bool:
        return name in self._secrets or name in self._private

    def _origins(self, name: str) -> tuple[str, ...]:
        return self._secrets[name].origins or ((self._home,) if self._home else ())

    def _revealed(self, name: str, origin: str, called: AbstractSet[str], for_secrets: bool) -> str:  # noqa: FBT001 - as `reveal`
        if name in self._private:
            self._used(name)
            return self._private[name]
        secret = self._secrets.get(name)
        if secret is None:
            return self._datum(name)
        allowed = self._origins(name)
        if origin not in allowed:
            bound = ", ".join(allowed) or "no origin"
            raise ToolError(f"{{{{{name}}}}} is secret and bound to {bound}; this field is on {origin or 'no origin'}")
        if not for_secrets and called.isdisjoint(map(_as_called, secret.fields)):
            named = f"only {' and '.join(map(repr, secret.fields))} and " if secret.fields else "only "
            raise ToolError(
                f"{{{{{name}}}}} is secret: {named}fields for passwords, one-time codes and payment cards may receive it, "
                "and this is none (the caller can name it: fields of Secret, --secret-field)"
            )
        self._used(name)
        return secret.value.get_secret_value()

    def _datum(self, name: str) -> str:
        if self._is_withheld(name):
            kind = "secret" if name in self._secrets else "private"
            raise ToolError(f"{{{{{name}}}}} is {kind}; it can only be the value that is filled or typed into a field")
        if name not in self._data:
            names = (*self._data, *self._private, *self._secrets)
            known = ", ".join(map(_written, names)) or "none"
            meant = did_you_mean(name, names, shown=_written)
            raise ToolError(
                f"there is no value {_written(name)}{meant}{' The' if meant else '; the'} values are: {known}"
            )
        return self._data[name]

    def _used(self, name: str) -> None:
        text = self._dormant.pop(name, "").strip()
        if 0 < len(text) < TINY:
            self._tiny[text] = name
        elif text:
            self._words |= dict.fromkeys(_written_forms(text), name)
            self._pattern = self._compiled()

    def _compiled(self, *, words: bool = True) -> re.Pattern[str] | None:
        """The pattern of what to mask, with or without what may be ordinary text, and of each `{{name}}` already there.

        None if nothing is to be masked.
        """
        parts = [f"(?i:{self._anywhere})"] if self._anywhere else []
        if self._words and words:
            parts.append(rf"(?<!\w)(?<!\d[.,:/-])(?:{_any_of(self._words)})(?!\w|[.,:/-]\d)")
        if not parts:
            return None
        masked_already = r"\{\{(?:" + "|".join(map(re.escape, sorted(self._names))) + r")\}\}"
        return re.compile("|".join([masked_already, *parts]))

    def _instead(self, match: re.Match[str]) -> str:
        found = match[0]
        if found.startswith("{{") and found[2:-2] in self._names:
            return found
        return _written(self._words.get(found) or self._folded.get(found.lower(), "secret"))


class _Pieces:
    """Finds the pieces of a value in text: in groups, letter by letter, backwards, or only a part of it.

    Args:
        name, value: The value.
        shown: What pages showed before it was typed, which reveals nothing of it.
    """

    def __init__(self, name: str, value: str, shown: str) -> None:
        folded = "".join(_folded(value))
        self._instead = _written(name)
        self._size = min(PIECE, len(folded))
        grams = {way[at : at + self._size] for way in (folded, folded[::-1]) for at in range(len(way) - self._size + 1)}
        seen = "".join(_folded(shown))
        self._grams = {gram for gram in grams if gram and gram not in seen}
        self._any = re.compile("|".join(map(re.escape, sorted(self._grams)))) if self._grams else None

    def mask(self, text: str) -> str:
        """`text` with each piece replaced by the name."""
        return _STRETCH.sub(self._in_stretch, text) if self._any and text else text

    def _in_stretch(self, stretch: re.Match[str]) -> str:
        text = stretch[0]
        if text.startswith("{{"):
            return text
        places = [at for at, letter in enumerate(text) if letter.isalnum()]
        folded = "".join(_folded(text))
        if self._any is None or not self._any.search(folded):
            return text
        hidden: list[list[int]] = []
        for at in range(len(folded) - self._size + 1):
            if folded[at : at + self._size] not in self._grams:
                continue
            if hidden and at <= hidden[-1][1]:
                hidden[-1][1] = at + self._size
            else:
                hidden.append([at, at + self._size])
        for begin, end in reversed(hidden):
            text = text[: places[begin]] + self._instead + text[places[end - 1] + 1 :]
        return text


def _folded(text: str) -> Iterator[str]:
    """The letters and digits of a text, one for one, whatever is between them."""
    for letter in text:
        if letter.isalnum():
            small = letter.lower()
            yield small if len(small) == 1 else letter


def _as_called(text: str) -> str:
    """A field's name as it is compared, without the mark of a required field."""
    return one_line(text).strip(" *:").casefold()


def _written(name: str) -> str:
    return f"{{{{{name}}}}}"


def _any_of(forms: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(forms, key=len, reverse=True)))


def _may_be_ordinary(text: str, *, phrase: bool) -> bool:
    """Whether any page may show this text by chance: a short number, or a word of letters that have capitals.

    Args:
        text: The value.
        phrase: Whether several words may be as ordinary, such as the name of a person or a country.

    A word is in lower case, in capitals, or capitalised. Scripts without capitals have no word boundaries to go by.
    """
    folded = one_line(text)
    if len(folded) < SHORT:
        return True
    if re.fullmatch(r"[\d.,:$€£%+-]+", folded):
        return sum(map(str.isdigit, folded)) <= MOST_DIGITS
    words = re.split(r"[ '\u2019.-]+", folded) if phrase else [folded]
    return len(folded) <= LONGEST_PHRASE and all(
        len(word) <= LONGEST_WORD
        and all(letter.isalpha() and letter.lower() != letter.upper() for letter in word)
        and (word.islower() or word.isupper() or word.istitle())
        for word in filter(None, words)
    )


def _written_forms(value: str) -> Iterator[str]:
    folded = one_line(value)
    quoted = quote(value, safe="")
    yield from {
        value,
        folded,
        quoted,
        re.sub(r"%[0-9A-F]{2}", lambda match: match[0].lower(), quoted),
        quote(value),
        quote_plus(value),
        html.escape(value),
        html.escape(value, quote=False),
        json.dumps(value)[1:-1],
        json.dumps(value, ensure_ascii=False)[1:-1],
        re.sub(r"[^\w.() -]", "_", value),  # as Chromium and we name files
        *_in_base64(value.encode()),
    }


def _in_base64(value: bytes) -> Iterator[str]:
    """The value in base64, and the part of it that stays the same wherever the value is in a longer encoded text."""
    for encode in (base64.b64encode, base64.urlsafe_b64encode):
        yield encode(value).decode().rstrip("=")
        for before in range(3):
            text = encode(bytes(before) + value).decode().rstrip("=")
            shared = (before + len(value)) % 3 > 0
            inner = text[-(-before * 4 // 3) : len(text) - shared]
            if len(inner) >= PIECE_OF_BASE64:
                yield inner
