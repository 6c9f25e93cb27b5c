"""Values of the cells of a leaf, with their kind."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Final

from scrapy_treesim.records.table.standard_fields import IMAGE, URL
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.picture_address import picture_address
from scrapy_treesim.tree.text import INLINE, text_of
from scrapy_treesim.values.availability import availability_of
from scrapy_treesim.values.dates import date_of, names_day
from scrapy_treesim.values.money import amounts_of
from scrapy_treesim.values.quantities import dimension_of
from scrapy_treesim.values.text_kinds import (
    DATE,
    LABEL,
    NUMBER,
    PASSAGE,
    PRICE,
    TEXT,
    kind_of,
)

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.records.table._content_cy import Texts
    from scrapy_treesim.records.table.common_leaves import Leaf, Nodes
    from scrapy_treesim.tree import PageTree

ELLIPSES: Final = ("...", "…", "[...]", "[…]", "(...)", "(…)")
"""Endings of a text cut short."""
MAX_LEVELS: Final = 3
"""Largest number of elements around a text whose ``title`` is read."""
MIN_CHARS: Final = 3
"""Smallest number of characters before the ellipsis, for a text to be recognised."""
MAX_IMAGES: Final = 30
"""Nodes searched before a text for an image with the same name."""

_ELLIPSIS_SIGNS: Final = ".… []()"
_IMAGE: Final = tags.NUMBER["img"]


def whole_text(tree: PageTree, node: int, text: str) -> str:
    """Return the whole of a node's text if the page cut it, else the text.

    That is the ``title`` around it, or the ``alt`` of an image right before it, with the same
    beginning. ``text``: white space collapsed.
    """
    if not text.endswith(ELLIPSES):
        return text
    beginning = text.rstrip(_ELLIPSIS_SIGNS)
    if len(beginning) < MIN_CHARS:
        return text
    for element in tree.upward(node, MAX_LEVELS):
        if (value := _whole(tree.get(element, "title"), beginning)) is not None:
            return value
    for image in range(node - 1, max(0, node - MAX_IMAGES), -1):
        if tree.tag[image] == _IMAGE:
            return _whole(tree.get(image, "alt"), beginning) or text
    return text


def _whole(value: str | None, beginning: str) -> str | None:
    """Return the value of an attribute, if it is longer than its ``beginning``."""
    value = " ".join((value or "").split())
    if len(value) > len(beginning) and value.startswith(beginning) and not value.endswith(ELLIPSES):
        return value
    return None


SEPARATOR: Final = " | "
"""Separator of the values of a cell with several."""
NEARLY_ALL: Final = 0.9
"""Smallest share of records with the same text, for it to be a label."""
KIND_SHARE: Final = 0.6
"""Smallest share of a leaf's values of one kind, for it to be the leaf's."""
SAMPLE: Final = 5
"""Values of a leaf read as a sample."""
SHORT_DATE: Final = 45
"""Largest number of characters of a date whose other words do not matter."""
MAX_DATE: Final = 60
"""Largest number of characters of a date; a longer text mentions one."""
MAX_MOMENT: Final = 60
"""Characters read of a date for programs."""
_TIME: Final = tags.NUMBER["time"]
_ORDINAL: Final = re.compile(r"\d{1,3}[.)]\s+[^\W\d_]{2}")
_COLONS: Final = (":", "：")


@dataclass(frozen=True, slots=True)
class LeafValues:
    """A leaf with its values."""

    leaf: Leaf
    kind: str
    values: list[list[str]]
    """Values of each record: texts, or addresses as the page has them."""
    is_constant: bool
    """True if nearly all records have the same value."""
    label: str | None
    """Beginning of all texts, before a colon; not in the values."""
    name: str | None = None
    """Name of the column, where known from the source of the values."""

    def parts(self, page: Page) -> tuple[tuple[str, ...], ...]:
        """Return the values of each record one by one; addresses absolute, and each once."""
        if self.kind not in (URL, IMAGE):
            return tuple(map(tuple, self.values))
        absolute = page.absolute
        return tuple(tuple(dict.fromkeys(filter(None, map(absolute, row)))) for row in self.values)


def read_leaf(page: Page, leaf: Leaf, texts: Texts) -> LeafValues:
    """Read the leaf's values once; ``texts`` are those of the records."""
    if leaf.attribute in ("href", "src"):
        return _read_addresses(page.tree, leaf)
    values, kinds = _read_values(page, leaf, texts)
    label = None if leaf.header else _label(values)
    if label is not None:
        values = [[LABEL.sub("", value) for value in cell] for cell in values]
        kinds = None
    kind = _kind_on_page(page, leaf, values, _kind(values, kinds))
    constant = is_constant(leaf, values) and not (kind == DATE and _differ(page, leaf))
    return LeafValues(leaf, kind, values, constant, label)


