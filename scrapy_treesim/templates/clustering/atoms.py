"""Atoms: features that always come together count as one event.

An optional block of forty classes is on a page or is not; as forty features it would be forty
witnesses for a template of its own. Features that the same pages have are one atom, whose size
tells how large the block is.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nlargest
from random import Random
from typing import Final


@dataclass(frozen=True, slots=True)
class Atoms:
    """The atoms of a set of pages."""

    size: array[float]
    """How many features each atom stands for."""
    start: array[int]
    """First entry of each page in :attr:`items`; one entry more than pages."""
    items: array[int]
    """The atoms of each page, ascending."""

    def __len__(self) -> int:
        return len(self.size)

    def of(self, page: int) -> array[int]:
        """The page's atoms."""
        return self.items[self.start[page] : self.start[page + 1]]

    def counts(self) -> array[float]:
        """The number of pages that have each atom."""
        count = array("d", bytes(8 * len(self)))
        for atom in self.items:
            count[atom] += 1
        return count


MAX_ATOMS: Final = 5_000
"""Atoms that are kept: the largest, and those that divide the pages most evenly."""
CONTENT: Final = 40
"""What fewer than one page in as many has is content, however many pages those are."""


def atoms_of(pages: Sequence[Sequence[int]], on_all: bool = False) -> Atoms:
    """The atoms of pages given as the numbers of their features, each once a page.

    What one page alone has, or one in :data:`CONTENT`, is content and left out; so is what all
    pages have, unless ``on_all``. O(features of all pages).
    """
    found = Counter(feature for page in pages for feature in page)
    least = max(2, len(pages) // CONTENT)
    most = len(pages) if on_all else len(pages) - 1
    # Which pages have a feature, as the sum of the pages' random numbers.
    draw = Random(0)
    where = dict.fromkeys((one for one, count in found.items() if least <= count <= most), 0)
    for page in pages:
        mark = draw.getrandbits(62)
        for feature in page:
            if feature in where:
                where[feature] += mark
    together = Counter(where.values())
    if len(together) > MAX_ATOMS:
        on = {mark: found[one] for one, mark in where.items()}
        told = {mark: many * on[mark] * (len(pages) - on[mark]) for mark, many in together.items()}
        together = Counter(
            {mark: together[mark] for mark in nlargest(MAX_ATOMS, told, lambda mark: told[mark])}
        )
        where = {one: mark for one, mark in where.items() if mark in together}
    number = {mark: at for at, mark in enumerate(together)}
    size = array("d", map(float, together.values()))
    start = array("i", [0])
    items = array("i")
    for page in pages:
        items.extend(sorted({number[where[one]] for one in page if one in where}))
        start.append(len(items))
    return Atoms(size, start, items)
