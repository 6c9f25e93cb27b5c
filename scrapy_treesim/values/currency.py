"""Currencies of texts, as codes of ISO 4217."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from scrapy_treesim.values.lexicon.words import by_first, entries, lowered

MAX_CHARS: Final = 200
"""Largest number of characters read of a text."""
MAX_URL_CHARS: Final = 2_000
"""Largest number of characters read of an address."""
_PATH_PARTS: Final = 3
"""Largest number of parts of a path checked for a country."""

CODES: Final = frozenset(entries("currency.codes"))
"""All codes of ISO 4217."""

_WORDLIKE: Final = frozenset(entries("currency.wordlike_codes"))
_SMALL: Final = frozenset(entries("currency.small_letters"))
_CERTAIN: Final = {
    sign: code
    for code, signs in by_first("currency.signs").items()
    for sign in signs.lower().split()
}
_SHARED: Final = {sign: tuple(codes.split()) for sign, codes in by_first("currency.shared").items()}
_WORDS: Final = frozenset(entries("currency.wordlike_signs"))
_USUAL: Final = frozenset(_SHARED[sign] for sign in entries("currency.usual"))
_AT_HOME: Final = by_first("currency.at_home")
_OF_CENTS: Final = {
    sign: tuple(codes.split()) for sign, codes in by_first("currency.cents").items()
}
_CASED: Final = {sign: int(least) for sign, least in by_first("currency.cased").items()}
"""Least amounts with signs in an unmistakable case, such as ``Ft``."""
POINT_BEFORE_CENTS: Final = frozenset(entries("currency.point_before_cents"))
_OF_COUNTRY: Final = {
    **{code[:2]: code for code in sorted(CODES - {"CHF", "CNH", "CLF", "CUC", "VED", "XCG"})},
    **{
        country: code
        for code, names in by_first("currency.countries").items()
        for country in names.split()
    },
}
_OF_LANGUAGE: Final = by_first("country")
"""Countries by language, used if nothing else names one."""
_GENERIC: Final = frozenset("CO IO ME TV AI CC LA TO VC GG IM SH FM AM".split())
"""Domains of countries in use everywhere."""


_UNSPACED: Final = "\u3000"
"""First letter of the scripts without gaps between words."""


_ALL: Final = frozenset((*_CERTAIN, *_SHARED, *_AT_HOME, *_OF_CENTS))
_SIZES: Final = {
    first: tuple(sorted({len(sign) for sign in _ALL if sign[0] == first}, reverse=True))
    for first in {sign[0] for sign in _ALL}
}
"""Lengths of signs by their first letter, the longest first."""
_FIRST: Final = re.compile(
    r"(?<![^\W\d_])[a-z]|["
    + "".join(re.escape(letter) for letter in sorted(_SIZES) if not "a" <= letter <= "z")
    + "]"
)
"""First letter of a sign or a code, in small letters."""
_CODE_CHARS: Final = 3
_WORD: Final = re.compile(r"[^\W\d_]+")
_PRICE_WORDS: Final = frozenset(entries("price"))
_LIKE_MONEY: Final = re.compile(
    r"\d[.,]\d\d(?!\d)|\d[., '’]\d{3}|(?<!\d)(?:(?!19|20)\d{4}|\d{5,15})(?!\d)"
)
"""Amount with cents, or of four digits or more and not a year."""
_ALONE: Final = re.compile(r"(\d{1,3}(?:[.,'’ ]\d{3}){0,4}|\d{1,15})([.,]\d\d)?[.,]?-?")
_SYMBOL: Final = re.compile(
    "["
    + "".join(sorted({re.escape(sign[0]) for sign in _ALL if not sign[0].isalpha()}))
    + _UNSPACED
    + "-\U0010ffff]"
)
_NAMES: Final = frozenset(
    word for sign in (*_ALL, *map(str.lower, CODES)) for word in _WORD.findall(sign)
)
"""Words of signs and codes."""


class Sign(NamedTuple):
    """A currency's sign, word or code in a text."""

    start: int
    end: int
    codes: tuple[str, ...]
    """Possible currencies, the most probable first."""
    only_at_home: bool = False
    is_cents: bool = False
    """True for a sign of the hundredth part, ``¢``."""


def signs_in(text: str) -> tuple[Sign, ...]:
    """Return the signs of a text: beside a number, symbols, or the whole text."""
    return _signs_in(text[:MAX_CHARS])


