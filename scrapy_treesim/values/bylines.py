"""Bylines: who wrote a thing and when, as a line of text or the elements around a name say it."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from datetime import date, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.tree import tags
from scrapy_treesim.values.dates import MAX_CHARS as MAX_DATE_CHARS
from scrapy_treesim.values.dates import NUMBER_OF, date_of, names_day, relative_date
from scrapy_treesim.values.lexicon.words import entries, is_unspaced, one_of, words
from scrapy_treesim.values.person_names import is_user, name_at, names_at

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

MAX_CHARS: Final = 160
"""Characters of a line that is read as a byline."""
MAX_NAME: Final = 60
"""Characters of what stands for a name after the words of a byline."""
MAX_PARTS: Final = 6
"""Parts of a line that are read."""
MAX_OF_ACCOUNT: Final = 3
"""Words of an account's name."""
WORDS, DATE = "words", "date"
"""Evidence that a name on a line is an author's: words before it, a date beside it."""

_UNSPACED: Final = one_of("byline.by", unspaced=True)
_BEFORE: Final = re.compile(
    rf"(?:{one_of('byline.by')})(?:\s{{0,3}}[:：|]\s{{0,3}}|\s{{1,3}}|$)"
    rf"|[（(【\[]?\s?(?:{_UNSPACED})\s?[:：/／|｜＝=・\u3000 ]\s{{0,3}}",
    re.IGNORECASE,
)
_WITHIN: Final = re.compile(
    rf"\s(?:(?:{one_of('byline.mid_line')})\s(?=\S)|(?:{one_of('byline.by')})(?:\s?[:：]\s?|\s))"
    rf"|\s?(?:{_UNSPACED})\s?[:：/／]\s?",
    re.IGNORECASE,
)
_LAST: Final = re.compile(
    rf"(?:^|[\s|·•,])(?:{one_of('byline.by')})\s?[:：]?\s?$|(?:{_UNSPACED})\s?[:：/／]\s?$",
    re.IGNORECASE,
)
_ANYWHERE: Final = re.compile(
    rf"(?:^|[^\w])(?:(?:{one_of('byline.by')})\b|{_UNSPACED}) ?(?:[:：] ?)?", re.IGNORECASE
)
_UP_TO: Final = re.compile(
    r"(.{1,60}?)(?: ?[,|»–—(·•/]| - "
    rf"| (?:{one_of('byline.after')})\b| [A-Z][a-z]{{2,8}}\.? \d| \d| ?$)",
    re.IGNORECASE,
)
_BETWEEN: Final = re.compile(r"\s?[|·•‧∙●»]\s?|\s[-–—/]\s|::|[\]\n]")
_DATED: Final = re.compile(
    rf"(?:{one_of('byline.dated')})\s?[:：]?(?=\s|$)"
    rf"|(?:{one_of('byline.dated', unspaced=True)})[:：]?",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"[^\W\d_]{1,30}")
DIGIT: Final = re.compile(r"\d")
_ABOUT: Final = ",;:.()[]-–— @·|："
_FILLING: Final = frozenset(" ".join(entries("byline.dated", "time.posted")).split())
"""Words that may stand before a date."""
_FOLLOWING: Final = _FILLING.union(words("byline.after", "byline.roles", "time.edited").split())
"""Words that may stand behind an author's name."""
_SOME_MOMENT: Final = datetime(2000, 1, 1)
_WEEKDAYS: Final = frozenset(words("time.weekday").split())
_CLOCK: Final = frozenset(" ".join(entries("clock.am", "clock.pm")).split())
"""Words behind a time that belong to it: ``7:14 am`` is the same moment without its last."""
JOINTS: Final = frozenset((*entries("byline.and"), ",", "&", "+", "、"))
"""Texts that may stand between two authors."""
_NO_PERSONS: Final = frozenset(words("byline.no_persons").split())
_GIVEN: Final = frozenset(words("byline.given_names").split())
_SURNAMES: Final = entries("byline.surnames")
_EDITED: Final = frozenset(words("time.edited", "byline.changed").split())


