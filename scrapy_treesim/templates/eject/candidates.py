"""The selections that may do for a field: those its rules say, and those its values' places do.

Of a place they are what a person might write: by its names, by its position, or by words. Names are
quoted. Of words CSS knows only that an element contains them, not which one: ``dt`` and ``dd``,
``th`` and ``td`` tell by themselves, elsewhere it is any element beside or around.
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
"""The text after an element, for which CSS has no words."""


@dataclass(frozen=True, slots=True)
class Selection:
    """A selector of ejected code for a field, and the part of what it selects that is taken."""

    css: str
    """With ``::text`` or ``::attr()`` at its end where not an element's text is taken."""
    xpath: str = ""
    """A step from there for which CSS has no words."""
    index: int | None = None
    """List index among those that say anything; None for all."""
    after: str = ""
    """Text before the value, left out; without it there is no value."""
    before: str = ""
    """Text after it."""
    absolute: bool = False
    """True if it is an address to be made absolute."""
    least: int = 1
    """Of how many that say anything it is one at least, where an index is given."""

    def picked(self, texts: list[str]) -> tuple[str, ...]:
        """The values, of the texts that are selected: all, each once, or the one of the index."""
        if self.after or self.before:
            texts = [*filter(None, reading.between(texts, self.after, self.before))]
        if self.index is None:
            return tuple(dict.fromkeys(texts))
        text = reading.text(texts, self.index, self.least)
        return (text,) if text else ()


_SAYING: Final = re.compile(r"[.\[#]|:contains|\bh1\b|\btitle\b")


def cost_of(selection: Selection) -> float:
    """The cost of a selection: how unlike it is to what a person writes; the lowest is taken."""
    cost = len(selection.css) / 20 + 1.5 * bool(selection.xpath)
    # Tags alone are everywhere.
    return cost if _SAYING.search(selection.css) else cost + 2.5


MAX_SELECTED: Final = 300
"""Elements that a selector may select; one that selects more is none of a field."""
MAX_DEPTH_SUM: Final = 2_000_000
"""The sum over a page's nodes of how deep they lie: what ``a b c`` costs."""
MAX_NESTED_TEXT: Final = 20_000_000
"""The same of its bytes of text, each counted once for each element it is in: ``:contains()``."""
MAX_SIBLING_PAIRS: Final = 1_000_000
"""Pairs of siblings: ``:nth-of-type()`` and ``a ~ b``."""


class CheckedPage:
    """One page, and what each selector says on it, read once."""

    def __init__(self, page: Page, expected: Mapping[str, tuple[str, ...]]) -> None:
        self.page = page
        self.expected = expected
        """The values of each field as the template finds them."""
        self._selector = Selector(root=page.root, type="html")
        self._cache: dict[tuple[str, str, bool], list[str] | None] = {}
        self._texts: dict[etree._Element, str] = {}

    def values(self, selection: Selection) -> tuple[str, ...] | None:
        """The values of a selection; None where it selects too much, or is none."""
        key = selection.css, selection.xpath, selection.absolute
        if key not in self._cache:
            self._cache[key] = self._read(selection)
        texts = self._cache[key]
        return None if texts is None else selection.picked(texts)

    def count(self, selection: Selection) -> int:
        """Count what is selected and says anything."""
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
        """The page's own address, as a response has it."""
        return self.page.url

    def urljoin(self, address: str) -> str:
        """An address made absolute, as a response does it."""
        return urljoin(self.page.base_url, address)


def is_checkable(tree: PageTree) -> bool:
    """Tell whether selectors cost little enough on a page, which may be made to cost much."""
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
"""Characters of a name that anyone would write."""
MAX_NAMES: Final = 4
"""Names of an attribute that are looked at."""

Name = tuple[str, str]
"""An attribute, and a name in it."""


@dataclass(frozen=True, slots=True)
class TagLabel:
    """A tag and the names of an element."""

    tag: str
    names: tuple[Name, ...] = ()

    @classmethod
    def of_element(
        cls, tree: PageTree, element: int, attributes: Iterable[str] = NAMING
    ) -> TagLabel:
        """The label of an element of a page."""
        names = [
            (attribute, name)
            for attribute in attributes
            for name in (tree.get(element, attribute) or "").split()[:MAX_NAMES]
        ]
        return cls(tree.name(element), tuple(names))

    def css(self, only: Iterable[Name] | None = None) -> str:
        """An element of this label; with ``only`` these of its names, if they are given."""
        # One of several names in an attribute is written in another way than the only one.
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
    """A text as a string of CSS."""
    text = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + _LINE_END.sub(" ", text) + '"'


