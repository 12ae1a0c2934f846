"""What a run sent and how it was answered: whether that proves a claim, says nothing, or contradicts it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from actwright.engine.evidence.own_words import entered_texts, has_words, literals_in, texts_in, words_of
from actwright.engine.evidence.refusals import asks_for, words_for
from actwright.engine.values.same_value import means_same
from actwright.engine.values.values import BY_PERSON
from actwright.schemas.hosts import host_and_port
from actwright.schemas.proposal import Action
from actwright.schemas.step import Effect, Evidence, Outcome, SentRequest, SentValue
from actwright.schemas.task import Task, references_in
from actwright.text import one_line
from actwright.tools.expect_request import ExpectRequest

CLIENT_ERRORS = 400
SOCKET = "SEND "
REPORT = re.compile(
    r"/(?:track(?:ing)?|stats?|statistics|analytics|telemetry|metrics?|events?|collect|beacons?|logs?|ping|pixel|rum)(?:[/?]|$)"
)
"""How the address of a request ends or goes on by which pages report what was done on them."""
AUTOSAVE = "autosave"
LOGIN = frozenset({"auth", "authenticate", "login", "logon", "oauth", "session", "sessions", "signin", "token"})
REGISTER = frozenset({"account", "accounts", "register", "registration", "signup", "user", "users"})
PASSWORD = re.compile(
    r"pass(?:word|wd|wort|code|phrase)?|pwd|pw|pin|kennwort|mot de passe|motdepasse|contrasena|senha|wachtwoord|haslo|parola|losenord"
)
WORD_OF_ADDRESS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
LAST_SEGMENTS = 2
LOGIN_VALUES = 2
"""How many values a log-in sends: a name and a password."""


class Repeated(NamedTuple):
    """A request that several actions sent with the same content: how many, by one control?

    `references` has the data names of its values, "" for a literal.
    """

    request: str
    times: int
    references: frozenset[str]
    same_control: bool


def is_message(request: SentRequest) -> bool:
    """Whether it consists of messages over a WebSocket, whose answer is not known."""
    return request.request.startswith(SOCKET)


@dataclass(frozen=True)
class SentRequests:
    """The requests of a run, in the order in which they left.

    Attributes:
        task: The task.
        outcomes: The outcomes of all actions so far.
        host: The host of the page, with its port. What goes to other hosts without a value of the run does not count.
    """

    task: Task
    outcomes: Sequence[Outcome]
    host: str

    @property
    def all(self) -> tuple[SentRequest, ...]:
        """All of them, messages over WebSockets included."""
        return tuple(each for outcome in self.outcomes for each in outcome.sent)

    @property
    def carriers(self) -> tuple[SentRequest, ...]:
        """Those that count: the ones with values of the run; if none has any, those to the host of the page."""
        sent = self.all
        return tuple(each for each in sent if each.values) or tuple(each for each in sent if self._goes_home(each))

    def _goes_home(self, request: SentRequest) -> bool:
        return host_and_port(request.request.partition(" ")[2]) == self.host

    @property
    def succeeded(self) -> tuple[SentRequest, ...]:
        """The carriers that were answered with 2xx or 3xx, and whose answer names no problem."""
        return tuple(each for each in self.carriers if _is_answered(each) and not each.problem)

    @property
    def acting(self) -> tuple[SentRequest, ...]:
        """Those of them that do more than ask or prepare something."""
        return tuple(each for each in self.succeeded if not self._why_it_asks(each))

    @property
    def is_saved_by_itself(self) -> bool:
        """Whether pages saved, without being asked to, all that was entered."""
        sent = {value.field for each in self.succeeded if AUTOSAVE in _words_of_address(each) for value in each.values}
        return bool(sent) and sent >= {receipt.field for each in self.outcomes for receipt in each.receipts}

    @property
    def effective(self) -> tuple[SentRequest, ...]:
        """Those of them that do more than ask, prepare or log in."""
        return tuple(each for each in self.acting if not _is_login(each))

    def _why_it_asks(self, request: SentRequest) -> str:
        """Why a request changes nothing, by what it is; empty if it may change something."""
        if request.queries:
            return f"{request.request} is a query, which changes nothing"
        words = _words_of_address(request)
        asked = frozenset(words_of(self.task.text))
        asking = words_for("asking")
        if word := next((word for word in words if word in asking and word not in asked), ""):
            return f"{request.request} only asks or prepares something, by its address ({word})"
        if only_asks(self._sender(request)) and words_for("asks").isdisjoint(asked):
            return f"{self._sender(request)} only asks or prepares something, by its name"
        checks = any(word == "check" and at + 1 < len(words) for at, word in enumerate(words))
        return f"{request.request} only checks something, by its address" if checks and "check" not in asked else ""

    def _sender(self, request: SentRequest) -> str:
        """The title of the control that sent a request; empty if none is known."""
        return next((each.target for each in self.outcomes if request in each.sent and not each.receipts), "")

    def contradiction(self, *, may_fail: bool) -> str:
        """Why what was sent or answered contradicts a claim; empty if it does not.

        Args:
            may_fail: Whether an answer that reports an error is what was asked for.
        """
        if mismatch := self._mismatch() or self._exchanged():
            return mismatch
        if may_fail or asks_for("refused", self.task.text):
            return ""
        carriers = self.carriers
        if any(each.values for each in carriers):
            last = {sought_key(value): each for each in carriers for value in each.values}
            failed = next((each for each in last.values() if has_failed(each) and not self._is_made_good(each)), None)
        else:
            latest = [*{each.request: each for each in carriers}.values()]
            failed = latest[-1] if latest and all(map(has_failed, latest)) else None
        if failed is None:
            return ""
        answer = failed.problem or f"HTTP {failed.status}"
        return f"the answer to {failed.request} was {answer}"

    def _is_made_good(self, failed: SentRequest) -> bool:
        """Whether a failed request does not matter: it was corrected, or it only reported what another one did.

        A correction goes to the same address later, with all values that the task names.
        """
        carriers = self.carriers
        later = carriers[carriers.index(failed) + 1 :]
        named = {sought_key(value) for value in failed.values if self._is_named(value)}
        answered = [each for each in self.succeeded if named <= {sought_key(value) for value in each.values}]
        if any(each.request == failed.request for each in answered if each in later):
            return True
        return bool(REPORT.search(failed.request)) and any(not REPORT.search(each.request) for each in answered)

    def _is_named(self, value: SentValue) -> bool:
        return bool(value.reference) or has_words([self.task.text], value.wanted)

    def _exchanged(self) -> str:
        """Two data that were sent each under the other's name; empty if there are none."""
        for request in self.all:
            names = {each.reference: _last_name(each) for each in request.values if each.match and each.reference}
            for one, name in names.items():
                other = next((each for each in names if each != one and words_of(each) == words_of(name)), None)
                if other is not None and words_of(names[other]) == words_of(one):
                    return (
                        f"{{{{{one}}}}} was sent as {name}, and {{{{{other}}}}} as {names[other]} ({request.request})"
                    )
        return ""

    def _mismatch(self) -> str:
        """The first value that was last sent otherwise than meant; empty if none was."""
        last: dict[str, tuple[SentValue, SentRequest]] = {}
        for request in (*self.all, *self.asked):
            for value in request.values:
                key = sought_key(value)
                if value.match or key not in last or not last[key][0].match:
                    last[key] = value, request
        wrong = next((each for each in last.values() if not each[0].match and not _is_persons(each[0])), None)
        if wrong is None:
            return ""
        value, request = wrong
        instead = f' as "{value.sent}"' if value.sent else ""
        return f'{value.field or value.name} was sent{instead} instead of "{value.wanted}" ({request.request})'

    @property
    def asked(self) -> tuple[SentRequest, ...]:
        """The documents that were requested by GET with values of the run."""
        return tuple(each for outcome in self.outcomes for each in outcome.asked)

    def shortfall(self, facts: Iterable[Evidence]) -> str:
        """Why what was sent does not prove a claim with these facts; empty if it does."""
        sent = self.succeeded
        if not sent:
            return self._why_none_succeeded()
        if not self.effective:
            return self._why_it_asks(sent[-1]) or f"{sent[-1].request} was only a log-in"
        if unread := next((each.unread for each in sent if each.unread and not each.values), ""):
            return f"what was sent could not be read: {unread}"
        found = [value for each in sent for value in each.values if value.match]
        facts = tuple(fact for fact in facts if fact.kind != ExpectRequest.kind)  # they choose nothing to act on
        by_name = {value.reference for value in found if value.reference}
        words = {words_of(value.wanted) for value in found}
        names = [name for name in self.named if not self.chooses(name, facts)]
        missing = [f"{{{{{name}}}}}" for name in names if name not in by_name]
        quoted = [text for text in literals_in(self.task.text) if not references_in(text)]
        foretold = [text for text in self._foretold if not references_in(text)]
        literals = [*dict.fromkeys((*quoted, *foretold))]
        missing += [f'"{text}"' for text in literals if words_of(text) not in words and not self._is_used(text, facts)]
        if missing:
            unread = next((each.unread for each in self.all if each.unread), "")
            return f"{missing[0]} was not found in what was sent" + (
                f", which could not all be read: {unread}" if unread else ""
            )
        named = [*quoted, *(text for text in foretold if has_words([self.task.text], text))]
        if not by_name and not any(words_of(text) in words for text in named):
            return "no value was named, in the data or in quotation marks, that could be found in what was sent"
        repeated = self.repeated()
        return f"{repeated.request} was sent {repeated.times} times with the same content" if repeated else ""

    def _why_none_succeeded(self) -> str:
        if not self.all:
            return "nothing was sent that could change something"
        if any(map(has_failed, self.carriers)):
            return "what was sent was answered with an error"
        socket = all(map(is_message, self.carriers))
        return "a WebSocket does not say how it answers" if socket else "nothing says how it was answered"

    @property
    def named(self) -> tuple[str, ...]:
        """The data that the task refers to, and those that actions entered."""
        entered = (receipt.reference for each in self.outcomes for receipt in each.receipts if receipt.reference)
        foretold = (name for text in self._foretold for name in references_in(text))
        return tuple(dict.fromkeys((*references_in(self.task.text), *entered, *foretold)))

    @property
    def _foretold(self) -> tuple[str, ...]:
        """The values that `expect_request` named before the last request left; afterwards it may repeat what was sent."""
        last = max((at for at, each in enumerate(self.outcomes) if each.sent), default=0)
        calls = (each.action for each in self.outcomes[:last] if each.action.tool == ExpectRequest.name)
        return tuple(text for call in calls for text in ExpectRequest.values_in(call.parameters))

    def unused(self, facts: Sequence[Evidence], acted_in: Sequence[str]) -> str:
        """A datum that the task refers to, and that was neither sent, nor entered, nor used to choose; empty if none."""
        sent = {value.reference for each in (*self.all, *self.asked) for value in each.values}
        left = (name for name in references_in(self.task.text) if name not in sent)
        return next(
            (name for name in left if not self._is_entered(name) and not self.chooses(name, facts, acted_in)), ""
        )

    def unused_literal(self, facts: Sequence[Evidence], seen: Sequence[str]) -> str:
        """A text that the task quotes, and that was neither sent, entered nor used, nor shown by any page; empty if none.

        Nothing is known of it if what was sent could not be read; and if another named value was sent, the text may only
        describe something.
        """
        requests = (*self.all, *self.asked)
        matching = [value for each in requests for value in each.values if value.match]
        if not self.all or any(each.unread for each in requests) or any(map(self._is_named, matching)):
            return ""
        sent = {words_of(value.wanted) for value in matching}
        targets = [each.target for each in self.outcomes]
        known = [*entered_texts(self.outcomes, self.task), *targets, *(fact.wanted for fact in facts), *seen]
        left = (text for text in literals_in(self.task.text) if not references_in(text) and words_of(text) not in sent)
        return next((text for text in left if not has_words(known, text)), "")

    def unsent(self) -> str:
        """A datum that was entered after the last request left, although other values were sent; empty if none."""
        last = max((at for at, each in enumerate(self.outcomes) if each.sent), default=-1)
        if last < 0 or not self.carriers:
            return ""
        sent = {value.reference for each in (*self.all, *self.asked) for value in each.values}
        late = (receipt.reference for each in self.outcomes[last + 1 :] for receipt in each.receipts)
        return next((name for name in late if name and name not in sent), "")

    def _is_entered(self, name: str) -> bool:
        value = self.task.data.get(name, "")
        return any(
            receipt.reference == name
            or name in references_in(" ".join(_texts_of(each.action)))
            or means_same(value, receipt.wanted)
            for each in self.outcomes
            for receipt in each.receipts
        )

    def chooses(self, name: str, facts: Sequence[Evidence], acted_in: Sequence[str] = ()) -> bool:
        """Whether a datum says what to act on or what to look for, instead of what to send."""
        value = self.task.data.get(name, "")
        calls = (each.action for each in self.outcomes if each.status == "done" and not each.receipts)
        if any(name in references_in(text) for call in calls for text in _texts_of(call)):
            return True
        return bool(value) and self._is_used(value, facts, acted_in)

    def _is_used(self, value: str, facts: Sequence[Evidence], acted_in: Sequence[str] = ()) -> bool:
        targets = [each.target for each in self.outcomes if each.status == "done" and not each.receipts]
        used = [text for each in self.outcomes if not each.receipts for text in _texts_of(each.action)]
        return has_words([*targets, *used, *acted_in, *(fact.wanted for fact in facts)], value)

    def repeated(self) -> Repeated | None:
        """A request that actions of two steps sent with the same content; None if there is none.

        One that has no value of the run counts only if pressing the same control sent it again.
        """
        senders: dict[str, list[tuple[Outcome, SentRequest]]] = {}
        for outcome in self.outcomes:
            for request in {each.digest: each for each in outcome.sent}.values():
                if request.digest and request.request.startswith("POST ") and not has_failed(request):
                    senders.setdefault(request.digest, []).append((outcome, request))
        found = [
            Repeated(
                request.request,
                len(sent),
                frozenset(value.reference for value in request.values),
                _presses_again(sent[-2][0], sent[-1][0]),
            )
            for sent in senders.values()
            if len(sent) > 1
            for _, request in sent[:1]
        ]
        counting = [each for each in found if each.references or each.same_control]
        return next((each for each in counting if each.same_control), next(iter(counting), None))


