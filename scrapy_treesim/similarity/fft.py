"""Spectra of tag sequences (Flesca and others 2005; the survey of Buttler 2004, section 2).

A tree is a signal with a value for every start tag and every end tag: of the n-th tag of all, ``n +
1`` times ``BASE ^ -depth``, negative at its end, and the same of every tag that is open around it
(the paper's multilevel encoding; it multiplies by ``BASE ^ depth of both trees``, which a quotient
does not notice). Both signals are filled up to one length and transformed; distance is that of the
magnitudes at each frequency, similarity ``1 - distance / sqrt(|F(A)|^2 + |F(B)|^2)``.

The survey finds that it tells pages apart worse than any other measure. It is here so that this can
be seen.
"""

from __future__ import annotations

from array import array
from math import sqrt
from typing import TYPE_CHECKING, Final

from scrapy_treesim.similarity._profiles_cy import fill_signal, preorder, spectra, transform
from scrapy_treesim.similarity.measure import ProfileMeasure

if TYPE_CHECKING:
    from scrapy_treesim.tree import ShapeTable

MAX_NODES: Final = 100_000
"""Of a larger tree the top is compared; a tenth of a second a pair at most."""
BASE: Final = 2.0
"""How much less a tag counts one level further down."""


class Spectra(ProfileMeasure):
    """Likeness of two shapes' spectra; O(nodes log nodes)."""

    max_nodes = MAX_NODES

    def read(self, table: ShapeTable, shape: int) -> array[float]:
        """The signal."""
        tag, parent = preorder(table, shape)
        signal = array("d", bytes(8 * 2 * len(tag)))
        fill_signal(tag, parent, BASE, signal)
        return signal

    def of_profiles(self, x: array[float], y: array[float]) -> float:
        """Likeness of two signals' spectra."""
        points = 1 << (max(len(x), len(y)) - 1).bit_length()
        self.spent += 4 * points * points.bit_length()
        room = bytes(8 * (points - len(x))), bytes(8 * (points - len(y)))
        # One complex transform does for two real signals.
        real, imaginary = x + array("d", room[0]), y + array("d", room[1])
        transform(real, imaginary)
        apart, squares = spectra(real, imaginary)
        return 1 - sqrt(apart / squares) if squares else 1.0
