"""How alike two tokens are: what the pieces on one level are called.

Of members that have several pieces of one kind, these are the items of a list, one token together,
if they are like and of any number; or else what tells them apart is a label that each begins with.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from scrapy_treesim.values.text_kinds import LABEL

if TYPE_CHECKING:
    from scrapy_treesim.records.table._tokens_cy import Tokens
    from scrapy_treesim.records.table.content import Content

MANY: Final = 3
"""Members from which class names that one of them alone has do not count: ``post-1234``."""
MAX_LABEL: Final = 40
"""Characters of the longest label."""


class TokenLikeness:
    """How alike the tokens of a group's members are."""

    def __init__(self, content: Content, tokens: Tokens) -> None:
        self._content = content
        self._called = tokens.called
        self._sequences = dict(zip(tokens.sequences, tokens.counts, strict=True))
        self._members = sum(self._sequences.values())
        self._common: frozenset[str] | None = None
        self._known: dict[tuple[int, int], float] = {}

    def similarity(self, one: int, other: int) -> float:
        """How alike two tokens are, in [0, 1]; 1 for equal ones."""
        if one == other:
            return 1.0
        found = self._known.get((one, other))
        if found is None:
            found = self._known[one, other] = self._likeness(one, other)
        return found

    def _likeness(self, one: int, other: int) -> float:
        name, label, several = self._called[one]
        other_name, other_label, other_several = self._called[other]
        if label != other_label or several != other_several:
            return 0.0
        tag, classes, itemprop = self._content.name(name)
        other_tag, other_classes, other_itemprop = self._content.name(other_name)
        if itemprop and other_itemprop and itemprop != other_itemprop:
            return 0.0
        if (itemprop or label >= 0) and itemprop == other_itemprop:
            return 0.9
        if tag != other_tag:
            return 0.0
        classes, other_classes = self._usual(classes), self._usual(other_classes)
        if not classes or not other_classes:
            return 0.75 if classes or other_classes else 0.825
        common = len(classes & other_classes)
        return 0.65 + 0.35 * common / len(classes | other_classes) if common else 0.0

    def _usual(self, classes: frozenset[str]) -> frozenset[str]:
        """The class names that more than one member has."""
        if len(classes) < 2 and self._members < MANY:
            return classes
        if self._common is None:
            counts: Counter[str] = Counter()
            for sequence, count in self._sequences.items():
                names = {self._called[token][0] for token in sequence}
                for word in frozenset[str]().union(*(self._content.name(one)[1] for one in names)):
                    counts[word] += count
            self._common = frozenset(word for word, count in counts.items() if count > 1)
        return classes & self._common


def label_in(text: str) -> str:
    """The label that a text begins with, or a short text itself; nothing of any other."""
    label = LABEL.match(text)
    if label is not None:
        return label[1]
    return text if len(text) <= MAX_LABEL else ""
