"""Names of the columns of a table.

A name depends on a column's position in the records and on the page's words for it, not on its
values in one record or another: an ``itemprop``, the head of its column in a table, a label beside
its values, and the class names around it. Words for the usual fields, in the most common languages
of pages, lead to the same few names, and of class names the nouns of a lexicon alone: most say how
something looks, and many were made by a program. Without such words, the kind of value names it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Final, NamedTuple

from scrapy_treesim.records.table.column_features import ColumnFeatures
from scrapy_treesim.records.table.standard_fields import ADDRESSES, FITS, TEXT_FIELDS, URL
from scrapy_treesim.records.table.words import noun_of, plural_of, snake, standard_names
from scrapy_treesim.values.bylines import after_by, is_before_date
from scrapy_treesim.values.lexicon.words import words_of
from scrapy_treesim.values.other_things import classes_name_other, names_other
from scrapy_treesim.values.ratings import are_ratings, is_plainly_rating, names_rank, says_votes
from scrapy_treesim.values.text_kinds import DATE, NUMBER, PASSAGE, PRICE, RATING, TEXT

PLAIN_NAMES: Final = {PASSAGE: TEXT, URL: "link", PRICE: "amount", RATING: "score"}
"""Names by kinds, where they differ: not all amounts are prices."""
PLAIN_FIELDS: Final = {PRICE: "price", DATE: "date", RATING: "rating"}
"""Usual fields by kinds."""


def names_of(
    columns: Sequence[ColumnFeatures],
    saved: Sequence[str | None],
    standard: Sequence[Name | None],
) -> list[Name]:
    """Return a name for each column, each once: ``saved``, ``standard`` or the page's own.

    Names are of letters, digits and ``_``, in lower case.
    """
    sources = [Source("saved")] * len(columns)
    names: list[str | None] = [*saved]
    used = {name for name in names if name}

    def give(index: int, name: str, source: Source) -> None:
        names[index] = numbered = unique(name, used)
        sources[index] = source
        used.add(numbered)

    for index, usual in enumerate(standard):
        if usual is not None:
            give(index, *usual)
    for index, column in enumerate(columns):
        if names[index] is None:
            named = _own_name(column, columns, names)
            give(index, *(named or Name(PLAIN_NAMES.get(column.kind, column.kind), Source("kind"))))
    return [Name(name or "", source) for name, source in zip(names, sources, strict=True)]


def unique(name: str, used: Container[str]) -> str:
    """Return the name, with a number where it is used already.

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
    """Return the page's own name for a column; links are named after their text."""
    suffix = {"url": "_url", "image": "_image"}.get(column.kind, "")
    linked = _name_of_linked(column, columns, names) if column.kind == "url" else None
    if linked and not column.label:
        return linked
    for kind, words in (
        ("itemprop", column.itemprops[:1]),
        ("header", (column.header,)),
        ("label", (column.label,)),
        ("unit", (column.dimension or column.unit,)),
    ):
        for word in words:
            if word and (name := snake(word)):
                return Name(name + suffix, Source(kind, word))
    for word in chain(*column.classes[:1]):
        if names_other(PLAIN_FIELDS.get(column.kind, ""), word[:MAX_WORD]) and (
            name := snake(word)
        ):
            return Name(name + suffix, Source("class", word))
    return _name_of_classes(replace(column, classes=column.classes[:2]), suffix, names)


def _name_of_linked(
    column: ColumnFeatures, columns: Sequence[ColumnFeatures], names: Sequence[str | None]
) -> Name | None:
    parent = column.path.rpartition("/")[0]
    for other, name in zip(columns, names, strict=True):
        if name and other.kind != "url" and other.path.startswith(f"{parent}/"):
            return Name(f"{name}_url", Source("column", name))
    return None


