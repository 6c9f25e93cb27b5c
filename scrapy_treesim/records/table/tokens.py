"""What the pieces on one level are called, and how alike two of them are.

Of members that have several pieces of one kind, these are the items of a list, one token together,
if they are like and of any number; or else what tells them apart is a label that each begins with.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scrapy_treesim.analysis.text_kinds import LABEL
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.text import INLINE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scrapy_treesim.records.table._tokens_cy import Tokens
    from scrapy_treesim.records.table.content import Content

MANY: Final = 3
"""Members from which class names that one of them alone has do not count."""
MAX_LABEL: Final = 40
"""Characters of the longest label."""

_HEADINGS: Final = tags.numbers("h1 h2 h3 h4 h5 h6 dt strong b")
_CELLS: Final = tags.numbers("td th")


@dataclass(frozen=True, slots=True)
class Token:
    """A kind of piece."""

    tag: int
    classes: frozenset[str]
    itemprop: str | None
    label: int
    bits: int
    several: bool
    """Whether it stands for all items of a list."""


class TokenLikeness:
    """How alike the tokens of a group's members are."""

    def __init__(
        self, content: Content, tokens: Tokens, sequences: Mapping[tuple[int, ...], int]
    ) -> None:
        self._content = content
        self._called = tokens.called
        self._sequences = sequences
        self._common: frozenset[str] | None = None
        self._tokens: dict[int, Token] = {}
        self._similar: dict[tuple[int, int], float] = {}

    def similarity(self, one: int, other: int) -> float:
        """How alike two tokens are, in [0, 1]; 1 for equal ones."""
        if one == other:
            return 1.0
        pair = (one, other) if one < other else (other, one)
        known = self._similar.get(pair)
        if known is None:
            known = self._similar[pair] = _likeness(self._token(one), self._token(other))
        return known

    def _token(self, number: int) -> Token:
        known = self._tokens.get(number)
        if known is None:
            name, label, several, bits = self._called(number)
            tag, classes, itemprop = self._content.name(name)
            if len(classes) > 1 or sum(self._sequences.values()) >= MANY:
                classes &= self._common_classes()
            known = self._tokens[number] = Token(tag, classes, itemprop, label, bits, several)
        return known

    def _common_classes(self) -> frozenset[str]:
        """Class names that more than one member has."""
        if self._common is None:
            counts: Counter[str] = Counter()
            for sequence, count in self._sequences.items():
                names = {self._called(token)[0] for token in sequence}
                for word in frozenset[str]().union(*(self._content.name(one)[1] for one in names)):
                    counts[word] += count
            self._common = frozenset(word for word, count in counts.items() if count > 1)
        return self._common


def label_in(text: str) -> str:
    """The label that a text begins with, or a short text itself; nothing of any other."""
    label = LABEL.match(text)
    if label is not None:
        return label[1]
    return text if len(text) <= MAX_LABEL else ""


def _likeness(one: Token, other: Token) -> float:
    """How alike tokens are by tag, class names and what lies below, in [0, 1]."""
    if one.label != other.label or one.several != other.several:
        return 0.0
    if one.itemprop and other.itemprop and one.itemprop != other.itemprop:
        return 0.0
    if one.itemprop == other.itemprop and (one.itemprop or one.label >= 0):
        return 0.9
    tag = _tag_likeness(one.tag, other.tag)
    if not tag:
        return 0.0
    if one.classes and other.classes:
        common = len(one.classes & other.classes)
        named = 0.35 * common / len(one.classes | other.classes) if common else -0.15
    else:
        named = 0.1 if one.classes or other.classes else 0.175
    common_bits = (one.bits & other.bits).bit_count()
    all_bits = one.bits.bit_count() + other.bits.bit_count()
    return tag + named + (0.6 * common_bits / all_bits if all_bits else 0.3)


def _tag_likeness(one: int, other: int) -> float:
    """The share of tags in the likeness of tokens, in [0, 0.35]; with 0 they are not alike."""
    if one == other:
        return 0.35
    both = {one, other}
    if both <= _HEADINGS or both <= _CELLS:
        return 0.25
    if both <= INLINE:
        return 0.2
    return 0.1 if both.isdisjoint(INLINE) else 0.0