def _read_addresses(tree: PageTree, leaf: Leaf) -> LeafValues:
    address, kind = (_link, URL) if leaf.attribute == "href" else (picture_address, IMAGE)
    values = [[url for (node,) in cell if (url := address(tree, node))] for cell in leaf.cells]
    return LeafValues(leaf, kind, values, is_constant(leaf, values), None)


def _read_values(
    page: Page, leaf: Leaf, texts: Texts
) -> tuple[list[list[str]], Mapping[str, int] | None]:
    """Return the texts of each record and, where they are known, the numbers of their kinds."""
    tree = page.tree
    if leaf.attribute != "content":
        return texts.values(leaf.cells, partial(_shown, page), partial(whole_text, tree))
    lines = [[(tree.get(node, "content") or "").split() for (node,) in cell] for cell in leaf.cells]
    return [[" ".join(line) for line in cell if line] for cell in lines], None


def _kind_on_page(page: Page, leaf: Leaf, values: list[list[str]], kind: str) -> str:
    """Return the kind of a leaf by more than the forms of its values.

    A date for programs is one in any language; a time of day or of work is none.
    """
    if kind in (DATE, NUMBER, TEXT, PASSAGE) and _dated(page, leaf):
        return DATE
    if kind == DATE and not _name_days(page, values):
        return TEXT
    return NUMBER if kind == PRICE and _measures(page, values) else kind


def joined(values: Sequence[str]) -> str | None:
    """Return the values of a cell as one text; None where there are none."""
    return SEPARATOR.join(values) or None


def is_constant(leaf: Leaf, values: list[list[str]]) -> bool:
    """Return True if a leaf has the same value in nearly all records."""
    attribute = leaf.attribute
    all_texts = texts(values)
    count, distinct = len(all_texts), {*all_texts}
    if attribute is None and count > 1 and _are_labels(all_texts):
        return True
    if len(distinct) != 1:
        return not distinct
    if distinct == {leaf.label}:
        return True
    if attribute in ("href", "src"):
        # The same address is an icon or a button, however rare.
        return count > 1
    return len(values) > 1 and count >= NEARLY_ALL * leaf.rows


def _are_labels(all_texts: Sequence[str]) -> bool:
    """Return True if nearly all texts end in a colon: labels in other words too, and where not all
    records have them."""
    labels = {text for text in {*all_texts} if text.endswith(_COLONS) and not names_day(text)}
    return bool(labels) and sum(map(labels.__contains__, all_texts)) >= NEARLY_ALL * len(all_texts)


def _name_days(page: Page, values: list[list[str]]) -> bool:
    """Return True if most of the first values name a day."""
    sample = [*islice((value for cell in values for value in cell), SAMPLE)]
    dated = sum(_is_date(value) and names_day(value, page.language) for value in sample)
    return 2 * dated > len(sample)


def _is_date(value: str) -> bool:
    """Return True if a text that names a day hardly says more: it is short, or full of digits."""
    digits = sum(map(str.isdigit, value[: MAX_DATE + 1]))
    return len(value) <= SHORT_DATE or (len(value) <= MAX_DATE and 5 * digits > len(value))


def _dated(page: Page, leaf: Leaf) -> bool:
    """Return True if the page has a date for programs at the first values."""
    tree = page.tree
    number = 0
    for node in islice((cell[0][0] for cell in leaf.cells if cell), SAMPLE):
        element = node if tree.tag[node] == _TIME else tree.parent[node]
        if element < 0 or tree.tag[element] != _TIME:
            return False
        if date_of((tree.get(element, "datetime") or "")[:MAX_MOMENT]) is None:
            return False
        number += 1
    return number > 0


def _measures(page: Page, values: list[list[str]]) -> bool:
    """Return True if apparent amounts are sizes, as ``50 ft`` where nobody pays in forints."""
    sample = texts(values)[:SAMPLE]
    amounts = (
        amount for text in sample for amount in amounts_of(text, None, page.url, page.language)
    )
    return dimension_of(sample) is not None and not any(amount.is_sure for amount in amounts)


def _differ(page: Page, leaf: Leaf) -> bool:
    """Return True if the page has several times for programs at equal values."""
    tree = page.tree
    times = {tree.get(tree.parent[cell[0][0]], "datetime") for cell in leaf.cells if cell}
    return len(times - {None}) > 1


def _kind(values: list[list[str]], counted: Mapping[str, int] | None) -> str:
    """Return the kind of most values; ``counted``: values of each kind, in order of appearance."""
    kinds = Counter(map(kind_of, texts(values))) if counted is None else counted
    if not kinds:
        return TEXT
    kind = max(kinds, key=kinds.__getitem__)
    count = sum(kinds.values())
    if (
        kind == NUMBER
        and 2 * sum(_ORDINAL.match(value) is not None for cell in values for value in cell) > count
    ):
        # "1. Iron pan"
        return TEXT
    if kinds[kind] >= KIND_SHARE * count:
        return kind
    passages, words = kinds.get(PASSAGE, 0), kinds.get(TEXT, 0)
    return PASSAGE if passages + words >= KIND_SHARE * count and passages >= words else TEXT


