"""Seeds of one-time codes as secrets: a field receives the code of the moment, and no code is used twice."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from pydantic import PrivateAttr

from actwright.errors import ConfigError
from actwright.schemas.options import known_options_only
from actwright.schemas.task import Secret

TOTP_URI = "otpauth://"
"""How the address begins that the QR code of an authenticator has."""
SHORTEST_SEED = 64
"""Bits."""
DIGESTS = {"SHA1": hashlib.sha1, "SHA256": hashlib.sha256, "SHA512": hashlib.sha512}


def totp(seed: str, origins: str | Iterable[str] = (), fields: str | Iterable[str] = ()) -> Secret:
    """Makes a secret of a seed of one-time codes (TOTP, RFC 6238).

    With `secrets={"otp": totp("JBSW…")}`, each `{{otp}}` is the code of the moment at which it is typed. A code is entered once: an action that needs a second
    one in the same 30 s waits for the next.

    Args:
        seed: The seed in base32, or the `otpauth://totp/…` address of the QR code, which may also name digits, period
            and algorithm.
        origins, fields: As for `Secret`.

    Raises:
        ConfigError: It is not such a seed.
    """
    return TotpSecret(seed, origins, fields)


class TotpSecret(Secret):
    """A seed of one-time codes. Runs that share the object share no code.

    The value is the seed, which is masked like the codes, and never entered.
    """

    _codes: Any = PrivateAttr()
    _issued: dict[int, str] = PrivateAttr(default_factory=dict[int, str])

    @known_options_only
    def __init__(self, seed: str, origins: str | Iterable[str] = (), fields: str | Iterable[str] = ()) -> None:
        codes = _codes_of(seed)
        super().__init__(codes.secret, origins, fields)
        self._codes = codes

    @property
    def texts(self) -> tuple[str, ...]:
        """The seed, and the codes so far."""
        return (*super().texts, *self._issued.values())

    def seconds_until_unused(self) -> float:
        """Seconds until a code can be had that was not issued yet; 0 if it can be had now. The clock may have gone back."""
        now = time.time()
        period = int(now) // self._codes.interval
        if period not in self._issued:
            return 0.0
        while period in self._issued:
            period += 1
        return period * self._codes.interval - now

    def issue(self) -> str | None:
        """The code of the moment; None if it was issued before."""
        now = int(time.time())
        period = now // self._codes.interval
        if period in self._issued:
            return None
        self._issued[period] = self._codes.at(now)
        return self._issued[period]


def _codes_of(seed: str) -> Any:
    """Returns what computes the codes of a seed. Raises ConfigError, without the seed in it, if it is none."""
    text, options = seed.strip(), dict[str, Any]()
    try:
        if text.startswith(TOTP_URI):
            text, options = _parts_of(text)
        return _generator()("".join(text.split()).upper(), **options)
    except (ValueError, KeyError):
        raise ConfigError(
            "totp: this is not the seed of one-time codes; give its base32 text, or the otpauth://totp/… address of its "
            "QR code"
        ) from None


def _parts_of(address: str) -> tuple[str, dict[str, Any]]:
    """The seed and the options in an `otpauth://totp/…` address. Raises ValueError or KeyError if it has none."""
    found = urlsplit(address)
    given = dict(parse_qsl(found.query))
    options: dict[str, Any] = {"digits": int(given.get("digits", "6")), "interval": int(given.get("period", "30"))}
    seeds = {"totp": given["secret"]}
    return seeds[found.netloc], {**options, "digest": DIGESTS[given.get("algorithm", "SHA1")]}


def _generator() -> Any:
    import pyotp  # noqa: PLC0415 - loaded when there is a seed

    class Codes(pyotp.TOTP):  # pyright: ignore[reportPrivateImportUsage] - its own documentation uses it so
        """Sites choose their seeds, and many have 80 bits."""

        min_secret_length_bits = SHORTEST_SEED

    return Codes
