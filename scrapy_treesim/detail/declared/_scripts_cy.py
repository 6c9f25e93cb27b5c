"""Kernel of scripts: the known keys of objects in JSON and in code, with their values.

The text is read once, from its start to its end; strings, comments and regular expressions of
code are passed over as such. Nothing is run, and what is no object gives no keys.
"""

from __future__ import annotations

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Bytes, Ints

LONGEST_KEY = cython.declare(cython.Py_ssize_t, 40)


@cython.ccall
def key_hash(text: Bytes, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
    """Hash the letters and digits of ``text[start:stop]`` in lower case, in 31 bits."""
    value: cython.longlong = 18652613
    while start < stop:
        c: cython.int = text[start]
        start += 1
        if 65 <= c <= 90:
            c += 32
        if 97 <= c <= 122 or 48 <= c <= 57:
            value = ((value ^ c) * 16777619) & 0x7FFFFFFF
    return value


@cython.inline
def _is_space(c: cython.int) -> cython.bint:
    return c == 32 or 9 <= c <= 13


@cython.inline
def _is_of_word(c: cython.int) -> cython.bint:
    """Tell whether names have a byte in them: letters, digits, ``$``, ``_``, no ASCII."""
    return c >= 128 or 97 <= c <= 122 or 65 <= c <= 90 or 48 <= c <= 57 or c == 95 or c == 36


@cython.locals(pending=cython.int, depth=cython.int, lost=cython.int, objects=cython.int)
def read_pairs(
    text: Bytes, numbers: dict[int, int], above: Ints, under: Ints, open_objects: Ints, most: int
) -> list[tuple[int, int, int, int]]:
    """Find pairs of a known key and its value: the object, the key's number, and the start and end
    of the value; at most so many.

    ``numbers`` has the numbers of keys, from 1, by their hashes. ``above`` and ``under`` are filled
    for each object with the one that it stands in, -1 for none, and the number of the key that it
    is the value of, 0 for none that is known; ``open_objects`` is room for those that are open.
    Objects beyond this room are passed over.
    """
    n: cython.Py_ssize_t = len(text)
    objects = depth = lost = pending = 0
    found: list[tuple[int, int, int, int]] = []
    # What came before a slash tells a division from a regular expression.
    last: cython.int = 0
    i: cython.Py_ssize_t = 0
    while i < n:
        c: cython.int = text[i]
        if _is_space(c):
            i += 1
            continue
        if c == 34 or c == 39 or c == 96:
            start: cython.Py_ssize_t = i + 1
            i = start
            while i < n and text[i] != c and (text[i] != 10 or c == 96):
                i += 2 if text[i] == 92 else 1
            stop: cython.Py_ssize_t = min(i, n)
            i = stop + 1
            is_value: cython.bint = True
        elif _is_of_word(c) or c == 45:
            start = i
            i += 1
            while i < n and (_is_of_word(text[i]) or (text[i] == 46 and 48 <= c <= 57)):
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
            after: cython.Py_ssize_t = _passed_over(text, i, last)
            if after == i:
                last = c
                after = i + 1
            i = after
            continue
        else:
            i += 1
            last = c
            if c == 123:
                if lost == 0 and depth < len(open_objects) and objects < len(above):
                    above[objects] = open_objects[depth - 1] if depth > 0 else -1
                    under[objects] = pending
                    open_objects[depth] = objects
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
        while after < n and _is_space(text[after]):
            after += 1
        if after < n and text[after] == 58:
            if 2 <= stop - start <= LONGEST_KEY:
                pending = numbers.get(key_hash(text, start, stop), 0)
            else:
                pending = 0
            last = 58
            i = after + 1
        elif pending != 0:
            if is_value and depth > 0 and lost == 0 and stop > start:
                found.append((open_objects[depth - 1], pending, start, stop))
                if len(found) >= most:
                    break
            pending = 0
    return found


def _passed_over(text: Bytes, i: cython.Py_ssize_t, last: cython.int) -> cython.Py_ssize_t:
    """The place after the comment or regular expression that starts here; here if none does."""
    n: cython.Py_ssize_t = len(text)
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
        in_class: cython.bint = False
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