class Byline(NamedTuple):
    """The author, the date and the rest of a line."""

    authors: tuple[str, ...] = ()
    date: str | None = None
    """Date in the words of the line."""
    rest: str | None = None
    evidence: str | None = None
    """What makes the names authors: :data:`WORDS` or :data:`DATE`."""

    @property
    def author(self) -> str | None:
        """All authors, commas between them."""
        return ", ".join(self.authors) or None


@lru_cache(maxsize=4096)
def byline_of(line: str) -> Byline:
    """The author and the date that a line names, and what else it says.

    >>> byline_of("By Jane Doe | 3 May 2024 | Politics")
    Byline(authors=('Jane Doe',), date='3 May 2024', rest='Politics', evidence='words')
    >>> byline_of("Posted by jd on Sunday March 08, 2026")
    Byline(authors=('jd',), date='Sunday March 08, 2026', rest=None, evidence='words')
    """
    authors: tuple[str, ...] = ()
    date = evidence = None
    rest: list[str] = []
    pieces = _BETWEEN.split(line[:MAX_CHARS], MAX_PARTS)
    for piece in pieces:
        text = piece.strip(_ABOUT)
        if not authors and (named := _after_words(text)) is not None:
            authors, text = named
            evidence = WORDS
        if date is None and (dated := day_in(text)) is not None:
            date, text = dated
        rest.append(text)
    if evidence is None and date is not None and len(pieces) > 1:
        # Beside a date, a name needs no word before it.
        authors = tuple(filter(_is_person, rest))[:1]
        evidence = DATE if authors else None
        rest = [text for text in rest if text not in authors]
    return Byline(authors, date, " | ".join(filter(None, rest)) or None, evidence)


def _is_person(text: str) -> bool:
    return is_name(text) and _NO_PERSONS.isdisjoint(text.casefold().split())


@lru_cache(maxsize=4096)
def may_be_byline(line: str) -> bool:
    """Tell at a glance whether a line may name an author: after words, or beside a date."""
    if after_by(line) is not None or _WITHIN.search(line):
        return True
    return DIGIT.search(line) is not None and _BETWEEN.search(line) is not None


def _after_words(text: str) -> tuple[tuple[str, ...], str] | None:
    """The names behind the words of a byline, and what is left beside both."""
    behind, before = after_by(text), ""
    if behind is None:
        dated = (within for within in _WITHIN.finditer(text) if day_in(text[: within.start()]))
        within = next(dated, None)
        if within is None:
            return None
        before, behind = text[: within.start()], text[within.end() :]
    behind = behind.lstrip(_ABOUT)
    names, stop = names_at(behind)
    if not names or not _may_follow(behind[stop:]):
        account = behind.partition(" ")[0].rstrip(_ABOUT)
        if not _is_account(account) or not _may_follow(behind[len(account) :]):
            return None
        names, stop = [account], len(account)
    if len(names) == 1:
        # As it is written, honorifics and all.
        names = [behind[:stop].strip()]
    return tuple(names), f"{before} {behind[stop:]}".strip(_ABOUT)


def _is_account(word: str) -> bool:
    return is_user(word) and word.lower() not in _FOLLOWING


def _may_follow(rest: str) -> bool:
    """Tell whether what follows a name may do so in a byline: a sign, a date, *in* and the like."""
    rest = rest.strip()
    if not rest or not rest[0].isalnum():
        return rest[:1] not in ("'", "’")
    word = _WORD.match(rest)
    if word is not None and (word.group().lower() in _FOLLOWING or word.group() in _EDITED):
        return True
    return names_day(rest[:MAX_DATE_CHARS]) or is_unspaced(rest)


def after_by(text: str) -> str | None:
    """The text after the words of a byline; None where a text does not begin with them."""
    before = _BEFORE.match(text)
    return None if before is None else text[before.end() :]


@lru_cache(maxsize=4096)
def before_by(text: str) -> str | None:
    """The text before the words of a byline that it ends with; None where it does not."""
    last = _LAST.search(text[-MAX_NAME:])
    return None if last is None else text[: max(0, len(text) - MAX_NAME) + last.start()]


