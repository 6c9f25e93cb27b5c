"""Kernel of details: cues in names, features of positions, counts of texts, scores of rows."""

from __future__ import annotations

from math import exp, log1p, tanh
from typing import TYPE_CHECKING

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Buffer, Bytes, Doubles, Ints
from scrapy_treesim.detail.constants import *
from scrapy_treesim.detail.features import PositionFeature
from scrapy_treesim.reading.analysis._analysis_cy import Analysis
from scrapy_treesim.reading.analysis.constants import THING_CUES
from scrapy_treesim.values.constants import DIGIT

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree


def mark_names(analysis: Analysis, cues: cython.int, name_cues: Ints, around: Ints) -> None:
    """Fill ``name_cues`` with the cues in each node's names, ``around`` with its ancestors' too.

    ``cues`` is the number of cues of a page's own thing.
    """
    for i in range(len(name_cues)):
        own: cython.int = (analysis.own_cues[i] >> THING_CUES) & ((1 << cues) - 1)
        name_cues[i] = own
        around[i] = own | (around[analysis.parent[i]] if analysis.parent[i] >= 0 else 0)


def flagged(flags: Ints, bits: cython.int, most: cython.Py_ssize_t) -> list[int]:
    """Return the indices with any of these bits, in order, ``most`` at most."""
    indices: list[int] = []
    n: cython.Py_ssize_t = len(flags)
    for i in range(n):
        if flags[i] & bits:
            indices.append(i)
            if len(indices) >= most:
                break
    return indices


def short_texts(
    analysis: Analysis,
    around: Ints,
    cue: cython.int,
    kind: cython.int,
    meaning: cython.int,
    aside: cython.int,
    longest: cython.int,
) -> list[int]:
    """Return the nodes of texts with digits, possible values of a field, in order.

    Each is of the ``kind``, has a word of the ``meaning``, or the ``cue`` in the names around it.
    None has more than ``longest`` characters, or a cue of ``aside``.
    """
    nodes: list[int] = []
    for t in range(analysis.texts[len(around)]):
        if not analysis.kinds[t] & DIGIT:
            continue
        node: cython.Py_ssize_t = analysis.text_node[t]
        if (
            (analysis.kinds[t] & kind or analysis.meanings[t] & meaning or around[node] & cue)
            and analysis.chars[node + 1] - analysis.chars[node] <= longest
            and analysis.cues[node] & aside == 0
        ):
            nodes.append(node)
    return nodes


def count_all(
    text: Bytes,
    most: cython.Py_ssize_t,
    sought: Bytes,
    starts: Ints,
    first: Buffer,
    following: Buffer,
    free: Ints,
    counts: Ints,
) -> None:
    """Count each of the sought texts in the first bytes of a text, without overlaps.

    ``sought`` is all of them joined, each from one of the ``starts`` and three bytes or more. Only
    every second position of the text is read: it is the first or the second byte of an occurrence.
    Bigrams 1 and 2 are the first two bytes and the two from the second on of the first sought text,
    and so on. ``first`` maps two bytes to a bigram that they are, or 0; ``following`` maps each
    bigram to the next that is equal. ``free`` is the position from which each text may occur again,
    at first 0.
    """
    stop: cython.Py_ssize_t = min(len(text), most)
    for position in range(0, stop - 1, 2):
        bigram: cython.Py_ssize_t = first[text[position] << 8 | text[position + 1]]
        while bigram != 0:
            index: cython.Py_ssize_t = (bigram - 1) >> 1
            start: cython.Py_ssize_t = position - ((bigram - 1) & 1)
            sought_start: cython.Py_ssize_t = starts[index]
            size: cython.Py_ssize_t = starts[index + 1] - sought_start
            if start >= free[index] and start + size <= stop:
                i: cython.Py_ssize_t = 0
                while i < size and text[start + i] == sought[sought_start + i]:
                    i += 1
                if i == size:
                    counts[index] += 1
                    free[index] = start + size
            bigram = following[bigram]


