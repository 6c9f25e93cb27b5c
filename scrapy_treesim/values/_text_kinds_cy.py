"""Kernel of text kinds: a run of text read once, token by token.

A token is a word, a number, an ideograph or a sign. Kinds follow from neighbouring tokens, so that
reading is linear in bytes and needs only a few numbers of state.
"""

from __future__ import annotations

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Bytes, Ints, UInts
from scrapy_treesim.tree.constants import FNV_PRIME, FNV_SEED, MASK32
from scrapy_treesim.values.constants import *

KINDS = "digit price date time relative rating number sentence only_stars".split()
"""Kinds of texts, in the order of their bits."""


def word_hash(word: bytes) -> int:
    """Hash a word in lower case, as the reader does."""
    value: cython.uint = FNV_SEED
    for byte in word:
        value = ((value ^ byte) * FNV_PRIME) & MASK32
    return value


class NumberChain:
    """First three of a chain of joined numbers: dates as 2020-01-31, ratings as 4.5/5."""

    def __init__(self) -> None:
        self.count: cython.int = 0
        """Number of all numbers, beyond three too."""
        self.value0: cython.int = 0
        self.value1: cython.int = 0
        self.value2: cython.int = 0
        self.digits0: cython.int = 0
        self.digits1: cython.int = 0
        self.digits2: cython.int = 0
        self.joint1: cython.int = 0
        """Sign before the second number."""
        self.joint2: cython.int = 0
        """Sign before the third number."""

    @cython.cfunc
    def begin(self, digits: cython.int, value: cython.int) -> cython.void:
        """Start with a first number."""
        self.count = 1
        self.value0 = value
        self.digits0 = digits

    @cython.cfunc
    def add(self, digits: cython.int, value: cython.int, joint: cython.int) -> cython.void:
        """Add a number and the sign before it."""
        self.count += 1
        if self.count == 2:
            self.value1 = value
            self.digits1 = digits
            self.joint1 = joint
        elif self.count == 3:
            self.value2 = value
            self.digits2 = digits
            self.joint2 = joint

    @cython.cfunc
    def is_date(self) -> cython.bint:
        """Tell whether the numbers are a date, with the year first or last."""
        if self.count != 3 or self.joint1 == COMMA or self.joint2 == COMMA:
            return False
        if self.digits0 == 4:
            if self.digits1 > 2 or self.digits2 > 2:
                return False
            return _is_day(self.value1, self.value2)
        if self.digits0 > 2 or self.digits1 > 2 or (self.digits2 != 2 and self.digits2 != 4):
            return False
        if self.joint1 != self.joint2:
            return False
        return _is_day(self.value0, self.value1) or _is_day(self.value1, self.value0)

    @cython.cfunc
    def is_rating(self) -> cython.bint:
        """Tell whether the numbers are a rating and the best possible one."""
        if self.count == 2 and self.joint1 == SLASH:
            return self.value0 <= self.value1 and _is_best(self.value1)
        if self.count == 3 and self.joint2 == SLASH:
            return (self.joint1 == POINT or self.joint1 == COMMA) and _is_best(self.value2)
        return False


def _is_best(value: cython.int) -> cython.bint:
    """Tell whether a number is a common best rating."""
    return value == 5 or value == 10 or value == 100


