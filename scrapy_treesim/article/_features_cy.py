# cython: cdivision=True
"""Kernel of the features: what each block is and what stands around it, as numbers.

The order of the numbers is that of :data:`.features.FEATURES`.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from math import log as ln

    from scrapy_treesim.article._words_cy import (
        ENDS,
        ENDS_SENTENCE,
        IDEOGRAPHS,
        KNOWN,
        LINKED,
        LINKS,
        ROW,
    )
    from scrapy_treesim.article._words_cy import UNITS as UNITS_OF_BLOCK

    # The groups of known words.
    TITLE, DESCRIPTION, LEGAL, BOILERPLATE = range(4)
    # Kinds of elements that a block's text stands in.
    PLAIN, HEADING, PARAGRAPH, ITEM, CELL = range(5)
    # Running sums over the blocks, a row before each block and one for the end.
    UNITS, LINK_UNITS, LONG, MASS, DESCRIBED, LEGAL_UNITS = range(6)
    SUMS = 6
    # Sums over the blocks of one path, and over twins.
    MEMBERS, MEMBER_UNITS, MEMBER_LINKED, MEMBER_MASS, FIRST, LAST = range(6)
    ROLES, CUES, LEVELS, LEVEL_FEATURES = 6, 7, 3, 10
    # A block is long from ten words on.
    LONG_UNITS = 20

SUMS_SIZE = 6


def _lg(x: float) -> float:
    return ln(1.0 + x)


def _ratio(a: float, b: float) -> float:
    return a / b if b > 0 else 0.0


def sum_up(counts: array[int], sums: array[float]) -> None:
    """Fill the running sums. Mass is the text of long blocks, the more of it linked the lighter."""
    for b in range(len(counts) // ROW):
        row = b * ROW
        at = b * SUMS
        after = at + SUMS
        units = counts[row + UNITS_OF_BLOCK] + 0.0
        share = 1.0 - _ratio(counts[row + LINKED], units)
        sums[after + UNITS] = sums[at + UNITS] + units
        sums[after + LINK_UNITS] = sums[at + LINK_UNITS] + counts[row + LINKED]
        is_long = units >= LONG_UNITS and share > 0.5
        sums[after + LONG] = sums[at + LONG] + (units if is_long else 0.0)
        sums[after + MASS] = sums[at + MASS] + (units * share * share if is_long else 0.0)
        sums[after + DESCRIBED] = sums[at + DESCRIBED] + counts[row + KNOWN + DESCRIPTION]
        sums[after + LEGAL_UNITS] = sums[at + LEGAL_UNITS] + counts[row + KNOWN + LEGAL]


def heaviest(size: array[int], before: array[int], sums: array[float], share: float) -> int:
    """The smallest node with at least ``share`` of the page's mass, else the root."""
    n = len(size)
    least = share * sums[before[n] * SUMS + MASS]
    node = 0
    stop = n
    child = 1
    while child < stop:
        after = child + size[child]
        mass = sums[before[after] * SUMS + MASS] - sums[before[child] * SUMS + MASS]
        if mass >= least and mass > 0:
            node = child
            stop = after
            child += 1
        else:
            child = after
    return node


def climb_from(parent: array[int], node: int, levels: array[int]) -> None:
    """For every node how many steps up from ``node`` lead to an ancestor of both."""
    n = len(parent)
    for i in range(n):
        levels[i] = -1
    steps = 0
    while node >= 0:
        levels[node] = steps
        node = parent[node]
        steps += 1
    for i in range(n):
        if levels[i] < 0:
            levels[i] = levels[parent[i]]


def sum_groups(
    owner: array[int],
    first: array[int],
    parent: array[int],
    size: array[int],
    before: array[int],
    plain: array[int],
    named: array[int],
    twin: array[int],
    sums: array[float],
    groups: array[float],
) -> None:
    """Sums of the blocks of each path, and of the nodes of each set of twins."""
    for b in range(len(first)):
        node = owner[first[b]]
        at = b * SUMS
        for kind in range(2):
            g = 6 * (named[node] if kind == 0 else plain[node])
            if groups[g + MEMBERS] == 0:
                groups[g + FIRST] = b
            groups[g + MEMBERS] += 1
            groups[g + MEMBER_UNITS] += sums[at + SUMS + UNITS] - sums[at + UNITS]
            groups[g + MEMBER_LINKED] += sums[at + SUMS + LINK_UNITS] - sums[at + LINK_UNITS]
            groups[g + MEMBER_MASS] += sums[at + SUMS + MASS] - sums[at + MASS]
            groups[g + LAST] = b
    for i in range(len(parent)):
        here = before[i] * SUMS
        there = before[i + size[i]] * SUMS
        if here < there:
            g = 6 * twin[i]
            groups[g + MEMBERS] += 1
            groups[g + MEMBER_UNITS] += sums[there + UNITS] - sums[here + UNITS]
            groups[g + MEMBER_LINKED] += sums[there + LINK_UNITS] - sums[here + LINK_UNITS]


