"""Kernel of tags in the bytes of a page: whether one is long."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.libc.string import memchr
    from cython.cimports.scrapy_treesim._cython import Bytes
else:
    from scrapy_treesim._cython import Bytes


@cython.cfunc
@cython.inline
@cython.exceptval(-1, check=False)
def _opening(body: Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The next "<", or the end."""
    if not cython.compiled:
        found = body.find(b"<", at)
        return stop if found < 0 else found
    place = memchr(cython.address(body[at]), 60, stop - at)  # type: ignore[name-defined]
    if place == cython.NULL:
        return stop
    return cython.cast(cython.pointer(cython.uchar), place) - cython.address(body[0])


@cython.locals(byte=cython.uint, quote=cython.uint, last=cython.uint)
def has_long_tag(body: Bytes, most: cython.Py_ssize_t) -> bool:
    """Tell whether a tag may have more than ``most`` bytes, quoted values among them.

    Comments and scripts are read as if they were none, so that some of those found are no tags.
    """
    stop: cython.Py_ssize_t = len(body)
    at: cython.Py_ssize_t = 0
    while at < stop:
        at = _opening(body, at, stop) + 1
        # A letter after "<" opens a tag.
        if at >= stop or not 97 <= body[at] | 32 <= 122:
            continue
        start: cython.Py_ssize_t = at
        last = quote = 0
        while at < stop:
            byte = body[at]
            if quote != 0:
                if byte == quote:
                    quote = 0
            elif byte == 62:
                break
            elif last == 61 and (byte == 34 or byte == 39):
                quote = byte
            # Between "=" and a quotation mark white space may stand.
            if byte > 32 or last != 61:
                last = byte
            at += 1
        if at - start > most:
            return True
    return False
