"""Names that say nothing or none, paragraphs in other elements or parted by breaks alone."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from lxml import etree

from training.augmented.draft import PHRASING, Draft

_LETTERS = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ0123456789"
_REFERENCES = ("for", "aria-labelledby", "aria-describedby", "aria-controls")
_KEPT = 0.5


def _hashed(draw: Random) -> Callable[[], str]:
    prefix = draw.choice(("css-", "sc-", "_", "jsx-", "x", "st-", ""))
    length = draw.randint(5, 8)
    lower = draw.random() < 0.5
    letters = _LETTERS[:24] + _LETTERS[-10:] if lower else _LETTERS

    def new() -> str:
        first = draw.choice(_LETTERS[:24])
        return prefix + first + "".join(draw.choices(letters, k=length - 1))

    return new


def names(draft: Draft, chance: Random) -> bool:
    """Hash all class names and ids, the same ones alike, or half of them, or take all away."""
    style = chance.choice(("hashed", "hashed", "half", "removed"))
    new = _hashed(chance)
    known: dict[str, str] = {}

    def renamed(name: str) -> str:
        if name not in known:
            known[name] = name if style == "half" and chance.random() < _KEPT else new()
        return known[name]

    for element in draft.root.iter("*"):
        for attribute in ("class", "id"):
            value = element.get(attribute)
            if value is None:
                continue
            if style == "removed":
                del element.attrib[attribute]
            else:
                element.set(attribute, " ".join(map(renamed, value.split())))
    if style == "removed":
        return True
    for element in draft.root.iter("*"):
        for attribute in _REFERENCES:
            value = element.get(attribute)
            if value:
                element.set(attribute, " ".join(known.get(one, one) for one in value.split()))
        address = element.get("href") or ""
        if address.startswith("#") and address[1:] in known:
            element.set("href", "#" + known[address[1:]])
    return True


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
