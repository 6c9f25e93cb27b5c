"""How alike two tokens are: what the pieces on one level are called.

Of members that have several pieces of one kind, these are the items of a list, one token together,
if they are like and of any number; or else what tells them apart is a label that each begins with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scrapy_treesim.values.text_kinds import LABEL

if TYPE_CHECKING:
    from scrapy_treesim.records.table._tokens_cy import Tokens
    from scrapy_treesim.records.table.content import Content

MAX_LABEL: Final = 40
"""Characters of the longest label."""


class TokenLikeness:
    """How alike the tokens of a group's members are."""

    def __init__(self, content: Content, tokens: Tokens) -> None:
        self._content = content
        self._called = tokens.called
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
        if not classes or not other_classes:
            return 0.75 if classes or other_classes else 0.825
        common = len(classes & other_classes)
        return 0.65 + 0.35 * common / len(classes | other_classes) if common else 0.0


def label_in(text: str) -> str:
    """The label that a text begins with, or a short text itself; nothing of any other."""
    label = LABEL.match(text)
    if label is not None:
        return label[1]
    return text if len(text) <= MAX_LABEL else ""