def _name_of_classes(
    column: ColumnFeatures, suffix: str, names: Sequence[str | None]
) -> Name | None:
    """Return a usual name by the innermost class names; where that is used, a noun in them."""
    base = said_name(column)
    usual = None
    if base:
        usual = Name(base.name if base.name in ADDRESSES else base.name + suffix, base.source)
        if usual.name not in names:
            return usual
    inner, around = (*column.classes, (), ())[:2]
    return _noun(inner, column, suffix) or usual or _noun(around, column, suffix)


def _noun(words: Sequence[str], column: ColumnFeatures, suffix: str) -> Name | None:
    """Return the noun of one of these words."""
    for word in words:
        noun = noun_of(word[:MAX_WORD])
        if noun is not None:
            name = plural_of(noun) if column.several else noun
            return Name(name + suffix, Source("class", word))
    return None


MAX_HEADER_WORDS: Final = 3
"""Largest number of words of a header with a usual name in it."""
MAX_WORD: Final = 200
"""Characters read of a class name, header or label; names by them are cached."""


MIN_AUTHOR: Final = 1.5
"""Smallest mean number of characters of authors: a letter stands for a picture of one."""
MIN_DIGITS: Final = 0.5
"""Smallest share of texts with a digit, for them to be dates."""
_OTHER_KINDS: Final = {"tags": (TEXT, PASSAGE, NUMBER, URL), "availability": (TEXT, PASSAGE)}
"""Kinds of values of names without a field of items."""


class Source(NamedTuple):
    """Origin of a column's name; put into words by :mod:`.columns`."""

    origin: str
    """A word of the page: ``itemprop``, ``header``, ``label``, ``class``, ``unit``;
    another column's name: ``column``; its looks: ``heading``, ``link``, ``long``, ``first``; its
    ``values``; ``fullest`` of its kind; its ``kind``, for want of more; the way it is ``written``;
    other pages, with a ``saved`` name; an ``example`` that names it."""
    word: str | None = None
    """The page's word, or the other column's name."""


CONFIDENCE: Final = {
    "byline": 0.98, "class": 0.95, "column": 0.95, "first": 0.75, "fullest": 0.95, "header": 0.95,
    "heading": 0.95, "itemprop": 0.85, "label": 0.85, "link": 0.97, "long": 0.83, "saved": 0.95,
    "unit": 0.9, "values": 0.8, "written": 0.95,
}  # fmt: skip
"""Share of right values by the origin of a usual name: measured on 5,700 records of pages of 160
themes and programs; ``first``, ``saved`` and ``unit`` are set by hand."""
OF_SOME: Final = 0.55
"""Factor of that share where only some records have a value, of names by a column's looks."""
LOOKS: Final = frozenset(("column", "first", "fullest", "heading", "long"))
"""Origins of names by a column's looks."""


class Name(NamedTuple):
    """Name of a column, and its source."""

    name: str
    source: Source


def standard_columns(
    columns: Sequence[ColumnFeatures], names: Sequence[str | None]
) -> Iterator[tuple[int, Name]]:
    """Yield the columns of usual fields with their names, each once, and none of ``names``."""
    free = [index for index, name in enumerate(names) if name is None]
    words = {index: said_name(columns[index]) for index in free}
    chosen: dict[str, int] = {}

    def take(name: str, scores: Iterable[tuple[float, int]], least: float) -> None:
        best = max(
            ((score, -index) for score, index in scores if index not in chosen.values()),
            default=(0.0, 0),
        )
        if name not in names and best[0] >= least:
            chosen[name] = -best[1]

    _take_texts(columns, {index: word and word.name for index, word in words.items()}, take)
    if "title" not in chosen:
        scores = ((_naming_score(columns[i], words[i]) - 0.02 * i, i) for i in free)
        take("title", scores, MIN_NAMING)
    images = [i for i in free if columns[i].kind == "image"]
    take("image", ((1 + columns[i].share + columns[i].distinct, i) for i in images), 1.0)
    links = [i for i in free if columns[i].kind == "url"]
    title = chosen.get("title", names.index("title") if "title" in names else None)
    base = columns[title].path if title is not None else ""
    take("url", ((_link_score(columns[i], base), i) for i in links), 1.0)
    for name, index in chosen.items():
        yield index, Name(name, _usual_source(name, columns[index], words[index], base))


