"""When a comment was written, as sites show it: dates, times, or how long ago."""

from __future__ import annotations

from datetime import datetime, timedelta

from training.comment_pages.speaker import Speaker
from training.record_pages.design import Design

COMMON = (
    "{y}-{mm}-{dd} {HH}:{MM}",
    "{y}-{mm}-{dd} {HH}:{MM}:{SS}",
    "{y}-{mm}-{dd}",
    "{y}/{mm}/{dd} {HH}:{MM}",
    "{y}/{mm}/{dd}",
    "{dd}.{mm}.{y} {HH}:{MM}",
    "{dd}/{mm}/{y}",
    "{mm}/{dd}/{y}",
    "{dd}/{mm}/{yy} {HH}:{MM}",
    "{m}/{d}/{y}",
    "{HH}:{MM}",
    "{y}-{mm}-{dd}T{HH}:{MM}:{SS}",
    "{dd}-{mon}-{yy} {HH}:{MM}",
    "{HH}:{MM} {dd}.{mm}.{y}",
    "{HH}:{MM}, {dd}/{mm}/{y}",
    "{y}.{mm}.{dd} {HH}:{MM}",
)
SPANS = (1, 60, 1440, 10080, 43200, 525600)
"""Minutes of the units of time that phrases with "ago" count in."""


def _ordinal(day: int) -> str:
    if day in (1, 21, 31):
        return f"{day}st"
    return f"{day}{'nd' if day in (2, 22) else 'rd' if day in (3, 23) else 'th'}"


def shown(writer: Speaker, form: str, when: datetime) -> str:
    """A time in one of the forms of the language."""
    weekday = writer.tongue.all("days")[when.weekday()]
    hour = when.hour % 12 or 12
    parts = {
        "y": when.year,
        "yy": f"{when.year % 100:02}",
        "m": when.month,
        "mm": f"{when.month:02}",
        "mon": writer.tongue.all("mon")[when.month - 1],
        "month": writer.tongue.all("months")[when.month - 1],
        "d": when.day,
        "dd": f"{when.day:02}",
        "ord": _ordinal(when.day),
        "day": weekday,
        "dow": weekday[-1]
        if writer.tongue.code == "zh"
        else weekday[: 3 if len(weekday) > 4 else 1],
        "h": hour,
        "hh": f"{hour:02}",
        "HH": f"{when.hour:02}",
        "MM": f"{when.minute:02}",
        "SS": f"{when.second:02}",
        "ap": "am" if when.hour < 12 else "pm",
        "AP": "AM" if when.hour < 12 else "PM",
    }
    return form.format(**parts)


def ago(writer: Speaker, form: str, age: timedelta) -> str:
    """How long ago, in one of the language's forms."""
    minutes = max(2, int(age.total_seconds() // 60))
    unit = max(place for place, span in enumerate(SPANS) if minutes >= span)
    text = form.split(",")[unit].replace("{n}", str(minutes // SPANS[unit]))
    if writer.tongue.code == "en" and minutes // SPANS[unit] == 1 and " ago" in text:
        return text.replace("s ago", " ago")
    return text


def stamp(design: Design, writer: Speaker, when: datetime, now: datetime) -> str:
    """A time as the site shows it."""
    kind = design.pick("dates as", "wwwwwwwwwcccaaard")
    recent = now - when
    if kind == "a" or (kind == "r" and recent < timedelta(days=14)):
        return ago(writer, design.pick("ago", writer.tongue.all("ago")), recent)
    if kind == "d" and recent < timedelta(days=2):
        key = "today" if recent < timedelta(days=1) else "yesterday"
        return shown(writer, design.pick(key, writer.tongue.all(key)), when)
    forms = COMMON if kind == "c" else writer.tongue.all("dates")
    return shown(writer, design.pick("date form", forms), when)
