"""Kernel of scripts: the known keys of objects in JSON and in code, with their values.

The text is read once, from its start to its end; strings, comments and regular expressions of
code are passed over as such. Nothing is run, and what is no object gives no keys.
"""

from __future__ import annotations

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
PRIME = cython.declare(cython.uint, 16777619)
BASIS = cython.declare(cython.uint, 2166136261)
LONGEST_KEY = cython.declare(cython.Py_ssize_t, 40)


def key_hash(name: bytes) -> int:
    """The hash of a key by its letters and digits, in lower case: as the kernel has it."""
    return _hash(name, 0, len(name))


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(value=cython.uint, c=cython.uint)
def _hash(text: Bytes, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
    """FNV-1a of letters and digits in lower case, in 31 bits."""
    value = BASIS
    while start < stop:
        c = text[start]
        start += 1
        if 65 <= c <= 90:
            c += 32
        if 97 <= c <= 122 or 48 <= c <= 57:
            value = ((value ^ c) * PRIME) & 0xFFFFFFFF
    return value & 0x7FFFFFFF


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(wanted=cython.int, slot=cython.int)
def _number_of(
    text: Bytes, start: cython.Py_ssize_t, stop: cython.Py_ssize_t, hashes: Ints, numbers: Ints
) -> cython.int:
    """The number of a known key; 0 of others. The tables have room: a zero ends each search."""
    if stop - start > LONGEST_KEY or stop - start < 2:
        return 0
    wanted = _hash(text, start, stop)
    slot = wanted & (len(hashes) - 1)
    while numbers[slot] != 0:
        if hashes[slot] == wanted:
            return numbers[slot]
        slot = (slot + 1) & (len(hashes) - 1)
    return 0


@cython.locals(
    i=cython.Py_ssize_t, n=cython.Py_ssize_t, start=cython.Py_ssize_t, stop=cython.Py_ssize_t,
    after=cython.Py_ssize_t, c=cython.int, last=cython.int, pending=cython.int, depth=cython.int,
    lost=cython.int, objects=cython.int, most_objects=cython.int, most_depth=cython.int,
    is_value=cython.bint, in_class=cython.bint, count=cython.int,
)  # fmt: skip
def read_pairs(
    text: Bytes,
    kinds: Bytes,
    hashes: Ints,
    numbers: Ints,
    above: Ints,
    under: Ints,
    open_objects: Ints,
    most_pairs: cython.int,
) -> list[tuple[int, int, int, int]]:
    """The object, the key's number and the value's place of each pair with a known key.

    ``kinds`` says which bytes names have in them and which are white space; ``hashes`` and
    ``numbers`` are a table of the known keys. ``above`` and ``under`` get the object that each
    object stands in, -1 for none, and the number of the key that it is the value of; objects
    beyond their length are passed over. ``open_objects`` is room for those that are open at once.
    """
    found: list[tuple[int, int, int, int]] = []
    n = len(text)
    most_objects = len(above)
    most_depth = len(open_objects)
    objects = depth = lost = pending = count = 0
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
            while i < n and (kinds[text[i]] == WORD or (text[i] == 46 and 48 <= text[start] <= 57)):
                i += 1
            stop = i
            # Of bare words only numbers and these two are values: code has names for all else.
            is_value = (
                48 <= text[start] <= 57 or c == 45
                or (stop - start == 4 and text[start] == 116 and text[start + 1] == 114)
                or (stop - start == 5 and text[start] == 102 and text[start + 1] == 97)
            )  # fmt: skip
        else:
            if c == 123:
                if depth < most_depth and lost == 0 and objects < most_objects:
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
            elif c == 47 and i + 1 < n and text[i + 1] == 47:
                while i < n and text[i] != 10:
                    i += 1
                continue
            elif c == 47 and i + 1 < n and text[i + 1] == 42:
                i += 2
                while i + 1 < n and not (text[i] == 42 and text[i + 1] == 47):
                    i += 1
                i += 2
                continue
            elif c == 47 and (
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
            last = c
            i += 1
            continue
        last = 0x7A
        after = i
        while after < n and kinds[text[after]] == SPACE:
            after += 1
        if after < n and text[after] == 58:
            pending = _number_of(text, start, stop, hashes, numbers)
            last = 58
            i = after + 1
        elif pending != 0:
            if is_value and depth > 0 and lost == 0 and stop > start:
                found.append((open_objects[depth - 1], pending, start, stop))
                count += 1
                if count == most_pairs:
                    break
            pending = 0
    return found
