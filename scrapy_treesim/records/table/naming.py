"""Names of the columns of a table.

A name depends on where a column stands in the records and on what the page calls it, not on what
it says in one record or another: an ``itemprop``, the head of its column in a table, a label beside
its values, and the class names around it. Words for the usual fields, in the languages that pages
are most written in, lead to the same few names, and of class names the nouns of a lexicon alone:
most say how something looks, and many were made by a program. Where nothing is written, the kind of
value names it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from scrapy_treesim.records.table.column_features import ColumnFeatures
from scrapy_treesim.records.table.standard_fields import ADDRESSES, FITS, TEXT_FIELDS, URL
from scrapy_treesim.records.table.words import noun_of, plural_of, snake, standard_names, words_of
from scrapy_treesim.values.bylines import after_by, is_before_date
from scrapy_treesim.values.ratings import are_ratings, is_plainly_rating, names_rank, says_votes
from scrapy_treesim.values.text_kinds import DATE, NUMBER, PASSAGE, PRICE, RATING, TEXT

PLAIN_NAMES: Final = {PASSAGE: TEXT, URL: "link", PRICE: "amount", RATING: "score"}
"""Names by kinds, where they are others: not all amounts are prices."""


def names_of(
    columns: Sequence[ColumnFeatures],
    taken: Sequence[str | None],
    standard: Sequence[Name | None],
) -> list[Name]:
    """A name for each column, each once: those ``taken`` already, the ``standard`` ones, and the
    page's own.

    Names are of letters, digits and ``_``, in lower case.
    """
    sources = [Source("saved")] * len(columns)
    names: list[str | None] = [*taken]
    used = {name for name in names if name}

    def give(place: int, name: str, source: Source) -> None:
        names[place] = own = unique(name, used)
        sources[place] = source
        used.add(own)

    for place, usual in enumerate(standard):
        if usual is not None:
            give(place, *usual)
    for place, column in enumerate(columns):
        if names[place] is None:
            own = _own_name(column, columns, names)
            give(place, *(own or Name(PLAIN_NAMES.get(column.kind, column.kind), Source("kind"))))
    return [Name(name or "", source) for name, source in zip(names, sources, strict=True)]


def unique(name: str, used: Container[str]) -> str:
    """The name, with a number where it is used already.

    >>> unique("text", {"text", "text_2"})
    'text_3'
    """
    number, numbered = 1, name
    while numbered in used:
        number += 1
        numbered = f"{name}_{number}"
    return numbered


def _own_name(
    column: ColumnFeatures,
    columns: Sequence[ColumnFeatures],
    names: Sequence[str | None],
) -> Name | None:
    """Page's own name for a column; links are named after their text."""
    suffix = {"url": "_url", "image": "_image"}.get(column.kind, "")
    if column.kind == "url" and not column.label:
        above = column.path.rpartition("/")[0]
        for other, name in zip(columns, names, strict=True):
            if name and other.kind != "url" and other.path.startswith(f"{above}/"):
                return Name(f"{name}_url", Source("column", name))
    for kind, words in (
        ("itemprop", column.itemprops[:1]),
        ("header", (column.header,)),
        ("label", (column.label,)),
        ("unit", (column.dimension or column.unit,)),
    ):
        for word in words:
            if word and (name := snake(word)):
                return Name(name + suffix, Source(kind, word))
    return _name_of_classes(replace(column, classes=column.classes[:2]), suffix, names)


def _name_of_classes(
    column: ColumnFeatures, suffix: str, names: Sequence[str | None]
) -> Name | None:
    """A usual name that the innermost class names lead to; where that is taken, a noun in them."""
    said = said_name(column)
    usual = None
    if said:
        usual = Name(said.name if said.name in ADDRESSES else said.name + suffix, said.source)
        if usual.name not in names:
            return usual
    inner, around = (*column.classes, (), ())[:2]
    return _noun(inner, column, suffix) or usual or _noun(around, column, suffix)


def _noun(words: Sequence[str], column: ColumnFeatures, suffix: str) -> Name | None:
    """The noun of one of these words."""
    for word in words:
        noun = noun_of(word[:MAX_WORD])
        if noun is not None:
            name = plural_of(noun) if column.several else noun
            return Name(name + suffix, Source("class", word))
    return None


MAX_HEADER_WORDS: Final = 3
"""Words of a header that may call its column by a usual name."""
MAX_WORD: Final = 200
"""Characters of a class name, header or label that are read: what was read of it is kept."""


MIN_AUTHOR: Final = 1.5
"""Characters of authors on average: a letter stands for a picture of one."""
MIN_DIGITS: Final = 0.5
"""Share of texts with a digit from which they may be dates."""
_OTHER_KINDS: Final = {"tags": (TEXT, PASSAGE, NUMBER, URL), "availability": (TEXT, PASSAGE)}
"""Kinds of values of names that are no fields of items."""