@lru_cache(maxsize=4096)
def _signs_in(text: str) -> tuple[Sign, ...]:
    if not may_have_sign(text):
        # True for most texts with a number.
        return ()
    lower = lowered(text)
    whole = text.strip()
    signs: list[Sign] = []
    used = 0
    for match in _FIRST.finditer(lower):
        start = match.start()
        end = _sign_end(lower, start) if start >= used else 0
        if not end:
            continue
        sign = text[start:end]
        follows = _digit_before(text, start)
        codes = _codes_of(sign, is_whole=sign == whole)
        stands_alone = sign == whole or not sign[0].isalpha() or not sign[-1].isalnum()
        if codes and (stands_alone or follows or _digit_after(text, end)):
            is_wordlike = sign == codes[0] != whole and codes[0] in _WORDLIKE
            only_at_home = sign.lower() in _AT_HOME or (
                is_wordlike and not _is_amount(text[:start], text[end:], follows=follows)
            )
            signs.append(Sign(start, end, codes, only_at_home, sign.lower() in _OF_CENTS))
            used = end
    return tuple(signs)


def may_have_sign(text: str) -> bool:
    """Tell whether a text has a symbol or a word of signs or codes.

    A text made of several without one has none.
    """
    lower = lowered(text)
    return _SYMBOL.search(lower) is not None or not _NAMES.isdisjoint(_WORD.findall(lower))


def _is_amount(before: str, behind: str, *, follows: bool) -> bool:
    """Tell whether the texts around a code, also a word, make only an amount: ``1200 ALL``,
    ``Price: TOP 1,200``, but not ``TOP 10``, ``TRY 2 FOR 1``."""
    rest = f"{before} {behind}".lower()
    is_alone = _PRICE_WORDS.issuperset(_WORD.findall(rest))
    return is_alone and (follows or _LIKE_MONEY.search(behind) is not None)


def _sign_end(lower: str, start: int) -> int:
    """Return the end of the longest sign, or else of the code, at a position; 0 for none."""
    first = lower[start]
    if start and _is_letter(first) and _is_letter(lower[start - 1]):
        return 0
    for size in _SIZES.get(first, ()):
        end = start + size
        sign = lower[start:end]
        if sign in _ALL and not (_is_letter(sign[-1]) and _is_letter(lower[end : end + 1])):
            return end
    end = start + _CODE_CHARS
    code = lower[start:end]
    is_code = len(code) == _CODE_CHARS and code.isascii() and code.isalpha()
    return end if is_code and not _is_letter(lower[end : end + 1]) else 0


def _is_letter(character: str) -> bool:
    """Tell whether a character is a letter of a script with gaps between words."""
    return character.isalpha() and character < _UNSPACED


def _codes_of(sign: str, *, is_whole: bool) -> tuple[str, ...]:
    small = sign.lower()
    if small in _CERTAIN:
        return (_CERTAIN[small],)
    if small in _SHARED:
        return _SHARED[small]
    if small in _OF_CENTS:
        return _OF_CENTS[small]
    if small in _AT_HOME:
        # In small letters they are units: 12 l, 5 km.
        return (_AT_HOME[small],) if sign.isupper() else ()
    code = sign.upper()
    if code not in CODES:
        return ()
    return (code,) if is_whole or sign == code or small in _SMALL else ()


def _digit_before(text: str, position: int) -> bool:
    before = text[max(0, position - 4) : position].rstrip(" \u00a0\u202f.,-–—万萬亿億")
    return before[-1:].isdigit()


def _digit_after(text: str, position: int) -> bool:
    return text[position : position + 4].lstrip(" \u00a0\u202f.:")[:1].isdigit()


def currency_of(text: str, url: str = "", language: str | None = None) -> str | None:
    """Return the currency of a text, by code, sign or word; None if it names none.

    The country of the address or the language decides between several currencies of a sign.
    """
    return chosen_at_home(signs_in(text), countries_of(url, language))


def certain_currency(text: str, url: str = "", language: str | None = None) -> str | None:
    """Return the currency of a text as :func:`currency_of`, but None if it is ambiguous.
    >>> certain_currency("$5"), certain_currency("$5", "http://shop.example.ca/")
    (None, 'CAD')
    """
    return chosen_at_home(signs_in(text), countries_of(url, language), guess=False)


