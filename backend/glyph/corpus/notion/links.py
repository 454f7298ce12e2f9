"""Links in a text (C12): found outside code, judged one by one, and written anew."""

import re
from bisect import bisect_right
from urllib.parse import unquote

from glyph.corpus.notion.linking import Linker, unsigned
from glyph.corpus.notion.spans import ADDRESS, Span, code_spans, outside_code

LABEL_LIMIT = 4_000
OTHER_ENDS = 12
MOST_ENDS = 64
BLANK = re.compile(r"\s")


def rewritten_links(paragraph: str, linker: Linker) -> str:
    """Return a paragraph with its links as the linker judges them, and signed addresses without their query."""
    text = _with_links(paragraph, linker) if "](" in paragraph else paragraph
    if "://" not in text:
        return text
    return outside_code(text, lambda prose: ADDRESS.sub(lambda found: unsigned(found[0]), prose))


def _with_links(text: str, linker: Linker) -> str:
    code = code_spans(text) if "`" in text else []
    written, place = "", 0
    while (opening := text.find("](", place)) >= 0:
        written += text[place:opening]
        end = None if _stands_in(code, opening) else _end_of_target(text, opening + 2, linker)
        start = None if end is None else _start_of_label(written)
        if end is None or start is None:
            written, place = f"{written}](", opening + 2
            continue
        written = _judged(written, start, text[opening + 2 : end], linker)
        place = end + 1
    return written + text[place:]


def _stands_in(spans: list[Span], place: int) -> bool:
    index = bisect_right(spans, (place, len(spans) + place)) - 1
    return index >= 0 and place < spans[index][1]


def _judged(written: str, start: int, target: str, linker: Linker) -> str:
    """Return the text up to a link and the link, whose label begins at ``start``."""
    is_image = start > 0 and written[start - 1] == "!"
    bare = target[1:-1] if target.startswith("<") and target.endswith(">") else target
    label = written[start + 1 :]
    verdict = linker.judge(bare, label, is_image=is_image)
    before = written[: start - 1] if is_image else written[:start]
    match verdict.kind:
        case "text":
            return before + (label or unquote(bare.rpartition("/")[2]))
        case "autolink":
            return f"{before}<{verdict.value}>"
        case "replace":
            return before + verdict.value
        case "target":
            kept = target if verdict.value == bare else verdict.value
            return f"{written}]({kept})"


def _start_of_label(written: str) -> int | None:
    """Return where the bracket stands that the label at the end of a text opens with."""
    depth = 0
    for place in range(len(written) - 1, max(-1, len(written) - LABEL_LIMIT), -1):
        letter = written[place]
        if letter in "[]" and place > 0 and written[place - 1] == "\\":
            continue
        if letter == "[" and depth == 0:
            return place
        depth += {"]": 1, "[": -1}.get(letter, 0)
    return None


def _end_of_target(text: str, start: int, linker: Linker) -> int | None:
    """Return where the bracket stands that closes a target.

    Notion leaves brackets in names bare, also single ones: where the balanced end names nothing, another
    one that does is taken.
    """
    if text.startswith("<", start):
        closing = text.find(">)", start)
        return closing + 1 if closing > start and "\n" not in text[start:closing] else None
    ends = _closing_brackets(text, start)
    if not ends:
        return None
    balanced = _balanced(text, start, ends)
    target = text[start:balanced]
    if ":" in target[:12] or linker.knows(target):
        return balanced
    known = (end for end in ends[:OTHER_ENDS] if linker.knows(text[start:end]))
    return next(known, balanced)


def _closing_brackets(text: str, start: int) -> list[int]:
    """Return where brackets close before the first blank."""
    blank = BLANK.search(text, start)
    until = blank.start() if blank else len(text)
    ends: list[int] = []
    place = text.find(")", start, until)
    while place >= 0 and len(ends) < MOST_ENDS:
        ends.append(place)
        place = text.find(")", place + 1, until)
    return ends


def _balanced(text: str, start: int, ends: list[int]) -> int:
    for end in ends:
        if text.count("(", start, end) == text.count(")", start, end):
            return end
    return ends[-1]
