"""What the thesis leaves of a page before it looks for templates (Qiu 2013, section 2.2.2)."""

from __future__ import annotations

from typing import Final

from scrapy_treesim.tree import PageTree, Profile, Tree, clean

_DROPPED = "script style link input br img meta wbr"
_UNWRAPPED = "strong em font b p li ul ol td tr th tbody table"

SIMPLIFIED: Final = Profile(drop=frozenset(_DROPPED.split()), unwrap=frozenset(_UNWRAPPED.split()))
"""Table 6.3: what says nothing of the template is dropped; of what marks up text, lists and tables
the tag alone, so that what it holds moves up a level."""


def simplify(tree: PageTree) -> Tree:
    """The page's elements as the thesis compares them; O(nodes)."""
    return clean(tree, SIMPLIFIED)
