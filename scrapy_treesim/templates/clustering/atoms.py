"""Atoms: features that come together are one event, boilerplate counts for little.

An optional block of forty classes is on a page or is not; as forty features it would be forty
witnesses for a template of its own. Features that the same pages have are one atom, whose size
says how large the block is.

Boilerplate divides the pages of a site across its templates, and so separates none. A header
in another language, a sidebar that some pages have, a full basket: each divides the pages
of all templates alike. Templates are kinds of pages, and kinds of kinds: of two atoms that indicate
them, the pages of one are among the pages of the other, or none has both, or all have one of them.
Where there are pages with both, with either and with neither (the four-gamete test, Hudson and
Kaplan 1985), the atoms are of different things, and only one of them can indicate templates.

Two atoms cross as far as the rarest of the four is as common as chance would have it; they agree as
far as they are correlated and do not cross. An atom's weight is its agreement with the others over
its agreement and crossings, each of the others counted by its own weight: the division that most of
the site's atoms bear out stays, and what crosses it counts for little. So does content, as tables
and emphasis that pages of every template have here and there.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nlargest
from random import Random
from typing import Any, Final


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

    def matrix(self) -> Any:
        """A row for each page with 1 for each atom that it has, else 0."""
        import numpy as np

        has = np.zeros((len(self.start) - 1, len(self)))
        for page, row in enumerate(has):
            row[self.of(page)] = 1.0
        return has


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
        evenness = {
            mark: many * on[mark] * (len(pages) - on[mark]) for mark, many in together.items()
        }
        together = Counter(
            {mark: together[mark] for mark in nlargest(MAX_ATOMS, evenness, evenness.__getitem__)}
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


MAX_REFERENCES: Final = 400
"""Atoms that the others are compared with: those that weigh most."""
ROUNDS: Final = 10
"""Times that the weights are taken from those before; they hardly change any more after five."""


def agreement_weights(
    pairs: Atoms, weights: array[float], labels: Atoms
) -> tuple[array[float], array[float]]:
    """The weight of each atom of pairs and of each atom of labels by agreement, in [0, 1].

    They are compared with atoms of pairs, each counted by its weight. O(pages * atoms *
    MAX_REFERENCES).
    """
    # NumPy takes long to import, and only who learns pays for it.
    import numpy as np

    references = sorted(nlargest(MAX_REFERENCES, range(len(pairs)), key=lambda one: weights[one]))
    on = pairs.matrix()
    some = on[:, references]
    among = _crossings(some, some)
    weight = np.array([weights[one] for one in references])
    agreed = np.ones(len(references))
    for _ in range(ROUNDS):
        agreed = _share_of_agreement(among, weight * agreed)
    found = (
        _share_of_agreement(_crossings(one, some), weight * agreed) for one in (on, labels.matrix())
    )
    of_pairs, of_labels = (array("d", one.tolist()) for one in found)
    return of_pairs, of_labels


def _crossings(on: Any, references: Any) -> tuple[Any, Any]:
    """The degree to which each atom crosses each reference, and agrees with it.

    By matrices of pages and atoms: each of the four that pages may have over what chance has.
    """
    import numpy as np

    both = on.T @ references
    one, other = on.sum(0)[:, None], references.sum(0)[None, :]
    none, neither = len(on) - one, len(on) - other
    with np.errstate(divide="ignore", invalid="ignore"):
        least = np.minimum(both / (one * other), (one - both) / (one * neither))
        least = np.minimum(least, (other - both) / (none * other))
        least = np.minimum(least, (none - other + both) / (none * neither))
        cross = np.clip(least * len(on), 0.0, 1.0)
        agree = np.abs(len(on) * both - one * other) / np.sqrt(one * other * none * neither)
        agree = (1.0 - cross) * agree
    # What all pages have, or none, indicates nothing.
    return np.nan_to_num(cross, posinf=0.0), np.nan_to_num(agree, posinf=0.0)


def _share_of_agreement(crossings: tuple[Any, Any], weight: Any) -> Any:
    import numpy as np

    crossed, agreed = (one @ weight for one in crossings)
    return np.where(crossed > 0, agreed / np.where(crossed > 0, agreed + crossed, 1.0), 1.0)
