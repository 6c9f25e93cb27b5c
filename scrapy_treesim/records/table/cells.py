"""Values of the cells of a leaf, and their kind."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
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
"""Endings of a text that is cut short."""
MAX_LEVELS: Final = 3
"""Elements around a text that are asked for their ``title``."""
MIN_CHARS: Final = 3
"""Characters of a text before the ellipsis from which it is known again."""
MAX_IMAGES: Final = 30
"""Nodes before a text in which an image that names the same is looked for."""

_ABOUT: Final = ".… []()"
_IMAGE: Final = tags.NUMBER["img"]


def whole_text(tree: PageTree, node: int, text: str) -> str:
    """The whole of a text that stands at a node, where the page cut it: the ``title`` around it, or
    the ``alt`` of an image right before it, that begins as it does; else the text.

    ``text``: white space collapsed.
    """
    if not text.endswith(ELLIPSES):
        return text
    start = text.rstrip(_ABOUT)
    if len(start) < MIN_CHARS:
        return text
    above = node
    for _ in range(MAX_LEVELS):
        if (whole := _whole(tree.get(above, "title"), start)) is not None:
            return whole
        above = tree.parent[above]
        if above <= 0:
            break
    for image in range(node - 1, max(0, node - MAX_IMAGES), -1):
        if tree.tag[image] == _IMAGE:
            return _whole(tree.get(image, "alt"), start) or text
    return text


def _whole(said: str | None, start: str) -> str | None:
    """Value of an attribute, if it begins with ``start`` and goes on."""
    said = " ".join((said or "").split())
    if len(said) > len(start) and said.startswith(start) and not said.endswith(ELLIPSES):
        return said
    return None


SEPARATOR: Final = " | "
"""Between the values of a cell that has several."""
NEARLY_ALL: Final = 0.9
"""Share of records from which what all of them say alike is a label."""
KIND_SHARE: Final = 0.6
"""Share of its values that a leaf's kind holds for."""
SAMPLE: Final = 5
"""Values of a leaf that are read to tell what it is."""
MAX_DATE: Final = 45
"""Characters of a date; a longer text mentions one."""
MAX_MOMENT: Final = 60
"""Characters of a date for programs that are read."""
_TIME: Final = tags.NUMBER["time"]
_ORDINAL: Final = re.compile(r"\d{1,3}[.)]\s+[^\W\d_]{2}")
_COLONS: Final = (":", "：")


@dataclass(frozen=True, slots=True)
class LeafValues:
    """A leaf and what it says."""

    leaf: Leaf
    kind: str
    values: list[list[str]]
    """For each record its values: texts, or addresses as they stand in the page."""
    is_constant: bool
    """True if it is nearly everywhere and says the same each time."""
    label: str | None
    """Beginning of all its texts, before a colon; not in the values."""
    name: str | None = None
    """Name of its column, where known from what it was read from."""

    def parts(self, page: Page) -> tuple[tuple[str, ...], ...]:
        """The values of each record one by one; addresses absolute, and each once."""
        if self.kind not in (URL, IMAGE):
            return tuple(map(tuple, self.values))
        absolute = page.absolute
        return tuple(tuple(dict.fromkeys(filter(None, map(absolute, own)))) for own in self.values)


def read_leaf(page: Page, leaf: Leaf, said: Texts) -> LeafValues:
    """Read the leaf's values once; ``said`` has the texts of the records."""
    attribute, tree = leaf.attribute, page.tree
    if attribute in ("href", "src"):
        address = _link if attribute == "href" else picture_address
        values = [[one for (node,) in cell if (one := address(tree, node))] for cell in leaf.cells]
        kind = URL if attribute == "href" else IMAGE
        return LeafValues(leaf, kind, values, is_constant(leaf, values), None)
    kinds: Mapping[str, int] | None = None
    if attribute == "content":
        lines = [[(tree.get(node, "content") or "").split() for (node,) in cell]
                 for cell in leaf.cells]  # fmt: skip
        values = [[" ".join(one) for one in cell if one] for cell in lines]
    else:
        values, kinds = said.values(leaf.cells, partial(_shown, page), partial(whole_text, tree))
    label = None if leaf.header else _label(values)
    if label is not None:
        values = [[LABEL.sub("", value) for value in one] for one in values]
        kinds = None
    kind = _kind(values, kinds)
    # A date for programs is one in any language; a time of day or of work is none.
    if kind in (DATE, NUMBER, TEXT, PASSAGE) and _dated(page, leaf):
        kind = DATE
    elif kind == DATE and not _name_days(page, values):
        kind = TEXT
    elif kind == PRICE and _measures(page, values):
        kind = NUMBER
    constant = is_constant(leaf, values)
    if constant and kind == DATE and _differ(page, leaf):
        constant = False
    return LeafValues(leaf, kind, values, constant, label)