def called_by(text: str) -> str | None:
    """The text behind the words of a byline anywhere in a text, name or not."""
    by = _ANYWHERE.search(text)
    upto = None if by is None else _UP_TO.match(text, by.end())
    return upto[1].strip() or None if upto is not None else None


@lru_cache(maxsize=4096)
def is_name(text: str) -> bool:
    """Tell whether a text is the name of a person and no more: of two words or more, or with a
    family name that is known where words have no gaps."""
    _, stop = name_at(text) or ("", -1)
    return stop == len(text) and (" " in text or text.startswith(_SURNAMES))


def has_given_name(name: str) -> bool:
    """Tell whether a name begins with one that many people have."""
    return name.casefold().split()[0] in _GIVEN or name.startswith(_SURNAMES)


@lru_cache(maxsize=4096)
def whole_name(text: str) -> str | None:
    """The authors that a text is nothing but the names of, or the account, of few words; None where
    it is more.

    >>> whole_name("@Pell & Crane"), whole_name("jd42"), whole_name("in print since 1990")
    ('Pell & Crane', 'jd42', None)
    """
    text = text.strip(_ABOUT)
    if not text or len(text) > MAX_CHARS or after_by(text) == "" or before_by(text) is not None:
        return None
    names, stop = names_at(text)
    if names and not text[stop:].strip(_ABOUT):
        # As it is written, honorifics and all.
        return text if len(names) == 1 else ", ".join(names)
    parts = text.split()
    return text if len(parts) <= MAX_OF_ACCOUNT and all(map(_is_account, parts)) else None


@lru_cache(maxsize=4096)
def day_in(text: str) -> tuple[str, str] | None:
    """The shortest part of a text that names its day, and what is left beside it; None where it
    names none, or is longer than a line.

    >>> day_in("in Letters on Mon 09 Jan 2023"), day_in("Panel, January 12, 2024")
    (('Mon 09 Jan 2023', 'in Letters'), ('January 12, 2024', 'Panel'))
    """
    if len(text) > MAX_CHARS:
        return None
    if not DIGIT.search(text) and relative_date(text, _SOME_MOMENT) is None:
        return None
    tokens = text.split()
    plain = [token.strip(_ABOUT).lower() for token in tokens]
    first, last = _day_span(tokens, plain)
    if first == last:
        return None
    first = _start_of(_WEEKDAYS, plain, first)
    shown = " ".join(tokens[first:last]).strip(_ABOUT)
    first = _start_of(_FILLING, plain, first)
    while last < len(tokens) and plain[last] in _WEEKDAYS:
        # As in "3 May 2024 (Fri)".
        last += 1
    return _without_words(shown), " ".join([*tokens[:first], *tokens[last:]]).strip(_ABOUT)


def _start_of(words: Container[str], plain: Sequence[str], first: int) -> int:
    """The start of such words right before a position."""
    while first and plain[first - 1] in words:
        first -= 1
    return first


def _day_span(tokens: Sequence[str], plain: Sequence[str]) -> tuple[int, int]:
    """The span of the fewest words that name the same day as the last words of a text; an empty
    one where they name none."""
    first, last = 0, len(tokens)
    while len(" ".join(tokens[first:last])) > MAX_DATE_CHARS:
        first += 1
    if not names_day(" ".join(tokens[first:last])):
        return 0, 0
    if all(word in NUMBER_OF or DIGIT.search(word) for word in plain[first:last]):
        return first, last
    day = _named_day(tokens[first:last])
    while not _is_clock(plain[first:last]) and _named_day(tokens[first : last - 1]) == day:
        last -= 1
    while _named_day(tokens[first + 1 : last]) == day:
        first += 1
    return first, last


def _named_day(tokens: Sequence[str]) -> tuple[bool, datetime | date | None]:
    """True for words that name a day, and its date if that is plain."""
    text = " ".join(tokens)
    return names_day(text), date_of(text, moment=_SOME_MOMENT)


def _is_clock(words: Sequence[str]) -> bool:
    """Tell whether words end in a time with a word that belongs to it."""
    return len(words) > 1 and words[-1] in _CLOCK and ":" in words[-2]


