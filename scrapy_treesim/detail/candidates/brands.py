"""Names that a page shows of who made its thing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import log1p
from typing import TYPE_CHECKING, Final

from scrapy_treesim.detail import _marks_cy
from scrapy_treesim.detail.candidate import Candidate, no_features
from scrapy_treesim.detail.feature_table import AT
from scrapy_treesim.detail.marks import CUES, Marks

if TYPE_CHECKING:
    from array import array

MAX_CHARS: Final = 40
"""Of a brand."""
MAX_NAMED: Final = 12
"""Elements named after brands that are looked at."""
MAX_COUNT: Final = 50
"""Places in the page that are told from more of them."""
MAX_WORDS: Final = 3
"""Words of the name that are looked at."""
_JOINTS: Final = re.compile(r" [|–—·•»:-] |[|»]")
"""Between the parts of a title."""


def brand_candidates(marks: Marks) -> list[Candidate]:
    """The names that may be the brand, each once."""
    found: dict[str, Candidate] = {}
    tree = marks.tree
    for pair in marks.labelled.get("brand", ()):
        one = _add(marks, found, pair.value, "label", pair.node)
        if one is not None:
            one.row[AT["brand_label"]] = 1.0
            one.row[AT["brand_label_score"]] = max(pair.score, one.row[AT["brand_label_score"]])
    for node in _marks_cy.flagged(marks.own, CUES["brand"], MAX_NAMED):
        if 0 < tree.text_chars(node) <= MAX_CHARS:
            _add(marks, found, tree.plain_text(node), "shown", node)
    words = marks.name.split()[: MAX_WORDS + 1]
    for count in range(1, min(MAX_WORDS, len(words) - 1) + 1):
        start = " ".join(words[:count])
        _add(marks, found, start, "shown", marks.headline or None)
    for piece in _JOINTS.split(marks.title)[1:]:
        if piece.count(" ") < MAX_WORDS:
            _add(marks, found, piece.strip(), "shown", None)
    return [*found.values()]


def plain_brand(text: str) -> str:
    """A brand as it is compared: without case."""
    return text.casefold().strip(" .,:;|-–®™")


def _add(
    marks: Marks, found: dict[str, Candidate], text: str, source: str, node: int | None
) -> Candidate | None:
    text = text[: MAX_CHARS + 1].strip(" .,:;|-–®™")
    key = plain_brand(text)
    if not 1 < len(text) <= MAX_CHARS or not any(map(str.isalpha, text)):
        return None
    one = found.get(key)
    if one is None:
        row = no_features() if node is None else marks.position(node, "brand")
        add_brand_features(marks, text, row)
        one = found[key] = Candidate(key, text, source, node, row)
    return one


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
    marks: Marks, candidates: Iterable[Candidate], counts: Mapping[str, Sequence[int]]
) -> None:
    """Add to brands how many times the page shows them, and has them in attributes, as far as
    ``counts`` tells."""
    in_names, _ = counts.get(marks.name, (0, 0))
    for one in candidates:
        texts, values = counts.get(one.text, (0, 0))
        apart = texts - in_names if one.text.casefold() in marks.plain_name else texts
        one.row[AT["brand_apart"]] = log1p(max(0, min(MAX_COUNT, apart)))
        one.row[AT["brand_texts"]] = log1p(min(MAX_COUNT, texts))
        one.row[AT["brand_values"]] = log1p(min(MAX_COUNT, values))
