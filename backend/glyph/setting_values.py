"""Values that settings refuse: placeholders, secrets that are too short, loops of links."""

from pathlib import Path

from pydantic import SecretStr

MIN_SECRET_LENGTH = 32
PLACEHOLDERS = ("change-me", "changeme", "replace-me", "placeholder", "your-", "example", "xxxx", "todo")
KEY_PLACEHOLDERS = ("change-me", "changeme", "replace-me", "placeholder", "your-", "sk-...")
"""Longer words than above, because a provider's key is long and random."""


def refuse_placeholder(secret: SecretStr) -> SecretStr:
    """Return the secret, or refuse one that is a placeholder or too short to be one."""
    value = secret.get_secret_value()
    if value and any(word in value.lower() for word in PLACEHOLDERS):
        raise ValueError("is a placeholder; `glyph password --first-start` writes real secrets into .env")
    if value and any(len(part) < MIN_SECRET_LENGTH for part in value.split(",")):
        raise ValueError(f"must have at least {MIN_SECRET_LENGTH} characters")
    return secret


def refuse_loop(place: Path) -> Path:
    """Return a path that leads somewhere, or nowhere yet; refuse a loop of links, which resolves to nothing at all."""
    try:
        place.resolve()
    except (RuntimeError, OSError):
        raise ValueError("is a loop of links") from None
    return place
