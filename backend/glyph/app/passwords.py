"""The workbench's one password: hashed with scrypt, compared in constant time."""

import base64
import hashlib
import hmac
import secrets
import unicodedata
from dataclasses import dataclass

from glyph.errors import SettingsError

COST, BLOCK_SIZE, PARALLELISM = 1 << 15, 8, 1
"""32 MB and about 0.1 s a check. Source: OWASP Password Storage Cheat Sheet, scrypt."""
MEMORY_LIMIT_BYTES = 128 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class PasswordHash:
    """A stored hash: ``scrypt:N:r:p:salt:hash``, the last two in base64url."""

    cost: int
    block_size: int
    parallelism: int
    salt: bytes
    digest: bytes

    def __str__(self) -> str:
        numbers = f"{self.cost}:{self.block_size}:{self.parallelism}"
        return f"scrypt:{numbers}:{_encode(self.salt)}:{_encode(self.digest)}"


def _encode(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode("ascii").rstrip("=")


def _decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _derive(password: str, salt: bytes, cost: int, block_size: int, parallelism: int, length: int) -> bytes:
    # The same password typed on two keyboards may differ in its code points: NFKC makes it one.
    return hashlib.scrypt(
        unicodedata.normalize("NFKC", password).encode("utf-8"),
        salt=salt,
        n=cost,
        r=block_size,
        p=parallelism,
        maxmem=MEMORY_LIMIT_BYTES,
        dklen=length,
    )


def hash_password(password: str) -> PasswordHash:
    """Return a fresh salted hash of ``password``."""
    salt = secrets.token_bytes(16)
    digest = _derive(password, salt, COST, BLOCK_SIZE, PARALLELISM, 32)
    return PasswordHash(COST, BLOCK_SIZE, PARALLELISM, salt, digest)


def parse_password_hash(stored: str) -> PasswordHash:
    """Return the hash that a setting holds.

    Raises: SettingsError when it is not one of ours.
    """
    try:
        scheme, cost, block_size, parallelism, salt, digest = stored.split(":")
        parsed = PasswordHash(int(cost), int(block_size), int(parallelism), _decode(salt), _decode(digest))
    except ValueError:
        scheme, parsed = "", None
    if scheme != "scrypt" or parsed is None:
        raise SettingsError(
            "GLYPH_SESSION__PASSWORD_HASH is not a hash that Glyph wrote.",
            hint="Run `glyph password` to set a new password.",
        )
    return parsed


def password_matches(password: str, stored: PasswordHash) -> bool:
    """Return whether ``password`` is the one that was hashed, in constant time."""
    if not password.isascii() and password != password.encode("utf-8", "replace").decode("utf-8"):
        return False  # half a surrogate pair: nobody can have chosen it
    derived = _derive(password, stored.salt, stored.cost, stored.block_size, stored.parallelism, len(stored.digest))
    return hmac.compare_digest(derived, stored.digest)
