"""Masks withheld values in text, in each form of their letters and digits."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from itertools import cycle

from actwright.engine.values.canonical import all_readings, canonical, places_of
from actwright.engine.values.forms import (
    TINY,
    is_distinct,
    is_phrase,
    may_be_ordinary,
    numbers_without_prefix,
    other_spellings,
    short_number,
    written_forms,
)
from actwright.engine.values.guesses import Guesses
from actwright.engine.values.masked_forms import FoundPart, MaskedForm, masked_form, without_found, written
from actwright.engine.values.pieces import ValuePieces
from actwright.engine.values.written_texts import WrittenTexts
from actwright.text import one_line

_ADDRESS = re.compile(r"\w+://\S+")

_QUOTED = re.compile(r"""("(?:[^"\\]|\\.)*"|(?<!\w)'(?:[^'\\]|\\.)*'(?!\w)|\w+://\S+)""")
"""A text of the page in a line of its tree or in a sentence, and an address."""

_FEWEST_DIGITS = 4
"""How many digits a value has that no sentence of ours is spelled like."""


class Masks:
    """What is masked in the texts of one run.

    A value that looks like a secret is masked wherever it shows. If its letters and digits are `distinct`, no text has
    them in this order by chance, so they are found whatever separates them, in any case and width, escaped or not, and
    across neighbouring texts of a page; else it is found as it is written, in capitals or not. One that may be an
    ordinary word or number on any page (`wrong`, `Ada Lovelace`, `1250`) is masked once it was used or is in a field,
    as it was typed, and only as a word of its own; several words also in another case or with other separators. One of
    a character or two is masked only where it is the whole text.

    While a field holds a value that looks like a secret, pieces of it are masked as well, whatever separates them and
    in either direction, except pieces that the page showed before. In addresses, pieces are masked for the rest of the
    run.

    What the model wrote itself stays as it wrote it, wherever it shows again, because a mask would tell it which of its
    guesses are in a value. In records, whole values are masked in its texts too.

    Args:
        values: What to mask, by the name that is shown instead.
        phrases: The names of those that several ordinary words may be, such as the name of a person.
    """

    def __init__(self, values: Mapping[str, str], *, phrases: AbstractSet[str] = frozenset()) -> None:
        self._dormant = {name: text for name, text in values.items() if may_be_ordinary(text, phrase=name in phrases)}
        self._telling = {name: text for name, text in values.items() if name not in self._dormant}
        self._names = frozenset(values)
        self._guesses = Guesses(values)
        self._tiny: dict[str, str] = {}
        self._words: dict[str, str] = {}
        self._exact: dict[str, str] = {}
        self._forms: dict[str, list[MaskedForm]] = {}
        self._shown = ""
        self._written = WrittenTexts()
        self._pieces: dict[str, ValuePieces] = {}
        self._sent: dict[str, ValuePieces] = {}
        for name, text in self._telling.items():
            self._add_telling(name, text)
        self._compile()

    @property
    def has_secrets(self) -> bool:
        """Whether there is anything to mask, now or once it was used."""
        return bool(self._names)

    def add(self, name: str, text: str) -> None:
        """Masks a further text from now on. Several texts may have one name."""
        self._names |= {name}
        if may_be_ordinary(text, phrase=True):
            self._add_ordinary(name, one_line(text).strip())
        else:
            self._add_telling(name, text)
        self._compile()

    def note_used(self, name: str) -> None:
        """Masks what may be ordinary text from now on."""
        if name in self._dormant:
            self._add_ordinary(name, self._dormant.pop(name).strip())
            self._compile()

    def found_in_fields(self, content: Iterable[str]) -> bool:
        """Whether the whole text of a field is a value that was not masked so far; from now on, it is masked."""
        if not self._dormant:
            return False
        texts = {one_line(text) for text in content if canonical(text) not in self._written}
        found = [name for name, value in self._dormant.items() if one_line(value) in texts]
        for name in found:
            self.note_used(name)
        return bool(found)

    def is_value(self, name: str) -> bool:
        """Whether a name stands for a value that is no ordinary word."""
        return name in self._telling

    def shows_value(self, text: str) -> bool:
        """Whether a text has a value in it that is no ordinary word, whoever wrote it."""
        (masked,) = self.mask_series((text,), ordinary=False, pieces=False, keeps_written=False)
        return masked != text

    def note_shown(self, text: str) -> None:
        """Notes what a page shows before anything withheld is typed into it."""
        self._shown = text

    def note_written(self, texts: Iterable[str]) -> None:
        """Notes what the model wrote, each text whole.

        Raises:
            ModelError: It has guessed at a value too often; see `Guesses`.
        """
        if self._names:
            texts = list(texts)
            self._guesses.note_written(texts)
            self._written.add(texts)

    def note_typed(self, field: str, text: str, *, behind: bool) -> None:
        """Notes what the model types into a field, `behind` what it typed there before. Raises as `note_written`."""
        if self._names:
            together = self._written.add_typed(field, text, behind=behind)
            self._guesses.note_written([together] if behind else ())

    def note_shown_to_model(self, text: str) -> None:
        """Notes a text that the model was shown, so that its words are no guesses when the model writes them."""
        self._guesses.note_shown(text)

    def note_tainted(self, names: AbstractSet[str]) -> None:
        """Notes the names of the values that fields hold from now on."""
        content = names & self._telling.keys()
        if content == self._pieces.keys():
            return
        known = self._pieces
        self._pieces = {
            name: known.get(name) or ValuePieces(written(name), self._telling[name], self._shown) for name in content
        }
        self._sent |= self._pieces

    def mask(self, text: str) -> str:
        """A text of a page, a model or the caller, with what must not be shown replaced by its `{{name}}`."""
        (masked,) = self.mask_series((text,))
        self._guesses.note_shown(masked)
        return masked

    def mask_whole(self, text: str) -> str:
        """The same with only whole values masked, those that the model wrote too; for records."""
        return self.mask_series((text,), pieces=False, keeps_written=False)[0]

    def mask_series(
        self, texts: Sequence[str], *, ordinary: bool = True, pieces: bool = True, keeps_written: bool = True
    ) -> list[str]:
        """Neighbouring texts, masked; a value that is spread over several of them is masked in each.

        Args:
            texts: The texts, in the order in which they are read.
            ordinary: Whether they may say an ordinary word; tags, roles and types do not.
            pieces: Whether pieces are masked as well.
            keeps_written: Whether what the model wrote stays.
        """
        masked = list(texts)
        if not self._names:
            return masked
        joined = "\n".join(texts)
        if found := self._found(joined, keeps_written=keeps_written):
            masked = without_found(masked, found)
        pattern = self._pattern if ordinary else self._outside
        if pattern and self._may_match(joined):
            instead = partial(self._instead, keeps_written=keeps_written)
            masked = [pattern.sub(instead, text) for text in masked]
        if self._tiny and ordinary:
            known: Container[str] = self._written if keeps_written else ()
            tiny = {text: name for text, name in self._tiny.items() if canonical(text) not in known}
            masked = [written(tiny[key]) if (key := text.strip()) in tiny else text for text in masked]
        return list(map(self._without_pieces, masked)) if pieces else masked

    def mask_for_others(self, texts: Sequence[str]) -> list[str]:
        """Neighbouring texts, masked for a file that leaves the run: with pieces of all that any field contained."""
        masked = self.mask_series(texts, pieces=False, keeps_written=False)
        for pieces in self._sent.values():
            masked = list(map(pieces.mask, masked))
        return masked

    def mask_tree(self, tree: str) -> str:
        """The tree of a page, with what may be ordinary text masked in what it quotes, not in its own words."""
        if self._may_show(tree):
            tree = _in_quotes(
                tree,
                lambda quoted: self.mask_series((quoted,), pieces=False)[0],
                lambda own: self.mask_series((own,), ordinary=False, pieces=False)[0],
            )
        self._guesses.note_shown(tree)
        return tree

    def mask_sentence(self, sentence: str, *, keeps_written: bool = True) -> str:
        """A sentence of ours. Only what it quotes is masked, addresses and numbers: values may be spelled like words."""
        if not self._names:
            return sentence
        if not keeps_written:
            sentence = self._without_written(sentence)
        inside = self.mask if keeps_written else self.mask_whole
        return _in_quotes(sentence, inside, partial(self._without_numbers, keeps_written=keeps_written))

    def _may_show(self, text: str) -> bool:
        return self._may_match(text) or any(form in each for each in all_readings(text) for form in self._forms)

    def _may_match(self, text: str) -> bool:
        """Whether a text has the letters and digits of what the patterns find."""
        folded = canonical(text)
        return any(each in folded for each in self._letters)

    def _without_written(self, sentence: str) -> str:
        """A sentence of ours without whole values in what the model wrote, which it may repeat without quotes."""
        words = self._pattern.finditer(sentence) if self._pattern else ()
        found = [
            *self._found(sentence, keeps_written=False),
            *(FoundPart(*match.span(), self._instead(match, keeps_written=False)[2:-2]) for match in words),
        ]
        apart: list[FoundPart] = []
        for each in sorted(found):
            if self._is_written(sentence, each.start, each.end) and not (apart and each.start < apart[-1].end):
                apart.append(each)
        return without_found([sentence], apart)[0]

    def _without_numbers(self, text: str, *, keeps_written: bool) -> str:
        found = self._found(text, fewest_digits=_FEWEST_DIGITS, keeps_written=keeps_written)
        return without_found([text], found)[0]

    def _without_pieces(self, text: str) -> str:
        text = self._without_pieces_of(self._pieces, text)
        if not self._sent or "://" not in text:
            return text
        # a form may have written into an address what its fields held
        return _ADDRESS.sub(lambda address: self._without_pieces_of(self._sent, address[0]), text)

    def _without_pieces_of(self, values: Mapping[str, ValuePieces], text: str) -> str:
        for pieces in values.values():
            text = pieces.mask(text, is_written=self._written.have)
        return text

    def _is_written(self, text: str, start: int, end: int) -> bool:
        """Whether a part of a text belongs to a whole text of the model there."""
        part = canonical(text[start:end])
        while start < end and not canonical(text[start]):
            start += 1
        while start < end and not canonical(text[end - 1]):
            end -= 1
        return any(
            span.start <= start and end <= span.end
            for each in self._written
            if part in each
            for span in places_of(each, text)
        )

    def _found(self, text: str, *, keeps_written: bool, fewest_digits: int = 0) -> list[FoundPart]:
        """Where distinct values are in a text, in order and apart from each other."""
        readings = all_readings(text)
        found = [
            each
            for sought, forms in self._forms.items()
            if any(sought in reading for reading in readings) and _digits(sought) >= fewest_digits
            for start, end in places_of(sought, text)
            for form in forms
            if (each := form.around(text, start, end))
            and not (keeps_written and self._is_written(text, each.start, each.end))
        ]
        if not found:
            return found
        masked_already = [match.span() for match in self._references.finditer(text)]
        apart: list[FoundPart] = []
        for one in sorted(found, key=lambda each: (each.start, -each.end)):
            if any(start <= one.start and one.end <= end for start, end in masked_already):
                continue
            if apart and one.start < apart[-1].end:
                apart[-1] = apart[-1]._replace(end=max(apart[-1].end, one.end))
            else:
                apart.append(one)
        return apart

    def _add_telling(self, name: str, text: str) -> None:
        for form in written_forms(text):
            if is_distinct(canonical(form)):
                self._add_form(masked_form(name, form), canonical(form))
            else:
                self._exact[form.lower()] = name
        for folded in (*numbers_without_prefix(text), *other_spellings(text)):
            if is_distinct(folded):
                self._add_form(MaskedForm(name), folded)
        if digits := short_number(text):
            self._add_form(MaskedForm(name, is_short=True), digits)

    def _add_ordinary(self, name: str, text: str) -> None:
        if 0 < len(text) < TINY:
            self._tiny[text] = name
        elif text:
            self._words |= dict.fromkeys(written_forms(text), name)
            if is_phrase(text):
                for folded in filter(is_distinct, {canonical(text), *other_spellings(text)}):
                    self._add_form(MaskedForm(name, is_word=True), folded)

    def _add_form(self, form: MaskedForm, folded: str) -> None:
        self._forms.setdefault(folded, []).append(form)

    def _compile(self) -> None:
        """Makes the patterns of what is found as it is written, with or without what may be ordinary text."""
        self._references = re.compile(r"\{\{(?:" + "|".join(map(re.escape, sorted(self._names))) + r")\}\}")
        telling = [f"(?i:{_any_of(self._exact)})"] * bool(self._exact)
        words = [rf"(?<!\w)(?<!\d[.,:/-])(?:{_any_of(self._words)})(?!\w|[.,:/-]\d)"] * bool(self._words)
        self._outside = re.compile("|".join([self._references.pattern, *telling])) if telling else None
        self._pattern = re.compile("|".join([self._references.pattern, *telling, *words])) if telling or words else None
        self._letters = {*map(canonical, (*self._exact, *self._words))}

    def _instead(self, match: re.Match[str], *, keeps_written: bool) -> str:
        found = match[0]
        if self._references.fullmatch(found) or (keeps_written and self._is_written(match.string, *match.span())):
            return found
        return written(self._words.get(found) or self._exact.get(found.lower(), "secret"))


def _in_quotes(text: str, inside: Callable[[str], str], outside: Callable[[str], str]) -> str:
    """A text of ours, changed by `inside` where it quotes others, and by `outside` elsewhere."""
    ways = cycle((outside, inside))
    return "".join(way(part) if part else part for part, way in zip(_QUOTED.split(text), ways, strict=False))


def _any_of(forms: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(forms, key=len, reverse=True)))


def _digits(text: str) -> int:
    return sum(map(str.isdigit, text))
