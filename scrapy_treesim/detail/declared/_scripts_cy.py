"""Kernel of scripts: the known keys of objects in JSON and in code, with their values.

The text is read once, from its start to its end; strings, comments and regular expressions of
code are passed over as such. Nothing is run, and what is no object gives no keys.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Bytes, Ints
else:
    from scrapy_treesim._cython import Bytes, Ints

WORD = cython.declare(cython.int, 1)
SPACE = cython.declare(cython.int, 2)
LONGEST_KEY = cython.declare(cython.Py_ssize_t, 40)
MOST_FOLDED = cython.declare(cython.int, 3)
"""How often an object is read as part of the one that it stands in."""


@cython.ccall
@cython.locals(value=cython.longlong, c=cython.int)
def key_hash(text: Bytes, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
    """Hash the letters and digits of ``text[start:stop]`` in lower case, in 31 bits."""
    value = 18652613
    while start < stop:
        c = text[start]
        start += 1
        if 65 <= c <= 90:
            c += 32
        if 97 <= c <= 122 or 48 <= c <= 57:
            value = ((value ^ c) * 16777619) & 0x7FFFFFFF
    return value


@cython.final
@cython.cclass
class ScriptReader:
    """The known keys that scripts are read for, and room for the objects of one script."""

    kinds: Bytes
    """Which bytes names have in them (1), and which are white space (2)."""
    hashes: Ints
    """The hashes of the keys, each in its slot or one after it; their number is a power of 2."""
    numbers: Ints
    """The number of each slot's key, from 1 to 30; 0 where there is none."""
    folded: cython.int
    """The numbers, as bits, of keys whose objects are part of those they stand in."""
    above: Ints
    """The object that each object stands in, -1 for none."""
    under: Ints
    """The number of the key that each object is the value of; 0 for none that is known."""
    known: Ints
    """The numbers, as bits, of the keys that each object has."""
    pairs: Ints
    """Of each pair its object, its key's number, and the start and end of its value."""
    open_objects: Ints

    def __init__(
        self, kinds: Bytes, hashes: Ints, numbers: Ints, folded: cython.int, depth: cython.int
    ) -> None:
        self.kinds = kinds
        self.hashes = hashes
        self.numbers = numbers
        self.folded = folded
        self.open_objects = array("i", bytes(4 * depth))
        self._make_room(0, 0)

    @cython.cfunc
    def _make_room(self, objects: cython.int, pairs: cython.int) -> cython.void:
        self.above = array("i", bytes(4 * objects))
        self.under = array("i", bytes(4 * objects))
        self.known = array("i", bytes(4 * objects))
        self.pairs = array("i", bytes(16 * pairs))

    @cython.locals(
        i=cython.Py_ssize_t, count=cython.Py_ssize_t, one=cython.int, held=cython.int,
    )  # fmt: skip
    def read(
        self, text: Bytes, objects: int, pairs: int, code: int, telling: int
    ) -> list[tuple[int, int, int, int, int]]:
        """Find the pairs of objects that have a key of each of two sets, which are bits.

        Of each, the object that it is read as part of, the number of the key that its own object
        is the value of (0 where it stands in that object itself), its key's number, and the start
        and end of its value. What goes beyond so many ``objects`` and ``pairs`` is passed over.
        """
        self._make_room(objects, pairs)
        count = self._read_pairs(text)
        found: list[tuple[int, int, int, int, int]] = []
        for i in range(count):
            one = self._part_of(self.pairs[4 * i])
            self.known[one] |= 1 << self.pairs[4 * i + 1]
        for i in range(count):
            one = self._part_of(self.pairs[4 * i])
            if self.known[one] & code and self.known[one] & telling:
                held = 0 if one == self.pairs[4 * i] else self.under[self.pairs[4 * i]]
                found.append(
                    (
                        one, held, self.pairs[4 * i + 1], self.pairs[4 * i + 2],
                        self.pairs[4 * i + 3],
                    )
                )  # fmt: skip
        return found

    @cython.cfunc
    @cython.locals(steps=cython.int)
    def _part_of(self, one: cython.int) -> cython.int:
        """The object that an object is read as part of; mostly itself."""
        steps = 0
        while (
            steps < MOST_FOLDED and self.above[one] >= 0 and ((self.folded >> self.under[one]) & 1)
        ):
            one = self.above[one]
            steps += 1
        return one

    @cython.cfunc
    @cython.locals(wanted=cython.int, slot=cython.Py_ssize_t, most=cython.Py_ssize_t)
    def _number_of(
        self, text: Bytes, start: cython.Py_ssize_t, stop: cython.Py_ssize_t
    ) -> cython.int:
        """The number of a known key; 0 of others."""
        if stop - start > LONGEST_KEY or stop - start < 2:
            return 0
        wanted = key_hash(text, start, stop)
        most = len(self.hashes) - 1
        slot = wanted & most
        while self.numbers[slot] != 0:
            if self.hashes[slot] == wanted:
                return self.numbers[slot]
            slot = (slot + 1) & most
        return 0

    @cython.cfunc
    @cython.locals(
        i=cython.Py_ssize_t, n=cython.Py_ssize_t, start=cython.Py_ssize_t, stop=cython.Py_ssize_t,
        after=cython.Py_ssize_t, c=cython.int, last=cython.int, pending=cython.int,
        depth=cython.int, lost=cython.int, objects=cython.int, is_value=cython.bint,
        count=cython.Py_ssize_t, kinds=Bytes,
    )  # fmt: skip
    def _read_pairs(self, text: Bytes) -> cython.Py_ssize_t:
        """Fill the objects and the pairs; return how many pairs there are."""
        kinds = self.kinds
        n = len(text)
        objects = depth = lost = pending = 0
        count = 0
        # What came before a slash tells a division from a regular expression.
        last = 0
        i = 0
        while i < n:
            c = text[i]
            if kinds[c] == SPACE:
                i += 1
                continue
            if c == 34 or c == 39 or c == 96:
                start = i + 1
                i = start
                while i < n and text[i] != c and (text[i] != 10 or c == 96):
                    i += 2 if text[i] == 92 else 1
                stop = min(i, n)
                i = stop + 1
                is_value = True
            elif kinds[c] == WORD or c == 45:
                start = i
                i += 1
                while i < n and (kinds[text[i]] == WORD or (text[i] == 46 and 48 <= c <= 57)):
                    i += 1
                stop = i
                # Of bare words only numbers, true and false are values: code has names for others.
                is_value = (
                    48 <= c <= 57
                    or c == 45
                    or (c == 116 and stop - start == 4)
                    or (c == 102 and stop - start == 5)
                )
            elif c == 47:
                after = self._passed_over(text, i, last)
                if after == i:
                    last = c
                    after = i + 1
                i = after
                continue
            else:
                i += 1
                last = c
                if c == 123:
                    if lost == 0 and depth < len(self.open_objects) and objects < len(self.above):
                        self.above[objects] = self.open_objects[depth - 1] if depth > 0 else -1
                        self.under[objects] = pending
                        self.open_objects[depth] = objects
                        depth += 1
                        objects += 1
                    else:
                        lost += 1
                    pending = 0
                elif c == 125:
                    if lost > 0:
                        lost -= 1
                    elif depth > 0:
                        depth -= 1
                    pending = 0
                elif c == 44 or c == 59 or c == 93 or c == 41:
                    pending = 0
                continue
            last = c
            after = i
            while after < n and kinds[text[after]] == SPACE:
                after += 1
            if after < n and text[after] == 58:
                pending = self._number_of(text, start, stop)
                last = 58
                i = after + 1
            elif pending != 0:
                if is_value and depth > 0 and lost == 0 and stop > start:
                    if 4 * count >= len(self.pairs):
                        return count
                    self.pairs[4 * count] = self.open_objects[depth - 1]
                    self.pairs[4 * count + 1] = pending
                    self.pairs[4 * count + 2] = start
                    self.pairs[4 * count + 3] = stop
                    count += 1
                pending = 0
        return count

    @cython.cfunc
    @cython.locals(n=cython.Py_ssize_t, in_class=cython.bint)
    def _passed_over(
        self, text: Bytes, i: cython.Py_ssize_t, last: cython.int
    ) -> cython.Py_ssize_t:
        """The place after the comment or regular expression that starts here; here if none does."""
        n = len(text)
        if i + 1 < n and text[i + 1] == 47:
            while i < n and text[i] != 10:
                i += 1
        elif i + 1 < n and text[i + 1] == 42:
            i += 2
            while i + 1 < n and not (text[i] == 42 and text[i + 1] == 47):
                i += 1
            i += 2
        elif (
            last == 0 or last == 40 or last == 44 or last == 61 or last == 58 or last == 91
            or last == 33 or last == 38 or last == 124 or last == 63 or last == 59
            or last == 123 or last == 125
        ):  # fmt: skip
            in_class = False
            i += 1
            while i < n and text[i] != 10 and (in_class or text[i] != 47):
                if text[i] == 92:
                    i += 1
                elif text[i] == 91:
                    in_class = True
                elif text[i] == 93:
                    in_class = False
                i += 1
            i += 1
        return i
