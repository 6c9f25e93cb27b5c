"""Candidate selections for a field, from its rules and from the nodes of its values.

They are selectors such as a person might write: by names, by position, or by words. Names are
quoted. CSS can only select an element that contains the words, not the inmost one: with ``dt`` and
``dd``, ``th`` and ``td`` this is enough, elsewhere it is any element beside or around.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Final
from urllib.parse import urljoin

from cssselect import SelectorError
from lxml import etree
from parsel import Selector

from scrapy_treesim.templates.eject import reading
from scrapy_treesim.templates.rules.learning import WORDS_BYTES
from scrapy_treesim.templates.rules.rule import Rule
from scrapy_treesim.templates.rules.signatures import (
    NAMING,
    NUMBER,
    WORDED,
    SignatureTable,
    key_of,
    node_signatures,
)
from scrapy_treesim.templates.rules.values import ABSOLUTE, TEXT, NodeTexts, bare
from scrapy_treesim.tree import PageTree, tags

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.rules import Part

NEXT_RUN: Final = "following-sibling::text()[normalize-space()][1]"
"""Step to the text after an element, for which CSS has no syntax."""


@dataclass(frozen=True, slots=True)
class Selection:
    """A selector of ejected code for a field, and the part taken of the selected nodes."""

    css: str
    """CSS selector; ends in ``::text`` or ``::attr()`` unless an element's text is taken."""
    xpath: str = ""
    """Further XPath step for which CSS has no syntax."""
    index: int | None = None
    """Index among the selected nodes with text; None for all."""
    after: str = ""
    """Text before the value, left out; without it there is no value."""
    before: str = ""
    """Text after the value, likewise."""
    absolute: bool = False
    """True for an address to be made absolute."""
    least: int = 1
    """Least number of selected nodes with text; with an index."""

    def picked(self, texts: list[str]) -> tuple[str, ...]:
        """Return the values of the selected texts: all, each once, or the one of the index."""
        if self.after or self.before:
            texts = [*filter(None, reading.between(texts, self.after, self.before))]
        if self.index is None:
            return tuple(dict.fromkeys(texts))
        text = reading.text(texts, self.index, self.least)
        return (text,) if text else ()


_SAYING: Final = re.compile(r"[.\[#]|:contains|\bh1\b|\btitle\b")


def cost_of(selection: Selection) -> float:
    """Return the cost of a selection: its distance from a person's style; the lowest is best."""
    cost = len(selection.css) / 20 + 1.5 * bool(selection.xpath)
    # Tags without names are everywhere.
    return cost if _SAYING.search(selection.css) else cost + 2.5


MAX_SELECTED: Final = 300
"""Largest number of elements selected; a selector with more is not one of a field."""
MAX_DEPTH_SUM: Final = 2_000_000
"""Largest sum of the depths of a page's nodes: the cost of ``a b c``."""
MAX_NESTED_TEXT: Final = 20_000_000
"""Largest sum of bytes of text, each counted once for each element around it: ``:contains()``."""
MAX_SIBLING_PAIRS: Final = 1_000_000
"""Largest number of pairs of siblings: ``:nth-of-type()`` and ``a ~ b``."""


class CheckedPage:
    """One page with the texts of each selection there, read once."""

    def __init__(self, page: Page, truth: Mapping[str, tuple[str, ...]]) -> None:
        self.page = page
        self.truth = truth
        """Values of each field found with the template."""
        self._selector = Selector(root=page.root, type="html")
        self._cache: dict[tuple[str, str, bool], list[str] | None] = {}
        self._texts: dict[etree._Element, str] = {}

    def values(self, selection: Selection) -> tuple[str, ...] | None:
        """Return the values of a selection; None if it is invalid or selects too much."""
        key = selection.css, selection.xpath, selection.absolute
        if key not in self._cache:
            self._cache[key] = self._read(selection)
        texts = self._cache[key]
        return None if texts is None else selection.picked(texts)

    def count(self, selection: Selection) -> int:
        """Count the selected nodes with text."""
        self.values(selection)
        texts = self._cache[selection.css, selection.xpath, selection.absolute] or []
        if selection.after or selection.before:
            texts = [*filter(None, reading.between(texts, selection.after, selection.before))]
        return len(texts)

    def _read(self, selection: Selection) -> list[str] | None:
        try:
            selected = self._selector.css(selection.css)
        except (SelectorError, ValueError, RecursionError):
            return None
        if selection.xpath:
            selected = selected.xpath(selection.xpath)
        if len(selected) > MAX_SELECTED:
            return None
        if selection.absolute:
            return [*reading.absolute(self, selected)]
        return [*filter(None, map(self._text, selected))]

    def _text(self, selected: Selector) -> str:
        if isinstance(selected.root, str):
            return reading.text_of(selected)
        text = self._texts.get(selected.root)
        if text is None:
            text = self._texts[selected.root] = reading.text_of(selected)
        return text

    @property
    def url(self) -> str:
        """Own address of the page, as of a response."""
        return self.page.url

    def urljoin(self, address: str) -> str:
        """Make an address absolute, as a response does it."""
        return urljoin(self.page.base_url, address)


