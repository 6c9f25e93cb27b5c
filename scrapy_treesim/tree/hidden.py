"""Elements of a page that their own attributes hide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_treesim.tree import _hidden_cy

if TYPE_CHECKING:
    from scrapy_treesim.tree.page_tree import PageTree


def hidden_elements(tree: PageTree) -> bytearray:
    """A flag for every node: :data:`~.constants.HIDDEN`, :data:`~.constants.CLOSED` or 0.

    What stands below such an element has no flag of its own, nor has what is shown later without
    anyone's doing: ``hidden="until-found"``, and parts that React sends ahead.
    """
    hidden = bytearray(len(tree))
    _hidden_cy.flag_hidden(tree, hidden)
    return hidden
