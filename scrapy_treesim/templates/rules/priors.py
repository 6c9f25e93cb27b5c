"""How good a way to find a value is held to be, before any page says how good it is.

With one labelled page all ways that find just its values are alike, and this alone decides.
The numbers are judgements, not fitted: what names the value (words beside it, classes, ids) is
better than where it happens to stand (the third row), what is near the other values better than
the same text far away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scrapy_treesim.templates.rules.example import squeezed
from scrapy_treesim.templates.rules.occurrences import Occurrence
from scrapy_treesim.templates.rules.signatures import NUMBER, WORDED
from scrapy_treesim.templates.rules.values import TEXT
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.templates.rules.labelled_page import LabelledPage

OF_KIND: Final = {
    "beside": 1.0, "first": 1.0, "before": 0.95, "under_two": 0.95, "under_four": 0.95,
    "by_id": 0.95, "under_one": 0.85, "path": 0.85, "second": 0.8, "by_class": 0.8, "own": 0.75,
    "tag_beside": 0.75, "tag_first": 0.75, "heading": 0.6, "spot": 0.6,
}  # fmt: skip

LATER_STEP: Final = 0.92
"""For a step of a place that is the first of several of its tag, and twice for a later one: with
one more before it, it moves. Runs of text move more easily, so four times."""
NAMELESS: Final = 0.8
"""No element on the way has a name: tags alone are everywhere."""
WRAPPER: Final = 0.94
"""For each element around the inmost one that holds the value."""
RUN_OF_TEXT: Final = 0.97
"""A run of text: where its element has a second one it is half the value."""
NO_COLON: Final = 0.9
LONG_WORDS: Final = 0.5
"""Words that are too long for a name of something, or too short."""
VALUE_AS_WORDS: Final = 0.4
"""Words that are a labelled value themselves: other pages have others."""
WORDS_BYTES: Final = range(2, 31)
"""How long words are that name something, in bytes of UTF-8."""
ATTRIBUTE: Final = 0.6
AROUND: Final = 0.8
"""Something stands around the value; once more if it has letters and no colon at its end."""
HEADLINE: Final = 1.1
HEAD: Final = 0.6
"""``<title>`` and the like repeat what the page shows, with more around it or cut off."""
DISTANCE: Final = 0.4
"""What a value loses that is as far from the others as can be."""

_HEAD_TAGS: Final = tags.numbers("title meta head option")
_H1: Final = tags.NUMBER["h1"]


def prior(page: LabelledPage, kind: str, found: Occurrence) -> float:
    """The prior of a signature's kind for an occurrence; above 0, about 1 at best."""
    tree = page.page.tree
    is_text = tree.tag[found.node] == tags.TEXT
    tag = tree.tag[tree.parent[found.node] if is_text else found.node]
    held = OF_KIND[kind] * WRAPPER**found.above * (1 - DISTANCE * page.apart(found.node))
    held *= _of_words(page, kind, found) if kind in WORDED else _of_place(page, kind, found)
    if is_text:
        held *= RUN_OF_TEXT
    if found.take != TEXT:
        held *= ATTRIBUTE
    if tag == _H1:
        held *= HEADLINE
    elif tag in _HEAD_TAGS:
        held *= HEAD
    return held * _of_around(found)


def _of_words(page: LabelledPage, kind: str, found: Occurrence) -> float:
    words = page.words(kind, found.node).rstrip()
    held = 1.0 if words.endswith((":", "：")) else NO_COLON
    if len(words.encode()) not in WORDS_BYTES:
        held *= LONG_WORDS
    if squeezed(words) in page.labelled:
        held *= VALUE_AS_WORDS
    return held


def _of_place(page: LabelledPage, kind: str, found: Occurrence) -> float:
    number = NUMBER[kind]
    later = page.signatures.later_steps(number, found.node)
    if kind in ("by_id", "by_class", "spot"):
        return LATER_STEP**later
    nameless = page.signatures.nameless(number, found.node)
    return LATER_STEP**later * (NAMELESS if nameless else 1.0)


def _of_around(found: Occurrence) -> float:
    held = AROUND if found.prefix or found.suffix else 1.0
    if _has_letters(found.prefix) and not found.prefix.rstrip().endswith((":", "：")):
        held *= AROUND
    return held * AROUND if _has_letters(found.suffix) else held


def _has_letters(text: str) -> bool:
    return any(map(str.isalpha, text))
