"""The categories above a page's thing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scrapy_treesim.detail import _marks_cy
from scrapy_treesim.detail.cues import CUES
from scrapy_treesim.detail.declared import breadcrumbs_declared

if TYPE_CHECKING:
    from scrapy_treesim.detail.marks import Marks

MAX_CRUMBS: Final = 12
"""Categories that are named."""
MAX_CHARS: Final = 80
"""Of a category."""


def breadcrumbs_of(marks: Marks) -> tuple[str, ...]:
    """The declared categories, else those shown in an element named after them."""
    declared = breadcrumbs_declared(marks.page)
    if declared:
        return declared[:MAX_CRUMBS]
    tree, analysis = marks.tree, marks.analysis
    for node in _marks_cy.flagged(marks.own, CUES["crumb"], 5):
        stop = node + tree.size[node]
        numbers = range(analysis.texts[node], analysis.texts[stop])
        texts = [
            tree.plain_text(analysis.text_node[number]) for number in numbers[: 3 * MAX_CRUMBS]
        ]
        named = [one for one in texts if any(map(str.isalnum, one)) and len(one) <= MAX_CHARS]
        if len(named) > 1:
            if named[-1].casefold() == marks.name.casefold():
                named = named[:-1]
            return tuple(named[:MAX_CRUMBS])
    return ()
