"""Kernel of outlines: what a page's nodes are called, and where they lie on an outline.

What has no name is aligned by the longest common subsequence, found by its differences (Myers
1986).
"""

from __future__ import annotations

from array import array
from typing import Any

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Buffer, Bytes, Ints
else:
    from scrapy_treesim._cython import Buffer, Bytes, Ints


@cython.locals(i=cython.Py_ssize_t, k=cython.int)
def align_symbols(a: Ints, b: Ints, max_edits: cython.int, match: Ints) -> cython.int:
    """Fill ``match`` with the place in ``b`` of each of ``a``, or -1; return how many match.

    A longest common subsequence where no more than ``max_edits`` insertions and deletions lie
    between the two. Beyond that the way that comes furthest is taken so far, and another search
    begins there: O((len(a) + len(b)) * max_edits) time, O(max_edits^2) memory at the worst.
    """
    first_a: cython.Py_ssize_t = 0
    first_b: cython.Py_ssize_t = 0
    last_a: cython.Py_ssize_t = len(a)
    last_b: cython.Py_ssize_t = len(b)
    count: cython.int = 0
    for i in range(last_a):
        match[i] = -1
    while first_a < last_a and first_a < last_b and a[first_a] == b[first_a]:
        match[first_a] = first_a
        first_a += 1
    first_b = first_a
    count = first_a
    while last_a > first_a and last_b > first_b and a[last_a - 1] == b[last_b - 1]:
        last_a -= 1
        last_b -= 1
        match[last_a] = last_b
        count += 1
    if max_edits < 1:
        max_edits = 1
    none: Ints = array("i", [0])
    while first_a < last_a and first_b < last_b:
        rows: cython.int = last_a - first_a
        columns: cython.int = last_b - first_b
        most: cython.int = rows + columns if rows + columns < max_edits else max_edits
        furthest: Ints = array("i", bytes(4 * (2 * most + 3)))
        edits: cython.Py_ssize_t = _search(
            a, b, first_a, rows, first_b, columns, most, furthest, none, False
        )
        history: Ints = array("i", bytes(4 * ((edits + 1) * (edits + 2) // 2)))
        _search(a, b, first_a, rows, first_b, columns, edits, furthest, history, True)
        # The way that came furthest, whose end is where both end if that was reached.
        diagonal: cython.int = 0
        best: cython.int = -1
        for k in range(-edits, edits + 1, 2):
            x: cython.int = furthest[edits + 1 + k]
            if x >= 0 and 2 * x - k > best:
                best = 2 * x - k
                diagonal = k
        count += _read_back(history, edits, diagonal, first_a, rows, first_b, columns, match)
        x = furthest[edits + 1 + diagonal]
        first_a += x
        first_b += x - diagonal
    return count


@cython.cfunc
@cython.locals(i=cython.Py_ssize_t, edits=cython.int, k=cython.int)
def _search(
    a: Ints,
    b: Ints,
    first_a: cython.Py_ssize_t,
    rows: cython.int,
    first_b: cython.Py_ssize_t,
    columns: cython.int,
    most: cython.int,
    furthest: Ints,
    history: Ints,
    recorded: cython.bint,
) -> cython.int:
    """Go as far as ``most`` edits lead on each diagonal; how many were needed, or ``most``.

    ``furthest[most + 1 + k]`` is the place in ``a``, counted from ``first_a``, on diagonal ``k``;
    -1 where there is none. ``history`` gets the diagonals in use after every edit.
    """
    for i in range(2 * most + 3):
        furthest[i] = -1
    for edits in range(most + 1):
        for k in range(-edits, edits + 1, 2):
            if edits == 0:
                x: cython.int = 0
            else:
                x = furthest[most + k]
                if x >= rows:
                    x = -1
                elif x >= 0:
                    x += 1
                below: cython.int = furthest[most + 2 + k]
                if below >= x and below - k - 1 < columns:
                    x = below
            if x >= 0:
                while x < rows and x - k < columns and a[first_a + x] == b[first_b + x - k]:
                    x += 1
            furthest[most + 1 + k] = x
            if recorded:
                history[edits * (edits + 1) // 2 + (k + edits) // 2] = x
            if x == rows and x - k == columns:
                return edits
    return most


@cython.cfunc
@cython.locals(i=cython.Py_ssize_t)
def _read_back(
    history: Ints,
    edits: cython.int,
    diagonal: cython.int,
    first_a: cython.Py_ssize_t,
    rows: cython.int,
    first_b: cython.Py_ssize_t,
    columns: cython.int,
    match: Ints,
) -> cython.int:
    """Fill in what is equal on the way to the end of a diagonal; how many that are."""
    count: cython.int = 0
    x: cython.int = history[edits * (edits + 1) // 2 + (diagonal + edits) // 2]
    while edits > 0:
        row: cython.int = (edits - 1) * edits // 2
        right: cython.int = -1
        if diagonal > -edits:
            right = history[row + (diagonal + edits - 2) // 2]
            right = right + 1 if 0 <= right < rows else -1
        start: cython.int = -1
        if diagonal < edits:
            start = history[row + (diagonal + edits) // 2]
            if start - diagonal - 1 >= columns:
                start = -1
        down: cython.bint = start >= right
        if not down:
            start = right
        for i in range(start, x):
            match[first_a + i] = first_b + i - diagonal
        count += x - start
        x = start if down else start - 1
        diagonal += 1 if down else -1
        edits -= 1
    for i in range(x):
        match[first_a + i] = first_b + i
    return count + x


DATA = cython.declare(cython.int, 0)


@cython.locals(
    i=cython.Py_ssize_t, entry=cython.Py_ssize_t, class_number=cython.int, id_number=cython.int,
    most=cython.Py_ssize_t, first_attribute=Ints, attribute=Ints, value_start=Ints, values=bytes,
    own=bytes, classes=bytes, unknown=list,
)  # fmt: skip
def label_nodes(
    tag: Ints,
    origin: Ints,
    attributes: tuple[array[int], array[int], array[int], bytes],
    chars: Ints,
    numbers: tuple[int, int, int],
    names: list[str],
    elements: dict[Any, int],
    lengths: frozenset[int],
    label: Ints,
) -> list[int]:
    """Fill ``label`` with what is known; return the nodes of which it is not.

    ``attributes`` are the page's four arrays of them, ``numbers`` those of ``class`` and ``id`` and
    how many bytes of a value count. ``elements`` holds labels by name, id and class names. A text
    is data unless it has as many characters as one of the template's, whose are in ``lengths``.
    """
    first_attribute, attribute, value_start, values = attributes
    class_number, id_number, most = numbers
    unknown = []
    for i in range(len(tag)):
        node: cython.Py_ssize_t = origin[i]
        label[i] = DATA
        if tag[i] == DATA:
            if chars[node + 1] - chars[node] in lengths:
                unknown.append(i)
            continue
        own = b""
        classes = b""
        for entry in range(first_attribute[node], first_attribute[node + 1]):
            if attribute[entry] == class_number or attribute[entry] == id_number:
                start: cython.Py_ssize_t = value_start[entry]
                stop: cython.Py_ssize_t = value_start[entry + 1]
                if stop - start > most:
                    stop = start + most
                if attribute[entry] == class_number:
                    classes = values[start:stop]
                else:
                    own = values[start:stop]
        known = elements.get((names[tag[i]], own, classes))
        if known is None:
            unknown.append(i)
        else:
            label[i] = known
    return unknown


def lay_nodes(
    size: Ints,
    label: Ints,
    bare: Bytes,
    is_text: Bytes,
    place: Ints,
    known: dict[int, int],
    known_texts: dict[int, int],
    laying: Any,
    grows: cython.bint,
) -> None:
    """Find the places of all nodes below the root, whose place is given; the others' are -1.

    ``known`` has places by the place above and the label, ``known_texts`` those of texts by the
    place above and the label before; for what they lack, and for all that has no name, ``laying``
    is asked.
    """
    n: cython.Py_ssize_t = len(size)
    node: cython.Py_ssize_t = 0
    while node < n:
        above: cython.longlong = place[node]
        if above < 0:
            node += size[node]
            continue
        stop: cython.Py_ssize_t = node + size[node]
        child: cython.Py_ssize_t = node + 1
        before: cython.longlong = DATA
        nameless: cython.bint = False
        while child < stop:
            number: cython.longlong = label[child]
            if bare[number]:
                nameless = True
            elif number == DATA:
                found = known_texts.get((above << 32) | before)
                place[child] = laying.text(above) if found is None else found
            else:
                found = known.get((above << 32) | number)
                place[child] = laying.named(above, before, number) if found is None else found
            before = context_of(child, size, label, is_text)
            child += size[child]
        if nameless:
            laying.lay_nameless(node, above)
        if grows and stop > node + 1:
            laying.grow(node, above)
        node += 1


@cython.ccall
@cython.exceptval(-1, check=False)
def context_of(node: cython.Py_ssize_t, size: Ints, label: Ints, is_text: Bytes) -> cython.int:
    """The label that a text after the node is known by.

    It is the node's own, or that of the template's text if the node holds nothing else.
    """
    if size[node] == 2 and is_text[label[node + 1]]:
        return label[node + 1] or label[node]
    return label[node]


@cython.locals(i=cython.Py_ssize_t)
def mark_repeats(parent: Ints, place: Ints, last: Ints, repeats: Buffer) -> None:
    """Set ``repeats`` for places that siblings share; ``last`` holds a -1 for every place."""
    for i in range(1, len(parent)):
        if place[i] >= 0:
            if last[place[i]] == parent[i]:
                repeats[place[i]] = 1
            last[place[i]] = parent[i]


@cython.locals(i=cython.Py_ssize_t)
def fill_above(parent: Ints, place: Ints, above: Ints) -> None:
    """Of each node its place or, without one, that of the smallest element around that has one."""
    for i in range(len(parent)):
        above[i] = place[i]
        if place[i] < 0 and parent[i] >= 0:
            above[i] = above[parent[i]]


@cython.locals(i=cython.Py_ssize_t, held=dict, here=list)
def held_labels(
    parent: Ints, label: Ints, bare: Bytes, most: cython.Py_ssize_t
) -> dict[int, list[int]]:
    """Of each nameless element the labels that it holds, through nameless elements only.

    The first ``most`` different ones, in document order; O(nodes * most) time at the most.
    """
    held: dict[int, list[int]] = {}
    for i in range(len(parent)):
        number: cython.int = label[i]
        if bare[number]:
            held[i] = []
            continue
        if number == DATA:
            continue
        above: cython.Py_ssize_t = parent[i]
        while above >= 0 and bare[label[above]]:
            here = held[above]
            # All that stand above hold it then, or have no room for it.
            if len(here) >= most or number in here:
                break
            here.append(number)
            above = parent[above]
    return held


@cython.locals(i=cython.Py_ssize_t)
def mark_data(tag: Ints, place: Ints, own_texts: Bytes, is_data: Buffer) -> None:
    """Set ``is_data`` for texts whose place is none of the template's ``own_texts``."""
    for i in range(len(tag)):
        if tag[i] == DATA:
            is_data[i] = place[i] < 0 or not own_texts[place[i]]
