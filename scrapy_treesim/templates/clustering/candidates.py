"""Candidates: which pages may be alike, without comparing all of them (Broder 1997; Indyk 1998).

A sketch is the min-hashes of a page's features: of all features, hashed in so many ways, the least
hash of each. Two pages agree in one with a probability of their resemblance ``J`` (Jaccard's). The
numbers are parted into bands of ``rows`` each; pages that agree in a whole band fall into one of
its buckets and may be candidates. With ``b`` bands that has a probability of ``1 - (1 -
J^rows)^b``, a steep S: more rows leave out more of what is not alike, more bands miss less of what
is. As many rows are taken as the longest sketch allows, with the least bands that bring together
pages just at the threshold in :data:`MIN_PROBABILITY` of all cases:

====  ====  =====  ============================
J     rows  bands  candidates of J, J - .2, + .2
====  ====  =====  ============================
1/3      2     26  .95, .37, 1
.5       3     23  .95, .47, 1
.7       5     17  .96, .42, 1
====  ====  =====  ============================

A bucket of thousands of pages must not make millions of pairs. So it remembers its first
:data:`MAX_REMEMBERED` pages alone, and every later one meets just these; it is then parted by the
band that follows, where it meets those that are still more like it, and so on (the prefix trees of
Bawa 2005, a few levels deep). Of all that a page meets, the :data:`MAX_CANDIDATES` are its
candidates whose sketches agree in most numbers with its own.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from math import ceil, log
from random import Random
from typing import Final

from scrapy_treesim.templates.clustering._clusters_cy import agreeing, min_hashes

MAX_SKETCH: Final = 128
"""Numbers of a sketch at most, 4 bytes each."""
MIN_PROBABILITY: Final = 0.95
"""How likely pages just at the threshold are to be candidates."""
MAX_REMEMBERED: Final = 3
"""Pages that a bucket remembers."""
MAX_CANDIDATES: Final = 16
"""Candidates of a page."""
MAX_LEVELS: Final = 4
"""Bands by which a bucket is parted at most, its own among them."""

_PRIME: Final = 2**31 - 1
_NO_SCALE: Final = array("i")


@dataclass(frozen=True, slots=True)
class Banding:
    """The division of a sketch into bands."""

    rows: int
    """Numbers of a band."""
    bands: int

    @classmethod
    def at(cls, resemblance: float) -> Banding:
        """The banding that finds pages of this resemblance, in [0, 1], and above."""
        rows = 1
        while rows < MAX_SKETCH and _bands_needed(resemblance, rows + 1) <= MAX_SKETCH // (
            rows + 1
        ):
            rows += 1
        return cls(rows, min(MAX_SKETCH // rows, _bands_needed(resemblance, rows)))

    @property
    def length(self) -> int:
        """Numbers of a sketch."""
        return self.rows * self.bands


def _bands_needed(resemblance: float, rows: int) -> int:
    agree = min(resemblance**rows, MIN_PROBABILITY)
    return ceil(log(1 - MIN_PROBABILITY) / log(1 - agree)) if agree > 1e-9 else 2**31


class Sketches:
    """Makes sketches of one banding; the same in every run and process."""

    def __init__(self, banding: Banding) -> None:
        draw = Random(0)
        self._low, self._high = (
            array("q", [draw.randrange(1, _PRIME) for _ in range(MAX_SKETCH)])[: banding.length]
            for _ in range(2)
        )

    def __call__(self, features: array[int], scale: array[int] = _NO_SCALE) -> array[int]:
        """The sketch of a page, given its features as numbers below 2^62, each once.

        Features count ``1 / scale``, if that is given. O(features * length).
        """
        sketch = array("i", bytes(4 * len(self._low)))
        min_hashes(features, scale, self._low, self._high, sketch)
        return sketch


def candidates(sketches: Sequence[array[int]], banding: Banding) -> Iterator[list[int]]:
    """For each page in turn, the pages before it that may be alike, ascending; few of them.

    :data:`MAX_CANDIDATES` at most. A page takes O(bands * MAX_LEVELS) memory, and time of so many
    times a sketch's length at the worst.
    """
    buckets: dict[tuple[int, bytes], list[int]] = {}
    for page, sketch in enumerate(sketches):
        near: set[int] = set()
        # A band's next is the one after it, the last one's the first.
        ring = (sketch + sketch).tobytes()
        width = sketch.itemsize * banding.rows
        for band in range(banding.bands):
            for level in range(1, MAX_LEVELS + 1):
                key = band, ring[band * width : (band + level) * width]
                first = buckets.setdefault(key, [])
                near.update(first)
                if len(first) < MAX_REMEMBERED:
                    first.append(page)
                    break
        yield sorted(near if len(near) <= MAX_CANDIDATES else _most_alike(sketch, near, sketches))


def _most_alike(
    sketch: array[int], near: Iterable[int], sketches: Sequence[array[int]]
) -> Iterable[int]:
    return nsmallest(
        MAX_CANDIDATES, near, key=lambda page: (-agreeing(sketch, sketches[page]), page)
    )
