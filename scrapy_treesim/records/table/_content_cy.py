"""Kernel of the records' content: what lies below each node, and what each is called."""

from __future__ import annotations

from array import array

from scrapy_treesim.tree.tags import ATTRIBUTES, NUMBER

LINK = NUMBER["a"]
IMAGE = NUMBER["img"]
META = NUMBER["meta"]
CLASS = ATTRIBUTES.index("class")
ITEMPROP = ATTRIBUTES.index("itemprop")
HREF = ATTRIBUTES.index("href")
SILENT_ROLE = 1
INLINE_ROLE = 2


def read_texts(
    tag: array[int],
    size: array[int],
    start: array[int],
    text: bytes,
    roots: array[int],
    hint: bytes,
    long: int,
    words: int,
    passage: int,
    bits: array[int],
) -> list[int]:
    """Fill in the ``bits`` of texts that are words or passages; return the texts that may be more.

    ``hint`` marks the bytes that stand in values. A passage has ``long`` bytes at least.
    """
    rest: list[int] = []
    for place in range(len(roots)):
        root = roots[place]
        for i in range(root, root + size[root]):
            if tag[i] == 0:
                at = start[i]
                stop = start[i + 1]
                bits[i] = words if stop - at < long else passage
                while at < stop:
                    if hint[text[at]]:
                        rest.append(i)
                        break
                    at += 1
    return rest


def read_content(
    tag: array[int],
    parent: array[int],
    size: array[int],
    first_attribute: array[int],
    attribute: array[int],
    value_start: array[int],
    values: bytes,
    roots: array[int],
    role: array[int],
    tag_bit: array[int],
    bits: array[int],
    flow: array[int],
    children: array[int],
    only: array[int],
    name: array[int],
    names: dict[tuple[int, bytes, bytes], int],
) -> None:
    """Fill in what lies in the subtrees of ``roots``, from the leaves up.

    ``role`` and ``tag_bit`` are by tag; ``bits`` holds those of texts on entry. Filled are ``bits``
    (a set of what is below, 0 for no data), ``flow`` (1 where more than a line of text is below),
    ``children`` (those with data), ``only`` (the first of these) and ``name``, a number for each
    tag with class and itemprop, told by ``names``.
    """
    for place in range(len(roots)):
        root = roots[place]
        i = root + size[root]
        while i > root:
            i -= 1
            number = tag[i]
            found = bits[i]
            if number:
                kind = role[number]
                has_value = number == IMAGE
                class_entry = -1
                prop_entry = -1
                for entry in range(first_attribute[i], first_attribute[i + 1]):
                    which = attribute[entry]
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
                above = parent[i]
                bits[above] |= found
                flow[above] |= flow[i]
                children[above] += 1
                only[above] = i


def descend(
    members: array[int],
    tag: array[int],
    children: array[int],
    only: array[int],
    name: array[int],
) -> list[int]:
    """Put each member's one child in its place, as long as each has one and all are called alike.

    Returns what the nodes on the way are called, level by level. Links are not passed.
    """
    found: list[int] = []
    n = len(members)
    while n > 0:
        for i in range(n):
            node = members[i]
            if children[node] != 1 or tag[node] == LINK:
                return found
            if name[only[node]] != name[only[members[0]]]:
                return found
        for i in range(n):
            members[i] = only[members[i]]
        found.append(name[members[0]])
    return found
