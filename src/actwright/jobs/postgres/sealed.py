"""Encryption of the values of private and secret columns, so that they cannot be read in the database."""

from __future__ import annotations

import base64
import hashlib
import json
from functools import cached_property
from typing import TYPE_CHECKING, Any

from actwright.errors import ConfigError
from actwright.jobs.order import KEY
from actwright.jobs.rows import Row

if TYPE_CHECKING:
    from cryptography.fernet import Fernet

__all__ = ["Seal"]

SHORTEST = 16
COST = {"n": 2**14, "r": 8, "p": 1, "maxmem": 64 * 1024 * 1024}
"""Parameters of scrypt: each guess at the key takes a few hundredths of a second."""


class Seal:
    """Encrypts and decrypts private and secret values with Fernet and a key that scrypt derives from a text.

    Args:
        key: The text.
        salt: The salt of the job.
    """

    def __init__(self, key: str, *, salt: bytes) -> None:
        self._key, self._salt = key, salt

    def close(self, row: Row) -> str:
        """Encrypts the private and secret values of a row; empty if it has none.

        Raises:
            ConfigError: It has some, and the key is too short.
        """
        if not row.private and not row.secret:
            return ""
        return self.closed(json.dumps({"private": dict(row.private), "secret": dict(row.secret)}))

    def open(self, text: str) -> dict[str, dict[str, str]]:
        """Decrypts the values of a row. Raises ConfigError if the key is not that of the job."""
        found: dict[str, Any] = json.loads(self.text(text) or '{"private": {}, "secret": {}}')
        return found

    def closed(self, text: str) -> str:
        """Encrypts a text. Raises ConfigError if the key is too short."""
        return self._box.encrypt(text.encode()).decode()

    def text(self, closed: str) -> str:
        """Decrypts a text; empty if it is empty. Raises ConfigError if the key is not that of the job."""
        from cryptography.fernet import InvalidToken  # noqa: PLC0415 - only where a job has such columns

        if not closed:
            return ""
        try:
            return self._box.decrypt(closed.encode()).decode()
        except InvalidToken as error:
            raise ConfigError(
                f"{KEY} is not the key that the job was begun with; set it to the same as for `jobs run`"
            ) from error

    @cached_property
    def _box(self) -> Fernet:
        from cryptography.fernet import Fernet  # noqa: PLC0415 - as above

        if len(self._key) < SHORTEST:
            raise ConfigError(
                "private and secret values and the session of a login are encrypted in the database; set "
                f"{KEY} to a text of at least {SHORTEST} characters, the same for `jobs run` and every `jobs work`"
            )
        derived = hashlib.scrypt(self._key.encode(), salt=self._salt, dklen=32, **COST)
        return Fernet(base64.urlsafe_b64encode(derived))
