"""Kernel of the leaves: what every text of a page is to a comment, and sums over nodes of it."""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]

from scrapy_treesim.analysis._analysis_cy import Analysis

# What a text is, and what a word means, as bits. Compiled, constants of C, named in the .pxd.
if not cython.compiled:
    WHEN, CONTROL, NUMBER, LINK, SHORT, TEXT = range(6)
    UNIT, DAY, PRESSED, SAYS, TALK = (1 << bit for bit in range(5))
    OF_LEAVES = 31
    MOST_READ = 100
    MOST_WHEN = 60
    MOST_LINK = 40
    MOST_SHORT = 25
    LONG = 40

KINDS = "when control number link short text".split()


class Leaves:
    """What the texts of a page are to its comments.

    Arrays over texts are numbered as in the analysis; those with one entry more than nodes are sums
    over all nodes before.
    """

    def __init__(self, analysis: Analysis) -> None:
        n = len(analysis.tag)
        texts = analysis.texts[n]
        zeros = array("i", bytes(4 * (n + 1)))
        self.analysis = analysis
        self.kind = array("i", bytes(4 * (texts + 1)))
        self.bits = array("i", bytes(4 * (texts + 1)))
        self.value = array("i", bytes(4 * (texts + 1)))
        self.chars = array("i", bytes(4 * (texts + 1)))
        self.plain = zeros[:]
        self.whens = zeros[:]
        self.longs = zeros[:]
        self.jumps = zeros[:]

    def read_addresses(
        self, first_attribute: array[int], attribute: array[int], value_start: array[int],
        values: bytes, wanted: int,
    ) -> None:  # fmt: skip
        """Sum up the addresses, in the attribute ``wanted``, of places in pages."""
        for node in range(len(self.analysis.tag)):
            jump = 0
            for entry in range(first_attribute[node], first_attribute[node + 1]):
                if attribute[entry] == wanted and _has_place(
                    values, value_start[entry], value_start[entry + 1]
                ):
                    jump = 1
            self.jumps[node + 1] = self.jumps[node] + jump

    def read_texts(self, text: bytes, start: array[int], pressed: array[int]) -> None:
        """The kind of every text, and the sums; ``pressed`` says of each tag if it is there to be
        pressed."""
        analysis = self.analysis
        press_stop = 0
        for i in range(len(analysis.tag)):
            if pressed[analysis.tag[i]]:
                press_stop = i + analysis.size[i]
            self.plain[i + 1] = self.plain[i]
            self.whens[i + 1] = self.whens[i]
            self.longs[i + 1] = self.longs[i]
            if analysis.texts[i + 1] == analysis.texts[i]:
                continue
            number = analysis.texts[i]
            length = analysis.chars[i + 1] - analysis.chars[i]
            length += _signs(text, start[i], start[i + 1])
            linked = analysis.linked[i + 1] > analysis.linked[i]
            dated = analysis.dates[i + 1] > analysis.dates[i]
            self.chars[number] = length
            kind = TEXT
            if length <= MOST_READ:
                kind = self._kind_of_short(length, linked, dated, i < press_stop, number)
            self.kind[number] = kind
            if kind == WHEN:
                self.whens[i + 1] += 1
            elif kind >= SHORT:
                self.plain[i + 1] += length
                if not linked and length >= LONG:
                    self.longs[i + 1] += 1

    def _kind_of_short(self, length: int, linked: bool, dated: bool, pressed: bool, t: int) -> int:
        bits = self.analysis.meanings[t] & OF_LEAVES
        count = self.analysis.words[t]
        self.bits[t] = bits
        self.value[t] = self.analysis.value[t]
        if length <= MOST_WHEN or bits & SAYS:
            if dated or (bits & UNIT and self.value[t] >= 0):
                return WHEN
            if bits & DAY and count <= 5:
                return WHEN
        to_press = count <= 2 or ((linked or pressed) and count <= 5)
        if bits & PRESSED and length <= MOST_LINK and to_press:
            return CONTROL
        if count == 0:
            return NUMBER if length <= 12 else TEXT
        if linked and length <= MOST_LINK:
            return LINK
        if pressed and length <= MOST_LINK:
            return CONTROL
        return SHORT if length <= MOST_SHORT else TEXT


def _signs(text: bytes, at: int, stop: int) -> int:
    """Chinese and Japanese signs in a text: each says as much as two letters and more."""
    while at < stop and text[at] <= 32:
        at += 1
    if at >= stop or (text[at] < 0x80 and text[(at + stop) // 2] < 0x80):
        return 0
    found = 0
    while at < stop:
        if 0xE3 <= text[at] <= 0xE9:
            found += 1
        at += 1
    return found


def _has_place(values: bytes, at: int, stop: int) -> bool:
    """Whether an address names a place in a page that has a number: ``#comment-12``."""
    seen = False
    while at < stop:
        byte = values[at]
        if byte == 35:
            seen = True
        elif seen and 48 <= byte <= 57:
            return True
        at += 1
    return False