class PositionReader:
    """Reader of the features of positions on one page."""

    _tag: Ints
    _parent: Ints
    _hidden: Buffer
    _analysis: Analysis
    _name_cues: Ints
    _around: Ints
    _alike: Ints
    _buys: Ints
    _kinds: Ints
    _headline: cython.Py_ssize_t

    def __init__(
        self,
        tree: PageTree,
        analysis: Analysis,
        name_cues: Ints,
        around: Ints,
        alike: Ints,
        headline: cython.Py_ssize_t,
        buys: Ints,
        kinds: Ints,
        hidden: Buffer,
    ) -> None:
        """Take the arrays of a page.

        ``alike`` has a zero for each path; ``headline`` is a node, 0 where there is none;
        ``buys`` are indices of texts in buttons to buy; ``kinds`` are bits of known tags;
        ``hidden`` flags nodes that their own attributes hide.
        """
        self._tag = tree.tag
        self._parent = tree.parent
        self._analysis = analysis
        self._name_cues = name_cues
        self._around = around
        self._alike = alike
        self._headline = headline
        self._buys = buys
        self._kinds = kinds
        self._hidden = hidden
        for i in range(len(analysis.named)):
            alike[analysis.named[i]] += 1

    @cython.ccall
    def fill(self, row: Doubles, node: cython.Py_ssize_t, cue: cython.int) -> None:
        """Fill the features of a node's position in a row of zeros.

        ``cue`` is the bit of the field's names.
        """
        analysis: Analysis = self._analysis
        row[PositionFeature.SHOWN] = 1.0
        row[PositionFeature.LINKED] = analysis.linked[node + 1] > analysis.linked[node]
        row[PositionFeature.ALIKE] = log1p(self._alike[analysis.named[node]] - 1)
        self._fill_distances(row, analysis.texts[node])
        self._fill_elements(row, node)
        self.fill_names(row, node, cue)

    def _fill_distances(self, row: Doubles, number: cython.int) -> cython.void:
        """Fill the distances of a text from the headline and from the nearest button to buy."""
        if self._headline > 0:
            distance: cython.int = number - self._analysis.texts[self._headline]
            near: cython.double = exp(-abs(distance) / NEAR_TEXTS)
            further: cython.double = exp(-abs(distance) / FURTHER_TEXTS)
            if distance >= 0:
                row[PositionFeature.AFTER] = 1.0
                row[PositionFeature.NEAR] = near
                row[PositionFeature.FURTHER] = further
            else:
                row[PositionFeature.NEAR_BEFORE] = near
                row[PositionFeature.FURTHER_BEFORE] = further
        if len(self._buys) > 0:
            distance = self._from_button(number)
            row[PositionFeature.NEAR_BUY] = exp(-distance / NEAR_TEXTS)
            row[PositionFeature.FURTHER_BUY] = exp(-distance / FURTHER_TEXTS)

    def _fill_elements(self, row: Doubles, node: cython.Py_ssize_t) -> cython.void:
        """Fill the kinds of a node and of the elements around it."""
        kinds: cython.int = 0
        element: cython.Py_ssize_t = node
        for _level in range(LEVELS):
            if self._tag[element] < len(self._kinds):
                kinds |= self._kinds[self._tag[element]]
            if self._hidden[element]:
                row[PositionFeature.HIDDEN] = 1.0
            element = self._parent[element]
            if element < 0:
                break
        row[PositionFeature.STRUCK] = (kinds & STRUCK) != 0
        row[PositionFeature.HEADING] = (kinds & HEADING) != 0
        row[PositionFeature.CELL] = (kinds & CELL) != 0

    @cython.ccall
    def fill_names(self, row: Doubles, node: cython.Py_ssize_t, cue: cython.int) -> None:
        """Fill the features of the names of a node and of the elements around it."""
        cues: cython.int = 0
        element: cython.Py_ssize_t = node
        for _level in range(LEVELS):
            cues |= self._name_cues[element]
            element = self._parent[element]
            if element < 0:
                break
        row[PositionFeature.OWN] = cues & cue != 0
        # A cue around the headline too says nothing of the position: the whole page is named so.
        beyond: cython.int = self._around[node] & ~self._around[self._headline] & ~cues
        row[PositionFeature.AROUND] = beyond & cue != 0

    def _from_button(self, number: cython.int) -> cython.int:
        """Return the distance, in texts, from a text to the nearest button to buy."""
        least: cython.int = abs(self._buys[0] - number)
        for i in range(1, len(self._buys)):
            least = min(least, abs(self._buys[i] - number))
        return least


def score_rows(
    rows: list[Doubles],
    most: cython.double,
    hidden: Doubles,
    bias: Doubles,
    out: Doubles,
    straight: Doubles,
    units: Doubles,
    scores: Doubles,
) -> None:
    """Fill ``scores`` with the log odds of the rows, up to a common constant.

    Values above ``most`` count as ``most``; ``units`` is scratch space for the hidden units.
    """
    height: cython.Py_ssize_t = len(out)
    for number in range(len(rows)):
        row: Doubles = rows[number]
        total: cython.double = 0.0
        for k in range(height):
            units[k] = bias[k]
        for i in range(len(straight)):
            value: cython.double = row[i]
            if value != 0:
                value = min(value, most)
                total += value * straight[i]
                for k in range(height):
                    units[k] += value * hidden[i * height + k]
        for k in range(height):
            total += tanh(units[k]) * out[k]
        scores[number] = total
