"""Normalises phrases (case, punctuation, plurals, camelCase, synonyms), so that labels and names can be compared."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from actwright.folding import plain, unaccented
from actwright.schemas.task import REFERENCE

SYNONYMS = """
    email: e mail, email address, e mail address, mail address, mail, email id,
        courriel, e mail adresse, email adresse, mail adresse, adresse email, adresse e mail, adresse mail,
        adresse electronique, correo, correo electronico, posta elettronica, emailadres
    phone: telephone, tel, mobile, mobile phone, cell, cell phone, cellphone, phone number, telephone number,
        mobile number, phone no, contact number,
        telefon, telefonnummer, handy, handynummer, mobilnummer, rufnummer, telefono, numero de telefono, movil,
        telefono movil, celular, telephone portable, numero de telephone, cellulare, telefone, telefoonnummer
    zip: zip code, zipcode, postcode, post code, postal code, postalcode, plz,
        postleitzahl, code postal, codigo postal, cap, codice postale
    firstname: first name, given name, forename, fname, christian name,
        vorname, prenom, voornaam
    lastname: last name, surname, family name, lname,
        nachname, familienname, zuname, nom de famille, apellido, cognome, achternaam
    middlename: middle name, middle initial
    name: full name, fullname, complete name,
        nom, nombre, nome, nom complet, nombre completo, nombre y apellido, vor und nachname, nom et prenom,
        prenom et nom, nome e cognome, nome completo
    username: user name, user id, userid, login name, login, user, account name
    nickname: nick name, display name, displayname, screen name, handle
    password: passwd, pwd, pw, pass, pass word, passcode, pass phrase, passphrase
    street: address, adress, addr, street address, address line 1, address 1, addr 1, address line, street name, street and number,
        strasse, strasse und hausnummer, strasse hausnummer, strasse nr, anschrift, adresse, rue, calle,
        direccion, domicilio, indirizzo, straat, endereco
    street2: address line 2, address 2, addr 2, apartment, apt, suite
    city: town, locality, city town,
        ort, wohnort, stadt, ville, commune, ciudad, localidad, municipio, citta, comune, cidade, woonplaats
    county: shire
    prize: award
    state: province, region, state province,
        bundesland, provincia, provincie
    country: nation, country region, land,
        pays, pais, paese
    birthday: date of birth, dob, birth date, birthdate, born, born on,
        geburtsdatum, geburtstag, date de naissance, fecha de nacimiento, data di nascita,
        data de nascimento, geboortedatum
    company: organisation, organization, organisation name, organization name, company name, employer, firm,
        firma, unternehmen, societe, entreprise, empresa, azienda, bedrijf, institution, affiliation
    jobtitle: job title, occupation, position, job,
        beruf, profesion, metier
    quantity: qty, number of items, how many, count, number of units,
        anzahl, menge, quantite, cantidad, quantita, aantal
    price: cost, asking price, price tag,
        preis, prix, precio, prezzo
    amount: sum,
        betrag, montant, importe, importo
    description: desc, describe, details, description text, about,
        beschreibung, descripcion, descrizione
    message: comment, remark, note, enquiry, inquiry, feedback, anything else, anything we should know, additional comment,
        nachricht, mitteilung, mensaje, messaggio, bericht, kommentar, bemerkung, anmerkung, comentario,
        commentaire, remarque
    subject: topic, regarding,
        betreff, objet, asunto, oggetto, onderwerp
    title: headline, heading
    category: categories, cat
    condition: state of item, item condition
    photo: image, picture, pic, img, photograph, foto
    website: url, web site, homepage, home page, web page, web address,
        webseite, site web, sitio web
    terms: terms and conditions, terms conditions, terms of service, terms of use, tos, t and c, accept terms,
        agree terms, terms accepted, terms agreed, i agree, agree, agreement, i accept, accept,
        nutzungsbedingungen, agb, cgv, conditions generales, terminos y condiciones
    newsletter: news, subscribe, mailing list, news letter, email updates
    gender: sex,
        geschlecht, sexe, sexo
    color: colour,
        farbe, couleur
    cv: resume, curriculum vitae
    file: attachment, document, upload
    deadline: due date, due, due by
    start: start date, begin date, begin, starts on, start on
    end: end date, ends on, finish date, end on
    cardnumber: card number, credit card, credit card number, cc number, card no
    cvv: cvc, security code, card code
    expiry: expiration, expiration date, expiry date, exp date, exp, valid until
    otp: one time code, one time password, verification code, 2fa code
    vat: vat number, tax id, vat id,
        ust idnr, numero de tva
    search: query, q, keyword, search term, search for
    timezone: time zone, tz
    guests: number of guests, people, party size, persons, number of people
    language: locale, lang
    height: tall
    delivery: shipping, ship
    confirm: repeat, retype, re enter, reenter, again, confirmation, verify, re type,
        wiederholen, wiederholung, bestatigen, confirmer, confirmez, repeter, repetez, repetir, repita, confirme, ripeti, herhaal
    minimum: min, at least
    maximum: max, at most
    privacy: privacy policy, privacy notice, privacy statement, data protection, datenschutz, datenschutzerklarung,
        datenschutzhinweise, politique de confidentialite, confidentialite, politica de privacidad, privacidad,
        proteccion de datos, rgpd, gdpr, dsgvo
    salutation: anrede, civilite, tratamiento, aanhef
    housenumber: house number, house no, hausnummer, huisnummer
    accountholder: account holder, kontoinhaber, titulaire du compte, titular de la cuenta, name on account
    bank: bank name, kreditinstitut, geldinstitut, banque, banco
    directdebit: direct debit, direct debit mandate, einzugsermachtigung, lastschrift, lastschriftmandat
    nationality: citizenship, staatsangehorigkeit, nationalite, nacionalidad
    maritalstatus: marital status, civil status, familienstand, situation familiale, estado civil
    number: nr, numero, nummer
    ssn: social security number, social security no, social security
    nationalinsurance: national insurance number, ni number, nino
    declaration: declared, certification, certified, confirmed, affirmation, acknowledgement, acknowledgment, attestation,
        erklarung, bestatigung, bevestiging, confirmacion, dichiarazione, declaracion, verklaring
    consent: einwilligung, zustimmung, consentement, consentimiento, consenso, toestemming, akkoord
    required: required question, required field, question obligatoire, pregunta obligatoria, domanda obbligatoria,
        erforderliche frage, vereiste vraag, pergunta obrigatoria
    date: datum, fecha, preferred date, desired date
    time: preferred time, desired time
