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
from typing import TYPE_CHECKING, Final, TypeAlias
from urllib.parse import urljoin

from cssselect import SelectorError
from lxml import etree
from parsel import Selector

from scrapy_treesim.reading.occurrences import ABSOLUTE, TEXT, NodeTexts
from scrapy_treesim.templates.rules import reading
from scrapy_treesim.templates.rules.learning import WORDS_BYTES
from scrapy_treesim.templates.rules.rule import CompiledRules, FieldRules, Part
from scrapy_treesim.templates.rules.selection import Selection, bare
from scrapy_treesim.templates.rules.signatures import NAMING, WORDED
from scrapy_treesim.tree import PageTree, tags

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

NEXT_RUN: Final = "following-sibling::text()[normalize-space()][1]"
"""Step to the text after an element, for which CSS has no syntax."""


@dataclass(frozen=True, slots=True)
class NodeSelector:
    """Selector of nodes, as in ejected code."""

    css: str
    """CSS selector; ends in ``::text`` unless elements are selected."""
    xpath: str = ""
    """Further XPath step for which CSS has no syntax."""


CssSelection: TypeAlias = Selection[NodeSelector]
"""Selection of ejected code for a field."""


def css_of(selection: CssSelection) -> str:
    """Return the CSS selector with the attribute that is taken."""
    if selection.take == TEXT:
        return selection.at.css
    return f"{selection.at.css}::attr({selection.take.removeprefix(ABSOLUTE)})"


_SAYING: Final = re.compile(r"[.\[#]|:contains|\bh1\b|\btitle\b")


def cost_of(selection: CssSelection) -> float:
    """Return the cost of a selection: its distance from a person's style; the lowest is best."""
    css = css_of(selection)
    cost = len(css) / 20 + 1.5 * bool(selection.at.xpath)
    # Tags without names are everywhere.
    return cost if _SAYING.search(css) else cost + 2.5


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
        self._cache: dict[tuple[NodeSelector, str], list[str]] = {}
        self._texts: dict[etree._Element, str] = {}

    def values(self, selection: CssSelection) -> tuple[str, ...]:
        """Return the values of a selection, each once; none if it is invalid or too large."""
        texts = self._selected(selection.at, selection.take)
        return tuple(dict.fromkeys(text for _, text in selection.picked(enumerate(texts))))

    def count(self, selection: CssSelection) -> int:
        """Count the selected nodes with a value."""
        texts = self._selected(selection.at, selection.take)
        return len(replace(selection, pick=0, among=0).picked(enumerate(texts)))

    def _selected(self, at: NodeSelector, take: str) -> list[str]:
        """Return the texts of the selected nodes, empty ones left out."""
        if (at, take) not in self._cache:
            self._cache[at, take] = self._read(at, take)
        return self._cache[at, take]

    def _read(self, at: NodeSelector, take: str) -> list[str]:
        try:
            selected = self._selector.css(css_of(Selection(at, take)))
        except (SelectorError, ValueError, RecursionError):
            return []
        if at.xpath:
            selected = selected.xpath(at.xpath)
        if len(selected) > MAX_SELECTED:
            return []
        if take.startswith(ABSOLUTE):
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


def _names_of(tree: PageTree, element: int, attributes: Iterable[str] = NAMING) -> list[Name]:
    """Return the names of an element, few of each attribute."""
    return [
        (attribute, name)
        for attribute in attributes
        for name in (tree.get(element, attribute) or "").split()[:MAX_NAMES]
    ]


def _labelled(tag: str, names: Sequence[Name], only: Iterable[Name] | None = None) -> str:
    """Return a selector of elements by tag and names, or with only some of the names."""
    # One of several names in an attribute needs another selector than an only one.
    attributes = [attribute for attribute, _ in names]
    chosen = names if only is None else only
    selectors = "".join(_name(*name, attributes.count(name[0]) > 1) for name in chosen)
    return (tag if _TAG.fullmatch(tag) else "" if selectors else "*") + selectors


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


ABOVE: Final = 10
"""Largest number of elements above a node."""
_NAMING: Final = frozenset(".[#")

Way = tuple[str, str]
"""CSS, and a further XPath step or nothing."""


def ways_to(tree: PageTree, node: int, kind: str, words: str) -> Iterator[Way]:
    """Yield selectors of an element or a run of text, by words of a kind, names and position."""
    if kind in WORDED and len(words.strip().encode()) in WORDS_BYTES:
        element = tree.element(node)
        label = _labelled(tree.name(element), _names_of(tree, element))
        for variant in dict.fromkeys((words, words.strip(_EDGE))):
            yield from _by_words(tree, node, kind, label, variant)
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
    tag, names = tree.name(element), _names_of(tree, element)
    selectors = [_labelled("", _names_of(tree, element, ("id",))[:1]).removeprefix("*")]
    selectors += [_labelled(tag, names, (name,)) for name in names]
    selectors.append(_labelled(tag, names))
    return [*filter(None, dict.fromkeys(selectors)), _tag(tree, element)]


def _tag(tree: PageTree, element: int) -> str:
    return _labelled(tree.name(element), ())


def _numbered(tree: PageTree, element: int) -> str:
    number = tree.nth[element]
    return _tag(tree, element) + (f":nth-of-type({number})" if number else "")


MAX_MODEL_PAGES: Final = 4
"""Largest number of pages with values read for candidates."""
MAX_SELECTIONS: Final = 600
"""Largest number of selections of a part."""
MAX_NODES_OF_RULE: Final = 2
"""Largest number of nodes of a rule on a page."""


def selections_of(part: Part, models: Iterable[tuple[Page, Sequence[str]]]) -> list[CssSelection]:
    """Return selections for a part of a field, each once; ``models`` are pages with its values."""
    selections: dict[CssSelection, None] = {}
    rules = CompiledRules({"": FieldRules((part,))})
    for page, values in islice(models, MAX_MODEL_PAGES):
        selections.update(dict.fromkeys(_of_page(page, rules, frozenset(values))))
    return [*islice(selections, MAX_SELECTIONS)]


def _of_page(page: Page, rules: CompiledRules, values: frozenset[str]) -> Iterator[CssSelection]:
    """Yield selections of the nodes found with the rules on a page."""
    texts = NodeTexts(page)
    for rule, nodes in rules.nodes(page):
        matching = (
            node for node in nodes
            if bare(texts.value(node, rule.take), rule.prefix, rule.suffix) in values
        )  # fmt: skip
        for node in islice(matching, MAX_NODES_OF_RULE):
            for way in ways_to(page.tree, node, rule.at.kind, rule.at.words):
                selector = NodeSelector(*way)
                if len(selector.css) <= MAX_SELECTOR_CHARS and not (way[1] and rule.take != TEXT):
                    yield Selection(selector, rule.take, 0, rule.prefix, rule.suffix)