def _is_persons(value: SentValue) -> bool:
    """Whether a person has entered what was sent in place of a value."""
    return f"{{{{{BY_PERSON}}}}}" in value.sent


def sought_key(value: SentValue) -> str:
    """What identifies a value of the run in all requests: its data name, or its field, or itself."""
    return f"{{{{{value.reference}}}}}" if value.reference else value.field or one_line(value.wanted)


def asks_for_error(fact: Evidence) -> bool:
    """Whether a fact proves that a request was answered with an error, as was expected."""
    if not fact.passed or fact.kind != ExpectRequest.kind:
        return False
    return ExpectRequest.model_validate_json(fact.parameters).asks_for_error


def _words_of_address(request: SentRequest) -> tuple[str, ...]:
    """The words in the last parts of the path of a request, in order."""
    path = request.request.partition(" ")[2].partition("?")[0].partition("://")[2]
    segments = path.split("/")[1:][-LAST_SEGMENTS:]
    return tuple(word.lower() for each in segments for word in WORD_OF_ADDRESS.findall(each))


def only_asks(target: str) -> bool:
    """Whether a control only looks something up or shows what would be, by the title that it has."""
    words = words_of(target.partition(" ")[2])
    return bool(words) and words[0] in words_for("asks") and not {"and", "replace"} & {*words}


