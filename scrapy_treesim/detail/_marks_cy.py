"""Kernel of a page about one thing: the class cues of its parts, the meanings of short texts, which
of them name a price, and how often names stand in it."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Buffer, Bytes, Ints, UInts
    from cython.cimports.scrapy_treesim.analysis._analysis_cy import Analysis
    from cython.cimports.scrapy_treesim.analysis._class_cues_cy import cues_in
    from cython.cimports.scrapy_treesim.detail.constants import *
    from cython.cimports.scrapy_treesim.values._text_kinds_cy import DIGIT
else:
    from scrapy_treesim._cython import Buffer, Bytes, Ints, UInts
    from scrapy_treesim.analysis._analysis_cy import Analysis
    from scrapy_treesim.analysis._class_cues_cy import cues_in
    from scrapy_treesim.detail.constants import *
    from scrapy_treesim.values._text_kinds_cy import DIGIT

SEED = cython.declare(cython.uint, 2166136261)
PRIME = cython.declare(cython.uint, 16777619)


@cython.locals(
    i=cython.Py_ssize_t, n=cython.Py_ssize_t, entry=cython.Py_ssize_t, stop=cython.int,
    found=cython.int, at=cython.Py_ssize_t, word=cython.uint, place=cython.Py_ssize_t,
    last=cython.Py_ssize_t,
)  # fmt: skip
def mark_names(
    parent: Ints,
    first_attribute: Ints,
    attribute: Ints,
    value_start: Ints,
    values: Bytes,
    use: Ints,
    symbols: Bytes,
    following: Ints,
    meaning: Ints,
    own: Ints,
    around: Ints,
    keys: UInts,
    known: Ints,
) -> None:
    """Fill ``own`` with the cues in each node's names, ``around`` with those above it too.

    ``use`` tells which attributes are names. Of long names the start is read. Most names stand in
    a page many times: ``keys`` and ``known``, zeros, as many as a power of two, are room for the
    hashes of some and their cues.
    """
    n = len(parent)
    last = len(keys) - 1
    for i in range(n):
        found = 0
        for entry in range(first_attribute[i], first_attribute[i + 1]):
            if use[attribute[entry]] != 0:
                stop = value_start[entry + 1]
                if stop - value_start[entry] > MAX_NAME_BYTES:
                    stop = value_start[entry] + MAX_NAME_BYTES
                word = SEED
                for at in range(value_start[entry], stop):
                    word = ((word ^ values[at]) * PRIME) & MASK
                place = (word ^ (word >> 15)) & last
                if keys[place] != word:
                    keys[place] = word
                    known[place] = cues_in(
                        values, value_start[entry], stop, symbols, following, meaning
                    )
                found |= known[place]
        own[i] = found
        if parent[i] >= 0:
            found |= around[parent[i]]
        around[i] = found


@cython.locals(i=cython.Py_ssize_t, n=cython.Py_ssize_t)
def count_paths(named: Ints, counts: Ints) -> None:
    """Count the nodes of each path."""
    n = len(named)
    for i in range(n):
        counts[named[i]] += 1


@cython.locals(i=cython.Py_ssize_t, n=cython.Py_ssize_t)
def flagged(marks: Ints, wanted: cython.int, most: cython.Py_ssize_t) -> list[int]:
    """Return the nodes that have one of the wanted bits, in order, ``most`` at most."""
    found: list[int] = []
    n = len(marks)
    for i in range(n):
        if marks[i] & wanted:
            found.append(i)
            if len(found) >= most:
                break
    return found


@cython.locals(t=cython.Py_ssize_t, node=cython.Py_ssize_t)
def short_texts(
    analysis: Analysis,
    around: Ints,
    cue: cython.int,
    kind: cython.int,
    meaning: cython.int,
    aside: cython.int,
    longest: cython.int,
) -> list[int]:
    """Return the nodes of texts with digits that may be a field's value, in order.

    They have the ``cue`` around them, a word of the ``meaning`` or are of the ``kind``; at most
    ``longest`` characters, and no cues that are ``aside``.
    """
    found: list[int] = []
    for t in range(analysis.texts[len(around)]):
        if not analysis.kinds[t] & DIGIT:
            continue
        node = analysis.text_node[t]
        if (
            (analysis.kinds[t] & kind or analysis.meanings[t] & meaning or around[node] & cue)
            and analysis.chars[node + 1] - analysis.chars[node] <= longest
            and analysis.cues[node] & aside == 0
        ):
            found.append(node)
    return found


@cython.locals(
    at=cython.Py_ssize_t, one=cython.Py_ssize_t, size=cython.Py_ssize_t, key=cython.Py_ssize_t,
    i=cython.Py_ssize_t, stop=cython.Py_ssize_t, start=cython.Py_ssize_t, block=cython.Py_ssize_t,
)  # fmt: skip
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
    """Count each of the sought texts in the first bytes of a text, none over another of its own.

    They stand in ``sought`` one after the other from each of the ``starts`` on, three bytes or
    more each. Every second place of the text is looked at, where a text stands from its first or
    from its second byte on: ``first`` has for two bytes the number of a block of these, from 1, or
    0, and ``following`` for each block the next; blocks 1 and 2 are of the first text, and so on.
    ``free`` is where each text may stand again: zeros.
    """
    stop = min(len(text), most)
    for at in range(0, stop - 1, 2):
        block = first[text[at] << 8 | text[at + 1]]
        while block != 0:
            one = (block - 1) >> 1
            start = at - ((block - 1) & 1)
            key = starts[one]
            size = starts[one + 1] - key
            if start >= free[one] and start + size <= stop:
                i = 0
                while i < size and text[start + i] == sought[key + i]:
                    i += 1
                if i == size:
                    counts[one] += 1
                    free[one] = start + size
            block = following[block]
