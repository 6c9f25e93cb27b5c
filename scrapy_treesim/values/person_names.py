"""Names of persons and firms, as bylines have them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from string import whitespace
from typing import Final

from scrapy_treesim.values.lexicon.words import entries, is_unspaced, words

MAX_NAME_WORDS: Final = 5
"""Words of a name at most."""
MAX_NAME_CHARS: Final = 60
"""Characters of a name at most."""
MAX_NAMES: Final = 12
"""Names of a byline at most."""

_WORD: Final = re.compile(r"[^\W\d_][^\W\d_'’.\-]{0,30}(?:['’.\-]{1,2}[^\W\d_]{1,30}){0,3}\.?")
_BETWEEN_WORDS: Final = "|".join(words("byline.and").split())
_USER: Final = re.compile(r"[^\W_][\w.\-]{1,29}")
_BEFORE_NAMES: Final = f"{whitespace}\u00a0@"
_GAP: Final = re.compile(r"[^\S\n]{1,4}")
"""Between the words of a name, which are all of one line."""
_JOINT: Final = re.compile(
    rf"\s{{0,4}}(?:[,;&+、，]|\b(?:{_BETWEEN_WORDS})\b)\s{{0,4}}(?:(?:{_BETWEEN_WORDS}|&)\s{{1,4}})?",
    re.I,
)
_FIRM_JOINT: Final = re.compile(rf"\s(?:{_BETWEEN_WORDS}|&)\s", re.I)
_DECLARED_JOINT: Final = re.compile(r"[,;|]|\s[-–—]\s")
_AND: Final = re.compile(r"\s(?:and|und|et|&|og|och|en|y)\s", re.I)
_SURNAMES: Final = "|".join(name for name in entries("byline.surnames") if len(name) > 1)
_IDEOGRAPHS: Final = re.compile(
    rf"(?:{_SURNAMES})[\u3040-\u30ff\u4e00-\u9fff々]{{1,4}}(?![\u3040-\u30ff\u4e00-\u9fff])"
    r"|[\u4e00-\u9fff々]{1,3}[ \u3000][\u4e00-\u9fff々]{1,3}(?![\u4e00-\u9fff])"
    r"|[\u4e00-\u9fff々]{2,4}(?:[・·][\u4e00-\u9fff]{1,4})?(?![\u4e00-\u9fff])"
    r"|[\u4e00-\u9fff]{0,3}[\u3040-\u30ff]{2,8}(?![\u3040-\u30ff\u4e00-\u9fff])"
    r"|[가-힣]{2,4}(?![가-힣])"
)
_CASELESS: Final = re.compile(r"[\u0590-\u06ff\u0900-\u0e7f]")
_PARTICLES: Final = frozenset(words("byline.particles").split())
_HONORIFICS: Final = frozenset(words("byline.honorifics").split())
_DEGREES: Final = frozenset(words("byline.degrees").split())
_ROLES: Final = frozenset(words("byline.roles").split())
_FIRMS: Final = frozenset(words("byline.firms").split())
_AGENCIES: Final = frozenset(entries("byline.agencies"))
_NO_IDEOGRAPHS: Final = frozenset(filter(is_unspaced, entries("byline.no_names")))
"""Words in ideographs or hangul that stand where names do, and are none."""
_NO_NAMES: Final = frozenset(entries("byline.no_names")) - _NO_IDEOGRAPHS
"""Words that stand in no one's name, or in hardly any: of menus, of dates, of sentences."""
_OTHER_WORDS: Final = _NO_NAMES | _ROLES
_NO_USERS: Final = _OTHER_WORDS | frozenset(words("boilerplate").split())


def folded(word: str) -> str:
    """A word as the lists have it."""
    return word.casefold().replace("’", "'").rstrip(".")


def name_at(text: str, at: int = 0) -> tuple[str, int] | None:
    """The name that starts at a place of a text, and where it ends; None where none does."""
    if caseless := _IDEOGRAPHS.match(text, at):
        return None if caseless.group() in _NO_IDEOGRAPHS else (caseless.group(), caseless.end())
    words, stop = _words_at(text, at)
    while len(words) > 1 and folded(words[0]) in _HONORIFICS:
        words.pop(0)
    return (" ".join(words), stop) if words and _is_name(words) else None


