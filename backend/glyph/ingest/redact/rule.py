"""A rule as data (a pattern behind keywords), what it finds, and the one loop that runs rules."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from glyph.domain.redaction import RuleId
from glyph.ingest.redact.pattern import Keywords, Pattern, Spans
from glyph.ingest.redact.shapes import Shape, shape_of
from glyph.ingest.redact.view import View


@dataclass(frozen=True)
class Rule:
    """One expression in RE2 syntax. Its groups are the secrets; without a group, the whole match.

    It runs only when one of ``keywords`` (lower case) stands somewhere in the text.
    """

    id: RuleId
    expression: str
    keywords: tuple[str, ...]
    shape: Shape = Shape.NONE
    """The least a find must look like a secret, for rules whose place alone says little."""

    @cached_property
    def pattern(self) -> Pattern:
        """Return the pattern, compiled once."""
        return Pattern(self.expression)


@dataclass(frozen=True, slots=True)
class Found:
    """A secret in the folded text: character offsets, the end exclusive, and the rule that found it."""

    start: int
    end: int
    rule: RuleId


def keywords_of(*groups: Sequence[Rule]) -> Keywords:
    """Return the keywords of all the rules, to be looked up in one pass."""
    return Keywords(tuple(sorted({keyword for rules in groups for rule in rules for keyword in rule.keywords})))


def run_rules(view: View, rules: Sequence[Rule], present: frozenset[str]) -> Iterator[Found]:
    """Yield what the rules find, rule by rule, in the order of the text.

    ``present`` are the keywords that stand in the text; a rule without any of them is passed by.
    """
    for rule in rules:
        if not present.isdisjoint(rule.keywords):
            for spans in rule.pattern.spans(view.data):
                yield from _secrets(view, spans, rule)


def _secrets(view: View, spans: Spans, rule: Rule) -> Iterator[Found]:
    for start, end in spans[1:] or spans:
        if 0 <= start < end:
            found = Found(view.char(start), view.char(end), rule.id)
            if not rule.shape or shape_of(view.text[found.start : found.end]) >= rule.shape:
                yield found
