"""The selections that may do for a field: those its rules say, and those its values' places do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Final

from scrapy_treesim.templates.eject.css import Names
from scrapy_treesim.templates.eject.label_words import IsLabel, is_like_label
from scrapy_treesim.templates.eject.page_css import ways_by_words, ways_to
from scrapy_treesim.templates.eject.rule_css import MAX_SELECTOR_CHARS, of_rule, taking
from scrapy_treesim.templates.eject.selection import Selection
from scrapy_treesim.templates.rules.hashes import SignatureTable, key_of
from scrapy_treesim.templates.rules.signatures import NUMBER, WORDED, node_signatures
from scrapy_treesim.templates.rules.values import TEXT, NodeTexts, bare
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.rules import Part, Rule
    from scrapy_treesim.templates.rules._signatures_cy import Signatures

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