def _is_login(request: SentRequest) -> bool:
    words = _words_of_address(request)
    secret = [value for value in request.values if _names_password(value)]
    if not secret or len(secret) == len(request.values) or not REGISTER.isdisjoint(words):
        return False
    return len(request.values) <= LOGIN_VALUES or not LOGIN.isdisjoint(words)


def _names_password(value: SentValue) -> bool:
    names = (_last_name(value), value.field.partition(" ")[2])
    return any(PASSWORD.fullmatch(" ".join(words_of(name))) for name in names)


def _is_answered(request: SentRequest) -> bool:
    return request.status is not None and request.status < CLIENT_ERRORS


def has_failed(request: SentRequest) -> bool:
    """Whether a request was answered with an error."""
    return bool(request.problem) or (request.status is not None and request.status >= CLIENT_ERRORS)


def _presses_again(one: Outcome, other: Outcome) -> bool:
    """Whether two actions press the same control, whose name has a word; "+" is there to be pressed again."""
    name = one.target.partition(" ")[2]
    same = (one.action.tool, name) == (other.action.tool, other.target.partition(" ")[2])
    return same and bool(words_of(name)) and one.effect is Effect.EFFECT


def _texts_of(action: Action) -> list[str]:
    """What a call acts on or looks for, in words; a check of what was sent does neither."""
    if action.tool == ExpectRequest.name:
        return []
    return [text for name, value in action.parameters.items() if name != "element_id" for text in texts_in(value)]


def _last_name(value: SentValue) -> str:
    """What a request calls a value, without the members of JSON around it."""
    return value.name.rpartition(".")[2]
