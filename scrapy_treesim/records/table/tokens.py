"""What the pieces on one level are called, and how alike two of them are.

Of members that have several pieces of one kind, these are the items of a list, one token together,
if they are like and of any number; or else what tells them apart is a label that each begins with.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from scrapy_treesim.records.table import _alignment_cy, constants
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.text import INLINE
from scrapy_treesim.values.text_kinds import LABEL

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


class TokenLikeness:
    """How alike the tokens of a group's members are."""

    def __init__(
        self, content: Content, tokens: Tokens, sequences: Mapping[tuple[int, ...], int]
    ) -> None:
        self._content = content
        self._called = tokens.called
        self._sequences = sequences
        self._common: frozenset[str] | None = None
        self._tokens: dict[int, _alignment_cy.Token] = {}

    def similarity(self, one: int, other: int) -> float:
        """How alike two tokens are, in [0, 1]; 1 for equal ones."""
        if one == other:
            return 1.0
        tokens = self._tokens
        return _alignment_cy.likeness(
            tokens.get(one) or self._token(one), tokens.get(other) or self._token(other)
        )

    def _token(self, number: int) -> _alignment_cy.Token:
        name, label, several, bits = self._called[number]
        tag, classes, itemprop = self._content.name(name)
        if len(classes) > 1 or sum(self._sequences.values()) >= MANY:
            classes &= self._common_classes()
        found = _alignment_cy.Token(tag, _role(tag), classes, itemprop, label, bits, several)
        self._tokens[number] = found
        return found

    def _common_classes(self) -> frozenset[str]:
        """Class names that more than one member has."""
        if self._common is None:
            counts: Counter[str] = Counter()
            for sequence, count in self._sequences.items():
                names = {self._called[token][0] for token in sequence}
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


def _role(tag: int) -> int:
    """What a tag is to tokens, as the kernel's bits."""
    return (
        constants.HEADING_TOKEN * (tag in _HEADINGS)
        | constants.CELL_TOKEN * (tag in _CELLS)
        | constants.INLINE_TOKEN * (tag in INLINE)
    )
