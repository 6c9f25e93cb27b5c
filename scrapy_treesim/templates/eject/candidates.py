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
    NEXT_RUN,
    Label,
    Names,
    Selection,
    of_rule,
    quoted,
    run_of_text,
    taking,
)
from scrapy_treesim.templates.rules.candidates import WORDS_BYTES
from scrapy_treesim.templates.rules.signatures import (
    NUMBER,
    WORDED,
    SignatureTable,
    describe,
    key_of,
    node_signatures,
)
from scrapy_treesim.templates.rules.values import TEXT, NodeTexts, bare, squeezed
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.eject.css import CheckedPage
    from scrapy_treesim.templates.outline.template_outline import TemplateOutline
    from scrapy_treesim.templates.rules import Part, Rule
    from scrapy_treesim.templates.rules._signatures_cy import Signatures
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
MAX_NODES_BEFORE: Final = 4_000
"""Nodes before one among which the words that it stands by are looked for."""


def candidates_of(
    part: Part,
    models: Iterable[tuple[Page, Sequence[str]]],
    names: Names,
    is_label: IsLabel = is_like_label,
) -> list[Selection]:
    """Selections for a part of a field, each once; ``models`` are pages with its values.

    Words to select by are those that ``is_label`` says are one.
    """
    found: dict[Selection, None] = {}
    for rule in part.rules:
        if rule.signature.kind not in WORDED or is_label(rule.signature.words):
            found.update(dict.fromkeys(of_rule(rule, names)))
    for page, values in islice(models, MAX_MODEL_PAGES):
        found.update(dict.fromkeys(_of_page(part, page, frozenset(values), names, is_label)))
    return [*islice(found, MAX_SELECTIONS)]


def unchecked(part: Part, names: Names, is_label: IsLabel = is_like_label) -> list[Selection]:
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
        for one in islice(of_rule(rule, names), 1):
            is_placed = kind in PLACED or one.css.count(":nth-of-type") > MAX_NTH_STEPS
            (placed if is_placed else by_words if kind in WORDED else labelled).append(one)
    found: dict[str, Selection] = {}
    for one in labelled or by_words or placed:
        # A run of text of an element says what the element says, mostly.
        found.setdefault(one.css.removesuffix("::text"), one)
    return [*islice(found.values(), MAX_UNCHECKED)]


def _of_page(
    part: Part, page: Page, values: frozenset[str], names: Names, is_label: IsLabel
) -> Iterator[Selection]:
    """By the nodes that the rules find on a page."""
    signatures = node_signatures(page.tree)
    keys = [key_of(rule.signature) for rule in part.rules]
    table = SignatureTable(keys, (NUMBER[rule.signature.kind] for rule in part.rules))
    nodes = table.nodes(signatures)
    texts = NodeTexts(page)
    for rule, key in zip(part.rules, keys, strict=True):
        there = nodes.get(table.number[key], ())
        said = (
            node
            for node in there
            if bare(texts.taken(node, rule.take), rule.prefix, rule.suffix) in values
        )
        for node in islice(said, MAX_NODES_OF_RULE):
            yield from _of_node(rule, page, signatures, node, names, is_label)


def _of_node(
    rule: Rule, page: Page, signatures: Signatures, node: int, names: Names, is_label: IsLabel
) -> Iterator[Selection]:
    tree = page.tree
    ways = [*ways_to(tree, node, names)]
    if rule.signature.kind in WORDED:
        words = _words(signatures, NUMBER[rule.signature.kind], node)
        if words >= 0:
            ways += ways_by_words(tree, node, words, names, is_label)
    for css, xpath in ways:
        if len(css) <= MAX_SELECTOR_CHARS and not (xpath and rule.take != TEXT):
            yield from (replace(one, xpath=xpath) for one in taking(rule, css, None))


def _words(signatures: Signatures, kind: int, node: int) -> int:
    """The run of text that a node's signature rests on; -1 where it is not near."""
    wanted = signatures.context(kind, node)
    for before in range(node - 1, max(0, node - MAX_NODES_BEFORE), -1):
        if signatures.tag[before] == tags.TEXT and signatures.said[before] == wanted:
            return before
    return -1
