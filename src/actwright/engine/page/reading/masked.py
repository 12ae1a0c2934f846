"""The strings in the answers of a page's frames, cleaned and masked together, so that no value is shown in parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from actwright.engine.page.reading.page_text import clean, clean_value
from actwright.engine.values.masks import Masks

FREE_TEXT = frozenset({"value"})
"""Strings of an element's state that keep their lines."""

_WORDS = frozenset({"tag", "role", "type"})
_OPTION = ("label", "group", "value")


class MaskedTexts:
    """What is shown instead of the strings in which something is masked.

    All strings of one kind (texts, names, values, titles, …) are masked together in document order: a card number in
    four cells, or in the fields of a form, is found although no cell has all of it.

    Args:
        answers: The answers of frames, whose `root` is the tree of a document.
        masks: What is masked.
    """

    def __init__(self, answers: Sequence[Mapping[str, Any]], masks: Masks) -> None:
        self._masks = masks
        self._instead: dict[tuple[int, str], str] = {}
        if masks.has_secrets:
            self._mask([each for answer in answers for each in _strings(answer["root"])])
            self._mask([(id(run), "", "run", run[0]) for answer in answers for run in answer.get("runs", ())])

    def __call__(self, of: object, name: str, plain: str) -> str:
        """What is shown of a string, which was cleaned, in a part of an answer."""
        return self._instead.get((id(of), name), plain)

    def mask(self, text: str) -> str:
        """A string that stands for itself, cleaned and masked."""
        return self._masks.mask(clean(text)) if text else ""

    def _mask(self, strings: Sequence[tuple[int, str, str, str]]) -> None:
        kinds: dict[str, list[tuple[int, str, str]]] = {}
        for part, name, kind, text in strings:
            kinds.setdefault(kind, []).append((part, name, (clean_value if kind in FREE_TEXT else clean)(text)))
        for kind, of_kind in kinds.items():
            texts = [text for *_, text in of_kind]
            for (part, name, plain), shown in zip(
                of_kind, self._masks.mask_series(texts, ordinary=kind not in _WORDS), strict=True
            ):
                if shown != plain:
                    self._instead[part, name] = shown


def _strings(root: Mapping[str, Any]) -> Iterator[tuple[int, str, str, str]]:
    """The strings in a tree, in document order: the part that has it, its name there, its kind, and its text."""
    stack: list[Mapping[str, Any]] = [root]
    while stack:
        one = stack.pop()
        yield from ((id(one), name, name, one[name]) for name in ("text", "label") if one.get(name))
        yield from ((id(extra), "", f"extra {extra[0]}", extra[1] or "") for extra in one.get("extras", ()))
        yield from _strings_of(one.get("state", {}))
        fold = one.get("fold", {})
        yield from ((id(fold), str(at), "heading", text) for at, text in enumerate(fold.get("headings", ())))
        stack += reversed(one.get("kids", ()))


def _strings_of(state: Mapping[str, Any]) -> Iterator[tuple[int, str, str, str]]:
    """The strings in the state of an element, and in its options."""
    yield from (
        (id(state), name, name, value)
        for name, value in state.items()
        if value and isinstance(value, str) and name != "id"
    )
    for option in state.get("options", ()):
        yield from ((id(option), name, f"option {name}", option[name]) for name in _OPTION if option.get(name))