class Source(NamedTuple):
    """Origin of a column's name; put into words by :mod:`.columns`."""

    origin: str
    """A word of the page: ``itemprop``, ``header``, ``label``, ``class``, ``unit``;
    another column's name: ``column``; how it looks: ``heading``, ``link``, ``long``, ``first``; its
    ``values``; ``fullest`` of its kind; its ``kind``, for want of more; how it is ``written``;
    other pages, whose name was ``saved``."""
    word: str | None = None
    """The page's word, or the other column's name."""


CONFIDENCE: Final = {
    "byline": 0.98, "class": 0.95, "column": 0.95, "first": 0.75, "fullest": 0.95, "header": 0.95,
    "heading": 0.95, "itemprop": 0.85, "label": 0.85, "link": 0.97, "long": 0.83, "saved": 0.95,
    "unit": 0.9, "values": 0.8, "written": 0.95,
}  # fmt: skip
"""By the origin of a usual name, the share of its values that are right: measured on 5,700 records
of pages of 160 themes and programs; ``first``, ``saved`` and ``unit`` are set by hand."""
OF_SOME: Final = 0.55
"""The same over that share where only some records have a value, of names by how a column looks."""
LOOKS: Final = frozenset(("column", "first", "fullest", "heading", "long"))
"""Origins of such names."""


class Name(NamedTuple):
    """Name of a column, and its source."""

    name: str
    source: Source


def standard_columns(
    columns: Sequence[ColumnFeatures], names: Sequence[str | None]
) -> Iterator[tuple[int, Name]]:
    """The columns that are what most records have, each name at most once, and none of ``names``
    that others have already."""
    free = [place for place, name in enumerate(names) if name is None]
    words = {place: said_name(columns[place]) for place in free}
    found: dict[str, int] = {}

    def take(name: str, scores: Iterable[tuple[float, int]], least: float) -> None:
        best = max(
            ((score, -place) for score, place in scores if place not in found.values()),
            default=(0.0, 0),
        )
        if name not in names and best[0] >= least:
            found[name] = -best[1]

    _take_texts(columns, {place: word and word.name for place, word in words.items()}, take)
    if "title" not in found:
        scores = ((_naming_score(columns[i], words[i]) - 0.02 * i, i) for i in free)
        take("title", scores, MIN_NAMING)
    images = [i for i in free if columns[i].kind == "image"]
    take("image", ((1 + columns[i].share + columns[i].distinct, i) for i in images), 1.0)
    links = [i for i in free if columns[i].kind == "url"]
    title = found.get("title", names.index("title") if "title" in names else None)
    base = columns[title].path if title is not None else ""
    take("url", ((_link_score(columns[i], base), i) for i in links), 1.0)
    for name, place in found.items():
        yield place, Name(name, _usual_source(name, columns[place], words[place], base))


def _take_texts(
    columns: Sequence[ColumnFeatures],
    said: Mapping[int, str | None],
    take: Callable[[str, Iterable[tuple[float, int]], float], None],
) -> None:
    """Name columns of text; ``said`` is the page's own name for each that has none yet."""

    def fitting(name: str) -> Iterator[int]:
        return (place for place in said if columns[place].kind in FITS[name])

    for field in TEXT_FIELDS:
        score = _title_score if field.name == "title" else partial(_score, field.name)
        scores = ((score(columns[i], said[i]) - 0.02 * i, i) for i in fitting(field.name))
        take(field.name, scores, field.min_score)


def _usual_source(name: str, column: ColumnFeatures, said: Name | None, title: str) -> Source:
    """Source of a usual name; ``title``: path of the column called so."""
    if said is not None and said.name == name:
        return said.source
    if name == "url" and title.startswith(f"{column.path.rpartition('/')[0]}/"):
        return Source("column", "title")
    if column.kind in ADDRESSES:
        return Source("fullest")
    looks = {
        "title": (column.in_heading and "heading") or (column.in_link and "link") or "first",
        "description": "long",
    }
    return Source(looks.get(name) or "values")


def said_name(column: ColumnFeatures) -> Name | None:
    """The usual name that the page's own words for a column lead to, if they fit its values."""
    for kind, words in (
        ("itemprop", column.itemprops[:1]),
        ("header", (_short(column.header),)),
        ("label", (column.label,)),
        *(("class", step) for step in column.classes[:3]),
        ("unit", (column.unit,)),
    ):
        for word in filter(None, words):
            if kind == "label" and column.kind == DATE and is_before_date(word):
                return Name("date", Source(kind, word))
            for name in standard_names(word[:MAX_WORD]):
                if _fits(column, name, word):
                    return Name(name, Source(kind, word))
    return None


def _short(header: str | None) -> str | None:
    """A header of few words before any brackets; in many, a word says little of the column."""
    words = (header or "").partition("(")[0].partition("[")[0].split()
    return " ".join(words) if len(words) <= MAX_HEADER_WORDS else None


