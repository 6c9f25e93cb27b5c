"""Boxes that stand in and around articles and are none of them, with texts of other pages."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import lxml.html
from lxml import etree

from training.augmented.draft import ROLE, Draft
from training.augmented.placing import (
    Placing,
    after,
    at_end,
    at_start,
    before,
    below_all,
    between,
    first_of_all,
    last_of_all,
)
from training.augmented.stock import Known, Stock
from training.pages import frame  # noqa: F401
from training.pages.design import new_design
from training.pages.discussions import new_comments, section
from training.pages.markup import Child, Hand, plain, widen, write
from training.pages.parts import part
from training.pages.words import Page, Writer, language_of

_BORROWED = 0.8
"""The share of pages whose boxes hold borrowed texts; those of all others are made up."""


@dataclass
class Borrower(Writer):
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


def _page_of(draft: Draft, draw: Random, stock: Stock) -> Page:
    """A design drawn, and a writer in the language of the page."""
    design = new_design(f"{draw.randrange(1 << 60):x}", draw.choice(("blog", "blog", "news")))
    lent = stock if draw.random() < _BORROWED else Stock(())
    language = language_of(draft.lang)
    writer = Borrower(draw, language, language, stock=lent, lang=draft.lang, own=draft.text)
    writer.query = writer.word()
    return Page(design, writer)


_PARTS = frozenset("tr td th li dt dd option tbody thead".split())
_DEPTHS = (0, 0, 1, 2, 5)


def comments(draft: Draft, chance: Random, stock: Stock) -> Draft | None:
    """What readers wrote, below the text: inside its element or after it."""
    page = _page_of(draft, chance, stock)
    made = section(page, new_comments(page, chance.choice(_DEPTHS)))
    return _put(draft, chance, made, "comments", (at_end, after, after, below_all))


def related(draft: Draft, chance: Random, stock: Stock) -> Draft | None:
    """Teasers of other pages: between paragraphs, below the text, or beside it."""
    made = part(_page_of(draft, chance, stock), chance.choice(("teasers", "teasers", "related")))
    return _put(draft, chance, made, "related", (between, at_end, at_end, after, after, before))


def author(draft: Draft, chance: Random, stock: Stock) -> Draft | None:
    """The author's picture, name and life."""
    made = part(_page_of(draft, chance, stock), "author_box")
    return _put(draft, chance, made, "author", (at_end, at_end, after, at_start, before))


def read_also(draft: Draft, chance: Random, stock: Stock) -> Draft | None:
    """Links to other pages between paragraphs."""
    changed = None
    page = _page_of(draft, chance, stock)
    for _ in range(chance.choice((1, 1, 2, 3))):
        made = part(page, "read_also")
        changed = _put(changed or draft, chance, made, "read-also", (between,)) or changed
    return changed


def consent(draft: Draft, chance: Random, stock: Stock) -> Draft | None:
    """A long note on cookies, at the start or the end of the page."""
    made = part(_page_of(draft, chance, stock), chance.choice(("consent", "consent", "purposes")))
    return _put(draft, chance, made, "consent", (first_of_all, last_of_all))


def _put(
    draft: Draft, chance: Random, made: list[Child], role: str, placings: tuple[Placing, ...]
) -> Draft | None:
    place = chance.choice(placings)(draft, chance)
    if place is None:
        return None
    parent, index = place
    for number, element in enumerate(_elements(made)):
        element.set(ROLE, role)
        parent.insert(index + number, element)
    return draft.changed()


def _elements(made: list[Child]) -> list[etree._Element]:
    """The nodes as elements of lxml; what cannot stand anywhere comes in one box."""
    outer = plain("div", *made)
    widen(outer)
    html = write(outer, Hand(indent=0))
    (box,) = lxml.html.fragments_fromstring(html)
    children = list(box)
    loose = (box.text or "").strip() or any((one.tail or "").strip() for one in children)
    odd = any(not isinstance(one.tag, str) or one.tag in _PARTS for one in children)
    return [box] if loose or odd or not children else children
