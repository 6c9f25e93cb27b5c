"""Kernel of numbers joined by signs: dates such as 2020-01-31, ratings such as 4.5/5."""

from __future__ import annotations

from scrapy_treesim import _cython as cython
from scrapy_treesim.values.constants import *


@cython.cclass
class NumberChain:
    """The first three of the numbers joined so far."""

    def __init__(self) -> None:
        self.count: cython.int = 0
        """Numbers, with those beyond three."""
        self.value0: cython.int = 0
        self.value1: cython.int = 0
        self.value2: cython.int = 0
        self.digits0: cython.int = 0
        self.digits1: cython.int = 0
        self.digits2: cython.int = 0
        self.joint1: cython.int = 0
        """The sign before the second number."""
        self.joint2: cython.int = 0
        """The sign before the third."""

    @cython.cfunc
    def begin(self, digits: cython.int, value: cython.int) -> cython.void:
        """Take the first number."""
        self.count = 1
        self.value0 = value
        self.digits0 = digits

    @cython.cfunc
    def add(self, digits: cython.int, value: cython.int, joint: cython.int) -> cython.void:
        """Take one more and the sign before it."""
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
        """Tell whether the numbers are year, month and day, or the year last."""
        if self.count != 3 or self.joint1 == COMMA or self.joint2 == COMMA:
            return False
        if self.digits0 == 4:
            if self.digits1 > 2 or self.digits2 > 2:
                return False
            return _is_day(self.value1, self.value2)
        if self.digits0 > 2 or self.digits1 > 2 or self.joint1 != self.joint2:
            return False
        if self.digits2 != 2 and self.digits2 != 4:
            return False
        return _is_day(self.value0, self.value1) or _is_day(self.value1, self.value0)

    @cython.cfunc
    def is_rating(self) -> cython.bint:
        """Tell whether the last number is the best rating there is, and the first is no better."""
        if self.count == 2 and self.joint1 == SLASH:
            return self.value0 <= self.value1 and is_best(self.value1)
        if self.count == 3 and self.joint2 == SLASH:
            return (self.joint1 == POINT or self.joint1 == COMMA) and is_best(self.value2)
        return False


@cython.cfunc
def is_best(value: cython.int) -> cython.bint:
    """Tell whether ratings commonly end at a number."""
    return value == 5 or value == 10 or value == 100


def _is_day(month: cython.int, day: cython.int) -> cython.bint:
    return 1 <= month <= 12 and 1 <= day <= 31
