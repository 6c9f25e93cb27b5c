"""Elements of a page that their own attributes hide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import _hidden_cy

if TYPE_CHECKING:
    from scrapy_treesim.tree.page_tree import PageTree

HIDDEN: Final = _hidden_cy.HIDDEN
"""The flag of an element that its ``hidden`` or ``style`` hides."""

CLOSED: Final = _hidden_cy.CLOSED
"""The flag of a ``<dialog>`` that is not open."""


def hidden_elements(tree: PageTree) -> bytearray:
    """A flag for every node: :data:`HIDDEN`, :data:`CLOSED` or 0; O(nodes + bytes of styles).

    What stands below such an element has no flag of its own, nor has what is shown later without
    anyone's doing: ``hidden="until-found"``, and parts that React sends ahead.
    """
    hidden = bytearray(len(tree))
    _hidden_cy.flag_hidden(tree, hidden)
    return hidden
