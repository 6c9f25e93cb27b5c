"""Boxes that stand in and around articles and are none of them."""

from __future__ import annotations

from random import Random

import lxml.html
from lxml import etree

from training.augmented.borrower import new_talk
from training.augmented.draft import ROLE, Draft
from training.augmented.own_boxes import OwnBoxes
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
from training.augmented.stock import Stock
from training.comment_pages import around
from training.comment_pages.middle import drawn
from training.comment_pages.section import section
from training.record_pages.markup import Child, Hand, plain, widen, write

_PARTS = frozenset("tr td th li dt dd option tbody thead".split())
_DEPTHS = (0, 0, 1, 2, 5)


def comments(draft: Draft, chance: Random, stock: Stock) -> Draft | None:
    """What readers wrote, below the text: inside its element or after it."""
    talk = new_talk(draft.lang, draft.text, chance, stock)
    made = section(talk, drawn(talk, chance.choice(_DEPTHS)))
    return _put(draft, chance, made, "comments", (at_end, after, after, below_all))


def related(draft: Draft, chance: Random, stock: Stock) -> Draft | None:
    """Teasers of other pages: between paragraphs, below the text, or beside it."""
    talk = new_talk(draft.lang, draft.text, chance, stock)
    box = OwnBoxes(chance).teasers(talk) if chance.random() < 0.6 else around.related(talk)
    return _put(draft, chance, [box], "related", (between, at_end, at_end, after, after, before))


def author(draft: Draft, chance: Random, stock: Stock) -> Draft | None:
    """The author's picture, name and life."""
    talk = new_talk(draft.lang, draft.text, chance, stock)
    box = OwnBoxes(chance).author(talk) if chance.random() < 0.6 else around.author_box(talk)
    return _put(draft, chance, [box], "author", (at_end, at_end, after, at_start, before))


def read_also(draft: Draft, chance: Random, stock: Stock) -> Draft | None:
    """Links to other pages between paragraphs."""
    own, made = OwnBoxes(chance), None
    talk = new_talk(draft.lang, draft.text, chance, stock)
    for _ in range(chance.choice((1, 1, 2, 3))):
        found = _put(
            made or draft, chance, [own.read_also(talk, draft.lang)], "read-also", (between,)
        )
        made = found or made
    return made


def consent(draft: Draft, chance: Random, stock: Stock) -> Draft | None:
    """A long note on cookies, at the start or the end of the page."""
    talk = new_talk(draft.lang, draft.text, chance, stock)
    box = OwnBoxes(chance).consent(talk, draft.lang)
    return _put(draft, chance, [box], "consent", (first_of_all, last_of_all))


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
    html = write(outer, Hand(indent=0), marked=False)
    (box,) = lxml.html.fragments_fromstring(html)
    children = list(box)
    loose = (box.text or "").strip() or any((one.tail or "").strip() for one in children)
    odd = any(not isinstance(one.tag, str) or one.tag in _PARTS for one in children)
    return [box] if loose or odd or not children else children