def is_sure(text: str, sign: Sign, home: Collection[str]) -> bool:
    """Tell whether a sign of a text surely means a currency.

    A sign that may be another word, as ``ft``, does if its currency is in ``home``, or if it is
    alone with an amount and in an unmistakable case, as in ``1200 Ft``."""
    word = text[sign.start : sign.end]
    is_open = (word.lower() in _WORDS and word not in CODES) or sign.only_at_home
    return not is_open or any(code in home for code in sign.codes) or _is_alone(text, sign)


def _is_alone(text: str, sign: Sign) -> bool:
    least = _CASED.get(text[sign.start : sign.end])
    rest = f"{text[: sign.start]} {text[sign.end :]}"
    amount = _ALONE.fullmatch(" ".join(rest.split()).strip(" .:"))
    if least is None or amount is None or sign.only_at_home:
        return False
    if "," in amount[1] and sign.codes[0] not in POINT_BEFORE_CENTS:
        return False
    return amount[2] is not None or int("".join(filter(str.isdecimal, amount[1]))) >= least


def currencies_of(countries: Iterable[str]) -> frozenset[str]:
    """Return the currencies of countries."""
    return frozenset(_OF_COUNTRY[country] for country in countries if country in _OF_COUNTRY)


def chosen_at_home(
    signs: tuple[Sign, ...], home: tuple[str, ...], *, guess: bool = True
) -> str | None:
    """Return the currency of the first sign.

    Between several, a later code decides, else ``home``, the page's countries, the surest first.
    ``guess``: return the most probable one if neither decides.
    """
    local = [_OF_COUNTRY[country] for country in home if country in _OF_COUNTRY]
    signs = tuple(sign for sign in signs if not sign.only_at_home or sign.codes[0] in local)
    if not signs:
        return None
    codes = signs[0].codes
    if len(codes) == 1:
        return codes[0]
    later = [sign.codes[0] for sign in signs if len(sign.codes) == 1 and not sign.only_at_home]
    usual = codes[0] if guess or codes in _USUAL else None
    return next((code for code in (*later, *local) if code in codes), usual)


def countries_of(url: str = "", language: str | None = None) -> tuple[str, ...]:
    """Return the countries of an address and a page's language, surest first, in capitals."""
    return _countries_of(url[:MAX_URL_CHARS], (language or "")[:MAX_CHARS])


@lru_cache(maxsize=1024)
def _countries_of(url: str, language: str) -> tuple[str, ...]:
    tongue, region = _tongue_and_region(language)
    try:
        parts = urlsplit(url)
        host, path = (parts.hostname or "").upper().split("."), parts.path.upper()
    except ValueError:
        host, path = [""], ""
    steps = map(_path_country, path.split("/")[1 : 1 + _PATH_PARTS])
    codes = [*chain.from_iterable(steps), *_host_codes(host, tongue)]
    codes += [region, _OF_LANGUAGE.get(tongue, "")]
    return tuple(dict.fromkeys("GB" if code == "UK" else code for code in codes if len(code) == 2))


def _host_codes(host: list[str], tongue: str) -> list[str]:
    """Return what may be countries in a host: its domain, and the first of its names."""
    if len(host) < 2:
        return []
    domain = host[-1]
    is_own = len(host) > 2 and host[-2] in ("COM", "CO", "NET", "ORG")
    is_countrys = domain not in _GENERIC or is_own or (domain == "CO" and tongue == "es")
    return [domain, host[0]] if is_countrys else [host[0]]


def _path_country(part: str) -> list[str]:
    """Return the countries in a part of a path: ``EN-CA``, ``CA_EN``, ``CA``."""
    pieces = part.replace("_", "-").split("-")
    if len(pieces) > 2 or any(len(piece) != 2 for piece in pieces):
        return []
    # A language before a country is the usual order; in EN-CA, EN is not a country.
    return [code for code in reversed(pieces) if code in _OF_COUNTRY and code not in ("EN", "FR")]


def _tongue_and_region(language: str) -> tuple[str, str]:
    """Split ``zh-Hant-TW``, ``en_CA`` into language and country."""
    pieces = language.strip().replace("_", "-").casefold().split("-")[:4]
    region = next((piece.upper() for piece in pieces[1:] if len(piece) == 2), "")
    tongue = "zh-hant" if pieces[:2] == ["zh", "hant"] else pieces[0]
    return tongue, region
