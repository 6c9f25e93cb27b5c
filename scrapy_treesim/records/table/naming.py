"""What the columns of a table are called.

A name depends on where a column stands in the records and on what the page calls it, not on what
it says in one record or another: an ``itemprop``, the head of its column in a table, a label beside
its values, and the class names around it. Words for the usual fields, in the languages that pages
are most written in, lead to the same few names; where nothing is written, the kind of value does.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple

from scrapy_treesim.analysis.lexicon.fields import FIELDS
from scrapy_treesim.analysis.text_kinds import DATE, NUMBER, PASSAGE, PRICE, RATING, TEXT

_WORD_OF: Final = {word: name for name, words in reversed(FIELDS.items()) for word in words.split()}
_UNSPACED: Final = {
    word: name for word, name in _WORD_OF.items() if word[0] > "\u3000" and len(word) > 1
}
_FITS: Final = {
    "price": (PRICE, NUMBER),
    "old_price": (PRICE, NUMBER),
    "rating": (RATING, NUMBER),
    "reviews": (NUMBER,),
    "date": (DATE, TEXT, NUMBER),
    "author": (TEXT,),
    "title": (TEXT, PASSAGE),
    "description": (TEXT, PASSAGE),
    "url": ("url",),
    "image": ("image",),
}
"""The kinds of values that a name can stand for, of those names that tell."""
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_UNLIKE: Final = re.compile(r"\d|^.$")
_CODE: Final = re.compile(r"^(?=.*\d)[0-9a-z]+$|^[^aeiouyаеиоуыэюя]{4,}$", re.IGNORECASE)
_UNIT: Final = re.compile(
    r"^[\W\d_]*\d[.,'’\s\u00a0\u202f]*(?:[kKmM万]?\+\s*|[kKmM万]\s*)?"
    r"([^\W\d_][^\W\d]{1,20})s?\W*$"
)
_NO_WORD: Final = re.compile(r"\W+")
_APART: Final = re.compile(r"[\W_]+")
_LETTER: Final = re.compile(r"[^\W\d_]")
_PLURAL: Final = re.compile("(?:ies|y|s)$")
_STATE: Final = frozenset(
    "css jsx sc styled font gap border leading truncate muted clamp line words whitespace nowrap "
    "rounded shadow px tracking wide primary secondary default hover visible only for on off "
    "js active first last odd even left right clear clearfix hidden visually small large big row "
    "col cell item list box wrap wrapper container inner outer block inline flex grid text data "
    "value label info detail details meta main media body content link icon btn button u is has no "
    "fl fr cf bold strong normal center top bottom span div li td".split()
)
"""Words of class names that say how something looks or that it is there."""
MAX_NAME: Final = 40
"""Characters of the longest name."""
MAX_WORD: Final = 200
"""Characters of a class name, header or label that are read: what was read of it is kept."""
ADDRESSES: Final = ("url", "image")
"""Kinds of columns whose values are addresses."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of a column before it has a name."""

    kind: str
    """Of values: one of text kinds, ``url`` or ``image``."""
    path: str
    itemprops: tuple[str, ...]
    """From the inside out."""
    classes: tuple[tuple[str, ...], ...]
    """Class names that all its nodes have, from the inside out."""
    label: str | None
    header: str | None
    in_heading: bool
    in_link: bool
    in_paragraph: bool
    struck: bool
    """Whether it is crossed out, as prices of yesterday are."""
    share: float
    """Of records that have it."""
    distinct: float
    """Distinct values over values."""
    several: bool
    """Whether a record may have more than one of its values."""
    chars: float
    """Characters of a value, on average."""
    lead: str | None = None
    """The one word that its texts begin with."""
    unit: str | None = None
    """The one word after its numbers."""


class Source(NamedTuple):
    """What a column's name was taken from; put into words by :mod:`.reasons`."""

    kind: str
    """A word of the page: ``itemprop``, ``header``, ``label``, ``class``, ``unit``, ``lead``;
    another column's name: ``column``; how it looks: ``heading``, ``link``, ``struck``, ``long``,
    ``first``; its ``values``; ``fullest`` of its kind; its ``kind``, for want of more; a page
    ``earlier``."""
    word: str | None = None
    """The page's word, or the other column's name."""


class Name(NamedTuple):
    """What a column is called, and why."""

    name: str
    source: Source


def names_of(columns: Sequence[Evidence], taken: Iterable[str | None] = ()) -> list[Name]:
    """A name for each column, each once; ``taken`` has those that are given already, or None.

    Names are of letters, digits and ``_``, in lower case.
    """
    columns = [
        replace(column, header=header)
        for column, header in zip(columns, _heads(columns), strict=True)
    ]
    names: list[str | None] = [*taken] or [None] * len(columns)
    used = {name for name in names if name}
    sources = [Source("earlier")] * len(columns)

    def give(place: int, name: str, source: Source) -> None:
        number = 1
        while (unique := name if number == 1 else f"{name}_{number}") in used:
            number += 1
        names[place] = unique
        sources[place] = source
        used.add(unique)

    for place, name in _standard(columns, names, used):
        give(place, *name)
    shared = _shared(columns)
    for place, column in enumerate(columns):
        if names[place] is None:
            own = _own_name(column, columns, names, shared) or _own_name(
                column, columns, names, frozenset()
            )
            give(place, *(own or Name(_plain_name(column), Source("kind"))))
    return [Name(name or "", source) for name, source in zip(names, sources, strict=True)]


