"""Private key blocks: whole, indented, quoted, escaped into one line, or cut off before their end."""

from collections.abc import Iterator

from glyph.domain.redaction import RuleId
from glyph.ingest.redact.markers import without_markers
from glyph.ingest.redact.pattern import Pattern
from glyph.ingest.redact.rule import Found
from glyph.ingest.redact.view import View

_BEGIN = Pattern(
    r"-----BEGIN (?:[A-Za-z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?|[A-Z0-9 ]{0,24}LICEN[SC]E(?: KEY| FILE)?|OpenVPN "
    r"Static key V1|OpenVPN tls-crypt-v2 (?:client|server) key)-----|---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----|"
    r"PuTTY-User-Key-File-[0-9]:|Private-Lines: [0-9]+|\$ANSIBLE_VAULT;[^\s\"'\\]{1,60}|BORG_KEY [0-9a-f]{64}"
)
_BODY_LINE = Pattern(
    r"[\s>|#*\-]*(?:[A-Za-z0-9+/=_]{16,}|=[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{1,80}={0,2})?[\s\\]*|[\s>|"
    r"]*(?:Proc-Type|DEK-Info|Version|Comment|Encryption|Key-Derivation|Argon2[A-Za-z\-]*)[ :].*"
)
_KIND = RuleId("private-key")


def private_keys(view: View) -> Iterator[Found]:
    """Yield the body of every private key block, from its first to its last character."""
    lowered = view.lowered
    if not any(word in lowered for word in (b"begin ", b"private-lines", b"$ansible_vault", b"borg_key")):
        return
    reached = 0
    for spans in _BEGIN.spans(view.data):
        start = view.char(spans[0][1])
        if start < reached:
            continue
        end = _body_end(view.text, start)
        reached = end
        yield from _trimmed(view.text, start, end)


def _body_end(text: str, start: int) -> int:
    """Return where the body ends: at its END line, or at the first line that is no key material."""
    close = text.find("\n", start)
    first_line = text[start : close if close >= 0 else len(text)]
    escaped = first_line.find("-----END")
    if escaped >= 0:
        return start + escaped
    if len(first_line.strip()) > 16:  # one escaped line without its END
        return start + _one_line(first_line)
    return _lines_end(text, close)


def _one_line(line: str) -> int:
    """Return how much of a line is escaped key material."""
    for index, letter in enumerate(line):
        if letter in "\"'`<>|,;" or (letter.isspace() and line[index:].strip()[:1] not in ("", "\\")):
            return index
    return len(line)


def _lines_end(text: str, line_end: int) -> int:
    while 0 <= line_end < len(text):
        following = text.find("\n", line_end + 1)
        following = len(text) if following < 0 else following
        line = text[line_end + 1 : following]
        closing = line.find("-----END")
        if closing >= 0 or not _BODY_LINE.is_all_of(line):
            return line_end if closing < 0 or not line[:closing].strip(" \t>|\"'#*-+") else line_end + 1 + closing
        line_end = following
    return len(text)


def _trimmed(text: str, start: int, end: int) -> Iterator[Found]:
    body = text[start:end]
    bare = body.lstrip(" \t\r\n>|\"'")
    left = start + len(body) - len(bare)
    right = left + len(bare.rstrip(" \t\r\n>|\"'`"))
    if right > left and without_markers(text[left:right]).strip(" \t\r\n>|\\n"):
        yield Found(left, right, _KIND)