def joined(values: Sequence[str]) -> str | None:
    """The values of a cell as its text; None where there are none."""
    return SEPARATOR.join(values) or None


def is_constant(leaf: Leaf, values: list[list[str]]) -> bool:
    """Tell whether a leaf says the same wherever it is, and is nearly everywhere."""
    attribute = leaf.attribute
    every = texts(values)
    count, said = len(every), {*every}
    if attribute is None and count > 1:
        # A label is one in other words too, and where not all records have it.
        labels = {text for text in said if text.endswith(_COLONS) and not names_day(text)}
        if labels and sum(text in labels for text in every) >= NEARLY_ALL * count:
            return True
    if len(said) != 1:
        return not said
    if attribute in ("href", "src"):
        # The same address is an icon or a button, however rare.
        return count > 1
    return len(values) > 1 and count >= NEARLY_ALL * leaf.rows


def _name_days(page: Page, values: list[list[str]]) -> bool:
    """Tell whether most of the first values name a day."""
    some = [*islice((value for one in values for value in one), SAMPLE)]
    dated = sum(len(value) <= MAX_DATE and names_day(value, page.language) for value in some)
    return 2 * dated > len(some)


def _dated(page: Page, leaf: Leaf) -> bool:
    """Tell whether the page tells programs a date where the first values stand."""
    tree = page.tree
    number = 0
    for node in islice((cell[0][0] for cell in leaf.cells if cell), SAMPLE):
        above = node if tree.tag[node] == _TIME else tree.parent[node]
        if above < 0 or tree.tag[above] != _TIME:
            return False
        if date_of((tree.get(above, "datetime") or "")[:MAX_MOMENT]) is None:
            return False
        number += 1
    return number > 0


def _measures(page: Page, values: list[list[str]]) -> bool:
    """Tell whether what looks like amounts is sizes, as ``50 ft`` where nobody pays in forints."""
    some = texts(values)[:SAMPLE]
    amounts = (one for text in some for one in amounts_of(text, None, page.url, page.language))
    return dimension_of(some) is not None and not any(one.is_sure for one in amounts)


def _differ(page: Page, leaf: Leaf) -> bool:
    """Tell whether the page tells programs one time and another where it says the same."""
    tree = page.tree
    said = {tree.get(tree.parent[cell[0][0]], "datetime") for cell in leaf.cells if cell}
    return len(said - {None}) > 1


def _kind(values: list[list[str]], known: Mapping[str, int] | None) -> str:
    """The kind of most values; ``known`` is how many there are of each, in the order found."""
    kinds = Counter(map(kind_of, texts(values))) if known is None else known
    if not kinds:
        return TEXT
    kind = max(kinds, key=kinds.__getitem__)
    count = sum(kinds.values())
    if (
        kind == NUMBER
        and 2 * sum(_ORDINAL.match(value) is not None for one in values for value in one) > count
    ):
        # "1. Iron pan"
        return TEXT
    if kinds[kind] >= KIND_SHARE * count:
        return kind
    passages, words = kinds.get(PASSAGE, 0), kinds.get(TEXT, 0)
    return PASSAGE if passages + words >= KIND_SHARE * count and passages >= words else TEXT


def _label(values: list[list[str]]) -> str | None:
    """The label before the values, if all begin with the same."""
    found: str | None = None
    for one in values:
        for value in one:
            match = LABEL.match(value)
            if match is None or (found is not None and match[1] != found):
                return None
            found = match[1]
    return found if sum(map(len, values)) > 1 else None


