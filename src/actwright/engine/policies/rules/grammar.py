"""A small grammar of plain sentences: clauses, each a verb with what follows it."""

# ruff: noqa: PLR2004 - lengths of phrases are said where they count

from __future__ import annotations

import re
from dataclasses import replace

from actwright.engine.policies.rules.instructions import (
    EXAMPLES,
    LONGEST_CLAUSE,
    Instruction,
    InstructionKind,
    UnclearError,
)
from actwright.engine.policies.rules.literals import Literals
from actwright.engine.policies.rules.pairs import listed, split_pairs, target_of, value_of
from actwright.text import shortened

__all__ = ["understand"]

_VERBS: tuple[tuple[str, str], ...] = (
    ("expect", (r"(?:and )?(?:check|verify|make sure|ensure|assert|confirm|see|expect) (?:that|if|whether)|expect|verify|assert"
               r"|ensure|wait until|wait for|until|you should see|(?:the page|it) should (?:say|show)")),
    ("login", r"log ?in|log on|sign in|login"),
    ("search", r"search for|look up"),
    ("agree", r"agree (?:to|with)|accept"),
    ("untick", r"untick|uncheck|unselect|deselect|turn off|disable|unmark"),
    ("tick", r"tick|check|turn on|enable|mark"),
    ("choose", r"choose|select|pick"),
    ("upload", r"upload|attach"),
    ("place", r"enter|type|put|write|input"),
    ("set", r"fill (?:in|out)|fill|set|change"),
    ("press", r"click on|click|press|tap on|tap|hit|push"),
    ("open", r"open|go (?:back )?to|visit|navigate to|browse to|follow|switch to"),
    ("confirm", r"confirm"),
    ("dismiss", r"dismiss|cancel"),
    ("delete", r"delete|remove"),
    ("submit", (r"submit|save|send|post|publish|continue|proceed|finish|complete|create|add|register|sign up|join|book"
               r"|order|buy|apply|request|report|place|sell|list|schedule|subscribe|check ?out|reserve|update|edit"
               r"|upgrade|pay|donate|vote|reply|search|contact|make|leave|start")),
)  # fmt: skip
"""What a clause can begin with. The first that fits counts, so a phrase stands before shorter ones that begin it."""

_CONNECTOR = r"\s+(?:as|to|with|is|of)\b|\s*[=:]"
_VERB = re.compile(
    "(?:" + "|".join(f"(?P<{name}>(?:{words})\\b)" for name, words in _VERBS) + rf")(?!{_CONNECTOR})", re.IGNORECASE
)
_ANY_VERB = re.compile("(?:" + "|".join(f"(?P<{name}>(?:{words})\\b)" for name, words in _VERBS) + ")", re.IGNORECASE)
_LEAD_IN = re.compile(
    r"(?:(?:please|now|then|next|finally|lastly|also|first|afterwards|and|to|kindly|use (?:the |this |my )?(?:given )?(?:data|details|values) to|i want (?:you )?to|i need (?:you )?to"
    r"|you (?:should|must|need to)|can you|could you|go ahead and|make sure to|make sure you)\b[\s,:]*)+",
    re.IGNORECASE,
)
_SEPARATOR = re.compile(
    r"\s*[,;]\s*(?:and\s+)?(?:then\s+)?|\s+and\s+(?:then\s+)?|\s+then\s+|[.!]\s+|\s*\n\s*(?:[-*]\s+|\d+[.)]\s+)?"
    r"|\s+(?=until\b)|\s+(?=by\s+(?:clicking|pressing)\b)",
    re.IGNORECASE,
)
_FORM = re.compile(
    r"(?:in |out )?(?:the |this |that |a |an )?(?:whole |entire |complete |[\w -]+ )?(?:form|fields|details|data|everything)"
    r"(?:\s+(?:with|using|from)\s+(?:the |my |these |this |all )*(?:given |following |provided )?"
    r"(?:data|details|values|information|info|row))?",
    re.IGNORECASE,
)
_WITH = re.compile(r"\s*\b(?:with|using|having|whose|where)\b\s*(?:the following\s*)?:?\s*|\s*:\s*", re.IGNORECASE)
_GIVEN = re.compile(
    r"(?:the |my |these |this |all )*(?:given |following |provided )*(?:data|details|values|information|info|row|credentials)",
    re.IGNORECASE,
)

_EMPTY_WORDS = """
    the a an my our your his her their its this that these those it them one of for in on at to from by with and or as
    about please now
"""
_EMPTY = frozenset(_EMPTY_WORDS.split())
"""Words that do not say which thing is meant."""
_WHOLE_FORM_WORDS = """
    form forms fields data details changes values answers information everything all page
"""
_WHOLE_FORM = frozenset(_WHOLE_FORM_WORDS.split())
"""Words that mean whatever a form sends."""