def fill(
    tag: array[int],
    parent: array[int],
    size: array[int],
    owner: array[int],
    first: array[int],
    before: array[int],
    inputs: array[int],
    counts: array[int],
    copies: array[int],
    earlier: array[int],
    kinds: array[int],
    roles: array[int],
    cues: array[int],
    sums: array[float],
    levels: list[array[int]],
    inner: int,
    plain: array[int],
    named: array[int],
    twin: array[int],
    groups: array[float],
    title_units: int,
    description_units: int,
    is_article: int,
    out: array[float],
    width: int,
) -> int:
    """Write a row of ``width`` numbers for every block; return how many of them were written."""
    n = len(first)
    everything = sums[n * SUMS + UNITS]
    mass = sums[n * SUMS + MASS]
    wide = levels[0]
    half = levels[1]
    whole = levels[2]
    inner_first = before[inner]
    inner_last = before[inner + size[inner]]
    inner_share = _ratio(
        sums[inner_last * SUMS + UNITS] - sums[inner_first * SUMS + UNITS], everything
    )
    nearest = array("i", bytes(4 * (ROLES + CUES)))
    heading = -1
    titled = -1
    most = 0
    f = 0
    for b in range(n):
        row = b * ROW
        # Headings count double: where the title is said again, in a block not much longer.
        said = counts[row + KNOWN + TITLE] * (2 if kinds[b] == HEADING else 1)
        if said > most and counts[row + UNITS_OF_BLOCK] <= 3 * title_units:
            most = said
            titled = b
    for b in range(n):
        row = b * ROW
        at = b * SUMS
        f = b * width
        units = sums[at + SUMS + UNITS] - sums[at + UNITS]
        some = units if units > 0 else 1.0
        # The block itself.
        out[f] = _lg(units)
        out[f + 1] = counts[row + LINKED] / some
        out[f + 2] = _lg(counts[row + LINKS])
        out[f + 3] = 20.0 * counts[row + ENDS] / some
        out[f + 4] = counts[row + ENDS_SENTENCE]
        out[f + 5] = counts[row + IDEOGRAPHS] / some
        out[f + 6] = _ratio(counts[row + KNOWN + TITLE], title_units)
        out[f + 7] = _ratio(counts[row + KNOWN + DESCRIPTION], description_units)
        out[f + 8] = (counts[row + KNOWN + LEGAL] + counts[row + KNOWN + BOILERPLATE]) / some
        out[f + 9] = _lg(copies[b])
        out[f + 10] = earlier[b]
        out[f + 11] = 1.0 if kinds[b] == HEADING else 0.0
        out[f + 12] = 1.0 if kinds[b] == PARAGRAPH else 0.0
        out[f + 13] = 1.0 if kinds[b] == ITEM else 0.0
        out[f + 14] = 1.0 if kinds[b] == CELL else 0.0
        # Its place on the page.
        out[f + 15] = b / (n + 0.0)
        out[f + 16] = _ratio(sums[at + UNITS], everything)
        out[f + 17] = _lg(b)
        out[f + 18] = _lg(n - 1 - b)
        out[f + 19] = _ratio(sums[at + MASS], mass)
        out[f + 20] = _ratio(mass - sums[at + SUMS + MASS], mass)
        f += 21
        # What it stands in: the roles and names of its ancestors, 1 / distance; and the ancestors
        # that hold more than it, with the twins of the part it is in.
        for k in range(ROLES + CUES):
            nearest[k] = 0
        node = parent[first[b]]
        child = node
        steps = 1
        level = 0
        low = b
        high = b + 1
        place = f + ROLES + CUES
        while node >= 0:
            here = before[node]
            there = before[node + size[node]]
            inside = sums[there * SUMS + UNITS] - sums[here * SUMS + UNITS]
            # What holds most of the page says nothing of its parts.
            if inside < 0.7 * everything:
                bits = roles[tag[node]] | (cues[node] << ROLES)
                k = 0
                while bits:
                    if bits & 1 and nearest[k] == 0:
                        nearest[k] = steps
                    bits >>= 1
                    k += 1
            if here < low or there > high:
                if level < LEVELS:
                    any_inside = inside if inside > 0 else 1.0
                    linked = sums[there * SUMS + LINK_UNITS] - sums[here * SUMS + LINK_UNITS]
                    g = 6 * twin[child]
                    out[place] = _ratio(inside, everything)
                    out[place + 1] = linked / any_inside
                    out[place + 2] = (
                        sums[there * SUMS + LONG] - sums[here * SUMS + LONG]
                    ) / any_inside
                    out[place + 3] = _lg(inside / (there - here))
                    out[place + 4] = _lg(groups[g + MEMBERS])
                    out[place + 5] = _lg(_ratio(groups[g + MEMBER_UNITS], groups[g + MEMBERS]))
                    out[place + 6] = _ratio(groups[g + MEMBER_LINKED], groups[g + MEMBER_UNITS])
                    out[place + 7] = (
                        sums[there * SUMS + LEGAL_UNITS] - sums[here * SUMS + LEGAL_UNITS]
                    ) / any_inside
                    out[place + 8] = (
                        sums[there * SUMS + DESCRIBED] - sums[here * SUMS + DESCRIBED]
                    ) / any_inside
                    out[place + 9] = _ratio(inputs[node + size[node]] - inputs[node], there - here)
                    place += LEVEL_FEATURES
                level += 1
                low = here
                high = there
            child = node
            node = parent[node]
            steps += 1
        while level < LEVELS:
            for k in range(LEVEL_FEATURES):
                out[place + k] = 0.0
            place += LEVEL_FEATURES
            level += 1
        for k in range(ROLES + CUES):
            out[f + k] = 1.0 / nearest[k] if nearest[k] > 0 else 0.0
        f = place
        # Where the page's mass lies.
        node = first[b]
        out[f] = wide[node]
        out[f + 1] = half[node]
        out[f + 2] = whole[node]
        out[f + 3] = _ratio(b - inner_first, inner_last - inner_first)
        if b < inner_first:
            out[f + 4] = _lg(inner_first - b)
        elif b >= inner_last:
            out[f + 4] = _lg(b - inner_last + 1)
        else:
            out[f + 4] = 0.0
        f += 5
        # The blocks of its path.
        for k in range(2):
            node = owner[first[b]]
            g = 6 * (named[node] if k == 0 else plain[node])
            out[f] = _lg(groups[g + MEMBERS])
            out[f + 1] = _lg(_ratio(groups[g + MEMBER_UNITS], groups[g + MEMBERS]))
            out[f + 2] = _ratio(groups[g + MEMBER_LINKED], groups[g + MEMBER_UNITS])
            out[f + 3] = _ratio(groups[g + MEMBER_MASS], mass)
            out[f + 4] = (b - groups[g + FIRST]) / n
            out[f + 5] = (groups[g + LAST] - b) / n
            f += 6
        # What comes before it and after it.
        for k in range(4):
            low = b + 1 if k & 1 else b - (4 if k < 2 else 12)
            high = b if not k & 1 else b + (5 if k < 2 else 13)
            if low < 0:
                low = 0
            if high > n:
                high = n
            inside = sums[high * SUMS + UNITS] - sums[low * SUMS + UNITS]
            any_inside = inside if inside > 0 else 1.0
            linked = sums[high * SUMS + LINK_UNITS] - sums[low * SUMS + LINK_UNITS]
            out[f] = linked / any_inside
            out[f + 1] = (sums[high * SUMS + LONG] - sums[low * SUMS + LONG]) / any_inside
            f += 2
        # The heading it stands under.
        if kinds[b] == HEADING:
            heading = b
        out[f] = -1.0
        out[f + 1] = -1.0
        if heading >= 0:
            out[f] = _lg(b - heading)
            units = sums[(heading + 1) * SUMS + UNITS] - sums[heading * SUMS + UNITS]
            out[f + 1] = _ratio(counts[heading * ROW + KNOWN + TITLE], units)
        if titled < 0:
            out[f + 2] = 0.0
        elif b >= titled:
            out[f + 2] = _lg(b - titled)
        else:
            out[f + 2] = -_lg(titled - b)
        # The page.
        out[f + 3] = _lg(n)
        out[f + 4] = _lg(everything)
        out[f + 5] = _ratio(sums[n * SUMS + LINK_UNITS], everything)
        out[f + 6] = _ratio(sums[n * SUMS + LONG], everything)
        out[f + 7] = inner_share
        out[f + 8] = is_article
        f += 9
    return f - (n - 1) * width if n else 0
