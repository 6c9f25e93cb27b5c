"""Kernel of the cues of bylines: what the elements around a text say of its being an author's."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Buffer, Bytes, Ints, UInts
    from cython.cimports.scrapy_treesim.article.metadata._runs_cy import hashed, meaning_of
    from cython.cimports.scrapy_treesim.article.metadata.constants import *
else:
    from scrapy_treesim._cython import Buffer, Bytes, Ints, UInts
    from scrapy_treesim.article.metadata._runs_cy import hashed, meaning_of
    from scrapy_treesim.article.metadata.constants import *


@cython.cclass
class Cues:
    """The cues of a page's elements, each read once.

    ``kinds`` are those of tags, ``uses`` those of attributes; ``keys`` and ``bits`` the words that
    tell and their meanings.
    """

    tag: Ints
    parent: Ints
    size: Ints
    chars: Ints
    first_attribute: Ints
    attribute: Ints
    value_start: Ints
    values: Bytes
    kinds: Bytes
    uses: Bytes
    keys: UInts
    bits: Ints
    known: Buffer
    """The cue of each element and one more, 0 where it was not read."""
    holder: cython.Py_ssize_t
    """The element that gave the last cue."""

    def __init__(
        self,
        tag: Ints,
        parent: Ints,
        size: Ints,
        chars: Ints,
        first_attribute: Ints,
        attribute: Ints,
        value_start: Ints,
        values: Bytes,
        kinds: Bytes,
        uses: Bytes,
        keys: UInts,
        bits: Ints,
    ) -> None:
        self.tag = tag
        self.parent = parent
        self.size = size
        self.chars = chars
        self.first_attribute = first_attribute
        self.attribute = attribute
        self.value_start = value_start
        self.values = values
        self.kinds = kinds
        self.uses = uses
        self.keys = keys
        self.bits = bits
        self.known = bytearray(len(tag))
        self.holder = -1

    @cython.locals(
        place=cython.Py_ssize_t, node=cython.Py_ssize_t, surest=cython.int, leads=cython.bint
    )  # fmt: skip
    def read(
        self, nodes: Ints, marks: Ints, count: cython.Py_ssize_t, cue: Ints, holder: Ints
    ) -> list[int]:
        """Find the texts that may be bylines; return their places.

        Of each, the surest cue of the elements around it and the smallest of them that gives it;
        without one, it is a text that may lead to a name.
        """
        found: list[int] = []
        for place in range(count):
            node = nodes[place]
            if not 0 < node < len(self.tag):
                raise IndexError(f"there is no text {node}")
            if self._chars_of(node) > MAX_LINE_CHARS:
                continue
            leads = marks[place] & LEADS
            surest = self._cue_of(node)
            if surest == FORBIDDEN or (surest == NO_CUE and not leads):
                continue
            cue[place] = surest
            holder[place] = self.holder
            found.append(place)
        return found

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    @cython.locals(
        above=cython.Py_ssize_t, level=cython.int, best=cython.int, cue=cython.int,
        chars=cython.int, opens=cython.bint,
    )  # fmt: skip
    def _cue_of(self, node: cython.Py_ssize_t) -> cython.int:
        """The surest cue of the elements around a text; its smallest one is :attr:`holder`."""
        best = NO_CUE
        above = self.parent[node]
        self.holder = above
        for level in range(2 * MAX_CUE_LEVELS):
            if above <= 0:
                break
            if not self.known[above]:
                self.known[above] = self._own_cue(above) + 1
            cue = self.known[above] - 1
            if cue == FORBIDDEN or (cue == BESIDE_NAME and best == NO_CUE):
                self.holder = above
                return FORBIDDEN
            if cue < BESIDE_NAME and level < MAX_CUE_LEVELS and cue < best:
                # The first line of a box about the author has the name.
                chars = self._chars_of(above)
                opens = self.chars[node] == self.chars[above] and chars <= MAX_BOX_CHARS
                if chars <= MAX_CUE_CHARS or opens:
                    best = cue
                    self.holder = above
            above = self.parent[above]
        return best

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def _chars_of(self, node: cython.Py_ssize_t) -> cython.int:
        return self.chars[node + self.size[node]] - self.chars[node]

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    @cython.locals(
        entry=cython.Py_ssize_t, at=cython.Py_ssize_t, stop=cython.Py_ssize_t, use=cython.int,
        said=cython.int, href=cython.Py_ssize_t, kind=cython.int, known=cython.int,
        room=cython.int,
    )  # fmt: skip
    def _own_cue(self, node: cython.Py_ssize_t) -> cython.int:
        """The cue that an element's own tag and attributes give."""
        said = 0
        href = -1
        room = MAX_CLASS_CHARS
        for entry in range(self.first_attribute[node], self.first_attribute[node + 1]):
            known = len(self.uses)
            use = self.uses[self.attribute[entry]] if 0 <= self.attribute[entry] < known else 0
            at = self.value_start[entry]
            stop = self.value_start[entry + 1]
            if use == NAMES:
                stop = self._cut(at, stop, room - 1)
                room -= stop - at + 1
                said |= self._words_in(at, stop)
            elif use == REL or use == PROPERTY:
                if self._has_author(at, stop):
                    return MARKED
            elif use == HREF:
                href = entry
        known = len(self.kinds)
        kind = self.kinds[self.tag[node]] if self.tag[node] < known else 0
        if kind & APART:
            return FORBIDDEN
        if kind & FOOTER:
            return BESIDE_NAME
        if said & OTHERS:
            return FORBIDDEN if self._chars_of(node) < MAX_OTHERS_CHARS else NO_CUE
        if said & AUTHORS:
            return NO_CUE if said & BESIDE else NAMED
        if said & (BESIDE | DATED_TOO):
            return BESIDE_NAME if self._chars_of(node) <= MAX_CUE_CHARS else NO_CUE
        if kind & ANCHOR and href >= 0:
            return self._cue_of_address(self.value_start[href], self.value_start[href + 1])
        return NO_CUE

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    @cython.locals(room=cython.Py_ssize_t)
    def _cut(
        self, at: cython.Py_ssize_t, stop: cython.Py_ssize_t, most: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        room = most if most > 0 else 0
        return stop if stop - at <= room else at + room

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    @cython.locals(byte=cython.uint, first=cython.Py_ssize_t, found=cython.int)
    def _words_in(self, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
        """The meanings of the words of class names: ``authorName`` is two, ``BYLINE`` one."""
        found = 0
        values = self.values
        while at < stop:
            byte = values[at]
            if not (97 <= byte <= 122 or 65 <= byte <= 90):
                at += 1
                continue
            first = at
            if byte <= 90:
                at += 1
                if at < stop and 65 <= values[at] <= 90:
                    while at < stop and 65 <= values[at] <= 90:
                        at += 1
                    found |= self._meaning(first, at)
                    continue
            while at < stop and 97 <= values[at] <= 122:
                at += 1
            found |= self._meaning(first, at)
        return found

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def _meaning(self, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
        return meaning_of(self.keys, self.bits, hashed(self.values, at, stop))

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    @cython.locals(first=cython.Py_ssize_t)
    def _has_author(self, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
        """Tell whether one of the words of a relation or a property is ``author``."""
        while at < stop:
            first = at
            while at < stop and self.values[at] > 32:
                at += 1
            if self._meaning(first, at) & RELATION:
                return True
            at += 1
        return False

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    @cython.locals(first=cython.Py_ssize_t)
    def _cue_of_address(self, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
        """Tell whether a link leads to a folder of authors, or to an account."""
        stop = self._cut(at, stop, MAX_CLASS_CHARS)
        first = at
        while at < stop and self.values[at] != 63:  # ?
            if self.values[at] == 47:  # /
                if self._meaning(first, at) & FOLDER:
                    return LINKED
                first = at + 1
            at += 1
        return LINKED if first < at and self.values[first] == 64 else NO_CUE  # @
