"""Names and days as they stand on pages, made comparable."""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from typing import Any, Final

import dateparser
from lxml import etree

LANGUAGES: Final = ("de", "fr", "es", "pl", "nl", "ru", "zh")
DATE_ATTRIBUTES: Final = ("datetime", "content", "title")

_ISO = re.compile(r"\s*(\d{4})-(\d\d)-(\d\d)(?!\d)")
_DATE = re.compile(
    r"\d{4}\s?年\s?\d{1,2}\s?月\s?\d{1,2}\s?日"
    r"|(?<!\d)\d{1,4}(?P<between>[./-])\d{1,2}(?P=between)\d{2,4}(?!\d)"
    r"|(?<!\d)\d{1,2}(?:st|nd|rd|th|er|\.)?\s(?:de\s)?[^\W\d]{3,}\.?\s?,?\s(?:de\s)?\d{4}(?!\d)"
    r"|[^\W\d]{3,}\.?\s\d{1,2}(?:st|nd|rd|th)?\s?,?\s\d{4}(?!\d)"
)
"""A date with a year among other words."""
_SAYS = re.compile(
    r"(?:\s*\(\s*\d+\s*\))?\s*(?:\b(?:says?|said|wrote|writes|sagt|schreibt|写道))?\s*(?:[:：,]|\.\.\.)?$"
)
"""What follows a name: the number of an account, and what leads over to the text."""


def text_of(one: Any) -> str:
    """What an XPath found says: its ``content``, else the text in it; white space collapsed."""
    if isinstance(one, etree._Element):
        inside: Any = one.xpath(".//text()")
        one = one.get("content") or " ".join(inside)
    return " ".join(one.split())


def readings_of(one: Any) -> list[str]:
    """All that says the time: the text, and what the attributes hold."""
    held = [one.get(name) for name in DATE_ATTRIBUTES] if isinstance(one, etree._Element) else []
    readings = (" ".join(text.split()) for text in (text_of(one), *filter(None, held)))
    return [text for text in readings if text]


def plain_name(text: str | None) -> str:
    """A name to compare: lower case, white space collapsed, no leading @, no "says:" after it."""
    collapsed = " ".join((text or "").split()).lower().removeprefix("@")
    return _SAYS.sub("", collapsed).strip()


@cache
def day_of(text: str, language: str, order: str) -> date | None:
    """The calendar day that a text names with its year, as it is written; None where none."""
    iso = _ISO.match(text)
    if iso:
        try:
            return date(*map(int, iso.groups()))
        except ValueError:
            return None
    among = _DATE.search(text)
    found = dateparser.parse(
        among[0] if among else text,
        languages=list(dict.fromkeys((language, "en", *LANGUAGES))),
        settings={
            "PARSERS": ["custom-formats", "absolute-time"],
            "REQUIRE_PARTS": ["day", "month", "year"],
            "DATE_ORDER": order,
        },
    )
    return found.date() if found else None
