"""Content of a region's records by node: data or none, its sort."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from scrapy_treesim.records.table import _content_cy, constants
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.text import INLINE, SILENT
from scrapy_treesim.values.text_kinds import KINDS, PASSAGE, TEXT, kind_of, without_marks

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

_Name: TypeAlias = "tuple[int, frozenset[str], str | None]"

MARKS: Final = tags.numbers(
    "abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark nobr q ruby s samp small "
    "span strike strong sub sup tt u var wbr"
)
"""Elements that may mark words inside a text."""
# A passage is text too; what has digits in it has that in common.
_BITS_OF_KIND: Final = array(
    "Q",
    (4 << number | (1 if kind in (TEXT, PASSAGE) else 2) for number, kind in enumerate(KINDS)),
)
_LINE: Final = INLINE - tags.numbers("button input svg map object")
"""Tags of what stands in a line of text."""
_ITEMS: Final = tags.numbers("li p img dd tr option i")
_ROLES_OF: Final = (
    (constants.SILENT, SILENT),
    (constants.LINE, _LINE),
    (constants.MARK, MARKS),
    (constants.CELL, tags.numbers("td th")),
    (constants.ITEM, _ITEMS),
    (constants.LIKELY_ITEM, _ITEMS | tags.numbers("a")),
)
_ROLES: Final = array(
    "i", (sum(bit for bit, held in _ROLES_OF if tag in held) for tag in range(len(tags.KNOWN)))
)


class Content:
    """Content below each node of some records; O(nodes)."""

    def __init__(self, tree: PageTree, records: Sequence[Sequence[int]]) -> None:
        self.tree = tree
        self.records = records
        more = len(tree.names) - len(_ROLES)
        self.texts = _content_cy.Texts(len(tree), tree.text, without_marks, kind_of, KINDS)
        """The texts of the records, each distinct one once."""
        self.nodes = _content_cy.RecordContent(
            tree.tag, tree.size, tree.start, tree.text,
            _ROLES + array("i", bytes(4 * more)), self.texts,
        )  # fmt: skip
        """Content below each node."""
        self.nodes.read(
            tree.parent, tree.first_attribute, tree.attribute, tree.value_start, tree.values,
            array("i", (root for record in records for root in record)),
            _BITS_OF_KIND,
        )  # fmt: skip
        self._names: dict[int, _Name] = {0: (tags.TEXT, frozenset(), None)}
        self._steps: dict[tuple[int, ...], str] = {(): "text"}

    def name(self, number: int) -> _Name:
        """Tag, class names and itemprop of a name."""
        known = self._names.get(number)
        if known is None:
            tag, classes, itemprop = self.nodes.called[number]
            known = self._names[number] = (
                tag,
                frozenset(classes.decode("utf-8", "replace").split()),
                itemprop.decode("utf-8", "replace") or None,
            )
        return known

    def step(self, names: Sequence[int]) -> str:
        """A path's step to nodes called so: the tag and the class names that all of them have."""
        key = tuple(sorted({*names} - {0}))
        if key not in self._steps:
            known = [self.name(number) for number in key]
            common = frozenset.intersection(*(classes for _, classes, _ in known))
            self._steps[key] = ".".join((self.tree.names[known[0][0]], *sorted(common)))
        return self._steps[key]
