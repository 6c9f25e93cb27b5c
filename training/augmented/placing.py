"""Places in and around the main text to put a box at."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from lxml import etree

from training.augmented.draft import PHRASING, Draft

Placing = Callable[[Draft, Random], "tuple[etree._Element, int] | None"]
"""A parent, and the place among its children."""


def at_end(draft: Draft, chance: Random) -> tuple[etree._Element, int] | None:
    """Behind the last of the text, inside its element."""
    main, owners = draft.main, draft.main_owners()
    if main is None or not owners:
        return None
    last = owners[-1]
    while last is not main and last.getparent() is not main:
        above = last.getparent()
        if above is None:
            return None
        last = above
    return (main, len(main)) if last is main else (main, main.index(last) + 1)


def after(draft: Draft, chance: Random) -> tuple[etree._Element, int] | None:
    """Right behind the element of the text."""
    main = draft.main
    parent = None if main is None or main is draft.body else main.getparent()
    if main is None or parent is None or parent.tag in PHRASING:
        return at_end(draft, chance)
    return parent, parent.index(main) + 1


def below_all(draft: Draft, chance: Random) -> tuple[etree._Element, int] | None:
    """Behind an element some levels further out."""
    main = draft.main
    if main is None or main is draft.body:
        return at_end(draft, chance)
    outer = main
    for one in [*main.iterancestors()][: chance.randint(1, 3)]:
        if one.tag in ("body", "html"):
            break
        outer = one
    parent = outer.getparent()
    if parent is None or parent.tag in PHRASING:
        return after(draft, chance)
    return parent, parent.index(outer) + 1


def before(draft: Draft, chance: Random) -> tuple[etree._Element, int] | None:
    """Right before the element of the text."""
    place = after(draft, chance)
    main = draft.main
    if place is None or main is None or place[0] is main:
        return at_start(draft, chance)
    return place[0], place[1] - 1


def at_start(draft: Draft, chance: Random) -> tuple[etree._Element, int] | None:
    """Before the first of the text, inside its element."""
    main = draft.main
    if main is None or (main.text or "").strip() or draft.main_owners()[0] is main:
        return None
    return main, 0


def between(draft: Draft, chance: Random) -> tuple[etree._Element, int] | None:
    """Before one of the paragraphs but the first."""
    main = draft.main
    if main is None:
        return None
    places = []
    for owner in draft.main_owners()[1:]:
        parent = owner.getparent()
        if owner is main or parent is None or parent.tag in PHRASING:
            continue
        if parent is main or main in parent.iterancestors():
            places.append((parent, parent.index(owner)))
    if not places:
        places = [(main, main.index(one)) for one in main.iterchildren("br")][2:]
    return chance.choice(places) if places else None


def first_of_all(draft: Draft, chance: Random) -> tuple[etree._Element, int]:
    """At the start of the body."""
    return draft.body, 0


def last_of_all(draft: Draft, chance: Random) -> tuple[etree._Element, int]:
    """At the end of the body."""
    return draft.body, len(draft.body)