def understand(sentence: str) -> tuple[Instruction, ...]:
    """The instructions of a task, in order.

    Raises:
        UnclearError: A clause does not begin with a known verb, or its rest makes no sense.
    """
    literals = Literals(sentence)
    found: list[Instruction] = []
    for clause in clauses(literals.text):
        read = _instructions(clause, literals)
        if not read:
            said = shortened("; ".join(one.clause for one in found), LONGEST_CLAUSE) or "nothing before it"
            raise UnclearError(
                f'cannot understand "{shortened(literals.quote(clause), LONGEST_CLAUSE)}" (understood: {said}). Write it like: {EXAMPLES}'
            )
        found += [
            replace(
                one,
                target=literals.restore(one.target),
                value=literals.restore(one.value),
                clause=literals.quote(clause),
                about=tuple(map(literals.restore, one.about)),
            )
            for one in read
        ]
    return tuple(found)


def clauses(text: str) -> list[str]:
    """The parts of a sentence that begin with a verb; anything else stays with the clause before it."""
    parts: list[str] = []
    start = 0
    for match in _SEPARATOR.finditer(text):
        if match.start() < start:
            continue
        rest = _without_lead_in(text[match.end() :])
        if _VERB.match(rest) or re.match(r"by\s+(?:clicking|pressing)\b", rest, re.IGNORECASE):
            parts.append(text[start : match.start()])
            start = match.end()
    parts.append(text[start:])
    return [clean for part in parts if (clean := _without_lead_in(part.strip()).strip(" .,;!"))]


def _without_lead_in(text: str) -> str:
    found = _LEAD_IN.match(text)
    return text[found.end() :] if found else text


def _instructions(clause: str, literals: Literals) -> list[Instruction]:
    clause = re.sub(r"^by\s+(?:clicking|pressing)\b", "press", clause, flags=re.IGNORECASE)
    match = _ANY_VERB.match(clause)
    if not match or match.lastgroup is None:
        return []
    verb, rest = match[0], clause[match.end() :].strip()
    return _READERS[match.lastgroup](verb, rest, literals)


def _set(_verb: str, rest: str, literals: Literals) -> list[Instruction]:
    if _FORM.fullmatch(rest) or not rest:
        return [Instruction("form")]
    head = _WITH.split(rest, maxsplit=1)
    if len(head) == 2 and _FORM.fullmatch(head[0]):
        return [*_listed(head[1], literals), Instruction("form")]
    return [Instruction("fill", target, value) for target, value in split_pairs(rest, literals, value_first=False)]


def _place(_verb: str, rest: str, literals: Literals) -> list[Instruction]:
    if _FORM.fullmatch(rest):
        return [Instruction("form")]
    return [Instruction("fill", target, value) for target, value in split_pairs(rest, literals, value_first=True)]


def _choose(_verb: str, rest: str, _literals: Literals) -> list[Instruction]:
    if match := re.fullmatch(r"(.+?)\s*(?:\s(?:to be|to)\s|=|:\s)\s*(.+)", rest):
        return [Instruction("choose", target_of(match[1]), value_of(match[2]))]
    if match := re.fullmatch(r"(.+?)\s+(?:for|as|from|in|under|on)\s+(?:the\s+)?(.+)", rest, re.IGNORECASE):
        return [Instruction("choose", target_of(match[2]), value_of(match[1]))]
    return [Instruction("choose", "", value_of(rest))] if rest else []


def _tick(_verb: str, rest: str, _literals: Literals) -> list[Instruction]:
    return [Instruction("tick", target_of(one)) for one in _several(rest)]


def _untick(_verb: str, rest: str, _literals: Literals) -> list[Instruction]:
    return [Instruction("untick", target_of(one)) for one in _several(rest)]


def _agree(_verb: str, rest: str, _literals: Literals) -> list[Instruction]:
    if re.fullmatch(r"(?:the |it|this )?\s*(?:dialog|alert|prompt|confirmation|question)?", rest, re.IGNORECASE):
        return [Instruction("confirm")]
    return [Instruction("tick", target_of(rest))]


def _upload(_verb: str, rest: str, _literals: Literals) -> list[Instruction]:
    if match := re.fullmatch(r"(.+?)\s+(?:as|to|into|in|for|under)\s+(?:the\s+)?(.+)", rest, re.IGNORECASE):
        return [Instruction("upload", target_of(match[2]), value_of(match[1]))]
    words = re.sub(r"^(?:the|a|an|my)\s+", "", rest, flags=re.IGNORECASE)
    named = re.search(r"[\ue000-\uf8ff]|[./\\]", words)
    return [Instruction("upload", "", words) if named else Instruction("upload", target_of(words), "")] if rest else []


def _press(_verb: str, rest: str, _literals: Literals) -> list[Instruction]:
    return [Instruction("press", target_of(rest))] if rest else []


def _open(_verb: str, rest: str, literals: Literals) -> list[Instruction]:
    bare = literals.restore(rest)
    if re.fullmatch(r"(?:https?://|/)\S*", bare):
        return [Instruction("goto", value=rest)]
    return [Instruction("open", target_of(rest))] if rest else []


