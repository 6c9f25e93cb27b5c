"""Ways to select a node of a page that a person might write: by its names, its place, by words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final

from scrapy_treesim.templates.eject.css import Label, Names, quoted
from scrapy_treesim.templates.eject.selection import NEXT_RUN, run_of_text
from scrapy_treesim.templates.rules.description import describe
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.templates.eject.label_words import IsLabel
    from scrapy_treesim.tree import PageTree

ABOVE: Final = 10
"""Elements above a node that are looked at."""
NAMES: Final = 4
"""Names of an element that are tried one by one."""
WORDS: Final = 60
"""Characters of words to go by."""
_SECTIONS: Final = tags.numbers(
    "main article header footer nav aside section table dl ul ol h1 h2 h3 h4 form title address"
)
_EDGE: Final = " \t:\uff1a.,;-\u2013\u00a0|"
_NAMING: Final = frozenset(".[#")

Way = tuple[str, str]
"""CSS, and an XPath step from there or nothing."""


def ways_to(tree: PageTree, node: int, names: Names) -> Iterator[Way]:
    """Selectors of an element, or of a run of text, by names and by place."""
    element = _element(tree, node)
    for css in _by_place(tree, element, names):
        yield from _ending(tree, node, css)


def ways_by_words(
    tree: PageTree, node: int, words: int, names: Names, is_label: IsLabel
) -> Iterator[Way]:
    """Selectors of a node by a label that stands before it: ``dt:contains("Price") + dd``."""
    element = _element(tree, node)
    top = _common(tree, element, tree.parent[words])
    if top <= 0:
        return
    to = _path(tree, top, element)
    of = _path(tree, top, tree.parent[words])
    for said in filter(is_label, _said(tree, words)):
        holds = f":contains({quoted(said)})"
        for css in _from_words(tree, top, of, to, holds, names):
            yield from _ending(tree, node, css)
        if node != element and of and not to:
            yield names.css(Label(tree.name(of[0]))) + holds, NEXT_RUN


def _element(tree: PageTree, node: int) -> int:
    return tree.parent[node] if tree.tag[node] == tags.TEXT else node


def _ending(tree: PageTree, node: int, css: str) -> Iterator[Way]:
    """The element's selector, or those of its run of text."""
    if tree.tag[node] != tags.TEXT:
        yield css, ""
        return
    yield f"{css}::text", ""
    yield css, run_of_text(max(1, tree.nth[node]))


def _by_place(tree: PageTree, element: int, names: Names) -> Iterator[str]:
    """An element by its own names, by those of one above it, by its place below that one."""
    own = [*_names(tree, element, names)]
    yield from own
    yield f"{own[-1]}:not([class])"
    above = tree.parent[element]
    steps = [element]
    for _ in range(ABOVE):
        if above <= 0 or tree.parent[above] <= 0:
            return
        said = _names(tree, above, names)
        is_section = tree.tag[above] in _SECTIONS
        for holder in [one for one in said if is_section or _NAMING & {*one}]:
            for css in own:
                yield f"{holder} {css}"
                if len(steps) == 1:
                    yield f"{holder} > {css}"
            yield holder + "".join(f" > {_numbered(tree, step)}" for step in reversed(steps))
        steps.append(above)
        above = tree.parent[above]


def _names(tree: PageTree, element: int, names: Names) -> Iterator[str]:
    """An element by its id, by each of its names, by all of them, by its tag; that comes last."""
    label = Label.of(describe(tree, element, "own").place)
    if (tree.get(element, "id") or "").strip():
        way = describe(tree, element, "by_id").place.partition("//")[2]
        mark = names.css(Label("", Label.of(way.partition("/")[0]).names))
        if len(mark) > 1:
            yield mark.removeprefix("*")
    for one in islice(label.names, NAMES):
        yield names.css(label, (one,))
    if len(label.names) > 1:
        yield names.css(label)
    yield names.css(Label(label.tag))


def _numbered(tree: PageTree, element: int) -> str:
    number = tree.nth[element]
    return Names().css(Label(tree.name(element))) + (f":nth-of-type({number})" if number else "")


def _common(tree: PageTree, one: int, other: int) -> int:
    """The lowest element that holds both or is one of them."""
    while one != other and min(one, other) >= 0:
        if one > other:
            one = tree.parent[one]
        else:
            other = tree.parent[other]
    return min(one, other)


def _path(tree: PageTree, top: int, element: int) -> list[int]:
    """The elements from below ``top`` down to one."""
    found = []
    while element != top:
        found.append(element)
        element = tree.parent[element]
    return found[::-1]


def _said(tree: PageTree, words: int) -> list[str]:
    """The words as they stand, without signs at their ends, and those before a number."""
    text = tree.plain_text(words)[:WORDS]
    raw = tree.raw_text(words)
    said = dict.fromkeys((text.strip(_EDGE), text, text.rstrip("0123456789" + _EDGE)))
    return [one for one in said if len(one) > 1 and one in raw]


def _from_words(
    tree: PageTree, top: int, of: list[int], to: list[int], holds: str, names: Names
) -> Iterator[str]:
    """From an element that contains the words to the one that is meant.

    ``of`` and ``to`` are the elements on the way down to each, from the element that holds both.
    """
    around = _plainly(tree, top, names)
    if not to:
        yield from (f"{one}{holds}" for one in around)
        return
    last = _plainly(tree, to[-1], names)
    if not of:
        signs = (" ", " > ") if len(to) == 1 else (" ",)
        yield from (f"{one}{holds}{sign}{own}" for one in around for own in last for sign in signs)
        return
    sign = " + " if _are_neighbours(tree, of[0], to[0]) else " ~ "
    below = "" if len(to) == 1 else names.css(Label(tree.name(to[0]))) + " "
    for first in _plainly(tree, of[0], names):
        yield from (f"{first}{holds}{sign}{below}{own}" for own in last)
    if len(to) > 1 or len(of) > 1:
        yield from (f"{one}{holds} {own}" for one in around for own in last)


def _plainly(tree: PageTree, element: int, names: Names) -> list[str]:
    """An element by its tag, and by all of its names if it has any."""
    label = Label.of(describe(tree, element, "own").place)
    return [*dict.fromkeys((names.css(Label(label.tag)), names.css(label)))]


def _are_neighbours(tree: PageTree, one: int, other: int) -> bool:
    """Tell whether one element follows the other with none between."""
    at = one + tree.size[one]
    while at < other and tree.tag[at] == tags.TEXT:
        at += 1
    return at == other
