"""Dates as Notion writes them for people, in the languages it has, as ISO 8601."""

import re
from datetime import date, datetime

MONTHS = {
    name: number
    for names in (
        "january february march april may june july august september october november december",
        "jan feb mar apr may jun jul aug sep oct nov dec",
        "januar februar märz april mai juni juli august september oktober november dezember",
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    )
    for number, name in enumerate(names.split(), start=1)
} | {"sept": 9}
CLOCK = (
    r"(?:,?\s+(?P<before>오전|오후|上午|下午|午前|午後)?\s*(?P<hour>\d{1,2}):(?P<minute>\d{2})"
    r"(?:\s*(?P<half>[AaPp][Mm]))?(?:\s*\((?:GMT|UTC)[^)]*\))?)?"
)
SHAPES = tuple(
    re.compile(shape + CLOCK)
    for shape in (
        r"@?(?P<name>[A-Za-z]{3,9})\.? (?P<day>\d{1,2}), (?P<year>\d{4})",
        r"@?(?P<day>\d{1,2})\.? (?:de )?(?P<name>[^\W\d_]{3,10})\.? (?:de )?(?P<year>\d{4})",
        r"@?(?P<year>\d{4})[년年]\s*(?P<month>\d{1,2})[월月]\s*(?P<day>\d{1,2})[일日]",
        r"@?(?P<year>\d{4})[/-](?P<month>\d{1,2})[/-](?P<day>\d{1,2})",
    )
)
AFTERNOON = frozenset({"오후", "下午", "午後", "pm"})
MORNING = frozenset({"오전", "上午", "午前", "am"})
RANGE = " → "


def iso_date(text: str) -> str | None:
    """Return a date, a time or a range (``a/b``) in ISO 8601; None when the text is none that is known."""
    ends = [_iso(part.strip()) for part in text.split(RANGE)]
    known = [end for end in ends if end is not None]
    return "/".join(known) if len(known) == len(ends) <= 2 else None


def _iso(text: str) -> str | None:
    for shape in SHAPES:
        found = shape.fullmatch(text)
        if found:
            return _moment(found)
    return None


def _moment(found: re.Match[str]) -> str | None:
    parts = found.groupdict()
    month = int(parts["month"]) if parts.get("month") else MONTHS.get((parts.get("name") or "").lower(), 0)
    try:
        if parts["hour"] is None:
            return date(int(parts["year"]), month, int(parts["day"])).isoformat()
        half = (parts["half"] or parts["before"] or "").lower()
        hour = _hour(int(parts["hour"]), half)
        moment = datetime(int(parts["year"]), month, int(parts["day"]), hour, int(parts["minute"]))  # noqa: DTZ001 - Notion names no zone
    except ValueError:
        return None
    return moment.isoformat(timespec="minutes")


def _hour(hour: int, half: str) -> int:
    if half in AFTERNOON and hour < 12:
        return hour + 12
    return 0 if half in MORNING and hour == 12 else hour
