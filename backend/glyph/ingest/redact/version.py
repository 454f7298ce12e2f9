"""The version of redaction: part of an index's fingerprint, so that new rules make a new index."""

from hashlib import sha256

from glyph.ingest.redact.commands import COMMAND_RULES
from glyph.ingest.redact.containers import CONTAINER_RULES
from glyph.ingest.redact.harmless import HARMLESS, PLACEHOLDER, PROSE
from glyph.ingest.redact.hashes import HASH_RULES
from glyph.ingest.redact.lexicon import DISOWNING, HARMLESS_NEXT, entries
from glyph.ingest.redact.rules import PROVIDER_RULES
from glyph.ingest.redact.shield import SHIELD_RULES

_BEHAVIOUR = 3
"""Raised by hand when code, not data, changes what is redacted."""


def redaction_version() -> str:
    """Return the number of the behaviour and a short hash of the data of all rules."""
    groups = (PROVIDER_RULES, HASH_RULES, CONTAINER_RULES, COMMAND_RULES, SHIELD_RULES)
    data = [
        *(f"{rule.id} {rule.expression} {rule.keywords} {rule.shape}" for rules in groups for rule in rules),
        *(f"{word} {label}" for word, label in entries()),
        *(" ".join(sorted(words)) for words in (DISOWNING, HARMLESS_NEXT, PROSE)),
        PLACEHOLDER.expression,
        HARMLESS.expression,
    ]
    return f"{_BEHAVIOUR}-{sha256(chr(10).join(data).encode()).hexdigest()[:12]}"