def _take_texts(
    columns: Sequence[ColumnFeatures],
    words: Mapping[int, str | None],
    take: Callable[[str, Iterable[tuple[float, int]], float], None],
) -> None:
    """Name columns of text; ``words``: the page's own name for each column without one yet."""

    def fitting(name: str) -> Iterator[int]:
        return (index for index in words if columns[index].kind in FITS[name])

    for field in TEXT_FIELDS:
        score = _title_score if field.name == "title" else partial(_score, field.name)
        scores = ((score(columns[i], words[i]) - 0.02 * i, i) for i in fitting(field.name))
        take(field.name, scores, field.min_score)


def _usual_source(name: str, column: ColumnFeatures, page_name: Name | None, title: str) -> Source:
    """Return the source of a usual name; ``title``: path of the column of that name."""
    if page_name is not None and page_name.name == name:
        return page_name.source
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
    """Return the usual name by the page's own words for a column, if they fit its values."""
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
                # A member's details have labels of their own in the element of an author.
                is_detail = (kind, name) == ("class", "author") and column.label is not None
                if not is_detail and _fits(column, name, word):
                    return Name(name, Source(kind, word))
    return None


def _short(header: str | None) -> str | None:
    """Return a header of few words before any brackets; in many, a word means little."""
    words = (header or "").partition("(")[0].partition("[")[0].split()
    return " ".join(words) if len(words) <= MAX_HEADER_WORDS else None


def _fits(column: ColumnFeatures, name: str, word: str) -> bool:
    """Return True if a name of a ``word`` of the page fits a column's values."""
    if names_other(name, word) or (column.dimension is not None and name in _OF_NO_UNIT):
        return False
    if name == "date" and not _may_be_dates(column):
        return False
    if name == "author" and (column.chars < MIN_AUTHOR or not _names_author(word)):
        return False
    if name == "rating" and not _may_rate(column, word):
        return False
    return column.kind in FITS.get(name, _OTHER_KINDS.get(name, (column.kind,)))


def _may_be_dates(column: ColumnFeatures) -> bool:
    if column.header and column.kind != DATE:
        # "Half time" is no date.
        return False
    # A text "posted in" a category.
    return column.kind != TEXT or column.digits >= MIN_DIGITS


def _names_author(word: str) -> bool:
    """Tell whether a word of the page ends in one for authors: no author's town, no "photo by"."""
    last = words_of(word[:MAX_WORD])[-1]
    if last == "by":
        return after_by(f"{word[:MAX_WORD].strip(' :')}:") == ""
    return not last.isascii() or last in _OF_AUTHORS or "author" in standard_names(last)


_OF_AUTHORS: Final = frozenset(("name", "link", "info", "information"))
"""Last words of what holds an author, beside words for authors."""


def _may_rate(column: ColumnFeatures, word: str) -> bool:
    """Return True if a column has numbers as of ratings, not called votes or a discount."""
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
"""Names without a unit: ``Time: 45 min`` is no date."""


def _score(name: str, column: ColumnFeatures, word: str | None) -> float:
    """Return the score of a name for a column; acceptable from the field's minimum."""
    score = min(0.9, column.share) + _word_score(name, column, word)
    score_looks = _SCORE_OF_LOOKS.get(name)
    return score + score_looks(column) if score_looks else score


def _word_score(name: str, column: ColumnFeatures, word: str | None) -> float:
    """Return the score of a name by the page's own word for a column."""
    if word == name:
        return 3.0
    if is_named_other(name, column):
        return -2.0
    is_subtitle = (name, word) == ("description", "title") and column.kind == PASSAGE
    if (word is not None and not is_subtitle) or column.header or column.itemprops:
        # The page's own word for it is another.
        return -2.0
    return -1.0 if column.label else 0.0


