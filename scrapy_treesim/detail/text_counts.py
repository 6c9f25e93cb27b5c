"""Counts of codes and brands in a page, all of them in one go."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.detail import _marks_cy

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

MAX_BYTES: Final = 200_000
"""Of the text of a page, and of its attributes, that are read."""
MAX_SOUGHT: Final = 120
"""Texts that are counted; of the others it is as if they stood nowhere."""
MIN_SOUGHT: Final = 3
"""Bytes of a text that is counted: shorter ones stand in many others."""


class TextCounts(NamedTuple):
    """The times that a text stands in a page."""

    texts: int
    """In what it shows."""
    values: int
    """In its attributes."""


NOWHERE: Final = TextCounts(0, 0)
"""Of a text that stands nowhere."""


def text_counts(tree: PageTree, sought: Iterable[str]) -> dict[str, TextCounts]:
    """Count each of these texts in a page."""
    names = [*dict.fromkeys(sought)][:MAX_SOUGHT]
    encoded = [name.encode("utf-8", "replace") for name in names]
    first, following = bytearray(1 << 16), bytearray(2 * len(names) + 1)
    starts = array("i", (0,))
    for number, one in enumerate(encoded):
        starts.append(starts[-1] + len(one))
        if len(one) >= MIN_SOUGHT:
            # A text from its second byte on starts before the same from its first one on.
            for block, key in ((1, one[0] << 8 | one[1]), (2, one[1] << 8 | one[2])):
                following[2 * number + block] = first[key]
                first[key] = 2 * number + block
    joined = b"".join(encoded)
    found = []
    for text in (tree.text, tree.values):
        free, counts = (array("i", bytes(4 * len(names))) for _ in range(2))
        _marks_cy.count_all(text, MAX_BYTES, joined, starts, first, following, free, counts)
        found.append(counts)
    return {name: TextCounts(*both) for name, *both in zip(names, *found, strict=True)}
