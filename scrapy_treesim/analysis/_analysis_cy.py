"""Kernel of the analysis: one pass over a page's nodes, for the features that all finders use.

Sums over all nodes before each node make every question about a span of nodes O(1).
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]

from scrapy_treesim.analysis._class_cues_cy import cues_in
from scrapy_treesim.tree import hashing

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

SECRET = hashing.SPREAD

# What a tag is to records, as bits. Compiled, these are constants of C, named in the .pxd.
if not cython.compiled:
    SKIP, INLINE, HEADING, IMAGE, LINK, RULE, ROW = (1 << bit for bit in range(7))
    MASK = 0xFFFFFFFF
    PRIME = 16777619
    SEED = 2166136261
    LOW = 0x7FFFFFFF
    SPREAD = 1779033703
    DIGIT, PRICE, DATE, SENTENCE, MONEY, UNIT_OF_TIME, AGO = (1 << bit for bit in range(7))
    OTHER, LETTER, NUMERAL, CURRENCY, POINT, SLASH, COLON, BLANK, END = range(9)

KINDS = "other letter numeral currency point slash colon blank end".split()
MARKS = "digit price date sentence".split()
ROLES = "skip inline heading image link rule row".split()


class Analysis:
    """The arrays of one page, apart from the tree once read.

    Arrays with one entry more than nodes are sums over all nodes before.
    """

    def __init__(self, tree: PageTree) -> None:
        n = len(tree)
        zeros = array("i", bytes(4 * (n + 1)))
        self.tag = tree.tag
        self.parent = tree.parent
        self.size = tree.size
        self.depth = tree.depth
        self.name = zeros[:]
        self.cues = zeros[:]
        self.plain = zeros[:]
        self.named = zeros[:]
        self.texts = zeros[:]
        self.chars = zeros[:]
        self.linked = zeros[:]
        self.images = zeros[:]
        self.links = zeros[:]
        self.headings = zeros[:]
        self.digits = zeros[:]
        self.prices = zeros[:]
        self.dates = zeros[:]
        self.sentences = zeros[:]
        self.elements = zeros[:]
        self.roles = zeros[:]
        self.said = array("I", bytes(4 * (n + 1)))
        self.hashes = array("I", bytes(4 * (n + 1)))
        self.text_node = zeros[:]
        self.paths = 0

    def read_names(
        self,
        first_attribute: array[int],
        attribute: array[int],
        value_start: array[int],
        values: bytes,
        repeated: array[int],
        use: array[int],
        symbols: bytes,
        following: array[int],
        meaning: array[int],
    ) -> None:
        """A number for the first class of each node, digits left out, and the cues in its names.

        ``repeated`` is the tree's: what is known of an earlier entry is not read again.
        """
        n = len(self.tag)
        cues_of = array("i", bytes(4 * len(attribute)))
        name_of = array("i", bytes(4 * len(attribute)))
        room = 64
        while room < 2 * first_attribute[n]:
            room *= 2
        keys = array("I", bytes(4 * room))
        numbers = array("i", bytes(4 * room))
        known = 0
        for node in range(n):
            for entry in range(first_attribute[node], first_attribute[node + 1]):
                kind = use[attribute[entry]]
                if kind == 0:
                    continue
                earlier = repeated[entry]
                if earlier < entry:
                    cues_of[entry] = cues_of[earlier]
                    name_of[entry] = name_of[earlier]
                    self.cues[node] |= cues_of[entry]
                    if name_of[entry] > 0:
                        self.name[node] = name_of[entry]
                    continue
                at = value_start[entry]
                end = value_start[entry + 1]
                cues_of[entry] = cues_in(values, at, end, symbols, following, meaning)
                self.cues[node] |= cues_of[entry]
                if kind != 1:
                    continue
                word = SEED
                length = 0
                while at < end:
                    byte = values[at]
                    at += 1
                    if byte <= 32:
                        if length > 0:
                            break
                        continue
                    length += 1
                    if byte < 48 or byte > 57:
                        word = ((word ^ byte) * PRIME) & MASK
                if length == 0:
                    continue
                if word == 0:
                    word = 1
                place = ((word * SECRET) >> 32) & (room - 1)
                while keys[place] != word and keys[place] != 0:
                    place = (place + 1) & (room - 1)
                if keys[place] == 0:
                    keys[place] = word
                    known += 1
                    numbers[place] = known
                name_of[entry] = numbers[place]
                self.name[node] = name_of[entry]

    def number_paths(self, role: array[int], keys: array[int], numbers: array[int]) -> bool:
        """Number every node's path: of tags alone, inline ones left out, and of tags and classes.
        Return whether there was room.

        ``keys`` and ``numbers``, zeros, are room for a table of hashes: a power of two, of which
        half is used at most.
        """
        mask = len(keys) - 1
        count = 1
        for i in range(len(self.tag)):
            above = self.parent[i]
            for kind in range(2):
                if above < 0:
                    key = 0
                elif kind == 1:
                    key = self.named[above]
                else:
                    key = self.plain[above]
                    if role[self.tag[i]] & INLINE:
                        self.plain[i] = key
                        continue
                key = key * 65536 + self.tag[i]
                key = key * 65536 + (self.name[i] if kind == 1 else 0)
                key = key * 4 + kind + 1
                place = ((((key ^ (key >> 23) ^ (key >> 41)) & LOW) * SPREAD) >> 20) & mask
                while keys[place] != key and keys[place] != 0:
                    place = (place + 1) & mask
                if keys[place] == 0:
                    if 2 * count >= mask:
                        return False
                    keys[place] = key
                    numbers[place] = count
                    count += 1
                if kind == 1:
                    self.named[i] = numbers[place]
                else:
                    self.plain[i] = numbers[place]
        self.paths = count
        return True

    def read_text(
        self, text: bytes, start: array[int], own: array[int], role: array[int],
        kind_of_byte: bytes, words: bytes,
    ) -> None:  # fmt: skip
        """Sums of texts and what they hold; ``own`` are the tree's sums of characters."""
        n = len(self.tag)
        skip_stop = 0
        link_stop = 0
        count = 0
        for i in range(n):
            self.texts[i] = count
            what = role[self.tag[i]]
            if i < skip_stop:
                what = SKIP
            elif what & SKIP:
                skip_stop = i + self.size[i]
            if what & LINK and i >= link_stop:
                link_stop = i + self.size[i]
            self.elements[i + 1] = self.elements[i]
            self.images[i + 1] = self.images[i]
            self.links[i + 1] = self.links[i]
            self.headings[i + 1] = self.headings[i]
            self.chars[i + 1] = self.chars[i]
            self.linked[i + 1] = self.linked[i]
            self.digits[i + 1] = self.digits[i]
            self.prices[i + 1] = self.prices[i]
            self.dates[i + 1] = self.dates[i]
            self.sentences[i + 1] = self.sentences[i]
            self.said[i + 1] = self.said[i]
            self.roles[i] = what
            if what & SKIP:
                continue
            if self.tag[i] != 0:
                self.elements[i + 1] += 1
                if what & IMAGE:
                    self.images[i + 1] += 1
                elif what & LINK:
                    self.links[i + 1] += 1
                elif what & HEADING:
                    self.headings[i + 1] += 1
                continue
            self.text_node[count] = i
            length = own[i + 1] - own[i]
            self.chars[i + 1] += length
            if i < link_stop:
                self.linked[i + 1] += length
            marks = self._read_run(text, start[i], start[i + 1], kind_of_byte, words, count)
            self.said[i + 1] = (self.said[i] + _spread(self.hashes[count])) & MASK
            if marks & DIGIT:
                self.digits[i + 1] += 1
            if marks & PRICE:
                self.prices[i + 1] += 1
            if marks & DATE:
                self.dates[i + 1] += 1
            if marks & SENTENCE:
                self.sentences[i + 1] += 1
            count += 1
        self.texts[n] = count

    def _read_run(
        self, text: bytes, at: int, stop: int, kind_of_byte: bytes, words: bytes, number: int
    ) -> int:
        """Hash a run of text under its number; return its marks."""
        whole = SEED
        word = SEED
        letters = 0
        groups = 0
        digits = 0
        near = 0
        month = 0
        marks = 0
        joined = 0
        before = BLANK
        while at <= stop:
            byte = text[at] if at < stop else 32
            kind = kind_of_byte[byte] if at < stop else BLANK
            if kind == LETTER:
                if 65 <= byte <= 90:
                    byte += 32
                word = ((word ^ byte) * PRIME) & MASK
                letters += 1
            elif letters > 0:
                what = words[(word ^ (word >> 16)) & 65535]
                if what & 1:
                    month = 1
                if what & 2 and near > 0:
                    marks |= PRICE
                if what & 2:
                    near = -3
                if what & 4 and groups > 0:
                    marks |= DATE
                word = SEED
                letters = 0
            if kind == NUMERAL:
                marks |= DIGIT
                if before != NUMERAL:
                    digits = 0
                    groups += 1
                    if near < 0:
                        marks |= PRICE
                digits += 1
                near = 3
            elif kind == CURRENCY:
                what = _sign(text, at, stop)
                if what & MONEY:
                    if near > 0:
                        marks |= PRICE
                    near = -3
                elif near > 0:
                    near -= 1
                if what & UNIT_OF_TIME and before == NUMERAL:
                    marks |= DATE
                if what & AGO and groups > 0:
                    marks |= DATE
                marks |= what & (DIGIT | SENTENCE)
                kind = OTHER
            else:
                following = kind_of_byte[text[at + 1]] if at + 1 < stop else BLANK
                if kind == COLON and before == NUMERAL and following == NUMERAL and digits <= 2:
                    marks |= DATE
                if (kind == SLASH or kind == POINT) and before == NUMERAL:
                    if following == NUMERAL and digits <= 4:
                        joined += 1
                        if joined >= 2 and (kind == SLASH or digits <= 2):
                            marks |= DATE
                    else:
                        joined = 0
                elif kind == BLANK:
                    joined = 0
                if (kind == END or kind == POINT) and before == LETTER and following == BLANK:
                    marks |= SENTENCE
                if near > 0:
                    near -= 1
                elif near < 0 and kind != BLANK:
                    near += 1
            if kind == LETTER or kind == NUMERAL or byte >= 128:
                whole = ((whole ^ byte) * PRIME) & MASK
                if near > 0 and kind != NUMERAL:
                    near -= 1
                elif near < 0 and kind != NUMERAL and kind != OTHER:
                    near += 1
            before = kind
            at += 1
            if kind == LETTER and near == 0:
                # Most letters are small ones, after others, and far from any number.
                while at < stop:
                    byte = text[at]
                    if byte < 97 or byte > 122:
                        break
                    word = ((word ^ byte) * PRIME) & MASK
                    whole = ((whole ^ byte) * PRIME) & MASK
                    letters += 1
                    at += 1
        if month == 1 and groups > 0:
            marks |= DATE
        self.hashes[number] = whole
        return marks

    def inherit_cues(self, cues_of_tag: array[int]) -> None:
        """Hand every node's cues, those of its tag among them, down to all it holds."""
        for i in range(len(self.tag)):
            self.cues[i] |= cues_of_tag[self.tag[i]]
            if self.parent[i] >= 0:
                self.cues[i] |= self.cues[self.parent[i]]


