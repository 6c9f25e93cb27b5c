"""Names and brands on a page: candidates of the name and the brand of its thing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import log1p
from typing import TYPE_CHECKING, Final

from scrapy_treesim.detail import _marks_cy
from scrapy_treesim.detail.candidate import FieldCandidate, no_features
from scrapy_treesim.detail.feature_table import AT
from scrapy_treesim.detail.headline import JOINTS, is_no_name
from scrapy_treesim.detail.marks import CUES, Marks
from scrapy_treesim.tree import tags
from scrapy_treesim.values.terms import likeness, terms

if TYPE_CHECKING:
    from array import array

_H1: Final = tags.NUMBER["h1"]
MAX_BRAND_CHARS: Final = 40
"""Largest number of characters of a brand."""
MAX_NAMED: Final = 12
"""Largest number of elements named after brands that are read."""
MAX_COUNT: Final = 50
"""Number of occurrences in the page; more count as this many."""
MAX_BRAND_WORDS: Final = 3
"""Largest number of words of a brand at the start of the name or in the title."""


def brand_candidates(marks: Marks) -> list[FieldCandidate]:
    """Return the candidates of the brand, each once."""
    candidates: dict[str, FieldCandidate] = {}
    tree = marks.tree
    for pair in marks.labelled.get("brand", ()):
        brand = _add_brand(marks, candidates, pair.value, "label", pair.node)
        if brand is not None:
            brand.row[AT["brand_label"]] = 1.0
            brand.row[AT["brand_label_score"]] = max(pair.score, brand.row[AT["brand_label_score"]])
    for node in _marks_cy.flagged(marks.name_cues, CUES["brand"], MAX_NAMED):
        if 0 < tree.text_chars(node) <= MAX_BRAND_CHARS:
            _add_brand(marks, candidates, tree.plain_text(node), "shown", node)
    words = marks.name.split()[: MAX_BRAND_WORDS + 1]
    for count in range(1, min(MAX_BRAND_WORDS, len(words) - 1) + 1):
        start = " ".join(words[:count])
        _add_brand(marks, candidates, start, "shown", marks.headline or None)
    for piece in JOINTS.split(marks.title)[1:]:
        if piece.count(" ") < MAX_BRAND_WORDS:
            _add_brand(marks, candidates, piece.strip(), "shown", None)
    return [*candidates.values()]


def plain_brand(text: str) -> str:
    """Return a brand in compared form: without case, and without signs around it."""
    return text.casefold().strip(" .,:;|-–®™")


def _add_brand(
    marks: Marks, candidates: dict[str, FieldCandidate], text: str, source: str, node: int | None
) -> FieldCandidate | None:
    text = text[: MAX_BRAND_CHARS + 1].strip(" .,:;|-–®™")
    key = plain_brand(text)
    if not 1 < len(text) <= MAX_BRAND_CHARS or not any(map(str.isalpha, text)):
        return None
    candidate = candidates.get(key)
    if candidate is None:
        row = no_features() if node is None else marks.position(node, "brand")
        add_brand_features(marks, text, row)
        candidate = candidates[key] = FieldCandidate(key, text, source, node, row)
    return candidate


def add_brand_features(marks: Marks, text: str, row: array[float]) -> None:
    """Add the features of a brand by itself to its row."""
    name, key = marks.plain_name, text.casefold()
    host = marks.url.partition("//")[2].partition("/")[0].casefold()
    row[AT["brand_start"]] = float(name.startswith(key))
    row[AT["brand_in_title"]] = float(key in marks.plain_title)
    row[AT["brand_capital"]] = float(text[:1].isupper())
    row[AT["brand_capitals"]] = float(text.isupper())
    row[AT["brand_host"]] = float(key.replace(" ", "") in host)


def add_brand_counts(
    marks: Marks, candidates: Iterable[FieldCandidate], counts: Mapping[str, Sequence[int]]
) -> None:
    """Add to brands how many times they occur in the page's text and in its attributes, as far as
    ``counts`` has them."""
    in_names, _ = counts.get(marks.name, (0, 0))
    for candidate in candidates:
        count, in_attributes = counts.get(candidate.text, (0, 0))
        outside_name = count - in_names if candidate.text.casefold() in marks.plain_name else count
        candidate.row[AT["brand_apart"]] = log1p(max(0, min(MAX_COUNT, outside_name)))
        candidate.row[AT["brand_texts"]] = log1p(min(MAX_COUNT, count))
        candidate.row[AT["brand_values"]] = log1p(min(MAX_COUNT, in_attributes))


MAX_CHARS: Final = 250
"""Largest number of characters of a name."""
MAX_HEADINGS: Final = 8
"""Largest number of headings that are read."""


def name_candidates(marks: Marks) -> list[FieldCandidate]:
    """Return the candidates of the name, each once: headings and the title.

    Without a headline, but with an h1 as any page about a thing has it, the title may be that
    of the whole site, and is left out.
    """
    candidates: dict[str, FieldCandidate] = {}
    tree, has_general = marks.tree, False
    nodes = [marks.headline] if marks.headline else []
    nodes += marks.page.headings()[:MAX_HEADINGS]
    nodes = [node for node in dict.fromkeys(nodes) if not marks.is_aside(node)]
    for node in nodes:
        if 0 < tree.text_chars(node) <= MAX_CHARS:
            text = " ".join(tree.plain_text(node).split())
            if is_no_name(text):
                has_general = has_general or tree.tag[node] == _H1
                continue
            after_label = text.partition(": ")[2]
            if after_label and text not in marks.title and after_label in marks.title:
                text = after_label
            candidate = _add(marks, candidates, text, node)
            if candidate is not None and node == marks.headline:
                candidate.row[AT["name_headline"]] = candidate.row[AT["heading"]] = 1.0
    title = "" if has_general and not marks.headline else " ".join(marks.title[:MAX_CHARS].split())
    candidate = _add(marks, candidates, title, None)
    if candidate is not None:
        candidate.row[AT["name_title_piece"]] = 1.0
    return [*candidates.values()]


def plain_name(text: str) -> str:
    """Return a name in compared form: without case, white space collapsed."""
    return " ".join(text[: MAX_CHARS + 50].casefold().split())


def add_name_features(marks: Marks, text: str, row: array[float]) -> None:
    """Add the features of a name by itself to its row."""
    counts = terms(text)
    key, title = text.casefold(), marks.plain_title[:MAX_CHARS]
    row[AT["name_title"]] = likeness(counts, marks.title_terms)
    row[AT["name_in_title"]] = float(key in title)
    row[AT["name_like_headline"]] = likeness(counts, marks.name_terms) if marks.headline else 0.0
    row[AT["name_short"]] = float(sum(counts.values()) == 1)


def _add(
    marks: Marks, candidates: dict[str, FieldCandidate], text: str, node: int | None
) -> FieldCandidate | None:
    key = plain_name(text)
    if not any(map(str.isalnum, key)):
        return None
    candidate = candidates.get(key)
    if candidate is None:
        row = no_features() if node is None else marks.position(node, "name")
        add_name_features(marks, text, row)
        candidate = candidates[key] = FieldCandidate(key, text, "shown", node, row)
    return candidate
