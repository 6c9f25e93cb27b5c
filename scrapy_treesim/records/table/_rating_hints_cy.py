"""Kernel of ratings: the records in which a rating, or how many gave one, may be written at all.

Reading them takes several patterns an element; here every number is looked at once, with what
stands right before and behind it. What is found may be something else; what is not found is none.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Buffer, Bytes, Ints
    from cython.cimports.scrapy_treesim.tree._hashing_cy import HashTable
    from cython.cimports.scrapy_treesim.tree.constants import FNV_PRIME, FNV_SEED, MASK32
else:
    from scrapy_treesim._cython import Buffer, Bytes, Ints
    from scrapy_treesim.tree._hashing_cy import HashTable
    from scrapy_treesim.tree.constants import FNV_PRIME, FNV_SEED, MASK32

SURE = cython.declare(cython.int, 1)
CUED = cython.declare(cython.int, 2)
MEANINGS = "stars out_of of_whom reviews review average out".split()
"""Meanings of words, as their bits are numbered."""
STARS = cython.declare(cython.int, 1)
OUT_OF = cython.declare(cython.int, 2)
OF_WHOM = cython.declare(cython.int, 4)
REVIEWS = cython.declare(cython.int, 8)
REVIEW = cython.declare(cython.int, 16)
AVERAGE = cython.declare(cython.int, 32)
OUT = cython.declare(cython.int, 64)
LONGEST = cython.declare(cython.int, 40)
MOST = cython.declare(cython.int, 10)


@cython.final
@cython.cclass
class RatingHints:
    """Looks for ratings; ``words`` has hashes of words, ``meanings`` those of each as bits.

    ``bests`` flags the best ratings there are, up to 100.
    """

    _words: HashTable
    _meanings: Ints
    _bests: Bytes
    _text: Bytes
    _begin: cython.Py_ssize_t
    _end: cython.Py_ssize_t

    def __init__(self, words: HashTable, meanings: Ints, bests: Bytes) -> None:
        if len(meanings) < words.count or len(bests) < 101:
            raise ValueError("every word has a meaning, and every number up to 100 a flag")
        self._words = words
        self._meanings = meanings
        self._bests = bests
        self._text = b""
        self._begin = 0
        self._end = 0

    @cython.locals(
        place=cython.Py_ssize_t, root=cython.Py_ssize_t, node=cython.Py_ssize_t, hints=cython.int
    )
    def read_texts(
        self,
        tag: Ints,
        size: Ints,
        start: Ints,
        chars: Ints,
        digits: Ints,
        text: Bytes,
        roots: Ints,
        owners: Ints,
        most: cython.int,
        found: Buffer,
    ) -> list[tuple[int, int]]:
        """Add the hints in texts of ``roots``, up to ``most`` characters each, to their owners';
        each text that has any, behind its owner.

        Raises:
            IndexError: there are no such nodes, or owners.
        """
        self._text = text
        hinted: list[tuple[int, int]] = []
        for place in range(len(roots)):
            root = roots[place]
            if not 0 <= root < len(tag) or not 0 <= owners[place] < len(found):
                raise IndexError(f"no node {root}, or no owner {owners[place]}")
            if digits[root + size[root]] == digits[root]:
                continue
            self._begin = start[root]
            self._end = start[root + size[root]]
            for node in range(root, root + size[root]):
                if tag[node] == 0 and chars[node + 1] - chars[node] <= most:
                    hints = self._hints(start[node], start[node + 1])
                    if hints:
                        found[owners[place]] |= hints
                        hinted.append((owners[place], node))
        return hinted

    @cython.locals(
        place=cython.Py_ssize_t, root=cython.Py_ssize_t, entry=cython.Py_ssize_t, hints=cython.int
    )
    def read_attributes(
        self,
        size: Ints,
        first_attribute: Ints,
        attribute: Ints,
        value_start: Ints,
        values: Bytes,
        wanted: Bytes,
        roots: Ints,
        owners: Ints,
        most: cython.int,
        found: Buffer,
    ) -> list[tuple[int, int]]:
        """Add the hints in the attributes that are ``wanted``, up to ``most`` bytes each; each
        attribute that has any, behind its owner.

        Raises:
            IndexError: there are no such nodes, or owners.
        """
        self._text = values
        hinted: list[tuple[int, int]] = []
        for place in range(len(roots)):
            root = roots[place]
            if not 0 <= root < len(size) or not 0 <= owners[place] < len(found):
                raise IndexError(f"no node {root}, or no owner {owners[place]}")
            for entry in range(first_attribute[root], first_attribute[root + size[root]]):
                if not wanted[attribute[entry]]:
                    continue
                self._begin = value_start[entry]
                self._end = value_start[entry + 1]
                if self._end - self._begin <= most:
                    hints = self._hints(self._begin, self._end) & SURE
                    if hints:
                        found[owners[place]] |= hints
                        hinted.append((owners[place], entry))
        return hinted

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    @cython.locals(
        at=cython.Py_ssize_t, after=cython.Py_ssize_t, hints=cython.int, byte=cython.int,
        first=cython.bint, blank=cython.int, joined=cython.bint,
    )  # fmt: skip
    def _hints(self, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
        """What numbers and signs of one text hint at."""
        hints = 0
        first = True
        # What the text before ends with is not looked at.
        joined = at > self._begin
        while at < stop:
            byte = self._text[at]
            if 48 <= byte <= 57:
                after = at + 1
                while after < stop and 48 <= self._text[after] <= 57:
                    after += 1
                hints |= self._of_number(at, after, stop, first)
                first = False
                joined = True
                at = after
                continue
            if byte < 127:
                if byte > 32:
                    first = False
                joined = byte > 32
                at += 1
                continue
            blank = self._blank(at)
            if blank:
                # Without a mark that is not seen, what stands on both sides of it is one.
                after = at + blank
                joined = joined and self._is_mark(at)
                if joined and after < self._end and (after >= stop or not self._blank(after)):
                    hints |= SURE
                at += blank
                continue
            joined = True
            if byte >= 0x80 and self._is_odd(at):
                hints |= SURE
            first = False
            at += 1
        return hints

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    @cython.locals(
        behind=cython.Py_ssize_t, whole=cython.Py_ssize_t, number=cython.int, fraction=cython.bint,
        before=cython.Py_ssize_t, colon=cython.bint, at=cython.Py_ssize_t, hints=cython.int,
    )  # fmt: skip
    def _of_number(
        self, start: cython.Py_ssize_t, stop: cython.Py_ssize_t, text_stop: cython.Py_ssize_t,
        first: cython.bint,
    ) -> cython.int:  # fmt: skip
        """What the digits from ``start`` up to ``stop`` hint at; ``first``: they begin a text."""
        hints = 0
        number = self._value(start, stop)
        # With the digits behind a point.
        whole = stop
        fraction = False
        if stop < self._end and (self._text[stop] == 46 or self._text[stop] == 44):
            whole = stop + 1
            while whole < self._end and 48 <= self._text[whole] <= 57:
                whole += 1
            fraction = whole > stop + 1
        if first and fraction and number <= MOST:
            behind = self._skip(whole)
            if self._bracket(behind) > 0:
                return SURE
            if behind >= text_stop:
                hints |= CUED
        if fraction and self._means(self._skip(whole)) & AVERAGE:
            return SURE
        behind = self._skip(stop)
        if stop - start <= 3 and self._is_of_best(behind, text_stop, True):
            return SURE
        at = behind
        if at < self._end and self._text[at] == 45:
            at = self._skip(at + 1)
        if self._means(at) & STARS:
            return SURE
        if self._is_counted(stop, stop - start == 1 and number == 1):
            return SURE
        before = self._skip_back(start)
        if self._bracket(before - 1) > 0 or self._bracket(before - 3) == 3:
            at = self._behind_number(stop, True)
            if self._bracket(at) < 0 or self._bracket(self._skip_thousand(at)) < 0:
                hints |= CUED
        colon = False
        if before > self._begin and self._text[before - 1] == 58:
            colon = True
            before -= 1
        elif before - 3 >= self._begin and self._text[before - 3] == 0xEF:
            colon = self._text[before - 2] == 0xBC and self._text[before - 1] == 0x9A
            before -= 3 if colon else 0
        if colon or fraction:
            before = self._skip_back(before)
            if self._ends_with(before, (REVIEWS if colon else 0) | (AVERAGE if fraction else 0)):
                return SURE
        return hints

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    @cython.locals(value=cython.int)
    def _value(self, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
        """The number that some digits make, 1000 for more."""
        value = 0
        while start < stop and value < 1000:
            value = 10 * value + self._text[start] - 48
            start += 1
        return min(value, 1000)

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    @cython.locals(
        at=cython.Py_ssize_t, stop=cython.Py_ssize_t, key=cython.uint, word=cython.int,
    )  # fmt: skip
    def _is_of_best(
        self, at: cython.Py_ssize_t, text_stop: cython.Py_ssize_t, more: cython.bint
    ) -> cython.bint:
        """Tell whether a word between a rating and the best one stands here, and the best one."""
        if at < self._end and self._text[at] == 47:
            return self._is_best(self._skip(at + 1), text_stop)
        stop = min(self._end, at + LONGEST)
        key = FNV_SEED
        while at < stop and _is_letter(self._text[at]):
            key = _next(key, self._text[at])
            at += 1
            word = self._words.find(key)
            if word < 0:
                continue
            if self._meanings[word] & OUT_OF and self._is_best(self._skip(at), text_stop):
                return True
            if not more or not self._meanings[word] & OUT:
                continue
            if self._is_of_best(self._skip(at), text_stop, False):
                return True
        return False

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    @cython.locals(stop=cython.Py_ssize_t, value=cython.int)
    def _is_best(self, at: cython.Py_ssize_t, text_stop: cython.Py_ssize_t) -> cython.bint:
        """Tell whether one of the best ratings stands here."""
        stop = at
        while stop < self._end and stop - at < 4 and 48 <= self._text[stop] <= 57:
            stop += 1
        if stop == at:
            return False
        if stop < text_stop and self._text[stop] == 47:
            # A date.
            return False
        # Behind what is read as one text the next may begin with digits.
        while stop > at:
            value = self._value(at, stop)
            if stop - at < 4 and value <= 100 and self._bests[value]:
                return True
            if stop <= text_stop:
                return False
            stop -= 1
        return False

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    @cython.locals(stop=cython.Py_ssize_t, key=cython.uint, word=cython.int, found=cython.int)
    def _means(self, at: cython.Py_ssize_t) -> cython.int:
        """The meanings of all words that the letters here begin with."""
        stop = min(self._end, at + LONGEST)
        key = FNV_SEED
        found = 0
        while at < stop and _is_letter(self._text[at]):
            key = _next(key, self._text[at])
            at += 1
            word = self._words.find(key)
            if word >= 0:
                found |= self._meanings[word]
        return found

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    @cython.locals(at=cython.Py_ssize_t, further=cython.Py_ssize_t)
    def _is_counted(self, stop: cython.Py_ssize_t, one: cython.bint) -> cython.bint:
        """Tell whether a word for what buyers say stands behind a number."""
        at = self._behind_number(stop, False)
        if one and self._means(at) & REVIEW:
            return True
        if self._is_said(at, 2):
            return True
        further = self._skip_thousand(at)
        return further > at and self._is_said(further, 2)

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    @cython.locals(byte=cython.int)
    def _behind_number(self, at: cython.Py_ssize_t, digits: cython.bint) -> cython.Py_ssize_t:
        """The place behind the signs of a number, with its further digits, and blanks."""
        while at < self._end:
            byte = self._text[at]
            if byte == 39 or byte == 44 or byte == 46 or (digits and 48 <= byte <= 57):
                at += 1
            elif self._blank(at) > 0:
                at += self._blank(at)
            else:
                break
        return at

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def _skip_thousand(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The place behind a sign of thousands, a plus and blanks."""
        if at < self._end and (self._text[at] | 32) in (107, 109):
            at += 1
        elif at + 2 < self._end and self._text[at] == 0xE4 and self._text[at + 1] == 0xB8:
            at += 3 if self._text[at + 2] == 0x87 else 0
        at = self._skip(at)
        if at < self._end and self._text[at] == 43:
            at = self._skip(at + 1)
        return at

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    @cython.locals(
        stop=cython.Py_ssize_t, key=cython.uint, word=cython.int, behind=cython.Py_ssize_t
    )
    def _is_said(self, at: cython.Py_ssize_t, more: cython.int) -> cython.bint:
        """Tell whether a word for what buyers say stands here, behind ``more`` for them at most."""
        stop = min(self._end, at + LONGEST)
        key = FNV_SEED
        while at < stop and _is_letter(self._text[at]):
            key = _next(key, self._text[at])
            at += 1
            word = self._words.find(key)
            if word < 0:
                continue
            if self._meanings[word] & REVIEWS:
                return True
            if more > 0 and self._meanings[word] & OF_WHOM:
                behind = self._skip(at)
                if behind > at and self._is_said(behind, more - 1):
                    return True
        return False

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    @cython.locals(start=cython.Py_ssize_t, at=cython.Py_ssize_t, key=cython.uint, word=cython.int)
    def _ends_with(self, stop: cython.Py_ssize_t, meanings: cython.int) -> cython.bint:
        """Tell whether the letters before a place end in a word of these meanings."""
        start = stop
        while start > self._begin and stop - start < LONGEST and _is_letter(self._text[start - 1]):
            start -= 1
        while start < stop:
            key = FNV_SEED
            at = start
            while at < stop:
                key = _next(key, self._text[at])
                at += 1
            word = self._words.find(key)
            if word >= 0 and self._meanings[word] & meanings:
                return True
            start += 1
        return False

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def _skip(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        while at < self._end and self._blank(at) > 0:
            at += self._blank(at)
        return at

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    @cython.locals(width=cython.int)
    def _skip_back(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        while at > self._begin:
            width = 1
            while width < 3 and at - width > self._begin and self._blank(at - width) != width:
                width += 1
            if self._blank(at - width) != width:
                break
            at -= width
        return at

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    @cython.locals(byte=cython.int, second=cython.int, third=cython.int)
    def _blank(self, at: cython.Py_ssize_t) -> cython.int:
        """Bytes of a blank, or of a mark that is not seen; 0 where there is none."""
        byte = self._text[at]
        if byte <= 32 or byte == 127:
            return 1
        if byte < 0xC2 or at + 1 >= self._end:
            return 0
        second = self._text[at + 1]
        if byte == 0xC2:
            return 2 if second <= 0xA0 or second == 0xAD else 0
        if byte == 0xD8:
            return 2 if second == 0x9C else 0
        if at + 2 >= self._end:
            return 0
        third = self._text[at + 2]
        if byte == 0xE2 and second == 0x80:
            return 3 if third <= 0x8F or 0xA8 <= third <= 0xAF else 0
        if byte == 0xE2 and second == 0x81:
            return 3 if 0x9F <= third <= 0xA9 else 0
        if byte == 0xE3 and second == 0x80:
            return 3 if third == 0x80 else 0
        if byte == 0xEF and second == 0xBB:
            return 3 if third == 0xBF else 0
        return 3 if byte == 0xE1 and second == 0x9A and third == 0x80 else 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def _is_mark(self, at: cython.Py_ssize_t) -> cython.bint:
        """Tell whether a blank is one of the marks that are left out, be it within a number."""
        if self._text[at] == 0xE2 and at + 2 < self._end:
            if self._text[at + 1] == 0x81:
                return self._text[at + 2] >= 0xA0
            return self._text[at + 2] >= 0x8B and self._text[at + 2] not in (0xA8, 0xA9, 0xAF)
        if self._text[at] == 0xC2:
            return self._text[at + 1] == 0xAD
        return self._text[at] == 0xD8 or self._text[at] == 0xEF

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    @cython.locals(byte=cython.int, second=cython.int, third=cython.int)
    def _is_odd(self, at: cython.Py_ssize_t) -> cython.bint:
        """Tell whether a star begins here, or may begin a digit beyond ASCII."""
        byte = self._text[at]
        second = self._text[at + 1] if at + 1 < self._end else 0
        third = self._text[at + 2] if at + 2 < self._end else 0
        if byte == 0xE2:
            if second == 0x98:
                return third == 0x85 or third == 0x86
            if second == 0x9C:
                return third == 0xAD or third == 0xA9
            return second == 0xAD and third == 0x90
        if byte == 0xD9:
            return 0xA0 <= second <= 0xA9
        if byte == 0xDB:
            return second >= 0xB0
        if byte == 0xEF:
            return second == 0xBC and 0x90 <= third <= 0x99
        if byte == 0xF0:
            # But for pictures.
            return second != 0x9F
        return byte in (0xDF, 0xE0, 0xE1) or (byte == 0xEA and second >= 0x98)

    @cython.cfunc
    @cython.exceptval(-9, check=False)
    @cython.locals(byte=cython.int)
    def _bracket(self, at: cython.Py_ssize_t) -> cython.int:
        """Bytes of a bracket that opens here, below zero of one that closes; 0 where none is."""
        if not self._begin <= at < self._end:
            return 0
        byte = self._text[at]
        if byte == 40 or byte == 91:
            return 1
        if byte == 41 or byte == 93:
            return -1
        if byte != 0xEF or at + 2 >= self._end or self._text[at + 1] != 0xBC:
            return 0
        if self._text[at + 2] == 0x88:
            return 3
        return -3 if self._text[at + 2] == 0x89 else 0


@cython.cfunc
@cython.inline
@cython.exceptval(-1, check=False)
def _is_letter(byte: cython.int) -> cython.bint:
    return byte >= 0x80 or 97 <= (byte | 32) <= 122


@cython.cfunc
@cython.inline
def _next(key: cython.uint, byte: cython.uint) -> cython.uint:
    """The hash of a word's beginning and its next letter, in small letters of ASCII."""
    if 65 <= byte <= 90:
        byte |= 32
    return ((key ^ byte) * FNV_PRIME) & MASK32