def _standard(
    columns: Sequence[Evidence], names: Sequence[str | None], used: set[str]
) -> Iterator[tuple[int, Name]]:
    """The columns that are what most records have, each name at most once."""
    free = [place for place, name in enumerate(names) if name is None]
    found: dict[str, int] = {}

    def take(name: str, scores: Iterable[tuple[float, int]], least: float) -> None:
        best = max(
            ((score, -place) for score, place in scores if place not in found.values()),
            default=(0.0, 0),
        )
        if name not in used and best[0] >= least:
            found[name] = -best[1]

    words = {place: said_name(columns[place]) for place in free}
    said = {place: word and word.name for place, word in words.items()}
    text = [place for place in free if columns[place].kind not in ADDRESSES]
    for name in ("price", "old_price", "rating", "date", "author", "reviews"):
        scores = ((_score(name, columns[i], said[i]) - 0.02 * i, i) for i in text)
        take(name, scores, 1.5 if name == "reviews" else 2.0)
    take("title", ((_title_score(columns[i], said[i], i), i) for i in text), 2.5)
    take("description", ((_score("description", columns[i], said[i]), i) for i in text), 2.0)
    images = [i for i in free if columns[i].kind == "image"]
    take("image", ((1 + columns[i].share + columns[i].distinct, i) for i in images), 1.0)
    links = [i for i in free if columns[i].kind == "url"]
    title = found.get("title", names.index("title") if "title" in names else None)
    base = columns[title].path if title is not None else ""
    take("url", ((_link_score(columns[i], base), i) for i in links), 1.0)
    for name, place in found.items():
        yield place, Name(name, _usual_source(name, columns[place], words[place], base))


def _usual_source(name: str, column: Evidence, said: Name | None, title: str) -> Source:
    """What a usual name was given for; ``title``: the path of the column called so."""
    if said is not None and said.name == name:
        return said.source
    if name == "url" and title.startswith(f"{column.path.rpartition('/')[0]}/"):
        return Source("column", "title")
    if column.kind in ADDRESSES:
        return Source("fullest")
    looks = {
        "old_price": column.struck and "struck",
        "title": (column.in_heading and "heading") or (column.in_link and "link") or "first",
        "description": "long",
    }
    return Source(looks.get(name) or "values")


def _shared(columns: Sequence[Evidence]) -> frozenset[str]:
    """Class names around more than one column, of texts or of addresses."""
    counts = Counter(
        (word, column.kind in ADDRESSES)
        for column in columns
        for word in {word for step in column.classes for word in step}
    )
    return frozenset(word for (word, _), count in counts.items() if count > 1)


def _heads(columns: Sequence[Evidence]) -> list[str | None]:
    """The header of each column; of columns under one header, the fullest text has it."""
    best: dict[str, int] = {}
    for place, column in enumerate(columns):
        if column.header and column.kind not in ADDRESSES:
            other = best.setdefault(column.header, place)
            if columns[other].share < column.share:
                best[column.header] = place
    return [
        column.header if best.get(column.header or "") == place else None
        for place, column in enumerate(columns)
    ]


def said_name(column: Evidence) -> Name | None:
    """The usual name that the page's own words for a column lead to, if they fit its values."""
    for kind, words in (
        ("itemprop", column.itemprops[:1]),
        ("header", (column.header,)),
        ("label", (column.label,)),
        *(("class", step) for step in column.classes[:3]),
        ("unit", (column.unit,)),
        ("lead", (column.lead,)),
    ):
        for word in filter(None, words):
            for name in _usual_names(word[:MAX_WORD]):
                if column.kind in _FITS.get(name, (column.kind,)):
                    return Name(name, Source(kind, word))
    return None


@lru_cache(maxsize=4096)
def _usual_names(word: str) -> tuple[str, ...]:
    """The usual names that a class name, label or the like leads to, the best first."""
    parts = _parts(word)
    found: list[str] = []
    for part in ("".join(parts), *reversed(parts)):
        if part in _WORD_OF:
            found.append(_WORD_OF[part])
        elif not part.isascii():
            # Written without spaces, a word stands among others.
            found.extend(name for cue, name in _UNSPACED.items() if cue in part)
    return tuple(found)