def _fits(column: ColumnFeatures, name: str, word: str) -> bool:
    """Tell whether a column's values may be called so, as a ``word`` of the page does."""
    if column.dimension is not None and name in _OF_NO_UNIT:
        return False
    if name == "date" and column.header and column.kind != DATE:
        # "Half time" is none.
        return False
    if name == "author" and (column.chars < MIN_AUTHOR or not _names_author(word)):
        return False
    if name == "date" and column.kind == TEXT and column.digits < MIN_DIGITS:
        # What is "posted in" a category.
        return False
    if name == "rating" and not _may_rate(column, word):
        return False
    return column.kind in FITS.get(name, _OTHER_KINDS.get(name, (column.kind,)))


def _names_author(word: str) -> bool:
    """Tell whether a word of the page ends in one for authors: no author's town, no "photo by"."""
    last = words_of(word[:MAX_WORD])[-1]
    if last == "by":
        return after_by(f"{word[:MAX_WORD].strip(' :')}:") == ""
    return not last.isascii() or last in _OF_AUTHORS or "author" in standard_names(last)


_OF_AUTHORS: Final = frozenset(("name", "link", "info"))
"""Last words of what holds an author, beside words for authors."""


def _may_rate(column: ColumnFeatures, word: str) -> bool:
    """Tell whether a column has numbers as of ratings that nobody calls votes or a discount."""
    if column.several or says_votes(f"{column.unit} {column.label}"):
        return False
    if names_rank(" ".join(column.classes[0] if column.classes else ())):
        return False
    if not are_ratings(column.sample):
        return False
    # Scores may be votes and rates discounts: a fraction or the best there is tells.
    return _VAGUE.isdisjoint(words_of(word)) or any(map(is_plainly_rating, column.sample))


_VAGUE: Final = frozenset(("score", "scores", "rate"))
_OF_NO_UNIT: Final = frozenset(("date", "price", "old_price", "rating", "reviews"))
"""Names that fit no quantity: ``Time: 45 min`` is no date."""


def _score(name: str, column: ColumnFeatures, said: str | None) -> float:
    """Score of a name for a column; acceptable from the field's minimum."""
    score = min(0.9, column.share) + _said_score(name, column, said)
    own = _OWN_SCORE.get(name)
    return score + own(column) if own else score


def _said_score(name: str, column: ColumnFeatures, said: str | None) -> float:
    """Score of a name by the page's own word for a column."""
    if said == name:
        return 3.0
    if said is not None or column.header or column.itemprops:
        # The page's own word for it is another.
        return -2.0
    return -1.0 if column.label else 0.0


def _description_score(column: ColumnFeatures) -> float:
    is_long = column.kind == PASSAGE or column.chars > 60 or column.in_paragraph
    return (2.0 if is_long else -1.0) + min(1.0, column.chars / 500)


def _author_score(column: ColumnFeatures) -> float:
    # All rows of a table have the same owner where none is set.
    is_unset = bool(column.header) and column.distinct * column.share * column.records <= 1
    return -3.0 * (column.in_heading or is_unset) + min(0.0, column.distinct - 0.3)


_OWN_SCORE: Final[dict[str, Callable[[ColumnFeatures], float]]] = {
    "date": lambda column: 2.0 * (column.kind == DATE),
    "author": _author_score,
    "description": _description_score,
}
"""Scores of a column's looks for a name.
Prices and ratings by how they are written have their names already, see :mod:`.prices` and
:mod:`.scores`; other amounts only by the page's own words."""


def _title_score(column: ColumnFeatures, said: str | None) -> float:
    if column.share < 0.3 or column.distinct < 0.3:
        return 0.0
    score = 2.0 * column.share + column.distinct + (2.5 if said == "title" else 0)
    score += 2.5 * column.in_heading + 1.5 * column.in_link
    # The linked text under "Summary" is what a ticket is called.
    is_summary = said == "description" and column.in_link and bool(column.header)
    if said not in (None, "title") and not is_summary:
        score -= 2.0
    score -= (
        1.0 * (column.kind != TEXT)
        + 2.0 * (column.chars < 4)
        + 3.0 * (column.several or column.has_parts)
    )
    return score if column.in_heading or column.in_link or said == "title" else score - 1.0


MIN_NAMING: Final = 1.5
"""Score from which a plain text names its records, where nothing else does. Set by hand."""
MIN_NAMED: Final = 3
"""Records from which one text may be told to name them."""
MAX_TITLE: Final = 80
"""Characters of the names of records, on the mean, that are plain texts."""


def _naming_score(column: ColumnFeatures, said: Name | None) -> float:
    """Score a plain text as what names its record: one in nearly all, in nearly each another."""
    is_name = column.kind == TEXT and not (said or column.several or column.label)
    if not is_name or column.itemprops or column.dimension or column.digits >= MIN_DIGITS:
        return 0.0
    if not 4 <= column.chars <= MAX_TITLE or column.share < 0.8 or column.distinct < 0.5:
        return 0.0
    if column.records < MIN_NAMED:
        return 0.0
    return column.share + column.distinct


def _link_score(column: ColumnFeatures, title: str) -> float:
    above = column.path.rpartition("/")[0]
    score = column.share + column.distinct - column.several
    return score + (3.0 if title.startswith(f"{above}/") else 0.0)