def _words_at(text: str, at: int) -> tuple[list[str], int]:
    """Words in capitals from a position on, particles between them, and where the last ends."""
    words: list[str] = []
    count, stop = 0, at
    while len(words) < MAX_NAME_WORDS + 2 and (match := _WORD.match(text, at)) is not None:
        word, plain = match.group(), folded(match.group())
        is_capital = word[0].isupper() or bool(_CASELESS.match(word))
        if not is_capital and plain not in _PARTICLES:
            break
        if words and plain in _OTHER_WORDS:
            break
        words.append(word if _is_initial(word) else word.rstrip("."))
        if is_capital:
            count, stop = len(words), match.end()
        if (gap := _GAP.match(text, match.end())) is None:
            break
        at = gap.end()
    return words[:count], stop


def _is_initial(word: str) -> bool:
    """Tell whether the point behind a word is its own: of ``J.R.``, ``Jr.``"""
    return len(word) <= 3 or "." in word[:-1]


def _is_name(words: list[str]) -> bool:
    """Tell whether these words may be a name."""
    plain = [folded(word) for word in words]
    return (
        len(words) <= MAX_NAME_WORDS
        and sum(map(len, words)) <= MAX_NAME_CHARS
        and plain[0] not in _OTHER_WORDS
        and not any(word in _NO_NAMES for word in plain if len(word) > 1)
        and any(len(word) > 2 or word in _FIRMS for word in plain)
    )


def is_user(text: str) -> bool:
    """Tell whether a text may be the name of an account."""
    is_free = folded(text) not in _NO_USERS and any(map(str.isalpha, text))
    return is_free and _USER.fullmatch(text) is not None


def names_in(pieces: Iterable[str]) -> list[str]:
    """The names at the start of a line, piece by piece, up to what is none."""
    return names_at("\n".join(pieces))[0]


def names_at(text: str) -> tuple[list[str], int]:
    """The names that a text begins with, and where the last of them ends.

    >>> names_at("Jane Doe and Jo Roe, May 3"), names_at("Holt and Sons of York")
    ((['Jane Doe', 'Jo Roe'], 19), (['Holt and Sons'], 13))
    """
    names: list[str] = []
    stop, start = 0, len(text) - len(text.lstrip(_BEFORE_NAMES))
    joint = ""
    while len(names) < MAX_NAMES and (named := name_at(text, start)) is not None:
        name, end = named
        if names and _FIRM_JOINT.fullmatch(joint) and _is_firm(names[-1], name):
            names[-1] = f"{names[-1]}{joint}{name}"
            stop = end
        elif not names or is_whole(name):
            # Whoever has written with others is called by more than a word.
            names.append(name)
            stop = end
        after = _JOINT.match(text, end)
        if after is None:
            break
        joint, start = after.group(), after.end()
    return names, stop


def _is_firm(first: str, second: str) -> bool:
    """Tell whether two names with an *and* between them are one, that of a firm or a couple."""
    is_single = " " not in first and first[0].lower() != first[0].upper()
    return is_single or folded(second.split(" ")[0]) in _FIRMS


def is_whole(name: str) -> bool:
    """Tell whether a name is more than a single word, or of a script without spaces."""
    return " " in name or not name.isascii()


def persons_in(declared: str) -> str:
    """The persons of a declared author: without agencies, degrees, offices and addresses beside
    them; as declared where that leaves none."""
    persons: dict[str, None] = {}
    for part in _DECLARED_JOINT.split(declared):
        name = part.strip(" .-–—")
        if not name or "@" in name or name.casefold() in _AGENCIES or _is_degree(name):
            continue
        if persons and (_is_office(name) or len(name.split()) > MAX_NAME_WORDS or "»" in name):
            continue
        persons.update(dict.fromkeys(_pair_in(name)))
    return ", ".join(persons) or declared


def _pair_in(name: str) -> list[str]:
    """The persons with an *and* between them, if each has a whole name."""
    pair = [half.strip() for half in _AND.split(name)]
    are_names = all(is_whole(half) and name_at(half) == (half, len(half)) for half in pair)
    return pair if are_names else [name]


def _is_degree(name: str) -> bool:
    return all(folded(word).replace(".", "") in _DEGREES for word in name.split())


def _is_office(name: str) -> bool:
    words = [*map(folded, name.split())]
    return words[0] == "the" or not _ROLES.isdisjoint(words) or folded(name) in _NO_NAMES
