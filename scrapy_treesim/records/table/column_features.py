"""The features of a column: what the page says of it, in and around its nodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
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
"""Characters of the longest label."""
STEPS: Final = 4
"""Elements around a value that are asked for their names, the innermost ones."""
DIGITS_SAMPLE: Final = 10
"""Values that are asked for digits."""
MAX_PROPERTY: Final = 200
"""Characters of a property's name that are read."""

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
    """Of values: one of text kinds, ``url`` or ``image``."""
    path: str
    itemprops: tuple[str, ...]
    """Names of properties of microdata or RDFa, from the inside out."""
    classes: tuple[tuple[str, ...], ...]
    """Class names around its first value, from the inside out."""
    label: str | None
    header: str | None
    in_heading: bool
    in_link: bool
    in_paragraph: bool
    share: float
    """Of records that have it."""
    distinct: float
    """Distinct values over values."""
    several: bool
    """True if a record may have more than one of its values."""
    chars: float
    """Width of a value, on average: characters, those of Chinese or Japanese twice."""
    digits: float = 1.0
    """Share of values with a digit."""
    records: int = 1
    """Records that may have it."""
    unit: str | None = None
    """The one word after its numbers."""
    dimension: str | None = None
    """Dimension of its quantities: ``weight``."""
    has_parts: bool = False
    """True if parts of its values are columns as well."""
    sample: tuple[str, ...] = ()
    """The first of its values."""


class Surroundings:
    """Ends of the records."""

    def __init__(self, tree: PageTree, records: Sequence[Sequence[int]]) -> None:
        self.roots = frozenset(node for record in records for node in record)
        """The records' own nodes."""
        self.is_single = all(len(record) < 2 for record in records)
        """True if records are single nodes, whose names are records', not fields'."""
        firsts = [record[0] for record in records if record]
        self.has_properties = any(one in tree.attribute for one in _PROPERTIES)
        """True if the page has properties of microdata, or may of RDFa."""
        self.are_rows = bool(firsts) and all(tree.tag[node] == _ROW for node in firsts)
        """True if the records are rows of a table."""


def labels_of(readings: Sequence[LeafValues]) -> dict[int, str]:
    """The labels of readings, by place: constant texts before values, or after numbers."""
    found: dict[int, str] = {}
    used: set[int] = set()
    text = [place for place, one in enumerate(readings) if one.leaf.attribute is None]
    said = {place: _as_label(readings[place]) for place in text}
    for before, here in pairwise(text):
        label = said[before]
        if label and label.endswith(_COLONS) and not readings[here].is_constant:
            found[here] = label
            used.add(before)
    for number, here in enumerate(text):
        if readings[here].is_constant or here in found:
            continue
        beside: list[tuple[int, int, str, int]] = []
        for side, other in ((1, number + 1), (0, number - 1)):
            place = text[other] if 0 <= other < len(text) else here
            label = said[place]
            near = _nearness(readings[place].leaf.path, readings[here].leaf.path)
            if (
                label
                and near
                and place not in used
                and (side == 0 or readings[here].kind == NUMBER)
            ):
                beside.append((near, side, label, place))
        if beside:
            _, _, found[here], place = max(beside)
            used.add(place)
    # What readings bring along goes before.
    return found | {place: one.label for place, one in enumerate(readings) if one.label}


def _as_label(reading: LeafValues) -> str | None:
    """A reading's constant text, if short enough for a label, without digits."""
    if not reading.is_constant or reading.leaf.attribute is not None or reading.leaf.header:
        return None
    said = Counter(texts(reading.values))
    text = min(said, key=lambda one: (-said[one], one), default="")
    return text if 1 < len(text) <= MAX_LABEL and not any(map(str.isdigit, text)) else None


def _nearness(one: str, other: str) -> int:
    """Steps from the record down that two paths share; 0 where they part early."""
    steps, others = one.split("/"), other.split("/")
    common = 0
    for step, also in zip(steps, others, strict=False):
        if step != also:
            break
        common += 1
    return common if max(len(steps), len(others)) - common <= STEPS else 0


def features_of(
    page: Page, reading: LeafValues, label: str | None, surroundings: Surroundings
) -> ColumnFeatures:
    """All that is known of a reading's column."""
    tree = page.tree
    first = next((cell[0][0] for cell in reading.leaf.cells if cell), None)
    inside = [] if first is None else _around(tree, first, surroundings)
    tags_around = {tree.tag[node] for node in inside}
    values = texts(reading.values)
    some = values[:DIGITS_SAMPLE]
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
        several=any(len(one) > 1 for one in reading.values),
        chars=sum(map(_width, values)) / max(1, len(values)),
        digits=sum(any(map(str.isdigit, one)) for one in some) / max(1, len(some)),
        records=len(reading.values),
        unit=unit_of(values) if reading.kind == NUMBER else None,
        dimension=dimension_of(some) if reading.kind in (NUMBER, TEXT) else None,
        has_parts=reading.leaf.has_parts,
        sample=tuple(some),
    )


def _width(text: str) -> int:
    wide = 0 if text.isascii() else sum(character >= "\u2e80" for character in text)
    return len(text) + wide


def _properties(tree: PageTree, inside: Sequence[int]) -> tuple[str, ...]:
    """Names of elements in microdata or RDFa, without the vocabulary's name."""
    found = []
    for node in inside:
        said = tree.get(node, "itemprop") or tree.get(node, "property") or ""
        words = said[:MAX_PROPERTY].split()
        name = words[0].rpartition("/")[2].rpartition(":")[2] if words else ""
        if name:
            found.append(name)
    return tuple(found)


def _around(tree: PageTree, node: int, surroundings: Surroundings) -> list[int]:
    """The elements around a value, itself among them, from the inside out."""
    found: list[int] = []
    while node >= 0 and len(found) < STEPS:
        is_root = node in surroundings.roots
        if is_root and surroundings.is_single and found:
            break
        if tree.tag[node] != tags.TEXT:
            found.append(node)
        if is_root:
            break
        node = tree.parent[node]
    return found


def _class_names(tree: PageTree, inside: Sequence[int]) -> tuple[tuple[str, ...], ...]:
    """The class names of elements that have any."""
    found = (tuple(dict.fromkeys((tree.get(node, "class") or "").split())) for node in inside)
    return tuple(filter(None, found))
