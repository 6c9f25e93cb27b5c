"""Kernel of what a text begins and ends with, and of the signs that stand close to words."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Bytes
else:
    from scrapy_treesim._cython import Bytes


@cython.ccall
@cython.locals(width=cython.Py_ssize_t)
def end_of_word(text: Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where a text ends without the white space at its end."""
    while stop > at:
        width = 1
        if text[stop - 1] >= 128:
            width = 2 if stop - at > 1 and text[stop - 2] == 0xC2 else 3
            if stop - at < width:
                break
        if blank_at(text, stop - width, stop) != width:
            break
        stop -= width
    return stop


@cython.ccall
@cython.locals(width=cython.Py_ssize_t)
def start_of_word(text: Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where a text begins without the white space before it."""
    while at < stop:
        width = blank_at(text, at, stop)
        if width == 0:
            break
        at += width
    return at


@cython.ccall
@cython.locals(lead=cython.uint, sign=cython.uint)
def blank_at(text: Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return how many bytes of white space begin here: one character's, 0 where none is."""
    lead = text[at]
    if lead < 128:
        return 1 if lead <= 32 or lead == 127 else 0
    if lead == 0xC2:
        return 2 if at + 1 < stop and (text[at + 1] == 0x85 or text[at + 1] == 0xA0) else 0
    if not 0xE1 <= lead <= 0xE3 or at + 2 >= stop:
        return 0
    sign = (lead << 16) | (text[at + 1] << 8) | text[at + 2]
    if 0xE28080 <= sign <= 0xE2808A or sign == 0xE2819F or sign == 0xE38080:
        return 3
    if sign == 0xE280A8 or sign == 0xE280A9 or sign == 0xE280AF or sign == 0xE19A80:
        return 3
    return 0


@cython.ccall
@cython.locals(lead=cython.uint, sign=cython.uint)
def is_symbols(text: Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
    """Whether there is nothing but signs of currencies and the like."""
    while at < stop:
        lead = text[at]
        if lead < 128:
            # @ # $ ~ +
            if not (lead == 0x40 or lead == 0x23 or lead == 0x24 or lead == 0x7E or lead == 0x2B):
                return False
            at += 1
        elif lead == 0xC2:
            # £ ¥
            if at + 1 >= stop or not (text[at + 1] == 0xA3 or text[at + 1] == 0xA5):
                return False
            at += 2
        else:
            if at + 2 >= stop:
                return False
            sign = (lead << 16) | (text[at + 1] << 8) | text[at + 2]
            if not (
                sign == 0xE282AC or sign == 0xE282B9 or sign == 0xE282BD or sign == 0xE282A9
                or sign == 0xE282BA or sign == 0xE28496 or sign == 0xEFBC83 or sign == 0xEFBCA0
                or sign == 0xEFBFA5
            ):  # fmt: skip
                return False
            at += 3
    return True
