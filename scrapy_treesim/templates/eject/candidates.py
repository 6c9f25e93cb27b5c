"""The selections that may do for a field: those its rules say, and those its values' places do.

Of a place they are what a person might write: by its names, by its position, or by words, which
are labels that stand on most pages of a template, never what one page says.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Final, TypeAlias

from scrapy_treesim.templates.eject.css import (
    MAX_SELECTOR_CHARS,
    Label,
    Selection,
    of_rule,
    run_of_text,
    taking,
)
from scrapy_treesim.templates.rules.candidates import WORDS_BYTES
from scrapy_treesim.templates.rules.signatures import (
    NUMBER,
    WORDED,
    SignatureTable,
    key_of,
    node_signatures,
)
from scrapy_treesim.templates.rules.values import TEXT, NodeTexts, bare, squeezed
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.eject.css import CheckedPage
    from scrapy_treesim.templates.outline import TemplateOutline
    from scrapy_treesim.templates.rules import Part
    from scrapy_treesim.tree import PageTree


MOST: Final = 0.6
"""Share of the pages with a field on which words stand that are a label of it."""
MAX_ASKED: Final = 60
"""Pages that are asked."""

IsLabel: TypeAlias = Callable[[str], bool]
"""Tells whether words are a label."""


def is_like_label(words: str) -> bool:
    """Tell whether words may be a label where no page can be asked: by their length alone."""
    return len(words.strip().encode()) in WORDS_BYTES


def own_texts(outline: TemplateOutline | None) -> frozenset[str]:
    """A template's own texts, and those that stand before its data, as words are compared."""
    if outline is None:
        return frozenset()
    said = (text for node in outline.nodes for text in (node.text, node.after) if text)
    return frozenset(map(squeezed, said))


def label_among(own: Collection[str]) -> IsLabel:
    """Tell words that are a label where no page can be asked: one of some texts, if there are any.

    A colon at its end makes a label of any short text.
    """

    def is_label(words: str) -> bool:
        bare = words.rstrip()
        return is_like_label(bare) and (
            not own or squeezed(bare) in own or bare.endswith((":", "\uff1a"))
        )

    return is_label


class LabelWords:
    """The labels on some pages of a template."""

    def __init__(self, pages: Sequence[CheckedPage]) -> None:
        self._pages = pages
        self._texts = [squeezed(page.page.tree.plain_text(0)) for page in pages[:MAX_ASKED]]
        self._values = [
            frozenset(squeezed(one) for values in page.wanted.values() for one in values)
            for page in pages[:MAX_ASKED]
        ]

    def of(self, field: str) -> IsLabel:
        """Tell which words are a label of a field.

        They stand on most of the pages that have it, and are hardly ever the value of a field.
        """
        there = [
            number for number in range(len(self._texts)) if field in self._pages[number].wanted
        ]
        known: dict[str, bool] = {}

        def is_label(words: str) -> bool:
            if words not in known:
                known[words] = self._is_label(squeezed(words), there)
            return known[words]

        return is_label

    def _is_label(self, words: str, there: Sequence[int]) -> bool:
        if len(there) < 2 and not is_like_label(words):
            return False
        having = [number for number in there if words in self._texts[number]]
        values = sum(words in self._values[number] for number in having)
        return len(having) >= MOST * len(there) and 2 * values < max(1, len(having))


ABOVE: Final = 10
"""Elements above a node that are looked at."""
_NAMING: Final = frozenset(".[#")

Way = tuple[str, str]
"""CSS, and an XPath step from there or nothing."""


def ways_to(tree: PageTree, node: int) -> Iterator[Way]:
    """Selectors of an element, or of a run of text, by names and by place."""
    for css in _by_place(tree, _element(tree, node)):
        yield from _ending(tree, node, css)


def _element(tree: PageTree, node: int) -> int:
    return tree.parent[node] if tree.tag[node] == tags.TEXT else node


def _ending(tree: PageTree, node: int, css: str) -> Iterator[Way]:
    """The element's selector, or those of its run of text."""
    if tree.tag[node] != tags.TEXT:
        yield css, ""
        return
    yield f"{css}::text", ""
    yield css, run_of_text(max(1, tree.nth[node]))


