"""What the columns of a table are called.

A name depends on where a column stands in the records and on what the page calls it, not on what
it says in one record or another: an ``itemprop``, the head of its column in a table, a label beside
its values, and the class names around it. Words for the usual fields, in the languages that pages
are most written in, lead to the same few names, and of class names the nouns of a lexicon alone:
most say how something looks, and many were made by a program. Where nothing is written, the kind of
value names it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from scrapy_treesim.records.table.column_features import ColumnFeatures
from scrapy_treesim.records.table.standard_fields import ADDRESSES, URL
from scrapy_treesim.records.table.standard_names import (
    MAX_WORD,
    Name,
    Source,
    said_name,
    standard_columns,
)
from scrapy_treesim.records.table.words import noun_of, plural_of, snake
from scrapy_treesim.values.text_kinds import PASSAGE, PRICE, RATING, TEXT

__all__ = ["Name", "Source", "names_of"]

MAX_WORDS: Final = 3
"""Words of a label without a colon that is a name."""
PLAIN_NAMES: Final = {PASSAGE: TEXT, URL: "link", PRICE: "amount", RATING: "score"}
"""Names by kinds, where they are others: not all amounts are prices."""


def names_of(columns: Sequence[ColumnFeatures], taken: Iterable[str | None] = ()) -> list[Name]:
    """A name for each column, each once; ``taken`` has those that are given already, or None.

    Names are of letters, digits and ``_``, in lower case.
    """
    columns = [
        column if column.header == header else replace(column, header=header)
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

    for place, name in standard_columns(columns, names, used):
        give(place, *name)
    shared = _shared(columns)
    for place, column in enumerate(columns):
        if names[place] is None:
            own = _own_name(column, columns, names, shared) or _own_name(
                column, columns, names, frozenset()
            )
            give(place, *(own or Name(_plain_name(column), Source("kind"))))
    return [Name(name or "", source) for name, source in zip(names, sources, strict=True)]


def _shared(columns: Sequence[ColumnFeatures]) -> frozenset[str]:
    """Class names around more than one column, of texts or of addresses."""
    counts = Counter(
        (word, column.kind in ADDRESSES)
        for column in columns
        for word in {word for step in column.classes for word in step}
    )
    return frozenset(word for (word, _), count in counts.items() if count > 1)


def _heads(columns: Sequence[ColumnFeatures]) -> list[str | None]:
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


def _own_name(
    column: ColumnFeatures,
    columns: Sequence[ColumnFeatures],
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
        ("label", (column.label if _is_short(column.label) else None,)),
        ("unit", (column.dimension or column.unit,)),
    ):
        for word in words:
            if word and (name := snake(word)):
                return Name(name + suffix, Source(kind, word))
    own = column.classes[:2]
    if shared and any(word in shared for step in own for word in step):
        own = tuple(tuple(word for word in step if word not in shared) for step in own)
    if own != column.classes:
        column = replace(column, classes=own)
    return _name_of_classes(column, suffix, names)


def _is_short(label: str | None) -> bool:
    """Tell whether a label is a name and no sentence."""
    return label is not None and (label.endswith((":", "：")) or label.count(" ") < MAX_WORDS)


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


def _plain_name(column: ColumnFeatures) -> str:
    return PLAIN_NAMES.get(column.kind, column.kind)
