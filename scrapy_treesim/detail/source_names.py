"""Names of what gives a value, the same on all pages of a site."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from scrapy_treesim.detail.candidate import NONE
from scrapy_treesim.detail.feature_table import AT, SYNTAXES
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.detail.candidate import Candidate
    from scrapy_treesim.detail.marks import Marks
    from scrapy_treesim.tree import PageTree

LEVELS: Final = 5
"""Elements that a place is told by: its own and those around it."""
MAX_TAG_CHARS: Final = 30
"""Of an element's tag."""
MAX_NAMES_CHARS: Final = 60
"""Of an element's class names."""
MAX_LABEL_CHARS: Final = 50
"""Of a label that a place is told by."""

_DIGITS: Final = re.compile(r"\d{1,60}")
_DECLARED: Final = tuple((AT[f"declared {syntax}"], syntax) for syntax in SYNTAXES)


def shown_place(tree: PageTree, node: int) -> str:
    """The tags and class names of an element and those around it, digits left open.

    A text's are those of the element that it stands in.
    """
    steps: list[str] = []
    at = tree.parent[node] if tree.tag[node] == tags.TEXT else node
    while at >= 0 and len(steps) < LEVELS:
        names = _DIGITS.sub("N", (tree.get(at, "class") or "")[:MAX_NAMES_CHARS])
        steps.append(".".join((tree.name(at)[:MAX_TAG_CHARS], *names.split())))
        at = tree.parent[at]
    return " > ".join(reversed(steps))


class SourceNames:
    """Names the sources of one page's candidates."""

    def __init__(self, marks: Marks) -> None:
        self._marks = marks
        self._labels = {pair.node: pair.label for pair in marks.pairs}
        self._places: dict[int, str] = {}
        """By node: one may be a candidate of several fields."""

    def of(self, candidates: Sequence[Candidate], wanted: Sequence[int]) -> list[tuple[str, ...]]:
        """The names of the sources of some candidates: where each is declared and shown."""
        alike = Counter(one.node for one in candidates)
        found = []
        for number in wanted:
            one = candidates[number]
            names = [*self._declared(one)]
            if place := self.place(one):
                of = alike[one.node]
                if of > 1 and one.node is not None:
                    # Of a former and a present price in one text, the second is meant.
                    before = sum(other.node == one.node for other in candidates[:number])
                    place = f"{place} #{before + 1} of {of}"
                names.append(place)
            found.append(tuple(names))
        return found

    def place(self, one: Candidate) -> str:
        """The place where a candidate is shown, a label or a path; empty where it is not."""
        if one.value == NONE or one.node is None:
            return "address" if one.source == "address" else ""
        label = self._labels.get(one.node) or self._labels.get(self._marks.tree.parent[one.node])
        if label:
            return f"label {_DIGITS.sub('N', label[:MAX_LABEL_CHARS].casefold())}"
        place = self._places.get(one.node)
        if place is None:
            place = self._places[one.node] = shown_place(self._marks.tree, one.node)
        return place

    def _declared(self, one: Candidate) -> Iterator[str]:
        for place, syntax in _DECLARED:
            if one.row[place]:
                yield syntax
