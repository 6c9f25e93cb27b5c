"""Names that a page shows of who made its thing."""

from __future__ import annotations

import re
from math import exp, log1p
from typing import TYPE_CHECKING, Final

from scrapy_treesim.detail import _marks_cy
from scrapy_treesim.detail.candidate import Candidate
from scrapy_treesim.detail.marks import CUES
from scrapy_treesim.detail.place import place_features
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.detail.marks import Marks

MAX_CHARS: Final = 40
"""Of a brand."""
MAX_NAMED: Final = 12
"""Elements named after brands that are looked at."""
AROUND: Final = 4
"""Texts before and after the headline that are looked at."""
MAX_TITLE_CHARS: Final = 300
"""Characters of the title that are read."""
MAX_WORDS: Final = 3
"""Words of the name that are looked at."""

BRAND_FEATURES: Final = {
    "brand_label": "a label that names a brand",
    "brand_label_score": "how plainly it has a label",
    "brand_named": "an element named after brands",
    "brand_title_piece": "being a part of the title",
    "brand_near": "standing beside the headline",
    "brand_picture": "being the text of a picture",
    "brand_start": "beginning the name",
    "brand_start_words": "words of the name",
    "brand_end": "ending the name",
    "brand_in": "standing in the name",
    "brand_in_title": "standing in the title",
    "brand_texts": "the texts that have it",
    "brand_apart": "texts that have it and not the whole name",
    "brand_values": "the attributes that have it",
    "brand_capital": "beginning with a capital",
    "brand_capitals": "being all capitals",
    "brand_words": "its words",
    "brand_digits": "digits in it",
    "brand_signs": "signs in it",
    "brand_host": "standing in the name of the site",
    "brand_order": "its place among the brands",
    "brand_link": "being a link",
}
"""What tells of a brand, with a phrase for people."""

_JOINTS: Final = re.compile(r" [|–—·•»:-] |[|»]")
_IMAGE: Final = tags.NUMBER["img"]


def brand_candidates(marks: Marks) -> list[Candidate]:
    """The names that may be the brand, each once."""
    found: dict[str, Candidate] = {}
    tree, analysis = marks.tree, marks.analysis
    for pair in marks.labelled.get("brand", ()):
        _add(marks, found, pair.value, "label", pair.node, "brand_label", pair.score)
    for node in _marks_cy.flagged(marks.own, CUES["brand"], MAX_NAMED):
        if 0 < tree.text_chars(node) <= MAX_CHARS:
            _add(marks, found, tree.plain_text(node), "shown", node, "brand_named", 1.0)
        for inner in range(node, min(node + tree.size[node], node + 5)):
            if tree.tag[inner] == _IMAGE and (alt := tree.get(inner, "alt")):
                _add(marks, found, alt, "shown", inner, "brand_picture", 1.0)
    if marks.headline:
        number = marks.headline_text
        stop = analysis.texts[marks.headline + tree.size[marks.headline]]
        for near in (*range(max(0, number - AROUND), number), *range(stop, stop + AROUND)):
            if near < analysis.texts[len(tree)]:
                node = analysis.text_node[near]
                if tree.text_chars(node) <= MAX_CHARS:
                    _add(marks, found, tree.plain_text(node), "shown", node, "brand_near", 1.0)
    words = marks.name.split()[: MAX_WORDS + 1]
    for count in range(1, min(MAX_WORDS, len(words) - 1) + 1):
        start = " ".join(words[:count])
        _add(marks, found, start, "shown", marks.headline or None, "brand_start_words", count / 2)
    for piece in _JOINTS.split((marks.page.title or "")[:MAX_TITLE_CHARS])[1:]:
        if piece.count(" ") < MAX_WORDS:
            _add(marks, found, piece.strip(), "shown", None, "brand_title_piece", 1.0)
    candidates = [*found.values()]
    for place, one in enumerate(candidates):
        one.features["brand_order"] = exp(-place / 3)
    return candidates


def plain_brand(text: str) -> str:
    """A brand as it is compared: without case."""
    return text.casefold().strip(" .,:;|-–®™")


def _add(
    marks: Marks,
    found: dict[str, Candidate],
    text: str,
    source: str,
    node: int | None,
    feature: str,
    value: float,
) -> None:
    text = text[: MAX_CHARS + 1].strip(" .,:;|-–®™")
    key = plain_brand(text)
    if not 1 < len(text) <= MAX_CHARS or not any(map(str.isalpha, text)):
        return
    one = found.get(key)
    if one is None:
        features = brand_features(marks, text)
        if node is not None:
            features.update(place_features(marks, node))
        one = found[key] = Candidate(key, text, source, node, features)
    one.features[feature] = max(value, one.features.get(feature, 0.0))
    if feature == "brand_label":
        one.features["brand_label"] = 1.0
        one.features["brand_label_score"] = value


def brand_features(marks: Marks, text: str) -> dict[str, float]:
    """The features of a brand by itself, and how often the page has it."""
    name, title, key = (
        marks.name.casefold(),
        (marks.page.title or "").casefold()[:300],
        text.casefold(),
    )
    sought = text.encode("utf-8", "replace")
    host = marks.url.partition("//")[2].partition("/")[0].casefold()
    in_names = marks.tree.text.count(marks.name.encode("utf-8", "replace")) if key in name else 0
    texts = marks.tree.text.count(sought)
    found = {
        "brand_apart": log1p(max(0, min(50, texts - in_names))),
        "brand_start": float(name.startswith(key)),
        "brand_end": float(name.endswith(key)),
        "brand_in": float(key in name),
        "brand_in_title": float(key in title),
        "brand_texts": log1p(min(50, texts)),
        "brand_values": log1p(min(50, marks.tree.values.count(sought))),
        "brand_capital": float(text[0].isupper()),
        "brand_capitals": float(text.isupper()),
        "brand_words": min(2.0, text.count(" ") / 2),
        "brand_digits": float(any(map(str.isdigit, text))),
        "brand_signs": float(any(sign in text for sign in ":|/!?()")),
        "brand_host": float(key.replace(" ", "") in host),
    }
    return {name: value for name, value in found.items() if value}
