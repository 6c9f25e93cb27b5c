"""Dialogs, menus, consent banners, paywall boxes and notes of a wiki: by its markup no text."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Final

from scrapy_treesim.reading.analysis._analysis_cy import with_cues
from scrapy_treesim.reading.analysis.analyse import BOX, analysis_of
from scrapy_treesim.reading.headline import headline_of
from scrapy_treesim.reading.read import reading_of
from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scrapy_treesim.page import Page

MAX_NODES: Final = 1_000
"""Largest number of elements that are read for each kind of evidence."""
MAX_UNITS: Final = 500
"""Largest size of a banner or box, in half words; a longer element of its name is content. Set by
hand."""
MAX_LEVELS: Final = 6
"""Elements around a link to log in, up to the box that has one to subscribe too."""

_ROLES: Final = frozenset(("dialog", "alertdialog", "navigation", "search", "menu", "toolbar"))
_NOTE, _CONSENT, _PAYWALL, _COOKIE, _SUBSCRIBE, _LOGIN = BOX.values()
_IS_ROLE: Final = bytes(name == "role" for name in tags.ATTRIBUTES)
_IS_DIALOG: Final = bytes(name == "dialog" for name in tags.NAMES)
_BUTTONS: Final = tags.numbers("button input")
_CONTROLS: Final = _BUTTONS | tags.numbers("a")


def chrome_of(page: Page) -> list[range]:
    """Spans of nodes of a page that are not its text by their markup, in order.

    None of them holds the headline or much text. Call it through ``page.once``.
    """
    tree = page.tree
    chrome: list[range] = []
    for node in sorted({*_candidates(page)}):
        if (not chrome or node >= chrome[-1].stop) and _is_box(page, node):
            chrome.append(range(node, node + tree.size[node]))
    return chrome


def _candidates(page: Page) -> Iterator[int]:
    """The elements that are not text if they are small, some within others."""
    tree = page.tree
    yield from nodes_of(tree.tag, _IS_DIALOG)[:MAX_NODES]
    for entry in nodes_of(tree.attribute, _IS_ROLE)[:MAX_NODES]:
        if tree.value(entry) in _ROLES:
            yield bisect_right(tree.first_attribute, entry) - 1
    own_cues = page.once(analysis_of).own_cues
    boxes = with_cues(own_cues, sum(BOX.values()))
    # A page about cookies or consent has their names around its text.
    consent = 0 if "cookie" in (page.title or "").casefold() else _CONSENT | _COOKIE
    for node in boxes[:MAX_NODES]:
        cues = own_cues[node]
        # What is to be paid for has the names of paywalls too, but no buttons.
        controls = _CONTROLS if cues & consent else _BUTTONS if cues & _PAYWALL else frozenset()
        nodes = tree.tag[node : node + min(tree.size[node], MAX_NODES)]
        if cues & _NOTE or not controls.isdisjoint(nodes):
            yield node
    yield from _login_boxes(page, boxes)


def _login_boxes(page: Page, boxes: Sequence[int]) -> Iterator[int]:
    """The smallest boxes with a link to log in and another to subscribe."""
    tree, own_cues = page.tree, page.once(analysis_of).own_cues
    subscribing = [node for node in boxes if own_cues[node] & _SUBSCRIBE]
    login = [node for node in boxes if own_cues[node] & _LOGIN and subscribing]
    for node in login[:MAX_NODES]:
        for _ in range(MAX_LEVELS):
            node = tree.parent[node]
            if node <= 0 or not _is_box(page, node):
                break
            stop = node + tree.size[node]
            if bisect_left(subscribing, node) < bisect_left(subscribing, stop):
                yield node
                break


def _is_box(page: Page, node: int) -> bool:
    """Tell whether an element is small, and has no headline."""
    tree, reading, headline = page.tree, page.once(reading_of), page.once(headline_of)
    stop = node + tree.size[node]
    if headline is not None and node <= headline.node < stop:
        return False
    blocks = range(reading.blocks.before[node], reading.blocks.before[stop])
    return len(blocks) <= MAX_UNITS and sum(reading.units[blocks.start : blocks.stop]) <= MAX_UNITS
