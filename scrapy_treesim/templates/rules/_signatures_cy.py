"""Kernel of node signatures: one hash for each node and kind.

All of a node's signatures are made of a few numbers, which three passes over the page fill. A
number is a hash of 62 bits; :mod:`.signatures` writes the same as text, and hashes it alike.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Bytes, Ints, ULongs
from scrapy_treesim.templates.rules.constants import *
from scrapy_treesim.tree._flat_cy import Attributes
from scrapy_treesim.tree._hashing_cy import HashTable
from scrapy_treesim.tree.constants import FNV_PRIME, FNV_SEED

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree


SIGNATURE_KINDS = "under_two under_four before beside first second".split()
MASK = cython.declare(cython.ulonglong, 0x3FFFFFFFFFFFFFFF)
"""Mask of a hash: 62 bits."""


@cython.final
class Signatures:
    """Parts of the signatures of a page's nodes, one number of each part per node."""

    tag: Ints
    """Array of the tree itself, like ``parent``, ``size`` and ``nth``."""
    parent: Ints
    size: Ints
    nth: Ints
    name: ULongs
    """Hash of the tag's name."""
    label: ULongs
    """Hash of tag, classes in any order and properties; of a text, its index among siblings."""
    words: ULongs
    """Hash of the words of a text, or of an element's first text."""
    before: ULongs
    """Hash of the words of the last text before the node."""
    beside: ULongs
    """Hash of the words of the last sibling of another label, or of those beside the parent."""
    holder: Ints
    """Nearest element above, plain inline tags left out."""

    def __init__(self, tree: PageTree) -> None:
        n = len(tree)
        self.tag = tree.tag
        self.parent = tree.parent
        self.size = tree.size
        self.nth = tree.nth
        for_each = bytes(8 * n)
        self.name = array("Q", for_each)
        self.label = array("Q", for_each)
        self.words = array("Q", for_each)
        self.before = array("Q", for_each)
        self.beside = array("Q", for_each)
        self.holder = array("i", bytes(4 * n))

    def read_names(self, attributes: Attributes, use: Ints, name_of_tag: ULongs) -> None:
        """Compute the labels of all elements: tag, classes in any order, properties.

        ``use`` is the kernel's number of each attribute: 0 for none, from 1 on names of the label.
        """
        values: Bytes = attributes.values
        for node in range(len(self.tag)):
            name: cython.ulonglong = name_of_tag[self.tag[node]]
            self.name[node] = name
            if self.tag[node] == 0:
                number: cython.int = self.nth[node] if self.nth[node] > 1 else 1
                self.label[node] = mix(name, number)
                continue
            total: cython.ulonglong = 0
            for entry in range(attributes.first[node], attributes.first[node + 1]):
                kind: cython.int = use[attributes.attribute[entry]]
                if kind == 0:
                    continue
                start: cython.Py_ssize_t = attributes.value_start[entry]
                stop: cython.Py_ssize_t = attributes.value_start[entry + 1]
                total = (total + names_in(values, start, stop, kind)) & MASK
            self.label[node] = mix(name, total)

    def pair(self, role: Ints, pairs: ULongs, paths: ULongs, leaf: Ints) -> None:
        """Compute each element's pair of labels with its parent, and each leaf's tag path.

        0 where there is none: in skipped subtrees, for texts, and no pair for root and body.
        ``leaf`` has a zero for each node.
        """
        for node in range(len(self.tag)):
            above: cython.Py_ssize_t = self.parent[node]
            if role[self.tag[node]] & PASSED or (above >= 0 and paths[above] == 0):
                continue
            leaf[node] = 1
            if above < 0:
                paths[node] = self.name[node]
                continue
            leaf[above] = 0
            paths[node] = mix(paths[above], self.name[node])
            if not role[self.tag[node]] & BODY:
                pairs[node] = mix(self.label[above], self.label[node])
        for node in range(len(self.tag)):
            if not leaf[node]:
                paths[node] = 0

    def read_text(self, text: Bytes, start: Ints) -> None:
        """Read the words of each text, and the first ones of each element; see :func:`words_in`."""
        for node in range(len(self.tag) - 1, -1, -1):
            if self.tag[node] == 0:
                self.words[node] = words_in(text, start[node], start[node + 1])
            # Backwards, so that an element's first text is the one that stays.
            if self.words[node] != 0 and self.parent[node] >= 0:
                self.words[self.parent[node]] = self.words[node]

    def link(self, role: Ints, last: Ints) -> None:
        """Link each node to its holder and the words before it; ``last`` has a zero per node."""
        before: cython.ulonglong = 0
        for i in range(len(self.tag)):
            role_bits: cython.int = role[self.tag[i]]
            above: cython.Py_ssize_t = self.parent[i]
            self.before[i] = before
            # Inline marks without names make no difference to the nodes inside.
            self.holder[i] = above
            if above > 0 and role[self.tag[above]] & INLINE and not self.is_named(above):
                self.holder[i] = self.holder[above]
            if above < 0 or role_bits & BODY:
                continue
            self._look_beside(i, above, last)
            if self.tag[i] == 0:
                if self.words[i] != 0:
                    before = self.words[i]
                continue
            if not role_bits & BREAK:
                last[above] = i

    def _look_beside(
        self, i: cython.Py_ssize_t, above: cython.Py_ssize_t, last: Ints
    ) -> cython.void:
        """Set the words of the last sibling of another label, or else those beside the parent."""
        near = last[above]
        if near == 0:
            self.beside[i] = self.beside[above]
        elif self.label[near] == self.label[i] or self.words[near] == 0:
            self.beside[i] = self.beside[near]
        else:
            self.beside[i] = self.words[near]

    @cython.ccall
    def key(self, kind: cython.int, i: cython.Py_ssize_t) -> cython.ulonglong:
        """Return a node's signature of a kind; 0 for none."""
        element: cython.Py_ssize_t = i
        if self.tag[i] == 0 and self.parent[i] >= 0:
            element = self.parent[i]
        if kind >= BEFORE:
            return self._key_of_words(kind, i, element)
        key: cython.ulonglong = self.label[element]
        up: cython.int = 4 if kind == UNDER_FOUR else 2
        above: cython.Py_ssize_t = self.holder[element]
        while up > 0 and above >= 0:
            key = mix(key, self.label[above])
            above = self.holder[above]
            up -= 1
        if self.tag[i] == 0:
            key = mix(key, self.label[i])
        return mix(key, kind)

    def _key_of_words(
        self, kind: cython.int, i: cython.Py_ssize_t, element: cython.Py_ssize_t
    ) -> cython.ulonglong:
        """Return a node's signature of a kind made of words; 0 without usable words."""
        context: cython.ulonglong = self.context(kind, i)
        if context <= LONG:
            return 0
        key: cython.ulonglong = mix(self.label[element], context)
        if self.tag[i] == 0:
            key = mix(key, self.name[i])
        return mix(key, kind)

    @cython.ccall
    def context(self, kind: cython.int, i: cython.Py_ssize_t) -> cython.ulonglong:
        """Return the hash of the words in a node's signature of a kind."""
        if kind == BEFORE:
            return self.before[i]
        if kind == BESIDE:
            return self.beside[i]
        words: cython.ulonglong = self.words[i]
        remaining: cython.int = 2 if kind == SECOND else 1
        above: cython.Py_ssize_t = self.parent[i]
        steps: cython.int = 0
        while above >= 0 and steps < CLIMB:
            if self.words[above] != words:
                words = self.words[above]
                remaining -= 1
                if remaining == 0:
                    return words
            above = self.parent[above]
            steps += 1
        return 0

    @cython.ccall
    def is_named(self, i: cython.Py_ssize_t) -> cython.bint:
        """Tell whether an element's label is more than its tag."""
        return self.label[i] != mix(self.name[i], 0)

    def match(self, kinds: cython.int, table: HashTable, out: Ints) -> cython.Py_ssize_t:
        """Write pairs of node and number for all signatures in a table; return their number.

        ``kinds`` are bits. Pairs for which ``out`` has no room are left out.
        """
        room: cython.Py_ssize_t = len(out) // 2
        count: cython.Py_ssize_t = 0
        for i in range(len(self.tag)):
            for kind in range(SECOND + 1):
                if not kinds >> kind & 1:
                    continue
                number: cython.int = table.find(self.key(kind, i))
                if number >= 0 and count < room:
                    out[2 * count] = i
                    out[2 * count + 1] = number
                    count += 1
        return count


