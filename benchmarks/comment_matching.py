"""Which true comment each comment found is.

A text is the multiset of its tokens: words, and Chinese, Japanese and Korean characters one by one.
Found and true are the same comment where the F1 of their tokens is at least 0.8; pairs are made one
to one, the most alike first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

SAME: Final = 0.8
MAX_LENGTH_RATIO: Final = 1.5
"""Of two texts whose lengths differ more than this the F1 cannot reach 0.8."""

_TOKEN = re.compile(r"[\u3400-\u9fff\u3040-\u30ff\uac00-\ud7af]|\w+")


def tokens(text: str | None) -> list[str]:
    """The tokens of a text in their order, in lower case."""
    return _TOKEN.findall((text or "").lower())


@dataclass(frozen=True, slots=True)
class Tokens:
    """The multiset of a text's tokens."""

    counts: Counter[str]
    length: int

    @classmethod
    def of(cls, text: str | None) -> Tokens:
        """Those of a text, in lower case."""
        counts = Counter(tokens(text))
        return cls(counts, counts.total())

    def shared(self, other: Tokens) -> int:
        """How many tokens both have."""
        return (self.counts & other.counts).total()

    def f1(self, other: Tokens) -> float:
        """How alike both are, in [0, 1]; 0 where either has no token."""
        if not self.length or not other.length:
            return 0.0
        return 2 * self.shared(other) / (self.length + other.length)

    def may_match(self, other: Tokens) -> bool:
        """Whether their lengths are near enough."""
        short, long = sorted((self.length, other.length))
        return short > 0 and long <= MAX_LENGTH_RATIO * short + 1


@dataclass(slots=True)
class Share:
    """What was right, of what was found and of what is true."""

    right: int = 0
    found: int = 0
    true: int = 0

    def add(self, right: int, found: int, true: int) -> None:
        """Add a page's."""
        self.right += right
        self.found += found
        self.true += true

    @property
    def precision(self) -> float:
        """Of what was found."""
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        """Of what is true."""
        return self.right / self.true if self.true else 0.0

    @property
    def f1(self) -> float:
        """Of both, the harmonic mean; 0 where nothing is right."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def match(found: Sequence[str], true: Sequence[dict[str, Any]], *, lenient: bool) -> dict[int, int]:
    """The true comment, by number, of each text found that is one.

    A text is compared with the true comment's body (``text``); where ``lenient``, also with all of
    the comment (``block``, with author and date), and the better of both counts.
    """
    pairs = sorted(_alike(found, true, lenient))
    matched: dict[int, int] = {}
    taken: set[int] = set()
    for _, i, j in pairs:
        if i not in matched and j not in taken:
            matched[i] = j
            taken.add(j)
    return matched


def _alike(
    found: Sequence[str], true: Sequence[dict[str, Any]], lenient: bool
) -> Iterator[tuple[float, int, int]]:
    names = ("text", "block") if lenient else ("text",)
    readings = [[Tokens.of(one[name]) for name in names if one.get(name)] for one in true]
    for i, text in enumerate(found):
        tokens = Tokens.of(text)
        for j, ways in enumerate(readings):
            near = [tokens.f1(way) for way in ways if tokens.may_match(way)]
            if near and max(near) >= SAME:
                yield -max(near), i, j
