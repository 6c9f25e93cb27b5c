"""Texts that a page shows as the name of its thing."""

from __future__ import annotations

import re
from math import exp
from typing import TYPE_CHECKING, Final

from scrapy_treesim.article.terms import terms
from scrapy_treesim.detail import _marks_cy
from scrapy_treesim.detail.candidate import Candidate
from scrapy_treesim.detail.marks import CUES, likeness
from scrapy_treesim.detail.place import place_features

if TYPE_CHECKING:
    from scrapy_treesim.detail.marks import Marks

MAX_CHARS: Final = 250
"""Of a name."""
MAX_NAMED: Final = 12
"""Elements named after names that are looked at."""
MAX_HEADINGS: Final = 8
"""Headings that are."""

NAME_FEATURES: Final = {
    "name_headline": "being the headline",
    "name_title": "the likeness to the title",
    "name_in_title": "standing in the title",
    "name_title_start": "beginning the title",
    "name_title_piece": "being a part of the title",
    "name_like_headline": "the likeness to the headline",
    "name_chars": "its length",
    "name_short": "being a single word",
    "name_order": "its place among the names",
}
"""What tells of a name, with a phrase for people."""

_JOINTS: Final = re.compile(r" [|–—·•»:-] |[|»]")


def name_candidates(marks: Marks) -> list[Candidate]:
    """The texts that may be the name, each once: headings, named elements, parts of the title."""
    found: dict[str, Candidate] = {}
    tree = marks.tree
    nodes = [marks.headline] if marks.headline else []
    nodes += marks.page.headings()[:MAX_HEADINGS]
    nodes += _marks_cy.flagged(marks.own, CUES["name"], MAX_NAMED)
    for node in nodes:
        if 0 < tree.text_chars(node) <= MAX_CHARS:
            text = " ".join(tree.plain_text(node).split())
            one = _add(marks, found, text, node)
            if one is not None and node == marks.headline:
                one.features["name_headline"] = 1.0
    title = (marks.page.title or "")[:MAX_CHARS]
    for piece in (title, *_JOINTS.split(title)):
        one = _add(marks, found, " ".join(piece.split()), None)
        if one is not None:
            one.features["name_title_piece"] = 1.0
    candidates = [*found.values()]
    for place, one in enumerate(candidates):
        one.features["name_order"] = exp(-place / 3)
    return candidates


def plain_name(text: str) -> str:
    """A name as it is compared: without case, white space collapsed."""
    return " ".join(text[: MAX_CHARS + 50].casefold().split())


def name_features(marks: Marks, text: str) -> dict[str, float]:
    """The features of a name by itself."""
    own = terms(text)
    key, title = text.casefold(), (marks.page.title or "")[:MAX_CHARS].casefold()
    found = {
        "name_title": likeness(own, marks.title_terms),
        "name_in_title": float(key in title),
        "name_title_start": float(title.startswith(key)),
        "name_like_headline": likeness(own, marks.name_terms) if marks.headline else 0.0,
        "name_chars": len(text) / 100,
        "name_short": float(own.total() == 1),
    }
    return {name: value for name, value in found.items() if value}


def _add(
    marks: Marks, found: dict[str, Candidate], text: str, node: int | None
) -> Candidate | None:
    key = plain_name(text)
    if not any(map(str.isalnum, key)):
        return None
    one = found.get(key)
    if one is None:
        features = name_features(marks, text)
        if node is not None:
            features.update(place_features(marks, node))
        one = found[key] = Candidate(key, text, "shown", node, features)
    return one
