"""Other known pages, whose titles, sentences and surroundings are borrowed."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from scrapy_treesim.tree.parsing.decoding import decode

_TITLE = re.compile(r"<title[^>]{0,200}>([^<]{1,500})<", re.IGNORECASE)
SITE = re.compile(r"\s+[|\-–—_»]\s+[^|\-–—_»]{1,60}$")
"""The name of the site at the end of a title."""
_SENTENCES = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])|\n+")
_SHORTEST = 20
_SHORTEST_DENSE = 8


@dataclass(frozen=True)
class Known:
    """A page with its main text."""

    html: bytes
    text: str
    lang: str

    @cached_property
    def title(self) -> str:
        """The title, without the name of the site."""
        found = _TITLE.search(decode(self.html)[0])
        return SITE.sub("", html.unescape(found[1]).strip()) if found else ""

    @cached_property
    def sentences(self) -> list[str]:
        """The sentences of the text, those of some length."""
        shortest = _SHORTEST_DENSE if self.lang in ("zh", "ja") else _SHORTEST
        every = (" ".join(one.split()) for one in _SENTENCES.split(self.text[:20_000]))
        return [one for one in every if shortest <= len(one) <= 400]


class Stock:
    """What can be borrowed for a page, by its language."""

    def __init__(self, pages: Sequence[Known]) -> None:
        self._by_lang: dict[str, list[Known]] = {}
        for page in pages:
            if page.text:
                self._by_lang.setdefault(page.lang, []).append(page)

    def other(self, lang: str, text: str, draw: Random) -> Known | None:
        """Another page of the language, drawn."""
        own = self._by_lang.get(lang, [])
        for _ in range(4):
            found = draw.choice(own) if own else None
            if found is not None and found.text[:300] != text[:300]:
                return found
        return None
