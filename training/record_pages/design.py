"""The decisions that make a site: always answered alike on one site, differently on the next."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TypeVar

from training.record_pages.markup import Child, Node
from training.record_pages.naming import class_name

T = TypeVar("T")

ERAS = ("tables", "early", "divs", "modern", "app")
"""How pages were built: nested tables and font tags; tables with style sheets; classed blocks;
elements of HTML 5; nested blocks made by a script."""

NAMINGS = {
    "tables": ("none", "none", "terse", "sparse"),
    "early": ("none", "terse", "plain", "sparse"),
    "divs": ("plain", "plain", "sparse", "compound"),
    "modern": ("plain", "compound", "block", "utility", "hashed", "sparse"),
    "app": ("hashed", "hashed", "utility", "modules", "compound", "block"),
}


@dataclass(frozen=True)
class Design:
    """A site's decisions, below ``path``; each is a hash of seed, path and key, none is stored."""

    seed: str
    era: str
    naming: str
    path: str = ""

    def at(self, name: str) -> Design:
        """The decisions of one part of the page."""
        return replace(self, path=f"{self.path}/{name}")

    def fraction(self, key: str) -> float:
        """A number in [0, 1)."""
        text = f"{self.seed}{self.path}:{key}".encode()
        return int.from_bytes(hashlib.blake2b(text, digest_size=6).digest(), "big") / 2**48

    def chance(self, key: str, share: float) -> bool:
        """Whether it is so; true on ``share`` of all sites."""
        return self.fraction(key) < share

    def pick(self, key: str, options: Sequence[T]) -> T:
        """One of the options; one that is given twice is twice as likely."""
        return options[int(self.fraction(key) * len(options))]

    def number(self, key: str, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``, both included."""
        return low + int(self.fraction(key) * (high - low + 1))

    def some(self, key: str, options: Sequence[T], count: int) -> list[T]:
        """Up to ``count`` different options, in random order."""
        return Random(f"{self.seed}{self.path}:{key}").sample(options, min(count, len(options)))

    @property
    def old(self) -> bool:
        """Whether the page is laid out in tables."""
        return self.era in ("tables", "early")

    @property
    def heavy(self) -> bool:
        """Whether pages carry thousands of elements besides the records."""
        site = replace(self, path="")
        return self.era in ("modern", "app") and site.chance("heavy", 0.65)

    def element(self, tag: str, role: str, *children: Child, **attributes: str) -> Node:
        """An element with the class that this site gives to ``role``, if any."""
        name = class_name(self.naming, role, f"{self.seed}{self.path}")
        known = {"class": name, **attributes} if name else attributes
        return Node(tag, {key.rstrip("_"): value for key, value in known.items()}, list(children))

    def wrapped(self, key: str, most: int, *children: Child) -> Node | None:
        """The children in up to ``most`` elements that say nothing, or None if it is to be none."""
        node: Node | None = None
        for level in range(self.number(f"{key} wrappers", 0, most)):
            inner: tuple[Child, ...] = (node,) if node else children
            tag = self.pick(f"{key} {level}", ("div", "div", "div", "section"))
            node = self.element(tag, f"{key}{level}", *inner)
        return node


def new_design(seed: str) -> Design:
    """A design drawn by its seed."""
    plain = Design(seed, "", "none")
    era = plain.pick("era", ERAS)
    return Design(seed, era, plain.pick("naming", NAMINGS[era]))
