"""Other known pages, whose titles, sentences and surroundings are borrowed."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from scrapy_treesim.decoding import decode
from training.comment_pages.speaker import Speaker
from training.comment_pages.tongue import SPOKEN, Tongue, tongue_of
from training.record_pages.languages import Language

_TITLE = re.compile(r"<title[^>]{0,200}>([^<]{1,500})<", re.IGNORECASE)
_SITE = re.compile(r"\s+[|\-–—_»]\s+[^|\-–—_»]{1,60}$")
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
        return _SITE.sub("", html.unescape(found[1]).strip()) if found else ""

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

    def lines(self, lang: str, text: str, draw: Random) -> Lines:
        """Texts for a page, of others of its language, or made up where there are none."""
        spoken = next((one for one in SPOKEN if one.code == lang), None)
        return Lines(self, lang, text, draw, spoken or SPOKEN[0])


@dataclass
class Lines:
    """Draws titles, sentences, names of persons and words of interfaces for one page."""

    stock: Stock
    lang: str
    text: str
    draw: Random
    language: Language

    @cached_property
    def tongue(self) -> Tongue:
        """The words of interfaces."""
        return tongue_of(self.language.code)

    @cached_property
    def writer(self) -> Speaker:
        """Makes up words."""
        return Speaker(self.draw, self.language, "", tongue=self.tongue)

    def _other(self) -> Known | None:
        return self.stock.other(self.lang, self.text, self.draw)

    def teaser(self) -> tuple[str, str]:
        """A title and the first sentence of its page."""
        other = self._other()
        if other is None or not other.title or not other.sentences:
            return self.writer.title(), self.writer.sentence()
        return other.title, other.sentences[0]

    def sentence(self) -> str:
        """A sentence."""
        other = self._other()
        return (
            self.draw.choice(other.sentences)
            if other and other.sentences
            else (self.writer.sentence())
        )

    def some(self, low: int, high: int) -> str:
        """Sentences one after the other."""
        other = self._other()
        count = self.draw.randint(low, high)
        joint = "" if self.lang in ("zh", "ja") else " "
        if other is None or len(other.sentences) < count:
            return joint.join(self.sentence() for _ in range(count))
        at = self.draw.randint(0, len(other.sentences) - count)
        return joint.join(other.sentences[at : at + count])

    def person(self) -> str:
        """A name."""
        return self.writer.person()

    def date(self) -> str:
        """A day."""
        forms = ("{d:02}.{m:02}.{y}", "{y}-{m:02}-{d:02}", "{d}/{m}/{y}")
        words = ("{month} {d}, {y}", "{d} {mon} {y}") if self.language.code == "en" else ()
        if self.lang in ("zh", "ja"):
            return self.writer.date(self.draw.choice(("{y}年{m}月{d}日", "{y}-{m:02}-{d:02}")))
        return self.writer.date(self.draw.choice((*forms, *words)))