def is_named_other(name: str, column: ColumnFeatures) -> bool:
    """Tell whether a page's words for a column make it another thing's."""
    words = (*column.itemprops[:1], column.header, column.label)
    is_named = any(names_other(name, word) for word in words if word)
    return is_named or classes_name_other(name, " ".join(chain(*column.classes[:1])))


def _description_score(column: ColumnFeatures) -> float:
    is_long = (
        column.kind == PASSAGE
        or column.chars > 60
        or column.in_paragraph
        or (column.chars >= MIN_SENTENCE and _are_sentences(column))
    )
    return (2.0 if is_long else -1.0) + min(1.0, column.chars / 500)


MIN_SENTENCE: Final = 30
"""Smallest mean width of sentences that may describe records, as in Chinese."""


def _are_sentences(column: ColumnFeatures) -> bool:
    """Return True if most values end as sentences do, outside headings and links."""
    ends = sum(text.endswith((".", "!", "?", "。", "！", "？", "…")) for text in column.sample)
    return not column.in_heading and not column.in_link and 2 * ends > len(column.sample)


def _author_score(column: ColumnFeatures) -> float:
    # All rows of a table have the same owner where none is set.
    is_unset = bool(column.header) and column.distinct * column.share * column.records <= 1
    return -3.0 * (column.in_heading or is_unset) + min(0.0, column.distinct - 0.3)


_SCORE_OF_LOOKS: Final[dict[str, Callable[[ColumnFeatures], float]]] = {
    "date": lambda column: 2.0 * (column.kind == DATE),
    "author": _author_score,
    "description": _description_score,
}
"""Scores of a column's looks for a name.
Prices and ratings by their form have their names already, see :mod:`.prices` and
:mod:`.scores`; other amounts only by the page's own words."""


def _title_score(column: ColumnFeatures, word: str | None) -> float:
    is_headed = word == "title" and bool(column.header)
    if column.share < 0.3 or (column.distinct < 0.3 and not is_headed):
        return 0.0
    score = 2.0 * column.share + column.distinct + 2.5 * (word == "title")
    score += 2.5 * column.in_heading + 1.5 * column.in_link
    if word not in (None, "title") and not _is_summary(column, word):
        score -= 2.0
    score -= (
        1.0 * (column.kind != TEXT)
        + 2.0 * (column.chars < 4)
        + 3.0 * (column.several or column.has_parts)
    )
    return score if column.in_heading or column.in_link or word == "title" else score - 1.0


def _is_summary(column: ColumnFeatures, word: str | None) -> bool:
    """Tell whether a column is of linked texts under "Summary": titles of tickets; a short one may
    be any record's."""
    is_short = bool(column.header) or column.kind == TEXT
    return word == "description" and column.in_link and is_short


MIN_NAMING: Final = 1.5
"""Smallest score of a plain text as title, where nothing else is. Set by hand."""
MIN_NAMED: Final = 3
"""Smallest number of records with a plain text as title."""
MAX_TITLE: Final = 80
"""Largest mean number of characters of a plain text as title."""


def _naming_score(column: ColumnFeatures, page_name: Name | None) -> float:
    """Score a plain text as title: one in nearly all records, in nearly each another."""
    is_name = column.kind == TEXT and not (page_name or column.several or column.label)
    if not is_name or column.itemprops or column.dimension or column.digits >= MIN_DIGITS:
        return 0.0
    if not 4 <= column.chars <= MAX_TITLE or column.share < 0.8 or column.distinct < 0.5:
        return 0.0
    if column.records < MIN_NAMED:
        return 0.0
    return column.share + column.distinct


def _link_score(column: ColumnFeatures, title: str) -> float:
    parent = column.path.rpartition("/")[0]
    score = column.share + column.distinct - column.several
    return score + (3.0 if title.startswith(f"{parent}/") else 0.0)
