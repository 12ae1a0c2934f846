"""Encryption of the values of private and secret columns, so that they cannot be read in the database."""

from __future__ import annotations

import base64
import hashlib
import json
from functools import cached_property
from typing import TYPE_CHECKING, Any

from actwright.errors import ConfigError
from actwright.jobs.job_options import KEY
from actwright.jobs.job_rows import JobRow
from actwright.jobs.ledger_row import LedgerError

if TYPE_CHECKING:
    from cryptography.fernet import Fernet

SHORTEST = 16
_NONE: dict[str, dict[str, str]] = {"private": {}, "secret": {}}
COST = {"n": 2**14, "r": 8, "p": 1, "maxmem": 64 * 1024 * 1024}
"""Parameters of scrypt: each guess at the key takes a few hundredths of a second."""


class ValueCipher:
    """Encrypts and decrypts private and secret values with Fernet and a key that scrypt derives from a text.

    Args:
        key: The text.
        salt: The salt of the job.
    """

    def __init__(self, key: str, *, salt: bytes) -> None:
        self._key, self._salt = key, salt

    def encrypt_values(self, row: JobRow) -> str:
        """Encrypts the private and secret values of a row; empty if it has none.

        Raises:
            ConfigError: It has some, and the key is too short.
        """
        if not row.private and not row.secret:
            return ""
        values = {"private": dict(row.private), "secret": dict(row.secret)}
        return self.encrypt(json.dumps({"row": row.key, "values": values}))

    def decrypt_values(self, text: str, *, row: str) -> tuple[dict[str, str], dict[str, str]]:
        """Decrypts the private and the secret values of the row with this key; nothing else is encrypted with them.

        Raises:
            ConfigError: The key is not the job's.
            LedgerError: They are the values of another row, which somebody put there.
        """
        found: dict[str, Any] = json.loads(self.decrypt(text)) if text else {"row": row, "values": _NONE}
        if found.get("row") != row:
            raise LedgerError("a row has the encrypted values of another; restore the database from a copy")
        return found["values"]["private"], found["values"]["secret"]

    def encrypt(self, text: str) -> str:
        """Encrypts a text. Raises ConfigError if the key is too short."""
        return self._box.encrypt(text.encode()).decode()

    def decrypt(self, text: str) -> str:
        """Decrypts a text; empty if it is empty. Raises ConfigError if the key is not the job's."""
        from cryptography.fernet import InvalidToken  # noqa: PLC0415 - only where a job has such columns

        if not text:
            return ""
        try:
            return self._box.decrypt(text.encode()).decode()
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