MAX_SELECTOR_CHARS: Final = 400
"""Characters of a selector."""
_NAMED_BY: Final = {"dd": ("dt",), "td": ("th", "td")}
_EDGE: Final = " \t:\uff1a.,;-\u2013\u00a0|"
"""Signs at the end of words that are left out of a selector where that says the same."""


def taking(rule: Rule, css: str) -> Selection:
    """The part of elements that a rule takes: their text, or an attribute."""
    selection = Selection(css, after=rule.prefix, before=rule.suffix)
    if rule.take == TEXT:
        return selection
    name = rule.take.removeprefix(ABSOLUTE)
    return replace(selection, css=f"{css}::attr({name})", absolute=rule.take.startswith(ABSOLUTE))


ABOVE: Final = 10
"""Elements above a node that are looked at."""
_NAMING: Final = frozenset(".[#")

Way = tuple[str, str]
"""CSS, and an XPath step from there or nothing."""


def ways_to(tree: PageTree, node: int, kind: str, words: str) -> Iterator[Way]:
    """Selectors of an element, or of a run of text, by words of a kind, by names and by place."""
    if kind in WORDED and len(words.strip().encode()) in WORDS_BYTES:
        label = TagLabel.of_element(tree, _element(tree, node))
        for variant in dict.fromkeys((words, words.strip(_EDGE))):
            yield from _by_words(tree, node, kind, label.css(), variant)
    for css in _by_place(tree, _element(tree, node)):
        yield from _ending(tree, node, css)


def _by_words(tree: PageTree, node: int, kind: str, label: str, words: str) -> Iterator[Way]:
    """Elements that stand where the words say, or steps to the text after the words."""
    contains = f":contains({quoted(words)})"
    tag = tree.name(_element(tree, node))
    if tree.tag[node] == tags.TEXT and kind != "beside":
        # A run of text and the words before it are mostly in one element.
        yield f"{label} > {contains}", NEXT_RUN
    if kind in ("first", "before") and tag not in _NAMED_BY:
        yield from _ending(tree, node, f"{contains} > {label}:not({contains})")
    if kind != "second":
        beside = ", ".join(f"{name}{contains} + {label}" for name in _NAMED_BY.get(tag, ("",)))
        yield from _ending(tree, node, beside)


def _element(tree: PageTree, node: int) -> int:
    return tree.parent[node] if tree.tag[node] == tags.TEXT else node


def _ending(tree: PageTree, node: int, css: str) -> Iterator[Way]:
    """The element's selector, or those of its run of text."""
    if tree.tag[node] != tags.TEXT:
        yield css, ""
        return
    yield f"{css}::text", ""
    yield css, f"text()[normalize-space()][{max(1, tree.nth[node])}]"


def _by_place(tree: PageTree, element: int) -> Iterator[str]:
    """An element by its own names, by those of one above it, by its place below that one."""
    selectors = _names(tree, element)
    yield from selectors
    yield f"{selectors[-1]}:not([class])"
    above = tree.parent[element]
    steps = [element]
    for _ in range(ABOVE):
        if above <= 0 or tree.parent[above] <= 0:
            return
        for holder in (name for name in _names(tree, above) if _NAMING & {*name}):
            for css in selectors:
                yield f"{holder} {css}"
                if len(steps) == 1:
                    yield f"{holder} > {css}"
            yield holder + "".join(f" > {_numbered(tree, step)}" for step in reversed(steps))
        steps.append(above)
        above = tree.parent[above]


def _names(tree: PageTree, element: int) -> list[str]:
    """An element by its id, by each of its names, by all of them, by its tag; that comes last."""
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
"""Pages whose nodes are looked at."""
MAX_SELECTIONS: Final = 600
"""Selections of a part."""
MAX_NODES_OF_RULE: Final = 2
"""Nodes of a rule on a page."""


def candidates_of(part: Part, models: Iterable[tuple[Page, Sequence[str]]]) -> list[Selection]:
    """Selections for a part of a field, each once; ``models`` are pages with its values."""
    selections: dict[Selection, None] = {}
    for page, values in islice(models, MAX_MODEL_PAGES):
        selections.update(dict.fromkeys(_of_page(part, page, frozenset(values))))
    return [*islice(selections, MAX_SELECTIONS)]


def _of_page(part: Part, page: Page, values: frozenset[str]) -> Iterator[Selection]:
    """By the nodes that the rules find on a page."""
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
