"""Words to select by: labels that stand on most pages of a template, never what one page says."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from scrapy_treesim.templates.rules.candidates import WORDS_BYTES
from scrapy_treesim.templates.rules.example import squeezed

if TYPE_CHECKING:
    from scrapy_treesim.templates.eject.checked_page import CheckedPage
    from scrapy_treesim.templates.outline.template_outline import TemplateOutline

MOST: Final = 0.6
"""Share of the pages with a field on which words stand that are a label of it."""
MAX_ASKED: Final = 60
"""Pages that are asked."""

IsLabel: TypeAlias = Callable[[str], bool]
"""Tells whether words are a label."""


def is_like_label(words: str) -> bool:
    """Tell whether words may be a label where no page can be asked: by their length alone."""
    return len(words.strip().encode()) in WORDS_BYTES


def own_texts(outline: TemplateOutline | None) -> frozenset[str]:
    """A template's own texts, and those that stand before its data, as words are compared."""
    if outline is None:
        return frozenset()
    said = (text for node in outline.nodes for text in (node.text, node.after) if text)
    return frozenset(map(squeezed, said))


def label_among(own: Collection[str]) -> IsLabel:
    """Tell words that are a label where no page can be asked: one of some texts, if there are any.

    A colon at its end makes a label of any short text.
    """

    def is_label(words: str) -> bool:
        bare = words.rstrip()
        return is_like_label(bare) and (
            not own or squeezed(bare) in own or bare.endswith((":", "\uff1a"))
        )

    return is_label


class LabelWords:
    """The labels on some pages of a template."""

    def __init__(self, pages: Sequence[CheckedPage]) -> None:
        self._pages = pages
        self._texts = [squeezed(page.page.tree.plain_text(0)) for page in pages[:MAX_ASKED]]
        self._values = [
            frozenset(squeezed(one) for values in page.wanted.values() for one in values)
            for page in pages[:MAX_ASKED]
        ]

    def of(self, field: str) -> IsLabel:
        """Tell which words are a label of a field.

        They stand on most of the pages that have it, and are hardly ever the value of a field.
        """
        there = [
            number for number in range(len(self._texts)) if field in self._pages[number].wanted
        ]
        known: dict[str, bool] = {}

        def is_label(words: str) -> bool:
            if words not in known:
                known[words] = self._is_label(squeezed(words), there)
            return known[words]

        return is_label

    def _is_label(self, words: str, there: Sequence[int]) -> bool:
        if len(there) < 2 and not is_like_label(words):
            return False
        having = [number for number in there if words in self._texts[number]]
        values = sum(words in self._values[number] for number in having)
        return len(having) >= MOST * len(there) and 2 * values < max(1, len(having))