def _label(values: list[list[str]]) -> str | None:
    """Return the label before the values, if all begin with the same."""
    label: str | None = None
    for cell in values:
        for value in cell:
            match = LABEL.match(value)
            if match is None or (label is not None and match[1] != label):
                return None
            label = match[1]
    return label if sum(map(len, values)) > 1 else None


def _shown(page: Page, nodes: Nodes) -> str | None:
    tree = page.tree
    if all(tree.tag[node] in INLINE for node in nodes):
        return " ".join("".join(map(tree.raw_text, nodes)).split()) or None
    return "\n".join(filter(None, (text_of(tree, node) for node in nodes))) or None


def _link(tree: PageTree, node: int) -> str | None:
    """Return a link's address; None where it leads nowhere else, or is no address at all."""
    address = (tree.get(node, "href") or "").strip()
    return None if address in ("", "#") or address[:11].lower() == "javascript:" else address


def texts(values: Sequence[Sequence[str]]) -> list[str]:
    """Return all values of a reading, one after the other."""
    return [*chain.from_iterable(values)]


MAX_CHARS: Final = 40
"""Largest number of characters of a text of nothing but availability."""
_HEADING: Final = re.compile(r"(?:^|/)h[1-6](?![^./])")
AVAILABILITY: Final = "availability"


def with_availability(readings: list[LeafValues]) -> list[LeafValues]:
    """Return the readings, with the one of availability named so, if there is one."""
    counts = {
        index: sum(map(bool, reading.values))
        for index, reading in enumerate(readings)
        if reading.leaf.attribute is None and reading.name is None and _says_availability(reading)
    }
    if not counts:
        return readings
    best = max(counts, key=counts.__getitem__)
    named = replace(readings[best], name=AVAILABILITY, is_constant=False)
    return [*readings[:best], named, *readings[best + 1 :]]


def _says_availability(reading: LeafValues) -> bool:
    """Return True if all texts of a reading, no heading's, are short phrases of availability."""
    all_texts = texts(reading.values)
    return (
        bool(all_texts)
        and _HEADING.search(reading.leaf.path) is None
        and all(len(text) <= MAX_CHARS and availability_of(text) is not None for text in all_texts)
    )


COVERED: Final = 0.5
"""Smallest share of a column's cells inside those of others, for it to be left out."""
MORE: Final = 12
"""Largest number of characters of an element beside its value."""


def without_cells(
    page: Page, readings: Sequence[LeafValues], columns: Sequence[LeafValues]
) -> list[LeafValues]:
    """Return the readings, with ``columns`` replacing all readings of the same cells."""
    covered = _spans_of(page.tree, columns)
    remaining: list[LeafValues] = []
    position: int | None = None
    for reading in readings:
        is_covered = _is_covered(reading, covered) or any(
            reading.kind == column.kind and reading.values == column.values for column in columns
        )
        if is_covered and position is None:
            position = len(remaining)
        if not is_covered:
            remaining.append(reading)
    if position is None:
        position = _position_of(remaining, columns[0])
    return [*remaining[:position], *columns, *remaining[position:]]


def _spans_of(tree: PageTree, columns: Sequence[LeafValues]) -> list[list[tuple[int, int]]]:
    """Return for each record the spans of the elements that hold hardly more than its values."""
    covered: list[list[tuple[int, int]]] = [[] for _ in columns[0].leaf.cells]
    for column in columns:
        for spans, cell, values in zip(covered, column.leaf.cells, column.values, strict=True):
            spans += [
                (node, node + tree.size[node])
                for (node,), value in zip(cell, values, strict=True)
                if tree.text_chars(node) <= len(value) + MORE
            ]
    return covered


def _is_covered(reading: LeafValues, covered: Sequence[Sequence[tuple[int, int]]]) -> bool:
    """Return True if most of a reading's cells are inside the elements of other readings."""
    if reading.leaf.attribute is not None or reading.name is not None:
        return False
    covered_cells = filled_cells = 0
    for cell, spans in zip(reading.leaf.cells, covered, strict=True):
        if cell:
            filled_cells += 1
            covered_cells += bool(spans) and _is_within(cell, spans)
    return covered_cells > 0 and covered_cells >= COVERED * filled_cells


def _is_within(cell: Sequence[Nodes], spans: Sequence[tuple[int, int]]) -> bool:
    return all(
        any(first <= node < stop for first, stop in spans) for nodes in cell for node in nodes
    )


def _position_of(readings: Sequence[LeafValues], column: LeafValues) -> int:
    """Return the position of a column among readings, by the first record with a value."""
    row = next(row for row, cell in enumerate(column.leaf.cells) if cell)
    node = column.leaf.cells[row][0][0]
    position = 0
    for number, reading in enumerate(readings, 1):
        if reading.leaf.cells[row] and reading.leaf.cells[row][0][0] < node:
            position = number
    return position