def is_checkable(tree: PageTree) -> bool:
    """Tell whether selectors cost little enough on a page (it may be made to cost much)."""
    text = sum(
        depth * (stop - start)
        for depth, (start, stop) in zip(tree.depth, pairwise(tree.start), strict=True)
    )
    siblings = Counter(tree.parent)
    pairs = sum(count * count for count in siblings.values())
    return (
        sum(tree.depth) <= MAX_DEPTH_SUM and text <= MAX_NESTED_TEXT and pairs <= MAX_SIBLING_PAIRS
    )


_WORD: Final = re.compile(r"-?[A-Za-z_\u00a0-\ud7ff][\w-]*")
_TAG: Final = re.compile(r"[a-z][a-z0-9-]*")
_LINE_END: Final = re.compile(r"[\n\r\f\0]")
MAX_NAME_CHARS: Final = 80
"""Largest number of characters of a name."""
MAX_NAMES: Final = 4
"""Largest number of names of an attribute."""

Name = tuple[str, str]
"""An attribute, and a name in it."""


@dataclass(frozen=True, slots=True)
class TagLabel:
    """Tag and names of an element."""

    tag: str
    names: tuple[Name, ...] = ()

    @classmethod
    def of_element(
        cls, tree: PageTree, element: int, attributes: Iterable[str] = NAMING
    ) -> TagLabel:
        """Return the label of an element of a page."""
        names = [
            (attribute, name)
            for attribute in attributes
            for name in (tree.get(element, attribute) or "").split()[:MAX_NAMES]
        ]
        return cls(tree.name(element), tuple(names))

    def css(self, only: Iterable[Name] | None = None) -> str:
        """Return a selector of elements of this label, or with only some of its names."""
        # One of several names in an attribute needs another selector than an only one.
        attributes = [attribute for attribute, _ in self.names]
        names = self.names if only is None else only
        selectors = "".join(_name(*name, attributes.count(name[0]) > 1) for name in names)
        return (self.tag if _TAG.fullmatch(self.tag) else "" if selectors else "*") + selectors


def _name(attribute: str, name: str, is_one_of: bool) -> str:
    if len(name) > MAX_NAME_CHARS:
        return ""
    mark = {"class": ".", "id": "#"}.get(attribute)
    if mark and _WORD.fullmatch(name):
        return f"{mark}{name}"
    is_one_of = is_one_of or attribute == "class"
    return f"[{attribute}{'~' if is_one_of else ''}={quoted(name)}]"


def quoted(text: str) -> str:
    """Write a text as a string of CSS."""
    text = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + _LINE_END.sub(" ", text) + '"'


MAX_SELECTOR_CHARS: Final = 400
"""Largest number of characters of a selector."""
_NAMED_BY: Final = {"dd": ("dt",), "td": ("th", "td")}
_EDGE: Final = " \t:\uff1a.,;-\u2013\u00a0|"
"""Signs left out at the end of words in a selector if that selects the same."""


def taking(rule: Rule, css: str) -> Selection:
    """Return a selection with the part of a rule: the text, or an attribute."""
    selection = Selection(css, after=rule.prefix, before=rule.suffix)
    if rule.take == TEXT:
        return selection
    name = rule.take.removeprefix(ABSOLUTE)
    return replace(selection, css=f"{css}::attr({name})", absolute=rule.take.startswith(ABSOLUTE))


ABOVE: Final = 10
"""Largest number of elements above a node."""
_NAMING: Final = frozenset(".[#")

Way = tuple[str, str]
"""CSS, and a further XPath step or nothing."""


def ways_to(tree: PageTree, node: int, kind: str, words: str) -> Iterator[Way]:
    """Yield selectors of an element or a run of text, by words of a kind, names and position."""
    if kind in WORDED and len(words.strip().encode()) in WORDS_BYTES:
        label = TagLabel.of_element(tree, tree.element(node))
        for variant in dict.fromkeys((words, words.strip(_EDGE))):
            yield from _by_words(tree, node, kind, label.css(), variant)
    for css in _by_place(tree, tree.element(node)):
        yield from _ending(tree, node, css)