def _sign(text: bytes, at: int, stop: int) -> int:
    """What a sign of two or three bytes of UTF-8 means, as bits."""
    byte = text[at]
    if byte == 0x24:
        return MONEY
    second = text[at + 1] if at + 1 < stop else 0
    third = text[at + 2] if at + 2 < stop else 0
    sign = (byte << 16) | (second << 8) | third
    if byte == 0xC2 and (second == 0xA3 or second == 0xA5):  # £ ¥
        return MONEY
    if 0xE282A0 <= sign <= 0xE282BF:  # € and its neighbours
        return MONEY
    if sign == 0xE58583 or sign == 0xE58686 or sign == 0xEFBFA5:  # 元 円 ￥
        return MONEY
    if sign == 0xE5B9B4 or sign == 0xE69C88 or sign == 0xE697A5:  # 年 月 日
        return UNIT_OF_TIME
    if sign == 0xE5898D:  # 前
        return AGO
    if sign == 0xE38082 or sign == 0xEFBC81:  # 。 ！
        return SENTENCE
    if sign == 0xE29885 or sign == 0xE29886:  # ★ ☆
        return DIGIT
    return 0


def word_hash(word: bytes) -> int:
    """Where a word, lower-cased, stands in a table of 65,536 words."""
    value = SEED
    for byte in word:
        value = ((value ^ byte) * PRIME) & MASK
    return (value ^ (value >> 16)) & 65535


def _spread(value: int) -> int:
    value = ((value ^ (value >> 15)) * 739982445) & MASK
    return value ^ (value >> 12)
