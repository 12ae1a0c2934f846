"""Normalises phrases (case, punctuation, plurals, camelCase, synonyms), so that labels and names can be compared."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from actwright.folding import plain, unaccented
from actwright.schemas.task import REFERENCE

__all__ = ["QUALIFIERS", "WEAK", "TaskWords", "is_known", "terms"]

SYNONYMS = """
    email: e mail, email address, e mail address, mail address, mail, email id
    phone: telephone, tel, mobile, mobile phone, cell, cell phone, cellphone, phone number, telephone number,
        mobile number, phone no, contact number
    zip: zip code, zipcode, postcode, post code, postal code, postalcode, plz
    firstname: first name, given name, forename, fname, christian name
    lastname: last name, surname, family name, lname
    middlename: middle name, middle initial
    name: full name, fullname, complete name
    username: user name, user id, userid, login name, login, user, account name
    nickname: nick name, display name, displayname, screen name, handle
    password: passwd, pwd, pw, pass, pass word, passcode, pass phrase, passphrase
    street: address, adress, addr, street address, address line 1, address 1, addr 1, address line, street name, street and number
    street2: address line 2, address 2, addr 2, apartment, apt, suite
    city: town, locality, city town
    county: shire
    prize: award
    state: province, region, state province
    country: nation, country region
    birthday: date of birth, dob, birth date, birthdate, born, born on
    company: organisation, organization, organisation name, organization name, company name, employer, firm
    jobtitle: job title, occupation, position, job
    quantity: qty, number of items, how many, count, number of units
    price: cost, asking price, price tag
    amount: sum
    description: desc, details, description text, about
    message: comment, remark, note, enquiry, inquiry, feedback
    subject: topic, regarding
    title: headline, heading
    category: categories, cat
    condition: state of item, item condition
    photo: image, picture, pic, img, photograph, foto
    website: url, web site, homepage, home page, web page, web address
    terms: terms and conditions, terms conditions, terms of service, terms of use, tos, t and c, accept terms,
        agree terms, terms accepted, terms agreed, i agree, agree, agreement, i accept, accept
    newsletter: news, subscribe, mailing list, news letter, email updates
    gender: sex
    color: colour
    cv: resume, curriculum vitae
    file: attachment, document, upload
    deadline: due date, due, due by
    start: start date, begin date, begin, starts on, start on
    end: end date, ends on, finish date, end on
    cardnumber: card number, credit card, credit card number, cc number, card no
    cvv: cvc, security code, card code
    expiry: expiration, expiration date, expiry date, exp date, exp, valid until
    otp: one time code, one time password, verification code, 2fa code
    vat: vat number, tax id, vat id
    search: query, q, keyword, search term, search for
    timezone: time zone, tz
    guests: number of guests, people, party size, persons, number of people
    language: locale, lang
    height: tall
    delivery: shipping, ship
    confirm: repeat, retype, re enter, reenter, again, confirmation, verify, re type
    minimum: min, at least
    maximum: max, at most
"""
"""One line per idea: the word that stands for all in the line, then its other spellings and synonyms."""

_STOP_WORDS = """
    the a an your my our his her their its this that these of for in on is are be please enter type select choose
    pick provide here optional required mandatory field box dropdown input do does you we i would like want what
    which how should have read me all and or with as it at by e g eg eur usd gbp chf txt ddl fld frm form section
    details option value
"""
STOP = frozenset(_STOP_WORDS.split())
"""Words that do not say which field is meant; they are kept if a phrase has no others."""

_WEAK_WORDS = """
    number no address code date time text information info type name id line new
"""
WEAK = frozenset(_WEAK_WORDS.split())
"""Words that say little: `date` in `delivery date`. They count a third."""

_QUALIFIERS_WORDS = """
    minimum maximum from to old current confirm previous start end billing delivery home work emergency
    alternative secondary backup parent company middlename street2 2 3 other partner spouse
