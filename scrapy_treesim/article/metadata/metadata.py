"""Metadata of a page, and what makes plain values of what is declared: names, dates, languages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from email.utils import parsedate_to_datetime
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from scrapy_treesim.fields import ArticleMetadata
from scrapy_treesim.reading.declared.about import MAX_ADDRESS_CHARS
from scrapy_treesim.reading.declared.values import CONTROL, MAX_VALUES, plain_text
from scrapy_treesim.values.dates import GREGORIAN, date_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_HEADLINE_CHARS: Final = 500
MAX_AUTHOR_CHARS: Final = 200
MAX_SUBJECT_CHARS: Final = 100
"""Characters of a keyword or a section at most; what is longer is none."""
MAX_SUBJECTS: Final = 50
"""Keywords or sections of a page at most."""
MAX_LIST_CHARS: Final = 5_000
"""Characters of a list of keywords that are read."""
MAX_DESCRIPTION_CHARS: Final = 2_000
"""Characters of a description at most; what is longer is the text itself."""
MAX_NAME_CHARS: Final = 200
"""Characters of a site's name, or of what a licence is called, at most."""

_BEFORE_SITE = re.compile(r"(?: [-–—·•:/~«»]| ?[|｜_]) ?$")
_AFTER_SITE = re.compile(r"\s*(?:[-–—·•:/~«»]\s|[|｜_])\s*")
_BY = re.compile(r"(?:(?:written|posted|published)\s+by|by|authors?)\b[\s:]*", re.I)
_NO_NAME = re.compile(
    r"https?:|//|www\.|[{}<>\[\]$%]|^[@/]|^(?:null|none|undefined|unknown|n/a)$", re.I
)
_BETWEEN: Final = re.compile(r"[,;，、；|\n]")


def headline_from(value: str) -> str | None:
    """A headline as plain text; None where it is empty or too long."""
    return plain_text(value, MAX_HEADLINE_CHARS)


def without_site(title: str, sites: Iterable[str]) -> str:
    """A title without the site's name before or after it."""
    for site in sites:
        length = len(site)
        if title[-length:].lower() == site.lower():
            match = _BEFORE_SITE.search(title[:-length])
            if match and match.start():
                return title[: match.start()]
        if title[:length].lower() == site.lower():
            match = _AFTER_SITE.match(title[length:])
            if match and match.end() < len(title) - length:
                return title[length + match.end() :]
    return title


def first_name_first(name: str) -> str:
    """First name first: ``Roy, Aniruddha`` is ``Aniruddha Roy``."""
    last, comma, first = name.partition(",")
    return f"{first} {last}" if comma and "," not in first else name


def names_from(values: Iterable[str]) -> str | None:
    """The names among these, each once, as far as there is room."""
    names: dict[str, str] = {}
    for value in islice(values, MAX_VALUES):
        text = plain_text(value, MAX_AUTHOR_CHARS) or ""
        by = _BY.match(text)
        name = (text[by.end() :] if by else text).strip(" ,;:|-")
        if any(map(str.isalpha, name)) and not _NO_NAME.search(name):
            names.setdefault(name.casefold(), name)
    joined = ""
    for name in names.values():
        longer = f"{joined}, {name}" if joined else name
        if len(longer) <= MAX_AUTHOR_CHARS:
            joined = longer
    return joined or None


def subjects_from(values: Iterable[str], whole: bool = False) -> list[str]:
    """The keywords among these, each once; ``whole``: a value is one, whatever signs it has."""
    found: dict[str, str] = {}
    for value in islice(values, MAX_VALUES):
        text = plain_text(value[:MAX_LIST_CHARS], MAX_LIST_CHARS) or ""
        for part in [text] if whole else _BETWEEN.split(text):
            name = part.strip(" #\"'[]")
            if 0 < len(name) <= MAX_SUBJECT_CHARS and any(map(str.isalnum, name)):
                found.setdefault(name.casefold(), name)
    return [*islice(found.values(), MAX_SUBJECTS)]


def description_from(value: str) -> str | None:
    """A description as plain text; None where it is empty or too long."""
    text = plain_text(value, MAX_DESCRIPTION_CHARS)
    return text if text and any(map(str.isalnum, text)) else None


def name_from(value: str) -> str | None:
    """The name of a site as plain text; None where it is an account or an address."""
    text = plain_text(value, MAX_NAME_CHARS)
    return None if text is None or text.startswith("@") or "://" in text else text


def web_address(page: Page, address: str) -> str | None:
    """The absolute address of what is on the web; None of any other."""
    address = address.strip().replace("&amp;", "&")
    if len(address) > MAX_ADDRESS_CHARS or address.startswith("#"):
        return None
    absolute = page.absolute(address)
    if absolute is None or not absolute.lower().startswith(("http://", "https://")):
        return None
    return None if CONTROL.search(absolute) else absolute


def licence_from(page: Page, value: str) -> str | None:
    """The address of a licence, made absolute, or else what it is called."""
    value = value.strip()
    if value.startswith(("http:", "https:", "/")):
        return web_address(page, value)
    return plain_text(value, MAX_NAME_CHARS)


def image_address(page: Page, address: str) -> str | None:
    """The absolute address of an image; None where it is none."""
    if len(address) > MAX_ADDRESS_CHARS:
        return None
    absolute = page.absolute(address.replace("&amp;", "&"))
    return None if absolute is None or CONTROL.search(absolute) else absolute