@cython.ccall
def mix(left: cython.ulonglong, right: cython.ulonglong) -> cython.ulonglong:
    """Return a hash of two numbers."""
    key: cython.ulonglong = ((left * FNV_PRIME) ^ right) & MASK
    key ^= key >> 29
    return ((key * FNV_PRIME) + FNV_SEED) & MASK


@cython.ccall
def names_in(
    values: Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t, kind: cython.int
) -> cython.ulonglong:
    """Return the sum of the hashes of a value's names, in any order; runs of digits are equal."""
    total: cython.ulonglong = 0
    count: cython.int = 0
    early: cython.ulonglong = 0
    name: cython.ulonglong = FNV_SEED
    digit: cython.int = 0
    length: cython.int = 0
    while at <= stop:
        byte: cython.uint = values[at] if at < stop else 32
        at += 1
        if byte == 0xC2 and at < stop and 0x80 <= values[at] <= 0x9F:
            at += 1
            byte = 32
        if byte <= 32 or byte == 127:
            if length > 0:
                total = (total + mix(name, kind)) & MASK
                count += 1
                if count == FEW:
                    early = total
            name = FNV_SEED
            length = 0
            digit = 0
            continue
        length += 1
        if 48 <= byte <= 57:
            if digit:
                continue
            digit = 1
            byte = 78
        else:
            digit = 0
        name = ((name ^ byte) * FNV_PRIME) & MASK
    return early if count > MANY else total


