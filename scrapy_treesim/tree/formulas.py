"""Formulas of a page: each is said once, however many ways the page writes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of

if TYPE_CHECKING:
    from scrapy_treesim.tree.page_tree import PageTree

MAX_FORMULAS: Final = 10_000
"""Formulas of a page that are looked at; of those beyond, all that stands in them is said."""

_MATH: Final = tags.NUMBER["math"]
_IS_MATH: Final = bytes(number == _MATH for number in range(len(tags.KNOWN)))
_ANNOTATION: Final = tags.NUMBER["annotation"]
_BINARY: Final = b"%"
# From the formula up to what its picture or its glyphs stand beside.
_LEVELS: Final = 2


def flag_copies(tree: PageTree, unseen: bytearray) -> None:
    """Flag what says a formula once more; clear the flags of what hides it from sight.

    A formula is its source, as TeX in an ``annotation``, or else the text of its MathML. What draws
    it once more for the eye stands beside it, ``aria-hidden``.
    """
    for math in nodes_of(tree.tag, _IS_MATH)[:MAX_FORMULAS]:
        stop = math + tree.size[math]
        said = source_of(tree, math)
        if said is not None:
            after = said + tree.size[said]
            unseen[math + 1 : said] = b"\1" * (said - math - 1)
            unseen[after:stop] = b"\1" * (stop - after)
            above = said
            while above != math:
                unseen[above] = 0
                above = tree.parent[above]
        node = math
        for _ in range(_LEVELS):
            above = tree.parent[node]
            if above < 0:
                break
            unseen[node] = 0
            beside = node + tree.size[node]
            for other in (above + 1, beside):
                if (
                    other < above + tree.size[above]
                    and other != node
                    and tree.get(other, "aria-hidden") == "true"
                ):
                    unseen[other] = 1
            node = above


def source_of(tree: PageTree, math: int) -> int | None:
    """The ``annotation`` that holds a formula's source, None where there is none to read."""
    try:
        node = tree.tag.index(_ANNOTATION, math, math + tree.size[math])
    except ValueError:
        return None
    said = tree.text[tree.start[node] : tree.start[node + tree.size[node]]]
    return node if said.strip() and not said.lstrip().startswith(_BINARY) else None
