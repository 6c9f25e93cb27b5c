"""Meanings of links: next, more, or only an arrow; in many languages.

A label says "next" only where every word of it is known, so that "Next post", "Next month" and
"What to read next" do not: one of the words for next, with none but list words around it.
"""

from __future__ import annotations

import re
import unicodedata
from enum import IntEnum
from functools import lru_cache
from typing import Final

from scrapy_treesim.analysis.lexicon import next_page


class Says(IntEnum):
    """Grades of how plainly a link says that it leads on, ascending."""

    NOTHING = 0
    MORE = 1
    """More of something: a next page, or something else."""
    ARROWS = 2
    """A double arrow; it is on the last page's link too."""
    ARROW = 3
    """A single arrow, or something that is called next."""
    NEXT = 4
    NEXT_PAGE = 5
    """Next, and that it is a page or a list that comes next: "Next page", "Older posts"."""


LONGEST: Final = 40
"""Characters of a label; what is longer says something else."""

_NEXT: Final = frozenset(next_page.NEXT.split())
_NEXT_PAGE: Final = frozenset(next_page.NEXT_PAGE.split())
_PAGE: Final = frozenset(next_page.LISTS.split())
_MORE: Final = frozenset(next_page.MORE.split())
_FILLERS: Final = frozenset(next_page.FILLERS.split())
_ARROWS: Final = frozenset(next_page.ARROWS.split())
_DOUBLE_ARROWS: Final = frozenset(next_page.DOUBLE_ARROWS.split())

_ICON: Final = re.compile(
    r"(?:^|[-_])(?:next|older|nextpage|nextlink)(?:[-_]|$)|(?:^|[a-z_-])Next(?:$|[A-Z_-])"
    r"|(?:chevron|arrow|angle|caret)[-_]?right"
)
_BACK: Final = re.compile(r"prev|back|newer", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\W\d_]+(?:'\w)?")


def label_says(label: str) -> Says:
    """Meaning of a link's label.

    >>> label_says("Next 20 results »").name, label_says("Next post").name, label_says("›").name
    ('NEXT_PAGE', 'NOTHING', 'ARROW')
    """
    # No long label is kept for its answer.
    return _label_says(label) if len(label) <= LONGEST else Says.NOTHING


@lru_cache(4096)
def _label_says(label: str) -> Says:
    label = unicodedata.normalize("NFC", label).strip().casefold()
    bare = label.strip("[]() ")
    if bare in _ARROWS:
        return Says.ARROW
    if bare in _DOUBLE_ARROWS:
        return Says.ARROWS
    # Combining marks are no letters to a regular expression, so words of Thai go by whole.
    words = [label] if label in _NEXT or label in _NEXT_PAGE else _WORD.findall(label)
    if words and all(word in _KNOWN for word in words):
        if any(word in _NEXT_PAGE for word in words):
            return Says.NEXT_PAGE
        if any(word in _NEXT for word in words):
            return Says.NEXT_PAGE if any(word in _PAGE for word in words) else Says.NEXT
        if any(word in _MORE for word in words):
            return Says.MORE
    return Says.NOTHING


def name_says(names: str) -> Says:
    """Meaning of class names or ids: an arrow for next without previous."""
    for name in names.split():
        if len(name) <= LONGEST and _ICON.search(name) and not _BACK.search(name):
            return Says.ARROW
    return Says.NOTHING


_KNOWN: Final = _NEXT | _NEXT_PAGE | _PAGE | _MORE | _FILLERS