"""
QUALIFIERS = frozenset(_QUALIFIERS_WORDS.split())
"""Words that make it another field: `billing city` is not `city`, `confirm password` is not `password`."""

_DIRECTIONS = frozenset({"to", "from"})
"""Words that distinguish fields at either end of a label (`From`, `Date to`), but not inside (`agree to the terms`)."""

_TELLING = 4
"""Shorter words could stand anywhere."""
_SAME_WORD = 80.0
"""From this similarity on, two words are forms of one: `create` and `created`."""

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WORD = re.compile(r"[^\W_]+")
_KEEP_S = re.compile(r"(ss|us|is|as|ies|news)$")


@lru_cache(maxsize=4096)
def terms(text: str) -> tuple[str, ...]:
    """The terms of a label, an attribute or a data name: `Your E-mail address *` -> `("email",)`."""
    found = _without_synonyms(_words(text))
    inner = {number for number in range(1, len(found) - 1) if found[number] in _DIRECTIONS}
    telling = [word for number, word in enumerate(found) if word not in STOP and number not in inner]
    return tuple(dict.fromkeys(telling or found))


def is_known(term: str) -> bool:
    """Whether a term is in the synonym table, and therefore not a misspelling of another."""
    return term in _canonical()


@dataclass(frozen=True, slots=True)
class TaskWords:
    """The words of a task, in any language. They choose between what would do anyway, so none of them must be known.

    Attributes:
        text: The task without its references, in plain form.
        words: Its words.
    """

    text: str
    words: frozenset[str]

    @staticmethod
    def of(task: str) -> TaskWords:
        """Reads a task."""
        bare = REFERENCE.sub(" ", task)
        return TaskWords(plain(bare), frozenset(_words(bare)))

    def share_of(self, name: str) -> float:
        """How much of a name the task says, 0 to 1: all of `Create listing` in `Create a listing`."""
        named = [word for word in _words(name) if word not in STOP] or _words(name)
        return sum(map(self.say, named)) / len(named) if named else 0.0

    def said_in(self, texts: Iterable[str]) -> int:
        """How many words of texts the task says; words that could stand anywhere do not count."""
        found = {word for text in texts for word in _words(text) if word not in STOP}
        return sum(self.say(word) for word in found if len(word) >= _TELLING or not word.isascii())

    def say(self, word: str) -> bool:
        """Whether the task has a word, perhaps in another form; scripts without spaces are searched for it."""
        from rapidfuzz import fuzz  # noqa: PLC0415 - loaded when used, so that importing actwright stays fast

        if word in self.words or (not word.isascii() and word in self.text):
            return True
        return len(word) >= _TELLING and any(fuzz.ratio(word, other) >= _SAME_WORD for other in self.words)


@lru_cache(maxsize=1)
def _canonical() -> frozenset[str]:
    return frozenset(_table()[0].values())


def _words(text: str) -> list[str]:
    spaced = _CAMEL.sub(" ", text.replace("'", "").replace("\N{RIGHT SINGLE QUOTATION MARK}", ""))
    spaced = re.sub(r"(?<=[A-Za-z])(?=\d)", " ", unaccented(spaced))
    return [_singular(word.casefold()) for word in _WORD.findall(spaced)]


def _singular(word: str) -> str:
    if len(word) > len("pies") and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > len("gas") and word.endswith("s") and not _KEEP_S.search(word):
        return word[:-1]
    return word


def _without_synonyms(words: list[str]) -> list[str]:
    table, longest = _table()
    found: list[str] = []
    place = 0
    while place < len(words):
        for length in range(min(longest, len(words) - place), 0, -1):
            canonical = table.get(tuple(words[place : place + length]))
            if canonical is not None:
                found.append(canonical)
                place += length
                break
        else:
            found.append(words[place])
            place += 1
    return found


@lru_cache(maxsize=1)
def _table() -> tuple[dict[tuple[str, ...], str], int]:
    table: dict[tuple[str, ...], str] = {}
    for line in re.sub(r",\s*\n", ", ", SYNONYMS).strip().splitlines():
        canonical, others = line.strip().split(":")
        for phrase in (canonical, *others.split(",")):
            table[tuple(_singular(word) for word in phrase.split())] = canonical
    return table, max(map(len, table))