def _by_place(tree: PageTree, element: int) -> Iterator[str]:
    """An element by its own names, by those of one above it, by its place below that one."""
    own = _names(tree, element)
    yield from own
    yield f"{own[-1]}:not([class])"
    above = tree.parent[element]
    steps = [element]
    for _ in range(ABOVE):
        if above <= 0 or tree.parent[above] <= 0:
            return
        for holder in (one for one in _names(tree, above) if _NAMING & {*one}):
            for css in own:
                yield f"{holder} {css}"
                if len(steps) == 1:
                    yield f"{holder} > {css}"
            yield holder + "".join(f" > {_numbered(tree, step)}" for step in reversed(steps))
        steps.append(above)
        above = tree.parent[above]


def _names(tree: PageTree, element: int) -> list[str]:
    """An element by its id, by each of its names, by all of them, by its tag; that comes last.

    Where there are digits in its names, also with any others there.
    """
    label = Label.of_element(tree, element)
    id = Label.of_element(tree, element, ("id",))
    found = []
    for one, its_id in ((label, id), (label.open(), id.open())):
        found.append(Label("", its_id.names[:1]).css().removeprefix("*"))
        found += [one.css((name,)) for name in one.names]
        found.append(one.css())
    return [*filter(None, dict.fromkeys((*found, ""))), _tag(tree, element)]


def _tag(tree: PageTree, element: int) -> str:
    return Label(tree.name(element)).css()


def _numbered(tree: PageTree, element: int) -> str:
    number = tree.nth[element]
    return _tag(tree, element) + (f":nth-of-type({number})" if number else "")


MAX_MODEL_PAGES: Final = 4
"""Pages whose nodes are looked at."""
MAX_SELECTIONS: Final = 600
"""Selections of a part."""
MAX_NODES_OF_RULE: Final = 2
"""Nodes of a rule on a page."""
PLACED: Final = frozenset(("path", "spot"))
MAX_NTH_STEPS: Final = 2
"""Steps to the n-th of its tag that a selector may have where none could be tried."""
MAX_UNCHECKED: Final = 2
"""Selections of a part that are written down where none could be tried."""


def candidates_of(
    part: Part, models: Iterable[tuple[Page, Sequence[str]]], is_label: IsLabel
) -> list[Selection]:
    """Selections for a part of a field, each once; ``models`` are pages with its values.

    Words to select by are those that ``is_label`` says are one.
    """
    found: dict[Selection, None] = {}
    for rule in part.rules:
        if rule.signature.kind in WORDED and is_label(rule.signature.words):
            found.update(dict.fromkeys(of_rule(rule)))
    for page, values in islice(models, MAX_MODEL_PAGES):
        found.update(dict.fromkeys(_of_page(part, page, frozenset(values))))
    return [*islice(found, MAX_SELECTIONS)]


def unchecked(part: Part, is_label: IsLabel) -> list[Selection]:
    """The selections by a part's rules alone, where no page is at hand.

    Of labels and ids CSS says just what they do, so these come first and suffice; of words it says
    something near, and places count on what may not be there.
    """
    labelled: list[Selection] = []
    by_words: list[Selection] = []
    placed: list[Selection] = []
    for rule in part.rules:
        kind = rule.signature.kind
        if kind in WORDED and not is_label(rule.signature.words):
            continue
        for one in islice(of_rule(rule), 1):
            is_placed = kind in PLACED or one.css.count(":nth-of-type") > MAX_NTH_STEPS
            (placed if is_placed else by_words if kind in WORDED else labelled).append(one)
    found: dict[str, Selection] = {}
    for one in labelled or by_words or placed:
        # A run of text of an element says what the element says, mostly.
        found.setdefault(one.css.removesuffix("::text"), one)
    return [*islice(found.values(), MAX_UNCHECKED)]


def _of_page(part: Part, page: Page, values: frozenset[str]) -> Iterator[Selection]:
    """By the nodes that the rules find on a page."""
    keys = [key_of(rule.signature) for rule in part.rules]
    table = SignatureTable(keys, (NUMBER[rule.signature.kind] for rule in part.rules))
    nodes = table.nodes(node_signatures(page.tree))
    texts = NodeTexts(page)
    for rule, key in zip(part.rules, keys, strict=True):
        said = (
            node
            for node in nodes.get(table.number[key], ())
            if bare(texts.taken(node, rule.take), rule.prefix, rule.suffix) in values
        )
        for node in islice(said, MAX_NODES_OF_RULE):
            for css, xpath in ways_to(page.tree, node):
                if len(css) <= MAX_SELECTOR_CHARS and not (xpath and rule.take != TEXT):
                    yield from (replace(one, xpath=xpath) for one in taking(rule, css, None))
