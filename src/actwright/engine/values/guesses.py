"""Counts what the model writes in the form of a withheld value that is short enough to be guessed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from actwright.engine.values.canonical import canonical
from actwright.errors import ModelError
from actwright.text import counted

MOST_GUESSES = 30
"""How many guesses at a value a run may have. With them, one of 333 models would guess a number of 4 digits."""

SHORTEST, LONGEST = 4, 12
"""The letters and digits of a value whose guesses are counted; longer ones are not found by guessing."""

_KINDS, _SEPARATOR = {"9": r"\d", "a": r"[^\W\d_]"}, "[-./]?"


class Guesses:
    """The texts in the form of a value that the model wrote first, before a page or the task showed them.

    The form of a value is its letters and digits in order: `4821` has that of each number of 4 digits. A word without a
    digit counts only as a whole text, because sentences have many words of one length.

    Args:
        values: The values, by name.
    """

    def __init__(self, values: Mapping[str, str]) -> None:
        words = {canonical(text): name for name, text in values.items()}
        self._names = {_form(word): name for word, name in words.items() if SHORTEST <= len(word) <= LONGEST}
        forms = "|".join(_SEPARATOR.join(_KINDS[kind] for kind in form) for form in self._names)
        self._words = re.compile(rf"(?<!\w)(?:{forms})(?!\w)")
        self._known: set[str] = set()
        self._guessed: dict[str, set[str]] = {form: set() for form in self._names}

    def note_shown(self, text: str) -> None:
        """Notes what the model was shown: who repeats it guesses nothing."""
        if self._names:
            self._known.update(map(canonical, self._words.findall(text)))

    def note_written(self, texts: Iterable[str]) -> None:
        """Counts the guesses in what the model wrote, each text whole.

        Raises:
            ModelError: They are more than a run may have.
        """
        for text in texts if self._names else ():
            whole = canonical(text)
            words = (canonical(each) for each in self._words.findall(text) if not each.isalpha())
            for each in {whole, *words} - self._known:
                if (form := _form(each)) not in self._guessed:
                    continue
                guessed = self._guessed[form]
                guessed.add(each)
                if len(guessed) > MOST_GUESSES:
                    raise ModelError(
                        f"the model wrote {counted(len(guessed), 'different text')} in the form of "
                        f"{{{{{self._names[form]}}}}}, as if to guess it; the run was ended",
                        may_be_billed=False,
                    )


def _form(word: str) -> str:
    """The kinds of the letters and digits of a canonical text, in order."""
    return "".join("9" if letter.isdigit() else "a" for letter in word)
