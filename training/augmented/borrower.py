"""A writer that borrows titles and sentences from other pages of the language."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from training.augmented.stock import Known, Stock
from training.comment_pages.comment import Talk
from training.comment_pages.naming import new_site_design
from training.comment_pages.speaker import Speaker
from training.comment_pages.tongue import SPOKEN, tongue_of

_BORROWED = 0.8
"""The share of pages whose boxes hold borrowed texts; those of all others are made up."""


@dataclass
class Borrower(Speaker):
    """Borrows what it can; interfaces of languages without words of their own are English."""

    stock: Stock = field(default_factory=lambda: Stock(()))
    lang: str = ""
    own: str = ""
    """The text of the page that is written for, which nothing is borrowed from."""
    told: Known | None = None
    """The page whose title was given out last: its first sentences come next."""

    def _other(self) -> Known | None:
        return self.stock.other(self.lang, self.own, self.draw)

    def title(self) -> str:
        """A title."""
        other = self._other()
        if other is None or not other.title or not other.sentences:
            return super().title()
        self.told = other
        return other.title

    def sentence(self) -> str:
        """A sentence."""
        other = self._other()
        if other is None or not other.sentences:
            return super().sentence()
        return self.draw.choice(other.sentences)

    def text(self, low: int, high: int) -> str:
        """Sentences that follow each other; the first ones of the page last named."""
        other, at = self.told or self._other(), 0
        count = self.draw.randint(low, high)
        if other is None or len(other.sentences) < count:
            return super().text(low, high)
        if self.told is None:
            at = self.draw.randint(0, len(other.sentences) - count)
        self.told = None
        joint = " " if self.language.space else ""
        return joint.join(other.sentences[at : at + count])


def new_talk(lang: str, text: str, draw: Random, stock: Stock) -> Talk:
    """A design drawn, and a writer in the language of the page."""
    language = next((one for one in SPOKEN if one.code == lang), SPOKEN[0])
    design = new_site_design(f"{draw.randrange(1 << 60):x}", draw.choice(("blog", "blog", "news")))
    lent = stock if draw.random() < _BORROWED else Stock(())
    writer = Borrower(
        draw, language, "", tongue=tongue_of(language.code), stock=lent, lang=lang, own=text
    )
    writer.query = writer.word()
    return Talk(design, writer, "")
