"""Redaction of one text: the order of the layers, and the promise that nothing else changes.

Containers and provider tokens come first and may not be shielded; labels, tables and commands
follow. The result is redacted again until nothing new is found, so redaction is idempotent.
"""

from collections.abc import Iterable
from functools import lru_cache

from glyph.domain.redaction import RedactedText, Redaction, RuleId, Span
from glyph.errors import RedactionFailed
from glyph.ingest.redact.commands import COMMAND_RULES
from glyph.ingest.redact.containers import CONTAINER_RULES
from glyph.ingest.redact.hashes import HASH_RULES
from glyph.ingest.redact.kubernetes import manifest_secrets
from glyph.ingest.redact.labels import labelled
from glyph.ingest.redact.markers import marker_ranges, replacement
from glyph.ingest.redact.names import named_secrets
from glyph.ingest.redact.nested import nested
from glyph.ingest.redact.pairs import paired
from glyph.ingest.redact.pem import private_keys
from glyph.ingest.redact.policy import Policy, listed_secrets
from glyph.ingest.redact.rule import Found, keywords_of, run_rules
from glyph.ingest.redact.rules import PROVIDER_RULES
from glyph.ingest.redact.shapes import is_reference
from glyph.ingest.redact.shield import SHIELD_RULES, shielded
from glyph.ingest.redact.spans import Ranges, lifted, not_touching, resolved
from glyph.ingest.redact.tables import table_secrets
from glyph.ingest.redact.version import redaction_version
from glyph.ingest.redact.view import View, view_of

VERSION = redaction_version()
"""Changes when what is redacted does."""

_MOST_ROUNDS = 8
_KEYWORDS = keywords_of(PROVIDER_RULES, HASH_RULES, CONTAINER_RULES, COMMAND_RULES, SHIELD_RULES)


def redact(text: str, policy: Policy) -> Redaction:
    """Return the text with every known secret replaced by a marker of its kind.

    Rules find secrets; ``policy`` adds values that always are, and lets stand those that are none. Pure and
    deterministic. Spans count code points of ``text``, are in order and do not overlap; what lies outside
    them is unchanged, and every line of the text stays a line.

    Raises:
        RedactionFailed: redaction could not vouch for the text; it must not be indexed.
    """
    try:
        return _redacted(text, policy)
    except RedactionFailed:
        raise
    except Exception as error:
        raise RedactionFailed("Redaction could not vouch for this text.") from error


def _redacted(text: str, policy: Policy) -> Redaction:
    spans: tuple[Span, ...] = ()
    for _ in range(_MOST_ROUNDS):
        current = apply_spans(text, spans)
        found, standing = _one_round(current, policy)
        if not found:
            lifted_standing = [span for span in lifted(text, spans, standing) if span not in spans]
            return Redaction(RedactedText(current), spans, tuple(lifted_standing))
        spans = lifted(text, spans, found)
    raise RedactionFailed("Redaction of this text came to no end.")


def apply_spans(text: str, spans: Iterable[Span]) -> str:
    """Return the text with every span replaced by its marker and the line ends it contained."""
    parts: list[str] = []
    reached = 0
    for span in spans:
        parts += [text[reached : span.start], replacement(text[span.start : span.end], span.rule)]
        reached = span.end
    return "".join([*parts, text[reached:]])


def _one_round(text: str, policy: Policy) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """Return the secrets found in one look at the text, and what the policy let stand; markers are left alone."""
    view = view_of(text)
    markers: Ranges = marker_ranges(view.text)
    present = _KEYWORDS.present(view.lowered)
    certain = [
        *private_keys(view),
        *_real(view, run_rules(view, PROVIDER_RULES, present)),
        *named_secrets(view.text, lambda words: _rule_in(words, policy)),
    ]
    shields = shielded(view, present)
    tables = table_secrets(view)
    likely = [
        *run_rules(view, HASH_RULES, present),
        *run_rules(view, CONTAINER_RULES, present),
        *manifest_secrets(view),
        *run_rules(view, COMMAND_RULES, present),
        *tables.found,
        *labelled(view, tables.headers),
        *paired(view),
        *nested(view),
    ]
    found = [*not_touching(certain, markers), *not_touching(_real(view, likely), shields)]
    standing = [one for one in found if policy.lets_stand(view.text[one.start : one.end])]
    listed = not_touching(listed_secrets(view.text, policy), markers)
    chosen = resolved([*(one for one in found if one not in standing), *listed])
    return _spans(view, chosen), _spans(view, resolved(standing))


@lru_cache(maxsize=65_536)
def _rule_in(words: str, policy: Policy) -> RuleId | None:
    """Return the rule of the first secret in a few words."""
    spans, _ = _one_round(words, policy)
    return spans[0].rule if spans else None


def _spans(view: View, found: Iterable[Found]) -> tuple[Span, ...]:
    return tuple(Span(*view.original(one.start, one.end), one.rule) for one in found)


def _real(view: View, found: Iterable[Found]) -> list[Found]:
    """Return what is a value and not a placeholder or a reference to one."""
    return [one for one in found if not is_reference(view.text[one.start : one.end])]
