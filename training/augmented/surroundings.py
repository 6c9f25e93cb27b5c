"""The text of one page within the surroundings of another; surroundings that vary."""

from __future__ import annotations

import copy
import json
import re
from itertools import accumulate
from random import Random
from typing import Final

from lxml import etree

from training.augmented.draft import ROLE, Draft, remove
from training.augmented.stock import SITE, Stock

_LEAST_MAIN: Final = 0.9
"""The share of the words in the host's element that have to be main."""
_LEAST_OF_SECOND: Final = 0.6
"""The same share of a page whose text is appended to another's."""
_HOSTS: Final = 6
"""Pages that are tried as a host."""
_LEVELS: Final = 3
"""Elements between an article's text and what holds its headline too, at most."""
_MOST_DROPPED: Final = 0.6
"""The share of a page's words that one subtree taken away may hold."""
_WORD = re.compile(r"\w+")
_AROUND = ("header", "nav", "footer", "aside", "form")


def headline_of(draft: Draft) -> etree._Element | None:
    """The heading that says what the title says."""
    title = set(_WORD.findall((draft.page.title or "").lower()))
    best, best_share = None, 0.5
    for heading in draft.root.iter("h1", "h2"):
        words = set(_WORD.findall(_text(heading).lower()))
        share = len(words & title) / len(words) if words else 0.0
        if share > best_share or (share == best_share and heading.tag == "h1" and best is None):
            best, best_share = heading, share
    return best


def _text(element: etree._Element) -> str:
    return " ".join("".join(map(str, element.itertext())).split())


def _holds(outer: etree._Element, inner: etree._Element) -> bool:
    return outer is inner or any(one is outer for one in inner.iterancestors())


def _set_text(element: etree._Element, text: str) -> None:
    """Put a text in place of all that an element holds; the innermost link of it stays."""
    links = list(element.iter("a"))
    inner = copy.copy(links[0]) if links else None
    for child in list(element):
        element.remove(child)
    element.text = text
    if inner is not None:
        for child in list(inner):
            inner.remove(child)
        element.text, inner.text, inner.tail = None, text, None
        element.append(inner)


def _description(draft: Draft) -> str:
    for meta in draft.root.iter("meta"):
        name = meta.get("name") or meta.get("property") or ""
        if name.lower().endswith("description") and meta.get("content"):
            return meta.get("content") or ""
    return ""


def _declare(host: Draft, title: str, description: str) -> None:
    for element in host.root.iter("title"):
        found = SITE.search(element.text or "")
        element.text = title + (found[0] if found else "")
        break
    for meta in host.root.iter("meta"):
        name = (meta.get("name") or meta.get("property") or "").lower()
        if name.endswith((":title", "title")):
            meta.set("content", title)
        elif name.endswith("description"):
            meta.set("content", description)
    for code in host.root.iter("script"):
        if (code.get("type") or "").strip().lower() == "application/ld+json" and code.text:
            code.text = _declared(code.text, title, description)


def _declared(text: str, title: str, description: str) -> str:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return text
    left = [data]
    while left:
        one = left.pop()
        if isinstance(one, dict):
            if "headline" in one:
                one["headline"] = title
                one.pop("articleBody", None)
                if "description" in one:
                    one["description"] = description
            left.extend(one.values())
        elif isinstance(one, list):
            left.extend(one)
    return json.dumps(data, ensure_ascii=False).replace("</", "<\\/")


def transplant(draft: Draft, chance: Random, stock: Stock) -> Draft | None:
    """Put the page's text, with all that stands inside it, into another page's surroundings."""
    main = draft.main
    if main is None or main is draft.body:
        return None
    for _ in range(_HOSTS):
        known = stock.other(draft.lang, draft.text, chance)
        host = Draft(known.html, known.text, known.lang) if known else None
        if host is None or host.main is None or host.main is host.body:
            continue
        if host.share_of_main(host.main) >= _LEAST_MAIN:
            return _transplanted(draft, main, host, host.main)
    return None