def _submit(verb: str, rest: str, literals: Literals) -> list[Instruction]:
    if verb.lower() in ("update", "add", "list", "edit") and re.search(r"\s(?:to|as)\s", rest):
        pairs = split_pairs(rest, literals, value_first=verb.lower() == "add")
        return [Instruction("fill", target, value) for target, value in pairs]
    what, *details = _WITH.split(rest, maxsplit=1) if rest else [""]
    fills = _listed(details[0], literals) if details and not _GIVEN.fullmatch(details[0]) else []
    about = tuple(word for word in _words(what) if word.lower() not in _WHOLE_FORM)
    return [*fills, Instruction("submit", f"{verb} {target_of(what)}".strip(), about=about)]


def _login(_verb: str, rest: str, literals: Literals) -> list[Instruction]:
    fills: list[Instruction] = []
    if match := re.match(r"as\s+(\S+)\s*(?:,|and|with|using)*\s*", rest, re.IGNORECASE):
        who = "email" if "@" in literals.restore(match[1]) else "username"
        fills.append(Instruction("fill", who, match[1].strip(",")))
        rest = rest[match.end() :]
    details = re.sub(r"^(?:with|using|to \S+ with)\s+", "", rest, flags=re.IGNORECASE)
    if (details and details != rest) or fills:
        fills += [] if not details or _GIVEN.fullmatch(details) else _listed(details, literals)
    return [*fills, Instruction("login", "log in")]


def _search(_verb: str, rest: str, _literals: Literals) -> list[Instruction]:
    return [Instruction("fill", "search", value_of(rest)), Instruction("submit", "search")] if rest else []


def _delete(verb: str, rest: str, _literals: Literals) -> list[Instruction]:
    return [Instruction("press", verb, about=_words(rest)), Instruction("confirm")]


def _confirm(_verb: str, rest: str, _literals: Literals) -> list[Instruction]:
    return [Instruction("confirm", target_of(rest), about=_words(rest))]


def _dismiss(_verb: str, rest: str, _literals: Literals) -> list[Instruction]:
    return [Instruction("dismiss", target_of(rest), about=_words(rest))]


_SHOWN = r"(?:appears?|shows? up|is (?:shown|visible|displayed|there|on the page)|to (?:appear|be (?:shown|visible|displayed)))"
_GONE = r"(?:disappears?|vanish(?:es)?|is gone|to (?:disappear|vanish)|is (?:not|no longer) (?:shown|visible|there))"
_SAYS = r"(?:says?|shows?|contains?|displays?|reads?|to (?:say|show|contain|display)|has)"


def _expect(_verb: str, rest: str, _literals: Literals) -> list[Instruction]:
    rest = re.sub(r"^(?:that|if|whether|to see|for|until|to find)\s+", "", rest, flags=re.IGNORECASE)
    shapes: tuple[tuple[InstructionKind, str], ...] = (
        ("url", r"(?:the )?(?:url|address|location)\s+(?:contains|is|ends with|to (?:contain|be|end with)|has)\s+(.+)"),
        ("gone", rf"(?:the )?(?:text |message )?(.+?)\s+{_GONE}"),
        ("text", rf"(?:the )?(?:page|site|screen|it|message|result)\s+{_SAYS}\s+(?:the )?(?:text |message )?(.+)"),
        ("text", rf"(?:the )?(?:text |message |words? |heading )?(.+?)\s+{_SHOWN}(?: on the page)?"),
        ("text", r"(?:to see |see )?(?:the )?(?:text |message |words? |heading )?(.+?)(?: on the page)?"),
    )
    for kind, pattern in shapes:
        if match := re.fullmatch(pattern, rest, re.IGNORECASE):
            return [Instruction(kind, value=match[1].strip())]
    return []


def _listed(text: str, literals: Literals) -> list[Instruction]:
    return [Instruction("fill", target, value) for target, value in listed(text, literals)]


def _words(text: str) -> tuple[str, ...]:
    """The words that say what is acted on, and each quoted text; `a` is left out, the `A` of `Room A` is not."""
    return tuple(
        word for word in re.findall(r"[\ue000-\uf8ff]|[^\W_]+(?:['\u2019][^\W_]+)*", text) if word not in _EMPTY
    )


def _several(text: str) -> list[str]:
    """`"A", "B" and "C"` as three; unquoted words stay one."""
    parts = re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", text)
    quoted = all(re.fullmatch(r"(?:the\s+)?[\ue000-\uf8ff](?:\s+\w+)?", part) for part in parts)
    return parts if quoted else [text] if text else []


_READERS = {
    "expect": _expect,
    "login": _login,
    "search": _search,
    "agree": _agree,
    "untick": _untick,
    "tick": _tick,
    "choose": _choose,
    "upload": _upload,
    "place": _place,
    "set": _set,
    "press": _press,
    "open": _open,
    "confirm": _confirm,
    "dismiss": _dismiss,
    "delete": _delete,
    "submit": _submit,
}
