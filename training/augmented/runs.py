"""The text of a page in runs between block-level tags, to be mapped word by word."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate

from lxml import etree

from scrapy_treesim.tree import tags
from scrapy_treesim.tree.text import INLINE

Slot = tuple[etree._Element, str]
"""An element, and which text of it: ``text`` or ``tail``."""
Edit = tuple[int, int, str]
"""Start, end, what stands there instead."""
_INLINE = frozenset(tags.KNOWN[number] for number in INLINE)
_CODE = frozenset(("script", "style"))
_NO_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""Characters that lxml takes in no text."""


def runs_of(root: etree._Element) -> Iterator[list[Slot]]:
    """The texts of a page, those together that no block-level tag parts."""
    run: list[Slot] = []
    walk = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
    for event, element in walk:
        if event in ("start", "end") and element.tag not in _INLINE:
            yield run
            run = []
        if event == "start":
            if element.tag in _CODE:
                walk.skip_subtree()
            elif element.text:
                run.append((element, "text"))
        elif element.tail and element is not root:
            run.append((element, "tail"))
    yield run


def rewrite(run: Sequence[Slot], edits: Callable[[str], Iterable[Edit]]) -> None:
    """Make edits in a run; what replaces text stands where the first of it stood."""
    pieces = [getattr(element, which) for element, which in run]
    out = [""] * len(pieces)
    starts = [0, *accumulate(map(len, pieces))]

    def keep(first: int, last: int) -> None:
        while first < last:
            slot = bisect_right(starts, first) - 1
            stop = min(last, starts[slot + 1])
            out[slot] += pieces[slot][first - starts[slot] : stop - starts[slot]]
            first = stop

    at = 0
    for first, last, new in edits("".join(pieces)):
        keep(at, first)
        out[bisect_right(starts, first) - 1] += new
        at = last
    keep(at, starts[-1])
    for (element, which), text in zip(run, out, strict=True):
        setattr(element, which, _NO_TEXT.sub("", text))


def edited(text: str, edits: Callable[[str], Iterable[Edit]]) -> str:
    """The text with the edits made."""
    out, at = [], 0
    for first, last, new in edits(text):
        out += [text[at:first], new]
        at = last
    return "".join([*out, text[at:]])
