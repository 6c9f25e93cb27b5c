"""The values of a clicked node: its text, its attributes, the link around it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.templates.rules import LabelError
from scrapy_treesim.templates.rules.example import squeezed
from scrapy_treesim.templates.rules.values import ABSOLUTE, LINKED, SHOWN, TEXT, NodeTexts
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_CHARS: Final = 20_000
"""Characters of a value."""
ABOVE: Final = 4
"""Elements above a node among which its link is."""
BELOW: Final = 200
"""Nodes below one without text among which its picture is."""

_LINK: Final = tags.NUMBER["a"]
_BY_ATTRIBUTE: Final = tags.numbers("img input meta source video audio embed iframe")
"""Elements that say what they say by an attribute."""
_FIRST: Final = ("src", "data-src", "value", "content", "alt", "title", "datetime", "href")
"""The order in which attributes are offered."""


@dataclass(frozen=True, slots=True)
class Taken:
    """One thing that a node says."""

    node: int
    take: str
    """``text`` or an attribute."""
    value: str
    """On one line; addresses absolute."""

    def to_json(self) -> dict[str, Any]:
        """For a choice."""
        return {"take": self.take, "value": self.value[:300]}


class Reader:
    """Reads the nodes of one page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._texts = NodeTexts(page)

    def read(self, node: int, take: str) -> str:
        """Read a node's text or attribute, on one line; empty where there is none."""
        if take in LINKED and (absolute := self._texts.taken(node, ABSOLUTE + take)):
            return absolute
        return self._texts.taken(node, take)

    def choices(self, node: int) -> list[Taken]:
        """All that can be taken of a node, what is meant most likely first; maybe nothing."""
        tree = self._page.tree
        found = [*self._of(node)]
        if not found:
            below = range(node + 1, min(node + BELOW, node + tree.size[node]))
            found = next(filter(None, ([*self._of(one)] for one in below)), [])
        link = self._link_around(node)
        if link is not None and all(one.take != "href" for one in found):
            found.append(link)
        return found

    def _of(self, node: int) -> Iterator[Taken]:
        tree = self._page.tree
        said = {name: value for name in _FIRST if (value := self._attribute(node, name))}
        text = self.read(node, TEXT)
        if text and tree.tag[node] not in _BY_ATTRIBUTE:
            yield Taken(node, TEXT, text)
            text = ""
        for name, value in said.items():
            yield Taken(node, name, value)
        if text:
            yield Taken(node, TEXT, text)

    def _attribute(self, node: int, name: str) -> str:
        return self.read(node, name) if name in SHOWN or name in LINKED else ""

    def _link_around(self, node: int) -> Taken | None:
        tree = self._page.tree
        for _ in range(ABOVE):
            node = tree.parent[node]
            if node < 0:
                break
            if tree.tag[node] == _LINK and (address := self.read(node, "href")):
                return Taken(node, "href", address)
        return None


def taken(
    page: Page, node: int, take: str | None = None, value: str | None = None
) -> tuple[Taken, list[Taken]]:
    """The value of a node by one way to read it, and all that there are.

    Args:
        page: the page.
        node: one of its nodes.
        take: ``text`` or an attribute; None for what is meant most likely.
        value: a part of it that is meant, as it was pasted or selected; None for all of it.

    Raises:
        LabelError: the node has no such thing.
    """
    if not 0 <= node < len(page.tree):
        raise LabelError(f"the page has no node {node}")
    choices = Reader(page).choices(node)
    name = page.tree.name(page.tree.parent[node] if page.tree.tag[node] == tags.TEXT else node)
    if not choices:
        raise LabelError(f"this <{name}> says nothing: click a text, a picture or a link")
    if take is None and value is not None:
        holding = (one.take for one in choices if squeezed(value) in squeezed(one.value))
        take = next(holding, TEXT)
    chosen = choices[0] if take is None else _of_take(choices, take)
    if chosen is None:
        have = ", ".join(one.take for one in choices)
        raise LabelError(f"this <{name}> has no {take!r:.40} to take; it has {have}")
    if len(chosen.value) > MAX_CHARS:
        raise LabelError(
            f"this <{name}> holds {len(chosen.value):,} characters, and a field's value has at most"
            f" {MAX_CHARS:,}: click something smaller"
        )
    return chosen, choices


def _of_take(choices: list[Taken], take: str) -> Taken | None:
    return next((one for one in choices if one.take == take), None)
