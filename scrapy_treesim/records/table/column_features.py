"""The features of a column: evidence in and around its nodes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from scrapy_treesim.records.table.cells import LeafValues, texts
from scrapy_treesim.records.table.words import unit_of
from scrapy_treesim.tree import tags
from scrapy_treesim.values.quantities import dimension_of
from scrapy_treesim.values.text_kinds import NUMBER, TEXT

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MAX_LABEL: Final = 40
"""Largest number of characters of a label."""
STEPS: Final = 4
"""Elements around a value that have their names read, the innermost ones."""
DIGITS_SAMPLE: Final = 10
"""Values of a column checked for digits."""
MAX_PROPERTY: Final = 200
"""Characters read of a property's name."""

_PROPERTIES: Final = (tags.ATTRIBUTES.index("itemprop"), tags.ATTRIBUTES.index("property"))
_HEADINGS: Final = tags.numbers("h1 h2 h3 h4 h5 h6 dt caption")
_PARAGRAPH: Final = tags.NUMBER["p"]
_LINK: Final = tags.NUMBER["a"]
_ROW: Final = tags.NUMBER["tr"]
_COLONS: Final = (":", "：")


@dataclass(frozen=True, slots=True)
class ColumnFeatures:
    """Facts about a column before it has a name."""

    kind: str
    """Kind of the values: one of text kinds, ``url`` or ``image``."""
    path: str
    itemprops: tuple[str, ...]
    """Names of properties of microdata or RDFa, from the inside out."""
    classes: tuple[tuple[str, ...], ...]
    """Class names around the first value, from the inside out."""
    label: str | None
    header: str | None
    in_heading: bool
    in_link: bool
    in_paragraph: bool
    share: float
    """Share of records with a value."""
    distinct: float
    """Distinct values over values."""
    several: bool
    """True if a record may have more than one value."""
    chars: float
    """Mean width of a value: characters, those of Chinese or Japanese counted twice."""
    digits: float = 1.0
    """Share of values with a digit."""
    records: int = 1
    """Number of records, with a value or without."""
    unit: str | None = None
    """The one word after the numbers."""
    dimension: str | None = None
    """Dimension of the quantities: ``weight``."""
    has_parts: bool = False
    """True if parts of the values are columns as well."""
    sample: tuple[str, ...] = ()
    """The first values."""


class Surroundings:
    """The records' outermost nodes: limits of the search around values."""

    def __init__(self, tree: PageTree, records: Sequence[Sequence[int]]) -> None:
        self.roots = frozenset(node for record in records for node in record)
        """The records' own nodes."""
        self.is_single = all(len(record) < 2 for record in records)
        """True if records are single nodes: their names are records', not fields'."""
        firsts = [record[0] for record in records if record]
        self.has_properties = any(attribute in tree.attribute for attribute in _PROPERTIES)
        """True if the page has properties of microdata, or may of RDFa."""
        self.are_rows = bool(firsts) and all(tree.tag[node] == _ROW for node in firsts)
        """True if the records are rows of a table."""


def labels_of(readings: Sequence[LeafValues]) -> dict[int, str]:
    """Return the labels of readings, by index: constant texts before values, or after numbers."""
    indexes = [index for index, reading in enumerate(readings) if reading.leaf.attribute is None]
    texts_of = _constant_texts(readings, indexes)
    before = {
        current: previous
        for previous, current in pairwise(indexes)
        if texts_of[previous].endswith(_COLONS) and not readings[current].is_constant
    }
    labels = {
        # What the element that it is in, or the one before it, is called.
        index: texts_of[before[index]] if index in before else readings[index].leaf.label
        for index in indexes
        if not readings[index].is_constant
    }
    used = {*before.values()}
    behind = _labelled_behind(readings, indexes, texts_of)
    for number, current in enumerate(indexes):
        if readings[current].is_constant or labels[current]:
            continue
        following = indexes[number + 1 :][:1] if current in behind else []
        preceding = indexes[:number][-1:]
        path = readings[current].leaf.path
        free = [i for i in (*following, *preceding) if texts_of[i] and i not in used]
        # Of two that are as near it is the one behind.
        near = {_nearness(readings[i].leaf.path, path): i for i in reversed(free)}
        if max(near, default=0):
            labels[current] = texts_of[near[max(near)]]
            used.add(near[max(near)])
    labels |= {index: reading.label for index, reading in enumerate(readings) if reading.label}
    return {index: label for index, label in labels.items() if label}


def _constant_texts(readings: Sequence[LeafValues], indexes: Sequence[int]) -> dict[int, str]:
    """Return the texts that may be labels, by index; empty for others, and for names of actions:
    what leads elsewhere from each record, and says nothing else."""
    paths = [readings[index].leaf.path for index in indexes if not readings[index].is_constant]
    links = {reading.leaf.path[: -len("@href")] for reading in readings
             if reading.leaf.attribute == "href" and not reading.is_constant}  # fmt: skip
    actions = tuple(link for link in links if not any(path.startswith(link) for path in paths))
    return {
        index: "" if readings[index].leaf.path.startswith(actions) else _as_label(readings[index])
        for index in indexes
    }


