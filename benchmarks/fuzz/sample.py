"""A variant as the targets get it: its bytes, its page and chances of its own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Final

from scrapy_treesim import Page
from scrapy_treesim.tree import tags

NO_URL: Final = "https://fuzz.example/"


@dataclass(frozen=True)
class Sample:
    """What a target is called on. Nothing but these three decides what it does."""

    html: bytes
    url: str = NO_URL
    number: int = 0

    @cached_property
    def page(self) -> Page:
        """The page, that of all targets together: what one made another may find."""
        return self.fresh()

    def fresh(self) -> Page:
        """The page, read anew."""
        return Page(self.html, self.url)

    def draw(self) -> Random:
        """Chances that are the same at every call."""
        return Random(f"sample {self.number}")

    def element(self) -> int:
        """An element of the page, by its number in the tree."""
        tree = self.page.tree
        elements = [node for node in range(len(tree)) if tree.tag[node] != tags.TEXT]
        return self.draw().choice(elements)