def _digit_size(text: Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the bytes of a digit beyond ASCII: Arabic, Persian, Devanagari, Bengali, Thai or
    full-width; 0 for other characters."""
    lead: cython.uint = text[at]
    if at + 1 < stop and (lead == 0xD9 or lead == 0xDB):
        first: cython.uint = 0xA0 if lead == 0xD9 else 0xB0
        return 2 if first <= text[at + 1] <= first + 9 else 0
    if at + 2 < stop and (lead == 0xE0 or lead == 0xEF):
        block: cython.uint = (lead << 8) | text[at + 1]
        last: cython.uint = text[at + 2]
        if block == 0xE0A5 or block == 0xE0A7:
            return 3 if 0xA6 <= last <= 0xAF else 0
        if block == 0xE0B9 or block == 0xEFBC:
            return 3 if 0x90 <= last <= 0x99 else 0
    return 0


def _is_day(month: cython.int, day: cython.int) -> cython.bint:
    return 1 <= month <= 12 and 1 <= day <= 31


class TextReader:
    """Reader of runs of text, with the results of the last one."""

    def __init__(self, classes: Bytes, keys: UInts, bits: Ints) -> None:
        self.kinds: cython.int = 0
        """Kinds of the text, as bits."""
        self.meanings: cython.int = 0
        """Meanings of the words, as bits."""
        self.words: cython.int = 0
        """Number of words; two ideographs are one."""
        self.ideographs: cython.int = 0
        """Number of ideographs and kana."""
        self.value: cython.int = -1
        """Number made of all digits, until it reaches ``MAX_VALUE``; -1 without digits."""
        self.hash: cython.uint = FNV_SEED
        """Hash of letters, in lower case, digits and signs above ASCII."""
        self._classes = classes
        """Classes of bytes."""
        self._keys = keys
        """Hash table of words: the hashes, 0 in empty slots."""
        self._bits = bits
        """Meanings in each slot of the table."""
        self._last: cython.int = 0
        """Kind of the previous token."""
        self._meaning: cython.int = 0
        """Meanings of the previous word."""
        self._joint: cython.int = 0
        """Sign between the previous and the next token, 0 for none."""
        self._gap: cython.bint = False
        """True if a blank is between the tokens."""
        self._letter: cython.bint = False
        """True if the previous byte was a letter's."""
        self._digits: cython.int = 0
        """Number of digits of the previous number."""
        self._chain: NumberChain = NumberChain()
        """Chain of numbers joined by signs."""
        self._since: cython.int = 0
        """Number of ideographs since the last number, large after a word."""
        self._run: cython.int = 0
        """Number of characters of the run of ideographs, as a word."""
        self._pair: cython.Py_ssize_t = -1
        """Offset of the ideograph right before, -1 for none."""
        self._plain: cython.bint = True
        """True if the text may be a number with its unit."""
        self._after: cython.int = 0
        """Number of words after the number."""
        self._starred: cython.int = 0
        """Number of stars."""

    @cython.ccall
    def read(self, text: Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
        """Read ``text[at:stop]``; return its kinds."""
        self._begin()
        while at < stop:
            byte: cython.uint = text[at]
            kind: cython.int = self._classes[byte]
            if kind == NUMERAL or (byte > 0x7F and _digit_size(text, at, stop) > 0):
                at = self._read_number(text, at, stop)
                continue
            if kind == LETTER:
                at = self._read_word(text, at, stop)
                continue
            if kind == BLANK:
                self._gap = True
                self._pair = -1
                self._run = 0
                at += 1
            elif kind == SIGN:
                self._take_ascii(text, at, stop)
                at += 1
            else:
                at = self._read_wide(text, at, stop)
            if kind != LEAD:
                self._letter = False
        self._finish()
        return self.kinds

    def _begin(self) -> cython.void:
        self.kinds = 0
        self.meanings = 0
        self.words = 0
        self.ideographs = 0
        self.value = -1
        self.hash = FNV_SEED
        self._last = NOTHING
        self._meaning = 0
        self._joint = 0
        self._gap = False
        self._letter = False
        self._digits = 0
        self._chain.count = 0
        self._since = MAX_AGO_IDEOGRAPHS + 1
        self._run = 0
        self._pair = -1
        self._plain = True
        self._after = 0
        self._starred = 0

    def _finish(self) -> cython.void:
        self._end_chain()
        if self._starred > 0:
            if self.words + self.ideographs == 0 and self.value < 0:
                self.kinds |= ONLY_STARS
            self.kinds |= DIGIT
        if self._plain and self.value >= 0 and self._after <= MAX_WORDS:
            self.kinds |= NUMBER
        self.words += (self.ideographs + 1) // 2

    # Words

    def _read_word(
        self, text: Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        """Read a word; return its end."""
        word: cython.uint = FNV_SEED
        whole: cython.uint = self.hash
        chars: cython.int = 0
        while at < stop:
            byte: cython.uint = text[at]
            if self._classes[byte] != LETTER:
                break
            if byte >= 0xD9 and _digit_size(text, at, stop) > 0:
                break
            if byte < 0x80:
                byte |= 32
                chars += 1
            elif byte >= 0xC0:
                chars += 1
            word = ((word ^ byte) * FNV_PRIME) & MASK32
            whole = ((whole ^ byte) * FNV_PRIME) & MASK32
            at += 1
        self.hash = whole
        self._pair = -1
        self._run = 0
        self._letter = True
        self.words += 1
        self._take_word(self._meaning_of(word), chars)
        return at

    def _meaning_of(self, word: cython.uint) -> cython.int:
        """Return the meanings of a word by its hash."""
        mask: cython.Py_ssize_t = len(self._keys) - 1
        slot: cython.Py_ssize_t = word & mask
        while self._keys[slot] != 0:
            if self._keys[slot] == word:
                return self._bits[slot]
            slot = (slot + 1) & mask
        return 0

    def _take_word(self, meaning: cython.int, chars: cython.int) -> cython.void:
        self.meanings |= meaning
        if not meaning & BEFORE_PAST:
            self._count_for_number(chars)
        self._since = MAX_AGO_IDEOGRAPHS + 1
        if self._is_passed_over(meaning):
            self._meaning |= meaning & ONE
            return
        self._set_kinds(meaning)
        self._last = self._role_of(meaning, chars)
        # il y a
        is_before = chars == 1 and meaning & ONE and self._meaning & BEFORE_A
        self._meaning = BEFORE_PAST if is_before else meaning
        self._joint = 0
        self._gap = False

    def _set_kinds(self, meaning: cython.int) -> cython.void:
        """Set the kinds of a word with the token before it."""
        if self._last == COUNTED:
            self._after_number(meaning)
        elif self._last == AMONG and meaning & MONTH and self._digits <= 2:
            self.kinds |= DATE
        elif meaning & PAST and self._last == AGE:
            self.kinds |= RELATIVE
        elif meaning & UNIT and self._meaning & BEFORE_PAST and self._meaning & ONE:
            # vor einem Tag
            self.kinds |= RELATIVE

    def _count_for_number(self, chars: cython.int) -> cython.void:
        """Count a word as part of a number's unit."""
        self._after += 1 + (chars - 1) // MAX_WORD_CHARS
        if self.value < 0:
            self._plain = False

    def _is_passed_over(self, meaning: cython.int) -> cython.bint:
        """Tell whether a word leaves the previous token as it is: 1st, 4 out of, vor einem."""
        if self._last == COUNTED:
            return meaning & ORDINAL != 0
        return self._meaning & BEFORE_PAST != 0 and meaning & ONE != 0

    def _after_number(self, meaning: cython.int) -> cython.void:
        """Set the kinds of a word with the number before it."""
        joint: cython.int = self._joint
        if meaning & MONTH and self._digits <= 2 and _joins_dates(joint):
            self.kinds |= DATE
        if meaning & CURRENCY and joint != SLASH and joint != COLON:
            self.kinds |= PRICE
        if meaning & STARS and (joint == 0 or joint == DASH):
            self.kinds |= RATING

    def _role_of(self, meaning: cython.int, chars: cython.int) -> cython.int:
        """Return the role of a word for the next token."""
        counted: cython.bint = self._last == COUNTED or self._meaning & ONE != 0
        if meaning & UNIT and (counted or self._last == AGE):
            return AGE
        # 5m, 3h
        if chars == 1 and self._last == COUNTED and self._joint == 0 and not self._gap:
            return AGE
        if meaning & OF and self._last == COUNTED:
            return AMONG
        return WORD

    # Numbers

    def _read_number(
        self, text: Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        """Read a number; return its end."""
        whole: cython.uint = self.hash
        digits: cython.int = 0
        value: cython.int = 0
        if self.value < 0:
            self.value = 0
        while at < stop:
            size: cython.Py_ssize_t = 1
            if self._classes[text[at]] != NUMERAL:
                size = _digit_size(text, at, stop)
                if size == 0:
                    break
            at += size
            digit: cython.uint = text[at - 1] & 0x0F
            if size == 3 and text[at - 3] == 0xE0 and text[at - 2] != 0xB9:
                digit -= 6
            whole = ((whole ^ (48 + digit)) * FNV_PRIME) & MASK32
            digits += 1
            if value < MAX_VALUE:
                value = value * 10 + digit
            if self.value < MAX_VALUE:
                self.value = self.value * 10 + digit
        self.hash = whole
        self._pair = -1
        self._run = 0
        self._letter = False
        self.kinds |= DIGIT
        self._take_number(digits, value)
        return at

    def _take_number(self, digits: cython.int, value: cython.int) -> cython.void:
        if self._after > 0:
            self._plain = False
        if self._last == COUNTED:
            self._join(digits, value)
        else:
            self._after_word(digits, value)
            self._begin_chain(digits, value)
        self._last = COUNTED
        self._meaning = 0
        self._digits = digits
        self._since = 0
        self._joint = 0
        self._gap = False

    def _after_word(self, digits: cython.int, value: cython.int) -> cython.void:
        """Set the kinds of a number with the word or sign before it."""
        meaning: cython.int = self._meaning
        joint: cython.int = self._joint
        if meaning & MONTH and digits <= 4 and (_joins_dates(joint) or joint == COMMA):
            self.kinds |= DATE
        year: cython.bint = digits == 4 and 1900 <= value < 2100 and self._last == WORD
        if meaning & CURRENCY and not year and (joint == 0 or joint == POINT or joint == DASH):
            self.kinds |= PRICE
        if meaning & BEFORE_PAST and joint == 0 and self._gap:
            self.kinds |= RELATIVE
        if meaning & RATE or self._is_best_or_starred(value):
            self.kinds |= RATING

    def _is_best_or_starred(self, value: cython.int) -> cython.bint:
        """Tell whether a number is the best rating after "of", or follows stars."""
        if self._last == AMONG:
            return _is_best(value)
        return self._last == NOTHING and self._meaning & STARS != 0

    def _join(self, digits: cython.int, value: cython.int) -> cython.void:
        """Join a number to the one before it."""
        joint: cython.int = self._joint
        if joint == COLON or joint == SLASH or joint == DASH or joint == MANY:
            self._plain = False
        if joint == COLON and not self._gap and self._digits <= 2 and digits == 2 and value < 60:
            self.kinds |= TIME
        split: cython.bint = self._gap and joint != POINT and self._chain.digits0 != 4
        if split or joint == 0 or (joint == COMMA and self._gap) or joint == MANY or joint == COLON:
            self._begin_chain(digits, value)
            return
        self._chain.add(digits, value, joint)

    def _begin_chain(self, digits: cython.int, value: cython.int) -> cython.void:
        self._end_chain()
        self._chain.begin(digits, value)

    def _end_chain(self) -> cython.void:
        if self._chain.is_date():
            self.kinds |= DATE
        elif self._chain.is_rating():
            self.kinds |= RATING
        self._chain.count = 0

    # Signs

    def _take_ascii(
        self, text: Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t
    ) -> cython.void:
        byte: cython.uint = text[at]
        if byte == 0x24:
            self._take_money()
            return
        if byte == 33 or byte == 46 or byte == 63:
            after: cython.bint = at + 1 >= stop or self._classes[text[at + 1]] == BLANK
            if self._letter and after:
                self.kinds |= SENTENCE
        self._take_sign(byte)

    def _take_sign(self, sign: cython.int) -> cython.void:
        self._joint = sign if self._joint == 0 else MANY
        self._pair = -1
        self._run = 0

    def _take_money(self) -> cython.void:
        if self._last == COUNTED and self._joint != SLASH and self._joint != COLON:
            self.kinds |= PRICE
        self._last = NOTHING
        self._meaning = CURRENCY
        self._joint = 0
        self._gap = False
        self._pair = -1

    def _take_star(self) -> cython.void:
        self._starred += 1
        if self._last == COUNTED and self._joint == 0:
            self.kinds |= RATING
        self._last = NOTHING
        self._meaning = STARS
        self._joint = 0
        self._gap = False
        self._pair = -1

    def _read_wide(
        self, text: Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        """Read a sign or ideograph of two or three bytes; return its end."""
        size: cython.Py_ssize_t = 2 if text[at] < 0xE0 else 3
        if at + size > stop:
            size = stop - at
        whole: cython.uint = self.hash
        sign: cython.uint = 0
        for position in range(at, at + size):
            byte: cython.uint = text[position]
            whole = ((whole ^ byte) * FNV_PRIME) & MASK32
            sign = (sign << 8) | byte
        self.hash = whole
        if sign > 0xE38080 and sign < 0xEF0000 and not 0xE38081 <= sign <= 0xE380BF:
            self._take_ideograph(text, at, sign)
            self._letter = True
        else:
            self._take_wide_sign(sign)
            self._letter = False
        return at + size

    def _take_wide_sign(self, sign: cython.uint) -> cython.void:
        if _is_money(sign):
            self._take_money()
        elif _is_star(sign):
            self._take_star()
        elif _is_blank(sign):
            self._gap = True
        elif sign == 0xC2BA or _has_no_width(sign):  # º
            return
        elif sign == 0xE38082 or sign == 0xEFBC81 or sign == 0xEFBC9F:  # 。！？
            self.kinds |= SENTENCE
            self._take_sign(MANY)
        elif sign == 0xEFBC9A:  # ：
            self._take_sign(COLON)
        elif sign == 0xEFBC8F:  # ／
            self._take_sign(SLASH)
        else:
            self._take_sign(MANY)

    # Ideographs

    def _take_ideograph(self, text: Bytes, at: cython.Py_ssize_t, sign: cython.uint) -> cython.void:
        self.ideographs += 1
        self._run += 1
        if self._run == 1:
            self._count_for_number(1)
        elif self._run > MAX_WORD_CHARS:
            self._plain = False
        self._since += 1
        self.meanings |= self._meaning_at(text, at, 3) & (
            UNIT | STARS | (1 << POST_MEANINGS) - 1 << OF_POSTS
        )
        if self._pair >= 0 and self._pair == at - 3:
            self.meanings |= self._meaning_at(text, self._pair, 6)
        self._pair = at
        if sign == 0xE5898D and self._since <= MAX_AGO_IDEOGRAPHS + 1:  # 前
            self.kinds |= RELATIVE
        if self._last == COUNTED and self._joint == 0 and self._takes_unit(sign):
            return
        self._last = WORD
        self._meaning = 0
        self._joint = 0
        self._gap = False

    def _takes_unit(self, sign: cython.uint) -> cython.bint:
        """Read a unit after a number; return True to keep the number as the previous token."""
        if sign == 0xE5B9B4 and self._digits == 4:  # 年
            self._joint = YEAR
        elif sign == 0xE69C88 and self._digits <= 2:  # 月
            if self._chain.count == 2 and self._chain.joint1 == YEAR:
                self.kinds |= DATE
            self._joint = MOON
        elif sign == 0xE697A5 and self._chain.count == 2 and self._chain.joint1 == MOON:  # 日
            self.kinds |= DATE
            return False
        else:
            self._take_worth(sign)
            return False
        self._after -= 1
        self._run = 0
        return True

    def _take_worth(self, sign: cython.uint) -> cython.void:
        """Set the kinds of a number with a unit of money or stars after it."""
        if sign == 0xE58583 or sign == 0xE58686:  # 元 円
            self.kinds |= PRICE
        elif sign == 0xE6989F:  # 星
            self.kinds |= RATING

    def _meaning_at(
        self, text: Bytes, at: cython.Py_ssize_t, size: cython.Py_ssize_t
    ) -> cython.int:
        """Return the meanings of bytes as a word."""
        word: cython.uint = FNV_SEED
        for position in range(at, at + size):
            word = ((word ^ text[position]) * FNV_PRIME) & MASK32
        return self._meaning_of(word)


def _joins_dates(sign: cython.int) -> cython.bint:
    """Tell whether a sign may be between a month's name and a number."""
    return sign == 0 or sign == POINT or sign == DASH or sign == SLASH


def _is_money(sign: cython.uint) -> cython.bint:
    """Tell whether a sign is £, ¥, ￥, ฿, ﷼ or of the block of currencies."""
    if sign == 0xC2A3 or sign == 0xC2A5 or sign == 0xEFBFA5 or sign == 0xEFB7BC:
        return True
    return 0xE282A0 <= sign <= 0xE282BF


def _is_blank(sign: cython.uint) -> cython.bint:
    return sign == 0xC2A0 or sign == 0xE38080 or 0xE28080 <= sign <= 0xE2808B


def _has_no_width(sign: cython.uint) -> cython.bint:
    return sign == 0xE280AF or sign == 0xC2AD or 0xE2808C <= sign <= 0xE2808F


def _is_star(sign: cython.uint) -> cython.bint:
    """Tell whether a sign is one of ★ ☆ ✩ ✭ ⭐ ⯨."""
    if sign == 0xE29885 or sign == 0xE29886 or sign == 0xE29CA9 or sign == 0xE29CAD:
        return True
    return sign == 0xE2AD90 or sign == 0xE2AFA8