def _transplanted(draft: Draft, main: etree._Element, host: Draft, place: etree._Element) -> Draft:
    own, theirs = headline_of(draft), headline_of(host)
    title = _text(own) if own is not None else SITE.sub("", draft.page.title or "")
    _declare(host, title, _description(draft))
    has_own = own is not None and _holds(main, own)
    has_theirs = theirs is not None and not _holds(place, theirs)
    if theirs is not None and has_theirs:
        if has_own:
            remove(theirs)
        else:
            _set_text(theirs, title)
    for child in list(place):
        place.remove(child)
    place.text = main.text
    place.extend(list(main))
    if title and not has_own and not has_theirs:
        heading = etree.Element("h1")
        heading.text, heading.tail, place.text = title, place.text, None
        place.insert(0, heading)
    return Draft(host.written(), draft.text, draft.lang)


def second(draft: Draft, chance: Random, stock: Stock) -> Draft | None:
    """Append further articles, each in a copy of what the first stands in, as endless scroll."""
    unit = main = draft.main
    if main is None or unit is None or main is draft.body:
        return None
    headline = headline_of(draft)
    if headline is not None:
        above = [main, *main.iterancestors()][: _LEVELS + 1]
        holding = [one for one in above if _holds(one, headline)]
        if holding and holding[0].tag not in ("body", "html"):
            unit = holding[0]
    further = []
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        known = stock.other(draft.lang, draft.text, chance)
        other = Draft(known.html, known.text, known.lang) if known else None
        if other is None or other.main is None or other.main is other.body:
            continue
        if other.share_of_main(other.main) < _LEAST_OF_SECOND:
            continue
        further.append(_further(unit, main, headline, other))
    if not further:
        return None
    parent = unit.getparent()
    assert parent is not None
    place = parent.index(unit) + 1
    for number, made in enumerate(further):
        parent.insert(place + number, made)
    return draft.changed()


def _further(
    unit: etree._Element, main: etree._Element, headline: etree._Element | None, other: Draft
) -> etree._Element:
    """A copy of the unit with another page's text and headline."""
    heading = headline_of(other)
    title = _text(heading) if heading is not None else SITE.sub("", other.page.title or "")
    main.set(ROLE, "main")
    if headline is not None:
        headline.set(f"{ROLE}-h", "h")
    made = copy.deepcopy(unit)
    main.attrib.pop(ROLE)
    if headline is not None:
        headline.attrib.pop(f"{ROLE}-h")
    made.tail = None
    (inner,) = [one for one in made.iter("*") if one.get(ROLE) == "main"]
    headings = [one for one in made.iter("*") if one.attrib.pop(f"{ROLE}-h", "")]
    inner.attrib.pop(ROLE)
    others = other.main
    assert others is not None
    has_own = heading is not None and _holds(others, heading)
    for child in list(inner):
        inner.remove(child)
    inner.text = others.text
    inner.extend(list(others))
    for one in headings:
        if _holds(made, one):
            if has_own:
                remove(one)
            else:
                _set_text(one, title)
    if title and not has_own and not any(_holds(made, one) for one in headings):
        new = etree.Element(headline.tag if headline is not None else "h2")
        if headline is not None and headline.get("class"):
            new.set("class", headline.get("class") or "")
        new.text, new.tail, inner.text = title, inner.text, None
        inner.insert(0, new)
    for one in made.iter("*"):
        one.attrib.pop("id", "")
    made.set(ROLE, "second")
    return made


def drop(draft: Draft, chance: Random) -> bool:
    """Take away some of what is not main: heads, menus, feet, and subtrees drawn."""
    if not any(draft.labels):
        return False
    before, tree = draft.blocks.before, draft.page.tree
    words = [0, *accumulate(map(len, draft.words))]
    mains = [0, *accumulate(draft.labels)]
    kept = {one for heading in draft.root.iter("h1") for one in (heading, *heading.iterancestors())}
    kept |= {one for head in draft.root.iter("head") for one in head.iter()}
    around: list[etree._Element] = []
    others: list[etree._Element] = []
    for node, element in draft.elements.items():
        first, last = before[node], before[node + tree.size[node]]
        size = words[last] - words[first]
        if element in kept or mains[last] > mains[first]:
            continue
        if 0 < size <= _MOST_DROPPED * words[-1]:
            (around if element.tag in _AROUND else others).append(element)
    chosen = [one for one in around if chance.random() < 0.5]
    chosen += chance.sample(others, min(len(others), chance.randint(1, 6)))
    for element in chosen:
        remove(element)
    return bool(chosen)
