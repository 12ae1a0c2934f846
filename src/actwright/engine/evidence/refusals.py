"""Words by which a page says that it refused something, did half of it, or only a part; by language, in `refusals.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Container, Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import Literal, get_args

from actwright.engine.evidence.own_words import without_marks, words_of

RefusalKind = Literal["refused", "half", "part"]
WordList = Literal[
    "several",
    "login",
    "undoing",
    "dismissed",
    "relating",
    "small",
    "sums",
    "either",
    "once",
    "looking",
    "asking",
    "asks",
    "finishing",
    "denying",
    "addressing",
    "removing",
    "gone",
    "barring",
    "barred",
    "leaving",
    "signing",
    "confirming",
    "done",
    "transmitted",
]
NOT = re.compile(
    r"(?:^| )(?:0|no|not|never|none|nobody|nothing|without|keine?|nicht|ohne|pas|aucune?|sans|sin|ningun\w*|nessun\w*|senza|nenhum\w*|sem|geen|zonder|zero|niemand|nichts|personne|rien|nadie|nada|nessuno|niente|ninguem)"
    r"(?: \w+){0,2}$"
)
"""What before such a word means that it did not happen: "0 rows skipped", "no errors"."""
IF = re.compile(
    r"^(?:if|when|in case|should|unless|wenn|falls|sollte|si|en cas|cuando|se|quando|als|wanneer|indien|jesli|gdy|om)(?: |$)"
)
"""How a sentence begins that only says what would be."""
DENIED = re.compile(
    r"(?:^| )(?:not|\w*n t|never|cannot|nicht|nie|pas|non|no|niet|inte|ikke)(?: (?:yet|been|be|successfully|noch|mehr|ete|worden))* ([^\W\d_]{4,})"
)
"""A word that a page denies, as "shipped" in "was not shipped"."""
GENERAL = re.compile(
    r"^((?:(?!(?:you|your|we|our|i|my|it|they|these|those|this|that|the|all|some) )[^\W\d]+ ){1,4}?)"
    r"(?:(?:that|which|who|with|without|below|above|over|under|after|before|from|in) (?:\w+ ){1,6}?)?"
    r"(?:are|will be|cannot be|can only be) (?!sold|out|missing|unavailable|locked|closed)(?!(?:\w+ )*(?:now|currently|temporarily|presently|today|yet|moment|again)(?: |$))"
)
"""How a sentence begins that says what always holds for many things, as "spaces are not allowed in names"."""
WHAT_IF = re.compile(r" (?:if|in case|unless|wenn|falls|en cas) ")
"""What stands before the words in a sentence that says what would be: "codes help if your phone is unavailable"."""
FAILURE = re.compile(
    r"(?:^| )(?:you|sorry|session|action|operation|request|sitzung|failed|error|fehler|again|wrong|declined|rejected|could ?not(?! be found)|cannot|unable|konnte\w*|leider)(?: |$)"
)
"""What a sentence has that speaks of the try, not of how things are then."""
STEM = 4
"""The letters by which a word is another form of one of the task: "shipped" of "ship"."""
LEAST_STEM = 3
CONDITION = re.compile("\u5834\u5408|\u3082\u3057|\u969b\u306f|\u5982\u679c|\u5982\u6709|\uacbd\uc6b0|\ub9cc\uc57d")
"""What such a sentence has in Japanese, Chinese or Korean, which put it at other places."""
SENTENCE = re.compile(r"(?<=[.!?;])\s+|(?<=[\u3002\uff01\uff1f])\s*|\s*\|\s*|\n")
SENTENCE_WORDS = 4
"""How many words of an entered text at least make a sentence that a page repeats; fewer may be its own answer."""
QUESTION = re.compile(r"[?\uff1f\u061f]\W*$")
LABEL = re.compile(r"([^:]{0,20}\d[^:]{0,20}): ")
"""A number, or something with one, before what is said of it."""
LISTED = re.compile(r"[,;\n]|(?<=\s)(?:and|und|et|y|e|en|i)(?=\s)")
STEP_OF = re.compile(
    r"(?:^| )(?:step|schritt|etape|paso|passo|passaggio|stap|krok|steg|trin|adim|шаг) (\d+) (?:of|von|sur|de|di|van|z|av|af|из) (\d+)(?: |$)"
)
PART_OF = re.compile(
    r"(?:^| )(\d+) (?:of|out of|von|sur|de|di|van|z|av|af|из) (?:the )?(\d+)(?: \w+){0,3}? "
    r"(?:(?!selected|shown|displayed|listed|used|viewed|loaded|filtered|checked|visited|reserved|rated)[a-z]+ed|sent|done|paid|complete"
    r"|importiert|hinzugefugt|gespeichert|gesendet|verarbeitet|angelegt|aktualisiert|hochgeladen"
    r"|importee?s?|ajoutee?s?|enregistree?s?|envoyee?s?|importad\w+|guardad\w+|enviad\w+|importat\w+|salvat\w+|inviat\w+"
    r"|geimporteerd|toegevoegd|opgeslagen|verzonden)(?: |$)"
)


@cache
def _patterns() -> dict[RefusalKind, re.Pattern[str]]:
    return {
        kind: _pattern(text for name, texts in _data()[kind].items() if name != "asked" for text in texts)
        for kind in get_args(RefusalKind)
    }


@cache
def _asking() -> dict[RefusalKind, re.Pattern[str]]:
    return {
        kind: _pattern(text for texts in _data()[kind].values() for text in texts) for kind in get_args(RefusalKind)
    }


@cache
def _list(subject: WordList) -> re.Pattern[str]:
    return _pattern(_data()[subject]["words"])


@cache
def words_for(subject: WordList) -> frozenset[str]:
    """Single words of all languages, without diacritics.

    Those by which a task asks for the same thing more than once (`several`) or for what may end where a password is asked
    for (`login`), those in the names of controls that take back what was done (`undoing`) or drop what was entered (`dismissed`), those by
    which a question compares or leads from one thing to another (`relating`), that name nothing (`small`) or all together
    (`sums`), or stand between two things to choose from (`either`); those that ask for one time only (`once`), and those that
    only look something up or open it (`looking`); those of addresses and buttons that only ask or prepare something (`asking`,
    `asks`), of buttons that finish anything (`finishing`); those by which a page says that something has left the browser (`transmitted`), or is done (`done`); and those
    by which it denies or puts off what it says (`denying`), or addresses a person (`addressing`).
    """
    return frozenset(_data()[subject]["words"])


@cache
def _data() -> dict[RefusalKind | WordList, dict[str, list[str]]]:
    return tomllib.loads(files("actwright.engine.evidence").joinpath("refusals.toml").read_text("utf-8"))  # pyright: ignore[reportReturnType]


def _pattern(texts: Iterable[str]) -> re.Pattern[str]:
    """One pattern for words in spaces; Japanese and Chinese have none between theirs."""
    plain = [without_marks(text) for text in texts]
    spaced = [text for text in plain if re.search(r"[a-z\u0370-\u06ff]", text)]
    unspaced = [text for text in plain if text not in spaced]
    return re.compile(rf"(?:^| )(?:{'|'.join(spaced)})(?= |$)" + "".join(f"|{each}" for each in unspaced))


def asks_for(kind: RefusalKind, task: str) -> bool:
    """Whether a task asks for what these words say, as "a wrong password shows an error" does."""
    plain = " ".join(words_of(task))
    return _asking()[kind].search(plain) is not None or (kind == "part" and STEP_OF.search(plain) is not None)


def refusal_in(
    texts: Iterable[str],
    task: str,
    *,
    own: Iterable[str] = (),
    before: Iterable[str] = (),
    kinds: Iterable[RefusalKind] = get_args(RefusalKind),
) -> str:
    """The first sentence of these texts that says so; empty if there is none that the task does not ask for.

    Args:
        texts: What a page says.
        task: The text of the task.
        own: What the run entered: a page that repeats it says nothing by that.
        before: What the page said before: "1 of 3 done" after "0 of 3 done" is a counter of the page, and no answer.
        kinds: What it may say.
    """
    kinds = [kind for kind in kinds if not asks_for(kind, task)]
    own, before = tuple(own), tuple(before)
    entered = [f" {' '.join(words)} " for words in _own_words(own)]
    counters = {_without_numbers(text) for text in before}
    known = frozenset(word for text in (task, *own, *before) for word in words_of(text))
    known |= {str(len(LISTED.split(text))) for text in own}
    for text in texts:
        after_question = False
        for sentence in SENTENCE.split(text):
            plain = " ".join(words_of(sentence))
            if len(plain.split()) >= SENTENCE_WORDS and any(f" {plain} " in each for each in entered):
                continue
            for repeated in entered:
                plain = f" {plain} ".replace(repeated, " … ").strip()
            asked: list[RefusalKind] = [
                kind
                for kind in kinds
                if kind != "part" or _is_step(plain, task) or _without_numbers(sentence) not in counters
            ]
            is_question = QUESTION.search(sentence) is not None
            says_what_if = (
                is_question or IF.match(plain) or CONDITION.search(sentence) or (after_question and _opens(plain))
            )
            label = words_of(match[1]) if (match := LABEL.match(sentence)) else ()
            is_about_another = label and known.isdisjoint(label) and not is_part(" ".join(label))
            is_wanted = _is_taken(plain, task)
            if "half" in kinds and _list("confirming").search(plain) and is_question:
                return sentence.strip()
            if says_what_if or is_about_another or is_wanted or _is_general(plain, known):
                after_question = is_question
                continue
            if any(_says(kind, plain, known) for kind in asked) or _denies(plain, task):
                return sentence.strip()
            after_question = is_question
    return ""


def _is_step(plain: str, task: str) -> bool:
    """Whether a sentence says which step of several a page is at, and the task does not speak of steps."""
    step = STEP_OF.search(plain)
    return step is not None and step[0].split()[0] not in words_of(task)


def _is_taken(plain: str, task: str) -> bool:
    """Whether a sentence says that something is gone or barred, as a task that removes or bars it wants it to be."""
    if FAILURE.search(plain):
        return False
    words = " ".join(words_of(task))
    bars = _list("barring").search(words)
    is_gone = (bars or _list("removing").search(words)) and _list("gone").search(plain)
    barred = _list("barred").search(plain) if bars else None
    out = _list("leaving").search(words) and _list("signing").search(plain)
    return bool(is_gone or out or (bars and barred and barred.start() and not _denies_deed(plain, bars[0])))


def _denies_deed(plain: str, verb: str) -> bool:
    """Whether a sentence denies what this word asks for: "closing is not allowed" of "close"."""
    stem = verb.split(maxsplit=1)[0][:STEM]
    return DENIED.search(plain) is not None and any(word.startswith(stem) for word in plain.split())


def _is_general(plain: str, known: Iterable[str]) -> bool:
    """Whether a sentence says what always holds for things that neither the task nor the page before speaks of."""
    if (begins := GENERAL.match(plain)) is None:
        return False
    subject = begins[1].split()
    return not any(word.startswith(other[:STEM]) for word in subject for other in known if len(other) >= LEAST_STEM)


def _own_words(own: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """The words of each entered text, and of each longer sentence in it, which pages may show alone."""
    for text in own:
        yield words_of(text)
        yield from (words for part in SENTENCE.split(text) if len(words := words_of(part)) >= SENTENCE_WORDS)


def _denies(plain: str, task: str) -> bool:
    """Whether a sentence denies what a task asks for: "not shipped" where it says "ship"."""
    words = words_of(task)
    if DENIED.search(" ".join(words)):
        return False
    denied = DENIED.findall(plain)
    return any(one != other and one.startswith(other[:STEM]) for one in denied for other in words if len(other) >= STEM)


def _opens(plain: str) -> bool:
    """Whether a sentence begins with such words, as one that tells a person to try again does."""
    return any(pattern.match(plain) for pattern in _patterns().values())


def _without_numbers(text: str) -> tuple[str, ...]:
    return tuple(word for word in words_of(text) if not word.isdecimal())


def _says(kind: RefusalKind, plain: str, known: frozenset[str]) -> bool:
    if kind == "part" and is_part(plain, known):
        return True
    before = (plain[: match.start() + 1] for match in _patterns()[kind].finditer(plain))
    return any(not NOT.search(each.rstrip()) and not WHAT_IF.search(each) for each in before)


def is_part(plain: str, known: Container[str] = ()) -> bool:
    """Whether a sentence counts some of several: "2 of 3 sent". It is given in words without case and diacritics.

    With `known`, only some of as many as these words name; one step of several always counts.
    """
    step, part = STEP_OF.search(plain), PART_OF.search(plain)
    if step and int(step[1]) < int(step[2]):
        return True
    return part is not None and int(part[1]) < int(part[2]) and (not known or part[2] in known)
