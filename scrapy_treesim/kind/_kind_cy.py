"""Kernel of the kind of a page: sums over its elements and its main area, and a small network.

The main area is what stands in no element that is named or tagged as navigation, footer, sidebar,
related links or advertising.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.libc.math import exp, tanh
    from cython.cimports.scrapy_treesim._cython import Buffer, Bytes, Doubles, Floats, Ints
    from cython.cimports.scrapy_treesim.analysis._analysis_cy import Analysis
    from cython.cimports.scrapy_treesim.kind.constants import *
else:
    from math import exp, tanh

    from scrapy_treesim._cython import Buffer, Bytes, Doubles, Floats, Ints
    from scrapy_treesim.analysis._analysis_cy import Analysis
    from scrapy_treesim.kind.constants import *

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

TEXT = cython.declare(cython.int, 0)


@cython.locals(
    tag=Ints, size=Ints, chars=Ints, start=Ints, text=Bytes, i=cython.Py_ssize_t,
    n=cython.Py_ssize_t, kind=cython.int, known=cython.Py_ssize_t, meaning=cython.int,
    length=cython.Py_ssize_t, own=cython.int,
)  # fmt: skip
def add_up(
    tree: PageTree,
    analysis: Analysis,
    kind_of_tag: Ints,
    meanings: Bytes,
    headline: cython.Py_ssize_t,
    row: cython.int,
    sums: Ints,
) -> None:
    """Fill ``sums``: see :mod:`.constants`.

    ``kind_of_tag`` says what the known tags are counted as, ``meanings`` what the word of each
    hash means, ``row`` is the tag of rows; ``headline`` is a node, 0 where there is none.
    """
    tag = tree.tag
    size = tree.size
    chars = tree.chars
    start = tree.start
    text = tree.text
    n = len(tag)
    known = len(kind_of_tag)
    for i in range(n):
        if tag[i] != TEXT:
            if tag[i] < known:
                kind = kind_of_tag[tag[i]]
                if kind != NO_TAG:
                    sums[kind] += 1
                if tag[i] == row and _is_pair(tag, size, chars, i):
                    sums[PAIRS] += 1
            if analysis.cues[i] == 0:
                sums[MAIN_LINKS] += analysis.links[i + 1] - analysis.links[i]
                sums[MAIN_IMAGES] += analysis.images[i + 1] - analysis.images[i]
                sums[MAIN_HEADINGS] += analysis.headings[i + 1] - analysis.headings[i]
            continue
        own = analysis.chars[i + 1] - analysis.chars[i]
        if own == 0:
            continue
        if analysis.cues[i] == 0:
            sums[MAIN_CHARS] += own
            sums[MAIN_TEXTS] += 1
            sums[MAIN_LINKED] += analysis.linked[i + 1] - analysis.linked[i]
            sums[MAIN_PRICES] += analysis.prices[i + 1] - analysis.prices[i]
            sums[MAIN_DATES] += analysis.dates[i + 1] - analysis.dates[i]
            sums[MAIN_SENTENCES] += analysis.sentences[i + 1] - analysis.sentences[i]
        length = start[i + 1] - start[i]
        if length > MAX_CONTROL_BYTES:
            continue
        if length <= MAX_LABEL_BYTES and _ends_with_colon(text, start[i], start[i + 1]):
            sums[LABELS] += 1
            if i > headline:
                sums[LABELS_BELOW] += 1
        meaning = _meaning_of(text, start[i], start[i + 1], meanings)
        if meaning & BUY:
            sums[BUYS] += 1
        if meaning & MORE and analysis.linked[i + 1] > analysis.linked[i]:
            sums[MORES] += 1


@cython.cfunc
@cython.locals(
    child=cython.Py_ssize_t, stop=cython.Py_ssize_t, cells=cython.int, first=cython.int,
    own=cython.int,
)  # fmt: skip
def _is_pair(tag: Ints, size: Ints, chars: Ints, node: cython.Py_ssize_t) -> cython.bint:
    """Tell whether a row has two cells, the first of them as short as a label."""
    stop = node + size[node]
    child = node + 1
    cells = 0
    first = 0
    while child < stop and cells < 3:
        if tag[child] != TEXT:
            own = chars[child + size[child]] - chars[child]
            if own == 0:
                return False
            if cells == 0:
                first = own
            cells += 1
        child += size[child]
    return cells == 2 and first <= MAX_CELL_CHARS


@cython.cfunc
def _ends_with_colon(text: Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
    """Tell whether a text ends with a colon, be it a wide one."""
    while stop > at and text[stop - 1] <= 32:
        stop -= 1
    if stop - at < 2:
        return False
    if text[stop - 1] == 58:
        return True
    return (
        stop - at > 3
        and text[stop - 1] == 0x9A
        and text[stop - 2] == 0xBC
        and text[stop - 3] == 0xEF
    )


@cython.cfunc
@cython.locals(word=cython.uint, letters=cython.int, byte=cython.int, found=cython.int)
def _meaning_of(
    text: Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t, meanings: Bytes
) -> cython.int:
    """The meanings of all words of a text together."""
    found = 0
    word = SEED
    letters = 0
    while at <= stop:
        byte = text[at] if at < stop else 32
        if 65 <= byte <= 90:
            byte += 32
        if 97 <= byte <= 122 or byte >= 128:
            word = ((word ^ byte) * PRIME) & MASK
            letters += 1
        elif letters > 0:
            found |= meanings[(word ^ (word >> 16)) & 65535]
            word = SEED
            letters = 0
        at += 1
    return found


@cython.locals(
    block=cython.Py_ssize_t, place=cython.Py_ssize_t, start=cython.Py_ssize_t, size=cython.int,
    value=cython.double,
)  # fmt: skip
def sum_kept(
    kept: Buffer,
    units: Ints,
    rows: Floats,
    width: cython.Py_ssize_t,
    places: Ints,
    heading: cython.Py_ssize_t,
    density: cython.Py_ssize_t,
    long: cython.int,
    sums: Doubles,
) -> None:
    """Fill ``sums`` with what the kept blocks have: see :mod:`.constants`, ``KEPT_BLOCKS`` on.

    After these come the sums of the features at ``places`` of their ``rows``, times their units;
    ``heading`` and ``density`` are the places of two more; ``long`` are units of a long block.
    """
    for block in range(len(kept)):
        if not kept[block]:
            continue
        size = units[block]
        if sums[KEPT_BLOCKS] == 0:
            sums[KEPT_FIRST] = block
        sums[KEPT_LAST] = block
        sums[KEPT_BLOCKS] += 1
        sums[KEPT_UNITS] += size
        if size >= long:
            sums[KEPT_LONG] += size
        if size > sums[KEPT_LONGEST]:
            sums[KEPT_LONGEST] = size
        start = block * width
        if rows[start + heading] > 0:
            sums[KEPT_HEADINGS] += 1
            if rows[start + density] >= 0.9:
                sums[KEPT_LINKED_HEADINGS] += 1
        for place in range(len(places)):
            value = rows[start + places[place]]
            sums[KEPT_SUMS + place] += size * value


@cython.locals(i=cython.Py_ssize_t, n=cython.Py_ssize_t, run=cython.int, chars=Ints, tag=Ints)
def count_kept(tree: PageTree, kept: Buffer, before: Ints) -> None:
    """Fill ``before`` with the characters of flagged texts before each node."""
    tag = tree.tag
    chars = tree.chars
    n = len(tag)
    run = 0
    for i in range(n):
        before[i] = run
        if kept[i] and tag[i] == TEXT:
            run += chars[i + 1] - chars[i]
    before[n] = run


@cython.locals(
    i=cython.Py_ssize_t, n=cython.Py_ssize_t, run=cython.int, of=Ints, cues=Ints, tag=Ints
)
def count_main(analysis: Analysis, before: Ints) -> None:
    """Fill ``before`` with the characters of the main area before each node."""
    tag = analysis.tag
    cues = analysis.cues
    of = analysis.chars
    n = len(tag)
    run = 0
    for i in range(n):
        before[i] = run
        if tag[i] == TEXT and cues[i] == 0:
            run += of[i + 1] - of[i]
    before[n] = run


@cython.locals(
    i=cython.Py_ssize_t, n=cython.Py_ssize_t, value=cython.double, most=cython.double
)  # fmt: skip
def scale(values: Doubles, mean: Doubles, spread: Doubles, most: cython.double) -> None:
    """Turn values into spreads from their means, ``most`` at most either way."""
    n = len(values)
    for i in range(n):
        value = (values[i] - mean[i]) / spread[i]
        values[i] = max(-most, min(most, value))


@cython.locals(
    i=cython.Py_ssize_t, k=cython.Py_ssize_t, n=cython.Py_ssize_t, height=cython.Py_ssize_t,
    value=cython.double,
)  # fmt: skip
def add_weighed(values: Doubles, weights: Doubles, sums: Doubles) -> None:
    """Add to ``sums`` the values, each times its weights: one for each sum, value by value."""
    n = len(values)
    height = len(sums)
    for i in range(n):
        value = values[i]
        if value != 0:
            for k in range(height):
                sums[k] += value * weights[i * height + k]


@cython.locals(i=cython.Py_ssize_t)
def bend(values: Doubles) -> None:
    """Replace each value by its hyperbolic tangent."""
    for i in range(len(values)):
        values[i] = tanh(values[i])


@cython.locals(i=cython.Py_ssize_t, most=cython.double, total=cython.double)
def to_probabilities(log_odds: Doubles) -> None:
    """Replace numbers by the probabilities that they are the logarithms of, up to one factor."""
    most = log_odds[0]
    for i in range(len(log_odds)):
        most = max(most, log_odds[i])
    total = 0.0
    for i in range(len(log_odds)):
        log_odds[i] = exp(log_odds[i] - most)
        total += log_odds[i]
    for i in range(len(log_odds)):
        log_odds[i] /= total