def _without_words(shown: str) -> str:
    """A date without the words before it: ``Posted:``."""
    dated = _DATED.match(shown)
    if dated is None or not names_day(shown[dated.end() :]):
        return shown
    return shown[dated.end() :].strip(_ABOUT)


def is_before_date(text: str) -> bool:
    """Tell whether a text is nothing but words before a date: ``Posted on:``."""
    return _DATED.fullmatch(text.strip(_ABOUT)) is not None


def is_of_change(text: str) -> bool:
    """Tell whether a text speaks of a change: ``Updated``."""
    return not _EDITED.isdisjoint(_WORD.findall(text[:MAX_CHARS].lower()))


def is_telling(rest: str) -> bool:
    """Tell whether what is left of a line says more than *in* and the like."""
    return any(len(word) > 1 for word in {*_WORD.findall(rest.lower())} - _FOLLOWING)


# Names of elements

MAX_HOLDER_CHARS: Final = 120
"""Characters of an element whose names say that it holds the author."""
MAX_LEVELS: Final = 4
"""Elements around a name whose names are read."""
MAX_VALUE_CHARS: Final = 300
"""Characters of an attribute that are read."""

MORE: Final = 3
"""Characters beside a name of an element that holds nothing else."""
SURE, LIKELY = "sure", "likely"
"""What the names of elements may make of a text."""

_AUTHOR: Final = frozenset(words("class.author").split())
_PERSON: Final = re.compile(r"\b(?:user|person)\b")
_ENDS: Final = _AUTHOR | {"name", "link"}
_NAMING: Final = ("class", "id", "rel", "itemprop", "href")
_PARTS: Final = re.compile(r"[A-Z]?[^\W\d_A-Z]{1,30}|[A-Z]{1,30}")
_FOLDERS: Final = re.compile(r"[/?=]")
_SURELY: Final = _AUTHOR - {"poster", "username"}


def mark_of(tree: PageTree, node: int) -> str | None:
    """:data:`SURE` or :data:`LIKELY` of a text that elements around it or an icon name an author.

    Sure are elements that are named an author and hold nothing else.
    """
    mark = _mark_of_icon(tree, node - 1)
    if mark == SURE:
        return SURE
    for above in tree.upward(tree.parent[node], MAX_LEVELS):
        if tree.text_chars(above) > MAX_HOLDER_CHARS:
            break
        entries = range(tree.first_attribute[above], tree.first_attribute[above + 1])
        marks = {
            _mark(name, tree.value(entry)[:MAX_VALUE_CHARS])
            for entry in entries
            if (name := tags.ATTRIBUTES[tree.attribute[entry]]) in _NAMING
        }
        if SURE in marks and tree.text_chars(above) <= tree.text_chars(node) + MORE:
            return SURE
        mark = LIKELY if marks - {None} else mark
    return mark


def _mark_of_icon(tree: PageTree, icon: int) -> str | None:
    """The mark that an element without text right before a name gives it."""
    names = "" if icon < 0 or tree.text_chars(icon) else _value(tree, icon, "class")
    if _mark("class", names):
        return SURE
    return LIKELY if _PERSON.search(names) else None


def _value(tree: PageTree, node: int, name: str) -> str:
    return (tree.get(node, name) or "")[:MAX_VALUE_CHARS]


@lru_cache(maxsize=4096)
def _mark(name: str, value: str) -> str | None:
    """The mark that one of the names of an element gives; an author's town gives no sure one."""
    if name == "href":
        # Further parameters are those of an action: ``edit?page=4&author=jo``.
        value = value.partition("&")[0]
    tokens = [[part.lower() for part in _PARTS.findall(token)] for token in value.split()]
    named = [parts for parts in tokens if not _AUTHOR.isdisjoint(parts)]
    if name == "href":
        is_sure = not _SURELY.isdisjoint(_FOLDERS.split(value.lower())[:-1])
    else:
        is_sure = any(parts[-1] in _ENDS and not _SURELY.isdisjoint(parts) for parts in named)
    return (SURE if is_sure else LIKELY) if named else None