def _score(name: str, column: Evidence, said: str | None) -> float:
    """How well a name fits a column; 2 or more where it may be called that."""
    if column.kind not in _FITS[name]:
        return 0.0
    usual = (name, "price") if name == "old_price" and column.struck else (name,)
    score = min(0.9, column.share)
    if said == name:
        score += 3.0
    elif said not in (None, *usual) or (said is None and (column.header or column.itemprops)):
        # The page's own word for it is another.
        score -= 2.0
    elif said is None and column.label:
        score -= 1.0
    if name == "price":
        return score + (2.5 if column.kind == PRICE else 0) - (3.0 if column.struck else 0)
    if name == "old_price":
        return score + (2.5 if column.struck else 0)
    if name == "rating":
        return score + (2.0 if column.kind == RATING else 0)
    if name == "date":
        return score + (2.0 if column.kind == DATE else 0)
    if name == "author":
        return score - (3.0 if column.in_heading else 0) + min(0.0, column.distinct - 0.3)
    if name == "description":
        long = column.kind == PASSAGE or column.chars > 60 or column.in_paragraph
        return score + (2.0 if long else -1.0) + min(1.0, column.chars / 500)
    return score


def _title_score(column: Evidence, said: str | None, place: int) -> float:
    if column.kind not in _FITS["title"] or column.share < 0.3 or column.distinct < 0.3:
        return 0.0
    score = 2.0 * column.share + column.distinct + (2.5 if said == "title" else 0)
    score += 2.5 * column.in_heading + 1.5 * column.in_link - 0.05 * place
    if said not in (None, "title"):
        score -= 2.0
    score -= 1.0 * (column.kind != TEXT) + 2.0 * (column.chars < 4) + 1.5 * column.several
    return score if column.in_heading or column.in_link or said == "title" else score - 1.0


def _link_score(column: Evidence, title: str) -> float:
    above = column.path.rpartition("/")[0]
    score = column.share + column.distinct - column.several
    return score + (3.0 if title.startswith(f"{above}/") else 0.0)


def _own_name(
    column: Evidence,
    columns: Sequence[Evidence],
    names: Sequence[str | None],
    shared: frozenset[str],
) -> Name | None:
    """What the page calls a column; the link of a named text is called after it."""
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
        ("unit", (column.unit,)),
    ):
        for word in words:
            if word and (name := snake(word)):
                return Name(name + suffix, Source(kind, word))
    own = replace(
        column, classes=tuple(tuple(w for w in step if w not in shared) for step in column.classes)
    )
    return _name_of_classes(own, suffix) or _named(snake(column.lead or ""), "lead", column.lead)


def _name_of_classes(column: Evidence, suffix: str) -> Name | None:
    """A usual name that the page's words lead to, else the plainest of its innermost classes."""
    said = said_name(column)
    if said:
        return Name(said.name if said.name in ADDRESSES else said.name + suffix, said.source)
    for step in column.classes[:2]:
        good = [(name, word) for word in step if (name := _clean_class(word[:MAX_WORD]))]
        if good:
            name, word = min(good, key=lambda one: (len(one[0]), one[0]))
            return Name(name + suffix, Source("class", word))
    return None


def _named(name: str | None, kind: str, word: str | None) -> Name | None:
    return Name(name, Source(kind, word)) if name else None


def _plain_name(column: Evidence) -> str:
    return column.kind if column.kind != PASSAGE else TEXT


@lru_cache(maxsize=4096)
def _clean_class(word: str) -> str | None:
    """A class name as a field's name, without what says nothing; None where nothing is left."""
    if _CODE.match(word):
        return None
    parts = [part for part in _parts(word) if part not in _STATE and not _UNLIKE.search(part)]
    name = snake("_".join(parts)) if parts else None
    return name if name and len(name) > 2 else None


def snake(words: str) -> str | None:
    """Words as an identifier: lower case, ``_`` between them, at most :data:`MAX_NAME` long."""
    name = _NO_WORD.sub("_", _CAMEL.sub("_", words).lower()).strip("_")[:MAX_NAME].strip("_")
    if not name or not _LETTER.search(name):
        return None
    return f"_{name}" if name[0].isdigit() else name


def unit_of(texts: Iterable[str]) -> str | None:
    """The word that stands behind the numbers of all these texts, as of ``12 reviews``."""
    found: dict[str, None] = {}
    for text in texts:
        match = _UNIT.match(text)
        if match is None:
            return None
        found[match[1].lower()] = None
    stems = {_PLURAL.sub("", word) for word in found}
    return max(found, key=len) if len(stems) == 1 else None


def leading_word(texts: Sequence[str]) -> str | None:
    """The first word of all these texts, where what follows differs: ``posted 3 May``."""
    if len(texts) < 3:
        return None
    found = {text.partition(" ")[0] for text in texts}
    if len(found) != 1 or len(set(texts)) == 1:
        return None
    word = found.pop().rstrip(":：-")
    return word if 1 < len(word) <= MAX_NAME and word.isalpha() else None


def _parts(word: str) -> list[str]:
    return [part for part in _APART.split(_CAMEL.sub("-", word).lower()) if part]