@cython.ccall
def words_in(text: Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.ulonglong:
    """Return the hash of a text's letters and runs of digits.

    0 where there is neither, so that signs between values are skipped; 1 where a text is long
    or mostly a number.
    """
    key: cython.ulonglong = FNV_SEED
    letters: cython.int = 0
    digits: cython.int = 0
    running: cython.int = 0
    while at < stop:
        byte: cython.uint = text[at]
        at += 1
        if 65 <= byte <= 90:
            byte += 32
        if 97 <= byte <= 122 or byte >= 128:
            if byte >= 0xC2:
                width: cython.int = _sign(text, at - 1, stop)
                if width > 0:
                    at += width - 1
                    continue
            letters += 1
            running = 0
        elif 48 <= byte <= 57:
            digits += 1
            if running:
                continue
            running = 1
            byte = 78
        else:
            continue
        key = ((key ^ byte) * FNV_PRIME) & MASK
        if letters > LONGEST or digits > LONGEST:
            return LONG
    if letters == 0 and digits == 0:
        return 0
    return key if letters >= 2 * digits else LONG


def _sign(text: Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
    """Return the bytes of a sign or space above ASCII that starts here; 0 for a letter."""
    byte: cython.uint = text[at]
    second: cython.uint = text[at + 1] if at + 1 < stop else 0
    third: cython.uint = text[at + 2] if at + 2 < stop else 0
    if byte == 0xC2:  # U+0080 to U+00BF
        return 2
    if byte == 0xE2 and (second == 0x80 or second == 0x81):  # U+2000 to U+207F
        return 3
    if byte == 0xE3 and second == 0x80:  # U+3000 to U+303F
        return 3
    if byte == 0xE1 and second == 0x9A and third == 0x80:  # U+1680
        return 3
    # Signs of full width: U+FF00 to U+FF0F, U+FF1A to U+FF20.
    if byte == 0xEF and second == 0xBC and (third <= 0x8F or 0x9A <= third <= 0xA0):
        return 3
    if byte == 0xEF and second == 0xBF and third >= 0xB9:  # U+FFF9 to U+FFFF
        return 3
    return 0
