"""From a query's text to terms: words and identifiers, without the words that say nothing."""

import itertools
import re

from glyph.domain.identifiers import camel_parts
from glyph.domain.scripts import script_parts, words_within
from glyph.index.store import Term

TERM_LIMIT = 32
"""Terms beyond this add cost but no meaning to a question of 1,000 characters."""

TOKEN = re.compile(r"\S+")
POSSESSIVE = re.compile(r"(?<=\w)['’]s$", re.IGNORECASE)
EDGE_PUNCTUATION = " \t.,;:!?\"'`()[]{}<>«»„“”‘’…"

STOP_WORDS = frozenset(
    "a about after again all also am an and any are as at be because been before being but by can could did do does"
    " doing don't for from get gets getting had has have having he her here hers him his how i i'm if in into is it"
    " it's its just me more most my no nor not of off on once only or other our out over own please same she should"
    " so some such than that the their them then there these they this those through to too under until up us very"
    " was we were what when where which while who whom why will with would you your".split()
)
"""English function words that say nothing in a runbook. Source: common core of the Snowball and NLTK lists."""


def tokens_of(query: str) -> tuple[str, ...]:
    """Return the query's tokens in order, without punctuation at their edges or a possessive ending.

    A script without blanks between words makes a token of its own, of as many words as stand there.
    """
    parts = (part for token in TOKEN.findall(query) for part in script_parts(token))
    stripped = (POSSESSIVE.sub("", part.strip(EDGE_PUNCTUATION)) for part in parts)
    return tuple(token for token in stripped if any(letter.isalnum() for letter in token))


def content_tokens(query: str) -> tuple[str, ...]:
    """Return the tokens that are no stop words; all of them when nothing else is left."""
    tokens = tokens_of(query)
    return tuple(token for token in tokens if token.lower() not in STOP_WORDS) or tokens


def terms_of(query: str) -> tuple[Term, ...]:
    """Return the terms a keyword ranker looks for, each once."""
    distinct = dict.fromkeys(word for token in content_tokens(query) for word in words_within(token))
    return tuple(Term(_alternatives(token)) for token in list(distinct)[:TERM_LIMIT])


def _alternatives(token: str) -> tuple[str, ...]:
    """Return a token, and beside it the words a CamelCase one is made of: both are how people write it."""
    parts = camel_parts(token)
    return (token, " ".join(parts)) if parts else (token,)


def looks_like_identifier(token: str) -> bool:
    """Return whether a token's shape is that of a name from a machine: digits, inner punctuation, mixed case."""
    has_digit = any(letter.isdigit() for letter in token)
    has_inner_mark = any(not letter.isalnum() and letter not in "'’-" for letter in token)
    is_camel = any(former.islower() and latter.isupper() for former, latter in itertools.pairwise(token))
    return has_digit or has_inner_mark or is_camel
