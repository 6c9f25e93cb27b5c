"""Longest common substring of the trees' tags, level by level (a rival of Zhu 2013, section 3.2).

The tags in breadth-first order are a string; the length of the longest piece that both strings
have, over the length of the longer one. (Zhu names the string and the piece; over what the length
is taken, as for the subsequence, is ours.)
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

from scrapy_treesim.similarity._substring_cy import Substrings
from scrapy_treesim.similarity.measure import ProfileMeasure, share
from scrapy_treesim.similarity.tags import tags_of

if TYPE_CHECKING:
    from scrapy_treesim.tree import ShapeTable

STEPS_A_NODE: Final = 100
"""Steps that a node takes in the automaton, which is made of dicts."""


class CommonSubstring(ProfileMeasure):
    """Longest common substring of two shapes over the longer string; O(nodes)."""

    def read(self, table: ShapeTable, shape: int) -> array[int]:
        """The string."""
        return tags_of(table, shape)

    def of_profiles(self, x: array[int], y: array[int]) -> float:
        """The length of the longest common substring over that of the longer string."""
        self.spent += STEPS_A_NODE * (len(x) + len(y))
        shorter, longer = sorted((x, y), key=len)
        return share(Substrings(shorter).longest_in(longer), x, y)