def _labelled_behind(
    readings: Sequence[LeafValues], indexes: Sequence[int], texts_of: Mapping[int, str]
) -> set[int]:
    """Return the numbers that the text after them may label: no value of pairs after labels.

    ``12 replies, 40 views`` differs from ``Replies 12, Views 40`` by what comes first and last.
    """
    numbers = {i for i in indexes if readings[i].kind == NUMBER and not readings[i].is_constant}
    behind = {*numbers}
    shapes = [_NUMBERING.sub("", readings[index].leaf.path) for index in indexes]
    is_label = [bool(texts_of[index]) for index in indexes]
    first = 0
    while first < len(indexes):
        stop = first
        while (
            stop + 1 < len(indexes)
            and is_label[stop]
            and shapes[stop] == shapes[first]
            and not readings[indexes[stop + 1]].is_constant
        ):
            stop += 2
        is_ended = stop >= len(indexes) or not is_label[stop] or shapes[stop] != shapes[first]
        if stop - first >= 4 and is_ended and not (first and indexes[first - 1] in numbers):
            behind.difference_update(indexes[first:stop])
        first = max(first + 1, stop)
    return behind


_NUMBERING: Final = re.compile(r"\[\d{1,4}\]|\([^/]{0,40}\)")


def _as_label(reading: LeafValues) -> str:
    """Return a reading's constant text, if short enough for a label, without digits."""
    if not reading.is_constant or reading.leaf.header:
        return ""
    counts = Counter(texts(reading.values))
    text = min(counts, key=lambda value: (-counts[value], value), default="")
    return text if 1 < len(text) <= MAX_LABEL and not any(map(str.isdigit, text)) else ""


def _nearness(path: str, other_path: str) -> int:
    """Return the number of first steps shared by two paths; 0 where they part early."""
    steps, other_steps = path.split("/"), other_path.split("/")
    common = 0
    for step, other_step in zip(steps, other_steps, strict=False):
        if step != other_step:
            break
        common += 1
    return common if max(len(steps), len(other_steps)) - common <= STEPS else 0


def features_of(
    page: Page, reading: LeafValues, label: str | None, surroundings: Surroundings
) -> ColumnFeatures:
    """Return the features of a reading's column."""
    tree = page.tree
    first = next((cell[0][0] for cell in reading.leaf.cells if cell), None)
    inside = [] if first is None else _around(tree, first, surroundings)
    tags_around = {tree.tag[node] for node in inside}
    values = texts(reading.values)
    sample = values[:DIGITS_SAMPLE]
    return ColumnFeatures(
        kind=reading.kind,
        path=reading.leaf.path,
        itemprops=_properties(tree, inside) if surroundings.has_properties else (),
        classes=_class_names(tree, inside),
        label=label,
        header=reading.leaf.header or None,
        in_heading=bool(tags_around & _HEADINGS),
        in_link=_LINK in tags_around,
        in_paragraph=_PARAGRAPH in tags_around,
        share=sum(map(bool, reading.values)) / max(1, len(reading.values)),
        distinct=len(set(values)) / max(1, len(values)),
        several=any(len(value) > 1 for value in reading.values),
        chars=sum(map(_width, values)) / max(1, len(values)),
        digits=sum(any(map(str.isdigit, value)) for value in sample) / max(1, len(sample)),
        records=len(reading.values),
        unit=unit_of(values) if reading.kind == NUMBER else None,
        dimension=dimension_of(sample) if reading.kind in (NUMBER, TEXT) else None,
        has_parts=reading.leaf.has_parts,
        sample=tuple(sample),
    )


def _width(text: str) -> int:
    wide = 0 if text.isascii() else sum(character >= "\u2e80" for character in text)
    return len(text) + wide


def _properties(tree: PageTree, inside: Sequence[int]) -> tuple[str, ...]:
    """Return the names of elements in microdata or RDFa, without the vocabulary's name."""
    names = []
    for node in inside:
        value = tree.get(node, "itemprop") or tree.get(node, "property") or ""
        words = value[:MAX_PROPERTY].split()
        name = words[0].rpartition("/")[2].rpartition(":")[2] if words else ""
        if name:
            names.append(name)
    return tuple(names)


def _around(tree: PageTree, node: int, surroundings: Surroundings) -> list[int]:
    """Return the elements around a value, itself among them, from the inside out."""
    around: list[int] = []
    while node >= 0 and len(around) < STEPS:
        is_root = node in surroundings.roots
        if is_root and surroundings.is_single and around:
            break
        if tree.tag[node] != tags.TEXT:
            around.append(node)
        if is_root:
            break
        node = tree.parent[node]
    return around


def _class_names(tree: PageTree, inside: Sequence[int]) -> tuple[tuple[str, ...], ...]:
    """Return the class names of each element with any."""
    names = (tuple(dict.fromkeys((tree.get(node, "class") or "").split())) for node in inside)
    return tuple(filter(None, names))
