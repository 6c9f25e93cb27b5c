"""Kernel of the alignment: how alike two tokens are, and the best pairing of two sequences."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Doubles
    from cython.cimports.scrapy_treesim.records.table.constants import *
else:
    from scrapy_treesim._cython import Doubles
    from scrapy_treesim.records.table.constants import *


@cython.final
@cython.cclass
class Token:
    """A kind of piece."""

    tag: cython.int
    role: cython.int
    """What its tag is to tokens, as bits."""
    classes: frozenset[str]
    itemprop: str | None
    label: cython.int
    """Its label's number, -1 without one."""
    bits: cython.ulonglong
    """What lies in it."""
    several: cython.bint
    """Whether it stands for all items of a list."""

    def __init__(
        self,
        tag: cython.int,
        role: cython.int,
        classes: frozenset[str],
        itemprop: str | None,
        label: cython.int,
        bits: cython.ulonglong,
        several: cython.bint,
    ) -> None:
        self.tag = tag
        self.role = role
        self.classes = classes
        self.itemprop = itemprop
        self.label = label
        self.bits = bits
        self.several = several


@cython.ccall
@cython.locals(
    tag=cython.double, named=cython.double, common=cython.int, common_bits=cython.int,
    all_bits=cython.int,
)  # fmt: skip
def likeness(one: Token, other: Token) -> cython.double:
    """Return how alike tokens are by tag, class names and what lies below, in [0, 1]."""
    if one.label != other.label or one.several != other.several:
        return 0.0
    if one.itemprop and other.itemprop and one.itemprop != other.itemprop:
        return 0.0
    if (one.itemprop or one.label >= 0) and one.itemprop == other.itemprop:
        return 0.9
    tag = tag_likeness(one, other)
    if tag == 0:
        return 0.0
    if len(one.classes) > 0 and len(other.classes) > 0:
        common = len(one.classes & other.classes)
        named = -0.15
        if common > 0:
            named = 0.35 * common / len(one.classes | other.classes)
    else:
        named = 0.1 if len(one.classes) > 0 or len(other.classes) > 0 else 0.175
    common_bits = bit_count(one.bits & other.bits)
    all_bits = bit_count(one.bits) + bit_count(other.bits)
    return tag + named + (0.6 * common_bits / all_bits if all_bits > 0 else 0.3)


@cython.cfunc
@cython.locals(both=cython.int)
def tag_likeness(one: Token, other: Token) -> cython.double:
    """The share of tags in the likeness of tokens, in [0, 0.35]; with 0 they are not alike."""
    if one.tag == other.tag:
        return 0.35
    both = one.role & other.role
    if both & (HEADING_TOKEN | CELL_TOKEN):
        return 0.25
    if both & INLINE_TOKEN:
        return 0.2
    return 0.0 if (one.role | other.role) & INLINE_TOKEN else 0.1


@cython.cfunc
@cython.locals(count=cython.int)
def bit_count(bits: cython.ulonglong) -> cython.int:
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@cython.locals(
    width=cython.Py_ssize_t, i=cython.Py_ssize_t, j=cython.Py_ssize_t, value=cython.double,
    near=cython.double, score=cython.double, best=Doubles, one=cython.longlong,
    item=cython.longlong,
)  # fmt: skip
def pairing(
    order: Sequence[int],
    tokens: Mapping[int, Sequence[int]],
    sequence: Sequence[int],
    similarity: Callable[[int, int], float],
    threshold: cython.double,
    read: dict[int, float],
) -> list[int]:
    """Return the slot of each token of a sequence, -1 for none: the pairing one to one and in order
    of the largest total similarity.

    Slots are paired with tokens from ``threshold`` on; ``tokens`` are those that each slot, of
    those in ``order``, is known by. ``read`` holds the similarities that were asked for before.
    """
    slots: list[int] = list(order)
    items: list[int] = list(sequence)
    width = len(items) + 1
    best = array("d", bytes(8 * width * (len(slots) + 1)))
    for i in range(len(slots)):
        known: list[int] = list(tokens[slots[i]])
        for j in range(len(items)):
            value = 0.0
            item = items[j]
            for one in known:
                near = 1.0
                if one != item:
                    key = one * 0x100000000 + item
                    held = read.get(key)
                    if held is None:
                        held = read[key] = similarity(one, item)
                    near = held
                value = max(value, near)
            score = max(best[i * width + j + 1], best[(i + 1) * width + j])
            if value >= threshold and best[i * width + j] + value > score:
                score = best[i * width + j] + value
            best[(i + 1) * width + j + 1] = score
    matched = [-1] * len(items)
    i = len(slots)
    j = len(items)
    while i > 0 and j > 0:
        score = best[i * width + j]
        if score == best[(i - 1) * width + j]:
            i -= 1
        elif score == best[i * width + j - 1]:
            j -= 1
        else:
            i -= 1
            j -= 1
            matched[j] = slots[i]
    return matched