MAX_DATE_CHARS: Final = 60

_ISO = re.compile(
    r"(\d{4})(?:(\d\d)(\d\d)|([-/.])(\d\d?)\4(\d\d?))"
    r"(?:[T ] ?(\d\d?):(\d\d)(?::(\d\d)(?:[.,]\d+)?)? ?(Z|UTC|GMT|([-+])(\d\d?):?(\d\d)?)?)?",
    re.I,
)
_MAIL = re.compile(r"(?:[a-z]{3},? )?\d\d? [a-z]{3} \d{4} \d\d?:\d\d(?::\d\d)? \S+", re.I)


def iso_date(value: str) -> str | None:
    """A date as ISO 8601 writes it, of nearly that, of RFC 2822, or of a language; None of any
    other, and of a year of another calendar."""
    text = " ".join(value[: 4 * MAX_DATE_CHARS].split())
    if len(text) > MAX_DATE_CHARS:
        return None
    moment: date | None
    try:
        if match := _ISO.fullmatch(text):
            moment = _moment(match)
        elif _MAIL.fullmatch(text):
            moment = parsedate_to_datetime(text)
        else:
            moment = date_of(text)
    except (ValueError, TypeError, OverflowError):
        return None
    return moment.isoformat() if moment and moment.year in GREGORIAN else None


def _moment(match: re.Match[str]) -> date:
    year, month, day, _, month_, day_, hour, minute, second, zone, sign, *ahead = match.groups()
    numbers = int(year), int(month or month_), int(day or day_)
    if hour is None:
        return date(*numbers)
    offset = None
    if zone is not None:
        hours, minutes = (int(one or 0) for one in ahead)
        distance = timedelta(hours=hours, minutes=minutes)
        offset = timezone(-distance if sign == "-" else distance)
    return datetime(*numbers, int(hour), int(minute), int(second or 0), tzinfo=offset)


MAX_LANGUAGE_CHARS: Final = 60

_LANGUAGE = re.compile(
    r"([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?(?:[-_.,;@\s].*)?", re.I | re.S
)
_NO_LANGUAGES: Final = frozenset(("und", "mul", "zxx", "mis"))


def language_tag(value: str) -> str | None:
    """The first language named, as BCP 47 writes it: ``zh_cn`` is ``zh-CN``."""
    match = _LANGUAGE.fullmatch(value.strip()[:MAX_LANGUAGE_CHARS])
    if match is None or match[1].lower() in _NO_LANGUAGES:
        return None
    parts = (match[1].lower(), (match[2] or "").title(), (match[3] or "").upper())
    return "-".join(filter(None, parts))


def language_of_root(page: Page) -> str | None:
    """The language that the root element has."""
    root = page.root
    names = ("lang", "xml:lang", "{http://www.w3.org/XML/1998/namespace}lang")
    found = (language_tag(said) for name in names if (said := root.get(name)))
    return next(filter(None, found), None)


def language_of_http_equiv(page: Page) -> str | None:
    """The language that a ``<meta http-equiv>`` names."""
    for meta in islice(page.root.iterfind("head/meta"), MAX_VALUES):
        if (meta.get("http-equiv") or "").strip().lower() == "content-language":
            return language_tag(meta.get("content") or "")
    return None


T = TypeVar("T")


@dataclass(slots=True)
class Metadata(ArticleMetadata):
    """The data that a page declares of itself; None where it does not."""

    headline: str | None = None
    organisation: str | None = None
    """Declared author that is no person."""


Source: TypeAlias = Callable[[str], Iterable[Iterable[str]]]
"""Gives the texts that say a field, the surest ones first; those of one group say it together."""


def converted(texts: Iterable[str], convert: Callable[[str], T | None]) -> T | None:
    """The first of the first few texts that converts."""
    for text in islice(texts, MAX_VALUES):
        if (found := convert(text)) is not None:
            return found
    return None


_Convert: TypeAlias = "Callable[[Page, Iterable[str]], Any]"


def _by(convert: Callable[[str], Any]) -> _Convert:
    return lambda page, texts: converted(texts, convert)


def _on(convert: Callable[[Page, str], Any]) -> _Convert:
    return lambda page, texts: converted(texts, lambda text: convert(page, text))


_CONVERT: Final[Mapping[str, _Convert]] = {
    "headline": _by(headline_from),
    "author": lambda page, texts: names_from(texts),
    "date": _by(iso_date),
    "language": _by(language_tag),
    "image": _on(image_address),
    "page_type": _by(lambda kind: kind or None),
    "description": _by(description_from),
    "site_name": _by(name_from),
    "tags": lambda page, texts: subjects_from(texts),
    "categories": lambda page, texts: subjects_from(texts, whole=True),
    "canonical_url": _on(web_address),
    "modified": _by(iso_date),
    "licence": _on(licence_from),
    "organisation": lambda page, texts: names_from(texts),
}


def first_of(page: Page, sources: Sequence[Source]) -> Metadata:
    """Each field as the first source that has it says."""
    values = {name: _first(page, sources, name, convert) for name, convert in _CONVERT.items()}
    return Metadata(**{name: value for name, value in values.items() if value})


def _first(page: Page, sources: Sequence[Source], name: str, convert: _Convert) -> Any:
    for source in sources:
        for texts in source(name):
            if value := convert(page, texts):
                return value
    return None