"""
"""One line per idea: the word that stands for all in the line, then its other spellings and synonyms."""

_STOP_WORDS = """
    the a an your my our his her their its this that these of for in on is are be please enter type select choose
    pick provide here optional required mandatory field box dropdown input do does you we i would like want what
    which how should have read me all and or with as it at by e g eg eur usd gbp chf txt ddl fld frm form section
    details option value die der das den des dem ein eine und zu zur von le la les du de et pour veuillez el los las un una
    para por su il del della di bitte ihr ihre votre vos
"""
STOP = frozenset(_STOP_WORDS.split())
"""Words that do not say which field is meant; they are kept if a phrase has no others."""

_WEAK_WORDS = """
    number no address code date time text information info type name id line new
    patient applicant candidate claimant participant member customer client student attendee
"""
WEAK = frozenset(_WEAK_WORDS.split())
"""Words that say little: `date` in `delivery date`. They count a third."""

_QUALIFIERS_WORDS = """
    minimum maximum from to old confirm previous start end billing delivery home work emergency
    alternative secondary backup parent company middlename street2 2 3 other partner spouse
"""
QUALIFIERS = frozenset(_QUALIFIERS_WORDS.split())
"""Words that make it another field: `billing city` is not `city`, `confirm password` is not `password`."""

PERSONS = frozenset(
    (
        *("emergency", "notfall", "notfallkontakt", "urgence", "emergencia", "parent", "guardian", "spouse", "partner"),
        *("ehegatte", "ehepartner", "ehefrau", "ehemann", "lebenspartner", "conjoint", "conyuge", "conjuge", "coniuge"),
        *("reference", "referee", "kin", "beneficiary", "supervisor", "witness", "dependent", "landlord"),
    )
)
"""Words for people other than the one that a form is about."""
PERSONAL = frozenset(
    "name firstname lastname middlename phone email street street2 city zip state country birthday gender".split()  # noqa: SIM905
)
"""What a form asks of each of several people."""

_DIRECTIONS = frozenset({"to", "from"})
"""Words that distinguish fields at either end of a label (`From`, `Date to`), but not inside (`agree to the terms`)."""

_TELLING = 4
"""Shorter words could stand anywhere."""
_SAME_WORD = 80.0
"""From this similarity on, two words are forms of one: `create` and `created`."""

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_ELISION = re.compile(r"\b(?:[cdjlmnst]|qu|un|(?:d|n|s?u|a)[aeu]?ll)'(?=\w)", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_COMPOUND = re.compile(r"(\w{3,})(nummer|nr|datum|land)$")
"""Compounds that people also write apart, or without their first part: `Kundennummer` and `Kunden-Nr.`."""
_NUMBER = re.compile(r"\bn\.?\s?[\u00ba\u00b0](?!\w)\.?|\bn\.o\b", re.IGNORECASE)
_KEEP_S = re.compile(r"(ss|us|is|as|ies|news)$")
_HOW_TO = (
    r"(?i:(?:as (?:on|in|it|shown)|if|max|min|up to|at least|optional|required|e\.?\s?g|for example|type|choose|select"
    r"|tick|check|enter|please|in|per|including|incl|one per line|all that apply|format|pdf|facultatif"
    r"|obligatoire|falls|wenn|optionnel|maximal|mindestens|bitte|si|opcional|obligatorio|selon|wie)\b[^()]*"
    r"|\W*\d[^()]*|[^()]*\b[dtjgmya]{1,2}([-/. ])[dtjgmya]{1,2}\1[dtjgmya]{2,4}\b[^()]*"
    r"|(?:cm|mm|m|km|kg|g|lbs?|in|ft|years?|months?|days?|hours?|minutes?|%|[$\u20ac\u00a3]|usd|eur|gbp|chf)(?:\b[^()]*)?)"
)
"""Notes that say how a field is filled in: what they begin with, the pattern of a date, a unit."""
_LIMITS = frozenset({"minimum", "maximum", "current", "start", "end", "from", "to", "2", "3"})


@lru_cache(maxsize=4096)
def terms(text: str) -> tuple[str, ...]:
    """The terms of a label, an attribute or a data name: `Your E-mail address *` -> `("email",)`."""
    found = _without_synonyms(_words(text))
    inner = {number for number in range(1, len(found) - 1) if found[number] in _DIRECTIONS}
    telling = [word for number, word in enumerate(found) if number not in inner and _tells(found, number)]
    return tuple(dict.fromkeys(telling or found))


@lru_cache(maxsize=4096)
def words_of(text: str) -> tuple[str, ...]:
    """The words of a text that say which field is meant, in their order and as they are, without plurals."""
    words = _words(text)
    return tuple(word for place, word in enumerate(words) if _tells(words, place)) or tuple(words)


def _tells(words: Sequence[str], place: int) -> bool:
    """Whether a word says which field is meant; `type` does, unless it asks for something to be typed (`Type your name`)."""
    is_kind = words[place] == "type" and not (place == 0 and len(words) > 1 and words[1] in STOP)
    return is_kind or words[place] not in STOP


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
    text = _ELISION.sub(" ", text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")).replace("'", "")
    spaced = _CAMEL.sub(" ", _NUMBER.sub("number ", text))
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
            found += _COMPOUND.sub(lambda match: f"{match[1]} {table[match[2],]}", words[place]).split()
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


def without_notes(label: str) -> str:
    """A label without notes in brackets that list alternatives or say how to fill it in; empty if it has none.

    `Party (Individual/Company)`, `Name (as on the badge)`, `Height (cm)`; but `Name (of the guardian)` is another name.
    """

    def kept(note: re.Match[str]) -> str:
        others = PERSONS if "/" in note[0] else PERSONS | QUALIFIERS - _LIMITS
        return "" if others.isdisjoint(terms(note[0])) else note[0]

    bare = re.sub(rf"\s*\((?:[^()]*/[^()]*|{_HOW_TO})\)", kept, label)
    return bare if bare != label else ""
