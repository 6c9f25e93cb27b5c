"""Kernel of the records' content: what lies below each node, and what each is called."""

from __future__ import annotations

from scrapy_treesim.tree.tags import ATTRIBUTES, NUMBER

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Bytes, Ints, ULongs
else:
    from scrapy_treesim._cython import Bytes, Ints, ULongs

LINK = cython.declare(cython.int, NUMBER["a"])
IMAGE = cython.declare(cython.int, NUMBER["img"])
META = cython.declare(cython.int, NUMBER["meta"])
CLASS = cython.declare(cython.int, ATTRIBUTES.index("class"))
ITEMPROP = cython.declare(cython.int, ATTRIBUTES.index("itemprop"))
HREF = cython.declare(cython.int, ATTRIBUTES.index("href"))
SILENT_ROLE = cython.declare(cython.int, 1)
INLINE_ROLE = cython.declare(cython.int, 2)


@cython.locals(place=cython.Py_ssize_t, i=cython.Py_ssize_t)
def read_texts(
    tag: Ints,
    size: Ints,
    start: Ints,
    text: Bytes,
    roots: Ints,
    hint: Bytes,
    long: cython.Py_ssize_t,
    words: cython.ulonglong,
    passage: cython.ulonglong,
    bits: ULongs,
) -> list[int]:
    """Fill in the ``bits`` of texts that are words or passages; return the texts that may be more.

    ``hint`` marks the bytes that stand in values. A passage has ``long`` bytes at least.
    """
    rest: list[int] = []
    for place in range(len(roots)):
        root: cython.Py_ssize_t = roots[place]
        for i in range(root, root + size[root]):
            if tag[i] == 0:
                at: cython.Py_ssize_t = start[i]
                stop: cython.Py_ssize_t = start[i + 1]
                bits[i] = words if stop - at < long else passage
                while at < stop:
                    if hint[text[at]]:
                        rest.append(i)
                        break
                    at += 1
    return rest


@cython.locals(place=cython.Py_ssize_t, entry=cython.Py_ssize_t)
def read_content(
    tag: Ints,
    parent: Ints,
    size: Ints,
    first_attribute: Ints,
    attribute: Ints,
    value_start: Ints,
    values: bytes,
    roots: Ints,
    role: Ints,
    tag_bit: ULongs,
    bits: ULongs,
    flow: Ints,
    children: Ints,
    only: Ints,
    name: Ints,
    names: dict[tuple[int, bytes, bytes], int],
) -> None:
    """Fill in what lies in the subtrees of ``roots``, from the leaves up.

    ``role`` and ``tag_bit`` are by tag; ``bits`` holds those of texts on entry. Filled are ``bits``
    (a set of what is below, 0 for no data), ``flow`` (1 where more than a line of text is below),
    ``children`` (those with data), ``only`` (the first of these) and ``name``, a number for each
    tag with class and itemprop, told by ``names``.
    """
    for place in range(len(roots)):
        root: cython.Py_ssize_t = roots[place]
        i: cython.Py_ssize_t = root + size[root]
        while i > root:
            i -= 1
            number: cython.int = tag[i]
            found: cython.ulonglong = bits[i]
            if number:
                kind: cython.int = role[number]
                has_value: cython.bint = number == IMAGE
                class_entry: cython.Py_ssize_t = -1
                prop_entry: cython.Py_ssize_t = -1
                for entry in range(first_attribute[i], first_attribute[i + 1]):
                    which: cython.int = attribute[entry]
                    if which == CLASS:
                        class_entry = entry
                    elif which == ITEMPROP:
                        prop_entry = entry
                        if number == META:
                            has_value = True
                    elif which == HREF and number == LINK:
                        has_value = True
                if kind & SILENT_ROLE:
                    found = 0
                elif found or has_value:
                    found |= tag_bit[number]
                    if not kind & INLINE_ROLE:
                        flow[i] = 1
                    words = b""
                    prop = b""
                    if class_entry >= 0:
                        words = values[value_start[class_entry] : value_start[class_entry + 1]]
                    if prop_entry >= 0:
                        prop = values[value_start[prop_entry] : value_start[prop_entry + 1]]
                    name[i] = names.setdefault((number, words, prop), len(names))
                bits[i] = found
            if found and i > root:
                above: cython.Py_ssize_t = parent[i]
                bits[above] |= found
                flow[above] |= flow[i]
                children[above] += 1
                only[above] = i


@cython.locals(i=cython.Py_ssize_t)
def descend(members: Ints, tag: Ints, children: Ints, only: Ints, name: Ints) -> list[int]:
    """Put each member's one child in its place, as long as each has one and all are called alike.

    Returns what the nodes on the way are called, level by level. Links are not passed.
    """
    found: list[int] = []
    n: cython.Py_ssize_t = len(members)
    while n > 0:
        for i in range(n):
            node: cython.Py_ssize_t = members[i]
            if children[node] != 1 or tag[node] == LINK:
                return found
            if name[only[node]] != name[only[members[0]]]:
                return found
        for i in range(n):
            members[i] = only[members[i]]
        found.append(name[members[0]])
    return found