def _by_words(tree: PageTree, node: int, kind: str, label: str, words: str) -> Iterator[Way]:
    """Yield selectors of elements by words nearby, or steps to the text after the words."""
    contains = f":contains({quoted(words)})"
    tag = tree.name(tree.element(node))
    if tree.tag[node] == tags.TEXT and kind != "beside":
        # A run of text and the words before it are mostly in one element.
        yield f"{label} > {contains}", NEXT_RUN
    if kind in ("first", "before") and tag not in _NAMED_BY:
        yield from _ending(tree, node, f"{contains} > {label}:not({contains})")
    if kind != "second":
        beside = ", ".join(f"{name}{contains} + {label}" for name in _NAMED_BY.get(tag, ("",)))
        yield from _ending(tree, node, beside)


def _ending(tree: PageTree, node: int, css: str) -> Iterator[Way]:
    """Yield the element's selector, or those of its run of text."""
    if tree.tag[node] != tags.TEXT:
        yield css, ""
        return
    yield f"{css}::text", ""
    yield css, f"text()[normalize-space()][{max(1, tree.nth[node])}]"


def _by_place(tree: PageTree, element: int) -> Iterator[str]:
    """Yield an element's selectors by its names, by those above, by its position below them."""
    selectors = _names(tree, element)
    yield from selectors
    yield f"{selectors[-1]}:not([class])"
    steps = [element]
    for above in tree.upward(tree.parent[element], ABOVE):
        if tree.parent[above] <= 0:
            return
        for holder in (name for name in _names(tree, above) if _NAMING & {*name}):
            for css in selectors:
                yield f"{holder} {css}"
                if len(steps) == 1:
                    yield f"{holder} > {css}"
            yield holder + "".join(f" > {_numbered(tree, step)}" for step in reversed(steps))
        steps.append(above)


def _names(tree: PageTree, element: int) -> list[str]:
    """Return an element's selectors: its id, each of its names, all of them, then its tag."""
    label = TagLabel.of_element(tree, element)
    id = TagLabel.of_element(tree, element, ("id",))
    selectors = [TagLabel("", id.names[:1]).css().removeprefix("*")]
    selectors += [label.css((name,)) for name in label.names]
    return [*filter(None, dict.fromkeys((*selectors, label.css(), ""))), _tag(tree, element)]


def _tag(tree: PageTree, element: int) -> str:
    return TagLabel(tree.name(element)).css()


def _numbered(tree: PageTree, element: int) -> str:
    number = tree.nth[element]
    return _tag(tree, element) + (f":nth-of-type({number})" if number else "")


MAX_MODEL_PAGES: Final = 4
"""Largest number of pages with values read for candidates."""
MAX_SELECTIONS: Final = 600
"""Largest number of selections of a part."""
MAX_NODES_OF_RULE: Final = 2
"""Largest number of nodes of a rule on a page."""


def candidates_of(part: Part, models: Iterable[tuple[Page, Sequence[str]]]) -> list[Selection]:
    """Return selections for a part of a field, each once; ``models`` are pages with its values."""
    selections: dict[Selection, None] = {}
    for page, values in islice(models, MAX_MODEL_PAGES):
        selections.update(dict.fromkeys(_of_page(part, page, frozenset(values))))
    return [*islice(selections, MAX_SELECTIONS)]


def _of_page(part: Part, page: Page, values: frozenset[str]) -> Iterator[Selection]:
    """Yield selections of the nodes found with the rules on a page."""
    keys = [key_of(rule.signature) for rule in part.rules]
    table = SignatureTable(keys, (NUMBER[rule.signature.kind] for rule in part.rules))
    nodes = table.nodes(node_signatures(page.tree))
    texts = NodeTexts(page)
    for rule, key in zip(part.rules, keys, strict=True):
        matching = (
            node
            for node in nodes.get(table.number[key], ())
            if bare(texts.value(node, rule.take), rule.prefix, rule.suffix) in values
        )
        for node in islice(matching, MAX_NODES_OF_RULE):
            for css, xpath in ways_to(page.tree, node, rule.signature.kind, rule.signature.words):
                if len(css) <= MAX_SELECTOR_CHARS and not (xpath and rule.take != TEXT):
                    yield replace(taking(rule, css), xpath=xpath)
