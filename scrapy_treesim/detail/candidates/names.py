"""Texts that a page shows as the name of its thing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scrapy_treesim.article.terms import terms
from scrapy_treesim.detail.candidate import Candidate, no_features
from scrapy_treesim.detail.feature_table import AT
from scrapy_treesim.detail.marks import Marks, likeness

if TYPE_CHECKING:
    from array import array

MAX_CHARS: Final = 250
"""Of a name."""
MAX_HEADINGS: Final = 8
"""Headings that are looked at."""


def name_candidates(marks: Marks) -> list[Candidate]:
    """The texts that may be the name, each once: headings and the title."""
    found: dict[str, Candidate] = {}
    tree = marks.tree
    nodes = [marks.headline] if marks.headline else []
    nodes += marks.page.headings()[:MAX_HEADINGS]
    nodes = [one for one in dict.fromkeys(nodes) if not marks.is_aside(one)]
    for node in nodes:
        if 0 < tree.text_chars(node) <= MAX_CHARS:
            text = " ".join(tree.plain_text(node).split())
            one = _add(marks, found, text, node)
            if one is not None and node == marks.headline:
                one.row[AT["name_headline"]] = 1.0
    one = _add(marks, found, " ".join(marks.title[:MAX_CHARS].split()), None)
    if one is not None:
        one.row[AT["name_title_piece"]] = 1.0
    return [*found.values()]


def plain_name(text: str) -> str:
    """A name as it is compared: without case, white space collapsed."""
    return " ".join(text[: MAX_CHARS + 50].casefold().split())


def add_name_features(marks: Marks, text: str, row: array[float]) -> None:
    """Add the features of a name by itself to its row."""
    own = terms(text)
    key, title = text.casefold(), marks.plain_title[:MAX_CHARS]
    row[AT["name_title"]] = likeness(own, marks.title_terms)
    row[AT["name_in_title"]] = float(key in title)
    row[AT["name_like_headline"]] = likeness(own, marks.name_terms) if marks.headline else 0.0
    row[AT["name_short"]] = float(sum(own.values()) == 1)


def _add(
    marks: Marks, found: dict[str, Candidate], text: str, node: int | None
) -> Candidate | None:
    key = plain_name(text)
    if not any(map(str.isalnum, key)):
        return None
    one = found.get(key)
    if one is None:
        row = no_features() if node is None else marks.position(node, "name")
        add_name_features(marks, text, row)
        one = found[key] = Candidate(key, text, "shown", node, row)
    return one