def _shown(page: Page, nodes: Nodes) -> str | None:
    tree = page.tree
    if all(tree.tag[node] in INLINE for node in nodes):
        return " ".join("".join(map(tree.raw_text, nodes)).split()) or None
    return "\n".join(filter(None, (text_of(tree, node) for node in nodes))) or None


def _link(tree: PageTree, node: int) -> str | None:
    """A link's address; None where it leads nowhere else, or is no address at all."""
    address = (tree.get(node, "href") or "").strip()
    return None if address in ("", "#") or address[:11].lower() == "javascript:" else address


def texts(values: Sequence[Sequence[str]]) -> list[str]:
    """All values of a reading, one after the other."""
    return [value for one in values for value in one]


MAX_CHARS: Final = 40
"""Characters of a text that says no more than whether a thing can be had."""
_HEADING: Final = re.compile(r"(?:^|/)h[1-6](?![^./])")
AVAILABILITY: Final = "availability"


def with_availability(readings: list[LeafValues]) -> list[LeafValues]:
    """The readings; the one whose texts all say whether their record can be had is named so."""
    counts = {
        number: sum(map(bool, one.values))
        for number, one in enumerate(readings)
        if one.leaf.attribute is None and one.name is None and _says_availability(one)
    }
    if not counts:
        return readings
    best = max(counts, key=counts.__getitem__)
    named = replace(readings[best], name=AVAILABILITY, is_constant=False)
    return [*readings[:best], named, *readings[best + 1 :]]


def _says_availability(reading: LeafValues) -> bool:
    """Tell whether all texts of a reading, no heading's, are short phrases of availability."""
    said = texts(reading.values)
    return (
        bool(said)
        and _HEADING.search(reading.leaf.path) is None
        and all(len(one) <= MAX_CHARS and availability_of(one) is not None for one in said)
    )


COVERED: Final = 0.5
"""Share of a column's cells that others are read from, from which it is no column of its own."""
MORE: Final = 12
"""Characters of an element that are not read of it."""


def without_cells(
    page: Page, readings: Sequence[LeafValues], found: Sequence[LeafValues]
) -> list[LeafValues]:
    """The readings with those found in place of all that they are read from."""
    size = page.tree.size
    covered: list[list[tuple[int, int]]] = [[] for _ in found[0].leaf.cells]
    for one in found:
        for spans, cell, values in zip(covered, one.leaf.cells, one.values, strict=True):
            spans += [
                (node, node + size[node])
                for (node,), value in zip(cell, values, strict=True)
                if page.tree.text_chars(node) <= len(value) + MORE
            ]
    kept: list[LeafValues] = []
    place: int | None = None
    for reading in readings:
        is_taken = _is_taken(reading, covered) or any(
            reading.kind == one.kind and reading.values == one.values for one in found
        )
        if is_taken and place is None:
            place = len(kept)
        if not is_taken:
            kept.append(reading)
    if place is None:
        place = _place(kept, found[0])
    return [*kept[:place], *found, *kept[place:]]


def _is_taken(reading: LeafValues, covered: Sequence[Sequence[tuple[int, int]]]) -> bool:
    """Tell whether most of a reading's cells lie in the elements that others are read from."""
    if reading.leaf.attribute is not None or reading.name is not None:
        return False
    taken = held = 0
    for cell, spans in zip(reading.leaf.cells, covered, strict=True):
        if cell:
            held += 1
            taken += bool(spans) and _is_within(cell, spans)
    return taken > 0 and taken >= COVERED * held


def _is_within(cell: Sequence[Nodes], spans: Sequence[tuple[int, int]]) -> bool:
    return all(
        any(first <= node < stop for first, stop in spans) for nodes in cell for node in nodes
    )


def _place(readings: Sequence[LeafValues], found: LeafValues) -> int:
    """The place of a reading among others, by the first record that has it."""
    row = next(row for row, cell in enumerate(found.leaf.cells) if cell)
    node = found.leaf.cells[row][0][0]
    place = 0
    for number, one in enumerate(readings, 1):
        if one.leaf.cells[row] and one.leaf.cells[row][0][0] < node:
            place = number
    return place
