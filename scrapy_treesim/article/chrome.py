"""Dialogs, menus, consent banners, paywall boxes and notes of a wiki: by its markup no text."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Final

from scrapy_treesim.analysis.analyse import NameReader
from scrapy_treesim.article import _article_cy
from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.reading.read import reading_of
from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of
from scrapy_treesim.values.lexicon.words import one_of, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MAX_NODES: Final = 200
"""Largest number of dialogs, of roles and of links to log in that are read."""
MAX_MARKED: Final = 1_000
"""Largest number of elements that are read for their names."""
MAX_NAME_CHARS: Final = 300
"""Largest number of characters read of a name."""
MAX_UNITS: Final = 600
"""Largest size of a banner, in half words; a longer element of its name is content."""
MAX_PAYWALL_UNITS: Final = 300
"""Largest size of a paywall box, in half words. These are set by hand."""
MAX_LEVELS: Final = 6
"""Elements around a link to log in, up to the box that has one to subscribe too."""

_ROLES: Final = frozenset(("dialog", "alertdialog", "navigation", "search", "menu", "toolbar"))
_NAMED, _LABEL = ("class", "id"), "aria-label"
_CUES: Final = {
    name: words(f"part.{name}") for name in ("consent", "note", "paywall", "subscribe", "login")
}
_CONSENT, _NOTE, _PAYWALL, _SUBSCRIBE, _LOGIN = (1 << bit for bit in range(len(_CUES)))
_READER: Final = NameReader(_CUES)
_MASK: Final = {"href": _SUBSCRIBE | _LOGIN, _LABEL: _CONSENT} | dict.fromkeys(
    _NAMED, _CONSENT | _NOTE | _PAYWALL
)
_MASKS: Final = array("i", [_MASK.get(name, 0) for name in tags.ATTRIBUTES])
_IS_ROLE: Final = bytes(name == "role" for name in tags.ATTRIBUTES)
_IS_DIALOG: Final = bytes(name == "dialog" for name in tags.NAMES)
_BUTTONS: Final = tags.numbers("button input")
_CONTROLS: Final = _BUTTONS | tags.numbers("a")
_BISCUIT: Final = "cookie"
_BANNER: Final = re.compile(
    rf"(?:\A|\s)cookies?(?:\s|\Z)|cookies?[-_ ]?(?:{one_of('part.banner')})", re.IGNORECASE
)


def chrome_of(page: Page) -> list[range]:
    """Spans of nodes of a page that are not its text by their markup, in order.

    None of them holds the headline or much text. Call it through ``page.once``.
    """
    tree = page.tree
    chrome: list[range] = []
    for node in sorted({*_candidates(page)}):
        if not chrome or node >= chrome[-1].stop:
            chrome.append(range(node, node + tree.size[node]))
    return chrome


def _candidates(page: Page) -> Iterator[int]:
    """The elements that are not text, some within others."""
    tree = page.tree
    dialogs = nodes_of(tree.tag, _IS_DIALOG)[:MAX_NODES]
    for entry in nodes_of(tree.attribute, _IS_ROLE)[:MAX_NODES]:
        if tree.value(entry) in _ROLES:
            dialogs.append(bisect_right(tree.first_attribute, entry) - 1)
    marked = _article_cy.marked(tree, _READER, _MASKS)
    subscribing, login = ([n for n, cues in marked if cues & bit] for bit in (_SUBSCRIBE, _LOGIN))
    asking = sorted({*subscribing, *login})
    is_about_consent = _BISCUIT in (page.title or "").casefold()
    yield from (node for node in dialogs if _is_box(page, node, MAX_UNITS))
    # What is to be paid for has the names of paywalls too, but asks for nothing.
    for node, cues in marked[:MAX_MARKED]:
        links = range(bisect_left(asking, node), bisect_left(asking, node + tree.size[node]))
        is_asking = bool(links) or _has(tree, node, _BUTTONS)
        is_banner = cues & _CONSENT and not is_about_consent and _has(tree, node, _CONTROLS)
        if (is_banner and _is_named(tree, node)) or cues & _NOTE:
            most = MAX_UNITS
        elif cues & _PAYWALL and is_asking:
            most = MAX_PAYWALL_UNITS
        else:
            continue
        if _is_box(page, node, most):
            yield node
    for node in login[:MAX_NODES] if subscribing else ():
        for _ in range(MAX_LEVELS):
            node = tree.parent[node]
            if node <= 0 or not _is_box(page, node, MAX_PAYWALL_UNITS):
                break
            stop = node + tree.size[node]
            if bisect_left(subscribing, node) < bisect_left(subscribing, stop):
                yield node
                break


def _is_named(tree: PageTree, node: int) -> bool:
    """Tell whether a name with a cookie in it is a banner's, and not of a biscuit."""
    if tree.get(node, _LABEL):
        return True
    names = [(tree.get(node, name) or "")[:MAX_NAME_CHARS] for name in _NAMED]
    cookies = [name for name in names if _BISCUIT in name.casefold()]
    return not cookies or any(map(_BANNER.search, cookies))


def _has(tree: PageTree, node: int, numbers: frozenset[int]) -> bool:
    """Tell whether an element has one of some tags in it."""
    return not numbers.isdisjoint(tree.tag[node : node + tree.size[node]])


def _is_box(page: Page, node: int, most: int) -> bool:
    """Tell whether an element is small, and has no headline."""
    tree, reading, headline = page.tree, page.once(reading_of), page.once(headline_of)
    stop = node + tree.size[node]
    if headline is not None and node <= headline.node < stop:
        return False
    blocks = range(reading.blocks.before[node], reading.blocks.before[stop])
    return len(blocks) <= most and sum(reading.units[blocks.start : blocks.stop]) <= most
