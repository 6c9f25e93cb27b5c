"""Kernel of amounts: the texts of records that may be amounts of money, or parts of some.

A text is one where a sign of a currency stands in it, or in a small element around it. What is
found may be something else; what is not found is none.
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

CAPITALS = cython.declare(cython.int, 1)
WORD = cython.declare(cython.int, 2)
ELSEWHERE = cython.declare(cython.int, 4)


@cython.final
@cython.cclass
class MoneyHints:
    """Looks for signs of currencies; ``signs`` has hashes of them, in small letters of ASCII.

    ``manners`` says of each whether it is one in capitals alone (1), a word (2), which has to stand
    beside a number, or one of other countries (4); ``longest`` of each byte how many bytes signs
    have that begin with it.

    Raises:
        ValueError: these do not fit one another.
    """

    _signs: HashTable
    _manners: Bytes
    _longest: Bytes

    def __init__(self, signs: HashTable, manners: Bytes, longest: Bytes) -> None:
        if len(manners) < signs.count or len(longest) < 256:
            raise ValueError("every sign has a manner, and every byte a length")
        self._signs = signs
        self._manners = manners
        self._longest = longest

    @cython.locals(
        place=cython.Py_ssize_t, root=cython.Py_ssize_t, number=cython.Py_ssize_t,
        node=cython.Py_ssize_t, last=cython.Py_ssize_t, left=cython.int, owner=cython.int,
    )  # fmt: skip
    def numbers(
        self,
        tag: Ints,
        parent: Ints,
        size: Ints,
        start: Ints,
        chars: Ints,
        text: Bytes,
        digits: Ints,
        texts: Ints,
        text_node: Ints,
        roots: Ints,
        owners: Ints,
        closed: Bytes,
        limits: Ints,
        flags: Buffer,
        is_root: Buffer,
    ) -> list[tuple[int, int]]:
        """The texts, by number, that may be amounts, each behind its owner.

        ``closed`` flags known tags that part amounts; ``flags`` are zeros, one a text, as are
        ``is_root``, one a node. ``limits``: texts of an owner, characters of a text, characters of
        several, how many these are, and levels around them.

        Raises:
            IndexError: there are no such nodes, or the flags are too few.
        """
        found: list[tuple[int, int]] = []
        for place in range(len(roots)):
            root = roots[place]
            if not 0 <= root < len(tag) or texts[root + size[root]] > len(flags):
                raise IndexError(f"no node {root} among {len(tag)}")
            is_root[root] = 1
        owner = -1
        left = 0
        for place in range(len(roots)):
            root = roots[place]
            last = texts[root + size[root]]
            if owners[place] != owner:
                owner = owners[place]
                left = limits[0]
            if digits[root + size[root]] == digits[root]:
                left -= last - texts[root]
                continue
            for number in range(texts[root], last):
                node = text_node[number]
                if chars[node + size[node]] - chars[node] <= limits[1]:
                    flags[number] = self._has_sign(text, start[node], start[node + size[node]])
            for number in range(texts[root], last):
                if left <= 0:
                    break
                left -= 1
                node = text_node[number]
                if digits[node + 1] == digits[node]:
                    continue
                if chars[node + size[node]] - chars[node] > limits[1]:
                    continue
                if flags[number] or _is_near(
                    tag, parent, size, chars, texts, node, closed, limits, flags, is_root
                ):
                    found.append((owner, number))
        return found

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    @cython.locals(
        begin=cython.Py_ssize_t, behind=cython.Py_ssize_t, last=cython.Py_ssize_t, byte=cython.uint,
        key=cython.uint, number=cython.int, capitals=cython.bint, goes_on=cython.bint,
    )  # fmt: skip
    def _has_sign(self, text: Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
        """Tell whether a text has a sign that stands alone, or may stand beside a number."""
        begin = at
        while at < stop:
            byte = text[at]
            if self._longest[byte] == 0 or (byte & 0xC0) == 0x80 or _follows(text, begin, at):
                at += 1
                continue
            last = min(stop, at + self._longest[byte])
            behind = at
            key = FNV_SEED
            capitals = True
            while behind < last:
                byte = text[behind]
                if 97 <= byte <= 122:
                    capitals = False
                elif 65 <= byte <= 90:
                    byte |= 32
                key = ((key ^ byte) * FNV_PRIME) & MASK32
                behind += 1
                number = self._signs.find(key)
                if number < 0 or self._manners[number] & ELSEWHERE:
                    continue
                if self._manners[number] & CAPITALS and not capitals:
                    continue
                goes_on = behind < stop and _is_ascii_letter(text[behind])
                if goes_on and _is_ascii_letter(text[behind - 1]):
                    continue
                if not self._manners[number] & WORD:
                    return True
                if _may_be_beside(text, begin, at, behind, stop):
                    return True
            at += 1
        return False


@cython.cfunc
@cython.exceptval(-1, check=False)
@cython.locals(
    _level=cython.int, number=cython.Py_ssize_t, first=cython.Py_ssize_t, stop=cython.Py_ssize_t
)
def _is_near(
    tag: Ints,
    parent: Ints,
    size: Ints,
    chars: Ints,
    texts: Ints,
    node: cython.Py_ssize_t,
    closed: Bytes,
    limits: Ints,
    flags: Buffer,
    is_root: Buffer,
) -> cython.bint:
    """Tell whether a small element around a text has a sign in another text."""
    for _level in range(limits[4]):
        if is_root[node] or (0 <= tag[node] < len(closed) and closed[tag[node]]):
            return False
        node = parent[node]
        if node <= 0 or chars[node + size[node]] - chars[node] > limits[2]:
            return False
        first = texts[node]
        stop = texts[node + size[node]]
        if stop - first > limits[3]:
            return False
        for number in range(first, stop):
            if flags[number]:
                return True
    return False


@cython.cfunc
@cython.inline
@cython.exceptval(-1, check=False)
def _is_ascii_letter(byte: cython.uint) -> cython.bint:
    return 97 <= (byte | 32) <= 122


@cython.cfunc
@cython.exceptval(-1, check=False)
@cython.locals(lead=cython.Py_ssize_t, byte=cython.uint)
def _follows(text: Bytes, begin: cython.Py_ssize_t, at: cython.Py_ssize_t) -> cython.bint:
    """Tell whether a letter of a script with gaps stands right before a letter of one."""
    if at == begin or not (_is_ascii_letter(text[at]) or 0xC3 <= text[at] <= 0xDF):
        return False
    byte = text[at - 1]
    if byte < 0x80:
        return _is_ascii_letter(byte)
    lead = at - 1
    while lead > begin and (text[lead] & 0xC0) == 0x80:
        lead -= 1
    byte = text[lead]
    if lead != at - 2 or not 0xC3 <= byte <= 0xDF:
        return False
    if byte == 0xC3:
        return text[at - 1] != 0x97 and text[at - 1] != 0xB7
    # Of the other scripts some signs and digits are among the letters.
    return byte != 0xCC and byte != 0xCD and byte < 0xD6


@cython.cfunc
@cython.exceptval(-1, check=False)
@cython.locals(byte=cython.uint, place=cython.Py_ssize_t)
def _may_be_beside(
    text: Bytes, begin: cython.Py_ssize_t, at: cython.Py_ssize_t, behind: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
) -> cython.bint:  # fmt: skip
    """Tell whether a number may stand beside a word, be it in a neighbouring text."""
    place = at
    while place > begin:
        byte = text[place - 1]
        if byte >= 0x80 or 48 <= byte <= 57:
            return True
        if byte > 32 and byte != 46 and byte != 44 and byte != 45:
            break
        place -= 1
    if place == begin:
        return True
    place = behind
    while place < stop:
        byte = text[place]
        if byte >= 0x80 or 48 <= byte <= 57:
            return True
        if byte > 32 and byte != 46 and byte != 58:
            return False
        place += 1
    return True
