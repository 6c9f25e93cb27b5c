"""Kernel of outlines: what a page's nodes are called, and where they lie on an outline."""

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
                place[child] = laying.text(above, before) if found is None else found
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
