"""Pages about one thing: their fields by rules, learned from the values that one page shows.

Records of a list show by what they share where each of their fields is. A page about one thing has
nothing like it beside it, and what is in it moves from page to page where a field is missing; but
its labels, class names and order stay, which is what a template's rules go by (:mod:`..rules`).
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scrapy_treesim.detail.attributes.pairs import pairs_of
from scrapy_treesim.reading.occurrences import loosened
from scrapy_treesim.records.table.named_fields import FieldNodes
from scrapy_treesim.records.table.standard_fields import ADDRESSES
from scrapy_treesim.templates.by_example.shown_values import (
    Values,
    check_values,
    listed_records,
    texts_on,
)
from scrapy_treesim.templates.rules import (
    Example,
    FieldRules,
    FieldValue,
    Part,
    apply_rules,
    learn_rules,
)
from scrapy_treesim.values.field_types import LIST, TEXT
from scrapy_treesim.values.text_kinds import DATE, PRICE, kind_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.by_example.example_record import NamedField

MIN_FIELDS: Final = 2
"""Least number of fields on a page of the same kind: any page has a headline."""
SURE: Final = 0.9
"""Confidence of a field whose value needs no other evidence."""
_TYPED: Final = frozenset((PRICE, DATE))
_BESIDE: Final = ("beside", "before")
"""Kinds of rules by words right beside a value."""
MIN_CONFIDENCE: Final = 0.5
"""Least mean confidence of the fields on a page of the same kind. Of 18 sites' own pages all have
it, of other pages of these sites those alone that are laid out like them."""


def learn_fields(page: Page, values: Values) -> dict[str, FieldRules]:
    """Learn the rules of the fields that a page shows; those found by no rule have none.

    Raises:
        ValueError: as :func:`.check_values`.
    """
    shown = check_values(values)
    labels = {name: texts_on(page, texts) for name, texts in shown.items()}
    rules = learn_rules([Example(page, labels)])
    return {
        name: replace(field, type=LIST if len(shown[name]) > 1 else TEXT)
        for name, field in rules.items()
    }


def merged_fields(
    first: Mapping[str, FieldRules], second: Mapping[str, FieldRules]
) -> dict[str, FieldRules]:
    """Merge the fields of two pages about one thing: of a field of both, the rules of both count.

    Words of one page alone, as the name of a brand beside a price, are left out by that.
    """
    merged = {**first, **second}
    for name in first.keys() & second.keys():
        ways = {replace(rule, weight=1.0) for part in first[name].parts for rule in part.rules}
        parts = (
            tuple(rule for rule in part.rules if replace(rule, weight=1.0) in ways)
            for part in second[name].parts
        )
        if kept := tuple(Part(rules) for rules in parts if rules):
            merged[name] = replace(second[name], parts=kept)
    return merged


def read_fields(
    page: Page, rules: Mapping[str, FieldRules], named: Iterable[NamedField]
) -> tuple[list[FieldNodes], float]:
    """Return the fields that rules find on a page, with their mean confidence, in [0, 1].

    There are none on a page of another kind. ``named`` are the fields of the example. Where the
    rules of a field disagree, a value beside another label, of another kind than the one shown, or
    in a record of a list is not the field's: the page lacks it.
    """
    values = apply_rules(rules, page)
    confidence = sum(value.confidence for value in values.values()) / len(rules)
    if confidence <= MIN_CONFIDENCE or len(values) < min(MIN_FIELDS, len(rules)):
        return [], confidence
    kinds = {field.name: field.kind for field in reversed([*named])}
    others = _Others(page, values)
    fields = []
    for name, value in values.items():
        texts, kind = rules[name].of_type(value.values), kinds.get(name, TEXT)
        if value.confidence < SURE and (
            (kind in _TYPED and kind_of(texts[0]) != kind)
            or others.have(value.nodes[0], _labels_of(rules[name]))
        ):
            continue
        if kind in ADDRESSES:
            texts = (*(page.absolute(text) or text for text in texts),)
        nodes = [(node, node + page.tree.size[node]) for node in value.nodes[: len(texts)]]
        fields.append(FieldNodes(name, kind, nodes, texts))
    return fields, confidence


class _Others:
    """Facts with labels and lists of other things on a page about one thing."""

    def __init__(self, page: Page, values: Mapping[str, FieldValue]) -> None:
        self._tree = page.tree
        self._labels = {pair.node: pair.label for pair in page.once(pairs_of)}
        nodes = [value.nodes[0] for value in values.values()]
        self._records = []
        for first in listed_records(page):
            stop = first + page.tree.size[first]
            # A record with most of the fields is the thing itself.
            if 2 * sum(first <= node < stop for node in nodes) <= len(nodes):
                self._records.append((first, stop))

    def have(self, node: int, labels: Container[str]) -> bool:
        """Tell whether a node is a fact of another label, or else in a record of a list."""
        label = self._labels.get(node) or self._labels.get(self._tree.parent[node])
        if label is not None:
            return loosened(label) not in labels
        return any(first <= node < stop for first, stop in self._records)


def _labels_of(rules: FieldRules) -> set[str]:
    """Return the words right beside a field's values on the page that showed them."""
    all_rules = (rule for part in rules.parts for rule in part.rules)
    return {loosened(rule.at.words) for rule in all_rules if rule.at.kind in _BESIDE}
