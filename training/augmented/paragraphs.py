"""Paragraphs in other elements, or parted by line breaks alone."""

from __future__ import annotations

from random import Random
from typing import Final

from lxml import etree

from training.augmented.draft import PHRASING, Draft

_FEWEST: Final = 3
"""Paragraphs that a text has to have."""


def paragraphs(draft: Draft, chance: Random) -> bool:
    """Turn ``<p>`` into other elements, the same way on all of the main text or of the page."""
    main = draft.main
    if main is None or len(list(main.iter("p"))) < _FEWEST:
        return False
    style = chance.choice(("div", "div", "section", "inner", "spans", "breaks", "breaks"))
    within = draft.body if chance.random() < 0.5 else main
    bare = chance.random() < 0.5
    for paragraph in list(within.iter("p")):
        parent = paragraph.getparent()
        if parent is None:
            continue
        if bare:
            paragraph.attrib.pop("class", "")
        if style in ("div", "section"):
            paragraph.tag = style
        elif style == "inner" or parent.tag in PHRASING:
            inner = etree.Element("span")
            _move(paragraph, inner)
            paragraph.append(inner)
            paragraph.tag = "div"
        else:
            _loosen(paragraph, style == "spans")
    return True


def _move(old: etree._Element, new: etree._Element) -> None:
    new.text, old.text = old.text, None
    new.extend(list(old))


def _loosen(paragraph: etree._Element, in_span: bool) -> None:
    """A paragraph as plain content of its parent, a line break before it and one after it."""
    parent = paragraph.getparent()
    assert parent is not None
    place = parent.index(paragraph)
    first, last = etree.Element("br"), etree.Element("br")
    last.tail = paragraph.tail
    if in_span:
        paragraph.tag, paragraph.tail = "span", None
        parent.insert(place, first)
        parent.insert(place + 2, last)
        return
    first.tail = paragraph.text
    children = list(paragraph)
    parent.remove(paragraph)
    for number, child in enumerate([first, *children, last]):
        parent.insert(place + number, child)
