"""Names of columns that no person would give: those of generated class names and of mere looks.

A name is a person's where it is what some text of the page says (a head, a label), or where each of
its words is one: a word of English prose, a word that the page shows in whatever language, a usual
field. Digits may stand after a word. All else comes of class names: mixtures of letters and digits,
tokens that are no word, and words that say where something stands or how it looks.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from pydoc_data import topics
from typing import Final

from benchmarks.pages import DataSet
from benchmarks.typed_values import FIELDS
from scrapy_treesim import Page
from scrapy_treesim.tree import tags

PROSE: Final = ("article/wcxb", "article/wcxb_rest")
"""Sets whose texts say what English words are."""
MIN_PAGES: Final = 3
"""Pages that an English word stands on."""
LOOKS: Final = frozenset(
    "widget wrapper wrap container col cols row rows div span inner outer flex grid css sc jsx js "
    "module component node elem element px md lg sm xs mt mb pt pb hover hidden active "
    "swiper slick carousel wp elementor woocommerce shopify bootstrap gray grey white black blue "
    "green underline bold lighter darker muted opacity rounded border truncate relative".split()
)
"""Words of class names that say where something stands, how it looks or which software wrote it."""
HEADS: Final = frozenset(
    "url sku isbn id mpn gtin ean upc cta faq gpa km mi mph mpg hp kg lb oz ml cm mm ft sq sqft br "
    "ba qty gb tb mb ghz mhz asin isrc byline swatch fullname username dept".split()
)
"""Words that people call columns, though few articles have them."""
_WORD: Final = re.compile(r"[^\W\d_]+")
_MIXED: Final = re.compile(r"\d[^\W\d_]|[^\W\d_]\d")


class Names:
    """Tells names of columns apart, with the English words of a folder of sets."""

    def __init__(self, data: Path) -> None:
        self.words = english_words(data) | HEADS | {*FIELDS, "description"}

    def generated(self, page: Page, names: list[str]) -> list[str]:
        """Those of the names of a page's columns that a person would not give."""
        texts = set(shown_texts(page))
        shown = {word for text in texts for word in re.findall(r"[^\W_]+", text)}
        return [name for name in names if not self._is_name(name.lower(), texts, shown)]

    def _is_name(self, name: str, texts: set[str], shown: set[str]) -> bool:
        tokens = [token for token in name.split("_") if token]
        if " ".join(tokens) in texts:
            return True
        words = [token for token in tokens if not token.isdigit()]
        return bool(words) and all(
            word not in LOOKS
            and (word in shown or (not _MIXED.search(word) and self._is_word(word)))
            for word in words
        )

    def _is_word(self, word: str) -> bool:
        stems = {word, word.removesuffix("s"), word.removesuffix("es"), f"{word}s"}
        return not stems.isdisjoint(self.words)


@cache
def english_words(data: Path) -> frozenset[str]:
    """The words of Python's own manual and of English articles, for want of a dictionary."""
    pages: Counter[str] = Counter()
    for name in PROSE:
        folder = data / name / "dev"
        for truth in DataSet(folder).truths() if folder.is_dir() else ():
            if truth.get("lang") == "en":
                pages.update({word.lower() for word in _WORD.findall(truth["text"] or "")})
    manual = {
        word.lower()
        for text in topics.topics.values()
        for word in _WORD.findall(text)
        if len(word) > 2
    }
    return frozenset(manual) | {word for word, count in pages.items() if count >= MIN_PAGES}


def shown_texts(page: Page) -> Iterator[str]:
    """What each text of a page says, in lower case, its words apart by a space."""
    tree = page.tree
    for node in range(len(tree)):
        if tree.tag[node] == tags.TEXT:
            parent = tree.names[tree.tag[tree.parent[node]]]
            if parent not in ("script", "style"):
                text = " ".join(re.findall(r"[^\W_]+", tree.raw_text(node).lower()))
                if text:
                    yield text
